"""The inferred type of the answer to each method of 2024-11-05. Written by `make golden`."""

from typing import TypeVar

import mcp_revisions as mr
from mcp_revisions import v2024_11_05 as mcp
from typing_extensions import assert_type

R = TypeVar("R")
data = b""


async def call(request: mr.Request[R]) -> R:
    """Send a request and return its result."""
    raise NotImplementedError


assert_type(
    mcp.decode_message(data, sender="server", answering="completion/complete"),
    mcp.Response[mcp.CompleteResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="initialize"),
    mcp.Response[mcp.InitializeResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="logging/setLevel"),
    mcp.Response[mcp.Result] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="ping"),
    mcp.Response[mcp.Result] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="client", answering="ping"),
    mcp.Response[mcp.Result] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="prompts/get"),
    mcp.Response[mcp.GetPromptResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="prompts/list"),
    mcp.Response[mcp.ListPromptsResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="resources/list"),
    mcp.Response[mcp.ListResourcesResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="resources/read"),
    mcp.Response[mcp.ReadResourceResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="resources/subscribe"),
    mcp.Response[mcp.Result] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="resources/templates/list"),
    mcp.Response[mcp.ListResourceTemplatesResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="resources/unsubscribe"),
    mcp.Response[mcp.Result] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="client", answering="roots/list"),
    mcp.Response[mcp.ListRootsResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="client", answering="sampling/createMessage"),
    mcp.Response[mcp.CreateMessageResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="tools/call"),
    mcp.Response[mcp.CallToolResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="tools/list"),
    mcp.Response[mcp.ListToolsResult] | mcp.ErrorResponse[mcp.Error],
)


async def calls(data: bytes) -> None:
    """Call each request."""
    assert_type(await call(mcp.decode(data, mcp.CompleteRequest)), mcp.CompleteResult)
    assert_type(await call(mcp.decode(data, mcp.InitializeRequest)), mcp.InitializeResult)
    assert_type(await call(mcp.decode(data, mcp.SetLevelRequest)), mcp.Result)
    assert_type(await call(mcp.decode(data, mcp.PingRequest)), mcp.Result)
    assert_type(await call(mcp.decode(data, mcp.GetPromptRequest)), mcp.GetPromptResult)
    assert_type(await call(mcp.decode(data, mcp.ListPromptsRequest)), mcp.ListPromptsResult)
    assert_type(await call(mcp.decode(data, mcp.ListResourcesRequest)), mcp.ListResourcesResult)
    assert_type(await call(mcp.decode(data, mcp.ReadResourceRequest)), mcp.ReadResourceResult)
    assert_type(await call(mcp.decode(data, mcp.SubscribeRequest)), mcp.Result)
    assert_type(
        await call(mcp.decode(data, mcp.ListResourceTemplatesRequest)), mcp.ListResourceTemplatesResult
    )
    assert_type(await call(mcp.decode(data, mcp.UnsubscribeRequest)), mcp.Result)
    assert_type(await call(mcp.decode(data, mcp.ListRootsRequest)), mcp.ListRootsResult)
    assert_type(await call(mcp.decode(data, mcp.CreateMessageRequest)), mcp.CreateMessageResult)
    assert_type(await call(mcp.decode(data, mcp.CallToolRequest)), mcp.CallToolResult)
    assert_type(await call(mcp.decode(data, mcp.ListToolsRequest)), mcp.ListToolsResult)
