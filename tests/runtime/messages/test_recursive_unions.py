"""Recursive untagged unions: valid and invalid values of any depth are decoded in linear time."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable
from types import ModuleType
from typing import Any

import pytest
from mcp_revisions import DecodeError
from mcp_revisions._runtime.messages.build_lock import type_node
from mcp_revisions._runtime.messages.codec import Codec
from mcp_revisions._runtime.messages.encoder import encode
from mcp_revisions._runtime.messages.type_info import alternatives
from msgspec import inspect as mi

# `Tree` has one recursive variant, `Node` two with the same JSON type and the same required members.
TYPES = """
from __future__ import annotations

from typing import Annotated, Any, Literal

from msgspec import UNSET, Meta, UnsetType
from mcp_revisions._runtime.messages import base as _b


class Tree(_b.Untagged):
    variants = ("str", "list[Tree]")


class Flags(_b.Untagged):
    variants = ("bool", "list[Flags]")


class Left(_b.Struct, kw_only=True):
    next: Node | UnsetType = UNSET
    value: int


class Right(_b.Struct, kw_only=True):
    next: Node | UnsetType = UNSET
    value: str


class Node(_b.Untagged):
    variants = ("Left", "Right")


class Even(_b.Struct, kw_only=True):
    kind: Literal["even"]


class Odd(_b.Struct, kw_only=True):
    kind: Literal["odd"]


class Parity(_b.Untagged):
    variants = ("Even", "Odd")


class Loop(_b.Untagged):
    variants = ("Loop", "str")


class Truths(_b.Constants):
    values = (True, 1.5)


class Many(_b.Untagged):
    variants = ("Annotated[int, Meta(ge=0)]", 'Literal["a", None]', "list[Any]", "Left | Tree", "Truths")
"""
DEPTHS = (1, 12, 60)
SECONDS = 5.0


@pytest.fixture
def types(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Return a module with these types."""
    module = ModuleType("recursive_types")
    monkeypatch.setitem(sys.modules, module.__name__, module)
    exec(TYPES, module.__dict__)
    return module


def nodes(depth: int, innermost: Any) -> Any:
    """Return nodes inside each other; only the innermost value may be wrong."""
    tree: Any = {"value": innermost}
    for _ in range(depth):
        tree = {"next": tree, "value": "text"}
    return tree


def decoded(types: ModuleType, name: str, tree: Any) -> Any:
    """Return a decoded value, or the error, of a decode within the time limit."""
    began = time.process_time()
    try:
        codec = Codec("2000-01-01", types, {}, batches=False, elsewhere={})
        value: Any = codec.decode(json.dumps(tree), getattr(types, name))
    except DecodeError as error:
        value = error
    assert time.process_time() - began < SECONDS
    return value


@pytest.mark.parametrize("depth", DEPTHS)
def test_an_invalid_leaf_is_named_at_any_depth(types: ModuleType, depth: int) -> None:
    """The error for a value that fits no variant points to the innermost mismatch."""
    tree: Any = 5
    for _ in range(depth):
        tree = [tree]
    assert decoded(types, "Tree", tree).pointer == "/0" * depth
    assert decoded(types, "Node", nodes(depth, None)).pointer == "/next" * depth + "/value" * bool(depth)


@pytest.mark.parametrize("depth", DEPTHS)
def test_a_valid_value_keeps_its_unknown_members(types: ModuleType, depth: int) -> None:
    """A value is decoded and encoded though each level has several variants to try."""
    tree = nodes(depth, 1)
    value = decoded(types, "Node", tree)
    assert type(value).__name__ == "Right"
    assert json.loads(encode(value)) == tree
    tree["next"]["x"] = tree["y"] = 1
    value = decoded(types, "Node", tree)
    assert sorted(value.unknown) == ["/next/x", "/y"]
    assert json.loads(encode(value)) == tree


@pytest.mark.parametrize("depth", DEPTHS)
def test_unknown_members_count_at_every_try(types: ModuleType, depth: int) -> None:
    """A value that was decoded for one variant has as many unknown members for the next one."""
    codec = Codec("2000-01-01", types, {}, batches=False, elsewhere={})
    tree = nodes(depth, 1)
    assert codec.decode(tree, types.Node, unknown="error") == codec.decode(tree, types.Node)
    innermost = tree
    while "next" in innermost:
        innermost = innermost["next"]
    innermost["x"] = 1
    with pytest.raises(DecodeError, match="unknown") as caught:
        codec.decode(tree, types.Node, unknown="error")
    assert caught.value.pointer == "/next" * depth + "/x"


def test_the_constants_of_all_members_are_named(types: ModuleType) -> None:
    """A constant that no variant has is refused with those that one has."""
    assert decoded(types, "Parity", {"kind": "odd"}) == types.Odd(kind="odd")
    error = decoded(types, "Parity", {"kind": "x"})
    assert error.pointer == "/kind" and error.reason == "'x' is not one of even, odd in 2000-01-01"


def test_a_union_inside_itself_is_of_any_type(types: ModuleType) -> None:
    """The types of a union are those of its members, of a union among them too."""
    assert [*alternatives(type_node(types.Parity))] == [type_node(types.Even), type_node(types.Odd)]
    assert [type(node) for node in alternatives(type_node(types.Loop))] == [mi.AnyType, mi.StrType]


def test_scalars_of_a_union_stay_as_they_are(types: ModuleType) -> None:
    """A truth value inside arrays is kept, another scalar refused."""
    assert decoded(types, "Flags", [True, [False]]) == [True, [False]]
    assert decoded(types, "Flags", [True, [0]]).pointer == "/1/0"


def test_a_union_has_the_classes_of_its_values(types: ModuleType) -> None:
    """A type of any form stands for the Python classes of its values, a union inside for its own."""
    none = type(None)
    assert types.Many.classes() == (int, str, none, list, types.Left, bool, float)
    for value in (1, "a", None, [], types.Left(value=1), 1.5):
        assert isinstance(value, types.Many)
    for value in ({}, b"", types.Right(value="s")):
        assert not isinstance(value, types.Many)


def deeper(levels: int, work: Callable[[], Any]) -> Any:
    """Call a function some levels further down the stack."""
    return work() if levels == 0 else deeper(levels - 1, work)


def test_a_decoder_that_the_end_of_the_stack_left_unfinished_is_built_anew(types: ModuleType) -> None:
    """Whatever call reaches the end of the stack, the same decode succeeds further up."""
    tree, ended = nodes(3, 1), 0
    for levels in range(700, 1000, 3):
        codec = Codec("2000-01-01", types, {}, batches=False, elsewhere={})
        try:
            deeper(levels, lambda: codec.decode(tree, types.Node))  # noqa: B023 - called at once
        except (RecursionError, TypeError, DecodeError):
            ended += 1
        assert json.loads(encode(codec.decode(tree, types.Node))) == tree
    assert ended
