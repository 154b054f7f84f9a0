"""Witness: a change × both protocols → a JSON value that only one of them accepts, small enough to read.

For a member it is the smallest object that holds it, for a method a frame, else a value of the type itself. Candidates are
made from both sides (smallest values, every arm and constant, what lies just outside a bound, plain misfits) and kept only
if exactly one side accepts them; one that differs in nothing but the place of the change is preferred. Rules
that change no legal value (names, defaults, deprecations) have no witness.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Literal, TypeAlias, get_args

from mcpgen.facts import Change
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


@dataclass(frozen=True, slots=True)
class Witness:
    """A value, the revision that accepts it, and the type of it there."""

    value: Json
    valid_in: Literal["old", "new"]
    type: str


def witness(old: Protocol, new: Protocol, change: Change) -> Witness | None:
    """Return a value that only one side accepts at the place of a change, if there is one."""
    if change.rule.startswith(UNSEEN):
        return None
    if change.holders is not None:
        return _value_witness(old, new, change, *change.holders)
    if change.rule.startswith(("METHOD_", "KIND_", "DIRECTION_")):
        added = change.rule.endswith("_ADDED")
        method, protocol = (change.new, new) if added else (change.old, old)
        if isinstance(method, Method):
            frame = smallest(protocol, Ref(method.message))
            return Witness(frame, "new" if added else "old", method.message)
    if change.rule.startswith("RESULT_"):
        added = change.rule.endswith("_ADDED")
        type_, here, there = (change.new, new, old) if added else (change.old, old, new)
        known = there.methods[change.at].results if change.at in there.methods else ()
        if isinstance(type_, Ref):
            for value in samples(here, type_):
                if fits(here, type_, value) and not any(fits(there, Ref(name), value) for name in known):
                    return Witness(value, "new" if added else "old", type_.name)
    if change.rule.startswith("BATCHES_"):
        added = change.rule.endswith("ADMITTED")
        protocol = new if added else old
        for value in samples(protocol, Ref("JSONRPCMessage")):
            if isinstance(value, list) and fits(protocol, Ref("JSONRPCMessage"), value):
                return Witness(value, "new" if added else "old", "JSONRPCMessage")
    return None


def _value_witness(old: Protocol, new: Protocol, change: Change, one: Type, other: Type) -> Witness | None:
    found: Json = ABSENT
    arms = [
        value
        for protocol, node in ((old, change.old), (new, change.new))
        if change.rule.startswith("UNION_ARM_") and isinstance(node, get_args(Type))
        for value in samples(protocol, node)
    ]
    for variants in _variants(old, new, change.member, one, other, arms):
        judged = [(value, fits(old, one, value), fits(new, other, value)) for value in variants]
        split = [(value, before) for value, before, after in judged if before != after]
        if split and found is ABSENT:
            found = split[0]
        if split and any(before and after for _, before, after in judged):
            found = split[0]
            break
    if found is ABSENT:
        return None
    value, before = found
    holder, place = (one, change.was) if before else (other, change.at)
    title = holder.name if isinstance(holder, Ref) else place.removesuffix(f".{change.member}")
    return Witness(value, "old" if before else "new", title)


def _variants(
    old: Protocol, new: Protocol, member: str | None, one: Type, other: Type, arms: list[Json]
) -> Iterator[list[Json]]:
    """Yield groups of values that vary the place of a change and nothing else; `arms` are those of an arm that came or went."""
    if member is None:
        yield arms or [*samples(old, one), *samples(new, other), *MISFITS]
        return
    before, after = old.resolve(one), new.resolve(other)
    choices: list[Json] = [ABSENT, *arms, *([value] for value in arms), *({"key": value} for value in arms)]
    for protocol, holder in () if arms else ((old, before), (new, after)):
        found = holder.field(member) if isinstance(holder, Record) else None
        if found is not None:
            choices += samples(protocol, found.type)
    choices += () if arms else MISFITS
    bases = smallest(old, one), smallest(new, other)
    for base in ({**bases[0], **bases[1]}, *bases):
        rest = {name: value for name, value in base.items() if name != member}
        yield [rest if choice is ABSENT else {**rest, member: choice} for choice in choices]


def smallest(protocol: Protocol, type_: Type, above: tuple[str, ...] = ()) -> Json:
    """Return the smallest value of a type; a union gives that of its first arm which does not lead back to it."""
    match type_:
        case Anything() | Map():
            return {}
        case Scalar(kind="string"):
            text = FORMATS.get(type_.format or "", "")
            return text if text else "x" * (type_.min_length or 0)
        case Scalar(kind="boolean"):
            return False
        case Scalar(kind="null"):
            return None
        case Scalar():
            return (
                max(type_.minimum or 0, 0)
                if type_.maximum is None
                else min(type_.maximum, max(type_.minimum or 0, 0))
            )
        case Choice(values):
            return values[0]
        case Array(items, least):
            return [smallest(protocol, items, above) for _ in range(least or 0)]
        case Union(arms):
            arm = next((arm for arm in arms if not (isinstance(arm, Ref) and arm.name in above)), arms[0])
            return smallest(protocol, arm, above)
        case Ref(name):
            definition = protocol.definitions[name]
            if not isinstance(definition, Record):
                return smallest(protocol, definition.type, (*above, name))
            value = {
                field.name: smallest(protocol, field.type, (*above, name))
                for field in definition.fields
                if field.required
            }
            guard = protocol.guards.get(name)
            return value if guard is None else {**value, guard[0]: guard[1]}


def samples(protocol: Protocol, type_: Type, depth: int = 0) -> list[Json]:
    """Return values around a type: within it in every form, and just outside its bounds."""
    if depth >= DEPTH:
        return [smallest(protocol, type_)]
    match type_:
        case Anything():
            return [{}, *MISFITS]
        case Scalar(kind="string"):
            lengths = [length for length in (type_.max_length, type_.min_length) if length is not None]
            edges = ["x" * size for length in lengths for size in (length + 1, length - 1) if size >= 0]
            return [smallest(protocol, type_), "x", *edges]
        case Scalar(kind="integer" | "number"):
            edges_ = [
                limit + step
                for limit in (type_.minimum, type_.maximum)
                if limit is not None
                for step in (-1, 0, 1)
            ]
            return [smallest(protocol, type_), *edges_, *([0.5] if type_.kind == "number" else [])]
        case Scalar(kind="boolean"):
            return [False, True]
        case Scalar():
            return [None]
        case Choice(values):
            return list(values)
        case Array(items, least, most):
            item = smallest(protocol, items)
            sizes = [
                size
                for limit in (least, most)
                if limit is not None
                for size in (limit + 1, max(limit - 1, 0))
            ]
            inner = samples(protocol, items, depth + 1)
            return [
                *([value] for value in inner[:24]),
                [],
                *([item] * size for size in sizes if size <= 1000),
            ]
        case Map(values):
            return [{}, *({"key": value} for value in samples(protocol, values, depth + 1)[:24])]
        case Union(arms):
            return [value for arm in arms for value in samples(protocol, arm, depth + 1)[:24]]
        case Ref(name):
            definition = protocol.definitions[name]
            if not isinstance(definition, Record):
                return samples(protocol, definition.type, depth)
            base = smallest(protocol, type_)
            result = [base]
            for field in definition.fields:
                inner = samples(protocol, field.type, depth + 2)[:8]
                result += [
                    {**base, field.name: value} for value in inner if base.get(field.name, ABSENT) != value
                ]
            return result


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
