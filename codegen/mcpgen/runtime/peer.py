"""One side of a connection, without I/O, threads or a clock: calls, notifications, and a `Router`.

Rules:

- `write` gets each message to send, in order, as one line of JSON, and the id of the request of the other
  side that it belongs to. It must not block.
- The peer numbers its requests from 1. A response ends the call with its id, once. The peer drops a response
  without an open call, such as a late one, and counts it in `dropped`.
- The two sides number their requests separately. A response of the other side can only end requests of this
  side, and a cancellation only requests of the other side.
- A call has one outcome: its result, or a `CallError`. Only the first event counts: the response, `cancel`,
  the deadline, or `close`.
- A response that cannot be read ends its call if its id is in the first 64 KiB of the text. Otherwise the
  call stays open until its deadline.
- If a call is cancelled, or its deadline passes, the peer sends `notifications/cancelled`, except for
  `initialize`. The notification belongs to the same request of the other side as the call.
- `meta` is put into the `_meta` of each request. A member that the request states itself has precedence.
- Progress of a call goes to its `on_progress`. Progress with another token goes to the router.
- A message that is not a request, a notification or a response goes to `on_unreadable`, or is logged. A peer
  on the side of the server also replies with the router's error. A peer on the side of the client does so
  only if the message has a member `method`.
- `PeerLimits` bounds the open calls, the messages that run handlers, and the size of a message. Beyond them,
  `send` raises `CallError`, a request gets an error response, and another message is dropped and counted. Of
  a batch, only the first `PeerLimits.handled` requests get errors, and the others are dropped and counted.
- Points in time are those of the host's clock: any numbers that only grow. `on_deadline` gets the earliest
  deadline of the open calls each time it changes, so the host can set a timer for `tick`.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping
from copy import copy
from heapq import heapify, heappop, heappush
from typing import TYPE_CHECKING, Any, Generic, Protocol, TypeAlias, TypeVar, overload

import msgspec
from msgspec import UNSET

from .errors import INTERNAL_ERROR, INVALID_REQUEST, CallError, DecodeError, EncodeError, Why, error_response
from .input_requests import InputHandlers, call_with_inputs
from .json_heads import message_heads
from .json_line import json_line
from .json_values import is_request_id, table_key
from .messages.base import Request, Struct, UnsetType
from .messages.codec import Codec
from .messages.encoder import encode
from .messages.frame_kinds import kind_of
from .messages.frames import ErrorResponse
from .messages.options import Data, checked_kind, checked_text
from .router import (
    CANCELLED,
    Router,
    UnreadableFrame,
    is_of_type,
    log_failure,
    qualified_name,
    type_with_revision,
)

if TYPE_CHECKING:
    from .messages.base import Notification
    from .messages.vendor_methods import VendorMessage

R = TypeVar("R")
F = TypeVar("F")
Write: TypeAlias = "Callable[[bytes, str | int | None], object]"


class ProgressParams(Protocol):
    """What the params of `notifications/progress` have in every revision."""

    @property
    def progress(self) -> float:
        """How much of the work is done."""
        ...

    @property
    def total(self) -> float | UnsetType:
        """How much there is to do in all, if it is known."""
        ...


# A function of progress can name the params of its revision, such as `mcp.ProgressNotificationParams`.
P = TypeVar("P", bound=ProgressParams)
OnProgress: TypeAlias = Callable[[P], object]
OnDeadline: TypeAlias = "Callable[[float | None], object]"
OnUnreadable: TypeAlias = Callable[[Data, DecodeError], object]
RenewDeadline: TypeAlias = "Callable[[], float | None]"
PROGRESS = "notifications/progress"
UNCANCELLABLE = "initialize"
READABLE = 1 << 16  # bytes of an unreadable message that are searched for the id
SHOWN = 80  # characters of an unreadable message in the log
_SLACK = 64  # the heap of deadlines may have this many entries of ended calls


class PeerLimits(msgspec.Struct, frozen=True):
    """The limits of a `Peer`.

    - `calls`: how many requests of this side may be open at once.
    - `handled`: how many requests and notifications of the other side may have running handlers at once. A
      batch counts as one of them. A batch may itself have up to `handled` requests and notifications.
    - `size`: how many bytes (or characters, in a `str`) a message of the other side may have.

    Raises `TypeError` for a value that is not an `int`, and `ValueError` for a negative one.
    """

    calls: int = 1024
    handled: int = 1024
    size: int = 64 << 20

    def __post_init__(self) -> None:
        for name in self.__struct_fields__:
            value = getattr(self, name)
            if type(value) is not int:
                raise TypeError(f"PeerLimits.{name}: expected an int, not {type(value).__name__}")
            if value < 0:
                raise ValueError(f"PeerLimits.{name}: expected a number of 0 or more, not {value}")


class PendingCall(Generic[R]):
    """A request that was sent. It has the `id` and `method` of the request, and later the outcome."""

    __slots__ = (
        "_codec",
        "_deadline",
        "_error",
        "_on_progress",
        "_peer",
        "_related",
        "_renew_deadline",
        "_result",
        "_when_done",
        "id",
        "is_done",
        "method",
    )

    def __init__(  # noqa: PLR0913, PLR0917 - only `Peer.send` calls it
        self,
        peer: Peer,
        id: int,
        method: str,
        codec: Codec,
        deadline: float | None,
        on_progress: Callable[..., object] | None,
        renew_deadline: RenewDeadline | None,
        related: str | int | None,
    ) -> None:
        self.id = id
        self.method = method
        self._deadline = deadline
        self.is_done = False
        self._codec = codec
        self._peer = peer
        self._on_progress = on_progress
        self._renew_deadline = renew_deadline
        self._related = related
        self._when_done: list[Callable[[], object]] = []
        self._result: Any = None
        self._error: CallError | None = None

    @property
    def deadline(self) -> float | None:
        """The deadline of the call, or None. `extend` changes it."""
        return self._deadline

    def extend(self, deadline: float | None) -> None:
        """Replace the deadline of an open call. If the call has its outcome, do nothing.

        Raises `ValueError` for a deadline that is not a number.
        """
        _check_deadline(deadline)
        self._peer._extend(self, deadline)

    def result(self) -> R:
        """Return the result.

        Raises `CallError` if there is none, and `RuntimeError` while the call is open.
        """
        if not self.is_done:
            raise RuntimeError(f"{self.method}: there is no response yet")
        if self._error is not None:
            raise CallError(*self._error.args)  # a new one, because a traceback grows each time it is raised
        found: R = self._result
        return found

    def when_done(self, callback: Callable[[], object]) -> None:
        """Call `callback` when the call has its outcome. If it has one already, call `callback` now.

        If `callback` raises an exception, it is logged.
        """
        if self.is_done:
            _guarded(callback)
        else:
            self._when_done.append(callback)

    def cancel(self, reason: str | None = None) -> None:
        """End an open call and tell the other side. If the call already has its outcome, do nothing.

        Raises `TypeError` for a reason that is not a string, and `EncodeError` for one that JSON cannot
        represent. The call then stays open.
        """
        if reason is not None:
            encode(checked_text("reason", reason))
        self._peer._cancel(self, self._failure("cancelled", reason or "the call was cancelled"), reason)

    def _failure(self, why: Why, reason: str) -> CallError:
        """Return an error of this side, whose message names the request."""
        return CallError(why, f"{self.method} (request {self.id}): {reason}")

    def _end(self, result: Any, error: CallError | None) -> None:
        self._result, self._error, self.is_done = result, error, True
        callbacks, self._when_done = self._when_done, []
        for callback in callbacks:
            _guarded(callback)


class Peer:
    """One side of a connection. Create one for each connection.

    `router` handles the messages of the other side, so `router.sender` is the other side. A handler gets the
    peer as `context.connection`, and can use `context.notify` and `context.call`. A peer is not safe for use
    by several threads.

    `write(data, related)` sends a message. `data` is one line of JSON as bytes, without a newline at the end.
    `related` is the id of the request of the other side that the message belongs to, or None. Over stdio,
    `write` can ignore it:

        peer = mr.Peer(router, lambda data, related: print(data.decode(), flush=True))

    Over HTTP, `related` chooses the stream of that request:

        def write(data: bytes, related: str | int | None) -> None:
            streams.get(related, standalone_stream).append(data)

    `write` must not block. An exception of `write` passes through `send`, `call`, `notify` and `receive`.

    `meta` is an object of a class of the revision, such as `mcp.RequestMetaObject(...)`, or a dict. The peer
    puts its members into the `_meta` of each request that it sends, but not of notifications. A member that
    the request has itself is not changed.

    `on_deadline` gets the new value of `deadline` each time it changes: a point in time, or None. It should
    cancel its previous timer, and set a timer that calls `tick` at that time. Under asyncio, that is
    `loop.call_at(due, lambda: peer.tick(max(due, loop.time())))`. `on_deadline` must not block. If it raises
    an exception, the exception is logged.

    `on_unreadable` gets each message that is not a request, a notification or a response, such as a line that
    is not JSON, and the `DecodeError`. If there is no `on_unreadable`, the peer logs the beginning of the
    message as a warning (`mcp_revisions`). If `on_unreadable` raises an exception, it is logged.

    Raises `TypeError` for an argument of another type.
    """

    def __init__(
        self,
        router: Router,
        write: Write,
        *,
        meta: Mapping[str, object] | Struct | None = None,
        limits: PeerLimits | None = None,
        on_deadline: OnDeadline | None = None,
        on_unreadable: OnUnreadable | None = None,
    ) -> None:
        self.router = checked_kind("router", router, (Router,), "a `Router`")
        self.side: str = router.codec.peers[router.sender]
        none = type(None)
        self.limits = checked_kind("limits", limits, (PeerLimits, none), "`PeerLimits`") or PeerLimits()
        self.dropped = 0
        self.is_closed = False
        self._write = _checked_function("write", write)
        self._on_deadline = None if on_deadline is None else _checked_function("on_deadline", on_deadline)
        self._on_unreadable: OnUnreadable = (
            _log_unreadable if on_unreadable is None else _checked_function("on_unreadable", on_unreadable)
        )
        checked_kind(
            "meta", meta, (Mapping, Struct, none), "an object of the class in the revision module, or a dict"
        )
        self._meta: dict[str, Any] = {} if meta is None else self._codec.to_builtins(meta)
        self._calls: dict[Any, PendingCall[Any]] = {}
        self._deadlines: list[tuple[float, int]] = []
        self._known_deadline: float | None = None  # the deadline that `on_deadline` was told
        self._last_id = 0
        self._handled = 0
        self._why_closed = ""

    @property
    def _codec(self) -> Codec:
        """Return the router's codec, which changes when the router registers a vendor method."""
        found: Codec = self.router.codec
        return found

    # Messages of this side

    def send(
        self,
        request: Request[R],
        *,
        deadline: float | None = None,
        on_progress: OnProgress[P] | None = None,
        renew_deadline: RenewDeadline | None = None,
        related: str | int | None = None,
    ) -> PendingCall[R]:
        """Send a request and return its call. The peer sets the `id` of the request.

        `on_progress` gets the params of each progress notification. `renew_deadline` is called at each
        progress notification, and returns the new deadline. Under asyncio, such a function is
        `lambda: loop.time() + 60`. `related` is the id of the request of the other side to which this request
        belongs.

        Raises `ValueError` for a message that is not a request of this side, and for a deadline that is not a
        number. Raises `TypeError` for a request of another revision, and for an `on_progress` or a
        `renew_deadline` that is not a function. With the router of a composition, requests of its revision
        are allowed too. Raises `EncodeError` for a request that cannot be encoded. Raises `CallError` if the
        peer is closed or too many calls are open.
        """
        frame, codec = self._frame(request, "request")
        _check_deadline(deadline)
        for name, function in (("on_progress", on_progress), ("renew_deadline", renew_deadline)):
            if function is not None:
                _checked_function(name, function)
        wants_progress = on_progress is not None or renew_deadline is not None
        if self.is_closed:
            raise CallError("closed", self._why_closed)
        if len(self._calls) >= self.limits.calls:
            raise CallError(
                "limit", f"the limit of open calls is {self.limits.calls}; wait until one has ended"
            )
        id = self._last_id + 1
        frame["id"] = id
        self._stamp(request, frame, {"progressToken": id} if wants_progress else {})
        data = self._encoded(request, frame, codec)
        self._last_id = id
        call: PendingCall[R] = PendingCall(
            self, id, frame["method"], codec, deadline, on_progress, renew_deadline, related
        )
        self._calls[_key(id)] = call
        if deadline is not None:
            heappush(self._deadlines, (deadline, id))
        try:
            self._write(data, related)
        except BaseException:
            self._calls.pop(_key(id), None)
            raise
        finally:
            self._note_deadline()
        return call

    @overload
    async def call(
        self,
        request: Request[R],
        *,
        deadline: float | None = None,
        on_progress: OnProgress[P] | None = None,
        renew_deadline: RenewDeadline | None = None,
        related: str | int | None = None,
        inputs: None = None,
    ) -> R: ...
    @overload
    async def call(
        self,
        request: Request[object, F],
        *,
        deadline: float | None = None,
        on_progress: OnProgress[P] | None = None,
        renew_deadline: RenewDeadline | None = None,
        related: str | int | None = None,
        inputs: InputHandlers,
    ) -> F: ...
    async def call(
        self,
        request: Any,
        *,
        deadline: float | None = None,
        on_progress: OnProgress[P] | None = None,
        renew_deadline: RenewDeadline | None = None,
        related: str | int | None = None,
        inputs: InputHandlers | None = None,
    ) -> Any:
        """Send a request under asyncio, and return its result. Arguments and errors are those of `send`.

        `inputs` has a function for each method of input requests, such as `elicitation/create`. The peer
        calls them as `call_with_inputs` does, and repeats the request until the result is final. Behind a
        `Bridge`, use that function, which also tells a server that no answer follows. `deadline` holds for
        the whole call. Without `inputs`, you get the `InputRequiredResult`.

        If the task that awaits the result is cancelled, the call is cancelled too. Raises `CallError` if
        there is no result.
        """

        async def once(request: Any) -> Any:
            call = self.send(
                request,
                deadline=deadline,
                on_progress=on_progress,
                renew_deadline=renew_deadline,
                related=related,
            )
            return await _outcome(call)

        return await (once(request) if inputs is None else call_with_inputs(once, request, inputs))

    def notify(
        self, notification: Notification | VendorMessage[None], *, related: str | int | None = None
    ) -> None:
        """Send a notification. If it belongs to a request of the other side, `related` is the request's id.

        Do nothing if the peer is closed. Raises `ValueError` for a message that is not a notification of this
        side, `TypeError` for a notification of another revision, and `EncodeError` for a notification that
        cannot be encoded.
        """
        frame, codec = self._frame(notification, "notification")
        if not self.is_closed:
            self._write(self._encoded(notification, frame, codec), related)

    def _frame(self, message: Any, kind: str) -> tuple[dict[str, Any], Codec]:
        """Return a message as a new dict, with the codec that knows its method.

        Raise `ValueError` if this side does not send messages of that type, or if the message is not of the
        kind `kind`. Raise `TypeError` for a message of another revision.
        """
        name, vendor = getattr(message, "method", None), getattr(message, "vendor_method", None)
        codec: Codec = self._codec if vendor is None else self._codec.with_methods(vendor)
        method = codec.methods.get(name) if isinstance(name, str) else None
        if method is None or method.kind != kind or self.side not in method.senders:
            what = type(message).__name__ if method is None else repr(name)
            raise ValueError(f"{what} is not a {kind} that a {self.side} sends in {self._codec.revision}")
        if vendor is None and not is_of_type(message, method.type):
            other = type_with_revision(message)
            raise TypeError(f"expected a type of {codec.revision} for {name}, not {other}")
        frame: dict[str, Any] = codec.to_builtins(_without_blanks(message))
        return frame, codec

    def _stamp(self, message: Any, frame: dict[str, Any], own: dict[str, Any]) -> None:
        """Put `meta` and the members `own` into the `_meta` of `frame`, which is the request as a dict."""
        if not self._meta and getattr(message.params, "meta", UNSET) is None:
            reason = f"{type(message.params).__name__} needs `meta`; state it there, or once for the peer"
            raise EncodeError(reason, "/params/_meta")
        if self._meta or own:
            params = frame.setdefault("params", {})
            if not isinstance(params, dict):
                raise EncodeError("expected an object", "/params")
            stated = params.get("_meta", {})
            if not isinstance(stated, dict):
                raise EncodeError("expected an object", "/params/_meta")
            params["_meta"] = {**self._meta, **stated, **own}

    def _encoded(self, message: Any, frame: dict[str, Any], codec: Codec) -> bytes:
        """Return a message as text. `frame` is the complete message as a dict.

        If the router was created with `validate=True`, raise `EncodeError` for an invalid message. In a
        composition (a revision with extensions), a message whose class does not come from the composition is
        always validated.
        """
        is_own = hasattr(message, "vendor_method") or isinstance(message, codec.methods[frame["method"]].type)
        if self.router.validate or not is_own:
            try:
                codec.decode_parsed(frame, self.side)
            except DecodeError as error:
                raise EncodeError(error.reason, error.pointer) from None
        return codec.encode(frame)

    # Messages of the other side

    async def receive(self, data: Data) -> None:
        """Accept a message or a batch of the other side, run its handlers, and write the reply.

        Responses and progress take effect before the first `await`. Run each call of this method in a task of
        its own, so that a handler does not delay other messages. Exceptions of `write` pass through. Invalid
        messages, and exceptions of handlers and callbacks, raise nothing here.
        """
        if self.is_closed:
            self.dropped += 1
            return
        if isinstance(data, (bytes, bytearray, memoryview, str)) and len(data) > self.limits.size:
            self._refuse_large(data)
            return
        parsed, flaw = self._parsed(data)
        if flaw is not None:
            if self._end_unreadable(data if parsed is None else parsed, flaw):
                return
            if self._handled >= self.limits.handled:
                self.dropped += 1
                _guarded(self._on_unreadable, data, DecodeError("", flaw, INVALID_REQUEST))
                return
            await self._dispatch(data, None, data)  # the router answers it as it reads it, from the text
        elif isinstance(parsed, list):
            await self._receive_batch(parsed, data)
        elif not self._settled(parsed):
            await self._handle(parsed, data)

    def _parsed(self, data: Data) -> tuple[Any, str | None]:
        """Return a parsed message, and what is wrong with it. A message that is not JSON becomes None."""
        try:
            parsed = self._codec.parse(data)
        except DecodeError as error:
            return None, error.reason
        if isinstance(parsed, list) and not self._codec.batches:
            return parsed, f"{self._codec.revision} has no batches"
        return parsed, None if isinstance(parsed, (dict, list)) else "not an object"

    def _refuse_large(self, data: Any) -> None:
        """Refuse a text beyond the limit. If it is the response to an open call, end the call."""
        reason = f"a message of more than {self.limits.size} bytes"
        self.dropped += 1
        if self._end_unreadable(data, reason):
            return
        _guarded(self._on_unreadable, data, DecodeError("", reason, INVALID_REQUEST))
        if not self._codec.error_id_required:
            self._refuse({}, INVALID_REQUEST, reason)

    async def _receive_batch(self, batch: list[Any], text: Data) -> None:
        left = [item for item in batch if not self._settled(item)]
        calls = [item for item in left if not _is_cancellation(item)]
        if len(calls) < len(left):
            for item in filter(_is_cancellation, left):  # first, because a handler may run for long
                await self._handle(item, text)
        if len(calls) > self.limits.handled:
            self._refuse_batch(
                calls, INVALID_REQUEST, f"the batch has more than {self.limits.handled} messages"
            )
        elif calls or not batch:
            await self._dispatch(calls, None, text)

    async def _handle(self, frame: Any, text: Data) -> None:
        """Pass a message that is neither a response nor progress to the router. `text` is the data that came.

        If `PeerLimits.handled` messages have running handlers, a cancellation still ends the request that it
        names, but the handler for cancellations is not called.
        """
        if _is_cancellation(frame) and self._handled >= self.limits.handled:
            self.router.cancel(frame, self)
            self.dropped += 1
            return
        id = frame.get("id") if isinstance(frame, dict) else None
        await self._dispatch(frame, id if is_request_id(id) else None, text)

    async def _dispatch(self, data: Any, id: str | int | None, text: Data) -> None:
        """Let the router handle a message or a batch, and write the reply.

        `id` is the id of a single request, otherwise None. `text` is the data that came. A batch counts as
        one message in `PeerLimits.handled`, because its messages are handled one after the other.
        """
        if self._handled >= self.limits.handled:
            reason = f"the limit of open requests is {self.limits.handled}; try again later"
            if isinstance(data, list):
                self._refuse_batch(data, INTERNAL_ERROR, reason)
            elif _is_request(data):
                self._refuse(data, INTERNAL_ERROR, reason)
            else:
                self.dropped += 1
            return
        self._handled += 1
        try:
            reply = await self.router.handle(data, self)
        finally:
            self._handled -= 1
        if isinstance(reply, UnreadableFrame):
            for error in reply.errors:
                _guarded(self._on_unreadable, text, error)
            if self.side == "client" and not any("method" in head for head in _heads_of(text)):
                return  # not a request; a server that echoes each line on stdout would echo an error too
        if reply and self.is_closed:
            self.dropped += 1
        elif reply:
            self._write(bytes(reply), id)

    def _refuse_batch(self, items: list[Any], code: int, reason: str) -> None:
        """Refuse a batch with one array of error responses.

        The array has errors for the first `PeerLimits.handled` requests, so that a small message does not get
        a huge reply. The other messages are dropped and counted.
        """
        requests = [item for item in items if _is_request(item)][: self.limits.handled]
        self.dropped += len(items) - len(requests)
        if requests:
            self._write(json_line([error_response(item["id"], code, reason) for item in requests]), None)

    def _refuse(self, frame: dict[str, Any], code: int, reason: str) -> None:
        """Write an error response to the message `frame`. If the message has no id, the response has none."""
        error = error_response(frame.get("id"), code, reason)
        if "id" not in frame:
            del error["id"]
        self._write(json_line(error), frame.get("id"))

    def _settled(self, frame: Any) -> bool:
        """Handle a message if it is a response, or progress of an open call. Return whether it was one.

        A response that no open call expects is dropped.
        """
        if not isinstance(frame, dict):
            return False
        if _is_response(frame):
            self._respond(frame)
            return True
        return frame.get("method") == PROGRESS and self._progressed(frame)

    def _respond(self, frame: dict[str, Any]) -> None:
        call = self._take(frame.get("id"))
        if call is None:
            self.dropped += 1
            return
        result: Any = None
        try:
            kind_of(frame)
            message = call._codec.decode_message(frame, self.router.sender, call.method)
        except DecodeError as error:
            failure: CallError | None = CallError(
                "invalid", f"the response to {call.method}: {error}", error.code
            )
        else:
            failure = None
            if isinstance(message, ErrorResponse):
                told = frame["error"]
                failure = CallError("error", told["message"], told["code"], told.get("data"))
            else:
                result = message.result
        call._end(result, failure)
        self._note_deadline()

    def _take(self, id: Any) -> PendingCall[Any] | None:
        """Remove the open call with an id and return it, or return None if there is none."""
        return self._calls.pop(_key(id), None) if is_request_id(id) else None

    def fail(self, id: str | int, error: CallError) -> None:
        """End the open call with the id `id`, because the host knows that no response will come.

        For example, the connection that carries its response has failed. `error` becomes its outcome. The
        other side is not told. If the call is not open, count that in `dropped`.
        """
        call = self._take(id)
        if call is None:
            self.dropped += 1
            return
        call._end(None, error)
        self._note_deadline()

    def _end_unreadable(self, data: Any, reason: str) -> bool:
        """End the open calls that an unreadable message answers.

        Return True if the message answers an open call and has only responses, so that nobody waits for a
        reply. If `data` is text, only its first `READABLE` bytes are searched for the ids.
        """
        heads = _heads_of(data)
        ended = 0
        responses = [head for head in heads if _is_response(head)]
        for id in (head.get("id") for head in responses):
            call = self._take(id)
            if call is not None:
                ended += 1
                text = f"the response to {call.method} is unreadable: {reason}"
                call._end(None, CallError("invalid", text))
        self._note_deadline()
        return ended > 0 and len(responses) == len(heads)

    def _progressed(self, frame: dict[str, Any]) -> bool:
        params = frame.get("params")
        token = params.get("progressToken") if isinstance(params, dict) else None
        call = self._calls.get(_key(token)) if is_request_id(token) and "id" not in frame else None
        if call is None or (call._on_progress is None and call._renew_deadline is None):
            return False
        try:
            message = self._codec.decode_parsed(frame, self.router.sender)
        except DecodeError:
            return False  # the router logs it
        if call._renew_deadline is not None:
            _guarded(self._renew, call, call._renew_deadline)
        if call._on_progress is not None:
            _guarded(call._on_progress, message.params)
        return True

    # Time and the end

    @property
    def deadline(self) -> float | None:
        """Return the earliest deadline of the open calls, or None. `tick` must be called at that time.

        `on_deadline` gets each new value.
        """
        while self._deadlines and not self._is_current(self._deadlines[0]):
            heappop(self._deadlines)
        if len(self._deadlines) > 2 * len(self._calls) + _SLACK:
            self._deadlines = list({each for each in self._deadlines if self._is_current(each)})
            heapify(self._deadlines)
        return self._deadlines[0][0] if self._deadlines else None

    def _is_current(self, entry: tuple[float, int]) -> bool:
        """Return whether an entry of `_deadlines` is the deadline of an open call."""
        call = self._calls.get(_key(entry[1]))
        return call is not None and call._deadline == entry[0]

    def _extend(self, call: PendingCall[Any], deadline: float | None) -> None:
        if call.is_done or call._deadline == deadline:
            return
        call._deadline = deadline
        if deadline is not None:
            heappush(self._deadlines, (deadline, call.id))
        self._note_deadline()

    def _renew(self, call: PendingCall[Any], renew_deadline: RenewDeadline) -> None:
        call.extend(renew_deadline())

    def tick(self, now: float) -> None:
        """End each call whose deadline is `now` or earlier with a `CallError`, and send its cancellation."""
        reason = "the deadline of the call has passed"
        while (due := self.deadline) is not None and due <= now:
            call = self._calls[_key(self._deadlines[0][1])]
            self._cancel(call, call._failure("timeout", reason), reason)

    def _note_deadline(self) -> None:
        """Tell `on_deadline` the earliest deadline of the open calls if it has changed."""
        due = self.deadline
        if due != self._known_deadline:
            self._known_deadline = due
            if self._on_deadline is not None:
                _guarded(self._on_deadline, due)

    def _cancel(self, call: PendingCall[Any], error: CallError, reason: str | None) -> None:
        if self._calls.pop(_key(call.id), None) is None:
            return
        method = self._codec.methods.get(CANCELLED)
        try:
            if call.method != UNCANCELLABLE and method is not None and self.side in method.senders:
                params = {"requestId": call.id, **({} if reason is None else {"reason": reason})}
                self._write(
                    json_line({"jsonrpc": "2.0", "method": CANCELLED, "params": params}), call._related
                )
        finally:
            call._end(None, error)
            self._note_deadline()

    def close(self, reason: str = "the connection is closed") -> None:
        """End the open calls with `CallError`, and drop all later messages.

        Nothing is written from now on, and `send` raises `CallError` too. If `close` is called again, the
        message of these errors is still the `reason` of the first call. The caller must cancel the tasks that
        run `receive`.
        """
        if not self.is_closed:
            self.is_closed, self._why_closed = True, reason
        calls, self._calls, self._deadlines = self._calls, {}, []
        for call in calls.values():
            call._end(None, call._failure("closed", reason))
        self._note_deadline()


