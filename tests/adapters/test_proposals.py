"""Proposals: the actions for each kind of change of a member, and the proposals that wait for a person."""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import UNCERTAIN, Undecided, decide_pair, read_entries
from mcpgen.adapters.plan import Drop, ObjectFunction
from mcpgen.adapters.proposals import Proposal, entries_text, propose, table_of
from mcpgen.adapters.reasons import misstated
from mcpgen.compare.changes import find_changes
from mcpgen.frontend.toml_edit import entry_text
from mcpgen.ir import Alias, Array, Choice, ErrorCode, Field, Map, Protocol, Record, Ref, Scalar, Type, Union
from mcpgen.schema_folder import packaged
from support.small_protocols import CALL, INTEGER, NULL, STRING, decision, protocol_of, record, with_x

PATTERN = Scalar("string", pattern="^b")  # no value of it is known
# Narrower values of a member: the older type, the newer one, the kind of change.
NARROWED: list[tuple[Type, Type, str]] = [
    (STRING, Scalar("string", max_length=2), "CONSTRAINT_TIGHTENED"),
    (STRING, Scalar("string", min_length=2), "CONSTRAINT_TIGHTENED"),
    (INTEGER, Scalar("integer", minimum=3), "CONSTRAINT_TIGHTENED"),
    (Scalar("string", pattern="^a"), PATTERN, "CONSTRAINT_TIGHTENED"),
    (Union((STRING, NULL)), STRING, "NULL_REFUSED"),
    (Choice(("a", "b", "c")), Choice(("a", "b")), "ENUM_VALUE_REMOVED"),
    (Choice(("a", "b")), Choice(("a",)), "ENUM_VALUE_REMOVED"),
    (Scalar("number"), INTEGER, "TYPE_NARROWED"),
    (STRING, INTEGER, "TYPE_CHANGED"),
]


def only(proposals: tuple[Proposal, ...]) -> Proposal:
    """Return the one proposal, in which nothing but a known reason is said."""
    (proposal,) = proposals
    return proposal


@pytest.mark.parametrize(("old", "new", "rule"), NARROWED)
def test_no_value_is_invented_for_a_stated_one(old: Type, new: Type, rule: str) -> None:
    """A misfit of a required member is refused, one of an optional member is dropped; none is held back."""
    for required, action in ((True, "refuse"), (False, "drop")):
        proposal = only(propose(with_x(old, required=required), with_x(new, required=required)))
        named = {name: each for name, each in proposal.up.items() if name.startswith(f"{rule} Params.x")}
        assert {*named.values()} == {action}
        assert proposal.why_by_name == ""
        said = proposal.wordings["reason"].up
        assert "smallest" not in said and "has no" not in said.replace("has no value", "")


@pytest.mark.parametrize("kept", [("debug",), ("debug", "info")])
@pytest.mark.parametrize("lost", range(1, 4))
@pytest.mark.parametrize("gained", range(1, 4))
def test_values_that_may_be_renamed_are_accepted_by_name(
    kept: tuple[str, ...], lost: int, gained: int
) -> None:
    """An enumeration that lost values and gained others may have renamed them, so a person decides."""
    before, after = (
        [f"{name}{number}" for number in range(count)] for name, count in (("a", lost), ("b", gained))
    )
    old, new = with_x(Choice((*kept, *before))), with_x(Choice((*kept, *after)))
    proposal = only(propose(old, new))
    covers = [f'ENUM_VALUE_RENAMED Params.x "{value}"' for value in after]
    shown = f"{', '.join(covers[:-1])} and {covers[-1]}" if covers[1:] else covers[0]
    assert proposal.why_by_name == f"which may rename a value (then cover {shown} with `rename:OLD`)"
    (entry,) = read_entries(entries_text([proposal], iter(["T1.1"]), "r", "2099-01-31").encode(), "f")
    assert entry.why_by_name() == proposal.why_by_name
    renames = {cover: f"rename:{value}" for cover, value in zip(covers, before, strict=False)}
    text = entry_text(
        "change", id="X", title="X", reference="r", covers=[*renames], up=renames, down=renames, reason="r"
    )
    rest = entries_text(
        propose(old, new, read_entries(text.encode(), "f")), map("T{}".format, range(9)), "r", None
    )
    decided = decide_pair(old, new, read_entries(f"{text}\n{rest}".encode(), "f"))
    assert sum(one.change.rule == "ENUM_VALUE_RENAMED" for one in decided.changes) == min(lost, gained)
    assert generate.plan(decided)


