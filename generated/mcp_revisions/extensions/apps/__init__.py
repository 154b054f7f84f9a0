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
"""The revision that the types refer to."""

DECLARED_BY = ("client",)
"""The sides that must declare the extension."""

ANSWERS: dict[str, tuple[_t.Any, ...]] = {}
"""Additional results by method of the revision."""

ADDITIONS: dict[str, _t.Any] = {}
"""The types whose members are added to objects of the revision, by the name of the object."""


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
        """Decode a JSON-RPC message that `sender` sent: JSON text, plain JSON or a typed message.

        `answering` says which request a response answers: the method of that request, or a function that
        takes the `id` and returns the method. By default, the result stays plain JSON. Raises `DecodeError`
        for an invalid message.
        """
        ...

else:
    Context = _r.Context
    decode_message = _codec.decode_message

    def __getattr__(name):
        """Return `HostMessage` or `AppMessage` on first use."""
        found = globals()[name] = _codec.message_types(name)
        return found


class Router(_r.Router):
    """Calls handlers for the requests and notifications that one side sends."""

    codec = _codec

    if _t.TYPE_CHECKING:

        def __init__(
            self,
            sender: _t.Literal["host", "app"],
            capabilities: _r.Capabilities | None = None,
            *,
            validate: bool = False,
            supported: _t.Iterable[str] | None = None,
        ) -> None: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/download-file"],
        ) -> _r.On[types.McpUiDownloadFileRequestParams, types.McpUiDownloadFileResult, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/initialize"],
        ) -> _r.On[types.McpUiInitializeRequestParams, types.McpUiInitializeResult, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/message"],
        ) -> _r.On[types.McpUiMessageRequestParams, types.McpUiMessageResult, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/notifications/host-context-changed"],
        ) -> _r.On[types.McpUiHostContext, None, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/notifications/initialized"],
        ) -> _r.On[types.McpUiEmptyObject, None, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/notifications/request-teardown"],
        ) -> _r.On[types.McpUiEmptyObject, None, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/notifications/sandbox-proxy-ready"],
        ) -> _r.On[types.McpUiEmptyObject, None, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/notifications/sandbox-resource-ready"],
        ) -> _r.On[types.McpUiSandboxResourceReadyNotificationParams, None, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/notifications/size-changed"],
        ) -> _r.On[types.McpUiSizeChangedNotificationParams, None, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/notifications/tool-cancelled"],
        ) -> _r.On[types.McpUiToolCancelledNotificationParams, None, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/notifications/tool-input"],
        ) -> _r.On[types.McpUiToolInputNotificationParams, None, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/notifications/tool-input-partial"],
        ) -> _r.On[types.McpUiToolInputPartialNotificationParams, None, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/notifications/tool-result"],
        ) -> _r.On[
            types.McpUiToolResultNotificationParams, None, _r.Context[types.McpUiToolResultMeta | None]
        ]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/open-link"],
        ) -> _r.On[types.McpUiOpenLinkRequestParams, types.McpUiOpenLinkResult, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/request-display-mode"],
        ) -> _r.On[
            types.McpUiRequestDisplayModeRequestParams, types.McpUiRequestDisplayModeResult, _r.Context
        ]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/resource-teardown"],
        ) -> _r.On[types.McpUiEmptyObject, types.McpUiResourceTeardownResult, _r.Context]: ...

        @_t.overload
        def on(
            self,
            method: _t.Literal["ui/update-model-context"],
        ) -> _r.On[
            types.McpUiUpdateModelContextRequestParams, types.McpUiResourceTeardownResult, _r.Context
        ]: ...

        @_t.overload
        def on(self, method: _v.VendorMethod[_v.P, _v.R]) -> _r.On[_v.P, _v.R, _r.Context]: ...
        def on(self, method: object) -> object:
            """Return a decorator that registers a handler for `method`.

            The handler takes the params, or the params and a `Context`, and returns the result.
            """
            ...
