"""A legacy client and a modern server with the tasks extension; `bridge_pair.py` checks every frame sent."""

from __future__ import annotations

import json
from typing import Any

import mcp_revisions as mr
import pytest

import mcp_bridge
from mcp_bridge.core.rules import raised
from mcp_bridge.core.task_table import HandshakeServerTasks
from support.bridge_pair import MODERN, PREFIX, Bridged, Frame, opened
from support.bridge_parts import FORM, LEGACY, TEXT, elicitation, input_required
from support.task_frames import TASKS

EXTENDED: Frame = {"tools": {}, "extensions": {TASKS: {}}}
RELATED = f"{PREFIX}related-task"
TIMES = {"createdAt": "2026-01-02T03:04:05Z", "lastUpdatedAt": "2026-01-02T03:04:06Z"}
OLD, PLAIN = "2025-11-25", "2025-06-18"
DONE: Frame = {**TEXT, "resultType": "complete"}


def task(status: str = "working", **more: Any) -> Frame:
    """Return a task of the extension as the answer to `tasks/get`."""
    return {
        "resultType": "complete",
        "taskId": "t",
        "status": status,
        **TIMES,
        "ttlMs": 60000,
        "pollIntervalMs": 2000,
        **more,
    }


def created(**more: Any) -> Frame:
    """Return a created task."""
    return {**task(**more), "resultType": "task"}


def linked(client: str = OLD, able: Frame | None = None, **options: Any) -> Bridged:
    """Return an open bridge to a server with the extension."""
    return opened(client, MODERN, able=able, offered=EXTENDED, extended=True, **options)


def call(link: Bridged, *, as_task: Frame | None = None, **meta: Any) -> Frame:
    """Let the client call a tool and return the call that arrives at the server."""
    params = {
        "name": "a",
        **({} if as_task is None else {"task": as_task}),
        **({"_meta": meta} if meta else {}),
    }
    (arrived,) = link.ask("client", "tools/call", params, id="call")
    return arrived


