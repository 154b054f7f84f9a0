"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion import rules
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, array, check_object, expected
from .._runtime.conversion.losses import Change

X_1 = Change("X.1", "An older client can save a resource.")

UNCHANGED = MethodAdapter()


# Up, from old to new


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": UNCHANGED,
        },
        "server": {},
    },
)


# Down, from new to old


def content_block_down(value: Any, at: Path, log: ConversionLog) -> Any:
    kind = value.get("type") if type(value) is dict else None
    if kind == "audio":
        value = rules.audio_as_resource(value, at, log, X_1)
    elif kind not in ("text", "resource"):
        raise expected("AudioContent or TextContent or EmbeddedResource", at)
    return value


def call_tool_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        items[i] = content_block_down(item, (here, i), log)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/call": MethodAdapter(
                result=call_tool_result_down, fidelity=("whole", "lossy"), changes=((), (X_1,))
            ),
        },
        "server": {},
    },
)
