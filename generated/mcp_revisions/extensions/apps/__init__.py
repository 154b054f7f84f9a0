"""the extension io.modelcontextprotocol/ui of MCP 2026-07-28: its message types, methods and codec."""

from __future__ import annotations

import typing as _t

from ..._runtime.messages import codec as _c
from ..._runtime.messages import options as _o
from ..._runtime import router as _r
from ..._runtime.messages.frames import ErrorResponse as ErrorResponse
from ..._runtime.messages.frames import Method as Method
from ..._runtime.messages.frames import Response as Response
from . import methods, types
from .methods import *
from .types import *

REVISION: _t.Final = "2026-07-28"
IDENTIFIER = "io.modelcontextprotocol/ui"
"""The key of the extension in `extensions` of capabilities."""

EXTENDS = "2026-07-28"
"""The revision that the extension extends."""

DECLARED_BY = ("client",)
"""The sides that must declare the extension."""

ANSWERS: dict[str, tuple[_t.Any, ...]] = {}
"""The result types that the extension adds to methods of the revision, by method."""

ADDITIONS: dict[str, _t.Any] = {}
"""The types whose members the extension adds to objects of the revision, by object type."""


_codec = _c.Codec(
    IDENTIFIER,
    types,
    methods.METHODS,
    batches=methods.BATCHES,
    elsewhere=methods.ELSEWHERE,
    peers={"host": "app", "app": "host"},
)
decode = _codec.decode
encode = _codec.encode
to_builtins = _codec.to_builtins
json_schema = _codec.json_schema

if _t.TYPE_CHECKING:
    from ..._runtime.messages import vendor_methods as _v

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
    Context: _t.TypeAlias = _r.Context

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/download-file"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiDownloadFileResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/initialize"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiInitializeResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/message"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiMessageResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/open-link"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiOpenLinkResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/request-display-mode"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiRequestDisplayModeResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["app"],
        answering: _t.Literal["ui/resource-teardown"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiResourceTeardownResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/update-model-context"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.McpUiResourceTeardownResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["host", "app"],
        answering: _o.MethodName,
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[object] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["host", "app"],
        answering: _v.VendorMethod[_t.NoReturn, _v.R],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[_v.R] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _o.AnsweredMethod | None = None,
        **options: _o.Unpack[_o.MessageOptions],
    ) -> HostMessage: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["app"],
        answering: _o.AnsweredMethod | None = None,
        **options: _o.Unpack[_o.MessageOptions],
    ) -> AppMessage: ...
    def decode_message(*args: object, **kwargs: object) -> object:
        """Decode a JSON-RPC message that `sender` sent.

        `data` is JSON text, parsed JSON (dictionaries and lists) or a typed message. `answering` says which
        request a response answers: the method of that request, or a function that takes the `id` and returns
        the method. Without `answering`, the `result` of a response stays parsed JSON. Raises `DecodeError`
        for an invalid message.
        """
        ...

else:
    Context = _r.Context
    decode_message = _codec.decode_message

    def __getattr__(name):
        """Create `HostMessage` or `AppMessage` when it is first used, and return it."""
        found = globals()[name] = _codec.message_types(name)
        return found


class Router(_r.Router[_r.S_co]):
    """Calls handlers for the requests and notifications that one side sends."""

    codec = _codec

    if _t.TYPE_CHECKING:

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
        def on(self, method: _v.VendorMethod[_v.P, _v.R]) -> _r.On[_v.P, _v.R, _r.Context]: ...
        def on(self, method: object) -> object:
            """Return a decorator that registers a handler for `method`.

            The handler takes the params, or the params and a `Context`, and returns the result.
            """
            ...
