"""A legacy client and a modern server; `bridge_pair.py` checks every frame sent."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import mcp_bridge
from mcp_bridge.core.frames import (
    ACKNOWLEDGEMENT,
    ALREADY_DELIVERED,
    CANCELLED,
    NO_SERVER_SUBSCRIPTION,
    SUBSCRIPTION_ENDED,
)
from support.bridge_pair import MODERN, PREFIX, Bridged, Frame, discovery, initialize, meta, opened
from support.bridge_parts import LEGACY, SAMPLE, SAMPLED, SUBSCRIBING, TEXT, elicitation, input_required


@pytest.mark.parametrize("client", LEGACY)
def test_initialize_is_answered_from_a_discover_result(client: str) -> None:
    """R-INIT: `server/discover` carries the client's metadata; its result becomes the `initialize` result."""
    link = Bridged(client, MODERN)
    known = {f"{PREFIX}serverInfo": {"name": "s", "version": "2", "title": "S"}}
    offered = {"tools": {"listChanged": True}, "completions": {}, "extensions": {"com.example/x": {}}}
    (answer,) = initialize(link, {"sampling": {}}, capabilities=offered, instructions="i", _meta=known)
    told = link.got["server"][0]["params"]["_meta"]
    assert told[f"{PREFIX}clientCapabilities"] == {"sampling": {}}
    assert told[f"{PREFIX}clientInfo"] == {"name": "c", "version": "1"}
    result = answer["result"]
    assert result["protocolVersion"] == client and result["instructions"] == "i"
    assert result["serverInfo"]["name"] == "s"
    assert result["capabilities"]["extensions"] == {"com.example/x": {}}
    assert ("completions" in result["capabilities"]) is (client != "2024-11-05")
    (listen,) = link.tell("client", "notifications/initialized")
    assert listen["params"]["notifications"] == {"toolsListChanged": True}


def test_a_client_that_confirms_early_gets_list_changes() -> None:
    """R-SUB: the stream of the lists is opened when both ends are known, in either order."""
    link = Bridged("2025-06-18", MODERN)
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    (discover,) = link.ask("client", "initialize", hello)
    assert link.tell("client", "notifications/initialized") == []
    _, listen = link.answer("server", discover, discovery({"prompts": {"listChanged": True}}))
    assert listen["params"]["notifications"] == {"promptsListChanged": True}
    assert link.tell("client", "notifications/initialized") == []


def test_a_server_without_the_modern_revision_is_refused() -> None:
    """R-INIT, R-ERR: -32022, and a discover result without 2026-07-28, become -32602."""
    link = Bridged("2025-06-18", MODERN)
    (refused,) = initialize(link, supportedVersions=["2030-01-01"])
    assert refused["error"]["code"] == -32602
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    (discover,) = link.ask("client", "initialize", hello)
    data = {"supported": ["2030-01-01"], "requested": MODERN}
    (refused,) = link.fail("server", discover, -32022, data=data)
    assert refused["error"] == {"code": -32602, "message": "no", "data": data}


def test_a_server_that_refuses_a_revision_it_lists_is_asked_once_more() -> None:
    """R-INIT: -32022 with the refused revision as supported repeats `server/discover`, never twice."""
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    data = {"supported": [MODERN], "requested": MODERN}
    link = Bridged("2025-06-18", MODERN)
    (first,) = link.ask("client", "initialize", hello)
    (second,) = link.fail("server", first, -32022, data=data)
    assert second["method"] == "server/discover" and second["params"] == first["params"]
    assert second["id"] != first["id"]
    (refused,) = link.fail("server", second, -32022, data=data)
    assert refused["error"]["code"] == -32602
    link = Bridged("2025-06-18", MODERN)
    (first,) = link.ask("client", "initialize", hello)
    (second,) = link.fail("server", first, -32022, data=data)
    (opened,) = link.answer("server", second, discovery())
    assert opened["result"]["protocolVersion"] == "2025-06-18"


@pytest.mark.parametrize("said", [None, 5, "x", [], True])
@pytest.mark.parametrize("server", [MODERN, "auto"])
def test_a_discover_result_that_is_no_object_is_an_error(said: Any, server: str) -> None:
    """R-INIT: the client gets a response to a malformed result and may send `initialize` again."""
    bridge = mcp_bridge.Bridge("2025-06-18", server)
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


