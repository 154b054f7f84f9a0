"""Settle the events of a conversion when their paths speak of different trees.

In: events of a `ConversionLog`, in order. Out: the events that remain in terms of the first and last tree.
The tree is the frame, which each edit changes; the time of an event is its index in the log. Rules:

- A value that one adapter invents and a later one drops was in neither frame: neither event is reported.
- Edits inside an invention belong to the invention; losses inside a dropped value belong to that value.
- Of several losses of one value the gravest is reported, with the value that stood there first.
"""

from __future__ import annotations

from typing import Any

from ..json_values import CopyOnWrite

Keys = tuple[str | int, ...]  # a path as keys from the frame down
Event = tuple[Any, ...]  # as in `log`, in the output with keys in place of the path
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


def settle(events: list[Event]) -> list[Event]:
    """Return the events that remain between the first and the last tree, with keys in place of paths."""
    settlement = _Settlement()
    known: dict[Any, Keys] = {}
    for time, (kind, at, value, change) in enumerate(events):
        if kind == "moved":
            settlement.move(at)
        elif kind == "invented":
            settlement.invent(time, keys_of(at, known), value, change)
        else:
            settlement.lose(time, kind, keys_of(at, known), value, change)
    return settlement.events()


class _Settlement:
    """The events so far: losses by keys in the first tree, inventions by keys in the current tree."""

    def __init__(self) -> None:
        self._settled: dict[int, Event] = {}  # by the time of the event
        self._losses = _Places()
        self._inventions = _Places()
        self._moves: list[dict[Keys, Keys]] = []  # new keys to old keys

    def move(self, old_by_new: dict[Keys, Keys]) -> None:
        """Note that values moved, all at once."""
        self._moves.append(old_by_new)
        new_by_old = {old: new for new, old in old_by_new.items()} if self._inventions else {}
        moved = _Places()
        for keys, time in self._inventions.items():
            moved.add(_moved(keys, new_by_old), time)
        self._inventions = moved

    def invent(self, time: int, keys: Keys, value: Any, change: Any) -> None:
        """Note a value that stands at keys of the current tree."""
        self._inventions.add(keys, time)
        self._settled[time] = ("invented", keys, value, change)

    def lose(self, time: int, kind: str, keys: Keys, value: Any, change: Any) -> None:
        """Note a value that stood at keys of the current tree."""
        if self._inventions:
            owner = self._inventions.above(keys)
            if owner is not None:
                # The value of an invention is the object that later edits change, so the edits show there.
                # Only the removal of the whole invention matters.
                if owner == keys and kind == "dropped":
                    del self._settled[self._inventions.pop(keys)]
                return
            value = self._without_inventions(keys, value)
        for move in reversed(self._moves):
            keys = _moved(keys, move)
        whole = self._with_losses(keys, value)
        first = self._losses.get(keys)
        if first is not None:
            earlier, _, original, _ = self._settled[first]
            if _GRAVITY.index(kind) > _GRAVITY.index(earlier):
                self._settled[first] = (kind, keys, original, change)
            return
        if kind == "respelled" and whole is not value:
            kind = "reshaped"
        self._losses.add(keys, time)
        self._settled[time] = (kind, keys, whole, change)

    def events(self) -> list[Event]:
        """Return the events; inventions by their keys in the last tree."""
        for keys, time in self._inventions.items():
            self._settled[time] = ("invented", keys, *self._settled[time][2:])
        return list(self._settled.values())

    def _without_inventions(self, keys: Keys, value: Any) -> Any:
        """Return a lost value without the values that were invented inside."""
        edited = None
        for inner in self._inventions.below(keys):
            del self._settled[self._inventions.pop(inner)]
            edited = edited or CopyOnWrite(value)
            del edited.owner(inner[len(keys) :])[inner[-1]]
        return edited.value if edited else value

    def _with_losses(self, keys: Keys, value: Any) -> Any:
        """Return a lost value with the values that were lost inside before."""
        if keys not in self._losses.inner:
            return value
        edited = None
        for inner in reversed(self._losses.below(keys)):
            kind, _, part, _ = self._settled.pop(self._losses.pop(inner))
            edited = edited or CopyOnWrite(value)
            owner, key = edited.owner(inner[len(keys) :]), inner[-1]
            if kind == "dropped" and type(owner) is list:
                owner.insert(int(key), part)
            else:
                owner[key] = part
        return edited.value if edited else value


class _Places(dict[Keys, int]):
    """Times of events by the keys where they happened, with a search above and below keys."""

    def __init__(self) -> None:
        # By the keys of a container: one key further, each place and each container of places.
        self.inner: dict[Keys, list[Keys]] = {}

    def add(self, keys: Keys, time: int) -> None:
        """Note the time of an event."""
        self[keys] = time
        while keys:
            owner = keys[:-1]
            inside = self.inner.get(owner)
            if inside is not None:
                inside.append(keys)
                return
            self.inner[owner] = [keys]
            keys = owner

    def above(self, keys: Keys) -> Keys | None:
        """Return the place that holds `keys`, or is the same."""
        return next((keys[:n] for n in range(len(keys) + 1) if keys[:n] in self), None)

    def below(self, keys: Keys) -> list[Keys]:
        """Return the places strictly inside `keys`, in the order of their events."""
        found: list[Keys] = []
        for inner in dict.fromkeys(self.inner.get(keys, ())):
            if inner in self:
                found.append(inner)
            found += self.below(inner)
        return sorted(found, key=self.__getitem__)


def _moved(keys: Keys, move: dict[Keys, Keys]) -> Keys:
    """Return keys on the other side of a move."""
    for n in range(len(keys), -1, -1):
        other = move.get(keys[:n])
        if other is not None:
            return other + keys[n:]
    return keys
