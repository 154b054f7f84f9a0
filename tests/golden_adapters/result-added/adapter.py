"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, check_object
from .._runtime.conversion.losses import Change
from .._runtime.conversion.value_checks import fits
from . import value_shapes_vnew as newer

X_1 = Change("X.1", "An older client cannot answer the question.")

UNCHANGED = MethodAdapter()


# Up, from old to new


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": UNCHANGED,
        },
        "server": {},
    },
)


# Down, from new to old


def tools_call_result_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "InputRequiredResult or CallToolResult")
    if value.get("resultType") == "input_required" and fits(value, newer.INPUT_REQUIRED_RESULT):
        log.refuse(at, X_1)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/call": MethodAdapter(
                result=tools_call_result_down, fidelity=("whole", "lossy"), changes=((), (X_1,))
            ),
        },
        "server": {},
    },
)