@pytest.mark.parametrize("old", [("a",), ("a", "b")])
def test_an_enumeration_that_only_lost_or_only_gained_values_is_accepted_in_bulk(
    old: tuple[str, ...],
) -> None:
    """Then no value has another name."""
    for ends in ((old, (*old, "c", "d")), ((*old, "c", "d"), old)):
        assert only(propose(*(with_x(Choice(values)) for values in ends))).why_by_name == ""


@pytest.mark.parametrize(("old", "new", "rule"), [case for case in NARROWED if case[1] != PATTERN])
def test_a_value_in_the_place_of_a_stated_one_is_accepted_by_name_alone(
    old: Type, new: Type, rule: str
) -> None:
    """A member that becomes required and narrower gets a value where it is absent, and may lose its own."""
    proposals = propose(with_x(old, required=False), with_x(new))
    for proposal in proposals:
        assert any(action.startswith(("fill:", "const")) for action in proposal.up.values())
        (entry,) = read_entries(entries_text([proposal], iter(["T1.1"]), "r", "2099-01-31").encode(), "f")
        assert entry.why_by_name() == proposal.why_by_name
    whys = [proposal.why_by_name for proposal in proposals]
    assert "which may replace a value that the sender stated" in whys


@pytest.mark.parametrize("is_new", [False, True])
def test_a_change_that_needs_no_entry_is_proposed_for_a_new_file_alone(*, is_new: bool) -> None:
    """Whoever has decided the others of a file has seen those that need no decision."""
    constants = [with_x(Choice((value,))) for value in "ab"]
    for pair, needs in ((constants, False), ((protocol_of(Record("Params", ())), with_x(STRING)), True)):
        assert len(propose(*pair, is_new=is_new)) == (needs or is_new)


@pytest.mark.parametrize(("required", "action"), [(False, "keep"), (True, "refuse")])
def test_absent_params_become_an_empty_object(required: bool, action: str) -> None:
    """A target that requires params gets an empty object, or refuses absent ones if they need a member."""
    old = record("CallToolRequest", method=Choice(("tools/call",)), params_=Ref("Params"))
    params = Record("Params", (Field("x", STRING, required),))
    optional, always = protocol_of(old, params), protocol_of(params)
    assert [only(propose(optional, always)).up, only(propose(always, optional)).down] == [
        {"FIELD_BECAME_REQUIRED CallToolRequest.params": action},
        {"FIELD_BECAME_OPTIONAL CallToolRequest.params": action},
    ]


@pytest.mark.parametrize("type_", [STRING, INTEGER, Choice(("a", "b"))])
def test_a_value_for_an_absent_member_is_accepted_by_name(type_: Type) -> None:
    """A member that only the target has, or requires, is filled in, and a person decides."""
    for old in (protocol_of(Record("Params", ())), with_x(type_, required=False)):
        proposal = only(propose(old, with_x(type_)))
        assert any(action.startswith("fill:") for action in proposal.up.values())
        assert proposal.why_by_name == "which invents a value that the sender did not state"
        (entry,) = read_entries(entries_text([proposal], iter(["T1.1"]), "r", "2099-01-31").encode(), "f")
        assert entry.why_by_name() == proposal.why_by_name
        filled = "Since r, `Params.x` is required, so a missing value was filled in."
        assert filled in proposal.wordings["reason"].up


@pytest.mark.parametrize(
    ("type_", "known", "action"),
    [
        (Choice(("a",)), {}, "const"),
        (Choice(("a", "b")), {}, 'fill:"a"'),
        (Choice(("b", "a")), {"Params.size": ("a", "b")}, 'fill:"a"'),
        (STRING, {}, 'fill:""'),
        (STRING, {"Params.size": ("known",)}, 'fill:"known"'),
        (STRING, {"Size": ("known",)}, 'fill:"known"'),
        (STRING, {"Other.size": ("known",)}, 'fill:"known"'),
        (STRING, {"Params.y": ("known",)}, 'fill:""'),
        (Ref("Level"), {"Level": ("known",)}, 'fill:"known"'),
        (STRING, {"Params.size": ("a;b",)}, 'fill:"a;b"'),
        (Scalar("string", max_length=3), {"Params.size": ("known",)}, "refuse"),
        (PATTERN, {}, "refuse"),
        (Scalar("string", min_length=10**15), {}, "refuse"),
    ],
)
def test_a_required_member_gets_its_constant_or_a_known_or_the_smallest_value(
    type_: Type, known: dict[str, tuple[str, ...]], action: str
) -> None:
    """A value that the specification lists goes first; without a value that fits, the frame is refused."""
    new = protocol_of(Record("Params", (Field("size", type_, True),)), Alias("Level", STRING), known=known)
    old = protocol_of(Record("Params", ()), Alias("Level", STRING))
    ups = {
        action
        for proposal in propose(old, new)
        for name, action in proposal.up.items()
        if name.startswith("FIELD")
    }
    assert ups == {action}


