"""The bridged servers of the HTTP front: started within bounds, ended when nobody uses them.

Rules:

- The number of servers is bounded, and the number of starts a second.
- A server without a client that waits or reads ends after the idle time. Where the front is full, the server
  that was idle longest makes room: of modern clients, or of a session whose client sent nothing after
  `initialize`.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Mapping

from mcpgen.commands.bridge.diagnostics import report
from mcpgen.commands.bridge.http_bridged import Allowance, BridgedServer, Served
from mcpgen.commands.bridge.http_memory import Memory, Room
from mcpgen.commands.bridge.http_replies import Reply, later, refusal
from mcpgen.commands.bridge.http_trust import AUTHORIZATION, Rate
from mcpgen.commands.bridge.options import FrontOptions
from mcpgen.problems import Refused
from mcpgen.runtime.errors import INTERNAL_ERROR

HALF_OPEN = 10.0  # seconds without a frame after `initialize`; such a session makes room for another
SWEEP = 5.0  # seconds between two looks for idle servers
# The revision of the clients, the headers for the server, the clients, and a function for the end.
MakeBridged = Callable[[str, Mapping[str, str], Served, Callable[[BridgedServer], None]], BridgedServer]


class BridgedServers:
    """All bridged servers of a front; `ended` is called at the end of each."""

    def __init__(
        self, options: FrontOptions, make: MakeBridged, ended: Callable[[BridgedServer], None]
    ) -> None:
        self.options = options
        self.memory = Memory(options.memory)
        self.memory.changed = self._adjust_reading
        self._make = make
        self._on_end = ended
        self._all: dict[BridgedServer, None] = {}
        self._starting = 0
        self._starts = Rate(options.openings, options.sessions, time.monotonic)

    async def start(
        self,
        client: str,
        headers: Mapping[str, str],
        *,
        stateless: bool,
        allowance: Allowance | None = None,
    ) -> BridgedServer | Reply:
        """Start a server for clients of a revision, with an allowance of its own or a shared one."""
        if not self._starts.admits():
            return later(429, "too many new sessions", 1)
        if len(self._all) + self._starting >= self.options.sessions and not self._make_room():
            return later(503, "too many sessions", 5)
        authorization, worker = headers.get(AUTHORIZATION), self.options.worker
        served = Served(stateless, authorization, allowance or self.new_allowance(), self.memory, worker)
        bridged = self._make(client, self.forwarded(headers), served, self._ended)
        self._starting += 1
        try:
            await bridged.server.start()
        except Refused as refused:
            for problem in refused.problems:
                report(problem.location, problem.message)
            reason = "; ".join(problem.message for problem in refused.problems)
            return refusal(502, INTERNAL_ERROR, f"the server cannot be started: {reason}")
        finally:
            self._starting -= 1
        if bridged.is_over:
            return refusal(502, INTERNAL_ERROR, "the server has ended")
        self._all[bridged] = None
        bridged.adjust_reading()
        return bridged

    def new_allowance(self) -> Allowance:
        """Return the full allowance of a session, or of an identity."""
        options = self.options
        return Allowance(Rate(options.rate, options.burst, time.monotonic), Room(options.waiting))

    def forwarded(self, headers: Mapping[str, str]) -> dict[str, str]:
        """Return the headers of a request that go on to the server."""
        return {name: headers[name] for name in self.options.forward if name in headers}

    def end_idle(self) -> None:
        """End the servers that nobody has used for the idle time."""
        now = asyncio.get_running_loop().time()
        for bridged in list(self._all):
            if not bridged.is_busy and now - bridged.used > self.options.idle:
                bridged.end("client")

    async def close(self, close: Callable[[], Awaitable[None]]) -> None:
        """End every server, wait for the ends, then close the resources that the servers share."""
        servers = list(self._all)
        for bridged in servers:
            bridged.end("client")
        await asyncio.gather(*(bridged.stopped() for bridged in servers), return_exceptions=True)
        await close()

    def _adjust_reading(self) -> None:
        for bridged in list(self._all):
            bridged.adjust_reading()

    def _make_room(self) -> bool:
        since = asyncio.get_running_loop().time() - HALF_OPEN
        idle = [
            bridged
            for bridged in self._all
            if not bridged.is_busy and (bridged.stateless or (bridged.posts == 1 and bridged.used < since))
        ]
        if idle:
            min(idle, key=lambda bridged: bridged.used).end("client")
        return bool(idle)

    def _ended(self, bridged: BridgedServer) -> None:
        self._all.pop(bridged, None)
        self._on_end(bridged)
