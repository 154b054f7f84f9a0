"""A server with a note that clients of every revision can watch. The tool `write` changes the note."""

import asyncio
import sys

import mcp_bridge
import mcp_revisions as mr
from mcp_revisions import v2026_07_28 as mcp

URI = "note:///today"
NOTE = mcp.Resource(uri=URI, name="today")
SCHEMA = {"type": "object", "properties": {"text": {"type": "string"}}, "required": ["text"]}
WRITE = mcp.decode({"name": "write", "inputSchema": SCHEMA}, mcp.Tool)
HAS = mcp.ServerCapabilities(resources=mcp.ResourcesCapability(subscribe=True), tools=mcp.ToolsCapability())
router = mcp.Router(sender="client", capabilities=HAS, validate=True)
note = {"text": "empty"}
is_changed = asyncio.Condition()


@router.on("server/discover")
def discover(params: mcp.RequestParams) -> mcp.DiscoverResult:
    return mcp.DiscoverResult(
        supported_versions=[mcp.REVISION], capabilities=HAS, ttl_ms=0, cache_scope="private"
    )


@router.on("resources/list")
def list_resources(params: mcp.PaginatedRequestParams) -> mcp.ListResourcesResult:
    return mcp.ListResourcesResult(resources=[NOTE], ttl_ms=0, cache_scope="private")


@router.on("resources/read")
def read(params: mcp.ReadResourceRequestParams) -> mcp.ReadResourceResult:
    if params.uri != URI:
        raise mr.ProtocolError(-32602, "there is no such resource", {"uri": params.uri})
    contents = mcp.TextResourceContents(uri=URI, text=note["text"])
    return mcp.ReadResourceResult(contents=[contents], ttl_ms=0, cache_scope="private")


@router.on("tools/list")
def list_tools(params: mcp.PaginatedRequestParams) -> mcp.ListToolsResult:
    return mcp.ListToolsResult(tools=[WRITE], ttl_ms=0, cache_scope="private")


@router.on("tools/call")
async def write(params: mcp.CallToolRequestParams) -> mcp.CallToolResult:
    async with is_changed:
        note["text"] = str((params.arguments or {}).get("text"))
        is_changed.notify_all()
    return mcp.CallToolResult(content=[mcp.TextContent(text="written")])


@router.on("subscriptions/listen")
async def listen(
    params: mcp.SubscriptionsListenRequestParams, context: mcp.Context
) -> mcp.SubscriptionsListenResult:
    wanted = URI in (params.notifications.resource_subscriptions or [])
    granted = mcp.SubscriptionFilter(resource_subscriptions=[URI] if wanted else [])
    acknowledged = mcp.SubscriptionsAcknowledgedNotificationParams(notifications=granted)
    updated = mcp.ResourceUpdatedNotificationParams(uri=URI)
    async with is_changed:
        context.notify(mcp.SubscriptionsAcknowledgedNotification(params=acknowledged))
        while True:  # until the client ends the subscription, which cancels this asyncio task
            await is_changed.wait()
            if wanted:
                context.notify(mcp.ResourceUpdatedNotification(params=updated))


app = mcp_bridge.app(router)
if __name__ == "__main__":
    sys.exit(mcp_bridge.serve(router))
