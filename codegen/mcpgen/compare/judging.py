"""Judging: a difference at a place → `ProtocolChange`s with a severity in either direction, collected.

The rule states the severity. Two facts make a change milder:

- An unknown request is breaking, an unknown notification dangerous. So is a request behind a capability that
  the receiver's revision does not have: a correct peer never sends it, but its purpose is not available.
- A type that no frame holds is safe: it is a base of others, whose changes are judged where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.compare.alignment import Alignment, Place
from mcpgen.compare.change_rules import CHANGE_RULES, Severity
from mcpgen.compare.locations import Location, Locations
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.compare.reachability import ProtocolNode, is_gated_away
from mcpgen.ir import Field, Method, Protocol, Ref


class Changes:
    """The changes of an alignment that were added so far, each once."""

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self._locations = Locations(alignment)
        self._found: dict[ProtocolChange, None] = {}

    def __iter__(self) -> Iterator[ProtocolChange]:
        """Return the changes in the order in which they were added."""
        return iter(self._found)

    def add(
        self,
        rule: str,
        where: Place | Location,
        old: ProtocolNode | None = None,
        new: ProtocolNode | None = None,
        detail: str = "",
    ) -> None:
        """Add a change at each location of a place, graded."""
        graded = CHANGE_RULES[rule]
        harm = self._harm(rule, where, old, new)
        for location in [where] if isinstance(where, Location) else self._locations.of(where):
            change = ProtocolChange(
                rule=rule,
                at=location.at,
                was=location.was,
                sender=location.sender,
                detail=detail,
                to_old=graded.to_old if harm is None or graded.to_old == "safe" else harm,
                to_new=graded.to_new if harm is None or graded.to_new == "safe" else harm,
                old=old,
                new=new,
                owners=location.owners,
                place=location.place,
            )
            self._found[change] = None

    def _harm(
        self, rule: str, where: Place | Location, old: ProtocolNode | None, new: ProtocolNode | None
    ) -> Severity | None:
        """Return the severity that replaces those of the rule, or None where the rule holds as it stands."""
        if isinstance(where, Place):
            match rule, old, new:
                case "FIELD_RENAMED" | "FIELD_MOVED", Field(required=False), Field(required=False):
                    return "dangerous" if self._is_on_wire(where) else "safe"
            return None if self._is_on_wire(where) else "safe"
        match rule, old, new:
            case ("METHOD_ADDED" | "DIRECTION_ADDED"), _, Method() as method:
                return _unknown_method(method, self.alignment.old)
            case ("METHOD_REMOVED" | "DIRECTION_REMOVED"), Method() as method, _:
                return _unknown_method(method, self.alignment.new)
            case "METHOD_RENAMED", _, Method() as method:
                return _unknown_method(method, None)
            case _:
                return None

    def _is_on_wire(self, place: Place) -> bool:
        """Return whether a frame of either revision can hold the values of a place."""
        sides = zip(place.pair, self.alignment.sides, strict=True)
        held = [type_.name in side.on_wire for type_, side in sides if isinstance(type_, Ref)]
        return not held or any(held)


def _unknown_method(method: Method, receiver: Protocol | None) -> Severity:
    """Return the effect of a method on a receiver that does not know it: an ungated request is breaking."""
    is_gated = receiver is not None and is_gated_away(method, receiver)
    return "dangerous" if is_gated or method.kind == "notification" else "breaking"
