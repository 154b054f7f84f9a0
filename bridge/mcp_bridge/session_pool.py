"""The sessions of all clients over HTTP, and the session that a request of a client without one gets.

A server with a handshake names no request in its input requests and log messages. So a session with such a
server serves one call at a time, and each such frame belongs to that call. One without a handshake leaves the
request out in log messages only, so there only a call that asks for a log is alone. Rules:

- *Identity.* Requests of one identity may use the same session, one after the other. The identity is the
  address of the peer, the revision and the forwarded headers, and the facts that the server is told once for
  a session: client info and capabilities. So no client gets another's frames.
- *Turns.* A request gets the oldest session of its identity that is free. Where none is free, another is
  started, up to `parallel` with open calls; further requests wait.
- *Follow-ups.* A call whose client is away with input requests, and an open task, keep their session. The
  request with the state or the task goes there; a state begins with the name of its session.
- *Shares.* Where all sessions are open, a client that has at least two less than another gets one of those,
  one without an open request first. So no client shuts the others out.
- *Cancelled calls.* A server with a handshake may still write about a call that was cancelled. Its session
  gets no further call, and ends; its subscriptions end with a result.
"""

from __future__ import annotations

import asyncio
import hashlib
import math
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any

import anyio
from mcp_revisions.jsonrpc import json_line

from mcp_bridge.core.budget import Budget
from mcp_bridge.core.frames import LISTEN, meta_of, params_of
from mcp_bridge.diagnostics import report
from mcp_bridge.http_client import UpstreamFailure
from mcp_bridge.http_clients import Client, Clients
from mcp_bridge.http_headers import SESSION, VERSION, ToolMarks
from mcp_bridge.http_session import HttpSession, asks_log
from mcp_bridge.http_trust import (
    PARALLEL_MORE,
    SESSIONS_MORE,
    Head,
    Refusal,
    digest,
    later,
    reached,
    too_many_requests,
)
from mcp_bridge.options import AUTHORIZATION, STOPPING, FrontOptions
from mcp_bridge.problems import Problem, Refused
from mcp_bridge.session import Parts

SWEEP = 1.0  # seconds between looks for unused sessions
HALF_OPEN = 10.0  # seconds after `initialize` without a frame, after which a session may make room
SHARED = "another client needs the session"
AWAY = 4  # sessions of an identity that are kept for it, for each that may have calls
_KNOWN_TO_SESSION = ("clientInfo", "clientCapabilities")


class Identity:
    """The sessions of the clients with one identity, and the line of requests that wait for a turn."""

    def __init__(self) -> None:
        self.sessions: list[HttpSession] = []
        self.used = 0.0
        self.marks = ToolMarks()
        self.waiting = 0  # requests in the line
        self.line = asyncio.Lock()  # the request that waits longest has it
        self.freed = asyncio.Event()  # a session may be free

    @property
    def is_idle(self) -> bool:
        """Whether nothing of the identity is open."""
        return not (self.sessions or self.waiting)

    def learn(self, tools: Any) -> None:
        """Remember the arguments that tools want mirrored; a later call must carry them."""
        for tool in tools if isinstance(tools, list) else []:
            self.marks.learn(tool)


