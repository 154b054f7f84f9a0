"""`TypedDict` types for type checkers: the messages of MCP 2026-07-28 as plain dictionaries.

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


class Annotations(TypedDict):
    """Hints for the client about content, such as audience and importance."""

    audience: NotRequired[list[Role]]
    """Readers that the content is meant for: the user, the model, or both."""
    lastModified: NotRequired[str]
    """Time of the last change, in ISO 8601 form such as `2025-01-12T15:00:58Z`."""
    priority: NotRequired[float]
    """Importance from 0 (may be left out) to 1 (required)."""


class AudioContent(TypedDict):
    """A sound recording, as base64 text with its MIME type."""

    data: str
    """Bytes of the recording in base64."""
    mimeType: str
    """MIME type of the recording, such as `audio/wav`."""
    type: Literal["audio"]
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""


class BaseMetadata(TypedDict):
    """The pair of names that many objects have: `name` for programs, `title` for people."""

    name: str
    """Identifier for programs; shown to people only if there is no `title`."""
    title: NotRequired[str]
    """Name to show to people; if it is absent, `name` is shown."""


class BlobResourceContents(TypedDict):
    """The contents of a resource that is not text."""

    blob: str
    """Bytes of the resource in base64."""
    uri: str
    """Address of the resource, in any scheme that the server understands."""
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    mimeType: NotRequired[str]
    """MIME type of the data, if the server knows it."""


class BooleanSchema(TypedDict):
    """A field of a form that takes yes or no."""

    type: Literal["boolean"]
    default: NotRequired[bool]
    """Answer that is selected at first."""
    description: NotRequired[str]
    """Explanation shown beside the field."""
    title: NotRequired[str]
    """Label of the field."""


class CacheableResult(TypedDict):
    """The members common to results that a client may cache: lifetime and scope."""

    cacheScope: CacheScope
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""
    resultType: str
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""
    ttlMs: int
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""


class CallToolRequest(TypedDict):
    """The client's request to run one of the server's tools."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["tools/call"]
    params: CallToolRequestParams


class CallToolRequestParams(TypedDict):
    """The tool to run, and its arguments."""

    _meta: RequestMetaObject
    """Metadata about this object or message; not part of its content."""
    name: str
    """Name of the tool, as `tools/list` gives it."""
    arguments: NotRequired[dict[str, Any]]
    """Values for the tool's parameters, of the shape that its `inputSchema` describes."""
    inputResponses: NotRequired[InputResponses]
    """Answers to the `inputRequests` of the previous attempt, under the same keys."""
    requestState: NotRequired[str]
    """Opaque state of the server, sent back unchanged when the request is tried again."""


class CallToolResult(TypedDict):
    """The output of a tool."""

    content: list[ContentBlock]
    """Output of the tool as a list of content blocks, possibly empty."""
    resultType: Literal["complete"]
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""
    isError: NotRequired[bool]
    """True if the tool failed; absent means success."""
    structuredContent: NotRequired[Any]
    """Output of the tool as JSON: any value, of the shape that its `outputSchema` describes."""


class CallToolResultResponse(TypedDict):
    """The JSON-RPC response to `tools/call`: its result, or a request for more input."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    result: CallToolOutcome


class CancelledNotification(TypedDict):
    """The client's notice that it no longer wants the answer to a request."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/cancelled"]
    params: CancelledNotificationParams


class CancelledNotificationParams(TypedDict):
    """The cancelled request, and the reason."""

    requestId: RequestId
    """Id of the request to stop."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this object or message; not part of its content."""
    reason: NotRequired[str]
    """Reason of the cancellation, for logs or for the user."""


class ClientCapabilities(TypedDict):
    """The optional features that a client supports; other names are allowed."""

    elicitation: NotRequired[ElicitationCapability]
    """Present if the client can ask its user for input on behalf of a server."""
    experimental: NotRequired[dict[str, JSONObject]]
    """Features outside the specification, each under a name of its own."""
    extensions: NotRequired[dict[str, JSONObject]]
    """Supported protocol extensions: the settings of each, by its identifier."""
    roots: NotRequired[dict[str, Any]]
    """Present if the client can name the directories and files that the server may work on."""
    sampling: NotRequired[SamplingCapability]
    """Present if the client can run a language model on behalf of a server."""


class CompleteRequest(TypedDict):
    """The client's request for values that could complete an argument the user is typing."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["completion/complete"]
    params: CompleteRequestParams


class CompleteRequestParams(TypedDict):
    """The argument to complete, with the text typed so far."""

    _meta: RequestMetaObject
    """Metadata about this object or message; not part of its content."""
    argument: CompletionArgument
    """Argument to complete, with the text typed so far."""
    ref: CompletionReference
    """Prompt or resource template that the argument belongs to."""
    context: NotRequired[CompletionContext]
    """Arguments with a value already, for suggestions that depend on them."""


class CompleteResult(TypedDict):
    """The server's suggestions for an argument."""

    completion: Completion
    """Suggestions, and how many more there are."""
    resultType: Literal["complete"]
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""


class CompleteResultResponse(TypedDict):
    """The JSON-RPC response to `completion/complete`, with its result."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    result: CompleteResult


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


class CompletionContext(TypedDict):
    """The context of a completion: the arguments that have a value already."""

    arguments: NotRequired[dict[str, str]]
    """Values of the arguments that the user has filled in, by name."""


class CreateMessageRequest(TypedDict):
    """The server's request to the client to run a language model."""

    method: Literal["sampling/createMessage"]
    params: CreateMessageRequestParams


