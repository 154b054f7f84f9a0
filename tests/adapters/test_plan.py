"""The plan of an adapter: what two plans share."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import decide_pair
from mcpgen.adapters.plan import (
    ChangeConstant,
    Drop,
    Function,
    ObjectFunction,
    PairPlan,
    Visit,
    shared_functions,
)
from support.small_protocols import protocol_of

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
    """A function that calls a different one, however far below, differs too; one that calls itself may not."""
    assert shared_functions(plan(*one), plan(*base)) == shared
