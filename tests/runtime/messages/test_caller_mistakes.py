"""A mistake of the caller is a `TypeError` or `ValueError` with its place, and never a `DecodeError`."""

from __future__ import annotations

import datetime
import decimal
import inspect
import math
from collections.abc import Callable
from typing import Any, get_args, get_type_hints

import mcp_revisions as mr
import msgspec
import pytest
from mcp_revisions._runtime.messages.codec import Codec
from mcp_revisions._runtime.messages.options import OPTIONS

NEXT = dict(zip(mr.REVISIONS, [*mr.REVISIONS[1:], mr.REVISIONS[-2]], strict=True))
CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t", "arguments": {}}}


class Text(str):
    """A text of another class, as a library for markup has."""


class Whole(int):
    """An integer of another class."""


class Real(float):
    """A number of another class, as a library for arrays has."""


# A value that JSON cannot carry as it is, and its exception.
ODD: list[tuple[Any, type[Exception]]] = [
    (math.inf, ValueError),
    (-math.inf, ValueError),
    (math.nan, ValueError),
    (b"x", TypeError),
    (bytearray(b"x"), TypeError),
    ((1, 2), TypeError),
    ({1, 2}, TypeError),
    (frozenset(), TypeError),
    ({1: 2}, TypeError),
    ({None: 2}, TypeError),
    ({True: 2}, TypeError),
    (decimal.Decimal(1), TypeError),
    (datetime.date(2025, 1, 1), TypeError),
    (object(), TypeError),
    (mr.UNSET, TypeError),
    (Text("t"), TypeError),
    (Whole(1), TypeError),
    (Real(1.5), TypeError),
]
ODD_IDS = [
    f"{type(value).__name__} {str(value)[:20]}" if type(value) is not object else "object" for value, _ in ODD
]


def call(mcp: Any, arguments: Any = mr.UNSET) -> Any:
    """Return a typed call of a revision; where params need metadata, they are empty."""
    params = mcp.CallToolRequestParams
    required = {"meta": {}} if msgspec.structs.fields(params)[0].required else {}
    return mcp.CallToolRequest(id=1, params=params(name="t", arguments=arguments, **required))


def mistake(kinds: Any, call: Callable[..., Any], *given: Any, **options: Any) -> str:
    """Return the message of the caller's mistake that a call raises."""
    with pytest.raises(kinds) as caught:
        call(*given, **options)
    assert not isinstance(caught.value, mr.DecodeError), caught.value
    return str(caught.value)


@pytest.mark.parametrize("revision", mr.REVISIONS)
@pytest.mark.parametrize(("value", "kind"), ODD, ids=ODD_IDS)
def test_trees_are_plain_json(revision: str, value: Any, kind: type[Exception]) -> None:
    """A value that would be altered is refused with its place by every function that takes a tree."""
    mcp = mr.revision(revision)
    tree = {**CALL, "params": {"name": "t", "arguments": {"a~/b": [0, value]}}}
    typed = call(mcp, {"a~/b": [0, value]})
    at = "/params/arguments/a~0~1b/1"
    for given in (tree, typed, [tree]):
        place = f"/0{at}" if given == [tree] else at
        assert mistake(kind, mcp.decode, given, mcp.CallToolRequest).startswith(f"data: {place}: ")
        assert mistake(kind, mcp.decode_message, given, "client").startswith(f"data: {place}: ")
        for target in (revision, NEXT[revision]):
            for options in ({}, {"validate": True}, {"keep": True}):
                said = mistake(kind, mr.convert, given, revision, target, sender="client", **options)
                assert said.startswith(f"message: {place}: ")


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_conversion_takes_frames_of_its_source(revision: str) -> None:
    """A text, a number, an object that is no frame or of another revision: a `TypeError` in every pair."""
    mcp, other = mr.revision(revision), mr.revision(NEXT[revision])
    foreign = call(other)
    for target in mr.REVISIONS:
        for value in ("{}", 5, 1.5, True, None, (), {1}, object(), mr, mcp.Role, bytearray(b"{}")):
            said = mistake(TypeError, mr.convert, value, revision, target, sender="client")
            assert said == f"message: bytes, a dict, a list or a typed message, not {type(value).__name__}"
        block = mcp.TextContent(text="t")
        assert "TextContent is no type of a frame" in mistake(
            TypeError, mr.convert, block, revision, target, sender="client"
        )
        said = mistake(TypeError, mr.convert, foreign, revision, target, sender="client")
        assert said == f"message: CallToolRequest is a type of {other.REVISION}, not of {revision}"
        result = mcp.Response(1, other.CallToolResult(content=[]))
        said = mistake(
            TypeError, mr.convert, result, revision, target, sender="server", answering="tools/call"
        )
        assert said.startswith(f"message: /result: CallToolResult is a type of {other.REVISION}")
        with pytest.raises(mr.DecodeError):  # bytes are the content of a peer
            mr.convert(b"5", revision, target, sender="client")


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_the_target_of_a_decode_is_a_type(revision: str) -> None:
    """A target that is no type of JSON values has one sentence, whatever the data is."""
    mcp = mr.revision(revision)
    local: dict[str, Any] = {}
    exec("class Unresolved:\n    __annotations__ = {'a': 'Nowhere'}", local)
    targets: list[Any] = [5, "Tool", mcp, [], {}, complex, list[complex], object, Exception, set[mcp.Tool]]
    for target in [*targets, mcp.Tool | mcp.Prompt, mcp.ToolInputSchema | mcp.Tool, dict[mcp.Tool, int]]:
        for data in ({"name": "t"}, b"5", b"{", "x", mcp.TextContent(text="t")):
            said = mistake(TypeError, mcp.decode, data, target)
            assert said.startswith("type_: ") and "msgspec" not in said and " cannot be decoded: " in said


