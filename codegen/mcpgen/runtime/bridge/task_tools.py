"""The tools of a legacy server that run as tasks, and the calls of these tools (R-TASK).

In: lists of tools, calls, their responses. Out: calls with `task`, and the losses of adding it. Rules:

- A tool that requires a task is called as one, a tool that allows one only where the caller says so.
- A tool that no list has named is called plainly, and again as a task after error -32601, which 2025-11-25
  prescribes for a tool that requires a task (server/tools#task-support).
"""

from __future__ import annotations

from typing import Any

from ..conversion.losses import Loss
from ..errors import METHOD_NOT_FOUND
from .frames import Tree, params_of
from .tasks import AS_TASK

Losses = tuple[Loss, ...]


class TaskTools:
    """Names of tools that allow or require a task, at most `most` of them."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.support: dict[str, str] = {}  # by name of a tool: `optional` or `required`

    def note(self, result: Any) -> None:
        """Note which tools in the result of `tools/list` run as tasks."""
        for tool in _tools_in(result):
            if type(tool) is dict and type(tool.get("name")) is str:
                support = _support_of(tool)
                self.support.pop(tool["name"], None)
                if support in ("optional", "required") and len(self.support) < self.most:
                    self.support[tool["name"]] = support

    def with_task(self, call: Tree, *, where_optional: bool) -> tuple[Tree, Losses]:
        """Return a call that asks for a task if the tool requires one, or allows one `where_optional`."""
        params = params_of(call)
        support = self.support.get(params["name"]) if type(params.get("name")) is str else None
        wanted = support == "required" or (support == "optional" and where_optional)
        return _as_task(call) if wanted and "task" not in params else (call, ())

    def repeated(self, call: Tree, response: Tree) -> tuple[Tree, Losses] | None:
        """Return the call as a task if its response may stand for a tool that requires one, else None."""
        error, params = response.get("error"), params_of(call)
        refused = type(error) is dict and error.get("code") == METHOD_NOT_FOUND
        name = params.get("name")
        if not refused or "task" in params or type(name) is not str or name in self.support:
            return None
        return _as_task(call)


def _as_task(call: Tree) -> tuple[Tree, Losses]:
    loss = Loss("invented", "/params/task", {}, AS_TASK.reason, AS_TASK.id)
    return {**call, "params": {**params_of(call), "task": {}}}, (loss,)


def without_requirement(response: Tree) -> tuple[Tree, Losses]:
    """Return the response to `tools/list` without `execution` where that requires a task, and the losses.

    A conversion to a revision without tasks hides such tools, because no client can call them there.
    """
    tools, losses = _tools_in(response.get("result")), []
    kept = [*tools]
    for i, tool in enumerate(tools):
        if type(tool) is dict and _support_of(tool) == "required":
            at = f"/result/tools/{i}/execution"
            losses.append(Loss("dropped", at, tool["execution"], AS_TASK.reason, AS_TASK.id))
            kept[i] = {name: value for name, value in tool.items() if name != "execution"}
    if not losses:
        return response, ()
    return {**response, "result": {**response["result"], "tools": kept}}, tuple(losses)


def created_task(response: Tree) -> Tree | None:
    """Return the task that a server created for a call, None for any other response."""
    result = response.get("result")
    task = result.get("task") if type(result) is dict and "content" not in result else None
    return task if type(task) is dict else None


def _tools_in(result: Any) -> list[Any]:
    tools = result.get("tools") if type(result) is dict else None
    return tools if type(tools) is list else []


def _support_of(tool: Tree) -> Any:
    execution = tool.get("execution")
    return execution.get("taskSupport") if type(execution) is dict else None
