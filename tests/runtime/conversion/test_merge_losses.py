"""The losses of several adapters: random edits of random frames keep the law of losses."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Callable
from typing import Any

import pytest
from mcp_revisions._runtime.conversion.log import ConversionLog
from mcp_revisions._runtime.conversion.losses import Change, Loss

from support.merging_cases import FILE, merged
from support.node import NODE
from support.paths import ROOT
from support.random_edits import Frames, linked, walked


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
            for holder in over(lost, loss.pointer):
                if loss.kind == holder.kind == "dropped" and loss != holder:
                    # what moved out of the holder before goes on, and has losses of its own
                    between = [each for each in over(lost, loss.pointer) if over([holder], each.pointer)]
                    assert any(each.kind == "respelled" for each in between), said
        earlier, later = leaves(first), leaves(frame)
        for leaf, pointer in earlier.items():
            kinds = {loss.kind for loss in over(lost, pointer)}
            if leaf in later:
                assert not kinds or kinds != {"dropped"}, (leaf, said)
            elif leaf in frames.omitted:
                assert kinds, (leaf, said)
            else:
                assert kinds - {"respelled"}, (leaf, said)
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


def omit(value: Any, *keys: str) -> Step:
    """Return a step that removes a member with a value that the target says by its absence."""
    *above, name = keys
    owner = "".join(f"/{key}" for key in above)
    return lambda frame, log: log.drop_only(value_at(frame, owner), name, value, linked((*above,)), C)


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
    return lambda frame, log: log.move(frame, (*source,), (*target,), None, (C, C))


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
    # and so do the losses of its parts
    (
        {"a": {"b": {"x": 1}}},
        [move("ab", "c"), drop("c", "x"), drop("a")],
        [("respelled", "/a/b"), ("dropped", "/a/b/x"), ("dropped", "/a")],
    ),
    # and is lost with it when it is lost too
    ({"a": {"b": 1}}, [move("ab", "c"), drop("c"), drop("a")], [("dropped", "/a")]),
    ({"a": {"b": 1}}, [move("ab", "c"), drop("a"), drop("c")], [("dropped", "/a")]),
    # a value whose absence says the same is respelled, also after its name or a part of it was
    ({"a": 1}, [omit(1, "a")], [("respelled", "/a")]),
    ({"a": 1}, [move("a", "b"), omit(1, "b")], [("respelled", "/a")]),
    ({"a": {"b": 1}}, [report("respelled", "a", "b"), omit({"b": 1}, "a")], [("respelled", "/a")]),
    ({"a": {}}, [fill(1, "a", "b"), omit({"b": 1}, "a")], [("respelled", "/a")]),
    ({"a": {"b": 1}}, [move("ab", "c"), omit({}, "a")], [("respelled", "/a/b"), ("respelled", "/a")]),
    ({"a": {}, "b": 1}, [move("b", "ac"), omit({"c": 1}, "a")], [("respelled", "/b"), ("respelled", "/a")]),
    # with further members, or after a loss of the value or of a part, it is dropped
    ({"a": {"b": 1, "c": 2}}, [omit({"b": 1}, "a")], [("dropped", "/a")]),
    ({"a": {"b": 1}}, [drop("a", "b"), omit({}, "a")], [("dropped", "/a")]),
    ({"a": 2}, [fill(1, "a"), omit(1, "a")], [("dropped", "/a")]),
    (
        {"a": {}, "b": 2},
        [move("b", "ac"), fill(1, "a", "c"), omit({"c": 1}, "a")],
        [("dropped", "/b"), ("respelled", "/a")],
    ),
    # another value in its place is an invention; a value that was invented is not reported
    ({"a": 1}, [omit(1, "a"), fill(2, "a")], [("respelled", "/a"), ("invented", "/a")]),
    ({}, [fill(1, "a"), omit(1, "a")], []),
    # a holder that is lost takes it along
    ({"a": {"b": 1}}, [omit(1, "a", "b"), drop("a")], [("dropped", "/a")]),
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


MERGED = """
import { lossOf, merged } from "./src/losses.ts";
import { lossPointer } from "./src/json.ts";
let text = "";
for await (const part of process.stdin) text += part;
for (const { first, last, events } of JSON.parse(text)) {
  const told = events.map(({ path, change, ...event }) => ({ ...event, keys: path, change: { id: change } }));
  const losses = merged(told, () => first, last);
  const named = losses.map(({ kind, keys, change }) => [lossOf(kind), lossPointer(keys), change.id]);
  console.log(JSON.stringify(named));
}
"""
PUBLISHED = [json.loads(line) for line in FILE.read_text("utf-8").splitlines()]


def test_python_merges_each_published_case_as_it_says() -> None:
    """The losses of the events are those of the case, in order, with their values."""
    assert len(PUBLISHED) > 100
    for case in PUBLISHED:
        assert merged(case) == case["losses"], case["case"]


def test_typescript_merges_each_published_case_as_it_says() -> None:
    """So are those of the reader in TypeScript."""
    command = [NODE, "--input-type=module", "--eval", MERGED]
    folder, asked = ROOT / "typescript", json.dumps(PUBLISHED)
    done = subprocess.run(command, input=asked, capture_output=True, text=True, cwd=folder, check=False)
    assert done.returncode == 0, done.stderr
    expected = [
        [[one["kind"], one["pointer"], one["change"]] for one in case["losses"]] for case in PUBLISHED
    ]
    assert [json.loads(line) for line in done.stdout.splitlines()] == expected
