"""The tasks of a legacy server that a bridge has met: a table with a limit (R-TASK).

The oldest task that nothing depends on is forgotten for a new one; without such a task, there is no new one.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .exchanges import Exchange, ExchangeTable
from .frames import Tree

if TYPE_CHECKING:
    from .modern_requests import OpenRequest, Question


class ServerTask:
    """A task of the server that the bridge has met, with its questions and its outcome."""

    __slots__ = (
        "capabilities",
        "fetching",
        "has_outcome",
        "id",
        "outcome",
        "questions",
        "request",
        "status",
        "waiting",
    )

    def __init__(self, id: str) -> None:
        self.id = id
        self.capabilities: Tree = {}  # of the client, for questions
        self.request: OpenRequest | None = None  # a call whose client waits for the result
        self.questions: dict[str, Question] = {}
        self.has_outcome = False  # the server has named one
        self.fetching = False  # a `tasks/result` of the bridge is open
        self.outcome: Tree | None = None  # the response to `tasks/result`
        self.waiting: list[tuple[Exchange, Tree]] = []  # `tasks/get` and their answers, until the outcome
        self.status: Tree | None = None  # of a notification that waits for questions or the outcome

    @property
    def is_idle(self) -> bool:
        """Say whether nothing depends on the task."""
        return not (self.request or self.questions or self.fetching or self.waiting)


class ServerTasks:
    """The tasks by the id of the server."""

    def __init__(self, table: ExchangeTable) -> None:
        self.table = table
        self.by_id: dict[str, ServerTask] = {}

    @property
    def too_many(self) -> str:
        """The reason to refuse a request beyond the limit."""
        return f"more than {self.table.limits.tasks} tasks are open"

    def known(self, task_id: str | None) -> ServerTask | None:
        """Return a task that the bridge has met, None for any other id."""
        return self.by_id.get(task_id or "")

    def task(self, task_id: str) -> ServerTask | None:
        """Return the task of an id, made on first use; None beyond the limit."""
        task = self.by_id.pop(task_id, None)
        if task is None:
            if len(self.by_id) >= self.table.limits.tasks:
                idle = next((each for each in self.by_id.values() if each.is_idle), None)
                if idle is None:
                    return None
                self.forget(idle)
            task = ServerTask(task_id)
        self.by_id[task_id] = task  # the latest is the last
        return task

    def forget(self, task: ServerTask) -> None:
        """Forget a task that nothing depends on."""
        if self.by_id.get(task.id) is task and task.is_idle:
            del self.by_id[task.id]
