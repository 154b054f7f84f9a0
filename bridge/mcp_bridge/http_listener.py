"""The listener of `mcp-bridge --listen`: uvicorn with h11, and limits for idle connections.

Rules:

- The headers of a request must arrive within `HEADER_SECONDS`.
- A header line must end with CR and LF, and must not be continued on the next line. h11 also accepts other
  lines, but a proxy in front may read those differently.
- A client may close its side of the connection after its request, and still read the response. The kernel
  reports the same for a client that is gone. To tell the two apart, the bridge sends "100 Continue": the
  kernel of a client that is gone refuses it. After the response has begun, this is not possible, and a client
  that closes its side counts as gone.
- If a client reads nothing of a response for `STALLED` seconds, its connection is closed. The kernel closes
  the connection of a client whose machine is gone.
- The bytes of a client are read in slices, and other tasks run between them, because the bridge needs more
  time for many small chunks than for one large chunk.
- `X-Forwarded-For` names the client only if the peer is a proxy that the options name.
- When a signal ends the front, the open requests are answered before their connections close.
- The kernel sends each part of a response at once. Headers and body are two parts. With Nagle's algorithm,
  the body would wait until the client acknowledges the headers, which may take 40 ms.
"""

from __future__ import annotations

import asyncio
import logging
import re
import resource
import socket
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from ipaddress import ip_address
from types import FrameType
from typing import TYPE_CHECKING, Any

import h11
import uvicorn
from uvicorn.protocols.http.h11_impl import H11Protocol

from mcp_bridge import signals
from mcp_bridge.diagnostics import report
from mcp_bridge.http_trust import LARGEST_HEADERS
from mcp_bridge.options import STALLED, FrontOptions
from mcp_bridge.problems import refuse

if TYPE_CHECKING:
    from mcp_bridge.session_pool import SessionPool

HEADER_SECONDS = 10.0
HEADERS, READING = "headers", "reading"  # events of a client
_HEAD_END = re.compile(rb"\n\r?\n")
_ODD_LINE = re.compile(rb"(?<!\r)\n|\r(?!\n)|\n[ \t]")
LARGEST_PORT = 65535
IDLE = 30  # seconds without a request until a connection is closed
SLICE = 1 << 13  # bytes that are read in one turn
FILES = 65536  # open files, where the system allows so many
# The first and the longest pause, in seconds, between looks whether a client that closed its side is gone.
LOOK, LONGEST_LOOK = 0.05, 1.0
SHUTDOWN = 5  # seconds for open responses when the front stops


