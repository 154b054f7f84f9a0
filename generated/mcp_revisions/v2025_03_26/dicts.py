"""`TypedDict` types for type checkers: the messages of MCP 2025-03-26 as plain dictionaries.

The keys are the wire names, and absent members have no key. `decode_message` takes such a dictionary, and
`to_builtins` returns one. No other module imports this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypedDict
else:
    from .._runtime.typed_dicts import NotRequired, TypedDict, state_optional_keys

__all__ = [
    "Annotations",
    "AnyResourceContents",
    "AudioContent",
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
    "JSONRPCBatchRequest",
    "JSONRPCBatchRequestItem",
    "JSONRPCBatchResponse",
    "JSONRPCBatchResponseItem",
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
    "ToolAnnotations",
    "ToolInputSchema",
    "ToolListChangedNotification",
    "ToolsCapability",
    "UnsubscribeRequest",
    "UnsubscribeRequestParams",
]


class Annotations(TypedDict):
    """Hints for the client about content, such as audience and importance."""

    audience: NotRequired[list[Role]]
    """Readers that the content is meant for: the user, the model, or both."""
    priority: NotRequired[float]
    """Importance from 0 (may be left out) to 1 (required)."""


class AudioContent(TypedDict):
    """A sound recording, as base64 text with its MIME type."""

    data: str
    """Bytes of the recording in base64."""
    mimeType: str
    """MIME type of the recording, such as `audio/wav`."""
    type: Literal["audio"]
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""


class BlobResourceContents(TypedDict):
    """The contents of a resource that is not text."""

    blob: str
    """Bytes of the resource in base64."""
    uri: str
    """Address of the resource, in any scheme that the server understands."""
    mimeType: NotRequired[str]
    """MIME type of the data, if the server knows it."""


class CallToolRequest(TypedDict):
    """The client's request to run one of the server's tools."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["tools/call"]
    params: CallToolRequestParams


class CallToolRequestParams(TypedDict):
    """The tool to run, and its arguments."""

    name: str
    """Name of the tool, as `tools/list` gives it."""
    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""
    arguments: NotRequired[dict[str, Any]]
    """Values for the tool's parameters, of the shape that its `inputSchema` describes."""


class CallToolResult(TypedDict):
    """The output of a tool."""

    content: list[ContentBlock]
    """Output of the tool as a list of content blocks, possibly empty."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    isError: NotRequired[bool]
    """True if the tool failed; absent means success."""


class CancelledNotification(TypedDict):
    """Notice that work on a request should stop, because its answer is no longer wanted."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/cancelled"]
    params: CancelledNotificationParams


class CancelledNotificationParams(TypedDict):
    """The cancelled request, and the reason."""

    requestId: RequestId
    """Id of the request to stop."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    reason: NotRequired[str]
    """Reason of the cancellation, for logs or for the user."""


class ClientCapabilities(TypedDict):
    """The optional features that a client supports; other names are allowed."""

    experimental: NotRequired[dict[str, dict[str, Any]]]
    """Features outside the specification, each under a name of its own."""
    roots: NotRequired[RootsCapability]
    """Present if the client can name the directories and files that the server may work on."""
    sampling: NotRequired[dict[str, Any]]
    """Present if the client can run a language model on behalf of a server."""


class CompleteRequest(TypedDict):
    """The client's request for values that could complete an argument the user is typing."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["completion/complete"]
    params: CompleteRequestParams


class CompleteRequestParams(TypedDict):
    """The argument to complete, with the text typed so far."""

    argument: CompletionArgument
    """Argument to complete, with the text typed so far."""
    ref: CompletionReference
    """Prompt or resource template that the argument belongs to."""
    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""


class CompleteResult(TypedDict):
    """The server's suggestions for an argument."""

    completion: Completion
    """Suggestions, and how many more there are."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class Completion(TypedDict):
    """Suggested values for an argument, and how many more there are."""

    values: list[str]
    """Suggestions, at most 100."""
    hasMore: NotRequired[bool]
    """True if there are suggestions beyond those listed, even if `total` is unknown."""
    total: NotRequired[int]
    """Number of suggestions that exist, which may be more than are listed."""


class CompletionArgument(TypedDict):
    """The argument to complete, with the text typed so far."""

    name: str
    """Name of the argument, or of the variable in the URI template."""
    value: str
    """Text typed so far, which suggestions should match."""


class CreateMessageRequest(TypedDict):
    """The server's request to the client to run a language model."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["sampling/createMessage"]
    params: CreateMessageRequestParams


