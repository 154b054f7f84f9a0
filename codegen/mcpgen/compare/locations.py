"""Locations: a `Place` of an alignment → its names in both revisions, and the side that sends it.

A place is named `Type.member` after the definitions that hold it. A pair of types without a name takes the
name of each of its places, up to `PARTNERS` of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcpgen.compare.alignment import MESSAGE_UNIONS, PARTNERS, Alignment, Place, TypePair
from mcpgen.ir import Record, Ref, Side, Union

SentBy: TypeAlias = Literal["client", "server", "both"]
NOBODY: frozenset[Side] = frozenset()


def sent_by(sides: Iterable[Side]) -> SentBy:
    """Return one word for a set of sides: `both` also for no side."""
    named = set(sides)
    return "client" if named == {"client"} else "server" if named == {"server"} else "both"


@dataclass(frozen=True, slots=True)
class Location:
    """A place with its names, `at` in the new revision and `was` in the old one; see `ProtocolChange`."""

    at: str
    was: str
    sender: SentBy
    owners: tuple[str | None, str | None] = (None, None)
    place: Place | None = None


class Locations:
    """The names of every pair of an alignment that has a place."""

    def __init__(self, alignment: Alignment) -> None:
        self._alignment = alignment
        self._titles: dict[TypePair, list[Location]] = {}
        for limit in (1, PARTNERS):  # in walk order: a place is met after the pair that holds it
            for pair in alignment.places:
                self._titles[pair] = self._titles_of(pair, limit)

    def of(self, place: Place) -> Iterator[Location]:
        """Yield the locations of a place, one for each title of its pair."""
        before, after = _suffixes(place)
        old, new = place.pair
        owners = (old.name if isinstance(old, Ref) else None, new.name if isinstance(new, Ref) else None)
        for title in self._titles[place.pair]:
            yield Location(title.at + after, title.was + before, title.sender, owners, place)

    def _titles_of(self, pair: TypePair, limit: int) -> list[Location]:
        """Return the title of a pair, or a title for each of its places if it has no name."""
        places = self._alignment.places[pair]
        was, at = self._name(0, pair), self._name(1, pair)
        own = was or at
        if own is None:
            return [Location(*self._names(place), self._sender(place.pair)) for place in places[:limit]]
        new, old = self._names(*places) if len(places) == 1 and None in (was, at) else (own, own)
        return [Location(at or new, was or old, self._sender(pair))]

    def _name(self, side: int, pair: TypePair) -> str | None:
        """Return the name of the old (0) or new (1) definition, if the pair is named after it."""
        own, other = pair[side], pair[1 - side]
        if not isinstance(own, Ref):
            return None
        if pair in self._alignment.roots or own == other:
            return own.name
        is_named = isinstance(self._alignment.protocols[0][side].body(own), (Record, Union))
        return own.name if is_named and self._alignment.partner(side, own.name) == other else None

    def _names(self, place: Place) -> tuple[str, str]:
        """Return the new and the old name of a place."""
        title, (before, after) = self._titles[place.pair][0], _suffixes(place)
        return title.at + after, title.was + before

    def _sender(self, pair: TypePair) -> SentBy:
        """Return the side that sends the values of a pair in both revisions; without one, in either."""
        old, new = pair
        if old == new and isinstance(old, Ref) and old.name in MESSAGE_UNIONS:
            return "client" if old.name.startswith("Client") else "server"
        before, after = (
            side.senders.get(type_.name, NOBODY) if isinstance(type_, Ref) else NOBODY
            for side, type_ in zip(self._alignment.protocols[0], pair, strict=True)
        )
        return sent_by(before & after or before | after)


def _suffixes(place: Place) -> tuple[str, str]:
    """Return the parts of a place after the old and the new name of its pair."""
    if place.member is None:
        return "", ""
    return f".{place.was or place.member}", f".{place.member}"
