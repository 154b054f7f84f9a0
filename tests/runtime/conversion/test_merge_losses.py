"""The losses of several adapters: random edits of random frames keep the law of losses."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import pytest
from mcp_revisions._runtime.conversion.log import ConversionLog
from mcp_revisions._runtime.conversion.losses import Change, Loss

NAMES = "abcd"
Keys = tuple[str | int, ...]


class Frames:
    """Random frames, whose leaves are like no others, and random edits of them."""

    def __init__(self, seed: int) -> None:
        self.rng, self.count = Random(seed), 0

    def tree(self, depth: int) -> Any:
        """Return a random value."""
        if not depth or self.rng.random() < 0.25:
            self.count += 1
            return f"leaf {self.count}"
        if self.rng.random() < 0.25:
            return [self.tree(depth - 1) for _ in range(self.rng.randrange(4))]
        return {name: self.tree(depth - 1) for name in NAMES if self.rng.random() < 0.5}

    def edit(self, frame: Any, log: ConversionLog) -> None:
        """Edit a frame once, as adapters and rules do."""
        rng, change = self.rng, Change(f"C{len(log)}", "")
        places = [*walked(frame)]
        keys, owner = rng.choice([place for place in places if isinstance(place[1], dict)])
        at, name = linked(keys), rng.choice(NAMES)
        match rng.randrange(6):
            case 0 if name in owner:
                log.drop(owner, name, at, change)
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
                    log.move(owner, source, target, at, change, makes=makes, clears=clears)

    def drop_items(self, keys: Keys, items: list[Any], log: ConversionLog, change: Change) -> None:
        """Drop items of an array, as `tools_without_tasks` does."""
        place, stay = linked(keys), [i for i in range(len(items)) if self.rng.random() < 0.7]
        for i in {*range(len(items))} - {*stay}:
            log.report("dropped", (place, i), items[i], change)
        log.moved([((place, new), (place, old)) for new, old in enumerate(stay)], change)
        items[:] = [items[i] for i in stay]


def walked(value: Any, keys: Keys = ()) -> Iterator[tuple[Keys, Any]]:
    """Yield a value and those inside with their keys."""
    yield keys, value
    if isinstance(value, dict | list):
        for key, inner in value.items() if isinstance(value, dict) else enumerate(value):
            yield from walked(inner, (*keys, key))


def linked(keys: Keys) -> Any:
    """Return keys as a path of the log."""
    path = None
    for key in keys:
        path = path, key
    return path


def leaves(tree: Any) -> dict[str, str]:
    """Return the pointers of the leaves of a tree, by leaf."""
    return {v: "/" + "/".join(map(str, keys)) for keys, v in walked(tree) if isinstance(v, str)}


def value_at(tree: Any, pointer: str) -> Any:
    """Return the value at a pointer of names that need no escape."""
    for key in pointer.split("/")[1:]:
        tree = tree[int(key) if isinstance(tree, list) else key]
    return tree


def over(losses: list[Loss], pointer: str) -> list[Loss]:
    """Return the losses of a value at a pointer, and of those that hold it."""
    return [loss for loss in losses if f"{pointer}/".startswith(f"{loss.pointer}/")]


def test_each_value_that_is_lost_or_gained_is_reported_at_its_place_and_no_other() -> None:
    """Losses speak of the first frame, inventions of the last; each leaf is accounted for."""
    frames, reported = Frames(1), 0
    for _ in range(3000):
        frame: Any = {"params": frames.tree(4)}
        first, log = copy.deepcopy(frame), ConversionLog()
        for _ in range(frames.rng.randrange(2, 5)):
            before = len(log)
            for _ in range(frames.rng.randrange(1, 4)):
                frames.edit(frame, log)
            log.end_step(before)
        log.needs_path_mapping, log.frames = True, (json.dumps(first).encode(), frame)
        losses = log.losses()
        said = first, frame, losses
        lost = [loss for loss in losses if loss.kind != "invented"]
        gained = [loss for loss in losses if loss.kind == "invented"]
        for part, tree in ((lost, first), (gained, frame)):
            assert len({loss.pointer for loss in part}) == len(part), said
            assert all(value_at(tree, loss.pointer) == loss.value for loss in part), said
        for loss in lost:
            dropped = [each for each in over(lost, loss.pointer) if each.kind == "dropped"]
            assert loss.kind != "dropped" or dropped == [loss], said
        earlier, later = leaves(first), leaves(frame)
        for leaf, pointer in earlier.items():
            kinds = {loss.kind for loss in over(lost, pointer)}
            assert not kinds or kinds != {"dropped"} if leaf in later else kinds - {"respelled"}, (leaf, said)
        for leaf, pointer in later.items():
            if leaf in earlier:
                has_moved = any(loss.kind == "respelled" for loss in over(lost, earlier[leaf]))
                assert has_moved or not over(gained, pointer), (leaf, said)
            else:
                is_inside = any(loss.kind in ("reshaped", "weakened") for loss in lost)
                assert is_inside or over(gained, pointer), (leaf, said)
        reported += len(losses)
    assert reported > 3000


C = Change("C", "")
Step = Callable[[Any, ConversionLog], Any]


def report(kind: str, *keys: str) -> Step:
    """Return a step that reports a loss of a value that stays, in another form."""
    return lambda frame, log: log.report(kind, linked(keys), value_at(frame, "/" + "/".join(keys)), C)


def drop(*keys: str) -> Step:
    """Return a step that drops a member."""
    *above, name = keys
    return lambda frame, log: log.drop(
        value_at(frame, "".join(f"/{key}" for key in above)), name, linked((*above,)), C
    )


def fill(value: Any, *keys: str) -> Step:
    """Return a step that sets a member."""
    *above, name = keys
    owner = "".join(f"/{key}" for key in above)
    return lambda frame, log: log.fill(
        value_at(frame, owner), name, copy.deepcopy(value), linked((*above,)), C
    )


def reform(*keys: str) -> Step:
    """Return a step that gives a value, whose loss is reported, a part in its other form."""
    *above, name = keys
    return lambda frame, log: value_at(frame, "".join(f"/{key}" for key in above)).update({name: "part"})


def move(source: str, target: str) -> Step:
    """Return a step that moves a member; paths are names of one letter."""
    return lambda frame, log: log.move(frame, (*source,), (*target,), None, C)


CASES: list[tuple[Any, list[Step], list[tuple[str, str]]]] = [
    # an invention in the place of a value that took another along: what moves out of it is an invention
    (
        {"a": {}, "x": 1},
        [move("x", "ab"), drop("a"), fill({"b": 2}, "a"), move("ab", "c")],
        [("dropped", "/x"), ("dropped", "/a"), ("invented", "/a"), ("invented", "/c")],
    ),
    # a part that another form alone has belongs to the innermost value with a loss
    (
        {"a": {"b": {"x": 1}}},
        [report("respelled", "a"), report("reshaped", "a", "b"), reform("a", "b", "c"), drop("a", "b", "c")],
        [("respelled", "/a"), ("reshaped", "/a/b")],
    ),
    (
        {"a": {"b": {"x": 1}}},
        [report("reshaped", "a"), report("respelled", "a", "b"), reform("a", "b", "c"), drop("a", "b", "c")],
        [("reshaped", "/a"), ("reshaped", "/a/b")],
    ),
    # a value that has moved away goes on when its holder is lost
    ({"a": {"b": 1}}, [move("ab", "c"), drop("a")], [("respelled", "/a/b"), ("dropped", "/a")]),
    # and is lost with it when it is lost too
    ({"a": {"b": 1}}, [move("ab", "c"), drop("c"), drop("a")], [("dropped", "/a")]),
    ({"a": {"b": 1}}, [move("ab", "c"), drop("a"), drop("c")], [("dropped", "/a")]),
]


@pytest.mark.parametrize(("first", "steps", "expected"), CASES)
def test_losses_of_several_adapters_are_told_once(
    first: Any, steps: list[Step], expected: list[tuple[str, str]]
) -> None:
    """Each adapter makes one edit; the losses name the values of the first frame, inventions of the last."""
    frame, log = copy.deepcopy(first), ConversionLog()
    for step in steps:
        before = len(log)
        step(frame, log)
        log.end_step(before)
    log.frames = first, frame
    assert [(loss.kind, loss.pointer) for loss in log.losses()] == expected
