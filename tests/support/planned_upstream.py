"""The planned server (`tests/peers/planned.py`) over Streamable HTTP, for the test's own event loop.

It is an ASGI application that answers the requests of the bridge. A test can read its sessions, how often
each call was opened, answered and cancelled, and `faults`, with a line for each broken rule. This transport
has two acts of its own: `cut:500` answers with an HTTP status instead of a response, and `lose` ends the
session. A server with a handshake has these rules:

- A request has a valid token (otherwise 401), and the session of its tenant (otherwise 403 or 404). In a
  cancellation, or at the end of a session, the token may have been revoked meanwhile.
- A session has one standalone SSE stream (GET) at a time. Another one is a fault.
"""

from __future__ import annotations

import asyncio
import json
import re
import secrets
import socket
import sys
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

import uvicorn
from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from support.paths import PEERS

sys.path.insert(0, str(PEERS))
from planned import MODERN, Cut, Planned  # noqa: E402

TOKEN = re.compile(r"Bearer (?!bad)\w+\.\d+")  # a valid one
LATER: Any = object()  # the end of a queue


def tenant_of(authorization: str | None) -> str:
    """Return the tenant that a token names: `Bearer TENANT.NUMBER`."""
    return (authorization or "nobody").removeprefix("Bearer ").partition(".")[0]


def event(frame: Any) -> bytes:
    """Return a frame as a server-sent event."""
    return b"data: " + json.dumps(frame).encode() + b"\n\n"


def acts_of(frame: Any) -> list[str]:
    """Return the acts of a call, or [] for any other frame."""
    found: list[str] = frame.get("params", {}).get("arguments", {}).get("acts", [])
    return found


class Session(Planned):
    """A session of a revision with a handshake. `general` has a queue for each open standalone SSE stream."""

    def __init__(self, upstream: Upstream, tenant: str) -> None:
        super().__init__(upstream.revision, upstream.note)
        self.tenant = tenant
        self.general: set[asyncio.Queue[Any]] = set()

    def tell(self, frame: Any) -> None:
        """Send a frame that belongs to no request on the standalone SSE stream.

        If none is open, drop the frame.
        """
        for queue in self.general:
            queue.put_nowait(frame)

    def drop_streams(self) -> None:
        """End the open standalone SSE streams."""
        for queue in self.general:
            queue.put_nowait(LATER)


