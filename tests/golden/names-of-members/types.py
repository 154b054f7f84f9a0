"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = ["NamesByEnum", "NamesByPattern", "NamesByUnion", "NamesInClosed", "RequiredAlone"]


class NamesByUnion(_b.Struct, kw_only=True):
    """`NamesByUnion` of small."""

    __closed__ = True
    a: str
    ab: str | _m.UnsetType = _m.UNSET


class NamesInClosed(_b.Struct, kw_only=True):
    """`NamesInClosed` of small."""

    __closed__ = True
    a: str | _m.UnsetType = _m.UNSET


class RequiredAlone(_b.Struct, kw_only=True):
    """`RequiredAlone` of small."""

    a: str
    b: _t.Any


NamesByEnum: _t.TypeAlias = dict[_t.Literal["a", "k"], int]
"""`NamesByEnum` of small."""
NamesByPattern: _t.TypeAlias = dict[_t.Annotated[str, _m.Meta(pattern="^[a-k]+$(?!\\n)")], int]
"""`NamesByPattern` of small."""
