"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.losses import Change, Crossing, expected, Path
from .._runtime.conversion.adapter_tables import Direction, Edit, Outline, Passage

X_1 = Change("X.1", "Servers may ask back: An older client cannot answer the question.")


WHOLE, NOTED = Passage(), Passage(request=False)


# Up, from old to new


# Down, from new to old


def tools_call_result_down(value: Any, at: Path, way: Crossing) -> Any:
    """tools/call result."""
    if type(value) is not dict:
        raise expected("InputRequiredResult or CallToolResult", at)
    if value.get("resultType") == "input_required":
        way.refuse(at, X_1)

    return value


UP = Direction(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": WHOLE,
        },
        "server": {},
    },
)


EDIT_TOOLS_CALL_RESULT_DOWN = Edit(
    tools_call_result_down, Outline(("resultType",), reads={"resultType": ("resultType",)})
)

DOWN = Direction(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/call": Passage(result=EDIT_TOOLS_CALL_RESULT_DOWN, verdicts=("whole", "lossy")),
        },
        "server": {},
    },
)
