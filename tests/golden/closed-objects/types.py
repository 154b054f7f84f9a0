"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = [
    "Closed",
    "ClosedByAllOf",
    "ClosedUnion",
    "ClosedUnionA",
    "ClosedUnionObject",
    "Empty",
    "Forbidden",
    "ForbiddenInTyped",
    "NoItems",
]


class Closed(_b.Struct, kw_only=True):
    """`Closed` of small."""

    __closed__ = True
    a: str


class ClosedByAllOf(_b.Struct, kw_only=True):
    """`ClosedByAllOf` of small."""

    __closed__ = True
    a: str


class ClosedUnionA(_b.Struct, kw_only=True):
    """`ClosedUnionA` of small."""

    __closed__ = True
    a: str


class ClosedUnionObject(_b.Struct, kw_only=True):
    """`ClosedUnionObject` of small."""

    __closed__ = True
    b: int | _m.UnsetType = _m.UNSET


class Empty(_b.Struct, kw_only=True):
    """`Empty` of small."""

    __closed__ = True


class Forbidden(_b.Struct, kw_only=True):
    """`Forbidden` of small."""

    __absent__ = ("a", "b")
    c: str | _m.UnsetType = _m.UNSET


class ForbiddenInTyped(_b.Mapping):
    """`ForbiddenInTyped` of small."""

    __additional__ = "str"
    __absent__ = ("a",)
    c: _b.Member[str | _m.UnsetType] = _b.Member("c")


if _t.TYPE_CHECKING:
    ClosedUnion: _t.TypeAlias = ClosedUnionA | ClosedUnionObject
else:

    class ClosedUnion(_b.Untagged):
        """`ClosedUnion` of small."""

        variants = ("ClosedUnionA", "ClosedUnionObject")


NoItems: _t.TypeAlias = _t.Annotated[list[_t.Any], _m.Meta(max_length=0)]
"""`NoItems` of small."""
