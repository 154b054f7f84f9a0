"""The public object of the bridge: events in, frames out.

In: `from_client(frame)` and `from_server(frame)`, one JSON-RPC frame each, as bytes or as a tree;
`closed(side)` when a side is gone; `tick(now)` when time has passed, at `deadline` at the latest. Out, from
each of these: `Send`s in order. A `Send` is a frame for one side with the losses of its conversion, or a
dropped frame (`to` is None) with the reason. The host reads, writes and waits. The bridge never changes a
tree of the host. The package states the rules.

The state of the bridge decides about a frame of the client. Requests and notifications of the server are
routed in every state but `closed`, once the revisions of both sides are known. Before that, requests are
refused, except `ping`, and notifications dropped.

| state   | meaning                              | request                | notification | ends by           |
|---------|--------------------------------------|------------------------|--------------|-------------------|
| new     | a revision is unknown, or the bridge | open the session, wait | dropped      | a request         |
|         | must open the session                |                        |              |                   |
| opening | the server has not answered yet      | wait                   | wait         | the answer: route |
| open    | both sides can talk                  | route                  | route        | `closed`          |
| closed  | a side is gone                       | refuse                 | dropped      |                   |

A bridge begins `open` if both revisions are given and the client has a handshake, because the client begins
that handshake. In the state `new`, a client with a handshake can only send `initialize` and `ping`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ..errors import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    DecodeError,
    error_response,
)
from ..json_line import as_json_line
from ..json_values import is_request_id
from ..revisions import facts_of, per_request, with_handshake
from .client_queue import ClientQueue
from .conversation import Conversation
from .drop_reasons import ERROR_WITHOUT_ID, SESSION_CLOSED, SESSION_NOT_OPEN
from .exchanges import LISTEN, Exchange, ExchangeTable, Limits, Send, checked_limits
from .frames import OTHER, Side, Tree, kind_of, meta_of, params_of
from .legacy_client import LegacyClientConversation
from .legacy_pair import LegacyPairConversation
from .modern_client import ModernClientConversation
from .modern_pair import ModernPairConversation
from .opening import DISCOVER, Opening
from .request_metadata import unsupported_revision
from .rules import BORDER, LEVELS, VERSION
from .tasks import SIDES, TaskSides
from .unreadable import read, refuse_unreadable, replace_unreadable

AUTO = "auto"


class Bridge:
    """Translate between a client and a server of the revisions `client` and `server`, each maybe `"auto"`.

    `limits` bounds memory and patience. `nonce` returns texts that cannot be guessed, for the states of
    questions and the ids of visits; a counter is the default. `log_level` is requested of a server without a
    handshake for a client that sets no level, None for no log. `tasks` names the sides that have tasks: of
    2025-11-25, or of the extension for 2026-07-28; `"auto"` goes by the declared capabilities. `timestamp`
    returns the time as a date, for tasks of the bridge itself; the clock of `tick` is the default. Raise
    `ValueError` for an unknown revision, level or side, `TypeError` for another argument of another kind.
    """

    def __init__(
        self,
        client: str,
        server: str,
        *,
        limits: Limits | None = None,
        nonce: Callable[[], str] | None = None,
        log_level: str | None = "info",
        tasks: TaskSides = "auto",
        timestamp: Callable[[], str] | None = None,
    ) -> None:
        revisions = import_module("...adapters", __package__).CHAIN
        for name, revision in (("client", client), ("server", server)):
            if revision not in (*revisions, AUTO):
                raise ValueError(
                    f"{name}: no revision {revision!r}; the revisions are {', '.join(revisions)}"
                )
        if log_level is not None and log_level not in LEVELS:
            raise ValueError(f"log_level: no level {log_level!r}; the levels are {', '.join(LEVELS)}")
        if tasks not in SIDES:
            raise ValueError(f"tasks: {tasks!r} is none of {', '.join(SIDES)}")
        for name, function in (("nonce", nonce), ("timestamp", timestamp)):
            if not (function is None or callable(function)):
                raise TypeError(f"{name}: a function without arguments, not {type(function).__name__}")
        self._log_level = log_level
        self._tasks: TaskSides = tasks
        self._reads_client = client == AUTO  # the requests of the client decide about its revision
        self._client_is_unknown = client == AUTO
        self._server_is_unknown = server == AUTO
        self._requested: str | None = None
        client, server = (BORDER if revision == AUTO else revision for revision in (client, server))
        self._table = ExchangeTable(
            client, server, checked_limits(limits), nonce or self._next_nonce, timestamp
        )
        self._nonces = 0
        self._opening: Opening | None = None
        self._queue = ClientQueue(self._table, self._converse)
        self._forwards = False  # frames pass undecoded, between equal revisions
        self._conversation: Conversation
        self._state: str
        self._begin()

    # Events

    def from_client(self, frame: Any) -> list[Send]:
        """Accept a frame of the client and return the frames to send. Raise nothing."""
        return self._from("client", frame)

    def from_server(self, frame: Any) -> list[Send]:
        """Accept a frame of the server and return the frames to send. Raise nothing."""
        return self._from("server", frame)

    def closed(self, side: Side) -> list[Send]:
        """Note that a side is gone for good and return the frames to send to the other. Raise nothing."""
        if self._state != "closed" and not self._forwards:
            self._conversation.close(side)
        self._conversation = Conversation(self._table)  # frees the tables of the last conversation
        self._state = "closed"
        self._opening = None
        self._queue.clear()
        return self._flush()

    def tick(self, now: float) -> list[Send]:
        """Note the time and return the frames that are due; the clock starts at 0 and never goes back.

        Raise nothing.
        """
        self._table.tick(now)
        if self._queue.requests:
            self._queue.proceed()
        return self._flush()

    def restarted(self) -> list[Send]:
        """Note that a `restartable` server ended and runs again, and return the frames to send.

        Raise nothing.
        """
        if self._opening is not None:
            self._opening.restarted()
        return self._flush()

    # Properties

    @property
    def probing(self) -> bool:
        """Whether the bridge waits for the server to answer `server/discover`, to learn its revision."""
        return self._opening is not None and self._opening.probing

    @property
    def restartable(self) -> bool:
        """Whether a server that ends now may be started again: the bridge does not know its revision yet."""
        return self._opening is not None and self._opening.restartable

    @property
    def deadline(self) -> float | None:
        """When `tick` must be called at the latest, None if no timer runs."""
        timers = self._table.timers
        return min(when for when, _ in timers.values()) if timers else None

    @property
    def pending(self) -> int:
        """The number of the client's requests without a response; streams, which have none, do not count."""
        open_ = self._table.received["client"].values()
        return sum(exchange.method != LISTEN for exchange in open_)

    @property
    def state(self) -> str:
        """The state of the bridge: new, opening, open or closed."""
        return self._state

    @property
    def client(self) -> str:
        """The revision of the client, or `"auto"` while the revision is unknown."""
        return AUTO if self._client_is_unknown else self._table.revision["client"]

    @property
    def server(self) -> str:
        """The revision of the server, or `"auto"` while the revision is unknown."""
        return AUTO if self._server_is_unknown else self._table.revision["server"]

    @property
    def requested(self) -> str | None:
        """The revision that the client named last before the session was open, None if none was read."""
        return self._requested

    @property
    def agreed(self) -> bool:
        """Whether the revisions of both sides are settled: a handshake has succeeded, or none is read."""
        return self._table.agreed

    # Frames

    def _from(self, side: Side, frame: Any) -> list[Send]:
        if self._forwards:
            return self._forward(side, frame)
        try:
            tree = read(frame)
        except DecodeError as problem:
            self._refuse(side, frame, problem)
        else:
            if type(tree) is list:
                self._handle_batch(side, tree)
            else:
                self._handle(side, tree)
        if self._queue.requests:
            self._queue.proceed()
        return self._flush()

    def _forward(self, side: Side, frame: Any) -> list[Send]:
        if type(frame) is bytes:
            try:
                frame = as_json_line(frame)
            except ValueError as problem:
                replace_unreadable(self._table, side, frame, f"not JSON: {problem}")
                return self._flush()
        return [Send(OTHER[side], frame)]

    def _flush(self) -> list[Send]:
        output, self._table.output = self._table.output, []
        return output

    def _handle_batch(self, side: Side, batch: list[Any]) -> None:
        """Handle each frame of a batch (R-BATCH); refuse a batch where the revision has none."""
        if not facts_of(self._table.revision[side]).batches or not batch:
            self._refuse(side, batch, DecodeError("", "a frame is an object", INVALID_REQUEST))
            return
        for frame in batch:
            starts = type(frame) is dict and frame.get("method") == "initialize"
            if starts and is_request_id(frame.get("id")):
                reason = "initialize is not part of a batch"
                self._table.send(side, error_response(frame["id"], INVALID_REQUEST, reason))
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
            self._handle_request(side, frame)
        elif kind == "notification":
            self._handle_notification(side, frame)
        elif self._state == "closed":
            self._table.drop(frame, SESSION_CLOSED)
        elif kind == "response":
            self._table.deliver_response(side, frame)
        else:
            self._table.drop(frame, ERROR_WITHOUT_ID)

    def _refuse(self, side: Side, frame: Any, problem: DecodeError) -> None:
        may_answer = not (side == "client" and self._client_is_unknown)
        refuse_unreadable(self._table, side, frame, problem, may_answer=may_answer)

    def _converse(self, exchange: Exchange, frame: Tree) -> None:
        self._conversation.handle_request("client", exchange, frame)

    # The table of states

    def _handle_request(self, side: Side, frame: Tree) -> None:
        table = self._table
        if self._state == "closed":
            table.send(side, error_response(frame["id"], INTERNAL_ERROR, "the other side is gone"))
            return
        if side == "client" and not table.agreed:
            self._read_revision(frame)
            if self._forwards:
                table.send("server", frame)
                return
        exchange = table.open_exchange(side, frame)
        if exchange is None:
            return
        if side == "server" and self._is_unsettled:
            self._refuse_before_session(exchange)
        elif side == "server":
            self._conversation.handle_request(side, exchange, frame)
        elif not self._conversation.admits(exchange, frame):
            pass
        elif self._state == "open":
            self._queue.route(exchange, frame)
        elif self._state == "opening":
            self._queue.hold(exchange, frame)
        elif self._conversation.opens_session or frame["method"] == "initialize":
            self._open_session(exchange, frame)
        else:
            self._refuse_before_handshake(exchange, frame)

    def _handle_notification(self, side: Side, frame: Tree) -> None:
        if self._state == "closed":
            self._table.drop(frame, SESSION_CLOSED)
        elif side == "server" and self._is_unsettled:
            self._table.drop(frame, SESSION_NOT_OPEN)
        elif side == "server" or self._state == "open":
            waiting = self._queue.requests
            queued = self._queue.cancelled(frame) if side == "client" and waiting else None
            self._conversation.handle_notification(side, frame)
            if queued is not None and not self._table.is_open(queued):
                del waiting[queued]
        elif self._state == "new":
            self._table.drop(frame, SESSION_NOT_OPEN)
        elif frame["method"] == "notifications/cancelled":
            self._conversation.handle_cancelled(side, frame)
        else:
            self._queue.hold(None, frame)

    # The revision of the client

    def _read_revision(self, frame: Tree) -> None:
        """Note the revision that a request names, and make it the client's where the rules allow that."""
        shakes_hands = frame["method"] == "initialize"
        named = params_of(frame).get("protocolVersion") if shakes_hands else meta_of(frame).get(VERSION)
        if type(named) is not str and not shakes_hands:
            return
        self._requested = named if type(named) is str else None
        revision, known = self._table.revision, with_handshake() if shakes_hands else per_request()
        if self._reads_client and self._state == "new":
            if not known or (named not in known and not shakes_hands):
                return  # refused before the session opens
            revision["client"] = named if type(named) is str and named in known else known[-1]
            self._client_is_unknown = False
            self._begin()
        elif (
            named in with_handshake() and revision["client"] in with_handshake() and self._state != "opening"
        ):
            revision["client"] = named

    def _begin(self) -> None:
        """Choose the conversation and the state for the known revisions of both sides."""
        revision = self._table.revision
        self._conversation = self._conversation_for(revision["client"], revision["server"])
        self._state = "new" if self._is_unsettled or self._conversation.opens_session else "open"
        if not self._is_unsettled:
            self._forward_from_now_on()

    def _forward_from_now_on(self) -> None:
        """Forward undecoded between equal revisions, unless ids of the bridge are in use."""
        table = self._table
        if table.revision["client"] == table.revision["server"]:
            self._forwards = not (table.sent["client"] or table.sent["server"] or table.received["server"])
            table.agreed = table.agreed or self._forwards

    # Opening

    @property
    def _is_unsettled(self) -> bool:
        """Whether the revision of a side is unknown, so that no frame of the server can be converted."""
        return self._client_is_unknown or self._server_is_unknown

    def _refuse_before_session(self, exchange: Exchange) -> None:
        """Answer a request of the server before the revisions of both sides are known."""
        if exchange.method == "ping":
            self._table.respond_result(exchange, {})
        else:
            self._table.respond_error(exchange, INVALID_REQUEST, SESSION_NOT_OPEN.reason)

    def _refuse_before_handshake(self, exchange: Exchange, frame: Tree) -> None:
        if frame["method"] == "ping":
            self._table.respond_result(exchange, {})
            return
        # A client of several revisions tries `initialize` next if `server/discover` is no method.
        named = meta_of(frame).get(VERSION)
        if self._client_is_unknown and type(named) is str and per_request():
            self._table.respond(exchange, unsupported_revision(named, per_request()))
            return
        code = METHOD_NOT_FOUND if frame["method"] == DISCOVER else INVALID_REQUEST
        reason = "the first request is initialize"
        if self._client_is_unknown:
            reason += f", or names its revision in /params/_meta/{VERSION}"
        self._table.respond_error(exchange, code, reason)

    def _open_session(self, exchange: Exchange, frame: Tree) -> None:
        self._state = "opening"
        shakes_hands = self._table.revision["client"] in with_handshake()
        if not shakes_hands:
            self._queue.hold(exchange, frame)
        if self._server_is_unknown:
            first = exchange if shakes_hands else None
            self._opening = Opening(
                self._table, self._set_server_revision, self._session_opened, first, frame
            )
            self._opening.start()
        else:
            self._conversation.open_session(frame, self._session_opened)

    def _session_opened(self, error: Tree | None) -> None:
        """Route the frames that wait, or answer the requests among them with the error."""
        waiting, self._opening = self._queue.released(), None
        table, queue = self._table, self._queue
        if error is None:
            self._state, self._server_is_unknown = "open", False
            self._forward_from_now_on()
        else:
            self._state = "new"
        if not self._forwards and error is None:
            queue.requests.update({exchange: frame for exchange, frame in waiting if exchange is not None})
        for exchange, frame in waiting:
            if self._forwards:
                if exchange is not None:
                    table.end_exchange(exchange)
                table.send("server", frame)
            elif exchange is None:
                self._handle_notification("client", frame)
            elif error is not None:
                table.respond(exchange, error)
            elif exchange in queue.requests:  # neither routed nor cancelled by an earlier frame
                queue.proceed()

    def _set_server_revision(self, revision: str) -> Conversation:
        """Make a revision the server's and return the conversation."""
        self._table.revision["server"] = revision
        self._conversation = self._conversation_for(self._table.revision["client"], revision)
        return self._conversation

    def _conversation_for(self, client: str, server: str) -> Conversation:
        if client in per_request() and server in per_request():
            return ModernPairConversation(self._table)
        if client not in per_request() and server not in per_request():
            return LegacyPairConversation(self._table, self._tasks)
        if server in per_request():
            return LegacyClientConversation(self._table, self._log_level, self._tasks)
        return ModernClientConversation(self._table, self._tasks)

    def _next_nonce(self) -> str:
        self._nonces += 1
        return str(self._nonces)
