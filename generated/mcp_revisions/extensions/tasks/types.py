"""Message types of the extension io.modelcontextprotocol/tasks of MCP 2026-07-28."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from ..._runtime.messages import base as _b
from ...v2026_07_28.types import (
    Error as Error,
    InputRequests as InputRequests,
    InputResponses as InputResponses,
    JSONRPCErrorResponse as JSONRPCErrorResponse,
    JSONRPCResponse as JSONRPCResponse,
    JSONRPCResultResponse as JSONRPCResultResponse,
    NotificationMetaObject as NotificationMetaObject,
    RequestId as RequestId,
    RequestMetaObject as RequestMetaObject,
    Result as Result,
    ResultMetaObject as ResultMetaObject,
)

__all__ = [
    "CancelTaskRequest",
    "CancelTaskResult",
    "CancelledTask",
    "CancelledTaskNotificationParams",
    "CancelledTaskResult",
    "CompletedTask",
    "CompletedTaskNotificationParams",
    "CompletedTaskResult",
    "CreateTaskResult",
    "DetailedTask",
    "FailedTask",
    "FailedTaskNotificationParams",
    "FailedTaskResult",
    "GetTaskRequest",
    "GetTaskResult",
    "InputRequiredTask",
    "InputRequiredTaskNotificationParams",
    "InputRequiredTaskResult",
    "Task",
    "TaskIdParams",
    "TaskStatus",
    "TaskStatusNotification",
    "TaskStatusNotificationParams",
    "TaskSubscriptionAcknowledgedNotifications",
    "TaskSubscriptionNotifications",
    "TaskTtlMs",
    "TasksExtensionCapability",
    "UpdateTaskRequest",
    "UpdateTaskRequestParams",
    "UpdateTaskResult",
    "WorkingTask",
    "WorkingTaskNotificationParams",
    "WorkingTaskResult",
]


class CancelTaskRequest(
    _b.Request["CancelTaskResult"], _b.Message, kw_only=True, tag_field="method", tag="tasks/cancel"
):
    """Asks the server to cancel a task; the server may finish the task instead.

    Request `tasks/cancel`, sent by the client.
    Answered by `CancelTaskResult`.
    Needs the capability `extensions["io.modelcontextprotocol/tasks"]` of both sides.
    """

    method: ClassVar[_t.Literal["tasks/cancel"]] = "tasks/cancel"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: TaskIdParams


class CancelTaskResult(_b.OpenStruct, kw_only=True, metaclass=_b.Prefilled):
    """Acknowledges the request to cancel; the status of the task shows whether the server cancels it."""

    __prefilled__ = {"result_type": "complete"}
    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """Kind of the result; only `CreateTaskResult` has `task`."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""


