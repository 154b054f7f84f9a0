"""The HTTP front: Streamable HTTP of every revision for clients, without an ASGI framework.

In: the headers and bodies of requests. Out: replies. Rules:

- A request that names a modern revision (header, or `_meta`) is stateless: see `http_modern`.
- `initialize` opens a session for a legacy client; every later request names it in `Mcp-Session-Id`, with
  the authorization that opened it. A session that has ended is 404, and so is the session of another owner.
- A session has a bridged server of its own (`http_bridged`).
- A body with several frames is one of a revision with batches, in a session. Frames go on as they were read,
  so that the server and the front read the same members.
- `Host` and `Origin` must be allowed; sessions, open requests and rates are bounded.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from mcpgen.commands.bridge.http_answers import Accepted, Gone, accepts, answer, listen
from mcpgen.commands.bridge.http_bridged import BridgedServer
from mcpgen.commands.bridge.http_headers import (
    LAST_EVENT,
    SESSION,
    UNSUPPORTED_VERSION,
    VERSION,
    VERSION_META,
)
from mcpgen.commands.bridge.http_memory import Charge, Memory, Room
from mcpgen.commands.bridge.http_modern import ModernRequests
from mcpgen.commands.bridge.http_replies import (
    NO_SESSION,
    Reply,
    answering,
    invalid,
    later,
    refusal,
    too_large,
    too_slow,
)
from mcpgen.commands.bridge.http_servers import SWEEP, BridgedServers, MakeBridged
from mcpgen.commands.bridge.http_trust import AUTHORIZATION, Head, TrustOptions, ambiguous, stranger
from mcpgen.commands.bridge.http_turns import TurnOptions, Turns
from mcpgen.commands.bridge.options import AUTO, FrontOptions
from mcpgen.runtime.bridge.frames import meta_of, params_of
from mcpgen.runtime.errors import PARSE_ERROR
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.json_values import is_request_id
from mcpgen.runtime.messages.json_text import parse
from mcpgen.runtime.revisions import facts_of

LARGEST_HEADERS = 64 << 10  # bytes of the headers of a request
ACCEPTED = ("application/json", "text/event-stream")


@dataclass(frozen=True)
class Sides:
    """The revisions of the clients, and the server that is behind the front.

    `asked` is the revision of every client, or `auto`. `parallel` is the number of servers that clients of
    one identity use in turns, `patience` the seconds for a client that is away with questions.
    """

    legacy: tuple[str, ...]
    modern: tuple[str, ...]
    asked: str
    server_is_modern: bool
    parallel: int
    patience: float
    every: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        allowed = (*self.legacy, *self.modern)
        object.__setattr__(self, "every", allowed if self.asked == AUTO else (self.asked,))


class Front:
    """The sessions and requests of all clients, and the responses to them."""

    def __init__(
        self, options: FrontOptions, sides: Sides, make: MakeBridged, close: Callable[[], Awaitable[None]]
    ) -> None:
        self.options = options
        self._trust = TrustOptions(options.hosts, options.origins, options.forward)
        self._sides = sides
        self._close = close
        self._sessions: dict[str, BridgedServer] = {}  # of legacy clients, by `Mcp-Session-Id`
        self._servers = BridgedServers(options, make, self._forget)
        turns = TurnOptions(
            sharing=options.sharing,
            parallel=sides.parallel,
            pending=options.pending,
            wait=options.request_time,
            patience=sides.patience,
            identities=4 * options.sessions,
        )
        self._turns = Turns(turns)
        known = [one for one in sides.every if one in sides.modern]
        every, is_modern = list(sides.every), sides.server_is_modern
        self._next_sweep = 0.0
        self._modern = ModernRequests(
            options, self._servers, self._turns, known, every, server_is_modern=is_modern
        )

    @property
    def memory(self) -> Memory:
        """The bytes that wait for servers and for clients."""
        return self._servers.memory

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve until the block ends."""
        sweeper = asyncio.create_task(self._sweep_regularly())
        try:
            yield
        finally:
            sweeper.cancel()
            await self._servers.close(self._close)

    async def _sweep_regularly(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, self.options.idle))
            self._sweep()

    def sweep_if_due(self) -> None:
        """End idle servers, at most once in `SWEEP` seconds: a request does so where no lifespan runs."""
        if asyncio.get_running_loop().time() >= self._next_sweep:
            self._sweep()

    def _sweep(self) -> None:
        now = asyncio.get_running_loop().time()
        self._next_sweep = now + SWEEP
        self._servers.end_idle()
        self._turns.forget_idle(now - self.options.idle)

    def _forget(self, bridged: BridgedServer) -> None:
        self._sessions.pop(bridged.session_id, None)
        self._turns.ended(bridged)

    # Requests

    def refuse(self, head: Head) -> Reply | None:
        """Return the refusal of a request that must not reach a server, by its headers."""
        if sum(len(name) + len(value) for name, value in head.pairs) > LARGEST_HEADERS:
            return invalid(431, f"the headers have more than {LARGEST_HEADERS} bytes")
        problem = stranger(head.pairs, self._trust)
        if problem is not None:
            return invalid(403, problem)
        problem = ambiguous(head.pairs, self._trust)
        if problem is not None:
            return invalid(400, problem)
        if "content-length" in head.headers and "transfer-encoding" in head.headers:
            reply = invalid(400, "the body has two lengths: Content-Length and Transfer-Encoding")
            reply.headers["connection"] = "close"  # RFC 9112, section 6.1
            return reply
        return None

    def refuse_body(self, headers: Mapping[str, str]) -> Reply | None:
        """Return the refusal of a POST before its body is read."""
        if not accepts(headers, *ACCEPTED):
            return invalid(406, "the client must accept application/json or text/event-stream")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return invalid(415, "the body must be application/json")
        if headers.get("content-encoding", "identity").strip().lower() != "identity":
            reply = invalid(415, "the body must not be compressed")
            reply.headers["accept-encoding"] = "identity"
            return reply
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return invalid(400, "Content-Length is no number")
        return too_large(self.options.largest) if float(length) > self.options.largest else None

    def room(self, headers: Mapping[str, str]) -> Room | None:
        """Return the room of the session that a request names; None without a session of its own."""
        bridged = self._session(headers)
        return bridged.room if isinstance(bridged, BridgedServer) else None

    def delete(self, headers: Mapping[str, str]) -> Reply:
        """End a session."""
        bridged = self._unknown_version(headers) or self._session(headers)
        if isinstance(bridged, Reply):
            return bridged
        bridged.end("client")
        return Reply(200)

    def get(self, headers: Mapping[str, str]) -> Reply:
        """Return the general stream of a session, or the rest of a broken one."""
        bridged = self._unknown_version(headers) or self._session(headers)
        if isinstance(bridged, Reply):
            return bridged
        if not accepts(headers, "text/event-stream"):
            return invalid(406, "the client must accept text/event-stream")
        return listen(bridged, headers.get(LAST_EVENT))

    async def post(self, head: Head, body: bytes, charge: Charge) -> Accepted | Reply:
        """Pass the frames of a body on, or refuse the request."""
        try:
            tree = parse(body)
        except ValueError as error:
            return refusal(400, PARSE_ERROR, str(error))
        problem = _problem_of(tree)
        if problem is not None:
            return invalid(400, problem)
        accepted = await self._pass_on(head, tree, charge)
        if isinstance(accepted, Reply) and isinstance(tree, dict) and "method" in tree:
            return answering(accepted, tree.get("id"))
        return accepted

    async def _pass_on(self, head: Head, tree: Any, charge: Charge) -> Accepted | Reply:
        first = tree[0] if isinstance(tree, list) else tree
        if SESSION in head.headers and first.get("method") != "initialize":
            problem = self._unknown_version(head.headers, first.get("id"))
            if problem is not None:
                return problem
        if self._is_modern(head.headers, first):
            return await self._modern.post(head, tree, charge)
        if first.get("method") == "initialize":
            return await self._initialize(head.headers, first, charge)
        return await self._post_to_session(head.headers, tree, charge)

    async def answer(self, accepted: Accepted, headers: Mapping[str, str], gone: Gone) -> Reply:
        """Return the reply with the answers to frames that a server was sent."""
        reply = await answer(accepted, headers, gone)
        if accepted.opens_session:
            if reply.status >= 400 or reply.is_error:  # nobody learns the name of the session
                accepted.bridged.end("client")
            else:
                reply.headers["mcp-session-id"] = accepted.bridged.session_id
        return reply

    def _unknown_version(self, headers: Mapping[str, str], id: Any = None) -> Reply | None:
        """Return the refusal of a request in a session whose header names a revision that nobody speaks."""
        version = headers.get(VERSION)
        if version is None or version in (*self._sides.legacy, *self._sides.modern):
            return None
        data = {"supported": list(self._sides.every), "requested": version}
        return refusal(400, UNSUPPORTED_VERSION, f"no revision {version!r}", id, data)

    def _is_modern(self, headers: Mapping[str, str], first: dict[str, Any]) -> bool:
        """Say whether a request is one of a client without a session, by its header, else by its `_meta`."""
        version = headers.get(VERSION)
        if first.get("method") == "initialize" and version not in self._sides.modern:
            return False
        if version is not None and version in self._sides.legacy:
            return False
        return version is not None or SESSION not in headers or meta_of(first).get(VERSION_META) is not None

    # Legacy clients: sessions

    def _session(self, headers: Mapping[str, str], id: Any = None) -> BridgedServer | Reply:
        """Return the server of the session that a request names, or the refusal of the request."""
        if SESSION not in headers:
            reply = invalid(405, NO_SESSION, id)
            reply.headers["allow"] = "POST"
            return reply
        bridged = self._sessions.get(headers[SESSION])
        if bridged is None or not bridged.owner.admits(headers.get(AUTHORIZATION)):
            return invalid(404, "the session has ended", id)
        return bridged

    async def _initialize(
        self, headers: Mapping[str, str], frame: dict[str, Any], charge: Charge
    ) -> Accepted | Reply:
        allowed = [one for one in self._sides.every if one in self._sides.legacy]
        asked = params_of(frame).get("protocolVersion")
        if not allowed:
            data = {"supported": list(self._sides.every), "requested": asked}
            reason = "the bridge has no session for that revision"
            return refusal(400, UNSUPPORTED_VERSION, reason, frame.get("id"), data)
        client = asked if asked in allowed else allowed[-1]
        bridged = await self._servers.start(client, headers, stateless=False)
        if isinstance(bridged, Reply):
            return bridged
        self._sessions[bridged.session_id] = bridged
        accepted = await self._send(headers, bridged, frame, charge)
        if isinstance(accepted, Reply):
            bridged.end("client")
            return accepted
        return replace(accepted, opens_session=True)

    async def _post_to_session(
        self, headers: Mapping[str, str], tree: Any, charge: Charge
    ) -> Accepted | Reply:
        first = tree[0] if isinstance(tree, list) else tree
        if SESSION not in headers:
            return invalid(400, NO_SESSION, first.get("id"))
        bridged = self._session(headers, first.get("id"))
        if isinstance(bridged, Reply):
            return bridged
        if isinstance(tree, list) and not facts_of(bridged.revision).batches:
            return invalid(400, f"{bridged.revision} has no batches: the body must be one frame")
        return await self._send(headers, bridged, tree, charge)

    async def _send(
        self, headers: Mapping[str, str], bridged: BridgedServer, tree: Any, charge: Charge
    ) -> Accepted | Reply:
        """Send the frames of a body to the server of a session, unless there are too many."""
        bridged.used = asyncio.get_running_loop().time()
        bridged.posts += 1
        frames = tree if isinstance(tree, list) else [tree]
        id = frames[0].get("id")
        requests = sum("method" in frame and "id" in frame for frame in frames)
        if len(frames) > bridged.rate.burst or requests > self.options.pending:
            return invalid(413, "the batch has more frames than a session may send at once", id)
        if not bridged.rate.admits(len(frames)):
            return later(429, "too many requests", 1, id)
        if requests and bridged.streams.pending + requests > self.options.pending:
            return later(503, "too many open requests", 1, id)
        if not await charge.enter(bridged.room, charge.size, self.options.request_time):
            return too_slow()
        if bridged.is_over:
            return invalid(404, "the session has ended", id)
        bridged.set_headers(self._servers.forwarded(headers))
        try:
            stream = bridged.send(frames, json_line(tree), charge)
        except ValueError as problem:
            return invalid(400, str(problem), id)
        return Reply(202) if stream is None else Accepted(bridged, stream, id)


def _problem_of(tree: Any) -> str | None:
    """Return the reason why the value of a body is neither a frame nor a batch."""
    frames = tree if isinstance(tree, list) else [tree]
    if not frames or not all(isinstance(frame, dict) for frame in frames):
        return "the body is no frame"
    if any("method" in frame and "id" in frame and not is_request_id(frame["id"]) for frame in frames):
        return "an id is a string or an integer"
    if any(type(frame.get("method", "")) is not str for frame in frames):
        return "a method is a string"
    if any(frame.keys().isdisjoint(("method", "result", "error")) for frame in frames):
        return "a frame has a method, a result or an error"
    if isinstance(tree, list) and any(frame.get("method") == "initialize" for frame in frames):
        return "initialize is not part of a batch"
    return None
