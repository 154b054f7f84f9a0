"""Validate values with JSON Schema. No other module of the generator imports `jsonschema`.

Each violation is reported with its path, the failed keyword and the failed subschema. `jsonschema` is
imported on first use, so that commands which read no protocol start faster.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from mcpgen.patterns import python_pattern

DIALECTS = {
    "http://json-schema.org/draft-07/schema": "Draft7Validator",
    "https://json-schema.org/draft/2020-12/schema": "Draft202012Validator",
}


class UnacceptedPattern(ValueError):
    """Raised before a `pattern` would run that no overlay accepts."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A value that a schema rejects: its path in the document, and the failed keyword and subschema."""

    path: tuple[str | int, ...]
    value: Any
    keyword: str
    subschema: Mapping[str, Any]
    message: str  # written by `jsonschema`


def dialect_of(schema: Mapping[str, Any]) -> str | None:
    """Return the JSON Schema dialect that `$schema` names, or None if we do not support it."""
    named = schema.get("$schema")
    dialect = named.rstrip("#") if isinstance(named, str) else ""
    return dialect if dialect in DIALECTS else None


def violations(value: Any, schema: dict[str, Any]) -> Iterator[Violation]:
    """Yield each violation of `schema` by `value`. The dialect of the schema must be in `DIALECTS`."""
    yield from _violations(_validator(schema)(schema), value)


def metaschema_violations(schema: dict[str, Any]) -> Iterator[Violation]:
    """Yield each violation of the metaschema by a schema."""
    kind = _validator(schema)
    yield from _violations(kind(kind.META_SCHEMA), schema)


def _validator(schema: Mapping[str, Any]) -> Any:
    import jsonschema

    return getattr(jsonschema, DIALECTS[dialect_of(schema) or ""])


def accepts(value: Any, schema: dict[str, Any], patterns: Collection[str] | None = None) -> bool:
    """Return whether a schema accepts a value. The dialect of the schema must be in `DIALECTS`.

    Raise `UnacceptedPattern` before running a pattern that is not in `patterns`; None allows all patterns.
    Raise `ValueError` for an invalid schema.
    """
    import jsonschema

    kind = _validator(schema)
    if patterns is not None:
        kind = _running(kind, frozenset(patterns))
    try:
        return bool(kind(schema).is_valid(value))
    except (jsonschema.exceptions.UnknownType, jsonschema.exceptions._WrappedReferencingError) as error:
        raise ValueError(str(error).partition("\n")[0]) from None


@lru_cache(maxsize=16)
def _running(kind: Any, patterns: frozenset[str]) -> Any:
    """Return a validator class that runs only these patterns.

    The class is cached, because its creation takes milliseconds.
    """
    import jsonschema

    def pattern(check: Any, stated: str, value: Any, schema: Any) -> Iterator[Any]:
        if stated not in patterns and check.is_type(value, "string"):
            raise UnacceptedPattern(f"no overlay accepts the pattern {stated!a:.60}; add a [[pattern]] entry")
        yield from kind.VALIDATORS["pattern"](check, python_pattern(stated), value, schema) or ()

    return jsonschema.validators.extend(kind, {"pattern": pattern})


def _violations(validator: Any, value: Any) -> Iterator[Violation]:
    for error in validator.iter_errors(value):
        yield Violation(
            tuple(error.absolute_path), error.instance, error.validator, error.schema, error.message
        )
