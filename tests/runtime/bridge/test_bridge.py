"""The bridge, rule by rule; `bridged.py` checks every frame that it sends."""

from __future__ import annotations

import itertools
import json
from typing import Any

import mcp_revisions as mr
import pytest

from support.bridge_pair import (
    MODERN,
    PREFIX,
    Bridged,
    Frame,
    discovery,
    initialize,
    meta,
    modern,
    opened,
    welcome,
)

LEGACY = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25")
FORM = {"message": "Who?", "requestedSchema": {"type": "object", "properties": {"n": {"type": "string"}}}}
SAMPLE = {"messages": [{"role": "user", "content": {"type": "text", "text": "2+2?"}}], "maxTokens": 9}
SAID = {"role": "assistant", "content": {"type": "text", "text": "4"}, "model": "m"}
TEXT = {"content": [{"type": "text", "text": "done"}]}
FILTER = {"toolsListChanged": True, "resourceSubscriptions": ["file:///a", "file:///b"]}
SUBSCRIBING = {"resources": {"subscribe": True, "listChanged": True}, "tools": {"listChanged": True}}


def asks(questions: Frame, state: str | None = "S") -> Frame:
    """Return an input-required result."""
    made: Frame = {"resultType": "input_required"}
    if questions:
        made["inputRequests"] = questions
    return made | ({} if state is None else {"requestState": state})


def elicit(params: Frame | None = None) -> Frame:
    return {"method": "elicitation/create", "params": params or FORM}


# ---- the same revision, and both with a handshake ---------------------------------------------------------------------


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_the_same_revision_forwards_what_came(revision: str) -> None:
    """Rule 5: bytes go on as they came, whatever they hold."""
    bridge = mr.Bridge(revision, revision)
    for line in (b'{"jsonrpc": "2.0", "id": 1.0, "x": NaN', b"[]", b'{"id":1}'):
        assert bridge.from_client(line) == [("server", line, ())]
        (back,) = bridge.from_server(line)
        assert back.to == "client" and back.data == line


@pytest.mark.parametrize("client, server", list(itertools.permutations(LEGACY, 2)))
def test_a_handshake_says_to_each_side_its_revision(client: str, server: str) -> None:
    """Rule 6: the server is asked for its revision, the client is told its own, and a call goes through."""
    link = opened(client, server, offered={"tools": {}})
    assert link.got["server"][0]["params"]["protocolVersion"] == server
    assert link.got["client"][0]["result"]["protocolVersion"] == client
    assert link.got["server"][1]["method"] == "notifications/initialized"
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id="x")
    (answer,) = link.answer("server", call, TEXT)
    assert answer["id"] == "x" and answer["result"]["content"] == TEXT["content"]


def test_a_server_may_settle_on_another_revision() -> None:
    """Rule 6: the revision that the server answers with is the one that it is spoken to in."""
    link = Bridged("2025-11-25", "2025-06-18")
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    (asked,) = link.ask("client", "initialize", hello)
    (answer,) = link.answer("server", asked, welcome("2025-03-26"))
    assert answer["result"]["protocolVersion"] == "2025-11-25" and link.bridge.server == "2025-03-26"
    (asked,) = link.ask("client", "initialize", hello)
    (refused,) = link.answer("server", asked, welcome("1.0"))
    assert refused["error"]["code"] == -32602 and refused["error"]["data"]["supported"] == ["2025-11-25"]


def test_ids_come_back_as_they_were() -> None:
    """Rule 3: `1`, `"1"` and a large integer are three requests; each answer goes to its own."""
    link = opened("2025-06-18", "2025-11-25")
    calls = {}
    for id in (1, "1", 2**60):
        (calls[json.dumps(id)],) = link.ask("client", "tools/call", {"name": "t"}, id=id)
    for id in ("1", 2**60, 1):
        (answer,) = link.answer("server", calls[json.dumps(id)], TEXT)
        assert answer["id"] == id and type(answer["id"]) is type(id)


def test_ids_of_both_sides_do_not_meet() -> None:
    """Rule 3: a request of the server with the id of one of the client is another request."""
    link = opened("2025-06-18", "2025-11-25", able={"roots": {}})
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id=1)
    (roots,) = link.ask("server", "roots/list", id=1)
    (answer,) = link.answer("client", roots, {"roots": []})
    assert answer == {"jsonrpc": "2.0", "id": 1, "result": {"roots": []}}
    (answer,) = link.answer("server", call, TEXT)
    assert answer["id"] == 1 and "content" in answer["result"]


def test_a_second_request_under_an_open_id_is_refused() -> None:
    """Rule 4: the id is in use until the first request is answered."""
    link = opened("2025-06-18", "2025-11-25")
    (call,) = link.ask("client", "tools/list", id="x")
    (refused,) = link.ask("client", "tools/list", id="x")
    assert refused["error"]["code"] == -32600
    link.answer("server", call, {"tools": []})
    assert len(link.ask("client", "tools/list", id="x")) == 1


def test_an_answer_to_nothing_ends_here() -> None:
    """Rule 1: no answer is sent twice, and an answer of another type of id is no answer."""
    link = opened("2025-06-18", "2025-11-25")
    (call,) = link.ask("client", "tools/list")
    assert link.send("server", {"jsonrpc": "2.0", "id": str(call["id"]), "result": {"tools": []}}) == []
    assert len(link.answer("server", call, {"tools": []})) == 1
    assert link.answer("server", call, {"tools": []}) == []


def test_one_request_too_many_is_refused() -> None:
    """Rule 4: the bound holds for each side, and the refusal says so."""
    link = opened("2025-06-18", "2025-11-25", limits=mr.BridgeLimits(pending=3))
    for _ in range(3):
        assert "method" in link.ask("client", "tools/list")[0]
    (refused,) = link.ask("client", "tools/list")
    assert refused["error"]["code"] == -32603 and "3 requests" in refused["error"]["message"]
    assert "method" in link.ask("server", "ping")[0]


@pytest.mark.parametrize("client, server", [("2024-11-05", "2025-11-25"), ("2025-03-26", "2025-06-18")])
def test_a_question_that_the_client_does_not_know_is_refused(client: str, server: str) -> None:
    """R-ELICIT-DOWN: the server is told, and nobody answers for the user."""
    link = opened(client, server)
    (refused,) = link.ask("server", "elicitation/create", FORM, id="e")
    assert refused["id"] == "e" and refused["error"]["code"] == -32601