class CreateMessageRequestParams(TypedDict):
    """The conversation for the model, and the settings for its answer."""

    maxTokens: int
    """Upper limit on the tokens of the answer; the client may set a lower one."""
    messages: list[SamplingMessage]
    """Conversation so far, oldest message first."""
    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""
    includeContext: NotRequired[IncludeContext]
    """Context that the server would like in the prompt; the client is free to leave the context out."""
    metadata: NotRequired[dict[str, Any]]
    """Data to pass to the provider of the model, in the provider's own format."""
    modelPreferences: NotRequired[ModelPreferences]
    """The server's preferences for a model; the client decides."""
    stopSequences: NotRequired[list[str]]
    """Strings at which the model stops."""
    systemPrompt: NotRequired[str]
    """System prompt that the server would like; the client may change it or leave it out."""
    temperature: NotRequired[float]
    """Sampling temperature, in the scale of the model's provider."""


class CreateMessageResult(TypedDict):
    """The model's answer, which the user may inspect before the server receives it."""

    content: SamplingContent
    """Content of the model's answer."""
    model: str
    """Name of the model that answered."""
    role: Role
    """Speaker of the message."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    stopReason: NotRequired[str]
    """Reason for the end of the answer, such as `endTurn`, `stopSequence` or `maxTokens`."""


class EmbeddedResource(TypedDict):
    """A resource with its contents inside a message, so that no `resources/read` is needed."""

    resource: AnyResourceContents
    """Contents of the resource, as text or as base64 bytes."""
    type: Literal["resource"]
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""


class Error(TypedDict):
    """The error object of JSON-RPC: a code, a message, and data of the sender's choice."""

    code: int
    """Integer that classifies the error."""
    message: str
    """Short description of the failure."""
    data: NotRequired[Any]
    """Details of the error, in any shape that the sender chooses."""


class GetPromptRequest(TypedDict):
    """The client's request for the messages of one prompt, filled in with arguments."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["prompts/get"]
    params: GetPromptRequestParams


class GetPromptRequestParams(TypedDict):
    """The prompt to fill in, and its arguments."""

    name: str
    """Name of the prompt, as `prompts/list` gives it."""
    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""
    arguments: NotRequired[dict[str, str]]
    """Value of each argument, by its name; all values are strings."""


class GetPromptResult(TypedDict):
    """The messages of a prompt, filled in and ready for the model."""

    messages: list[PromptMessage]
    """Messages of the prompt, in the order of the conversation."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    description: NotRequired[str]
    """Purpose of the prompt."""


class ImageContent(TypedDict):
    """A picture, as base64 text with its MIME type."""

    data: str
    """Bytes of the picture in base64."""
    mimeType: str
    """MIME type of the picture, such as `image/png`."""
    type: Literal["image"]
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""


class Implementation(TypedDict):
    """The name and version of a client or server program."""

    name: str
    """Identifier of the program; shown to people only if there is no `title`."""
    version: str
    """Version of the program, in any notation; not the protocol revision."""


class InitializeRequest(TypedDict):
    """The client's first request, which opens the session and proposes a protocol revision."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["initialize"]
    params: InitializeRequestParams


class InitializeRequestParams(TypedDict):
    """The client's identity, its capabilities, and the protocol revision that it proposes."""

    capabilities: ClientCapabilities
    """Optional features that the client supports for the whole session."""
    clientInfo: Implementation
    """Name and version of the client."""
    protocolVersion: str
    """Newest protocol revision that the client speaks; older ones may be supported too."""
    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""


class InitializeResult(TypedDict):
    """The server's identity, its capabilities, and the protocol revision of the session."""

    capabilities: ServerCapabilities
    """Optional features that the server supports for the whole session."""
    protocolVersion: str
    """Revision that the server chose, possibly not the proposed one."""
    serverInfo: Implementation
    """Name and version of the server."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    instructions: NotRequired[str]
    """Advice on using the server, which the client may show to the model."""


class InitializedNotification(TypedDict):
    """The client's notice that the handshake is over and normal operation may begin."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/initialized"]
    params: NotRequired[NotificationParams]


