"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = [
    "BooleanConstants",
    "BooleanConstantsNo",
    "BooleanConstantsOk",
    "BooleanOrText",
    "BooleanOrTextM",
    "BooleanOrTextM2",
    "ConstantUnion",
    "MixedConstants",
    "MixedMembers",
    "MixedMembersM",
    "MixedMembersN",
    "ObjectConstant",
]


class BooleanConstants(_b.Struct, kw_only=True):
    """`BooleanConstants` of small."""

    ok: BooleanConstantsOk
    no: BooleanConstantsNo | _m.UnsetType = _m.UNSET


class BooleanOrText(_b.Struct, kw_only=True):
    """`BooleanOrText` of small."""

    m: BooleanOrTextM | _m.UnsetType = _m.UNSET


class MixedMembers(_b.Struct, kw_only=True):
    """`MixedMembers` of small."""

    m: MixedMembersM | _m.UnsetType = _m.UNSET
    n: MixedMembersN | _m.UnsetType = _m.UNSET


if _t.TYPE_CHECKING:
    BooleanConstantsNo: _t.TypeAlias = _t.Literal[False]
else:

    class BooleanConstantsNo(_b.Constants):
        """`BooleanConstantsNo` of small."""

        values = (False,)


if _t.TYPE_CHECKING:
    BooleanConstantsOk: _t.TypeAlias = _t.Literal[True]
else:

    class BooleanConstantsOk(_b.Constants):
        """`BooleanConstantsOk` of small."""

        values = (True,)


if _t.TYPE_CHECKING:
    BooleanOrTextM2: _t.TypeAlias = _t.Literal[True]
else:

    class BooleanOrTextM2(_b.Constants):
        """`BooleanOrTextM2` of small."""

        values = (True,)


if _t.TYPE_CHECKING:
    BooleanOrTextM: _t.TypeAlias = BooleanOrTextM2 | str
else:

    class BooleanOrTextM(_b.Untagged):
        """`BooleanOrTextM` of small."""

        variants = ("BooleanOrTextM2", "str")


ConstantUnion: _t.TypeAlias = _t.Literal["a", "b"] | None
"""`ConstantUnion` of small."""
if _t.TYPE_CHECKING:
    MixedConstants: _t.TypeAlias = _t.Literal[True, "a", None, 2] | list[_t.Any] | dict[str, _t.Any]
else:

    class MixedConstants(_b.Constants):
        """`MixedConstants` of small."""

        values = (True, "a", None, 2, [], {"x": 1})


if _t.TYPE_CHECKING:
    MixedMembersM: _t.TypeAlias = _t.Literal[True, "a", None, 2] | list[_t.Any]
else:

    class MixedMembersM(_b.Constants):
        """`MixedMembersM` of small."""

        values = (True, "a", None, 2, [])


if _t.TYPE_CHECKING:
    MixedMembersN: _t.TypeAlias = dict[str, _t.Any]
else:

    class MixedMembersN(_b.Constants):
        """`MixedMembersN` of small."""

        values = ({},)


if _t.TYPE_CHECKING:
    ObjectConstant: _t.TypeAlias = dict[str, _t.Any]
else:

    class ObjectConstant(_b.Constants):
        """`ObjectConstant` of small."""

        values = ({"a": [1.0]},)
