"""Message types of MCP 2026-07-28."""

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
    "CacheScope",
    "CacheableResult",
    "CallToolOutcome",
    "CallToolRequest",
    "CallToolRequestParams",
    "CallToolResult",
    "CallToolResultResponse",
    "CancelledNotification",
    "CancelledNotificationParams",
    "ClientCapabilities",
    "ClientNotification",
    "ClientRequest",
    "ClientResult",
    "CompleteRequest",
    "CompleteRequestParams",
    "CompleteResult",
    "CompleteResultResponse",
    "Completion",
    "CompletionArgument",
    "CompletionContext",
    "CompletionReference",
    "ContentBlock",
    "CreateMessageRequest",
    "CreateMessageRequestParams",
    "CreateMessageResult",
    "Cursor",
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
    "GetPromptOutcome",
    "GetPromptRequest",
    "GetPromptRequestParams",
    "GetPromptResult",
    "GetPromptResultResponse",
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
]


class Annotations(_b.Struct, kw_only=True):
    """Hints for the client about content, such as audience and importance.

    Since 2024-11-05.
    Changed in 2025-06-18: `lastModified` added.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
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
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    type: ClassVar[_t.Literal["audio"]] = "audio"
    data: str
    """Bytes of the recording in base64."""

    mime_type: str = _m.field(name="mimeType")
    """MIME type of the recording, such as `audio/wav`."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
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
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    blob: str
    """Bytes of the resource in base64."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the data, if the server knows it."""


class BooleanSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A field of a form that takes yes or no.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
    """

    __prefilled__ = {"type": "boolean"}
    type: _t.Literal["boolean"] = _b.prefilled("type")
    default: bool | _m.UnsetType = _m.UNSET
    """Answer that is selected at first."""

    description: str | _m.UnsetType = _m.UNSET
    """Explanation shown beside the field."""

    title: str | _m.UnsetType = _m.UNSET
    """Label of the field."""


class CacheableResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The members common to results that a client may cache: lifetime and scope.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
    """

    __prefilled__ = {"result_type": "complete"}
    cache_scope: CacheScope = _m.field(name="cacheScope")
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""

    result_type: str = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""

    ttl_ms: _t.Annotated[int, _m.Meta(ge=0)] = _m.field(name="ttlMs")
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class CallToolRequest(
    _b.Request["CallToolResult | InputRequiredResult", "CallToolResult"],
    _b.Message,
    kw_only=True,
    tag_field="method",
    tag="tools/call",
):
    """The client's request to run one of the server's tools.

    Request `tools/call`, sent by the client.
    Answered by `CallToolResult`, `InputRequiredResult`.
    Needs the server's capability `tools`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    method: ClassVar[_t.Literal["tools/call"]] = "tools/call"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: CallToolRequestParams


class CallToolRequestParams(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The tool to run, and its arguments.

    Since 2024-11-05.
    Changed in 2025-11-25: `task` added.
    Changed in 2026-07-28: `inputResponses`, `requestState` added; `task` removed; `_meta` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    __prefilled__ = {"meta": None}
    meta: RequestMetaObject = _b.prefilled("_meta")
    """Metadata about this object or message; not part of its content."""

    name: str
    """Name of the tool, as `tools/list` gives it."""

    arguments: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Values for the tool's parameters, of the shape that its `inputSchema` describes."""

    input_responses: InputResponses | _m.UnsetType = _m.field(name="inputResponses", default=_m.UNSET)
    """Answers to the `inputRequests` of the previous attempt, under the same keys; absent on a first
    attempt."""

    request_state: str | _m.UnsetType = _m.field(name="requestState", default=_m.UNSET)
    """Opaque state of the server, sent back unchanged when the request is tried again."""


class CallToolResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The output of a tool. A failing tool sets `isError`, so that the model sees the failure; a JSON-RPC
    error means that the call never reached the tool.

    Since 2024-11-05.
    Changed in 2025-06-18: `structuredContent` added.
    Changed in 2026-07-28: `resultType` added; `_meta` has another type; `structuredContent` has another
        type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    __prefilled__ = {"result_type": "complete"}
    content: _b.Items[ContentBlock]
    """Output of the tool as a list of content blocks, possibly empty."""

    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    is_error: bool | _m.UnsetType = _m.field(name="isError", default=_m.UNSET)
    """True if the tool failed; absent means success."""

    structured_content: _t.Any | _m.UnsetType = _m.field(name="structuredContent", default=_m.UNSET)
    """Output of the tool as JSON: any value, of the shape that its `outputSchema` describes; `null`
    differs from absent."""


class CallToolResultResponse(_b.Message, kw_only=True):
    """The JSON-RPC response to `tools/call`: its result, or a request for more input.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: CallToolOutcome


class CancelledNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/cancelled"
):
    """The client's notice that it no longer wants the answer to a request; over stdio, also the server's
    notice that it ends a `subscriptions/listen` stream.

    Notification `notifications/cancelled`, sent by the client or server.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation
    """

    method: ClassVar[_t.Literal["notifications/cancelled"]] = "notifications/cancelled"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: CancelledNotificationParams


class CancelledNotificationParams(_b.Struct, kw_only=True):
    """The cancelled request, and the reason.

    Since 2024-11-05.
    Changed in 2025-11-25: `requestId` now optional.
    Changed in 2026-07-28: `_meta` has another type; `requestId` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/cancellation
    """

    request_id: RequestId = _m.field(name="requestId")
    """Id of the request to stop."""

    meta: NotificationMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    reason: str | _m.UnsetType = _m.UNSET
    """Reason of the cancellation, for logs or for the user."""


class ClientCapabilities(_b.Struct, kw_only=True):
    """The optional features that a client supports; other names are allowed.

    Since 2024-11-05.
    Changed in 2025-06-18: `elicitation` added.
    Changed in 2025-11-25: `tasks` added; `elicitation` has another type; `sampling` has another type.
    Changed in 2026-07-28: `extensions` added; `tasks` removed; `experimental` has another type; `roots`
        has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    elicitation: ElicitationCapability | _m.UnsetType = _m.UNSET
    """Present if the client can ask its user for input on behalf of a server."""

    experimental: dict[str, JSONObject] | _m.UnsetType = _m.UNSET
    """Features outside the specification, each under a name of its own."""

    extensions: dict[str, JSONObject] | _m.UnsetType = _m.UNSET
    """Supported protocol extensions: the settings of each, by its identifier; an empty object means no
    settings."""

    roots: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if the client can name the directories and files that the server may work on."""

    sampling: SamplingCapability | _m.UnsetType = _m.UNSET
    """Present if the client can run a language model on behalf of a server."""


class CompleteRequest(
    _b.Request["CompleteResult"], _b.Message, kw_only=True, tag_field="method", tag="completion/complete"
):
    """The client's request for values that could complete an argument the user is typing.

    Request `completion/complete`, sent by the client.
    Answered by `CompleteResult`.
    Needs the server's capability `completions`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
    """

    method: ClassVar[_t.Literal["completion/complete"]] = "completion/complete"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: CompleteRequestParams


class CompleteRequestParams(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The argument to complete, with the text typed so far.

    Since 2024-11-05.
    Changed in 2025-06-18: `context` added.
    Changed in 2026-07-28: `_meta` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
    """

    __prefilled__ = {"meta": None}
    meta: RequestMetaObject = _b.prefilled("_meta")
    """Metadata about this object or message; not part of its content."""

    argument: CompletionArgument
    """Argument to complete, with the text typed so far."""

    ref: CompletionReference
    """Prompt or resource template that the argument belongs to."""

    context: CompletionContext | _m.UnsetType = _m.UNSET
    """Arguments with a value already, for suggestions that depend on them."""


class CompleteResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The server's suggestions for an argument.

    Since 2024-11-05.
    Changed in 2026-07-28: `resultType` added; `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
    """

    __prefilled__ = {"result_type": "complete"}
    completion: Completion
    """Suggestions, and how many more there are."""

    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class CompleteResultResponse(_b.Message, kw_only=True):
    """The JSON-RPC response to `completion/complete`, with its result.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: CompleteResult


class Completion(_b.Struct, kw_only=True):
    """Suggested values for an argument, and how many more there are.

    Since 2024-11-05.
    Changed in 2026-07-28: `values` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
    """

    values: _t.Annotated[list[str], _m.Meta(max_length=100)]
    """Suggestions, at most 100."""

    has_more: bool | _m.UnsetType = _m.field(name="hasMore", default=_m.UNSET)
    """True if there are suggestions beyond those listed, even if `total` is unknown."""

    total: int | _m.UnsetType = _m.UNSET
    """Number of suggestions that exist, which may be more than are listed."""


class CompletionArgument(_b.Struct, kw_only=True):
    """The argument to complete, with the text typed so far.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
    """

    name: str
    """Name of the argument, or of the variable in the URI template."""

    value: str
    """Text typed so far, which suggestions should match."""


class CompletionContext(_b.Struct, kw_only=True):
    """The context of a completion: the arguments that have a value already.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
    """

    arguments: dict[str, str] | _m.UnsetType = _m.UNSET
    """Values of the arguments that the user has filled in, by name."""


class CreateMessageRequest(
    _b.Request["CreateMessageResult"],
    _b.Struct,
    kw_only=True,
    tag_field="method",
    tag="sampling/createMessage",
):
    """The server's request to the client to run a language model; the user may inspect, change or refuse
    the request.

    Request `sampling/createMessage`, embedded by the server in an `InputRequiredResult`.
    Answered by `CreateMessageResult`.
    Needs the client's capability `sampling`.
    Since 2024-11-05.
    Changed in 2026-07-28: `id`, `jsonrpc` removed.
    Deprecated; use a model provider's own interface.
    https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
    """

    method: ClassVar[_t.Literal["sampling/createMessage"]] = "sampling/createMessage"
    params: CreateMessageRequestParams


class CreateMessageRequestParams(_b.Struct, kw_only=True):
    """The conversation for the model, and the settings for its answer.

    Since 2024-11-05.
    Changed in 2025-11-25: `task`, `toolChoice`, `tools` added.
    Changed in 2026-07-28: `_meta`, `task` removed; `metadata` has another type.
    `includeContext` is deprecated; use `none`, or leave it out.
    https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
    """

    max_tokens: int = _m.field(name="maxTokens")
    """Upper limit on the tokens of the answer; the client may set a lower one."""

    messages: _b.Items[SamplingMessage]
    """Conversation so far, oldest message first."""

    include_context: IncludeContext | _m.UnsetType = _m.field(name="includeContext", default=_m.UNSET)
    """Context that the server would like in the prompt; default `none`; other values need the client
    capability `sampling.context`."""

    metadata: JSONObject | _m.UnsetType = _m.UNSET
    """Data to pass to the provider of the model, in the provider's own format."""

    model_preferences: ModelPreferences | _m.UnsetType = _m.field(name="modelPreferences", default=_m.UNSET)
    """The server's preferences for a model; the client decides."""

    stop_sequences: list[str] | _m.UnsetType = _m.field(name="stopSequences", default=_m.UNSET)
    """Strings at which the model stops."""

    system_prompt: str | _m.UnsetType = _m.field(name="systemPrompt", default=_m.UNSET)
    """System prompt that the server would like; the client may change it or leave it out."""

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
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
    """

    content: SamplingContent
    """Content of the model's answer."""

    model: str
    """Name of the model that answered."""

    role: Role
    """Speaker of the message."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    stop_reason: str | _m.UnsetType = _m.field(name="stopReason", default=_m.UNSET)
    """Reason for the end of the answer, such as `endTurn`, `stopSequence` or `maxTokens`; providers may
    use their own words."""


class DiscoverRequest(
    _b.Request["DiscoverResult"], _b.Message, kw_only=True, tag_field="method", tag="server/discover"
):
    """The client's request for the server's revisions and capabilities; a client need not send it, but a
    server must answer it.

    Request `server/discover`, sent by the client.
    Answered by `DiscoverResult`.
    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/server/discover
    """

    method: ClassVar[_t.Literal["server/discover"]] = "server/discover"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: RequestParams


class DiscoverResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The protocol revisions and the optional features that a server supports.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/server/discover
    """

    __prefilled__ = {"result_type": "complete"}
    cache_scope: CacheScope = _m.field(name="cacheScope")
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""

    capabilities: ServerCapabilities
    """Optional features that the server supports."""

    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""

    supported_versions: list[str] = _m.field(name="supportedVersions")
    """Protocol revisions that the server accepts; the client picks one of them for its next requests."""

    ttl_ms: _t.Annotated[int, _m.Meta(ge=0)] = _m.field(name="ttlMs")
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    instructions: str | _m.UnsetType = _m.UNSET
    """Advice on using the server, which the client may show to the model; it need not repeat descriptions
    of tools."""


class DiscoverResultResponse(_b.Message, kw_only=True):
    """The JSON-RPC response to `server/discover`, with its result.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/server/discover
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: DiscoverResult


class ElicitRequest(
    _b.Request["ElicitResult"], _b.Struct, kw_only=True, tag_field="method", tag="elicitation/create"
):
    """The server's request to the client to ask the user for input.

    Request `elicitation/create`, embedded by the server in an `InputRequiredResult`.
    Answered by `ElicitResult`.
    Needs the client's capability `elicitation`.
    Since 2025-06-18.
    Changed in 2025-11-25: `params` has another type.
    Changed in 2026-07-28: `id`, `jsonrpc` removed.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
    """

    method: ClassVar[_t.Literal["elicitation/create"]] = "elicitation/create"
    params: ElicitRequestParams


class ElicitRequestFormParams(_b.Struct, kw_only=True):
    """A form to show to the user; it must not ask for secrets such as passwords, because the client sees
    the answers.

    Since 2025-06-18.
    Changed in 2025-11-25: `mode`, `task` added.
    Changed in 2026-07-28: `_meta`, `task` removed.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
    """

    message: str
    """Explanation to the user of what the server asks for."""

    requested_schema: ElicitRequestedSchema = _m.field(name="requestedSchema")
    """Fields of the form, as a flat JSON Schema."""

    mode: _t.Literal["form"] | _m.UnsetType = _m.UNSET
    """`form`; absent means `form` too."""


class ElicitRequestURLParams(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A web page to send the user to; the client does not see what the user enters there.

    Since 2025-11-25.
    Changed in 2026-07-28: `_meta`, `elicitationId`, `task` removed.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
    """

    __prefilled__ = {"mode": "url"}
    message: str
    """Explanation to the user of why to visit the page."""

    mode: _t.Literal["url"] = _b.prefilled("mode")
    """Always `url`."""

    url: str
    """Address of the web page, which the client opens only with the user's consent."""


class ElicitRequestedSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The fields of a form: a flat JSON Schema whose properties are strings, numbers, booleans or fixed
    choices.

    Since 2025-06-18.
    Changed in 2025-11-25: `$schema` added.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
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
    Changed in 2026-07-28: `_meta` removed.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
    """

    action: ElicitAction
    """The user's reaction; only `accept` is consent."""

    content: dict[str, ElicitFieldValue] | _m.UnsetType = _m.UNSET
    """The input, by field name; only if a form was accepted."""


class ElicitationCapability(_b.Struct, kw_only=True):
    """The modes of elicitation that a client supports; an empty object means forms only.

    Since 2025-11-25.
    Changed in 2026-07-28: `form` has another type; `url` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
    """

    form: JSONObject | _m.UnsetType = _m.UNSET
    """Present if the client can show a form."""

    url: JSONObject | _m.UnsetType = _m.UNSET
    """Present if the client can send the user to a web page."""


class EmbeddedResource(_b.Struct, kw_only=True, tag_field="type", tag="resource"):
    """A resource with its contents inside a message, so that no `resources/read` is needed.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    type: ClassVar[_t.Literal["resource"]] = "resource"
    resource: AnyResourceContents
    """Contents of the resource, as text or as base64 bytes."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""


class Error(_b.Struct, kw_only=True):
    """The error object of JSON-RPC: a code, a message, and data of the sender's choice.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    code: int
    """Integer that classifies the error."""

    message: str
    """Short description of the failure."""

    data: _t.Any | _m.UnsetType = _m.UNSET
    """Details of the error, in any shape that the sender chooses."""


class GetPromptRequest(
    _b.Request["GetPromptResult | InputRequiredResult", "GetPromptResult"],
    _b.Message,
    kw_only=True,
    tag_field="method",
    tag="prompts/get",
):
    """The client's request for the messages of one prompt, filled in with arguments.

    Request `prompts/get`, sent by the client.
    Answered by `GetPromptResult`, `InputRequiredResult`.
    Needs the server's capability `prompts`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
    """

    method: ClassVar[_t.Literal["prompts/get"]] = "prompts/get"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: GetPromptRequestParams


class GetPromptRequestParams(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The prompt to fill in, and its arguments.

    Since 2024-11-05.
    Changed in 2026-07-28: `inputResponses`, `requestState` added; `_meta` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
    """

    __prefilled__ = {"meta": None}
    meta: RequestMetaObject = _b.prefilled("_meta")
    """Metadata about this object or message; not part of its content."""

    name: str
    """Name of the prompt, as `prompts/list` gives it."""

    arguments: dict[str, str] | _m.UnsetType = _m.UNSET
    """Value of each argument, by its name; all values are strings."""

    input_responses: InputResponses | _m.UnsetType = _m.field(name="inputResponses", default=_m.UNSET)
    """Answers to the `inputRequests` of the previous attempt, under the same keys; absent on a first
    attempt."""

    request_state: str | _m.UnsetType = _m.field(name="requestState", default=_m.UNSET)
    """Opaque state of the server, sent back unchanged when the request is tried again."""


class GetPromptResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The messages of a prompt, filled in and ready for the model.

    Since 2024-11-05.
    Changed in 2026-07-28: `resultType` added; `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
    """

    __prefilled__ = {"result_type": "complete"}
    messages: _b.Items[PromptMessage]
    """Messages of the prompt, in the order of the conversation."""

    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    description: str | _m.UnsetType = _m.UNSET
    """Purpose of the prompt."""


class GetPromptResultResponse(_b.Message, kw_only=True):
    """The JSON-RPC response to `prompts/get`: its result, or a request for more input.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: GetPromptOutcome


