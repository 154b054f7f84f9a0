"""The plan of an adapter: the functions that two plans share, and its data."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import decide_pair
from mcpgen.adapters.plan import (
    ChangeConstant,
    Convert,
    Drop,
    Function,
    HasMember,
    Is,
    ObjectFunction,
    PairPlan,
    Refuse,
    Replacement,
    Unchanged,
    Unfit,
    UnionFunction,
    Variant,
    Visit,
    shared_functions,
)
from mcpgen.adapters.plan_data import PlanData
from support.small_protocols import STRING, protocol_of

C = ChangeConstant("C", "T1", "reason")
LEAF, OTHER = ObjectFunction("leaf", "", (Drop("a", C),)), ObjectFunction("leaf", "", (Drop("b", C),))


def calling(name: str, *called: str) -> ObjectFunction:
    """Return a function that calls others."""
    return ObjectFunction(name, "", tuple(Visit("m", each, None, always=False) for each in called))


def plan(*functions: Function) -> PairPlan:
    """Return a plan whose newer adapter has these functions."""
    found = generate.plan(decide_pair(protocol_of(), replace(protocol_of(), revision="new"), ()))
    up, down = found.adapters
    return replace(found, adapters=(replace(up, functions=functions), down))


@pytest.mark.parametrize(
    ("one", "base", "shared"),
    [
        ([LEAF], [LEAF], {"leaf"}),
        ([LEAF], [OTHER], set()),
        ([LEAF], [], set()),
        ([calling("f", "leaf"), LEAF], [calling("f", "leaf"), LEAF], {"f", "leaf"}),
        ([calling("f", "leaf"), LEAF], [calling("f", "leaf"), OTHER], set()),
        (
            [calling("f", "g"), calling("g", "leaf"), LEAF],
            [calling("f", "g"), calling("g", "leaf"), OTHER],
            set(),
        ),
        ([calling("f", "f")], [calling("f", "f")], {"f"}),
        ([calling("f", "g"), calling("g", "f")], [calling("f", "g"), calling("g", "f")], {"f", "g"}),
    ],
)
def test_two_plans_share_equal_functions_that_call_equal_ones(
    one: list[Function], base: list[Function], shared: set[str]
) -> None:
    """A function that calls a different one, however far below, differs too."""
    assert shared_functions(plan(*one), plan(*base)) == shared


REFUSED, CONVERTED = Refuse(C), Convert("leaf")
OBJECT = {"kind": "object", "type": "object"}


def having(member: str, **type_: object) -> dict[str, object]:
    """Return the type of objects that have a member."""
    kind = type_.get("type") or ("constants" if "enum" in type_ else "any")
    return {**OBJECT, "properties": {member: {"kind": kind, **type_}}, "required": [member], "plain": True}


def case(
    outcome: str, *fits: object, unfit: tuple[object, ...] = ()
) -> tuple[list[object], list[object], str]:
    """Return a variant as data: the types that fit and do not, and the kind of the outcome."""
    return list(fits), list(unfit), outcome


@pytest.mark.parametrize(
    ("union", "expected", "variants"),
    [
        (
            UnionFunction("u", (Variant("A", REFUSED, tests=(HasMember("a"),)), Variant("B", CONVERTED))),
            None,
            [case("refuse", having("a")), case("convert")],
        ),
        (
            UnionFunction(
                "u", (Variant("A", REFUSED, tests=(HasMember("a"),)), Variant("B", CONVERTED)), form="object"
            ),
            "A or B",
            [case("refuse", having("a")), case("convert", OBJECT)],
        ),
        (
            UnionFunction("u", (Variant("A", REFUSED, tests=(HasMember("a"),)),), form="object"),
            "A",
            [case("refuse", having("a")), case("unchanged", OBJECT)],
        ),
        (
            UnionFunction("u", (Variant("A", REFUSED, tests=(Is("array"), Unfit(STRING))),)),
            None,
            [
                case(
                    "refuse",
                    {"kind": "array", "type": "array"},
                    unfit=({"kind": "string", "type": "string"},),
                )
            ],
        ),
        (
            UnionFunction(
                "u",
                (
                    Variant("A", Unchanged(), "x"),
                    Variant("B", REFUSED, "y"),
                    Variant("C", CONVERTED, tests=(HasMember("a"),)),
                ),
                tag="t",
            ),
            "A or B or C",
            [
                case("convert", having("a")),
                case("unchanged", having("t", enum=["x"])),
                case("refuse", having("t", enum=["y"])),
            ],
        ),
    ],
)
def test_a_union_is_data_in_the_order_of_trial(
    union: UnionFunction, expected: str | None, variants: list[tuple[list[object], list[object], str]]
) -> None:
    """Tests come before the tag; a value of no variant is malformed where the union has a form or a tag."""
    data = PlanData(plan(union, LEAF).adapters[0], protocol_of(), protocol_of(), {}).tree()["functions"]["u"]
    assert (data["kind"], data["expected"]) == ("union", expected)
    assert [(each["fits"], each["unfit"], each["outcome"]["kind"]) for each in data["variants"]] == variants


def test_the_rule_of_errors_is_a_table_or_a_rule_of_another_folder() -> None:
    """A rule of the package that renumbers codes is data; a rule of a schema folder is named."""
    found = plan().adapters[0]
    for rule, kind in (("errors_up", "renumber"), ("own", "rule")):
        tree = PlanData(replace(found, error=Replacement(rule, C)), protocol_of(), protocol_of(), {}).tree()
        assert tree["errors"]["edit"]["kind"] == kind
    assert PlanData(found, protocol_of(), protocol_of(), {}).tree()["errors"]["edit"] is None
