"""A client without tasks and a server of 2025-11-25 whose tools run as tasks: the bridge waits.

The client has an older revision, or 2026-07-28 without the extension. `bridge_pair.py` checks every frame.
"""

from __future__ import annotations

from typing import Any

import pytest

import mcp_bridge
from support.bridge_pair import LEGACY, MODERN, PREFIX, Bridged, Frame, modern, opened
from support.bridge_parts import FORM, SAMPLE, SAMPLED, TEXT

SERVER = "2025-11-25"
OLDER = LEGACY[: LEGACY.index(SERVER)]
OFFERED: Frame = {"tools": {}, "tasks": {"cancel": {}, "requests": {"tools": {"call": {}}}}}
TIMES = {"createdAt": "2026-01-02T03:04:05Z", "lastUpdatedAt": "2026-01-02T03:04:06Z"}
RELATED: Frame = {f"{PREFIX}related-task": {"taskId": "t"}}
PROGRESS: Frame = {"progress": 0.5}
DONE: Frame = {**TEXT, "_meta": RELATED}
LIMITS = mcp_bridge.Limits(task=60.0, poll=2.0, pause=0.5, opening=9.0, tasks=2)

pytestmark = pytest.mark.parametrize("client", [*OLDER, MODERN])


def task(status: str = "working", **more: Any) -> Frame:
    """Return a task of 2025-11-25."""
    return {"taskId": "t", "status": status, **TIMES, "ttl": None, **more}


def linked(client: str, offered: Frame = OFFERED, able: Frame | None = None, **options: Any) -> Bridged:
    """Return an open bridge whose server has listed its tools."""
    options = {"limits": LIMITS, **options}
    link = opened(client, SERVER, able=able or {}, offered=offered, **options)
    (listing,) = link.ask("client", "tools/list", params(client))
    tools = [
        {"name": name, "inputSchema": {"type": "object"}, "execution": {"taskSupport": name}}
        for name in ("required", "optional", "forbidden")
    ]
    link.answer("server", listing, {"tools": tools})
    return link


def params(client: str, given: Frame | None = None, able: Frame | None = None, **meta: Any) -> Frame:
    """Return params as a client of a revision sends them."""
    if client == MODERN:
        return modern(given, able, **meta)
    return {**(given or {}), **({"_meta": meta} if meta else {})}


def call(link: Bridged, name: str = "required", id: str = "call", **more: Any) -> Frame:
    """Let the client call a tool; return the call that arrives at the server."""
    (arrived,) = link.ask(
        "client", "tools/call", params(link.revision["client"], {"name": name}, **more), id=id
    )
    return arrived


def begun(link: Bridged, **more: Any) -> tuple[Frame, Frame]:
    """Let the server create a task for a call; return the call and the `tasks/result` in its place."""
    arrived = call(link, **more)
    fetch, *_ = link.answer("server", arrived, {"task": task()})
    assert fetch["method"] == "tasks/result" and fetch["params"] == {"taskId": "t"}
    return arrived, fetch


def token(request: Frame) -> Any:
    """Return the progress token of a request."""
    return request["params"]["_meta"]["progressToken"]


def methods(frames: list[Frame]) -> list[str]:
    """Return the methods of frames, the id of the asker for a response."""
    return [frame.get("method", frame.get("id")) for frame in frames]


def over(link: Bridged) -> bool:
    """Say whether nothing is open and no timer runs."""
    tasks = link.bridge.trees._conversation.tasks.by_id
    return link.bridge.pending == 0 and link.bridge.deadline is None and not tasks


def test_tools_that_require_a_task_are_listed_and_called_as_tasks(client: str) -> None:
    """A tool that only allows a task is called plainly; no tool of the client's list has `execution`."""
    link = linked(client)
    tools = link.got["client"][-1]["result"]["tools"]
    assert [tool["name"] for tool in tools] == ["required", "optional", "forbidden"]
    assert not any("execution" in tool for tool in tools)
    (listed,) = {loss.pointer for loss in link.losses if loss.pointer.endswith("tools/0/execution")}
    for name, as_task in (("required", True), ("optional", False), ("forbidden", False), ("other", False)):
        assert ("task" in call(link, name, id=name)["params"]) is as_task, name
    assert [loss.kind for loss in link.losses if loss.pointer == "/params/task"] == ["invented"]


