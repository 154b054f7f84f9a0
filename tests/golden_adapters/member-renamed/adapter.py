"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, check_object
from .._runtime.conversion.losses import Change

C_1 = Change("C.1", "The meaning is the same.")
C_1_REMOVED_DOWN = Change(
    "C.1", "Revisions before new have another member in this location, so this was removed."
)
C_1_REMOVED_UP = Change("C.1", "new has another member in this location, so this was removed.")
C_2 = Change("C.2", "The meaning is the same.")
C_2_REMOVED_DOWN = Change(
    "C.2", "Revisions before new have another member in this location, so this was removed."
)
C_2_REMOVED_UP = Change("C.2", "new has another member in this location, so this was removed.")


# Up, from old to new


def call_tool_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.move(result, ("isError",), ("failed",), at, (C_1, C_1_REMOVED_UP))
    log.move(result, ("note",), ("remark",), at, (C_2, C_2_REMOVED_UP))
    if "remark" in result:
        log.admit(result, "remark", ("string", None, 3, None), at, C_2)


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": MethodAdapter(
                result=call_tool_result_up,
                fidelity=("whole", "lossy"),
                changes=((), (C_1, C_1_REMOVED_UP, C_2, C_2_REMOVED_UP)),
            ),
        },
        "server": {},
    },
)


# Down, from new to old


def call_tool_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.move(result, ("failed",), ("isError",), at, (C_1, C_1_REMOVED_DOWN))
    log.move(result, ("remark",), ("note",), at, (C_2, C_2_REMOVED_DOWN))


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/call": MethodAdapter(
                result=call_tool_result_down,
                fidelity=("whole", "adapted"),
                changes=((), (C_1, C_1_REMOVED_DOWN, C_2, C_2_REMOVED_DOWN)),
            ),
        },
        "server": {},
    },
)
