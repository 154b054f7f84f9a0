"""Schemas of single values: a JSON type with its constraints → `Scalar`, `const` and `enum` → constants."""

from __future__ import annotations

import math
import re
import warnings
from typing import Any

from mcpgen.frontend.schema_file import ANNOTATIONS, SchemaFile
from mcpgen.ir import Constant, Scalar, constant_of, has_type, kind_of
from mcpgen.runtime.json_values import json_pointer

LEAST, MOST = -(2**63), 2**63 - 1  # msgspec compares numbers and lengths as 64-bit integers
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
    source = "const" if "const" in schema else "enum"
    values = [schema["const"]] if source == "const" else file.array(schema["enum"], f"{at}/enum")
    others = {key: value for key, value in schema.items() if key not in (source, "type")}
    file.check_applicable({key: others[key] for key in others if key != "enum"}, at, map(kind_of, values))
    for value in values:
        if value == NEVER:
            raise file.error(at, f"{value!r} cannot be a constant: the codec reserves it as a tag")
        if "type" in schema and not has_type(value, schema["type"]):
            raise file.error(at, f"{value!r} is not of the declared type")
    # A value is among its own values: only the other keywords are left to ask, in linear time.
    is_stated = others.keys() <= ANNOTATIONS
    fitting = values if is_stated else [each for each in values if file.accepts(others, each, at)]
    found = {(type(each), each): each for each in map(constant_of, fitting)}
    return tuple(found.values())


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
