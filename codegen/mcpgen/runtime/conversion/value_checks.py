"""Check a JSON value against the shape of a revision: may a member that the source does not know pass?

In: a plain JSON value and a shape, which the generator writes. Out: a verdict with JSON Schema's semantics
(`1.0` is an integer, `true` is no number, further members are always legal). Shapes:

    None                                            any value
    "never"                                         no value: a member that must be absent
    "string" "integer" "number" "boolean" "null"    a scalar
    ("string", min_length, max_length, pattern)     a string within limits, each of which may be None
    ("number", kind, minimum, maximum)              a number within limits
    ("choice", *values)                             one of a few constants
    ("array", items, min_items, max_items)
    ("map", values, names)                          an object with free names, which `names` may limit
    ("object", members, required, rest)             an object; `rest` is the shape of members without a name
    ("union", *shapes)
    ("later", function)                             a shape that is defined further down

Trailing parts of an array, a map or an object may be left out: no limits, any values, no required members.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

from ..json_values import equal_json, is_integer

Shape = Any


def fits(value: Any, shape: Shape) -> bool:
    """Say whether `value` is valid for `shape`."""
    if shape is None:
        return True
    if type(shape) is str:
        return _SCALARS[shape](value)
    return _KINDS[shape[0]](value, *shape[1:])


def _is_number(value: Any) -> bool:
    return type(value) is int or type(value) is float


_SCALARS: dict[str, Callable[[Any], bool]] = {
    "never": lambda value: False,
    "string": lambda value: type(value) is str,
    "integer": is_integer,
    "number": _is_number,
    "boolean": lambda value: type(value) is bool,
    "null": lambda value: value is None,
}


def _within(size: float, least: float | None, most: float | None) -> bool:
    return (least is None or size >= least) and (most is None or size <= most)


def _string(value: Any, least: int | None, most: int | None, pattern: str | None) -> bool:
    return (
        type(value) is str
        and _within(len(value), least, most)
        and (pattern is None or re.search(pattern, value) is not None)
    )


def _number(value: Any, kind: str, least: float | None, most: float | None) -> bool:
    return _SCALARS[kind](value) and _within(value, least, most)


def _choice(value: Any, *values: Any) -> bool:
    return any(equal_json(value, constant) for constant in values)


def _array(value: Any, items: Shape, least: int | None = None, most: int | None = None) -> bool:
    return (
        type(value) is list
        and _within(len(value), least, most)
        and (items is None or all(fits(item, items) for item in value))
    )


def _map(value: Any, values: Shape = None, names: Shape = None) -> bool:
    return (
        type(value) is dict
        and (values is None or all(fits(v, values) for v in value.values()))
        and (names is None or all(fits(name, names) for name in value))
    )


def _object(
    value: Any, members: dict[str, Shape], required: tuple[str, ...] = (), rest: Shape = None
) -> bool:
    return (
        type(value) is dict
        and all(name in value for name in required)
        and all(fits(v, members.get(name, rest)) for name, v in value.items())
    )


def _union(value: Any, *shapes: Shape) -> bool:
    return any(fits(value, shape) for shape in shapes)


def _later(value: Any, shape: Callable[[], Shape]) -> bool:
    return fits(value, shape())


_KINDS: dict[str, Callable[..., bool]] = {
    "string": _string,
    "number": _number,
    "choice": _choice,
    "array": _array,
    "map": _map,
    "object": _object,
    "union": _union,
    "later": _later,
}
