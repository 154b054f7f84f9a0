"""Two sides with a handshake, and frames in general; `bridge_pair.py` checks every frame sent."""

from __future__ import annotations

import itertools
import json
from typing import Any

import mcp_revisions as mr
import pytest
from hypothesis import given
from hypothesis import strategies as st

import mcp_bridge
from support.bridge_pair import PER_REQUEST, Bridged, modern, opened, welcome
from support.bridge_parts import FORM, LEGACY, TEXT


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_open_requests_between_equal_revisions_end_with_a_side(revision: str) -> None:
    """Rules 1 and 5: requests that passed and are open are answered once; then nothing passes."""
    bridge = mcp_bridge.Bridge(revision, revision)
    for id in (b"1", b'"a"', b"2", b"3"):
        bridge.from_client(b'{"jsonrpc":"2.0","id":%s,"method":"m"}' % id)
    bridge.from_server(b'{"jsonrpc":"2.0","id":1,"result":{"x":"\\ud800"}}')
    bridge.from_client(b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":2}}')
    assert bridge.pending == 2
    (spoiled,) = bridge.from_server(b'{"jsonrpc":"2.0","id":3,"result":nope}')
    assert spoiled.to == "client" and spoiled.tree["id"] == 3 and bridge.pending == 1
    (answer,) = bridge.closed("server")
    assert answer.to == "client" and answer.tree["id"] == "a" and bridge.pending == 0
    (refused,) = bridge.from_client(b'{"jsonrpc":"2.0","id":4,"method":"m"}')
    assert refused.to == "client" and "error" in refused.tree
    assert [frame.to for frame in bridge.from_server(b'{"jsonrpc":"2.0","method":"m"}')] == [None]


IDS = st.sampled_from([1, 2, 3, "1", "a", "\u00e9"])
REASONS = st.sampled_from([{}, {"reason": "late"}, {"reason": "\ud83d"}, {"_meta": {"requestId": 2}}])


@given(
    requests=st.lists(IDS, unique=True),
    cancelled=st.lists(st.tuples(IDS, REASONS)),
    others=st.lists(st.sampled_from([1, None, "x", [[]], {"method": "m", "params": {"requestId": 1}}])),
    sizes=st.lists(st.integers(1, 4), min_size=1),
    escapes=st.booleans(),
)
def test_a_request_that_a_batch_cancels_is_over(
    requests: list[Any],
    cancelled: list[tuple[Any, Any]],
    others: list[Any],
    sizes: list[int],
    escapes: bool,
) -> None:
    """A cancellation ends its request between equal revisions, alone or in a batch, however it is spelled."""
    bridge = mcp_bridge.Bridge("2025-03-26", "2025-03-26")
    method = "notifications/cancelled"
    frames = [{"id": id, "method": "m", "params": {"requestId": 3}} for id in requests] + others
    frames += [
        {"method": method, "params": {"x": {"requestId": 3}, "requestId": id, **m}} for id, m in cancelled
    ]
    for size in itertools.cycle(sizes):
        if not frames:
            break
        part, frames = frames[:size], frames[size:]
        texts = [json.dumps(frame, ensure_ascii=escapes).encode("utf-8", "replace") for frame in part]
        bridge.from_client(texts[0] if len(texts) == 1 else b"[" + b",".join(texts) + b"]")
    left = [id for id in requests if id not in {id for id, _ in cancelled}]
    assert bridge.pending == len(left)
    assert [answer.tree["id"] for answer in bridge.closed("server")] == left


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_frames_between_equal_revisions_are_forwarded(revision: str) -> None:
    """Rule 5: bytes go on as they came, frame or not."""
    bridge = mcp_bridge.Bridge(revision, revision)
    for line in (b'{"jsonrpc": "2.0", "id": 1.0, "x": 1e5 }', b"[]", b'{"id":1}', b" 1"):
        assert [frame[:3] for frame in bridge.from_client(line)] == [("server", line, ())]
        (back,) = bridge.from_server(line)
        assert back.to == "client" and back.data == line


@pytest.mark.parametrize("client, server", list(itertools.product(mr.REVISIONS, repeat=2)))
def test_a_frame_without_an_id_is_answered_where_errors_need_none(client: str, server: str) -> None:
    """A client whose errors need no id gets one; else, and between equal revisions, the frame is dropped."""
    bridge = mcp_bridge.Bridge(client, server)
    for side, revision, take in (
        ("client", client, bridge.from_client),
        ("server", server, bridge.from_server),
    ):
        (frame,) = take(b"\xff")
        if side == "server" or client == server or _errors_need_an_id(revision):
            assert frame.to is None and [loss.kind for loss in frame.losses] == ["dropped"]
        else:
            assert frame.to == side and "id" not in frame.tree and frame.tree["error"]["code"] == -32700


def _errors_need_an_id(revision: str) -> bool:
    """Tell whether a revision has no error without an id."""
    try:
        mr.revision(revision).decode_message(
            {"jsonrpc": "2.0", "error": {"code": 1, "message": "m"}}, "server"
        )
    except mr.DecodeError:
        return True
    return False


@pytest.mark.parametrize("client, server", list(itertools.permutations(LEGACY, 2)))
def test_a_handshake_tells_each_side_its_own_revision(client: str, server: str) -> None:
    """Rule 6: `initialize` names the server's revision, its result the client's; then a call goes through."""
    link = opened(client, server, offered={"tools": {}})
    assert link.bridge.deadline is None
    assert link.got["server"][0]["params"]["protocolVersion"] == server
    assert link.got["client"][0]["result"]["protocolVersion"] == client
    assert link.got["server"][1]["method"] == "notifications/initialized"
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id="x")
    (answer,) = link.answer("server", call, TEXT)
    assert answer["id"] == "x" and answer["result"]["content"] == TEXT["content"]


