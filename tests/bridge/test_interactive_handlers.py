"""`mcp_bridge.interactive`: handlers that wait for input of the client."""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions import latest as mcp

import mcp_bridge
from mcp_bridge.diagnostics import SessionLog
from mcp_bridge.in_process import RouterServer
from mcp_bridge.options import BridgeOptions, new_bridge
from mcp_bridge.session import Session
from support.http_bridge import META, modern
from support.instant_loop import run_at_once
from support.waiting import NEVER, run, until

FORM = {"type": "object", "properties": {"name": {"type": "string"}}}
ELICITS = {META + "clientCapabilities": {"elicitation": {}}}
Tool = Callable[[mcp.CallToolRequestParams, mcp_bridge.InputContext], Awaitable[str]]


class Client:
    """A stateless client of a router with one interactive handler, whose results are texts."""

    def __init__(self, tool: Tool, **options: Any) -> None:
        self.router, self.last = mcp.Router(sender="client", validate=True), 0
        self.notified: list[Any] = []
        self.peer = mr.Peer(self.router, self._written)
        self.replies: dict[Any, Any] = {}

        async def handler(
            params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext
        ) -> mcp.CallToolResult:
            return mcp.CallToolResult(content=[mcp.TextContent(text=await tool(params, context))])

        self.router.on("tools/call")(mcp_bridge.interactive(handler, **options))

    def _written(self, data: bytes, related: Any) -> None:
        frame = json.loads(data)
        if "method" in frame:
            self.notified.append(frame["params"])
        else:
            self.replies[frame["id"]] = frame

    async def call(self, meta: dict[str, Any] = ELICITS, **params: Any) -> Any:
        """Call the tool, and return the reply."""
        self.last += 1
        id = self.last
        stated = {META + "protocolVersion": mcp.REVISION, **meta, "progressToken": id}
        given = {"name": "t", "_meta": stated, **params}
        await self.peer.receive(modern("tools/call", id, **given)[0])
        return self.replies[id]

    async def asked(self, **params: Any) -> tuple[dict[str, str], str]:
        """Call the tool. Return the messages of the forms that it shows, by key, and the state."""
        result = (await self.call(**params))["result"]
        assert result["resultType"] == "input_required"
        shown = {key: each["params"]["message"] for key, each in result["inputRequests"].items()}
        return shown, result["requestState"]

    async def answered(self, state: str, **names: str) -> Any:
        """Retry with the names as the contents of forms, by key without its prefix. Return the reply."""
        answers = {key[1:]: {"action": "accept", "content": {"name": name}} for key, name in names.items()}
        return await self.call(inputResponses=answers, requestState=state)


def text_of(reply: Any) -> str:
    """Return the text of a tool's result."""
    text: str = reply["result"]["content"][0]["text"]
    return text


def name_of(answer: mcp.ElicitResult) -> str:
    """Return the content of a form."""
    return str((answer.content or {})["name"])


def test_a_handler_waits_for_the_answers_of_the_client() -> None:
    """It continues where it waited, with the context of the newest attempt."""
    seen: list[Any] = []

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        names = []
        for question in ("first", "second"):
            seen.append(context.request.id)
            context.report_progress(len(names))
            names.append(name_of(await context.elicit(question, FORM)))
        context.report_progress(2, 2, "done")
        return " ".join(names)

    async def run() -> None:
        client = Client(tool)
        shown, state = await client.asked()
        assert shown == {"1": "first"}
        reply = await client.answered(state, _1="Ada")
        assert reply["result"]["inputRequests"]["2"]["params"]["message"] == "second"
        reply = await client.answered(reply["result"]["requestState"], _2="Bo")
        assert text_of(reply) == "Ada Bo"
        assert seen == [1, 2]
        assert [(each["progressToken"], each["progress"]) for each in client.notified] == [
            (1, 0),
            (2, 1),
            (3, 2),
        ]

    run_at_once(run())


def test_questions_at_the_same_time_are_one_result() -> None:
    """What a retry does not answer is asked again."""

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        answers = await asyncio.gather(*(context.elicit(each, FORM) for each in "ab"))
        return " ".join(map(name_of, answers))

    async def run() -> None:
        client = Client(tool)
        shown, state = await client.asked()
        assert shown == {"1": "a", "2": "b"}
        result = (await client.answered(state, _2="Bo", _7="nobody"))["result"]
        assert [*result["inputRequests"]] == ["1"]
        assert text_of(await client.answered(result["requestState"], _1="Ada")) == "Ada Bo"

    run_at_once(run())


