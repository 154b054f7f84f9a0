"""Message types of MCP 2025-11-25."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = [
    "Annotations",
    "AnyResourceContents",
    "AudioContent",
    "BaseMetadata",
    "BlobResourceContents",
    "BooleanSchema",
    "CallToolRequest",
    "CallToolRequestParams",
    "CallToolResult",
    "CancelTaskRequest",
    "CancelTaskRequestParams",
    "CancelTaskResult",
    "CancelledNotification",
    "CancelledNotificationParams",
    "ClientCapabilities",
    "ClientNotification",
    "ClientRequest",
    "ClientResult",
    "ClientTaskRequestsCapability",
    "ClientTasksCapability",
    "CompleteRequest",
    "CompleteRequestParams",
    "CompleteResult",
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
    "ElicitAction",
    "ElicitFieldValue",
    "ElicitRequest",
    "ElicitRequestFormParams",
    "ElicitRequestParams",
    "ElicitRequestURLParams",
    "ElicitRequestedSchema",
    "ElicitResult",
    "ElicitationCapability",
    "ElicitationCompleteNotification",
    "ElicitationCompleteNotificationParams",
    "EmbeddedResource",
    "EmptyResult",
    "EnumSchema",
    "Error",
    "GetPromptRequest",
    "GetPromptRequestParams",
    "GetPromptResult",
    "GetTaskPayloadRequest",
    "GetTaskPayloadRequestParams",
    "GetTaskPayloadResult",
    "GetTaskRequest",
    "GetTaskRequestParams",
    "GetTaskResult",
    "Icon",
    "IconTheme",
    "Icons",
    "ImageContent",
    "Implementation",
    "IncludeContext",
    "InitializeRequest",
    "InitializeRequestParams",
    "InitializeResult",
    "InitializedNotification",
    "JSONRPCErrorResponse",
    "JSONRPCMessage",
    "JSONRPCNotification",
    "JSONRPCRequest",
    "JSONRPCResponse",
    "JSONRPCResultResponse",
    "LegacyTitledEnumSchema",
    "ListPromptsRequest",
    "ListPromptsResult",
    "ListResourceTemplatesRequest",
    "ListResourceTemplatesResult",
    "ListResourcesRequest",
    "ListResourcesResult",
    "ListRootsRequest",
    "ListRootsResult",
    "ListTasksRequest",
    "ListTasksResult",
    "ListToolsRequest",
    "ListToolsResult",
    "LoggingLevel",
    "LoggingMessageNotification",
    "LoggingMessageNotificationParams",
    "ModelHint",
    "ModelPreferences",
    "MultiSelectEnumSchema",
    "Notification",
    "NotificationParams",
    "NumberSchema",
    "NumberSchemaType",
    "PaginatedRequest",
    "PaginatedRequestParams",
    "PaginatedResult",
    "PingRequest",
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
    "ReadResourceRequest",
    "ReadResourceRequestParams",
    "ReadResourceResult",
    "RelatedTaskMetadata",
    "Request",
    "RequestId",
    "RequestMeta",
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
    "Role",
    "Root",
    "RootsCapability",
    "RootsListChangedNotification",
    "SamplingCapability",
    "SamplingContent",
    "SamplingMessage",
    "SamplingMessageContentBlock",
    "ServerCapabilities",
    "ServerNotification",
    "ServerRequest",
    "ServerResult",
    "ServerTaskRequestsCapability",
    "ServerTasksCapability",
    "SetLevelRequest",
    "SetLevelRequestParams",
    "SingleSelectEnumSchema",
    "StringSchema",
    "StringSchemaFormat",
    "SubscribeRequest",
    "SubscribeRequestParams",
    "Task",
    "TaskAugmentedRequestParams",
    "TaskElicitationCapability",
    "TaskMetadata",
    "TaskSamplingCapability",
    "TaskStatus",
    "TaskStatusNotification",
    "TaskStatusNotificationParams",
    "TaskSupport",
    "TaskToolsCapability",
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
    "ToolExecution",
    "ToolInputSchema",
    "ToolListChangedNotification",
    "ToolOutputSchema",
    "ToolResultContent",
    "ToolUseContent",
    "ToolsCapability",
    "URLElicitationRequiredError",
    "URLElicitationRequiredErrorBody",
    "URLElicitationRequiredErrorData",
    "UnsubscribeRequest",
    "UnsubscribeRequestParams",
    "UntitledMultiSelectEnumSchema",
    "UntitledMultiSelectItems",
    "UntitledSingleSelectEnumSchema",
]


class Annotations(_b.Struct, kw_only=True):
    """Hints for the client about content, such as audience and importance.

    Since 2024-11-05.
    Changed in 2025-06-18: `lastModified` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    audience: _b.Items[Role] | _m.UnsetType = _m.UNSET
    """Readers that the content is meant for: the user, the model, or both."""

    last_modified: str | _m.UnsetType = _m.field(name="lastModified", default=_m.UNSET)
    """Time of the last change, in ISO 8601 form such as `2025-01-12T15:00:58Z`."""

    priority: (
        _t.Annotated[int, _m.Meta(ge=0, le=1)] | _t.Annotated[float, _m.Meta(ge=0, le=1)] | _m.UnsetType
    ) = _m.UNSET
    """Importance from 0 (may be left out) to 1 (required)."""


class AudioContent(_b.Struct, kw_only=True, tag_field="type", tag="audio"):
    """A sound recording, as base64 text with its MIME type.

    Since 2025-03-26.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    type: ClassVar[_t.Literal["audio"]] = "audio"
    data: str
    """Bytes of the recording in base64."""

    mime_type: str = _m.field(name="mimeType")
    """MIME type of the recording, such as `audio/wav`."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""


class BaseMetadata(_b.Struct, kw_only=True):
    """The pair of names that many objects have: `name` for programs, `title` for people.

    Since 2025-06-18.
    """

    name: str
    """Identifier for programs; shown to people only if there is no `title`."""

    title: str | _m.UnsetType = _m.UNSET
    """Name to show to people; if it is absent, `name` is shown."""


class BlobResourceContents(_b.Struct, kw_only=True):
    """The contents of a resource that is not text.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    blob: str
    """Bytes of the resource in base64."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the data, if the server knows it."""


class BooleanSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A field of a form that takes yes or no.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    __prefilled__ = {"type": "boolean"}
    type: _t.Literal["boolean"] = _b.prefilled("type")
    default: bool | _m.UnsetType = _m.UNSET
    """Answer that is selected at first."""

    description: str | _m.UnsetType = _m.UNSET
    """Explanation shown beside the field."""

    title: str | _m.UnsetType = _m.UNSET
    """Label of the field."""


class CallToolRequest(
    _b.Request["CallToolResult | CreateTaskResult"],
    _b.Message,
    kw_only=True,
    tag_field="method",
    tag="tools/call",
):
    """The client's request to run one of the server's tools.

    Request `tools/call`, sent by the client.
    Answered by `CallToolResult`, `CreateTaskResult`.
    Needs the server's capability `tools`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    method: ClassVar[_t.Literal["tools/call"]] = "tools/call"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: CallToolRequestParams


class CallToolRequestParams(_b.Struct, kw_only=True):
    """The tool to run, and its arguments.

    Since 2024-11-05.
    Changed in 2025-11-25: `task` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    name: str
    """Name of the tool, as `tools/list` gives it."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    arguments: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Values for the tool's parameters, of the shape that its `inputSchema` describes."""

    task: TaskMetadata | _m.UnsetType = _m.UNSET
    """Request to run as a task: the receiver answers with a `CreateTaskResult`, and `tasks/result` returns
    the outcome."""


class CallToolResult(_b.Struct, kw_only=True):
    """The output of a tool. A failing tool sets `isError`, so that the model sees the failure; a JSON-RPC
    error means that the call never reached the tool.

    Since 2024-11-05.
    Changed in 2025-06-18: `structuredContent` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    content: _b.Items[ContentBlock]
    """Output of the tool as a list of content blocks, possibly empty."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    is_error: bool | _m.UnsetType = _m.field(name="isError", default=_m.UNSET)
    """True if the tool failed; absent means success."""

    structured_content: dict[str, _t.Any] | _m.UnsetType = _m.field(
        name="structuredContent", default=_m.UNSET
    )
    """Output of the tool as a JSON object, of the shape that its `outputSchema` describes."""


class CancelTaskRequest(
    _b.Request["CancelTaskResult"], _b.Message, kw_only=True, tag_field="method", tag="tasks/cancel"
):
    """Asks the receiver to stop a task.

    Request `tasks/cancel`, sent by the client or server.
    Answered by `CancelTaskResult`.
    Needs the receiver's capability `tasks.cancel`.
    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    method: ClassVar[_t.Literal["tasks/cancel"]] = "tasks/cancel"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: CancelTaskRequestParams


class CancelTaskRequestParams(_b.Struct, kw_only=True):
    """The task to stop.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    task_id: str = _m.field(name="taskId")
    """Identifier that the receiver gave the task."""


class CancelTaskResult(_b.OpenStruct, kw_only=True):
    """The state of a task after it was stopped.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    created_at: str = _m.field(name="createdAt")
    """Time at which the task began, in ISO 8601 form."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time at which the task last changed, in ISO 8601 form."""

    status: TaskStatus
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Identifier that the receiver gave the task."""

    ttl: int | None
    """Time for which the receiver keeps the task, in milliseconds from its creation; `null` means without
    limit."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    poll_interval: int | _m.UnsetType = _m.field(name="pollInterval", default=_m.UNSET)
    """Suggested pause between two polls, in milliseconds."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Explanation of the status, for people."""


class CancelledNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/cancelled"
):
    """Notice that work on a request should stop, because its answer is no longer wanted; the response may
    still arrive.

    Notification `notifications/cancelled`, sent by the client or server.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation
    """

    method: ClassVar[_t.Literal["notifications/cancelled"]] = "notifications/cancelled"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: CancelledNotificationParams


class CancelledNotificationParams(_b.Struct, kw_only=True):
    """The cancelled request, and the reason.

    Since 2024-11-05.
    Changed in 2025-11-25: `requestId` now optional.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/cancellation
    """

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    reason: str | _m.UnsetType = _m.UNSET
    """Reason of the cancellation, for logs or for the user."""

    request_id: RequestId | _m.UnsetType = _m.field(name="requestId", default=_m.UNSET)
    """Id of the request to stop; `tasks/cancel` stops a task instead."""


