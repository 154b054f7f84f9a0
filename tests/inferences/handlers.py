"""A registered handler keeps its own type, and a wrong handler is refused."""

# pyright: reportUnnecessaryTypeIgnoreComment=true

from mcp_revisions import latest
from mcp_revisions import v2025_11_25 as mcp
from typing_extensions import assert_type

router = mcp.Router("client")


@router.on("tools/list")
def list_tools(params: mcp.PaginatedRequestParams) -> mcp.ListToolsResult:
    """Return the result itself."""
    return mcp.ListToolsResult(tools=[])


@router.on("tools/call")
async def call_tool(params: mcp.CallToolRequestParams, context: mcp.Context) -> mcp.CallToolResult:
    """Take the context as the second parameter."""
    return mcp.CallToolResult(content=[])


@router.on("ping")
async def ping(params: mcp.RequestParams, *, context: mcp.Context | None = None) -> mcp.EmptyResult:
    """Take the context by keyword, with a default."""
    return mcp.EmptyResult()


class Notes:
    """Has a handler that is a method."""

    def cancelled(self, params: mcp.CancelledNotificationParams) -> None:
        """Handle a notification."""


def register(either: mcp.Router) -> None:
    """A router whose type does not state the side allows the methods of both."""
    either.on("tools/list")(list_tools)
    either.on("roots/list")(lambda params: mcp.ListRootsResult(roots=[]))


register(router)
mcp.Router("server").on("ping")(ping)
assert_type(list_tools(mcp.PaginatedRequestParams()), mcp.ListToolsResult)
assert_type(list_tools(params=mcp.PaginatedRequestParams()).tools[0].name, str)
router.on("notifications/cancelled")(Notes().cancelled)
router.on("prompts/list")(lambda params: mcp.ListPromptsResult(prompts=[]))


async def use(context: mcp.Context) -> None:
    """Call the handlers as a test does."""
    call = mcp.CallToolRequestParams(name="add")
    assert_type(await call_tool(call, context), mcp.CallToolResult)
    assert_type(await call_tool(params=call, context=context), mcp.CallToolResult)
    assert_type(await ping(mcp.RequestParams()), mcp.EmptyResult)


def older(params: mcp.PaginatedRequestParams) -> mcp.ListToolsResult:
    """Handle a request of another revision."""
    return mcp.ListToolsResult(tools=[])


def three(params: mcp.PaginatedRequestParams, context: mcp.Context, more: int) -> mcp.ListToolsResult:
    """Take too many parameters."""
    return mcp.ListToolsResult(tools=[])


async def wrong(params: mcp.PaginatedRequestParams) -> mcp.EmptyResult:
    """Return the result of another method."""
    return mcp.EmptyResult()


latest.Router("client").on("tools/list")(older)  # type: ignore[type-var]
router.on("prompts/get")(older)  # type: ignore[type-var]
router.on("tools/list")(three)  # type: ignore[type-var]
router.on("tools/list")(wrong)  # type: ignore[type-var]
router.on("tools/list")(None)  # type: ignore[type-var]