@pytest.mark.parametrize(
    ("types", "said"),
    [
        ([(STRING, INTEGER)], "Params: type changed"),
        ([(STRING, INTEGER), (INTEGER, STRING)], "Params: type changed"),
        (
            [(STRING, INTEGER), (Scalar("number"), INTEGER)],
            "Params: type changed, type narrowed",
        ),
        (
            [(STRING, INTEGER), (Scalar("number"), INTEGER), (INTEGER, Scalar("number"))],
            "Params: type changed, type narrowed and 1 more",
        ),
    ],
)
def test_a_title_says_two_kinds_of_change(types: list[tuple[Type, Type]], said: str) -> None:
    """The first two kinds are in words, further ones are counted."""
    old, new = (
        protocol_of(Record("Params", tuple(Field(f"m{n}", pair[side], True) for n, pair in enumerate(types))))
        for side in (0, 1)
    )
    assert only(propose(old, new)).summary == said


def test_a_reason_is_said_for_each_kind_of_change() -> None:
    """An entry has one sentence for a direction, and changes with other sentences have other entries."""
    one, other = NARROWED[0], NARROWED[8]
    old, new = (
        protocol_of(Record("Params", (Field("x", pair[0], True), Field("y", pair[1], True))))
        for pair in zip(one[:2], other[:2], strict=True)
    )
    limits, types = propose(old, new)
    assert [[*each.wordings] for each in (limits, types)] == [["reason"], ["reason"]]
    wording = limits.wordings["reason"]
    assert (wording.up, wording.down) == (
        "Since r, `Params.x` has tighter limits, so this message was refused.",
        "",
    )
    wording = types.wordings["reason"]
    assert (wording.up, wording.down) == (
        "Since r, `Params.y` has another type, so this message was refused.",
        "Before r, `Params.y` has another type, so this message was refused.",
    )


@pytest.mark.parametrize("required", [True, False])
def test_no_title_or_reason_doubts_a_rename(required: bool) -> None:
    """The printed line says `perhaps`; the entry, which a person accepts or deletes, does not."""
    old, new = (Record("Params", (Field(name, STRING, required),)) for name in ("maximum", "maxima"))
    proposal = propose(protocol_of(old), protocol_of(new))[0]
    assert proposal.summary == "Params.maxima: member perhaps renamed"
    assert proposal.title == "Params.maxima: member renamed"
    text = entries_text([proposal], iter(["T1.1"]), "r", "2099-01-31")
    assert "perhaps" not in text and 'title = "Params.maxima: member renamed"' in text
    assert proposal.why_by_name == "which assumes that something was renamed or moved"


@pytest.mark.parametrize("places", range(1, 6))
def test_a_reason_names_its_places(places: int) -> None:
    """The reason of an entry names three places at most, and says how many more it stands for."""
    names = [f"m{number}" for number in range(places)]
    old = protocol_of(Record("Params", tuple(Field(name, Scalar("boolean"), False) for name in names)))
    reason = only(propose(old, protocol_of(Record("Params", ())))).wordings["reason"].up
    assert reason.startswith("r has no `Params.m0`")
    assert reason.count("Params.") == (places if places < 4 else 2)
    listed = f" or {places - 2} more" if places > 3 else f"`Params.m{places - 1}`"
    assert reason.endswith(f"{listed}, so this was removed.")


def test_a_refusal_is_said_apart_from_a_difference() -> None:
    """An entry that drops one value and refuses another has a reason and a refusal, and both are read."""
    old = with_x(Choice(("a",)))
    wide = protocol_of(Record("Params", (Field("x", Choice(("a", "b")), True), Field("y", STRING, False))))
    proposal = only(propose(old, wide))
    assert {name: wording.down for name, wording in proposal.wordings.items()} == {
        "reason": "Revisions before r have no `Params.y`, so this was removed.",
        "refusal": 'Revisions before r have no value `"b"` of `Params.x`, so this message was refused.',
    }
    (entry,) = read_entries(entries_text([proposal], iter(["T1.1"]), "r", "2099-01-31").encode(), "f")
    assert {"reason": entry.reason.down, "refusal": entry.refusal.down} == {
        name: wording.down for name, wording in proposal.wordings.items()
    }


