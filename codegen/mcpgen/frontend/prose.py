"""The prose of a JSON Schema: the keywords that state no fact of the wire."""

from __future__ import annotations

from typing import Any

PROSE = frozenset({"description", "title", "$comment", "examples", "deprecated", "readOnly", "writeOnly"})
SCHEMA_MAPS = frozenset({"properties", "$defs", "definitions"})  # their keys are names, never keywords
SCHEMA_LISTS = frozenset({"anyOf", "allOf", "oneOf"})
SCHEMAS = frozenset({"items", "additionalProperties", "not"})


def without_prose(schema: Any) -> Any:
    """Return `schema` without its prose; a member that is named like a prose keyword stays."""
    if not isinstance(schema, dict):
        return schema
    return {key: _below(key, value) for key, value in schema.items() if key not in PROSE}


def _below(key: str, value: Any) -> Any:
    if key in SCHEMA_MAPS and isinstance(value, dict):
        return {name: without_prose(child) for name, child in value.items()}
    if key in SCHEMA_LISTS and isinstance(value, list):
        return [without_prose(child) for child in value]
    return without_prose(value) if key in SCHEMAS else value
