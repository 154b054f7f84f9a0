"""Input requests in a bridge between a stateless side and a side with a handshake (R-MRTR, R-42).

A server with a handshake sends an input request to the client. A stateless server puts it into a result.

*Into results* is for a stateless client and a server with a handshake. The bridge puts the server's input
requests into input-required results, and passes on the answers in the client's retry. Rules:

- An input request goes into the result of the newest request that can carry it: the client declared the
  capability with that request, and the request has rounds left. A request without a response so far comes
  before a request whose retry is awaited. Nothing tells for which request a server asks, and the newest one
  is the likeliest.
- A result waits `Limits.gather` seconds for further input requests, so that all of them need one round.
- If the client lacks the capability for an input request and the server then answers a request with an error,
  the client gets the error that names the missing capability.
- When a request ends, its unanswered input requests move to another request that can carry them. If there is
  none, they are refused.
- The result contains a `requestState` that cannot be guessed. The client retries with that state, and the
  retry replaces the old request. A retry must repeat the method and the params of the old request, except
  `_meta`, `inputResponses` and `requestState`. The bridge refuses any other retry, and the state stays valid.
- If the client does not retry within `Limits.patience` seconds, its input requests are refused and its
  request is cancelled.
- Error -32042 becomes an input request for each URL to visit. When all visits are accepted, the bridge sends
  the request again.

*Out of results* is for a client with a handshake and a stateless server. The bridge sends the input requests
of an input-required result to the client, all at once. It then retries the request with the answers and the
server's `requestState`, under a new id. Rules:

- If a result has no input requests, the server puts the request off. The bridge retries the request after a
  pause.
- The bridge retries a request at most `Limits.rounds` times.
- If the client answers an input request with an error, the request ends with that error, because an input
  response cannot carry errors.
- If the request ends before its retry, `Core.on_abandoned` gets the server's `requestState`. The protocol has
  no message for that.
"""

from __future__ import annotations

from collections.abc import Iterable
from functools import partial
from hashlib import sha256
from typing import Any

from mcp_revisions import DecodeError, Loss, NoCounterpart
from mcp_revisions.jsonrpc import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    METHOD_NOT_FOUND,
    is_integer,
    json_line,
    member,
    shown,
)

from mcp_bridge.core import rules
from mcp_bridge.core.conversation import Conversation, Part
from mcp_bridge.core.converters import convert
from mcp_bridge.core.differences import Differences
from mcp_bridge.core.frames import REFUSED, JsonObject, Refusal, Refused, params_of, unconvertible
from mcp_bridge.core.requests import NO_ROOM, Core, Request
from mcp_bridge.core.texts import canonical

AT_SERVER = ("sent", "paused", "awaiting retry")  # states of a request that the server works on
LONGEST_PAUSE = 5  # the longest pause, in units of `Limits.pause`
NOT_REPEATED = ("_meta", "inputResponses", "requestState")  # params in which a retry differs from its request
OTHER_REQUEST = (
    "this request state belongs to a request with another method or other params; repeat that request"
)
ANSWER = "answer "  # an answer is stored under this prefix and the key of its input request