@pytest.mark.parametrize(
    ("before", "after", "verb"),
    [
        (("x",), ("y",), "rename:x"),
        (("x",), ("a", "x"), "move:/a/x"),
        (("a", "x"), ("x",), "move:/a/x"),
        (("a", "x"), ("b", "x"), "move:/a/x"),
    ],
)
@pytest.mark.parametrize("required", [True, False])
def test_a_declined_doubt_leaves_both_changes_to_decide(
    before: tuple[str, ...], after: tuple[str, ...], verb: str, required: bool
) -> None:
    """The entry of a possible rename or move is for one change; with `keep` instead, all are asked for."""

    def protocol(path: tuple[str, ...], required: bool) -> Protocol:
        stays = {name: Field("k", STRING, False) for name in "ab"}
        inner = {name: [stays[name]] for name in stays}
        member = Field(path[-1], INTEGER, required)
        top = [Field(name, Ref(name.title()), False) for name in stays]
        (inner[path[0]] if path[1:] else top).append(member)
        held = [Record(name.title(), tuple(fields)) for name, fields in inner.items()]
        return protocol_of(Record("Params", tuple(top)), *held)

    old, new = protocol(before, False), protocol(after, required)
    proposals = propose(old, new)
    for table in (proposals[0].up, proposals[0].down):
        assert {*table.values()} - {"keep", "fill:0"} == {verb}
    assert proposals[0].why_by_name == "which assumes that something was renamed or moved"
    for each in proposals[1:]:
        invents = any("fill:" in action for action in (*each.up.values(), *each.down.values()))
        assert ("invents a value" in each.why_by_name) is invents
    text = entries_text(proposals, map("T1.{}".format, range(1, 9)), "r", None)
    rules = {row.change.rule for row in decide_pair(old, new, read_entries(text.encode(), "f")).changes}
    assert rules & {"FIELD_RENAMED", "FIELD_MOVED"} and ("FIELD_BECAME_REQUIRED" in rules) == (
        required and not after[1:]
    )
    declined = read_entries(text.replace(verb, "keep").encode(), "f")
    with pytest.raises(Undecided) as caught:
        decide_pair(old, new, declined)
    said = " ".join(problem.message for problem in caught.value.problems)
    asked = re.findall(r"undecided: (FIELD_PERHAPS|FIELD_ADDED|FIELD_REMOVED)", said)
    assert "FIELD_PERHAPS" in asked
    halves = [change for change in find_changes(old, new) if re.match("FIELD_(ADDED|REMOVED)", change.rule)]
    decided = [each for each in halves if any(entry.is_covering(each) for entry in declined)]
    assert len(decided) + len(asked) - 1 == len(halves)
    if "T1.1 covers no change; " in said:
        assert "correct the name in `covers`, or remove the entry" in said
    else:  # the entry also covers the member that the object at the other location gains or loses
        assert re.search(r"T1.1: 'FIELD_MOVED \S+' names no change that the entry covers .* remove it", said)
        assert any(entry.id == "T1.1" and entry.is_covering(each) for entry in declined for each in halves)


def test_a_bare_name_decides_no_doubt() -> None:
    """An entry for the place of the added member says nothing about a rename: the build asks."""
    old, new = (protocol_of(Record("Params", (Field(name, STRING, False),))) for name in ("total", "totals"))
    entry = (
        '[[change]]\nid = "T1.1"\ntitle = "T"\nreference = "R"\ncovers = ["Params.totals", "Params.total"]\n'
        'up = "keep"\ndown = "keep"\nreason = "R"\n'
    )
    with pytest.raises(Undecided, match="undecided: FIELD_PERHAPS_RENAMED Params.totals"):
        decide_pair(old, new, read_entries(entry.encode(), "f"))
    covered = entry.replace("covers = [", 'covers = ["FIELD_PERHAPS_RENAMED Params.totals", ')
    assert len(decide_pair(old, new, read_entries(covered.encode(), "f")).changes) == 3


