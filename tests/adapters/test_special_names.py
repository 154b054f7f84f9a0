"""Names and values with characters that actions use: each can be written, and what is proposed builds."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from itertools import permutations

import pytest

from mcpgen.adapters import generate
from mcpgen.adapters.action_text import ActionText, action_text, parse_actions
from mcpgen.adapters.decisions import decide_pair, read_entries, source_of
from mcpgen.adapters.plan import Become, Move, ObjectFunction, PairPlan, Set, UnionFunction
from mcpgen.adapters.proposals import Proposal, entries_text, propose
from mcpgen.ir import Choice, Field, Protocol, Record, Ref, Scalar
from mcpgen.problems import Refused
from support.small_pairs import named
from support.small_protocols import CALL, STRING, decision, protocol_of, with_x

NAMES = (
    *("@type", "@", "a;b", ";", "a b", "a,b", 'a"b', '"a"', "a:b", "rename:x", "a → b", "é", "a\\b", "a@b;c"),
    *("io.modelcontextprotocol/locale", "io.modelcontextprotocol/language", "$ref", "a\nb", "x' or '", "[0]"),
)
PAIRS = [*zip(NAMES, (*NAMES[1:], NAMES[0]), strict=True)]


def ends(old: Record, new: Record, *more: Record) -> tuple[Protocol, Protocol]:
    """Return two protocols with these params."""
    return named(protocol_of(old, *more), "old"), named(protocol_of(new, *more), "new")


def accepted(pair: tuple[Protocol, Protocol]) -> tuple[tuple[Proposal, ...], str]:
    """Return the proposals for a pair, and their entries as if a person had accepted them."""
    found = propose(*pair)
    return found, entries_text(found, map("T.{}".format, range(1, 99)), "new", None)


def planned(pair: tuple[Protocol, Protocol], text: str) -> PairPlan:
    """Return the plan of a pair with these entries."""
    return generate.plan(decide_pair(*pair, read_entries(text.encode(), source_of("old", "new"))))


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_a_proposed_rename_builds(old: str, new: str) -> None:
    """A rename must be accepted by name; then the build takes it, and the member has its new name."""
    kind = Scalar("string", max_length=7)
    pair = ends(*(Record("Params", (Field(name, kind, True),)) for name in (old, new)))
    proposals, text = accepted(pair)
    assert [each.why_by_name for each in proposals if each.location.startswith("Params")] == [
        "which assumes that something was renamed or moved"
    ]
    for plan in planned(pair, text).adapters:
        (function,) = plan.functions
        assert isinstance(function, ObjectFunction)
        (move,) = function.edits
        assert isinstance(move, Move)
        assert (move.source, move.target) == (((old,), (new,)) if plan.name == "up" else ((new,), (old,)))


@pytest.mark.parametrize("name", NAMES)
def test_a_proposed_move_builds(name: str) -> None:
    """The pointer of a move has every character of the name."""
    kind = Scalar("string", max_length=7)
    inner = [
        Record("Inner", (Field("z", STRING, False), *each)) for each in ((), (Field(name, kind, False),))
    ]
    holder = Field("box", Ref("Inner"), False)
    one, other = protocol_of(Record("Params", (holder, Field(name, kind, False))), inner[0]), protocol_of(
        Record("Params", (holder,)), inner[1]
    )
    pair = named(one, "old"), named(other, "new")
    proposals, text = accepted(pair)
    is_proposed = any("move:" in action for each in proposals for action in each.up.values())
    assert is_proposed or "." in name
    edits = [
        edit
        for each in planned(pair, text).adapters[0].functions
        if isinstance(each, ObjectFunction)
        for edit in each.edits
    ]
    moves = [(edit.source, edit.target) for edit in edits if isinstance(edit, Move)]
    assert moves == ([((name,), ("box", name))] if is_proposed else [])


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_a_renamed_value_builds(old: str, new: str) -> None:
    """A value of an enumeration may have any characters."""
    pair = named(with_x(Choice(("k", old))), "old"), named(with_x(Choice(("k", new))), "new")
    rename = action_text("rename", old)
    change = f"ENUM_VALUE_RENAMED Params.x {_json(new)}"
    text = decision("X", "COVERS", "ACTION", "ACTION").replace('"COVERS"', _json(change))
    text = text.replace('"ACTION"', _json(rename))
    for plan, (before, after) in zip(planned(pair, text).adapters, ((old, new), (new, old)), strict=True):
        (function,) = [each for each in plan.functions if isinstance(each, UnionFunction)]
        (outcome,) = [each.outcome for each in function.variants]
        assert isinstance(outcome, Become) and outcome.value == after, before


def _json(text: str) -> str:
    return json.dumps(text)


@pytest.mark.parametrize("name", NAMES)
def test_a_given_text_may_have_every_character(name: str) -> None:
    """`fill` and `set` take a JSON string with `@` or `;`."""
    pair = ends(Record("Params", ()), Record("Params", (Field("x", STRING, True),)))
    text = decision("X", "FIELD_ADDED_REQUIRED Params.x", "ACTION", "drop")
    text = text.replace('"ACTION"', _json(f"fill:{_json(name)}@Params.x"))
    (function,) = planned(pair, text).adapters[0].functions
    assert isinstance(function, ObjectFunction)
    assert [edit.value for edit in function.edits if isinstance(edit, Set)] == [name]


def several() -> Iterator[tuple[ActionText, ...]]:
    """Yield actions with every name as an argument and as a location."""
    for one, other in PAIRS:
        yield (
            ActionText("rename", one, ()),
            ActionText("drop", "", (other, one)),
            ActionText("fill", _json(one), (other,)),
            ActionText("move", f"/a/{other}", ()),
        )


@pytest.mark.parametrize("actions", [*several()])
def test_actions_are_read_as_they_are_written(actions: tuple[ActionText, ...]) -> None:
    """In every order, the parser returns the verbs, arguments and locations that were written."""
    for order in permutations(actions):
        assert tuple(parse_actions("; ".join(action_text(*each) for each in order))) == order


def test_a_renamed_method_may_have_special_characters() -> None:
    """A method's older name is quoted in the same way."""
    old, new = (
        replace(protocol_of(methods=(replace(CALL, name=name),)), revision=revision)
        for name, revision in (("@tools;run", "old"), ("tools/call", "new"))
    )
    text = decision("X", "METHOD_RENAMED tools/call", "ACTION", "ACTION")
    text = text.replace('"ACTION"', _json(action_text("rename", "@tools;run")))
    (row,) = planned((old, new), text).adapters[0].methods["client"]
    assert getattr(row, "renamed", None) == "tools/call"


def test_an_unquoted_name_has_a_next_step() -> None:
    """A name that ends at `@` is refused, and the message says how to write it."""
    pair = ends(*(Record("Params", (Field(name, STRING, True),)) for name in ("@type", "kind")))
    with pytest.raises(
        Refused, match="the action must be `rename:OLD`, a name with `@`, `;` or `,` in quotes"
    ):
        planned(pair, decision("X", "FIELD_RENAMED Params.kind", "rename:@type", "rename:@type"))
