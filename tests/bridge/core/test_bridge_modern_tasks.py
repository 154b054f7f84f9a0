"""A modern client and a legacy server with tasks; `bridge_pair.py` checks every frame sent."""

from __future__ import annotations

from typing import Any

import pytest

import mcp_bridge
from support.bridge_pair import MODERN, PREFIX, Bridged, Frame, modern, opened
from support.bridge_parts import FORM, TEXT
from support.task_frames import TASKS

OLD = "2025-11-25"
OFFERED: Frame = {"tools": {}, "tasks": {"cancel": {}, "requests": {"tools": {"call": {}}}}}
ABLE: Frame = {"elicitation": {"form": {}}}
EXTENDED: Frame = {**ABLE, "extensions": {TASKS: {}}}
RELATED = f"{PREFIX}related-task"
TIMES = {"createdAt": "2026-01-02T03:04:05Z", "lastUpdatedAt": "2026-01-02T03:04:06Z"}
DONE: Frame = {**TEXT, "_meta": {RELATED: {"taskId": "t"}}}
PLAIN_RESULT: Frame = {
    **TEXT,
    "resultType": "complete",
    "_meta": {f"{PREFIX}serverInfo": {"name": "s", "version": "2"}},
}


def task(status: str = "working", **more: Any) -> Frame:
    """Return a task of 2025-11-25."""
    return {"taskId": "t", "status": status, **TIMES, "ttl": None, "pollInterval": 500, **more}


def linked(offered: Frame = OFFERED, **options: Any) -> Bridged:
    """Return an open bridge to a server with tasks, whose tools are listed."""
    link = opened(MODERN, OLD, able=ABLE, offered=offered, extended=True, **options)
    (listing,) = link.ask("client", "tools/list", modern(capabilities=ABLE))
    tools = [
        {"name": name, "inputSchema": {"type": "object"}, "execution": {"taskSupport": name}}
        for name in ("required", "optional", "forbidden")
    ]
    (answer,) = link.answer("server", listing, {"tools": tools})
    if "tasks" in offered and "tasks" not in options:
        assert [tool["name"] for tool in answer["result"]["tools"]] == ["required", "optional", "forbidden"]
        assert not any("execution" in tool for tool in answer["result"]["tools"])
    return link


def call(link: Bridged, name: str = "required", able: Frame = EXTENDED, **meta: Any) -> Frame:
    """Let the client call a tool and return the call that arrives at the server."""
    (arrived,) = link.ask("client", "tools/call", modern({"name": name}, able, **meta), id="call")
    return arrived


def about(link: Bridged, method: str, able: Frame = EXTENDED, **params: Any) -> list[Frame]:
    """Let the client send a request about the task."""
    return link.ask(
        "client", method, modern({"taskId": "t", **params}, able), id=f"{method} {len(link.used['server'])}"
    )


def begun(link: Bridged, able: Frame = EXTENDED) -> Frame:
    """Let the client call a tool as a task; return the server's answer as the client gets it."""
    (answer,) = link.answer("server", call(link, able=able), {"task": task()})
    return answer


def test_the_client_learns_of_the_extension() -> None:
    """Tasks of the server are declared as the extension; a server without tasks declares none."""
    link = linked()
    assert link.got["client"][0]["result"]["capabilities"]["extensions"] == {TASKS: {}}
    link = linked({"tools": {}})
    assert "extensions" not in link.got["client"][0]["result"]["capabilities"]
    link = linked(tasks="none")
    assert "extensions" not in link.got["client"][0]["result"]["capabilities"]


@pytest.mark.parametrize(
    ("name", "able", "as_task"),
    [
        ("required", EXTENDED, True),
        ("required", ABLE, True),
        ("optional", EXTENDED, True),
        ("optional", ABLE, False),
        ("forbidden", EXTENDED, False),
        ("unknown", EXTENDED, False),
    ],
)
def test_calls_ask_for_a_task_where_tool_and_client_allow_it(name: str, able: Frame, as_task: bool) -> None:
    """A tool that requires a task always runs as one."""
    arrived = call(linked(), name, able)
    assert ("task" in arrived["params"]) is as_task


def test_a_tool_that_no_list_named_is_called_again() -> None:
    """-32601 is the error of a tool that requires a task; a second -32601 reaches the client."""
    link = linked()
    (again,) = link.fail("server", call(link, "unknown"), -32601)
    assert again["params"]["task"] == {}
    (answer,) = link.fail("server", again, -32601)
    assert answer["id"] == "call" and answer["error"]["code"] == -32601


