"""The inferred results of a call to a server, with and without functions that answer input requests."""

from mcp_revisions import latest as mcp
from typing_extensions import assert_type

import mcp_bridge


async def calls(
    server: mcp_bridge.ServerConnection, call: mcp.CallToolRequest, all: mcp.ListToolsRequest
) -> None:
    """With `inputs`, a call has the final result."""
    inputs = {"roots/list": lambda params: mcp.ListRootsResult(roots=[])}
    assert_type(await server.call(call), mcp.CallToolResult | mcp.InputRequiredResult)
    assert_type(await server.call(call, inputs=inputs), mcp.CallToolResult)
    assert_type(await server.call(all, inputs=inputs), mcp.ListToolsResult)
