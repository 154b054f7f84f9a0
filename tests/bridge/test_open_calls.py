"""What the bridge keeps of a call while it is open, and what it ends at the server of a client that leaves.

Front, bridge and an ASGI server run in one event loop, whose time is instant.
"""

from __future__ import annotations

import asyncio
import gc
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import pytest

import mcp_bridge
from support.bridge_process import HELLO
from support.http_bridge import ACCEPT, INITIALIZED, MODERN, modern
from support.instant_loop import run_at_once
from support.task_frames import TASKS

TASK = {
    "taskId": "t",
    "status": "working",
    "createdAt": "2026-01-02T03:04:05Z",
    "lastUpdatedAt": "2026-01-02T03:04:05Z",
    "ttlMs": None,
    "pollIntervalMs": 1000,
}
OLD_TASK = {**{name: value for name, value in TASK.items() if not name.endswith("Ms")}, "ttl": None}
TOOL = {"name": "t", "inputSchema": {"type": "object"}, "execution": {"taskSupport": "required"}}
MARKED = 34_567  # the length of a list that nothing else has
Reply = tuple[int, dict[str, str], bytes]


class Server:
    """A server with the tasks of its revision. If `answers` is not set, a call gets no answer."""

    def __init__(self, revision: str, answers: bool = True) -> None:
        self.revision, self.answers = revision, answers
        self.got: list[str] = []  # the methods of the messages, and of requests without a body
        self.calls = asyncio.Event()  # a call has arrived

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request with JSON."""
        if scope["type"] == "lifespan":
            for kind in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{kind}.complete"})
            return
        body, more = b"", True
        while more:
            message = await receive()
            body, more = body + message.get("body", b""), message.get("more_body", False)
        frame = json.loads(body) if body else {}
        method, id = frame.get("method", scope["method"]), frame.get("id")
        self.got.append(method)
        del body, frame, message
        if method == "tools/call":
            self.calls.set()
        if (method == "tools/call" and not self.answers) or method == "tasks/result":
            await asyncio.Event().wait()
        result = self.result(method) if self.revision == MODERN else self.old_result(method)
        if scope["method"] != "POST" or id is None:
            await respond(send, 405 if scope["method"] == "GET" else 202, {}, b"")
        else:
            data = json.dumps({"jsonrpc": "2.0", "id": id, "result": result}).encode()
            session = {} if self.revision == MODERN else {"mcp-session-id": "s"}
            await respond(send, 200, {"content-type": "application/json", **session}, data)

    def result(self, method: str) -> dict[str, Any]:
        """Return the result of a request, in the revision 2026-07-28."""
        if method == "server/discover":
            offered = {"tools": {}, "extensions": {TASKS: {}}}
            more = {"supportedVersions": [MODERN], "ttlMs": 0, "cacheScope": "private"}
            return {"resultType": "complete", "capabilities": offered, **more}
        if method == "tools/call":
            return {"resultType": "task", **TASK}
        return {"resultType": "complete"} if method == "tasks/cancel" else {"resultType": "complete", **TASK}

    def old_result(self, method: str) -> dict[str, Any]:
        """Return the result of a request, in the revision 2025-11-25."""
        if method == "initialize":
            tasks = {"cancel": {}, "requests": {"tools": {"call": {}}}}
            facts = {"protocolVersion": self.revision, "serverInfo": {"name": "s", "version": "1"}}
            return {**facts, "capabilities": {"tools": {}, "tasks": tasks}}
        if method == "tools/call":
            return {"task": OLD_TASK}
        return {"tools": [TOOL]} if method == "tools/list" else OLD_TASK


async def respond(send: Any, status: int, headers: dict[str, str], body: bytes) -> None:
    """Send a response."""
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    await send({"type": "http.response.start", "status": status, "headers": raw})
    await send({"type": "http.response.body", "body": body})


class Client:
    """A client of the bridge in front of a server, which sends each body once."""

    def __init__(self, app: Any) -> None:
        self.app = app
        self.session: dict[str, str] = {}

    async def ask(self, method: str, body: bytes = b"", headers: dict[str, str] | None = None) -> Reply:
        """Send a request, and return the status, the headers and the body of the response."""
        given = {**ACCEPT, "host": "127.0.0.1", **self.session, **(headers or {})}
        raw = [(name.lower().encode(), value.encode()) for name, value in given.items()]
        scope = {"type": "http", "method": method, "path": "/mcp", "query_string": b"", "headers": raw}
        sent = [{"type": "http.request", "body": body, "more_body": False}]
        del body
        status, got, parts = 0, dict[str, str](), list[bytes]()

        async def receive() -> Any:
            if not sent:
                await asyncio.Event().wait()
            return sent.pop()

        async def send(message: Any) -> None:
            nonlocal status, got
            status = message.get("status", status)
            got |= {name.decode(): value.decode() for name, value in message.get("headers", ())}
            parts.append(message.get("body", b""))

        await self.app({**scope, "client": ("127.0.0.1", 1), "root_path": ""}, receive, send)
        return status, got, b"".join(parts)

    async def open(self, revision: str) -> None:
        """Open a session."""
        hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": revision}}
        status, headers, _ = await self.ask("POST", json.dumps(hello).encode())
        assert status == 200
        self.session = {"mcp-session-id": headers["mcp-session-id"]}
        await self.ask("POST", json.dumps(INITIALIZED).encode())


@asynccontextmanager
async def served(server: Server) -> AsyncIterator[Client]:
    """Run the bridge in front of a server, and yield a client of it."""
    app = mcp_bridge.app(server)
    said: asyncio.Queue[Any] = asyncio.Queue()
    heard: asyncio.Queue[Any] = asyncio.Queue()
    life = asyncio.ensure_future(app({"type": "lifespan"}, heard.get, said.put))
    heard.put_nowait({"type": "lifespan.startup"})
    assert (await said.get())["type"] == "lifespan.startup.complete"
    try:
        yield Client(app)
    finally:
        heard.put_nowait({"type": "lifespan.shutdown"})
        await life


def marked_call(client: str) -> tuple[bytes, dict[str, str]]:
    """Return the body of a call with a list of the marked length, and the headers that the call needs."""
    params = {"name": "t", "arguments": {"a": [[]] * MARKED}}
    if client == MODERN:
        frame, headers = modern("tools/call", 7, **params)
        return json.dumps(frame).encode(), headers
    return json.dumps({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": params}).encode(), {}


def marked_lists() -> int:
    """Return how many lists of the marked length exist."""
    gc.collect()
    return sum(type(each) is list and len(each) == MARKED for each in gc.get_objects())


@pytest.mark.parametrize("accepts", ["application/json", ACCEPT["accept"]])
@pytest.mark.parametrize("client", ["2025-11-25", MODERN])
@pytest.mark.parametrize("server", ["2025-11-25", MODERN])
def test_an_open_call_is_kept_as_text(client: str, server: str, accepts: str) -> None:
    """A parsed message takes up to 25 times the memory of its text, which is all that the limits count."""
    body, headers = marked_call(client)

    async def run() -> None:
        answerless = Server(server, answers=False)
        async with served(answerless) as one:
            if client != MODERN:
                await one.open(client)
            call = asyncio.ensure_future(one.ask("POST", body, {**headers, "accept": accepts}))
            await answerless.calls.wait()
            await asyncio.sleep(60)
            assert not call.done() and marked_lists() == 0
            call.cancel()

    run_at_once(run())


@pytest.mark.parametrize("by", ["the client", "the bridge"])
@pytest.mark.parametrize("server", ["2025-11-25", MODERN])
def test_a_session_that_ends_cancels_the_tasks_for_which_calls_wait(
    server: str, by: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """The calls get an error. A server that goes on would otherwise run the tasks to their end."""

    async def run() -> None:
        tasked = Server(server)
        async with served(tasked) as one:
            await one.open("2025-06-18")
            if server != MODERN:
                listing = {"jsonrpc": "2.0", "id": 6, "method": "tools/list"}
                await one.ask("POST", json.dumps(listing).encode())
            frame = {"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "t"}}
            call = asyncio.ensure_future(one.ask("POST", json.dumps(frame).encode()))
            await asyncio.sleep(5)
            assert not call.done() and "tasks/cancel" not in tasked.got
            if by == "the client":
                assert (await one.ask("DELETE"))[0] == 200
                await asyncio.sleep(5)
                assert tasked.got.count("tasks/cancel") == 1
        assert tasked.got.count("tasks/cancel") == 1
        assert ("DELETE" in tasked.got[tasked.got.index("tasks/cancel") :]) is (server != MODERN)
        assert b'"error"' in (await call)[2]

    run_at_once(run())
    assert "ends here" not in capfd.readouterr().err
