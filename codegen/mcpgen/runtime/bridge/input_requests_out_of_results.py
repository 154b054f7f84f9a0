"""Requests of a legacy client that a modern server answers with input-required results (R-MRTR).

In: input-required results. Out: the input requests in them as requests to the client, all at once. Then comes
the request once more, with the answers and the state of the server, under a new id. Rules:

- A result without input requests puts the request off: the bridge repeats the request after a pause.
- A request is repeated `Limits.rounds` times at most.
- An error as the answer to an input request ends the request with that error: an input response cannot carry
  errors.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..conversion.log import ConversionLog
from ..conversion.losses import Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, DecodeError
from ..json_values import is_integer
from .budget import Keeper
from .converters import convert
from .core import NO_ROOM, Core
from .frames import Tree, params_of
from .requests import OnResponse, Request
from .rules import LAST_LEGACY, can_ask, input_response, server_request

LONGEST_PAUSE = 5  # in units of `Limits.pause`


class InputRequestsOutOfResults:
    """The input requests of the server; `on_response` treats the response to a repeated request."""

    def __init__(self, core: Core, on_response: OnResponse) -> None:
        self.core = core
        self.on_response = on_response
        self.capabilities: frozenset[str] = frozenset()  # of the client

    def handle_result(self, request: Request, result: Tree) -> None:
        """Send the input requests of a result to the client, or pause before the request is repeated."""
        core, limits = self.core, self.core.limits
        input_requests, state = result.get("inputRequests", {}), result.get("requestState")
        request.rounds += 1
        if type(input_requests) is not dict or not (input_requests or type(state) is str):
            reason = "an input-required result of the server has neither input requests nor a state"
            core.respond_error(request, INTERNAL_ERROR, reason)
        elif request.rounds > limits.rounds:
            reason = f"the server asked for input {request.rounds} times"
            core.respond_error(request, INTERNAL_ERROR, reason)
        elif not self._keep(request, state):
            core.respond_error(request, INTERNAL_ERROR, NO_ROOM)
        elif input_requests:
            request.pauses = 0
            self._ask(request, input_requests)
        else:
            pause = limits.pause * min(2**request.pauses, LONGEST_PAUSE)
            request.pauses += 1
            core.happens(request, "pause", pause, partial(self._repeat, request))

    def _keep(self, request: Request, state: Any) -> bool:
        """Keep a request with the state that the server wants back; say whether there is room."""
        frame = request.frame
        params = {**params_of(frame)}
        for name in ("inputResponses", "requestState"):
            params.pop(name, None)
        if type(state) is str:
            params["requestState"] = state
        request.sent_frame, request.answers = {**frame, "params": params}, Keeper()
        return self.core.lay_by(request)

    def _forget(self, request: Request, reason: str | None) -> None:
        """Forget the answers to a request that ended, and cancel its open input requests at the client."""
        if request.answers is not None:
            self.core.account.give(request.answers)
        self._cancel_input_requests(request, reason)

    def _cancel_input_requests(self, request: Request, reason: str | None) -> None:
        input_requests, request.input_requests = request.input_requests, {}
        for input_request in input_requests.values():
            self.core.cancel(input_request, reason)

    def _ask(self, request: Request, input_requests: Tree) -> None:
        core, limit = self.core, self.core.limits.pending
        try:
            frames = {key: self.request_of(input_request) for key, input_request in input_requests.items()}
        except (NoCounterpart, DecodeError) as refusal:
            reply = refusal.reply if isinstance(refusal, NoCounterpart) else None
            code = reply["error"]["code"] if reply else INTERNAL_ERROR
            reason = f"the client cannot answer an input request of the server: {refusal}"
            core.respond_error(request, code, reason)
            return
        if len(core.sent["client"]) + len(frames) > limit:
            core.respond_error(request, INTERNAL_ERROR, f"more than {limit} input requests are open")
            return
        core.happens(request, "ask")
        core.at_end(request, self._forget)
        for key, (frame, losses) in frames.items():
            request.input_requests[key] = input_request = Request(None, None, frame["method"])
            input_request.stream = request.stream
            on_answer = partial(self._handle_answer, request, key)
            core.send_request("client", frame, input_request, on_answer, losses)

    def request_of(self, input_request: Any) -> tuple[Tree, tuple[Loss, ...]]:
        """Return an input request as a request to the client; raise for one beyond its capabilities."""
        if type(input_request) is not dict or type(input_request.get("method")) is not str:
            reason = "an input request is an object with a method"
            raise DecodeError("/result/inputRequests", reason, INTERNAL_ERROR)
        if type(input_request.get("params", {})) is not dict:
            reason = "the params of an input request are an object"
            raise DecodeError("/result/inputRequests", reason, INTERNAL_ERROR)
        method = input_request["method"]
        if not can_ask(self.capabilities, method, params_of(input_request)):
            raise DecodeError("", f"the client did not declare {method}", INTERNAL_ERROR)
        log = ConversionLog()
        params = server_request(input_request, self.core.nonce(), log)
        frame: Tree = {"jsonrpc": "2.0", "id": 0, "method": method}
        if params or method != "roots/list":
            frame["params"] = params
        converted = convert(frame, LAST_LEGACY, self.core.revision["client"], sender="server")
        return converted.message, log.losses() + converted.losses

    def _handle_answer(self, request: Request, key: str, input_request: Request, frame: Tree) -> None:
        """Note the client's answer to an input request; repeat the request after the last answer."""
        del request.input_requests[key]
        losses: list[Loss] = []
        try:
            response = self.input_response(input_request.method, frame, losses)
        except NoCounterpart as refusal:
            self._cancel_input_requests(request, "another input request was refused")
            self._refuse(request, refusal)
        except DecodeError as malformed:
            self._cancel_input_requests(request, "another input request was answered wrongly")
            reason = f"the answer to {input_request.method} is malformed: {malformed}"
            self.core.respond_error(request, INVALID_PARAMS, reason)
        else:
            assert request.answers is not None
            if not self.core.account.keep(request.answers, key, (response, losses)):
                self.core.respond_error(request, INTERNAL_ERROR, NO_ROOM)
            elif not request.input_requests:
                self._repeat(request)

    def input_response(self, method: str, frame: Tree, losses: list[Loss]) -> Tree:
        """Return the client's answer as an input response; raise `NoCounterpart` for an error."""
        if "error" in frame:
            raise NoCounterpart({"error": frame["error"]}, "the client refused", "R-MRTR")
        revision = self.core.revision["client"]
        converted = convert(frame, revision, LAST_LEGACY, sender="client", answering=method)
        result = converted.message.get("result")
        if type(result) is not dict:
            raise DecodeError("/result", "expected an object")
        log = ConversionLog()
        response = input_response(method, result, log)
        losses += [*converted.losses, *log.losses()]
        return response

    def _refuse(self, request: Request, refusal: NoCounterpart) -> None:
        error = refusal.reply["error"] if refusal.reply else None
        if type(error) is dict and is_integer(error.get("code")) and type(error.get("message")) is str:
            self.core.respond(request, {"jsonrpc": "2.0", "id": None, "error": error})
        else:
            reason = f"the client's answer cannot be converted: {refusal}"
            self.core.respond_error(request, INTERNAL_ERROR, reason)

    def _repeat(self, request: Request) -> None:
        frame, answers = request.frame, request.answers
        assert answers is not None
        responses: Tree = {}
        losses: list[Loss] = []
        for key in answers.kept:
            responses[key], lost = answers.tree(key)
            losses += [Loss(*each) for each in lost]
        if responses:
            frame = {**frame, "params": {**frame["params"], "inputResponses": responses}}
        self.core.account.give(answers)
        self.core.send_request("server", frame, request, self.on_response, tuple(losses))
