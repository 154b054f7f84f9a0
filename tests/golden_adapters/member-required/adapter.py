"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, array, check_object
from .._runtime.conversion.losses import Change

X_1 = Change("X.1", "Clients sort tools by category.")
X_2 = Change("X.2", "A title cannot be invented.")

UNCHANGED = MethodAdapter()


# Up, from old to new


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    log.require(tool, "category", "general", "string", at, X_1)
    if "title" not in tool:
        log.refuse(at, X_2)


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
                result=list_tools_result_up, fidelity=("whole", "lossy"), changes=((), (X_1, X_2))
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
