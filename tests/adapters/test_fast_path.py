"""Left alone: the functions of a plan, and the shapes of the values that they leave alone."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mcpgen.adapters.fast_path import FastPath
from mcpgen.adapters.plan import (
    CallRule,
    ChangeConstant,
    Convert,
    Drop,
    DropInside,
    DropOnly,
    DropOthers,
    Fits,
    Function,
    HasMember,
    Is,
    MemberEdit,
    MemberIs,
    Move,
    ObjectFunction,
    Outcome,
    Refuse,
    RefuseMember,
    Replacement,
    Set,
    Unchanged,
    Unfit,
    UnionFunction,
    Variant,
    Visit,
)
from mcpgen.ir import Anything, Array, Choice, Map, Ref, Scalar
from mcpgen.runtime.conversion.flat_edits import DropMember, FillMember, Flat, OmitMember
from mcpgen.runtime.conversion.rules import RULES
from mcpgen.runtime.conversion.value_checks import NEVER, Shape
from support.small_protocols import STRING, protocol_of, record

C = ChangeConstant("C", "T1", "reason")
SOURCE = protocol_of(
    record("T", a=STRING, b_=STRING, inner_=Ref("I"), held=Ref("I")), record("I", v=STRING, w_=STRING)
)
ONE, MANY = Choice(("x", "y")), Choice((1, 2))
TEXTUAL = "structured_content_as_object"
TEXT_LEAVES = RULES[TEXTUAL].leaves

# the edits of an object with the required members `a` and `held`, and the shape that they leave alone
EDITS: list[tuple[tuple[MemberEdit, ...], Shape]] = [
    ((), ("object", {})),
    ((Drop("b", C),), ("object", {"b": NEVER})),
    ((Drop("a", C),), NEVER),
    ((Drop("b", C, STRING),), ("object", {"b": "string"})),
    ((Drop("b", C, Scalar("boolean")),), ("object", {"b": "boolean"})),
    ((Drop("b", C, Scalar("string", min_length=1)),), ("object", {"b": NEVER})),
    ((Drop("b", C, ONE),), ("object", {"b": ("choice", "x", "y")})),
    ((Drop("b", C, MANY),), ("object", {"b": NEVER})),
    ((Drop("b", C, Anything()),), ("object", {"b": None})),
    ((DropOnly("b", "x", C),), ("object", {"b": NEVER})),
    ((DropOnly("a", "x", C),), NEVER),
    ((RefuseMember("b", C),), ("object", {"b": NEVER})),
    ((RefuseMember("b", C, STRING),), ("object", {"b": "string"})),
    ((RefuseMember("b", C, STRING, always=True),), ("object", {"b": "string"}, ("b",))),
    ((DropOthers("", ("a", "b"), C),), ("object", {"a": None, "b": None}, (), NEVER)),
    ((DropInside("inner", ("v",), C),), ("object", {"inner": ("object", {"v": NEVER})})),
    ((DropInside("held", ("w",), C),), ("object", {"held": ("object", {"w": NEVER})})),
    ((DropInside("held", ("w", "v"), C),), NEVER),
    ((Set("b", "x", C, always=True, known=False),), NEVER),
    ((Set("b", "x", C, always=True, known=True),), ("object", {"b": ("choice", "x")}, ("b",))),
    ((Set("b", "x", C, always=False, known=True),), ("object", {"b": ("choice", "x")})),
    ((Set("b", 1, C, always=False, known=True),), ("object", {"b": NEVER})),
    ((Set("b", 1, C, always=True, known=True),), NEVER),
    ((Set("b", "x", C, always=True, known=True, type=STRING),), ("object", {"b": "string"}, ("b",))),
    ((CallRule("b", TEXTUAL, C, always=True),), TEXT_LEAVES),
    ((CallRule("b", "audio_as_resource", C, always=True),), NEVER),
    ((CallRule("b", "audio_as_resource", C, always=False),), ("object", {"b": NEVER})),
    ((Visit("b", "below", None, always=False),), ("object", {"b": ("object", {"z": NEVER})})),
    (
        (Visit("b", "below", "items", always=True),),
        ("object", {"b": ("array", ("object", {"z": NEVER}))}, ("b",)),
    ),
    ((Visit("b", "below", "values", always=False),), ("object", {"b": ("map", ("object", {"z": NEVER}))})),
    ((Visit("b", "changing", None, always=False),), ("object", {"b": NEVER})),
    ((Visit("b", "changing", None, always=True),), NEVER),
    ((Move(("b",), ("c",), C, C, False, 0),), ("object", {"b": NEVER, "c": NEVER})),
    ((Move(("a",), ("c",), C, C, False, 0),), NEVER),
    (
        (Move(("inner", "w"), ("c",), C, C, False, 0),),
        ("object", {"inner": ("object", {"w": NEVER}), "c": NEVER}),
    ),
    ((Move(("held", "v"), ("c",), C, C, False, 0),), NEVER),
    ((Drop("b", C), Drop("z", C, STRING)), ("object", {"b": NEVER, "z": "string"})),
]  # fmt: skip
BELOW = ObjectFunction("below", "", (Drop("z", C),))
CHANGING = ObjectFunction("changing", "", (Set("z", "x", C, always=True, known=False),))


def shape_of(*functions: Function) -> Shape:
    """Return the shape of the first of the functions."""
    return FastPath([*functions, BELOW, CHANGING], SOURCE, RULES).shapes().get(functions[0].name, NEVER)


@pytest.mark.parametrize(("edits", "shape"), EDITS, ids=str)
def test_edits_of_an_object_leave_a_shape_alone(edits: tuple[MemberEdit, ...], shape: Shape) -> None:
    """Each edit leaves an object alone that has no such member, or one that fits; or none, if that is all."""
    assert shape_of(ObjectFunction("f", "T", edits)) == shape


def variant(outcome: Outcome, *tests: HasMember | MemberIs | Is | Fits | Unfit) -> Variant:
    """Return a variant with these tests."""
    return Variant("V", outcome, tests=tests)


REFUSED, KEPT, CONVERTED = Refuse(C), Unchanged(), Convert("below")
BELOW_LEAVES: Shape = ("object", {"z": NEVER})
NO_ARRAY: Shape = ("union", ("object", {}), "string", "number", "boolean", "null")
UNIONS: list[tuple[UnionFunction, Shape]] = [
    (UnionFunction("f", (variant(KEPT),)), None),
    (UnionFunction("f", (variant(KEPT),), form="object"), ("object", {})),
    (UnionFunction("f", (variant(KEPT),), form="array"), ("array", None)),
    (UnionFunction("f", (variant(Convert("below", "items")),), form="array"), ("array", BELOW_LEAVES)),
    (UnionFunction("f", (variant(Convert("below", "values")),), form="object"), ("map", BELOW_LEAVES)),
    (UnionFunction("f", (variant(CONVERTED),)), BELOW_LEAVES),
    (UnionFunction("f", (variant(REFUSED),)), NEVER),
    (UnionFunction("f", (variant(REFUSED, HasMember("m")),)), ("object", {"m": NEVER})),
    (UnionFunction("f", (variant(REFUSED, MemberIs("m", ("x",))),)), ("object", {"m": NEVER})),
    (UnionFunction("f", (variant(REFUSED, MemberIs("m", ("x", None))),)), NEVER),
    (UnionFunction("f", (variant(REFUSED, Fits(STRING)),)), NEVER),
    (UnionFunction("f", (variant(Convert(rule=Replacement("audio_as_resource", C))),)), NEVER),
    (UnionFunction("f", (variant(Convert(rule=Replacement(TEXTUAL, C))),)), TEXT_LEAVES),
    (
        UnionFunction("f", (variant(Convert("below", "items"), Is("array")), variant(KEPT))),
        ("union", ("array", BELOW_LEAVES), NO_ARRAY),
    ),
    (UnionFunction("f", (variant(REFUSED, Is("array")), variant(KEPT))), NO_ARRAY),
    (UnionFunction("f", (variant(REFUSED, Is("array")), variant(REFUSED))), NEVER),
    (
        UnionFunction("f", (replace(variant(KEPT), tag="x"), replace(variant(REFUSED), tag="y")), tag="t"),
        ("object", {"t": ("choice", "x")}, ("t",)),
    ),
    (
        UnionFunction("f", (replace(variant(KEPT), tag="x"), replace(variant(CONVERTED), tag="y")), tag="t"),
        (
            "union",
            ("object", {"t": ("choice", "x")}, ("t",)),
            ("object", {"t": ("choice", "y"), "z": NEVER}, ("t",)),
        ),
    ),
    (UnionFunction("f", (replace(variant(REFUSED), tag="x"),), tag="t"), NEVER),
    (
        UnionFunction("f", (variant(REFUSED, HasMember("m")), replace(variant(KEPT), tag="x")), tag="t"),
        ("object", {"m": NEVER, "t": ("choice", "x")}, ("t",)),
    ),
]


@pytest.mark.parametrize(("union", "shape"), UNIONS, ids=str)
def test_members_of_a_union_leave_a_shape_alone(union: UnionFunction, shape: Shape) -> None:
    """A union leaves alone each value whose own member does, and that is none of those that change all."""
    assert shape_of(union) == shape


def test_the_rule_of_an_object_comes_first() -> None:
    """An object that a rule replaces is left alone where the rule leaves it, and the edits do."""
    edited = ObjectFunction("f", "T", (Drop("b", C),), Replacement(TEXTUAL, C))
    assert shape_of(edited) == ("object", {"structuredContent": ("map",), "b": NEVER})
    assert shape_of(replace(edited, rule=Replacement("audio_as_resource", C))) == NEVER


def test_a_function_that_calls_itself_leaves_what_its_own_edits_leave() -> None:
    """Inside itself it counts as one that changes everything."""
    inner = Visit("b", "f", None, always=False)
    assert shape_of(ObjectFunction("f", "T", (inner,))) == ("object", {"b": NEVER})


FLATS: list[tuple[Function, Flat | None]] = [
    (ObjectFunction("f", "T", (Drop("a", C),)), Flat(("object", {}), (DropMember("a", C),))),
    (ObjectFunction("f", "T", (Drop("b", C),)), Flat(("object", {}), (DropMember("b", C),))),
    (
        ObjectFunction("f", "T", (Drop("a", C, STRING), Drop("a", C))),
        Flat(("object", {"a": "string"}), (DropMember("a", C),)),
    ),
    (
        ObjectFunction("f", "T", (Set("b", 1, C, always=True, known=False),)),
        Flat(("object", {"b": NEVER}), (FillMember("b", 1, C),)),
    ),
    (
        ObjectFunction("f", "T", (DropOnly("a", "x", C),)),
        Flat(("object", {"a": ("choice", "x")}), (OmitMember("a", C),)),
    ),
    (ObjectFunction("f", "T", (Drop("a", C), DropOthers("", ("a",), C))), None),
    (ObjectFunction("f", "T", (Drop("a", C),), Replacement(TEXTUAL, C)), None),
    (
        UnionFunction("f", (variant(REFUSED, HasMember("m")), variant(Convert("changing"))), form="object"),
        Flat(("object", {"z": NEVER, "m": NEVER}), (FillMember("z", "x", C),)),
    ),
    (
        UnionFunction(
            "f", (variant(REFUSED, MemberIs("z", ("y",))), variant(Convert("changing"))), form="object"
        ),
        Flat(("object", {"z": NEVER}), (FillMember("z", "x", C),)),
    ),
    (UnionFunction("f", (variant(REFUSED, HasMember("m")), variant(Convert("changing")))), None),
]


@pytest.mark.parametrize(("function", "flat"), FLATS, ids=str)
def test_a_function_that_edits_only_the_top_of_a_value_has_flat_edits(
    function: Function, flat: Flat | None
) -> None:
    """A flat holds the edits of a function, and the values that it is true of."""
    flats = FastPath([function, BELOW, CHANGING], SOURCE, RULES).flats()
    assert repr(flats.get("f")) == repr(flat)  # named tuples of different types may be equal
    assert flats["changing"].edits == (FillMember("z", "x", C),)


CHOSEN = ObjectFunction("chosen", "T", (DropOnly("a", "x", C),))


@pytest.mark.parametrize(
    ("values", "others"),
    [
        (("y",), ("object", {"a": ("choice", "x")})),
        (("x", "y"), ("object", {"a": NEVER})),
        ((None, "y"), NEVER),
    ],
)
def test_a_variant_that_the_flat_contradicts_needs_no_test(
    values: tuple[str | None, ...], others: Shape
) -> None:
    """No value of the flat passes a test for another constant; any other test must fail before."""
    union = UnionFunction(
        "f", (variant(REFUSED, MemberIs("a", values)), variant(Convert("chosen"))), form="object"
    )
    flats = FastPath([union, CHOSEN], SOURCE, RULES).flats()
    assert flats.get("f", Flat()).others == others


def test_shapes_of_maps_and_arrays_of_any_type_are_not_checked() -> None:
    """A type that no few words say fits no value, so that the function looks at it."""
    for type_ in (Array(STRING), Map(STRING), Ref("I")):
        assert shape_of(ObjectFunction("f", "T", (Drop("b", C, type_),))) == ("object", {"b": NEVER})