@pytest.mark.parametrize("revision", LEGACY)
@pytest.mark.parametrize("params", [{}, {"protocolVersion": 7}, {"protocolVersion": None, "x": 1}])
def test_a_handshake_that_names_no_revision_goes_as_it_came(revision: str, params: Any) -> None:
    """The server judges it, if its revision is that of the client; no time bounds its answer."""
    bridge = mcp_bridge.Bridge(revision, revision)
    hello = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": params}
    (sent,) = bridge.from_client(hello, "a stream")
    assert (sent.to, sent.tree["params"], bridge.deadline) == ("server", params, None)


def test_a_server_may_settle_on_another_revision() -> None:
    """Rule 6: the server's frames are converted from the revision that its `initialize` result names."""
    link = Bridged("2025-11-25", "2025-06-18")
    hello = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    (asked,) = link.ask("client", "initialize", hello)
    (answer,) = link.answer("server", asked, welcome("2025-03-26"))
    assert answer["result"]["protocolVersion"] == "2025-11-25" and link.bridge.server == "2025-03-26"
    (asked,) = link.ask("client", "initialize", hello)
    (refused,) = link.answer("server", asked, welcome("1.0"))
    assert refused["error"]["code"] == -32602 and refused["error"]["data"]["supported"] == ["2025-11-25"]


def test_responses_carry_the_ids_of_the_asker() -> None:
    """Rule 3: `1`, `"1"` and a large integer are three requests, each with its own response."""
    link = opened("2025-06-18", "2025-11-25")
    calls = {}
    for id in (1, "1", 2**60):
        (calls[json.dumps(id)],) = link.ask("client", "tools/call", {"name": "t"}, id=id)
    for id in ("1", 2**60, 1):
        (answer,) = link.answer("server", calls[json.dumps(id)], TEXT)
        assert answer["id"] == id and type(answer["id"]) is type(id)


def test_ids_of_both_sides_never_meet() -> None:
    """Rule 3: both sides may use the same id at the same time."""
    link = opened("2025-06-18", "2025-11-25", able={"roots": {}})
    (call,) = link.ask("client", "tools/call", {"name": "t"}, id=1)
    (roots,) = link.ask("server", "roots/list", id=1)
    (answer,) = link.answer("client", roots, {"roots": []})
    assert answer == {"jsonrpc": "2.0", "id": 1, "result": {"roots": []}}
    (answer,) = link.answer("server", call, TEXT)
    assert answer["id"] == 1 and "content" in answer["result"]


def test_a_second_request_under_an_open_id_is_refused() -> None:
    """Rule 4: an id is in use until its request is answered."""
    link = opened("2025-06-18", "2025-11-25")
    (call,) = link.ask("client", "tools/list", id="x")
    (refused,) = link.ask("client", "tools/list", id="x")
    assert refused["error"]["code"] == -32600
    link.answer("server", call, {"tools": []})
    assert len(link.ask("client", "tools/list", id="x")) == 1


