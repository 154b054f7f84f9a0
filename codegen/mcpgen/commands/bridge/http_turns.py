"""Turns: which server gets a request of a client without a session, so that no client gets another's frames.

A server with a handshake names no request in its questions and log messages. So a server serves one call at a
time, and each such frame belongs to that call. Requests are given to servers by the identity of the client
(see `http_modern`). Rules for the identities, by `Sharing`:

- `turns`: a request gets the oldest server of its identity that serves no call. Where none is free, another
  server is started, up to a number; further requests wait. A server whose call was cancelled may still write
  about the call, so the server gets no further one, and ends; its subscriptions end with a result.
- `together`: all requests of an identity go to one server at once. A frame without a request goes to the
  youngest call, maybe of another client.
- `none`: each request has a server of its own, which ends with the request.

A call whose client is away with questions, and an open task, keep their server. The request that names the
state or the task goes to that server. A subscription, whose frames name it, takes no turn.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections import deque
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from mcpgen.commands.bridge.http_bridged import Allowance, BridgedServer
from mcpgen.commands.bridge.http_headers import parameters_of
from mcpgen.commands.bridge.http_replies import Reply, invalid, later
from mcpgen.commands.bridge.http_routing import LISTEN
from mcpgen.commands.bridge.http_tool_marks import Marks, remember
from mcpgen.commands.bridge.options import Sharing
from mcpgen.runtime.bridge.frames import params_of
from mcpgen.runtime.bridge.tasks import TERMINAL
from mcpgen.runtime.revisions import with_handshake

NAMED = 1024  # states and tasks of a server that are remembered

Start = Callable[[], Awaitable[BridgedServer | Reply]]


@dataclass(frozen=True)
class TurnOptions:
    """The sharing of servers between identities, and the number of each that there may be."""

    sharing: Sharing
    parallel: int  # servers of an identity
    pending: int  # requests of an identity that wait
    wait: float  # seconds for a turn
    patience: float  # seconds for a client that is away with questions
    identities: int


class TurnServer:
    """A bridged server in turns, and the reasons why it is not free."""

    def __init__(self, bridged: BridgedServer, patience: float) -> None:
        self.bridged = bridged
        self.is_retired = False
        self.states: dict[bytes, float] = {}  # of calls whose clients are away, until when
        self.tasks: dict[bytes, bool] = {}  # whether each is open
        self._patience = patience
        self._leases = 0  # requests whose turn it is, and that were not sent yet

    @property
    def is_free(self) -> bool:
        """Whether a call may be sent."""
        return not (self.is_retired or self.bridged.streams.has_calls or self.is_kept)

    @property
    def is_kept(self) -> bool:
        """Whether a client will come back, or is about to send."""
        now = asyncio.get_running_loop().time()
        return self._leases > 0 or any(self.tasks.values()) or any(end > now for end in self.states.values())

    def knows(self, state: str | None, task: str | None) -> bool:
        """Say whether a request with this state or task belongs to the server."""
        if self.bridged.is_over:
            return False
        until = None if state is None else self.states.get(_digest(state))
        is_awaited = until is not None and (until > asyncio.get_running_loop().time() or self.is_free)
        return is_awaited or (task is not None and _digest(task) in self.tasks)

    def lease(self) -> TurnServer:
        """Keep the server for a request that is about to be sent, and return the server."""
        self._leases += 1
        self.bridged.users += 1
        return self

    def sent(self) -> None:
        """Note that the request was sent or refused."""
        self._leases -= 1
        self.bridged.users -= 1

    def observe(self, body: dict[str, Any]) -> None:
        """Note the state or the task that a result, or the params of a notification, names."""
        state, task, status = body.get("requestState"), body.get("taskId"), body.get("status")
        if isinstance(state, str) and body.get("resultType") == "input_required":
            # A server without a handshake waits for nobody: its state says everything.
            waits = self.bridged.link.bridge.server in with_handshake()
            self.states.pop(_digest(state), None)
            self.states[_digest(state)] = asyncio.get_running_loop().time() + (self._patience if waits else 0)
        if isinstance(task, str) and isinstance(status, str):
            self.tasks.pop(_digest(task), None)
            self.tasks[_digest(task)] = status not in TERMINAL
        for names in (self.states, self.tasks):
            if len(names) > NAMED:
                del names[next(iter(names))]


class Identity:
    """The servers of the clients with one identity, and the requests that wait for a turn."""

    def __init__(self, allowance: Allowance) -> None:
        self.allowance = allowance
        self.servers: list[TurnServer] = []
        self.starting = 0
        self.used = 0.0
        self.marks: Marks = {}  # arguments of tools that headers mirror
        self._waiting: deque[asyncio.Future[bool]] = deque()

    @property
    def waiting(self) -> int:
        """The number of requests that wait."""
        return len(self._waiting)

    async def wait(self, seconds: float) -> bool:
        """Wait until a server may be free; return False after the time."""
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[bool] = loop.create_future()
        timer = loop.call_later(max(seconds, 0.0), _resolve, turn, False)
        self._waiting.append(turn)
        try:
            return await turn
        finally:
            timer.cancel()
            if turn in self._waiting:
                self._waiting.remove(turn)

    def learn(self, tools: Any) -> None:
        """Remember the arguments that tools want mirrored; a later call must carry them."""
        for tool in tools if isinstance(tools, list) else []:
            if isinstance(tool, dict) and isinstance(tool.get("name"), str):
                remember(self.marks, tool["name"], parameters_of(tool) or {})

    def wake(self, most: int = 1) -> None:
        """Let the requests that wait longest look again."""
        while self._waiting and most:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(True)
                most -= 1


class Turns:
    """The servers of modern clients, by identity."""

    def __init__(self, options: TurnOptions) -> None:
        self._options = options
        self._identities: dict[str, Identity] = {}
        self._identity_of: dict[BridgedServer, Identity] = {}

    def identity(self, name: str, new_allowance: Callable[[], Allowance]) -> Identity:
        """Return the identity with a name, and remember that the identity was used last."""
        found = self._identities.pop(name, None) or Identity(new_allowance())
        self._identities[name] = found
        found.used = asyncio.get_running_loop().time()
        if len(self._identities) > self._options.identities:
            self._forget_one()
        return found

    def forget_idle(self, before: float) -> None:
        """Forget identities without servers that were last used before a time."""
        for name, identity in list(self._identities.items()):
            if not (identity.servers or identity.starting or identity.waiting) and identity.used < before:
                del self._identities[name]

    async def take(self, identity: Identity, frame: dict[str, Any], start: Start) -> TurnServer | Reply:
        """Return the server whose turn a request is, leased, or the refusal of the request."""
        named = self._named(identity, frame)
        if named is not None:
            return named
        if self._options.sharing == "none":
            return await self._start(identity, start)
        if self._options.sharing == "together" or frame["method"] == LISTEN:
            return await self._any(identity, start)
        loop = asyncio.get_running_loop()
        end = loop.time() + self._options.wait
        is_first = not identity.waiting  # no request overtakes one that waits
        while True:
            free = next((one for one in identity.servers if one.is_free), None) if is_first else None
            if free is not None:
                return free.lease()
            if is_first and len(identity.servers) + identity.starting < self._options.parallel:
                return await self._start(identity, start)
            if identity.waiting >= self._options.pending:
                return later(503, "too many open requests", 1, frame.get("id"))
            if not await identity.wait(end - loop.time()):
                return later(503, "every server of this client is busy", 1, frame.get("id"))
            is_first = True

    def _named(self, identity: Identity, frame: dict[str, Any]) -> TurnServer | Reply | None:
        """Return the server that a request names by a state or a task; None without such a name."""
        state, task = _names_of(frame)
        found = [one for one in identity.servers if one.knows(state, task)]
        if len(found) > 1:
            return invalid(400, "several servers know that task", frame.get("id"))
        for one in found:
            if state is not None:
                one.states.pop(_digest(state), None)
            return one.lease()
        return None

    async def _any(self, identity: Identity, start: Start) -> TurnServer | Reply:
        """Return the oldest server of an identity, started once however many requests want it."""
        while True:
            usable = [one for one in identity.servers if not (one.bridged.is_over or one.is_retired)]
            if usable:
                return usable[0].lease()
            if not identity.starting:
                return await self._start(identity, start)
            if not await identity.wait(self._options.wait):
                return later(503, "the server does not start", 1)

    async def _start(self, identity: Identity, start: Start) -> TurnServer | Reply:
        identity.starting += 1
        try:
            bridged = await start()
        finally:
            identity.starting -= 1
            identity.wake(identity.waiting)
        if isinstance(bridged, Reply):
            return bridged
        server = TurnServer(bridged, self._options.patience)
        server.is_retired = self._options.sharing == "none"
        identity.servers.append(server)
        self._identity_of[bridged] = identity
        bridged.streams.observer = lambda method, body: self._observe(identity, server, method, body)
        bridged.on_call_ended = lambda is_cancelled: self._pass_turn_on(
            identity, server, is_cancelled=is_cancelled
        )
        return server.lease()

    def _observe(self, identity: Identity, server: TurnServer, method: str, body: dict[str, Any]) -> None:
        server.observe(body)
        if method == "tools/list":
            identity.learn(body.get("tools"))

    def release(self, identity: Identity, server: TurnServer) -> None:
        """Note that a request was sent to its server, or was refused."""
        server.sent()
        self._pass_turn_on(identity, server)

    def ended(self, bridged: BridgedServer) -> None:
        """Forget a server that has ended."""
        identity = self._identity_of.pop(bridged, None)
        if identity is not None:
            identity.servers = [one for one in identity.servers if one.bridged is not bridged]
            identity.wake()

    def _pass_turn_on(self, identity: Identity, server: TurnServer, *, is_cancelled: bool = False) -> None:
        """Pass the turn on after a request was answered, cancelled or refused; end a server without turns."""
        server.is_retired = server.is_retired or (is_cancelled and self._options.sharing == "turns")
        if server.is_retired and not (server.bridged.streams.has_calls or server.is_kept):
            asyncio.get_running_loop().call_soon(server.bridged.complete)
        elif server.is_free:
            identity.wake()

    def _forget_one(self) -> None:
        for name, identity in self._identities.items():
            if not (identity.servers or identity.starting or identity.waiting):
                del self._identities[name]
                return


def _names_of(frame: dict[str, Any]) -> tuple[str | None, str | None]:
    """Return the state and the task that a request names."""
    params = params_of(frame)
    state, task = params.get("requestState"), params.get("taskId")
    if frame["method"] == LISTEN:
        wanted = params.get("notifications")
        tasks = wanted.get("taskIds") if isinstance(wanted, dict) else None
        task = tasks[0] if isinstance(tasks, list) and tasks else None
    return (state if isinstance(state, str) else None), (task if isinstance(task, str) else None)


def _resolve(turn: asyncio.Future[bool], result: bool) -> None:
    if not turn.done():
        turn.set_result(result)


def _digest(name: str) -> bytes:
    """Return a key for a text of a peer, of any length."""
    return hashlib.sha256(name.encode("utf-8", "surrogatepass")).digest()
