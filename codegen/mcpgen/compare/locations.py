"""Give a name to each location of an alignment, and find which side sends the values there.

A location has a name in each of the two revisions. The name begins with the definition that contains the
location, such as `Type.member`. If two paired types have no name, the locations where they occur are their
names, at most `PARTNERS` of them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcpgen.compare.alignment import MESSAGE_UNIONS, PARTNERS, Alignment, Location, Objects, TypePair
from mcpgen.ir import Record, Ref, Side, Union

SentBy: TypeAlias = Literal["client", "server", "both"]
NOBODY: frozenset[Side] = frozenset()


def sent_by(sides: Iterable[Side]) -> SentBy:
    """Return `client` or `server` if `sides` has only this side. If it has both or none, return `both`."""
    named = set(sides)
    return "client" if named == {"client"} else "server" if named == {"server"} else "both"


@dataclass(frozen=True, slots=True)
class NamedLocation:
    """A location with its names: `at` in the new revision and `was` in the old revision.

    `sender` is the side that sends the values there. `owners` are the old and the new definition that contain
    the location.
    """

    at: str
    was: str
    sender: SentBy
    owners: tuple[str | None, str | None] = (None, None)
    location: Location | None = None


class LocationNames:
    """Names the locations of an alignment: `Tool.inputSchema`, for example."""

    def __init__(self, alignment: Alignment) -> None:
        self._alignment = alignment
        self._titles: dict[TypePair, list[NamedLocation]] = {}
        for limit in (
            1,
            PARTNERS,
        ):  # a location comes after the pair that contains it, so the pair already has a name
            for pair in alignment.locations:
                self._titles[pair] = self._titles_of(pair, limit)

    def of(self, location: Location) -> Iterator[NamedLocation]:
        """Yield a location with its names, once for each name of the types at the location."""
        before, after = _suffixes(location)
        old, new = location.pair
        owners = (old.name if isinstance(old, Ref) else None, new.name if isinstance(new, Ref) else None)
        for title in self._titles[location.pair]:
            yield NamedLocation(title.at + after, title.was + before, title.sender, owners, location)

    def _titles_of(self, pair: TypePair, limit: int) -> list[NamedLocation]:
        """Return the names of two paired types, such as `Tool`, at most `limit` of them.

        If the pair cannot be named after one of its types, it is named after the locations at which it
        occurs.
        """
        locations = self._alignment.locations[pair]
        node = self._alignment.types[pair]
        if isinstance(node, Objects) and node.variant:  # the other object has such a pair for each variant
            return [NamedLocation(node.variant, node.variant, self._sender(pair))]
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
        """Return the name of one type of a pair, if the pair can be named after it. Otherwise return None.

        `side` is 0 for the old type and 1 for the new type. A pair is not named after a type that has no
        name, or that is usually paired with another type.
        """
        own, other = pair[side], pair[1 - side]
        if not isinstance(own, Ref):
            return None
        if pair in self._alignment.roots or own == other:
            return own.name
        is_named = isinstance(self._alignment.protocols[0][side].body(own), (Record, Union))
        return own.name if is_named and self._alignment.partner(side, own.name) == other else None

    def _names(self, location: Location) -> tuple[str, str]:
        """Return the name of a location in the new revision, and its name in the old revision."""
        title, (before, after) = self._titles[location.pair][0], _suffixes(location)
        return title.at + after, title.was + before

    def _sender(self, pair: TypePair) -> SentBy:
        """Return the side that sends values of a pair of types: `client`, `server` or `both`.

        A side counts only if it sends such values in both revisions. If neither side does, it is enough that
        a side sends them in one revision.
        """
        old, new = pair
        if old == new and isinstance(old, Ref) and old.name in MESSAGE_UNIONS:
            return "client" if old.name.startswith("Client") else "server"
        before, after = (
            side.senders.get(type_.name, NOBODY) if isinstance(type_, Ref) else NOBODY
            for side, type_ in zip(self._alignment.protocols[0], pair, strict=True)
        )
        return sent_by(before & after or before | after)


def _suffixes(location: Location) -> tuple[str, str]:
    """Return the last part of a location's name, such as `.title`, in the old and in the new revision.

    This part follows the name of the type. If the location has no member, this part is ''.
    """
    if location.member is None:
        return "", ""
    return f".{location.was or location.member}", f".{location.member}"
