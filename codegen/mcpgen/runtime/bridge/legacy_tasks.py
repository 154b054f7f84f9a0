"""Tasks of a modern server with the extension, for a legacy client (R-TASK).

In: responses to calls, requests of the client about tasks. Out: created tasks, statuses and results to the
client. Rules:

- A client that called a tool as a task gets the server's task, under the server's id. Any other client gets
  the result of the task, for which the bridge polls (`followed_tasks`); so does `tasks/result`.
- A call as a task that the server answers at once becomes a task of the bridge (`kept_tasks`).
"""

from __future__ import annotations

from collections.abc import Callable

from ..conversion.losses import Loss
from ..errors import INTERNAL_ERROR, INVALID_PARAMS
from .converters import Converters
from .exchanges import Exchange, ExchangeTable
from .followed_tasks import FollowedTask, FollowedTasks, cancelled_error
from .frames import Tree
from .kept_tasks import KeptTasks
from .legacy_requests import InputRounds, RepeatableRequest
from .tasks import CANCEL_TAKEN, WITH_OUTCOME, is_about, task_id_of


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
        self.pass_response = pass_response
        self.followed = FollowedTasks(table, converters, rounds, metadata)
        self.kept = KeptTasks(table)

    @property
    def client_has_tasks(self) -> bool:
        """Say whether the client's revision has tasks."""
        return self.followed.client_has_tasks

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
            task = self.followed.wait(exchange, task_id)
            if task is None:
                self.followed.cancel_at_server(task_id)
            else:
                request.followed = task
                self.followed.observe(task, {**result, "status": "working"})

    def keep(self, exchange: Exchange, request: RepeatableRequest, frame: Tree) -> None:
        """Answer a call as a task, which the server answered with its result, with a task of the bridge."""
        task_id = self.kept.new_id()
        answer, losses = self.followed.answer_of(frame, task_id)
        if "error" in answer:
            self.table.respond(exchange, answer, losses)
            return
        task = self.kept.keep(task_id, answer["result"], request.task or {})
        self.table.respond_result(exchange, {"task": task}, losses)

    # Requests of the client

    def result(self, exchange: Exchange, frame: Tree) -> None:
        """Answer `tasks/result`, or wait for the result of the server's task."""
        task_id = task_id_of(frame)
        if self.answer_kept(exchange, frame) or task_id is None:
            return
        task = self.followed.wait(exchange, task_id)
        if task is not None:
            exchange.attached = task
            self.followed.poll(task)

    def cancel_task(self, exchange: Exchange, frame: Tree) -> bool:
        """Refuse to cancel a task of the bridge; say whether the request is answered."""
        if task_id_of(frame) in self.kept.by_id:
            self.table.respond_error(exchange, INVALID_PARAMS, "the task is over")
            return True
        return self.answer_kept(exchange, frame)

    def answer_kept(self, exchange: Exchange, frame: Tree) -> bool:
        """Answer a request about a task of the bridge, or without an id; say whether it is answered."""
        task_id = task_id_of(frame)
        if task_id is None:
            self.table.respond_error(exchange, INVALID_PARAMS, "/params/taskId: expected a string")
            return True
        answer = self.kept.answer(task_id, exchange.method)
        if answer is not None:
            self.table.respond_result(exchange, answer)
        return answer is not None

    def handle_status(self, exchange: Exchange, task_id: str, frame: Tree) -> None:
        """Answer `tasks/get` with the server's status, and ask the questions in the status."""
        result, followed = frame["result"], self.followed
        has_met = result.get("status") == "input_required" or task_id in followed.by_id
        task = followed.task(task_id) if has_met and is_about(result, task_id) else None
        if task is not None:
            followed.observe(task, result)
        self.pass_response(exchange, frame)

    def handle_cancelled(self, exchange: Exchange, task_id: str) -> None:
        """Ask for the task that the server acknowledged as cancelled, and answer the client with the task."""
        request, seconds = self.followed.request("tasks/get", task_id), self.table.limits.opening
        self.table.send_request("server", request, exchange, self._confirm_cancelled, seconds=seconds)
        exchange.attached = task_id

    def _confirm_cancelled(self, exchange: Exchange, frame: Tree) -> None:
        result, task_id = frame.get("result"), exchange.attached
        losses: tuple[Loss, ...] = ()
        if type(result) is dict:
            status = result.get("status")
            if status in WITH_OUTCOME:
                reason = "the task was over before it could be cancelled"
                self.table.respond_error(exchange, INVALID_PARAMS, reason)
                return
            if status != "cancelled":
                frame = {**frame, "result": {**result, "status": "cancelled"}}
                losses = (Loss("reshaped", "/result/status", status, CANCEL_TAKEN.reason, CANCEL_TAKEN.id),)
            task = self.followed.by_id.get(task_id)
            if task is not None:
                self.followed.finish(task, cancelled_error())
        exchange.losses += losses
        exchange.method = "tasks/get"  # the answers have one form in the client's revision
        self.pass_response(exchange, frame)

    # The client gives up

    def leave(self, exchange: Exchange) -> None:
        """Forget a request that waits for a task; the task of a plain call is cancelled at the server."""
        attached = exchange.attached
        task = attached.followed if type(attached) is RepeatableRequest else attached
        if type(task) is FollowedTask:
            self.followed.leave(exchange, task)
