"""Tasks: those in the core of 2025-11-25, and those of the extension for 2026-07-28."""

from __future__ import annotations

import msgspec

from ...revisions import reserved_key
from ...task_names import TASKS
from ..log import ConversionLog, Path, RequestContext
from ..losses import Change
from .envelopes import fill_request_meta
from .registry import Tree, rule


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


@rule("R-TASK")
def failed_tool(task: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """State that a task failed whose tool reports an error."""
    result = task["result"]
    if task.get("status") == "completed" and type(result) is dict and result.get("isError") is True:
        log.report("reshaped", (at, "status"), "completed", change)
        task["status"] = "failed"
