"""The interface of the codec: results, errors and their words, unknown members, skipped items, encoding."""

from __future__ import annotations

import copy
import itertools
import json
import pickle
import subprocess
import sys
import threading
from random import Random
from types import GenericAlias, SimpleNamespace
from typing import Any, Literal

import mcp_revisions
import msgspec
import pytest
from mcp_revisions import DecodeError, EncodeError
from mcp_revisions._runtime.errors import NUMBER_LIMITS
from mcp_revisions._runtime.messages.base import Struct, unknown_pointers
from mcp_revisions._runtime.messages.codec import Codec
from mcp_revisions._runtime.revisions import per_request

from support.oracle import OTHER, REVISIONS, oracle
from support.traffic import messages

mcp: Any = mcp_revisions.revision("2025-11-25")
ITEMS = {
    "tools/list": ("tools", {"name": "t", "inputSchema": {"type": "object"}}),
    "prompts/list": ("prompts", {"name": "p"}),
    "resources/list": ("resources", {"uri": "file:///r", "name": "r"}),
    "resources/templates/list": ("resourceTemplates", {"uriTemplate": "file:///{t}", "name": "t"}),
    "resources/read": ("contents", {"uri": "file:///r", "text": "t"}),
    "prompts/get": ("messages", {"role": "user", "content": {"type": "text", "text": "t"}}),
    "tools/call": ("content", {"type": "text", "text": "t"}),
    "roots/list": ("roots", {"uri": "file:///"}),
}
CACHEABLE = ("tools/list", "prompts/list", "resources/list", "resources/templates/list", "resources/read")


def response(method: str, items: list[Any], revision: str = "2025-11-25") -> bytes:
    """Return a response to a method of list results, with these items."""
    result: dict[str, Any] = {ITEMS[method][0]: items}
    if revision in per_request():
        result["resultType"] = "complete"
        if method in CACHEABLE:
            result |= {"ttlMs": 0, "cacheScope": "private"}
    return json.dumps({"jsonrpc": "2.0", "id": 1, "result": result}).encode()


def refusal(
    data: Any, sender: str = "client", answering: Any = None, revision: str = "2025-11-25", **o: Any
) -> DecodeError:
    """Return the error that a frame is refused with."""
    data = data if isinstance(data, (bytes, str)) else json.dumps(data)
    with pytest.raises(DecodeError) as caught:
        mcp_revisions.revision(revision).decode_message(data, sender, answering, **o)
    return caught.value


# Results


def test_request_is_its_class() -> None:
    """A request comes back as its class, with typed params."""
    data = (
        b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":[1.5,null]}}}'
    )
    message = mcp.decode_message(data, "client")
    assert type(message) is mcp.CallToolRequest
    assert (message.id, message.method, message.params.arguments) == (1, "tools/call", {"a": [1.5, None]})
    assert message == mcp.CallToolRequest(
        id=1, params=mcp.CallToolRequestParams(name="x", arguments={"a": [1.5, None]})
    )


def in_pieces(text: bytes) -> memoryview:
    """Return a text as a buffer of every second byte."""
    return memoryview(bytes(byte for each in text for byte in (each, 0)))[::2]


@pytest.mark.parametrize("kind", [bytes, bytearray, memoryview, bytes.decode, in_pieces])
def test_kinds_of_input(kind: Any) -> None:
    """Text may be bytes of any kind or a string, for both decoders."""
    for frame in (
        b'{"jsonrpc":"2.0","id":1,"method":"ping"}',
        b'{"jsonrpc":"2.0","id":1,"method":"ping","x":"\xc3\xa9"}',
    ):
        assert mcp.decode_message(kind(frame), "client").id == 1
    assert mcp.decode(kind(b'{"name":"t","x":1,"inputSchema":{"type":"object"}}'), mcp.Tool).unknown == (
        "/x",
    )


def test_what_is_no_json() -> None:
    """Any argument but text, a tree or a message is a mistake of the caller, a `TypeError`."""
    for value in (5, None, {1, 2}, {"jsonrpc": object()}, [object()], {"jsonrpc": {None: 1}}):
        with pytest.raises(TypeError, match="^data: "):
            mcp.decode_message(value, "client")
        with pytest.raises(TypeError, match="^data: "):
            mcp.decode(value, mcp.Tool)
    for value in ({1, 2}, object(), ()):
        with pytest.raises(TypeError, match="^message: "):
            mcp_revisions.convert(value, "2025-11-25", "2025-03-26", sender="client")


def test_trees_that_no_text_has() -> None:
    """A tree that is no JSON text has the error of the text that comes nearest."""
    deep: list[Any] = []
    for _ in range(100_000):
        deep = [deep]
    for value, reason in (
        ({"name": "\ud800"}, "not UTF-8: a lone surrogate"),
        ({"name": {"\ud800": 1}}, "not UTF-8: a lone surrogate"),
        ({"name": 10**5000}, NUMBER_LIMITS),
        ({"name": deep}, "nested too deeply"),
    ):
        with pytest.raises(DecodeError) as caught:
            mcp.decode(value, mcp.Tool)
        assert (caught.value.code, caught.value.reason) == (-32700, reason)


