"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, array, check_object, expected
from .._runtime.conversion.losses import Change

C_1 = Change("C.1", "The texts so far were English.")


# Up, from old to new


def text_content_up(content: Any, at: Path, log: ConversionLog) -> None:
    check_object(content, at)
    log.require(content, "lang", "en", "string", at, C_1)


def content_block_up(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind == "text":
        text_content_up(value, at, log)
    elif kind != "image":
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
                result=call_tool_result_up, fidelity=("whole", "adapted"), changes=((), (C_1,))
            ),
        },
        "server": {},
    },
)


# Down, from new to old


def plain_text_down(text: Any, at: Path, log: ConversionLog) -> None:
    check_object(text, at)
    if "lang" in text:
        log.drop(text, "lang", at, C_1)


def content_block_down(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind == "text":
        plain_text_down(value, at, log)
    elif kind != "image":
        raise expected("PlainText or ImageContent", at)


def call_tool_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        content_block_down(item, (here, i), log)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/call": MethodAdapter(
                result=call_tool_result_down, fidelity=("whole", "lossy"), changes=((), (C_1,))
            ),
        },
        "server": {},
    },
)
