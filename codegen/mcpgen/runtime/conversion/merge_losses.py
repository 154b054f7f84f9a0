"""Merge the events of a conversion when their paths speak of different trees.

In: events of a `ConversionLog`, in order, and the first and the last frame. Out: losses by their places and
values in the first frame, inventions by those in the last. The tree is the frame, which each edit changes;
times count the events that are kept. Rules:

- Each value is read in its frame. A loss without a value there is none.
- A value that one adapter invents and a later one drops was in neither frame: neither event is reported.
- Edits inside an invention, or inside the value that has `replaced` another, belong to that value; losses
  inside a dropped value belong to the dropped value.
- Of several losses of one value the gravest is reported. A `respelled` value is `reshaped` if a part is lost.
- A member that is `renamed` is respelled. Its value goes on, so the events inside stay, also where it has
  moved out of an object that is lost, or into an invention.
- An object that is lost takes the values along that have moved into it; each is a loss of its own.
- Objects that a move has `made`, or has left empty and removed, are no losses.
- A value that moves out of an invention is an invention of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple

from msgspec import UNSET

from ..messages.json_text import parse_spelled
from .losses import LossKind

Keys = tuple[str | int, ...]  # a path as keys from the frame down
Event = tuple[Any, ...]  # as in `log`, in the output with keys in place of the path
REPORTED_AS: dict[str, LossKind] = {"renamed": "respelled", "replaced": "reshaped"}
_GRAVITY = ("respelled", "reshaped", "weakened", "dropped")


def keys_of(at: Any, known: dict[Any, Keys]) -> Keys:
    """Return a linked path as keys; `known` caches the keys of containers, by identity."""
    if at is None:
        return ()
    owner, key = at
    above = known.get(id(owner))
    if above is None:
        above = known[id(owner)] = keys_of(owner, known)
    return (*above, key)


def merge_losses(events: Iterable[Event], first: Any, last: Any) -> list[Event]:
    """Return the events that remain, with keys in place of paths; each frame is a tree, or bytes."""
    merged = _Merged(first)
    known: dict[Any, Keys] = {}
    for kind, at, _, change in events:
        match kind:
            case "moved":
                merged.move(at, change)
            case "made":
                merged.make(keys_of(at, known))
            case "invented":
                merged.invent(keys_of(at, known), change)
            case _:
                merged.lose(kind, keys_of(at, known), change)
    return merged.events(last)


class _Noted(NamedTuple):
    """A loss or an invention."""

    time: int
    kind: str
    change: Any


class _Node:
    """A value of the first tree with its loss, or one of the current tree with its invention.

    `origin`: the keys in the first tree of a value that has moved, in either tree. `is_made`: a move has made
    the object. `is_closed`: the values inside came with an invention or a replacement.
    """

    __slots__ = ("inner", "is_closed", "is_made", "noted", "origin")

    def __init__(self, *, is_made: bool = False) -> None:
        self.noted: _Noted | None = None
        self.origin: Keys | None = None
        self.is_made, self.is_closed = is_made, False
        self.inner: dict[str | int, _Node] = {}

    def at(self, keys: Keys) -> _Node:
        """Return the node at keys below this one, made where it is missing."""
        node = self
        for key in keys:
            found = node.inner.get(key)
            if found is None:
                found = node.inner[key] = _Node()
            node = found
        return node

    def split(self, is_apart: Callable[[_Node], bool]) -> tuple[list[tuple[Keys, _Node]], list[Keys]]:
        """Return this node and those inside, with their keys from here; and the keys of those apart."""
        found: list[tuple[Keys, _Node]] = [((), self)]
        apart: list[Keys] = []
        for keys, node in found:
            for key, inner in node.inner.items():
                if is_apart(inner):
                    apart.append((*keys, key))
                else:
                    found.append(((*keys, key), inner))
        return found, apart


class _Merged:
    """The first tree with its losses, and the current one with its inventions."""

    def __init__(self, frame: Any) -> None:
        self._frame = frame
        self._first, self._current = _Node(), _Node()
        self._time = 0

    @cached_property
    def _first_frame(self) -> Any:
        return _tree(self._frame)

    def events(self, last: Any) -> list[Event]:
        """Return the losses and the inventions, in the order of their events."""
        lost, invented = ([*_noted(tree)] for tree in (self._first, self._current))
        found = [(noted, keys, _value(self._first_frame, keys)) for keys, noted in lost]
        if invented:
            frame = _tree(last)
            found += [(noted, keys, _value(frame, keys)) for keys, noted in invented]
        found.sort(key=lambda each: each[0].time)
        return [(noted.kind, keys, value, noted.change) for noted, keys, value in found if value is not UNSET]

    def move(self, old_by_new: dict[Keys, Keys], change: Any) -> None:
        """Note that values moved, all at once."""
        traced = {old: self._trace(old) for old in old_by_new.values()}
        nodes = {
            old: self._current.at(old[:-1]).inner.pop(old[-1], None)
            for old in sorted(traced, key=len, reverse=True)
        }
        for new in sorted(old_by_new, key=len):
            origin, is_inside = traced[old_by_new[new]]
            node = nodes.pop(old_by_new[new], None) or _Node()
            self._current.at(new[:-1]).inner[new[-1]] = node
            if origin is not None:
                node.origin = self._first.at(origin).origin = origin
            elif is_inside and change is not None:
                self.invent(new, change)

    def make(self, keys: Keys) -> None:
        """Note an object that a move made at keys of the current tree."""
        self._current.at(keys[:-1]).inner[keys[-1]] = _Node(is_made=True)

    def invent(self, keys: Keys, change: Any) -> None:
        """Note a value that stands at keys of the current tree."""
        if not self._trace(keys)[1]:
            node = self._current.at(keys)
            node.noted, node.is_closed = self._note("invented", change), True

    def lose(self, kind: str, keys: Keys, change: Any) -> None:
        """Note the loss of a value that stood at keys of the current tree."""
        origin, _ = self._trace(keys)
        node = self._current.at(keys)
        inside, guests = node.split(
            lambda n: n.origin is not None and (origin is None or n.origin[: len(origin)] != origin)
        )
        is_gone, invention = kind in ("dropped", "replaced"), node.noted
        for guest in guests if kind != "renamed" else ():
            self.lose("dropped" if is_gone else kind, (*keys, *guest), change)
        if is_gone:
            node.inner.clear()
            node.noted, node.is_closed = None, kind == "replaced"
        if origin is not None:
            self._lose_first(kind, origin, change, inside)
        elif kind == "replaced":
            self.invent(keys, invention.change if invention else change)

    def _lose_first(self, kind: str, keys: Keys, change: Any, inside: list[tuple[Keys, _Node]]) -> None:
        """Note the loss of a value at keys of the first tree, with the parts that it has now."""
        above = self._holders(keys)
        if _value(self._first_frame, keys) is UNSET:  # a part of another value, in its later form
            for holder in reversed(above):
                if holder.noted is not None:
                    if holder.noted.kind == "respelled":
                        holder.noted = _Noted(holder.noted.time, "reshaped", change)
                    break
            return
        place = self._first.at(keys)
        earlier = place.noted
        if kind != "renamed":
            # A part that has moved away goes on, until it is lost itself.
            here = {id(self._first.at(n.origin)) for _, n in inside if n.origin is not None}
            lost, away = place.split(
                lambda n: n.origin is not None and id(n) not in here and not _is_dropped(n)
            )
            parts = [n for _, n in (*inside, *lost)]
            apart = [place.at(keys) for keys in away]
            if kind == "respelled" and any(n.noted and n is not place for n in (*parts, *apart)):
                kind = "reshaped"
            for part in parts:
                part.noted = None
        kind = REPORTED_AS.get(kind, kind)
        if kind == "dropped" and place.origin is not None and any(map(_is_dropped, above)):
            return  # it belongs to the value that holds it
        if earlier is None:
            place.noted = self._note(kind, change)
        elif _GRAVITY.index(kind) > _GRAVITY.index(earlier.kind):
            place.noted = _Noted(earlier.time, kind, change)
        else:
            place.noted = earlier

    def _note(self, kind: str, change: Any) -> _Noted:
        self._time += 1
        return _Noted(self._time, kind, change)

    def _holders(self, keys: Keys) -> list[_Node]:
        """Return the known values of the first tree along the path to a value, from the root down."""
        holders = []
        node: _Node | None = self._first
        for key in keys:
            if node is None:
                break
            holders.append(node)
            node = node.inner.get(key)
        return holders

    def _trace(self, keys: Keys) -> tuple[Keys | None, bool]:
        """Return the keys in the first tree of a value of the current one, None if it has none there.

        Then, whether the value came with an invention, or a replacement, that holds it.
        """
        node: _Node | None = self._current
        origin: list[str | int] | None = []
        is_inside = False
        for key in keys:
            if node is not None and node.is_closed:
                origin, is_inside = None, True
            node = node.inner.get(key) if node else None
            if node is not None and node.origin is not None:
                origin, is_inside = [*node.origin], False
            elif node is not None and node.is_made:
                origin = None
            elif origin is not None:
                origin.append(key)
        is_known = origin is not None and not (node and node.noted)
        return (tuple(origin or ()) if is_known else None), is_inside


def _is_dropped(node: _Node) -> bool:
    return node.noted is not None and node.noted.kind == "dropped"


def _noted(tree: _Node) -> Iterable[tuple[Keys, _Noted]]:
    """Yield the losses, or the inventions, of a tree with their keys."""
    for keys, node in tree.split(lambda _: False)[0]:
        if node.noted is not None:
            yield keys, node.noted


def _tree(frame: Any) -> Any:
    return parse_spelled(frame) if type(frame) is bytes else frame


def _value(tree: Any, keys: Keys) -> Any:
    """Return the value at keys of a tree, `UNSET` if there is none."""
    for key in keys:
        try:
            tree = tree[key] if type(tree) in (dict, list) else UNSET
        except (LookupError, TypeError):
            return UNSET
    return tree
