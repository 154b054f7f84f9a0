"""Parse and validate TOML files, and record the line of every key for messages.

The `Form` of a file is `overlay`, `changes`, `docs` or `pins`. `schema/FORM.schema.json` is the JSON Schema
for the form. Editors find it by the first line of the file (`#:schema ../overlay.schema.json`). These JSON
Schemas use only keywords that draft-04 and draft-07 share, because the validators of editors support no
others. Error messages show the `title` of a subschema.
"""

from __future__ import annotations

import json
import math
import re
import sys
import unicodedata
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Any, Literal, TypeAlias

from mcpgen.frontend.json_schema import Violation, violations
from mcpgen.frontend.load import MAX_DEPTH, TOO_DEEP
from mcpgen.frontend.package_data import data_root
from mcpgen.problems import Problem, Refused, refuse

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

Form: TypeAlias = Literal["overlay", "changes", "docs", "pins"]
Path: TypeAlias = tuple[str | int, ...]

BYTE_ORDER_MARK = "\ufeff"
_KEY = r"""(?:[A-Za-z0-9_-]+|"(?:[^"\\]|\\.)*"|'[^']*')"""
_KEYS = rf"{_KEY}(?:\s*\.\s*{_KEY})*"
_LINE = re.compile(rf"(?:(?P<array>\[\[)|(?P<table>\[))?\s*(?P<keys>{_KEYS})\s*(?(array)\]\]|(?(table)\]|=))")


def parse_toml(text: str) -> dict[str, Any] | None:
    """Parse a TOML text. Return its data, or None if it is not valid TOML."""
    try:
        parsed: dict[str, Any] = tomllib.loads(text)
        return parsed
    except tomllib.TOMLDecodeError:
        return None


@dataclass(frozen=True)
class TomlDocument:
    """A parsed TOML file: its location, its text, its data, and the line number of each key and table."""

    source: str
    text: str
    data: dict[str, Any]
    lines: Mapping[Path, int]

    def line(self, *path: str | int) -> int:
        """Return the line number of the value at a path of keys and indexes.

        If no line is recorded for the value, return the line number of the value that contains it.
        """
        return next((self.lines[path[:n]] for n in range(len(path), 0, -1) if path[:n] in self.lines), 1)

    @property
    def tables(self) -> Mapping[str, list[dict[str, Any]]]:
        """The arrays of tables in the file, by name. The array `name` consists of all `[[name]]`."""
        return {name: value for name, value in self.data.items() if isinstance(value, list)}

    def problem(self, path: Path, message: str) -> Problem:
        """Return a problem at the line of the value at a path."""
        return Problem(f"{self.source}:{self.line(*path)}", message)


def _not_toml(source: str, message: str) -> Refused:
    """Return the error for a text that is not valid TOML, with the line where parsing failed."""
    reason, _, position = message.rpartition(" (at ")
    line = re.findall(r"\d+", position)[:1]
    return refuse(":".join([source, *line]), f"not TOML: {reason[:1].lower()}{reason[1:]}")