def test_a_response_without_an_open_request_is_dropped() -> None:
    """Rule 1: a second response, and a response with an id of another type, are dropped."""
    link = opened("2025-06-18", "2025-11-25")
    (call,) = link.ask("client", "tools/list")
    assert link.send("server", {"jsonrpc": "2.0", "id": str(call["id"]), "result": {"tools": []}}) == []
    assert len(link.answer("server", call, {"tools": []})) == 1
    assert link.answer("server", call, {"tools": []}) == []


def test_a_request_beyond_the_limit_is_refused() -> None:
    """Rule 4: `Limits.pending` bounds each side by itself, and the error names the limit."""
    link = opened("2025-06-18", "2025-11-25", limits=mcp_bridge.Limits(pending=3, queued=0))
    for _ in range(3):
        assert "method" in link.ask("client", "tools/list")[0]
    (refused,) = link.ask("client", "tools/list")
    assert refused["error"]["code"] == -32603 and "requests is 3 (--calls" in refused["error"]["message"]
    assert "method" in link.ask("server", "ping")[0]


@pytest.mark.parametrize("client, server", [("2024-11-05", "2025-11-25"), ("2025-03-26", "2025-06-18")])
def test_an_input_request_unknown_in_the_clients_revision_is_refused(client: str, server: str) -> None:
    """Rule 1: the server gets an error; the bridge never answers for the user."""
    link = opened(client, server)
    (refused,) = link.ask("server", "elicitation/create", FORM, id="e")
    assert refused["id"] == "e" and refused["error"]["code"] == -32601


@pytest.mark.parametrize("client, server", [("2024-11-05", "2025-03-26"), ("2025-03-26", "2024-11-05")])
def test_content_younger_than_the_servers_revision_is_converted(client: str, server: str) -> None:
    """Rule 2: a resource link from a server of an older revision reaches its client as text."""
    link = opened(client, server)
    (call,) = link.ask("client", "tools/call", {"name": "t"})
    shown = {"type": "resource_link", "uri": "file:///a", "name": "a"}
    (answer,) = link.send("server", {"jsonrpc": "2.0", "id": call["id"], "result": {"content": [shown]}})
    assert answer["result"]["content"] == [{"type": "text", "text": "[a](file:///a)"}]
    (get,) = link.ask("client", "prompts/get", {"name": "p"})
    message = {"role": "user", "content": shown}
    (answer,) = link.send("server", {"jsonrpc": "2.0", "id": get["id"], "result": {"messages": [message]}})
    assert answer["result"]["messages"][0]["content"]["type"] == "text"


def test_progress_carries_the_token_of_its_request() -> None:
    """R-PROG: each side has a token of its own; progress without an open request is dropped."""
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


def test_a_cancellation_carries_the_id_of_the_receiver() -> None:
    """R-CANCEL: a cancelled request gets no response; `initialize` is never cancelled."""
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


def test_frames_of_a_batch_are_routed_one_by_one() -> None:
    """R-BATCH: order is kept; `initialize` in a batch is refused; an empty batch is no frame."""
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
    assert link.take(link.bridge.from_server(b"[]")) == []


@pytest.mark.parametrize("line", [b"{", b"\xff", b"1", b'"x"', b"{}", b'{"jsonrpc":"2.0"}', b"null", b"[[[["])
@pytest.mark.parametrize("client", mr.REVISIONS)
def test_an_unreadable_line_is_refused_or_dropped(client: str, line: bytes) -> None:
    """Rule 2: an error without an id from 2025-11-25 on, none before; no frame reaches the server."""
    link = Bridged(client, "2025-06-18" if client != "2025-06-18" else "2025-03-26")
    sent = link.take(link.bridge.from_client(line))
    assert all(frame["error"]["code"] in (-32700, -32600) for frame in sent)
    assert link.got["server"] == []
    if client in LEGACY[:3]:
        assert sent == [] and link.ended


@pytest.mark.parametrize("id", [None, True, 1.5, [], {}])
def test_an_id_is_a_string_or_an_integer(id: Any) -> None:
    """Rule 2: a request under any other id is refused."""
    link = opened("2025-11-25", "2025-06-18")
    frame = {"jsonrpc": "2.0", "id": id, "method": "ping"}
    (refused,) = link.take(link.bridge.from_client(json.dumps(frame).encode()))
    assert "id" not in refused and refused["error"]["code"] == -32600


