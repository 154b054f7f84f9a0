"""The state of a bridge over time: cancelled handshakes, timers after a success, resubscription, states.

`bridge_pair.py` checks every frame that the bridge sends; the tests use the public interface alone.
"""

from __future__ import annotations

import itertools
import json
from typing import Any

import mcp_revisions as mr
import pytest

import mcp_bridge
from support.bridge_pair import (
    MODERN,
    PER_REQUEST,
    PREFIX,
    Bridged,
    Frame,
    discovery,
    modern,
    opened,
    welcome,
)
from support.oracle import oracle

FORM = {"message": "Who?", "requestedSchema": {"type": "object", "properties": {"n": {"type": "string"}}}}
TEXT = {"content": [{"type": "text", "text": "done"}]}
SUBSCRIBING = {"resources": {"subscribe": True}}
UPDATED = "notifications/resources/updated"
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"


def put_off(state: str = "later") -> Frame:
    """Return an input-required result without input requests."""
    return {"resultType": "input_required", "requestState": state}


def asking(**input_requests: Frame) -> Frame:
    """Return an input-required result with these input requests."""
    return {"resultType": "input_required", "requestState": "S", "inputRequests": input_requests}


def stamp(listen: Frame) -> Frame:
    """Return the `_meta` that names the stream which a request opened."""
    return {f"{PREFIX}subscriptionId": listen["id"]}


def acknowledge(link: Bridged, listen: Frame) -> list[Frame]:
    """Let the server grant all that a subscription wants."""
    granted = {"_meta": stamp(listen), "notifications": listen["params"]["notifications"]}
    return link.tell("server", ACKNOWLEDGED, granted)


def update(link: Bridged, listen: Frame, uri: str = "file:///a") -> list[Frame]:
    """Let the server report an update of a resource on a stream."""
    return link.tell("server", UPDATED, {"uri": uri, "_meta": stamp(listen)})


def subscribe(link: Bridged, uri: str) -> Frame:
    """Subscribe an older client to a resource and return the request that opened the stream."""
    (listen,) = link.ask("client", "resources/subscribe", {"uri": uri})
    (granted,) = acknowledge(link, listen)
    assert granted["result"] == {}
    return listen


def come_back(link: Bridged, asked: Frame, method: str = "tools/call", id: Any = None, **meta: Any) -> Any:
    """Let a newer client answer no input request and come back with the state that a result gave."""
    named = {"uri": "file:///a"} if method == "resources/read" else {"name": "t"}
    params = {**named, "requestState": asked["result"]["requestState"]}
    return link.ask("client", method, modern(params, **meta), id=id)


# ---- requests of a handshake ----------------------------------------------------------------------


@pytest.mark.parametrize("server", ["2025-06-18", MODERN])
def test_initialize_is_never_cancelled(server: str) -> None:
    """The cancellation of `initialize` is dropped; the answer arrives (basic/utilities/cancellation)."""
    link = Bridged("2025-11-25", server)
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    (asked,) = link.ask("client", "initialize", hello, id="init")
    assert link.tell("client", "notifications/cancelled", {"requestId": "init"}) == []
    assert len(link.ended) == 1
    (answer,) = link.answer("server", asked, discovery() if server == MODERN else welcome(server))
    assert answer["id"] == "init" and answer["result"]["protocolVersion"] == "2025-11-25"