class CreateMessageRequestParams(TypedDict):
    """The conversation for the model, and the settings for its answer."""

    maxTokens: int
    """Upper limit on the tokens of the answer; the client may set a lower one."""
    messages: list[SamplingMessage]
    """Conversation so far, oldest message first."""
    includeContext: NotRequired[IncludeContext]
    """Context that the server would like in the prompt; default `none`."""
    metadata: NotRequired[JSONObject]
    """Data to pass to the provider of the model, in the provider's own format."""
    modelPreferences: NotRequired[ModelPreferences]
    """The server's preferences for a model; the client decides."""
    stopSequences: NotRequired[list[str]]
    """Strings at which the model stops."""
    systemPrompt: NotRequired[str]
    """System prompt that the server would like; the client may change it or leave it out."""
    temperature: NotRequired[float]
    """Sampling temperature, in the scale of the model's provider."""
    toolChoice: NotRequired[ToolChoice]
    """Whether the model may, must or must not use the tools; default `auto`."""
    tools: NotRequired[list[Tool]]
    """Tools to offer to the model; clients without `sampling.tools` refuse this member."""


class CreateMessageResult(TypedDict):
    """The model's answer, which the user may inspect before the server receives it."""

    content: SamplingContent
    """Content of the model's answer."""
    model: str
    """Name of the model that answered."""
    role: Role
    """Speaker of the message."""
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    stopReason: NotRequired[str]
    """Reason for the end of the answer, such as `endTurn`, `stopSequence` or `maxTokens`."""


class DiscoverRequest(TypedDict):
    """The client's request for the server's revisions and capabilities."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["server/discover"]
    params: RequestParams


class DiscoverResult(TypedDict):
    """The protocol revisions and the optional features that a server supports."""

    cacheScope: CacheScope
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""
    capabilities: ServerCapabilities
    """Optional features that the server supports."""
    resultType: Literal["complete"]
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""
    supportedVersions: list[str]
    """Protocol revisions that the server accepts; the client picks one of them for its next requests."""
    ttlMs: int
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""
    instructions: NotRequired[str]
    """Advice on using the server, which the client may show to the model."""


class DiscoverResultResponse(TypedDict):
    """The JSON-RPC response to `server/discover`, with its result."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    result: DiscoverResult


class ElicitRequest(TypedDict):
    """The server's request to the client to ask the user for input."""

    method: Literal["elicitation/create"]
    params: ElicitRequestParams


class ElicitRequestFormParams(TypedDict):
    """A form to show to the user."""

    message: str
    """Explanation to the user of what the server asks for."""
    requestedSchema: ElicitRequestedSchema
    """Fields of the form, as a flat JSON Schema."""
    mode: NotRequired[Literal["form"]]
    """`form`; absent means `form` too."""


class ElicitRequestURLParams(TypedDict):
    """A web page to send the user to; the client does not see what the user enters there."""

    message: str
    """Explanation to the user of why to visit the page."""
    mode: Literal["url"]
    """Always `url`."""
    url: str
    """Address of the web page, which the client opens only with the user's consent."""


class ElicitResult(TypedDict):
    """The user's reaction to an elicitation, and the input."""

    action: ElicitAction
    """The user's reaction; only `accept` is consent."""
    content: NotRequired[dict[str, ElicitFieldValue]]
    """The input, by field name; only if a form was accepted."""


class ElicitationCapability(TypedDict):
    """The modes of elicitation that a client supports; an empty object means forms only."""

    form: NotRequired[JSONObject]
    """Present if the client can show a form."""
    url: NotRequired[JSONObject]
    """Present if the client can send the user to a web page."""


class EmbeddedResource(TypedDict):
    """A resource with its contents inside a message, so that no `resources/read` is needed."""

    resource: AnyResourceContents
    """Contents of the resource, as text or as base64 bytes."""
    type: Literal["resource"]
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
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

    _meta: RequestMetaObject
    """Metadata about this object or message; not part of its content."""
    name: str
    """Name of the prompt, as `prompts/list` gives it."""
    arguments: NotRequired[dict[str, str]]
    """Value of each argument, by its name; all values are strings."""
    inputResponses: NotRequired[InputResponses]
    """Answers to the `inputRequests` of the previous attempt, under the same keys."""
    requestState: NotRequired[str]
    """Opaque state of the server, sent back unchanged when the request is tried again."""


class GetPromptResult(TypedDict):
    """The messages of a prompt, filled in and ready for the model."""

    messages: list[PromptMessage]
    """Messages of the prompt, in the order of the conversation."""
    resultType: Literal["complete"]
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""
    description: NotRequired[str]
    """Purpose of the prompt."""


class GetPromptResultResponse(TypedDict):
    """The JSON-RPC response to `prompts/get`: its result, or a request for more input."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    result: GetPromptOutcome


class HeaderMismatchError(TypedDict):
    """The error response to an HTTP request with headers that are missing, malformed or in contradiction …"""

    error: HeaderMismatchErrorBody
    """Description of the failure: a code, a message and optional data."""
    jsonrpc: Literal["2.0"]
    id: NotRequired[RequestId]


class HeaderMismatchErrorBody(TypedDict):
    """The error object of a `HeaderMismatchError`."""

    code: Literal[-32020]
    """Always -32020."""
    message: str
    """Short description of the failure."""
    data: NotRequired[Any]
    """Details of the error, in any shape that the sender chooses."""


class Icon(TypedDict):
    """An image of a tool, prompt, resource or implementation for user interfaces."""

    src: str
    """Address of the picture on the web, or the picture itself as a `data:` URI."""
    mimeType: NotRequired[str]
    """MIME type of the picture, for sources that state none or a general one."""
    sizes: NotRequired[list[str]]
    """Sizes at which the picture looks right, such as `48x48`, or `any`; absent means every size."""
    theme: NotRequired[IconTheme]
    """Background that the picture was drawn for; absent means any background."""


class Icons(TypedDict):
    """The `icons` member that several objects share."""

    icons: NotRequired[list[Icon]]
    """Pictures to show beside the name; the client picks the one that suits its display."""


class ImageContent(TypedDict):
    """A picture, as base64 text with its MIME type."""

    data: str
    """Bytes of the picture in base64."""
    mimeType: str
    """MIME type of the picture, such as `image/png`."""
    type: Literal["image"]
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""


class Implementation(TypedDict):
    """The name and version of a client or server program."""

    name: str
    """Identifier of the program; shown to people only if there is no `title`."""
    version: str
    """Version of the program, in any notation; not the protocol revision."""
    description: NotRequired[str]
    """Description of the program, for people."""
    icons: NotRequired[list[Icon]]
    """Pictures to show beside the name; the client picks the one that suits its display."""
    title: NotRequired[str]
    """Name to show to people; if it is absent, `name` is shown."""
    websiteUrl: NotRequired[str]
    """Web site of the program."""


class InputRequiredResult(TypedDict):
    """A result that asks for input."""

    resultType: str
    """`input_required`; a result with another value is of another type."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""
    inputRequests: NotRequired[InputRequests]
    """Inputs that the server needs; if absent, the client may simply try again."""
    requestState: NotRequired[str]
    """Opaque state that the client must return unchanged with the next attempt."""