class ClientCapabilities(_b.Struct, kw_only=True):
    """The optional features that a client supports; other names are allowed.

    Since 2024-11-05.
    Changed in 2025-06-18: `elicitation` added.
    Changed in 2025-11-25: `tasks` added; `elicitation` has another type; `sampling` has another type.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
    """

    elicitation: ElicitationCapability | _m.UnsetType = _m.UNSET
    """Present if the client can ask its user for input on behalf of a server."""

    experimental: dict[str, dict[str, _t.Any]] | _m.UnsetType = _m.UNSET
    """Features outside the specification, each under a name of its own."""

    roots: RootsCapability | _m.UnsetType = _m.UNSET
    """Present if the client can name the directories and files that the server may work on."""

    sampling: SamplingCapability | _m.UnsetType = _m.UNSET
    """Present if the client can run a language model on behalf of a server."""

    tasks: ClientTasksCapability | _m.UnsetType = _m.UNSET
    """Present if the client can run requests as tasks."""


class ClientTaskRequestsCapability(_b.Struct, kw_only=True):
    """The requests that a client can run as tasks. The members group them by feature, such as `sampling`.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    elicitation: TaskElicitationCapability | _m.UnsetType = _m.UNSET
    """Elicitation requests that can run as tasks."""

    sampling: TaskSamplingCapability | _m.UnsetType = _m.UNSET
    """Sampling requests that can run as tasks."""


class ClientTasksCapability(_b.Struct, kw_only=True):
    """The optional features of a client's tasks.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    cancel: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if the client answers `tasks/cancel`."""

    list_: dict[str, _t.Any] | _m.UnsetType = _m.field(name="list", default=_m.UNSET)
    """Present if the client answers `tasks/list`."""

    requests: ClientTaskRequestsCapability | _m.UnsetType = _m.UNSET
    """Requests that the client can run as tasks; requests not listed cannot."""


class CompleteRequest(
    _b.Request["CompleteResult"], _b.Message, kw_only=True, tag_field="method", tag="completion/complete"
):
    """The client's request for values that could complete an argument the user is typing.

    Request `completion/complete`, sent by the client.
    Answered by `CompleteResult`.
    Needs the server's capability `completions`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion
    """

    method: ClassVar[_t.Literal["completion/complete"]] = "completion/complete"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: CompleteRequestParams


class CompleteRequestParams(_b.Struct, kw_only=True):
    """The argument to complete, with the text typed so far.

    Since 2024-11-05.
    Changed in 2025-06-18: `context` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion
    """

    argument: CompletionArgument
    """Argument to complete, with the text typed so far."""

    ref: CompletionReference
    """Prompt or resource template that the argument belongs to."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    context: CompletionContext | _m.UnsetType = _m.UNSET
    """Arguments with a value already, for suggestions that depend on them."""


class CompleteResult(_b.Struct, kw_only=True):
    """The server's suggestions for an argument.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion
    """

    completion: Completion
    """Suggestions, and how many more there are."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class Completion(_b.Struct, kw_only=True):
    """Suggested values for an argument, and how many more there are.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion
    """

    values: list[str]
    """Suggestions, at most 100."""

    has_more: bool | _m.UnsetType = _m.field(name="hasMore", default=_m.UNSET)
    """True if there are suggestions beyond those listed, even if `total` is unknown."""

    total: int | _m.UnsetType = _m.UNSET
    """Number of suggestions that exist, which may be more than are listed."""


class CompletionArgument(_b.Struct, kw_only=True):
    """The argument to complete, with the text typed so far.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion
    """

    name: str
    """Name of the argument, or of the variable in the URI template."""

    value: str
    """Text typed so far, which suggestions should match."""


class CompletionContext(_b.Struct, kw_only=True):
    """The context of a completion: the arguments that have a value already.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion
    """

    arguments: dict[str, str] | _m.UnsetType = _m.UNSET
    """Values of the arguments that the user has filled in, by name."""


class CreateMessageRequest(
    _b.Request["CreateMessageResult | CreateTaskResult"],
    _b.Message,
    kw_only=True,
    tag_field="method",
    tag="sampling/createMessage",
):
    """The server's request to the client to run a language model; the user may inspect, change or refuse
    the request.

    Request `sampling/createMessage`, sent by the server.
    Answered by `CreateMessageResult`, `CreateTaskResult`.
    Needs the client's capability `sampling`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
    """

    method: ClassVar[_t.Literal["sampling/createMessage"]] = "sampling/createMessage"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: CreateMessageRequestParams


class CreateMessageRequestParams(_b.Struct, kw_only=True):
    """The conversation for the model, and the settings for its answer.

    Since 2024-11-05.
    Changed in 2025-11-25: `task`, `toolChoice`, `tools` added.
    `includeContext` is deprecated; use `none`, or leave it out.
    https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
    """

    max_tokens: int = _m.field(name="maxTokens")
    """Upper limit on the tokens of the answer; the client may set a lower one."""

    messages: _b.Items[SamplingMessage]
    """Conversation so far, oldest message first."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    include_context: IncludeContext | _m.UnsetType = _m.field(name="includeContext", default=_m.UNSET)
    """Context that the server would like in the prompt; default `none`; other values need the client
    capability `sampling.context`."""

    metadata: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Data to pass to the provider of the model, in the provider's own format."""

    model_preferences: ModelPreferences | _m.UnsetType = _m.field(name="modelPreferences", default=_m.UNSET)
    """The server's preferences for a model; the client decides."""

    stop_sequences: list[str] | _m.UnsetType = _m.field(name="stopSequences", default=_m.UNSET)
    """Strings at which the model stops."""

    system_prompt: str | _m.UnsetType = _m.field(name="systemPrompt", default=_m.UNSET)
    """System prompt that the server would like; the client may change it or leave it out."""

    task: TaskMetadata | _m.UnsetType = _m.UNSET
    """Request to run as a task: the receiver answers with a `CreateTaskResult`, and `tasks/result` returns
    the outcome."""

    temperature: int | float | _m.UnsetType = _m.UNSET
    """Sampling temperature, in the scale of the model's provider."""

    tool_choice: ToolChoice | _m.UnsetType = _m.field(name="toolChoice", default=_m.UNSET)
    """Whether the model may, must or must not use the tools; default `auto`; clients without
    `sampling.tools` refuse this member."""

    tools: _b.Items[Tool] | _m.UnsetType = _m.UNSET
    """Tools to offer to the model; clients without `sampling.tools` refuse this member."""


class CreateMessageResult(_b.Struct, kw_only=True):
    """The model's answer, which the user may inspect before the server receives it.

    Known values of `stopReason`: `endTurn`, `stopSequence`, `maxTokens`, `toolUse`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
    """

    content: SamplingContent
    """Content of the model's answer."""

    model: str
    """Name of the model that answered."""

    role: Role
    """Speaker of the message."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    stop_reason: str | _m.UnsetType = _m.field(name="stopReason", default=_m.UNSET)
    """Reason for the end of the answer, such as `endTurn`, `stopSequence` or `maxTokens`; providers may
    use their own words."""


class CreateTaskResult(_b.Struct, kw_only=True):
    """The immediate answer to a request that runs as a task: the task, not yet its outcome.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    task: Task
    """State of the new task."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ElicitRequest(
    _b.Request["ElicitResult | CreateTaskResult"],
    _b.Message,
    kw_only=True,
    tag_field="method",
    tag="elicitation/create",
):
    """The server's request to the client to ask the user for input.

    Request `elicitation/create`, sent by the server.
    Answered by `ElicitResult`, `CreateTaskResult`.
    Needs the client's capability `elicitation`.
    Since 2025-06-18.
    Changed in 2025-11-25: `params` has another type.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    method: ClassVar[_t.Literal["elicitation/create"]] = "elicitation/create"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: ElicitRequestParams


class ElicitRequestFormParams(_b.Struct, kw_only=True):
    """A form to show to the user; it must not ask for secrets such as passwords, because the client sees
    the answers.

    Since 2025-06-18.
    Changed in 2025-11-25: `mode`, `task` added.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    message: str
    """Explanation to the user of what the server asks for."""

    requested_schema: ElicitRequestedSchema = _m.field(name="requestedSchema")
    """Fields of the form, as a flat JSON Schema."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    mode: _t.Literal["form"] | _m.UnsetType = _m.UNSET
    """`form`; absent means `form` too."""

    task: TaskMetadata | _m.UnsetType = _m.UNSET
    """Request to run as a task: the receiver answers with a `CreateTaskResult`, and `tasks/result` returns
    the outcome."""


class ElicitRequestURLParams(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A web page to send the user to; the client does not see what the user enters there.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    __prefilled__ = {"mode": "url"}
    elicitation_id: str = _m.field(name="elicitationId")
    """Identifier of this elicitation, unique within the server and opaque to the client."""

    message: str
    """Explanation to the user of why to visit the page."""

    mode: _t.Literal["url"] = _b.prefilled("mode")
    """Always `url`."""

    url: str
    """Address of the web page, which the client opens only with the user's consent."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    task: TaskMetadata | _m.UnsetType = _m.UNSET
    """Request to run as a task: the receiver answers with a `CreateTaskResult`, and `tasks/result` returns
    the outcome."""


class ElicitRequestedSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The fields of a form: a flat JSON Schema whose properties are strings, numbers, booleans or fixed
    choices.

    Since 2025-06-18.
    Changed in 2025-11-25: `$schema` added.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    __prefilled__ = {"type": "object"}
    properties: dict[str, PrimitiveSchemaDefinition]
    """Each field of the form, by the name under which its value comes back."""

    type: _t.Literal["object"] = _b.prefilled("type")
    schema: str | _m.UnsetType = _m.field(name="$schema", default=_m.UNSET)
    """Dialect of the schema; absent means JSON Schema 2020-12."""

    required: list[str] | _m.UnsetType = _m.UNSET
    """Names of the fields that the user must fill in."""


class ElicitResult(_b.Struct, kw_only=True):
    """The user's reaction to an elicitation, and the input.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    action: ElicitAction
    """The user's reaction; only `accept` is consent."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    content: dict[str, ElicitFieldValue] | _m.UnsetType = _m.UNSET
    """The input, by field name; only if a form was accepted."""


class ElicitationCapability(_b.Struct, kw_only=True):
    """The modes of elicitation that a client supports; an empty object means forms only.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    form: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if the client can show a form."""

    url: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if the client can send the user to a web page."""


class ElicitationCompleteNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/elicitation/complete"
):
    """The server's notice that an elicitation on a web page is complete. The client may then repeat a
    request that failed because of it.

    Notification `notifications/elicitation/complete`, sent by the server.
    Needs the client's capability `elicitation.url`.
    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    method: ClassVar[_t.Literal["notifications/elicitation/complete"]] = "notifications/elicitation/complete"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: ElicitationCompleteNotificationParams


class ElicitationCompleteNotificationParams(_b.Struct, kw_only=True):
    """The elicitation that is finished.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    elicitation_id: str = _m.field(name="elicitationId")
    """Identifier of the elicitation, as its request states it."""


