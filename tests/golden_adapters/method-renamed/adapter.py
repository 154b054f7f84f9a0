"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.losses import Change

C_1 = Change("C.1", "The meaning is the same.")


# Up, from old to new


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": MethodAdapter(
                fidelity=("adapted", "whole"), changes=((C_1,), ()), renamed="tools/run", renaming=C_1
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
            "tools/run": MethodAdapter(
                fidelity=("adapted", "whole"), changes=((C_1,), ()), renamed="tools/call", renaming=C_1
            ),
        },
        "server": {},
    },
)
