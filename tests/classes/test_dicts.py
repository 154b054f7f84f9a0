"""The modules `dicts`: messages as dictionaries, for type checkers."""

from __future__ import annotations

import subprocess
import sys
import typing
from dataclasses import replace
from importlib import import_module
from inspect import getdoc
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen import schema_folder
from mcpgen.classes.corrected_schema import described_schema
from mcpgen.classes.docstrings import Docstrings, docstrings
from mcpgen.commands.build_models import agreement, pydantic_validation
from mcpgen.ir import Alias, Anything, Map, Record
from support.traffic import RECORDED, REVISIONS


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_record_is_a_dictionary_of_wire_names(revision: str) -> None:
    """A `TypedDict` has the members and the required members of its record."""
    module = mr.revision(revision)
    dicts = import_module(f"{module.__name__}.dicts")
    for name, definition in schema_folder.protocol(revision).definitions.items():
        held: Any = getattr(dicts, name)
        if not isinstance(definition, Record):
            continue
        if definition.mapping:
            assert held == dict[str, Any]
            continue
        hints = typing.get_type_hints(held, include_extras=True)
        required = {field.name for field in definition.fields if field.required}
        optional = [field.name for field in definition.fields if not field.required]
        assert list(hints) == [*(f.name for f in definition.fields if f.required), *optional]
        assert held.__required_keys__ == required
        assert held.__optional_keys__ == {field.name for field in definition.fields} - required
        documented = all(map(str.isidentifier, hints))  # a call of `TypedDict` has no docstring
        if documented:
            full = " ".join((getdoc(getattr(module, name)) or "").split())
            short = getdoc(held) or ""
            assert short and "\n" not in short
            assert full.startswith(short.rstrip(".… "))


@pytest.mark.parametrize(
    ("full", "short"),
    [
        ("", ""),
        ("One sentence.\n\nSince 2024-11-05.\n", "One sentence."),
        ("A first sentence. A second one.", "A first sentence."),
        ("Is this the first? `second` is not.", "Is this the first?"),
        ("Text such as e.g. this one, of version 1.5.", "Text such as e.g. this one, of version 1.5."),
        ("A clause; " + "long " * 30, "A clause."),
        ("A clause; " + "another " * 5 + "one: " + "long " * 30, "A clause; " + "another " * 5 + "one."),
        ("word " * 30, "word " * 19 + "…"),
    ],
)
def test_a_docstring_is_shortened_to_its_first_sentence(full: str, short: str) -> None:
    """A sentence that is too long for a line ends after its first clauses, or with an ellipsis."""
    found = Docstrings({"A": full}, {("A", "a"): full}).shortened()
    assert found == Docstrings({"A": short}, {("A", "a"): short})


@pytest.mark.parametrize("revision", RECORDED)
def test_dictionaries_and_schema_agree(revision: str) -> None:
    """A recorded message, with a member left out or null too, fits a dictionary if it fits the schema.

    An object with free names is any dictionary.
    """
    protocol = schema_folder.protocol(revision)
    definitions = {
        name: Alias(name, Map(Anything())) if isinstance(one, Record) and one.mapping else one
        for name, one in protocol.definitions.items()
    }
    free = replace(protocol, definitions=definitions)
    schema = described_schema(free, docstrings(free, schema_folder.descriptions(), []))
    dicts = import_module(f"{mr.revision(revision).__name__}.dicts")
    found = agreement(free, schema, pydantic_validation(dicts))
    assert found.compared > 1000
    assert str(found) == f"models and schema agree on {found.compared} of {found.compared} messages"


def test_nothing_imports_the_dictionaries() -> None:
    """The module is read at run time only by a program that imports it."""
    code = (
        "import sys, mcp_revisions as mr\n"
        "for name in mr.REVISIONS: mr.revision(name).decode({'uri': 'u:'}, mr.revision(name).Root)\n"
        "print([name for name in sys.modules if 'dicts' in name])"
    )
    assert (
        subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
        == "[]\n"
    )
