"""The budget of the front: many handshakes at once, one client among others, and repeated handshakes."""

from __future__ import annotations

import asyncio
import json
import sys
import threading
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import httpx2
import pytest

import mcp_bridge
from mcp_bridge.options import FrontOptions
from support.bridge_pair import discovery
from support.bridge_process import HELLO
from support.http_bridge import (
    ACCEPT,
    INITIALIZED,
    MODERN,
    Scripted,
    frames,
    modern,
    serving,
    unhurried,
    well,
)
from support.waiting import CEILING, NEVER, until

LEGACY, BATCHES = "2025-06-18", "2025-03-26"
KIB, MIB = 1 << 10, 1 << 20
OTHER = "127.0.0.2"  # an address of another client
NO_ROOM = "too much data is stored for open sessions; try again later"

needs_addresses = pytest.mark.skipif(sys.platform != "linux", reason="one loopback address is the only one")


def newest(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
    """Answer as a server of 2026-07-28."""
    if "id" not in frame:
        return 202, {}, None
    done = {"resultType": "complete", "content": [{"type": "text", "text": "done"}]}
    result = discovery({"tools": {}}) if frame["method"] == "server/discover" else done
    return 200, {}, {"jsonrpc": "2.0", "id": frame["id"], "result": result}


def large(number: int, size: int) -> dict[str, Any]:
    """Return capabilities of so many bytes, which differ from those of another number."""
    return {"experimental": {f"e{number}": {"x": "x" * size}}}


def hello(number: int, size: int, revision: str = LEGACY) -> dict[str, Any]:
    """Return the `initialize` of a client with large capabilities."""
    params = {**HELLO["params"], "protocolVersion": revision, "capabilities": large(number, size)}
    return {**HELLO, "params": params}


@asynccontextmanager
async def fronted(answer: Any, revision: str, options: FrontOptions) -> AsyncIterator[tuple[str, Any]]:
    """Serve a front of a scripted server; yield its URL and the front."""
    with Scripted(answer) as upstream, unhurried():
        app = mcp_bridge.app(upstream.url, server_revision=revision, front=options)
        async with serving(app) as port:
            yield f"http://127.0.0.1:{port}/mcp", app.state.bridge


def client_at(address: str) -> httpx2.AsyncClient:
    """Return a client with an address."""
    limits = httpx2.Limits(max_connections=None)
    transport = httpx2.AsyncHTTPTransport(local_address=address, limits=limits)
    return httpx2.AsyncClient(transport=transport, headers=ACCEPT, timeout=CEILING)


def run(work: Callable[[], Awaitable[None]]) -> None:
    """Run a test's work."""

    async def bounded() -> None:
        await asyncio.wait_for(work(), CEILING)

    asyncio.run(bounded())


@pytest.mark.parametrize("revision", [LEGACY, MODERN])
def test_many_handshakes_at_once_keep_the_budget(revision: str) -> None:
    """Of 300 clients that state 200 KiB at once some are refused; the budget holds, and nothing is left."""
    options = FrontOptions(kept=16 * MIB, idle=1.0 if revision == MODERN else 300.0, request_time=NEVER)
    answer, server = (newest, MODERN) if revision == LEGACY else (well, LEGACY)
    most = [0]

    async def work() -> None:
        async with fronted(answer, server, options) as (url, front), client_at("127.0.0.1") as http:

            async def watch() -> None:
                while True:
                    most[0] = max(most[0], front.pool.clients.stored.used)
                    await asyncio.sleep(0)

            async def shake(number: int) -> tuple[dict[str, Any], str]:
                frame, headers = hello(number, 200 * KIB), {}
                if revision == MODERN:
                    meta = {"io.modelcontextprotocol/clientCapabilities": large(number, 200 * KIB)}
                    frame, headers = modern("tools/call", name="t", _meta=meta)
                response = await http.post(url, content=json.dumps(frame), headers=headers)
                return frames(response)[-1], response.headers.get("mcp-session-id", "")

            watching = asyncio.ensure_future(watch())
            answers = await asyncio.gather(*(shake(number) for number in range(300)))
            opened = [id for answer, id in answers if "result" in answer and id]
            refused = [answer["error"]["message"] for answer, _ in answers if "error" in answer]
            if revision == LEGACY:
                assert 8 <= len(opened) < 60 and {*refused} == {NO_ROOM}, (len(opened), {*refused})
                assert front.pool.clients.stored.used > 0 and len(front.pool) == len(opened)
            for id in opened:
                assert (await http.delete(url, headers={"mcp-session-id": id})).status_code == 200
            await until(lambda: len(front.pool) == 0)
            watching.cancel()
            assert front.pool.clients.stored.used == 0

    run(work)
    assert 0 < most[0] <= options.kept


@needs_addresses
def test_one_client_leaves_room_for_another() -> None:
    """A client that opens sessions until it is refused holds a third; another one opens its sessions.

    The server answers every authorization, so one that a client makes up is no other client.
    """

    async def work() -> None:
        async with fronted(newest, MODERN, FrontOptions(kept=12 * MIB)) as (url, front):

            async def opened(address: str, token: str = "") -> int:
                """Open sessions until one is refused; return how many were opened."""
                async with client_at(address) as http:
                    http.headers |= {"authorization": f"Bearer {token}"} if token else {}
                    for number in range(30):
                        response = await http.post(url, content=json.dumps(hello(number, 200 * KIB)))
                        if "error" in frames(response)[-1]:
                            return number
                raise AssertionError("no session is refused")

            first = await opened("127.0.0.1")
            assert first > 1 and front.pool.clients.stored.used <= 4 * MIB
            async with client_at("127.0.0.1") as http:
                frame, headers = modern("tools/call", name="t")
                headers["authorization"] = "Bearer made-up"
                assert "result" in frames(await http.post(url, json=frame, headers=headers))[-1]
            assert await opened("127.0.0.1", "made-up") == 0
            assert await opened(OTHER) == first

    run(work)


@needs_addresses
def test_bodies_of_one_client_leave_room_for_another() -> None:
    """Bodies that one client begins and does not end hold a third of the bytes; another one is read."""

    async def work() -> None:
        async with fronted(newest, MODERN, FrontOptions(bodies=150_000)) as (url, front):
            port = httpx2.URL(url).port
            head = "POST /mcp HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            begun = (head + "Content-Length: 60000\r\n\r\n").encode()
            writers = []
            for _ in range(8):
                _, writer = await asyncio.open_connection("127.0.0.1", port)
                writer.write(begun + b" " * 20_000)
                writers.append(writer)
            await until(lambda: front.pool.clients.bodies.used >= 40_000)
            statuses = []
            for address in ("127.0.0.1", OTHER):
                async with client_at(address) as http:
                    response = await http.post(url, content=json.dumps(hello(0, 30_000)))
                    statuses.append(response.status_code)
            assert statuses == [503, 200]
            for writer in writers:
                writer.close()

    run(work)


def test_bodies_that_wait_for_a_turn_count() -> None:
    """While the only server of a client is busy, bodies of further calls hold the client's bytes."""
    enough = threading.Event()

    def answer(command: str, headers: dict[str, str], frame: Any) -> Any:
        if (frame or {}).get("method") == "tools/call":
            enough.wait(CEILING)
        return well(command, headers, frame)

    async def work() -> None:
        options = FrontOptions(bodies=300_000, parallel=1)
        async with fronted(answer, LEGACY, options) as (url, front), client_at("127.0.0.1") as http:

            def call(id: int) -> asyncio.Task[httpx2.Response]:
                frame, headers = modern("tools/call", name="t", arguments={"x": "x" * 30_000})
                return asyncio.ensure_future(http.post(url, json={**frame, "id": id}, headers=headers))

            calls = [call(1)]
            await until(lambda: front.pool.clients.requests.used)
            calls += [call(id) for id in range(2, 10)]
            await until(lambda: sum(each.done() for each in calls) >= 5)
            refused = [each.result().status_code for each in calls if each.done()]
            assert refused.count(503) == len(refused) >= 5, refused
            enough.set()
            answered = [await each for each in calls]
            statuses = [each.status_code for each in answered]
            assert statuses.count(200) == 9 - statuses.count(503)
            assert all("result" in frames(each)[-1] for each in answered if each.status_code == 200)
            await until(lambda: front.pool.clients.stored.used == 0 or not front.pool.clients.requests.used)

    run(work)


@pytest.mark.parametrize("revision", [LEGACY, MODERN])
def test_the_open_requests_of_a_session_have_bounded_bodies(revision: str) -> None:
    """Calls that the server does not answer hold their bodies, which are bounded; their ends make room."""
    enough, asked = threading.Event(), list[Any]()

    def answer(command: str, headers: dict[str, str], frame: Any) -> Any:
        if (frame or {}).get("method") == "tools/call":
            asked.append(frame)
            enough.wait(CEILING)
        return (newest if revision == MODERN else well)(command, headers, frame)

    async def work() -> None:
        options = FrontOptions(waiting=100_000)
        async with fronted(answer, revision, options) as (url, _), client_at("127.0.0.1") as http:
            response = await http.post(url, content=json.dumps(hello(0, 10)))
            http.headers["mcp-session-id"] = response.headers["mcp-session-id"]
            await http.post(url, content=json.dumps(INITIALIZED))

            def call(id: int) -> asyncio.Task[httpx2.Response]:
                params = {"name": "t", "arguments": {"x": "x" * 40_000}}
                frame = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}
                return asyncio.ensure_future(http.post(url, json=frame))

            first = [call(1), call(2)]
            await until(lambda: len(asked) == len(first))
            assert (await asyncio.wait_for(call(3), CEILING)).status_code == 503
            enough.set()
            assert [frames(await each)[-1]["id"] for each in first] == [1, 2]
            assert "result" in frames(await call(4))[-1]

    run(work)