@pytest.mark.parametrize("client, server", [("2024-11-05", "2025-03-26"), ("2025-03-26", "2024-11-05")])
def test_content_that_came_later_is_told_as_the_client_knows_it(client: str, server: str) -> None:
    """Rule 2: a server that sends resource links in a revision without them does not break its client."""
    link = opened(client, server)
    (call,) = link.ask("client", "tools/call", {"name": "t"})
    shown = {"type": "resource_link", "uri": "file:///a", "name": "a"}
    (answer,) = link.send("server", {"jsonrpc": "2.0", "id": call["id"], "result": {"content": [shown]}})
    assert answer["result"]["content"] == [{"type": "text", "text": "[a](file:///a)"}]
    (get,) = link.ask("client", "prompts/get", {"name": "p"})
    message = {"role": "user", "content": shown}
    (answer,) = link.send("server", {"jsonrpc": "2.0", "id": get["id"], "result": {"messages": [message]}})
    assert answer["result"]["messages"][0]["content"]["type"] == "text"


def test_progress_goes_to_the_request_it_is_for() -> None:
    """R-PROG: the token is the request's own on each side; without an open request progress ends here."""
    link = opened("2025-06-18", "2025-11-25")
    (one,) = link.ask("client", "tools/call", {"name": "t", "_meta": {"progressToken": 7}})
    (other,) = link.ask("client", "tools/call", {"name": "t", "_meta": {"progressToken": "7"}})
    for call, token in ((other, "7"), (one, 7)):
        given = call["params"]["_meta"]["progressToken"]
        (told,) = link.tell("server", "notifications/progress", {"progressToken": given, "progress": 0.5})
        assert told["params"]["progressToken"] == token
    link.answer("server", one, TEXT)
    late = {"progressToken": one["params"]["_meta"]["progressToken"], "progress": 1}
    assert link.tell("server", "notifications/progress", late) == []


def test_a_cancelled_request_is_cancelled_under_its_own_id() -> None:
    """R-CANCEL: the other side learns of its own id, nobody is answered, and `initialize` is never cancelled."""
    link = opened("2025-06-18", "2025-11-25")
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id="c")
    (told,) = link.tell("client", "notifications/cancelled", {"requestId": "c", "reason": "enough"})
    assert told["params"] == {"requestId": call["id"], "reason": "enough"}
    assert link.answer("server", call, TEXT) == []
    assert link.tell("client", "notifications/cancelled", {"requestId": "c"}) == []
    assert link.tell("client", "notifications/cancelled", {"requestId": None}) == []
    starting = Bridged("2025-06-18", "2025-11-25")
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    starting.ask("client", "initialize", hello, id=0)
    assert starting.tell("client", "notifications/cancelled", {"requestId": 0}) == []