@pytest.mark.parametrize("client, server", [("2025-11-25", "2025-06-18"), ("2025-11-25", MODERN)])
def test_true_is_no_id_of_an_answer(client: str, server: str) -> None:
    """An answer under `true` does not answer request 1; the answer under 1 does."""
    bridge = mcp_bridge.Bridge(client, server)
    params = {"protocolVersion": client, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    hello = {"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": params}
    for form in (dict, json.dumps):
        (asked,) = mcp_bridge.Bridge(client, server).from_client(hello)
        assert json.loads(asked.data)["id"] == 1, "the first id of a bridge equals True"
        bridge = mcp_bridge.Bridge(client, server)
        bridge.from_client(hello)
        result = discovery() if server == MODERN else welcome(server)
        answer: Any = form({"jsonrpc": "2.0", "id": True, "result": result})
        (dropped,) = bridge.from_server(answer.encode() if isinstance(answer, str) else answer)
        assert dropped.to is None and bridge.pending == 1
        (told,) = bridge.from_server({"jsonrpc": "2.0", "id": 1, "result": result})
        assert told.to == "client" and told.tree["id"] == "init"


# ---- an older client, a newer server --------------------------------------------------------------


def test_a_granted_subscription_outlives_the_time_to_open() -> None:
    """R-SUB: the acknowledgement cancels the timer of the opening; later updates still arrive."""
    link = opened("2025-06-18", MODERN, offered=SUBSCRIBING, limits=mcp_bridge.Limits(opening=5))
    listen = subscribe(link, "file:///a")
    assert link.bridge.deadline is None
    assert link.tick(1000.0) == []
    (told,) = update(link, listen)
    assert told["params"] == {"uri": "file:///a"}


def test_an_answered_request_leaves_no_timer() -> None:
    """R-INIT: the answer to the handshake ends its timer."""
    for client, server in (("2025-06-18", MODERN), (MODERN, "2025-06-18")):
        link = opened(client, server, limits=mcp_bridge.Limits(opening=5))
        assert link.bridge.deadline is None and link.tick(1000.0) == []


def test_a_call_that_gathers_input_requests_leaves_no_timer() -> None:
    """R-CANCEL: the time to gather ends with the call."""
    link = opened(MODERN, "2025-06-18", limits=mcp_bridge.Limits(gather=1.0))
    link.ask("client", "tools/call", modern({"name": "t"}, {"elicitation": {}}), id="c")
    assert link.ask("server", "elicitation/create", FORM) == [] and link.bridge.deadline is not None
    link.tell("client", "notifications/cancelled", {"requestId": "c"})
    assert link.bridge.deadline is None


def test_a_call_that_was_put_off_leaves_no_timer() -> None:
    """R-CANCEL: the pause ends with the call."""
    link = opened("2025-06-18", MODERN)
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id="c")
    assert link.answer("server", call, put_off()) == [] and link.bridge.deadline is not None
    assert link.tell("client", "notifications/cancelled", {"requestId": "c"}) == []
    assert link.bridge.deadline is None


def test_each_stream_that_tells_again_tells_of_another_update() -> None:
    """R-SUB: each stream reports an update once; the second report of a stream is another update."""
    link = opened("2025-06-18", MODERN, offered=SUBSCRIBING)
    one, other, third = (subscribe(link, uri) for uri in ("file:///a", "file:///", "file:///a#"))
    assert len(update(link, one)) == 1
    assert update(link, other) == []
    assert update(link, third) == []
    assert len(update(link, other)) == 1, "its second report, whichever stream was first"
    assert update(link, one) == []
    assert len(update(link, one)) == 1
    assert len(update(link, one)) == 1


def test_a_resource_subscribed_to_again_tells_of_its_first_update() -> None:
    """R-SUB: an ended stream leaves no record that makes the next stream's update a duplicate."""
    link = opened("2025-06-18", MODERN, offered=SUBSCRIBING)
    for _ in range(3):
        listen = subscribe(link, "file:///a")
        assert len(update(link, listen)) == 1
        cancelled, answer = link.ask("client", "resources/unsubscribe", {"uri": "file:///a"})
        assert cancelled["params"]["requestId"] == listen["id"] and answer["result"] == {}


def test_pauses_double_up_to_five_and_begin_anew_after_an_input_request() -> None:
    """R-MRTR: the pause begins at `Limits.pause`, doubles each time, and is at most five times as long."""
    limits = mcp_bridge.Limits(pause=1.0, rounds=20)
    link = opened("2025-06-18", MODERN, able={"elicitation": {}}, limits=limits)
    link.tick(0.0)
    (call,) = link.ask("client", "tools/call", {"name": "t"})
    now = 0.0

    def waited() -> float:
        """Put the call off, wait for the repeat and return how long that took."""
        nonlocal call, now
        assert link.answer("server", call, put_off()) == []
        due, before = link.bridge.deadline, now
        assert link.tick(due - 0.01) == []
        (call,) = link.tick(due)
        now = due
        return now - before

    assert [waited() for _ in range(5)] == [1, 2, 4, 5, 5]
    (input_request,) = link.answer("server", call, asking(f={"method": "elicitation/create", "params": FORM}))
    (call,) = link.answer("client", input_request, {"action": "decline"})
    assert [waited() for _ in range(2)] == [1, 2]


# ---- a newer client, an older server --------------------------------------------------------------


