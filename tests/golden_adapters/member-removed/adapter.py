"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.log import array, ConversionLog, expected, Path
from .._runtime.conversion.losses import Change
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter

X_1 = Change("X.1", "Tools lose their title: The name says the same.")


REQUEST, NOTIFICATION = MethodAdapter(), MethodAdapter(is_request=False)


# Up, from old to new


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    """Tool."""
    if type(tool) is not dict:
        raise expected("an object", at)
    if "title" in tool:
        log.drop(tool, "title", at, X_1)


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
    if "title" in tool and type(tool["title"]) is not str:
        log.drop(tool, "title", at, X_1)


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
            "tools/list": MethodAdapter(result=list_tools_result_down),
        },
        "server": {},
    },
)
