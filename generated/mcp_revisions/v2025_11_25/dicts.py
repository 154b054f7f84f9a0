"""`TypedDict` types for type checkers: the messages of MCP 2025-11-25 as plain dictionaries.

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
    _meta: NotRequired[dict[str, Any]]
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
    _meta: NotRequired[dict[str, Any]]
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
    task: NotRequired[TaskMetadata]
    """Request to run as a task."""


class CallToolResult(TypedDict):
    """The output of a tool."""

    content: list[ContentBlock]
    """Output of the tool as a list of content blocks, possibly empty."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    isError: NotRequired[bool]
    """True if the tool failed; absent means success."""
    structuredContent: NotRequired[dict[str, Any]]
    """Output of the tool as a JSON object, of the shape that its `outputSchema` describes."""


class CancelTaskRequest(TypedDict):
    """Asks the receiver to stop a task."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["tasks/cancel"]
    params: CancelTaskRequestParams


class CancelTaskRequestParams(TypedDict):
    """The task to stop."""

    taskId: str
    """Identifier that the receiver gave the task."""


class CancelTaskResult(TypedDict):
    """The state of a task after it was stopped."""

    createdAt: str
    """Time at which the task began, in ISO 8601 form."""
    lastUpdatedAt: str
    """Time at which the task last changed, in ISO 8601 form."""
    status: TaskStatus
    """State of the task."""
    taskId: str
    """Identifier that the receiver gave the task."""
    ttl: int | None
    """Time for which the receiver keeps the task, in milliseconds from its creation."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    pollInterval: NotRequired[int]
    """Suggested pause between two polls, in milliseconds."""
    statusMessage: NotRequired[str]
    """Explanation of the status, for people."""


class CancelledNotification(TypedDict):
    """Notice that work on a request should stop, because its answer is no longer wanted."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/cancelled"]
    params: CancelledNotificationParams


class CancelledNotificationParams(TypedDict):
    """The cancelled request, and the reason."""

    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    reason: NotRequired[str]
    """Reason of the cancellation, for logs or for the user."""
    requestId: NotRequired[RequestId]
    """Id of the request to stop; `tasks/cancel` stops a task instead."""


class ClientCapabilities(TypedDict):
    """The optional features that a client supports; other names are allowed."""

    elicitation: NotRequired[ElicitationCapability]
    """Present if the client can ask its user for input on behalf of a server."""
    experimental: NotRequired[dict[str, dict[str, Any]]]
    """Features outside the specification, each under a name of its own."""
    roots: NotRequired[RootsCapability]
    """Present if the client can name the directories and files that the server may work on."""
    sampling: NotRequired[SamplingCapability]
    """Present if the client can run a language model on behalf of a server."""
    tasks: NotRequired[ClientTasksCapability]
    """Present if the client can run requests as tasks."""


class ClientTaskRequestsCapability(TypedDict):
    """The requests that a client can run as tasks."""

    elicitation: NotRequired[TaskElicitationCapability]
    """Elicitation requests that can run as tasks."""
    sampling: NotRequired[TaskSamplingCapability]
    """Sampling requests that can run as tasks."""


class ClientTasksCapability(TypedDict):
    """The optional features of a client's tasks."""

    cancel: NotRequired[dict[str, Any]]
    """Present if the client answers `tasks/cancel`."""
    list: NotRequired[dict[str, Any]]
    """Present if the client answers `tasks/list`."""
    requests: NotRequired[ClientTaskRequestsCapability]
    """Requests that the client can run as tasks; requests not listed cannot."""


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
    context: NotRequired[CompletionContext]
    """Arguments with a value already, for suggestions that depend on them."""


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


class CompletionContext(TypedDict):
    """The context of a completion: the arguments that have a value already."""

    arguments: NotRequired[dict[str, str]]
    """Values of the arguments that the user has filled in, by name."""


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
    """Context that the server would like in the prompt; default `none`."""
    metadata: NotRequired[dict[str, Any]]
    """Data to pass to the provider of the model, in the provider's own format."""
    modelPreferences: NotRequired[ModelPreferences]
    """The server's preferences for a model; the client decides."""
    stopSequences: NotRequired[list[str]]
    """Strings at which the model stops."""
    systemPrompt: NotRequired[str]
    """System prompt that the server would like; the client may change it or leave it out."""
    task: NotRequired[TaskMetadata]
    """Request to run as a task."""
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
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    stopReason: NotRequired[str]
    """Reason for the end of the answer, such as `endTurn`, `stopSequence` or `maxTokens`."""