def test_trees_hold_messages() -> None:
    """A typed message is decoded again, alone and inside a tree, with its unknown members."""
    tool = mcp.decode({"name": "t", "inputSchema": {"type": "object"}, "x": 1}, mcp.Tool)
    assert mcp.decode(tool, mcp.Tool) == tool
    assert mcp.decode({"tools": [tool]}, mcp.ListToolsResult).tools == [tool]
    assert mcp.decode([tool], list[mcp.Tool]) == [tool]
    message = mcp.Response(1, mcp.ListToolsResult(tools=[tool]))
    assert mcp.decode_message(message, "server", "tools/list") == message
    assert mcp.to_builtins([tool]) == [{"name": "t", "inputSchema": {"type": "object"}, "x": 1}]
    with pytest.raises(DecodeError, match="/name: expected a string, got 5"):
        mcp.decode(mcp.Tool(name=5, input_schema=mcp.ToolInputSchema({"type": "object"})), mcp.Tool)


def test_msgspec_names_the_functions_that_keep_unknown_members() -> None:
    """The encoders of msgspec refuse unknown members in a sentence that names `encode` and `to_builtins`."""
    tool = mcp.decode({"name": "t", "inputSchema": {"type": "object"}, "x": 1}, mcp.Tool)
    for encode in (msgspec.json.encode, msgspec.msgpack.encode, msgspec.to_builtins):
        with pytest.raises(TypeError, match="call `encode` or `to_builtins` of the revision"):
            encode([tool])
    known = mcp.decode(tool, mcp.Tool, unknown="drop")
    assert msgspec.to_builtins(known) == mcp.to_builtins(known)


def test_answering() -> None:
    """The result is typed by the method it answers: named, or found by the id; else it stays plain JSON."""
    data = response("tools/list", [])
    named = mcp.decode_message(data, "server", "tools/list")
    found = mcp.decode_message(data, "server", {1: "tools/list"}.get)
    plain = mcp.decode_message(data, "server")
    assert isinstance(named, mcp.Response)
    assert type(named.result) is mcp.ListToolsResult
    assert named == found
    assert plain.result == {"tools": []}
    assert mcp.decode_message(data, "server", {}.get) == plain
    assert refusal(response("tools/list", [5]), "server", {1: "tools/list"}.get).pointer == "/result/tools/0"


@pytest.mark.parametrize("revision", REVISIONS)
def test_an_error_has_an_id_where_the_revision_says_so(revision: str) -> None:
    """An error without an id is refused up to 2025-06-18, as bytes and as a tree, and nowhere else."""
    module = mcp_revisions.revision(revision)
    tree = {"jsonrpc": "2.0", "error": {"code": -32602, "message": "no such prompt"}}
    for read, frame in ((module.decode_message, json.dumps(tree)), (module._codec.decode_parsed, tree)):
        for answering in (None, "prompts/get"):
            if revision < "2025-11-25":
                with pytest.raises(DecodeError, match="'id' is missing"):
                    read(frame, "server", answering)
            else:
                assert read(frame, "server", answering).error.code == -32602


def test_an_error_of_a_protocol_without_a_type_of_errors_has_an_id() -> None:
    """JSON-RPC says so; the error itself may be anything."""
    codec = Codec("2000-01-01", SimpleNamespace(), {}, batches=False, elsewhere={})
    frame = {"jsonrpc": "2.0", "id": 1, "error": "any"}
    assert codec.error_id_required and codec.decode_message(frame, "server").error == "any"
    del frame["id"]
    for answering in (None, {}.get):
        with pytest.raises(DecodeError, match="'id' is missing"):
            codec.decode_message(frame, "server", answering)


def test_answering_a_stream() -> None:
    """A callable serves a stream of frames of every kind."""
    asked = {1: "tools/list"}.get
    call = b'{"jsonrpc":"2.0","id":5,"method":"ping"}'
    assert type(mcp.decode_message(call, "server", asked)) is mcp.PingRequest
    error = b'{"jsonrpc":"2.0","id":1,"error":{"code":-1,"message":"m"}}'
    assert mcp.decode_message(error, "server", asked).error == mcp.Error(code=-1, message="m")
    assert mcp.decode_message(error, "server", "tools/list") == mcp.decode_message(error, "server")
    assert isinstance(mcp.decode_message(error.replace(b'"id":1,', b""), "server", asked), mcp.ErrorResponse)


def test_a_call_answers_no_named_method() -> None:
    """A caller who names the answered method gets an answer or an error, alone and in a batch."""
    call = {"jsonrpc": "2.0", "method": "notifications/message", "params": {"level": "info", "data": 1}}
    error = refusal(call, "server", "tools/call")
    assert (error.code, error.reason) == (
        -32600,
        "expected the answer to tools/call, got a call of 'notifications/message'",
    )
    assert mcp.decode_message(json.dumps(call), "server", lambda id: "tools/call").method == call["method"]
    batched = refusal([call], "server", "tools/call", "2025-03-26")
    assert (batched.pointer, batched.code, batched.reason) == ("/0", error.code, error.reason)


def test_answering_what_is_no_request() -> None:
    """`answering` something that nobody answers is the caller's mistake."""
    for method in ("no/such", "notifications/initialized"):
        with pytest.raises(ValueError, match="is not a request of 2025-11-25") as caught:
            mcp.decode_message(response("tools/list", []), "server", method)
        assert not isinstance(caught.value, DecodeError)
    with pytest.raises(ValueError, match="sender"):
        mcp.decode_message(b"{}", "proxy")