def test_a_task_is_created_looked_at_and_over() -> None:
    """Create, status, result: under the id of the server, and the result inside the status."""
    link = linked()
    new = {"taskId": "t", "status": "working", **TIMES, "ttlMs": None, "pollIntervalMs": 500}
    result = begun(link)["result"]
    del result["_meta"]
    assert result == {**new, "resultType": "task"}
    (asked,) = about(link, "tasks/get")
    (answer,) = link.answer("server", asked, task())
    assert answer["result"]["status"] == "working"
    (asked,) = about(link, "tasks/get")
    (fetch,) = link.answer("server", asked, task("completed"))
    assert fetch["method"] == "tasks/result" and fetch["params"] == {"taskId": "t"}
    (answer,) = link.answer("server", fetch, DONE)
    assert answer["result"]["status"] == "completed"
    assert answer["result"]["result"] == {**TEXT, "resultType": "complete"}
    assert link.bridge.pending == 0 and link.bridge.deadline is None


def test_a_failed_task_has_its_error_or_the_result_of_the_tool() -> None:
    """An error of the tool completes a task of the extension; a JSON-RPC error fails it."""
    link = linked()
    begun(link)
    (asked,) = about(link, "tasks/get")
    (fetch,) = link.answer("server", asked, task("failed", statusMessage="broken"))
    (answer,) = link.fail("server", fetch, -32603, "broken")
    assert answer["result"]["status"] == "failed"
    assert answer["result"]["error"] == {"code": -32603, "message": "broken"}
    (asked,) = about(link, "tasks/get")
    (fetch,) = link.answer("server", asked, task("failed"))
    (answer,) = link.answer("server", fetch, {**DONE, "isError": True})
    assert answer["result"]["status"] == "completed" and answer["result"]["result"]["isError"] is True


def test_input_requests_of_a_task_stand_in_its_status() -> None:
    """`tasks/result` lets the server ask; `tasks/update` answers; nothing is asked of another call."""
    link = linked()
    begun(link)
    (asked,) = about(link, "tasks/get")
    fetch, answer = link.answer("server", asked, task("input_required"))
    assert fetch["method"] == "tasks/result" and answer["result"]["status"] == "working"
    assert link.ask("server", "elicitation/create", {**FORM, "_meta": {RELATED: {"taskId": "t"}}}, id=7) == []
    (asked,) = about(link, "tasks/get")
    (answer,) = link.answer("server", asked, task("input_required"))
    assert answer["result"]["status"] == "input_required"
    ((key, input_request),) = answer["result"]["inputRequests"].items()
    assert input_request["method"] == "elicitation/create" and "_meta" not in input_request["params"]
    answers = {key: {"action": "accept", "content": {"n": "x"}}, "other": {}}
    reply, acknowledged = about(link, "tasks/update", inputResponses=answers)
    assert reply["id"] == 7 and reply["result"] == {"action": "accept", "content": {"n": "x"}}
    assert acknowledged["result"]["resultType"] == "complete"
    assert link.answer("server", fetch, DONE) == []  # kept until the client looks
    (asked,) = about(link, "tasks/get")
    (answer,) = link.answer("server", asked, task("completed"))
    assert answer["result"]["result"] == {**TEXT, "resultType": "complete"}


def test_an_input_request_that_the_client_did_not_declare_is_refused() -> None:
    """The capabilities are those of the client's last request about the task."""
    link = linked()
    begun(link, {"extensions": {TASKS: {}}})
    (refused,) = link.ask("server", "elicitation/create", {**FORM, "_meta": {RELATED: {"taskId": "t"}}})
    assert refused["error"]["code"] == -32601


def test_open_input_requests_end_with_the_task() -> None:
    """When the task is over or cancelled, its input requests are refused."""
    for ends in ("cancel", "result"):
        link = linked()
        begun(link)
        (asked,) = about(link, "tasks/get")
        fetch, _ = link.answer("server", asked, task("input_required"))
        link.ask("server", "elicitation/create", {**FORM, "_meta": {RELATED: {"taskId": "t"}}}, id=7)
        sent = link.answer("server", fetch, DONE) if ends == "result" else about(link, "tasks/cancel")
        assert sent[0]["id"] == 7 and "error" in sent[0]