def test_arrays_are_taken_apart_and_answered_one_by_one() -> None:
    """R-BATCH: order is kept; `initialize` is refused in an array, an empty array is nothing."""
    link = opened("2025-03-26", "2025-11-25")
    batch = [
        {"jsonrpc": "2.0", "id": 1, "method": "tools/list"},
        {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"},
        {"jsonrpc": "2.0", "id": 2, "method": "initialize"},
        {"jsonrpc": "2.0", "id": 3, "method": "ping"},
    ]
    link.asked["client"].update({"1": "tools/list", "2": "initialize", "3": "ping"})
    sent = link.take(link.bridge.from_client(json.dumps(batch).encode()))
    assert [frame.get("method") or frame["error"]["code"] for frame in sent] == [
        "tools/list",
        "notifications/roots/list_changed",
        -32600,
        "ping",
    ]
    assert link.take(link.bridge.from_client(b"[]")) == []
    (refused,) = link.take(link.bridge.from_server(b"[]"))
    assert "id" not in refused and refused["error"]["code"] == -32600


@pytest.mark.parametrize("line", [b"{", b"\xff", b"1", b'"x"', b"{}", b'{"jsonrpc":"2.0"}', b"null", b"[[[["])
@pytest.mark.parametrize("client", [*LEGACY, MODERN])
def test_what_cannot_be_read_is_refused_where_it_can_be(client: str, line: bytes) -> None:
    """Rule 2: from 2025-11-25 on with an error without id, before not at all; nothing goes to the server."""
    link = Bridged(client, "2025-06-18" if client != "2025-06-18" else "2025-03-26")
    sent = link.take(link.bridge.from_client(line))
    assert all(frame["error"]["code"] in (-32700, -32600) for frame in sent)
    assert link.got["server"] == []
    if client in LEGACY[:3]:
        assert sent == [] and link.ended


@pytest.mark.parametrize("id", [None, True, 1.5, [], {}])
def test_an_id_is_a_string_or_an_integer(id: Any) -> None:
    """Rule 2: anything else names no request."""
    link = opened("2025-11-25", "2025-06-18")
    frame = {"jsonrpc": "2.0", "id": id, "method": "ping"}
    (refused,) = link.take(link.bridge.from_client(json.dumps(frame).encode()))
    assert "id" not in refused and refused["error"]["code"] == -32600


def test_a_malformed_request_is_refused_and_a_malformed_answer_is_not_passed_on() -> None:
    """Rule 1: the asker gets an error that says where."""
    link = opened("2025-06-18", "2025-11-25")
    (refused,) = link.ask("client", "no/such/method")
    assert refused["error"]["code"] == -32601
    (call,) = link.ask("client", "tools/list")
    (refused,) = link.answer("server", call, {"tools": 7})
    assert refused["error"]["code"] == -32603 and "/result/tools" in refused["error"]["message"]


@pytest.mark.parametrize("client, server", list(itertools.permutations(mr.REVISIONS, 2)))
def test_when_a_side_is_gone_everything_is_answered(client: str, server: str) -> None:
    """Rule 1: the other side gets what it waits for, as an error; later frames are refused or end here."""
    link = opened(client, server, able={"roots": {}})
    params = modern({"name": "t"}, {"roots": {}}) if client == MODERN else {"name": "t"}
    link.ask("client", "tools/call", params, id="a")
    (gone,) = link.close("server")
    assert gone["id"] == "a" and "server is gone" in gone["error"]["message"]
    (refused,) = link.ask("client", "tools/call", params, id="b")
    assert refused["error"]["code"] == -32603
    assert link.tell("server", "notifications/tools/list_changed") == []
    assert not link.unanswered("client") and link.close("server") == [] and link.bridge.state == "closed"


# ---- an older client, a newer server ----------------------------------------------------------------------------------


@pytest.mark.parametrize("client", LEGACY)
def test_a_handshake_becomes_a_discovery(client: str) -> None:
    """R-INIT: the server is asked in the name of the client, and its answer introduces it."""
    link = Bridged(client, MODERN)
    known = {f"{PREFIX}serverInfo": {"name": "s", "version": "2", "title": "S"}}
    offered = {"tools": {"listChanged": True}, "completions": {}, "extensions": {"com.example/x": {}}}
    (answer,) = initialize(link, {"sampling": {}}, capabilities=offered, instructions="i", _meta=known)
    told = link.got["server"][0]["params"]["_meta"]
    assert told[f"{PREFIX}clientCapabilities"] == {"sampling": {}}
    assert told[f"{PREFIX}clientInfo"] == {"name": "c", "version": "1"}
    result = answer["result"]
    assert result["protocolVersion"] == client and result["instructions"] == "i"
    assert result["serverInfo"]["name"] == "s" and "extensions" not in result["capabilities"]
    assert ("completions" in result["capabilities"]) is (client != "2024-11-05")
    (listen,) = link.tell("client", "notifications/initialized")
    assert listen["params"]["notifications"] == {"toolsListChanged": True}


def test_a_client_that_does_not_wait_for_the_handshake_hears_of_changes_too() -> None:
    """R-SUB: the stream of lists is opened once both ends are known, in whatever order they speak."""
    link = Bridged("2025-06-18", MODERN)
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    (discover,) = link.ask("client", "initialize", hello)
    assert link.tell("client", "notifications/initialized") == []
    _, listen = link.answer("server", discover, discovery({"prompts": {"listChanged": True}}))
    assert listen["params"]["notifications"] == {"promptsListChanged": True}
    assert link.tell("client", "notifications/initialized") == []


def test_a_server_that_does_not_speak_the_revision_is_refused() -> None:
    """R-INIT, R-ERR: -32022 becomes -32602, and so does a discovery without the revision."""
    link = Bridged("2025-06-18", MODERN)
    (refused,) = initialize(link, supportedVersions=["2030-01-01"])
    assert refused["error"]["code"] == -32602
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    (discover,) = link.ask("client", "initialize", hello)
    data = {"supported": ["2030-01-01"], "requested": MODERN}
    (refused,) = link.fail("server", discover, -32022, data=data)
    assert refused["error"] == {"code": -32602, "message": "no", "data": data}


@pytest.mark.parametrize("said", [None, 5, "x", [], True])
@pytest.mark.parametrize("server", [MODERN, "auto"])
def test_a_discovery_that_is_no_object_introduces_nobody(said: Any, server: str) -> None:
    """R-INIT: whatever the server says of itself, the client gets an answer, and may ask again."""
    bridge = mr.Bridge("2025-06-18", server)
    info = {"name": "c", "version": "1"}
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": info}
    for n in range(2):
        asked = {"jsonrpc": "2.0", "id": n, "method": "initialize", "params": hello}
        sends = bridge.from_client(json.dumps(asked).encode())
        while sends and sends[-1].to == "server":
            id = json.loads(sends[-1].data)["id"]
            sends = bridge.from_server(json.dumps({"jsonrpc": "2.0", "id": id, "result": said}).encode())
        (refused,) = [json.loads(send.data) for send in sends if send.to == "client"]
        assert refused["id"] == n and "error" in refused
        if server == "auto":
            break


def test_a_session_is_initialized_once() -> None:
    """R-INIT: a second `initialize` is refused, a malformed one too."""
    link = opened("2025-06-18", MODERN)
    (refused,) = link.ask("client", "initialize", {"protocolVersion": "2025-06-18"})
    assert refused["error"]["code"] == -32600
    (refused,) = Bridged("2025-06-18", MODERN).ask("client", "initialize", {"protocolVersion": "2025-06-18"})
    assert refused["error"]["code"] == -32602


def test_every_request_says_what_the_handshake_said() -> None:
    """R-META5, R-LOG: capabilities, client and the last level go with each request."""
    link = opened(
        "2025-06-18",
        MODERN,
        able={"elicitation": {}, "roots": {"listChanged": True}},
        offered={"logging": {}},
    )
    (call,) = link.ask("client", "tools/list")
    said = call["params"]["_meta"]
    assert said == meta({"elicitation": {}, "roots": {}}, clientInfo={"name": "c", "version": "1"})
    (ok,) = link.ask("client", "logging/setLevel", {"level": "warning"})
    assert ok["result"] == {}
    (call,) = link.ask("client", "tools/list")
    assert call["params"]["_meta"] == said | {f"{PREFIX}logLevel": "warning"}
    (refused,) = link.ask("client", "logging/setLevel", {"level": "loud"})
    assert refused["error"]["code"] == -32602
    (refused,) = opened("2025-06-18", MODERN).ask("client", "logging/setLevel", {"level": "info"})
    assert refused["error"]["code"] == -32601


def test_what_a_newer_server_does_not_know_ends_here() -> None:
    """R-PING, R-CAPS, R-PROG, R-TASK: ping is answered, the rest ends or is refused."""
    link = opened("2025-11-25", MODERN)
    (pong,) = link.ask("client", "ping")
    assert pong["result"] == {}
    assert link.tell("client", "notifications/roots/list_changed") == []
    assert link.tell("client", "notifications/progress", {"progressToken": 1, "progress": 1}) == []
    (refused,) = link.ask("client", "tasks/list")
    assert refused["error"]["code"] == -32601
    (refused,) = link.ask("server", "ping")
    assert refused["error"]["code"] == -32601


def test_questions_in_a_result_are_asked_and_the_request_is_repeated() -> None:
    """R-MRTR: all questions of a round at once; the repeat has the answers, the state, and another id; the answer comes back once."""
    able = {"elicitation": {}, "sampling": {}, "roots": {}}
    link = opened("2025-06-18", MODERN, able=able)
    (call,) = link.ask("client", "tools/call", {"name": "t", "arguments": {"a": 1}}, id="c")
    questions = {
        "f": elicit(),
        "s": {"method": "sampling/createMessage", "params": SAMPLE},
        "r": {"method": "roots/list"},
    }
    asked = link.answer("server", call, asks(questions))
    assert [frame["method"] for frame in asked] == [
        "elicitation/create",
        "sampling/createMessage",
        "roots/list",
    ]
    accepted = {"action": "accept", "content": {"n": "x"}}
    assert link.answer("client", asked[1], SAID) == []
    assert link.answer("client", asked[0], accepted) == []
    (again,) = link.answer("client", asked[2], {"roots": []})
    assert again["id"] != call["id"] and again["params"]["arguments"] == {"a": 1}
    assert again["params"]["inputResponses"] == {"s": SAID, "f": accepted, "r": {"roots": []}}
    assert again["params"]["requestState"] == "S"
    (more,) = link.answer("server", again, asks({"f": elicit()}, None))
    (last,) = link.answer("client", more, {"action": "decline"})
    assert "requestState" not in last["params"] and last["params"]["inputResponses"] == {
        "f": {"action": "decline"}
    }
    (answer,) = link.answer("server", last, {"resultType": "complete", **TEXT})
    assert answer == {"jsonrpc": "2.0", "id": "c", "result": TEXT}


def test_rounds_of_questions_are_limited() -> None:
    """R-MRTR: the request is answered with an error after `Limits.rounds` rounds."""
    link = opened("2025-06-18", MODERN, able={"elicitation": {}}, limits=mr.BridgeLimits(rounds=2))
    (call,) = link.ask("client", "prompts/get", {"name": "p"}, id="c")
    for _ in range(2):
        (asked,) = link.answer("server", call, asks({"f": elicit()}))
        (call,) = link.answer("client", asked, {"action": "cancel"})
    (refused,) = link.answer("server", call, asks({"f": elicit()}))
    assert refused["id"] == "c" and refused["error"]["code"] == -32603


def test_a_server_that_puts_off_is_asked_again_after_a_pause() -> None:
    """R-MRTR: a state without questions repeats the request, later and later."""
    link = opened("2025-06-18", MODERN)
    link.tick(100.0)
    (call,) = link.ask("client", "resources/read", {"uri": "file:///a"})
    assert link.answer("server", call, asks({}, "wait")) == []
    assert link.bridge.deadline == pytest.approx(100.05)
    assert link.tick(100.01) == []
    (again,) = link.tick(100.06)
    assert again["params"]["requestState"] == "wait" and "inputResponses" not in again["params"]
    link.answer("server", again, asks({}, "wait"))
    assert link.bridge.deadline == pytest.approx(100.16)
    (gone,) = link.close("server")
    assert "gone" in gone["error"]["message"] and link.bridge.deadline is None


def test_a_refused_question_ends_the_request() -> None:
    """R-MRTR: an input response cannot say an error; the other questions are withdrawn."""
    link = opened("2025-06-18", MODERN, able={"elicitation": {}, "roots": {}})
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id="c")
    asked = link.answer("server", call, asks({"f": elicit(), "r": {"method": "roots/list"}}))
    cancelled, answer = link.fail("client", asked[0], -1, "User said no")
    assert (
        cancelled["method"] == "notifications/cancelled"
        and cancelled["params"]["requestId"] == asked[1]["id"]
    )
    assert answer["id"] == "c" and answer["error"] == {"code": -1, "message": "User said no"}
    assert link.answer("client", asked[1], {"roots": []}) == []