def test_a_session_is_initialized_once() -> None:
    """R-INIT: a second `initialize`, and a malformed one, are refused."""
    link = opened("2025-06-18", MODERN)
    (refused,) = link.ask("client", "initialize", {"protocolVersion": "2025-06-18"})
    assert refused["error"]["code"] == -32600
    (refused,) = Bridged("2025-06-18", MODERN).ask("client", "initialize", {"protocolVersion": "2025-06-18"})
    assert refused["error"]["code"] == -32602


def test_every_request_carries_the_metadata_of_the_handshake() -> None:
    """R-META5, R-LOG: requests carry capabilities, client info and the last log level."""
    link = opened(
        "2025-06-18",
        MODERN,
        able={"elicitation": {}, "roots": {"listChanged": True}},
        offered={"logging": {}},
    )
    (call,) = link.ask("client", "tools/list")
    said = call["params"]["_meta"]
    assert said == meta(
        {"elicitation": {}, "roots": {}}, clientInfo={"name": "c", "version": "1"}, logLevel="info"
    )
    (ok,) = link.ask("client", "logging/setLevel", {"level": "warning"})
    assert ok["result"] == {}
    (call,) = link.ask("client", "tools/list")
    assert call["params"]["_meta"] == said | {f"{PREFIX}logLevel": "warning"}
    (refused,) = link.ask("client", "logging/setLevel", {"level": "loud"})
    assert refused["error"]["code"] == -32602
    (refused,) = opened("2025-06-18", MODERN).ask("client", "logging/setLevel", {"level": "info"})
    assert refused["error"]["code"] == -32601


def test_frames_unknown_to_a_modern_server_stay_here() -> None:
    """R-PING, R-CAPS, R-PROG, R-TASK: ping is answered, notifications are dropped, tasks refused."""
    link = opened("2025-11-25", MODERN)
    (pong,) = link.ask("client", "ping")
    assert pong["result"] == {}
    assert link.tell("client", "notifications/roots/list_changed") == []
    assert link.tell("client", "notifications/progress", {"progressToken": 1, "progress": 1}) == []
    (refused,) = link.ask("client", "tasks/list")
    assert refused["error"]["code"] == -32601
    (refused,) = link.ask("server", "ping")
    assert refused["error"]["code"] == -32601


def test_input_requests_in_a_result_are_asked_and_the_request_is_repeated() -> None:
    """R-MRTR: all input requests are asked at once; the repeat carries answers and state under a new id."""
    able = {"elicitation": {}, "sampling": {}, "roots": {}}
    link = opened("2025-06-18", MODERN, able=able)
    (call,) = link.ask("client", "tools/call", {"name": "t", "arguments": {"a": 1}}, id="c")
    input_requests = {
        "f": elicitation(),
        "s": {"method": "sampling/createMessage", "params": SAMPLE},
        "r": {"method": "roots/list"},
    }
    asked = link.answer("server", call, input_required(input_requests))
    assert [frame["method"] for frame in asked] == [
        "elicitation/create",
        "sampling/createMessage",
        "roots/list",
    ]
    accepted = {"action": "accept", "content": {"n": "x"}}
    assert link.answer("client", asked[1], SAMPLED) == []
    assert link.answer("client", asked[0], accepted) == []
    (again,) = link.answer("client", asked[2], {"roots": []})
    assert again["id"] != call["id"] and again["params"]["arguments"] == {"a": 1}
    assert again["params"]["inputResponses"] == {"s": SAMPLED, "f": accepted, "r": {"roots": []}}
    assert again["params"]["requestState"] == "S"
    (more,) = link.answer("server", again, input_required({"f": elicitation()}, None))
    (last,) = link.answer("client", more, {"action": "decline"})
    assert "requestState" not in last["params"] and last["params"]["inputResponses"] == {
        "f": {"action": "decline"}
    }
    (answer,) = link.answer("server", last, {"resultType": "complete", **TEXT})
    assert answer == {"jsonrpc": "2.0", "id": "c", "result": TEXT}


def test_rounds_of_input_requests_are_limited() -> None:
    """R-MRTR: after `Limits.rounds` rounds the request is answered with an error."""
    link = opened("2025-06-18", MODERN, able={"elicitation": {}}, limits=mcp_bridge.Limits(rounds=2))
    (call,) = link.ask("client", "prompts/get", {"name": "p"}, id="c")
    for _ in range(2):
        (asked,) = link.answer("server", call, input_required({"f": elicitation()}))
        (call,) = link.answer("client", asked, {"action": "cancel"})
    (refused,) = link.answer("server", call, input_required({"f": elicitation()}))
    assert refused["id"] == "c" and refused["error"]["code"] == -32603


