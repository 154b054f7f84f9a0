"""Record changes: the members of two records → findings, and pairs of types to compare."""

from __future__ import annotations

import json

from mcpgen.compare.compared_protocol import TypePair
from mcpgen.compare.comparison import Comparison, Finding, Place
from mcpgen.compare.describe import describe
from mcpgen.compare.type_changes import compare_types
from mcpgen.ir import Anything, Field, Map, Record, Type


def as_record(body: Record | Map) -> Record:
    """Return an object with free names as a record that declares no member."""
    return body if isinstance(body, Record) else Record("", (), open=body.values)


def compare_records(comparison: Comparison, pair: TypePair, old: Record, new: Record) -> None:
    """Compare two records member by member, then the type of their additional members."""
    for name in dict.fromkeys([field.name for field in (*new.fields, *old.fields)]):
        place = Place(pair, name)
        before, after = old.field(name), new.field(name)
        if before is not None and after is not None:
            _compare_fields(comparison, before, after, place)
        elif after is not None:
            _added_field(comparison, old, after, place)
        elif before is not None:
            _removed_field(comparison, before, new, place)
    before_open, after_open = (None if record.opened else record.open for record in (old, new))
    _compare_additional_members(comparison, before_open, after_open, Place(pair))
    _compare_refused_members(comparison, old, new, Place(pair))


def _added_field(comparison: Comparison, old: Record, after: Field, place: Place) -> None:
    comparison.add(Finding(f"FIELD_ADDED_{_necessity(after)}", place, None, after))
    if _was_data(old, after) and not comparison.new.accepts_anything(after.type):
        comparison.add(_retyped("TYPE_NARROWED", place, old.open or Anything(), after.type))


def _removed_field(comparison: Comparison, before: Field, new: Record, place: Place) -> None:
    comparison.add(Finding(f"FIELD_REMOVED_{_necessity(before)}", place, before, None))
    if _was_data(new, before) and not comparison.old.accepts_anything(before.type):
        comparison.add(_retyped("TYPE_WIDENED", place, before.type, new.open or Anything()))


def _was_data(record: Record, member: Field) -> bool:
    """Return whether a record that does not declare an optional member accepts it as data."""
    return record.mapping and record.open is not None and not member.required


def _compare_fields(comparison: Comparison, before: Field, after: Field, place: Place) -> None:
    """Compare a member that both records declare."""
    if before.required != after.required:
        comparison.add(Finding(f"FIELD_BECAME_{_necessity(after)}", place, before, after))
    if before.framed != after.framed:
        rule = "FIELD_UNDECLARED" if after.framed else "FIELD_DECLARED"
        comparison.add(Finding(rule, place, before, after))
    if before.default != after.default:
        detail = f"{json.dumps(before.default)} → {json.dumps(after.default)}"
        comparison.add(Finding("DEFAULT_CHANGED", place, before, after, detail))
    compare_types(comparison, before.type, after.type, place)


def _compare_additional_members(
    comparison: Comparison, old: Type | None, new: Type | None, place: Place
) -> None:
    """Compare the types of additional members; None where additional members are unknown members."""
    if old is not None and new is not None:
        compare_types(comparison, old, new, place)
    elif new is not None:
        comparison.add(Finding("MEMBERS_OPENED", place, None, new))
        if not comparison.new.accepts_anything(new):
            comparison.add(_retyped("TYPE_NARROWED", place, Anything(), new))
    elif old is not None:
        comparison.add(Finding("MEMBERS_CLOSED", place, old, None))
        if not comparison.old.accepts_anything(old):
            comparison.add(_retyped("TYPE_WIDENED", place, old, Anything()))


def _compare_refused_members(comparison: Comparison, old: Record, new: Record, place: Place) -> None:
    """Compare the members that are not legal: all undeclared ones of a closed object, or some names."""
    if old.closed != new.closed:
        comparison.add(Finding("MEMBERS_REFUSED" if new.closed else "MEMBERS_ADMITTED", place, old, new))
    for rule, before, after in (("MEMBERS_REFUSED", old, new), ("MEMBERS_ADMITTED", new, old)):
        for name in after.absent:
            if name not in before.absent and not before.closed:
                comparison.add(Finding(rule, place, old, new, name))


def _retyped(rule: str, place: Place, old: Type, new: Type) -> Finding:
    return Finding(rule, place, old, new, f"{describe(old)} → {describe(new)}")


def _necessity(member: Field) -> str:
    """Return REQUIRED or OPTIONAL, as the ids of rules spell them."""
    return "REQUIRED" if member.required else "OPTIONAL"
