"""The requests of a bridge: the whole life of each, and the tables of the open requests.

Read `Request` from the top to follow one request:

1. `Core.arrive` accepts a request of a side. `Core.ask` makes a request of the bridge itself.
2. `Request.send` sends it to its *receiver*, under an id of the bridge.
3. `Core.deliver` finds the request that a response answers. `on_response`, a function of the conversation,
   decides what follows: it responds, asks the client first, or waits for a task.
4. `Request.respond` answers the *requestor*, under the requestor's own id. `Request.cancel` ends the request
   without a response.
5. `Request._end` is the last step (see also *Exceptions*). It cancels the request at a receiver that still
   works on it, and removes it from every table.

`LIFE` lists for each state the possible events of a request, the method of `Request` for each event, and the
next state. It holds for calls and for input requests. Only `Request.happens` changes the state. If a state
has no entry for an event, `happens` returns False, and the caller refuses or drops the frame.

A request is in a table while somebody waits for it. A wait, and its entry, may end before the request does:

| table                              | what is awaited               | freed by                         |
|------------------------------------|-------------------------------|----------------------------------|
| `Core.open`, `Core.subscriptions`  | the response to the requestor | `_release`                       |
| `Core.arrivals`                    | the end of the client's frame | `detach`, which `_release` calls |
| `Core.sent`                        | the response of the receiver  | `stop_waiting`                   |
| `Core.timers`                      | a time: see *Time* below      | `Core.stop_timer`, or `tick`     |
| the `Budget`                       | the next use of stored values | `Account.release`                |
| `input_requests` of its owner      | the client's answer           | `_end`, if it has a `place`      |

Only input requests for a stateless client have a `place`: the `input_requests` that contain them, and their
key there. Those for a client with a handshake are removed by the function that gets the answer, and by
`Core.cancel_input_requests`. The functions given to `at_end` free other tables, such as the queue, or the
waiting requests of a task.

The life of a cancelled call ends in these steps. Steps 2 to 4 happen in one event, without a wait:

1. *Cause.* The client sends `notifications/cancelled`, and `Conversation.handle_cancelled` finds the call in
   `Core.open`. Or the client is gone (see *Connections*), and `Bridge.gone` finds its calls by their stream
   key. Or a stateless client does not retry within `Limits.patience` seconds after an input-required result,
   and `Request.timer` is due. `initialize` cannot be cancelled: if its client is gone, the bridge drops its
   response.
2. *State.* `Conversation.cancel` calls `Request.cancel`, which calls `Request._end`. From now on, the call is
   `ended` and in no table.
3. *Server.* If the server works on the call, it gets `notifications/cancelled`, with the id that the bridge
   gave to the call, and a reason: that of the client, or in the other two cases one of the bridge. (If the
   server is stateless and has a URL, the transport closes the connection of the call instead.) The server
   gets nothing if the bridge has not sent the call yet, or has the response.
4. *Client.* It gets no response, unless an input-required result was its response. If the call came with a
   stream key, `Core.end` tells the host that the client's frame has `Ended`, so that the host ends the HTTP
   response. The frame of a batch ends with its last call.
5. *Late answer.* The server may answer before it reads the cancellation, or may ignore it. Its response finds
   no request in `Core.sent`. So the bridge drops it, and `Core.drop` reports a routine change, which
   `mcp-bridge` does not print. The same holds for late progress.

After an input-required result, the call is not in `Core.open`, because the client has its response. So the
client cannot cancel it by its id. The retry brings the same `Request` back under the id of the retry. If the
call has ended by then, the retry is refused (-32602).

*Connections.* Nothing here knows a connection. The *host*, which is the program around `Bridge`, decides when
a client is gone, and calls `Bridge.gone` with a *stream key*: the host's name for the HTTP request in which
the call came. `HttpSession` calls it only for a stateless client, whose calls end with their connection. For
a client with a handshake, the transport decides:

- Streamable HTTP: if a connection is cut, no request changes. `http_streams` stores what the client has
  missed, and the client gets it when it resumes the stream. `HttpSession` sends a request of the server that
  was on the cut stream on another stream. If there is none for the idle time, it answers with an error.
- stdio and HTTP+SSE have one connection. When it ends, `Bridge.closed` ends every request (`Core.close`), and
  the host stops the server. On stdio, the server first has some seconds to answer.

Tasks and subscriptions add to this path:

- The bridge may send `tasks/cancel` if the server supports it and is not saturated (`Core.is_saturated`).
- If the server has a handshake, step 2 first calls `Tasks.let_go`. If the call was sent as a task and has no
  response yet, and the bridge may send `tasks/cancel`, then `Request._let_go` ends the call. The server gets
  no cancellation yet. The bridge drops the late response, and sends `tasks/cancel` if it names a task. After
  `Limits.opening` seconds without a response, the bridge sends `notifications/cancelled`.
- If the call was the last request that waits for its task, the bridge cancels its own open `tasks/result`
  with `notifications/cancelled`. If it may send `tasks/cancel`, that follows.
- A subscription of a stateless client (`LISTEN`) is not sent to a server with a handshake. When it ends, the
  server gets `resources/unsubscribe` for each of its resources that no other subscription has.

A side has a handshake, or it is *stateless*. This decides what happens to open requests that the server has
sent to the client because of such a call:

- Both have a handshake: they stay open, and the client's responses go to the server. If the server no longer
  needs a response, it cancels its request. If the client is gone, `Bridge.gone` answers the requests that
  were sent on the call's stream with an error.
- Only the client has a handshake: they are requests of the bridge, from an input-required result.
  `Core.cancel_input_requests` cancels them. The client gets `notifications/cancelled`, unless it is gone.
- Only the server has a handshake: `InputRequestsIntoResults.forget` moves them to another call whose result
  can contain them. If there is none, it answers the server with an error. It cancels the visits to URLs,
  which the bridge itself has put into the result.
- Both are stateless: there are none, because a result with input requests ends its call.

The server may also cancel such a request. Then `Request._end` tells the client, on the stream of the request.
If that stream has ended, the notification has no stream. A request that the client got in a result, or has
not got yet, is only removed.

Rules:

- *Requestor.* A request of the bridge itself has no requestor. Neither has a call between an input-required
  result and its retry, although the receiver may still work on it.
- *Limits.* The server may have `Limits.pending` open requests, and the client `Limits.pending` plus
  `Limits.queued`. Further requests are refused. If the bridge parses the frames, it sends only
  `Core.at_once` requests of the client to the server, and the others wait. The bridge stores as text what
  waits for a client or a task, and counts the text in a `Budget`. Open requests to the server may repeat at
  most `Limits.repeated` bytes of the handshake, but `LEAST` requests are always allowed.
- *Time.* `Request.late` ends the wait for a response, if `send` gets `seconds`. Requests that are forwarded
  under their own method have no such limit, except `initialize` while the bridge searches for the server's
  revision. Most others to the server have `Limits.opening` seconds. `Request.timer` ends the other waits: for
  more input requests (`Limits.gather`), for a stateless client's retry, or its answer to an input request of
  a task (`Limits.patience`), and before a request is sent again (`Limits.pause`). A client with a handshake
  has no limit to answer. Tasks have their own timers.
- *Progress.* If the requestor sent a progress token, the receiver gets the bridge's id of the request as the
  token. The bridge restores the requestor's token in each progress notification.
- *Exceptions.* If the bridge does not parse the frames, a request is only in `Core.open`. Instead of these
  steps, `texts` removes the request when its response or its cancellation passes. `texts` forwards both, even
  if they come late, but drops a cancellation of `initialize`. If a side is gone, `Core.close` ends the
  requests in its tables. For every other request, it frees the stored values.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from datetime import datetime, timedelta, timezone
from functools import partial
from math import inf
from typing import Any, Literal

from mcp_revisions import Change, DecodeError, Loss, NoCounterpart, Why
from mcp_revisions.jsonrpc import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    is_request_id,
    json_line,
    parse,
    request_key,
    shown,
)

from mcp_bridge.core.budget import Account, Budget, Limits, StoredValues
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
    JsonObject,
    OwnError,
    Refusal,
    Refused,
    frame_of,
    params_of,
    progress_token_of,
    unconvertible,
    why_of,
    with_progress_token,
)
from mcp_bridge.core.revisions import per_request
from mcp_bridge.core.sides import OTHER, Side
from mcp_bridge.core.timers import Timers

DEFAULT_BUDGET = 64 << 20  # bytes, where the host names no budget
NO_ROOM = "too much data is stored for clients that may reconnect; answer some input requests first"
TOO_MANY_SUBSCRIPTIONS = "too many subscriptions are open"
NO_ROOM_FOR_SESSION = "too much data is stored for open sessions; try again later"
# The options of `mcp-bridge` that bound the open requests of a side.
LIMIT: dict[Side, str] = {"client": "--calls, --waiting", "server": "--calls"}
OPENING = "opening-"  # begins the ids of requests that search for the server's revision
LEAST = 8  # this many requests to the server are always allowed, however much of the handshake they repeat
_EPOCH = datetime(1970, 1, 1, tzinfo=timezone.utc)
_LATEST = 1e11  # seconds: a clock of the host may be any number, and dates end with the year 9999
NO_FRAME: JsonObject = {}  # never changed
State = Literal["waiting", "sent", "asking", "paused", "awaiting retry", "stored", "subscribed", "ended"]
Happening = Literal[
    "send",
    "listen",
    "sent already",
    "response",
    "no answer",
    "late",
    "ask",
    "pause",
    "carry",
    "require input",
    "acknowledge",
    "retry",
    "let go",
    "answer",
    "finish",
    "cancel",
]
OnResponse = Callable[["Request", JsonObject], None]

STATES: dict[State, str] = {
    "waiting": "the bridge handles the request, or stores it in a queue or for an input-required result",
    "sent": "the receiver works on the request",
    "asking": "the bridge has asked the client for input, or the server something else, for this request",
    "paused": "it waits for a timer, for its task, or until the bridge opens the subscription again",
    "awaiting retry": "the client got an input-required result and may retry, while the server works on",
    "stored": "the client may retry, and the server's response or the call itself is stored until then",
    "subscribed": "the request is a subscription, which stays open",
    "ended": "the request is over",
}
# For each state and each event of a request: the method of `Request` to call, and the next state.
LIFE: dict[tuple[State, Happening], tuple[str, State]] = {
    ("waiting", "send"): ("_transmit", "sent"),
    ("asking", "send"): ("_transmit", "sent"),
    ("paused", "send"): ("_transmit", "sent"),
    ("waiting", "listen"): ("_transmit", "subscribed"),
    ("waiting", "sent already"): ("_wait", "sent"),
    ("sent", "response"): ("_receive", "waiting"),
    ("awaiting retry", "response"): ("_receive", "awaiting retry"),
    ("subscribed", "response"): ("_receive", "waiting"),
    ("sent", "no answer"): ("_receive_nothing", "waiting"),
    ("subscribed", "no answer"): ("_receive_nothing", "waiting"),
    ("sent", "late"): ("_time_out", "waiting"),
    ("waiting", "ask"): ("_wait", "asking"),
    ("asking", "ask"): ("_wait", "asking"),
    ("waiting", "pause"): ("_wait", "paused"),
    ("awaiting retry", "pause"): ("_wait", "awaiting retry"),
    ("waiting", "carry"): ("_wait", "waiting"),  # an input request is put into an input-required result
    ("asking", "carry"): ("_wait", "waiting"),
    ("sent", "require input"): ("_part", "awaiting retry"),
    ("paused", "require input"): ("_part", "awaiting retry"),
    ("waiting", "require input"): ("_part", "stored"),  # the server answered with the error -32042
    ("sent", "acknowledge"): ("_part", "subscribed"),
    ("asking", "acknowledge"): ("_wait", "subscribed"),
    ("sent", "let go"): ("_let_go", "ended"),
    ("awaiting retry", "let go"): ("_let_go", "ended"),
    ("awaiting retry", "retry"): ("_take_over", "sent"),
    ("stored", "retry"): ("_take_over", "waiting"),
    ("waiting", "answer"): ("_answer", "ended"),
    ("sent", "answer"): ("_answer", "ended"),
    ("asking", "answer"): ("_answer", "ended"),
    ("paused", "answer"): ("_answer", "ended"),
    ("subscribed", "answer"): ("_answer", "ended"),
    ("awaiting retry", "answer"): ("_keep", "stored"),
    ("waiting", "finish"): ("_end", "ended"),
    ("waiting", "cancel"): ("_end", "ended"),
    ("sent", "cancel"): ("_end", "ended"),
    ("asking", "cancel"): ("_end", "ended"),
    ("paused", "cancel"): ("_end", "ended"),
    ("awaiting retry", "cancel"): ("_end", "ended"),
    ("stored", "cancel"): ("_end", "ended"),
    ("subscribed", "cancel"): ("_end", "ended"),
}


class Request(StoredValues):
    """A request of a side, or of the bridge, from its arrival to its end.

    The methods are in the order in which they are called in the life of a request. If a request does not need
    an attribute, the attribute has its default. A request stores these values by name:

    - `frame`: the request to send again.
    - `answer KEY`: the client's answer to an input request.
    - `response`: the server's response, until the client retries the request.
    - `input request`: an input request in the form that it has in `inputRequests`.
    - `losses`: the losses of converting that input request.
    - `status`: the status of the task for which the request waits.
    """

    state: State = "waiting"

    # The requestor, which gets the response
    arrival: Arrival | None = None  # the frame in which the client sent the request, if that has a key
    # The stream key of this request. `Conversation.forward` gives a request of the server the key of the call
    # that caused it.
    stream: Hashable = None
    server_stream: Hashable = None  # the key that a request of the server came with
    progress: float = 0  # the last value that the requestor was sent
    is_gone = False  # the client is gone, but the request cannot be cancelled
    losses: tuple[Loss, ...] = ()  # losses to report with the next frame for this request

    # The receiver
    receiver: Side | None = None
    sent_id: Any = None  # the id at the receiver; a number is replaced when the request is sent again
    sent_method = ""
    # The client's request, unless the budget counts it. As text, because objects take much more memory.
    sent_text: bytes = b""
    on_response: OnResponse | None = None
    late: int | None = None  # the timer that ends the wait for the response

    # The time in between
    timer: int | None = None  # the timer that ends another wait; `set_timer` starts it
    on_end: tuple[Callable[[Request, str | None], None], ...] = ()  # called with the reason of a cancellation
    # Of an input request: the dictionary that contains it, and its key.
    place: tuple[dict[str, Request], str] | None = None
    input_requests: dict[str, Request]  # the unanswered input requests, by key of `inputRequests`
    rounds = 0  # number of input-required results
    pauses = 0  # number of pauses in a row
    request_state: Any = None  # `requestState` of the last input-required result of the bridge
    is_awaited = False  # a stateless server waits for the retry of the request, with its `requestState`
    digest = b""  # a hash of the params that the client's retry must repeat
    # The capabilities for input requests that a stateless client declared in the request.
    capabilities: frozenset[str] = frozenset()
    level: str | None = None  # the log level for which this request asks
    lacks: tuple[str, str] | None = None  # a missing capability, and a text in the error that it causes

    # Subscriptions
    filter: JsonObject = NO_FRAME  # the filter of a subscription
    uris: tuple[str, ...] = ()  # the resources of a subscription
    unanswered: frozenset[str] = frozenset()  # resources whose subscription the server has not answered
    acknowledged_at: float | None = None  # the time at which the server acknowledged the open subscription

    # Tasks
    task_wanted: JsonObject | None = None  # the client's `task`, if the call is to run as a task
    task_id: str | None = None  # the id of the task for which the request waits, or which it names

    def __init__(
        self,
        core: Core,
        requestor: Side | None,
        requestor_id: Any,
        method: str,
        progress_token: Any = None,
    ) -> None:
        self.core = core
        self.requestor: Side | None = requestor  # None for a request of the bridge
        self.requestor_id = requestor_id
        self.requestor_key = request_key(requestor_id)
        self.method = method
        self.progress_token = progress_token  # the progress token of the requestor
        self.input_requests = {}

    @property
    def frame(self) -> JsonObject:
        """The request without the id and progress token of the bridge, in order to send it again."""
        found: JsonObject | None = parse(self.sent_text) if self.sent_text else self.stored_value("frame")
        return found or NO_FRAME

    # The life of a request

    def happens(self, happening: Happening, *details: Any) -> bool:
        """Handle an event of the request: call the method that `LIFE` has for the state and the event.

        The request then has the next state. Return False if `LIFE` has no entry for the state and the event.
        """
        row = LIFE.get((self.state, happening))
        if row is None:
            return False
        function, self.state = row
        getattr(self, function)(*details)
        return True

    def _transmit(self, to: Side, frame: JsonObject, on_response: OnResponse, seconds: float) -> None:
        """Send the request to its receiver under a new id.

        If `seconds` is not zero, start a timer that ends the wait for the response after that time.
        """
        self._stop_timers()
        sent_id = self.sent_id if type(self.sent_id) is str else self.core.next_id()
        self.receiver, self.sent_id, self.on_response = to, sent_id, on_response
        self.sent_method = frame["method"]
        self.sent_text = json_line(frame) if self.requestor == "client" else b""
        self.core.account.release(self, "frame")
        self.core.sent[to][sent_id] = self
        if seconds:
            self.late = self.core.start_timer(seconds, partial(self.happens, "late", seconds))
        message = with_progress_token(frame, None if self.progress_token is None else sent_id)
        try:
            message, losses = as_written(self.core.revision, to, {**message, "id": sent_id})
        except REFUSED as refusal:
            error = OwnError("refused", str(refusal))
            if isinstance(refusal, NoCounterpart) and refusal.reply is not None:
                error.update(refusal.reply)
            self.happens("response", error)
            return
        losses, self.losses = self.losses + losses, ()
        self.core.output.append(Frame(to, message, losses, self.core.open_stream(to, self.stream)))

    def _receive(self, frame: JsonObject) -> None:
        """Pass the response of the receiver to `on_response`, the function that waits for it."""
        self.stop_waiting()
        assert self.on_response is not None and self.receiver is not None
        if not isinstance(frame, OwnError):
            try:
                frame, losses = as_read(self.core.revision, self.receiver, frame, self.sent_method)
            except REFUSED as refusal:
                frame, losses = unconvertible(f"the response of the {self.receiver}", refusal), ()
            self.losses += losses
        self._continue(self.on_response, frame)

    def _receive_nothing(self, step: Callable[..., None], *given: Any) -> None:
        """Stop waiting for a response. Call the function `step` with the request and the arguments `given`.

        This happens in two cases: the server has cancelled a subscription, or the process of the server has
        ended. In the second case, `step` sends the request to a new process.
        """
        self.stop_waiting()
        self._continue(step, *given)

    def _time_out(self, seconds: float) -> None:
        """Cancel the request at a receiver that did not answer in time. Pass an error to `on_response`."""
        assert self.on_response is not None
        reason = f"no answer to {self.sent_method} in {seconds:g} seconds"
        self.stop_waiting(cancelled=True, reason=reason)
        self._continue(self.on_response, OwnError("timeout", reason))

    def _continue(self, step: Callable[..., None], *given: Any) -> None:
        """Call `step` with the request and the given arguments, after the wait for the receiver.

        Afterwards, end a request of the bridge itself, unless `step` has sent the request again or lets the
        request wait.
        """
        self.attempt(step, self, *given)
        if self.requestor is None and self.state == "waiting":
            self.happens("finish", "answered")

    def _wait(self, *timer: Any) -> None:
        """Call `set_timer` with the given arguments. If there are no arguments, start no timer."""
        if timer:
            self.set_timer(*timer)

    def _part(self, result: JsonObject, losses: tuple[Loss, ...] = ()) -> None:
        """Answer the requestor with a result that does not end the request.

        Either the requestor may retry the request, or the request is the subscription of a client with a
        handshake, which the bridge keeps open at the server.
        """
        self._stop_timers()
        frame: JsonObject = {"jsonrpc": "2.0", "id": None, "result": result}
        self._respond(frame, losses, "answered", None)

    def _take_over(self, new: Request) -> None:
        """Continue this request after the client has retried it. `new` is the retry.

        The client gets the response of this request as the response to `new`.
        """
        self.core.stop_timer(self.timer)
        self.requestor, self.requestor_id = new.requestor, new.requestor_id
        self.requestor_key = new.requestor_key
        self.progress_token, self.progress, self.losses = new.progress_token, 0, new.losses
        if new.arrival is not None:
            self.attach(new.arrival)
        new.happens("finish", "answered")  # its frame does not end, because this request has just joined it
        self.core.note_open(self)

    def _keep(self, frame: JsonObject, losses: tuple[Loss, ...], end: EndReason, why: Why | None) -> None:
        """Store a response until the client retries. If the budget has no room, the retry gets an error."""
        self.stop_waiting()
        self.core.account.store(self, "response", (frame, losses, end, why))

    def _answer(self, frame: JsonObject, losses: tuple[Loss, ...], end: EndReason, why: Why | None) -> None:
        """Answer the requestor, and end the request."""
        self.stop_waiting(cancelled=True)  # before the response, which removes the stream of the request
        self._respond(frame, losses, end, why)
        self._end(end)

    def _let_go(self, on_response: OnResponse, seconds: float, end: EndReason, reason: str | None) -> None:
        """End the request, but let a request of the bridge itself wait in its place for the response.

        The receiver is not told yet that the request is cancelled, because its response may name a task,
        which `on_response` then cancels. If no response comes within `seconds`, the bridge cancels the
        request at the receiver, with the `reason`.
        """
        assert self.receiver is not None
        waiting = Request(self.core, None, None, self.method)
        waiting.receiver, waiting.sent_id, waiting.sent_method = self.receiver, self.sent_id, self.sent_method
        waiting.on_response = on_response
        waiting.happens("sent already")
        waiting.late = self.core.start_timer(seconds, partial(waiting.cancel, reason))
        self.core.sent[self.receiver][self.sent_id] = waiting
        self.receiver = None  # so that `_end` does not cancel the request there
        self._end(end, reason)

    def _end(self, end: EndReason, reason: str | None = None) -> None:
        """Remove the request from every table. This is the last step.

        First call the functions given to `at_end`, which free other tables, and end the requests that were
        sent because of this one. Then, if the receiver still works on the request, cancel it there, with the
        `reason`.
        """
        on_end, self.on_end, self.on_response = self.on_end, (), None
        for call in on_end:
            call(self, reason)
        self.stop_waiting(cancelled=True, reason=reason)
        self._stop_timers()
        self._release(end)
        if self.is_awaited:
            self.core.on_abandoned(self.frame["params"]["requestState"])
        self.core.account.release(self)
        if self.place is not None:
            input_requests, key = self.place
            input_requests.pop(key, None)

    # Parts of these steps

    def _respond(self, frame: JsonObject, losses: tuple[Loss, ...], end: EndReason, why: Why | None) -> None:
        """Send a response to the requestor, under the requestor's id. No other response may follow."""
        requestor = self.requestor
        if requestor is None:
            return
        frame = {**frame, "id": self.requestor_id}
        if self.core.result_meta and requestor == "client" and type(frame.get("result")) is dict:
            result = frame["result"]
            meta = result.get("_meta")
            if meta is None or type(meta) is dict:
                frame["result"] = {**result, "_meta": {**self.core.result_meta, **(meta or {})}}
        losses, self.losses = self.losses + losses, ()
        if self.is_gone:
            self.core.drop(frame, REQUESTOR_GONE)
        else:
            self.core.send(requestor, frame, losses, self.method, request=self, why=why)
        self._release(end)

    def _release(self, end: EndReason) -> None:
        """Remove the request from `Core.open`, because no requestor waits for a response any more."""
        if self.requestor is None:
            return
        self.core.note_closed(self.requestor, self.requestor_key)
        self.core.subscriptions.pop(self, None)
        self.detach(end)
        self.requestor = self.progress_token = self.stream = None

    def attach(self, arrival: Arrival) -> None:
        """Record `arrival`, the client's frame in which the request came."""
        self.arrival, self.stream = arrival, arrival.stream
        arrival.open[self] = None
        self.core.arrivals.setdefault(arrival.stream, {})[arrival] = None

    def detach(self, end: EndReason) -> None:
        """Record that the frame in which the request came no longer waits for it, and why (`end`)."""
        arrival, self.arrival = self.arrival, None
        if arrival is None:
            return
        del arrival.open[self]
        arrival.end = end
        if not arrival.open:
            self.core.over[arrival] = None
            same_key = self.core.arrivals[arrival.stream]
            del same_key[arrival]
            if not same_key:
                del self.core.arrivals[arrival.stream]

    def stop_waiting(self, *, cancelled: bool = False, reason: str | None = None) -> None:
        """Remove the request from `Core.sent`, and no longer wait for the receiver's response.

        If `cancelled` is true, tell the receiver that the request is cancelled, with the `reason`.
        """
        self.core.stop_timer(self.late)
        to = self.receiver
        if to is None or self.core.sent[to].pop(self.sent_id, None) is None:
            return
        if cancelled and self.method != "initialize":  # `initialize` cannot be cancelled
            params: JsonObject = {"requestId": self.sent_id}
            if reason is not None:
                params["reason"] = reason
            self.core.send(to, frame_of(CANCELLED, params), request=self)

    def set_timer(self, seconds: float, call: Callable[[], object]) -> None:
        """Call `call` after `seconds`, unless the request is sent again, is retried or ends before.

        The timer replaces an earlier one of the request.
        """
        self.core.stop_timer(self.timer)
        self.timer = self.core.start_timer(seconds, call)

    def _stop_timers(self) -> None:
        self.core.stop_timer(self.timer)
        self.core.stop_timer(self.late)

    def at_end(self, call: Callable[[Request, str | None], None]) -> None:
        """Call `call` when the request ends.

        `call` gets the request and the reason of its cancellation, or None.
        """
        if call not in self.on_end:
            self.on_end += (call,)

    # What a conversation does with a request

    def respond(
        self,
        frame: JsonObject,
        losses: tuple[Loss, ...] = (),
        end: EndReason = "answered",
        why: Why | None = None,
    ) -> None:
        """Answer the requestor with a response frame.

        If the requestor must retry first, store the frame until the retry. `why` says why the bridge made an
        error response itself. An `OwnError` needs no `why`, because it has its own.
        """
        why = why or why_of(frame)
        if not self.happens("answer", frame, losses, end, why):
            self.core.drop(frame, REQUEST_ENDED)

    def respond_result(self, result: JsonObject, losses: tuple[Loss, ...] = ()) -> None:
        """Answer a request with a result."""
        self.respond({"jsonrpc": "2.0", "id": None, "result": result}, losses)

    def respond_error(self, code: int, message: str, data: Any = None, *, why: Why = "refused") -> None:
        """Answer a request with an error of the bridge. `why` says why."""
        self.respond(OwnError(why, message, code, data), end="refused")

    def respond_refusal(self, refusal: Refusal) -> None:
        """Answer the requestor with the error for a request that was refused or cannot be converted."""
        if isinstance(refusal, DecodeError):
            known = refusal if isinstance(refusal, Refused) else Refused("")
            self.respond_error(refusal.code, str(refusal), known.data, why=known.why)
        elif refusal.reply is not None:
            self.respond(refusal.reply, end="refused", why="refused")
        else:
            self.respond_error(INTERNAL_ERROR, str(refusal))

    def attempt(self, step: Callable[..., None], *given: Any) -> None:
        """Call the function `step`. If it raises a refusal, answer the requestor with that refusal."""
        try:
            step(*given)
        except REFUSED as refusal:
            self.respond_refusal(refusal)

    def send(
        self,
        to: Side,
        frame: JsonObject,
        on_response: OnResponse,
        losses: tuple[Loss, ...] = (),
        *,
        seconds: float = 0,
    ) -> None:
        """Send the request under an id of the bridge, and pass the response to `on_response`.

        If `seconds` is not zero and the receiver does not answer in time, `on_response` gets an error.
        """
        self.losses += losses
        stays = self.requestor == "client" and frame["method"] == self.method == LISTEN
        happening: Happening = "listen" if stays else "send"
        if not self.happens(happening, to, frame, on_response, seconds):
            self.core.drop(frame, REQUEST_ENDED)

    def cancel(self, reason: str | None = None, end: EndReason = "cancelled") -> None:
        """End the request without a response, and cancel it at its receiver."""
        self.happens("cancel", end, reason)

    def note_requestor_gone(self) -> None:
        """Record that the client is gone, in a request that cannot be cancelled, such as `initialize`."""
        self.is_gone = True
        self.detach("gone")
        self.stream = None

    # Requests in the budget

    def store_frame(self) -> bool:
        """Store the request as text while it waits for its client or a task. Return whether there is room."""
        if self.sent_text and not self.core.account.store(self, "frame", self.frame):
            return False
        self.sent_text = b""
        return True


