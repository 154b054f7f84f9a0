"""Convert an argument to a plain JSON value, the form that the rules of the specification read.

An argument may be plain JSON, a generated struct, a container of structs, or JSON text as bytes. The result
consists of `dict`, `list` and scalars. It is `None` for `UNSET`. Plain JSON is returned without a copy,
because no rule changes its argument.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeVar

import msgspec

from .errors import NUMBER_LIMITS, PARSE_ERROR, DecodeError, too_deep
from .messages.encoder import encode
from .messages.json_text import parse

# The rules recurse into schemas and requests, so this is below the interpreter's limit (1,000 by default).
DEEPEST = 256
# Findings stop after this many characters of pointers and reasons: each pointer repeats the names above it.
MOST_TEXT = 250_000
# Python cannot write a longer integer as text, and the parser refuses JSON text with one.
_TOO_LARGE = 10**4_300
_SCALARS = frozenset({str, float, bool, type(None)})

T = TypeVar("T")


def as_json(value: Any) -> Any:
    """Convert a value to plain JSON.

    Raises `DecodeError` for text that is not JSON, for a value nested deeper than `DEEPEST`, and for an
    integer of more than 4,300 digits. Raises `EncodeError` for a struct that JSON cannot represent, and
    `TypeError` for a key that is not a `str`.
    """
    if value is msgspec.UNSET:
        return None
    if isinstance(value, (bytes, bytearray, memoryview)):
        value = parse(bytes(value))
    return msgspec.json.decode(encode(value)) if _holds_struct(value) else value


def _holds_struct(value: Any) -> bool:
    # Level by level, without recursion: the sender decides how deep a message is nested.
    level = [value]
    for _ in range(DEEPEST):
        below: list[Any] = []
        for item in level:
            if isinstance(item, msgspec.Struct):
                return True
            if isinstance(item, Mapping):
                for key in item:
                    if not isinstance(key, str):
                        raise TypeError(f"the key {repr(key)[:80]} of an object is not a string")
                below += filter(_needs_check, item.values())
            elif isinstance(item, (list, tuple)):
                below += filter(_needs_check, item)
            elif _needs_check(item) and isinstance(item, int):
                raise DecodeError("", NUMBER_LIMITS, PARSE_ERROR)
        if not below:
            return False
        level = below
    raise too_deep()


def _needs_check(value: Any) -> bool:
    """Return whether `_holds_struct` must check a value.

    Scalars need no check, except integers that have too many digits.
    """
    return type(value) not in _SCALARS and not (isinstance(value, int) and -_TOO_LARGE < value < _TOO_LARGE)


def mapping(value: Any) -> Mapping[str, Any]:
    """Return `value` if it is an object. Otherwise return an empty object."""
    return value if isinstance(value, Mapping) else {}


def listed(value: Any) -> list[Any]:
    """Return `value` if it is an array. Otherwise return an empty array."""
    return value if isinstance(value, list) else []


def within_limit(findings: Iterable[T], texts: Callable[[T], Iterable[str]]) -> Iterator[T]:
    """Yield findings until their texts have more than `MOST_TEXT` characters in total.

    `texts` is a function that takes a finding and returns the texts whose length counts.
    """
    left = MOST_TEXT
    for finding in findings:
        yield finding
        left -= sum(map(len, texts(finding)))
        if left < 0:
            return