def test_a_tool_that_no_list_named_is_called_again_as_a_task(client: str) -> None:
    """-32601 is the error of a tool that requires a task; a second -32601 reaches the client."""
    link = linked(client)
    (again,) = link.fail("server", call(link, "other"), -32601)
    assert again["params"]["task"] == {} and again["params"]["name"] == "other"
    (answer,) = link.fail("server", again, -32601)
    assert answer["id"] == "call" and answer["error"]["code"] == -32601 and over(link)


@pytest.mark.parametrize("offered", [{"tools": {}}, {"tools": {}, "tasks": {"list": {}}}])
def test_a_server_that_declares_no_tasks_is_not_asked_for_one(client: str, offered: Frame) -> None:
    """Only `tasks.requests.tools` allows tasks; tools that require one stay hidden then."""
    link = linked(client, offered)
    assert [tool["name"] for tool in link.got["client"][-1]["result"]["tools"]] == ["optional", "forbidden"]
    assert "task" not in call(link)["params"]


def test_the_call_gets_the_result_of_the_task(client: str) -> None:
    """`tasks/result` takes the place of the call; the answer names no task."""
    link = linked(client)
    _, fetch = begun(link)
    assert link.tick(30.0) == [], "without a wish for progress nothing is polled"
    (answer,) = link.answer("server", fetch, DONE)
    assert answer["id"] == "call" and answer["result"]["content"] == TEXT["content"]
    assert not any(name.endswith("related-task") for name in answer["result"].get("_meta", {}))
    assert over(link)


def test_status_messages_and_progress_reach_the_client(client: str) -> None:
    """The server's own progress still rises after status messages; a message is sent once."""
    link = linked(client)
    arrived, fetch = begun(link, progressToken="p")
    token = arrived["params"]["_meta"]["progressToken"]
    (poll,) = link.tick(2.0)
    assert poll["method"] == "tasks/get" and poll["params"] == {"taskId": "t"}
    (told,) = link.answer("server", poll, task(statusMessage="a", pollInterval=3000))
    assert link.tell("server", "notifications/tasks/status", task(statusMessage="a")) == []
    (again,) = link.tell("server", "notifications/tasks/status", task(statusMessage="b"))
    (own,) = link.tell("server", "notifications/progress", {"progressToken": token, "progress": 0.5})
    (last,) = link.tell("server", "notifications/tasks/status", task(statusMessage="c"))
    values = [frame["params"]["progress"] for frame in (told, again, own, last)]
    assert values == sorted(set(values)) and values[0] > 0 and own["params"]["progress"] == 0.5
    assert {frame["params"]["progressToken"] for frame in (told, again, own, last)} == {"p"}
    if client != LEGACY[0]:  # progress of 2024-11-05 has no message
        assert [frame["params"].get("message") for frame in (told, again, own, last)] == ["a", "b", None, "c"]
    assert link.tick(4.9) == [] and methods(link.tick(5.0)) == ["tasks/get"], "the task named the interval"
    (answer,) = link.answer("server", fetch, DONE)
    assert answer["id"] == "call" and link.tick(70.0)[:-1] == []
    assert link.tell("server", "notifications/progress", {"progressToken": token, "progress": 2}) == []
    assert link.tell("server", "notifications/tasks/status", task(statusMessage="d")) == []


def test_a_status_is_no_news_without_a_wish_for_progress(client: str) -> None:
    """The bridge drops the status, as the call waits for the result alone."""
    link = linked(client)
    _, fetch = begun(link)
    assert link.tell("server", "notifications/tasks/status", task(statusMessage="a")) == []
    assert "waits for the task" in link.ended[-1][1]
    assert methods(link.answer("server", fetch, DONE)) == ["call"] and over(link)


