"""Replies of the HTTP front: a status, headers, and a body or a stream of server-sent events."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from dataclasses import dataclass, field
from typing import Any

from mcpgen.commands.bridge.http_headers import Challenge
from mcpgen.runtime.errors import INVALID_REQUEST, error_response
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.messages.json_text import parse

JSON = {"content-type": "application/json"}
EVENTS = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
}
NO_SESSION = "Mcp-Session-Id: is missing; send initialize, then repeat this header of the response"
NEITHER = f"{NO_SESSION}; a request without a session has MCP-Protocol-Version instead"


@dataclass(slots=True)
class Reply:
    """A reply; `events` takes the place of the body, `is_error` says that the body answers with an error."""

    status: int
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    events: AsyncIterator[bytes] | None = None
    is_error: bool = False


def refusal(
    status: int,
    code: int,
    message: str,
    id: Any = None,
    data: Any = None,
    *,
    headers: Mapping[str, str] | None = None,
) -> Reply:
    """Return an error response of JSON-RPC with a status."""
    return Reply(status, json_line(error_response(id, code, message, data)), {**JSON, **(headers or {})})


def answering(reply: Reply, id: Any) -> Reply:
    """Return a refusal under the id of its request."""
    error = parse(reply.body) if reply.body else None
    if isinstance(error, dict) and error.get("id") is None:
        reply.body = json_line({**error, "id": id})
    return reply


def invalid(status: int, message: str, id: Any = None) -> Reply:
    """Return the refusal of a request that is wrong in itself."""
    return refusal(status, INVALID_REQUEST, message, id)


def too_large(most: int) -> Reply:
    """Return the refusal of a body with more bytes than `most`."""
    return invalid(413, f"the body has more than {most} bytes")


def later(status: int, message: str, seconds: int, id: Any = None) -> Reply:
    """Return the refusal of a request that may come again after some seconds (429, 503)."""
    return refusal(status, INVALID_REQUEST, message, id, headers={"retry-after": str(seconds)})


def full() -> Reply:
    """Return the refusal of a body for which the process has no memory."""
    return later(503, "too many bodies at once", 1)


def too_slow() -> Reply:
    """Return the refusal of a body that came while the server was slow."""
    return later(503, "the server does not take the frames that came before", 1)


def challenged(challenge: Challenge, message: str, id: Any) -> Reply:
    """Return the challenge of a server, with the message of the error that answers the request."""
    headers = {"www-authenticate": challenge.header} if challenge.header else {}
    return refusal(challenge.status, INVALID_REQUEST, message, id, headers=headers)
