"""Checks of one decoded value against the oracle, which all tests of exactness share."""

from __future__ import annotations

import json
from typing import Any

import mcp_revisions
import msgspec
import pytest
from mcp_revisions._runtime.errors import DecodeError
from mcp_revisions._runtime.messages.base import unknown_pointers

from mcpgen.runtime.json_values import tokens
from support.oracle import Oracle, oracle


def same(a: Any, b: Any) -> bool:
    """Return whether two JSON values are equal.

    Integers, floats and booleans are never equal to each other.
    """
    if type(a) is not type(b):
        return False
    if isinstance(a, dict):
        return a.keys() == b.keys() and all(same(a[k], b[k]) for k in a)
    if isinstance(a, list):
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


def without(tree: Any, pointers: tuple[str, ...]) -> Any:
    """Return a copy of a JSON value without the members at some JSON Pointers."""
    tree = json.loads(json.dumps(tree))
    for pointer in pointers:
        *path, last = tokens(pointer)
        at = tree
        for step in path:
            at = at[int(step)] if isinstance(at, list) else at[step]
        del at[last]
    return tree


def check_lossless(module: Any, data: bytes, tree: Any, decode: Any) -> None:
    """Assert that an accepted value is encoded to an equal value, and that its unknown members are listed."""
    value = decode(data, unknown="keep")
    back = msgspec.json.decode(module.encode(value))
    assert same(back, tree), f"encode gave {back}"
    values = value if isinstance(value, list) else [value]
    unknown = [unknown_pointers(v) for v in values]
    dropped = decode(data, unknown="drop")
    pruned = (
        [without(t, u) for t, u in zip(tree, unknown, strict=True)]
        if isinstance(value, list)
        else without(tree, unknown[0])
    )
    assert same(msgspec.json.decode(module.encode(dropped)), pruned)
    try:
        decode(data, unknown="error")
        refused = None
    except ValueError as error:  # the `DecodeError` of the package that decodes, which may be another copy
        refused = error.pointer  # type: ignore[attr-defined]
    assert (refused is not None) == any(unknown), (refused, unknown)


def check_type(judge: Oracle, name: str, tree: Any) -> bool:
    """Assert that decoding as a type accepts a value if and only if the oracle does.

    Return whether it does.
    """
    module: Any = mcp_revisions.revision(judge.revision)
    data = json.dumps(tree).encode()
    expected = judge.type_fits(name, tree)
    type_ = getattr(module, name)

    def decode(data: bytes, **options: Any) -> Any:
        return module.decode(data, type_, **options)

    check_value(expected, module, data, tree, decode)
    return expected


def check_frame(judge: Oracle, tree: Any, sender: str, answering: str | None) -> bool:
    """Assert that `decode_message` accepts a message if and only if the oracle does.

    Return whether it does.
    """
    module: Any = mcp_revisions.revision(judge.revision)
    data = json.dumps(tree).encode()
    expected = judge.frame_fits(tree, sender, answering)

    def decode(data: bytes, **options: Any) -> Any:
        return module.decode_message(data, sender, answering, **options)

    check_value(expected, module, data, tree, decode)
    return expected


def check_value(expected: bool, module: Any, data: bytes, tree: Any, decode: Any) -> None:
    """Assert that a value is accepted as expected, from text and as a JSON value, and is encoded back."""
    is_container = isinstance(tree, (dict, list))
    try:
        value = decode(data)
    except DecodeError as error:
        assert not expected, f"refused a valid value: {error}\n{data!r}"
        assert "\n" not in str(error)
        assert error.code in (-32600, -32601, -32602), error.code
        if is_container:
            with pytest.raises(DecodeError) as caught:
                decode(tree)
            assert caught.value.args == error.args
    else:
        assert expected, f"accepted an invalid value: {data!r}"
        check_lossless(module, data, tree, decode)
        assert not is_container or decode(tree) == value
        assert same(module.to_builtins(value), tree)


__all__ = ["check_frame", "check_lossless", "check_type", "check_value", "oracle", "same", "without"]
