"""Tasks of 2025-11-25 and of the extension: what one message decides converts, with exact losses."""

from __future__ import annotations

import copy
import json
from itertools import islice
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions._runtime.conversion.chain import path_between

from support.conversion_cases import Case, cases, unaccounted
from support.oracle import oracle
from support.task_frames import BOTH, CORE, MODERN, OFFICIAL, TASKS, fits, modern_cases

LEGACY = "2025-11-25"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
needs_official = pytest.mark.skipif(
    not OFFICIAL.is_file(), reason="the official file of the extension is absent"
)
TIMES = {"createdAt": "2026-01-02T03:04:05Z", "lastUpdatedAt": "2026-01-02T03:04:06Z"}


def old_task(status: str = "working", **more: Any) -> dict[str, Any]:
    """Return a task of 2025-11-25."""
    return {"taskId": "t", "status": status, **TIMES, "ttl": 60000, "pollInterval": 500, **more}


def new_task(status: str = "working", **more: Any) -> dict[str, Any]:
    """Return a task of the extension."""
    return {"taskId": "t", "status": status, **TIMES, "ttlMs": 60000, "pollIntervalMs": 500, **more}


def result(value: Any) -> dict[str, Any]:
    """Return a response."""
    return {"jsonrpc": "2.0", "id": 1, "result": value}


def up(frame: Any, **options: Any) -> tuple[Any, list[tuple[str, str]]]:
    """Return a frame with the extension, and the kinds and places of the losses."""
    converted = mr.convert(frame, LEGACY, BOTH, **options)
    return converted.message, [(loss.kind, loss.pointer) for loss in converted.losses]


def down(frame: Any, **options: Any) -> tuple[Any, list[tuple[str, str]]]:
    """Return a frame of 2025-11-25, and the kinds and places of the losses."""
    converted = mr.convert(frame, BOTH, LEGACY, **options)
    return converted.message, [(loss.kind, loss.pointer) for loss in converted.losses]


def test_a_call_as_a_task_declares_the_extension() -> None:
    """`task` in params is dropped; the capabilities of that request declare the extension, of others not."""
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "a", "task": {"ttl": 5}}}
    message, losses = up(call, sender="client", context={"clientCapabilities": {"sampling": {}}})
    declared = message["params"]["_meta"][CAPABILITIES]
    assert declared == {"sampling": {}, "extensions": {TASKS: {}}} and "task" not in message["params"]
    assert ("dropped", "/params/task") in losses
    del call["params"]["task"]  # type: ignore[attr-defined]
    message, _ = up(call, sender="client", context={"clientCapabilities": {"sampling": {}}})
    assert message["params"]["_meta"][CAPABILITIES] == {"sampling": {}}


