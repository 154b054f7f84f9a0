"""A router as the server of a session whose client reads slowly or never answers: everything has a bound."""

from __future__ import annotations

import asyncio
import json
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions import v2025_11_25 as older
from mcp_revisions import v2026_07_28 as mcp

import mcp_bridge
from mcp_bridge.diagnostics import SessionLog
from mcp_bridge.in_process import ENTRY, TOO_SLOW, RouterServer
from mcp_bridge.options import BridgeOptions, new_bridge
from mcp_bridge.session import Session
from support.http_bridge import modern
from support.instant_loop import run_at_once
from support.waiting import run, until

PART = "x" * 1000
ROOM = 20 * (len(PART) + 500)


class Slow(Session):
    """A session whose client is a list of frames. Both sides speak `revision`."""

    def __init__(self, router: Any, revision: str = mcp.REVISION) -> None:
        self.seen: list[Any] = []
        self.most = 0  # the number of frames after which the client stops reading; 0 sets no limit
        bridge = new_bridge(revision, BridgeOptions(revision, revision))
        log = SessionLog(revision, is_quiet=True)
        parts = bridge, lambda session: RouterServer(router, session), log
        super().__init__(parts, names_streams=False, budget=mcp_bridge.Budget(ROOM))

    def to_client(self, frame: Any, data: bytes) -> None:
        """Keep a frame."""
        self.seen.append(json.loads(data))
        if self.most and len(self.seen) >= self.most:
            self.upstream.pause(True)

    def call(self, id: Any, name: str, **meta: Any) -> None:
        """Let the client call a tool."""
        frame = modern("tools/call", name=name)[0]
        frame["id"] = id
        frame["params"]["_meta"] |= meta
        self.say(frame)

    def say(self, frame: Any) -> None:
        """Let the client send a message."""
        data = json.dumps(frame).encode()
        self.from_client(mcp_bridge.Bridge.read(data), data)


class Flood:
    """A router whose tool `flood` sends progress until it may not, and whose other tools return."""

    def __init__(self) -> None:
        self.router = mcp.Router(sender="client")
        self.sent = 0
        self.failures: list[mr.CallError] = []
        self.ended: list[Any] = []
        self.router.on("tools/call")(self.call_tool)

    async def call_tool(self, params: Any, context: Any) -> Any:
        """Send progress, or return a text."""
        try:
            while params.name == "flood":
                told = {"progressToken": context.progress_token, "progress": self.sent, "message": PART}
                progress = mcp.decode(told, mcp.ProgressNotificationParams)
                context.notify(mcp.ProgressNotification(params=progress))
                self.sent += 1
                await asyncio.sleep(0)
        except mr.CallError as error:
            self.failures.append(error)
        self.ended.append(context.id)
        return mcp.CallToolResult(content=[mcp.TextContent(text=PART * (params.name == "large"))])


def test_a_slow_client_bounds_what_the_handlers_send() -> None:
    """A handler that sends too much gets an error; the client gets every message sent, in order."""

    async def scenario() -> None:
        flood = Flood()
        session = Slow(flood.router)
        await session.start()
        session.most = 3
        session.call("a", "flood", progressToken="t")
        await until(lambda: flood.ended)
        assert [(error.why, str(error)) for error in flood.failures] == [("limit", TOO_SLOW)]
        assert len(session.seen) == 3
        assert ROOM - 2 * (len(PART) + 500) < session.budget.used <= ROOM
        sent = flood.sent
        assert 3 < sent < 3 + ROOM / (len(PART) + ENTRY)
        session.most = 10  # the client pauses again before it has everything
        session.upstream.pause(False)
        assert len(session.seen) == 10
        session.most = 0
        session.upstream.pause(False)
        await until(lambda: session.seen[-1].get("id") == "a")
        assert [each["params"]["progress"] for each in session.seen[:-1]] == list(range(sent))
        assert "result" in session.seen[-1]
        assert session.budget.used == 0
        session.call("b", "small")
        await until(lambda: session.seen[-1].get("id") == "b")
        await session.stop_upstream(0)

    run(scenario())


def test_a_response_without_room_is_an_error() -> None:
    """Each request of a slow client is answered once: by its response, or at once by an error."""

    async def scenario() -> None:
        flood = Flood()
        session = Slow(flood.router)
        await session.start()
        session.upstream.pause(True)
        for number in range(40):
            session.call(number, "large")
        await until(lambda: len(flood.ended) == 40 and session.budget.used > ROOM - 2 * (len(PART) + 500))
        await until(lambda: session.bridge.pending + len(session.seen) == 40)
        assert 0 < len(session.seen) < 40
        assert {each["error"]["message"] for each in session.seen} == {TOO_SLOW}
        session.upstream.pause(False)
        assert sorted(each["id"] for each in session.seen) == list(range(40))
        assert session.bridge.pending == session.budget.used == 0
        await session.stop_upstream(0)

    run(scenario())


