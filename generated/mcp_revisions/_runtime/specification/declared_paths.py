"""Dotted paths of capabilities, such as `tasks.cancel`."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ..json_argument import as_json

_ENCODED = (msgspec.Struct, bytes, bytearray, memoryview)
EXTENSION = 'extensions["'


def declares(value: Any, path: str) -> bool:
    """Return whether `value` declares the capability at a dotted path. Only values on the path are read."""
    for part in steps(path):
        if isinstance(value, _ENCODED):
            value = as_json(value)
        if not isinstance(value, Mapping):
            return False
        if path == "elicitation.form" and part == "form" and not ("form" in value or "url" in value):
            return True
        value = value.get(part)
    return value is not None and value is not False


def steps(path: str) -> list[str]:
    """Split the path of a capability into names. An extension identifier stays whole despite its dots."""
    if path.startswith(EXTENSION):
        return [EXTENSION.partition("[")[0], path.removeprefix(EXTENSION).removesuffix('"]')]
    return path.split(".")
