"""Params of types that cannot be converted: valid ones pass, and an accepted proposal refuses the others."""

from __future__ import annotations

from typing import Any

import pytest

from mcpgen.adapters.proposals import entries_text, propose
from mcpgen.ir import Alias, Anything, Choice, Definition, Map, Protocol, Ref, Scalar, Union
from support.small_pairs import converting, named
from support.small_protocols import INTEGER, STRING, protocol_of, record

A, B = record("A", kind=Choice(("a",)), x=STRING), record("B", kind=Choice(("b",)), y=INTEGER)
X, Y = record("X", u=STRING), record("Y", v=STRING)
TAGGED = (A, B, Alias("Params", Union((Ref("A"), Ref("B")))))
UNTAGGED = (X, Y, Alias("Params", Union((Ref("X"), Ref("Y")))))
PLAIN = (record("Params", x=STRING),)
OTHER_MEMBER = (record("Params", q=INTEGER),)
TEXTS, SHORT = (Alias("Params", Map(STRING)),), (Alias("Params", Map(Scalar("string", max_length=3))),)
FREE, WHOLE = (Alias("Params", Map(Anything())),), (Alias("Params", Map(INTEGER)),)
CASES: dict[str, tuple[tuple[Definition, ...], tuple[Definition, ...], Any, Any, Any]] = {
    # types before and after; params that are valid in both, only before, only after
    "union and object": (UNTAGGED, PLAIN, {"u": "1", "x": "1"}, {"u": "1"}, {"x": "1"}),
    "two unions": (UNTAGGED, TAGGED, {"v": "1", "kind": "b", "y": 1}, {"v": "1"}, {"kind": "a", "x": "1"}),
    "any values and texts": (FREE, TEXTS, {"key": "text"}, {"key": 1}, None),
    "texts and numbers": (TEXTS, WHOLE, {}, {"key": "text"}, {"key": 1}),
    "texts and short texts": (TEXTS, SHORT, {"key": "abc"}, {"key": "abcd"}, None),
}


def ends(old: tuple[Definition, ...], new: tuple[Definition, ...]) -> tuple[Protocol, Protocol]:
    """Return two protocols whose request has these params."""
    return named(protocol_of(*old), "old"), named(protocol_of(*new), "new")


@pytest.mark.parametrize(("old", "new", "both", "before", "after"), CASES.values(), ids=CASES)
def test_params_that_cannot_be_converted_are_refused(
    old: tuple[Definition, ...], new: tuple[Definition, ...], both: Any, before: Any, after: Any
) -> None:
    """The accepted proposals build. Params pass if both revisions accept them, and are refused otherwise."""
    protocols = ends(old, new)
    proposals = propose(*protocols)
    text = entries_text(proposals, (f"T1.{number}" for number in range(1, 9)), "new", None)
    assert any(
        "refuse" in action for each in proposals for action in (*each.up.values(), *each.down.values())
    )

    def outcome(package: Any, params: Any, source: str, target: str) -> Any:
        frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}
        try:
            return package.convert(frame, source, target, sender="client").message["params"]
        except package.NoCounterpart as refused:
            assert str(refused.change).startswith("T1.")
            return "refused"

    with converting(*protocols, text) as convert:
        for source, target, only in (("old", "new", before), ("new", "old", after)):
            assert both is None or outcome(convert.package, both, source, target) == both
            if only is not None:
                assert outcome(convert.package, only, source, target) == "refused"
                with pytest.raises(ValueError, match="expected an object"):
                    outcome(convert.package, ["no object"], source, target)