def test_a_cancellation_follows_its_request() -> None:
    """The cancellation of a request to the client waits behind the request, even if there is no room."""

    async def scenario() -> None:
        router = older.Router(sender="client")
        outcomes: list[Any] = []

        @router.on("initialize")
        def initialize(params: Any) -> Any:
            about = {"capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
            return older.decode({"protocolVersion": older.REVISION, **about}, older.InitializeResult)

        @router.on("tools/call")
        async def call_tool(params: Any, context: Any) -> Any:
            asking = asyncio.create_task(context.call(older.ListRootsRequest(id=0)))
            await asyncio.sleep(0)
            told = older.LoggingMessageNotificationParams(level="info", data=PART)
            with pytest.raises(mr.CallError, match=TOO_SLOW):
                while True:
                    context.notify(older.LoggingMessageNotification(params=told))
            asking.cancel()
            outcomes.extend(await asyncio.gather(asking, return_exceptions=True))
            return older.CallToolResult(content=[])

        session = Slow(router, older.REVISION)
        await session.start()
        info = {"name": "c", "version": "1"}
        params = {"protocolVersion": older.REVISION, "capabilities": {"roots": {}}, "clientInfo": info}
        session.say({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
        await until(lambda: session.seen)
        session.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        session.upstream.pause(True)
        session.say({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t"}})
        await until(lambda: outcomes)
        assert [type(each) for each in outcomes] == [asyncio.CancelledError]
        session.upstream.pause(False)
        methods = [each.get("method") for each in session.seen]
        [asked] = [each for each in session.seen if each.get("method") == "roots/list"]
        [ended] = [each for each in session.seen if each.get("method") == "notifications/cancelled"]
        assert methods.index("roots/list") < methods.index("notifications/cancelled")
        assert ended["params"]["requestId"] == asked["id"]
        await until(lambda: any(each.get("id") == 1 and "method" not in each for each in session.seen))
        await session.stop_upstream(0)

    run(scenario())


def test_a_call_to_the_client_ends_at_its_deadline() -> None:
    """A client that never answers gets a cancellation at the deadline, and the handler goes on."""

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        router = older.Router(sender="client")
        ended: dict[str, tuple[str, float]] = {}

        @router.on("initialize")
        def initialize(params: Any) -> Any:
            about = {"capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
            return older.decode({"protocolVersion": older.REVISION, **about}, older.InitializeResult)

        async def ask(context: Any, name: str, seconds: float) -> None:
            with pytest.raises(mr.CallError) as error:
                await context.call(older.ListRootsRequest(id=0), deadline=loop.time() + seconds)
            ended[name] = error.value.why, loop.time()

        @router.on("tools/call")
        async def call_tool(params: Any, context: Any) -> Any:
            await asyncio.gather(ask(context, "late", 3600), ask(context, "soon", 60))
            await ask(context, "next", 10)
            return older.CallToolResult(content=[])

        session = Slow(router, older.REVISION)
        await session.start()
        info = {"name": "c", "version": "1"}
        params = {"protocolVersion": older.REVISION, "capabilities": {"roots": {}}, "clientInfo": info}
        session.say({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params})
        while not session.seen:
            await asyncio.sleep(0)
        session.say({"jsonrpc": "2.0", "method": "notifications/initialized"})
        began = loop.time()
        session.say({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t"}})
        while "result" not in session.seen[-1] or session.seen[-1]["id"] != 1:
            await asyncio.sleep(1)
        assert {name: why for name, (why, _) in ended.items()} == dict.fromkeys(ended, "timeout")
        times = {name: round(time - began) for name, (_, time) in ended.items()}
        assert times == {"soon": 60, "late": 3600, "next": 3610}
        asked = [each["id"] for each in session.seen if each.get("method") == "roots/list"]
        cancelled = [each for each in session.seen if each.get("method") == "notifications/cancelled"]
        late, soon, last = asked
        assert [each["params"]["requestId"] for each in cancelled] == [soon, late, last]
        session.say({"jsonrpc": "2.0", "id": late, "result": {"roots": []}})  # nobody waits for it
        assert session.bridge.pending == session.budget.used == 0
        await session.stop_upstream(0)

    run_at_once(scenario())


def test_a_session_that_ends_releases_what_waits() -> None:
    """The budget is shared with other sessions of the client, so nothing stays reserved."""

    async def scenario() -> None:
        flood = Flood()
        session = Slow(flood.router)
        await session.start()
        session.upstream.pause(True)
        session.call(1, "large")
        await until(lambda: session.budget.used)
        session.end("client")
        await session.stop_upstream(0)
        assert session.budget.used == 0
        assert session.seen == []

    run(scenario())
