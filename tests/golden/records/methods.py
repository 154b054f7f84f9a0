"""Methods of MCP small: who sends them, what they carry, what answers them; and its error codes."""

from __future__ import annotations

from .._runtime.messages.frames import Method
from . import types as _types

METHODS: dict[str, Method] = {}


ERRORS: dict[int, str] = {}
"""Names of the error codes that this revision gives a meaning."""


BATCHES = False
"""Whether a JSON array of frames is a frame."""

ELSEWHERE: dict[tuple[str, str], str] = {}
"""Where tags that this revision does not know exist, by member and value, for error messages."""
