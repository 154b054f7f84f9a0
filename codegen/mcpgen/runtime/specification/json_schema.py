"""Validate values with JSON Schemas that came in messages, such as the output schema of a tool.

`jsonschema` validates, in linear time (`bounded_evaluation`). The extra `mcp-revisions[forms]` installs the
packages that it needs. They are imported on first use. Nothing is fetched: a `$ref` to another document is an
error (2026-07-28 basic/index#ref-resolution). The default dialect is 2020-12 (SEP-1613). Only the four
formats of form fields are checked, as their RFCs define them.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from typing import Any

from ..json_values import json_pointer
from .bounded_evaluation import Evaluation, InvalidSchema, extra

STEPS_OF_METASCHEMA = 100  # for each value of a schema: many keywords of the metaschema apply to it


def validate_schema(schema: Any) -> None:
    """Validate a schema against the metaschema of its dialect.

    Raises `InvalidSchema` if the schema is invalid, and `MissingExtra` if a package is not installed.
    """
    if not isinstance(schema, (dict, bool)):
        raise InvalidSchema("", "a JSON Schema must be an object or a boolean")
    kind = _kind(schema)
    # Formats are not checked here: `regex` would mean the syntax of Python, not of ECMA-262.
    evaluation = Evaluation(schema, kind.META_SCHEMA, STEPS_OF_METASCHEMA)
    with _as_invalid_schema():
        found = evaluation.validator(kind, kind.META_SCHEMA, {}).iter_errors(evaluation.schema)
        worst = min(found, key=lambda error: (len(error.absolute_path), error.message), default=None)
        if worst is not None:
            raise InvalidSchema(json_pointer(worst.absolute_path), shortened(worst.message))
        evaluation.validator(kind, evaluation.schema, {})


def errors(schema: Any, value: Any) -> Iterator[Any]:
    """Validate a value, and yield the errors that `jsonschema` finds.

    Raises the exceptions of `validate_schema`, and `InvalidSchema` if the evaluation takes too many steps.
    """
    validate_schema(schema)
    evaluation = Evaluation(schema, value)
    with _as_invalid_schema():
        check = evaluation.validator(_kind(schema), evaluation.schema, _FORMAT_CHECKS)
        yield from check.iter_errors(value)


def _kind(schema: Any) -> Any:
    """Return the `jsonschema` validator class for the dialect of a schema."""
    jsonschema: Any = extra("jsonschema")
    if not isinstance(schema, dict) or "$schema" not in schema:
        return jsonschema.Draft202012Validator
    known, dialect = None, schema["$schema"]
    if isinstance(dialect, str):
        with suppress(ValueError):  # raised for a malformed URI
            known = jsonschema.validators.validator_for({"$schema": dialect}, default=None)
    if known is None:
        raise InvalidSchema("/$schema", f"the dialect {shortened(repr(dialect), 60)} is not supported")
    return known


@contextmanager
def _as_invalid_schema() -> Iterator[None]:
    """Convert the exceptions that `jsonschema` raises inside the `with` block to `InvalidSchema`."""
    unresolvable: type[Exception] = extra("referencing.exceptions").Unresolvable
    try:
        yield
    except unresolvable as error:
        target = shortened(repr(getattr(error, "ref", "")), 60)
        raise InvalidSchema("", f"$ref {target} points outside the schema") from error
    except (RecursionError, OverflowError) as error:
        raise InvalidSchema(
            "", "the schema or the value is nested too deeply, or has a number that is too large"
        ) from error
    except InvalidSchema:
        raise
    except ValueError as error:  # raised for a malformed URI
        raise InvalidSchema("", str(error)) from error


def shortened(message: str, most: int = 200) -> str:
    """Cut a message that is longer than `most` characters, and end it with `...`."""
    return message if len(message) <= most else message[: most - 3] + "..."


def _of_text(check: Callable[[str], bool]) -> Callable[[object], bool]:
    return lambda value: not isinstance(value, str) or check(value)


_ATOM = r"[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+"
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]*[A-Za-z0-9])?"
_EMAIL = re.compile(
    rf'(?P<local>{_ATOM}(?:\.{_ATOM})*|"(?:[\x20\x21\x23-\x5b\x5d-\x7e]|\\[\x20-\x7e])*")'
    rf"@(?P<domain>{_LABEL}(?:\.{_LABEL})*|\[(?:[0-9.]+|IPv6:[0-9A-Fa-f:.]+)\])"
)
# A repeated group takes memory for each character, so `%` is a normal character here and `_ESCAPE_FAULT`
# checks it.
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
    """Return whether a text is an email address: a `Mailbox` of RFC 5321, section 4.1.2."""
    found = _EMAIL.fullmatch(text) if len(text) <= 64 + 1 + 255 else None
    return found is not None and len(found["local"]) <= 64 and len(found["domain"]) <= 255


def is_uri(text: str) -> bool:
    """Return whether a text is a URI with a scheme (RFC 3986, section 3)."""
    return _URI.fullmatch(text) is not None and _ESCAPE_FAULT.search(text) is None


def is_date(text: str) -> bool:
    """Return whether a text is a `full-date` (RFC 3339, section 5.6)."""
    found = _DATE.fullmatch(text)
    if found is None:
        return False
    year, month, day = map(int, found.groups())
    leap = year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)
    days = (31, 29 if leap else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
    return 1 <= month <= 12 and 1 <= day <= days[month - 1]


def is_date_time(text: str) -> bool:
    """Return whether a text is a `date-time` (RFC 3339, section 5.6). A leap second must end a UTC day."""
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
_FORMAT_CHECKS = {name: _of_text(check) for name, check in FORMATS.items()}
