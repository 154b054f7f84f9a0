"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter, MethodRemoved
from .._runtime.conversion.losses import Change

X_1 = Change("X.1", "The list holds the descriptions.")

UNCHANGED = MethodAdapter()


# Up, from old to new


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/describe": MethodRemoved(X_1, -32601),
            "tools/list": UNCHANGED,
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
