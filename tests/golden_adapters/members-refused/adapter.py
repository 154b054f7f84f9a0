"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, array, check_object
from .._runtime.conversion.losses import Change

X_1 = Change("X.1", "The target revision has no such member, so the value is removed.")
X_2 = Change("X.2", "The target revision has no such member, so the value is removed.")
X_3 = Change("X.3", "The target revision has no such member, so the value is removed.")


# Up, from old to new


def list_tools_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "filter" in params:
        log.drop(params, "filter", at, X_1)


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    log.drop_others(tool, ("name", "title", "priority"), at, X_3)


def list_tools_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), log)
    if "labels" in result:
        log.admit(result, "labels", ("map", "boolean", ("string", None, None, "^[a-z]+$(?!\\n)")), at, X_2)


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/list": MethodAdapter(
                params=list_tools_request_params_up,
                result=list_tools_result_up,
                fidelity=("lossy", "whole"),
                changes=((X_1,), (X_2, X_3)),
            ),
        },
        "server": {},
    },
)


# Down, from new to old


def list_tools_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "labels" in result:
        log.drop(result, "labels", at, X_2)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/list": MethodAdapter(
                result=list_tools_result_down, fidelity=("whole", "lossy"), changes=((), (X_2,))
            ),
        },
        "server": {},
    },
)
