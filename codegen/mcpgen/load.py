"""Load: bytes of a schema file → plain JSON that is safe to walk.

The file is untrusted. JSON is read strictly (UTF-8, no duplicate names, no NaN, no lone surrogates, at most
`MAX_DEPTH` levels) and must fit the metaschema it names. Nothing that it refers to is ever opened.
"""

from __future__ import annotations

import json
from typing import Any

from mcpgen.problems import Problem, Refused, refuse

MAX_DEPTH = 64
DIALECTS = {
    "http://json-schema.org/draft-07/schema": "Draft7Validator",
    "https://json-schema.org/draft/2020-12/schema": "Draft202012Validator",
}


def read_json(data: bytes, source: str) -> Any:
    """Return the JSON value in `data`; refuse what strict JSON does not allow, located in `source`."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        raise refuse(source, f"not UTF-8 (byte {error.start}); save the file as UTF-8") from None
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
    except json.JSONDecodeError as error:
        raise refuse(f"{source}:{error.lineno}:{error.colno}", f"not JSON: {error.msg}") from None
    except RecursionError:
        raise refuse(source, f"nested deeper than {MAX_DEPTH} levels") from None
    except ValueError as error:
        raise refuse(source, f"not strict JSON: {error}") from None
    _check_depth(value, source)
    return value


def load(data: bytes, source: str, *, metaschema: bool = True) -> dict[str, Any]:
    """Return the schema in `data`, checked against its metaschema unless the caller knows that it was."""
    value = read_json(data, source)
    if not isinstance(value, dict):
        raise refuse(source, "not an object; give the JSON Schema of an MCP revision")
    dialect = value.get("$schema")
    if not isinstance(dialect, str) or dialect.rstrip("#") not in DIALECTS:
        raise refuse(f"{source}#/$schema", f"{dialect!r} is not one of {', '.join(sorted(DIALECTS))}")
    if not any(isinstance(value.get(key), dict) for key in ("$defs", "definitions")):
        raise refuse(source, "no definitions; give the JSON Schema of an MCP revision")
    if metaschema:
        _check_metaschema(value, dialect.rstrip("#"), source)
    return value


def _check_metaschema(schema: dict[str, Any], dialect: str, source: str) -> None:
    """Refuse a schema that its own metaschema refuses."""
    import jsonschema

    validator = getattr(jsonschema, DIALECTS[dialect])
    errors = list(validator(validator.META_SCHEMA).iter_errors(schema))
    if errors:
        raise Refused(
            Problem(
                f"{source}#{pointer(*error.absolute_path)}",
                f"not a valid JSON Schema: {_brief(error.message)}",
            )
            for error in errors
        )


def pointer(*path: str | int) -> str:
    """Return the JSON Pointer (RFC 6901) of a path."""
    return "".join("/" + str(part).replace("~", "~0").replace("/", "~1") for part in path)


def _brief(message: str, limit: int = 200) -> str:
    return message if len(message) <= limit else message[:limit] + "…"


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    result = dict(pairs)
    if len(result) != len(pairs):
        seen: set[str] = set()
        for name, _ in pairs:
            if name in seen:
                raise ValueError(f"the member {name!r} is given twice")
            seen.add(name)
    return result


def _no_constant(name: str) -> Any:
    raise ValueError(f"{name} is not a JSON number")


def _check_depth(value: Any, source: str) -> None:
    """Refuse deep nesting and text that no UTF-8 file can hold, so that later stages may recurse and print."""
    layer: list[tuple[str, Any]] = [("", value)]
    for _ in range(MAX_DEPTH):
        below: list[tuple[str, Any]] = []
        for at, node in layer:
            if isinstance(node, dict):
                for name, child in node.items():
                    _check_text(name, f"{source}#{at}")
                    below.append((at + pointer(name), child))
            elif isinstance(node, list):
                below.extend((f"{at}/{index}", child) for index, child in enumerate(node))
            elif isinstance(node, str):
                _check_text(node, f"{source}#{at}")
        layer = below
        if not layer:
            return
    raise refuse(f"{source}#{layer[0][0]}", f"nested deeper than {MAX_DEPTH} levels")


def _check_text(text: str, location: str) -> None:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise refuse(location, "a lone surrogate is not text") from None
