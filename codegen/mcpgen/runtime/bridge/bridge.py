"""A bridge between a client and a server of different revisions, without I/O, clock or randomness.

In: `from_client(frame)` and `from_server(frame)`, one JSON-RPC frame each, as bytes or as a tree;
`closed(side)` when a side is gone; `tick(now)` when time has passed, at `deadline` at the latest. Out, from
each of these: `Send`s in order. A `Send` is a frame for one side with the losses of its conversion, or a
dropped frame (`to` is None) with the reason. The host reads, writes and waits. The bridge never changes a
tree of the host.

Rules:

1. Every request gets exactly one response, unless it is cancelled. A request that the other side cannot be
   sent is answered with an error and the reason. When a side is gone, the open requests of the other side
   are answered.
2. A sent frame is valid in its receiver's revision if the frame behind it was valid in its sender's
   revision. An unreadable request is refused under its id, and an unreadable response ends the request that
   it answers. A frame without either is answered with an error without an id, from 2025-11-25 on, and
   dropped in older revisions. No frame makes an event raise.
3. Ids and progress tokens of the two sides never meet: each request is sent under an id of the bridge, and
   its response goes back under the asker's id.
4. Tables are bounded (`Limits`); a request beyond a limit is answered with an error.
5. Between equal revisions every frame is forwarded as it came, undecoded, and the bridge sends no frame of
   its own. Bytes leave as one line: other JSON text is written anew, other bytes are dropped.
6. Two sides with a handshake (up to 2025-11-25): each frame is converted by itself (`conversation`). The
   handshake tells each side its own revision. Batches of 2025-03-26 are taken apart and answered frame by
   frame (R-BATCH).
7. One side without a handshake (2026-07-28): `modern_client` and `legacy_client` state their rules.
8. `server="auto"`: before the first request of the client is forwarded, the bridge probes the server with
   `server/discover`. A server that does not answer 2026-07-28 within `Limits.probe` is sent `initialize`,
   which settles its revision. A server that ends instead may be started again (`restarted`), and is sent
   `initialize` likewise.

The state of the bridge decides about a frame of the client; frames of the server are routed in every state
but `closed`.

| state   | meaning                              | request                | notification | ends by           |
|---------|--------------------------------------|------------------------|--------------|-------------------|
| new     | the bridge must open the session     | open the session, wait | dropped      | a request         |
| opening | the server has not answered yet      | wait                   | wait         | the answer: route |
| open    | both sides can talk                  | route                  | route        | `closed`          |
| closed  | a side is gone                       | refuse                 | dropped      |                   |

A bridge begins `open` if the client has a handshake, because the client begins that handshake. A bridge
begins `new` if the client has none, or if the server's revision is unknown.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ..errors import INTERNAL_ERROR, INVALID_REQUEST, DecodeError, error_response
from ..json_line import as_json_line
from ..json_values import is_request_id
from ..revisions import facts_of, per_request, with_handshake, within
from .conversation import Conversation
from .drop_reasons import ERROR_WITHOUT_ID, QUEUE_FULL, SESSION_CLOSED, SESSION_NOT_OPEN, UNREADABLE
from .exchanges import Exchange, ExchangeTable, Limits, Send
from .frames import OTHER, Side, Tree, kind_of, meta_of
from .legacy_client import LegacyClientConversation
from .modern_client import ModernClientConversation
from .rules import BORDER, CAPABILITIES, MODERN, UNSUPPORTED_VERSION, VERSION
from .unreadable import heads_of, is_answer, read

AUTO = "auto"


class Bridge:
    """Translate between a client of the revision `client` and a server of the revision `server`, or `"auto"`.

    `limits` bounds memory and patience. `nonce` returns texts that cannot be guessed, for the states of
    questions and the ids of visits; a counter is the default. Raise `ValueError` for an unknown revision.
    """

    def __init__(
        self,
        client: str,
        server: str,
        *,
        limits: Limits | None = None,
        nonce: Callable[[], str] | None = None,
    ) -> None:
        revisions = import_module("...adapters", __package__).CHAIN
        for name, revision in (("client", client), ("server", server)):
            if revision not in revisions and not (revision == AUTO and name == "server"):
                raise ValueError(
                    f"{name}: no revision {revision!r}; the revisions are {', '.join(revisions)}"
                )
        self._auto = server == AUTO
        assumed = BORDER if self._auto else server
        self._table = ExchangeTable(client, assumed, limits or Limits(), nonce or self._count)
        self._nonces = 0
        self._waiting: list[tuple[Exchange | None, Tree]] = []  # frames that wait for the session to open
        self._forwards = client == server
        self._conversation = self._conversation_for(client, assumed)
        self._state = "new" if self._auto or self._conversation.opens_session else "open"

    # Events

    def from_client(self, frame: Any) -> list[Send]:
        """Accept a frame of the client and return the frames to send."""
        return self._from("client", frame)

    def from_server(self, frame: Any) -> list[Send]:
        """Accept a frame of the server and return the frames to send."""
        return self._from("server", frame)

    def closed(self, side: Side) -> list[Send]:
        """Note that a side is gone for good and return the frames to send to the other."""
        if self._state != "closed" and not self._forwards:
            self._conversation.close(side)
        self._conversation = Conversation(self._table)  # releases everything that the last one recorded
        self._state = "closed"
        self._waiting.clear()
        return self._flush()

    def tick(self, now: float) -> list[Send]:
        """Note the time and return the frames that are due; the clock starts at 0 and never goes back."""
        self._table.tick(now)
        return self._flush()

    def restarted(self) -> list[Send]:
        """Note that the server ended when it was probed and runs again, and return the frames to send."""
        for exchange in list(self._table.sent["server"].values()):
            if exchange.method == "server/discover" and self._auto:
                answer = error_response(exchange.sent_id, INTERNAL_ERROR, "the server ended")
                self._table.deliver_response("server", answer)
        return self._flush()

    # Properties

    @property
    def probing(self) -> bool:
        """Whether the server has been probed for its revision and has not answered yet."""
        return self._auto and self._state == "opening"

    @property
    def deadline(self) -> float | None:
        """When `tick` must be called at the latest, None if no timer runs."""
        timers = self._table.timers
        return min(when for when, _ in timers.values()) if timers else None

    @property
    def pending(self) -> int:
        """The number of the client's requests without a response; streams, which have none, do not count."""
        open_ = self._table.received["client"].values()
        return sum(exchange.method != "subscriptions/listen" for exchange in open_)

    @property
    def state(self) -> str:
        """The state of the bridge: new, opening, open or closed."""
        return self._state

    @property
    def server(self) -> str:
        """The revision of the server, or `"auto"` while the revision is unknown."""
        return AUTO if self._auto else self._table.revision["server"]

    # Frames

    def _from(self, side: Side, frame: Any) -> list[Send]:
        if self._forwards:
            return self._forward(side, frame)
        try:
            tree = read(frame)
        except DecodeError as problem:
            self._refuse_unreadable(side, frame, problem)
        else:
            if type(tree) is list:
                self._handle_batch(side, tree)
            else:
                self._handle(side, tree)
        return self._flush()

    def _forward(self, side: Side, frame: Any) -> list[Send]:
        if type(frame) is bytes:
            try:
                frame = as_json_line(frame)
            except ValueError as problem:
                self._table.drop(frame, UNREADABLE, f"not JSON: {problem}")
                return self._flush()
        return [Send(OTHER[side], frame)]

    def _flush(self) -> list[Send]:
        output, self._table.output = self._table.output, []
        return output

    def _handle_batch(self, side: Side, batch: list[Any]) -> None:
        if not facts_of(self._table.revision[side]).batches or not batch:
            self._refuse_unreadable(side, batch, DecodeError("", "a frame is an object", INVALID_REQUEST))
            return
        for frame in batch:
            starts = type(frame) is dict and frame.get("method") == "initialize"
            if starts and is_request_id(frame.get("id")):
                reason = "initialize is not part of a batch"
                self._table.send(side, error_response(frame["id"], INVALID_REQUEST, reason))
            else:
                self._handle(side, frame)

    def _handle(self, side: Side, frame: Any) -> None:
        try:
            kind = kind_of(frame)
        except DecodeError as malformed:
            self._refuse_unreadable(side, frame, malformed)
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

    def _refuse_unreadable(self, side: Side, frame: Any, problem: DecodeError) -> None:
        """Refuse the requests in a frame that is no message, and end the requests that it answers.

        Without either, answer the frame; drop the frame if the revision has no error without an id.
        """
        table, heads = self._table, heads_of(frame)
        identified = [head for head in heads if is_request_id(head.get("id"))]
        calls = [head["id"] for head in identified if "method" in head]
        answers = [
            head["id"] for head in identified if is_answer(head) and table.sent_exchange(side, head["id"])
        ]
        for id in calls:
            table.send(side, error_response(id, problem.code, problem.reason))
        for id in answers:
            reason = f"the response of the {side} is unreadable: {problem.reason}"
            table.deliver_response(side, error_response(id, INTERNAL_ERROR, reason))
        if calls and not answers:
            return
        is_call = type(frame) is not dict or "method" in frame
        if answers or not is_call or not within(table.revision[side], BORDER):
            table.drop(frame, UNREADABLE, problem.reason)
            return
        error = error_response(None, problem.code, problem.reason)
        del error["id"]
        table.send(side, error)

    # The table of states

    def _handle_request(self, side: Side, frame: Tree) -> None:
        table, conversation = self._table, self._conversation
        if self._state == "closed":
            table.send(side, error_response(frame["id"], INTERNAL_ERROR, "the other side is gone"))
            return
        exchange = table.open_exchange(side, frame)
        if exchange is None:
            return
        if side == "client" and not conversation.admits(exchange, frame):
            return
        if side == "server" or self._state == "open":
            conversation.handle_request(side, exchange, frame)
            return
        self._wait(exchange, frame)
        if self._state == "new":
            self._state = "opening"
            if self._auto:
                self._probe(frame)
            else:
                conversation.open_session(frame, self._session_opened)

    def _handle_notification(self, side: Side, frame: Tree) -> None:
        if self._state == "closed":
            self._table.drop(frame, SESSION_CLOSED)
        elif side == "server" or self._state == "open":
            self._conversation.handle_notification(side, frame)
        elif self._state == "new":
            self._table.drop(frame, SESSION_NOT_OPEN)
        elif frame["method"] == "notifications/cancelled":
            self._conversation.handle_cancelled(side, frame)
        else:
            self._wait(None, frame)

    # Opening

    def _wait(self, exchange: Exchange | None, frame: Tree) -> None:
        if len(self._waiting) < self._table.limits.held:
            self._waiting.append((exchange, frame))
        elif exchange is not None:
            self._table.respond_error(exchange, INTERNAL_ERROR, QUEUE_FULL.reason)
        else:
            self._table.drop(frame, QUEUE_FULL)

    def _session_opened(self, error: Tree | None) -> None:
        """Route the frames that wait, or answer the requests among them with the error."""
        waiting, self._waiting = self._waiting, []
        self._state = "open" if error is None else "new"
        for exchange, frame in waiting:
            if self._forwards:
                if exchange is not None:
                    self._table.end_exchange(exchange)
                self._table.send("server", frame)
            elif exchange is None:
                self._handle_notification("client", frame)
            elif self._table.received["client"].get(exchange.asker_id) is exchange:
                if error is not None:
                    self._table.respond(exchange, error)
                else:
                    self._conversation.handle_request("client", exchange, frame)

    def _probe(self, frame: Tree) -> None:
        """Send `server/discover`, with the metadata of a client that has no handshake."""
        meta: Tree = {VERSION: MODERN, CAPABILITIES: {}}
        if self._table.revision["client"] in per_request():
            meta = {name: value for name, value in meta_of(frame).items() if name != "progressToken"}
        probe: Tree = {"jsonrpc": "2.0", "method": "server/discover", "params": {"_meta": meta}}
        # The id is a text because numbers of the client may follow on the same connection.
        id = f"probe-{self._table.nonce()}"
        seconds = self._table.limits.probe
        self._table.send_own_request("server", probe, self._probed, seconds=seconds, record=frame, sent_id=id)

    def _probed(self, exchange: Exchange, answer: Tree) -> None:
        result, error = answer.get("result"), answer.get("error")
        versions = result.get("supportedVersions") if type(result) is dict else None
        self._auto = False
        if type(versions) is list and MODERN in versions:
            self._settle_server_revision(MODERN)
            self._session_opened(None)
            return
        if type(error) is dict and error.get("code") == UNSUPPORTED_VERSION:
            data = error.get("data")
            supported = data.get("supported") if type(data) is dict else None
            if type(supported) is list and not any(revision in with_handshake() for revision in supported):
                self._auto = True
                reason = f"the server speaks {supported}"
                self._session_opened(error_response(None, INTERNAL_ERROR, reason, data))
                return
        self._settle_server_revision(BORDER)
        if self._conversation.opens_session:
            self._conversation.open_session(exchange.record, self._session_opened)
        else:
            self._session_opened(None)

    def _settle_server_revision(self, server: str) -> None:
        client = self._table.revision["client"]
        self._table.revision["server"] = server
        self._forwards = client == server == MODERN
        self._conversation = self._conversation_for(client, server)

    def _conversation_for(self, client: str, server: str) -> Conversation:
        if (client in per_request()) == (server in per_request()):
            return Conversation(self._table)
        kind = LegacyClientConversation if server in per_request() else ModernClientConversation
        return kind(self._table)

    def _count(self) -> str:
        self._nonces += 1
        return str(self._nonces)
