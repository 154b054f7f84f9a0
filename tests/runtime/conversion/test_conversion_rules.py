"""Rules of a conversion at their boundaries: written members, limits, error codes, pointers of losses."""

from __future__ import annotations

import copy
import json
from collections.abc import Callable
from itertools import islice
from random import Random
from typing import Any
from urllib.parse import unquote

import hypothesis
import mcp_revisions as mr
import pytest
from hypothesis import strategies as st
from markdown_it import MarkdownIt
from mcp_revisions._runtime.conversion.adapter_tables import Adapter
from mcp_revisions._runtime.conversion.log import ConversionLog
from mcp_revisions._runtime.conversion.losses import Change
from mcp_revisions._runtime.conversion.plan import ConversionPlan, ErrorPlan, MethodPlan, Step
from mcp_revisions._runtime.conversion.request_context import least_context, resolve_context
from mcp_revisions._runtime.conversion.rules import naming_edit
from mcp_revisions._runtime.conversion.rules.content import single_blocks
from mcp_revisions._runtime.conversion.rules.tools import failed_tool

from support.conversion_cases import cases, pairs
from support.oracle import oracle

LEGACY = tuple(name for name in mr.REVISIONS if "initialize" in mr.revision(name).METHODS)

Frame = Tree = dict[str, Any]

META = "io.modelcontextprotocol/"


def request(method: str, **params: Any) -> Frame:
    """Return a request."""
    return {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}


def result(**members: Any) -> Frame:
    """Return a response with a result."""
    return {"jsonrpc": "2.0", "id": 1, "result": members}


def error(code: int, **members: Any) -> Frame:
    """Return an error response."""
    return {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "m", **members}}


def text(value: str, **members: Any) -> Frame:
    """Return a text block."""
    return {"type": "text", "text": value, **members}


def convert(frame: Any, source: str, target: str, **options: Any) -> mr.Converted:
    """Convert a frame as bytes and as a tree, demand the same outcome, and return the outcome of the tree."""
    tree = mr.convert(frame, source, target, **options)
    data = mr.convert(json.dumps(frame).encode(), source, target, **options)
    frames = data.message if isinstance(data.message, list) else [data.message]
    read = [json.loads(each) for each in frames]
    assert (read if isinstance(data.message, list) else read[0]) == tree.message
    assert data.losses == tree.losses
    return tree


def costs(converted: mr.Converted) -> list[tuple[str, str]]:
    """Return the kinds and pointers of the losses of a conversion."""
    return [(loss.kind, loss.pointer) for loss in converted.losses]


# ---- members that a rule writes ------------------------------------------------------------------


def asks(**field: Any) -> Frame:
    """Return a request for one string, with further keywords of its field."""
    schema = {"type": "object", "properties": {"a": {"type": "string", **field}}}
    return request("elicitation/create", message="m", requestedSchema=schema)


OPTIONS = [{"const": "a", "title": "A"}]
WRITTEN: dict[str, tuple[Frame, str, str, dict[str, str], str, Any]] = {
    "an audio block becomes a resource": (
        result(content=[{"type": "audio", "data": "AAA=", "mimeType": "audio/wav", "resource": 5}]),
        *("2025-03-26", "2024-11-05", {"sender": "server", "answering": "tools/call"}),
        *("/result/content/0/resource/blob", "AAA="),
    ),
    "a resource link becomes text": (
        result(content=[{"type": "resource_link", "uri": "u:", "name": "n", "text": 5}]),
        *("2025-06-18", "2025-03-26", {"sender": "server", "answering": "tools/call"}),
        *("/result/content/0/text", "[n](u:)"),
    ),
    "names of values become titled options": (
        asks(enum=["a"], enumNames=["A"], oneOf=5),
        *("2025-06-18", "2025-11-25", {"sender": "server"}),
        *("/params/requestedSchema/properties/a/oneOf", OPTIONS),
    ),
    "titled options become values": (
        asks(oneOf=OPTIONS, enum=5, enumNames=5),
        *("2025-11-25", "2025-06-18", {"sender": "server"}),
        *("/params/requestedSchema/properties/a/enum", ["a"]),
    ),
    "titled options become names": (
        asks(oneOf=OPTIONS, enum=5, enumNames=5),
        *("2025-11-25", "2025-06-18", {"sender": "server"}),
        *("/params/requestedSchema/properties/a/enumNames", ["A"]),
    ),
}


@pytest.mark.parametrize("row", WRITTEN.values(), ids=WRITTEN)
def test_a_written_member_replaces_an_unknown_member_of_the_same_name(row: Any) -> None:
    """A member that a rule writes wins over an unknown member of the source that has its name."""
    frame, source, target, options, place, value = row
    assert at(convert(frame, source, target, **options).message, place) == value


def at(tree: Any, pointer: str) -> Any:
    """Return the value at a JSON Pointer."""
    for key in pointer.split("/")[1:]:
        name = key.replace("~1", "/").replace("~0", "~")
        tree = tree[int(name)] if isinstance(tree, list) else tree[name]
    return tree


# ---- limits --------------------------------------------------------------------------------------


@pytest.mark.parametrize(("count", "cut"), [(0, False), (99, False), (100, False), (101, True), (250, True)])
def test_a_completion_is_cut_beyond_100_values(count: int, cut: bool) -> None:
    """2026-07-28 allows 100 values: longer lists keep the first 100 and get `hasMore: true`."""
    values = [str(i) for i in range(count)]
    way = {"sender": "server", "answering": "completion/complete"}
    converted = convert(result(completion={"values": values}), "2025-11-25", "2026-07-28", **way)
    completion = converted.message["result"]["completion"]
    assert completion == {"values": values[:100], **({"hasMore": True} if cut else {})}
    assert (("weakened", "/result/completion/values") in costs(converted)) is cut


