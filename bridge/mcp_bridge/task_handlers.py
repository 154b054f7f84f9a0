"""Tasks of a server: handlers of `tools/call` whose client gets a task at once, and the result later.

`ServerTasks` stores the tasks in this process, and handles `tasks/get`, `tasks/update` and `tasks/cancel`.
Rules:

- If a request declares the tasks extension, its handler runs as a task. Other clients wait for the result, as
  with `interactive`.
- The status of a task follows from its handler: `input_required` while it waits for input, `completed` with
  its result, `failed` with the error that it raised. Progress that has a message is the `statusMessage`.
- The id of a task cannot be guessed. Whoever knows the id can use the task, on any connection.
- A task is removed `ttl` seconds after its creation. If its handler still runs, it is cancelled then.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Awaitable, Callable, Coroutine
from datetime import datetime, timezone
from functools import wraps
from typing import TYPE_CHECKING, Any, TypeVar

import mcp_revisions as mr
from mcp_revisions.extensions import tasks
from mcp_revisions.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS

from mcp_bridge.interactive_handlers import InputContext, RepeatedParams, Run, interactive, report_failure
from mcp_bridge.options import misfits
from mcp_bridge.problems import Refused

if TYPE_CHECKING:  # tasks use the types of the revision of their router
    from mcp_revisions import latest

TTL = 3600.0  # seconds
POLL_INTERVAL = 1.0
MOST = 1000
TOO_MANY = "too many tasks are stored; try again later"
UNKNOWN = "there is no such task, or it has expired"

P = TypeVar("P", bound=RepeatedParams)
R = TypeVar("R", bound="latest.CallToolResult")


class ServerTasks:
    """The tasks of a server, for the router of a revision with the tasks extension.

        tasks = mcp_bridge.ServerTasks(router)

        @router.on("tools/call")
        @tasks.interactive
        async def call_tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> ...:
            answer = await context.elicit("Who are you?", {"type": "object", "properties": {...}})

    The constructor registers the handlers of `tasks/get`, `tasks/update` and `tasks/cancel`. The server's
    capabilities must declare the extension. `ttl` is the number of seconds after which a task is removed, and
    `poll_interval` the number that clients should wait between two `tasks/get`. At most `most` tasks are
    stored at the same time.

    Raise `Refused` for an argument of another type or size, and `ValueError` for a router without tasks.
    """

    def __init__(
        self,
        router: mr.Router,
        *,
        ttl: float = TTL,
        poll_interval: float = POLL_INTERVAL,
        most: int = MOST,
    ) -> None:
        given = {"ttl": ttl, "poll_interval": poll_interval, "most": most}
        if problems := misfits("", given, {"ttl": float, "poll_interval": float, "most": int}):
            raise Refused(problems)
        if tasks.IDENTIFIER not in getattr(router.composed, "EXTENSIONS", ()):
            needed = f"use the `Router` of a revision with {tasks.IDENTIFIER}"
            raise ValueError(f"router: {router.revision} has no tasks; {needed}")
        self._ttl, self._most = ttl, most
        self._times = {"ttl_ms": round(ttl * 1000), "poll_interval_ms": round(poll_interval * 1000)}
        self._stored: dict[str, _TaskRun] = {}
        self._ending: set[asyncio.Task[Any]] = set()  # the event loop has only weak references
        router.on("tasks/get")(self._get)
        router.on("tasks/update")(self._update)
        router.on("tasks/cancel")(self._cancel)

    def interactive(
        self, handler: Callable[[P, InputContext], Awaitable[R]]
    ) -> Callable[
        [P, latest.Context], Coroutine[Any, Any, R | latest.InputRequiredResult | tasks.CreateTaskResult]
    ]:
        """Return a handler of `tools/call` that runs as a task if the client has tasks.

        `handler` is a coroutine function as for `mcp_bridge.interactive`. For other clients, the returned
        handler behaves like one that `mcp_bridge.interactive` returns. To run only some tools as tasks, call
        the returned function in the handler that you register.
        """
        waiting = interactive(handler)

        @wraps(handler)
        async def handle(
            params: P, context: latest.Context
        ) -> R | latest.InputRequiredResult | tasks.CreateTaskResult:
            if tasks.IDENTIFIER not in (context.client_capabilities.extensions or {}):
                return await waiting(params, context)
            if len(self._stored) >= self._most:
                raise mr.ProtocolError(INTERNAL_ERROR, TOO_MANY)
            task = _TaskRun(secrets.token_urlsafe(), context, self._times)
            task.start(handler(params, _TaskContext(task)))
            self._stored[task.id] = task
            asyncio.get_running_loop().call_later(self._ttl, self._remove, task.id)
            return tasks.CreateTaskResult(**task.facts(), status="working")

        return handle

    def _task(self, id: str) -> _TaskRun:
        if id not in self._stored:
            raise mr.ProtocolError(INVALID_PARAMS, UNKNOWN)
        return self._stored[id]

    def _remove(self, id: str) -> None:
        self._end(self._stored.pop(id))

    def _end(self, task: _TaskRun) -> None:
        if not task.task.done():
            task.note_change()
            self._ending.add(task.task)
            task.task.add_done_callback(self._ending.discard)
            task.cancel()

    def _get(self, params: tasks.TaskIdParams) -> tasks.GetTaskResult:
        return self._task(params.task_id).state()

    def _update(self, params: tasks.UpdateTaskRequestParams) -> tasks.UpdateTaskResult:
        self._task(params.task_id).give(params.input_responses)
        return tasks.UpdateTaskResult()

    def _cancel(self, params: tasks.TaskIdParams) -> tasks.CancelTaskResult:
        self._end(self._task(params.task_id))
        return tasks.CancelTaskResult()


class _TaskRun(Run):
    """A handler that runs as a task."""

    def __init__(self, id: str, request: latest.Context, times: dict[str, int]) -> None:
        super().__init__(request)
        self.id, self.message = id, ""
        self._times = times
        self._created_at = self._updated_at = _now()
        self._outcome: dict[str, Any] = {}  # the result or the error, once the handler has ended

    def note_change(self) -> None:
        """Set the time of the last change."""
        self._updated_at = _now()

    async def finished(self, work: Awaitable[Any]) -> None:
        """Wait until the handler ends, and store its outcome."""
        try:
            result = await super().finished(work)
            if not isinstance(result, self.types.CallToolResult):
                raise TypeError(f"the handler returned {type(result).__name__}, not CallToolResult")
            self.types.encode(result, validate=True)
            self._outcome = {"result": self.types.to_builtins(result)}
        except mr.ProtocolError as error:
            self._fail(error)
        except Exception as error:
            self._fail_internally(error)
        finally:
            self.note_change()

    def _fail(self, raised: mr.ProtocolError) -> None:
        data = mr.UNSET if raised.data is None else raised.data
        try:
            error = self.types.Error(code=raised.code, message=raised.message, data=data)
            self.types.encode(error, validate=True)
        except (mr.EncodeError, TypeError, ValueError) as defect:
            self._fail_internally(defect)
        else:
            self._outcome = {"error": error}

    def _fail_internally(self, error: Exception) -> None:
        report_failure("the handler of a task", error)
        self._outcome = {"error": self.types.Error(code=INTERNAL_ERROR, message="Internal error")}

    def facts(self) -> dict[str, Any]:
        """Return the members that every state of the task has."""
        facts: dict[str, Any] = {"task_id": self.id, **self._times}
        if self.message:
            facts["status_message"] = self.message
        return {**facts, "created_at": self._created_at, "last_updated_at": self._updated_at}

    def state(self) -> tasks.GetTaskResult:
        """Return the answer to `tasks/get`."""
        facts = self.facts()
        if self.is_cancelled or (self.task.done() and not self._outcome):
            return tasks.CancelledTaskResult(**facts)
        if "result" in self._outcome:
            return tasks.CompletedTaskResult(**facts, **self._outcome)
        if "error" in self._outcome:
            return tasks.FailedTaskResult(**facts, **self._outcome)
        if self.asked:
            return tasks.InputRequiredTaskResult(**facts, input_requests=self.requests)
        return tasks.WorkingTaskResult(**facts)


class _TaskContext(InputContext):
    """The context of a handler that runs as a task."""

    def __init__(self, task: _TaskRun) -> None:
        super().__init__(task)
        self._task = task

    def report_progress(
        self, progress: float, total: float | None = None, message: str | None = None
    ) -> None:
        """Set the status message of the task. Raise what `Context.report_progress` raises."""
        types = self._task.types
        params = types.ProgressNotificationParams(
            progress_token=self._task.id,
            progress=progress,
            total=mr.UNSET if total is None else total,
            message=mr.UNSET if message is None else message,
        )
        types.encode(params, validate=True)
        if message is not None:
            self._task.message = message
            self._task.note_change()


def _now() -> str:
    return datetime.now(timezone.utc).isoformat()
