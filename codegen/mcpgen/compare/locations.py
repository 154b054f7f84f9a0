"""Locations: a `Place` of a finished comparison → its names in both revisions, and the side that sends it.

A place is named `Type.member` after the definitions that hold it. A pair of types without a name takes the
name of each of its places, up to `COUNTERPARTS` of them.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from mcpgen.compare.compared_protocol import TypePair
from mcpgen.compare.comparison import MESSAGE_UNIONS, Comparison, Location, Place, as_type
from mcpgen.compare.protocol_change import SentBy
from mcpgen.compare.reachability import sent_by
from mcpgen.compare.type_changes import COUNTERPARTS


class _Title(NamedTuple):
    """The old and the new name of a pair of types, and the side that sends its values."""

    was: str
    at: str
    sender: SentBy


class Locations:
    """The names of every pair of types that a comparison walked."""

    def __init__(self, comparison: Comparison) -> None:
        self._comparison = comparison
        self._titles: dict[TypePair, list[_Title]] = {}
        for limit in (1, COUNTERPARTS):  # in walk order: a place is met after the pair that holds it
            for pair in comparison.places:
                self._titles[pair] = self._titles_of(pair, limit)

    def of(self, place: Place) -> Iterator[Location]:
        """Yield the locations of a place, one for each title of its pair."""
        old_type, new_type = place.pair
        suffix = "" if place.member is None else f".{place.member}"
        owners = (
            old_type if isinstance(old_type, str) else None,
            new_type if isinstance(new_type, str) else None,
        )
        for was, at, sender in self._titles[place.pair]:
            holders = (as_type(old_type), as_type(new_type))
            yield Location(at + suffix, was + suffix, sender, owners, place.member, holders)

    def _titles_of(self, pair: TypePair, limit: int) -> list[_Title]:
        """Return the title of a pair, or a title for each of its places if it has no name."""
        old_type, new_type = pair
        old, new = self._comparison.old, self._comparison.new
        is_root = pair in self._comparison.roots
        places = list(self._comparison.places[pair])
        was = (
            old_type
            if isinstance(old_type, str) and (is_root or old.names_pair(old_type, new_type))
            else None
        )
        at = (
            new_type
            if isinstance(new_type, str) and (is_root or new.names_pair(new_type, old_type))
            else None
        )
        if was is None and at is None:
            return [_Title(*self._names(place), self._sender(place.pair)) for place in places[:limit]]
        is_shared = len(places) > 1
        was = was or (at if is_shared else None) or self._names(places[0])[0]
        at = at or (was if is_shared else None) or self._names(places[0])[1]
        return [_Title(was, at, self._sender(pair))]

    def _names(self, place: Place) -> tuple[str, str]:
        """Return the old and the new name of a place."""
        was, at, _ = self._titles[place.pair][0]
        return (was, at) if place.member is None else (f"{was}.{place.member}", f"{at}.{place.member}")

    def _sender(self, pair: TypePair) -> SentBy:
        """Return the side that sends the values of a pair in both revisions; without one, in either."""
        old_type, new_type = pair
        if old_type == new_type and old_type in MESSAGE_UNIONS:
            return "client" if str(old_type).startswith("Client") else "server"
        before = self._comparison.old.senders.get(old_type) if isinstance(old_type, str) else None
        after = self._comparison.new.senders.get(new_type) if isinstance(new_type, str) else None
        if before is not None and after is not None:
            return sent_by(before & after or before | after)
        if before is not None or after is not None:
            return sent_by(before or after or ())
        places = self._comparison.places[pair]
        if isinstance(old_type, str) or isinstance(new_type, str) or not places:
            return "both"
        return self._sender(next(iter(places)).pair)
