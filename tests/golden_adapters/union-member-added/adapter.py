"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.losses import array, Change, Crossing, expected, Path
from .._runtime.conversion.adapter_tables import Direction, Edit, Outline, Passage

AUDIOCONTENT_DOWN = Change("AudioContent", "old does not have it")


WHOLE, NOTED = Passage(), Passage(request=False)


# Up, from old to new


# Down, from new to old


def content_block_down(value: Any, at: Path, way: Crossing) -> Any:
    """ContentBlock."""
    kind = value.get("type") if type(value) is dict else None
    if kind == "audio":
        way.refuse(at, AUDIOCONTENT_DOWN)

    elif kind not in (
        "text",
        "image",
    ):
        raise expected("AudioContent or TextContent or ImageContent", at)
    return value


def call_tool_result_down(result: Any, at: Path, way: Crossing) -> None:
    """CallToolResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        items[i] = content_block_down(item, (here, i), way)


UP = Direction(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": WHOLE,
        },
        "server": {},
    },
)


EDIT_CALL_TOOL_RESULT_DOWN = Edit(
    call_tool_result_down,
    Outline(
        ("content",),
        reads={"content": ("content",)},
        still={
            "content": ("array", ("tagged", "type", {"text": None, "image": None}), None, None),
        },
    ),
)

DOWN = Direction(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/call": Passage(result=EDIT_CALL_TOOL_RESULT_DOWN, verdicts=("whole", "lossy")),
        },
        "server": {},
    },
)
