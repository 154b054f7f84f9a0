"""Rules for content blocks whose kind the target lacks, and for messages that may have only one block."""

from __future__ import annotations

import re
from hashlib import sha256
from typing import Any

from ...errors import INVALID_PARAMS
from ...json_values import names_in_order
from ..log import ConversionLog, Path, array, expected
from ..losses import Change
from .registry import JsonObject, OfMember, OfValue, rule

# CommonMark: the characters that could end the label of a link or hide its end, and those that are not
# allowed in a destination.
_IN_LABEL = re.compile(r"[\\`\[\]<]")
_NOT_IN_DESTINATION = re.compile(r"[\s\x00-\x1f\x7f<>\\`]")
_LINK_ONLY = ("type", "uri", "name", "title", "description", "mimeType", "size", "_meta", "icons", "text")


_AUDIO = ("object", {"data": "string", "mimeType": "string"}, ("data", "mimeType"))
_LINK = (
    "object",
    {"uri": "string", "name": "string", "title": "string", "description": None},
    ("uri", "name"),
)
_TEXT = {"type": "text", "text": ""}


@rule("R-AUDIO", of=OfValue(_AUDIO, _AUDIO, {"type": "resource", "resource": {"uri": "urn:a", "blob": ""}}))
def audio_as_resource(block: JsonObject, at: Path, log: ConversionLog, change: Change) -> JsonObject:
    """Convert an audio block to an embedded resource that contains the same bytes."""
    data, mime = block.get("data"), block.get("mimeType")
    if type(data) is not str or type(mime) is not str:
        raise expected("audio with `data` and `mimeType`", at)
    log.report("reshaped", at, block, change)
    log.left_out(block, ("resource",), at, change)
    rest = {
        name: value for name, value in block.items() if name not in ("type", "data", "mimeType", "resource")
    }
    uri = f"urn:mcp:audio:{sha256(data.encode()).hexdigest()}"
    return {"type": "resource", "resource": {"uri": uri, "mimeType": mime, "blob": data}, **rest}


@rule("R-RLINK", of=OfValue(_LINK, _LINK, _TEXT))
def resource_link_as_text(block: JsonObject, at: Path, log: ConversionLog, change: Change) -> JsonObject:
    """Convert a resource link to a text block with a Markdown link."""
    uri, name = block.get("uri"), block.get("name")
    label, description = block.get("title", name), block.get("description")
    if type(uri) is not str or type(name) is not str or type(label) is not str:
        raise expected("a resource link with `uri` and `name`", at)
    log.report("reshaped", at, block, change)
    log.left_out(block, ("text",), at, change)
    text = _link(label, uri) + (f" — {description}" if type(description) is str else "")
    rest = {key: value for key, value in block.items() if key not in _LINK_ONLY}
    if type(rest.get("annotations")) is dict:
        rest["annotations"] = {k: v for k, v in rest["annotations"].items() if k != "lastModified"}
    return {"type": "text", "text": text, **rest}


def _link(label: str, uri: str) -> str:
    """Return a Markdown link. Characters that could end the label or the destination early are escaped."""
    label = _IN_LABEL.sub(r"\\\g<0>", " ".join(label.split()))
    uri = _NOT_IN_DESTINATION.sub(lambda found: "".join(f"%{byte:02X}" for byte in found[0].encode()), uri)
    return f"[{label}](<{uri}>)" if "(" in uri or ")" in uri else f"[{label}]({uri})"


# --- sampling messages and results with only one content block ---------------------------------------------

_ROLES = ("user", "assistant")


_MESSAGE = ("object", {"role": ("choice", *_ROLES), "content": None}, ("role",))
_MESSAGES = ("object", {"messages": ("array", _MESSAGE)}, ("messages",))


@rule("R-SAMP", of=OfMember("messages", _MESSAGES, {"messages": []}, mends=True))
def single_blocks(params: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Split each sampling message into messages with one content block. Drop a message without blocks."""
    messages = array(params, "messages", at)
    if not any(type(message) is dict and type(message.get("content")) is list for message in messages):
        return
    location = (at, "messages")
    split: list[Any] = []
    moves: list[tuple[Path, Path]] = []
    for i, message in enumerate(messages):
        here = (location, i)
        there = here if len(split) == i else (location, len(split))
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
            if role not in _ROLES:
                raise expected("`user` or `assistant`", (here, "role"))
            log.report("reshaped", here, message, change)
            content = here, "content"
            message["content"] = blocks[0]
            for k, block in enumerate(blocks):
                there = location, len(split)
                moves.append(((there, "content"), (content, k)))
                moves.append((there, here))
                split.append({"role": role, "content": block} if k else message)
    params["messages"] = split
    log.moved(moves, change)


_BLOCK = ("object", {"type": "string"}, ("type",))
_BLOCKS = ("object", {"content": ("union", _BLOCK, ("array", _BLOCK))}, ("content",))


@rule("R-SAMP", of=OfMember("content", _BLOCKS, {"content": _TEXT}, mends=True))
def one_block(result: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Convert the list of content blocks in a sampling result to one block.

    A single block is unwrapped, and several text blocks are joined. Any other list is refused.
    """
    blocks = result["content"]
    if type(blocks) is not list:
        return
    location = (at, "content")
    if len(blocks) == 1:
        log.report("reshaped", location, blocks, change)
        log.moved([(location, (location, 0))], change)
        result["content"] = blocks[0]
    elif blocks and all(
        type(b) is dict and b.get("type") == "text" and type(b.get("text")) is str for b in blocks
    ):
        log.report("weakened", location, blocks, change)
        for k, block in enumerate(blocks):
            log.left_out(
                block,
                [name for name in names_in_order(block) if name not in ("type", "text")],
                (location, k),
                change,
            )
        result["content"] = {"type": "text", "text": "\n".join(block["text"] for block in blocks)}
    else:
        log.refuse(location, change, INVALID_PARAMS)
