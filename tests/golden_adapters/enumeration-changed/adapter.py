"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.log import array, ConversionLog, expected, Path
from .._runtime.conversion.losses import Change
from .._runtime.conversion.value_checks import fits
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter

TOOL_LEVELS_DOWN = Change("Tool.levels", "old does not have it")
TOOL_LEVELS_UP = Change("Tool.levels", "new does not have it")
TOOL_LEVEL_DOWN = Change("Tool.level", "old does not have it")
TOOL_LEVEL_UP = Change("Tool.level", "new does not have it")


REQUEST, NOTIFICATION = MethodAdapter(), MethodAdapter(is_request=False)


# Up, from old to new


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "level" in tool and not fits(tool["level"], ("choice", "error", "info", "notice")):
        log.refuse((at, "level"), TOOL_LEVEL_UP)
    if "levels" in tool:
        log.admit(
            tool, "levels", ("array", ("choice", "error", "info", "notice"), None, None), at, TOOL_LEVELS_UP
        )


def list_tools_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    """ListToolsResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), log)


# Down, from new to old


def tool_down(tool: Any, at: Path, log: ConversionLog) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "level" in tool and not fits(tool["level"], ("choice", "debug", "error", "info")):
        log.refuse((at, "level"), TOOL_LEVEL_DOWN)
    if "levels" in tool:
        log.admit(
            tool, "levels", ("array", ("choice", "debug", "error", "info"), None, None), at, TOOL_LEVELS_DOWN
        )


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
            "tools/list": MethodAdapter(result=list_tools_result_up, fidelity=("whole", "lossy")),
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
