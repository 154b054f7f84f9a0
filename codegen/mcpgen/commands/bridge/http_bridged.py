"""A server of the HTTP front behind a protocol object of its own, with the streams of its clients.

A `BridgedServer` serves one session of a legacy client, or stateless requests. Rules:

- Frames of clients go through the protocol object to the server, frames of the server through the protocol
  object to the `FrameRouter`.
- A slow server keeps the bodies of its clients charged. A server whose clients are slow is not read.
- A server that ends when it is probed is started again once. Otherwise its end is the end of everything: the
  open requests are answered, and the streams finished.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from mcpgen.commands.bridge.diagnostics import LossReport, RevisionReport, SessionRecorder, report
from mcpgen.commands.bridge.http_headers import Challenge
from mcpgen.commands.bridge.http_memory import Charge, Memory, Room
from mcpgen.commands.bridge.http_routing import FrameRouter
from mcpgen.commands.bridge.http_streams import Backlog, Stream
from mcpgen.commands.bridge.http_trust import Ownership, Rate
from mcpgen.commands.bridge.link import Link
from mcpgen.commands.bridge.stdio import ending
from mcpgen.commands.logs import Side
from mcpgen.runtime.bridge.unreadable import replacements
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.json_values import is_request_id
from mcpgen.runtime.messages.json_text import parse

STOPPING = 1.5  # seconds for a server to end


class Allowance(NamedTuple):
    """The rate and the memory of a session, or of an identity."""

    rate: Rate
    room: Room


@dataclass(frozen=True)
class Served:
    """The clients of a bridged server, and their allowance.

    `stateless` says that the clients are modern: requests stand alone, no stream is taken up again, and
    closing a stream cancels its requests.
    """

    stateless: bool
    authorization: str | None
    allowance: Allowance
    memory: Memory
    worker: str = ""


class BridgedServer:
    """A server, a protocol object and the streams of clients, until either side ends."""

    def __init__(
        self,
        bridge: Any,
        make_server: Callable[[Any], Any],
        served: Served,
        ended: Callable[[BridgedServer], None],
        recorder: SessionRecorder | None = None,
        losses: LossReport | None = None,
        revisions: RevisionReport | None = None,
    ) -> None:
        token = secrets.token_urlsafe(24)
        self.session_id = f"{served.worker}.{token}" if served.worker else token
        self.stateless = served.stateless
        self.owner = Ownership(served.authorization)
        self.rate, self.room = served.allowance
        self.challenge: Challenge | None = None  # the server's, until the server accepts an authorization
        self.used = asyncio.get_running_loop().time()
        self.users = 0  # clients that wait, that read, or whose turn it is
        self.posts = 0  # bodies that came in
        self.on_call_ended: Callable[[bool], None] | None = None  # as in `FrameRouter`
        self.is_over = False
        self._backlog = Backlog(served.memory)
        self.streams = FrameRouter(self._backlog, self._call_ended, stateless=served.stateless)
        self.server = make_server(self)
        self._make_server = make_server
        self._task: asyncio.Task[Any] | None = None
        self._ended = ended
        self._restarted = False
        self._is_unread = False  # the server is not read, because its clients are slow
        self._is_full = False  # the buffer to the server is full, because the server is slow
        self._untaken: list[Charge] = []  # bodies that the server has not taken
        deliver = {"client": self._to_client, "server": self._to_server}
        self.link = Link(bridge, deliver, self._failed, recorder, losses, revisions)  # type: ignore[arg-type]

    # Frames of clients

    def send(self, frames: list[dict[str, Any]], data: bytes, charge: Charge) -> Stream | None:
        """Pass on the frames of a body; return the stream of the answers, None where no answer is due.

        The body stays charged until the server has taken the frames and answered the requests. Raises
        `ValueError` for a request whose id is in use.
        """
        requests = [frame for frame in frames if "method" in frame and is_request_id(frame.get("id"))]
        stream = self.streams.enter(requests, charge) if requests else None
        self._untaken.append(charge.hold())
        self.link.received("client", [json_line(frames[0])] if self.stateless else [data])
        self._drop_taken()
        return stream

    def cancel(self, stream: Stream) -> None:
        """Cancel the requests of a stream whose client is gone."""
        for frame in self.streams.cancelled(stream):
            self.link.received("client", [json_line(frame)])
        self.adjust_reading()

    def forget(self, stream: Stream) -> None:
        """Forget a stream that is read to its end."""
        self.streams.forget(stream)
        self.adjust_reading()

    def adjust_reading(self) -> None:
        """Stop reading from the server while its clients, or those of the process, are slow, or resume."""
        if self._is_unread and self._backlog.may_resume():
            self._is_unread = False
            self.server.pause(False)
        elif not self._is_unread and self._backlog.must_pause():
            self._is_unread = True
            self.server.pause(True)

    def set_headers(self, headers: Mapping[str, str]) -> None:
        """Send these headers of the client to a server behind HTTP from now on."""
        own = getattr(self.server, "headers", None)
        if own is not None:
            own.update(headers)

    async def stopped(self) -> None:
        """Wait for the end of the server."""
        if self._task is not None:
            await self._task

    @property
    def revision(self) -> str:
        """The revision of the clients."""
        revision: str = self.link.bridge.client
        return revision

    @property
    def is_busy(self) -> bool:
        """Whether a client waits for an answer or reads a stream. An open request alone does not count."""
        return self.users > 0

    def _call_ended(self, is_cancelled: bool) -> None:
        if self.on_call_ended is not None:
            was_sent = self.link.bridge.state == "open"  # before, the protocol object keeps requests
            self.on_call_ended(is_cancelled and was_sent)

    def _drop_taken(self) -> None:
        """Give back the memory of bodies that the server has taken."""
        if not self._is_full and self.link.bridge.state != "opening":
            taken, self._untaken = self._untaken, []
            for charge in taken:
                charge.drop()

    def _to_client(self, frames: list[tuple[Any, bytes]]) -> None:
        for frame, data in frames:
            try:
                tree = frame if isinstance(frame, (dict, list)) else parse(data)
            except ValueError as problem:  # equal revisions carry lines that no strict parser reads
                self._replace_unreadable(data, str(problem))
                continue
            for one in tree if isinstance(tree, list) else [tree]:
                if isinstance(one, dict):
                    self.streams.route(one, data if one is tree else json_line(one))
                else:  # equal revisions carry any JSON, such as a number that a server prints
                    report("the server", "a line that is no frame is dropped")
        self.adjust_reading()
        self._drop_taken()

    def _replace_unreadable(self, data: bytes, reason: str) -> None:
        """Deliver the errors for an unreadable line of the server; report a line without any."""
        found = replacements("server", data, reason)
        for to, error in found:
            if to == "server":
                self.link.received("client", [json_line(error)])
            else:
                self.streams.route(error, json_line(error))
        if not found:
            report("the server", f"an unreadable frame is dropped: {reason}")

    def _to_server(self, frames: list[tuple[Any, bytes]]) -> None:
        self.server.write(b"".join(data + b"\n" for _, data in frames))
        self._drop_taken()

    # The server, as its listener

    def received(self, side: Side, lines: list[bytes]) -> None:
        """Handle lines of the server."""
        self.link.received(side, lines)

    def paused(self, side: Side, paused: bool) -> None:
        """Note that the buffer to the server is full, or has room again; bodies stay charged meanwhile."""
        if side == "server":
            self._is_full = paused
            self._drop_taken()

    def client_hung_up(self) -> None:
        """Do nothing: a client behind HTTP does not hang up."""

    def client_gone(self) -> None:
        """Do nothing: a client behind HTTP does not hang up."""

    def unauthorized(self, challenge: Challenge) -> None:
        """Note that the server asks for authorization; the error with the challenge's data says so."""
        self.challenge = challenge
        self.owner.asked()

    def authorized(self) -> None:
        """Note that the server has answered since then."""
        self.challenge = None
        self.owner.answered()

    def server_ended(self, server: Any) -> None:
        """Start a server again that ended when it was probed; otherwise end everything."""
        if server is not self.server or self.is_over:
            return
        if self.link.bridge.restartable and not self._restarted:
            self._restarted, self._is_full = True, False
            self.server = self._make_server(self)
            self._task = asyncio.get_running_loop().create_task(self._start_again(server))
            return
        self.end("server")

    async def _start_again(self, ended: Any) -> None:
        await ended.kill()
        try:
            await self.server.start()
        except Exception as error:
            report("the server", f"cannot be started again: {error}")
            self.end("server")
        else:
            self.link.restarted()

    # The end

    def complete(self) -> None:
        """End everything for clients that are still there: subscriptions end with a result."""
        self.link.close("server")
        self.end("client")

    def end(self, side: Side) -> None:
        """Answer open requests, finish the streams, and stop the server."""
        if self.is_over:
            return
        self.is_over = True
        self.link.close(side)
        self.link.stop()
        self.streams.end("the server is gone" if side == "server" else "the session has ended")
        for charge in self._untaken:
            charge.drop()
        self._untaken.clear()
        self._ended(self)
        self._task = asyncio.get_running_loop().create_task(self._stop_server(is_first=side == "server"))

    async def _stop_server(self, *, is_first: bool) -> None:
        code = await self.server.stop(STOPPING)
        if is_first and code is not None:
            report(self.server.name, ending(code))

    def _failed(self, error: Exception) -> None:
        report("mcpgen bridge", f"a session ends: {type(error).__name__}: {error}")
        self.end("server")
