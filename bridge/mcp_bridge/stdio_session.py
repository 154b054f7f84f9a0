"""The session of a client on our stdin and stdout, until either side ends.

Rules:

- When the client hangs up, the server has `patience` seconds (by default `PATIENCE`) to answer its requests.
  After the last answer, or after that time, the bridge stops the server: it closes stdin, sends SIGTERM after
  `EXIT_TIME` seconds (at once after a signal), then SIGKILL, each to the process group.
- A client that has hung up gets only responses, because readers of some official clients fail if they get
  another message then. If the server does not answer in time, each open request gets an error, and a line
  on stderr says how many requests have no answer.
- A client that has hung up gets no errors about unanswered requests if `patience` is 0, if it hung up during
  a login, or if a signal came. Official clients send a signal after they hang up.
- The frames of the client wait for the start of the server, which may need a login. If the start fails or a
  signal comes, they are answered at once. If the client hangs up during a login, the bridge ends.
- When the server ends, a signal comes or the bridge fails, the open requests of the client are answered,
  including those that were written and not read yet.
- The bridge fails if one of its own callbacks raises an exception. It also fails if the event loop reports an
  exception that no code has caught. But if the process runs the handlers of a router, it may come from their
  background tasks, so asyncio only logs it.
- Exit statuses: 0 the client hung up. 1 the server ended first, or did not answer a client that had hung up.
  2 the server could not be started, a URL answered no request, the client did not read all answers, or the
  bridge failed. 128 + n after signal n.
"""

from __future__ import annotations

import asyncio
import errno
import os
from functools import partial
from typing import Any

from mcp_bridge import signals
from mcp_bridge.core.sides import Side
from mcp_bridge.diagnostics import method_of, report
from mcp_bridge.http_headers import Challenge
from mcp_bridge.options import STOPPING
from mcp_bridge.problems import Refused
from mcp_bridge.session import Parts, Session
from mcp_bridge.stdio import FLUSH, StdioClient, lost_answers

PATIENCE = 5.0  # seconds; a bridge must not outlive its client for long
EXIT_TIME = 1.5  # seconds; official clients send a signal two seconds after they hang up
AT_ONCE = 0.1
ANSWERS = ("answer", "frame")  # an array may hold answers
UNPREPARED = "the client hung up before the login"


