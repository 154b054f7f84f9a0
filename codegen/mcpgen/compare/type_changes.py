"""Type changes: two types in the same place → findings, and pairs of definitions to compare.

Values are compared, not names: a type that is extracted, inlined or renamed is compared with the type that
stood in its place. Unions, enumerations and members have no order.
"""

from __future__ import annotations

import json

from mcpgen.compare.compared_protocol import TypePair
from mcpgen.compare.comparison import Comparison, Finding, Place, as_counterpart, as_type
from mcpgen.compare.describe import describe
from mcpgen.compare.matching import is_wider, match_types, may_be_same_record
from mcpgen.ir import Array, Choice, Map, Ref, Scalar, Type

# The most counterparts of a type that are compared member by member; no pinned revision needs five.
COUNTERPARTS = 16

# The direction in which each bound moves when it loosens: up, down, or 0 where values have no order.
LOOSENS: dict[str, int] = {
    "minimum": -1,
    "maximum": 1,
    "min_length": -1,
    "max_length": 1,
    "min_items": -1,
    "max_items": 1,
    "pattern": 0,
}


def compare_types(comparison: Comparison, old: Type, new: Type, place: Place) -> None:
    """Compare two types in the same place; queue named types, so that each pair is compared once."""
    if not isinstance(old, Ref) and not isinstance(new, Ref):
        compare_values(comparison, old, new, place)
    elif isinstance(old, Ref) and isinstance(new, Ref) and _are_unrelated(comparison, old, new):
        _add_retyped(comparison, old, new, place)
    else:
        comparison.add_pair(as_counterpart(old), as_counterpart(new), place)


def _are_unrelated(comparison: Comparison, old: Ref, new: Ref) -> bool:
    """Return whether two names mean different objects, or a name has reached `COUNTERPARTS`."""
    if old.name == new.name:
        return False
    one, other = comparison.old.record(old), comparison.new.record(new)
    if one is not None and other is not None and not may_be_same_record(one, other):
        return True
    counts = (
        comparison.old.compared_with.get(old.name, ()),
        comparison.new.compared_with.get(new.name, ()),
    )
    return (old.name, new.name) not in comparison.places and max(map(len, counts)) >= COUNTERPARTS


def compare_values(comparison: Comparison, old: Type, new: Type, place: Place) -> None:
    """Compare two types by the values that they accept, union member by union member."""
    anything = comparison.old.accepts_anything(old), comparison.new.accepts_anything(new)
    if any(anything):
        if not all(anything):
            _add_retyped(comparison, old, new, place)
        return
    olds, news = comparison.old.union_members(old), comparison.new.union_members(new)
    null = Scalar("null")
    if max(len(olds), len(news)) > 1 and (null in olds) != (null in news):
        rule = "NULL_ADMITTED" if null in news else "NULL_REFUSED"
        comparison.add(Finding(rule, place, old, new))
        olds, news = [one for one in olds if one != null], [one for one in news if one != null]
    if len(olds) == len(news) == 1:
        _compare_members(comparison, olds[0], news[0], place)
        return
    matched = match_types(comparison.old, comparison.new, olds, news)
    if not matched:
        _add_retyped(comparison, old, new, place)
        return
    for one, other in matched:
        _compare_members(comparison, one, other, place)
    for member in olds:
        if member not in [one for one, _ in matched]:
            comparison.add(Finding("UNION_MEMBER_REMOVED", place, member, None, describe(member)))
    for member in news:
        if member not in [other for _, other in matched]:
            comparison.add(Finding("UNION_MEMBER_ADDED", place, None, member, describe(member)))


def _compare_members(comparison: Comparison, old: Type, new: Type, place: Place) -> None:
    """Compare two types that are not unions."""
    match old, new:
        case (Ref(), Ref()):
            compare_types(comparison, old, new, place)
        case (Ref(), Map()) | (Map(), Ref()):
            comparison.add_pair(as_counterpart(old), as_counterpart(new), place)
        case (Map(), Map()) if old.names != new.names:
            _add_retyped(comparison, old, new, place)
        case (Map(), Map()):
            compare_types(comparison, old.values, new.values, place)
        case (Array(), Array()):
            _compare_bounds(comparison, old, new, place)
            compare_types(comparison, old.items, new.items, place)
        case (Choice(), Choice()):
            _compare_choices(comparison, old, new, place)
        case (Scalar(), Scalar()) if old.kind == new.kind:
            _compare_bounds(comparison, old, new, place)
            if old.format != new.format:
                detail = f"{old.format or 'none'} → {new.format or 'none'}"
                comparison.add(Finding("FORMAT_CHANGED", place, old, new, detail))
        case _:
            _add_retyped(comparison, old, new, place)


def _compare_choices(comparison: Comparison, old: Choice, new: Choice, place: Place) -> None:
    """Compare two enumerations; one constant for another is a constant that changed."""
    if old == new:
        return
    if len(old.values) == len(new.values) == 1:
        detail = f"{describe(old)} → {describe(new)}"
        comparison.add(Finding("CONST_CHANGED", place, old, new, detail))
        return
    olds, news = [Choice((value,)) for value in old.values], [Choice((value,)) for value in new.values]
    for value in olds:
        if value not in news:
            comparison.add(Finding("ENUM_VALUE_REMOVED", place, value, None, describe(value)))
    for value in news:
        if value not in olds:
            comparison.add(Finding("ENUM_VALUE_ADDED", place, None, value, describe(value)))


def _compare_bounds(comparison: Comparison, old: Scalar | Array, new: Scalar | Array, place: Place) -> None:
    """Compare the constraints of two scalars of one kind, or of two arrays."""
    for name, loosens in LOOSENS.items():
        before, after = getattr(old, name, None), getattr(new, name, None)
        if before == after:
            continue
        rules = ["CONSTRAINT_TIGHTENED", "CONSTRAINT_LOOSENED"]
        if before is None or after is None or loosens != 0:
            loosened = after is None or (before is not None and (after - before) * loosens > 0)
            rules = rules[1:] if loosened else rules[:1]
        detail = f"{name} {json.dumps(before)} → {name} {json.dumps(after)}"
        for rule in rules:
            comparison.add(Finding(rule, place, old, new, detail))


def _add_retyped(comparison: Comparison, old: Type, new: Type, place: Place) -> None:
    """Add that the accepted values differ: wider, narrower, or other."""
    wider, narrower = is_wider(comparison.new, new, old), is_wider(comparison.old, old, new)
    rule = "TYPE_CHANGED" if wider == narrower else "TYPE_WIDENED" if wider else "TYPE_NARROWED"
    comparison.add(Finding(rule, place, old, new, f"{describe(old)} → {describe(new)}"))


def compare_message_unions(comparison: Comparison, pair: TypePair) -> None:
    """Compare two unions that only list messages, by name."""
    old = comparison.old.union_members(as_type(pair[0]))
    new = comparison.new.union_members(as_type(pair[1]))
    removed, added = [one for one in old if one not in new], [one for one in new if one not in old]
    renamed = match_types(comparison.old, comparison.new, removed, added)
    for member in removed:
        if member not in [one for one, _ in renamed]:
            comparison.add(Finding("MESSAGE_UNLISTED", Place(pair), member, None, describe(member)))
    for member in added:
        if member not in [other for _, other in renamed]:
            comparison.add(Finding("MESSAGE_LISTED", Place(pair), None, member, describe(member)))
