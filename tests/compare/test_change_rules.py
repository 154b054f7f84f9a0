"""Change rules: each rule is found alone, mirrored and graded, in two protocols that differ in one fact."""

from __future__ import annotations

import json
from dataclasses import replace
from time import process_time
from typing import Any

import pytest

from mcpgen.adapters.decisions import other_path, stated
from mcpgen.compare.alignment import PARTNERS, Objects, Unions, align
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.changes import find_changes
from mcpgen.compare.likeness import nearest
from mcpgen.compare.protocol_change import ProtocolChange, mirrored
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    ErrorCode,
    Field,
    Map,
    Method,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
)
from support.small_protocols import CALL, INTEGER, NULL, NUMBER, STRING, protocol_of, record, with_x

PING = Method("ping", "request", ("client", "server"), "Ping", None, ("Result",))
A, B = record("A", type=Choice(("a",)), v=STRING), record("B", type=Choice(("b",)), w=STRING)
BOOLEAN = Scalar("boolean")
CAPABLE = record("ServerCapabilities", tools_=Map(Anything()))


def gated(capability: str | None) -> Protocol:
    """Return a protocol whose request needs that capability of the server."""
    return protocol_of(
        CAPABLE, methods=(replace(CALL, capability=capability, owner="server" if capability else None),)
    )


def inline(name: str) -> Record:
    """Return a record that the official file states inline."""
    return replace(record(name, v=STRING), at=f"/definitions/Params/properties/{name}")


