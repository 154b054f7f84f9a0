"""MCP 2026-07-28 with io.modelcontextprotocol/ui: its message types, methods and codec."""

from __future__ import annotations

import sys as _sys
import typing as _t

from ..._runtime import composition as _p
from ..._runtime import router as _r
from ..._runtime.messages import codec as _c
from ..._runtime.messages import options as _o
from ..._runtime.messages.frames import ErrorResponse as ErrorResponse
from ..._runtime.messages.frames import Method as Method
from ..._runtime.messages.frames import Response as Response
from ..._runtime.specification import capabilities as _g
from . import methods, types
from .methods import *
from .types import *

REVISION: _t.Final = "2026-07-28"
EXTENSIONS: tuple[str, ...] = ("io.modelcontextprotocol/ui",)

_codec = _c.Codec(
    "2026-07-28 with io.modelcontextprotocol/ui",
    types,
    methods.METHODS,
    batches=methods.BATCHES,
    elsewhere=methods.ELSEWHERE,
    peers={"client": "server", "server": "client", "host": "app", "app": "host"},
)
decode = _codec.decode
encode = _codec.encode
to_builtins = _codec.to_builtins
json_schema = _codec.json_schema

gates: tuple[_g.ExtensionGate, ...] = ()
"""The parts of messages that need an extension."""

if _t.TYPE_CHECKING:
    from ...v2026_07_28 import types as _revision
    from .interface import Types as _Types
    from ..._runtime.messages import vendor_methods as _v

    ClientMessage: _t.TypeAlias = (
        types.CompleteRequest
        | types.CancelledNotification
        | types.GetPromptRequest
        | types.ListPromptsRequest
        | types.ListResourcesRequest
        | types.ReadResourceRequest
        | types.ListResourceTemplatesRequest
        | types.DiscoverRequest
        | types.SubscriptionsListenRequest
        | types.CallToolRequest
        | types.ListToolsRequest
        | Response[object]
        | ErrorResponse[types.Error]
    )
    ServerMessage: _t.TypeAlias = (
        types.CancelledNotification
        | types.LoggingMessageNotification
        | types.ProgressNotification
        | types.PromptListChangedNotification
        | types.ResourceListChangedNotification
        | types.ResourceUpdatedNotification
        | types.SubscriptionsAcknowledgedNotification
        | types.ToolListChangedNotification
        | Response[object]
        | ErrorResponse[types.Error]
    )
    HostMessage: _t.TypeAlias = (
        types.McpUiHostContextChangedNotification
        | types.McpUiSandboxResourceReadyNotification
        | types.McpUiToolCancelledNotification
        | types.McpUiToolInputNotification
        | types.McpUiToolInputPartialNotification
        | types.McpUiToolResultNotification
        | types.McpUiResourceTeardownRequest
        | Response[object]
        | ErrorResponse[types.Error]
    )
    AppMessage: _t.TypeAlias = (
        types.McpUiDownloadFileRequest
        | types.McpUiInitializeRequest
        | types.McpUiMessageRequest
        | types.McpUiInitializedNotification
        | types.McpUiRequestTeardownNotification
        | types.McpUiSandboxProxyReadyNotification
        | types.McpUiSizeChangedNotification
        | types.McpUiOpenLinkRequest
        | types.McpUiRequestDisplayModeRequest
        | types.McpUiUpdateModelContextRequest
        | Response[object]
        | ErrorResponse[types.Error]
    )
    _Error: _t.TypeAlias = ErrorResponse[types.Error]
    Context: _t.TypeAlias = _r.Context[types.RequestMetaObject, types.ClientCapabilities]
else:
    Context, _Types = _r.Context, object


