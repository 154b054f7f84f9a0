"""Convert messages between 2025-11-25 and 2026-07-28+io.modelcontextprotocol/tasks: a function for each type that changes.

A function edits its argument in place, or returns a replacement. It has a branch for each change, and a
constant holds the reason of each change. `mcpgen build` writes this module.
"""

from __future__ import annotations

from typing import Any

from .._runtime.conversion import rules
from .._runtime.conversion.adapter_tables import Adapter, MethodAdapter, MethodRemoved
from .._runtime.conversion.flat_edits import DropInner
from .._runtime.conversion.log import ConversionLog, Path, array, check_object, expected
from .._runtime.conversion.losses import Change
from .._runtime.conversion.value_checks import fits
from .._runtime.conversion.variant_choice import variant_of
from . import value_shapes_v2025_11_25 as older
from . import value_shapes_v2026_07_28_io_modelcontextprotocol_tasks as newer
from .v2025_11_25_to_v2026_07_28 import (
    T4_1 as T4_1,
    T4_10 as T4_10,
    T4_11 as T4_11,
    T4_12 as T4_12,
    T4_13 as T4_13,
    T4_14_DOWN as T4_14_DOWN,
    T4_14_UP as T4_14_UP,
    T4_16 as T4_16,
    T4_17 as T4_17,
    T4_18 as T4_18,
    T4_2 as T4_2,
    T4_21 as T4_21,
    T4_25_DOWN as T4_25_DOWN,
    T4_25_UP as T4_25_UP,
    T4_27 as T4_27,
    T4_3_DOWN as T4_3_DOWN,
    T4_3_UP as T4_3_UP,
    T4_4 as T4_4,
    T4_5_DOWN as T4_5_DOWN,
    T4_5_UP as T4_5_UP,
    T4_6_DOWN as T4_6_DOWN,
    T4_6_UP as T4_6_UP,
    T4_7_DOWN as T4_7_DOWN,
    T4_7_UP as T4_7_UP,
    T4_8_DOWN as T4_8_DOWN,
    T4_8_UP as T4_8_UP,
    T4_9 as T4_9,
    call_tool_request_params_down as call_tool_request_params_down,
    call_tool_result_down as call_tool_result_down,
    call_tool_result_up as call_tool_result_up,
    cancelled_notification_params_down as cancelled_notification_params_down,
    cancelled_notification_params_up as cancelled_notification_params_up,
    client_capabilities_up as client_capabilities_up,
    complete_request_params_down as complete_request_params_down,
    complete_request_params_up as complete_request_params_up,
    complete_result_down as complete_result_down,
    complete_result_up as complete_result_up,
    get_prompt_request_params_down as get_prompt_request_params_down,
    get_prompt_request_params_up as get_prompt_request_params_up,
    get_prompt_result_up as get_prompt_result_up,
    list_prompts_result_down as list_prompts_result_down,
    list_prompts_result_up as list_prompts_result_up,
    list_resource_templates_result_down as list_resource_templates_result_down,
    list_resource_templates_result_up as list_resource_templates_result_up,
    list_resources_result_down as list_resources_result_down,
    list_resources_result_up as list_resources_result_up,
    logging_message_notification_params_down as logging_message_notification_params_down,
    logging_message_notification_params_up as logging_message_notification_params_up,
    notification_meta_object_up as notification_meta_object_up,
    notification_params_down as notification_params_down,
    notification_params_up as notification_params_up,
    paginated_request_params_down as paginated_request_params_down,
    paginated_request_params_up as paginated_request_params_up,
    progress_notification_params_down as progress_notification_params_down,
    progress_notification_params_up as progress_notification_params_up,
    prompts_get_result_down as prompts_get_result_down,
    read_resource_request_params_down as read_resource_request_params_down,
    read_resource_request_params_up as read_resource_request_params_up,
    read_resource_result_up as read_resource_result_up,
    resource_updated_notification_params_down as resource_updated_notification_params_down,
    resource_updated_notification_params_up as resource_updated_notification_params_up,
    resources_read_result_down as resources_read_result_down,
    result_meta_object_up as result_meta_object_up,
    tool_input_schema_down as tool_input_schema_down,
    tool_output_schema_down as tool_output_schema_down,
)