@pytest.mark.parametrize("method", ["tasks/get", "tasks/cancel"])
def test_requests_about_a_task_pass(method: str) -> None:
    """The methods of both forms declare the extension upwards, and lose nothing but metadata downwards."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"taskId": "t"}}
    message, _ = up(frame, sender="client")
    assert message["params"]["taskId"] == "t"
    assert message["params"]["_meta"][CAPABILITIES] == {"extensions": {TASKS: {}}}
    back, losses = down(message, sender="client")
    assert back == frame and {kind for kind, _ in losses} == {"dropped"}


def test_a_created_task_is_respelled() -> None:
    """The members of the task move between an object of their own and the result, and back."""
    old = result({"task": old_task(), "_meta": {"io.modelcontextprotocol/model-immediate-response": "wait"}})
    message, losses = up(old, sender="server", answering="tools/call")
    assert message == result({**new_task(), "resultType": "task"})
    assert set(losses) == {
        ("dropped", "/result/_meta/io.modelcontextprotocol~1model-immediate-response"),
        *(("respelled", f"/result/task/{name}") for name in old_task()),
        ("invented", "/result/resultType"),
    }
    back, losses = down(message, sender="server", answering="tools/call")
    assert back == result({"task": old_task()})
    assert set(losses) == {
        ("respelled", "/result/resultType"),
        *(("respelled", f"/result/{name}") for name in new_task()),
    }


@pytest.mark.parametrize(("given", "stated"), [({}, "invented"), ({"ttl": 2**60}, "reshaped")])
def test_a_task_without_a_time_to_live_has_no_end(given: Any, stated: str) -> None:
    """The extension requires `ttlMs`, with integers up to 2^53; an interval beyond them is dropped."""
    task = {name: value for name, value in old_task().items() if name != "ttl"} | given
    message, losses = up(result({**task, "pollInterval": 2**60}), sender="server", answering="tasks/get")
    assert message["result"]["ttlMs"] is None and "pollIntervalMs" not in message["result"]
    assert (stated, "/result/ttl" if given else "/result/ttlMs") in losses
    assert ("dropped", "/result/pollInterval") in losses


def test_a_task_that_is_no_object_is_malformed() -> None:
    """So is a created task; members that no revision knows stay where they are."""
    with pytest.raises(mr.DecodeError) as malformed:
        up(result({"task": 5}), sender="server", answering="tools/call", validate=True)
    assert malformed.value.pointer == "/result/task"
    with pytest.raises(mr.DecodeError):
        up(result(5), sender="server", answering="tasks/get")
    message, _ = up(result({"task": old_task(x=1)}), sender="server", answering="tools/call")
    assert message["result"]["task"] == {"x": 1}


def test_a_created_task_without_members_is_refused() -> None:
    """Core tasks require members that the result does not have."""
    with pytest.raises(mr.NoCounterpart) as refused:
        down(result({"resultType": "task", "taskId": "t"}), sender="server", answering="tools/call")
    assert refused.value.change == "X1.7"


@pytest.mark.parametrize("status", ["working", "cancelled"])
def test_a_status_without_more_is_respelled(status: str) -> None:
    """A status for which the extension requires no further member passes in both directions."""
    message, _ = up(result(old_task(status)), sender="server", answering="tasks/get")
    assert message == result({**new_task(status), "resultType": "complete"})
    back, _ = down(message, sender="server", answering="tasks/get")
    assert back == result(old_task(status))


@pytest.mark.parametrize("status", ["completed", "failed", "input_required"])
def test_a_status_with_more_takes_the_conversation(status: str) -> None:
    """The extension requires the result, the error or the questions, which other messages hold."""
    for frame, answering in (
        (result(old_task(status)), "tasks/get"),
        ({"jsonrpc": "2.0", "method": "notifications/tasks/status", "params": old_task(status)}, None),
    ):
        with pytest.raises(mr.NoCounterpart) as refused:
            up(frame, sender="server", answering=answering)
        assert refused.value.change == "X1.9" and refused.value.reply is None


@pytest.mark.parametrize(
    ("status", "more", "older"),
    [
        ("completed", {"result": {"content": []}}, "completed"),
        ("completed", {"result": {"content": [], "isError": True}}, "failed"),
        ("failed", {"error": {"code": -32603, "message": "no"}}, "failed"),
        ("input_required", {"inputRequests": {"k": {"method": "roots/list"}}}, "input_required"),
    ],
)
def test_the_content_of_a_status_is_dropped_downwards(status: str, more: Any, older: str) -> None:
    """2025-11-25 has result, error and questions in other messages; the error of a tool is a failure."""
    message, losses = down(
        result({**new_task(status, **more), "resultType": "complete"}), sender="server", answering="tasks/get"
    )
    assert message == result(old_task(older))
    assert ("dropped", f"/result/{next(iter(more))}") in losses


def test_status_notifications_have_another_name() -> None:
    """`notifications/tasks/status` is `notifications/tasks` with the extension."""
    frame = {"jsonrpc": "2.0", "method": "notifications/tasks/status", "params": old_task()}
    message, losses = up(frame, sender="server")
    assert message == {"jsonrpc": "2.0", "method": "notifications/tasks", "params": new_task()}
    units = [("respelled", "/params/pollInterval"), ("respelled", "/params/ttl")]
    assert losses == [("respelled", "/method"), *units]
    assert down(message, sender="server")[0] == frame


@pytest.mark.parametrize(("method", "change"), [("tasks/list", "X1.2"), ("tasks/result", "X1.3")])
def test_methods_that_the_extension_lacks_are_refused(method: str, change: str) -> None:
    """The reply has -32601 and the reason."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"taskId": "t"}}
    with pytest.raises(mr.NoCounterpart) as refused:
        up(frame, sender="client")
    assert refused.value.change == change and refused.value.reply["error"]["code"] == -32601


