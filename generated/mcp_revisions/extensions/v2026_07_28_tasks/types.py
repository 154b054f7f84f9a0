"""Message types of MCP 2026-07-28 with io.modelcontextprotocol/tasks."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from ..._runtime.messages import base as _b
from ...v2026_07_28.types import (
    Annotations,
    AnyResourceContents,
    AudioContent,
    BaseMetadata,
    BlobResourceContents,
    BooleanSchema,
    CacheScope,
    CacheableResult,
    CallToolOutcome,
    CallToolRequestParams,
    CallToolResult,
    CallToolResultResponse,
    CancelledNotification,
    CancelledNotificationParams,
    ClientCapabilities,
    ClientNotification,
    ClientResult,
    CompleteRequest,
    CompleteRequestParams,
    CompleteResult,
    CompleteResultResponse,
    Completion,
    CompletionArgument,
    CompletionContext,
    CompletionReference,
    ContentBlock,
    CreateMessageRequest,
    CreateMessageRequestParams,
    CreateMessageResult,
    Cursor,
    DiscoverRequest,
    DiscoverResult,
    DiscoverResultResponse,
    ElicitAction,
    ElicitFieldValue,
    ElicitRequest,
    ElicitRequestFormParams,
    ElicitRequestParams,
    ElicitRequestURLParams,
    ElicitRequestedSchema,
    ElicitResult,
    ElicitationCapability,
    EmbeddedResource,
    EmptyResult,
    EnumSchema,
    Error,
    GetPromptOutcome,
    GetPromptRequest,
    GetPromptRequestParams,
    GetPromptResult,
    GetPromptResultResponse,
    HeaderMismatchError,
    HeaderMismatchErrorBody,
    Icon,
    IconTheme,
    Icons,
    ImageContent,
    Implementation,
    IncludeContext,
    InputRequest,
    InputRequests,
    InputRequiredResult,
    InputResponse,
    InputResponseRequestParams,
    InputResponses,
    InternalError,
    InvalidParamsError,
    InvalidRequestError,
    JSONArray,
    JSONObject,
    JSONRPCErrorResponse,
    JSONRPCMessage,
    JSONRPCNotification,
    JSONRPCRequest,
    JSONRPCResponse,
    JSONRPCResultResponse,
    JSONValue,
    LegacyTitledEnumSchema,
    ListPromptsRequest,
    ListPromptsResult,
    ListPromptsResultResponse,
    ListResourceTemplatesRequest,
    ListResourceTemplatesResult,
    ListResourceTemplatesResultResponse,
    ListResourcesRequest,
    ListResourcesResult,
    ListResourcesResultResponse,
    ListRootsRequest,
    ListRootsRequestParams,
    ListRootsResult,
    ListToolsRequest,
    ListToolsResult,
    ListToolsResultResponse,
    LoggingLevel,
    LoggingMessageNotification,
    LoggingMessageNotificationParams,
    MetaObject,
    MethodNotFoundError,
    MissingRequiredClientCapabilityError,
    MissingRequiredClientCapabilityErrorBody,
    MissingRequiredClientCapabilityErrorData,
    ModelHint,
    ModelPreferences,
    MultiSelectEnumSchema,
    Notification,
    NotificationMetaObject,
    NotificationParams,
    NumberSchema,
    NumberSchemaType,
    PaginatedRequest,
    PaginatedRequestParams,
    PaginatedResult,
    ParseError,
    PrimitiveSchemaDefinition,
    ProgressNotification,
    ProgressNotificationParams,
    ProgressToken,
    Prompt,
    PromptArgument,
    PromptListChangedNotification,
    PromptMessage,
    PromptReference,
    PromptsCapability,
    ReadResourceOutcome,
    ReadResourceRequest,
    ReadResourceRequestParams,
    ReadResourceResult,
    ReadResourceResultResponse,
    Request,
    RequestId,
    RequestMetaObject,
    RequestParams,
    Resource,
    ResourceContents,
    ResourceLink,
    ResourceListChangedNotification,
    ResourceRequestParams,
    ResourceTemplate,
    ResourceTemplateReference,
    ResourceUpdatedNotification,
    ResourceUpdatedNotificationParams,
    ResourcesCapability,
    Result,
    ResultMetaObject,
    ResultType,
    Role,
    Root,
    SamplingCapability,
    SamplingContent,
    SamplingMessage,
    SamplingMessageContentBlock,
    ServerCapabilities,
    ServerResult,
    SingleSelectEnumSchema,
    StringSchema,
    StringSchemaFormat,
    SubscriptionsListenResult,
    SubscriptionsListenResultMetaObject,
    SubscriptionsListenResultResponse,
    TextContent,
    TextResourceContents,
    TitledEnumOption,
    TitledMultiSelectEnumSchema,
    TitledMultiSelectItems,
    TitledSingleSelectEnumSchema,
    Tool,
    ToolAnnotations,
    ToolChoice,
    ToolChoiceMode,
    ToolInputSchema,
    ToolListChangedNotification,
    ToolOutputSchema,
    ToolResultContent,
    ToolUseContent,
    ToolsCapability,
    UnsupportedProtocolVersionError,
    UnsupportedProtocolVersionErrorBody,
    UnsupportedProtocolVersionErrorData,
    UntitledMultiSelectEnumSchema,
    UntitledMultiSelectItems,
    UntitledSingleSelectEnumSchema,
    CallToolRequest as _CallToolRequest,
    SubscriptionFilter as _SubscriptionFilter,
    SubscriptionsAcknowledgedNotification as _SubscriptionsAcknowledgedNotification,
    SubscriptionsAcknowledgedNotificationParams as _SubscriptionsAcknowledgedNotificationParams,
    SubscriptionsListenRequest as _SubscriptionsListenRequest,
    SubscriptionsListenRequestParams as _SubscriptionsListenRequestParams,
)
from ..tasks.types import (
    CancelTaskRequest,
    CancelTaskResult,
    CancelledTask,
    CancelledTaskNotificationParams,
    CancelledTaskResult,
    CompletedTask,
    CompletedTaskNotificationParams,
    CompletedTaskResult,
    CreateTaskResult,
    DetailedTask,
    FailedTask,
    FailedTaskNotificationParams,
    FailedTaskResult,
    GetTaskRequest,
    GetTaskResult,
    InputRequiredTask,
    InputRequiredTaskNotificationParams,
    InputRequiredTaskResult,
    Task,
    TaskIdParams,
    TaskStatus,
    TaskStatusNotification,
    TaskStatusNotificationParams,
    TaskSubscriptionAcknowledgedNotifications,
    TaskSubscriptionNotifications,
    TaskTtlMs,
    TasksExtensionCapability,
    UpdateTaskRequest,
    UpdateTaskRequestParams,
    UpdateTaskResult,
    WorkingTask,
    WorkingTaskNotificationParams,
    WorkingTaskResult,
)

__all__ = [
    "Annotations",
    "AnyResourceContents",
    "AudioContent",
    "BaseMetadata",
    "BlobResourceContents",
    "BooleanSchema",
    "CacheScope",
    "CacheableResult",
    "CallToolOutcome",
    "CallToolRequest",
    "CallToolRequestParams",
    "CallToolResult",
    "CallToolResultResponse",
    "CancelTaskRequest",
    "CancelTaskResult",
    "CancelledNotification",
    "CancelledNotificationParams",
    "CancelledTask",
    "CancelledTaskNotificationParams",
    "CancelledTaskResult",
    "ClientCapabilities",
    "ClientNotification",
    "ClientRequest",
    "ClientResult",
    "CompleteRequest",
    "CompleteRequestParams",
    "CompleteResult",
    "CompleteResultResponse",
    "CompletedTask",
    "CompletedTaskNotificationParams",
    "CompletedTaskResult",
    "Completion",
    "CompletionArgument",
    "CompletionContext",
    "CompletionReference",
    "ContentBlock",
    "CreateMessageRequest",
    "CreateMessageRequestParams",
    "CreateMessageResult",
    "CreateTaskResult",
    "Cursor",
    "DetailedTask",
    "DiscoverRequest",
    "DiscoverResult",
    "DiscoverResultResponse",
    "ElicitAction",
    "ElicitFieldValue",
    "ElicitRequest",
    "ElicitRequestFormParams",
    "ElicitRequestParams",
    "ElicitRequestURLParams",
    "ElicitRequestedSchema",
    "ElicitResult",
    "ElicitationCapability",
    "EmbeddedResource",
    "EmptyResult",
    "EnumSchema",
    "Error",
    "FailedTask",
    "FailedTaskNotificationParams",
    "FailedTaskResult",
    "GetPromptOutcome",
    "GetPromptRequest",
    "GetPromptRequestParams",
    "GetPromptResult",
    "GetPromptResultResponse",
    "GetTaskRequest",
    "GetTaskResult",
    "HeaderMismatchError",
    "HeaderMismatchErrorBody",
    "Icon",
    "IconTheme",
    "Icons",
    "ImageContent",
    "Implementation",
    "IncludeContext",
    "InputRequest",
    "InputRequests",
    "InputRequiredResult",
    "InputRequiredTask",
    "InputRequiredTaskNotificationParams",
    "InputRequiredTaskResult",
    "InputResponse",
    "InputResponseRequestParams",
    "InputResponses",
    "InternalError",
    "InvalidParamsError",
    "InvalidRequestError",
    "JSONArray",
    "JSONObject",
    "JSONRPCErrorResponse",
    "JSONRPCMessage",
    "JSONRPCNotification",
    "JSONRPCRequest",
    "JSONRPCResponse",
    "JSONRPCResultResponse",
    "JSONValue",
    "LegacyTitledEnumSchema",
    "ListPromptsRequest",
    "ListPromptsResult",
    "ListPromptsResultResponse",
    "ListResourceTemplatesRequest",
    "ListResourceTemplatesResult",
    "ListResourceTemplatesResultResponse",
    "ListResourcesRequest",
    "ListResourcesResult",
    "ListResourcesResultResponse",
    "ListRootsRequest",
    "ListRootsRequestParams",
    "ListRootsResult",
    "ListToolsRequest",
    "ListToolsResult",
    "ListToolsResultResponse",
    "LoggingLevel",
    "LoggingMessageNotification",
    "LoggingMessageNotificationParams",
    "MetaObject",
    "MethodNotFoundError",
    "MissingRequiredClientCapabilityError",
    "MissingRequiredClientCapabilityErrorBody",
    "MissingRequiredClientCapabilityErrorData",
    "ModelHint",
    "ModelPreferences",
    "MultiSelectEnumSchema",
    "Notification",
    "NotificationMetaObject",
    "NotificationParams",
    "NumberSchema",
    "NumberSchemaType",
    "PaginatedRequest",
    "PaginatedRequestParams",
    "PaginatedResult",
    "ParseError",
    "PrimitiveSchemaDefinition",
    "ProgressNotification",
    "ProgressNotificationParams",
    "ProgressToken",
    "Prompt",
    "PromptArgument",
    "PromptListChangedNotification",
    "PromptMessage",
    "PromptReference",
    "PromptsCapability",
    "ReadResourceOutcome",
    "ReadResourceRequest",
    "ReadResourceRequestParams",
    "ReadResourceResult",
    "ReadResourceResultResponse",
    "Request",
    "RequestId",
    "RequestMetaObject",
    "RequestParams",
    "Resource",
    "ResourceContents",
    "ResourceLink",
    "ResourceListChangedNotification",
    "ResourceRequestParams",
    "ResourceTemplate",
    "ResourceTemplateReference",
    "ResourceUpdatedNotification",
    "ResourceUpdatedNotificationParams",
    "ResourcesCapability",
    "Result",
    "ResultMetaObject",
    "ResultType",
    "Role",
    "Root",
    "SamplingCapability",
    "SamplingContent",
    "SamplingMessage",
    "SamplingMessageContentBlock",
    "ServerCapabilities",
    "ServerNotification",
    "ServerResult",
    "SingleSelectEnumSchema",
    "StringSchema",
    "StringSchemaFormat",
    "SubscriptionFilter",
    "SubscriptionsAcknowledgedNotification",
    "SubscriptionsAcknowledgedNotificationParams",
    "SubscriptionsListenRequest",
    "SubscriptionsListenRequestParams",
    "SubscriptionsListenResult",
    "SubscriptionsListenResultMetaObject",
    "SubscriptionsListenResultResponse",
    "Task",
    "TaskIdParams",
    "TaskStatus",
    "TaskStatusNotification",
    "TaskStatusNotificationParams",
    "TaskSubscriptionAcknowledgedNotifications",
    "TaskSubscriptionNotifications",
    "TaskTtlMs",
    "TasksExtensionCapability",
    "TextContent",
    "TextResourceContents",
    "TitledEnumOption",
    "TitledMultiSelectEnumSchema",
    "TitledMultiSelectItems",
    "TitledSingleSelectEnumSchema",
    "Tool",
    "ToolAnnotations",
    "ToolChoice",
    "ToolChoiceMode",
    "ToolInputSchema",
    "ToolListChangedNotification",
    "ToolOutputSchema",
    "ToolResultContent",
    "ToolUseContent",
    "ToolsCapability",
    "UnsupportedProtocolVersionError",
    "UnsupportedProtocolVersionErrorBody",
    "UnsupportedProtocolVersionErrorData",
    "UntitledMultiSelectEnumSchema",
    "UntitledMultiSelectItems",
    "UntitledSingleSelectEnumSchema",
    "UpdateTaskRequest",
    "UpdateTaskRequestParams",
    "UpdateTaskResult",
    "WorkingTask",
    "WorkingTaskNotificationParams",
    "WorkingTaskResult",
]


if _t.TYPE_CHECKING:

    class CallToolRequest(
        _b.Request[
            "CallToolResult | InputRequiredResult | CreateTaskResult", "CallToolResult | CreateTaskResult"
        ],
        _b.Message,
        kw_only=True,
        tag_field="method",
        tag="tools/call",
    ):
        """The client's request to run one of the server's tools.

        Request `tools/call`, sent by the client.
        Answered by `CallToolResult`, `InputRequiredResult`, `CreateTaskResult`.
        Needs the server's capability `tools`.
        Since 2024-11-05.
        https://modelcontextprotocol.io/specification/2026-07-28/server/tools
        """

        method: ClassVar[_t.Literal["tools/call"]] = "tools/call"
        id: RequestId = _b.prefilled("id")
        jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
        params: CallToolRequestParams

else:
    CallToolRequest = _CallToolRequest


class SubscriptionFilter(_SubscriptionFilter, kw_only=True):
    """A choice of notifications; the server sends only the chosen kinds.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    task_ids: list[str] | _m.UnsetType = _m.field(name="taskIds", default=_m.UNSET)
    """Ids of the tasks."""