def test_a_server_that_does_not_wait_is_polled(client: str) -> None:
    """An error to `tasks/result` of a task that goes on: the bridge asks again at the end."""
    link = linked(client)
    _, fetch = begun(link)
    (poll,) = link.fail("server", fetch, -32602, "not completed yet")
    assert link.answer("server", poll, task(pollInterval=1000)) == []
    (poll,) = link.tick(1.0)
    assert link.answer("server", poll, task("input_required")) == []
    (poll,) = link.tick(3.0)
    (again,) = link.answer("server", poll, task("completed"))
    assert again["method"] == "tasks/result"
    (answer,) = link.answer("server", again, DONE)
    assert answer["id"] == "call" and answer["result"]["content"] == TEXT["content"] and over(link)


@pytest.mark.parametrize("status", ["failed", "completed", "cancelled", "unknown", 7, None, "wrong task"])
def test_an_error_of_a_task_that_is_over_is_the_answer(client: str, status: Any) -> None:
    """The second refusal of a task that is over is passed on, and the first if the status is none."""
    link = linked(client)
    link.judging = False
    _, fetch = begun(link)
    (poll,) = link.fail("server", fetch, -32603, "broken")
    shown = task("working", taskId="u") if status == "wrong task" else task(status)
    sent = link.answer("server", poll, shown)
    if status in ("failed", "completed"):
        sent = link.fail("server", sent[0], -32603, "broken")
    assert methods(sent) == ["call"] and sent[0]["error"]["message"] == "broken" and over(link)


@pytest.mark.parametrize(
    "status, next_", [("failed", "call"), ("completed", "call"), ("unknown", "tasks/get")]
)
def test_the_outcome_of_a_task_that_was_polled_may_be_an_error(client: str, status: str, next_: str) -> None:
    """A refusal of `tasks/result` is the answer where the status named an outcome; else the bridge polls."""
    link = linked(client)
    link.judging = False
    _, fetch = begun(link, progressToken="p")
    (poll,) = link.tick(2.0)
    assert link.answer("server", poll, task(status)) == []
    assert methods(link.fail("server", fetch, -32603, "broken")) == [next_]


@pytest.mark.parametrize("by_server", [False, True])
def test_a_stored_refusal_keeps_its_cause(client: str, by_server: bool) -> None:
    """The bridge polls after an error to `tasks/result`. If no status follows, the call gets that error."""
    link = linked(client)
    _, fetch = begun(link)
    if by_server:
        (poll,) = link.fail("server", fetch, -32603)
    else:
        (poll,) = link.take(link.bridge.trees.unanswered(fetch["id"], "no answer"))
    sent = (link.bridge if by_server else link.bridge.trees).from_server(
        {"jsonrpc": "2.0", "id": poll["id"], "error": {"code": -32602, "message": "no such task"}}
    )
    (answer,) = [each for each in sent if each.to == "client"]
    assert answer.why == (None if by_server else "lost")


@pytest.mark.parametrize("refused", [False, True])
def test_a_call_waits_for_a_bounded_time(client: str, refused: bool) -> None:
    """Beyond `Limits.task` the call is answered with an error, and the task cancelled."""
    link = linked(client)
    _, fetch = begun(link)
    if refused:
        (poll,) = link.fail("server", fetch, -32603)
        link.answer("server", poll, task(pollInterval=10**9))
        for now in range(9, 60, 9):
            (poll,) = link.tick(now)
            assert poll["method"] == "tasks/get"
            link.answer("server", poll, task(pollInterval=10**9))
    assert link.tick(59.9) == []
    sent = link.tick(60.0)
    expected = ["call", "tasks/cancel"] if refused else ["call", "notifications/cancelled", "tasks/cancel"]
    assert methods(sent) == expected and "60 seconds" in sent[0]["error"]["message"]
    link.answer("server", sent[-1], task("cancelled"))
    assert over(link)


def test_a_client_that_gives_up_cancels_the_task(client: str) -> None:
    """The request that waits is cancelled, and the task where the server has `tasks/cancel`."""
    for offered, expected in (
        (OFFERED, ["notifications/cancelled", "tasks/cancel"]),
        ({"tools": {}, "tasks": {"requests": {"tools": {"call": {}}}}}, ["notifications/cancelled"]),
    ):
        link = linked(client, offered)
        _, fetch = begun(link)
        sent = link.tell("client", "notifications/cancelled", {"requestId": "call"})
        assert methods(sent) == expected and sent[0]["params"]["requestId"] == fetch["id"]
        for cancel in sent[1:]:
            link.answer("server", cancel, task("cancelled"))
        assert over(link)


