"""Types of the extension io.modelcontextprotocol/tasks of MCP 2026-07-28 messages as plain dictionaries, for type checkers.

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
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["cancelled"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class CancelledTaskNotificationParams(TypedDict):
    """The news about a task: the request was cancelled before its end."""

    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["cancelled"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class CancelledTaskResult(TypedDict):
    """The answer to `tasks/get`: the request was cancelled before its end."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["cancelled"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class CompletedTask(TypedDict):
    """A task: the request has its result."""

    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["completed"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    result: dict[str, Any]
    """The result of the request, as its method defines the result."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class CompletedTaskNotificationParams(TypedDict):
    """The news about a task: the request has its result."""

    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["completed"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    result: dict[str, Any]
    """The result of the request, as its method defines the result."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class CompletedTaskResult(TypedDict):
    """The answer to `tasks/get`: the request has its result."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["completed"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    result: dict[str, Any]
    """The result of the request, as its method defines the result."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class CreateTaskResult(TypedDict):
    """A task instead of the result of a request; the client gets the outcome with `tasks/get`."""

    resultType: Literal["task"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: TaskStatus
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class FailedTask(TypedDict):
    """A task: the request ended with a JSON-RPC error."""

    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["failed"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    error: Error
    """The JSON-RPC error that ended the request."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class FailedTaskNotificationParams(TypedDict):
    """The news about a task: the request ended with a JSON-RPC error."""

    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["failed"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    error: Error
    """The JSON-RPC error that ended the request."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class FailedTaskResult(TypedDict):
    """The answer to `tasks/get`: the request ended with a JSON-RPC error."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["failed"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    error: Error
    """The JSON-RPC error that ended the request."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class GetTaskRequest(TypedDict):
    """Asks for the current state of a task."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["tasks/get"]
    params: TaskIdParams


class InputRequiredTask(TypedDict):
    """A task: the server waits for input of the client."""

    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["input_required"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    inputRequests: InputRequests
    """Every open request of the task by key; a key is never used again for another request."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class InputRequiredTaskNotificationParams(TypedDict):
    """The news about a task: the server waits for input of the client."""

    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["input_required"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    inputRequests: InputRequests
    """Every open request of the task by key; a key is never used again for another request."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class InputRequiredTaskResult(TypedDict):
    """The answer to `tasks/get`: the server waits for input of the client."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["input_required"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    inputRequests: InputRequests
    """Every open request of the task by key; a key is never used again for another request."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class Task(TypedDict):
    """The state of a task, without requests, result or error."""

    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: TaskStatus
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class TaskIdParams(TypedDict):
    """The task that a request is about."""

    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    _meta: NotRequired[RequestMetaObject]
    """Metadata about this message; not part of its content."""


class TaskStatusNotification(TypedDict):
    """Tells a client that subscribed to a task the state of the task after a change."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/tasks"]
    params: TaskStatusNotificationParams


class TaskSubscriptionAcknowledgedNotifications(TypedDict):
    """The tasks of which the server will report changes, in the acknowledgement of `subscriptions/listen`."""

    taskIds: NotRequired[list[str]]
    """Ids of the tasks."""


class TaskSubscriptionNotifications(TypedDict):
    """The tasks of which a client wants to hear, in the filter of `subscriptions/listen`."""

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
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    inputResponses: InputResponses
    """Answers by the keys of `inputRequests`."""
    _meta: NotRequired[RequestMetaObject]
    """Metadata about this message; not part of its content."""


class UpdateTaskResult(TypedDict):
    """Acknowledges that the answers have arrived; the task goes on at its own pace."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""


class WorkingTask(TypedDict):
    """A task: the server is at work."""

    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["working"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class WorkingTaskNotificationParams(TypedDict):
    """The news about a task: the server is at work."""

    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["working"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


class WorkingTaskResult(TypedDict):
    """The answer to `tasks/get`: the server is at work."""

    resultType: Literal["complete"]
    """Kind of the result; only `CreateTaskResult` has `task`."""
    taskId: str
    """Id of the task, made by the server; hard to guess, because the id may be all that gives access."""
    status: Literal["working"]
    """State of the task."""
    createdAt: str
    """Time of creation, in ISO 8601."""
    lastUpdatedAt: str
    """Time of the last change, in ISO 8601."""
    ttlMs: TaskTtlMs
    """Milliseconds from the creation until the server may drop the task; may change meanwhile."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this message; not part of its content."""
    statusMessage: NotRequired[str]
    """Text for people about the state of the task."""
    pollIntervalMs: NotRequired[int]
    """Milliseconds that the client should wait between two `tasks/get`; may change meanwhile."""


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
"""A task with everything that its status brings: the requests, the result or the error."""

GetTaskResult: TypeAlias = (
    WorkingTaskResult | InputRequiredTaskResult | CompletedTaskResult | FailedTaskResult | CancelledTaskResult
)
"""The current state of a task, with its open requests, its result or its error."""

if not TYPE_CHECKING:
    state_optional_keys(globals())