X1_1 = Change(
    "X1.1",
    "The tasks extension does not define this key of `_meta`, so it was removed.",
    "With the tasks extension, only servers have tasks, so this message about a task of the client was refused.",
)
X1_2 = Change("X1.2", "The tasks extension has no `tasks/list`, so this message was refused.")
X1_3 = Change(
    "X1.3", "The tasks extension has no `tasks/result`, so this message was refused; use `tasks/get`."
)
X1_4 = Change("X1.4", "Core tasks have no `tasks/update`, so this message was refused; answer each request.")
X1_5 = Change(
    "X1.5",
    "Core tasks name this notification `notifications/tasks/status`, and the tasks extension `notifications/tasks`, so it was renamed.",
)
X1_6 = Change(
    "X1.6",
    "The tasks extension has milliseconds in the names of these members, and core tasks do not, so they were renamed.",
)
X1_6_REMOVED_DOWN = Change(
    "X1.6",
    "Without the extension io.modelcontextprotocol/tasks, there is another member in this location, so this was removed.",
)
X1_6_REMOVED_UP = Change(
    "X1.6",
    "With the extension io.modelcontextprotocol/tasks, there is another member in this location, so this was removed.",
)
X1_7 = Change(
    "X1.7",
    "Core tasks have the members of a created task in `task`, and the tasks extension in the result, so they were moved.",
    "Core tasks have the members of a created task in `task`, and some are missing or invalid, so this message was refused.",
)
X1_7_REMOVED_DOWN = Change(
    "X1.7",
    "Without the extension io.modelcontextprotocol/tasks, there is another member in this location, so this was removed.",
)
X1_7_REMOVED_UP = Change(
    "X1.7",
    "With the extension io.modelcontextprotocol/tasks, there is another member in this location, so this was removed.",
)
X1_8_DOWN = Change("X1.8", "Core tasks have no `resultType`, so it was removed.")
X1_8_UP = Change(
    "X1.8",
    "With the tasks extension, a result that creates a task has the `resultType` `task`, so it was set.",
)
X1_9_DOWN = Change(
    "X1.9",
    "Core tasks have results and input requests in separate messages, and fail if a tool fails, so this was changed.",
)
X1_9_UP = Change(
    "X1.9",
    "The tasks extension states the outcome or the input requests of a task with this status, and core tasks do not, so this message was refused.",
)
X1_10_DOWN = Change(
    "X1.10",
    "Core tasks answer `tasks/cancel` with the task, and this member is not valid there, so it was removed.",
    "Core tasks answer `tasks/cancel` with the task, which is missing, so this message was refused.",
)
X1_10_UP = Change(
    "X1.10", "The tasks extension answers `tasks/cancel` without the task, so the task was removed."
)
X1_11_DOWN = Change(
    "X1.11",
    "Before 2026-07-28, requests do not state client, revision or log level in `_meta`, so this was removed.",
)
X1_11_UP = Change(
    "X1.11",
    "Since 2026-07-28, each request states the client and the revision in `_meta`, so they were set there.",
)
X1_12 = Change("X1.12", "Only core tasks have `execution` in tools, so it was added or removed.")
X1_13 = Change(
    "X1.13",
    "The tasks extension requires `ttlMs`, and limits times to 2^53 - 1 milliseconds, so this was changed.",
)


# Up, from 2025-11-25 to 2026-07-28+io.modelcontextprotocol/tasks


def cancel_task_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    rules.fill_task_meta(params, at, log, X1_11_UP)


def cancel_task_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    if "createdAt" in result:
        log.drop(result, "createdAt", at, X1_10_UP)
    if "lastUpdatedAt" in result:
        log.drop(result, "lastUpdatedAt", at, X1_10_UP)
    if "pollInterval" in result:
        log.drop(result, "pollInterval", at, X1_10_UP)
    if "status" in result:
        log.drop(result, "status", at, X1_10_UP)
    if "statusMessage" in result:
        log.drop(result, "statusMessage", at, X1_10_UP)
    if "taskId" in result:
        log.drop(result, "taskId", at, X1_10_UP)
    if "ttl" in result:
        log.drop(result, "ttl", at, X1_10_UP)


def get_task_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    rules.fill_task_meta(params, at, log, X1_11_UP)