class EmbeddedResource(_b.Struct, kw_only=True, tag_field="type", tag="resource"):
    """A resource with its contents inside a message, so that no `resources/read` is needed.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    type: ClassVar[_t.Literal["resource"]] = "resource"
    resource: AnyResourceContents
    """Contents of the resource, as text or as base64 bytes."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""


class Error(_b.Struct, kw_only=True):
    """The error object of JSON-RPC: a code, a message, and data of the sender's choice.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/basic
    """

    code: int
    """Integer that classifies the error."""

    message: str
    """Short description of the failure."""

    data: _t.Any | _m.UnsetType = _m.UNSET
    """Details of the error, in any shape that the sender chooses."""


class GetPromptRequest(
    _b.Request["GetPromptResult"], _b.Message, kw_only=True, tag_field="method", tag="prompts/get"
):
    """The client's request for the messages of one prompt, filled in with arguments.

    Request `prompts/get`, sent by the client.
    Answered by `GetPromptResult`.
    Needs the server's capability `prompts`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
    """

    method: ClassVar[_t.Literal["prompts/get"]] = "prompts/get"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: GetPromptRequestParams


class GetPromptRequestParams(_b.Struct, kw_only=True):
    """The prompt to fill in, and its arguments.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
    """

    name: str
    """Name of the prompt, as `prompts/list` gives it."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    arguments: dict[str, str] | _m.UnsetType = _m.UNSET
    """Value of each argument, by its name; all values are strings."""


class GetPromptResult(_b.Struct, kw_only=True):
    """The messages of a prompt, filled in and ready for the model.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
    """

    messages: _b.Items[PromptMessage]
    """Messages of the prompt, in the order of the conversation."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    description: str | _m.UnsetType = _m.UNSET
    """Purpose of the prompt."""


class GetTaskPayloadRequest(
    _b.Request["GetTaskPayloadResult"], _b.Message, kw_only=True, tag_field="method", tag="tasks/result"
):
    """Asks the receiver for the outcome of a task; the answer waits until the task has ended.

    Request `tasks/result`, sent by the client or server.
    Answered by `GetTaskPayloadResult`.
    Needs the receiver's capability `tasks`.
    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    method: ClassVar[_t.Literal["tasks/result"]] = "tasks/result"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: GetTaskPayloadRequestParams


class GetTaskPayloadRequestParams(_b.Struct, kw_only=True):
    """The task whose result is requested.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    task_id: str = _m.field(name="taskId")
    """Identifier that the receiver gave the task."""


class GetTaskPayloadResult(_b.Mapping):
    """The outcome of a task; its type is that of the original request's result, such as `CallToolResult`.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    meta: _b.Member[dict[str, _t.Any] | _m.UnsetType] = _b.Member("_meta")
    """Metadata about this object or message; not part of its content."""


class GetTaskRequest(
    _b.Request["GetTaskResult"], _b.Message, kw_only=True, tag_field="method", tag="tasks/get"
):
    """Asks the receiver for the state of a task.

    Request `tasks/get`, sent by the client or server.
    Answered by `GetTaskResult`.
    Needs the receiver's capability `tasks`.
    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    method: ClassVar[_t.Literal["tasks/get"]] = "tasks/get"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: GetTaskRequestParams


class GetTaskRequestParams(_b.Struct, kw_only=True):
    """The task to report on.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    task_id: str = _m.field(name="taskId")
    """Identifier that the receiver gave the task."""


class GetTaskResult(_b.OpenStruct, kw_only=True):
    """The present state of a task.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    created_at: str = _m.field(name="createdAt")
    """Time at which the task began, in ISO 8601 form."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time at which the task last changed, in ISO 8601 form."""

    status: TaskStatus
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Identifier that the receiver gave the task."""

    ttl: int | None
    """Time for which the receiver keeps the task, in milliseconds from its creation; `null` means without
    limit."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    poll_interval: int | _m.UnsetType = _m.field(name="pollInterval", default=_m.UNSET)
    """Suggested pause between two polls, in milliseconds."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Explanation of the status, for people."""


class Icon(_b.Struct, kw_only=True):
    """An image of a tool, prompt, resource or implementation for user interfaces.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/basic#icons
    """

    src: str
    """Address of the picture on the web, or the picture itself as a `data:` URI."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the picture, for sources that state none or a general one."""

    sizes: list[str] | _m.UnsetType = _m.UNSET
    """Sizes at which the picture looks right, such as `48x48`, or `any`; absent means every size."""

    theme: IconTheme | _m.UnsetType = _m.UNSET
    """Background that the picture was drawn for; absent means any background."""


class Icons(_b.Struct, kw_only=True):
    """The `icons` member that several objects share.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/basic#icons
    """

    icons: _b.Items[Icon] | _m.UnsetType = _m.UNSET
    """Pictures to show beside the name; the client picks the one that suits its display."""


class ImageContent(_b.Struct, kw_only=True, tag_field="type", tag="image"):
    """A picture, as base64 text with its MIME type.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    type: ClassVar[_t.Literal["image"]] = "image"
    data: str
    """Bytes of the picture in base64."""

    mime_type: str = _m.field(name="mimeType")
    """MIME type of the picture, such as `image/png`."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""


class Implementation(_b.Struct, kw_only=True):
    """The name and version of a client or server program.

    Since 2024-11-05.
    Changed in 2025-06-18: `title` added.
    Changed in 2025-11-25: `description`, `icons`, `websiteUrl` added.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
    """

    name: str
    """Identifier of the program; shown to people only if there is no `title`."""

    version: str
    """Version of the program, in any notation; not the protocol revision."""

    description: str | _m.UnsetType = _m.UNSET
    """Description of the program, for people."""

    icons: _b.Items[Icon] | _m.UnsetType = _m.UNSET
    """Pictures to show beside the name; the client picks the one that suits its display."""

    title: str | _m.UnsetType = _m.UNSET
    """Name to show to people; if it is absent, `name` is shown."""

    website_url: str | _m.UnsetType = _m.field(name="websiteUrl", default=_m.UNSET)
    """Web site of the program."""


class InitializeRequest(
    _b.Request["InitializeResult"], _b.Message, kw_only=True, tag_field="method", tag="initialize"
):
    """The client's first request, which opens the session and proposes a protocol revision.

    Request `initialize`, sent by the client.
    Answered by `InitializeResult`.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
    """

    method: ClassVar[_t.Literal["initialize"]] = "initialize"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: InitializeRequestParams


class InitializeRequestParams(_b.Struct, kw_only=True):
    """The client's identity, its capabilities, and the protocol revision that it proposes.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
    """

    capabilities: ClientCapabilities
    """Optional features that the client supports for the whole session."""

    client_info: Implementation = _m.field(name="clientInfo")
    """Name and version of the client."""

    protocol_version: str = _m.field(name="protocolVersion")
    """Newest protocol revision that the client speaks; older ones may be supported too."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class InitializeResult(_b.Struct, kw_only=True):
    """The server's identity, its capabilities, and the protocol revision of the session.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
    """

    capabilities: ServerCapabilities
    """Optional features that the server supports for the whole session."""

    protocol_version: str = _m.field(name="protocolVersion")
    """Revision that the server chose, possibly not the proposed one; a client that does not speak this
    revision must disconnect."""

    server_info: Implementation = _m.field(name="serverInfo")
    """Name and version of the server."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    instructions: str | _m.UnsetType = _m.UNSET
    """Advice on using the server, which the client may show to the model."""


class InitializedNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/initialized"
):
    """The client's notice that the handshake is over and normal operation may begin.

    Notification `notifications/initialized`, sent by the client.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
    """

    method: ClassVar[_t.Literal["notifications/initialized"]] = "notifications/initialized"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class JSONRPCErrorResponse(_b.Message, kw_only=True):
    """A JSON-RPC response with an error; `id` is missing only if the id of the failed request could not be
    read.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/basic
    """

    error: Error
    """Description of the failure: a code, a message and optional data."""

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: RequestId | _m.UnsetType = _m.UNSET


class JSONRPCNotification(_b.Message, kw_only=True):
    """A JSON-RPC notification, which has no id and gets no response.

    Since 2024-11-05.
    Changed in 2025-11-25: `params` has another type.
    https://modelcontextprotocol.io/specification/2025-11-25/basic
    """

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    method: str
    params: dict[str, _t.Any] | _m.UnsetType = _m.UNSET


class JSONRPCRequest(_b.Message, kw_only=True):
    """A JSON-RPC request, which has an id and gets a response.

    Since 2024-11-05.
    Changed in 2025-11-25: `params` has another type.
    https://modelcontextprotocol.io/specification/2025-11-25/basic
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    method: str
    params: dict[str, _t.Any] | _m.UnsetType = _m.UNSET


class JSONRPCResultResponse(_b.Message, kw_only=True):
    """A JSON-RPC response with the result of a request.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/basic
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: Result


class LegacyTitledEnumSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The older way to describe a field with fixed options and titles; `TitledSingleSelectEnumSchema`
    replaces it.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    __prefilled__ = {"type": "string"}
    enum: list[str]
    """Options to choose from; the chosen value is returned unchanged."""

    type: _t.Literal["string"] = _b.prefilled("type")
    default: str | _m.UnsetType = _m.UNSET
    """Option that is selected at first."""

    description: str | _m.UnsetType = _m.UNSET
    """Explanation shown beside the field."""

    enum_names: list[str] | _m.UnsetType = _m.field(name="enumNames", default=_m.UNSET)
    """Titles to show for the options, in the order of `enum`; not a keyword of JSON Schema."""

    title: str | _m.UnsetType = _m.UNSET
    """Label of the field."""


class ListPromptsRequest(
    _b.Request["ListPromptsResult"], _b.Message, kw_only=True, tag_field="method", tag="prompts/list"
):
    """The client's request for one page of the server's prompts.

    Request `prompts/list`, sent by the client.
    Answered by `ListPromptsResult`.
    Needs the server's capability `prompts`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
    """

    method: ClassVar[_t.Literal["prompts/list"]] = "prompts/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams | _m.UnsetType = _m.UNSET