class InputResponseRequestParams(TypedDict):
    """The parameters of a retried request, which contain the input that the server asked for."""

    _meta: RequestMetaObject
    """Metadata about this object or message; not part of its content."""
    inputResponses: NotRequired[InputResponses]
    """Answers to the `inputRequests` of the previous attempt, under the same keys."""
    requestState: NotRequired[str]
    """Opaque state of the server, sent back unchanged when the request is tried again."""


class InternalError(TypedDict):
    """The error for a failure inside the receiver that the request did not cause."""

    code: Literal[-32603]
    """Always -32603."""
    message: str
    """Short description of the failure."""
    data: NotRequired[Any]
    """Details of the error, in any shape that the sender chooses."""


class InvalidParamsError(TypedDict):
    """The error for invalid parameters, such as an unknown tool, prompt or resource, or an expired cursor."""

    code: Literal[-32602]
    """Always -32602."""
    message: str
    """Short description of the failure."""
    data: NotRequired[Any]
    """Details of the error, in any shape that the sender chooses."""


class InvalidRequestError(TypedDict):
    """The error for JSON that is not a JSON-RPC message, for instance without `method`."""

    code: Literal[-32600]
    """Always -32600."""
    message: str
    """Short description of the failure."""
    data: NotRequired[Any]
    """Details of the error, in any shape that the sender chooses."""


class JSONRPCErrorResponse(TypedDict):
    """A JSON-RPC response with an error."""

    error: Error
    """Description of the failure: a code, a message and optional data."""
    jsonrpc: Literal["2.0"]
    id: NotRequired[RequestId]


class JSONRPCNotification(TypedDict):
    """A JSON-RPC notification, which has no id and gets no response."""

    jsonrpc: Literal["2.0"]
    method: str
    params: NotRequired[dict[str, Any]]


class JSONRPCRequest(TypedDict):
    """A JSON-RPC request, which has an id and gets a response."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: str
    params: NotRequired[dict[str, Any]]


class JSONRPCResultResponse(TypedDict):
    """A JSON-RPC response with the result of a request."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    result: Result


class LegacyTitledEnumSchema(TypedDict):
    """The older way to describe a field with fixed options and titles."""

    enum: list[str]
    """Options to choose from; the chosen value is returned unchanged."""
    type: Literal["string"]
    default: NotRequired[str]
    """Option that is selected at first."""
    description: NotRequired[str]
    """Explanation shown beside the field."""
    enumNames: NotRequired[list[str]]
    """Titles to show for the options, in the order of `enum`; not a keyword of JSON Schema."""
    title: NotRequired[str]
    """Label of the field."""


class ListPromptsRequest(TypedDict):
    """The client's request for one page of the server's prompts."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["prompts/list"]
    params: PaginatedRequestParams


class ListPromptsResult(TypedDict):
    """One page of the prompts that a server offers."""

    cacheScope: CacheScope
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""
    prompts: list[Prompt]
    """Prompts on this page; more pages follow if `nextCursor` is present."""
    resultType: Literal["complete"]
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""
    ttlMs: int
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""
    nextCursor: NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListPromptsResultResponse(TypedDict):
    """The JSON-RPC response to `prompts/list`, with its result."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    result: ListPromptsResult


class ListResourceTemplatesRequest(TypedDict):
    """The client's request for one page of the server's resource templates."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["resources/templates/list"]
    params: PaginatedRequestParams


class ListResourceTemplatesResult(TypedDict):
    """One page of the resource templates that a server offers."""

    cacheScope: CacheScope
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""
    resourceTemplates: list[ResourceTemplate]
    """Templates on this page; more pages follow if `nextCursor` is present."""
    resultType: Literal["complete"]
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""
    ttlMs: int
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""
    nextCursor: NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListResourceTemplatesResultResponse(TypedDict):
    """The JSON-RPC response to `resources/templates/list`, with its result."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    result: ListResourceTemplatesResult


class ListResourcesRequest(TypedDict):
    """The client's request for one page of the server's resources."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["resources/list"]
    params: PaginatedRequestParams


class ListResourcesResult(TypedDict):
    """One page of the resources that a server offers."""

    cacheScope: CacheScope
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""
    resources: list[Resource]
    """Resources on this page; more pages follow if `nextCursor` is present."""
    resultType: Literal["complete"]
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""
    ttlMs: int
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""
    nextCursor: NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListResourcesResultResponse(TypedDict):
    """The JSON-RPC response to `resources/list`, with its result."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    result: ListResourcesResult


class ListRootsRequest(TypedDict):
    """The server's request for the directories and files that it may work on."""

    method: Literal["roots/list"]
    params: NotRequired[ListRootsRequestParams]


class ListRootsRequestParams(TypedDict):
    """The parameters of `roots/list`: only metadata."""

    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""


