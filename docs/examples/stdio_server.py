"""An MCP server over stdio with one tool, in every revision that `mcp_revisions` has."""

import asyncio
import sys
from collections.abc import Callable
from typing import Any

import mcp_revisions as mr

WAIT = {"name": "wait", "inputSchema": {"type": "object", "required": ["seconds"]}}


def give(result: Any) -> Callable[[Any], Any]:
    return lambda params: result


def router_of(revision: mr.RevisionName) -> mr.Router:
    mcp: Any = mr.revision(revision)  # type checkers do not know which one
    router: mr.Router = mcp.Router(sender="client", validate=True)
    fresh = {"ttl_ms": 0, "cache_scope": "private"} if "server/discover" in mcp.METHODS else {}
    router.on("tools/list")(give(mcp.ListToolsResult(tools=[mcp.decode(WAIT, mcp.Tool)], **fresh)))

    async def call_tool(params: Any, context: mr.Context) -> Any:
        seconds: Any = params.arguments and params.arguments.get("seconds")
        if params.name != WAIT["name"] or not isinstance(seconds, (int, float)):
            raise mr.ProtocolError(-32602, "the tool is `wait`, with a number of `seconds`")
        await asyncio.sleep(seconds)  # `notifications/cancelled` ends the task here
        return mcp.CallToolResult(content=[mcp.TextContent(text=f"request {context.id} waited")])

    router.on("tools/call")(call_tool)
    about = {"capabilities": mcp.ServerCapabilities(tools=mcp.ToolsCapability()), **fresh}
    if "initialize" in mcp.METHODS:
        about["server_info"] = mcp.Implementation(name="waiter", version="1.0")
        router.on("initialize")(give(mcp.InitializeResult(protocol_version=revision, **about)))
        router.on("ping")(give(mcp.EmptyResult()))
    else:
        router.on("server/discover")(give(mcp.DiscoverResult(supported_versions=list(mr.REVISIONS), **about)))
    return router


async def answer(router: mr.Router, line: bytes, refusal: bytes | None) -> None:
    if reply := refusal or await router.handle(line):
        print(reply.decode(), flush=True)


async def main() -> None:
    routers = {str(name): router_of(name) for name in mr.REVISIONS}
    revision, running = str(mr.LATEST), set[asyncio.Task[None]]()
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        revision = (admission := mr.admit(line)).revision or revision
        running.add(task := asyncio.create_task(answer(routers[revision], line, admission.reply)))
        task.add_done_callback(running.discard)


asyncio.run(main())