def test_a_request_that_is_put_off_is_repeated_after_a_pause() -> None:
    """R-MRTR: a result with a state and no input requests repeats the request; each pause is longer."""
    link = opened("2025-06-18", MODERN)
    link.tick(100.0)
    (call,) = link.ask("client", "resources/read", {"uri": "file:///a"})
    assert link.answer("server", call, input_required({}, "wait")) == []
    assert link.bridge.deadline == pytest.approx(100.05)
    assert link.tick(100.01) == []
    (again,) = link.tick(100.06)
    assert again["params"]["requestState"] == "wait" and "inputResponses" not in again["params"]
    link.answer("server", again, input_required({}, "wait"))
    assert link.bridge.deadline == pytest.approx(100.16)
    (gone,) = link.close("server")
    assert "gone" in gone["error"]["message"] and link.bridge.deadline is None


def test_a_refused_input_request_ends_the_request() -> None:
    """R-MRTR: an input response cannot carry an error; the other input requests are cancelled."""
    link = opened("2025-06-18", MODERN, able={"elicitation": {}, "roots": {}})
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id="c")
    asked = link.answer("server", call, input_required({"f": elicitation(), "r": {"method": "roots/list"}}))
    cancelled, answer = link.fail("client", asked[0], -1, "User said no")
    assert (
        cancelled["method"] == "notifications/cancelled"
        and cancelled["params"]["requestId"] == asked[1]["id"]
    )
    assert answer["id"] == "c" and answer["error"] == {"code": -1, "message": "User said no"}
    assert link.answer("client", asked[1], {"roots": []}) == []