class ListRootsResult(TypedDict):
    """The directories and files that the server may work on."""

    roots: list[Root]
    """All of the client's roots; the list does not come in pages."""


class ListToolsRequest(TypedDict):
    """The client's request for one page of the server's tools."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["tools/list"]
    params: PaginatedRequestParams


class ListToolsResult(TypedDict):
    """One page of the tools that a server offers."""

    cacheScope: CacheScope
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""
    resultType: Literal["complete"]
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""
    tools: list[Tool]
    """Tools on this page; more pages follow if `nextCursor` is present."""
    ttlMs: int
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""
    nextCursor: NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ListToolsResultResponse(TypedDict):
    """The JSON-RPC response to `tools/list`, with its result."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    result: ListToolsResult


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
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this object or message; not part of its content."""
    logger: NotRequired[str]
    """Name of the part of the server that logs."""


class MethodNotFoundError(TypedDict):
    """The error for a method that the receiver does not know, or whose capability it did not declare."""

    code: Literal[-32601]
    """Always -32601."""
    message: str
    """Short description of the failure."""
    data: NotRequired[Any]
    """Details of the error, in any shape that the sender chooses."""


class MissingRequiredClientCapabilityError(TypedDict):
    """The error response to a request that needs a capability which the client did not declare."""

    error: MissingRequiredClientCapabilityErrorBody
    """Description of the failure: a code, a message and optional data."""
    jsonrpc: Literal["2.0"]
    id: NotRequired[RequestId]


class MissingRequiredClientCapabilityErrorBody(TypedDict):
    """The error object of a `MissingRequiredClientCapabilityError`."""

    code: Literal[-32021]
    """Always -32021."""
    data: MissingRequiredClientCapabilityErrorData
    """The capabilities that the client did not declare."""
    message: str
    """Short description of the failure."""


class MissingRequiredClientCapabilityErrorData(TypedDict):
    """The capabilities that the client did not declare."""

    requiredCapabilities: ClientCapabilities
    """Capabilities that the request needs and did not declare."""


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
    params: NotRequired[dict[str, Any]]


class NotificationParams(TypedDict):
    """The members common to the parameters of all notifications: metadata."""

    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this object or message; not part of its content."""


class NumberSchema(TypedDict):
    """A field of a form that takes a number."""

    type: NumberSchemaType
    """`integer` allows only whole numbers."""
    default: NotRequired[float]
    """Number that the field has at first."""
    description: NotRequired[str]
    """Explanation shown beside the field."""
    maximum: NotRequired[float]
    """Largest allowed value."""
    minimum: NotRequired[float]
    """Smallest allowed value."""
    title: NotRequired[str]
    """Label of the field."""


class PaginatedRequest(TypedDict):
    """The members common to requests for a list."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: str
    params: PaginatedRequestParams


class PaginatedRequestParams(TypedDict):
    """The parameters of a request for a list: the cursor of the page to return."""

    _meta: RequestMetaObject
    """Metadata about this object or message; not part of its content."""
    cursor: NotRequired[str]
    """Opaque position taken from an earlier `nextCursor`; absent asks for the first page."""


class PaginatedResult(TypedDict):
    """The members common to results with a page of a list: the cursor of the next page."""

    resultType: str
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""
    nextCursor: NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


class ParseError(TypedDict):
    """The error for a message that is not JSON."""

    code: Literal[-32700]
    """Always -32700."""
    message: str
    """Short description of the failure."""
    data: NotRequired[Any]
    """Details of the error, in any shape that the sender chooses."""


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
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this object or message; not part of its content."""
    message: NotRequired[str]
    """Description of the current step, for people."""
    total: NotRequired[float]
    """Amount at the end of the request, if known; same unit as `progress`."""


class Prompt(TypedDict):
    """A prompt that a server offers: its name, its purpose and its arguments."""

    name: str
    """Identifier by which `prompts/get` names the prompt."""
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    arguments: NotRequired[list[PromptArgument]]
    """Arguments that the prompt takes, each by its name."""
    description: NotRequired[str]
    """Purpose of the prompt."""
    icons: NotRequired[list[Icon]]
    """Pictures to show beside the name; the client picks the one that suits its display."""
    title: NotRequired[str]
    """Name to show to people; if it is absent, `name` is shown."""


class PromptArgument(TypedDict):
    """One argument that a prompt takes; its value is always a string."""

    name: str
    """Key of the argument in the `arguments` of `prompts/get`."""
    description: NotRequired[str]
    """Meaning of the argument."""
    required: NotRequired[bool]
    """Whether the prompt needs the argument; absent means false."""
    title: NotRequired[str]
    """Name to show to people; if it is absent, `name` is shown."""


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
    title: NotRequired[str]
    """Name to show to people; if it is absent, `name` is shown."""


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

    _meta: RequestMetaObject
    """Metadata about this object or message; not part of its content."""
    uri: str
    """Address of the resource, in any scheme that the server understands."""
    inputResponses: NotRequired[InputResponses]
    """Answers to the `inputRequests` of the previous attempt, under the same keys."""
    requestState: NotRequired[str]
    """Opaque state of the server, sent back unchanged when the request is tried again."""


class ReadResourceResult(TypedDict):
    """The contents of a resource, possibly in several parts."""

    cacheScope: CacheScope
    """Callers that may reuse a cached copy: any, or only those with the same authorization."""
    contents: list[AnyResourceContents]
    """Parts of the resource, each with its own address, as text or as base64 bytes."""
    resultType: Literal["complete"]
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""
    ttlMs: int
    """Time for which the result stays fresh, in milliseconds after its arrival; 0 means stale at once."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""


class ReadResourceResultResponse(TypedDict):
    """The JSON-RPC response to `resources/read`: its result, or a request for more input."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    result: ReadResourceOutcome


class Request(TypedDict):
    """The members common to all requests: the name of a method, and parameters."""

    method: str
    params: NotRequired[dict[str, Any]]


