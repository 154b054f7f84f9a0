"""Sampling messages and results with one content block each, and without tools."""

from __future__ import annotations

from typing import Any

from ...errors import INVALID_PARAMS
from ..log import ConversionLog, Path, array
from ..losses import Change
from .registry import Tree, rule


@rule("R-SAMP")
def single_blocks(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Split each message into messages of one content block; drop a message without blocks."""
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
            log.dropped(here, message, change)
        elif len(blocks) == 1:
            log.reshape((here, "content"), blocks, change)
            moves.append(((there, "content"), ((here, "content"), 0)))
            if there is not here:
                moves.append((there, here))
            message["content"] = blocks[0]
            split.append(message)
        else:
            log.reshape(here, message, change)
            content = here, "content"
            for k, block in enumerate(blocks):
                there = place, len(split)
                moves.append(((there, "content"), (content, k)))
                moves.append((there, here))
                split.append({**message, "content": block})
    params["messages"] = split
    log.moved(moves)


@rule("R-SAMP")
def one_block(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Unwrap a single content block of a sampling result, join several texts, and refuse other lists."""
    blocks = result["content"]
    if type(blocks) is not list:
        return
    place = (at, "content")
    if len(blocks) == 1:
        log.reshape(place, blocks, change)
        log.moved([(place, (place, 0))])
        result["content"] = blocks[0]
    elif blocks and all(
        type(b) is dict and b.get("type") == "text" and type(b.get("text")) is str for b in blocks
    ):
        log.weaken(place, blocks, change)
        result["content"] = {"type": "text", "text": "\n".join(block["text"] for block in blocks)}
    else:
        log.refuse(place, change, INVALID_PARAMS)
