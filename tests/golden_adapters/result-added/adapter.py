"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.log import ConversionLog, expected, Path
from .._runtime.conversion.losses import Change
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter

X_1 = Change("X.1", "Servers may ask back: An older client cannot answer the question.")


REQUEST, NOTIFICATION = MethodAdapter(), MethodAdapter(is_request=False)


# Up, from old to new


# Down, from new to old


def tools_call_result_down(value: Any, at: Path, log: ConversionLog) -> Any:
    """tools/call result."""
    if type(value) is not dict:
        raise expected("InputRequiredResult or CallToolResult", at)
    if value.get("resultType") == "input_required":
        log.refuse(at, X_1)

    return value


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": REQUEST,
        },
        "server": {},
    },
)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/call": MethodAdapter(result=tools_call_result_down, fidelity=("whole", "lossy")),
        },
        "server": {},
    },
)