class SubscriptionsAcknowledgedNotification(
    _SubscriptionsAcknowledgedNotification,
    kw_only=True,
    tag_field="method",
    tag="notifications/subscriptions/acknowledged",
):
    """The first message on a subscription: the requested notifications that the server will deliver.

    Notification `notifications/subscriptions/acknowledged`, sent by the server.
    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    params: SubscriptionsAcknowledgedNotificationParams  # pyright: ignore[reportIncompatibleVariableOverride]


class SubscriptionsAcknowledgedNotificationParams(_SubscriptionsAcknowledgedNotificationParams, kw_only=True):
    """The notifications that the server will deliver on this subscription.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    notifications: SubscriptionFilter  # pyright: ignore[reportIncompatibleVariableOverride]
    """Kinds that the server will deliver: the requested kinds without the unsupported ones."""


class SubscriptionsListenRequest(
    _SubscriptionsListenRequest, kw_only=True, tag_field="method", tag="subscriptions/listen"
):
    """The client's request for a stream of notifications about changes; either side can end the stream.

    Request `subscriptions/listen`, sent by the client.
    Answered by `SubscriptionsListenResult`.
    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    params: SubscriptionsListenRequestParams  # pyright: ignore[reportIncompatibleVariableOverride]


class SubscriptionsListenRequestParams(_SubscriptionsListenRequestParams, kw_only=True):
    """The notifications that the client wants.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    notifications: SubscriptionFilter  # pyright: ignore[reportIncompatibleVariableOverride]
    """Kinds of notification to deliver; the server sends no others on this stream."""


