"""Changes: `Protocol` × `Protocol` → every difference between them, as a sorted tuple of `ProtocolChange`.

Finding and judging are separate. The walk starts at the methods and follows both protocols in step; it yields
findings (`message_changes`, `record_changes`, `type_changes`, `annotation_changes`, `definition_changes`).
`locations` names the place of each finding, and `judging` grades it by the table of `change_rules`. The
decision for a change is made in `adapters/decisions`; its text is printed in `commands/diff`.
"""

from __future__ import annotations

from mcpgen.compare.annotation_changes import compare_annotations
from mcpgen.compare.compared_protocol import TypePair
from mcpgen.compare.comparison import MESSAGE_UNIONS, Comparison, Location, Place
from mcpgen.compare.definition_changes import compare_definitions
from mcpgen.compare.judging import judge
from mcpgen.compare.locations import Locations
from mcpgen.compare.message_changes import compare_messages
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.compare.record_changes import as_record, compare_records
from mcpgen.compare.type_changes import compare_message_unions, compare_values
from mcpgen.ir import Map, Protocol, Record, Ref


def find_changes(old: Protocol, new: Protocol) -> tuple[ProtocolChange, ...]:
    """Return every change from `old` to `new`, sorted by place; swapped arguments give the mirrors."""
    comparison = Comparison(old, new)
    compare_messages(comparison)
    compare_annotations(comparison)
    _walk(comparison)
    compare_definitions(comparison)
    locations = Locations(comparison)
    changes = {
        judge(comparison, finding, location): None
        for finding in comparison.findings
        for location in (
            [finding.place] if isinstance(finding.place, Location) else locations.of(finding.place)
        )
    }
    return tuple(sorted(changes, key=ProtocolChange.sort_key))


def _walk(comparison: Comparison) -> None:
    """Compare every pair of types: those that messages lead to, then the definitions of one name."""
    old, new = comparison.old.protocol.definitions, comparison.new.protocol.definitions
    if "JSONRPCMessage" in old and "JSONRPCMessage" in new:
        comparison.add_pair("JSONRPCMessage", "JSONRPCMessage")
    _compare_queued(comparison)
    for name in old:
        if name in new and not _is_reused(comparison, name):
            comparison.add_pair(name, name)
    _compare_queued(comparison)


def _compare_queued(comparison: Comparison) -> None:
    for pair in comparison.queued_pairs():
        _compare_pair(comparison, pair)


def _compare_pair(comparison: Comparison, pair: TypePair) -> None:
    old_type, new_type = pair
    if old_type == new_type and old_type in MESSAGE_UNIONS:
        compare_message_unions(comparison, pair)
        return
    match comparison.old.body(old_type), comparison.new.body(new_type):
        case (Record() as one, Record() | Map() as other) | (Map() as one, Record() as other):
            compare_records(comparison, pair, as_record(one), as_record(other))
        case (one, other):
            old = Ref(one.name) if isinstance(one, Record) else one
            new = Ref(other.name) if isinstance(other, Record) else other
            compare_values(comparison, old, new, Place(pair))


def _is_reused(comparison: Comparison, name: str) -> bool:
    """Return whether a record of that name became a union of records of other names, or back."""
    for here, there in ((comparison.old, comparison.new), (comparison.new, comparison.old)):
        counterpart = here.counterpart(name)
        if counterpart in (None, name) or not isinstance(here.body(name), Record):
            continue
        members = there.union_members(Ref(name))
        if len(members) > 1 and all(isinstance(m, Ref) and there.compared_with.get(m.name) for m in members):
            return True
    return False
