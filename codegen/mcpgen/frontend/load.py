"""Read the bytes of an untrusted schema file to a JSON value that is safe to process.

The file must be strict JSON: UTF-8, no duplicate names, no NaN, no number out of range, no unpaired
surrogate, at most `MAX_DEPTH` levels and `MAX_BYTES`. The schema must be valid for its metaschema. External
references are never opened.
"""

from __future__ import annotations

import json
import math
from dataclasses import dataclass
from typing import Any

from mcpgen.frontend.json_schema import DIALECTS, dialect_of, metaschema_violations
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.runtime.json_flaws import json_flaw
from mcpgen.runtime.json_values import json_pointer

MAX_BYTES = 4 << 20  # twenty times the size of the largest official file
MAX_DEPTH = 64
MAX_DEFINITIONS = 1000
TOO_MANY = f"has more than {MAX_DEFINITIONS} types; give the JSON Schema of an MCP revision"
TOO_DEEP = f"is nested deeper than {MAX_DEPTH} levels; give a file with fewer levels"
MAX_DIGITS = 300  # the maximum digits of an integer


def read_json(data: bytes, source: str) -> Any:
    """Parse `data` as strict JSON. Refuse anything else, with the location of the error."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refuse(source, f"not UTF-8 (byte {error.start}); save the file as UTF-8") from None
    try:
        value = json.loads(
            text, object_pairs_hook=_unique, parse_constant=_constant, parse_int=_integer, parse_float=_float
        )
    except json.JSONDecodeError as error:
        raise refuse(f"{source}:{error.lineno}:{error.colno}", f"not JSON: {json_flaw(error)}") from None
    except RecursionError:
        raise refuse(source, TOO_DEEP) from None
    _check_values(value, source)
    return value


def load(data: bytes, source: str, *, metaschema: bool = True) -> dict[str, Any]:
    """Parse `data` as strict JSON that is a JSON Schema with definitions. Refuse anything else.

    If `metaschema` is false, the schema is not validated against its metaschema. Pass false only for a file
    that was validated before.
    """
    if len(data) > MAX_BYTES:
        message = f"is larger than {MAX_BYTES >> 20} MiB; give the JSON Schema of an MCP revision"
        raise refuse(source, message)
    value = read_json(data, source)
    if not isinstance(value, dict):
        raise refuse(source, "is not a JSON object; give the JSON Schema of an MCP revision")
    if dialect_of(value) is None:
        found = f"is {value['$schema']!r}" if "$schema" in value else "is missing"
        raise refuse(f"{source}#/$schema", f"{found}; it must be one of {', '.join(sorted(DIALECTS))}")
    counts = {key: len(value[key]) for key in ("$defs", "definitions") if isinstance(value.get(key), dict)}
    if not any(counts.values()):
        raise refuse(source, "has no definitions; it must be the JSON Schema of an MCP revision")
    for key in ("$defs", "definitions"):
        if key in value and key not in counts:
            raise refuse(f"{source}#{json_pointer((key,))}", "must be an object of named definitions")
    for key, count in counts.items():
        if count > MAX_DEFINITIONS:
            raise refuse(f"{source}#{json_pointer((key,))}", TOO_MANY)
    if metaschema:
        _check_metaschema(value, source)
    return value


def _check_metaschema(schema: dict[str, Any], source: str) -> None:
    """Refuse a schema that is invalid for its metaschema."""
    problems = [
        Problem(
            f"{source}#{json_pointer(violation.path)}",
            f"not a valid JSON Schema: {_brief(violation.message)}",
        )
        for violation in metaschema_violations(schema)
    ]
    if problems:
        raise Refused(problems)


def _brief(message: str, limit: int = 200) -> str:
    return message if len(message) <= limit else message[:limit] + "…"


@dataclass(frozen=True)
class _Flaw:
    """Marks a value that strict JSON forbids, such as NaN, until its location is known for the error."""

    message: str


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any] | _Flaw:
    result = dict(pairs)
    if len(result) == len(pairs):
        return result
    seen: set[str] = set()
    for name, _ in pairs:
        if name in seen:
            break
        seen.add(name)
    return _Flaw(f"the member {_brief(repr(name))} occurs twice")


def _constant(name: str) -> _Flaw:
    return _Flaw(f"{name} is not a JSON number")


def _integer(digits: str) -> int | _Flaw:
    return (
        int(digits)
        if len(digits) <= MAX_DIGITS
        else _Flaw(f"a number of {len(digits)} digits is out of range")
    )


def _float(text: str) -> float | _Flaw:
    value = float(text)
    return value if math.isfinite(value) else _Flaw(f"{_brief(text, 20)} is out of range")


def _check_values(value: Any, source: str) -> None:
    """Refuse values marked as `_Flaw`, values nested too deeply, and strings with unpaired surrogates.

    Later stages can then recurse into the JSON value and print its strings.
    """
    layer: list[tuple[_Path, Any]] = [(None, value)]
    for _ in range(MAX_DEPTH):
        below: list[tuple[_Path, Any]] = []
        for path, node in layer:
            if isinstance(node, dict):
                if not all(map(_is_text, node)):
                    raise refuse(
                        _location(source, path),
                        "contains an unpaired surrogate; remove or correct the \\uD8xx escape",
                    )
                below += [((path, name), child) for name, child in node.items()]
            elif isinstance(node, list):
                below += [((path, index), child) for index, child in enumerate(node)]
            elif isinstance(node, str):
                if not _is_text(node):
                    raise refuse(
                        _location(source, path),
                        "contains an unpaired surrogate; remove or correct the \\uD8xx escape",
                    )
            elif isinstance(node, _Flaw):
                raise refuse(_location(source, path), f"not strict JSON: {node.message}")
        layer = below
        if not layer:
            return
    raise refuse(_location(source, layer[0][0]), TOO_DEEP)


_Path = (
    tuple[Any, str | int] | None
)  # the path of the container, and the key; paths are linked lists, so that they share long names


def _location(source: str, path: _Path) -> str:
    steps: list[str | int] = []
    while path is not None:
        path, step = path
        steps.append(step)
    return f"{source}#{json_pointer(reversed(steps))}"


def _is_text(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True
