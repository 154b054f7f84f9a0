"""The `repr` of generated objects: a call of the constructor with the members that are set.

A short object is an expression that gives an equal object again. Long values are cut, and a cut value has the
form `<...>`, which is no expression.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec
from msgspec import UNSET

from .unknown_members import declared_class, declared_values

LONGEST_TEXT = 120
SHOWN_TEXT = 40
DEEPEST = 12
VALUES = 200  # of one representation: objects and arrays are cut after so many values


class Representation:
    """Writes one object; counts the values, so that the text stays short."""

    def __init__(self) -> None:
        self._left = VALUES

    def of(self, value: Any, depth: int = 0) -> str:
        """Return the expression of a value: of an object of a generated type, the call of its constructor."""
        self._left -= 1
        if isinstance(value, str) and len(value) > LONGEST_TEXT:
            return f"<{len(value):,} characters: {value[:SHOWN_TEXT]!r}...>"
        if isinstance(value, (bytes, bytearray)) and len(value) > LONGEST_TEXT:
            return f"<{len(value):,} bytes>"
        if not isinstance(value, (dict, list, msgspec.Struct)):
            return repr(value)
        if depth > DEEPEST:
            return "<...>"
        below = depth + 1
        if isinstance(value, list):
            return f"[{self._joined(self.of(item, below) for item in value)}]"
        if isinstance(value, dict):
            members = value.items()
            pairs = self._joined(f"{self.of(name, below)}: {self.of(item, below)}" for name, item in members)
            return f"{{{pairs}}}" if type(value) is dict else f"{type(value).__name__}({{{pairs}}})"
        shown = {
            name: member
            for name, member in declared_values(value).items()
            if member is not UNSET and not (name == "jsonrpc" and member == "2.0")
        }
        kept = getattr(value, "__unknown_members__", None)
        arguments = self._joined(f"{name}={self.of(member, below)}" for name, member in shown.items())
        call = f"{declared_class(value).__name__}({arguments})"
        return f"{call}.with_additional({self.of(kept.members, below)})" if kept and kept.members else call

    def _joined(self, parts: Iterable[str]) -> str:
        """Return parts with commas, cut where no values are left."""
        shown = []
        for part in parts:
            shown.append(part)
            if self._left < 0:
                shown.append("<...>")
                break
        return ", ".join(shown)


def representation(value: Any) -> str:
    """Return the `repr` of a generated object."""
    return Representation().of(value)