# ---- metadata of tasks ---------------------------------------------------------------------------


TASK_KEYS = [META + "related-task", META + "model-immediate-response"]
CARRIERS: list[tuple[Any, dict[str, Any], str]] = [
    (request("tools/list"), {"sender": "client"}, "params"),
    (request("ping"), {"sender": "client"}, "params"),
    (request("roots/list"), {"sender": "server"}, "params"),
    (
        {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}},
        {"sender": "server"},
        "params",
    ),
    (result(contents=[]), {"sender": "server", "answering": "resources/read"}, "result"),
    (result(content=[]), {"sender": "server", "answering": "tools/call"}, "result"),
    (result(roots=[]), {"sender": "client", "answering": "roots/list"}, "result"),
]


@pytest.mark.parametrize("key", TASK_KEYS)
@pytest.mark.parametrize("target", [r for r in mr.REVISIONS if r != "2025-11-25"])
@pytest.mark.parametrize("carrier", CARRIERS, ids=lambda carrier: carrier[1].get("answering", "frame"))
def test_metadata_of_tasks_leaves_2025_11_25_in_no_direction(carrier: Any, target: str, key: str) -> None:
    """Only 2025-11-25 has tasks: requests, notifications and results lose their keys, and no other key."""
    frame, way, part = copy.deepcopy(carrier)
    frame[part]["_meta"] = {key: {"taskId": "t"}, "vendor/key": 1}
    try:
        converted = convert(frame, "2025-11-25", target, **way)
    except mr.NoCounterpart:
        assert target not in LEGACY and frame.get("method", way.get("answering")) in ("ping", "roots/list")
        return
    assert converted.message[part]["_meta"].get(key) is None
    assert converted.message[part]["_meta"]["vendor/key"] == 1
    pointer = f"/{part}/_meta/" + key.replace("/", "~1")
    assert [(loss.kind, loss.value) for loss in converted.losses if loss.pointer == pointer] == [
        ("dropped", {"taskId": "t"})
    ]
    hidden = (
        json.dumps(frame).replace('"_meta"', '"\\u005fmeta"').replace("related", "\\u0072elated").encode()
    )
    assert json.loads(mr.convert(hidden, "2025-11-25", target, **way).message) == converted.message


@pytest.mark.parametrize("key", TASK_KEYS)
@pytest.mark.parametrize("source", LEGACY)
def test_metadata_of_tasks_does_not_reach_2026_07_28(source: str, key: str) -> None:
    """An older request may hold a key of tasks by accident: the way over 2025-11-25 drops that key."""
    meta = {key: {"taskId": "t"}, "vendor/key": 1}
    converted = convert(request("tools/list", _meta=meta), source, "2026-07-28", sender="client")
    assert key not in converted.message["params"]["_meta"]
    assert converted.message["params"]["_meta"]["vendor/key"] == 1
    assert ("dropped", "/params/_meta/" + key.replace("/", "~1")) in costs(converted)


# ---- error codes ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("code", "reserved"),
    [(-32019, False), (-32020, True), (-32021, True), (-32050, True), (-32099, True), (-32100, False)],
)
@pytest.mark.parametrize("answering", [None, "tools/list", "tools/call", "resources/read", "initialize"])
def test_codes_from_32020_to_32099_are_reserved(code: int, reserved: bool, answering: str | None) -> None:
    """A code that 2026-07-28 reserves becomes -32603 with the old code and data in `data`."""
    way = {"sender": "server", "answering": answering}
    for given in ({}, {"data": None}, {"data": {"x": 1}}):
        converted = convert(error(code, **given), "2025-11-25", "2026-07-28", **way)
        new = error(-32603, data={"code": code, **given}) if reserved else error(code, **given)
        assert converted.message == new
        assert (("reshaped", "/error/code") in costs(converted)) is reserved


@pytest.mark.parametrize(
    ("code", "data", "answering", "new"),
    [
        (-32020, None, "tools/call", -32603),
        (-32021, None, "tools/call", -32602),
        (-32022, None, "initialize", -32602),
        (-32022, None, "tools/call", -32022),
        (-32023, None, "tools/call", -32023),
        (-32019, None, "tools/call", -32019),
        (-32602, {"uri": "u:"}, "resources/read", -32002),
        (-32602, {"uri": "u:"}, "tools/call", -32602),
        (-32602, {"url": "u:"}, "resources/read", -32602),
    ],
)
def test_codes_of_2026_07_28_become_older_codes(code: int, data: Any, answering: str, new: int) -> None:
    """Each code that 2026-07-28 brought has an older meaning, some only in answer to one method."""
    frame = error(code) if data is None else error(code, data=data)
    converted = convert(frame, "2026-07-28", "2025-11-25", sender="server", answering=answering)
    assert converted.message == {**frame, "error": {**frame["error"], "code": new}}
    assert costs(converted) == ([("reshaped", "/error/code")] if new != code else [])


@pytest.mark.parametrize("answering", [None, "tools/call", "prompts/get", "resources/read", "initialize"])
@pytest.mark.parametrize("elicitation", [{}, {"form": {}}, {"url": {}}])
def test_a_required_visit_is_no_question(elicitation: Any, answering: str | None) -> None:
    """-32042 becomes -32603 for every client: nobody could match the answer to a question."""
    listed = {"elicitations": [{"mode": "url", "elicitationId": "e", "message": "m", "url": "u:"}]}
    context = {"clientCapabilities": {"elicitation": elicitation}}
    way: Any = {"sender": "server", "answering": answering, "context": context}
    converted = convert(error(-32042, data=listed), "2025-11-25", "2026-07-28", **way)
    assert converted.message == error(-32603, data={"code": -32042, "data": listed})


