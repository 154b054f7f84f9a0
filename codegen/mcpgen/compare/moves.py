"""Find the old and the new location of each renamed or moved member, and the members that always move out.

A member always moves out if, wherever a message contains its object type, the member moves from there to
another object.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias

from mcpgen.compare.alignment import (
    AlignedMember,
    Alignment,
    Items,
    Link,
    Node,
    Objects,
    TypePair,
    Unions,
    Values,
)
from mcpgen.compare.likeness import Path
from mcpgen.ir import Protocol, Record, Ref, closure

# A use of two paired types: the pair that has them as a part, and the member that holds them. The member is
# None if the pair is an alias.
_Use: TypeAlias = tuple[TypePair, AlignedMember | None]


@dataclass(frozen=True, slots=True)
class MovedEnd:
    """One end of a rename or move: the member in the old or in the new protocol.

    `name` is its path from the object type that the decision names, such as `Tool.annotations.title`.
    `declared` is the member that the object around it declares, such as `ToolAnnotations.title`. `through`
    has the members that hold the objects on the path, such as `Tool.annotations`.
    """

    name: str
    declared: str
    through: tuple[str, ...]


class Moves:
    """The renames and moves of the members in an alignment."""

    def __init__(self, alignment: Alignment) -> None:
        self._alignment = alignment

    @cached_property
    def ends(self) -> tuple[tuple[MovedEnd, MovedEnd], ...]:
        """The old and the new location of each member that has another name or path in the new protocol."""
        sides = self._alignment.old, self._alignment.new
        found: list[tuple[MovedEnd, MovedEnd]] = []
        for node in self._alignment.types.values():
            if isinstance(node, Objects):
                for old, new in (member.paths for member in node.members if member.is_moved):
                    found.append((_end(sides[0], node.old, old), _end(sides[1], node.new, new)))
        return tuple(found)

    def take_out(self, pair: TypePair, path: Path, side: int, inside: tuple[TypePair, ...] = ()) -> bool:
        """Return whether a member moves out of an object type wherever messages contain the type.

        `path` leads to the member from the paired object types `pair`: in the old protocol if `side` is 0,
        and in the new one if `side` is 1. `inside` has the pairs from which the search came. It stops if it
        reaches one of them again, because the type is recursive.
        """
        if pair in inside or pair in self._messages:
            return False
        uses = [use for use in self._uses.get(pair, ()) if use[0] in self._in_messages]
        return bool(uses) and all(self._take_out_at(use, path, side, (*inside, pair)) for use in uses)

    def _take_out_at(self, use: _Use, path: Path, side: int, inside: tuple[TypePair, ...]) -> bool:
        """Return whether a member moves out of an object type at one use of the type (`take_out`)."""
        pair, member = use
        node = self._alignment.types[pair]
        if not isinstance(node, Objects) or member is None:
            return self.take_out(pair, path, side, inside)
        longer = (*member.paths[side], *path)
        if any(other.is_moved and other.paths[side] == longer for other in node.members):
            return True
        return self.take_out(pair, longer, side, inside)

    @cached_property
    def _uses(self) -> Mapping[TypePair, Sequence[_Use]]:
        """The uses of each pair of types. Undeclared members are left out: no adapter converts them."""
        found: dict[TypePair, list[_Use]] = {}
        for pair, node in self._alignment.types.items():
            parts: list[tuple[AlignedMember | None, Node]]
            if isinstance(node, Objects):
                parts = [(member, member.inside) for member in node.members if member.inside is not None]
            else:
                parts = [(None, node)]
            for member, part in parts:
                for used in dict.fromkeys(_links(part)):
                    found.setdefault(used, []).append((pair, member))
        return found

    @cached_property
    def _messages(self) -> frozenset[TypePair]:
        """The pairs of types of whole messages and results."""
        methods = self._alignment.methods
        found = [(each.old.message, each.new.message) for each in methods if each.old and each.new]
        results = (result for each in methods for result in each.results)
        found += [(each.old, each.new) for each in results if each.old and each.new]
        return frozenset((Ref(old), Ref(new)) for old, new in found)

    @cached_property
    def _in_messages(self) -> Mapping[TypePair, None]:
        """The pairs of types that messages contain."""
        parts: dict[TypePair, list[TypePair]] = {}
        for pair, uses in self._uses.items():
            for user, _ in uses:
                parts.setdefault(user, []).append(pair)
        return closure(self._messages, lambda pair: parts.get(pair, ()))


def _end(side: Protocol, record: Record, path: Path) -> MovedEnd:
    """Return the end of a rename or move at a path that starts in `record`."""
    holders = [record, *(side.resolve(step.type) for step in side.along(record, path[:-1]))]
    titles = [holder.name if isinstance(holder, Record) else "" for holder in holders]
    *through, declared = [f"{title}.{name}" for title, name in zip(titles, path, strict=True)]
    return MovedEnd(".".join((record.name, *path)), declared, tuple(through))


def _links(node: Node) -> Iterator[TypePair]:
    """Yield the pairs of types to which a node refers.

    A variant of a union may have no partner. Its pair then has `nearest`, the variant of the other union to
    which its values are converted.
    """
    match node:
        case Link(old, new):
            yield old, new
        case Items(inside=inside) | Values(inside=inside):
            yield from _links(inside)
        case Unions(members=members):
            for member in members:
                if member.inside is not None:
                    yield from _links(member.inside)
                elif member.nearest is not None:
                    yield member.old or member.nearest, member.new or member.nearest
