"""The inferred types of decoded and constructed values, in the forms that the documentation shows."""

import mcp_revisions as mr
from mcp_revisions import v2025_11_25 as mcp
from typing_extensions import assert_type

data = b""
listed = mcp.decode_message(data, sender="server", answering="tools/list")
if isinstance(listed, mcp.ErrorResponse):
    assert_type(listed.error.code, int)
else:
    assert_type(listed.result.tools[0].name, str)

called = mcp.decode_message(data, sender="server", answering="tools/call", invalid_items="skip")
if isinstance(called, mcp.Response) and not isinstance(called.result, mcp.CreateTaskResult):
    assert_type(called.result, mcp.CallToolResult)

message = mcp.decode_message(data, "client")
if isinstance(message, mcp.CallToolRequest):
    assert_type(message.params.name, str)


def method_of(id: object) -> str | None:
    """Return the method of a request."""
    return "ping" if id == 1 else None


answered = mcp.decode_message(data, "server", method_of)
assert not isinstance(answered, mcp.CallToolRequest)

assert_type(mcp.decode(data, mcp.Tool), mcp.Tool)
assert_type(mcp.decode(data, list[mcp.Tool]), list[mcp.Tool])
assert_type(
    mcp.decode(data, mcp.ContentBlock),
    mcp.TextContent | mcp.ImageContent | mcp.AudioContent | mcp.ResourceLink | mcp.EmbeddedResource,
)
assert_type(
    mcp.decode(data, mcp.AnyResourceContents, unknown="error"),
    mcp.TextResourceContents | mcp.BlobResourceContents,
)
assert_type(mcp.decode(data, mcp.RequestId), str | int)

schema = mcp.ToolInputSchema({"type": "object"})
tool = mcp.Tool(name="add", input_schema=schema)
assert_type(mcp.Response(1, mcp.ListToolsResult(tools=[tool])), mcp.Response[mcp.ListToolsResult])
assert_type(mcp.Response(id=1, result=mcp.EmptyResult()).result, mcp.EmptyResult)
assert_type(mcp.ErrorResponse("1", mcp.Error(code=-1, message="")), mcp.ErrorResponse[mcp.Error])
assert_type(mcp.ErrorResponse(error=mcp.Error(code=-1, message="")).error, mcp.Error)
mcp.CallToolRequest(id=1, params=mcp.CallToolRequestParams(name="add", arguments={"a": 1}))
mcp.CallToolResult(content=[mcp.TextContent(text="3")], is_error=False)
assert_type(mr.REVISIONS, tuple[mr.RevisionName, ...])
