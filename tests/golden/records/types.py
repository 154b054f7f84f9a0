"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = ["Anything", "Bounds", "Empty", "Level", "Levels", "Tool"]


class Bounds(_b.Struct, kw_only=True):
    """`Bounds` of small."""

    size: _t.Annotated[int, _m.Meta(ge=0)] | _m.UnsetType = _m.UNSET
    priority: (
        _t.Annotated[int, _m.Meta(ge=0, le=1)] | _t.Annotated[float, _m.Meta(ge=0, le=1)] | _m.UnsetType
    ) = _m.UNSET
    code: _t.Annotated[str, _m.Meta(min_length=1, max_length=3, pattern="^[a-z]+$(?!\\n)")] | _m.UnsetType = (
        _m.UNSET
    )
    few: _t.Annotated[list[str], _m.Meta(min_length=1, max_length=2)] | _m.UnsetType = _m.UNSET
    either: _t.Annotated[str, _m.Meta(max_length=3)] | int | _m.UnsetType = _m.UNSET


class Tool(_b.Struct, kw_only=True):
    """A tool that a server offers: its name, its description and the schema of its arguments."""

    name: str
    """Identifier by which `tools/call` names the tool."""

    title: str | None
    """Name to show to people; the fallbacks are `annotations.title`, then `name`."""

    input_schema: Anything = _m.field(name="inputSchema")
    """JSON Schema of the arguments, which are always one object."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    schema: str | _m.UnsetType = _m.field(name="$schema", default=_m.UNSET)
    class_: str | _m.UnsetType = _m.field(name="class", default=_m.UNSET)
    list_: _b.Items[Tool] | _m.UnsetType = _m.field(name="list", default=_m.UNSET)
    class_name: _t.Literal[5] | _m.UnsetType = _m.field(name="className", default=_m.UNSET)
    class_name_: bool | _m.UnsetType = _m.field(name="class_name", default=_m.UNSET)


Anything: _t.TypeAlias = _t.Any
"""`Anything` of small."""
Empty: _t.TypeAlias = dict[str, _t.Any]
"""`Empty` of small."""
Level: _t.TypeAlias = _t.Literal["info", "error"]
"""`Level` of small."""
Levels: _t.TypeAlias = dict[str, Level]
"""`Levels` of small."""
