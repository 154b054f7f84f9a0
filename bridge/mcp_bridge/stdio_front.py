"""The front on stdin and stdout: one session, until either side ends.

Rules:

- A client that hangs up is answered: by the server within `PATIENCE` seconds, then with an error. After the
  last answer the server is stopped: its stdin is closed, SIGTERM follows after `EXIT_TIME` seconds (after a
  signal at once), then SIGKILL, each to the process group.
- A preparation, such as a login, comes before the start of the server, and the frames of the client wait for
  it. Where it fails, where a signal comes, and where the client hangs up while a person is awaited, they are
  answered at once.
- When the server ends, a signal comes or the bridge fails, the open requests of the client are answered,
  and those that it has written and nobody has read.
- Exit status: 0 the client hung up; 1 the server ended first; 2 the server could not be started, a URL
  answered no request, or the bridge failed; 128 + n signal n.
"""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Callable
from typing import Any, Protocol

from mcp_revisions._runtime.sides import Side

from mcp_bridge.diagnostics import SessionLog, report
from mcp_bridge.http_headers import Challenge
from mcp_bridge.options import SIGNALS, STOPPING
from mcp_bridge.problems import Refused
from mcp_bridge.session import Front, Session, Upstream
from mcp_bridge.stdio import BUFFER, StdioClient, ending

PATIENCE = 5.0  # a bridge whose client has gone does not outlive it for long
EXIT_TIME = 1.5  # official clients signal us two seconds after they hang up
AT_ONCE = 0.1
UNPREPARED = "the client hung up before the login"


class Preparation(Protocol):
    """The work before the start of the server."""

    @property
    def is_waiting(self) -> bool:
        """Whether it waits for a person."""

    async def run(self) -> None:
        """Prepare; raise `Refused` where that fails."""


class StdioFront(Front):
    """A client on stdin and stdout, and the session with its server."""

    def __init__(
        self,
        bridge: Any,
        make_upstream: Callable[[Session], Upstream],
        log: SessionLog,
        preparation: Preparation | None = None,
        *,
        names_streams: bool,
    ) -> None:
        self._arguments = bridge, make_upstream, log
        self._preparation = preparation
        self._early: list[bytes] = []  # lines that wait for the preparation
        self._is_started = False
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
        if self._preparation is None:
            await self._start()
        refused = None
        try:
            await self._client.open()
            if self._preparation is not None:
                refused = await self._prepare(self._preparation)
            await self._is_over.wait()
        finally:
            await self._end()
        if refused is not None:
            raise refused
        if session.failure is not None:
            raise session.failure
        return self._status

    async def _start(self) -> None:
        await self._session.start()
        self._is_started = True

    async def _prepare(self, preparation: Preparation) -> Refused | None:
        """Prepare, start the server and pass on the lines that wait; return the refusal that ended it."""
        preparing = asyncio.ensure_future(preparation.run())
        over = asyncio.ensure_future(self._is_over.wait())
        try:
            await asyncio.wait([preparing, over], return_when=asyncio.FIRST_COMPLETED)
            if not self._is_over.is_set():
                preparing.result()
                await self._start()
                self._pass_early()
        except Refused as refused:
            self._finish("; ".join(problem.message for problem in refused.problems))
            return refused
        except Exception as defect:
            self._pass_early()
            self._session.fail(defect)
        finally:
            for task in (preparing, over):
                task.cancel()
            await asyncio.gather(preparing, over, return_exceptions=True)
        return None

    def _pass_early(self) -> None:
        """Pass on the lines that wait; without a server that is started, they are open requests."""
        self._preparation = None
        early, self._early = self._early, []
        self._client.pause(False)
        self._session.from_lines("client", early)

    # The client

    def _received(self, lines: list[bytes]) -> None:
        if self._preparation is None:
            self._session.from_lines("client", lines)
            return
        self._early += lines
        if sum(map(len, self._early)) > BUFFER:
            self._client.pause(True)

    def _client_full(self, is_full: bool) -> None:
        self._session.upstream.pause(is_full)

    def _hang_up(self) -> None:
        """Answer the open requests of the client, then end."""
        if self._hung_up:
            return
        self._hung_up = True
        if self._preparation is not None and self._preparation.is_waiting:
            self._finish(UNPREPARED)
            return
        self._end_if_answered()
        reason = f"the client hung up, and the server did not answer in {PATIENCE:g} seconds"
        asyncio.get_running_loop().call_later(PATIENCE, self._finish, reason)

    def _end_if_answered(self) -> None:
        if self._hung_up and not self._early and not self._session.bridge.pending:
            self._session.end("client")

    def _finish(self, reason: str) -> None:
        """Answer every request of the client with that reason, and end."""
        if self._preparation is not None and not self._session.is_over:
            self._pass_early()
        self._session.end("server", reason)

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
        report("mcp-bridge", f"stopped by {signal.Signals(status - 128).name}")
        self._status = status
        if self._is_over.is_set():
            self._session.upstream.terminate()
        self._finish(STOPPING)

    def _handle_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self._session.fail(error if isinstance(error, Exception) else RuntimeError(context["message"]))

    async def _end(self) -> None:
        session = self._session
        await session.settled()
        if self._side == "server" and not self._hung_up:
            await self._client.deliver_written()
        # A client that signals may soon send SIGKILL, so the server gets its SIGTERM at once.
        is_late = self._status >= 128 or self._side == "server"
        code = await session.upstream.stop(AT_ONCE if is_late else EXIT_TIME) if self._is_started else None
        if self._status == 0 and self._side == "server":
            self._status = 1
            if code is not None:
                report(session.upstream.name, ending(code))
        elif self._status == 0 and session.upstream.is_unusable:
            self._status = 2
        await self._client.close()
