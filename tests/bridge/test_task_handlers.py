"""`mcp_bridge.ServerTasks`: handlers that run as tasks, and may wait for input of the client."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions import latest
from mcp_revisions.extensions import tasks
from mcp_revisions.extensions import v2026_07_28_tasks as mcp

import mcp_bridge
from mcp_bridge import interactive_handlers
from support.http_bridge import META, modern
from support.instant_loop import run_at_once
from support.waiting import NEVER

FORM = {"type": "object", "properties": {"name": {"type": "string"}}}
HAS_TASKS = {"elicitation": {}, "extensions": {tasks.IDENTIFIER: {}}}
ADA = {"action": "accept", "content": {"name": "Ada"}}
Tool = Callable[[mcp.CallToolRequestParams, mcp_bridge.InputContext], Awaitable[str]]


class Client:
    """A client with tasks of a router with one handler, whose results are texts."""

    def __init__(self, tool: Tool, **options: Any) -> None:
        has = {"tools": {}, "extensions": {tasks.IDENTIFIER: {}}}
        self.router, self.last = mcp.Router(sender="client", capabilities=has, validate=True), 0
        self.peer = mr.Peer(self.router, self._written)
        self.replies: dict[Any, Any] = {}

        async def handler(
            params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext
        ) -> mcp.CallToolResult:
            return mcp.CallToolResult(content=[mcp.TextContent(text=await tool(params, context))])

        self.tasks = mcp_bridge.ServerTasks(self.router, **options)
        self.router.on("tools/call")(self.tasks.interactive(handler))

    def _written(self, data: bytes, related: Any) -> None:
        frame = json.loads(data)
        self.replies[frame["id"]] = frame

    async def ask(self, method: str, has: Any = HAS_TASKS, **params: Any) -> Any:
        """Send a request and return the reply."""
        self.last += 1
        meta = {META + "clientCapabilities": has}
        await self.peer.receive(modern(method, self.last, _meta=meta, **params)[0])
        return self.replies[self.last]

    async def start(self, has: Any = HAS_TASKS, **params: Any) -> Any:
        """Call the tool and return the id of its task."""
        reply = await self.ask("tools/call", has, name="t", **params)
        assert reply["result"]["resultType"] == "task" and reply["result"]["status"] == "working"
        return reply["result"]["taskId"]

    async def state(self, id: str) -> Any:
        """Return the state of a task, after one turn of its handler."""
        await asyncio.sleep(0.1)
        return (await self.ask("tasks/get", taskId=id))["result"]

    async def answer(self, id: str, **answers: Any) -> Any:
        """Answer input requests by their keys without the prefix, and return the reply."""
        responses = {key[1:]: answer for key, answer in answers.items()}
        return await self.ask("tasks/update", taskId=id, inputResponses=responses)


async def name(context: mcp_bridge.InputContext, question: str = "who") -> str:
    """Ask for a name."""
    return str(((await context.elicit(question, FORM)).content or {}).get("name"))


async def ask_once(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
    """Return the answer to one question."""
    return await name(context)


def test_a_task_asks_for_input_until_it_completes() -> None:
    """Its states follow from its handler. Keys are never used again, and other answers are ignored."""

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        found = await asyncio.gather(name(context, "a"), name(context, "b"))
        context.report_progress(1)
        context.report_progress(2, 3, "half")
        await asyncio.sleep(60)
        return " ".join([*found, await name(context, "c")])

    async def scenario() -> None:
        client = Client(tool, ttl=NEVER, poll_interval=0.25)
        id = await client.start()
        state = await client.state(id)
        assert state["status"] == "input_required" and state["ttlMs"] == NEVER * 1000
        assert state["pollIntervalMs"] == 250 and "statusMessage" not in state
        asked = {key: each["params"]["message"] for key, each in state["inputRequests"].items()}
        assert asked == {"1": "a", "2": "b"}
        assert (await client.answer(id, _2=ADA, _7=ADA))["result"] == {"resultType": "complete"}
        assert [*(await client.state(id))["inputRequests"]] == ["1"]
        await client.answer(id, _1={"action": "decline"}, _2={"action": "decline"})
        state = await client.state(id)
        assert (state["status"], state["statusMessage"]) == ("working", "half")
        await asyncio.sleep(60)
        state = await client.state(id)
        assert [*state["inputRequests"]] == ["3"] and state["statusMessage"] == "half"
        await client.answer(id, _3=ADA)
        state = await client.state(id)
        assert state["status"] == "completed"
        assert state["result"]["content"][0]["text"] == "None Ada Ada"
        assert state["createdAt"] < state["lastUpdatedAt"]

    run_at_once(scenario())


def test_an_answer_of_another_kind_is_refused() -> None:
    """The task still waits then. What the client does not support ends it with the error of the revision."""

    async def scenario() -> None:
        client = Client(ask_once)
        id = await client.start()
        await client.state(id)
        error = (await client.answer(id, _1={"roots": []}))["error"]
        assert error["code"] == mcp.INVALID_PARAMS and "does not answer elicitation" in error["message"]
        assert (await client.state(id))["status"] == "input_required"
        id = await client.start({"extensions": {tasks.IDENTIFIER: {}}})
        state = await client.state(id)
        assert state["status"] == "failed"
        assert state["error"]["code"] == mcp.MISSING_REQUIRED_CLIENT_CAPABILITY
        assert state["error"]["data"] == {"requiredCapabilities": {"elicitation": {"form": {}}}}

    run_at_once(scenario())


def test_a_client_without_tasks_waits_for_the_result() -> None:
    """It sends the call again with its answer. It cannot use tasks."""

    async def scenario() -> None:
        client = Client(ask_once)
        has = {"elicitation": {}}
        result = (await client.ask("tools/call", has, name="t"))["result"]
        answers = {"inputResponses": dict.fromkeys(result["inputRequests"], ADA)}
        again = await client.ask("tools/call", has, name="t", requestState=result["requestState"], **answers)
        assert again["result"]["content"][0]["text"] == "Ada"
        refused = await client.ask("tasks/get", has, taskId="any")
        assert refused["error"]["code"] == mcp.MISSING_REQUIRED_CLIENT_CAPABILITY

    run_at_once(scenario())


@pytest.mark.parametrize(
    ("fails", "error", "line"),
    [
        (mr.ProtocolError(-5, "no", {"a": 1}), {"code": -5, "message": "no", "data": {"a": 1}}, ""),
        (ValueError("oh"), {"code": -32603, "message": "Internal error"}, "ValueError: oh"),
        (SystemExit(3), {"code": -32603, "message": "Internal error"}, "the handler raised SystemExit"),
    ],
)
def test_a_handler_that_fails(
    fails: BaseException, error: Any, line: str, caplog: pytest.LogCaptureFixture
) -> None:
    """The client gets the error that the handler raised for it, otherwise one without details."""

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        await asyncio.sleep(1)
        raise fails

    async def scenario() -> None:
        client = Client(tool)
        id = await client.start()
        assert (await client.state(id))["status"] == "working"
        await asyncio.sleep(1)
        state = await client.state(id)
        assert (state["status"], state["error"]) == ("failed", error)

    run_at_once(scenario())
    assert line in caplog.text


@pytest.mark.parametrize("tasks_are_declared", [True, False])
def test_a_handler_that_exits_ends_no_server(
    *, tasks_are_declared: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """`sys.exit` in an interactive handler is an internal error, also without tasks."""

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        raise SystemExit(1)

    async def scenario() -> None:
        client = Client(tool)
        if tasks_are_declared:
            assert (await client.state(await client.start()))["status"] == "failed"
        else:
            reply = await client.ask("tools/call", {}, name="t")
            assert reply["error"] == {"code": -32603, "message": "Internal error"}

    with caplog.at_level(logging.CRITICAL):
        run_at_once(scenario())


def test_a_result_of_another_type_fails() -> None:
    """A task has the result of the method, not one that asks for input."""
    router = mcp.Router(sender="client")
    handler: Any = mcp_bridge.ServerTasks(router).interactive

    @router.on("tools/call")
    @handler
    async def call_tool(params: Any, context: Any) -> Any:
        return latest.InputRequiredResult(request_state="s")

    async def scenario() -> None:
        client = Client(ask_once)
        client.router = router
        client.peer = mr.Peer(router, client._written)
        state = await client.state(await client.start())
        assert state["error"] == {"code": -32603, "message": "Internal error"}

    run_at_once(scenario())


def test_a_cancelled_task_and_one_that_expires() -> None:
    """Their handlers are cancelled, whether they work or wait. Afterwards there is room for others."""
    ended: list[str] = []

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        kind = (params.arguments or {})["kind"]
        try:
            if kind == "asks":
                return await name(context)
            await asyncio.sleep(NEVER)
            return ""
        finally:
            ended.append(f"{kind} {context.cancelled} {context.request.cancelled}")

    async def scenario() -> None:
        client = Client(tool, ttl=60, most=2)
        asking, working = [await client.start(arguments={"kind": each}) for each in ("asks", "works")]
        error = (await client.ask("tools/call", name="t"))["error"]
        assert "too many tasks are stored" in error["message"]
        await client.state(working)
        for _ in range(2):
            assert (await client.ask("tasks/cancel", taskId=asking))["result"] == {"resultType": "complete"}
            state = await client.state(asking)
            assert state["status"] == "cancelled" and "inputRequests" not in state
        assert ended == ["asks True False"]
        assert (await client.answer(asking, _1=ADA))["result"] == {"resultType": "complete"}
        await asyncio.sleep(60)
        assert ended == ["asks True False", "works True False"]
        for method in "tasks/get", "tasks/cancel":
            assert "no such task" in (await client.ask(method, taskId=working))["error"]["message"]
        assert "no such task" in (await client.answer(working, _1=ADA))["error"]["message"]
        await client.start(arguments={"kind": "asks"})

    run_at_once(scenario())


def test_an_ended_task_stays_as_it_is() -> None:
    """A cancellation after the end changes nothing."""

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        return "done"

    async def scenario() -> None:
        client = Client(tool)
        id = await client.start()
        before = await client.state(id)
        await client.ask("tasks/cancel", taskId=id)
        assert await client.state(id) == before and before["status"] == "completed"

    run_at_once(scenario())


def test_arguments_that_make_no_tasks_are_refused() -> None:
    """The router must be one of a revision with tasks; the options are times and a number."""
    said = f"router: {latest.REVISION} has no tasks; use the `Router` of a revision"
    with pytest.raises(ValueError, match=said):
        mcp_bridge.ServerTasks(latest.Router(sender="client"))
    for option in "ttl", "poll_interval":
        with pytest.raises(mcp_bridge.Refused, match=f"{option}: must be a number of seconds"):
            Client(ask_once, **{option: 0})
    with pytest.raises(mcp_bridge.Refused, match="most: must be a whole number"):
        Client(ask_once, most="many")
    client = Client(ask_once)
    with pytest.raises(ValueError, match="tasks/get has a handler already"):
        mcp_bridge.ServerTasks(client.router)


UNSENDABLE = [object(), "\ud800"]


@pytest.mark.parametrize("value", UNSENDABLE, ids=lambda value: type(value).__name__)
@pytest.mark.parametrize("place", ["result", "error", "message of the error", "question", "progress"])
def test_what_cannot_be_sent_fails_where_the_handler_gives_it(
    place: str, value: Any, caplog: pytest.LogCaptureFixture
) -> None:
    """The task has an end that its client can read, and the log has the reason."""

    async def give(context: mcp_bridge.InputContext) -> mcp.CallToolResult:
        if place == "error":
            raise mr.ProtocolError(-5, "no", {"a": value})
        if place == "message of the error":
            raise mr.ProtocolError(-5, value)
        if place == "question":
            await context.elicit(value, FORM)
        if place == "progress":
            context.report_progress(1, message=value)
        return mcp.CallToolResult(content=[], structured_content={"a": value})

    async def scenario() -> None:
        client = Client(ask_once)
        client.router = mcp.Router(sender="client", validate=True)
        served = mcp_bridge.ServerTasks(client.router)

        @client.router.on("tools/call")
        @served.interactive
        async def call_tool(
            params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext
        ) -> mcp.CallToolResult:
            return await give(context)

        client.peer = mr.Peer(client.router, client._written)
        state = await client.state(await client.start())
        assert (state["status"], state["error"]["code"]) == ("failed", mcp.INTERNAL_ERROR)
        assert "statusMessage" not in state
        if place == "question":  # also without tasks
            reply = await client.ask("tools/call", {"elicitation": {}}, name="t")
            assert reply["error"]["code"] == mcp.INTERNAL_ERROR
            assert interactive_handlers._suspended == {}

    with caplog.at_level(logging.DEBUG, "mcp_bridge"):
        run_at_once(scenario())
    assert "the traceback of the failed handler" in caplog.messages
