"""The reasons that users and peers read: each says which revisions do not have what, and what was done.

A conversion over several revisions reports the reasons of every step. A reason therefore names only the newer
revision of its step, as a date: before it, or since it.
"""

from __future__ import annotations

import json
import pkgutil
import re
from collections.abc import Iterator
from importlib import import_module
from itertools import pairwise
from typing import Any, Literal, NamedTuple

import mcp_revisions as mr
import pytest
from mcp_revisions import adapters
from mcp_revisions._runtime.conversion import restore
from mcp_revisions._runtime.conversion.losses import Change
from mcp_revisions._runtime.conversion.rules.envelopes import NAMING

from mcpgen.adapters.decisions import Decided, Entry
from mcpgen.adapters.plan import DIRECTIONS, Direction
from mcpgen.adapters.proposals import propose
from mcpgen.schema_folder import decided, protocol, revisions
from support.paths import TESTS

LIMIT = 200
KINDS: tuple[Literal["reason", "refusal"], ...] = ("reason", "refusal")
# Terms that have a plain equivalent: the glossary has them all.
BANNED = (
    "asker",
    "border",
    "bridge",
    "counterpart",
    "decoration",
    "frame",
    "has no place",
    "is no ",
    "lack",
    "legacy",
    "loss",
    "modern",
    "older form",
    "respelled",
    " alone",
    "verdict",
)
# What a reason says of each outcome, in one of these words.
OUTCOMES = {
    "refused": ("was refused",),
    "dropped": ("removed", "rewritten", "changed", "not restored"),
    "weakened": ("joined", "removed"),
}
DONE = re.compile(r", so (?:[^.;]* )?(?:was|were|became) ")  # an action in the past tense
EDITS = ("const", "drop", "dropInside", "dropOnly", "fill", "instead", "move", "rename", "set")
REFUSALS = ("refuse", "dropOnly")
SAMPLES = [
    json.loads(line) for line in (TESTS / "data" / "conversions.jsonl").read_text("utf-8").splitlines()
]
_REVISION = re.compile(r"\d{4}-\d\d-\d\d")


def complaints(reason: str) -> list[str]:
    """Return what is wrong with the language of a reason."""
    found = [f"says {term!r}" for term in BANNED if term in reason]
    if not reason[:1].isalnum() or not reason.endswith(".") or "  " in reason:
        found.append("is not a sentence")
    if len(reason) > LIMIT:
        found.append(f"has {len(reason)} characters")
    return found


def names_a_side(reason: str) -> bool:
    """Return whether a reason names a revision, an extension, or the tasks of a core."""
    return bool(_REVISION.search(reason)) or "extension" in reason or "ore task" in reason


class Said(NamedTuple):
    """A sentence of a decision file: the step, the entry, and the direction in which it is said."""

    newer: str
    entry: Entry
    direction: Direction
    kind: Literal["reason", "refusal"]
    text: str


def entries() -> dict[str, list[Decided]]:
    """Return the decided changes of each named change, by its id."""
    found: dict[str, list[Decided]] = {}
    for pair in pairwise(revisions()):
        for one in decided(*pair).changes:
            if one.entry is not None:
                found.setdefault(one.entry.id, []).append(one)
    return found


def said() -> Iterator[Said]:
    """Yield every sentence of the shipped decision files."""
    for older, newer in pairwise(revisions()):
        for entry in dict.fromkeys(one.entry for one in decided(older, newer).changes if one.entry):
            for direction in DIRECTIONS:
                for kind in KINDS:
                    text = getattr(getattr(entry, kind), direction)
                    if text:
                        yield Said(newer, entry, direction, kind, text)


def generated_changes() -> Iterator[Change]:
    """Yield every change that a generated adapter cites."""
    for module in pkgutil.iter_modules(adapters.__path__, "mcp_revisions.adapters."):
        yield from (each for each in vars(import_module(module.name)).values() if isinstance(each, Change))


