"""The inferred types of converted messages: bytes of bytes, a tree of a tree, an object of an object."""

from typing import Any, Literal

import mcp_revisions as mr
from mcp_revisions import latest
from mcp_revisions import v2025_11_25 as mcp
from mcp_revisions import v2026_07_28 as newer
from mcp_revisions.v2025_11_25 import dicts
from mcp_revisions.v2026_07_28 import dicts as newer_dicts
from typing_extensions import assert_type

data = b""
assert_type(mr.convert(data, "2025-11-25", "2026-07-28", sender="client").message, bytes)
assert_type(mr.convert(data, "2024-11-05", "2025-03-26", sender="server", loss="error").message, bytes)
# An array of 2025-03-26 becomes a list of frames.
assert_type(
    mr.convert(data, "2025-03-26", "2026-07-28", sender="server", answering="tools/call").message,
    bytes | list[bytes],
)


# The newest revision has its types.
assert_type(latest.decode(data, latest.Tool), newer.Tool)

# Text comes back as text.
assert_type(mr.convert("", "2025-11-25", "2026-07-28", sender="client").message, str)
assert_type(mr.convert("", "2025-03-26", "2026-07-28", sender="client").message, str | list[str])
assert_type(mr.converter("2025-11-25", "2026-07-28", sender="client")("").message, str)
assert_type(
    mr.convert(data, "2026-07-28+io.modelcontextprotocol/tasks", mr.LATEST, sender="client").message, bytes
)


def converted(source: str, target: mr.RevisionName, sender: mr.Side) -> bytes | list[bytes]:
    """Return a message in a revision that is only known at run time."""
    return mr.convert(data, mr.revision_name(source), target, sender=sender).message


def answered(line: bytes, pending: dict[str, str], method: str) -> mr.Converted[bytes]:
    """Convert the response to a request whose method is only known at run time."""
    mcp.decode_message(line, sender="server", answering=pending.get)
    answer = mcp.decode_message(line, sender="server", answering=mcp.METHODS[method].name)
    assert_type(answer, mcp.Response[object] | mcp.ErrorResponse[mcp.Error])
    mr.fidelity(mcp.METHODS[method].name, mcp.REVISION, newer.REVISION)
    return mr.convert(line, mcp.REVISION, newer.REVISION, sender="server", answering=pending.get)


assert_type(mr.v2025_11_25.decode(data, mr.v2025_11_25.Tool), mcp.Tool)


tree: dict[str, Any] = {}
changed: dict[str, Any] = mr.convert(tree, "2025-03-26", "2026-07-28", sender="client").message
call: dicts.CallToolRequest = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add"}}
other: newer_dicts.CallToolRequest = mr.convert(call, "2025-11-25", "2026-07-28", sender="client").message

request = mcp.CallToolRequest(id=1, params=mcp.CallToolRequestParams(name="add"))
typed = mr.convert(request, "2025-11-25", "2026-07-28", sender="client").message
if isinstance(typed, newer.CallToolRequest):
    assert_type(typed.params.name, str)

convert = mr.converter("2025-11-25", "2026-07-28", sender="client", keep=True)
assert_type(convert(data).message, bytes)
held: mr.Converter = convert
assert_type(mr.converter("2025-03-26", "2026-07-28", sender="client")(data).message, bytes | list[bytes])
message, losses = mr.convert(data, mr.LATEST, mr.REVISIONS[0], sender="server", keep=b"k" * 16)


def code(error: mcp.ErrorResponse, response: mcp.Response, found: mr.Converted) -> int:
    """Return the code of an error; the generic classes need no type arguments in annotations."""
    assert_type(error.error.message, str)
    return error.error.code


error = mcp.ErrorResponse(1, mcp.Error(code=1, message=""))
code(error, mcp.Response(1, mcp.EmptyResult()), mr.Converted(b""))
assert_type(
    mr.fidelity("tools/call", mcp.REVISION, newer.REVISION), Literal["whole", "adapted", "lossy", "none"]
)
for change in mr.fidelity("tools/call", mcp.REVISION, newer.REVISION, details=True).changes:
    assert_type(change.reason, str)

# A typed message becomes a message of the target, if the target is a literal.
assert_type(typed, newer.ClientMessage)
assert_type(convert(request).message, newer.ClientMessage)
assert_type(
    mr.converter("2025-03-26", "2024-11-05", sender="server")(request).message,
    mr.v2024_11_05.ServerMessage,
)

# A conversion unpacks into the types of its attributes.
line, differences = mr.convert(data, "2025-11-25", "2026-07-28", sender="client")
assert_type(line, bytes)
assert_type(differences, tuple[mr.Loss, ...])
older, lost = mr.converter("2026-07-28", "2025-11-25", sender="server")(request)
assert_type(older, mcp.ServerMessage)
assert_type(lost[0].pointer, str)
pair = mr.convert("", "2025-11-25", "2026-07-28", sender="client")
assert_type(pair[0], str)
assert_type(pair[1], tuple[mr.Loss, ...])
assert_type(pair.losses, tuple[mr.Loss, ...])
batch, _ = mr.convert(data, "2025-03-26", "2026-07-28", sender="client")
assert_type(batch, bytes | list[bytes])
