"""A client with a handshake, a server without: 2024-11-05 to 2025-11-25 talks to 2026-07-28.

In and out: see `bridge_core`. What the older side says once is remembered and repeated, what the newer side asks in
results is asked again in requests:

- R-INIT: `initialize` is answered with what `server/discover` tells; `notifications/initialized` ends here.
- R-META5, R-LOG: every request says what the handshake said, and the level of the last `logging/setLevel`.
- R-MRTR: the questions in an input-required result are asked one by one, at once; when all are answered the request is repeated with
  the answers and the state that the server gave, under a new id. Without questions it is repeated after a pause. At most
  `Limits.rounds` times. An error as an answer ends the request with it: an input response cannot say it.
- R-SUB: one stream for the lists that announce changes, opened after the handshake, and one for each resource subscribed to. An update
  that arrives on several streams is passed on once.
- R-PING is answered here. R-TASK, progress of the client and changes of roots end here: a newer server knows nothing of them.
"""

from __future__ import annotations

from typing import Any

from ..conversion.convert import convert
from ..conversion.log import ConversionLog as Crossing
from ..conversion.losses import Change, Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, DecodeError
from ..specification.capabilities import declared
from .exchanges import Conversation, Core, Exchange, Side, Tree, failure, params_of
from .rules import (
    BORDER,
    CAPABILITIES,
    INPUT_METHODS,
    LEVELS,
    MODERN,
    SUBSCRIPTION,
    answer_up,
    initialized,
    may_ask,
    question_down,
)

UNSUPPORTED = -32022
STREAM = Change("R-SUB", "It belongs to no stream of this bridge, or has been passed on already.")
SESSION = Change("R-INIT", "A server without a handshake has no use for it.")
ROOTS = Change("R-CAPS", "A server that wants to know asks again.")
UPWARD = Change("R-PROG", "A server without requests of its own follows no progress.")
ENDED = Change("R-SUB", "The stream ended.")
LISTS = ("tools", "prompts", "resources")


class Call:
    """A request that may be answered with questions: what to repeat, and the answers so far."""

    __slots__ = ("answers", "frame", "losses", "open", "pauses", "rounds", "state")

    def __init__(self, frame: Tree) -> None:
        self.frame = frame
        self.rounds = 0
        self.pauses = 0
        self.state: Any = None
        self.open: dict[str, Exchange] = {}
        self.answers: Tree = {}
        self.losses: list[Loss] = []


class Stream:
    """A subscription: what it is for (None: the lists), and who waits for it to open."""

    __slots__ = ("request", "uri", "waiting")

    def __init__(self, uri: str | None, waiting: Exchange | None) -> None:
        self.uri = uri
        self.waiting = waiting
        self.request: Exchange | None = None


