"""A mistake of the caller is a `TypeError` or `ValueError` with its place, and never a `DecodeError`."""

from __future__ import annotations

import asyncio
import datetime
import decimal
import inspect
import json
import math
from collections.abc import Callable
from contextlib import suppress
from typing import Any, get_args, get_type_hints

import mcp_revisions as mr
import msgspec
import pytest
from mcp_revisions._runtime.messages.codec import Codec
from mcp_revisions._runtime.messages.options import OPTIONS
from mcp_revisions._runtime.revisions import per_request, with_handshake

import mcp_bridge

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
def test_a_key_of_another_class_is_its_text(revision: str) -> None:
    """Whatever else a tree holds: a message too, which leads to another check."""
    mcp: Any = mr.revision(revision)
    text = mcp.TextContent(text="t")
    for beside in (1, text):
        tree = {
            **CALL,
            "params": {Text("name"): "t", "arguments": {Text("a"): beside, "b": [{Text("c"): 1}]}},
        }
        assert mcp.decode(tree, dict[str, Any]) == json.loads(mcp.encode(tree))
    lone = {**CALL, "params": {Text("\ud800"): text}}
    with pytest.raises(mr.DecodeError, match="a lone surrogate"):
        mcp.decode(lone, dict[str, Any])


@pytest.mark.parametrize("name", ["clientCapabilities", "clientInfo", "logLevel"])
@pytest.mark.parametrize(("value", "kind"), ODD, ids=ODD_IDS)
def test_a_context_is_plain_json(name: str, value: Any, kind: type[Exception]) -> None:
    """A value of a context that JSON would alter is a `ValueError` with its place."""
    context = {name: {"a~/b": [0, value]}}
    source, target = with_handshake()[-1], per_request()[0]
    said = mistake(ValueError, mr.converter, source, target, sender="client", context=context)
    assert said.startswith(f"context: {name}: /a~0~1b/1: ")


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_conversion_takes_frames_of_its_source(revision: str) -> None:
    """A number, a value that is not a message, or one of another revision is a `TypeError` in every pair."""
    mcp, other = mr.revision(revision), mr.revision(NEXT[revision])
    foreign = call(other)
    for target in mr.REVISIONS:
        for value in (5, 1.5, True, None, (), {1}, object(), mr, mcp.Role, bytearray(b"{}")):
            said = mistake(TypeError, mr.convert, value, revision, target, sender="client")
            kind = type(value).__name__
            assert said == f"message: expected bytes, str, a dict, a list or a typed message, not {kind}"
        block = mcp.TextContent(text="t")
        assert "TextContent is not a type of message" in mistake(
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
        "decode_parsed": lambda **o: codec.decode_parsed(message, **{"sender": "client", **o}),
        "fidelity": lambda **o: mr.fidelity("tools/call", mr.LATEST, mr.LATEST, **o),
        "negotiate": lambda **o: mr.negotiate("x", [mr.LATEST], **o),
        "advise": lambda **o: mr.advise(message, mr.LATEST, **o),
        "spec_rules.advise": lambda **o: mr.spec_rules.advise(message, mr.LATEST, **o),
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
    "decode_parsed": ("sender", "unknown", "invalid_items"),
    "fidelity": ("sender", "part"),
    "negotiate": ("method",),
    "advise": ("sender",),
    "spec_rules.advise": ("sender",),
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
        assert said.startswith(f"{option}: expected {OPTIONS[option][0]!r}") and said.count(" or ") == 1


def test_the_table_has_every_option() -> None:
    """Each parameter of a public function that is annotated with a few texts is in the table."""
    mcp = mr.revision(mr.LATEST)
    found = [
        mr.convert,
        mr.converter,
        mr.fidelity,
        mr.negotiate,
        mr.advise,
        mr.admit,
        mcp_bridge.Bridge,
    ]
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
        ("\ud800", "a lone surrogate is not valid JSON text"),
        (math.inf, "inf is not a JSON number"),
        (math.nan, "nan is not a JSON number"),
        (object(), "object is not a JSON value"),
        (mr.UNSET, "UnsetType is not a JSON value"),
        ({None: 1}, "a key is not a string"),
    ):
        held = call(mcp, {"a": [value]}).params.with_additional({"b": None})
        for encode in (mcp.encode, mcp.to_builtins):
            for given, at in ((held, "/arguments/a/0"), ([held], "/0/arguments/a/0"), ({"c": value}, "/c")):
                with pytest.raises(mr.EncodeError) as caught:
                    encode(given)
                assert (caught.value.pointer, caught.value.reason) == (at, reason)
    unknown = mcp.TextContent(text="t").with_additional({"b": math.inf})
    with pytest.raises(mr.EncodeError, match="/b: inf is not a JSON number"):
        mcp.encode(unknown)


