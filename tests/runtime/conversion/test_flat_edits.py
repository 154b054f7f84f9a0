"""Flat edits before a shape: what `joined` lets pass fits the shape once it is edited, for small shapes."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from itertools import product
from typing import Any

import msgspec
import pytest
from mcp_revisions._runtime.conversion.adapter_tables import Adapter
from mcp_revisions._runtime.conversion.chain import plan_of
from mcp_revisions._runtime.conversion.flat_edits import (
    LEAVES_ALL,
    NOT_FLAT,
    DropInner,
    DropMember,
    FillMember,
    Flat,
    OmitMember,
    RequestMeta,
    joined,
    members_of,
)
from mcp_revisions._runtime.conversion.log import ConversionLog
from mcp_revisions._runtime.conversion.losses import Change
from mcp_revisions._runtime.conversion.plan import ConversionPlan, ErrorPlan, MethodPlan, Step
from mcp_revisions._runtime.conversion.value_checks import NEVER, fits

from support.unread import Unread

CHANGE = Change("a-change", "for a test")
CONTEXT = plan_of("2025-11-25", "2026-07-28", "client").least_context
assert CONTEXT is not None
RESERVED = next(iter(CONTEXT.shapes))

# Each edit with the shape of the values that it edits; the member `a` of the edits is a member of the shapes.
EDITS: dict[str, Flat] = {
    "fill": Flat(("object", {"a": NEVER}), (FillMember("a", 1, CHANGE),)),
    "drop": Flat(("object", {}), (DropMember("a", CHANGE),)),
    "omit": Flat(("object", {"a": ("choice", "s")}), (OmitMember("a", CHANGE),)),
    "drop inside": Flat(("object", {"a": ("object", {})}), (DropInner("a", ("x",), CHANGE),)),
    "context": Flat(("object", {"_meta": ("object", {})}), (RequestMeta(CHANGE),)),
}
INNER = (None, NEVER, "integer", ("object", {}), ("object", {"x": None}, ("x",)), ("object", {}, (), NEVER))
SHAPES: list[Any] = [
    *(None, NEVER, "integer", ("object", {}), ("object", {"_meta": ("object", {}, (), NEVER)})),
    *(
        ("object", {"a": inner, "b": "integer"}, required, rest)
        for inner, required, rest in product(INNER, ((), ("a",), ("b",)), (None, NEVER, "integer"))
    ),
]


def values() -> Iterator[dict[str, Any]]:
    """Yield small objects."""
    for a, b, meta in product(
        (None, 1, "s", {}, {"x": 1}, {"y": 1}, {"x": 1, "y": 1}), (None, 1, "s"), (None, {}, {"k": 1})
    ):
        members = {"a": a, "b": b, "_meta": meta}
        yield {name: value for name, value in members.items() if value is not None}


def edited(flat: Flat, value: dict[str, Any]) -> dict[str, Any]:
    """Return an object after flat edits."""
    members, log = members_of(json.dumps(value).encode()), ConversionLog()
    log.context = CONTEXT
    for edit in flat.edits:
        edit.edit(members, (None, "params"), log)
    found: dict[str, Any] = json.loads(msgspec.json.encode(members))
    return found


@pytest.mark.parametrize("name", EDITS)
def test_what_passes_fits_the_shape_after_the_edit(name: str) -> None:
    """A joined flat may say too little, and never too much."""
    first, passed = EDITS[name], 0
    for shape in SHAPES:
        both = joined(first, Flat(shape))
        for value in values():
            if fits(value, both.others):
                assert fits(value, first.others)
                assert fits(edited(both, value), shape), (shape, value)
                passed += 1
    assert passed > 50


# An edit, and the shape of the next step: enough of a value is said for it to pass.
SAID: list[tuple[str, Any, dict[str, Any]]] = [
    ("fill", ("object", {"a": "integer"}), {"b": 1}),
    ("fill", ("object", {"a": "integer", "b": "integer"}, ("a", "b")), {"b": 1}),
    ("drop", ("object", {"a": NEVER}), {"a": 1, "b": 1}),
    ("drop", ("object", {"b": "integer"}, ("b",)), {"a": 1, "b": 1}),
    ("drop inside", ("object", {"b": "integer"}), {"a": {"x": 1}, "b": 1}),
    ("drop inside", ("object", {"a": ("object", {"y": "integer"}, ("y",))}), {"a": {"x": 1, "y": 1}}),
    ("context", ("object", {"b": "integer"}), {"_meta": {"k": 1}, "b": 1}),
]


@pytest.mark.parametrize(("name", "shape", "value"), SAID)
def test_a_value_passes_where_the_shape_leaves_the_edit_alone(
    name: str, shape: Any, value: dict[str, Any]
) -> None:
    """A shape that does not read what an edit changes, or that the edit meets, lets values pass."""
    assert fits(value, joined(EDITS[name], Flat(shape)).others)


def test_what_leaves_all_alone_joins_to_the_other() -> None:
    """A step that leaves every value alone changes nothing; a step for no value makes a chain for none."""
    for flat in EDITS.values():
        assert joined(flat, LEAVES_ALL) == joined(LEAVES_ALL, flat) == flat
        assert joined(flat, NOT_FLAT) == joined(NOT_FLAT, flat) == NOT_FLAT


def test_metadata_with_members_of_the_context_is_for_the_function() -> None:
    """A request that states a member of the context itself is not edited flat; other metadata is kept."""
    with pytest.raises(ValueError, match="reserved"):
        edited(EDITS["context"], {"_meta": {RESERVED: 1}})
    assert edited(EDITS["context"], {"_meta": {"k": 1}})["_meta"].keys() > {"k"}
    assert edited(EDITS["context"], {}) == {"_meta": edited(EDITS["context"], {"_meta": {}})["_meta"]}


def step(name: str, creates: bool, drops: bool) -> Step:
    """Return a step whose function edits as its flat edits do."""

    def edit(params: Any, at: Any, log: ConversionLog) -> None:
        for one in EDITS[name].edits:
            one.edit(params, at, log)

    return Step(edit, creates, drops, EDITS[name])


PARAMS: list[Any] = [None, {}, {"a": 1}, {"b": 1}, {"a": {"x": 1}}, {"a": {"x": 1}, "b": 1}, {"a": {"y": 1}}]


NAMES = ("fill", "drop", "drop inside")
FLAGS = [*product((False, True), repeat=2)]  # whether a step makes params, and takes empty ones away


@pytest.mark.parametrize("names", [*product(NAMES), *product(NAMES, repeat=2)], ids="-".join)
def test_a_text_is_edited_at_the_top_as_its_tree_by_the_functions(names: tuple[str, ...]) -> None:
    """Whichever step makes the params, or takes empty ones away; a single step edits all that it can."""
    edited_at_the_top = 0
    for flags in product(FLAGS, repeat=len(names)):
        steps = tuple(step(name, *own) for name, own in zip(names, flags, strict=True))
        method, adapters = MethodPlan("params", steps, None, True), (Adapter("1", "2", {}),)
        plan = ConversionPlan(
            "1", "2", "client", adapters, {"m": method}, {}, ErrorPlan((), None), None, None
        )
        for params in PARAMS:
            call = {
                "jsonrpc": "2.0",
                "id": 1,
                "method": "m",
                **({} if params is None else {"params": params}),
            }
            found = Unread(plan, None, "report")(json.dumps(call).encode())
            if found is not None:
                tree, log = copy.deepcopy(call), ConversionLog()
                method.apply(tree, log)
                log.frames = call, tree
                assert (json.loads(found.message), found.losses) == (tree, log.losses()), (flags, params)
                edited_at_the_top += 1
    # Of 28: a member that is filled is absent, one that loses members an object; params made without an event
    # are for the functions.
    assert len(names) > 1 or edited_at_the_top == {"fill": 12, "drop": 22, "drop inside": 16}[names[0]]
