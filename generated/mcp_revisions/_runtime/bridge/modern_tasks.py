"""Tasks of a legacy server, for a modern client with the extension, or without (R-TASK).

In: lists of tools, created tasks, statuses, outcomes, requests of the client about tasks. Out: `task` in
calls, `tasks/get`, `tasks/result` and `tasks/cancel` to the server; statuses with results and questions to
the client. Rules:

- A tool that requires a task is called as a task; a tool that allows one, only for a client with the
  extension (`task_tools`).
- A client with the extension gets the server's task, under the server's id. For any other client the bridge
  waits (`task_waits`); progress and questions of the task belong to the client's call.
- The extension states a result, an error and questions with the status. So the bridge sends `tasks/result`
  when a status shows that the task asks for input or is over. `tasks/get` is answered with `input_required`
  when a question that relates to the task has arrived, and with `working` until then.
- A question of a task that the client does not answer in `Limits.patience` seconds is refused.
- At most `Limits.tasks` tasks and names of tools are remembered. The oldest task that nothing depends on is
  forgotten; without such a task, the request is refused.

`modern_task_calls` has the calls, and `server_tasks` the table of tasks.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..conversion.losses import Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, DecodeError, error_response
from ..revisions import facts_of
from ..specification.capabilities import declared
from ..task_names import TASKS
from .converters import Converters
from .drop_reasons import NO_CLIENT_STREAM, STATUS_NOTED, drop_reason_of
from .exchanges import Exchange, ExchangeTable, OnResponse
from .frames import Tree, meta_of, params_of
from .modern_requests import OpenRequest, OpenRequests, Question
from .modern_streams import ClientStreams
from .modern_task_calls import TaskCalls
from .rules import CAPABILITIES, MODERN, can_ask
from .server_tasks import ServerTask, ServerTasks
from .task_waits import TaskWaits
from .tasks import NO_INPUT_YET, WITH_OUTCOME, related_task, task_id_of

MISSING = "MISSING_REQUIRED_CLIENT_CAPABILITY"


class ModernTasks:
    """The tasks of a server.

    `has_extension` says whether a client with some capabilities has the extension. `on_response` treats the
    response to a call that is sent again.
    """

    def __init__(
        self,
        table: ExchangeTable,
        converters: Converters,
        requests: OpenRequests,
        streams: ClientStreams,
        has_extension: Callable[[Tree], bool],
        on_response: OnResponse,
    ) -> None:
        self.table = table
        self.converters = converters
        self.requests = requests
        self.streams = streams
        self.has_extension = has_extension
        self.tasks = ServerTasks(table)
        self.waits = TaskWaits(table, converters)
        self.calls = TaskCalls(table, self.tasks, self.waits, requests, has_extension, on_response)

    def note_capabilities(self, capabilities: Tree) -> None:
        """Note whether the server declared `tasks/cancel`."""
        self.waits.can_cancel = declared(capabilities, "tasks.cancel")

    def cancel(self, request: OpenRequest, reason: str | None) -> bool:
        """Cancel the task of a request that ends without a response; say whether the request has one."""
        return self.calls.cancel(request, reason)

    # Requests of the client about tasks

    def admits(self, exchange: Exchange, frame: Tree) -> bool:
        """Say whether a request names a task and declares the extension; refuse the request if not."""
        if not self.has_extension(meta_of(frame)[CAPABILITIES]):
            self.refuse_undeclared(exchange)
        elif task_id_of(frame) is None:
            self.table.respond_error(exchange, INVALID_PARAMS, "/params/taskId: expected a string")
        else:
            return True
        return False

    def refuse_undeclared(self, exchange: Exchange) -> None:
        """Refuse a request that does not declare the extension."""
        data: Tree = {"requiredCapabilities": {"extensions": {TASKS: {}}}}
        reason = "the request does not declare the tasks extension"
        self.table.respond_error(exchange, facts_of(MODERN).errors[MISSING], reason, data)

    def answers(self, exchange: Exchange, frame: Tree) -> bool:
        """Answer a request about a task that is not the server's to answer; say whether it is none."""
        if exchange.method == "tasks/update":
            self._update(exchange, frame)
            return True
        return exchange.method == "tasks/cancel" and self._cancel(exchange, frame)

    def handle_about_task(self, exchange: Exchange, frame: Tree) -> bool:
        """Treat the response to `tasks/get` or `tasks/cancel`; say whether the request is answered."""
        if exchange.method == "tasks/cancel":
            return self._acknowledge(exchange, frame)
        if type(frame.get("result")) is dict:
            self._handle_status(exchange, frame)
            return True
        return False

    def leave(self, exchange: Exchange) -> None:
        """Forget a `tasks/get` that the client cancelled."""
        task = self.tasks.known(task_id_of(exchange.attached)) if type(exchange.attached) is dict else None
        if task is not None:
            task.waiting = [(each, frame) for each, frame in task.waiting if each is not exchange]

    def _update(self, exchange: Exchange, frame: Tree) -> None:
        """Pass the answers in `tasks/update` on, as the responses to the questions of the server."""
        task = self.tasks.known(task_id_of(frame))
        answers = params_of(frame).get("inputResponses")
        if task is None:
            self.table.respond_error(exchange, INVALID_PARAMS, "no task with this id asks for input")
        elif type(answers) is not dict:
            self.table.respond_error(exchange, INVALID_PARAMS, "/params/inputResponses: expected an object")
        else:
            for key in [key for key in answers if key in task.questions]:
                question = task.questions.pop(key)
                self.requests.answer(self._released(question), answers[key])
            self.table.respond_result(exchange, {"resultType": "complete"})

    def _cancel(self, exchange: Exchange, frame: Tree) -> bool:
        """Acknowledge `tasks/cancel` for a server that cancels no tasks; say whether that is so."""
        task = self.tasks.known(task_id_of(frame))
        if task is not None:
            self._refuse_questions(task, "the task was cancelled")
        if not self.waits.can_cancel:
            self.table.respond_result(exchange, {"resultType": "complete"})
        return not self.waits.can_cancel

    def _handle_status(self, exchange: Exchange, frame: Tree) -> None:
        """Answer `tasks/get` with the status, and the questions or the outcome that belong to it."""
        result, request = frame["result"], exchange.attached
        task_id = task_id_of(request)
        status = result.get("status")
        if status not in ("input_required", *WITH_OUTCOME):
            self._respond(exchange, frame, {})
            task = self.tasks.known(task_id)
            if status == "cancelled" and task is not None:
                self.tasks.forget(task)
            return
        task = self.tasks.task(task_id) if task_id is not None else None
        if task is None:
            self.table.respond_error(exchange, INTERNAL_ERROR, self.tasks.too_many)
            return
        task.capabilities = meta_of(request).get(CAPABILITIES, {})
        if status == "input_required":
            self._fetch(task)
            self._respond(exchange, frame, self._input_of(task))
        else:
            task.has_outcome = True
            task.waiting.append((exchange, frame))
            if task.outcome is None:
                self._fetch(task)
            else:
                self._serve(task)

    def _acknowledge(self, exchange: Exchange, frame: Tree) -> bool:
        """Acknowledge `tasks/cancel` of a known task that is over already; say whether that is so."""
        error, task_id = frame.get("error"), task_id_of(exchange.attached)
        if (
            self.tasks.known(task_id) is not None
            and type(error) is dict
            and error.get("code") == INVALID_PARAMS
        ):
            self.table.respond_result(exchange, {"resultType": "complete"})
            return True
        return False

    # Questions and outcomes

    def take_question(self, question: Question, frame: Tree) -> bool:
        """Keep a question that relates to a task of a client with the extension; say whether it does."""
        task = self.tasks.known(related_task(frame))
        if task is None or task.request is not None:
            return False
        embedded = question.embedded
        assert question.exchange is not None
        if not can_ask(task.capabilities, embedded["method"], embedded.get("params", {})):
            reason = f"the client of the task did not declare {embedded['method']}"
            self.table.respond_error(question.exchange, METHOD_NOT_FOUND, reason)
            return True
        key, exchange = str(self.table.next_number()), question.exchange
        exchange.attached = task
        task.questions[key] = question
        seconds = self.table.limits.patience
        exchange.timer = self.table.start_timer(seconds, lambda: self._expire(task, key))
        self._announce(task)
        return True

    def carrier_of(self, frame: Tree) -> OpenRequest | None:
        """Return the call that waits for the task that a question relates to, None if there is none."""
        task = self.tasks.known(related_task(frame))
        return None if task is None else task.request

    def drop_question(self, request_id: Any) -> None:
        """Forget a question of a task that the server cancels."""
        exchange = self.table.cancelled_exchange("server", request_id)
        task = None if exchange is None else exchange.attached
        if type(task) is ServerTask:
            for key in [key for key, each in task.questions.items() if each.exchange is exchange]:
                self._released(task.questions.pop(key))

    def _fetch(self, task: ServerTask) -> None:
        """Send `tasks/result`, which also lets the server ask its questions; once at a time."""
        table = self.table
        if task.fetching or task.outcome is not None:
            return
        if table.is_saturated("server"):
            waiting, task.waiting = task.waiting, []
            for exchange, _ in waiting:
                self.table.respond_error(exchange, INTERNAL_ERROR, "too many requests are open on the server")
            return
        task.fetching = True
        frame: Tree = {"jsonrpc": "2.0", "method": "tasks/result", "params": {"taskId": task.id}}
        table.send_own_request("server", frame, self._fetched, seconds=table.limits.task, attached=task)

    def _fetched(self, exchange: Exchange, frame: Tree) -> None:
        task: ServerTask = exchange.attached
        task.fetching = False
        self._refuse_questions(task, "the task is over")
        if "error" in frame and not task.has_outcome:
            return  # the server does not wait for the result, or has cancelled the task: the status tells
        task.outcome = frame
        self._serve(task)
        self._announce(task)

    def _serve(self, task: ServerTask) -> None:
        """Answer the requests that wait for the outcome of a task; forget a task that has been served."""
        waiting, task.waiting = task.waiting, []
        for exchange, frame in waiting:
            self._respond(exchange, frame, self._outcome_of(task))
        if waiting and task.status is None:
            self.tasks.forget(task)

    def _input_of(self, task: ServerTask) -> Tree:
        """Return the members of a status that asks for input; none before a question has arrived."""
        if not task.questions:
            return {}
        questions = {key: question.embedded for key, question in task.questions.items()}
        return {"status": "input_required", "inputRequests": questions}

    def _outcome_of(self, task: ServerTask) -> Tree:
        """Return the members of a status of a task that is over; none before the outcome has arrived."""
        if task.outcome is None:
            return {}
        outcome = {"jsonrpc": "2.0", "id": 0, **task.outcome}
        try:
            message = self.converters.convert(outcome, "server", answering="tools/call").message
        except (NoCounterpart, DecodeError) as refusal:
            message = error_response(
                0, INTERNAL_ERROR, f"the result of the task cannot be converted: {refusal}"
            )
        if "error" in message:
            return {"status": "failed", "error": message["error"]}
        return {"status": "completed", "result": message["result"]}

    def _detailed(
        self, frame: Tree, part: str, more: Tree, method: str | None
    ) -> tuple[Tree, tuple[Loss, ...]]:
        """Return a status converted, with the members of the extension in place of the status alone."""
        status = frame[part].get("status")
        plain = status if status == "cancelled" else "working"
        frame = {**frame, part: {**frame[part], "status": plain}}
        message, losses = self.converters.convert(frame, "server", answering=method)
        if status == "input_required" and not more:
            losses += (Loss("reshaped", f"/{part}/status", status, NO_INPUT_YET.reason, NO_INPUT_YET.id),)
        return {**message, part: {**message[part], **more}}, losses

    def _respond(self, exchange: Exchange, frame: Tree, more: Tree) -> None:
        """Answer `tasks/get` with a status and further members."""
        try:
            message, losses = self._detailed(frame, "result", more, "tasks/get")
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the status of the task cannot be converted: {refusal}"
            self.table.respond_error(exchange, INTERNAL_ERROR, reason)
            return
        self.table.respond(exchange, message, losses)

    def _refuse_questions(self, task: ServerTask, reason: str) -> None:
        questions, task.questions = task.questions, {}
        for question in questions.values():
            self.table.respond_error(self._released(question), INTERNAL_ERROR, reason)

    def _expire(self, task: ServerTask, key: str) -> None:
        """Refuse a question that the client of a task did not answer in time."""
        question = task.questions.pop(key)
        reason = "the client of the task did not answer"
        self.table.respond_error(self._released(question), INTERNAL_ERROR, reason)

    def _released(self, question: Question) -> Exchange:
        """Return the request that a question is, and stop waiting for the answer."""
        assert question.exchange is not None
        self.table.stop_timer(question.exchange.timer)
        return question.exchange

    # Notifications of a status

    def handle_notification(self, frame: Tree) -> None:
        """Send a status to the streams that asked for the task, when all its members are known."""
        task_id, waited = task_id_of(frame), self.waits.note_status(frame)
        if task_id is None or not self.streams.of_task(task_id):
            self.table.drop(frame, STATUS_NOTED if waited else NO_CLIENT_STREAM)
            return
        task = self.tasks.task(task_id)
        status = params_of(frame).get("status")
        if task is None or status not in ("input_required", *WITH_OUTCOME):
            self._publish(task_id, frame, {})
        elif task.request is None:
            task.has_outcome = task.has_outcome or status in WITH_OUTCOME
            task.status = frame
            self._fetch(task)
            self._announce(task)

    def _announce(self, task: ServerTask) -> None:
        """Send the status that waits, if its questions or its outcome have arrived."""
        frame = task.status
        if frame is None:
            return
        asks = params_of(frame).get("status") == "input_required"
        more = self._input_of(task) if asks else self._outcome_of(task)
        if more:
            task.status = None
            self._publish(task.id, frame, more)
            if not asks:
                self.tasks.forget(task)

    def _publish(self, task_id: str, frame: Tree, more: Tree) -> None:
        try:
            message, losses = self._detailed(frame, "params", more, None)
        except (NoCounterpart, DecodeError) as refusal:
            self.table.drop(frame, drop_reason_of(refusal))
            return
        self.streams.send_to(self.streams.of_task(task_id), message, losses)
