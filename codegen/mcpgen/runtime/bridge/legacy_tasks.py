"""Tasks of a modern server with the extension, for a legacy client (R-TASK).

In: created tasks, statuses, requests of the client about tasks. Out: `tasks/get`, `tasks/update` and
`tasks/cancel` to the server; created tasks, statuses, results and questions to the client. Rules:

- A client that called a tool as a task gets the server's task, under the server's id. Any other client gets
  the result of the task, for which the bridge polls; so does `tasks/result`.
- The bridge polls as often as the task asks for, between `Limits.pause` and `Limits.opening` seconds, and
  waits `Limits.task` seconds at most. A new status message is progress for a client that waits.
- Questions of a task are asked when a status shows them, once each. An error as the answer, and a question
  that the client cannot be asked, cancel the task: `tasks/update` has no errors.
- A call as a task that the server answers at once becomes a task of the bridge, completed and kept for the
  time that the client asked for, `Limits.task` seconds at most.
- At most `Limits.tasks` tasks are remembered of each kind. The oldest one without an open request is
  forgotten; without such a task, the request is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..conversion.losses import Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, DecodeError, error_response
from ..revisions import facts_of
from .converters import Converters
from .exchanges import Exchange, ExchangeTable, ignore_response
from .frames import Tree, notification
from .legacy_requests import InputRounds, RepeatableRequest
from .tasks import (
    CANCEL_TAKEN,
    ENDED,
    MILLISECONDS,
    TERMINAL,
    seconds_of,
    task_id_of,
    with_related_task,
)


class FollowedTask:
    """A task of the server that the bridge has met: the requests that wait for it, and its questions."""

    __slots__ = ("answered", "asked", "id", "interval", "looking", "message", "timer", "waiting")

    def __init__(self, id: str, interval: float) -> None:
        self.id = id
        self.interval = interval
        self.waiting: list[Exchange] = []  # requests of the client that end with the task
        self.asked: dict[str, Exchange] = {}  # open questions by key
        self.answered: set[str] = set()  # keys that the server may still show
        self.looking = False  # a `tasks/get` of the bridge is open
        self.timer = 0
        self.message: Any = None  # the last status message

    @property
    def is_idle(self) -> bool:
        """Say whether no request depends on the task."""
        return not (self.waiting or self.asked or self.looking)


class LegacyTasks:
    """The tasks that a client has met. `metadata` returns the `_meta` of requests to the server.

    `pass_response` answers a request with a response of the server.
    """

    def __init__(
        self,
        table: ExchangeTable,
        converters: Converters,
        rounds: InputRounds,
        metadata: Callable[[], Tree],
        pass_response: Callable[[Exchange, Tree], None],
    ) -> None:
        self.table = table
        self.converters = converters
        self.rounds = rounds
        self.metadata = metadata
        self.pass_response = pass_response
        self.tasks: dict[str, FollowedTask] = {}
        self.kept: dict[str, tuple[Tree, Tree, int]] = {}  # of the bridge: a task, its result, its timer

    @property
    def client_has_tasks(self) -> bool:
        """Say whether the client's revision has tasks."""
        return "tasks" in facts_of(self.table.revision["client"]).capabilities

    # The response to a call

    def handle_created(self, exchange: Exchange, request: RepeatableRequest, frame: Tree) -> None:
        """Answer a call with the created task, or wait for the result."""
        result = frame["result"]
        task_id = result.get("taskId")
        if type(task_id) is not str:
            self.table.respond_error(exchange, INTERNAL_ERROR, "the server created a task without an id")
        elif request.task is not None:
            self.pass_response(exchange, frame)
        else:
            task = self._wait(exchange, task_id)
            if task is None:
                self._cancel_at_server(task_id)
            else:
                request.followed = task
                self._observe(task, {**result, "status": "working"})

    def keep(self, exchange: Exchange, request: RepeatableRequest, frame: Tree) -> None:
        """Answer a call as a task, which the server answered with its result, with a task of the bridge."""
        table, limits = self.table, self.table.limits
        task_id = f"bridge-{table.nonce()}"
        answer, losses = self._answer_of(frame, task_id)
        if "error" in answer:
            table.respond(exchange, answer, losses)
            return
        while len(self.kept) >= limits.tasks:
            _, _, timer = self.kept.pop(next(iter(self.kept)))
            table.stop_timer(timer)
        wanted = request.task.get("ttl") if request.task else None
        seconds = seconds_of(wanted, limits.task, limits.pause, limits.task)
        failed = answer["result"].get("isError") is True
        now = table.timestamp()
        task: Tree = {
            "taskId": task_id,
            "status": "failed" if failed else "completed",
            "createdAt": now,
            "lastUpdatedAt": now,
            "ttl": int(seconds * MILLISECONDS),
        }
        timer = table.start_timer(seconds, lambda: self._forget_kept(task_id))
        self.kept[task_id] = task, answer["result"], timer
        table.respond_result(exchange, {"task": task}, losses)

    def _forget_kept(self, task_id: str) -> None:
        self.kept.pop(task_id, None)

    # Requests of the client

    def get(self, exchange: Exchange, frame: Tree) -> bool:
        """Answer `tasks/get` about a task of the bridge; say whether the request is answered."""
        return self._answer_kept(exchange, frame)

    def result(self, exchange: Exchange, frame: Tree) -> None:
        """Answer `tasks/result`, or wait for the result of the server's task."""
        task_id = task_id_of(frame)
        if self._answer_kept(exchange, frame) or task_id is None:
            return
        task = self._wait(exchange, task_id)
        if task is not None:
            exchange.record = task
            self._look(task)

    def cancel_task(self, exchange: Exchange, frame: Tree) -> bool:
        """Refuse to cancel a task of the bridge; say whether the request is answered."""
        if task_id_of(frame) in self.kept:
            self.table.respond_error(exchange, INVALID_PARAMS, "the task is over")
            return True
        return self._answer_kept(exchange, frame)

    def _answer_kept(self, exchange: Exchange, frame: Tree) -> bool:
        """Answer a request about a task of the bridge, or without an id; say whether it is answered."""
        task_id = task_id_of(frame)
        if task_id is None:
            self.table.respond_error(exchange, INVALID_PARAMS, "/params/taskId: expected a string")
        elif task_id in self.kept:
            task, result, _ = self.kept[task_id]
            self.table.respond_result(exchange, result if exchange.method == "tasks/result" else task)
        else:
            return False
        return True

    def handle_status(self, exchange: Exchange, task_id: str, frame: Tree) -> None:
        """Answer `tasks/get` with the server's status, and ask the questions in the status."""
        result = frame["result"]
        if result.get("status") == "input_required" or task_id in self.tasks:
            task = self._task(task_id)
            if task is not None:
                self._observe(task, result)
        self.pass_response(exchange, frame)

    def handle_cancelled(self, exchange: Exchange, task_id: str) -> None:
        """Ask for the task that the server acknowledged as cancelled, and answer the client with the task."""
        self.table.send_request(
            "server", self._request("tasks/get", task_id), exchange, self._confirm_cancelled
        )
        exchange.record = task_id

    def _confirm_cancelled(self, exchange: Exchange, frame: Tree) -> None:
        result, task_id = frame.get("result"), exchange.record
        losses: tuple[Loss, ...] = ()
        if type(result) is dict:
            status = result.get("status")
            if status in ENDED:
                reason = "the task was over before it could be cancelled"
                self.table.respond_error(exchange, INVALID_PARAMS, reason)
                return
            if status != "cancelled":
                frame = {**frame, "result": {**result, "status": "cancelled"}}
                losses = (Loss("reshaped", "/result/status", status, CANCEL_TAKEN.reason, CANCEL_TAKEN.id),)
            task = self.tasks.get(task_id)
            if task is not None:
                self._finish(task, _cancelled_error())
        exchange.losses += losses
        exchange.method = "tasks/get"  # the answers have one form in the client's revision
        self.pass_response(exchange, frame)

    # The client gives up

    def leave(self, exchange: Exchange) -> None:
        """Forget a request that waits for a task; the task of a plain call is cancelled at the server."""
        record = exchange.record
        task = record.followed if type(record) is RepeatableRequest else record
        if type(task) is not FollowedTask or exchange not in task.waiting:
            return
        self.table.stop_timer(exchange.timer)
        task.waiting.remove(exchange)
        if exchange.method == "tools/call":
            self._cancel_at_server(task.id)
            self._forget(task, "the client cancelled the request")
        elif not task.waiting:
            self.table.stop_timer(task.timer)

    def _cancel_at_server(self, task_id: str) -> None:
        if not self.table.is_saturated("server"):
            frame = self._request("tasks/cancel", task_id)
            seconds = self.table.limits.opening
            self.table.send_own_request("server", frame, ignore_response, seconds=seconds)

    # Waiting

    def _task(self, task_id: str) -> FollowedTask | None:
        """Return the task of an id, made on first use; None beyond the limit."""
        task = self.tasks.pop(task_id, None)
        if task is None:
            limits = self.table.limits
            if len(self.tasks) >= limits.tasks:
                idle = next((each for each in self.tasks.values() if each.is_idle), None)
                if idle is None:
                    return None
                self._forget(idle, "")
            task = FollowedTask(task_id, limits.poll)
        self.tasks[task_id] = task  # the latest is the last
        return task

    def _wait(self, exchange: Exchange, task_id: str) -> FollowedTask | None:
        """Add a request that waits for a task; refuse the request beyond the limit."""
        task, limits = self._task(task_id), self.table.limits
        if task is None:
            self.table.respond_error(exchange, INTERNAL_ERROR, f"more than {limits.tasks} tasks are open")
            return None
        task.waiting.append(exchange)
        exchange.timer = self.table.start_timer(limits.task, lambda: self._give_up(exchange))
        return task

    def _give_up(self, exchange: Exchange) -> None:
        self.leave(exchange)
        reason = f"the task was not over in {self.table.limits.task:g} seconds"
        self.table.respond_error(exchange, INTERNAL_ERROR, reason)

    def _look(self, task: FollowedTask) -> None:
        """Ask the server for the status of a task, unless the bridge has asked already."""
        if task.looking or self.tasks.get(task.id) is not task:
            return
        self.table.stop_timer(task.timer)
        if self.table.is_saturated("server"):
            self._look_later(task)
            return
        task.looking = True
        frame, seconds = self._request("tasks/get", task.id), self.table.limits.opening
        self.table.send_own_request("server", frame, self._looked, seconds=seconds, record=task)

    def _look_later(self, task: FollowedTask) -> None:
        self.table.stop_timer(task.timer)
        task.timer = self.table.start_timer(task.interval, lambda: self._look(task))

    def _looked(self, exchange: Exchange, frame: Tree) -> None:
        task: FollowedTask = exchange.record
        task.looking = False
        if self.tasks.get(task.id) is not task:
            return
        result = frame.get("result")
        if type(result) is dict:
            self._observe(task, result)
        elif "error" in frame:
            self._finish(task, frame)
        else:
            self._finish(task, error_response(None, INTERNAL_ERROR, "the status of the task is malformed"))

    def _observe(self, task: FollowedTask, result: Tree) -> None:
        """Note a status of a task: end the requests that wait, or ask the questions and look again."""
        limits, status = self.table.limits, result.get("status")
        task.interval = seconds_of(result.get("pollIntervalMs"), limits.poll, limits.pause, limits.opening)
        if status in TERMINAL:
            self._finish(task, _outcome(result))
            return
        questions = result.get("inputRequests") if status == "input_required" else None
        self._report(task, result.get("statusMessage"))
        if type(questions) is dict:
            self._ask(task, questions)
        if task.waiting and self.tasks.get(task.id) is task:
            self._look_later(task)

    def _report(self, task: FollowedTask, message: Any) -> None:
        """Send a new status message as progress to the requests that wait."""
        if type(message) is not str or message == task.message:
            return
        task.message = message
        for exchange in task.waiting:
            if exchange.progress_token is not None:
                exchange.progress += 1
                params = {"progress": exchange.progress, "message": message}
                frame = notification(
                    "notifications/progress", {"progressToken": exchange.progress_token, **params}
                )
                converted = self.converters.convert(frame, "server")
                self.table.send("client", converted.message, converted.losses)

    def _finish(self, task: FollowedTask, outcome: Tree) -> None:
        """End a task, and the requests that wait for its outcome."""
        waiting, task.waiting = task.waiting, []
        self._forget(task, "the task is over")
        for exchange in waiting:
            self.table.stop_timer(exchange.timer)
            related = task.id if exchange.method == "tasks/result" else None
            message, losses = self._answer_of(outcome, related)
            self.table.respond(exchange, message, losses)

    def _forget(self, task: FollowedTask, reason: str) -> None:
        """Forget a task; cancel its open questions."""
        if self.tasks.get(task.id) is task:
            del self.tasks[task.id]
        self.table.stop_timer(task.timer)
        asked, task.asked = task.asked, {}
        for question in asked.values():
            self.table.cancel(question, reason)

    def _answer_of(self, frame: Tree, related: str | None) -> tuple[Tree, tuple[Loss, ...]]:
        """Return the response to a call for the client, as the answer to `tasks/result` if `related`."""
        try:
            frame = {"jsonrpc": "2.0", "id": None, **frame}
            message, losses = self.converters.convert(frame, "server", answering="tools/call")
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the response of the server cannot be converted: {refusal}"
            return error_response(None, INTERNAL_ERROR, reason), ()
        if related is not None and "result" in message:
            message = {**message, "result": with_related_task(message["result"], related)}
        return message, losses

    def _request(self, method: str, task_id: str, **more: Any) -> Tree:
        params = {"taskId": task_id, **more, "_meta": self.metadata()}
        return {"jsonrpc": "2.0", "method": method, "params": params}

    # Questions of a task

    def _ask(self, task: FollowedTask, questions: Tree) -> None:
        """Ask the client the new questions of a task; those beyond the limits wait for the next status."""
        table, most = self.table, self.table.limits.pending
        task.answered.intersection_update(questions)
        for key, question in questions.items():
            if key in task.asked or key in task.answered:
                continue
            if len(task.asked) + len(task.answered) >= most or len(table.sent["client"]) >= most:
                return
            try:
                frame, losses = self.rounds.request_of(question)
            except (NoCounterpart, DecodeError) as refusal:
                reason = f"the client cannot answer a question of the task: {refusal}"
                self._abandon(task, error_response(None, INTERNAL_ERROR, reason))
                return
            if self.client_has_tasks:
                frame = {**frame, "params": with_related_task(frame.get("params") or {}, task.id)}
            exchange = Exchange(None, None, frame["method"])
            exchange.record = task, key
            task.asked[key] = exchange
            table.send_request("client", frame, exchange, self._handle_answer, losses)

    def _handle_answer(self, question: Exchange, frame: Tree) -> None:
        """Send the client's answer on as an update of the task."""
        task, key = question.record
        del task.asked[key]
        losses: list[Loss] = []
        try:
            response = self.rounds.input_response(question.method, frame, losses)
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the answer of the client to {question.method} does not fit: {refusal}"
            self._abandon(task, frame if "error" in frame else error_response(None, INTERNAL_ERROR, reason))
            return
        task.answered.add(key)
        update = self._request("tasks/update", task.id, inputResponses={key: response})
        own = Exchange(None, None, "tasks/update")
        seconds = self.table.limits.opening
        self.table.send_request("server", update, own, ignore_response, tuple(losses), seconds=seconds)

    def _abandon(self, task: FollowedTask, outcome: Tree) -> None:
        """Cancel a task whose question has no answer."""
        self._cancel_at_server(task.id)
        self._finish(task, outcome)


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
    return error_response(None, INTERNAL_ERROR, "the task was cancelled")
