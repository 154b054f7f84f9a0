"""Citations: the entry that an adapter cites at a node, and the names of the constants."""

from __future__ import annotations

import keyword
from dataclasses import replace

import pytest

from mcpgen.adapters.actions import Citations, Key
from mcpgen.adapters.decisions import decide_pair, read_entries
from mcpgen.compare.alignment import Location
from mcpgen.ir import Protocol, Ref, Scalar, Union
from support.small_protocols import CALL, INTEGER, STRING, decision, protocol_of, record, with_x

X = Location((Ref("Params"), Ref("Params")), "x")
A, B = record("A", v=STRING, w=STRING), record("B", p=STRING, q=STRING)


def citations(old: Protocol, new: Protocol, *entries: str) -> Citations:
    """Return the citations of two protocols with these decisions."""
    pair = decide_pair(old, new, read_entries("".join(entries).encode(), "f"))
    return Citations(old, new, pair.changes)


LOWER, HIGHER = "CONSTRAINT_LOOSENED Params.x", "CONSTRAINT_TIGHTENED Params.x"


@pytest.mark.parametrize(
    ("lower", "higher", "up", "down"),
    [
        (("keep", "refuse"), ("refuse", "keep"), "HIGHER", "LOWER"),
        (("fill:3", "keep"), ("keep", "fill:3"), "LOWER", "HIGHER"),
        (("refuse", "refuse"), ("refuse", "refuse"), "HIGHER", "LOWER"),
        (("keep", "keep"), ("keep", "keep"), "HIGHER", "LOWER"),
    ],
)
def test_the_change_that_acts_is_cited(
    lower: tuple[str, str], higher: tuple[str, str], up: str, down: str
) -> None:
    """Of two changes at a node one that does something counts, else one whose values may not fit."""
    old, new = with_x(Scalar("integer", 3, 7)), with_x(Scalar("integer", 1, 5))
    found = citations(old, new, decision("LOWER", LOWER, *lower), decision("HIGHER", HIGHER, *higher))
    assert (found.cite("up", "t", [X]).id, found.cite("down", "t", [X]).id) == (up, down)


def test_a_member_of_a_union_is_cited_by_its_place_or_by_its_name() -> None:
    """The entry that adds a type to a union is that of the type, where it has no change of its own."""
    old = with_x(Union((Ref("A"), STRING)), A)
    new = with_x(Union((Ref("A"), STRING, Ref("B"))), A, B)
    found = citations(old, new, decision("ADDED", "VARIANT_ADDED Params.x", "keep", "refuse"))
    keys: list[Key] = [(X, Ref("B")), "B"]
    assert [found.cite("down", "t", [key]).id for key in keys] == ["ADDED", "ADDED"]
    assert found.cite("down", "t", [(X, Ref("A")), "A", X]).id == "t"
    answers = (
        protocol_of(A, methods=(replace(CALL, results=names),)) for names in (("Result",), ("Result", "A"))
    )
    found = citations(*answers, decision("ANSWER", "RESULT_ADDED tools/call A", "keep", "refuse"))
    assert [found.cite("down", "t", [key]).id for key in ("tools/call.A", "A")] == ["ANSWER", "t"]


def test_a_change_without_a_node_is_cited_by_its_place() -> None:
    """A changed format is no change of values; the place that it changes cites it all the same."""
    old, new = with_x(STRING), with_x(Scalar("string", format="uri"))
    found = citations(old, new, decision("FORMAT", "FORMAT_CHANGED Params.x", "keep", "keep"))
    assert found.cite("up", "t", [X]).id == "FORMAT"
    lone = citations(with_x(INTEGER), protocol_of(record("Params", x=INTEGER, y_=STRING)), decision(
        "ADDED", "FIELD_ADDED_OPTIONAL", "keep", "drop"
    ))  # fmt: skip
    cited = lone.cite("down", "t", [X])
    assert cited.reason == "r changed `t`, so this was removed."
    assert cited.refusal == "r changed `t`, so this message was refused."


def test_constants_have_names_of_their_own() -> None:
    """Each id and reason has one constant; no name is a digit's, taken by the module, or another's."""
    found = Citations(protocol_of(), protocol_of(), ())
    titles = ["Tool.x", "tool x", "TOOL_X", "Tool.x", "2 more", "!", "down"]
    names = [found.cite("up", title, []).name for title in titles]
    assert names[:4] == ["TOOL_X", "TOOL_X_2", "TOOL_X_3", "TOOL_X"]
    assert names[4] == "CHANGE_2_MORE"
    assert all(name.isidentifier() and not keyword.iskeyword(name) for name in names)
    old, new = with_x(INTEGER), with_x(STRING)
    for id, name in (("UP", "CHANGE_UP"), ("unchanged", "CHANGE_UNCHANGED"), ("?", "CHANGE_"), ("T1", "T1")):
        cited = citations(old, new, decision(id, "TYPE_CHANGED", "keep", "keep")).cite("up", "t", [X])
        assert (cited.id, cited.name) == (id, name)