def test_a_possible_rename_of_a_method_is_proposed_as_one() -> None:
    """The entry states the rename and waits for a person; other changes of the method have another entry."""
    old, new = (
        protocol_of(methods=(replace(CALL, name=name, capability=gate),))
        for name, gate in (("tools/call", "tools"), ("tools/run", "runs"))
    )
    rename, other = propose(old, new)
    assert rename.covers == ["METHOD_RENAMED tools/run"]
    assert rename.up == rename.down == {"METHOD_RENAMED tools/run": "rename:tools/call"}
    assert (rename.title, rename.why_by_name) == (
        *("tools/run: method renamed", "which assumes that something was renamed or moved"),
    )
    assert other.covers == ["CAPABILITY_CHANGED tools/run"] and not other.why_by_name
    text = entries_text([rename, other], iter(["T1.1", "T1.2"]), "r", None)
    entries = read_entries(text.encode(), "f")
    decided = decide_pair(old, new, entries).changes
    assert {row.change.rule for row in decided if row.entry} == {"METHOD_RENAMED", "CAPABILITY_CHANGED"}
    assert "METHOD_PERHAPS_RENAMED" in {change.rule for change in find_changes(old, new)}


def test_a_constant_that_another_entry_decides_has_no_proposal() -> None:
    """A renamed method decides the name in its message, and a changed error code the code of the error."""

    def ends(method: str, code: int) -> Protocol:
        message = record("CallToolRequest", method=Choice((method,)), params=Ref("Params"))
        body = record("LostError", error=Ref("LostBody")), record("LostBody", code=Choice((code,)))
        other = record("Unsent", state=Choice((code,)))
        errors = (ErrorCode("LOST", code, "LostError"),)
        return protocol_of(message, *body, other, methods=(replace(CALL, name=method),), errors=errors)

    old, new = ends("tools/call", -32001), ends("tools/run", -32002)
    changed = {change.at for change in find_changes(old, new) if change.rule == "CONST_CHANGED"}
    assert changed == {"CallToolRequest.method", "LostBody.code", "Unsent.state"}
    covers = [name for proposal in propose(old, new) for name in proposal.covers]
    assert [name for name in covers if name.startswith("CONST")] == ["CONST_CHANGED Unsent.state"]
    assert {"METHOD_RENAMED tools/run", "ERROR_CODE_MOVED LostError"} <= {*covers}


@pytest.mark.parametrize(
    ("actions", "rows", "text"),
    [
        ({"a": "keep"}, [("*", "keep")], '"keep"'),
        ({"a": "drop", "b": "drop"}, [("*", "drop")], '"drop"'),
        ({"a": "keep", "b": "drop"}, [("b", "drop"), ("*", "keep")], '{"b" = "drop", "*" = "keep"}'),
        ({"a": "drop", "b": "keep"}, [("a", "drop"), ("*", "keep")], '{"a" = "drop", "*" = "keep"}'),
        (
            {"a": "drop", "b": "keep", "c": "drop"},
            [("b", "keep"), ("*", "drop")],
            '{"b" = "keep", "*" = "drop"}',
        ),
    ],
)
def test_the_most_frequent_action_is_for_every_other_change(
    actions: dict[str, str], rows: list[tuple[str, str]], text: str
) -> None:
    """Of equally frequent ones `keep` is; a single action is a string."""
    assert table_of(actions) == rows
    proposal = only(propose(with_x(STRING), with_x(INTEGER)))
    (name,) = proposal.up
    stated = {name if each == "a" else each: action for each, action in actions.items()}
    found = entries_text([replace(proposal, up=stated)], iter(["T1.1"]), "r", None)
    assert f"up = {text}\n".replace('"a"', f'"{name}"') in found


