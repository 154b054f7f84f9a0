"""A server whose tool gets only arguments that its `inputSchema` allows. It needs `pip install jsonschema`."""

import sys
from typing import Any

import mcp_bridge
import mcp_revisions as mr
from jsonschema import Draft202012Validator
from mcp_revisions import v2026_07_28 as mcp

SCHEMA = {
    "type": "object",
    "properties": {"count": {"type": "integer", "minimum": 1}},
    "required": ["count"],
    "additionalProperties": False,
}
COUNT = mcp.decode({"name": "count", "inputSchema": SCHEMA}, mcp.Tool)
VALIDATORS: dict[str, Any] = {
    tool.name: Draft202012Validator(mcp.to_builtins(tool.input_schema)) for tool in [COUNT]
}
HAS = mcp.ServerCapabilities(tools=mcp.ToolsCapability())
router = mcp.Router(sender="client", validate=True)


@router.on("server/discover")
def discover(params: mcp.RequestParams) -> mcp.DiscoverResult:
    return mcp.DiscoverResult(
        supported_versions=[mcp.REVISION], capabilities=HAS, ttl_ms=0, cache_scope="private"
    )


@router.on("tools/list")
def list_tools(params: mcp.PaginatedRequestParams) -> mcp.ListToolsResult:
    return mcp.ListToolsResult(tools=[COUNT], ttl_ms=0, cache_scope="private")


def result_of(text: str, is_error: bool = False) -> mcp.CallToolResult:
    return mcp.CallToolResult(content=[mcp.TextContent(text=text)], is_error=is_error)


@router.on("tools/call")
def call_tool(params: mcp.CallToolRequestParams) -> mcp.CallToolResult:
    if params.name not in VALIDATORS:
        raise mr.ProtocolError(-32602, f"there is no tool {params.name!r}")
    arguments = params.arguments or {}
    for error in VALIDATORS[params.name].iter_errors(arguments):
        return result_of(f"{error.json_path}: {error.message[:200]}", is_error=True)  # a model can correct it
    return result_of(", ".join(map(str, range(1, min(arguments["count"], 100) + 1))))


if __name__ == "__main__":
    sys.exit(mcp_bridge.serve(router))
