"""Merge the events of a conversion when their paths speak of different trees.

In: events of a `ConversionLog`, in order. Out: the events that remain in terms of the first and last tree.
The tree is the frame, which each edit changes; the time of an event is its index in the log. Rules:

- A value that one adapter invents and a later one drops was in neither frame: neither event is reported.
- Edits inside an invention, or inside the value that has `replaced` another, belong to that value; losses
  inside a dropped value belong to the dropped value.
- Of several losses of one value the gravest is reported, with the value that stood there first.
- A member that is `renamed` is respelled. Its value goes on, so the events inside stay.
"""

from __future__ import annotations

from contextlib import suppress
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
    for time, (kind, at, value, change) in enumerate(events):
        if kind == "moved":
            merged.move(at)
        elif kind == "invented":
            merged.invent(time, keys_of(at, known), value, change)
        else:
            merged.lose(time, kind, keys_of(at, known), value, change)
    return merged.events()


class _Node:
    """A value of a tree: the time of its event, the keys that it came from if it moved, and its parts.

    `is_replaced`: an edit has put another value there, so no edit inside concerns a value of the first tree.
    """

    __slots__ = ("inner", "is_replaced", "origin", "time")

    def __init__(self) -> None:
        self.time: int | None = None
        self.origin: Keys | None = None
        self.is_replaced = False
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
        found: list[tuple[Keys, _Node]] = [((), self)]
        for keys, node in found:
            if node.inner:
                found += [((*keys, key), inner) for key, inner in node.inner.items()]
        return found[1:]


def _timed(nodes: list[tuple[Keys, _Node]]) -> list[tuple[Keys, int]]:
    """Return the keys and times of events, in order."""
    found = [(keys, node.time) for keys, node in nodes if node.time is not None]
    return sorted(found, key=lambda each: each[1])


class _Merged:
    """The events so far: losses in the first tree; inventions and moved values in the current tree."""

    def __init__(self) -> None:
        self._events: dict[int, Event] = {}  # by time
        self._first, self._current = _Node(), _Node()

    def move(self, old_by_new: dict[Keys, Keys]) -> None:
        """Note that values moved, all at once."""
        origins = {old: self._origin(old) for old in old_by_new.values()}
        nodes = {}
        for old in sorted(origins, key=len, reverse=True):
            owner = self._current.find(old[:-1])
            if owner and old[-1] in owner.inner:
                nodes[old] = owner.inner.pop(old[-1])
        for new in sorted(old_by_new, key=len):
            node = nodes.pop(old_by_new[new], None) or _Node()
            node.origin = origins[old_by_new[new]]
            self._current.make(new[:-1]).inner[new[-1]] = node

    def invent(self, time: int, keys: Keys, value: Any, change: Any) -> None:
        """Note a value that stands at keys of the current tree."""
        node = self._current.make(keys)
        if self._owner(keys) in (None, node):
            self._forget(node)
            node.time = time
            self._events[time] = ("invented", keys, value, change)

    def lose(self, time: int, kind: str, keys: Keys, value: Any, change: Any) -> None:
        """Note a value that stood at keys of the current tree; of a replaced one both values."""
        node = self._current.make(keys)
        owner = self._owner(keys)
        if owner is not None:
            # The value of an invention is the object that later edits change, so the edits show there.
            if owner is node and kind in ("dropped", "replaced"):
                cause = self._forget(node)
                if kind == "replaced":
                    self.invent(time, keys, value[1], cause)
            return
        inside, at = node.below(), self._origin(keys)
        place = self._first.make(at)
        lost = place.below()
        whole = old = value[0] if kind == "replaced" else value
        if invented := _timed(inside):
            old = _without(old, invented)
        if inside:
            whole = _with_old_names(old, inside)
        if times := _timed(lost):
            whole = self._with_losses(whole, times)
        is_renamed = kind == "renamed"
        if not is_renamed:
            for _, part in (*inside, *lost):
                self._forget(part)
        if kind in ("dropped", "replaced"):
            node.inner.clear()
            node.is_replaced = kind == "replaced"
        kind = _REPORTED_AS.get(kind, kind)
        if place.time is None:
            is_edited = kind == "respelled" and not is_renamed and whole is not old
            place.time = time
            self._events[time] = ("reshaped" if is_edited else kind, at, whole, change)
            return
        earlier, _, original, _ = self._events[place.time]
        if _GRAVITY.index(kind) > _GRAVITY.index(earlier):
            self._events[place.time] = (kind, at, original, change)

    def events(self) -> list[Event]:
        """Return the events; inventions by their keys in the last tree."""
        for keys, time in _timed(self._current.below()):
            self._events[time] = ("invented", keys, *self._events[time][2:])
        return list(self._events.values())

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
        """Return the invention at keys of the current tree or above them: invented, or replaced."""
        node: _Node | None = self._current
        for key in keys:
            if node is None or node.time is not None or node.is_replaced:
                return node
            node = node.inner.get(key)
        return node if node and node.time is not None else None

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


def _without(value: Any, invented: list[tuple[Keys, int]]) -> Any:
    """Return a value without the values that were invented inside."""
    edited = CopyOnWrite(value)
    for keys, _ in invented:
        del edited.owner(keys)[keys[-1]]
    return edited.value


def _with_old_names(value: Any, inside: list[tuple[Keys, _Node]]) -> Any:
    """Return a value whose members have the names that they had in the first tree."""
    edited = None
    for keys, node in reversed(inside):  # the innermost first
        old = node.origin[-1] if node.origin else keys[-1]
        if type(old) is str and type(keys[-1]) is str and old != keys[-1]:
            edited = edited or CopyOnWrite(value)
            with suppress(LookupError, TypeError):  # where an edit has replaced the holder of the member
                edited.owner(keys)[old] = edited.owner(keys).pop(keys[-1])
    return edited.value if edited else value
