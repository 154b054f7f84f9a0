"""Tasks: those in the core of 2025-11-25, and those of the extension for 2026-07-28."""

from __future__ import annotations

from typing import Any

import msgspec

from ...revisions import reserved_key
from ...task_names import TASKS
from ..log import ConversionLog, Path, RequestContext, array, expected, mapping
from ..losses import Change
from ..value_checks import Shape
from .registry import Tree, rule

SAFEST = 2**53 - 1  # the bound of integers in the extension
UNITS = {"ttl": "ttlMs", "pollInterval": "pollIntervalMs"}  # member of the core → member of the extension
MEMBERS = ("taskId", "status", "statusMessage", "createdAt", "lastUpdatedAt", *UNITS.values())
TOKEN = ("union", "string", "integer")  # the shape of a progress token
INSIDE = ("inputRequests", "result", "error")  # members of the extension by status
NO_MEMBERS = ("_meta", "resultType")  # of a result, so none of the task inside


@rule("R-TASK")
def declaring_tasks(context: RequestContext) -> RequestContext:
    """Return the context of a request that declares the extension beside the client's capabilities."""
    key = reserved_key("clientCapabilities")
    capabilities = msgspec.to_builtins(context.stated.get(key, {}))
    extensions = capabilities.get("extensions")
    capabilities["extensions"] = {**(extensions if type(extensions) is dict else {}), TASKS: {}}
    return RequestContext({**context.stated, key: capabilities}, context.shapes)


# Up, to the extension


@rule("R-TASK")
def task_request_meta(params: Any, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop a `_meta` that is no object, and an invalid progress token: 2025-11-25 declares neither here."""
    if type(params) is not dict:
        raise expected("an object", at)
    meta = params.get("_meta", {})
    if type(meta) is not dict:
        log.drop(params, "_meta", at, change)
    elif "progressToken" in meta:
        log.admit(meta, "progressToken", TOKEN, (at, "_meta"), change)


@rule("R-TASK")
def created_task_up(result: Tree, at: Path, log: ConversionLog, change: Change, info: Shape) -> None:
    """Move the members of a created task into its result; `info` is the shape of a server's info."""
    log.respell(at, result, change)
    task, place = result.pop("task"), (at, "task")
    _units_up(task, place, log, change)
    for name in NO_MEMBERS:
        if name in task:
            log.drop(task, name, place, change)
    for name in [name for name in result if name in task or name in MEMBERS]:
        log.drop(result, name, at, change)
    result.update(task)
    log.fill(result, "resultType", "task", at, change)
    _result_meta_up(result, at, log, change, info)


@rule("R-TASK")
def task_status_up(result: Tree, at: Path, log: ConversionLog, change: Change, info: Shape) -> None:
    """Respell the answer to `tasks/get`; refuse a status for which the extension requires more members."""
    _refuse_incomplete(result, at, log)
    log.respell(at, result, change)
    _units_up(result, at, log, change)
    log.fill(result, "resultType", "complete", at, change)
    _result_meta_up(result, at, log, change, info)


@rule("R-TASK")
def task_acknowledged_up(result: Tree, at: Path, log: ConversionLog, change: Change, info: Shape) -> None:
    """Drop the task from the answer to `tasks/cancel`."""
    if type(result) is not dict:
        raise expected("an object", at)
    log.drop_others(result, NO_MEMBERS, at, change)
    log.fill(result, "resultType", "complete", at, change)
    _result_meta_up(result, at, log, change, info)


@rule("R-TASK")
def task_notification_up(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Respell a status notification; refuse a status for which the extension requires more members."""
    _refuse_incomplete(params, at, log)
    log.respell(at, params, change)
    _units_up(params, at, log, change)


@rule("R-TASK")
def tools_with_tasks(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop the `execution` of each tool in a list, so that no tool is hidden."""
    if type(result) is not dict:
        raise expected("an object", at)
    place = (at, "tools")
    for i, tool in enumerate(array(result, "tools", at)):
        if type(tool) is dict and "execution" in tool:
            log.drop(tool, "execution", (place, i), change)


# Down, to the core of 2025-11-25


@rule("R-TASK")
def created_task_down(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Move the members of a created task into an object of its own."""
    log.respell(at, result, change)
    log.drop(result, "resultType", at, change)
    task_down(result, at, log, change)
    _drop_server_info(result, at, log, change)
    task = {name: result.pop(name) for name in [name for name in result if name != "_meta"]}
    result["task"] = task


@rule("R-TASK")
def task_status_down(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Respell the answer to `tasks/get`, without the result, the error and the questions."""
    if type(result) is not dict:
        raise expected("an object", at)
    log.respell(at, result, change)
    if "resultType" in result:
        log.drop(result, "resultType", at, change)
    task_down(result, at, log, change)
    _drop_server_info(result, at, log, change)


@rule("R-TASK")
def task_notification_down(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Respell a notification of a status, without the result, the error and the questions."""
    if type(params) is not dict:
        raise expected("an object", at)
    log.respell(at, params, change)
    task_down(params, at, log, change)


def task_down(task: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Respell a task of the extension in place; a tool that reported an error failed."""
    result = task.get("result")
    if task.get("status") == "completed" and type(result) is dict and result.get("isError") is True:
        log.reshape((at, "status"), "completed", FAILED_TOOL)
        task["status"] = "failed"
    for name in INSIDE:
        if name in task:
            log.drop(task, name, at, WITHOUT_RESULT)
    for older, newer in UNITS.items():
        _rename(task, newer, older, at, log, change)


@rule("R-TASK")
def tools_as_tasks(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Declare that each tool in a list may run as a task, because the server decides that for each call."""
    place = (at, "tools")
    for i, tool in enumerate(array(result, "tools", at)):
        if type(tool) is dict:
            log.fill(tool, "execution", {"taskSupport": "optional"}, (place, i), change)


FAILED_TOOL = Change(
    "R-TASK",
    "In the core a tool that reports an error fails its task; with the extension the task completes.",
)
WITHOUT_RESULT = Change(
    "R-TASK",
    "The core answers `tasks/result` with the result, and asks for input by further requests.",
)
NEEDS_RESULT = Change(
    "R-TASK",
    "The extension states the result, the error or the questions of a task with its status; the core sends"
    " them in other messages.",
)


def _refuse_incomplete(task: Any, at: Path, log: ConversionLog) -> None:
    if type(task) is not dict:
        raise expected("an object", at)
    if task.get("status") not in ("working", "cancelled"):
        log.refuse((at, "status"), NEEDS_RESULT)


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


def _result_meta_up(result: Tree, at: Path, log: ConversionLog, change: Change, info: Shape) -> None:
    if "_meta" not in result:
        return
    meta = mapping(result, "_meta", at)
    name = reserved_key("serverInfo")
    if name in meta:
        log.admit(meta, name, info, (at, "_meta"), change)


def _drop_server_info(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    if "_meta" in result:
        meta = mapping(result, "_meta", at)
        name = reserved_key("serverInfo")
        if name in meta:
            log.drop(meta, name, (at, "_meta"), change)
        if not meta:
            del result["_meta"]
