"""The HTTP front: Streamable HTTP of every revision for clients, without an ASGI framework.

In: the headers and bodies of requests. Out: replies. Rules:

- A request that names a modern revision (header, or `_meta`) is stateless. The headers must say the same as
  the body. Requests of one identity share a session of the bridge: the same revision, authorization,
  forwarded headers, client info and capabilities. Closing the response cancels the request.
- `initialize` opens a session for a legacy client; every later request names it in `Mcp-Session-Id`, with
  the authorization that opened it. A session that has ended is 404, and so is the session of another owner.
- A body with several frames is one of a revision with batches, in a session.
- `Host` and `Origin` must be allowed; sessions, open requests and rates are bounded. A session without
  traffic ends after a time.
"""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from mcpgen.commands.bridge.diagnostics import report
from mcpgen.commands.bridge.http_exchange import Accepted, Gone, accepts, answer, listen
from mcpgen.commands.bridge.http_headers import (
    HEADER_MISMATCH,
    LAST_EVENT,
    SESSION,
    UNSUPPORTED_VERSION,
    VERSION,
    VERSION_META,
    mismatch,
    parameters_of,
)
from mcpgen.commands.bridge.http_memory import Charge, Memory, Room
from mcpgen.commands.bridge.http_replies import Reply, invalid, later, refusal, too_large, too_slow
from mcpgen.commands.bridge.http_session import ClientSession, SessionOptions
from mcpgen.commands.bridge.http_trust import (
    AUTHORIZATION,
    Headers,
    Rate,
    TrustOptions,
    ambiguous,
    repeated_mirror,
    stranger,
)
from mcpgen.commands.bridge.options import AUTO, FrontOptions
from mcpgen.problems import Refused
from mcpgen.runtime.errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, PARSE_ERROR
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.json_values import is_request_id
from mcpgen.runtime.messages.json_text import parse
from mcpgen.runtime.revisions import facts_of

TOOLS = 10_000  # tools of an identity whose marked arguments are remembered
HEADERS = 64 << 10  # bytes of the headers of a request
HALF_OPEN = 10.0  # seconds without a frame after `initialize`; such a session makes room for another
SWEEP = 5.0  # seconds between two looks for idle sessions
ACCEPTED = ("application/json", "text/event-stream", "*/*")
_IDENTITY = ("clientInfo", "clientCapabilities")


@dataclass
class _Revisions:
    legacy: tuple[str, ...]
    modern: tuple[str, ...]
    asked: str  # of the client: a revision, or "auto"
    every: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        allowed = (*self.legacy, *self.modern)
        self.every = allowed if self.asked == AUTO else (self.asked,)


