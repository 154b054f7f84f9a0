"""Message types of MCP 2024-11-05."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = [
    "Annotated",
    "Annotations",
    "AnyResourceContents",
    "BlobResourceContents",
    "CallToolRequest",
    "CallToolRequestParams",
    "CallToolResult",
    "CancelledNotification",
    "CancelledNotificationParams",
    "ClientCapabilities",
    "ClientNotification",
    "ClientRequest",
    "ClientResult",
    "CompleteRequest",
    "CompleteRequestParams",
    "CompleteResult",
    "Completion",
    "CompletionArgument",
    "CompletionReference",
    "ContentBlock",
    "CreateMessageRequest",
    "CreateMessageRequestParams",
    "CreateMessageResult",
    "Cursor",
    "EmbeddedResource",
    "EmptyResult",
    "Error",
    "GetPromptRequest",
    "GetPromptRequestParams",
    "GetPromptResult",
    "ImageContent",
    "Implementation",
    "IncludeContext",
    "InitializeRequest",
    "InitializeRequestParams",
    "InitializeResult",
    "InitializedNotification",
    "JSONRPCError",
    "JSONRPCMessage",
    "JSONRPCNotification",
    "JSONRPCRequest",
    "JSONRPCResponse",
    "ListPromptsRequest",
    "ListPromptsResult",
    "ListResourceTemplatesRequest",
    "ListResourceTemplatesResult",
    "ListResourcesRequest",
    "ListResourcesResult",
    "ListRootsRequest",
    "ListRootsResult",
    "ListToolsRequest",
    "ListToolsResult",
    "LoggingLevel",
    "LoggingMessageNotification",
    "LoggingMessageNotificationParams",
    "ModelHint",
    "ModelPreferences",
    "Notification",
    "NotificationParams",
    "PaginatedRequest",
    "PaginatedRequestParams",
    "PaginatedResult",
    "PingRequest",
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
    "Request",
    "RequestId",
    "RequestMeta",
    "RequestParams",
    "Resource",
    "ResourceContents",
    "ResourceListChangedNotification",
    "ResourceReference",
    "ResourceTemplate",
    "ResourceUpdatedNotification",
    "ResourceUpdatedNotificationParams",
    "ResourcesCapability",
    "Result",
    "Role",
    "Root",
    "RootsCapability",
    "RootsListChangedNotification",
    "SamplingContent",
    "SamplingMessage",
    "ServerCapabilities",
    "ServerNotification",
    "ServerRequest",
    "ServerResult",
    "SetLevelRequest",
    "SetLevelRequestParams",
    "SubscribeRequest",
    "SubscribeRequestParams",
    "TextContent",
    "TextResourceContents",
    "Tool",
    "ToolInputSchema",
    "ToolListChangedNotification",
    "ToolsCapability",
    "UnsubscribeRequest",
    "UnsubscribeRequestParams",
]


class Annotated(_b.Struct, kw_only=True):
    """The `annotations` member that content and resources share.

    Since 2024-11-05.
    Removed in 2025-03-26.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""


class Annotations(_b.Struct, kw_only=True):
    """Hints for the client about content, such as audience and importance.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    audience: _b.Items[Role] | _m.UnsetType = _m.UNSET
    """Readers that the content is meant for: the user, the model, or both."""

    priority: (
        _t.Annotated[int, _m.Meta(ge=0, le=1)] | _t.Annotated[float, _m.Meta(ge=0, le=1)] | _m.UnsetType
    ) = _m.UNSET
    """Importance from 0 (may be left out) to 1 (required)."""


class BlobResourceContents(_b.Struct, kw_only=True):
    """The contents of a resource that is not text.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    blob: str
    """Bytes of the resource in base64."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the data, if the server knows it."""


