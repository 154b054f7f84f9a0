"""Calls of clients without tasks that wait for a task of a legacy server (R-TASK).

In: created tasks, statuses, responses to `tasks/result`. Out: `tasks/result` in the place of the call, its
response as that of the call, `tasks/get` and `tasks/cancel`, progress. Rules:

- The server answers `tasks/result` when the task is over, and may ask its questions before. A call waits
  `Limits.task` seconds at most, then its task is cancelled.
- A server that refuses `tasks/result` while the task goes on is polled with `tasks/get`, and asked for the
  result again when the task is over. So is a server whose client wants progress, for the status messages.
- The bridge polls as often as the task asks for, between `Limits.pause` and `Limits.opening` seconds.
- Progress of the server goes on under the token of the call. A new status message is progress too.
- A client that gives up cancels the task. A task that is not created yet is cancelled when the server names
  the task, because `notifications/cancelled` is not for calls as tasks. A server that names none within
  `Limits.opening` seconds gets that notification all the same.
"""

from __future__ import annotations

from typing import Any

from ..errors import INTERNAL_ERROR, error_response
from ..json_values import is_request_id
from .converters import Converters
from .exchanges import Exchange, ExchangeTable, OnResponse, ignore_response
from .frames import Tree, params_of
from .task_progress import StatusProgress
from .task_tools import created_task
from .tasks import WITH_OUTCOME, is_about, seconds_of, task_id_of

# So small that the server's own progress, which may be a fraction, still rises after a status message.
STEP = 2.0**-20


class WaitingCall:
    """A call whose client waits for a task."""

    __slots__ = (
        "deadline",
        "exchange",
        "has_outcome",
        "interval",
        "message",
        "on_end",
        "polling",
        "refusal",
        "task_id",
        "timer",
        "token",
    )

    def __init__(self, exchange: Exchange, task_id: str, on_end: OnResponse, deadline: float) -> None:
        self.exchange = exchange
        self.task_id = task_id
        self.on_end = on_end
        self.deadline = deadline
        self.token = exchange.sent_id  # under which the server reports progress
        self.interval = 0.0
        self.timer = 0  # of the next poll
        self.polling = False  # a `tasks/get` is open
        self.has_outcome = False  # a poll has shown that the open `tasks/result` will be answered
        self.message: Any = None  # the last status message
        self.refusal: Tree | None = None  # the error to `tasks/result` of a task that may go on


