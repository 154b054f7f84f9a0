"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.log import array, ConversionLog, expected, Path
from .._runtime.conversion.losses import Change
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter

TOOL_VERSION_DOWN = Change("Tool.version", "old does not have it")
TOOL_VERSION_UP = Change("Tool.version", "new does not have it")
X_1 = Change("X.1", "Sizes are text: A number does not say which unit the text would have.")


REQUEST, NOTIFICATION = MethodAdapter(), MethodAdapter(is_request=False)


# Up, from old to new


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "size" in tool and type(tool["size"]) is not str:
        log.drop(tool, "size", at, X_1)

    log.require(tool, "version", None, ("choice", "2"), at, TOOL_VERSION_UP)


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
    if "size" in tool:
        log.admit(tool, "size", "integer", at, X_1)

    log.require(tool, "version", None, ("choice", "1"), at, TOOL_VERSION_DOWN)


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
