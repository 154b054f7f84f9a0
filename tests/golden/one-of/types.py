"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = [
    "OneOfClosed",
    "OneOfClosedA",
    "OneOfClosedB",
    "OneOfKinds",
    "OneOfKindsA",
    "OneOfTags",
    "OneOfTagsX",
    "OneOfTagsY",
]


class OneOfClosedA(_b.Struct, kw_only=True):
    """`OneOfClosedA` of small."""

    __closed__ = True
    a: str


class OneOfClosedB(_b.Struct, kw_only=True):
    """`OneOfClosedB` of small."""

    b: int


class OneOfKindsA(_b.Struct, kw_only=True):
    """`OneOfKindsA` of small."""

    a: str


class OneOfTagsX(_b.Struct, kw_only=True, tag_field="t", tag="x"):
    """`OneOfTagsX` of small."""

    t: ClassVar[_t.Literal["x"]] = "x"
    v: int | _m.UnsetType = _m.UNSET


class OneOfTagsY(_b.Struct, kw_only=True, tag_field="t", tag="y"):
    """`OneOfTagsY` of small."""

    t: ClassVar[_t.Literal["y"]] = "y"
    v: str | _m.UnsetType = _m.UNSET


if _t.TYPE_CHECKING:
    OneOfClosed: _t.TypeAlias = OneOfClosedA | OneOfClosedB
else:

    class OneOfClosed(_b.Untagged):
        """`OneOfClosed` of small."""

        variants = ("OneOfClosedA", "OneOfClosedB")


OneOfKinds: _t.TypeAlias = str | int | OneOfKindsA
"""`OneOfKinds` of small."""
OneOfTags: _t.TypeAlias = OneOfTagsX | OneOfTagsY
"""`OneOfTags` of small."""
