"""The methods and error codes of MCP 2025-11-25.

`METHODS` says who sends each method, and which message type, results and capabilities it has.
"""

from __future__ import annotations

from .._runtime.messages.frames import Method
from . import types as _types

METHODS: dict[str, Method] = {
    "completion/complete": Method(
        name="completion/complete",
        kind="request",
        senders=("client",),
        type=_types.CompleteRequest,
        params=_types.CompleteRequestParams,
        results=(_types.CompleteResult,),
        capability="completions",
        owner="server",
    ),
    "elicitation/create": Method(
        name="elicitation/create",
        kind="request",
        senders=("server",),
        type=_types.ElicitRequest,
        params=_types.ElicitRequestParams,
        results=(
            _types.ElicitResult,
            _types.CreateTaskResult,
        ),
        capability="elicitation",
        owner="client",
    ),
    "initialize": Method(
        name="initialize",
        kind="request",
        senders=("client",),
        type=_types.InitializeRequest,
        params=_types.InitializeRequestParams,
        results=(_types.InitializeResult,),
    ),
    "logging/setLevel": Method(
        name="logging/setLevel",
        kind="request",
        senders=("client",),
        type=_types.SetLevelRequest,
        params=_types.SetLevelRequestParams,
        results=(_types.EmptyResult,),
        capability="logging",
        owner="server",
    ),
    "notifications/cancelled": Method(
        name="notifications/cancelled",
        kind="notification",
        senders=("client", "server"),
        type=_types.CancelledNotification,
        params=_types.CancelledNotificationParams,
    ),
    "notifications/elicitation/complete": Method(
        name="notifications/elicitation/complete",
        kind="notification",
        senders=("server",),
        type=_types.ElicitationCompleteNotification,
        params=_types.ElicitationCompleteNotificationParams,
        capability="elicitation.url",
        owner="client",
    ),
    "notifications/initialized": Method(
        name="notifications/initialized",
        kind="notification",
        senders=("client",),
        type=_types.InitializedNotification,
        params=_types.NotificationParams,
    ),
    "notifications/message": Method(
        name="notifications/message",
        kind="notification",
        senders=("server",),
        type=_types.LoggingMessageNotification,
        params=_types.LoggingMessageNotificationParams,
        capability="logging",
        owner="server",
    ),
    "notifications/progress": Method(
        name="notifications/progress",
        kind="notification",
        senders=("client", "server"),
        type=_types.ProgressNotification,
        params=_types.ProgressNotificationParams,
    ),
    "notifications/prompts/list_changed": Method(
        name="notifications/prompts/list_changed",
        kind="notification",
        senders=("server",),
        type=_types.PromptListChangedNotification,
        params=_types.NotificationParams,
        capability="prompts.listChanged",
        owner="server",
    ),
    "notifications/resources/list_changed": Method(
        name="notifications/resources/list_changed",
        kind="notification",
        senders=("server",),
        type=_types.ResourceListChangedNotification,
        params=_types.NotificationParams,
        capability="resources.listChanged",
        owner="server",
    ),
    "notifications/resources/updated": Method(
        name="notifications/resources/updated",
        kind="notification",
        senders=("server",),
        type=_types.ResourceUpdatedNotification,
        params=_types.ResourceUpdatedNotificationParams,
        capability="resources.subscribe",
        owner="server",
    ),
    "notifications/roots/list_changed": Method(
        name="notifications/roots/list_changed",
        kind="notification",
        senders=("client",),
        type=_types.RootsListChangedNotification,
        params=_types.NotificationParams,
        capability="roots.listChanged",
        owner="client",
    ),
    "notifications/tasks/status": Method(
        name="notifications/tasks/status",
        kind="notification",
        senders=("client", "server"),
        type=_types.TaskStatusNotification,
        params=_types.TaskStatusNotificationParams,
        capability="tasks",
        owner="sender",
    ),
    "notifications/tools/list_changed": Method(
        name="notifications/tools/list_changed",
        kind="notification",
        senders=("server",),
        type=_types.ToolListChangedNotification,
        params=_types.NotificationParams,
        capability="tools.listChanged",
        owner="server",
    ),
    "ping": Method(
        name="ping",
        kind="request",
        senders=("client", "server"),
        type=_types.PingRequest,
        params=_types.RequestParams,
        results=(_types.EmptyResult,),
    ),
    "prompts/get": Method(
        name="prompts/get",
        kind="request",
        senders=("client",),
        type=_types.GetPromptRequest,
        params=_types.GetPromptRequestParams,
        results=(_types.GetPromptResult,),
        capability="prompts",
        owner="server",
    ),
    "prompts/list": Method(
        name="prompts/list",
        kind="request",
        senders=("client",),
        type=_types.ListPromptsRequest,
        params=_types.PaginatedRequestParams,
        results=(_types.ListPromptsResult,),
        capability="prompts",
        owner="server",
    ),
    "resources/list": Method(
        name="resources/list",
        kind="request",
        senders=("client",),
        type=_types.ListResourcesRequest,
        params=_types.PaginatedRequestParams,
        results=(_types.ListResourcesResult,),
        capability="resources",
        owner="server",
    ),
    "resources/read": Method(
        name="resources/read",
        kind="request",
        senders=("client",),
        type=_types.ReadResourceRequest,
        params=_types.ReadResourceRequestParams,
        results=(_types.ReadResourceResult,),
        capability="resources",
        owner="server",
    ),
    "resources/subscribe": Method(
        name="resources/subscribe",
        kind="request",
        senders=("client",),
        type=_types.SubscribeRequest,
        params=_types.SubscribeRequestParams,
        results=(_types.EmptyResult,),
        capability="resources.subscribe",
        owner="server",
    ),
    "resources/templates/list": Method(
        name="resources/templates/list",
        kind="request",
        senders=("client",),
        type=_types.ListResourceTemplatesRequest,
        params=_types.PaginatedRequestParams,
        results=(_types.ListResourceTemplatesResult,),
        capability="resources",
        owner="server",
    ),
    "resources/unsubscribe": Method(
        name="resources/unsubscribe",
        kind="request",
        senders=("client",),
        type=_types.UnsubscribeRequest,
        params=_types.UnsubscribeRequestParams,
        results=(_types.EmptyResult,),
        capability="resources.subscribe",
        owner="server",
    ),
    "roots/list": Method(
        name="roots/list",
        kind="request",
        senders=("server",),
        type=_types.ListRootsRequest,
        params=_types.RequestParams,
        results=(_types.ListRootsResult,),
        capability="roots",
        owner="client",
    ),
    "sampling/createMessage": Method(
        name="sampling/createMessage",
        kind="request",
        senders=("server",),
        type=_types.CreateMessageRequest,
        params=_types.CreateMessageRequestParams,
        results=(
            _types.CreateMessageResult,
            _types.CreateTaskResult,
        ),
        capability="sampling",
        owner="client",
    ),
    "tasks/cancel": Method(
        name="tasks/cancel",
        kind="request",
        senders=("client", "server"),
        type=_types.CancelTaskRequest,
        params=_types.CancelTaskRequestParams,
        results=(_types.CancelTaskResult,),
        capability="tasks.cancel",
        owner="receiver",
    ),
    "tasks/get": Method(
        name="tasks/get",
        kind="request",
        senders=("client", "server"),
        type=_types.GetTaskRequest,
        params=_types.GetTaskRequestParams,
        results=(_types.GetTaskResult,),
        capability="tasks",
        owner="receiver",
    ),
    "tasks/list": Method(
        name="tasks/list",
        kind="request",
        senders=("client", "server"),
        type=_types.ListTasksRequest,
        params=_types.PaginatedRequestParams,
        results=(_types.ListTasksResult,),
        capability="tasks.list",
        owner="receiver",
    ),
    "tasks/result": Method(
        name="tasks/result",
        kind="request",
        senders=("client", "server"),
        type=_types.GetTaskPayloadRequest,
        params=_types.GetTaskPayloadRequestParams,
        results=(_types.GetTaskPayloadResult,),
        capability="tasks",
        owner="receiver",
    ),
    "tools/call": Method(
        name="tools/call",
        kind="request",
        senders=("client",),
        type=_types.CallToolRequest,
        params=_types.CallToolRequestParams,
        results=(
            _types.CallToolResult,
            _types.CreateTaskResult,
        ),
        capability="tools",
        owner="server",
    ),
    "tools/list": Method(
        name="tools/list",
        kind="request",
        senders=("client",),
        type=_types.ListToolsRequest,
        params=_types.PaginatedRequestParams,
        results=(_types.ListToolsResult,),
        capability="tools",
        owner="server",
    ),
}

