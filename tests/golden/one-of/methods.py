"""Methods of MCP small: senders, message types, results and capabilities; and its error codes."""

from __future__ import annotations

from .._runtime.messages.frames import Method
from . import types as _types

METHODS: dict[str, Method] = {}


ERRORS: dict[int, str] = {}
"""The names of this revision's error codes."""

BATCHES = False
"""Whether the revision has JSON-RPC batches."""

ELSEWHERE: dict[tuple[str, str], str] = {}
"""The revisions of tags that this revision does not have, by member and value, for error messages."""
