"""The inferred type of the answer to each method of 2026-07-28. Written by `make golden`."""

from typing import TypeVar

import mcp_revisions as mr
from mcp_revisions import v2026_07_28 as mcp
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
    mcp.decode_message(data, sender="client", answering="elicitation/create"),
    mcp.Response[mcp.ElicitResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="prompts/get"),
    mcp.Response[mcp.GetPromptResult | mcp.InputRequiredResult] | mcp.ErrorResponse[mcp.Error],
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
    mcp.Response[mcp.ReadResourceResult | mcp.InputRequiredResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="resources/templates/list"),
    mcp.Response[mcp.ListResourceTemplatesResult] | mcp.ErrorResponse[mcp.Error],
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
    mcp.decode_message(data, sender="server", answering="server/discover"),
    mcp.Response[mcp.DiscoverResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="subscriptions/listen"),
    mcp.Response[mcp.SubscriptionsListenResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="tools/call"),
    mcp.Response[mcp.CallToolResult | mcp.InputRequiredResult] | mcp.ErrorResponse[mcp.Error],
)
assert_type(
    mcp.decode_message(data, sender="server", answering="tools/list"),
    mcp.Response[mcp.ListToolsResult] | mcp.ErrorResponse[mcp.Error],
)


async def calls(data: bytes) -> None:
    """Call each request."""
    assert_type(await call(mcp.decode(data, mcp.CompleteRequest)), mcp.CompleteResult)
    assert_type(await call(mcp.decode(data, mcp.ElicitRequest)), mcp.ElicitResult)
    assert_type(
        await call(mcp.decode(data, mcp.GetPromptRequest)), mcp.GetPromptResult | mcp.InputRequiredResult
    )
    assert_type(await call(mcp.decode(data, mcp.ListPromptsRequest)), mcp.ListPromptsResult)
    assert_type(await call(mcp.decode(data, mcp.ListResourcesRequest)), mcp.ListResourcesResult)
    assert_type(
        await call(mcp.decode(data, mcp.ReadResourceRequest)),
        mcp.ReadResourceResult | mcp.InputRequiredResult,
    )
    assert_type(
        await call(mcp.decode(data, mcp.ListResourceTemplatesRequest)), mcp.ListResourceTemplatesResult
    )
    assert_type(await call(mcp.decode(data, mcp.ListRootsRequest)), mcp.ListRootsResult)
    assert_type(await call(mcp.decode(data, mcp.CreateMessageRequest)), mcp.CreateMessageResult)
    assert_type(await call(mcp.decode(data, mcp.DiscoverRequest)), mcp.DiscoverResult)
    assert_type(await call(mcp.decode(data, mcp.SubscriptionsListenRequest)), mcp.SubscriptionsListenResult)
    assert_type(
        await call(mcp.decode(data, mcp.CallToolRequest)), mcp.CallToolResult | mcp.InputRequiredResult
    )
    assert_type(await call(mcp.decode(data, mcp.ListToolsRequest)), mcp.ListToolsResult)
