"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = ["Kind", "Plain", "Tool"]


class Tool(_b.Struct, kw_only=True):
    """Something to call: \""" and {{ braces }}."""

    name: str
    """How it is called. Not "how it is shown"."""

    note: str | _m.UnsetType = _m.UNSET
    """Ends in a backslash \\"""


Kind: _t.TypeAlias = _t.Literal["a", "b"]
"""One of two."""
Plain: _t.TypeAlias = str
"""`Plain` of small."""
