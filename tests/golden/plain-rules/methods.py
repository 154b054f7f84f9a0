"""The methods and error codes of MCP small.

`METHODS` says who sends each method, and which message type, results and capabilities it has.
"""

from __future__ import annotations

from .._runtime.messages.frames import Method
from . import types as _types

METHODS: dict[str, Method] = {
    "ping": Method(
        name="ping",
        kind="request",
        senders=("client",),
        type=_types.PingRequest,
        params=_types.PingRequestParams,
        results=(_types.Result,),
    ),
}


ERRORS: dict[int, str] = {}
"""The error codes that this revision defines, with their names."""

BATCHES = False
"""Whether the revision has JSON-RPC batches."""

ELSEWHERE: dict[tuple[str, str], str] = {}
"""For error messages: by member and constant, the revisions that allow a constant which this one lacks."""
