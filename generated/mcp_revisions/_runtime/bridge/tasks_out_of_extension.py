"""Tasks of a modern server with the extension, for a legacy client (R-TASK).

In: responses to calls, requests of the client about tasks, statuses. Out: created tasks, statuses and results
to the client, answers to input requests to the server. Rules:

- A client that called a tool as a task gets the server's task, under the server's id. Any other client gets
  the result of the task, for which the bridge polls; so does `tasks/result`.
- Input requests of a task are sent when a status shows them, once each. An error as the answer, and an input
  request that the client cannot be asked, cancel the task: `tasks/update` has no errors.
- A call as a task that the server answers at once becomes a task of the bridge. It is kept for the time that
  the client asked for, `Limits.task` seconds at most.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from ..conversion.losses import Loss
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, DecodeError, error_response
from ..revisions import facts_of
from . import rules
from .conversation import Conversation
from .core import NO_ROOM, ignore_response
from .frames import REFUSED, Refused, Tree, loss_by, unconvertible
from .input_requests import InputRequestsOutOfResults
from .requests import Request
from .task_table import Task, Tasks


class TasksOutOfExtension(Tasks):
    """The tasks that a client has met."""

    def __init__(self, conversation: Conversation, input_requests: InputRequestsOutOfResults) -> None:
        super().__init__(conversation)
        self.input_requests = input_requests

    @property
    def client_has_tasks(self) -> bool:
        """Say whether the client's revision has tasks."""
        return "tasks" in facts_of(self.core.revision["client"]).capabilities

    def message_about(self, method: str, task_id: str, **more: Any) -> Tree:
        """Return a request about a task for the server."""
        return super().message_about(method, task_id, **more, _meta=self.conversation.metadata())

    # Responses of the server

    def handle_response(self, request: Request, frame: Tree) -> bool:
        """Treat a response that is about a task, or to a call that is to be one; say whether it is that."""
        result = frame.get("result")
        if type(result) is not dict:
            return False
        kind = result.get("resultType", "complete")
        if request.method == "tasks/get":
            self.handle_status(request, frame)
        elif request.method == "tasks/cancel":
            self.handle_cancel_acknowledged(request)
        elif request.method == "tools/call" and kind == "task":
            self.handle_created(request, frame)
        elif request.method == "tools/call" and kind == "complete" and request.task_wanted is not None:
            self.keep(request, frame)
        else:
            return False
        return True

    def handle_created(self, request: Request, frame: Tree) -> None:
        """Answer a call with the created task, or wait for the result."""
        result = frame["result"]
        if request.task_wanted is not None and type(result.get("taskId")) is str:
            self.conversation.pass_response(request, frame)
            return
        task = self.wait(request, result.get("taskId"))
        self.observe(task, {"result": {**result, "status": "working"}})

    def keep(self, request: Request, frame: Tree) -> None:
        """Answer a call as a task, which the server answered with its result, with a task of the bridge."""
        core, limits, wanted = self.core, self.core.limits, request.task_wanted or {}
        task_id = f"bridge-{core.nonce()}"
        answer, losses = self._answer_of(frame, task_id)
        if "error" in answer:
            core.respond(request, answer, losses)
            return
        task = self.task(task_id)
        while not core.account.keep(task, "outcome", answer["result"]):
            oldest = next((each for each in self.by_id.values() if "outcome" in each.kept), None)
            if oldest is None:
                self.forget(task)
                raise Refused(NO_ROOM)
            self.forget(oldest)
        seconds = rules.seconds_of(wanted.get("ttl"), limits.task, limits.pause, limits.task)
        now = core.timestamp()
        task.own = {
            "taskId": task_id,
            "status": "failed" if answer["result"].get("isError") is True else "completed",
            "createdAt": now,
            "lastUpdatedAt": now,
            "ttl": int(seconds * rules.MILLISECONDS),
        }
        task.timer = core.start_timer(seconds, partial(self.forget, task))
        core.respond_result(request, {"task": task.own}, losses)

    # Requests of the client

    def result(self, request: Request, frame: Tree) -> None:
        """Answer `tasks/result`, or wait for the result of the server's task."""
        if not self.answer_own(request, frame):
            self.poll(self.wait(request, rules.task_id_of(frame)))

    def answer_own(self, request: Request, frame: Tree) -> bool:
        """Answer a request about a task of the bridge, or without an id; say whether it is answered."""
        request.task_id = rules.task_id_of(frame)
        if request.task_id is None:
            raise DecodeError("/params/taskId", "expected a string")
        task = self.known(request.task_id)
        if task is None or task.own is None:
            return False
        if request.method == "tasks/cancel":
            raise Refused("the task is over", INVALID_PARAMS)
        result = task.tree("outcome") if request.method == "tasks/result" else task.own
        self.core.respond_result(request, result or {})
        return True

    def handle_status(self, request: Request, frame: Tree) -> None:
        """Answer `tasks/get` with the server's status, and send the input requests in it to the client."""
        result, task_id = frame["result"], request.task_id
        if task_id is not None and rules.is_about(result, task_id):
            task = self.known(task_id)
            if task is None and result.get("status") == "input_required":
                with suppress(Refused):  # beyond the limit, the status passes all the same
                    task = self.task(task_id)
            if task is not None:
                self.observe(task, frame)
        self.conversation.pass_response(request, frame)

    def handle_cancel_acknowledged(self, request: Request) -> None:
        """Ask for the task that the server acknowledged as cancelled, and answer the client with the task."""
        frame, seconds = self.message_about("tasks/get", request.task_id or ""), self.core.limits.opening
        self.core.send_request("server", frame, request, self._confirm_cancelled, seconds=seconds)

    def _confirm_cancelled(self, request: Request, frame: Tree) -> None:
        result = frame.get("result")
        if type(result) is dict:
            status = result.get("status")
            if status in rules.WITH_OUTCOME:
                raise Refused("the task was over before it could be cancelled", INVALID_PARAMS)
            if status != "cancelled":
                frame = {**frame, "result": {**result, "status": "cancelled"}}
                request.losses += (loss_by(rules.CANCEL_TAKEN, "reshaped", "/result/status", status),)
            task = self.known(request.task_id)
            if task is not None:
                self.finish(task, _cancelled_error())
        request.method = "tasks/get"  # the answers have one form in the client's revision
        self.conversation.pass_response(request, frame)

    # Statuses and outcomes

    def observe(self, task: Task, frame: Tree) -> None:
        """End the requests that wait for a task which is over, or send its input requests and poll again."""
        result = frame.get("result")
        if "error" in frame:
            self.finish(task, frame)
        elif type(result) is not dict or not rules.is_about(result, task.id):
            self.finish(task, error_response(None, INTERNAL_ERROR, "the status of the task is malformed"))
        elif result.get("status") in rules.TERMINAL:
            self.finish(task, _outcome(result))
        else:
            self.note(task, result)
            if result.get("status") == "input_required" and type(result.get("inputRequests")) is dict:
                self._ask(task, result["inputRequests"])
            if task.waiting and self.by_id.get(task.id) is task:
                self.poll_later(task)

    def on_outcome(self, request: Request, outcome: Tree) -> None:
        """Answer a call or `tasks/result` with the outcome of its task."""
        related = request.task_id if request.method == "tasks/result" else None
        message, losses = self._answer_of(outcome, related)
        self.core.respond(request, message, losses)

    def _answer_of(self, frame: Tree, related: str | None) -> tuple[Tree, tuple[Loss, ...]]:
        """Return the response to a call for the client, as the answer to `tasks/result` if `related`."""
        try:
            frame = {"jsonrpc": "2.0", "id": None, **frame}
            message, losses = self.converters.convert(frame, "server", answering="tools/call")
        except REFUSED as refusal:
            return unconvertible("the response of the server", refusal), ()
        if related is not None and "result" in message:
            message = {**message, "result": rules.with_related_task(message["result"], related)}
        return message, losses

    # Input requests of a task

    def _ask(self, task: Task, input_requests: Tree) -> None:
        """Send the new input requests of a task to the client; those beyond the limits wait."""
        core, most = self.core, self.core.limits.pending
        task.answered.intersection_update(input_requests)
        for key, input_request in input_requests.items():
            if key in task.input_requests or key in task.answered:
                continue
            if len(task.input_requests) + len(task.answered) >= most or len(core.sent["client"]) >= most:
                return
            try:
                frame, losses = self.input_requests.request_of(input_request)
            except REFUSED as refusal:
                reason = f"the client cannot answer an input request of the task: {refusal}"
                self._abandon(task, error_response(None, INTERNAL_ERROR, reason))
                return
            if self.client_has_tasks:
                frame = {**frame, "params": rules.with_related_task(frame.get("params") or {}, task.id)}
            task.input_requests[key] = asked = Request(None, None, frame["method"])
            asked.stream = task.stream
            core.send_request("client", frame, asked, partial(self._handle_answer, task, key), losses)

    def _handle_answer(self, task: Task, key: str, input_request: Request, frame: Tree) -> None:
        """Send the client's answer on as an update of the task."""
        del task.input_requests[key]
        losses: list[Loss] = []
        try:
            response = self.input_requests.input_response(input_request.method, frame, losses)
        except REFUSED as refusal:
            reason = f"the answer of the client to {input_request.method} does not fit: {refusal}"
            self._abandon(task, frame if "error" in frame else error_response(None, INTERNAL_ERROR, reason))
            return
        task.answered.add(key)
        update = self.message_about("tasks/update", task.id, inputResponses={key: response})
        seconds = self.core.limits.opening
        self.core.send_own_request("server", update, ignore_response, tuple(losses), seconds=seconds)

    def _abandon(self, task: Task, outcome: Tree) -> None:
        """Cancel a task whose input request has no answer."""
        self.cancel_at_server(task.id)
        self.finish(task, outcome)


def _outcome(result: Tree) -> Tree:
    """Return the response that a status holds, of a task that is over."""
    status = result.get("status")
    if status == "completed" and type(result.get("result")) is dict:
        return {"result": result["result"]}
    if status == "failed" and type(result.get("error")) is dict:
        return {"error": result["error"]}
    if status == "cancelled":
        return _cancelled_error()
    return error_response(None, INTERNAL_ERROR, "the outcome of the task is malformed")


def _cancelled_error() -> Tree:
    """Return the response to a call whose task was cancelled."""
    return error_response(None, INTERNAL_ERROR, "the task was cancelled")
