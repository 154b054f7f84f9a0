"""The methods of a plan: their fate, their fidelity, and the entries that they cite."""

from __future__ import annotations

from dataclasses import replace

import pytest

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import decide_pair, read_entries
from mcpgen.adapters.plan import (
    AdapterPlan,
    Drop,
    DropOthers,
    Fits,
    HasMember,
    MethodAdapter,
    MethodEntry,
    MethodRemoved,
    Move,
    ObjectFunction,
    ReadAs,
    Refuse,
    Unfit,
    UnionFunction,
)
from mcpgen.adapters.plan_data import PlanData
from mcpgen.adapters.proposals import entries_text, propose
from mcpgen.ir import Alias, Choice, Field, Method, Protocol, Record, Ref, Scalar, Type, Union
from mcpgen.runtime.errors import METHOD_NOT_FOUND
from support.small_protocols import CALL, INTEGER, NUMBER, STRING, decision, protocol_of, record

TASK = record("Task", id=STRING, at=STRING)


def asking(name: str, *more: str, **answer: Type) -> Protocol:
    """Return a protocol with a request `name`, further results, and members of the ordinary one."""
    message = record("Ask", method=Choice((name,)))
    method = Method(name, "request", ("client",), "Ask", None, ("Answer", *more))
    return protocol_of(message, record("Answer", **answer), TASK, methods=(CALL, method))


def planned(old: Protocol, new: Protocol, *entries: str) -> tuple[AdapterPlan, AdapterPlan]:
    """Return the plans up and down of two protocols with these decisions."""
    pair = decide_pair(
        replace(old, revision="old"),
        replace(new, revision="new"),
        read_entries("".join(entries).encode(), "f"),
    )
    up, down = generate.plan(pair).adapters
    return up, down


def row(plan: AdapterPlan, method: str, side: str = "client") -> MethodEntry:
    """Return the row of a method."""
    (found,) = [each for each in plan.methods[side] if each.method == method]
    return found


def test_a_renamed_method_is_adapted_and_its_result_judged_by_itself() -> None:
    """The new name of a request is no loss, whatever the fidelity of the result; both cite the entry."""
    renamed = decision("RENAMED", "METHOD_RENAMED pong", "rename:ping", "rename:ping")
    narrowed = decision("NARROWED", "TYPE_CHANGED Answer.v", "refuse", "refuse")
    for answer, entries, fidelity in (
        (STRING, [renamed], ("adapted", "whole")),
        (INTEGER, [renamed, narrowed], ("adapted", "lossy")),
    ):
        up, down = planned(asking("ping", v=STRING), asking("pong", v=answer), *entries)
        for plan, name, other in ((up, "ping", "pong"), (down, "pong", "ping")):
            found = row(plan, name)
            assert isinstance(found, MethodAdapter) and found.renaming is not None
            assert (found.renamed, found.fidelity, found.renaming.id) == (other, fidelity, "RENAMED")


def test_a_renamed_method_that_a_sender_may_not_use_is_removed() -> None:
    """Another action at the method and its sender goes before that of the name."""
    old, new = asking("ping", v=STRING), asking("pong", v=STRING)
    renamed = decision("RENAMED", "METHOD_RENAMED pong", "rename:ping; refuse@ping:client", "rename:ping")
    up, down = planned(old, new, renamed)
    found = row(up, "ping")
    assert isinstance(found, MethodRemoved) and found.change.id == "RENAMED"
    assert isinstance(row(down, "pong"), MethodAdapter)


@pytest.mark.parametrize("kind", ["request", "notification"])
def test_a_removed_method_cites_its_entry(kind: str) -> None:
    """The entry of the method decides; a request gets the code of an unknown method, a notification none."""
    old, new = asking("ping", v=STRING), protocol_of(record("Ask"), record("Answer"), TASK)
    ping = replace(old.methods["ping"], kind=kind, results=("Answer",) if kind == "request" else ())
    up, down = planned(
        replace(old, methods={"tools/call": CALL, "ping": ping}),
        new,
        decision("GONE", "METHOD_REMOVED ping", "refuse", "keep"),
        decision("SHAPES", "FIELD_REMOVED_REQUIRED", "keep", "keep"),
    )
    found = row(up, "ping")
    assert isinstance(found, MethodRemoved)
    assert (found.change.id, found.code) == ("GONE", METHOD_NOT_FOUND if kind == "request" else None)
    assert [each.method for each in down.methods["client"]] == ["tools/call"]


