"""Settle the events of a conversion whose paths speak of different trees: values moved, or several steps edited.

In: the events of a `ConversionLog`, in order. Out: the same events in terms of the first and the last tree.
Rules:

- A value that one step invents and a later step drops was in neither frame: neither event is reported.
- Edits inside an invention belong to the invention; losses inside a dropped value belong to that value.
"""

from __future__ import annotations

from typing import Any

Keys = tuple[str | int, ...]  # a path as keys from the frame down


def keys_of(at: Any, known: dict[Any, Keys]) -> Keys:
    """Return a path as the keys from the frame down; `known` remembers those of containers, by identity."""
    if at is None:
        return ()
    owner, key = at
    above = known.get(id(owner))
    if above is None:
        above = known[id(owner)] = keys_of(owner, known)
    return (*above, key)


def settle(events: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the events without the moves, in terms of the first and the last tree, and without what cancels out.

    The paths of what comes back are keys from the frame down.
    """
    settled: dict[int, tuple[Any, ...]] = {}  # by the time of the event
    lost = _Places()  # where losses stand in the first tree
    invented = _Places()  # where inventions stand in the tree of now
    moves: list[dict[Keys, Keys]] = []
    known: dict[Any, Keys] = {}
    for time, (kind, at, value, change) in enumerate(events):
        if kind == "moved":
            moves.append(at)
            invented = invented.carried(value)
            continue
        where = keys_of(at, known)
        if kind == "invented":
            invented.add(where, time)
            settled[time] = (kind, where, value, change)
            continue
        if invented:
            owner = invented.above(where)
            if owner is not None:
                # Edits of an invention are the invention; its value is the object itself and changes with it.
                if owner == where and kind == "dropped":
                    del settled[invented.pop(where)]
                continue
            for path in invented.below(where):
                del settled[invented.pop(path)]
                value = _without(value, path[len(where) :])
        source = where
        for move in reversed(moves):
            source = _carried(source, move)
        if source in lost.inner:
            # What was lost inside belongs to the value that stood there.
            for path in reversed(lost.below(source)):
                inner, _, part, _ = settled.pop(lost.pop(path))
                value = _with(value, path[len(source) :], part, inner == "dropped")
        if source not in lost:
            lost.add(source, time)
            settled[time] = (kind, source, value, change)
    for path, when in invented.items():
        settled[when] = ("invented", path, *settled[when][2:])
    return list(settled.values())


class _Places(dict[Keys, int]):
    """Paths of a tree and the times of what happened there, with a look above and below a path."""

    def __init__(self) -> None:
        self.inner: dict[Keys, list[Keys]] = (
            {}
        )  # the places, and what leads to places, directly inside each path

    def add(self, path: Keys, time: int) -> None:
        """Note what happened at a path."""
        self[path] = time
        while path:
            owner = path[:-1]
            inside = self.inner.get(owner)
            if inside is not None:
                inside.append(path)
                return
            self.inner[owner] = [path]
            path = owner

    def above(self, path: Keys) -> Keys | None:
        """Return the path that holds `path`, or is it."""
        return next((path[:n] for n in range(len(path) + 1) if path[:n] in self), None)

    def below(self, path: Keys) -> list[Keys]:
        """Return the paths strictly inside `path`, in the order in which they came."""
        found: list[Keys] = []
        for inner in dict.fromkeys(self.inner.get(path, ())):
            if inner in self:
                found.append(inner)
            found += self.below(inner)
        return sorted(found, key=self.__getitem__)

    def carried(self, move: dict[Keys, Keys]) -> _Places:
        """Return the same places on the other side of a move."""
        found = _Places()
        for path, time in self.items():
            found.add(_carried(path, move), time)
        return found


def _carried(where: Keys, move: dict[Keys, Keys]) -> Keys:
    """Return `where` as it reads on the other side of a move."""
    for n in range(len(where), -1, -1):
        other = move.get(where[:n])
        if other is not None:
            return other + where[n:]
    return where


def _without(value: Any, path: Keys) -> Any:
    """Return a copy of `value` without what stands at `path`."""
    copy = value.copy()
    if len(path) == 1:
        del copy[path[0]]
    else:
        copy[path[0]] = _without(copy[path[0]], path[1:])
    return copy


def _with(value: Any, path: Keys, part: Any, inserted: bool) -> Any:
    """Return a copy of `value` in which `part` stands at `path` again."""
    copy: Any = value.copy()
    key: Any = path[0]
    if len(path) > 1:
        copy[key] = _with(copy[key], path[1:], part, inserted)
    elif inserted and type(copy) is list:
        copy.insert(key, part)
    else:
        copy[key] = part
    return copy