class BoundedProtocol(H11Protocol):
    """A connection that is closed if its client does not finish its headers or does not read."""

    def __init__(self, *arguments: Any, **options: Any) -> None:
        super().__init__(*arguments, **options)
        self._slices: deque[bytes] = deque()
        self._timers: dict[str, asyncio.TimerHandle] = {}  # timers by the expected event
        self._has_eof = False  # whether the client has closed its side

    def connection_made(self, transport: Any) -> None:
        """Start the timer for the headers of the first request."""
        super().connection_made(transport)
        connection = transport.get_extra_info("socket")
        if connection is not None and connection.family in (socket.AF_INET, socket.AF_INET6):
            _set_tcp_options(connection)
        self._expect(HEADERS, HEADER_SECONDS)

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop the timers."""
        for expected in (HEADERS, READING):
            self._note(expected)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Read a slice of `data` now, and the rest in later turns of the event loop."""
        if len(data) <= SLICE and not self._slices:
            self._read(data)
            return
        if not self._slices:
            self.loop.call_soon(self._read_slice)
            self.transport.pause_reading()
        self._slices += (data[start : start + SLICE] for start in range(0, len(data), SLICE))

    def eof_received(self) -> bool | None:  # type: ignore[override]  # as of `asyncio.Protocol`
        """Handle the end of what the client sends. Return whether the connection stays open.

        It stays open if a complete request waits for its response, because the client may have closed only
        its sending side. The bridge then watches whether the client is gone.
        """
        cycle = self.cycle
        is_owed = cycle is not None and not (cycle.more_body or cycle.response_started)
        if not is_owed or self.scope["http_version"] != "1.1" or self.scheme == "https":
            return None
        self._has_eof = True
        interim = h11.InformationalResponse(status_code=100, headers=[], reason="Continue")
        self.transport.write(self.conn.send(interim))
        self.loop.call_later(LOOK, self._look, LOOK)
        return True

    def _look(self, pause: float) -> None:
        """Close the connection if the client's kernel has refused what was sent: the client is then gone."""
        if self.transport.is_closing():
            return
        if self.transport.get_extra_info("socket").getsockopt(socket.SOL_SOCKET, socket.SO_ERROR):
            self.transport.abort()
        else:
            longer = min(2 * pause, LONGEST_LOOK)
            self.loop.call_later(longer, self._look, longer)

    def _read_slice(self) -> None:
        if self.transport.is_closing():
            return
        self._read(self._slices.popleft())
        if self._slices:
            self.loop.call_soon(self._read_slice)
        elif not self.flow.read_paused:
            self.transport.resume_reading()

    def _read(self, data: bytes) -> None:
        """Read bytes, and start the timer for headers that are not complete."""
        super().data_received(data)
        if self.cycle is None or self.cycle.response_complete:
            self._expect(HEADERS, HEADER_SECONDS)
        else:
            self._note(HEADERS)

    def handle_events(self) -> None:
        """Answer 400 to headers that a proxy may read differently. Otherwise do what uvicorn does."""
        if self.conn.their_state is h11.IDLE:
            unread, _ = self.conn.trailing_data
            end = _HEAD_END.search(unread)
            if end is not None and _ODD_LINE.search(unread, 0, end.end()):
                self.send_400_response("A header line does not end with CRLF, or continues on the next line.")
                return
        super().handle_events()

    def on_response_complete(self) -> None:
        """Stop the timers. uvicorn limits the time until the next request."""
        self._note(HEADERS)
        super().on_response_complete()
        if self._has_eof and self.cycle.response_complete:  # no further request was sent before
            self.transport.close()

    def pause_writing(self) -> None:
        """Start the timer for a client that does not read."""
        super().pause_writing()
        self._expect(READING, STALLED)

    def resume_writing(self) -> None:
        """Stop the timer, because the client has read."""
        self._note(READING)
        super().resume_writing()

    def _expect(self, event: str, seconds: float) -> None:
        """Start a timer for an event. If `_note` is not called in time, the timer closes the connection."""
        if event not in self._timers:
            self._timers[event] = self.loop.call_later(seconds, self._cut, event)

    def _cut(self, event: str) -> None:
        """Close the connection, because the event for which a timer runs did not happen in time."""
        if event == READING:
            report(
                "clients",
                f"a client read nothing of a response for {STALLED:g} seconds; its connection is closed",
            )
        self.transport.abort()

    def _note(self, event: str) -> None:
        """Stop the timer for an event, because the event has happened."""
        if event in self._timers:
            self._timers.pop(event).cancel()


