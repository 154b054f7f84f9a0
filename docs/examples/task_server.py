"""A server whose tool runs as a task and asks the user. Clients without tasks wait for the result."""

import asyncio
import sys

import mcp_bridge
from mcp_revisions.extensions import v2026_07_28_tasks as mcp

SCHEMA = {"type": "object", "properties": {"seconds": {"type": "number"}}}
BAKE = mcp.decode({"name": "bake", "inputSchema": SCHEMA}, mcp.Tool)
FORM = {"type": "object", "properties": {"kind": {"type": "string"}}}
HAS = mcp.ServerCapabilities(tools=mcp.ToolsCapability(), extensions={"io.modelcontextprotocol/tasks": {}})
router = mcp.Router(sender="client", capabilities=HAS, validate=True)
tasks = mcp_bridge.ServerTasks(router, poll_interval=0.5)  # handles the methods of tasks


@router.on("server/discover")
def discover(params: mcp.RequestParams) -> mcp.DiscoverResult:
    return mcp.DiscoverResult(
        supported_versions=[mcp.REVISION], capabilities=HAS, ttl_ms=0, cache_scope="private"
    )


@router.on("tools/list")
def list_tools(params: mcp.PaginatedRequestParams) -> mcp.ListToolsResult:
    return mcp.ListToolsResult(tools=[BAKE], ttl_ms=0, cache_scope="private")


@router.on("tools/call")
@tasks.interactive
async def call_tool(
    params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext
) -> mcp.CallToolResult:
    answer = await context.elicit("Which cake?", FORM)  # the task has the status `input_required`
    context.report_progress(1, message="baking")  # the status message of the task
    await asyncio.sleep((params.arguments or {}).get("seconds", 0))  # `tasks/cancel` ends it
    kind = (answer.content or {}).get("kind", "plain")
    return mcp.CallToolResult(content=[mcp.TextContent(text=f"one {kind} cake")])


app = mcp_bridge.app(router)
if __name__ == "__main__":
    sys.exit(mcp_bridge.serve(router))
