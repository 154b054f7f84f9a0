"""A session over HTTP: the streams of its clients, and the owner of the session.

The `Bridge` names the stream of each frame, and reports the end of each stream once. Rules:

- An answer waits in its stream until the client has it, or can no longer resume the stream.
- Any other frame of the server goes to its stream if a client reads that stream or may resume it. Otherwise
  it goes to the standalone stream (GET) if that is read. If a request of the server has no such stream, it is
  answered with an error at once.
- If several calls are open, and the server does not say to which of them its request belongs, the request
  goes to the standalone stream if that is read. If it went to the stream of a wrong call, it could be lost
  with the end of that stream.
- If the connection breaks on which a request of the server was sent, the request waits `BACK` seconds for its
  client. Then it goes to another stream as soon as one is read. After the idle time it is answered with an
  error. A connection that takes nothing for `STALLED` seconds is closed. So if a connection breaks more than
  `STALLED` seconds after a request was sent, the request has arrived, and is not sent again.
- If clients read slowly, the bridge stops reading from the server. A client that reads nothing would then
  block the whole session, so its response is abandoned after `HOLDING` seconds. If no client has read
  anything since then, the next such response is abandoned after half that time, and so on, down to a tenth.
- A session is unused if no client waits or reads. A call whose retry is awaited keeps its session, as long as
  the `Bridge` waits for the retry.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

import anyio
from mcp_revisions import Change
from mcp_revisions.jsonrpc import request_key

from mcp_bridge.core.bridge import AUTO
from mcp_bridge.core.budget import Account, Budget, StoredValues
from mcp_bridge.core.conversation import SILENT
from mcp_bridge.core.frames import CANCELLED, ROUTINE, meta_of
from mcp_bridge.core.requests import NO_ROOM
from mcp_bridge.core.revisions import per_request, reserved_key, with_handshake
from mcp_bridge.core.rules import TERMINAL
from mcp_bridge.core.sides import Side
from mcp_bridge.diagnostics import report
from mcp_bridge.http_clients import Clients, Use
from mcp_bridge.http_headers import Challenge
from mcp_bridge.http_streams import Stream
from mcp_bridge.http_trust import Head, digest, key_of, later
from mcp_bridge.options import AUTHORIZATION, HOLDING, STALLED, FrontOptions
from mcp_bridge.session import Parts, Session

STOPPING = 1.5  # seconds for a server to end
JUDGED = 8  # new authorizations of a session that the server judges at the same time
TOKENS = 4  # authorizations that a session has at the same time: the last that the server accepted
FINISHED = 64  # ended streams of a session that a client may resume
TASKS = 1024  # tasks of a session that are remembered
LOG_LEVEL = reserved_key("logLevel")
BACK = 5.0  # seconds for a client to resume a broken stream on which a request of the server was sent
RENEWAL = 300.0  # seconds for a person to log in again, or to grant more scopes
NOWHERE = "the client accepts no requests of the server for this call"
ABANDONED = "the client did not answer the request of the server in time"


@dataclass
class ServerRequest(StoredValues):
    """An open request of the server to the client.

    `stream` is the stream on which it was delivered, and `number` its number in that stream.
    """

    head: Any  # the frame with only its id and method
    stream: Stream
    number: int
    put: float  # when it was delivered
    left: float | None  # since when the frame has no reader; None while it has one

    @property
    def is_confirmed(self) -> bool:
        """Whether the client has received this request.

        The client shows that by resuming the stream after the request.
        """
        return self.stream.is_confirmed(self.number)


class Pool(Protocol):
    """The methods of `SessionPool` that a session calls."""

    options: FrontOptions
    clients: Clients

    def parts(self, revision: str, token: str, budget: Budget, /) -> Parts:
        """Return the three parts of a new session: the bridge, the server's transport, and the log.

        `token` begins each `requestState` of the session.
        """
        ...

    def released(self, session: HttpSession) -> None:
        """Offer the session to the next waiting request.

        A request was sent, answered or cancelled, so the session may be free.
        """
        ...

    def ended(self, session: HttpSession, ending: asyncio.Task[None]) -> None:
        """Remove a session that has ended. `ending` is the task that stops its server."""
        ...

    def revision_known(self, session: HttpSession) -> None:
        """Handle that the revision of the session's server is known, so that others may share the session."""
        ...

    def lost(self, session: HttpSession, reason: str) -> None:
        """Record why a session ends whose client may still retry a call."""
        ...


