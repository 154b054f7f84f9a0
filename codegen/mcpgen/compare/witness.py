"""Witness: a change × both protocols → a JSON value that only one of them accepts, small enough to read.

For a member it is the smallest object that holds it, for a method a frame, else a value of the type itself. Candidates are
made from both sides (smallest values, every arm and constant, what lies just outside a bound, plain misfits) and kept only
if exactly one side accepts them; one that differs in nothing but the place of the change is preferred. Rules
that change no legal value (names, defaults, deprecations) have no witness, and neither has a type whose smallest value is
too large to read.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import islice
from typing import Any, Literal, TypeAlias, get_args

from mcpgen.compare.change_rules import Change
from mcpgen.ir import (
    Anything,
    Array,
    Choice,
    Map,
    Method,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
)

Json: TypeAlias = Any

MISFITS: tuple[Json, ...] = (None, 0, "", [], {}, True, 0.5)
UNSEEN = (
    "MESSAGE_",
    "DEFAULT_",
    "FORMAT_",
    "FIELD_DECLARED",
    "FIELD_UNDECLARED",
    "TYPE_RENAMED",
    "TYPE_EX",
    "TYPE_IN",
)
ABSENT = object()
FORMATS = {"uri": "https://example.com/", "uri-template": "https://example.com/{id}", "byte": "AAAA"}
DEPTH = 4  # how deep samples vary; below it every value is the smallest
WIDTH = 24  # how many samples of a part go into samples of the whole
LIMIT = 2000  # how many values a value may be made of, and how many samples a type may have


@dataclass(frozen=True, slots=True)
class Witness:
    """A value, the revision that accepts it, and the type of it there."""

    value: Json
    valid_in: Literal["old", "new"]
    type: str


def witness(old: Values, new: Values, change: Change) -> Witness | None:
    """Return a value that only one side accepts at the place of a change, if there is one."""
    if change.rule.startswith(UNSEEN):
        return None
    try:
        if change.holders is not None:
            return _value_witness(old, new, change, *change.holders)
        return _frame_witness(old, new, change)
    except _TooLarge:
        return None


def _frame_witness(old: Values, new: Values, change: Change) -> Witness | None:
    """Return a frame of a method, a result or an array that only one revision knows."""
    added = change.rule.endswith(("_ADDED", "_ADMITTED"))
    here, there, node = (new, old, change.new) if added else (old, new, change.old)
    side: Literal["old", "new"] = "new" if added else "old"
    if isinstance(node, Method):
        if change.rule.startswith(("METHOD_", "KIND_", "DIRECTION_")):
            return Witness(here.smallest(Ref(node.message)), side, node.message)
    elif isinstance(node, Ref) and change.rule.startswith("RESULT_"):
        method = there.protocol.methods.get(change.at)
        for value in here.samples(node):
            known = any(fits(there.protocol, Ref(name), value) for name in (method.results if method else ()))
            if not known and fits(here.protocol, node, value):
                return Witness(value, side, node.name)
    elif change.rule.startswith("BATCHES_") and "JSONRPCMessage" in here.protocol.definitions:
        for value in here.samples(Ref("JSONRPCMessage")):
            if isinstance(value, list) and fits(here.protocol, Ref("JSONRPCMessage"), value):
                return Witness(value, side, "JSONRPCMessage")
    return None


def _value_witness(old: Values, new: Values, change: Change, one: Type, other: Type) -> Witness | None:
    """Return a value of the types that hold the place; one that varies this place alone is preferred."""
    found: tuple[Json, bool] | None = None
    for variants in _variants(old, new, change, one, other):
        judged = [
            (value, fits(old.protocol, one, value), fits(new.protocol, other, value)) for value in variants
        ]
        split = next(((value, before) for value, before, after in judged if before != after), None)
        if split is not None and any(before and after for _, before, after in judged):
            found = split
            break
        found = found or split
    if found is None:
        return None
    value, before = found
    holder, place = (one, change.was) if before else (other, change.at)
    title = holder.name if isinstance(holder, Ref) else place.removesuffix(f".{change.member}")
    return Witness(value, "old" if before else "new", title)


def _variants(old: Values, new: Values, change: Change, one: Type, other: Type) -> Iterator[list[Json]]:
    """Yield groups of values that vary the place of a change and nothing else; of an arm that came or went only its own."""
    arms = [
        value
        for values, node in ((old, change.old), (new, change.new))
        if change.rule.startswith("UNION_ARM_") and isinstance(node, get_args(Type))
        for value in values.samples(node)
    ]
    if change.member is None:
        yield arms or [*old.samples(one), *new.samples(other), *MISFITS]
        return
    choices: list[Json] = [ABSENT, *arms, *([value] for value in arms), *({"key": value} for value in arms)]
    for values, holder in () if arms else ((old, one), (new, other)):
        record = values.protocol.resolve(holder)
        found = record.field(change.member) if isinstance(record, Record) else None
        choices += [] if found is None else values.samples(found.type)
    choices += [] if arms else MISFITS
    bases = old.smallest(one), new.smallest(other)
    for base in ({**bases[0], **bases[1]}, *bases):
        rest = {name: value for name, value in base.items() if name != change.member}
        yield [rest if choice is ABSENT else {**rest, change.member: choice} for choice in choices]


class _TooLarge(Exception):
    """A type's smallest value is too large to be shown, or endless."""


