"""The grade `none`: no message of a method can be converted, in one step or in several steps."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import decide_pair, read_entries
from mcpgen.emit.render import render
from mcpgen.ir import Choice, Field, Protocol, Record, Ref, Type
from support.adapter_package import adapter_package
from support.small_protocols import STRING, decision, protocol_of

PRIVATE, USER = Choice(("public", "private")), Choice(("public", "user"))


def result(*fields: Field) -> Protocol:
    """Return a protocol in which the result of `tools/call` has these members."""
    return protocol_of(Record("Result", fields))


def nested(*fields: Field) -> Protocol:
    """Return a protocol in which the result has a required object with these members."""
    return protocol_of(Record("Result", (Field("in", Ref("Inner"), required=True),)), Record("Inner", fields))


def member(type_: Type, *, required: bool = True) -> Field:
    """Return a member `scope` of a type."""
    return Field("scope", type_, required)


@contextmanager
def chain(protocols: list[Protocol], *texts: str) -> Iterator[Any]:
    """Yield a package with the adapters between protocols. `texts` has the decisions of each step."""
    ends = [replace(each, revision=f"r{number}") for number, each in enumerate(protocols, 1)]
    decided = [
        decide_pair(*pair, read_entries(text.encode(), "f"))
        for pair, text in zip(pairwise(ends), texts, strict=True)
    ]
    with adapter_package("certain_refusals", generate.files(ends, decided, render)) as package:
        yield package


def grade(package: Any, source: str, target: str) -> str:
    """Return the grade of the result of `tools/call`."""
    return str(package.fidelity("tools/call", source, target, part="result"))


def is_refused(package: Any, source: str, target: str, value: dict[str, Any]) -> bool:
    """Return whether a result is refused."""
    frame = {"jsonrpc": "2.0", "id": 1, "result": value}
    try:
        package.convert(frame, source, target, sender="server", answering="tools/call")
    except package.NoCounterpart:
        return True
    return False


@pytest.mark.parametrize(("given", "graded"), [("private", "none"), ("public", "lossy")])
def test_a_value_that_one_step_gives_and_the_next_refuses_leaves_no_message(given: str, graded: str) -> None:
    """The second step alone may convert a message, because a message may state another value."""
    filled = decision("F", "FIELD_ADDED_REQUIRED", "GIVEN", "drop").replace('"GIVEN"', f"'fill:\"{given}\"'")
    moved = decision("E", "ENUM_VALUE_REMOVED", "refuse", "keep")
    added = decision("A", "ENUM_VALUE_ADDED", "keep", "refuse")
    steps = [result(), result(member(PRIVATE)), result(member(USER))]
    with chain(steps, filled, moved + added) as package:
        assert grade(package, "r1", "r3") == graded
        assert is_refused(package, "r1", "r3", {}) is (graded == "none")
        assert [grade(package, *ends) for ends in (("r1", "r2"), ("r2", "r3"))] == ["adapted", "lossy"]
        assert is_refused(package, "r2", "r3", {"scope": "private"})
        assert not is_refused(package, "r2", "r3", {"scope": "public"})
        assert grade(package, "r3", "r1") == "lossy"  # a value that r2 has is removed later


@pytest.mark.parametrize("holding", [result, nested])
@pytest.mark.parametrize(("known", "graded"), [(False, "none"), (True, "lossy")])
def test_a_required_member_that_is_not_filled_in_leaves_no_message(
    holding: Any, known: bool, graded: str
) -> None:
    """A source that declares the member may send it, and then the message is converted."""
    old = holding(member(STRING, required=False)) if known else holding()
    rule = "FIELD_BECAME_REQUIRED" if known else "FIELD_ADDED_REQUIRED"
    down = "keep" if known else "drop"
    with chain([old, holding(member(STRING))], decision("R", rule, "refuse", down)) as package:
        assert grade(package, "r1", "r2") == graded
        value = {"scope": "x"} if known else {}
        assert is_refused(package, "r1", "r2", value if holding is result else {"in": value}) is not known


def test_a_member_that_is_moved_to_its_required_location_is_not_refused() -> None:
    """The object inside requires a member that the source has outside."""
    old, new = nested(), nested(member(STRING))
    outside = replace(old.definitions["Result"], fields=(*old.definitions["Result"].fields, member(STRING)))
    old = replace(old, definitions={**old.definitions, "Result": outside})
    move = decision("M", "FIELD_MOVED Result.scope", "move:/in/scope", "move:/in/scope")
    with chain(
        [old, new], move + decision("A", "FIELD_ADDED_REQUIRED Inner.scope", "refuse", "keep")
    ) as package:
        assert grade(package, "r1", "r2") != "none"
        assert not is_refused(package, "r1", "r2", {"in": {}, "scope": "x"})


def params(*fields: Field, needed: bool) -> Protocol:
    """Return a protocol in which the params of `tools/call` have these members, and may be absent."""
    message = Record(
        "CallToolRequest",
        (Field("method", Choice(("tools/call",)), True), Field("params", Ref("Params"), needed)),
    )
    return protocol_of(message, Record("Params", fields))


def is_call_refused(package: Any, source: str, target: str, **params: Any) -> bool:
    """Return whether a call is refused."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", **params}
    try:
        package.convert(frame, source, target, sender="client")
    except package.NoCounterpart:
        return True
    return False


@pytest.mark.parametrize("needed", [False, True])
def test_params_that_are_refused_leave_the_messages_without_params(needed: bool) -> None:
    """Only if every message has params, no message can be converted."""
    steps = [params(needed=needed), params(member(STRING), needed=needed)]
    with chain(steps, decision("R", "FIELD_ADDED_REQUIRED", "refuse", "drop")) as package:
        graded = package.fidelity("tools/call", "r1", "r2", sender="client", part="request")
        assert graded == ("none" if needed else "lossy")
        assert is_call_refused(package, "r1", "r2", params={})
        assert needed or not is_call_refused(package, "r1", "r2")


@pytest.mark.parametrize(
    ("first", "later", "graded"), [(False, False, "lossy"), (False, True, "none"), (True, True, "none")]
)
def test_params_that_a_later_step_refuses_leave_the_messages_without_params(
    first: bool, later: bool, graded: str
) -> None:
    """A step that creates absent params also gives them the value that the next step refuses."""
    filled = decision("F", "FIELD_ADDED_REQUIRED", "GIVEN", "drop").replace('"GIVEN"', "'fill:\"private\"'")
    needs = decision("N", "FIELD_BECAME_REQUIRED", "keep", "keep") if later and not first else ""
    moved = decision("E", "ENUM_VALUE_REMOVED", "refuse", "keep")
    added = decision("A", "ENUM_VALUE_ADDED", "keep", "refuse")
    steps = [
        params(needed=first),
        params(member(PRIVATE), needed=later),
        params(member(USER), needed=later),
    ]
    with chain(steps, filled + needs, moved + added) as package:
        assert package.fidelity("tools/call", "r1", "r3", sender="client", part="request") == graded
        assert is_call_refused(package, "r1", "r3", params={})
        assert first or is_call_refused(package, "r1", "r3") is (graded == "none")
