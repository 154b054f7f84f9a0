"""The inferred types of a handler's context, by revision."""

import mcp_revisions as mr
from mcp_revisions import latest as mcp
from mcp_revisions import v2025_11_25 as older
from typing_extensions import assert_type

router = mcp.Router("client")


@router.on("tools/list")
def list_tools(params: mcp.PaginatedRequestParams, context: mcp.Context) -> mcp.ListToolsResult:
    """Use what the revision says about `_meta`."""
    assert_type(context.meta, mcp.RequestMetaObject)
    assert_type(context.client_capabilities, mcp.ClientCapabilities)
    assert_type(context.progress_token, str | int | None)
    tools = (mcp.Tool(name="add", input_schema=mcp.ToolInputSchema({"type": "object"})),)
    return mcp.ListToolsResult(tools=tools, ttl_ms=0, cache_scope="private")


@router.on("tools/call")
def call_tool(params: mcp.CallToolRequestParams, *, context: mcp.Context) -> mcp.CallToolResult:
    """Return a list whose items have one type of content."""
    blocks = [mcp.TextContent(text="3")]
    return mcp.CallToolResult(content=blocks)


@router.on("notifications/cancelled")
def cancelled(params: mcp.CancelledNotificationParams, context: mr.Context) -> None:
    """Every context is an `mr.Context`."""
    held: mr.Context = context
    assert_type(held.id, str | int | None)


older_router = older.Router("client")


@older_router.on("tools/list")
def list_older(params: older.PaginatedRequestParams, context: older.Context) -> older.ListToolsResult:
    """A request with `initialize` before it may have no `_meta`."""
    assert_type(context.meta, older.RequestMeta | None)
    return older.ListToolsResult(tools=[])


@older_router.on("tasks/get")
def get_task(params: older.GetTaskRequestParams, context: mr.Context) -> older.GetTaskResult:
    """The params of this method do not declare `_meta`."""
    raise KeyError(params.task_id)
