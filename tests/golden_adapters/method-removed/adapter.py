"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.losses import Change
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter, MethodRemoved

X_1 = Change("X.1", "Tools describe themselves: The list holds the descriptions.")


REQUEST, NOTIFICATION = MethodAdapter(), MethodAdapter(is_request=False)


# Up, from old to new


# Down, from new to old


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/describe": MethodRemoved(X_1, -32601),
            "tools/list": REQUEST,
        },
        "server": {},
    },
)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/list": REQUEST,
        },
        "server": {},
    },
)
