"""The advice about a reason that is not true: whoever follows it once has an entry that the build accepts."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from changed_pairs import FILLED, INNER, OUTER, PAIRS, Entry, accepted, ends, holding, rows, x

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import DecidedPair, decide_pair, read_entries, source_of
from mcpgen.adapters.plan import DIRECTIONS, cited
from mcpgen.adapters.proposals import entries_text, propose
from mcpgen.adapters.reasons import misstated
from mcpgen.frontend.toml_document import parse_toml
from mcpgen.frontend.toml_edit import entry_text
from mcpgen.ir import Alias, Choice, Field, Protocol, Ref
from mcpgen.problems import Refused
from support.small_pairs import named
from support.small_protocols import INTEGER

VERBS = ("keep", "drop", "refuse", 'fill:"a"', 'set:"a"', "const", 'dropOnly:"a"', "drop; refuse", "USUAL")
TEXT = r'(?:\{.*?\}|"(?:[^"\\]|\\.)*")'
LEVELS = (Field("one", Ref("Level"), True), Field("may", Ref("Level"), False))


def level(*values: str) -> Protocol:
    """Return a protocol with an enumeration that a required and an optional member have."""
    return holding(LEVELS, Alias("Level", Choice(values)))


OTHER = Field("other", Ref("Inner"), False)  # from which nothing moves
MORE = {
    "values replaced": (level("a", "b", "warning"), level("a", "b", "warn")),
    "member moved in at one place": (
        holding([x(INTEGER), OUTER, OTHER], INNER),
        holding([OUTER, OTHER], FILLED),
    ),
    "member moved out at one place": (
        holding([OUTER, OTHER], FILLED),
        holding([x(INTEGER), OUTER, OTHER], INNER),
    ),
}
OWN = "The new revision differs, so this was handled."  # a text that no proposal has
# Pairs of which every other action is refused.
DECIDED = ("method renamed", "member moved in", "member moved out")


def proposed(name: str) -> tuple[tuple[Protocol, Protocol], list[Entry]]:
    """Return the two protocols of a pair, and its proposed entries."""
    if name in PAIRS:
        return ends(name), [*accepted(name)]
    old, new = (named(one, side) for one, side in zip(MORE[name], ("old", "new"), strict=True))
    text = entries_text(propose(old, new), map("X.{}".format, range(1, 20)), "new", None)
    return (old, new), (parse_toml(text) or {})["change"]


def told(both: tuple[Protocol, Protocol], entries: list[Entry]) -> tuple[DecidedPair, list[str]]:
    """Return the planned pair, and the problems of the reasons of its entries."""
    text = "\n\n".join(entry_text("change", **entry) for entry in entries)
    read = read_entries(text.encode(), source_of("old", "new"))
    pair = decide_pair(*both, read)
    generate.plan(pair)
    return pair, [problem.message for problem in misstated(pair, read)]


def variations(entries: list[Entry]) -> Iterator[tuple[int, list[Entry]]]:
    """Yield entries with other verbs in both directions of one of them, and its number."""
    for at, entry in enumerate(entries):
        for verbs in product(VERBS, repeat=2):
            tables: dict[str, Any] = {}
            for direction, verb in zip(("up", "down"), verbs, strict=True):
                table = rows(entry, direction)
                tables[direction] = {"*": verb} if verb != "USUAL" else table
            yield at, [*entries[:at], {**entry, **tables}, *entries[at + 1 :]]


def followed(entry: Entry, message: str) -> Entry:
    """Return an entry after the instructions of a message about its texts."""
    step = message.rpartition("; ")[2]
    found = dict(re.findall(rf"(reason|refusal) = ({TEXT})", step))
    changed = dict(entry)
    for key, value in found.items():
        changed[key] = (parse_toml(f"{key} = {value}") or {})[key]
    if "remove the key `refusal`" in step:
        del changed["refusal"]
    if own := re.search(r"write the (\w+)(?: and the (\w+))? in your own words", step):
        changed |= dict.fromkeys(filter(None, own.groups()), OWN)
    assert changed != entry, message
    return changed


@pytest.mark.parametrize("name", [*PAIRS, *MORE])
def test_whoever_follows_the_advice_once_has_true_texts(name: str) -> None:
    """One message per entry lists everything that must be changed, for each pair of verbs."""
    both, entries = proposed(name)
    assert told(both, entries)[1] == []
    followed_count = 0
    for at, changed in variations(entries):
        try:
            _, messages = told(both, changed)
        except Refused:
            continue
        assert len(messages) <= 1, messages
        for message in messages:
            changed[at] = followed(changed[at], message)
            assert told(both, changed)[1] == [], (message, changed[at])
            followed_count += 1
    assert (followed_count == 0) is (name in DECIDED), name


def test_a_refusal_that_is_left_over_is_removed() -> None:
    """If everything is refused, the reason says so, and the message says to remove the other text."""
    both, entries = proposed("values replaced")
    assert entries[0]["refusal"]
    entries[0] |= {"up": "refuse", "down": "refuse"}
    _, (message,) = told(both, entries)
    assert message.endswith("and remove the key `refusal`")
    entries[0] = followed(entries[0], message)
    assert "refusal" not in entries[0] and told(both, entries)[1] == []


@pytest.mark.parametrize("action", ["refuse", "drop", 'fill:"a"', 'drop; fill:"a"@Params.one'])
def test_no_reason_says_that_the_target_lacks_a_value_which_it_has(action: str) -> None:
    """An action for all changes of an entry edits only the values that do not fit."""
    both, entries = proposed("values replaced")
    entries[0] |= {"up": action}
    try:
        _, (message,) = told(both, entries)
    except Refused:
        assert action == "drop"  # a required member is not removed
        return
    entries[0] = followed(entries[0], message)
    stated = entries[0]["reason"]["up"]
    assert "warning" in stated and '"warn"' not in stated


def test_the_reason_of_a_fixed_value_is_true_of_a_replaced_one() -> None:
    """`set` replaces each value, whether the target requires the member or not."""
    both, entries = proposed("member required")
    for up, down in (('set:"a"', 'set:"a"'), ('set:"a"', "keep"), ("refuse", 'set:"a"')):
        changed = [{**entries[0], "up": up, "down": down, "reason": entries[0]["reason"]}]
        _, (message,) = told(both, changed)
        found = str(followed(changed[0], message)["reason"])
        assert "became a fixed value" in found
        assert "Before new" not in found and "missing" not in found


@pytest.mark.parametrize("name", [*PAIRS, *MORE])
def test_each_direction_that_edits_has_a_text(name: str) -> None:
    """Otherwise no person has said why. The adapter would state only the location of the change."""
    both, entries = proposed(name)
    asked = 0
    for at, entry in enumerate(entries):
        for direction, other in (DIRECTIONS, DIRECTIONS[::-1]):
            silent: Entry = {**entry, "reason": {other: OWN}}
            silent.pop("refusal", None)
            stated = [*entries[:at], silent, *entries[at + 1 :]]
            pair, messages = told(both, stated)
            adapter = generate.plan(pair).adapters[DIRECTIONS.index(direction)]
            texts = {one.reason for one in cited((adapter,)) if one.id == entry["id"]}
            if not messages:
                is_kept = {*rows(entry, direction).values()} == {"keep"}  # removes only undeclared values
                assert texts <= {OWN} or is_kept
                continue
            (message,) = messages
            assert texts and message.endswith(
                f"but the reason has no text for `{direction}`; add it to `reason`"
            )
            silent["reason"][direction] = OWN
            assert told(both, stated)[1] == []
            asked += 1
    assert asked