# rule → two protocols that differ in one fact, the place, the sender, `to_old` and `to_new`
CASES: dict[str, tuple[Protocol, Protocol, str, str, str, str]] = {
    "METHOD_ADDED": (
        protocol_of(record("Ping", method=Choice(("ping",)))),
        protocol_of(record("Ping", method=Choice(("ping",))), methods=(CALL, PING)),
        *("ping", "both", "breaking", "safe"),
    ),
    "DIRECTION_ADDED": (
        protocol_of(),
        protocol_of(methods=(replace(CALL, senders=("client", "server")),)),
        *("tools/call", "server", "breaking", "safe"),
    ),
    "KIND_CHANGED": (
        protocol_of(),
        protocol_of(methods=(replace(CALL, kind="embedded"),)),
        *("tools/call", "client", "breaking", "breaking"),
    ),
    "RESULT_ADDED": (
        protocol_of(record("Task", id=STRING)),
        protocol_of(record("Task", id=STRING), methods=(replace(CALL, results=("Result", "Task")),)),
        *("tools/call", "server", "breaking", "safe"),
    ),
    "CAPABILITY_CHANGED": (gated(None), gated("tools"), "tools/call", "client", "dangerous", "dangerous"),
    "FIELD_ADDED_OPTIONAL": (
        protocol_of(),
        protocol_of(record("Params", x=STRING, y_=STRING)),
        *("Params.y", "client", "safe", "safe"),
    ),
    "FIELD_ADDED_REQUIRED": (
        protocol_of(),
        protocol_of(record("Params", x=STRING, y=STRING)),
        *("Params.y", "client", "safe", "breaking"),
    ),
    "FIELD_BECAME_REQUIRED": (
        with_x(STRING, required=False),
        with_x(STRING),
        *("Params.x", "client", "safe", "breaking"),
    ),
    "FIELD_DECLARED": (with_x(STRING, framed=True), with_x(STRING), "Params.x", "client", "safe", "safe"),
    "TYPE_WIDENED": (with_x(INTEGER), with_x(NUMBER), "Params.x", "client", "breaking", "safe"),
    "TYPE_CHANGED": (with_x(STRING), with_x(INTEGER), "Params.x", "client", "breaking", "breaking"),
    "VARIANT_ADDED": (
        with_x(Ref("A"), A, B),
        with_x(Union((Ref("A"), Ref("B"))), A, B),
        "Params.x",
        "client",
        "breaking",
        "safe",
    ),
    "ENUM_VALUE_ADDED": (
        with_x(Choice(("a", "b"))),
        with_x(Choice(("b", "c", "a"))),
        "Params.x",
        "client",
        "breaking",
        "safe",
    ),
    "CONST_CHANGED": (
        with_x(Choice(("a",))),
        with_x(Choice(("b",))),
        "Params.x",
        "client",
        "breaking",
        "breaking",
    ),
    "NULL_ADMITTED": (
        with_x(STRING),
        with_x(Union((STRING, NULL))),
        "Params.x",
        "client",
        "breaking",
        "safe",
    ),
    "CONSTRAINT_LOOSENED": (
        with_x(Array(STRING, max_items=5)),
        with_x(Array(STRING, max_items=9)),
        *("Params.x", "client", "breaking", "safe"),
    ),
    "MEMBERS_OPENED": (
        protocol_of(record("Params", x=STRING)),
        protocol_of(record("Params", x=STRING, open=Anything())),
        *("Params", "client", "safe", "safe"),
    ),
    "MEMBERS_REFUSED": (
        protocol_of(record("Params", x=STRING)),
        protocol_of(replace(record("Params", x=STRING), closed=True)),
        *("Params", "client", "safe", "breaking"),
    ),
    "DEFAULT_CHANGED": (
        with_x(STRING),
        with_x(STRING, default="a"),
        "Params.x",
        "client",
        "dangerous",
        "dangerous",
    ),
    "FORMAT_CHANGED": (
        with_x(STRING),
        with_x(Scalar("string", format="uri")),
        "Params.x",
        "client",
        "dangerous",
        "dangerous",
    ),
    "KNOWN_VALUE_ADDED": (
        protocol_of(),
        protocol_of(known={"Result.content": ("a",)}),
        *("Result.content", "server", "dangerous", "safe"),
    ),
    "DEPRECATED": (
        protocol_of(),
        protocol_of(deprecated={"Params.x": "y"}),
        "Params.x",
        "client",
        "safe",
        "safe",
    ),
    "ERROR_CODE_ADDED": (
        protocol_of(),
        protocol_of(errors=(ErrorCode("GONE", -1),)),
        "GONE",
        "both",
        "dangerous",
        "safe",
    ),
    "BATCHES_ADMITTED": (
        protocol_of(),
        protocol_of(batches=True),
        "JSONRPCMessage",
        "both",
        "breaking",
        "safe",
    ),
    "MESSAGE_LISTED": (
        protocol_of(A, B, Alias("ServerResult", Ref("A"))),
        protocol_of(A, B, Alias("ServerResult", Union((Ref("A"), Ref("B"))))),
        *("ServerResult", "server", "safe", "safe"),
    ),
    "TYPE_RENAMED": (
        with_x(Ref("A"), A),
        with_x(Ref("Z"), replace(A, name="Z")),
        "Z",
        "client",
        "safe",
        "safe",
    ),
    "TYPE_EXTRACTED": (
        with_x(Ref("Inner"), inline("Inner")),
        with_x(Ref("Inner"), record("Inner", v=STRING)),
        *("Inner", "client", "safe", "safe"),
    ),
    "TYPE_ADDED": (protocol_of(), protocol_of(A), "A", "both", "safe", "safe"),
}


def graded(change: ProtocolChange) -> tuple[str, str, str, str, str]:
    """Return the rule, place, sender and severities of a change."""
    return change.rule, change.at, change.sender, change.to_old, change.to_new


@pytest.mark.parametrize("rule", CASES)
def test_each_kind_of_change_is_found_alone(rule: str) -> None:
    """Two protocols that differ in one fact differ by one change: its rule, place, sender and severities."""
    old, new, *expected = CASES[rule]
    assert [graded(change) for change in find_changes(old, new)] == [(rule, *expected)]


@pytest.mark.parametrize("rule", CASES)
def test_each_kind_of_change_has_its_mirror(rule: str) -> None:
    """With the arguments swapped, the rule is the mirror, and the severities are swapped."""
    old, new, at, sender, to_old, to_new = CASES[rule]
    assert [graded(change)[2:] for change in find_changes(new, old)] == [(sender, to_new, to_old)]
    assert [change.rule for change in find_changes(new, old)] == [CHANGE_RULES[rule].mirror]
    assert list(map(mirrored, find_changes(new, old))) == list(find_changes(old, new))
    assert [change.was for change in find_changes(new, old)] == [at]


