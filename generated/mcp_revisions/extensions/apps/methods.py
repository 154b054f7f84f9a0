"""The methods and error codes of the extension io.modelcontextprotocol/ui of MCP 2026-07-28.

`METHODS` says who sends each method, and which message type, results and capabilities it has.
"""

from __future__ import annotations

from ..._runtime.messages.frames import Method
from . import types as _types

METHODS: dict[str, Method] = {
    "ui/download-file": Method(
        name="ui/download-file",
        kind="request",
        senders=("app",),
        type=_types.McpUiDownloadFileRequest,
        params=_types.McpUiDownloadFileRequestParams,
        results=(_types.McpUiDownloadFileResult,),
    ),
    "ui/initialize": Method(
        name="ui/initialize",
        kind="request",
        senders=("app",),
        type=_types.McpUiInitializeRequest,
        params=_types.McpUiInitializeRequestParams,
        results=(_types.McpUiInitializeResult,),
    ),
    "ui/message": Method(
        name="ui/message",
        kind="request",
        senders=("app",),
        type=_types.McpUiMessageRequest,
        params=_types.McpUiMessageRequestParams,
        results=(_types.McpUiMessageResult,),
    ),
    "ui/notifications/host-context-changed": Method(
        name="ui/notifications/host-context-changed",
        kind="notification",
        senders=("host",),
        type=_types.McpUiHostContextChangedNotification,
        params=_types.McpUiHostContext,
    ),
    "ui/notifications/initialized": Method(
        name="ui/notifications/initialized",
        kind="notification",
        senders=("app",),
        type=_types.McpUiInitializedNotification,
        params=_types.McpUiEmptyObject,
    ),
    "ui/notifications/request-teardown": Method(
        name="ui/notifications/request-teardown",
        kind="notification",
        senders=("app",),
        type=_types.McpUiRequestTeardownNotification,
        params=_types.McpUiEmptyObject,
    ),
    "ui/notifications/sandbox-proxy-ready": Method(
        name="ui/notifications/sandbox-proxy-ready",
        kind="notification",
        senders=("app",),
        type=_types.McpUiSandboxProxyReadyNotification,
        params=_types.McpUiEmptyObject,
    ),
    "ui/notifications/sandbox-resource-ready": Method(
        name="ui/notifications/sandbox-resource-ready",
        kind="notification",
        senders=("host",),
        type=_types.McpUiSandboxResourceReadyNotification,
        params=_types.McpUiSandboxResourceReadyNotificationParams,
    ),
    "ui/notifications/size-changed": Method(
        name="ui/notifications/size-changed",
        kind="notification",
        senders=("app",),
        type=_types.McpUiSizeChangedNotification,
        params=_types.McpUiSizeChangedNotificationParams,
    ),
    "ui/notifications/tool-cancelled": Method(
        name="ui/notifications/tool-cancelled",
        kind="notification",
        senders=("host",),
        type=_types.McpUiToolCancelledNotification,
        params=_types.McpUiToolCancelledNotificationParams,
    ),
    "ui/notifications/tool-input": Method(
        name="ui/notifications/tool-input",
        kind="notification",
        senders=("host",),
        type=_types.McpUiToolInputNotification,
        params=_types.McpUiToolInputNotificationParams,
    ),
    "ui/notifications/tool-input-partial": Method(
        name="ui/notifications/tool-input-partial",
        kind="notification",
        senders=("host",),
        type=_types.McpUiToolInputPartialNotification,
        params=_types.McpUiToolInputPartialNotificationParams,
    ),
    "ui/notifications/tool-result": Method(
        name="ui/notifications/tool-result",
        kind="notification",
        senders=("host",),
        type=_types.McpUiToolResultNotification,
        params=_types.McpUiToolResultNotificationParams,
    ),
    "ui/open-link": Method(
        name="ui/open-link",
        kind="request",
        senders=("app",),
        type=_types.McpUiOpenLinkRequest,
        params=_types.McpUiOpenLinkRequestParams,
        results=(_types.McpUiOpenLinkResult,),
    ),
    "ui/request-display-mode": Method(
        name="ui/request-display-mode",
        kind="request",
        senders=("app",),
        type=_types.McpUiRequestDisplayModeRequest,
        params=_types.McpUiRequestDisplayModeRequestParams,
        results=(_types.McpUiRequestDisplayModeResult,),
    ),
    "ui/resource-teardown": Method(
        name="ui/resource-teardown",
        kind="request",
        senders=("host",),
        type=_types.McpUiResourceTeardownRequest,
        params=_types.McpUiEmptyObject,
        results=(_types.McpUiResourceTeardownResult,),
    ),
    "ui/update-model-context": Method(
        name="ui/update-model-context",
        kind="request",
        senders=("app",),
        type=_types.McpUiUpdateModelContextRequest,
        params=_types.McpUiUpdateModelContextRequestParams,
        results=(_types.McpUiResourceTeardownResult,),
    ),
}


ERRORS: dict[int, str] = {}
"""The error codes that this revision defines, with their names."""

BATCHES = False
"""Whether the revision has JSON-RPC batches."""

ELSEWHERE: dict[tuple[str, str], str] = {}
"""For error messages: by member and constant, the revisions that allow a constant which this one lacks."""
