"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, array, check_object
from .._runtime.conversion.losses import Change
from .._runtime.conversion.value_checks import fits

X_1 = Change("X.1", "Names are shown in narrow columns.")

UNCHANGED = MethodAdapter()


# Up, from old to new


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "name" in tool and not fits(tool["name"], ("string", None, 64, None)):
        log.refuse((at, "name"), X_1)
    if "title" in tool:
        log.admit(tool, "title", ("string", 1, None, None), at, X_1)
    if "priority" in tool:
        log.admit(tool, "priority", ("number", "integer", 0, 10), at, X_1)


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
                result=list_tools_result_up, fidelity=("whole", "lossy"), changes=((), (X_1,))
            ),
        },
        "server": {},
    },
)


# Down, from new to old


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/list": UNCHANGED,
        },
        "server": {},
    },
)
