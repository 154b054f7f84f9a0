"""Convert the arguments of a caller to the plain JSON trees that the rules of the specification read.

In: a tree, a generated struct, a container of structs, or JSON text as bytes. Out: `dict`, `list` and
scalars; `None` for `UNSET`. A tree is returned uncopied, because no rule changes a tree.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


def tree(value: Any) -> Any:
    """Return a value as a plain JSON tree."""
    if value is msgspec.UNSET:
        return None
    if isinstance(value, (bytes, bytearray, memoryview)):
        return msgspec.json.decode(value)
    if _holds_struct(value):
        from .messages.encoder import encode

        return msgspec.json.decode(encode(value))
    return value


def _holds_struct(value: Any) -> bool:
    # Without recursion: the sender decides how deep a frame is nested.
    left = [value]
    while left:
        item = left.pop()
        if isinstance(item, msgspec.Struct):
            return True
        if isinstance(item, Mapping):
            left.extend(inner for inner in item.values() if not isinstance(inner, str))
        elif isinstance(item, (list, tuple)):
            left.extend(inner for inner in item if not isinstance(inner, str))
    return False


def mapping(value: Any) -> Mapping[str, Any]:
    """Return an object unchanged, and an empty object for any other value."""
    return value if isinstance(value, Mapping) else {}


def listed(value: Any) -> list[Any]:
    """Return an array unchanged, and an empty array for any other value."""
    return value if isinstance(value, list) else []
