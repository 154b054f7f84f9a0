"""Constructs that no released revision has: a built package decides as `jsonschema-rs` does."""

from __future__ import annotations

import json
from types import ModuleType

import pytest

from support.schema_constructs import CONSTRUCTS
from support.schema_judge import SchemaJudge, agreement
from support.small_schemas import Workshop, exact, schema

FILE = schema({name: below for group in CONSTRUCTS.values() for name, below in group.items()})


@pytest.fixture(scope="module")
def mcp(tmp_path_factory: pytest.TempPathFactory) -> ModuleType:
    """Return a package with every construct."""
    return Workshop(tmp_path_factory.mktemp("constructs")).build(FILE)


@pytest.fixture(scope="module")
def judge() -> SchemaJudge:
    """Return the judge of the same file."""
    return SchemaJudge(FILE)


@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_decode_agrees_with_the_schema(mcp: ModuleType, judge: SchemaJudge, name: str) -> None:
    """A decode accepts a value if and only if the schema does, and writes the value back as it was."""
    valid, invalid = agreement(mcp, judge, name, 120, seed=1)
    assert valid and invalid


@pytest.mark.parametrize("name", ["NamesByPattern", "NamesByEnum"])
def test_whole_numbers_may_have_a_fraction_of_zero(mcp: ModuleType, judge: SchemaJudge, name: str) -> None:
    """An object whose names are limited decodes its values as any other object does: 1.0 is an integer."""
    for value, fits in ({"a": 1.0}, True), ({"a": 1.5}, False), ({"z": 1}, False):
        assert judge.fits(name, value) == fits
        if fits:
            exact(mcp, name, value)
        else:
            with pytest.raises(ValueError, match="/[az]: "):
                mcp.decode(json.dumps(value).encode(), getattr(mcp, name))


@pytest.mark.long
@pytest.mark.parametrize("name", CONSTRUCTS)
def test_a_decode_agrees_with_the_schema_at_length(mcp: ModuleType, judge: SchemaJudge, name: str) -> None:
    """The same holds for thousands of values of each construct."""
    valid, invalid = agreement(mcp, judge, name, 5000, seed=2)
    assert valid > 50 and invalid > 50
