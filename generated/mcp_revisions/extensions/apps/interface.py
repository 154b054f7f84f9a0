"""A class that declares the attributes of the module for the extension io.modelcontextprotocol/ui of MCP 2026-07-28.

Type checkers need the class to know what is in the module. Nothing imports this file at run time.
"""

from __future__ import annotations

import typing as _t
from types import ModuleType as _ModuleType

from . import types as _types
from .. import apps as _own

if _t.TYPE_CHECKING:
    from typing_extensions import TypeForm as _TypeForm


class Types:
    """The types of the extension io.modelcontextprotocol/ui of MCP 2026-07-28."""

    McpUiAnnotations: type[_types.McpUiAnnotations]
    McpUiAppCapabilities: type[_types.McpUiAppCapabilities]
    McpUiAudience: _TypeForm[_types.McpUiAudience]
    McpUiAudioContent: type[_types.McpUiAudioContent]
    McpUiBlobResourceContents: type[_types.McpUiBlobResourceContents]
    McpUiClientCapabilities: type[_types.McpUiClientCapabilities]
    McpUiContainerDimensions: type[_types.McpUiContainerDimensions]
    McpUiContentBlock: _TypeForm[_types.McpUiContentBlock]
    McpUiDeviceCapabilities: type[_types.McpUiDeviceCapabilities]
    McpUiDisplayMode: _TypeForm[_types.McpUiDisplayMode]
    McpUiDownloadContent: _TypeForm[_types.McpUiDownloadContent]
    McpUiDownloadFileRequest: type[_types.McpUiDownloadFileRequest]
    McpUiDownloadFileRequestParams: type[_types.McpUiDownloadFileRequestParams]
    McpUiDownloadFileResult: type[_types.McpUiDownloadFileResult]
    McpUiEmbeddedResource: type[_types.McpUiEmbeddedResource]
    McpUiEmptyObject: type[_types.McpUiEmptyObject]
    McpUiHostCapabilities: type[_types.McpUiHostCapabilities]
    McpUiHostContext: type[_types.McpUiHostContext]
    McpUiHostContextChangedNotification: type[_types.McpUiHostContextChangedNotification]
    McpUiHostCss: type[_types.McpUiHostCss]
    McpUiHostStyles: type[_types.McpUiHostStyles]
    McpUiIcon: type[_types.McpUiIcon]
    McpUiIconTheme: _TypeForm[_types.McpUiIconTheme]
    McpUiImageContent: type[_types.McpUiImageContent]
    McpUiImplementation: type[_types.McpUiImplementation]
    McpUiInitializeRequest: type[_types.McpUiInitializeRequest]
    McpUiInitializeRequestParams: type[_types.McpUiInitializeRequestParams]
    McpUiInitializeResult: type[_types.McpUiInitializeResult]
    McpUiInitializedNotification: type[_types.McpUiInitializedNotification]
    McpUiJSONValue: _TypeForm[_types.McpUiJSONValue]
    McpUiListChangedCapability: type[_types.McpUiListChangedCapability]
    McpUiMessageRequest: type[_types.McpUiMessageRequest]
    McpUiMessageRequestParams: type[_types.McpUiMessageRequestParams]
    McpUiMessageResult: type[_types.McpUiMessageResult]
    McpUiOpenLinkRequest: type[_types.McpUiOpenLinkRequest]
    McpUiOpenLinkRequestParams: type[_types.McpUiOpenLinkRequestParams]
    McpUiOpenLinkResult: type[_types.McpUiOpenLinkResult]
    McpUiPlatform: _TypeForm[_types.McpUiPlatform]
    McpUiRequestDisplayModeRequest: type[_types.McpUiRequestDisplayModeRequest]
    McpUiRequestDisplayModeRequestParams: type[_types.McpUiRequestDisplayModeRequestParams]
    McpUiRequestDisplayModeResult: type[_types.McpUiRequestDisplayModeResult]
    McpUiRequestId: _TypeForm[_types.McpUiRequestId]
    McpUiRequestTeardownNotification: type[_types.McpUiRequestTeardownNotification]
    McpUiResourceContents: _TypeForm[_types.McpUiResourceContents]
    McpUiResourceCsp: type[_types.McpUiResourceCsp]
    McpUiResourceLink: type[_types.McpUiResourceLink]
    McpUiResourceMeta: type[_types.McpUiResourceMeta]
    McpUiResourcePermissions: type[_types.McpUiResourcePermissions]
    McpUiResourceTeardownRequest: type[_types.McpUiResourceTeardownRequest]
    McpUiResourceTeardownResult: _TypeForm[_types.McpUiResourceTeardownResult]
    McpUiSafeAreaInsets: type[_types.McpUiSafeAreaInsets]
    McpUiSamplingCapability: type[_types.McpUiSamplingCapability]
    McpUiSandboxCapability: type[_types.McpUiSandboxCapability]
    McpUiSandboxProxyReadyNotification: type[_types.McpUiSandboxProxyReadyNotification]
    McpUiSandboxResourceReadyNotification: type[_types.McpUiSandboxResourceReadyNotification]
    McpUiSandboxResourceReadyNotificationParams: type[_types.McpUiSandboxResourceReadyNotificationParams]
    McpUiSizeChangedNotification: type[_types.McpUiSizeChangedNotification]
    McpUiSizeChangedNotificationParams: type[_types.McpUiSizeChangedNotificationParams]
    McpUiStyleValue: _TypeForm[_types.McpUiStyleValue]
    McpUiStyleVariableKey: _TypeForm[_types.McpUiStyleVariableKey]
    McpUiStyles: type[_types.McpUiStyles]
    McpUiSupportedContentBlockModalities: type[_types.McpUiSupportedContentBlockModalities]
    McpUiTextContent: type[_types.McpUiTextContent]
    McpUiTextResourceContents: type[_types.McpUiTextResourceContents]
    McpUiTheme: _TypeForm[_types.McpUiTheme]
    McpUiTool: type[_types.McpUiTool]
    McpUiToolAnnotations: type[_types.McpUiToolAnnotations]
    McpUiToolCancelledNotification: type[_types.McpUiToolCancelledNotification]
    McpUiToolCancelledNotificationParams: type[_types.McpUiToolCancelledNotificationParams]
    McpUiToolExecution: type[_types.McpUiToolExecution]
    McpUiToolInfo: type[_types.McpUiToolInfo]
    McpUiToolInputNotification: type[_types.McpUiToolInputNotification]
    McpUiToolInputNotificationParams: type[_types.McpUiToolInputNotificationParams]
    McpUiToolInputPartialNotification: type[_types.McpUiToolInputPartialNotification]
    McpUiToolInputPartialNotificationParams: type[_types.McpUiToolInputPartialNotificationParams]
    McpUiToolInputSchema: type[_types.McpUiToolInputSchema]
    McpUiToolMeta: type[_types.McpUiToolMeta]
    McpUiToolOutputSchema: type[_types.McpUiToolOutputSchema]
    McpUiToolResultMeta: type[_types.McpUiToolResultMeta]
    McpUiToolResultNotification: type[_types.McpUiToolResultNotification]
    McpUiToolResultNotificationParams: type[_types.McpUiToolResultNotificationParams]
    McpUiToolTaskSupport: _TypeForm[_types.McpUiToolTaskSupport]
    McpUiToolVisibility: _TypeForm[_types.McpUiToolVisibility]
    McpUiUpdateModelContextRequest: type[_types.McpUiUpdateModelContextRequest]
    McpUiUpdateModelContextRequestParams: type[_types.McpUiUpdateModelContextRequestParams]


class Interface(Types, _ModuleType):
    """The type of the module for the extension io.modelcontextprotocol/ui of MCP 2026-07-28, which only type checkers use."""

    HostMessage: _TypeForm[_own.HostMessage]
    AppMessage: _TypeForm[_own.AppMessage]

    def __init__(self) -> None:
        """Declare the functions and constants of the module as attributes."""
        self.REVISION: _t.Final = "2026-07-28"
        self.IDENTIFIER = _own.IDENTIFIER
        self.EXTENDS = _own.EXTENDS
        self.DECLARED_BY = _own.DECLARED_BY
        self.ANSWERS = _own.ANSWERS
        self.ADDITIONS = _own.ADDITIONS
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