class RequestParams(TypedDict):
    """The members common to the parameters of all requests: metadata."""

    _meta: RequestMetaObject
    """Metadata about this object or message; not part of its content."""


class Resource(TypedDict):
    """A resource that a server offers for reading: its address, name and kind, without its contents."""

    name: str
    """Identifier for programs; shown to people only if there is no `title`."""
    uri: str
    """Address of the resource, in any scheme that the server understands."""
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""
    description: NotRequired[str]
    """Description of the contents; clients may show this text to the model."""
    icons: NotRequired[list[Icon]]
    """Pictures to show beside the name; the client picks the one that suits its display."""
    mimeType: NotRequired[str]
    """MIME type of the data, if the server knows it."""
    size: NotRequired[int]
    """Size of the raw contents in bytes, before any base64, if known."""
    title: NotRequired[str]
    """Name to show to people; if it is absent, `name` is shown."""


class ResourceContents(TypedDict):
    """The members common to the contents of all resources, text or bytes: an address and a MIME type."""

    uri: str
    """Address of the resource, in any scheme that the server understands."""
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    mimeType: NotRequired[str]
    """MIME type of the data, if the server knows it."""


class ResourceLink(TypedDict):
    """A pointer to a resource of the server, without its contents."""

    name: str
    """Identifier for programs; shown to people only if there is no `title`."""
    type: Literal["resource_link"]
    uri: str
    """Address of the resource, in any scheme that the server understands."""
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""
    description: NotRequired[str]
    """Description of the contents; clients may show this text to the model."""
    icons: NotRequired[list[Icon]]
    """Pictures to show beside the name; the client picks the one that suits its display."""
    mimeType: NotRequired[str]
    """MIME type of the data, if the server knows it."""
    size: NotRequired[int]
    """Size of the raw contents in bytes, before any base64, if known."""
    title: NotRequired[str]
    """Name to show to people; if it is absent, `name` is shown."""


class ResourceListChangedNotification(TypedDict):
    """The server's notice that its list of resources has changed."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/resources/list_changed"]
    params: NotRequired[NotificationParams]


class ResourceRequestParams(TypedDict):
    """The members common to the parameters of requests about a resource: its address."""

    _meta: RequestMetaObject
    """Metadata about this object or message; not part of its content."""
    uri: str
    """Address of the resource, in any scheme that the server understands."""


class ResourceTemplate(TypedDict):
    """A pattern for the addresses of a whole family of resources."""

    name: str
    """Identifier for programs; shown to people only if there is no `title`."""
    uriTemplate: str
    """URI template (RFC 6570) that expands to the address of a resource."""
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""
    description: NotRequired[str]
    """Description of the contents of this family; clients may show this text to the model."""
    icons: NotRequired[list[Icon]]
    """Pictures to show beside the name; the client picks the one that suits its display."""
    mimeType: NotRequired[str]
    """MIME type of every resource of this family; absent if they differ."""
    title: NotRequired[str]
    """Name to show to people; if it is absent, `name` is shown."""


class ResourceTemplateReference(TypedDict):
    """Names a resource or a resource template, for completion."""

    type: Literal["ref/resource"]
    uri: str
    """Address of the resource, or the template of the addresses."""


class ResourceUpdatedNotification(TypedDict):
    """Notice that a resource to which the client subscribed has changed; the client may read it again."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/resources/updated"]
    params: ResourceUpdatedNotificationParams


class ResourceUpdatedNotificationParams(TypedDict):
    """The resource that has changed."""

    uri: str
    """Address of the changed resource, possibly below the address of the subscription."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this object or message; not part of its content."""


class ResourcesCapability(TypedDict):
    """The optional features of a server's resources."""

    listChanged: NotRequired[bool]
    """True if the server announces changes of its list of resources."""
    subscribe: NotRequired[bool]
    """True if the server announces changes of single resources to clients that subscribe."""


class Result(TypedDict):
    """The members common to all results; a result may have more members, depending on its request."""

    resultType: str
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""
    _meta: NotRequired[ResultMetaObject]
    """Metadata about this object or message; not part of its content."""


class Root(TypedDict):
    """A directory or file that the client lets the server work on."""

    uri: str
    """Address of the root; it must begin with `file://`."""
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    name: NotRequired[str]
    """Name of the root to show to people."""


class SamplingCapability(TypedDict):
    """The optional features of a client's sampling, beyond plain messages."""

    context: NotRequired[JSONObject]
    """Present if the client supports `includeContext`; if absent, servers should request only `none`."""
    tools: NotRequired[JSONObject]
    """Present if the client accepts `tools` and `toolChoice`."""


class SamplingMessage(TypedDict):
    """One message of a conversation with a language model."""

    content: SamplingContent
    """Content of the message."""
    role: Role
    """Speaker of the message."""
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""


class ServerCapabilities(TypedDict):
    """The optional features that a server supports; other names are allowed."""

    completions: NotRequired[JSONObject]
    """Present if the server suggests values for arguments."""
    experimental: NotRequired[dict[str, JSONObject]]
    """Features outside the specification, each under a name of its own."""
    extensions: NotRequired[dict[str, JSONObject]]
    """Supported protocol extensions: the settings of each, by its identifier."""
    logging: NotRequired[JSONObject]
    """Present if the server can send log messages."""
    prompts: NotRequired[PromptsCapability]
    """Present if the server has prompts."""
    resources: NotRequired[ResourcesCapability]
    """Present if the server has resources."""
    tools: NotRequired[ToolsCapability]
    """Present if the server has tools."""


class StringSchema(TypedDict):
    """A field of a form that takes text."""

    type: Literal["string"]
    default: NotRequired[str]
    """Text that the field has at first."""
    description: NotRequired[str]
    """Explanation shown beside the field."""
    format: NotRequired[StringSchemaFormat]
    """Kind of text that is expected; a hint for the form."""
    maxLength: NotRequired[int]
    """Largest number of characters."""
    minLength: NotRequired[int]
    """Smallest number of characters."""
    title: NotRequired[str]
    """Label of the field."""