WRONG: list[Any] = [5, 1.5, True, None, b"x", "x", "", [], {}, (1,), {1}, object(), mr, type, len, mr.UNSET]
_PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
_FORM = {"type": "object", "properties": {"a": {"type": "string"}}}
_URL = {"mode": "url", "elicitationId": "e", "url": "https://a.example/", "message": "m"}
# Arguments that hold the content of a peer: any value is content, and may have a `DecodeError`.
CONTENT = {
    "message", "data", "value", "content", "schema", "requested_schema", "property", "field", "elicitations",
    "capabilities", "client", "server", "request", "prompts", "tools",
}  # fmt: skip
_NONE, _FUNCTION = type(None), (type(len), type)
# The kinds of values that an argument accepts; no value of the table is one of a few texts or numbers.
KINDS: dict[str, tuple[type, ...]] = {
    "answering": (str, _NONE, *_FUNCTION),
    "answers": (dict,),
    "capabilities": (dict, _NONE),
    "capability": (str, _NONE),
    "context": (dict, _NONE),
    "budget": (_NONE,),
    "decline": (_NONE, *_FUNCTION),
    "abandon": (_NONE, *_FUNCTION),
    "details": (bool,),
    "cursors": (bytes, dict, list, set, str, tuple, _NONE),
    "filter": (dict,),
    "handler": _FUNCTION,
    "id": (str, int),
    "inputs": (dict,),
    "keep": (bool,),
    "limits": (_NONE,),
    "log_level": (_NONE,),
    "message": (str,),
    "method": (_NONE,),
    "methods": (dict, list, set, tuple, _NONE),
    "name": (str,),
    "nonce": (_NONE, *_FUNCTION),
    "ids": (_NONE, *_FUNCTION),
    "offered": (dict, list, str),
    "part": (_NONE,),
    "path": (str,),
    "progress": (dict, _NONE),
    "revision": (str, _NONE),
    "sender": (_NONE,),
    "strict_json": (bool,),
    "supported": (dict, list, str, _NONE),
    "timestamp": (_NONE, *_FUNCTION),
    "type_": (_NONE,),
    "unreported": (list, set, tuple),
    "uri": (str,),
    "strict_lists": (bool,),
    "validate": (bool,),
}