@pytest.mark.parametrize("end", ["patience", "answer", "withdrawn"])
def test_a_state_that_is_used_up_opens_nothing(end: str) -> None:
    """R-MRTR: a state is refused after its first use, and after `Limits.patience`."""
    link = opened(MODERN, "2025-06-18", limits=mcp_bridge.Limits(patience=5))
    able: Frame = {"elicitation": {}}
    (call,) = link.ask("client", "tools/call", modern({"name": "t"}, able))
    (asked,) = link.ask("server", "elicitation/create", FORM, id="e")
    if end == "patience":
        link.tick(6.0)
    else:
        if end == "withdrawn":
            link.tell("server", "notifications/cancelled", {"requestId": "e"})
        link.answer("server", call, TEXT)
        *_, answer = come_back(link, asked, id="back", capabilities=able)
        assert answer["id"] == "back" and "content" in answer["result"]
    (refused,) = come_back(link, asked, id="late", capabilities=able)
    assert refused["id"] == "late" and refused["error"]["code"] == -32602


OTHER_PARAMS: dict[str, list[Frame]] = {
    "tools/call": [
        {"name": "greet", "arguments": {"n": 1, "list": [1, 2], "t": True}},
        {"name": "ask", "arguments": {"n": 2, "list": [1, 2], "t": True}},
        {"name": "ask", "arguments": {"n": 1, "list": [2, 1], "t": True}},
        {"name": "ask", "arguments": {"n": "1", "list": [1, 2], "t": True}},
        {"name": "ask", "arguments": {"n": 1, "list": [1, 2], "t": 1}},
        {"name": "ask", "arguments": {"n": 1.5, "list": [1, 2], "t": True}},
        {"name": "ask"},
        {"name": "ask", "arguments": {"n": 1, "list": [1, 2], "t": True}, "more": 1},
    ],
    "prompts/get": [{"name": "ask"}],
    "resources/read": [{"uri": "file:///ask"}],
}


def test_a_state_belongs_to_its_request() -> None:
    """R-MRTR: a state with another method or other params is refused; the same request still continues.

    The same request may have another order of members, another spelling, and another `_meta`.
    """
    link = opened(MODERN, "2025-06-18")
    able: Frame = {"elicitation": {}}
    call: Frame = {"name": "ask", "arguments": {"n": 1, "list": [1, 2], "t": True}}
    (sent,) = link.ask("client", "tools/call", modern(call, able))
    (asked,) = link.ask("server", "elicitation/create", FORM, id="e")
    result = asked["result"]
    answers = {key: {"action": "decline"} for key in result["inputRequests"]}
    state = {"requestState": result["requestState"], "inputResponses": answers}
    for method, all_params in OTHER_PARAMS.items():
        for params in all_params:
            (refused,) = link.ask("client", method, modern({**params, **state}, able), id="other")
            assert refused["id"] == "other" and refused["error"]["code"] == -32602, params
            assert "another method or other params; repeat that request" in refused["error"]["message"]
    same = {"arguments": {"t": True, "list": [1.0, 2], "n": 1e0}, "name": "ask", **state}
    (reply,) = link.ask("client", "tools/call", modern(same, able, progressToken=5), id="back")
    assert reply["id"] == "e" and reply["result"] == {"action": "decline"}
    (answer,) = link.answer("server", sent, TEXT)
    assert answer["id"] == "back" and "content" in answer["result"]


def test_a_deep_call_is_compared_with_its_retry() -> None:
    """R-MRTR: the params of a call may be as deep as the bridge reads."""
    link = opened(MODERN, "2025-06-18")
    able: Frame = {"elicitation": {}}
    deep: Frame = {"a": 1}
    for _ in range(450):
        deep = {"a": deep}
    call: Frame = {"name": "t", "arguments": deep}
    link.ask("client", "tools/call", modern(call, able))
    (asked,) = link.ask("server", "elicitation/create", FORM, id="e")
    (key,) = asked["result"]["inputRequests"]
    state = {"requestState": asked["result"]["requestState"], "inputResponses": {key: {"action": "decline"}}}
    (refused,) = link.ask("client", "tools/call", modern({**call, **state, "arguments": {"a": deep}}, able))
    assert refused["error"]["code"] == -32602
    (reply,) = link.ask("client", "tools/call", modern({**call, **state}, able))
    assert reply["result"] == {"action": "decline"}


