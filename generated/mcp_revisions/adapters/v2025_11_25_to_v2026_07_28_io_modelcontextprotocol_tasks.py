"""Convert messages between 2025-11-25 and 2026-07-28+io.modelcontextprotocol/tasks: a function for each type that changes.

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
    call_tool_request_params_up as call_tool_request_params_up,
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
    tool_down as tool_down,
    tool_up as tool_up,
    tools_call_result_down as tools_call_result_down,
)

TASK_ACKNOWLEDGED = Change(
    "R-TASK", "The tasks extension answers `tasks/cancel` without the task, so the task was removed."
)
TASK_FAILED_TOOL = Change(
    "R-TASK",
    "A tool error fails a core task, and completes a task of the extension, so the status was changed.",
)
TASK_NEEDS_RESULT = Change(
    "R-TASK",
    "The tasks extension states the outcome or the input requests of a task with this status, and core tasks do not, so this message was refused.",
)
TASK_NO_LIST = Change("R-TASK", "The tasks extension has no `tasks/list`, so this message was refused.")
TASK_NO_RESULT = Change(
    "R-TASK", "The tasks extension has no `tasks/result`, so this message was refused; use `tasks/get`."
)
TASK_NO_TASK = Change(
    "R-TASK", "Core tasks answer `tasks/cancel` with the task, which is missing, so this message was refused."
)
TASK_NO_UPDATE = Change(
    "R-TASK", "Core tasks have no `tasks/update`, so this message was refused; answer each request."
)
TASK_RESPELLED = Change(
    "R-TASK",
    "The tasks extension and core tasks name and place these members differently, so they were changed.",
)
TASK_SUPPORT = Change(
    "R-TASK", "Only with core tasks a tool declares `execution`, so it was added or removed."
)
TASK_WITHOUT_RESULT = Change(
    "R-TASK", "Core tasks return results and input requests in messages of their own, so this was removed."
)


# Up, from 2025-11-25 to 2026-07-28+io.modelcontextprotocol/tasks


def task_meta_up(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    if "progressToken" in task:
        log.admit(task, "progressToken", ("union", "string", "integer"), at, TASK_RESPELLED)


def task_request_params_up(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    if "_meta" in task:
        log.admit(task, "_meta", ("map",), at, TASK_RESPELLED)
    if "_meta" in task:
        task_meta_up(task["_meta"], (at, "_meta"), log)
    rules.fill_task_meta(task, at, log, T4_3_UP)


def task_call_params_up(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    rules.fill_task_meta(task, at, log, T4_3_UP)
    if "task" in task:
        log.drop(task, "task", at, T4_12)
    if "inputResponses" in task:
        log.drop(task, "inputResponses", at, T4_25_UP)
    if "requestState" in task:
        log.drop(task, "requestState", at, T4_25_UP)


def tools_call_params_up(value: Any, at: Path, log: ConversionLog) -> None:
    if type(value) is dict and "task" in value:
        task_call_params_up(value, at, log)
    else:
        call_tool_request_params_up(value, at, log)


def task_result_meta_up(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    if "io.modelcontextprotocol/serverInfo" in task:
        log.admit(task, "io.modelcontextprotocol/serverInfo", newer.IMPLEMENTATION, at, TASK_RESPELLED)


def created_task_up(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    if "_meta" in task:
        log.drop(task, "_meta", at, TASK_RESPELLED)
    if "resultType" in task:
        log.drop(task, "resultType", at, TASK_RESPELLED)
    log.move(task, ("ttl",), ("ttlMs",), at, TASK_RESPELLED)
    log.move(task, ("pollInterval",), ("pollIntervalMs",), at, TASK_RESPELLED)
    log.require(
        task,
        "ttlMs",
        None,
        ("union", ("number", "integer", -9007199254740991, 9007199254740991), "null"),
        at,
        TASK_RESPELLED,
    )
    if "pollIntervalMs" in task:
        log.admit(
            task,
            "pollIntervalMs",
            ("number", "integer", -9007199254740991, 9007199254740991),
            at,
            TASK_RESPELLED,
        )


def create_task_result_up(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    created_task_up(task.get("task"), (at, "task"), log)
    log.move(task, ("task", "taskId"), ("taskId",), at, TASK_RESPELLED, clears=1)
    log.move(task, ("task", "status"), ("status",), at, TASK_RESPELLED, clears=1)
    log.move(task, ("task", "statusMessage"), ("statusMessage",), at, TASK_RESPELLED, clears=1)
    log.move(task, ("task", "createdAt"), ("createdAt",), at, TASK_RESPELLED, clears=1)
    log.move(task, ("task", "lastUpdatedAt"), ("lastUpdatedAt",), at, TASK_RESPELLED, clears=1)
    log.move(task, ("task", "ttlMs"), ("ttlMs",), at, TASK_RESPELLED, clears=1)
    log.move(task, ("task", "pollIntervalMs"), ("pollIntervalMs",), at, TASK_RESPELLED, clears=1)
    log.fill(task, "resultType", "task", at, TASK_RESPELLED)
    if "_meta" in task:
        task_result_meta_up(task["_meta"], (at, "_meta"), log)


def tools_call_task_result_up(value: Any, at: Path, log: ConversionLog) -> None:
    check_object(value, at, "CreateTaskResult or CallToolResult")
    if "task" in value and variant_of(
        value, (older.CALL_TOOL_RESULT_WHOLE, older.CREATE_TASK_RESULT_WHOLE)
    ) in (1, -1):
        create_task_result_up(value, at, log)
    else:
        call_tool_result_up(value, at, log)


def task_status_up(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    if "status" not in task:
        log.refuse(at, TASK_NEEDS_RESULT)
    if "status" in task and not fits(task["status"], ("choice", "working", "cancelled")):
        log.refuse((at, "status"), TASK_NEEDS_RESULT)
    log.move(task, ("ttl",), ("ttlMs",), at, TASK_RESPELLED)
    log.move(task, ("pollInterval",), ("pollIntervalMs",), at, TASK_RESPELLED)
    log.require(
        task,
        "ttlMs",
        None,
        ("union", ("number", "integer", -9007199254740991, 9007199254740991), "null"),
        at,
        TASK_RESPELLED,
    )
    if "pollIntervalMs" in task:
        log.admit(
            task,
            "pollIntervalMs",
            ("number", "integer", -9007199254740991, 9007199254740991),
            at,
            TASK_RESPELLED,
        )
    log.fill(task, "resultType", "complete", at, TASK_RESPELLED)
    if "_meta" in task:
        task_result_meta_up(task["_meta"], (at, "_meta"), log)


def task_acknowledged_up(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    log.drop_others(task, ("_meta", "resultType"), at, TASK_ACKNOWLEDGED)
    log.fill(task, "resultType", "complete", at, TASK_ACKNOWLEDGED)
    if "_meta" in task:
        task_result_meta_up(task["_meta"], (at, "_meta"), log)


def task_notification_up(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    if "status" not in task:
        log.refuse(at, TASK_NEEDS_RESULT)
    if "status" in task and not fits(task["status"], ("choice", "working", "cancelled")):
        log.refuse((at, "status"), TASK_NEEDS_RESULT)
    log.move(task, ("ttl",), ("ttlMs",), at, TASK_RESPELLED)
    log.move(task, ("pollInterval",), ("pollIntervalMs",), at, TASK_RESPELLED)
    log.require(
        task,
        "ttlMs",
        None,
        ("union", ("number", "integer", -9007199254740991, 9007199254740991), "null"),
        at,
        TASK_RESPELLED,
    )
    if "pollIntervalMs" in task:
        log.admit(
            task,
            "pollIntervalMs",
            ("number", "integer", -9007199254740991, 9007199254740991),
            at,
            TASK_RESPELLED,
        )
    if "_meta" in task:
        notification_meta_object_up(task["_meta"], (at, "_meta"), log)


def tool_execution_up(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    if "execution" in task:
        log.drop(task, "execution", at, TASK_SUPPORT)


def tool_with_task_up(value: Any, at: Path, log: ConversionLog) -> None:
    if type(value) is dict:
        tool_execution_up(value, at, log)


def list_task_tools_result_up(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    items, here = array(task, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_with_task_up(item, (here, i), log)
    if "tools" in task:
        rules.tools_without_tasks(task, at, log, T4_12)
    log.fill(task, "resultType", "complete", at, T4_5_UP)
    if "_meta" in task:
        result_meta_object_up(task["_meta"], (at, "_meta"), log)
    items, here = array(task, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_up(item, (here, i), log)
    log.require(task, "cacheScope", "private", newer.CACHE_SCOPE, at, T4_6_UP)
    log.require(task, "ttlMs", 0, ("number", "integer", 0, None), at, T4_6_UP)


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
            "tasks/cancel": MethodAdapter(
                params=task_request_params_up,
                result=task_acknowledged_up,
                fidelity=("lossy", "lossy"),
                changes=((TASK_RESPELLED, T4_3_UP), (TASK_ACKNOWLEDGED, TASK_RESPELLED)),
            ),
            "tasks/get": MethodAdapter(
                params=task_request_params_up,
                result=task_status_up,
                fidelity=("lossy", "lossy"),
                changes=((TASK_RESPELLED, T4_3_UP), (TASK_RESPELLED, TASK_NEEDS_RESULT)),
            ),
            "tasks/list": MethodRemoved(TASK_NO_LIST, -32601),
            "tasks/result": MethodRemoved(TASK_NO_RESULT, -32601),
            "tools/call": MethodAdapter(
                params=tools_call_params_up,
                result=tools_call_task_result_up,
                fidelity=("lossy", "lossy"),
                changes=((T4_3_UP, T4_12, T4_25_UP), (T4_5_UP, TASK_RESPELLED, T4_4)),
            ),
            "tools/list": MethodAdapter(
                params=paginated_request_params_up,
                result=list_task_tools_result_up,
                fidelity=("adapted", "lossy"),
                changes=((T4_3_UP,), (T4_12, T4_5_UP, T4_6_UP, T4_4, TASK_SUPPORT)),
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
                params=task_notification_up,
                is_request=False,
                fidelity=("lossy", "whole"),
                changes=((T4_4, TASK_NEEDS_RESULT, TASK_RESPELLED), ()),
                renamed="notifications/tasks",
                renaming=TASK_RESPELLED,
            ),
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
        TASK_RESPELLED,
    ),
    context={
        "clientCapabilities": newer.CLIENT_CAPABILITIES,
        "clientInfo": newer.IMPLEMENTATION,
        "logLevel": newer.LOGGING_LEVEL,
        "protocolVersion": "string",
    },
)


# Down, from 2026-07-28+io.modelcontextprotocol/tasks to 2025-11-25


def task_status_down(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    if "resultType" in task:
        log.drop(task, "resultType", at, TASK_RESPELLED)
    if "result" in task:
        rules.failed_tool(task, at, log, TASK_FAILED_TOOL)
    if "inputRequests" in task:
        log.drop(task, "inputRequests", at, TASK_WITHOUT_RESULT)
    if "result" in task:
        log.drop(task, "result", at, TASK_WITHOUT_RESULT)
    if "error" in task:
        log.drop(task, "error", at, TASK_WITHOUT_RESULT)
    if "_meta" in task:
        log.drop_inside(task, "_meta", ("io.modelcontextprotocol/serverInfo",), at, TASK_RESPELLED)
    log.move(task, ("ttlMs",), ("ttl",), at, TASK_RESPELLED)
    log.move(task, ("pollIntervalMs",), ("pollInterval",), at, TASK_RESPELLED)


def create_task_result_down(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    if "resultType" in task:
        log.drop(task, "resultType", at, TASK_RESPELLED)
    if "result" in task:
        rules.failed_tool(task, at, log, TASK_FAILED_TOOL)
    if "inputRequests" in task:
        log.drop(task, "inputRequests", at, TASK_WITHOUT_RESULT)
    if "result" in task:
        log.drop(task, "result", at, TASK_WITHOUT_RESULT)
    if "error" in task:
        log.drop(task, "error", at, TASK_WITHOUT_RESULT)
    if "_meta" in task:
        log.drop_inside(task, "_meta", ("io.modelcontextprotocol/serverInfo",), at, TASK_RESPELLED)
    log.move(task, ("taskId",), ("task", "taskId"), at, TASK_RESPELLED, makes=True)
    log.move(task, ("status",), ("task", "status"), at, TASK_RESPELLED, makes=True)
    log.move(task, ("statusMessage",), ("task", "statusMessage"), at, TASK_RESPELLED, makes=True)
    log.move(task, ("createdAt",), ("task", "createdAt"), at, TASK_RESPELLED, makes=True)
    log.move(task, ("lastUpdatedAt",), ("task", "lastUpdatedAt"), at, TASK_RESPELLED, makes=True)
    log.move(task, ("ttlMs",), ("task", "ttl"), at, TASK_RESPELLED, makes=True)
    log.move(task, ("pollIntervalMs",), ("task", "pollInterval"), at, TASK_RESPELLED, makes=True)


def task_notification_down(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    if "result" in task:
        rules.failed_tool(task, at, log, TASK_FAILED_TOOL)
    if "inputRequests" in task:
        log.drop(task, "inputRequests", at, TASK_WITHOUT_RESULT)
    if "result" in task:
        log.drop(task, "result", at, TASK_WITHOUT_RESULT)
    if "error" in task:
        log.drop(task, "error", at, TASK_WITHOUT_RESULT)
    log.move(task, ("ttlMs",), ("ttl",), at, TASK_RESPELLED)
    log.move(task, ("pollIntervalMs",), ("pollInterval",), at, TASK_RESPELLED)
    if "_meta" in task:
        log.drop_inside(task, "_meta", ("io.modelcontextprotocol/subscriptionId",), at, T4_4)


def tools_call_task_result_down(value: Any, at: Path, log: ConversionLog) -> None:
    if type(value) is dict and value.get("resultType") == "task" and "taskId" in value:
        create_task_result_down(value, at, log)
    else:
        tools_call_result_down(value, at, log)


def task_acknowledged_down(value: Any, at: Path, log: ConversionLog) -> None:
    log.refuse(at, TASK_NO_TASK)


def tool_execution_down(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    log.fill(task, "execution", {"taskSupport": "optional"}, at, TASK_SUPPORT)


def tool_with_task_down(value: Any, at: Path, log: ConversionLog) -> None:
    if type(value) is dict:
        tool_execution_down(value, at, log)


def list_task_tools_result_down(task: Any, at: Path, log: ConversionLog) -> None:
    check_object(task, at)
    if "_meta" in task:
        log.drop_inside(task, "_meta", ("io.modelcontextprotocol/serverInfo",), at, T4_4)
    if "resultType" in task:
        log.drop_only(task, "resultType", "complete", at, T4_5_DOWN)
    if "cacheScope" in task:
        log.drop(task, "cacheScope", at, T4_6_DOWN)
    items, here = array(task, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_down(item, (here, i), log)
    if "ttlMs" in task:
        log.drop(task, "ttlMs", at, T4_6_DOWN)
    items, here = array(task, "tools", at), (at, "tools")
    for i, item in enumerate(items):
        tool_with_task_down(item, (here, i), log)


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
                params=paginated_request_params_down,
                result=task_acknowledged_down,
                fidelity=("lossy", "lossy"),
                changes=((T4_3_DOWN,), (TASK_NO_TASK,)),
            ),
            "tasks/get": MethodAdapter(
                params=paginated_request_params_down,
                result=task_status_down,
                fidelity=("lossy", "lossy"),
                changes=((T4_3_DOWN,), (TASK_RESPELLED, TASK_FAILED_TOOL, TASK_WITHOUT_RESULT)),
            ),
            "tasks/update": MethodRemoved(TASK_NO_UPDATE, -32601),
            "tools/call": MethodAdapter(
                params=call_tool_request_params_down,
                result=tools_call_task_result_down,
                fidelity=("lossy", "lossy"),
                changes=(
                    (T4_3_DOWN, T4_25_DOWN, T4_12),
                    (
                        T4_4,
                        T4_5_DOWN,
                        T4_17,
                        TASK_RESPELLED,
                        TASK_FAILED_TOOL,
                        TASK_WITHOUT_RESULT,
                        T4_7_DOWN,
                    ),
                ),
            ),
            "tools/list": MethodAdapter(
                params=paginated_request_params_down,
                result=list_task_tools_result_down,
                fidelity=("adapted", "lossy"),
                changes=((T4_3_DOWN,), (T4_4, T4_5_DOWN, T4_6_DOWN, T4_16, T4_12, TASK_SUPPORT)),
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
                params=task_notification_down,
                is_request=False,
                fidelity=("lossy", "whole"),
                changes=((TASK_FAILED_TOOL, TASK_WITHOUT_RESULT, TASK_RESPELLED, T4_4), ()),
                renamed="notifications/tasks/status",
                renaming=TASK_RESPELLED,
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
