"""Messages of MCP 2025-06-18 as plain dictionaries, for type checkers: wire names, absent members left out.

`decode_message` takes such a dictionary, and `to_builtins` gives one. Nothing imports this module.
"""

from __future__ import annotations

import typing as _t

if _t.TYPE_CHECKING:
    from typing_extensions import NotRequired as _NotRequired
    from typing_extensions import TypedDict as _TypedDict
else:
    from .._runtime.typed_dicts import NotRequired as _NotRequired
    from .._runtime.typed_dicts import TypedDict as _TypedDict

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
    "CompletionContext",
    "CompletionReference",
    "ContentBlock",
    "CreateMessageRequest",
    "CreateMessageRequestParams",
    "CreateMessageResult",
    "Cursor",
    "ElicitAction",
    "ElicitFieldValue",
    "ElicitRequest",
    "ElicitRequestFormParams",
    "ElicitRequestedSchema",
    "ElicitResult",
    "EmbeddedResource",
    "EmptyResult",
    "EnumSchema",
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
    "Request",
    "RequestId",
    "RequestMeta",
    "RequestParams",
    "Resource",
    "ResourceContents",
    "ResourceLink",
    "ResourceListChangedNotification",
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
    "SamplingContent",
    "SamplingMessage",
    "ServerCapabilities",
    "ServerNotification",
    "ServerRequest",
    "ServerResult",
    "SetLevelRequest",
    "SetLevelRequestParams",
    "StringSchema",
    "StringSchemaFormat",
    "SubscribeRequest",
    "SubscribeRequestParams",
    "TextContent",
    "TextResourceContents",
    "Tool",
    "ToolAnnotations",
    "ToolInputSchema",
    "ToolListChangedNotification",
    "ToolOutputSchema",
    "ToolsCapability",
    "UnsubscribeRequest",
    "UnsubscribeRequestParams",
]


class Annotations(_TypedDict):
    """Hints for the client about content, such as audience and importance.

    Since 2024-11-05.
    Changed in 2025-06-18: `lastModified` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    audience: _NotRequired[list[Role]]
    """Readers that the content is meant for: the user, the model, or both."""

    lastModified: _NotRequired[str]
    """Time of the last change, in ISO 8601 form such as `2025-01-12T15:00:58Z`."""

    priority: _NotRequired[int | float]
    """Importance from 0 (may be left out) to 1 (required)."""


class AudioContent(_TypedDict):
    """A sound recording, as base64 text with its MIME type.

    Since 2025-03-26.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    annotations: _NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""

    data: str
    """Bytes of the recording in base64."""

    mimeType: str
    """MIME type of the recording, such as `audio/wav`."""

    type: _t.Literal["audio"]


class BaseMetadata(_TypedDict):
    """The pair of names that many objects have: `name` for programs, `title` for people.

    Since 2025-06-18.
    """

    name: str
    """Identifier for programs; shown to people only where there is no `title`."""

    title: _NotRequired[str]
    """Name to show to people; where it is absent, `name` is shown."""


class BlobResourceContents(_TypedDict):
    """The contents of a resource that is not text.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    blob: str
    """Bytes of the resource in base64."""

    mimeType: _NotRequired[str]
    """MIME type of the data, if the server knows it."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""


class BooleanSchema(_TypedDict):
    """A field of a form that takes yes or no.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
    """

    default: _NotRequired[bool]
    """Answer that the field starts with."""

    description: _NotRequired[str]
    """Explanation shown beside the field."""

    title: _NotRequired[str]
    """Label of the field."""

    type: _t.Literal["boolean"]


class CallToolRequest(_TypedDict):
    """The client's request to run one of the server's tools.

    Request `tools/call`, sent by the client.
    Answered by `CallToolResult`.
    Needs the server's capability `tools`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["tools/call"]
    params: CallToolRequestParams


class CallToolRequestParams(_TypedDict):
    """The tool to run, and its arguments.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    _meta: _NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""

    arguments: _NotRequired[dict[str, _t.Any]]
    """Values for the tool's parameters, of the shape that its `inputSchema` describes."""

    name: str
    """Name of the tool, as `tools/list` gives it."""


class CallToolResult(_TypedDict):
    """The output of a tool. A failing tool sets `isError`, so that the model sees the failure; a JSON-RPC
    error means that the call never reached the tool.

    Since 2024-11-05.
    Changed in 2025-06-18: `structuredContent` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    content: list[ContentBlock]
    """Output of the tool as a list of content blocks, possibly empty."""

    isError: _NotRequired[bool]
    """True if the tool failed; absent means success."""

    structuredContent: _NotRequired[dict[str, _t.Any]]
    """Output of the tool as a JSON object, of the shape that its `outputSchema` describes."""


class CancelledNotification(_TypedDict):
    """Notice that work on a request should stop, because its answer is no longer wanted; the answer may
    arrive all the same.

    Notification `notifications/cancelled`, sent by the client or server.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/cancellation
    """

    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["notifications/cancelled"]
    params: CancelledNotificationParams


class CancelledNotificationParams(_TypedDict):
    """The cancelled request, and the reason.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/cancellation
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    reason: _NotRequired[str]
    """Reason of the cancellation, for logs or for the user."""

    requestId: RequestId
    """Id of the request to stop."""


