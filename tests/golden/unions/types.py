"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = [
    "AnyContents",
    "BlobContents",
    "Contents",
    "Forest",
    "Holder",
    "Id",
    "Image",
    "Inner",
    "JSONValue",
    "Native",
    "Tagged",
    "Text",
    "TextContents",
    "Tree",
]


class BlobContents(_b.Struct, kw_only=True):
    """`BlobContents` of small."""

    uri: str
    blob: str


class Contents(_b.Struct, kw_only=True):
    """`Contents` of small."""

    uri: str


class Holder(_b.Struct, kw_only=True):
    """`Holder` of small."""

    one: Tagged
    many: _b.Items[AnyContents] | _m.UnsetType = _m.UNSET
    tree: Tree | _m.UnsetType = _m.UNSET
    any: JSONValue | _m.UnsetType = _m.UNSET
    id: Id | _m.UnsetType = _m.UNSET


class Image(_b.Struct, kw_only=True, tag_field="type", tag="image"):
    """`Image` of small."""

    type: ClassVar[_t.Literal["image"]] = "image"
    data: str
    inner: Inner | _m.UnsetType = _m.UNSET


class Inner(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """`Inner` of small."""

    __prefilled__ = {"type": "inner"}
    type: _t.Literal["inner"] = _b.prefilled("type")


class Text(_b.Struct, kw_only=True, tag_field="type", tag="text"):
    """`Text` of small."""

    type: ClassVar[_t.Literal["text"]] = "text"
    text: str


class TextContents(_b.Struct, kw_only=True):
    """`TextContents` of small."""

    uri: str
    text: str


if _t.TYPE_CHECKING:
    AnyContents: _t.TypeAlias = TextContents | BlobContents | Contents
else:

    class AnyContents(_b.Untagged):
        """`AnyContents` of small."""

        variants = ("TextContents", "BlobContents", "Contents")


if _t.TYPE_CHECKING:
    Forest: _t.TypeAlias = "dict[str, Forest]"
else:

    class Forest(_b.Untagged):
        """`Forest` of small."""

        variants = ("dict[str, Forest]",)


Id: _t.TypeAlias = str | int
"""`Id` of small."""
JSONValue: _t.TypeAlias = _t.Any
"""Any JSON value, `null` included."""
Tagged: _t.TypeAlias = Text | Image
"""`Tagged` of small."""
Native: _t.TypeAlias = Tagged | list[Tagged] | Id | None
"""`Native` of small."""
if _t.TYPE_CHECKING:
    Tree: _t.TypeAlias = "str | list[Tree]"
else:

    class Tree(_b.Untagged):
        """`Tree` of small."""

        variants = ("str", "list[Tree]")
