"""Validate with the JSON Schemas of messages: their dialect, their own validity, the errors of a value.

In: schemas and values as plain JSON trees. Out: `jsonschema` validators and the errors that they find.
`jsonschema` is the optional extra `mcp-revisions[forms]`, imported on first use. Nothing is fetched: a `$ref`
to another document is an error (2026-07-28 basic/index#ref-resolution). Without `$schema` the dialect is
2020-12 (SEP-1613). `format` is checked for the four formats of forms, by the RFC of each, with the standard
library.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import suppress
from importlib import import_module
from importlib.util import find_spec
from typing import Any

from ..json_values import json_pointer, walk

# The steps of an evaluation: one for each keyword that is applied to a value, and for each error.
STEPS, STEPS_PER_VALUE = 10_000, 30
MISSING = "jsonschema is not installed; it comes with the extra: pip install 'mcp-revisions[forms]'"


class MissingExtra(ImportError):
    """The optional package `jsonschema` is not installed."""


class InvalidSchema(ValueError):
    """A JSON Schema that cannot be used; `pointer` is the place in the schema, `reason` the cause."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(pointer, reason)
        self.pointer = pointer
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.pointer or '/'}: {self.reason}"


def available() -> bool:
    """Say whether `jsonschema` can be imported."""
    return find_spec("jsonschema") is not None


def validator(schema: Any) -> Any:
    """Return the `jsonschema` validator of a schema; raise `InvalidSchema` or `MissingExtra`."""
    jsonschema, registry = _extra("jsonschema"), _extra("jsonschema_specifications").REGISTRY
    if not isinstance(schema, (dict, bool)):
        raise InvalidSchema("", "a JSON Schema is an object or a boolean")
    kind: Any = jsonschema.Draft202012Validator
    if isinstance(schema, dict) and "$schema" in schema:
        kind = _kind(jsonschema, schema["$schema"])
    # The metaschema is applied without formats: `regex` would be the syntax of Python, not of ECMA-262.
    found = list(_errors(kind(kind.META_SCHEMA, registry=registry), schema))
    if found:
        worst = min(found, key=lambda error: (len(error.absolute_path), error.message))
        raise InvalidSchema(json_pointer(worst.absolute_path), worst.message)
    checker = jsonschema.FormatChecker(formats=())
    for name, check in FORMATS.items():
        checker.checks(name)(_of_text(check))
    try:
        return kind(schema, format_checker=checker, registry=registry)
    except ValueError as error:  # raised for a malformed URI
        raise InvalidSchema("", str(error)) from error


def _kind(jsonschema: Any, dialect: object) -> Any:
    known = None
    if isinstance(dialect, str):
        with suppress(ValueError):  # raised for a malformed URI
            known = jsonschema.validators.validator_for({"$schema": dialect}, default=None)
    if known is None:
        raise InvalidSchema("/$schema", f"the dialect {dialect!r} is not supported")
    return known


def errors(schema: Any, value: Any) -> Iterator[Any]:
    """Yield the `jsonschema` errors of a value; raise `InvalidSchema` or `MissingExtra`."""
    check = validator(schema)
    steps = STEPS + STEPS_PER_VALUE * sum(1 for part in (schema, value) for _ in walk(part))
    return _errors(_Bounded(steps).of(check), value)


