"""Convert messages between old and new: a function for each type that changes.

Written by `mcpgen build`. A function edits its argument in place or returns a replacement, with a branch for
each change; the constant of the change holds its reason.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, array, expected
from .._runtime.conversion.losses import Change

LIST_TOOLS_REQUEST_PARAMS_UP = Change("ListToolsRequestParams", "new does not have it")
LIST_TOOLS_RESULT_LABELS_DOWN = Change("ListToolsResult.labels", "old does not have it")
LIST_TOOLS_RESULT_LABELS_UP = Change("ListToolsResult.labels", "new does not have it")
TOOL_UP = Change("Tool", "new does not have it")


# Up, from old to new


def list_tools_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    if type(params) is not dict:
        raise expected("an object", at)
    if "filter" in params:
        log.drop(params, "filter", at, LIST_TOOLS_REQUEST_PARAMS_UP)


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    if type(tool) is not dict:
        raise expected("an object", at)
    log.drop_others(tool, ("name", "title", "priority"), at, TOOL_UP)


def list_tools_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), log)
    if "labels" in result:
        log.admit(
            result,
            "labels",
            ("map", "boolean", ("string", None, None, "^[a-z]+$")),
            at,
            LIST_TOOLS_RESULT_LABELS_UP,
        )


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/list": MethodAdapter(
                params=list_tools_request_params_up, result=list_tools_result_up, fidelity=("lossy", "whole")
            ),
        },
        "server": {},
    },
)


# Down, from new to old


def list_tools_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    if type(result) is not dict:
        raise expected("an object", at)
    if "labels" in result:
        log.drop(result, "labels", at, LIST_TOOLS_RESULT_LABELS_DOWN)


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
