"""`ServerConnection.task_result`: the client waits for a task, and answers its input requests."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions import latest
from mcp_revisions.extensions import v2026_07_28_tasks as mcp

import mcp_bridge
from support.instant_loop import run_at_once

DECLARED: Any = {"elicitation": {"form": {}}, "extensions": {"io.modelcontextprotocol/tasks": {}}}
META = mcp.RequestMetaObject(
    protocol_version=mcp.REVISION, client_capabilities=mcp.decode(DECLARED, mcp.ClientCapabilities)
)
FORM = {
    "method": "elicitation/create",
    "params": {"message": "Who?", "requestedSchema": {"type": "object", "properties": {}}},
}
DECLINED = mcp.ElicitResult(action="decline")
WORKING = {"status": "working"}
DONE = {"status": "completed", "result": {"content": [{"type": "text", "text": "done"}]}}


def asks(*keys: str) -> Any:
    """Return the state of a task that waits for input."""
    return {"status": "input_required", "inputRequests": dict.fromkeys(keys, FORM)}


class Server:
    """A server whose task `t` has the given states, one for each `tasks/get`. The last state stays.

    `seen` has the method of each request, with its time and the keys of its answers.
    """

    def __init__(self, *states: Any, interval: int | None = 1000) -> None:
        self.seen: list[tuple[str, float, list[str]]] = []
        self._states = list(states)
        facts = {"taskId": "t", "createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z"}
        self._facts = {**facts, "ttlMs": None} | ({} if interval is None else {"pollIntervalMs": interval})
        self.router = mcp.Router(sender="client")
        self.router.on("tools/call")(self._call)
        self.router.on("tasks/get")(self._get)
        self.router.on("tasks/update")(self._update)
        self.router.on("tasks/cancel")(self._cancel)

    def _note(self, method: str, keys: Any = ()) -> None:
        self.seen.append((method, round(asyncio.get_running_loop().time(), 3), sorted(keys)))

    def _call(self, params: mcp.CallToolRequestParams) -> mcp.CreateTaskResult:
        return mcp.decode({**self._facts, "status": "working", "resultType": "task"}, mcp.CreateTaskResult)

    def _get(self, params: mcp.TaskIdParams) -> mcp.GetTaskResult:
        self._note("tasks/get")
        state = self._states.pop(0) if self._states[1:] else self._states[0]
        if isinstance(state, Exception):
            raise state
        found: mcp.GetTaskResult = mcp.decode(
            {**self._facts, **state, "resultType": "complete"}, mcp.GetTaskResult
        )
        return found

    def _update(self, params: mcp.UpdateTaskRequestParams) -> mcp.UpdateTaskResult:
        self._note("tasks/update", params.input_responses)
        return mcp.UpdateTaskResult()

    def _cancel(self, params: mcp.TaskIdParams) -> mcp.CancelTaskResult:
        self._note("tasks/cancel")
        return mcp.CancelTaskResult()

    @property
    def methods(self) -> list[str]:
        """The methods of the requests about the task."""
        return [method for method, _, _ in self.seen]

    def result(self, **options: Any) -> Any:
        """Call the tool, and return the result of its task. At the end, every request has arrived."""

        async def scenario(server: mcp_bridge.ServerConnection) -> Any:
            try:
                return await server.task_result(await created(server), **options)
            finally:
                await asyncio.sleep(1)

        return self.use(scenario)

    def use(self, scenario: Callable[[mcp_bridge.ServerConnection], Awaitable[Any]]) -> Any:
        """Run a scenario with a connection to the server, in a time that passes without waiting."""

        async def connected() -> Any:
            router = mcp.Router(sender="server")
            async with mcp_bridge.connect(self.router, router, meta=META) as server:
                return await scenario(server)

        return run_at_once(connected())


async def created(server: mcp_bridge.ServerConnection) -> mcp.CreateTaskResult:
    """Call the tool, and return the new task."""
    result = await server.call(mcp.CallToolRequest(params=mcp.CallToolRequestParams(name="t")))
    assert isinstance(result, mcp.CreateTaskResult)
    return result


def test_input_requests_are_answered_once_until_the_result() -> None:
    """An answered input request may still be in the state, and `resultType` may be absent from the result."""
    server = Server(WORKING, asks("a"), asks("a", "b"), asks("b"), WORKING, DONE)
    states: list[str] = []
    result = server.result(
        inputs={"elicitation/create": lambda params: DECLINED},
        on_state=lambda state: states.append(state.status),
    )
    assert result == mcp.decode({**DONE["result"], "resultType": "complete"}, mcp.CallToolResult)  # type: ignore[dict-item]
    assert states == ["working", *["input_required"] * 3, "working", "completed"]
    assert [(method, keys) for method, _, keys in server.seen if keys] == [
        ("tasks/update", ["a"]),
        ("tasks/update", ["b"]),
    ]
    assert "tasks/cancel" not in server.methods


@pytest.mark.parametrize(
    ("interval", "seconds"), [(None, 1), (250, 0.25), (0, 0.1), (-5, 0.1), (9_007_199_254_740_991, 3600)]
)
def test_the_server_names_the_interval(interval: int | None, seconds: float) -> None:
    """Between two `tasks/get`, the client waits as long as the server says, within bounds."""
    server = Server(DONE, interval=interval)
    began = [0.0]

    async def scenario(connection: mcp_bridge.ServerConnection) -> None:
        task = await created(connection)
        began[0] = asyncio.get_running_loop().time()
        await connection.task_result(task)

    server.use(scenario)
    [(method, time, _)] = server.seen
    assert method == "tasks/get" and time - began[0] == pytest.approx(seconds, abs=0.01)


FAILED = {"status": "failed", "error": {"code": -5, "message": "no", "data": {"a": 1}}}


@pytest.mark.parametrize(
    ("state", "expected"),
    [
        (FAILED, ("error", "no", -5, {"a": 1})),
        (
            {"status": "failed", "error": {"code": -5, "message": "no"}},
            ("error", "no", -5, None),
        ),
        (
            {"status": "cancelled"},
            ("cancelled", "tools/call (task t): the task was cancelled", None, None),
        ),
        (
            {"status": "completed", "result": {"content": 5}},
            (
                "invalid",
                "tools/call (task t): the result is invalid: /content: expected an array, got 5",
                None,
                None,
            ),
        ),
        (mr.ProtocolError(-32602, "no such task"), ("error", "no such task", -32602, None)),
    ],
    ids=["failed", "failed without data", "cancelled", "invalid", "unknown"],
)
def test_a_task_without_a_result_is_an_error(state: Any, expected: Any) -> None:
    """The exception is that of a call without a result. The client cancels nothing."""
    server = Server(WORKING, state)
    with pytest.raises(mr.CallError) as found:
        server.result()
    assert found.value.args == expected
    assert server.methods == ["tasks/get", "tasks/get"]


def fail(params: object) -> Any:
    """Raise an exception, as a function with a defect does."""
    raise ZeroDivisionError


@pytest.mark.parametrize(
    ("options", "error"),
    [
        ({"inputs": {"elicitation/create": fail}}, ZeroDivisionError),
        ({"inputs": {"elicitation/create": lambda params: None}}, TypeError),
        ({"inputs": {"roots/list": fail}}, mr.CallError),
        ({}, mr.CallError),
        ({"on_state": fail}, ZeroDivisionError),
    ],
    ids=["fails", "another type", "no function", "no inputs", "on_state fails"],
)
def test_a_task_that_nobody_can_answer_is_cancelled(options: Any, error: type[Exception]) -> None:
    """The exception passes through, and the server gets `tasks/cancel`."""
    server = Server(asks("a"))
    with pytest.raises(error) as found:
        server.result(**options)
    assert server.methods == ["tasks/get", "tasks/cancel"]
    if isinstance(found.value, mr.CallError):
        assert found.value.why == "invalid"


@pytest.mark.parametrize("seconds", [0.5, 3.5], ids=["before the first state", "later"])
def test_a_caller_that_is_cancelled_cancels_the_task(seconds: float) -> None:
    """Also by a time limit, and at the end of the connection."""
    server = Server(WORKING)

    async def scenario(connection: mcp_bridge.ServerConnection) -> None:
        with pytest.raises(asyncio.TimeoutError):
            await asyncio.wait_for(connection.task_result(await created(connection)), seconds)

    server.use(scenario)
    assert server.methods == ["tasks/get"] * int(seconds) + ["tasks/cancel"]


def test_a_task_of_an_earlier_connection_has_its_result() -> None:
    """Its id is enough. The first `tasks/get` does not wait."""
    server = Server(WORKING, DONE)
    result = server.use(lambda connection: connection.task_result("t"))
    assert isinstance(result, latest.CallToolResult)
    assert [time for _, time, _ in server.seen][1] - server.seen[0][1] == pytest.approx(1, abs=0.01)
    assert server.seen[0][1] < 1


def test_arguments_that_name_no_task_are_refused() -> None:
    """So is a router without the extension."""

    async def scenario(connection: mcp_bridge.ServerConnection) -> None:
        for wrong in (5, None):
            kind = type(wrong).__name__
            with pytest.raises(TypeError, match=f"task: expected a CreateTaskResult .*, not {kind}"):
                await connection.task_result(wrong)  # type: ignore[arg-type]

    async def plain() -> None:
        router = latest.Router(sender="server")
        async with mcp_bridge.connect(Server(DONE).router, router, meta=META) as server:
            with pytest.raises(ValueError, match=f"router: {latest.REVISION} has no tasks; use the `Router`"):
                await server.task_result("t")

    Server(DONE).use(scenario)
    run_at_once(plain())
