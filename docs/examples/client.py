"""Call the tools of an MCP server of any revision: `client.py URL`, or `client.py COMMAND...`."""

import asyncio
import sys

import mcp_bridge
from mcp_revisions import v2026_07_28 as mcp

META = mcp.RequestMetaObject(
    protocol_version=mcp.REVISION,
    client_info=mcp.Implementation(name="caller", version="1.0"),
    client_capabilities=mcp.decode({"elicitation": {"form": {}}}, mcp.ClientCapabilities),
    log_level="debug",
)
router = mcp.Router(sender="server")


@router.on("notifications/message")
def log(params: mcp.LoggingMessageNotificationParams) -> None:
    print(f"{params.level}: {params.data}", file=sys.stderr)


def answer(params: mcp.ElicitRequestFormParams) -> mcp.ElicitResult:
    print(params.message, file=sys.stderr)
    return mcp.ElicitResult(action="accept", content={"name": "Ada"})


async def call_tool(server: mcp_bridge.ServerConnection, name: str, **given: object) -> mcp.CallToolResult:
    params = mcp.CallToolRequestParams(name=name, arguments=given)
    return await server.call(
        mcp.CallToolRequest(params=params),  # the connection sets `id`, and `_meta` to META
        timeout=60,
        on_progress=lambda done: print(done.progress, file=sys.stderr),
        inputs={"elicitation/create": answer},
    )


async def main(*words: str) -> None:
    target = words[0] if "://" in words[0] else words
    async with mcp_bridge.connect(target, router, meta=META) as server:
        listed = await server.call(mcp.ListToolsRequest(params=mcp.PaginatedRequestParams()))
        print(*(tool.name for tool in listed.tools))
        for result in await call_tool(server, "wait", seconds=0), await call_tool(server, "greet"):
            print(*(block.text for block in result.content if isinstance(block, mcp.TextContent)))


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
