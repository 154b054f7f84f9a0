"""Carry messages between old and new: a function for each type that changes, a line for each change.

Written by `mcpgen build`. A function edits a tree of its own in place; that of a union returns what to put in its place.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.log import array, ConversionLog, expected, Path
from .._runtime.conversion.losses import Change
from .._runtime.conversion.value_checks import fits
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter

BLOBCONTENTS_MIMETYPE_DOWN = Change("BlobContents.mimeType", "old does not have it")
BLOBCONTENTS_MIMETYPE_UP = Change("BlobContents.mimeType", "new does not have it")
TEXTCONTENTS_LANGUAGE_DOWN = Change("TextContents.language", "old does not have it")
TEXTCONTENTS_LANGUAGE_UP = Change("TextContents.language", "new does not have it")

TEXT_CONTENTS_old: Any = ("object", {"uri": "string", "text": "string"}, ("uri", "text"), None)
TEXT_CONTENTS_new: Any = (
    "object",
    {"uri": "string", "text": "string", "language": "string"},
    ("uri", "text"),
    None,
)

REQUEST, NOTIFICATION = MethodAdapter(), MethodAdapter(is_request=False)


# Up, from old to new


def text_contents_up(contents: Any, at: Path, log: ConversionLog) -> None:
    """TextContents."""
    if type(contents) is not dict:
        raise expected("an object", at)
    if "language" in contents and type(contents["language"]) is not str:
        log.drop(contents, "language", at, TEXTCONTENTS_LANGUAGE_UP)


def blob_contents_up(contents: Any, at: Path, log: ConversionLog) -> None:
    """BlobContents."""
    if type(contents) is not dict:
        raise expected("an object", at)
    if "mimeType" in contents and type(contents["mimeType"]) is not str:
        log.drop(contents, "mimeType", at, BLOBCONTENTS_MIMETYPE_UP)


def contents_up(value: Any, at: Path, log: ConversionLog) -> Any:
    """Contents."""
    if type(value) is not dict:
        raise expected("TextContents or BlobContents", at)
    if "text" in value and fits(value, TEXT_CONTENTS_old):
        text_contents_up(value, at, log)

    else:
        blob_contents_up(value, at, log)

    return value


def read_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    """ReadResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "contents", at), (at, "contents")
    for i, item in enumerate(items):
        items[i] = contents_up(item, (here, i), log)


# Down, from new to old


def text_contents_down(contents: Any, at: Path, log: ConversionLog) -> None:
    """TextContents."""
    if type(contents) is not dict:
        raise expected("an object", at)
    if "language" in contents:
        log.drop(contents, "language", at, TEXTCONTENTS_LANGUAGE_DOWN)


def blob_contents_down(contents: Any, at: Path, log: ConversionLog) -> None:
    """BlobContents."""
    if type(contents) is not dict:
        raise expected("an object", at)
    if "mimeType" in contents:
        log.drop(contents, "mimeType", at, BLOBCONTENTS_MIMETYPE_DOWN)


def contents_down(value: Any, at: Path, log: ConversionLog) -> Any:
    """Contents."""
    if type(value) is not dict:
        raise expected("TextContents or BlobContents", at)
    if "text" in value and fits(value, TEXT_CONTENTS_new):
        text_contents_down(value, at, log)

    else:
        blob_contents_down(value, at, log)

    return value


def read_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    """ReadResult."""
    if type(result) is not dict:
        raise expected("an object", at)
    items, here = array(result, "contents", at), (at, "contents")
    for i, item in enumerate(items):
        items[i] = contents_down(item, (here, i), log)


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "resources/read": MethodAdapter(result=read_result_up),
        },
        "server": {},
    },
)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "resources/read": MethodAdapter(result=read_result_down, fidelity=("whole", "lossy")),
        },
        "server": {},
    },
)
