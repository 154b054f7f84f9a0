"""An MCP server over stdio with one tool, in every revision that `mcp_revisions` has."""

import asyncio
import sys

import mcp_revisions as mr

WAIT = {"name": "wait", "inputSchema": {"type": "object", "required": ["seconds"]}}


def router_of(revision):
    mcp = mr.revision(revision)
    router = mcp.Router(sender="client", validate=True)
    fresh = {"ttl_ms": 0, "cache_scope": "private"} if "server/discover" in mcp.METHODS else {}
    tools = mcp.ListToolsResult(tools=[mcp.decode(WAIT, mcp.Tool)], **fresh)
    router.on("tools/list")(lambda params: tools)

    @router.on("tools/call")
    async def call_tool(params, context):
        seconds = (params.arguments or {}).get("seconds")
        if params.name != WAIT["name"] or not isinstance(seconds, (int, float)):
            raise mr.ProtocolError(-32602, "the tool is `wait`, with a number of `seconds`")
        await asyncio.sleep(seconds)  # `notifications/cancelled` ends the task here
        return mcp.CallToolResult(content=[mcp.TextContent(text=f"request {context.id} waited")])

    about = {"capabilities": mcp.ServerCapabilities(tools=mcp.ToolsCapability()), **fresh}
    if "initialize" in mcp.METHODS:
        info = mcp.Implementation(name="waiter", version="1.0")
        opened = mcp.InitializeResult(protocol_version=revision, server_info=info, **about)
        router.on("initialize")(lambda params: opened)
        router.on("ping")(lambda params: mcp.EmptyResult())
    else:
        found = mcp.DiscoverResult(supported_versions=list(mr.REVISIONS), **about)
        router.on("server/discover")(lambda params: found)
    return router


async def answer(router, line, refusal):
    if reply := refusal or await router.handle(line):
        print(reply.decode(), flush=True)


async def main():
    routers, revision, running = {name: router_of(name) for name in mr.REVISIONS}, mr.LATEST, set()
    while line := await asyncio.to_thread(sys.stdin.buffer.readline):
        revision = (admission := mr.admit(line)).revision or revision
        running.add(task := asyncio.create_task(answer(routers[revision], line, admission.reply)))
        task.add_done_callback(running.discard)


asyncio.run(main())
