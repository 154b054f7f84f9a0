"""Input requests, which a legacy server sends, and a modern server puts into results (R-MRTR, R-42).

*Into results*, of a modern client's requests. In: requests of the client while the server works on them,
input requests of the server, requests with which the client comes back. Out: input-required results, answers
to the input requests. Rules:

- An input request goes into the result of the newest request that may carry it, whose client
  declared the capability and which has rounds left. A request whose client waits comes before one whose
  client is away. Nothing tells which request a server asks for; the newest is the likeliest.
- A result waits `Limits.gather` for further input requests, so that those that come at once need one
  round.
- A request that ends with an error after an input request beyond its client's capabilities is answered with
  the error that names the missing capability.
- When a request ends, its unanswered input requests go to another such request; without one they are refused.
- The result names the request by a `requestState` that cannot be guessed. The client comes back with that
  state, and the new request takes the place of the old one.
- A client that does not come back within `Limits.patience` is gone: its input requests are refused, its
  request cancelled.
- Error -32042 becomes an input request for each page to visit; when all are accepted the request is sent
  again.

*Out of results*, of a modern server. In: input-required results. Out: the input requests in them as requests
to the client, all at once. Then comes the request once more, with the answers and the state of the server,
under a new id. Rules:

- A result without input requests puts the request off: the bridge repeats the request after a pause.
- A request is repeated `Limits.rounds` times at most.
- An error as the answer to an input request ends the request with that error: an input response cannot carry
  errors.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from mcp_revisions import DecodeError, Loss, NoCounterpart
from mcp_revisions.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, is_integer, member

from mcp_bridge.core import rules
from mcp_bridge.core.conversation import Conversation, Part
from mcp_bridge.core.converters import convert
from mcp_bridge.core.differences import Differences
from mcp_bridge.core.frames import REFUSED, JsonObject, Refusal, Refused, params_of, unconvertible
from mcp_bridge.core.requests import NO_ROOM, Core, Request

AT_SERVER = ("sent", "paused", "awaiting retry")  # states of a request that the server works on
LONGEST_PAUSE = 5  # in units of `Limits.pause`
ANSWER = "answer "  # before the key of an input request: the name under which its answer is kept


class InputRequestsIntoResults(Part):
    """The requests that may carry input requests, and the input requests in their results."""

    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        self.awaiting_retry: dict[str, Request] = (
            {}
        )  # by `requestState`: the client is away with input requests

    @property
    def at_server(self) -> list[Request]:
        """The requests that the server works on, oldest first; the bridge may have answered one itself."""
        requests = (*self.awaiting_retry.values(), *self.core.open["client"].values())
        return [each for each in requests if each.state in AT_SERVER and each.method not in rules.ABOUT_TASKS]

    # Responses of the server

    def handle_response(self, request: Request, frame: JsonObject) -> None:
        """Answer the client with the server's response, or keep the response until the client comes back."""
        code, message = member(frame, "error", "code"), member(frame, "error", "message")
        if code == rules.VISIT_REQUIRED and self._ask_for_visits(request, frame):
            return
        if (
            request.state != "awaiting retry"
        ):  # input requests that are answered with a kept response stay until then
            self._move_input_requests(request, "the request is over")
            if request.lacks is not None and type(message) is str and request.lacks[1] in message:
                frame = rules.missing_capability(request.lacks[0], message)
                request.respond(frame)
                return
        self.conversation.pass_response(request, frame)

    def _ask_for_visits(self, request: Request, frame: JsonObject) -> bool:
        """Ask the client for the visits that an error requires; return whether that is possible."""
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
            or not self.core.account.store(request, "response", (frame, (), "answered"))
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
        """Keep an input request of the server as it stands in a result; raise why it cannot be kept."""
        core = self.core
        converted = convert(frame, core.revision["server"], rules.LAST_WITH_HANDSHAKE, sender="server")
        log = Differences()
        embedded = rules.as_input_request(input_request.method, params_of(converted.message), log)
        losses, input_request.losses = input_request.losses + converted.losses + tuple(log), ()
        has_room = core.account.store(input_request, "input request", embedded) and (
            not losses or core.account.store(input_request, "losses", losses)
        )
        if not has_room:
            raise Refused(NO_ROOM)

    def carry(self, input_request: Request, carrier: Request | None) -> None:
        """Put a kept input request into the result of an open request, of `carrier` if possible."""
        able = self._able(input_request)
        if carrier in able:
            able = [request for request in able if request is carrier]
        if not able:
            self._note_lack(input_request)
            reason = f"no open request of the client can carry {input_request.method}"
            raise Refused(reason, METHOD_NOT_FOUND)
        obstacle = self._put(input_request, able)
        if obstacle is not None:
            raise Refused(obstacle)

    def _note_lack(self, input_request: Request) -> None:
        """Note the missing capability at the requests that a refused input request can belong to.

        Where there are several, only an error that names the input request tells which.
        """
        asking = [request for request in self.at_server if request.method in rules.INPUT_METHODS]
        needed = rules.needed_capability(
            input_request.method, params_of(input_request.stored_value("input request"))
        )
        for request in asking:
            if needed is not None and needed not in request.capabilities:
                request.lacks = needed, input_request.method if len(asking) > 1 else ""

    def _able(self, input_request: Request, ended: Request | None = None) -> list[Request]:
        """Return the requests that may carry an input request, the newest first, without one that ended."""
        params = params_of(input_request.stored_value("input request"))
        return [
            request
            for request in reversed(self.at_server)
            if request is not ended
            and request.method in rules.INPUT_METHODS
            and rules.can_ask(request.capabilities, input_request.method, params)
        ]

    def _put(self, input_request: Request, able: list[Request]) -> str | None:
        """Put an input request into one of these requests; return the obstacle, None without one."""
        limits = self.core.limits
        crowded = len(self.awaiting_retry) >= limits.pending
        fit = [
            request
            for request in able
            if request.rounds < limits.rounds and not (crowded and request.state != "awaiting retry")
        ]
        carrier = min(fit, key=lambda request: request.state == "awaiting retry", default=None)
        if carrier is None and crowded:
            return f"more than {limits.pending} requests wait for their client to come back with answers"
        if carrier is None:
            return f"every open request has had {limits.rounds} rounds of input requests"
        if not carrier.store_frame():
            return NO_ROOM
        key, core = str(self.core.next_number()), self.core
        input_request.happens("carry")
        carrier.at_end(self.forget)
        carrier.input_requests[key], input_request.place = input_request, (carrier.input_requests, key)
        if carrier.state == "awaiting retry":
            return None
        if limits.gather:
            core.stop_timer(carrier.timer)
            carrier.timer = core.start_timer(limits.gather, partial(self._send_gathered, carrier))
        else:
            self._send_input_requests(carrier)
        return None

    def _send_gathered(self, request: Request) -> None:
        if request.input_requests and request.state != "awaiting retry":
            self._send_input_requests(request)

    def _send_input_requests(self, request: Request) -> None:
        """Answer the client with all input requests of its request."""
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
        request.timer = core.start_timer(
            core.limits.patience, partial(self.conversation.cancel, request, "the client is gone")
        )

    # The client comes back

    def request_of(self, frame: JsonObject) -> Request | None:
        """Return the request that a client comes back to, None if it names none."""
        state = params_of(frame).get("requestState")
        return self.awaiting_retry.get(state) if type(state) is str else None

    def resume(self, back: Request, frame: JsonObject) -> None:
        """Pass on the answers of a client that comes back to a request; refuse an unknown state."""
        params, request = frame["params"], self.request_of(frame)
        if request is None or request.method != back.method:
            raise DecodeError("/params/requestState", "no request is open under this state")
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
        """Answer input requests of the server; return whether the client accepted all visits among them."""
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
        """Pass on the kept response, send the input requests that are left, or send the request again."""
        core, limits = self.core, self.core.limits
        is_over, kept = request.state == "waiting", request.stored_value("response")
        if is_over and not demands_visits:
            self._move_input_requests(request, "the request is over")
            if kept is None:
                request.respond_error(INTERNAL_ERROR, NO_ROOM)
            else:
                frame, losses, end = kept
                request.respond(frame, tuple(Loss(*each) for each in losses), end)
        elif is_over and not agreed:
            self.conversation.pass_response(request, kept[0])
        elif request.input_requests and request.rounds >= limits.rounds:
            reason = f"not answered in {limits.rounds} rounds of input requests"
            self._move_input_requests(request, "too many rounds of input requests")
            request.respond_error(INTERNAL_ERROR, reason)
        elif request.input_requests:
            self._send_input_requests(request)
        elif is_over:
            core.account.release(request, "response")
            self.conversation.send_again(request)

    # Ends

    def forget(self, request: Request, reason: str | None) -> None:
        """Forget a request that ended, and move the input requests of the server."""
        was_awaiting_retry = self.awaiting_retry.pop(request.request_state, None) is not None
        ended = (
            "the client did not come back with an answer"
            if was_awaiting_retry
            else "the client cancelled the request"
        )
        self._move_input_requests(request, ended)

    def _move_input_requests(self, request: Request, reason: str) -> None:
        """Put the input requests of a request that ended into others; refuse those that none can carry."""
        input_requests, request.input_requests = request.input_requests, {}
        for input_request in list(input_requests.values()):
            if input_request.requestor is None:
                input_request.cancel()
            elif self._put(input_request, self._able(input_request, request)) is not None:
                input_request.respond_error(INTERNAL_ERROR, reason)


