"""Rules of a conversion at their boundaries: written members, limits, error codes, pointers of losses."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import mcp_revisions as mr
import pytest

Frame = dict[str, Any]

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


@pytest.mark.parametrize("key", [META + "related-task", META + "model-immediate-response"])
@pytest.mark.parametrize("source", mr.REVISIONS[:-1])
def test_metadata_of_tasks_does_not_reach_2026_07_28(source: str, key: str) -> None:
    """2026-07-28 has no tasks: their keys in the metadata of a request are dropped, other keys stay."""
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


@pytest.mark.parametrize(
    ("elicitation", "visits"),
    [
        (None, False),
        ({}, False),
        ({"form": {}}, False),
        ({"url": {}}, True),
        ({"form": {}, "url": {}}, True),
    ],
)
def test_only_a_client_that_declared_urls_is_asked_to_visit_them(elicitation: Any, visits: bool) -> None:
    """-32042 becomes a result with URL requests if the client declared `elicitation.url`, else -32603."""
    listed = {"elicitations": [{"mode": "url", "elicitationId": "e", "message": "m", "url": "u:"}]}
    declared = {} if elicitation is None else {"elicitation": elicitation}
    for context in ({"clientCapabilities": declared}, None)[: 1 if visits else 2]:
        way: Any = {"sender": "server", "answering": "tools/call", "context": context}
        converted = convert(error(-32042, data=listed), "2025-11-25", "2026-07-28", **way)
        if visits:
            url = {"method": "elicitation/create", "params": {"mode": "url", "message": "m", "url": "u:"}}
            assert converted.message == result(resultType="input_required", inputRequests={"e": url})
        else:
            assert converted.message == error(-32603, data={"code": -32042, "data": listed})


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
            ("dropped", "/result/resultType"),
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


@pytest.mark.parametrize("parts", [0, 1, 2, 3])
def test_a_lost_value_has_its_parts_again(parts: int) -> None:
    """A reshaped link is reported once and whole, with the members that earlier steps had dropped."""
    members: Frame = dict(list({"icons": [], "size": 1, "title": "T"}.items())[:parts])
    link = {"type": "resource_link", "uri": "u:", "name": "n", **members, "_meta": {"x": 1}}
    way = {"sender": "server", "answering": "tools/call"}
    converted = convert(result(content=[text("a"), link]), "2025-11-25", "2025-03-26", **way)
    assert costs(converted) == [("reshaped", "/result/content/1")]
    assert converted.losses[0].value == link


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
