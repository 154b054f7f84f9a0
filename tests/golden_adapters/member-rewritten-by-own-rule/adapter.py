"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion import rules
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, check_object
from .._runtime.conversion.losses import Change

C_1 = Change("C.1", "Each line of the note is a note.")


# Up, from old to new


def call_tool_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "note" in result:
        rules.lines_of_note(result, at, log, C_1)
    if "notes" in result:
        log.admit(result, "notes", ("array", "string"), at, C_1)


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": MethodAdapter(
                result=call_tool_result_up, fidelity=("whole", "adapted"), changes=((), (C_1,))
            ),
        },
        "server": {},
    },
)


# Down, from new to old


def call_tool_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "notes" in result:
        rules.note_of_lines(result, at, log, C_1)
    if "note" in result:
        log.admit(result, "note", "string", at, C_1)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/call": MethodAdapter(
                result=call_tool_result_down, fidelity=("whole", "adapted"), changes=((), (C_1,))
            ),
        },
        "server": {},
    },
)