def answer_input_request(core: Core, input_request: Request, answer: Any) -> None:
    """Answer an input request of the server with an input response of the client."""
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
    """Return the losses of an input request, once."""
    losses = input_request.stored_value("losses") or ()
    core.account.release(input_request, "losses")
    return tuple(Loss(*each) for each in losses)


class InputRequestsOutOfResults(Part):
    """The input requests of the server."""

    capabilities: frozenset[str] = frozenset()  # of the client

    def handle_result(self, request: Request, result: JsonObject) -> None:
        """Send the input requests of a result to the client, or pause before the request is repeated."""
        limits = self.core.limits
        input_requests, state = result.get("inputRequests", {}), result.get("requestState")
        request.rounds += 1
        if type(input_requests) is not dict or not (input_requests or type(state) is str):
            raise Refused("an input-required result of the server has neither input requests nor a state")
        if request.rounds > limits.rounds:
            raise Refused(f"the server asked for input {request.rounds} times")
        self._keep(request, state)
        if input_requests:
            request.pauses = 0
            self._ask(request, input_requests)
        else:
            pause = limits.pause * min(2**request.pauses, LONGEST_PAUSE)
            request.pauses += 1
            request.happens("pause", pause, partial(self._repeat, request))

    def _keep(self, request: Request, state: Any) -> None:
        """Keep a request with the state that the server wants back."""
        frame = request.frame
        params = {**params_of(frame), "requestState": state}
        params.pop("inputResponses", None)
        if type(state) is not str:
            del params["requestState"]
        request.sent_frame = {**frame, "params": params}
        if not request.store_frame():
            raise Refused(NO_ROOM)

    def _ask(self, request: Request, input_requests: JsonObject) -> None:
        core, limit = self.core, self.core.limits.pending
        try:
            frames = {key: self.request_of(input_request) for key, input_request in input_requests.items()}
        except REFUSED as refusal:
            # The code of the refusal is about the input request, not about the request of the client.
            raise Refused(f"the client cannot answer an input request of the server: {refusal}") from None
        if len(core.sent["client"]) + len(frames) > limit:
            raise Refused(f"more than {limit} input requests are open")
        request.happens("ask")
        request.at_end(core.cancel_input_requests)
        for key, (frame, losses) in frames.items():
            answered = partial(self._handle_answer, request, key)
            request.input_requests[key] = core.ask("client", frame, answered, losses, stream=request.stream)

    def request_of(self, input_request: Any) -> tuple[JsonObject, tuple[Loss, ...]]:
        """Return an input request as a request to the client; raise for one beyond its capabilities."""
        method = member(input_request, "method")
        if type(method) is not str or type(input_request.get("params", {})) is not dict:
            reason = "an input request is an object with a method, and its params are an object"
            raise DecodeError("/result/inputRequests", reason, INTERNAL_ERROR)
        if not rules.can_ask(self.capabilities, method, params_of(input_request)):
            raise DecodeError("", f"the client did not declare {method}", INTERNAL_ERROR)
        log = Differences()
        params = rules.server_request(input_request, self.core.nonce(), log)
        frame: JsonObject = {"jsonrpc": "2.0", "id": 0, "method": method}
        if params or method != "roots/list":
            frame["params"] = params
        converted = convert(frame, rules.LAST_WITH_HANDSHAKE, self.core.revision["client"], sender="server")
        return converted.message, tuple(log) + converted.losses

    def _handle_answer(self, request: Request, key: str, input_request: Request, frame: JsonObject) -> None:
        """Note the client's answer to an input request; repeat the request after the last answer."""
        del request.input_requests[key]
        losses: list[Loss] = []
        try:
            response = self.input_response(input_request.method, frame, losses)
        except NoCounterpart as refusal:
            self.core.cancel_input_requests(request, "another input request was refused")
            self._refuse(request, refusal)
        except DecodeError as malformed:
            self.core.cancel_input_requests(request, "another input request was answered wrongly")
            reason = f"the answer to {input_request.method} is malformed: {malformed}"
            request.respond_error(INVALID_PARAMS, reason)
        else:
            if not self.core.account.store(request, ANSWER + key, (response, losses)):
                request.respond_error(INTERNAL_ERROR, NO_ROOM)
            elif not request.input_requests:
                self._repeat(request)

    def input_response(self, method: str, frame: JsonObject, losses: list[Loss]) -> JsonObject:
        """Return the client's answer as an input response; raise `NoCounterpart` for an error."""
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
        if member(error, "code") == METHOD_NOT_FOUND:  # of the input request, not of this one
            request.respond_error(INTERNAL_ERROR, "the client has no method for an input request")
        elif is_integer(member(error, "code")) and type(error.get("message")) is str:
            request.respond({"jsonrpc": "2.0", "id": None, "error": error})
        else:
            request.respond(unconvertible("the client's answer", refusal), end="refused")

    def _repeat(self, request: Request) -> None:
        frame, responses = request.frame, {}
        losses: list[Loss] = []
        for name in [name for name in request.stored if name.startswith(ANSWER)]:
            responses[name.removeprefix(ANSWER)], lost = request.stored_value(name)
            losses += [Loss(*each) for each in lost]
            self.core.account.release(request, name)
        if responses:
            frame = {**frame, "params": {**frame["params"], "inputResponses": responses}}
        request.send("server", frame, self.conversation.handle_response, tuple(losses))
