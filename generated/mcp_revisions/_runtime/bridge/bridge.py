"""A bridge: a client of one revision talks to a server of another, live, without I/O, clock or randomness in here.

In: `from_client(frame)` and `from_server(frame)`, one JSON-RPC frame each, as bytes or as a tree; `closed(side)` when a side is
gone; `tick(now)` when time has passed (`deadline` says when it must be called). Out, from each of them: `Send`s, in
order: a frame for the client or for the server with the losses of its conversion, or a frame that ends here (`to` is
None), with the reason. The host reads, writes and waits; nothing it hands in is changed.

Rules:

1. Every request gets exactly one answer, unless it is cancelled. What the other side cannot be asked is answered with an error that
   says why. When a side is gone, everything that the other side still waits for is answered.
2. What is sent is valid in the revision of its receiver if what came was valid in the revision of its sender. A frame
   that cannot be read is refused with an error without id where the sender's revision has that (from 2025-11-25 on), and ends here otherwise.
3. Ids and progress tokens of the two sides never meet: a request goes on under an id of our own, the answer goes back under the asker's.
4. What is open is bounded (`Limits`); one request too many is answered with an error.
5. The same revision on both sides: every frame goes on as it came, untouched and unread, and nothing is sent besides.
6. Both sides with a handshake (up to 2025-11-25): frames are converted one by one (`bridge_core.Conversation`); the handshake says to
   each side the revision that it speaks; arrays of 2025-03-26 are taken apart and answered one by one (R-BATCH).
7. One side without a handshake (2026-07-28): `bridge_to_modern` and `bridge_to_legacy` state their rules.
8. `server="auto"`: the first frame of the client makes the bridge ask `server/discover`; a server that answers with
   anything but 2026-07-28, or not within `Limits.probe`, is opened with `initialize`, in which the revision is agreed on. A
   server that ends instead may be started again (`restarted`), and is opened likewise.

A frame of the client is treated by the state of the bridge; frames of the server are always routed, except once closed.

| state   | meaning                                       | request               | notification | ends by                     |
|---------|-----------------------------------------------|-----------------------|--------------|-----------------------------|
| new     | the server has not been spoken to and must be | open the server, hold | ends here    | a request                   |
| opening | the server has been asked who it is           | hold                  | hold         | its answer: held frames go on |
| open    | both sides can talk                           | route                 | route        | `closed`                    |
| closed  | a side is gone                                | refuse                | ends here    |                             |

A bridge whose client has a handshake begins `open`, because the handshake is the client's to begin; one whose client has
none, or whose server is to be found out, begins `new`.
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

import msgspec

from ..conversion.losses import Change
from ..errors import INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR
from ..revisions import HANDSHAKE, PER_REQUEST, within
from .exchanges import OTHER, Conversation, Core, Exchange, Limits, Send, Side, Tree, failure
from .legacy_client import ToModern
from .modern_client import ToLegacy
from .rules import BORDER, CAPABILITIES, MODERN, VERSION

AUTO = "auto"
BATCHES = "2025-03-26"  # the one revision whose frames may be arrays
UNSUPPORTED = -32022

EARLY = Change("R-INIT", "The session has not been opened by a request yet.")
CLOSED = Change("closed", "A side is gone.")
FULL = Change("limit", "Too many frames wait for the server to answer the handshake.")
UNREADABLE = Change("R-ERRID", "The sender's revision has no error without an id to refuse it with.")
ANONYMOUS = Change("R-ERRID", "An error that names no request concerns nobody on the other side.")

_decode = msgspec.json.Decoder().decode


class Bridge:
    """Stand between a client that speaks revision `client` and a server that speaks `server`, or `"auto"`.

    `limits` bounds memory and patience; `nonce` makes texts that nobody can guess, for the states of questions and the ids of
    visits (a counter if it is not given). Raise `ValueError` for a revision that is not in the package.
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
        self._core = Core(client, assumed, limits or Limits(), nonce or self._count)
        self._nonces = 0
        self._held: list[tuple[Exchange | None, Tree]] = []
        self._forwards = client == server
        self._conversation = self._made(client, assumed)
        self._state = "new" if self._auto or isinstance(self._conversation, ToLegacy) else "open"

    # What goes in

    def from_client(self, frame: Any) -> list[Send]:
        """Take a frame that the client sent and return what to send."""
        return self._from("client", frame)

    def from_server(self, frame: Any) -> list[Send]:
        """Take a frame that the server sent and return what to send."""
        return self._from("server", frame)

    def closed(self, side: Side) -> list[Send]:
        """Take note that a side is gone, which is for good, and return what to send to the other."""
        if self._state != "closed" and not self._forwards:
            self._conversation.closed(side)
        self._state = "closed"
        self._held.clear()
        return self._flush()

    def tick(self, now: float) -> list[Send]:
        """Take note of the time and return what has become due; a clock starts at 0 and never goes back."""
        self._core.tick(now)
        return self._flush()

    def restarted(self) -> list[Send]:
        """Take note that the server ended when it was probed and has been started again, and return what to send."""
        for exchange in list(self._core.sent["server"].values()):
            if exchange.method == "server/discover" and self._auto:
                self._core.settle("server", failure(exchange.own, INTERNAL_ERROR, "the server ended"))
        return self._flush()

    @property
    def probing(self) -> bool:
        """Whether the server has been asked what it speaks and has not answered yet."""
        return self._auto and self._state == "opening"

    @property
    def deadline(self) -> float | None:
        """When `tick` must be called at the latest, None if nothing waits for time to pass."""
        timers = self._core.timers
        return min(when for when, _ in timers.values()) if timers else None

    @property
    def pending(self) -> int:
        """How many requests of the client wait for an answer; streams, which have none, do not count."""
        open_ = self._core.asked["client"].values()
        return sum(exchange.method != "subscriptions/listen" for exchange in open_)

    @property
    def state(self) -> str:
        """The state of the bridge: new, opening, open or closed."""
        return self._state

    @property
    def server(self) -> str:
        """The revision that the server speaks, as far as it is known, or `"auto"`."""
        return AUTO if self._auto else self._core.revision["server"]

    # Reading

    def _from(self, side: Side, frame: Any) -> list[Send]:
        if self._forwards:
            return [Send(OTHER[side], frame)]
        self._read(side, frame)
        return self._flush()

    def _flush(self) -> list[Send]:
        out, self._core.out = self._core.out, []
        return out

    def _read(self, side: Side, frame: Any) -> None:
        if type(frame) is bytes:
            try:
                frame = _decode(frame)
            except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError) as problem:
                self._unreadable(side, frame, PARSE_ERROR, f"not JSON: {problem}")
                return
        if type(frame) is not list:
            self._take(side, frame)
        elif self._core.revision[side] != BATCHES or not frame:
            self._unreadable(side, frame, INVALID_REQUEST, "a frame is an object")
        else:
            for one in frame:
                if type(one) is dict and one.get("method") == "initialize" and _is_id(one.get("id")):
                    error = failure(one["id"], INVALID_REQUEST, "initialize is not part of a batch")
                    self._core.send(side, error)
                else:
                    self._take(side, one)

    def _take(self, side: Side, frame: Any) -> None:
        # Tell a request, a notification and an answer apart, and refuse everything else.
        core = self._core
        if type(frame) is not dict or frame.get("jsonrpc") != "2.0":
            self._unreadable(side, frame, INVALID_REQUEST, 'a frame is an object with "jsonrpc": "2.0"')
        elif "method" in frame:
            if type(frame["method"]) is not str or type(frame.get("params", {})) is not dict:
                self._unreadable(
                    side, frame, INVALID_REQUEST, "a method is a string and params are an object"
                )
            elif "id" not in frame:
                self._notification(side, frame)
            elif not _is_id(frame["id"]):
                self._unreadable(side, frame, INVALID_REQUEST, "an id is a string or an integer")
            else:
                self._request(side, frame)
        elif self._state == "closed":
            core.drop(frame, CLOSED)
        elif "id" in frame and ("result" in frame) != ("error" in frame):
            core.settle(side, frame)
        elif "error" in frame:
            core.drop(frame, ANONYMOUS)
        else:
            self._unreadable(side, frame, INVALID_REQUEST, "a frame has a method, a result or an error")

    def _unreadable(self, side: Side, frame: Any, code: int, reason: str) -> None:
        error = failure(None, code, reason)
        asked = type(frame) is dict and "method" in frame
        if asked and _is_id(frame.get("id")):
            error["id"] = frame["id"]
        elif within(self._core.revision[side], BORDER) and (type(frame) is not dict or asked):
            del error["id"]
        else:
            self._core.drop(frame, UNREADABLE, reason)
            return
        self._core.send(side, error)

    # The table of states

    def _request(self, side: Side, frame: Tree) -> None:
        core = self._core
        if self._state == "closed":
            core.send(side, failure(frame["id"], INTERNAL_ERROR, "the other side is gone"))
            return
        exchange = core.begin(side, frame)
        if exchange is None:
            return
        conversation = self._conversation
        if (
            side == "client"
            and isinstance(conversation, ToLegacy)
            and not conversation.admits(exchange, frame)
        ):
            return
        if side == "server" or self._state == "open":
            conversation.request(side, exchange, frame)
            return
        self._hold(exchange, frame)
        if self._state == "new":
            self._state = "opening"
            if self._auto:
                self._probe(frame)
            else:
                self._shake(frame)

    def _notification(self, side: Side, frame: Tree) -> None:
        if self._state == "closed":
            self._core.drop(frame, CLOSED)
        elif side == "server" or self._state == "open":
            self._conversation.notification(side, frame)
        elif self._state == "new":
            self._core.drop(frame, EARLY)
        elif frame["method"] == "notifications/cancelled":
            self._conversation.cancelled(side, frame)
        else:
            self._hold(None, frame)

    # Opening

    def _hold(self, exchange: Exchange | None, frame: Tree) -> None:
        if len(self._held) < self._core.limits.held:
            self._held.append((exchange, frame))
        elif exchange is not None:
            self._core.fail(exchange, INTERNAL_ERROR, FULL.reason)
        else:
            self._core.drop(frame, FULL)

    def _opened(self, error: Tree | None) -> None:
        # Let what was held go on, or answer it with the error.
        held, self._held = self._held, []
        self._state = "open" if error is None else "new"
        for exchange, frame in held:
            if self._forwards:
                if exchange is not None:
                    self._core.forget(exchange)
                self._core.send("server", frame)
            elif exchange is None:
                self._notification("client", frame)
            elif self._core.asked["client"].get(exchange.key) is exchange:
                if error is not None:
                    self._core.answer(exchange, error)
                else:
                    self._conversation.request("client", exchange, frame)

    def _shake(self, frame: Tree) -> None:
        conversation = self._conversation
        assert isinstance(conversation, ToLegacy)
        conversation.shake(frame, self._opened)

    def _probe(self, frame: Tree) -> None:
        # What a client without a handshake says of itself goes into the probe.
        meta: Tree = {VERSION: MODERN, CAPABILITIES: {}}
        given = frame.get("params", {}).get("_meta")
        if self._core.revision["client"] in PER_REQUEST and type(given) is dict:
            meta = {name: value for name, value in given.items() if name != "progressToken"}
        core = self._core
        # A text, because the client's own ids may follow on the same connection.
        id = f"probe-{core.nonce()}"
        core.own("server", "server/discover", {"_meta": meta}, self._probed, core.limits.probe, frame, id)

    def _probed(self, exchange: Exchange, answer: Tree) -> None:
        _core, client = self._core, self._core.revision["client"]
        result, error = answer.get("result"), answer.get("error")
        versions = result.get("supportedVersions") if type(result) is dict else None
        self._auto = False
        if type(versions) is list and MODERN in versions:
            self._agreed(MODERN)
            self._opened(None)
            return
        if type(error) is dict and error.get("code") == UNSUPPORTED:
            data = error.get("data")
            offered = data.get("supported") if type(data) is dict else None
            if type(offered) is list and not any(revision in HANDSHAKE for revision in offered):
                self._auto = True
                self._opened(failure(None, INTERNAL_ERROR, f"the server speaks {offered}", data))
                return
        self._agreed(BORDER)
        if client in PER_REQUEST:
            self._shake(exchange.call)
        else:
            self._opened(None)

    def _agreed(self, server: str) -> None:
        core = self._core
        core.revision["server"] = server
        self._forwards = core.revision["client"] == server == MODERN
        self._conversation = self._made(core.revision["client"], server)

    def _made(self, client: str, server: str) -> Conversation:
        if (client in PER_REQUEST) == (server in PER_REQUEST):
            return Conversation(self._core)
        return ToModern(self._core) if server in PER_REQUEST else ToLegacy(self._core)

    def _count(self) -> str:
        self._nonces += 1
        return str(self._nonces)


def _is_id(value: Any) -> bool:
    return type(value) in (str, int) or (type(value) is float and value.is_integer())