class Router(_r.Router[_r.S_co]):
    """Calls handlers for the requests and notifications that one side sends."""

    codec = _codec
    composed = _sys.modules[__name__]

    if _t.TYPE_CHECKING:

        @_t.overload
        def __init__(
            self: Router[_t.Literal["client"]],
            sender: _t.Literal["client"],
            capabilities: _r.Capabilities | None = None,
            *,
            validate: bool = False,
            supported: _t.Iterable[str] | None = None,
        ) -> None: ...

        @_t.overload
        def __init__(
            self: Router[_t.Literal["server"]],
            sender: _t.Literal["server"],
            capabilities: _r.Capabilities | None = None,
            *,
            validate: bool = False,
            supported: _t.Iterable[str] | None = None,
        ) -> None: ...

        @_t.overload
        def __init__(
            self: Router[_t.Literal["host"]],
            sender: _t.Literal["host"],
            capabilities: _r.Capabilities | None = None,
            *,
            validate: bool = False,
            supported: _t.Iterable[str] | None = None,
        ) -> None: ...

        @_t.overload
        def __init__(
            self: Router[_t.Literal["app"]],
            sender: _t.Literal["app"],
            capabilities: _r.Capabilities | None = None,
            *,
            validate: bool = False,
            supported: _t.Iterable[str] | None = None,
        ) -> None: ...

        def __init__(self, sender: str, *more: _t.Any, **options: _t.Any) -> None: ...

        _CompleteRequestHandler = _t.TypeVar(
            "_CompleteRequestHandler",
            bound=_r.HandlerOf[
                types.CompleteRequestParams,
                types.CompleteResult,
                _r.Context[types.RequestMetaObject, types.ClientCapabilities],
            ],
        )

        _CancelledNotificationHandler = _t.TypeVar(
            "_CancelledNotificationHandler",
            bound=_r.HandlerOf[
                types.CancelledNotificationParams, None, _r.Context[types.NotificationMetaObject | None]
            ],
        )

        _LoggingMessageNotificationHandler = _t.TypeVar(
            "_LoggingMessageNotificationHandler",
            bound=_r.HandlerOf[
                types.LoggingMessageNotificationParams, None, _r.Context[types.NotificationMetaObject | None]
            ],
        )

        _ProgressNotificationHandler = _t.TypeVar(
            "_ProgressNotificationHandler",
            bound=_r.HandlerOf[
                types.ProgressNotificationParams, None, _r.Context[types.NotificationMetaObject | None]
            ],
        )

        _PromptListChangedNotificationHandler = _t.TypeVar(
            "_PromptListChangedNotificationHandler",
            bound=_r.HandlerOf[
                types.NotificationParams, None, _r.Context[types.NotificationMetaObject | None]
            ],
        )

        _ResourceListChangedNotificationHandler = _t.TypeVar(
            "_ResourceListChangedNotificationHandler",
            bound=_r.HandlerOf[
                types.NotificationParams, None, _r.Context[types.NotificationMetaObject | None]
            ],
        )

        _ResourceUpdatedNotificationHandler = _t.TypeVar(
            "_ResourceUpdatedNotificationHandler",
            bound=_r.HandlerOf[
                types.ResourceUpdatedNotificationParams, None, _r.Context[types.NotificationMetaObject | None]
            ],
        )

        _SubscriptionsAcknowledgedNotificationHandler = _t.TypeVar(
            "_SubscriptionsAcknowledgedNotificationHandler",
            bound=_r.HandlerOf[
                types.SubscriptionsAcknowledgedNotificationParams,
                None,
                _r.Context[types.NotificationMetaObject | None],
            ],
        )

        _ToolListChangedNotificationHandler = _t.TypeVar(
            "_ToolListChangedNotificationHandler",
            bound=_r.HandlerOf[
                types.NotificationParams, None, _r.Context[types.NotificationMetaObject | None]
            ],
        )

        _GetPromptRequestHandler = _t.TypeVar(
            "_GetPromptRequestHandler",
            bound=_r.HandlerOf[
                types.GetPromptRequestParams,
                types.GetPromptResult | types.InputRequiredResult,
                _r.Context[types.RequestMetaObject, types.ClientCapabilities],
            ],
        )

        _ListPromptsRequestHandler = _t.TypeVar(
            "_ListPromptsRequestHandler",
            bound=_r.HandlerOf[
                types.PaginatedRequestParams,
                types.ListPromptsResult,
                _r.Context[types.RequestMetaObject, types.ClientCapabilities],
            ],
        )

        _ListResourcesRequestHandler = _t.TypeVar(
            "_ListResourcesRequestHandler",
            bound=_r.HandlerOf[
                types.PaginatedRequestParams,
                types.ListResourcesResult,
                _r.Context[types.RequestMetaObject, types.ClientCapabilities],
            ],
        )

        _ReadResourceRequestHandler = _t.TypeVar(
            "_ReadResourceRequestHandler",
            bound=_r.HandlerOf[
                types.ReadResourceRequestParams,
                types.ReadResourceResult | types.InputRequiredResult,
                _r.Context[types.RequestMetaObject, types.ClientCapabilities],
            ],
        )

        _ListResourceTemplatesRequestHandler = _t.TypeVar(
            "_ListResourceTemplatesRequestHandler",
            bound=_r.HandlerOf[
                types.PaginatedRequestParams,
                types.ListResourceTemplatesResult,
                _r.Context[types.RequestMetaObject, types.ClientCapabilities],
            ],
        )

        _DiscoverRequestHandler = _t.TypeVar(
            "_DiscoverRequestHandler",
            bound=_r.HandlerOf[
                types.RequestParams,
                types.DiscoverResult,
                _r.Context[types.RequestMetaObject, types.ClientCapabilities],
            ],
        )

        _SubscriptionsListenRequestHandler = _t.TypeVar(
            "_SubscriptionsListenRequestHandler",
            bound=_r.HandlerOf[
                types.SubscriptionsListenRequestParams,
                types.SubscriptionsListenResult,
                _r.Context[types.RequestMetaObject, types.ClientCapabilities],
            ],
        )

        _CallToolRequestHandler = _t.TypeVar(
            "_CallToolRequestHandler",
            bound=_r.HandlerOf[
                types.CallToolRequestParams,
                types.CallToolResult | types.InputRequiredResult,
                _r.Context[types.RequestMetaObject, types.ClientCapabilities],
            ],
        )

        _ListToolsRequestHandler = _t.TypeVar(
            "_ListToolsRequestHandler",
            bound=_r.HandlerOf[
                types.PaginatedRequestParams,
                types.ListToolsResult,
                _r.Context[types.RequestMetaObject, types.ClientCapabilities],
            ],
        )

        _McpUiDownloadFileRequestHandler = _t.TypeVar(
            "_McpUiDownloadFileRequestHandler",
            bound=_r.HandlerOf[
                types.McpUiDownloadFileRequestParams, types.McpUiDownloadFileResult, _r.Context
            ],
        )

        _McpUiInitializeRequestHandler = _t.TypeVar(
            "_McpUiInitializeRequestHandler",
            bound=_r.HandlerOf[types.McpUiInitializeRequestParams, types.McpUiInitializeResult, _r.Context],
        )

        _McpUiMessageRequestHandler = _t.TypeVar(
            "_McpUiMessageRequestHandler",
            bound=_r.HandlerOf[types.McpUiMessageRequestParams, types.McpUiMessageResult, _r.Context],
        )

        _McpUiHostContextChangedNotificationHandler = _t.TypeVar(
            "_McpUiHostContextChangedNotificationHandler",
            bound=_r.HandlerOf[types.McpUiHostContext, None, _r.Context],
        )

        _McpUiInitializedNotificationHandler = _t.TypeVar(
            "_McpUiInitializedNotificationHandler",
            bound=_r.HandlerOf[types.McpUiEmptyObject, None, _r.Context],
        )

        _McpUiRequestTeardownNotificationHandler = _t.TypeVar(
            "_McpUiRequestTeardownNotificationHandler",
            bound=_r.HandlerOf[types.McpUiEmptyObject, None, _r.Context],
        )

        _McpUiSandboxProxyReadyNotificationHandler = _t.TypeVar(
            "_McpUiSandboxProxyReadyNotificationHandler",
            bound=_r.HandlerOf[types.McpUiEmptyObject, None, _r.Context],
        )

        _McpUiSandboxResourceReadyNotificationHandler = _t.TypeVar(
            "_McpUiSandboxResourceReadyNotificationHandler",
            bound=_r.HandlerOf[types.McpUiSandboxResourceReadyNotificationParams, None, _r.Context],
        )

        _McpUiSizeChangedNotificationHandler = _t.TypeVar(
            "_McpUiSizeChangedNotificationHandler",
            bound=_r.HandlerOf[types.McpUiSizeChangedNotificationParams, None, _r.Context],
        )

        _McpUiToolCancelledNotificationHandler = _t.TypeVar(
            "_McpUiToolCancelledNotificationHandler",
            bound=_r.HandlerOf[types.McpUiToolCancelledNotificationParams, None, _r.Context],
        )

        _McpUiToolInputNotificationHandler = _t.TypeVar(
            "_McpUiToolInputNotificationHandler",
            bound=_r.HandlerOf[types.McpUiToolInputNotificationParams, None, _r.Context],
        )

        _McpUiToolInputPartialNotificationHandler = _t.TypeVar(
            "_McpUiToolInputPartialNotificationHandler",
            bound=_r.HandlerOf[types.McpUiToolInputPartialNotificationParams, None, _r.Context],
        )

        _McpUiToolResultNotificationHandler = _t.TypeVar(
            "_McpUiToolResultNotificationHandler",
            bound=_r.HandlerOf[
                types.McpUiToolResultNotificationParams, None, _r.Context[types.McpUiToolResultMeta | None]
            ],
        )

        _McpUiOpenLinkRequestHandler = _t.TypeVar(
            "_McpUiOpenLinkRequestHandler",
            bound=_r.HandlerOf[types.McpUiOpenLinkRequestParams, types.McpUiOpenLinkResult, _r.Context],
        )

        _McpUiRequestDisplayModeRequestHandler = _t.TypeVar(
            "_McpUiRequestDisplayModeRequestHandler",
            bound=_r.HandlerOf[
                types.McpUiRequestDisplayModeRequestParams, types.McpUiRequestDisplayModeResult, _r.Context
            ],
        )

        _McpUiResourceTeardownRequestHandler = _t.TypeVar(
            "_McpUiResourceTeardownRequestHandler",
            bound=_r.HandlerOf[types.McpUiEmptyObject, types.McpUiResourceTeardownResult, _r.Context],
        )

        _McpUiUpdateModelContextRequestHandler = _t.TypeVar(
            "_McpUiUpdateModelContextRequestHandler",
            bound=_r.HandlerOf[
                types.McpUiUpdateModelContextRequestParams, types.McpUiResourceTeardownResult, _r.Context
            ],
        )

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["completion/complete"],
        ) -> _t.Callable[[_CompleteRequestHandler], _CompleteRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client", "server"]],
            method: _t.Literal["notifications/cancelled"],
        ) -> _t.Callable[[_CancelledNotificationHandler], _CancelledNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["notifications/message"],
        ) -> _t.Callable[[_LoggingMessageNotificationHandler], _LoggingMessageNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["notifications/progress"],
        ) -> _t.Callable[[_ProgressNotificationHandler], _ProgressNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["notifications/prompts/list_changed"],
        ) -> _t.Callable[[_PromptListChangedNotificationHandler], _PromptListChangedNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["notifications/resources/list_changed"],
        ) -> _t.Callable[
            [_ResourceListChangedNotificationHandler], _ResourceListChangedNotificationHandler
        ]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["notifications/resources/updated"],
        ) -> _t.Callable[[_ResourceUpdatedNotificationHandler], _ResourceUpdatedNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["notifications/subscriptions/acknowledged"],
        ) -> _t.Callable[
            [_SubscriptionsAcknowledgedNotificationHandler], _SubscriptionsAcknowledgedNotificationHandler
        ]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["notifications/tools/list_changed"],
        ) -> _t.Callable[[_ToolListChangedNotificationHandler], _ToolListChangedNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["prompts/get"],
        ) -> _t.Callable[[_GetPromptRequestHandler], _GetPromptRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["prompts/list"],
        ) -> _t.Callable[[_ListPromptsRequestHandler], _ListPromptsRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["resources/list"],
        ) -> _t.Callable[[_ListResourcesRequestHandler], _ListResourcesRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["resources/read"],
        ) -> _t.Callable[[_ReadResourceRequestHandler], _ReadResourceRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["resources/templates/list"],
        ) -> _t.Callable[[_ListResourceTemplatesRequestHandler], _ListResourceTemplatesRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["server/discover"],
        ) -> _t.Callable[[_DiscoverRequestHandler], _DiscoverRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["subscriptions/listen"],
        ) -> _t.Callable[[_SubscriptionsListenRequestHandler], _SubscriptionsListenRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["tools/call"],
        ) -> _t.Callable[[_CallToolRequestHandler], _CallToolRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["tools/list"],
        ) -> _t.Callable[[_ListToolsRequestHandler], _ListToolsRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["app"]],
            method: _t.Literal["ui/download-file"],
        ) -> _t.Callable[[_McpUiDownloadFileRequestHandler], _McpUiDownloadFileRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["app"]],
            method: _t.Literal["ui/initialize"],
        ) -> _t.Callable[[_McpUiInitializeRequestHandler], _McpUiInitializeRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["app"]],
            method: _t.Literal["ui/message"],
        ) -> _t.Callable[[_McpUiMessageRequestHandler], _McpUiMessageRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["host"]],
            method: _t.Literal["ui/notifications/host-context-changed"],
        ) -> _t.Callable[
            [_McpUiHostContextChangedNotificationHandler], _McpUiHostContextChangedNotificationHandler
        ]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["app"]],
            method: _t.Literal["ui/notifications/initialized"],
        ) -> _t.Callable[[_McpUiInitializedNotificationHandler], _McpUiInitializedNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["app"]],
            method: _t.Literal["ui/notifications/request-teardown"],
        ) -> _t.Callable[
            [_McpUiRequestTeardownNotificationHandler], _McpUiRequestTeardownNotificationHandler
        ]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["app"]],
            method: _t.Literal["ui/notifications/sandbox-proxy-ready"],
        ) -> _t.Callable[
            [_McpUiSandboxProxyReadyNotificationHandler], _McpUiSandboxProxyReadyNotificationHandler
        ]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["host"]],
            method: _t.Literal["ui/notifications/sandbox-resource-ready"],
        ) -> _t.Callable[
            [_McpUiSandboxResourceReadyNotificationHandler], _McpUiSandboxResourceReadyNotificationHandler
        ]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["app"]],
            method: _t.Literal["ui/notifications/size-changed"],
        ) -> _t.Callable[[_McpUiSizeChangedNotificationHandler], _McpUiSizeChangedNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["host"]],
            method: _t.Literal["ui/notifications/tool-cancelled"],
        ) -> _t.Callable[
            [_McpUiToolCancelledNotificationHandler], _McpUiToolCancelledNotificationHandler
        ]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["host"]],
            method: _t.Literal["ui/notifications/tool-input"],
        ) -> _t.Callable[[_McpUiToolInputNotificationHandler], _McpUiToolInputNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["host"]],
            method: _t.Literal["ui/notifications/tool-input-partial"],
        ) -> _t.Callable[
            [_McpUiToolInputPartialNotificationHandler], _McpUiToolInputPartialNotificationHandler
        ]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["host"]],
            method: _t.Literal["ui/notifications/tool-result"],
        ) -> _t.Callable[[_McpUiToolResultNotificationHandler], _McpUiToolResultNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["app"]],
            method: _t.Literal["ui/open-link"],
        ) -> _t.Callable[[_McpUiOpenLinkRequestHandler], _McpUiOpenLinkRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["app"]],
            method: _t.Literal["ui/request-display-mode"],
        ) -> _t.Callable[
            [_McpUiRequestDisplayModeRequestHandler], _McpUiRequestDisplayModeRequestHandler
        ]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["host"]],
            method: _t.Literal["ui/resource-teardown"],
        ) -> _t.Callable[[_McpUiResourceTeardownRequestHandler], _McpUiResourceTeardownRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["app"]],
            method: _t.Literal["ui/update-model-context"],
        ) -> _t.Callable[
            [_McpUiUpdateModelContextRequestHandler], _McpUiUpdateModelContextRequestHandler
        ]: ...

        @_t.overload
        def on(  # type: ignore[overload-overlap]  # mypy does not tell a notification from a request
            self, method: _v.VendorMethod[_v.P, None]
        ) -> _r.On[_v.P, None, _r.Context]: ...

        @_t.overload
        def on(
            self, method: _v.VendorMethod[_v.P, _v.R]
        ) -> _r.On[_v.P, _v.R, _r.Context[types.RequestMetaObject, types.ClientCapabilities]]: ...
        def on(self, method: object) -> object:
            """Return a decorator that registers a handler for `method`.

            The handler takes the params, or the params and a `Context`, and returns the result.
            """
            ...