class ListPromptsResult(_b.Struct, kw_only=True):
    """One page of the prompts that a server offers.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
    """

    prompts: _b.Items[Prompt]
    """Prompts on this page; more pages follow if `nextCursor` is present."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListResourceTemplatesRequest(
    _b.Request["ListResourceTemplatesResult"],
    _b.Message,
    kw_only=True,
    tag_field="method",
    tag="resources/templates/list",
):
    """The client's request for one page of the server's resource templates.

    Request `resources/templates/list`, sent by the client.
    Answered by `ListResourceTemplatesResult`.
    Needs the server's capability `resources`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    method: ClassVar[_t.Literal["resources/templates/list"]] = "resources/templates/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams | _m.UnsetType = _m.UNSET


class ListResourceTemplatesResult(_b.Struct, kw_only=True):
    """One page of the resource templates that a server offers.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    resource_templates: _b.Items[ResourceTemplate] = _m.field(name="resourceTemplates")
    """Templates on this page; more pages follow if `nextCursor` is present."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListResourcesRequest(
    _b.Request["ListResourcesResult"], _b.Message, kw_only=True, tag_field="method", tag="resources/list"
):
    """The client's request for one page of the server's resources.

    Request `resources/list`, sent by the client.
    Answered by `ListResourcesResult`.
    Needs the server's capability `resources`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    method: ClassVar[_t.Literal["resources/list"]] = "resources/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams | _m.UnsetType = _m.UNSET


class ListResourcesResult(_b.Struct, kw_only=True):
    """One page of the resources that a server offers.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    resources: _b.Items[Resource]
    """Resources on this page; more pages follow if `nextCursor` is present."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListRootsRequest(
    _b.Request["ListRootsResult"], _b.Message, kw_only=True, tag_field="method", tag="roots/list"
):
    """The server's request for the directories and files that it may work on.

    Request `roots/list`, sent by the server.
    Answered by `ListRootsResult`.
    Needs the client's capability `roots`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/client/roots
    """

    method: ClassVar[_t.Literal["roots/list"]] = "roots/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: RequestParams | _m.UnsetType = _m.UNSET


class ListRootsResult(_b.Struct, kw_only=True):
    """The directories and files that the server may work on.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/client/roots
    """

    roots: _b.Items[Root]
    """All of the client's roots; the list does not come in pages."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ListTasksRequest(
    _b.Request["ListTasksResult"], _b.Message, kw_only=True, tag_field="method", tag="tasks/list"
):
    """Asks the receiver for one page of its tasks.

    Request `tasks/list`, sent by the client or server.
    Answered by `ListTasksResult`.
    Needs the receiver's capability `tasks.list`.
    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    method: ClassVar[_t.Literal["tasks/list"]] = "tasks/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams | _m.UnsetType = _m.UNSET


class ListTasksResult(_b.Struct, kw_only=True):
    """One page of the tasks that the receiver knows.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    tasks: _b.Items[Task]
    """Tasks on this page; more pages follow if `nextCursor` is present."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListToolsRequest(
    _b.Request["ListToolsResult"], _b.Message, kw_only=True, tag_field="method", tag="tools/list"
):
    """The client's request for one page of the server's tools.

    Request `tools/list`, sent by the client.
    Answered by `ListToolsResult`.
    Needs the server's capability `tools`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    method: ClassVar[_t.Literal["tools/list"]] = "tools/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams | _m.UnsetType = _m.UNSET


class ListToolsResult(_b.Struct, kw_only=True):
    """One page of the tools that a server offers.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    tools: _b.Items[Tool]
    """Tools on this page; more pages follow if `nextCursor` is present."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class LoggingMessageNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/message"
):
    """A log message of the server.

    Notification `notifications/message`, sent by the server.
    Needs the server's capability `logging`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging
    """

    method: ClassVar[_t.Literal["notifications/message"]] = "notifications/message"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: LoggingMessageNotificationParams


class LoggingMessageNotificationParams(_b.Struct, kw_only=True):
    """A log message: its severity, its logger and its content.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging
    """

    data: _t.Any
    """Content of the message: a string, an object, or any other JSON value."""

    level: LoggingLevel
    """Severity of the message."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    logger: str | _m.UnsetType = _m.UNSET
    """Name of the part of the server that logs."""


class ModelHint(_b.Struct, kw_only=True):
    """A hint at the model that a server would like; unknown members are for the client to interpret.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
    """

    name: str | _m.UnsetType = _m.UNSET
    """Part of a model's name, such as `sonnet`; the client may choose a comparable model of another
    provider."""


class ModelPreferences(_b.Struct, kw_only=True):
    """A server's preferences for a model, which the client need not follow.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
    """

    cost_priority: (
        _t.Annotated[int, _m.Meta(ge=0, le=1)] | _t.Annotated[float, _m.Meta(ge=0, le=1)] | _m.UnsetType
    ) = _m.field(name="costPriority", default=_m.UNSET)
    """Weight of a low price, from 0 (none) to 1 (decisive)."""

    hints: _b.Items[ModelHint] | _m.UnsetType = _m.UNSET
    """Models by name, best first; the first match takes precedence over the weights."""

    intelligence_priority: (
        _t.Annotated[int, _m.Meta(ge=0, le=1)] | _t.Annotated[float, _m.Meta(ge=0, le=1)] | _m.UnsetType
    ) = _m.field(name="intelligencePriority", default=_m.UNSET)
    """Weight of ability, from 0 (none) to 1 (decisive)."""

    speed_priority: (
        _t.Annotated[int, _m.Meta(ge=0, le=1)] | _t.Annotated[float, _m.Meta(ge=0, le=1)] | _m.UnsetType
    ) = _m.field(name="speedPriority", default=_m.UNSET)
    """Weight of a quick answer, from 0 (none) to 1 (decisive)."""


class Notification(_b.Struct, kw_only=True):
    """The members common to all notifications: the name of a method, and parameters.

    Since 2024-11-05.
    Changed in 2025-11-25: `params` has another type.
    https://modelcontextprotocol.io/specification/2025-11-25/basic
    """

    method: str
    params: dict[str, _t.Any] | _m.UnsetType = _m.UNSET


class NotificationParams(_b.Struct, kw_only=True):
    """The members common to the parameters of all notifications: metadata.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/basic
    """

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class NumberSchema(_b.Struct, kw_only=True):
    """A field of a form that takes a number.

    Since 2025-06-18.
    Changed in 2025-11-25: `default` added.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    type: NumberSchemaType
    """`integer` allows only whole numbers."""

    default: int | float | _m.UnsetType = _m.UNSET
    """Number that the field has at first."""

    description: str | _m.UnsetType = _m.UNSET
    """Explanation shown beside the field."""

    maximum: int | float | _m.UnsetType = _m.UNSET
    """Largest allowed value."""

    minimum: int | float | _m.UnsetType = _m.UNSET
    """Smallest allowed value."""

    title: str | _m.UnsetType = _m.UNSET
    """Label of the field."""


class PaginatedRequest(_b.Message, kw_only=True):
    """The members common to requests for a list.

    Since 2024-11-05.
    Changed in 2025-11-25: `id`, `jsonrpc` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    method: str
    params: PaginatedRequestParams | _m.UnsetType = _m.UNSET


class PaginatedRequestParams(_b.Struct, kw_only=True):
    """The parameters of a request for a list: the cursor of the page to return.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination
    """

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    cursor: str | _m.UnsetType = _m.UNSET
    """Opaque position taken from an earlier `nextCursor`; absent asks for the first page."""


class PaginatedResult(_b.Struct, kw_only=True):
    """The members common to results with a page of a list: the cursor of the next page.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination
    """

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class PingRequest(_b.Request["EmptyResult"], _b.Message, kw_only=True, tag_field="method", tag="ping"):
    """A request that tests whether the other side still answers; it must answer promptly.

    Request `ping`, sent by the client or server.
    Answered by `EmptyResult`.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/ping
    """

    method: ClassVar[_t.Literal["ping"]] = "ping"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: RequestParams | _m.UnsetType = _m.UNSET


class ProgressNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/progress"
):
    """A report of the progress of a running request.

    Notification `notifications/progress`, sent by the client or server.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
    """

    method: ClassVar[_t.Literal["notifications/progress"]] = "notifications/progress"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: ProgressNotificationParams


class ProgressNotificationParams(_b.Struct, kw_only=True):
    """The progress of a running request, with the token of the request.

    Since 2024-11-05.
    Changed in 2025-03-26: `message` added.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
    """

    progress: int | float
    """Amount done so far; grows with every notification, even if `total` is unknown."""

    progress_token: ProgressToken = _m.field(name="progressToken")
    """Token from the request's `_meta`."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    message: str | _m.UnsetType = _m.UNSET
    """Description of the current step, for people."""

    total: int | float | _m.UnsetType = _m.UNSET
    """Amount at the end of the request, if known; same unit as `progress`."""


class Prompt(_b.Struct, kw_only=True):
    """A prompt that a server offers: its name, its purpose and its arguments.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta`, `title` added.
    Changed in 2025-11-25: `icons` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
    """

    name: str
    """Identifier by which `prompts/get` names the prompt."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    arguments: _b.Items[PromptArgument] | _m.UnsetType = _m.UNSET
    """Arguments that the prompt takes, each by its name."""

    description: str | _m.UnsetType = _m.UNSET
    """Purpose of the prompt."""

    icons: _b.Items[Icon] | _m.UnsetType = _m.UNSET
    """Pictures to show beside the name; the client picks the one that suits its display."""

    title: str | _m.UnsetType = _m.UNSET
    """Name to show to people; if it is absent, `name` is shown."""


class PromptArgument(_b.Struct, kw_only=True):
    """One argument that a prompt takes; its value is always a string.

    Since 2024-11-05.
    Changed in 2025-06-18: `title` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
    """

    name: str
    """Key of the argument in the `arguments` of `prompts/get`."""

    description: str | _m.UnsetType = _m.UNSET
    """Meaning of the argument."""

    required: bool | _m.UnsetType = _m.UNSET
    """Whether the prompt needs the argument; absent means false."""

    title: str | _m.UnsetType = _m.UNSET
    """Name to show to people; if it is absent, `name` is shown."""


class PromptListChangedNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/prompts/list_changed"
):
    """The server's notice that its list of prompts has changed.

    Notification `notifications/prompts/list_changed`, sent by the server.
    Needs the server's capability `prompts.listChanged`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
    """

    method: ClassVar[_t.Literal["notifications/prompts/list_changed"]] = "notifications/prompts/list_changed"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class PromptMessage(_b.Struct, kw_only=True):
    """A message of a prompt: its speaker, and a single piece of content.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
    """

    content: ContentBlock
    """Content of the message, as one content block."""

    role: Role
    """Speaker of the message."""


class PromptReference(_b.Struct, kw_only=True, tag_field="type", tag="ref/prompt"):
    """Names a prompt, for completion.

    Since 2024-11-05.
    Changed in 2025-06-18: `title` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion
    """

    type: ClassVar[_t.Literal["ref/prompt"]] = "ref/prompt"
    name: str
    """Name of the prompt, as `prompts/list` gives it."""

    title: str | _m.UnsetType = _m.UNSET
    """Name to show to people; if it is absent, `name` is shown."""


class PromptsCapability(_b.Struct, kw_only=True):
    """The optional features of a server's prompts.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
    """

    list_changed: bool | _m.UnsetType = _m.field(name="listChanged", default=_m.UNSET)
    """True if the server announces changes of its list of prompts."""


class ReadResourceRequest(
    _b.Request["ReadResourceResult"], _b.Message, kw_only=True, tag_field="method", tag="resources/read"
):
    """The client's request for the contents of one resource.

    Request `resources/read`, sent by the client.
    Answered by `ReadResourceResult`.
    Needs the server's capability `resources`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    method: ClassVar[_t.Literal["resources/read"]] = "resources/read"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: ReadResourceRequestParams


