"""Frames that break the protocol: no event raises, and every request is answered once."""

from __future__ import annotations

import itertools
import json
import time
from typing import Any

import mcp_revisions as mr
import msgspec
import pytest
from bridge_fuzzer import fuzz

import mcp_bridge
from support.bridge_pair import MODERN, PER_REQUEST, Bridged, Frame, modern, opened, text_of, welcome
from support.broken_frames import CAPABILITIES, UNREADABLE, UNWRITABLE, nested

PAIRS = list(itertools.permutations(mr.REVISIONS, 2))
FORM = {"message": "Who?", "requestedSchema": {"type": "object", "properties": {"n": {"type": "string"}}}}
TEXT = {"content": [{"type": "text", "text": "done"}]}


def joined(client: str, server: str) -> Bridged:
    """Return a bridge after the handshake, between sides that can do everything."""
    link = opened(client, server, able=CAPABILITIES, offered=CAPABILITIES)
    link.judging = False
    return link


def call(link: Bridged, id: Any = "c") -> Frame:
    """Let the client call a tool and return the request that reaches the server."""
    params, revision = {"name": "t", "arguments": {}}, link.revision["client"]
    if revision in PER_REQUEST:
        params = modern(params, revision=revision)
    sent = link.ask("client", "tools/call", params, id=id)
    return next(frame for frame in sent if frame.get("method") == "tools/call")


def from_server(link: Bridged, frame: Any) -> list[Frame]:
    """Let the server send a text or a tree and return the frames for the client."""
    return [
        msgspec.json.decode(send.data) for send in link.bridge.trees.from_server(frame) if send.to == "client"
    ]


# ---- the fuzzer -----------------------------------------------------------------------------------


@pytest.mark.parametrize("first", [1, 1001, 2001, 3001])
def test_broken_frames_of_fixed_seeds(first: int) -> None:
    """The laws of the fuzzer hold for every pair of revisions and `auto`."""
    assert first + 30 < fuzz(50_000, seed=first) <= first + 1000  # no seed counts twice


@pytest.mark.long
def test_a_million_broken_frames() -> None:
    """The laws hold for a million frames of other seeds."""
    fuzz(1_000_000, seed=1_000_000)


