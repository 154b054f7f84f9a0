"""Input requests of a legacy server, inside the results of a modern client's requests (R-MRTR, R-42).

In: requests of the client while the server works on them, input requests of the server, requests with which
the client comes back. Out: input-required results, answers to the input requests. Rules:

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
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Protocol

from ..conversion.log import ConversionLog
from ..conversion.losses import Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, DecodeError
from .converters import convert
from .core import NO_ROOM, Core
from .frames import Tree, meta_of, params_of
from .requests import Request
from .rules import (
    ABOUT_TASKS,
    CAPABILITIES,
    INPUT_METHODS,
    LAST_LEGACY,
    LEVEL,
    as_input_request,
    can_ask,
    client_result,
    missing_capability,
    named_capabilities,
    needed_capability,
    required_visits,
)

URL_REQUIRED = -32042
AT_SERVER = ("sent", "paused", "away")  # states of a request that the server works on


class TasksWithInputRequests(Protocol):
    """The tasks of the server, which have input requests too."""

    def take_input_request(self, input_request: Request, frame: Tree) -> bool:
        """Keep an input request that a task carries; say whether that is so."""
        ...

    def carrier_of(self, frame: Tree) -> Request | None:
        """Return the request that an input request belongs to, None if that is unknown."""
        ...


class InputRequestsIntoResults:
    """The requests that may carry input requests, and the input requests in their results.

    `pass_response` answers a request with a response of the server, `send_again` sends a request again, and
    `cancel` ends one whose client is gone.
    """

    def __init__(
        self,
        core: Core,
        tasks: TasksWithInputRequests,
        pass_response: Callable[[Request, Tree], None],
        send_again: Callable[[Request], None],
        cancel: Callable[[Request, str], None],
    ) -> None:
        self.core = core
        self.tasks = tasks
        self.pass_response = pass_response
        self.send_again = send_again
        self.cancel = cancel
        self.away: dict[str, Request] = {}  # by `requestState`: the client is away with input requests

    @property
    def at_server(self) -> list[Request]:
        """The requests that the server works on, oldest first; the bridge may have answered one itself."""
        requests = (*self.away.values(), *self.core.open["client"].values())
        return [each for each in requests if each.state in AT_SERVER and each.method not in ABOUT_TASKS]

    # Responses of the server

    def handle_response(self, request: Request, frame: Tree) -> None:
        """Answer the client with the server's response, or keep the response until the client comes back."""
        error = frame.get("error")
        code, message = (error.get("code"), error.get("message")) if type(error) is dict else (None, None)
        if code == URL_REQUIRED and self._ask_for_visits(request, frame):
            return
        if request.state == "away":
            self.pass_response(request, frame)  # input requests that are answered with it stay until then
            return
        self._move_input_requests(request, "the request is over")
        if request.lacks is not None and type(message) is str and request.lacks[1] in message:
            self.core.respond(request, missing_capability(request.lacks[0], message))
        else:
            self.pass_response(request, frame)

    def _ask_for_visits(self, request: Request, frame: Tree) -> bool:
        """Ask the client for the visits that an error requires; say whether that is possible."""
        log = ConversionLog()
        visits = required_visits(frame["error"].get("data"), log)
        limits = self.core.limits
        if (
            request.state == "away"
            or request.method not in INPUT_METHODS
            or not visits
            or "elicitation.url" not in request.capabilities
            or request.rounds >= limits.rounds
            or len(self.away) >= limits.pending
            or not self.core.lay_by(request)
            or not self.core.account.keep(request, "response", (frame, (), "answered"))
        ):
            return False
        asked = {key: Request(None, None, embedded["method"]) for key, embedded in visits.items()}
        if not all(self.core.account.keep(asked[key], "input request", visits[key]) for key in visits):
            for visit in asked.values():
                self.core.account.give(visit)
            return False
        request.losses += log.losses()
        for key, visit in asked.items():
            request.input_requests[key], visit.place = visit, (request.input_requests, key)
        self._send_input_requests(request)
        return True

    # Input requests of the server

    def handle_input_request(self, input_request: Request, frame: Tree) -> None:
        """Put an input request of the server into the result of an open request, or refuse it."""
        core = self.core
        try:
            converted = convert(frame, core.revision["server"], LAST_LEGACY, sender="server")
        except (NoCounterpart, DecodeError) as refusal:
            core.respond_refusal(input_request, refusal)
            return
        log = ConversionLog()
        embedded = as_input_request(input_request.method, params_of(converted.message), log)
        losses, input_request.losses = input_request.losses + converted.losses + log.losses(), ()
        if not (
            core.account.keep(input_request, "input request", embedded)
            and self._keep_losses(input_request, losses)
        ):
            core.respond_error(input_request, INTERNAL_ERROR, NO_ROOM)
            return
        if self.tasks.take_input_request(input_request, frame):
            return
        able = self._able(input_request)
        carrier = self.tasks.carrier_of(frame)
        if carrier in able:
            able = [request for request in able if request is carrier]
        if not able:
            self._note_lack(input_request)
            reason = f"no open request of the client can carry {input_request.method}"
            core.respond_error(input_request, METHOD_NOT_FOUND, reason)
        else:
            obstacle = self._put(input_request, able)
            if obstacle is not None:
                core.respond_error(input_request, INTERNAL_ERROR, obstacle)

    def _keep_losses(self, input_request: Request, losses: tuple[Loss, ...]) -> bool:
        return not losses or self.core.account.keep(input_request, "losses", losses)

    def _losses_of(self, input_request: Request) -> tuple[Loss, ...]:
        """Return the losses of an input request, once."""
        losses = input_request.tree("losses") or ()
        self.core.account.give(input_request, "losses")
        return tuple(Loss(*each) for each in losses)

    def _note_lack(self, input_request: Request) -> None:
        """Note the missing capability at the requests that a refused input request can belong to.

        Where there are several, only an error that names the input request tells which.
        """
        asking = [request for request in self.at_server if request.method in INPUT_METHODS]
        needed = needed_capability(input_request.method, params_of(input_request.tree("input request")))
        for request in asking:
            if needed is not None and needed not in request.capabilities:
                request.lacks = needed, input_request.method if len(asking) > 1 else ""

    def _able(self, input_request: Request, ended: Request | None = None) -> list[Request]:
        """Return the requests that may carry an input request, the newest first, without one that ended."""
        params = params_of(input_request.tree("input request"))
        return [
            request
            for request in reversed(self.at_server)
            if request is not ended
            and request.method in INPUT_METHODS
            and can_ask(request.capabilities, input_request.method, params)
        ]

    def _put(self, input_request: Request, able: list[Request]) -> str | None:
        """Put an input request into one of these requests; return the obstacle, None without one."""
        limits = self.core.limits
        crowded = len(self.away) >= limits.pending
        fit = [
            request
            for request in able
            if request.rounds < limits.rounds and not (crowded and request.state != "away")
        ]
        carrier = min(fit, key=lambda request: request.state == "away", default=None)
        if carrier is None and crowded:
            return f"more than {limits.pending} requests wait for their client to come back with answers"
        if carrier is None:
            return f"every open request has had {limits.rounds} rounds of input requests"
        if not self.core.lay_by(carrier):
            return NO_ROOM
        key, core = str(self.core.next_number()), self.core
        core.happens(input_request, "carry")
        core.at_end(carrier, self.forget)
        carrier.input_requests[key], input_request.place = input_request, (carrier.input_requests, key)
        if carrier.state == "away":
            return None
        if limits.gather:
            core.stop_timer(carrier.timer)
            carrier.timer = core.start_timer(limits.gather, partial(self._send_gathered, carrier))
        else:
            self._send_input_requests(carrier)
        return None

    def _send_gathered(self, request: Request) -> None:
        request.timer = 0
        if request.input_requests and request.state != "away":
            self._send_input_requests(request)

    def _send_input_requests(self, request: Request) -> None:
        """Answer the client with all input requests of its request."""
        core, input_requests = self.core, request.input_requests
        request.rounds += 1
        request.request_state = core.nonce()
        self.away[request.request_state] = request
        result = {
            "resultType": "input_required",
            "inputRequests": {
                key: input_request.tree("input request") for key, input_request in input_requests.items()
            },
            "requestState": request.request_state,
        }
        losses = tuple(
            loss for input_request in input_requests.values() for loss in self._losses_of(input_request)
        )
        for input_request in input_requests.values():
            core.happens(input_request, "ask")
        core.at_end(request, self.forget)
        core.happens(request, "send away", result, losses)
        request.timer = core.start_timer(core.limits.patience, partial(self._expire, request))

    # The client comes back

    def request_of(self, frame: Tree) -> Request | None:
        """Return the request that a client comes back to, None if it names none."""
        state = params_of(frame).get("requestState")
        return self.away.get(state) if type(state) is str else None

    def resume(self, back: Request, frame: Tree) -> None:
        """Pass on the answers of a client that comes back to a request; refuse an unknown state."""
        params, request = frame["params"], self.request_of(frame)
        if request is None or request.method != back.method:
            reason = "/params/requestState: no request is open under this state"
            self.core.respond_error(back, INVALID_PARAMS, reason)
            return
        answers = params.get("inputResponses", {})
        if type(answers) is not dict:
            reason = "/params/inputResponses: expected an object"
            self.core.respond_error(back, INVALID_PARAMS, reason)
            return
        del self.away[request.request_state]
        self.core.happens(request, "return", back)
        meta = meta_of(frame)
        request.capabilities, request.level = named_capabilities(meta[CAPABILITIES]), meta.get(LEVEL)
        demands_visits = any(
            input_request.requestor is None for input_request in request.input_requests.values()
        )
        agreed = self._answer_input_requests(request, answers)
        self._proceed(request, agreed, demands_visits=demands_visits)

    def _answer_input_requests(self, request: Request, answers: Tree) -> bool:
        """Answer input requests of the server; say whether the client accepted all visits among them."""
        agreed = True
        for key, input_request in list(request.input_requests.items()):
            if input_request.state == "waiting" or key not in answers:
                continue
            answer = answers[key]
            if input_request.requestor is not None:
                self.answer(input_request, answer)
            else:
                agreed = agreed and type(answer) is dict and answer.get("action") == "accept"
                self.core.cancel(input_request)
        return agreed

    def answer(self, input_request: Request, answer: Any) -> None:
        """Answer an input request of the server with an input response of the client."""
        log = ConversionLog()
        method, revision = input_request.method, self.core.revision["server"]
        try:
            if type(answer) is not dict:
                raise DecodeError("", "expected an object")
            frame = {"jsonrpc": "2.0", "id": 0, "result": client_result(method, answer, log)}
            converted = convert(frame, LAST_LEGACY, revision, sender="client", answering=method)
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the client's answer cannot be converted: {refusal}"
            self.core.respond_error(input_request, INTERNAL_ERROR, reason)
            return
        losses = self._losses_of(input_request) + log.losses() + converted.losses
        self.core.respond(input_request, converted.message, losses)

    def _proceed(self, request: Request, agreed: bool, *, demands_visits: bool) -> None:
        """Pass on the kept response, send the input requests that are left, or send the request again."""
        core, limits = self.core, self.core.limits
        is_over, kept = request.state == "waiting", request.tree("response")
        if is_over and not demands_visits:
            self._move_input_requests(request, "the request is over")
            if kept is None:
                core.respond_error(request, INTERNAL_ERROR, NO_ROOM)
            else:
                frame, losses, end = kept
                core.respond(request, frame, tuple(Loss(*each) for each in losses), end)
        elif is_over and not agreed:
            self.pass_response(request, kept[0])
        elif request.input_requests and request.rounds >= limits.rounds:
            reason = f"not answered in {limits.rounds} rounds of input requests"
            self._move_input_requests(request, "too many rounds of input requests")
            core.respond_error(request, INTERNAL_ERROR, reason)
        elif request.input_requests:
            self._send_input_requests(request)
        elif is_over:
            core.account.give(request, "response")
            self.send_again(request)

    # Ends

    def forget(self, request: Request, reason: str | None) -> None:
        """Forget a request that ended, and move the input requests of the server."""
        was_away = self.away.pop(request.request_state, None) is not None
        ended = (
            "the client did not come back with an answer" if was_away else "the client cancelled the request"
        )
        self._move_input_requests(request, ended)

    def _expire(self, request: Request) -> None:
        self.cancel(request, "the client is gone")

    def _move_input_requests(self, request: Request, reason: str) -> None:
        """Put the input requests of a request that ended into others; refuse those that none can carry."""
        input_requests, request.input_requests = request.input_requests, {}
        for input_request in list(input_requests.values()):
            if input_request.requestor is None:
                self.core.cancel(input_request)
            elif self._put(input_request, self._able(input_request, request)) is not None:
                self.core.respond_error(input_request, INTERNAL_ERROR, reason)
