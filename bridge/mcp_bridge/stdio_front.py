"""The front on stdin and stdout: one session, until either side ends.

Rules:

- A client that hangs up is answered: by the server within `PATIENCE` seconds, then with an error. After the
  last answer the server is stopped: its stdin is closed, SIGTERM follows after `EXIT_TIME` seconds (after a
  signal at once), then SIGKILL, each to the process group.
- When the server ends, a signal comes or the bridge fails, the open requests of the client are answered.
- Exit status: 0 the client hung up; 1 the server ended first; 2 the server could not be started, a URL
  answered no request, or the bridge failed; 128 + n signal n.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from mcp_bridge.diagnostics import SessionLog, report
from mcp_bridge.http_headers import Challenge
from mcp_bridge.options import SIGNALS
from mcp_bridge.problems import Side
from mcp_bridge.session import Front, Session, Upstream
from mcp_bridge.stdio import StdioClient, ending

PATIENCE = 5.0  # a bridge whose client has gone does not outlive it for long
EXIT_TIME = 1.5  # official clients signal us two seconds after they hang up
AT_ONCE = 0.1


class StdioFront(Front):
    """A client on stdin and stdout, and the session with its server."""

    def __init__(
        self,
        bridge: Any,
        make_upstream: Callable[[Session], Upstream],
        log: SessionLog,
        *,
        names_streams: bool,
    ) -> None:
        self._arguments = bridge, make_upstream, log
        self._names_streams = names_streams
        self._waiting: list[bytes] = []
        self._hung_up = False
        self._is_over = asyncio.Event()
        self._side: Side = "server"  # that ended first
        self._status = 0

    async def run(self) -> int:
        """Start the server, pass frames on until either side ends, stop the server; return the status."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._handle_exception)
        bridge, make_upstream, log = self._arguments
        self._session = session = Session(bridge, self, make_upstream, log, names_streams=self._names_streams)
        self._client = StdioClient(self._received, self._hang_up, self._client_gone, self._client_full)
        for number in SIGNALS:
            loop.add_signal_handler(number, self._stop, 128 + number)
        await session.start()
        try:
            await self._client.open()
            await self._is_over.wait()
        finally:
            await self._end()
        if session.failure is not None:
            raise session.failure
        return self._status

    # The client

    def _received(self, lines: list[bytes]) -> None:
        self._session.from_lines("client", lines)

    def _client_full(self, is_full: bool) -> None:
        self._session.upstream.pause(is_full)

    def _hang_up(self) -> None:
        """Answer the open requests of the client, then end."""
        if not self._hung_up:
            self._hung_up = True
            self._end_if_answered()
            reason = f"the client hung up, and the server did not answer in {PATIENCE:g} seconds"
            asyncio.get_running_loop().call_later(PATIENCE, self._session.end, "server", reason)

    def _end_if_answered(self) -> None:
        if self._hung_up and not self._session.bridge.pending:
            self._session.end("client")

    def _client_gone(self) -> None:
        self._hung_up = True
        self._session.end("client")

    # The session, as its front

    def to_client(self, frame: Any, data: bytes) -> None:
        """Write a frame with the next flush."""
        self._waiting.append(data)

    def flush(self) -> None:
        """Write the frames; end where the client has hung up and all its requests are answered."""
        if self._waiting:
            data, self._waiting = b"".join(line + b"\n" for line in self._waiting), []
            self._client.write(data)
        if self._hung_up:
            asyncio.get_running_loop().call_soon(self._end_if_answered)

    def full(self, is_full: bool) -> None:
        """Stop reading the client while frames wait for the server, or resume."""
        self._client.pause(is_full)

    def challenged(self, stream: Any, challenge: Challenge) -> None:
        """Report that a server behind HTTP asks for authorization, which stdio cannot carry."""
        found = [text for text in (challenge.reason, challenge.header) if text]
        reason = "; ".join(found) or "authorization is missing"
        report(self._session.upstream.name, f"answers {challenge.status}: {reason}; see --login and --header")

    def over(self, side: Side) -> None:
        """End, because a side has ended."""
        self._side = "client" if self._hung_up else side
        self._is_over.set()

    # The end

    def _stop(self, status: int) -> None:
        """End because of a signal, also while the server is given time to end."""
        self._status = status
        if self._is_over.is_set():
            self._session.upstream.terminate()
        self._session.end("server", "the bridge is stopping")

    def _handle_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self._session.fail(error if isinstance(error, Exception) else RuntimeError(context["message"]))

    async def _end(self) -> None:
        session = self._session
        await session.settled()
        # A client that signals may soon send SIGKILL, so the server gets its SIGTERM at once.
        is_late = self._status >= 128 or self._side == "server"
        code = await session.upstream.stop(AT_ONCE if is_late else EXIT_TIME)
        if self._status == 0 and self._side == "server":
            self._status = 1
            if code is not None:
                report(session.upstream.name, ending(code))
        elif self._status == 0 and session.upstream.is_unusable:
            self._status = 2
        await self._client.close()