@pytest.mark.parametrize(
    "module, name, fault",
    [
        ("texts", "unreadable_heads", lambda frame: []),
        ("requests", "is_request_id", lambda value: type(value) in (int, str)),
        ("converters", "Direction.check_method", lambda self, frame, answering: None),
    ],
)
def test_the_fuzzer_finds_a_fault(
    module: str, name: str, fault: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Without a part of the defence the laws are broken within some hundred thousand frames."""
    monkeypatch.setattr(f"mcp_bridge.core.{module}.{name}", fault)
    with pytest.raises(AssertionError, match="seed"):
        fuzz(1_000_000)


# ---- unreadable frames ----------------------------------------------------------------------------


@pytest.mark.parametrize("client, server", PAIRS)
def test_an_unreadable_response_ends_its_request(client: str, server: str) -> None:
    """The client gets an error at once, whatever made the response unreadable."""
    for number, value in enumerate(UNREADABLE):
        link = joined(client, server)
        asked = call(link, number)
        text = b'{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":%s}]}}'
        (told,) = from_server(link, text % (asked["id"], value))
        assert told["id"] == number and "is unreadable" in told["error"]["message"], value[:20]
        assert link.bridge.trees.pending == 0 and link.bridge.deadline is None


@pytest.mark.parametrize("client, server", PAIRS)
def test_an_unreadable_request_is_refused_under_its_id(client: str, server: str) -> None:
    """A peer whose request cannot be read is answered: its id is found in the text, also behind the fault."""
    link = joined(client, server)
    for side, take in (("client", link.bridge.trees.from_client), ("server", link.bridge.trees.from_server)):
        for number, value in enumerate(UNREADABLE):
            text = b'{"jsonrpc":"2.0","method":"tools/call","params":{"id":7,"x":%s},"id":"r%d"}'
            (send,) = take(text % (value, number))
            assert send.to == side and send.tree["id"] == f"r{number}"
            assert send.tree["error"]["code"] == -32700


@pytest.mark.parametrize(
    "answer",
    [
        {"result": TEXT},
        {"jsonrpc": "1.0", "result": TEXT},
        {"jsonrpc": "2.0"},
        {"jsonrpc": "2.0", "result": TEXT, "error": {"code": 1, "message": "m"}},
        *({"jsonrpc": "2.0", "result": {"content": value}} for value in UNWRITABLE),
    ],
    ids=lambda answer: str(list(answer))[:60],
)
def test_a_malformed_response_ends_its_request(answer: Frame) -> None:
    """A response that is no JSON-RPC, or a tree that JSON cannot carry, leaves no request open."""
    link = joined("2025-11-25", "2025-06-18")
    asked = call(link)
    (told,) = from_server(link, {"id": asked["id"], **answer})
    assert told["id"] == "c" and link.bridge.trees.pending == 0


def test_other_json_on_the_wire_ends_no_request() -> None:
    """A log line of the server that happens to have an id is dropped."""
    link = joined("2025-11-25", "2025-06-18")
    asked = call(link)
    for line in (b'{"id":%d}', b'{"id":%d,"level":"info","text":NaN}', b'{"id":%d,"name":"\\ud800"}'):
        assert from_server(link, line % asked["id"]) == []
    assert link.bridge.trees.pending == 1


@pytest.mark.parametrize("spaces", ["", " ", "\n\t "])
@pytest.mark.parametrize("broken", [rb'"\x"', b"NaN", b"nul"])
def test_each_request_in_an_unreadable_batch_is_refused_under_its_id(spaces: str, broken: bytes) -> None:
    """The ids of a batch stand one level deeper than that of a frame; ids of params are none."""
    link = opened("2025-03-26", "2024-11-05")
    link.judging = False
    frames = (
        {"jsonrpc": "2.0", "id": id, "method": "m", "params": {"id": 7, "x": [{"id": 8}]}} for id in "ab"
    )
    text = json.dumps([*frames])[:-1].encode() + b"," + broken + b"]"
    refused = link.take(link.bridge.lines.from_client(spaces.encode() + text))
    assert [(frame["id"], frame["error"]["code"]) for frame in refused] == [("a", -32700), ("b", -32700)]


def seconds_to_read(piece: bytes, size: int) -> float:
    """Return the CPU time in which a bridge reads a text of that size."""
    bridge = mcp_bridge.Bridge("2025-06-18", "2025-11-25")
    began = time.process_time()
    bridge.from_server(piece * (size // len(piece)))
    return time.process_time() - began


def test_reading_an_unreadable_frame_takes_linear_time() -> None:
    """A text of quotes and backslashes, or brackets, four times as long takes about four times as long."""
    for piece in (b'"\\"', b'"', b"[", b'{"a":', b"\\", b'"id":1,'):
        less, more = float("inf"), float("inf")
        for _ in range(5):  # in turn, so that a busy moment of the machine meets both; the least counts
            less = min(less, seconds_to_read(piece, 100_000))
            more = min(more, seconds_to_read(piece, 400_000))
        assert more < 12 * max(less, 0.01), piece


def test_frames_are_carried_up_to_a_depth_and_refused_beyond() -> None:
    """512 levels go through, in text and in a tree; 513 are refused before anything is converted."""
    for depth, carried in ((508, True), (509, False)):
        for form in (dict, text_of):
            link = joined("2025-11-25", "2025-06-18")
            asked = call(link)
            frame = {"jsonrpc": "2.0", "id": asked["id"], "result": {**TEXT, "_meta": {"x": nested(depth)}}}
            (told,) = from_server(link, form(frame))
            assert ("result" in told) == carried


# ---- numbers --------------------------------------------------------------------------------------


@pytest.mark.parametrize("client, server", PAIRS)
def test_an_id_is_compared_as_a_number(client: str, server: str) -> None:
    """`1.0` answers request 1, cancels request 1 and is its progress token; `true` and `"1"` are not 1."""
    link = joined(client, server)
    asked = call(link, id=5)
    for wrong in (str(asked["id"]), True):
        assert link.send("server", {"jsonrpc": "2.0", "id": wrong, "result": TEXT}) == []
    (told,) = link.send("server", {"jsonrpc": "2.0", "id": float(asked["id"]), "result": TEXT})
    assert told["id"] == 5
    asked = call(link, id=6.0)
    sent = link.tell("client", "notifications/cancelled", {"requestId": 6})
    assert [frame["params"]["requestId"] for frame in sent] == [asked["id"]]
    call(link, id=7)
    (refused,) = link.send(
        "client", {"jsonrpc": "2.0", "id": 7.0, "method": "tools/list", "params": modern()}
    )
    assert refused["error"]["code"] == -32600, "the id is in use"


def test_a_progress_token_is_compared_as_a_number() -> None:
    """Progress under `7.0` belongs to the request that was sent under 7."""
    link = joined("2025-11-25", "2025-06-18")
    (asked,) = link.ask("client", "tools/call", {"name": "t", "_meta": {"progressToken": 3.0}})
    token = float(asked["params"]["_meta"]["progressToken"])
    (told,) = link.tell("server", "notifications/progress", {"progressToken": token, "progress": 1})
    assert told["params"]["progressToken"] == 3


@pytest.mark.parametrize("client, server", PAIRS)
def test_a_code_is_compared_as_a_number(client: str, server: str) -> None:
    """An error whose code is written `-32602.0` is passed on as that error."""
    link = joined(client, server)
    (told,) = link.fail("server", call(link), -32602.0)  # type: ignore[arg-type]
    assert told["error"]["code"] == -32602


# ---- methods and calls ----------------------------------------------------------------------------


def test_a_call_without_params_is_repeated() -> None:
    """R-MRTR: a request that came without params is sent again with the answers."""
    link = joined("2025-11-25", MODERN)
    (asked,) = link.send("client", {"jsonrpc": "2.0", "id": 1, "method": "tools/call"})
    input_requests = {"q": {"method": "elicitation/create", "params": FORM}}
    result = {"resultType": "input_required", "inputRequests": input_requests}
    (input_request,) = link.answer("server", asked, result)
    (again,) = link.answer("client", input_request, {"action": "decline"})
    assert again["method"] == "tools/call" and "inputResponses" in again["params"]


@pytest.mark.parametrize("tag", [["audio"], {"a": 1}, None, True, 1.0])
@pytest.mark.parametrize("client, server", PAIRS)
def test_a_tag_may_be_any_value(client: str, server: str, tag: Any) -> None:
    """A content block whose type is a list or an object is passed on or refused."""
    link = joined(client, server)
    result = {"content": [{"type": tag, "data": ""}], "resultType": "complete"}
    (told,) = link.answer("server", call(link), result)
    assert told["id"] == "c"


def test_a_method_that_the_settled_revision_lacks_is_answered() -> None:
    """A result for a method that was forwarded before the server's revision was settled ends its request."""
    link = joined("2025-11-25", "2024-11-05")
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    (asked,) = link.ask("client", "initialize", hello)
    link.answer("server", asked, welcome("2025-11-25"))
    (asked,) = link.ask("client", "initialize", hello)
    (late,) = link.ask("client", "tasks/list", {}, id="late")
    link.answer("server", asked, welcome("2024-11-05"))
    (told,) = link.answer("server", late, {"tasks": []})
    assert told["id"] == "late" and told["error"]["code"] == -32603


# ---- unreadable frames between equal revisions ----------------------------------------------------

CUT = b'{"jsonrpc":"2.0","id":%s,"result":{"text":"\\ud83d"}}'
BYTES = b'{"jsonrpc":"2.0","id":%s,"result":{"text":"\xe9"}}'
ASKED = b'{"jsonrpc":"2.0","id":%s,"method":"x"}'
INPUT_REQUEST = b'{"jsonrpc":"2.0","id":%s,"method":"x","params":{"text":"\xe9"}}'


@pytest.mark.parametrize("side", ["client", "server"])
@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_unreadable_bytes_between_equal_revisions_end_their_request(revision: str, side: str) -> None:
    """An answer becomes an error for its asker, a request an error for its sender; half a pair is carried."""
    bridge = mcp_bridge.Bridge(revision, revision)
    receive, ask = bridge.from_client, bridge.from_server
    if side == "server":
        receive, ask = ask, receive
    for id in (b"7", b'"a"'):
        ask(ASKED % id)
        (carried,) = receive(CUT % id)
        assert carried.to != side and json.loads(carried.data)["result"] == {"text": "\ud83d"}
        ask(ASKED % id)
        (ended,) = receive(BYTES % id)
        assert ended.to == carried.to and ended.tree["id"] == json.loads(id)
        assert ended.tree["error"]["code"] == -32603
        (refused,) = receive(INPUT_REQUEST % id)
        assert refused.to == side and refused.tree["id"] == json.loads(id)
        assert refused.tree["error"]["code"] == -32700
    (dropped,) = receive(b"\xff")
    assert dropped.to is None


HALVES = {
    rb'"\ud83d"': "\ufffd",
    rb'"a\uDE00b"': "a\ufffdb",
    rb'"\ude00\ud83d"': "\ufffd\ufffd",
    rb'"\ud83d\ude00\ud83d"': "\U0001f600\ufffd",
    rb'"\\ud83d\\\ud83d\ud83d\n"': "\\ud83d\\\ufffd\ufffd\n",
    rb'"\u005cud83d \ud83d"': "\\ud83d \ufffd",
}


@pytest.mark.parametrize("as_tree", [False, True])
@pytest.mark.parametrize("client, server", [("2025-06-18", "2025-11-25"), (MODERN, "2025-06-18")])
@pytest.mark.parametrize("text", HALVES)
def test_half_of_a_pair_arrives_as_the_replacement_character(
    client: str, server: str, text: bytes, as_tree: bool
) -> None:
    """A text cut inside an emoji is a result all the same, and the loss is reported once."""
    link = opened(client, server)
    params = modern({"name": "t"}) if client == MODERN else {"name": "t"}
    (asked,) = link.ask("client", "tools/call", params, id="c")
    content = b'{"content":[{"type":"text","text":%s}]}' % text
    frame: Any = b'{"jsonrpc":"2.0","id":%s,"result":%s}' % (json.dumps(asked["id"]).encode(), content)
    (told,) = link.take(link.bridge.from_server(json.loads(frame) if as_tree else frame))
    assert told["id"] == "c" and told["result"]["content"][0]["text"] == HALVES[text]
    (loss,) = [loss for loss in link.losses if loss.change == "unicode"]
    assert loss.kind == "reshaped" and loss.value == HALVES[text].count("\ufffd")


@pytest.mark.parametrize("as_tree", [False, True])
@pytest.mark.parametrize("text", HALVES)
def test_half_of_a_pair_in_an_id_is_refused(text: bytes, as_tree: bool) -> None:
    """The answer would have another id, so the frame cannot be read; an id without a half can."""
    link = opened("2025-06-18", "2025-11-25")
    frame: Any = b'{"jsonrpc":"2.0","id":%s,"method":"ping"}' % text
    sent = link.bridge.from_client(json.loads(frame) if as_tree else frame)
    assert [each.to for each in sent] and all(each.to != "server" for each in sent)


@pytest.mark.parametrize("client, server", [("2025-06-18", "2025-11-25"), (MODERN, "2025-06-18")])
def test_an_unreadable_answer_of_either_side_is_an_error_for_the_asker(client: str, server: str) -> None:
    """A call of the client, and an input request of a legacy server, get an error at once."""
    link = opened(client, server, able={"roots": {}})
    params = modern({"name": "t"}, {"roots": {}}) if client == MODERN else {"name": "t"}
    (asked,) = link.ask("client", "tools/call", params, id="c")
    (ended,) = link.take(link.bridge.from_server(BYTES % json.dumps(asked["id"]).encode()))
    assert ended["id"] == "c" and "unreadable" in ended["error"]["message"]
    if client != MODERN:
        (input_request,) = link.ask("server", "roots/list", id="q")
        (ended,) = link.take(link.bridge.from_client(BYTES % json.dumps(input_request["id"]).encode()))
        assert ended["id"] == "q" and "unreadable" in ended["error"]["message"]


def test_an_input_request_that_is_no_json_is_refused() -> None:
    """A tree with a number that JSON has not is refused with an error, and nothing raises."""
    link = joined(MODERN, "2024-11-05")
    call(link)
    input_request = {"jsonrpc": "2.0", "id": 7, "method": "roots/list", "result": {"a": float("inf")}}
    (refused,) = [json.loads(send.data) for send in link.bridge.trees.from_server(input_request)]
    assert refused["id"] == 7 and "is not a JSON number" in refused["error"]["message"]