@pytest.mark.parametrize("hold", [Array, Map])
@pytest.mark.parametrize("names", [("x",), ("w", "x")])
@pytest.mark.parametrize("needed", [False, True])
@pytest.mark.parametrize("is_up", [True, False])
def test_an_action_that_no_location_names_is_the_usual_one(
    hold: Any, names: tuple[str, ...], needed: bool, is_up: bool
) -> None:
    """A variant that is refused inside another union is dropped at the optional members, each with its name.

    The build accepts the proposal, and the adapters do what the planner chose for it.
    """

    def protocol(variants: str) -> Protocol:
        more = Field("more", STRING, False)  # the variants that stay lose a member
        parts = [
            Record(name, (Field("kind", Choice((name,)), True), *([more] if variants == "abc" else [])))
            for name in "abc"
        ]
        union = Alias("Part", Union(tuple(map(Ref, variants))))
        nested = Field("y", Union((INTEGER, hold(Ref("Part")))), False)
        members = [Field(name, Ref("Part"), False) for name in names]
        required = [Field("z", Ref("Part"), True)] if needed else []
        return protocol_of(Record("Params", (*members, *required, nested)), union, *parts)

    ends = [protocol("abc"), protocol("ab")]
    older, newer = ends if is_up else ends[::-1]
    proposals = propose(older, newer)
    (proposal,) = [each for each in proposals if each.location == "Part"]
    dropped = ",".join(f"Params.{name}" for name in names)
    action = f"refuse; drop@{dropped}"
    tables = [proposal.up, proposal.down] if is_up else [proposal.down, proposal.up]
    assert [{*table.values()} for table in tables] == [{action}, {"keep"}]
    text = entries_text(proposals, map("T1.{}".format, range(1, 9)), "r", None)
    plan = generate.plan(decide_pair(older, newer, read_entries(text.encode(), "f")))
    edits = [
        edit
        for function in plan.adapters[not is_up].functions
        if isinstance(function, ObjectFunction) and function.type_name == "Params"
        for edit in function.edits
    ]
    assert [edit.member for edit in edits if isinstance(edit, Drop)] == [*names]


KEPT = {"$schema": Field("$schema", STRING, False), "type": Field("type", Choice(("object",)), True)}
FORMS: dict[str, tuple[Field, ...]] = {
    "equal": (*KEPT.values(), Field("properties", Map(STRING), False)),
    "with one member less": tuple(KEPT.values()),
    "with another type": (*KEPT.values(), Field("properties", Map(INTEGER), False)),
}


@pytest.mark.parametrize("form", FORMS)
@pytest.mark.parametrize("hold", [lambda type_: type_, Array, Map])
@pytest.mark.parametrize("is_in", [True, False])
@pytest.mark.parametrize("required", [True, False])
def test_a_member_moves_with_everything_in_it(form: str, hold: Any, is_in: bool, required: bool) -> None:
    """A type without a name of its own is named after its location, so the whole member may have moved."""
    outer = Field("inner", Ref("Inner"), False)
    first = Record("ParamsOut", FORMS["equal"])
    last = Record("InnerOut", FORMS[form])
    old = protocol_of(
        Record("Params", (Field("out", hold(Ref(first.name)), required), outer)),
        Record("Inner", (Field("stays", STRING, False),)),
        first,
    )
    inner = Record("Inner", (Field("stays", STRING, False), Field("out", hold(Ref(last.name)), False)))
    new = protocol_of(Record("Params", (outer,)), inner, last)
    proposals = propose(*((old, new) if is_in else (new, old)))
    (moved,) = [each for each in proposals if each.changes[0].rule in UNCERTAIN]
    assert (moved.covers[0], moved.up[moved.covers[0]]) == ("FIELD_MOVED Params.out", "move:/inner/out")
    assert moved.why_by_name == "which assumes that something was renamed or moved"
    dropped = [name for each in proposals for name in each.covers if name.startswith("FIELD_REMOVED")]
    dropped = [name for name in dropped if "Out.properties" not in name]  # which the other form lacks
    assert dropped == ([] if is_in else ["FIELD_REMOVED_OPTIONAL Inner.out"])


@pytest.mark.parametrize("name", ["One", "Two"])
@pytest.mark.parametrize(("path", "pointer"), [("in.x", "/out/z"), ("out.z", "/in/x")])
def test_a_stated_move_in_a_type_that_is_renamed_is_not_proposed_again(
    name: str, path: str, pointer: str
) -> None:
    """The location of the move may begin with either name of the type, and the build accepts the rest."""

    def protocol(holder: str, end: str, *members: Field) -> Protocol:
        inner = {name: [Field(f"{name}_stays", STRING, False)] for name in ("In", "Out")}
        inner[end] += members
        held = tuple(Field(name.lower(), Ref(name), False) for name in inner)
        params = Record("Params", (Field("holder", Ref(holder), False),))
        return protocol_of(
            params, Record(holder, held), *(Record(name, tuple(each)) for name, each in inner.items())
        )

    old = protocol("One", "In", Field("x", STRING, False))
    new = protocol("Two", "Out", Field("z", STRING, False))
    stated = decision("X", f"FIELD_MOVED {name}.{path}", f"move:{pointer}", f"move:{pointer}")
    proposals = propose(old, new, read_entries(stated.encode(), "f"))
    assert not [cover for each in proposals for cover in each.covers if cover.startswith("FIELD_MOVED")]
    text = stated + entries_text(proposals, map("T1.{}".format, range(1, 9)), "r", None)
    pair = decide_pair(old, new, read_entries(text.encode(), "f"))
    assert [row.id for row in pair.changes if row.change.rule == "FIELD_MOVED"] == ["X"]
    assert generate.plan(pair)


