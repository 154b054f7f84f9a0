"""The inferred type of the answer to each method of 2026-07-28. Written by `make golden`."""

from mcp_revisions import v2026_07_28 as mcp
from typing_extensions import assert_type

data = b""

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
