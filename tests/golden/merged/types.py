"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = ["Base", "Derived", "Twice"]


class Base(_b.Struct, kw_only=True):
    """`Base` of small."""

    name: str
    kind: str | _m.UnsetType = _m.UNSET


class Derived(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """`Derived` of small."""

    __prefilled__ = {"kind": "derived"}
    name: str
    kind: _t.Literal["derived"] = _b.prefilled("kind")
    extra: int


class Twice(_b.Struct, kw_only=True):
    """`Twice` of small."""

    name: str
    kind: str