def _without_blanks(message: Any) -> Any:
    """Return a message without `id` and `params.meta` if they are None. In a request, the peer sets them."""
    if getattr(getattr(message, "params", None), "meta", UNSET) is None:
        message = copy(message)
        message.params = copy(message.params)
        message.params.meta = UNSET
    if getattr(message, "id", UNSET) is None:
        message = copy(message)
        message.id = UNSET
    return message


def _heads_of(data: Any) -> list[dict[str, Any]]:
    """Return the members that identify each message in unreadable data.

    Of a text, only the first `READABLE` bytes are read.
    """
    if isinstance(data, str):
        data = data[:READABLE].encode("utf-8", "replace")
    if isinstance(data, (bytes, bytearray, memoryview)):
        return message_heads(bytes(data[:READABLE]))
    return [each for each in (data if isinstance(data, list) else [data]) if isinstance(each, dict)]


async def _outcome(call: PendingCall[R]) -> R:
    """Wait under asyncio for the result of a call. If the task is cancelled, cancel the call."""
    import asyncio

    is_done = asyncio.get_running_loop().create_future()
    call.when_done(lambda: None if is_done.done() else is_done.set_result(None))
    try:
        await is_done
    except asyncio.CancelledError:
        _guarded(call.cancel)  # `write` may fail, and the task must be cancelled all the same
        raise
    return call.result()


