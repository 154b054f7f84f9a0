"""Remove the keywords of a JSON Schema that only document it, such as `description`."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

PROSE = frozenset({"description", "title", "$comment", "examples", "deprecated", "readOnly", "writeOnly"})
SCHEMA_MAPS = frozenset({"properties", "$defs", "definitions"})  # their keys are names
SCHEMA_LISTS = frozenset({"anyOf", "allOf", "oneOf"})
SCHEMAS = frozenset({"items", "additionalProperties", "not", "propertyNames"})


def without_prose(schema: Any) -> Any:
    """Return a schema without keywords that only document it. A declared member named `title` stays."""
    if not isinstance(schema, dict):
        return schema
    return {key: _below(key, value) for key, value in schema.items() if key not in PROSE}


def _below(key: str, value: Any) -> Any:
    if key in SCHEMA_MAPS and isinstance(value, dict):
        return {name: without_prose(child) for name, child in value.items()}
    if key in SCHEMA_LISTS and isinstance(value, list):
        return [without_prose(child) for child in value]
    return without_prose(value) if key in SCHEMAS else value


def subschemas(schema: Any) -> Iterator[dict[str, Any]]:
    """Yield a schema and all schemas nested in it. Boolean schemas are skipped."""
    pending = [schema]
    while pending:
        node = pending.pop()
        if not isinstance(node, dict):
            continue
        yield node
        for key, value in node.items():
            if key in SCHEMA_MAPS and isinstance(value, dict):
                pending += value.values()
            elif key in SCHEMA_LISTS and isinstance(value, list):
                pending += value
            elif key in SCHEMAS:
                pending.append(value)