class CreateTaskResult(TypedDict):
    """The immediate answer to a request that runs as a task: the task, not yet its outcome."""

    task: Task
    """State of the new task."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class ElicitRequest(TypedDict):
    """The server's request to the client to ask the user for input."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["elicitation/create"]
    params: ElicitRequestParams


class ElicitRequestFormParams(TypedDict):
    """A form to show to the user."""

    message: str
    """Explanation to the user of what the server asks for."""
    requestedSchema: ElicitRequestedSchema
    """Fields of the form, as a flat JSON Schema."""
    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""
    mode: NotRequired[Literal["form"]]
    """`form`; absent means `form` too."""
    task: NotRequired[TaskMetadata]
    """Request to run as a task."""


class ElicitRequestURLParams(TypedDict):
    """A web page to send the user to; the client does not see what the user enters there."""

    elicitationId: str
    """Identifier of this elicitation, unique within the server and opaque to the client."""
    message: str
    """Explanation to the user of why to visit the page."""
    mode: Literal["url"]
    """Always `url`."""
    url: str
    """Address of the web page, which the client opens only with the user's consent."""
    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""
    task: NotRequired[TaskMetadata]
    """Request to run as a task."""


class ElicitResult(TypedDict):
    """The user's reaction to an elicitation, and the input."""

    action: ElicitAction
    """The user's reaction; only `accept` is consent."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    content: NotRequired[dict[str, ElicitFieldValue]]
    """The input, by field name; only if a form was accepted."""


class ElicitationCapability(TypedDict):
    """The modes of elicitation that a client supports; an empty object means forms only."""

    form: NotRequired[dict[str, Any]]
    """Present if the client can show a form."""
    url: NotRequired[dict[str, Any]]
    """Present if the client can send the user to a web page."""


class ElicitationCompleteNotification(TypedDict):
    """The server's notice that an elicitation on a web page is complete."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/elicitation/complete"]
    params: ElicitationCompleteNotificationParams


class ElicitationCompleteNotificationParams(TypedDict):
    """The elicitation that is finished."""

    elicitationId: str
    """Identifier of the elicitation, as its request states it."""


class EmbeddedResource(TypedDict):
    """A resource with its contents inside a message, so that no `resources/read` is needed."""

    resource: AnyResourceContents
    """Contents of the resource, as text or as base64 bytes."""
    type: Literal["resource"]
    _meta: NotRequired[dict[str, Any]]
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


class GetTaskPayloadRequest(TypedDict):
    """Asks the receiver for the outcome of a task; the answer waits until the task has ended."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["tasks/result"]
    params: GetTaskPayloadRequestParams


class GetTaskPayloadRequestParams(TypedDict):
    """The task whose result is requested."""

    taskId: str
    """Identifier that the receiver gave the task."""


class GetTaskRequest(TypedDict):
    """Asks the receiver for the state of a task."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["tasks/get"]
    params: GetTaskRequestParams


class GetTaskRequestParams(TypedDict):
    """The task to report on."""

    taskId: str
    """Identifier that the receiver gave the task."""


class GetTaskResult(TypedDict):
    """The present state of a task."""

    createdAt: str
    """Time at which the task began, in ISO 8601 form."""
    lastUpdatedAt: str
    """Time at which the task last changed, in ISO 8601 form."""
    status: TaskStatus
    """State of the task."""
    taskId: str
    """Identifier that the receiver gave the task."""
    ttl: int | None
    """Time for which the receiver keeps the task, in milliseconds from its creation."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    pollInterval: NotRequired[int]
    """Suggested pause between two polls, in milliseconds."""
    statusMessage: NotRequired[str]
    """Explanation of the status, for people."""


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
    _meta: NotRequired[dict[str, Any]]
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


class ListTasksRequest(TypedDict):
    """Asks the receiver for one page of its tasks."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["tasks/list"]
    params: NotRequired[PaginatedRequestParams]


