"""A modern client and a legacy server; `bridge_pair.py` checks every frame sent."""

from __future__ import annotations

import pytest

import mcp_bridge
from support.bridge_pair import MODERN, PREFIX, Bridged, Frame, meta, modern, opened, welcome
from support.bridge_parts import FILTER, FORM, LEGACY, SAMPLE, SAMPLED, SUBSCRIBING, TEXT, elicitation

NAMED = {f"{PREFIX}serverInfo": {"name": "s", "version": "2"}}


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
def test_capabilities_that_the_session_lacks_are_reported(
    server: str, first: Frame, later: Frame, told: bool
) -> None:
    """R-INIT: the first request opens the only session; capabilities that later ones add are a loss."""
    link = opened(MODERN, server, able=first)
    before = len(link.losses)
    link.ask("client", "tools/call", modern({"name": "t"}, later))
    found = [loss for loss in link.losses[before:] if loss.change == "R-INIT"]
    pointer = "/params/_meta/io.modelcontextprotocol~1clientCapabilities"
    assert [(loss.kind, loss.pointer, loss.value) for loss in found] == [("weakened", pointer, later)] * told
    before = len(link.losses)
    link.ask("client", "tools/list", modern({}, later))
    assert not link.losses[before:], "a request that carries no input requests loses nothing"


@pytest.mark.parametrize("server", LEGACY)
def test_the_first_request_opens_the_session(server: str) -> None:
    """R-INIT: its metadata goes into the handshake; requests wait for the handshake in order."""
    link = Bridged(MODERN, server)
    able = {"elicitation": {"form": {}, "url": {}}, "roots": {}, "extensions": {"com.example/x": {}}}
    one = modern({}, able, clientInfo={"name": "c", "version": "1", "title": "C"}, logLevel="info")
    (hello,) = link.ask("client", "tools/list", one, id=1)
    assert hello["method"] == "initialize" and hello["params"]["protocolVersion"] == server
    assert hello["params"]["clientInfo"]["name"] == "c"
    assert hello["params"]["capabilities"]["extensions"] == {"com.example/x": {}}
    assert link.ask("client", "server/discover", modern(), id=2) == []
    initialized, level, listed, discovered = link.answer(
        "server", hello, welcome(server, {"tools": {}, "logging": {}}) | {"instructions": "i"}
    )
    assert initialized["method"] == "notifications/initialized"
    assert level["method"] == "logging/setLevel" and level["params"] == {"level": "info"}
    assert listed["method"] == "tools/list" and not listed.get("params")
    result = discovered["result"]
    assert (result["ttlMs"], result["cacheScope"]) == (0, "private"), "the next session may differ"
    assert discovered["id"] == 2 and result["supportedVersions"] == [MODERN] and result["instructions"] == "i"
    assert result["_meta"] == NAMED
    assert result["capabilities"] == {"tools": {}, "logging": {}}


def test_waiting_requests_are_answered_when_the_handshake_fails() -> None:
    """R-INIT, R-ERR: -32602 with versions becomes -32022; a new request tries again."""
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


def test_a_request_without_metadata_is_refused() -> None:
    """R-META5: -32602 without version or capabilities, -32022 for another version."""
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


def test_waiting_frames_are_bounded_and_can_be_cancelled() -> None:
    """Rule 4: a frame beyond `Limits.queued` is refused; a cancelled request is not sent."""
    link = Bridged(MODERN, "2025-11-25", limits=mcp_bridge.Limits(queued=2))
    (hello,) = link.ask("client", "tools/list", modern(), id=1)
    link.ask("client", "tools/list", modern(), id=2)
    (refused,) = link.ask("client", "tools/list", modern(), id=3)
    assert refused["error"]["code"] == -32603
    link.tell("client", "notifications/cancelled", {"requestId": 1})
    sent = link.answer("server", hello, welcome("2025-11-25"))
    assert [frame["method"] for frame in sent] == ["notifications/initialized", "tools/list"]


