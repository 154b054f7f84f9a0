"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.losses import array, Change, Crossing, expected, Path
from .._runtime.conversion.adapter_tables import Direction, Edit, Outline, Passage

X_1 = Change("X.1", "Tools return text alone: An image has no text.")


WHOLE, NOTED = Passage(), Passage(request=False)


# Up, from old to new


def content_block_up(value: Any, at: Path, way: Crossing) -> Any:
    """ContentBlock."""
    kind = value.get("type") if type(value) is dict else None
    if kind == "image":
        way.refuse(at, X_1)

    elif kind not in ("text",):
        raise expected("TextContent or ImageContent", at)
    return value


def call_tool_result_up(result: Any, at: Path, way: Crossing) -> None:
    """CallToolResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        items[i] = content_block_up(item, (here, i), way)


# Down, from new to old


EDIT_CALL_TOOL_RESULT_UP = Edit(
    call_tool_result_up,
    Outline(
        ("content",),
        reads={"content": ("content",)},
        still={
            "content": ("array", ("tagged", "type", {"text": None}), None, None),
        },
    ),
)

UP = Direction(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": Passage(result=EDIT_CALL_TOOL_RESULT_UP, verdicts=("whole", "lossy")),
        },
        "server": {},
    },
)


DOWN = Direction(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/call": WHOLE,
        },
        "server": {},
    },
)