def test_a_side_without_requests_gets_no_error() -> None:
    """The change that removes the last request of a side refuses the errors that would answer it."""
    old, new = asking("ping", v=STRING), protocol_of(record("Ask"), record("Answer", v=STRING), TASK)
    shapes = decision("SHAPES", "FIELD_REMOVED_REQUIRED", "keep", "keep")
    gone = decision("GONE", "METHOD_REMOVED", "refuse", "keep")
    added = decision("ADDED", "METHOD_ADDED", "keep", "refuse")
    for methods, cited, more in ((old.methods, None, ()), ({"ping": old.methods["ping"]}, "GONE", (added,))):
        up, _ = planned(replace(old, methods=methods), new, gone, shapes, *more)
        tree = PlanData(up, old, new, {}).tree()
        assert tree["errors"]["withoutRequests"] == {**dict.fromkeys(up.methods), "client": cited}


def test_a_method_that_a_side_no_longer_sends_cites_its_entry() -> None:
    """The direction that goes is a change of its own; the other direction of the method stays."""
    old = protocol_of(methods=(replace(CALL, senders=("client", "server")),))
    up, _ = planned(old, protocol_of(), decision("ONE_WAY", "DIRECTION_REMOVED tools/call", "refuse", "keep"))
    found = row(up, "tools/call", "server")
    assert isinstance(found, MethodRemoved) and found.change.id == "ONE_WAY"
    assert isinstance(row(up, "tools/call"), MethodAdapter)


@pytest.mark.parametrize(("action", "code"), [("refuse", None), ("refuse:-32001", -32001)])
def test_a_result_that_goes_away_is_refused_by_its_entry(action: str, code: int | None) -> None:
    """A result without a partner cites the entry that refuses it, with the code of the entry."""
    old, new = asking("ping", "Task", v=STRING), asking("ping", v=STRING)
    up, _ = planned(old, new, decision("NO_TASK", "RESULT_REMOVED ping", action, "keep"))
    found = row(up, "ping")
    assert isinstance(found, MethodAdapter) and found.result == "ping_result_up"
    (function,) = [each for each in up.functions if each.name == found.result]
    assert isinstance(function, UnionFunction)
    (refused,) = [each.outcome for each in function.variants if isinstance(each.outcome, Refuse)]
    assert (refused.change.id, refused.code) == ("NO_TASK", code)


@pytest.mark.parametrize(
    ("answer", "task", "tests"),
    [
        ({"v": STRING}, TASK, (HasMember("id"), HasMember("at"), Fits(Ref("Task")))),
        ({"id": STRING, "v": STRING}, TASK, (HasMember("at"), Unfit(Ref("Answer")))),
        ({"v": STRING}, record("Task", id=STRING, v=STRING), (HasMember("id"), Fits(Ref("Task")))),
        ({"v_": STRING}, TASK, (HasMember("id"), HasMember("at"), Fits(Ref("Task")))),
        ({"id": STRING, "at": STRING, "v": STRING}, TASK, (Unfit(Ref("Answer")),)),
        (
            {"v": STRING, "w_": STRING, "u_": STRING},
            TASK,
            (HasMember("id"), HasMember("at"), ReadAs((Ref("Answer"), Ref("Task")), 1, is_result=True)),
        ),
    ],
)
def test_an_extraordinary_result_is_the_one_that_decode_reads(
    answer: dict[str, Type], task: Record, tests: tuple[object, ...]
) -> None:
    """It has required members of its own, and decode prefers it, or not, or its unknown members decide."""
    old, new = (asking("ping", *names, **answer) for names in (["Task"], []))
    old, new = (replace(each, definitions={**each.definitions, "Task": task}) for each in (old, new))
    up, _ = planned(old, new, decision("NO_TASK", "RESULT_REMOVED ping", "refuse", "keep"))
    (function,) = [each for each in up.functions if each.name == "ping_result_up"]
    assert isinstance(function, UnionFunction)
    assert [variant.tests for variant in function.variants] == [tests, ()]


