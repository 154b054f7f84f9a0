"""JSON values as Python trees: exact equality, request ids, JSON Pointers (RFC 6901)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any


def same_json(a: Any, b: Any) -> bool:
    """Say whether two JSON trees are written alike: `1`, `1.0` and `true` are three values."""
    if type(a) is not type(b):
        return False
    if type(a) is dict:
        return len(a) == len(b) and all(name in b and same_json(value, b[name]) for name, value in a.items())
    if type(a) is list:
        return len(a) == len(b) and all(map(same_json, a, b))
    return bool(a == b)


def is_integer(value: Any) -> bool:
    """Say whether a value is an integer of JSON Schema: `1.0` is, `true` is not."""
    return type(value) is int or (type(value) is float and value.is_integer())


def is_request_id(value: Any) -> bool:
    """Say whether a value can be the id of a request, or a progress token: a string or an integer."""
    return type(value) is str or is_integer(value)


def pointer_token(key: str | int) -> str:
    """Return a member name or an index as a token of a JSON Pointer."""
    if type(key) is str:
        return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key
    return str(key)


def json_pointer(keys: Iterable[str | int]) -> str:
    """Return keys, from the root down, as a JSON Pointer."""
    return "".join(["/" + pointer_token(key) for key in keys])


def walk(value: Any) -> Iterator[tuple[tuple[str | int, ...], Any]]:
    """Yield a JSON value and every value inside, depth first, with their paths of keys and indices."""
    # Without recursion: the sender decides how deep a frame is nested.
    left: list[tuple[tuple[str | int, ...], Any]] = [((), value)]
    while left:
        path, item = left.pop()
        yield path, item
        if isinstance(item, Mapping):
            left += reversed([((*path, key), child) for key, child in item.items()])
        elif isinstance(item, list):
            left += reversed([((*path, index), child) for index, child in enumerate(item)])
