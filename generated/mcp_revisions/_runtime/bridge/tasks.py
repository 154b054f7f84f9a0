"""Tasks in a bridge: which side has them, and the parts of frames that both directions share.

In: declared capabilities, parts of frames. Out: answers to questions about them, and new parts. The states of
tasks are in `task_table`.
"""

from __future__ import annotations

from collections.abc import Mapping
from math import inf, isnan, nextafter
from typing import Any, Literal

from ..conversion.losses import Change, Loss
from ..specification.capabilities import declared
from ..task_names import TASK_META, TASKS
from .frames import Side, Tree, meta_of, params_of

TaskSides = Literal["auto", "none", "client", "server", "both"]
SIDES: tuple[TaskSides, ...] = ("auto", "none", "client", "server", "both")
RELATED = TASK_META[0]
WITH_OUTCOME = ("completed", "failed")  # statuses of a task with an outcome
TERMINAL = (*WITH_OUTCOME, "cancelled")
ABOUT_TASKS = ("tasks/get", "tasks/update", "tasks/cancel")
MILLISECONDS = 1000

# The official Python server (1.25) declares `tools: {}` without `call`, the only request of tools.
CALLED = "tasks.requests.tools"
SERVER_TASKS: Tree = {"cancel": {}, "requests": {"tools": {"call": {}}}}

AS_TASK = Change(
    "R-TASK", "The bridge asks for a task, because the tool runs as a task and the client waits."
)
NO_INPUT_YET = Change("R-TASK", "The questions of the task have not arrived yet.")
CANCEL_TAKEN = Change(
    "R-TASK", "In the core a task is cancelled as soon as the cancellation is acknowledged."
)
NOT_YET = Change("R-TASK", "The revision of the sender has no tasks.")


def without_tasks(frame: Tree, part: str) -> tuple[Tree, tuple[Loss, ...]]:
    """Return a frame whose `part`, params or result, declares no tasks, and the loss.

    An official SDK declares tasks in every revision, also in one that has none.
    """
    owner = frame.get(part)
    declares = owner.get("capabilities") if type(owner) is dict else None
    if type(owner) is not dict or type(declares) is not dict or "tasks" not in declares:
        return frame, ()
    loss = Loss("dropped", f"/{part}/capabilities/tasks", declares["tasks"], NOT_YET.reason, NOT_YET.id)
    kept = {name: value for name, value in declares.items() if name != "tasks"}
    return {**frame, part: {**owner, "capabilities": kept}}, (loss,)


def has_tasks(sides: TaskSides, side: Side, is_declared: bool) -> bool:
    """Say whether a side has tasks: as stated by `sides`, or as declared where that is `auto`."""
    return is_declared if sides == "auto" else sides in (side, "both")


def declares_extension(capabilities: Any) -> bool:
    """Say whether capabilities declare the tasks extension."""
    return TASKS in _extensions(capabilities)


def with_extension(capabilities: Mapping[str, Any]) -> Tree:
    """Return capabilities that declare the tasks extension too."""
    extensions = capabilities.get("extensions")
    return {**capabilities, "extensions": {**(extensions if type(extensions) is dict else {}), TASKS: {}}}


def without_tasks_extension(capabilities: Mapping[str, Any]) -> Tree:
    """Return capabilities that declare other extensions alone."""
    kept = {name: value for name, value in capabilities.items() if name != "extensions"}
    others = {name: value for name, value in _extensions(capabilities).items() if name != TASKS}
    return {**kept, "extensions": others} if others else kept


def shared_extensions(one: Any, other: Any) -> frozenset[str]:
    """Return the extensions besides tasks that the capabilities of both sides declare."""
    both = _extensions(one).keys() & _extensions(other).keys()
    return frozenset(both) - {TASKS}


def _extensions(capabilities: Any) -> Mapping[str, Any]:
    extensions = capabilities.get("extensions") if isinstance(capabilities, Mapping) else None
    return extensions if isinstance(extensions, Mapping) else {}


def calls_tasks(capabilities: Mapping[str, Any]) -> bool:
    """Say whether capabilities of a server of 2025-11-25 declare tools that run as tasks."""
    return declared(capabilities, CALLED)


def task_id_of(frame: Tree) -> str | None:
    """Return the id of the task that a request is about, None for a malformed request."""
    found = params_of(frame).get("taskId")
    return found if type(found) is str else None


def is_about(result: Tree, task_id: str) -> bool:
    """Say whether the status in a result is that of a task, not of another."""
    named: bool = result.get("taskId", task_id) == task_id
    return named


def related_task(frame: Tree) -> str | None:
    """Return the id of the task that a message of 2025-11-25 relates to, None if there is none."""
    related = meta_of(frame).get(RELATED)
    found = related.get("taskId") if type(related) is dict else None
    return found if type(found) is str else None


def with_related_task(owner: Tree, task_id: str) -> Tree:
    """Return params, or a result, of 2025-11-25 that relate to a task."""
    meta = owner.get("_meta")
    return {**owner, "_meta": {**(meta if type(meta) is dict else {}), RELATED: {"taskId": task_id}}}


def seconds_of(value: Any, default: float, least: float, most: float) -> float:
    """Return milliseconds of a frame as seconds within bounds, `default` for a value that is no number."""
    if type(value) not in (int, float) or (type(value) is float and isnan(value)):
        return default
    bounded: float = max(least * MILLISECONDS, min(value, most * MILLISECONDS))
    return bounded / MILLISECONDS


def raised(progress: float, step: float) -> float:
    """Return a larger number: by `step`, else by the least that a number of that size allows."""
    try:
        found = progress + step
    except OverflowError:  # an integer beyond every float
        return progress + 1
    if found <= progress:
        found = nextafter(progress, inf)
    return int(progress) + 1 if found == inf else found