class SignalledServer(uvicorn.Server):
    """A uvicorn server that records the signal that ends it, instead of raising the signal again."""

    status = 0

    def __init__(self, config: uvicorn.Config, pool: SessionPool | None) -> None:
        super().__init__(config)
        self._pool = pool

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leave the signal handlers unchanged while the block runs, because `serve` handles the signals."""
        yield

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Stop the server after the open responses. At the second signal, stop it at once."""
        logging.getLogger("uvicorn.error").disabled = True  # it logs a traceback for each cut response
        self.force_exit = self.should_exit
        self.should_exit = True
        self.status = 128 + sig

    def report_signal(self, summary: str = "") -> None:
        """Report the signal that ends the server, if one does, and a summary."""
        if self.status:
            report("mcp-bridge", f"stopped by {signals.name_of(self.status - 128)}{summary}")

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Answer the open requests with errors, then do what uvicorn does."""
        if self._pool is None:
            self.report_signal()
        else:
            served = f"{self.server_state.total_requests} HTTP requests, {self._pool.opened} sessions"
            self.report_signal(
                f"; since the start: {served}; open requests answered with an error: {self._pool.pending}"
            )
            self._pool.end_all()
        await super().shutdown(sockets)


def server_of(app: Any) -> SignalledServer:
    """Return the HTTP server for an application.

    If the application has an `HttpFront`, the server has the limits of that front.
    """
    front = getattr(app.state, "bridge", None)
    proxies = () if front is None else front.pool.options.proxies
    config = uvicorn.Config(
        app,
        proxy_headers=bool(proxies),
        forwarded_allow_ips=list(proxies),
        http=BoundedProtocol,
        ws="none",
        log_config=None,
        log_level="error",  # a malformed request is not reported to a person
        access_log=False,
        server_header=False,
        # Larger than the front's limit, so that the front refuses with a reason.
        h11_max_incomplete_event_size=2 * LARGEST_HEADERS,
        timeout_keep_alive=IDLE,
        timeout_graceful_shutdown=SHUTDOWN,
    )
    return SignalledServer(config, None if front is None else front.pool)


def serve(listen: str, bounds: FrontOptions, make: Callable[[FrontOptions], Any], unguarded: str = "") -> int:
    """Serve clients at HOST:PORT with the `HttpFront` that `make` returns. Return the exit status.

    `unguarded` says what a client can use without authorization, or is ''. If it is not empty and other
    machines can reach the front, print a warning.
    """
    host, port = _address(listen)
    bounds = replace(bounds, hosts=(*bounds.hosts, host))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    _allow_many_connections()
    try:
        listener = socket.create_server((host, port), family=family, backlog=1024)
    except (TypeError, UnicodeError):  # a host name cannot be encoded
        raise refuse("--listen", f"{listen!a} is not HOST:PORT") from None
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (while")[0]
        raise refuse("--listen", f"{listen}: {reason}; choose another HOST:PORT") from None
    with listener:
        running = server_of(make(bounds).application())
        name = f"[{host}]" if ":" in host else host
        address, number = listener.getsockname()[:2]
        report("--listen", f"http://{name}:{number}{bounds.path}")
        if unguarded and not ip_address(address).is_loopback:
            remedy = "see SECURITY.md, and put a proxy with authorization in front"
            report("--listen", f"anybody who reaches this address can use {unguarded}; {remedy}")
        with signals.listening(lambda number: running.handle_exit(number, None)):
            if running.should_exit:
                running.report_signal()
            else:
                asyncio.run(running.serve(sockets=[listener]))
    return running.status


def _address(listen: str) -> tuple[str, int]:
    host, _, port = listen.rpartition(":")
    host = host.strip("[]")
    is_number = port.isascii() and port.isdigit()
    if host and is_number and (len(port) > len(str(LARGEST_PORT)) or int(port) > LARGEST_PORT):
        raise refuse("--listen", f"the port {port[:80]} is too high; choose one up to {LARGEST_PORT}")
    if not host or not is_number:
        raise refuse(
            "--listen", f"{listen!r} is not HOST:PORT; write 127.0.0.1:{listen if listen.isdigit() else 8000}"
        )
    return host, int(port)


def _allow_many_connections() -> None:
    """Raise the soft limit of open files, because each session needs several."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def _set_tcp_options(connection: socket.socket) -> None:
    """Make the kernel send each part at once, and notice when the client's machine is gone."""
    # asyncio sets this option only for sockets whose protocol number is given, which accepted ones may lack.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE, 1)
    for name, value in (("TCP_KEEPIDLE", 30), ("TCP_KEEPINTVL", 10), ("TCP_KEEPCNT", 3)):
        if hasattr(socket, name):
            connection.setsockopt(socket.IPPROTO_TCP, getattr(socket, name), value)
    if hasattr(socket, "TCP_USER_TIMEOUT"):
        connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT, int(STALLED * 1000))