class JSONRPCError(TypedDict):
    """A JSON-RPC response with an error instead of a result."""

    error: Error
    """Description of the failure: a code, a message and optional data."""
    id: RequestId
    jsonrpc: Literal["2.0"]


class JSONRPCNotification(TypedDict):
    """A JSON-RPC notification, which has no id and gets no response."""

    jsonrpc: Literal["2.0"]
    method: str
    params: NotRequired[NotificationParams]


class JSONRPCRequest(TypedDict):
    """A JSON-RPC request, which has an id and gets a response."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: str
    params: NotRequired[RequestParams]


class JSONRPCResponse(TypedDict):
    """A JSON-RPC response with the result of a request."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    result: Result


class ListPromptsRequest(TypedDict):
    """The client's request for one page of the server's prompts."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["prompts/list"]
    params: NotRequired[PaginatedRequestParams]


class ListPromptsResult(TypedDict):
    """One page of the prompts that a server offers."""

    prompts: list[Prompt]
    """Prompts on this page; more pages follow if `nextCursor` is present."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    nextCursor: NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListResourceTemplatesRequest(TypedDict):
    """The client's request for one page of the server's resource templates."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["resources/templates/list"]
    params: NotRequired[PaginatedRequestParams]


class ListResourceTemplatesResult(TypedDict):
    """One page of the resource templates that a server offers."""

    resourceTemplates: list[ResourceTemplate]
    """Templates on this page; more pages follow if `nextCursor` is present."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    nextCursor: NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListResourcesRequest(TypedDict):
    """The client's request for one page of the server's resources."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["resources/list"]
    params: NotRequired[PaginatedRequestParams]


class ListResourcesResult(TypedDict):
    """One page of the resources that a server offers."""

    resources: list[Resource]
    """Resources on this page; more pages follow if `nextCursor` is present."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    nextCursor: NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListRootsRequest(TypedDict):
    """The server's request for the directories and files that it may work on."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["roots/list"]
    params: NotRequired[RequestParams]


class ListRootsResult(TypedDict):
    """The directories and files that the server may work on."""

    roots: list[Root]
    """All of the client's roots; the list does not come in pages."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class ListToolsRequest(TypedDict):
    """The client's request for one page of the server's tools."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["tools/list"]
    params: NotRequired[PaginatedRequestParams]


class ListToolsResult(TypedDict):
    """One page of the tools that a server offers."""

    tools: list[Tool]
    """Tools on this page; more pages follow if `nextCursor` is present."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    nextCursor: NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class LoggingMessageNotification(TypedDict):
    """A log message of the server."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/message"]
    params: LoggingMessageNotificationParams


class LoggingMessageNotificationParams(TypedDict):
    """A log message: its severity, its logger and its content."""

    data: Any
    """Content of the message: a string, an object, or any other JSON value."""
    level: LoggingLevel
    """Severity of the message."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    logger: NotRequired[str]
    """Name of the part of the server that logs."""


class ModelHint(TypedDict):
    """A hint at the model that a server would like; unknown members are for the client to interpret."""

    name: NotRequired[str]
    """Part of a model's name, such as `sonnet`."""


class ModelPreferences(TypedDict):
    """A server's preferences for a model, which the client need not follow."""

    costPriority: NotRequired[float]
    """Weight of a low price, from 0 (none) to 1 (decisive)."""
    hints: NotRequired[list[ModelHint]]
    """Models by name, best first; the first match takes precedence over the weights."""
    intelligencePriority: NotRequired[float]
    """Weight of ability, from 0 (none) to 1 (decisive)."""
    speedPriority: NotRequired[float]
    """Weight of a quick answer, from 0 (none) to 1 (decisive)."""


class Notification(TypedDict):
    """The members common to all notifications: the name of a method, and parameters."""

    method: str
    params: NotRequired[NotificationParams]


class NotificationParams(TypedDict):
    """The members common to the parameters of all notifications: metadata."""

    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class PaginatedRequest(TypedDict):
    """The members common to requests for a list."""

    method: str
    params: NotRequired[PaginatedRequestParams]


class PaginatedRequestParams(TypedDict):
    """The parameters of a request for a list: the cursor of the page to return."""

    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""
    cursor: NotRequired[str]
    """Opaque position taken from an earlier `nextCursor`; absent asks for the first page."""