def valid_calls() -> dict[str, tuple[Callable[..., Any], dict[str, Any]]]:
    """Return public functions by name, each with a valid value of every argument."""
    mcp = mr.revision("2025-11-25")
    pair = {"source": "2025-11-25", "target": "2025-06-18"}
    conversion: dict[str, Any] = {"sender": "client", "context": None, "loss": "report"}
    conversion |= {"unreported": (), "keep": False, "validate": False}
    conversion["unknown_methods"] = "refuse"
    decoding = {"unknown": "keep", "invalid_items": "raise", "strict_json": False}
    names = ("request", "answering", "prompts", "tools", "cursors", "progress")
    known = {"message": _PING, "revision": "2025-11-25", "sender": "client", **dict.fromkeys(names)}
    error = {"revision": "2025-11-25", "id": 1}
    form = {"schema": _FORM, "revision": None}
    bridge = {"client": "2025-11-25", "server": "2026-07-28", "limits": None, "nonce": None}
    offer = {"offered": "2025-11-25", "supported": ["2025-11-25"], "method": "initialize"}
    judged = {"revision": "2025-11-25", "sender": "client", "message": _PING}
    vendor = {
        "name": "acme/search",
        "params": dict,
        "sender": "client",
        "capability": None,
        "owner": "receiver",
    }
    rules, forms, capabilities = mr.spec_rules, mr.forms, mr.capabilities

    def compose(revision: Any, extension: Any) -> Any:
        return mr.compose(revision, extension)

    def register(method: Any, handler: Any) -> Any:
        return mcp.Router("client").on(method)(handler)

    new = mr.v2026_07_28
    meta = new.RequestMetaObject(protocol_version=new.REVISION, client_capabilities=new.ClientCapabilities())
    call = new.CallToolRequest(id=0, params=new.CallToolRequestParams(name="x", meta=meta))

    async def answer(request: Any) -> Any:
        return new.CallToolResult(content=[])

    def call_with_inputs(call: Any, request: Any, inputs: Any, decline: Any, abandon: Any) -> Any:
        return asyncio.run(mr.call_with_inputs(call, request, inputs, decline=decline, abandon=abandon))

    def answer_input(request: Any, inputs: Any) -> Any:
        with suppress(mr.CallError):  # `inputs` may lack the function
            return asyncio.run(mr.answer_input(request, inputs))

    roots = {"roots/list": lambda params: new.ListRootsResult(roots=[])}
    asked = {"call": answer, "request": call, "inputs": {}, "decline": None, "abandon": None}
    retried = {"request": call, "result": new.InputRequiredResult(), "answers": {}}
    calls: list[tuple[str, Callable[..., Any], dict[str, Any]]] = [
        ("revision", mr.revision, {"name": "2025-11-25"}),
        ("revision_name", mr.revision_name, {"text": "2025-11-25"}),
        ("extension", mr.extension, {"identifier": "io.modelcontextprotocol/tasks"}),
        ("compose", compose, {"revision": "2026-07-28", "extension": "io.modelcontextprotocol/tasks"}),
        ("convert", mr.convert, {"message": _PING, **pair, "answering": None, **conversion}),
        ("converter", mr.converter, {**pair, **conversion}),
        ("fidelity", mr.fidelity, {"method": "ping", **pair, "sender": None, "part": None, "details": False}),
        ("decode", mcp.decode, {"data": {"uri": "file:///a"}, "type_": mcp.Root, **decoding}),
        (
            "decode_message",
            mcp.decode_message,
            {"data": _PING, "sender": "client", "answering": None, **decoding}
            | {"absent_result_type": "raise", "methods": ()},
        ),
        ("encode", mcp.encode, {"value": _PING, "validate": False}),
        ("to_builtins", mcp.to_builtins, {"value": _PING}),
        ("json_schema", mcp.json_schema, {"type_": mcp.Root}),
        (
            "Router",
            mcp.Router,
            {"sender": "client", "capabilities": None, "validate": False, "supported": None},
        ),
        ("Router.on", register, {"method": "ping", "handler": lambda params: mcp.EmptyResult()}),
        ("negotiate", mr.negotiate, offer),
        ("answer_input", answer_input, {"request": new.ListRootsRequest(), "inputs": roots}),
        ("call_with_inputs", call_with_inputs, asked),
        ("retry", mr.retry, retried),
        ("facts", mr.facts, {"revision": "2025-11-25"}),
        ("known_revisions", mr.known_revisions, {}),
        ("vendor_request", mr.vendor_request, {**vendor, "result": dict}),
        ("vendor_notification", mr.vendor_notification, vendor),
        ("admit", mr.admit, {"message": _PING, "supported": None}),
        ("advise", mr.advise, known),
        (
            "Bridge",
            mcp_bridge.Bridge,
            {**bridge, "log_level": "info", "tasks": "auto", "timestamp": None}
            | {"offer": "own", "budget": None, "ids": None, "strict_lists": False, "unknown_methods": "pass"},
        ),
        ("spec_rules.advise", rules.advise, known),
        ("spec_rules.check", rules.check, known),
        ("spec_rules.resource_not_found", rules.resource_not_found, {**error, "uri": "file:///a"}),
        (
            "spec_rules.url_elicitation_required",
            rules.url_elicitation_required,
            {**error, "elicitations": [_URL], "message": "m"},
        ),
        (
            "capabilities.allows",
            capabilities.allows,
            {**judged, **dict.fromkeys(("client", "server", "methods"))},
        ),
        ("capabilities.declared", capabilities.declared, {"capabilities": {}, "path": "tools"}),
        ("capabilities.granted", capabilities.granted, {"filter": {}, "server": {}}),
        ("capabilities.required", capabilities.required, {"path": "tools"}),
        ("forms.check", forms.check, {"content": {}, "requested_schema": _FORM, "revision": None}),
        ("forms.coerce", forms.coerce, {"schema": _FORM, "answers": {}}),
        ("forms.choices", forms.choices, {"property": {"type": "string"}}),
        ("forms.defaults", forms.defaults, form),
        ("forms.describe", forms.describe, {"field": {"type": "string"}}),
        ("forms.unsupported", forms.unsupported, form),
    ]
    return {name: (function, arguments) for name, function, arguments in calls}


@pytest.mark.parametrize("name", valid_calls())
def test_every_wrong_argument_is_a_mistake_of_the_caller(name: str) -> None:
    """Each argument is replaced by a value of every kind: accepted, or refused in our words."""
    function, arguments = valid_calls()[name]
    function(**arguments)
    for option in arguments:
        is_content = option in CONTENT and (name, option) not in NO_CONTENT
        for value in WRONG:
            try:
                function(**{**arguments, option: value})
            except (TypeError, ValueError) as error:
                said = str(error)
                if not is_content and (option, value) != ("type_", None):
                    assert not isinstance(error, mr.DecodeError), (option, value, said)
                for foreign in (
                    "unhashable",
                    "msgspec",
                    "has no attribute",
                    "argument of type",
                    "not iterable",
                ):
                    assert foreign not in said, (option, value, said)
            else:
                assert is_content or isinstance(value, KINDS.get(option, ())), (option, value)


