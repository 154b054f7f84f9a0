"""Responses that a server should not have sent, on connections that are kept: nothing reaches another client.

A raw server answers each call with the caller's own secret, and adds bytes that belong to no request: whole
responses, bodies behind a status without one, more bytes than a length says, each maybe split. Two clients
call at the same time. Each call ends once, with its own answer or with an error.
"""

from __future__ import annotations

import asyncio
import json
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest

import mcp_bridge
from mcp_bridge.asgi_transport import AsgiTransport
from mcp_bridge.http_client import HttpClient
from support.bridge_process import HELLO
from support.http_bridge import ACCEPT, INITIALIZED, MODERN, modern
from support.waiting import CEILING

URL = "http://127.0.0.1:8000/mcp"
LEGACY = "2025-06-18"
COMPLETE = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
CALLS = 6
LATER = 0.02  # seconds until the rest of a response that is split


def response(frame: Any, status: str = "200 OK", length: int | None = None, **headers: str) -> bytes:
    """Return a response with a JSON body."""
    body = b"" if frame is None else json.dumps(frame).encode()
    given = {"content-type": "application/json", **headers}
    lines = [f"HTTP/1.1 {status}", *(f"{name.replace('_', '-')}: {value}" for name, value in given.items())]
    lines.append(f"content-length: {len(body) if length is None else length}")
    return "\r\n".join([*lines, "", ""]).encode() + body


def chunked(frame: Any) -> bytes:
    """Return a response with a JSON body in chunks."""
    body = json.dumps(frame).encode()
    head = b"HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n"
    return head + b"%x\r\n%s\r\n0\r\n\r\n" % (len(body), body)


class RawServer:
    """A server on a socket; a generator draws what it adds to the answers."""

    def __init__(self, seed: int, *, has_sessions: bool) -> None:
        self.is_hostile = True
        self.added = 0
        self.connections = 0
        self._random = random.Random(seed)
        self._has_sessions = has_sessions
        self._last: list[tuple[Any, bytes]] = []  # the ids and the bytes of the last answers, of any client

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer the requests of a connection."""
        self.connections += 1
        try:
            while True:
                head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
                pairs = [line.partition(": ") for line in head[1:] if line]
                headers = {name.lower(): value for name, _, value in pairs}
                body = await reader.readexactly(int(headers.get("content-length", 0)))
                frame = json.loads(body) if body else {}
                for part in self._parts(head[0].split()[0], headers, frame):
                    writer.write(part)
                    await writer.drain()
                    await asyncio.sleep(LATER if self.is_hostile else 0)
        except (asyncio.IncompleteReadError, ConnectionError):
            pass
        finally:
            writer.close()

    def _parts(self, method: str, headers: dict[str, str], frame: Any) -> list[bytes]:
        """Return what is written, in parts."""
        if method == "GET":
            return [response(None, "405 Method Not Allowed")]
        if "id" not in frame or "method" not in frame:
            return [response(None, "202 Accepted") + self._surplus(None)]
        if frame["method"] == "initialize":
            found = {"protocolVersion": LEGACY, "capabilities": {"tools": {}}}
            found["serverInfo"] = {"name": "s", "version": "1"}
            named = {"mcp_session_id": headers["authorization"][-1]} if self._has_sessions else {}
            return [response({"jsonrpc": "2.0", "id": frame["id"], "result": found}, **named)]
        if frame["method"] == "server/discover":
            found = {"supportedVersions": [MODERN], "capabilities": {"tools": {}}, **COMPLETE}
            return [response({"jsonrpc": "2.0", "id": frame["id"], "result": found})]
        text = f"{headers['authorization']} {frame['params']['arguments']['nonce']}"
        result = {"content": [{"type": "text", "text": text}]}
        if headers.get("mcp-protocol-version") == MODERN:
            result |= COMPLETE
        answer = {"jsonrpc": "2.0", "id": frame["id"], "result": result}
        whole = self._random.choice([response, chunked])(answer)
        self._last = [*self._last, (frame["id"], whole)][-4:]
        if not self.is_hostile:
            return [whole]
        data = self._random.choice([whole, whole, self._empty(answer)]) + self._surplus(answer)
        if self._random.random() < 0.5:
            at = self._random.randrange(1, len(data))
            return [data[:at], data[at:]]
        return [data]

    def _empty(self, answer: Any) -> bytes:
        """Return a response whose status has no body, or whose length is short, with the answer behind it."""
        status = self._random.choice(["204 No Content", "304 Not Modified", "200 OK"])
        return response(answer, status, self._random.choice([0, len(json.dumps(answer))]))

    def _surplus(self, answer: Any) -> bytes:
        """Return bytes that belong to no request."""
        if not self.is_hostile:
            return b""
        self.added += 1
        ids = [id for id, _ in self._last] or [1]
        forged = {"jsonrpc": "2.0", "result": {"content": [{"type": "text", "text": "forged"}]}}
        kind = self._random.choice(["none", "answer", "last", "next", "error", "status", "half"])
        if kind == "answer" and answer is not None:
            return response(answer)
        if kind == "last" and self._last:
            return self._random.choice(self._last)[1]
        if kind == "next":
            numbers = [id for id in ids if isinstance(id, int)] or [1]
            return b"".join(response({**forged, "id": id + step}) for id in numbers for step in (1, 2))
        if kind == "error":
            return response({"jsonrpc": "2.0", "error": {"code": -32000, "message": "forged"}})
        if kind == "status":
            return response(None, self._random.choice(["202 Accepted", "204 No Content", "404 Not Found"]))
        if kind == "half":
            return response({**forged, "id": ids[-1]})[: self._random.randrange(1, 60)]
        return b""


@asynccontextmanager
async def serving(server: RawServer) -> AsyncIterator[str]:
    """Serve on a port of the loop; yield the URL."""
    listener = await asyncio.start_server(server.serve, "127.0.0.1", 0)
    try:
        yield f"http://127.0.0.1:{listener.sockets[0].getsockname()[1]}/mcp"
    finally:
        listener.close()


class Caller:
    """A client with a secret of its own, with a session or without."""

    def __init__(self, http: httpx2.AsyncClient, name: str, *, has_session: bool) -> None:
        self.name, self._http, self._has_session = name, http, has_session
        self._headers = {**ACCEPT, "authorization": f"Bearer secret-of-{name}"}
        self._count = 0

    async def open(self) -> None:
        """Open a session."""
        if self._has_session:
            hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": LEGACY}}
            opened = await self._http.post(URL, json=hello, headers=self._headers)
            self._headers["mcp-session-id"] = opened.headers["mcp-session-id"]
            await self._http.post(URL, json=INITIALIZED, headers=self._headers)

    async def call(self) -> bool:
        """Call the tool; say whether the answer came, and is this call's. An error is no answer."""
        self._count += 1
        count = self._count
        arguments = {"nonce": f"{self.name}-{count}"}
        if self._has_session:
            params = {"name": "t", "arguments": arguments}
            frame: Any = {"jsonrpc": "2.0", "id": count, "method": "tools/call", "params": params}
            headers = self._headers
        else:
            frame, mirrored = modern("tools/call", count, name="t", arguments=arguments)
            headers = {**mirrored, "authorization": self._headers["authorization"]}
        found = await self._http.post(URL, json=frame, headers=headers)
        (answer,) = answers(found)
        assert answer["id"] == count
        if "error" in answer:
            return False
        (block,) = answer["result"]["content"]
        assert block["text"] == f"{self._headers['authorization']} {arguments['nonce']}"
        return True