@pytest.mark.parametrize(
    "client, able, question",
    [
        ("2025-06-18", {}, elicit()),
        ("2025-03-26", {"sampling": {}}, elicit()),
        ("2025-06-18", {"elicitation": {}}, elicit({"mode": "url", "message": "m", "url": "https://x/y"})),
        (
            "2025-11-25",
            {"sampling": {}},
            {"method": "sampling/createMessage", "params": {**SAMPLE, "tools": []}},
        ),
        ("2025-11-25", {}, {"method": "tools/list", "params": {}}),
        ("2025-11-25", {"roots": {}}, {"method": "roots/list", "params": 7}),
        ("2025-11-25", {"roots": {}}, "roots/list"),
        (
            "2025-06-18",
            {"elicitation": {}},
            elicit(
                {
                    "message": "m",
                    "requestedSchema": {
                        "type": "object",
                        "properties": {"d": {"type": "array", "items": {"type": "string", "enum": ["a"]}}},
                        "required": ["d"],
                    },
                }
            ),
        ),
    ],
)
def test_a_question_that_the_client_cannot_answer_ends_the_request(
    client: str, able: Frame, question: Any
) -> None:
    """R-MRTR: the client is not asked what it did not offer, or cannot be told."""
    link = opened(client, MODERN, able=able)
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id="c")
    (refused,) = link.answer("server", call, asks({"q": question}))
    assert refused["id"] == "c" and refused["error"]["code"] in (-32603, -32602, -32601)


def test_cancelling_a_request_withdraws_its_questions() -> None:
    """R-CANCEL: while the client is asked, nothing is open on the server."""
    link = opened("2025-06-18", MODERN, able={"elicitation": {}})
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id="c")
    (asked,) = link.answer("server", call, asks({"f": elicit()}))
    (told,) = link.tell("client", "notifications/cancelled", {"requestId": "c"})
    assert told["params"]["requestId"] == asked["id"] and link.got["client"][-1] is told
    assert link.answer("client", asked, {"action": "cancel"}) == []


def test_a_page_to_visit_gets_an_id() -> None:
    """R-42: 2025-11-25 names each visit; the id is made by the nonce."""
    able = {"elicitation": {"url": {}}}
    link = opened("2025-11-25", MODERN, able=able, nonce=lambda: "n-1")
    (call,) = link.ask("client", "tools/call", {"name": "t"})
    page = {"mode": "url", "message": "m", "url": "https://x/y"}
    (asked,) = link.answer("server", call, asks({"v": elicit(page)}))
    assert asked["params"] == page | {"elicitationId": "n-1"}


def test_a_subscription_is_a_stream_of_its_own() -> None:
    """R-SUB: answered when the server grants it; updates lose their subscription and come once; leaving ends the stream."""
    link = opened("2025-06-18", MODERN, offered={"resources": {"subscribe": True}})
    (listen,) = link.ask("client", "resources/subscribe", {"uri": "file:///a"}, id="s")
    assert listen["params"]["notifications"] == {"resourceSubscriptions": ["file:///a"]}
    stamp = {f"{PREFIX}subscriptionId": listen["id"]}
    granted = {"_meta": stamp, "notifications": {"resourceSubscriptions": ["file:///a"]}}
    (ok,) = link.tell("server", "notifications/subscriptions/acknowledged", granted)
    assert ok == {"jsonrpc": "2.0", "id": "s", "result": {}}
    (second,) = link.ask("client", "resources/subscribe", {"uri": "file:///"}, id="s2")
    again = {"_meta": {f"{PREFIX}subscriptionId": second["id"]}}
    link.tell(
        "server",
        "notifications/subscriptions/acknowledged",
        again | {"notifications": {"resourceSubscriptions": ["file:///"]}},
    )
    updated = "notifications/resources/updated"
    for _ in range(2):
        (told,) = link.tell("server", updated, {"uri": "file:///a", "_meta": stamp})
        assert told["params"] == {"uri": "file:///a"}
        assert link.tell("server", updated, {"uri": "file:///a", **again}) == []
    assert link.tell("server", updated, {"uri": "file:///a", "_meta": {f"{PREFIX}subscriptionId": "x"}}) == []
    cancel, ok = link.ask("client", "resources/unsubscribe", {"uri": "file:///a"}, id="u")
    assert cancel["params"]["requestId"] == listen["id"] and ok["result"] == {}
    assert link.tell("server", updated, {"uri": "file:///a", "_meta": stamp}) == []
    (told,) = link.tell("server", updated, {"uri": "file:///a", **again})


