"""Protocol change: one difference between two revisions, located and judged.

A change is located by `at`, a `Type.member`, type or method in the names of the new revision; `was` is the
same place in the names of the old one. An inline type takes the name of its place
(`ClientCapabilities.roots.listChanged`). The rule states the severity. Two facts make a change milder:

- An unknown request is breaking, an unknown notification dangerous. So is a request behind a capability that
  the receiver's revision does not have: a correct peer never sends it, but its purpose is not available.
- A type that no frame holds is safe: it is a base of others, whose changes are judged where they stand.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from mcpgen.compare.alignment import Alignment, Place, TypePair
from mcpgen.compare.change_rules import CHANGE_RULES, SEVERITIES, Severity
from mcpgen.compare.describe import describe
from mcpgen.compare.locations import Location, Locations, SentBy
from mcpgen.ir import Alias, Choice, ErrorCode, Field, Method, Protocol, Record, Ref, Side, Type
from mcpgen.runtime.sides import OTHER

ProtocolNode: TypeAlias = Type | Field | Method | ErrorCode | Record | Alias


@dataclass(frozen=True, slots=True)
class ProtocolChange:
    """One difference between two revisions.

    Attributes:
        rule: The id of its rule in `CHANGE_RULES`.
        at: Its place in the names of the new revision.
        was: The same place in the names of the old revision.
        sender: The side that sends the value, computed from the methods that reach the type; `both` where
            neither side is excluded, also for a type that no method reaches.
        detail: The part that differs: a union member, a constant, a bound.
        to_old: The effect on a receiver of the old revision.
        to_new: The effect on a receiver of the new revision.
        old: The node that differs in the old revision, if there is one.
        new: The node that differs in the new revision, if there is one.
        owners: The definitions that hold the place, old and new.
        place: The place in the alignment, where values differ.
    """

    rule: str
    at: str
    was: str
    sender: SentBy
    detail: str
    to_old: Severity
    to_new: Severity
    old: ProtocolNode | None = None
    new: ProtocolNode | None = None
    owners: tuple[str | None, str | None] = (None, None)
    place: Place | None = None

    @property
    def member(self) -> str | None:
        """Return the member that differs, by its newer name, if the change is about one member."""
        return self.place.member if self.place else None

    @property
    def holders(self) -> TypePair | None:
        """Return the types whose values differ, old and new, where values differ."""
        return self.place.pair if self.place else None

    @property
    def severity(self) -> Severity:
        """Return the worse of both directions."""
        return max(self.to_old, self.to_new, key=SEVERITIES.index)

    @property
    def receivers(self) -> tuple[Side, ...]:
        """Return the sides that receive the value: only they can break."""
        return ("client", "server") if self.sender == "both" else (OTHER[self.sender],)

    def sort_key(self) -> tuple[str, str, str, str]:
        """Return the key that orders changes by place, rule and detail."""
        return (self.at, self.rule, self.detail, self.was)


def mirrored(change: ProtocolChange) -> ProtocolChange:
    """Return the change as `find_changes(new, old)` states it."""
    return ProtocolChange(
        rule=CHANGE_RULES[change.rule].mirror,
        at=change.was,
        was=change.at,
        sender=change.sender,
        detail=_reversed_detail(change.detail),
        to_old=change.to_new,
        to_new=change.to_old,
        old=change.new,
        new=change.old,
        owners=(change.owners[1], change.owners[0]),
        place=change.place and change.place.mirrored(),
    )


def _reversed_detail(detail: str) -> str:
    """Return `a → b` as `b → a`."""
    one, arrow, other = detail.partition(" → ")
    return f"{other}{arrow}{one}" if arrow else detail


def is_named(value: Choice, name: str) -> bool:
    """Return whether a decision may call a constant by a name: its text, or the constant as JSON."""
    return name in (describe(value), value.values[0])


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

    def renamed_values(self, old: Choice, new: Choice, place: Place) -> Iterator[tuple[Choice, Choice]]:
        """Yield each value of an enumeration that a decision renames: the old one, then the new one."""
        others = self.alignment.others
        for after in map(Choice, ((value,) for value in new.values if value not in old.values)):
            names = (f"{location.at} {describe(after)}" for location in self._locations.of(place))
            paths = [others[name] for name in names if name in others]
            for before in map(Choice, ((value,) for value in old.values if value not in new.values)):
                if paths and is_named(before, paths[0][0]):
                    yield before, after

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
        sides = zip(place.pair, self.alignment.protocols[0], strict=True)
        held = [type_.name in side.on_wire for type_, side in sides if isinstance(type_, Ref)]
        return not held or any(held)


def _unknown_method(method: Method, receiver: Protocol | None) -> Severity:
    """Return the effect of a method on a receiver that does not know it: an ungated request is breaking."""
    is_gated = receiver is not None and _is_gated_away(method, receiver)
    return "dangerous" if is_gated or method.kind == "notification" else "breaking"


def _is_gated_away(method: Method, receiver: Protocol) -> bool:
    """Return whether the receiver's revision lacks the capability that a peer must see before it sends."""
    if method.capability is None:
        return False
    receivers = {OTHER[sender] for sender in method.senders}
    declaring = receivers if method.owner == "receiver" else receivers & {method.owner}
    return bool(declaring) and not any(_can_declare(receiver, side, method.capability) for side in declaring)


def _can_declare(protocol: Protocol, side: Side, path: str) -> bool:
    """Return whether a side can declare the capability at that dotted path."""
    name = "ClientCapabilities" if side == "client" else "ServerCapabilities"
    if name not in protocol.definitions:
        return True  # a protocol without the type of capabilities excludes none
    record = protocol.record_of(Ref(name))
    return record is not None and bool(protocol.along(record, path.split(".")))