class ClientCapabilities(_TypedDict):
    """The optional features that a client supports; further names are allowed.

    Since 2024-11-05.
    Changed in 2025-06-18: `elicitation` added.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle
    """

    elicitation: _NotRequired[dict[str, _t.Any]]
    """Present if the client can ask its user for input on behalf of a server."""

    experimental: _NotRequired[dict[str, dict[str, _t.Any]]]
    """Features outside the specification, each under a name of its own."""

    roots: _NotRequired[RootsCapability]
    """Present if the client can name the directories and files that the server may work on."""

    sampling: _NotRequired[dict[str, _t.Any]]
    """Present if the client can run a language model on behalf of a server."""


class CompleteRequest(_TypedDict):
    """The client's request for values that could complete an argument the user is typing.

    Request `completion/complete`, sent by the client.
    Answered by `CompleteResult`.
    Needs the server's capability `completions`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["completion/complete"]
    params: CompleteRequestParams


class CompleteRequestParams(_TypedDict):
    """The argument to complete, with the text typed so far.

    Since 2024-11-05.
    Changed in 2025-06-18: `context` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion
    """

    _meta: _NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""

    argument: CompletionArgument
    """Argument to complete, with the text typed so far."""

    context: _NotRequired[CompletionContext]
    """Arguments with a value already, for suggestions that depend on them."""

    ref: CompletionReference
    """Prompt or resource template that the argument belongs to."""


class CompleteResult(_TypedDict):
    """The server's suggestions for an argument.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    completion: Completion
    """Suggestions, and how many more there are."""


class Completion(_TypedDict):
    """Suggested values for an argument, and how many more there are.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion
    """

    hasMore: _NotRequired[bool]
    """True if there are suggestions beyond those listed, also where `total` is unknown."""

    total: _NotRequired[int]
    """Number of suggestions that exist, which may be more than are listed."""

    values: list[str]
    """Suggestions, at most 100."""


class CompletionArgument(_TypedDict):
    """The argument to complete, with the text typed so far.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion
    """

    name: str
    """Name of the argument, or of the variable in the URI template."""

    value: str
    """Text typed so far, which suggestions should match."""


class CompletionContext(_TypedDict):
    """The context of a completion: the arguments that have a value already.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion
    """

    arguments: _NotRequired[dict[str, str]]
    """Values of the arguments that have been settled, by name."""


class CreateMessageRequest(_TypedDict):
    """The server's request that the client run a language model; the user may inspect, change or refuse
    it.

    Request `sampling/createMessage`, sent by the server.
    Answered by `CreateMessageResult`.
    Needs the client's capability `sampling`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/client/sampling
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["sampling/createMessage"]
    params: CreateMessageRequestParams


class CreateMessageRequestParams(_TypedDict):
    """The conversation for the model, and the settings for its answer.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/client/sampling
    """

    _meta: _NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""

    includeContext: _NotRequired[IncludeContext]
    """Context that the server would like in the prompt; the client is free to leave the context out."""

    maxTokens: int
    """Upper limit on the tokens of the answer; the client may set a lower one."""

    messages: list[SamplingMessage]
    """Conversation so far, oldest message first."""

    metadata: _NotRequired[dict[str, _t.Any]]
    """Data to hand on to the provider of the model, in the provider's own format."""

    modelPreferences: _NotRequired[ModelPreferences]
    """The server's preferences for a model; the client decides."""

    stopSequences: _NotRequired[list[str]]
    """Strings at which the model stops."""

    systemPrompt: _NotRequired[str]
    """System prompt that the server would like; the client may change it or leave it out."""

    temperature: _NotRequired[int | float]
    """Sampling temperature, in the scale of the model's provider."""


class CreateMessageResult(_TypedDict):
    """The model's answer, which the user may inspect before the server receives it.

    Known values of `stopReason`: `endTurn`, `stopSequence`, `maxTokens`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/client/sampling
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    content: SamplingContent
    """Content of the model's answer."""

    model: str
    """Name of the model that answered."""

    role: Role
    """Speaker of the message."""

    stopReason: _NotRequired[str]
    """Reason for the end of the answer, such as `endTurn`, `stopSequence` or `maxTokens`; providers may
    use their own words."""


class ElicitRequest(_TypedDict):
    """The server's request that the client ask its user for something.

    Request `elicitation/create`, sent by the server.
    Answered by `ElicitResult`.
    Needs the client's capability `elicitation`.
    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["elicitation/create"]
    params: ElicitRequestFormParams


class ElicitRequestFormParams(_TypedDict):
    """A form to show to the user; never for passwords and the like, which pass through the client.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
    """

    _meta: _NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""

    message: str
    """Explanation for the user of the input that is wanted."""

    requestedSchema: ElicitRequestedSchema
    """Fields of the form, as a flat JSON Schema."""


class ElicitRequestedSchema(_TypedDict):
    """The fields of a form: a flat JSON Schema whose properties are strings, numbers, booleans or fixed
    choices.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
    """

    properties: dict[str, PrimitiveSchemaDefinition]
    """Each field of the form, by the name under which its value comes back."""

    required: _NotRequired[list[str]]
    """Names of the fields that the user must fill in."""

    type: _t.Literal["object"]


class ElicitResult(_TypedDict):
    """The user's reaction to an elicitation, and the input.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    action: ElicitAction
    """The user's reaction; only `accept` is consent."""

    content: _NotRequired[dict[str, ElicitFieldValue]]
    """The input, by field name; only where a form was accepted."""


