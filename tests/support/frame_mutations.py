"""Random JSON that is almost valid: instances of a schema, and mutations of any value.

Everything depends only on a seeded `random.Random`, so a failure can be repeated by its seed.
"""

from __future__ import annotations

import copy
from random import Random
from typing import Any

# Values that sit on the boundaries of JSON Schema's types.
ODD: tuple[Any, ...] = (
    None, True, False, 0, 1, 1.0, -1, 1.5, 0.5, 2, -0.0, 2**53, 1e300, "", "x", "1", "2.0", "text",
    "object", "string", "input_required",
    "complete", "form", "url", [], {}, [None], [1], ["a"], [{}], {"a": 1}, {"a": {}},
    {"type": "text", "text": "t"}, {"type": "object"},
)  # fmt: skip


def instance(schema: Any, root: dict[str, Any], rng: Random, depth: int = 0) -> Any:
    """Return a value that `schema` accepts, with some optional and some unknown members."""
    if "$ref" in schema:
        return instance(root[schema["$ref"].rsplit("/", 1)[1]], root, rng, depth + 1)
    if "anyOf" in schema:
        return instance(rng.choice(schema["anyOf"]), root, rng, depth + 1)
    if "allOf" in schema:
        merged: dict[str, Any] = {}
        for part in schema["allOf"]:
            merged.update(instance(part, root, rng, depth + 1))
        return merged
    if "const" in schema:
        return schema["const"]
    if "enum" in schema:
        return rng.choice(schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        kind = rng.choice(kind)
    if kind == "object":
        required = schema.get("required", [])
        chance = 0.5 if depth < 4 else 0.2 if depth < 8 else 0.0
        made = {
            name: instance(member, root, rng, depth + 1)
            for name, member in schema.get("properties", {}).items()
            if name in required or rng.random() < chance
        }
        further = schema.get("additionalProperties")
        if isinstance(further, dict) and rng.random() < 0.7 and depth < 10:
            for _ in range(rng.randrange(3)):
                made[rng.choice(["k", "l", "io.x/y"])] = instance(further, root, rng, depth + 1)
        elif rng.random() < 0.04:
            made[rng.choice(["unknown", "x", "_x", "type2"])] = copy.deepcopy(rng.choice(ODD))
        return made
    if kind == "array":
        size = rng.randrange(3) if depth < 8 else 0
        return [instance(schema["items"], root, rng, depth + 1) for _ in range(size)]
    if kind == "string":
        return rng.choice(["", "a", "text", "https://x/y", "é\u2028😀"])
    if kind == "integer":
        return rng.choice([schema.get("minimum", -3), 0, 1, 7, 2**40])
    if kind == "number":
        return rng.choice([schema.get("minimum", 0), schema.get("maximum", 1), 0.5, 1.0, 0])
    if kind == "boolean":
        return rng.random() < 0.5
    if kind == "null":
        return None
    return copy.deepcopy(rng.choice(ODD))


def places_in(value: Any) -> list[tuple[Any, Any]]:
    """Return each container in `value` with each of its keys, at every depth."""
    found = []
    left = [value]
    while left:
        container = left.pop()
        for key in container if isinstance(container, dict) else range(len(container)):
            found.append((container, key))
            if isinstance(container[key], (dict, list)):
                left.append(container[key])
    return found


def _copied(value: Any) -> Any:
    """Return a copy of a value, or an empty object if the value is nested too deeply."""
    try:
        return copy.deepcopy(value)
    except RecursionError:
        return {}


def mutated(value: Any, rng: Random, donors: list[Any]) -> Any:
    """Return a copy of `value` with one to three small changes. Parts may be copied from `donors`."""
    value = copy.deepcopy(value)
    for _ in range(rng.choice([1, 1, 1, 2, 3])):
        places = places_in(value) if isinstance(value, (dict, list)) else []
        if not places:
            return copy.deepcopy(rng.choice(ODD))
        container, key = rng.choice(places)
        action = rng.randrange(8)
        if action <= 1:
            del container[key]
        elif action <= 3:
            container[key] = copy.deepcopy(rng.choice(ODD))
        elif action == 4 and isinstance(container, dict):
            container[
                rng.choice(["x", "unknown", "type", "_meta", "text", "result", "error", "method", "id"])
            ] = copy.deepcopy(rng.choice(ODD))
        elif action == 5 and isinstance(container, dict):
            container[rng.choice(["x", key.upper(), key + "s", "$" + key])] = container.pop(key)
        elif action == 6:
            donor = rng.choice(donors)
            parts = places_in(donor) if isinstance(donor, (dict, list)) else []
            other, at = rng.choice(parts or [(ODD, 0)])
            container[key] = _copied(other[at])
        else:
            item = container[key]
            if isinstance(item, list) and item:
                item.append(copy.deepcopy(rng.choice(item)))
            elif isinstance(item, bool) or item is None:
                container[key] = not item
            elif isinstance(item, int):
                container[key] = float(item) if abs(item) < 2**53 else str(item)
            elif isinstance(item, float):
                container[key] = int(item) if abs(item) < 2**53 else 1
            else:
                container[key] = [item]
    return value
