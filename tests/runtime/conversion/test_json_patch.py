"""JSON Patch: `patched` undoes `diff`, as RFC 6902 says, in time in proportion to the trees."""

from __future__ import annotations

import copy
import json
import time
from collections.abc import Callable
from random import Random
from typing import Any

import jsonpatch
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mcp_revisions._runtime.conversion.restore import diff, patched

from support.frame_mutations import mutated

Tree = dict[str, Any]
OPERATIONS, POINTERS = 10_000, 1 << 20  # of one patch

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers(-1, 1)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text("a~/0", max_size=2)
)
VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=5)
    | st.dictionaries(st.text("a~/0", max_size=2), inner, max_size=4),
    max_leaves=20,
)
TREES = st.dictionaries(st.text("a~/0", max_size=2), VALUES, max_size=4)


def text(tree: Any) -> str:
    """Return a tree as text that tells `1`, `1.0` and `true` apart."""
    return json.dumps(tree, sort_keys=True)


def operations(old: Tree, new: Tree) -> list[Any]:
    """Return the operations that turn `old` into `new`."""
    patch = diff(old, new)
    assert patch is not None
    found: list[Any] = json.loads(patch)
    return found


def check(old: Tree, new: Tree) -> list[Any]:
    """Demand that the patch turns `old` into `new`, here and by another implementation; return it."""
    patch = operations(old, new)
    before = text(old), text(patch)
    assert text(patched(old, patch)) == text(new)
    assert (text(old), text(patch)) == before
    assert text(jsonpatch.apply_patch(old, patch)) == text(new)
    return patch


@settings(derandomize=True, deadline=None, database=None)
@given(old=TREES, new=TREES)
def test_a_patch_turns_any_tree_into_any_other(old: Tree, new: Tree) -> None:
    """`patched` after `diff` gives the new tree, whatever the trees; equal trees give no operation."""
    check(old, new)
    assert diff(old, copy.deepcopy(old)) == b"[]"


@settings(derandomize=True, deadline=None, database=None)
@given(old=TREES, seed=st.integers(0, 1 << 30))
def test_a_patch_turns_an_edited_tree_back(old: Tree, seed: int) -> None:
    """`patched` after `diff` gives the original of a tree that was edited in one place."""
    check({"x": mutated(old, Random(seed), [old])}, {"x": old})


@pytest.mark.parametrize("gone", [[0], [3], [9], [0, 1, 2], list(range(10))])
def test_an_array_of_another_length_is_replaced(gone: list[int]) -> None:
    """Items that an array lost bring the array back as a whole; those that changed are written one by one."""
    items = [{"name": str(i), "inputSchema": {"type": "object"}} for i in range(10)]
    left = [item for i, item in enumerate(items) if i not in gone]
    assert [each["path"] for each in check({"tools": left}, {"tools": items})] == ["/tools"]
    edited = [{"name": item["name"]} if i in gone else item for i, item in enumerate(items)]
    changed = check({"tools": edited}, {"tools": items})
    assert [each["path"] for each in changed] == [f"/tools/{i}/inputSchema" for i in gone]


def test_a_patch_is_bounded() -> None:
    """Beyond the bounds on operations and pointers, every member of the root is replaced."""
    for count, name in ((OPERATIONS, "x"), (POINTERS // 1000 - 2, "x" * 980)):
        for more in (0, 40):
            old = {"a": {name: [{"y": 0}] * (count + more)}, "b": {"c": 1}}
            new = {"a": {name: [{"y": 1}] * (count + more)}, "b": {"c": 1}}
            patch = check(old, new)
            assert len(patch) == (len(old) + len(new) if more else count)
    for more in (0, 1):
        name = "x" * (POINTERS - 1 + more)
        assert [each["op"] for each in check({name: 0}, {name: 1})] == (
            ["remove", "add"] if more else ["replace"]
        )
    with pytest.raises(ValueError, match="more than"):
        patched({}, [{"op": "add", "path": "/x", "value": 1}] * (OPERATIONS + 1))


def nested(inner: Any, depth: int) -> Any:
    """Return arrays inside arrays around a value."""
    for _ in range(depth):
        inner = [inner]
    return inner


def test_nesting_does_not_matter() -> None:
    """Neither direction recurses."""
    old, new = {"x": nested([0], 20_000)}, {"x": nested([1], 20_000)}
    patch = operations(old, new)
    value: Any = patched(old, patch)["x"]
    while isinstance(value[0], list):
        value = value[0]
    assert value == [1]


LARGE = list(range(100_000))
SLOW: dict[str, Callable[[int], Any]] = {
    "a large item deep inside": lambda end: nested([LARGE, end], 400),
    "removed from the front": lambda end: LARGE if end else LARGE[50_000:],
    "a long name above many edits": lambda end: {"x" * 50_000: [[end, i] for i in LARGE]},
    "many members against many items": lambda end: (
        [{"a": 1}] * 30_000 if end else [{str(i): i for i in range(30_000)}]
    ),
    "many small arrays": lambda end: [[], [end], {}] * 30_000,
}


@pytest.mark.parametrize("make", SLOW.values(), ids=SLOW)
def test_no_shape_is_slow(make: Callable[[int], Any]) -> None:
    """Trees that a comparison of every pair, or at every level, would take minutes for take a second."""
    for first, last in ((0, 1), (1, 0)):
        old, new = {"x": make(first)}, {"x": make(last)}
        start = time.process_time()
        found = patched(old, operations(old, new))
        assert time.process_time() - start < 5  # noqa: PLR2004 - a hundredth of the quadratic time
        assert found == new


OTHERS: dict[str, Any] = {
    "removes a member that is absent": [{"op": "remove", "path": "/x"}],
    "adds below a member that is absent": [{"op": "add", "path": "/x/y", "value": 1}],
    "adds below a string": [{"op": "add", "path": "/s/0", "value": 1}],
    "replaces an item that is absent": [{"op": "replace", "path": "/a/1", "value": 1}],
    "an index that is no number": [{"op": "add", "path": "/a/b", "value": 1}],
    "an index of 5,000 digits": [{"op": "remove", "path": "/a/" + "1" * 5000}],
    "tests": [{"op": "test", "path": "/s", "value": "t"}],
    "moves": [{"op": "move", "from": "/s", "path": "/x"}],
    "an operation in capitals": [{"op": "ADD", "path": "/x", "value": 1}],
    "an operation that is no text": [{"op": ["add"], "path": "/x", "value": 1}],
    "a path that is no text": [{"op": "add", "path": 5, "value": 1}],
    "a path without a slash": [{"op": "add", "path": "x", "value": 1}],
    "the root": [{"op": "replace", "path": "", "value": {}}],
    "an addition without a value": [{"op": "add", "path": "/x"}],
    "an operation that is an array": [["add", "/x", 1]],
    "an operation that is a number": [5],
    "an object": {"op": "add", "path": "/x", "value": 1},
    "a text": '[{"op": "remove", "path": "/s"}]',
    "null": None,
}


@pytest.mark.parametrize("patch", OTHERS.values(), ids=OTHERS)
def test_another_patch_raises_an_exception_that_is_documented(patch: Any) -> None:
    """An operation that `diff` never writes is refused; the tree stays as it is."""
    tree = {"s": "t", "a": [1]}
    with pytest.raises((AttributeError, LookupError, TypeError, ValueError)):
        patched(tree, patch)
    assert tree == {"s": "t", "a": [1]}