class EmbeddedResource(_TypedDict):
    """A resource whose contents travel inside a message, so that no `resources/read` is needed.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    annotations: _NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""

    resource: AnyResourceContents
    """Contents of the resource, as text or as base64 bytes."""

    type: _t.Literal["resource"]


class EnumSchema(_TypedDict):
    """A field of a form that offers fixed options, of which the user chooses one.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
    """

    description: _NotRequired[str]
    """Explanation shown beside the field."""

    enum: list[str]
    """Options to choose from; the chosen value is returned as it stands here."""

    enumNames: _NotRequired[list[str]]
    """Titles to show for the options, in the order of `enum`."""

    title: _NotRequired[str]
    """Label of the field."""

    type: _t.Literal["string"]


class Error(_TypedDict):
    """The error object of JSON-RPC: a code, a message, and data of the sender's choice.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/basic
    """

    code: int
    """Integer that classifies the error."""

    data: _NotRequired[_t.Any]
    """Details of the error, in any shape that the sender chooses."""

    message: str
    """Short description of the failure."""


class GetPromptRequest(_TypedDict):
    """The client's request for the messages of one prompt, filled in with arguments.

    Request `prompts/get`, sent by the client.
    Answered by `GetPromptResult`.
    Needs the server's capability `prompts`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/prompts
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["prompts/get"]
    params: GetPromptRequestParams


class GetPromptRequestParams(_TypedDict):
    """The prompt to fill in, and its arguments.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/prompts
    """

    _meta: _NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""

    arguments: _NotRequired[dict[str, str]]
    """Value of each argument, by its name; all values are strings."""

    name: str
    """Name of the prompt, as `prompts/list` gives it."""


class GetPromptResult(_TypedDict):
    """The messages of a prompt, filled in and ready for the model.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/prompts
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    description: _NotRequired[str]
    """Purpose of the prompt."""

    messages: list[PromptMessage]
    """Messages of the prompt, in the order of the conversation."""


class ImageContent(_TypedDict):
    """A picture, as base64 text with its MIME type.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    annotations: _NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""

    data: str
    """Bytes of the picture in base64."""

    mimeType: str
    """MIME type of the picture, such as `image/png`."""

    type: _t.Literal["image"]


class Implementation(_TypedDict):
    """The name and version of a client or server program.

    Since 2024-11-05.
    Changed in 2025-06-18: `title` added.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle
    """

    name: str
    """Identifier of the program; shown to people only where there is no `title`."""

    title: _NotRequired[str]
    """Name to show to people; where it is absent, `name` is shown."""

    version: str
    """Version of the program, in any notation; not the protocol revision."""


class InitializeRequest(_TypedDict):
    """The client's first request, which opens the session and proposes a protocol revision.

    Request `initialize`, sent by the client.
    Answered by `InitializeResult`.
    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["initialize"]
    params: InitializeRequestParams


class InitializeRequestParams(_TypedDict):
    """The client's identity, its capabilities, and the protocol revision that it proposes.

    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle
    """

    _meta: _NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""

    capabilities: ClientCapabilities
    """Optional features that the client supports for the whole session."""

    clientInfo: Implementation
    """Name and version of the client."""

    protocolVersion: str
    """Newest protocol revision that the client speaks; older ones may be supported too."""


class InitializeResult(_TypedDict):
    """The server's identity, its capabilities, and the protocol revision of the session.

    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    capabilities: ServerCapabilities
    """Optional features that the server supports for the whole session."""

    instructions: _NotRequired[str]
    """Advice on using the server, which the client may show to the model."""

    protocolVersion: str
    """Revision that the server chose, possibly not the proposed one; a client that does not speak this
    revision must disconnect."""

    serverInfo: Implementation
    """Name and version of the server."""


class InitializedNotification(_TypedDict):
    """The client's notice that the handshake is over and normal operation may begin.

    Notification `notifications/initialized`, sent by the client.
    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle
    """

    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["notifications/initialized"]
    params: _NotRequired[NotificationParams]


class JSONRPCError(_TypedDict):
    """The JSON-RPC frame that answers a request with an error instead of a result.

    Since 2024-11-05.
    Not in 2025-11-25.
    https://modelcontextprotocol.io/specification/2025-06-18/basic
    """

    error: Error
    """Description of the failure: a code, a message and optional data."""

    id: RequestId
    jsonrpc: _t.Literal["2.0"]


class JSONRPCNotification(_TypedDict):
    """The JSON-RPC frame of a notification: without an id, and never answered.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/basic
    """

    jsonrpc: _t.Literal["2.0"]
    method: str
    params: _NotRequired[NotificationParams]