class ReadResourceRequestParams(_b.Struct, kw_only=True):
    """The resource to read.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ReadResourceResult(_b.Struct, kw_only=True):
    """The contents of a resource, possibly in several parts.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    contents: _b.Items[AnyResourceContents]
    """Parts of the resource, each with its own address, as text or as base64 bytes."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class RelatedTaskMetadata(_b.Struct, kw_only=True):
    """The task that a message belongs to, under the `_meta` key `io.modelcontextprotocol/related-task`.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    task_id: str = _m.field(name="taskId")
    """Identifier that the receiver gave the task."""


class Request(_b.Struct, kw_only=True):
    """The members common to all requests: the name of a method, and parameters.

    Since 2024-11-05.
    Changed in 2025-11-25: `params` has another type.
    https://modelcontextprotocol.io/specification/2025-11-25/basic
    """

    method: str
    params: dict[str, _t.Any] | _m.UnsetType = _m.UNSET


class RequestMeta(_b.OpenStruct, kw_only=True):
    """Metadata of a request: the progress token, and other keys that either side defines.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
    """

    progress_token: ProgressToken | _m.UnsetType = _m.field(name="progressToken", default=_m.UNSET)
    """Token that progress notifications for this request repeat; the receiver need not send any."""


class RequestParams(_b.Struct, kw_only=True):
    """The members common to the parameters of all requests: metadata.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/basic
    """

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class Resource(_b.Struct, kw_only=True):
    """A resource that a server offers for reading: its address, name and kind, without its contents.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta`, `title` added.
    Changed in 2025-11-25: `icons` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    name: str
    """Identifier for programs; shown to people only if there is no `title`."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""

    description: str | _m.UnsetType = _m.UNSET
    """Description of the contents; clients may show this text to the model."""

    icons: _b.Items[Icon] | _m.UnsetType = _m.UNSET
    """Pictures to show beside the name; the client picks the one that suits its display."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the data, if the server knows it."""

    size: int | _m.UnsetType = _m.UNSET
    """Size of the raw contents in bytes, before any base64, if known."""

    title: str | _m.UnsetType = _m.UNSET
    """Name to show to people; if it is absent, `name` is shown."""


class ResourceContents(_b.Struct, kw_only=True):
    """The members common to the contents of all resources, text or bytes: an address and a MIME type.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the data, if the server knows it."""


class ResourceLink(_b.Struct, kw_only=True, tag_field="type", tag="resource_link"):
    """A pointer to a resource of the server, without its contents; `resources/list` need not list the
    resource.

    Since 2025-06-18.
    Changed in 2025-11-25: `icons` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    type: ClassVar[_t.Literal["resource_link"]] = "resource_link"
    name: str
    """Identifier for programs; shown to people only if there is no `title`."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""

    description: str | _m.UnsetType = _m.UNSET
    """Description of the contents; clients may show this text to the model."""

    icons: _b.Items[Icon] | _m.UnsetType = _m.UNSET
    """Pictures to show beside the name; the client picks the one that suits its display."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the data, if the server knows it."""

    size: int | _m.UnsetType = _m.UNSET
    """Size of the raw contents in bytes, before any base64, if known."""

    title: str | _m.UnsetType = _m.UNSET
    """Name to show to people; if it is absent, `name` is shown."""


class ResourceListChangedNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/resources/list_changed"
):
    """The server's notice that its list of resources has changed.

    Notification `notifications/resources/list_changed`, sent by the server.
    Needs the server's capability `resources.listChanged`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    method: ClassVar[_t.Literal["notifications/resources/list_changed"]] = (
        "notifications/resources/list_changed"
    )
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class ResourceRequestParams(_b.Struct, kw_only=True):
    """The members common to the parameters of requests about a resource: its address.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ResourceTemplate(_b.Struct, kw_only=True):
    """A pattern for the addresses of a whole family of resources.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta`, `title` added.
    Changed in 2025-11-25: `icons` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    name: str
    """Identifier for programs; shown to people only if there is no `title`."""

    uri_template: str = _m.field(name="uriTemplate")
    """URI template (RFC 6570) that expands to the address of a resource."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""

    description: str | _m.UnsetType = _m.UNSET
    """Description of the contents of this family; clients may show this text to the model."""

    icons: _b.Items[Icon] | _m.UnsetType = _m.UNSET
    """Pictures to show beside the name; the client picks the one that suits its display."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of every resource of this family; absent if they differ."""

    title: str | _m.UnsetType = _m.UNSET
    """Name to show to people; if it is absent, `name` is shown."""


class ResourceTemplateReference(_b.Struct, kw_only=True, tag_field="type", tag="ref/resource"):
    """Names a resource or a resource template, for completion.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion
    """

    type: ClassVar[_t.Literal["ref/resource"]] = "ref/resource"
    uri: str
    """Address of the resource, or the template of the addresses."""


class ResourceUpdatedNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/resources/updated"
):
    """Notice that a resource to which the client subscribed has changed; the client may read it again.

    Notification `notifications/resources/updated`, sent by the server.
    Needs the server's capability `resources.subscribe`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    method: ClassVar[_t.Literal["notifications/resources/updated"]] = "notifications/resources/updated"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: ResourceUpdatedNotificationParams


class ResourceUpdatedNotificationParams(_b.Struct, kw_only=True):
    """The resource that has changed.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    uri: str
    """Address of the changed resource, possibly below the address of the subscription."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ResourcesCapability(_b.Struct, kw_only=True):
    """The optional features of a server's resources.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    list_changed: bool | _m.UnsetType = _m.field(name="listChanged", default=_m.UNSET)
    """True if the server announces changes of its list of resources."""

    subscribe: bool | _m.UnsetType = _m.UNSET
    """True if the server announces changes of single resources to clients that subscribe."""


class Result(_b.OpenStruct, kw_only=True):
    """The members common to all results; a result may have more members, depending on its request.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/basic
    """

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class Root(_b.Struct, kw_only=True):
    """A directory or file that the client lets the server work on.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-11-25/client/roots
    """

    uri: str
    """Address of the root; it must begin with `file://`."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    name: str | _m.UnsetType = _m.UNSET
    """Name of the root to show to people."""


class RootsCapability(_b.Struct, kw_only=True):
    """The optional features of a client's roots.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/client/roots
    """

    list_changed: bool | _m.UnsetType = _m.field(name="listChanged", default=_m.UNSET)
    """True if the client sends `notifications/roots/list_changed`."""


class RootsListChangedNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/roots/list_changed"
):
    """The client's notice that its roots have changed, so that the server may ask for them again.

    Notification `notifications/roots/list_changed`, sent by the client.
    Needs the client's capability `roots.listChanged`.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/client/roots
    """

    method: ClassVar[_t.Literal["notifications/roots/list_changed"]] = "notifications/roots/list_changed"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class SamplingCapability(_b.Struct, kw_only=True):
    """The optional features of a client's sampling, beyond plain messages.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
    """

    context: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if the client supports `includeContext`; if absent, servers should request only `none`."""

    tools: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if the client accepts `tools` and `toolChoice`."""


class SamplingMessage(_b.Struct, kw_only=True):
    """One message of a conversation with a language model.

    Since 2024-11-05.
    Changed in 2025-11-25: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
    """

    content: SamplingContent
    """Content of the message."""

    role: Role
    """Speaker of the message."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ServerCapabilities(_b.Struct, kw_only=True):
    """The optional features that a server supports; other names are allowed.

    Since 2024-11-05.
    Changed in 2025-03-26: `completions` added.
    Changed in 2025-11-25: `tasks` added.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/lifecycle
    """

    completions: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if the server suggests values for arguments."""

    experimental: dict[str, dict[str, _t.Any]] | _m.UnsetType = _m.UNSET
    """Features outside the specification, each under a name of its own."""

    logging: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if the server can send log messages."""

    prompts: PromptsCapability | _m.UnsetType = _m.UNSET
    """Present if the server has prompts."""

    resources: ResourcesCapability | _m.UnsetType = _m.UNSET
    """Present if the server has resources."""

    tasks: ServerTasksCapability | _m.UnsetType = _m.UNSET
    """Present if the server can run requests as tasks."""

    tools: ToolsCapability | _m.UnsetType = _m.UNSET
    """Present if the server has tools."""


class ServerTaskRequestsCapability(_b.Struct, kw_only=True):
    """The requests that a server can run as tasks. The members group them by feature, such as `tools`.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    tools: TaskToolsCapability | _m.UnsetType = _m.UNSET
    """Tool requests that can run as tasks."""


class ServerTasksCapability(_b.Struct, kw_only=True):
    """The optional features of a server's tasks.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    cancel: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if the server answers `tasks/cancel`."""

    list_: dict[str, _t.Any] | _m.UnsetType = _m.field(name="list", default=_m.UNSET)
    """Present if the server answers `tasks/list`."""

    requests: ServerTaskRequestsCapability | _m.UnsetType = _m.UNSET
    """Requests that the server can run as tasks; requests not listed cannot."""


