"""Tasks of a modern server that the bridge polls for a legacy client (R-TASK).

In: requests that wait for a task, statuses. Out: `tasks/get`, `tasks/update` and `tasks/cancel` to the
server; questions, progress and outcomes to the client. Rules:

- The bridge polls as often as the task asks for, between `Limits.pause` and `Limits.opening` seconds. A
  request waits `Limits.task` seconds at most. A new status message is progress for a client that waits.
- Questions of a task are asked when a status shows them, once each. An error as the answer, and a question
  that the client cannot be asked, cancel the task: `tasks/update` has no errors.
- At most `Limits.tasks` tasks are followed. The oldest task without an open request is forgotten for a new
  task; where each has one, the request is refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..conversion.losses import Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, DecodeError, error_response
from ..revisions import facts_of
from .converters import Converters
from .exchanges import Exchange, ExchangeTable, ignore_response
from .frames import Tree
from .legacy_requests import InputRounds
from .task_progress import StatusProgress
from .tasks import TERMINAL, is_about, seconds_of, with_related_task


class FollowedTask:
    """A task of the server that the bridge has met: the requests that wait for the task, its questions."""

    __slots__ = ("answered", "asked", "id", "interval", "message", "polling", "timer", "waiting")

    def __init__(self, id: str, interval: float) -> None:
        self.id = id
        self.interval = interval
        self.waiting: list[Exchange] = []  # requests of the client that end with the task
        self.asked: dict[str, Exchange] = {}  # open questions by key
        self.answered: set[str] = set()  # keys that the server may still show
        self.polling = False  # a `tasks/get` of the bridge is open
        self.timer = 0
        self.message: Any = None  # the last status message

    @property
    def is_idle(self) -> bool:
        """Say whether no request depends on the task."""
        return not (self.waiting or self.asked or self.polling)


class FollowedTasks:
    """The tasks by id. `metadata` returns the `_meta` of requests to the server."""

    def __init__(
        self,
        table: ExchangeTable,
        converters: Converters,
        rounds: InputRounds,
        metadata: Callable[[], Tree],
    ) -> None:
        self.table = table
        self.converters = converters
        self.rounds = rounds
        self.metadata = metadata
        self.progress = StatusProgress(table, converters, step=1)
        self.by_id: dict[str, FollowedTask] = {}

    @property
    def client_has_tasks(self) -> bool:
        """Say whether the client's revision has tasks."""
        return "tasks" in facts_of(self.table.revision["client"]).capabilities

    def task(self, task_id: str) -> FollowedTask | None:
        """Return the task of an id, made on first use; None beyond the limit."""
        task = self.by_id.pop(task_id, None)
        if task is None:
            limits = self.table.limits
            if len(self.by_id) >= limits.tasks:
                idle = next((each for each in self.by_id.values() if each.is_idle), None)
                if idle is None:
                    return None
                self.forget(idle, "")
            task = FollowedTask(task_id, limits.poll)
        self.by_id[task_id] = task  # the latest is the last
        return task

    def forget(self, task: FollowedTask, reason: str) -> None:
        """Forget a task; cancel its open questions."""
        if self.by_id.get(task.id) is task:
            del self.by_id[task.id]
        self.table.stop_timer(task.timer)
        asked, task.asked = task.asked, {}
        for question in asked.values():
            self.table.cancel(question, reason)

    def request(self, method: str, task_id: str, **more: Any) -> Tree:
        """Return a request about a task for the server."""
        params = {"taskId": task_id, **more, "_meta": self.metadata()}
        return {"jsonrpc": "2.0", "method": method, "params": params}

    def cancel_at_server(self, task_id: str) -> None:
        """Send `tasks/cancel`, unless the server leaves too many requests open."""
        if not self.table.is_saturated("server"):
            seconds = self.table.limits.opening
            frame = self.request("tasks/cancel", task_id)
            self.table.send_own_request("server", frame, ignore_response, seconds=seconds)

    # Requests that wait

    def wait(self, exchange: Exchange, task_id: str) -> FollowedTask | None:
        """Add a request that waits for a task; refuse the request beyond the limit."""
        task, limits = self.task(task_id), self.table.limits
        if task is None:
            self.table.respond_error(exchange, INTERNAL_ERROR, f"more than {limits.tasks} tasks are open")
            return None
        task.waiting.append(exchange)
        exchange.timer = self.table.start_timer(limits.task, lambda: self._give_up(exchange, task))
        return task

    def leave(self, exchange: Exchange, task: FollowedTask) -> None:
        """Forget a request that waits for a task; that of the last plain call is cancelled at the server."""
        if exchange not in task.waiting:
            return
        self.table.stop_timer(exchange.timer)
        task.waiting.remove(exchange)
        if task.waiting:  # also of a server that gives two calls one task
            return
        if exchange.method == "tools/call":
            self.cancel_at_server(task.id)
            self.forget(task, "the client cancelled the request")
        else:
            self.table.stop_timer(task.timer)

    def _give_up(self, exchange: Exchange, task: FollowedTask) -> None:
        self.leave(exchange, task)
        reason = f"the task was not over in {self.table.limits.task:g} seconds"
        self.table.respond_error(exchange, INTERNAL_ERROR, reason)

    def finish(self, task: FollowedTask, outcome: Tree) -> None:
        """End a task, and the requests that wait for its outcome."""
        waiting, task.waiting = task.waiting, []
        self.forget(task, "the task is over")
        for exchange in waiting:
            self.table.stop_timer(exchange.timer)
            related = task.id if exchange.method == "tasks/result" else None
            message, losses = self.answer_of(outcome, related)
            self.table.respond(exchange, message, losses)

    def answer_of(self, frame: Tree, related: str | None) -> tuple[Tree, tuple[Loss, ...]]:
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

    # Polling

    def poll(self, task: FollowedTask) -> None:
        """Ask the server for the status of a task, unless the bridge has asked already."""
        if task.polling or self.by_id.get(task.id) is not task:
            return
        self.table.stop_timer(task.timer)
        if self.table.is_saturated("server"):
            self._poll_later(task)
            return
        task.polling = True
        frame, seconds = self.request("tasks/get", task.id), self.table.limits.opening
        self.table.send_own_request("server", frame, self._polled, seconds=seconds, attached=task)

    def _poll_later(self, task: FollowedTask) -> None:
        self.table.stop_timer(task.timer)
        task.timer = self.table.start_timer(task.interval, lambda: self.poll(task))

    def _polled(self, exchange: Exchange, frame: Tree) -> None:
        task: FollowedTask = exchange.attached
        task.polling = False
        if self.by_id.get(task.id) is not task:
            return
        result = frame.get("result")
        if type(result) is dict and is_about(result, task.id):
            self.observe(task, result)
        elif "error" in frame:
            self.finish(task, frame)
        else:
            self.finish(task, error_response(None, INTERNAL_ERROR, "the status of the task is malformed"))

    def observe(self, task: FollowedTask, result: Tree) -> None:
        """Note a status of a task: end the requests that wait, or ask the questions and poll again."""
        limits, status = self.table.limits, result.get("status")
        task.interval = seconds_of(result.get("pollIntervalMs"), limits.poll, limits.pause, limits.opening)
        if status in TERMINAL:
            self.finish(task, _outcome(result))
            return
        questions = result.get("inputRequests") if status == "input_required" else None
        self._report(task, result.get("statusMessage"))
        if type(questions) is dict:
            self._ask(task, questions)
        if task.waiting and self.by_id.get(task.id) is task:
            self._poll_later(task)

    def _report(self, task: FollowedTask, message: Any) -> None:
        """Send a new status message as progress to the requests that wait."""
        if type(message) is str and message != task.message:
            task.message = message
            for exchange in task.waiting:
                self.progress.send(exchange, message)

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
            exchange.attached = task, key
            task.asked[key] = exchange
            table.send_request("client", frame, exchange, self._handle_answer, losses)

    def _handle_answer(self, question: Exchange, frame: Tree) -> None:
        """Send the client's answer on as an update of the task."""
        task, key = question.attached
        del task.asked[key]
        losses: list[Loss] = []
        try:
            response = self.rounds.input_response(question.method, frame, losses)
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the answer of the client to {question.method} does not fit: {refusal}"
            self._abandon(task, frame if "error" in frame else error_response(None, INTERNAL_ERROR, reason))
            return
        task.answered.add(key)
        update = self.request("tasks/update", task.id, inputResponses={key: response})
        own = Exchange(None, None, "tasks/update")
        seconds = self.table.limits.opening
        self.table.send_request("server", update, own, ignore_response, tuple(losses), seconds=seconds)

    def _abandon(self, task: FollowedTask, outcome: Tree) -> None:
        """Cancel a task whose question has no answer."""
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
        return cancelled_error()
    return error_response(None, INTERNAL_ERROR, "the outcome of the task is malformed")


def cancelled_error() -> Tree:
    """Return the response to a call whose task was cancelled."""
    return error_response(None, INTERNAL_ERROR, "the task was cancelled")