class SubscriptionFilter(TypedDict):
    """A choice of notifications; the server sends only the chosen kinds."""

    promptsListChanged: NotRequired[bool]
    """True to be notified of changes of the list of prompts."""
    resourceSubscriptions: NotRequired[list[str]]
    """Addresses of the resources to watch for changes."""
    resourcesListChanged: NotRequired[bool]
    """True to be notified of changes of the list of resources."""
    toolsListChanged: NotRequired[bool]
    """True to be notified of changes of the list of tools."""


class SubscriptionsAcknowledgedNotification(TypedDict):
    """The first message on a subscription: the requested notifications that the server will deliver."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/subscriptions/acknowledged"]
    params: SubscriptionsAcknowledgedNotificationParams


class SubscriptionsAcknowledgedNotificationParams(TypedDict):
    """The notifications that the server will deliver on this subscription."""

    notifications: SubscriptionFilter
    """Kinds that the server will deliver: the requested kinds without the unsupported ones."""
    _meta: NotRequired[NotificationMetaObject]
    """Metadata about this object or message; not part of its content."""


class SubscriptionsListenRequest(TypedDict):
    """The client's request for a stream of notifications about changes; either side can end the stream."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["subscriptions/listen"]
    params: SubscriptionsListenRequestParams


class SubscriptionsListenRequestParams(TypedDict):
    """The notifications that the client wants."""

    _meta: RequestMetaObject
    """Metadata about this object or message; not part of its content."""
    notifications: SubscriptionFilter
    """Kinds of notification to deliver; the server sends no others on this stream."""


class SubscriptionsListenResult(TypedDict):
    """The result that a server sends when it ends a subscription; until then, the request has no answer."""

    _meta: SubscriptionsListenResultMetaObject
    """Metadata about this object or message; not part of its content."""
    resultType: Literal["complete"]
    """`complete` for a final result, `input_required` for an `InputRequiredResult`."""


class SubscriptionsListenResultResponse(TypedDict):
    """The JSON-RPC response to `subscriptions/listen`, sent when the server closes the stream normally."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    result: SubscriptionsListenResult


class TextContent(TypedDict):
    """A piece of plain text."""

    text: str
    """The text itself."""
    type: Literal["text"]
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""


class TextResourceContents(TypedDict):
    """The contents of a resource that is text."""

    text: str
    """The text itself; only for resources that consist of text."""
    uri: str
    """Address of the resource, in any scheme that the server understands."""
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    mimeType: NotRequired[str]
    """MIME type of the data, if the server knows it."""


class TitledEnumOption(TypedDict):
    """One option of a choice: the value that comes back, and the title that is shown."""

    const: str
    """Value that comes back if the option is chosen."""
    title: str
    """Text that is shown for the option."""


class TitledMultiSelectEnumSchema(TypedDict):
    """A field of a form in which the user may choose several options; every option has its own title."""

    items: TitledMultiSelectItems
    """Options to choose from."""
    type: Literal["array"]
    default: NotRequired[list[str]]
    """Values of the options that are selected at first."""
    description: NotRequired[str]
    """Explanation shown beside the field."""
    maxItems: NotRequired[int]
    """Largest number of options that may be chosen."""
    minItems: NotRequired[int]
    """Smallest number of options that must be chosen."""
    title: NotRequired[str]
    """Label of the field."""


class TitledMultiSelectItems(TypedDict):
    """The options, with titles, of a field in which the user may choose several."""

    anyOf: list[TitledEnumOption]
    """Options to choose from."""


class TitledSingleSelectEnumSchema(TypedDict):
    """A field of a form in which the user chooses one option; every option has its own title."""

    oneOf: list[TitledEnumOption]
    """Options to choose from."""
    type: Literal["string"]
    default: NotRequired[str]
    """Value of the option that is selected at first."""
    description: NotRequired[str]
    """Explanation shown beside the field."""
    title: NotRequired[str]
    """Label of the field."""


class Tool(TypedDict):
    """A tool that a server offers: its name, its description and the schema of its arguments."""

    inputSchema: ToolInputSchema
    """JSON Schema of the arguments, which are always one object."""
    name: str
    """Identifier by which `tools/call` names the tool."""
    _meta: NotRequired[MetaObject]
    """Metadata about this object or message; not part of its content."""
    annotations: NotRequired[ToolAnnotations]
    """Hints about the behaviour of the tool; not to be trusted unless the server is trusted."""
    description: NotRequired[str]
    """Purpose and use of the tool; clients may show this text to the model."""
    icons: NotRequired[list[Icon]]
    """Pictures to show beside the name; the client picks the one that suits its display."""
    outputSchema: NotRequired[ToolOutputSchema]
    """JSON Schema of the `structuredContent` in this tool's results; absent means no promise."""
    title: NotRequired[str]
    """Name to show to people; the fallbacks are `annotations.title`, then `name`."""


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


class ToolChoice(TypedDict):
    """Whether the model may, must or must not use the given tools."""

    mode: NotRequired[ToolChoiceMode]
    """Whether tools may, must or must not be used; default `auto`."""