def test_an_input_request_of_the_server_travels_in_the_result_of_a_call() -> None:
    """R-MRTR: the client comes back with the answer; the second request gets the server's result."""
    link = opened(MODERN, "2025-06-18", nonce=lambda: "state")
    able = {"elicitation": {}}
    (call,) = link.ask("client", "tools/call", modern({"name": "t"}, able), id="c1")
    (asked,) = link.ask("server", "elicitation/create", FORM, id="e")
    assert asked["id"] == "c1" and asked["result"]["requestState"] == "state"
    ((name, input_request),) = asked["result"]["inputRequests"].items()
    assert input_request == elicitation()
    link.tick(1.0)
    back = modern(
        {"name": "t", "requestState": "state", "inputResponses": {name: {"action": "decline"}}}, able
    )
    (reply,) = link.ask("client", "tools/call", back, id="c2")
    assert reply == {"jsonrpc": "2.0", "id": "e", "result": {"action": "decline"}}
    assert link.tick(10_000.0) == [], "the call of a client that came back does not expire"
    (answer,) = link.answer("server", call, TEXT)
    assert answer["id"] == "c2" and answer["result"] == {**TEXT, "resultType": "complete", "_meta": NAMED}
    (refused,) = link.ask("client", "tools/call", back, id="c3")
    assert refused["error"]["code"] == -32602


def test_an_input_request_in_a_result_has_no_metadata() -> None:
    """R-MRTR, R-TASK, R-42: progress token, task and the id of a visit are dropped and reported."""
    link = opened(MODERN, "2025-11-25")
    able = {"elicitation": {"form": {}, "url": {}}}
    for params in (FORM, {"mode": "url", "message": "m", "url": "https://x/y", "elicitationId": "e"}):
        link.ask("client", "tools/call", modern({"name": "t"}, able))
        asked = {**params, "_meta": {"progressToken": 1}, "task": {"ttl": 1}}
        (carried,) = link.ask("server", "elicitation/create", asked)
        ((_, input_request),) = carried["result"]["inputRequests"].items()
        assert input_request["params"] == {
            name: value for name, value in params.items() if name != "elicitationId"
        }
    assert {loss.pointer for loss in link.losses} >= {
        "/params/_meta",
        "/params/task",
        "/params/elicitationId",
    }


def test_input_requests_asked_while_the_client_is_away_come_next() -> None:
    """R-MRTR: several input requests at once, a missing answer, a response that comes early."""
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
        "client", "tools/call", modern(back | {"inputResponses": {sample: SAMPLED}}, able), id="c4"
    )
    assert reply["id"] == 2 and reply["result"] == SAMPLED
    assert answer["id"] == "c4" and answer["result"]["content"] == TEXT["content"]


def test_an_input_request_that_no_request_can_carry_is_refused() -> None:
    """R-MRTR: only three methods carry input requests, for clients that declared the capability."""
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
    """R-MRTR: after `Limits.patience` the input request is refused and the request cancelled."""
    link = opened(MODERN, "2025-06-18", limits=mcp_bridge.Limits(patience=5))
    (call,) = link.ask("client", "tools/call", modern({"name": "t"}, {"elicitation": {}}))
    link.ask("server", "elicitation/create", FORM, id="e")
    assert link.bridge.deadline == 5
    refused, cancelled = link.tick(5)
    assert refused["id"] == "e" and refused["error"]["code"] == -32603
    assert cancelled["params"]["requestId"] == call["id"] and link.bridge.deadline is None


def test_a_cancelled_input_request_is_not_answered() -> None:
    """R-CANCEL: the client's answer to the input request is dropped."""
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


def test_cancelling_a_call_refuses_the_input_requests_of_the_server() -> None:
    """R-CANCEL: the call is cancelled at the server, and its input request gets an error."""
    link = opened(MODERN, "2025-06-18")
    able = {"elicitation": {}, "roots": {}}
    (call,) = link.ask("client", "tools/call", modern({"name": "t"}, able), id="c")
    (cancelled,) = link.tell("client", "notifications/cancelled", {"requestId": "c"})
    assert cancelled["params"]["requestId"] == call["id"]
    (refused,) = link.ask("server", "roots/list")
    assert refused["error"]["code"] == -32601