class Arrival:
    """A frame that the client sent with a stream key, and the open requests of that frame."""

    __slots__ = ("end", "open", "stream")

    def __init__(self, stream: Hashable) -> None:
        self.stream = stream
        self.open: dict[Request, None] = {}
        self.end: EndReason = "taken"


class Core:
    """The state that all parts of one bridge share.

    It has the open requests of both sides, the timers, and the frames to send after the current event.
    """

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
        self.now = self._first_tick = -inf  # times of the host's clock; -inf before the first `tick`
        self.agreed = False  # whether the revisions of both sides are final
        self.strict_lists = False  # whether a list is refused if an item cannot be converted
        self.passes_unknown = False  # whether methods pass that no revision and no extension defines
        # Called with the `requestState` of each input-required result of the server that gets no retry.
        self.on_abandoned: Callable[[str], object] = lambda state: None
        self.result_meta: JsonObject = {}  # members of the `_meta` of every result to the client
        self.output: list[Frame] = []
        self.stream: Hashable = None  # the key of the client's request that is handled
        self.server_stream: Hashable = None  # the key of the server's frame that is handled
        self.sender: Side | None = None  # the sender of the frame that is handled
        self.arrival: Arrival | None = None  # the frame of the client that is handled
        self.arrivals: dict[Hashable, dict[Arrival, None]] = {}  # frames with open requests, by key
        # Losses of the text that is handled. They are reported with the first frame.
        self.text_losses: tuple[Loss, ...] = ()
        self.over: dict[Arrival, None] = {}  # frames that may have no open requests since the last event
        # Requests by requestor and id. In a key, 1.0 equals 1, but not "1". Only ids are looked up.
        self.open: dict[Side, dict[Any, Request]] = {"client": {}, "server": {}}
        # Requests by receiver and sent id.
        self.sent: dict[Side, dict[int | str, Request]] = {"client": {}, "server": {}}
        self.repeated = 0  # bytes of the handshake that each request to the server repeats
        self.subscriptions: dict[Request, None] = {}  # the client's subscriptions
        self.timers = Timers()
        self.streams = 0  # the number of the client's open subscriptions
        self.account = Account(budget or Budget(DEFAULT_BUDGET))
        self._last_number = 0
        self._next_id = ids or self.next_number
        self._first_id = self._last_id = 0  # the ids of the first and the last request that were sent

    # Events

    def begin(self, side: Side, stream: Hashable) -> None:
        """Set the stream key that came with the frame to be handled next."""
        if side == "server":
            self.server_stream = stream
            request = None if stream is None else self.sent_request("server", stream)
            if request is not None and request.stream in self.arrivals:
                self.stream = request.stream
        elif stream is not None:
            self.stream, self.arrival = stream, Arrival(stream)
            self.over[self.arrival] = None

    def end(self) -> list[Frame | Ended]:
        """Return the events that were collected since the last call of `end`, and forget them.

        The frames to send come first, in order, then the `Ended` events. Clear the streams that `begin` set.
        """
        output: list[Any] = self.output
        self.output = []
        if self.text_losses and output:
            output[0] = output[0]._replace(losses=self.text_losses + output[0].losses)
        self.text_losses = ()
        if self.over:
            output += [Ended(each.stream, each.end) for each in self.over if not each.open]
            self.over = {}
        self.stream = self.server_stream = self.arrival = self.sender = None
        return output

    def send(
        self,
        to: Side,
        frame: JsonObject,
        losses: tuple[Loss, ...] = (),
        answering: str | None = None,
        *,
        request: Request | None = None,
        why: Why | None = None,
    ) -> None:
        """Convert a notification or a response to the revision of a side, and send it to that side.

        `answering` is the method of the request that a response answers, and `why` says why the bridge made
        an error response itself. The frame belongs to a stream:

        - By default, it is the stream of the frame that the bridge handles now.
        - If `request` is given, it is the stream of that request. But for the response to a request of the
          server, it is the stream of the frame that the bridge handles now, as by default. The response's
          `server_stream` is the key with which the server's request came.
        """
        try:
            frame, more = as_written(self.revision, to, frame, answering)
        except REFUSED as refusal:
            if "method" in frame:
                self.drop_refused(frame, refusal)
                return
            unsent, more = unconvertible("the response", refusal), ()
            frame, why = {**unsent, "id": frame.get("id")}, unsent.why
        stream, server_stream = self.stream, None
        if request is not None and to == "server" and request.requestor == "server":
            server_stream = request.server_stream
        elif request is not None:
            stream = request.stream
        stream = self.open_stream(to, stream)
        self.output.append(
            Frame(to, frame, losses + more, stream, server_stream, answering=answering, why=why)
        )

    def open_stream(self, to: Side, stream: Hashable) -> Hashable:
        """Return the given stream, or None if no frame can be sent on it any more.

        The result is None for a stream of the client that ended before the event that is handled now.
        """
        if to == "server" or stream in self.arrivals or any(each.stream == stream for each in self.over):
            return stream
        return None

    def drop(self, frame: Any, reason: Change, detail: str | None = None) -> None:
        """Report that a frame is dropped: add a `Frame` without receiver, whose loss states the reason.

        `detail` replaces the text of the reason.
        """
        loss = Loss("dropped", "", frame, detail or reason.reason, reason.id)
        self.output.append(Frame(None, frame, (loss,), sender=self.sender))

    def drop_refused(self, frame: Any, refusal: Refusal) -> None:
        """Report that a notification, or a request of the server, does not arrive. `refusal` says why."""
        if isinstance(refusal, NoCounterpart):
            self.drop(frame, Change(refusal.change, refusal.reason))
        else:
            reason = str(refusal)
            is_refused = isinstance(refusal, Refused)
            self.drop(frame, Change("refused", reason) if is_refused else Change("malformed", reason))

    def _timestamp(self) -> str:
        """Return the time of the host's clock as a timestamp, as if the clock began at the Unix epoch."""
        seconds = max(0.0, min(self.now, _LATEST))
        return (_EPOCH + timedelta(seconds=seconds)).isoformat().replace("+00:00", "Z")

    def next_number(self) -> int:
        """Return a number that this object never returned before."""
        self._last_number += 1
        return self._last_number

    def next_id(self) -> int:
        """Return a new id for a request to send."""
        self._last_id = self._next_id()
        self._first_id = self._first_id or self._last_id
        return self._last_id

    # Requests that arrive

    def arrive(self, requestor: Side, frame: JsonObject) -> Request | None:
        """Record a request of a side and return it.

        If the id is in use or a limit is reached, answer with an error and return None.
        """
        request = Request(self, requestor, frame["id"], frame["method"], progress_token_of(frame))
        request.requestor_key = self._key(requestor, request.requestor_key)
        too_many, most = self.too_many_open(requestor), self.limits.handshake
        if request.requestor_key in self.open[requestor]:
            named = shown(frame["id"])
            message = f"the id {named} belongs to a request that is still open"
            error = OwnError("refused", message, INVALID_REQUEST, id=frame["id"])
        elif too_many is not None:
            error = OwnError("limit", too_many, id=frame["id"])
        elif frame["method"] == "initialize" and len(json_line(params_of(frame))) > most:
            message = f"the params have more than {most} bytes"
            error = OwnError("limit", message, INVALID_PARAMS, id=frame["id"])
        else:
            self.note_open(request)
            request.server_stream = self.server_stream
            if requestor == "client" and self.arrival is not None:
                request.attach(self.arrival)
            return request
        self.refuse(requestor, error)
        return None

    def too_many_open(self, requestor: Side) -> str | None:
        """Return the error message if the limit of open requests of a side is reached, otherwise None."""
        most = self.limits.pending + (self.limits.queued if requestor == "client" else 0)
        if len(self.open[requestor]) < most:
            return None
        return f"the limit of open requests is {most} ({LIMIT[requestor]}); wait for answers"

    def note_open(self, request: Request) -> None:
        """Record that the requestor of a request waits for a response."""
        assert request.requestor is not None
        self.open[request.requestor][request.requestor_key] = request
        self.streams += request.requestor == "client" and request.method == LISTEN

    def note_closed(self, requestor: Side, key: Any) -> bool:
        """Record that no one waits for the response to a request. Return whether the request was open."""
        request = self.open[requestor].pop(key, None)
        if request is None:
            return False
        self.streams -= requestor == "client" and request.method == LISTEN
        return True

    def _key(self, requestor: Side, key: Any) -> Any:
        """Return the key of a request in the table of open requests.

        `key` is made from the id of the request. A stateless client may use the same id on several streams,
        so for such a client the result includes the stream.
        """
        scoped = (
            requestor == "client" and self.stream is not None and self.revision["client"] in per_request()
        )
        return (self.stream, key) if scoped else key

    def refuse(self, side: Side, error: OwnError) -> None:
        """Answer a request with an error before the request is recorded."""
        if side == "client" and self.arrival is not None:
            self.arrival.end = "refused"
        request = None
        if side == "server":
            request = Request(self, "server", None, "")
            request.server_stream = self.server_stream
        self.send(side, {**error}, request=request, why=error.why)

    def asked_request(self, requestor: Side, request_id: Any) -> Request | None:
        """Return the open request of a side with the id that a cancellation names, or None."""
        return self.open[requestor].get(self._key(requestor, request_key(request_id)))

    def sent_request(self, receiver: Side, sent_id: Any) -> Request | None:
        """Return the open request that was sent to a side under an id, or None."""
        return self.sent[receiver].get(sent_id) if is_request_id(sent_id) else None

    def subscription_at_server(self, sent_id: Any) -> Request | None:
        """Return the open subscription that was sent to the server under an id, or None."""
        request = self.sent_request("server", sent_id)
        return request if request is not None and request.sent_method == LISTEN else None

    def open_on(self, stream: Hashable) -> list[Request]:
        """Return the open requests that the client sent on a stream, oldest first."""
        return [request for arrival in self.arrivals.get(stream, ()) for request in arrival.open]

    def ask(
        self,
        to: Side,
        frame: JsonObject,
        on_response: OnResponse,
        losses: tuple[Loss, ...] = (),
        *,
        seconds: float | None = None,
        sent_id: str | None = None,
        stream: Hashable = None,
    ) -> Request:
        """Send a request that the bridge makes itself. Its id is `sent_id`, or a number by default.

        The request belongs to `stream`. The default is the stream of the frame that is handled. By default,
        the server has `Limits.opening` seconds to answer. A client has no such limit.
        """
        request = Request(self, None, None, frame["method"])
        request.sent_id = sent_id
        request.stream = self.stream if stream is None else stream
        if seconds is None:
            seconds = self.limits.opening if to == "server" else 0
        request.send(to, frame, on_response, losses, seconds=seconds)
        return request

    def cancel_input_requests(self, owner: Any, reason: str | None) -> None:
        """Cancel the input requests that were sent to the client for a request or a task."""
        input_requests, owner.input_requests = owner.input_requests, {}
        for input_request in input_requests.values():
            input_request.cancel(reason)

    def is_saturated(self, side: Side) -> bool:
        """Return whether so many requests to a side are open that the bridge sends no request of its own."""
        return len(self.sent[side]) >= 2 * self.at_once

    @property
    def at_once(self) -> int:
        """The number of the client's requests that the server may have at once.

        The bridge may repeat parts of the handshake in each request. If they are large, fewer requests are
        allowed at once (see `Limits.repeated`).
        """
        fit = self.limits.repeated // self.repeated if self.repeated else self.limits.pending
        return min(self.limits.pending, max(fit, LEAST))

    def deliver_response(self, side: Side, frame: JsonObject) -> None:
        """Pass a response to the request that it answers. Drop a response that answers no open request."""
        if not self.deliver(side, frame):
            self.drop(frame, NO_OPEN_REQUEST if self.may_have_sent(frame.get("id")) else NEVER_ASKED)

    def may_have_sent(self, sent_id: Any) -> bool:
        """Return whether the bridge may have sent a request with this id.

        If no such request is open, it has ended, and what comes for it is late.
        """
        if type(sent_id) is str:
            return sent_id.startswith(OPENING)
        return is_request_id(sent_id) and 0 < self._first_id <= sent_id <= self._last_id

    def deliver(self, side: Side, frame: JsonObject) -> bool:
        """Pass a response to the request that it answers. Return whether there is such a request."""
        request = self.sent_request(side, frame.get("id"))
        return request is not None and request.happens("response", frame)

    def close(self, side: Side, reason: str) -> None:
        """End every request because a side is gone.

        The other side first gets errors as the answers to its own requests, and then the cancellations of the
        requests that it works on. If the cancellations came first, a server might stop before it has the
        answers.
        """
        other = OTHER[side]
        tables = self.open[other], self.sent[other], self.open[side], self.sent[side]
        requests = list(dict.fromkeys(request for table in tables for request in table.values()))
        for request in requests:
            request.on_end = ()
        for request in list(self.sent[side].values()):
            request.stop_waiting()  # nobody reads a cancellation
        for request in requests:
            if request.requestor == other:
                request.respond_error(INTERNAL_ERROR, reason, why="closed")
            else:
                request.cancel(reason, "closed")
        self.timers.clear()
        self.account.close()

    # Time

    def start_timer(self, seconds: float, call: Callable[[], object]) -> int:
        """Call `call` after `seconds`. Return the number of the timer.

        If there was no `tick` yet, the seconds begin with the first `tick`.
        """
        timer = self.next_number()
        self.timers.start(timer, (0.0 if self.now == -inf else self.now) + seconds, call)
        return timer

    def stop_timer(self, timer: int | None) -> None:
        """Stop a timer. Ignore None and timers that are over."""
        if timer is not None:
            self.timers.stop(timer)

    def seconds_since(self, then: float) -> float:
        """Return the seconds since `then`, an earlier value of `now`.

        If `then` is a time before the first `tick`, the seconds are counted from that `tick`.
        """
        return 0.0 if self.now == -inf else self.now - max(then, self._first_tick)

    def tick(self, now: float) -> None:
        """Set the time and call the timers that are due, earliest first."""
        if self.now == -inf < now:
            self._first_tick = now
            self.timers.begin(now)
        self.now = max(self.now, now)
        for call in self.timers.due(self.now):
            call()


def ignore_response(request: Request, frame: JsonObject) -> None:
    """Ignore the response to a request of the bridge."""
