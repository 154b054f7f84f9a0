"""Shapes: the data structures by which values are checked against the types of a protocol."""

from __future__ import annotations

import pytest

from mcpgen.compare.validity import Shapes, is_valid
from mcpgen.ir import Anything, Ref
from support.small_protocols import INTEGER, STRING, protocol_of, record

TYPES = protocol_of(
    record("Open", open=INTEGER, free_=Anything(), title=STRING),
    record("Guarded", kind=STRING),
    guards={"Guarded": ("kind", "g")},
)


@pytest.mark.parametrize(
    ("value", "expected"),
    [
        ({"title": "t", "free": "text", "other": 1}, True),
        ({"title": "t", "free": None}, True),
        ({"title": "t", "other": "text"}, False),
        ({"free": 1}, False),
    ],
)
def test_a_member_of_any_value_is_not_checked_as_an_undeclared_one(value: object, expected: bool) -> None:
    """The type of undeclared members does not apply to a declared member, even if that may be anything."""
    assert is_valid(TYPES, Ref("Open"), value) == expected


def test_the_shape_of_a_variant_contains_its_guard() -> None:
    """The guard is a member and its value. The shape also says whether only the guard selects the variant."""
    shapes = Shapes(TYPES, str)
    assert shapes.variant(Ref("Guarded")) == ("guarded", "kind", "g", "Guarded", False)
    assert shapes.variant(Ref("Guarded"), is_result=True) == ("guarded", "kind", "g", "Guarded", True)
    assert shapes.variant(Ref("Open")) == "Open"