@pytest.mark.parametrize("source", LEGACY)
@pytest.mark.parametrize("answering", [None, "tools/call", "initialize", "resources/read", "resources/list"])
def test_only_a_read_misses_its_resource(source: str, answering: str | None) -> None:
    """-32002 becomes -32602 if it answers a read; otherwise -32603 with the old code in `data`."""
    for given in ({}, {"data": None}, {"data": {"uri": "u:"}}):
        converted = convert(
            error(-32002, **given), source, "2026-07-28", sender="server", answering=answering
        )
        if answering == "resources/read":
            assert converted.message == error(-32602, **given)
        else:
            assert converted.message == error(-32603, data={"code": -32002, **given})


# ---- the handshake -------------------------------------------------------------------------------

HANDSHAKE = {"capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
HANDSHAKE_RESULT = {"capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
HANDSHAKE_PAIRS = [(a, b) for a in LEGACY for b in LEGACY if a != b]


@pytest.mark.parametrize(("source", "target"), HANDSHAKE_PAIRS)
@pytest.mark.parametrize("stated", ["source", "target", "1.0.0"])
def test_a_handshake_names_the_revision_of_its_frames(source: str, target: str, stated: str) -> None:
    """`initialize` and its result name the target: respelled from the source, reshaped from another name."""
    value = {"source": source, "target": target}.get(stated, stated)
    kinds = {"source": ["respelled"], "target": []}.get(stated, ["reshaped"])
    asked = convert(
        request("initialize", protocolVersion=value, **HANDSHAKE), source, target, sender="client"
    )
    way: Any = {"sender": "server", "answering": "initialize"}
    answered = convert(result(protocolVersion=value, **HANDSHAKE_RESULT), source, target, **way)
    for converted, part in ((asked, "params"), (answered, "result")):
        assert converted.message[part]["protocolVersion"] == target
        assert costs(converted) == [(kind, f"/{part}/protocolVersion") for kind in kinds]
        assert [(loss.value, loss.change) for loss in converted.losses] == [(value, "R-INIT") for _ in kinds]


@pytest.mark.parametrize("value", [None, 5, ["2025-06-18"]])
def test_a_handshake_without_a_revision_is_malformed(value: Any) -> None:
    """A `protocolVersion` that is no string, or absent, raises `DecodeError` at its pointer."""
    for given in ({"protocolVersion": value}, {}):
        with pytest.raises(mr.DecodeError) as raised:
            mr.convert(
                request("initialize", **HANDSHAKE, **given), "2025-06-18", "2025-11-25", sender="client"
            )
        assert raised.value.pointer == "/params/protocolVersion"


# ---- respelled values ----------------------------------------------------------------------------

TITLED = {"enum": ["a", "b"], "enumNames": ["A", "B"]}
OPTIONS = {"oneOf": [{"const": "a", "title": "A"}, {"const": "b", "title": "B"}]}


@pytest.mark.parametrize(
    ("source", "target", "field", "new", "kind"),
    [
        ("2025-06-18", "2025-11-25", TITLED, OPTIONS, "respelled"),
        ("2025-06-18", "2025-11-25", {**TITLED, "oneOf": []}, OPTIONS, "reshaped"),
        ("2025-06-18", "2025-11-25", {**TITLED, "enumNames": ["A"]}, None, None),
        ("2025-11-25", "2025-06-18", OPTIONS, TITLED, "respelled"),
        ("2025-11-25", "2025-06-18", {**OPTIONS, "default": "a"}, TITLED, "reshaped"),
        ("2025-11-25", "2025-06-18", {**OPTIONS, "enumNames": ["c"]}, TITLED, "reshaped"),
        ("2025-11-25", "2025-06-18", {"oneOf": [{"const": "a", "title": "A", "x": 1}]}, None, "reshaped"),
    ],
)
def test_titled_choices_are_respelled(source: str, target: str, field: Any, new: Any, kind: str) -> None:
    """Titles of choices say the same in both forms: `loss="error"` accepts that, and nothing less."""
    converted = convert(asks(**field), source, target, sender="server")
    at = "/params/requestedSchema/properties/a"
    further = [("dropped", f"{at}/oneOf/0/x")] if any("x" in each for each in field.get("oneOf", ())) else []
    assert costs(converted) == ([(kind, at)] if kind else []) + further
    assert not kind or converted.losses[0].value == {"type": "string", **field}
    if new:
        assert converted.message == asks(**new)
    if kind == "reshaped":
        with pytest.raises(mr.LossError):
            mr.convert(asks(**field), source, target, sender="server", loss="error")
    else:
        assert mr.convert(asks(**field), source, target, sender="server", loss="error") == converted


def test_a_loss_error_holds_what_is_lost() -> None:
    """A `LossError` is about lost values; those that were respelled are no part of the error."""
    frame = request("initialize", protocolVersion="2025-11-25", **HANDSHAKE)
    frame["params"]["capabilities"] = {"tasks": {}}
    with pytest.raises(mr.LossError) as raised:
        mr.convert(frame, "2025-11-25", "2025-06-18", sender="client", loss="error")
    assert [loss.pointer for loss in raised.value.losses] == ["/params/capabilities/tasks"]


# ---- links, titles, texts, forms -----------------------------------------------------------------

LABELS = [
    "a",
    "a]b",
    "[a",
    "](x:y)",
    "a\\",
    "`",
    "<b",
    "![i](x:)",
    "<x:y>",
    "a\n\n# b",
    "[x]: y",
    "] (",
    "é\t",
]
URIS = [
    "file:///a.rs",
    "x:a b",
    "x:(",
    "x:)",
    "x:a)b(c",
    "x:<y>",
    "x:`",
    "x:\\",
    "x:\n\n",
    'x:y "t"',
    "x:\u2028",
]


@pytest.mark.parametrize("label", LABELS)
@pytest.mark.parametrize("uri", URIS)
def test_a_link_in_markdown_cannot_be_broken(label: str, uri: str) -> None:
    """CommonMark reads one link: its text is the name, its destination the URI."""
    block = {"type": "resource_link", "uri": uri, "name": label, "description": "` [d](e:f) `"}
    way: Any = {"sender": "server", "answering": "tools/call"}
    converted = convert(result(content=[block]), "2025-06-18", "2025-03-26", **way)
    text = converted.message["result"]["content"][0]["text"]
    link, _, description = text.partition(" — ")
    assert description == block["description"]
    parser = MarkdownIt()
    parser.validateLink = lambda url: True  # type: ignore[method-assign] # which schemes a page may link
    (paragraph,) = [token for token in parser.parse(text) if token.type == "inline"]
    opened, *inside = paragraph.children or []
    assert opened.type == "link_open"
    end = [token.type for token in inside].index("link_close")
    assert {token.type for token in inside[:end]} == {"text"}
    assert "".join(token.content for token in inside[:end]) == " ".join(label.split())
    assert unquote(str(opened.attrs["href"])) == uri
    assert inside[end + 1].content.startswith(" — ")


TEXTS: list[tuple[Any, str, bool]] = [
    ("a", "a", True),
    ("a", '"a"', True),
    ("a", "b", False),
    ({"content": "a"}, "a", True),
    ({"content": "a"}, '{ "content": "a" }', True),
    ({"content": "a", "size": 1}, "a", False),
    ({"content": 1}, "1", True),
    ({"content": 1}, "2", False),
    ({"content": {"a": "a"}}, '{"a": "a"}', True),
    ({"content": {"a": "a"}}, "a", False),
    (["a"], "a", False),
    (["x", "a"], "a", True),
    ({"result": ["x", 1]}, "1", True),
    ({"result": ["x", "a", "b"]}, "a", False),
    ({"result": [1, "x"]}, "1", False),
    ([], "", False),
    ({}, "", False),
    (1, "1 ", True),
    (1, "1.0", True),
    (1.5, "15e-1", True),
    (2**53 + 1, "9007199254740992.0", False),
    (True, "1", False),
    (None, "null", True),
]


@pytest.mark.parametrize(("value", "said", "enough"), TEXTS)
@pytest.mark.parametrize(("source", "target"), [("2026-07-28", "2025-03-26"), ("2026-07-28", "2025-11-25")])
def test_a_text_that_says_the_value_is_enough(
    value: Any, said: str, enough: bool, source: str, target: str
) -> None:
    """Structured content is not given as text again where a text block is its JSON, or its only string."""
    frame = result(resultType="complete", content=[text("x"), text(said)], structuredContent=value)
    way: Any = {"sender": "server", "answering": "tools/call"}
    answer = convert(frame, source, target, **way).message["result"]
    if target == "2025-11-25" and type(value) is dict:
        assert answer == {"content": [text("x"), text(said)], "structuredContent": value}
    else:
        assert [block["text"] for block in answer["content"]][:2] == ["x", said]
        assert [json.loads(block["text"]) for block in answer["content"][2:]] == ([] if enough else [value])


CHOICES = {"type": "array", "items": {"type": "string", "enum": ["r"]}}


@pytest.mark.parametrize(
    ("fields", "required", "left"),
    [
        ({}, [], []),
        ({"a": CHOICES}, [], None),
        ({"a": CHOICES, "b": CHOICES}, [], None),
        ({"a": CHOICES, "b": {"type": "string"}}, [], ["b"]),
        ({"a": CHOICES, "b": {"type": "string"}}, ["b"], ["b"]),
        ({"a": CHOICES, "b": {"type": "string"}}, ["a"], None),
    ],
)
def test_a_form_is_refused_rather_than_emptied(fields: Any, required: list[str], left: Any) -> None:
    """Optional multi-select fields leave a form that has other fields; a form of nothing else is refused."""
    schema = {"type": "object", "properties": fields, "required": required}
    frame = request("elicitation/create", message="m", requestedSchema=schema)
    if left is None:
        with pytest.raises(mr.NoCounterpart) as raised:
            mr.convert(frame, "2025-11-25", "2025-06-18", sender="server")
        assert raised.value.reply["error"]["code"] == -32602
        assert (raised.value.pointer, raised.value.change) == (
            "/params/requestedSchema/properties/a",
            "T3.15",
        )
        assert "so this form, which needs a field for several, was refused" in raised.value.reason
    else:
        message = convert(frame, "2025-11-25", "2025-06-18", sender="server").message
        assert list(message["params"]["requestedSchema"]["properties"]) == left


BLOCKS = [text("b"), text("c")]


def test_the_first_of_split_messages_keeps_the_further_members() -> None:
    """A sampling message is split: `x` goes on once, and the losses of `_meta` are those of one message."""
    message = {"x": {"y": 1}, "content": BLOCKS, "role": "user", "_meta": {"z": 1}}
    frame = request("sampling/createMessage", maxTokens=1, messages=[message])
    found = convert(frame, "2025-11-25", "2025-06-18", sender="server")
    assert found.message["params"]["messages"] == [
        {"x": {"y": 1}, "content": text("b"), "role": "user"},
        {"role": "user", "content": text("c")},
    ]
    assert costs(found) == [("reshaped", "/params/messages/0"), ("dropped", "/params/messages/0/_meta")]
    kept = mr.convert(frame, "2025-11-25", "2025-06-18", sender="server", keep=b"k" * 32).message
    assert mr.convert(kept, "2025-06-18", "2025-11-25", sender="server", keep=b"k" * 32).message == frame


@pytest.mark.parametrize("role", [{}, {"role": "x" * 100}, {"role": []}])
def test_messages_of_no_role_are_not_split(role: Frame) -> None:
    """A role of any length would stand in every message of a block."""
    frame = request("sampling/createMessage", maxTokens=1, messages=[{**role, "content": BLOCKS}])
    with pytest.raises(mr.DecodeError) as raised:
        convert(frame, "2025-11-25", "2025-06-18", sender="server")
    assert raised.value.pointer == "/params/messages/0/role"


# ---- pointers and values of losses ---------------------------------------------------------------

LOST = {"_meta": {"x": 1}, "annotations": {"priority": 1, "lastModified": "t"}}
SAMPLED = {"sender": "client", "answering": "sampling/createMessage"}
TOOL = {"name": "a", "inputSchema": {"type": "object"}}
TASK_TOOL = {**TOOL, "execution": {"taskSupport": "required"}}
PROGRESS = {"jsonrpc": "2.0", "method": "notifications/progress"}

MOVED: dict[str, tuple[Any, str, str, dict[str, str], list[tuple[str, str]]]] = {
    "a block leaves its list": (
        result(role="assistant", model="m", content=[text("a", **LOST)]),
        *("2025-11-25", "2025-03-26", SAMPLED),
        [
            ("reshaped", "/result/content"),
            ("dropped", "/result/content/0/_meta"),
            ("dropped", "/result/content/0/annotations/lastModified"),
        ],
    ),
    "blocks become messages": (
        request(
            "sampling/createMessage",
            maxTokens=1,
            messages=[
                {"role": "user", "content": []},
                {"role": "user", "content": [text("a", **LOST)]},
                {"role": "user", "content": [text("b"), text("c", **LOST)]},
                {"role": "user", "content": text("d", **LOST)},
            ],
        ),
        *("2025-11-25", "2025-03-26", {"sender": "server"}),
        [
            ("dropped", "/params/messages/0"),
            ("reshaped", "/params/messages/1/content"),
            ("reshaped", "/params/messages/2"),
            ("dropped", "/params/messages/1/content/0/_meta"),
            ("dropped", "/params/messages/1/content/0/annotations/lastModified"),
            ("dropped", "/params/messages/2/content/1/_meta"),
            ("dropped", "/params/messages/2/content/1/annotations/lastModified"),
            ("dropped", "/params/messages/3/content/_meta"),
            ("dropped", "/params/messages/3/content/annotations/lastModified"),
        ],
    ),
    "tools move up": (
        result(tools=[TASK_TOOL, {**TOOL, "title": "T"}, TASK_TOOL, {**TOOL, "_meta": {}}]),
        *("2025-11-25", "2025-03-26", {"sender": "server", "answering": "tools/list"}),
        [
            ("dropped", "/result/tools/0"),
            ("dropped", "/result/tools/2"),
            ("dropped", "/result/tools/1/title"),
            ("invented", "/result/tools/0/annotations"),
            ("dropped", "/result/tools/3/_meta"),
        ],
    ),
    "a container is lost after its parts": (
        result(
            resultType="complete",
            ttlMs=0,
            cacheScope="private",
            tools=[{**TOOL, "outputSchema": {"type": "object", "properties": {"b": True, "c": False}}}],
        ),
        *("2026-07-28", "2025-03-26", {"sender": "server", "answering": "tools/list"}),
        [
            ("dropped", "/result/cacheScope"),
            ("respelled", "/result/resultType"),
            ("dropped", "/result/ttlMs"),
            ("dropped", "/result/tools/0/outputSchema"),
        ],
    ),
    "frames leave their batch": (
        [{**PROGRESS, "params": {"progressToken": 1, "progress": 1, "message": "x"}}],
        *("2025-03-26", "2024-11-05", {"sender": "server"}),
        [("reshaped", ""), ("dropped", "/0/params/message")],
    ),
}


@pytest.mark.parametrize("row", MOVED.values(), ids=MOVED)
def test_a_loss_holds_the_value_that_stood_at_its_pointer(row: Any) -> None:
    """Pointers speak of the source message, those of inventions of the converted message, whatever moved.

    The value of a loss is complete, also where a later step takes parts of the same value.
    """
    frame, source, target, options, expected = row
    converted = convert(frame, source, target, **options)
    assert sorted(costs(converted)) == sorted(expected)
    for loss in converted.losses:
        assert at(converted.message if loss.kind == "invented" else frame, loss.pointer) == loss.value


def clear(value: Any) -> None:
    """Empty every object and array of a tree."""
    if isinstance(value, dict | list):
        for item in list(value.values() if isinstance(value, dict) else value):
            clear(item)
        value.clear()


@pytest.mark.parametrize("keep", [False, True])
@pytest.mark.parametrize(("source", "target"), pairs())
def test_no_loss_follows_the_message(source: str, target: str, keep: bool) -> None:
    """A loss holds what stood in the source frame, whatever happens to the message afterwards."""
    for case in islice(cases(source, Random(f"{source} {target}")), 100):
        before = copy.deepcopy(case.frame)
        try:
            converted = mr.convert(case.frame, source, target, keep=keep, **case.options)
        except mr.NoCounterpart:
            continue
        if converted.message is not case.frame:
            clear(converted.message)
        for loss in converted.losses:
            assert loss.kind == "invented" or at(before, loss.pointer) == loss.value


@pytest.mark.parametrize("parts", [0, 1, 2, 3])
def test_a_lost_value_has_its_parts_again(parts: int) -> None:
    """A reshaped link is reported once and whole, with the members that earlier steps had dropped."""
    members: Frame = dict(list({"icons": [], "size": 1, "title": "T"}.items())[:parts])
    link = {"type": "resource_link", "uri": "u:", "name": "n", **members, "_meta": {"x": 1}}
    way = {"sender": "server", "answering": "tools/call"}
    converted = convert(result(content=[text("a"), link]), "2025-11-25", "2025-03-26", **way)
    assert costs(converted) == [("reshaped", "/result/content/1")]
    assert converted.losses[0].value == link


GRAVITY = ["respelled", "reshaped", "weakened", "dropped"]


@pytest.mark.parametrize("first", GRAVITY[:3])
@pytest.mark.parametrize("then", GRAVITY)
def test_the_gravest_loss_of_a_value_is_reported(first: str, then: str) -> None:
    """Two adapters change one value: one loss, of the graver kind, holds the value that stood there first.

    A value that is respelled, and that had lost a part before, is reshaped.
    """
    owner: Frame = {"a": {"b": [1]}}
    earlier, later = Change("X.1", "r: s"), Change("X.2", "r: s")
    log = ConversionLog()
    log.frames = copy.deepcopy(owner), owner
    log.report(first, (None, "a"), owner["a"], earlier)
    owner["a"]["b"] = 2
    log.end_step(0)
    log.report("reshaped", ((None, "a"), "b"), 2, later)
    if then == "dropped":
        log.drop(owner, "a", None, later)
    else:
        log.report(then, (None, "a"), owner["a"], later)
    log.end_step(1)
    (loss,) = log.losses()
    kind = "reshaped" if then == "respelled" else then
    graver = GRAVITY.index(kind) > GRAVITY.index(first)
    assert (loss.kind, loss.pointer, loss.value) == (kind if graver else first, "/a", {"b": [1]})
    assert loss.change == ("X.2" if graver else "X.1")


@pytest.mark.parametrize(("losses", "rest"), [(1, ""), (2, " (and 1 more)"), (3, " (and 2 more)")])
def test_the_words_of_a_loss_error_count_the_rest(losses: int, rest: str) -> None:
    """A `LossError` words the first loss and counts the others."""
    tools = [{**TOOL, "icons": []} for _ in range(losses)]
    way: Any = {"sender": "server", "answering": "tools/list", "loss": "error"}
    with pytest.raises(mr.LossError) as raised:
        mr.convert(result(tools=tools), "2025-11-25", "2025-06-18", **way)
    assert len(raised.value.losses) == losses
    assert str(raised.value).startswith("dropped /result/tools/0/icons: ")
    assert str(raised.value).endswith(f"]{rest}")


def deeper(levels: int, work: Callable[[], Any]) -> Any:
    """Call a function some levels further down the stack."""
    return work() if levels == 0 else deeper(levels - 1, work)


@pytest.mark.parametrize("levels", [0, 200, 400])
@pytest.mark.parametrize("value", ["[]", "[" * 600 + "]" * 600, "[" * 100_000 + "]" * 100_000, "1e999"])
def test_reading_losses_raises_nothing(value: str, levels: int) -> None:
    """A conversion may refuse a value beyond the limits of a decoder; reading losses never raises.

    A caller may read losses further down the stack than the conversion ran.
    """
    data = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"a","task":%b}}' % value.encode()
    try:
        converted = mr.convert(data, "2025-11-25", "2025-03-26", sender="client")
    except mr.DecodeError:
        assert value != "[]"
        return
    losses = deeper(levels, lambda: converted.losses)
    assert [(loss.kind, loss.pointer) for loss in losses] == [("dropped", "/params/task")]
    assert losses[0].value == ([] if value == "[]" else losses[0].value)


