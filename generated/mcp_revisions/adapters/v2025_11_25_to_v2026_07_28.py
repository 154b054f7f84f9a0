"""Convert messages between 2025-11-25 and 2026-07-28: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion import rules
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter, MethodRemoved
from .._runtime.conversion.flat_edits import DropInner
from .._runtime.conversion.log import ConversionLog, Path, array, check_object
from .._runtime.conversion.losses import Change
from .._runtime.conversion.value_checks import fits
from .._runtime.conversion.variant_choice import variant_of
from . import value_shapes_v2025_11_25 as older
from . import value_shapes_v2026_07_28 as newer

T4_1 = Change("T4.1", "2026-07-28 removed the handshake, so this message was refused.")
T4_2 = Change(
    "T4.2",
    "Revisions before 2026-07-28 have no `server/discover`, so this message was refused; `initialize` states the same facts.",
)
T4_3_DOWN = Change(
    "T4.3",
    "Before 2026-07-28, requests do not state client, revision or log level in `_meta`, so this was removed.",
)
T4_3_UP = Change(
    "T4.3",
    "Since 2026-07-28, each request states the client and the revision in `_meta`, so they were set there.",
)
T4_4 = Change("T4.4", "Revisions before 2026-07-28 do not define this key of `_meta`, so it was removed.")
T4_5_DOWN = Change(
    "T4.5",
    "Before 2026-07-28, every result is complete and has no `resultType`, so it was removed.",
    "Before 2026-07-28, every result is complete and has no `resultType`, so this other result was refused.",
)
T4_5_UP = Change(
    "T4.5",
    "Since 2026-07-28, every result has a `resultType`, so it was set to `complete`.",
    "Before 2026-07-28, every result is complete and has no `resultType`, so this other result was refused.",
)
T4_6_DOWN = Change("T4.6", "Revisions before 2026-07-28 have no cache hints, so they were removed.")
T4_6_UP = Change(
    "T4.6", "Since 2026-07-28, lists and resources have cache hints, so they were set to forbid caching."
)
T4_7_DOWN = Change(
    "T4.7",
    "Before 2026-07-28, servers send requests instead of asking inside results, so this message was refused.",
)
T4_7_UP = Change(
    "T4.7",
    "Since 2026-07-28, servers ask inside results instead of sending requests, so this message was refused.",
)
T4_8_DOWN = Change(
    "T4.8", "Revisions before 2026-07-28 have no subscription streams, so this message was refused."
)
T4_8_UP = Change(
    "T4.8", "2026-07-28 replaced this method by `subscriptions/listen`, so this message was refused."
)
T4_9 = Change("T4.9", "2026-07-28 removed `ping`, so this message was refused.")
T4_10 = Change(
    "T4.10",
    "2026-07-28 removed `logging/setLevel`, so this message was refused; each request states its log level instead.",
)
T4_11 = Change(
    "T4.11",
    "Since 2026-07-28, clients do not announce changed roots, so `listChanged` was removed.",
    "Since 2026-07-28, clients do not announce changed roots, so this notification was refused.",
)
T4_12 = Change(
    "T4.12",
    "Since 2026-07-28, tasks are only an extension, so this was removed.",
    "Since 2026-07-28, tasks are only an extension, so this message was refused.",
)
T4_13 = Change(
    "T4.13",
    "Since 2026-07-28, no notification says that a URL elicitation is complete, so this one was refused.",
)
T4_14_DOWN = Change(
    "T4.14",
    "Before 2026-07-28, servers cancel only their own requests, so this cancellation of a subscription was refused.",
)
T4_14_UP = Change(
    "T4.14",
    "Since 2026-07-28, cancellations require a `requestId` and servers cancel only subscriptions, so this one was refused.",
)
T4_15 = Change(
    "T4.15",
    "2026-07-28 adds the `extensions` capability, and no message of earlier revisions contains it, so nothing was changed.",
)
T4_16 = Change(
    "T4.16",
    "Before 2026-07-28, a tool schema describes an object, without boolean subschemas, so this one was rewritten or removed.",
)
T4_17 = Change(
    "T4.17",
    "Before 2026-07-28, structured content is an object, so this value was removed; a tool result states it as text.",
)
T4_18 = Change(
    "T4.18",
    "2026-07-28 defines other error codes than earlier revisions, so the code of this error was replaced.",
)
T4_21 = Change(
    "T4.21",
    "Since 2026-07-28, a completion has at most 100 values, so the others were removed and `hasMore` was set.",
)
T4_25_DOWN = Change(
    "T4.25",
    "Requests before 2026-07-28 have no `inputResponses` or `requestState`, so this message was refused.",
)
T4_25_UP = Change(
    "T4.25", "Before 2026-07-28, `inputResponses` and `requestState` have no meaning, so this was removed."
)
T4_27 = Change("T4.27", "Since 2026-07-28, clients do not report progress, so this notification was refused.")


# Up, from 2025-11-25 to 2026-07-28


def complete_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    rules.fill_request_meta(params, at, log, T4_3_UP)


def result_meta_object_up(meta: Any, at: Path, log: ConversionLog) -> None:
    check_object(meta, at)
    if "io.modelcontextprotocol/serverInfo" in meta:
        log.admit(meta, "io.modelcontextprotocol/serverInfo", newer.IMPLEMENTATION, at, T4_4)


def completion_up(completion: Any, at: Path, log: ConversionLog) -> None:
    check_object(completion, at)
    if "values" in completion:
        rules.completion_limit(completion, at, log, T4_21)


def complete_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    completion_up(result.get("completion"), (at, "completion"), log)


def notification_meta_object_up(meta: Any, at: Path, log: ConversionLog) -> None:
    check_object(meta, at)
    if "io.modelcontextprotocol/subscriptionId" in meta:
        log.admit(meta, "io.modelcontextprotocol/subscriptionId", newer.REQUEST_ID, at, T4_4)


def cancelled_notification_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), log)
    if "requestId" not in params:
        log.refuse(at, T4_14_UP)


def get_prompt_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    rules.fill_request_meta(params, at, log, T4_3_UP)
    if "inputResponses" in params:
        log.drop(params, "inputResponses", at, T4_25_UP)
    if "requestState" in params:
        log.drop(params, "requestState", at, T4_25_UP)


def get_prompt_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)


def paginated_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    rules.fill_request_meta(params, at, log, T4_3_UP)


def list_prompts_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    log.require(result, "cacheScope", "private", newer.CACHE_SCOPE, at, T4_6_UP)
    log.require(result, "ttlMs", 0, ("number", "integer", 0, None), at, T4_6_UP)


def list_resources_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    log.require(result, "cacheScope", "private", newer.CACHE_SCOPE, at, T4_6_UP)
    log.require(result, "ttlMs", 0, ("number", "integer", 0, None), at, T4_6_UP)


def read_resource_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    rules.fill_request_meta(params, at, log, T4_3_UP)
    if "inputResponses" in params:
        log.drop(params, "inputResponses", at, T4_25_UP)
    if "requestState" in params:
        log.drop(params, "requestState", at, T4_25_UP)


def read_resource_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    log.require(result, "cacheScope", "private", newer.CACHE_SCOPE, at, T4_6_UP)
    log.require(result, "ttlMs", 0, ("number", "integer", 0, None), at, T4_6_UP)


def list_resource_templates_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    log.require(result, "cacheScope", "private", newer.CACHE_SCOPE, at, T4_6_UP)
    log.require(result, "ttlMs", 0, ("number", "integer", 0, None), at, T4_6_UP)


def call_tool_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    rules.fill_request_meta(params, at, log, T4_3_UP)
    if "task" in params:
        log.drop(params, "task", at, T4_12)
    if "inputResponses" in params:
        log.drop(params, "inputResponses", at, T4_25_UP)
    if "requestState" in params:
        log.drop(params, "requestState", at, T4_25_UP)


def call_tool_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)


def tools_call_result_up(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "CreateTaskResult or CallToolResult")
    if "task" in value and variant_of(
        value, (older.CALL_TOOL_RESULT_WHOLE, older.CREATE_TASK_RESULT_WHOLE)
    ) in (1, -1):
        log.refuse(at, T4_12)
    else:
        call_tool_result_up(value, at, log)


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "execution" in tool:
        log.drop(tool, "execution", at, T4_12)


def list_tools_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "tools" in result:
        rules.tools_without_tasks(result, at, log, T4_12)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), log)
    log.require(result, "cacheScope", "private", newer.CACHE_SCOPE, at, T4_6_UP)
    log.require(result, "ttlMs", 0, ("number", "integer", 0, None), at, T4_6_UP)


def logging_message_notification_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), log)


def progress_notification_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), log)


def notification_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), log)


def resource_updated_notification_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), log)


def roots_capability_up(capability: Any, at: Path, log: ConversionLog) -> None:
    check_object(capability, at)
    if "listChanged" in capability:
        log.drop(capability, "listChanged", at, T4_11)


def client_capabilities_up(capabilities: Any, at: Path, log: ConversionLog) -> None:
    check_object(capabilities, at)
    if "roots" in capabilities:
        roots_capability_up(capabilities["roots"], (at, "roots"), log)
    if "tasks" in capabilities:
        log.drop(capabilities, "tasks", at, T4_12)
    if "extensions" in capabilities:
        log.admit(capabilities, "extensions", ("map", newer.JSON_OBJECT), at, T4_15)


UP = Adapter(
    source="2025-11-25",
    target="2026-07-28",
    methods={
        "client": {
            "completion/complete": MethodAdapter(
                params=complete_request_params_up,
                result=complete_result_up,
                fidelity=("adapted", "lossy"),
                changes=((T4_3_UP,), (T4_5_UP, T4_21, T4_4)),
            ),
            "initialize": MethodRemoved(T4_1, -32601),
            "logging/setLevel": MethodRemoved(T4_10, -32601),
            "notifications/cancelled": MethodAdapter(
                params=cancelled_notification_params_up,
                is_request=False,
                fidelity=("lossy", "whole"),
                changes=((T4_14_UP, T4_4), ()),
            ),
            "notifications/initialized": MethodRemoved(T4_1, None),
            "notifications/progress": MethodRemoved(T4_27, None),
            "notifications/roots/list_changed": MethodRemoved(T4_11, None),
            "notifications/tasks/status": MethodRemoved(T4_12, None),
            "ping": MethodRemoved(T4_9, -32601),
            "prompts/get": MethodAdapter(
                params=get_prompt_request_params_up,
                result=get_prompt_result_up,
                fidelity=("lossy", "adapted"),
                changes=((T4_3_UP, T4_25_UP), (T4_5_UP, T4_4)),
            ),
            "prompts/list": MethodAdapter(
                params=paginated_request_params_up,
                result=list_prompts_result_up,
                fidelity=("adapted", "adapted"),
                changes=((T4_3_UP,), (T4_5_UP, T4_6_UP, T4_4)),
                creates_params=True,
            ),
            "resources/list": MethodAdapter(
                params=paginated_request_params_up,
                result=list_resources_result_up,
                fidelity=("adapted", "adapted"),
                changes=((T4_3_UP,), (T4_5_UP, T4_6_UP, T4_4)),
                creates_params=True,
            ),
            "resources/read": MethodAdapter(
                params=read_resource_request_params_up,
                result=read_resource_result_up,
                fidelity=("lossy", "adapted"),
                changes=((T4_3_UP, T4_25_UP), (T4_5_UP, T4_6_UP, T4_4)),
            ),
            "resources/subscribe": MethodRemoved(T4_8_UP, -32601),
            "resources/templates/list": MethodAdapter(
                params=paginated_request_params_up,
                result=list_resource_templates_result_up,
                fidelity=("adapted", "adapted"),
                changes=((T4_3_UP,), (T4_5_UP, T4_6_UP, T4_4)),
                creates_params=True,
            ),
            "resources/unsubscribe": MethodRemoved(T4_8_UP, -32601),
            "tasks/cancel": MethodRemoved(T4_12, -32601),
            "tasks/get": MethodRemoved(T4_12, -32601),
            "tasks/list": MethodRemoved(T4_12, -32601),
            "tasks/result": MethodRemoved(T4_12, -32601),
            "tools/call": MethodAdapter(
                params=call_tool_request_params_up,
                result=tools_call_result_up,
                fidelity=("lossy", "lossy"),
                changes=((T4_3_UP, T4_12, T4_25_UP), (T4_5_UP, T4_4, T4_12)),
            ),
            "tools/list": MethodAdapter(
                params=paginated_request_params_up,
                result=list_tools_result_up,
                fidelity=("adapted", "lossy"),
                changes=((T4_3_UP,), (T4_12, T4_5_UP, T4_6_UP, T4_4)),
                creates_params=True,
            ),
        },
        "server": {
            "elicitation/create": MethodRemoved(T4_7_UP, -32601),
            "notifications/cancelled": MethodRemoved(T4_14_UP, None),
            "notifications/elicitation/complete": MethodRemoved(T4_13, None),
            "notifications/message": MethodAdapter(
                params=logging_message_notification_params_up, is_request=False, changes=((T4_4,), ())
            ),
            "notifications/progress": MethodAdapter(
                params=progress_notification_params_up, is_request=False, changes=((T4_4,), ())
            ),
            "notifications/prompts/list_changed": MethodAdapter(
                params=notification_params_up, is_request=False, changes=((T4_4,), ())
            ),
            "notifications/resources/list_changed": MethodAdapter(
                params=notification_params_up, is_request=False, changes=((T4_4,), ())
            ),
            "notifications/resources/updated": MethodAdapter(
                params=resource_updated_notification_params_up, is_request=False, changes=((T4_4,), ())
            ),
            "notifications/tasks/status": MethodRemoved(T4_12, None),
            "notifications/tools/list_changed": MethodAdapter(
                params=notification_params_up, is_request=False, changes=((T4_4,), ())
            ),
            "ping": MethodRemoved(T4_9, -32601),
            "roots/list": MethodRemoved(T4_7_UP, -32601),
            "sampling/createMessage": MethodRemoved(T4_7_UP, -32601),
            "tasks/cancel": MethodRemoved(T4_12, -32601),
            "tasks/get": MethodRemoved(T4_12, -32601),
            "tasks/list": MethodRemoved(T4_12, -32601),
            "tasks/result": MethodRemoved(T4_12, -32601),
        },
    },
    error=rules.errors_up,
    error_change=T4_18,
    capabilities=client_capabilities_up,
    every_part=DropInner(
        "_meta",
        ("io.modelcontextprotocol/related-task", "io.modelcontextprotocol/model-immediate-response"),
        T4_12,
    ),
    context={
        "clientCapabilities": newer.CLIENT_CAPABILITIES,
        "clientInfo": newer.IMPLEMENTATION,
        "logLevel": newer.LOGGING_LEVEL,
        "protocolVersion": "string",
    },
)


# Down, from 2026-07-28 to 2025-11-25


def complete_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        log.drop_inside(
            params,
            "_meta",
            (
                "io.modelcontextprotocol/clientCapabilities",
                "io.modelcontextprotocol/clientInfo",
                "io.modelcontextprotocol/logLevel",
                "io.modelcontextprotocol/protocolVersion",
            ),
            at,
            T4_3_DOWN,
        )


def complete_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "_meta" in result:
        log.drop_inside(result, "_meta", ("io.modelcontextprotocol/serverInfo",), at, T4_4)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)


def cancelled_notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        log.drop_inside(params, "_meta", ("io.modelcontextprotocol/subscriptionId",), at, T4_4)


def get_prompt_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        log.drop_inside(
            params,
            "_meta",
            (
                "io.modelcontextprotocol/clientCapabilities",
                "io.modelcontextprotocol/clientInfo",
                "io.modelcontextprotocol/logLevel",
                "io.modelcontextprotocol/protocolVersion",
            ),
            at,
            T4_3_DOWN,
        )
    if "inputResponses" in params:
        log.refuse((at, "inputResponses"), T4_25_DOWN)
    if "requestState" in params:
        log.refuse((at, "requestState"), T4_25_DOWN)


def get_prompt_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "_meta" in result:
        log.drop_inside(result, "_meta", ("io.modelcontextprotocol/serverInfo",), at, T4_4)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)


def prompts_get_result_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "InputRequiredResult or GetPromptResult")
    if value.get("resultType") == "input_required" and fits(value, newer.INPUT_REQUIRED_RESULT):
        log.refuse(at, T4_7_DOWN)
    else:
        get_prompt_result_down(value, at, log)


def paginated_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        log.drop_inside(
            params,
            "_meta",
            (
                "io.modelcontextprotocol/clientCapabilities",
                "io.modelcontextprotocol/clientInfo",
                "io.modelcontextprotocol/logLevel",
                "io.modelcontextprotocol/protocolVersion",
            ),
            at,
            T4_3_DOWN,
        )


def list_prompts_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "_meta" in result:
        log.drop_inside(result, "_meta", ("io.modelcontextprotocol/serverInfo",), at, T4_4)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)
    if "cacheScope" in result:
        log.drop(result, "cacheScope", at, T4_6_DOWN)
    if "ttlMs" in result:
        log.drop(result, "ttlMs", at, T4_6_DOWN)


def list_resources_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "_meta" in result:
        log.drop_inside(result, "_meta", ("io.modelcontextprotocol/serverInfo",), at, T4_4)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)
    if "cacheScope" in result:
        log.drop(result, "cacheScope", at, T4_6_DOWN)
    if "ttlMs" in result:
        log.drop(result, "ttlMs", at, T4_6_DOWN)


def read_resource_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        log.drop_inside(
            params,
            "_meta",
            (
                "io.modelcontextprotocol/clientCapabilities",
                "io.modelcontextprotocol/clientInfo",
                "io.modelcontextprotocol/logLevel",
                "io.modelcontextprotocol/protocolVersion",
            ),
            at,
            T4_3_DOWN,
        )
    if "inputResponses" in params:
        log.refuse((at, "inputResponses"), T4_25_DOWN)
    if "requestState" in params:
        log.refuse((at, "requestState"), T4_25_DOWN)


def read_resource_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "_meta" in result:
        log.drop_inside(result, "_meta", ("io.modelcontextprotocol/serverInfo",), at, T4_4)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)
    if "cacheScope" in result:
        log.drop(result, "cacheScope", at, T4_6_DOWN)
    if "ttlMs" in result:
        log.drop(result, "ttlMs", at, T4_6_DOWN)


def resources_read_result_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "InputRequiredResult or ReadResourceResult")
    if value.get("resultType") == "input_required" and fits(value, newer.INPUT_REQUIRED_RESULT):
        log.refuse(at, T4_7_DOWN)
    else:
        read_resource_result_down(value, at, log)


def list_resource_templates_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "_meta" in result:
        log.drop_inside(result, "_meta", ("io.modelcontextprotocol/serverInfo",), at, T4_4)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)
    if "cacheScope" in result:
        log.drop(result, "cacheScope", at, T4_6_DOWN)
    if "ttlMs" in result:
        log.drop(result, "ttlMs", at, T4_6_DOWN)


def call_tool_request_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        log.drop_inside(
            params,
            "_meta",
            (
                "io.modelcontextprotocol/clientCapabilities",
                "io.modelcontextprotocol/clientInfo",
                "io.modelcontextprotocol/logLevel",
                "io.modelcontextprotocol/protocolVersion",
            ),
            at,
            T4_3_DOWN,
        )
    if "inputResponses" in params:
        log.refuse((at, "inputResponses"), T4_25_DOWN)
    if "requestState" in params:
        log.refuse((at, "requestState"), T4_25_DOWN)
    if "task" in params:
        log.admit(params, "task", older.TASK_METADATA, at, T4_12)


def call_tool_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "_meta" in result:
        log.drop_inside(result, "_meta", ("io.modelcontextprotocol/serverInfo",), at, T4_4)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)
    if "structuredContent" in result:
        rules.structured_content_as_object(result, at, log, T4_17)


def tools_call_result_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "InputRequiredResult or CallToolResult")
    if value.get("resultType") == "input_required" and fits(value, newer.INPUT_REQUIRED_RESULT):
        log.refuse(at, T4_7_DOWN)
    else:
        call_tool_result_down(value, at, log)


def tool_input_schema_down(schema: Any, at: Path, log: ConversionLog) -> Any:
    check_object(schema, at)
    return rules.schema_of_objects(schema, at, log, T4_16)


def tool_output_schema_down(schema: Any, at: Path, log: ConversionLog) -> Any:
    check_object(schema, at)
    return rules.schema_of_objects(schema, at, log, T4_16)


def tool_down(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "outputSchema" in tool:
        rules.output_schema_of_object(tool, at, log, T4_16)
    tool["inputSchema"] = tool_input_schema_down(tool.get("inputSchema"), (at, "inputSchema"), log)
    if "outputSchema" in tool:
        tool["outputSchema"] = tool_output_schema_down(tool["outputSchema"], (at, "outputSchema"), log)
    if "execution" in tool:
        log.admit(tool, "execution", older.TOOL_EXECUTION, at, T4_12)


def list_tools_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "_meta" in result:
        log.drop_inside(result, "_meta", ("io.modelcontextprotocol/serverInfo",), at, T4_4)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)
    if "cacheScope" in result:
        log.drop(result, "cacheScope", at, T4_6_DOWN)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), log)
    if "ttlMs" in result:
        log.drop(result, "ttlMs", at, T4_6_DOWN)


def logging_message_notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        log.drop_inside(params, "_meta", ("io.modelcontextprotocol/subscriptionId",), at, T4_4)


def progress_notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        log.drop_inside(params, "_meta", ("io.modelcontextprotocol/subscriptionId",), at, T4_4)


def notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        log.drop_inside(params, "_meta", ("io.modelcontextprotocol/subscriptionId",), at, T4_4)


def resource_updated_notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        log.drop_inside(params, "_meta", ("io.modelcontextprotocol/subscriptionId",), at, T4_4)


DOWN = Adapter(
    source="2026-07-28",
    target="2025-11-25",
    methods={
        "client": {
            "completion/complete": MethodAdapter(
                params=complete_request_params_down,
                result=complete_result_down,
                fidelity=("adapted", "adapted"),
                changes=((T4_3_DOWN,), (T4_4, T4_5_DOWN)),
            ),
            "notifications/cancelled": MethodAdapter(
                params=cancelled_notification_params_down,
                is_request=False,
                fidelity=("adapted", "whole"),
                changes=((T4_4,), ()),
            ),
            "prompts/get": MethodAdapter(
                params=get_prompt_request_params_down,
                result=prompts_get_result_down,
                fidelity=("lossy", "lossy"),
                changes=((T4_3_DOWN, T4_25_DOWN), (T4_4, T4_5_DOWN, T4_7_DOWN)),
            ),
            "prompts/list": MethodAdapter(
                params=paginated_request_params_down,
                result=list_prompts_result_down,
                fidelity=("adapted", "lossy"),
                changes=((T4_3_DOWN,), (T4_4, T4_5_DOWN, T4_6_DOWN)),
                drops_empty_params=True,
            ),
            "resources/list": MethodAdapter(
                params=paginated_request_params_down,
                result=list_resources_result_down,
                fidelity=("adapted", "lossy"),
                changes=((T4_3_DOWN,), (T4_4, T4_5_DOWN, T4_6_DOWN)),
                drops_empty_params=True,
            ),
            "resources/read": MethodAdapter(
                params=read_resource_request_params_down,
                result=resources_read_result_down,
                fidelity=("lossy", "lossy"),
                changes=((T4_3_DOWN, T4_25_DOWN), (T4_4, T4_5_DOWN, T4_6_DOWN, T4_7_DOWN)),
            ),
            "resources/templates/list": MethodAdapter(
                params=paginated_request_params_down,
                result=list_resource_templates_result_down,
                fidelity=("adapted", "lossy"),
                changes=((T4_3_DOWN,), (T4_4, T4_5_DOWN, T4_6_DOWN)),
                drops_empty_params=True,
            ),
            "server/discover": MethodRemoved(T4_2, -32601),
            "subscriptions/listen": MethodRemoved(T4_8_DOWN, -32601),
            "tools/call": MethodAdapter(
                params=call_tool_request_params_down,
                result=tools_call_result_down,
                fidelity=("lossy", "lossy"),
                changes=((T4_3_DOWN, T4_25_DOWN, T4_12), (T4_4, T4_5_DOWN, T4_17, T4_7_DOWN)),
            ),
            "tools/list": MethodAdapter(
                params=paginated_request_params_down,
                result=list_tools_result_down,
                fidelity=("adapted", "lossy"),
                changes=((T4_3_DOWN,), (T4_4, T4_5_DOWN, T4_6_DOWN, T4_16, T4_12)),
                drops_empty_params=True,
            ),
        },
        "server": {
            "notifications/cancelled": MethodRemoved(T4_14_DOWN, None),
            "notifications/message": MethodAdapter(
                params=logging_message_notification_params_down,
                is_request=False,
                fidelity=("adapted", "whole"),
                changes=((T4_4,), ()),
            ),
            "notifications/progress": MethodAdapter(
                params=progress_notification_params_down,
                is_request=False,
                fidelity=("adapted", "whole"),
                changes=((T4_4,), ()),
            ),
            "notifications/prompts/list_changed": MethodAdapter(
                params=notification_params_down,
                is_request=False,
                fidelity=("adapted", "whole"),
                changes=((T4_4,), ()),
            ),
            "notifications/resources/list_changed": MethodAdapter(
                params=notification_params_down,
                is_request=False,
                fidelity=("adapted", "whole"),
                changes=((T4_4,), ()),
            ),
            "notifications/resources/updated": MethodAdapter(
                params=resource_updated_notification_params_down,
                is_request=False,
                fidelity=("adapted", "whole"),
                changes=((T4_4,), ()),
            ),
            "notifications/subscriptions/acknowledged": MethodRemoved(T4_8_DOWN, None),
            "notifications/tools/list_changed": MethodAdapter(
                params=notification_params_down,
                is_request=False,
                fidelity=("adapted", "whole"),
                changes=((T4_4,), ()),
            ),
        },
    },
    error=rules.errors_down,
    error_change=T4_18,
)
