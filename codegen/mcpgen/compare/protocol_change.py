"""Define a change: one difference between two revisions, with its location and severity.

A location is a `Type.member`, a type or a method. An inline type is named after its location
(`ClientCapabilities.roots.listChanged`). The severity of a change is that of its rule, with two exceptions:

- An unknown request is breaking, but an unknown notification is only dangerous. A request is also only
  dangerous if it needs a capability that the receiver's revision does not have. A correct peer never sends
  such a request to this receiver, so no request fails, but the peer cannot use this feature.
- A change of a type that no message contains is safe. If other types are based on the type, they have changes
  of their own.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeAlias

from mcpgen.compare.alignment import Alignment, Location, TypePair
from mcpgen.compare.change_rules import CHANGE_RULES, SEVERITIES, Severity
from mcpgen.compare.describe import describe
from mcpgen.compare.locations import LocationNames, NamedLocation, SentBy
from mcpgen.ir import Alias, Choice, ErrorCode, Field, Method, Protocol, Record, Ref, Side, Type
from mcpgen.runtime.sides import OTHER

ProtocolNode: TypeAlias = Type | Field | Method | ErrorCode | Record | Alias


@dataclass(frozen=True, slots=True)
class ProtocolChange:
    """One difference between two revisions.

    Attributes:
        rule: The id of its rule in `CHANGE_RULES`.
        at: Its location, as the new revision names it.
        was: Its location, as the old revision names it.
        sender: The side that sends the value, or `both` if both sides may send it or no message has it.
        detail: What differs, such as a variant, a constant or a limit.
        to_old: The effect on a receiver of the old revision.
        to_new: The effect on a receiver of the new revision.
        old: What differs in the old revision: a type, member, method or error code, or None.
        new: What differs in the new revision, or None.
        owners: The old and the new definition that contain the location.
        location: The location in the alignment, if JSON values differ.
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
    location: Location | None = None

    @property
    def member(self) -> str | None:
        """The newer name of the member that the change is about, or None."""
        return self.location.member if self.location else None

    @property
    def holders(self) -> TypePair | None:
        """The old and the new type that contain the change, or None for a change of methods or names."""
        return self.location.pair if self.location else None

    @property
    def severity(self) -> Severity:
        """The worse one of `to_old` and `to_new`."""
        return max(self.to_old, self.to_new, key=SEVERITIES.index)

    @property
    def receivers(self) -> tuple[Side, ...]:
        """The sides that receive the changed values, and that the change can therefore affect."""
        return ("client", "server") if self.sender == "both" else (OTHER[self.sender],)

    def sort_key(self) -> tuple[str, str, str, str]:
        """Return a key that sorts changes by location, then rule, then detail."""
        return (self.at, self.rule, self.detail, self.was)


def mirrored(change: ProtocolChange) -> ProtocolChange:
    """Return the same change, seen from the new revision to the old one."""
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
        location=change.location and change.location.mirrored(),
    )


def _reversed_detail(detail: str) -> str:
    """Return the text `b → a` for `a → b`."""
    one, arrow, other = detail.partition(" → ")
    return f"{other}{arrow}{one}" if arrow else detail


def is_named(value: Choice, name: str) -> bool:
    """Return whether a decision file may write the constant `value` as `name`.

    A decision file writes a string as its text, and another constant as its JSON.
    """
    return name in (describe(value), value.values[0])


class Changes:
    """Collects the changes between the two protocols of an alignment, without duplicates."""

    def __init__(self, alignment: Alignment) -> None:
        self.alignment = alignment
        self._locations = LocationNames(alignment)
        self._found: dict[ProtocolChange, None] = {}

    def __iter__(self) -> Iterator[ProtocolChange]:
        """Return the changes in the order in which they were added."""
        return iter(self._found)

    def add(
        self,
        rule: str,
        where: Location | NamedLocation,
        old: ProtocolNode | None = None,
        new: ProtocolNode | None = None,
        detail: str = "",
    ) -> None:
        """Add a change at a location. If the location has several names, add the change once for each."""
        graded = CHANGE_RULES[rule]
        harm = self._harm(rule, where, old, new)
        for named in [where] if isinstance(where, NamedLocation) else self._locations.of(where):
            change = ProtocolChange(
                rule=rule,
                at=named.at,
                was=named.was,
                sender=named.sender,
                detail=detail,
                to_old=graded.to_old if harm is None or graded.to_old == "safe" else harm,
                to_new=graded.to_new if harm is None or graded.to_new == "safe" else harm,
                old=old,
                new=new,
                owners=named.owners,
                location=named.location,
            )
            self._found[change] = None

    def renamed_values(self, old: Choice, new: Choice, location: Location) -> Iterator[tuple[Choice, Choice]]:
        """Yield the old and the new value of each enumeration value that a decision file renames."""
        others = self.alignment.others
        for after in map(Choice, ((value,) for value in new.values if value not in old.values)):
            names = (f"{named.at} {describe(after)}" for named in self._locations.of(location))
            paths = [others[name] for name in names if name in others]
            for before in map(Choice, ((value,) for value in old.values if value not in new.values)):
                if paths and is_named(before, paths[0][0]):
                    yield before, after

    def _harm(
        self, rule: str, where: Location | NamedLocation, old: ProtocolNode | None, new: ProtocolNode | None
    ) -> Severity | None:
        """Return the severity of a change, or None if it is the severity that its rule states."""
        if isinstance(where, Location):
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

    def _is_on_wire(self, location: Location) -> bool:
        """Return whether messages of one of the revisions can contain a value at this location."""
        sides = zip(location.pair, self.alignment.protocols[0], strict=True)
        held = [type_.name in side.on_wire for type_, side in sides if isinstance(type_, Ref)]
        return not held or any(held)


def _unknown_method(method: Method, receiver: Protocol | None) -> Severity:
    """Return how severe it is that the receiver's revision lacks a method."""
    is_gated = receiver is not None and _is_gated_away(method, receiver)
    return "dangerous" if is_gated or method.kind == "notification" else "breaking"


def _is_gated_away(method: Method, receiver: Protocol) -> bool:
    """Return whether a method needs a capability that the receiver's revision does not define.

    A correct peer never sends such a method to this receiver, because the receiver cannot declare the
    capability.
    """
    if method.capability is None:
        return False
    receivers = {OTHER[sender] for sender in method.senders}
    declaring = receivers if method.owner == "receiver" else receivers & {method.owner}
    return bool(declaring) and not any(_can_declare(receiver, side, method.capability) for side in declaring)


def _can_declare(protocol: Protocol, side: Side, path: str) -> bool:
    """Return whether a side can declare the capability at a dotted path, such as `tools.listChanged`."""
    name = "ClientCapabilities" if side == "client" else "ServerCapabilities"
    if name not in protocol.definitions:
        return True  # without a type for capabilities, any capability can be declared
    record = protocol.record_of(Ref(name))
    return record is not None and bool(protocol.along(record, path.split(".")))