@pytest.mark.parametrize("keyword", ["minimum", "maximum", "minLength", "maxLength", "pattern"])
def test_a_bound_has_the_name_of_the_schema(keyword: str) -> None:
    """The detail of a bound spells its keyword as JSON Schema does."""
    name = "".join(f"_{c.lower()}" if c.isupper() else c for c in keyword)
    value: Any = "^a" if keyword == "pattern" else 1
    old = INTEGER if "imum" in keyword else STRING
    (change,) = find_changes(with_x(old), with_x(replace(old, **{name: value})))
    assert change.detail == f"{keyword} null → {keyword} {json.dumps(value)}"


def test_every_rule_has_a_case() -> None:
    """The table above shows every rule of `CHANGE_RULES`, itself or by its mirror; others stand below."""
    shown = {rule for name in CASES for rule in (name, CHANGE_RULES[name].mirror)}
    assert shown | RENAMES == set(CHANGE_RULES)


RENAMES = {
    "ENUM_VALUE_RENAMED",
    "ERROR_CODE_MOVED",
    "FIELD_RENAMED",
    "FIELD_MOVED",
    "FIELD_PERHAPS_RENAMED",
    "FIELD_PERHAPS_MOVED",
    "METHOD_RENAMED",
    "METHOD_PERHAPS_RENAMED",
}
PONGED = (
    protocol_of(A, methods=(CALL, replace(PING, message="A"))),
    protocol_of(A, methods=(CALL, replace(PING, message="A", name="pong"))),
)


def test_a_possible_rename_of_a_method_is_dangerous() -> None:
    """A removed and an added method with one message may be one: the change says so beside both."""
    found = {change.rule: change for change in find_changes(*PONGED)}
    assert set(found) == {"METHOD_ADDED", "METHOD_REMOVED", "METHOD_PERHAPS_RENAMED"}
    assert graded(found["METHOD_PERHAPS_RENAMED"])[1:] == ("pong", "both", "dangerous", "dangerous")
    assert set(map(mirrored, find_changes(*PONGED[::-1]))) == set(find_changes(*PONGED))


def test_a_stated_rename_of_a_method_is_one_change() -> None:
    """With the rename stated, the methods are one, which breaks peers that know the other name."""
    (change,) = find_changes(*PONGED, {"pong": ("ping",)})
    assert graded(change) == ("METHOD_RENAMED", "pong", "both", "breaking", "breaking")
    assert change.was == "ping"


def test_a_message_that_a_method_keeps_makes_no_rename() -> None:
    """A method with the message of one that stays is an added one."""
    old = protocol_of(A, methods=(CALL, replace(PING, message="A")))
    new = protocol_of(A, methods=(*old.methods.values(), replace(PING, message="A", name="pong")))
    assert [change.rule for change in find_changes(old, new)] == ["METHOD_ADDED"]


def named(*names: str, required: bool = False) -> Protocol:
    """Return a protocol whose params hold texts with these names."""
    return protocol_of(Record("Params", tuple(Field(name, STRING, required) for name in names)))


def test_a_possible_rename_is_dangerous() -> None:
    """A removed and an added member with equal types may be one: the change says so beside both."""
    found = {change.rule: change for change in find_changes(named("x", "y"), named("x", "z"))}
    assert set(found) == {"FIELD_ADDED_OPTIONAL", "FIELD_REMOVED_OPTIONAL", "FIELD_PERHAPS_RENAMED"}
    change = found["FIELD_PERHAPS_RENAMED"]
    assert (change.at, change.was, change.detail) == ("Params.z", "Params.y", "y → z")
    assert (change.to_old, change.to_new) == ("dangerous", "dangerous")
    assert mirrored(change) in find_changes(named("x", "z"), named("x", "y"))


@pytest.mark.parametrize(
    ("old", "new", "type_", "is_one"),
    [
        ("v", "w", STRING, True),
        ("abcde", "abcxy", BOOLEAN, True),
        ("abcdef", "abcxyz", BOOLEAN, False),
        ("v", "w", Scalar("string", max_length=3), True),
        ("v", "w", Anything(), False),
    ],
)
def test_alike_members_may_be_one(old: str, new: str, type_: Type, is_one: bool) -> None:
    """Members are alike by their type, by most letters of their names, or if one accepts all of the other."""
    one, other = with_x(Ref("A"), record("A", **{old: STRING})), with_x(Ref("A"), record("A", **{new: type_}))
    for changes in (find_changes(one, other), find_changes(other, one)):
        assert any(change.rule == "FIELD_PERHAPS_RENAMED" for change in changes) == is_one