def working_task_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    log.move(result, ("pollInterval",), ("pollIntervalMs",), at, (X1_6, X1_6_REMOVED_UP))
    if "pollIntervalMs" in result:
        log.admit(
            result, "pollIntervalMs", ("number", "integer", -9007199254740991, 9007199254740991), at, X1_13
        )
    log.move(result, ("ttl",), ("ttlMs",), at, (X1_6, X1_6_REMOVED_UP))
    log.require(result, "ttlMs", None, newer.TASK_TTL_MS, at, X1_13)


def input_required_task_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    log.move(result, ("pollInterval",), ("pollIntervalMs",), at, (X1_6, X1_6_REMOVED_UP))
    if "pollIntervalMs" in result:
        log.admit(
            result, "pollIntervalMs", ("number", "integer", -9007199254740991, 9007199254740991), at, X1_13
        )
    log.move(result, ("ttl",), ("ttlMs",), at, (X1_6, X1_6_REMOVED_UP))
    log.require(result, "ttlMs", None, newer.TASK_TTL_MS, at, X1_13)
    if "inputRequests" not in result:
        log.refuse(at, X1_9_UP)
    if "inputRequests" in result and not fits(result["inputRequests"], newer.INPUT_REQUESTS):
        log.refuse((at, "inputRequests"), X1_9_UP)


def completed_task_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    log.move(result, ("pollInterval",), ("pollIntervalMs",), at, (X1_6, X1_6_REMOVED_UP))
    if "pollIntervalMs" in result:
        log.admit(
            result, "pollIntervalMs", ("number", "integer", -9007199254740991, 9007199254740991), at, X1_13
        )
    log.move(result, ("ttl",), ("ttlMs",), at, (X1_6, X1_6_REMOVED_UP))
    log.require(result, "ttlMs", None, newer.TASK_TTL_MS, at, X1_13)
    if "result" not in result:
        log.refuse(at, X1_9_UP)
    if "result" in result and not fits(result["result"], ("map",)):
        log.refuse((at, "result"), X1_9_UP)


def failed_task_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    log.move(result, ("pollInterval",), ("pollIntervalMs",), at, (X1_6, X1_6_REMOVED_UP))
    if "pollIntervalMs" in result:
        log.admit(
            result, "pollIntervalMs", ("number", "integer", -9007199254740991, 9007199254740991), at, X1_13
        )
    log.move(result, ("ttl",), ("ttlMs",), at, (X1_6, X1_6_REMOVED_UP))
    log.require(result, "ttlMs", None, newer.TASK_TTL_MS, at, X1_13)
    if "error" not in result:
        log.refuse(at, X1_9_UP)
    if "error" in result and not fits(result["error"], newer.ERROR):
        log.refuse((at, "error"), X1_9_UP)


def cancelled_task_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    log.move(result, ("pollInterval",), ("pollIntervalMs",), at, (X1_6, X1_6_REMOVED_UP))
    if "pollIntervalMs" in result:
        log.admit(
            result, "pollIntervalMs", ("number", "integer", -9007199254740991, 9007199254740991), at, X1_13
        )
    log.move(result, ("ttl",), ("ttlMs",), at, (X1_6, X1_6_REMOVED_UP))
    log.require(result, "ttlMs", None, newer.TASK_TTL_MS, at, X1_13)


def get_task_result_up(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("status") if type(value) is dict else None
    if kind == "working":
        working_task_result_up(value, at, log)
    elif kind == "input_required":
        input_required_task_result_up(value, at, log)
    elif kind == "completed":
        completed_task_result_up(value, at, log)
    elif kind == "failed":
        failed_task_result_up(value, at, log)
    elif kind == "cancelled":
        cancelled_task_result_up(value, at, log)
    else:
        raise expected(
            "WorkingTaskResult or InputRequiredTaskResult or CompletedTaskResult or FailedTaskResult or CancelledTaskResult",
            at,
        )


def call_tool_request_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    rules.fill_call_meta(params, at, log, X1_11_UP)
    if "task" in params:
        log.drop(params, "task", at, T4_12)
    if "inputResponses" in params:
        log.drop(params, "inputResponses", at, T4_25_UP)
    if "requestState" in params:
        log.drop(params, "requestState", at, T4_25_UP)


def create_task_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "task", at, X1_8_UP)
    log.move(result, ("task", "taskId"), ("taskId",), at, (X1_7, X1_7_REMOVED_UP), clears=1)
    log.move(result, ("task", "status"), ("status",), at, (X1_7, X1_7_REMOVED_UP), clears=1)
    log.move(result, ("task", "statusMessage"), ("statusMessage",), at, (X1_7, X1_7_REMOVED_UP), clears=1)
    log.move(result, ("task", "createdAt"), ("createdAt",), at, (X1_7, X1_7_REMOVED_UP), clears=1)
    log.move(result, ("task", "lastUpdatedAt"), ("lastUpdatedAt",), at, (X1_7, X1_7_REMOVED_UP), clears=1)
    log.move(result, ("task", "ttl"), ("ttlMs",), at, (X1_7, X1_7_REMOVED_UP), clears=1)
    log.require(result, "ttlMs", None, newer.TASK_TTL_MS, at, X1_13)
    log.move(result, ("task", "pollInterval"), ("pollIntervalMs",), at, (X1_7, X1_7_REMOVED_UP), clears=1)
    if "pollIntervalMs" in result:
        log.admit(
            result, "pollIntervalMs", ("number", "integer", -9007199254740991, 9007199254740991), at, X1_13
        )
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)