class ToolListChangedNotification(TypedDict):
    """The server's notice that its list of tools has changed."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/tools/list_changed"]
    params: NotRequired[NotificationParams]


class ToolResultContent(TypedDict):
    """The output of a tool, for the model that called the tool."""

    content: list[ContentBlock]
    """Output of the tool as a list of content blocks, as in `CallToolResult`."""
    toolUseId: str
    """Identifier of the `ToolUseContent` that this answers."""
    type: Literal["tool_result"]
    _meta: NotRequired[MetaObject]
    """Metadata about this result."""
    isError: NotRequired[bool]
    """True if the tool failed; default false."""
    structuredContent: NotRequired[Any]
    """Output of the tool as any JSON value, of the shape that its `outputSchema` describes."""


class ToolUseContent(TypedDict):
    """The model's call of a tool, as part of its answer."""

    id: str
    """Identifier of this use, which its `ToolResultContent` repeats as `toolUseId`."""
    input: dict[str, Any]
    """Arguments for the tool, of the shape that its `inputSchema` describes."""
    name: str
    """Name of the tool to run."""
    type: Literal["tool_use"]
    _meta: NotRequired[MetaObject]
    """Metadata about this use; keep it when the conversation is sent again, so that providers can cache."""


class ToolsCapability(TypedDict):
    """The optional features of a server's tools."""

    listChanged: NotRequired[bool]
    """True if the server announces changes of its list of tools."""


class UnsupportedProtocolVersionError(TypedDict):
    """The error response to a request in a protocol revision that the server does not support."""

    error: UnsupportedProtocolVersionErrorBody
    """Description of the failure: a code, a message and optional data."""
    jsonrpc: Literal["2.0"]
    id: NotRequired[RequestId]


class UnsupportedProtocolVersionErrorBody(TypedDict):
    """The error object of an `UnsupportedProtocolVersionError`."""

    code: Literal[-32022]
    """Always -32022."""
    data: UnsupportedProtocolVersionErrorData
    """The requested revision, and the supported ones."""
    message: str
    """Short description of the failure."""


class UnsupportedProtocolVersionErrorData(TypedDict):
    """The requested protocol revision, and the supported ones."""

    requested: str
    """Revision that the request named."""
    supported: list[str]
    """Revisions that the server speaks; the client may try again with one of them."""


class UntitledMultiSelectEnumSchema(TypedDict):
    """A field of a form in which the user may choose several options; the values themselves are shown."""

    items: UntitledMultiSelectItems
    """Options to choose from."""
    type: Literal["array"]
    default: NotRequired[list[str]]
    """Options that are selected at first."""
    description: NotRequired[str]
    """Explanation shown beside the field."""
    maxItems: NotRequired[int]
    """Largest number of options that may be chosen."""
    minItems: NotRequired[int]
    """Smallest number of options that must be chosen."""
    title: NotRequired[str]
    """Label of the field."""


class UntitledMultiSelectItems(TypedDict):
    """The options, without titles, of a field in which the user may choose several."""

    enum: list[str]
    """Options to choose from; the chosen value is returned unchanged."""
    type: Literal["string"]


class UntitledSingleSelectEnumSchema(TypedDict):
    """A field of a form in which the user chooses one option; the values themselves are shown."""

    enum: list[str]
    """Options to choose from; the chosen value is returned unchanged."""
    type: Literal["string"]
    default: NotRequired[str]
    """Option that is selected at first."""
    description: NotRequired[str]
    """Explanation shown beside the field."""
    title: NotRequired[str]
    """Label of the field."""


CacheScope: TypeAlias = Literal["private", "public"]
"""The callers that may share a cached result."""

Cursor: TypeAlias = str
"""An opaque position in a list that comes in pages; only the server can read it."""

ElicitAction: TypeAlias = Literal["accept", "cancel", "decline"]
"""The user's reaction to an elicitation: `accept`, `decline`, or `cancel` (closed without a choice)."""

ElicitFieldValue: TypeAlias = list[str] | str | float | bool
"""The value that the user entered in one field of a form."""

IconTheme: TypeAlias = Literal["dark", "light"]
"""The background an icon is drawn for: `light` or `dark`."""

IncludeContext: TypeAlias = Literal["allServers", "none", "thisServer"]
"""The context to add to a prompt."""

JSONValue: TypeAlias = Any
"""Any JSON value, `null` included."""

LoggingLevel: TypeAlias = Literal[
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"
]
"""The severity of a log message."""

MetaObject: TypeAlias = dict[str, Any]
"""Metadata under free key names."""

NumberSchemaType: TypeAlias = Literal["integer", "number"]
"""Whether a field takes any `number` or only an `integer`."""

ProgressToken: TypeAlias = str | int
"""The token that ties progress notifications to the request that asked for them."""

RequestId: TypeAlias = str | int
"""The id that ties an answer to its request; the string `"1"` and the number `1` are different ids."""

ResultType: TypeAlias = str
"""The kind of a result: `complete` is final, `input_required` asks for input first."""

Role: TypeAlias = Literal["assistant", "user"]
"""The speaker of a message: the user, or the assistant, which is the model."""

StringSchemaFormat: TypeAlias = Literal["date", "date-time", "email", "uri"]
"""The kind of text that a field expects: an e-mail address, a URI, a date, or a date with time."""

ToolChoiceMode: TypeAlias = Literal["auto", "none", "required"]
"""Whether the model may (`auto`), must (`required`) or must not (`none`) use tools."""

ToolInputSchema: TypeAlias = dict[str, Any]
"""A JSON Schema for the arguments of a tool; the root is an object."""

ToolOutputSchema: TypeAlias = dict[str, Any]
"""A JSON Schema for the structured output of a tool."""

CompletionReference: TypeAlias = PromptReference | ResourceTemplateReference
"""The owner of an argument to complete: a prompt or a resource template."""

JSONArray: TypeAlias = list[JSONValue]
"""A JSON array of any values."""

JSONObject: TypeAlias = dict[str, JSONValue]
"""A JSON object with any names and values."""

NotificationMetaObject = TypedDict(
    "NotificationMetaObject",
    {
        "io.modelcontextprotocol/subscriptionId": NotRequired[RequestId],
    },
)
"""Metadata of a notification; has the id of the subscription if the notification belongs to one."""

ResultMetaObject = TypedDict(
    "ResultMetaObject",
    {
        "io.modelcontextprotocol/serverInfo": NotRequired[Implementation],
    },
)
"""Metadata of a result; usually has the name and version of the server."""

