"""Requests of a legacy client that a modern server answers with input-required results (R-MRTR).

In: input-required results. Out: the questions in them as requests to the client, all at once. Then comes the
request once more, with the answers and the state of the server, under a new id. Rules:

- A result without questions puts the request off: the bridge repeats the request after a pause.
- A request is repeated `Limits.rounds` times at most.
- An error as the answer to a question ends the request with that error: an input response cannot carry
  errors.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..conversion.log import ConversionLog
from ..conversion.losses import Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, DecodeError
from ..json_values import is_integer
from .exchanges import Exchange, ExchangeTable, OnResponse
from .frame_conversion import convert
from .frames import Tree, params_of
from .rules import BORDER, can_ask, input_response, server_request

LONGEST_PAUSE = 5  # in units of `Limits.pause`


class RepeatableRequest:
    """A request that may be answered with questions: the frame to repeat, and the answers so far."""

    __slots__ = (
        "answers",
        "followed",
        "frame",
        "losses",
        "open_questions",
        "pauses",
        "rounds",
        "state",
        "task",
    )

    def __init__(self, frame: Tree) -> None:
        self.frame = frame
        self.rounds = 0
        self.pauses = 0  # in a row
        self.state: Any = None  # `requestState` of the last result
        self.open_questions: dict[str, Exchange] = {}  # by key of `inputRequests`
        self.answers: Tree = {}
        self.losses: list[Loss] = []
        self.task: Tree | None = None  # the client's `task`, if the call is to run as a task
        self.followed: Any = None  # the task whose result the request waits for


class InputRounds:
    """The questions of the server; `on_response` treats the response to a repeated request."""

    def __init__(self, table: ExchangeTable, on_response: OnResponse) -> None:
        self.table = table
        self.on_response = on_response
        self.client_capabilities: Mapping[str, Any] = {}  # in the revision of the server

    def handle_result(self, exchange: Exchange, request: RepeatableRequest, result: Tree) -> None:
        """Ask the questions of an input-required result, or pause before the request is repeated."""
        table, limits = self.table, self.table.limits
        questions, state = result.get("inputRequests", {}), result.get("requestState")
        request.rounds += 1
        if type(questions) is not dict or not (questions or type(state) is str):
            reason = "an input-required result of the server has neither questions nor a state"
            table.respond_error(exchange, INTERNAL_ERROR, reason)
        elif request.rounds > limits.rounds:
            reason = f"the server asked for input {request.rounds} times"
            table.respond_error(exchange, INTERNAL_ERROR, reason)
        else:
            request.state, request.answers, request.losses = state, {}, []
            if questions:
                request.pauses = 0
                self._ask(exchange, request, questions)
            else:
                pause = limits.pause * min(2**request.pauses, LONGEST_PAUSE)
                request.pauses += 1
                exchange.timer = table.start_timer(pause, lambda: self._repeat(exchange, request))

    def cancel_questions(self, request: RepeatableRequest, reason: str | None) -> None:
        """Cancel the open questions of a request at the client."""
        for question in request.open_questions.values():
            self.table.cancel(question, reason)
        request.open_questions.clear()

    def _ask(self, exchange: Exchange, request: RepeatableRequest, questions: Tree) -> None:
        table, limit = self.table, self.table.limits.pending
        try:
            frames = {key: self.request_of(question) for key, question in questions.items()}
        except (NoCounterpart, DecodeError) as refusal:
            reply = refusal.reply if isinstance(refusal, NoCounterpart) else None
            code = reply["error"]["code"] if reply else INTERNAL_ERROR
            reason = f"the client cannot answer a question of the server: {refusal}"
            table.respond_error(exchange, code, reason)
            return
        if len(table.sent["client"]) + len(frames) > limit:
            table.respond_error(exchange, INTERNAL_ERROR, f"more than {limit} questions are open")
            return
        for key, (frame, losses) in frames.items():
            question = Exchange(None, None, frame["method"])
            question.attached = (exchange, key)
            request.open_questions[key] = question
            table.send_request("client", frame, question, self._handle_answer, losses)

    def request_of(self, question: Any) -> tuple[Tree, tuple[Loss, ...]]:
        """Return a question as a request to the client; raise for a question that it did not declare."""
        if type(question) is not dict or type(question.get("method")) is not str:
            reason = "a question is an object with a method"
            raise DecodeError("/result/inputRequests", reason, INTERNAL_ERROR)
        if type(question.get("params", {})) is not dict:
            reason = "the params of a question are an object"
            raise DecodeError("/result/inputRequests", reason, INTERNAL_ERROR)
        method = question["method"]
        if not can_ask(self.client_capabilities, method, params_of(question)):
            raise DecodeError("", f"the client did not declare {method}", INTERNAL_ERROR)
        log = ConversionLog()
        params = server_request(question, self.table.nonce(), log)
        frame: Tree = {"jsonrpc": "2.0", "id": 0, "method": method}
        if params or method != "roots/list":
            frame["params"] = params
        converted = convert(frame, BORDER, self.table.revision["client"], sender="server")
        return converted.message, log.losses() + converted.losses

    def _handle_answer(self, question: Exchange, frame: Tree) -> None:
        """Note the client's answer to a question; repeat the request after the last answer."""
        exchange, key = question.attached
        request: RepeatableRequest = exchange.attached
        del request.open_questions[key]
        try:
            request.answers[key] = self.input_response(question.method, frame, request.losses)
        except NoCounterpart as refusal:
            self.cancel_questions(request, "another question was refused")
            self._refuse(exchange, refusal)
        except DecodeError as malformed:
            self.cancel_questions(request, "another question was answered wrongly")
            reason = f"the answer to {question.method} is malformed: {malformed}"
            self.table.respond_error(exchange, INVALID_PARAMS, reason)
        else:
            if not request.open_questions:
                self._repeat(exchange, request)

    def input_response(self, method: str, frame: Tree, losses: list[Loss]) -> Tree:
        """Return the client's answer as an input response; raise `NoCounterpart` for an error."""
        if "error" in frame:
            raise NoCounterpart({"error": frame["error"]}, "the client refused", "R-MRTR")
        revision = self.table.revision["client"]
        converted = convert(frame, revision, BORDER, sender="client", answering=method)
        result = converted.message.get("result")
        if type(result) is not dict:
            raise DecodeError("/result", "expected an object")
        log = ConversionLog()
        response = input_response(method, result, log)
        losses += [*converted.losses, *log.losses()]
        return response

    def _refuse(self, exchange: Exchange, refusal: NoCounterpart) -> None:
        error = refusal.reply["error"] if refusal.reply else None
        if type(error) is dict and is_integer(error.get("code")) and type(error.get("message")) is str:
            self.table.respond(exchange, {"jsonrpc": "2.0", "id": None, "error": error})
        else:
            reason = f"the client's answer cannot be converted: {refusal}"
            self.table.respond_error(exchange, INTERNAL_ERROR, reason)

    def _repeat(self, exchange: Exchange, request: RepeatableRequest) -> None:
        exchange.timer = 0
        params = {**params_of(request.frame)}
        for name in ("inputResponses", "requestState"):
            params.pop(name, None)
        if request.answers:
            params["inputResponses"] = request.answers
        if type(request.state) is str:
            params["requestState"] = request.state
        frame = {**request.frame, "params": params}
        self.table.send_request("server", frame, exchange, self.on_response, tuple(request.losses))