def functions() -> dict[str, Callable[..., Any]]:
    """Return every public function with an option that has a fixed few values, by name."""
    mcp = mr.revision(mr.LATEST)
    message = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    codec: Codec = mcp._codec
    return {
        "convert": lambda **o: mr.convert(message, mr.LATEST, mr.LATEST, **{"sender": "client", **o}),
        "converter": lambda **o: mr.converter(mr.LATEST, mr.LATEST, **{"sender": "client", **o}),
        "decode": lambda **o: mcp.decode(b'{"uri":"file:///a"}', mcp.Root, **o),
        "decode_message": lambda **o: mcp.decode_message(
            b'{"jsonrpc":"2.0","id":1,"result":{"resultType":"complete"}}', **{"sender": "server", **o}
        ),
        "decode_tree": lambda **o: codec.decode_tree(message, **{"sender": "client", **o}),
        "fidelity": lambda **o: mr.fidelity("tools/call", mr.LATEST, mr.LATEST, **o),
        "negotiate": lambda **o: mr.negotiate("x", [mr.LATEST], **o),
        "advise": lambda **o: mr.advise(message, mr.LATEST, **o),
        "spec_rules.check": lambda **o: mr.spec_rules.check(message, mr.LATEST, **o),
        "capabilities.allows": lambda **o: mr.capabilities.allows(
            mr.LATEST, message=message, **{"sender": "client", **o}
        ),
        "Router": lambda **o: mcp.Router(**{"sender": "client", **o}),
    }


OWN_OPTIONS = {
    "convert": ("sender", "loss"),
    "converter": ("sender", "loss"),
    "decode": ("unknown", "invalid_items"),
    "decode_message": ("sender", "unknown", "invalid_items"),
    "decode_tree": ("sender", "unknown", "invalid_items"),
    "fidelity": ("sender", "part"),
    "negotiate": ("method",),
    "advise": ("sender",),
    "spec_rules.check": ("sender",),
    "capabilities.allows": ("sender",),
    "Router": ("sender",),
}


@pytest.mark.parametrize(("function", "option"), [(f, o) for f, own in OWN_OPTIONS.items() for o in own])
def test_options_have_a_fixed_few_values(function: str, option: str) -> None:
    """Every value of the table is accepted, any other is a `ValueError` that lists the values."""
    called = functions()[function]
    for value in OPTIONS[option]:
        try:
            called(**{option: value})
        except (mr.DecodeError, ValueError) as error:  # of the frame, which this side may not send
            assert not str(error).startswith(f"{option}: ")
    for value in (
        "x",
        "",
        "Keep",
        5,
        b"keep",
        [],
        object(),
        True,
        None if option in ("loss", "unknown") else 0,
    ):
        said = mistake(ValueError, called, **{option: value})
        assert said.startswith(f"{option}: {OPTIONS[option][0]!r}") and said.count(" or ") == 1