def test_answering_side() -> None:
    """A response comes from the side that the request went to."""
    error = refusal(response("tools/list", []), "client", "tools/list")
    assert (error.code, error.reason) == (-32600, "a client does not answer tools/list in 2025-11-25")


NEWEST: Any = mcp_revisions.revision(mcp_revisions.LATEST)


@pytest.mark.parametrize("method", ["elicitation/create", "roots/list", "sampling/createMessage"])
def test_no_message_answers_an_embedded_request(method: str) -> None:
    """A request that occurs only inside results is answered inside a later request, never by a message."""
    frame = {"jsonrpc": "2.0", "id": 1, "result": {"action": "accept", "roots": []}}
    for answering in (method, lambda id: method):
        with pytest.raises(ValueError, match=f"'{method}' is not a request of {NEWEST.REVISION}") as caught:
            NEWEST.decode_message(json.dumps(frame), "client", answering)
        assert not isinstance(caught.value, DecodeError)
    with pytest.raises(ValueError, match="has no request"):
        mcp_revisions.convert(frame, NEWEST.REVISION, "2025-11-25", sender="client", answering=method)


def test_an_error_answers_a_method_that_the_revision_lacks() -> None:
    """An error response is valid whatever its request was; a result of an unknown method is not decoded."""
    frame = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32601, "message": "no ping"}}
    for data in (json.dumps(frame), json.dumps(frame).encode(), frame):
        for answering in ("ping", lambda id: "ping", "no/such"):
            message = NEWEST.decode_message(data, "server", answering)
            assert message == NEWEST.ErrorResponse(1, NEWEST.Error(code=-32601, message="no ping"))
    with pytest.raises(ValueError, match=f"'ping' is not a request of {NEWEST.REVISION}"):
        NEWEST.decode_message({"jsonrpc": "2.0", "id": 1, "result": {}}, "server", "ping")


def marked() -> list[str]:
    """Return the requests of the newest revision with a result whose `resultType` is a constant."""
    requests = {name: one for name, one in NEWEST.METHODS.items() if one.kind == "request"}
    kinds = {
        name: [NEWEST.json_schema(type_)["properties"]["resultType"] for type_ in one.results]
        for name, one in requests.items()
    }
    found = [name for name, schemas in kinds.items() if any("const" in schema for schema in schemas)]
    assert len(found) >= 10
    return found


@pytest.mark.parametrize("method", marked())
def test_an_unknown_result_type_is_refused_by_name(method: str) -> None:
    """A result whose `resultType` is unknown is invalid, and the error names the value."""
    for result in ({"resultType": "receipt", "token": "x"}, {"resultType": "receipt", "content": []}):
        frame = {"jsonrpc": "2.0", "id": 1, "result": result}
        for data in (frame, json.dumps(frame), json.dumps(frame).encode()):
            with pytest.raises(DecodeError) as caught:
                NEWEST.decode_message(data, "server", method)
            assert caught.value.pointer == "/result/resultType"
            assert "'receipt'" in caught.value.reason


def test_an_absent_result_type_may_be_read_as_complete() -> None:
    """Clients treat an absent `resultType` as `complete`; strict reading is the default."""
    frame = {"jsonrpc": "2.0", "id": 1, "result": {"content": []}}
    lenient: Any = {"absent_result_type": "complete"}
    for data in (frame, json.dumps(frame), json.dumps(frame).encode()):
        for answering in ("tools/call", lambda id: "tools/call"):
            with pytest.raises(DecodeError, match="'resultType' is missing"):
                NEWEST.decode_message(data, "server", answering)
            message = NEWEST.decode_message(data, "server", answering, **lenient)
            assert message.result == NEWEST.CallToolResult(content=[])
        assert NEWEST.decode_message(data, "server", **lenient).result["resultType"] == "complete"
        assert not hasattr(mcp.decode_message(data, "server", "tools/call", **lenient).result, "result_type")
    for result in ({"resultType": "receipt", "content": []}, {"x": 1}, []):
        with pytest.raises(DecodeError):
            NEWEST.decode_message({**frame, "result": result}, "server", "tools/call", **lenient)
    with pytest.raises(ValueError, match="absent_result_type: expected 'raise' or 'complete'"):
        NEWEST.decode_message(frame, "server", "tools/call", absent_result_type="maybe")


def test_alternative_results() -> None:
    """A response may be any of the types that answer its method."""
    task = {"taskId": "t", "status": "working", "createdAt": "c", "lastUpdatedAt": "u", "ttl": None}
    frame = {"jsonrpc": "2.0", "id": 1, "result": {"task": task}}
    message = mcp.decode_message(json.dumps(frame), "server", "tools/call")
    assert type(message.result) is mcp.CreateTaskResult
    frame["result"]["x"] = 1
    message = mcp.decode_message(json.dumps(frame), "server", "tools/call")
    assert isinstance(message.result, mcp.CreateTaskResult)
    assert message.unknown == ("/result/x",)