class JSONRPCRequest(_TypedDict):
    """The JSON-RPC frame of a request, whose id demands an answer.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/basic
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: str
    params: _NotRequired[RequestParams]


class JSONRPCResponse(_TypedDict):
    """The JSON-RPC frame that answers a request with its result.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/basic
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    result: Result


class ListPromptsRequest(_TypedDict):
    """The client's request for one page of the server's prompts.

    Request `prompts/list`, sent by the client.
    Answered by `ListPromptsResult`.
    Needs the server's capability `prompts`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/prompts
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["prompts/list"]
    params: _NotRequired[PaginatedRequestParams]


class ListPromptsResult(_TypedDict):
    """One page of the prompts that a server offers.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/prompts
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    nextCursor: _NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""

    prompts: list[Prompt]
    """Prompts on this page; the list goes on where `nextCursor` is present."""


class ListResourceTemplatesRequest(_TypedDict):
    """The client's request for one page of the server's resource templates.

    Request `resources/templates/list`, sent by the client.
    Answered by `ListResourceTemplatesResult`.
    Needs the server's capability `resources`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["resources/templates/list"]
    params: _NotRequired[PaginatedRequestParams]


class ListResourceTemplatesResult(_TypedDict):
    """One page of the resource templates that a server offers.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    nextCursor: _NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""

    resourceTemplates: list[ResourceTemplate]
    """Templates on this page; the list goes on where `nextCursor` is present."""


class ListResourcesRequest(_TypedDict):
    """The client's request for one page of the server's resources.

    Request `resources/list`, sent by the client.
    Answered by `ListResourcesResult`.
    Needs the server's capability `resources`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["resources/list"]
    params: _NotRequired[PaginatedRequestParams]


class ListResourcesResult(_TypedDict):
    """One page of the resources that a server offers.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    nextCursor: _NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""

    resources: list[Resource]
    """Resources on this page; the list goes on where `nextCursor` is present."""


class ListRootsRequest(_TypedDict):
    """The server's request for the directories and files that it may work on.

    Request `roots/list`, sent by the server.
    Answered by `ListRootsResult`.
    Needs the client's capability `roots`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/client/roots
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["roots/list"]
    params: _NotRequired[RequestParams]


class ListRootsResult(_TypedDict):
    """The directories and files that the server may work on.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/client/roots
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    roots: list[Root]
    """All of the client's roots; the list does not come in pages."""


class ListToolsRequest(_TypedDict):
    """The client's request for one page of the server's tools.

    Request `tools/list`, sent by the client.
    Answered by `ListToolsResult`.
    Needs the server's capability `tools`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["tools/list"]
    params: _NotRequired[PaginatedRequestParams]


class ListToolsResult(_TypedDict):
    """One page of the tools that a server offers.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    nextCursor: _NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""

    tools: list[Tool]
    """Tools on this page; the list goes on where `nextCursor` is present."""


class LoggingMessageNotification(_TypedDict):
    """A log message of the server.

    Notification `notifications/message`, sent by the server.
    Needs the server's capability `logging`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/logging
    """

    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["notifications/message"]
    params: LoggingMessageNotificationParams


class LoggingMessageNotificationParams(_TypedDict):
    """A log message: its severity, its logger and its content.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/logging
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    data: _t.Any
    """Content of the message: a string, an object, or any other JSON value."""

    level: LoggingLevel
    """Severity of the message."""

    logger: _NotRequired[str]
    """Name of the part of the server that logs."""


class ModelHint(_TypedDict):
    """A hint at the model that a server would like; unknown members are for the client to interpret.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/client/sampling
    """

    name: _NotRequired[str]
    """Part of a model's name, such as `sonnet`; the client may choose a comparable model of another
    provider."""


class ModelPreferences(_TypedDict):
    """A server's preferences for a model, all of them advice for the client.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/client/sampling
    """

    costPriority: _NotRequired[int | float]
    """Weight of a low price, from 0 (none) to 1 (decisive)."""

    hints: _NotRequired[list[ModelHint]]
    """Models by name, best first; the first match takes precedence over the weights."""

    intelligencePriority: _NotRequired[int | float]
    """Weight of ability, from 0 (none) to 1 (decisive)."""

    speedPriority: _NotRequired[int | float]
    """Weight of a quick answer, from 0 (none) to 1 (decisive)."""


class Notification(_TypedDict):
    """The members common to all notifications: the name of a method, and parameters.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/basic
    """

    method: str
    params: _NotRequired[NotificationParams]


class NotificationParams(_TypedDict):
    """The members common to the parameters of all notifications: metadata.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/basic
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""


class NumberSchema(_TypedDict):
    """A field of a form that takes a number.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
    """

    description: _NotRequired[str]
    """Explanation shown beside the field."""

    maximum: _NotRequired[int | float]
    """Largest value, itself allowed."""

    minimum: _NotRequired[int | float]
    """Smallest value, itself allowed."""

    title: _NotRequired[str]
    """Label of the field."""

    type: NumberSchemaType
    """`integer` admits whole numbers only."""


class PaginatedRequest(_TypedDict):
    """The members common to requests for a list.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/pagination
    """

    method: str
    params: _NotRequired[PaginatedRequestParams]