PARSE_ERROR = -32700
"""The message is not JSON."""

INVALID_REQUEST = -32600
"""The message is JSON, but not a valid JSON-RPC message."""

METHOD_NOT_FOUND = -32601
"""The receiver does not know the method, or has not declared the capability that the method needs."""

INVALID_PARAMS = -32602
"""The parameters do not fit the method, or name something that does not exist."""

INTERNAL_ERROR = -32603
"""A failure inside the receiver."""

RESOURCE_NOT_FOUND = -32002
"""The server has no resource at that address."""

USER_REJECTED = -1
"""The user refused to let the client run the model."""

URL_ELICITATION_REQUIRED = -32042
"""The request cannot continue before the user has visited the web pages that the error lists."""

LOGGING_LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
"""The values of `LoggingLevel`, in ascending order."""


ERRORS: dict[int, str] = {
    -32700: "PARSE_ERROR",
    -32600: "INVALID_REQUEST",
    -32601: "METHOD_NOT_FOUND",
    -32602: "INVALID_PARAMS",
    -32603: "INTERNAL_ERROR",
    -32002: "RESOURCE_NOT_FOUND",
    -1: "USER_REJECTED",
    -32042: "URL_ELICITATION_REQUIRED",
}
"""The error codes that this revision defines, with their names."""

BATCHES = False
"""Whether the revision has JSON-RPC batches."""

ELSEWHERE: dict[tuple[str, str], str] = {
    ("method", "notifications/subscriptions/acknowledged"): "since 2026-07-28",
    ("method", "server/discover"): "since 2026-07-28",
    ("method", "subscriptions/listen"): "since 2026-07-28",
}
"""For error messages: by member and constant, the revisions that allow a constant which this one lacks."""