@pytest.mark.parametrize(
    "where", ['"ttlMs":%s', '"ttlMs":1,"_meta":{"io.modelcontextprotocol/serverInfo":%s}']
)
def test_reading_the_losses_of_flat_edits_raises_nothing(where: str) -> None:
    """A dropped value that is nested deeply is read when it is dropped, not further down the stack."""
    others = '"resultType":"complete","cacheScope":"public","contents":[]'
    dropped = where % ("[" * 600 + "]" * 600)
    text = f'{{"jsonrpc":"2.0","id":1,"result":{{{others},{dropped}}}}}'
    way: Any = {"sender": "server", "answering": "resources/read"}
    converted = mr.convert(text.encode(), "2026-07-28", "2025-11-25", **way)
    losses = deeper(400, lambda: converted.losses)
    assert sum(str(loss.value).count("[") for loss in losses) == 600


UNKNOWN = st.dictionaries(
    st.sampled_from(["durationMs", "resource", "text", "blob", "x-a", "content"]), st.integers(), max_size=4
)


def _blocks(members: Tree, others: Tree) -> list[tuple[str, Tree, str, str]]:
    """Return results with blocks that older revisions lack, each with a method and its ends."""
    audio = {**members, "type": "audio", "data": "YQ==", "mimeType": "audio/wav"}
    link = {**members, "type": "resource_link", "uri": "file:///a", "name": "a"}
    texts = [{**each, "type": "text", "text": "t"} for each in (members, others)]
    return [
        ("tools/call", {"content": [audio, link]}, "2025-11-25", "2024-11-05"),
        ("tools/call", {"content": [audio]}, "2025-03-26", "2024-11-05"),
        ("tools/call", {"content": [link]}, "2025-06-18", "2025-03-26"),
        (
            "sampling/createMessage",
            {"role": "user", "model": "m", "content": texts},
            "2025-11-25",
            "2025-06-18",
        ),
        (
            "sampling/createMessage",
            {"role": "user", "model": "m", "content": texts},
            "2025-11-25",
            "2024-11-05",
        ),
    ]


