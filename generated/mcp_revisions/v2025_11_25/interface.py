"""A class that declares the attributes of the module for MCP 2025-11-25.

Type checkers need the class to know what is in the module. Nothing imports this file at run time.
"""

from __future__ import annotations

import typing as _t
from types import ModuleType as _ModuleType

from . import types as _types
from .. import v2025_11_25 as _own

if _t.TYPE_CHECKING:
    from typing_extensions import TypeForm as _TypeForm


class Types:
    """The types of MCP 2025-11-25."""

    Annotations: type[_types.Annotations]
    AnyResourceContents: _TypeForm[_types.AnyResourceContents]
    AudioContent: type[_types.AudioContent]
    BaseMetadata: type[_types.BaseMetadata]
    BlobResourceContents: type[_types.BlobResourceContents]
    BooleanSchema: type[_types.BooleanSchema]
    CallToolRequest: type[_types.CallToolRequest]
    CallToolRequestParams: type[_types.CallToolRequestParams]
    CallToolResult: type[_types.CallToolResult]
    CancelTaskRequest: type[_types.CancelTaskRequest]
    CancelTaskRequestParams: type[_types.CancelTaskRequestParams]
    CancelTaskResult: type[_types.CancelTaskResult]
    CancelledNotification: type[_types.CancelledNotification]
    CancelledNotificationParams: type[_types.CancelledNotificationParams]
    ClientCapabilities: type[_types.ClientCapabilities]
    ClientNotification: _TypeForm[_types.ClientNotification]
    ClientRequest: _TypeForm[_types.ClientRequest]
    ClientResult: _TypeForm[_types.ClientResult]
    ClientTaskRequestsCapability: type[_types.ClientTaskRequestsCapability]
    ClientTasksCapability: type[_types.ClientTasksCapability]
    CompleteRequest: type[_types.CompleteRequest]
    CompleteRequestParams: type[_types.CompleteRequestParams]
    CompleteResult: type[_types.CompleteResult]
    Completion: type[_types.Completion]
    CompletionArgument: type[_types.CompletionArgument]
    CompletionContext: type[_types.CompletionContext]
    CompletionReference: _TypeForm[_types.CompletionReference]
    ContentBlock: _TypeForm[_types.ContentBlock]
    CreateMessageRequest: type[_types.CreateMessageRequest]
    CreateMessageRequestParams: type[_types.CreateMessageRequestParams]
    CreateMessageResult: type[_types.CreateMessageResult]
    CreateTaskResult: type[_types.CreateTaskResult]
    Cursor: _TypeForm[_types.Cursor]
    ElicitAction: _TypeForm[_types.ElicitAction]
    ElicitFieldValue: _TypeForm[_types.ElicitFieldValue]
    ElicitRequest: type[_types.ElicitRequest]
    ElicitRequestFormParams: type[_types.ElicitRequestFormParams]
    ElicitRequestParams: _TypeForm[_types.ElicitRequestParams]
    ElicitRequestURLParams: type[_types.ElicitRequestURLParams]
    ElicitRequestedSchema: type[_types.ElicitRequestedSchema]
    ElicitResult: type[_types.ElicitResult]
    ElicitationCapability: type[_types.ElicitationCapability]
    ElicitationCompleteNotification: type[_types.ElicitationCompleteNotification]
    ElicitationCompleteNotificationParams: type[_types.ElicitationCompleteNotificationParams]
    EmbeddedResource: type[_types.EmbeddedResource]
    EmptyResult: _TypeForm[_types.EmptyResult]
    EnumSchema: _TypeForm[_types.EnumSchema]
    Error: type[_types.Error]
    GetPromptRequest: type[_types.GetPromptRequest]
    GetPromptRequestParams: type[_types.GetPromptRequestParams]
    GetPromptResult: type[_types.GetPromptResult]
    GetTaskPayloadRequest: type[_types.GetTaskPayloadRequest]
    GetTaskPayloadRequestParams: type[_types.GetTaskPayloadRequestParams]
    GetTaskPayloadResult: type[_types.GetTaskPayloadResult]
    GetTaskRequest: type[_types.GetTaskRequest]
    GetTaskRequestParams: type[_types.GetTaskRequestParams]
    GetTaskResult: type[_types.GetTaskResult]
    Icon: type[_types.Icon]
    IconTheme: _TypeForm[_types.IconTheme]
    Icons: type[_types.Icons]
    ImageContent: type[_types.ImageContent]
    Implementation: type[_types.Implementation]
    IncludeContext: _TypeForm[_types.IncludeContext]
    InitializeRequest: type[_types.InitializeRequest]
    InitializeRequestParams: type[_types.InitializeRequestParams]
    InitializeResult: type[_types.InitializeResult]
    InitializedNotification: type[_types.InitializedNotification]
    JSONRPCErrorResponse: type[_types.JSONRPCErrorResponse]
    JSONRPCMessage: _TypeForm[_types.JSONRPCMessage]
    JSONRPCNotification: type[_types.JSONRPCNotification]
    JSONRPCRequest: type[_types.JSONRPCRequest]
    JSONRPCResponse: _TypeForm[_types.JSONRPCResponse]
    JSONRPCResultResponse: type[_types.JSONRPCResultResponse]
    LegacyTitledEnumSchema: type[_types.LegacyTitledEnumSchema]
    ListPromptsRequest: type[_types.ListPromptsRequest]
    ListPromptsResult: type[_types.ListPromptsResult]
    ListResourceTemplatesRequest: type[_types.ListResourceTemplatesRequest]
    ListResourceTemplatesResult: type[_types.ListResourceTemplatesResult]
    ListResourcesRequest: type[_types.ListResourcesRequest]
    ListResourcesResult: type[_types.ListResourcesResult]
    ListRootsRequest: type[_types.ListRootsRequest]
    ListRootsResult: type[_types.ListRootsResult]
    ListTasksRequest: type[_types.ListTasksRequest]
    ListTasksResult: type[_types.ListTasksResult]
    ListToolsRequest: type[_types.ListToolsRequest]
    ListToolsResult: type[_types.ListToolsResult]
    LoggingLevel: _TypeForm[_types.LoggingLevel]
    LoggingMessageNotification: type[_types.LoggingMessageNotification]
    LoggingMessageNotificationParams: type[_types.LoggingMessageNotificationParams]
    ModelHint: type[_types.ModelHint]
    ModelPreferences: type[_types.ModelPreferences]
    MultiSelectEnumSchema: _TypeForm[_types.MultiSelectEnumSchema]
    Notification: type[_types.Notification]
    NotificationParams: type[_types.NotificationParams]
    NumberSchema: type[_types.NumberSchema]
    NumberSchemaType: _TypeForm[_types.NumberSchemaType]
    PaginatedRequest: type[_types.PaginatedRequest]
    PaginatedRequestParams: type[_types.PaginatedRequestParams]
    PaginatedResult: type[_types.PaginatedResult]
    PingRequest: type[_types.PingRequest]
    PrimitiveSchemaDefinition: _TypeForm[_types.PrimitiveSchemaDefinition]
    ProgressNotification: type[_types.ProgressNotification]
    ProgressNotificationParams: type[_types.ProgressNotificationParams]
    ProgressToken: _TypeForm[_types.ProgressToken]
    Prompt: type[_types.Prompt]
    PromptArgument: type[_types.PromptArgument]
    PromptListChangedNotification: type[_types.PromptListChangedNotification]
    PromptMessage: type[_types.PromptMessage]
    PromptReference: type[_types.PromptReference]
    PromptsCapability: type[_types.PromptsCapability]
    ReadResourceRequest: type[_types.ReadResourceRequest]
    ReadResourceRequestParams: type[_types.ReadResourceRequestParams]
    ReadResourceResult: type[_types.ReadResourceResult]
    RelatedTaskMetadata: type[_types.RelatedTaskMetadata]
    Request: type[_types.Request]
    RequestId: _TypeForm[_types.RequestId]
    RequestMeta: type[_types.RequestMeta]
    RequestParams: type[_types.RequestParams]
    Resource: type[_types.Resource]
    ResourceContents: type[_types.ResourceContents]
    ResourceLink: type[_types.ResourceLink]
    ResourceListChangedNotification: type[_types.ResourceListChangedNotification]
    ResourceRequestParams: type[_types.ResourceRequestParams]
    ResourceTemplate: type[_types.ResourceTemplate]
    ResourceTemplateReference: type[_types.ResourceTemplateReference]
    ResourceUpdatedNotification: type[_types.ResourceUpdatedNotification]
    ResourceUpdatedNotificationParams: type[_types.ResourceUpdatedNotificationParams]
    ResourcesCapability: type[_types.ResourcesCapability]
    Result: type[_types.Result]
    Role: _TypeForm[_types.Role]
    Root: type[_types.Root]
    RootsCapability: type[_types.RootsCapability]
    RootsListChangedNotification: type[_types.RootsListChangedNotification]
    SamplingCapability: type[_types.SamplingCapability]
    SamplingContent: _TypeForm[_types.SamplingContent]
    SamplingMessage: type[_types.SamplingMessage]
    SamplingMessageContentBlock: _TypeForm[_types.SamplingMessageContentBlock]
    ServerCapabilities: type[_types.ServerCapabilities]
    ServerNotification: _TypeForm[_types.ServerNotification]
    ServerRequest: _TypeForm[_types.ServerRequest]
    ServerResult: _TypeForm[_types.ServerResult]
    ServerTaskRequestsCapability: type[_types.ServerTaskRequestsCapability]
    ServerTasksCapability: type[_types.ServerTasksCapability]
    SetLevelRequest: type[_types.SetLevelRequest]
    SetLevelRequestParams: type[_types.SetLevelRequestParams]
    SingleSelectEnumSchema: _TypeForm[_types.SingleSelectEnumSchema]
    StringSchema: type[_types.StringSchema]
    StringSchemaFormat: _TypeForm[_types.StringSchemaFormat]
    SubscribeRequest: type[_types.SubscribeRequest]
    SubscribeRequestParams: type[_types.SubscribeRequestParams]
    Task: type[_types.Task]
    TaskAugmentedRequestParams: type[_types.TaskAugmentedRequestParams]
    TaskElicitationCapability: type[_types.TaskElicitationCapability]
    TaskMetadata: type[_types.TaskMetadata]
    TaskSamplingCapability: type[_types.TaskSamplingCapability]
    TaskStatus: _TypeForm[_types.TaskStatus]
    TaskStatusNotification: type[_types.TaskStatusNotification]
    TaskStatusNotificationParams: type[_types.TaskStatusNotificationParams]
    TaskSupport: _TypeForm[_types.TaskSupport]
    TaskToolsCapability: type[_types.TaskToolsCapability]
    TextContent: type[_types.TextContent]
    TextResourceContents: type[_types.TextResourceContents]
    TitledEnumOption: type[_types.TitledEnumOption]
    TitledMultiSelectEnumSchema: type[_types.TitledMultiSelectEnumSchema]
    TitledMultiSelectItems: type[_types.TitledMultiSelectItems]
    TitledSingleSelectEnumSchema: type[_types.TitledSingleSelectEnumSchema]
    Tool: type[_types.Tool]
    ToolAnnotations: type[_types.ToolAnnotations]
    ToolChoice: type[_types.ToolChoice]
    ToolChoiceMode: _TypeForm[_types.ToolChoiceMode]
    ToolExecution: type[_types.ToolExecution]
    ToolInputSchema: type[_types.ToolInputSchema]
    ToolListChangedNotification: type[_types.ToolListChangedNotification]
    ToolOutputSchema: type[_types.ToolOutputSchema]
    ToolResultContent: type[_types.ToolResultContent]
    ToolUseContent: type[_types.ToolUseContent]
    ToolsCapability: type[_types.ToolsCapability]
    URLElicitationRequiredError: type[_types.URLElicitationRequiredError]
    URLElicitationRequiredErrorBody: type[_types.URLElicitationRequiredErrorBody]
    URLElicitationRequiredErrorData: type[_types.URLElicitationRequiredErrorData]
    UnsubscribeRequest: type[_types.UnsubscribeRequest]
    UnsubscribeRequestParams: type[_types.UnsubscribeRequestParams]
    UntitledMultiSelectEnumSchema: type[_types.UntitledMultiSelectEnumSchema]
    UntitledMultiSelectItems: type[_types.UntitledMultiSelectItems]
    UntitledSingleSelectEnumSchema: type[_types.UntitledSingleSelectEnumSchema]