def test_an_input_request_that_the_server_cancels_is_gone() -> None:
    """The next status shows no such input request."""
    link = linked()
    begun(link)
    (asked,) = about(link, "tasks/get")
    link.answer("server", asked, task("input_required"))
    link.ask("server", "elicitation/create", {**FORM, "_meta": {RELATED: {"taskId": "t"}}}, id=7)
    link.tell("server", "notifications/cancelled", {"requestId": 7})
    (asked,) = about(link, "tasks/get")
    (answer,) = link.answer("server", asked, task("input_required"))
    assert answer["result"]["status"] == "working"


def test_a_task_is_cancelled() -> None:
    """The server's task is dropped from the acknowledgement; a task that is over is acknowledged too."""
    link = linked()
    begun(link)
    (cancel,) = about(link, "tasks/cancel")
    assert cancel["method"] == "tasks/cancel" and cancel["params"] == {"taskId": "t"}
    (answer,) = link.answer("server", cancel, task("cancelled"))
    assert answer["result"]["resultType"] == "complete" and "taskId" not in answer["result"]
    (cancel,) = about(link, "tasks/cancel")
    (answer,) = link.fail("server", cancel, -32602, "over")
    assert answer["result"]["resultType"] == "complete"
    (cancel,) = link.ask("client", "tasks/cancel", modern({"taskId": "other"}, EXTENDED))
    (answer,) = link.fail("server", cancel, -32602, "no such task")
    assert answer["error"]["code"] == -32602


def test_a_server_that_cancels_no_tasks_is_not_asked() -> None:
    """The extension allows a server to go on after the acknowledgement."""
    link = linked({"tools": {}, "tasks": {"requests": {"tools": {"call": {}}}}})
    begun(link)
    (answer,) = about(link, "tasks/cancel")
    assert answer["result"]["resultType"] == "complete"


def test_a_cancelled_task_is_shown() -> None:
    """`cancelled` needs no further member."""
    link = linked()
    begun(link)
    (asked,) = about(link, "tasks/get")
    (answer,) = link.answer("server", asked, task("cancelled"))
    assert answer["result"]["status"] == "cancelled"


def test_an_expired_task_is_an_error() -> None:
    """The server's error answers."""
    link = linked()
    (asked,) = about(link, "tasks/get")
    (answer,) = link.fail("server", asked, -32602, "Task has expired")
    assert answer["error"] == {"code": -32602, "message": "Task has expired"}


@pytest.mark.parametrize("method", ["tasks/get", "tasks/update", "tasks/cancel"])
def test_requests_about_tasks_declare_the_extension(method: str) -> None:
    """-32021 names the missing capability, and -32602 a request without an id."""
    link = linked()
    (answer,) = about(link, method, ABLE, inputResponses={})
    assert answer["error"]["code"] == -32021
    assert answer["error"]["data"] == {"requiredCapabilities": {"extensions": {TASKS: {}}}}
    link.judging = False
    (answer,) = link.ask("client", method, modern({}, EXTENDED))
    assert answer["error"]["code"] == -32602


@pytest.mark.parametrize("method", ["tasks/get", "tasks/update", "tasks/cancel"])
@pytest.mark.parametrize("options", [{"offered": {"tools": {}}}, {"tasks": "none"}])
def test_requests_about_tasks_are_refused_where_none_are_offered(method: str, options: Any) -> None:
    """The client declares the extension, but the bridge does not."""
    (answer,) = about(linked(**options), method, inputResponses={})
    assert answer["error"] == {"code": -32601, "message": "no tasks are offered in this session"}


# A client without the extension


def test_a_plain_call_gets_the_result_of_the_task() -> None:
    """The bridge asks for the result, which the server sends when the task is over; progress goes on."""
    link = linked()
    arrived = call(link, able=ABLE, progressToken="p")
    token = arrived["params"]["_meta"]["progressToken"]
    (fetch,) = link.answer("server", arrived, {"task": task()})
    assert fetch["method"] == "tasks/result"
    (progress,) = link.tell("server", "notifications/progress", {"progressToken": token, "progress": 1})
    assert progress["params"]["progressToken"] == "p"
    (answer,) = link.answer("server", fetch, DONE)
    assert answer["id"] == "call" and answer["result"] == PLAIN_RESULT
    assert link.bridge.pending == 0 and link.bridge.deadline is None
    assert link.tell("server", "notifications/progress", {"progressToken": token, "progress": 2}) == []


