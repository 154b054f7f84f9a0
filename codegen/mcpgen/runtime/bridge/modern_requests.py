"""Questions of a legacy server, inside the results of a modern client's requests (R-MRTR, R-42).

In: requests of the client while they are open on the server, questions of the server, requests with which
the client comes back. Out: input-required results, answers to the questions. Rules:

- A question goes into the result of the newest request that may carry the question, whose client declared
  the capability and which has rounds left. A request whose client waits comes before one whose client is
  away. Nothing tells which request a server asks for; the newest is the likeliest.
- A result waits `Limits.gather` for further questions, so that questions asked at once need one round.
- A request that ends with an error after a question beyond its client's capabilities is answered with the
  error that names the missing capability.
- When a request ends, its unanswered questions go to another such request; without one they are refused.
- The result names the request by a `requestState` that cannot be guessed. The client comes back with that
  state.
- A client that does not come back within `Limits.patience` is gone: its questions are refused, its request
  cancelled.
- Error -32042 becomes a question for each page to visit; when all are accepted the request is sent again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Protocol

from ..conversion.log import ConversionLog
from ..conversion.losses import Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, DecodeError
from ..specification.capabilities import declared
from .drop_reasons import QUESTION_CANCELLED
from .exchanges import Exchange, ExchangeTable
from .frame_conversion import convert
from .frames import Side, Tree, meta_of, params_of, progress_token_of
from .rules import (
    BORDER,
    CAPABILITIES,
    INPUT_METHODS,
    LEVEL,
    can_ask,
    client_result,
    input_request,
    missing_capability,
    needed_capability,
    required_visits,
)

URL_REQUIRED = -32042


class Question:
    """A question of the server in a result to the client, or a visit that an error requires."""

    __slots__ = ("embedded", "exchange", "losses", "sent")

    def __init__(self, exchange: Exchange | None, embedded: Tree, losses: tuple[Loss, ...]) -> None:
        self.exchange = exchange  # None: a visit
        self.embedded = embedded
        self.losses = losses
        self.sent = False


class OpenRequest:
    """A request of the client that is open on the server, with the questions of the server."""

    __slots__ = (
        "capabilities",
        "client",
        "frame",
        "lacks",
        "level",
        "method",
        "questions",
        "response",
        "rounds",
        "server",
        "state",
        "task",
        "timer",
        "url_error",
    )

    def __init__(self, exchange: Exchange, frame: Tree) -> None:
        meta = meta_of(frame)
        self.method = exchange.method
        self.client: Exchange | None = exchange  # the request that waits; None while the client is away
        self.server: Exchange | None = None  # the request that is open on the server
        self.frame: Tree = {}  # the converted request, to send again
        self.capabilities = meta[CAPABILITIES]
        self.level = meta.get(LEVEL)
        self.lacks: tuple[str, str] | None = None  # a capability, and the words of an error for want of it
        self.questions: dict[str, Question] = {}
        self.rounds = 0
        self.state = ""
        self.timer = 0
        self.response: Tree | None = None  # of the server, while the client is away
        self.task: Any = None  # of the server, whose result the client waits for
        self.url_error: Tree | None = None  # of the server, to pass on if a visit is declined

    def continue_with(self, exchange: Exchange, frame: Tree) -> None:
        """Make the request with which the client comes back the request that waits."""
        meta = meta_of(frame)
        self.client, self.capabilities, self.level = exchange, meta[CAPABILITIES], meta.get(LEVEL)
        if self.server is not None:
            self.server.progress_token = progress_token_of(frame)


class TaskCarrier(Protocol):
    """The tasks of the server, which have questions too."""

    def take_question(self, question: Question, frame: Tree) -> bool:
        """Keep a question that a task carries; say whether that is so."""
        ...

    def carrier_of(self, frame: Tree) -> OpenRequest | None:
        """Return the request that a question belongs to, None if that is unknown."""
        ...

    def cancel(self, request: OpenRequest, reason: str | None) -> bool:
        """Cancel the task of a request that ends without a response; say whether the request has one."""
        ...


class OpenRequests:
    """All open requests of the client, oldest first.

    `pass_response` answers a request with a response of the server; `send_again` sends a request again.
    `tasks` takes the questions that belong to tasks.
    """

    def __init__(
        self,
        table: ExchangeTable,
        pass_response: Callable[[Exchange, Tree], None],
        send_again: Callable[[OpenRequest], None],
    ) -> None:
        self.table = table
        self.pass_response = pass_response
        self.send_again = send_again
        self.tasks: TaskCarrier | None = None
        self.open: dict[OpenRequest, None] = {}
        self.away: dict[str, OpenRequest] = {}  # by `requestState`: the client is away with questions

    def __iter__(self) -> Iterator[OpenRequest]:
        return iter(self.open)

    def add(self, request: OpenRequest, exchange: Exchange, message: Tree) -> None:
        """Add a request that is about to be sent to the server."""
        request.server, request.frame = exchange, message
        self.open[request] = None

    # Responses of the server

    def handle_response(self, request: OpenRequest, frame: Tree) -> None:
        """Answer the client with the server's response, or keep the response until the client comes back."""
        request.server = None
        if request.client is None:
            request.response = frame
            return
        self.table.stop_timer(request.timer)
        error = frame.get("error")
        url_required = type(error) is dict and error.get("code") == URL_REQUIRED
        if url_required and self._ask_for_visits(request, frame):
            return
        self.open.pop(request, None)
        self._move_questions(request, "the request is over")
        message = error.get("message") if type(error) is dict else None
        if request.lacks is not None and type(message) is str and request.lacks[1] in message:
            self.table.respond(request.client, missing_capability(request.lacks[0], message))
        else:
            self.pass_response(request.client, frame)

    def _ask_for_visits(self, request: OpenRequest, frame: Tree) -> bool:
        """Ask the client for the visits that an error requires; say whether that is possible."""
        log = ConversionLog()
        visits = required_visits(frame["error"].get("data"), log)
        limits = self.table.limits
        if (
            request.method not in INPUT_METHODS
            or not visits
            or not declared(request.capabilities, "elicitation.url")
            or request.rounds >= limits.rounds
            or len(self.away) >= limits.pending
        ):
            return False
        request.url_error = frame
        losses = log.losses()
        for key, embedded in visits.items():
            request.questions[key] = Question(None, embedded, losses)
            losses = ()  # reported once, with the first
        self._send_questions(request)
        return True

    # Questions of the server

    def handle_question(self, exchange: Exchange, frame: Tree) -> None:
        """Put a question of the server into the result of an open request; refuse it if none can carry it."""
        table = self.table
        try:
            converted = convert(frame, table.revision["server"], BORDER, sender="server")
        except (NoCounterpart, DecodeError) as refusal:
            table.respond_refusal(exchange, refusal)
            return
        log = ConversionLog()
        embedded = input_request(exchange.method, params_of(converted.message), log)
        question = Question(exchange, embedded, converted.losses + log.losses())
        if self.tasks is not None and self.tasks.take_question(question, frame):
            return
        able = self._able(question)
        carrier = None if self.tasks is None else self.tasks.carrier_of(frame)
        if carrier in able:
            able = [request for request in able if request is carrier]
        if not able:
            self._note_lack(exchange.method, embedded.get("params", {}))
            reason = f"no open request of the client can carry {exchange.method}"
            table.respond_error(exchange, METHOD_NOT_FOUND, reason)
        elif not self._put(question, able):
            limits = table.limits
            reason = f"every open request has had {limits.rounds} rounds of questions"
            if len(self.away) >= limits.pending:
                reason = (
                    f"more than {limits.pending} requests wait for their client to come back with answers"
                )
            table.respond_error(exchange, INTERNAL_ERROR, reason)

    def _note_lack(self, method: str, params: Tree) -> None:
        """Note the missing capability at the requests that a refused question can belong to.

        Where there are several, only an error that names the question tells which.
        """
        asking = [one for one in self.open if one.server is not None and one.method in INPUT_METHODS]
        needed = needed_capability(method, params)
        for request in asking:
            if needed is not None and not declared(request.capabilities, needed):
                request.lacks = needed, method if len(asking) > 1 else ""

    def _able(self, question: Question) -> list[OpenRequest]:
        """Return the requests that may carry a question, the newest first."""
        method, params = question.embedded["method"], question.embedded.get("params", {})
        return [
            request
            for request in reversed(self.open)
            if request.server is not None
            and request.method in INPUT_METHODS
            and can_ask(request.capabilities, method, params)
        ]

    def _put(self, question: Question, able: list[OpenRequest]) -> bool:
        """Put a question of the server into one of these requests; say whether the limits allow that."""
        limits = self.table.limits
        crowded = len(self.away) >= limits.pending
        fit = [
            request
            for request in able
            if request.rounds < limits.rounds and not (crowded and request.client is not None)
        ]
        request = min(fit, key=lambda request: request.client is None, default=None)
        if request is None:
            return False
        assert question.exchange is not None
        question.exchange.attached, question.sent = request, False
        request.questions[str(self.table.next_number())] = question
        if request.client is not None and limits.gather:
            self.table.stop_timer(request.timer)
            request.timer = self.table.start_timer(limits.gather, lambda: self._send_gathered(request))
        elif request.client is not None:
            self._send_questions(request)
        return True

    def _send_gathered(self, request: OpenRequest) -> None:
        request.timer = 0
        if request.questions and request.client is not None:
            self._send_questions(request)

    def _send_questions(self, request: OpenRequest) -> None:
        """Answer the client with all questions of its request."""
        assert request.client is not None
        client, request.client = request.client, None
        request.rounds += 1
        request.state = self.table.nonce()
        if request.server is not None:
            request.server.progress_token = None
        self.away[request.state] = request
        request.timer = self.table.start_timer(self.table.limits.patience, lambda: self._expire(request))
        for question in request.questions.values():
            question.sent = True
        result = {
            "resultType": "input_required",
            "inputRequests": {key: question.embedded for key, question in request.questions.items()},
            "requestState": request.state,
        }
        losses = tuple(loss for question in request.questions.values() for loss in question.losses)
        self.table.respond_result(client, result, losses)

    def handle_cancelled_question(self, side: Side, frame: Tree) -> None:
        """Remove a question that the server cancels (R-CANCEL)."""
        exchange = self.table.cancelled_exchange("server", params_of(frame).get("requestId"))
        self.table.drop(frame, QUESTION_CANCELLED)
        if exchange is None:
            return
        self.table.end_exchange(exchange)
        request = exchange.attached
        if type(request) is OpenRequest:
            left = {key: each for key, each in request.questions.items() if each.exchange is not exchange}
            request.questions = left

    # The client comes back

    def resume(self, exchange: Exchange, frame: Tree) -> None:
        """Pass on the answers of a client that comes back to a request; refuse an unknown state."""
        params = frame["params"]
        state = params.get("requestState")
        request = self.away.get(state) if type(state) is str else None
        if request is None or request.method != exchange.method:
            reason = "/params/requestState: no request is open under this state"
            self.table.respond_error(exchange, INVALID_PARAMS, reason)
            return
        answers = params.get("inputResponses", {})
        if type(answers) is not dict:
            reason = "/params/inputResponses: expected an object"
            self.table.respond_error(exchange, INVALID_PARAMS, reason)
            return
        del self.away[request.state]
        self.table.stop_timer(request.timer)
        exchange.attached = request
        request.continue_with(exchange, frame)
        agreed = self._answer_questions(request, answers)
        self._proceed(request, exchange, agreed)

    def _answer_questions(self, request: OpenRequest, answers: Tree) -> bool:
        """Answer questions of the server; say whether the client accepted all visits among the answers."""
        agreed = True
        for key, question in list(request.questions.items()):
            if not question.sent or key not in answers:
                continue
            del request.questions[key]
            answer = answers[key]
            if question.exchange is not None:
                self.answer(question.exchange, answer)
            elif not (type(answer) is dict and answer.get("action") == "accept"):
                agreed = False
        return agreed

    def answer(self, exchange: Exchange, answer: Any) -> None:
        """Answer a question of the server with an input response of the client."""
        log = ConversionLog()
        method, revision = exchange.method, self.table.revision["server"]
        try:
            if type(answer) is not dict:
                raise DecodeError("", "expected an object")
            frame = {"jsonrpc": "2.0", "id": 0, "result": client_result(method, answer, log)}
            converted = convert(frame, BORDER, revision, sender="client", answering=method)
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the client's answer cannot be converted: {refusal}"
            self.table.respond_error(exchange, INTERNAL_ERROR, reason)
            return
        self.table.respond(exchange, converted.message, log.losses() + converted.losses)

    def _proceed(self, request: OpenRequest, exchange: Exchange, agreed: bool) -> None:
        """Pass on the response that waits, ask the questions that are left, or send the request again."""
        if request.response is not None:
            response, request.response = request.response, None
            self.open.pop(request, None)
            self._move_questions(request, "the request is over")
            self.pass_response(exchange, response)
        elif request.url_error is not None and not agreed:
            self.open.pop(request, None)
            self.pass_response(exchange, request.url_error)
        elif request.questions and request.rounds >= self.table.limits.rounds:
            self.end(request, "too many rounds of questions", "too many rounds of questions")
            reason = f"not answered in {self.table.limits.rounds} rounds of questions"
            self.table.respond_error(exchange, INTERNAL_ERROR, reason)
        elif request.questions:
            self._send_questions(request)
        elif request.url_error is not None:
            request.url_error = None
            request.server = exchange
            self.send_again(request)

    # Ends

    def end(self, request: OpenRequest, question_error: str, cancel_reason: str | None) -> None:
        """Forget a request: refuse the questions of the server, cancel the request at the server."""
        self.open.pop(request, None)
        self.away.pop(request.state, None)
        self.table.stop_timer(request.timer)
        self._move_questions(request, question_error)
        is_task = self.tasks is not None and self.tasks.cancel(request, cancel_reason)
        if request.server is not None and not is_task:
            self.table.cancel(request.server, cancel_reason)

    def _expire(self, request: OpenRequest) -> None:
        self.end(request, "the client did not come back with an answer", "the client is gone")

    def _move_questions(self, request: OpenRequest, reason: str) -> None:
        """Put the questions of a request that ended into other requests; refuse those that none can carry."""
        questions, request.questions = request.questions, {}
        for question in questions.values():
            if question.exchange is not None and not self._put(question, self._able(question)):
                self.table.respond_error(question.exchange, INTERNAL_ERROR, reason)