class ListTasksResult(TypedDict):
    """One page of the tasks that the receiver knows."""

    tasks: list[Task]
    """Tasks on this page; more pages follow if `nextCursor` is present."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    nextCursor: NotRequired[str]
    """Opaque position to pass as `cursor` for the next page; absent on the last page."""


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
    params: NotRequired[dict[str, Any]]


class NotificationParams(TypedDict):
    """The members common to the parameters of all notifications: metadata."""

    _meta: NotRequired[dict[str, Any]]
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
    _meta: NotRequired[dict[str, Any]]
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


class RelatedTaskMetadata(TypedDict):
    """The task that a message belongs to, under the `_meta` key `io.modelcontextprotocol/related-task`."""

    taskId: str
    """Identifier that the receiver gave the task."""


class Request(TypedDict):
    """The members common to all requests: the name of a method, and parameters."""

    method: str
    params: NotRequired[dict[str, Any]]


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
    """Identifier for programs; shown to people only if there is no `title`."""
    uri: str
    """Address of the resource, in any scheme that the server understands."""
    _meta: NotRequired[dict[str, Any]]
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
    _meta: NotRequired[dict[str, Any]]
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
    _meta: NotRequired[dict[str, Any]]
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

    uri: str
    """Address of the resource, in any scheme that the server understands."""
    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""


class ResourceTemplate(TypedDict):
    """A pattern for the addresses of a whole family of resources."""

    name: str
    """Identifier for programs; shown to people only if there is no `title`."""
    uriTemplate: str
    """URI template (RFC 6570) that expands to the address of a resource."""
    _meta: NotRequired[dict[str, Any]]
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
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
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


class SamplingCapability(TypedDict):
    """The optional features of a client's sampling, beyond plain messages."""

    context: NotRequired[dict[str, Any]]
    """Present if the client supports `includeContext`; if absent, servers should request only `none`."""
    tools: NotRequired[dict[str, Any]]
    """Present if the client accepts `tools` and `toolChoice`."""


class SamplingMessage(TypedDict):
    """One message of a conversation with a language model."""

    content: SamplingContent
    """Content of the message."""
    role: Role
    """Speaker of the message."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


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
    tasks: NotRequired[ServerTasksCapability]
    """Present if the server can run requests as tasks."""
    tools: NotRequired[ToolsCapability]
    """Present if the server has tools."""


class ServerTaskRequestsCapability(TypedDict):
    """The requests that a server can run as tasks."""

    tools: NotRequired[TaskToolsCapability]
    """Tool requests that can run as tasks."""


class ServerTasksCapability(TypedDict):
    """The optional features of a server's tasks."""

    cancel: NotRequired[dict[str, Any]]
    """Present if the server answers `tasks/cancel`."""
    list: NotRequired[dict[str, Any]]
    """Present if the server answers `tasks/list`."""
    requests: NotRequired[ServerTaskRequestsCapability]
    """Requests that the server can run as tasks; requests not listed cannot."""


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


class Task(TypedDict):
    """The state of a request that runs in the background, to be polled until it ends."""

    createdAt: str
    """Time at which the task began, in ISO 8601 form."""
    lastUpdatedAt: str
    """Time at which the task last changed, in ISO 8601 form."""
    status: TaskStatus
    """State of the task."""
    taskId: str
    """Identifier that the receiver gave the task."""
    ttl: int | None
    """Time for which the receiver keeps the task, in milliseconds from its creation."""
    pollInterval: NotRequired[int]
    """Suggested pause between two polls, in milliseconds."""
    statusMessage: NotRequired[str]
    """Explanation of the status, for people."""


class TaskAugmentedRequestParams(TypedDict):
    """The members common to the parameters of all requests that can run as tasks."""

    _meta: NotRequired[RequestMeta]
    """Metadata about this object or message; not part of its content."""
    task: NotRequired[TaskMetadata]
    """Request to run as a task."""


class TaskElicitationCapability(TypedDict):
    """The elicitation requests that a client can run as tasks."""

    create: NotRequired[dict[str, Any]]
    """Present if `elicitation/create` can run as a task."""


class TaskMetadata(TypedDict):
    """The requester's wishes for the task that runs its request, such as how long to keep the task."""

    ttl: NotRequired[int]
    """Time for which the task should be kept, in milliseconds from its creation."""


class TaskSamplingCapability(TypedDict):
    """The sampling requests that a client can run as tasks."""

    createMessage: NotRequired[dict[str, Any]]
    """Present if `sampling/createMessage` can run as a task."""


class TaskStatusNotification(TypedDict):
    """A report that the state of a task has changed."""

    jsonrpc: Literal["2.0"]
    method: Literal["notifications/tasks/status"]
    params: TaskStatusNotificationParams