class SetLevelRequest(
    _b.Request["EmptyResult"], _b.Message, kw_only=True, tag_field="method", tag="logging/setLevel"
):
    """The client's request for log messages of a given severity or above.

    Request `logging/setLevel`, sent by the client.
    Answered by `EmptyResult`.
    Needs the server's capability `logging`.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging
    """

    method: ClassVar[_t.Literal["logging/setLevel"]] = "logging/setLevel"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: SetLevelRequestParams


class SetLevelRequestParams(_b.Struct, kw_only=True):
    """The lowest severity of the log messages that the client wants.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging
    """

    level: LoggingLevel
    """Least severe level that the client wants to see."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class StringSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A field of a form that takes text.

    Since 2025-06-18.
    Changed in 2025-11-25: `default` added.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    __prefilled__ = {"type": "string"}
    type: _t.Literal["string"] = _b.prefilled("type")
    default: str | _m.UnsetType = _m.UNSET
    """Text that the field has at first."""

    description: str | _m.UnsetType = _m.UNSET
    """Explanation shown beside the field."""

    format: StringSchemaFormat | _m.UnsetType = _m.UNSET
    """Kind of text that is expected; a hint for the form."""

    max_length: int | _m.UnsetType = _m.field(name="maxLength", default=_m.UNSET)
    """Largest number of characters."""

    min_length: int | _m.UnsetType = _m.field(name="minLength", default=_m.UNSET)
    """Smallest number of characters."""

    title: str | _m.UnsetType = _m.UNSET
    """Label of the field."""


class SubscribeRequest(
    _b.Request["EmptyResult"], _b.Message, kw_only=True, tag_field="method", tag="resources/subscribe"
):
    """The client's request for notifications about changes of a resource.

    Request `resources/subscribe`, sent by the client.
    Answered by `EmptyResult`.
    Needs the server's capability `resources.subscribe`.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    method: ClassVar[_t.Literal["resources/subscribe"]] = "resources/subscribe"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: SubscribeRequestParams


class SubscribeRequestParams(_b.Struct, kw_only=True):
    """The resource to watch.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class Task(_b.Struct, kw_only=True):
    """The state of a request that runs in the background, to be polled until it ends.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    created_at: str = _m.field(name="createdAt")
    """Time at which the task began, in ISO 8601 form."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time at which the task last changed, in ISO 8601 form."""

    status: TaskStatus
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Identifier that the receiver gave the task."""

    ttl: int | None
    """Time for which the receiver keeps the task, in milliseconds from its creation; `null` means without
    limit."""

    poll_interval: int | _m.UnsetType = _m.field(name="pollInterval", default=_m.UNSET)
    """Suggested pause between two polls, in milliseconds."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Explanation of the status, for people."""


class TaskAugmentedRequestParams(_b.Struct, kw_only=True):
    """The members common to the parameters of all requests that can run as tasks.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    task: TaskMetadata | _m.UnsetType = _m.UNSET
    """Request to run as a task: the receiver answers with a `CreateTaskResult`, and `tasks/result` returns
    the outcome."""


class TaskElicitationCapability(_b.Struct, kw_only=True):
    """The elicitation requests that a client can run as tasks.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    create: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if `elicitation/create` can run as a task."""


class TaskMetadata(_b.Struct, kw_only=True):
    """The requester's wishes for the task that runs its request, such as how long to keep the task.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    ttl: int | _m.UnsetType = _m.UNSET
    """Time for which the task should be kept, in milliseconds from its creation; the receiver may decide
    otherwise."""


class TaskSamplingCapability(_b.Struct, kw_only=True):
    """The sampling requests that a client can run as tasks.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    create_message: dict[str, _t.Any] | _m.UnsetType = _m.field(name="createMessage", default=_m.UNSET)
    """Present if `sampling/createMessage` can run as a task."""


class TaskStatusNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/tasks/status"
):
    """A report that the state of a task has changed; such reports are optional, so polling remains
    necessary.

    Notification `notifications/tasks/status`, sent by the client or server.
    Needs the sender's capability `tasks`.
    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    method: ClassVar[_t.Literal["notifications/tasks/status"]] = "notifications/tasks/status"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: TaskStatusNotificationParams


class TaskStatusNotificationParams(_b.Struct, kw_only=True):
    """The whole state of the task that has changed.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    created_at: str = _m.field(name="createdAt")
    """Time at which the task began, in ISO 8601 form."""

    last_updated_at: str = _m.field(name="lastUpdatedAt")
    """Time at which the task last changed, in ISO 8601 form."""

    status: TaskStatus
    """State of the task."""

    task_id: str = _m.field(name="taskId")
    """Identifier that the receiver gave the task."""

    ttl: int | None
    """Time for which the receiver keeps the task, in milliseconds from its creation; `null` means without
    limit."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    poll_interval: int | _m.UnsetType = _m.field(name="pollInterval", default=_m.UNSET)
    """Suggested pause between two polls, in milliseconds."""

    status_message: str | _m.UnsetType = _m.field(name="statusMessage", default=_m.UNSET)
    """Explanation of the status, for people."""


class TaskToolsCapability(_b.Struct, kw_only=True):
    """The tool requests that a server can run as tasks.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    call: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if `tools/call` can run as a task."""


class TextContent(_b.Struct, kw_only=True, tag_field="type", tag="text"):
    """A piece of plain text.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    type: ClassVar[_t.Literal["text"]] = "text"
    text: str
    """The text itself."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""


class TextResourceContents(_b.Struct, kw_only=True):
    """The contents of a resource that is text.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    text: str
    """The text itself; only for resources that consist of text."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the data, if the server knows it."""


class TitledEnumOption(_b.Struct, kw_only=True):
    """One option of a choice: the value that comes back, and the title that is shown.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    const: str
    """Value that comes back if the option is chosen."""

    title: str
    """Text that is shown for the option."""


class TitledMultiSelectEnumSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A field of a form in which the user may choose several options; every option has its own title.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    __prefilled__ = {"type": "array"}
    items: TitledMultiSelectItems
    """Options to choose from."""

    type: _t.Literal["array"] = _b.prefilled("type")
    default: list[str] | _m.UnsetType = _m.UNSET
    """Values of the options that are selected at first."""

    description: str | _m.UnsetType = _m.UNSET
    """Explanation shown beside the field."""

    max_items: int | _m.UnsetType = _m.field(name="maxItems", default=_m.UNSET)
    """Largest number of options that may be chosen."""

    min_items: int | _m.UnsetType = _m.field(name="minItems", default=_m.UNSET)
    """Smallest number of options that must be chosen."""

    title: str | _m.UnsetType = _m.UNSET
    """Label of the field."""


class TitledMultiSelectItems(_b.Struct, kw_only=True):
    """The options, with titles, of a field in which the user may choose several.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    any_of: _b.Items[TitledEnumOption] = _m.field(name="anyOf")
    """Options to choose from."""


class TitledSingleSelectEnumSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A field of a form in which the user chooses one option; every option has its own title.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    __prefilled__ = {"type": "string"}
    one_of: _b.Items[TitledEnumOption] = _m.field(name="oneOf")
    """Options to choose from."""

    type: _t.Literal["string"] = _b.prefilled("type")
    default: str | _m.UnsetType = _m.UNSET
    """Value of the option that is selected at first."""

    description: str | _m.UnsetType = _m.UNSET
    """Explanation shown beside the field."""

    title: str | _m.UnsetType = _m.UNSET
    """Label of the field."""


class Tool(_b.Struct, kw_only=True):
    """A tool that a server offers: its name, its description and the schema of its arguments.

    Since 2024-11-05.
    Changed in 2025-03-26: `annotations` added.
    Changed in 2025-06-18: `_meta`, `outputSchema`, `title` added.
    Changed in 2025-11-25: `execution`, `icons` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    input_schema: ToolInputSchema = _m.field(name="inputSchema")
    """JSON Schema of the arguments, which are always one object."""

    name: str
    """Identifier by which `tools/call` names the tool."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    annotations: ToolAnnotations | _m.UnsetType = _m.UNSET
    """Hints about the behaviour of the tool; not to be trusted unless the server is trusted."""

    description: str | _m.UnsetType = _m.UNSET
    """Purpose and use of the tool; clients may show this text to the model."""

    execution: ToolExecution | _m.UnsetType = _m.UNSET
    """Ways to run the tool, for instance as a task."""

    icons: _b.Items[Icon] | _m.UnsetType = _m.UNSET
    """Pictures to show beside the name; the client picks the one that suits its display."""

    output_schema: ToolOutputSchema | _m.UnsetType = _m.field(name="outputSchema", default=_m.UNSET)
    """JSON Schema of the `structuredContent` in this tool's results; absent means no promise."""

    title: str | _m.UnsetType = _m.UNSET
    """Name to show to people; the fallbacks are `annotations.title`, then `name`."""


class ToolAnnotations(_b.Struct, kw_only=True):
    """Hints about the behaviour of a tool, without guarantee: do not rely on hints of an untrusted server.

    Since 2025-03-26.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    destructive_hint: bool | _m.UnsetType = _m.field(name="destructiveHint", default=_m.UNSET)
    """Whether the tool may overwrite or delete data, not only add data; default true; ignored for a
    read-only tool."""

    idempotent_hint: bool | _m.UnsetType = _m.field(name="idempotentHint", default=_m.UNSET)
    """Whether a second call with equal arguments has no further effect; default false; ignored for a
    read-only tool."""

    open_world_hint: bool | _m.UnsetType = _m.field(name="openWorldHint", default=_m.UNSET)
    """Whether the tool uses other systems than the server's own, as a web search does; default true."""

    read_only_hint: bool | _m.UnsetType = _m.field(name="readOnlyHint", default=_m.UNSET)
    """Whether the tool changes nothing; default false."""

    title: str | _m.UnsetType = _m.UNSET
    """Name of the tool to show to people."""


class ToolChoice(_b.Struct, kw_only=True):
    """Whether the model may, must or must not use the given tools.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
    """

    mode: ToolChoiceMode | _m.UnsetType = _m.UNSET
    """Whether tools may, must or must not be used; default `auto`."""


class ToolExecution(_b.Struct, kw_only=True):
    """How a tool may be called: for example, whether a call may or must be a task.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
    """

    task_support: TaskSupport | _m.UnsetType = _m.field(name="taskSupport", default=_m.UNSET)
    """Whether calls may or must be made as tasks; default `forbidden`."""


