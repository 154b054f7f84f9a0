"""Locations: a `Location` of an alignment → its names in both revisions, and the side that sends it.

A location is named `Type.member` after the definitions that hold it. A pair of types without a name takes the
name of each of its locations, up to `PARTNERS` of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcpgen.compare.alignment import MESSAGE_UNIONS, PARTNERS, Alignment, Location, TypePair
from mcpgen.ir import Record, Ref, Side, Union

SentBy: TypeAlias = Literal["client", "server", "both"]
NOBODY: frozenset[Side] = frozenset()


def sent_by(sides: Iterable[Side]) -> SentBy:
    """Return `client`, `server` or `both` for a set of sides. An empty set gives `both`."""
    named = set(sides)
    return "client" if named == {"client"} else "server" if named == {"server"} else "both"


@dataclass(frozen=True, slots=True)
class NamedLocation:
    """A location with its names: `at` in the new revision, and `was` in the old one."""

    at: str
    was: str
    sender: SentBy
    owners: tuple[str | None, str | None] = (None, None)
    location: Location | None = None


class LocationNames:
    """The names of all pairs of an alignment that have a location."""

    def __init__(self, alignment: Alignment) -> None:
        self._alignment = alignment
        self._titles: dict[TypePair, list[NamedLocation]] = {}
        for limit in (1, PARTNERS):  # in walk order: a location is met after the pair that holds it
            for pair in alignment.locations:
                self._titles[pair] = self._titles_of(pair, limit)

    def of(self, location: Location) -> Iterator[NamedLocation]:
        """Yield a location with its names, once for each title of its pair."""
        before, after = _suffixes(location)
        old, new = location.pair
        owners = (old.name if isinstance(old, Ref) else None, new.name if isinstance(new, Ref) else None)
        for title in self._titles[location.pair]:
            yield NamedLocation(title.at + after, title.was + before, title.sender, owners, location)

    def _titles_of(self, pair: TypePair, limit: int) -> list[NamedLocation]:
        """Return the titles of a pair: its name, or the names of its locations if it has none."""
        locations = self._alignment.locations[pair]
        was, at = self._name(0, pair), self._name(1, pair)
        own = was or at
        if own is None:
            return [
                NamedLocation(*self._names(location), self._sender(location.pair))
                for location in locations[:limit]
            ]
        new, old = self._names(*locations) if len(locations) == 1 and None in (was, at) else (own, own)
        return [NamedLocation(at or new, was or old, self._sender(pair))]

    def _name(self, side: int, pair: TypePair) -> str | None:
        """Return the name of the old (0) or new (1) definition if it is the name of the pair, or None."""
        own, other = pair[side], pair[1 - side]
        if not isinstance(own, Ref):
            return None
        if pair in self._alignment.roots or own == other:
            return own.name
        is_named = isinstance(self._alignment.protocols[0][side].body(own), (Record, Union))
        return own.name if is_named and self._alignment.partner(side, own.name) == other else None

    def _names(self, location: Location) -> tuple[str, str]:
        """Return the new and the old name of a location."""
        title, (before, after) = self._titles[location.pair][0], _suffixes(location)
        return title.at + after, title.was + before

    def _sender(self, pair: TypePair) -> SentBy:
        """Return the side that sends the values of a pair in both revisions, or else in one of them."""
        old, new = pair
        if old == new and isinstance(old, Ref) and old.name in MESSAGE_UNIONS:
            return "client" if old.name.startswith("Client") else "server"
        before, after = (
            side.senders.get(type_.name, NOBODY) if isinstance(type_, Ref) else NOBODY
            for side, type_ in zip(self._alignment.protocols[0], pair, strict=True)
        )
        return sent_by(before & after or before | after)


def _suffixes(location: Location) -> tuple[str, str]:
    """Return the part of a location after the name of its pair, in the old and in the new revision."""
    if location.member is None:
        return "", ""
    return f".{location.was or location.member}", f".{location.member}"