def test_a_member_is_perhaps_one_other() -> None:
    """Of several possible renames the likeliest one is named, each member once."""
    found = find_changes(named("size", "colour"), named("sizes", "color", "weight"))
    perhaps = {change.detail for change in found if change.rule == "FIELD_PERHAPS_RENAMED"}
    assert perhaps == {"size → sizes", "colour → color"}


@pytest.mark.parametrize(("required", "severity"), [(False, "dangerous"), (True, "breaking")])
def test_a_stated_rename_is_one_change(required: bool, severity: str) -> None:
    """With the rename stated, the members are one; a required one breaks peers that know the other name."""
    old, new = named("y", required=required), named("z", required=required)
    (change,) = find_changes(old, new, {"Params.z": ("y",)})
    assert (change.rule, change.at, change.was, change.severity) == (
        *("FIELD_RENAMED", "Params.z", "Params.y", severity),
    )


def test_a_rename_that_meets_no_member_is_none() -> None:
    """A stated older name that is not removed, or a newer one that was there, pairs nothing."""
    for renames in ({"Params.z": ("x",)}, {"Params.x": ("y",)}, {"Params.z": ("none",)}):
        rules = {change.rule for change in find_changes(named("x", "y"), named("x", "z"), renames)}
        assert "FIELD_RENAMED" not in rules and "FIELD_PERHAPS_RENAMED" in rules


def holding(inner: str, *names: str, required: bool = False) -> Protocol:
    """Return a protocol whose params hold texts with these names, and an object that holds another."""
    members = [*(Field(name, STRING, required) for name in names), Field("inner", Ref("Inner"), required)]
    held = Record("Inner", tuple(Field(name, STRING, required) for name in inner.split()))
    return protocol_of(Record("Params", tuple(members)), held)


@pytest.mark.parametrize(("required", "severity"), [(False, "dangerous"), (True, "breaking")])
def test_a_stated_move_is_one_change(required: bool, severity: str) -> None:
    """With the move stated, the members are one, in both directions; the object inside lacks it alone."""
    deep, flat = holding("y x", "k", required=required), holding("y", "k", "z", required=required)
    for old, new, detail in ((deep, flat, "inner.x → z"), (flat, deep, "z → inner.x")):
        inside, moved = find_changes(old, new, {"Params.z": ("inner", "x")})
        assert inside.at == "Inner.x" and inside.rule.startswith(("FIELD_ADDED", "FIELD_REMOVED"))
        assert (moved.rule, moved.at, moved.detail) == ("FIELD_MOVED", "Params.z", detail)
        assert moved.severity == severity


def nested(*paths: str) -> Protocol:
    """Return a protocol whose params hold texts at these paths; an object is named after its path."""
    members: dict[str, dict[str, Type]] = {"Params": {}}
    for path in paths:
        owner, (*ways, last) = "Params", path.split(".")
        for way in ways:
            inner = f"{owner}{way.title()}"
            members[owner][way] = Ref(inner)
            members.setdefault(inner, {})
            owner = inner
        members[owner][last] = STRING
    return protocol_of(*(record(name, **each) for name, each in members.items()))


@pytest.mark.parametrize("one", ["a.x", "a.b.x", "x"])
@pytest.mark.parametrize("other", ["c.y", "c.d.e.y", "a.y"])
@pytest.mark.parametrize("stays", ["a.k", "a.b.k"])
def test_both_ends_of_a_move_may_stand_in_objects_below(one: str, other: str, stays: str) -> None:
    """A stated move is one change at any two depths, from either end and in both directions."""
    old, new = nested(stays, one), nested(stays, other)
    for place, path in ((one, other), (other, one)):
        others = {f"Params.{place}": tuple(path.split("."))}
        if "." not in path:
            continue  # a pointer of one name is a rename
        changes = find_changes(old, new, others)
        (moved,) = [change for change in changes if change.rule == "FIELD_MOVED"]
        assert moved.detail == f"{one} → {other}"
        assert set(map(mirrored, changes)) == set(find_changes(new, old, others))


