"""Load the bridge over HTTP on the loopback address: `make load`.

A server of 2025-11-25 over HTTP, and one `mcpgen bridge --listen` in front. `SESSIONS` sessions are opened
and called until there were `REQUESTS` calls, while the server ends some of them. At the same time connections
send half a request, readers take their answers slowly, and clients hang up in the middle. Out: a table of
counts, times and memory. Rules:

- Each request gets one answer with its own id and its own text: a result or, where the server ended the
  session, an error or 404.
- The resident memory of the bridge after the second half of the calls is at most `GROWN` times the memory
  after the first.
"""

from __future__ import annotations

import asyncio
import os
import subprocess
import sys
import time
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from support.bridge_process import BRIDGE  # noqa: E402
from support.http_bridge import ACCEPT, INITIALIZED, modern  # noqa: E402
from support.http_client import Connection  # noqa: E402

SESSIONS, REQUESTS = [int(given) for given in sys.argv[1:3]] or [1000, 10_000]
TOGETHER = 64  # connections that call at once
HALVES, SLOW = 200, 20
DYING = 50  # every so many-th session dies after its first calls
GROWN = 1.1
REVISION = "2025-11-25"
SERVER = """
import secrets, socket, sys, uvicorn
from starlette.applications import Starlette
from starlette.responses import JSONResponse, Response
from starlette.routing import Route
sessions = set()
async def respond(request):
    session = request.headers.get("mcp-session-id")
    if request.method == "DELETE":
        sessions.discard(session)
        return Response(status_code=200)
    if request.method == "GET":
        return Response(status_code=405)
    frame = await request.json()
    method, headers = frame.get("method"), {}
    if method == "initialize":
        headers["mcp-session-id"] = secrets.token_hex(8)
        sessions.add(headers["mcp-session-id"])
        info = {"name": "s", "version": "1"}
        result = {"protocolVersion": "2025-11-25", "capabilities": {"tools": {}}, "serverInfo": info}
    elif session not in sessions:
        return Response(status_code=404)
    elif "id" not in frame:
        return Response(status_code=202)
    else:
        given = frame["params"]["arguments"]
        if given["text"] == "die":
            sessions.discard(session)
            return Response(status_code=404)
        result = {"content": [{"type": "text", "text": given["text"] * given.get("times", 1)}]}
    return JSONResponse({"jsonrpc": "2.0", "id": frame["id"], "result": result}, headers=headers)
app = Starlette(routes=[Route("/mcp", respond, methods=["GET", "POST", "DELETE"])])
listener = socket.create_server(("127.0.0.1", 0), backlog=1024)
listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)  # accepted connections inherit the option
print(f"http://127.0.0.1:{listener.getsockname()[1]}/mcp", flush=True)
config = uvicorn.Config(app, http="h11", log_level="error", access_log=False, timeout_keep_alive=300)
uvicorn.Server(config).run(sockets=[listener])
"""


class Counts:
    """The outcomes of all calls."""

    def __init__(self) -> None:
        self.outcomes: Counter[str] = Counter()
        self.times: list[float] = []
        self.wrong: list[str] = []

    def note(self, session: Session, id: int, answer: Any, seconds: float) -> None:
        """Count an answer; remember an answer that is not the answer to the call."""
        self.times.append(seconds)
        frames = answer.frames
        if answer.status == 404 and session.is_dead:
            self.outcomes["404 of a session that the server ended"] += 1
        elif len(frames) == 1 and frames[0]["id"] == id and "error" in frames[0] and session.is_dying:
            session.is_dead = True
            self.outcomes["error: the server ended the session"] += 1
        elif len(frames) == 1 and frames[0]["id"] == id and "result" in frames[0]:
            text = frames[0]["result"]["content"][0]["text"]
            right = text == session.text(id)
            self.outcomes["result" if right else "wrong"] += 1
            if not right:
                self.wrong.append(f"{id}: {text!r}")
        else:
            self.outcomes["wrong"] += 1
            self.wrong.append(f"{id}: {answer.status} {answer.body[:200]!r}")


