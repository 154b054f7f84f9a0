"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.losses import array, Change, Crossing, expected, Path
from .._runtime.conversion.adapter_tables import Direction, Edit, Outline, Passage

TOOL_VERSION_DOWN = Change("Tool.version", "old does not have it")
TOOL_VERSION_UP = Change("Tool.version", "new does not have it")
X_1 = Change("X.1", "Sizes are text: A number does not say which unit the text would have.")


WHOLE, NOTED = Passage(), Passage(request=False)


# Up, from old to new


def tool_up(tool: Any, at: Path, way: Crossing) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "size" in tool and type(tool["size"]) is not str:
        way.drop(tool, "size", at, X_1)

    way.require(tool, "version", None, ("choice", "2"), at, TOOL_VERSION_UP)


def list_tools_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), way)


# Down, from new to old


def tool_down(tool: Any, at: Path, way: Crossing) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "size" in tool:
        way.admit(tool, "size", "integer", at, X_1)

    way.require(tool, "version", None, ("choice", "1"), at, TOOL_VERSION_DOWN)


def list_tools_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), way)


EDIT_LIST_TOOLS_RESULT_UP = Edit(list_tools_result_up, Outline(("tools",), reads={"tools": ("tools",)}))

UP = Direction(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/list": Passage(result=EDIT_LIST_TOOLS_RESULT_UP, verdicts=("whole", "lossy")),
        },
        "server": {},
    },
)


EDIT_LIST_TOOLS_RESULT_DOWN = Edit(list_tools_result_down, Outline(("tools",), reads={"tools": ("tools",)}))

DOWN = Direction(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/list": Passage(result=EDIT_LIST_TOOLS_RESULT_DOWN, verdicts=("whole", "lossy")),
        },
        "server": {},
    },
)