@pytest.mark.parametrize("one", ["x", "a.x", "a.b.x", "d.x"])
@pytest.mark.parametrize("other", ["x", "c.x", "a.c.x", "c.d.x"])
@pytest.mark.parametrize("stays", ["a.k", "a.b.k"])
def test_a_possible_move_is_dangerous(one: str, other: str, stays: str) -> None:
    """A member of one name and type that stands elsewhere may have moved, below the object of both ends.

    The objects that hold it may not be one under two names: then the object is what changed.
    """
    old, new = nested(stays, one), nested(stays, other)
    changes = find_changes(old, new)
    assert set(map(mirrored, find_changes(new, old))) == set(changes)
    doubts = [change for change in changes if change.rule == "FIELD_PERHAPS_MOVED"]
    shared = one.startswith("a.") and other.startswith("a.")  # then `a` holds both ends
    before, after, rest = (path.removeprefix("a.") if shared else path for path in (one, other, stays))
    if (one, other) == ("d.x", "c.d.x"):
        before, after = "d", "c.d"  # the whole object may have moved
    if one == other or ("." in before and "." in after and rest[0] not in (before[0], after[0])):
        assert not doubts
        return
    (doubt,) = doubts
    assert (doubt.to_old, doubt.to_new) == ("dangerous", "dangerous")
    assert doubt.detail == f"{before} → {after}"
    (moved,) = [change for change in find_changes(old, new, other_ends(doubt)) if "_MOVED" in change.rule]
    assert (moved.rule, moved.at, moved.was, moved.detail) == (
        "FIELD_MOVED",
        doubt.at,
        doubt.was,
        doubt.detail,
    )


def other_ends(doubt: ProtocolChange) -> dict[str, tuple[str, ...]]:
    """Return the other end of a possible move by its place."""
    return {doubt.at: other_path(stated(doubt)[1])}


def test_members_of_other_types_did_not_move() -> None:
    """An equal name alone is no sign of a move, nor is an equal constant."""
    for before, after in ((STRING, INTEGER), (Choice(("a",)), Choice(("a",)))):
        old = protocol_of(record("Params", x=before, k=STRING))
        new = protocol_of(record("Params", a=Ref("A"), k=STRING), record("A", x=after))
        assert "FIELD_PERHAPS_MOVED" not in {change.rule for change in find_changes(old, new)}


@pytest.mark.parametrize("alike", [False, True])
def test_the_search_for_moves_is_bounded(alike: bool) -> None:
    """Objects that hold objects, level by level, have millions of members below, of one name or of many."""

    def wide(suffix: str) -> Protocol:
        def names(level: str) -> list[str]:
            return [f"{level}{number}{suffix}" for number in range(200)]

        leaf = record("C", **({"same": STRING} if alike else dict.fromkeys(names("c"), STRING)))
        levels = [record(n, **dict.fromkeys(names(n), Ref(below))) for n, below in (("A", "B"), ("B", "C"))]
        return protocol_of(record("Params", a=Ref("A")), *levels, leaf)

    began = process_time()
    changes = find_changes(wide("x"), wide("y"))
    assert "FIELD_PERHAPS_MOVED" not in {change.rule for change in changes}
    assert process_time() - began < 20


def test_an_object_on_the_way_of_a_move_is_no_end_of_another() -> None:
    """Of two stated moves, the one that enters an object which the other takes away is none."""
    old, new = nested("a.x", "k"), nested("b.x", "k", "y")
    changes = find_changes(old, new, {"Params.b": ("a",), "Params.y": ("a", "x")})
    assert "FIELD_RENAMED" in {change.rule for change in changes}
    assert "FIELD_MOVED" not in {change.rule for change in changes}


def test_a_move_that_meets_no_member_is_none() -> None:
    """A stated path that leads nowhere, or to a member of both revisions, pairs nothing."""
    deep, flat = holding("y x", "k"), holding("y", "k", "z")
    for path in (("inner", "y"), ("inner", "none"), ("k", "x"), ("none", "x")):
        rules = {change.rule for change in find_changes(deep, flat, {"Params.z": path})}
        assert "FIELD_MOVED" not in rules and "FIELD_ADDED_OPTIONAL" in rules