class ToolInputSchema(_b.Mapping):
    """A JSON Schema for the arguments of a tool; the root is an object.

    Since 2024-11-05.
    Changed in 2025-11-25: `$schema` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    type: _b.Member[_t.Literal["object"]] = _b.Member("type", required=True)
    schema: _b.Member[str | _m.UnsetType] = _b.Member("$schema")
    """Dialect of the schema; absent means JSON Schema 2020-12."""

    properties: _b.Member[dict[str, dict[str, _t.Any]] | _m.UnsetType] = _b.Member("properties")
    """Schema of each argument, by its name."""

    required: _b.Member[list[str] | _m.UnsetType] = _b.Member("required")
    """Names of the arguments that must be given."""


class ToolListChangedNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/tools/list_changed"
):
    """The server's notice that its list of tools has changed.

    Notification `notifications/tools/list_changed`, sent by the server.
    Needs the server's capability `tools.listChanged`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    method: ClassVar[_t.Literal["notifications/tools/list_changed"]] = "notifications/tools/list_changed"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class ToolOutputSchema(_b.Mapping):
    """A JSON Schema for the structured output of a tool. The output is an object.

    Since 2025-06-18.
    Changed in 2025-11-25: `$schema` added.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    type: _b.Member[_t.Literal["object"]] = _b.Member("type", required=True)
    schema: _b.Member[str | _m.UnsetType] = _b.Member("$schema")
    """Dialect of the schema; absent means JSON Schema 2020-12."""

    properties: _b.Member[dict[str, dict[str, _t.Any]] | _m.UnsetType] = _b.Member("properties")
    """Schema of each member of the output, by its name."""

    required: _b.Member[list[str] | _m.UnsetType] = _b.Member("required")
    """Names of the members that the output always has."""


class ToolResultContent(_b.Struct, kw_only=True, tag_field="type", tag="tool_result"):
    """The output of a tool, for the model that called the tool.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
    """

    type: ClassVar[_t.Literal["tool_result"]] = "tool_result"
    content: _b.Items[ContentBlock]
    """Output of the tool as a list of content blocks, as in `CallToolResult`."""

    tool_use_id: str = _m.field(name="toolUseId")
    """Identifier of the `ToolUseContent` that this answers."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this result; keep it when the conversation is sent again, so that providers can
    cache."""

    is_error: bool | _m.UnsetType = _m.field(name="isError", default=_m.UNSET)
    """True if the tool failed; default false."""

    structured_content: dict[str, _t.Any] | _m.UnsetType = _m.field(
        name="structuredContent", default=_m.UNSET
    )
    """Output of the tool as a JSON object, of the shape that its `outputSchema` describes."""


class ToolUseContent(_b.Struct, kw_only=True, tag_field="type", tag="tool_use"):
    """The model's call of a tool, as part of its answer.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
    """

    type: ClassVar[_t.Literal["tool_use"]] = "tool_use"
    id: str
    """Identifier of this use, which its `ToolResultContent` repeats as `toolUseId`."""

    input: dict[str, _t.Any]
    """Arguments for the tool, of the shape that its `inputSchema` describes."""

    name: str
    """Name of the tool to run."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this use; keep it when the conversation is sent again, so that providers can cache."""


class ToolsCapability(_b.Struct, kw_only=True):
    """The optional features of a server's tools.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-11-25/server/tools
    """

    list_changed: bool | _m.UnsetType = _m.field(name="listChanged", default=_m.UNSET)
    """True if the server announces changes of its list of tools."""


class URLElicitationRequiredError(_b.Message, kw_only=True):
    """The error response to a request that needs the user to visit web pages first.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    error: URLElicitationRequiredErrorBody
    """Description of the failure: a code, a message and optional data."""

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: RequestId | _m.UnsetType = _m.UNSET


class URLElicitationRequiredErrorBody(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The error object of a `URLElicitationRequiredError`.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    __prefilled__ = {"code": -32042}
    code: _t.Literal[-32042] = _b.prefilled("code")
    """Always -32042."""

    data: URLElicitationRequiredErrorData
    """Web pages that the user has to visit."""

    message: str
    """Short description of the failure."""


class URLElicitationRequiredErrorData(_b.Mapping):
    """The web pages that the user has to visit before the next attempt.

    Since 2025-11-25.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    elicitations: _b.Member[_b.Items[ElicitRequestURLParams]] = _b.Member("elicitations", required=True)
    """An elicitation for each page, all in `url` mode."""


class UnsubscribeRequest(
    _b.Request["EmptyResult"], _b.Message, kw_only=True, tag_field="method", tag="resources/unsubscribe"
):
    """The client's request to end notifications about changes of a resource.

    Request `resources/unsubscribe`, sent by the client.
    Answered by `EmptyResult`.
    Needs the server's capability `resources.subscribe`.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    method: ClassVar[_t.Literal["resources/unsubscribe"]] = "resources/unsubscribe"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: UnsubscribeRequestParams


class UnsubscribeRequestParams(_b.Struct, kw_only=True):
    """The resource to stop watching.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-11-25/server/resources
    """

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class UntitledMultiSelectEnumSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A field of a form in which the user may choose several options; the values themselves are shown.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    __prefilled__ = {"type": "array"}
    items: UntitledMultiSelectItems
    """Options to choose from."""

    type: _t.Literal["array"] = _b.prefilled("type")
    default: list[str] | _m.UnsetType = _m.UNSET
    """Options that are selected at first."""

    description: str | _m.UnsetType = _m.UNSET
    """Explanation shown beside the field."""

    max_items: int | _m.UnsetType = _m.field(name="maxItems", default=_m.UNSET)
    """Largest number of options that may be chosen."""

    min_items: int | _m.UnsetType = _m.field(name="minItems", default=_m.UNSET)
    """Smallest number of options that must be chosen."""

    title: str | _m.UnsetType = _m.UNSET
    """Label of the field."""


class UntitledMultiSelectItems(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The options, without titles, of a field in which the user may choose several.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    __prefilled__ = {"type": "string"}
    enum: list[str]
    """Options to choose from; the chosen value is returned unchanged."""

    type: _t.Literal["string"] = _b.prefilled("type")


class UntitledSingleSelectEnumSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A field of a form in which the user chooses one option; the values themselves are shown.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
    """

    __prefilled__ = {"type": "string"}
    enum: list[str]
    """Options to choose from; the chosen value is returned unchanged."""

    type: _t.Literal["string"] = _b.prefilled("type")
    default: str | _m.UnsetType = _m.UNSET
    """Option that is selected at first."""

    description: str | _m.UnsetType = _m.UNSET
    """Explanation shown beside the field."""

    title: str | _m.UnsetType = _m.UNSET
    """Label of the field."""


if _t.TYPE_CHECKING:
    AnyResourceContents: _t.TypeAlias = TextResourceContents | BlobResourceContents
else:

    class AnyResourceContents(_b.Untagged):
        """Contents of a resource: text if it has `text`, bytes if it has `blob`.

        Since 2024-11-05.
        https://modelcontextprotocol.io/specification/2025-11-25/server/resources
        """

        variants = ("TextResourceContents", "BlobResourceContents")


ClientNotification: _t.TypeAlias = (
    CancelledNotification
    | InitializedNotification
    | ProgressNotification
    | TaskStatusNotification
    | RootsListChangedNotification
)
"""Any notification that a client may send, identified by `method`.

Since 2024-11-05.
Changed in 2025-11-25: `TaskStatusNotification` added.
https://modelcontextprotocol.io/specification/2025-11-25/basic
"""
ClientRequest: _t.TypeAlias = (
    InitializeRequest
    | PingRequest
    | ListResourcesRequest
    | ListResourceTemplatesRequest
    | ReadResourceRequest
    | SubscribeRequest
    | UnsubscribeRequest
    | ListPromptsRequest
    | GetPromptRequest
    | ListToolsRequest
    | CallToolRequest
    | GetTaskRequest
    | GetTaskPayloadRequest
    | CancelTaskRequest
    | ListTasksRequest
    | SetLevelRequest
    | CompleteRequest
)
"""Any request that a client may send, identified by `method`.

Since 2024-11-05.
Changed in 2025-11-25: `GetTaskRequest`, `GetTaskPayloadRequest`, `CancelTaskRequest`,
    `ListTasksRequest` added.
https://modelcontextprotocol.io/specification/2025-11-25/basic
"""
if _t.TYPE_CHECKING:
    ClientResult: _t.TypeAlias = (
        GetTaskResult
        | CancelTaskResult
        | CreateMessageResult
        | ListRootsResult
        | ListTasksResult
        | ElicitResult
        | Result
        | GetTaskPayloadResult
    )
else:

    class ClientResult(_b.Untagged):
        """Any result that a client may send; the request with the same id determines the type of the result.

        Since 2024-11-05.
        Changed in 2025-06-18: `ElicitResult` added.
        Changed in 2025-11-25: `GetTaskResult`, `GetTaskPayloadResult`, `CancelTaskResult`,
            `ListTasksResult` added.
        https://modelcontextprotocol.io/specification/2025-11-25/basic
        """

        variants = (
            "GetTaskResult",
            "CancelTaskResult",
            "CreateMessageResult",
            "ListRootsResult",
            "ListTasksResult",
            "ElicitResult",
            "Result",
            "GetTaskPayloadResult",
        )


CompletionReference: _t.TypeAlias = PromptReference | ResourceTemplateReference
"""The owner of an argument to complete: a prompt or a resource template.

Since 2024-11-05.
Changed in 2025-06-18: `ResourceTemplateReference` added; `ResourceReference` removed.
https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/completion
"""
ContentBlock: _t.TypeAlias = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource
"""A piece of content in a prompt or in a tool's result; `type` names its kind.

Since 2024-11-05.
Changed in 2025-03-26: `AudioContent` added.
Changed in 2025-06-18: `ResourceLink` added.
https://modelcontextprotocol.io/specification/2025-11-25/server/tools
"""
Cursor: _t.TypeAlias = str
"""An opaque position in a list that comes in pages; only the server can read it.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/pagination
"""
ElicitAction: _t.TypeAlias = _t.Literal["accept", "cancel", "decline"]
"""The user's reaction to an elicitation: `accept`, `decline`, or `cancel` (closed without a choice).

Since 2025-06-18.
https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
"""
ElicitFieldValue: _t.TypeAlias = list[str] | str | int | float | bool
"""The value that the user entered in one field of a form.

Since 2025-06-18.
Changed in 2025-11-25: other values are valid.
https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
"""
if _t.TYPE_CHECKING:
    ElicitRequestParams: _t.TypeAlias = ElicitRequestURLParams | ElicitRequestFormParams
