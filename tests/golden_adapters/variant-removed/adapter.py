"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, array, check_object, expected
from .._runtime.conversion.losses import Change

X_1 = Change("X.1", "An image has no text.")

UNCHANGED = MethodAdapter()


# Up, from old to new


def content_block_up(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind == "image":
        log.refuse(at, X_1)
    elif kind != "text":
        raise expected("TextContent or ImageContent", at)


def call_tool_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        content_block_up(item, (here, i), log)


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": MethodAdapter(
                result=call_tool_result_up, fidelity=("whole", "lossy"), changes=((), (X_1,))
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
            "tools/call": UNCHANGED,
        },
        "server": {},
    },
)