def test_rules_mirror_each_other() -> None:
    """The mirror of a mirror is the rule itself; kinds are equal and directions swapped."""
    for rule in CHANGE_RULES.values():
        mirror = CHANGE_RULES[rule.mirror]
        swapped = (rule.id, rule.kind, rule.to_new, rule.to_old)
        assert (mirror.mirror, mirror.kind, mirror.to_old, mirror.to_new) == swapped


def test_purposes_tell_rules_apart() -> None:
    """Every rule has a purpose of its own, which is the text of `diff` and `explain`."""
    assert len({rule.purpose for rule in CHANGE_RULES.values()}) == len(CHANGE_RULES)
    assert CHANGE_RULES["FIELD_ADDED_OPTIONAL"].purpose == "optional member added"
    assert CHANGE_RULES["VARIANT_ADDED"].purpose == "variant added"


def test_annotations_and_definitions_break_nobody() -> None:
    """A rule of a kind that rejects no value is never breaking."""
    for rule in CHANGE_RULES.values():
        assert "breaking" not in (rule.to_old, rule.to_new) or rule.kind in ("message", "value"), rule.id


def test_a_gate_keeps_unknown_requests_away() -> None:
    """An unknown request is dangerous, if the receiver lacks the capability that gates it."""
    old = protocol_of(CAPABLE, record("Ping", method=Choice(("ping",))))
    for capability, severity in (("logging", "dangerous"), ("tools", "breaking")):
        ping = replace(PING, senders=("client",), capability=capability, owner="server")
        (change,) = find_changes(old, replace(old, methods={**old.methods, "ping": ping}))
        assert (change.rule, change.severity) == ("METHOD_ADDED", severity)


def test_a_base_that_no_frame_reaches_is_safe() -> None:
    """A required member added to a type that no frame holds is safe."""
    (change,) = find_changes(
        protocol_of(A), protocol_of(record("A", type=Choice(("a",)), v=STRING, w=STRING))
    )
    assert (change.rule, change.at, change.severity) == ("FIELD_ADDED_REQUIRED", "A.w", "safe")


def tangled(step: int, kind: Type) -> Protocol:
    """Return a protocol of 300 types that all lead to each other, in an order of its own."""
    types = [
        record(f"T{n}", x_=Ref(f"T{n * step % 300}"), y_=Ref(f"T{(n * step + 5) % 300}"), z_=kind)
        for n in range(300)
    ]
    return protocol_of(*types)


def test_a_tangle_of_types_takes_no_longer_than_its_size() -> None:
    """A type is compared with at most `PARTNERS` others, however types are interchanged."""
    old, new = tangled(7, STRING), tangled(11, INTEGER)
    changes = find_changes(old, new)
    assert {f"T{n}.z" for n in range(300)} <= {change.at for change in changes}
    assert len(changes) < 300 * PARTNERS * 3


def test_a_change_inside_an_extracted_type_is_found() -> None:
    """A type that is extracted and changed shows both changes."""
    old = with_x(Map(Anything()))
    new = with_x(Ref("Inner"), record("Inner", y_=STRING, open=Anything()))
    assert [(c.rule, c.at, c.was, c.sender) for c in find_changes(old, new)] == [
        ("TYPE_EXTRACTED", "Inner", "Inner", "client"),
        ("FIELD_ADDED_OPTIONAL", "Inner.y", "Params.x.y", "client"),
    ]