def tools_call_result_up(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "CreateTaskResult or CallToolResult")
    if "task" in value and variant_of(
        value, (older.CALL_TOOL_RESULT_WHOLE, older.CREATE_TASK_RESULT_WHOLE)
    ) in (1, -1):
        create_task_result_up(value, at, log)
    else:
        call_tool_result_up(value, at, log)


def tool_up(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "execution" in tool:
        log.drop(tool, "execution", at, X1_12)


def list_tools_result_up(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    log.fill(result, "resultType", "complete", at, T4_5_UP)
    if "_meta" in result:
        result_meta_object_up(result["_meta"], (at, "_meta"), log)
    items, here = array(result, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), log)
    log.require(result, "cacheScope", "private", newer.CACHE_SCOPE, at, T4_6_UP)
    log.require(result, "ttlMs", 0, ("number", "integer", 0, None), at, T4_6_UP)


def working_task_notification_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), log)
    log.move(params, ("pollInterval",), ("pollIntervalMs",), at, (X1_6, X1_6_REMOVED_UP))
    if "pollIntervalMs" in params:
        log.admit(
            params, "pollIntervalMs", ("number", "integer", -9007199254740991, 9007199254740991), at, X1_13
        )
    log.move(params, ("ttl",), ("ttlMs",), at, (X1_6, X1_6_REMOVED_UP))
    log.require(params, "ttlMs", None, newer.TASK_TTL_MS, at, X1_13)


def input_required_task_notification_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), log)
    log.move(params, ("pollInterval",), ("pollIntervalMs",), at, (X1_6, X1_6_REMOVED_UP))
    if "pollIntervalMs" in params:
        log.admit(
            params, "pollIntervalMs", ("number", "integer", -9007199254740991, 9007199254740991), at, X1_13
        )
    log.move(params, ("ttl",), ("ttlMs",), at, (X1_6, X1_6_REMOVED_UP))
    log.require(params, "ttlMs", None, newer.TASK_TTL_MS, at, X1_13)
    if "inputRequests" not in params:
        log.refuse(at, X1_9_UP)
    if "inputRequests" in params and not fits(params["inputRequests"], newer.INPUT_REQUESTS):
        log.refuse((at, "inputRequests"), X1_9_UP)


def completed_task_notification_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), log)
    log.move(params, ("pollInterval",), ("pollIntervalMs",), at, (X1_6, X1_6_REMOVED_UP))
    if "pollIntervalMs" in params:
        log.admit(
            params, "pollIntervalMs", ("number", "integer", -9007199254740991, 9007199254740991), at, X1_13
        )
    log.move(params, ("ttl",), ("ttlMs",), at, (X1_6, X1_6_REMOVED_UP))
    log.require(params, "ttlMs", None, newer.TASK_TTL_MS, at, X1_13)
    if "result" not in params:
        log.refuse(at, X1_9_UP)
    if "result" in params and not fits(params["result"], ("map",)):
        log.refuse((at, "result"), X1_9_UP)


def failed_task_notification_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), log)
    log.move(params, ("pollInterval",), ("pollIntervalMs",), at, (X1_6, X1_6_REMOVED_UP))
    if "pollIntervalMs" in params:
        log.admit(
            params, "pollIntervalMs", ("number", "integer", -9007199254740991, 9007199254740991), at, X1_13
        )
    log.move(params, ("ttl",), ("ttlMs",), at, (X1_6, X1_6_REMOVED_UP))
    log.require(params, "ttlMs", None, newer.TASK_TTL_MS, at, X1_13)
    if "error" not in params:
        log.refuse(at, X1_9_UP)
    if "error" in params and not fits(params["error"], newer.ERROR):
        log.refuse((at, "error"), X1_9_UP)


