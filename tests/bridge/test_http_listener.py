"""Connections of the listener over a transport that is a list of bytes, in a loop whose time is instant."""

from __future__ import annotations

import asyncio
import resource
import signal
import socket
from types import SimpleNamespace
from typing import Any

import pytest
from uvicorn.server import ServerState

from mcp_bridge import diagnostics, http_listener
from mcp_bridge.http_listener import HEADER_SECONDS, SLICE, BoundedProtocol, server_of
from mcp_bridge.options import STALLED, FrontOptions
from mcp_bridge.problems import Refused
from support.instant_loop import run_at_once


class Transport(asyncio.Transport):
    """A connection whose client reads everything."""

    def __init__(self) -> None:
        super().__init__()
        self.written = b""
        self.calls: list[str] = []
        self.protocol: Any = None

    def get_extra_info(self, name: str, default: Any = None) -> Any:
        """Tell nothing."""
        return default

    def write(self, data: Any) -> None:
        """Keep bytes."""
        self.written += bytes(data)

    def is_closing(self) -> bool:
        """Say whether the connection was closed."""
        return "close" in self.calls or "abort" in self.calls

    def close(self) -> None:
        """Note it."""
        self._end("close")

    def abort(self) -> None:
        """Note it."""
        self._end("abort")

    def _end(self, how: str) -> None:
        if not self.is_closing():
            asyncio.get_running_loop().call_soon(self.protocol.connection_lost, None)
        self.calls.append(how)

    def pause_reading(self) -> None:
        """Note it."""
        self.calls.append("pause")

    def resume_reading(self) -> None:
        """Note it."""
        self.calls.append("resume")