def test_a_subscription_that_is_not_granted_is_refused() -> None:
    """R-SUB: an acknowledgement without the resource, an error, an end, or silence."""
    offered = {"resources": {"subscribe": True}}
    link = opened("2025-06-18", MODERN, offered=offered)
    (listen,) = link.ask("client", "resources/subscribe", {"uri": "file:///a"}, id=1)
    stamp = {f"{PREFIX}subscriptionId": listen["id"]}
    acknowledged = "notifications/subscriptions/acknowledged"
    cancel, refused = link.tell("server", acknowledged, {"_meta": stamp, "notifications": {}})
    assert cancel["method"] == "notifications/cancelled" and refused["error"]["code"] == -32602
    (listen,) = link.ask("client", "resources/subscribe", {"uri": "file:///a"}, id=2)
    (refused,) = link.fail("server", listen, -32601)
    assert refused["error"]["code"] == -32601
    (listen,) = link.ask("client", "resources/subscribe", {"uri": "file:///a"}, id=3)
    (refused,) = link.tell("server", "notifications/cancelled", {"requestId": listen["id"]})
    assert refused["id"] == 3
    link.ask("client", "resources/subscribe", {"uri": "file:///a"}, id=4)
    cancel, refused = link.tick(100.0)
    assert cancel["method"] == "notifications/cancelled" and refused["id"] == 4
    (listen,) = link.ask("client", "resources/subscribe", {"uri": "file:///a"}, id=5)
    (cancel,) = link.tell("client", "notifications/cancelled", {"requestId": 5})
    assert cancel["params"]["requestId"] == listen["id"]
    (refused,) = link.ask("client", "resources/subscribe", {"uri": 7})
    assert refused["error"]["code"] == -32602
    (refused,) = opened("2025-06-18", MODERN).ask("client", "resources/subscribe", {"uri": "file:///a"})
    assert refused["error"]["code"] == -32601


def test_changes_of_lists_come_from_the_stream_of_lists() -> None:
    """R-SUB: without the id of the stream; after the server has ended it, nothing comes."""
    link = opened("2025-11-25", MODERN, offered=SUBSCRIBING)
    listen = link.got["server"][-1]
    assert listen["params"]["notifications"] == {"toolsListChanged": True, "resourcesListChanged": True}
    stamp = {"_meta": {f"{PREFIX}subscriptionId": listen["id"]}}
    (told,) = link.tell("server", "notifications/tools/list_changed", stamp)
    assert "_meta" not in told.get("params", {})
    link.answer("server", listen, {"resultType": "complete", **stamp})
    assert link.tell("server", "notifications/tools/list_changed", stamp) == []


@pytest.mark.parametrize("client", LEGACY)
def test_results_lose_what_an_older_client_does_not_know(client: str) -> None:
    """R-RT, R-CACHE, R-META5: the mark of completeness, the hints and the reserved metadata go."""
    link = opened(client, MODERN)
    (call,) = link.ask("client", "tools/list")
    result = {"resultType": "complete", "ttlMs": 5, "cacheScope": "public", "tools": []}
    (answer,) = link.answer(
        "server", call, result | {"_meta": {f"{PREFIX}serverInfo": {"name": "s", "version": "2"}}}
    )
    assert answer["result"] == {"tools": []}


# ---- a newer client, an older server ----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "server, first, later, told",
    [
        ("2025-11-25", {}, {"elicitation": {}}, True),
        ("2025-11-25", {"elicitation": {}}, {"elicitation": {"form": {}}}, False),
        ("2025-11-25", {"elicitation": {}}, {"elicitation": {"url": {}}}, True),
        ("2025-06-18", {"elicitation": {}}, {"elicitation": {"url": {}}}, False),
        ("2025-03-26", {}, {"elicitation": {}}, False),
        ("2024-11-05", {}, {"sampling": {}}, True),
        ("2024-11-05", {"sampling": {}, "roots": {}}, {"roots": {}}, False),
    ],
)
def test_a_request_that_can_be_asked_more_than_the_session_says_is_reported(
    server: str, first: Frame, later: Frame, told: bool
) -> None:
    """R-INIT: one session, opened by the first request; what a later one adds is lost, and that is said."""
    link = opened(MODERN, server, able=first)
    before = len(link.losses)
    link.ask("client", "tools/call", modern({"name": "t"}, later))
    found = [loss for loss in link.losses[before:] if loss.change == "R-INIT"]
    pointer = "/params/_meta/io.modelcontextprotocol~1clientCapabilities"
    assert [(loss.kind, loss.pointer, loss.value) for loss in found] == [("weakened", pointer, later)] * told
    before = len(link.losses)
    link.ask("client", "tools/list", modern({}, later))
    assert not link.losses[before:], "a request that carries no questions loses nothing"


@pytest.mark.parametrize("server", LEGACY)
def test_the_first_request_opens_the_session(server: str) -> None:
    """R-INIT: what the request says of the client goes into the handshake; requests wait for it, in order."""
    link = Bridged(MODERN, server)
    able = {"elicitation": {"form": {}, "url": {}}, "roots": {}, "extensions": {"com.example/x": {}}}
    one = modern({}, able, clientInfo={"name": "c", "version": "1", "title": "C"}, logLevel="info")
    (hello,) = link.ask("client", "tools/list", one, id=1)
    assert hello["method"] == "initialize" and hello["params"]["protocolVersion"] == server
    assert (
        hello["params"]["clientInfo"]["name"] == "c" and "extensions" not in hello["params"]["capabilities"]
    )
    assert link.ask("client", "server/discover", modern(), id=2) == []
    initialized, level, listed, discovered = link.answer(
        "server", hello, welcome(server, {"tools": {}, "logging": {}}) | {"instructions": "i"}
    )
    assert initialized["method"] == "notifications/initialized"
    assert level["method"] == "logging/setLevel" and level["params"] == {"level": "info"}
    assert listed["method"] == "tools/list" and not listed.get("params")
    result = discovered["result"]
    assert discovered["id"] == 2 and result["supportedVersions"] == [MODERN] and result["instructions"] == "i"
    assert result["_meta"] == {f"{PREFIX}serverInfo": {"name": "s", "version": "2"}}
    assert result["capabilities"] == {"tools": {}, "logging": {}}


