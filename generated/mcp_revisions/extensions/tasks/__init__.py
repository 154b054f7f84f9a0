"""the extension io.modelcontextprotocol/tasks of MCP 2026-07-28: its message types, methods and codec."""

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
IDENTIFIER = "io.modelcontextprotocol/tasks"
"""The key of the extension in `extensions` of capabilities."""

EXTENDS = "2026-07-28"
"""The revision that the extension extends."""

DECLARED_BY = ("client", "server")
"""The sides that must declare the extension."""

ANSWERS: dict[str, tuple[_t.Any, ...]] = {
    "tools/call": (types.CreateTaskResult,),
}
"""The result types that the extension adds to methods of the revision, by method."""

ADDITIONS: dict[str, _t.Any] = {
    "SubscriptionFilter": types.TaskSubscriptionNotifications,
}
"""The types whose members the extension adds to objects of the revision, by object type."""


_codec = _c.Codec(IDENTIFIER, types, methods.METHODS, batches=methods.BATCHES, elsewhere=methods.ELSEWHERE)
decode = _codec.decode
encode = _codec.encode
to_builtins = _codec.to_builtins
json_schema = _codec.json_schema

if _t.TYPE_CHECKING:
    from ..._runtime.messages import vendor_methods as _v

    ClientMessage: _t.TypeAlias = (
        types.CancelTaskRequest
        | types.GetTaskRequest
        | types.UpdateTaskRequest
        | Response[object]
        | ErrorResponse[types.Error]
    )
    ServerMessage: _t.TypeAlias = types.TaskStatusNotification | Response[object] | ErrorResponse[types.Error]
    _Error: _t.TypeAlias = ErrorResponse[types.Error]
    Context: _t.TypeAlias = _r.Context[types.RequestMetaObject | None]

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["tasks/cancel"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.CancelTaskResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["tasks/get"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.GetTaskResult] | _Error: ...

    @_t.overload
    def decode_message(
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["tasks/update"],
        **options: _o.Unpack[_o.MessageOptions],
    ) -> Response[types.UpdateTaskResult] | _Error: ...

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

        _TaskStatusNotificationHandler = _t.TypeVar(
            "_TaskStatusNotificationHandler",
            bound=_r.HandlerOf[types.TaskStatusNotificationParams, None, _r.Context],
        )

        _CancelTaskRequestHandler = _t.TypeVar(
            "_CancelTaskRequestHandler",
            bound=_r.HandlerOf[
                types.TaskIdParams, types.CancelTaskResult, _r.Context[types.RequestMetaObject | None]
            ],
        )

        _GetTaskRequestHandler = _t.TypeVar(
            "_GetTaskRequestHandler",
            bound=_r.HandlerOf[
                types.TaskIdParams, types.GetTaskResult, _r.Context[types.RequestMetaObject | None]
            ],
        )

        _UpdateTaskRequestHandler = _t.TypeVar(
            "_UpdateTaskRequestHandler",
            bound=_r.HandlerOf[
                types.UpdateTaskRequestParams,
                types.UpdateTaskResult,
                _r.Context[types.RequestMetaObject | None],
            ],
        )

        @_t.overload
        def on(
            self: Router[_t.Literal["server"]],
            method: _t.Literal["notifications/tasks"],
        ) -> _t.Callable[[_TaskStatusNotificationHandler], _TaskStatusNotificationHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["tasks/cancel"],
        ) -> _t.Callable[[_CancelTaskRequestHandler], _CancelTaskRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["tasks/get"],
        ) -> _t.Callable[[_GetTaskRequestHandler], _GetTaskRequestHandler]: ...

        @_t.overload
        def on(
            self: Router[_t.Literal["client"]],
            method: _t.Literal["tasks/update"],
        ) -> _t.Callable[[_UpdateTaskRequestHandler], _UpdateTaskRequestHandler]: ...

        @_t.overload
        def on(  # type: ignore[overload-overlap]  # mypy does not tell a notification from a request
            self, method: _v.VendorMethod[_v.P, None]
        ) -> _r.On[_v.P, None, _r.Context]: ...

        @_t.overload
        def on(
            self, method: _v.VendorMethod[_v.P, _v.R]
        ) -> _r.On[_v.P, _v.R, _r.Context[types.RequestMetaObject | None]]: ...
        def on(self, method: object) -> object:
            """Return a decorator that registers a handler for `method`.

            The handler takes the params, or the params and a `Context`, and returns the result.
            """
            ...
