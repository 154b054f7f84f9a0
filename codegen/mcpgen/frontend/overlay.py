"""Overlay: `schema/R/overlay.toml` → what the specification says and its JSON Schema cannot.

Every entry gives a `reason`. Tables (all optional, all arrays of tables):

| table | members | meaning |
|---|---|---|
| `correction` | `at`, `expected`, `value` | the schema at that pointer says `expected` and means `value` |
| `name` | `name`, `at` | the anonymous type at each of these pointers has that name |
| `open` | `type`, `mapping`, `defect` | further members of that record are data; as a `mapping` it becomes a `dict`; by a `defect` the file fails to say so |
| `result` | `method`, `results` | what may answer that method, the ordinary result first |
| `gate` | `capability`, `methods` | these methods need that capability (`client:` or `server:` and a dotted path) |
| `error` | `name`, `code`, `type` | an error code with a meaning, and its typed error if it has one |
| `order` | `type`, `values` | the true order of an ordered enumeration |
| `known` | `at`, `values` | values of an open string that the specification knows |
| `guard` | `type`, `member`, `value` | as a union's arm the type is taken only when that member has that value |
| `deprecated` | `what`, `use` | a method, type or `Type.member` that is deprecated, and what replaces it |

An entry that the schema does not bear out (another value, no such place, no such method) fails the build.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from mcpgen.frontend.json_pointer import steps
from mcpgen.problems import Problem, Refused, refuse

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

TABLES: dict[str, tuple[str, ...]] = {
    "correction": ("at", "expected", "value"),
    "name": ("name", "at"),
    "open": ("type",),
    "result": ("method", "results"),
    "gate": ("capability", "methods"),
    "error": ("name", "code"),
    "order": ("type", "values"),
    "known": ("at", "values"),
    "guard": ("type", "member", "value"),
    "deprecated": ("what",),
}
OPTIONAL: dict[str, tuple[str, ...]] = {
    "open": ("mapping", "defect"),
    "error": ("type",),
    "deprecated": ("use",),
}
MEMBERS: dict[str, type] = {
    **dict.fromkeys(("at", "name", "type", "method", "capability", "member", "what", "use", "reason"), str),
    **dict.fromkeys(("results", "methods", "values"), list),
    "mapping": bool,
    "defect": bool,
    "code": int,
}
KINDS = {str: "a string", list: "an array of strings", bool: "a boolean", int: "an integer"}


@dataclass(frozen=True)
class Overlay:
    """The entries of one overlay by table, in file order; `source` locates them."""

    source: str
    entries: dict[str, list[dict[str, Any]]] = field(default_factory=dict)

    def table(self, name: str) -> list[dict[str, Any]]:
        """Return the entries of a table."""
        return self.entries.get(name, [])

    def located(self, table: str, index: int) -> str:
        """Return the location of an entry, counted from 1 as a reader counts."""
        return f"{self.source}: {table} {index + 1}"

    def index(self, table: str, key: Callable[[dict[str, Any]], list[str]]) -> dict[str, dict[str, Any]]:
        """Return the entries of a table by key; refuse a key given twice."""
        result: dict[str, dict[str, Any]] = {}
        for position, entry in enumerate(self.table(table)):
            for name in key(entry):
                if name in result:
                    raise refuse(self.located(table, position), f"{name} is given twice; keep one entry")
                result[name] = entry
        return result


def parse_toml(data: bytes, source: str) -> dict[str, Any]:
    """Return the TOML document in `data`, located in `source` where it is none."""
    try:
        document: dict[str, Any] = tomllib.loads(data.decode("utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise refuse(source, f"not TOML: {error}") from None
    return document


def read_overlay(data: bytes, source: str) -> Overlay:
    """Return the overlay in `data`; refuse unknown tables and members, missing members and missing reasons."""
    document = parse_toml(data, source)
    problems = [
        Problem(source, f"unknown table {name!r}; the tables are {', '.join(TABLES)}")
        for name in document
        if name not in TABLES
    ]
    for table, required in TABLES.items():
        entries = document.get(table, [])
        if not isinstance(entries, list) or not all(isinstance(entry, dict) for entry in entries):
            problems.append(Problem(source, f"{table} is not an array of tables; write [[{table}]]"))
            continue
        for index, entry in enumerate(entries):
            location = f"{source}: {table} {index + 1}"
            known = {*required, *OPTIONAL.get(table, ()), "reason"}
            problems += [Problem(location, f"{name!r} is missing") for name in required if name not in entry]
            problems += [Problem(location, f"unknown member {name!r}") for name in entry if name not in known]
            problems += [Problem(location, message) for message in _misshapen(table, entry)]
            if not str(entry.get("reason", "")).strip():
                problems.append(Problem(location, "give a reason"))
    if problems:
        raise Refused(problems)
    return Overlay(source, document)


def _misshapen(table: str, entry: dict[str, Any]) -> Iterator[str]:
    """Yield what is wrong with the values of an entry's members."""
    for name, value in entry.items():
        kind = list if (table, name) == ("name", "at") else MEMBERS.get(name, object)
        if type(value) is not kind and kind is not object:
            yield f"{name!r} is not {KINDS[kind]}"
        elif kind is list and not (value and all(isinstance(item, str) for item in value)):
            yield f"{name!r} is not an array of strings"
    if table == "error" and not re.fullmatch(r"[A-Z][A-Z0-9_]*", str(entry.get("name", "A"))):
        yield "'name' is not a constant's name, such as PARSE_ERROR"


def corrected(schema: dict[str, Any], overlay: Overlay) -> dict[str, Any]:
    """Return a copy of `schema` with the corrections applied, each after checking the value that it replaces."""
    problems: list[Problem] = []
    for index, entry in enumerate(overlay.table("correction")):
        try:
            schema = _replaced(schema, steps(entry["at"]), entry["expected"], entry["value"])
        except LookupError as error:
            problems.append(
                Problem(
                    overlay.located("correction", index), f"{entry['at']}: {error.args[0]}; drop or adapt it"
                )
            )
    if problems:
        raise Refused(problems)
    return schema


def _replaced(node: Any, path: list[str], expected: Any, value: Any) -> Any:
    if not path:
        if node != expected:
            raise LookupError(f"the schema says {node!r}, not {expected!r}")
        return value
    step = path[0]
    if isinstance(node, dict) and step in node:
        return {**node, step: _replaced(node[step], path[1:], expected, value)}
    if isinstance(node, list) and step.isdecimal() and int(step) < len(node):
        index = int(step)
        return [*node[:index], _replaced(node[index], path[1:], expected, value), *node[index + 1 :]]
    raise LookupError(f"the schema has no {step!r} there")
