"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.log import array, ConversionLog, expected, Path
from .._runtime.conversion.losses import Change
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter

X_1 = Change("X.1", "Tools return text alone: An image has no text.")


REQUEST, NOTIFICATION = MethodAdapter(), MethodAdapter(is_request=False)


# Up, from old to new


def content_block_up(value: Any, at: Path, log: ConversionLog) -> Any:
    """ContentBlock."""
    kind = value.get("type") if type(value) is dict else None
    if kind == "image":
        log.refuse(at, X_1)

    elif kind not in ("text",):
        raise expected("TextContent or ImageContent", at)
    return value


def call_tool_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    """CallToolResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        items[i] = content_block_up(item, (here, i), log)


# Down, from new to old


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": MethodAdapter(result=call_tool_result_up, fidelity=("whole", "lossy")),
        },
        "server": {},
    },
)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/call": REQUEST,
        },
        "server": {},
    },
)
