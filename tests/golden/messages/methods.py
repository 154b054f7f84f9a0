"""Methods of MCP small: who sends them, what they carry, what answers them; and its error codes."""

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
        results=(_types.ListResult,),
        capability="list",
        owner="server",
    ),
    "stop": Method(
        name="stop",
        kind="request",
        senders=("client", "server"),
        type=_types.StopRequest,
        results=(_types.EmptyResult,),
    ),
}

ASKED = -32042

ERRORS: dict[int, str] = {-32042: "ASKED"}
"""Names of the error codes that this revision gives a meaning."""

LEVELS = ("debug", "info", "error")
"""The values of `Level` in their true order."""

BATCHES = False
"""Whether a JSON array of frames is a frame."""

ELSEWHERE: dict[tuple[str, str], str] = {}
"""Where tags that this revision does not know exist, by member and value, for error messages."""
