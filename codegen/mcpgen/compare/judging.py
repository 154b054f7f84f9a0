"""Judging: a finding at its location → a `ProtocolChange` with a severity in either direction.

The rule of a finding states the severity. Two facts make a finding milder:

- An unknown request is breaking, an unknown notification dangerous. So is a request behind a capability that
  the receiver's revision does not have: a correct peer never sends it, but its purpose is not available.
- A type that no frame holds is safe: it is a base of others, whose changes are judged where they stand.
"""

from __future__ import annotations

from mcpgen.compare.change_rules import CHANGE_RULES, Severity
from mcpgen.compare.comparison import Comparison, Finding, Location, Place
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.compare.reachability import is_gated_away
from mcpgen.ir import Method, Protocol


def judge(comparison: Comparison, finding: Finding, location: Location) -> ProtocolChange:
    """Return a finding as a change at one of its locations."""
    rule = CHANGE_RULES[finding.rule]
    harm = _harm(comparison, finding)
    return ProtocolChange(
        rule=finding.rule,
        at=location.at,
        was=location.was,
        sender=location.sender,
        detail=finding.detail,
        to_old=rule.to_old if harm is None or rule.to_old == "safe" else harm,
        to_new=rule.to_new if harm is None or rule.to_new == "safe" else harm,
        old=finding.old,
        new=finding.new,
        owners=location.owners,
        member=location.member,
        holders=location.holders,
    )


def _harm(comparison: Comparison, finding: Finding) -> Severity | None:
    """Return the severity that replaces those of the rule, or None where the rule holds as it stands."""
    if isinstance(finding.place, Place):
        return None if _is_on_wire(comparison, finding.place) else "safe"
    match finding:
        case Finding("METHOD_ADDED" | "DIRECTION_ADDED", new=Method() as method):
            return _unknown_method(method, comparison.old.protocol)
        case Finding("METHOD_REMOVED" | "DIRECTION_REMOVED", old=Method() as method):
            return _unknown_method(method, comparison.new.protocol)
        case Finding("METHOD_RENAMED", new=Method() as method):
            return _unknown_method(method, None)
        case _:
            return None


def _unknown_method(method: Method, receiver: Protocol | None) -> Severity:
    """Return the effect of a method on a receiver that does not know it: an ungated request is breaking."""
    is_gated = receiver is not None and is_gated_away(method, receiver)
    return "dangerous" if is_gated or method.kind == "notification" else "breaking"


def _is_on_wire(comparison: Comparison, place: Place) -> bool:
    """Return whether a frame of either revision can hold the values of a place."""
    old_type, new_type = place.pair
    is_named = isinstance(old_type, str) or isinstance(new_type, str)
    return not is_named or old_type in comparison.old.on_wire or new_type in comparison.new.on_wire