class PaginatedRequestParams(_TypedDict):
    """The parameters of a request for a list: the cursor of the page to return.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/pagination
    """

    _meta: _NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""

    cursor: _NotRequired[str]
    """Opaque position taken from an earlier `nextCursor`; absent asks for the first page."""


class PaginatedResult(_TypedDict):
    """The members common to results with a page of a list: the cursor of the next page.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/pagination
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    nextCursor: _NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class PingRequest(_TypedDict):
    """A request that tests whether the other side still answers, with a prompt reply.

    Request `ping`, sent by the client or server.
    Answered by `EmptyResult`.
    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/ping
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["ping"]
    params: _NotRequired[RequestParams]


class ProgressNotification(_TypedDict):
    """A report of the progress of a running request.

    Notification `notifications/progress`, sent by the client or server.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/progress
    """

    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["notifications/progress"]
    params: ProgressNotificationParams


class ProgressNotificationParams(_TypedDict):
    """The progress of a running request, with the token of the request.

    Since 2024-11-05.
    Changed in 2025-03-26: `message` added.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/progress
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    message: _NotRequired[str]
    """Description of the current step, for people."""

    progress: int | float
    """Amount done so far; grows with every notification, also where `total` is unknown."""

    progressToken: ProgressToken
    """Token from the request's `_meta`."""

    total: _NotRequired[int | float]
    """Amount at the end of the request, if known; same unit as `progress`."""


class Prompt(_TypedDict):
    """A prompt that a server offers: its name, its purpose and its arguments.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta`, `title` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/prompts
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    arguments: _NotRequired[list[PromptArgument]]
    """Arguments that the prompt takes, each by its name."""

    description: _NotRequired[str]
    """Purpose of the prompt."""

    name: str
    """Identifier by which `prompts/get` names the prompt."""

    title: _NotRequired[str]
    """Name to show to people; where it is absent, `name` is shown."""


class PromptArgument(_TypedDict):
    """One argument that a prompt takes; its value is always a string.

    Since 2024-11-05.
    Changed in 2025-06-18: `title` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/prompts
    """

    description: _NotRequired[str]
    """Meaning of the argument."""

    name: str
    """Key of the argument in the `arguments` of `prompts/get`."""

    required: _NotRequired[bool]
    """Whether the prompt needs the argument; absent means false."""

    title: _NotRequired[str]
    """Name to show to people; where it is absent, `name` is shown."""


class PromptListChangedNotification(_TypedDict):
    """The server's notice that its list of prompts has changed.

    Notification `notifications/prompts/list_changed`, sent by the server.
    Needs the server's capability `prompts.listChanged`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/prompts
    """

    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["notifications/prompts/list_changed"]
    params: _NotRequired[NotificationParams]


class PromptMessage(_TypedDict):
    """A message of a prompt: its speaker, and a single piece of content.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/prompts
    """

    content: ContentBlock
    """Content of the message, as one content block."""

    role: Role
    """Speaker of the message."""


class PromptReference(_TypedDict):
    """Names a prompt, for completion.

    Since 2024-11-05.
    Changed in 2025-06-18: `title` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion
    """

    name: str
    """Name of the prompt, as `prompts/list` gives it."""

    title: _NotRequired[str]
    """Name to show to people; where it is absent, `name` is shown."""

    type: _t.Literal["ref/prompt"]


class PromptsCapability(_TypedDict):
    """The optional features of a server's prompts.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/prompts
    """

    listChanged: _NotRequired[bool]
    """True if the server announces changes of its list of prompts."""


class ReadResourceRequest(_TypedDict):
    """The client's request for the contents of one resource.

    Request `resources/read`, sent by the client.
    Answered by `ReadResourceResult`.
    Needs the server's capability `resources`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["resources/read"]
    params: ReadResourceRequestParams


class ReadResourceRequestParams(_TypedDict):
    """The resource to read.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    _meta: _NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""


class ReadResourceResult(_TypedDict):
    """The contents of a resource, possibly in several parts.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    contents: list[AnyResourceContents]
    """Parts of the resource, each with its own address, as text or as base64 bytes."""


class Request(_TypedDict):
    """The members common to all requests: the name of a method, and parameters.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/basic
    """

    method: str
    params: _NotRequired[RequestParams]


class RequestMeta(_TypedDict):
    """Metadata of a request: the progress token, and keys of either side's own.

    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/progress
    """

    progressToken: _NotRequired[ProgressToken]
    """Token that progress notifications for this request repeat; the receiver may send none."""


class RequestParams(_TypedDict):
    """The members common to the parameters of all requests: metadata.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/basic
    """

    _meta: _NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""


class Resource(_TypedDict):
    """A resource that a server offers for reading: its address, name and kind, without its contents.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta`, `title` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    annotations: _NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""

    description: _NotRequired[str]
    """Description of the contents; clients may show this text to the model."""

    mimeType: _NotRequired[str]
    """MIME type of the data, if the server knows it."""

    name: str
    """Identifier for programs; shown to people only where there is no `title`."""

    size: _NotRequired[int]
    """Size of the raw contents in bytes, before any base64, if known."""

    title: _NotRequired[str]
    """Name to show to people; where it is absent, `name` is shown."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""


