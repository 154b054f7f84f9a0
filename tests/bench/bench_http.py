"""Measure the bridge over HTTP beside the same server directly and beside a plain reverse proxy.

The proxy is written with the libraries of the bridge: starlette, uvicorn, httpx2. In: calls of a tool with a
short result. Out: a table: requests a second with 16 connections, the latency of one call at a time, median
and 99th percentile, and the latencies as multiples of the proxy's. The ways take turns after `CALLS` calls on
a connection that is kept, so that the load of the machine meets all of them.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import AsyncExitStack, ExitStack, contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.http_bridge import ACCEPT, INITIALIZED, listening, modern  # noqa: E402
from support.http_client import Connection  # noqa: E402

CALLS, ROUNDS = 20, 50
TOGETHER, BURST = 16, 20  # connections at once, and calls of each
AIM = 1.25
LEGACY, MODERN = "2025-11-25", "2026-07-28"
START = """
import contextlib, socket, sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route
"""
SERVE = """
listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # accepted connections inherit the option
print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
config = uvicorn.Config(app, http="h11", log_level="error", access_log=False, timeout_keep_alive=60)
uvicorn.Server(config).run(sockets=[listener])
"""
SERVER = f"""{START}
TEXT = [{{"type": "text", "text": "It is three, to the best of my knowledge."}}]
async def respond(request):
    if request.method == "GET":
        return Response(status_code=405)
    frame = await request.json() if request.method == "POST" else {{}}
    if "id" not in frame:
        return Response(status_code=202)
    revision, headers = sys.argv[1], {{}}
    if frame["method"] == "initialize":
        info = {{"name": "s", "version": "1"}}
        result = {{"protocolVersion": revision, "capabilities": {{"tools": {{}}}}, "serverInfo": info}}
        headers["mcp-session-id"] = "session"
    elif frame["method"] == "server/discover":
        result = {{"supportedVersions": [revision], "capabilities": {{"tools": {{}}}}, "ttlMs": 0}}
        result["cacheScope"] = "private"
    else:
        result = {{"content": TEXT}}
    if revision == "{MODERN}":
        result["resultType"] = "complete"
    return JSONResponse({{"jsonrpc": "2.0", "id": frame["id"], "result": result}}, headers=headers)
app = Starlette(routes=[Route("/mcp", respond, methods=["GET", "POST", "DELETE"])])
{SERVE}"""
PROXY = f"""{START}
import httpx2
from starlette.background import BackgroundTask
HOP = {{"host", "connection", "content-length", "transfer-encoding", "keep-alive", "te", "upgrade"}}
@contextlib.asynccontextmanager
async def lifespan(app):
    global client
    async with httpx2.AsyncClient(timeout=60) as client:
        yield
async def respond(request):
    headers = [(name, value) for name, value in request.headers.items() if name not in HOP]
    out = client.build_request(request.method, sys.argv[1], headers=headers, content=await request.body())
    answer = await client.send(out, stream=True)
    headers = {{name: value for name, value in answer.headers.items() if name not in HOP}}
    close = BackgroundTask(answer.aclose)
    return StreamingResponse(answer.aiter_raw(), answer.status_code, headers, background=close)