def test_the_client_learns_of_tasks() -> None:
    """The extension is declared as tasks of 2025-11-25, and every tool may run as a task."""
    link = linked()
    capabilities = link.got["client"][0]["result"]["capabilities"]
    assert capabilities["tasks"] == {"cancel": {}, "requests": {"tools": {"call": {}}}}
    (listing,) = link.ask("client", "tools/list")
    assert listing["params"]["_meta"][f"{PREFIX}clientCapabilities"]["extensions"] == {TASKS: {}}
    tools = [{"name": "a", "inputSchema": {"type": "object"}}]
    listed = {"tools": tools, "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
    (answer,) = link.answer("server", listing, listed)
    assert answer["result"]["tools"][0]["execution"] == {"taskSupport": "optional"}


@pytest.mark.parametrize(("client", "offered"), [(PLAIN, EXTENDED), (OLD, {"tools": {}})])
def test_no_tasks_are_declared_where_a_side_has_none(client: str, offered: Frame) -> None:
    """An older client, and a client of a server without the extension, sees no tasks."""
    link = opened(client, MODERN, offered=offered, extended=True)
    assert "tasks" not in link.got["client"][0]["result"]["capabilities"]


def test_the_option_decides_instead_of_the_capabilities() -> None:
    """`tasks="none"` declares nothing; `tasks="server"` gives a silent server the extension."""
    link = linked(tasks="none")
    assert "tasks" not in link.got["client"][0]["result"]["capabilities"]
    link = opened(OLD, MODERN, offered={"tools": {}}, extended=True, tasks="server")
    assert "tasks" in link.got["client"][0]["result"]["capabilities"]
    with pytest.raises(ValueError, match="tasks"):
        mcp_bridge.Bridge(OLD, MODERN, tasks="perhaps")  # type: ignore[arg-type]


@pytest.mark.parametrize("method", ["tasks/get", "tasks/result", "tasks/cancel"])
def test_before_the_handshake_nobody_has_tasks(method: str) -> None:
    """The server has not declared the extension, so it gets no request about a task."""
    (refused,) = Bridged(OLD, MODERN, extended=True).ask("client", method, {"taskId": "t"}, id="x")
    assert refused["id"] == "x" and refused["error"]["code"] == -32601


def test_a_task_of_the_bridge_without_room_leaves_nothing() -> None:
    """The call gets an error; neither the budget nor the table of tasks has a part of it."""
    link = linked(budget=mcp_bridge.Budget(1 << 20))
    core, tasks = link.bridge.trees._core, link.bridge.trees._conversation.tasks
    core.account.budget.most = before = core.account.budget.used
    (refused,) = link.answer("server", call(link, as_task={}), DONE)
    assert refused["error"]["message"].startswith("too much data is stored")
    assert (core.account.budget.used, tasks.by_id) == (before, {})


def test_a_task_is_created_looked_at_and_over() -> None:
    """Create, status, result: under the id of the server."""
    link = linked()
    arrived = call(link, as_task={"ttl": 60000})
    assert "task" not in arrived["params"]
    (answer,) = link.answer("server", arrived, created())
    old = {"taskId": "t", "status": "working", **TIMES, "ttl": 60000, "pollInterval": 2000}
    assert answer["result"] == {"task": old}
    (asked,) = link.ask("client", "tasks/get", {"taskId": "t"})
    assert asked["method"] == "tasks/get"
    (answer,) = link.answer("server", asked, task())
    assert answer["result"] == old
    (asked,) = link.ask("client", "tasks/result", {"taskId": "t"}, id="result")
    assert link.answer("server", asked, task()) == []
    assert link.tick(1.9) == []
    (asked,) = link.tick(2.1)
    (answer,) = link.answer("server", asked, task("completed", result=DONE))
    assert answer == {
        "jsonrpc": "2.0",
        "id": "result",
        "result": {**TEXT, "_meta": {RELATED: {"taskId": "t"}}},
    }
    assert link.bridge.deadline is None and link.bridge.pending == 0


def reported(link: Bridged, *pointers: str) -> list[tuple[str, str]]:
    """Return what was reported as lost since the last call, and the differences at `pointers`."""
    found = [
        (loss.kind, loss.pointer)
        for loss in link.losses
        if loss.pointer in pointers or (loss.kind not in mr.LOSSLESS and "_meta" not in loss.pointer)
    ]
    link.losses.clear()
    return found


@pytest.mark.parametrize(
    ("outcome", "pointer"),
    [
        (task("completed", result=DONE), "/result/result"),
        (task("failed", error={"code": -32603, "message": "broken"}), "/result/error"),
        (task("input_required", inputRequests={"k": elicitation()}), "/result/inputRequests"),
    ],
)
def test_what_a_task_delivers_elsewhere_is_not_reported_as_lost(outcome: Frame, pointer: str) -> None:
    """The call becomes a task, `tasks/result` has the outcome, and input requests are requests."""
    link = linked(able={"elicitation": {}})
    reported(link)
    link.answer("server", call(link, as_task={"ttl": 60000}), created())
    assert reported(link, "/params/task") == [("respelled", "/params/task")]
    (asked,) = link.ask("client", "tasks/get", {"taskId": "t"})
    link.answer("server", asked, outcome)
    assert reported(link, pointer) == [("respelled", pointer)]


def test_a_task_that_a_server_cannot_create_is_reported_as_lost() -> None:
    """The client did not read that the server has no tasks; its call runs without one."""
    link = opened(OLD, MODERN, offered={"tools": {}}, extended=True)
    reported(link)
    call(link, as_task={"ttl": 60000})
    assert reported(link) == [("dropped", "/params/task")]


def test_a_failed_task_gives_its_error() -> None:
    """`tasks/result` is answered with the error of the task."""
    link = linked()
    link.answer("server", call(link, as_task={}), created())
    (asked,) = link.ask("client", "tasks/result", {"taskId": "t"})
    error = {"code": -32603, "message": "broken"}
    (answer,) = link.answer("server", asked, task("failed", error=error))
    assert answer["error"] == error


@pytest.mark.parametrize("client", LEGACY)
def test_a_plain_call_gets_the_result_of_the_task(client: str) -> None:
    """For a client that asked for no task, the bridge polls and answers plainly."""
    link = linked(client)
    assert link.answer("server", call(link), created()) == []
    (asked,) = link.tick(2.1)
    assert asked["method"] == "tasks/get" and asked["params"]["taskId"] == "t"
    assert link.answer("server", asked, task(pollIntervalMs=100)) == []
    (asked,) = link.tick(2.3)
    (answer,) = link.answer("server", asked, task("completed", result=DONE))
    assert answer["id"] == "call" and answer["result"] == TEXT
    assert link.bridge.deadline is None


def test_status_messages_are_progress_for_a_plain_call() -> None:
    """A new status message is passed on as progress, which only grows, under the client's token."""
    link = linked(PLAIN)
    arrived = call(link, progressToken="p")
    told = {"progressToken": arrived["id"], "progress": 3}
    (progress,) = link.tell("server", "notifications/progress", told)
    assert progress["params"]["progress"] == 3
    (progress,) = link.answer("server", arrived, created(statusMessage="begun"))
    assert progress["params"] == {"progressToken": "p", "progress": 4, "message": "begun"}
    (asked,) = link.tick(2.1)
    assert link.answer("server", asked, task(statusMessage="begun")) == []
    (asked,) = link.tick(4.2)
    (progress,) = link.answer("server", asked, task(statusMessage="half"))
    assert progress["params"]["progress"] == 5


def test_a_plain_call_that_is_cancelled_cancels_the_task() -> None:
    """The task is cancelled by `tasks/cancel`, not by a notification; nothing stays open."""
    link = linked()
    link.answer("server", call(link), created())
    (cancel,) = link.tell("client", "notifications/cancelled", {"requestId": "call"})
    assert cancel["method"] == "tasks/cancel" and cancel["params"]["taskId"] == "t"
    assert link.answer("server", cancel, {"resultType": "complete"}) == []
    assert link.tick(100) == [] and link.bridge.pending == 0 and link.bridge.deadline is None


@pytest.mark.parametrize("side", ["client", "server"])
def test_the_end_of_a_session_cancels_the_task_of_a_plain_call(side: str) -> None:
    """The host says so if it ends the session. A task that the client asked for goes on."""
    link = linked()
    link.answer("server", call(link), created())
    (own,) = link.ask("client", "tools/call", {"name": "a", "task": {}}, id="own")
    link.answer("server", own, created(taskId="own"))
    sent = [] if side == "client" else link.cancel_tasks()
    sent += link.close(side)
    (cancel,) = [frame for frame in sent if frame.get("method") == "tasks/cancel"]
    assert cancel["params"]["taskId"] == "t"
    assert [frame["id"] for frame in sent if "error" in frame] == ["call"] * (side == "server")
    assert link.bridge.pending == 0 and link.bridge.deadline is None


def test_two_calls_of_one_task_wait_each_for_itself() -> None:
    """A server that gives two calls one task is polled until the last call has left."""
    link = linked(PLAIN)
    for id in ("first", "second"):
        (arrived,) = link.ask("client", "tools/call", {"name": "a"}, id=id)
        assert link.answer("server", arrived, created()) == []
    assert link.tell("client", "notifications/cancelled", {"requestId": "first"}) == []
    (asked,) = link.tick(2.1)
    (answer,) = link.answer("server", asked, task("completed", result=DONE))
    assert answer["id"] == "second" and answer["result"] == TEXT


@pytest.mark.parametrize("value", [0, 0.5, 2**33, 2**53 + 1, 1e308, 1.7976931348623157e308, 10**400])
@pytest.mark.parametrize("step", [1, HandshakeServerTasks.step])
def test_progress_rises_from_every_number(value: float, step: float) -> None:
    """A status message raises the progress that a server sent, however large, to a number of JSON."""
    assert value < raised(value, step)
    assert json.loads(json.dumps(raised(value, step), allow_nan=False)) == raised(value, step)


def test_a_plain_call_waits_for_a_bounded_time() -> None:
    """Beyond `Limits.task` the task is cancelled and the call is answered with an error."""
    link = linked(limits=mcp_bridge.Limits(task=5.0))
    link.answer("server", call(link), created())
    (asked,) = link.tick(2.1)
    link.answer("server", asked, task())
    sent = link.tick(5.0)
    assert [frame["method"] for frame in sent if "method" in frame] == ["tasks/get", "tasks/cancel"]
    (answer,) = [frame for frame in sent if "error" in frame]
    assert answer["id"] == "call" and "5 seconds" in answer["error"]["message"]


@pytest.mark.parametrize("as_task", [None, {}])
def test_input_requests_of_a_task_are_requests(as_task: Frame | None) -> None:
    """Each input request is asked once, related to the task; the answer is an update."""
    link = linked(able={"elicitation": {}})
    link.answer("server", call(link, as_task=as_task), created())
    if as_task is None:
        (asked,) = link.tick(2.1)
    else:
        (asked,) = link.ask("client", "tasks/get", {"taskId": "t"})
    waiting = task("input_required", inputRequests={"k": elicitation()})
    input_request, *rest = link.answer("server", asked, waiting)
    assert input_request["method"] == "elicitation/create"
    assert input_request["params"]["_meta"] == {RELATED: {"taskId": "t"}}
    assert [each["result"]["status"] for each in rest] == ([] if as_task is None else ["input_required"])
    (update,) = link.answer("client", input_request, {"action": "accept", "content": {"n": "x"}})
    assert update["method"] == "tasks/update"
    answers = {"k": {"action": "accept", "content": {"n": "x"}}}
    assert update["params"]["inputResponses"] == answers
    assert link.answer("server", update, {"resultType": "complete"}) == []
    if as_task is None:
        (asked,) = link.tick(4.2)
    else:
        (asked,) = link.ask("client", "tasks/get", {"taskId": "t"})
    sent = link.answer("server", asked, waiting)  # the server has not looked yet: no second input request
    assert not [frame for frame in sent if "method" in frame]


def test_a_refused_input_request_cancels_the_task() -> None:
    """An update has no errors: the task is cancelled, and the call gets the client's error."""
    link = linked(able={"elicitation": {}})
    link.answer("server", call(link), created())
    (asked,) = link.tick(2.1)
    (input_request,) = link.answer(
        "server", asked, task("input_required", inputRequests={"k": elicitation()})
    )
    cancel, answer = link.fail("client", input_request, -1, "rejected")
    assert cancel["method"] == "tasks/cancel"
    assert answer["id"] == "call" and answer["error"] == {"code": -1, "message": "rejected"}


def test_an_input_request_that_the_client_cannot_be_asked_cancels_the_task() -> None:
    """The client declared no elicitation."""
    link = linked()
    link.answer("server", call(link), created())
    (asked,) = link.tick(2.1)
    cancel, answer = link.answer(
        "server", asked, task("input_required", inputRequests={"k": elicitation(FORM)})
    )
    assert cancel["method"] == "tasks/cancel" and "elicitation" in answer["error"]["message"]


def test_an_input_request_before_the_task_is_a_round() -> None:
    """An input-required result of the call itself is repeated; then the task is created."""
    link = linked(able={"elicitation": {}})
    arrived = call(link, as_task={})
    (input_request,) = link.answer("server", arrived, input_required({"k": elicitation()}))
    (again,) = link.answer("client", input_request, {"action": "decline"})
    assert again["params"]["_meta"][f"{PREFIX}clientCapabilities"]["extensions"] == {TASKS: {}}
    (answer,) = link.answer("server", again, created())
    assert answer["result"]["task"]["taskId"] == "t"


def test_open_input_requests_end_with_the_task() -> None:
    """A task that is over takes its input requests back from the client."""
    link = linked(able={"elicitation": {}})
    link.answer("server", call(link), created())
    (asked,) = link.tick(2.1)
    (input_request,) = link.answer(
        "server", asked, task("input_required", inputRequests={"k": elicitation()})
    )
    (asked,) = link.tick(4.2)
    cancelled, answer = link.answer("server", asked, task("completed", result=DONE))
    assert cancelled["method"] == "notifications/cancelled"
    assert cancelled["params"]["requestId"] == input_request["id"] and answer["result"] == TEXT


def test_a_task_is_cancelled() -> None:
    """`tasks/cancel` is answered with the task, which 2025-11-25 calls cancelled at once."""
    link = linked()
    link.answer("server", call(link, as_task={}), created())
    (waiting,) = link.ask("client", "tasks/result", {"taskId": "t"}, id="result")
    link.answer("server", waiting, task())
    (cancel,) = link.ask("client", "tasks/cancel", {"taskId": "t"}, id="cancel")
    assert cancel["method"] == "tasks/cancel"
    (look,) = link.answer("server", cancel, {"resultType": "complete"})
    sent = {frame["id"]: frame for frame in link.answer("server", look, task())}
    assert sent["cancel"]["result"]["status"] == "cancelled"
    assert "cancelled" in sent["result"]["error"]["message"]
    created_and_cancelled = [loss.kind for loss in link.losses if loss.pointer == "/result/status"]
    assert created_and_cancelled == ["respelled", "reshaped"]


def test_a_task_that_is_over_is_not_cancelled() -> None:
    """2025-11-25 refuses to cancel a task that is over (-32602); so does a server for an unknown one."""
    link = linked()
    (cancel,) = link.ask("client", "tasks/cancel", {"taskId": "t"})
    (look,) = link.answer("server", cancel, {"resultType": "complete"})
    (answer,) = link.answer("server", look, task("completed", result=DONE))
    assert answer["error"]["code"] == -32602
    (cancel,) = link.ask("client", "tasks/cancel", {"taskId": "gone"})
    (answer,) = link.fail("server", cancel, -32602)
    assert answer["error"]["code"] == -32602


def test_an_expired_task_is_an_error() -> None:
    """The server's error for a task that it forgot answers status, result and plain calls."""
    link = linked()
    link.answer("server", call(link), created())
    (asked,) = link.tick(2.1)
    (answer,) = link.fail("server", asked, -32602, "Task has expired")
    assert answer["id"] == "call" and answer["error"]["message"] == "Task has expired"
    for method in ("tasks/get", "tasks/result"):
        (asked,) = link.ask("client", method, {"taskId": "t"})
        (answer,) = link.fail("server", asked, -32602, "Task has expired")
        assert answer["error"]["code"] == -32602


def test_a_plain_answer_to_a_call_as_a_task_is_kept() -> None:
    """A server that answers at once: the bridge makes a completed task, until the time is over."""
    link = linked(timestamp=lambda: "2026-05-06T07:08:09Z")
    (answer,) = link.answer("server", call(link, as_task={"ttl": 3000}), DONE)
    made = answer["result"]["task"]
    assert made["status"] == "completed" and made["ttl"] == 3000
    assert made["createdAt"] == "2026-05-06T07:08:09Z"
    params = {"taskId": made["taskId"]}
    (answer,) = link.ask("client", "tasks/get", params)
    assert answer["result"] == made
    (answer,) = link.ask("client", "tasks/result", params)
    assert answer["result"] == {**TEXT, "_meta": {RELATED: params}}
    (answer,) = link.ask("client", "tasks/cancel", params)
    assert answer["error"]["code"] == -32602
    link.tick(3.1)
    (asked,) = link.ask("client", "tasks/get", params)
    assert asked["method"] == "tasks/get"  # the server knows no such task and says so


def test_an_error_answers_a_call_as_a_task() -> None:
    """A call that fails at once creates no task."""
    link = linked()
    (answer,) = link.fail("server", call(link, as_task={}), -32602, "no such tool")
    assert answer["error"] == {"code": -32602, "message": "no such tool"}


def test_tasks_are_not_listed() -> None:
    """`tasks/list` has no counterpart."""
    link = linked()
    (answer,) = link.ask("client", "tasks/list")
    assert answer["error"]["code"] == -32601 and link.got["server"][-1]["method"] == "server/discover"


@pytest.mark.parametrize("method", ["tasks/get", "tasks/result", "tasks/cancel"])
def test_a_request_without_an_id_of_a_task_is_refused(method: str) -> None:
    """The bridge names the missing member."""
    link = linked()
    link.judging = False
    (answer,) = link.ask("client", method, {})
    assert answer["error"]["code"] == -32602


def test_tables_of_tasks_are_bounded() -> None:
    """Beyond `Limits.tasks` a call is refused, and its task cancelled; idle tasks are forgotten first."""
    link = linked(limits=mcp_bridge.Limits(tasks=1))
    link.answer("server", call(link), created())
    (arrived,) = link.ask("client", "tools/call", {"name": "a"}, id="second")
    cancel, answer = link.answer("server", arrived, created(taskId="u"))
    assert answer["id"] == "second" and "1 tasks" in answer["error"]["message"]
    assert cancel["method"] == "tasks/cancel" and cancel["params"]["taskId"] == "u"


@pytest.mark.parametrize("side", ["client", "server"])
def test_a_side_that_is_gone_ends_everything(side: str) -> None:
    """The other side's requests are answered, or cancelled."""
    link = linked(able={"elicitation": {}})
    link.answer("server", call(link), created())
    (asked,) = link.tick(2.1)
    link.answer("server", asked, task("input_required", inputRequests={"k": elicitation()}))
    sent = link.close(side)
    assert link.bridge.deadline is None
    if side == "server":
        assert {frame.get("id", frame.get("method")) for frame in sent} >= {"call"}