LISTED = Array(STRING)
# The types of a member in two protocols, and the changes between them: a rule and a detail.
UNIONS: list[tuple[Type, Type, list[tuple[str, str]]]] = [
    (
        Union((STRING, LISTED)),
        Union((BOOLEAN, Map(Anything()))),
        [("TYPE_CHANGED", "string | array of string → boolean | object")],
    ),
    (Union((STRING, NULL)), INTEGER, [("NULL_REFUSED", ""), ("TYPE_CHANGED", "string → integer")]),
    (
        Union((STRING, INTEGER, NULL)),
        INTEGER,
        [("NULL_REFUSED", ""), ("VARIANT_REMOVED", "string")],
    ),
    (
        INTEGER,
        Union((STRING, INTEGER, NULL)),
        [("NULL_ADMITTED", ""), ("VARIANT_ADDED", "string")],
    ),
    (
        Union((STRING, INTEGER)),
        Union((STRING, NUMBER)),
        [("TYPE_WIDENED", "integer → number")],
    ),
    (
        Union((Choice(("a", "b")), INTEGER)),
        Union((STRING, BOOLEAN)),
        [
            ("TYPE_WIDENED", '"a" or "b" → string'),
            ("VARIANT_ADDED", "boolean"),
            ("VARIANT_REMOVED", "integer"),
        ],
    ),
    (
        Union((NUMBER, LISTED)),
        Union((Array(NUMBER), Array(NULL))),
        [
            ("TYPE_CHANGED", "string → number"),
            ("VARIANT_ADDED", "array of null"),
            ("VARIANT_REMOVED", "number"),
        ],
    ),
    (
        Union((INTEGER, Scalar("number", 1))),
        Union((Scalar("number", 2), BOOLEAN)),
        [
            ("CONSTRAINT_TIGHTENED", "minimum 1 → minimum 2"),
            ("VARIANT_ADDED", "boolean"),
            ("VARIANT_REMOVED", "integer"),
        ],
    ),
]


@pytest.mark.parametrize(("old", "new", "expected"), UNIONS, ids=str)
def test_variants_are_paired_before_they_are_compared(
    old: Type, new: Type, expected: list[tuple[str, str]]
) -> None:
    """Null changes alone, equal members pair, and a single rest; unions without a pair change whole."""
    assert [(c.rule, c.detail) for c in find_changes(with_x(old), with_x(new))] == expected


def tagged(name: str, tag: str, members: str, *more: str) -> Record:
    """Return an object with texts and a tag, which may have several values."""
    return record(name, type=Choice((tag, *more)), **dict.fromkeys(members, STRING))


@pytest.mark.parametrize(
    ("old", "new", "pair"),
    [
        (tagged("Y", "a", "v"), tagged("Z", "a", "vw"), ("Y", "Z")),
        (tagged("Y", "a", "v"), tagged("Z", "a", "pqr"), ("Y", "Z")),
        (tagged("Y", "a", "vw"), tagged("Z", "b", "vw"), None),
        (tagged("Y", "b", "v"), tagged("Z", "b", "pqr"), None),
        (tagged("Y", "a", "vw", "c"), tagged("Z", "a", "vw", "d"), ("Y", "Z")),
        (tagged("Y", "a", "v", "c"), tagged("Z", "a", "pqr", "c"), None),
        (record("Y", v=STRING, w=STRING), record("Z", v=STRING, w=STRING, x=STRING), ("Y", "Z")),
        (record("Y", v=STRING, w=STRING), record("Z", v=STRING, x=STRING), None),
        (record("Y", v=STRING, w=STRING, x=STRING), record("Z", v=STRING, w=STRING, y=STRING), ("Y", "Z")),
    ],
)
def test_objects_of_a_union_are_paired_by_tag_or_by_members(
    old: Record, new: Record, pair: tuple[str, str] | None
) -> None:
    """A tag that no other member has pairs two objects, another tag parts them, else most members do."""
    other = tagged("Other", "b", "klmno")
    before, after = (with_x(Union((Ref(each.name), Ref("Other"))), each, other) for each in (old, new))
    node = align(before, after).types[Ref("Params"), Ref("Params")]
    assert isinstance(node, Objects)
    union = node.members[0].inside
    assert isinstance(union, Unions)
    pairs = {(one.old, one.new) for one in union.members if one.old and one.new}
    assert pairs == {(Ref("Other"), Ref("Other")), *([] if pair is None else [(Ref("Y"), Ref("Z"))])}


