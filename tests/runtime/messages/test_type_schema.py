"""`json_schema` of every type accepts exactly the values that a decode accepts."""

from __future__ import annotations

import datetime
import json
import sys
from collections.abc import Callable
from random import Random
from typing import Annotated, Any, Literal

import jsonschema_rs
import mcp_revisions as mcp_package
import pytest
from mcp_revisions import v2025_11_25 as mcp
from msgspec import Meta, Struct

from support.frame_mutations import instance, mutated
from support.oracle import REVISIONS, oracle


class Own(Struct):
    """A class of the caller."""

    x: mcp.Tool


def accepts(module: Any, type_: Any, tree: Any) -> bool:
    """Return whether a decode accepts a value."""
    try:
        module.decode(json.dumps(tree), type_)
    except mcp_package.DecodeError:
        return False
    return True


@pytest.mark.parametrize("revision", REVISIONS)
def test_the_schema_of_every_type_agrees_with_its_decode(revision: str) -> None:
    """A valid schema of 2020-12 refers to itself alone, and judges generated values as a decode does."""
    module: Any = mcp_package.revision(revision)
    judge, rng = oracle(revision), Random(f"schema {revision}")
    verdicts = []
    for name in judge.types:
        type_ = getattr(module, name)
        schema = module.json_schema(type_)
        assert jsonschema_rs.meta.is_valid(schema)
        assert all(part.startswith("#/$defs/") for part in references(schema))
        validator = jsonschema_rs.validator_for(schema, validate_formats=False)
        for _ in range(8):
            value = instance({"$ref": f"#/{judge.root}/{name}"}, judge.types, rng)
            for tree in (value, mutated(value, rng, [value])):
                verdict = validator.is_valid(tree)
                assert verdict == accepts(module, type_, tree), (name, tree)
                verdicts.append(verdict)
    assert 0.2 < sum(verdicts) / len(verdicts) < 0.95


def references(schema: Any) -> list[str]:
    """Return every reference of a schema."""
    if isinstance(schema, dict):
        own = [schema["$ref"]] if isinstance(schema.get("$ref"), str) else []
        return own + [found for each in schema.values() for found in references(each)]
    return [found for each in schema for found in references(each)] if isinstance(schema, list) else []


def test_descriptions_are_our_sentences() -> None:
    """A schema has the sentence of the type and of each member."""
    schema = mcp.json_schema(mcp.Icon)
    assert schema["description"] == (mcp.Icon.__doc__ or "").split("\n\n")[0].replace("\n    ", " ")
    assert all("description" in member for member in schema["properties"].values())


def test_unions_lists_and_responses() -> None:
    """A union, a list and a response have schemas too; a type that holds no message is refused."""
    blocks = jsonschema_rs.validator_for(mcp.json_schema(list[mcp.ContentBlock]))
    assert blocks.is_valid([{"type": "text", "text": ""}])
    assert not blocks.is_valid([{"text": ""}])
    answer = jsonschema_rs.validator_for(mcp.json_schema(mcp.Response[mcp.CallToolResult]))
    assert answer.is_valid({"jsonrpc": "2.0", "id": 1, "result": {"content": []}})
    assert not answer.is_valid({"jsonrpc": "2.0", "id": 1, "result": {}})
    for type_ in (set[str], Own, list[Own], datetime.date):
        with pytest.raises(TypeError, match="^type_: only generated types, plain JSON, and "):
            mcp.json_schema(type_)


def test_names_have_a_schema_where_they_are_limited() -> None:
    """An object with any name has none."""
    plain = {"type": "object", "additionalProperties": {"type": "integer"}}
    for key, names in ((str, {}), (Literal["a", "b"], {"propertyNames": {"enum": ["a", "b"]}})):
        schema = mcp.json_schema(dict[key, int])  # type: ignore[valid-type]
        del schema["$schema"]
        assert schema == {**plain, **names}


def deeper(levels: int, work: Callable[[], Any]) -> Any:
    """Call a function some levels further down the stack."""
    return work() if levels == 0 else deeper(levels - 1, work)


def test_a_schema_is_whole_or_the_stack_ends() -> None:
    """The end of the caller's stack is no mistake in a type, which has its schema further up."""
    whole, ends = mcp.json_schema(mcp.ServerCapabilities), 0
    for levels in range(sys.getrecursionlimit() - 150, sys.getrecursionlimit(), 3):
        try:
            assert deeper(levels, lambda: mcp.json_schema(mcp.ServerCapabilities)) == whole
        except RecursionError:
            ends += 1
    assert 0 < ends < 50
    assert mcp.json_schema(mcp.ServerCapabilities) == whole


# Plain types with limits: each with values on both sides of every limit.
LIMITED: list[tuple[Any, dict[str, Any], list[Any]]] = [
    *((int, {name: 2}, [1, 2, 2.0, 3]) for name in ("ge", "gt", "le", "lt")),
    *((float, {name: 0.5}, [0.25, 0.5, 1]) for name in ("ge", "gt", "le", "lt")),
    (int, {"multiple_of": 3}, [0, 3, 3.0, 4, -6, 3 * 10**30, 10**30]),
    (float, {"multiple_of": 0.5}, [0, 0.5, 0.25, 10**400]),
    (str, {"min_length": 2, "max_length": 3}, ["a", "ab", "abc", "abcd"]),
    (str, {"pattern": "^a+$"}, ["", "a", "aa", "ab"]),
    (list[Any], {"min_length": 1, "max_length": 2}, [[], [1], [1, 2], [1, 2, 3]]),
    (
        dict[str, Any],
        {"min_length": 1, "max_length": 2},
        [dict.fromkeys(names) for names in ("", "a", "ab", "abc")],
    ),
]


@pytest.mark.parametrize(("plain", "limits", "values"), LIMITED)
def test_limits_hold_at_every_place_of_a_type(plain: Any, limits: dict[str, Any], values: list[Any]) -> None:
    """A limited value is judged by its limits alone, inside an array, an object, and a union with null."""
    type_: Any = Annotated[plain, Meta(**limits)]
    alone = jsonschema_rs.validator_for(mcp.json_schema(list[type_]))
    verdicts = [alone.is_valid([value]) for value in values]
    assert {*verdicts} == {True, False}
    for value, verdict in zip(values, verdicts, strict=True):
        for holder, tree in (
            (list[type_], [value]),
            (dict[str, type_], {"k": value}),
            (list[type_ | None], [None, value]),
            (dict[str, list[type_] | str], {"k": [value], "s": ""}),
        ):
            assert accepts(mcp, holder, tree) is verdict, (holder, tree)
            assert jsonschema_rs.validator_for(mcp.json_schema(holder)).is_valid(tree) is verdict
