"""The methods and error codes of MCP small.

`METHODS` says who sends each method, and which message type, results and capabilities it has.
"""

from __future__ import annotations

from .._runtime.messages.frames import Method
from . import types as _types

METHODS: dict[str, Method] = {
    "ask": Method(
        name="ask",
        kind="embedded",
        senders=("server",),
        type=_types.AskRequest,
        results=(_types.AskResult,),
    ),
    "call": Method(
        name="call",
        kind="request",
        senders=("client",),
        type=_types.CallRequest,
        params=_types.CallRequestParams,
        results=(
            _types.CallResult,
            _types.AskedResult,
        ),
    ),
    "changed": Method(
        name="changed",
        kind="notification",
        senders=("client", "server"),
        type=_types.ChangedNotification,
        params=_types.ChangedNotificationParams,
    ),
    "level": Method(
        name="level",
        kind="request",
        senders=("client",),
        type=_types.LevelRequest,
        params=_types.LevelRequestParams,
        results=(_types.EmptyResult,),
    ),
    "list": Method(
        name="list",
        kind="request",
        senders=("client",),
        type=_types.ListRequest,
        params=_types.RequestParams,
        results=(_types.ListResult,),
        capability="list",
        owner="server",
    ),
    "stop": Method(
        name="stop",
        kind="request",
        senders=("client", "server"),
        type=_types.StopRequest,
        params=_types.RequestParams,
        results=(_types.EmptyResult,),
    ),
}

ASKED = -32042

LEVELS = ("debug", "info", "error")
"""The values of `Level`, in ascending order."""


ERRORS: dict[int, str] = {-32042: "ASKED"}
"""The error codes that this revision defines, with their names."""

BATCHES = False
"""Whether the revision has JSON-RPC batches."""

ELSEWHERE: dict[tuple[str, str], str] = {}
"""For error messages: by member and constant, the revisions that allow a constant which this one lacks."""
