"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, array, check_object
from .._runtime.conversion.losses import Change

TOOL_VERSION = Change(
    "Tool.version",
    "new changed `Tool.version`, so this was removed.",
    "new changed `Tool.version`, so this message was refused.",
)
X_1 = Change("X.1", "A number does not say which unit the text would have.")


# Up, from old to new


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "size" in tool:
        log.admit(tool, "size", "string", at, X_1)
    if "version" in tool:
        log.require(tool, "version", "2", ("choice", "2"), at, TOOL_VERSION)


def list_tools_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), log)


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/list": MethodAdapter(
                result=list_tools_result_up, fidelity=("whole", "lossy"), changes=((), (X_1, TOOL_VERSION))
            ),
        },
        "server": {},
    },
)


# Down, from new to old


def tool_down(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "size" in tool:
        log.admit(tool, "size", "integer", at, X_1)
    if "version" in tool:
        log.require(tool, "version", "1", ("choice", "1"), at, TOOL_VERSION)


def list_tools_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), log)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/list": MethodAdapter(
                result=list_tools_result_down, fidelity=("whole", "lossy"), changes=((), (X_1, TOOL_VERSION))
            ),
        },
        "server": {},
    },
)
