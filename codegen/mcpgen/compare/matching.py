"""Matching: the members of two unions → the pairs of members that stand for the same member.

Members are paired by name, then by their required constants and members, then by kind.
"""

from __future__ import annotations

from collections import Counter

from mcpgen.compare.compared_protocol import ComparedProtocol
from mcpgen.ir import PYTHON_TYPES, Anything, Array, Choice, Map, Record, Ref, Scalar, Type

MATCH = 0.5  # the least likeness of a pair


def match_types(
    old: ComparedProtocol, new: ComparedProtocol, olds: list[Type], news: list[Type]
) -> list[tuple[Type, Type]]:
    """Return the pairs of the same union member: equal members first, then the most alike first."""
    result = [(member, member) for member in olds if member in news]
    old_rest = [member for member in olds if member not in news]
    new_rest = [member for member in news if member not in olds]
    tags = _unique_tags(old, olds) & _unique_tags(new, news)
    scored = [
        (_likeness(old, new, old_type, new_type, tags), old_place, new_place)
        for old_place, old_type in enumerate(old_rest)
        for new_place, new_type in enumerate(new_rest)
    ]
    scored.sort(key=lambda pair: -pair[0])  # among equally alike pairs, the order of the unions decides
    old_paired, new_paired = set[int](), set[int]()
    for score, old_place, new_place in scored:
        if score >= MATCH and old_place not in old_paired and new_place not in new_paired:
            old_paired.add(old_place)
            new_paired.add(new_place)
            result.append((old_rest[old_place], new_rest[new_place]))
    return result


def _likeness(
    old: ComparedProtocol,
    new: ComparedProtocol,
    old_type: Type,
    new_type: Type,
    tags: set[tuple[str, Choice]],
) -> float:
    """Return how alike two union members are: 0 for never the same, 1 and more for surely the same.

    `tags` are the constants that identify one member of either union.
    """
    old_record, new_record = old.record(old_type), new.record(new_type)
    if old_record is not None and new_record is not None:
        return _record_likeness(old_record, new_record, tags)
    match old_type, new_type:
        case (Scalar(kind), Scalar(other_kind)):
            return 1 if kind == other_kind else MATCH if {kind, other_kind} == {"integer", "number"} else 0
        case (Array(), Array()) | (Map(), Map()) | (Choice(), Choice()):
            return 0.75
        case (Choice(), Scalar()) | (Scalar(), Choice()):
            return 0.6 if is_wider(new, new_type, old_type) or is_wider(old, old_type, new_type) else 0
        case (Map(), Ref()) | (Ref(), Map()):
            return MATCH
        case _:
            return 0


def _record_likeness(one: Record, other: Record, tags: set[tuple[str, Choice]]) -> float:
    """Return the share of common members, plus 1 for a common tag; 0 if required constants differ."""
    constants, others = _required_constants(one), _required_constants(other)
    shared = [name for name in constants if name in others]
    if any(constants[name] != others[name] for name in shared):
        return 0
    names, more = {f.name for f in one.fields}, {f.name for f in other.fields}
    tagged = any((name, constants[name]) in tags for name in shared)
    return len(names & more) / max(len(names | more), 1) + tagged


def is_wider(protocol: ComparedProtocol, wide: Type, narrow: Type) -> bool:
    """Return whether `wide` plainly accepts every value of `narrow`; the two are not equal."""
    if protocol.accepts_anything(wide):
        return True
    match wide, narrow:
        case (Scalar("number"), Scalar("integer")):
            return wide == Scalar("number")
        case (Scalar(kind), Choice(values)) if wide == Scalar(wide.kind):
            return all(
                isinstance(value, PYTHON_TYPES[kind]) and isinstance(value, bool) == (kind == "boolean")
                for value in values
            )
        case (Map(Anything(), None), Ref() | Map()):
            return True
        case _:
            return False


def may_be_same_record(one: Record, other: Record) -> bool:
    """Return whether two records in one place may be the same object under two names."""
    names, others = {f.name for f in one.fields}, {f.name for f in other.fields}
    smaller = min(len(names), len(others))
    constants = _required_constants(other)
    conflict = any(constants.get(name, value) != value for name, value in _required_constants(one).items())
    return not conflict and (smaller == 0 or len(names & others) / smaller >= MATCH)


def _unique_tags(protocol: ComparedProtocol, members: list[Type]) -> set[tuple[str, Choice]]:
    """Return the required constants that exactly one union member has."""
    counts = Counter(
        tag
        for record in map(protocol.record, members)
        if record
        for tag in _required_constants(record).items()
    )
    return {tag for tag, count in counts.items() if count == 1}


def _required_constants(record: Record) -> dict[str, Choice]:
    """Return the required constants of a record by member."""
    return {
        f.name: f.type
        for f in record.fields
        if f.required and isinstance(f.type, Choice) and len(f.type.values) == 1
    }
