"""A session: a `Bridge`, its clock and its log, between a client and a server, over any transports.

A subclass of `Session` has the transport to the client. The `Bridge` gets each frame of the client with the
key of a stream, and each frame of the server with the id of the request whose connection carried the frame.
Rules:


- Frames leave in the order of the events. If an event occurs while other frames are delivered, its frames
  wait for them.
- A frame to the server has the headers of the client's request that caused it, or the headers that the
  server accepted last.
- If a server process ends while the bridge finds out the server's revision, the process is started again
  once, because some servers exit if a request comes before the handshake. Otherwise, when the server ends,
  every open request is answered.
- Frames for the server wait until the server has started. The clock does not run before that.
- If the `Bridge` raises an exception, the session ends, and the open requests are answered.
"""

from __future__ import annotations

import asyncio
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Hashable, Iterable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

from mcp_revisions import Why
from mcp_revisions.jsonrpc import INTERNAL_ERROR, error_response, json_line

from mcp_bridge.core.budget import Budget
from mcp_bridge.core.frames import UNREADABLE, Ended, Frame, loss_by
from mcp_bridge.core.requests import DEFAULT_BUDGET
from mcp_bridge.core.revisions import per_request
from mcp_bridge.core.sides import Side
from mcp_bridge.core.texts import text_of
from mcp_bridge.diagnostics import COMMAND_REMEDY, SessionLog
from mcp_bridge.http_headers import Challenge

STDIO = "stdio"  # the stream key of every frame of a client on stdio, if the server is reached over HTTP
# The location of a frame of a side on stdio, in diagnostics.
LINE: Mapping[Side, str] = {"client": "a line on stdin", "server": "a line on stdout"}
INTERNAL = "internal error of the bridge, which reports the reason"
SILENCE = 2.0  # seconds without an answer to the first request, before that is reported
EXIT = 0.5  # seconds for a process to exit after the end of its output, so that errors name its exit status


def ending(code: int, event: str = "the client did") -> str:
    """Return the diagnostic about a server that ended before `event`, with its exit status.

    If `event` is empty, the diagnostic names none.
    """
    if code < 0:
        return f"was ended by signal {-code}"
    return f"ended with exit status {code}" + (f" before {event}" if event else "")