def test_a_slow_reader_holds_no_call_of_another_client() -> None:
    """While a client does not take a long answer, a call of the same identity gets another session."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> Any:
        status, given, reply = well(command, headers, frame)
        if (frame or {}).get("method") == "tools/call" and frame["params"]["name"] == "long":
            reply["result"]["content"] = [{"type": "text", "text": "x" * 30 * MIB}]
        return status, given, reply

    async def work() -> None:
        async with fronted(answer, LEGACY, FrontOptions()) as (url, _), client_at("127.0.0.1") as http:
            frame, headers = modern("tools/call", name="long")
            async with http.stream("POST", url, json=frame, headers=headers) as slow:
                assert slow.status_code == 200
                await asyncio.sleep(0.5)
                frame, headers = modern("tools/call", name="t")
                found = await asyncio.wait_for(http.post(url, json=frame, headers=headers), CEILING)
                assert "result" in frames(found)[-1]

    run(work)


@needs_addresses
def test_slow_readers_of_one_client_leave_room_for_another() -> None:
    """Answers that nobody takes count for the session that waits for them, not against other clients."""

    def answer(command: str, headers: dict[str, str], frame: Any) -> Any:
        if "id" in frame and frame["method"] == "tools/call":
            content = [{"type": "text", "text": "x" * 12 * MIB}]
            result = {"resultType": "complete", "content": content}
            return 200, {}, {"jsonrpc": "2.0", "id": frame["id"], "result": result}
        return newest(command, headers, frame)

    async def work() -> None:
        options = FrontOptions(kept=8 * MIB)
        async with fronted(answer, MODERN, options) as (url, front), client_at("127.0.0.1") as http:
            response = await http.post(url, content=json.dumps(hello(0, 10)))
            http.headers["mcp-session-id"] = response.headers["mcp-session-id"]
            await http.post(url, content=json.dumps(INITIALIZED))
            call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t"}}
            async with http.stream("POST", url, content=json.dumps(call)) as slow, client_at(OTHER) as other:
                assert slow.status_code == 200
                response = await other.post(url, content=json.dumps(hello(1, 100 * KIB)))
                assert "result" in frames(response)[-1]
                assert front.pool.clients.stored.used <= 8 * MIB

    run(work)


def test_a_batch_sends_a_long_handshake_a_few_times_at_once() -> None:
    """Of 256 calls in a batch the server has those at once that repeat 16 MiB; each gets its answer."""
    most, open_, seen = [0], [0], threading.Lock()
    enough = threading.Event()

    def answer(command: str, headers: dict[str, str], frame: Any) -> Any:
        if frame.get("method") != "tools/call":
            return newest(command, headers, frame)
        with seen:
            open_[0] += 1
            most[0] = max(most[0], open_[0])
        enough.wait(CEILING)
        with seen:
            open_[0] -= 1
        return newest(command, headers, frame)

    async def work() -> None:
        async with fronted(answer, MODERN, FrontOptions()) as (url, _), client_at("127.0.0.1") as http:
            response = await http.post(url, content=json.dumps(hello(0, 240 * KIB, BATCHES)))
            http.headers["mcp-session-id"] = response.headers["mcp-session-id"]
            await http.post(url, content=json.dumps(INITIALIZED))
            calls = [
                {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "t"}}
                for number in range(1, 257)
            ]
            answering = asyncio.ensure_future(http.post(url, content=json.dumps(calls)))
            await until(lambda: most[0] >= 8)
            await asyncio.sleep(0.5)  # for more, which would be too many
            enough.set()
            answered = [frame for frame in frames(await answering) if "result" in frame]
            assert sorted(frame["id"] for frame in answered) == [*range(1, 257)]

    run(work)
    assert 8 <= most[0] <= 16 * MIB // (2 * 240 * KIB)


def test_requests_of_batches_count_as_requests() -> None:
    """A session has at most so many open requests, whether they came alone or in batches."""
    enough, asked = threading.Event(), list[Any]()

    def answer(command: str, headers: dict[str, str], frame: Any) -> Any:
        if frame.get("method") == "tools/call":
            asked.append(frame)
            enough.wait(CEILING)
        return newest(command, headers, frame)

    async def work() -> None:
        options = FrontOptions(streams=8)
        async with fronted(answer, MODERN, options) as (url, _), client_at("127.0.0.1") as http:
            response = await http.post(url, content=json.dumps(hello(0, 10, BATCHES)))
            http.headers["mcp-session-id"] = response.headers["mcp-session-id"]
            await http.post(url, content=json.dumps(INITIALIZED))

            def batch(*numbers: int) -> asyncio.Task[httpx2.Response]:
                calls = [
                    {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": {"name": "t"}}
                    for number in numbers
                ]
                return asyncio.ensure_future(http.post(url, content=json.dumps(calls)))

            first = batch(*range(6))
            await until(lambda: len(asked) == 6)
            assert (await asyncio.wait_for(batch(6, 7, 8), CEILING)).status_code == 503
            last = batch(6, 7)
            await until(lambda: len(asked) == 8)
            enough.set()
            found = [frame["id"] for each in (first, last) for frame in frames(await each)]
            assert sorted(found) == [*range(8)]

    run(work)