class PaginatedResult(TypedDict):
    """The members common to results with a page of a list: the cursor of the next page."""

    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    nextCursor: NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class PingRequest(TypedDict):
    """A request that tests whether the other side still answers; it must answer promptly."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["ping"]
    params: NotRequired[RequestParams]


class ProgressNotification(TypedDict):
    """A report of the progress of a running request."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/progress"]
    params: ProgressNotificationParams


class ProgressNotificationParams(TypedDict):
    """The progress of a running request, with the token of the request."""

    progress: float
    """Amount done so far; grows with every notification, even if `total` is unknown."""
    progressToken: ProgressToken
    """Token from the request's `_meta`."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    message: NotRequired[str]
    """Description of the current step, for people."""
    total: NotRequired[float]
    """Amount at the end of the request, if known; same unit as `progress`."""


class Prompt(TypedDict):
    """A prompt that a server offers: its name, its purpose and its arguments."""

    name: str
    """Identifier by which `prompts/get` names the prompt."""
    arguments: NotRequired[list[PromptArgument]]
    """Arguments that the prompt takes, each by its name."""
    description: NotRequired[str]
    """Purpose of the prompt."""


class PromptArgument(TypedDict):
    """One argument that a prompt takes; its value is always a string."""

    name: str
    """Key of the argument in the `arguments` of `prompts/get`."""
    description: NotRequired[str]
    """Meaning of the argument."""
    required: NotRequired[bool]
    """Whether the prompt needs the argument; absent means false."""


class PromptListChangedNotification(TypedDict):
    """The server's notice that its list of prompts has changed."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/prompts/list_changed"]
    params: NotRequired[NotificationParams]


class PromptMessage(TypedDict):
    """A message of a prompt: its speaker, and a single piece of content."""

    content: ContentBlock
    """Content of the message, as one content block."""
    role: Role
    """Speaker of the message."""


class PromptReference(TypedDict):
    """Names a prompt, for completion."""

    name: str
    """Name of the prompt, as `prompts/list` gives it."""
    type: Literal["ref/prompt"]


class PromptsCapability(TypedDict):
    """The optional features of a server's prompts."""

    listChanged: NotRequired[bool]
    """True if the server announces changes of its list of prompts."""


class ReadResourceRequest(TypedDict):
    """The client's request for the contents of one resource."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["resources/read"]
    params: ReadResourceRequestParams


class ReadResourceRequestParams(TypedDict):
    """The resource to read."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""
    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""


class ReadResourceResult(TypedDict):
    """The contents of a resource, possibly in several parts."""

    contents: list[AnyResourceContents]
    """Parts of the resource, each with its own address, as text or as base64 bytes."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class Request(TypedDict):
    """The members common to all requests: the name of a method, and parameters."""

    method: str
    params: NotRequired[RequestParams]


class RequestMeta(TypedDict):
    """Metadata of a request: the progress token, and other keys that either side defines."""

    progressToken: NotRequired[ProgressToken]
    """Token that progress notifications for this request repeat; the receiver need not send any."""


class RequestParams(TypedDict):
    """The members common to the parameters of all requests: metadata."""

    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""


class Resource(TypedDict):
    """A resource that a server offers for reading: its address, name and kind, without its contents."""

    name: str
    """Name of the resource to show to people."""
    uri: str
    """Address of the resource, in any scheme that the server understands."""
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""
    description: NotRequired[str]
    """Description of the contents; clients may show this text to the model."""
    mimeType: NotRequired[str]
    """MIME type of the data, if the server knows it."""
    size: NotRequired[int]
    """Size of the raw contents in bytes, before any base64, if known."""


class ResourceContents(TypedDict):
    """The members common to the contents of all resources, text or bytes: an address and a MIME type."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""
    mimeType: NotRequired[str]
    """MIME type of the data, if the server knows it."""


class ResourceListChangedNotification(TypedDict):
    """The server's notice that its list of resources has changed."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/resources/list_changed"]
    params: NotRequired[NotificationParams]


class ResourceReference(TypedDict):
    """Names a resource or a resource template, for completion."""

    type: Literal["ref/resource"]
    uri: str
    """Address of the resource, or the template of the addresses."""


class ResourceTemplate(TypedDict):
    """A pattern for the addresses of a whole family of resources."""

    name: str
    """Name of the family to show to people."""
    uriTemplate: str
    """URI template (RFC 6570) that expands to the address of a resource."""
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""
    description: NotRequired[str]
    """Description of the contents of this family; clients may show this text to the model."""
    mimeType: NotRequired[str]
    """MIME type of every resource of this family; absent if they differ."""


class ResourceUpdatedNotification(TypedDict):
    """Notice that a resource to which the client subscribed has changed; the client may read it again."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/resources/updated"]
    params: ResourceUpdatedNotificationParams


