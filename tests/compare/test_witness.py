"""Witnesses: a value for each breaking change that one revision accepts and the other refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import jsonschema
import pytest

from mcpgen.compare.alignment import OtherPaths
from mcpgen.compare.changes import find_changes
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.compare.sample_values import LARGEST, SampleValues
from mcpgen.compare.validity import is_valid
from mcpgen.compare.witness import Witness, find_witness
from mcpgen.ir import Array, Choice, Map, Protocol, Record, Ref, Scalar, Type, Union
from mcpgen.schema_folder import protocol
from support.paths import SPEC
from support.pinned_changes import PAIRS, REVISIONS, pinned_changes
from support.small_protocols import CALL, INTEGER, STRING, protocol_of, record, with_x

BOOLEAN = Scalar("boolean")
RESULTS = ("Result",), ("Result", "Task")


@pytest.mark.parametrize("revision", REVISIONS)
def test_the_smallest_value_of_every_type_is_valid(revision: str) -> None:
    """The smallest value of a type is valid, by the IR and by the official schema."""
    one = protocol(revision)
    official = Official(revision) if (SPEC / revision).is_dir() else None
    for name, definition in one.definitions.items():
        value = SampleValues(one).smallest(Ref(name))
        assert is_valid(one, Ref(name), value), name
        assert official is None or official.fits(definition.at, value), name


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_a_witness_is_valid_on_one_side_only(old: str, new: str) -> None:
    """By the official schemas a witness is valid in the revision that it names and invalid in the other."""
    if not ((SPEC / old).is_dir() and (SPEC / new).is_dir()):
        pytest.skip("needs the official schemas of both")
    one, other = Official(old), Official(new)
    shown = 0
    for change in pinned_changes(old, new):
        shown_by = find_witness(SampleValues(one.protocol), SampleValues(other.protocol), change)
        if shown_by is None:
            continue
        verdicts = one.accepts(change, 0, shown_by.value), other.accepts(change, 1, shown_by.value)
        assert verdicts == (shown_by.valid_in == "old", shown_by.valid_in == "new"), (change, shown_by)
        shown += 1
    assert shown


@pytest.mark.parametrize(("old", "new"), list(pairwise(REVISIONS)))
def test_a_breaking_change_has_a_witness(old: str, new: str) -> None:
    """A breaking change has a witness, unless another variant accepts every value of the changed one."""
    for change in pinned_changes(old, new):
        values = change.holders is not None or change.rule.startswith(
            ("METHOD", "RESULT", "KIND", "DIRECTION")
        )
        if (
            change.severity == "breaking"
            and values
            and find_witness(SampleValues(protocol(old)), SampleValues(protocol(new)), change) is None
        ):
            arm = change.new or change.old
            assert change.rule.startswith("VARIANT_") and isinstance(arm, Ref)
            there = protocol(old) if change.new else protocol(new)
            assert change.owners[0] is not None
            here = protocol(new) if change.new else protocol(old)
            assert all(
                is_valid(there, Ref(change.owners[0]), v)
                for v in SampleValues(here).samples(arm)
                if is_valid(here, arm, v)
            )


@pytest.mark.parametrize(
    "definitions",
    [
        [record("A", a=Ref("A"))],
        [record("A", a=Ref("B")), record("B", a=Ref("A"))],
        [record("A", **{f"m{n}": Array(STRING, min_items=LARGEST) for n in range(9)})],
        [record("A", **{f"m{n}": STRING for n in range(LARGEST + 1)})],
        [
            record("A", a=Ref("A0")),
            *(record(f"A{n}", x=Ref(f"A{n + 1}"), y=Ref(f"A{n + 1}")) for n in range(60)),
            record("A60"),
        ],
    ],
    ids=["endless", "endless in turns", "long", "wide", "doubling"],
)
def test_a_type_without_a_small_value_has_no_witness(definitions: list[Record]) -> None:
    """Types whose values never end, or are too large to read, cost no time and are shown by no value."""
    old, new = (protocol_of(record("Params", x=Ref("A"), y=y), *definitions) for y in (STRING, INTEGER))
    (change,) = find_changes(old, new)
    assert (change.at, find_witness(SampleValues(old), SampleValues(new), change)) == ("Params.y", None)


class Official:
    """The official schema of a revision as a judge of values at the place of a change."""

    def __init__(self, revision: str) -> None:
        self.protocol = protocol(revision)
        self.schema = json.loads((SPEC / revision / "schema.json").read_text(encoding="utf-8"))
        self.validator = jsonschema.validators.validator_for(self.schema)

    def fits(self, pointer: str, value: Any) -> bool:
        """Return whether the schema at a pointer accepts a value."""
        return bool(self.validator({**self.schema, "$ref": f"#{pointer}"}).is_valid(value))

    def named(self, name: str, value: Any) -> bool:
        """Return whether the definition of that name exists and accepts a value."""
        root = "$defs" if "$defs" in self.schema else "definitions"
        return name in self.schema[root] and self.fits(f"/{root}/{name}", value)

    def accepts(self, change: ProtocolChange, side: int, value: Any) -> bool:
        """Return whether a value is valid at the place of a change: a type, a frame or a result."""
        if change.holders is not None:
            holder = change.holders[side]
            at = (change.was, change.at)[side]
            if isinstance(holder, Map) and at.split(".")[0] not in self.protocol.definitions:
                # an open object in several places takes its name from the other side
                return is_valid(self.protocol, holder, value)
            if isinstance(holder, Ref):
                pointers = [self.protocol.definitions[holder.name].at, *self.frame(holder.name)]
            else:
                pointers = [self.place(at, change.member)]
            return all(self.fits(pointer, value) for pointer in pointers)
        if change.rule.startswith("RESULT_"):
            method = self.protocol.methods.get(change.at)
            return method is not None and any(self.named(name, value) for name in method.results)
        if change.rule.startswith("BATCHES_"):
            return self.named("JSONRPCMessage", value)
        if change.detail == "embedded":
            return self.named("InputRequest", value)
        sides = ("Client", "Server") if change.sender == "both" else (change.sender.title(),)
        return any(self.named(side + kind, value) for side in sides for kind in ("Request", "Notification"))

    def frame(self, name: str) -> list[str]:
        """Return the pointers to the envelope members that the official type of a message leaves out."""
        definition = self.protocol.definitions[name]
        framed = [f.name for f in definition.fields if f.framed] if isinstance(definition, Record) else []
        frame = "JSONRPCNotification" if "Notification" in name else "JSONRPCRequest"
        pointer = self.protocol.definitions[frame].at
        return [] if not framed else [pointer] if "jsonrpc" in framed else [f"{pointer}/properties/params"]

    def place(self, at: str, member: str | None) -> str:
        """Return the pointer of a place without a name: a type, then member after member."""
        path = at if member is None else at.removesuffix(f".{member}")
        name, *members = path.split(".")
        definition: Record | Type = self.protocol.resolve(Ref(name))
        pointer = self.protocol.definitions[name].at
        for each in members:
            assert isinstance(definition, Record)
            field = definition.field(each)
            assert field is not None
            pointer, definition = field.at, self.protocol.resolve(field.type)
        return pointer


def witnesses(old: Protocol, new: Protocol, others: OtherPaths | None = None) -> dict[str, Witness | None]:
    """Return the witness of each change, by rule and detail."""
    return {
        f"{change.rule} {change.detail}".strip(): find_witness(SampleValues(old), SampleValues(new), change)
        for change in find_changes(old, new, others)
    }


@pytest.mark.parametrize(
    ("old", "new", "values"),
    [
        (
            Choice(("user", "tool")),
            Choice(("user", "system")),
            {
                'ENUM_VALUE_ADDED "system"': ("system", "new"),
                'ENUM_VALUE_REMOVED "tool"': ("tool", "old"),
            },
        ),
        (
            Union((STRING, BOOLEAN)),
            Union((STRING, INTEGER, Array(STRING))),
            {
                "VARIANT_ADDED integer": (0, "new"),
                "VARIANT_ADDED array of string": ([""], "new"),
                "VARIANT_REMOVED boolean": (False, "old"),
            },
        ),
        (
            Scalar("integer", 3, 7),
            Scalar("integer", 1, 5),
            {
                "CONSTRAINT_LOOSENED minimum 3 → minimum 1": (2, "new"),
                "CONSTRAINT_TIGHTENED maximum 7 → maximum 5": (6, "old"),
            },
        ),
    ],
    ids=["values", "members", "bounds"],
)
def test_each_change_of_a_member_is_shown_by_its_own_value(
    old: Type, new: Type, values: dict[str, tuple[object, str]]
) -> None:
    """Of several changes in one place, each is shown by its value, in the revision that has it."""
    found = witnesses(with_x(old), with_x(new))
    assert {
        rule: (shown.value["x"], shown.valid_in) for rule, shown in found.items() if shown is not None
    } == values


def test_a_witness_varies_the_place_of_the_change_alone() -> None:
    """The members that only one side requires are there, so nothing but the change decides."""
    old, new = protocol_of(record("Params", x=STRING, a=STRING)), protocol_of(
        record("Params", x=INTEGER, b=STRING)
    )
    witness = witnesses(old, new)["TYPE_CHANGED string → integer"]
    assert witness is not None and witness.value.keys() == {"a", "b", "x"}


def test_the_witness_of_a_result_is_none_of_the_results_before() -> None:
    """A result that an older type accepts as well shows nothing; one that no result accepts does."""
    task = record("Task", content=Union((STRING, INTEGER)))
    old, new = (protocol_of(task, methods=(replace(CALL, results=names),)) for names in RESULTS)
    for one, other, rule, side in (
        (old, new, "RESULT_ADDED Task", "new"),
        (new, old, "RESULT_REMOVED Task", "old"),
    ):
        assert witnesses(one, other)[rule] == Witness({"content": 0}, side, "Task")


def test_a_member_that_moves_between_objects_is_shown_by_the_whole() -> None:
    """Neither end of the move is a member of the object itself: its samples hold the witness."""
    old, new = (
        protocol_of(record("Params", a=Ref("A"), b=Ref("B")), record("A", **a), record("B", **b))
        for a, b in (({"x": STRING}, {}), ({}, {"y": STRING}))
    )
    witness = witnesses(old, new, {"Params.b.y": ("a", "x")})["FIELD_MOVED a.x → b.y"]
    assert witness in (
        Witness({"a": {"x": ""}, "b": {}}, "old", "Params"),
        Witness({"a": {}, "b": {"y": ""}}, "new", "Params"),
    )


def test_a_change_of_no_value_has_no_witness() -> None:
    """A guess at a rename is an annotation: the changes beside it show the refused values."""
    found = witnesses(protocol_of(record("Params", x=STRING)), protocol_of(record("Params", z=STRING)))
    assert {rule for rule, witness in found.items() if witness is None} == {"FIELD_PERHAPS_RENAMED x → z"}


def test_a_change_that_breaks_nobody_is_shown_from_either_side() -> None:
    """An undeclared member may hold any value: only the side that does not declare it accepts a stray one."""
    without, having = protocol_of(record("Params", x=STRING)), protocol_of(
        record("Params", x=STRING, y_=STRING)
    )
    for old, new, rule, side in (
        (without, having, "FIELD_ADDED_OPTIONAL", "old"),
        (having, without, "FIELD_REMOVED_OPTIONAL", "new"),
    ):
        witness = witnesses(old, new)[rule]
        assert witness is not None and witness.valid_in == side and not isinstance(witness.value["y"], str)