def test_batches() -> None:
    """2025-03-26: an array gives a list of frames; calls and responses do not mix."""
    r2: Any = mcp_revisions.revision("2025-03-26")
    ping, done = {"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "id": 1, "result": {}}
    assert [type(m) for m in r2.decode_message(json.dumps([ping, ping]), "client")] == [r2.PingRequest] * 2
    assert r2.decode_message(json.dumps([done]), "client", "ping")[0].id == 1
    assert refusal([ping, done], revision="2025-03-26").code == -32600
    assert refusal([ping, {**ping, "id": None}], revision="2025-03-26").pointer == "/1/id"
    assert refusal([ping, {**ping, "result": {}}], revision="2025-03-26").pointer == "/1"
    assert refusal([ping]).reason == "expected an object, got an array; 2025-11-25 has no batches"
    assert [type(m) for m in r2.decode_message(json.dumps([ping]), "client", {}.get)] == [r2.PingRequest]
    for method in ("no/such", "notifications/initialized"):  # that a function names
        for frames in ([done], {**done, "result": {"_meta": {}, "x": 1}}):
            with pytest.raises(ValueError, match="is not a request of 2025-03-26"):
                r2.decode_message(json.dumps(frames), "client", {1: method}.get)


# Errors


@pytest.mark.parametrize(
    ("data", "code", "pointer", "reason"),
    [
        (b"", -32700, "", "not JSON: the text ends inside a value"),
        (b'["\\ud800"]', -32700, "/0", "not JSON: half of a surrogate pair"),
        (b'["\\ud800\\n"]', -32700, "/0", "not JSON: half of a surrogate pair"),
        (b'["\\\\\\ud800', -32700, "", "not JSON: the text ends inside a value"),
        (b'["\\ud800\\udc0', -32700, "", "not JSON: the text ends inside a value"),
        (b'["\\\\ud800', -32700, "", "not JSON: the text ends inside a value"),
        (b'"\\u12"', -32700, "", "not JSON: an invalid escape in a string"),
        (b"{,}", -32700, "", "not JSON: a member without a quoted name (byte 1)"),
        (b"\xff\xfe", -32700, "", "not JSON: an unexpected character (byte 0)"),
        (b'"\xff"', -32700, "", "not UTF-8"),
        (b'{"a":NaN}', -32700, "", "not JSON: an unexpected character (byte 5)"),
        (b'{"a":Infinity}', -32700, "", "not JSON: an unexpected character (byte 5)"),
        (b"null", -32600, "", "expected an object, got null"),
        (b"{}", -32600, "", "a message has exactly one of 'method', 'result' and 'error', not none"),
        (b'{"jsonrpc":"2.0","id":1,"method":5}', -32600, "/method", "5 is not a method of 2025-11-25"),
        (b'{"jsonrpc":"2.0","id":1,"method":"x"}', -32601, "/method", "'x' is not a method of 2025-11-25"),
        (
            b'{"jsonrpc":"2.0","id":1,"method":"roots/list"}',
            -32601,
            "/method",
            "a client does not send 'roots/list' in 2025-11-25",
        ),
        (b'{"jsonrpc":"2.0","method":"ping"}', -32600, "", "'id' is missing"),
        (b'{"id":1,"method":"ping"}', -32600, "", "'jsonrpc' is missing"),
        (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600, "/jsonrpc", "expected '2.0', got '1.0'"),
        (
            b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
            -32600,
            "/id",
            "expected a string or an integer, got 1.5",
        ),
        (
            b'{"jsonrpc":"2.0","id":null,"method":"ping"}',
            -32600,
            "/id",
            "expected a string or an integer, got null",
        ),
        (
            b'{"jsonrpc":"2.0","id":true,"method":"ping"}',
            -32600,
            "/id",
            "expected a string or an integer, got true",
        ),
        (b'{"jsonrpc":"2.0","id":1,"method":"tools/call"}', -32602, "", "'params' is missing"),
        (
            b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}',
            -32602,
            "/params",
            "'name' is missing",
        ),
        (
            b'{"jsonrpc":"2.0","id":1,"method":"logging/setLevel","params":{"level":"loud"}}',
            -32602,
            "/params/level",
            "'loud' is not one of alert, critical, debug, emergency, error, info, notice, warning "
            "in 2025-11-25",
        ),
    ],
)
def test_refusals(data: bytes, code: int, pointer: str, reason: str) -> None:
    """An error has the pointer to the value, the expectation, and the JSON-RPC code for the reply."""
    error = refusal(data)
    assert (error.code, error.pointer, error.reason) == (code, pointer, reason)
    assert str(error) == (f"{pointer}: {reason}" if pointer else reason)


def test_control_characters_stay_out_of_the_line() -> None:
    """A pointer is exact; the printed error is one line, even if member names have line breaks."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "x", "a\nb\u2028/é": 1}}
    error = refusal(frame, unknown="error")
    assert error.pointer == "/params/a\nb\u2028~1é"
    assert str(error) == r"/params/a\nb\u2028~1é: a member unknown to 2025-11-25"


def test_new_content_type_is_one_line() -> None:
    """An unknown tag is one error that says where the tag exists."""
    audio = {"type": "audio", "data": "", "mimeType": "audio/wav"}
    data = response("tools/call", [{"type": "text", "text": "t"}, audio])
    error = refusal(data, "server", "tools/call", "2024-11-05")
    assert error.pointer == "/result/content/1/type"
    assert (
        error.reason
        == "'audio' is not one of text, image, resource in 2024-11-05; audio exists since 2025-03-26"
    )


def test_known_tag_reports_what_is_wrong_inside() -> None:
    """A known tag with a wrong member is that member's error."""
    error = refusal(response("tools/call", [{"type": "text", "text": 5}]), "server", "tools/call")
    assert str(error) == "/result/content/0/text: expected a string, got 5"