def _log_unreadable(data: Any, error: DecodeError) -> None:
    """Log the beginning of an unreadable message on one line, as a warning."""
    import logging

    if isinstance(data, (bytes, bytearray, memoryview)):
        text = bytes(data[:SHOWN]).decode("utf-8", "replace")
    else:
        text = data[:SHOWN] if isinstance(data, str) else f"{type(data).__name__} value"
    rest = "..." if isinstance(data, (bytes, bytearray, memoryview, str)) and len(data) > SHOWN else ""
    logging.getLogger("mcp_revisions").warning("a message is unreadable: %a%s: %s", text, rest, error)


def _check_deadline(deadline: object) -> None:
    """Raise `ValueError` unless a deadline is None, or a number that a `float` can hold, other than NaN."""
    if deadline is None:
        return
    is_number = isinstance(deadline, (int, float)) and type(deadline) is not bool
    try:
        if is_number and not math.isnan(deadline):  # type: ignore[arg-type]
            return
    except OverflowError:
        raise ValueError("deadline: the number is too large for a float") from None
    raise ValueError(f"deadline: expected a number or None, not {deadline!r:.100}")


def _checked_function(name: str, value: Any) -> Any:
    """Return `value`, the argument `name`. Raise `TypeError` if it cannot be called."""
    if not callable(value):
        raise TypeError(f"{name}: expected a function, not {type(value).__name__}")
    return value


def _is_response(frame: dict[str, Any]) -> bool:
    return "method" not in frame and ("result" in frame or "error" in frame)


def _is_request(frame: object) -> bool:
    return isinstance(frame, dict) and "method" in frame and is_request_id(frame.get("id"))


def _is_cancellation(frame: object) -> bool:
    return isinstance(frame, dict) and frame.get("method") == CANCELLED and "id" not in frame


def _key(id: Any) -> Any:
    return type(id) is str, table_key(id)


def _guarded(callback: Callable[..., object], *arguments: Any) -> None:
    """Call a callback of the host. If it raises an exception other than `KeyboardInterrupt`, log it.

    The log gets one line, and the traceback at the level DEBUG. `SystemExit` and `CancelledError` are logged
    too: they must not keep other calls from ending.
    """
    try:
        callback(*arguments)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        log_failure(f"the callback {qualified_name(callback)}", error)