else:

    class ElicitRequestParams(_b.Untagged):
        """An elicitation: a form for the user, or a web page to visit if `mode` is `url`.

        Since 2025-11-25.
        https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
        """

        variants = ("ElicitRequestURLParams", "ElicitRequestFormParams")


EmptyResult: _t.TypeAlias = Result
"""A result without content: the request succeeded.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-11-25/basic
"""
if _t.TYPE_CHECKING:
    EnumSchema: _t.TypeAlias = (
        UntitledSingleSelectEnumSchema
        | TitledSingleSelectEnumSchema
        | LegacyTitledEnumSchema
        | UntitledMultiSelectEnumSchema
        | TitledMultiSelectEnumSchema
    )
else:

    class EnumSchema(_b.Untagged):
        """A field of a form that offers fixed options: one or several to choose, with titles or without.

        Since 2025-06-18.
        Changed in 2025-11-25: `UntitledSingleSelectEnumSchema`, `TitledSingleSelectEnumSchema`,
            `UntitledMultiSelectEnumSchema`, `TitledMultiSelectEnumSchema`, `LegacyTitledEnumSchema` added.
        https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
        """

        variants = (
            "UntitledSingleSelectEnumSchema",
            "TitledSingleSelectEnumSchema",
            "LegacyTitledEnumSchema",
            "UntitledMultiSelectEnumSchema",
            "TitledMultiSelectEnumSchema",
        )


IconTheme: _t.TypeAlias = _t.Literal["dark", "light"]
"""The background an icon is drawn for: `light` or `dark`.

Since 2025-11-25.
https://modelcontextprotocol.io/specification/2025-11-25/basic#icons
"""
IncludeContext: _t.TypeAlias = _t.Literal["allServers", "none", "thisServer"]
"""The context to add to a prompt: none, of the requesting server (`thisServer`), or of all servers
(`allServers`).

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
"""
if _t.TYPE_CHECKING:
    JSONRPCMessage: _t.TypeAlias = (
        JSONRPCResultResponse | JSONRPCRequest | JSONRPCNotification | JSONRPCErrorResponse
    )
else:

    class JSONRPCMessage(_b.Untagged):
        """Any JSON-RPC message: a request, a notification, a result or an error.

        Since 2024-11-05.
        Changed in 2025-03-26: other values are valid.
        Changed in 2025-06-18: other values are valid.
        Changed in 2025-11-25: `JSONRPCResultResponse`, `JSONRPCErrorResponse` added; `JSONRPCResponse`,
            `JSONRPCError` removed.
        https://modelcontextprotocol.io/specification/2025-11-25/basic
        """

        variants = ("JSONRPCResultResponse", "JSONRPCRequest", "JSONRPCNotification", "JSONRPCErrorResponse")


if _t.TYPE_CHECKING:
    JSONRPCResponse: _t.TypeAlias = JSONRPCResultResponse | JSONRPCErrorResponse
else:

    class JSONRPCResponse(_b.Untagged):
        """Either kind of answer to a request: a result or an error.

        Since 2024-11-05.
        Changed in 2025-11-25: `JSONRPCResultResponse`, `JSONRPCErrorResponse` added.
        https://modelcontextprotocol.io/specification/2025-11-25/basic
        """

        variants = ("JSONRPCResultResponse", "JSONRPCErrorResponse")


LoggingLevel: _t.TypeAlias = _t.Literal[
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"
]
"""The severity of a log message: the eight levels of syslog (RFC 5424), from `debug` up to
`emergency`.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-11-25/server/utilities/logging
"""
if _t.TYPE_CHECKING:
    MultiSelectEnumSchema: _t.TypeAlias = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema
else:

    class MultiSelectEnumSchema(_b.Untagged):
        """A field of a form that offers fixed options, of which the user chooses any number.

        Since 2025-11-25.
        https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
        """

        variants = ("UntitledMultiSelectEnumSchema", "TitledMultiSelectEnumSchema")


NumberSchemaType: _t.TypeAlias = _t.Literal["integer", "number"]
"""Whether a field takes any `number` or only an `integer`.

Since 2025-06-18.
https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
"""
if _t.TYPE_CHECKING:
    PrimitiveSchemaDefinition: _t.TypeAlias = (
        UntitledSingleSelectEnumSchema
        | TitledSingleSelectEnumSchema
        | LegacyTitledEnumSchema
        | UntitledMultiSelectEnumSchema
        | TitledMultiSelectEnumSchema
        | BooleanSchema
        | NumberSchema
        | StringSchema
    )
else:

    class PrimitiveSchemaDefinition(_b.Untagged):
        """A field of a form; `type` and the other members determine its kind.

        Since 2025-06-18.
        Changed in 2025-11-25: `UntitledSingleSelectEnumSchema`, `TitledSingleSelectEnumSchema`,
            `UntitledMultiSelectEnumSchema`, `TitledMultiSelectEnumSchema`, `LegacyTitledEnumSchema` added;
            `EnumSchema` removed.
        https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
        """

        variants = (
            "UntitledSingleSelectEnumSchema",
            "TitledSingleSelectEnumSchema",
            "LegacyTitledEnumSchema",
            "UntitledMultiSelectEnumSchema",
            "TitledMultiSelectEnumSchema",
            "BooleanSchema",
            "NumberSchema",
            "StringSchema",
        )


ProgressToken: _t.TypeAlias = str | int
"""The token that ties progress notifications to the request that asked for them; strings and numbers
are distinct.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/progress
"""
RequestId: _t.TypeAlias = str | int
"""The id that ties an answer to its request; the string `"1"` and the number `1` are different ids.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-11-25/basic
"""
Role: _t.TypeAlias = _t.Literal["assistant", "user"]
"""The speaker of a message: the user, or the assistant, which is the model.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-11-25/server/prompts
"""
SamplingMessageContentBlock: _t.TypeAlias = (
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent
)
"""A piece of content in a conversation with a language model; `type` names its kind.

Since 2025-11-25.
https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
"""
SamplingContent: _t.TypeAlias = (
    TextContent
    | ImageContent
    | AudioContent
    | ToolUseContent
    | ToolResultContent
    | list[SamplingMessageContentBlock]
)
"""The content of one message of a conversation with a language model.

Since 2024-11-05.
Changed in 2025-03-26: `AudioContent` added.
Changed in 2025-11-25: `ToolUseContent`, `ToolResultContent` added.
https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
"""
ServerNotification: _t.TypeAlias = (
    CancelledNotification
    | ProgressNotification
    | ResourceListChangedNotification
    | ResourceUpdatedNotification
    | PromptListChangedNotification
    | ToolListChangedNotification
    | TaskStatusNotification
    | LoggingMessageNotification
    | ElicitationCompleteNotification
)
"""Any notification that a server may send, identified by `method`.

Since 2024-11-05.
Changed in 2025-11-25: `TaskStatusNotification`, `ElicitationCompleteNotification` added.
https://modelcontextprotocol.io/specification/2025-11-25/basic
"""
ServerRequest: _t.TypeAlias = (
    PingRequest
    | GetTaskRequest
    | GetTaskPayloadRequest
    | CancelTaskRequest
    | ListTasksRequest
    | CreateMessageRequest
    | ListRootsRequest
    | ElicitRequest
)
"""Any request that a server may send, identified by `method`.

Since 2024-11-05.
Changed in 2025-06-18: `ElicitRequest` added.
Changed in 2025-11-25: `GetTaskRequest`, `GetTaskPayloadRequest`, `CancelTaskRequest`,
    `ListTasksRequest` added.
Removed in 2026-07-28.
https://modelcontextprotocol.io/specification/2025-11-25/basic
"""
if _t.TYPE_CHECKING:
    ServerResult: _t.TypeAlias = (
        GetTaskResult
        | CancelTaskResult
        | InitializeResult
        | ReadResourceResult
        | CompleteResult
        | ListResourcesResult
        | ListResourceTemplatesResult
        | ListPromptsResult
        | GetPromptResult
        | ListToolsResult
        | ListTasksResult
        | CallToolResult
        | Result
        | GetTaskPayloadResult
    )
else:

    class ServerResult(_b.Untagged):
        """Any result that a server may send; the request with the same id determines the type of the result.

        Since 2024-11-05.
        Changed in 2025-11-25: `GetTaskResult`, `GetTaskPayloadResult`, `CancelTaskResult`,
            `ListTasksResult` added.
        https://modelcontextprotocol.io/specification/2025-11-25/basic
        """

        variants = (
            "GetTaskResult",
            "CancelTaskResult",
            "InitializeResult",
            "ReadResourceResult",
            "CompleteResult",
            "ListResourcesResult",
            "ListResourceTemplatesResult",
            "ListPromptsResult",
            "GetPromptResult",
            "ListToolsResult",
            "ListTasksResult",
            "CallToolResult",
            "Result",
            "GetTaskPayloadResult",
        )


if _t.TYPE_CHECKING:
    SingleSelectEnumSchema: _t.TypeAlias = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema
else:

    class SingleSelectEnumSchema(_b.Untagged):
        """A field of a form that offers fixed options, of which the user chooses one.

        Since 2025-11-25.
        https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
        """

        variants = ("UntitledSingleSelectEnumSchema", "TitledSingleSelectEnumSchema")


StringSchemaFormat: _t.TypeAlias = _t.Literal["date", "date-time", "email", "uri"]
"""The kind of text that a field expects: an e-mail address, a URI, a date, or a date with time.

Since 2025-06-18.
https://modelcontextprotocol.io/specification/2025-11-25/client/elicitation
"""
TaskStatus: _t.TypeAlias = _t.Literal["cancelled", "completed", "failed", "input_required", "working"]
"""The state of a task: `working` or `input_required` while it runs; finally `completed`, `failed` or
`cancelled`.

Since 2025-11-25.
Removed in 2026-07-28.
https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
"""
TaskSupport: _t.TypeAlias = _t.Literal["forbidden", "optional", "required"]
"""Whether a call to the tool as a task is `forbidden`, `optional` or `required`.

Since 2025-11-25.
Removed in 2026-07-28.
https://modelcontextprotocol.io/specification/2025-11-25/basic/utilities/tasks
"""
ToolChoiceMode: _t.TypeAlias = _t.Literal["auto", "none", "required"]
"""Whether the model may (`auto`), must (`required`) or must not (`none`) use tools.

Since 2025-11-25.
https://modelcontextprotocol.io/specification/2025-11-25/client/sampling
"""