class Upstream(ABC):
    """The transport to the server of a session. By default, an optional method does nothing."""

    name: str
    headers: Mapping[str, str] = {}  # headers for every request, in addition to those of the frame

    @property
    @abstractmethod
    def unsent(self) -> int:
        """The bytes that wait for the server."""

    @property
    def is_waiting(self) -> bool:
        """Whether the start waits for a person who logs in."""
        return False

    @property
    def is_unusable(self) -> bool:
        """Whether at least one request failed and none was answered."""
        return False

    @property
    def names_requests(self) -> bool:
        """Whether each frame of the server arrives on the connection of the request to which it belongs."""
        return False

    @property
    def has_credentials(self) -> bool:
        """Whether the bridge sends credentials of its own, so that a client cannot log in."""
        return False

    @property
    def judges(self) -> bool:
        """Whether the server has refused an authorization before, which shows that it checks authorizations.

        If such a server accepts an authorization, the authorization is valid. Other servers may accept any.
        """
        return False

    @property
    def knows_owner(self) -> bool:
        """Whether the server has a session of its own, and so knows which authorization opened it."""
        return False

    @abstractmethod
    async def start(self) -> None:
        """Start the server. Raise a refusal if it cannot be started."""

    @abstractmethod
    def send(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Send a `Frame`. `data` is its text on one line."""

    def flush(self) -> None:  # noqa: B027
        """Write the frames that were sent."""

    async def taken(self) -> None:  # noqa: B027
        """Wait until the server has accepted or refused the answers that were sent."""

    def authorized(self) -> None:  # noqa: B027
        """Send again the answers that the server refused because they lacked a valid authorization."""

    @abstractmethod
    def pause(self, paused: bool) -> None:
        """Stop reading the server if `paused` is True, or continue reading."""

    async def accepts(self, headers: Mapping[str, str], *, is_first: bool) -> bool:
        """Return whether the server accepts the authorization in these headers.

        `is_first` says whether it is the first authorization of the session.
        """
        return False

    def abandon(self, state: str) -> None:  # noqa: B027
        """Cancel the call that waits for input under a `requestState`, if possible. No retry will follow."""

    @abstractmethod
    def terminate(self) -> None:
        """End the server now, without waiting."""

    async def exit_status(self, seconds: float) -> int | None:
        """Return the exit status of a process, or None if it has not ended after so many seconds."""
        return None

    @abstractmethod
    async def stop(self, grace: float) -> int | None:
        """End the server within about `grace` seconds, and drop its output.

        Return the exit status of a process, or None for a server that is not a process.
        """


# The protocol object of a session, the function that makes its upstream, and its log.
Parts = tuple[Any, Callable[["Session"], Upstream], SessionLog]


class Session:
    """A `Bridge` between a client and a server, until either side ends.

    A subclass replaces the methods after the comment `# The client`.
    """

    def __init__(self, parts: Parts, *, names_streams: bool, budget: Budget | None = None) -> None:
        self.bridge, self._make_upstream, self._log = parts
        self.bridge.on_abandoned(self._abandon)
        self.budget = budget or Budget(DEFAULT_BUDGET)  # the bytes stored for the client
        self.headers: Mapping[str, str] = {}  # the client's headers that the server accepted last
        self.is_over = False
        self.failure: Exception | None = None
        self._names_streams = names_streams
        self._loop = asyncio.get_running_loop()
        self._has_begun = False  # whether the server was started; only then does the clock of `bridge` run
        self._timer: asyncio.TimerHandle | None = None
        self._notice: asyncio.TimerHandle | None = None
        self._restart: asyncio.Task[None] | None = None
        self._ending: asyncio.Task[None] | None = None
        self.how_ended: str | None = None  # how the process of the server ended, as the message of errors
        self._reported = ""  # the last failure of the server that was reported
        self._events: deque[Any] = deque()
        self._is_emitting = False
        self._is_closed = False
        self._places: dict[Side | None, str] = {}  # locations of frames on stdio, by side
        self.upstream = self._make_upstream(self)
        self._report_revisions()

    async def start(self) -> None:
        """Start the server. Raise a refusal if it cannot be started."""
        await self.upstream.start()
        self._has_begun = True
        self._emit()

    def report(self, location: str, message: str) -> None:
        """Print a diagnostic about this session on stderr."""
        self._log.report(location, message)

    # The client

    @property
    def begins_again(self) -> bool:
        """Whether the bridge opens a new session if the server loses one, because the client cannot do so."""
        return False

    def to_client(self, frame: Any, data: bytes) -> None:
        """Deliver a `Frame` to the client. `data` is its text on one line."""

    def flush_client(self) -> None:
        """Send what was delivered to the client. The session calls this method after each event."""

    def dropped(self, frame: Any) -> None:
        """Record that the bridge dropped a `Frame` of a side."""

    def ended(self, stream: Any, reason: str) -> None:
        """Handle the end of a client's request: no more frames follow on its stream."""

    def full(self, is_full: bool) -> None:
        """Record that too many frames wait for the server.

        `is_full` is False if their number has fallen below the limit again.
        """

    def challenged(self, stream: Any, challenge: Challenge) -> None:
        """Record that the server answered a request by asking for authorization.

        The error response to that request is delivered after this call.
        """

    def report_challenge(self, challenge: Challenge) -> None:
        """Report that the server asks for authorization which no client can give."""
        found = [text for text in (challenge.reason, challenge.header) if text]
        reason = "; ".join(found) or "authorization is missing"
        step = "pass --login or --header"
        if self.upstream.has_credentials:
            step = "renew the credentials of the bridge, and restart it"
        self.report(self.upstream.name, f"answered with HTTP status {challenge.status}: {reason}; {step}")

    def upstream_failed(self, name: str, failure: Exception) -> None:
        """Report that a request to the server got no answer. `name` is the name of the server in reports.

        The error response to that request is delivered after this call.
        """
        is_refused = 400 <= getattr(failure, "status", 0) < 500  # a failure without an answer has no status
        self._reported = str(failure)
        self.report(name, f"{failure}{self._log.remedy() if is_refused else ''}")

    def report_ending(self, code: int, event: str = "the client did") -> None:
        """Report that the process of the server ended before `event`, with its exit status.

        If it ended by itself and no session was opened, the line also says what to do.
        """
        step = "" if self.bridge.agreed or code < 0 else f"; {COMMAND_REMEDY}"
        self.report(self.upstream.name, ending(code, event) + step)

    def timed_out(self, reason: str) -> None:
        """Report that a request got an error because the server did not answer in time."""
        if reason != self._reported:
            self.report(self.upstream.name, reason)

    def accepted(self, headers: Mapping[str, str]) -> None:
        """Record that the server has accepted these headers of the client."""
        self.headers = headers
        self.upstream.authorized()

    def over(self, side: Side) -> None:
        """Handle the end of the session. `side` is the side that has ended."""

    def unreadable(self, side: Side, data: bytes, reason: str) -> None:
        """Report that the `Peer` at the other end of the session cannot read a message of `side`.

        This may happen if both sides have the same revision, because the bridge then forwards messages
        without parsing them.
        """
        loss = loss_by(UNREADABLE, "dropped", "", data)._replace(reason=reason)
        place = self._places.get(side, "a message")
        self._log.lost(Frame(None, data, (loss,), sender=side), place)

    # Frames

    def from_client(self, frame: Any, data: bytes, stream: Hashable = None) -> None:
        """Handle a frame of the client. `data` is the text that came."""
        self._log.received("client", data)
        self._handle(self.bridge.from_client, frame, stream)

    def from_lines(self, side: Side, lines: list[Any]) -> None:
        """Handle lines that a side wrote on stdio. If a line is too long, its beginning is a `ReadFrame`."""
        receive = self.bridge.from_client if side == "client" else self.bridge.from_server
        stream = (STDIO,) if self._names_streams and side == "client" else ()
        self._places[side] = LINE[side]
        self._tick()
        for line in lines:
            self._log.received(side, text_of(line))
            self._events += self._events_of(receive, line, *stream)
        self._emit()

    def from_server(self, frame: Any, data: bytes, request: Hashable = None) -> None:
        """Handle a frame of the server, which came on the connection of the request with the id `request`."""
        self._log.received("server", data)
        if self.is_over:
            return  # the upstream is being stopped
        self._handle(self.bridge.from_server, frame, *((request,) if self._names_streams else ()))

    def unanswered(
        self, id: Any, reason: str, *, why: Why = "lost", code: int = INTERNAL_ERROR, data: Any = None
    ) -> None:
        """Answer a request to the server that gets no response, with an error of the bridge."""
        self._log.received("server", json_line(error_response(id, code, reason, data)), is_own=True)
        self._handle(partial(self.bridge.unanswered, why=why, code=code, data=data), id, reason)

    def gone(self, stream: Hashable) -> None:
        """Cancel the requests of a stream that nobody reads any more."""
        self._handle(self.bridge.gone, stream)

    def begun_again(self) -> None:
        """Cancel the open requests of the server. Its new session does not know them."""
        self._handle(self.bridge.restarted)

    def undelivered(self, frame: Any, reason: str) -> None:
        """Answer a request of the server that cannot be delivered to a client."""
        self._handle(self.bridge.undelivered, frame, reason)

    def decline(self, request_state: str, keys: Iterable[str]) -> None:
        """Refuse input requests of the server that the client has no handler for."""
        self._handle(self.bridge.decline, request_state, keys)

    def abandon(self, request_state: str, code: int, reason: str) -> None:
        """Cancel a call that the client will not retry, and refuse its input requests with an error.

        A server that has the revision of the client gets no error. It stops its work for the call, if it can.
        """
        self._handle(self.bridge.abandon, request_state, code, reason)
        self.upstream.abandon(request_state)

    def _handle(self, event: Callable[..., list[Any]], *arguments: Any) -> None:
        self._tick()
        self._events += self._events_of(event, *arguments)
        self._emit()

    def _tick(self) -> None:
        if self._has_begun:
            self._events += self._events_of(self.bridge.tick, self._loop.time())

    def _events_of(self, event: Callable[..., list[Any]], *arguments: Any) -> list[Any]:
        """Call `event`, a method of the `Bridge`, and return the events that the method returns.

        If the method raises an exception, close the bridge, which answers the open requests.
        """
        try:
            return event(*arguments)
        except Exception as error:
            self.fail(error)
            return []

    def _emit(self) -> None:
        if self._is_emitting:
            return
        self._is_emitting = True
        lost = []
        try:
            while self._events:
                event = self._events.popleft()
                if isinstance(event, Ended):
                    self.ended(event.stream, event.reason)
                    continue
                if event.losses:
                    lost.append(event)
                if event.to is not None:
                    self._deliver(event)
                else:
                    self.dropped(event)
        finally:
            self._is_emitting = False
        self.upstream.flush()
        self.flush_client()
        self._set_timer()
        self._report_revisions()
        for event in lost:
            self._log.lost(event, self._places.get(event.sender, "a message"))

    def _deliver(self, frame: Any) -> None:
        data = frame.data
        self._log.sent(frame.to, data)
        if frame.to == "client":
            if frame.why == "timeout":
                self.timed_out(frame.tree["error"]["message"])
            self.to_client(frame, data)
        elif not self.is_over:
            self.upstream.send(frame, data, getattr(frame.stream, "headers", self.headers))

    # The upstream

    def upstream_ended(self, upstream: Upstream) -> None:
        """Start the server again if it ended while the bridge looked for the server's revision.

        Otherwise, or if the server ends a second time, end the session.
        """
        if upstream is not self.upstream or self.is_over:
            return
        if self.bridge.restartable and self._restart is None:
            self.upstream = self._make_upstream(self)
            self._restart = self._loop.create_task(self._start_again(upstream))
        elif self._ending is None:
            self._ending = self._loop.create_task(self._end_with_status(upstream))

    async def _end_with_status(self, upstream: Upstream) -> None:
        """End the session. The errors of the open requests say how the process of the server ended."""
        status = await upstream.exit_status(EXIT)
        if status is not None:
            how = ending(status, event="")
            self.how_ended = f"the server is gone: it {how}; read its own messages on stderr"
        self.end("server", self.how_ended)

    async def _start_again(self, ended: Upstream) -> None:
        await ended.stop(0)
        try:
            await self.upstream.start()
        except Exception as error:
            self.report(self.upstream.name, f"cannot be restarted: {error}")
            self.end("server")
        else:
            self._handle(self.bridge.restarted)

    # The end

    def end(self, side: Side, reason: str | None = None) -> None:
        """End the session because `side` is gone. The open requests of the other side are answered."""
        if self.is_over:
            return
        self._close(side, reason)
        self.is_over = True
        for timer in (self._timer, self._notice):
            if timer is not None:
                timer.cancel()
        self.over(side)

    def _abandon(self, state: str) -> None:
        self.upstream.abandon(state)

    def _close(self, side: Side, reason: str | None = None) -> None:
        """Tell the `Bridge` that `side` is gone.

        The open requests of the other side are answered with `reason`.
        """
        if not self._is_closed:
            self._is_closed = True
            self._events += self._events_of(self.bridge.closed, side, reason)
            self._emit()

    async def stop_upstream(self, grace: float) -> int | None:
        """Wait for a restart in progress, then stop the server.

        Return the server's exit status, or None if the server is not a process.
        """
        if self._ending is not None:
            self._ending.cancel()
        if self._restart is not None:
            await self._restart
        return await self.upstream.stop(grace)

    def fail(self, error: Exception) -> None:
        """End the session because of an exception. Only the first one is recorded."""
        if self.failure is None:
            self.failure = error
            with suppress(Exception):  # the bridge may raise the same exception again
                self._close("server", INTERNAL)
            self._loop.call_soon(self.end, "server")

    def guarded(self, callback: Callable[..., object]) -> Callable[..., None]:
        """Return `callback` for the event loop. If it raises an exception, the session ends.

        The event loop would only log the exception.
        """

        def call(*arguments: Any) -> None:
            try:
                callback(*arguments)
            except Exception as defect:
                self.fail(defect)

        return call

    # The clock

    def _set_timer(self) -> None:
        if not self._has_begun:
            return
        deadline = self.bridge.deadline
        if self._timer is not None:
            if deadline is not None and self._timer.when() == deadline:
                return
            self._timer.cancel()
            self._timer = None
        if deadline is not None and not self._is_closed:
            self._timer = self._loop.call_at(deadline, self.guarded(self._ring))

    def _ring(self) -> None:
        self._timer = None
        self._tick()
        self._emit()

    # The revisions

    def _report_revisions(self) -> None:
        """Report the revisions once both are known.

        If the first request to the server gets no answer for a while, report that.
        """
        if self._log.is_agreed(self.bridge) or self._notice is not None or not self._has_begun:
            return
        if self.is_opening:
            self._notice = self._loop.call_later(SILENCE, self.guarded(self._report_silence))

    @property
    def is_opening(self) -> bool:
        """Whether the bridge still waits for the first answer of the server.

        It is False if both revisions are given.
        """
        bridge = self.bridge
        return bridge.state == "opening" or (not bridge.agreed and bridge.pending > 0)

    def _report_silence(self) -> None:
        bridge = self.bridge
        if bridge.probing:
            follows = bridge.deadline is not None and bridge.client in per_request()
            self._log.silence("server/discover", bridge.deadline - self._loop.time() if follows else None)
        elif self.is_opening:
            self._log.silence("server/discover" if bridge.server in per_request() else "initialize", None)
