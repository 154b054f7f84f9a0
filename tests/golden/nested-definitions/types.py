"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = ["A", "In", "NestedDefinitions", "PlaceAsDefinition", "PlaceAsDefinitionBase"]


class In(_b.Struct, kw_only=True):
    """`In` of small."""

    i: int


class NestedDefinitions(_b.Struct, kw_only=True):
    """`NestedDefinitions` of small."""

    m: In | _m.UnsetType = _m.UNSET


class PlaceAsDefinition(_b.Struct, kw_only=True):
    """`PlaceAsDefinition` of small."""

    p: A | _m.UnsetType = _m.UNSET


class PlaceAsDefinitionBase(_b.Struct, kw_only=True):
    """`PlaceAsDefinitionBase` of small."""

    a: str


A: _t.TypeAlias = str
"""`A` of small."""
