"""The open requests of a bridge, its limits, timers and output.

In: frames as trees, which the conversations have decided on. Out: `Send`s in order. Rules:

- *Ids.* The bridge numbers the requests that it sends; the response goes back under the asker's own id.
- *One response.* A request is an `Exchange` from its arrival to its response. A second response is dropped.
  A cancelled request ends without a response.
- *Limits.* At most `Limits.pending` requests of the server are open, and `Limits.held` more of the client,
  which wait; further requests are refused.
- *Progress.* Towards the receiver the progress token is the bridge's id of the request; the asker's token
  comes back.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any, NamedTuple

from ..conversion.losses import Change, Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_REQUEST, DecodeError, error_response
from ..json_line import json_line
from ..json_values import is_request_id, table_key
from ..messages.mismatch import shown
from ..messages.options import checked_kind
from . import later_revisions
from .drop_reasons import NO_OPEN_REQUEST, drop_reason_of
from .frames import Side, Tree, notification, progress_token_of, with_progress_token

LISTEN = "subscriptions/listen"  # the request that stays open
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_LATEST = 1e11  # seconds: a clock of the host may be any number, and dates end with the year 9999
OnResponse = Callable[["Exchange", Tree], None]


class Send(NamedTuple):
    """A frame for one side and the losses of its conversion; `to` is None for a frame that the bridge drops.

    `frame` is a tree. Frames that are not JSON, and frames between equal revisions, are kept as they came.
    """

    to: Side | None
    frame: Any
    losses: tuple[Loss, ...] = ()

    @property
    def data(self) -> bytes:
        """The frame as JSON text on one line."""
        return self.frame if type(self.frame) is bytes else json_line(self.frame)


class Limits(NamedTuple):
    """Bounds of a bridge's memory and patience; times are in seconds of the clock that `tick` is given."""

    pending: int = 1024  # requests of one side that the other side has at once
    held: int = 8192  # frames of the client that wait for the handshake, or for the server to answer others
    streams: int = 256  # open subscription streams
    rounds: int = 10  # of questions within one request
    opening: float = 60.0  # for the server to answer a handshake or a subscription
    probe: float = 10.0  # for the server to answer `server/discover` before the bridge tries a handshake
    patience: float = 600.0  # for the client to come back with the answers to a question
    gather: float = 0.0  # for further questions of the server, before a result asks the client
    pause: float = 0.05  # before the bridge repeats a request that the server put off; doubles each time
    tasks: int = 256  # tasks that the bridge remembers
    task: float = 3600.0  # for a task to end while the bridge waits for its result
    poll: float = 1.0  # between two looks at a task whose server names no interval


def checked_limits(limits: Limits | None) -> Limits:
    """Return limits, by default the usual ones, or raise `TypeError` for limits that are no numbers."""
    if limits is None:
        return Limits()
    checked_kind("limits", limits, Limits, "a `BridgeLimits`")
    for name, value in limits._asdict().items():
        checked_kind(f"limits: {name}", value, (int, float), "a number")
    return limits


class Exchange:
    """A request of a side, or of the bridge, from its arrival to its response."""

    __slots__ = (
        "asker",
        "asker_id",
        "asker_key",
        "losses",
        "method",
        "on_response",
        "progress",
        "progress_token",
        "receiver",
        "attached",
        "sent_id",
        "sent_method",
        "timer",
    )

    def __init__(self, asker: Side | None, asker_id: Any, method: str, progress_token: Any = None) -> None:
        self.asker: Side | None = asker  # None: a request of the bridge
        self.asker_id = asker_id
        self.asker_key = table_key(asker_id)
        self.method = method
        self.sent_method = method  # of the request to the receiver, which may be another
        self.progress_token = progress_token  # the asker's
        self.progress: float = 0  # the last that the asker was told
        self.receiver: Side | None = None
        self.sent_id: int | str = 0  # the id towards the receiver; a text is kept, a number replaced
        self.on_response: OnResponse | None = None
        self.timer = 0
        self.attached: Any = None  # state that a conversation attaches to the request
        self.losses: tuple[Loss, ...] = ()  # to report with the next frame of this exchange