@pytest.mark.parametrize("name", ["Inner", "Params"])
def test_a_type_that_both_revisions_name_is_not_another_type(name: str) -> None:
    """Two members with different types of the same form did not move, if a type kept its name."""
    first, last = Record("First", FORMS["equal"]), Record("Last", FORMS["equal"])
    kept = {"Inner": last, "Params": first}[name]
    outer, stays = Field("inner", Ref("Inner"), False), Field("stays", STRING, False)
    other = Field("other", Ref(kept.name), False)
    old = protocol_of(
        Record("Params", (Field("out", Ref("First"), False), outer, other)),
        Record("Inner", (stays,)),
        first,
        kept,
    )
    inner = Record("Inner", (stays, Field("out", Ref("Last"), False)))
    new = protocol_of(Record("Params", (outer, other)), inner, last, kept)
    assert not [
        each
        for each in propose(old, new)
        if each.changes[0].rule == "FIELD_PERHAPS_MOVED" and each.location == "Params.out"
    ]


OTHERS = {
    "drop": "refuse",
    "refuse": "drop",
    "fill": "refuse",
    "const": "refuse",
}  # another verb of each verb
ADDED = (protocol_of(Record("Params", ())), with_x(STRING))


def told_wrongly(text: str, old: Protocol, new: Protocol) -> list[str]:
    """Return the problems of the reasons in a decision file."""
    entries = read_entries(text.encode(), "f")
    return [problem.message for problem in misstated(decide_pair(old, new, entries, source="f"), entries)]


def test_a_wrong_reason_of_a_moved_code_names_only_actions_that_are_stated() -> None:
    """The entry also decides the constant in the error's type, for which it has no action of its own."""

    def erring(code: int) -> Protocol:
        body = Record("LostBody", (Field("code", Choice((code,)), required=True),))
        return protocol_of(body, errors=(ErrorCode("LostError", code, "LostBody"),))

    old, new = erring(-32020), erring(-32030)
    text = entries_text(propose(old, new), iter(["T1.1"]), "r", None)
    assert "Since r, `LostBody` has another code, so the code was replaced." in text
    assert told_wrongly(text, old, new) == []
    edited = re.sub("^down = .*$", 'down = "keep"', text, flags=re.MULTILINE)
    assert edited != text
    found = told_wrongly(edited, old, new)
    assert found and all("`down` is `keep`" in each or "`down`" not in each for each in found), found


@pytest.mark.parametrize("required", [True, False])
@pytest.mark.parametrize("case", range(len(NARROWED) + 1))
def test_a_reason_that_tells_of_another_action_is_refused(case: int, required: bool) -> None:
    """The sentences of a proposal are true. The build names a sentence whose action has another verb."""
    narrowed = [[with_x(end, required=required) for end in row[:2]] for row in NARROWED]
    old, new = [*narrowed, ADDED][case]
    text = entries_text(propose(old, new), iter(["T1.1"]), "r", None)
    assert told_wrongly(text, old, new) == []
    changed = []
    for direction, verb in re.findall(r'^(up|down) = "(\w+)[^@;]*"$', text, re.MULTILINE):
        if verb == "keep":
            continue
        for other in (OTHERS[verb], "keep"):
            edited = re.sub(rf"^{direction} = .*$", f'{direction} = "{other}"', text, flags=re.MULTILINE)
            problem, *_ = told_wrongly(edited, old, new)
            assert problem.startswith("T1.1: the reason says '") and f"`{direction}` is `{other}`" in problem
            right = problem.partition("; write ")[2]
            assert right.startswith("reason = ") and "refusal" not in right  # this text is accepted
            edited = re.sub(r"^reason = .*$", lambda _, now=right: now, edited, flags=re.MULTILINE)
            assert told_wrongly(edited, old, new) == []
        changed.append(direction)
    assert changed or re.search("^(up|down) = {", text, re.MULTILINE)  # some cases have two changes


REMOVED = (with_x(STRING, required=False), protocol_of(Record("Params", ())))


