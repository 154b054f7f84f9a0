"""The types of handlers that wait for input of the client."""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from mcp_revisions import latest as mcp
from mcp_revisions import v2025_11_25 as older
from mcp_revisions.extensions import tasks, v2026_07_28_tasks
from typing_extensions import assert_type

import mcp_bridge

router = mcp.Router("client")
with_tasks = v2026_07_28_tasks.Router("client")


@router.on("tools/call")
@mcp_bridge.interactive
async def call_tool(
    params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext
) -> mcp.CallToolResult:
    """Ask for each kind of input: the type of an answer follows from the request."""
    answer = await context.elicit("Who are you?", {"type": "object", "properties": {}})
    assert_type(answer, mcp.ElicitResult)
    assert_type(await context.ask(mcp.ListRootsRequest()), mcp.ListRootsResult)
    sample = mcp.CreateMessageRequest(params=mcp.CreateMessageRequestParams(max_tokens=1, messages=[]))
    assert_type(await context.ask(sample), mcp.CreateMessageResult)
    assert_type(context.request, mcp.Context)
    return mcp.CallToolResult(content=[])


@mcp_bridge.interactive
async def get_prompt(
    params: mcp.GetPromptRequestParams, context: mcp_bridge.InputContext
) -> mcp.GetPromptResult:
    """Return another kind of result."""
    return mcp.GetPromptResult(messages=[])


async def start(
    params: v2026_07_28_tasks.CallToolRequestParams, context: mcp_bridge.InputContext
) -> mcp.CallToolResult | tasks.CreateTaskResult:
    """Return a result of an extension."""
    return mcp.CallToolResult(content=[])


async def list_tools(
    params: mcp.PaginatedRequestParams, context: mcp_bridge.InputContext
) -> mcp.ListToolsResult:
    """Handle a request whose result cannot ask for input."""
    return mcp.ListToolsResult(tools=[], ttl_ms=0, cache_scope="private")


router.on("prompts/get")(get_prompt)
with_tasks.on("tools/call")(mcp_bridge.interactive(start, expiry=60))


async def use(request: mcp.Context) -> None:
    """Call the handlers as a test does."""
    params = mcp.CallToolRequestParams(name="t")
    assert_type(await call_tool(params, request), mcp.CallToolResult | mcp.InputRequiredResult)


router.on("resources/read")(get_prompt)  # type: ignore[type-var]
mcp_bridge.interactive(list_tools)  # type: ignore[type-var]
older.Router("client").on("prompts/get")(get_prompt)  # type: ignore[type-var]
