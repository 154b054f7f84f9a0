"""A server of 2025-11-25 over Streamable HTTP that sends requests to its client, as an ASGI application.

After `notifications/initialized`, the server requests the roots and reports that its tools changed, both on
the standalone SSE stream. It does neither if it is created without a greeting. It has these tools:

- `quick` answers at once, and `slow` never.
- `fails` answers with an error after a while.
- `asks` answers after the person at the client has answered an elicitation.
- `roots` answers after the client has returned its roots.
- `long` reports its progress, and answers after `go_on`.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator
from typing import Any

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

REVISION = "2025-11-25"
WHILE = 1.5  # seconds
STEPS = 6  # of the progress of `long`, which waits behind the half of them
TOOLS = [
    {"name": name, "inputSchema": {"type": "object"}}
    for name in ("quick", "slow", "fails", "asks", "roots", "long")
]
RESULT = {"content": [{"type": "text", "text": "done"}]}
FORM = {"message": "m", "requestedSchema": {"type": "object", "properties": {}}}


class AskingServer:
    """A server with one session at a time.

    It counts the responses that it got, by id, and the calls, by tool.
    """

    def __init__(self, *, greets: bool = True) -> None:
        self._greets = greets
        self.answers: Counter[Any] = Counter()
        self.cancelled: list[Any] = []
        self.calls: Counter[str] = Counter()
        self.go_on = asyncio.Event()  # lets `long` answer
        self._life = 0  # how often it was restarted
        self._answered: dict[Any, asyncio.Event] = {}
        self._waiting: asyncio.Queue[Any] = asyncio.Queue()  # messages for the standalone stream
        self._count = 0
        self.app = Starlette(routes=[Route("/mcp", self.respond, methods=["GET", "POST", "DELETE"])])

    @property
    def _session(self) -> str:
        return f"session-{self._life}"

    def say(self, method: str, **members: Any) -> None:
        """Send a message on the standalone SSE stream."""
        self._waiting.put_nowait({"jsonrpc": "2.0", "method": method, **members})

    def ask(self, method: str, **params: Any) -> dict[str, Any]:
        """Return a request to the client."""
        self._count += 1
        id = f"asked-{self._count}"
        self._answered[id] = asyncio.Event()
        return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}

    def restart(self) -> None:
        """Forget the session, like a server that is started again."""
        self._life += 1
        self._waiting = asyncio.Queue()

    async def respond(self, request: Request) -> Response:
        """Answer a request."""
        if request.headers.get("mcp-session-id", self._session) != self._session:
            return Response(status_code=404)
        if request.method == "GET":
            return StreamingResponse(self._general(), media_type="text/event-stream")
        frame = await request.json() if request.method == "POST" else {}
        if frame.get("method") == "notifications/initialized" and self._greets:
            self._waiting.put_nowait(self.ask("roots/list"))
            self.say("notifications/tools/list_changed")
        if frame.get("method") == "notifications/cancelled":
            self.cancelled.append(frame["params"]["requestId"])
        if "method" not in frame and "id" in frame:
            self.answers[frame["id"]] += 1
            self._answered[frame["id"]].set()
        if "method" not in frame or "id" not in frame:
            return Response(status_code=202)
        if frame["method"] == "initialize":
            found = {"protocolVersion": REVISION, "serverInfo": {"name": "s", "version": "1"}}
            found["capabilities"] = {"tools": {"listChanged": True}}
            answer = {"jsonrpc": "2.0", "id": frame["id"], "result": found}
            return JSONResponse(answer, headers={"mcp-session-id": self._session})
        if frame["method"] == "tools/list":
            return JSONResponse({"jsonrpc": "2.0", "id": frame["id"], "result": {"tools": TOOLS}})
        return StreamingResponse(self._call(frame), media_type="text/event-stream")

    async def _general(self) -> AsyncIterator[bytes]:
        yield b": open\n\n"
        waiting = self._waiting
        while True:
            yield _event(await waiting.get())

    async def _call(self, frame: Any) -> AsyncIterator[bytes]:
        yield b": open\n\n"
        params = frame.get("params", {})
        name = params.get("name")
        self.calls[name] += 1
        answer: dict[str, Any] = {"result": RESULT}
        if name == "slow":
            await asyncio.Event().wait()
        elif name == "fails":
            await asyncio.sleep(WHILE)
            answer = {"error": {"code": -32000, "message": "it failed"}}
        elif name in ("asks", "roots"):
            asked = self.ask("elicitation/create", **FORM) if name == "asks" else self.ask("roots/list")
            yield _event(asked)
            await self._answered[asked["id"]].wait()
        elif name == "long":
            for step in range(1, STEPS + 1):
                told = {"progressToken": params["_meta"]["progressToken"], "progress": step}
                yield _event({"jsonrpc": "2.0", "method": "notifications/progress", "params": told})
                if step == STEPS // 2:
                    await self.go_on.wait()
        yield _event({"jsonrpc": "2.0", "id": frame["id"], **answer})


def _event(frame: Any) -> bytes:
    return b"data: " + json.dumps(frame).encode() + b"\n\n"
