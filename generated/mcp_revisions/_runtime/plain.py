"""One way from whatever a caller holds to the plain JSON tree that the rules read.

In: a tree, one of the generated structs, a list of them, or JSON text as bytes. Out: `dict`, `list` and scalars.
A tree comes back as it is, uncopied: the rules never change what they read.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec


def tree(value: Any) -> Any:
    """Return a value as a plain JSON tree."""
    if isinstance(value, (list, tuple)) and any(isinstance(item, msgspec.Struct) for item in value):
        return [tree(item) for item in value]
    if isinstance(value, msgspec.Struct):
        from .codec import encode

        return msgspec.json.decode(encode(value))
    return msgspec.json.decode(value) if isinstance(value, (bytes, bytearray, memoryview)) else value


def mapping(value: Any) -> Mapping[str, Any]:
    """Return an object as it is and anything else as an empty one."""
    return value if isinstance(value, Mapping) else {}


def listed(value: Any) -> list[Any]:
    """Return an array as it is and anything else as an empty one."""
    return value if isinstance(value, list) else []
