"""The inferred types of the methods that a vendor defines."""

import mcp_revisions as mr
import msgspec
from mcp_revisions import v2025_11_25 as mcp
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


@router.on(SEARCH)
def search(params: SearchParams, context: mr.Context) -> SearchResult:
    """Return what was found."""
    context.notify(INDEXED.message(params))
    return SearchResult(hits=[params.query])


async def call(peer: mr.Peer, params: SearchParams) -> None:
    """Call a method of a vendor."""
    assert_type(await peer.call(SEARCH.message(params)), SearchResult)