def test_input_requests_of_a_plain_call_stand_in_its_result() -> None:
    """R-MRTR: an input request that relates to the task belongs to the call that waits for the task."""
    link = linked()
    (fetch,) = link.answer("server", call(link, able=ABLE), {"task": task()})
    link.ask("client", "tools/call", modern({"name": "forbidden"}, ABLE), id="younger")
    input_request = {**FORM, "_meta": {RELATED: {"taskId": "t"}}}
    (asked,) = link.ask("server", "elicitation/create", input_request, id=7)
    assert asked["id"] == "call" and asked["result"]["resultType"] == "input_required"
    ((key, _),) = asked["result"]["inputRequests"].items()
    back = {
        "name": "required",
        "requestState": asked["result"]["requestState"],
        "inputResponses": {key: {"action": "decline"}},
    }
    (reply,) = link.ask("client", "tools/call", modern(back, ABLE), id="back")
    assert reply["id"] == 7
    (answer,) = link.answer("server", fetch, DONE)
    assert answer["id"] == "back" and answer["result"] == PLAIN_RESULT


def test_a_plain_call_that_is_cancelled_cancels_the_task() -> None:
    """Both the request that waits and the task are cancelled."""
    link = linked()
    (fetch,) = link.answer("server", call(link, able=ABLE), {"task": task()})
    sent = link.tell("client", "notifications/cancelled", {"requestId": "call"})
    assert [frame["method"] for frame in sent] == ["notifications/cancelled", "tasks/cancel"]
    assert sent[0]["params"]["requestId"] == fetch["id"]
    link.answer("server", sent[1], task("cancelled"))
    assert link.bridge.pending == 0 and link.bridge.deadline is None


def test_a_plain_call_waits_for_a_bounded_time() -> None:
    """Beyond `Limits.task` the call is answered with an error, and the task is cancelled."""
    link = linked(limits=mcp_bridge.Limits(task=5.0))
    link.answer("server", call(link, able=ABLE), {"task": task()})
    sent = link.tick(5.0)
    assert [frame["method"] for frame in sent if "method" in frame] == [
        "notifications/cancelled",
        "tasks/cancel",
    ]
    (answer,) = [frame for frame in sent if "error" in frame]
    assert answer["id"] == "call"


def test_calls_that_get_the_same_task_share_its_record() -> None:
    """A server may give several calls one task: its result is fetched once, and answers each call."""
    link = linked()
    fetches = []
    for id in ("a", "b", "c"):
        params = modern({"name": "required"}, ABLE, progressToken=id)
        (arrived,) = link.ask("client", "tools/call", params, id=id)
        fetches += link.answer("server", arrived, {"task": task()})
    (asked,) = fetches
    assert asked["method"] == "tasks/result"
    tasks = link.bridge.trees._conversation.tasks.by_id
    assert len(tasks) == 1
    answers = link.answer("server", asked, DONE)
    assert [answer["id"] for answer in answers] == ["a", "b", "c"]
    assert all(answer["result"]["content"] == TEXT["content"] for answer in answers)
    assert not tasks and link.bridge.pending == 0


# Notifications


def listening(link: Bridged) -> str:
    """Let the client listen to the task; return the id of the stream."""
    (acknowledged,) = link.ask(
        "client", "subscriptions/listen", modern({"notifications": {"taskIds": ["t"]}}, EXTENDED), id="stream"
    )
    assert acknowledged["params"]["notifications"] == {"taskIds": ["t"]}
    return "stream"


