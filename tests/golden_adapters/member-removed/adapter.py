"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.losses import array, Change, Crossing, expected, Path
from .._runtime.conversion.adapter_tables import Direction, Edit, Outline, Passage

X_1 = Change("X.1", "Tools lose their title: The name says the same.")


WHOLE, NOTED = Passage(), Passage(request=False)


# Up, from old to new


def tool_up(tool: Any, at: Path, way: Crossing) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "title" in tool:
        way.drop(tool, "title", at, X_1)


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
    if "title" in tool and type(tool["title"]) is not str:
        way.drop(tool, "title", at, X_1)


def list_tools_result_down(result: Any, at: Path, way: Crossing) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), way)


EDIT_LIST_TOOLS_RESULT_UP = Edit(
    list_tools_result_up,
    Outline(
        ("tools",),
        reads={"tools": ("tools",)},
        still={
            "tools": ("array", ("object", {"title": "never"}, (), None), None, None),
        },
    ),
)

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


EDIT_LIST_TOOLS_RESULT_DOWN = Edit(
    list_tools_result_down,
    Outline(
        ("tools",),
        reads={"tools": ("tools",)},
        still={
            "tools": ("array", ("object", {"title": "string"}, (), None), None, None),
        },
    ),
)

DOWN = Direction(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/list": Passage(result=EDIT_LIST_TOOLS_RESULT_DOWN),
        },
        "server": {},
    },
)