@pytest.mark.parametrize(
    "client, able, input_request",
    [
        ("2025-06-18", {}, elicitation()),
        ("2025-03-26", {"sampling": {}}, elicitation()),
        ("2024-11-05", {"elicitation": {}}, elicitation()),
        (
            "2025-06-18",
            {"elicitation": {}},
            elicitation({"mode": "url", "message": "m", "url": "https://x/y"}),
        ),
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
            elicitation(
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
def test_an_input_request_that_the_client_cannot_answer_ends_the_request(
    client: str, able: Frame, input_request: Any
) -> None:
    """R-MRTR: an input request needs a declared capability and a form in the client's revision.

    The error is not that of an unknown method, because the client has called a method that exists.
    """
    link = opened(client, MODERN, able=able)
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id="c")
    (refused,) = link.answer("server", call, input_required({"q": input_request}))
    assert refused["id"] == "c" and refused["error"]["code"] in (-32603, -32602)


def test_cancelling_a_request_cancels_its_input_requests() -> None:
    """R-CANCEL: while the input requests are open, no request is open on the server."""
    link = opened("2025-06-18", MODERN, able={"elicitation": {}})
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id="c")
    (asked,) = link.answer("server", call, input_required({"f": elicitation()}))
    (told,) = link.tell("client", "notifications/cancelled", {"requestId": "c"})
    assert told["params"]["requestId"] == asked["id"] and link.got["client"][-1] is told
    assert link.answer("client", asked, {"action": "cancel"}) == []


def test_a_page_to_visit_gets_an_id() -> None:
    """R-42: 2025-11-25 names each visit; `nonce` makes the id."""
    able = {"elicitation": {"url": {}}}
    link = opened("2025-11-25", MODERN, able=able, nonce=lambda: "n-1")
    (call,) = link.ask("client", "tools/call", {"name": "t"})
    page = {"mode": "url", "message": "m", "url": "https://x/y"}
    (asked,) = link.answer("server", call, input_required({"v": elicitation(page)}))
    assert asked["params"] == page | {"elicitationId": "n-1"}


@pytest.mark.parametrize(
    ("client", "able", "asked", "reason"),
    [
        ("2025-06-18", {"elicitation": {}}, {"mode": "url", "url": "https://x/y"}, "cannot open URLs"),
        ("2025-03-26", {}, {"requestedSchema": {"type": "object", "properties": {}}}, "have no elicitation"),
        (
            "2025-11-25",
            {"elicitation": {}},
            {"mode": "url", "url": "https://x/y"},
            "capability elicitation.url",
        ),
        ("2025-11-25", {}, {"requestedSchema": {"type": "object", "properties": {}}}, "elicitation.form"),
    ],
)
def test_a_refused_input_request_has_its_own_reason(
    client: str, able: Frame, asked: Frame, reason: str
) -> None:
    """The revision of the client lacks the request, or the client did not declare the named capability."""
    link = opened(client, MODERN, able=able)
    (call,) = link.ask("client", "tools/call", {"name": "t"})
    request = {"method": "elicitation/create", "params": {"message": "m", **asked}}
    (refused,) = link.answer("server", call, input_required({"v": request}))
    assert refused["error"]["code"] == -32603
    assert reason in refused["error"]["message"]


@pytest.mark.parametrize("client", LEGACY)
def test_the_revision_in_the_handshake_is_not_a_difference(client: str) -> None:
    """The server sends no `protocolVersion`, so the client's own revision replaces nothing."""
    link = opened(client, MODERN)
    assert [loss for loss in link.losses if loss.pointer == "/result/protocolVersion"] == []


def reasons(link: Bridged) -> list[str]:
    """Return the reasons why the bridge dropped frames, oldest first."""
    return [reason for _, reason in link.ended]


def test_a_subscription_is_a_stream_of_its_own() -> None:
    """R-SUB: an acknowledgement answers the subscription; an update on two streams is forwarded once."""
    link = opened("2025-06-18", MODERN, offered={"resources": {"subscribe": True}})
    (listen,) = link.ask("client", "resources/subscribe", {"uri": "file:///a"}, id="s")
    assert listen["params"]["notifications"] == {"resourceSubscriptions": ["file:///a"]}
    stamp = {f"{PREFIX}subscriptionId": listen["id"]}
    granted = {"_meta": stamp, "notifications": {"resourceSubscriptions": ["file:///a"]}}
    (ok,) = link.tell("server", "notifications/subscriptions/acknowledged", granted)
    assert ok == {"jsonrpc": "2.0", "id": "s", "result": {}}
    assert reasons(link)[-1] == ACKNOWLEDGEMENT.reason
    (second,) = link.ask("client", "resources/subscribe", {"uri": "file:///"}, id="s2")
    (twice,) = link.ask("client", "resources/subscribe", {"uri": "file:///"}, id="s3")
    assert twice["method"] == "subscriptions/listen", "the server has not granted the first one"
    link.tell("client", "notifications/cancelled", {"requestId": "s3"})
    (known,) = link.ask("client", "resources/subscribe", {"uri": "file:///a"}, id="s4")
    assert known == {"jsonrpc": "2.0", "id": "s4", "result": {}}, "one stream is enough"
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
        assert reasons(link)[-1] == ALREADY_DELIVERED.reason
    assert link.tell("server", updated, {"uri": "file:///a", "_meta": {f"{PREFIX}subscriptionId": "x"}}) == []
    assert reasons(link)[-1] == NO_SERVER_SUBSCRIPTION.reason
    cancel, ok = link.ask("client", "resources/unsubscribe", {"uri": "file:///a"}, id="u")
    assert cancel["params"]["requestId"] == listen["id"] and ok["result"] == {}
    assert link.tell("server", updated, {"uri": "file:///a", "_meta": stamp}) == []
    (told,) = link.tell("server", updated, {"uri": "file:///a", **again})


def test_a_subscription_without_acknowledgement_is_refused() -> None:
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
    assert reasons(link)[-1] == SUBSCRIPTION_ENDED.reason
    dropped = len(link.ended)
    link.ask("client", "resources/subscribe", {"uri": "file:///a"}, id=4)
    cancel, refused = link.tick(100.0)
    assert cancel["method"] == "notifications/cancelled" and refused["id"] == 4
    reason = "no answer to subscriptions/listen in 60 seconds"
    assert cancel["params"]["reason"] == refused["error"]["message"] == reason
    assert len(link.ended) == dropped, "the client gets the error, so nothing is dropped"
    (listen,) = link.ask("client", "resources/subscribe", {"uri": "file:///a"}, id=5)
    (cancel,) = link.tell("client", "notifications/cancelled", {"requestId": 5})
    assert cancel["params"]["requestId"] == listen["id"]
    (refused,) = link.ask("client", "resources/subscribe", {"uri": 7})
    assert refused["error"]["code"] == -32602
    (refused,) = opened("2025-06-18", MODERN).ask("client", "resources/subscribe", {"uri": "file:///a"})
    assert refused["error"]["code"] == -32601


def test_list_changes_arrive_on_the_stream_of_the_lists() -> None:
    """R-SUB: notifications lose the id of the stream; after the end of the stream they are dropped."""
    link = opened("2025-11-25", MODERN, offered=SUBSCRIBING)
    listen = link.got["server"][-1]
    assert listen["params"]["notifications"] == {"toolsListChanged": True, "resourcesListChanged": True}
    stamp = {"_meta": {f"{PREFIX}subscriptionId": listen["id"]}}
    (told,) = link.tell("server", "notifications/tools/list_changed", stamp)
    assert "_meta" not in told.get("params", {})
    link.answer("server", listen, {"resultType": "complete", **stamp})
    assert link.tell("server", "notifications/tools/list_changed", stamp) == []


ACKNOWLEDGED = "notifications/subscriptions/acknowledged"


def acknowledge(link: Bridged, listen: Frame) -> list[Frame]:
    """Let the server acknowledge a subscription."""
    stamp = {f"{PREFIX}subscriptionId": listen["id"]}
    granted = {"_meta": stamp, "notifications": listen["params"]["notifications"]}
    return link.tell("server", ACKNOWLEDGED, granted)


def end(link: Bridged, listen: Frame, how: str) -> None:
    """Let the server end a subscription."""
    if how == "result":
        stamp = {f"{PREFIX}subscriptionId": listen["id"]}
        link.answer("server", listen, {"resultType": "complete", "_meta": stamp})
    elif how == "error":
        link.fail("server", listen, -32603)
    else:
        link.asking["server"].pop(json.dumps(listen["id"]))
        link.tell("server", "notifications/cancelled", {"requestId": listen["id"]})


def subscribed(kind: str) -> tuple[Bridged, Frame]:
    """Return a session with an acknowledged subscription, for the lists or for a resource."""
    offered: Frame = {"resources": {"subscribe": True}} if kind == "resource" else {"tools": {}}
    if kind == "lists":
        offered["tools"]["listChanged"] = True
    link = opened("2025-11-25", MODERN, offered=offered)
    if kind == "resource":
        link.ask("client", "resources/subscribe", {"uri": "file:///a"}, id="s")
    listen = link.got["server"][-1]
    acknowledge(link, listen)
    return link, listen


# How the server ends a subscription, after how many eighths of a second, and whether it acknowledges another.
ENDS = st.lists(
    st.tuples(st.sampled_from(["result", "cancelled", "error"]), st.integers(0, 160), st.booleans()),
    max_size=12,
)


@given(st.sampled_from(["lists", "resource"]), ENDS)
def test_a_subscription_that_the_server_ends_is_opened_again(
    kind: str, ends: list[tuple[str, int, bool]]
) -> None:
    """R-SUB: the pauses double up to a minute, and are short again after a subscription that lasted."""
    link, listen = subscribed(kind)
    now, pauses, is_open, ids = 0.0, 0, True, {listen["id"]}
    for how, eighths, acknowledges in ends:
        now += eighths / 8
        assert link.tick(now) == [] and link.bridge.deadline is None
        pauses = 0 if is_open and eighths >= 40 else pauses
        end(link, listen, how)
        pause = min(2.0**pauses, 60.0)
        assert link.bridge.deadline == now + pause
        assert link.tick(now + pause * 0.99) == []
        now, pauses = now + pause, pauses + 1
        (again,) = link.tick(now)
        assert again["params"] == listen["params"] and again["id"] not in ids
        listen, is_open = again, acknowledges
        ids.add(again["id"])
        if acknowledges:
            assert acknowledge(link, listen) == []
    if not is_open:
        acknowledge(link, listen)
    method = "notifications/tools/list_changed" if kind == "lists" else "notifications/resources/updated"
    params = {"_meta": {f"{PREFIX}subscriptionId": listen["id"]}}
    params |= {} if kind == "lists" else {"uri": "file:///a"}
    (told,) = link.tell("server", method, params)
    assert told["method"] == method


@pytest.mark.parametrize("kind", ["lists", "resource"])
@pytest.mark.parametrize("side", ["client", "server"])
def test_a_paused_subscription_ends_with_the_session(kind: str, side: str) -> None:
    """R-SUB: no timer is left, and nothing is opened again."""
    link, listen = subscribed(kind)
    end(link, listen, "result")
    link.close(side)
    assert link.bridge.deadline is None and link.tick(1000.0) == []


def test_a_paused_subscription_follows_the_requests_of_the_client() -> None:
    """R-SUB: it ends with `resources/unsubscribe`, and a new subscription of the resource replaces it."""
    link, listen = subscribed("resource")
    end(link, listen, "result")
    (again,) = link.ask("client", "resources/subscribe", {"uri": "file:///a"}, id="t")
    assert again["method"] == "subscriptions/listen"
    (ok,) = acknowledge(link, again)
    assert ok["id"] == "t" and link.tick(1000.0) == []
    end(link, again, "result")
    (ok,) = link.ask("client", "resources/unsubscribe", {"uri": "file:///a"}, id="u")
    assert ok["result"] == {} and link.bridge.deadline is None and link.tick(2000.0) == []


def test_a_subscription_that_the_server_never_acknowledged_is_not_opened_again() -> None:
    """R-SUB: a server that only refuses is asked once."""
    for how in ("result", "error", "cancelled"):
        link = opened("2025-11-25", MODERN, offered={"tools": {"listChanged": True}})
        end(link, link.got["server"][-1], how)
        assert link.bridge.deadline is None and link.tick(1000.0) == []


@pytest.mark.parametrize("client", LEGACY)
def test_results_lose_members_unknown_to_a_legacy_client(client: str) -> None:
    """R-META5: reserved metadata is dropped, and so are result type and cache hints."""
    link = opened(client, MODERN)
    (call,) = link.ask("client", "tools/list")
    result = {"resultType": "complete", "ttlMs": 5, "cacheScope": "public", "tools": []}
    (answer,) = link.answer(
        "server", call, result | {"_meta": {f"{PREFIX}serverInfo": {"name": "s", "version": "2"}}}
    )
    assert answer["result"] == {"tools": []}


ABLE: Frame = {"elicitation": {}, "roots": {}}
ENDS: dict[str, Any] = {
    "cancelled": lambda link, call, asked: link.tell("client", CANCELLED, {"requestId": "c"}),
    "refused by the client": lambda link, call, asked: link.fail("client", asked, -1, "no"),
    "invalid answer": lambda link, call, asked: link.answer("client", asked, []),
    "closed": lambda link, call, asked: link.close("client"),
}


@pytest.mark.parametrize("end", ENDS)
def test_a_state_without_a_retry_is_told(end: str) -> None:
    """However the call ends while the client answers, the host gets the state of its newest round, once."""
    link = opened("2025-06-18", MODERN, able=ABLE)
    abandoned: list[str] = []
    link.bridge.on_abandoned(abandoned.append)
    link.judging = end != "invalid answer"
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id="c")
    (asked,) = link.answer("server", call, input_required({"f": elicitation()}, "first"))
    (again,) = link.answer("client", asked, {"action": "decline"})
    (asked,) = link.answer("server", again, input_required({"f": elicitation()}, "second"))
    assert abandoned == []
    ENDS[end](link, again, asked)
    assert abandoned == ["second"]


