"""Check that an argument is plain JSON: objects with `str` keys, arrays, strings, finite numbers, and so on.

The argument may also contain objects of generated types. `TypeError` or `ValueError` names the JSON Pointer
to the first value that JSON text cannot represent unchanged. Without this check, msgspec would write many
such values without an error: an infinite number as null, bytes as base64, a tuple or a set as an array.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import partial
from math import isfinite
from typing import Any

import msgspec

from ..errors import NUMBER_LIMITS, PARSE_ERROR, DecodeError, too_deep
from ..json_values import depth_first, linked_pointer
from .base import Struct
from .encoder import written
from .unknown_members import children

_read = msgspec.json.Decoder().decode
_SCALARS = (str, int, float, bool)


def text_of_plain_json(name: str, value: Any) -> bytes:
    """Return the JSON text of an argument called `name`. Raise the exceptions of `plain_json`."""
    return plain_json(name, value)[0]


def plain_json(name: str, given: Any) -> tuple[bytes, Any]:
    """Write an argument called `name` as JSON text. Return the text, and the value parsed from it.

    Raises `TypeError` or `ValueError` for a value that is not plain JSON. Raises `DecodeError` for a value
    that is nested too deeply, or that holds a lone surrogate or an integer of too many digits.
    """
    try:
        text = written(given)
        value = _read(text)
        is_plain = value == given  # compared in C; a value that msgspec alters is not equal
    except RecursionError:
        raise too_deep() from None
    except (TypeError, ValueError):  # located below; text that cannot be parsed has too many digits
        text, value, is_plain = b"", None, False
    if not is_plain:
        for _ in plain_values(name, given):
            pass
        if not text:  # otherwise the value holds typed messages
            raise DecodeError("", NUMBER_LIMITS, PARSE_ERROR)
    return text, value


def plain_values(name: str, value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield a value, and every value inside it, each with its linked path (see `linked_pointer`).

    The iteration raises `TypeError` or `ValueError` at the first value that is not plain JSON, and
    `DecodeError` at a lone surrogate. `name` is the argument that the message names.
    """
    return depth_first(value, partial(_inside, name))


def _check(name: str, path: Any, value: Any) -> None:
    """Raise an exception unless a value is a container or a JSON scalar.

    An object of a subclass of `str`, `int` or `float` is not a scalar, unless it is an enumeration member.
    """
    if isinstance(value, (str, int, float)) and not (type(value) in _SCALARS or isinstance(value, Enum)):
        raise TypeError(f"{place(name, path)}: {_kind(value)} is not a JSON value")
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            reason = "not UTF-8: a lone surrogate"  # a lenient parser may have read it from a peer
            raise DecodeError(linked_pointer(path), reason, PARSE_ERROR) from None
    elif isinstance(value, float):
        if not isfinite(value):
            raise ValueError(f"{place(name, path)}: {value!r} is not a JSON number")
    elif not (value is None or isinstance(value, (int, dict, list, msgspec.Struct))):
        raise TypeError(f"{place(name, path)}: {_kind(value)} is not a JSON value")


def _kind(value: Any) -> str:
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _inside(name: str, path: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    """Check a value. If it is an object or an array, yield its members or items, each with its path.

    The path of a member or item is `(path of the container, key)` (see `linked_pointer`). Raises the
    exceptions of `_check`, and `TypeError` for a key that is not a `str`.
    """
    _check(name, path, value)
    # The values inside an object of a class of the caller are not checked: it may be encoded differently.
    for key, item in children(value) if isinstance(value, (dict, list, Struct)) else ():
        if type(value) is not list:
            if not isinstance(key, str):
                raise TypeError(f"{place(name, path)}: the key {key!r} is not a string")
            _check(name, (path, key), str.__str__(key))  # a subclass of `str` is allowed as a key
        yield (path, key), item


def place(name: str, path: Any) -> str:
    """Return the location of a value in an argument for an error message, such as `data: /params/name`."""
    pointer = linked_pointer(path)
    return f"{name}: {pointer}" if pointer else name
