"""Tasks of a server, for a client of the other era (R-TASK).

*Into the extension* is for a server with a handshake and a stateless client, with or without the extension.
The bridge adds `task` to calls, sends requests about tasks to the server, and reports statuses with results
and input requests to the client. Rules:

- A tool that requires a task is called as a task. A tool that allows a task is called as a task only for a
  client with the extension (`task_table`).
- A client with the extension gets the server's task, under the server's id. For any other client the bridge
  waits. Progress and input requests of the task then belong to the client's call.
- In the extension, a status contains the result, the error or the input requests. So the bridge sends
  `tasks/result` when a status shows that the task asks for input or is over. It answers `tasks/get` with
  `working` until an input request of the task has arrived, and then with `input_required`.
- If the client does not answer an input request of a task within `Limits.patience` seconds, the bridge
  refuses it.

*Out of the extension* is for a stateless server and a client with a handshake. The bridge reports created
tasks, statuses and results to the client, and sends the answers to input requests to the server. Rules:

- A client that called a tool as a task gets the server's task, under the server's id. Any other client gets
  the result of the task, for which the bridge polls. `tasks/result` is answered in the same way.
- The bridge sends an input request of a task when a status shows it, once. If the client answers with an
  error or cannot be asked, the bridge cancels the task, because `tasks/update` cannot carry errors.
- If the server answers a call as a task at once, the call becomes a task of the bridge. The bridge stores the
  task for the time that the client asked for, at most `Limits.task` seconds.
"""

from __future__ import annotations

from contextlib import suppress
from functools import partial
from typing import Any

from mcp_revisions import DecodeError, Loss
from mcp_revisions.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, member

from mcp_bridge.core import rules
from mcp_bridge.core.conversation import Conversation
from mcp_bridge.core.frames import (
    NOT_STORED,
    NOT_SUBSCRIBED,
    REFUSED,
    STATUS_NOTED,
    JsonObject,
    OwnError,
    Refused,
    loss_by,
    meta_of,
    params_of,
    unconvertible,
)
from mcp_bridge.core.input_requests import InputRequestsOutOfResults, answer_input_request
from mcp_bridge.core.requests import NO_ROOM, Request, ignore_response
from mcp_bridge.core.revisions import facts_of
from mcp_bridge.core.rules import TaskSides
from mcp_bridge.core.sides import Side
from mcp_bridge.core.subscriptions import ListenIntoSubscribe
from mcp_bridge.core.task_table import HandshakeServerTasks, Losses, Task, Tasks


