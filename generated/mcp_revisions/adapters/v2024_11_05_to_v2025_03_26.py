"""Convert messages between 2024-11-05 and 2025-03-26: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion import rules
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter
from .._runtime.conversion.log import ConversionLog, Path, array, check_object, expected
from .._runtime.conversion.losses import Change
from . import value_shapes_v2025_03_26 as newer

T1_1 = Change(
    "T1.1",
    "Revisions before 2025-03-26 have no JSON-RPC batches, so this batch was split into single messages.",
)
T1_2 = Change(
    "T1.2",
    "Revisions before 2025-03-26 have no audio content, so this audio became an embedded resource with the same data.",
)
T1_4 = Change("T1.4", "Progress notifications before 2025-03-26 have no `message`, so it was removed.")
T1_5 = Change("T1.5", "Revisions before 2025-03-26 have no `completions` capability, so it was removed.")
T1_6 = Change("T1.6", "Revisions before 2025-03-26 have no tool annotations, so they were removed.")
T1_7 = Change(
    "T1.7", "Before 2025-03-26, sampling has only text and images, so this message with audio was refused."
)

UNCHANGED = MethodAdapter()
UNCHANGED_NOTIFICATION = MethodAdapter(is_request=False)


# Up, from 2024-11-05 to 2025-03-26


def server_capabilities_up(capabilities: Any, at: Path, log: ConversionLog) -> None:
    check_object(capabilities, at)
    if "completions" in capabilities:
        log.admit(capabilities, "completions", ("map",), at, T1_5)


def initialize_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    server_capabilities_up(result.get("capabilities"), (at, "capabilities"), log)


def progress_notification_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "message" in params:
        log.admit(params, "message", "string", at, T1_4)


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "annotations" in tool:
        log.admit(tool, "annotations", newer.TOOL_ANNOTATIONS, at, T1_6)


def list_tools_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), log)


UP = Adapter(
    source="2024-11-05",
    target="2025-03-26",
    methods={
        "client": {
            "completion/complete": UNCHANGED,
            "initialize": MethodAdapter(result=initialize_result_up, changes=((), (T1_5,))),
            "logging/setLevel": UNCHANGED,
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/initialized": UNCHANGED_NOTIFICATION,
            "notifications/progress": MethodAdapter(
                params=progress_notification_params_up, is_request=False, changes=((T1_4,), ())
            ),
            "notifications/roots/list_changed": UNCHANGED_NOTIFICATION,
            "ping": UNCHANGED,
            "prompts/get": UNCHANGED,
            "prompts/list": UNCHANGED,
            "resources/list": UNCHANGED,
            "resources/read": UNCHANGED,
            "resources/subscribe": UNCHANGED,
            "resources/templates/list": UNCHANGED,
            "resources/unsubscribe": UNCHANGED,
            "tools/call": UNCHANGED,
            "tools/list": MethodAdapter(result=list_tools_result_up, changes=((), (T1_6,))),
        },
        "server": {
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/message": UNCHANGED_NOTIFICATION,
            "notifications/progress": MethodAdapter(
                params=progress_notification_params_up, is_request=False, changes=((T1_4,), ())
            ),
            "notifications/prompts/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/updated": UNCHANGED_NOTIFICATION,
            "notifications/tools/list_changed": UNCHANGED_NOTIFICATION,
            "ping": UNCHANGED,
            "roots/list": UNCHANGED,
            "sampling/createMessage": UNCHANGED,
        },
    },
)


# Down, from 2025-03-26 to 2024-11-05


def server_capabilities_down(capabilities: Any, at: Path, log: ConversionLog) -> None:
    check_object(capabilities, at)
    if "completions" in capabilities:
        log.drop(capabilities, "completions", at, T1_5)


def initialize_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    server_capabilities_down(result.get("capabilities"), (at, "capabilities"), log)


def progress_notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "message" in params:
        log.drop(params, "message", at, T1_4)


def content_block_down(value: Any, at: Path, log: ConversionLog) -> Any:
    kind = value.get("type") if type(value) is dict else None
    if kind == "audio":
        value = rules.audio_as_resource(value, at, log, T1_2)
    elif kind not in ("image", "text", "resource"):
        raise expected("ImageContent or AudioContent or TextContent or EmbeddedResource", at)
    return value


def prompt_message_down(message: Any, at: Path, log: ConversionLog) -> None:
    check_object(message, at)
    message["content"] = content_block_down(message.get("content"), (at, "content"), log)


def get_prompt_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        prompt_message_down(item, (here, i), log)


def call_tool_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "content", at), (at, "content")
    for i, item in enumerate(items):
        items[i] = content_block_down(item, (here, i), log)


def tool_down(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "annotations" in tool:
        log.drop(tool, "annotations", at, T1_6)


def list_tools_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), log)


def sampling_content_down(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("type") if type(value) is dict else None
    if kind == "audio":
        log.refuse(at, T1_7, -32602)
    elif kind not in ("image", "text"):
        raise expected("ImageContent or AudioContent or TextContent", at)


def sampling_message_down(message: Any, at: Path, log: ConversionLog) -> None:
    check_object(message, at)
    sampling_content_down(message.get("content"), (at, "content"), log)


def create_message_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    items, here = array(params, "messages", at), (at, "messages")
    for i, item in enumerate(items):
        sampling_message_down(item, (here, i), log)


def create_message_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    sampling_content_down(result.get("content"), (at, "content"), log)


DOWN = Adapter(
    source="2025-03-26",
    target="2024-11-05",
    methods={
        "client": {
            "completion/complete": UNCHANGED,
            "initialize": MethodAdapter(
                result=initialize_result_down, fidelity=("whole", "lossy"), changes=((), (T1_5,))
            ),
            "logging/setLevel": UNCHANGED,
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/initialized": UNCHANGED_NOTIFICATION,
            "notifications/progress": MethodAdapter(
                params=progress_notification_params_down,
                is_request=False,
                fidelity=("lossy", "whole"),
                changes=((T1_4,), ()),
            ),
            "notifications/roots/list_changed": UNCHANGED_NOTIFICATION,
            "ping": UNCHANGED,
            "prompts/get": MethodAdapter(
                result=get_prompt_result_down, fidelity=("whole", "lossy"), changes=((), (T1_2,))
            ),
            "prompts/list": UNCHANGED,
            "resources/list": UNCHANGED,
            "resources/read": UNCHANGED,
            "resources/subscribe": UNCHANGED,
            "resources/templates/list": UNCHANGED,
            "resources/unsubscribe": UNCHANGED,
            "tools/call": MethodAdapter(
                result=call_tool_result_down, fidelity=("whole", "lossy"), changes=((), (T1_2,))
            ),
            "tools/list": MethodAdapter(
                result=list_tools_result_down, fidelity=("whole", "lossy"), changes=((), (T1_6,))
            ),
        },
        "server": {
            "notifications/cancelled": UNCHANGED_NOTIFICATION,
            "notifications/message": UNCHANGED_NOTIFICATION,
            "notifications/progress": MethodAdapter(
                params=progress_notification_params_down,
                is_request=False,
                fidelity=("lossy", "whole"),
                changes=((T1_4,), ()),
            ),
            "notifications/prompts/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/list_changed": UNCHANGED_NOTIFICATION,
            "notifications/resources/updated": UNCHANGED_NOTIFICATION,
            "notifications/tools/list_changed": UNCHANGED_NOTIFICATION,
            "ping": UNCHANGED,
            "roots/list": UNCHANGED,
            "sampling/createMessage": MethodAdapter(
                params=create_message_request_params_down,
                result=create_message_result_down,
                fidelity=("lossy", "lossy"),
                changes=((T1_7,), (T1_7,)),
            ),
        },
    },
    batches=T1_1,
)
