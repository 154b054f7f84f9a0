"""Dispatch incoming messages to handlers, and return the replies that JSON-RPC 2.0 and the revision require.

The generator writes a subclass into the package of each revision, with an overload of `on` for every method
that a handler can be registered for:

    class Router(_Router):
        codec = _codec
        if _t.TYPE_CHECKING:
            _CallToolRequestHandler = _t.TypeVar(
                "_CallToolRequestHandler",
                bound=HandlerOf[CallToolRequestParams, CallToolResult, Context[RequestMeta]],
            )

            @_t.overload
            def on(
                self, method: _t.Literal["tools/call"]
            ) -> _t.Callable[[_CallToolRequestHandler], _CallToolRequestHandler]: ...

Rules:
- A handler gets the params, and a `Context` if it has a parameter for the context. That parameter is called
  `context`, with or without a default, or is the second positional parameter and has no default. If the
  message has no params, the handler gets an empty object of the params type. If the method has no params, the
  handler gets `None`.
- `notifications/cancelled` cancels the asyncio task that runs the handler of the request. The request then
  gets no reply, even if the handler fails. Only the same connection can cancel a request, and `initialize`
  cannot be cancelled.
- While the handler of a request runs, the router refuses another request of the same connection with the same
  id: "invalid request" (-32600). The specification forbids to use an id twice. Without a `connection`, the
  router does not check this, because the requests may come from several clients.
- For a message that is not a request, a notification or a response, the router returns an `UnreadableFrame`.
  It does the same for a batch that holds such a message.
- A notification never gets a reply, even if its handler fails. A malformed notification is logged. The router
  ignores responses.
- A handler replies with an error by raising `ProtocolError`. Any other exception is logged (`mcp_revisions`):
  one line as an error, and the traceback at the level DEBUG. The reply is an internal error without details.
  This includes a `DecodeError` about something that the handler itself decodes, a `SystemExit`, and a
  `CancelledError` if no task was cancelled.
- The error for a request without a readable id has no `id` if the revision allows that (from 2025-11-25 on).
  In older revisions the reply is empty, because no schema allows `"id": null`.
- With `validate`, each reply is decoded as the peer will decode it. A reply that the revision refuses is
  logged with its handler, and the peer gets an internal error.
- With `capabilities`, the capabilities that this side declared, the router refuses requests that they do not
  cover. If requests declare the capabilities of the client (stateless revisions), it also refuses an
  `InputRequiredResult` that asks for more than they allow. In a composition, both sides also declare
  extensions. A message that needs an undeclared extension is refused, and so is such a reply of a handler.
- A request that states another revision in its `_meta` gets the error that stateless revisions define for
  that. The error lists `supported`, which is only the revision of the router by default.
"""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Awaitable, Callable, Coroutine, Hashable, Iterable, Mapping
from types import NoneType
from typing import (
    TYPE_CHECKING,
    Any,
    ClassVar,
    Generic,
    Protocol,
    TypeAlias,
    TypeVar,
    get_origin,
    overload,
)

import msgspec
from msgspec import UNSET

from .errors import INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, DecodeError, EncodeError, ProtocolError
from .json_values import is_request_id, table_key
from .messages.base import Message, Request, codec_of
from .messages.codec import Codec
from .messages.encoder import encode
from .messages.frame_kinds import is_call, kind_of
from .messages.frames import Method, Response
from .messages.options import Data, checked_kind, checked_option, texts
from .messages.unknown_members import declared_class
from .revisions import facts_of, reserved_key
from .sides import OTHER