@pytest.mark.parametrize(
    ("gone", "others", "near"),
    [
        (record("Y", v=STRING), [record("Z", v=STRING)], "Z"),
        (record("Y", v=STRING), [record("Z"), record("T", v=STRING)], "T"),
        (record("Y", v=STRING), [record("Z", v=STRING, w=STRING)], None),
        (record("Y", v=STRING), [record("Z", v_=STRING, w_=STRING)], "Z"),
        (tagged("Y", "a", "v"), [tagged("Z", "b", "v"), record("T")], "T"),
        (tagged("Y", "a", "v"), [tagged("Z", "b", "v", "a")], "Z"),
    ],
)
def test_an_object_that_a_union_loses_may_become_the_nearest(
    gone: Record, others: list[Record], near: str | None
) -> None:
    """The nearest has the most members of the lost one, no other constant and no new required member."""
    source, target = protocol_of(gone), protocol_of(*others)
    found = nearest(source, target, Ref("Y"), [Ref(one.name) for one in others])
    assert found == (None if near is None else Ref(near))


def test_a_stated_rename_is_found_by_either_name_of_its_type() -> None:
    """The type that holds a renamed member may have another name in the other protocol."""

    def held(name: str, member: str) -> Protocol:
        return with_x(Ref(name), record(name, k=STRING, l=STRING, **{member: STRING}))

    for owner in "AZ":
        changes = find_changes(held("A", "y"), held("Z", "z"), {f"{owner}.z": ("y",)})
        assert [(c.rule, c.at, c.was) for c in changes] == [
            ("TYPE_RENAMED", "Z", "A"),
            ("FIELD_RENAMED", "Z.z", "A.y"),
        ]


def test_a_result_of_another_name_is_compared() -> None:
    """Results are paired by likeness, and the change inside is found although only the method holds them."""

    def answering(name: str, **more: Type) -> Protocol:
        return protocol_of(
            record(name, kind=STRING, more=STRING, **more), methods=(replace(CALL, results=(name,)),)
        )

    changes = find_changes(answering("Old"), answering("New", y_=STRING))
    assert [(c.rule, c.at, c.was, c.sender) for c in changes] == [
        ("TYPE_RENAMED", "New", "Old", "server"),
        ("FIELD_ADDED_OPTIONAL", "New.y", "Old.y", "server"),
    ]
    assert [(c.owners, c.detail) for c in changes] == [(("Old", "New"), "Old → New"), (("Old", "New"), "")]


def test_the_type_of_an_error_is_shown_by_its_code() -> None:
    """An error code that is added or retired shows its type; a type of a message shows its sender."""
    gone = protocol_of(record("Gone", code=INTEGER), errors=(ErrorCode("GONE", -1, "Gone"),))
    assert [graded(change)[:2] for change in find_changes(protocol_of(), gone)] == [
        ("ERROR_CODE_ADDED", "Gone")
    ]
    held = protocol_of(record("Params", x=Ref("Inner")), record("Inner", v=STRING), record("Lone", v=STRING))
    (change,) = [one for one in find_changes(held, protocol_of()) if one.at == "Inner"]
    assert (change.rule, change.sender) == ("TYPE_INLINED", "client")


OWN = record("Params", x=STRING)
REFUSED: list[tuple[Record, Record, list[tuple[str, str]]]] = [
    (OWN, replace(OWN, absent=("y",)), [("MEMBERS_REFUSED", "y")]),
    (replace(OWN, absent=("y",)), replace(OWN, absent=("y", "z")), [("MEMBERS_REFUSED", "z")]),
    (replace(OWN, closed=True), replace(OWN, absent=("y",)), [("MEMBERS_ADMITTED", "")]),
]


@pytest.mark.parametrize(("old", "new", "expected"), REFUSED, ids=["one", "one more", "one of all"])
def test_a_name_that_was_refused_before_is_no_change(
    old: Record, new: Record, expected: list[tuple[str, str]]
) -> None:
    """A name that becomes illegal is a change, unless it was illegal by itself or as any undeclared name."""
    assert [(c.rule, c.detail) for c in find_changes(protocol_of(old), protocol_of(new))] == expected


def test_a_notification_and_a_request_fail_differently() -> None:
    """An unknown request is breaking; an unknown notification, which a receiver ignores, is dangerous."""
    note = Method("note", "notification", ("server",), "Note", None)
    new = protocol_of(record("Note", method=Choice(("note",))), methods=(CALL, note))
    (change,) = [c for c in find_changes(protocol_of(), new) if c.rule == "METHOD_ADDED"]
    assert (change.to_old, change.to_new, change.receivers) == ("dangerous", "safe", ("client",))