# A text of a method in `content` is no message; the capabilities of a router are those of the caller.
NO_CONTENT = {
    ("Router", "capabilities"),
    ("Bridge", "client"),
    ("Bridge", "server"),
    ("spec_rules.url_elicitation_required", "message"),
}


def test_the_table_has_every_function_with_every_argument() -> None:
    """Each parameter of each public function has a value in the table of valid calls."""
    calls = valid_calls()
    modules = {"forms": mr.forms, "capabilities": mr.capabilities, "spec_rules": mr.spec_rules}
    public = {
        f"{prefix}.{name}"
        for prefix, module in modules.items()
        for name, function in inspect.getmembers(module, inspect.isfunction)
        if function.__module__ == module.__name__ and not name.startswith("_")
    }
    public |= {name for name in dir(mr) if inspect.isfunction(getattr(mr, name)) and not name.startswith("_")}
    assert public <= calls.keys(), public - calls.keys()
    for name, (function, arguments) in calls.items():
        if name not in ("compose", "Router.on"):  # these two are called by a function of this file
            assert inspect.signature(function).parameters.keys() == arguments.keys(), name


def test_the_limits_of_a_bridge_are_numbers() -> None:
    """A limit with a wrong value is refused with its name when the limits are made."""
    for name, default in vars(mcp_bridge.Limits()).items():
        words = "an int" if isinstance(default, int) else "a number"
        said = mistake(TypeError, mcp_bridge.Limits, **{name: "5"})
        assert said == f"Limits.{name}: expected {words}, not str"
        assert mistake(TypeError, mcp_bridge.Limits, **{name: True})
        said = mistake(ValueError, mcp_bridge.Limits, **{name: -1})
        assert said == f"Limits.{name}: expected a number of 0 or more, not -1"
        assert getattr(mcp_bridge.Limits(**{name: 0}), name) == 0
    assert mistake(ValueError, mcp_bridge.Limits, opening=float("nan"))
    said = mistake(TypeError, mcp_bridge.Bridge, "2025-11-25", "2026-07-28", limits=5)
    assert said == "limits: expected a `Limits`, not int"


def nested(depth: int) -> Any:
    """Return an array inside an array, so many levels deep."""
    value: Any = []
    for _ in range(depth):
        value = [value]
    return value


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_tree_that_only_a_lenient_parser_makes_is_content(revision: str) -> None:
    """A lone surrogate, an integer beyond any text and deep nesting come from a peer: a `DecodeError` each.

    A `DecodeError` is a `ValueError`, so a caller who passes such a tree by mistake has the same class.
    """
    mcp = mr.revision(revision)
    assert issubclass(mr.DecodeError, ValueError)
    for value in ("\ud800", 10**5000, nested(1_000_000)):
        tree = {**CALL, "params": {"name": "t", "arguments": {"a": value}}}
        for call_ in (
            lambda tree=tree: mcp.decode(tree, dict),
            lambda tree=tree: mcp.decode_message(tree, "client"),
            lambda tree=tree: mr.convert(tree, revision, NEXT[revision], sender="client"),
        ):
            with pytest.raises(mr.DecodeError) as caught:
                call_()
            assert caught.value.code == -32700


SPOILED = {**CALL, "params": {"name": "t", "arguments": {"a": ["b", {"c/d": "e"}], "f": {"g": "h"}}}}
SPOILED_TEXT = json.dumps(SPOILED)
QUOTES = [i for i, each in enumerate(SPOILED_TEXT) if each == '"']


@pytest.mark.parametrize("end", QUOTES[1::2])
@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_lone_surrogate_has_one_pointer(revision: str, end: int) -> None:
    """A lone surrogate at the end of any name or text is refused at one place, in text and in a tree."""
    mcp = mr.revision(revision)
    text = rf"{SPOILED_TEXT[:end]}\ud800{SPOILED_TEXT[end:]}"
    for call in (
        lambda data: mcp.decode(data, dict),
        lambda data: mcp.decode_message(data, "client"),
        lambda data: mr.convert(data, revision, NEXT[revision], sender="client"),
    ):
        places = []
        for data in (text.encode(), json.loads(text)):
            with pytest.raises(mr.DecodeError) as caught:
                call(data)
            places.append((caught.value.pointer, caught.value.code))
        assert places[0] == places[1]
        assert places[0][0]
