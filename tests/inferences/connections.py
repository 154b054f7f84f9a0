"""The inferred results of a call to a server, and the functions that may answer input requests."""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from mcp_revisions import latest as mcp
from typing_extensions import assert_type

import mcp_bridge


def form(params: mcp.ElicitRequestFormParams) -> mcp.ElicitResult:
    """Answer a form."""
    return mcp.ElicitResult(action="accept", content={"name": "Ada"})


async def visit(params: mcp.ElicitRequestURLParams) -> mcp.ElicitResult:
    """Answer the visit of a page."""
    return mcp.ElicitResult(action="accept")


def either(params: mcp.ElicitRequestFormParams | mcp.ElicitRequestURLParams) -> mcp.ElicitResult:
    """Answer both modes."""
    return mcp.ElicitResult(action="cancel")


def roots(params: mcp.ListRootsRequestParams) -> mcp.ListRootsResult:
    """Answer with the roots."""
    return mcp.ListRootsResult(roots=[])


async def calls(
    server: mcp_bridge.ServerConnection, call: mcp.CallToolRequest, all: mcp.ListToolsRequest
) -> None:
    """With `inputs`, a call has the final result."""
    inputs: mcp_bridge.InputHandlers = {"roots/list": lambda params: mcp.ListRootsResult(roots=[])}
    assert_type(await server.call(call), mcp.CallToolResult | mcp.InputRequiredResult)
    assert_type(await server.call(call, inputs=inputs), mcp.CallToolResult)
    assert_type(await server.call(all, inputs=inputs), mcp.ListToolsResult)
    assert_type(await server.call(call, inputs={}), mcp.CallToolResult)
    for elicit in form, either:
        await server.call(call, inputs={"elicitation/create": elicit, "roots/list": roots})
    await server.call(call, inputs={"elicitation/create": visit})


async def mistakes(server: mcp_bridge.ServerConnection, call: mcp.CallToolRequest) -> None:
    """Both type checkers report these."""
    await server.call(call, inputs={"roots/lst": roots})  # type: ignore[call-overload]
    await server.call(call, inputs={"roots/list": form})  # type: ignore[call-overload]
    await server.call(call, inputs={"elicitation/create": roots})  # type: ignore[call-overload]
    await server.call(call, inputs={"roots/list": None})  # type: ignore[call-overload]
    await server.call(call, inputs=[roots])  # type: ignore[call-overload]
    wrong: mcp_bridge.InputHandlers = {"sampling/createMessage": roots}  # type: ignore[typeddict-item]
    await server.call(call, inputs=wrong)
