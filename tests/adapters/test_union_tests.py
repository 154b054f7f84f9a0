"""Union tests: the members of a union in the order of trial, each with its tag or its tests."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mcpgen.adapters.plan import (
    ChangeConstant,
    Convert,
    Fits,
    HasMember,
    Is,
    MemberIs,
    Outcome,
    ReadAs,
    Refuse,
    Test,
    Unchanged,
    Unfit,
    Variant,
)
from mcpgen.adapters.union_tests import UnionTests
from mcpgen.ir import Array, Choice, Map, Ref, Type
from mcpgen.variants import tag_of
from support.small_protocols import INTEGER, STRING, protocol_of, record

CONVERTED, OTHERWISE, KEPT = Convert("f"), Convert("g"), Unchanged()
REFUSED, LOOPED = Refuse(ChangeConstant("C", "T1", "reason")), Convert("f", "items")
X, Y, XY = Choice(("x",)), Choice(("y",)), Choice(("x", "y"))
TYPES = protocol_of(
    record("A", kind=X, type=X, v=STRING),
    record("B", type=Y, kind=Y),
    record("Same", type=X),
    record("Either", type=XY, w=STRING),
    record("Free", o_=STRING),
    record("Like", o=STRING),
    record("Wide", r_=STRING, s_=STRING),
    record("Plain", p=STRING),
    record("Both", p=STRING, q=STRING),
)
A, B, SAME, EITHER = map(Ref, ("A", "B", "Same", "Either"))
FREE, LIKE, WIDE, PLAIN, BOTH = map(Ref, ("Free", "Like", "Wide", "Plain", "Both"))


@pytest.mark.parametrize(
    ("types", "tag"),
    [
        ([A, B], "kind"),
        ([B, A], "type"),
        ([A, B, STRING], "kind"),
        ([SAME, B], "type"),
        ([A, SAME], None),
        ([B, EITHER], None),
        ([A, FREE], None),
        ([A, STRING], None),
        ([A], None),
    ],
)
def test_a_tag_tells_all_objects_of_a_union_apart(types: list[Type], tag: str | None) -> None:
    """The first member of the first object whose constants differ in all objects, two at least."""
    assert tag_of(TYPES, types) == tag


CASES: list[tuple[list[tuple[Type, Outcome]], list[tuple[Type, object]]]] = [
    # with a tag, objects have it, and other values are tested
    ([(STRING, CONVERTED), (A, KEPT), (B, CONVERTED)], [(A, "x"), (B, "y"), (STRING, [Fits(STRING)])]),
    ([(A, KEPT), (B, KEPT), (Array(STRING), KEPT)], [(A, "x"), (B, "y"), (Array(STRING), [Is("array")])]),
    # the more members an object requires, the earlier it is tried; the last needs no test
    (
        [(PLAIN, CONVERTED), (EITHER, OTHERWISE)],
        [(EITHER, [MemberIs("type", ("x", "y")), HasMember("w"), Fits(EITHER)]), (PLAIN, [])],
    ),
    ([(FREE, CONVERTED), (STRING, OTHERWISE)], [(STRING, [Fits(STRING)]), (FREE, [])]),
    # values that stay are tested last, and then go away
    ([(STRING, CONVERTED), (INTEGER, KEPT)], [(STRING, [Fits(STRING)])]),
    ([(STRING, KEPT), (INTEGER, CONVERTED)], [(INTEGER, [Fits(INTEGER)])]),
    ([(STRING, KEPT), (INTEGER, KEPT)], []),
    ([(STRING, KEPT), (Array(STRING), LOOPED)], [(Array(STRING), [Is("array")])]),
    # a last variant without a function of its own does not see a malformed value
    ([(INTEGER, REFUSED)], [(INTEGER, [Fits(INTEGER)])]),
    (
        [(Array(STRING), REFUSED), (Array(INTEGER), LOOPED)],
        [(Array(STRING), [Fits(Array(STRING))]), (Array(INTEGER), [Fits(Array(INTEGER))])],
    ),
    # objects are told by constants, by members that not all require, and by their whole shape if need be
    ([(SAME, REFUSED), (B, REFUSED), (STRING, KEPT)], [(B, "y"), (SAME, "x"), (STRING, [Fits(STRING)])]),
    ([(PLAIN, CONVERTED), (BOTH, OTHERWISE)], [(BOTH, [HasMember("q"), Fits(BOTH)]), (PLAIN, [])]),
    ([(PLAIN, CONVERTED), (BOTH, CONVERTED)], [(BOTH, [HasMember("q")]), (PLAIN, [])]),
    (
        [(PLAIN, REFUSED), (Map(STRING), KEPT)],
        [(PLAIN, [HasMember("p"), ReadAs((PLAIN, Map(STRING)), 0)])],
    ),
    (
        [(A, REFUSED), (SAME, CONVERTED)],
        [(A, [MemberIs("kind", ("x",)), MemberIs("type", ("x",)), HasMember("v"), Fits(A)]), (SAME, [])],
    ),
    # neither decides alone: the unknown members of the value do
    (
        [(PLAIN, REFUSED), (WIDE, CONVERTED)],
        [(PLAIN, [HasMember("p"), ReadAs((PLAIN, WIDE), 0)]), (WIDE, [])],
    ),
    # decode prefers the later variant
    ([(FREE, REFUSED), (LIKE, KEPT)], [(FREE, [Unfit(LIKE)])]),
]


@pytest.mark.parametrize(("members", "expected"), CASES, ids=str)
def test_members_are_tried_in_an_order_that_decides(
    members: list[tuple[Type, Outcome]], expected: list[tuple[Type, str | list[Test]]]
) -> None:
    """Each variant has the tests that tell it from the later ones."""
    types = [type_ for type_, _ in members]
    variants = [Variant(str(type_), outcome) for type_, outcome in members]
    found = [
        (each.name, each.tag if each.tag is not None else list(each.tests))
        for each in UnionTests(TYPES, types, variants).recognised()
    ]
    assert found == [(str(type_), said) for type_, said in expected]


@pytest.mark.parametrize(
    ("second", "fits"), [(("kind", "y"), False), (("kind", "x"), True), (("type", "y"), True)]
)
def test_guards_tell_results_apart(second: tuple[str, str], fits: bool) -> None:
    """Two guards exclude each other if they are different values of one member."""
    protocol = replace(TYPES, guards={"A": ("kind", "x"), "B": second})
    variants = [
        Variant(name, outcome) for name, outcome in (("P", CONVERTED), ("A", CONVERTED), ("B", OTHERWISE))
    ]
    found = UnionTests(protocol, [PLAIN, A, B], variants, is_result=True).recognised()
    first = found[0].tests
    assert first[0] == MemberIs("kind", ("x",)) and (first[1:] == ()) is not fits
