"""What a decision says is what the adapter does: an action is taken at its node, or the build refuses it."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mcpgen.adapters import generate
from mcpgen.adapters.actions import VERBS
from mcpgen.adapters.decisions import decide_pair, read_entries, source_of
from mcpgen.adapters.plan import Drop, MemberEdit, ObjectFunction, PairPlan, RefuseMember, Set
from mcpgen.adapters.proposals import entries_text, propose
from mcpgen.ir import Alias, Choice, Field, Protocol, Record, Ref, Scalar, Type, Union
from mcpgen.problems import Refused
from support.small_protocols import CALL, INTEGER, NULL, STRING, decision, protocol_of, with_x

MANY = Choice(("a", "b"))
SHORT = Scalar("string", max_length=2)


def planned(old: Protocol, new: Protocol, *texts: str) -> PairPlan:
    """Return the plan of two protocols with these entries."""
    entries = read_entries("\n".join(texts).encode(), source_of(old.revision, new.revision))
    return generate.plan(decide_pair(old, new, entries))


def edits(plan: PairPlan, direction: int = 0) -> list[MemberEdit]:
    """Return the edits of the params upward, or downward (1)."""
    functions = [each for each in plan.adapters[direction].functions if isinstance(each, ObjectFunction)]
    return [edit for each in functions if each.type_name == "Params" for edit in each.edits]


def problems(old: Protocol, new: Protocol, *texts: str) -> list[str]:
    """Return the lines with which a build is refused."""
    with pytest.raises(Refused) as caught:
        planned(old, new, *texts)
    return [problem.message for problem in caught.value.problems]


def levels(values: Choice, *, required: bool) -> Protocol:
    """Return a protocol whose params hold a level, the values of which are an alias."""
    params = Record("Params", (Field("x", Ref("Level"), required),))
    return protocol_of(params, Alias("Level", values))


@pytest.mark.parametrize(
    ("required", "action", "kind"),
    [
        (False, "drop", Drop),
        (False, "refuse", RefuseMember),
        (False, 'fill:"a"', Set),
        (True, "refuse", RefuseMember),
        (True, 'fill:"a"', Set),
    ],
)
def test_the_action_of_an_alias_is_taken_at_its_members(
    required: bool, action: str, kind: type[MemberEdit]
) -> None:
    """A value that an enumeration lost is dropped, refused or replaced, as the decision says."""
    old, new = levels(Choice(("a", "b", "c")), required=required), levels(MANY, required=required)
    text = decision("X", "ENUM_VALUE_REMOVED Level", "ACTION", "keep").replace('"ACTION"', f"'{action}'")
    (edit,) = edits(planned(old, new, text))
    assert isinstance(edit, kind)


def test_a_required_member_of_an_alias_is_not_dropped() -> None:
    """`drop` names no other way for a member that the target requires, so the build asks for one."""
    old, new = levels(Choice(("a", "b", "c")), required=True), levels(MANY, required=True)
    (line,) = problems(old, new, decision("X", "ENUM_VALUE_REMOVED Level", "drop", "keep"))
    assert "`drop` removes a required member" in line and "refuse@Params.x or fill:JSON@Params.x" in line


VALUES: list[tuple[Type, Type, str]] = [
    (STRING, SHORT, "CONSTRAINT_TIGHTENED"),
    (Union((STRING, NULL)), STRING, "NULL_REFUSED"),
    (Union((INTEGER, STRING)), INTEGER, "VARIANT_REMOVED"),
    (STRING, INTEGER, "TYPE_CHANGED"),
]


@pytest.mark.parametrize(("old", "new", "rule"), VALUES)
def test_a_value_that_does_not_fit_is_dropped_or_refused_as_stated(old: Type, new: Type, rule: str) -> None:
    """The verb is taken for a narrower type, for null, and for a variant of a union of scalars."""
    pair = with_x(old, required=False), with_x(new, required=False)
    down = "refuse" if rule == "TYPE_CHANGED" else "keep"
    for verb, kind in (("drop", Drop), ("refuse", RefuseMember)):
        found = edits(planned(*pair, decision("X", rule, verb, down)))
        if kind is Drop:
            assert [type(edit) for edit in found] == [Drop]
        else:
            assert found and not any(isinstance(edit, Drop) for edit in found)
    (line,) = problems(*pair, decision("X", rule, "keep", down))
    assert "cannot do `keep` here; write `drop`" in line or "in `up`, write drop or refuse" in line


@pytest.mark.parametrize(
    ("covers", "up", "down", "said"),
    [
        ("METHOD_REMOVED tools/run", "keep", "keep", "an adapter cannot do `keep` here; write `refuse`"),
        ("METHOD_REMOVED tools/run", "refuse", "refuse", "no message has a value that changes; write `keep`"),
    ],
)
def test_an_action_that_contradicts_the_adapter_is_refused(
    covers: str, up: str, down: str, said: str
) -> None:
    """A removed method is refused in one direction and unknown in the other."""
    old, new = protocol_of(methods=(CALL, replace(CALL, name="tools/run"))), protocol_of()
    (line,) = problems(old, new, decision("X", covers, up, down))
    assert said in line


@pytest.mark.parametrize(("old", "new", "rule"), VALUES)
@pytest.mark.parametrize("required", [True, False])
def test_accepted_proposals_build(old: Type, new: Type, rule: str, required: bool) -> None:
    """What is proposed for a narrower value is what the planner does, so the build takes it."""
    pair = with_x(old, required=required), with_x(new, required=required)
    text = entries_text(propose(*pair), map("T.{}".format, range(1, 9)), "r", None)
    (edit,) = edits(planned(*pair, text))
    assert isinstance(edit, Drop) is not required


def test_a_set_value_must_be_valid_in_the_target() -> None:
    """`set` replaces every value, so its own value must fit."""
    old, new = with_x(INTEGER), with_x(MANY)
    text = decision("X", "TYPE_CHANGED Params.x", "ACTION", "fill:1")
    assert edits(planned(old, new, text.replace('"ACTION"', "'set:\"b\"'")))
    (line,) = problems(old, new, text.replace('"ACTION"', "'set:\"c\"'"))
    assert (
        'Params.x: `set:"c"` is not a value of the target; in `up`, write set:"a" or refuse@Params.x' in line
    )


@pytest.mark.parametrize(("before", "after"), [(None, False), (None, True), (False, False), (True, True)])
def test_set_sets_the_member_in_every_case(before: bool | None, after: bool) -> None:
    """`set` does as its meaning says, also for an absent member that only the target declares."""
    old = with_x(INTEGER, required=bool(before))
    if before is None:
        old = protocol_of(Record("Params", ()))
    text = decision("X", "Params.x", "ACTION", "drop" if before is None else "fill:1")
    (edit,) = edits(planned(old, with_x(MANY, required=after), text.replace('"ACTION"', "'set:\"b\"'")))
    assert isinstance(edit, Set) and edit.always and edit.type is None
    assert VERBS["set"].meaning == "set the member to this value in every case"


def test_a_member_that_moves_out_is_not_required_under_another_name() -> None:
    """Two decisions about one member contradict each other if the object around it needs the member."""
    ends = []
    for number, (inner, outer) in enumerate(((("name",), ()), (("label",), ("title",))), 1):
        fields = (Field("x", Ref("Inner"), False), *(Field(name, STRING, False) for name in outer))
        inside = Record("Inner", tuple(Field(name, STRING, True) for name in inner))
        ends.append(replace(protocol_of(Record("Params", fields), inside), revision=f"r{number}"))
    move = decision("M", "FIELD_MOVED Params.title", "move:/x/name", "move:/x/name")
    rename = decision("R", "FIELD_RENAMED Inner.label", "rename:name", "rename:name")
    with pytest.raises(Refused) as caught:
        planned(*ends, rename, move)
    (problem,) = caught.value.problems
    fact = "Inner.name: moves to Params.title, and Inner requires it as label; state only one of the two"
    line = f"{rename}\n{move}".splitlines().index("[[change]]", 1) + 1  # of the move
    assert problem.message == fact and problem.location.endswith(f".toml:{line}")