def cancelled_task_notification_params_up(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_up(params["_meta"], (at, "_meta"), log)
    log.move(params, ("pollInterval",), ("pollIntervalMs",), at, (X1_6, X1_6_REMOVED_UP))
    if "pollIntervalMs" in params:
        log.admit(
            params, "pollIntervalMs", ("number", "integer", -9007199254740991, 9007199254740991), at, X1_13
        )
    log.move(params, ("ttl",), ("ttlMs",), at, (X1_6, X1_6_REMOVED_UP))
    log.require(params, "ttlMs", None, newer.TASK_TTL_MS, at, X1_13)


def task_status_notification_params_up(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("status") if type(value) is dict else None
    if kind == "working":
        working_task_notification_params_up(value, at, log)
    elif kind == "input_required":
        input_required_task_notification_params_up(value, at, log)
    elif kind == "completed":
        completed_task_notification_params_up(value, at, log)
    elif kind == "failed":
        failed_task_notification_params_up(value, at, log)
    elif kind == "cancelled":
        cancelled_task_notification_params_up(value, at, log)
    else:
        raise expected(
            "WorkingTaskNotificationParams or InputRequiredTaskNotificationParams or CompletedTaskNotificationParams or FailedTaskNotificationParams or CancelledTaskNotificationParams",
            at,
        )


UP = Adapter(
    source="2025-11-25",
    target="2026-07-28+io.modelcontextprotocol/tasks",
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
            "notifications/tasks/status": MethodRemoved(X1_1, None),
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
            "tasks/cancel": MethodAdapter(
                params=cancel_task_request_params_up,
                result=cancel_task_result_up,
                fidelity=("lossy", "lossy"),
                changes=((X1_11_UP,), (T4_5_UP, X1_10_UP, T4_4)),
            ),
            "tasks/get": MethodAdapter(
                params=get_task_request_params_up,
                result=get_task_result_up,
                fidelity=("lossy", "lossy"),
                changes=((X1_11_UP,), (T4_5_UP, X1_6, X1_6_REMOVED_UP, X1_13, X1_9_UP, T4_4)),
            ),
            "tasks/list": MethodRemoved(X1_2, -32601),
            "tasks/result": MethodRemoved(X1_3, -32601),
            "tools/call": MethodAdapter(
                params=call_tool_request_params_up,
                result=tools_call_result_up,
                fidelity=("lossy", "lossy"),
                changes=((X1_11_UP, T4_12, T4_25_UP), (T4_5_UP, X1_8_UP, X1_7, X1_7_REMOVED_UP, X1_13, T4_4)),
            ),
            "tools/list": MethodAdapter(
                params=paginated_request_params_up,
                result=list_tools_result_up,
                fidelity=("adapted", "lossy"),
                changes=((T4_3_UP,), (T4_5_UP, T4_6_UP, T4_4, X1_12)),
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
            "notifications/tasks/status": MethodAdapter(
                params=task_status_notification_params_up,
                is_request=False,
                fidelity=("lossy", "whole"),
                changes=((X1_6, X1_6_REMOVED_UP, X1_13, X1_9_UP, T4_4, X1_5), ()),
                renamed="notifications/tasks",
                renaming=X1_5,
            ),
            "notifications/tools/list_changed": MethodAdapter(
                params=notification_params_up, is_request=False, changes=((T4_4,), ())
            ),
            "ping": MethodRemoved(T4_9, -32601),
            "roots/list": MethodRemoved(T4_7_UP, -32601),
            "sampling/createMessage": MethodRemoved(T4_7_UP, -32601),
            "tasks/cancel": MethodRemoved(X1_1, -32601),
            "tasks/get": MethodRemoved(X1_1, -32601),
            "tasks/list": MethodRemoved(X1_2, -32601),
            "tasks/result": MethodRemoved(X1_3, -32601),
        },
    },
    error=rules.errors_up,
    error_change=T4_18,
    capabilities=client_capabilities_up,
    every_part=DropInner(
        "_meta",
        ("io.modelcontextprotocol/related-task", "io.modelcontextprotocol/model-immediate-response"),
        X1_1,
    ),
    context={
        "clientCapabilities": newer.CLIENT_CAPABILITIES,
        "clientInfo": newer.IMPLEMENTATION,
        "logLevel": newer.LOGGING_LEVEL,
        "protocolVersion": "string",
    },
)


# Down, from 2026-07-28+io.modelcontextprotocol/tasks to 2025-11-25


def task_id_params_down(params: Any, at: Path, log: ConversionLog) -> None:
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
            X1_11_DOWN,
        )