P = TypeVar("P")
R = TypeVar("R")
X = TypeVar("X", bound="Context")
P_contra = TypeVar("P_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
X_contra = TypeVar("X_contra", bound="Context", contravariant=True)
JsonObject: TypeAlias = msgspec.Struct | Mapping[str, object]  # a typed object, or a plain one

if TYPE_CHECKING:
    from typing_extensions import TypeVar as TypeVarWithDefault

    from .messages.base import Notification
    from .messages.vendor_methods import VendorMessage

    # The types of `_meta` and of the client's capabilities. They depend on the revision and on the method.
    M_co = TypeVarWithDefault("M_co", covariant=True, default=JsonObject | None)
    C_co = TypeVarWithDefault("C_co", covariant=True, default=JsonObject | None)
    # The side that sends the messages of a router. A type that does not state it allows every method.
    S_co = TypeVarWithDefault("S_co", covariant=True, default=Any)
else:
    M_co = TypeVar("M_co", covariant=True)
    C_co = TypeVar("C_co", covariant=True)
    S_co = TypeVar("S_co", covariant=True)

Handler = Callable[..., Any]
Capabilities: TypeAlias = Mapping[str, object] | msgspec.Struct
SHOWN = 500  # characters of an exception's message in the log
_OWN_FILES = os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep  # of this package
CANCELLED = "notifications/cancelled"
LISTEN = "subscriptions/listen"
MEANINGS = {
    -32700: "Parse error",
    -32600: "Invalid Request",
    -32601: "Method not found",
    -32602: "Invalid params",
}


class Context(Generic[M_co, C_co]):
    """The facts about the message that a handler is called for.

    A handler of a request can annotate its context as `mcp.Context`, which types `meta` and
    `client_capabilities` as the revision defines them. Every context is an `mr.Context`.

    - `method`: the method of the message.
    - `id`: the id of a request. None for a notification.
    - `revision`: the revision of the router.
    - `connection`: the value that the transport passed to `Router.handle`. A `Peer` passes itself. All
      stateless HTTP clients of `mcp_bridge.app` share one.
    """

    __slots__ = (
        "_cancellations",
        "_is_over",
        "_is_refused",
        "_is_stopped",
        "_meta",
        "_task",
        "connection",
        "id",
        "method",
        "revision",
    )

    def __init__(self, message: Message, connection: Hashable, revision: str) -> None:
        self.method: str = getattr(message, "method", "")
        self.id: str | int | None = set_or_none(getattr(message, "id", None))
        self._meta = _metadata(set_or_none(getattr(message, "params", None)))
        self.connection = connection
        self.revision = revision
        self._is_refused = False  # whether the peer has cancelled the request
        self._is_over = False  # whether the handler has ended
        self._is_stopped = False  # whether the task that runs the handler was cancelled otherwise
        self._task: Any = None  # the asyncio task that runs the handler
        self._cancellations = 0  # how often that task was cancelled before

    @property
    def cancelled(self) -> bool:
        """Return whether the handler should end, because nobody needs its result.

        True if the peer has cancelled the request, if the asyncio task of the handler was cancelled, or if
        the connection is a `Peer` that is closed. A handler that runs in a thread can read it. Before Python
        3.11, an async handler that catches `CancelledError` cannot read that its task was cancelled.
        """
        is_closed = getattr(self.connection, "is_closed", False) is True
        is_cancelled = _cancellations(self._task) > self._cancellations
        return self._is_refused or self._is_stopped or is_closed or is_cancelled

    @property
    def meta(self) -> M_co:
        """Return the `_meta` of the message, or None if it is absent.

        A request of a stateless revision always has `_meta`.
        """
        found: M_co = self._meta
        return found

    @property
    def progress_token(self) -> str | int | None:
        """Return the token for `notifications/progress`, or None if the peer did not request progress."""
        token: str | int | None = _member(self._meta, "progress_token", "progressToken")
        return token

    @property
    def client_capabilities(self) -> C_co:
        """Return the client capabilities in the `_meta` of a request of a stateless revision.

        A request of a stateless revision always declares them. For every other message, return None.
        """
        found: Any = _member(self._meta, "client_capabilities", reserved_key("clientCapabilities"))
        declared: Any = found if isinstance(found, (dict, msgspec.Struct)) else None
        return declared  # type: ignore[no-any-return]

    def notify(self, notification: Notification | VendorMessage[None]) -> None:
        """Send a notification that belongs to this request, such as progress or a log message.

        In a handler of `subscriptions/listen`, the notification gets the id of the subscription in its
        `_meta`, unless it already has one.

        Raises `TypeError` if the transport uses no `Peer`. Other exceptions are those of `Peer.notify`.
        """
        peer = self._sender()
        if self.method == LISTEN:
            frame = peer.router.codec.to_builtins(notification)
            meta = frame.setdefault("params", {}).setdefault("_meta", {})
            meta.setdefault(reserved_key("subscriptionId"), self.id)
            notification = self._decoded(frame)
        peer.notify(notification, related=self.id)

    def report_progress(
        self, progress: float, total: float | None = None, message: str | None = None
    ) -> None:
        """Send `notifications/progress` for this request. Do nothing if the peer did not request progress.

        After the handler has ended, nothing is sent, and a line at the level DEBUG says so.

        Raises what `notify` raises.
        """
        token = self.progress_token
        if token is not None and not self._is_late("progress"):
            given = {"progress": progress, "total": total, "message": message}
            self._tell("notifications/progress", {"progressToken": token, **given})

    def log(self, level: str, data: object, logger: str | None = None) -> None:
        """Send `notifications/message` with `data`, a JSON value, for this request.

        In a stateless revision, do nothing if the request does not ask for messages of this level, or if the
        handler has ended, which is logged at the level DEBUG. In a revision with a handshake, the handler
        must compare the level with that of `logging/setLevel`.

        Raises `ValueError` for a level that the revision does not define. Other exceptions are those of
        `notify`.
        """
        facts = facts_of(self._sender().router.revision)
        if level not in facts.levels:
            raise ValueError(f"level: expected one of {', '.join(facts.levels)}, not {level!r:.100}")
        if facts.per_request:
            wanted = _member(self._meta, "log_level", reserved_key("logLevel"))
            if wanted not in facts.levels or facts.levels.index(level) < facts.levels.index(wanted):
                return
            if self._is_late("log message"):
                return
        self._tell("notifications/message", {"level": level, "data": data, "logger": logger})

    def _is_late(self, what: str) -> bool:
        """Return whether the handler of this request has ended.

        If it has, log that a notification is not sent. `what` says which, such as `progress`.
        """
        if self._is_over and self.id is not None:
            _log().debug("the %s of request %r was not sent, because its handler has ended", what, self.id)
            return True
        return False

    def _tell(self, method: str, params: Mapping[str, object]) -> None:
        """Send a notification. Members of the params that are None are absent."""
        present = {name: value for name, value in params.items() if value is not None or name == "data"}
        self.notify(self._decoded({"jsonrpc": "2.0", "method": method, "params": present}))

    def _decoded(self, frame: object) -> Any:
        """Return a message of this side as a typed object. Raise `EncodeError` if it is invalid."""
        peer = self._sender()
        try:
            return peer.router.codec.decode_parsed(frame, peer.side)
        except DecodeError as error:
            raise EncodeError(error.reason, error.pointer) from None

    async def call(self, request: Request[R], *, deadline: float | None = None) -> R:
        """Send a request to the peer and return its result, as `Peer.call` does.

        `deadline` is a point in time of the host's clock. Behind `mcp_bridge.serve` and `mcp_bridge.app`, the
        clock is `asyncio.get_running_loop().time`.

        Raises `TypeError` if the transport uses no `Peer`.
        """
        result: R = await self._sender().call(request, deadline=deadline, related=self.id)
        return result

    def _sender(self) -> Any:
        if not hasattr(self.connection, "notify"):
            kind = type(self.connection).__name__
            raise TypeError(f"connection: expected a `Peer`, not {kind}; pass messages to `Peer.receive`")
        return self.connection


class HandlerCancelled(Exception):
    """Raised when the peer has cancelled the request whose handler is running."""


class KeywordHandler(Protocol[P_contra, R_co, X_contra]):
    """A handler whose context is a keyword-only parameter."""

    def __call__(self, params: P_contra, /, *, context: X_contra) -> R_co | Awaitable[R_co]:
        """Return the result, or an awaitable of the result."""
        raise NotImplementedError


if TYPE_CHECKING:
    HandlerOf: TypeAlias = (
        Callable[[P], R | Awaitable[R]] | Callable[[P, X], R | Awaitable[R]] | KeywordHandler[P, R, X]
    )
    """A handler, plain or async, of params of the type `P`, with a result of the type `R`."""


class On(Generic[P, R, X]):
    """A decorator that registers the handler of a vendor method, plain or async, and returns the handler.

    For type checkers, the returned handler keeps its type, plain or async. So other code, such as a test, can
    call it. The context of the handler may be the `Context` of the revision or an `mr.Context`.
    """

    def __init__(self, register: Callable[[Handler], None]) -> None:
        self._register = register

    @overload
    def __call__(self, handler: Callable[[P], R]) -> Callable[[P], R]: ...
    @overload
    def __call__(self, handler: Callable[[P, Context], R]) -> Callable[[P, Context], R]: ...
    @overload
    def __call__(self, handler: Callable[[P, X], R]) -> Callable[[P, X], R]: ...
    @overload
    def __call__(
        self, handler: Callable[[P], Coroutine[Any, Any, R]]
    ) -> Callable[[P], Coroutine[Any, Any, R]]: ...
    @overload
    def __call__(
        self, handler: Callable[[P, Context], Coroutine[Any, Any, R]]
    ) -> Callable[[P, Context], Coroutine[Any, Any, R]]: ...
    @overload
    def __call__(
        self, handler: Callable[[P, X], Coroutine[Any, Any, R]]
    ) -> Callable[[P, X], Coroutine[Any, Any, R]]: ...
    @overload
    def __call__(self, handler: Callable[[P], R | Awaitable[R]]) -> Callable[[P], R | Awaitable[R]]: ...
    @overload
    def __call__(
        self, handler: Callable[[P, Context], R | Awaitable[R]]
    ) -> Callable[[P, Context], R | Awaitable[R]]: ...
    @overload
    def __call__(self, handler: Callable[[P, X], R | Awaitable[R]]) -> Callable[[P, X], R | Awaitable[R]]: ...
    @overload
    def __call__(self, handler: KeywordHandler[P, R, Context]) -> KeywordHandler[P, R, Context]: ...
    @overload
    def __call__(self, handler: KeywordHandler[P, R, X]) -> KeywordHandler[P, R, X]: ...
    def __call__(self, handler: Any) -> Any:
        """Register the handler and return it."""
        self._register(handler)
        return handler


def context_parameter(handler: Handler) -> str | None:
    """Return how a handler takes its `Context`.

    The result is the name of the keyword parameter, "" for the second positional parameter, or None if the
    handler takes no context. A `context` that `functools.partial` has already bound does not count.
    """
    parameters = _parameters(handler)
    positional = [
        each.name for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
    ]
    bound = handler.keywords if isinstance(handler, functools.partial) else {}
    named = next((each for each in parameters if each.name == "context" and "context" not in bound), None)
    if named is not None and named.name not in positional[:1]:
        return "" if positional[1:2] == ["context"] else named.name
    second = next((each for each in parameters if each.name in positional[1:2]), None)
    return "" if second is not None and second.default is second.empty else None


def check_handler(method: str, handler: Handler, context: str | None) -> None:
    """Raise `TypeError` if a handler cannot be called with params and with its context parameter."""
    import inspect

    if not callable(handler):
        raise TypeError(f"the handler of {method}: a {type(handler).__name__} is not callable")
    try:
        signature = inspect.signature(handler, follow_wrapped=False)
    except (TypeError, ValueError):  # a callable without a signature
        return
    try:
        signature.bind(None, *([None] if context == "" else []), **({context: None} if context else {}))
    except TypeError:
        raise TypeError(
            f"the handler of {method} must take the params, or the params and a context, but is {signature}"
        ) from None


def _parameters(handler: Handler) -> list[Any]:
    """Return the parameters of a handler.

    If the handler wraps another function and takes `*args`, return the parameters of the wrapped function.
    """
    import inspect

    try:
        own = list(inspect.signature(handler, follow_wrapped=False).parameters.values())
        if any(each.kind is each.VAR_POSITIONAL for each in own):
            return list(inspect.signature(handler).parameters.values())
    except (TypeError, ValueError):  # a callable without a signature
        return []
    return own


def set_or_none(value: Any) -> Any:
    """Return `value`, or None if it is `UNSET`."""
    return None if value is UNSET else value


def _metadata(params: Any) -> Any:
    """Return the `_meta` of params, or None if it is absent or not an object.

    Some types of params do not declare `_meta`.
    """
    declared = getattr(params, "meta", None)
    if declared is not None or params is None:
        return set_or_none(declared)
    members = params if isinstance(params, dict) else getattr(params, "additional", {})
    found = members.get("_meta")
    return found if isinstance(found, (dict, msgspec.Struct)) else None


def _member(value: Any, attribute: str, name: str) -> Any:
    """Return a member of a typed or plain object, or None if it is absent."""
    if isinstance(value, dict):
        return value.get(name)
    return set_or_none(getattr(value, attribute, None))


class UnreadableFrame(bytes):
    """The reply to a message whose id cannot be read.

    The reply is bytes: an error response, or an array of the replies to a batch. It is empty if the revision
    does not allow an error without an id. `errors` has an error for each unreadable message. In a batch,
    the pointer of an error starts with the index of the message.

    An HTTP transport must answer with status 400 if `partial` is false. If `partial` is true, other messages
    of the batch were readable, and the transport answers as for a batch without errors.
    """

    errors: tuple[DecodeError, ...]
    partial: bool

    def __new__(cls, reply: bytes, *errors: DecodeError, partial: bool = False) -> UnreadableFrame:
        """Create the reply from its bytes. `errors` must have at least one error."""
        made = super().__new__(cls, reply)
        made.errors = errors
        made.partial = partial
        return made

    @property
    def error(self) -> DecodeError:
        """Return the first error of `errors`. There is always one."""
        return self.errors[0]


class Router(Generic[S_co]):
    """Calls handlers for the requests and notifications that one side sends, in one revision.

    `sender` is the side that sends the messages. A handler gets the typed params, and returns a typed result
    of the method, or an awaitable of one. If it returns a dict or None for a request, the peer gets an
    internal error. No method has a built-in handler, not even `ping` and `initialize`. The reply to a request
    without a handler is "method not found" (-32601).

    With `validate=True`, the router decodes each reply as the peer will. If a reply is invalid, the router
    logs it, and the peer gets an internal error. `capabilities` are the capabilities that this side has
    declared. `supported` are the revisions to list if a request states another revision than the router's.
    """

    codec: Codec  # of the revision; a router with vendor methods has its own
    composed: ClassVar[Any] = None  # the module of a revision with extensions

    def __init__(
        self,
        sender: str,
        capabilities: Capabilities | None = None,
        *,
        validate: bool = False,
        supported: Iterable[str] | None = None,
    ) -> None:
        self.sender = checked_option("sender", sender, tuple(self.codec.peers))
        kinds = (NoneType, Mapping, msgspec.Struct)
        self.capabilities = checked_kind("capabilities", capabilities, kinds, "a dict or a typed object")
        self.validate = checked_option("validate", validate)
        self.revision: str = self.codec.revision if self.composed is None else self.composed.REVISION
        self._is_stateless = sender == "client" and facts_of(self.revision).per_request
        self.supported = (self.revision,) if supported is None else texts(supported, "supported")
        self._handlers: dict[str, Handler] = {}
        self._context_parameters: dict[str, str] = {}  # by method; "" is a positional parameter
        self._running: dict[Any, tuple[Any, Context]] = {}  # task and context by connection and id

    def on(self, method: Any) -> Any:
        """Return a decorator that registers a handler for `method`: a name, or the record of a vendor method.

        In the params, a member that the peer did not send is `UNSET`. The `arguments` of a tool call are the
        `dict` that the peer sent: the router does not validate them against the schema of the tool. It
        ignores what the handler of a notification returns.

        Raises `ValueError` for a method that the sender does not send, or that already has a handler. The
        decorator raises `TypeError` if the handler does not take the params, or the params and a context.
        """
        if isinstance(method, Method):
            self.codec, method = self.codec.with_methods(method), method.name
        found: Method | None = self.codec.methods.get(method) if isinstance(method, str) else None
        if found is None or self.sender not in found.senders or found.kind == "embedded":
            raise ValueError(f"method: {self.codec.not_sent(method, self.sender)}")
        if method in self._handlers:
            raise ValueError(f"{method} has a handler already")

        def register(handler: Handler) -> None:
            parameter = context_parameter(handler) if callable(handler) else None
            check_handler(method, handler, parameter)
            self._handlers[method] = handler
            if parameter is not None:
                self._context_parameters[method] = parameter

        return On[Any, Any, Any](register)

    async def handle(self, data: Data, connection: Hashable = None) -> bytes | None:
        """Handle a message. Return the reply, or None if the message gets no reply.

        `data` is one message, or a batch if the revision has batches. `connection` identifies the connection,
        because requests on different connections may have the same id. For a message that cannot be read, the
        reply is an `UnreadableFrame`, which may be empty. This method raises no exception for a message or a
        handler. If the caller's task is cancelled, `CancelledError` passes through.
        """
        try:
            parsed = self.codec.parse(data)
        except DecodeError as error:
            return self._refusal(None, error)
        if not isinstance(parsed, list) or not self.codec.batches:
            return await self._reply(parsed, connection)
        if not parsed:
            return self._refusal(None, DecodeError("", "an empty batch", INVALID_REQUEST))
        replies: list[bytes] = []
        errors: list[DecodeError] = []
        for index, item in enumerate(parsed):
            reply = await self._reply(item, connection, batched=True)
            if isinstance(reply, UnreadableFrame):
                why = reply.error
                errors.append(why.in_item(index))
                reply = bytes(reply)  # drops the error, whose traceback takes much more memory than the item
            if reply:
                replies.append(reply)
        joined = b"[" + b",".join(replies) + b"]" if replies else b""
        if errors:
            return UnreadableFrame(joined, *errors, partial=len(errors) < len(parsed))
        return joined or None

    def cancel(self, cancellation: Data, connection: Hashable = None) -> None:
        """Cancel the request that a `notifications/cancelled` names, without calling a handler for it.

        `handle` cancels the request, and calls the handler too. Do nothing for any other message.
        """
        try:
            message = self.codec.decode_message(cancellation, self.sender)
        except DecodeError:
            return
        if getattr(message, "method", None) == CANCELLED:
            self._cancel(connection, set_or_none(message.params.request_id))

    async def _reply(self, parsed: Any, connection: Hashable, batched: bool = False) -> bytes | None:
        """Handle one message, alone or in a batch. Return the reply, or None if it gets no reply."""
        frame = parsed if isinstance(parsed, dict) else {}
        id = frame.get("id")
        try:
            kind = kind_of(parsed)
        except DecodeError as error:
            is_answer = "method" not in frame and ("result" in frame or "error" in frame)
            return self._refusal(None if is_answer else id, error)  # a response has an id of this side
        if not is_call(kind):
            return None
        wants_reply = kind == "request" or not isinstance(frame["method"], str)
        try:
            message = self.codec.decode_parsed(parsed, self.sender)
            method = self.codec.methods[message.method]
            context = Context(message, connection, self.revision)
            if hasattr(message, "vendor_method"):  # its own type of params may lack `_meta`
                context._meta = _metadata(self.codec.common_params(frame, method.kind))
            self._admit(message, context, batched)
            result = await self._run(method, message, context)
            if method.kind != "request":
                return None
            return self._response(message, result, context)
        except DecodeError as error:
            if wants_reply:
                return self._refusal(id, error)
            if frame["method"] in self.codec.methods:
                _log().warning("%s: a malformed notification: %s", frame["method"], error)
            return None
        except HandlerCancelled as cancelled:
            if cancelled.__cause__ is not None:
                self._log_failure(frame)
            return None
        except ProtocolError as error:  # not stored in a variable, which would make a reference cycle
            return self._error(id, error, frame) if wants_reply else None
        except (Exception, SystemExit):  # a program that a tool runs in this process may call `sys.exit`
            self._log_failure(frame)
            internal = ProtocolError(INTERNAL_ERROR, "Internal error")
            return self._error(id, internal, frame) if wants_reply else None

    def _response(self, message: Any, result: Any, context: Context) -> bytes:
        """Return the response with the result of a handler. Raise an error if it must not be sent."""
        answerer = self.codec.peers[self.sender]
        if hasattr(message, "vendor_method"):
            result = self.codec.completed(result, answerer)
        reply = encode(Response(id=message.id, result=result))
        if self.composed is not None or getattr(result, "__guard__", None):  # no other reply needs a check
            self._check_capabilities(reply, answerer, context)
        return self._checked(reply, message.method)

    def _admit(self, message: Any, context: Context, batched: bool) -> None:
        """Raise an error unless the message may be handled.

        Raise `DecodeError` for `initialize` in a batch. Raise `ProtocolError` for a request that states
        another revision, and for a missing capability.
        """
        if batched and message.method == "initialize":
            raise DecodeError("/method", "initialize must not be part of a batch", INVALID_REQUEST)
        if self._is_stateless and context.id is not None:
            stated = _member(context._meta, "protocol_version", reserved_key("protocolVersion"))
            if stated is not None and stated != self.revision:
                raise _unsupported(stated, self.supported)
        self._check_capabilities(message, self.sender, context)

    def _check_capabilities(self, message: Any, sender: str, context: Context) -> None:
        """Raise `ProtocolError` if a message needs a capability that was not declared."""
        own = self.codec.peers[self.sender]
        if self.capabilities is None or own not in OTHER:  # an extension may have other sides, such as an app
            return
        from .specification.capabilities import allows

        sides = {own: self.capabilities}
        if self.sender == "client" and (self._is_stateless or self.composed is not None):
            sides["client"] = context.client_capabilities or {}
        revision = self.codec.revision if self.composed is None else self.composed
        found = allows(revision, sender, message, methods=self.codec.methods, **sides)
        if not found and found.code is not None and str(found.gate).partition(":")[0] in sides:
            raise ProtocolError(found.code, found.reason, found.data)

    async def _run(self, method: Method, message: Any, context: Context) -> Any:
        """Call the handler of a message and return its result.

        Return None for a notification without a handler. Raise `DecodeError` (-32601) for a request without a
        handler, and `TypeError` if the method does not allow the type of the result.
        """
        if method.name == CANCELLED:
            self._cancel(context.connection, set_or_none(message.params.request_id))
        handler = self._handlers.get(method.name)
        if handler is None:
            if method.kind == "notification":
                return None
            raise DecodeError("/method", f"no handler is registered for {method.name!r}", METHOD_NOT_FOUND)
        if context.connection is not None and _key(context.connection, context.id) in self._running:
            raise DecodeError("/id", "a request with this id is still running", INVALID_REQUEST)
        params = getattr(message, "params", None)
        if params is UNSET:
            params = None if method.params is None else method.params()
        try:
            result = await self._until_cancelled(self._called(handler, params, context), context)
        except DecodeError as error:  # the handler decoded other input than this message
            raise RuntimeError("the handler raised DecodeError") from error
        finally:
            context._is_over = True
        if method.kind == "request" and not any(is_of_type(result, each) for each in method.results):
            found = type_with_revision(result)
            expected = " or ".join(getattr(each, "__name__", str(each)) for each in method.results)
            reason = f"expected {expected} of {self.codec.revision}"
            raise TypeError(f"the handler of {method.name} returned {found}; {reason}")
        return result

    async def _called(self, handler: Handler, params: Any, context: Context) -> Any:
        """Call a plain or async handler with the params, and with the context if it takes one."""
        parameter = self._context_parameters.get(context.method)
        if parameter is None:
            result = handler(params)
        else:
            result = handler(params, **{parameter: context}) if parameter else handler(params, context)
        return await result if hasattr(result, "__await__") else result

    async def _until_cancelled(self, result: Awaitable[Any], context: Context) -> Any:
        """Await `result` and return its value. Raise `HandlerCancelled` if the peer cancels the request."""
        task = _current_task()
        if task is None:
            return await result
        key, entry = _key(context.connection, context.id), (task, context)
        if context.id is not None and context.method != "initialize":
            self._running[key] = entry
        context._task, context._cancellations = task, _cancellations(task)
        try:
            found = await result
        except BaseException as error:
            if type(error).__name__ != "CancelledError":
                if context._is_refused and isinstance(error, (Exception, SystemExit)):
                    _uncancel(task)
                    raise HandlerCancelled from error
                raise
            context._is_stopped = True
            if not context._is_refused:
                if hasattr(task, "cancelling") and _cancellations(task) == 0:
                    raise RuntimeError("the handler raised CancelledError") from error
                raise
            if _uncancel(task):
                raise  # the caller's task is cancelled too
            raise HandlerCancelled from None
        finally:
            context._task = None
            if self._running.get(key) is entry:
                del self._running[key]
        if context._is_refused:
            _uncancel(task)
            raise HandlerCancelled
        return found

    def _cancel(self, connection: Hashable, id: Any) -> None:
        """Cancel the task that runs the request `id`. Do nothing if no such request is running."""
        entry = self._running.get(_key(connection, id))
        if entry is not None and not entry[1]._is_refused:
            entry[1]._is_refused = True
            entry[0].cancel()

    def _checked(self, reply: bytes, method: str | None) -> bytes:
        """Return `reply` unchanged. With `validate=True`, raise `TypeError` if the reply is invalid."""
        if self.validate:
            try:
                self.codec.decode_message(reply, self.codec.peers[self.sender], method)
            except DecodeError as error:
                location = f"the reply to {method}" if method else "an error response"
                raise TypeError(f"{error}, in {location}") from None
        return reply

    def _log_failure(self, frame: dict[str, Any]) -> None:
        method = frame.get("method")
        handler = self._handlers.get(method) if isinstance(method, str) else None
        error = sys.exc_info()[1]
        cause = error.__cause__ if isinstance(error, HandlerCancelled) else error
        log_failure(f"{qualified_name(handler)}, the handler of {method},", cause)

    def _refusal(self, id: Any, error: DecodeError) -> bytes:
        """Return the encoded error response for an invalid message.

        If the message has no valid id, the bytes are an `UnreadableFrame`.
        """
        reply = self._error(id, ProtocolError(error.code, f"{MEANINGS[error.code]}: {error}"))
        return reply if is_request_id(id) and reply is not None else UnreadableFrame(reply or b"", error)

    def _error(self, id: Any, raised: ProtocolError, frame: dict[str, Any] | None = None) -> bytes | None:
        """Return an error response for the exception `raised`.

        Return None if the id of the message is unknown and the revision requires an id in error responses.
        """
        error: dict[str, Any] = {"code": raised.code, "message": raised.message}
        if raised.data is not None:
            error["data"] = raised.data
        reply: dict[str, Any] = {"jsonrpc": "2.0", "error": error}
        if is_request_id(id):
            reply["id"] = id
        elif self.codec.error_id_required:
            return None
        try:
            return self._checked(encode(reply), None)
        except (EncodeError, TypeError):
            self._log_failure(frame or {})
            return encode({**reply, "error": {"code": INTERNAL_ERROR, "message": "Internal error"}})


def _unsupported(stated: str, supported: tuple[str, ...]) -> ProtocolError:
    """Return the error for a request that states an unsupported revision in its `_meta`.

    `stated` is that revision. The error lists the revisions `supported`.
    """
    from .specification.negotiate import unsupported

    error = unsupported(stated, supported)
    return ProtocolError(error["code"], error["message"], error["data"])


def is_of_type(value: object, type_: Any) -> bool:
    """Return whether a value may be sent as a message or result of the type `type_`.

    The type is a class, or `dict[str, Any]`. A composition (a revision with extensions) has subclasses of
    some classes of the revision. If `type_` is such a subclass, an object of the revision's class may be sent
    too.
    """
    class_ = dict if get_origin(type_) is dict else type_
    if isinstance(value, class_):
        return True
    own = declared_class(value) if isinstance(value, msgspec.Struct) else type(value)
    return own in getattr(class_, "__mro__", ()) and own.__name__ == class_.__name__


def type_with_revision(value: object) -> str:
    """Return the name of the type of a value, with the revision that defines it, if there is one."""
    name = type(value).__name__
    try:
        return f"{name} of {codec_of(type(value)).revision}"
    except TypeError:
        return name


def _key(connection: Hashable, id: Any) -> Any:
    return connection, type(id) is str, table_key(id)


def _current_task() -> Any:
    """Return the running asyncio task, or None under another event loop."""
    asyncio = sys.modules.get("asyncio")  # importing it would take longer than importing a revision
    try:
        return None if asyncio is None else asyncio.current_task()
    except RuntimeError:
        return None


def _cancellations(task: Any) -> int:
    """Return how often an asyncio task was cancelled. Python counts this from 3.11 on; before, it is 0."""
    count: int = task.cancelling() if hasattr(task, "cancelling") else 0
    return count


def _uncancel(task: Any) -> bool:
    """Undo one cancellation of an asyncio task. Return whether the task has another pending cancellation.

    Before Python 3.11, the result is always False.
    """
    return hasattr(task, "uncancel") and task.uncancel() > 0


def qualified_name(function: Any) -> str:
    """Return the name of a function of the caller, with its module, in at most 200 characters."""
    name = f"{getattr(function, '__module__', '')}.{getattr(function, '__qualname__', repr(function))}"
    return name[:200]


def log_failure(what: str, error: BaseException | None) -> None:
    """Log an exception of the caller's code: one line as an error, and the traceback at the level DEBUG."""
    _log().error("%s failed: %s", what, _described(error))
    _log().debug("the traceback of the failed call", exc_info=error)


def _described(error: BaseException | None) -> str:
    """Return an exception as one line: its class, its message, and the last place outside this package."""
    try:
        text = " ".join(str(error).split())
    except Exception:
        text = "its message cannot be read"
    text = f"{type(error).__name__}: {text[:SHOWN]}"
    return text + _place(error)


def _place(error: BaseException | None) -> str:
    """Return the last line outside this package that an exception, or its cause, passed through."""
    if error is None:
        return ""
    place, step = "", error.__traceback__
    while step is not None:
        file = step.tb_frame.f_code.co_filename
        if not file.startswith(_OWN_FILES):
            place = f" ({os.path.basename(file)}, line {step.tb_lineno})"
        step = step.tb_next
    return place or _place(error.__cause__)


def _log() -> Any:
    import logging

    return logging.getLogger("mcp_revisions")