def asks_log(frame: dict[str, Any]) -> bool:
    """Return whether a stateless request asks for log messages."""
    return meta_of(frame).get(LOG_LEVEL) is not None


class HttpSession(Session):
    """A session, and the streams of its clients.

    If `learn` is given, the clients are stateless: each request is independent, no stream is resumed, and
    `learn` is called with each listed tool.

    If `has_one_stream` is set, the client uses the HTTP+SSE transport (2024-11-05). Then the standalone
    stream carries every frame for the client, cannot be resumed, and ends the session when it ends.
    """

    def __init__(
        self,
        pool: Pool,
        revision: str,
        head: Head,
        learn: Callable[[Any], None] | None = None,
        *,
        has_one_stream: bool = False,
    ) -> None:
        self.id = secrets.token_urlsafe(24)
        self.token = secrets.token_hex(8)  # the beginning of each state of an input request
        self.client = pool.clients.of(head)  # the client in whose budget the session counts
        self.client.sessions += 1
        stored = self.client.stored
        super().__init__(pool.parts(revision, self.token, stored), names_streams=True, budget=stored)
        self.is_stateless = learn is not None
        self.has_one_stream = has_one_stream
        self.used = self._loop.time()
        self.posts = 0
        self.calls = 0  # open calls
        self.leases = 0  # requests that got the session and were not sent yet
        self.logging = 0  # the calls and leases that ask for log messages
        self.is_retired = False
        self._is_known = False  # whether the pool knows the revision of the server
        self.tasks: dict[bytes, bool] = {}  # for each task, whether it is open
        self._pool = pool
        self._learn = learn
        self._numbers = 0
        self._unread = 0
        self._is_paused = False
        self._continued = asyncio.Event()  # set while the server is read
        self._continued.set()
        self._paused = 0.0  # when reading of the server was last paused or continued
        self._holding = HOLDING
        self.general = Stream("0", self.budget, self._count, is_kept=not has_one_stream, is_awaited=False)
        self.general.is_begun = True
        self._streams = {"0": self.general}
        self._asked: dict[Any, ServerRequest] = {}  # open requests of the server, by id
        self._is_full = False  # whether too many bytes wait for the server
        self._waiting: list[Use] = []  # bodies that ended while too many bytes waited for the server
        self._refusal: str | None = None  # why the last message of the client is not passed on
        self._account = Account(self.budget)
        # The authorizations of the owner: the one that opened the session, and those accepted since then.
        self._owners = [key_of(head.headers)]
        self._renewal = 0.0  # until this time, a request with another authorization may be the owner's
        # Locks by new authorization, which keep the order of requests.
        self._judging: dict[bytes | None, anyio.Lock] = {}
        self.headers = head.forwarded(pool.options)

    # The state of the session

    @property
    def awaits_retry(self) -> bool:
        """Whether a client may retry a call that was answered with input requests."""
        away: int = self.bridge.awaiting_retry
        return away > 0

    @property
    def is_read(self) -> bool:
        """Whether a client waits for further frames of a request or a subscription."""
        return any(stream.is_read and not stream.is_over for stream in self._streams.values())

    @property
    def is_busy(self) -> bool:
        """Whether a client waits or reads, or may retry a call.

        An open request whose client is gone does not count. On the HTTP+SSE transport, reading does not count
        before the client has posted something.
        """
        is_read = any(stream.is_read for stream in self._streams.values())
        is_opened = self.posts > 0 or not self.has_one_stream
        return self.leases > 0 or self.awaits_retry or (is_read and is_opened)

    @property
    def is_half_open(self) -> bool:
        """Whether the client has done nothing yet after it opened the session."""
        return self.posts == (0 if self.has_one_stream else 1)

    @property
    def has_no_client(self) -> bool:
        """Whether no request is open and no retry is expected.

        A client may still read the standalone stream.
        """
        return not (self.calls or self.leases or self.awaits_retry or self.bridge.pending)

    @property
    def open_bytes(self) -> int:
        """The bytes of the bodies of open requests, which the bridge may have to send again."""
        return sum(stream.use.size for stream in self._streams.values() if stream.use is not None)

    @property
    def is_usable(self) -> bool:
        """Whether further stateless requests may be sent in this session.

        They may not if the session has ended, or if a client cancelled a call to a server with a handshake.
        """
        return self._has_begun and not (self.is_over or self.is_retired)

    @property
    def is_active(self) -> bool:
        """Whether the session is being started, has an open call, or has a request that was not sent yet."""
        return not self._has_begun or self.calls > 0 or self.leases > 0

    @property
    def has_stateless_server(self) -> bool:
        """Whether the server is known to be stateless. Each request then states the facts of its client."""
        return self.bridge.agreed and self.bridge.server in per_request()

    @property
    def has_server_with_handshake(self) -> bool:
        """Whether the server is known to have a handshake."""
        return self.bridge.server in with_handshake()

    @property
    def is_free(self) -> bool:
        """Whether a stateless call can be sent in this session now, if it asks for no log messages."""
        return self.is_free_for(logs=False)

    def is_free_for(self, *, logs: bool) -> bool:
        """Return whether a stateless call can be sent in this session now.

        `logs` says whether the call asks for log messages. A stateless server sends log messages only for
        such a call, and a log message does not name its call. All other messages name their request. So a
        call that asks for log messages uses the session alone, unless each request has its own connection.
        """
        if not self.is_usable:
            return False
        is_shared = self.upstream.names_requests or not (logs or self.logging or self._is_paused)
        if is_shared and self.has_stateless_server:
            return True
        return not (
            self.calls or self.leases or self.awaits_retry or self._is_paused or any(self.tasks.values())
        )

    # Requests of clients

    async def admits(self, head: Head) -> bool:
        """Return whether a request comes from the owner of the session.

        If the request has a new authorization, wait until the server has accepted it. Requests with the same
        new authorization keep their order. Raise a `Refusal` if too many new ones wait.

        A server without a session of its own cannot tell to whom an authorization belongs. With such a
        server, a new authorization is allowed only within `RENEWAL` seconds after the server has asked for
        another one.
        """
        headers = head.forwarded(self._pool.options)
        if AUTHORIZATION not in headers:
            return self._is_owner(head.headers)
        key = key_of(headers)
        order = self._judging.get(key)
        if order is None and not self._is_owner(headers) and self._may_renew:
            if len(self._judging) >= JUDGED:
                raise later(503, "the server has not accepted other authorizations for the session yet")
            order = self._judging[key] = anyio.Lock()
        if order is not None:
            try:
                async with order:
                    if not self._is_owner(headers):
                        await self._judge(headers)
            finally:
                if not order.locked():  # nobody waits
                    self._judging.pop(key, None)
        return self._is_owner(head.headers)

    def _is_owner(self, headers: Mapping[str, str]) -> bool:
        return key_of(headers) in self._owners

    @property
    def _may_renew(self) -> bool:
        return self.upstream.knows_owner or self._loop.time() < self._renewal

    async def _judge(self, headers: Mapping[str, str]) -> None:
        """Ask the server whether it accepts an authorization.

        If the server accepts it, record it as an authorization of the owner. If the server refuses it, raise
        the server's challenge.
        """
        is_first = self._owners == [None]
        is_accepted = await self.upstream.accepts(headers, is_first=is_first)
        if is_accepted and self._may_renew and not self.is_over:
            self._owners = [*self._owners, key_of(headers)][-TOKENS:]
            self._renewal = 0.0
            self.accepted(headers)

    def post(self, read: Any, data: bytes, head: Head, use: Use, *, takes_events: bool) -> Stream:
        """Send a parsed body to the server, and return the stream on which the answers will arrive.

        `use` is what the body uses of its client's budgets. It is released when the requests of the body are
        over.
        """
        self.used = self._loop.time()
        self.posts += 1
        self._numbers += 1
        first = read.tree if isinstance(read.tree, dict) else {}
        stream = Stream(
            str(self._numbers),
            self.budget,
            self._count,
            is_kept=not self.is_stateless,
            is_awaited=not self.has_one_stream or first.get("method") == "initialize",
            headers=head.forwarded(self._pool.options),
            takes_events=takes_events,
            is_call="id" in first and "method" in first and first["method"] not in SILENT,
            logs=asks_log(first),
            use=use,
        )
        use.is_sent = True
        self._streams[stream.name] = stream
        self.calls += stream.is_call
        self.logging += stream.logs
        for frame in read.tree if isinstance(read.tree, list) else [read.tree]:
            if "method" not in frame:
                self._forget_asked(request_key(frame.get("id")))
        self._refusal = None
        self.from_client(read, data, stream)
        stream.refusal = self._refusal
        self._forget_finished()
        return stream

    def stream(self, name: str, head: Head) -> Stream | None:
        """Return a stream by its name, or None if another authorization opened that stream."""
        stream = self._streams.get(name)
        if stream is None or stream is self.general or self.upstream.knows_owner:
            return stream
        return stream if stream.headers.get(AUTHORIZATION) == head.headers.get(AUTHORIZATION) else None

    def attach(self, stream: Stream, *behind: int) -> int:
        """Let a client read a stream, and return a ticket, the number of the new reader.

        `behind` is given for a client that resumes. It has two numbers: the number of the last message that
        the client has, and the ticket of the reader that got this message.
        """
        ticket = stream.attach(*behind)
        for asked in self._asked.values():
            if asked.stream is stream and (asked.is_confirmed or asked.number > stream.taken):
                asked.left = None
        return ticket

    def detach(self, stream: Stream, ticket: int) -> None:
        """Remove a reader of a stream, because the client is gone or has read everything."""
        carried = [each for each in self._asked.values() if each.stream is stream and not each.is_confirmed]
        is_newest, now = stream.detach(ticket), self._loop.time()
        is_whole = is_newest and stream.is_over and not stream.is_unread
        for asked in carried:
            is_in_doubt = not is_whole and (is_newest or stream.was_sent_to(asked.number, ticket))
            if is_in_doubt and now - asked.put < STALLED:
                asked.left = now
        if not is_newest:
            return
        self.used = now
        if stream is self.general and self.has_one_stream:
            self.close()
        if stream is self.general and self.is_over:
            self.forget(stream)  # it was read when the session ended
        if stream is self.general or stream.is_read:
            return
        if self.is_stateless and not stream.is_over:
            self.gone(stream)
        if self.is_stateless or self.is_over or (stream.is_over and not stream.is_begun):
            self.forget(stream)
        self._pool.released(self)

    def forget(self, stream: Stream) -> None:
        """Remove a stream that no client can resume."""
        self._streams.pop(stream.name, None)
        stream.close()

    def _forget_finished(self) -> None:
        finished = [stream for stream in self._streams.values() if stream.is_over and not stream.is_read]
        for stream in finished[:-FINISHED]:
            self.forget(stream)

    def _count(self, size: int) -> None:
        """Add `size` to the number of bytes that clients have not read.

        If there are too many, stop reading the server until the clients have read enough of them.
        """
        self._unread += size
        self.client.unread += size
        most = self.client.most_unread(self._pool.options.unread)
        is_slow = self._unread > most / (4 if self._is_paused else 1)
        if is_slow != self._is_paused:
            self._is_paused, self._paused = is_slow, self._loop.time()
            self._holding = self._holding if is_slow else HOLDING  # a client has taken something
            (self._continued.clear if is_slow else self._continued.set)()
            self.upstream.pause(is_slow)
            self._pool.released(self)

    async def readers_go_on(self) -> None:
        """Wait until the clients have read so much that the bridge reads from the server again."""
        while self._is_paused and not self.is_over:
            await self._continued.wait()

    def look_after_readers(self) -> None:
        """Drop the responses to clients that read so slowly that the bridge cannot read from the server."""
        seconds = self._holding
        since = self._loop.time() - seconds
        if not self._is_paused or self._paused > since:
            return
        for stream in list(self._streams.values()):
            if stream.is_read and stream.is_unread and stream.moved is not None and stream.moved <= since:
                reason = f"a client read nothing of a response for {seconds:g} seconds"
                report(
                    f"session {self._log.number}",
                    f"{reason}; the response is dropped, and the bridge continues to read from the server",
                )
                for ticket in stream.tickets:
                    self.detach(stream, ticket)
                self._holding = max(seconds / 2, HOLDING / 10)

    # The client

    @property
    def begins_again(self) -> bool:
        """Whether the bridge opens a new session if the server loses one.

        It does so for stateless clients, which know no session.
        """
        return self.is_stateless

    def to_client(self, frame: Any, data: bytes) -> None:
        """Deliver a frame on the stream that the frame names, or on another stream that a client reads."""
        stream, tree = frame.stream, frame.tree
        is_answer = "method" not in tree
        if self.is_stateless:
            self._observe(tree)
        if stream is not None and is_answer:
            stream.error = tree.get("error")
            is_refused = stream.is_read and stream.challenge is not None  # the POST has an HTTP error
            place = self.general if self.has_one_stream and not is_refused else stream
            place.put(data, is_response=True)
            return
        if tree.get("method") == CANCELLED:
            asked = self._forget_asked(request_key(frame.id))
            if asked is not None and not asked.stream.is_over:
                stream = asked.stream  # not that of its call, if the client had left that
        place = self.general if stream is None or stream is self.general else self._place(stream)
        if "id" in tree and not is_answer:
            is_guess = self.calls > 1 and not self.upstream.names_requests
            self._ask(
                frame, self.general if is_guess and self.general.is_read else place or self._read_call()
            )
        elif place is not None and not (stream is None and self.is_stateless):
            place.put(data)

    def flush_client(self) -> None:
        """Tell the pool that the revision of the server is known, as soon as it is known."""
        if not self._is_known and self.bridge.server != AUTO:
            self._is_known = True
            self._pool.revision_known(self)

    def dropped(self, frame: Any) -> None:
        """Record why a message of the client was dropped, if the client made a mistake."""
        for loss in frame.losses:
            if frame.sender == "client" and Change(loss.change, loss.reason) not in ROUTINE:
                self._refusal = loss.reason

    def _place(self, stream: Stream) -> Stream | None:
        """Return the stream on which to deliver a frame, or None.

        This is the stream to which the frame belongs, if a client reads or may resume it. Otherwise it is the
        standalone stream, if a client reads that.
        """
        if not self.has_one_stream and stream.takes_events and (stream.is_read or stream.is_begun):
            return stream
        return self.general if self.general.is_read else None

    def _read_call(self) -> Stream | None:
        """Return the stream of an open call whose client reads the stream, or None."""
        calls = (each for each in self._streams.values() if each.is_call and not each.is_over)
        return next((each for each in calls if each.is_read and each.takes_events), None)

    def _ask(self, frame: Any, stream: Stream | None) -> None:
        """Deliver a request of the server on a stream, and store it until it is answered."""
        if stream is None or self.is_stateless:
            self.undelivered(frame, NOWHERE)
            return
        head = frame._replace(content={name: frame.tree[name] for name in ("id", "method")})
        asked = ServerRequest(head, stream, 0, 0.0, None)
        if self._account.store(asked, "frame", frame.tree):
            self._asked[request_key(frame.id)] = asked
            self._put(asked, stream)
        else:
            self.undelivered(frame, NO_ROOM)

    def _put(self, asked: ServerRequest, stream: Stream) -> None:
        """Deliver a stored request of the server on a stream."""
        asked.stream, asked.number, asked.put = stream, stream.put(asked.stored["frame"]), self._loop.time()
        asked.left = None if stream.is_read else asked.put

    def _forget_asked(self, key: Any) -> ServerRequest | None:
        """Remove an answered or cancelled request of the server, and return it.

        No client then gets the request from a resumed stream.
        """
        asked = self._asked.pop(key, None)
        if asked is not None:
            self._account.release(asked)
            asked.stream.withdraw(asked.number)
        return asked

    def look_after_requests(self) -> None:
        """Send open requests of the server again if the stream that carried them has lost its reader.

        They are sent on a stream of the session that a client reads. If there is none for the idle time, the
        server gets an error.
        """
        now = self._loop.time()
        for key, asked in list(self._asked.items()):
            if asked.left is None or now - asked.left < BACK:
                continue
            places = (asked.stream, self.general)
            stream = next((each for each in places if each.is_read), None) or self._read_call()
            if stream is not None:
                asked.stream.withdraw(asked.number)
                self._put(asked, stream)
            elif now - asked.left > self._pool.options.idle:
                self._forget_asked(key)
                self.undelivered(asked.head, ABANDONED)

    def ended(self, stream: Any, reason: str) -> None:
        """Record that a request of a client is over."""
        stream.end()
        if stream.use is not None:
            stream.use.release_requests()
            self._loop.call_soon(self._release, stream.use)  # when its frames have gone to the server
        self.logging -= stream.logs
        if stream.is_call:
            self.calls -= 1
            bridge = self.bridge
            if (
                reason in ("cancelled", "gone")
                and bridge.state == "open"
                and bridge.server in with_handshake()
            ):
                self.is_retired = self.is_stateless  # the server may still write about the call
        if not (stream.is_read or stream.is_begun):
            self.forget(stream)
        self._loop.call_soon(self._pool.released, self)

    def full(self, is_full: bool) -> None:
        """Count the bodies of the client for as long as their frames wait for the server."""
        self._is_full = is_full
        while self._waiting and not is_full:
            self._waiting.pop().release()

    def _release(self, use: Use) -> None:
        """Release a body whose requests are over. If bytes wait for the server, count the body until then."""
        if self._is_full and not self.is_over:
            self._waiting.append(use)
        else:
            use.release()

    def challenged(self, stream: Any, challenge: Challenge) -> None:
        """Store the server's request for authorization. The HTTP response to the client will contain it.

        `stream` is that of the client's request. Its error response is delivered after this call. But if the
        request carries an answer to an input request, there will be no error response, so this method cancels
        the request.

        If the bridge sends credentials of its own, only its operator can renew them. The client then gets
        only the error.
        """
        if self.upstream.has_credentials:
            self.report_challenge(challenge)
        if isinstance(stream, Stream):
            if not self.upstream.has_credentials:
                stream.challenge = challenge
                self._renewal = self._loop.time() + RENEWAL
            if self.is_stateless:
                self._loop.call_soon(self._give_up, stream)

    def _give_up(self, stream: Stream) -> None:
        if not stream.is_over:
            self.gone(stream)

    def accepted(self, headers: Mapping[str, str]) -> None:
        """Record that the server has accepted these headers."""
        super().accepted(headers)
        if self.upstream.judges:
            self._pool.clients.tokens.add(headers)

    def over(self, side: Side) -> None:
        """End the standalone stream, and stop the server."""
        self._asked.clear()
        self._account.close()
        self._continued.set()
        self.general.end()
        for use in self._waiting:
            use.release()
        self._waiting.clear()
        for stream in [*self._streams.values()]:
            if stream.use is not None:
                stream.use.release()  # the bridge may have failed before it ended the requests
            if not stream.is_read:
                self.forget(stream)
        self._pool.ended(self, self._loop.create_task(self._stop(is_first=side == "server")))

    async def _stop(self, *, is_first: bool) -> None:
        if self.failure is not None:
            why = f"{type(self.failure).__name__}: {self.failure}"
            self.report("mcp-bridge", f"a session ends because of an internal error: {why}")
        code = await self.stop_upstream(STOPPING)
        if is_first and self.failure is None and code is not None:
            self.report_ending(code)

    def _close(self, side: Side, reason: str | None = None) -> None:
        if self.awaits_retry:
            self._pool.lost(self, reason or f"the {side} is gone")
        super()._close(side, reason)

    def close(self, headers: Mapping[str, str] | None = None, reason: str | None = None) -> None:
        """End the session. Open requests are answered with an error that states `reason`.

        `headers` are those of the client's request to end the session, if there is one.
        """
        if headers is not None:
            self.headers = headers
        if not self._is_closed:
            self._handle(self.bridge.cancel_tasks)
        self._close("server", reason)
        self.end("client")

    def _observe(self, tree: Mapping[str, Any]) -> None:
        """Record the tools of the server and the open tasks of the client that a message mentions.

        The session is kept while a task is open.
        """
        body = tree.get("params") if "method" in tree else tree.get("result")
        if not isinstance(body, dict):
            return
        if self._learn is not None and "tools" in body:
            self._learn(body["tools"])
        task, status = body.get("taskId"), body.get("status")
        if isinstance(task, str) and isinstance(status, str):
            key = digest(task)
            self.tasks.pop(key, None)
            self.tasks[key] = status not in TERMINAL
            if len(self.tasks) > TASKS:
                del self.tasks[next(iter(self.tasks))]