class Application:
    """An application that keeps the bodies of requests, and answers after some seconds."""

    def __init__(self, seconds: float = 0.0) -> None:
        self.state = SimpleNamespace()
        self.seconds = seconds
        self.bodies: list[bytes] = []
        self.ended = 0

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Answer a request."""
        body = b""
        while True:
            message = await receive()
            if message["type"] == "http.disconnect":
                self.ended += 1
                return
            body += message["body"]
            if not message["more_body"]:
                break
        self.bodies.append(body)
        await asyncio.sleep(self.seconds)
        await send({"type": "http.response.start", "status": 200, "headers": [(b"content-length", b"1")]})
        await send({"type": "http.response.body", "body": b"x"})
        if self.seconds:
            while (await receive())["type"] != "http.disconnect":
                pass
            self.ended += 1


def connect(app: Any) -> tuple[Any, Transport]:
    """Return a connection to an application."""
    config = server_of(app).config
    config.load()
    protocol = BoundedProtocol(config=config, server_state=ServerState(), app_state={})
    transport = Transport()
    transport.protocol = protocol
    protocol.connection_made(transport)
    return protocol, transport


def request(body: bytes = b"", path: str = "/") -> bytes:
    """Return a request."""
    head = f"POST {path} HTTP/1.1\r\nhost: localhost\r\ncontent-length: {len(body)}\r\n\r\n"
    return head.encode() + body


@pytest.fixture
def lines(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """Return the lines on stderr."""
    found: list[str] = []
    monkeypatch.setattr(diagnostics, "_lines", diagnostics.RepeatedLines(found.append))
    return found


@pytest.mark.parametrize("sent", [b"", b"POST", request()[:-1]])
def test_a_connection_without_whole_headers_is_cut(sent: bytes) -> None:
    """After some seconds from its begin, or from the begin of the next request."""

    async def run() -> None:
        protocol, transport = connect(Application())
        if sent:
            protocol.data_received(sent[:1])
        await asyncio.sleep(HEADER_SECONDS - 1)
        if sent:
            protocol.data_received(sent[1:])  # which gives no further time
        assert transport.calls == []
        if sent == request()[:-1]:
            protocol.data_received(b"\n")
            await asyncio.sleep(2)
            assert transport.written.endswith(b"x") and transport.calls == []
            protocol.data_received(sent)
            await asyncio.sleep(HEADER_SECONDS - 1)
            assert transport.calls == []
        await asyncio.sleep(2)
        assert transport.calls[:1] == ["abort"]

    run_at_once(run())


def test_a_connection_without_requests_is_closed() -> None:
    """Half a minute after its last response."""

    async def run() -> None:
        protocol, transport = connect(Application())
        protocol.data_received(request())
        await asyncio.sleep(29.9)
        assert transport.calls == []
        await asyncio.sleep(0.2)
        assert transport.calls[:1] == ["close"]

    run_at_once(run())


@pytest.mark.parametrize("size", [0, SLICE // 2, SLICE, 3 * SLICE, 3 * SLICE + 1])
@pytest.mark.parametrize("more", [0, 1, SLICE + 1])
def test_a_body_is_read_in_slices(size: int, more: int) -> None:
    """It is whole, others have turns between the slices, and no more is read in the meantime."""

    async def run() -> None:
        app = Application()
        protocol, transport = connect(app)
        head = request(b"a" * (size + more))[: -(size + more)] if size + more else request()
        data = head + b"a" * size
        protocol.data_received(data)
        is_sliced = len(data) > SLICE
        assert transport.calls == (["pause"] if is_sliced else [])
        if more:
            protocol.data_received(b"a" * more)
        turns = 0
        while "resume" not in transport.calls and len(transport.calls) > 0:
            turns += 1
            await asyncio.sleep(0)
        slices = -(-len(data) // SLICE) + (-(-more // SLICE) if is_sliced else 0)
        if is_sliced:
            assert turns == slices and transport.calls == ["pause", "resume"]
        await asyncio.sleep(1)
        assert app.bodies == [b"a" * (size + more)] and transport.written.endswith(b"x")
        assert transport.calls == transport.calls[:2]

    run_at_once(run())


def test_slices_end_with_their_connection() -> None:
    """Those that are left are not read."""

    async def run() -> None:
        app = Application()
        protocol, transport = connect(app)
        protocol.data_received(request(b"a" * 4 * SLICE))
        transport.close()
        await asyncio.sleep(1)
        assert app.bodies == [] and transport.calls[:2] == ["pause", "close"] and app.ended == 0

    run_at_once(run())


@pytest.mark.parametrize("reads", [False, True])
def test_a_client_that_takes_nothing_is_cut(reads: bool, lines: list[str]) -> None:
    """After some time, with a line; one that reads on is not."""

    async def run() -> None:
        protocol, transport = connect(Application(1000.0))
        protocol.data_received(request())
        await asyncio.sleep(1)
        protocol.pause_writing()
        await asyncio.sleep(STALLED - 1)
        assert transport.calls == []
        if reads:
            protocol.resume_writing()
        await asyncio.sleep(2)
        assert transport.calls[:1] == ([] if reads else ["abort"])

    run_at_once(run())
    said = f"clients: a client read nothing of a response for {STALLED:g} seconds; its connection is closed"
    assert lines == [said] * (not reads)


def test_a_connection_that_is_lost_is_over() -> None:
    """No timer cuts it, and its application is told."""

    async def run() -> None:
        app = Application(5.0)
        protocol, transport = connect(app)
        protocol.data_received(request())
        await asyncio.sleep(1)
        protocol.pause_writing()
        protocol.connection_lost(None)
        other, idle = connect(app)
        other.connection_lost(None)
        await asyncio.sleep(2 * STALLED)
        assert "abort" not in transport.calls + idle.calls and app.ended == 1

    run_at_once(run())


@pytest.mark.parametrize("family", [socket.AF_INET, socket.AF_UNIX])
def test_the_options_of_a_connection(family: int) -> None:
    """A part of a response leaves at once, and the kernel notices a peer that is gone, over TCP."""
    with socket.socket(family) as connection:

        async def run() -> None:
            protocol = BoundedProtocol(config=config(), server_state=ServerState(), app_state={})
            transport = Transport()
            transport.get_extra_info = lambda name, default=None: (  # type: ignore[method-assign]
                connection if name == "socket" else default
            )
            if family == socket.AF_INET:
                connection.bind(("127.0.0.1", 0))
            protocol.connection_made(transport)

        def config() -> Any:
            made = server_of(Application()).config
            made.load()
            return made

        run_at_once(run())
        if family != socket.AF_INET:
            return
        assert connection.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)
        assert connection.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE)
        for name, value in (
            ("TCP_KEEPIDLE", 30),
            ("TCP_KEEPINTVL", 10),
            ("TCP_KEEPCNT", 3),
            ("TCP_USER_TIMEOUT", int(STALLED) * 1000),
        ):
            if hasattr(socket, name):
                assert connection.getsockopt(socket.IPPROTO_TCP, getattr(socket, name)) == value


@pytest.mark.parametrize(
    ("soft", "hard", "most"),
    [
        (1024, resource.RLIM_INFINITY, 65536),
        (1024, 1 << 20, 65536),
        (1024, 4096, 4096),
        (4096, 4096, None),
        (1 << 20, 1 << 20, None),
        (resource.RLIM_INFINITY, resource.RLIM_INFINITY, None),
    ],
)
def test_many_files_may_be_open(
    soft: int, hard: int, most: int | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As many as the system allows, up to a bound; no limit is lowered."""
    found: list[Any] = []
    monkeypatch.setattr(resource, "getrlimit", lambda kind: (soft, hard))
    monkeypatch.setattr(resource, "setrlimit", lambda kind, limits: found.append(limits))
    http_listener._allow_many_connections()
    assert found == ([] if most is None else [(most, hard)])


def test_an_address_in_use_is_refused_in_one_line() -> None:
    """With the reason of the system alone."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        listen = f"127.0.0.1:{listener.getsockname()[1]}"
        with pytest.raises(Refused) as caught:
            http_listener.serve(listen, FrontOptions(), lambda bounds: None)
    (problem,) = caught.value.problems
    assert str(problem) == f"--listen: {listen}: Address already in use; choose another HOST:PORT"


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
def test_a_signal_ends_the_server(number: signal.Signals, lines: list[str]) -> None:
    """The first lets open responses end, the second does not; the sessions end first, and it is said."""
    stopped: list[int] = []
    app = Application()
    app.state.bridge = SimpleNamespace(
        pool=SimpleNamespace(options=FrontOptions(), end_all=lambda: stopped.append(1), opened=2, pending=3)
    )
    running = server_of(app)
    assert not running.should_exit and running.status == 0
    running.handle_exit(number, None)
    assert running.should_exit and not running.force_exit and running.status == 128 + number
    running.handle_exit(number, None)
    assert running.should_exit and running.force_exit

    async def run() -> None:
        running.config.load()
        running.lifespan = running.config.lifespan_class(running.config)
        running.servers = []
        await running.shutdown([])

    run_at_once(run())
    summary = "since the start: 0 HTTP requests, 2 sessions; open requests answered with an error: 3"
    assert stopped == [1] and lines == [f"mcp-bridge: stopped by {number.name}; {summary}"]
