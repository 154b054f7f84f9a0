"""Convert messages between old and new: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, array, check_object
from .._runtime.conversion.losses import Change
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


def call_options_up(options: Any, at: Path, log: ConversionLog) -> None:
    check_object(options, at)
    if "limits" in options:
        log.drop(options, "limits", at, C_3)


def call_tool_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    log.move(
        params,
        ("options", "limits", "seconds"),
        ("bounds", "seconds"),
        at,
        (C_3, C_3_REMOVED_UP),
        makes=True,
        clears=2,
    )
    if "options" in params:
        call_options_up(params["options"], (at, "options"), log)
    if "bounds" in params:
        log.admit(params, "bounds", newer.BOUNDS, at, C_3)


def tool_annotations_hint_up(annotations: Any, at: Path, log: ConversionLog) -> None:
    check_object(annotations, at)
    if "hint" in annotations:
        log.admit(annotations, "hint", ("string", None, 4, None), at, C_1)


def person_up(person: Any, at: Path, log: ConversionLog) -> None:
    check_object(person, at)
    log.move(person, ("name",), ("fullName",), at, (C_4, C_4_REMOVED_UP))
    if "age" in person:
        log.drop(person, "age", at, C_4)


def tool_annotations_author_up(annotations: Any, at: Path, log: ConversionLog) -> None:
    check_object(annotations, at)
    if "author" in annotations:
        person_up(annotations["author"], (at, "author"), log)


def contact_up(contact: Any, at: Path, log: ConversionLog) -> None:
    check_object(contact, at)
    if "hint" in contact:
        log.admit(contact, "hint", ("string", None, 4, None), at, C_1)
    if "people" in contact:
        log.admit(contact, "people", newer.PEOPLE, at, C_2)


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "annotations" in tool:
        tool_annotations_hint_up(tool["annotations"], (at, "annotations"), log)
    log.move(
        tool, ("annotations", "hint"), ("contact", "hint"), at, (C_1, C_1_REMOVED_UP), makes=True, clears=1
    )
    if "annotations" in tool:
        tool_annotations_author_up(tool["annotations"], (at, "annotations"), log)
    log.move(
        tool,
        ("annotations", "author"),
        ("contact", "people", "author"),
        at,
        (C_2, C_2_REMOVED_UP),
        makes=True,
        clears=1,
    )
    if "contact" in tool:
        contact_up(tool["contact"], (at, "contact"), log)


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
                fidelity=("lossy", "whole"),
                changes=((C_3, C_3_REMOVED_UP), ()),
            ),
            "tools/list": MethodAdapter(
                result=list_tools_result_up,
                fidelity=("whole", "lossy"),
                changes=((), (C_1, C_2, C_4, C_4_REMOVED_UP, C_1_REMOVED_UP, C_2_REMOVED_UP)),
            ),
        },
        "server": {},
    },
)


# Down, from new to old


def call_options_down(options: Any, at: Path, log: ConversionLog) -> None:
    check_object(options, at)
    if "limits" in options:
        log.admit(options, "limits", older.LIMITS, at, C_3)


def call_tool_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    log.move(
        params,
        ("bounds", "seconds"),
        ("options", "limits", "seconds"),
        at,
        (C_3, C_3_REMOVED_DOWN),
        makes=True,
        clears=1,
    )
    if "options" in params:
        call_options_down(params["options"], (at, "options"), log)
    if "bounds" in params:
        log.drop(params, "bounds", at, C_3)


def person_down(person: Any, at: Path, log: ConversionLog) -> None:
    check_object(person, at)
    log.move(person, ("fullName",), ("name",), at, (C_4, C_4_REMOVED_DOWN))
    if "age" in person:
        log.admit(person, "age", "integer", at, C_4)


def people_author_down(people: Any, at: Path, log: ConversionLog) -> None:
    check_object(people, at)
    if "author" in people:
        person_down(people["author"], (at, "author"), log)


def contact_people_down(contact: Any, at: Path, log: ConversionLog) -> None:
    check_object(contact, at)
    if "people" in contact:
        people_author_down(contact["people"], (at, "people"), log)


def tool_annotations_down(annotations: Any, at: Path, log: ConversionLog) -> None:
    check_object(annotations, at)
    if "hint" in annotations:
        log.admit(annotations, "hint", "string", at, C_1)
    if "author" in annotations:
        log.admit(annotations, "author", older.PERSON, at, C_2)


def contact_down(contact: Any, at: Path, log: ConversionLog) -> None:
    check_object(contact, at)
    if "people" in contact:
        log.drop(contact, "people", at, C_2)


def tool_down(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    log.move(
        tool, ("contact", "hint"), ("annotations", "hint"), at, (C_1, C_1_REMOVED_DOWN), makes=True, clears=1
    )
    if "contact" in tool:
        contact_people_down(tool["contact"], (at, "contact"), log)
    log.move(
        tool,
        ("contact", "people", "author"),
        ("annotations", "author"),
        at,
        (C_2, C_2_REMOVED_DOWN),
        makes=True,
        clears=2,
    )
    if "annotations" in tool:
        tool_annotations_down(tool["annotations"], (at, "annotations"), log)
    if "contact" in tool:
        contact_down(tool["contact"], (at, "contact"), log)


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
                fidelity=("lossy", "whole"),
                changes=((C_3, C_3_REMOVED_DOWN), ()),
            ),
            "tools/list": MethodAdapter(
                result=list_tools_result_down,
                fidelity=("whole", "lossy"),
                changes=((), (C_2, C_4, C_4_REMOVED_DOWN, C_1, C_1_REMOVED_DOWN, C_2_REMOVED_DOWN)),
            ),
        },
        "server": {},
    },
)