ClientRequest: _t.TypeAlias = (
    DiscoverRequest
    | ListResourcesRequest
    | ListResourceTemplatesRequest
    | ReadResourceRequest
    | SubscriptionsListenRequest
    | ListPromptsRequest
    | GetPromptRequest
    | ListToolsRequest
    | CallToolRequest
    | CompleteRequest
)
"""Any request that a client may send, identified by `method`.

Since 2024-11-05.
Changed in 2025-11-25: `GetTaskRequest`, `GetTaskPayloadRequest`, `CancelTaskRequest`,
    `ListTasksRequest` added.
Changed in 2026-07-28: `DiscoverRequest`, `SubscriptionsListenRequest` added; `InitializeRequest`,
    `PingRequest`, `SubscribeRequest`, `UnsubscribeRequest`, `GetTaskRequest`,
    `GetTaskPayloadRequest`, `CancelTaskRequest`, `ListTasksRequest`, `SetLevelRequest` removed.
https://modelcontextprotocol.io/specification/2026-07-28/basic
"""
ServerNotification: _t.TypeAlias = (
    CancelledNotification
    | ProgressNotification
    | ResourceListChangedNotification
    | SubscriptionsAcknowledgedNotification
    | ResourceUpdatedNotification
    | PromptListChangedNotification
    | ToolListChangedNotification
    | LoggingMessageNotification
)
"""Any notification that a server may send, identified by `method`.

Since 2024-11-05.
Changed in 2025-11-25: `TaskStatusNotification`, `ElicitationCompleteNotification` added.
Changed in 2026-07-28: `SubscriptionsAcknowledgedNotification` added; `TaskStatusNotification`,
    `ElicitationCompleteNotification` removed.
https://modelcontextprotocol.io/specification/2026-07-28/basic
"""
