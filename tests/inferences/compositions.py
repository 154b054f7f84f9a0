"""The inferred types of a revision with extensions: those of the revision, and those of the extensions."""

from typing import Any, TypeVar

import mcp_revisions as mr
from mcp_revisions import v2026_07_28 as mcp
from mcp_revisions.extensions import apps, tasks, v2026_07_28_tasks_apps
from typing_extensions import assert_type

import mcp_bridge

R = TypeVar("R")
F = TypeVar("F")
data = b""
both = mr.compose("2026-07-28", tasks, "io.modelcontextprotocol/ui")

assert_type(
    both.decode_message(data, sender="server", answering="tools/call"),
    mcp.Response[mcp.CallToolResult | mcp.InputRequiredResult | tasks.CreateTaskResult]
    | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    both.decode_message(data, sender="server", answering="tasks/get"),
    mcp.Response[tasks.GetTaskResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    both.decode_message(data, sender="host", answering="ui/open-link"),
    mcp.Response[apps.McpUiOpenLinkResult] | mcp.ErrorResponse[mcp.Error],
)
request = both.decode_message(data, sender="client", unknown="drop")
if isinstance(request, tasks.GetTaskRequest):
    assert_type(request.params.task_id, str)
elif isinstance(request, mcp.CallToolRequest):
    assert_type(request.params.name, str)
if isinstance(request, v2026_07_28_tasks_apps.CallToolRequest):
    assert_type(request.params.name, str)
link = both.decode_message(data, sender="app")
if isinstance(link, apps.McpUiOpenLinkRequest):
    assert_type(link.params.url, str)

assert_type(both.decode(data, tasks.Task), tasks.Task)
assert_type(both.decode(data, list[mcp.Tool]), list[mcp.Tool])
assert_type(both.encode(request), bytes)
assert_type(both.json_schema(tasks.Task), dict[str, Any])
assert_type(both.METHODS["tasks/get"], mcp.Method)

router = both.Router("client")


@router.on("tasks/get")
def status(params: tasks.TaskIdParams, context: mr.Context) -> tasks.GetTaskResult:
    """Return the status of a task."""
    raise KeyError(params.task_id)


async def call(request: mr.Request[R]) -> R:
    """Send a request and return its result."""
    raise NotImplementedError


async def finish(request: mr.Request[R, F]) -> F:
    """Send a request, give the input that its result asks for, and return the final result."""
    raise NotImplementedError


async def calls(data: bytes) -> None:
    """Call requests of a revision, of its extension, and of both together."""
    plain = mcp.decode(data, mcp.CallToolRequest)
    assert_type(await call(plain), mcp.CallToolResult | mcp.InputRequiredResult)
    assert_type(await call(both.decode(data, tasks.GetTaskRequest)), tasks.GetTaskResult)
    wider = v2026_07_28_tasks_apps.CallToolRequest(id=1, params=plain.params)
    assert_type(await call(wider), mcp.CallToolResult | mcp.InputRequiredResult | tasks.CreateTaskResult)
    assert_type(await finish(wider), mcp.CallToolResult | tasks.CreateTaskResult)
    assert_type(await finish(plain), mcp.CallToolResult)
    assert_type(await finish(both.decode(data, tasks.GetTaskRequest)), tasks.GetTaskResult)


async def final_results(
    server: mcp_bridge.ServerConnection,
    peer: mr.Peer,
    call: v2026_07_28_tasks_apps.CallToolRequest,
    unknown: mr.Request[mcp.CallToolResult | tasks.CreateTaskResult],
) -> None:
    """With `inputs`, a call has one of the final results, which type checkers tell apart."""
    assert_type(await server.call(call, inputs={}), mcp.CallToolResult | tasks.CreateTaskResult)
    assert_type(await peer.call(call, inputs={}), mcp.CallToolResult | tasks.CreateTaskResult)
    assert_type(await peer.call(unknown, inputs={}), mcp.CallToolResult | tasks.CreateTaskResult)
    result = await mr.call_with_inputs(peer.call, call, {})
    assert_type(result, mcp.CallToolResult | tasks.CreateTaskResult)
    if isinstance(result, tasks.CreateTaskResult):
        assert_type(result.task_id, str)
    else:
        assert_type(result, mcp.CallToolResult)


def composed(revision: mr.RevisionName, *extensions: str) -> mr.Composition:
    """Return a composition of a revision that only the run time knows."""
    return mr.compose(revision, *extensions)


assert_type(composed("2026-07-28").decode(data, mcp.Tool), mcp.Tool)
with_tasks = mr.revision("2026-07-28+io.modelcontextprotocol/tasks")
assert_type(with_tasks.decode(data, with_tasks.Task), tasks.Task)
held: mr.Composition = with_tasks
some: mr.RevisionModule = composed("2026-07-28")
plain = composed("2026-07-28").decode_message(data, "client")
assert_type(mr.convert(data, both, "2025-11-25", sender="client").message, bytes)
