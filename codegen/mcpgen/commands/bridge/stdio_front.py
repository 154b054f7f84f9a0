"""The front of `mcpgen bridge` on stdin and stdout: the protocol object, two transports, a clock, the end.

Rules:

- One event loop. The protocol object knows the protocol; the transports know pipes; the front knows the
  clock.
- A client that hangs up is answered for `GRACE` seconds. Then the server is stopped: its stdin is closed,
  SIGTERM follows after `EXIT_TIME` seconds (after a signal at once), then SIGKILL, each to the process group.
- When a server ends, the open requests of the client are answered. A server that ends while the bridge finds
  out its revision is started again once: some legacy servers exit at a request before the handshake.
- A defect of the bridge ends the front: the open requests of the client are answered, the server is
  stopped, and `run` raises the first exception.
- Exit status: 0 the client hung up; 1 the server ended first; 2 the server could not be started, a URL
  answered no request, or the bridge failed; 128 + n signal n.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from mcpgen.commands.bridge.diagnostics import LossReport, Recorder, RevisionReport, report
from mcpgen.commands.bridge.http_headers import Challenge
from mcpgen.commands.bridge.link import Deliver, Link
from mcpgen.commands.bridge.options import SIGNALS
from mcpgen.commands.bridge.stdio import StdioClient, ending
from mcpgen.commands.logs import OTHER, Side
from mcpgen.problems import Refused
from mcpgen.runtime.json_line import as_json_line

GRACE = 5.0
EXIT_TIME = 1.5  # official clients signal us two seconds after they hang up
AT_ONCE = 0.1


class StdioFront:
    """A client on stdin and stdout, and its server, until either ends; a `Listener` of both transports."""

    def __init__(
        self,
        bridge: Any,
        make_server: Callable[[Any], Any],
        recorder: Recorder | None,
        losses: LossReport | None,
        revisions: RevisionReport,
    ) -> None:
        self._bridge = bridge
        self._make_server = make_server
        self._diagnostics = recorder, losses, revisions
        self._client = StdioClient(self)
        self._server = make_server(self)
        self._loop: asyncio.AbstractEventLoop
        self._link: Link
        self._restart: asyncio.Task[None] | None = None
        self._hung_up = False
        self._server_ended = False
        self._over = asyncio.Event()
        self._status = 0
        self._failure: Exception | None = None

    async def run(self) -> int:
        """Start the server, forward frames until either side ends, stop the server; return the status."""
        self._loop = asyncio.get_running_loop()
        self._loop.set_exception_handler(self._handle_exception)
        deliver: dict[Side, Deliver] = {"client": self._to_client, "server": self._to_server}
        self._link = Link(self._bridge, deliver, self._fail, *self._diagnostics)
        for number in SIGNALS:
            self._loop.add_signal_handler(number, self.stop, 128 + number)
        await self._server.start()
        try:
            await self._client.open()
            await self._over.wait()
        finally:
            await self._end()
        if self._failure is not None:
            raise self._failure
        return self._status

    # Frames

    def received(self, side: Side, lines: list[bytes]) -> None:
        """Pass lines of a side to the protocol object, and write the frames that it sends."""
        self._link.received(side, lines)
        if self._hung_up and side == "server" and not self._has_open_requests():
            self._close_client()

    def paused(self, side: Side, paused: bool) -> None:
        """Stop reading from the other side while the buffer to `side` is full, or resume."""
        (self._server if OTHER[side] == "server" else self._client).pause(paused)

    def unauthorized(self, challenge: Challenge) -> None:
        """Report that a server behind HTTP asks for authorization, which stdio cannot carry."""
        found = [text for text in (challenge.reason, challenge.header) if text]
        reason = "; ".join(found) or "authorization is missing"
        report(self._server.name, f"answers {challenge.status}: {reason}; see --header")

    def authorized(self) -> None:
        """Do nothing: the line on stderr stays."""

    def _to_client(self, frames: list[tuple[Any, bytes]]) -> None:
        self._client.write(b"".join(data + b"\n" for _, data in frames))

    def _to_server(self, frames: list[tuple[Any, bytes]]) -> None:
        if not self._server_ended:
            self._server.write(b"".join(data + b"\n" for _, data in frames))

    # The end

    def client_hung_up(self) -> None:
        """Answer the open requests of the client, then end."""
        if self._hung_up:
            return
        self._hung_up = True
        self._flush("client", self._client.lines.end())
        if self._has_open_requests() and not self._server_ended:
            self._loop.call_later(GRACE, self._close_client)
        else:
            self._close_client()

    def _has_open_requests(self) -> bool:
        # Between equal revisions the protocol object only forwards, and counts none.
        return bool(self._bridge.pending or self._server.pending)

    def client_gone(self) -> None:
        """End: nobody reads the answers."""
        self._hung_up = True
        self._close_client()

    def server_ended(self, server: Any) -> None:
        """Answer the open requests of the client and end, or start the server again after a probe."""
        if self._server_ended or server is not self._server:
            return
        if self._bridge.restartable and self._restart is None and not self._over.is_set():
            self._server = self._make_server(self)
            self._restart = self._loop.create_task(self._start_again(server))
            return
        self._server_ended = True
        self._flush("server", server.rest())
        if not self._over.is_set():
            self._link.close("server")
            self._status = self._status if self._hung_up else 1
            self._over.set()

    def stop(self, status: int) -> None:
        """End because of a signal, also while the server is given time to end."""
        self._status = status
        if self._over.is_set():
            self._server.terminate()
        self._close_client()

    def _close_client(self) -> None:
        if not self._over.is_set():
            self._link.close("client")
            self._over.set()

    def _handle_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self._fail(error if isinstance(error, Exception) else RuntimeError(context["message"]))

    def _fail(self, error: Exception) -> None:
        """Answer the open requests of the client and end, because of a defect; the first one is kept."""
        if self._failure is not None:
            return
        self._failure = error
        if not self._over.is_set():
            self._over.set()
            self._link.close("server")

    async def _start_again(self, ended: Any) -> None:
        await ended.kill()
        try:
            await self._server.start()
        except Refused as refused:
            for problem in refused.problems:
                report(problem.location, problem.message)
            self.server_ended(self._server)
        except Exception as error:
            self._fail(error)
        else:
            self._link.restarted()

    def _flush(self, side: Side, rest: bytes) -> None:
        """Pass on a last line without newline if it is whole."""
        if not rest:
            return
        try:
            as_json_line(rest)
        except ValueError:
            report(f"the {side}'s last line", f"ends after {len(rest)} bytes and is not passed on")
        else:
            self.received(side, [rest])

    async def _end(self) -> None:
        self._link.stop()
        if self._restart is not None:
            await self._restart
        # A client that signals may soon send SIGKILL, so the server gets its SIGTERM at once.
        code = await self._server.stop(AT_ONCE if self._status >= 128 or self._server_ended else EXIT_TIME)
        if self._status == 0 and self._server.is_unusable:
            self._status = 2
        if self._status == 1 and code is not None:
            report(self._server.name, ending(code))
        await self._client.close()