def result_meta_object_down(meta: Any, at: Path, log: ConversionLog) -> None:
    check_object(meta, at)
    if "io.modelcontextprotocol/serverInfo" in meta:
        log.drop(meta, "io.modelcontextprotocol/serverInfo", at, T4_4)


def cancel_task_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)
    if "_meta" in result:
        result_meta_object_down(result["_meta"], (at, "_meta"), log)
    if "createdAt" not in result:
        log.refuse(at, X1_10_DOWN)
    if "createdAt" in result and not fits(result["createdAt"], "string"):
        log.refuse((at, "createdAt"), X1_10_DOWN)
    if "lastUpdatedAt" not in result:
        log.refuse(at, X1_10_DOWN)
    if "lastUpdatedAt" in result and not fits(result["lastUpdatedAt"], "string"):
        log.refuse((at, "lastUpdatedAt"), X1_10_DOWN)
    if "pollInterval" in result:
        log.admit(result, "pollInterval", "integer", at, X1_10_DOWN)
    if "status" not in result:
        log.refuse(at, X1_10_DOWN)
    if "status" in result and not fits(result["status"], older.TASK_STATUS):
        log.refuse((at, "status"), X1_10_DOWN)
    if "statusMessage" in result:
        log.admit(result, "statusMessage", "string", at, X1_10_DOWN)
    if "taskId" not in result:
        log.refuse(at, X1_10_DOWN)
    if "taskId" in result and not fits(result["taskId"], "string"):
        log.refuse((at, "taskId"), X1_10_DOWN)
    if "ttl" not in result:
        log.refuse(at, X1_10_DOWN)
    if "ttl" in result and not fits(result["ttl"], ("union", "integer", "null")):
        log.refuse((at, "ttl"), X1_10_DOWN)


def task_id_params_down_2(params: Any, at: Path, log: ConversionLog) -> None:
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
            X1_11_DOWN,
        )


def working_task_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)
    if "_meta" in result:
        result_meta_object_down(result["_meta"], (at, "_meta"), log)
    log.move(result, ("ttlMs",), ("ttl",), at, (X1_6, X1_6_REMOVED_DOWN))
    log.move(result, ("pollIntervalMs",), ("pollInterval",), at, (X1_6, X1_6_REMOVED_DOWN))


def input_required_task_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)
    if "_meta" in result:
        result_meta_object_down(result["_meta"], (at, "_meta"), log)
    log.move(result, ("ttlMs",), ("ttl",), at, (X1_6, X1_6_REMOVED_DOWN))
    log.move(result, ("pollIntervalMs",), ("pollInterval",), at, (X1_6, X1_6_REMOVED_DOWN))
    if "inputRequests" in result:
        log.drop(result, "inputRequests", at, X1_9_DOWN)


def completed_task_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)
    if "status" in result:
        rules.failed_tool(result, at, log, X1_9_DOWN)
    if "_meta" in result:
        result_meta_object_down(result["_meta"], (at, "_meta"), log)
    log.move(result, ("ttlMs",), ("ttl",), at, (X1_6, X1_6_REMOVED_DOWN))
    log.move(result, ("pollIntervalMs",), ("pollInterval",), at, (X1_6, X1_6_REMOVED_DOWN))
    if "result" in result:
        log.drop(result, "result", at, X1_9_DOWN)


def failed_task_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)
    if "_meta" in result:
        result_meta_object_down(result["_meta"], (at, "_meta"), log)
    log.move(result, ("ttlMs",), ("ttl",), at, (X1_6, X1_6_REMOVED_DOWN))
    log.move(result, ("pollIntervalMs",), ("pollInterval",), at, (X1_6, X1_6_REMOVED_DOWN))
    if "error" in result:
        log.drop(result, "error", at, X1_9_DOWN)