class Upstream:
    """The server, with its sessions by id, and its counts by kind and nonce."""

    def __init__(self, revision: str, keeps: bool = True) -> None:
        self.revision = revision
        self.keeps = keeps  # connections are kept for the next request
        self.sessions: dict[str, Session] = {}
        self.notes: dict[str, Counter[str]] = {
            "open": Counter(),
            "answered": Counter(),
            "cancelled": Counter(),
        }
        self.revoked: set[str] = set()  # whole values of `Authorization`
        self.fails: set[str] = set()  # methods that are answered with 500, once
        self.refuses_answers = 0  # answers that get 503
        self.holds_answers = 0.0  # seconds until an answer is taken
        self.late = 0.0  # seconds until a call is taken up
        self.slow_handshake = 0.0  # seconds until `initialize` is answered
        self.is_out = False  # no general stream can be opened
        self.subscriptions: set[asyncio.Task[None]] = set()  # of 2026-07-28
        self.open = 0  # requests that are being answered
        self.faults: list[str] = []
        self.app = Starlette(routes=[Route("/mcp", self.respond, methods=["GET", "POST", "DELETE"])])

    def note(self, kind: str, nonce: str) -> None:
        """Count how often a call was opened, answered or cancelled."""
        self.notes[kind][nonce] += 1

    def drop_streams(self) -> None:
        """End the standalone SSE streams and the subscriptions."""
        for session in self.sessions.values():
            session.drop_streams()
        for task in self.subscriptions:
            task.cancel()

    def pending(self) -> list[str]:
        """Return the calls that are open."""
        ended = self.notes["answered"] + self.notes["cancelled"]
        return [*(self.notes["open"] - ended)]

    async def respond(self, request: Request) -> Response:
        """Answer a request. Close the connection if connections are not kept."""
        try:
            answer = await self.answer(request)
        except ClientDisconnect:
            return Response(status_code=400)
        if not self.keeps:
            answer.headers["connection"] = "close"
        return answer

    async def answer(self, request: Request) -> Response:
        """Answer a request."""
        token = request.headers.get("authorization")
        frame = await request.json() if request.method == "POST" else {}
        is_late = request.method == "DELETE" or frame.get("method") == "notifications/cancelled"
        is_revoked = token in self.revoked and not is_late
        if token is None or TOKEN.fullmatch(token) is None or is_revoked:
            return Response(status_code=401, headers={"www-authenticate": 'Bearer realm="planned"'})
        tenant = request.headers.get("x-tenant", tenant_of(token))  # what an answer names
        if self.revision == MODERN:
            return self.stream(Planned(MODERN, self.note), frame, tenant)
        name = request.headers.get("mcp-session-id", "")
        if frame.get("method") == "initialize":
            name = secrets.token_hex(8)
            self.sessions[name] = Session(self, tenant_of(token))
            await asyncio.sleep(self.slow_handshake)
        if frame.get("method") in self.fails:
            self.fails.remove(frame["method"])
            return Response(status_code=500)
        if request.method == "POST" and "method" not in frame:
            await asyncio.sleep(self.holds_answers)
            if self.refuses_answers:
                self.refuses_answers -= 1
                return Response(status_code=503)
        if frame.get("method") == "tools/call":
            await asyncio.sleep(self.late)
        session = self.sessions.get(name)
        if session is None:
            return Response(status_code=404)
        if "lose" in acts_of(frame):
            session.close()
            session.drop_streams()
            del self.sessions[name]
            return Response(status_code=404)
        if session.tenant != tenant_of(token):
            return Response(status_code=403)
        if request.method == "DELETE":
            session.close()
            session.drop_streams()
            del self.sessions[name]
            return Response(status_code=200)
        if request.method == "GET":
            return Response(status_code=503) if self.is_out else self.general(session)
        answer = self.stream(session, frame, tenant)
        answer.headers["mcp-session-id"] = name
        return answer

    def stream(self, server: Planned, frame: Any, tenant: str) -> Response:
        """Answer a POST: a call as a stream, anything else as JSON."""
        if "cut:500" in acts_of(frame):
            return Response(status_code=500)
        queue: asyncio.Queue[Any] = asyncio.Queue()
        call = server.receive(frame, queue.put_nowait, tenant)
        if call is None:
            return Response(status_code=202) if queue.empty() else JSONResponse(queue.get_nowait())
        call.add_done_callback(lambda done: queue.put_nowait(LATER))
        if frame["method"] == "subscriptions/listen":
            self.subscriptions.add(call)
            call.add_done_callback(self.subscriptions.discard)

        async def events() -> AsyncIterator[bytes]:
            self.open += 1
            try:
                while (frame := await queue.get()) is not LATER:
                    yield event(frame)
                if not call.cancelled() and isinstance(call.exception(), Cut):
                    yield b"data: {"
            finally:
                self.open -= 1
                if server.revision == MODERN:
                    call.cancel()

        return StreamingResponse(events(), media_type="text/event-stream")

    def general(self, session: Session) -> Response:
        """Open the standalone SSE stream."""
        queue: asyncio.Queue[Any] = asyncio.Queue()
        session.general.add(queue)
        if len(session.general) > 1:
            self.faults.append(f"{session.tenant} has {len(session.general)} general streams")

        async def events() -> AsyncIterator[bytes]:
            self.open += 1
            try:
                yield b": open\n\n"
                while (frame := await queue.get()) is not LATER:
                    yield event(frame)
            finally:
                self.open -= 1
                session.general.discard(queue)

        return StreamingResponse(events(), media_type="text/event-stream")


def main() -> None:
    """Serve the revision that the first argument names on a free port, and print the URL."""
    with socket.create_server(("127.0.0.1", 0), backlog=1024) as listener:
        listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # accepted connections inherit it
        print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
        app = Upstream(sys.argv[1]).app
        config = uvicorn.Config(app, http="h11", log_level="critical", timeout_keep_alive=300)
        uvicorn.Server(config).run(sockets=[listener])
