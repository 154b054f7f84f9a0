"""The sessions of the HTTP front in one event loop, with servers that record frames, and their clients."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from functools import partial
from typing import Any

import mcp_bridge
from mcp_bridge.diagnostics import SessionLog
from mcp_bridge.http_clients import Use
from mcp_bridge.http_session import HttpSession
from mcp_bridge.http_streams import Stream
from mcp_bridge.http_trust import Head
from mcp_bridge.options import AUTHORIZATION, BridgeOptions, FrontOptions, new_bridge
from mcp_bridge.session_pool import SessionPool
from support.bridge_process import HELLO
from support.http_bridge import INITIALIZED, META, MODERN, modern
from support.listed_server import ListedServer

LEGACY = "2025-06-18"
IDLE = 300
ABLE = {f"{META}clientCapabilities": {"elicitation": {}}}
ASKED = {"message": "m", "requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}


class Server(ListedServer):
    """A server that answers `initialize`, and records every other frame that it gets."""

    def __init__(
        self, session: Any, names_requests: bool = False, fails: BaseException | None = None
    ) -> None:
        super().__init__(session)
        self.names_requests, self.fails = names_requests, fails
        self.good = {"Bearer good"}  # authorizations that it accepts

    def send(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Record a frame. Answer a handshake in the next iteration of the loop."""
        super().send(frame, data, headers)
        if self.sent[-1].get("method") == "initialize":
            id = self.sent.pop()["id"]
            agreed = {"protocolVersion": LEGACY, "serverInfo": {"name": "s", "version": "1"}}
            result = {**agreed, "capabilities": {"tools": {}, "logging": {}}}
            asyncio.get_running_loop().call_soon(self.say, {"id": id, "result": result})

    def say(self, frame: Any, request: Any = None) -> None:
        """Send a frame, on the connection of a request or on none."""
        data = json.dumps({"jsonrpc": "2.0", **frame}).encode()
        self.session.from_server(mcp_bridge.Bridge.read(data), data, request)

    @property
    def pauses(self) -> list[bool]:
        """The changes of whether reading from the server is paused, in order."""
        return [paused for call, paused in self.calls if call == "pause"]

    async def accepts(self, headers: Mapping[str, str], *, is_first: bool) -> bool:
        """Return whether the authorization is valid."""
        return headers[AUTHORIZATION] in self.good


class Front:
    """A pool of sessions with such servers, and the requests of clients."""

    def __init__(
        self,
        server: str = LEGACY,
        names_requests: bool = False,
        fails: BaseException | None = None,
        **bounds: Any,
    ) -> None:
        self.closed = 0
        make = partial(Server, names_requests=names_requests, fails=fails)

        def parts(revision: str, token: str, budget: Any) -> Any:
            options = BridgeOptions("auto", server, log_level="off")
            log = SessionLog("auto", is_quiet=True, number=1)
            return new_bridge(revision, options, token, budget), make, log

        options = FrontOptions(**{"idle": float(IDLE), **bounds})
        self.pool = SessionPool(options, parts, self.close, server_is_stateless=server == MODERN)

    async def close(self) -> None:
        """Count how often the shared client is closed."""
        self.closed += 1

    async def session(self, **headers: str) -> HttpSession:
        """Open the session of a client with a handshake, and complete the handshake."""
        session = await self.pool.open(LEGACY, head(**headers))
        stream, ticket = post(session, {**HELLO, "params": {**HELLO["params"], "protocolVersion": LEGACY}})
        await asyncio.sleep(0)
        read(session, stream, ticket)
        stream, ticket = post(session, INITIALIZED)
        read(session, stream, ticket)
        upstream(session).sent.clear()
        return session

    async def alone(self, method: str = "tools/call", id: Any = 1, **params: Any) -> Any:
        """Send a request of a client without a session. Return its session, stream and ticket."""
        frame, headers = modern(method, id, **params)
        whole = head(**headers)
        identity = self.pool.identity(whole, frame)
        async with self.pool.turn(identity, whole, frame) as session:
            stream, ticket = post(session, frame)
        await asyncio.sleep(0)
        return session, stream, ticket


def head(**headers: str) -> Head:
    """Return the head of a request."""
    return Head({name.replace("_", "-"): value for name, value in headers.items()}, "address")


def upstream(session: HttpSession) -> Server:
    """Return the server of a session."""
    assert isinstance(session.upstream, Server)
    return session.upstream


def post(session: HttpSession, frame: Any, takes_events: bool = True, **headers: str) -> tuple[Stream, int]:
    """Send a body. Return the stream of its responses, with a reader, and the ticket of that reader."""
    data = json.dumps(frame).encode()
    use = Use(session.client)
    assert use.add_bytes(len(data)) and use.add_requests("method" in frame and "id" in frame)
    stream = session.post(mcp_bridge.Bridge.read(data), data, head(**headers), use, takes_events=takes_events)
    return stream, session.attach(stream)


def read(session: HttpSession, stream: Stream, ticket: int) -> list[Any]:
    """Take every frame, and detach the reader."""
    found = taken(stream)
    session.detach(stream, ticket)
    return found


def taken(stream: Stream) -> list[Any]:
    """Take every frame that is available."""
    found = []
    while (each := stream.next_unread()) is not None:
        stream.take(each[0])
        if each[1]:
            found.append(json.loads(each[1]))
    return found


def call(id: Any = 1) -> dict[str, Any]:
    """Return a tool call of a client with a handshake."""
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "t"}}


def answer(id: Any = 1) -> dict[str, Any]:
    """Return an answer to a call."""
    return {"id": id, "result": {"content": []}}


LOG = {"method": "notifications/message", "params": {"level": "error", "data": "d"}}
PING = {"id": "p", "method": "ping"}


def number(session: HttpSession) -> Any:
    """Return the id of the last request that reached the server."""
    return next(frame["id"] for frame in reversed(upstream(session).sent) if "method" in frame)
