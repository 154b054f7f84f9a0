"""A class that declares the attributes of the module for MCP 2024-11-05.

Type checkers need the class to know what is in the module. Nothing imports this file at run time.
"""

from __future__ import annotations

import typing as _t
from types import ModuleType as _ModuleType

from . import types as _types
from .. import v2024_11_05 as _own

if _t.TYPE_CHECKING:
    from typing_extensions import TypeForm as _TypeForm


class Types:
    """The types of MCP 2024-11-05."""

    Annotated: type[_types.Annotated]
    Annotations: type[_types.Annotations]
    AnyResourceContents: _TypeForm[_types.AnyResourceContents]
    BlobResourceContents: type[_types.BlobResourceContents]
    CallToolRequest: type[_types.CallToolRequest]
    CallToolRequestParams: type[_types.CallToolRequestParams]
    CallToolResult: type[_types.CallToolResult]
    CancelledNotification: type[_types.CancelledNotification]
    CancelledNotificationParams: type[_types.CancelledNotificationParams]
    ClientCapabilities: type[_types.ClientCapabilities]
    ClientNotification: _TypeForm[_types.ClientNotification]
    ClientRequest: _TypeForm[_types.ClientRequest]
    ClientResult: _TypeForm[_types.ClientResult]
    CompleteRequest: type[_types.CompleteRequest]
    CompleteRequestParams: type[_types.CompleteRequestParams]
    CompleteResult: type[_types.CompleteResult]
    Completion: type[_types.Completion]
    CompletionArgument: type[_types.CompletionArgument]
    CompletionReference: _TypeForm[_types.CompletionReference]
    ContentBlock: _TypeForm[_types.ContentBlock]
    CreateMessageRequest: type[_types.CreateMessageRequest]
    CreateMessageRequestParams: type[_types.CreateMessageRequestParams]
    CreateMessageResult: type[_types.CreateMessageResult]
    Cursor: _TypeForm[_types.Cursor]
    EmbeddedResource: type[_types.EmbeddedResource]
    EmptyResult: _TypeForm[_types.EmptyResult]
    Error: type[_types.Error]
    GetPromptRequest: type[_types.GetPromptRequest]
    GetPromptRequestParams: type[_types.GetPromptRequestParams]
    GetPromptResult: type[_types.GetPromptResult]
    ImageContent: type[_types.ImageContent]
    Implementation: type[_types.Implementation]
    IncludeContext: _TypeForm[_types.IncludeContext]
    InitializeRequest: type[_types.InitializeRequest]
    InitializeRequestParams: type[_types.InitializeRequestParams]
    InitializeResult: type[_types.InitializeResult]
    InitializedNotification: type[_types.InitializedNotification]
    JSONRPCError: type[_types.JSONRPCError]
    JSONRPCMessage: _TypeForm[_types.JSONRPCMessage]
    JSONRPCNotification: type[_types.JSONRPCNotification]
    JSONRPCRequest: type[_types.JSONRPCRequest]
    JSONRPCResponse: type[_types.JSONRPCResponse]
    ListPromptsRequest: type[_types.ListPromptsRequest]
    ListPromptsResult: type[_types.ListPromptsResult]
    ListResourceTemplatesRequest: type[_types.ListResourceTemplatesRequest]
    ListResourceTemplatesResult: type[_types.ListResourceTemplatesResult]
    ListResourcesRequest: type[_types.ListResourcesRequest]
    ListResourcesResult: type[_types.ListResourcesResult]
    ListRootsRequest: type[_types.ListRootsRequest]
    ListRootsResult: type[_types.ListRootsResult]
    ListToolsRequest: type[_types.ListToolsRequest]
    ListToolsResult: type[_types.ListToolsResult]
    LoggingLevel: _TypeForm[_types.LoggingLevel]
    LoggingMessageNotification: type[_types.LoggingMessageNotification]
    LoggingMessageNotificationParams: type[_types.LoggingMessageNotificationParams]
    ModelHint: type[_types.ModelHint]
    ModelPreferences: type[_types.ModelPreferences]
    Notification: type[_types.Notification]
    NotificationParams: type[_types.NotificationParams]
    PaginatedRequest: type[_types.PaginatedRequest]
    PaginatedRequestParams: type[_types.PaginatedRequestParams]
    PaginatedResult: type[_types.PaginatedResult]
    PingRequest: type[_types.PingRequest]
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
    Request: type[_types.Request]
    RequestId: _TypeForm[_types.RequestId]
    RequestMeta: type[_types.RequestMeta]
    RequestParams: type[_types.RequestParams]
    Resource: type[_types.Resource]
    ResourceContents: type[_types.ResourceContents]
    ResourceListChangedNotification: type[_types.ResourceListChangedNotification]
    ResourceReference: type[_types.ResourceReference]
    ResourceTemplate: type[_types.ResourceTemplate]
    ResourceUpdatedNotification: type[_types.ResourceUpdatedNotification]
    ResourceUpdatedNotificationParams: type[_types.ResourceUpdatedNotificationParams]
    ResourcesCapability: type[_types.ResourcesCapability]
    Result: type[_types.Result]
    Role: _TypeForm[_types.Role]
    Root: type[_types.Root]
    RootsCapability: type[_types.RootsCapability]
    RootsListChangedNotification: type[_types.RootsListChangedNotification]
    SamplingContent: _TypeForm[_types.SamplingContent]
    SamplingMessage: type[_types.SamplingMessage]
    ServerCapabilities: type[_types.ServerCapabilities]
    ServerNotification: _TypeForm[_types.ServerNotification]
    ServerRequest: _TypeForm[_types.ServerRequest]
    ServerResult: _TypeForm[_types.ServerResult]
    SetLevelRequest: type[_types.SetLevelRequest]
    SetLevelRequestParams: type[_types.SetLevelRequestParams]
    SubscribeRequest: type[_types.SubscribeRequest]
    SubscribeRequestParams: type[_types.SubscribeRequestParams]
    TextContent: type[_types.TextContent]
    TextResourceContents: type[_types.TextResourceContents]
    Tool: type[_types.Tool]
    ToolInputSchema: type[_types.ToolInputSchema]
    ToolListChangedNotification: type[_types.ToolListChangedNotification]
    ToolsCapability: type[_types.ToolsCapability]
    UnsubscribeRequest: type[_types.UnsubscribeRequest]
    UnsubscribeRequestParams: type[_types.UnsubscribeRequestParams]


class Interface(Types, _ModuleType):
    """The type of the module for MCP 2024-11-05, which only type checkers use."""

    ClientMessage: _TypeForm[_own.ClientMessage]
    ServerMessage: _TypeForm[_own.ServerMessage]

    def __init__(self) -> None:
        """Declare the functions and constants of the module as attributes."""
        self.REVISION: _t.Final = "2024-11-05"
        self.PARSE_ERROR = _own.PARSE_ERROR
        self.INVALID_REQUEST = _own.INVALID_REQUEST
        self.METHOD_NOT_FOUND = _own.METHOD_NOT_FOUND
        self.INVALID_PARAMS = _own.INVALID_PARAMS
        self.INTERNAL_ERROR = _own.INTERNAL_ERROR
        self.RESOURCE_NOT_FOUND = _own.RESOURCE_NOT_FOUND
        self.USER_REJECTED = _own.USER_REJECTED
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