class TaskWaits:
    """All calls that wait; `can_cancel` says whether the server declared `tasks/cancel`."""

    def __init__(self, table: ExchangeTable, converters: Converters) -> None:
        self.table = table
        self.progress = StatusProgress(table, converters, STEP)
        self.can_cancel = False
        self.by_exchange: dict[Exchange, WaitingCall] = {}
        self.by_token: dict[int | str, WaitingCall] = {}

    def begin(self, exchange: Exchange, task: Tree, on_end: OnResponse) -> None:
        """Send `tasks/result` in the place of a call; `on_end` gets its response, or an error if late."""
        deadline = self.table.now + self.table.limits.task
        call = WaitingCall(exchange, task["taskId"], on_end, deadline)
        self.by_exchange[exchange] = self.by_token[call.token] = call
        self._note(call, task)
        self._fetch(call)
        if exchange.progress_token is not None:
            self._poll_later(call)

    def cancel(self, exchange: Exchange, frame: Tree, reason: str | None) -> bool:
        """Cancel the task of a call that the client gave up; say whether the call is, or becomes, a task.

        `frame` is the call as the server got it.
        """
        call, table = self.by_exchange.get(exchange), self.table
        if call is not None:
            table.cancel(exchange, reason)
            self._forget(call)
            self.cancel_task(call.task_id)
        elif "task" in params_of(frame) and self.can_cancel and not table.is_saturated("server"):
            table.await_cancelled(exchange, self._created_late, table.limits.opening)
        else:
            return False
        return True

    def cancel_task(self, task_id: str) -> None:
        """Send `tasks/cancel` to a server that cancels tasks."""
        if self.can_cancel:
            self._send("tasks/cancel", task_id, ignore_response)

    def call_of(self, token: Any) -> Exchange | None:
        """Return the waiting call that was sent with a progress token, None if there is none."""
        call = self.by_token.get(token) if is_request_id(token) else None
        return None if call is None else call.exchange

    def note_status(self, frame: Tree) -> bool:
        """Note a status notification; say whether a call waits for the task."""
        task_id = task_id_of(frame)
        waiting = [call for call in self.by_exchange.values() if call.task_id == task_id]
        for call in waiting:
            self._note(call, params_of(frame))
        return bool(waiting)

    # Results

    def _fetch(self, call: WaitingCall) -> None:
        frame: Tree = {"jsonrpc": "2.0", "method": "tasks/result", "params": {"taskId": call.task_id}}
        seconds = call.deadline - self.table.now
        self.table.send_request("server", frame, call.exchange, self._fetched, seconds=seconds)

    def _fetched(self, exchange: Exchange, frame: Tree) -> None:
        call = self.by_exchange[exchange]
        if "error" in frame and not call.has_outcome and self.table.now < call.deadline:
            call.refusal = frame
            self._poll(call)
        else:
            self._end(call, frame)

    def _end(self, call: WaitingCall, frame: Tree) -> None:
        self._forget(call)
        if "error" in frame and self.table.now >= call.deadline:
            self.cancel_task(call.task_id)
        call.on_end(call.exchange, frame)

    def _forget(self, call: WaitingCall) -> None:
        self.table.stop_timer(call.timer)
        del self.by_exchange[call.exchange], self.by_token[call.token]

    def _created_late(self, exchange: Exchange, frame: Tree) -> None:
        task = created_task(frame)
        if task is not None and type(task.get("taskId")) is str:
            self.cancel_task(task["taskId"])

    # Polling

    def _poll_later(self, call: WaitingCall) -> None:
        self.table.stop_timer(call.timer)
        seconds = max(0.0, min(call.interval, call.deadline - self.table.now))
        call.timer = self.table.start_timer(seconds, lambda: self._poll(call))

    def _poll(self, call: WaitingCall) -> None:
        """Ask for the status of a task, unless the bridge has asked already."""
        if call.refusal is not None and self.table.now >= call.deadline:
            reason = f"the task was not over in {self.table.limits.task:g} seconds"
            self._end(call, error_response(None, INTERNAL_ERROR, reason))
        elif not call.polling:
            self.table.stop_timer(call.timer)
            call.polling = self._send("tasks/get", call.task_id, self._polled, call)
            if not call.polling:
                self._poll_later(call)

    def _polled(self, exchange: Exchange, frame: Tree) -> None:
        """Note a status; fetch the result of a task that is over if the server refused before."""
        call: WaitingCall = exchange.attached
        call.polling = False
        if self.by_exchange.get(call.exchange) is not call:
            return
        result, status = frame.get("result"), None
        if type(result) is dict and is_about(result, call.task_id):
            status = result.get("status")
            self._note(call, result)
        if status in ("working", "input_required"):
            self._poll_later(call)
        elif call.refusal is None:
            call.has_outcome = status in WITH_OUTCOME
        elif status in WITH_OUTCOME and self.table.now < call.deadline:
            call.has_outcome, call.refusal = True, None
            self._fetch(call)
        else:
            self._end(call, call.refusal)

    def _note(self, call: WaitingCall, task: Tree) -> None:
        """Note the poll interval of a task, and send a new status message to the client."""
        limits, message = self.table.limits, task.get("statusMessage")
        call.interval = seconds_of(task.get("pollInterval"), limits.poll, limits.pause, limits.opening)
        if type(message) is str and message != call.message:
            call.message = message
            self.progress.send(call.exchange, message)

    def _send(self, method: str, task_id: str, on_response: OnResponse, attached: Any = None) -> bool:
        """Send a request about a task; say whether the server leaves room for one."""
        table = self.table
        if table.is_saturated("server"):
            return False
        frame: Tree = {"jsonrpc": "2.0", "method": method, "params": {"taskId": task_id}}
        seconds = table.limits.opening
        table.send_own_request("server", frame, on_response, seconds=seconds, attached=attached)
        return True