class CancelledTask(_b.Struct, kw_only=True, tag_field="status", tag="cancelled"):
    """A task: the request was cancelled before its end."""

    status: ClassVar[_t.Literal["cancelled"]] = "cancelled"
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class CancelledTaskNotificationParams(_b.OpenStruct, kw_only=True, tag_field="status", tag="cancelled"):
    """A changed task: the request was cancelled before its end."""

    status: ClassVar[_t.Literal["cancelled"]] = "cancelled"
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    meta: NotificationMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class CancelledTaskResult(
    _b.OpenStruct, kw_only=True, tag_field="status", tag="cancelled", metaclass=_b.Prefilled
):
    """The answer to `tasks/get`: the request was cancelled before its end."""

    status: ClassVar[_t.Literal["cancelled"]] = "cancelled"
    """State of the task."""

    __prefilled__ = {"result_type": "complete"}
    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """Kind of the result; only `CreateTaskResult` has `task`."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class CompletedTask(_b.Struct, kw_only=True, tag_field="status", tag="completed"):
    """A task: the request has its result."""

    status: ClassVar[_t.Literal["completed"]] = "completed"
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    result: dict[str, _t.Any]
    """The result of the request, of the type that its method defines."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class CompletedTaskNotificationParams(_b.OpenStruct, kw_only=True, tag_field="status", tag="completed"):
    """A changed task: the request has its result."""

    status: ClassVar[_t.Literal["completed"]] = "completed"
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    result: dict[str, _t.Any]
    """The result of the request, of the type that its method defines."""

    meta: NotificationMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class CompletedTaskResult(
    _b.OpenStruct, kw_only=True, tag_field="status", tag="completed", metaclass=_b.Prefilled
):
    """The answer to `tasks/get`: the request has its result."""

    status: ClassVar[_t.Literal["completed"]] = "completed"
    """State of the task."""

    __prefilled__ = {"result_type": "complete"}
    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """Kind of the result; only `CreateTaskResult` has `task`."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    result: dict[str, _t.Any]
    """The result of the request, of the type that its method defines."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class CreateTaskResult(_b.OpenStruct, kw_only=True, metaclass=_b.Prefilled):
    """A task in place of the result of a request; the client gets the outcome with `tasks/get`."""

    __guard__ = ("resultType", "task")
    __prefilled__ = {"result_type": "task"}
    result_type: _t.Literal["task"] = _b.prefilled("resultType")
    """Kind of the result; only `CreateTaskResult` has `task`."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    status: TaskStatus
    """State of the task."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class FailedTask(_b.Struct, kw_only=True, tag_field="status", tag="failed"):
    """A task: the request ended with a JSON-RPC error."""

    status: ClassVar[_t.Literal["failed"]] = "failed"
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    error: Error
    """The JSON-RPC error that ended the request."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class FailedTaskNotificationParams(_b.OpenStruct, kw_only=True, tag_field="status", tag="failed"):
    """A changed task: the request ended with a JSON-RPC error."""

    status: ClassVar[_t.Literal["failed"]] = "failed"
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    error: Error
    """The JSON-RPC error that ended the request."""

    meta: NotificationMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class FailedTaskResult(_b.OpenStruct, kw_only=True, tag_field="status", tag="failed", metaclass=_b.Prefilled):
    """The answer to `tasks/get`: the request ended with a JSON-RPC error."""

    status: ClassVar[_t.Literal["failed"]] = "failed"
    """State of the task."""

    __prefilled__ = {"result_type": "complete"}
    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """Kind of the result; only `CreateTaskResult` has `task`."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    error: Error
    """The JSON-RPC error that ended the request."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class GetTaskRequest(
    _b.Request["GetTaskResult"], _b.Message, kw_only=True, tag_field="method", tag="tasks/get"
):
    """Asks for the current state of a task.

    Request `tasks/get`, sent by the client.
    Answered by `GetTaskResult`.
    Needs the capability `extensions["io.modelcontextprotocol/tasks"]` of both sides.
    """

    method: ClassVar[_t.Literal["tasks/get"]] = "tasks/get"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: TaskIdParams


class InputRequiredTask(_b.Struct, kw_only=True, tag_field="status", tag="input_required"):
    """A task: the server waits for input of the client."""

    status: ClassVar[_t.Literal["input_required"]] = "input_required"
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    input_requests: InputRequests = _m.field(name="inputRequests")
    """The open input requests of the task, by key; a key is never used again for another request."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class InputRequiredTaskNotificationParams(
    _b.OpenStruct, kw_only=True, tag_field="status", tag="input_required"
):
    """A changed task: the server waits for input of the client."""

    status: ClassVar[_t.Literal["input_required"]] = "input_required"
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    input_requests: InputRequests = _m.field(name="inputRequests")
    """The open input requests of the task, by key; a key is never used again for another request."""

    meta: NotificationMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class InputRequiredTaskResult(
    _b.OpenStruct, kw_only=True, tag_field="status", tag="input_required", metaclass=_b.Prefilled
):
    """The answer to `tasks/get`: the server waits for input of the client."""

    status: ClassVar[_t.Literal["input_required"]] = "input_required"
    """State of the task."""

    __prefilled__ = {"result_type": "complete"}
    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """Kind of the result; only `CreateTaskResult` has `task`."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    input_requests: InputRequests = _m.field(name="inputRequests")
    """The open input requests of the task, by key; a key is never used again for another request."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class Task(_b.Struct, kw_only=True):
    """The state of a task, without requests, result or error."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    status: TaskStatus
    """State of the task."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class TaskIdParams(_b.OpenStruct, kw_only=True):
    """The task that a request is about."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    meta: RequestMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""


class TaskStatusNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/tasks"
):
    """The new state of a task after a change, for a client that subscribed to the task.

    Notification `notifications/tasks`, sent by the server.
    Needs the capability `extensions["io.modelcontextprotocol/tasks"]` of both sides.
    """

    method: ClassVar[_t.Literal["notifications/tasks"]] = "notifications/tasks"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: TaskStatusNotificationParams


class TaskSubscriptionAcknowledgedNotifications(_b.Struct, kw_only=True):
    """The tasks whose changes the server will report, in the acknowledgement of `subscriptions/listen`."""

    task_ids: list[str] | _m.UnsetType = _m.field(name="taskIds", default=_m.UNSET)
    """Ids of the tasks."""


class TaskSubscriptionNotifications(_b.Struct, kw_only=True):
    """The tasks whose changes a client wants to get, in the filter of `subscriptions/listen`."""

    task_ids: list[str] | _m.UnsetType = _m.field(name="taskIds", default=_m.UNSET)
    """Ids of the tasks."""


class TasksExtensionCapability(_b.Struct, kw_only=True):
    """The declaration of the extension; no settings are defined, so the object is empty."""

    __closed__ = True


class UpdateTaskRequest(
    _b.Request["UpdateTaskResult"], _b.Message, kw_only=True, tag_field="method", tag="tasks/update"
):
    """Sends answers to requests that a task waits for.

    Request `tasks/update`, sent by the client.
    Answered by `UpdateTaskResult`.
    Needs the capability `extensions["io.modelcontextprotocol/tasks"]` of both sides.
    """

    method: ClassVar[_t.Literal["tasks/update"]] = "tasks/update"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: UpdateTaskRequestParams


class UpdateTaskRequestParams(_b.OpenStruct, kw_only=True):
    """The task, and the answers to its open requests."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    input_responses: InputResponses = _m.field(name="inputResponses")
    """Answers by the keys of `inputRequests`."""

    meta: RequestMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""