class InputRequestsIntoResults(Part):
    """Sends the input requests of a server with a handshake to a stateless client, in results.

    An input request asks for sampling, elicitation or roots. `awaiting_retry` has the client's requests that
    were answered with input requests, by `requestState`.
    """

    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        self.awaiting_retry: dict[str, Request] = {}  # requests that the client may retry, by `requestState`

    @property
    def at_server(self) -> list[Request]:
        """The requests that the server works on, oldest first, including those that the client may retry."""
        requests = (*self.awaiting_retry.values(), *self.core.open["client"].values())
        return [each for each in requests if each.state in AT_SERVER and each.method not in rules.ABOUT_TASKS]

    # Responses of the server

    def handle_response(self, request: Request, frame: JsonObject) -> None:
        """Pass the server's response to the client.

        If the client must retry first, store the response until then.
        """
        code, message = member(frame, "error", "code"), member(frame, "error", "message")
        if code == rules.VISIT_REQUIRED and self._ask_for_visits(request, frame):
            return
        # Input requests in a result wait until the client retries, although the response is stored.
        if request.state != "awaiting retry":
            self._move_input_requests(request, "the request is over")
            if request.lacks is not None and type(message) is str and request.lacks[1] in message:
                frame = rules.missing_capability(request.lacks[0], message)
                request.respond(frame)
                return
        self.conversation.pass_response(request, frame)

    def _ask_for_visits(self, request: Request, frame: JsonObject) -> bool:
        """Ask the client to visit the URLs that error -32042 of the server names.

        Return False if the client cannot be asked.
        """
        log = Differences()
        visits = rules.required_visits(member(frame, "error", "data"), log)
        limits = self.core.limits
        if (
            request.state == "awaiting retry"
            or request.method not in rules.INPUT_METHODS
            or not visits
            or "elicitation.url" not in request.capabilities
            or request.rounds >= limits.rounds
            or len(self.awaiting_retry) >= limits.pending
            or not request.store_frame()
            or not self.core.account.store(request, "response", (frame, (), "answered", None))
        ):
            return False
        asked = {key: Request(self.core, None, None, embedded["method"]) for key, embedded in visits.items()}
        if not all(self.core.account.store(asked[key], "input request", visits[key]) for key in visits):
            for visit in asked.values():
                self.core.account.release(visit)
            return False
        request.losses += tuple(log)
        for key, visit in asked.items():
            request.input_requests[key], visit.place = visit, (request.input_requests, key)
        self._send_input_requests(request)
        return True

    # Input requests of the server

    def keep(self, input_request: Request, frame: JsonObject) -> None:
        """Convert an input request of the server to the form that it has in a result, and store it.

        Raise an exception with the reason if it cannot be converted or stored.
        """
        core = self.core
        converted = convert(frame, core.revision["server"], rules.LAST_WITH_HANDSHAKE, sender="server")
        log = Differences()
        embedded = rules.as_input_request(input_request.method, params_of(converted.message), log)
        losses, input_request.losses = input_request.losses + converted.losses + tuple(log), ()
        has_room = core.account.store(input_request, "input request", embedded) and (
            not losses or core.account.store(input_request, "losses", losses)
        )
        if not has_room:
            raise Refused(NO_ROOM, why="limit")

    def carry(self, input_request: Request, carrier: Request | None) -> None:
        """Put a stored input request into the result of an open request, preferably of `carrier`.

        Raise `Refused` if no open request can carry the input request.
        """
        able = self._able(input_request)
        if carrier in able:
            able = [request for request in able if request is carrier]
        if not able:
            lacking = self._note_lack(input_request)
            reason = f"the client has no open request whose result could contain {input_request.method}"
            if lacking is not None:
                reason = (
                    f"the client's open requests do not declare {lacking}, which {input_request.method} needs"
                )
            raise Refused(reason, METHOD_NOT_FOUND)
        obstacle = self._put(input_request, able)
        if obstacle is not None:
            raise Refused(obstacle)

    def _note_lack(self, input_request: Request) -> str | None:
        """Record in open requests which capability they lack for the server's input request.

        A stateless client declares its capabilities in each request. Return the missing capability, or None
        if every open request declares it.

        If the server then answers one of these open requests with an error, the client gets an error that
        names the missing capability. If several requests are open, the client gets that error only if the
        error of the server names the method of the input request.
        """
        asking = [request for request in self.at_server if request.method in rules.INPUT_METHODS]
        needed = rules.needed_capability(
            input_request.method, params_of(input_request.stored_value("input request"))
        )
        lacking = [request for request in asking if needed is not None and needed not in request.capabilities]
        for request in lacking:
            assert needed is not None
            request.lacks = needed, input_request.method if len(asking) > 1 else ""
        return needed if lacking else None

    def _able(self, input_request: Request, ended: Request | None = None) -> list[Request]:
        """Return the requests whose results can contain an input request, newest first.

        `ended` is a request that has just ended, so it is omitted.
        """
        params = params_of(input_request.stored_value("input request"))
        return [
            request
            for request in reversed(self.at_server)
            if request is not ended
            and request.method in rules.INPUT_METHODS
            and rules.can_ask(request.capabilities, input_request.method, params)
        ]

    def _put(self, input_request: Request, able: list[Request]) -> str | None:
        """Put an input request into the result of one of the requests `able`.

        If no result can contain the input request, return the reason, otherwise None.
        """
        limits = self.core.limits
        crowded = len(self.awaiting_retry) >= limits.pending
        fit = [
            request
            for request in able
            if request.rounds < limits.rounds and not (crowded and request.state != "awaiting retry")
        ]
        carrier = min(fit, key=lambda request: request.state == "awaiting retry", default=None)
        if carrier is None and crowded:
            return (
                f"more than {limits.pending} requests wait until their client sends answers to input requests"
            )
        if carrier is None:
            return f"every open request has had {limits.rounds} rounds of input requests"
        if not carrier.store_frame():
            return NO_ROOM
        key = str(self.core.next_number())
        input_request.happens("carry")
        carrier.at_end(self.forget)
        carrier.input_requests[key], input_request.place = input_request, (carrier.input_requests, key)
        if carrier.state == "awaiting retry":
            return None
        if limits.gather:
            carrier.set_timer(limits.gather, partial(self._send_gathered, carrier))
        else:
            self._send_input_requests(carrier)
        return None

    def _send_gathered(self, request: Request) -> None:
        if request.input_requests and request.state != "awaiting retry":
            self._send_input_requests(request)

    def _send_input_requests(self, request: Request) -> None:
        """Answer a request with an input-required result that contains all input requests stored for it."""
        core, input_requests = self.core, request.input_requests
        request.rounds += 1
        request.request_state = core.nonce()
        self.awaiting_retry[request.request_state] = request
        result = {
            "resultType": "input_required",
            "inputRequests": {
                key: input_request.stored_value("input request")
                for key, input_request in input_requests.items()
            },
            "requestState": request.request_state,
        }
        losses = tuple(
            loss for input_request in input_requests.values() for loss in _losses_of(self.core, input_request)
        )
        for input_request in input_requests.values():
            input_request.happens("ask")
        request.at_end(self.forget)
        request.happens("require input", result, losses)
        cancel = partial(self.conversation.cancel, request, "the client is gone")
        request.set_timer(core.limits.patience, cancel)

    def decline(self, request_state: str, keys: Iterable[str]) -> None:
        """Refuse input requests that the client has got, because it has no handler for them.

        `keys` are their keys in the result whose `requestState` is given. The client can then retry without
        answers to them.
        """
        request = self.awaiting_retry.get(request_state)
        for input_request in () if request is None else map(request.input_requests.get, keys):
            if input_request is None:
                continue
            if input_request.requestor is None:
                input_request.cancel()
            else:
                reason = f"the client has no handler for {input_request.method}"
                input_request.respond_error(METHOD_NOT_FOUND, reason)

    def abandon(self, request_state: str, code: int, reason: str) -> None:
        """Refuse the input requests of a result with an error, and cancel the call that they are for."""
        request = self.awaiting_retry.get(request_state)
        if request is None:
            return
        for input_request in list(request.input_requests.values()):
            if input_request.requestor is not None and input_request.state != "waiting":
                input_request.respond_error(code, reason)
        self.conversation.cancel(request, reason)

    # The client retries

    def request_of(self, frame: JsonObject) -> Request | None:
        """Return the request that a frame retries, or None."""
        state = params_of(frame).get("requestState")
        return self.awaiting_retry.get(state) if type(state) is str else None

    def resume(self, back: Request, frame: JsonObject) -> None:
        """Continue the request that the client retries, with the answers in `frame`.

        `back` is the retry. Refuse a retry whose `requestState` is unknown or belongs to another request.
        """
        params, request = frame["params"], self.request_of(frame)
        if request is None:
            raise DecodeError("/params/requestState", "no open request has this request state")
        if (request.method, request.digest) != (back.method, back.digest):
            raise DecodeError("/params/requestState", OTHER_REQUEST)
        answers = params.get("inputResponses", {})
        if type(answers) is not dict:
            raise DecodeError("/params/inputResponses", "expected an object")
        del self.awaiting_retry[request.request_state]
        request.happens("retry", back)
        request.capabilities, request.level = back.capabilities, back.level
        demands_visits = any(
            input_request.requestor is None for input_request in request.input_requests.values()
        )
        agreed = self._answer_input_requests(request, answers)
        self._proceed(request, agreed, demands_visits=demands_visits)

    def _answer_input_requests(self, request: Request, answers: JsonObject) -> bool:
        """Pass the client's answers to the server. Return whether the client accepted all visits to URLs."""
        agreed = True
        for key, input_request in list(request.input_requests.items()):
            if input_request.state == "waiting" or key not in answers:
                continue
            answer = answers[key]
            if input_request.requestor is not None:
                answer_input_request(self.core, input_request, answer)
            else:
                agreed = agreed and type(answer) is dict and answer.get("action") == "accept"
                input_request.cancel()
        return agreed

    def _proceed(self, request: Request, agreed: bool, *, demands_visits: bool) -> None:
        """Continue a request that the client has retried.

        Take the first of these steps that applies:

        - The server has responded: pass the stored response to the client. This step does not apply to an
          error that requires visits to URLs (`demands_visits`) if the user has agreed to all (`agreed`).
        - Input requests are still open: send them to the client.
        - The server has responded with such an error: send the request to the server again.
        """
        core, limits = self.core, self.core.limits
        is_over, kept = request.state == "waiting", request.stored_value("response")
        if is_over and not demands_visits:
            self._move_input_requests(request, "the request is over")
            if kept is None:
                request.respond_error(INTERNAL_ERROR, NO_ROOM, why="limit")
            else:
                frame, losses, end, why = kept
                request.respond(frame, tuple(Loss(*each) for each in losses), end, why)
        elif is_over and not agreed:
            self.conversation.pass_response(request, kept[0])
        elif request.input_requests and request.rounds >= limits.rounds:
            reason = f"not answered in {limits.rounds} rounds of input requests"
            self._move_input_requests(request, "too many rounds of input requests")
            request.respond_error(INTERNAL_ERROR, reason, why="limit")
        elif request.input_requests:
            self._send_input_requests(request)
        elif is_over:
            core.account.release(request, "response")
            self.conversation.send_again(request)

    # Ends

    def forget(self, request: Request, reason: str | None) -> None:
        """Remove a request that ended, and move its input requests to other requests."""
        was_awaiting_retry = self.awaiting_retry.pop(request.request_state, None) is not None
        ended = (
            "the client did not come back with an answer"
            if was_awaiting_retry
            else "the client cancelled the request"
        )
        self._move_input_requests(request, ended)

    def _move_input_requests(self, request: Request, reason: str) -> None:
        """Move the input requests of an ended request to other requests. Refuse those that none can carry."""
        input_requests, request.input_requests = request.input_requests, {}
        for input_request in list(input_requests.values()):
            if input_request.requestor is None:
                input_request.cancel()
            elif self._put(input_request, self._able(input_request, request)) is not None:
                input_request.respond_error(INTERNAL_ERROR, reason, why="lost")


