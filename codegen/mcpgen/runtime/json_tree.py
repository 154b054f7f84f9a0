"""Convert the arguments of a caller to the plain JSON trees that the rules of the specification read.

In: a tree, a generated struct, a container of structs, or JSON text as bytes. Out: `dict`, `list` and
scalars; `None` for `UNSET`. A tree is returned uncopied, because no rule changes a tree.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from .errors import PARSE_ERROR, DecodeError, too_deep
from .messages.encoder import encode
from .messages.json_text import parse

# The rules recurse into schemas and requests, below the interpreter's limit (1,000 levels by default).
DEEPEST = 256
# Findings stop after so many characters of pointers and reasons: a long name stands in each pointer below.
MOST_TEXT = 250_000
# Python writes no integer of more digits as text, and JSON text with one is refused.
_TOO_LARGE = 10**4_300
_SCALARS = frozenset({str, float, bool, type(None)})

T = TypeVar("T")


def tree(value: Any) -> Any:
    """Return a value as plain JSON.

    Raises `DecodeError` for text that is not JSON, for a value nested deeper than `DEEPEST`, and for an
    integer of more than 4,300 digits. Raises `EncodeError` for a struct that JSON cannot carry, and
    `TypeError` for a key that is not a `str`.
    """
    if value is msgspec.UNSET:
        return None
    if isinstance(value, (bytes, bytearray, memoryview)):
        value = parse(bytes(value))
    return msgspec.json.decode(encode(value)) if _holds_struct(value) else value


def _holds_struct(value: Any) -> bool:
    # Without recursion, level by level: the sender decides how deep a frame is nested.
    level = [value]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for item in level:
            if isinstance(item, msgspec.Struct):
                return True
            if isinstance(item, Mapping):
                for key in item:
                    if not isinstance(key, str):
                        raise TypeError(f"the key {repr(key)[:80]} of an object is no text")
                below += filter(_is_judged, item.values())
            elif isinstance(item, (list, tuple)):
                below += filter(_is_judged, item)
            elif _is_judged(item) and isinstance(item, int):
                raise DecodeError("", "a number out of range", PARSE_ERROR)
        if not below:
            return False
        level = below
    raise too_deep()


def _is_judged(value: Any) -> bool:
    """Say whether a value is no scalar of JSON text: a container, another object, an integer out of range."""
    return type(value) not in _SCALARS and not (isinstance(value, int) and -_TOO_LARGE < value < _TOO_LARGE)


def mapping(value: Any) -> Mapping[str, Any]:
    """Return an object unchanged, and an empty object for any other value."""
    return value if isinstance(value, Mapping) else {}


def listed(value: Any) -> list[Any]:
    """Return an array unchanged, and an empty array for any other value."""
    return value if isinstance(value, list) else []


def within_limit(findings: Iterable[T], texts: Callable[[T], Iterable[str]]) -> Iterator[T]:
    """Yield findings until their texts together exceed `MOST_TEXT` characters."""
    left = MOST_TEXT
    for finding in findings:
        yield finding
        left -= sum(map(len, texts(finding)))
        if left < 0:
            return