def answers(found: httpx2.Response) -> list[Any]:
    """Return the responses in a body, JSON or server-sent events."""
    if not found.headers["content-type"].startswith("text/event-stream"):
        return [found.json()]
    lines = [line for line in found.text.splitlines() if line.startswith("data: ")]
    return [json.loads(line.removeprefix("data: ")) for line in lines]


@pytest.mark.parametrize("has_session", [False, True])
@pytest.mark.parametrize("server", [LEGACY, f"{LEGACY} without sessions", MODERN])
@pytest.mark.parametrize("seed", range(6))
def test_no_answer_reaches_another_call(seed: int, server: str, has_session: bool) -> None:
    """Two clients at the same time; afterwards the server is well, and every call is answered."""

    async def run() -> None:
        raw = RawServer(seed, has_sessions=server == LEGACY)
        async with serving(raw) as url:
            transport = AsgiTransport(mcp_bridge.app(url, server_revision=server[:10]), "/mcp")
            await transport.start()
            async with httpx2.AsyncClient(transport=transport, timeout=None) as http:
                callers = [Caller(http, name, has_session=has_session) for name in "AB"]
                raw.is_hostile = False
                for caller in callers:
                    await caller.open()
                raw.is_hostile = True
                for _ in range(CALLS):
                    await asyncio.gather(*(caller.call() for caller in callers for _ in range(2)))
                assert raw.added >= CALLS
                raw.is_hostile = False
                for _ in range(4):  # what was on its way may fail a call, and closes its connection
                    await asyncio.gather(*(caller.call() for caller in callers))
                assert all([await caller.call() for caller in callers])
            await transport.stop()

    asyncio.run(asyncio.wait_for(run(), CEILING))


def test_a_connection_is_used_again_unless_something_is_left_on_it() -> None:
    """Calls one after the other need one connection; a surplus byte closes it."""

    async def run() -> None:
        raw = RawServer(0, has_sessions=False)
        raw.is_hostile = False
        async with serving(raw) as url:
            client = HttpClient()
            frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"arguments": {"nonce": 1}}}
            headers = {**ACCEPT, "authorization": "x"}

            async def call() -> None:
                async with client.open("POST", url, headers, json.dumps(frame).encode()) as found:
                    assert await found.body()

            for _ in range(5):
                await call()
            assert raw.connections == 1
            other = client.separate()
            client, kept = other, client
            await call()
            assert raw.connections == 2
            client._give_up()  # as after a silence
            await call()  # before the connections are closed
            await client._closing
            await call()
            assert raw.connections == 3
            raw._parts = lambda *_: [response(frame) + b"H"]  # type: ignore[method-assign]
            for _ in range(3):
                await call()
            assert raw.connections == 5
            await client.close()
            await kept.close()

    asyncio.run(asyncio.wait_for(run(), CEILING))
