"""Sampling messages and results with one content block each, and without tools."""

from __future__ import annotations

from typing import Any

from ...errors import INVALID_PARAMS
from ..log import ConversionLog, Path, array, expected
from ..losses import Change
from .registry import Tree, rule

ROLES = ("user", "assistant")


@rule("R-SAMP")
def single_blocks(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Split each message into messages of one content block; drop a message without blocks.

    The first message of several keeps all members, the others have the role and their block. So the output
    grows with the input alone, not with members times blocks.
    """
    messages = array(params, "messages", at)
    if not any(type(message) is dict and type(message.get("content")) is list for message in messages):
        return
    place = (at, "messages")
    split: list[Any] = []
    moves: list[tuple[Path, Path]] = []
    for i, message in enumerate(messages):
        here = (place, i)
        there = here if len(split) == i else (place, len(split))
        blocks = message.get("content") if type(message) is dict else None
        if type(blocks) is not list:
            if there is not here:
                moves.append((there, here))
            split.append(message)
        elif not blocks:
            log.report("dropped", here, message, change)
        elif len(blocks) == 1:
            log.report("reshaped", (here, "content"), blocks, change)
            moves.append(((there, "content"), ((here, "content"), 0)))
            if there is not here:
                moves.append((there, here))
            message["content"] = blocks[0]
            split.append(message)
        else:
            role = message.get("role")
            if role not in ROLES:
                raise expected("`user` or `assistant`", (here, "role"))
            log.report("reshaped", here, message, change)
            content = here, "content"
            message["content"] = blocks[0]
            for k, block in enumerate(blocks):
                there = place, len(split)
                moves.append(((there, "content"), (content, k)))
                moves.append((there, here))
                split.append({"role": role, "content": block} if k else message)
    params["messages"] = split
    log.moved(moves, change)


@rule("R-SAMP")
def one_block(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Unwrap a single content block of a sampling result, join several texts, and refuse other lists."""
    blocks = result["content"]
    if type(blocks) is not list:
        return
    place = (at, "content")
    if len(blocks) == 1:
        log.report("reshaped", place, blocks, change)
        log.moved([(place, (place, 0))], change)
        result["content"] = blocks[0]
    elif blocks and all(
        type(b) is dict and b.get("type") == "text" and type(b.get("text")) is str for b in blocks
    ):
        log.report("weakened", place, blocks, change)
        result["content"] = {"type": "text", "text": "\n".join(block["text"] for block in blocks)}
    else:
        log.refuse(place, change, INVALID_PARAMS)