class TaskStatusNotificationParams(TypedDict):
    """The whole state of the task that has changed."""

    createdAt: str
    """Time at which the task began, in ISO 8601 form."""
    lastUpdatedAt: str
    """Time at which the task last changed, in ISO 8601 form."""
    status: TaskStatus
    """State of the task."""
    taskId: str
    """Identifier that the receiver gave the task."""
    ttl: int | None
    """Time for which the receiver keeps the task, in milliseconds from its creation."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    pollInterval: NotRequired[int]
    """Suggested pause between two polls, in milliseconds."""
    statusMessage: NotRequired[str]
    """Explanation of the status, for people."""


class TaskToolsCapability(TypedDict):
    """The tool requests that a server can run as tasks."""

    call: NotRequired[dict[str, Any]]
    """Present if `tools/call` can run as a task."""


class TextContent(TypedDict):
    """A piece of plain text."""

    text: str
    """The text itself."""
    type: Literal["text"]
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    annotations: NotRequired[Annotations]
    """Hints for the client about the content, such as audience and importance."""


class TextResourceContents(TypedDict):
    """The contents of a resource that is text."""

    text: str
    """The text itself; only for resources that consist of text."""
    uri: str
    """Address of the resource, in any scheme that the server understands."""
    _meta: NotRequired[dict[str, Any]]
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
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""
    annotations: NotRequired[ToolAnnotations]
    """Hints about the behaviour of the tool; not to be trusted unless the server is trusted."""
    description: NotRequired[str]
    """Purpose and use of the tool; clients may show this text to the model."""
    execution: NotRequired[ToolExecution]
    """Ways to run the tool, for instance as a task."""
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


class ToolExecution(TypedDict):
    """How a tool may be called: for example, whether a call may or must be a task."""

    taskSupport: NotRequired[TaskSupport]
    """Whether calls may or must be made as tasks; default `forbidden`."""


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
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this result."""
    isError: NotRequired[bool]
    """True if the tool failed; default false."""
    structuredContent: NotRequired[dict[str, Any]]
    """Output of the tool as a JSON object, of the shape that its `outputSchema` describes."""


class ToolUseContent(TypedDict):
    """The model's call of a tool, as part of its answer."""

    id: str
    """Identifier of this use, which its `ToolResultContent` repeats as `toolUseId`."""
    input: dict[str, Any]
    """Arguments for the tool, of the shape that its `inputSchema` describes."""
    name: str
    """Name of the tool to run."""
    type: Literal["tool_use"]
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this use; keep it when the conversation is sent again, so that providers can cache."""


class ToolsCapability(TypedDict):
    """The optional features of a server's tools."""

    listChanged: NotRequired[bool]
    """True if the server announces changes of its list of tools."""


class URLElicitationRequiredError(TypedDict):
    """The error response to a request that needs the user to visit web pages first."""

    error: URLElicitationRequiredErrorBody
    """Description of the failure: a code, a message and optional data."""
    jsonrpc: Literal["2.0"]
    id: NotRequired[RequestId]


class URLElicitationRequiredErrorBody(TypedDict):
    """The error object of a `URLElicitationRequiredError`."""

    code: Literal[-32042]
    """Always -32042."""
    data: URLElicitationRequiredErrorData
    """Web pages that the user has to visit."""
    message: str
    """Short description of the failure."""


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


Cursor: TypeAlias = str
"""An opaque position in a list that comes in pages; only the server can read it."""

ElicitAction: TypeAlias = Literal["accept", "cancel", "decline"]
"""The user's reaction to an elicitation: `accept`, `decline`, or `cancel` (closed without a choice)."""

ElicitFieldValue: TypeAlias = list[str] | str | float | bool
"""The value that the user entered in one field of a form."""

GetTaskPayloadResult: TypeAlias = dict[str, Any]
"""The outcome of a task; its type is that of the original request's result, such as `CallToolResult`."""

IconTheme: TypeAlias = Literal["dark", "light"]
"""The background an icon is drawn for: `light` or `dark`."""

IncludeContext: TypeAlias = Literal["allServers", "none", "thisServer"]
"""The context to add to a prompt."""

LoggingLevel: TypeAlias = Literal[
    "debug", "info", "notice", "warning", "error", "critical", "alert", "emergency"
]
"""The severity of a log message."""

NumberSchemaType: TypeAlias = Literal["integer", "number"]
"""Whether a field takes any `number` or only an `integer`."""

ProgressToken: TypeAlias = str | int
"""The token that ties progress notifications to the request that asked for them."""

RequestId: TypeAlias = str | int
"""The id that ties an answer to its request; the string `"1"` and the number `1` are different ids."""

Role: TypeAlias = Literal["assistant", "user"]
"""The speaker of a message: the user, or the assistant, which is the model."""

StringSchemaFormat: TypeAlias = Literal["date", "date-time", "email", "uri"]
"""The kind of text that a field expects: an e-mail address, a URI, a date, or a date with time."""

