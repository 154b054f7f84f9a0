"""Schemas of single values: a JSON type with its constraints → `Scalar`, `const` and `enum` → constants."""

from __future__ import annotations

import math
import re
import warnings
from typing import Any

from mcpgen.frontend.json_pointer import pointer
from mcpgen.frontend.schema_file import CONSTRAINTS, SchemaFile
from mcpgen.ir import PYTHON_TYPES, Constant, Scalar

LEAST, MOST = -(2**63), 2**63 - 1  # msgspec compares numbers and lengths as 64-bit integers
NEVER = "\0"  # the tag of the type without values (`runtime/messages/base.py`)


def scalar(file: SchemaFile, schema: dict[str, Any], at: str, kinds: set[str]) -> Scalar:
    """Return the scalar type of a schema with one `type`; `kinds` are all types that the file lists there."""
    kind: Any = schema["type"]
    if kind not in CONSTRAINTS:
        raise file.error(f"{at}/type", f"{kind!r} is not a JSON type")
    file.check_keywords(schema, at, {"type"} | CONSTRAINTS[kind], f"a {kind}", kinds)
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
            minimum=_bound(file, schema, at, "minimum", kind),
            maximum=_bound(file, schema, at, "maximum", kind),
            format=schema.get("format"),
        )
    return Scalar(kind, format=schema.get("format"))


def constants(file: SchemaFile, schema: dict[str, Any], at: str) -> tuple[Constant, ...]:
    """Return the distinct values of `const` or `enum`, in the order of the file."""
    file.check_keywords(schema, at, {"type", "const", "enum", "format"}, "an enumeration")
    values = [schema["const"]] if "const" in schema else file.array(schema["enum"], f"{at}/enum")
    kinds = schema.get("type", ["string", "integer", "null"])
    kinds = [kinds] if isinstance(kinds, str) else kinds
    allowed = tuple(type_ for kind in kinds for type_ in PYTHON_TYPES.get(kind, ()))
    for value in values:
        if isinstance(value, bool) or not isinstance(value, (str, int, type(None))):
            raise file.error(at, f"{value!r} cannot be a constant; strings, integers and null can")
        if isinstance(value, int) and not LEAST <= value <= MOST:
            raise file.error(at, f"{value} is beyond 64 bits")
        if value == NEVER:
            raise file.error(at, f"{value!r} cannot be a constant: the codec reserves it as a tag")
        if not isinstance(value, allowed):
            raise file.error(at, f"{value!r} is not of the declared type")
    return tuple(dict.fromkeys(values))


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


def _bound(file: SchemaFile, schema: dict[str, Any], at: str, keyword: str, kind: str) -> float | None:
    """Return the number that a keyword states, for integers the nearest integer that fulfils the keyword."""
    value: float | None = schema.get(keyword)
    if value is None:
        return None
    if kind == "integer":
        value = math.ceil(value) if keyword.startswith("min") else math.floor(value)
    if not LEAST <= value <= MOST:
        raise file.error(at + pointer(keyword), f"{value} is beyond 64 bits")
    return value


def _check_pattern(file: SchemaFile, text: str, at: str) -> None:
    """Refuse a pattern that `re` cannot compile, or compiles with a warning."""
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            re.compile(text)
    except (re.error, Warning, RecursionError, OverflowError) as problem:
        raise file.error(at, f"not a regular expression that Python can read: {problem}") from None