class HeaderMismatchError(_b.Message, kw_only=True):
    """The error response to an HTTP request with headers that are missing, malformed or in contradiction
    to its body; the status is 400.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
    """

    error: HeaderMismatchErrorBody
    """Description of the failure: a code, a message and optional data."""

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: RequestId | _m.UnsetType = _m.UNSET


class HeaderMismatchErrorBody(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The error object of a `HeaderMismatchError`.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
    """

    __prefilled__ = {"code": -32020}
    code: _t.Literal[-32020] = _b.prefilled("code")
    """Always -32020."""

    message: str
    """Short description of the failure."""

    data: _t.Any | _m.UnsetType = _m.UNSET
    """Details of the error, in any shape that the sender chooses."""


class Icon(_b.Struct, kw_only=True):
    """An image of a tool, prompt, resource or implementation for user interfaces.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2026-07-28/basic#icons
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
    https://modelcontextprotocol.io/specification/2026-07-28/basic#icons
    """

    icons: _b.Items[Icon] | _m.UnsetType = _m.UNSET
    """Pictures to show beside the name; the client picks the one that suits its display."""


class ImageContent(_b.Struct, kw_only=True, tag_field="type", tag="image"):
    """A picture, as base64 text with its MIME type.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    type: ClassVar[_t.Literal["image"]] = "image"
    data: str
    """Bytes of the picture in base64."""

    mime_type: str = _m.field(name="mimeType")
    """MIME type of the picture, such as `image/png`."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""


class Implementation(_b.Struct, kw_only=True):
    """The name and version of a client or server program.

    Since 2024-11-05.
    Changed in 2025-06-18: `title` added.
    Changed in 2025-11-25: `description`, `icons`, `websiteUrl` added.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
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


class InputRequiredResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A result that asks for input: the client gathers the input, then sends the original request again
    under a new id.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
    """

    __guard__ = ("resultType", "input_required")
    __prefilled__ = {"result_type": "input_required"}
    result_type: str = _b.prefilled("resultType")
    """`input_required`; a result with another value is of another type."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    input_requests: InputRequests | _m.UnsetType = _m.field(name="inputRequests", default=_m.UNSET)
    """Inputs that the server needs; if absent, the client may simply try again."""

    request_state: str | _m.UnsetType = _m.field(name="requestState", default=_m.UNSET)
    """Opaque state that the client must return unchanged with the next attempt."""


class InputResponseRequestParams(_b.Struct, kw_only=True):
    """The parameters of a retried request, which contain the input that the server asked for.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
    """

    meta: RequestMetaObject = _m.field(name="_meta")
    """Metadata about this object or message; not part of its content."""

    input_responses: InputResponses | _m.UnsetType = _m.field(name="inputResponses", default=_m.UNSET)
    """Answers to the `inputRequests` of the previous attempt, under the same keys; absent on a first
    attempt."""

    request_state: str | _m.UnsetType = _m.field(name="requestState", default=_m.UNSET)
    """Opaque state of the server, sent back unchanged when the request is tried again."""


class InternalError(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The error for a failure inside the receiver that the request did not cause.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
    """

    __prefilled__ = {"code": -32603}
    code: _t.Literal[-32603] = _b.prefilled("code")
    """Always -32603."""

    message: str
    """Short description of the failure."""

    data: _t.Any | _m.UnsetType = _m.UNSET
    """Details of the error, in any shape that the sender chooses."""


class InvalidParamsError(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The error for invalid parameters, such as an unknown tool, prompt or resource, or an expired cursor.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
    """

    __prefilled__ = {"code": -32602}
    code: _t.Literal[-32602] = _b.prefilled("code")
    """Always -32602."""

    message: str
    """Short description of the failure."""

    data: _t.Any | _m.UnsetType = _m.UNSET
    """Details of the error, in any shape that the sender chooses."""


class InvalidRequestError(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The error for JSON that is not a JSON-RPC message, for instance without `method`.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
    """

    __prefilled__ = {"code": -32600}
    code: _t.Literal[-32600] = _b.prefilled("code")
    """Always -32600."""

    message: str
    """Short description of the failure."""

    data: _t.Any | _m.UnsetType = _m.UNSET
    """Details of the error, in any shape that the sender chooses."""


class JSONRPCErrorResponse(_b.Message, kw_only=True):
    """A JSON-RPC response with an error; `id` is missing only if the id of the failed request could not be
    read.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    error: Error
    """Description of the failure: a code, a message and optional data."""

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: RequestId | _m.UnsetType = _m.UNSET


class JSONRPCNotification(_b.Message, kw_only=True):
    """A JSON-RPC notification, which has no id and gets no response.

    Since 2024-11-05.
    Changed in 2025-11-25: `params` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    method: str
    params: dict[str, _t.Any] | _m.UnsetType = _m.UNSET


class JSONRPCRequest(_b.Message, kw_only=True):
    """A JSON-RPC request, which has an id and gets a response.

    Since 2024-11-05.
    Changed in 2025-11-25: `params` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    method: str
    params: dict[str, _t.Any] | _m.UnsetType = _m.UNSET


class JSONRPCResultResponse(_b.Message, kw_only=True):
    """A JSON-RPC response with the result of a request.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: Result


class LegacyTitledEnumSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The older way to describe a field with fixed options and titles; `TitledSingleSelectEnumSchema`
    replaces it.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
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
    Changed in 2026-07-28: `params` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
    """

    method: ClassVar[_t.Literal["prompts/list"]] = "prompts/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams


class ListPromptsResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """One page of the prompts that a server offers.

    Since 2024-11-05.
    Changed in 2026-07-28: `cacheScope`, `resultType`, `ttlMs` added; `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
    """

    __prefilled__ = {"result_type": "complete"}
    cache_scope: CacheScope = _m.field(name="cacheScope")
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""

    prompts: _b.Items[Prompt]
    """Prompts on this page; more pages follow if `nextCursor` is present."""

    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""

    ttl_ms: _t.Annotated[int, _m.Meta(ge=0)] = _m.field(name="ttlMs")
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListPromptsResultResponse(_b.Message, kw_only=True):
    """The JSON-RPC response to `prompts/list`, with its result.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: ListPromptsResult


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
    Changed in 2026-07-28: `params` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    method: ClassVar[_t.Literal["resources/templates/list"]] = "resources/templates/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams


class ListResourceTemplatesResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """One page of the resource templates that a server offers.

    Since 2024-11-05.
    Changed in 2026-07-28: `cacheScope`, `resultType`, `ttlMs` added; `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    __prefilled__ = {"result_type": "complete"}
    cache_scope: CacheScope = _m.field(name="cacheScope")
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""

    resource_templates: _b.Items[ResourceTemplate] = _m.field(name="resourceTemplates")
    """Templates on this page; more pages follow if `nextCursor` is present."""

    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""

    ttl_ms: _t.Annotated[int, _m.Meta(ge=0)] = _m.field(name="ttlMs")
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListResourceTemplatesResultResponse(_b.Message, kw_only=True):
    """The JSON-RPC response to `resources/templates/list`, with its result.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: ListResourceTemplatesResult


class ListResourcesRequest(
    _b.Request["ListResourcesResult"], _b.Message, kw_only=True, tag_field="method", tag="resources/list"
):
    """The client's request for one page of the server's resources.

    Request `resources/list`, sent by the client.
    Answered by `ListResourcesResult`.
    Needs the server's capability `resources`.
    Since 2024-11-05.
    Changed in 2026-07-28: `params` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    method: ClassVar[_t.Literal["resources/list"]] = "resources/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams


class ListResourcesResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """One page of the resources that a server offers.

    Since 2024-11-05.
    Changed in 2026-07-28: `cacheScope`, `resultType`, `ttlMs` added; `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    __prefilled__ = {"result_type": "complete"}
    cache_scope: CacheScope = _m.field(name="cacheScope")
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""

    resources: _b.Items[Resource]
    """Resources on this page; more pages follow if `nextCursor` is present."""

    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""

    ttl_ms: _t.Annotated[int, _m.Meta(ge=0)] = _m.field(name="ttlMs")
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListResourcesResultResponse(_b.Message, kw_only=True):
    """The JSON-RPC response to `resources/list`, with its result.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: ListResourcesResult


class ListRootsRequest(
    _b.Request["ListRootsResult"], _b.Struct, kw_only=True, tag_field="method", tag="roots/list"
):
    """The server's request for the directories and files that it may work on.

    Request `roots/list`, embedded by the server in an `InputRequiredResult`.
    Answered by `ListRootsResult`.
    Needs the client's capability `roots`.
    Since 2024-11-05.
    Changed in 2026-07-28: `id`, `jsonrpc` removed; `params` has another type.
    Deprecated; use tool arguments, resource URIs or configuration.
    https://modelcontextprotocol.io/specification/2026-07-28/client/roots
    """

    method: ClassVar[_t.Literal["roots/list"]] = "roots/list"
    params: ListRootsRequestParams | _m.UnsetType = _m.UNSET


class ListRootsRequestParams(_b.Struct, kw_only=True):
    """The parameters of `roots/list`: only metadata.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/client/roots
    """

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ListRootsResult(_b.Struct, kw_only=True):
    """The directories and files that the server may work on.

    Since 2024-11-05.
    Changed in 2026-07-28: `_meta` removed.
    https://modelcontextprotocol.io/specification/2026-07-28/client/roots
    """

    roots: _b.Items[Root]
    """All of the client's roots; the list does not come in pages."""


class ListToolsRequest(
    _b.Request["ListToolsResult"], _b.Message, kw_only=True, tag_field="method", tag="tools/list"
):
    """The client's request for one page of the server's tools.

    Request `tools/list`, sent by the client.
    Answered by `ListToolsResult`.
    Needs the server's capability `tools`.
    Since 2024-11-05.
    Changed in 2026-07-28: `params` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    method: ClassVar[_t.Literal["tools/list"]] = "tools/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams


class ListToolsResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """One page of the tools that a server offers.

    Since 2024-11-05.
    Changed in 2026-07-28: `cacheScope`, `resultType`, `ttlMs` added; `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    __prefilled__ = {"result_type": "complete"}
    cache_scope: CacheScope = _m.field(name="cacheScope")
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""

    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""

    tools: _b.Items[Tool]
    """Tools on this page; more pages follow if `nextCursor` is present."""

    ttl_ms: _t.Annotated[int, _m.Meta(ge=0)] = _m.field(name="ttlMs")
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListToolsResultResponse(_b.Message, kw_only=True):
    """The JSON-RPC response to `tools/list`, with its result.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: ListToolsResult


class LoggingMessageNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/message"
):
    """A log message of the server.

    Notification `notifications/message`, sent by the server.
    Needs the server's capability `logging`.
    Since 2024-11-05.
    Deprecated; use standard error, or a telemetry system.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging
    """

    method: ClassVar[_t.Literal["notifications/message"]] = "notifications/message"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: LoggingMessageNotificationParams


class LoggingMessageNotificationParams(_b.Struct, kw_only=True):
    """A log message: its severity, its logger and its content.

    Since 2024-11-05.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging
    """

    data: _t.Any
    """Content of the message: a string, an object, or any other JSON value."""

    level: LoggingLevel
    """Severity of the message."""

    meta: NotificationMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    logger: str | _m.UnsetType = _m.UNSET
    """Name of the part of the server that logs."""


class MethodNotFoundError(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The error for a method that the receiver does not know, or whose capability it did not declare.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
    """

    __prefilled__ = {"code": -32601}
    code: _t.Literal[-32601] = _b.prefilled("code")
    """Always -32601."""

    message: str
    """Short description of the failure."""

    data: _t.Any | _m.UnsetType = _m.UNSET
    """Details of the error, in any shape that the sender chooses."""


class MissingRequiredClientCapabilityError(_b.Message, kw_only=True):
    """The error response to a request that needs a capability which the client did not declare; the HTTP
    status is 400.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
    """

    error: MissingRequiredClientCapabilityErrorBody
    """Description of the failure: a code, a message and optional data."""

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: RequestId | _m.UnsetType = _m.UNSET


class MissingRequiredClientCapabilityErrorBody(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The error object of a `MissingRequiredClientCapabilityError`.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
    """

    __prefilled__ = {"code": -32021}
    code: _t.Literal[-32021] = _b.prefilled("code")
    """Always -32021."""

    data: MissingRequiredClientCapabilityErrorData
    """The capabilities that the client did not declare."""

    message: str
    """Short description of the failure."""


class MissingRequiredClientCapabilityErrorData(_b.Struct, kw_only=True):
    """The capabilities that the client did not declare.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
    """

    required_capabilities: ClientCapabilities = _m.field(name="requiredCapabilities")
    """Capabilities that the request needs and did not declare."""


class ModelHint(_b.Struct, kw_only=True):
    """A hint at the model that a server would like; unknown members are for the client to interpret.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
    """

    name: str | _m.UnsetType = _m.UNSET
    """Part of a model's name, such as `sonnet`; the client may choose a comparable model of another
    provider."""


class ModelPreferences(_b.Struct, kw_only=True):
    """A server's preferences for a model, which the client need not follow.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
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
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    method: str
    params: dict[str, _t.Any] | _m.UnsetType = _m.UNSET


class NotificationMetaObject(_b.OpenStruct, kw_only=True):
    """Metadata of a notification; has the id of the subscription if the notification belongs to one.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    subscription_id: RequestId | _m.UnsetType = _m.field(
        name="io.modelcontextprotocol/subscriptionId", default=_m.UNSET
    )
    """Id of the `subscriptions/listen` request whose stream delivers the notification; absent outside such
    a stream."""


class NotificationParams(_b.Struct, kw_only=True):
    """The members common to the parameters of all notifications: metadata.

    Since 2024-11-05.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    meta: NotificationMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class NumberSchema(_b.Struct, kw_only=True):
    """A field of a form that takes a number.

    Since 2025-06-18.
    Changed in 2025-11-25: `default` added.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
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
    Changed in 2026-07-28: `params` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    method: str
    params: PaginatedRequestParams


class PaginatedRequestParams(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The parameters of a request for a list: the cursor of the page to return.

    Since 2024-11-05.
    Changed in 2026-07-28: `_meta` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
    """

    __prefilled__ = {"meta": None}
    meta: RequestMetaObject = _b.prefilled("_meta")
    """Metadata about this object or message; not part of its content."""

    cursor: str | _m.UnsetType = _m.UNSET
    """Opaque position taken from an earlier `nextCursor`; absent asks for the first page."""


class PaginatedResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The members common to results with a page of a list: the cursor of the next page.

    Since 2024-11-05.
    Changed in 2026-07-28: `resultType` added; `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
    """

    __prefilled__ = {"result_type": "complete"}
    result_type: str = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ParseError(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The error for a message that is not JSON.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic#error-codes
    """

    __prefilled__ = {"code": -32700}
    code: _t.Literal[-32700] = _b.prefilled("code")
    """Always -32700."""

    message: str
    """Short description of the failure."""

    data: _t.Any | _m.UnsetType = _m.UNSET
    """Details of the error, in any shape that the sender chooses."""


class ProgressNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/progress"
):
    """A report of the progress of a running request.

    Notification `notifications/progress`, sent by the server.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
    """

    method: ClassVar[_t.Literal["notifications/progress"]] = "notifications/progress"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: ProgressNotificationParams


class ProgressNotificationParams(_b.Struct, kw_only=True):
    """The progress of a running request, with the token of the request.

    Since 2024-11-05.
    Changed in 2025-03-26: `message` added.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
    """

    progress: int | float
    """Amount done so far; grows with every notification, even if `total` is unknown."""

    progress_token: ProgressToken = _m.field(name="progressToken")
    """Token from the request's `_meta`."""

    meta: NotificationMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
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
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
    """

    name: str
    """Identifier by which `prompts/get` names the prompt."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
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
    https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
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
    https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
    """

    method: ClassVar[_t.Literal["notifications/prompts/list_changed"]] = "notifications/prompts/list_changed"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class PromptMessage(_b.Struct, kw_only=True):
    """A message of a prompt: its speaker, and a single piece of content.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
    """

    content: ContentBlock
    """Content of the message, as one content block."""

    role: Role
    """Speaker of the message."""


class PromptReference(_b.Struct, kw_only=True, tag_field="type", tag="ref/prompt"):
    """Names a prompt, for completion.

    Since 2024-11-05.
    Changed in 2025-06-18: `title` added.
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
    """

    type: ClassVar[_t.Literal["ref/prompt"]] = "ref/prompt"
    name: str
    """Name of the prompt, as `prompts/list` gives it."""

    title: str | _m.UnsetType = _m.UNSET
    """Name to show to people; if it is absent, `name` is shown."""


class PromptsCapability(_b.Struct, kw_only=True):
    """The optional features of a server's prompts.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
    """

    list_changed: bool | _m.UnsetType = _m.field(name="listChanged", default=_m.UNSET)
    """True if the server announces changes of its list of prompts."""


class ReadResourceRequest(
    _b.Request["ReadResourceResult | InputRequiredResult", "ReadResourceResult"],
    _b.Message,
    kw_only=True,
    tag_field="method",
    tag="resources/read",
):
    """The client's request for the contents of one resource.

    Request `resources/read`, sent by the client.
    Answered by `ReadResourceResult`, `InputRequiredResult`.
    Needs the server's capability `resources`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    method: ClassVar[_t.Literal["resources/read"]] = "resources/read"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: ReadResourceRequestParams


class ReadResourceRequestParams(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The resource to read.

    Since 2024-11-05.
    Changed in 2026-07-28: `inputResponses`, `requestState` added; `_meta` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    __prefilled__ = {"meta": None}
    meta: RequestMetaObject = _b.prefilled("_meta")
    """Metadata about this object or message; not part of its content."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    input_responses: InputResponses | _m.UnsetType = _m.field(name="inputResponses", default=_m.UNSET)
    """Answers to the `inputRequests` of the previous attempt, under the same keys; absent on a first
    attempt."""

    request_state: str | _m.UnsetType = _m.field(name="requestState", default=_m.UNSET)
    """Opaque state of the server, sent back unchanged when the request is tried again."""


class ReadResourceResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The contents of a resource, possibly in several parts.

    Since 2024-11-05.
    Changed in 2026-07-28: `cacheScope`, `resultType`, `ttlMs` added; `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    __prefilled__ = {"result_type": "complete"}
    cache_scope: CacheScope = _m.field(name="cacheScope")
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""

    contents: _b.Items[AnyResourceContents]
    """Parts of the resource, each with its own address, as text or as base64 bytes."""

    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""

    ttl_ms: _t.Annotated[int, _m.Meta(ge=0)] = _m.field(name="ttlMs")
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ReadResourceResultResponse(_b.Message, kw_only=True):
    """The JSON-RPC response to `resources/read`: its result, or a request for more input.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: ReadResourceOutcome


class Request(_b.Struct, kw_only=True):
    """The members common to all requests: the name of a method, and parameters.

    Since 2024-11-05.
    Changed in 2025-11-25: `params` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    method: str
    params: dict[str, _t.Any] | _m.UnsetType = _m.UNSET


class RequestMetaObject(_b.OpenStruct, kw_only=True):
    """Metadata that every request must carry: its protocol revision and the client's capabilities.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    client_capabilities: ClientCapabilities = _m.field(name="io.modelcontextprotocol/clientCapabilities")
    """Capabilities of the client, for this request only; an empty object means no optional features."""

    protocol_version: str = _m.field(name="io.modelcontextprotocol/protocolVersion")
    """Protocol revision of this request, such as `2026-07-28`; over HTTP it must equal the
    `MCP-Protocol-Version` header."""

    client_info: Implementation | _m.UnsetType = _m.field(
        name="io.modelcontextprotocol/clientInfo", default=_m.UNSET
    )
    """Name and version, as the client states them; they are not verified, so use them only for display and
    logs."""

    log_level: LoggingLevel | _m.UnsetType = _m.field(
        name="io.modelcontextprotocol/logLevel", default=_m.UNSET
    )
    """Least severe log level that the client wants for this request; without it the server sends no log
    messages."""

    progress_token: ProgressToken | _m.UnsetType = _m.field(name="progressToken", default=_m.UNSET)
    """Token that progress notifications for this request repeat; the receiver need not send any."""


class RequestParams(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The members common to the parameters of all requests: metadata.

    Since 2024-11-05.
    Changed in 2026-07-28: `_meta` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    __prefilled__ = {"meta": None}
    meta: RequestMetaObject = _b.prefilled("_meta")
    """Metadata about this object or message; not part of its content."""


class Resource(_b.Struct, kw_only=True):
    """A resource that a server offers for reading: its address, name and kind, without its contents.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta`, `title` added.
    Changed in 2025-11-25: `icons` added.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    name: str
    """Identifier for programs; shown to people only if there is no `title`."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
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
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the data, if the server knows it."""


class ResourceLink(_b.Struct, kw_only=True, tag_field="type", tag="resource_link"):
    """A pointer to a resource of the server, without its contents; `resources/list` need not list the
    resource.

    Since 2025-06-18.
    Changed in 2025-11-25: `icons` added.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    type: ClassVar[_t.Literal["resource_link"]] = "resource_link"
    name: str
    """Identifier for programs; shown to people only if there is no `title`."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
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
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    method: ClassVar[_t.Literal["notifications/resources/list_changed"]] = (
        "notifications/resources/list_changed"
    )
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class ResourceRequestParams(_b.Struct, kw_only=True):
    """The members common to the parameters of requests about a resource: its address.

    Since 2025-11-25.
    Changed in 2026-07-28: `_meta` now required.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    meta: RequestMetaObject = _m.field(name="_meta")
    """Metadata about this object or message; not part of its content."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""


class ResourceTemplate(_b.Struct, kw_only=True):
    """A pattern for the addresses of a whole family of resources.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta`, `title` added.
    Changed in 2025-11-25: `icons` added.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    name: str
    """Identifier for programs; shown to people only if there is no `title`."""

    uri_template: str = _m.field(name="uriTemplate")
    """URI template (RFC 6570) that expands to the address of a resource."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
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
    https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
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
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    method: ClassVar[_t.Literal["notifications/resources/updated"]] = "notifications/resources/updated"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: ResourceUpdatedNotificationParams


class ResourceUpdatedNotificationParams(_b.Struct, kw_only=True):
    """The resource that has changed.

    Since 2024-11-05.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    uri: str
    """Address of the changed resource, possibly below the address of the subscription."""

    meta: NotificationMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ResourcesCapability(_b.Struct, kw_only=True):
    """The optional features of a server's resources.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    list_changed: bool | _m.UnsetType = _m.field(name="listChanged", default=_m.UNSET)
    """True if the server announces changes of its list of resources."""

    subscribe: bool | _m.UnsetType = _m.UNSET
    """True if the server announces changes of single resources to clients that subscribe."""


class Result(_b.OpenStruct, kw_only=True, metaclass=_b.Prefilled):
    """The members common to all results; a result may have more members, depending on its request.

    Since 2024-11-05.
    Changed in 2026-07-28: `resultType` added; `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    __prefilled__ = {"result_type": "complete"}
    result_type: str = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""

    meta: ResultMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ResultMetaObject(_b.OpenStruct, kw_only=True):
    """Metadata of a result; usually has the name and version of the server.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic
    """

    server_info: Implementation | _m.UnsetType = _m.field(
        name="io.modelcontextprotocol/serverInfo", default=_m.UNSET
    )
    """Name and version, as the server states them; they are not verified, so use them only for display and
    logs."""


class Root(_b.Struct, kw_only=True):
    """A directory or file that the client lets the server work on.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/client/roots
    """

    uri: str
    """Address of the root; it must begin with `file://`."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    name: str | _m.UnsetType = _m.UNSET
    """Name of the root to show to people."""


class SamplingCapability(_b.Struct, kw_only=True):
    """The optional features of a client's sampling, beyond plain messages.

    Since 2025-11-25.
    Changed in 2026-07-28: `context` has another type; `tools` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
    """

    context: JSONObject | _m.UnsetType = _m.UNSET
    """Present if the client supports `includeContext`; if absent, servers should request only `none`."""

    tools: JSONObject | _m.UnsetType = _m.UNSET
    """Present if the client accepts `tools` and `toolChoice`."""


class SamplingMessage(_b.Struct, kw_only=True):
    """One message of a conversation with a language model.

    Since 2024-11-05.
    Changed in 2025-11-25: `_meta` added.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
    """

    content: SamplingContent
    """Content of the message."""

    role: Role
    """Speaker of the message."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ServerCapabilities(_b.Struct, kw_only=True):
    """The optional features that a server supports; other names are allowed.

    Since 2024-11-05.
    Changed in 2025-03-26: `completions` added.
    Changed in 2025-11-25: `tasks` added.
    Changed in 2026-07-28: `extensions` added; `tasks` removed; `completions` has another type;
        `experimental` has another type; `logging` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/discover
    """

    completions: JSONObject | _m.UnsetType = _m.UNSET
    """Present if the server suggests values for arguments."""

    experimental: dict[str, JSONObject] | _m.UnsetType = _m.UNSET
    """Features outside the specification, each under a name of its own."""

    extensions: dict[str, JSONObject] | _m.UnsetType = _m.UNSET
    """Supported protocol extensions: the settings of each, by its identifier; an empty object means no
    settings."""

    logging: JSONObject | _m.UnsetType = _m.UNSET
    """Present if the server can send log messages."""

    prompts: PromptsCapability | _m.UnsetType = _m.UNSET
    """Present if the server has prompts."""

    resources: ResourcesCapability | _m.UnsetType = _m.UNSET
    """Present if the server has resources."""

    tools: ToolsCapability | _m.UnsetType = _m.UNSET
    """Present if the server has tools."""


class StringSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A field of a form that takes text.

    Since 2025-06-18.
    Changed in 2025-11-25: `default` added.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
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


class SubscriptionFilter(_b.Struct, kw_only=True):
    """A choice of notifications; the server sends only the chosen kinds.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    prompts_list_changed: bool | _m.UnsetType = _m.field(name="promptsListChanged", default=_m.UNSET)
    """True to be notified of changes of the list of prompts."""

    resource_subscriptions: list[str] | _m.UnsetType = _m.field(
        name="resourceSubscriptions", default=_m.UNSET
    )
    """Addresses of the resources to watch for changes."""

    resources_list_changed: bool | _m.UnsetType = _m.field(name="resourcesListChanged", default=_m.UNSET)
    """True to be notified of changes of the list of resources."""

    tools_list_changed: bool | _m.UnsetType = _m.field(name="toolsListChanged", default=_m.UNSET)
    """True to be notified of changes of the list of tools."""


class SubscriptionsAcknowledgedNotification(
    _b.Notification,
    _b.Message,
    kw_only=True,
    tag_field="method",
    tag="notifications/subscriptions/acknowledged",
):
    """The first message on a subscription: the requested notifications that the server will deliver.

    Notification `notifications/subscriptions/acknowledged`, sent by the server.
    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    method: ClassVar[_t.Literal["notifications/subscriptions/acknowledged"]] = (
        "notifications/subscriptions/acknowledged"
    )
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: SubscriptionsAcknowledgedNotificationParams


class SubscriptionsAcknowledgedNotificationParams(_b.Struct, kw_only=True):
    """The notifications that the server will deliver on this subscription.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    notifications: SubscriptionFilter
    """Kinds that the server will deliver: the requested kinds without the unsupported ones."""

    meta: NotificationMetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class SubscriptionsListenRequest(
    _b.Request["SubscriptionsListenResult"],
    _b.Message,
    kw_only=True,
    tag_field="method",
    tag="subscriptions/listen",
):
    """The client's request for a stream of notifications about changes; either side can end the stream.

    Request `subscriptions/listen`, sent by the client.
    Answered by `SubscriptionsListenResult`.
    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    method: ClassVar[_t.Literal["subscriptions/listen"]] = "subscriptions/listen"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: SubscriptionsListenRequestParams


class SubscriptionsListenRequestParams(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The notifications that the client wants.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    __prefilled__ = {"meta": None}
    meta: RequestMetaObject = _b.prefilled("_meta")
    """Metadata about this object or message; not part of its content."""

    notifications: SubscriptionFilter
    """Kinds of notification to deliver; the server sends no others on this stream."""


class SubscriptionsListenResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The result that a server sends when it ends a subscription; until then, the request has no answer.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    __prefilled__ = {"result_type": "complete"}
    meta: SubscriptionsListenResultMetaObject = _m.field(name="_meta")
    """Metadata about this object or message; not part of its content."""

    result_type: _t.Literal["complete"] = _b.prefilled("resultType")
    """`complete` for a final result, `input_required` for an `InputRequiredResult`; servers of older
    revisions omit it, which means `complete`."""


class SubscriptionsListenResultMetaObject(_b.OpenStruct, kw_only=True):
    """Metadata of the result that ends a subscription, with the id of the subscription.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    subscription_id: RequestId = _m.field(name="io.modelcontextprotocol/subscriptionId")
    """Id of the `subscriptions/listen` request that this result answers."""

    server_info: Implementation | _m.UnsetType = _m.field(
        name="io.modelcontextprotocol/serverInfo", default=_m.UNSET
    )
    """Name and version, as the server states them; they are not verified, so use them only for display and
    logs."""


class SubscriptionsListenResultResponse(_b.Message, kw_only=True):
    """The JSON-RPC response to `subscriptions/listen`, sent when the server closes the stream normally.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/subscriptions
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: SubscriptionsListenResult


class TextContent(_b.Struct, kw_only=True, tag_field="type", tag="text"):
    """A piece of plain text.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    type: ClassVar[_t.Literal["text"]] = "text"
    text: str
    """The text itself."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""


class TextResourceContents(_b.Struct, kw_only=True):
    """The contents of a resource that is text.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/resources
    """

    text: str
    """The text itself; only for resources that consist of text."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the data, if the server knows it."""


class TitledEnumOption(_b.Struct, kw_only=True):
    """One option of a choice: the value that comes back, and the title that is shown.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
    """

    const: str
    """Value that comes back if the option is chosen."""

    title: str
    """Text that is shown for the option."""


class TitledMultiSelectEnumSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A field of a form in which the user may choose several options; every option has its own title.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
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
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
    """

    any_of: _b.Items[TitledEnumOption] = _m.field(name="anyOf")
    """Options to choose from."""


class TitledSingleSelectEnumSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A field of a form in which the user chooses one option; every option has its own title.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
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
    Changed in 2026-07-28: `execution` removed; `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    input_schema: ToolInputSchema = _m.field(name="inputSchema")
    """JSON Schema of the arguments, which are always one object."""

    name: str
    """Identifier by which `tools/call` names the tool."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    annotations: ToolAnnotations | _m.UnsetType = _m.UNSET
    """Hints about the behaviour of the tool; not to be trusted unless the server is trusted."""

    description: str | _m.UnsetType = _m.UNSET
    """Purpose and use of the tool; clients may show this text to the model."""

    icons: _b.Items[Icon] | _m.UnsetType = _m.UNSET
    """Pictures to show beside the name; the client picks the one that suits its display."""

    output_schema: ToolOutputSchema | _m.UnsetType = _m.field(name="outputSchema", default=_m.UNSET)
    """JSON Schema of the `structuredContent` in this tool's results; absent means no promise."""

    title: str | _m.UnsetType = _m.UNSET
    """Name to show to people; the fallbacks are `annotations.title`, then `name`."""


class ToolAnnotations(_b.Struct, kw_only=True):
    """Hints about the behaviour of a tool, without guarantee: do not rely on hints of an untrusted server.

    Since 2025-03-26.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
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
    https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
    """

    mode: ToolChoiceMode | _m.UnsetType = _m.UNSET
    """Whether tools may, must or must not be used; default `auto`."""


class ToolInputSchema(_b.Mapping):
    """A JSON Schema for the arguments of a tool; the root is an object.

    Since 2024-11-05.
    Changed in 2025-11-25: `$schema` added.
    Changed in 2026-07-28: `properties`, `required` removed.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    type: _b.Member[_t.Literal["object"]] = _b.Member("type", required=True)
    schema: _b.Member[str | _m.UnsetType] = _b.Member("$schema")
    """Dialect of the schema; absent means JSON Schema 2020-12."""


class ToolListChangedNotification(
    _b.Notification, _b.Message, kw_only=True, tag_field="method", tag="notifications/tools/list_changed"
):
    """The server's notice that its list of tools has changed.

    Notification `notifications/tools/list_changed`, sent by the server.
    Needs the server's capability `tools.listChanged`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    method: ClassVar[_t.Literal["notifications/tools/list_changed"]] = "notifications/tools/list_changed"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class ToolOutputSchema(_b.Mapping):
    """A JSON Schema for the structured output of a tool. The output may be any JSON value.

    Since 2025-06-18.
    Changed in 2025-11-25: `$schema` added.
    Changed in 2026-07-28: `properties`, `required`, `type` removed.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    schema: _b.Member[str | _m.UnsetType] = _b.Member("$schema")
    """Dialect of the schema; absent means JSON Schema 2020-12."""


class ToolResultContent(_b.Struct, kw_only=True, tag_field="type", tag="tool_result"):
    """The output of a tool, for the model that called the tool.

    Since 2025-11-25.
    Changed in 2026-07-28: `_meta` has another type; `structuredContent` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
    """

    type: ClassVar[_t.Literal["tool_result"]] = "tool_result"
    content: _b.Items[ContentBlock]
    """Output of the tool as a list of content blocks, as in `CallToolResult`."""

    tool_use_id: str = _m.field(name="toolUseId")
    """Identifier of the `ToolUseContent` that this answers."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this result; keep it when the conversation is sent again, so that providers can
    cache."""

    is_error: bool | _m.UnsetType = _m.field(name="isError", default=_m.UNSET)
    """True if the tool failed; default false."""

    structured_content: _t.Any | _m.UnsetType = _m.field(name="structuredContent", default=_m.UNSET)
    """Output of the tool as any JSON value, of the shape that its `outputSchema` describes."""


class ToolUseContent(_b.Struct, kw_only=True, tag_field="type", tag="tool_use"):
    """The model's call of a tool, as part of its answer.

    Since 2025-11-25.
    Changed in 2026-07-28: `_meta` has another type.
    https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
    """

    type: ClassVar[_t.Literal["tool_use"]] = "tool_use"
    id: str
    """Identifier of this use, which its `ToolResultContent` repeats as `toolUseId`."""

    input: dict[str, _t.Any]
    """Arguments for the tool, of the shape that its `inputSchema` describes."""

    name: str
    """Name of the tool to run."""

    meta: MetaObject | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this use; keep it when the conversation is sent again, so that providers can cache."""


class ToolsCapability(_b.Struct, kw_only=True):
    """The optional features of a server's tools.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2026-07-28/server/tools
    """

    list_changed: bool | _m.UnsetType = _m.field(name="listChanged", default=_m.UNSET)
    """True if the server announces changes of its list of tools."""


class UnsupportedProtocolVersionError(_b.Message, kw_only=True):
    """The error response to a request in a protocol revision that the server does not support; the HTTP
    status is 400.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
    """

    error: UnsupportedProtocolVersionErrorBody
    """Description of the failure: a code, a message and optional data."""

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: RequestId | _m.UnsetType = _m.UNSET


class UnsupportedProtocolVersionErrorBody(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The error object of an `UnsupportedProtocolVersionError`.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
    """

    __prefilled__ = {"code": -32022}
    code: _t.Literal[-32022] = _b.prefilled("code")
    """Always -32022."""

    data: UnsupportedProtocolVersionErrorData
    """The requested revision, and the supported ones."""

    message: str
    """Short description of the failure."""


class UnsupportedProtocolVersionErrorData(_b.Struct, kw_only=True):
    """The requested protocol revision, and the supported ones.

    Since 2026-07-28.
    https://modelcontextprotocol.io/specification/2026-07-28/basic/versioning
    """

    requested: str
    """Revision that the request named."""

    supported: list[str]
    """Revisions that the server speaks; the client may try again with one of them."""


class UntitledMultiSelectEnumSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A field of a form in which the user may choose several options; the values themselves are shown.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
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
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
    """

    __prefilled__ = {"type": "string"}
    enum: list[str]
    """Options to choose from; the chosen value is returned unchanged."""

    type: _t.Literal["string"] = _b.prefilled("type")


class UntitledSingleSelectEnumSchema(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """A field of a form in which the user chooses one option; the values themselves are shown.

    Since 2025-11-25.
    https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
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
        https://modelcontextprotocol.io/specification/2026-07-28/server/resources
        """

        variants = ("TextResourceContents", "BlobResourceContents")


CacheScope: _t.TypeAlias = _t.Literal["private", "public"]
"""The callers that may share a cached result: all (`public`), or those with the same authorization
(`private`).

Since 2026-07-28.
https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching
"""
if _t.TYPE_CHECKING:
    CallToolOutcome: _t.TypeAlias = CallToolResult | InputRequiredResult
else:

    class CallToolOutcome(_b.Untagged):
        """The outcome of `tools/call`: the result, or a request for more input.

        Since 2026-07-28.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
        """

        variants = ("CallToolResult", "InputRequiredResult")


ClientNotification: _t.TypeAlias = CancelledNotification
"""Any notification that a client may send, identified by `method`.

Since 2024-11-05.
Changed in 2025-11-25: `TaskStatusNotification` added.
Changed in 2026-07-28: `CancelledNotification`, `InitializedNotification`, `ProgressNotification`,
    `TaskStatusNotification`, `RootsListChangedNotification` removed.
https://modelcontextprotocol.io/specification/2026-07-28/basic
"""
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
ClientResult: _t.TypeAlias = Result
"""The empty result; servers send no requests of their own, so clients have nothing else to answer.

Since 2024-11-05.
Changed in 2025-06-18: `ElicitResult` added.
Changed in 2025-11-25: `GetTaskResult`, `GetTaskPayloadResult`, `CancelTaskResult`,
    `ListTasksResult` added.
Changed in 2026-07-28: `Result`, `GetTaskResult`, `GetTaskPayloadResult`, `CancelTaskResult`,
    `ListTasksResult`, `CreateMessageResult`, `ListRootsResult`, `ElicitResult` removed.
https://modelcontextprotocol.io/specification/2026-07-28/basic
"""
CompletionReference: _t.TypeAlias = PromptReference | ResourceTemplateReference
"""The owner of an argument to complete: a prompt or a resource template.

Since 2024-11-05.
Changed in 2025-06-18: `ResourceTemplateReference` added; `ResourceReference` removed.
https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/completion
"""
ContentBlock: _t.TypeAlias = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource
"""A piece of content in a prompt or in a tool's result; `type` names its kind.

Since 2024-11-05.
Changed in 2025-03-26: `AudioContent` added.
Changed in 2025-06-18: `ResourceLink` added.
https://modelcontextprotocol.io/specification/2026-07-28/server/tools
"""
Cursor: _t.TypeAlias = str
"""An opaque position in a list that comes in pages; only the server can read it.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/pagination
"""
ElicitAction: _t.TypeAlias = _t.Literal["accept", "cancel", "decline"]
"""The user's reaction to an elicitation: `accept`, `decline`, or `cancel` (closed without a choice).

Since 2025-06-18.
https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
"""
ElicitFieldValue: _t.TypeAlias = list[str] | str | int | float | bool
"""The value that the user entered in one field of a form.

Since 2025-06-18.
Changed in 2025-11-25: other values are valid.
https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
"""
if _t.TYPE_CHECKING:
    ElicitRequestParams: _t.TypeAlias = ElicitRequestURLParams | ElicitRequestFormParams
else:

    class ElicitRequestParams(_b.Untagged):
        """An elicitation: a form for the user, or a web page to visit if `mode` is `url`.

        Since 2025-11-25.
        https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
        """

        variants = ("ElicitRequestURLParams", "ElicitRequestFormParams")


EmptyResult: _t.TypeAlias = Result
"""A result without content: the request succeeded.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2026-07-28/basic
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
        https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
        """

        variants = (
            "UntitledSingleSelectEnumSchema",
            "TitledSingleSelectEnumSchema",
            "LegacyTitledEnumSchema",
            "UntitledMultiSelectEnumSchema",
            "TitledMultiSelectEnumSchema",
        )


if _t.TYPE_CHECKING:
    GetPromptOutcome: _t.TypeAlias = GetPromptResult | InputRequiredResult
else:

    class GetPromptOutcome(_b.Untagged):
        """The outcome of `prompts/get`: the result, or a request for more input.

        Since 2026-07-28.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
        """

        variants = ("GetPromptResult", "InputRequiredResult")


IconTheme: _t.TypeAlias = _t.Literal["dark", "light"]
"""The background an icon is drawn for: `light` or `dark`.

Since 2025-11-25.
https://modelcontextprotocol.io/specification/2026-07-28/basic#icons
"""
IncludeContext: _t.TypeAlias = _t.Literal["allServers", "none", "thisServer"]
"""The context to add to a prompt: none, of the requesting server (`thisServer`), or of all servers
(`allServers`).

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
"""
InputRequest: _t.TypeAlias = CreateMessageRequest | ListRootsRequest | ElicitRequest
"""An input that a server needs from the client: a model's answer, the roots, or the user's input.

Since 2026-07-28.
https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
"""
InputRequests: _t.TypeAlias = dict[str, InputRequest]
"""Everything that a server needs from the client in one round, under keys of the server's choice.

Since 2026-07-28.
https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
"""
if _t.TYPE_CHECKING:
    InputResponse: _t.TypeAlias = CreateMessageResult | ListRootsResult | ElicitResult
else:

    class InputResponse(_b.Untagged):
        """The client's answer to an `InputRequest`; the request with the same key in `inputRequests`
        determines the type of the answer.

        Since 2026-07-28.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
        """

        variants = ("CreateMessageResult", "ListRootsResult", "ElicitResult")


InputResponses: _t.TypeAlias = dict[str, InputResponse]
"""The client's answers to the server's `InputRequests`, under the same keys.

Since 2026-07-28.
https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
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
        https://modelcontextprotocol.io/specification/2026-07-28/basic
        """

        variants = ("JSONRPCResultResponse", "JSONRPCRequest", "JSONRPCNotification", "JSONRPCErrorResponse")


if _t.TYPE_CHECKING:
    JSONRPCResponse: _t.TypeAlias = JSONRPCResultResponse | JSONRPCErrorResponse
else:

    class JSONRPCResponse(_b.Untagged):
        """Either kind of answer to a request: a result or an error.

        Since 2024-11-05.
        Changed in 2025-11-25: `JSONRPCResultResponse`, `JSONRPCErrorResponse` added.
        https://modelcontextprotocol.io/specification/2026-07-28/basic
        """

        variants = ("JSONRPCResultResponse", "JSONRPCErrorResponse")


JSONValue: _t.TypeAlias = _t.Any
"""Any JSON value, `null` included.

Since 2026-07-28.
"""
JSONArray: _t.TypeAlias = list[JSONValue]
"""A JSON array of any values.

Since 2026-07-28.
"""
JSONObject: _t.TypeAlias = dict[str, JSONValue]
"""A JSON object with any names and values.

Since 2026-07-28.
"""
LoggingLevel: _t.TypeAlias = _t.Literal[
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"
]
"""The severity of a log message: the eight levels of syslog (RFC 5424), from `debug` up to
`emergency`.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/logging
"""
MetaObject: _t.TypeAlias = dict[str, _t.Any]
"""Metadata under free key names; prefixes such as `io.modelcontextprotocol/` are reserved for the
protocol.

Since 2026-07-28.
https://modelcontextprotocol.io/specification/2026-07-28/basic
"""
if _t.TYPE_CHECKING:
    MultiSelectEnumSchema: _t.TypeAlias = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema
else:

    class MultiSelectEnumSchema(_b.Untagged):
        """A field of a form that offers fixed options, of which the user chooses any number.

        Since 2025-11-25.
        https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
        """

        variants = ("UntitledMultiSelectEnumSchema", "TitledMultiSelectEnumSchema")


NumberSchemaType: _t.TypeAlias = _t.Literal["integer", "number"]
"""Whether a field takes any `number` or only an `integer`.

Since 2025-06-18.
https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
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
        https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
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
https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/progress
"""
if _t.TYPE_CHECKING:
    ReadResourceOutcome: _t.TypeAlias = ReadResourceResult | InputRequiredResult
else:

    class ReadResourceOutcome(_b.Untagged):
        """The outcome of `resources/read`: the result, or a request for more input.

        Since 2026-07-28.
        https://modelcontextprotocol.io/specification/2026-07-28/basic/patterns/mrtr
        """

        variants = ("ReadResourceResult", "InputRequiredResult")


RequestId: _t.TypeAlias = str | int
"""The id that ties an answer to its request; the string `"1"` and the number `1` are different ids.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2026-07-28/basic
"""
ResultType: _t.TypeAlias = str
"""The kind of a result: `complete` is final, `input_required` asks for input first; extensions may
define more values.

Known values: `complete`, `input_required`.
Since 2026-07-28.
https://modelcontextprotocol.io/specification/2026-07-28/basic
"""
Role: _t.TypeAlias = _t.Literal["assistant", "user"]
"""The speaker of a message: the user, or the assistant, which is the model.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2026-07-28/server/prompts
"""
SamplingMessageContentBlock: _t.TypeAlias = (
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent
)
"""A piece of content in a conversation with a language model; `type` names its kind.

Since 2025-11-25.
https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
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
https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
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
if _t.TYPE_CHECKING:
    ServerResult: _t.TypeAlias = (
        DiscoverResult
        | ReadResourceResult
        | ListResourcesResult
        | ListResourceTemplatesResult
        | ListPromptsResult
        | ListToolsResult
        | SubscriptionsListenResult
        | CompleteResult
        | GetPromptResult
        | CallToolResult
        | Result
        | InputRequiredResult
    )
else:

    class ServerResult(_b.Untagged):
        """Any result that a server may send; the request with the same id determines the type of the result.

        Since 2024-11-05.
        Changed in 2025-11-25: `GetTaskResult`, `GetTaskPayloadResult`, `CancelTaskResult`,
            `ListTasksResult` added.
        Changed in 2026-07-28: `InputRequiredResult`, `DiscoverResult`, `SubscriptionsListenResult` added;
            `InitializeResult`, `GetTaskResult`, `GetTaskPayloadResult`, `CancelTaskResult`,
            `ListTasksResult` removed.
        https://modelcontextprotocol.io/specification/2026-07-28/basic
        """

        variants = (
            "DiscoverResult",
            "ReadResourceResult",
            "ListResourcesResult",
            "ListResourceTemplatesResult",
            "ListPromptsResult",
            "ListToolsResult",
            "SubscriptionsListenResult",
            "CompleteResult",
            "GetPromptResult",
            "CallToolResult",
            "Result",
            "InputRequiredResult",
        )


if _t.TYPE_CHECKING:
    SingleSelectEnumSchema: _t.TypeAlias = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema
else:

    class SingleSelectEnumSchema(_b.Untagged):
        """A field of a form that offers fixed options, of which the user chooses one.

        Since 2025-11-25.
        https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
        """

        variants = ("UntitledSingleSelectEnumSchema", "TitledSingleSelectEnumSchema")


StringSchemaFormat: _t.TypeAlias = _t.Literal["date", "date-time", "email", "uri"]
"""The kind of text that a field expects: an e-mail address, a URI, a date, or a date with time.

Since 2025-06-18.
https://modelcontextprotocol.io/specification/2026-07-28/client/elicitation
"""
ToolChoiceMode: _t.TypeAlias = _t.Literal["auto", "none", "required"]
"""Whether the model may (`auto`), must (`required`) or must not (`none`) use tools.

Since 2025-11-25.
https://modelcontextprotocol.io/specification/2026-07-28/client/sampling
"""