@pytest.mark.parametrize("method", ["tasks/get", "tasks/cancel"])
def test_a_task_of_a_client_is_refused(method: str) -> None:
    """In 2025-11-25, servers ask about tasks of clients too. With the extension, only servers have tasks."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {"taskId": "t"}}
    with pytest.raises(mr.NoCounterpart) as refused:
        up(frame, sender="server")
    assert refused.value.change == "X1.1" and refused.value.reply["error"]["code"] == -32601
    notice = {"jsonrpc": "2.0", "method": "notifications/tasks/status", "params": old_task()}
    with pytest.raises(mr.NoCounterpart) as refused:
        up(notice, sender="client")
    assert refused.value.change == "X1.1" and refused.value.reply is None


def test_invalid_metadata_of_a_request_about_a_task_is_dropped() -> None:
    """2025-11-25 does not define `_meta` of these params, so a valid request may have any value there."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": {"taskId": "t", "_meta": 5}}
    for meta in (5, {"progressToken": {}}):
        frame["params"] = {"taskId": "t", "_meta": meta}
        message, losses = up(frame, sender="client")
        assert set(message["params"]["_meta"]) == {CAPABILITIES, "io.modelcontextprotocol/protocolVersion"}
        assert ("dropped", "/params/_meta") in losses or ("reshaped", "/params/_meta") in losses
    frame["params"] = {"taskId": "t", "_meta": {"progressToken": 1, "a": 2}}
    message, _ = up(frame, sender="client")
    assert message["params"]["_meta"].items() >= {"progressToken": 1, "a": 2}.items()


def test_an_update_and_the_answer_to_a_cancellation_take_the_conversation() -> None:
    """Downwards, `tasks/update` has no method, and an acknowledgement has no task."""
    meta = {"io.modelcontextprotocol/protocolVersion": MODERN, CAPABILITIES: {}}
    params = {"taskId": "t", "inputResponses": {}, "_meta": meta}
    with pytest.raises(mr.NoCounterpart):
        down({"jsonrpc": "2.0", "id": 1, "method": "tasks/update", "params": params}, sender="client")
    with pytest.raises(mr.NoCounterpart):
        down(result({"resultType": "complete"}), sender="server", answering="tasks/cancel")
    message, _ = up(result(old_task("cancelled")), sender="server", answering="tasks/cancel")
    assert message == result({"resultType": "complete"})


def test_tools_stay_listed() -> None:
    """A tool that requires a task is listed upwards; downwards every tool may run as a task."""
    tool = {"name": "a", "inputSchema": {"type": "object"}}
    old = result({"tools": [{**tool, "execution": {"taskSupport": "required"}}, tool]})
    message, losses = up(old, sender="server", answering="tools/list")
    assert message["result"]["tools"] == [tool, tool]
    assert ("dropped", "/result/tools/0/execution") in losses
    message, losses = down(message, sender="server", answering="tools/list")
    assert [each["execution"] for each in message["result"]["tools"]] == [{"taskSupport": "optional"}] * 2
    assert ("invented", "/result/tools/1/execution") in losses


def test_related_task_metadata_is_dropped() -> None:
    """The extension names a task in params alone."""
    old = result({"content": [], "_meta": {"io.modelcontextprotocol/related-task": {"taskId": "t"}, "a": 1}})
    message, losses = up(old, sender="server", answering="tools/call")
    assert message["result"]["_meta"] == {"a": 1}
    assert ("dropped", "/result/_meta/io.modelcontextprotocol~1related-task") in losses


