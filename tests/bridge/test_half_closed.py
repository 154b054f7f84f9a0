"""Clients that close their side of a connection after a request, and clients that are gone."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress
from typing import Any

import pytest

import mcp_bridge
from support.http_bridge import modern, serving
from support.waiting import CEILING, until


class Server:
    """A stateless server that answers a call once it may. It counts the calls and the cancelled ones."""

    def __init__(self) -> None:
        self.may_answer = asyncio.Event()
        self.called = self.cancelled = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        if scope["type"] == "lifespan":
            for kind in ("startup", "shutdown"):
                await receive()
                await send({"type": f"lifespan.{kind}.complete"})
            return
        body = b""
        while True:
            message = await receive()
            body += message.get("body", b"")
            if not message.get("more_body"):
                break
        self.called += 1
        gone, may = asyncio.ensure_future(receive()), asyncio.ensure_future(self.may_answer.wait())
        await asyncio.wait({gone, may}, return_when=asyncio.FIRST_COMPLETED)
        self.cancelled += gone.done()
        for task in (gone, may):
            task.cancel()
        result = {"content": [], "resultType": "complete"}
        text = json.dumps({"jsonrpc": "2.0", "id": json.loads(body)["id"], "result": result}).encode()
        with suppress(Exception):  # nobody may read the answer
            await send(
                {
                    "type": "http.response.start",
                    "status": 200,
                    "headers": [(b"content-type", b"application/json")],
                }
            )
            await send({"type": "http.response.body", "body": text})


def written(version: str = "1.1") -> bytes:
    """Return a tool call as an HTTP request."""
    frame, headers = modern("tools/call", name="t")
    body = json.dumps(frame).encode()
    lines = [f"{name}: {value}" for name, value in {**headers, "host": "127.0.0.1"}.items()]
    head = [f"POST /mcp HTTP/{version}", *lines, f"content-length: {len(body)}", "", ""]
    return "\r\n".join(head).encode() + body


@pytest.mark.parametrize("number", [1, 2])
def test_a_client_that_closes_its_side_gets_its_answers(number: int) -> None:
    """After a "100 Continue" for each request of which no response has begun; then the connection ends."""

    async def run() -> bytes:
        server = Server()
        app = mcp_bridge.app(server, server_revision="2026-07-28")
        async with serving(app) as port:
            reader, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(number * written())
            writer.write_eof()
            await until(lambda: server.called)
            found = await reader.readuntil(b"100 Continue\r\n\r\n")
            server.may_answer.set()
            found += await reader.read()
            writer.close()
            assert server.called == number and not server.cancelled
            return found

    found = asyncio.run(asyncio.wait_for(run(), CEILING))
    assert found.count(b"HTTP/1.1 200") == number == found.count(b'"resultType"')


@pytest.mark.parametrize("version", ["1.1", "1.0"])
def test_the_call_of_a_client_that_is_gone_is_cancelled(version: str) -> None:
    """Its kernel refuses the "100 Continue". HTTP 1.0 has none, so such a client counts as gone at once."""

    async def run() -> None:
        server = Server()
        app = mcp_bridge.app(server, server_revision="2026-07-28")
        async with serving(app) as port:
            _, writer = await asyncio.open_connection("127.0.0.1", port)
            writer.write(written(version))
            await until(lambda: server.called)
            writer.close()
            await until(lambda: server.cancelled)
            server.may_answer.set()

    asyncio.run(asyncio.wait_for(run(), CEILING))
