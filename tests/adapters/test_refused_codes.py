"""`refuse:CODE` at every kind of change: the reply to a refused request has the stated code."""

from __future__ import annotations

from dataclasses import replace
from typing import Any, NamedTuple

import pytest

from mcpgen.ir import Alias, Choice, Field, Method, Protocol, Record, Ref, Scalar, Type, Union
from mcpgen.problems import Refused
from mcpgen.runtime.errors import INTERNAL_ERROR, METHOD_NOT_FOUND
from support.small_pairs import converting, named
from support.small_protocols import CALL, INTEGER, NULL, STRING, decision, protocol_of, record, with_x

CODE = -32001
SHORT = Scalar("string", max_length=2)
RUN = replace(CALL, name="tools/run")
NOTE = Method("tools/run", "notification", ("client",), "CallToolRequest", "Params", ())


class Case(NamedTuple):
    """Two protocols, the rule of the change between them, and the params of a message that is refused.

    If no code is stated, the reply has the code `usual`.
    """

    old: Protocol
    new: Protocol
    rule: str
    params: Any = None
    method: str = "tools/call"
    sender: str = "client"
    usual: int = INTERNAL_ERROR


def params(*fields: Field) -> Protocol:
    """Return a protocol whose params have these members."""
    return protocol_of(Record("Params", fields))


def optional_params(*fields: Field) -> Protocol:
    """Return a protocol whose request may have no params."""
    found = params(*fields)
    request = found.definitions["CallToolRequest"]
    assert isinstance(request, Record)
    fields = tuple(replace(each, required=each.name != "params") for each in request.fields)
    return replace(
        found, definitions={**found.definitions, "CallToolRequest": replace(request, fields=fields)}
    )


def variants(*names: str) -> tuple[Type, tuple[Record, ...]]:
    """Return a union of objects, and the objects. A constant tells them apart."""
    found = tuple(record(name, kind=Choice((name,))) for name in names)
    return Union(tuple(Ref(name) for name in names)), found


def of_variants(*names: str, required: bool) -> Protocol:
    """Return a protocol in which `x` is a union of objects."""
    type_, records = variants(*names)
    return with_x(type_, *records, required=required)


CASES = {
    "an added required member": Case(params(), with_x(STRING), "FIELD_ADDED_REQUIRED", {}),
    "an invalid added member": Case(params(), with_x(INTEGER), "FIELD_ADDED_REQUIRED", {"x": "text"}),
    "a member that became required": Case(
        with_x(STRING, required=False), with_x(STRING), "FIELD_BECAME_REQUIRED", {}
    ),
    "params that became required": Case(
        optional_params(Field("x", STRING, True)), with_x(STRING), "FIELD_BECAME_REQUIRED"
    ),
    "a removed required member": Case(with_x(STRING), params(), "FIELD_REMOVED_REQUIRED", {"x": "a"}),
    "a removed optional member": Case(
        with_x(STRING, required=False), params(), "FIELD_REMOVED_OPTIONAL", {"x": "a"}
    ),
    "another type": Case(with_x(STRING), with_x(INTEGER), "TYPE_CHANGED", {"x": "a"}),
    "a shorter text": Case(with_x(STRING), with_x(SHORT), "CONSTRAINT_TIGHTENED", {"x": "abc"}),
    "a removed value": Case(
        with_x(Choice(("a", "b"))), with_x(Choice(("a",))), "ENUM_VALUE_REMOVED", {"x": "b"}
    ),
    "null": Case(with_x(Union((STRING, NULL))), with_x(STRING), "NULL_REFUSED", {"x": None}),
    "a removed scalar": Case(
        with_x(Union((STRING, INTEGER))), with_x(INTEGER), "VARIANT_REMOVED", {"x": "a"}
    ),
    **{
        f"a removed object, required {required}": Case(
            of_variants("A", "B", "C", required=required),
            of_variants("A", "B", required=required),
            "VARIANT_REMOVED",
            {"x": {"kind": "C"}},
        )
        for required in (True, False)
    },
    "a removed method": Case(
        protocol_of(methods=(CALL, RUN)),
        protocol_of(),
        "METHOD_REMOVED tools/run",
        {"x": "a"},
        "tools/run",
        usual=METHOD_NOT_FOUND,
    ),
    "a method that one side no longer sends": Case(
        protocol_of(methods=(replace(CALL, senders=("client", "server")),)),
        protocol_of(),
        "DIRECTION_REMOVED tools/call",
        {"x": "a"},
        sender="server",
        usual=METHOD_NOT_FOUND,
    ),
}