def test_older_revisions_have_no_tasks() -> None:
    """Across 2025-11-25 the frames of the extension have no counterpart."""
    for frame, answering in (
        ({"jsonrpc": "2.0", "method": "notifications/tasks", "params": new_task()}, None),
        (result({**new_task(), "resultType": "complete"}), "tasks/get"),
    ):
        with pytest.raises(mr.NoCounterpart):
            mr.convert(frame, BOTH, "2025-06-18", sender="server", answering=answering)


def test_the_same_revision_without_the_extension_refuses_its_frames() -> None:
    """Frames of the core pass as they are; those of the extension have no counterpart."""
    core = result({"content": [], "resultType": "complete"})
    assert mr.convert(core, BOTH, MODERN, sender="server", answering="tools/call").message is core
    assert mr.convert(core, MODERN, BOTH, sender="server", answering="tools/call").message is core
    assert mr.convert(core, BOTH, BOTH, sender="server", answering="tools/call").message is core
    for frame, answering in (
        (result({**new_task(), "resultType": "task"}), "tools/call"),
        (result({**new_task(), "resultType": "complete"}), "tasks/get"),
        ({"jsonrpc": "2.0", "method": "notifications/tasks", "params": new_task()}, None),
    ):
        with pytest.raises(mr.NoCounterpart):
            mr.convert(frame, BOTH, MODERN, sender="server", answering=answering)