def test_the_table_has_every_option() -> None:
    """Each parameter of a public function that is annotated with a few texts is in the table."""
    mcp = mr.revision(mr.LATEST)
    found = [mr.convert, mr.converter, mr.fidelity, mr.negotiate, mr.advise, mr.requested_revision, mr.Bridge]
    found += [mcp.decode, mcp.decode_message, mcp.json_schema, mcp.encode, mcp.Router.__init__]
    for module in (mr.forms, mr.capabilities, mr.spec_rules):
        found += [
            f for _, f in inspect.getmembers(module, inspect.isfunction) if f.__module__ == module.__name__
        ]
    for function in found:
        if function.__name__.startswith("_") and function.__name__ != "__init__":
            continue
        hints = inspect.signature(function).parameters
        for name, parameter in hints.items():
            stated = str(parameter.annotation)
            if "Literal[" in stated or stated in ("Side", "LossMode", "Unknown", "InvalidItems"):
                assert name in OPTIONS, (function, name)
    assert (
        get_args(get_type_hints(mr.converter, vars(inspect.getmodule(mr.converter)))["loss"])
        == OPTIONS["loss"]
    )


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_what_json_cannot_carry_is_refused_by_an_encode(revision: str) -> None:
    """A lone surrogate, an infinite number, a foreign object: a located `EncodeError` in our words."""
    mcp = mr.revision(revision)
    for value, reason in (
        ("\ud800", "a lone surrogate is no text of JSON"),
        (math.inf, "inf is no number of JSON"),
        (math.nan, "nan is no number of JSON"),
        (object(), "object is no JSON value"),
        (mr.UNSET, "UnsetType is no JSON value"),
        ({None: 1}, "a key is no text"),
    ):
        held = call(mcp, {"a": [value]}).params.with_additional({"b": None})
        for encode in (mcp.encode, mcp.to_builtins):
            for given, at in ((held, "/arguments/a/0"), ([held], "/0/arguments/a/0"), ({"c": value}, "/c")):
                with pytest.raises(mr.EncodeError) as caught:
                    encode(given)
                assert (caught.value.pointer, caught.value.reason) == (at, reason)
    unknown = mcp.TextContent(text="t").with_additional({"b": math.inf})
    with pytest.raises(mr.EncodeError, match="/b: inf is no number"):
        mcp.encode(unknown)


WRONG: list[Any] = [5, 1.5, True, None, b"x", "x", "", [], {}, (1,), {1}, object(), mr, type, len, mr.UNSET]
_PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
_FORM = {"type": "object", "properties": {"a": {"type": "string"}}}


def valid_calls() -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Return public functions with valid arguments by name, without the content of a peer."""
    mcp = mr.revision("2025-11-25")
    pair = {"source": "2025-11-25", "target": "2025-06-18"}
    options: dict[str, Any] = {"sender": "client", "answering": None, "context": None, "loss": "report"}
    decoding = {"unknown": "keep", "invalid_items": "raise"}
    root = {"data": {"uri": "file:///a"}, "type_": mcp.Root}
    ping = {"message": _PING}

    def convert(message: Any, source: Any, target: Any, **given: Any) -> Any:
        return mr.convert(message, source, target, **given)

    def converter(source: Any, target: Any, **given: Any) -> Any:
        del given["answering"]
        return mr.converter(source, target, **given)

    def register(method: Any, handler: Any) -> Any:
        return mcp.Router("client").on(method)(handler)

    return {
        "revision": (mr.revision, {"name": "2025-11-25"}),
        "convert": (convert, {**ping, **pair, **options, "keep": False}),
        "converter": (converter, {**pair, **options, "keep": False}),
        "fidelity": (mr.fidelity, {"method": "ping", **pair, "sender": None, "part": None}),
        "decode": (mcp.decode, {**root, **decoding}),
        "decode_message": (
            mcp.decode_message,
            {"data": _PING, "sender": "client", "answering": None, **decoding},
        ),
        "encode": (mcp.encode, {"value": _PING}),
        "json_schema": (mcp.json_schema, {"type_": mcp.Root}),
        "Router": (mcp.Router, {"sender": "client", "capabilities": None}),
        "Router.on": (register, {"method": "ping", "handler": lambda params: mcp.EmptyResult()}),
        "negotiate": (
            mr.negotiate,
            {"offered": "2025-11-25", "supported": ["2025-11-25"], "method": "initialize"},
        ),
        "advise": (mr.advise, {**ping, "revision": "2025-11-25", "sender": "client"}),
        "spec_rules.check": (mr.spec_rules.check, {**ping, "revision": "2025-11-25", "sender": "client"}),
        "capabilities.allows": (
            mr.capabilities.allows,
            {"revision": "2025-11-25", "sender": "client", **ping},
        ),
        "Bridge": (mr.Bridge, {"client": "2025-11-25", "server": "2026-07-28", "tasks": "auto"}),
    }


@pytest.mark.parametrize("name", valid_calls())
def test_every_wrong_argument_is_a_mistake_of_the_caller(name: str) -> None:
    """Each argument is replaced by a value of every kind: accepted, or refused in our words."""
    function, arguments = valid_calls()[name]
    function(**arguments)
    for option in arguments:
        for value in WRONG:
            try:
                function(**{**arguments, option: value})
            except (TypeError, ValueError) as error:
                said = str(error)
                if option not in ("message", "data", "value") and (option, value) != ("type_", None):
                    assert not isinstance(error, mr.DecodeError), (option, value, said)
                for foreign in (
                    "unhashable",
                    "msgspec",
                    "has no attribute",
                    "argument of type",
                    "not iterable",
                ):
                    assert foreign not in said, (option, value, said)