class ResourceUpdatedNotificationParams(TypedDict):
    """The resource that has changed."""

    uri: str
    """Address of the changed resource, possibly below the address of the subscription."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class ResourcesCapability(TypedDict):
    """The optional features of a server's resources."""

    listChanged: NotRequired[bool]
    """True if the server announces changes of its list of resources."""
    subscribe: NotRequired[bool]
    """True if the server announces changes of single resources to clients that subscribe."""


class Result(TypedDict):
    """The members common to all results; a result may have more members, depending on its request."""

    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class Root(TypedDict):
    """A directory or file that the client lets the server work on."""

    uri: str
    """Address of the root; it must begin with `file://`."""
    name: NotRequired[str]
    """Name of the root to show to people."""


class RootsCapability(TypedDict):
    """The optional features of a client's roots."""

    listChanged: NotRequired[bool]
    """True if the client sends `notifications/roots/list_changed`."""


class RootsListChangedNotification(TypedDict):
    """The client's notice that its roots have changed, so that the server may ask for them again."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/roots/list_changed"]
    params: NotRequired[NotificationParams]


class SamplingMessage(TypedDict):
    """One message of a conversation with a language model."""

    content: SamplingContent
    """Content of the message."""
    role: Role
    """Speaker of the message."""


class ServerCapabilities(TypedDict):
    """The optional features that a server supports; other names are allowed."""

    completions: NotRequired[dict[str, Any]]
    """Present if the server suggests values for arguments."""
    experimental: NotRequired[dict[str, dict[str, Any]]]
    """Features outside the specification, each under a name of its own."""
    logging: NotRequired[dict[str, Any]]
    """Present if the server can send log messages."""
    prompts: NotRequired[PromptsCapability]
    """Present if the server has prompts."""
    resources: NotRequired[ResourcesCapability]
    """Present if the server has resources."""
    tools: NotRequired[ToolsCapability]
    """Present if the server has tools."""


class SetLevelRequest(TypedDict):
    """The client's request for log messages of a given severity or above."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["logging/setLevel"]
    params: SetLevelRequestParams


class SetLevelRequestParams(TypedDict):
    """The lowest severity of the log messages that the client wants."""

    level: LoggingLevel
    """Least severe level that the client wants to see."""
    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""


class SubscribeRequest(TypedDict):
    """The client's request for notifications about changes of a resource."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["resources/subscribe"]
    params: SubscribeRequestParams


class SubscribeRequestParams(TypedDict):
    """The resource to watch."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""
    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""


class TextContent(TypedDict):
    """A piece of plain text."""

    text: str
    """The text itself."""
    type: Literal["text"]
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""


class TextResourceContents(TypedDict):
    """The contents of a resource that is text."""

    text: str
    """The text itself; only for resources that consist of text."""
    uri: str
    """Address of the resource, in any scheme that the server understands."""
    mimeType: NotRequired[str]
    """MIME type of the data, if the server knows it."""


class Tool(TypedDict):
    """A tool that a server offers: its name, its description and the schema of its arguments."""

    inputSchema: ToolInputSchema
    """JSON Schema of the arguments, which are always one object."""
    name: str
    """Identifier by which `tools/call` names the tool."""
    annotations: NotRequired[ToolAnnotations]
    """Hints about the behaviour of the tool; not to be trusted unless the server is trusted."""
    description: NotRequired[str]
    """Purpose and use of the tool; clients may show this text to the model."""


class ToolAnnotations(TypedDict):
    """Hints about the behaviour of a tool, without guarantee: do not rely on hints of an untrusted server."""

    destructiveHint: NotRequired[bool]
    """Whether the tool may overwrite or delete data, not only add data; default true."""
    idempotentHint: NotRequired[bool]
    """Whether a second call with equal arguments has no further effect; default false."""
    openWorldHint: NotRequired[bool]
    """Whether the tool uses other systems than the server's own, as a web search does; default true."""
    readOnlyHint: NotRequired[bool]
    """Whether the tool changes nothing; default false."""
    title: NotRequired[str]
    """Name of the tool to show to people."""


