"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.losses import array, Change, Crossing, expected, mapping, Path
from .._runtime.conversion.adapter_tables import Direction, Edit, Outline, Passage

CELL_UNIT_DOWN = Change("Cell.unit", "old does not have it")
CELL_UNIT_UP = Change("Cell.unit", "new does not have it")


WHOLE, NOTED = Passage(), Passage(request=False)


# Up, from old to new


def cell_up(cell: Any, at: Path, way: Crossing) -> None:
    """Cell."""
    if type(cell) is not dict:
        raise expected("an object", at)
    if "unit" in cell and type(cell["unit"]) is not str:
        way.drop(cell, "unit", at, CELL_UNIT_UP)


def cell_list_up(value: Any, at: Path, way: Crossing) -> None:
    """A container of Cell."""
    for i, item in enumerate(value):
        cell_up(item, (at, i), way)


def cell_list_up_2(value: Any, at: Path, way: Crossing) -> None:
    """A container of Cell."""
    for i, item in enumerate(value):
        cell_up(item, (at, i), way)


def tool_up(tool: Any, at: Path, way: Crossing) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "rows" in tool:
        items, here = array(tool, "rows", at), (at, "rows")
        for i, item in enumerate(items):
            cell_list_up(item, (here, i), way)

    if "groups" in tool:
        members, here = mapping(tool, "groups", at), (at, "groups")
        for name, item in members.items():
            cell_list_up_2(item, (here, name), way)


def list_tools_result_up(result: Any, at: Path, way: Crossing) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), way)


# Down, from new to old


def cell_down(cell: Any, at: Path, way: Crossing) -> None:
    """Cell."""
    if type(cell) is not dict:
        raise expected("an object", at)
    if "unit" in cell:
        way.drop(cell, "unit", at, CELL_UNIT_DOWN)


def cell_list_down(value: Any, at: Path, way: Crossing) -> None:
    """A container of Cell."""
    for i, item in enumerate(value):
        cell_down(item, (at, i), way)


def cell_list_down_2(value: Any, at: Path, way: Crossing) -> None:
    """A container of Cell."""
    for i, item in enumerate(value):
        cell_down(item, (at, i), way)


def tool_down(tool: Any, at: Path, way: Crossing) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "rows" in tool:
        items, here = array(tool, "rows", at), (at, "rows")
        for i, item in enumerate(items):
            cell_list_down(item, (here, i), way)

    if "groups" in tool:
        members, here = mapping(tool, "groups", at), (at, "groups")
        for name, item in members.items():
            cell_list_down_2(item, (here, name), way)


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
            "tools": (
                "array",
                (
                    "object",
                    {
                        "rows": (
                            "array",
                            ("array", ("object", {"unit": "string"}, (), None), None, None),
                            None,
                            None,
                        ),
                        "groups": ("map", ("array", ("object", {"unit": "string"}, (), None), None, None)),
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
            "tools/list": Passage(result=EDIT_LIST_TOOLS_RESULT_UP),
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
            "tools": (
                "array",
                (
                    "object",
                    {
                        "rows": (
                            "array",
                            ("array", ("object", {"unit": "never"}, (), None), None, None),
                            None,
                            None,
                        ),
                        "groups": ("map", ("array", ("object", {"unit": "never"}, (), None), None, None)),
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