def reply(case: Case, text: str, *, up: bool) -> Any:
    """Return the error of the reply to the refused message of a case."""
    ends = (case.old, case.new) if up else (case.new, case.old)
    frame = {"jsonrpc": "2.0", "id": 1, "method": case.method}
    frame |= {} if case.params is None else {"params": case.params}
    with converting(named(ends[0], "old"), named(ends[1], "new"), text) as convert:
        with pytest.raises(convert.package.NoCounterpart) as caught:
            convert.package.convert(frame, *(("old", "new")[:: 1 if up else -1]), sender=case.sender)
        return caught.value.reply["error"]


def built(case: Case, action: str, *, up: bool) -> Any:
    """Return the error of the reply if the change has this action in the direction that refuses."""
    rule = case.rule
    if not up:
        pairs = (("ADDED", "REMOVED"), ("TIGHTENED", "LOOSENED"), ("NULL_REFUSED", "NULL_ADMITTED"))
        for one, other in (*pairs, ("BECAME_REQUIRED", "BECAME_OPTIONAL")):
            rule = rule.replace(one, "\0").replace(other, one).replace("\0", other)
    for other in ("keep", "drop", "refuse"):
        try:
            text = decision("X", rule, *((action, other) if up else (other, action)))
            return reply(case, text, up=up)
        except Refused as refused:
            message = str(refused)
    raise AssertionError(message)


@pytest.mark.parametrize("up", [True, False])
@pytest.mark.parametrize("case", CASES.values(), ids=CASES)
def test_the_reply_has_the_stated_code(case: Case, up: bool) -> None:
    """In both directions, `refuse:CODE` replies with its code, and `refuse` with the usual one."""
    assert built(case, f"refuse:{CODE}", up=up)["code"] == CODE
    assert built(case, "refuse", up=up)["code"] == case.usual


@pytest.mark.parametrize("required", [True, False])
def test_the_code_of_one_location_is_used_there(required: bool) -> None:
    """An action for one member has its own code, and the others have the usual one."""
    ends = []
    for names in ("ABC", "AB"):
        union, records = variants(*names)
        fields = Field("x", Ref("Block"), required), Field("y", Ref("Block"), False)
        ends.append(protocol_of(Record("Params", fields), Alias("Block", union), *records))
    case = Case(*ends, "VARIANT_REMOVED Block")
    text = decision("X", case.rule, f"refuse; refuse:{CODE}@Params.x", "keep")
    lost, kept = {"kind": "C"}, {"kind": "A"}
    for params, code in (({"x": lost}, CODE), ({"x": kept, "y": lost}, INTERNAL_ERROR)):
        assert reply(case._replace(params=params), text, up=True)["code"] == code


def test_a_code_for_a_notification_is_refused() -> None:
    """A notification has no reply, so a stated code would have no effect."""
    case = Case(protocol_of(methods=(CALL, NOTE)), protocol_of(), "METHOD_REMOVED tools/run")
    with pytest.raises(Refused, match="cannot do `refuse:-32001` here; write `refuse`"):
        reply(case, decision("X", case.rule, f"refuse:{CODE}", "keep"), up=True)


@pytest.mark.parametrize("argument", ["9" * 10, "9" * 5000, "1.0", "٣", "code"])
def test_only_a_short_number_is_a_code(argument: str) -> None:
    """A code that other languages cannot represent is refused at its line."""
    case = CASES["another type"]
    with pytest.raises(Refused, match="write a JSON-RPC error code"):
        reply(case, decision("X", case.rule, f"refuse:{argument}", "keep"), up=True)
