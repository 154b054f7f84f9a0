"""docs/examples/checked_arguments.py: a tool gets only arguments that its schema allows."""

from __future__ import annotations

import asyncio
import runpy
from typing import Any

import pytest
from mcp_revisions import latest as mcp

import mcp_bridge
from support.paths import ROOT

EXAMPLE = ROOT / "docs" / "examples" / "checked_arguments.py"
META = mcp.RequestMetaObject(protocol_version=mcp.REVISION, client_capabilities=mcp.ClientCapabilities())


def called(arguments: dict[str, Any]) -> tuple[bool, str]:
    """Return whether the result of a call is an error, and its text."""

    async def scenario() -> mcp.CallToolResult:
        router = runpy.run_path(str(EXAMPLE))["router"]
        async with mcp_bridge.connect(router, mcp.Router(sender="server"), meta=META) as server:
            params = mcp.CallToolRequestParams(name="count", arguments=arguments, meta=META)
            found = await server.call(mcp.CallToolRequest(id=0, params=params))
        assert isinstance(found, mcp.CallToolResult)
        return found

    result = asyncio.run(scenario())
    (block,) = result.content
    assert isinstance(block, mcp.TextContent)
    return result.is_error is True, block.text


@pytest.mark.parametrize(
    ("arguments", "text"),
    [
        ({"count": 0}, "$.count: 0 is less than the minimum of 1"),
        ({"count": "3"}, "$.count: '3' is not of type 'integer'"),
        ({}, "$: 'count' is a required property"),
        ({"count": 1, "more": 2}, "$: Additional properties are not allowed ('more' was unexpected)"),
    ],
)
def test_arguments_that_the_schema_refuses_do_not_reach_the_tool(
    arguments: dict[str, Any], text: str
) -> None:
    """The result is an error that names the argument."""
    assert called(arguments) == (True, text)


def test_arguments_that_the_schema_allows_reach_the_tool() -> None:
    """The tool answers."""
    assert called({"count": 3}) == (False, "1, 2, 3")
