"""Message changes: the methods, error codes and batches of an alignment → changes."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from mcpgen.compare.alignment import MethodPair
from mcpgen.compare.locations import Location, sent_by
from mcpgen.compare.protocol_change import Changes
from mcpgen.ir import OTHER_SIDE, Method, Ref, Side


def message_changes(changes: Changes) -> None:
    """Add the changes of batches, methods and error codes."""
    alignment = changes.alignment
    if alignment.old.batches != alignment.new.batches:
        rule = "BATCHES_ADMITTED" if alignment.new.batches else "BATCHES_REFUSED"
        name = "JSONRPCMessage"
        owners = tuple(name if name in each.definitions else None for each in alignment.protocols[0])
        changes.add(rule, Location(name, name, "both", (owners[0], owners[1])))
    for pair in alignment.methods:
        _method_changes(changes, pair)
    for before, after in alignment.errors:
        if before is not None and after is not None:
            continue
        present = after or before
        assert present is not None
        name = present.type or present.name
        owners = (before.type if before else None, after.type if after else None)
        rule = "ERROR_CODE_ADDED" if before is None else "ERROR_CODE_RETIRED"
        changes.add(rule, Location(name, name, "both", owners), before, after, str(present.code))


def _method_changes(changes: Changes, pair: MethodPair) -> None:
    match pair.old, pair.new:
        case None, Method() as after:
            changes.add("METHOD_ADDED", _location(None, after), None, after, after.kind)
        case Method() as before, None:
            changes.add("METHOD_REMOVED", _location(before, None), before, None, before.kind)
        case Method() as before, Method() as after:
            place = _location(before, after)
            if before.name != after.name:
                changes.add("METHOD_RENAMED", place, before, after, f"{before.name} → {after.name}")
            if before.kind != after.kind:
                changes.add("KIND_CHANGED", place, before, after, f"{before.kind} → {after.kind}")
            if (before.owner, before.capability) != (after.owner, after.capability):
                detail = f"{_gate(before)} → {_gate(after)}"
                changes.add("CAPABILITY_CHANGED", place, before, after, detail)
            for side, (rule, one, other) in product(
                OTHER_SIDE, (("DIRECTION_ADDED", after, before), ("DIRECTION_REMOVED", before, after))
            ):
                if side in one.senders and side not in other.senders:
                    located = _location(before, after, senders=(side,))
                    changes.add(rule, located, before, after, f"sent by the {side}")
            answers = Location(after.name, before.name, sent_by(OTHER_SIDE[side] for side in after.senders))
            for result in pair.results:
                if result.old is None and result.new is not None:
                    changes.add("RESULT_ADDED", answers, None, Ref(result.new), result.new)
                elif result.new is None and result.old is not None:
                    changes.add("RESULT_REMOVED", answers, Ref(result.old), None, result.old)


def _location(
    before: Method | None, after: Method | None, *, senders: Iterable[Side] | None = None
) -> Location:
    """Return the location of a method; `senders` where only one of its senders is meant."""
    present, past = after or before, before or after
    assert present is not None
    assert past is not None
    owners = (before.message if before else None, after.message if after else None)
    return Location(present.name, past.name, sent_by(senders or present.senders), owners)


def _gate(method: Method) -> str:
    """Return the capability that a method needs, after the side that declares it."""
    return "none" if method.capability is None else f"{method.owner}:{method.capability}"