def digest_of_repeated(params: JsonObject) -> bytes:
    """Return a hash of the params that a retry must repeat.

    The hash does not depend on the order of members, or on how the client writes texts and numbers: 1.0 is 1.
    """
    repeated = {name: value for name, value in params.items() if name not in NOT_REPEATED}
    return sha256(canonical(repeated)).digest()


def answer_input_request(core: Core, input_request: Request, answer: Any) -> None:
    """Convert the client's answer to an input request, and send it to the server."""
    log = Differences()
    method, revision = input_request.method, core.revision["server"]
    try:
        if type(answer) is not dict:
            raise DecodeError("", "expected an object")
        frame = {"jsonrpc": "2.0", "id": 0, "result": rules.client_result(method, answer, log)}
        converted = convert(frame, rules.LAST_WITH_HANDSHAKE, revision, sender="client", answering=method)
    except REFUSED as refusal:
        input_request.respond(unconvertible("the client's answer", refusal), end="refused")
        return
    input_request.respond(converted.message, _losses_of(core, input_request) + tuple(log) + converted.losses)


def _losses_of(core: Core, input_request: Request) -> tuple[Loss, ...]:
    """Return and remove the stored losses of an input request."""
    losses = input_request.stored_value("losses") or ()
    core.account.release(input_request, "losses")
    return tuple(Loss(*each) for each in losses)


