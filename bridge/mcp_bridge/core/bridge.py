"""The public object of the bridge: it accepts the frames of both sides and returns the frames to send.

Input, from the host: `from_client(frame, stream)` and `from_server(frame, stream)` for a JSON-RPC frame, as
bytes, as a parsed message, or as the result of `Bridge.read(bytes)`. `gone(stream)` when nobody reads a
stream of the client any more. `undelivered(frame, reason)` when the host cannot deliver a frame.
`closed(side)` when a side is gone. `tick(now)` when time has passed, at `deadline` at the latest.

Output, from each of these methods: the `Frame`s to send, in order, then the `Ended` events. The host does all
I/O and keeps the time. The bridge never changes a message of the host. The docstring of the package states
the rules.

A host with several connections to a side passes a stream key with each frame. `stream` is any hashable value.
A host with one connection to each side passes none. Rules:

- Each `from_client` call with a key is followed by exactly one `Ended` with that key. It comes when the last
  request in the frame is over, or at once for a frame without requests.
- `Frame.stream` of a frame to the client names the client's request to which the frame belongs. Such a frame
  is the response, progress, an input request for that request, or a notification of its subscription. If the
  bridge cannot tell, an input request or a log message goes to the newest open request. None means that the
  frame belongs to the session.
- `Frame.stream` of a frame to the server names the client's request for which the frame is sent.
- A server may answer each request on a connection of its own. The key of `from_server` is the id of the
  request whose connection carried the frame, or any other key that the host chooses. If the frame is a
  request of the server, the response to it has the same key as `Frame.server_stream`.
- A client without a handshake numbers the requests of each stream separately, so two streams may use one id.
  In a session, ids are unique, and a cancellation may come on any stream.
- `gone(stream)` cancels the open requests of a stream, except `initialize`, which continues without a
  receiver. Input requests that were sent on the stream are answered with an error.
- A host that uses keys must use keys from the first frame on. The bridge then parses and renumbers frames
  even between equal revisions.

`SESSION` names the handler of a frame in each state of the session:

| state   | meaning                                                    | ends with                    |
|---------|------------------------------------------------------------|------------------------------|
| new     | a revision is unknown, or the bridge must open the session | a request that opens it      |
| opening | the server has not answered yet                            | the answer: open, or new     |
| open    | both sides can talk                                        | `closed`                     |
| closed  | a side is gone                                             |                              |

A bridge begins in the state `open` if both revisions are given and the client has a handshake, because the
client begins that handshake. In the state `new`, a client with a handshake can only send `initialize` and
`ping`.

While the session opens, at most `Limits.queued` frames of the client wait. In an open session, a request
waits while the server works on `Core.at_once` requests of the client. The retry of a request does not wait.
Open subscription streams do not count, because no response is due.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from operator import attrgetter
from typing import Any, Literal

import mcp_revisions as mr
from mcp_revisions import Change, DecodeError, Endpoint, Why
from mcp_revisions.jsonrpc import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    is_request_id,
    member,
)

from mcp_bridge.core import rules
from mcp_bridge.core.budget import Budget, Limits, StoredValues, checked_kind, checked_limits
from mcp_bridge.core.conversation import Conversation
from mcp_bridge.core.frames import (
    CANCELLED,
    DISCOVER,
    ERROR_WITHOUT_ID,
    LISTEN,
    NO_OPEN_REQUEST,
    NOTHING_CONFIRMED,
    QUEUE_FULL,
    SESSION_CLOSED,
    SESSION_NOT_OPEN,
    Ended,
    Frame,
    JsonObject,
    OwnError,
    Refused,
    kind_of,
    meta_of,
    params_of,
)
from mcp_bridge.core.handshake_to_stateless import HandshakeToStateless
from mcp_bridge.core.opening import OFFERS, Offer, Opening
from mcp_bridge.core.requests import TOO_MANY_SUBSCRIPTIONS, Core, Request
from mcp_bridge.core.revisions import facts_of, per_request, with_handshake
from mcp_bridge.core.rules import TaskSides
from mcp_bridge.core.same_era import HandshakePair, StatelessPair
from mcp_bridge.core.sides import OTHER, Side
from mcp_bridge.core.stateless_to_handshake import StatelessToHandshake
from mcp_bridge.core.texts import (
    ReadFrame,
    forward_text,
    pass_error,
    read,
    read_frame,
    refuse_unreadable,
    relayed_heads,
    text_of,
)

AUTO = "auto"
Auto = Literal["auto"]
Event = Frame | Ended

# The states of a session. `unknown` is `new`, and `searching` is `opening`, before the revision of a side is
# known.
STATES = ("unknown", "new", "searching", "opening", "open", "closed")
UNSETTLED = {"new": "unknown", "opening": "searching"}
# For each kind of frame and each state: the method of `Bridge` that handles the frame, without its
# underscore, or the reason why the frame is dropped.
TELL, ASK = "conversation.handle_notification", "conversation.handle_request"
CANCEL, DELIVER = "conversation.handle_cancelled", "core.deliver_response"
SESSION: dict[str, tuple[str | Change, ...]] = {
    "client request": ("begin_session", "begin_session", "hold", "hold", "route", "refuse_gone"),
    "client notification": ("drop_early", "drop_early", "hold", "hold", TELL, SESSION_CLOSED),
    "client cancellation": ("drop_early", "drop_early", CANCEL, CANCEL, TELL, SESSION_CLOSED),
    "server request": ("refuse_early", ASK, "refuse_early", ASK, ASK, "refuse_gone"),
    "server notification": ("drop_early", TELL, "drop_early", TELL, TELL, SESSION_CLOSED),
    "response": (*[DELIVER] * 5, SESSION_CLOSED),
    "error without id": (*[ERROR_WITHOUT_ID] * 5, SESSION_CLOSED),
}


class Bridge:
    """Translate between a client and a server, without I/O, clock or randomness.

    - `client`, `server`: the revision of each side, or `"auto"`. Extensions of a revision are ignored,
      because the declared capabilities tell which extensions a side uses.
    - `limits`: the bounds of memory and time.
    - `nonce`: a function that returns texts which cannot be guessed, for the states of input requests and the
      ids of URL elicitations. A counter is the default.
    - `log_level`: the level that the bridge requests of a stateless server for a client that sets none. None
      requests no log messages.
    - `tasks`: the sides that have tasks, of 2025-11-25 or of the extension. `"auto"` follows the declared
      capabilities.
    - `timestamp`: a function that returns the time as a date, for tasks of the bridge. The clock of `tick` is
      the default.
    - `offer`: the revision that a server of unknown revision is offered first for a client with a handshake:
      the `"newest"`, or the client's `"own"`, so that messages pass unchanged if the server agrees.
    - `budget`: the bytes for handshakes, calls that wait for answers or a task, input requests, stored
      responses and tasks. Several bridges may use one `Budget`, or its part for one client, which
      `Budget.share` returns. 64 MiB is the default.
    - `ids`: a function that returns growing whole numbers, the ids of requests that the bridge sends. A
      counter is the default.
    - `strict_lists`: refuse a list of tools, prompts, resources or templates with an item that cannot be
      converted. By default the item is omitted and reported.
    - `unknown_methods`: `"pass"` forwards the messages of a method that no revision and no extension of
      `mcp_revisions` defines. `"refuse"` forwards them only between revisions of the same era, or if both
      sides declare the same extension. Across eras, the bridge adds `_meta` and `resultType`, or removes
      `resultType`.

    Raise `ValueError` for an unknown revision, level, side, offer or `unknown_methods`, and `TypeError` for
    an argument of another kind.
    """

    def __init__(  # noqa: PLR0913 - one call with every option
        self,
        client: Endpoint | Auto,
        server: Endpoint | Auto,
        *,
        limits: Limits | None = None,
        nonce: Callable[[], str] | None = None,
        log_level: str | None = "info",
        tasks: TaskSides = "auto",
        timestamp: Callable[[], str] | None = None,
        offer: Offer = "newest",
        budget: Budget | None = None,
        ids: Callable[[], int] | None = None,
        strict_lists: bool = False,
        unknown_methods: Literal["refuse", "pass"] = "refuse",
    ) -> None:
        revisions = mr.known_revisions()
        sides = {"client": _revision(client), "server": _revision(server)}
        for name, revision in sides.items():
            if revision not in (*revisions, AUTO):
                raise ValueError(
                    f"{name}: {revision!r} is not a known revision; the revisions are {', '.join(revisions)}"
                )
        if log_level is not None and log_level not in rules.LEVELS:
            raise ValueError(
                f"log_level: {log_level!r} is not a log level; the levels are {', '.join(rules.LEVELS)}"
            )
        if tasks not in rules.TASK_SIDES:
            raise ValueError(f"tasks: {tasks!r} is not one of {', '.join(rules.TASK_SIDES)}")
        if offer not in OFFERS:
            raise ValueError(f"offer: {offer!r} is not one of {', '.join(OFFERS)}")
        if unknown_methods not in ("refuse", "pass"):
            raise ValueError(f"unknown_methods: expected 'refuse' or 'pass', not {unknown_methods!r:.100}")
        self._offer: Offer = offer
        if budget is not None:
            checked_kind("budget", budget, Budget, "a `Budget`")
        for name, function in (("nonce", nonce), ("timestamp", timestamp), ("ids", ids)):
            if not (function is None or callable(function)):
                raise TypeError(
                    f"{name}: must be a function without arguments, not {type(function).__name__}"
                )
        self._log_level = log_level
        self._tasks: TaskSides = tasks
        client, server = sides["client"], sides["server"]
        self._reads_client = client == AUTO  # the first requests of the client name its revision
        self._client_is_unknown = client == AUTO
        self._server_is_unknown = server == AUTO
        self._requested: str | None = None
        first, last = (
            rules.LAST_WITH_HANDSHAKE if revision == AUTO else revision for revision in sides.values()
        )
        self._core = Core(
            first, last, checked_limits(limits), nonce or self._next_nonce, timestamp, budget, ids
        )
        checked_kind("strict_lists", strict_lists, bool, "true or false")
        self._core.strict_lists = strict_lists
        self._core.passes_unknown = unknown_methods == "pass"
        self._nonces = 0
        self._opening: Opening | None = None
        self._queue: dict[Request, JsonObject] = {}  # requests that wait for the session, or for their turn
        self._early: list[StoredValues] = []  # notifications that wait for the session to open, as text
        self._forwards = False  # frames pass without parsing, between equal revisions
        self._has_keys = False  # the host passes stream keys
        # The stream of the client's last error without an id, until its next request.
        self._refused_on: tuple[Hashable] | None = None
        self._conversation: Conversation
        self._gone: dict[Side, str] = {}  # the reason why a side is gone
        self._unopened: str | None = None  # the reason why the last session did not open
        self._state: str
        self._begin()

    def on_abandoned(self, call: Callable[[str], object]) -> None:
        """Call `call` with the `requestState` of each input-required result that will get no retry.

        The call of a client with a handshake can end while the client answers input requests, for example
        because the client cancels it. A stateless server is not told, because the protocol has no message for
        that. A server in the same process can use this method to end its work. `call` must not raise an
        exception.
        """
        self._core.on_abandoned = call

    # Events

    @staticmethod
    def read(data: bytes) -> ReadFrame:
        """Parse a message and return the result for `from_client` or `from_server`. Raise nothing.

        With this method, a host that looks at a frame parses the frame only once. If the text is not a frame,
        `tree` of the result is None, and the bridge refuses the requests in the text.
        """
        return read_frame(data)

    def from_client(self, frame: Any, stream: Hashable = None) -> list[Event]:
        """Accept a frame of the client, and return the frames to send and the `Ended` events.

        `stream` is the key of the client's stream on which the frame came, or None. Raise `TypeError` if
        `stream` is not hashable.
        """
        return self._from("client", frame, stream)

    def from_server(self, frame: Any, stream: Hashable = None) -> list[Event]:
        """Accept a frame of the server, and return the frames to send and the `Ended` events.

        `stream` is the id of the request whose connection carried the frame, or any other key.
        Raise `TypeError` if `stream` is not hashable.
        """
        return self._from("server", frame, stream)

    def gone(self, stream: Hashable) -> list[Event]:
        """Cancel the client's requests that came with the key `stream`, because nobody reads that stream now.

        Return the frames to send and the `Ended` events. Raise `TypeError` if `stream` is not hashable.
        """
        core = self._core
        if stream is None:
            return []
        asked = [each for each in core.sent["client"].values() if each.stream == stream]
        for input_request in asked:
            input_request.stop_waiting()  # nobody reads a cancellation
        for input_request in (each for each in asked if each.requestor == "server"):
            self._refuse_request(input_request, "the client is gone")
        for request in core.open_on(stream):
            self._conversation.note_requestor_gone(request)
        for input_request in asked:
            self._refuse_request(input_request, "the client is gone")
        return self._events()

    def undelivered(self, frame: Frame, reason: str) -> list[Event]:
        """Handle a frame that the bridge returned and the host cannot deliver. Return the frames to send.

        The host is the program that uses the bridge. If the frame is a request, the bridge answers the sender
        of the request with an error that states `reason`. Raise nothing.
        """
        core = self._core
        tree = frame.tree
        is_request = type(tree) is dict and "method" in tree and frame.to is not None
        request = core.sent_request(frame.to, frame.id) if is_request and frame.to is not None else None
        if request is not None:
            self._refuse_request(request, reason)
        return self._events()

    def unanswered(
        self, id: int | str, reason: str, *, why: Why = "lost", code: int = INTERNAL_ERROR, data: Any = None
    ) -> list[Event]:
        """Answer a request of the client with an error, because the server will not answer it.

        Return the frames to send. Raise nothing. `id` is the id under which the server got the request. The
        client gets an error with `reason`, `code` and `data`, and the `Frame.why` of the error is `why`.
        """
        error = OwnError(why, reason, code, data, id)
        if self._has_keys:
            self._core.begin("server", id)
        if not self._forwards:
            self._take("response", "server", error)
        elif not pass_error(self._core, "server", error):
            self._core.drop(error, NO_OPEN_REQUEST)
        return self._events()

    def decline(self, request_state: str, keys: Iterable[str]) -> list[Event]:
        """Refuse input requests of a server with a handshake. Return the frames to send. Raise nothing.

        `request_state` is that of an input-required result, and `keys` are keys of its input requests. The
        server gets "method not found" (-32601) for each. The client must then retry the call without answers
        to them.
        """
        self._conversation.decline(request_state, keys)
        return self._events()

    def abandon(self, request_state: str, code: int, reason: str) -> list[Event]:
        """Cancel a call that the client will not retry. Return the frames to send. Raise nothing.

        `request_state` is that of its input-required result. A server with a handshake gets an error with
        `code` and `reason` for each input request of the result, and the cancellation of the call.
        """
        self._conversation.abandon(request_state, code, reason)
        return self._events()

    def cancel_tasks(self) -> list[Event]:
        """Cancel the tasks of the server for which calls of the client wait. Return the frames to send.

        Call this before `closed("server")` if the host ends the session of a client, but the server goes on.
        Otherwise the tasks would run until their time is over. `closed("client")` cancels them itself. Raise
        nothing.
        """
        self._conversation.cancel_awaited_tasks()
        return self._events()

    def _refuse_request(self, request: Request, reason: str) -> None:
        """Answer a request with an error in place of its receiver. Ignore a request that has ended."""
        request.happens("response", OwnError("lost", reason))

    def closed(self, side: Side, reason: str | None = None) -> list[Event]:
        """Accept that a side is gone for good, and return the frames for the other side. Raise nothing.

        Open requests of the other side are answered with an error. `reason` replaces the message of that
        error.
        """
        reason = reason or f"the {side} is gone"
        if self._state != "closed":
            self._gone[side] = reason
            self._conversation.close(side, reason)
        self._forwards = False
        self._conversation = Conversation(self._core)  # this frees the tables of the old conversation
        self._state = "closed"
        self._opening = None
        self._early.clear()
        self._queue.clear()
        return self._events()

    def tick(self, now: float) -> list[Event]:
        """Set the time and return the frames that are due. Raise nothing.

        `now` is the time of a clock of the host in seconds. The clock may start at any number, like
        `time.monotonic`, but must not go back. Call `tick` before the other methods and at `deadline`. A
        timer that starts before the first `tick` counts from the time of that `tick`. A later timer counts
        from the time of the last `tick`, so it ends too early if that time is old.
        """
        self._core.tick(now)
        return self._events()

    def restarted(self) -> list[Event]:
        """Accept that the server process was started again, and return the frames to send. Raise nothing.

        If the bridge was `restartable`, it sends its last request to the new process. Otherwise the host has
        repeated the handshake with the new process. That process does not know the requests of the old
        process, so the bridge cancels them.
        """
        if self._opening is not None:
            self._opening.restarted()
        else:
            for request in list(self._core.open["server"].values()):
                request.cancel("the server's process was started again and does not know the request")
        return self._events()

    # Properties

    @property
    def probing(self) -> bool:
        """Whether the bridge waits for an answer to `server/discover`, to learn the server's revision."""
        return self._opening is not None and self._opening.probing

    @property
    def restartable(self) -> bool:
        """Whether the host may restart a server that ends now.

        The host may restart the server as long as the bridge does not know the server's revision.
        """
        return self._opening is not None and self._opening.restartable

    @property
    def deadline(self) -> float | None:
        """The latest time for the next `tick`, or None if no timer runs.

        If a timer runs and `tick` was never called, the time is `-inf`: call `tick` at once.
        """
        return self._core.timers.deadline

    @property
    def pending(self) -> int:
        """The number of the client's requests without a response, except subscription streams."""
        return len(self._core.open["client"]) - self._core.streams

    @property
    def awaiting_retry(self) -> int:
        """The number of calls that were answered with input requests and that the client may retry."""
        return self._conversation.awaiting_retry

    @property
    def state(self) -> str:
        """The state of the bridge: new, opening, open or closed."""
        return self._state

    @property
    def client(self) -> str:
        """The revision of the client, or `"auto"` while the revision is unknown."""
        return AUTO if self._client_is_unknown else self._core.revision["client"]

    @property
    def server(self) -> str:
        """The revision of the server, or `"auto"` while the revision is unknown."""
        return AUTO if self._server_is_unknown else self._core.revision["server"]

    @property
    def requested(self) -> str | None:
        """The revision that the client named last before the session was open, or None if it named none."""
        return self._requested

    @property
    def agreed(self) -> bool:
        """Whether the revisions of both sides are final.

        The revisions are final once a handshake has succeeded. If the client is stateless, they always are.
        """
        return self._core.agreed

    # Frames

    def _from(self, side: Side, frame: Any, stream: Hashable) -> list[Event]:
        if stream is not None:
            hash(stream)
            if not self._has_keys:
                self._read_from_now_on()
            self._core.begin(side, stream)
        self._core.sender = side
        if self._forwards and not (side == "client" and self._leaves_relay(frame)):
            forward_text(self._core, side, frame)
            return self._core.end()
        try:
            tree, losses = read(frame)
        except DecodeError as problem:
            self._refuse(side, frame, problem)
        else:
            self._core.text_losses = losses
            if type(tree) is list:
                self._handle_batch(side, tree)
            else:
                self._handle(side, tree)
        return self._events()

    def _leaves_relay(self, frame: Any) -> bool:
        """Return whether the bridge must parse all frames from now on, because the client sends `initialize`.

        Until then, it forwards texts unparsed between equal stateless revisions. With `initialize`, the
        client changes to a revision with a handshake. `frame` is a text of the client that was not parsed.
        """
        if not self._reads_client or self._core.revision["client"] not in per_request():
            return False
        try:
            heads = relayed_heads(text_of(frame))
        except ValueError:  # not JSON
            return False
        self._forwards = not any(member(head, "method") == "initialize" for head in heads)
        return not self._forwards

    def _read_from_now_on(self) -> None:
        """Parse every frame from now on, because the host passes stream keys.

        Between equal revisions, the bridge otherwise forwards texts without parsing.
        """
        self._has_keys = True
        if self._forwards:
            self._forwards = False
            self._core.agreed = self._core.revision["client"] in per_request()

    def _events(self) -> list[Event]:
        if self._queue:
            self._proceed()
        return self._core.end()

    def _handle_batch(self, side: Side, batch: list[Any]) -> None:
        """Handle each frame of a JSON-RPC batch (rule R-BATCH).

        Refuse the batch if the revision of the sender has no batches.
        """
        if not facts_of(self._core.revision[side]).batches or not batch:
            self._refuse(side, batch, DecodeError("", "a message must be a JSON object", INVALID_REQUEST))
            return
        for frame in batch:
            starts = type(frame) is dict and frame.get("method") == "initialize"
            if starts and is_request_id(frame.get("id")):
                reason = "initialize must not be in a batch"
                self._core.refuse(side, OwnError("refused", reason, INVALID_REQUEST, id=frame["id"]))
            else:
                self._handle(side, frame)

    def _handle(self, side: Side, frame: Any) -> None:
        if side == "server" and self._opening is not None:
            frame = self._opening.identified(frame)
        try:
            kind = kind_of(frame)
        except DecodeError as malformed:
            self._refuse(side, frame, malformed)
            return
        if kind == "request":
            if side == "client":
                self._refused_on = None
            self._handle_request(side, frame)
        elif kind == "notification":
            is_cancellation = side == "client" and frame["method"] == CANCELLED
            self._take("client cancellation" if is_cancellation else f"{side} notification", side, frame)
        else:
            self._take(kind, side, frame)

    def _refuse(self, side: Side, frame: Any, problem: DecodeError) -> None:
        """Refuse an invalid frame of a side.

        The requests in the frame are answered with errors. If the frame has none, a client gets an error
        without an id, but only one until its next request. A server gets no error without an id: some servers
        log a line for each frame that they receive, and the bridge would answer each such line.
        """
        stream = (self._core.stream,)
        may_answer = side == "client" and not self._client_is_unknown and self._refused_on != stream
        if refuse_unreadable(self._core, side, frame, problem, may_answer=may_answer):
            self._refused_on = stream

    # The table of the session

    def _take(self, event: str, side: Side, frame: JsonObject, *request: Request) -> None:
        """Handle a frame as the table `SESSION` says for its kind and the present state of the session.

        `event` is the kind, such as `client request`. The entry of the table names a method of the bridge, or
        is a reason to drop the frame.
        """
        state = self._state
        if self._is_unsettled and state in UNSETTLED:
            state = UNSETTLED[state]
        cell = SESSION[event][STATES.index(state)]
        if isinstance(cell, Change):
            self._core.drop(frame, cell)
        else:
            attrgetter(f"_{cell}")(self)(side, frame, *request)

    def _handle_request(self, side: Side, frame: JsonObject) -> None:
        core = self._core
        if side == "client" and not core.agreed and self._state != "closed":
            self._read_revision(frame)
            if self._forwards:
                forward_text(core, "client", frame)
                return
        request = core.arrive(side, frame)
        if request is None:
            return
        request.attempt(self._admit, side, frame, request)

    def _admit(self, side: Side, frame: JsonObject, request: Request) -> None:
        if side == "client" and not self._begins_session(frame):
            revision = self._core.revision["client"]
            is_handshake = frame["method"] == "initialize" and rules.VERSION not in meta_of(frame)
            if is_handshake and revision in per_request():
                raise Refused(
                    f"the client's revision is set to {revision}, which has no initialize", METHOD_NOT_FOUND
                )
            self._conversation.admit(frame)
        self._take(f"{side} request", side, frame, request)

    def _begin_session(self, side: Side, frame: JsonObject, request: Request) -> None:
        if self._conversation.opens_session or frame["method"] == "initialize":
            self._open_session(request, frame)
        else:
            self._refuse_before_handshake(request, frame)

    def _hold(self, side: Side, frame: JsonObject, request: Request | None = None) -> None:
        """Queue a frame of the client until the session is open.

        If the queue is full, refuse a request and drop any other frame.
        """
        has_room = len(self._queue) + len(self._early) < self._core.limits.queued
        if request is None:
            early = StoredValues()
            if has_room and self._core.account.store(early, "frame", frame):
                self._early.append(early)
            else:
                self._core.drop(frame, QUEUE_FULL)
        elif has_room:
            self._enqueue(request, frame)
        else:
            raise Refused(QUEUE_FULL.reason, why="limit")

    def _route(self, side: Side, frame: JsonObject, request: Request) -> None:
        """Handle a request, or queue it while the server works on as many requests as the limit allows."""
        if self._busy > self._core.at_once and not self._conversation.is_retry(request, frame):
            self._enqueue(request, frame)
        else:
            self._converse(request, frame)

    def _refuse_gone(self, side: Side, frame: JsonObject, request: Request) -> None:
        raise Refused(self._gone.get(OTHER[side], f"the {OTHER[side]} is gone"), why="closed")

    def _drop_early(self, side: Side, frame: JsonObject) -> None:
        confirms = frame["method"] == "notifications/initialized"
        self._core.drop(frame, NOTHING_CONFIRMED if confirms else SESSION_NOT_OPEN)

    # Requests that wait

    @property
    def _busy(self) -> int:
        """The number of the client's requests that the server works on, without open subscriptions."""
        core = self._core
        return len(core.open["client"]) - len(self._queue) - len(core.subscriptions)

    def _enqueue(self, request: Request, frame: JsonObject) -> None:
        """Queue a request of the client until the bridge may send it to the server.

        If the request ends before that, remove it from the queue.
        """
        self._queue[request] = frame
        request.at_end(self._forget)

    def _forget(self, request: Request, reason: str | None) -> None:
        self._queue.pop(request, None)

    def _proceed(self) -> None:
        """Handle queued requests, as many as the limit allows."""
        while self._queue and self._state == "open" and self._busy < self._core.at_once:
            request = next(iter(self._queue))
            request.attempt(self._converse, request, self._queue.pop(request))

    def _converse(self, request: Request, frame: JsonObject) -> None:
        core = self._core
        if request.method == LISTEN:
            core.subscriptions[request] = None
            if len(core.subscriptions) > core.limits.streams:
                raise Refused(TOO_MANY_SUBSCRIPTIONS, why="limit")
        if self._begins_session(frame):
            self._change_era(request, frame)
        self._conversation.handle_request("client", frame, request)

    # The revision of the client

    def _begins_session(self, frame: JsonObject) -> bool:
        """Return whether a frame is an `initialize` from a client whose requests were stateless until now."""
        is_stateless = self._reads_client and self._core.revision["client"] in per_request()
        return is_stateless and frame["method"] == "initialize" and bool(with_handshake())

    def _change_era(self, request: Request, frame: JsonObject) -> None:
        """Replace the conversation, because a client that sent stateless requests now sends `initialize`.

        The open stateless requests of the client get an error.
        """
        core, old = self._core, self._conversation
        for other in [each for each in core.open["client"].values() if each is not request]:
            other.respond_error(
                INTERNAL_ERROR,
                "the client sent initialize, so its open stateless requests were ended",
                why="lost",
            )
        core.result_meta, core.agreed = {}, False
        named = params_of(frame).get("protocolVersion")
        known = with_handshake()
        core.revision["client"] = named if named in known else known[-1]
        self._conversation = new = self._conversation_for(core.revision["client"], core.revision["server"])
        if isinstance(old, StatelessToHandshake) and isinstance(new, HandshakePair):
            new.known_result = old.known_result

    def _read_revision(self, frame: JsonObject) -> None:
        """Store the revision that a request of the client names, for the property `requested`.

        In two cases, it becomes the client's revision: the request is the client's first one, or it is a
        later `initialize` that names another revision with a handshake.
        """
        shakes_hands = frame["method"] == "initialize"
        named = params_of(frame).get("protocolVersion") if shakes_hands else meta_of(frame).get(rules.VERSION)
        if type(named) is not str and not shakes_hands:
            return
        self._requested = named if type(named) is str else None
        revision, known = self._core.revision, with_handshake() if shakes_hands else per_request()
        if self._reads_client and self._state == "new":
            if not known or (named not in known and not shakes_hands):
                return  # refused before the session opens
            revision["client"] = named if named in known else known[-1]
            self._client_is_unknown = False
            self._begin()
        elif (
            named in with_handshake() and revision["client"] in with_handshake() and self._state != "opening"
        ):
            revision["client"] = named

    def _begin(self) -> None:
        """Create the conversation for the revisions of both sides, and set the state of the session."""
        revision = self._core.revision
        self._conversation = self._conversation_for(revision["client"], revision["server"])
        self._state = "new" if self._is_unsettled or self._conversation.opens_session else "open"
        if not self._is_unsettled:
            self._forward_from_now_on()

    def _forward_from_now_on(self) -> None:
        """Forward frames unparsed if client and server have the same revision.

        The bridge must parse them if the host passes stream keys, or if the bridge has changed the id of an
        open request.
        """
        core = self._core
        if core.revision["client"] == core.revision["server"]:
            self._forwards = not (
                self._has_keys or core.sent["client"] or core.sent["server"] or core.open["server"]
            )
            is_settled = self._forwards or core.revision["client"] in per_request()
            core.agreed = core.agreed or is_settled

    # Opening

    @property
    def _is_unsettled(self) -> bool:
        """Whether the revision of a side is unknown, so that no frame of the server can be converted."""
        return self._client_is_unknown or self._server_is_unknown

    def _refuse_early(self, side: Side, frame: JsonObject, request: Request) -> None:
        """Refuse a request that the server sends before the revisions of both sides are known."""
        if request.method != "ping":
            raise Refused(SESSION_NOT_OPEN.reason, INVALID_REQUEST)
        request.respond_result({})

    def _refuse_before_handshake(self, request: Request, frame: JsonObject) -> None:
        if frame["method"] == "ping":
            request.respond_result({})
            return
        # A client of several revisions tries `initialize` next if the bridge has no method `server/discover`.
        named = meta_of(frame).get(rules.VERSION)
        if self._client_is_unknown and type(named) is str and per_request():
            raise rules.unsupported_revision(named, per_request())
        if self._unopened is not None and frame["method"] != DISCOVER:
            raise Refused(self._unopened)
        code = METHOD_NOT_FOUND if frame["method"] == DISCOVER else INVALID_REQUEST
        reason = "the first request must be initialize"
        if self._client_is_unknown:
            reason += f", or names its revision in /params/_meta/{rules.VERSION}"
        raise Refused(reason, code)

    def _open_session(self, request: Request, frame: JsonObject) -> None:
        self._state, self._unopened = "opening", None
        shakes_hands = self._core.revision["client"] in with_handshake()
        if not shakes_hands:
            self._hold("client", frame, request)
        if self._server_is_unknown:
            first = request if shakes_hands else None
            self._opening = Opening(
                self._core, self._set_server_revision, self._session_opened, first, frame, self._offer
            )
            self._opening.start()
        else:
            self._conversation.open_session(frame, self._session_opened)

    def _session_opened(self, error: JsonObject | None) -> None:
        """Continue after the attempt to open the session. `error` is None if the session is open.

        In an open session, handle the queued frames. Otherwise answer the queued requests with `error`.
        """
        core, self._opening = self._core, None
        early, self._early = self._early, []
        if error is None:
            self._state, self._server_is_unknown = "open", False
            self._forward_from_now_on()
        else:
            self._state = "new"
            message = member(error, "error", "message")
            self._unopened = message if type(message) is str else None
        for stored in early:
            frame = stored.stored_value("frame")
            core.account.release(stored)
            if self._forwards:
                forward_text(core, "client", frame)
            else:
                self._take("client notification", "client", frame)
        for request, frame in [*self._queue.items()]:
            if error is not None:
                request.respond(error)
            elif self._forwards:
                request.cancel()
                forward_text(core, "client", frame)

    def _set_server_revision(self, revision: str) -> Conversation:
        """Set the revision of the server and return the conversation for it."""
        self._core.revision["server"] = revision
        self._conversation = self._conversation_for(self._core.revision["client"], revision)
        return self._conversation

    def _conversation_for(self, client: str, server: str) -> Conversation:
        if client in per_request() and server in per_request():
            return StatelessPair(self._core)
        if client not in per_request() and server not in per_request():
            return HandshakePair(self._core, self._tasks)
        if server in per_request():
            return HandshakeToStateless(self._core, self._log_level, self._tasks)
        return StatelessToHandshake(self._core, self._tasks)

    def _next_nonce(self) -> str:
        self._nonces += 1
        return str(self._nonces)


def _revision(endpoint: Any) -> Any:
    """Return the revision of an endpoint, which may be a revision with extensions.

    A module that `mr.compose` returns, or a name such as `2026-07-28+NAME`, gives `2026-07-28`. Any other
    value is returned unchanged.
    """
    if getattr(endpoint, "EXTENSIONS", None) is not None:
        endpoint = getattr(endpoint, "REVISION", endpoint)
    return endpoint.partition("+")[0] if type(endpoint) is str else endpoint
