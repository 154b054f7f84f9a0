"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.losses import array, Change, Crossing, expected, Path
from .._runtime.conversion.value_checks import fits
from .._runtime.conversion.adapter_tables import Direction, Edit, Outline, Passage

X_1 = Change("X.1", "Tools have short names: Names are shown in narrow columns.")


WHOLE, NOTED = Passage(), Passage(request=False)


# Up, from old to new


def tool_up(tool: Any, at: Path, way: Crossing) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "name" in tool and not fits(tool["name"], ("string", None, 64, None)):
        way.refuse((at, "name"), X_1)
    if "title" in tool:
        way.admit(tool, "title", ("string", 1, None, None), at, X_1)

    if "priority" in tool:
        way.admit(tool, "priority", ("number", "integer", 0, 10), at, X_1)


def list_tools_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), way)


# Down, from new to old


EDIT_LIST_TOOLS_RESULT_UP = Edit(
    list_tools_result_up,
    Outline(
        ("tools",),
        reads={"tools": ("tools",)},
        still={
            "tools": (
                "array",
                (
                    "object",
                    {
                        "name": ("string", None, 64, None),
                        "title": ("string", 1, None, None),
                        "priority": ("number", "integer", 0, 10),
                    },
                    (),
                    None,
                ),
                None,
                None,
            ),
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


DOWN = Direction(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/list": WHOLE,
        },
        "server": {},
    },
)
