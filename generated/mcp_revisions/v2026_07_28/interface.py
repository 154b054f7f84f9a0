"""A class that declares the attributes of the module for MCP 2026-07-28.

Type checkers need the class to know what is in the module. Nothing imports this file at run time.
"""

from __future__ import annotations

import typing as _t
from types import ModuleType as _ModuleType

from . import types as _types
from .. import v2026_07_28 as _own

if _t.TYPE_CHECKING:
    from typing_extensions import TypeForm as _TypeForm


class Types:
    """The types of MCP 2026-07-28."""

    Annotations: type[_types.Annotations]
    AnyResourceContents: _TypeForm[_types.AnyResourceContents]
    AudioContent: type[_types.AudioContent]
    BaseMetadata: type[_types.BaseMetadata]
    BlobResourceContents: type[_types.BlobResourceContents]
    BooleanSchema: type[_types.BooleanSchema]
    CacheScope: _TypeForm[_types.CacheScope]
    CacheableResult: type[_types.CacheableResult]
    CallToolOutcome: _TypeForm[_types.CallToolOutcome]
    CallToolRequest: type[_types.CallToolRequest]
    CallToolRequestParams: type[_types.CallToolRequestParams]
    CallToolResult: type[_types.CallToolResult]
    CallToolResultResponse: type[_types.CallToolResultResponse]
    CancelledNotification: type[_types.CancelledNotification]
    CancelledNotificationParams: type[_types.CancelledNotificationParams]
    ClientCapabilities: type[_types.ClientCapabilities]
    ClientNotification: _TypeForm[_types.ClientNotification]
    ClientRequest: _TypeForm[_types.ClientRequest]
    ClientResult: _TypeForm[_types.ClientResult]
    CompleteRequest: type[_types.CompleteRequest]
    CompleteRequestParams: type[_types.CompleteRequestParams]
    CompleteResult: type[_types.CompleteResult]
    CompleteResultResponse: type[_types.CompleteResultResponse]
    Completion: type[_types.Completion]
    CompletionArgument: type[_types.CompletionArgument]
    CompletionContext: type[_types.CompletionContext]
    CompletionReference: _TypeForm[_types.CompletionReference]
    ContentBlock: _TypeForm[_types.ContentBlock]
    CreateMessageRequest: type[_types.CreateMessageRequest]
    CreateMessageRequestParams: type[_types.CreateMessageRequestParams]
    CreateMessageResult: type[_types.CreateMessageResult]
    Cursor: _TypeForm[_types.Cursor]
    DiscoverRequest: type[_types.DiscoverRequest]
    DiscoverResult: type[_types.DiscoverResult]
    DiscoverResultResponse: type[_types.DiscoverResultResponse]
    ElicitAction: _TypeForm[_types.ElicitAction]
    ElicitFieldValue: _TypeForm[_types.ElicitFieldValue]
    ElicitRequest: type[_types.ElicitRequest]
    ElicitRequestFormParams: type[_types.ElicitRequestFormParams]
    ElicitRequestParams: _TypeForm[_types.ElicitRequestParams]
    ElicitRequestURLParams: type[_types.ElicitRequestURLParams]
    ElicitRequestedSchema: type[_types.ElicitRequestedSchema]
    ElicitResult: type[_types.ElicitResult]
    ElicitationCapability: type[_types.ElicitationCapability]
    EmbeddedResource: type[_types.EmbeddedResource]
    EmptyResult: _TypeForm[_types.EmptyResult]
    EnumSchema: _TypeForm[_types.EnumSchema]
    Error: type[_types.Error]
    GetPromptOutcome: _TypeForm[_types.GetPromptOutcome]
    GetPromptRequest: type[_types.GetPromptRequest]
    GetPromptRequestParams: type[_types.GetPromptRequestParams]
    GetPromptResult: type[_types.GetPromptResult]
    GetPromptResultResponse: type[_types.GetPromptResultResponse]
    HeaderMismatchError: type[_types.HeaderMismatchError]
    HeaderMismatchErrorBody: type[_types.HeaderMismatchErrorBody]
    Icon: type[_types.Icon]
    IconTheme: _TypeForm[_types.IconTheme]
    Icons: type[_types.Icons]
    ImageContent: type[_types.ImageContent]
    Implementation: type[_types.Implementation]
    IncludeContext: _TypeForm[_types.IncludeContext]
    InputRequest: _TypeForm[_types.InputRequest]
    InputRequests: _TypeForm[_types.InputRequests]
    InputRequiredResult: type[_types.InputRequiredResult]
    InputResponse: _TypeForm[_types.InputResponse]
    InputResponseRequestParams: type[_types.InputResponseRequestParams]
    InputResponses: _TypeForm[_types.InputResponses]
    InternalError: type[_types.InternalError]
    InvalidParamsError: type[_types.InvalidParamsError]
    InvalidRequestError: type[_types.InvalidRequestError]
    JSONArray: _TypeForm[_types.JSONArray]
    JSONObject: _TypeForm[_types.JSONObject]
    JSONRPCErrorResponse: type[_types.JSONRPCErrorResponse]
    JSONRPCMessage: _TypeForm[_types.JSONRPCMessage]
    JSONRPCNotification: type[_types.JSONRPCNotification]
    JSONRPCRequest: type[_types.JSONRPCRequest]
    JSONRPCResponse: _TypeForm[_types.JSONRPCResponse]
    JSONRPCResultResponse: type[_types.JSONRPCResultResponse]
    JSONValue: _TypeForm[_types.JSONValue]
    LegacyTitledEnumSchema: type[_types.LegacyTitledEnumSchema]
    ListPromptsRequest: type[_types.ListPromptsRequest]
    ListPromptsResult: type[_types.ListPromptsResult]
    ListPromptsResultResponse: type[_types.ListPromptsResultResponse]
    ListResourceTemplatesRequest: type[_types.ListResourceTemplatesRequest]
    ListResourceTemplatesResult: type[_types.ListResourceTemplatesResult]
    ListResourceTemplatesResultResponse: type[_types.ListResourceTemplatesResultResponse]
    ListResourcesRequest: type[_types.ListResourcesRequest]
    ListResourcesResult: type[_types.ListResourcesResult]
    ListResourcesResultResponse: type[_types.ListResourcesResultResponse]
    ListRootsRequest: type[_types.ListRootsRequest]
    ListRootsRequestParams: type[_types.ListRootsRequestParams]
    ListRootsResult: type[_types.ListRootsResult]
    ListToolsRequest: type[_types.ListToolsRequest]
    ListToolsResult: type[_types.ListToolsResult]
    ListToolsResultResponse: type[_types.ListToolsResultResponse]
    LoggingLevel: _TypeForm[_types.LoggingLevel]
    LoggingMessageNotification: type[_types.LoggingMessageNotification]
    LoggingMessageNotificationParams: type[_types.LoggingMessageNotificationParams]
    MetaObject: _TypeForm[_types.MetaObject]
    MethodNotFoundError: type[_types.MethodNotFoundError]
    MissingRequiredClientCapabilityError: type[_types.MissingRequiredClientCapabilityError]
    MissingRequiredClientCapabilityErrorBody: type[_types.MissingRequiredClientCapabilityErrorBody]
    MissingRequiredClientCapabilityErrorData: type[_types.MissingRequiredClientCapabilityErrorData]
    ModelHint: type[_types.ModelHint]
    ModelPreferences: type[_types.ModelPreferences]
    MultiSelectEnumSchema: _TypeForm[_types.MultiSelectEnumSchema]
    Notification: type[_types.Notification]
    NotificationMetaObject: type[_types.NotificationMetaObject]
    NotificationParams: type[_types.NotificationParams]
    NumberSchema: type[_types.NumberSchema]
    NumberSchemaType: _TypeForm[_types.NumberSchemaType]
    PaginatedRequest: type[_types.PaginatedRequest]
    PaginatedRequestParams: type[_types.PaginatedRequestParams]
    PaginatedResult: type[_types.PaginatedResult]
    ParseError: type[_types.ParseError]
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
    ReadResourceOutcome: _TypeForm[_types.ReadResourceOutcome]
    ReadResourceRequest: type[_types.ReadResourceRequest]
    ReadResourceRequestParams: type[_types.ReadResourceRequestParams]
    ReadResourceResult: type[_types.ReadResourceResult]
    ReadResourceResultResponse: type[_types.ReadResourceResultResponse]
    Request: type[_types.Request]
    RequestId: _TypeForm[_types.RequestId]
    RequestMetaObject: type[_types.RequestMetaObject]
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
    ResultMetaObject: type[_types.ResultMetaObject]
    ResultType: _TypeForm[_types.ResultType]
    Role: _TypeForm[_types.Role]
    Root: type[_types.Root]
    SamplingCapability: type[_types.SamplingCapability]
    SamplingContent: _TypeForm[_types.SamplingContent]
    SamplingMessage: type[_types.SamplingMessage]
    SamplingMessageContentBlock: _TypeForm[_types.SamplingMessageContentBlock]
    ServerCapabilities: type[_types.ServerCapabilities]
    ServerNotification: _TypeForm[_types.ServerNotification]
    ServerResult: _TypeForm[_types.ServerResult]
    SingleSelectEnumSchema: _TypeForm[_types.SingleSelectEnumSchema]
    StringSchema: type[_types.StringSchema]
    StringSchemaFormat: _TypeForm[_types.StringSchemaFormat]
    SubscriptionFilter: type[_types.SubscriptionFilter]
    SubscriptionsAcknowledgedNotification: type[_types.SubscriptionsAcknowledgedNotification]
    SubscriptionsAcknowledgedNotificationParams: type[_types.SubscriptionsAcknowledgedNotificationParams]
    SubscriptionsListenRequest: type[_types.SubscriptionsListenRequest]
    SubscriptionsListenRequestParams: type[_types.SubscriptionsListenRequestParams]
    SubscriptionsListenResult: type[_types.SubscriptionsListenResult]
    SubscriptionsListenResultMetaObject: type[_types.SubscriptionsListenResultMetaObject]
    SubscriptionsListenResultResponse: type[_types.SubscriptionsListenResultResponse]
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
    ToolInputSchema: type[_types.ToolInputSchema]
    ToolListChangedNotification: type[_types.ToolListChangedNotification]
    ToolOutputSchema: type[_types.ToolOutputSchema]
    ToolResultContent: type[_types.ToolResultContent]
    ToolUseContent: type[_types.ToolUseContent]
    ToolsCapability: type[_types.ToolsCapability]
    UnsupportedProtocolVersionError: type[_types.UnsupportedProtocolVersionError]
    UnsupportedProtocolVersionErrorBody: type[_types.UnsupportedProtocolVersionErrorBody]
    UnsupportedProtocolVersionErrorData: type[_types.UnsupportedProtocolVersionErrorData]
    UntitledMultiSelectEnumSchema: type[_types.UntitledMultiSelectEnumSchema]
    UntitledMultiSelectItems: type[_types.UntitledMultiSelectItems]
    UntitledSingleSelectEnumSchema: type[_types.UntitledSingleSelectEnumSchema]


class Interface(Types, _ModuleType):
    """The type of the module for MCP 2026-07-28, which only type checkers use."""

    ClientMessage: _TypeForm[_own.ClientMessage]
    ServerMessage: _TypeForm[_own.ServerMessage]

    def __init__(self) -> None:
        """Declare the functions and constants of the module as attributes."""
        self.REVISION: _t.Final = "2026-07-28"
        self.PARSE_ERROR = _own.PARSE_ERROR
        self.INVALID_REQUEST = _own.INVALID_REQUEST
        self.METHOD_NOT_FOUND = _own.METHOD_NOT_FOUND
        self.INVALID_PARAMS = _own.INVALID_PARAMS
        self.INTERNAL_ERROR = _own.INTERNAL_ERROR
        self.HEADER_MISMATCH = _own.HEADER_MISMATCH
        self.MISSING_REQUIRED_CLIENT_CAPABILITY = _own.MISSING_REQUIRED_CLIENT_CAPABILITY
        self.UNSUPPORTED_PROTOCOL_VERSION = _own.UNSUPPORTED_PROTOCOL_VERSION
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
