"""`mcp-bridge --listen` as a child process, and a scripted HTTP server behind it."""

from __future__ import annotations

import asyncio
import json
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from random import randrange
from typing import Any
from unittest.mock import patch

import httpx2

import mcp_bridge
from mcp_bridge import http_client, http_front
from mcp_bridge.http_listener import server_of
from mcp_bridge.options import FrontOptions
from support.bridge_process import BRIDGE_IN_ONE, HELLO
from support.waiting import CEILING, NEVER

ACCEPT = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}
META = "io.modelcontextprotocol/"
MODERN = "2026-07-28"


def free_port() -> int:
    """Return a port that was free a moment ago, and that the system gives only to those who name it."""
    while True:
        port = randrange(20_000, 32_000)
        with suppress(OSError), socket.create_server(("127.0.0.1", port)):
            return port


@contextmanager
def nowhere() -> Iterator[str]:
    """Yield a URL whose connections are refused: its port is taken, and nobody listens."""
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        yield f"http://127.0.0.1:{taken.getsockname()[1]}/mcp"


@contextmanager
def listening(*arguments: str, bridge: Sequence[str] = BRIDGE_IN_ONE) -> Iterator[str]:
    """Start the front on a free port and yield its URL."""
    with started_front(*arguments, bridge=bridge) as (url, _):
        yield url


@contextmanager
def started_front(
    *arguments: str, bridge: Sequence[str] = BRIDGE_IN_ONE
) -> Iterator[tuple[str, subprocess.Popen[str]]]:
    """Start the front on a free port, and yield its URL and its process."""
    command = [*bridge, "--listen", "127.0.0.1:0", *arguments]
    process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    assert process.stderr is not None
    try:
        line = process.stderr.readline()
        assert line.startswith("--listen: http://"), line + process.stderr.read()
        reader = threading.Thread(target=lambda: [None for _ in process.stderr or ()], daemon=True)
        reader.start()
        yield line.removeprefix("--listen: ").strip(), process
    finally:
        process.terminate()
        with suppress(subprocess.TimeoutExpired):
            process.wait(CEILING)
        process.kill()
        process.wait(CEILING)