TaskStatus: TypeAlias = Literal["cancelled", "completed", "failed", "input_required", "working"]
"""The state of a task: `working` or `input_required` while it runs."""

TaskSupport: TypeAlias = Literal["forbidden", "optional", "required"]
"""Whether a call to the tool as a task is `forbidden`, `optional` or `required`."""

ToolChoiceMode: TypeAlias = Literal["auto", "none", "required"]
"""Whether the model may (`auto`), must (`required`) or must not (`none`) use tools."""

ToolInputSchema: TypeAlias = dict[str, Any]
"""A JSON Schema for the arguments of a tool; the root is an object."""

ToolOutputSchema: TypeAlias = dict[str, Any]
"""A JSON Schema for the structured output of a tool."""

URLElicitationRequiredErrorData: TypeAlias = dict[str, Any]
"""The web pages that the user has to visit before the next attempt."""

AnyResourceContents: TypeAlias = TextResourceContents | BlobResourceContents
"""Contents of a resource: text if it has `text`, bytes if it has `blob`."""

CompletionReference: TypeAlias = PromptReference | ResourceTemplateReference
"""The owner of an argument to complete: a prompt or a resource template."""

EmptyResult: TypeAlias = Result
"""A result without content: the request succeeded."""

SingleSelectEnumSchema: TypeAlias = UntitledSingleSelectEnumSchema | TitledSingleSelectEnumSchema
"""A field of a form that offers fixed options, of which the user chooses one."""

ContentBlock: TypeAlias = TextContent | ImageContent | AudioContent | ResourceLink | EmbeddedResource
"""A piece of content in a prompt or in a tool's result; `type` names its kind."""

EnumSchema: TypeAlias = (
    UntitledSingleSelectEnumSchema
    | TitledSingleSelectEnumSchema
    | UntitledMultiSelectEnumSchema
    | TitledMultiSelectEnumSchema
    | LegacyTitledEnumSchema
)
"""A field of a form that offers fixed options: one or several to choose, with titles or without."""

JSONRPCMessage: TypeAlias = (
    JSONRPCRequest | JSONRPCNotification | JSONRPCResultResponse | JSONRPCErrorResponse
)
"""Any JSON-RPC message: a request, a notification, a result or an error."""

JSONRPCResponse: TypeAlias = JSONRPCResultResponse | JSONRPCErrorResponse
"""Either kind of answer to a request: a result or an error."""

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

ServerNotification: TypeAlias = (
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
"""Any notification that a server may send, identified by `method`."""

ClientNotification: TypeAlias = (
    CancelledNotification
    | InitializedNotification
    | ProgressNotification
    | TaskStatusNotification
    | RootsListChangedNotification
)
"""Any notification that a client may send, identified by `method`."""

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

SamplingMessageContentBlock: TypeAlias = (
    TextContent | ImageContent | AudioContent | ToolUseContent | ToolResultContent
)
"""A piece of content in a conversation with a language model; `type` names its kind."""

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
    | GetTaskResult
    | GetTaskPayloadResult
    | CancelTaskResult
    | ListTasksResult
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
    | GetTaskRequest
    | GetTaskPayloadRequest
    | CancelTaskRequest
    | ListTasksRequest
    | SetLevelRequest
    | CompleteRequest
)
"""Any request that a client may send, identified by `method`."""

ElicitRequestParams: TypeAlias = ElicitRequestURLParams | ElicitRequestFormParams
"""An elicitation: a form for the user, or a web page to visit if `mode` is `url`."""

SamplingContent: TypeAlias = (
    TextContent
    | ImageContent
    | AudioContent
    | ToolUseContent
    | ToolResultContent
    | list[SamplingMessageContentBlock]
)
"""The content of one message of a conversation with a language model."""

ClientResult: TypeAlias = (
    Result
    | GetTaskResult
    | GetTaskPayloadResult
    | CancelTaskResult
    | ListTasksResult
    | CreateMessageResult
    | ListRootsResult
    | ElicitResult
)
"""Any result that a client may send; the request with the same id determines the type of the result."""

ServerRequest: TypeAlias = (
    PingRequest
    | GetTaskRequest
    | GetTaskPayloadRequest
    | CancelTaskRequest
    | ListTasksRequest
    | CreateMessageRequest
    | ListRootsRequest
    | ElicitRequest
)
"""Any request that a server may send, identified by `method`."""

if not TYPE_CHECKING:
    state_optional_keys(globals())
