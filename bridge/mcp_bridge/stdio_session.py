"""The session of a client on our stdin and stdout, until either side ends.

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
from mcp_bridge.session import Session, Upstream
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


class StdioSession(Session):
    """The session of the client on stdin and stdout. `preparation` comes before the start of the server."""

    def __init__(
        self,
        bridge: Any,
        make_upstream: Callable[[Session], Upstream],
        log: SessionLog,
        preparation: Preparation | None = None,
        *,
        names_streams: bool,
    ) -> None:
        super().__init__(bridge, make_upstream, log, names_streams=names_streams)
        self._preparation = preparation
        self._early: list[bytes] = []  # lines that wait for the preparation
        self._is_started = False
        self._waiting: list[bytes] = []
        self._hung_up = False
        self._has_ended = asyncio.Event()
        self._side: Side = "server"  # that ended first
        self._status = 0
        self._client = StdioClient(self._received, self._hang_up, self._client_gone, self._client_full)

    async def run(self) -> int:
        """Start the server, pass frames on until either side ends, stop the server; return the status."""
        loop = asyncio.get_running_loop()
        loop.set_exception_handler(self._handle_exception)
        for number in SIGNALS:
            loop.add_signal_handler(number, self._stop, 128 + number)
        if self._preparation is None:
            await self._start()
        refused = None
        try:
            await self._client.open()
            if self._preparation is not None:
                refused = await self._prepare(self._preparation)
            await self._has_ended.wait()
        finally:
            await self._finish()
        if refused is not None:
            raise refused
        if self.failure is not None:
            raise self.failure
        return self._status

    async def _start(self) -> None:
        await self.upstream.start()
        self._is_started = True

    async def _prepare(self, preparation: Preparation) -> Refused | None:
        """Prepare, start the server and pass on the lines that wait; return the refusal that ended it."""
        preparing = asyncio.ensure_future(preparation.run())
        over = asyncio.ensure_future(self._has_ended.wait())
        try:
            await asyncio.wait([preparing, over], return_when=asyncio.FIRST_COMPLETED)
            if not self.is_over:
                preparing.result()
                await self._start()
                self._pass_early()
        except Refused as refused:
            self._answer_all("; ".join(problem.message for problem in refused.problems))
            return refused
        except Exception as defect:
            self._pass_early()
            self.fail(defect)
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
        self.from_lines("client", early)

    # The client

    def _received(self, lines: list[bytes]) -> None:
        if self._preparation is None:
            self.from_lines("client", lines)
            return
        self._early += lines
        if sum(map(len, self._early)) > BUFFER:
            self._client.pause(True)

    def _client_full(self, is_full: bool) -> None:
        self.upstream.pause(is_full)

    def _hang_up(self) -> None:
        """Answer the open requests of the client, then end."""
        if self._hung_up:
            return
        self._hung_up = True
        if self._preparation is not None and self._preparation.is_waiting:
            self._answer_all(UNPREPARED)
            return
        self._end_if_answered()
        reason = f"the client hung up, and the server did not answer in {PATIENCE:g} seconds"
        self._loop.call_later(PATIENCE, self._answer_all, reason)

    def _end_if_answered(self) -> None:
        if self._hung_up and not self._early and not self.bridge.pending:
            self.end("client")

    def _answer_all(self, reason: str) -> None:
        """Answer every request of the client with that reason, and end."""
        if self._preparation is not None and not self.is_over:
            self._pass_early()
        self.end("server", reason)

    def _client_gone(self) -> None:
        self._hung_up = True
        self.end("client")

    def to_client(self, frame: Any, data: bytes) -> None:
        """Write a frame with the next flush."""
        self._waiting.append(data)

    def flush_client(self) -> None:
        """Write the frames; end where the client has hung up and all its requests are answered."""
        if self._waiting:
            data, self._waiting = b"".join(line + b"\n" for line in self._waiting), []
            self._client.write(data)
        if self._hung_up:
            self._loop.call_soon(self._end_if_answered)

    def full(self, is_full: bool) -> None:
        """Stop reading the client while frames wait for the server, or resume."""
        self._client.pause(is_full)

    def challenged(self, stream: Any, challenge: Challenge) -> None:
        """Report that a server behind HTTP asks for authorization, which stdio cannot carry."""
        found = [text for text in (challenge.reason, challenge.header) if text]
        reason = "; ".join(found) or "authorization is missing"
        report(self.upstream.name, f"answers {challenge.status}: {reason}; see --login and --header")

    def over(self, side: Side) -> None:
        """End, because a side has ended."""
        self._side = "client" if self._hung_up else side
        self._has_ended.set()

    # The end

    def _stop(self, status: int) -> None:
        """End because of a signal, also while the server is given time to end."""
        report("mcp-bridge", f"stopped by {signal.Signals(status - 128).name}")
        self._status = status
        if self.is_over:
            self.upstream.terminate()
        self._answer_all(STOPPING)

    def _handle_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.fail(error if isinstance(error, Exception) else RuntimeError(context["message"]))

    async def _finish(self) -> None:
        if self._side == "server" and not self._hung_up:
            await self._client.deliver_written()
        # A client that signals may soon send SIGKILL, so the server gets its SIGTERM at once.
        is_late = self._status >= 128 or self._side == "server"
        code = await self.stop_upstream(AT_ONCE if is_late else EXIT_TIME) if self._is_started else None
        if self._status == 0 and self._side == "server":
            self._status = 1
            if code is not None:
                report(self.upstream.name, ending(code))
        elif self._status == 0 and self.upstream.is_unusable:
            self._status = 2
        await self._client.close()