class ExchangeTable:
    """The open requests of both sides, the timers, and the frames to send since the last frame came in."""

    def __init__(
        self,
        client: str,
        server: str,
        limits: Limits,
        nonce: Callable[[], str],
        timestamp: Callable[[], str] | None = None,
    ) -> None:
        self.revision: dict[Side, str] = {"client": client, "server": server}
        self.limits = limits
        self.nonce = nonce
        self.timestamp = timestamp or self._timestamp
        self.now = 0.0
        self.agreed = False  # a handshake has settled the revisions of both sides
        self.result_meta: Tree = {}  # members of the `_meta` of every result to the client
        self.output: list[Send] = []
        # As keys, ids are JSON numbers: 1.0 is 1, and "1" is not. No other value than an id is looked up.
        self.received: dict[Side, dict[Any, Exchange]] = {"client": {}, "server": {}}  # by `asker_key`
        self.sent: dict[Side, dict[int | str, Exchange]] = {"client": {}, "server": {}}  # by `sent_id`
        self.streams: set[Exchange] = set()  # of the requests of the client, those that stay open
        self.timers: dict[int, tuple[float, Callable[[], None]]] = {}
        self._last_number = 0

    def send(
        self, to: Side, frame: Tree, losses: tuple[Loss, ...] = (), answering: str | None = None
    ) -> None:
        """Send a notification or a response to a side, converted if the side speaks a later revision."""
        try:
            frame, more = later_revisions.sent(self.revision, to, frame, answering)
        except (NoCounterpart, DecodeError) as refusal:
            if "method" in frame:
                self.drop(frame, drop_reason_of(refusal))
                return
            reason = f"the response cannot be converted to {self.revision[to]}: {refusal}"
            frame, more = error_response(frame.get("id"), INTERNAL_ERROR, reason), ()
        self.output.append(Send(to, frame, losses + more))

    def drop(self, frame: Any, reason: Change, detail: str | None = None) -> None:
        """Report that a frame is dropped; `detail` replaces the sentence of the reason."""
        loss = Loss("dropped", "", frame, detail or reason.reason, reason.id)
        self.output.append(Send(None, frame, (loss,)))

    def _timestamp(self) -> str:
        """Return the time of the clock as a date; the clock starts with the epoch."""
        return (_EPOCH + timedelta(seconds=min(self.now, _LATEST))).isoformat().replace("+00:00", "Z")

    def next_number(self) -> int:
        """Return a number that this table never returned before."""
        self._last_number += 1
        return self._last_number

    # Requests that come in

    def open_exchange(self, asker: Side, frame: Tree) -> Exchange | None:
        """Open the exchange of a request; refuse a request whose id is in use, or one beyond the limit."""
        open_, limits = self.received[asker], self.limits
        most = limits.pending + limits.held if asker == "client" else limits.pending
        exchange = Exchange(asker, frame["id"], frame["method"], progress_token_of(frame))
        if exchange.asker_key in open_:
            named = shown(frame["id"])
            code, message = INVALID_REQUEST, f"the id {named} belongs to a request that is still open"
        elif len(open_) >= most:
            code, message = INTERNAL_ERROR, f"more than {most} requests are open; answer some first"
        else:
            open_[exchange.asker_key] = exchange
            return exchange
        self.send(asker, error_response(frame["id"], code, message))
        return None

    def cancelled_exchange(self, asker: Side, request_id: Any) -> Exchange | None:
        """Return the open exchange of a side that a cancellation names, None if there is none."""
        return self.received[asker].get(table_key(request_id)) if is_request_id(request_id) else None

    def sent_exchange(self, receiver: Side, sent_id: Any) -> Exchange | None:
        """Return the open exchange that a side was sent under an id, None if there is none."""
        return self.sent[receiver].get(sent_id) if is_request_id(sent_id) else None

    def respond(self, exchange: Exchange, frame: Tree, losses: tuple[Loss, ...] = ()) -> None:
        """Answer a request with a response frame under the asker's id, unless the request has ended."""
        if self.end_exchange(exchange) and exchange.asker is not None:
            frame = {**frame, "id": exchange.asker_id}
            if self.result_meta and exchange.asker == "client" and type(frame.get("result")) is dict:
                result = frame["result"]
                meta = result.get("_meta")
                if meta is None or type(meta) is dict:
                    frame["result"] = {**result, "_meta": {**self.result_meta, **(meta or {})}}
            losses, exchange.losses = exchange.losses + losses, ()
            self.send(exchange.asker, frame, losses, exchange.method)

    def respond_result(self, exchange: Exchange, result: Tree, losses: tuple[Loss, ...] = ()) -> None:
        """Answer a request with a result."""
        self.respond(exchange, {"jsonrpc": "2.0", "id": None, "result": result}, losses)

    def respond_error(self, exchange: Exchange, code: int, message: str, data: Any = None) -> None:
        """Answer a request with an error."""
        self.respond(exchange, error_response(None, code, message, data))

    def respond_refusal(self, exchange: Exchange, refusal: NoCounterpart | DecodeError) -> None:
        """Answer a request that cannot be converted."""
        if isinstance(refusal, DecodeError):
            self.respond_error(exchange, refusal.code, str(refusal))
        elif refusal.reply is not None:
            self.respond(exchange, refusal.reply)
        else:
            self.respond_error(exchange, INTERNAL_ERROR, str(refusal))

    def end_exchange(self, exchange: Exchange) -> bool:
        """End a request without a response; say whether the request was open."""
        if exchange.asker is None:
            return True
        if not self.is_open(exchange):
            return False
        del self.received[exchange.asker][exchange.asker_key]
        if exchange.method == LISTEN:
            self.streams.discard(exchange)
        return True

    def is_open(self, exchange: Exchange) -> bool:
        """Say whether a request of a side has neither its response nor been cancelled."""
        asker = exchange.asker
        return asker is not None and self.received[asker].get(exchange.asker_key) is exchange

    # Requests that go out

    def send_request(
        self,
        to: Side,
        frame: Tree,
        exchange: Exchange,
        on_response: OnResponse,
        losses: tuple[Loss, ...] = (),
        *,
        seconds: float = 0,
    ) -> None:
        """Send a request under an id of the bridge; `on_response` gets the response, or an error if late."""
        sent_id = exchange.sent_id if type(exchange.sent_id) is str else self.next_number()
        exchange.receiver, exchange.sent_id, exchange.on_response = to, sent_id, on_response
        exchange.sent_method = frame["method"]
        self.sent[to][sent_id] = exchange
        frame = with_progress_token(frame, None if exchange.progress_token is None else sent_id)
        if seconds:
            reason = f"no answer to {frame['method']} in {seconds:g} seconds"
            late = error_response(sent_id, INTERNAL_ERROR, reason)
            exchange.timer = self.start_timer(seconds, lambda: self._time_out(exchange, late))
        try:
            message, more = later_revisions.sent(self.revision, to, {**frame, "id": sent_id})
        except (NoCounterpart, DecodeError) as refusal:
            self._stop_waiting(exchange)
            on_response(exchange, self._refusal_of(refusal, sent_id))
            return
        losses, exchange.losses = exchange.losses + losses + more, ()
        self.output.append(Send(to, message, losses))

    def _refusal_of(self, refusal: NoCounterpart | DecodeError, id: int | str) -> Tree:
        """Return the error response for a request that its receiver's revision cannot express."""
        if isinstance(refusal, NoCounterpart) and refusal.reply is not None:
            return {**refusal.reply, "id": id}
        return error_response(id, INTERNAL_ERROR, str(refusal))

    def send_own_request(
        self,
        to: Side,
        frame: Tree,
        on_response: OnResponse,
        *,
        seconds: float = 0,
        attached: Any = None,
        sent_id: str | None = None,
    ) -> Exchange:
        """Send a request of the bridge itself, under a number or under the text `sent_id`."""
        exchange = Exchange(None, None, frame["method"])
        exchange.sent_id = sent_id or 0
        exchange.attached = attached
        self.send_request(to, frame, exchange, on_response, seconds=seconds)
        return exchange

    def is_saturated(self, side: Side) -> bool:
        """Say whether a side leaves so many requests open that the bridge adds none of its own."""
        return len(self.sent[side]) >= 2 * self.limits.pending

    def deliver_response(self, side: Side, frame: Tree) -> None:
        """Pass a response of a side to the request that it answers; drop any other response."""
        exchange = self.sent_exchange(side, frame.get("id"))
        if exchange is None:
            self.drop(frame, NO_OPEN_REQUEST)
            return
        self._stop_waiting(exchange)
        assert exchange.on_response is not None
        try:
            frame, losses = later_revisions.received(self.revision, side, frame, exchange.sent_method)
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the response of the {side} cannot be converted: {refusal}"
            frame, losses = error_response(frame["id"], INTERNAL_ERROR, reason), ()
        exchange.losses += losses
        exchange.on_response(exchange, frame)

    def cancel(self, exchange: Exchange, reason: str | None = None) -> bool:
        """Cancel a request at its receiver; say whether the receiver was still working on the request."""
        if not self._stop_waiting(exchange):
            return False
        params: Tree = {"requestId": exchange.sent_id}
        if reason is not None:
            params["reason"] = reason
        if exchange.method != "initialize":  # the one request that is never cancelled
            assert exchange.receiver is not None
            self.send(exchange.receiver, notification("notifications/cancelled", params))
        return True

    def await_cancelled(self, exchange: Exchange, on_response: OnResponse, seconds: float) -> None:
        """Cancel a request, whose asker cancelled, when its receiver has not responded in so many seconds."""
        self.stop_timer(exchange.timer)
        exchange.progress_token, exchange.on_response = None, on_response
        exchange.timer = self.start_timer(seconds, lambda: self._cancel_late(exchange))

    def _cancel_late(self, exchange: Exchange) -> None:
        self.cancel(exchange, "the request was not answered")

    def forget_sent(self, exchange: Exchange) -> None:
        """Forget a request that its receiver ended without a response."""
        self._stop_waiting(exchange)

    def _stop_waiting(self, exchange: Exchange) -> bool:
        """Wait no longer for the response to a request; say whether the bridge was waiting."""
        self.stop_timer(exchange.timer)
        exchange.timer = 0
        receiver = exchange.receiver
        return receiver is not None and self.sent[receiver].pop(exchange.sent_id, None) is not None

    def _time_out(self, exchange: Exchange, answer: Tree) -> None:
        if self.cancel(exchange) and exchange.on_response is not None:
            exchange.on_response(exchange, answer)

    # Time

    def start_timer(self, seconds: float, call: Callable[[], None]) -> int:
        """Start a timer that calls `call` after so many seconds; return the number of the timer."""
        timer = self.next_number()
        self.timers[timer] = (self.now + seconds, call)
        return timer

    def stop_timer(self, timer: int) -> None:
        """Stop a timer; 0 and timers that are over are ignored."""
        self.timers.pop(timer, None)

    def tick(self, now: float) -> None:
        """Set the time and run the timers that are due, earliest first."""
        self.now = max(self.now, now)
        due = sorted((when, timer) for timer, (when, _) in self.timers.items() if when <= self.now)
        for _, timer in due:
            if timer in self.timers:  # an earlier timer may have stopped it
                _, call = self.timers.pop(timer)
                call()


def ignore_response(exchange: Exchange, frame: Tree) -> None:
    """Ignore the response to a request of the bridge."""
