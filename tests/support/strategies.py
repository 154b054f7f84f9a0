"""Hypothesis strategies for values that are valid, or almost valid, for the JSON Schema of MCP.

`hypothesis-jsonschema` 0.23.1, the last release, fails on every object schema with the current `hypothesis`.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from hypothesis import strategies as st

from support.oracle import Oracle, oracle

SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=5)
)
ANYTHING = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=5,
)
KINDS: dict[str, st.SearchStrategy[Any]] = {
    "string": st.text(max_size=10),
    "integer": st.integers() | st.integers(-9, 9).map(float),
    "number": st.integers() | st.floats(allow_nan=False, allow_infinity=False),
    "boolean": st.booleans(),
    "null": st.none(),
}


@cache
def of_type(revision: str, name: str) -> st.SearchStrategy[Any]:
    """Return a strategy for values of a definition. About one member in thirty has a wrong type."""
    judge = oracle(revision)
    return _strategy(judge.types[name], judge)


def _strategy(schema: dict[str, Any], judge: Oracle) -> st.SearchStrategy[Any]:
    if "$ref" in schema:
        name = schema["$ref"].rsplit("/", 1)[1]
        return st.deferred(lambda: of_type(judge.revision, name))
    if "anyOf" in schema:
        return st.one_of([_strategy(arm, judge) for arm in schema["anyOf"]])
    if "allOf" in schema:
        parts = st.tuples(*(_strategy(part, judge) for part in schema["allOf"]))
        return parts.map(
            lambda made: {k: v for part in made for k, v in (part if isinstance(part, dict) else {}).items()}
        )
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema.get("type")
    if isinstance(kind, list):
        return st.one_of([_strategy({**schema, "type": k}, judge) for k in kind])
    if kind == "array":
        return st.lists(_strategy(schema["items"], judge), max_size=3)
    if kind == "object":
        members = {
            name: _nearly(_strategy(member, judge)) for name, member in schema.get("properties", {}).items()
        }
        required = {name: members.pop(name) for name in schema.get("required", [])}
        further = schema.get("additionalProperties")
        inner = _strategy(further, judge) if isinstance(further, dict) else ANYTHING
        extra = st.dictionaries(st.text(max_size=5), inner, max_size=2) if further else st.just({})
        known = st.fixed_dictionaries(required, optional=members)
        return st.tuples(
            extra, st.one_of(known, known, known, st.fixed_dictionaries({}, optional=required | members))
        ).map(lambda made: {**made[0], **made[1]})
    if kind in ("integer", "number") and ("minimum" in schema or "maximum" in schema):
        return st.integers(schema.get("minimum"), schema.get("maximum")) | st.sampled_from(
            [-1, 0.5, 1.0, 1.5, 2]
        )
    return KINDS.get(str(kind), ANYTHING)


def _nearly(right: st.SearchStrategy[Any]) -> st.SearchStrategy[Any]:
    return st.integers(0, 29).flatmap(lambda n: SCALARS if n == 29 else right)