def test_a_handshake_that_fails_is_the_answer_to_what_waited() -> None:
    """R-INIT, R-ERR: -32602 with the versions becomes -32022; a new request tries again."""
    link = Bridged(MODERN, "2025-11-25")
    (hello,) = link.ask("client", "tools/list", modern(), id=1)
    link.ask("client", "prompts/list", modern(), id=2)
    data = {"supported": ["2025-06-18"], "requested": "2025-11-25"}
    refused = link.fail("server", hello, -32602, data=data)
    assert [(frame["id"], frame["error"]["code"]) for frame in refused] == [(1, -32022), (2, -32022)]
    (hello,) = link.ask("client", "tools/list", modern(), id=3)
    (refused,) = link.answer("server", hello, {"protocolVersion": "1.0"})
    assert refused["error"]["code"] == -32603
    (hello,) = link.ask("client", "tools/list", modern(), id=4)
    (refused,) = link.tick(1000.0)
    assert refused["id"] == 4 and "no answer" in refused["error"]["message"]
    (hello,) = link.ask("client", "tools/list", modern(), id=5)
    (gone,) = link.close("server")
    assert gone["id"] == 5


def test_a_request_says_who_asks() -> None:
    """R-META5: without version or capabilities it is -32602, with another version -32022."""
    link = Bridged(MODERN, "2025-11-25")
    for params in (None, {}, {"_meta": {}}, {"_meta": {f"{PREFIX}protocolVersion": MODERN}}):
        (refused,) = link.ask("client", "tools/list", params)
        assert refused["error"]["code"] == -32602
    other = {"_meta": meta() | {f"{PREFIX}protocolVersion": "2030-01-01"}}
    (refused,) = link.ask("client", "tools/list", other)
    assert refused["error"]["code"] == -32022
    assert refused["error"]["data"] == {"supported": [MODERN], "requested": "2030-01-01"}
    assert link.bridge.state == "new" and link.got["server"] == []
    (refused,) = link.ask("client", "initialize", modern())
    assert link.got["server"], "a method that the revision lacks is refused by the conversion, once open"


def test_what_waits_for_the_handshake_is_bounded_and_can_be_cancelled() -> None:
    """Rule 4: one frame too many is refused; a cancelled one is not sent."""
    link = Bridged(MODERN, "2025-11-25", limits=mr.BridgeLimits(held=2))
    (hello,) = link.ask("client", "tools/list", modern(), id=1)
    link.ask("client", "tools/list", modern(), id=2)
    (refused,) = link.ask("client", "tools/list", modern(), id=3)
    assert refused["error"]["code"] == -32603
    link.tell("client", "notifications/cancelled", {"requestId": 1})
    sent = link.answer("server", hello, welcome("2025-11-25"))
    assert [frame["method"] for frame in sent] == ["notifications/initialized", "tools/list"]


def test_a_question_of_the_server_travels_in_the_result_of_a_call() -> None:
    """R-MRTR: the client comes back with the answer, the server goes on, and the second request gets the result."""
    link = opened(MODERN, "2025-06-18", nonce=lambda: "state")
    able = {"elicitation": {}}
    (call,) = link.ask("client", "tools/call", modern({"name": "t"}, able), id="c1")
    (asked,) = link.ask("server", "elicitation/create", FORM, id="e")
    assert asked["id"] == "c1" and asked["result"]["requestState"] == "state"
    ((name, question),) = asked["result"]["inputRequests"].items()
    assert question == elicit()
    link.tick(1.0)
    back = modern(
        {"name": "t", "requestState": "state", "inputResponses": {name: {"action": "decline"}}}, able
    )
    (reply,) = link.ask("client", "tools/call", back, id="c2")
    assert reply == {"jsonrpc": "2.0", "id": "e", "result": {"action": "decline"}}
    assert link.tick(10_000.0) == [], "the call of a client that came back does not expire"
    (answer,) = link.answer("server", call, TEXT)
    assert answer["id"] == "c2" and answer["result"] == {**TEXT, "resultType": "complete"}
    (refused,) = link.ask("client", "tools/call", back, id="c3")
    assert refused["error"]["code"] == -32602


def test_a_question_in_a_result_has_no_metadata() -> None:
    """R-MRTR, R-TASK, R-42: progress token, task and the id of a visit stay behind, and are reported."""
    link = opened(MODERN, "2025-11-25")
    able = {"elicitation": {"form": {}, "url": {}}}
    for params in (FORM, {"mode": "url", "message": "m", "url": "https://x/y", "elicitationId": "e"}):
        link.ask("client", "tools/call", modern({"name": "t"}, able))
        asked = {**params, "_meta": {"progressToken": 1}, "task": {"ttl": 1}}
        (carried,) = link.ask("server", "elicitation/create", asked)
        ((_, question),) = carried["result"]["inputRequests"].items()
        assert question["params"] == {
            name: value for name, value in params.items() if name != "elicitationId"
        }
    assert {loss.pointer for loss in link.losses} >= {
        "/params/_meta",
        "/params/task",
        "/params/elicitationId",
    }


def test_questions_that_come_while_the_client_is_away_are_asked_next() -> None:
    """R-MRTR: several questions at once, an answer that is missing, an answer that comes early."""
    link = opened(MODERN, "2025-11-25")
    able = {"elicitation": {"form": {}}, "sampling": {}, "roots": {}}
    call, asked, _ = (
        link.ask("client", "tools/call", modern({"name": "t"}, able), id="c1")[0],
        link.ask("server", "roots/list", id=1)[0],
        link.ask("server", "sampling/createMessage", SAMPLE, id=2),
    )
    (root,) = asked["result"]["inputRequests"]
    back = {"name": "t", "requestState": asked["result"]["requestState"]}
    reply, more = link.ask(
        "client", "tools/call", modern(back | {"inputResponses": {root: {"roots": []}}}, able), id="c2"
    )
    assert reply["id"] == 1 and more["id"] == "c2"
    (sample,) = more["result"]["inputRequests"]
    back["requestState"] = more["result"]["requestState"]
    (again,) = link.ask("client", "tools/call", modern(back, able), id="c3")
    assert list(again["result"]["inputRequests"]) == [sample]
    assert link.answer("server", call, TEXT) == []
    back["requestState"] = again["result"]["requestState"]
    reply, answer = link.ask(
        "client", "tools/call", modern(back | {"inputResponses": {sample: SAID}}, able), id="c4"
    )
    assert reply["id"] == 2 and reply["result"] == SAID
    assert answer["id"] == "c4" and answer["result"]["content"] == TEXT["content"]