class ToolListChangedNotification(TypedDict):
    """The server's notice that its list of tools has changed."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/tools/list_changed"]
    params: NotRequired[NotificationParams]


class ToolsCapability(TypedDict):
    """The optional features of a server's tools."""

    listChanged: NotRequired[bool]
    """True if the server announces changes of its list of tools."""


class UnsubscribeRequest(TypedDict):
    """The client's request to end notifications about changes of a resource."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["resources/unsubscribe"]
    params: UnsubscribeRequestParams


class UnsubscribeRequestParams(TypedDict):
    """The resource to stop watching."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""
    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""


Cursor: TypeAlias = str
"""An opaque position in a list that comes in pages; only the server can read it."""

IncludeContext: TypeAlias = Literal["allServers", "none", "thisServer"]
"""The context to add to a prompt."""

LoggingLevel: TypeAlias = Literal[
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"
]
"""The severity of a log message."""

ProgressToken: TypeAlias = str | int
"""The token that ties progress notifications to the request that asked for them."""

RequestId: TypeAlias = str | int
"""The id that ties an answer to its request; the string `"1"` and the number `1` are different ids."""

Role: TypeAlias = Literal["assistant", "user"]
"""The speaker of a message: the user, or the assistant, which is the model."""

ToolInputSchema: TypeAlias = dict[str, Any]
"""A JSON Schema for the arguments of a tool; the root is an object."""

AnyResourceContents: TypeAlias = TextResourceContents | BlobResourceContents
"""Contents of a resource: text if it has `text`, bytes if it has `blob`."""

CompletionReference: TypeAlias = PromptReference | ResourceReference
"""The owner of an argument to complete: a prompt or a resource template."""

EmptyResult: TypeAlias = Result
"""A result without content: the request succeeded."""

ContentBlock: TypeAlias = TextContent | ImageContent | AudioContent | EmbeddedResource
"""A piece of content in a prompt or in a tool's result; `type` names its kind."""

JSONRPCBatchRequestItem: TypeAlias = JSONRPCRequest | JSONRPCNotification
"""An entry of a batch of requests: a request or a notification."""

JSONRPCBatchResponseItem: TypeAlias = JSONRPCResponse | JSONRPCError
"""An entry of a batch of answers: a result or an error."""

JSONRPCMessage: TypeAlias = (
    JSONRPCRequest
    | JSONRPCNotification
    | list[JSONRPCBatchRequestItem]
    | JSONRPCResponse
    | JSONRPCError
    | list[JSONRPCBatchResponseItem]
)
"""Any JSON-RPC message: a request, a notification, a result, an error, or a batch of them."""

SamplingContent: TypeAlias = TextContent | ImageContent | AudioContent
"""The content of one message of a conversation with a language model."""

ServerNotification: TypeAlias = (
    CancelledNotification
    | ProgressNotification
    | ResourceListChangedNotification
    | ResourceUpdatedNotification
    | PromptListChangedNotification
    | ToolListChangedNotification
    | LoggingMessageNotification
)
"""Any notification that a server may send, identified by `method`."""

ClientNotification: TypeAlias = (
    CancelledNotification | InitializedNotification | ProgressNotification | RootsListChangedNotification
)
"""Any notification that a client may send, identified by `method`."""

JSONRPCBatchRequest: TypeAlias = list[JSONRPCBatchRequestItem]
"""A JSON array of several requests and notifications, sent as one message."""

JSONRPCBatchResponse: TypeAlias = list[JSONRPCBatchResponseItem]
"""A JSON array of the responses to several requests, sent as one message."""

ServerResult: TypeAlias = (
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
"""Any result that a server may send; the request with the same id determines the type of the result."""

ClientRequest: TypeAlias = (
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
"""Any request that a client may send, identified by `method`."""

ClientResult: TypeAlias = Result | CreateMessageResult | ListRootsResult
"""Any result that a client may send; the request with the same id determines the type of the result."""

ServerRequest: TypeAlias = PingRequest | CreateMessageRequest | ListRootsRequest
"""Any request that a server may send, identified by `method`."""

if not TYPE_CHECKING:
    state_optional_keys(globals())
