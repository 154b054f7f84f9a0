"""The modules `dicts`: messages as dictionaries, for type checkers."""

from __future__ import annotations

import subprocess
import sys
import typing
from importlib import import_module
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen import schema_folder
from mcpgen.ir import Record
from support.traffic import REVISIONS


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
        assert list(hints) == [field.name for field in definition.fields]
        required = [member for member, hint in hints.items() if "NotRequired" not in str(hint)[:30]]
        assert required == [field.name for field in definition.fields if field.required]
        assert held.__doc__ == getattr(module, name).__doc__ or not all(map(str.isidentifier, hints))


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