class ResourceContents(_TypedDict):
    """The members common to the contents of all resources, text or bytes: an address and a MIME type.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    mimeType: _NotRequired[str]
    """MIME type of the data, if the server knows it."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""


class ResourceLink(_TypedDict):
    """A pointer to a resource of the server, without its contents; `resources/list` need not know it.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    annotations: _NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""

    description: _NotRequired[str]
    """Description of the contents; clients may show this text to the model."""

    mimeType: _NotRequired[str]
    """MIME type of the data, if the server knows it."""

    name: str
    """Identifier for programs; shown to people only where there is no `title`."""

    size: _NotRequired[int]
    """Size of the raw contents in bytes, before any base64, if known."""

    title: _NotRequired[str]
    """Name to show to people; where it is absent, `name` is shown."""

    type: _t.Literal["resource_link"]
    uri: str
    """Address of the resource, in any scheme that the server understands."""


class ResourceListChangedNotification(_TypedDict):
    """The server's notice that its list of resources has changed.

    Notification `notifications/resources/list_changed`, sent by the server.
    Needs the server's capability `resources.listChanged`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["notifications/resources/list_changed"]
    params: _NotRequired[NotificationParams]


class ResourceTemplate(_TypedDict):
    """A pattern for the addresses of a whole family of resources.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta`, `title` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    annotations: _NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""

    description: _NotRequired[str]
    """Description of the contents of this family; clients may show this text to the model."""

    mimeType: _NotRequired[str]
    """MIME type of every resource of this family; absent where they differ."""

    name: str
    """Identifier for programs; shown to people only where there is no `title`."""

    title: _NotRequired[str]
    """Name to show to people; where it is absent, `name` is shown."""

    uriTemplate: str
    """URI template (RFC 6570) that expands to the address of a resource."""


class ResourceTemplateReference(_TypedDict):
    """Names a resource or a resource template, for completion.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion
    """

    type: _t.Literal["ref/resource"]
    uri: str
    """Address of the resource, or the template of the addresses."""


class ResourceUpdatedNotification(_TypedDict):
    """The server's notice that a resource with a subscription has changed and is worth reading again.

    Notification `notifications/resources/updated`, sent by the server.
    Needs the server's capability `resources.subscribe`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["notifications/resources/updated"]
    params: ResourceUpdatedNotificationParams


class ResourceUpdatedNotificationParams(_TypedDict):
    """The resource that has changed.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    uri: str
    """Address of the changed resource, possibly below the address of the subscription."""


class ResourcesCapability(_TypedDict):
    """The optional features of a server's resources.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    listChanged: _NotRequired[bool]
    """True if the server announces changes of its list of resources."""

    subscribe: _NotRequired[bool]
    """True if the server announces changes of single resources to clients that subscribe."""


class Result(_TypedDict):
    """The members common to all results; further members depend on the answered request.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/basic
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""


class Root(_TypedDict):
    """A directory or file that the client lets the server work on.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-06-18/client/roots
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    name: _NotRequired[str]
    """Name of the root to show to people."""

    uri: str
    """Address of the root; it must begin with `file://`."""


class RootsCapability(_TypedDict):
    """The optional features of a client's roots.

    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/client/roots
    """

    listChanged: _NotRequired[bool]
    """True if the client sends `notifications/roots/list_changed`."""


class RootsListChangedNotification(_TypedDict):
    """The client's notice that its roots have changed, so that the server may ask for them again.

    Notification `notifications/roots/list_changed`, sent by the client.
    Needs the client's capability `roots.listChanged`.
    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/client/roots
    """

    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["notifications/roots/list_changed"]
    params: _NotRequired[NotificationParams]


class SamplingMessage(_TypedDict):
    """One message of a conversation with a language model.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/client/sampling
    """

    content: SamplingContent
    """Content of the message."""

    role: Role
    """Speaker of the message."""


class ServerCapabilities(_TypedDict):
    """The optional features that a server supports; further names are allowed.

    Since 2024-11-05.
    Changed in 2025-03-26: `completions` added.
    https://modelcontextprotocol.io/specification/2025-06-18/basic/lifecycle
    """

    completions: _NotRequired[dict[str, _t.Any]]
    """Present if the server suggests values for arguments."""

    experimental: _NotRequired[dict[str, dict[str, _t.Any]]]
    """Features outside the specification, each under a name of its own."""

    logging: _NotRequired[dict[str, _t.Any]]
    """Present if the server can send log messages."""

    prompts: _NotRequired[PromptsCapability]
    """Present if the server has prompts."""

    resources: _NotRequired[ResourcesCapability]
    """Present if the server has resources."""

    tools: _NotRequired[ToolsCapability]
    """Present if the server has tools."""


