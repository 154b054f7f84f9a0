"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.log import array, ConversionLog, expected, Path
from .._runtime.conversion.losses import Change
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter

AUDIOCONTENT_DOWN = Change("AudioContent", "old does not have it")


REQUEST, NOTIFICATION = MethodAdapter(), MethodAdapter(is_request=False)


# Up, from old to new


# Down, from new to old


def content_block_down(value: Any, at: Path, log: ConversionLog) -> Any:
    """ContentBlock."""
    kind = value.get("type") if type(value) is dict else None
    if kind == "audio":
        log.refuse(at, AUDIOCONTENT_DOWN)

    elif kind not in (
        "text",
        "image",
    ):
        raise expected("AudioContent or TextContent or ImageContent", at)
    return value


def call_tool_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    """CallToolResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        items[i] = content_block_down(item, (here, i), log)


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": REQUEST,
        },
        "server": {},
    },
)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/call": MethodAdapter(result=call_tool_result_down, fidelity=("whole", "lossy")),
        },
        "server": {},
    },
)
