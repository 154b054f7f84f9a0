"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.losses import Change
from .._runtime.conversion.adapter_tables import Direction, Gone, Passage

X_1 = Change("X.1", "Tools describe themselves: The list holds the descriptions.")


WHOLE, NOTED = Passage(), Passage(request=False)


# Up, from old to new


# Down, from new to old


UP = Direction(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/describe": Gone(X_1, -32601),
            "tools/list": WHOLE,
        },
        "server": {},
    },
)


DOWN = Direction(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/list": WHOLE,
        },
        "server": {},
    },
)
