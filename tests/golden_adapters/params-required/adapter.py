"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, check_object
from .._runtime.conversion.losses import Change

X_1 = Change("X.1", "The first page has a name.")


# Up, from old to new


def list_tools_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    log.require(params, "cursor", "0", "string", at, X_1)


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/list": MethodAdapter(
                params=list_tools_request_params_up,
                fidelity=("adapted", "whole"),
                changes=((X_1,), ()),
                creates_params=True,
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
            "tools/list": MethodAdapter(drops_empty_params=True),
        },
        "server": {},
    },
)