async def ask_once(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
    """Return the answer to one question."""
    return name_of(await context.elicit("who", FORM))


def test_a_retry_that_does_not_fit_changes_nothing() -> None:
    """Other params and another kind of answer are refused; the state is valid once."""

    async def run() -> None:
        client = Client(ask_once)
        _, state = await client.asked()
        for given, reason in (
            ({"requestState": "other"}, "is unknown or has expired"),
            ({"requestState": state, "arguments": {"a": 1}}, "belongs to a request with other params"),
            ({"requestState": state, "inputResponses": {"1": {"roots": []}}}, "does not answer elicitation"),
        ):
            error = (await client.call(**given))["error"]
            assert error["code"] == mcp.INVALID_PARAMS and reason in error["message"]
        assert text_of(await client.answered(state, _1="Ada")) == "Ada"
        assert "is unknown" in (await client.answered(state, _1="Ada"))["error"]["message"]

    run_at_once(run())


def test_input_that_the_client_does_not_support_is_refused() -> None:
    """The client gets the error, or the handler does without the input."""

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        try:
            return await ask_once(params, context)
        except mr.ProtocolError as error:
            if params.arguments:
                return f"{error.code}"
            raise

    async def run() -> None:
        client = Client(tool)
        error = (await client.call({}))["error"]
        assert error["code"] == mcp.MISSING_REQUIRED_CLIENT_CAPABILITY
        assert error["data"] == {"requiredCapabilities": {"elicitation": {"form": {}}}}
        assert text_of(await client.call({}, arguments={"a": 1})) == str(error["code"])

    run_at_once(run())


def test_a_handler_that_waits_for_too_long_is_cancelled() -> None:
    """Its state has expired then. Until then, no more than `most` handlers wait."""
    ended: list[str] = []

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        try:
            return await ask_once(params, context)
        finally:
            ended.append(f"{params.name} {context.cancelled}")

    async def run() -> None:
        client = Client(tool, expiry=60, most=1)
        _, state = await client.asked()
        assert "too many requests wait" in (await client.call(name="other"))["error"]["message"]
        assert ended == ["other False"]
        await asyncio.sleep(59)
        assert ended == ["other False"]
        await asyncio.sleep(2)
        assert ended == ["other False", "t True"]
        assert "has expired" in (await client.answered(state, _1="Ada"))["error"]["message"]
        await client.asked()

    run_at_once(run())


def test_a_handler_that_no_longer_waits_has_its_result_at_the_retry() -> None:
    """The handler has a timeout of its own; the late answer is dropped."""

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        try:
            return name_of(await asyncio.wait_for(context.elicit("who", FORM), 10))
        except (asyncio.TimeoutError, TimeoutError):
            await asyncio.sleep(20)
            return "nobody"

    async def run() -> None:
        for pause in (15, 40):  # the handler goes on, or has ended
            client = Client(tool)
            _, state = await client.asked()
            await asyncio.sleep(pause)
            assert text_of(await client.answered(state, _1="Ada")) == "nobody"

    run_at_once(run())


@pytest.mark.parametrize("is_retry", [False, True])
def test_a_cancelled_attempt_cancels_the_handler(is_retry: bool) -> None:
    """The request gets no reply, and the handler has ended before the task of the attempt."""
    ended: list[bool] = []

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        if is_retry:
            await context.elicit("who", FORM)
        try:
            await asyncio.sleep(NEVER)
        finally:
            await asyncio.sleep(1)
            ended.append(context.request.cancelled)
        return ""

    async def run() -> None:
        client = Client(tool)
        given: dict[str, Any] = {}
        if is_retry:
            _, state = await client.asked()
            given = {"requestState": state, "inputResponses": {"1": {"action": "decline"}}}
        attempt = asyncio.ensure_future(client.call(**given))
        await asyncio.sleep(1)
        params = {"requestId": client.last}
        await client.peer.receive({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
        with pytest.raises(KeyError):  # there is no reply
            await attempt
        assert ended == [True]

    run_at_once(run())


@pytest.mark.parametrize("fails", [False, True])
def test_a_cancelled_handler_that_asks_again_or_fails_ends(
    *, fails: bool, caplog: pytest.LogCaptureFixture
) -> None:
    """Nobody could answer, so the question is cancelled too. A failure is one warning in the log."""

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        try:
            return await ask_once(params, context)
        except asyncio.CancelledError:
            if fails:
                raise ValueError("too late") from None
            return await ask_once(params, context)

    async def run() -> None:
        client = Client(tool, expiry=60)
        before = asyncio.all_tasks()
        await client.asked()
        await asyncio.sleep(61)
        assert asyncio.all_tasks() == before

    run_at_once(run())
    told = [("mcp_bridge", logging.WARNING, "router: a cancelled handler failed: ValueError: too late")]
    assert caplog.record_tuples == (told if fails else [])


def test_a_cancelled_attempt_leaves_no_task() -> None:
    """Also the task that waits until the handler asks for input has ended."""

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        await asyncio.sleep(NEVER)
        return ""

    async def run() -> None:
        client = Client(tool)
        before = asyncio.all_tasks()
        attempt = asyncio.ensure_future(client.call())
        await asyncio.sleep(1)
        assert len(asyncio.all_tasks() - before) > 1
        attempt.cancel()
        await asyncio.wait([attempt])
        assert asyncio.all_tasks() == before

    run_at_once(run())


def test_what_cannot_be_asked_is_refused() -> None:
    """Only input requests can be asked; the options are a time and a number."""

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        with pytest.raises(TypeError, match="expected an input request, not PaginatedRequestParams"):
            await context.ask(mcp.PaginatedRequestParams())  # type: ignore[arg-type]
        with pytest.raises(TypeError, match="expected an input request, not ListToolsRequest"):
            await context.ask(mcp.ListToolsRequest(params=mcp.PaginatedRequestParams()))
        with pytest.raises(mr.DecodeError):
            await context.elicit("who", {"type": "array"})
        return "refused"

    async def run() -> None:
        assert text_of(await Client(tool).call()) == "refused"

    run_at_once(run())
    with pytest.raises(mcp_bridge.Refused, match="expiry: must be a number of seconds"):
        Client(tool, expiry=0)
    with pytest.raises(mcp_bridge.Refused, match="most: must be a whole number"):
        Client(tool, most=0.5)


class OldClient(Session):
    """The session of a client with a handshake and a router. The client gets each frame in `seen`."""

    def __init__(self, router: Any) -> None:
        self.seen: list[Any] = []
        revision = "2025-06-18"
        bridge = new_bridge(revision, BridgeOptions(revision, mcp.REVISION))
        log = SessionLog(revision, is_quiet=True)
        super().__init__((bridge, lambda session: RouterServer(router, session), log), names_streams=False)

    def to_client(self, frame: Any, data: bytes) -> None:
        """Keep a frame."""
        self.seen.append(json.loads(data))

    def say(self, **frame: Any) -> None:
        """Let the client send a message."""
        data = json.dumps({"jsonrpc": "2.0", **frame}).encode()
        self.from_client(mcp_bridge.Bridge.read(data), data)

    async def form(self) -> Any:
        """Open the session and call the tool. Return the input request."""
        info, has = {"name": "c", "version": "1"}, {"elicitation": {}}
        params = {"protocolVersion": "2025-06-18", "capabilities": has, "clientInfo": info}
        self.say(id=0, method="initialize", params=params)
        await until(lambda: self.seen)
        self.say(method="notifications/initialized")
        self.say(id=1, method="tools/call", params={"name": "t"})
        await until(lambda: len(self.seen) == 2)
        assert self.seen[1]["method"] == "elicitation/create"
        return self.seen[1]


@pytest.mark.parametrize("end", ["cancelled", "refused", "closed"])
def test_an_old_client_that_leaves_a_form_cancels_the_handler(end: str) -> None:
    """The handler is cancelled at once, although its expiry is hours away."""
    ended: list[str] = []

    async def tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> str:
        try:
            return await ask_once(params, context)
        except asyncio.CancelledError:
            ended.append("cancelled")
            raise

    async def scenario() -> None:
        router = Client(tool, expiry=NEVER, most=1).router

        @router.on("server/discover")
        def discover(params: mcp.RequestParams) -> mcp.DiscoverResult:
            has = mcp.ServerCapabilities(tools=mcp.ToolsCapability())
            versions = [mcp.REVISION]
            return mcp.DiscoverResult(
                supported_versions=versions, capabilities=has, ttl_ms=0, cache_scope="private"
            )

        session = OldClient(router)
        await session.start()
        before = asyncio.all_tasks()
        asked = await session.form()
        assert ended == []
        if end == "cancelled":
            session.say(method="notifications/cancelled", params={"requestId": 1})
        elif end == "refused":
            session.say(id=asked["id"], error={"code": -1, "message": "no"})
        else:
            session.end("client")
        await until(lambda: ended)
        await until(lambda: asyncio.all_tasks() == before)
        await session.stop_upstream(0)

    run(scenario())
