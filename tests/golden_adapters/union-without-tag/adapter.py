"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, array, check_object
from .._runtime.conversion.losses import Change
from .._runtime.conversion.value_checks import fits
from .._runtime.conversion.variant_choice import variant_of
from . import value_shapes_vnew as newer
from . import value_shapes_vold as older

X_1 = Change("X.1", "The target revision has no such member, so the value is removed.")
X_2 = Change("X.2", "The target revision has no such member, so the value is removed.")


# Up, from old to new


def text_contents_up(contents: Any, at: Path, log: ConversionLog) -> None:
    check_object(contents, at)
    if "language" in contents:
        log.admit(contents, "language", "string", at, X_2)


def blob_contents_up(contents: Any, at: Path, log: ConversionLog) -> None:
    check_object(contents, at)
    if "mimeType" in contents:
        log.admit(contents, "mimeType", "string", at, X_1)


def contents_up(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "TextContents or BlobContents")
    if "text" in value and fits(value, older.TEXT_CONTENTS):
        text_contents_up(value, at, log)
    else:
        blob_contents_up(value, at, log)


def read_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "contents", at), (at, "contents")
    for i, item in enumerate(items):
        contents_up(item, (here, i), log)


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "resources/read": MethodAdapter(result=read_result_up, changes=((), (X_1, X_2))),
        },
        "server": {},
    },
)


# Down, from new to old


def text_contents_down(contents: Any, at: Path, log: ConversionLog) -> None:
    check_object(contents, at)
    if "language" in contents:
        log.drop(contents, "language", at, X_2)


def blob_contents_down(contents: Any, at: Path, log: ConversionLog) -> None:
    check_object(contents, at)
    if "mimeType" in contents:
        log.drop(contents, "mimeType", at, X_1)


def contents_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "TextContents or BlobContents")
    if "text" in value and variant_of(value, (newer.TEXT_CONTENTS_WHOLE, newer.BLOB_CONTENTS_WHOLE)) in (
        0,
        -1,
    ):
        text_contents_down(value, at, log)
    else:
        blob_contents_down(value, at, log)


def read_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "contents", at), (at, "contents")
    for i, item in enumerate(items):
        contents_down(item, (here, i), log)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "resources/read": MethodAdapter(
                result=read_result_down, fidelity=("whole", "lossy"), changes=((), (X_1, X_2))
            ),
        },
        "server": {},
    },
)