@pytest.mark.parametrize("side", ["client", "server"])
def test_the_end_of_a_session_cancels_the_task_of_a_call(client: str, side: str) -> None:
    """The host says so if it ends the session. A server without `tasks/cancel` is not asked."""
    for offered, expected in (
        (OFFERED, 1),
        ({"tools": {}, "tasks": {"requests": {"tools": {"call": {}}}}}, 0),
    ):
        link = linked(client, offered)
        begun(link)
        sent = [] if side == "client" else link.cancel_tasks()
        sent += link.close(side)
        assert methods(sent).count("tasks/cancel") == expected
        assert ("call" in methods(sent)) is (side == "server")
        assert link.bridge.pending == 0 and link.bridge.deadline is None


def test_a_client_that_gives_up_while_the_bridge_polls_cancels_the_task(client: str) -> None:
    """The answer to the poll is ignored."""
    link = linked(client)
    _, fetch = begun(link)
    (poll,) = link.fail("server", fetch, -32603)
    (cancel,) = link.tell("client", "notifications/cancelled", {"requestId": "call"})
    assert cancel["method"] == "tasks/cancel"
    assert (
        link.answer("server", poll, task()) == [] and link.answer("server", cancel, task("cancelled")) == []
    )
    assert over(link)


def test_a_task_that_is_created_after_the_client_gave_up_is_cancelled(client: str) -> None:
    """`notifications/cancelled` is not for calls as tasks: `tasks/cancel` follows when the id is known."""
    link = linked(client)
    arrived = call(link, progressToken="p")
    assert link.tell("client", "notifications/cancelled", {"requestId": "call"}) == []
    token = arrived["params"]["_meta"]["progressToken"]
    assert link.tell("server", "notifications/progress", {"progressToken": token, "progress": 1}) == []
    (cancel,) = link.answer("server", arrived, {"task": task()})
    assert cancel["method"] == "tasks/cancel" and cancel["params"] == {"taskId": "t"}
    link.answer("server", cancel, task("cancelled"))
    assert over(link)
    arrived = call(link, id="second")
    assert link.tell("client", "notifications/cancelled", {"requestId": "second"}) == []
    assert methods(link.tick(9.0)) == ["notifications/cancelled"] and over(link)
    assert link.answer("server", arrived, {"task": task()}) == []


def test_a_plain_call_is_cancelled_by_the_notification(client: str) -> None:
    """Only calls as tasks are cancelled otherwise."""
    link = linked(client)
    call(link, "optional")
    assert methods(link.tell("client", "notifications/cancelled", {"requestId": "call"})) == [
        "notifications/cancelled"
    ]
    assert over(link)


@pytest.mark.parametrize("task_id", [None, 7, ["t"], {"t": 1}])
def test_a_task_without_an_id_is_an_error(client: str, task_id: Any) -> None:
    """The call is answered."""
    link = linked(client)
    link.judging = False
    (answer,) = link.answer("server", call(link), {"task": {**task(), "taskId": task_id}})
    assert answer["id"] == "call" and "without an id" in answer["error"]["message"] and over(link)


def test_tasks_are_bounded(client: str) -> None:
    """Beyond `Limits.tasks` a call is refused and its task cancelled."""
    link = linked(client)
    for id in ("t", "u"):
        link.answer("server", call(link, id=id), {"task": task(taskId=id)})
    cancel, answer = link.answer("server", call(link, id="third"), {"task": task(taskId="v")})
    assert answer["id"] == "third" and "2 tasks" in answer["error"]["message"]
    assert cancel["method"] == "tasks/cancel" and cancel["params"]["taskId"] == "v"


INPUT_REQUESTS: dict[str, tuple[Frame, Frame, Frame]] = {
    "sampling/createMessage": (SAMPLE, {"sampling": {}}, SAMPLED),
    "elicitation/create": (FORM, {"elicitation": {}}, {"action": "accept", "content": {"n": "Ada"}}),
}


