"""Compare a built package with `jsonschema-rs` on a user's own schema file.

The input is a schema file, as `mcpgen build --schema` reads it. For seeded values of each definition, valid
and almost valid, both decide whether the value is valid. If they disagree, an assertion names the type and
the value.
"""

from __future__ import annotations

import copy
import json
from random import Random
from types import ModuleType
from typing import Any

import jsonschema_rs

from mcpgen.runtime.json_values import tokens
from support.exactness import check_lossless
from support.frame_mutations import ODD, mutated

DEPTH = 8  # levels below which a value is made of few parts
STATED = frozenset({"type", "const", "enum", "properties", "required", "minimum"})


class SchemaJudge:
    """The definitions of a schema file, validated by `jsonschema-rs`."""

    def __init__(self, schema: dict[str, Any]) -> None:
        self.schema = schema
        self.container = "$defs" if schema.get("$defs") else "definitions"
        self.definitions: dict[str, Any] = schema[self.container]
        self._validators: dict[str, jsonschema_rs.Validator] = {}

    def fits(self, name: str, value: Any) -> bool:
        """Return whether the definition `name` accepts a value."""
        if name not in self._validators:
            whole = {**self.schema, "$ref": f"#/{self.container}/{name}"}
            whole.pop("$id", None)
            self._validators[name] = jsonschema_rs.validator_for(whole, validate_formats=False)
        return bool(self._validators[name].is_valid(value))

    def value(self, name: str, rng: Random) -> Any:
        """Return a value that a definition accepts, or almost accepts."""
        return self._value(self.definitions[name], rng, 0)

    def _value(self, schema: Any, rng: Random, depth: int) -> Any:
        if not isinstance(schema, dict) or depth > 3 * DEPTH:
            return copy.deepcopy(rng.choice(ODD))
        parts = [
            self._value(self._target(schema["$ref"]), rng, depth + 1) if "$ref" in schema else None,
            *(self._value(part, rng, depth + 1) for part in schema.get("allOf", [])),
            *(
                self._value(rng.choice(schema[k]), rng, depth + 1)
                for k in ("anyOf", "oneOf")
                if schema.get(k)
            ),
            self._own(schema, rng, depth) if schema.keys() & STATED else None,
        ]
        found = [part for part in parts if part is not None]
        if not found:
            return copy.deepcopy(rng.choice(ODD))
        return _merged(found) if all(isinstance(part, dict) for part in found) else rng.choice(found)

    def _target(self, ref: str) -> Any:
        at: Any = self.schema
        for step in tokens(ref):
            at = at[int(step)] if isinstance(at, list) else at[step]
        return at

    def _own(self, schema: dict[str, Any], rng: Random, depth: int) -> Any:
        if "const" in schema:
            return copy.deepcopy(schema["const"])
        if "enum" in schema:
            return copy.deepcopy(rng.choice(schema["enum"]))
        kind = schema.get("type", "object")
        kind = rng.choice(kind) if isinstance(kind, list) else kind
        if kind == "object":
            return self._object(schema, rng, depth)
        if kind == "array":
            size = max(schema.get("minItems", 0), rng.randrange(3) if depth < DEPTH else 0)
            return [self._value(schema.get("items", {}), rng, depth + 1) for _ in range(size)]
        if kind == "string":
            return rng.choice(["", "a", "ab", "abc", "x-1", "text", "é😀"])
        if kind in ("integer", "number"):
            limits = [schema[k] for k in schema if "inimum" in k or "aximum" in k]
            return rng.choice(
                [*limits, *(limit + step for limit in limits for step in (-1, 1)), 0, 1, 7, 0.5]
            )
        return rng.random() < 0.5 if kind == "boolean" else None

    def _object(self, schema: dict[str, Any], rng: Random, depth: int) -> dict[str, Any]:
        required = schema.get("required", [])
        chance = 0.5 if depth < DEPTH else 0.0
        properties = schema.get("properties", {})
        made = {
            name: self._value(member, rng, depth + 1)
            for name, member in properties.items()
            if name in required or rng.random() < chance
        }
        further = schema.get("additionalProperties", {})
        for name in required:
            made.setdefault(name, self._value(further, rng, depth + 1))
        if rng.random() < (0.6 if isinstance(further, dict) and further else 0.1) and depth < DEPTH:
            made[rng.choice(["k", "l", "a", "ab", "x-1"])] = self._value(further, rng, depth + 1)
        return made


def _merged(objects: list[dict[str, Any]]) -> dict[str, Any]:
    """Return one object with the members of all objects. Objects under the same name are merged too."""
    merged: dict[str, Any] = {}
    for each in objects:
        for name, value in each.items():
            both = [merged.get(name), value]
            merged[name] = _merged(both) if all(isinstance(one, dict) for one in both) else value
    return merged


def agreement(mcp: ModuleType, judge: SchemaJudge, name: str, count: int, seed: int) -> tuple[int, int]:
    """Validate `count` values of a definition with the package and with `jsonschema-rs`.

    Return the numbers of valid and invalid values. Raise `AssertionError` for a value on which they disagree,
    or that is not encoded back to the same value.
    """
    module: Any = mcp
    type_, rng = getattr(module, name), Random(f"{seed} {name}")
    donors = [judge.value(name, rng) for _ in range(4)]

    def decode(data: bytes, **options: Any) -> Any:
        return module.decode(data, type_, **options)

    valid = 0
    for _ in range(count):
        value = judge.value(name, rng)
        if rng.random() < 0.6:
            value = mutated(value, rng, donors)
        expected, data = judge.fits(name, value), json.dumps(value).encode()
        try:
            decode(data)
        except ValueError as error:
            assert not expected, f"{name} refuses a valid value: {error}\n{data.decode()}"
        else:
            assert expected, f"{name} accepts an invalid value:\n{data.decode()}"
            check_lossless(module, data, value, decode)
            valid += 1
    return valid, count - valid
