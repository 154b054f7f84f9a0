"""The inferred types of the methods that a vendor defines."""

# pyright: reportUnnecessaryTypeIgnoreComment=true

import mcp_revisions as mr
import msgspec
from mcp_revisions import latest
from mcp_revisions import v2025_11_25 as mcp
from mcp_revisions.extensions import apps, tasks, v2026_07_28_tasks_apps
from typing_extensions import assert_type


class SearchParams(msgspec.Struct):
    """The params of a search."""

    query: str


class SearchResult(msgspec.Struct):
    """What a search found."""

    hits: list[str]


SEARCH = mr.vendor_request("acme/search", SearchParams, SearchResult, sender="client")
INDEXED = mr.vendor_notification("acme/indexed", SearchParams, sender="server")
assert_type(SEARCH, mr.VendorMethod[SearchParams, SearchResult])
assert_type(INDEXED, mr.VendorMethod[SearchParams, None])

assert_type(
    mcp.decode_message(b"", sender="server", answering=SEARCH),
    mcp.Response[SearchResult] | mcp.ErrorResponse[mcp.Error],
)
router = mcp.Router("client")
both = mr.compose("2026-07-28", tasks, apps)


@router.on(SEARCH)
def search(params: SearchParams, context: mr.Context) -> SearchResult:
    """Return what was found."""
    context.notify(INDEXED.message(params))
    return SearchResult(hits=[params.query])


def use(context: mr.Context) -> None:
    """Call the handler as a test does."""
    assert_type(search(SearchParams("a"), context), SearchResult)
    context.notify(SEARCH.message(SearchParams("a")))  # type: ignore[arg-type]


@mcp.Router("server").on(INDEXED)
async def indexed(params: SearchParams) -> None:
    """Take note of what was indexed."""


@mcp.Router("client").on(SEARCH)
async def slow_search(params: SearchParams) -> SearchResult:
    """Return what was found."""
    return SearchResult(hits=[])


@mcp.Router("client").on(SEARCH)
def keyword_search(params: SearchParams, *, context: mr.Context) -> SearchResult:
    """Take the context by keyword."""
    return SearchResult(hits=[])


@mcp.Router("client").on(SEARCH)
async def typed_search(params: SearchParams, context: mcp.Context) -> SearchResult:
    """Take the context of the revision, which types `_meta`."""
    assert_type(context.meta, mcp.RequestMeta | None)
    return SearchResult(hits=[])


@latest.Router("client").on(SEARCH)
def stateless_search(params: SearchParams, *, context: latest.Context) -> SearchResult:
    """Take the context of a stateless revision by keyword."""
    assert_type(context.meta, latest.RequestMetaObject)
    assert_type(context.client_capabilities, latest.ClientCapabilities)
    return SearchResult(hits=[])


@both.Router("client").on(SEARCH)
async def composed_search(params: SearchParams, context: v2026_07_28_tasks_apps.Context) -> SearchResult:
    """Take the context of a composition."""
    assert_type(context.meta, latest.RequestMetaObject)
    return SearchResult(hits=[])


@latest.Router("server").on(INDEXED)
def noted(params: SearchParams, context: mr.Context) -> None:
    """The context of a notification may have no `_meta`."""


async def call(peer: mr.Peer, params: SearchParams) -> None:
    """Call a method of a vendor."""
    assert_type(await peer.call(SEARCH.message(params)), SearchResult)
    assert_type(await slow_search(params), SearchResult)


def wrong(params: SearchParams) -> SearchParams:
    """Return another type."""
    return params


async def wrong_too(params: SearchParams) -> SearchParams:
    """Return another type."""
    return params


mcp.Router("client").on(SEARCH)(wrong)  # type: ignore[arg-type]
mcp.Router("client").on(SEARCH)(wrong_too)  # type: ignore[arg-type]


@latest.Router("server").on(INDEXED)  # type: ignore[arg-type]
def noted_wrong(params: SearchParams, context: latest.Context) -> None:
    """Take the context of a request, whose `_meta` is required."""
