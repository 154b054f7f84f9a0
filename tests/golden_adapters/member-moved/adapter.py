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
from . import value_shapes_vnew as newer
from . import value_shapes_vold as older

C_1 = Change("C.1", "The meaning is the same.")
C_1_REMOVED_DOWN = Change(
    "C.1", "Revisions before new have another member in this location, so this was removed."
)
C_1_REMOVED_UP = Change("C.1", "new has another member in this location, so this was removed.")
C_2 = Change("C.2", "The meaning is the same.")
C_2_REMOVED_DOWN = Change(
    "C.2", "Revisions before new have another member in this location, so this was removed."
)
C_2_REMOVED_UP = Change("C.2", "new has another member in this location, so this was removed.")
C_3 = Change("C.3", "The meaning is the same.")
C_3_REMOVED_DOWN = Change(
    "C.3", "Revisions before new have another member in this location, so this was removed."
)
C_3_REMOVED_UP = Change("C.3", "new has another member in this location, so this was removed.")
C_4 = Change("C.4", "The meaning is the same.")
C_4_REMOVED_DOWN = Change(
    "C.4", "Revisions before new have another member in this location, so this was removed."
)
C_4_REMOVED_UP = Change("C.4", "new has another member in this location, so this was removed.")


# Up, from old to new


def call_tool_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    log.move(params, ("options", "timeout"), ("timeout",), at, (C_3, C_3_REMOVED_UP), clears=1)
    if "options" in params:
        log.drop(params, "options", at, C_3)


def detail_up(detail: Any, at: Path, log: ConversionLog) -> None:
    check_object(detail, at)
    if "source" in detail:
        log.admit(detail, "source", "string", at, C_4)


def call_tool_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.move(result, ("detail", "text"), ("text",), at, (C_4, C_4_REMOVED_UP))
    detail_up(result.get("detail"), (at, "detail"), log)


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    log.move(tool, ("owner",), ("contact", "owner"), at, (C_2, C_2_REMOVED_UP), makes=True)
    log.move(tool, ("team",), ("contact", "team"), at, (C_2, C_2_REMOVED_UP), makes=True)
    log.move(tool, ("annotations", "title"), ("title",), at, (C_1, C_1_REMOVED_UP), clears=1)
    if "title" in tool:
        log.admit(tool, "title", ("string", None, 4, None), at, C_1)
    if "contact" in tool:
        log.admit(tool, "contact", newer.CONTACT, at, C_2)


def list_tools_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), log)


UP = Adapter(
    source="old",
    target="new",
    methods={
        "client": {
            "tools/call": MethodAdapter(
                params=call_tool_request_params_up,
                result=call_tool_result_up,
                fidelity=("lossy", "adapted"),
                changes=((C_3, C_3_REMOVED_UP), (C_4, C_4_REMOVED_UP)),
            ),
            "tools/list": MethodAdapter(
                result=list_tools_result_up,
                fidelity=("whole", "lossy"),
                changes=((), (C_2, C_2_REMOVED_UP, C_1, C_1_REMOVED_UP)),
            ),
        },
        "server": {},
    },
)


# Down, from new to old


def call_tool_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    log.move(params, ("timeout",), ("options", "timeout"), at, (C_3, C_3_REMOVED_DOWN), makes=True)
    if "options" in params:
        log.admit(params, "options", older.CALL_OPTIONS, at, C_3)


def detail_down(detail: Any, at: Path, log: ConversionLog) -> None:
    check_object(detail, at)
    if "source" in detail:
        log.drop(detail, "source", at, C_4)
    if "text" not in detail:
        log.refuse(at, C_4)
    if "text" in detail and not fits(detail["text"], "string"):
        log.refuse((at, "text"), C_4)


def call_tool_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.move(result, ("text",), ("detail", "text"), at, (C_4, C_4_REMOVED_DOWN), makes=True)
    detail_down(result.get("detail"), (at, "detail"), log)


def tool_annotations_down(annotations: Any, at: Path, log: ConversionLog) -> None:
    check_object(annotations, at)
    if "title" in annotations:
        log.admit(annotations, "title", "string", at, C_1)


def tool_down(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    log.move(tool, ("title",), ("annotations", "title"), at, (C_1, C_1_REMOVED_DOWN), makes=True)
    log.move(tool, ("contact", "owner"), ("owner",), at, (C_2, C_2_REMOVED_DOWN), clears=1)
    log.move(tool, ("contact", "team"), ("team",), at, (C_2, C_2_REMOVED_DOWN), clears=1)
    if "annotations" in tool:
        tool_annotations_down(tool["annotations"], (at, "annotations"), log)
    if "contact" in tool:
        log.drop(tool, "contact", at, C_2)


def list_tools_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), log)


DOWN = Adapter(
    source="new",
    target="old",
    methods={
        "client": {
            "tools/call": MethodAdapter(
                params=call_tool_request_params_down,
                result=call_tool_result_down,
                fidelity=("adapted", "lossy"),
                changes=((C_3, C_3_REMOVED_DOWN), (C_4, C_4_REMOVED_DOWN)),
            ),
            "tools/list": MethodAdapter(
                result=list_tools_result_down,
                fidelity=("whole", "lossy"),
                changes=((), (C_1, C_1_REMOVED_DOWN, C_2, C_2_REMOVED_DOWN)),
            ),
        },
        "server": {},
    },
)