def test_progress_follows_the_client_to_its_next_request() -> None:
    """R-PROG: the token is that of the request that waits; while the client is away, progress is dropped."""
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


def test_visits_that_an_error_requires_become_input_requests() -> None:
    """R-42: after the visits the request is sent again; a declined visit gives the error as -32603."""
    link = opened(MODERN, "2025-11-25")
    able = {"elicitation": {"url": {}}}
    page = {"mode": "url", "message": "m", "url": "https://x/y"}
    data = {"elicitations": [page | {"elicitationId": "e1"}]}
    for accepted in (True, False):
        (call,) = link.ask("client", "tools/call", modern({"name": "t"}, able))
        (asked,) = link.fail("server", call, -32042, data=data)
        assert asked["result"]["inputRequests"] == {"e1": elicitation(page)}
        reply = {"e1": {"action": "accept" if accepted else "decline"}}
        back = {"name": "t", "requestState": asked["result"]["requestState"], "inputResponses": reply}
        (next_,) = link.ask("client", "tools/call", modern(back, able))
        lost = [(loss.kind, loss.pointer, loss.value) for loss in link.losses if loss.change == "R-42"]
        assert lost[:1] == [("dropped", "/params/elicitationId", "e1")]
        link.losses.clear()
        if accepted:
            assert next_["method"] == "tools/call" and next_["params"] == {"name": "t"}
            (answer,) = link.answer("server", next_, TEXT)
            assert "content" in answer["result"]
        else:
            assert next_["error"]["code"] == -32603 and next_["error"]["data"]["data"] == data
    (call,) = link.ask("client", "tools/call", modern({"name": "t"}))
    (refused,) = link.fail("server", call, -32042, data=data)
    assert refused["error"]["code"] == -32603


def test_the_log_level_is_that_of_the_open_requests() -> None:
    """R-LOG: the level is set when it changes; messages below every requested level are dropped."""
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
    """R-SUB: refused resources are left out; the last stream of a resource unsubscribes."""
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


def test_streams_end_with_a_result_when_the_server_is_gone() -> None:
    """R-SUB: the result carries the id of the stream."""
    link = opened(MODERN, "2025-11-25", offered=SUBSCRIBING)
    link.ask("client", "subscriptions/listen", modern({"notifications": {"toolsListChanged": True}}), id=7)
    (ended,) = link.close("server")
    assert ended["result"] == {"resultType": "complete", "_meta": NAMED | {f"{PREFIX}subscriptionId": 7}}


def test_frames_unknown_to_a_modern_client_stay_here() -> None:
    """R-PING, R-42, R-TASK: ping is answered, notifications are dropped, tasks refused."""
    link = opened(MODERN, "2025-11-25")
    (pong,) = link.ask("server", "ping", id="p")
    assert pong == {"jsonrpc": "2.0", "id": "p", "result": {}}
    assert link.tell("server", "notifications/elicitation/complete", {"elicitationId": "e"}) == []
    (refused,) = link.ask("client", "tasks/get", modern({"taskId": "t"}))
    assert refused["error"]["code"] == -32601
    (refused,) = link.ask("server", "tasks/list")
    assert refused["error"]["code"] == -32601


@pytest.mark.parametrize("server", LEGACY)
def test_results_gain_members_that_a_modern_client_requires(server: str) -> None:
    """Result type, cache hints and the server's name are filled in; R-ERR: -32002 becomes -32602."""
    link = opened(MODERN, server)
    (call,) = link.ask("client", "tools/list", modern())
    (answer,) = link.answer("server", call, {"tools": []})
    assert answer["result"] == {
        "_meta": NAMED,
        "tools": [],
        "resultType": "complete",
        "ttlMs": 0,
        "cacheScope": "private",
    }
    (read,) = link.ask("client", "resources/read", modern({"uri": "file:///x"}))
    (refused,) = link.fail("server", read, -32002, data={"uri": "file:///x"})
    assert refused["error"]["code"] == -32602 and refused["error"]["data"] == {"uri": "file:///x"}