def cancelled_task_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "resultType" in result:
        log.drop_only(result, "resultType", "complete", at, T4_5_DOWN)
    if "_meta" in result:
        result_meta_object_down(result["_meta"], (at, "_meta"), log)
    log.move(result, ("ttlMs",), ("ttl",), at, (X1_6, X1_6_REMOVED_DOWN))
    log.move(result, ("pollIntervalMs",), ("pollInterval",), at, (X1_6, X1_6_REMOVED_DOWN))


def get_task_result_down(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("status") if type(value) is dict else None
    if kind == "input_required":
        input_required_task_result_down(value, at, log)
    elif kind == "completed":
        completed_task_result_down(value, at, log)
    elif kind == "failed":
        failed_task_result_down(value, at, log)
    elif kind == "working":
        working_task_result_down(value, at, log)
    elif kind == "cancelled":
        cancelled_task_result_down(value, at, log)
    else:
        raise expected(
            "InputRequiredTaskResult or CompletedTaskResult or FailedTaskResult or WorkingTaskResult or CancelledTaskResult",
            at,
        )


def create_task_result_down(result: Any, at: Path, log: ConversionLog) -> None:
    check_object(result, at)
    if "resultType" in result:
        log.drop_only(result, "resultType", "task", at, X1_8_DOWN)
    log.move(result, ("taskId",), ("task", "taskId"), at, (X1_7, X1_7_REMOVED_DOWN), makes=True)
    log.move(result, ("status",), ("task", "status"), at, (X1_7, X1_7_REMOVED_DOWN), makes=True)
    log.move(result, ("statusMessage",), ("task", "statusMessage"), at, (X1_7, X1_7_REMOVED_DOWN), makes=True)
    log.move(result, ("createdAt",), ("task", "createdAt"), at, (X1_7, X1_7_REMOVED_DOWN), makes=True)
    log.move(result, ("lastUpdatedAt",), ("task", "lastUpdatedAt"), at, (X1_7, X1_7_REMOVED_DOWN), makes=True)
    log.move(result, ("ttlMs",), ("task", "ttl"), at, (X1_7, X1_7_REMOVED_DOWN), makes=True)
    log.move(result, ("pollIntervalMs",), ("task", "pollInterval"), at, (X1_7, X1_7_REMOVED_DOWN), makes=True)
    if "_meta" in result:
        result_meta_object_down(result["_meta"], (at, "_meta"), log)
    if "task" not in result:
        log.refuse(at, X1_7)
    if "task" in result and not fits(result["task"], older.TASK):
        log.refuse((at, "task"), X1_7)


def tools_call_result_down(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "InputRequiredResult or CreateTaskResult or CallToolResult")
    if value.get("resultType") == "input_required" and fits(value, newer.INPUT_REQUIRED_RESULT):
        log.refuse(at, T4_7_DOWN)
    elif value.get("resultType") == "task":
        create_task_result_down(value, at, log)
    else:
        call_tool_result_down(value, at, log)


def tool_down(tool: Any, at: Path, log: ConversionLog) -> None:
    check_object(tool, at)
    if "outputSchema" in tool:
        rules.output_schema_of_object(tool, at, log, T4_16)
    tool["inputSchema"] = tool_input_schema_down(tool.get("inputSchema"), (at, "inputSchema"), log)
    if "outputSchema" in tool:
        tool["outputSchema"] = tool_output_schema_down(tool["outputSchema"], (at, "outputSchema"), log)
    log.require(tool, "execution", {"taskSupport": "optional"}, older.TOOL_EXECUTION, at, X1_12)


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


def notification_meta_object_down(meta: Any, at: Path, log: ConversionLog) -> None:
    check_object(meta, at)
    if "io.modelcontextprotocol/subscriptionId" in meta:
        log.drop(meta, "io.modelcontextprotocol/subscriptionId", at, T4_4)


def working_task_notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_down(params["_meta"], (at, "_meta"), log)
    log.move(params, ("ttlMs",), ("ttl",), at, (X1_6, X1_6_REMOVED_DOWN))
    log.move(params, ("pollIntervalMs",), ("pollInterval",), at, (X1_6, X1_6_REMOVED_DOWN))


def input_required_task_notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_down(params["_meta"], (at, "_meta"), log)
    log.move(params, ("ttlMs",), ("ttl",), at, (X1_6, X1_6_REMOVED_DOWN))
    log.move(params, ("pollIntervalMs",), ("pollInterval",), at, (X1_6, X1_6_REMOVED_DOWN))
    if "inputRequests" in params:
        log.drop(params, "inputRequests", at, X1_9_DOWN)


def completed_task_notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "status" in params:
        rules.failed_tool(params, at, log, X1_9_DOWN)
    if "_meta" in params:
        notification_meta_object_down(params["_meta"], (at, "_meta"), log)
    log.move(params, ("ttlMs",), ("ttl",), at, (X1_6, X1_6_REMOVED_DOWN))
    log.move(params, ("pollIntervalMs",), ("pollInterval",), at, (X1_6, X1_6_REMOVED_DOWN))
    if "result" in params:
        log.drop(params, "result", at, X1_9_DOWN)


def failed_task_notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_down(params["_meta"], (at, "_meta"), log)
    log.move(params, ("ttlMs",), ("ttl",), at, (X1_6, X1_6_REMOVED_DOWN))
    log.move(params, ("pollIntervalMs",), ("pollInterval",), at, (X1_6, X1_6_REMOVED_DOWN))
    if "error" in params:
        log.drop(params, "error", at, X1_9_DOWN)


def cancelled_task_notification_params_down(params: Any, at: Path, log: ConversionLog) -> None:
    check_object(params, at)
    if "_meta" in params:
        notification_meta_object_down(params["_meta"], (at, "_meta"), log)
    log.move(params, ("ttlMs",), ("ttl",), at, (X1_6, X1_6_REMOVED_DOWN))
    log.move(params, ("pollIntervalMs",), ("pollInterval",), at, (X1_6, X1_6_REMOVED_DOWN))


def task_status_notification_params_down(value: Any, at: Path, log: ConversionLog) -> None:
    kind = value.get("status") if type(value) is dict else None
    if kind == "input_required":
        input_required_task_notification_params_down(value, at, log)
    elif kind == "completed":
        completed_task_notification_params_down(value, at, log)
    elif kind == "failed":
        failed_task_notification_params_down(value, at, log)
    elif kind == "working":
        working_task_notification_params_down(value, at, log)
    elif kind == "cancelled":
        cancelled_task_notification_params_down(value, at, log)
    else:
        raise expected(
            "InputRequiredTaskNotificationParams or CompletedTaskNotificationParams or FailedTaskNotificationParams or WorkingTaskNotificationParams or CancelledTaskNotificationParams",
            at,
        )


DOWN = Adapter(
    source="2026-07-28+io.modelcontextprotocol/tasks",
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
            "tasks/cancel": MethodAdapter(
                params=task_id_params_down,
                result=cancel_task_result_down,
                fidelity=("adapted", "none"),
                changes=((X1_11_DOWN,), (T4_5_DOWN, X1_10_DOWN, T4_4)),
            ),
            "tasks/get": MethodAdapter(
                params=task_id_params_down_2,
                result=get_task_result_down,
                fidelity=("adapted", "lossy"),
                changes=((X1_11_DOWN,), (T4_5_DOWN, X1_6, X1_6_REMOVED_DOWN, X1_9_DOWN, T4_4)),
            ),
            "tasks/update": MethodRemoved(X1_4, -32601),
            "tools/call": MethodAdapter(
                params=call_tool_request_params_down,
                result=tools_call_result_down,
                fidelity=("lossy", "lossy"),
                changes=(
                    (T4_3_DOWN, T4_25_DOWN, T4_12),
                    (T4_4, T4_5_DOWN, T4_17, X1_8_DOWN, X1_7, X1_7_REMOVED_DOWN, T4_7_DOWN),
                ),
            ),
            "tools/list": MethodAdapter(
                params=paginated_request_params_down,
                result=list_tools_result_down,
                fidelity=("adapted", "lossy"),
                changes=((T4_3_DOWN,), (T4_4, T4_5_DOWN, T4_6_DOWN, T4_16, X1_12)),
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
            "notifications/tasks": MethodAdapter(
                params=task_status_notification_params_down,
                is_request=False,
                fidelity=("lossy", "whole"),
                changes=((X1_6, X1_6_REMOVED_DOWN, X1_9_DOWN, T4_4, X1_5), ()),
                renamed="notifications/tasks/status",
                renaming=X1_5,
            ),
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