@hypothesis.given(UNKNOWN, UNKNOWN)
def test_an_unknown_member_of_a_reshaped_value_stays_or_is_named(members: Tree, others: Tree) -> None:
    """A value with another form in the target keeps its unknown members, or each has a `dropped` loss."""
    for method, result, source, target in _blocks(members, others):
        sender = "server" if method == "tools/call" else "client"
        frame = {"jsonrpc": "2.0", "id": 1, "result": result}
        found, losses = mr.convert(copy.deepcopy(frame), source, target, sender=sender, answering=method)
        dropped = {loss.pointer: loss.value for loss in losses if loss.kind == "dropped"}
        made = found["result"]["content"]
        for k, block in enumerate(result["content"]):
            for name, value in block.items():
                is_own = name in ("type", "data", "mimeType", "uri", "name") or (name, value) == ("text", "t")
                stays = type(made) is list and made[k].get(name) == value
                assert is_own or stays != (dropped.get(f"/result/content/{k}/{name}") == value)


@hypothesis.given(st.lists(UNKNOWN, min_size=1, max_size=3))
def test_a_further_member_of_an_option_is_named(extras: list[Tree]) -> None:
    """The options of a form become two lists, which hold constants and titles alone."""
    options = [{**extra, "const": f"c{k}", "title": "t"} for k, extra in enumerate(extras)]
    form = {"type": "object", "properties": {"f": {"type": "string", "oneOf": options}}}
    params = {"message": "m", "requestedSchema": form}
    frame = {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params}
    losses = mr.convert(frame, "2025-11-25", "2025-06-18", sender="server").losses
    named = {loss.pointer: loss.value for loss in losses if loss.kind == "dropped"}
    at = "/params/requestedSchema/properties/f/oneOf"
    assert named == {f"{at}/{k}/{name}": extra[name] for k, extra in enumerate(extras) for name in extra}


