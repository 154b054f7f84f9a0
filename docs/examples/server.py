"""An MCP server with two tools, for clients of every revision: over stdio, or `uvicorn server:app`."""

import asyncio
import sys

import mcp_bridge
import mcp_revisions as mr
from mcp_revisions import v2026_07_28 as mcp

WAIT = {"name": "wait", "inputSchema": {"type": "object", "required": ["seconds"]}}
GREET = {"name": "greet", "inputSchema": {"type": "object"}}
FORM = {"type": "object", "properties": {"name": {"type": "string"}}}
ASK = {"method": "elicitation/create", "params": {"message": "Who are you?", "requestedSchema": FORM}}
FRESH = {"ttl_ms": 0, "cache_scope": "private"}
ABOUT = mcp.ResultMetaObject(server_info=mcp.Implementation(name="waiter", version="1.0"))
router = mcp.Router(sender="client", validate=True)


@router.on("server/discover")
def discover(params):
    has = mcp.ServerCapabilities(tools=mcp.ToolsCapability())
    return mcp.DiscoverResult(meta=ABOUT, supported_versions=[mcp.REVISION], capabilities=has, **FRESH)


@router.on("tools/list")
def list_tools(params):
    return mcp.ListToolsResult(tools=[mcp.decode(tool, mcp.Tool) for tool in (WAIT, GREET)], **FRESH)


@router.on("tools/call")
async def call_tool(params, context):
    if params.name == "wait":
        if context.progress_token is not None:
            done = mcp.ProgressNotificationParams(progress_token=context.progress_token, progress=0)
            context.notify(mcp.ProgressNotification(params=done))
        await asyncio.sleep(params.arguments["seconds"])  # a cancellation by the client ends the task here
        return mcp.CallToolResult(content=[mcp.TextContent(text=f"request {context.id} waited")])
    if params.name != "greet":
        raise mr.ProtocolError(-32602, f"there is no tool {params.name!r}")
    if not params.input_responses:
        return mcp.decode(
            {"resultType": "input_required", "inputRequests": {"who": ASK}}, mcp.InputRequiredResult
        )
    name = (params.input_responses["who"].content or {}).get("name", "stranger")  # the client may decline
    return mcp.CallToolResult(content=[mcp.TextContent(text=f"Hello {name}!")])


app = mcp_bridge.app(router)
if __name__ == "__main__":
    sys.exit(mcp_bridge.serve(router))