class Front:
    """The sessions of all clients, and the responses to their requests."""

    def __init__(
        self,
        options: FrontOptions,
        revisions: tuple[tuple[str, ...], tuple[str, ...], str],
        make_session: Callable[..., ClientSession],
        close: Callable[[], Awaitable[None]],
        *,
        stateless_server: bool,
    ) -> None:
        self.options = options
        self._trust = TrustOptions(options.hosts, options.origins, options.forward)
        self._revisions = _Revisions(*revisions)
        self._make_session = make_session
        self._close = close
        self._stateless_server = stateless_server
        self._legacy: dict[str, ClientSession] = {}
        self._modern: dict[str, ClientSession] = {}
        self._parameters: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {}  # by identity, then tool
        self._openings = Rate(options.openings, options.sessions, time.monotonic)
        self._opening: dict[str, asyncio.Lock] = {}  # by identity, while a session is opened
        self._starting = 0  # sessions whose server is being started
        self.memory = Memory(options.memory)

    @asynccontextmanager
    async def running(self) -> AsyncIterator[None]:
        """Serve until the block ends."""
        sweeper = asyncio.create_task(self._sweep())
        try:
            yield
        finally:
            sweeper.cancel()
            await self.close()

    async def close(self) -> None:
        """End every session, and wait for the servers."""
        sessions = [*self._legacy.values(), *self._modern.values()]
        for session in sessions:
            session.end("client")
        await asyncio.gather(*(session.stopped() for session in sessions), return_exceptions=True)
        await self._close()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(SWEEP, self.options.idle))
            now = asyncio.get_running_loop().time()
            for session in [*self._legacy.values(), *self._modern.values()]:
                if not session.is_busy and now - session.used > self.options.idle:
                    session.end("client")

    # Requests

    def refuse(self, headers: Headers) -> Reply | None:
        """Return the refusal of a request that must not reach a server, by its headers."""
        if sum(len(name) + len(value) for name, value in headers) > HEADERS:
            return invalid(431, f"the headers have more than {HEADERS} bytes")
        problem = stranger(headers, self._trust)
        if problem is not None:
            return invalid(403, problem)
        problem = ambiguous(headers, self._trust)
        return None if problem is None else invalid(400, problem)

    def refuse_body(self, headers: Mapping[str, str]) -> Reply | None:
        """Return the refusal of a POST before its body is read."""
        if not accepts(headers, *ACCEPTED):
            return invalid(406, "the client must accept application/json and text/event-stream")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return invalid(415, "the body must be application/json")
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            return invalid(400, "Content-Length is no number")
        return too_large(self.options.largest) if float(length) > self.options.largest else None

    def room(self, headers: Mapping[str, str]) -> Room | None:
        """Return the room of the session that a request names, None where it names none of its own."""
        session = self._session(headers)
        return session.room if isinstance(session, ClientSession) else None

    def delete(self, headers: Mapping[str, str]) -> Reply:
        """End a session."""
        session = self._session(headers)
        if isinstance(session, Reply):
            return session
        session.end("client")
        return Reply(200)

    def get(self, headers: Mapping[str, str]) -> Reply:
        """Return the general stream of a session, or the rest of a broken one."""
        session = self._session(headers)
        if isinstance(session, Reply):
            return session
        if not accepts(headers, "text/event-stream"):
            return invalid(406, "the client must accept text/event-stream")
        return listen(session, headers.get(LAST_EVENT))

    async def post(
        self, headers: Mapping[str, str], pairs: Headers, body: bytes, charge: Charge
    ) -> Accepted | Reply:
        """Pass the frames of a body to a session, or refuse the request."""
        try:
            tree = parse(body)
        except ValueError as problem:
            return refusal(400, PARSE_ERROR, str(problem))
        frames = tree if isinstance(tree, list) else [tree]
        if not frames or not all(isinstance(frame, dict) for frame in frames):
            return invalid(400, "the body is no frame")
        if any("method" in frame and "id" in frame and not is_request_id(frame["id"]) for frame in frames):
            return invalid(400, "an id is a string or an integer")
        if any(type(frame.get("method", "")) is not str for frame in frames):
            return invalid(400, "a method is a string")
        if isinstance(tree, list) and any(frame.get("method") == "initialize" for frame in frames):
            return invalid(400, "initialize is not part of a batch")
        if self._is_modern(headers, frames):
            return await self._post_modern(headers, pairs, tree, charge)
        return await self._post_legacy(headers, tree, body, charge)

    async def answer(self, accepted: Accepted, headers: Mapping[str, str], gone: Gone) -> Reply:
        """Return the reply with the answers to frames that a session has taken."""
        reply = await answer(accepted, headers, gone)
        if accepted.opens_session:
            if reply.status >= 400 or reply.is_error:  # nobody learns the name of the session
                accepted.session.end("client")
            else:
                reply.headers["mcp-session-id"] = accepted.session.id
        return reply

    def _session(self, headers: Mapping[str, str], id: Any = None) -> ClientSession | Reply:
        """Return the session of a request, or the refusal of the request."""
        if SESSION not in headers:
            return Reply(405, headers={"allow": "POST"})
        session = self._legacy.get(headers[SESSION])
        if session is None or not session.owner.admits(headers.get(AUTHORIZATION)):
            return invalid(404, "the session has ended", id)
        return session

    def _is_modern(self, headers: Mapping[str, str], frames: list[dict[str, Any]]) -> bool:
        version = headers.get(VERSION)
        if frames[0].get("method") == "initialize" and version not in self._revisions.modern:
            return False
        if version is not None and version in self._revisions.legacy:
            return False
        return version is not None or SESSION not in headers or _stated(frames[0]) is not None

    # Legacy clients: sessions

    async def _post_legacy(
        self, headers: Mapping[str, str], tree: Any, body: bytes, charge: Charge
    ) -> Accepted | Reply:
        frames = tree if isinstance(tree, list) else [tree]
        first = frames[0]
        if first.get("method") == "initialize":
            return await self._initialize(headers, first, body, charge)
        if SESSION not in headers:
            return invalid(400, "the header Mcp-Session-Id is missing", first.get("id"))
        session = self._session(headers, first.get("id"))
        if isinstance(session, Reply):
            return session
        if isinstance(tree, list) and not facts_of(session.revision).batches:
            return invalid(400, f"{session.revision} has no batches: the body must be one frame")
        return await self._pass_on(headers, session, frames, body, charge)

    async def _initialize(
        self, headers: Mapping[str, str], frame: dict[str, Any], body: bytes, charge: Charge
    ) -> Accepted | Reply:
        allowed = [one for one in self._revisions.every if one in self._revisions.legacy]
        if not allowed:
            data = {"supported": list(self._revisions.every), "requested": _requested(frame)}
            reason = "the bridge has no session for that revision"
            return refusal(400, UNSUPPORTED_VERSION, reason, frame.get("id"), data)
        asked = _requested(frame)
        client = asked if asked in allowed else allowed[-1]
        session = await self._open(client, headers, frame.get("id"), rewrites=False)
        if isinstance(session, Reply):
            return session
        self._legacy[session.id] = session
        accepted = await self._pass_on(headers, session, [frame], body, charge)
        if isinstance(accepted, Reply):
            session.end("client")
            return accepted
        return replace(accepted, opens_session=True)

    # Modern clients: requests of one identity share a session

    async def _post_modern(
        self, headers: Mapping[str, str], pairs: Headers, frame: Any, charge: Charge
    ) -> Accepted | Reply:
        if not isinstance(frame, dict) or "method" not in frame:
            return invalid(400, "the body must be one request or notification")
        problem = self._refuse_modern(headers, frame)
        if problem is not None:
            return problem
        id, identity = frame.get("id"), self._identity(headers, frame)
        parameters = self._parameters.get(identity, {}).get(_called(frame), {})
        reason = repeated_mirror(pairs) or mismatch(frame, headers, parameters)
        if reason is not None:
            return refusal(400, HEADER_MISMATCH, reason, id)
        session = self._modern.get(identity)
        if session is None:
            opened = await self._shared(identity, headers, id)
            if isinstance(opened, Reply):
                return opened
            session = opened
        return await self._pass_on(headers, session, [frame], b"", charge)

    async def _shared(self, identity: str, headers: Mapping[str, str], id: Any) -> ClientSession | Reply:
        """Return the session of an identity, opened once however many requests wait for it."""
        lock = self._opening.setdefault(identity, asyncio.Lock())
        try:
            async with lock:
                session = self._modern.get(identity)
                if session is not None:
                    return session
                opened = await self._open(headers[VERSION], headers, id, rewrites=True)
                if isinstance(opened, ClientSession):
                    self._modern[identity] = opened
                    opened.key = identity
                    opened.observer = lambda tools: self._learn(identity, tools)
                return opened
        finally:
            if not lock.locked():
                self._opening.pop(identity, None)

    def _known(self) -> list[str]:
        return [one for one in self._revisions.every if one in self._revisions.modern]

    def _refuse_modern(self, headers: Mapping[str, str], frame: dict[str, Any]) -> Reply | None:
        """Return the reply to a frame that is no request of a revision that the front speaks."""
        id, version, known = frame.get("id"), headers.get(VERSION), self._known()
        if version is None and not known:
            return invalid(400, "the header Mcp-Session-Id is missing", id)
        if "id" not in frame:
            return Reply(202 if version is None or version in known else 400)
        if version is not None and version not in known:
            data = {"supported": known or list(self._revisions.every), "requested": version}
            return refusal(400, UNSUPPORTED_VERSION, f"no revision {version!r}", id, data)
        if version is not None and _stated(frame) is None:
            return refusal(400, INVALID_PARAMS, f"/params/_meta: {VERSION_META} is missing", id)
        if frame["method"] == "initialize":
            return refusal(404, METHOD_NOT_FOUND, f"{version} has no initialize", id)
        return None

    def _identity(self, headers: Mapping[str, str], frame: dict[str, Any]) -> str:
        """Return the digest of everything that a session of the server knows about its client."""
        forwarded = [[name, headers.get(name)] for name in (VERSION, *self.options.forward)]
        if self._stateless_server:  # each request says the rest again
            return hashlib.sha256(json_line(forwarded)).hexdigest()
        meta = _meta(frame).items()
        stated = {key: value for key, value in meta if key.rpartition("/")[2] in _IDENTITY}
        return hashlib.sha256(json_line([forwarded, stated])).hexdigest()

    def _learn(self, identity: str, tools: list[Any]) -> None:
        """Remember the arguments that tools want mirrored; a later call must carry them."""
        found = self._parameters.setdefault(identity, {})
        for tool in tools:
            known = len(found) < TOOLS
            if known and isinstance(tool, dict) and isinstance(tool.get("name"), str):
                found[tool["name"]] = parameters_of(tool) or {}

    # Both

    async def _open(
        self, client: str, headers: Mapping[str, str], id: Any, *, rewrites: bool
    ) -> ClientSession | Reply:
        if not self._openings.admits():
            return later(429, "too many new sessions", 1, id)
        if len(self._legacy) + len(self._modern) + self._starting >= self.options.sessions:
            dispensable = [*self._modern.values(), *self._half_open()]
            idle = [session for session in dispensable if not session.is_busy]
            if not idle:
                return later(503, "too many sessions", 5, id)
            min(idle, key=lambda session: session.used).end("client")
        rate = Rate(self.options.rate, self.options.burst, time.monotonic)
        room = Room(self.options.waiting)
        options = SessionOptions(
            rewrites, headers.get(AUTHORIZATION), rate, self.memory, room, self.options.worker
        )
        session = self._make_session(client, self._forwarded(headers), options, self._forget)
        self._starting += 1
        try:
            await session.server.start()
        except Refused as refused:
            for problem in refused.problems:
                report(problem.location, problem.message)
            reason = "; ".join(problem.message for problem in refused.problems)
            return refusal(502, INTERNAL_ERROR, f"the server cannot be started: {reason}", id)
        finally:
            self._starting -= 1
        return refusal(502, INTERNAL_ERROR, "the server has ended", id) if session.is_over else session

    def _half_open(self) -> list[ClientSession]:
        """Return the sessions whose clients have sent nothing after `initialize` for a while."""
        since = asyncio.get_running_loop().time() - HALF_OPEN
        return [one for one in self._legacy.values() if one.posts == 1 and one.used < since]

    def _forget(self, session: ClientSession) -> None:
        self._legacy.pop(session.id, None)
        if session.key is not None and self._modern.get(session.key) is session:
            del self._modern[session.key]
            self._parameters.pop(session.key, None)

    def _forwarded(self, headers: Mapping[str, str]) -> dict[str, str]:
        return {name: headers[name] for name in self.options.forward if name in headers}

    async def _pass_on(
        self,
        headers: Mapping[str, str],
        session: ClientSession,
        frames: list[dict[str, Any]],
        body: bytes,
        charge: Charge,
    ) -> Accepted | Reply:
        """Give frames to a session, unless it has too many."""
        session.used = asyncio.get_running_loop().time()
        session.posts += 1
        id = frames[0].get("id")  # a shared session replaces it
        if not session.rate.admits(len(frames)):
            return later(429, "too many requests", 1, id)
        requests = sum("method" in frame and "id" in frame for frame in frames)
        if requests and session.pending + requests > self.options.pending:
            return later(503, "too many open requests", 1, id)
        if not await charge.enter(session.room, len(body), self.options.patience):
            return too_slow()
        if session.is_over:
            return invalid(404, "the session has ended", id)
        session.set_headers(self._forwarded(headers))
        try:
            stream = session.open(frames, body, charge)
        except ValueError as problem:
            return invalid(400, str(problem), id)
        return Reply(202) if stream is None else Accepted(session, stream, id)


def _meta(frame: Mapping[str, Any]) -> Mapping[str, Any]:
    params = frame.get("params")
    meta = params.get("_meta") if isinstance(params, dict) else None
    return meta if isinstance(meta, dict) else {}


def _stated(frame: Mapping[str, Any]) -> Any:
    return _meta(frame).get(VERSION_META)


def _requested(frame: Mapping[str, Any]) -> Any:
    params = frame.get("params")
    return params.get("protocolVersion") if isinstance(params, dict) else None


def _called(frame: Mapping[str, Any]) -> str:
    params = frame.get("params")
    name = params.get("name") if isinstance(params, dict) and frame.get("method") == "tools/call" else None
    return name if isinstance(name, str) else ""
