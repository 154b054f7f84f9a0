"""Messages as plain dictionaries: `dicts` of each revision, with decode, convert and to_builtins."""

import mcp_revisions as mr
from mcp_revisions import v2024_11_05, v2025_03_26, v2025_06_18, v2026_07_28
from mcp_revisions import v2025_11_25 as mcp
from mcp_revisions.v2024_11_05 import dicts as dicts_2024_11_05
from mcp_revisions.v2025_03_26 import dicts as dicts_2025_03_26
from mcp_revisions.v2025_06_18 import dicts as dicts_2025_06_18
from mcp_revisions.v2025_11_25 import dicts
from mcp_revisions.v2026_07_28 import dicts as dicts_2026_07_28
from typing_extensions import assert_type

tool: dicts.Tool = {
    "name": "add",
    "inputSchema": {"type": "object", "properties": {"a": {"type": "number"}}, "additionalProperties": False},
}
assert_type(mcp.decode(tool, mcp.Tool), mcp.Tool)
assert_type(tool["name"], str)
title: str | None = tool.get("title")
written: dicts.Tool = mcp.to_builtins(mcp.decode(tool, mcp.Tool))

call: dicts.CallToolRequest = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {"name": "add", "arguments": {"a": 1}},
}
mcp.decode_message(call, "client")
newer: dicts_2026_07_28.CallToolRequest = mr.convert(
    call, "2025-11-25", "2026-07-28", sender="client"
).message
assert_type(newer["params"]["name"], str)


def texts(result: dicts.CallToolResult) -> list[str]:
    """Return the texts of a result; the tag selects the member of the union."""
    return [block["text"] for block in result["content"] if block["type"] == "text"]


older: dicts_2024_11_05.Tool = {"name": "add", "inputSchema": {"type": "object"}}
v2024_11_05.decode(older, v2024_11_05.Tool)
annotated: dicts_2025_03_26.ToolAnnotations = {"readOnlyHint": True}
v2025_03_26.decode(annotated, v2025_03_26.ToolAnnotations)
link: dicts_2025_06_18.ResourceLink = {"type": "resource_link", "uri": "file:///a", "name": "a"}
v2025_06_18.decode(link, v2025_06_18.ContentBlock)
discovered: dicts_2026_07_28.Implementation = {"name": "s", "version": "1"}
v2026_07_28.decode(discovered, v2026_07_28.Implementation)
