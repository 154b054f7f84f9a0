"""Comparison: two protocols, the pairs of types still to compare, and the findings so far.

A `Finding` says that something differs; `judge` grades it. A finding stands at a `Place`, which gets
its names when the walk is over, or at a `Location`, which has them already.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass

from mcpgen.compare.compared_protocol import ComparedProtocol, Counterpart, TypePair
from mcpgen.compare.protocol_change import ProtocolNode, SentBy
from mcpgen.ir import Protocol, Ref, Type

# Unions that only list messages. METHOD_*, DIRECTION_* and RESULT_* state their members' effect on the wire.
MESSAGE_UNIONS = frozenset(
    side + kind for side in ("Client", "Server") for kind in ("Request", "Notification", "Result")
)


@dataclass(frozen=True, slots=True)
class Place:
    """The place of two compared values: a pair of types, and the member in them."""

    pair: TypePair
    member: str | None = None


@dataclass(frozen=True, slots=True)
class Location:
    """A place with its names, `at` in the new revision and `was` in the old one; see `ProtocolChange`."""

    at: str
    was: str
    sender: SentBy
    owners: tuple[str | None, str | None] = (None, None)
    member: str | None = None
    holders: tuple[Type, Type] | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """A difference that is not judged yet: the id of its rule, its place, and the nodes that differ."""

    rule: str
    place: Place | Location
    old: ProtocolNode | None = None
    new: ProtocolNode | None = None
    detail: str = ""


class Comparison:
    """Two protocols, walked in step; `places` holds the places of each pair of types, in walk order."""

    def __init__(self, old: Protocol, new: Protocol) -> None:
        self.old, self.new = ComparedProtocol(old), ComparedProtocol(new)
        self.places: dict[TypePair, dict[Place, None]] = {}
        self.roots: set[TypePair] = set()  # pairs that are compared without a place: messages, equal names
        self.findings: dict[Finding, None] = {}
        self._queue: deque[TypePair] = deque()

    def add_pair(self, old_type: Counterpart, new_type: Counterpart, place: Place | None = None) -> None:
        """Queue a pair of types, once; record every place where the pair stands."""
        pair = (old_type, new_type)
        if pair not in self.places:
            self.places[pair] = {}
            self._queue.append(pair)
            if place is None:
                self.roots.add(pair)
        if place is not None:
            if place in self.places[pair]:
                return
            self.places[pair][place] = None
        self.old.add_counterpart(old_type, new_type)
        self.new.add_counterpart(new_type, old_type)

    def queued_pairs(self) -> Iterator[TypePair]:
        """Yield the queued pairs, those that are added meanwhile included."""
        while self._queue:
            yield self._queue.popleft()

    def add(self, finding: Finding) -> None:
        """Record a finding, once."""
        self.findings[finding] = None

    def same_name(self, name: str) -> tuple[str | None, str | None]:
        """Return the owners of a place with one name in both revisions; None where a revision lacks it."""
        old, new = self.old.protocol.definitions, self.new.protocol.definitions
        return (name if name in old else None, name if name in new else None)


def as_type(part: Counterpart) -> Type:
    """Return one half of a pair as a type: a definition is referred to."""
    return Ref(part) if isinstance(part, str) else part


def as_counterpart(type_: Type) -> Counterpart:
    """Return a type as one half of a pair."""
    return type_.name if isinstance(type_, Ref) else type_