class TasksIntoExtension(HandshakeServerTasks):
    """The 2025-11-25 tasks of a server, converted to the tasks extension for a stateless client."""

    def __init__(
        self, conversation: Conversation, sides: TaskSides, subscriptions: ListenIntoSubscribe
    ) -> None:
        super().__init__(conversation, sides)
        self.subscriptions = subscriptions

    def has_extension(self, capabilities: frozenset[str]) -> bool:
        """Return whether a request with these capabilities comes from a client with the extension."""
        return rules.has_tasks(self.sides, "client", rules.TASKS in capabilities)

    def note_server(self, capabilities: Any) -> None:
        """Read from a server's capabilities whether it has tasks, and whether it can cancel them."""
        super().note_server(capabilities)
        self.converters.has_extension = self.are_known

    # Calls

    def note_tools(self, frame: JsonObject) -> tuple[JsonObject, Losses]:
        """Record which tools in a list run as tasks, and return the list unchanged."""
        self.tools.note(frame.get("result"))
        return frame, ()

    def call_as_sent(self, request: Request, message: JsonObject) -> tuple[JsonObject, Losses]:
        """Return a tool call as the server gets it, and the losses.

        The call asks for a task if the tool and the client allow that.
        """
        return self.tools.with_task(message, where_optional=self.has_extension(request.capabilities))

    def begin(self, request: Request, created: JsonObject) -> bool:
        """Let a call wait for its new task, and return True.

        If the client has the tasks extension, the call does not wait: the client gets the task as the answer.
        Return False then.
        """
        if request.state == "awaiting retry" or not self.has_extension(request.capabilities):
            return super().begin(request, created)
        self.created(request, created.get("taskId")).capabilities = request.capabilities
        return False

    # Requests of the client about tasks

    def get(self, request: Request, frame: JsonObject) -> None:
        """Forward `tasks/get` to the server."""
        self._forward(request, frame)

    def cancel(self, request: Request, frame: JsonObject) -> None:
        """Forward `tasks/cancel`. If the server cannot cancel tasks, only acknowledge the request."""
        task = self._task_named(request, frame)
        if task is not None:
            self.drop_input_requests(task, "the task was cancelled")
        if self.can_cancel:
            self._forward(request, frame)
        else:
            request.respond_result({"resultType": "complete"})

    def update(self, request: Request, frame: JsonObject) -> None:
        """Send the answers in `tasks/update` to the server, as responses to the server's input requests."""
        task = self._task_named(request, frame)
        answers = params_of(frame).get("inputResponses")
        if task is None:
            raise Refused("no task with this id asks for input", INVALID_PARAMS)
        if type(answers) is not dict:
            raise DecodeError("/params/inputResponses", "expected an object")
        for key in [key for key in answers if key in task.input_requests]:
            answer_input_request(self.core, task.input_requests[key], answers[key])
        request.respond_result({"resultType": "complete"})

    def _forward(self, request: Request, frame: JsonObject) -> None:
        self._task_named(request, frame)
        self.conversation.forward("client", request, frame)

    def _task_named(self, request: Request, frame: JsonObject) -> Task | None:
        """Return the task that a request names, or None for an unknown task."""
        request.capabilities = self.admitted(frame)
        request.task_id = rules.task_id_of(frame)
        if request.task_id is None:
            raise DecodeError("/params/taskId", "expected a string")
        return self.known(request.task_id)

    def admitted(self, frame: JsonObject) -> frozenset[str]:
        """Return the names of the capabilities that a request declares.

        Refuse a request that does not declare the tasks extension.
        """
        capabilities = rules.named_capabilities(meta_of(frame)[rules.CAPABILITIES])
        if not self.has_extension(capabilities):
            reason = "the request does not declare the tasks extension"
            code = facts_of(rules.FIRST_STATELESS).errors[rules.MISSING]
            raise Refused(reason, code, {"requiredCapabilities": {"extensions": {rules.TASKS: {}}}})
        return capabilities

    def handle_response_about_task(self, request: Request, frame: JsonObject) -> bool:
        """Handle the response to `tasks/get` or `tasks/cancel`. Return whether the request was answered."""
        if request.method == "tasks/get" and type(frame.get("result")) is dict:
            self._handle_status(request, frame)
            return True
        is_over = member(frame, "error", "code") == INVALID_PARAMS and self.known(request.task_id) is not None
        is_acknowledged = request.method == "tasks/cancel" and is_over  # as the extension prescribes
        if is_acknowledged:
            request.respond_result({"resultType": "complete"})
        return is_acknowledged

    def _handle_status(self, request: Request, frame: JsonObject) -> None:
        """Answer `tasks/get` with the status of the task, and its input requests or its outcome."""
        assert request.task_id is not None
        status = frame["result"].get("status")
        if status not in ("input_required", *rules.WITH_OUTCOME):
            self._respond(request, frame, {})
            known = self.known(request.task_id)
            if status == "cancelled" and known is not None and known.is_unused:
                self.forget(known)
            return
        task = self.task(request.task_id)
        task.capabilities = request.capabilities
        if status == "input_required":
            self.fetch(task)
            self._respond(request, frame, self._input_of(task))
            return
        task.has_outcome = True
        if not (request.store_frame() and self.core.account.store(request, "status", frame)):
            raise Refused(NO_ROOM, why="limit")
        self.add(task, request)
        if task.is_over:
            self.finish(task, _outcome_in(task))
        else:
            self.fetch(task)

    # Input requests and outcomes

    def take_input_request(self, input_request: Request, frame: JsonObject) -> bool:
        """Store an input request of a task, so that the next status of the task can contain it.

        Return False if the input request belongs to no task that the client knows.
        """
        core, task = self.core, self.known(rules.related_task(frame))
        if task is None or task.call is not None:
            return False
        params = params_of(input_request.stored_value("input request"))
        needed = rules.needed_capability(input_request.method, params)
        if needed not in task.capabilities:
            reason = f"the client of the task did not declare the capability {needed}"
            raise Refused(reason, METHOD_NOT_FOUND)
        key = str(core.next_number())
        task.input_requests[key], input_request.place = input_request, (task.input_requests, key)
        reason = "the client of the task did not answer"
        refuse = partial(input_request.respond_error, INTERNAL_ERROR, reason, why="timeout")
        input_request.happens("carry", core.limits.patience, refuse)
        self._announce(task)
        return True

    def carrier_of(self, frame: JsonObject) -> Request | None:
        """Return the call that waits for the task to which an input request relates, or None."""
        task = self.known(rules.related_task(frame))
        return None if task is None else task.call

    def drop_input_requests(self, task: Task, reason: str) -> None:
        """Refuse the open input requests of a task, which are requests of the server."""
        for input_request in list(task.input_requests.values()):
            input_request.respond_error(INTERNAL_ERROR, reason, why="cancelled")

    def fetched(self, task: Task, request: Request, frame: JsonObject) -> None:
        """Handle the response to `tasks/result`, and refuse the task's open input requests."""
        self.drop_input_requests(task, "the task is over")
        super().fetched(task, request, frame)

    def finish(self, task: Task, outcome: JsonObject) -> None:
        """Answer the requests that wait for the outcome of a task, or store the outcome.

        The outcome is stored if no request waits for it, or if a status notification must be sent first.
        """
        self.core.stop_timer(task.late)
        task.is_over = True
        waiting, task.waiting = task.waiting, {}
        if not waiting or "status" in task.stored:
            self.core.account.store(task, "outcome", outcome)
        for request in waiting:
            status = request.stored_value("status")
            if status is None:
                self.on_outcome(request, outcome)
            else:
                self._respond(request, status, self._with_outcome(outcome))
        self._announce(task)
        if waiting and "status" not in task.stored:
            self.forget(task)

    def _input_of(self, task: Task) -> JsonObject:
        """Return the members `status` and `inputRequests` of a task that asks for input.

        Return {} if no input request of the task has arrived yet.
        """
        if not task.input_requests:
            return {}
        input_requests = {
            key: input_request.stored_value("input request")
            for key, input_request in task.input_requests.items()
        }
        return {"status": "input_required", "inputRequests": input_requests}

    def _with_outcome(self, outcome: JsonObject) -> JsonObject:
        """Convert the outcome of a task to members of its status: `status`, and `result` or `error`."""
        frame: JsonObject = {"jsonrpc": "2.0", "id": 0, **outcome}
        try:
            message = self.converters.convert(frame, "server", answering="tools/call").message
        except REFUSED as refusal:
            message = unconvertible("the result of the task", refusal)
        if "error" in message:
            return {"status": "failed", "error": message["error"]}
        return {"status": "completed", "result": message["result"]}

    def _detailed(
        self, frame: JsonObject, part: str, more: JsonObject, method: str | None
    ) -> tuple[JsonObject, Losses]:
        """Convert a frame with the status of a task, and return it with the losses.

        `part` is `result` or `params`, the member that holds the status. `more` are members to add to the
        status: its input requests or its outcome. `method` is the method that the frame answers, or None for
        a notification.
        """
        status = frame[part].get("status")
        plain = status if status == "cancelled" else "working"
        frame = {**frame, part: {**frame[part], "status": plain}}
        message, losses = self.converters.convert(frame, "server", answering=method)
        if status == "input_required" and not more:
            losses += (loss_by(rules.NO_INPUT_YET, "reshaped", f"/{part}/status", status),)
        return {**message, part: {**message[part], **more}}, losses

    def _respond(self, request: Request, frame: JsonObject, more: JsonObject) -> None:
        """Answer `tasks/get` with a converted status, to which the members `more` are added."""
        try:
            message, losses = self._detailed(frame, "result", more, "tasks/get")
        except REFUSED as refusal:
            request.respond(unconvertible("the status of the task", refusal), end="refused")
        else:
            request.respond(message, losses)

    # Notifications of a status

    def handle_status_message(self, side: Side, frame: JsonObject) -> None:
        """Handle a notification with the status of a task.

        The status goes to the subscriptions that asked for the task. If the status needs input requests or an
        outcome, the status waits until these have arrived.
        """
        task_id, waited = rules.task_id_of(frame), self.note_status(frame)
        if task_id is None or not self.subscriptions.of_task(task_id):
            self.core.drop(frame, STATUS_NOTED if waited else NOT_SUBSCRIBED)
            return
        status, task = params_of(frame).get("status"), None
        if status in ("input_required", *rules.WITH_OUTCOME):
            with suppress(Refused):  # if the limit of tasks is reached, the status has no further members
                task = self.task(task_id)
        if task is None:
            self._publish(task_id, frame, {})
        elif task.call is None:
            task.has_outcome = task.has_outcome or status in rules.WITH_OUTCOME
            if not self.core.account.store(task, "status", frame):
                self.core.drop(frame, NOT_STORED)
                return
            self.fetch(task)
            self._announce(task)

    def _announce(self, task: Task) -> None:
        """Send the stored status of a task to its subscriptions.

        Do nothing if the input requests or the outcome of the task have not arrived yet.
        """
        frame = task.stored_value("status")
        if frame is None:
            return
        asks = params_of(frame).get("status") == "input_required"
        more = self._input_of(task) if asks else {}
        if task.is_over and not asks:
            more = self._with_outcome(_outcome_in(task))
        if more:
            self.core.account.release(task, "status")
            self._publish(task.id, frame, more)
            if task.is_unused:
                self.forget(task)

    def _publish(self, task_id: str, frame: JsonObject, more: JsonObject) -> None:
        try:
            message, losses = self._detailed(frame, "params", more, None)
        except REFUSED as refusal:
            self.core.drop_refused(frame, refusal)
            return
        self.subscriptions.send_to(self.subscriptions.of_task(task_id), message, losses)


