"""The inferred types of what `mr.revision` and `mr.extension` return."""

from typing import Literal

import mcp_revisions as mr
from mcp_revisions import v2025_11_25 as mcp
from mcp_revisions.extensions import tasks
from typing_extensions import assert_type

data = b""
module = mr.revision("2025-11-25")
assert_type(module.REVISION, Literal["2025-11-25"])
assert_type(module.decode(data, module.Tool), mcp.Tool)
assert_type(module.decode(data, module.ContentBlock), mcp.ContentBlock)
assert_type(module.CallToolRequestParams(name="add").name, str)
assert_type(module.METHODS["ping"], mcp.Method)
assert_type(
    module.decode_message(data, sender="server", answering="tools/list"),
    mcp.Response[mcp.ListToolsResult] | mcp.ErrorResponse[mcp.Error],
)
router = module.Router("client")


@router.on("tools/list")
def list_tools(params: mcp.PaginatedRequestParams) -> mcp.ListToolsResult:
    """Return no tools."""
    return mcp.ListToolsResult(tools=[])


def any_module(name: str) -> mr.RevisionModule:
    """Return the module of a revision that is only known at run time."""
    found = mr.revision(mr.revision_name(name))
    assert_type(found, mr.RevisionModule)
    assert_type(found.decode(data, mcp.Tool), mcp.Tool)
    return found


held: mr.RevisionModule = mr.v2024_11_05
extension = mr.extension("io.modelcontextprotocol/tasks")
assert_type(extension.decode(data, extension.Task), tasks.Task)
mr.compose("2026-07-28", extension)