def test_untagged_union_is_one_line() -> None:
    """An untagged union gives the mismatch of the intended variant, or that of each."""
    error = refusal(response("resources/read", [{"uri": "a"}]), "server", "resources/read")
    assert error.pointer == "/result/contents/0"
    assert error.reason == (
        "fits no variant: TextResourceContents ('text' is missing),"
        " BlobResourceContents ('blob' is missing)"
    )
    schema = {"type": "object", "properties": {"p": {"type": "array", "items": {"anyOf": [{"const": 1}]}}}}
    frame = {
        "jsonrpc": "2.0",
        "id": 1,
        "method": "elicitation/create",
        "params": {"message": "m", "requestedSchema": schema},
    }
    error = refusal(frame, "server")
    assert error.pointer.startswith("/params/requestedSchema/properties/p/items")


def test_method_of_another_revision() -> None:
    """The error for a method of another revision names that revision."""
    error = refusal({"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {}})
    assert error.code == -32601
    assert error.reason.endswith("server/discover exists since 2026-07-28")


def test_method_of_an_extension() -> None:
    """The error names the extension of the revision, and the older revision that has the method."""
    extension, extended = "in the extension io.modelcontextprotocol/tasks", mcp_revisions.revision(
        "2026-07-28"
    )
    older = f"tasks/get exists only in 2025-11-25, and {extension}"
    for method, hint in ("tasks/get", older), ("tasks/update", f"tasks/update exists only {extension}"):
        with pytest.raises(DecodeError) as refused:
            extended.decode_message({"jsonrpc": "2.0", "id": 1, "method": method}, "client")
        assert refused.value.code == -32601
        assert refused.value.reason.endswith(hint)


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_refusal_is_one_line(revision: str) -> None:
    """Every error for mutated text is a `DecodeError` of one line with a JSON-RPC code."""
    rng, module = Random(7), mcp_revisions.revision(revision)
    frames = [json.dumps(m.frame).encode() for m in messages(revision)]
    for _ in range(2000):
        data = bytearray(rng.choice(frames))
        for _ in range(rng.randrange(1, 4)):
            at = rng.randrange(len(data))
            data[at : at + rng.randrange(3)] = bytes(
                rng.choice(b'{}[]",:0\xff\\ae-') for _ in range(rng.randrange(3))
            )
        try:
            module.decode_message(
                bytes(data), rng.choice(["client", "server"]), rng.choice([None, "tools/list", {}.get])
            )
        except DecodeError as error:
            assert "\n" not in str(error)
            assert error.code in (-32700, -32600, -32601, -32602)


# Unknown members


FRAME = {
    "jsonrpc": "2.0",
    "id": 1,
    "method": "tools/call",
    "params": {
        "name": "x",
        "_meta": {"progressToken": 1, "com.example/k": 2},
        "arguments": {"z": 1},
        "a/b~c": [{"q": None}],
    },
    "~": 0,
    "": {},
}


def test_unknown_members_are_kept_and_named() -> None:
    """Unknown members at any depth are listed by JSON Pointer and written back; open objects have none."""
    message = mcp.decode_message(json.dumps(FRAME), "client")
    assert isinstance(message, mcp.CallToolRequest)
    assert message.unknown == ("/~0", "/", "/params/a~1b~0c")
    assert message.params.additional == {"a/b~c": [{"q": None}]}
    assert message.params.meta.additional == {"com.example/k": 2}
    assert json.loads(mcp.encode(message)) == FRAME


def test_unknown_drop_and_error() -> None:
    """`drop` leaves unknown members out, never the data of open objects; `error` refuses the first."""
    message = mcp.decode_message(json.dumps(FRAME), "client", unknown="drop")
    assert message.unknown == ()
    kept = json.loads(mcp.encode(message))
    assert kept["params"] == {
        "name": "x",
        "_meta": {"progressToken": 1, "com.example/k": 2},
        "arguments": {"z": 1},
    }
    error = refusal(FRAME, unknown="error")
    assert (error.pointer, error.reason) == ("/~0", "a member unknown to 2025-11-25, and 2 more")
    known = {k: v for k, v in FRAME.items() if k not in ("~", "")}
    assert refusal(known, unknown="error").code == -32602


def test_positional_arguments_of_a_response() -> None:
    """`Response(id, result)` has two positional arguments; a third, or a repeated one, is a `TypeError`."""
    assert mcp.Response(1, {"a": 1}) == mcp.Response(id=1, result={"a": 1})
    with pytest.raises(TypeError):
        mcp.Response(1, {}, "2.0")
    with pytest.raises(TypeError):
        mcp.Response(1, id=2, result={})


def test_parts_move_between_messages() -> None:
    """Unknown members stay with their object when it moves to another message."""
    tool = mcp.decode(b'{"name":"t","inputSchema":{"type":"object"},"x":{"y":1}}', mcp.Tool)
    page = mcp.Response(
        id=1,
        result=mcp.ListToolsResult(
            tools=[tool, mcp.Tool(name="u", input_schema=mcp.ToolInputSchema(type="object"))]
        ),
    )
    assert page.unknown == ("/result/tools/0/x",)
    assert json.loads(mcp.encode(page))["result"]["tools"][0]["x"] == {"y": 1}
    assert json.loads(mcp.encode([tool])) == [{"name": "t", "inputSchema": {"type": "object"}, "x": {"y": 1}}]


def test_objects_with_unknown_members_are_ordinary() -> None:
    """They compare, copy and pickle as other objects do."""
    tool = mcp.decode(b'{"name":"t","inputSchema":{"type":"object"},"x":{"y":1}}', mcp.Tool)
    for twin in (copy.copy(tool), copy.deepcopy(tool), pickle.loads(pickle.dumps(tool))):
        assert twin == tool
        assert mcp.encode(twin) == mcp.encode(tool)
    assert tool != mcp.decode(b'{"name":"t","inputSchema":{"type":"object"}}', mcp.Tool)
    assert "'y': 1" in repr(tool)


def test_with_additional() -> None:
    """Members beyond the declared ones can be set, all at once; declared names are refused."""
    meta = mcp.RequestMeta(progress_token=1).with_additional({"com.example/k": [1]})
    assert json.loads(mcp.encode(meta)) == {"progressToken": 1, "com.example/k": [1]}
    assert mcp.encode(meta.with_additional({})) == b'{"progressToken":1}'
    for name in ("progressToken",):
        with pytest.raises(ValueError, match="declared"):
            meta.with_additional({name: 1})
    with pytest.raises(ValueError, match="declared"):
        mcp.TextContent(text="t").with_additional({"type": "image"})


class Closed(Struct, kw_only=True):
    """An object without other members."""

    __closed__ = True


class Open(Struct, kw_only=True):
    """An object with any other member but one."""

    __absent__ = ("never",)


def test_no_object_has_an_illegal_member() -> None:
    """A closed class takes no other member, and an open one none that is never legal there."""
    for made in (Open().with_additional({"x": 1}), Open()):
        with pytest.raises(ValueError, match="never is not an allowed member of Open"):
            made.with_additional({"y": 1, "never": 1})
    with pytest.raises(ValueError, match="x is not an allowed member of Closed"):
        Closed().with_additional({"x": 1})
    assert Closed().with_additional({}) == Closed()
    assert mcp.decode({"x": 1}, Open) == Open().with_additional({"x": 1})
    assert mcp.json_schema(Open)["properties"] == {"never": False}
    assert mcp.json_schema(Closed)["additionalProperties"] is False
    assert "additionalProperties" not in mcp.json_schema(Open)
    for tree, type_, at in (({"x": 1}, Closed, "/x"), ({"x": 1, "never": 1}, Open, "/never")):
        with pytest.raises(DecodeError, match="this member is not allowed") as caught:
            mcp.decode(tree, type_)
        assert caught.value.pointer == at


def test_with_additional_keeps_what_else_the_message_has() -> None:
    """A copy has the skipped items of the message; without further members it is of the declared class."""
    result = mcp.decode({"tools": [5]}, mcp.ListToolsResult, invalid_items="skip")
    for members in ({}, {"x": 1}):
        copied = result.with_additional(members)
        assert copied.skipped == result.skipped != ()
        assert copied.additional == members
        assert json.loads(mcp.encode(copied)) == {"tools": [], **members}
    text = mcp.TextContent(text="t")
    assert type(text.with_additional({"x": 1}).with_additional({})) is type(text)


def test_a_single_unknown_member_is_refused_on_demand() -> None:
    """One unknown member is enough for `unknown="error"`, in a frame and in a value, text or tree."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "a", "x": 1}}
    for data in (frame, json.dumps(frame)):
        assert refusal(data, unknown="error").pointer == "/params/x"
    for value in ({"uri": "a:b", "x": 1}, '{"uri":"a:b","x":1}'):
        with pytest.raises(DecodeError) as caught:
            mcp.decode(value, mcp.Root, unknown="error")
        assert caught.value.pointer == "/x"


def test_the_ordinary_result_of_a_method_is_its_first() -> None:
    """A method has the type of its ordinary result beside all results; a notification has none."""
    call, progress = mcp.METHODS["tools/call"], mcp.METHODS["notifications/progress"]
    assert call.results == (mcp.CallToolResult, mcp.CreateTaskResult)
    assert call.result is mcp.CallToolResult
    assert (progress.results, progress.result) == ((), None)


@pytest.mark.parametrize("value", ["~", "\0", '"~":\0', ',"~":', "\\u0000", '","~":0,"'])
def test_marks_of_the_encoder_cannot_be_forged(value: str) -> None:
    """A message with the encoder's marks as names or values encodes to the same JSON."""
    tree = {
        "name": value,
        "inputSchema": {"type": "object", value: value},
        value: {value: value, "~": 0},
        "~": value,
    }
    tool = mcp.decode(json.dumps(tree), mcp.Tool)
    assert json.loads(mcp.encode(tool)) == tree


# invalid_items="skip"


@pytest.mark.parametrize("revision", REVISIONS)
@pytest.mark.parametrize("method", ITEMS)
def test_skip_keeps_the_good_items(revision: str, method: str) -> None:
    """A page of 312 items, one invalid, gives 311 and one report; by default the page is refused."""
    judge = oracle(revision)
    if method not in judge.requests:
        return
    module: Any = mcp_revisions.revision(revision)
    sender = OTHER[next(s for s, _, m in judge.sent if m == method)]
    name, good = ITEMS[method]
    data = response(method, [good] * 200 + [{"uri": 5}] + [good] * 111, revision)
    message = module.decode_message(data, sender, method, invalid_items="skip")
    [skipped] = message.skipped
    assert skipped.pointer.startswith(f"/result/{name}/200")
    assert skipped.reason
    back = json.loads(module.encode(message))["result"][name]
    assert back == [good] * 311
    assert refusal(data, sender, method, revision).pointer == skipped.pointer
    assert (
        module.decode_message(
            response(method, [good] * 2, revision), sender, method, invalid_items="skip"
        ).skipped
        == ()
    )


def test_skip_with_unknown_pointers() -> None:
    """Unknown members of valid items are kept; those of a skipped item are left out with the item."""
    good = {"name": "t", "inputSchema": {"type": "object"}, "x": 1}
    data = response("tools/list", [good, {**good, "name": 5}, good])
    message = mcp.decode_message(data, "server", "tools/list", invalid_items="skip")
    assert message.unknown == ("/result/tools/0/x", "/result/tools/1/x")
    assert [s.pointer for s in message.skipped] == ["/result/tools/1/name"]
    assert json.loads(mcp.encode(message))["result"]["tools"] == [good, good]
    result = mcp.decode(json.dumps({"tools": [5]}), mcp.ListToolsResult, invalid_items="skip")
    assert [s.pointer for s in result.skipped] == ["/tools/0"]
    assert mcp.encode(result) == b'{"tools":[]}'


def test_skip_is_for_items_alone() -> None:
    """A mismatch outside the items refuses the page."""
    data = json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": [5], "nextCursor": 5}})
    assert refusal(data, "server", "tools/list", invalid_items="skip").pointer == "/result/nextCursor"


@pytest.mark.parametrize("item", [str, int | None, bool | Literal["a"], float])
def test_skip_leaves_scalars(item: Any) -> None:
    """An array of texts or numbers is one value: a part of it would say something else."""
    items, either = GenericAlias(list, item), GenericAlias(list, item | list[str])
    type_ = msgspec.defstruct("Values", [("items", items)], bases=(Struct,), kw_only=True)
    with pytest.raises(DecodeError) as caught:
        mcp.decode({"items": [[]]}, type_, invalid_items="skip")
    assert caught.value.pointer == "/items/0"
    page = msgspec.defstruct("Page", [("items", either)], bases=(Struct,), kw_only=True)
    assert [each.pointer for each in mcp.decode({"items": [{}]}, page, invalid_items="skip").skipped] == [
        "/items/0"
    ]


# encode


def test_encode_refuses_what_json_lacks() -> None:
    """A value that JSON cannot carry raises `EncodeError`."""
    endless: list[Any] = []
    endless.append(endless)
    for value in (mcp.TextContent(text="\ud800"), object(), {"a": {1j}}, endless, 10**5000):
        with pytest.raises(EncodeError):
            mcp.encode(value)


def test_none_is_null_and_unset_is_absent() -> None:
    """`null`, absent, `{}` and `[]` stay distinct."""
    for text in (b'{"task":{"ttl":null}}', b"{}", b'{"task":{}}', b'{"task":[]}'):
        frame = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": "tools/call",
            "params": {"name": "x", "arguments": json.loads(text)},
        }
        assert json.loads(mcp.encode(mcp.decode_message(json.dumps(frame), "client"))) == frame


# Threads, imports, size


def test_threads_share_a_codec() -> None:
    """Many threads that share a fresh codec get the same messages as one thread."""
    revision = "2025-11-25"
    judge = oracle(revision)
    work = [
        (json.dumps(m.frame).encode(), m.sender, m.answering if m.answering in judge.requests else None)
        for m in messages(revision)
    ]
    work = [w for w in work if judge.frame_fits(json.loads(w[0]), w[1], w[2])]
    expected = [mcp.decode_message(*w) for w in work]
    for _ in range(3):
        codec = Codec(revision, mcp.types, mcp.METHODS, batches=False, elsewhere={})
        failures: list[object] = []
        start = threading.Barrier(16)

        def run(
            seed: int, codec: Codec = codec, failures: list[object] = failures, start: Any = start
        ) -> None:
            order = list(range(len(work)))
            Random(seed).shuffle(order)
            start.wait()
            try:
                for i in order:
                    if (
                        codec.decode_message(*work[i]) != expected[i]
                        or codec.decode_parsed(json.loads(work[i][0]), *work[i][1:]) != expected[i]
                    ):
                        failures.append(work[i])
            except Exception as error:  # noqa: BLE001 - whatever goes wrong in a thread is a failure
                failures.append(error)

        interval = sys.getswitchinterval()
        sys.setswitchinterval(1e-6)
        try:
            threads = [threading.Thread(target=run, args=(seed,)) for seed in range(16)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
        finally:
            sys.setswitchinterval(interval)
        assert failures == []


def test_import_is_light() -> None:
    """Importing a revision imports no heavy module."""
    code = "import sys, mcp_revisions.v2025_11_25; print(*sorted(sys.modules))"
    loaded = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.split()
    bare = subprocess.run(
        [sys.executable, "-c", "import sys, msgspec; print(*sorted(sys.modules))"],
        capture_output=True,
        text=True,
        check=True,
    )
    heavy = {
        "asyncio",
        "logging",
        "json",
        "inspect",
        "dataclasses",
        "importlib.metadata",
        "jsonschema",
        "mcpgen",
    }
    assert heavy & (set(loaded) - set(bare.stdout.split())) == set()
    revisions = [name for name in loaded if name.startswith("mcp_revisions.v")]
    assert {name.split(".")[1] for name in revisions} == {"v2025_11_25"}


@pytest.mark.long
def test_large_frame() -> None:
    """A frame of 50 MB is decoded in proportional memory, with and without unknown members."""
    import resource

    block = {"type": "text", "text": "x" * 1000}
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    for extra in ({}, {"x": 1}):
        data = response("tools/call", [{**block, **extra}] * 50_000)
        message = mcp.decode_message(data, "server", "tools/call")
        assert len(message.result.content) == 50_000
        assert len(unknown_pointers(message)) == 50_000 * len(extra)
        del message
    assert resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before < 600_000


@pytest.mark.parametrize("revision", REVISIONS)
def test_a_method_of_no_revision_names_what_was_meant(revision: str) -> None:
    """The error for `elicitation/requestInput`, which no revision has, names the method and member to use."""
    frame = (
        b'{"jsonrpc":"2.0","id":1,"method":"elicitation/requestInput","params":{"message":"m","schema":{}}}'
    )
    with pytest.raises(DecodeError) as refused:
        mcp_revisions.revision(revision).decode_message(frame, sender="server")
    assert refused.value.code == -32601 and refused.value.pointer == "/method"
    assert "elicitation/create" in refused.value.reason and "requestedSchema" in refused.value.reason


def test_objects_with_other_unknown_members_or_skipped_items_differ() -> None:
    """Two objects are equal with equal members alone, unknown ones and skipped items too."""
    page: dict[str, Any] = {"tools": [], "x": 1}
    pages = [
        mcp.decode({**page, **more}, mcp.ListToolsResult, invalid_items="skip")
        for more in ({}, {"x": 2}, {"y": 1}, {"tools": [5]}, {"tools": [5, 5]}, {"tools": ["a"]})
    ]
    for one, other in itertools.product(range(len(pages)), repeat=2):
        assert (pages[one] == pages[other]) is (one == other)
    assert [len(each.skipped) for each in pages] == [0, 0, 0, 1, 2, 1]
    assert [each.unknown for each in pages] == [("/x",), ("/x",), ("/x", "/y"), ("/x",), ("/x",), ("/x",)]


@pytest.mark.parametrize("id", [0, "a", ""])
@pytest.mark.parametrize(
    ("frame", "sender", "answering"),
    [
        ({"method": "tools/call"}, "client", None),
        ({"method": "tools/callx"}, "client", None),
        ({"method": "tools/call", "params": {"name": 1}}, "client", None),
        ({"method": "ping"}, "server", "tools/call"),
        ({"result": {}, "error": {}}, "server", "tools/call"),
        ({"result": {}}, "server", "tools/call"),
        ({"result": {}}, "client", "tools/call"),
        ({"error": {}}, "server", None),
        ({}, "server", None),
    ],
)
def test_a_refused_message_has_its_id_in_the_error(
    id: Any, frame: dict[str, Any], sender: str, answering: str | None
) -> None:
    """`DecodeError.id` is the id of the message, so that nobody parses it again to reply."""
    frame = {"jsonrpc": "2.0", "id": id, **frame}
    for data in (json.dumps(frame), frame):
        with pytest.raises(DecodeError) as caught:
            mcp.decode_message(data, sender, answering)
        assert caught.value.id == id
        assert caught.value.args == (caught.value.pointer, caught.value.reason, caught.value.code, id)
        assert pickle.loads(pickle.dumps(caught.value)).id == id


def test_a_message_without_a_readable_id_has_none_in_the_error() -> None:
    """An id that is missing, of another type, or in text that is not JSON is None."""
    for data in ('{"id": 1', "[]", "5", '{"id": null}', '{"id": [1]}', '{"id": true}', '{"method": "x"}'):
        assert refusal(data).id is None, data
    assert refusal('{"id": 1, "id": 1}', strict_json=True).id is None


def test_an_item_of_a_batch_has_its_own_id_in_the_error() -> None:
    """The error of a batch has the id of the item that is refused."""
    items = [{"jsonrpc": "2.0", "id": 1, "method": "ping"}, {"jsonrpc": "2.0", "id": 2, "method": "pong"}]
    error = refusal(items, revision="2025-03-26")
    assert (error.pointer, error.id) == ("/1/method", 2)


def test_only_the_error_of_a_message_has_an_id() -> None:
    """`decode` of a message type gives the id; that of another type with a member `id` does not."""
    request = {"jsonrpc": "2.0", "id": 1, "method": "tools/call"}
    for type_, id in ((mcp.CallToolRequest, 1), (mcp.Tool, None)):
        for unknown in ("keep", "error"):
            with pytest.raises(DecodeError) as caught:
                mcp.decode(request, type_, unknown=unknown)
            assert caught.value.id == id
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping", "x": 1}
    with pytest.raises(DecodeError) as caught:
        mcp.decode(ping, mcp.PingRequest, unknown="error")
    assert caught.value.id == 1