class InputRequestsOutOfResults(Part):
    """Sends the input requests in the results of a stateless server to a client with a handshake."""

    capabilities: frozenset[str] = frozenset()  # the client's capabilities for input requests

    def handle_result(self, request: Request, result: JsonObject) -> None:
        """Handle an `InputRequiredResult` of the server: send its input requests to the client.

        Without input requests, it only asks for a retry: send `request` to the server again after a pause.
        """
        limits = self.core.limits
        input_requests, state = result.get("inputRequests", {}), result.get("requestState")
        request.rounds += 1
        self._prepare_retry(request, state)
        if type(input_requests) is not dict or not (input_requests or type(state) is str):
            raise Refused("an input-required result of the server has neither input requests nor a state")
        if request.rounds > limits.rounds:
            raise Refused(f"the server asked for input {request.rounds} times")
        if not request.store_frame():
            raise Refused(NO_ROOM, why="limit")
        if input_requests:
            request.pauses = 0
            self._ask(request, input_requests)
        else:
            pause = limits.pause * min(2**request.pauses, LONGEST_PAUSE)
            request.pauses += 1
            request.happens("pause", pause, partial(self._repeat, request))

    def _prepare_retry(self, request: Request, state: Any) -> None:
        """Give a request the `requestState` of the server, for its retry."""
        frame = request.frame
        params = {**params_of(frame), "requestState": state}
        params.pop("inputResponses", None)
        if type(state) is not str:
            del params["requestState"]
        request.sent_text = json_line({**frame, "params": params})
        request.is_awaited = type(state) is str

    def _ask(self, request: Request, input_requests: JsonObject) -> None:
        core, limit = self.core, self.core.limits.pending
        try:
            frames = {key: self.request_of(input_request) for key, input_request in input_requests.items()}
        except REFUSED as refusal:
            # The code of the refusal is about the input request, not about the request of the client.
            raise Refused(f"the client cannot answer an input request of the server: {refusal}") from None
        if len(core.sent["client"]) + len(frames) > limit:
            raise Refused(f"the client would have more than {limit} open input requests")
        request.happens("ask")
        request.at_end(core.cancel_input_requests)
        for key, (frame, losses) in frames.items():
            answered = partial(self._handle_answer, request, key)
            request.input_requests[key] = core.ask("client", frame, answered, losses, stream=request.stream)

    def request_of(self, input_request: Any) -> tuple[JsonObject, tuple[Loss, ...]]:
        """Return the request that asks the client for the input, and the losses of its conversion.

        `input_request` comes from a result of the server. Raise an exception if it is malformed, if the
        client's revision has no such request, or if the client did not declare the capability for it. In the
        last two cases, the input request is also reported as dropped.
        """
        method = member(input_request, "method")
        if type(method) is not str or type(input_request.get("params", {})) is not dict:
            reason = "an input request must be an object with a method, and its params must be an object"
            raise DecodeError("/result/inputRequests", reason, INTERNAL_ERROR)
        needed = rules.needed_capability(method, params_of(input_request))
        if needed is None:
            raise DecodeError("", f"{shown(method)} is not the method of an input request", INTERNAL_ERROR)
        log = Differences()
        params = rules.server_request(input_request, self.core.nonce(), log)
        frame: JsonObject = {"jsonrpc": "2.0", "id": 0, "method": method}
        if params or method != "roots/list":
            frame["params"] = params
        revision = self.core.revision["client"]
        try:
            converted = convert(frame, rules.LAST_WITH_HANDSHAKE, revision, sender="server")
            if needed not in self.capabilities:
                raise Refused(f"the client did not declare the capability {needed}")
        except REFUSED as refusal:
            self.core.drop_refused(frame, refusal)
            raise
        return converted.message, tuple(log) + converted.losses

    def _handle_answer(self, request: Request, key: str, input_request: Request, frame: JsonObject) -> None:
        """Store the client's answer to an input request. Retry the request after the last answer."""
        del request.input_requests[key]
        losses: list[Loss] = []
        try:
            response = self.input_response(input_request.method, frame, losses)
        except NoCounterpart as refusal:
            self.core.cancel_input_requests(
                request, "the client's answer to another input request cannot be converted"
            )
            self._refuse(request, refusal)
        except DecodeError as malformed:
            self.core.cancel_input_requests(
                request, "the client's answer to another input request is invalid"
            )
            reason = f"the answer to {input_request.method} is malformed: {malformed}"
            request.respond_error(INVALID_PARAMS, reason, why="invalid")
        else:
            if not self.core.account.store(request, ANSWER + key, (response, losses)):
                request.respond_error(INTERNAL_ERROR, NO_ROOM, why="limit")
            elif not request.input_requests:
                self._repeat(request)

    def input_response(self, method: str, frame: JsonObject, losses: list[Loss]) -> JsonObject:
        """Convert the client's answer to an input response, and add the losses to `losses`.

        `method` is the method of the input request. Raise `NoCounterpart` if the answer is an error.
        """
        if "error" in frame:
            raise NoCounterpart({"error": frame["error"]}, "the client refused", "R-MRTR")
        revision = self.core.revision["client"]
        converted = convert(frame, revision, rules.LAST_WITH_HANDSHAKE, sender="client", answering=method)
        result = converted.message.get("result")
        if type(result) is not dict:
            raise DecodeError("/result", "expected an object")
        log = Differences()
        response = rules.input_response(method, result, log)
        losses += [*converted.losses, *log]
        return response

    def _refuse(self, request: Request, refusal: Refusal) -> None:
        error = member(getattr(refusal, "reply", None), "error")
        # This code is about the input request, not about `request`.
        if member(error, "code") == METHOD_NOT_FOUND:
            request.respond_error(INTERNAL_ERROR, "the client's revision has no method for the input request")
        elif is_integer(member(error, "code")) and type(error.get("message")) is str:
            request.respond({"jsonrpc": "2.0", "id": None, "error": error})
        else:
            request.respond(unconvertible("the client's answer", refusal), end="refused")

    def _repeat(self, request: Request) -> None:
        request.is_awaited = False
        frame, responses = request.frame, {}
        losses: list[Loss] = []
        for name in [name for name in request.stored if name.startswith(ANSWER)]:
            responses[name.removeprefix(ANSWER)], lost = request.stored_value(name)
            losses += [Loss(*each) for each in lost]
            self.core.account.release(request, name)
        if responses:
            frame = {**frame, "params": {**frame["params"], "inputResponses": responses}}
        request.send("server", frame, self.conversation.handle_response, tuple(losses))
