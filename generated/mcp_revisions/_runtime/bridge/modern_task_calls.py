"""Calls of a modern client that a legacy server runs as tasks (R-TASK).

In: lists of tools, calls, their responses. Out: `task` in calls; created tasks for a client with the
extension, and results for any other client. `modern_tasks` states the rules.
"""

from __future__ import annotations

from collections.abc import Callable

from ..conversion.losses import Loss
from ..errors import INTERNAL_ERROR, error_response
from .exchanges import Exchange, ExchangeTable, OnResponse
from .frames import Tree
from .modern_requests import OpenRequest, OpenRequests
from .server_tasks import ServerTask, ServerTasks
from .task_tools import TaskTools, created_task
from .task_waits import TaskWaits


class TaskCalls:
    """The calls that run, or may run, as tasks of the server.

    `has_extension` says whether a client with some capabilities has the extension. `on_response` treats the
    response to a call that is sent again.
    """

    def __init__(
        self,
        table: ExchangeTable,
        tasks: ServerTasks,
        waits: TaskWaits,
        requests: OpenRequests,
        has_extension: Callable[[Tree], bool],
        on_response: OnResponse,
    ) -> None:
        self.table = table
        self.tasks = tasks
        self.waits = waits
        self.requests = requests
        self.has_extension = has_extension
        self.on_response = on_response
        self.tools = TaskTools(table.limits.tasks)

    def as_sent(self, request: OpenRequest, message: Tree) -> tuple[Tree, tuple[Loss, ...]]:
        """Return a call as the server gets it: as a task if tool and client allow that."""
        return self.tools.with_task(message, where_optional=self.has_extension(request.capabilities))

    def handle_response(self, request: OpenRequest, exchange: Exchange, frame: Tree) -> bool:
        """Treat the response to a call that is about a task; say whether that is so."""
        repeated = None if request.client is None else self.tools.repeated(request.frame, frame)
        if repeated is not None:
            request.frame, losses = repeated
            self.table.send_request("server", request.frame, exchange, self.on_response, losses)
            return True
        task = created_task(frame)
        if task is None:
            return False
        task_id = task.get("taskId")
        found = self.tasks.task(task_id) if type(task_id) is str else None
        if found is None:
            error = error_response(None, INTERNAL_ERROR, self._refusal(task_id))
            self.requests.handle_response(request, error)
        elif self.has_extension(request.capabilities) and request.client is not None:
            found.capabilities = request.capabilities
            self.requests.handle_response(request, frame)
        else:
            self._wait(found, request, exchange, task)
        return True

    def _refusal(self, task_id: object) -> str:
        if type(task_id) is not str:
            return "the server created a task without an id"
        self.waits.cancel_task(task_id)
        return self.tasks.too_many

    def _wait(self, found: ServerTask, request: OpenRequest, exchange: Exchange, task: Tree) -> None:
        """Let a call wait for its task; questions of the task go into the result of the call."""
        found.request, request.task = request, found

        def on_end(exchange: Exchange, answer: Tree) -> None:
            self._release(request)
            self.requests.handle_response(request, answer)

        self.waits.begin(exchange, task, on_end)

    def cancel(self, request: OpenRequest, reason: str | None) -> bool:
        """Cancel the task of a call that ends without a response; say whether the call has, or gets, one."""
        self._release(request)
        return request.server is not None and self.waits.cancel(request.server, request.frame, reason)

    def _release(self, request: OpenRequest) -> None:
        """Note that a request waits for its task no more; another one may wait for the same task."""
        task, request.task = request.task, None
        if task is not None:
            if task.request is request:
                task.request = None
            self.tasks.forget(task)
