"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = ["Closed", "Counts", "Dictionary", "Either", "Meta", "ProgressToken"]


class Closed(_b.Struct, kw_only=True):
    """`Closed` of small."""

    name: str


class Counts(_b.Mapping):
    """`Counts` of small."""

    __additional__ = "int"
    total: _b.Member[int] = _b.Member("total", required=True)


class Dictionary(_b.Mapping):
    """`Dictionary` of small."""

    type: _b.Member[_t.Literal["object"]] = _b.Member("type", required=True)
    schema: _b.Member[str | _m.UnsetType] = _b.Member("$schema")
    items_: _b.Member[_t.Any | _m.UnsetType] = _b.Member("items")


class Meta(_b.OpenStruct, kw_only=True):
    """`Meta` of small."""

    log_level: str | _m.UnsetType = _m.field(name="io.modelcontextprotocol/logLevel", default=_m.UNSET)
    progress_token: ProgressToken | _m.UnsetType = _m.field(name="progressToken", default=_m.UNSET)


if _t.TYPE_CHECKING:
    Either: _t.TypeAlias = Counts | Closed
else:

    class Either(_b.Untagged):
        """`Either` of small."""

        variants = ("Counts", "Closed")


ProgressToken: _t.TypeAlias = str | int
"""The token that ties progress notifications to the request that asked for them; strings and numbers
are distinct.
"""