def with_actions(text: str, up: str, down: str, **texts: str) -> str:
    """Return an entry with other actions and texts."""
    for name, action in (("up", up), ("down", down)):
        text = re.sub(rf"^{name} = .*$", lambda _, n=name, a=action: f"{n} = '{a}'", text, flags=re.MULTILINE)
    for name, said in texts.items():
        text = re.sub(rf"^{name} = .*\n", "", text, flags=re.MULTILINE) + f"{name} = {said}\n"
    return text


@pytest.mark.parametrize(
    ("ends", "up", "down", "right"),
    [
        (
            ADDED,
            'fill:""',
            "refuse",
            'reason = {up = "Since r, `Params.x` is required, so a missing value was filled in.", '
            'down = "Revisions before r have no `Params.x`, so this message was refused."}',
        ),
        (
            (REMOVED[1], REMOVED[0]),
            "drop",
            "refuse",
            'reason = {up = "Revisions before r have no `Params.x`, so this undeclared value was removed.", '
            'down = "Revisions before r have no `Params.x`, so this message was refused."}',
        ),
        (REMOVED, "refuse", "keep", 'reason = "r has no `Params.x`, so this message was refused."'),
        (
            (REMOVED[1], REMOVED[0]),
            'fill:"a"',
            "drop",
            'reason = {up = "Revisions before r have no `Params.x`, so a missing value was filled in.", '
            'down = "Revisions before r have no `Params.x`, so this was removed."}',
        ),
        (
            (with_x(Choice(("a", "b")), required=False), with_x(Choice(("a",)), required=False)),
            'drop; fill:"a"@Params.x; refuse@Params.x',
            "keep",
            'reason = "r has no value `\\"b\\"` of `Params.x`, so this was removed or replaced.", '
            'refusal = "r has no value `\\"b\\"` of `Params.x`, so this message was refused."',
        ),
    ],
)
def test_the_proposed_text_is_true_of_each_direction_and_outcome(
    ends: tuple[Protocol, Protocol], up: str, down: str, right: str
) -> None:
    """A false sentence is refused, and the text that the problem states has no false sentence."""
    false = "'Since r, `Params.x` has another type, so a value of the wrong type was replaced.'"
    text = with_actions(entries_text(propose(*ends), iter(["T1.1"]), "r", None), up, down, reason=false)
    (problem,) = told_wrongly(text, *ends)
    assert problem.partition("; write ")[2] == right
    pattern = re.compile(r'(reason|refusal) = (\{.*?\}|"(?:[^"\\]|\\.)*")(?:, |$)')
    assert told_wrongly(with_actions(text, up, down, **dict(pattern.findall(right))), *ends) == []


def test_a_reason_of_one_outcome_is_not_true_of_another() -> None:
    """One entry cannot remove one member and fill in another with a proposed reason for both."""
    x, y = Field("x", STRING, required=False), Field("y", STRING, required=True)
    ends = protocol_of(Record("Params", (x,))), protocol_of(Record("Params", (y,)))
    names = "FIELD_REMOVED_OPTIONAL Params.x", "FIELD_ADDED_REQUIRED Params.y"
    said = "r has no `Params.x`, so this was removed."
    other = "Since r, `Params.y` is required, so a missing value was filled in."
    rows = [{names[0]: up, names[1]: down} for up, down in (("drop", 'fill:""'), ("keep", "drop"))]

    def told(reason: str) -> list[str]:
        perhaps = {"FIELD_PERHAPS_RENAMED Params.y": "keep"}
        text = entry_text(
            "change",
            id="X",
            title="X",
            reference="r",
            covers=[*rows[0], *perhaps],
            up=rows[0] | perhaps,
            down=rows[1] | perhaps,
            reason=reason,
        )
        return told_wrongly(text, *ends)

    for reason in (said, other, f"{said} {other}"):
        problems = told(reason)
        assert problems and all("to an entry with its own reason" in problem for problem in problems)
    assert told("The name of a tool is its title now, so this was changed.") == []


def test_a_reason_in_other_words_is_accepted() -> None:
    """Only a proposed sentence is compared with the action: a person may write any reason."""
    text = entries_text(propose(*ADDED), iter(["T1.1"]), "r", None)
    own = re.sub(r"^reason = .*$", 'reason = "r has no `x`, so this was removed."', text, flags=re.MULTILINE)
    assert told_wrongly(own, *ADDED) == []
    shipped = packaged()
    for older, newer in pairwise(shipped.revisions):
        assert [*misstated(shipped.decided(older, newer), shipped.entries(older, newer))] == []