# ---- params that come and go -----------------------------------------------------------------------


@pytest.mark.parametrize(("source", "target"), pairs())
def test_a_call_without_params_passes_where_both_ends_allow_it(source: str, target: str) -> None:
    """No edit makes params for a call that is valid without, in the source as in the target."""
    passed = 0
    for sender, kind, method in oracle(source).sent:
        call = {"jsonrpc": "2.0", **({"id": 1} if kind == "Request" else {}), "method": method}
        if oracle(source).frame_fits(call, sender) and oracle(target).frame_fits(call, sender):
            assert convert(call, source, target, sender=sender) == (call, ())
            passed += 1
    assert passed


@pytest.mark.parametrize("source", ["2025-11-25", "2026-07-28"])
def test_params_that_lose_every_member_stay_where_the_target_requires_them(source: str) -> None:
    """A call that lacks its required members is judged by the receiver, with the params that it had."""
    found = convert(request("tools/call", task={}), source, "2025-06-18", sender="client")
    assert found.message["params"] == {}


def test_params_that_lose_their_metadata_stay() -> None:
    """Empty params are legal in both revisions, so the frame keeps them."""
    call = request("ping", _meta={f"{META}related-task": {"taskId": "t"}})
    found = convert(call, "2025-11-25", "2025-06-18", sender="client")
    assert found.message["params"] == {}


