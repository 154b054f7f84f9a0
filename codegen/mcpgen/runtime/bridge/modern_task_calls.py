"""Calls of a modern client that a legacy server runs as tasks (R-TASK).

In: lists of tools, calls, their responses. Out: `task` in calls; for a client that waits, `tasks/result` in
the place of the call, and `tasks/cancel` when the client gives up. `modern_tasks` states the rules.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..conversion.losses import Loss
from ..errors import INTERNAL_ERROR, METHOD_NOT_FOUND, error_response
from .exchanges import Exchange, ExchangeTable, OnResponse
from .frames import Tree, params_of
from .modern_requests import OpenRequest, OpenRequests
from .server_tasks import ServerTask, ServerTasks
from .tasks import AS_TASK


class TaskCalls:
    """The calls that run, or may run, as tasks of the server.

    `has_extension` says whether a client with some capabilities has the extension. `on_response` treats the
    response to a call that is sent again.
    """

    def __init__(
        self,
        table: ExchangeTable,
        tasks: ServerTasks,
        requests: OpenRequests,
        has_extension: Callable[[Tree], bool],
        on_response: OnResponse,
    ) -> None:
        self.table = table
        self.tasks = tasks
        self.requests = requests
        self.has_extension = has_extension
        self.on_response = on_response
        self.support: dict[str, str] = {}  # by name of a tool: `optional` or `required`
        self.calls: dict[int | str, Exchange] = {}  # by progress token: calls that wait for a task

    def note_tools(self, result: Any) -> None:
        """Note which tools in a list run as tasks."""
        tools = result.get("tools") if type(result) is dict else None
        for tool in tools if type(tools) is list else ():
            if type(tool) is dict and type(tool.get("name")) is str:
                execution = tool.get("execution")
                support = execution.get("taskSupport") if type(execution) is dict else None
                self.support.pop(tool["name"], None)
                if support in ("optional", "required") and len(self.support) < self.table.limits.tasks:
                    self.support[tool["name"]] = support

    def augment(self, request: OpenRequest, message: Tree) -> tuple[Loss, ...]:
        """Ask for a task in a call that is about to be sent, if the tool runs as one; return the loss."""
        params = message["params"]
        support = self.support.get(params["name"]) if type(params.get("name")) is str else None
        if "task" in params or not (
            support == "required" or (support == "optional" and self.has_extension(request.capabilities))
        ):
            return ()
        params["task"] = {}
        return (Loss("invented", "/params/task", {}, AS_TASK.reason, AS_TASK.id),)

    def handle_response(self, request: OpenRequest, exchange: Exchange, frame: Tree) -> bool:
        """Treat the response to a call that is about a task; say whether that is so."""
        result, error, params = frame.get("result"), frame.get("error"), params_of(request.frame)
        name = params.get("name")
        if type(error) is dict and error.get("code") == METHOD_NOT_FOUND and "task" not in params:
            if type(name) is not str or name in self.support or request.client is None:
                return False
            # 2025-11-25 prescribes this error for a tool that requires a task (server/tools#task-support).
            request.frame = {**request.frame, "params": {**params, "task": {}}}
            loss = Loss("invented", "/params/task", {}, AS_TASK.reason, AS_TASK.id)
            self.table.send_request("server", request.frame, exchange, self.on_response, (loss,))
            return True
        task = result.get("task") if type(result) is dict else None
        if type(task) is not dict or type(result) is not dict or "content" in result:
            return False
        task_id = task.get("taskId")
        found = self.tasks.task(task_id) if type(task_id) is str else None
        if found is None:
            self.requests.handle_response(
                request, error_response(None, INTERNAL_ERROR, self._refusal(task_id))
            )
        elif self.has_extension(request.capabilities) and request.client is not None:
            found.capabilities = request.capabilities
            self.requests.handle_response(request, frame)
        else:
            self._wait(found, request, exchange)
        return True

    def _refusal(self, task_id: Any) -> str:
        if type(task_id) is not str:
            return "the server created a task without an id"
        self.tasks.cancel(task_id)
        return self.tasks.too_many

    def _wait(self, task: ServerTask, request: OpenRequest, exchange: Exchange) -> None:
        """Send `tasks/result` in the place of a call, whose progress and questions go on."""
        if exchange.progress_token is not None and type(exchange.sent_id) is int:
            self.calls[exchange.sent_id] = exchange
        task.request, request.task = request, task
        frame: Tree = {"jsonrpc": "2.0", "method": "tasks/result", "params": {"taskId": task.id}}

        def on_response(exchange: Exchange, answer: Tree) -> None:
            self._release(request)
            if answer.get("error") is not None and self.table.now >= late:
                self.tasks.cancel(task.id)
            self.requests.handle_response(request, answer)

        late = self.table.now + self.table.limits.task
        self.table.send_request("server", frame, exchange, on_response, seconds=self.table.limits.task)

    def end(self, request: OpenRequest) -> None:
        """Cancel the task that a request waits for, because the request ended."""
        task = request.task
        if task is not None:
            self._release(request)
            self.tasks.cancel(task.id)

    def _release(self, request: OpenRequest) -> None:
        """Note that a request waits for its task no more; another one may wait for the same task."""
        task, request.task = request.task, None
        for token in [token for token, call in self.calls.items() if call is request.server]:
            del self.calls[token]
        if task is not None:
            if task.request is request:
                task.request = None
            self.tasks.forget(task)

    def call_of(self, token: Any) -> Exchange | None:
        """Return the call that waits for a task and was sent with a progress token, None if there is none."""
        return self.calls.get(token) if type(token) in (int, str) else None
