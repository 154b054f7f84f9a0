"""Schemas of single values: a JSON type with its constraints → `Scalar`, `const` and `enum` → constants."""

from __future__ import annotations

import math
import re
import warnings
from typing import Any

from mcpgen.frontend.schema_file import SchemaFile
from mcpgen.ir import Constant, Scalar, constant_of
from mcpgen.runtime.json_values import json_pointer

LEAST, MOST = -(2**63), 2**63 - 1  # msgspec compares numbers and lengths as 64-bit integers
_KINDS_BY_CLASS: dict[str, type | tuple[type, ...]] = {  # a `bool` is an `int` in Python alone
    "boolean": bool,
    "number": (int, float),
    "string": str,
    "null": type(None),
    "array": list,
    "object": dict,
}
NEVER = "\0"  # the tag of the type without values (`runtime/messages/base.py`)


def scalar(file: SchemaFile, schema: dict[str, Any], at: str) -> Scalar:
    """Return the scalar type of a schema with one `type`."""
    kind: Any = schema["type"]
    if kind == "string":
        pattern = schema.get("pattern")
        if pattern is not None:
            _check_pattern(file, pattern, f"{at}/pattern")
        return Scalar(
            kind,
            min_length=length(file, schema, at, "minLength"),
            max_length=length(file, schema, at, "maxLength"),
            pattern=pattern,
            format=schema.get("format"),
        )
    if kind in ("integer", "number"):
        return Scalar(
            kind,
            minimum=_limit(file, schema, at, "minimum", "exclusiveMinimum"),
            maximum=_limit(file, schema, at, "maximum", "exclusiveMaximum"),
            format=schema.get("format"),
        )
    return Scalar(kind, format=schema.get("format"))


def constants(file: SchemaFile, schema: dict[str, Any], at: str) -> tuple[Constant, ...]:
    """Return the distinct values of `const` or `enum`, in the order of the file."""
    values = [schema["const"]] if "const" in schema else file.array(schema["enum"], f"{at}/enum")
    file.check_applicable(
        {k: v for k, v in schema.items() if k not in ("const", "enum")}, at, map(_kind, values)
    )
    has_type: dict[type, bool] = {}  # of values other than numbers, whose class alone decides
    for value in values:
        if value == NEVER:
            raise file.error(at, f"{value!r} cannot be a constant: the codec reserves it as a tag")
        fits = has_type.get(type(value))
        if fits is None and "type" in schema:
            fits = file.accepts({"type": schema["type"]}, value, f"{at}/type")
            if type(value) not in (int, float):
                has_type[type(value)] = fits
        if fits is False:
            raise file.error(at, f"{value!r} is not of the declared type")
    # A value of `enum` is among its values: only the other keywords are left to ask, in linear time.
    others = {k: v for k, v in schema.items() if k != "type" and (k != "enum" or "const" in schema)}
    fitting = [value for value in values if file.accepts(others, value, at)] if others else values
    found = {(type(each), each): each for each in map(constant_of, fitting)}
    return tuple(found.values())


def _kind(value: Any) -> str:
    """Return the JSON type of a value."""
    return next(kind for kind in _KINDS_BY_CLASS if isinstance(value, _KINDS_BY_CLASS[kind]))


def default(schema: Any) -> Constant | tuple[Constant, ...]:
    """Return the `default` of a schema where the IR can hold it, else None."""
    value = schema.get("default") if isinstance(schema, dict) else None
    if isinstance(value, list):
        return tuple(item for item in value if isinstance(item, (str, int, float, type(None))))
    return value if isinstance(value, (str, int, float, type(None))) else None


def length(file: SchemaFile, schema: dict[str, Any], at: str, keyword: str) -> int | None:
    """Return the length that a keyword states."""
    value = _bound(file, schema, at, keyword, "integer")
    return None if value is None else int(value)


def _limit(file: SchemaFile, schema: dict[str, Any], at: str, keyword: str, exclusive: str) -> float | None:
    """Return the smallest or largest number of a schema; an integer beyond a limit is the next integer."""
    kind = schema["type"]
    limit = _bound(file, schema, at, keyword, kind)
    beyond = _bound(file, schema, at, exclusive, "number")
    if beyond is None:
        return limit
    if kind != "integer":
        raise file.error(
            at + json_pointer((exclusive,)),
            f"mcpgen does not support {exclusive!r} on numbers: it would need open limits; write {keyword}",
        )
    if keyword == "minimum":
        inside = math.floor(beyond) + 1
        return inside if limit is None else max(limit, inside)
    inside = math.ceil(beyond) - 1
    return inside if limit is None else min(limit, inside)


def _bound(file: SchemaFile, schema: dict[str, Any], at: str, keyword: str, kind: str) -> float | None:
    """Return the number that a keyword states, for integers the nearest integer that fulfils the keyword."""
    value: float | None = schema.get(keyword)
    if value is None:
        return None
    if kind == "integer":
        value = math.ceil(value) if keyword.startswith("min") else math.floor(value)
    if not LEAST <= value <= MOST:
        raise file.error(at + json_pointer((keyword,)), f"{value} is beyond 64 bits")
    return value


def _check_pattern(file: SchemaFile, text: str, at: str) -> None:
    """Refuse a pattern that `re` cannot compile, or compiles with a warning."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(text)
    except (re.error, Warning, RecursionError, OverflowError) as problem:
        raise file.error(at, f"not a regular expression that Python can read: {problem}") from None
