"""The HTTP front as an application in one event loop: requests of clients, and their replies part by part."""

from __future__ import annotations

import asyncio
import json
from typing import Any

from mcp_bridge.http_front import HttpFront
from support.bridge_process import HELLO
from support.http_bridge import ACCEPT, INITIALIZED, modern
from support.instant_front import LEGACY, Front, Server, answer, number

EVENTS, JSON, BOTH = "text/event-stream", "application/json", ACCEPT["accept"]


class Reply:
    """A reply part by part, and its request. `hang_up` breaks the connection of the request.

    While `reads` is not set, the client reads nothing.
    """

    def __init__(self, app: Any, method: str, headers: dict[str, str], body: bytes, path: str) -> None:
        self.status = 0
        self.headers: dict[str, str] = {}
        self.body = b""
        self.parts = 0
        self.reads = asyncio.Event()
        self.reads.set()
        self._gone = asyncio.Event()
        self._rest = [body]
        raw = {"host": "localhost", "content-type": JSON, "accept": BOTH, **headers}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method,
            "path": path.partition("?")[0],
            "raw_path": path.partition("?")[0].encode(),
            "query_string": path.partition("?")[2].encode(),
            "root_path": "",
            "scheme": "http",
            "headers": [(name.encode(), value.encode()) for name, value in raw.items()],
            "client": ("peer", 1),
            "server": ("localhost", 80),
            "state": {},
        }
        self.task = asyncio.ensure_future(app(scope, self._receive, self._send))

    async def _receive(self) -> Any:
        if self._rest:
            return {"type": "http.request", "body": self._rest.pop(), "more_body": False}
        await self._gone.wait()
        return {"type": "http.disconnect"}

    async def _send(self, message: Any) -> None:
        await self.reads.wait()
        if message["type"] == "http.response.start":
            self.status = message["status"]
            self.headers = {name.decode(): value.decode() for name, value in message["headers"]}
        else:
            self.body += message["body"]
            self.parts += bool(message["body"])

    def hang_up(self) -> None:
        """Break the connection."""
        self._gone.set()

    @property
    def tree(self) -> Any:
        """The body as JSON."""
        return json.loads(self.body)

    @property
    def events(self) -> list[Any]:
        """The frames in the events so far."""
        lines = self.body.decode().split("\r\n")
        return [json.loads(line[6:]) for line in lines if line.startswith("data: ")]


class Fronted:
    """A front and its application."""

    def __init__(self, server: str = LEGACY, asked: str = "auto", **options: Any) -> None:
        self.front = Front(server, **options)
        self.app = HttpFront(self.front.pool, asked).application()

    def start(self, body: Any, method: str = "POST", path: str = "/mcp", **headers: str) -> Reply:
        """Begin a request."""
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        data = body if isinstance(body, bytes) else json.dumps(body).encode()
        return Reply(self.app, method, named, data, path)

    async def ask(self, body: Any, method: str = "POST", path: str = "/mcp", **headers: str) -> Reply:
        """Return the whole reply to a request, or the part that came within a minute."""
        reply = self.start(body, method, path, **headers)
        await asyncio.wait([reply.task], timeout=60)
        return reply

    async def opened(self, version: str = LEGACY) -> dict[str, str]:
        """Open a session, and return the headers that name it."""
        hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": version}}
        reply = await self.ask(hello)
        assert reply.status == 200, reply.body
        named = {"mcp_session_id": reply.headers["mcp-session-id"]}
        assert (await self.ask(INITIALIZED, **named)).status == 202
        return named

    def alone(self, method: str = "tools/call", id: Any = 1, **params: Any) -> Reply:
        """Begin a request of a client without a session."""
        accept = params.pop("accept", BOTH)
        frame, headers = modern(method, id, **{"name": "t", **params})
        return self.start(frame, **{**headers, "accept": accept})

    @property
    def server(self) -> Server:
        """The server of the only session."""
        (session,) = self.front.pool._all
        assert isinstance(session.upstream, Server)
        return session.upstream

    def answer(self) -> None:
        """Answer the last request of the client."""
        self.server.say(answer(number(self.server.session)), number(self.server.session))
