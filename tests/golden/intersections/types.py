"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = [
    "AllOfInAnyOf",
    "AllOfInAnyOf2",
    "AllOfInAnyOf3",
    "AllOfReference",
    "AllOfReferenceBase",
    "AnyOfBeside",
    "AnyOfBesideK",
    "AnyOfBesideL",
    "AnyOfInAllOf",
    "AnyOfInAllOfB",
    "AnyOfInAllOfC",
    "BesideReference",
    "BesideReferenceBase",
    "BothRecursive",
    "BothRecursiveN",
    "BothRecursiveOne",
    "BothRecursiveOther",
    "Constants",
    "Patterns",
    "Restated",
    "RestatedObject",
    "RestatedObjectX",
    "Scalars",
]


class AllOfInAnyOf2(_b.Struct, kw_only=True):
    """`AllOfInAnyOf2` of small."""

    a: str
    b: int


class AllOfInAnyOf3(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """`AllOfInAnyOf3` of small."""

    __prefilled__ = {"t": "x"}
    a: str
    t: _t.Literal["x"] = _b.prefilled("t")


class AllOfReferenceBase(_b.Struct, kw_only=True):
    """`AllOfReferenceBase` of small."""

    a: str


class AnyOfBesideK(_b.Struct, kw_only=True):
    """`AnyOfBesideK` of small."""

    k: str


class AnyOfBesideL(_b.Struct, kw_only=True):
    """`AnyOfBesideL` of small."""

    l: _t.Any
    k: str | _m.UnsetType = _m.UNSET


class AnyOfInAllOfB(_b.Struct, kw_only=True):
    """`AnyOfInAllOfB` of small."""

    a: str
    b: int


class AnyOfInAllOfC(_b.Struct, kw_only=True):
    """`AnyOfInAllOfC` of small."""

    a: str
    c: str


class BesideReference(_b.Struct, kw_only=True):
    """`BesideReference` of small."""

    a: str
    q: _t.Any


class BesideReferenceBase(_b.Struct, kw_only=True):
    """`BesideReferenceBase` of small."""

    a: str


class BothRecursive(_b.Struct, kw_only=True):
    """`BothRecursive` of small."""

    n: BothRecursiveN | _m.UnsetType = _m.UNSET
    x: _t.Annotated[str, _m.Meta(min_length=1)] | _m.UnsetType = _m.UNSET


class BothRecursiveN(_b.Struct, kw_only=True):
    """`BothRecursiveN` of small."""

    n: BothRecursiveN | _m.UnsetType = _m.UNSET
    x: _t.Annotated[str, _m.Meta(min_length=1)] | _m.UnsetType = _m.UNSET


class BothRecursiveOne(_b.Struct, kw_only=True):
    """`BothRecursiveOne` of small."""

    n: BothRecursiveOne | _m.UnsetType = _m.UNSET
    x: str | _m.UnsetType = _m.UNSET


class BothRecursiveOther(_b.Struct, kw_only=True):
    """`BothRecursiveOther` of small."""

    n: BothRecursiveOther | _m.UnsetType = _m.UNSET
    x: _t.Annotated[str, _m.Meta(min_length=1)] | _m.UnsetType = _m.UNSET


class Restated(_b.Struct, kw_only=True):
    """`Restated` of small."""

    x: _t.Annotated[str, _m.Meta(min_length=1, max_length=2)]


class RestatedObject(_b.Struct, kw_only=True):
    """`RestatedObject` of small."""

    x: RestatedObjectX
    y: _t.Annotated[int, _m.Meta(ge=1)] | _m.UnsetType = _m.UNSET


class RestatedObjectX(_b.Struct, kw_only=True):
    """`RestatedObjectX` of small."""

    a: str
    b: int


if _t.TYPE_CHECKING:
    AllOfInAnyOf: _t.TypeAlias = AllOfInAnyOf2 | AllOfInAnyOf3
else:

    class AllOfInAnyOf(_b.Untagged):
        """`AllOfInAnyOf` of small."""

        variants = ("AllOfInAnyOf2", "AllOfInAnyOf3")


AllOfReference: _t.TypeAlias = AllOfReferenceBase
"""`AllOfReference` of small."""
if _t.TYPE_CHECKING:
    AnyOfBeside: _t.TypeAlias = AnyOfBesideK | AnyOfBesideL
else:

    class AnyOfBeside(_b.Untagged):
        """`AnyOfBeside` of small."""

        variants = ("AnyOfBesideK", "AnyOfBesideL")


if _t.TYPE_CHECKING:
    AnyOfInAllOf: _t.TypeAlias = AnyOfInAllOfB | AnyOfInAllOfC
else:

    class AnyOfInAllOf(_b.Untagged):
        """`AnyOfInAllOf` of small."""

        variants = ("AnyOfInAllOfB", "AnyOfInAllOfC")


Constants: _t.TypeAlias = _t.Literal["a", "b"]
"""`Constants` of small."""
Patterns: _t.TypeAlias = _t.Annotated[
    str, _m.Meta(pattern="^(?=[\\s\\S]*?(?:^a|^x))(?=[\\s\\S]*?(?:b$(?!\\n)|1$(?!\\n)))")
]
"""`Patterns` of small."""
Scalars: _t.TypeAlias = _t.Annotated[str, _m.Meta(min_length=1, max_length=2)]
"""`Scalars` of small."""
