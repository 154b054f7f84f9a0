"""Message changes: the methods, error codes and batches of two protocols → findings."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import product

from mcpgen.compare.comparison import Comparison, Finding, Location, as_counterpart
from mcpgen.compare.describe import describe
from mcpgen.compare.matching import match_types
from mcpgen.compare.protocol_change import OTHER_SIDE
from mcpgen.compare.reachability import sent_by
from mcpgen.ir import Method, Ref, Side, Type


def compare_messages(comparison: Comparison) -> None:
    """Add the findings on batches, methods and error codes; queue the messages of common methods."""
    old, new = comparison.old.protocol, comparison.new.protocol
    if old.batches != new.batches:
        rule = "BATCHES_ADMITTED" if new.batches else "BATCHES_REFUSED"
        name = "JSONRPCMessage"
        comparison.add(Finding(rule, Location(name, name, "both", comparison.same_name(name))))
    _compare_methods(comparison)
    _compare_error_codes(comparison)


def _compare_methods(comparison: Comparison) -> None:
    """Compare methods of one name, then those of one message type, which are renamed."""
    old, new = comparison.old.protocol.methods, comparison.new.protocol.methods
    removed = [method for method in old.values() if method.name not in new]
    added = [method for method in new.values() if method.name not in old]
    for before in old.values():
        if before.name in new:
            _compare_method(comparison, before, new[before.name])
    for before in list(removed):
        after = next((method for method in added if method.message == before.message), None)
        if after is not None:
            removed.remove(before)
            added.remove(after)
            detail = f"{before.name} → {after.name}"
            comparison.add(Finding("METHOD_RENAMED", _location(before, after), before, after, detail))
            _compare_method(comparison, before, after)
    for before in removed:
        comparison.add(Finding("METHOD_REMOVED", _location(before, None), before, None, before.kind))
    for after in added:
        comparison.add(Finding("METHOD_ADDED", _location(None, after), None, after, after.kind))


def _compare_method(comparison: Comparison, before: Method, after: Method) -> None:
    """Compare a method that both revisions have."""
    comparison.add_pair(before.message, after.message)
    place = _location(before, after)
    if before.kind != after.kind:
        detail = f"{before.kind} → {after.kind}"
        comparison.add(Finding("KIND_CHANGED", place, before, after, detail))
    if (before.owner, before.capability) != (after.owner, after.capability):
        detail = f"{_gate(before)} → {_gate(after)}"
        comparison.add(Finding("CAPABILITY_CHANGED", place, before, after, detail))
    for side, (rule, one, other) in product(
        OTHER_SIDE, (("DIRECTION_ADDED", after, before), ("DIRECTION_REMOVED", before, after))
    ):
        if side in one.senders and side not in other.senders:
            located = _location(before, after, senders=(side,))
            comparison.add(Finding(rule, located, before, after, f"sent by the {side}"))
    _compare_results(comparison, before, after)


def _compare_results(comparison: Comparison, before: Method, after: Method) -> None:
    """Compare the result types of a method; pair those that are the same under two names."""
    removed: list[Type] = [Ref(name) for name in before.results if name not in after.results]
    added: list[Type] = [Ref(name) for name in after.results if name not in before.results]
    matched = match_types(comparison.old, comparison.new, removed, added)
    for one, other in matched:
        comparison.add_pair(as_counterpart(one), as_counterpart(other))
    for name in before.results:
        if name in after.results:
            comparison.add_pair(name, name)
    answering = [OTHER_SIDE[side] for side in after.senders]
    place = Location(after.name, before.name, sent_by(answering))
    for result in added:
        if result not in [other for _, other in matched]:
            comparison.add(Finding("RESULT_ADDED", place, None, result, describe(result)))
    for result in removed:
        if result not in [one for one, _ in matched]:
            comparison.add(Finding("RESULT_REMOVED", place, result, None, describe(result)))


def _compare_error_codes(comparison: Comparison) -> None:
    old = {error.code: error for error in comparison.old.protocol.errors}
    new = {error.code: error for error in comparison.new.protocol.errors}
    for code in dict.fromkeys([*old, *new]):
        before, after = old.get(code), new.get(code)
        if before is not None and after is not None:
            continue
        present = after or before
        assert present is not None
        name = present.type or present.name
        owners = (before.type if before else None, after.type if after else None)
        rule = "ERROR_CODE_ADDED" if before is None else "ERROR_CODE_RETIRED"
        comparison.add(Finding(rule, Location(name, name, "both", owners), before, after, str(code)))


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
