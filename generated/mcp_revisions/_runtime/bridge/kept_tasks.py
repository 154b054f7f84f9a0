"""Tasks of the bridge itself: results of a modern server for calls of a legacy client as tasks (R-TASK).

In: results, requests about tasks. Out: tasks of 2025-11-25 that are over, their results. A task is kept for
the time that the client asked for, `Limits.task` seconds at most. At most `Limits.tasks` tasks are kept; the
oldest is forgotten for a new one.
"""

from __future__ import annotations

from .exchanges import ExchangeTable
from .frames import Tree
from .tasks import MILLISECONDS, seconds_of


class KeptTasks:
    """The tasks by id, with their results."""

    def __init__(self, table: ExchangeTable) -> None:
        self.table = table
        self.by_id: dict[str, tuple[Tree, Tree, int]] = {}  # a task, its result, its timer

    def new_id(self) -> str:
        """Return the id of a task that is about to be kept."""
        return f"bridge-{self.table.nonce()}"

    def keep(self, task_id: str, result: Tree, wanted: Tree) -> Tree:
        """Keep a result, and return its task; `wanted` is the `task` of the call."""
        table, limits = self.table, self.table.limits
        while len(self.by_id) >= limits.tasks:
            _, _, timer = self.by_id.pop(next(iter(self.by_id)))
            table.stop_timer(timer)
        seconds = seconds_of(wanted.get("ttl"), limits.task, limits.pause, limits.task)
        now = table.timestamp()
        task: Tree = {
            "taskId": task_id,
            "status": "failed" if result.get("isError") is True else "completed",
            "createdAt": now,
            "lastUpdatedAt": now,
            "ttl": int(seconds * MILLISECONDS),
        }
        self.by_id[task_id] = task, result, table.start_timer(seconds, lambda: self._forget(task_id))
        return task

    def answer(self, task_id: str, method: str) -> Tree | None:
        """Return the result of a request about a task, None for a task that the bridge does not keep."""
        if task_id not in self.by_id:
            return None
        task, result, _ = self.by_id[task_id]
        return result if method == "tasks/result" else task

    def _forget(self, task_id: str) -> None:
        self.by_id.pop(task_id, None)
