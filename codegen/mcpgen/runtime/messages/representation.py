"""The `repr` of generated objects: a call of the constructor with the members that are set.

The `repr` of a short object is an expression that evaluates to an equal object. A long value is shortened to
a text such as `<...>`, which is not an expression.
"""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from .unknown_members import declared_class

LONGEST_TEXT = 120
SHOWN_TEXT = 40
DEEPEST = 12
VALUES = 200  # objects and arrays are cut after this many values in one representation


class Representation:
    """Writes the `repr` of one object. It stops after `VALUES` values, so that the text stays short."""

    def __init__(self) -> None:
        self.left = VALUES

    def of(self, value: Any, depth: int = 0) -> str:
        """Return the expression for a value that is nested `depth` levels deep."""
        self.left -= 1
        if isinstance(value, str):
            return text(value)
        if isinstance(value, (bytes, bytearray)) and len(value) > LONGEST_TEXT:
            return f"<{len(value):,} bytes>"
        if isinstance(value, (dict, list, msgspec.Struct)):
            if depth > DEEPEST:
                return "<...>"
            depth += 1
            if isinstance(value, msgspec.Struct):
                return self.struct(value, depth)
            return self.array(value, depth) if isinstance(value, list) else self.object(value, depth)
        return repr(value)

    def struct(self, value: msgspec.Struct, depth: int) -> str:
        """Return the constructor call for a struct, followed by the call that adds its unknown members."""
        cls = declared_class(value)
        shown: dict[str, Any] = {}
        for name in cls.__struct_fields__:
            member = getattr(value, name)
            if member is not UNSET and not (name == "jsonrpc" and member == "2.0"):
                shown[name] = member
        kept = getattr(value, "__unknown_members__", None)
        call = f"{cls.__name__}({self.joined(f'{n}={self.of(m, depth)}' for n, m in shown.items())})"
        return f"{call}.with_additional({self.of(kept.members, depth)})" if kept and kept.members else call

    def object(self, value: dict[Any, Any], depth: int) -> str:
        """Return the expression for a dictionary, or the constructor call for a `Mapping`."""
        pairs = self.joined(f"{self.of(name, depth)}: {self.of(item, depth)}" for name, item in value.items())
        kind = type(value)
        return f"{{{pairs}}}" if kind is dict else f"{kind.__name__}({{{pairs}}})"

    def array(self, value: list[Any], depth: int) -> str:
        """Return the expression for a list."""
        return f"[{self.joined(self.of(item, depth) for item in value)}]"

    def joined(self, parts: Any) -> str:
        """Join parts with commas. After `VALUES` values, write `<...>` in place of the remaining parts."""
        shown = []
        for part in parts:
            shown.append(part)
            if self.left < 0:
                shown.append("<...>")
                break
        return ", ".join(shown)


def text(value: str) -> str:
    """Return the expression for a string. A long string is shown by its length and its first characters."""
    if len(value) <= LONGEST_TEXT:
        return repr(value)
    return f"<{len(value):,} characters: {value[:SHOWN_TEXT]!r}...>"


def representation(value: Any) -> str:
    """Return the `repr` of a generated object."""
    return Representation().of(value)