@pytest.mark.parametrize("as_task", [False, True])
@pytest.mark.parametrize("method", INPUT_REQUESTS)
def test_input_requests_of_the_task_reach_the_client_without_the_task(
    client: str, method: str, as_task: bool
) -> None:
    """Asked and answered plainly, also if the server asks for a task of the client."""
    input_request, able, reply = INPUT_REQUESTS[method]
    if method == "elicitation/create" and client < "2025-06-18":
        pytest.skip("the revision has no elicitation")
    link = linked(client, able=able)
    more = {"able": able} if client == MODERN else {}
    _, fetch = begun(link, **more)
    asked = {**input_request, "_meta": RELATED, **({"task": {"ttl": 5}} if as_task else {})}
    (arrived,) = link.ask("server", method, asked, id=7)
    if client == MODERN:
        ((key, inner),) = arrived["result"]["inputRequests"].items()
        assert inner["method"] == method and not {"task", "_meta"} & inner["params"].keys()
        back = {"requestState": arrived["result"]["requestState"], "inputResponses": {key: reply}}
        resumed = params(client, {"name": "required", **back}, able)
        (answer,) = link.ask("client", "tools/call", resumed, id="call 2")
    else:
        assert arrived["method"] == method and "task" not in arrived["params"]
        assert not arrived["params"].get("_meta")
        (answer,) = link.answer("client", arrived, reply)
    assert answer["id"] == 7 and answer["result"] == reply
    answers = link.answer("server", fetch, DONE)
    assert methods(answers) == ["call 2" if client == MODERN else "call"] and over(link)


@pytest.mark.parametrize("order", ["task back outcome", "task outcome back", "back task outcome"])
def test_a_call_that_asked_for_input_may_become_a_task(client: str, order: str) -> None:
    """The task begins while the client is asked, or later; the client gets the outcome, never the task."""
    if client < "2025-06-18":
        pytest.skip("the revision has no elicitation")
    able: Frame = {"elicitation": {}}
    link = linked(client, able=able)
    more = {"able": able} if client == MODERN else {}
    arrived = call(link, progressToken="p", **more)
    (asked,) = link.ask("server", "elicitation/create", FORM, id=7)
    reply, sent, done = INPUT_REQUESTS["elicitation/create"][2], [], set()
    for step in order.split():
        if step == "task":
            (fetch,) = link.answer("server", arrived, {"task": task()})
            assert fetch["method"] == "tasks/result"
        elif step == "outcome":
            sent += link.answer("server", fetch, DONE)
        elif client == MODERN:
            ((key, _),) = asked["result"]["inputRequests"].items()
            back = {"requestState": asked["result"]["requestState"], "inputResponses": {key: reply}}
            again = params(client, {"name": "required", **back}, able, progressToken="q")
            sent += link.ask("client", "tools/call", again, id="call 2")
        else:
            sent += link.answer("client", asked, reply)
        done.add(step)
        if done == {"task", "back"}:
            told = link.tell(
                "server", "notifications/progress", {**PROGRESS, "progressToken": token(arrived)}
            )
            assert [each["params"]["progressToken"] for each in told] == ["q" if client == MODERN else "p"]
    answers = {frame["id"]: frame["result"] for frame in sent}
    answer = answers.pop("call 2" if client == MODERN else "call")
    assert answers == {7: reply} and answer["content"] == TEXT["content"] and over(link)


def test_an_input_request_that_the_client_cannot_be_asked_is_refused(client: str) -> None:
    """The server decides how its task ends."""
    link = linked(client)
    _, fetch = begun(link)
    sent = link.ask("server", "elicitation/create", {**FORM, "_meta": RELATED}, id=7)
    if sent[0].get("method") == "elicitation/create":  # the revision knows the method: the client refuses
        sent = link.fail("client", sent[0], -32601)
    assert methods(sent) == [7] and sent[0]["error"]["code"] == -32601
    assert methods(link.answer("server", fetch, DONE)) == ["call"] and over(link)


@pytest.mark.parametrize("side", ["client", "server"])
def test_a_side_that_is_gone_ends_everything(client: str, side: str) -> None:
    """The call is answered, and nothing waits."""
    link = linked(client)
    begun(link, progressToken="p")
    link.close(side)
    assert link.bridge.pending == 0 and link.bridge.deadline is None
    assert side == "client" or not link.unanswered("client")