class _Bounded:
    """The validators of one evaluation, which share a number of steps.

    References may lead to one subschema along exponentially many ways, so the number of steps grows with the
    sizes of schema and value alone.
    """

    def __init__(self, steps: int) -> None:
        self._left = steps
        self._kinds: dict[Any, Any] = {}

    def of(self, check: Any) -> Any:
        """Return a validator that counts steps, for one that does not."""
        kind = type(check)
        if kind not in self._kinds:
            keywords = {name: self._counted(evaluate) for name, evaluate in kind.VALIDATORS.items()}
            bounded = _extra("jsonschema.validators").extend(kind, keywords)
            # A subschema with `$schema` would be evaluated by the unbounded validator of its dialect.
            evolve = bounded.evolve
            bounded.evolve = lambda check, **changes: self.of(evolve(check, **changes))
            self._kinds[kind] = self._kinds[bounded] = bounded
        bounded = self._kinds[kind]
        if kind is bounded:
            return check
        return bounded(
            check.schema,
            format_checker=check.format_checker,
            registry=check._registry,
            _resolver=check._resolver,
        )

    def _counted(self, evaluate: Any) -> Any:
        def counted(check: Any, rule: Any, value: Any, schema: Any) -> Iterator[Any]:
            self._take(1 + (len(rule) // 16 if isinstance(rule, (dict, list)) else 0))
            for error in evaluate(check, rule, value, schema) or ():
                self._take(1)
                yield error

        return counted

    def _take(self, steps: int) -> None:
        self._left -= steps
        if self._left < 0:
            raise InvalidSchema("", "the schema takes too many steps to evaluate for its size")


def _errors(check: Any, value: Any) -> Iterator[Any]:
    unresolvable: type[Exception] = _extra("referencing.exceptions").Unresolvable
    try:
        yield from check.iter_errors(value)
    except unresolvable as error:
        raise InvalidSchema("", f"$ref {getattr(error, 'ref', '')!r} leads out of the schema") from error
    except re.error as error:
        raise InvalidSchema("", f"the pattern {error.pattern!r} cannot be compiled: {error.msg}") from error
    except (RecursionError, OverflowError) as error:
        raise InvalidSchema("", "the schema or the value is too deep, or a number in it too large") from error
    except InvalidSchema:
        raise
    except ValueError as error:  # raised for a malformed URI
        raise InvalidSchema("", str(error)) from error


def _extra(name: str) -> Any:
    # Imported by name, so that type checkers of users without the extra report nothing.
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra(MISSING) from error


def _of_text(check: Callable[[str], bool]) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, str) or check(value)


_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_EMAIL = re.compile(
    rf'(?P<local>{_ATOM}(?:\.{_ATOM})*|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*")'
    rf"@(?P<domain>{_LABEL}(?:\.{_LABEL})*|\[(?:[0-9.]+|IPv6:[0-9A-Fa-f:.]+)\])"
)
# Repeated groups take memory for each character, so `%` counts as a character, and escapes are checked apart.
_ESCAPE_FAULT = re.compile(r"%(?![0-9A-Fa-f]{2})")
_CHARACTERS = r"-A-Za-z0-9._~!$&'()*+,;=:@%/"
_URI = re.compile(
    rf"[A-Za-z][A-Za-z0-9+.-]*:"
    rf"(?://(?:[A-Za-z0-9._~!$&'()*+,;=:%-]*@)?\[[0-9A-Fa-f:.]+\](?::[0-9]*)?(?:/[{_CHARACTERS}]*)?"
    rf"|[{_CHARACTERS}]*)"
    rf"(?:\?[{_CHARACTERS}?]*)?(?:\#[{_CHARACTERS}?]*)?"
)
_DATE = re.compile(r"([0-9]{4})-([0-9]{2})-([0-9]{2})")
_TIME = re.compile(r"([0-9]{2}):([0-9]{2}):([0-9]{2})(?:\.[0-9]+)?(?:[Zz]|([+-])([0-9]{2}):([0-9]{2}))")


def is_email(text: str) -> bool:
    """Say whether a text is a mailbox by RFC 5321, section 4.1.2."""
    found = _EMAIL.fullmatch(text) if len(text) <= 64 + 1 + 255 else None
    return found is not None and len(found["local"]) <= 64 and len(found["domain"]) <= 255


def is_uri(text: str) -> bool:
    """Say whether a text is a URI with a scheme by RFC 3986, section 3."""
    return _URI.fullmatch(text) is not None and _ESCAPE_FAULT.search(text) is None


def is_date(text: str) -> bool:
    """Say whether a text is a `full-date` by RFC 3339, section 5.6."""
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return 1 <= month <= 12 and 1 <= day <= days[month - 1]


def is_date_time(text: str) -> bool:
    """Say whether a text is a `date-time` by RFC 3339, section 5.6; a leap second ends a UTC day."""
    found = _TIME.fullmatch(text[11:])
    if found is None or text[10:11] not in ("T", "t") or not is_date(text[:10]):
        return False
    hour, minute, second = int(found[1]), int(found[2]), int(found[3])
    off_hour, off_minute = int(found[5] or 0), int(found[6] or 0)
    if hour > 23 or minute > 59 or second > 60 or off_hour > 23 or off_minute > 59:
        return False
    offset = (off_hour * 60 + off_minute) * (-1 if found[4] == "-" else 1)
    return second < 60 or (hour * 60 + minute - offset) % 1440 == 1439


FORMATS: dict[str, Callable[[str], bool]] = {
    "email": is_email,
    "uri": is_uri,
    "date": is_date,
    "date-time": is_date_time,
}
