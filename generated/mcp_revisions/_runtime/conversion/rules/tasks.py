"""Tasks: those in the core of 2025-11-25, and those of the extension for 2026-07-28."""

from __future__ import annotations

from typing import Any

import msgspec

from ...revisions import reserved_key
from ...task_names import TASKS
from ..log import ConversionLog, Path, RequestContext, mapping
from ..losses import Change
from .envelopes import fill_request_meta
from .registry import Tree, rule

SAFEST = 2**53 - 1  # the bound of integers in the extension
UNITS = {"ttl": "ttlMs", "pollInterval": "pollIntervalMs"}  # member of the core → member of the extension
MEMBERS = ("taskId", "status", "statusMessage", "createdAt", "lastUpdatedAt", *UNITS.values())
NO_MEMBERS = ("_meta", "resultType")  # of a result, so none of the task inside


@rule("R-TASK")
def declaring_tasks(context: RequestContext) -> RequestContext:
    """Return the context of a request that declares the extension beside the client's capabilities."""
    key = reserved_key("clientCapabilities")
    capabilities = msgspec.to_builtins(context.stated.get(key, {}))
    extensions = capabilities.get("extensions")
    capabilities["extensions"] = {**(extensions if type(extensions) is dict else {}), TASKS: {}}
    return RequestContext({**context.stated, key: capabilities}, context.shapes)


@rule("R-TASK")
def fill_task_meta(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Set the members of `_meta` as `fill_request_meta` does, with the extension among the capabilities."""
    context = log.context
    assert context is not None
    log.context = declaring_tasks(context)
    fill_request_meta(params, at, log, change)
    log.context = context


# Up, to the extension


@rule("R-TASK")
def created_task_up(result: Tree, at: Path, log: ConversionLog, change: Change) -> Tree:
    """Move the members of a created task into its result, which is respelled."""
    task, place = mapping(result, "task", at), (at, "task")
    log.respell(at, result, change)
    del result["task"]
    _units_up(task, place, log, change)
    for name in NO_MEMBERS:
        if name in task:
            log.drop(task, name, place, change)
    for name in [name for name in result if name in task or name in MEMBERS]:
        log.drop(result, name, at, change)
    result.update(task)
    return result


@rule("R-TASK")
def task_units_up(task: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Respell a task: the units of its times have other names."""
    log.respell(at, task, change)
    _units_up(task, at, log, change)


# Down, to the core of 2025-11-25


@rule("R-TASK")
def task_units_down(task: Tree, at: Path, log: ConversionLog, change: Change) -> Tree:
    """Respell a task: the units of its times have other names."""
    log.respell(at, task, change)
    for older, newer in UNITS.items():
        _rename(task, newer, older, at, log, change)
    return task


@rule("R-TASK")
def failed_tool(task: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """State that a task failed whose tool reports an error."""
    result = task["result"]
    if task.get("status") == "completed" and type(result) is dict and result.get("isError") is True:
        log.reshape((at, "status"), "completed", change)
        task["status"] = "failed"


@rule("R-TASK")
def created_task_down(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Move the members of a created task, all but `_meta`, into an object of its own."""
    result["task"] = {name: result.pop(name) for name in [name for name in result if name != "_meta"]}


def _units_up(task: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    task.setdefault("ttl", None)  # the official Python server (1.25) leaves out the required null
    for older, newer in UNITS.items():
        _rename(task, older, newer, at, log, change)
        value: Any = task.get(newer)
        if type(value) in (int, float) and abs(value) > SAFEST:
            log.weaken((at, older), value, change)
            task[newer] = SAFEST if value > 0 else -SAFEST


def _rename(task: Tree, old: str, new: str, at: Path, log: ConversionLog, change: Change) -> None:
    """Rename a member; drop a member that has the new name already."""
    if new in task:
        log.drop(task, new, at, change)
    if old in task:
        task[new] = task.pop(old)
