"""`TypedDict` types for type checkers: the messages of the extension io.modelcontextprotocol/tasks of MCP 2026-07-28 as plain dictionaries.

The keys are the wire names, and absent members have no key. `decode_message` takes such a dictionary, and
`to_builtins` returns one. No other module imports this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypedDict
else:
    from ..._runtime.typed_dicts import NotRequired, TypedDict, state_optional_keys
from ...v2026_07_28.dicts import (
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


class CancelTaskRequest(TypedDict):
    """Asks the server to cancel a task; the server may finish the task instead."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["tasks/cancel"]
    params: TaskIdParams


class CancelTaskResult(TypedDict):
    """Acknowledges the request to cancel; the status of the task shows whether the server cancels it."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""


class CancelledTask(TypedDict):
    """A task: the request was cancelled before its end."""

    taskId: str
    """Id of the task, made by the server."""
    status: Literal["cancelled"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class CancelledTaskNotificationParams(TypedDict):
    """A changed task: the request was cancelled before its end."""

    taskId: str
    """Id of the task, made by the server."""
    status: Literal["cancelled"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class CancelledTaskResult(TypedDict):
    """The answer to `tasks/get`: the request was cancelled before its end."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    taskId: str
    """Id of the task, made by the server."""
    status: Literal["cancelled"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class CompletedTask(TypedDict):
    """A task: the request has its result."""

    taskId: str
    """Id of the task, made by the server."""
    status: Literal["completed"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    result: dict[str, Any]
    """The result of the request, of the type that its method defines."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class CompletedTaskNotificationParams(TypedDict):
    """A changed task: the request has its result."""

    taskId: str
    """Id of the task, made by the server."""
    status: Literal["completed"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    result: dict[str, Any]
    """The result of the request, of the type that its method defines."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class CompletedTaskResult(TypedDict):
    """The answer to `tasks/get`: the request has its result."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    taskId: str
    """Id of the task, made by the server."""
    status: Literal["completed"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    result: dict[str, Any]
    """The result of the request, of the type that its method defines."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class CreateTaskResult(TypedDict):
    """A task in place of the result of a request; the client gets the outcome with `tasks/get`."""

    resultType: Literal["task"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    taskId: str
    """Id of the task, made by the server."""
    status: TaskStatus
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class FailedTask(TypedDict):
    """A task: the request ended with a JSON-RPC error."""

    taskId: str
    """Id of the task, made by the server."""
    status: Literal["failed"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    error: Error
    """The JSON-RPC error that ended the request."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class FailedTaskNotificationParams(TypedDict):
    """A changed task: the request ended with a JSON-RPC error."""

    taskId: str
    """Id of the task, made by the server."""
    status: Literal["failed"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    error: Error
    """The JSON-RPC error that ended the request."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class FailedTaskResult(TypedDict):
    """The answer to `tasks/get`: the request ended with a JSON-RPC error."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    taskId: str
    """Id of the task, made by the server."""
    status: Literal["failed"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    error: Error
    """The JSON-RPC error that ended the request."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class GetTaskRequest(TypedDict):
    """Asks for the current state of a task."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["tasks/get"]
    params: TaskIdParams


class InputRequiredTask(TypedDict):
    """A task: the server waits for input of the client."""

    taskId: str
    """Id of the task, made by the server."""
    status: Literal["input_required"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    inputRequests: InputRequests
    """The open input requests of the task, by key; a key is never used again for another request."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class InputRequiredTaskNotificationParams(TypedDict):
    """A changed task: the server waits for input of the client."""

    taskId: str
    """Id of the task, made by the server."""
    status: Literal["input_required"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    inputRequests: InputRequests
    """The open input requests of the task, by key; a key is never used again for another request."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class InputRequiredTaskResult(TypedDict):
    """The answer to `tasks/get`: the server waits for input of the client."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    taskId: str
    """Id of the task, made by the server."""
    status: Literal["input_required"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    inputRequests: InputRequests
    """The open input requests of the task, by key; a key is never used again for another request."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class Task(TypedDict):
    """The state of a task, without requests, result or error."""

    taskId: str
    """Id of the task, made by the server."""
    status: TaskStatus
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class TaskIdParams(TypedDict):
    """The task that a request is about."""

    taskId: str
    """Id of the task, made by the server."""
    _meta: NotRequired[RequestMetaObject]
    """Metadata about this message; not part of its content."""


class TaskStatusNotification(TypedDict):
    """The new state of a task after a change, for a client that subscribed to the task."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/tasks"]
    params: TaskStatusNotificationParams


class TaskSubscriptionAcknowledgedNotifications(TypedDict):
    """The tasks whose changes the server will report, in the acknowledgement of `subscriptions/listen`."""

    taskIds: NotRequired[list[str]]
    """Ids of the tasks."""


class TaskSubscriptionNotifications(TypedDict):
    """The tasks whose changes a client wants to get, in the filter of `subscriptions/listen`."""

    taskIds: NotRequired[list[str]]
    """Ids of the tasks."""


class TasksExtensionCapability(TypedDict):
    """The declaration of the extension; no settings are defined, so the object is empty."""


class UpdateTaskRequest(TypedDict):
    """Sends answers to requests that a task waits for."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["tasks/update"]
    params: UpdateTaskRequestParams


class UpdateTaskRequestParams(TypedDict):
    """The task, and the answers to its open requests."""

    taskId: str
    """Id of the task, made by the server."""
    inputResponses: InputResponses
    """Answers by the keys of `inputRequests`."""
    _meta: NotRequired[RequestMetaObject]
    """Metadata about this message; not part of its content."""


class UpdateTaskResult(TypedDict):
    """Acknowledges that the answers have arrived; the task may change its status later."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""


class WorkingTask(TypedDict):
    """A task: the server is working."""

    taskId: str
    """Id of the task, made by the server."""
    status: Literal["working"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class WorkingTaskNotificationParams(TypedDict):
    """A changed task: the server is working."""

    taskId: str
    """Id of the task, made by the server."""
    status: Literal["working"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


class WorkingTaskResult(TypedDict):
    """The answer to `tasks/get`: the server is working."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    taskId: str
    """Id of the task, made by the server."""
    status: Literal["working"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; the value may change."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; the value may change."""


TaskStatus: TypeAlias = Literal["working", "input_required", "completed", "failed", "cancelled"]
"""The state of a task; the last three are final."""

TaskTtlMs: TypeAlias = int | None
"""Milliseconds from the creation of a task until the server may drop the task; `null` sets no limit."""

TaskStatusNotificationParams: TypeAlias = (
    WorkingTaskNotificationParams
    | InputRequiredTaskNotificationParams
    | CompletedTaskNotificationParams
    | FailedTaskNotificationParams
    | CancelledTaskNotificationParams
)
"""The state of a task, as `tasks/get` would have returned it at that moment."""

DetailedTask: TypeAlias = WorkingTask | InputRequiredTask | CompletedTask | FailedTask | CancelledTask
"""A task with what belongs to its status: its input requests, its result or its error."""

GetTaskResult: TypeAlias = (
    WorkingTaskResult | InputRequiredTaskResult | CompletedTaskResult | FailedTaskResult | CancelledTaskResult
)
"""The current state of a task, with its open requests, its result or its error."""

if not TYPE_CHECKING:
    state_optional_keys(globals())