SingleSelectEnumSchema: TypeAlias = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema
"""A field of a form that offers fixed options, of which the user chooses one."""

SubscriptionsListenResultMetaObject = TypedDict(
    "SubscriptionsListenResultMetaObject",
    {
        "io.modelcontextprotocol/subscriptionId": RequestId,
        "io.modelcontextprotocol/serverInfo": NotRequired[Implementation],
    },
)
"""Metadata of the result that ends a subscription, with the id of the subscription."""

AnyResourceContents: TypeAlias = TextResourceContents | BlobResourceContents
"""Contents of a resource: text if it has `text`, bytes if it has `blob`."""

EnumSchema: TypeAlias = (
    UntitledSingleSelectEnumSchema
    | TitledSingleSelectEnumSchema
    | UntitledMultiSelectEnumSchema
    | TitledMultiSelectEnumSchema
    | LegacyTitledEnumSchema
)
"""A field of a form that offers fixed options: one or several to choose, with titles or without."""

MultiSelectEnumSchema: TypeAlias = UntitledMultiSelectEnumSchema | TitledMultiSelectEnumSchema
"""A field of a form that offers fixed options, of which the user chooses any number."""

PrimitiveSchemaDefinition: TypeAlias = (
    StringSchema
    | NumberSchema
    | BooleanSchema
    | UntitledSingleSelectEnumSchema
    | TitledSingleSelectEnumSchema
    | UntitledMultiSelectEnumSchema
    | TitledMultiSelectEnumSchema
    | LegacyTitledEnumSchema
)
"""A field of a form; `type` and the other members determine its kind."""

ClientNotification: TypeAlias = CancelledNotification
"""Any notification that a client may send, identified by `method`."""

ClientResult: TypeAlias = Result
"""The empty result; servers send no requests of their own, so clients have nothing else to answer."""

ContentBlock: TypeAlias = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource
"""A piece of content in a prompt or in a tool's result; `type` names its kind."""

ElicitRequestedSchema = TypedDict(
    "ElicitRequestedSchema",
    {
        "properties": dict[str, PrimitiveSchemaDefinition],
        "type": Literal["object"],
        "$schema": NotRequired[str],
        "required": NotRequired[list[str]],
    },
)
"""The fields of a form."""

EmptyResult: TypeAlias = Result
"""A result without content: the request succeeded."""

RequestMetaObject = TypedDict(
    "RequestMetaObject",
    {
        "io.modelcontextprotocol/clientCapabilities": ClientCapabilities,
        "io.modelcontextprotocol/protocolVersion": str,
        "io.modelcontextprotocol/clientInfo": NotRequired[Implementation],
        "io.modelcontextprotocol/logLevel": NotRequired[LoggingLevel],
        "progressToken": NotRequired[ProgressToken],
    },
)
"""Metadata that every request must carry: its protocol revision and the client's capabilities."""

ServerNotification: TypeAlias = (
    CancelledNotification
    | ProgressNotification
    | ResourceListChangedNotification
    | SubscriptionsAcknowledgedNotification
    | ResourceUpdatedNotification
    | PromptListChangedNotification
    | ToolListChangedNotification
    | LoggingMessageNotification
)
"""Any notification that a server may send, identified by `method`."""

ElicitRequestParams: TypeAlias = ElicitRequestFormParams | ElicitRequestURLParams
"""An elicitation: a form for the user, or a web page to visit if `mode` is `url`."""

JSONRPCMessage: TypeAlias = (
    JSONRPCRequest | JSONRPCNotification | JSONRPCResultResponse | JSONRPCErrorResponse
)
"""Any JSON-RPC message: a request, a notification, a result or an error."""

JSONRPCResponse: TypeAlias = JSONRPCResultResponse | JSONRPCErrorResponse
"""Either kind of answer to a request: a result or an error."""

SamplingMessageContentBlock: TypeAlias = (
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent
)
"""A piece of content in a conversation with a language model; `type` names its kind."""

SamplingContent: TypeAlias = (
    TextContent
    | ImageContent
    | AudioContent
    | ToolUseContent
    | ToolResultContent
    | list[SamplingMessageContentBlock]
)
"""The content of one message of a conversation with a language model."""

InputResponse: TypeAlias = CreateMessageResult | ListRootsResult | ElicitResult
"""The client's answer to an `InputRequest`."""

InputResponses: TypeAlias = dict[str, InputResponse]
"""The client's answers to the server's `InputRequests`, under the same keys."""

InputRequest: TypeAlias = CreateMessageRequest | ListRootsRequest | ElicitRequest
"""An input that a server needs from the client: a model's answer, the roots, or the user's input."""

InputRequests: TypeAlias = dict[str, InputRequest]
"""Everything that a server needs from the client in one round, under keys of the server's choice."""

ReadResourceOutcome: TypeAlias = InputRequiredResult | ReadResourceResult
"""The outcome of `resources/read`: the result, or a request for more input."""

ServerResult: TypeAlias = (
    Result
    | InputRequiredResult
    | DiscoverResult
    | ListResourcesResult
    | ListResourceTemplatesResult
    | ReadResourceResult
    | SubscriptionsListenResult
    | ListPromptsResult
    | GetPromptResult
    | ListToolsResult
    | CallToolResult
    | CompleteResult
)
"""Any result that a server may send; the request with the same id determines the type of the result."""

CallToolOutcome: TypeAlias = InputRequiredResult | CallToolResult
"""The outcome of `tools/call`: the result, or a request for more input."""

GetPromptOutcome: TypeAlias = InputRequiredResult | GetPromptResult
"""The outcome of `prompts/get`: the result, or a request for more input."""

ClientRequest: TypeAlias = (
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
"""Any request that a client may send, identified by `method`."""

if not TYPE_CHECKING:
    state_optional_keys(globals())