def test_params_that_only_the_target_requires_are_no_loss() -> None:
    """Empty params make another frame, and nothing of the message is lost or invented."""
    plan = MethodPlan("params", (Step(lambda *_: None, creates_params=True),), None, True)
    call, log = {"method": "m"}, ConversionLog()
    plan.apply(call, log)
    log.frames = {"method": "m"}, call
    assert (call, bool(log), log.losses()) == ({"method": "m", "params": {}}, True, ())


@pytest.mark.parametrize(("clears", "left"), [({}, {"b": {}}), ({"clears": 1}, {}), ({"clears": 2}, None)])
def test_a_move_clears_so_many_objects_on_the_old_way(clears: dict[str, int], left: Any) -> None:
    """The objects go from the innermost up, and stay where the move is not said to clear them."""
    owner: Tree = {"a": {"b": {"c": 1}}}
    ConversionLog().move(owner, ("a", "b", "c"), ("d",), None, (Change("X.1", "r"),) * 2, **clears)
    assert owner == ({"d": 1} if left is None else {"a": left, "d": 1})


def test_a_context_is_converted_up_to_the_revision_that_repeats_it() -> None:
    """The adapters from there on edit the requests that repeat it."""

    def marking(name: str) -> Any:
        return lambda value, at, log: value.update({name: True})

    before, repeating, after = (Adapter(name, name, {}, capabilities=marking(name)) for name in "abc")
    adapters = (before, repeating._replace(context={"clientCapabilities": None}), after)
    least = least_context(adapters, "c")
    plan = ConversionPlan("a", "c", "client", adapters, {}, {}, ErrorPlan((), None), None, least)
    found = resolve_context(plan, {"clientCapabilities": {}})
    assert found is not None
    assert found.stated[f"{META}clientCapabilities"] == {"a": True, "b": True}


# ---- the revisions that frames name ----------------------------------------------------------------

