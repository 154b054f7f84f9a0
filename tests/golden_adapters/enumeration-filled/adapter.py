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
from . import value_shapes_vnew as newer
from . import value_shapes_vold as older

X_1 = Change("X.1", "The nearest level that newer peers know.")
X_2 = Change("X.2", "The target revision has no equivalent, so the message is refused.")


# Up, from old to new


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    log.require(tool, "level", "info", newer.LEVEL, at, X_1)
    if "levels" in tool:
        log.admit(tool, "levels", ("array", newer.LEVEL), at, X_1)


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


def tool_down(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "level" in tool and not fits(tool["level"], older.LEVEL):
        log.refuse((at, "level"), X_2)
    if "levels" in tool:
        log.admit(tool, "levels", ("array", older.LEVEL), at, X_2)


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
                result=list_tools_result_down, fidelity=("whole", "lossy"), changes=((), (X_2,))
            ),
        },
        "server": {},
    },
)
