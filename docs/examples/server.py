"""An MCP server with two tools, for clients of every revision: over stdio, or `uvicorn server:app`."""

import asyncio
import sys

import mcp_bridge
import mcp_revisions as mr
from mcp_revisions import v2026_07_28 as mcp

WAIT = mcp.decode({"name": "wait", "inputSchema": {"type": "object", "required": ["seconds"]}}, mcp.Tool)
GREET = mcp.decode({"name": "greet", "inputSchema": {"type": "object"}}, mcp.Tool)
FORM = {"type": "object", "properties": {"name": {"type": "string"}}}
ABOUT = mcp.ResultMetaObject(server_info=mcp.Implementation(name="waiter", version="1.0"))
HAS = mcp.ServerCapabilities(tools=mcp.ToolsCapability(), logging={})
router = mcp.Router(sender="client", validate=True)


@router.on("server/discover")
def discover(params: mcp.RequestParams) -> mcp.DiscoverResult:
    return mcp.DiscoverResult(
        meta=ABOUT, supported_versions=[mcp.REVISION], capabilities=HAS, ttl_ms=0, cache_scope="private"
    )


@router.on("tools/list")
def list_tools(params: mcp.PaginatedRequestParams) -> mcp.ListToolsResult:
    return mcp.ListToolsResult(tools=[WAIT, GREET], ttl_ms=0, cache_scope="private")


@router.on("tools/call")
@mcp_bridge.interactive
async def call_tool(
    params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext
) -> mcp.CallToolResult:
    if params.name == "wait":
        context.report_progress(0)
        context.log("debug", "waiting")
        await asyncio.sleep((params.arguments or {})["seconds"])  # a cancellation by the client ends it
        return mcp.CallToolResult(content=[mcp.TextContent(text=f"request {context.request.id} waited")])
    if params.name != "greet":
        raise mr.ProtocolError(-32602, f"there is no tool {params.name!r}")
    answer = await context.elicit("Who are you?", FORM)  # without content if the user declines
    name = (answer.content or {}).get("name", "you")
    return mcp.CallToolResult(content=[mcp.TextContent(text=f"Hello {name}!")])


app = mcp_bridge.app(router)
if __name__ == "__main__":
    sys.exit(mcp_bridge.serve(router))
