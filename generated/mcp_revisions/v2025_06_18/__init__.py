"""MCP 2025-06-18: its message types, methods and codec."""

from __future__ import annotations

import typing as _t

from .._runtime.messages import codec as _c
from .._runtime.messages import options as _o
from .._runtime import router as _r
from .._runtime.messages.frames import ErrorResponse as ErrorResponse
from .._runtime.messages.frames import Method as Method
from .._runtime.messages.frames import Response as Response
from . import methods, types
from .methods import *
from .types import *

REVISION: _t.Final = "2025-06-18"

_codec = _c.Codec(REVISION, types, methods.METHODS, batches=methods.BATCHES, elsewhere=methods.ELSEWHERE)
decode = _codec.decode
encode = _codec.encode
to_builtins = _codec.to_builtins
json_schema = _codec.json_schema

if _t.TYPE_CHECKING:
    from .._runtime.messages import vendor_methods as _v

    ClientMessage: _t.TypeAlias = (
        types.CompleteRequest
        | types.InitializeRequest
        | types.SetLevelRequest
        | types.CancelledNotification
        | types.InitializedNotification
        | types.ProgressNotification
        | types.RootsListChangedNotification
        | types.PingRequest
        | types.GetPromptRequest
        | types.ListPromptsRequest
        | types.ListResourcesRequest
        | types.ReadResourceRequest
        | types.SubscribeRequest
        | types.ListResourceTemplatesRequest
        | types.UnsubscribeRequest
        | types.CallToolRequest
        | types.ListToolsRequest
        | Response[object]
        | ErrorResponse[types.Error]
    )
    ServerMessage: _t.TypeAlias = (
        types.ElicitRequest
        | types.CancelledNotification
        | types.LoggingMessageNotification
        | types.ProgressNotification
        | types.PromptListChangedNotification
        | types.ResourceListChangedNotification
        | types.ResourceUpdatedNotification
        | types.ToolListChangedNotification
        | types.PingRequest
        | types.ListRootsRequest
        | types.CreateMessageRequest
        | Response[object]
        | ErrorResponse[types.Error]
    )
    _Error: _t.TypeAlias = ErrorResponse[types.Error]
    Context: _t.TypeAlias = _r.Context[types.RequestMeta | None]

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["completion/complete"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.CompleteResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["client"],
        answering: _t.Literal["elicitation/create"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ElicitResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["initialize"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.InitializeResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["logging/setLevel", "resources/subscribe", "resources/unsubscribe"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.EmptyResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["client", "server"],
        answering: _t.Literal["ping"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.EmptyResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["prompts/get"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.GetPromptResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["prompts/list"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ListPromptsResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["resources/list"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ListResourcesResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["resources/read"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ReadResourceResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["resources/templates/list"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ListResourceTemplatesResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["client"],
        answering: _t.Literal["roots/list"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ListRootsResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["client"],
        answering: _t.Literal["sampling/createMessage"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.CreateMessageResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["tools/call"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.CallToolResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["tools/list"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.ListToolsResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["client", "server"],
        answering: _o.MethodName,
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[object] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["client", "server"],
        answering: _v.VendorMethod[_t.NoReturn, _v.R],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[_v.R] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["client"],
        answering: _o.AnsweredMethod | None = None,
        **options: _o.Unpack[_o.MessageOptions],
    ) -> ClientMessage: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _o.AnsweredMethod | None = None,
        **options: _o.Unpack[_o.MessageOptions],
    ) -> ServerMessage: ...
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
        """Create `ClientMessage` or `ServerMessage` when it is first used, and return it."""
        found = globals()[name] = _codec.message_types(name)
        return found


class Router(_r.Router[_r.S_co]):
    """Calls handlers for the requests and notifications that one side sends."""

    codec = _codec

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

        def __init__(self, sender: str, *more: _t.Any, **options: _t.Any) -> None: ...

        _CompleteRequestHandler = _t.TypeVar(
            "_CompleteRequestHandler",
            bound=_r.HandlerOf[
                types.CompleteRequestParams, types.CompleteResult, _r.Context[types.RequestMeta | None]
            ],
        )

        _ElicitRequestHandler = _t.TypeVar(
            "_ElicitRequestHandler",
            bound=_r.HandlerOf[
                types.ElicitRequestFormParams, types.ElicitResult, _r.Context[types.RequestMeta | None]
            ],
        )

        _InitializeRequestHandler = _t.TypeVar(
            "_InitializeRequestHandler",
            bound=_r.HandlerOf[
                types.InitializeRequestParams, types.InitializeResult, _r.Context[types.RequestMeta | None]
            ],
        )

        _SetLevelRequestHandler = _t.TypeVar(
            "_SetLevelRequestHandler",
            bound=_r.HandlerOf[
                types.SetLevelRequestParams, types.EmptyResult, _r.Context[types.RequestMeta | None]
            ],
        )

        _CancelledNotificationHandler = _t.TypeVar(
            "_CancelledNotificationHandler",
            bound=_r.HandlerOf[types.CancelledNotificationParams, None, _r.Context],
        )

        _InitializedNotificationHandler = _t.TypeVar(
            "_InitializedNotificationHandler",
            bound=_r.HandlerOf[types.NotificationParams, None, _r.Context],
        )

        _LoggingMessageNotificationHandler = _t.TypeVar(
            "_LoggingMessageNotificationHandler",
            bound=_r.HandlerOf[types.LoggingMessageNotificationParams, None, _r.Context],
        )

        _ProgressNotificationHandler = _t.TypeVar(
            "_ProgressNotificationHandler",
            bound=_r.HandlerOf[types.ProgressNotificationParams, None, _r.Context],
        )

        _PromptListChangedNotificationHandler = _t.TypeVar(
            "_PromptListChangedNotificationHandler",
            bound=_r.HandlerOf[types.NotificationParams, None, _r.Context],
        )

        _ResourceListChangedNotificationHandler = _t.TypeVar(
            "_ResourceListChangedNotificationHandler",
            bound=_r.HandlerOf[types.NotificationParams, None, _r.Context],
        )

        _ResourceUpdatedNotificationHandler = _t.TypeVar(
            "_ResourceUpdatedNotificationHandler",
            bound=_r.HandlerOf[types.ResourceUpdatedNotificationParams, None, _r.Context],
        )

        _RootsListChangedNotificationHandler = _t.TypeVar(
            "_RootsListChangedNotificationHandler",
            bound=_r.HandlerOf[types.NotificationParams, None, _r.Context],
        )

        _ToolListChangedNotificationHandler = _t.TypeVar(
            "_ToolListChangedNotificationHandler",
            bound=_r.HandlerOf[types.NotificationParams, None, _r.Context],
        )

        _PingRequestHandler = _t.TypeVar(
            "_PingRequestHandler",
            bound=_r.HandlerOf[types.RequestParams, types.EmptyResult, _r.Context[types.RequestMeta | None]],
        )

        _GetPromptRequestHandler = _t.TypeVar(
            "_GetPromptRequestHandler",
            bound=_r.HandlerOf[
                types.GetPromptRequestParams, types.GetPromptResult, _r.Context[types.RequestMeta | None]
            ],
        )

        _ListPromptsRequestHandler = _t.TypeVar(
            "_ListPromptsRequestHandler",
            bound=_r.HandlerOf[
                types.PaginatedRequestParams, types.ListPromptsResult, _r.Context[types.RequestMeta | None]
            ],
        )

        _ListResourcesRequestHandler = _t.TypeVar(
            "_ListResourcesRequestHandler",
            bound=_r.HandlerOf[
                types.PaginatedRequestParams, types.ListResourcesResult, _r.Context[types.RequestMeta | None]
            ],
        )

        _ReadResourceRequestHandler = _t.TypeVar(
            "_ReadResourceRequestHandler",
            bound=_r.HandlerOf[
                types.ReadResourceRequestParams,
                types.ReadResourceResult,
                _r.Context[types.RequestMeta | None],
            ],
        )

        _SubscribeRequestHandler = _t.TypeVar(
            "_SubscribeRequestHandler",
            bound=_r.HandlerOf[
                types.SubscribeRequestParams, types.EmptyResult, _r.Context[types.RequestMeta | None]
            ],
        )

        _ListResourceTemplatesRequestHandler = _t.TypeVar(
            "_ListResourceTemplatesRequestHandler",
            bound=_r.HandlerOf[
                types.PaginatedRequestParams,
                types.ListResourceTemplatesResult,
                _r.Context[types.RequestMeta | None],
            ],
        )

        _UnsubscribeRequestHandler = _t.TypeVar(
            "_UnsubscribeRequestHandler",
            bound=_r.HandlerOf[
                types.UnsubscribeRequestParams, types.EmptyResult, _r.Context[types.RequestMeta | None]
            ],
        )

        _ListRootsRequestHandler = _t.TypeVar(
            "_ListRootsRequestHandler",
            bound=_r.HandlerOf[
                types.RequestParams, types.ListRootsResult, _r.Context[types.RequestMeta | None]
            ],
        )

        _CreateMessageRequestHandler = _t.TypeVar(
            "_CreateMessageRequestHandler",
            bound=_r.HandlerOf[
                types.CreateMessageRequestParams,
                types.CreateMessageResult,
                _r.Context[types.RequestMeta | None],
            ],
        )

        _CallToolRequestHandler = _t.TypeVar(
            "_CallToolRequestHandler",
            bound=_r.HandlerOf[
                types.CallToolRequestParams, types.CallToolResult, _r.Context[types.RequestMeta | None]
            ],
        )

        _ListToolsRequestHandler = _t.TypeVar(
            "_ListToolsRequestHandler",
            bound=_r.HandlerOf[
                types.PaginatedRequestParams, types.ListToolsResult, _r.Context[types.RequestMeta | None]
            ],
        )

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["completion/complete"],
        ) -> _t.Callable[[_CompleteRequestHandler], _CompleteRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["elicitation/create"],
        ) -> _t.Callable[[_ElicitRequestHandler], _ElicitRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["initialize"],
        ) -> _t.Callable[[_InitializeRequestHandler], _InitializeRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["logging/setLevel"],
        ) -> _t.Callable[[_SetLevelRequestHandler], _SetLevelRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client", "server"]],
            method: _t.Literal["notifications/cancelled"],
        ) -> _t.Callable[[_CancelledNotificationHandler], _CancelledNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["notifications/initialized"],
        ) -> _t.Callable[[_InitializedNotificationHandler], _InitializedNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["notifications/message"],
        ) -> _t.Callable[[_LoggingMessageNotificationHandler], _LoggingMessageNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client", "server"]],
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
            self: Router[_t.Literal["client"]],
            method: _t.Literal["notifications/roots/list_changed"],
        ) -> _t.Callable[[_RootsListChangedNotificationHandler], _RootsListChangedNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["notifications/tools/list_changed"],
        ) -> _t.Callable[[_ToolListChangedNotificationHandler], _ToolListChangedNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client", "server"]],
            method: _t.Literal["ping"],
        ) -> _t.Callable[[_PingRequestHandler], _PingRequestHandler]: ...

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
            method: _t.Literal["resources/subscribe"],
        ) -> _t.Callable[[_SubscribeRequestHandler], _SubscribeRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["resources/templates/list"],
        ) -> _t.Callable[[_ListResourceTemplatesRequestHandler], _ListResourceTemplatesRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["resources/unsubscribe"],
        ) -> _t.Callable[[_UnsubscribeRequestHandler], _UnsubscribeRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["roots/list"],
        ) -> _t.Callable[[_ListRootsRequestHandler], _ListRootsRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["sampling/createMessage"],
        ) -> _t.Callable[[_CreateMessageRequestHandler], _CreateMessageRequestHandler]: ...

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
        def on(  # type: ignore[overload-overlap]  # mypy does not tell a notification from a request
            self, method: _v.VendorMethod[_v.P, None]
        ) -> _r.On[_v.P, None, _r.Context]: ...

        @_t.overload
        def on(
            self, method: _v.VendorMethod[_v.P, _v.R]
        ) -> _r.On[_v.P, _v.R, _r.Context[types.RequestMeta | None]]: ...
        def on(self, method: object) -> object:
            """Return a decorator that registers a handler for `method`.

            The handler takes the params, or the params and a `Context`, and returns the result.
            """
            ...