@pytest.mark.parametrize("asks", [{"s": {"method": "sampling/createMessage", "params": SAMPLE}}, {"f": 1}])
def test_a_state_is_told_if_the_client_cannot_be_asked(asks: Frame) -> None:
    """The server waits for a retry of a call that the bridge has answered with an error."""
    link = opened("2025-06-18", MODERN, able=ABLE)
    abandoned: list[str] = []
    link.bridge.on_abandoned(abandoned.append)
    link.judging = False
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id="c")
    (refused,) = link.answer("server", call, input_required(asks, "s"))
    assert refused["error"]["code"] == -32603 and abandoned == ["s"]


def test_a_state_with_a_retry_is_not_told() -> None:
    """The server gets the retry, and then perhaps a cancellation."""
    link = opened("2025-06-18", MODERN, able=ABLE)
    abandoned: list[str] = []
    link.bridge.on_abandoned(abandoned.append)
    for end in "answered", "cancelled":
        (call,) = link.ask("client", "tools/call", {"name": "t"}, id=end)
        (asked,) = link.answer("server", call, input_required({"f": elicitation()}))
        (again,) = link.answer("client", asked, {"action": "decline"})
        if end == "answered":
            link.answer("server", again, {"resultType": "complete", **TEXT})
        else:
            (told,) = link.tell("client", CANCELLED, {"requestId": end})
            assert told["params"]["requestId"] == again["id"]
    assert abandoned == []