def test_an_entry_may_refuse_a_method_in_the_words_of_another_change() -> None:
    """The entry that names the method and its sender is cited, though it covers a change elsewhere."""
    old, new = asking("ping", v=STRING), asking("ping", v=STRING, w_=STRING)
    up, _ = planned(
        old, new, decision("ADDED", "FIELD_ADDED_OPTIONAL Answer.w", "refuse@ping:client", "drop")
    )
    found = row(up, "ping")
    assert isinstance(found, MethodRemoved) and found.change.id == "ADDED"


@pytest.mark.parametrize(
    ("old", "new", "cited"),
    [
        (
            record("JSONRPCError", id_=STRING, error=STRING),
            record("JSONRPCError", id=STRING, error=STRING),
            "ID",
        ),
        (
            record("JSONRPCError", id=STRING, error=STRING),
            record("JSONRPCError", id=STRING, error=STRING),
            None,
        ),
        (
            record("JSONRPCError", id_=STRING, error=STRING),
            record("JSONRPCError", id_=STRING, error=STRING),
            None,
        ),
        (record("JSONRPCError", id_=STRING, error=STRING), record("Other"), None),
        (record("Other"), record("JSONRPCError", id=STRING, error=STRING), None),
    ],
)
def test_an_error_without_an_id_is_refused_where_it_needs_one(
    old: Record, new: Record, cited: str | None
) -> None:
    """The change that makes the id required is cited; other errors pass."""
    needs = [decision("ID", "FIELD_BECAME_REQUIRED", "refuse", "keep")] if cited else []
    up, down = planned(protocol_of(old), protocol_of(new), *needs)
    assert (up.error_id and up.error_id.id, down.error_id) == (cited, None)


def test_facts_of_a_client_are_converted_up_alone() -> None:
    """The newer revision repeats capabilities and info of the client; the older states them once."""

    def stating(tools: Type) -> Protocol:
        types = [
            record("ClientCapabilities", tools_=tools),
            record("Implementation", title=STRING, at_=tools),
        ]
        params = record("Params", x=Ref("ClientCapabilities"), y=Ref("Implementation"))
        return protocol_of(params, *types)

    changed = decision("TYPE", "TYPE_CHANGED", "drop", "drop")
    up, down = planned(stating(STRING), stating(INTEGER), changed)
    assert (up.capabilities, up.implementation) == ("client_capabilities_up", "implementation_up")
    assert (down.capabilities, down.implementation) == (None, None)


def test_functions_of_types_with_one_name_in_snake_case_have_names_of_their_own() -> None:
    """A number tells them apart; a function is named after the type that it reads."""
    names = ("FooBar", "fooBar", "foo_bar")

    def held(*members: str) -> Protocol:
        types = [record(name, **dict.fromkeys(members, STRING)) for name in names]
        return protocol_of(record("Params", **{name: Ref(name) for name in names}), *types)

    up, down = planned(
        held("a_", "b_"), held("b_"), decision("GONE", "FIELD_REMOVED_OPTIONAL", "drop", "keep")
    )
    assert [each.name for each in up.functions if each.name.startswith("foo")] == [
        "foo_bar_up",
        "foo_bar_up_2",
        "foo_bar_up_3",
    ]
    assert [each.name for each in down.functions if each.name.endswith("_3")] == ["foo_bar_down_3"]