def reported(sample: dict[str, Any]) -> list[tuple[str, str]]:
    """Return the outcomes of a sample's conversion, each with the reason that is reported for it."""
    options = {name: sample.get(name) for name in ("answering", "context")}
    ends = sample["source"], sample["target"]
    try:
        converted = mr.convert(sample["before"], *ends, sender=sample["sender"], **options)
    except mr.NoCounterpart as error:
        message = error.reply["error"]["message"] if error.reply else error.reason
        assert message.endswith(error.reason)  # a peer reads the reason too
        return [("refused", error.reason)]
    return [(loss.kind, loss.reason) for loss in converted.losses]


@pytest.mark.parametrize("one", [*said()], ids=lambda one: f"{one.entry.id}-{one.direction}-{one.kind}")
def test_a_sentence_of_a_named_change_is_plain(one: Said) -> None:
    """It is short, names only the newer revision of its step, and says in the past tense what was done."""
    assert complaints(one.text) == []
    assert {*_REVISION.findall(one.text)} == {one.newer}
    assert DONE.search(one.text)
    assert not one.entry.title.endswith(".") and len(one.entry.title) <= 60


@pytest.mark.parametrize("rows", [*entries().values()], ids=lambda rows: rows[0].entry.id)
@pytest.mark.parametrize("direction", DIRECTIONS)
def test_a_sentence_says_what_its_actions_do(rows: list[Decided], direction: Direction) -> None:
    """The reason of a difference says nothing of a refusal, and a refused message is told that it was."""
    entry = rows[0].entry
    assert entry is not None
    actions = [one.up if direction == "up" else one.down for one in rows]
    verbs = {re.split("[:@]", action.strip())[0] for text in actions for action in text.split(";")}
    reason, refusal = (getattr(getattr(entry, kind), direction) for kind in KINDS)
    if verbs & {*REFUSALS}:
        assert "was refused" in (refusal or reason)
    if verbs & {*EDITS}:
        assert reason and "refused" not in reason


def test_a_generated_reason_is_plain() -> None:
    """So are the reasons of generated adapters, of the revision that a message names, and of `keep`."""
    found = {text for change in generated_changes() for text in (change.reason, change.why_refused)}
    assert len(found) > 40
    assert [(reason, wrong) for reason in sorted(found) if (wrong := complaints(reason))] == []
    assert [reason for reason in sorted(found) if not names_a_side(reason)] == []
    naming = [reason.format(target=mr.LATEST) for _, reason in NAMING.values()]
    others = [restore.NOT_KEPT_HERE.reason, restore.NOT_VALID.reason]
    assert [complaints(reason) for reason in [*naming, *others] if complaints(reason)] == []


@pytest.mark.parametrize(("old", "new"), [*pairwise(revisions())])
def test_a_proposed_reason_is_plain(old: str, new: str) -> None:
    """Each sentence that `ingest` proposes names only the newer revision, and says what was done."""
    proposals = propose(protocol(old), protocol(new))
    assert proposals
    for proposal in proposals:
        for kind, wording in proposal.wordings.items():
            for sentence in re.split(r"(?<=\.) (?=\w)", f"{wording.up} {wording.down}".strip()):
                assert [wrong for wrong in complaints(sentence) if "characters" not in wrong] == []
                assert {*_REVISION.findall(sentence)} == {new}
                assert DONE.search(sentence)
                assert kind == "reason" or "was refused" in sentence


@pytest.mark.parametrize("sample", SAMPLES, ids=lambda sample: f"{sample['change']}-{sample['target']}")
def test_a_reported_reason_says_what_was_done(sample: dict[str, Any]) -> None:
    """A refusal says that it refused, a removal that it removed: for every sample of a conversion."""
    for outcome, reason in reported(sample):
        assert complaints(reason) == []
        assert names_a_side(reason)
        assert any(word in reason for word in OUTCOMES.get(outcome, ("",))), (outcome, reason)
        assert outcome == "refused" or "refused" not in reason
