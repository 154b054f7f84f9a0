"""A server that runs its tool as a task. Clients without tasks wait for the result."""

import asyncio
import secrets
import sys
from datetime import datetime, timezone
from typing import Any

import mcp_bridge
import mcp_revisions as mr
from mcp_revisions.extensions import tasks
from mcp_revisions.extensions import v2026_07_28_tasks as mcp

SCHEMA = {"type": "object", "properties": {"seconds": {"type": "number"}}, "required": ["seconds"]}
WAIT = mcp.decode({"name": "wait", "inputSchema": SCHEMA}, mcp.Tool)
HAS = mcp.ServerCapabilities(tools=mcp.ToolsCapability(), extensions={tasks.IDENTIFIER: {}})
TTL = 3_600_000  # milliseconds until a task is removed
MOST = 1000  # tasks that are stored at the same time
states: dict[str, mcp.GetTaskResult] = {}
running: dict[str, asyncio.Task[None]] = {}
router = mcp.Router(sender="client", capabilities=HAS, validate=True)


def now() -> str:
    return datetime.now(timezone.utc).isoformat()


async def wait(seconds: float) -> mcp.CallToolResult:
    await asyncio.sleep(seconds)
    return mcp.CallToolResult(content=[mcp.TextContent(text=f"waited {seconds:g} s")])


async def run(id: str, seconds: float, facts: dict[str, Any]) -> None:
    try:
        result = mcp.to_builtins(await wait(seconds))
        states[id] = mcp.CompletedTaskResult(**facts, last_updated_at=now(), result=result)
    except Exception:
        error = mcp.Error(code=mcp.INTERNAL_ERROR, message="the tool failed")
        states[id] = mcp.FailedTaskResult(**facts, last_updated_at=now(), error=error)


def state_of(id: str) -> mcp.GetTaskResult:
    if id not in states:
        raise mr.ProtocolError(mcp.INVALID_PARAMS, "there is no such task")
    return states[id]


def remove(id: str) -> None:
    running.pop(id).cancel()
    del states[id]


@router.on("server/discover")
def discover(params: mcp.RequestParams) -> mcp.DiscoverResult:
    return mcp.DiscoverResult(
        supported_versions=[mcp.REVISION], capabilities=HAS, ttl_ms=0, cache_scope="private"
    )


@router.on("tools/list")
def list_tools(params: mcp.PaginatedRequestParams) -> mcp.ListToolsResult:
    return mcp.ListToolsResult(tools=[WAIT], ttl_ms=0, cache_scope="private")


@router.on("tools/call")
async def call_tool(
    params: mcp.CallToolRequestParams, context: mcp.Context
) -> mcp.CallToolResult | mcp.CreateTaskResult:
    seconds = (params.arguments or {}).get("seconds")
    if not isinstance(seconds, (int, float)):
        raise mr.ProtocolError(mcp.INVALID_PARAMS, "`seconds` must be a number")
    if tasks.IDENTIFIER not in (context.client_capabilities.extensions or {}):
        return await wait(seconds)
    if len(states) >= MOST:
        raise mr.ProtocolError(mcp.INTERNAL_ERROR, "too many tasks are stored; try again later")
    id, loop = secrets.token_urlsafe(), asyncio.get_running_loop()  # the id gives access to the task
    facts: dict[str, Any] = {"task_id": id, "created_at": now(), "ttl_ms": TTL, "poll_interval_ms": 500}
    states[id] = mcp.WorkingTaskResult(**facts, last_updated_at=facts["created_at"])
    running[id] = loop.create_task(run(id, seconds, facts))
    loop.call_later(TTL / 1000, remove, id)
    return mcp.CreateTaskResult(**facts, status="working", last_updated_at=facts["created_at"])


@router.on("tasks/get")
def get_task(params: mcp.TaskIdParams) -> mcp.GetTaskResult:
    return state_of(params.task_id)


@router.on("tasks/update")
def update_task(params: mcp.UpdateTaskRequestParams) -> mcp.UpdateTaskResult:
    state_of(params.task_id)  # the tasks of this server ask for no input
    return mcp.UpdateTaskResult()


@router.on("tasks/cancel")
def cancel_task(params: mcp.TaskIdParams) -> mcp.CancelTaskResult:
    state = state_of(params.task_id)
    if state.status == "working":
        running[state.task_id].cancel()
        states[state.task_id] = mcp.CancelledTaskResult(
            task_id=state.task_id, created_at=state.created_at, last_updated_at=now(), ttl_ms=TTL
        )
    return mcp.CancelTaskResult()


app = mcp_bridge.app(router)
if __name__ == "__main__":
    sys.exit(mcp_bridge.serve(router))