VERSION = f"{META}protocolVersion"
NAMED: list[tuple[str, Any, Any, list[tuple[str, str]]]] = [
    ("session", {"protocolVersion": "a"}, {"protocolVersion": "b"}, [("respelled", "/protocolVersion")]),
    ("session", {"protocolVersion": "x"}, {"protocolVersion": "b"}, [("reshaped", "/protocolVersion")]),
    ("session", {"protocolVersion": "b"}, {"protocolVersion": "b"}, []),
    ("session", {}, "/protocolVersion: expected a string", []),
    ("session", [], ": expected an object", []),
    ("request", {"_meta": {VERSION: "a"}}, {"_meta": {VERSION: "b"}}, [("respelled", "/_meta/" + VERSION)]),
    ("request", {"_meta": {VERSION: "x"}}, {"_meta": {VERSION: "b"}}, [("reshaped", "/_meta/" + VERSION)]),
    ("request", {"_meta": {"k": 1}}, {"_meta": {"k": 1, VERSION: "b"}}, [("invented", "/_meta/" + VERSION)]),
    ("request", {"_meta": {VERSION: "b"}}, {"_meta": {VERSION: "b"}}, []),
    ("request", {"_meta": 5}, "/_meta: expected an object", []),
    ("request", 5, "/_meta: expected an object", []),
    (
        "discovery",
        {"supportedVersions": ["a"]},
        {"supportedVersions": ["b"]},
        [("respelled", "/supportedVersions")],
    ),
    ("discovery", {"supportedVersions": ["a", "b"]}, {"supportedVersions": ["a", "b"]}, []),
    ("discovery", {"supportedVersions": ["c"]}, {"supportedVersions": ["c"]}, []),
]


@pytest.mark.parametrize(("kind", "given", "expected", "losses"), NAMED)
def test_a_frame_names_the_target_in_place_of_the_source(
    kind: str, given: Any, expected: Any, losses: list[tuple[str, str]]
) -> None:
    """Another revision that it states is reshaped; a part that cannot name one is refused at its place."""
    edited, log = copy.deepcopy(given), ConversionLog()
    edit = naming_edit(kind, "a", "b").edit
    if isinstance(expected, str):
        with pytest.raises(mr.DecodeError) as raised:
            edit(edited, (None, "part"), log)
        assert f"{raised.value.pointer}: {raised.value.reason}" == f"/part{expected}"
    else:
        edit(edited, (None, "part"), log)
        assert edited == expected
        told = [(loss.kind, loss.pointer.replace("~1", "/")) for loss in log.losses()]
        assert told == [(name, f"/part{pointer}") for name, pointer in losses]


@pytest.mark.parametrize(
    "block", [{}, {"data": "YQ=="}, {"mimeType": "audio/wav"}, {"data": 5, "mimeType": "a"}]
)
def test_audio_without_its_bytes_or_their_type_is_refused(block: Frame) -> None:
    """A block that says too little is malformed, and named."""
    with pytest.raises(mr.DecodeError) as raised:
        convert(
            result(content=[{"type": "audio", **block}]),
            "2025-03-26",
            "2024-11-05",
            sender="server",
            answering="tools/call",
        )
    assert raised.value.pointer == "/result/content/0"


@pytest.mark.parametrize("content", [text("c"), [text("c")], [text("c"), text("d")]])
def test_a_later_loss_finds_a_message_behind_one_that_was_split(content: Any) -> None:
    """Its place is that in the first frame, whether the message is split, unwrapped, or left alone."""
    messages = [
        {"role": "user", "content": [text("a"), text("b")]},
        {"role": "user", "content": content, "x": 1},
    ]
    first: Frame = {"params": {"messages": messages}}
    frame, log = copy.deepcopy(first), ConversionLog()
    change, place = Change("X.1", "r"), ((None, "params"), "messages")
    single_blocks(frame["params"], (None, "params"), log, change)
    log.frames = first, frame
    before = len(log)
    log.drop(frame["params"]["messages"][2], "x", (place, 2), change)
    log.end_step(before)
    lost = [loss.pointer for loss in log.losses() if loss.kind == "dropped"]
    assert lost == ["/params/messages/1/x"]


@pytest.mark.parametrize(
    ("items", "texts", "is_said"),
    [
        (["a"], ["a"], True),
        (["a", "b"], ["a", "b"], True),
        (["a", "b"], ["b", "a"], False),
        (["a"], ["a", "b"], False),
    ],
)
def test_texts_that_are_the_items_of_structured_content_say_it(items: Any, texts: Any, is_said: bool) -> None:
    """Each item has its text, in order; else the content is one text more."""
    blocks = [text(each) for each in texts]
    frame = result(content=blocks, structuredContent={"items": items})
    found = convert(frame, "2025-06-18", "2025-03-26", sender="server", answering="tools/call")
    made = [] if is_said else [text(json.dumps({"items": items}, separators=(",", ":")))]
    assert found.message["result"]["content"] == [*blocks, *made]


@pytest.mark.parametrize("keyword", [{"properties": 5}, {"required": 5}, {"required": ["a", 5]}])
def test_keywords_of_a_tool_that_older_revisions_refuse_are_dropped(keyword: Frame) -> None:
    """A schema of 2026-07-28 may hold any value there."""
    tool = {"name": "t", "inputSchema": {"type": "object", "k": 1, **keyword}}
    frame = result(tools=[tool], resultType="complete", ttlMs=0, cacheScope="public")
    found = convert(frame, "2026-07-28", "2025-11-25", sender="server", answering="tools/list")
    assert found.message["result"]["tools"][0]["inputSchema"] == {"type": "object", "k": 1}
    assert ("dropped", f"/result/tools/0/inputSchema/{next(iter(keyword))}") in costs(found)


@pytest.mark.parametrize("status", ["completed", "cancelled"])
@pytest.mark.parametrize("is_error", [True, False, None])
def test_a_completed_task_whose_tool_reports_an_error_has_failed(status: str, is_error: bool | None) -> None:
    """The status is reshaped, and no other."""
    task: Frame = {"status": status, "result": {"content": [], "isError": is_error}}
    log = ConversionLog()
    failed_tool(task, (None, "result"), log, Change("X.1", "r"))
    has_failed = status == "completed" and is_error is True
    assert task["status"] == ("failed" if has_failed else status)
    losses = [(loss.kind, loss.pointer, loss.value) for loss in log.losses()]
    assert losses == ([("reshaped", "/result/status", "completed")] if has_failed else [])
