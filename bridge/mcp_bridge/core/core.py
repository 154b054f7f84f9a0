"""The core of a bridge: the open requests of both sides, the timers, and the frames to send.

In: frames as trees, and the decisions of the conversations about them. Out: `Frame`s in order, then `Ended`s.
`happens` reads `LIFE`, the table of a request's life; the methods that it names stand below it. Rules:

- *Ids.* The bridge numbers the requests that it sends; the response goes back under the requestor's own id.
- *One response.* A request ends with its response. A cancelled request ends without one.
- *Limits.* At most `Limits.pending` requests of the server are open, and `Limits.held` more of the client,
  which wait; further requests are refused. Frames kept for a client that may come back, and calls that wait
  for its answers or for a task, stand as text and count in a `Budget`, as do the trees of the handshake. The
  params of `initialize` have at most `Limits.handshake` bytes. Requests to the server that repeat them are at
  most as many at once as take `Limits.repeated` bytes for that, or `LEAST`.
- *Progress.* Towards the receiver the progress token is the bridge's id of the request; the requestor's token
  comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from datetime import datetime, timedelta, timezone
from typing import Any

from mcp_revisions import Change, DecodeError, Loss, NoCounterpart
from mcp_revisions.jsonrpc import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    error_response,
    is_request_id,
    json_line,
    request_key,
    shown,
)

from mcp_bridge.core.budget import Account, Budget, Limits
from mcp_bridge.core.converters import as_read, as_written
from mcp_bridge.core.frames import (
    CANCELLED,
    LISTEN,
    NEVER_ASKED,
    NO_OPEN_REQUEST,
    REFUSED,
    REQUEST_ENDED,
    REQUESTOR_GONE,
    Ended,
    EndReason,
    Frame,
    Refusal,
    Tree,
    frame_of,
    params_of,
    progress_token_of,
    unconvertible,
    with_progress_token,
)
from mcp_bridge.core.requests import LIFE, NO_FRAME, Arrival, Happening, OnResponse, Request
from mcp_bridge.core.revisions import per_request
from mcp_bridge.core.sides import OTHER, Side
from mcp_bridge.core.timers import Timers

KEPT = 64 << 20  # bytes, where the host names no budget
NO_ROOM = "too much is kept for clients that may come back; answer some input requests first"
TOO_MANY_SUBSCRIPTIONS = "too many subscriptions are open"
NO_ROOM_FOR_SESSION = "too much is kept for open sessions; try again later"
# The options of `mcp-bridge` that bound the open requests of a side.
LIMIT: dict[Side, str] = {"client": "--calls, --waiting", "server": "--calls"}
OPENING = "opening-"  # begins the ids of requests that search for the server's revision
LEAST = 8  # requests that the server has at once, however long the handshake is that they repeat
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_LATEST = 1e11  # seconds: a clock of the host may be any number, and dates end with the year 9999


class Core:
    """The open requests of both sides, the timers, and the frames to send since the last frame came in."""

    def __init__(
        self,
        client: str,
        server: str,
        limits: Limits,
        nonce: Callable[[], str],
        timestamp: Callable[[], str] | None = None,
        budget: Budget | None = None,
        ids: Callable[[], int] | None = None,
    ) -> None:
        self.revision: dict[Side, str] = {"client": client, "server": server}
        self.limits = limits
        self.nonce = nonce
        self.timestamp = timestamp or self._timestamp
        self.now = 0.0
        self.agreed = False  # a handshake has settled the revisions of both sides
        self.strict_lists = False  # an item that cannot be converted refuses the whole list
        self.result_meta: Tree = {}  # members of the `_meta` of every result to the client
        self.output: list[Frame] = []
        self.stream: Hashable = None  # the key of the client's request that is handled
        self.server_stream: Hashable = None  # the key of the server's frame that is handled
        self.sender: Side | None = None  # of the frame that is handled
        self.arrival: Arrival | None = None  # the frame of the client that is handled
        self.arrivals: dict[Hashable, dict[Arrival, None]] = {}  # by key: those with open requests
        self.text_losses: tuple[Loss, ...] = ()  # of the text that is handled, for the first frame sent
        self._over: dict[Arrival, None] = {}  # since the last event, those without open requests, maybe
        # As keys, ids are JSON numbers: 1.0 is 1, and "1" is not. No other value than an id is looked up.
        self.open: dict[Side, dict[Any, Request]] = {"client": {}, "server": {}}  # by requestor and id
        self.sent: dict[Side, dict[int | str, Request]] = {"client": {}, "server": {}}  # by receiver
        self.repeated = 0  # bytes of the handshake that each request to the server repeats
        self.subscriptions: dict[Request, None] = {}  # of the requests of the client, those that stay open
        self.timers = Timers()
        self.streams = 0  # requests of the client that stay open, which nobody waits for
        self.account = Account(budget or Budget(KEPT))
        self._last_number = 0
        self._next_id = ids or self.next_number
        self._first_id = self._last_id = 0  # of the requests that were sent

    # Events

    def begin(self, side: Side, stream: Hashable) -> None:
        """Note the key of the frame that is handled from now on."""
        if side == "server":
            self.server_stream = stream
            request = None if stream is None else self.sent_request("server", stream)
            if request is not None and request.stream in self.arrivals:
                self.stream = request.stream
        elif stream is not None:
            self.stream, self.arrival = stream, Arrival(stream)
            self._over[self.arrival] = None

    def end(self) -> list[Frame | Ended]:
        """Return the events since the last call: the frames in order, and then the ends."""
        output: list[Any] = self.output
        self.output = []
        if self.text_losses and output:
            output[0] = output[0]._replace(losses=self.text_losses + output[0].losses)
        self.text_losses = ()
        if self._over:
            output += [Ended(each.stream, each.end) for each in self._over if not each.open]
            self._over = {}
        self.stream = self.server_stream = self.arrival = self.sender = None
        return output

    def send(
        self,
        to: Side,
        frame: Tree,
        losses: tuple[Loss, ...] = (),
        answering: str | None = None,
        *,
        request: Request | None = None,
    ) -> None:
        """Send a notification or a response to a side, converted if the side speaks a later revision.

        The frame belongs to the stream of `request`, by default to that of the frame that is handled.
        """
        try:
            frame, more = as_written(self.revision, to, frame, answering)
        except REFUSED as refusal:
            if "method" in frame:
                self.drop_refused(frame, refusal)
                return
            frame, more = {**unconvertible("the response", refusal), "id": frame.get("id")}, ()
        stream, server_stream = self.stream, None
        if request is not None and request.requestor == "server":
            server_stream = request.server_stream
        elif request is not None:
            stream = request.stream
        self.output.append(Frame(to, frame, losses + more, self._open_stream(to, stream), server_stream))

    def _open_stream(self, to: Side, stream: Hashable) -> Hashable:
        """Return the stream that a frame names: to the client, one that has not ended before this event."""
        if to == "server" or stream in self.arrivals or any(each.stream == stream for each in self._over):
            return stream
        return None

    def drop(self, frame: Any, reason: Change, detail: str | None = None) -> None:
        """Report that a frame is dropped; `detail` replaces the sentence of the reason."""
        loss = Loss("dropped", "", frame, detail or reason.reason, reason.id)
        self.output.append(Frame(None, frame, (loss,), sender=self.sender))

    def drop_refused(self, frame: Any, refusal: Refusal) -> None:
        """Report that a notification is dropped because it cannot be converted."""
        if isinstance(refusal, NoCounterpart):
            self.drop(frame, Change(refusal.change, refusal.reason))
        else:
            self.drop(frame, Change("malformed", str(refusal)))

    def _timestamp(self) -> str:
        """Return the time of the clock as a date; the clock starts with the epoch."""
        return (_EPOCH + timedelta(seconds=min(self.now, _LATEST))).isoformat().replace("+00:00", "Z")

    def next_number(self) -> int:
        """Return a number that this core never returned before."""
        self._last_number += 1
        return self._last_number

    def next_id(self) -> int:
        """Return a number for a request that is about to be sent."""
        self._last_id = self._next_id()
        self._first_id = self._first_id or self._last_id
        return self._last_id

    # Requests that arrive

    def arrive(self, requestor: Side, frame: Tree) -> Request | None:
        """Open the record of a request; refuse a request whose id is in use, or one beyond a limit."""
        open_, limits = self.open[requestor], self.limits
        most = limits.pending + limits.held if requestor == "client" else limits.pending
        request = Request(requestor, frame["id"], frame["method"], progress_token_of(frame))
        request.requestor_key = self._key(requestor, request.requestor_key)
        if request.requestor_key in open_:
            named = shown(frame["id"])
            code, message = INVALID_REQUEST, f"the id {named} belongs to a request that is still open"
        elif len(open_) >= most:
            named = LIMIT[requestor]
            code, message = INTERNAL_ERROR, f"more than {most} requests are open ({named}); wait for answers"
        elif frame["method"] == "initialize" and len(json_line(params_of(frame))) > limits.handshake:
            code, message = INVALID_PARAMS, f"the params have more than {limits.handshake} bytes"
        else:
            self.note_open(request)
            request.server_stream = self.server_stream
            if requestor == "client" and self.arrival is not None:
                self._attach(request, self.arrival)
            return request
        self.refuse(requestor, error_response(frame["id"], code, message))
        return None

    def note_open(self, request: Request) -> None:
        """Note that the requestor of a request waits for a response."""
        assert request.requestor is not None
        self.open[request.requestor][request.requestor_key] = request
        self.streams += request.requestor == "client" and request.method == LISTEN

    def note_closed(self, requestor: Side, key: Any) -> bool:
        """Note that nobody waits for a response to a request; say whether somebody did."""
        request = self.open[requestor].pop(key, None)
        if request is None:
            return False
        self.streams -= requestor == "client" and request.method == LISTEN
        return True

    def _key(self, requestor: Side, key: Any) -> Any:
        """Return an id as a key; requests of a client without a session have ids of their own stream."""
        scoped = (
            requestor == "client" and self.stream is not None and self.revision["client"] in per_request()
        )
        return (self.stream, key) if scoped else key

    def refuse(self, side: Side, error: Tree) -> None:
        """Answer a request with an error before it is open."""
        if side == "client" and self.arrival is not None:
            self.arrival.end = "refused"
        request = None
        if side == "server":
            request = Request("server", None, "")
            request.server_stream = self.server_stream
        self.send(side, error, request=request)

    def asked_request(self, requestor: Side, request_id: Any) -> Request | None:
        """Return the open request of a side that a cancellation names, None if there is none."""
        return self.open[requestor].get(self._key(requestor, request_key(request_id)))

    def sent_request(self, receiver: Side, sent_id: Any) -> Request | None:
        """Return the open request that a side was sent under an id, None if there is none."""
        return self.sent[receiver].get(sent_id) if is_request_id(sent_id) else None

    def subscription_at_server(self, sent_id: Any) -> Request | None:
        """Return the open subscription that the server knows by an id, None if there is none."""
        request = self.sent_request("server", sent_id)
        return request if request is not None and request.sent_method == LISTEN else None

    def open_on(self, stream: Hashable) -> list[Request]:
        """Return the open requests of the client with a key, oldest first."""
        return [request for arrival in self.arrivals.get(stream, ()) for request in arrival.open]

    # The life of a request

    def happens(self, request: Request, happening: Happening, *details: Any) -> bool:
        """Take the step that `LIFE` has for a request; say whether the table has a row for its state."""
        row = LIFE.get((request.state, happening))
        if row is None:
            return False
        function, request.state = row
        getattr(self, function)(request, *details)
        return True

    def _transmit(
        self, request: Request, to: Side, frame: Tree, on_response: OnResponse, seconds: float
    ) -> None:
        """Send a request to its receiver."""
        self._stop_timers(request)
        sent_id = request.sent_id if type(request.sent_id) is str else self.next_id()
        request.receiver, request.sent_id, request.on_response = to, sent_id, on_response
        request.sent_method = frame["method"]
        request.sent_frame = frame if request.requestor == "client" else NO_FRAME
        self.account.give(request, "frame")
        self.sent[to][sent_id] = request
        if seconds:
            request.late = self.start_timer(seconds, lambda: self._is_late(request, seconds))
        message = with_progress_token(frame, None if request.progress_token is None else sent_id)
        try:
            message, losses = as_written(self.revision, to, {**message, "id": sent_id})
        except REFUSED as refusal:
            error = error_response(sent_id, INTERNAL_ERROR, str(refusal))
            if isinstance(refusal, NoCounterpart) and refusal.reply is not None:
                error = {**refusal.reply, "id": sent_id}
            self.happens(request, "response", error)
            return
        losses, request.losses = request.losses + losses, ()
        self.output.append(Frame(to, message, losses, self._open_stream(to, request.stream)))

    def _receive(self, request: Request, frame: Tree) -> None:
        """Pass the response of the receiver to the function that waits for it."""
        self._stop_waiting(request)
        assert request.on_response is not None and request.receiver is not None
        try:
            frame, losses = as_read(self.revision, request.receiver, frame, request.sent_method)
        except REFUSED as refusal:
            frame, losses = unconvertible(f"the response of the {request.receiver}", refusal), ()
        request.losses += losses
        self.attempt(request, request.on_response, request, frame)
        self._end_if_done(request)

    def _time_out(self, request: Request, seconds: float) -> None:
        """Cancel a request at its receiver, which has not answered in time; pass on an error instead."""
        reason = f"no answer to {request.sent_method} in {seconds:g} seconds"
        self._stop_waiting(request, cancelled=True)
        if request.on_response is not None:
            error = error_response(request.sent_id, INTERNAL_ERROR, reason)
            self.attempt(request, request.on_response, request, error)
        self._end_if_done(request)

    def _end_if_done(self, request: Request) -> None:
        """End a request of the bridge that its response has not made go on."""
        if request.requestor is None and request.state == "waiting":
            request.state = "ended"
            self._end(request, "answered")

    def _wait(self, request: Request, *timer: Any) -> None:
        """Let a request wait, maybe for a timer: its seconds, and the function that it calls."""
        if timer:
            self.stop_timer(request.timer)
            request.timer = self.start_timer(*timer)

    def _part(self, request: Request, result: Tree, losses: tuple[Loss, ...] = ()) -> None:
        """Answer the requestor of a request that goes on."""
        self.stop_timer(request.timer)
        self.stop_timer(request.late)
        frame: Tree = {"jsonrpc": "2.0", "id": None, "result": result}
        self._respond(request, frame, losses, "answered")

    def _take_over(self, request: Request, new: Request) -> None:
        """Let a request go on for another one, with which its client comes back."""
        self.stop_timer(request.timer)
        request.requestor, request.requestor_id = new.requestor, new.requestor_id
        request.requestor_key = new.requestor_key
        request.progress_token, request.progress, request.losses = new.progress_token, 0, new.losses
        if new.arrival is not None:
            self._attach(request, new.arrival)
        new.state = "ended"
        self._release(new, "answered")
        self.note_open(request)

    def _keep(self, request: Request, frame: Tree, losses: tuple[Loss, ...], end: EndReason) -> None:
        """Keep a response for the client, which is away; where there is no room, the client gets an error."""
        self._stop_waiting(request)
        self.account.keep(request, "response", (frame, losses, end))

    def _answer(self, request: Request, frame: Tree, losses: tuple[Loss, ...], end: EndReason) -> None:
        """Answer the requestor, and end a request."""
        self._stop_waiting(request, cancelled=True)
        self._respond(request, frame, losses, end)
        self._end(request, end)

    def _withdraw(self, request: Request, reason: str | None, end: EndReason) -> None:
        """Cancel a request at its receiver, and end it without a response."""
        self._stop_waiting(request, cancelled=True, reason=reason)
        self._end(request, end, reason)

    def _let_go(self, request: Request, on_response: OnResponse, seconds: float, end: EndReason) -> None:
        """End a request whose receiver goes on: `on_response` gets the response, within the seconds."""
        self._end(request, end)
        request.on_response = on_response
        reason = "the request was not answered"
        request.late = self.start_timer(seconds, lambda: self.cancel(request, reason))

    # Parts of these

    def _respond(self, request: Request, frame: Tree, losses: tuple[Loss, ...], end: EndReason) -> None:
        """Send a response to the requestor, under its id; nobody waits for another."""
        requestor = request.requestor
        if requestor is None:
            return
        frame = {**frame, "id": request.requestor_id}
        if self.result_meta and requestor == "client" and type(frame.get("result")) is dict:
            result = frame["result"]
            meta = result.get("_meta")
            if meta is None or type(meta) is dict:
                frame["result"] = {**result, "_meta": {**self.result_meta, **(meta or {})}}
        losses, request.losses = request.losses + losses, ()
        if request.is_gone:
            self.drop(frame, REQUESTOR_GONE)
        else:
            self.send(requestor, frame, losses, request.method, request=request)
        self._release(request, end)

    def _release(self, request: Request, end: EndReason) -> None:
        """Note that no requestor waits for a response any more."""
        if request.requestor is None:
            return
        self.note_closed(request.requestor, request.requestor_key)
        self.subscriptions.pop(request, None)
        self._detach(request, end)
        request.requestor = request.progress_token = request.stream = None

    def _attach(self, request: Request, arrival: Arrival) -> None:
        """Note with which frame of the client a request came."""
        request.arrival, request.stream = arrival, arrival.stream
        arrival.open[request] = None
        self.arrivals.setdefault(arrival.stream, {})[arrival] = None

    def _detach(self, request: Request, end: EndReason) -> None:
        """Note that a request of the client is over for its stream."""
        arrival, request.arrival = request.arrival, None
        if arrival is None:
            return
        del arrival.open[request]
        arrival.end = end
        if not arrival.open:
            self._over[arrival] = None
            same_key = self.arrivals[arrival.stream]
            del same_key[arrival]
            if not same_key:
                del self.arrivals[arrival.stream]

    def _stop_waiting(self, request: Request, *, cancelled: bool = False, reason: str | None = None) -> None:
        """Wait no longer for the receiver's response; let the receiver know if the request is cancelled."""
        self.stop_timer(request.late)
        to = request.receiver
        if to is None or self.sent[to].pop(request.sent_id, None) is None:
            return
        if cancelled and request.method != "initialize":  # the one request that is never cancelled
            params: Tree = {"requestId": request.sent_id}
            if reason is not None:
                params["reason"] = reason
            self.send(to, frame_of(CANCELLED, params), request=request)

    def _stop_timers(self, request: Request) -> None:
        self.stop_timer(request.timer)
        self.stop_timer(request.late)

    def _end(self, request: Request, end: EndReason, reason: str | None = None) -> None:
        """Forget a request: the one place where that is done."""
        self._stop_timers(request)
        self._release(request, end)
        self.account.give(request)
        if request.place is not None:
            input_requests, key = request.place
            input_requests.pop(key, None)
        on_end, request.on_end, request.on_response = request.on_end, (), None
        for call in on_end:
            call(request, reason)

    def at_end(self, request: Request, call: Callable[[Request, str | None], None]) -> None:
        """Let the end of a request call a function, with the reason of a cancellation."""
        if call not in request.on_end:
            request.on_end += (call,)

    # Steps of the conversations with requests

    def respond(
        self, request: Request, frame: Tree, losses: tuple[Loss, ...] = (), end: EndReason = "answered"
    ) -> None:
        """Answer a request with a response frame, or keep that for a requestor that is away."""
        if not self.happens(request, "answer", frame, losses, end):
            self.drop(frame, REQUEST_ENDED)

    def respond_result(self, request: Request, result: Tree, losses: tuple[Loss, ...] = ()) -> None:
        """Answer a request with a result."""
        self.respond(request, {"jsonrpc": "2.0", "id": None, "result": result}, losses)

    def respond_error(self, request: Request, code: int, message: str, data: Any = None) -> None:
        """Answer a request with an error."""
        self.respond(request, error_response(None, code, message, data), end="refused")

    def respond_refusal(self, request: Request, refusal: Refusal) -> None:
        """Answer a request that cannot be converted."""
        if isinstance(refusal, DecodeError):
            self.respond_error(request, refusal.code, str(refusal), getattr(refusal, "data", None))
        elif refusal.reply is not None:
            self.respond(request, refusal.reply, end="refused")
        else:
            self.respond_error(request, INTERNAL_ERROR, str(refusal))

    def attempt(self, request: Request, step: Callable[..., None], *given: Any) -> None:
        """Take a step with a request; answer the request where the step raises why it is refused."""
        try:
            step(*given)
        except REFUSED as refusal:
            self.respond_refusal(request, refusal)

    def send_request(
        self,
        to: Side,
        frame: Tree,
        request: Request,
        on_response: OnResponse,
        losses: tuple[Loss, ...] = (),
        *,
        seconds: float = 0,
    ) -> None:
        """Send a request under an id of the bridge; `on_response` gets the response, or an error if late."""
        request.losses += losses
        stays = request.requestor == "client" and frame["method"] == request.method == LISTEN
        happening: Happening = "listen" if stays else "send"
        if not self.happens(request, happening, to, frame, on_response, seconds):
            self.drop(frame, REQUEST_ENDED)

    def ask(
        self,
        to: Side,
        frame: Tree,
        on_response: OnResponse,
        losses: tuple[Loss, ...] = (),
        *,
        seconds: float | None = None,
        sent_id: str | None = None,
        stream: Hashable = None,
    ) -> Request:
        """Send a request of the bridge itself, under a number or under the text `sent_id`.

        The request belongs to `stream`, by default to that of the frame that is handled. A server has
        `Limits.opening` seconds by default, a client any time.
        """
        request = Request(None, None, frame["method"])
        request.sent_id = sent_id
        request.stream = self.stream if stream is None else stream
        if seconds is None:
            seconds = self.limits.opening if to == "server" else 0
        self.send_request(to, frame, request, on_response, losses, seconds=seconds)
        return request

    def cancel_input_requests(self, owner: Any, reason: str | None) -> None:
        """Cancel the input requests at the client that were sent in the name of a request or a task."""
        input_requests, owner.input_requests = owner.input_requests, {}
        for input_request in input_requests.values():
            self.cancel(input_request, reason)

    def is_saturated(self, side: Side) -> bool:
        """Say whether a side leaves so many requests open that the bridge adds none of its own."""
        return len(self.sent[side]) >= 2 * self.at_once

    @property
    def at_once(self) -> int:
        """How many requests of the client the server may have at once: fewer where each repeats much."""
        fit = self.limits.repeated // self.repeated if self.repeated else self.limits.pending
        return min(self.limits.pending, max(fit, LEAST))

    def deliver_response(self, side: Side, frame: Tree) -> None:
        """Pass a response of a side to the request that it answers; drop any other response."""
        if not self.deliver(side, frame):
            self.drop(frame, NO_OPEN_REQUEST if self._may_be_late(frame.get("id")) else NEVER_ASKED)

    def _may_be_late(self, sent_id: Any) -> bool:
        """Say whether a request may have been sent under an id, and have ended."""
        if type(sent_id) is str:
            return sent_id.startswith(OPENING)
        return is_request_id(sent_id) and 0 < self._first_id <= sent_id <= self._last_id

    def deliver(self, side: Side, frame: Tree) -> bool:
        """Pass a response of a side to the request that it answers; say whether there is one."""
        request = self.sent_request(side, frame.get("id"))
        return request is not None and self.happens(request, "response", frame)

    def cancel(self, request: Request, reason: str | None = None, end: EndReason = "cancelled") -> None:
        """End a request without a response, and cancel it at its receiver."""
        self.happens(request, "cancel", reason, end)

    def note_requestor_gone(self, request: Request) -> None:
        """Note that nobody waits for the response to a request that cannot be cancelled."""
        request.is_gone = True
        self._detach(request, "gone")
        request.stream = None

    def close(self, side: Side, reason: str) -> None:
        """End every request, because a side is gone: the other side gets errors and cancellations."""
        other = OTHER[side]
        self.timers.clear()
        self.sent[side].clear()
        for request in (*self.sent[other].values(), *self.open[side].values(), *self.open[other].values()):
            request.on_end = ()
        for request in list(self.sent[other].values()):
            self._stop_waiting(request, cancelled=True, reason=reason)
        for request in list(self.open[other].values()):
            self.respond_error(request, INTERNAL_ERROR, reason)
        for request in list(self.open[side].values()):
            self.cancel(request, reason, "closed")
        self.account.close()

    # Requests in the budget

    def lay_by(self, request: Request) -> bool:
        """Keep the frame of a request that waits for its client or a task; say whether there is room."""
        if request.sent_frame and not self.account.keep(request, "frame", request.sent_frame):
            return False
        request.sent_frame = NO_FRAME
        return True

    # Time

    def _is_late(self, request: Request, seconds: float) -> None:
        self.happens(request, "late", seconds)

    def start_timer(self, seconds: float, call: Callable[[], None]) -> int:
        """Start a timer that calls `call` after so many seconds; return the number of the timer."""
        timer = self.next_number()
        self.timers.start(timer, self.now + seconds, call)
        return timer

    def stop_timer(self, timer: int | None) -> None:
        """Stop a timer; None and timers that are over are ignored."""
        if timer is not None:
            self.timers.stop(timer)

    def tick(self, now: float) -> None:
        """Set the time and run the timers that are due, earliest first."""
        self.now = max(self.now, now)
        for call in self.timers.due(self.now):
            call()


def ignore_response(request: Request, frame: Tree) -> None:
    """Ignore the response to a request of the bridge."""