class CallToolRequest(
    _b.Request["CallToolResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="tools/call"
):
    """The client's request to run one of the server's tools.

    Request `tools/call`, sent by the client.
    Answered by `CallToolResult`.
    Needs the server's capability `tools`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/tools
    """

    method: ClassVar[_t.Literal["tools/call"]] = "tools/call"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: CallToolRequestParams


class CallToolRequestParams(_b.Struct, kw_only=True):
    """The tool to run, and its arguments.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/tools
    """

    name: str
    """Name of the tool, as `tools/list` gives it."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    arguments: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Values for the tool's parameters, of the shape that its `inputSchema` describes."""


class CallToolResult(_b.Struct, kw_only=True):
    """The output of a tool. A failing tool sets `isError`, so that the model sees the failure; a JSON-RPC
    error means that the call never reached the tool.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/tools
    """

    content: _b.Items[ContentBlock]
    """Output of the tool as a list of content blocks, possibly empty."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    is_error: bool | _m.UnsetType = _m.field(name="isError", default=_m.UNSET)
    """True if the tool failed; absent means success."""


class CancelledNotification(
    _b.Notification, _b.FramedMessage, kw_only=True, tag_field="method", tag="notifications/cancelled"
):
    """Notice that work on a request should stop, because its answer is no longer wanted; the response may
    still arrive.

    Notification `notifications/cancelled`, sent by the client or server.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/cancellation
    """

    method: ClassVar[_t.Literal["notifications/cancelled"]] = "notifications/cancelled"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: CancelledNotificationParams


class CancelledNotificationParams(_b.Struct, kw_only=True):
    """The cancelled request, and the reason.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/cancellation
    """

    request_id: RequestId = _m.field(name="requestId")
    """Id of the request to stop."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    reason: str | _m.UnsetType = _m.UNSET
    """Reason of the cancellation, for logs or for the user."""


class ClientCapabilities(_b.Struct, kw_only=True):
    """The optional features that a client supports; other names are allowed.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/lifecycle
    """

    experimental: dict[str, dict[str, _t.Any]] | _m.UnsetType = _m.UNSET
    """Features outside the specification, each under a name of its own."""

    roots: RootsCapability | _m.UnsetType = _m.UNSET
    """Present if the client can name the directories and files that the server may work on."""

    sampling: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if the client can run a language model on behalf of a server."""


class CompleteRequest(
    _b.Request["CompleteResult"],
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="completion/complete",
):
    """The client's request for values that could complete an argument the user is typing.

    Request `completion/complete`, sent by the client.
    Answered by `CompleteResult`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/completion
    """

    method: ClassVar[_t.Literal["completion/complete"]] = "completion/complete"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: CompleteRequestParams


class CompleteRequestParams(_b.Struct, kw_only=True):
    """The argument to complete, with the text typed so far.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/completion
    """

    argument: CompletionArgument
    """Argument to complete, with the text typed so far."""

    ref: CompletionReference
    """Prompt or resource template that the argument belongs to."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class CompleteResult(_b.Struct, kw_only=True):
    """The server's suggestions for an argument.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/completion
    """

    completion: Completion
    """Suggestions, and how many more there are."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class Completion(_b.Struct, kw_only=True):
    """Suggested values for an argument, and how many more there are.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/completion
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
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/completion
    """

    name: str
    """Name of the argument, or of the variable in the URI template."""

    value: str
    """Text typed so far, which suggestions should match."""


class CreateMessageRequest(
    _b.Request["CreateMessageResult"],
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="sampling/createMessage",
):
    """The server's request to the client to run a language model; the user may inspect, change or refuse
    the request.

    Request `sampling/createMessage`, sent by the server.
    Answered by `CreateMessageResult`.
    Needs the client's capability `sampling`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/client/sampling
    """

    method: ClassVar[_t.Literal["sampling/createMessage"]] = "sampling/createMessage"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: CreateMessageRequestParams


class CreateMessageRequestParams(_b.Struct, kw_only=True):
    """The conversation for the model, and the settings for its answer.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/client/sampling
    """

    max_tokens: int = _m.field(name="maxTokens")
    """Upper limit on the tokens of the answer; the client may set a lower one."""

    messages: _b.Items[SamplingMessage]
    """Conversation so far, oldest message first."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    include_context: IncludeContext | _m.UnsetType = _m.field(name="includeContext", default=_m.UNSET)
    """Context that the server would like in the prompt; the client is free to leave the context out."""

    metadata: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Data to pass to the provider of the model, in the provider's own format."""

    model_preferences: ModelPreferences | _m.UnsetType = _m.field(name="modelPreferences", default=_m.UNSET)
    """The server's preferences for a model; the client decides."""

    stop_sequences: list[str] | _m.UnsetType = _m.field(name="stopSequences", default=_m.UNSET)
    """Strings at which the model stops."""

    system_prompt: str | _m.UnsetType = _m.field(name="systemPrompt", default=_m.UNSET)
    """System prompt that the server would like; the client may change it or leave it out."""

    temperature: int | float | _m.UnsetType = _m.UNSET
    """Sampling temperature, in the scale of the model's provider."""


class CreateMessageResult(_b.Struct, kw_only=True):
    """The model's answer, which the user may inspect before the server receives it.

    Known values of `stopReason`: `endTurn`, `stopSequence`, `maxTokens`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/client/sampling
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


class EmbeddedResource(_b.Struct, kw_only=True, tag_field="type", tag="resource"):
    """A resource with its contents inside a message, so that no `resources/read` is needed.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/tools
    """

    type: ClassVar[_t.Literal["resource"]] = "resource"
    resource: AnyResourceContents
    """Contents of the resource, as text or as base64 bytes."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""


class Error(_b.Struct, kw_only=True):
    """The error object of JSON-RPC: a code, a message, and data of the sender's choice.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
    """

    code: int
    """Integer that classifies the error."""

    message: str
    """Short description of the failure."""

    data: _t.Any | _m.UnsetType = _m.UNSET
    """Details of the error, in any shape that the sender chooses."""


class GetPromptRequest(
    _b.Request["GetPromptResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="prompts/get"
):
    """The client's request for the messages of one prompt, filled in with arguments.

    Request `prompts/get`, sent by the client.
    Answered by `GetPromptResult`.
    Needs the server's capability `prompts`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/prompts
    """

    method: ClassVar[_t.Literal["prompts/get"]] = "prompts/get"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: GetPromptRequestParams


class GetPromptRequestParams(_b.Struct, kw_only=True):
    """The prompt to fill in, and its arguments.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/prompts
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
    https://modelcontextprotocol.io/specification/2024-11-05/server/prompts
    """

    messages: _b.Items[PromptMessage]
    """Messages of the prompt, in the order of the conversation."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    description: str | _m.UnsetType = _m.UNSET
    """Purpose of the prompt."""


class ImageContent(_b.Struct, kw_only=True, tag_field="type", tag="image"):
    """A picture, as base64 text with its MIME type.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/tools
    """

    type: ClassVar[_t.Literal["image"]] = "image"
    data: str
    """Bytes of the picture in base64."""

    mime_type: str = _m.field(name="mimeType")
    """MIME type of the picture, such as `image/png`."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""


class Implementation(_b.Struct, kw_only=True):
    """The name and version of a client or server program.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/lifecycle
    """

    name: str
    """Identifier of the program; shown to people only if there is no `title`."""

    version: str
    """Version of the program, in any notation; not the protocol revision."""


class InitializeRequest(
    _b.Request["InitializeResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="initialize"
):
    """The client's first request, which opens the session and proposes a protocol revision.

    Request `initialize`, sent by the client.
    Answered by `InitializeResult`.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/lifecycle
    """

    method: ClassVar[_t.Literal["initialize"]] = "initialize"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: InitializeRequestParams


class InitializeRequestParams(_b.Struct, kw_only=True):
    """The client's identity, its capabilities, and the protocol revision that it proposes.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/lifecycle
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
    https://modelcontextprotocol.io/specification/2024-11-05/basic/lifecycle
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
    _b.Notification, _b.FramedMessage, kw_only=True, tag_field="method", tag="notifications/initialized"
):
    """The client's notice that the handshake is over and normal operation may begin.

    Notification `notifications/initialized`, sent by the client.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/lifecycle
    """

    method: ClassVar[_t.Literal["notifications/initialized"]] = "notifications/initialized"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class JSONRPCError(_b.Message, kw_only=True):
    """A JSON-RPC response with an error instead of a result.

    Since 2024-11-05.
    Removed in 2025-11-25.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
    """

    error: Error
    """Description of the failure: a code, a message and optional data."""

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC


class JSONRPCNotification(_b.Message, kw_only=True):
    """A JSON-RPC notification, which has no id and gets no response.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
    """

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    method: str
    params: NotificationParams | _m.UnsetType = _m.UNSET


class JSONRPCRequest(_b.Message, kw_only=True):
    """A JSON-RPC request, which has an id and gets a response.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    method: str
    params: RequestParams | _m.UnsetType = _m.UNSET


class JSONRPCResponse(_b.Message, kw_only=True):
    """A JSON-RPC response with the result of a request.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    result: Result


class ListPromptsRequest(
    _b.Request["ListPromptsResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="prompts/list"
):
    """The client's request for one page of the server's prompts.

    Request `prompts/list`, sent by the client.
    Answered by `ListPromptsResult`.
    Needs the server's capability `prompts`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/prompts
    """

    method: ClassVar[_t.Literal["prompts/list"]] = "prompts/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams | _m.UnsetType = _m.UNSET


class ListPromptsResult(_b.Struct, kw_only=True):
    """One page of the prompts that a server offers.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/prompts
    """

    prompts: _b.Items[Prompt]
    """Prompts on this page; more pages follow if `nextCursor` is present."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListResourceTemplatesRequest(
    _b.Request["ListResourceTemplatesResult"],
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="resources/templates/list",
):
    """The client's request for one page of the server's resource templates.

    Request `resources/templates/list`, sent by the client.
    Answered by `ListResourceTemplatesResult`.
    Needs the server's capability `resources`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    method: ClassVar[_t.Literal["resources/templates/list"]] = "resources/templates/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams | _m.UnsetType = _m.UNSET


class ListResourceTemplatesResult(_b.Struct, kw_only=True):
    """One page of the resource templates that a server offers.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    resource_templates: _b.Items[ResourceTemplate] = _m.field(name="resourceTemplates")
    """Templates on this page; more pages follow if `nextCursor` is present."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListResourcesRequest(
    _b.Request["ListResourcesResult"],
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="resources/list",
):
    """The client's request for one page of the server's resources.

    Request `resources/list`, sent by the client.
    Answered by `ListResourcesResult`.
    Needs the server's capability `resources`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    method: ClassVar[_t.Literal["resources/list"]] = "resources/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams | _m.UnsetType = _m.UNSET


class ListResourcesResult(_b.Struct, kw_only=True):
    """One page of the resources that a server offers.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    resources: _b.Items[Resource]
    """Resources on this page; more pages follow if `nextCursor` is present."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListRootsRequest(
    _b.Request["ListRootsResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="roots/list"
):
    """The server's request for the directories and files that it may work on.

    Request `roots/list`, sent by the server.
    Answered by `ListRootsResult`.
    Needs the client's capability `roots`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/client/roots
    """

    method: ClassVar[_t.Literal["roots/list"]] = "roots/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: RequestParams | _m.UnsetType = _m.UNSET


class ListRootsResult(_b.Struct, kw_only=True):
    """The directories and files that the server may work on.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/client/roots
    """

    roots: _b.Items[Root]
    """All of the client's roots; the list does not come in pages."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ListToolsRequest(
    _b.Request["ListToolsResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="tools/list"
):
    """The client's request for one page of the server's tools.

    Request `tools/list`, sent by the client.
    Answered by `ListToolsResult`.
    Needs the server's capability `tools`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/tools
    """

    method: ClassVar[_t.Literal["tools/list"]] = "tools/list"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: PaginatedRequestParams | _m.UnsetType = _m.UNSET


class ListToolsResult(_b.Struct, kw_only=True):
    """One page of the tools that a server offers.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/tools
    """

    tools: _b.Items[Tool]
    """Tools on this page; more pages follow if `nextCursor` is present."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class LoggingMessageNotification(
    _b.Notification, _b.FramedMessage, kw_only=True, tag_field="method", tag="notifications/message"
):
    """A log message of the server.

    Notification `notifications/message`, sent by the server.
    Needs the server's capability `logging`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/logging
    """

    method: ClassVar[_t.Literal["notifications/message"]] = "notifications/message"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: LoggingMessageNotificationParams


class LoggingMessageNotificationParams(_b.Struct, kw_only=True):
    """A log message: its severity, its logger and its content.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/logging
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
    https://modelcontextprotocol.io/specification/2024-11-05/client/sampling
    """

    name: str | _m.UnsetType = _m.UNSET
    """Part of a model's name, such as `sonnet`; the client may choose a comparable model of another
    provider."""


class ModelPreferences(_b.Struct, kw_only=True):
    """A server's preferences for a model, which the client need not follow.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/client/sampling
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
    https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
    """

    method: str
    params: NotificationParams | _m.UnsetType = _m.UNSET


class NotificationParams(_b.OpenStruct, kw_only=True):
    """The members common to the parameters of all notifications: metadata.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
    """

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class PaginatedRequest(_b.Struct, kw_only=True):
    """The members common to requests for a list.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/pagination
    """

    method: str
    params: PaginatedRequestParams | _m.UnsetType = _m.UNSET


class PaginatedRequestParams(_b.Struct, kw_only=True):
    """The parameters of a request for a list: the cursor of the page to return.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/pagination
    """

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    cursor: str | _m.UnsetType = _m.UNSET
    """Opaque position taken from an earlier `nextCursor`; absent asks for the first page."""


class PaginatedResult(_b.Struct, kw_only=True):
    """The members common to results with a page of a list: the cursor of the next page.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/pagination
    """

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    next_cursor: str | _m.UnsetType = _m.field(name="nextCursor", default=_m.UNSET)
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class PingRequest(_b.Request["EmptyResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="ping"):
    """A request that tests whether the other side still answers; it must answer promptly.

    Request `ping`, sent by the client or server.
    Answered by `EmptyResult`.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/ping
    """

    method: ClassVar[_t.Literal["ping"]] = "ping"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: RequestParams | _m.UnsetType = _m.UNSET


class ProgressNotification(
    _b.Notification, _b.FramedMessage, kw_only=True, tag_field="method", tag="notifications/progress"
):
    """A report of the progress of a running request.

    Notification `notifications/progress`, sent by the client or server.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/progress
    """

    method: ClassVar[_t.Literal["notifications/progress"]] = "notifications/progress"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: ProgressNotificationParams


class ProgressNotificationParams(_b.Struct, kw_only=True):
    """The progress of a running request, with the token of the request.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/progress
    """

    progress: int | float
    """Amount done so far; grows with every notification, even if `total` is unknown."""

    progress_token: ProgressToken = _m.field(name="progressToken")
    """Token from the request's `_meta`."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    total: int | float | _m.UnsetType = _m.UNSET
    """Amount at the end of the request, if known; same unit as `progress`."""


class Prompt(_b.Struct, kw_only=True):
    """A prompt that a server offers: its name, its purpose and its arguments.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/prompts
    """

    name: str
    """Identifier by which `prompts/get` names the prompt."""

    arguments: _b.Items[PromptArgument] | _m.UnsetType = _m.UNSET
    """Arguments that the prompt takes, each by its name."""

    description: str | _m.UnsetType = _m.UNSET
    """Purpose of the prompt."""


class PromptArgument(_b.Struct, kw_only=True):
    """One argument that a prompt takes; its value is always a string.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/prompts
    """

    name: str
    """Key of the argument in the `arguments` of `prompts/get`."""

    description: str | _m.UnsetType = _m.UNSET
    """Meaning of the argument."""

    required: bool | _m.UnsetType = _m.UNSET
    """Whether the prompt needs the argument; absent means false."""


class PromptListChangedNotification(
    _b.Notification,
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="notifications/prompts/list_changed",
):
    """The server's notice that its list of prompts has changed.

    Notification `notifications/prompts/list_changed`, sent by the server.
    Needs the server's capability `prompts.listChanged`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/prompts
    """

    method: ClassVar[_t.Literal["notifications/prompts/list_changed"]] = "notifications/prompts/list_changed"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class PromptMessage(_b.Struct, kw_only=True):
    """A message of a prompt: its speaker, and a single piece of content.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/prompts
    """

    content: ContentBlock
    """Content of the message, as one content block."""

    role: Role
    """Speaker of the message."""


class PromptReference(_b.Struct, kw_only=True, tag_field="type", tag="ref/prompt"):
    """Names a prompt, for completion.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/completion
    """

    type: ClassVar[_t.Literal["ref/prompt"]] = "ref/prompt"
    name: str
    """Name of the prompt, as `prompts/list` gives it."""


class PromptsCapability(_b.Struct, kw_only=True):
    """The optional features of a server's prompts.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/prompts
    """

    list_changed: bool | _m.UnsetType = _m.field(name="listChanged", default=_m.UNSET)
    """True if the server announces changes of its list of prompts."""


class ReadResourceRequest(
    _b.Request["ReadResourceResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="resources/read"
):
    """The client's request for the contents of one resource.

    Request `resources/read`, sent by the client.
    Answered by `ReadResourceResult`.
    Needs the server's capability `resources`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    method: ClassVar[_t.Literal["resources/read"]] = "resources/read"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: ReadResourceRequestParams


class ReadResourceRequestParams(_b.Struct, kw_only=True):
    """The resource to read.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ReadResourceResult(_b.Struct, kw_only=True):
    """The contents of a resource, possibly in several parts.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    contents: _b.Items[AnyResourceContents]
    """Parts of the resource, each with its own address, as text or as base64 bytes."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class Request(_b.Struct, kw_only=True):
    """The members common to all requests: the name of a method, and parameters.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
    """

    method: str
    params: RequestParams | _m.UnsetType = _m.UNSET


class RequestMeta(_b.OpenStruct, kw_only=True):
    """Metadata of a request: the progress token, and other keys that either side defines.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/progress
    """

    progress_token: ProgressToken | _m.UnsetType = _m.field(name="progressToken", default=_m.UNSET)
    """Token that progress notifications for this request repeat; the receiver need not send any."""


class RequestParams(_b.OpenStruct, kw_only=True):
    """The members common to the parameters of all requests: metadata.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
    """

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class Resource(_b.Struct, kw_only=True):
    """A resource that a server offers for reading: its address, name and kind, without its contents.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    name: str
    """Name of the resource to show to people."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""

    description: str | _m.UnsetType = _m.UNSET
    """Description of the contents; clients may show this text to the model."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the data, if the server knows it."""

    size: int | _m.UnsetType = _m.UNSET
    """Size of the raw contents in bytes, before any base64, if known."""


class ResourceContents(_b.Struct, kw_only=True):
    """The members common to the contents of all resources, text or bytes: an address and a MIME type.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the data, if the server knows it."""


class ResourceListChangedNotification(
    _b.Notification,
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="notifications/resources/list_changed",
):
    """The server's notice that its list of resources has changed.

    Notification `notifications/resources/list_changed`, sent by the server.
    Needs the server's capability `resources.listChanged`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    method: ClassVar[_t.Literal["notifications/resources/list_changed"]] = (
        "notifications/resources/list_changed"
    )
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class ResourceReference(_b.Struct, kw_only=True, tag_field="type", tag="ref/resource"):
    """Names a resource or a resource template, for completion.

    Since 2024-11-05.
    Removed in 2025-06-18.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/completion
    """

    type: ClassVar[_t.Literal["ref/resource"]] = "ref/resource"
    uri: str
    """Address of the resource, or the template of the addresses."""


class ResourceTemplate(_b.Struct, kw_only=True):
    """A pattern for the addresses of a whole family of resources.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    name: str
    """Name of the family to show to people."""

    uri_template: str = _m.field(name="uriTemplate")
    """URI template (RFC 6570) that expands to the address of a resource."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""

    description: str | _m.UnsetType = _m.UNSET
    """Description of the contents of this family; clients may show this text to the model."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of every resource of this family; absent if they differ."""


class ResourceUpdatedNotification(
    _b.Notification, _b.FramedMessage, kw_only=True, tag_field="method", tag="notifications/resources/updated"
):
    """Notice that a resource to which the client subscribed has changed; the client may read it again.

    Notification `notifications/resources/updated`, sent by the server.
    Needs the server's capability `resources.subscribe`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    method: ClassVar[_t.Literal["notifications/resources/updated"]] = "notifications/resources/updated"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: ResourceUpdatedNotificationParams


class ResourceUpdatedNotificationParams(_b.Struct, kw_only=True):
    """The resource that has changed.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    uri: str
    """Address of the changed resource, possibly below the address of the subscription."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class ResourcesCapability(_b.Struct, kw_only=True):
    """The optional features of a server's resources.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    list_changed: bool | _m.UnsetType = _m.field(name="listChanged", default=_m.UNSET)
    """True if the server announces changes of its list of resources."""

    subscribe: bool | _m.UnsetType = _m.UNSET
    """True if the server announces changes of single resources to clients that subscribe."""


class Result(_b.OpenStruct, kw_only=True):
    """The members common to all results; a result may have more members, depending on its request.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
    """

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class Root(_b.Struct, kw_only=True):
    """A directory or file that the client lets the server work on.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/client/roots
    """

    uri: str
    """Address of the root; it must begin with `file://`."""

    name: str | _m.UnsetType = _m.UNSET
    """Name of the root to show to people."""


class RootsCapability(_b.Struct, kw_only=True):
    """The optional features of a client's roots.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/client/roots
    """

    list_changed: bool | _m.UnsetType = _m.field(name="listChanged", default=_m.UNSET)
    """True if the client sends `notifications/roots/list_changed`."""


class RootsListChangedNotification(
    _b.Notification,
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="notifications/roots/list_changed",
):
    """The client's notice that its roots have changed, so that the server may ask for them again.

    Notification `notifications/roots/list_changed`, sent by the client.
    Needs the client's capability `roots.listChanged`.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/client/roots
    """

    method: ClassVar[_t.Literal["notifications/roots/list_changed"]] = "notifications/roots/list_changed"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class SamplingMessage(_b.Struct, kw_only=True):
    """One message of a conversation with a language model.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/client/sampling
    """

    content: SamplingContent
    """Content of the message."""

    role: Role
    """Speaker of the message."""


class ServerCapabilities(_b.Struct, kw_only=True):
    """The optional features that a server supports; other names are allowed.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/basic/lifecycle
    """

    experimental: dict[str, dict[str, _t.Any]] | _m.UnsetType = _m.UNSET
    """Features outside the specification, each under a name of its own."""

    logging: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Present if the server can send log messages."""

    prompts: PromptsCapability | _m.UnsetType = _m.UNSET
    """Present if the server has prompts."""

    resources: ResourcesCapability | _m.UnsetType = _m.UNSET
    """Present if the server has resources."""

    tools: ToolsCapability | _m.UnsetType = _m.UNSET
    """Present if the server has tools."""


class SetLevelRequest(
    _b.Request["EmptyResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="logging/setLevel"
):
    """The client's request for log messages of a given severity or above.

    Request `logging/setLevel`, sent by the client.
    Answered by `EmptyResult`.
    Needs the server's capability `logging`.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/logging
    """

    method: ClassVar[_t.Literal["logging/setLevel"]] = "logging/setLevel"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: SetLevelRequestParams


class SetLevelRequestParams(_b.Struct, kw_only=True):
    """The lowest severity of the log messages that the client wants.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/logging
    """

    level: LoggingLevel
    """Least severe level that the client wants to see."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class SubscribeRequest(
    _b.Request["EmptyResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="resources/subscribe"
):
    """The client's request for notifications about changes of a resource.

    Request `resources/subscribe`, sent by the client.
    Answered by `EmptyResult`.
    Needs the server's capability `resources.subscribe`.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    method: ClassVar[_t.Literal["resources/subscribe"]] = "resources/subscribe"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: SubscribeRequestParams


class SubscribeRequestParams(_b.Struct, kw_only=True):
    """The resource to watch.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class TextContent(_b.Struct, kw_only=True, tag_field="type", tag="text"):
    """A piece of plain text.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/tools
    """

    type: ClassVar[_t.Literal["text"]] = "text"
    text: str
    """The text itself."""

    annotations: Annotations | _m.UnsetType = _m.UNSET
    """Hints for the client about the content, such as audience and importance."""


class TextResourceContents(_b.Struct, kw_only=True):
    """The contents of a resource that is text.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    text: str
    """The text itself; only for resources that consist of text."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """MIME type of the data, if the server knows it."""


class Tool(_b.Struct, kw_only=True):
    """A tool that a server offers: its name, its description and the schema of its arguments.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/tools
    """

    input_schema: ToolInputSchema = _m.field(name="inputSchema")
    """JSON Schema of the arguments, which are always one object."""

    name: str
    """Identifier by which `tools/call` names the tool."""

    description: str | _m.UnsetType = _m.UNSET
    """Purpose and use of the tool; clients may show this text to the model."""


class ToolInputSchema(_b.Mapping):
    """A JSON Schema for the arguments of a tool; the root is an object.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/tools
    """

    type: _b.Member[_t.Literal["object"]] = _b.Member("type", required=True)
    properties: _b.Member[dict[str, dict[str, _t.Any]] | _m.UnsetType] = _b.Member("properties")
    """Schema of each argument, by its name."""

    required: _b.Member[list[str] | _m.UnsetType] = _b.Member("required")
    """Names of the arguments that must be given."""


class ToolListChangedNotification(
    _b.Notification,
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="notifications/tools/list_changed",
):
    """The server's notice that its list of tools has changed.

    Notification `notifications/tools/list_changed`, sent by the server.
    Needs the server's capability `tools.listChanged`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/tools
    """

    method: ClassVar[_t.Literal["notifications/tools/list_changed"]] = "notifications/tools/list_changed"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: NotificationParams | _m.UnsetType = _m.UNSET


class ToolsCapability(_b.Struct, kw_only=True):
    """The optional features of a server's tools.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2024-11-05/server/tools
    """

    list_changed: bool | _m.UnsetType = _m.field(name="listChanged", default=_m.UNSET)
    """True if the server announces changes of its list of tools."""


class UnsubscribeRequest(
    _b.Request["EmptyResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="resources/unsubscribe"
):
    """The client's request to end notifications about changes of a resource.

    Request `resources/unsubscribe`, sent by the client.
    Answered by `EmptyResult`.
    Needs the server's capability `resources.subscribe`.
    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    method: ClassVar[_t.Literal["resources/unsubscribe"]] = "resources/unsubscribe"
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: UnsubscribeRequestParams


class UnsubscribeRequestParams(_b.Struct, kw_only=True):
    """The resource to stop watching.

    Since 2024-11-05.
    Removed in 2026-07-28.
    https://modelcontextprotocol.io/specification/2024-11-05/server/resources
    """

    uri: str
    """Address of the resource, in any scheme that the server understands."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


if _t.TYPE_CHECKING:
    AnyResourceContents: _t.TypeAlias = TextResourceContents | BlobResourceContents
else:

    class AnyResourceContents(_b.Untagged):
        """Contents of a resource: text if it has `text`, bytes if it has `blob`.

        Since 2024-11-05.
        https://modelcontextprotocol.io/specification/2024-11-05/server/resources
        """

        variants = ("TextResourceContents", "BlobResourceContents")


ClientNotification: _t.TypeAlias = (
    CancelledNotification | InitializedNotification | ProgressNotification | RootsListChangedNotification
)
"""Any notification that a client may send, identified by `method`.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
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
    | SetLevelRequest
    | CompleteRequest
)
"""Any request that a client may send, identified by `method`.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
"""
if _t.TYPE_CHECKING:
    ClientResult: _t.TypeAlias = CreateMessageResult | ListRootsResult | Result
else:

    class ClientResult(_b.Untagged):
        """Any result that a client may send; the request with the same id determines the type of the result.

        Since 2024-11-05.
        https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
        """

        variants = ("CreateMessageResult", "ListRootsResult", "Result")


CompletionReference: _t.TypeAlias = PromptReference | ResourceReference
"""The owner of an argument to complete: a prompt or a resource template.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/completion
"""
ContentBlock: _t.TypeAlias = TextContent | ImageContent | EmbeddedResource
"""A piece of content in a prompt or in a tool's result; `type` names its kind.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/server/tools
"""
Cursor: _t.TypeAlias = str
"""An opaque position in a list that comes in pages; only the server can read it.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/pagination
"""
EmptyResult: _t.TypeAlias = Result
"""A result without content: the request succeeded.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
"""
IncludeContext: _t.TypeAlias = _t.Literal["allServers", "none", "thisServer"]
"""The context to add to a prompt: none, of the requesting server (`thisServer`), or of all servers
(`allServers`).

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/client/sampling
"""
if _t.TYPE_CHECKING:
    JSONRPCMessage: _t.TypeAlias = JSONRPCResponse | JSONRPCError | JSONRPCRequest | JSONRPCNotification
else:

    class JSONRPCMessage(_b.Untagged):
        """Any JSON-RPC message: a request, a notification, a result or an error.

        Since 2024-11-05.
        https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
        """

        variants = ("JSONRPCResponse", "JSONRPCError", "JSONRPCRequest", "JSONRPCNotification")


LoggingLevel: _t.TypeAlias = _t.Literal[
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"
]
"""The severity of a log message: the eight levels of syslog (RFC 5424), from `debug` up to
`emergency`.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/server/utilities/logging
"""
ProgressToken: _t.TypeAlias = str | int
"""The token that ties progress notifications to the request that asked for them; strings and numbers
are distinct.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/basic/utilities/progress
"""
RequestId: _t.TypeAlias = str | int
"""The id that ties an answer to its request; the string `"1"` and the number `1` are different ids.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
"""
Role: _t.TypeAlias = _t.Literal["assistant", "user"]
"""The speaker of a message: the user, or the assistant, which is the model.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/server/prompts
"""
SamplingContent: _t.TypeAlias = TextContent | ImageContent
"""The content of one message of a conversation with a language model.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/client/sampling
"""
ServerNotification: _t.TypeAlias = (
    CancelledNotification
    | ProgressNotification
    | ResourceListChangedNotification
    | ResourceUpdatedNotification
    | PromptListChangedNotification
    | ToolListChangedNotification
    | LoggingMessageNotification
)
"""Any notification that a server may send, identified by `method`.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
"""
ServerRequest: _t.TypeAlias = PingRequest | CreateMessageRequest | ListRootsRequest
"""Any request that a server may send, identified by `method`.

Since 2024-11-05.
Removed in 2026-07-28.
https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
"""
if _t.TYPE_CHECKING:
    ServerResult: _t.TypeAlias = (
        InitializeResult
        | ReadResourceResult
        | CompleteResult
        | ListResourcesResult
        | ListResourceTemplatesResult
        | ListPromptsResult
        | GetPromptResult
        | ListToolsResult
        | CallToolResult
        | Result
    )
else:

    class ServerResult(_b.Untagged):
        """Any result that a server may send; the request with the same id determines the type of the result.

        Since 2024-11-05.
        https://modelcontextprotocol.io/specification/2024-11-05/basic/messages
        """

        variants = (
            "InitializeResult",
            "ReadResourceResult",
            "CompleteResult",
            "ListResourcesResult",
            "ListResourceTemplatesResult",
            "ListPromptsResult",
            "GetPromptResult",
            "ListToolsResult",
            "CallToolResult",
            "Result",
        )
