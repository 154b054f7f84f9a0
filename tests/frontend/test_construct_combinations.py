"""Constructs inside each other: a file is refused in lines, or its package decides as the schema does."""

from __future__ import annotations

import json
from copy import deepcopy
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mcpgen.frontend.read import file_source, read_protocol
from mcpgen.problems import Problem, Refused
from support.schema_constructs import COMBINED, CONSTANTS, OBJECTS
from support.schema_judge import SchemaJudge, agreement
from support.small_schemas import Workshop, record, refused, schema, union

SINGLE = {**CONSTANTS, **OBJECTS, **COMBINED}
NULL = {"type": "null"}


def combined(one: Any, other: Any, rng: Random) -> Any:
    """Return a schema that holds two others, in one of seven ways."""
    both = [deepcopy(one), deepcopy(other)]
    return rng.choice(
        [
            {"allOf": both},
            {"anyOf": both},
            {"oneOf": both},
            record({"m": both[0], "n": both[1]}, ["m"]),
            {"type": "array", "items": {"anyOf": both}},
            {"allOf": [union(both[0], NULL), both[1]]},
            union({"allOf": both}, {"type": "string", "const": "zz"}),
        ]
    )


def refusal(name: str, below: Any, folder: Path) -> list[str]:
    """Return the lines that refuse a file with one definition, none if the file is built."""
    path = folder / "schema.json"
    path.write_text(json.dumps(schema({name: below})))

    def ignored(problem: Problem) -> None:
        """Ignore a plain rule."""

    try:
        read_protocol(file_source(path), "small", ignored)
    except Refused as refused:
        return [str(problem) for problem in refused.problems]
    return []


def check_combinations(seed: int, size: int, count: int, folder: Path) -> tuple[int, int]:
    """Combine random constructs; hold each that builds to the judge; return the built and the refused."""
    rng = Random(seed)
    built: dict[str, Any] = {}
    count_refused = 0
    for number in range(size):
        below = combined(*(SINGLE[rng.choice(list(SINGLE))] for _ in range(2)), rng)
        if rng.random() < 0.3:
            below = combined(below, SINGLE[rng.choice(list(SINGLE))], rng)
        lines = refusal(f"C{number}", below, folder)
        if not lines:
            built[f"C{number}"] = below
        else:
            count_refused += 1
            assert all(line.startswith(str(folder)) and "\n" not in line for line in lines), lines
    file = schema(built)
    package, judge = Workshop(folder).build(file), SchemaJudge(file)
    for name in built:
        agreement(package, judge, name, count, seed)
    return len(built), count_refused


def test_values_that_no_merged_schema_admits(tmp_path: Path) -> None:
    """Merged objects with impossible values admit no member; with an impossible required name, nothing."""
    texts = {"type": "object", "additionalProperties": {"type": "integer"}}
    nothing = {"type": "object", "additionalProperties": {"not": {}}}
    file = schema({"C": record({"m": {"allOf": [nothing, texts]}}, ["m"])})
    agreement(Workshop(tmp_path).build(file), SchemaJudge(file), "C", 25, seed=1)
    named = {"type": "object", "propertyNames": {"const": "a"}, "required": ["a"]}
    both = {"allOf": [record({"x": {"type": "string"}}, ["x"]), named]}
    held = record({"m": {"$ref": "#/$defs/C"}, "list": {"type": "array", "items": {"$ref": "#/$defs/C"}}})
    file = schema(
        {"C": both, "D": held, "E": {"type": "object", "additionalProperties": {"$ref": "#/$defs/C"}}}
    )
    package = Workshop(tmp_path).build(file)
    for name in ("C", "D", "E"):
        agreement(package, SchemaJudge(file), name, 25, seed=1)
    assert refused(package, "C", {"a": 1, "x": "b"}) and refused(package, "D", {"list": [{}]})
    assert refused(package, "E", {"k": {}}) and package.decode({"list": []}, package.D).list_ == []


@pytest.mark.parametrize(
    "container", [{"type": "array"}, {"type": "object", "propertyNames": {"maxLength": 3}}]
)
def test_a_pattern_beside_a_container(tmp_path: Path, container: dict[str, Any]) -> None:
    """A union that msgspec cannot free is refused, also behind references; without a pattern it is built."""
    for name, below in (
        ("C", union({"type": "string", "pattern": "^a"}, container)),
        ("D", {"$ref": "#/$defs/C"}),
    ):
        given = {"C": union({"type": "string", "pattern": "^a"}, container), name: below}
        path = tmp_path / "schema.json"
        path.write_text(json.dumps(schema(given)))
        with pytest.raises(
            Refused, match="the generated types do not support a union of .*; remove one of the variants"
        ):
            read_protocol(file_source(path), "small", lambda _: None)
    assert refusal("C", union({"type": "string", "minLength": 1}, container), tmp_path) == []


@pytest.mark.parametrize("container", ["array", "object"])
@pytest.mark.parametrize(
    "around",
    [
        lambda type_: record({"m": type_}, ["m"]),
        lambda type_: record({"m": {"type": "array", "items": type_}}, ["m"]),
        lambda type_: {"type": "array", "items": type_},
        lambda type_: {"type": "object", "additionalProperties": type_},
        lambda type_: {**record({"m": {"type": "string"}}, ["m"]), "additionalProperties": type_},
    ],
)
def test_a_pattern_beside_a_container_in_a_list_of_types(tmp_path: Path, container: str, around: Any) -> None:
    """Such a union without a name is refused wherever a type may stand."""
    (line,) = refusal("C", around({"type": ["string", container], "pattern": "^a"}), tmp_path)
    assert line.endswith("an array or an object with any names; remove one of the variants")


def test_some_combinations(tmp_path: Path) -> None:
    """Each of a few combinations is refused, or decided as the schema does."""
    built, refused = check_combinations(seed=1, size=24, count=25, folder=tmp_path)
    assert built > refused > 0


@pytest.mark.long
@pytest.mark.parametrize("seed", range(2, 8))
def test_many_combinations(seed: int, tmp_path: Path) -> None:
    """The same holds of hundreds of combinations."""
    built, refused = check_combinations(seed, size=120, count=80, folder=tmp_path)
    assert built > refused > 0