class ListeningBridge:
    """`mcp-bridge --listen` on a free port.

    It has the URL, and after the process has ended, the lines on stderr and the exit status.
    """

    def __init__(self, *arguments: str, bridge: Sequence[str] = BRIDGE_IN_ONE) -> None:
        command = [*bridge, "--listen", "127.0.0.1:0", *arguments]
        self.process = subprocess.Popen(command, stdin=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
        assert self.process.stderr is not None
        self.url = self.process.stderr.readline().removeprefix("--listen: ").strip()

    def __enter__(self) -> ListeningBridge:
        return self

    def __exit__(self, *details: object) -> None:
        self.process.kill()
        self.process.communicate(timeout=CEILING)

    def stopped(self, number: signal.Signals = signal.SIGTERM) -> tuple[list[str], int]:
        """Send a signal. Return the later lines, without the line about the signal, and the exit status."""
        self.process.send_signal(number)
        _, err = self.process.communicate(timeout=CEILING)
        start = f"mcp-bridge: stopped by {number.name}; since the start: "
        found = err.splitlines()
        assert sum(line.startswith(start) for line in found) == 1
        return [line for line in found if not line.startswith(start)], self.process.returncode


def without_silence(lines: list[str]) -> list[str]:
    """Return lines of a bridge without those about a server that is slow to answer, as on a slow machine."""
    return [line for line in lines if "has not yet answered" not in line]


@asynccontextmanager
async def serving(app: Any) -> AsyncIterator[int]:
    """Serve an application in this event loop, and yield the port."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        async with serving_on(listener, app):
            yield listener.getsockname()[1]


@asynccontextmanager
async def serving_on(listener: socket.socket, app: Any) -> AsyncIterator[None]:
    """Serve an application on a socket in this event loop."""
    running = server_of(app)
    task = asyncio.create_task(running.serve(sockets=[listener]))
    while not running.started:
        await asyncio.sleep(0.01)
    try:
        yield
    finally:
        running.should_exit = True
        await task


def frames(response: httpx2.Response) -> list[Any]:
    """Return the frames of a response, JSON or server-sent events."""
    if response.headers.get("content-type", "").startswith("text/event-stream"):
        lines = response.text.split("\r\n")
        return [json.loads(line.removeprefix("data: ")) for line in lines if line.startswith("data: ")]
    return [response.json()] if response.content else []


class LegacyClient:
    """A client of a revision with a handshake, frame by frame."""

    def __init__(self, url: str, version: str = "2025-06-18", **headers: str) -> None:
        self.url, self.version = url, version
        self.http = httpx2.Client(timeout=CEILING, headers={**ACCEPT, **headers})
        hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": version}}
        self.opening = self.post(hello)
        self.session = self.opening.headers.get("mcp-session-id", "")
        if self.session:
            self.http.headers.update({"mcp-session-id": self.session, "mcp-protocol-version": version})

    def post(self, frame: Any, **headers: str) -> httpx2.Response:
        """Post a frame."""
        return self.http.post(self.url, content=json.dumps(frame), headers=headers)

    def call(self, id: Any = 1, **params: Any) -> httpx2.Response:
        """Call a tool."""
        params = {"name": "t", **params}
        return self.post({"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": params})


def modern(method: str, id: Any = 1, **params: Any) -> tuple[dict[str, Any], dict[str, str]]:
    """Return a request of 2026-07-28, with the headers that repeat its members."""
    meta = {
        META + "protocolVersion": "2026-07-28",
        META + "clientInfo": {"name": "c", "version": "1"},
        META + "clientCapabilities": {},
        **params.pop("_meta", {}),
    }
    frame = {"jsonrpc": "2.0", "id": id, "method": method, "params": {**params, "_meta": meta}}
    headers = {**ACCEPT, "mcp-protocol-version": "2026-07-28", "mcp-method": method}
    name = params.get("uri" if method == "resources/read" else "name")
    return frame, headers if name is None else {**headers, "mcp-name": name}


class Scripted(ThreadingHTTPServer):
    """An HTTP server whose `answer(request, frame)` returns the status, headers and body for each POST."""

    daemon_threads = True
    request_queue_size = 512  # connections that come at once

    def __init__(self, answer: Any) -> None:
        self.seen: list[tuple[str, dict[str, str], Any]] = []
        owner = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"
            disable_nagle_algorithm = True  # headers and body are two writes

            def _any(self) -> None:
                body = self.rfile.read(int(self.headers.get("content-length") or 0))
                frame = json.loads(body) if body else None
                headers = {name.lower(): value for name, value in self.headers.items()}
                owner.seen.append((self.command, headers, frame))
                status, extra, text = answer(self.command, headers, frame)
                data = text if isinstance(text, bytes) else json.dumps(text).encode() if text else b""
                self.send_response(status)
                for name, value in extra.items():
                    self.send_header(name, value)
                if data and "content-type" not in extra:
                    self.send_header("content-type", "application/json")
                self.send_header("content-length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

            do_GET = do_POST = do_DELETE = _any  # noqa: N815 - names of http.server

            def log_message(self, *arguments: Any) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)

    def __enter__(self) -> Scripted:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *details: object) -> None:
        self.shutdown()
        self.server_close()

    @property
    def url(self) -> str:
        """The address of the server."""
        return f"http://127.0.0.1:{self.server_address[1]}/mcp"


def well(command: str, headers: dict[str, str], frame: Any) -> tuple[int, dict[str, str], Any]:
    """Answer like a server of a revision with a handshake, with one tool."""
    if command == "GET":
        return 405, {}, None
    if command == "DELETE" or "id" not in frame:
        return 202, {}, None
    results = {
        "initialize": {
            "protocolVersion": "2025-06-18",
            "capabilities": {"tools": {}},
            "serverInfo": {"name": "s", "version": "1"},
        },
        "tools/list": {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]},
        "tools/call": {"content": [{"type": "text", "text": "done"}]},
    }
    extra = {"mcp-session-id": "s1"} if frame["method"] == "initialize" else {}
    result = results.get(frame["method"])
    error = {"code": -32601, "message": "no"}
    answer = {"result": result} if result is not None else {"error": error}
    return 200, extra, {"jsonrpc": "2.0", "id": frame["id"], **answer}


@contextmanager
def unhurried() -> Iterator[None]:
    """Let no time limit of a front in this process decide, because a busy machine is slow.

    No server is given up because it connects or answers slowly, and a response is one JSON object, however
    long its answer takes.
    """
    with (
        patch.multiple(http_client, CONNECT=NEVER, SEND=NEVER, SILENT=NEVER),
        patch.multiple(http_front, SOON=NEVER, SOON_STATELESS=NEVER),
    ):
        yield


def fronted(
    answer: Any, server: str, scenario: Callable[[str], Any], front: FrontOptions | None = None
) -> Any:
    """Return the outcome of a scenario, which gets the URL of a front with a scripted server."""

    async def run(url: str) -> Any:
        async with serving(mcp_bridge.app(url, server_revision=server, front=front)) as port:
            return await asyncio.to_thread(scenario, f"http://127.0.0.1:{port}/mcp")

    with Scripted(answer) as upstream, unhurried():
        return asyncio.run(asyncio.wait_for(run(upstream.url), CEILING))


if __name__ == "__main__":
    with Scripted(well) as server:
        print(server.url, flush=True)
        sys.stdin.read()