@lru_cache(maxsize=64)
def read_toml(data: bytes, source: str, form: Form) -> TomlDocument:
    """Parse a TOML file and validate it against the JSON Schema of its `form`. Refuse an invalid file.

    Every value of the result can be written as JSON. The result is cached, so callers must not change it.
    """
    try:
        text = data.decode("utf-8")
        if text.startswith(BYTE_ORDER_MARK):
            raise refuse(f"{source}:1", "begins with a byte order mark; save the file as UTF-8 without it")
        parsed: dict[str, Any] = tomllib.loads(text)
    except UnicodeDecodeError as error:
        raise refuse(source, f"not UTF-8 (byte {error.start}); save the file as UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(source, str(error)) from None
    except ValueError:
        raise refuse(source, "not TOML: a number has too many digits") from None
    except RecursionError:
        raise refuse(source, TOO_DEEP) from None
    document = TomlDocument(source, text, parsed, _lines(text))
    if flaws := [*_flaws(document, (), parsed, is_prose=form == "docs")]:
        raise Refused(flaws)
    check_form(parsed, form_schema(form), document.problem)
    return document


def _flaws(document: TomlDocument, path: Path, value: Any, *, is_prose: bool) -> Iterator[Problem]:
    """Yield a problem for each value that JSON cannot state, and for values that are nested too deeply.

    If `is_prose` is true, the texts of the file become comments of source files. Then also yield a problem
    for each text with a control character, because compilers refuse such comments.
    """
    if isinstance(value, dict | list):
        if len(path) == MAX_DEPTH:
            yield document.problem(path, TOO_DEEP)
            return
        for step, below in value.items() if isinstance(value, dict) else enumerate(value):
            yield from _flaws(document, (*path, step), below, is_prose=is_prose)
    elif isinstance(value, float) and not math.isfinite(value):
        yield document.problem(path, f"{_name(path)} is {value}, which is not a JSON number; write a number")
    elif not isinstance(value, str | int | float):  # a date or a time
        message = f"{_name(path)} is {value}, which is not a JSON value; write it in quotes"
        yield document.problem(path, message)
    elif is_prose and isinstance(value, str) and (found := [*filter(_is_control, value)]):
        message = f"{_name(path)} has the control character {found[0]!a}; remove it"
        yield document.problem(path, message)


def _is_control(character: str) -> bool:
    if character in "\n\t":
        return False
    return character == BYTE_ORDER_MARK or unicodedata.category(character) == "Cc"


def check_form(parsed: Any, schema: dict[str, Any], located: Callable[[Path, str], Problem]) -> None:
    """Refuse parsed data that violates a JSON Schema.

    The function `located` makes a problem from a path in the data and a message.
    """
    if problems := [one for found in violations(parsed, schema) for one in _problems(found, located)]:
        raise Refused(problems)


@cache
def form_schema(form: Form) -> dict[str, Any]:
    """Return the JSON Schema that describes a form of TOML file, such as `overlay`."""
    schema: dict[str, Any] = json.loads((data_root("schema") / f"{form}.schema.json").read_text("utf-8"))
    return schema


def _problems(violation: Violation, located: Callable[[Path, str], Problem]) -> Iterator[Problem]:
    """Yield the problems of one violation of a JSON Schema: each missing or unknown key, or an invalid value.

    The function `located` makes a problem from a path in the data and a message.
    """
    path, value, subschema = violation.path, violation.value, violation.subschema
    if violation.keyword == "required":
        for name in subschema["required"]:
            if name not in value:
                yield located(path, f"the key {name!r} is missing; add it")
    elif violation.keyword == "additionalProperties":
        keys = ", ".join(subschema["properties"])
        for name in value:
            if name not in subschema["properties"]:
                yield located((*path, name), f"unknown key {name!r}; the keys here are {keys}")
    else:
        yield located(path, f"{_name(path)} is {_shown(value)}; write {subschema['title']}")


def _name(path: Path) -> str:
    """Return a value's name for a message: its key, or `item 2 of` a key."""
    names = [step for step in path if isinstance(step, str)]
    item = f"item {path[-1] + 1} of " if path and isinstance(path[-1], int) else ""
    return item + (repr(names[-1]) if names else "the file")


def _shown(value: Any) -> str:
    """Return a value as a short text for a message: `empty`, or JSON that is cut off at 60 characters."""
    if value in ("", [], {}) or (isinstance(value, str) and not value.strip()):
        return "empty"
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 60 else text[:60] + "…"


def _lines(text: str) -> dict[Path, int]:
    """Return the line number of each table, and of each key at the start of a line, by their paths."""
    lines: dict[Path, int] = {}
    counts: dict[Path, int] = {}  # the number of entries of each array of tables so far
    table: Path = ()
    for number, line in enumerate(text.split("\n"), 1):
        match = _LINE.match(line.strip())
        if match is None:
            continue
        path: Path = () if match["array"] or match["table"] else table
        for key in re.findall(_KEY, match["keys"]):
            if path in counts:
                path = (*path, counts[path] - 1)
            path = (*path, _unquoted(key))
        if match["array"]:
            counts[path] = counts.get(path, 0) + 1
            path = (*path, counts[path] - 1)
        if match["array"] or match["table"]:
            table = path
        lines.setdefault(path, number)
    return lines


def _unquoted(key: str) -> str:
    try:
        return str(tomllib.loads(f"key = {key}")["key"]) if key[0] in "\"'" else key
    except tomllib.TOMLDecodeError:
        return key