def test_without_the_extension_tasks_are_refused_as_before() -> None:
    """A target that is a plain revision has no tasks."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": {"taskId": "t"}}
    with pytest.raises(mr.NoCounterpart) as refused:
        mr.convert(frame, LEGACY, MODERN, sender="client")
    assert refused.value.change == "T4.12"


def test_fidelity_knows_compositions() -> None:
    """What one message decides is lossy, the rest has no counterpart."""
    assert mr.fidelity("tasks/get", LEGACY, MODERN) == "none"
    assert mr.fidelity("tasks/get", LEGACY, BOTH, sender="client") == "lossy"
    assert mr.fidelity("tasks/result", LEGACY, BOTH) == "none"
    assert mr.fidelity("tasks/update", BOTH, LEGACY) == "none"
    assert mr.fidelity("notifications/tasks", BOTH, LEGACY) == "lossy"


def test_typed_messages_and_validation_know_compositions() -> None:
    """A typed message comes back as a type of the composition; `validate` decodes with both ends."""
    frame = result({"task": old_task()})
    mcp = mr.revision(LEGACY)
    typed = mcp.decode_message(frame, sender="server", answering="tools/call")
    found = mr.convert(typed, LEGACY, BOTH, sender="server", answering="tools/call").message
    assert type(found.result) is BOTH.CreateTaskResult and found.result.ttl_ms == 60000
    back = mr.convert(found, BOTH, LEGACY, sender="server", answering="tools/call", validate=True).message
    assert back == typed
    broken = {"jsonrpc": "2.0", "id": 1, "method": "tasks/get", "params": {"taskId": 5}}
    with pytest.raises(mr.DecodeError):
        mr.convert(broken, LEGACY, BOTH, sender="client", validate=True)


# Laws, on seeded frames


def law(case: Case, source: Any, target: Any) -> str | None:
    """Say which law the conversion of a case breaks, if any."""
    before = copy.deepcopy(case.frame)
    try:
        message, losses = mr.convert(case.frame, source, target, **case.options)
    except mr.NoCounterpart as refused:
        is_request = case.answering is None and "id" in case.frame
        return None if (refused.reply is not None) == is_request else "a reply to no request"
    if case.frame != before:
        return "the input changed"
    known = case.answering if target is BOTH or case.answering in oracle(LEGACY).requests else None
    valid = fits if target is BOTH else oracle(LEGACY).frame_fits
    if not valid(message, case.sender, known):
        return f"not valid: {json.dumps(message)}"
    found = unaccounted(case.frame, message, losses, moves=True)
    data = mr.convert(json.dumps(case.frame).encode(), source, target, **case.options)
    if json.loads(data.message) != message or data.losses != losses:
        return "bytes convert differently"
    kept = mr.convert(case.frame, source, target, keep=True, **case.options).message
    back = mr.convert(kept, target, source, keep=True, **case.options)
    if back.message != case.frame or back.losses:
        return f"kept values do not come back: {json.dumps(back.message)}"
    return found


def check(count: int, seed: int) -> None:
    """Hold the laws on so many frames of each form."""
    old = (case for case in cases(LEGACY, Random(seed)) if case.method in CORE)
    new = modern_cases(Random(seed))
    for made, source, target in ((old, LEGACY, BOTH), (new, BOTH, LEGACY)):
        for case in islice(made, count):
            broken = law(case, source, target)
            assert broken is None, f"{broken}\n{json.dumps(case.frame)}"


@needs_official
def test_laws_of_tasks() -> None:
    """A converted frame is valid by the official file, and its losses are exactly the differences."""
    check(200, 1)


@needs_official
@pytest.mark.long
def test_laws_of_tasks_on_many_frames() -> None:
    """The same on 20,000 frames of each form."""
    check(20_000, 2)


@pytest.mark.parametrize(
    ("sender", "frame"),
    [
        ("client", {"id": 1, "method": "subscriptions/listen"}),
        ("server", {"method": "notifications/subscriptions/acknowledged"}),
    ],
)
@pytest.mark.parametrize("ids", [5, None, [1], ["a", None], {}, []])
def test_ids_of_tasks_fit_the_filter_or_are_dropped(sender: Any, frame: Any, ids: Any) -> None:
    """A member that the revision alone does not define stays with the extension if its value fits."""
    composed = mr.compose(MODERN, TASKS)
    named = {"io.modelcontextprotocol/protocolVersion": MODERN}
    meta = {"client": {**named, "io.modelcontextprotocol/clientCapabilities": {}}, "server": {}}[sender]
    params = {"notifications": {"taskIds": ids}, "_meta": meta}
    if sender == "server":
        params["_meta"] = {"io.modelcontextprotocol/subscriptionId": 1}
    whole = {"jsonrpc": "2.0", **frame, "params": params}
    found = mr.convert(whole, MODERN, composed, sender=sender, validate=True)
    assert ("taskIds" in found.message["params"]["notifications"]) is (ids == [])
    assert [loss.pointer for loss in found.losses] == ([] if ids == [] else ["/params/notifications/taskIds"])


# From, to, the pairs of extensions with a counterpart in a neighbour, and the steps, in a chain of 1, 2, 3.
WAYS = [
    ("1", "1", [], []),
    ("1", "3", [], ["1 2", "2 3"]),
    ("3", "1", [], ["3 2", "2 1"]),
    ("2+x", "2", [], ["2+x 2"]),
    ("2", "2+x", [], ["2 2+x"]),
    ("2+x", "2+x", [], []),
    ("2+x+y", "2+y+z", [], ["2+x 2", "2 2+z"]),
    ("2+x", "1+x", [], ["2+x 2", "2 1", "1 1+x"]),
    ("2+x", "3", ["2+x 3"], ["2+x 3"]),
    ("2+x", "1", ["2+x 3"], ["2+x 2", "2 1"]),
    ("2+x+y", "3", ["2+y 3"], ["2+x 2", "2+y 3"]),
    ("2+x+y", "3", ["2+x 3", "2+y 3"], ["2+y 2", "2+x 3"]),
    ("1", "2+x", ["1 2+x"], ["1 2+x"]),
    ("1", "3+x+y", ["2 3+y"], ["1 2", "2 3+y", "3 3+x"]),
    ("1", "3+x+y", ["2 3+x", "2 3+y"], ["1 2", "2 3+x", "3 3+y"]),
]


@pytest.mark.parametrize(("source", "target", "pairs", "steps"), WAYS)
def test_an_extension_comes_and_goes_at_its_revision(
    source: str, target: str, pairs: list[str], steps: list[str]
) -> None:
    """It is taken off or put on alone, unless the neighbour on the way has a counterpart of it."""
    way = path_between(source, target, "123", lambda one, other: f"{one} {other}" in pairs)
    assert [" ".join(step) for step in way] == steps