def test_a_client_that_is_away_with_input_requests_reads_no_log() -> None:
    """R-LOG: the level of a call counts only while its client waits."""
    link = opened(MODERN, "2025-06-18", offered={"logging": {}, "tools": {}})
    able: Frame = {"elicitation": {}}

    def logged() -> int:
        return len(link.tell("server", "notifications/message", {"level": "debug", "data": "x"}))

    link.ask("client", "tools/call", modern({"name": "t"}, able, logLevel="debug"))
    assert logged() == 1
    (asked,) = link.ask("server", "elicitation/create", FORM)
    assert logged() == 0
    (again,) = come_back(link, asked, capabilities=able, logLevel="debug")
    assert logged() == 0, "the input request is still open, and the client is away again"
    params = {
        "name": "t",
        "requestState": again["result"]["requestState"],
        "inputResponses": {name: {"action": "decline"} for name in again["result"]["inputRequests"]},
    }
    link.ask("client", "tools/call", modern(params, able, logLevel="debug"))
    assert logged() == 1


def test_a_subscription_that_is_confirmed_too_late_is_left() -> None:
    """R-SUB: a resource without a stream is unsubscribed when the server confirms the subscription."""
    link = opened(MODERN, "2025-06-18", offered=SUBSCRIBING)
    wanted = {"notifications": {"resourceSubscriptions": ["file:///a"]}}
    (asked,) = link.ask("client", "subscriptions/listen", modern(wanted), id="L")
    assert link.tell("client", "notifications/cancelled", {"requestId": "L"}) == []
    (left,) = link.answer("server", asked, {})
    assert left["method"] == "resources/unsubscribe" and left["params"] == {"uri": "file:///a"}
    (again,) = link.ask("client", "subscriptions/listen", modern(wanted), id="M")
    assert again["method"] == "resources/subscribe", "a new stream subscribes anew"
    (acknowledged,) = link.answer("server", again, {})
    assert acknowledged["method"] == ACKNOWLEDGED


@pytest.mark.parametrize("client, server", list(itertools.permutations(mr.REVISIONS, 2)))
@pytest.mark.parametrize("side", ["client", "server"])
def test_a_method_of_the_other_kind_is_harmless(client: str, server: str, side: str) -> None:
    """Rule 1: a request under the method of a notification is answered; the reverse raises nothing."""
    methods = {method for revision in mr.REVISIONS for _, _, method in oracle(revision).sent}
    link = opened(client, server, able={"roots": {}}, offered={"tools": {}, "logging": {}})
    link.judging = False
    revision = client if side == "client" else server
    for method in sorted(methods):
        params = modern(revision=revision) if revision in PER_REQUEST and side == "client" else {}
        if not method.startswith("notifications/"):
            link.tell(side, method, params)
            continue
        for sent in link.ask(side, method, params, id=f"id of {method}"):
            if "id" in sent and "method" in sent:
                link.fail("server" if side == "client" else "client", sent, -32601)
        answers = [frame for frame in link.got[side] if frame.get("id") == f"id of {method}"]
        assert len(answers) == 1 and "error" in answers[0], method


# ---- after the end ------------------------------------------------------------------------------


@pytest.mark.parametrize("keyed", [False, True])
@pytest.mark.parametrize("gone", ["client", "server"])
@pytest.mark.parametrize("client, server", [*((one, one) for one in mr.REVISIONS), ("2025-06-18", MODERN)])
def test_nothing_passes_after_the_end(client: str, server: str, gone: str, keyed: bool) -> None:
    """`closed` is final: a request is refused to its sender, everything else is dropped with a reason."""
    link = opened(client, server, keyed=keyed)
    assert (link.bridge.pending, link.bridge.awaiting_retry) == (0, 0)
    link.close(gone)
    bridge = link.bridge.lines
    params = modern({}) if client == MODERN else {}
    frames = (
        ({"id": 7, "method": "tools/list", "params": params}, True),
        ({"method": "notifications/cancelled", "params": {"requestId": 7}}, False),
        ({"id": 1, "result": {}}, False),
    )
    for take, side in ((bridge.from_client, "client"), (bridge.from_server, "server")):
        for frame, is_request in frames:
            text = json.dumps({"jsonrpc": "2.0", **frame}).encode()
            events = [each for each in take(text) if not isinstance(each, mcp_bridge.Ended)]
            assert [each.to for each in events] == [side if is_request else None]
            assert is_request or events[0].losses[0].reason
    assert (bridge.state, bridge.pending, bridge.awaiting_retry, bridge.deadline) == ("closed", 0, 0, None)