class UpdateTaskResult(_b.OpenStruct, kw_only=True, metaclass=_b.Prefilled):
    """Acknowledges that the answers have arrived; the task may change its status later."""

    __prefilled__ = {"result_type": "complete"}
    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """Kind of the result; only `CreateTaskResult` has `task`."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""


class WorkingTask(_b.Struct, kw_only=True, tag_field="status", tag="working"):
    """A task: the server is working."""

    status: ClassVar[_t.Literal["working"]] = "working"
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class WorkingTaskNotificationParams(_b.OpenStruct, kw_only=True, tag_field="status", tag="working"):
    """A changed task: the server is working."""

    status: ClassVar[_t.Literal["working"]] = "working"
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    meta: NotificationMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class WorkingTaskResult(
    _b.OpenStruct, kw_only=True, tag_field="status", tag="working", metaclass=_b.Prefilled
):
    """The answer to `tasks/get`: the server is working."""

    status: ClassVar[_t.Literal["working"]] = "working"
    """State of the task."""

    __prefilled__ = {"result_type": "complete"}
    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """Kind of the result; only `CreateTaskResult` has `task`."""

    task_id: str = _m.field(name="taskId")
    """Id of the task, made by the server; it must be hard to guess, because whoever knows it may have
    access."""

    created_at: str = _m.field(name="createdAt")
    """Time of creation, in ISO 8601."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time of the last change, in ISO 8601."""

    ttl_ms: TaskTtlMs = _m.field(name="ttlMs")
    """Milliseconds from the creation until the server may drop the task; the value may change."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this message; not part of its content."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Text for people about the state of the task."""

    poll_interval_ms: _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | _m.UnsetType = (
        _m.field(name="pollIntervalMs", default=_m.UNSET)
    )
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


DetailedTask: _t.TypeAlias = WorkingTask | InputRequiredTask | CompletedTask | FailedTask | CancelledTask
"""A task with what belongs to its status: its input requests, its result or its error."""
GetTaskResult: _t.TypeAlias = (
    WorkingTaskResult | InputRequiredTaskResult | CompletedTaskResult | FailedTaskResult | CancelledTaskResult
)
"""The current state of a task, with its open requests, its result or its error."""
TaskStatus: _t.TypeAlias = _t.Literal["working", "input_required", "completed", "failed", "cancelled"]
"""The state of a task; the last three are final."""
TaskStatusNotificationParams: _t.TypeAlias = (
    WorkingTaskNotificationParams
    | InputRequiredTaskNotificationParams
    | CompletedTaskNotificationParams
    | FailedTaskNotificationParams
    | CancelledTaskNotificationParams
)
"""The state of a task, as `tasks/get` would have returned it at that moment."""
TaskTtlMs: _t.TypeAlias = _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)] | None
"""Milliseconds from the creation of a task until the server may drop the task; `null` sets no limit."""