def test_a_question_without_a_call_to_carry_it_is_refused() -> None:
    """R-MRTR: outside the three methods, or where the client cannot be asked, the server gets an error."""
    link = opened(MODERN, "2025-06-18")
    (refused,) = link.ask("server", "roots/list")
    assert refused["error"]["code"] == -32601
    link.ask("client", "tools/list", modern({}, {"roots": {}}))
    (refused,) = link.ask("server", "roots/list")
    assert refused["error"]["code"] == -32601
    link.ask("client", "tools/call", modern({"name": "t"}, {"elicitation": {}}))
    (refused,) = link.ask("server", "roots/list")
    assert refused["error"]["code"] == -32601


def test_a_client_that_does_not_come_back_is_given_up() -> None:
    """R-MRTR: after `Limits.patience` the question is answered with an error and the request is withdrawn."""
    link = opened(MODERN, "2025-06-18", limits=mr.BridgeLimits(patience=5))
    (call,) = link.ask("client", "tools/call", modern({"name": "t"}, {"elicitation": {}}))
    link.ask("server", "elicitation/create", FORM, id="e")
    assert link.bridge.deadline == 5
    refused, cancelled = link.tick(5)
    assert refused["id"] == "e" and refused["error"]["code"] == -32603
    assert cancelled["params"]["requestId"] == call["id"] and link.bridge.deadline is None


def test_a_question_that_is_withdrawn_is_not_answered() -> None:
    """R-CANCEL: the client's answer to it ends here."""
    link = opened(MODERN, "2025-06-18")
    able = {"elicitation": {}}
    (call,) = link.ask("client", "tools/call", modern({"name": "t"}, able))
    (asked,) = link.ask("server", "elicitation/create", FORM, id="e")
    assert link.tell("server", "notifications/cancelled", {"requestId": "e"}) == []
    (name,) = asked["result"]["inputRequests"]
    back = {"name": "t", "requestState": asked["result"]["requestState"]}
    assert (
        link.ask(
            "client", "tools/call", modern(back | {"inputResponses": {name: {"action": "cancel"}}}, able)
        )
        == []
    )
    (answer,) = link.answer("server", call, TEXT)
    assert "content" in answer["result"]


def test_cancelling_a_call_answers_the_questions_of_the_server() -> None:
    """R-CANCEL: the server is told that the call is over, and its question gets an answer."""
    link = opened(MODERN, "2025-06-18")
    able = {"elicitation": {}, "roots": {}}
    (call,) = link.ask("client", "tools/call", modern({"name": "t"}, able), id="c")
    (cancelled,) = link.tell("client", "notifications/cancelled", {"requestId": "c"})
    assert cancelled["params"]["requestId"] == call["id"]
    (refused,) = link.ask("server", "roots/list")
    assert refused["error"]["code"] == -32601


def test_progress_follows_the_client_to_its_next_request() -> None:
    """R-PROG: the token is that of the request that is open now; while none is, progress ends here."""
    link = opened(MODERN, "2025-06-18")
    able = {"roots": {}}
    (call,) = link.ask("client", "tools/call", modern({"name": "t"}, able, progressToken="one"))
    told = {"progressToken": call["params"]["_meta"]["progressToken"], "progress": 1}
    (progress,) = link.tell("server", "notifications/progress", told)
    assert progress["params"]["progressToken"] == "one"
    (asked,) = link.ask("server", "roots/list")
    assert link.tell("server", "notifications/progress", told) == []
    (name,) = asked["result"]["inputRequests"]
    back = {
        "name": "t",
        "requestState": asked["result"]["requestState"],
        "inputResponses": {name: {"roots": []}},
    }
    link.ask("client", "tools/call", modern(back, able, progressToken=2))
    (progress,) = link.tell("server", "notifications/progress", told)
    assert progress["params"]["progressToken"] == 2


def test_visits_that_an_error_demands_are_asked_for() -> None:
    """R-42: -32042 becomes questions, then the request is made again; a visit declined gives the error as -32603."""
    link = opened(MODERN, "2025-11-25")
    able = {"elicitation": {"url": {}}}
    page = {"mode": "url", "message": "m", "url": "https://x/y"}
    data = {"elicitations": [page | {"elicitationId": "e1"}]}
    for accepted in (True, False):
        (call,) = link.ask("client", "tools/call", modern({"name": "t"}, able))
        (asked,) = link.fail("server", call, -32042, data=data)
        assert asked["result"]["inputRequests"] == {"e1": elicit(page)}
        reply = {"e1": {"action": "accept" if accepted else "decline"}}
        back = {"name": "t", "requestState": asked["result"]["requestState"], "inputResponses": reply}
        (next_,) = link.ask("client", "tools/call", modern(back, able))
        if accepted:
            assert next_["method"] == "tools/call" and next_["params"] == {"name": "t"}
            (answer,) = link.answer("server", next_, TEXT)
            assert "content" in answer["result"]
        else:
            assert next_["error"]["code"] == -32603 and next_["error"]["data"]["data"] == data
    (call,) = link.ask("client", "tools/call", modern({"name": "t"}))
    (refused,) = link.fail("server", call, -32042, data=data)
    assert refused["error"]["code"] == -32603


def test_the_level_is_that_of_the_open_requests() -> None:
    """R-LOG: set when it changes; what no open request asked for ends here."""
    link = opened(MODERN, "2025-06-18", offered={"logging": {}, "tools": {}})

    def logged(level: str) -> int:
        return len(link.tell("server", "notifications/message", {"level": level, "data": "x"}))

    assert logged("emergency") == 0
    level, warned = link.ask("client", "tools/call", modern({"name": "t"}, logLevel="warning"))
    assert level["params"] == {"level": "warning"}
    assert (logged("notice"), logged("warning"), logged("alert")) == (0, 1, 1)
    level, talked = link.ask("client", "tools/call", modern({"name": "t"}, logLevel="debug"))
    assert level["params"] == {"level": "debug"}
    link.ask("client", "tools/call", modern({"name": "t"}))
    assert logged("debug") == 1
    link.answer("server", talked, TEXT)
    assert (logged("notice"), logged("warning")) == (0, 1)
    link.answer("server", warned, TEXT)
    assert logged("emergency") == 0
    (refused,) = link.ask("client", "tools/call", modern({"name": "t"}, logLevel="loud"))
    assert refused["error"]["code"] == -32602