@dataclass
class Values:
    """Values of the types of one protocol; `known` remembers the smallest of each definition and its size."""

    protocol: Protocol
    known: dict[str, tuple[Json, int]] = field(default_factory=dict)

    def smallest(self, type_: Type) -> Json:
        """Return the smallest value of a type; a union gives that of its first arm which does not lead back to it."""
        return self._sized(type_, ())[0]

    def _sized(self, type_: Type, above: tuple[str, ...]) -> tuple[Json, int]:
        """Return the smallest value and how many values it is made of."""
        match type_:
            case Ref(name):
                if name not in self.known:
                    if name in above:
                        raise _TooLarge
                    self.known[name] = self._definition(name, (*above, name))
                return self.known[name]
            case Union(arms):
                for arm in arms:
                    with suppress(_TooLarge):
                        return self._sized(arm, above)
                raise _TooLarge
            case Array(items, least):
                value, size = self._sized(items, above) if least else (None, 0)
                return [value] * (least or 0), self._checked(1 + size * (least or 0))
            case _:
                return _plain(type_), 1

    def _definition(self, name: str, above: tuple[str, ...]) -> tuple[Json, int]:
        definition = self.protocol.definitions[name]
        if not isinstance(definition, Record):
            return self._sized(definition.type, above)
        parts = {each.name: self._sized(each.type, above) for each in definition.fields if each.required}
        value = {member: part for member, (part, _) in parts.items()}
        if name in self.protocol.guards:
            member, constant = self.protocol.guards[name]
            value[member] = constant
        return value, self._checked(1 + sum(size for _, size in parts.values()))

    def _checked(self, size: int) -> int:
        if size > LIMIT:
            raise _TooLarge
        return size

    def samples(self, type_: Type) -> list[Json]:
        """Return values around a type: within it in every form, and just outside its bounds."""
        return list(islice(self._around(type_, 0), LIMIT))

    def _around(self, type_: Type, depth: int) -> Iterator[Json]:
        if depth >= DEPTH:
            with suppress(_TooLarge):
                yield self.smallest(type_)
            return
        match type_:
            case Anything():
                yield from ({}, *MISFITS)
            case Choice(values):
                yield from values
            case Scalar():
                yield _plain(type_)
                yield from _edges(type_)
            case Array(items, least, most):
                inner = list(islice(self._around(items, depth + 1), WIDTH))
                sizes = [
                    max(n, 0) for limit in (least, most) if limit is not None for n in (limit + 1, limit - 1)
                ]
                yield from ([value] for value in inner)
                yield []
                yield from ([inner[0]] * size for size in sizes if inner and size <= LIMIT)
            case Map(values):
                yield {}
                yield from ({"key": value} for value in islice(self._around(values, depth + 1), WIDTH))
            case Union(arms):
                for arm in arms:
                    yield from islice(self._around(arm, depth + 1), WIDTH)
            case Ref(name):
                definition = self.protocol.definitions[name]
                if isinstance(definition, Record):
                    yield from self._objects(definition, depth)
                else:
                    yield from self._around(definition.type, depth + 1)

    def _objects(self, record: Record, depth: int) -> Iterator[Json]:
        """Yield the smallest object, then objects with one more member, or another value of one."""
        base = self.smallest(Ref(record.name))
        yield base
        for each in record.fields:
            for value in islice(self._around(each.type, depth + 2), 8):
                if each.name not in base or base[each.name] != value:
                    yield {**base, each.name: value}