class SessionPool:
    """The sessions of all clients."""

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
        self.parts = parts  # by the client's revision, the beginning of its states, and its budget
        self._close = close
        self._server_is_stateless = server_is_stateless
        self._by_id: dict[str, HttpSession] = {}  # of clients with a session
        self._all: dict[HttpSession, Identity | None] = {}
        self._ending: set[asyncio.Task[None]] = set()  # the ends of servers
        self._identities: dict[bytes, Identity] = {}
        self._next_sweep = 0.0
        self._is_closed = False

    # Sessions

    def __len__(self) -> int:
        """Return the number of sessions that are open."""
        return len(self._all)

    async def named(self, head: Head) -> HttpSession:
        """Return the session that a request names; raise the refusal of a stranger.

        A new authorization takes the session over once the server has accepted it.
        """
        session = self._by_id.get(head.headers[SESSION])
        if session is None:
            raise Refusal(404, "the session has ended")
        if not await session.admits(head):
            raise Refusal(404, "the session has ended")
        return session

    async def open(self, revision: str, head: Head, identity: Identity | None = None) -> HttpSession:
        """Open a session of a client, or for an identity; raise the refusal where there is no room."""
        if self._is_closed:
            raise later(503, STOPPING)
        if len(self._all) >= self.options.sessions and not self._make_room(self.clients.of(head)):
            raise reached("sessions", f"{self.options.sessions} sessions are open; {SESSIONS_MORE}")
        session = HttpSession(self, revision, head, None if identity is None else identity.learn)
        self._all[session] = identity
        if identity is None:
            self._by_id[session.id] = session
        try:
            await session.start()
        except (Refused, UpstreamFailure, OSError) as error:
            session.close()
            problems = error.problems if isinstance(error, Refused) else (Problem("the server", str(error)),)
            for problem in problems:
                report(problem.location, problem.message)
            reasons = "; ".join(problem.message for problem in problems)
            raise Refusal(502, f"the server cannot be started: {reasons}") from None
        except BaseException:
            session.close()
            raise
        if identity is not None and not session.is_over:
            identity.sessions.append(session)
        return session

    def sweep(self) -> None:
        """End sessions that nobody has used for the idle time, at most once in `SWEEP` seconds."""
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
        """Answer every open request, and open no further session."""
        self._is_closed = True
        for session in list(self._all):
            session.close(reason=STOPPING)

    def open_again(self) -> None:
        """Open sessions again after an earlier end: an application may be started again, in another loop."""
        self._is_closed, self._next_sweep = False, 0.0
        self._identities.clear()

    async def close(self) -> None:
        """End every session, wait for the ends, then close their shared client."""
        self.end_all()
        await asyncio.gather(*self._ending, return_exceptions=True)
        await self._close()

    def _make_room(self, client: Client) -> bool:
        """End an unused session, or one of a client that has more than its share; return whether one ends.

        No client takes all sessions: one with many gives one to a client that has at least two less. It gives
        one without an open request if it has such a session, else the one that was not used for longest.
        """
        since = asyncio.get_running_loop().time() - HALF_OPEN
        found = [
            session
            for session in self._all
            if not session.is_busy and (session.is_stateless or (session.posts == 1 and session.used < since))
        ]
        if not found:
            richer = [each for each in self._all if each.client.sessions > client.sessions + 1]
            richer = [each for each in richer if each.is_open_for_nobody] or richer
            most = max((each.client.sessions for each in richer), default=0)
            found = [each for each in richer if each.client.sessions == most]
        if found:
            min(found, key=lambda session: session.used).close(reason=SHARED)
        return bool(found)

    def ended(self, session: HttpSession, ending: asyncio.Task[None]) -> None:
        """Forget a session that has ended; wait for the end of its server."""
        self._by_id.pop(session.id, None)
        if session in self._all:
            session.client.sessions -= 1
        identity = self._all.pop(session, None)
        if identity is not None:
            if session in identity.sessions:
                identity.sessions.remove(session)
            identity.freed.set()
        self._ending.add(ending)
        ending.add_done_callback(self._ending.discard)

    # Clients without a session

    def identity(self, head: Head, frame: dict[str, Any]) -> Identity:
        """Return the identity of a request."""
        found: list[Any] = [
            head.address,
            head.headers.get(VERSION),
            sorted(head.forwarded(self.options).items()),
            head.headers.get(AUTHORIZATION),
        ]
        if not self._server_is_stateless:  # such a server is told the rest in each request
            meta = meta_of(frame).items()
            found.append({key: value for key, value in meta if key.rpartition("/")[2] in _KNOWN_TO_SESSION})
        name = hashlib.sha256(json_line(found)).digest()
        identity = self._identities.pop(name, None) or Identity()
        self._identities[name] = identity
        identity.used = asyncio.get_running_loop().time()
        if len(self._identities) > 4 * self.options.sessions:
            self._forget_one()
        return identity

    @asynccontextmanager
    async def turn(self, identity: Identity, head: Head, frame: dict[str, Any]) -> AsyncIterator[HttpSession]:
        """Lend the session whose turn a request is, until it is sent; raise the refusal of the request."""
        session = self._named(identity, frame)
        if session is None and frame["method"] == LISTEN:
            session = next((each for each in identity.sessions if each.is_usable), None)
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
        """Return a session that is free, or a new one; no request overtakes one that waits."""
        if identity.waiting >= self.options.streams:
            raise too_many_requests("this client", self.options)
        identity.waiting += 1
        try:
            with anyio.fail_after(self.options.request_time) as time:
                async with identity.line:
                    while True:
                        identity.freed.clear()
                        free = next((each for each in identity.sessions if each.is_free_for(logs=logs)), None)
                        if free is not None:
                            return free
                        active = [each for each in identity.sessions if each.calls or each.leases]
                        if len(active) < self.options.parallel:
                            time.deadline = math.inf
                            self._end_oldest_away(identity)
                            return await self.open(head.headers[VERSION], head, identity)
                        await identity.freed.wait()
        except TimeoutError:
            raise self._busy() from None
        finally:
            identity.waiting -= 1

    def _busy(self) -> Refusal:
        """Return the error for a request that got no turn in time."""
        most, seconds = self.options.parallel, self.options.request_time
        reason = f"every server of this client is busy ({most} at most), and none was free in {seconds:g} s"
        return reached("servers", f"{reason}; {PARALLEL_MORE}")

    def _named(self, identity: Identity, frame: dict[str, Any]) -> HttpSession | None:
        """Return the session that a request names by a state or a task; None without such a name."""
        params = params_of(frame)
        state, task = params.get("requestState"), params.get("taskId")
        if frame["method"] == LISTEN:
            wanted = params.get("notifications")
            tasks = wanted.get("taskIds") if isinstance(wanted, dict) else None
            task = tasks[0] if isinstance(tasks, list) and tasks else None
        token = state.partition(".")[0] if isinstance(state, str) else None
        key = digest(task) if isinstance(task, str) else None
        found = [each for each in identity.sessions if each.token == token or key in each.tasks]
        found = [each for each in found if not each.is_over]
        if len(found) > 1:
            raise Refusal(400, "several servers have a task with this id")
        return found[0] if found else None

    def _end_oldest_away(self, identity: Identity) -> None:
        """End the session that was kept longest, where an identity has too many: it blocks nobody."""
        if len(identity.sessions) >= AWAY * self.options.parallel:
            kept = [each for each in identity.sessions if not (each.calls or each.leases)]
            if kept:
                min(kept, key=lambda each: each.used).close()

    def released(self, session: HttpSession) -> None:
        """Pass the turn on after a request was sent, answered or cancelled; end a session without turns."""
        identity = self._all.get(session)
        if identity is None:
            return
        if session.is_retired and not (session.calls or session.leases or session.is_away):
            session.close()  # its subscriptions end with a result
        elif session.is_free or not (session.calls or session.leases):  # another one may be started
            identity.freed.set()

    def _forget_one(self) -> None:
        for name, identity in self._identities.items():
            if identity.is_idle:
                del self._identities[name]
                return