def _outcome_in(task: Task) -> JsonObject:
    """Return the stored outcome of a task, or an error if there was no room to store it."""
    return task.stored_value("outcome") or OwnError("limit", NO_ROOM)


class TasksOutOfExtension(Tasks):
    """The extension tasks of a stateless server, converted to 2025-11-25 for a client with a handshake."""

    def __init__(self, conversation: Conversation, input_requests: InputRequestsOutOfResults) -> None:
        super().__init__(conversation)
        self.input_requests = input_requests

    @property
    def client_has_tasks(self) -> bool:
        """Whether the client's revision has tasks."""
        return "tasks" in facts_of(self.core.revision["client"]).capabilities

    def message_about(self, method: str, task_id: str, **more: Any) -> JsonObject:
        """Return a request about a task, with the client's metadata, to be sent to the server."""
        return super().message_about(method, task_id, **more, _meta=self.conversation.metadata())

    # Responses of the server

    def handle_response(self, request: Request, frame: JsonObject) -> bool:
        """Handle a response that concerns a task. Return False for any other response."""
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

    def handle_created(self, request: Request, frame: JsonObject) -> None:
        """Handle a response that tells that the server created a task for a call.

        A client that asked for a task gets the task. Any other client waits for the result of the task.
        """
        result = frame["result"]
        if request.task_wanted is not None and type(result.get("taskId")) is str:
            self.conversation.pass_response(request, frame)
            return
        task = self.wait(request, result.get("taskId"))
        self.observe(task, {"result": {**result, "status": "working"}})

    def keep(self, request: Request, frame: JsonObject) -> None:
        """Create a task of the bridge for a call that the client wants to run as a task.

        The server has already answered that call, without a task. The task stores the answer.
        """
        core, limits, wanted = self.core, self.core.limits, request.task_wanted or {}
        task_id = f"bridge-{core.nonce()}"
        answer, losses = self._answer_of(frame, task_id)
        if "error" in answer:
            request.respond(answer, losses)
            return
        task = self.task(task_id)
        while not core.account.store(task, "outcome", answer["result"]):
            oldest = next((each for each in self.by_id.values() if "outcome" in each.stored), None)
            if oldest is None:
                self.forget(task)
                raise Refused(NO_ROOM, why="limit")
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
        request.respond_result({"task": task.own}, losses)

    # Requests of the client

    def result(self, request: Request, frame: JsonObject) -> None:
        """Answer `tasks/result`, or wait for the result of the server's task."""
        if not self.answer_own(request, frame):
            self.poll(self.wait(request, rules.task_id_of(frame)))

    def answer_own(self, request: Request, frame: JsonObject) -> bool:
        """Answer a request about a task of the bridge. Return False for a task of the server.

        Raise `DecodeError` if the request names no task.
        """
        request.task_id = rules.task_id_of(frame)
        if request.task_id is None:
            raise DecodeError("/params/taskId", "expected a string")
        task = self.known(request.task_id)
        if task is None or task.own is None:
            return False
        if request.method == "tasks/cancel":
            raise Refused("the task is over", INVALID_PARAMS)
        result = task.stored_value("outcome") if request.method == "tasks/result" else task.own
        request.respond_result(result or {})
        return True

    def handle_status(self, request: Request, frame: JsonObject) -> None:
        """Answer `tasks/get` with the server's status.

        If the status contains input requests, send these to the client.
        """
        result, task_id = frame["result"], request.task_id
        if task_id is not None and rules.is_about(result, task_id):
            task = self.known(task_id)
            if task is None and result.get("status") == "input_required":
                with suppress(Refused):  # the status is forwarded even if the limit of tasks is reached
                    task = self.task(task_id)
            if task is not None:
                self.observe(task, frame)
        self.conversation.pass_response(request, frame)

    def handle_cancel_acknowledged(self, request: Request) -> None:
        """Request the status of a cancelled task, because the client expects the task as the answer."""
        frame, seconds = self.message_about("tasks/get", request.task_id or ""), self.core.limits.opening
        request.send("server", frame, self._confirm_cancelled, seconds=seconds)

    def _confirm_cancelled(self, request: Request, frame: JsonObject) -> None:
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
        request.method = "tasks/get"  # in the client's revision, both answers have one form
        self.conversation.pass_response(request, frame)

    # Statuses and outcomes

    def observe(self, task: Task, frame: JsonObject) -> None:
        """Handle a status of a task in a response to `tasks/get`.

        If the task is over, answer the waiting requests. Otherwise send the input requests of the task to the
        client, and poll again.
        """
        result = frame.get("result")
        if "error" in frame:
            self.finish(task, frame)
        elif type(result) is not dict or not rules.is_about(result, task.id):
            self.finish(task, OwnError("invalid", "the status of the task is malformed"))
        elif result.get("status") in rules.TERMINAL:
            self.finish(task, _outcome(result))
        else:
            self.note(task, result)
            if result.get("status") == "input_required" and type(result.get("inputRequests")) is dict:
                self._ask(task, result["inputRequests"])
            if task.waiting and self.by_id.get(task.id) is task:
                self.poll_later(task)

    def on_outcome(self, request: Request, outcome: JsonObject) -> None:
        """Answer a call or `tasks/result` with the outcome of its task."""
        related = request.task_id if request.method == "tasks/result" else None
        message, losses = self._answer_of(outcome, related)
        request.respond(message, losses)

    def _answer_of(self, frame: JsonObject, related: str | None) -> tuple[JsonObject, tuple[Loss, ...]]:
        """Convert the server's response to a call, and return it with the losses.

        If `related` is the id of a task, the result names that task, as the answer to `tasks/result` must.
        """
        if isinstance(frame, OwnError):
            return frame, ()
        try:
            frame = {"jsonrpc": "2.0", "id": None, **frame}
            message, losses = self.converters.convert(frame, "server", answering="tools/call")
        except REFUSED as refusal:
            return unconvertible("the response of the server", refusal), ()
        if related is not None and "result" in message:
            message = {**message, "result": rules.with_related_task(message["result"], related)}
        return message, losses

    # Input requests of a task

    def _ask(self, task: Task, input_requests: JsonObject) -> None:
        """Send the input requests of a task to the client, except those that were sent before.

        The limits may allow only some of them.
        """
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
                self._abandon(task, OwnError("refused", reason))
                return
            if self.client_has_tasks:
                frame = {**frame, "params": rules.with_related_task(frame.get("params") or {}, task.id)}
            answered = partial(self._handle_answer, task, key)
            task.input_requests[key] = core.ask("client", frame, answered, losses, stream=task.stream)

    def _handle_answer(self, task: Task, key: str, input_request: Request, frame: JsonObject) -> None:
        """Send the client's answer to the server with `tasks/update`."""
        del task.input_requests[key]
        losses: list[Loss] = []
        try:
            response = self.input_requests.input_response(input_request.method, frame, losses)
        except REFUSED as refusal:
            reason = f"the answer of the client to {input_request.method} does not fit: {refusal}"
            self._abandon(task, frame if "error" in frame else OwnError("invalid", reason))
            return
        task.answered.add(key)
        update = self.message_about("tasks/update", task.id, inputResponses={key: response})
        self.core.ask("server", update, ignore_response, tuple(losses))

    def _abandon(self, task: Task, outcome: JsonObject) -> None:
        """Cancel a task, because one of its input requests cannot be answered.

        The requests that wait for the task are answered with `outcome`.
        """
        self.cancel_at_server(task.id)
        self.finish(task, outcome)


def _outcome(result: JsonObject) -> JsonObject:
    """Return the response to the call that started a finished task.

    `result` is the status of the task as the server sent it, with the `result` or `error` of the task.
    """
    status = result.get("status")
    if status == "completed" and type(result.get("result")) is dict:
        return {"result": result["result"]}
    if status == "failed" and type(result.get("error")) is dict:
        return {"error": result["error"]}
    if status == "cancelled":
        return _cancelled_error()
    return OwnError("invalid", "the outcome of the task is malformed")


def _cancelled_error() -> JsonObject:
    """Return the response to a call whose task was cancelled."""
    return OwnError("cancelled", "the task was cancelled")
