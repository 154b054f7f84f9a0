"""Nested references: a schema file → the same file, each reference to a nested definition spelled in full.

A tool that joins schema files leaves `#/$defs/NAME` of a file that became a definition. The name then stands
in the `$defs` of the schema around the reference, not at the top. Such a reference means the nearest
definition of that name around it. Equal nested definitions of one name are one definition, the first.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any

from mcpgen.frontend.prose import SCHEMA_LISTS, SCHEMA_MAPS, SCHEMAS
from mcpgen.frontend.schema_file import CONTAINERS
from mcpgen.runtime.json_values import json_pointer, tokens


def with_full_references(schema: dict[str, Any]) -> dict[str, Any]:
    """Return a schema file whose references all start at its top; a reference that means nothing stays."""
    spelled: dict[str, Any] = _Spelling(schema).spelled(schema, (), {})
    return spelled


class _Spelling:
    """Spells the references of one file."""

    def __init__(self, schema: Mapping[str, Any]) -> None:
        self.top = {(name, key) for name in CONTAINERS for key in _table(schema.get(name))}
        self.first: dict[tuple[str, str, str], str] = {}  # container, name and text → the first place

    def spelled(self, node: Any, path: tuple[str, ...], around: Mapping[tuple[str, str], str]) -> Any:
        """Return a schema at a path; `around` has the pointer of each nested definition by its reference."""
        if not isinstance(node, dict):
            return node
        if path:
            around = {**around, **self._nested(node, path)}
        return {key: self._below(key, value, (*path, key), around) for key, value in node.items()}

    def _nested(self, node: Mapping[str, Any], path: tuple[str, ...]) -> dict[tuple[str, str], str]:
        found = {}
        for container in CONTAINERS:
            for name, definition in _table(node.get(container)).items():
                key = container, name, json.dumps(definition, sort_keys=True)
                found[container, name] = self.first.setdefault(key, json_pointer((*path, container, name)))
        return found

    def _below(
        self, key: str, value: Any, path: tuple[str, ...], around: Mapping[tuple[str, str], str]
    ) -> Any:
        if key == "$ref" and isinstance(value, str) and value.startswith("#/"):
            target = tuple(tokens(value[1:]))
            full = around.get((target[0], target[1])) if len(target) == 2 else None
            return value if full is None or target in self.top else f"#{full}"
        if key in SCHEMA_MAPS and isinstance(value, dict):
            return {name: self.spelled(below, (*path, name), around) for name, below in value.items()}
        if key in SCHEMA_LISTS and isinstance(value, list):
            return [self.spelled(below, (*path, str(index)), around) for index, below in enumerate(value)]
        return self.spelled(value, path, around) if key in SCHEMAS else value


def _table(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}