def _plain(type_: Type) -> Json:
    """Return the smallest value of a type that refers to no other."""
    match type_:
        case Scalar(kind="string"):
            return FORMATS.get(type_.format or "", "") or "x" * (type_.min_length or 0)
        case Scalar(kind="boolean"):
            return False
        case Scalar(kind="null"):
            return None
        case Scalar():
            least = 0 if type_.minimum is None else max(type_.minimum, 0)
            return least if type_.maximum is None else min(type_.maximum, least)
        case Choice(values):
            return values[0]
        case _:
            return {}


def _edges(type_: Scalar) -> Iterator[Json]:
    """Yield more values of a scalar's kind, and those at its bounds and just outside."""
    if type_.kind == "string":
        yield "x"
        lengths = [limit for limit in (type_.max_length, type_.min_length) if limit is not None]
        yield from ("x" * n for limit in lengths for n in (limit + 1, limit - 1) if 0 <= n <= LIMIT)
    elif type_.kind in ("integer", "number"):
        limits = [limit for limit in (type_.minimum, type_.maximum) if limit is not None]
        yield from (limit + step for limit in limits for step in (-1, 0, 1))
        yield from (0.5,) if type_.kind == "number" else ()
    elif type_.kind == "boolean":
        yield True


def fits(protocol: Protocol, type_: Type, value: Json) -> bool:
    """Return whether a value is valid, as the corrected schema has it."""
    match type_:
        case Anything():
            return True
        case Scalar():
            return _scalar(type_, value)
        case Choice(values):
            return any(type(value) is type(each) and value == each for each in values)
        case Array(items, least, most):
            sized = (
                isinstance(value, list)
                and (least or 0) <= len(value)
                and (most is None or len(value) <= most)
            )
            return sized and all(fits(protocol, items, each) for each in value)
        case Map(values):
            return isinstance(value, dict) and all(fits(protocol, values, each) for each in value.values())
        case Union(arms):
            return any(fits(protocol, arm, value) for arm in arms)
        case Ref(name):
            definition = protocol.definitions[name]
            if not isinstance(definition, Record):
                return fits(protocol, definition.type, value)
            return isinstance(value, dict) and _object(protocol, definition, value)


def _object(protocol: Protocol, record: Record, value: dict[str, Json]) -> bool:
    known = {field.name: field for field in record.fields}
    if any(field.required and field.name not in value for field in record.fields):
        return False
    for name, each in value.items():
        type_ = known[name].type if name in known else record.open
        if type_ is not None and not fits(protocol, type_, each):
            return False
    return True


def _scalar(type_: Scalar, value: Json) -> bool:
    match type_.kind:
        case "string":
            return (
                isinstance(value, str)
                and (type_.min_length or 0) <= len(value)
                and (type_.max_length is None or len(value) <= type_.max_length)
                and (type_.pattern is None or re.search(type_.pattern, value) is not None)
            )
        case "boolean":
            return isinstance(value, bool)
        case "null":
            return value is None
        case _:
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            whole = type_.kind == "number" or (number and value == int(value))
            return (
                number
                and whole
                and (type_.minimum is None or value >= type_.minimum)
                and (type_.maximum is None or value <= type_.maximum)
            )
