"""Random messages, and random edits of them that report events, to test the merging of losses."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

from mcp_revisions._runtime.conversion.log import ConversionLog
from mcp_revisions._runtime.conversion.losses import Change

NAMES = "abcd"
Keys = tuple[str | int, ...]


class Frames:
    """Makes random messages whose leaves are all different, and edits them at random."""

    def __init__(self, seed: int) -> None:
        self.rng, self.count = Random(seed), 0
        self.omitted: set[str] = set()  # the leaves of values that were removed because absence says the same

    def tree(self, depth: int) -> Any:
        """Return a random JSON value."""
        if not depth or self.rng.random() < 0.25:
            self.count += 1
            return f"leaf {self.count}"
        if self.rng.random() < 0.25:
            return [self.tree(depth - 1) for _ in range(self.rng.randrange(4))]
        return {name: self.tree(depth - 1) for name in NAMES if self.rng.random() < 0.5}

    def edit(self, frame: Any, log: ConversionLog) -> None:
        """Edit a message once, in the way that adapters and rules do."""
        rng, change = self.rng, Change(f"C{len(log)}", "")
        places = [*walked(frame)]
        keys, owner = rng.choice([place for place in places if isinstance(place[1], dict)])
        at, name = linked(keys), rng.choice(NAMES)
        match rng.randrange(7):
            case 0 if name in owner:
                log.drop(owner, name, at, change)
            case 6 if name in owner:
                value = owner[name]
                part = value  # or, of an object, some of its members
                if isinstance(value, dict):
                    part = {key: value[key] for key in [*value][: rng.randrange(len(value) + 1)]}
                log.drop_only(owner, name, part, at, change)
                if part == value:
                    self.omitted.update(leaves(value))
            case 1:
                log.fill(owner, name, self.tree(2), at, change)
            case 2 if keys:
                log.report(rng.choice(["reshaped", "weakened", "respelled"]), at, owner, change)
            case 3:
                arrays = [place for place in places if isinstance(place[1], list)]
                if arrays:
                    self.drop_items(*rng.choice(arrays), log, change)
            case 4 | 5:
                source, target = (tuple(rng.choices(NAMES, k=rng.randrange(1, 4))) for _ in range(2))
                if target[: len(source)] != source and source[: len(target)] != target:
                    makes, clears = rng.random() < 0.5, rng.randrange(len(source))
                    log.move(owner, source, target, at, (change, change), makes=makes, clears=clears)

    def drop_items(self, keys: Keys, items: list[Any], log: ConversionLog, change: Change) -> None:
        """Drop items of an array, as `tools_without_tasks` does."""
        place, stay = linked(keys), [i for i in range(len(items)) if self.rng.random() < 0.7]
        for i in {*range(len(items))} - {*stay}:
            log.report("dropped", (place, i), items[i], change)
        log.moved([((place, new), (place, old)) for new, old in enumerate(stay)], change)
        items[:] = [items[i] for i in stay]


def walked(value: Any, keys: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    """Yield a value and all values inside it, each with its path of keys."""
    yield keys, value
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from walked(inner, (*keys, key))


def leaves(value: Any) -> Iterator[str]:
    """Yield the leaves of a value."""
    return (leaf for _, leaf in walked(value) if isinstance(leaf, str))


def linked(keys: Keys) -> Any:
    """Return keys as a path of the log."""
    path = None
    for key in keys:
        path = path, key
    return path
