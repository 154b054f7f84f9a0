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
from . import value_shapes_vold as older

X_1 = Change("X.1", "Only the older revision has a time to live.")


# Up, from old to new


def read_resource_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "ttlMs" in result:
        log.drop(result, "ttlMs", at, X_1)


def resources_read_result_up(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "InputRequiredResult or ReadResourceResult")
    if value.get("resultType") == "input_required" and fits(value, older.INPUT_REQUIRED_RESULT):
        pass
    else:
        read_resource_result_up(value, at, log)


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "resources/read": MethodAdapter(
                result=resources_read_result_up, fidelity=("whole", "lossy"), changes=((), (X_1,))
            ),
        },
        "server": {},
    },
)


# Down, from new to old


def read_contents_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.require(result, "ttlMs", 0, ("number", "integer", 0, None), at, X_1)


def resources_read_result_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "InputRequiredResult or ReadContentsResult")
    if value.get("resultType") == "input_required" and fits(value, newer.INPUT_REQUIRED_RESULT):
        pass
    else:
        read_contents_result_down(value, at, log)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "resources/read": MethodAdapter(
                result=resources_read_result_down, fidelity=("whole", "adapted"), changes=((), (X_1,))
            ),
        },
        "server": {},
    },
)