routes = [Route("/mcp", respond, methods=["GET", "POST", "DELETE"])]
app = Starlette(routes=routes, lifespan=lifespan)
{SERVE}"""


@contextmanager
def serving(code: str, argument: str) -> Iterator[str]:
    """Run a script; yield the URL that it prints."""
    process = subprocess.Popen([sys.executable, "-c", code, argument], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    try:
        yield process.stdout.readline().strip()
    finally:
        process.terminate()
        process.wait(20)


class Caller:
    """A client of one revision that calls a tool."""

    def __init__(self, url: str, revision: str) -> None:
        self.url, self.revision = url, revision
        self.headers: dict[str, str] = dict(ACCEPT)

    async def open(self) -> None:
        """Shake hands where the revision does."""
        if self.revision == MODERN:
            self.headers = modern("tools/call", name="add")[1]
            return
        info = {"protocolVersion": LEGACY, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
        hello = {"jsonrpc": "2.0", "id": "h", "method": "initialize", "params": info}
        async with Connection(self.url) as connection:
            answer = await connection.post(hello, self.headers)
            self.headers |= {"mcp-session-id": answer.headers["mcp-session-id"]}
            self.headers["mcp-protocol-version"] = LEGACY
            await connection.post(INITIALIZED, self.headers)

    def frame(self, id: int) -> dict[str, Any]:
        """Return a call."""
        given: dict[str, Any] = {"name": "add", "arguments": {"a": 1, "b": id}}
        if self.revision == MODERN:
            return modern("tools/call", id, **given)[0]
        return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": given}

    async def latencies(self, first: int, connection: Connection) -> list[float]:
        """Return the microseconds of each call, one call at a time."""
        found = []
        for id in range(first, first + CALLS):
            request = connection.request(self.frame(id), self.headers)
            begin = time.perf_counter()
            answer = await connection.send(request)
            found.append((time.perf_counter() - begin) * 1e6)
            assert answer.status == 200 and answer.frames[-1]["id"] == id, answer
        return found

    async def rate(self, first: int) -> float:
        """Return the calls a second of several connections."""

        async def call_all(start: int) -> None:
            async with Connection(self.url) as connection:
                for id in range(start, start + BURST):
                    assert (await connection.post(self.frame(id), self.headers)).status == 200

        begin = time.perf_counter()
        await asyncio.gather(*(call_all(first + number * 1000) for number in range(TOGETHER)))
        return BURST * TOGETHER / (time.perf_counter() - begin)


async def measured(callers: dict[str, Caller]) -> tuple[dict[str, list[float]], dict[str, list[float]]]:
    """Return the latencies of each way, and the rates."""
    times: dict[str, list[float]] = {name: [] for name in callers}
    rates: dict[str, list[float]] = {name: [] for name in callers}
    async with AsyncExitStack() as stack:
        connections = {}
        for name, caller in callers.items():
            await caller.open()
            connections[name] = await stack.enter_async_context(Connection(caller.url))
            await caller.latencies(0, connections[name])
        for number in range(1, ROUNDS + 1):
            for name, caller in callers.items():
                times[name] += await caller.latencies(number * 100_000, connections[name])
        for number in range(1, 6):
            for name, caller in callers.items():
                rates[name].append(await caller.rate(number * 100_000 + 50_000))
    return times, rates


class Seen(NamedTuple):
    """The measurements of a way: calls a second, microseconds."""

    rate: float
    middle: float
    late: float

    def over(self, other: Seen) -> tuple[float, float, float]:
        """Return the times of this as multiples of another's: a call among many, median, 99th percentile."""
        return other.rate / self.rate, self.middle / other.middle, self.late / other.late


def in_the_middle() -> dict[str, Seen]:
    """Return the measurements of each way to each server."""
    with ExitStack() as stack:
        callers: dict[str, Caller] = {}
        for server in (LEGACY, MODERN):
            url = stack.enter_context(serving(SERVER, server))
            proxy = stack.enter_context(serving(PROXY, url))
            callers[f"{server}, directly"] = Caller(url, server)
            callers[f"{server}, proxy"] = Caller(proxy, server)
            options = ["--client", "auto", "--server", server, "--quiet", "--connect", url]
            bridge = stack.enter_context(listening(*options))
            for client in (LEGACY, MODERN):
                callers[f"{server}, bridge from {client}"] = Caller(bridge, client)
        times, rates = asyncio.run(measured(callers))
    return {
        name: Seen(median(rates[name]), median(found), quantiles(found, n=100)[98])
        for name, found in times.items()
    }


def main() -> None:
    """Print the table."""
    seen = in_the_middle()
    print(f"| server, way | requests/s | median | 99th | times the proxy's, aim {AIM}: median, 99th |")
    print("|---|---|---|---|---|")
    for name, way in seen.items():
        _, middle, late = way.over(seen[f"{name.partition(', ')[0]}, proxy"])
        ratios = f"{middle:.2f}, {late:.2f}"
        print(f"| {name} | {way.rate:,.0f} | {way.middle:,.0f} µs | {way.late:,.0f} µs | {ratios} |")


if __name__ == "__main__":
    main()
