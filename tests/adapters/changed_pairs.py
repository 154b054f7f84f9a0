"""Pairs of small protocols with a change of each kind, and their proposed entries."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from mcpgen.adapters.proposals import entries_text, propose
from mcpgen.frontend.toml_document import parse_toml
from mcpgen.ir import Alias, Array, Choice, ErrorCode, Field, Protocol, Record, Ref, Scalar, Type, Union
from support.small_pairs import named
from support.small_protocols import CALL, INTEGER, NULL, STRING, protocol_of

TEXT = Record("Text", (Field("kind", Choice(("text",)), True), Field("text", STRING, True)))
VIDEO = Record("Video", (Field("kind", Choice(("video",)), True), Field("video", STRING, True)))
SOUND = Record("Sound", (Field("kind", Choice(("sound",)), True), Field("sound", STRING, True)))
Entry = dict[str, Any]


def block(*variants: Record) -> tuple[Any, ...]:
    """Return a union of some variants as definitions."""
    return (Alias("Block", Union(tuple(Ref(each.name) for each in variants))), *variants)


def holding(fields: Sequence[Field], *more: Any, **facts: Any) -> Protocol:
    """Return a protocol whose params have these members."""
    return protocol_of(Record("Params", tuple(fields)), *more, **facts)


def x(type_: Type, *, required: bool = False) -> Field:
    """Return the member `x` of a type."""
    return Field("x", type_, required)


BLOCKS = [
    Field("one", Ref("Block"), True),
    Field("many", Array(Ref("Block")), True),
    Field("may", Ref("Block"), False),
]
INNER, OUTER = Record("Inner", (Field("stays", STRING, False),)), Field("inner", Ref("Inner"), False)
HINTS, COST = Field("hints", Ref("Hints"), False), Field("cost", INTEGER, False)
FILLED = replace(INNER, fields=(*INNER.fields, x(INTEGER)))
# Pairs of protocols: a change of each kind, and combinations in which two entries are about one value.
PAIRS: dict[str, tuple[Protocol, Protocol]] = {
    "member added": (holding([]), holding([x(STRING)])),
    "member removed": (holding([x(STRING)]), holding([])),
    "member required": (holding([x(STRING)]), holding([x(STRING, required=True)])),
    "member narrowed": (holding([x(STRING)]), holding([x(Scalar("string", max_length=2))])),
    "null refused": (holding([x(Union((STRING, NULL)))]), holding([x(STRING)])),
    "member retyped": (holding([x(STRING, required=True)]), holding([x(INTEGER, required=True)])),
    "value added": (holding([x(Choice(("a", "b")))]), holding([x(Choice(("a", "b", "c")))])),
    "member renamed": (
        holding([Field("maximum", INTEGER, False)]),
        holding([Field("maxima", INTEGER, True)]),
    ),
    "member moved in": (holding([x(INTEGER), OUTER], INNER), holding([OUTER], FILLED)),
    "member moved out": (holding([OUTER], FILLED), holding([x(INTEGER), OUTER], INNER)),
    "variant added": (holding(BLOCKS, *block(TEXT, SOUND)), holding(BLOCKS, *block(TEXT, SOUND, VIDEO))),
    "variant removed": (holding(BLOCKS, *block(TEXT, SOUND, VIDEO)), holding(BLOCKS, *block(TEXT, SOUND))),
    "object changed": (
        holding(
            [HINTS],
            Record("Hints", (Field("safe", Scalar("boolean"), False), COST, Field("note", STRING, True))),
        ),
        holding(
            [HINTS, Field("more", Ref("Hints"), False)],
            Record("Hints", (COST, Field("note", STRING, True), Field("why", STRING, True))),
        ),
    ),
    "method renamed": (protocol_of(), protocol_of(methods=(replace(CALL, name="tools/run"),))),
    "code moved": (
        protocol_of(errors=(ErrorCode("A", -32020), ErrorCode("B", -32021))),
        protocol_of(errors=(ErrorCode("A", -32030), ErrorCode("B", -32031))),
    ),
}


@cache
def ends(name: str) -> tuple[Protocol, Protocol]:
    """Return the two protocols of a pair."""
    old, new = PAIRS[name]
    return named(old, "old"), named(new, "new")


@cache
def accepted(name: str) -> tuple[Entry, ...]:
    """Return the proposed entries of a pair."""
    text = entries_text(propose(*ends(name)), map("X.{}".format, range(1, 20)), "new", None)
    return tuple((parse_toml(text) or {})["change"])


def rows(entry: Entry, direction: str) -> dict[str, str]:
    """Return the actions of an entry in one direction as a table."""
    stated = entry[direction]
    return dict(stated) if isinstance(stated, dict) else {"*": stated}