def test_a_malformed_request_or_response_is_answered_with_an_error() -> None:
    """Rule 1: the asker gets an error with the place of the fault."""
    link = opened("2025-06-18", "2025-11-25")
    (refused,) = link.ask("client", "tasks/list")
    assert refused["error"]["code"] == -32601
    (call,) = link.ask("client", "tools/list")
    (refused,) = link.answer("server", call, {"tools": 7})
    assert refused["error"]["code"] == -32603 and "/result/tools" in refused["error"]["message"]


@pytest.mark.parametrize("client, server", list(itertools.permutations(mr.REVISIONS, 2)))
def test_open_requests_are_answered_when_a_side_is_gone(client: str, server: str) -> None:
    """Rule 1: the other side gets an error for each; later requests are refused."""
    link = opened(client, server, able={"roots": {}})
    params = {"name": "t"}
    if client in PER_REQUEST:
        params = modern(params, {"roots": {}}, revision=client)
    link.ask("client", "tools/call", params, id="a")
    (gone,) = link.close("server")
    assert gone["id"] == "a" and "server is gone" in gone["error"]["message"]
    (refused,) = link.ask("client", "tools/call", params, id="b")
    assert refused["error"]["code"] == -32603
    assert link.tell("server", "notifications/tools/list_changed") == []
    assert not link.unanswered("client") and link.close("server") == [] and link.bridge.state == "closed"


CORE_TASKS = {"tools": {}, "tasks": {"cancel": {}, "requests": {"tools": {"call": {}}}}}
ASKED_TASKS = {"elicitation": {}, "tasks": {"requests": {"elicitation": {"create": {}}}}}


def test_an_older_client_sees_no_tasks() -> None:
    """Tasks of 2025-11-25 are not offered, and input requests of the server lose `task`."""
    link = opened("2025-06-18", "2025-11-25", able=ASKED_TASKS, offered=CORE_TASKS)
    assert link.got["client"][0]["result"]["capabilities"] == {"tools": {}}
    assert link.got["server"][0]["params"]["capabilities"] == {"elicitation": {}}
    input_request = {"message": "?", "requestedSchema": {"type": "object", "properties": {}}, "task": {}}
    (asked,) = link.ask("server", "elicitation/create", input_request)
    assert "task" not in asked["params"]
    for method in ("tasks/get", "tasks/result", "tasks/cancel", "tasks/list"):
        (refused,) = link.ask("client", method, {"taskId": "t"})
        assert refused["error"]["code"] == -32601


@pytest.mark.parametrize("offered", [{"tools": {}}, CORE_TASKS])
def test_an_older_server_runs_no_tasks(offered: dict[str, Any]) -> None:
    """A call as a task is sent plainly; tasks that an older server declares all the same are not offered."""
    link = opened("2025-11-25", "2025-06-18", able=ASKED_TASKS, offered=offered)
    assert link.got["client"][0]["result"]["capabilities"] == {"tools": {}}
    assert link.got["server"][0]["params"]["capabilities"] == {"elicitation": {}}
    (call,) = link.ask("client", "tools/call", {"name": "t", "task": {"ttl": 1}})
    assert "task" not in call["params"]
    (answer,) = link.answer("server", call, TEXT)
    assert answer["result"] == TEXT
    for method in ("tasks/get", "tasks/result", "tasks/cancel", "tasks/list"):
        (refused,) = link.ask("client", method, {"taskId": "t"})
        assert refused["error"]["code"] == -32601


def test_tasks_are_not_offered_for_a_revision_without_them() -> None:
    """A modern client sees no extension of a server whose revision has no tasks, declared or not."""
    for sides in ("auto", "both"):
        link = opened(mr.LATEST, "2025-06-18", able={}, offered=CORE_TASKS, tasks=sides)
        assert "extensions" not in link.got["client"][-1]["result"]["capabilities"]