def test_statuses_reach_the_streams_that_asked() -> None:
    """A status is sent with its result, which the bridge fetches; without a stream it is dropped."""
    link = linked()
    begun(link)
    assert link.tell("server", "notifications/tasks/status", task()) == []
    assert link.ended[-1][1] == "No subscription of the client asked for this notification."
    stream = listening(link)
    (told,) = link.tell("server", "notifications/tasks/status", task())
    assert told["method"] == "notifications/tasks" and told["params"]["status"] == "working"
    assert told["params"]["_meta"] == {f"{PREFIX}subscriptionId": stream}
    (fetch,) = link.tell("server", "notifications/tasks/status", task("input_required"))
    (told,) = link.ask("server", "elicitation/create", {**FORM, "_meta": {RELATED: {"taskId": "t"}}}, id=7)
    assert told["params"]["status"] == "input_required" and len(told["params"]["inputRequests"]) == 1
    related: Frame = {**FORM, "_meta": {RELATED: {"taskId": "t"}}}
    assert link.ask("server", "elicitation/create", related, id=8) == [], "a status is told once"
    assert link.tell("server", "notifications/tasks/status", task("completed")) == []
    first, second, told = link.answer("server", fetch, DONE)
    assert [first["id"], second["id"]] == [7, 8] and first["error"]["message"] == "the task is over"
    assert told["params"]["status"] == "completed" and "result" in told["params"]
    assert link.bridge.trees._conversation.tasks.by_id == {}


@pytest.mark.parametrize("later", [None, "working", "input_required"])
def test_a_task_that_ended_has_the_error_of_its_result(later: str | None) -> None:
    """A server that cannot give the outcome is not polled: the stream learns that the task has failed."""
    link = linked()
    begun(link)
    listening(link)
    (fetch,) = link.tell("server", "notifications/tasks/status", task("completed"))
    if later is not None:
        link.tell("server", "notifications/tasks/status", task(later))
    told = link.fail("server", fetch, -32602, "expired")
    if later != "input_required":  # whose status took the place of the one that waited
        assert [frame["params"]["status"] for frame in told] == ["failed"]
        assert told[0]["params"]["error"]["message"] == "expired"
        assert link.bridge.trees._conversation.tasks.by_id == {}
    assert link.bridge.deadline is None


def test_a_status_without_room_is_reported() -> None:
    """The status waits for the outcome of the task, but the budget is full: the client looks for itself."""
    link = linked(budget=mcp_bridge.Budget(1 << 20))
    begun(link)
    listening(link)
    budget = link.bridge.trees._core.account.budget
    budget.most = budget.used
    assert link.tell("server", "notifications/tasks/status", task("completed")) == []
    assert link.ended[-1][1] == "Too much data is stored for clients that may reconnect."


@pytest.mark.parametrize(
    "able, offered, granted",
    [
        (ABLE, OFFERED, {"toolsListChanged": True}),
        (ABLE, {"tools": {"listChanged": True}}, {"toolsListChanged": True}),
        (EXTENDED, {"tools": {"listChanged": True}}, {"toolsListChanged": True}),
    ],
)
def test_listening_to_lists_takes_no_extension(able: Frame, offered: Frame, granted: Frame) -> None:
    """A server with tasks has streams for other clients, too; ids of tasks mean nothing without tasks."""
    offered = {**offered, "tools": {"listChanged": True}}
    link = linked(offered)
    wanted: Frame = {"toolsListChanged": True}
    if offered.get("tasks") is None:
        wanted["taskIds"] = ["t"]
    (acknowledged,) = link.ask("client", "subscriptions/listen", modern({"notifications": wanted}, able))
    assert acknowledged["params"]["notifications"] == granted


def test_listening_to_tasks_takes_the_extension() -> None:
    """-32021, as the extension prescribes."""
    link = linked()
    (answer,) = link.ask(
        "client", "subscriptions/listen", modern({"notifications": {"taskIds": ["t"]}}, ABLE), id="stream"
    )
    assert answer["error"]["code"] == -32021


def test_tables_of_tasks_are_bounded() -> None:
    """Beyond `Limits.tasks` a call is refused and its task cancelled."""
    link = linked(limits=mcp_bridge.Limits(tasks=1))
    link.answer("server", call(link, able=ABLE), {"task": task()})
    (again,) = link.ask("client", "tools/call", modern({"name": "required"}, ABLE), id="second")
    cancel, answer = link.answer("server", again, {"task": task(taskId="u")})
    assert answer["id"] == "second" and "1 tasks" in answer["error"]["message"]
    assert cancel["method"] == "tasks/cancel" and cancel["params"]["taskId"] == "u"


def test_a_request_of_the_server_for_a_task_is_answered_plainly() -> None:
    """`task` in an input request is dropped: an input request in a result has no task."""
    link = linked()
    call(link, "forbidden", ABLE)
    (asked,) = link.ask("server", "elicitation/create", {**FORM, "task": {}}, id=7)
    (input_request,) = asked["result"]["inputRequests"].values()
    assert "task" not in input_request["params"]