class Session:
    """A legacy session, or the requests of a modern client."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.is_modern = number % 4 == 3
        self.is_dying = number % DYING == 1
        self.is_dead = False
        self.headers: dict[str, str] = {**ACCEPT, "authorization": f"Bearer {number}"}

    def text(self, id: int) -> str:
        """Return the text of a call, which its answer repeats."""
        return f"{self.number}-{id}"

    async def open(self, connection: Connection) -> None:
        """Shake hands."""
        if self.is_modern:
            self.headers |= modern("tools/call", name="t")[1]
            return
        info = {"protocolVersion": REVISION, "capabilities": {}, "clientInfo": {"name": "c", "version": "1"}}
        hello = {"jsonrpc": "2.0", "id": "h", "method": "initialize", "params": info}
        answer = await connection.post(hello, self.headers)
        assert answer.status == 200, answer
        self.headers["mcp-session-id"] = answer.headers["mcp-session-id"]
        self.headers["mcp-protocol-version"] = REVISION
        assert (await connection.post(INITIALIZED, self.headers)).status == 202

    def frame(self, id: int, **given: Any) -> dict[str, Any]:
        """Return a call."""
        params = {"name": "t", "arguments": {"text": self.text(id), **given}}
        if self.is_modern:
            return modern("tools/call", id, **params)[0]
        return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params}


async def call_all(url: str, sessions: list[Session], ids: range, counts: Counts) -> None:
    """Spread calls over sessions, `TOGETHER` at once."""
    waiting = iter(ids)

    async def work() -> None:
        async with Connection(url) as connection:
            for id in waiting:
                session = sessions[id % len(sessions)]
                dies = session.is_dying and id >= 3 * len(sessions)
                frame = session.frame(id, text="die") if dies else session.frame(id)
                begin = time.perf_counter()
                answer = await connection.post(frame, session.headers)
                counts.note(session, id, answer, time.perf_counter() - begin)

    await asyncio.gather(*(work() for _ in range(TOGETHER)))


async def half_open(url: str, stop: asyncio.Event) -> int:
    """Keep connections that send half a request, and open a new one for each that is closed; count them."""
    closed = 0

    async def hold(number: int) -> None:
        nonlocal closed
        while not stop.is_set():
            async with Connection(url) as connection:
                whole = connection.request({}, ACCEPT)
                connection.write(whole[: number % len(whole)])
                await asyncio.wait(
                    {asyncio.ensure_future(connection.ended()), asyncio.ensure_future(stop.wait())},
                    return_when=asyncio.FIRST_COMPLETED,
                )
                closed += not stop.is_set()

    await asyncio.gather(*(hold(number) for number in range(HALVES)))
    return closed


async def read_slowly(url: str, session: Session, id: int) -> bool:
    """Read an answer of two mebibytes in small parts with pauses; say whether it is whole."""
    async with Connection(url) as connection:
        connection.write(connection.request(session.frame(id, times=1 << 18), session.headers))
        status, headers = await connection.head()
        left = int(headers.get("content-length", 0))
        while left > 0:
            left -= len(await connection.read(1 << 16))
            await asyncio.sleep(0.1)
        while "content-length" not in headers and await connection.chunk():
            await asyncio.sleep(0.1)
        return status == 200 and left == 0


async def hang_up(url: str, session: Session, ids: range) -> None:
    """Send calls and close the connection before their answers."""
    for id in ids:
        async with Connection(url) as connection:
            connection.write(connection.request(session.frame(id), session.headers))
            await asyncio.sleep(0.01)


def resident(pid: int) -> float:
    """Return the resident memory of a process in mebibytes."""
    pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / (1 << 20)


@contextmanager
def running(command: list[str], stream: str) -> Iterator[tuple[str, int]]:
    """Run a command; yield the URL that it prints, and the process id."""
    process = subprocess.Popen(command, **{stream: subprocess.PIPE}, text=True)
    try:
        line = getattr(process, stream).readline()
        yield line.removeprefix("--listen: ").strip(), process.pid
    finally:
        process.terminate()
        process.wait(60)


async def load(url: str, pid: int) -> tuple[Counts, dict[str, str]]:
    """Run everything at once; return the counts and the further observations."""
    counts, stop = Counts(), asyncio.Event()
    halves = asyncio.create_task(half_open(url, stop))
    begin, at_start = time.perf_counter(), resident(pid)
    sessions = [Session(number) for number in range(SESSIONS - SLOW - 1)]
    others = [Session(number * DYING * 4) for number in range(1000, 1000 + SLOW + 1)]
    waiting = iter([*sessions, *others])

    async def open_some() -> None:
        async with Connection(url) as connection:
            for session in waiting:
                await session.open(connection)

    await asyncio.gather(*(open_some() for _ in range(TOGETHER)))
    opened = time.perf_counter() - begin
    slow = [
        asyncio.create_task(read_slowly(url, one, 10**6 + number)) for number, one in enumerate(others[1:])
    ]
    gone = asyncio.create_task(hang_up(url, others[0], range(2 * 10**6, 2 * 10**6 + 100)))
    begin = time.perf_counter()
    await call_all(url, sessions, range(REQUESTS // 2), counts)
    first = resident(pid)
    await call_all(url, sessions, range(REQUESTS // 2, REQUESTS), counts)
    called, second = time.perf_counter() - begin, resident(pid)
    whole = sum(await asyncio.gather(*slow))
    await gone
    stop.set()
    closed = await halves
    assert sum(counts.outcomes.values()) == REQUESTS and not counts.wrong, counts.wrong[:5]
    assert whole == SLOW, f"{whole} of {SLOW} slow readers got their answer"
    assert second <= first * GROWN, f"{first:.0f} MiB grew to {second:.0f} MiB"
    return counts, {
        f"{SESSIONS} sessions opened": f"{opened:.1f} s",
        f"{REQUESTS:,} calls": f"{called:.1f} s, {REQUESTS / called:,.0f} a second",
        "latency": f"median {median(counts.times) * 1e3:.0f} ms, "
        f"99th percentile {quantiles(counts.times, n=100)[98] * 1e3:.0f} ms, {TOGETHER} at once",
        "memory of the bridge": f"{at_start:.0f} MiB at the start, {first:.0f} MiB after half of the calls, "
        f"{second:.0f} MiB after all",
        "slow readers with a whole answer": f"{whole} of {SLOW}",
        "half-open connections": f"{HALVES} at a time, {closed} closed by the bridge",
        "clients that hung up": "100",
    }


def main() -> None:
    """Print the table."""
    options = ["--client", "auto", "--server", REVISION, "--quiet", "--sessions", str(SESSIONS + 1)]
    with running([sys.executable, "-c", SERVER], "stdout") as (server, _):
        command = [*BRIDGE, "--listen", "127.0.0.1:0", *options, "--connect", server]
        with running(command, "stderr") as (url, pid):
            counts, seen = asyncio.run(load(url, pid))
    print("| seen | |\n|---|---|")
    for name, value in [*seen.items(), *((name, f"{count:,}") for name, count in counts.outcomes.items())]:
        print(f"| {name} | {value} |")


if __name__ == "__main__":
    main()
