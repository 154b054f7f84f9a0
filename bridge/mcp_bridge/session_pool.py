"""The sessions of all HTTP clients, and the choice of a session for a request of a stateless client.

The input requests and log messages of a server with a handshake do not say to which request they belong. So a
session with such a server serves one call at a time, to which all these frames belong. If the server is
stateless, only log messages do not name their request. So only a call that asks for log messages has a
session to itself. Rules:

- *Identity.* Requests of one identity may use the same session, one after the other. The identity is the
  address of the peer, the revision, the forwarded headers, and the facts that a session states once to the
  server: client info and capabilities. So no client gets another client's frames. A stateless server gets
  these facts in each request. So clients that differ only in these facts share its sessions.
- *Turns.* A request gets the oldest free session of its identity. If none is free, another is started, until
  `parallel` sessions have open calls. Further requests wait. Until the revision of a server is known, its
  session counts towards `parallel` for each identity that may share it.
- *Notifications.* A notification need not state the facts of its client. So it is sent in a session of a
  client that agrees in everything else. Only a stateless server is started for a notification.
- *Follow-ups.* A call whose retry is awaited keeps its session, and so does an open task. A request that
  names the `requestState` or the task uses that session. A `requestState` begins with the name of its
  session. If the session has ended, the retry gets an error with the reason. If too many calls of an identity
  wait for retries, the oldest ends.
- *Shares.* If all sessions are open, and a client needs another one, the pool ends a session of a client that
  has at least two sessions more, preferably one without an open request. So no client excludes the others.
- *Cancelled calls.* A server with a handshake may still send messages about a cancelled call. Its session
  gets no further call, and ends once it has no subscription.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any
from weakref import WeakValueDictionary

import anyio
from mcp_revisions.jsonrpc import INVALID_PARAMS, json_line

from mcp_bridge.core.budget import Budget
from mcp_bridge.core.frames import LISTEN, meta_of, params_of
from mcp_bridge.diagnostics import report
from mcp_bridge.http_client import UpstreamFailure
from mcp_bridge.http_clients import Client, Clients
from mcp_bridge.http_headers import VERSION, ToolMarks
from mcp_bridge.http_session import HttpSession, asks_log
from mcp_bridge.http_trust import (
    PARALLEL_MORE,
    SESSIONS_MORE,
    Head,
    Refusal,
    digest,
    later,
    reached,
)
from mcp_bridge.options import AUTHORIZATION, REFUSING, STOPPING, FrontOptions
from mcp_bridge.problems import Problem, Refused
from mcp_bridge.session import Parts

SWEEP = 1.0  # seconds between looks for unused sessions
HALF_OPEN = 10.0  # seconds after `initialize` without a frame, after which a session may make room
SHARED = "another client needs the session"
PER_PARALLEL = 4  # for each session with calls, the sessions that an identity may keep for retries
ENDED = 4096  # sessions whose end is remembered, because a client may still retry a call there
TOO_MANY_RETRIES = "too many calls of the client wait for its input, so the oldest ended"
_KNOWN_TO_SESSION = ("clientInfo", "clientCapabilities")


class Caller:
    """The stateless clients whose requests agree in everything that the headers say, and their sessions."""

    def __init__(self) -> None:
        self.sessions: list[HttpSession] = []
        self.freed = asyncio.Event()  # a session may be free
        self.marks = ToolMarks()


class Identity:
    """A group of stateless clients that share sessions: the sessions, and requests that wait for a session.

    Clients share sessions if they agree in address, authorization and other facts (`SessionPool.identity`).
    """

    def __init__(self, caller: Caller) -> None:
        self.caller = caller
        self.sessions: list[HttpSession] = []  # those that were started for its requests
        self.used = 0.0
        self.waiting = 0  # requests in the line
        self.line = asyncio.Lock()  # held by the request that has waited longest

    @property
    def usable(self) -> list[HttpSession]:
        """The sessions that requests of this identity may use, oldest first.

        These are its own sessions, and all sessions of its caller whose server is stateless.
        """
        return [each for each in self.caller.sessions if each in self.sessions or each.has_stateless_server]

    @property
    def active(self) -> int:
        """The number of sessions with calls, of those that requests of this identity may use.

        A session counts even if its server's revision is not known yet.
        """
        return sum(
            each.is_active and (each in self.sessions or not each.has_server_with_handshake)
            for each in self.caller.sessions
        )

    @property
    def is_idle(self) -> bool:
        """Whether the identity has neither a session nor a waiting request."""
        return not (self.sessions or self.waiting)

    def learn(self, tools: Any) -> None:
        """Record the arguments that tools mark with `x-mcp-header`. Later calls must send them as headers."""
        for tool in tools if isinstance(tools, list) else []:
            self.caller.marks.learn(tool)


class SessionPool:
    """The open sessions of all HTTP clients, and the choice of a session for each request."""

    def __init__(
        self,
        options: FrontOptions,
        parts: Callable[[str, str, Budget], Parts],
        close: Callable[[], Awaitable[None]],
        *,
        server_is_stateless: bool,
    ) -> None:
        self.options = options
        self.clients = Clients(options)
        # Called with the client's revision, the beginning of each `requestState`, and a budget.
        self.parts = parts
        self._close = close
        self.server_is_stateless = server_is_stateless
        self._by_id: dict[str, HttpSession] = {}  # the sessions of clients with a handshake
        self._all: dict[HttpSession, Identity | None] = {}
        self._ending: set[asyncio.Task[None]] = set()  # the ends of servers
        self._identities: dict[bytes, Identity] = {}
        self._callers: WeakValueDictionary[bytes, Caller] = WeakValueDictionary()
        self._lost: dict[str, str] = {}  # why sessions ended with calls that waited for retries, by token
        self._next_sweep = 0.0
        self._is_closed = False
        self.opened = 0  # sessions since the start

    # Sessions

    def __len__(self) -> int:
        """Return the number of open sessions."""
        return len(self._all)

    @property
    def pending(self) -> int:
        """The number of open requests of clients."""
        return sum(session.bridge.pending for session in self._all)

    async def named(self, id: str, head: Head, *, has_one_stream: bool = False) -> HttpSession:
        """Return the session with an id. Raise a `Refusal` for a client that does not own it.

        If a request has a new authorization, that one owns the session too, as soon as the server has
        accepted it. `has_one_stream` says whether the request uses the HTTP+SSE transport, which must be the
        transport of the session.
        """
        session = self._by_id.get(id)
        if session is None or session.has_one_stream != has_one_stream:
            raise Refusal(404, "the session has ended")
        if not await session.admits(head):
            raise Refusal(404, "the session has ended")
        return session

    async def open(
        self, revision: str, head: Head, identity: Identity | None = None, *, has_one_stream: bool = False
    ) -> HttpSession:
        """Open a session for a client with a handshake, or for an `identity` of stateless clients.

        `has_one_stream` says whether the client uses the HTTP+SSE transport. Raise a `Refusal` if there is no
        room.
        """
        if self._is_closed:
            raise later(503, REFUSING)
        if len(self._all) >= self.options.sessions and not self._make_room(self.clients.of(head)):
            raise reached("sessions", f"{self.options.sessions} sessions are open; {SESSIONS_MORE}")
        most = (
            2 * self.options.sessions
        )  # of open and ending sessions; two thirds may be endings of one client
        is_greedy = self.clients.of(head).ending >= 2 * most // 3
        if is_greedy or len(self._all) + len(self._ending) >= most:
            raise reached("sessions", f"{len(self._ending)} sessions have not ended yet; {SESSIONS_MORE}")
        learn = None if identity is None else identity.learn
        session = HttpSession(self, revision, head, learn, has_one_stream=has_one_stream)
        self.opened += 1
        self._all[session] = identity
        if identity is None:
            self._by_id[session.id] = session
        else:
            identity.sessions.append(session)
            identity.caller.sessions.append(session)
        try:
            await session.start()
        except (Refused, UpstreamFailure, OSError) as error:
            session.close()
            problems = error.problems if isinstance(error, Refused) else (Problem("the server", str(error)),)
            for problem in problems:
                session.report(problem.location, f"cannot be started: {problem.message}")
            reasons = "; ".join(problem.message for problem in problems)
            raise Refusal(502, f"the server cannot be started: {reasons}") from None
        except BaseException:
            session.close()
            raise
        if has_one_stream and session.is_over:
            raise later(503, REFUSING if self._is_closed else SHARED)
        return session

    def sweep(self) -> None:
        """End the sessions that nobody has used for the idle time, at most once in `SWEEP` seconds."""
        now = asyncio.get_running_loop().time()
        if now < self._next_sweep:
            return
        self._next_sweep = now + min(SWEEP, self.options.idle)
        for session in list(self._all):
            session.look_after_readers()
            session.look_after_requests()
            if not session.is_busy and now - session.used > self.options.idle:
                session.close()
        for name, identity in list(self._identities.items()):
            if identity.is_idle and now - identity.used > self.options.idle:
                del self._identities[name]

    def end_all(self) -> None:
        """End all sessions: answer each open request with an error, and open no further session."""
        self._is_closed = True
        for session in list(self._all):
            session.close(reason=STOPPING)

    def open_again(self) -> None:
        """Allow new sessions after `end_all`, because an application may be started again in another loop."""
        self._is_closed, self._next_sweep = False, 0.0
        self._identities.clear()

    async def close(self) -> None:
        """End every session, wait until their servers have ended, and close the shared HTTP client."""
        self.end_all()
        await asyncio.gather(*self._ending, return_exceptions=True)
        await self._close()

    def _make_room(self, client: Client) -> bool:
        """End a session to make room for `client`. Return whether a session was ended.

        An unused session without an open task is ended, or one of a client that has at least two sessions
        more than `client`. A session without an open request comes first, otherwise the one that was not used
        for longest.
        """
        since = asyncio.get_running_loop().time() - HALF_OPEN
        found = [
            session
            for session in self._all
            if not (session.is_busy or any(session.tasks.values()))
            and (session.is_stateless or (session.is_half_open and session.used < since))
        ]
        if not found:
            richer = [each for each in self._all if each.client.sessions > client.sessions + 1]
            richer = [each for each in richer if each.has_no_client] or richer
            most = max((each.client.sessions for each in richer), default=0)
            found = [each for each in richer if each.client.sessions == most]
            if found:
                report("clients", f"the session of one client was ended, because {SHARED}; {SESSIONS_MORE}")
        if found:
            min(found, key=lambda session: session.used).close(reason=SHARED)
        return bool(found)

    def ended(self, session: HttpSession, ending: asyncio.Task[None]) -> None:
        """Remove a session that has ended. `ending` is the task that stops its server.

        `close` waits for this task.
        """
        self._by_id.pop(session.id, None)
        if session in self._all:
            session.client.sessions -= 1
        identity = self._all.pop(session, None)
        if identity is not None:
            identity.sessions.remove(session)
            identity.caller.sessions.remove(session)
            identity.caller.freed.set()
        client = session.client
        client.ending += 1
        self._ending.add(ending)

        def discard(ending: asyncio.Task[None]) -> None:
            self._ending.discard(ending)
            client.ending -= 1

        ending.add_done_callback(discard)

    def revision_known(self, session: HttpSession) -> None:
        """Let waiting requests look again which sessions they may use."""
        identity = self._all.get(session)
        if identity is not None:
            identity.caller.freed.set()

    def lost(self, session: HttpSession, reason: str) -> None:
        """Record why a session ends, for the retries of its calls."""
        self._lost[session.token] = reason
        if len(self._lost) > ENDED:
            del self._lost[next(iter(self._lost))]

    # Clients without a session

    def identity(self, head: Head, frame: dict[str, Any]) -> Identity:
        """Return the `Identity` of the client that sent a request. Add one for a new client.

        Requests have one identity if they agree in the address, the protocol version, the forwarded headers
        and the authorization. Unless the server is stateless, they must also agree in the name and
        capabilities of the client, which `_meta` states.
        """
        key, facts = self._key(head), dict[str, Any]()
        if not self.server_is_stateless:  # a stateless server gets them in each request
            meta = meta_of(frame).items()
            facts = {key: value for key, value in meta if key.rpartition("/")[2] in _KNOWN_TO_SESSION}
        name = hashlib.sha256(key + json_line(facts)).digest()
        identity = self._identities.pop(name, None)
        if identity is None:
            identity = Identity(self._callers.setdefault(key, Caller()))
        self._identities[name] = identity
        identity.used = asyncio.get_running_loop().time()
        if len(self._identities) > 4 * self.options.sessions:
            self._forget_one()
        return identity

    def _key(self, head: Head) -> bytes:
        """Return a digest of what the headers of a request say about its client."""
        found: list[Any] = [
            head.address,
            head.headers.get(VERSION),
            sorted(head.forwarded(self.options).items()),
            head.headers.get(AUTHORIZATION),
        ]
        return hashlib.sha256(json_line(found)).digest()

    def addressed(self, head: Head) -> HttpSession | None:
        """Return the session in which to send a notification, or None.

        If several clients have open sessions and the same headers, one is chosen only if the server is
        stateless. A server with a handshake could attribute the notification to another client.
        """
        caller = self._callers.get(self._key(head))
        sessions = [] if caller is None else caller.sessions
        found = [session for session in sessions if session.is_usable]
        is_one = len({self._all[session] for session in sessions}) == 1
        return found[-1] if found and (is_one or found[-1].has_stateless_server) else None

    @asynccontextmanager
    async def turn(self, identity: Identity, head: Head, frame: dict[str, Any]) -> AsyncIterator[HttpSession]:
        """Yield the session in which to send a request, after waiting until the session is free for it.

        Raise `Refusal` if the request gets no session in time.
        """
        session = self._named(identity, frame)
        if session is None and frame["method"] == LISTEN:
            session = next((each for each in identity.usable if each.is_usable), None)
        if session is None:
            session = await self._wait_for_turn(identity, head, logs=asks_log(frame))
        session.leases += 1
        session.logging += asks_log(frame)
        try:
            yield session
        finally:
            session.leases -= 1
            session.logging -= asks_log(frame)
            self.released(session)

    async def _wait_for_turn(self, identity: Identity, head: Head, *, logs: bool) -> HttpSession:
        """Wait for a free session of an identity, or open a new one. Waiting requests keep their order."""
        identity.waiting += 1
        try:
            with anyio.move_on_after(self.options.request_time) as time:
                async with identity.line:
                    while True:
                        identity.caller.freed.clear()
                        free = next((each for each in identity.usable if each.is_free_for(logs=logs)), None)
                        if free is not None:
                            return free
                        if identity.active < self.options.parallel:
                            time.deadline = math.inf
                            self._end_oldest_awaiting_retry(identity)
                            return await self.open(head.headers[VERSION], head, identity)
                        await identity.caller.freed.wait()
            # The time was over, perhaps at the moment at which a session was to be opened.
            raise self._busy()
        finally:
            identity.waiting -= 1

    def _busy(self) -> Refusal:
        """Return the error for a request that got no session in time."""
        most, seconds = self.options.parallel, self.options.request_time
        reason = f"every server of this client is busy ({most} at most), and none was free in {seconds:g} s"
        return reached("servers", f"{reason}; {PARALLEL_MORE}")

    def _named(self, identity: Identity, frame: dict[str, Any]) -> HttpSession | None:
        """Return the session whose `requestState` or task a request names, or None.

        Raise a `Refusal` if that session has ended.
        """
        params = params_of(frame)
        state, task = params.get("requestState"), params.get("taskId")
        if frame["method"] == LISTEN:
            wanted = params.get("notifications")
            tasks = wanted.get("taskIds") if isinstance(wanted, dict) else None
            task = tasks[0] if isinstance(tasks, list) and tasks else None
        token = state.partition(".")[0] if isinstance(state, str) else None
        key = digest(task) if isinstance(task, str) else None
        if token in self._lost:
            raise Refusal(200, f"the call has ended: {self._lost[token]}", code=INVALID_PARAMS)
        found = [each for each in identity.usable if each.token == token or key in each.tasks]
        found = [each for each in found if not each.is_over]
        if len(found) > 1:
            raise Refusal(400, "several sessions have a task with this id, so the bridge cannot choose one")
        return found[0] if found else None

    def _end_oldest_awaiting_retry(self, identity: Identity) -> None:
        """If too many sessions of an identity wait for a retry of their client, end the oldest of these."""
        usable, most = identity.usable, PER_PARALLEL * self.options.parallel
        kept = [each for each in usable if not each.is_active]
        if len(usable) >= most and kept:
            ends = min(kept, key=lambda each: each.used)
            reason = f"{TOO_MANY_RETRIES} (one client has {most} servers at most; {PARALLEL_MORE})"
            if ends.awaits_retry:
                report("clients", reason)
            ends.close(reason=reason)

    def released(self, session: HttpSession) -> None:
        """Give a session to the next waiting request, because a request was sent, answered or cancelled.

        If the session may get no further call, end it.
        """
        identity = self._all.get(session)
        if identity is None:
            return
        is_needed = session.calls or session.leases or session.awaits_retry or session.is_read
        if session.is_retired and not is_needed:
            session.close()
        elif session.is_free or not (session.calls or session.leases):  # another one may be started
            identity.caller.freed.set()

    def _forget_one(self) -> None:
        for name, identity in self._identities.items():
            if identity.is_idle:
                del self._identities[name]
                return