class StdioSession(Session):
    """The session of the client on stdin and stdout."""

    def __init__(
        self,
        parts: Parts,
        *,
        names_streams: bool,
        patience: float | None = None,
        runs_handlers: bool = False,
    ) -> None:
        super().__init__(parts, names_streams=names_streams)
        self._runs_handlers = runs_handlers  # whether code of others uses the event loop
        self._patience = PATIENCE if patience is None else patience
        self._starting: asyncio.Task[None]
        self._waiting: list[bytes] = []
        self._hung_up = False
        self._has_ended = asyncio.Event()
        self._side: Side = "server"  # the side that ended first
        self._is_gone = False  # the client stopped reading before the end
        self._owes = False  # an answer may not have reached the client
        self._is_unanswered = False  # whether requests of the client were open at the end
        self._is_silent = False  # whether a client that has hung up gets no errors because of the end
        self._status = 0
        self._client = StdioClient(
            self.guarded(partial(self.from_lines, "client")),
            self.guarded(self._hang_up),
            self.guarded(self._client_gone),
            self.guarded(self._client_full),
            self.guarded(self._client_failed),
        )

    async def run(self) -> int:
        """Start the server, and forward frames until either side ends. Return the exit status.

        Stop the server at the end.
        """
        if not self._runs_handlers:
            self._loop.set_exception_handler(self._handle_exception)
        with signals.listening(self._signalled):
            self._starting = self._loop.create_task(self._start())
            try:
                await self._client.open()
                await self._has_ended.wait()
            finally:
                await self._finish()
        if self.failure is not None:
            raise self.failure
        return self._status

    async def _start(self) -> None:
        """Start the server, unless a signal came before. If the start fails, answer the client."""
        if self.is_over:
            return
        try:
            await self.start()
        except Refused as refused:
            self.failure = refused
            self.end("server", "; ".join(problem.message for problem in refused.problems))
        except Exception as defect:
            self.fail(defect)
        self._end_if_answered()

    # The client

    @property
    def begins_again(self) -> bool:
        """Whether the bridge replaces a session that the server lost.

        It does, because a client on stdio cannot open another session.
        """
        return True

    def _client_full(self, is_full: bool) -> None:
        self.upstream.pause(is_full)  # the current `upstream`, because a restart replaces it

    def _hang_up(self) -> None:
        """Wait for the answers to the client's open requests, then end."""
        self._hung_up = True
        reason = f"the client hung up, and the server did not answer in {self._patience:g} seconds"
        if self.upstream.is_waiting or self._patience == 0:
            self._is_silent = True
            self._give_up(UNPREPARED if self.upstream.is_waiting else reason)
            return
        self._end_if_answered()
        self._loop.call_later(self._patience, self.guarded(self._give_up), reason)

    def _give_up(self, reason: str) -> None:
        """End the session of a client that has hung up, and report why its requests have no answer."""
        if not self.is_over:
            self._log.unanswered(self.bridge.pending, reason)
            self.end("server", reason)
            self._side = "client"

    def _end_if_answered(self) -> None:
        if self._hung_up and self._has_begun and not self.bridge.pending:
            self.end("client")

    def _client_gone(self) -> None:
        if not self.is_over:
            self._is_gone, self._owes = True, self._owes or self.bridge.pending > 0
        self._hung_up = self._is_silent = True
        self.end("client")

    def _client_failed(self, error: Exception) -> None:
        """End with status 2 and one line, because stdin or stdout failed."""
        self.failure = self.failure or error
        self.end("client")

    def to_client(self, frame: Any, data: bytes) -> None:
        """Store a frame for the client. The next `flush_client` writes it.

        After the client has hung up, drop all frames but responses. If the client gets no errors about
        unanswered requests (see the rules of the module), also drop these errors.
        """
        is_answer = method_of(frame.tree) in ANSWERS
        if self._hung_up and (not is_answer or (self._is_closed and self._is_silent)):
            self._owes = self._owes or (self._is_gone and is_answer)
            return
        self._waiting.append(data)

    def flush_client(self) -> None:
        """Write the stored frames to the client. End if it has hung up and all its requests are answered."""
        if self._waiting:
            lines, self._waiting = self._waiting, []
            self._client.write(b"".join(line + b"\n" for line in lines))
            is_written = self._client.is_written
            self._owes = not is_written and (self._owes or any(method_of(line) in ANSWERS for line in lines))
        if self._hung_up:
            self._loop.call_soon(self.guarded(self._end_if_answered))

    def full(self, is_full: bool) -> None:
        """Stop reading the client while too many frames wait for the server."""
        self._client.pause(is_full)

    def challenged(self, stream: Any, challenge: Challenge) -> None:
        """Report that an HTTP server asks for authorization, which a client on stdio cannot give."""
        self.report_challenge(challenge)

    def end(self, side: Side, reason: str | None = None) -> None:
        """End the session because `side` is gone, and record whether requests of the client are open."""
        if not self.is_over:
            self._is_unanswered = self.bridge.pending > 0
        super().end(side, reason)

    def over(self, side: Side) -> None:
        """Let `run` end, because a side has ended."""
        self._side = "client" if self._hung_up and not self._is_unanswered else side
        self._has_ended.set()

    # The end

    def _signalled(self, number: int) -> None:
        self._loop.call_soon_threadsafe(self.guarded(self._stop), 128 + number)

    def _stop(self, status: int) -> None:
        """End with the exit status `status`, because of a signal.

        If the session has ended already, do not wait any longer for the end of the server.
        """
        report("mcp-bridge", f"stopped by {signals.name_of(status - 128)}")
        self._is_silent = self._is_silent or self._hung_up
        self._status = status
        if self.is_over:
            self.upstream.terminate()
        self.end("server", STOPPING)

    def _handle_exception(self, loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
        error = context.get("exception")
        self.fail(error if isinstance(error, Exception) else RuntimeError(context["message"]))

    async def _finish(self) -> None:
        self._starting.cancel()
        await asyncio.gather(self._starting, return_exceptions=True)
        if self._side == "server" or self._is_gone:
            await self._client.deliver_written()
        # A client that signals may soon send SIGKILL, so the server gets its SIGTERM at once.
        is_late = self._status != 0 or self._side == "server"
        code = await self.stop_upstream(AT_ONCE if is_late else EXIT_TIME) if self._has_begun else None
        if self._status == 0 and self._side == "server":
            self._status = 1
            if code is not None:
                self.report_ending(code, "it answered" if self._hung_up else "the client did")
        elif self._status == 0 and self.upstream.is_unusable:
            self._status = 2
        elif self._status == 0 and self._is_unanswered and not self._is_silent:
            self._status = 1
        has_read = await self._client.close()
        if self._owes and not has_read:
            unread = f"the client read nothing for {FLUSH:g} seconds"
            self.failure = self.failure or lost_answers(os.strerror(errno.EPIPE) if self._is_gone else unread)
