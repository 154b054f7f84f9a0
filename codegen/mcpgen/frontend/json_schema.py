"""Validate values with JSON Schema. No other module of the generator imports `jsonschema`.

Each violation is reported with its path, the failed keyword and the failed subschema. `jsonschema` is
imported on first use, so that commands which do not need it start faster.
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
    """Raised when validation would run a regular expression that the overlay does not accept as safe."""


@dataclass(frozen=True, slots=True)
class Violation:
    """A violation of a JSON Schema by a value.

    A violation has the rejected value, its path, and the keyword and subschema that reject it.
    """

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
    """Yield each violation of a JSON Schema by `value`. `$schema` must name a dialect in `DIALECTS`."""
    yield from _violations(_validator(schema)(schema), value)


def metaschema_violations(schema: dict[str, Any]) -> Iterator[Violation]:
    """Yield each violation that makes `schema` an invalid JSON Schema."""
    kind = _validator(schema)
    yield from _violations(kind(kind.META_SCHEMA), schema)


def _validator(schema: Mapping[str, Any]) -> Any:
    import jsonschema

    return getattr(jsonschema, DIALECTS[dialect_of(schema) or ""])


def accepts(value: Any, schema: dict[str, Any], patterns: Collection[str] | None = None) -> bool:
    """Return whether a JSON Schema accepts a value. `$schema` must name a dialect in `DIALECTS`.

    `patterns` has the regular expressions that may run. None allows all of them. Raise `UnacceptedPattern`
    before any other expression would run. Raise `ValueError` if the schema itself is invalid.
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
    """Return a `jsonschema` validator class that runs only the regular expressions in `patterns`.

    The class is cached, because creating it takes milliseconds.
    """
    import jsonschema

    def pattern(check: Any, stated: str, value: Any, schema: Any) -> Iterator[Any]:
        if stated not in patterns and check.is_type(value, "string"):
            raise UnacceptedPattern(
                f"no overlay permits the pattern {stated!a:.60}; review it, and add a [[pattern]] entry"
            )
        yield from kind.VALIDATORS["pattern"](check, python_pattern(stated), value, schema) or ()

    return jsonschema.validators.extend(kind, {"pattern": pattern})


def _violations(validator: Any, value: Any) -> Iterator[Violation]:
    for error in validator.iter_errors(value):
        yield Violation(
            tuple(error.absolute_path), error.instance, error.validator, error.schema, error.message
        )