_Router = Router


class Composition(_p.Composition, _Types):
    """The revision with extensions that `mcp_revisions.compose` returns."""

    if _t.TYPE_CHECKING:

        @property
        def Router(self) -> type[_Router]:
            """The router of the revision with extensions."""
            ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["completion/complete"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.CompleteResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["client"],
        answering: _t.Literal["elicitation/create"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ElicitResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["prompts/get"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.GetPromptResult | types.InputRequiredResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["prompts/list"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ListPromptsResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["resources/list"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ListResourcesResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["resources/read"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ReadResourceResult | types.InputRequiredResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["resources/templates/list"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ListResourceTemplatesResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["client"],
        answering: _t.Literal["roots/list"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ListRootsResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["client"],
        answering: _t.Literal["sampling/createMessage"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.CreateMessageResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["server/discover"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.DiscoverResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["subscriptions/listen"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.SubscriptionsListenResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["tools/call"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.CallToolResult | types.InputRequiredResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["tools/list"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ListToolsResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/download-file"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiDownloadFileResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/initialize"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiInitializeResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/message"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiMessageResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/open-link"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiOpenLinkResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/request-display-mode"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiRequestDisplayModeResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["app"],
        answering: _t.Literal["ui/resource-teardown"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiResourceTeardownResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/update-model-context"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiResourceTeardownResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["client", "server", "host", "app"],
        answering: _o.MethodName,
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[object] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["client", "server", "host", "app"],
        answering: _v.VendorMethod[_t.NoReturn, _v.R],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[_v.R] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["client"],
        answering: _o.AnsweredMethod | None = None,
        **options: _o.Unpack[_o.MessageOptions],
    ) -> ClientMessage: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _o.AnsweredMethod | None = None,
        **options: _o.Unpack[_o.MessageOptions],
    ) -> ServerMessage: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _o.AnsweredMethod | None = None,
        **options: _o.Unpack[_o.MessageOptions],
    ) -> HostMessage: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["app"],
        answering: _o.AnsweredMethod | None = None,
        **options: _o.Unpack[_o.MessageOptions],
    ) -> AppMessage: ...
    def decode_message(self, *args: object, **kwargs: object) -> object:
        """Decode a JSON-RPC message that `sender` sent.

        `data` is JSON text, parsed JSON (dictionaries and lists) or a typed message. `answering` says which
        request a response answers: the method of that request, or a function that takes the `id` and returns
        the method. Without `answering`, the `result` of a response stays parsed JSON. Raises `DecodeError`
        for an invalid message.
        """
        ...


if _t.TYPE_CHECKING:
    decode_message = Composition(_sys.modules[__name__]).decode_message
else:
    decode_message = _codec.decode_message
