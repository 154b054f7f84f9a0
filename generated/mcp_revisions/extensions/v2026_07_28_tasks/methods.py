"""The methods and error codes of MCP 2026-07-28 with io.modelcontextprotocol/tasks.

`METHODS` says who sends each method, and which message type, results and capabilities it has.
"""

from __future__ import annotations

from ..._runtime.messages.frames import Method
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
        kind="embedded",
        senders=("server",),
        type=_types.ElicitRequest,
        params=_types.ElicitRequestParams,
        results=(_types.ElicitResult,),
        capability="elicitation",
        owner="client",
    ),
    "notifications/cancelled": Method(
        name="notifications/cancelled",
        kind="notification",
        senders=("client", "server"),
        type=_types.CancelledNotification,
        params=_types.CancelledNotificationParams,
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
        senders=("server",),
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
    "notifications/subscriptions/acknowledged": Method(
        name="notifications/subscriptions/acknowledged",
        kind="notification",
        senders=("server",),
        type=_types.SubscriptionsAcknowledgedNotification,
        params=_types.SubscriptionsAcknowledgedNotificationParams,
    ),
    "notifications/tasks": Method(
        name="notifications/tasks",
        kind="notification",
        senders=("server",),
        type=_types.TaskStatusNotification,
        params=_types.TaskStatusNotificationParams,
        capability='extensions["io.modelcontextprotocol/tasks"]',
        owner="both",
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
    "prompts/get": Method(
        name="prompts/get",
        kind="request",
        senders=("client",),
        type=_types.GetPromptRequest,
        params=_types.GetPromptRequestParams,
        results=(
            _types.GetPromptResult,
            _types.InputRequiredResult,
        ),
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
        results=(
            _types.ReadResourceResult,
            _types.InputRequiredResult,
        ),
        capability="resources",
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
    "roots/list": Method(
        name="roots/list",
        kind="embedded",
        senders=("server",),
        type=_types.ListRootsRequest,
        params=_types.ListRootsRequestParams,
        results=(_types.ListRootsResult,),
        capability="roots",
        owner="client",
    ),
    "sampling/createMessage": Method(
        name="sampling/createMessage",
        kind="embedded",
        senders=("server",),
        type=_types.CreateMessageRequest,
        params=_types.CreateMessageRequestParams,
        results=(_types.CreateMessageResult,),
        capability="sampling",
        owner="client",
    ),
    "server/discover": Method(
        name="server/discover",
        kind="request",
        senders=("client",),
        type=_types.DiscoverRequest,
        params=_types.RequestParams,
        results=(_types.DiscoverResult,),
    ),
    "subscriptions/listen": Method(
        name="subscriptions/listen",
        kind="request",
        senders=("client",),
        type=_types.SubscriptionsListenRequest,
        params=_types.SubscriptionsListenRequestParams,
        results=(_types.SubscriptionsListenResult,),
    ),
    "tasks/cancel": Method(
        name="tasks/cancel",
        kind="request",
        senders=("client",),
        type=_types.CancelTaskRequest,
        params=_types.TaskIdParams,
        results=(_types.CancelTaskResult,),
        capability='extensions["io.modelcontextprotocol/tasks"]',
        owner="both",
    ),
    "tasks/get": Method(
        name="tasks/get",
        kind="request",
        senders=("client",),
        type=_types.GetTaskRequest,
        params=_types.TaskIdParams,
        results=(_types.GetTaskResult,),
        capability='extensions["io.modelcontextprotocol/tasks"]',
        owner="both",
    ),
    "tasks/update": Method(
        name="tasks/update",
        kind="request",
        senders=("client",),
        type=_types.UpdateTaskRequest,
        params=_types.UpdateTaskRequestParams,
        results=(_types.UpdateTaskResult,),
        capability='extensions["io.modelcontextprotocol/tasks"]',
        owner="both",
    ),
    "tools/call": Method(
        name="tools/call",
        kind="request",
        senders=("client",),
        type=_types.CallToolRequest,
        params=_types.CallToolRequestParams,
        results=(
            _types.CallToolResult,
            _types.InputRequiredResult,
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

HEADER_MISMATCH = -32020
"""The HTTP headers are missing or malformed, or contradict the body of the request."""

MISSING_REQUIRED_CLIENT_CAPABILITY = -32021
"""The request needs a client capability that the request did not declare."""

UNSUPPORTED_PROTOCOL_VERSION = -32022
"""The server does not speak the protocol revision of the request; the error lists the supported revisions."""

LOGGING_LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
"""The values of `LoggingLevel`, in ascending order."""


ERRORS: dict[int, str] = {
    -32700: "PARSE_ERROR",
    -32600: "INVALID_REQUEST",
    -32601: "METHOD_NOT_FOUND",
    -32602: "INVALID_PARAMS",
    -32603: "INTERNAL_ERROR",
    -32020: "HEADER_MISMATCH",
    -32021: "MISSING_REQUIRED_CLIENT_CAPABILITY",
    -32022: "UNSUPPORTED_PROTOCOL_VERSION",
}
"""The error codes that this revision defines, with their names."""

BATCHES = False
"""Whether the revision has JSON-RPC batches."""

ELSEWHERE: dict[tuple[str, str], str] = {
    ("method", "initialize"): "until 2025-11-25",
    ("method", "logging/setLevel"): "until 2025-11-25",
    ("method", "notifications/elicitation/complete"): "only in 2025-11-25",
    ("method", "notifications/initialized"): "until 2025-11-25",
    ("method", "notifications/roots/list_changed"): "until 2025-11-25",
    ("method", "notifications/tasks/status"): "only in 2025-11-25",
    ("method", "ping"): "until 2025-11-25",
    ("method", "resources/subscribe"): "until 2025-11-25",
    ("method", "resources/unsubscribe"): "until 2025-11-25",
    ("method", "tasks/list"): "only in 2025-11-25",
    ("method", "tasks/result"): "only in 2025-11-25",
}
"""For error messages: by member and constant, the revisions that allow a constant which this one lacks."""