def test_the_function_of_a_union_is_named_after_the_type_that_it_reads() -> None:
    """The union has another name in either revision; so have its functions."""

    def held(name: str, *members: Type) -> Protocol:
        union = Alias(name, Union((Ref("A"), Ref("B"), *members)))
        parts = [record(each, **{each: STRING}) for each in "ABC"]
        return protocol_of(record("Params", x=Ref(name)), union, *parts)

    changed = decision("C", "VARIANT_ADDED", "keep", "refuse")
    up, down = planned(held("Old"), held("New", Ref("C")), changed)
    assert ([each.name for each in up.functions], [each.name for each in down.functions][:1]) == (
        [],
        ["new_down"],
    )


def test_a_member_that_moves_is_edited_in_the_object_itself() -> None:
    """It is edited under its name there, before it moves below, and after it has come from there."""
    old = protocol_of(record("Params", k=STRING, x_=STRING, below_=Ref("B")), record("B", l_=STRING))
    new = protocol_of(record("Params", k=STRING, below_=Ref("B")), record("B", l_=STRING, z_=INTEGER))
    entries = [
        decision("MOVED", "FIELD_MOVED Params.x", "move:/below/z", "move:/below/z"),
        decision("TYPE", "TYPE_CHANGED", "drop", "drop"),
        decision("END", "FIELD_ADDED_OPTIONAL B.z", "keep", "keep"),
    ]
    for plan, kinds in zip(planned(old, new, *entries), ([Drop, Move], [Move, Drop]), strict=True):
        (function,) = [each for each in plan.functions if each.name == f"params_{plan.name}"]
        assert isinstance(function, ObjectFunction)
        edits = [edit for edit in function.edits if isinstance(edit, (Drop, Move))]
        assert [type(edit) for edit in edits] == kinds
        assert [edit.member for edit in edits if isinstance(edit, Drop)] == ["x"]


@pytest.mark.parametrize(
    ("old", "new", "fidelity"),
    [
        (Field("x", STRING, False), Field("x", STRING, True), "adapted"),
        (Field("x", STRING, False), Field("x", Scalar("string", max_length=2), True), "lossy"),
        (None, Field("x", STRING, True), "adapted"),
    ],
)
def test_a_filled_value_is_a_loss_only_if_it_may_replace_another(
    old: Field | None, new: Field, fidelity: str
) -> None:
    """An invented value for an absent member loses nothing."""
    ends = (protocol_of(Record("Params", tuple(filter(None, [each])))) for each in (old, new))
    rule = "FIELD_ADDED_REQUIRED" if old is None else "FIELD_BECAME_REQUIRED"
    entries = [decision("FILLED", f"{rule} Params.x", 'fill:\\"a\\"', "keep")]
    if fidelity == "lossy":
        entries.append(decision("TIGHT", "CONSTRAINT_TIGHTENED Params.x", 'fill:\\"a\\"', "keep"))
    up, _ = planned(*ends, *entries)
    found = row(up, "tools/call")
    assert isinstance(found, MethodAdapter) and found.fidelity == (fidelity, "whole")


@pytest.mark.parametrize("target", [record("Params", open=INTEGER), replace(record("Params"), closed=True)])
@pytest.mark.parametrize(
    ("open", "opened", "fidelity"),
    [(None, False, "whole"), (NUMBER, True, "whole"), (NUMBER, False, "lossy"), (STRING, False, "lossy")],
)
def test_undeclared_members_with_a_type_are_data_that_may_be_lost(
    target: Record, open: Type | None, opened: bool, fidelity: str
) -> None:
    """A conversion removes undeclared members, which are unknown unless the schema file states their type."""
    source = replace(record("Params", open=open), opened=opened)
    old, new = protocol_of(source), protocol_of(target)
    text = entries_text(propose(old, new), map("T1.{}".format, range(1, 9)), "r", None)
    up, _ = planned(old, new, text)
    (function,) = [each for each in up.functions if each.name == "params_up"]
    assert isinstance(function, ObjectFunction) and isinstance(function.edits[0], DropOthers)
    found = row(up, "tools/call")
    assert isinstance(found, MethodAdapter) and found.fidelity == (fidelity, "whole")