class SetLevelRequest(_TypedDict):
    """The client's request to be sent log messages from a given severity up.

    Request `logging/setLevel`, sent by the client.
    Answered by `EmptyResult`.
    Needs the server's capability `logging`.
    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/logging
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["logging/setLevel"]
    params: SetLevelRequestParams


class SetLevelRequestParams(_TypedDict):
    """The least severity of the log messages that the client wants.

    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/logging
    """

    _meta: _NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""

    level: LoggingLevel
    """Least severe level that the client wants to see."""


class StringSchema(_TypedDict):
    """A field of a form that takes text.

    Since 2025-06-18.
    https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
    """

    description: _NotRequired[str]
    """Explanation shown beside the field."""

    format: _NotRequired[StringSchemaFormat]
    """Kind of text that is expected; a hint for the form."""

    maxLength: _NotRequired[int]
    """Largest number of characters."""

    minLength: _NotRequired[int]
    """Smallest number of characters."""

    title: _NotRequired[str]
    """Label of the field."""

    type: _t.Literal["string"]


class SubscribeRequest(_TypedDict):
    """The client's request for notifications about changes of a resource.

    Request `resources/subscribe`, sent by the client.
    Answered by `EmptyResult`.
    Needs the server's capability `resources.subscribe`.
    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["resources/subscribe"]
    params: SubscribeRequestParams


class SubscribeRequestParams(_TypedDict):
    """The resource to watch.

    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    _meta: _NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""


class TextContent(_TypedDict):
    """A piece of plain text.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    annotations: _NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""

    text: str
    """The text itself."""

    type: _t.Literal["text"]


class TextResourceContents(_TypedDict):
    """The contents of a resource that is text.

    Since 2024-11-05.
    Changed in 2025-06-18: `_meta` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    mimeType: _NotRequired[str]
    """MIME type of the data, if the server knows it."""

    text: str
    """The text itself; only for data that is text by nature."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""


class Tool(_TypedDict):
    """A tool that a server offers: its name, its description and the schema of its arguments.

    Since 2024-11-05.
    Changed in 2025-03-26: `annotations` added.
    Changed in 2025-06-18: `_meta`, `outputSchema`, `title` added.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    _meta: _NotRequired[dict[str, _t.Any]]
    """Metadata about this object or message; not part of its content."""

    annotations: _NotRequired[ToolAnnotations]
    """Hints about the behaviour of the tool; not to be trusted unless the server is trusted."""

    description: _NotRequired[str]
    """Purpose and use of the tool; clients may show this text to the model."""

    inputSchema: ToolInputSchema
    """JSON Schema of the arguments, which are always one object."""

    name: str
    """Identifier by which `tools/call` names the tool."""

    outputSchema: _NotRequired[ToolOutputSchema]
    """JSON Schema of the `structuredContent` in this tool's results; absent means no promise."""

    title: _NotRequired[str]
    """Name to show to people; the fallbacks are `annotations.title`, then `name`."""


class ToolAnnotations(_TypedDict):
    """Hints about the behaviour of a tool, without guarantee: do not rely on hints of an untrusted server.

    Since 2025-03-26.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    destructiveHint: _NotRequired[bool]
    """Whether the tool may overwrite or delete, rather than only add; default true, without meaning for a
    read-only tool."""

    idempotentHint: _NotRequired[bool]
    """Whether a second call with equal arguments changes nothing more; default false, without meaning for
    a read-only tool."""

    openWorldHint: _NotRequired[bool]
    """Whether the tool reaches beyond a closed system, as a web search does; default true."""

    readOnlyHint: _NotRequired[bool]
    """Whether the tool leaves its surroundings unchanged; default false."""

    title: _NotRequired[str]
    """Name of the tool to show to people."""


class ToolListChangedNotification(_TypedDict):
    """The server's notice that its list of tools has changed.

    Notification `notifications/tools/list_changed`, sent by the server.
    Needs the server's capability `tools.listChanged`.
    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["notifications/tools/list_changed"]
    params: _NotRequired[NotificationParams]


class ToolsCapability(_TypedDict):
    """The optional features of a server's tools.

    Since 2024-11-05.
    https://modelcontextprotocol.io/specification/2025-06-18/server/tools
    """

    listChanged: _NotRequired[bool]
    """True if the server announces changes of its list of tools."""


class UnsubscribeRequest(_TypedDict):
    """The client's request to end notifications about changes of a resource.

    Request `resources/unsubscribe`, sent by the client.
    Answered by `EmptyResult`.
    Needs the server's capability `resources.subscribe`.
    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    id: RequestId
    jsonrpc: _t.Literal["2.0"]
    method: _t.Literal["resources/unsubscribe"]
    params: UnsubscribeRequestParams


class UnsubscribeRequestParams(_TypedDict):
    """The resource to stop watching.

    Since 2024-11-05.
    Not in 2026-07-28.
    https://modelcontextprotocol.io/specification/2025-06-18/server/resources
    """

    _meta: _NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""


AnyResourceContents: _t.TypeAlias = TextResourceContents | BlobResourceContents
"""Contents of a resource: text if it has `text`, bytes if it has `blob`.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-06-18/server/resources
"""


ClientNotification: _t.TypeAlias = (
    CancelledNotification | InitializedNotification | ProgressNotification | RootsListChangedNotification
)
"""Any notification that a client may send, identified by `method`.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-06-18/basic
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
https://modelcontextprotocol.io/specification/2025-06-18/basic
"""


ClientResult: _t.TypeAlias = Result | CreateMessageResult | ListRootsResult | ElicitResult
"""Any result that a client may send; the request with the same id determines its type.

