"""One client with many sessions leaves bytes, requests and sessions to another, in drawn interleavings."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from random import Random
from typing import Any

import httpx2
import pytest
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response
from starlette.routing import Route

import mcp_bridge
from mcp_bridge.asgi_transport import AsgiTransport
from mcp_bridge.http_session import HttpSession
from mcp_bridge.http_streams import Stream
from mcp_bridge.http_trust import Head
from mcp_bridge.options import FrontOptions
from support.bridge_process import HELLO
from support.http_bridge import ACCEPT, INITIALIZED, modern
from support.instant_front import LEGACY, Front, answer, call, number, post, read, upstream
from support.instant_loop import run_at_once

URL = "http://127.0.0.1:8000/mcp"
GREEDY, MODEST = "10.0.0.1", "10.0.0.2"
LARGE = 60_000  # bytes of a large answer
OPTIONS = FrontOptions(sessions=6, requests=24, bodies=120_000, kept=240_000, unread=32_000, streams=8)
STEPS = 60
ENDINGS = ("take", "leave", "give up", "end", "answer")


class Server:
    """A server with sessions. Its tool `wait` answers when it is told to, and `large` at once."""

    def __init__(self) -> None:
        self.waiting: list[asyncio.Event] = []
        self.app = Starlette(routes=[Route("/mcp", self.respond, methods=["GET", "POST", "DELETE"])])
        self._sessions = 0

    async def respond(self, request: Request) -> Response:
        """Answer a request."""
        if request.method != "POST":
            return Response(status_code=405 if request.method == "GET" else 200)
        frame = await request.json()
        if "id" not in frame:
            return Response(status_code=202)
        headers, found = {}, {"content": [{"type": "text", "text": "done"}]}  # type: dict[str, str], Any
        if frame["method"] == "initialize":
            self._sessions += 1
            headers["mcp-session-id"] = str(self._sessions)
            found = {"protocolVersion": LEGACY, "capabilities": {"tools": {}}}
            found["serverInfo"] = {"name": "s", "version": "1"}
        elif frame["params"]["name"] == "wait":
            goes_on = asyncio.Event()
            self.waiting.append(goes_on)
            await goes_on.wait()
        elif frame["params"]["name"] == "large":
            found["content"][0]["text"] = "x" * LARGE
        return JSONResponse({"jsonrpc": "2.0", "id": frame["id"], "result": found}, headers=headers)


class Asker:
    """A client at an address: its sessions, its open calls, and the answers that it does not read."""

    def __init__(self, http: httpx2.AsyncClient, address: str) -> None:
        self.http, self.headers = http, {"x-address": address}
        self.sessions: list[str] = []
        self.calls: list[asyncio.Task[httpx2.Response]] = []
        self.unread: list[httpx2.Response] = []
        self.statuses: Counter[int] = Counter()
        self._ids = 0

    async def open(self) -> int:
        """Open a session. Return the HTTP status."""
        hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": LEGACY}}
        found = await self.http.post(URL, json=hello, headers=self.headers)
        if found.status_code == 200:
            self.sessions.append(found.headers["mcp-session-id"])
            named = {**self.headers, "mcp-session-id": self.sessions[-1]}
            await self.http.post(URL, json=INITIALIZED, headers=named)
        return found.status_code

    def call(self, tool: str, size: int, session: str | None) -> asyncio.Task[httpx2.Response]:
        """Call a tool with arguments of a size, in a session or without one. Do not read the response."""
        self._ids += 1
        frame, headers = modern("tools/call", self._ids, name=tool, arguments={"x": "x" * size})
        if session is not None:
            del frame["params"]["_meta"]
            headers = {"mcp-session-id": session}
        whole = {**self.headers, **headers}
        request = self.http.build_request("POST", URL, json=frame, headers=whole)
        return asyncio.ensure_future(self.http.send(request, stream=True))

    def collect(self) -> None:
        """Sort out the calls whose response has begun."""
        for begun in [each for each in self.calls if each.done()]:
            self.calls.remove(begun)
            if begun.cancelled() or begun.exception() is not None:
                continue
            self.statuses[begun.result().status_code] += 1
            self.unread.append(begun.result())


@asynccontextmanager
async def fronted(server: Server) -> AsyncIterator[tuple[httpx2.AsyncClient, Any]]:
    """Yield a client and the front. The header `x-address` replaces the address of the client."""
    app = mcp_bridge.app(server.app, server_revision=LEGACY, front=OPTIONS)

    async def addressed(scope: Any, receive: Any, send: Any) -> None:
        address = dict(scope.get("headers", ())).get(b"x-address", b"").decode()
        await app({**scope, "client": (address, 0)} if address else scope, receive, send)

    transport = AsgiTransport(addressed, "/mcp")
    await transport.start()
    async with httpx2.AsyncClient(transport=transport, timeout=None, headers=ACCEPT) as http:
        yield http, app.state.bridge
    await transport.stop()


async def act(asker: Asker, server: Server, draw: Random) -> None:
    """Let a client do something."""
    session = draw.choice([*asker.sessions, None])
    action = draw.choice([*["call"] * 6, "open", "open", "large", "large", *ENDINGS])
    if action == "open":
        asker.statuses[await asker.open()] += 1
    elif action == "call":
        asker.calls.append(asker.call("wait", draw.choice([10, 5_000, 30_000]), session))
    elif action == "large":
        asker.calls.append(asker.call("large", 10, session))
    elif action == "take" and asker.unread:
        with suppress(httpx2.HTTPError, asyncio.TimeoutError):
            await asyncio.wait_for(asker.unread.pop(draw.randrange(len(asker.unread))).aread(), 1)
    elif action == "leave" and asker.unread:
        await asker.unread.pop(draw.randrange(len(asker.unread))).aclose()
    elif action == "give up" and asker.calls:
        draw.choice(asker.calls).cancel()
    elif action == "end" and session is not None:
        asker.sessions.remove(session)
        await asker.http.delete(URL, headers={**asker.headers, "mcp-session-id": session})
    elif action == "answer" and server.waiting:
        server.waiting.pop(draw.randrange(len(server.waiting))).set()
    await asyncio.sleep(draw.choice([0, 0, 0.1, 2]))
    asker.collect()


@pytest.mark.parametrize("seed", range(12))
def test_a_client_with_many_sessions_leaves_room_for_another(seed: int) -> None:
    """Whatever it opens, sends and does not read: its budget holds, and the other client is answered."""
    draw = Random(seed)

    async def run() -> None:
        server = Server()
        async with fronted(server) as (http, front):
            greedy, modest = Asker(http, GREEDY), Asker(http, MODEST)
            clients = front.pool.clients
            for _ in range(STEPS):
                await act(greedy, server, draw)
                for record in clients._clients.values():
                    assert record.requests.used <= OPTIONS.requests // 3
                    assert record.bodies.used <= OPTIONS.bodies // 3
                    assert record.stored.used <= OPTIONS.kept // 3
                if not modest.sessions or draw.random() < 0.1:
                    assert await modest.open() == 200
                session = draw.choice([modest.sessions[-1], None])
                response = await asyncio.wait_for(modest.call("quick", 20_000, session), 20)
                assert response.status_code == 200 and b"done" in await response.aread()
                if len(modest.sessions) > 1:
                    ended = {"mcp-session-id": modest.sessions.pop(0)}
                    await http.delete(URL, headers={**modest.headers, **ended})
            assert greedy.statuses[503] and greedy.statuses[200], greedy.statuses
            while server.waiting:
                server.waiting.pop().set()
                await asyncio.sleep(1)
            for begun in greedy.calls:
                greedy.unread.append(await begun)
            for left in greedy.unread:
                await left.aclose()
            for asker in (greedy, modest):
                for session in asker.sessions:
                    await http.delete(URL, headers={**asker.headers, "mcp-session-id": session})
            await asyncio.sleep(OPTIONS.idle + 2)
            assert len(front.pool) == 0
            assert clients.requests.used == clients.bodies.used == clients.stored.used == 0
            assert not [each for each in clients._clients.values() if each.unread or each.alone]

    run_at_once(run())


def test_unread_bytes_of_one_client_are_bounded_over_its_sessions() -> None:
    """Beyond a third of the stored bytes, a session with more than an equal part stops its server."""

    async def run() -> None:
        front = Front(unread=1_000, kept=3_000)

        async def opened(address: str) -> tuple[HttpSession, Stream, int]:
            session = await front.pool.open(LEGACY, Head({}, address))
            stream, ticket = post(
                session, {**HELLO, "params": {**HELLO["params"], "protocolVersion": LEGACY}}
            )
            await asyncio.sleep(0)
            read(session, stream, ticket)
            read(session, *post(session, INITIALIZED))
            return session, *post(session, call())

        def say(session: HttpSession, size: int) -> None:
            found = {**answer(number(session)), "result": {"content": [{"type": "text", "text": "x" * size}]}}
            upstream(session).say(found)

        many = [await opened("many") for _ in range(5)]
        few = await opened("few")
        client = many[0][0].client
        for session, *_ in (many[0], many[1], few):
            say(session, 700)
        assert client.sessions == 5 and client.unread > 1_000 > few[0].client.unread
        assert [upstream(session).pauses for session, *_ in (*many, few)] == [[], [True], [], [], [], []]
        say(many[2][0], 50)
        assert upstream(many[2][0]).pauses == []
        for session, stream, ticket in (*many[:3], few):
            read(session, stream, ticket)
        assert upstream(many[1][0]).pauses == [True, False]
        assert client.unread == few[0].client.unread == 0

    run_at_once(run())
