"""Tasks of a legacy server, for a modern client with the extension, or without (R-TASK).

In: lists of tools, calls, created tasks, statuses, outcomes, requests of the client about tasks. Out: `task`
in calls, requests about tasks to the server; statuses with results and input requests to the client. Rules:

- A tool that requires a task is called as a task; a tool that allows one, only for a client with the
  extension (`task_table`).
- A client with the extension gets the server's task, under the server's id. For any other client the bridge
  waits; progress and input requests of the task belong to the client's call.
- The extension states a result, an error and input requests with the status. So the bridge sends
  `tasks/result` when a status shows that the task asks for input or is over. `tasks/get` is answered with
  `input_required` when an input request that relates to the task has arrived, and with `working` until then.
- An input request of a task that the client does not answer in `Limits.patience` seconds is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from ..conversion.losses import Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, DecodeError, error_response
from ..revisions import facts_of
from ..task_names import TASKS
from .converters import Converters
from .core import NO_ROOM, Core
from .frames import NOT_KEPT, NOT_SUBSCRIBED, STATUS_NOTED, Tree, drop_reason_of, params_of
from .listen_into_subscribe import ListenIntoSubscribe
from .requests import OnResponse, Request
from .rules import FIRST_MODERN, MISSING, NO_INPUT_YET, WITH_OUTCOME, can_ask, related_task, task_id_of
from .task_table import LegacyServerTasks, Task


class TasksIntoExtension(LegacyServerTasks):
    """The tasks of a server.

    `has_extension` says whether a client with some capabilities has the extension. `on_response` treats the
    response to a call that is sent again, `answer` one to an input request of the server.
    """

    def __init__(
        self,
        core: Core,
        converters: Converters,
        subscriptions: ListenIntoSubscribe,
        has_extension: Callable[[frozenset[str]], bool],
        on_outcome: OnResponse,
        on_response: OnResponse,
        answer: Callable[[Request, Any], None],
    ) -> None:
        super().__init__(core, converters, on_outcome, on_response)
        self.subscriptions = subscriptions
        self.has_extension = has_extension
        self.answer = answer

    # Calls

    def call_as_sent(self, request: Request, message: Tree) -> tuple[Tree, tuple[Loss, ...]]:
        """Return a call as the server gets it: as a task if tool and client allow that."""
        return self.tools.with_task(message, where_optional=self.has_extension(request.capabilities))

    def begin(self, request: Request, created: Tree) -> bool:
        """Let a call wait for its new task, unless its client has the extension; say whether it waits."""
        if request.state == "away" or not self.has_extension(request.capabilities):
            return super().begin(request, created)
        task_id = created.get("taskId")
        task = self.task(task_id) if type(task_id) is str else None
        if task is None:
            self.wait(request, task_id)  # refuses it
            return True
        task.capabilities = request.capabilities
        return False

    # Requests of the client about tasks

    def admits(self, request: Request, frame: Tree) -> bool:
        """Say whether a request names a task and declares the extension; refuse the request if not."""
        if not self.has_extension(request.capabilities):
            self.refuse_undeclared(request)
        elif task_id_of(frame) is None:
            self.core.respond_error(request, INVALID_PARAMS, "/params/taskId: expected a string")
        else:
            return True
        return False

    def refuse_undeclared(self, request: Request) -> None:
        """Refuse a request that does not declare the extension."""
        data: Tree = {"requiredCapabilities": {"extensions": {TASKS: {}}}}
        reason = "the request does not declare the tasks extension"
        self.core.respond_error(request, facts_of(FIRST_MODERN).errors[MISSING], reason, data)

    def answers(self, request: Request, frame: Tree) -> bool:
        """Answer a request about a task that is not the server's to answer; say whether it is none."""
        if request.method == "tasks/update":
            self._update(request, frame)
            return True
        return request.method == "tasks/cancel" and self._cancel(request, frame)

    def handle_about_task(self, request: Request, frame: Tree) -> bool:
        """Treat the response to `tasks/get` or `tasks/cancel`; say whether the request is answered."""
        if request.method == "tasks/cancel":
            return self._acknowledge(request, frame)
        if type(frame.get("result")) is dict:
            self._handle_status(request, frame)
            return True
        return False

    def _update(self, request: Request, frame: Tree) -> None:
        """Pass the answers in `tasks/update` on, as the responses to the input requests of the server."""
        task = self.known(task_id_of(frame))
        answers = params_of(frame).get("inputResponses")
        if task is None:
            self.core.respond_error(request, INVALID_PARAMS, "no task with this id asks for input")
        elif type(answers) is not dict:
            self.core.respond_error(request, INVALID_PARAMS, "/params/inputResponses: expected an object")
        else:
            for key in [key for key in answers if key in task.input_requests]:
                self.answer(task.input_requests[key], answers[key])
            self.core.respond_result(request, {"resultType": "complete"})

    def _cancel(self, request: Request, frame: Tree) -> bool:
        """Acknowledge `tasks/cancel` for a server that cancels no tasks; say whether that is so."""
        task = self.known(task_id_of(frame))
        if task is not None:
            self.drop_input_requests(task, "the task was cancelled")
        if not self.can_cancel:
            self.core.respond_result(request, {"resultType": "complete"})
        return not self.can_cancel

    def _handle_status(self, request: Request, frame: Tree) -> None:
        """Answer `tasks/get` with the status, and the input requests or the outcome that belong to it."""
        task_id = request.task_id
        status = frame["result"].get("status")
        if status not in ("input_required", *WITH_OUTCOME):
            self._respond(request, frame, {})
            task = self.known(task_id)
            if status == "cancelled" and task is not None and task.is_unused:
                self.forget(task)
            return
        task = self.task(task_id) if task_id is not None else None
        if task is None:
            self.core.respond_error(request, INTERNAL_ERROR, self.too_many)
            return
        task.capabilities = request.capabilities
        if status == "input_required":
            self.fetch(task)
            self._respond(request, frame, self._input_of(task))
            return
        task.has_outcome = True
        if not (self.core.lay_by(request) and self.core.account.keep(request, "status", frame)):
            self.core.respond_error(request, INTERNAL_ERROR, NO_ROOM)
            return
        self.add(task, request)
        if task.is_over:
            self.finish(task, _outcome_in(task))
        else:
            self.fetch(task)

    def _acknowledge(self, request: Request, frame: Tree) -> bool:
        """Acknowledge `tasks/cancel` of a known task that is over already; say whether that is so."""
        error, task_id = frame.get("error"), request.task_id
        if self.known(task_id) is not None and type(error) is dict and error.get("code") == INVALID_PARAMS:
            self.core.respond_result(request, {"resultType": "complete"})
            return True
        return False

    # Input requests and outcomes

    def take_input_request(self, input_request: Request, frame: Tree) -> bool:
        """Keep an input request of a task of a client with the extension; say whether it is one."""
        core, task = self.core, self.known(related_task(frame))
        if task is None or task.call is not None:
            return False
        if not can_ask(
            task.capabilities, input_request.method, params_of(input_request.tree("input request"))
        ):
            reason = f"the client of the task did not declare {input_request.method}"
            core.respond_error(input_request, METHOD_NOT_FOUND, reason)
            return True
        key = str(core.next_number())
        task.input_requests[key], input_request.place = input_request, (task.input_requests, key)
        reason = "the client of the task did not answer"
        refuse = partial(core.respond_error, input_request, INTERNAL_ERROR, reason)
        core.happens(input_request, "carry", core.limits.patience, refuse)
        self._announce(task)
        return True

    def carrier_of(self, frame: Tree) -> Request | None:
        """Return the call that waits for the task that an input request relates to, None if there is none."""
        task = self.known(related_task(frame))
        return None if task is None else task.call

    def drop_input_requests(self, task: Task, reason: str | None) -> None:
        """Refuse the input requests of a task, which are requests of the server."""
        for input_request in list(task.input_requests.values()):
            self.core.respond_error(input_request, INTERNAL_ERROR, reason or "the task is over")

    def fetched(self, task: Task, request: Request, frame: Tree) -> None:
        """Treat the response to `tasks/result`, after which no input request of the task is open."""
        self.drop_input_requests(task, "the task is over")
        super().fetched(task, request, frame)

    def finish(self, task: Task, outcome: Tree) -> None:
        """Answer the requests that wait for the outcome of a task; keep the outcome until it is served."""
        self.core.stop_timer(task.late)
        task.is_over = True
        waiting, task.waiting = task.waiting, {}
        if not waiting or "status" in task.kept:
            self.core.account.keep(task, "outcome", outcome)
        for request in waiting:
            status = request.tree("status")
            if status is None:
                self.on_outcome(request, outcome)
            else:
                self._respond(request, status, self._with_outcome(outcome))
        self._announce(task)
        if waiting and "status" not in task.kept:
            self.forget(task)

    def _input_of(self, task: Task) -> Tree:
        """Return the members of a status that asks for input; none before an input request has arrived."""
        if not task.input_requests:
            return {}
        input_requests = {
            key: input_request.tree("input request") for key, input_request in task.input_requests.items()
        }
        return {"status": "input_required", "inputRequests": input_requests}

    def _with_outcome(self, outcome: Tree) -> Tree:
        """Return the members of a status of a task that is over."""
        frame = {"jsonrpc": "2.0", "id": 0, **outcome}
        try:
            message = self.converters.convert(frame, "server", answering="tools/call").message
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

    def _respond(self, request: Request, frame: Tree, more: Tree) -> None:
        """Answer `tasks/get` with a status and further members."""
        try:
            message, losses = self._detailed(frame, "result", more, "tasks/get")
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the status of the task cannot be converted: {refusal}"
            self.core.respond_error(request, INTERNAL_ERROR, reason)
            return
        self.core.respond(request, message, losses)

    # Notifications of a status

    def handle_notification(self, frame: Tree) -> None:
        """Send a status to the subscriptions that asked for the task, when all its members are known."""
        task_id, waited = task_id_of(frame), self.note_status(frame)
        if task_id is None or not self.subscriptions.of_task(task_id):
            self.core.drop(frame, STATUS_NOTED if waited else NOT_SUBSCRIBED)
            return
        task = self.task(task_id)
        status = params_of(frame).get("status")
        if task is None or status not in ("input_required", *WITH_OUTCOME):
            self._publish(task_id, frame, {})
        elif task.call is None:
            task.has_outcome = task.has_outcome or status in WITH_OUTCOME
            if not self.core.account.keep(task, "status", frame):
                self.core.drop(frame, NOT_KEPT)
                return
            self.fetch(task)
            self._announce(task)

    def _announce(self, task: Task) -> None:
        """Send the status that waits, if its input requests or its outcome have arrived."""
        frame = task.tree("status")
        if frame is None:
            return
        asks = params_of(frame).get("status") == "input_required"
        more = self._input_of(task) if asks else {}
        if task.is_over and not asks:
            more = self._with_outcome(_outcome_in(task))
        if more:
            self.core.account.give(task, "status")
            self._publish(task.id, frame, more)
            if not asks and task.is_unused:
                self.forget(task)

    def _publish(self, task_id: str, frame: Tree, more: Tree) -> None:
        try:
            message, losses = self._detailed(frame, "params", more, None)
        except (NoCounterpart, DecodeError) as refusal:
            self.core.drop(frame, drop_reason_of(refusal))
            return
        self.subscriptions.send_to(self.subscriptions.of_task(task_id), message, losses)


def _outcome_in(task: Task) -> Tree:
    """Return the outcome that a task keeps, an error where there was no room for it."""
    return task.tree("outcome") or error_response(None, INTERNAL_ERROR, NO_ROOM)
