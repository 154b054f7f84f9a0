"""A description that names a value of the other revision is found in the revision that lacks the value."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from mcpgen.classes.descriptions import Descriptions, read_descriptions
from mcpgen.compare.changes import find_changes
from mcpgen.compare.outdated_descriptions import outdated_descriptions
from mcpgen.ir import Choice, Constant, ErrorCode, Field, Protocol, Record
from support.small_pairs import named
from support.small_protocols import protocol_of


def descriptions(of_member: str, of_other: str) -> Descriptions:
    """Return descriptions of the member `x`, and of another type."""
    text = f"[types.Params]\ndoc = 'Params.'\nfields.x = {of_member!r}\n"
    text += f"[types.Result]\ndoc = {of_other!r}\nfields.content = 'Text.'\n"
    return read_descriptions(text.encode(), "docs.toml")


def ends(old: Iterable[Constant], new: Iterable[Constant], *codes: int) -> tuple[Protocol, Protocol]:
    """Return two protocols in which `x` has these values, and an error has these codes."""
    errors = [(ErrorCode("DENIED", code),) for code in codes] or [(), ()]
    one, other = (
        protocol_of(Record("Params", (Field("x", Choice(tuple(values)), True),)), errors=known)
        for values, known in zip((old, new), errors, strict=True)
    )
    return named(one, "old"), named(other, "new")


@pytest.mark.parametrize(
    ("old", "new", "of_member", "of_other", "newer", "older"),
    [
        (("a",), ("b",), "Always `a`.", "Not `a`.", ["a"], []),
        (("a",), ("b",), "Always `b`.", "Not `b`.", [], ["b"]),
        (("a", "c"), ("b", "c"), "`a`, `b` or `c`.", "-", ["a"], []),
        (("a", "c"), ("c",), "`a` or `c`.", "-", ["a"], []),
        (("a",), ("a", "b"), "`a` or `b`.", "-", [], []),
        ((-32001,), (-32002,), "Always -32001.", "As -32001; not -320011.", ["-32001", "-32001"], []),
        ((1,), (2,), "Always 1.", "1 text.", ["1"], []),
    ],
)
def test_a_value_of_the_other_revision_is_found(
    old: tuple[Constant, ...],
    new: tuple[Constant, ...],
    of_member: str,
    of_other: str,
    newer: list[str],
    older: list[str],
) -> None:
    """A string is looked for in its own type, a long number everywhere."""
    one, other = ends(old, new)
    texts, changes = descriptions(of_member, of_other), find_changes(one, other)
    assert [each.value for each in outdated_descriptions(texts, other, changes)] == newer
    found = outdated_descriptions(texts, one, changes, is_newer=False)
    assert [each.value for each in found] == older


def test_a_moved_code_is_found() -> None:
    """An error code without a type has no constant in the schema."""
    one, other = ends("a", "a", -32001, -32002)
    texts, changes = descriptions("`a`.", "Denied with -32001."), find_changes(one, other)
    (found,) = outdated_descriptions(texts, other, changes)
    assert found == (("types", "Result"), "-32001", "Denied with -32001.")
    assert not [*outdated_descriptions(texts, one, changes, is_newer=False)]