def test_a_stream_is_acknowledged_when_the_server_has_subscribed() -> None:
    """R-SUB: what the server refuses is left out; changes carry the stream's own id; leaving unsubscribes what no one else wants."""
    link = opened(MODERN, "2025-11-25", offered=SUBSCRIBING)
    one, other = link.ask("client", "subscriptions/listen", modern({"notifications": FILTER}), id="L1")
    assert [one["params"], other["params"]] == [{"uri": "file:///a"}, {"uri": "file:///b"}]
    assert link.tell("server", "notifications/tools/list_changed") == []
    assert link.answer("server", one, {}) == []
    (acknowledged,) = link.fail("server", other, -32002)
    stamp = {f"{PREFIX}subscriptionId": "L1"}
    granted = {"toolsListChanged": True, "resourceSubscriptions": ["file:///a"]}
    assert acknowledged["params"] == {"_meta": stamp, "notifications": granted}
    (second,) = link.ask(
        "client",
        "subscriptions/listen",
        modern({"notifications": {"resourceSubscriptions": ["file:///a"]}}),
        id=2,
    )
    assert second["params"]["_meta"] == {f"{PREFIX}subscriptionId": 2}
    (told,) = link.tell("server", "notifications/tools/list_changed")
    assert told["params"]["_meta"] == stamp
    assert link.tell("server", "notifications/prompts/list_changed") == []
    both = link.tell("server", "notifications/resources/updated", {"uri": "file:///a/sub"})
    assert [frame["params"]["_meta"][f"{PREFIX}subscriptionId"] for frame in both] == ["L1", 2]
    assert link.tell("client", "notifications/cancelled", {"requestId": "L1"}) == []
    (left,) = link.tell("client", "notifications/cancelled", {"requestId": 2})
    assert left["method"] == "resources/unsubscribe" and left["params"] == {"uri": "file:///a"}
    assert link.tell("server", "notifications/tools/list_changed") == []


def test_streams_end_in_good_order_when_the_server_is_gone() -> None:
    """R-SUB: the client gets the result of its stream, with the stream's id."""
    link = opened(MODERN, "2025-11-25", offered=SUBSCRIBING)
    link.ask("client", "subscriptions/listen", modern({"notifications": {"toolsListChanged": True}}), id=7)
    (ended,) = link.close("server")
    assert ended["result"] == {"resultType": "complete", "_meta": {f"{PREFIX}subscriptionId": 7}}


def test_what_a_newer_client_does_not_know_ends_here() -> None:
    """R-PING, R-42, R-TASK: ping is answered, the rest ends."""
    link = opened(MODERN, "2025-11-25")
    (pong,) = link.ask("server", "ping", id="p")
    assert pong == {"jsonrpc": "2.0", "id": "p", "result": {}}
    assert link.tell("server", "notifications/elicitation/complete", {"elicitationId": "e"}) == []
    (refused,) = link.ask("client", "tasks/get", modern({"taskId": "t"}))
    assert refused["error"]["code"] == -32601
    (refused,) = link.ask("server", "tasks/list")
    assert refused["error"]["code"] == -32601


@pytest.mark.parametrize("server", LEGACY)
def test_results_say_what_a_newer_client_expects(server: str) -> None:
    """R-RT, R-CACHE, R-ERR: complete, not to be cached, and a resource that is not found is -32602."""
    link = opened(MODERN, server)
    (call,) = link.ask("client", "tools/list", modern())
    (answer,) = link.answer("server", call, {"tools": []})
    assert answer["result"] == {"tools": [], "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    (read,) = link.ask("client", "resources/read", modern({"uri": "file:///x"}))
    (refused,) = link.fail("server", read, -32002, data={"uri": "file:///x"})
    assert refused["error"]["code"] == -32602 and refused["error"]["data"] == {"uri": "file:///x"}


# ---- a server to be found out -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("client", mr.REVISIONS)
def test_a_server_that_answers_the_probe_is_spoken_to_without_a_handshake(client: str) -> None:
    """Rule 8: held frames go on; a client that speaks the same gets a line without a bridge."""
    link = Bridged(client, "auto")
    first = (
        modern()
        if client == MODERN
        else {"protocolVersion": client, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    )
    (probe,) = link.ask("client", "tools/list" if client == MODERN else "initialize", first, id="x")
    assert probe["method"] == "server/discover" and link.bridge.server == "auto"
    (sent,) = link.answer("server", probe, discovery({"tools": {}}))
    assert link.bridge.server == MODERN and sent["method"] == (
        "tools/list" if client == MODERN else "server/discover"
    )
    if client == MODERN:
        assert sent["id"] == "x"
        raw = b'{"any": "thing"}'
        assert link.bridge.from_server(raw) == [("client", raw, ())]
    else:
        (answer,) = link.answer("server", sent, discovery({"tools": {}}))
        assert answer["id"] == "x" and answer["result"]["protocolVersion"] == client


@pytest.mark.parametrize("client", mr.REVISIONS)
@pytest.mark.parametrize("sign", ["error", "no versions", "silence", "-32022"])
def test_a_server_that_does_not_is_opened_with_a_handshake(client: str, sign: str) -> None:
    """Rule 8: the newest revision with a handshake is asked for, and the one that the server answers is taken."""
    link = Bridged(client, "auto")
    hello = {"protocolVersion": client, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    method, params = ("tools/list", modern()) if client == MODERN else ("initialize", hello)
    (probe,) = link.ask("client", method, params, id="x")
    if sign == "error":
        sent = link.fail("server", probe, -32601)
    elif sign == "no versions":
        sent = link.answer("server", probe, discovery(supportedVersions=["2025-11-25"]))
    elif sign == "-32022":
        sent = link.fail("server", probe, -32022, data={"supported": ["2025-06-18"], "requested": MODERN})
    else:
        sent = link.tick(100.0)
    asked = sent[-1]
    assert asked["method"] == "initialize" and asked["params"]["protocolVersion"] == "2025-11-25"
    sent = link.answer("server", asked, welcome("2025-03-26", {"tools": {}}))
    assert link.bridge.server == "2025-03-26"
    if client == MODERN:
        assert [frame["method"] for frame in sent] == ["notifications/initialized", "tools/list"]
    else:
        assert sent[0]["id"] == "x" and sent[0]["result"]["protocolVersion"] == client


def test_a_server_of_a_revision_that_nobody_knows_is_refused() -> None:
    """Rule 8: -32022 with none but unknown revisions is no reason to try a handshake."""
    link = Bridged("2025-06-18", "auto")
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    (probe,) = link.ask("client", "initialize", hello, id="x")
    (refused,) = link.fail("server", probe, -32022, data={"supported": ["2030-01-01"], "requested": MODERN})
    assert (
        refused["id"] == "x"
        and refused["error"]["code"] == -32603
        and "2030-01-01" in refused["error"]["message"]
    )


def test_a_revision_that_is_not_there_is_refused() -> None:
    """A bridge is made for revisions of the package; only the server's may be left open."""
    for client, server in (("2030-01-01", MODERN), (MODERN, "x"), ("auto", MODERN)):
        with pytest.raises(ValueError, match="no revision"):
            mr.Bridge(client, server)
