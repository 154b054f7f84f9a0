"""A client without a handshake, a server with one: 2026-07-28 talks to 2024-11-05 to 2025-11-25.

In and out: see `bridge_core`. What the newer side says with every request is said once, what the older side asks in requests is
asked in results:

- R-INIT: the first request opens the session with what its `_meta` says; `server/discover` is answered here. A server has one session,
  so what a later request can be asked beyond that it is not asked, which is reported as weakened; what it lacks, its client is not asked.
- R-MRTR: a question of the server goes to the client in the result of a request that may have one, under a state that names the
  request: the oldest that is open and whose client can be asked, and waits if any does. The client comes back with that state and the answers, which go to the server, and
  what the server says then is the answer to the new request. A client that does not come back within
  `Limits.patience` is gone: the questions are answered with an error, the request is withdrawn.
- R-42: error -32042 becomes questions for the visits that it demands; after them the request is made again.
- R-LOG: `logging/setLevel` is sent when the most verbose level of the open requests changes; messages below the level of every open
  request, and those while none has a level, end here.
- R-SUB: a stream is acknowledged when every resource in it has been subscribed to; a resource is left when no stream wants it.
- R-PING is answered here; status of tasks and completed visits end here.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..conversion.convert import convert
from ..conversion.log import ConversionLog as Crossing
from ..conversion.log import Path, pointer
from ..conversion.losses import Change, Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, DecodeError
from ..specification.capabilities import declared, granted
from .exchanges import (
    Conversation,
    Core,
    Exchange,
    Tree,
    adopt,
    failure,
    params_of,
    token_of,
)
from .rules import (
    BORDER,
    CAPABILITIES,
    INPUT_METHODS,
    LEVEL,
    LEVELS,
    MODERN,
    SUBSCRIPTION,
    VERSION,
    answer_down,
    concerns,
    discovery,
    handshake,
    lacking,
    may_ask,
    most_verbose,
    pages,
    passes,
    question_up,
)

UNSUPPORTED, URL_REQUIRED = -32022, -32042
QUIET = Change("R-LOG", "No open request asked for messages of this level.")
NOBODY = Change("R-SUB", "No stream asked for it.")
GONE = Change("R-CANCEL", "The question has been answered or was never asked.")
TASKS = Change("T4.12", "A newer client knows nothing of tasks.")
MORE = Change("R-INIT", "The server's session was opened by a request whose client could be asked less.")
VISITS = Change("R-42", "A newer client tells by asking again.")
ABLE: Path = (((None, "params"), "_meta"), CAPABILITIES)
CHANGES = {
    "notifications/tools/list_changed": "toolsListChanged",
    "notifications/prompts/list_changed": "promptsListChanged",
    "notifications/resources/list_changed": "resourcesListChanged",
}


class Question:
    """A request of the server, on its way to the client inside a result."""

    __slots__ = ("embedded", "exchange", "losses", "told")

    def __init__(self, exchange: Exchange | None, embedded: Tree, losses: tuple[Loss, ...]) -> None:
        self.exchange = exchange  # None: a visit that an error demands
        self.embedded = embedded
        self.losses = losses
        self.told = False


class Call:
    """A request that is open on the server: as the client made it, and what the server asked since."""

    __slots__ = (
        "able",
        "again",
        "client",
        "frame",
        "kept",
        "level",
        "method",
        "questions",
        "request",
        "rounds",
        "state",
        "timer",
    )

    def __init__(self, client: Exchange | None, meta: Mapping[str, Any]) -> None:
        self.client: Exchange | None = (
            client  # who waits for the answer; None while the client is away with questions
        )
        self.request: Exchange | None = None  # what is open on the server
        self.method = ""  # what is asked,
        self.frame: Tree = {}  # and what to repeat on the server
        self.able = meta[CAPABILITIES]
        self.level = meta.get(LEVEL)
        self.questions: dict[str, Question] = {}
        self.rounds = 0
        self.state = ""
        self.timer = 0
        self.kept: Tree | None = None  # the server's answer while the client is away
        self.again: Tree | None = None  # the error to give if the visits it demands are declined


def _flaw(meta: Any) -> tuple[Any, ...] | None:
    """Return the code, the message and the data to refuse a request with that does not say who asks and in which revision."""
    if (
        type(meta) is not dict
        or type(meta.get(VERSION)) is not str
        or type(meta.get(CAPABILITIES)) is not dict
    ):
        return INVALID_PARAMS, f"/params/_meta: {VERSION} and {CAPABILITIES} are required"
    if meta[VERSION] != MODERN:
        data = {"supported": [MODERN], "requested": meta[VERSION]}
        return UNSUPPORTED, "Unsupported protocol version", data
    if meta.get(LEVEL, "info") not in LEVELS:
        return INVALID_PARAMS, f"/params/_meta: a level is one of {', '.join(LEVELS)}"
    return None


class Stream:
    """A subscription of the client: the request that opened it, what it wants, and what it still waits for."""

    __slots__ = ("exchange", "missing", "open", "uris", "wanted")

    def __init__(self, exchange: Exchange, wanted: Tree) -> None:
        self.exchange = exchange
        self.wanted = wanted
        self.uris: list[str] = []
        self.missing: set[str] = set()
        self.open = False


class ToLegacy(Conversation):
    """Newer clients' requests in one session with an older server."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.server: Tree = {}  # the answer to the handshake, in terms of 2025-11-25
        self.offered: Tree = {}  # the server's capabilities
        self.said: Tree = {}  # the client's capabilities as the handshake said them
        self.lacking: tuple[str, ...] = ()  # capabilities that the handshake did not declare
        self.level: str | None = None
        self.calls: dict[int, Call] = {}  # open on the server or with the client, oldest first
        self.away: dict[str, Call] = {}  # by state: calls whose client is away with questions
        self.streams: dict[Any, Stream] = {}  # by the key of the request that opened it
        self.subscribed: dict[str, bool] = {}  # by uri: has the server confirmed it
        self.routes = {
            ("client", "server/discover"): self._discover,
            ("client", "subscriptions/listen"): self._listen,
            **{("client", method): self._call for method in INPUT_METHODS},
            ("server", "ping"): self._pong,
            ("server", "sampling/createMessage"): self._question,
            ("server", "elicitation/create"): self._question,
            ("server", "roots/list"): self._question,
            ("server", "notifications/cancelled"): self._withdrawn,
            ("server", "notifications/message"): self._message,
            ("server", "notifications/resources/updated"): self._updated,
            ("server", "notifications/tasks/status"): self._ends(TASKS),
            ("server", "notifications/elicitation/complete"): self._ends(VISITS),
            **{("server", method): self._changed for method in CHANGES},
        }

    def _ends(self, change: Change) -> Any:
        return lambda exchange, frame: self.core.drop(frame, change)

    # The handshake

    def admits(self, exchange: Exchange, frame: Tree) -> bool:
        """Refuse a request that does not say who asks and in which revision; say whether it does."""
        refusal = _flaw(params_of(frame).get("_meta"))
        if refusal is not None:
            self.core.fail(exchange, *refusal)
        return refusal is None

    def shake(self, frame: Tree, then: Any) -> None:
        """Open the session with what a request says; `then` is called with the error, or None."""
        core, revision = self.core, self.core.revision["server"]
        asking = {
            "jsonrpc": "2.0",
            "id": 0,
            "method": "initialize",
            "params": handshake(frame["params"]["_meta"]),
        }
        try:
            carried = convert(asking, BORDER, revision, sender="client")
        except DecodeError as malformed:
            then(failure(None, INVALID_PARAMS, f"what the client says of itself is malformed: {malformed}"))
            return
        params = {**carried.message["params"], "protocolVersion": revision}
        self.said = frame["params"]["_meta"][CAPABILITIES]

        def shaken(exchange: Exchange, answer: Tree) -> None:
            then(self._shaken(answer))

        core.own("server", "initialize", params, shaken, core.limits.opening)

    def _shaken(self, frame: Tree) -> Tree | None:
        core, result = self.core, frame.get("result")
        if type(result) is not dict:
            try:
                return convert(frame, BORDER, MODERN, sender="server", answering="initialize").message  # type: ignore[no-any-return]
            except (NoCounterpart, DecodeError) as malformed:
                return failure(None, INTERNAL_ERROR, f"the server refused the handshake: {malformed}")
        if not adopt(core, result.get("protocolVersion")):
            return failure(None, INTERNAL_ERROR, f"the server speaks {result.get('protocolVersion')!r}")
        try:
            revision = core.revision["server"]
            answer = {"jsonrpc": "2.0", "id": 0, "result": result}
            carried = convert(answer, revision, BORDER, sender="server", answering="initialize")
            if type(carried.message["result"].get("capabilities")) is not dict:
                raise DecodeError("/result/capabilities", "expected an object")
            self.server = carried.message["result"]
            self.offered = self.server["capabilities"]
            self.lacking = lacking(self.said, revision)
        except (NoCounterpart, DecodeError) as malformed:
            return failure(None, INTERNAL_ERROR, f"the server introduced itself wrongly: {malformed}")
        core.send("server", {"jsonrpc": "2.0", "method": "notifications/initialized"})
        return None

    def _discover(self, exchange: Exchange, frame: Tree) -> None:
        self.core.result(exchange, discovery(self.server))

    # Requests of the client

    def forward(self, side: Any, exchange: Exchange, frame: Tree) -> None:
        """Pass a request on, after the level that it asks for."""
        if side == "client":
            exchange.call = exchange.call or Call(exchange, frame["params"]["_meta"])
            self._set_level(exchange.call)
        super().forward(side, exchange, frame)

    def beyond(self, exchange: Exchange) -> tuple[Loss, ...]:
        """Return what the server does not learn of what the client of a request can be asked."""
        able = exchange.call.able if type(exchange.call) is Call else {}
        more = (
            able and exchange.method in INPUT_METHODS and any(declared(able, name) for name in self.lacking)
        )
        if not more:
            return ()
        return (Loss("weakened", pointer(ABLE), able, MORE.reason, MORE.id),)

    def passed(self, exchange: Exchange, frame: Tree) -> None:
        """Remember a request that is open on the server."""
        if exchange.asker == "client":
            call = exchange.call
            call.client, call.request = call.client or exchange, exchange
            call.method, call.frame = exchange.method, frame
            self.calls[id(call)] = call

    def answered(self, exchange: Exchange, frame: Tree) -> None:
        """Pass an answer back, or keep it until the client comes back."""
        call = exchange.call
        if type(call) is not Call:
            super().answered(exchange, frame)
            return
        call.request = None
        if call.client is None:
            call.kept = frame
            return
        error = frame.get("error")
        if type(error) is dict and error.get("code") == URL_REQUIRED and self._visits(call, frame):
            return
        self.calls.pop(id(call), None)
        super().answered(call.client, frame)

    def stopped(self, exchange: Exchange, reason: str | None) -> None:
        """Withdraw a request, or end a stream."""
        if type(exchange.call) is Call:
            self._end(exchange.call, "the client cancelled the request", reason)
        elif type(exchange.call) is Stream:
            self._leave(exchange.call)
        else:
            super().stopped(exchange, reason)

    def closed(self, side: Any) -> None:
        """End everything; streams end in good order when the server is gone."""
        if side == "server":
            for stream in list(self.streams.values()):
                meta = {SUBSCRIPTION: stream.exchange.id}
                self.core.result(stream.exchange, {"resultType": "complete", "_meta": meta})
        super().closed(side)
        self.calls.clear()
        self.away.clear()
        self.streams.clear()
        self.subscribed.clear()

    def _pong(self, exchange: Exchange, frame: Tree) -> None:
        self.core.result(exchange, {})

    def _call(self, exchange: Exchange, frame: Tree) -> None:
        params = frame["params"]
        if "requestState" not in params and "inputResponses" not in params:
            self.forward("client", exchange, frame)
            return
        state = params.get("requestState")
        call = self.away.get(state) if type(state) is str else None
        if call is None or call.method != exchange.method:
            self.core.fail(
                exchange, INVALID_PARAMS, "/params/requestState: no request is open under this state"
            )
            return
        replies = params.get("inputResponses", {})
        if type(replies) is not dict:
            self.core.fail(exchange, INVALID_PARAMS, "/params/inputResponses: expected an object")
            return
        del self.away[call.state]
        self.core.timers.pop(call.timer, None)
        meta = params["_meta"]
        call.client, call.able, call.level = exchange, meta[CAPABILITIES], meta.get(LEVEL)
        exchange.call = call
        if call.request is not None:
            call.request.token = token_of(frame)
        self._reply(call, replies)

    # Questions of the server

    def _question(self, exchange: Exchange, frame: Tree) -> None:
        core = self.core
        try:
            carried = convert(frame, core.revision["server"], BORDER, sender="server")
        except (NoCounterpart, DecodeError) as refusal:
            self.refuse(exchange, refusal)
            return
        params = params_of(carried.message)
        fit = [call for call in self.calls.values() if self._may(call, exchange.method, params)]
        call = min(fit, key=lambda call: call.client is None, default=None)
        if call is None:
            core.fail(
                exchange, METHOD_NOT_FOUND, f"no open request of the client can carry {exchange.method}"
            )
        elif call.rounds >= core.limits.rounds:
            core.fail(
                exchange, INTERNAL_ERROR, f"more than {core.limits.rounds} rounds of questions in one request"
            )
        elif call.client is not None and len(self.away) >= core.limits.pending:
            core.fail(
                exchange, INTERNAL_ERROR, f"more than {core.limits.pending} clients are away with questions"
            )
        else:
            way = Crossing()
            embedded = question_up(exchange.method, params, way)
            exchange.call = call
            call.questions[str(core.number("question"))] = Question(
                exchange, embedded, carried.losses + way.losses()
            )
            if call.client is not None:
                self._tell(call)

    def _may(self, call: Call, method: str, params: Tree) -> bool:
        open_ = call.request is not None and call.method in INPUT_METHODS
        return open_ and may_ask(call.able, method, params)

    def _tell(self, call: Call) -> None:
        # Answer the client with all questions that are open.
        assert call.client is not None
        client, call.client = call.client, None
        call.rounds += 1
        call.state = self.core.nonce()
        if call.request is not None:
            call.request.token = None
        self.away[call.state] = call
        call.timer = self.core.later(self.core.limits.patience, lambda: self._expire(call))
        for question in call.questions.values():
            question.told = True
        result = {
            "resultType": "input_required",
            "inputRequests": {key: question.embedded for key, question in call.questions.items()},
            "requestState": call.state,
        }
        losses = tuple(loss for question in call.questions.values() for loss in question.losses)
        self.core.result(client, result, losses)

    def _reply(self, call: Call, replies: Tree) -> None:
        # Give the server what the client came back with, then go on.
        agreed = True
        for key in [key for key, question in call.questions.items() if question.told and key in replies]:
            question = call.questions.pop(key)
            if question.exchange is not None:
                self._answer(question.exchange, replies[key])
            elif not (type(replies[key]) is dict and replies[key].get("action") == "accept"):
                agreed = False
        assert call.client is not None
        if call.kept is not None:
            kept, call.kept = call.kept, None
            for question in call.questions.values():
                self._unanswered(question, "the request is over")
            call.questions.clear()
            self.calls.pop(id(call), None)
            Conversation.answered(self, call.client, kept)
        elif call.again is not None and not agreed:
            self.calls.pop(id(call), None)
            Conversation.answered(self, call.client, call.again)
        elif call.questions:
            if call.rounds >= self.core.limits.rounds:
                self._give_up(call)
            else:
                self._tell(call)
        elif call.again is not None:
            call.again = None
            self._set_level(call)
            call.request = call.client
            self.core.ask("server", call.frame, call.client, self.answered)

    def _answer(self, exchange: Exchange, reply: Any) -> None:
        core = self.core
        try:
            if type(reply) is not dict:
                raise DecodeError("", "expected an object")
            way = Crossing()
            result = answer_down(exchange.method, reply, way)
            answer = {"jsonrpc": "2.0", "id": 0, "result": result}
            carried = convert(
                answer, BORDER, core.revision["server"], sender="client", answering=exchange.method
            )
        except (NoCounterpart, DecodeError) as refusal:
            core.fail(exchange, INTERNAL_ERROR, f"the client's answer cannot be passed on: {refusal}")
            return
        core.answer(exchange, carried.message, way.losses() + carried.losses)

    def _unanswered(self, question: Question, why: str) -> None:
        if question.exchange is not None:
            self.core.fail(question.exchange, INTERNAL_ERROR, why)

    def _expire(self, call: Call) -> None:
        # The client never came back.
        self._end(call, "the client did not come back with an answer", "the client is gone")

    def _give_up(self, call: Call) -> None:
        client = call.client
        self._end(call, "too many rounds of questions", "too many rounds of questions")
        if client is not None:
            self.core.fail(
                client, INTERNAL_ERROR, f"not answered in {self.core.limits.rounds} rounds of questions"
            )

    def _end(self, call: Call, why: str, reason: str | None) -> None:
        # Forget a call: its questions are answered, the server is told.
        self.calls.pop(id(call), None)
        self.away.pop(call.state, None)
        self.core.timers.pop(call.timer, None)
        for question in call.questions.values():
            self._unanswered(question, why)
        call.questions.clear()
        if call.request is not None:
            self.core.withdraw(call.request, reason)

    def _withdrawn(self, exchange: None, frame: Tree) -> None:
        # The server no longer wants to know.
        id_ = params_of(frame).get("requestId")
        asked = self.core.asked["server"].get((type(id_), id_)) if type(id_) in (str, int, float) else None
        self.core.drop(frame, GONE)
        if asked is None:
            return
        self.core.forget(asked)
        call = asked.call
        if type(call) is Call:
            for key, question in list(call.questions.items()):
                if question.exchange is asked:
                    del call.questions[key]

    def _visits(self, call: Call, frame: Tree) -> bool:
        # Ask for the visits that an error demands, if the client can be asked.
        way = Crossing()
        visits = pages(frame["error"].get("data"), way)
        if (
            call.method not in INPUT_METHODS
            or not visits
            or not declared(call.able, "elicitation.url")
            or call.rounds >= self.core.limits.rounds
            or len(self.away) >= self.core.limits.pending
        ):
            return False
        call.again = frame
        losses = way.losses()
        for key, embedded in visits.items():
            call.questions[key] = Question(None, embedded, losses)
            losses = ()
        self._tell(call)
        return True

    # The log

    def _set_level(self, call: Call) -> None:
        if call.level is None or not declared(self.offered, "logging") or self.core.crowded("server"):
            return
        wanted = most_verbose([call.level, *self._levels()])
        if wanted is not None and wanted != self.level:
            self.level = wanted
            self.core.own(
                "server", "logging/setLevel", {"level": wanted}, self._ignored, self.core.limits.opening
            )

    def _levels(self) -> list[str]:
        return [call.level for call in self.calls.values() if call.level is not None]

    def _ignored(self, exchange: Exchange, frame: Tree) -> None:
        pass

    def _message(self, exchange: None, frame: Tree) -> None:
        level = params_of(frame).get("level")
        waiting = [
            call.level for call in self.calls.values() if call.level is not None and call.client is not None
        ]
        if passes(level, most_verbose(waiting)):
            self.relay("server", frame)
        else:
            self.core.drop(frame, QUIET)

    # Subscriptions

    def _listen(self, exchange: Exchange, frame: Tree) -> None:
        core = self.core
        wanted = frame["params"].get("notifications")
        uris = wanted.get("resourceSubscriptions", []) if type(wanted) is dict else None
        if type(uris) is not list or not all(type(uri) is str for uri in uris):
            core.fail(exchange, INVALID_PARAMS, "/params/notifications: expected a filter of subscriptions")
            return
        full = len(self.subscribed) + len(uris) > core.limits.pending or core.crowded("server")
        if full or len(self.streams) >= core.limits.streams:
            core.fail(exchange, INTERNAL_ERROR, "too many subscriptions are open")
            return
        stream = Stream(exchange, granted(wanted, self.offered))
        exchange.call = stream
        self.streams[exchange.key] = stream
        for uri in dict.fromkeys(stream.wanted.get("resourceSubscriptions", [])):
            stream.uris.append(uri)
            if uri in self.subscribed:
                if not self.subscribed[uri]:
                    stream.missing.add(uri)
            else:
                self.subscribed[uri] = False
                stream.missing.add(uri)
                core.own(
                    "server",
                    "resources/subscribe",
                    {"uri": uri},
                    self._subscribed,
                    core.limits.opening,
                    call=uri,
                )
        self._opened(stream)

    def _subscribed(self, own: Exchange, frame: Tree) -> None:
        uri = own.call
        if uri not in self.subscribed:
            return
        if "result" in frame:
            self.subscribed[uri] = True
        else:
            del self.subscribed[uri]
        for stream in list(self.streams.values()):
            if uri in stream.missing:
                stream.missing.discard(uri)
                if "result" not in frame:
                    stream.uris.remove(uri)
                self._opened(stream)
        if "result" in frame and not any(uri in stream.uris for stream in self.streams.values()):
            self._unsubscribe(uri)

    def _opened(self, stream: Stream) -> None:
        if stream.open or stream.missing:
            return
        stream.open = True
        granted_ = {name: value for name, value in stream.wanted.items() if name != "resourceSubscriptions"}
        if stream.uris:
            granted_["resourceSubscriptions"] = stream.uris[:]
        params = {"_meta": {SUBSCRIPTION: stream.exchange.id}, "notifications": granted_}
        self.core.send(
            "client",
            {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": params},
        )

    def _leave(self, stream: Stream) -> None:
        self.streams.pop(stream.exchange.key, None)
        for uri in stream.uris:
            wanted = any(uri in other.uris for other in self.streams.values())
            if not wanted and self.subscribed.get(uri):
                self._unsubscribe(uri)

    def _unsubscribe(self, uri: str) -> None:
        del self.subscribed[uri]
        self.core.own(
            "server", "resources/unsubscribe", {"uri": uri}, self._ignored, self.core.limits.opening
        )

    def _changed(self, exchange: None, frame: Tree) -> None:
        name = CHANGES[frame["method"]]
        self._publish(frame, [s for s in self.streams.values() if s.open and s.wanted.get(name) is True])

    def _updated(self, exchange: None, frame: Tree) -> None:
        uri = params_of(frame).get("uri")
        listening = [stream for stream in self.streams.values() if stream.open and stream.uris]
        near = [stream for stream in listening if any(concerns(wanted, uri) for wanted in stream.uris)]
        self._publish(frame, near or listening)

    def _publish(self, frame: Tree, streams: list[Stream]) -> None:
        if not streams:
            self.core.drop(frame, NOBODY)
            return
        try:
            carried, losses = self.core.carry(frame, "server")
        except (NoCounterpart, DecodeError) as refusal:
            self.core.drop(frame, Change("malformed", str(refusal)))
            return
        params = params_of(carried)
        meta = params.get("_meta")
        for stream in streams:
            stamped = {**(meta if type(meta) is dict else {}), SUBSCRIPTION: stream.exchange.id}
            self.core.send("client", {**carried, "params": {**params, "_meta": stamped}}, losses)