@pytest.mark.parametrize("leaves", ["cancels", "is gone"])
@pytest.mark.parametrize("can_cancel, answers", [(True, True), (True, False), (False, True)])
def test_a_task_that_is_created_for_nobody_is_cancelled_between_equal_revisions(
    leaves: str, can_cancel: bool, answers: bool
) -> None:
    """A call as a task ends by `tasks/cancel` where the server has that, else by the notification.

    The notification follows in a minute if the server names no task.
    """
    revision = "2025-11-25"
    bridge = mcp_bridge.Bridge(revision, revision)
    bridge.tick(0.0)
    tasks = {"requests": {"tools": {"call": {}}}, **({"cancel": {}} if can_cancel else {})}

    def sent(events: list[Any]) -> list[Any]:
        return [
            event.tree for event in events if isinstance(event, mcp_bridge.Frame) and event.to == "server"
        ]

    hello = {"protocolVersion": revision, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    asked = {"jsonrpc": "2.0", "id": "init", "method": "initialize", "params": hello}
    (asked,) = sent(bridge.from_client(asked, 1))
    found = welcome(revision, {"tools": {}, "tasks": tasks})
    bridge.from_server({"jsonrpc": "2.0", "id": asked["id"], "result": found})
    call = {"jsonrpc": "2.0", "id": "c", "method": "tools/call", "params": {"name": "t", "task": {}}}
    (call,) = sent(bridge.from_client(call, 2))
    params = {"requestId": "c", "reason": "too slow"}
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
    told = sent(bridge.from_client(cancelled, 3) if leaves == "cancels" else bridge.gone(2))
    times = dict.fromkeys(("createdAt", "lastUpdatedAt"), "2026-01-02T03:04:05Z")
    task = {"taskId": "t1", "status": "working", "ttl": None, **times}
    answer = {"jsonrpc": "2.0", "id": call["id"], "result": {"task": task}}
    if answers:
        told += sent(bridge.from_server(answer))
    else:
        assert told == [] and bridge.pending == 0 and bridge.deadline == 60
        told = sent(bridge.tick(60))
    methods = ["tasks/cancel" if can_cancel and answers else "notifications/cancelled"]
    assert [frame["method"] for frame in told] == methods
    if answers:
        assert not can_cancel or told[0]["params"]["taskId"] == "t1"
    else:
        reason = "too slow" if leaves == "cancels" else "the client is gone"
        assert told[0]["params"] == {"requestId": call["id"], "reason": reason}
        assert sent(bridge.from_server(answer)) == [] and bridge.deadline is None
    assert bridge.pending == 0


@pytest.mark.parametrize("is_task", [True, False])
def test_a_late_response_to_a_cancelled_call_as_a_task_is_reported_as_dropped(is_task: bool) -> None:
    """A server may also answer such a call without a task."""
    offered = {"tools": {}, "tasks": {"requests": {"tools": {"call": {}}}, "cancel": {}}}
    link = opened("2025-11-25", "2025-11-25", offered=offered, keyed=True)
    (call,) = link.ask("client", "tools/call", {"name": "t", "task": {}}, id="c")
    link.asked["client"].clear()
    assert link.tell("client", "notifications/cancelled", {"requestId": "c"}) == []
    times = dict.fromkeys(("createdAt", "lastUpdatedAt"), "2026-01-02T03:04:05Z")
    task = {"task": {"taskId": "t1", "status": "working", "ttl": None, **times}}
    told = link.answer("server", call, task if is_task else {"content": []})
    assert [frame["method"] for frame in told] == ["tasks/cancel"] * is_task
    ((dropped, reason),) = link.ended
    assert dropped["id"] == call["id"] and reason == "The response answers no open request."
    assert link.bridge.deadline == (60 if is_task else None)


@pytest.mark.parametrize("revision", LEGACY)
def test_initialize_cannot_be_cancelled_between_equal_revisions(revision: str) -> None:
    """The cancellation is dropped, and the client gets an error if the server goes."""
    bridge = mcp_bridge.Bridge(revision, revision)
    bridge.from_client(b'{"jsonrpc":"2.0","id":1,"method":"initialize","params":{}}')
    cancelled = b'{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}'
    (dropped,) = bridge.from_client(cancelled)
    assert dropped.to is None and [loss.change for loss in dropped.losses] == ["R-CANCEL"]
    (passed,) = bridge.from_client(b'[%s,{"jsonrpc":"2.0","method":"m"}]' % cancelled)
    assert passed.to == "server" and bridge.pending == 1
    (answer,) = bridge.closed("server")
    assert answer.to == "client" and answer.tree["id"] == 1 and "error" in answer.tree


@pytest.mark.parametrize("client", PER_REQUEST)
@pytest.mark.parametrize("server", ["2025-06-18", "auto"])
def test_a_handshake_with_a_client_that_is_set_to_be_stateless_is_refused(client: str, server: str) -> None:
    """The error names the revision, which has no `initialize`."""
    bridge: Any = mcp_bridge.Bridge(client, server)  # type: ignore[arg-type]
    hello = {"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
    frame = {"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello}
    (event,) = [each for each in bridge.from_client(frame) if each.to is not None]
    reason = f"the client's revision is set to {client}, which has no initialize"
    assert event.to == "client" and event.tree["error"] == {"code": -32601, "message": reason}
