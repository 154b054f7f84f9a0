"""Merge the events of a conversion when their paths speak of different trees.

In: events of a `ConversionLog`, in order. Out: the events that remain in terms of the first and last tree.
The tree is the frame, which each edit changes; times count the events that are kept. Rules:

- A value that one adapter invents and a later one drops was in neither frame: neither event is reported.
- Edits inside an invention, or inside the value that has `replaced` another, belong to that value; losses
  inside a dropped value belong to the dropped value.
- Of several losses of one value the gravest is reported, with the value that stood there first.
- A member that is `renamed` is respelled. Its value goes on, so the events inside stay, also where it has
  moved out of an object that is lost, or into an invention.
- An object that is lost takes the values along that have moved into it; each is a loss of its own.
- Objects that a move has `made`, or has left empty and `cleared`, are no losses.
- A value that moves out of an invention is an invention of its own.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import reduce
from operator import getitem
from typing import Any

from ..json_values import CopyOnWrite

Keys = tuple[str | int, ...]  # a path as keys from the frame down
Event = tuple[Any, ...]  # as in `log`, in the output with keys in place of the path
_REPORTED_AS = {"renamed": "respelled", "replaced": "reshaped"}
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


def merge_losses(events: list[Event]) -> list[Event]:
    """Return the events that remain between the first and the last tree, with keys in place of paths."""
    merged = _Merged()
    known: dict[Any, Keys] = {}
    for kind, at, value, change in events:
        match kind:
            case "moved":
                merged.move(at, value, change)
            case "made":
                merged.make(keys_of(at, known))
            case "cleared":
                merged.clear(keys_of(at, known))
            case "invented":
                merged.invent(keys_of(at, known), value, change)
            case _:
                merged.lose(kind, keys_of(at, known), value, change)
    return merged.events()


class _Node:
    """A value of a tree: the time of its event, the keys that it came from if it moved, and its parts.

    `is_replaced`: an edit has put another value there, so no edit inside concerns a value of the first tree.
    `is_own`: a value of the first tree that has moved, in either tree. `is_made`: a move has made the object.
    """

    __slots__ = ("inner", "is_made", "is_own", "is_replaced", "origin", "time")

    def __init__(self) -> None:
        self.time: int | None = None
        self.origin: Keys | None = None
        self.is_replaced = self.is_own = self.is_made = False
        self.inner: dict[str | int, _Node] = {}

    def find(self, keys: Keys) -> _Node | None:
        """Return the node at keys below this one."""
        node: _Node | None = self
        for key in keys:
            node = node.inner.get(key) if node else None
        return node

    def make(self, keys: Keys) -> _Node:
        """Return the node at keys below this one, made where it is missing."""
        node = self
        for key in keys:
            found = node.inner.get(key)
            if found is None:
                found = node.inner[key] = _Node()
            node = found
        return node

    def below(self) -> list[tuple[Keys, _Node]]:
        """Return the nodes inside with their keys from here, each after those that hold it."""
        return self.split(lambda node: False)[0]

    def split(self, is_apart: Callable[[_Node], bool]) -> tuple[list[tuple[Keys, _Node]], list[Keys]]:
        """Return the nodes inside without those apart and their parts; and the keys of those apart."""
        found: list[tuple[Keys, _Node]] = [((), self)]
        apart: list[Keys] = []
        for keys, node in found:
            for key, inner in node.inner.items():
                if is_apart(inner):
                    apart.append((*keys, key))
                else:
                    found.append(((*keys, key), inner))
        return found[1:], apart


def _timed(nodes: list[tuple[Keys, _Node]]) -> list[tuple[Keys, int]]:
    """Return the keys and times of events, in order."""
    found = [(keys, node.time) for keys, node in nodes if node.time is not None]
    return sorted(found, key=lambda each: each[1])


class _Merged:
    """The events so far: losses in the first tree; inventions and moved values in the current tree."""

    def __init__(self) -> None:
        self._events: dict[int, Event] = {}  # by time
        self._time = 0
        self._first, self._current = _Node(), _Node()

    def move(self, old_by_new: dict[Keys, Keys], value: Any, change: Any) -> None:
        """Note that values moved, all at once; `value` is that of a single move."""
        origins = {old: (self._origin(old), self._owner(old)) for old in old_by_new.values()}
        nodes = {}
        for old in sorted(origins, key=len, reverse=True):
            holder = self._current.find(old[:-1])
            if holder and old[-1] in holder.inner:
                nodes[old] = holder.inner.pop(old[-1])
        for new in sorted(old_by_new, key=len):
            node = nodes.pop(old_by_new[new], None) or _Node()
            node.origin, owner = origins[old_by_new[new]]
            node.is_own = owner is None and change is not None
            if node.is_own:
                self._first.make(node.origin).is_own = True
            self._current.make(new[:-1]).inner[new[-1]] = node
            if change is not None and owner not in (None, node) and self._owner(new) is None:
                self.invent(new, value, change)

    def make(self, keys: Keys) -> None:
        """Note an object that a move made at keys of the current tree."""
        node = self._current.make(keys[:-1]).inner[keys[-1]] = _Node()
        node.is_made = True

    def clear(self, keys: Keys) -> None:
        """Note that an object left the current tree, emptied by moves."""
        holder = self._current.find(keys[:-1])
        node = holder.inner.pop(keys[-1], None) if holder else None
        if node is not None:
            self._forget(node)

    def invent(self, keys: Keys, value: Any, change: Any) -> None:
        """Note a value that stands at keys of the current tree."""
        node = self._current.make(keys)
        if self._owner(keys) in (None, node):
            self._forget(node)
            node.time = self._note(("invented", keys, value, change))

    def lose(self, kind: str, keys: Keys, value: Any, change: Any) -> None:
        """Note a value that stood at keys of the current tree; of a replaced one both values."""
        node = self._current.make(keys)
        owner = self._owner(keys)
        at = self._origin(keys)
        is_alien = owner is not None or node.is_made
        inside, guests = node.split(lambda n: n.is_own and (is_alien or (n.origin or ())[: len(at)] != at))
        old = value[0] if kind == "replaced" else value
        is_gone, is_renamed = kind in ("dropped", "replaced"), kind == "renamed"
        for guest in guests if not is_renamed else ():
            self.lose("dropped" if is_gone else kind, (*keys, *guest), reduce(getitem, guest, old), change)
        if owner is not None:
            # The value of an invention is the object that later edits change, so the edits show there.
            if owner is node and is_gone:
                node.inner.clear()
                cause = self._forget(node)
                if kind == "replaced":
                    self.invent(keys, value[1], cause)
            return
        if is_gone:
            node.inner.clear()
            node.is_replaced = kind == "replaced"
        if not node.is_made:
            if gone := [*guests, *(found for found, _ in _timed(inside))]:
                old = _without(old, gone)
            whole = old
            if inside:
                whole = _with_old_paths(old, inside, at)
            self._lose_first(kind, at, old, whole, change, inside)

    def _lose_first(
        self, kind: str, at: Keys, old: Any, whole: Any, change: Any, inside: list[tuple[Keys, _Node]]
    ) -> None:
        """Note the loss of a value of the first tree, `old` with the names that it has now."""
        here = {id(self._first.make(part.origin)) for _, part in inside if part.is_own and part.origin}
        place = self._first.make(at)
        lost = place.below()
        if times := _timed(lost):
            whole = self._with_losses(whole, times)
        is_renamed = kind == "renamed"
        if not is_renamed:
            # A part that has moved away goes on, until it is lost itself.
            gone, _ = place.split(lambda n: n.is_own and id(n) not in here and not self._is_dropped(n))
            for _, part in (*inside, *gone):
                self._forget(part)
        kind = _REPORTED_AS.get(kind, kind)
        if place.is_own and self._is_inside_dropped(at):
            self._forget(place)
        elif place.time is None:
            is_edited = kind == "respelled" and not is_renamed and whole is not old
            place.time = self._note(("reshaped" if is_edited else kind, at, whole, change))
        else:
            earlier, _, original, _ = self._events[place.time]
            if _GRAVITY.index(kind) > _GRAVITY.index(earlier):
                self._events[place.time] = (kind, at, original, change)

    def events(self) -> list[Event]:
        """Return the events; inventions by their keys in the last tree."""
        for keys, time in _timed(self._current.below()):
            self._events[time] = ("invented", keys, *self._events[time][2:])
        return list(self._events.values())

    def _note(self, event: Event) -> int:
        """Keep an event and return its time."""
        self._time += 1
        self._events[self._time] = event
        return self._time

    def _is_dropped(self, node: _Node) -> bool:
        """Return whether a value of the first tree was dropped."""
        return node.time is not None and self._events[node.time][0] == "dropped"

    def _is_inside_dropped(self, keys: Keys) -> bool:
        """Return whether a value of the first tree stood in one that was dropped."""
        node = self._first
        for key in keys:
            if self._is_dropped(node):
                return True
            node = node.inner[key]
        return False

    def _forget(self, node: _Node) -> Any:
        """Take back the event of a node, if there is one, and return the change behind it."""
        time, node.time = node.time, None
        return None if time is None else self._events.pop(time)[3]

    def _origin(self, keys: Keys) -> Keys:
        """Return keys of the current tree as keys of the first."""
        node, origin, known = self._current, Keys(), 0
        for count, key in enumerate(keys, 1):
            found = node.inner.get(key)
            if found is None:
                break
            node = found
            if node.origin is not None:
                origin, known = node.origin, count
        return origin + keys[known:]

    def _owner(self, keys: Keys) -> _Node | None:
        """Return the invention at keys of the current tree, or above them: invented, or replaced."""
        owner: _Node | None = None
        node = self._current
        for key in keys:
            if owner is None and (node.time is not None or node.is_replaced):
                owner = node
            found = node.inner.get(key)
            if found is None:
                return owner
            node = found
            if node.is_own:
                owner = None
        return node if owner is None and node.time is not None else owner

    def _with_losses(self, value: Any, lost: list[tuple[Keys, int]]) -> Any:
        """Return a value with the values that were lost inside before."""
        edited = CopyOnWrite(value)
        for keys, time in reversed(lost):
            kind, _, part, _ = self._events[time]
            owner, key = edited.owner(keys, made=True), keys[-1]  # an object goes with its last member
            if kind == "dropped" and type(owner) is list:
                owner.insert(int(key), part)
            else:
                owner[key] = part
        return edited.value


def _without(value: Any, gone: list[Keys]) -> Any:
    """Return a value without parts at keys."""
    edited = CopyOnWrite(value)
    for keys in gone:
        del edited.owner(keys)[keys[-1]]
    return edited.value


def _with_old_paths(value: Any, inside: list[tuple[Keys, _Node]], at: Keys) -> Any:
    """Return a value, `at` in the first tree, whose parts have the names and places that they had there."""
    origins: dict[Keys, Keys | None] = {(): at}
    for keys, node in inside:
        above = origins[keys[:-1]]
        origins[keys] = node.origin or (None if node.is_made or above is None else (*above, keys[-1]))
    edited = None
    moved: list[tuple[Keys, Any]] = []
    for keys, node in reversed(inside):  # the innermost first
        old, last = node.origin, keys[-1]
        is_moved = node.is_own and old is not None and old[:-1] != origins[keys[:-1]]
        is_renamed = old is not None and type(old[-1]) is type(last) is str and old[-1] != last
        if is_moved or is_renamed or node.is_made:
            edited = edited or CopyOnWrite(value)
            with suppress(LookupError, TypeError):  # where an edit has replaced the holder of the member
                part = edited.owner(keys).pop(last)
                if is_moved and old is not None:
                    moved.append((old[len(at) :], part))
                elif old is not None:
                    edited.owner(keys)[old[-1]] = part
    for keys, part in sorted(moved, key=lambda each: len(each[0])):
        with suppress(LookupError, TypeError):
            if edited:
                edited.owner(keys, made=True)[keys[-1]] = part
    return edited.value if edited else value