class Interface(Types, _ModuleType):
    """The type of the module for MCP 2025-11-25, which only type checkers use."""

    ClientMessage: _TypeForm[_own.ClientMessage]
    ServerMessage: _TypeForm[_own.ServerMessage]

    def __init__(self) -> None:
        """Declare the functions and constants of the module as attributes."""
        self.REVISION: _t.Final = "2025-11-25"
        self.PARSE_ERROR = _own.PARSE_ERROR
        self.INVALID_REQUEST = _own.INVALID_REQUEST
        self.METHOD_NOT_FOUND = _own.METHOD_NOT_FOUND
        self.INVALID_PARAMS = _own.INVALID_PARAMS
        self.INTERNAL_ERROR = _own.INTERNAL_ERROR
        self.RESOURCE_NOT_FOUND = _own.RESOURCE_NOT_FOUND
        self.USER_REJECTED = _own.USER_REJECTED
        self.URL_ELICITATION_REQUIRED = _own.URL_ELICITATION_REQUIRED
        self.LOGGING_LEVELS = _own.LOGGING_LEVELS
        self.METHODS = _own.METHODS
        self.ERRORS = _own.ERRORS
        self.BATCHES = _own.BATCHES
        self.ErrorResponse = _own.ErrorResponse
        self.Method = _own.Method
        self.Response = _own.Response
        self.Router = _own.Router
        self.decode = _own.decode
        self.decode_message = _own.decode_message
        self.encode = _own.encode
        self.json_schema = _own.json_schema
        self.to_builtins = _own.to_builtins
