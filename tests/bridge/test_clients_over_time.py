"""Clients with a session over minutes: calls that fail, are cancelled or asked about, cuts, and silence.

Each request of the server is handled once, each notification arrives once, a client that resumes streams
comes to rest, and its session ends after it has left.
"""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest

import mcp_bridge
from mcp_bridge.asgi_transport import AsgiTransport
from mcp_bridge.options import FrontOptions
from support.asking_server import AskingServer
from support.http_bridge import ACCEPT, serving
from support.instant_loop import run_at_once
from support.node import NODE, npm
from support.paths import PEERS
from support.resuming_client import ResumingClient

URL = "http://127.0.0.1:8000/mcp"
IDLE = 20.0
SDK = "1.32.2"
CHANGED = "notifications/tools/list_changed"
VERSIONS = ("2025-03-26", "2025-06-18", "2025-11-25")  # the first has no elicitation


@asynccontextmanager
async def fronted(server: AskingServer) -> AsyncIterator[tuple[httpx2.AsyncClient, Any]]:
    """Yield an HTTP client of a front in this loop, and the sessions of the front."""
    app = mcp_bridge.app(server.app, front=FrontOptions(idle=IDLE))
    transport = AsgiTransport(app, "/mcp")
    await transport.start()
    async with httpx2.AsyncClient(transport=transport, timeout=None) as http:
        yield http, app.state.bridge.pool


def call(id: Any, name: str) -> dict[str, Any]:
    """Return a call of a tool."""
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": name}}


def cancellation(id: Any) -> dict[str, Any]:
    """Return the cancellation of a call."""
    return {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}


async def cancel_one(client: ResumingClient) -> None:
    """Call a tool that does not answer, and cancel the call."""
    await client.send(call("slow", "slow"))
    await asyncio.sleep(3)
    await client.send(cancellation("slow"))


async def fail_one(client: ResumingClient) -> None:
    """Call a tool that answers with an error, on a stream that has begun."""
    assert "error" in await client.request(call("fails", "fails"))


async def answer_one(client: ResumingClient) -> None:
    """Call a tool that asks the person first."""
    assert "result" in await client.request(call("asks", "asks"))


async def cut_one(client: ResumingClient) -> None:
    """Break the standalone stream after its messages have come."""
    await asyncio.sleep(2)
    await client.cut()


async def cancel_a_cut_one(client: ResumingClient) -> None:
    """Resume a stream whose call is then cancelled, so that the resumed stream ends without a message."""
    await cut_one(client)
    await asyncio.sleep(5)
    await cancel_one(client)


@pytest.mark.parametrize("version", VERSIONS)
@pytest.mark.parametrize("event", [cancel_one, fail_one, answer_one, cut_one, cancel_a_cut_one])
def test_a_client_comes_to_rest(version: str, event: Any) -> None:
    """After an event, minutes pass without a further GET; then a call works, and the session ends."""

    async def run() -> None:
        server = AskingServer()
        async with fronted(server) as (http, pool):
            client = ResumingClient(http, URL, version)
            await client.connect()
            await event(client)
            await asyncio.sleep(60)
            gets = client.gets
            await asyncio.sleep(300)
            assert client.gets == gets <= 4
            assert client.handled["roots/list"] == client.handled[CHANGED] == 1
            assert client.handled["elicitation/create"] == (event is answer_one and version != VERSIONS[0])
            assert set(server.answers.values()) == {1} and len(server.cancelled) <= 1
            server.say(CHANGED)
            await asyncio.sleep(1)
            assert client.handled[CHANGED] == 2 and client.errors == []
            assert "result" in await client.request(call("last", "quick"))
            assert len(pool) == 1
            await client.close()
            await asyncio.sleep(IDLE + 10)
            assert len(pool) == 0

    run_at_once(run())


def test_two_standalone_streams_do_not_end_each_other() -> None:
    """The newer is sent what comes; after its end, the older one is again. Each message comes once."""

    async def run() -> None:
        server = AskingServer()
        async with fronted(server) as (http, _):
            client = ResumingClient(http, URL, "2025-11-25")
            await client.connect()
            await asyncio.sleep(1)
            client._start(client._resume(None))
            await asyncio.sleep(60)
            assert client.gets == 2
            server.say(CHANGED)
            await asyncio.sleep(1)
            await client._responses[-1].aclose()
            server.say(CHANGED)
            await asyncio.sleep(60)
            assert client.handled[CHANGED] == 3

    run_at_once(run())


@pytest.mark.parametrize("last", ["0-1-7", "9-1-1", "0-1", "nonsense", "5", "0-1-x"])
def test_an_event_that_is_not_kept_costs_no_session(last: str) -> None:
    """The refusal is not 404, on which a client must begin another session."""

    async def run() -> None:
        server = AskingServer()
        async with fronted(server) as (http, _):
            client = ResumingClient(http, URL, "2025-11-25")
            await client.connect()
            await asyncio.sleep(1)
            headers = {**ACCEPT, **client._headers, "last-event-id": last}
            request = http.build_request("GET", URL, headers=headers)
            response = await http.send(request, stream=True)
            await response.aclose()
            assert response.status_code == (200 if last == "0-1-7" else 400)
            assert "result" in await client.request(call("last", "quick"))

    run_at_once(run())


def test_an_answered_request_is_not_replayed() -> None:
    """A client that resumes from the start gets the notifications again, and no answered request."""

    async def run() -> None:
        server = AskingServer()
        async with fronted(server) as (http, _):
            client = ResumingClient(http, URL, "2025-06-18")
            await client.connect()
            await asyncio.sleep(1)
            await client.close()
            client._start(client._resume("0-1-0"))
            await asyncio.sleep(30)
            assert client.handled == {"roots/list": 1, CHANGED: 2}

    run_at_once(run())


@pytest.mark.long
def test_the_official_typescript_client_comes_to_rest() -> None:
    """The same with the SDK of npm: a cancelled call, a failed one, an answered question, then silence."""
    sys.path.insert(0, str(PEERS))
    import talk

    folder = talk.folder()
    package = folder / "node_modules" / "@modelcontextprotocol" / "sdk" / "package.json"
    if not package.exists() or json.loads(package.read_text("utf-8"))["version"] != SDK:
        try:
            npm(
                "install",
                "--silent",
                "--no-audit",
                "--no-fund",
                f"@modelcontextprotocol/sdk@{SDK}",
                cwd=folder,
            )
        except (AssertionError, OSError, subprocess.SubprocessError) as error:
            pytest.skip(f"the SDK cannot be installed: {error}")
    script = shutil.copy(PEERS / "resuming.mjs", folder)
    server = AskingServer()

    async def run() -> tuple[dict[str, Any], bool]:
        app = mcp_bridge.app(server.app, front=FrontOptions(idle=5.0))
        async with serving(app) as port:
            command = [NODE, script, f"http://127.0.0.1:{port}/mcp", "10"]
            process = await asyncio.create_subprocess_exec(*command, stdout=subprocess.PIPE)
            out, _ = await asyncio.wait_for(process.communicate(), 300)
            for _ in range(600):
                if not len(app.state.bridge.pool):
                    break
                await asyncio.sleep(0.1)
            return json.loads(out), not len(app.state.bridge.pool)

    seen, has_ended = asyncio.run(run())
    assert seen.pop("errors") == [] and seen.pop("gets") == seen.pop("getsAfterSilence") <= 4
    assert seen == {
        **{"roots": 1, "elicitations": 1, "changes": 1},
        **{"cancelled": True, "failed": True, "asked": "done", "last": "done"},
    }
    assert set(server.answers.values()) == {1} and has_ended