class ToModern(Conversation):
    """One session of an older client with a newer server."""

    def __init__(self, core: Core) -> None:
        super().__init__(core)
        self.said: Tree = {}  # context of every request, in the client's terms
        self.able: Tree = {}  # the client's capabilities, in the server's terms
        self.offered: Tree = {}  # the server's capabilities
        self.initialized = False
        self.ready = False  # the client has confirmed the handshake
        self.started = False
        self.streams: dict[int | str, Stream] = {}  # by our id of the request that opened it
        self.seen: dict[Any, set[int | str]] = {}  # by uri: the streams that told of its last update
        self.routes = {
            ("client", "initialize"): self._initialize,
            ("client", "notifications/initialized"): self._start,
            ("client", "ping"): self._pong,
            ("client", "logging/setLevel"): self._level,
            ("client", "resources/subscribe"): self._subscribe,
            ("client", "resources/unsubscribe"): self._unsubscribe,
            ("client", "notifications/roots/list_changed"): self._ends(ROOTS),
            ("client", "notifications/progress"): self._ends(UPWARD),
            ("server", "notifications/subscriptions/acknowledged"): self._acknowledged,
            ("server", "notifications/cancelled"): self._cancelled_stream,
            ("server", "notifications/resources/updated"): self._updated,
            **{("server", f"notifications/{name}/list_changed"): self._changed for name in LISTS},
        }

    def _ends(self, change: Change) -> Any:
        return lambda exchange, frame: self.core.drop(frame, change)

    # The handshake

    def _initialize(self, exchange: Exchange, frame: Tree) -> None:
        params = params_of(frame)
        if self.initialized:
            self.core.fail(exchange, INVALID_REQUEST, "the session has been initialized already")
            return
        said = {"clientCapabilities": params.get("capabilities"), "clientInfo": params.get("clientInfo")}
        try:
            if type(params.get("protocolVersion")) is not str or None in said.values():
                raise ValueError("initialize says protocolVersion, capabilities and clientInfo")
            asking = convert(
                {"jsonrpc": "2.0", "method": "tools/list", "id": 0},
                self.core.revision["client"],
                MODERN,
                sender="client",
                context=said,
            )
        except ValueError as malformed:
            self.core.fail(exchange, INVALID_PARAMS, str(malformed))
            return
        self.said = {**self.said, **said}
        self.initialized = True
        self.able = asking.message["params"]["_meta"][CAPABILITIES]
        exchange.call = params["protocolVersion"]
        discover = {"jsonrpc": "2.0", "method": "server/discover", "params": asking.message["params"]}
        self.core.ask("server", discover, exchange, self._discovered, asking.losses, self.core.limits.opening)

    def _discovered(self, exchange: Exchange, frame: Tree) -> None:
        core, result = self.core, frame.get("result")
        if type(result) is not dict:
            self.initialized = False
            if "result" in frame:
                core.fail(
                    exchange, INTERNAL_ERROR, "the server cannot be introduced: /result: expected an object"
                )
            else:
                self.answered(exchange, frame)
            return
        versions = result.get("supportedVersions")
        if type(versions) is not list or MODERN not in versions:
            self.initialized = False
            data = {"supported": [core.revision["client"]], "requested": exchange.call}
            core.fail(exchange, INVALID_PARAMS, f"the server does not speak {MODERN}", data)
            return
        try:
            if type(result.get("capabilities")) is not dict:
                raise DecodeError("/result/capabilities", "expected an object")
            self.offered = result["capabilities"]
            answer = {"jsonrpc": "2.0", "id": None, "result": initialized(result)}
            carried = convert(
                answer, BORDER, core.revision["client"], sender="server", answering="initialize"
            )
        except (NoCounterpart, DecodeError) as refusal:
            self.initialized = False
            core.fail(exchange, INTERNAL_ERROR, f"the server cannot be introduced: {refusal}")
            return
        result = {**carried.message["result"], "protocolVersion": core.revision["client"]}
        core.answer(exchange, {**carried.message, "result": result}, carried.losses)
        self._follow_lists()

    def _start(self, exchange: None, frame: Tree) -> None:
        self.core.drop(frame, SESSION)
        self.ready = True
        self._follow_lists()

    def _follow_lists(self) -> None:
        # Once, when the client is ready and the server is known, in whatever order.
        lists = {
            f"{name}ListChanged": True for name in LISTS if declared(self.offered, f"{name}.listChanged")
        }
        if lists and self.ready and not self.started:
            self.started = True
            self._open(Stream(None, None), lists)

    # Requests of the client

    def context(self) -> Tree:
        """Return what the handshake and the last log level said."""
        return self.said

    def passed(self, exchange: Exchange, frame: Tree) -> None:
        """Remember a request that may be answered with questions."""
        if exchange.method in INPUT_METHODS:
            exchange.call = Call(frame)

    def answered(self, exchange: Exchange, frame: Tree) -> None:
        """Pass an answer back, or ask what it asks."""
        result, error = frame.get("result"), frame.get("error")
        if (
            type(exchange.call) is Call
            and type(result) is dict
            and result.get("resultType") == "input_required"
        ):
            self._asked(exchange, exchange.call, result)
        elif type(error) is dict and error.get("code") == UNSUPPORTED and exchange.method != "initialize":
            self.core.fail(exchange, INTERNAL_ERROR, f"the server does not speak {MODERN}", error)
        else:
            super().answered(exchange, frame)

    def stopped(self, exchange: Exchange, reason: str | None) -> None:
        """Withdraw a request, or the questions that it has led to."""
        self.core.withdraw(exchange, reason)
        if type(exchange.call) is Call:
            self._withdraw(exchange.call, reason)
        elif type(exchange.call) is Stream:
            self._close(exchange.call, failure(None, INTERNAL_ERROR, "cancelled"))

    def closed(self, side: Side) -> None:
        """End everything, streams too."""
        super().closed(side)
        self.streams.clear()
        self.seen.clear()

    def _pong(self, exchange: Exchange, frame: Tree) -> None:
        self.core.result(exchange, {})

    def _level(self, exchange: Exchange, frame: Tree) -> None:
        level = params_of(frame).get("level")
        if level not in LEVELS:
            self.core.fail(exchange, INVALID_PARAMS, f"a level is one of {', '.join(LEVELS)}")
        elif self.initialized and not declared(self.offered, "logging"):
            self.core.fail(exchange, METHOD_NOT_FOUND, "the server keeps no log")
        else:
            self.said = {**self.said, "logLevel": level}
            self.core.result(exchange, {})

    # Questions of the server

    def _asked(self, exchange: Exchange, call: Call, result: Tree) -> None:
        core = self.core
        questions, state = result.get("inputRequests", {}), result.get("requestState")
        call.rounds += 1
        if type(questions) is not dict or not (questions or type(state) is str):
            core.fail(exchange, INTERNAL_ERROR, "the server asks for input and does not say which")
            return
        if call.rounds > core.limits.rounds:
            core.fail(exchange, INTERNAL_ERROR, f"the server asked for input {call.rounds} times")
            return
        call.state, call.answers, call.losses = state, {}, []
        if not questions:
            pause = min(core.limits.pause * 2**call.pauses, 5 * core.limits.pause)
            call.pauses += 1
            exchange.timer = core.later(pause, lambda: self._repeat(exchange, call))
            return
        call.pauses = 0
        try:
            asked = [(key, *self._question(question)) for key, question in questions.items()]
        except (NoCounterpart, DecodeError) as refusal:
            reply = getattr(refusal, "reply", None)
            code = reply["error"]["code"] if reply else INTERNAL_ERROR
            core.fail(exchange, code, f"the server asks what the client cannot answer: {refusal}")
            return
        if len(core.sent["client"]) + len(asked) > core.limits.pending:
            core.fail(exchange, INTERNAL_ERROR, f"more than {core.limits.pending} questions are open")
            return
        for key, frame, losses in asked:
            own = Exchange(None, None, frame["method"])
            own.call = (exchange, key)
            call.open[key] = own
            core.ask("client", frame, own, self._replied, losses)

    def _question(self, question: Any) -> tuple[Tree, tuple[Loss, ...]]:
        # Return a question as a request in the client's revision; refuse what the client did not offer to answer.
        if type(question) is not dict or type(question.get("method")) is not str:
            raise DecodeError(
                "/result/inputRequests", "a question is an object with a method", INTERNAL_ERROR
            )
        if type(question.get("params", {})) is not dict:
            raise DecodeError(
                "/result/inputRequests", "the params of a question are an object", INTERNAL_ERROR
            )
        if not may_ask(self.able, question["method"], params_of(question)):
            raise DecodeError("", f"the client did not offer {question['method']}", INTERNAL_ERROR)
        way = Crossing()
        method, params = question_down(question, self.core.nonce(), way)
        frame: Tree = {"jsonrpc": "2.0", "id": 0, "method": method}
        if params or method != "roots/list":
            frame["params"] = params
        carried = convert(frame, BORDER, self.core.revision["client"], sender="server")
        return carried.message, way.losses() + carried.losses

    def _replied(self, own: Exchange, frame: Tree) -> None:
        core = self.core
        exchange, key = own.call
        call = exchange.call
        del call.open[key]
        try:
            if "error" in frame:
                raise NoCounterpart({"error": frame["error"]}, "the client refused", "R-MRTR")
            carried = convert(frame, core.revision["client"], BORDER, sender="client", answering=own.method)
            if type(carried.message.get("result")) is not dict:
                raise DecodeError("/result", "expected an object")
            way = Crossing()
            call.answers[key] = answer_up(own.method, carried.message["result"], way)
            call.losses += [*carried.losses, *way.losses()]
        except NoCounterpart as refusal:
            self._withdraw(call, "another question was refused")
            error = refusal.reply["error"] if refusal.reply else None
            if type(error) is dict and type(error.get("code")) is int and type(error.get("message")) is str:
                core.answer(exchange, {"jsonrpc": "2.0", "id": None, "error": error})
            else:
                core.fail(exchange, INTERNAL_ERROR, f"the client's answer cannot be passed on: {refusal}")
        except DecodeError as malformed:
            self._withdraw(call, "another question was answered wrongly")
            core.fail(exchange, INVALID_PARAMS, f"the answer to {own.method} is malformed: {malformed}")
        else:
            if not call.open:
                self._repeat(exchange, call)

    def _repeat(self, exchange: Exchange, call: Call) -> None:
        exchange.timer = 0
        params = {**call.frame["params"]}
        for name in ("inputResponses", "requestState"):
            params.pop(name, None)
        if call.answers:
            params["inputResponses"] = call.answers
        if type(call.state) is str:
            params["requestState"] = call.state
        self.core.ask("server", {**call.frame, "params": params}, exchange, self.answered, tuple(call.losses))

    def _withdraw(self, call: Call, reason: str | None) -> None:
        for own in call.open.values():
            self.core.withdraw(own, reason)
        call.open.clear()

    # Subscriptions

    def _subscribe(self, exchange: Exchange, frame: Tree) -> None:
        uri = params_of(frame).get("uri")
        if type(uri) is not str:
            self.core.fail(exchange, INVALID_PARAMS, "/params/uri: expected a string")
        elif self.initialized and not declared(self.offered, "resources.subscribe"):
            self.core.fail(exchange, METHOD_NOT_FOUND, "the server has no subscriptions to resources")
        elif any(stream.uri == uri and stream.waiting is None for stream in self.streams.values()):
            self.core.result(exchange, {})
        else:
            self._open(Stream(uri, exchange), {"resourceSubscriptions": [uri]})

    def _unsubscribe(self, exchange: Exchange, frame: Tree) -> None:
        uri = params_of(frame).get("uri")
        if type(uri) is not str:
            self.core.fail(exchange, INVALID_PARAMS, "/params/uri: expected a string")
            return
        for stream in [stream for stream in self.streams.values() if stream.uri == uri]:
            self._close(stream, failure(None, INTERNAL_ERROR, "the subscription was ended before it began"))
        self.core.result(exchange, {})

    def _open(self, stream: Stream, filter: Tree) -> None:
        core = self.core
        if len(self.streams) >= core.limits.streams:
            if stream.waiting is not None:
                core.fail(
                    stream.waiting, INTERNAL_ERROR, f"more than {core.limits.streams} subscriptions are open"
                )
            return
        frame = {"jsonrpc": "2.0", "id": 0, "method": "tools/list"}
        carried = convert(frame, core.revision["client"], MODERN, sender="client", context=self.said)
        params = {**carried.message["params"], "notifications": filter}
        request = core.own("server", "subscriptions/listen", params, self._ended, call=stream)
        stream.request = request
        self.streams[request.own] = stream
        if stream.waiting is not None:
            stream.waiting.call = stream
            late = failure(None, INTERNAL_ERROR, f"no subscription in {core.limits.opening:g} seconds")
            request.timer = core.later(core.limits.opening, lambda: self._close(stream, late))

    def _close(self, stream: Stream, answer: Tree) -> None:
        # End a stream from our side.
        assert stream.request is not None
        self.core.withdraw(stream.request)
        self._gone(stream, answer)

    def _gone(self, stream: Stream, answer: Tree) -> None:
        assert stream.request is not None
        own = stream.request.own
        self.streams.pop(own, None)
        for uri, told in list(self.seen.items()):
            told.discard(own)
            if not told:
                del self.seen[uri]
        if stream.waiting is not None:
            waiting, stream.waiting = stream.waiting, None
            Conversation.answered(self, waiting, answer)

    def _ended(self, request: Exchange, frame: Tree) -> None:
        # The server ended a stream, or refused to open it.
        ended = failure(None, INTERNAL_ERROR, "the server ended the subscription before it began")
        self.core.drop(frame, ENDED)
        self._gone(request.call, frame if "error" in frame else ended)

    def _cancelled_stream(self, exchange: None, frame: Tree) -> None:
        own = params_of(frame).get("requestId")
        stream = self.streams.get(own) if type(own) is int else None
        self.core.drop(frame, ENDED if stream else STREAM)
        if stream is not None and stream.request is not None:
            self.core.sent["server"].pop(stream.request.own, None)
            self._gone(
                stream, failure(None, INTERNAL_ERROR, "the server ended the subscription before it began")
            )

    def _acknowledged(self, exchange: None, frame: Tree) -> None:
        stream = self._stream(frame)
        self.core.drop(frame, STREAM)
        if stream is None or stream.waiting is None or stream.request is None:
            return
        granted = params_of(frame).get("notifications")
        uris = granted.get("resourceSubscriptions") if type(granted) is dict else None
        if type(uris) is list and stream.uri in uris:
            self.core.timers.pop(stream.request.timer, None)
            waiting, stream.waiting = stream.waiting, None
            self.core.result(waiting, {})
        else:
            self._close(
                stream, failure(None, INVALID_PARAMS, f"the server does not report changes of {stream.uri}")
            )

    def _stream(self, frame: Tree) -> Stream | None:
        meta = params_of(frame).get("_meta")
        own = meta.get(SUBSCRIPTION) if type(meta) is dict else None
        return self.streams.get(own) if type(own) is int else None

    def _changed(self, exchange: None, frame: Tree) -> None:
        if self._stream(frame) is None:
            self.core.drop(frame, STREAM)
        else:
            self.relay("server", frame)

    def _updated(self, exchange: None, frame: Tree) -> None:
        stream, uri = self._stream(frame), params_of(frame).get("uri")
        if stream is None or stream.request is None or type(uri) is not str:
            self.core.drop(frame, STREAM)
            return
        own = stream.request.own
        told = self.seen.get(uri)
        if told is not None and own not in told:  # another stream told of it
            told.add(own)
            self.core.drop(frame, STREAM)
            return
        if len(self.seen) >= self.core.limits.pending:
            self.seen.clear()
        self.seen[uri] = {own}
        self.relay("server", frame)
