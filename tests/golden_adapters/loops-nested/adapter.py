"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.log import array, ConversionLog, expected, mapping, Path
from .._runtime.conversion.losses import Change
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter

CELL_UNIT_DOWN = Change("Cell.unit", "old does not have it")
CELL_UNIT_UP = Change("Cell.unit", "new does not have it")


REQUEST, NOTIFICATION = MethodAdapter(), MethodAdapter(is_request=False)


# Up, from old to new


def cell_up(cell: Any, at: Path, log: ConversionLog) -> None:
    """Cell."""
    if type(cell) is not dict:
        raise expected("an object", at)
    if "unit" in cell and type(cell["unit"]) is not str:
        log.drop(cell, "unit", at, CELL_UNIT_UP)


def cell_list_up(value: Any, at: Path, log: ConversionLog) -> None:
    """A container of Cell."""
    for i, item in enumerate(value):
        cell_up(item, (at, i), log)


def cell_list_up_2(value: Any, at: Path, log: ConversionLog) -> None:
    """A container of Cell."""
    for i, item in enumerate(value):
        cell_up(item, (at, i), log)


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "rows" in tool:
        items, here = array(tool, "rows", at), (at, "rows")
        for i, item in enumerate(items):
            cell_list_up(item, (here, i), log)

    if "groups" in tool:
        members, here = mapping(tool, "groups", at), (at, "groups")
        for name, item in members.items():
            cell_list_up_2(item, (here, name), log)


def list_tools_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), log)


# Down, from new to old


def cell_down(cell: Any, at: Path, log: ConversionLog) -> None:
    """Cell."""
    if type(cell) is not dict:
        raise expected("an object", at)
    if "unit" in cell:
        log.drop(cell, "unit", at, CELL_UNIT_DOWN)


def cell_list_down(value: Any, at: Path, log: ConversionLog) -> None:
    """A container of Cell."""
    for i, item in enumerate(value):
        cell_down(item, (at, i), log)


def cell_list_down_2(value: Any, at: Path, log: ConversionLog) -> None:
    """A container of Cell."""
    for i, item in enumerate(value):
        cell_down(item, (at, i), log)


def tool_down(tool: Any, at: Path, log: ConversionLog) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "rows" in tool:
        items, here = array(tool, "rows", at), (at, "rows")
        for i, item in enumerate(items):
            cell_list_down(item, (here, i), log)

    if "groups" in tool:
        members, here = mapping(tool, "groups", at), (at, "groups")
        for name, item in members.items():
            cell_list_down_2(item, (here, name), log)


def list_tools_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), log)


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/list": MethodAdapter(result=list_tools_result_up),
        },
        "server": {},
    },
)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/list": MethodAdapter(result=list_tools_result_down, fidelity=("whole", "lossy")),
        },
        "server": {},
    },
)