Since 2024-11-05.
Changed in 2025-06-18: its type.
https://modelcontextprotocol.io/specification/2025-06-18/basic
"""


CompletionReference: _t.TypeAlias = PromptReference | ResourceTemplateReference
"""The owner of an argument to complete: a prompt or a resource template.

Since 2024-11-05.
Changed in 2025-06-18: its type.
https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/completion
"""


ContentBlock: _t.TypeAlias = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource
"""A piece of content in a prompt or in a tool's result, of the kind that `type` names.

Since 2024-11-05.
Changed in 2025-03-26: its type.
Changed in 2025-06-18: its type.
https://modelcontextprotocol.io/specification/2025-06-18/server/tools
"""


Cursor: _t.TypeAlias = str
"""An opaque position in a list that comes in pages; only the server can read it.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/pagination
"""


ElicitAction: _t.TypeAlias = _t.Literal["accept", "cancel", "decline"]
"""The user's reaction to an elicitation: `accept`, `decline`, or `cancel` (closed without a choice).

Since 2025-06-18.
https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
"""


ElicitFieldValue: _t.TypeAlias = str | int | float | bool
"""The value that the user gave one field of a form.

Since 2025-06-18.
https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
"""


EmptyResult: _t.TypeAlias = Result
"""A result without content: the request succeeded.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-06-18/basic
"""


IncludeContext: _t.TypeAlias = _t.Literal["allServers", "none", "thisServer"]
"""The context to add to a prompt: none, of the requesting server (`thisServer`), or of all servers
(`allServers`).

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-06-18/client/sampling
"""


JSONRPCMessage: _t.TypeAlias = JSONRPCRequest | JSONRPCNotification | JSONRPCResponse | JSONRPCError
"""Any JSON-RPC frame: a request, a notification, a result or an error.

Since 2024-11-05.
Changed in 2025-03-26: its type.
Changed in 2025-06-18: its type.
https://modelcontextprotocol.io/specification/2025-06-18/basic
"""


LoggingLevel: _t.TypeAlias = _t.Literal[
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"
]
"""The severity of a log message: the eight levels of syslog (RFC 5424), from `debug` up to
`emergency`.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-06-18/server/utilities/logging
"""


NumberSchemaType: _t.TypeAlias = _t.Literal["integer", "number"]
"""Whether a field takes any `number` or only an `integer`.

Since 2025-06-18.
https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
"""


PrimitiveSchemaDefinition: _t.TypeAlias = StringSchema | NumberSchema | BooleanSchema | EnumSchema
"""A field of a form, of the kind that `type` and the present members determine.

Since 2025-06-18.
https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
"""


ProgressToken: _t.TypeAlias = str | int
"""The token that ties progress notifications to the request that asked for them; strings and numbers
are distinct.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-06-18/basic/utilities/progress
"""


RequestId: _t.TypeAlias = str | int
"""The id that ties an answer to its request; the string `"1"` and the number `1` are different ids.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-06-18/basic
"""


Role: _t.TypeAlias = _t.Literal["assistant", "user"]
"""The speaker of a message: the user, or the assistant that the model plays.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-06-18/server/prompts
"""


SamplingContent: _t.TypeAlias = TextContent | ImageContent | AudioContent
"""The content of one message of a conversation with a language model.

Since 2024-11-05.
Changed in 2025-03-26: its type.
https://modelcontextprotocol.io/specification/2025-06-18/client/sampling
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
https://modelcontextprotocol.io/specification/2025-06-18/basic
"""


ServerRequest: _t.TypeAlias = PingRequest | CreateMessageRequest | ListRootsRequest | ElicitRequest
"""Any request that a server may send, identified by `method`.

Since 2024-11-05.
Changed in 2025-06-18: its type.
Not in 2026-07-28.
https://modelcontextprotocol.io/specification/2025-06-18/basic
"""
ServerResult: _t.TypeAlias = (
    Result
    | InitializeResult
    | ListResourcesResult
    | ListResourceTemplatesResult
    | ReadResourceResult
    | ListPromptsResult
    | GetPromptResult
    | ListToolsResult
    | CallToolResult
    | CompleteResult
)
"""Any result that a server may send; the request with the same id determines its type.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-06-18/basic
"""


StringSchemaFormat: _t.TypeAlias = _t.Literal["date", "date-time", "email", "uri"]
"""The kind of text that a field expects: an e-mail address, a URI, a date, or a date with time.

Since 2025-06-18.
https://modelcontextprotocol.io/specification/2025-06-18/client/elicitation
"""


ToolInputSchema: _t.TypeAlias = dict[str, _t.Any]
"""A JSON Schema for the arguments of a tool; the root is an object.

Since 2024-11-05.
https://modelcontextprotocol.io/specification/2025-06-18/server/tools
"""


ToolOutputSchema: _t.TypeAlias = dict[str, _t.Any]
"""A JSON Schema for the structured output of a tool, which is an object.

Since 2025-06-18.
https://modelcontextprotocol.io/specification/2025-06-18/server/tools
"""
