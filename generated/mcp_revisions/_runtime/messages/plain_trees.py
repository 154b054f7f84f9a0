"""Check that a tree of a caller is plain JSON: objects with text as keys, arrays, text, finite numbers.

In: a value that a caller passes as a tree, which may hold objects of generated types. Out: its JSON text, or
the `TypeError` or `ValueError` that locates the first value that JSON cannot carry as it is. msgspec writes
many such values without a word: an infinite number as null, bytes as base64, a tuple or a set as an array.
"""

from __future__ import annotations

from collections.abc import Iterator
from enum import Enum
from functools import partial
from math import isfinite
from typing import Any

import msgspec

from ..errors import PARSE_ERROR, DecodeError, too_deep
from ..json_values import depth_first, linked_pointer
from .base import Struct
from .encoder import written
from .unknown_members import children

_read = msgspec.json.Decoder().decode
_SCALARS = (str, int, float, bool)


def tree_text(name: str, tree: Any) -> bytes:
    """Return a tree, the argument `name` of a caller, as JSON text; raise the exceptions of `reread`."""
    return reread(name, tree)[0]


def reread(name: str, tree: Any) -> tuple[bytes, Any]:
    """Return plain JSON, the argument `name` of a caller, as JSON text, and the value in that text.

    Raises `TypeError` or `ValueError` for a value that is not plain JSON. Raises `DecodeError` for a value
    that is nested too deeply, or that holds a lone surrogate or an integer of too many digits.
    """
    try:
        text = written(tree)
        value = _read(text)
        is_plain = value == tree  # in C; an altered value does not come back equal
    except RecursionError:
        raise too_deep() from None
    except (TypeError, ValueError):  # located below; a text that cannot be read has too many digits
        text, value, is_plain = b"", None, False
    if not is_plain:
        for _ in plain_values(name, tree):
            pass
        if not text:  # else a tree that holds typed messages
            raise DecodeError("", "a number out of range", PARSE_ERROR)
    return text, value


def plain_values(name: str, tree: Any) -> Iterator[tuple[Any, Any]]:
    """Yield every value of a tree with its linked path; the iteration refuses values.

    Raises `TypeError` or `ValueError` at the first value that msgspec alters, `DecodeError` at a lone
    surrogate.
    """
    return depth_first(tree, partial(_inside, name))


def _check(name: str, path: Any, value: Any) -> None:
    """Refuse a value that is neither a container nor JSON, such as a text of a class derived from `str`."""
    if isinstance(value, (str, int, float)) and not (type(value) in _SCALARS or isinstance(value, Enum)):
        raise TypeError(f"{place(name, path)}: {_kind(value)} is no JSON value")
    if isinstance(value, str):
        try:
            value.encode()
        except UnicodeEncodeError:
            reason = "not UTF-8: a lone surrogate"  # a lenient parser reads one from the text of a peer
            raise DecodeError(linked_pointer(path), reason, PARSE_ERROR) from None
    elif isinstance(value, float):
        if not isfinite(value):
            raise ValueError(f"{place(name, path)}: {value!r} is no number of JSON")
    elif not (value is None or isinstance(value, (int, dict, list, msgspec.Struct))):
        raise TypeError(f"{place(name, path)}: {_kind(value)} is no JSON value")


def _kind(value: Any) -> str:
    kind = type(value).__name__
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"


def _inside(name: str, path: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    """Yield the members or items of a value with their paths; refuse the value, or a key that is no text."""
    _check(name, path, value)
    # A class of the caller may write other values as its own JSON.
    for key, item in children(value) if isinstance(value, (dict, list, Struct)) else ():
        if type(value) is not list:
            if not isinstance(key, str):
                raise TypeError(f"{place(name, path)}: the key {key!r} is no text")
            _check(name, (path, key), str.__str__(key))  # written as any text, also of a class of its own
        yield (path, key), item


def place(name: str, path: Any) -> str:
    """Return the name of an argument with the JSON Pointer to a value inside."""
    pointer = linked_pointer(path)
    return f"{name}: {pointer}" if pointer else name
