"""The HTTP front: Streamable HTTP of every revision for clients, as an ASGI application.

Rules:

- A request that names a modern revision (header, or `_meta`) is stateless. The headers must say the same as
  the body. Requests of one identity share a session of the bridge: the same authorization, forwarded headers,
  client info and capabilities. Closing the response cancels the request.
- `initialize` opens a session for a legacy client; every later request names it in `Mcp-Session-Id`. A
  session that has ended is 404. GET is the general stream, or takes up a broken one (`Last-Event-ID`).
- A response is JSON where the answer comes first and soon, otherwise a stream of server-sent events.
- `Host` and `Origin` must be allowed, bodies, sessions and open requests are bounded. A session without
  traffic ends after a time.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from starlette.applications import Starlette
from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse, Response, StreamingResponse
from starlette.routing import Route

from mcpgen.commands.bridge.diagnostics import report
from mcpgen.commands.bridge.http_headers import (
    HEADER_MISMATCH,
    LAST_EVENT,
    METHOD,
    NAME,
    SESSION,
    STATUS,
    UNSUPPORTED_VERSION,
    VERSION,
    VERSION_META,
    mismatch,
    parameters_of,
)
from mcpgen.commands.bridge.http_session import ClientSession
from mcpgen.commands.bridge.http_streams import PING, Stream, event, place
from mcpgen.problems import Refused
from mcpgen.runtime.errors import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    error_response,
)
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.messages.json_text import parse

SOON = 1.0  # seconds in which an answer becomes plain JSON; a stream can then be taken up again
SOON_STATELESS = 10.0  # the same without sessions, where the status says more than a stream
KEEP_ALIVE = 15.0  # seconds between comments in a silent stream
SWEEP = 5.0  # seconds between two looks for idle sessions
LOCAL = ("localhost", "127.0.0.1", "::1")
_IDENTITY = ("clientInfo", "clientCapabilities")
_STREAM = {
    "content-type": "text/event-stream",
    "cache-control": "no-cache, no-transform",
    "x-accel-buffering": "no",
}


@dataclass(frozen=True)
class FrontOptions:
    """The bounds of the front, and the names that it lets in."""

    path: str = "/mcp"
    hosts: tuple[str, ...] = LOCAL  # names in `Host`, and of origins
    origins: tuple[str, ...] = ()  # further origins, whole
    forward: tuple[str, ...] = ("authorization",)  # headers that go on to the server
    sessions: int = 1000
    idle: float = 300.0  # seconds without traffic until a session ends
    largest: int = 16 << 20  # bytes of a body
    pending: int = 256  # open requests of a session
    patience: float = 30.0  # seconds for a body


@dataclass
class _Revisions:
    legacy: tuple[str, ...]
    modern: tuple[str, ...]
    asked: str  # of the client: a revision, or "auto"
    every: tuple[str, ...] = field(init=False)

    def __post_init__(self) -> None:
        allowed = (*self.legacy, *self.modern)
        self.every = allowed if self.asked == "auto" else (self.asked,)


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
        self._options = options
        self._revisions = _Revisions(*revisions)
        self._make_session = make_session
        self._close = close
        self._stateless_server = stateless_server
        self._legacy: dict[str, ClientSession] = {}
        self._modern: dict[str, ClientSession] = {}
        self._parameters: dict[str, dict[str, dict[str, tuple[str, ...]]]] = {}  # by identity, then tool

    def application(self) -> Starlette:
        """Return the ASGI application."""
        methods = ["GET", "POST", "DELETE"]
        routes = [Route(self._options.path, self._respond, methods=methods)]
        return Starlette(routes=routes, lifespan=self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, app: Starlette) -> AsyncIterator[None]:
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
            await asyncio.sleep(min(SWEEP, self._options.idle))
            now = asyncio.get_running_loop().time()
            for session in [*self._legacy.values(), *self._modern.values()]:
                if not session.is_busy and now - session.used > self._options.idle:
                    session.end("client")

    # Requests

    async def _respond(self, request: Request) -> Response:
        problem = self._untrusted(request)
        if problem is not None:
            return _error(403, INVALID_REQUEST, problem)
        if request.method == "POST":
            try:
                return await self._post(request)
            except ClientDisconnect:
                return Response(status_code=400)
        session = self._legacy.get(request.headers.get(SESSION, ""))
        if SESSION not in request.headers:
            return Response(status_code=405, headers={"allow": "POST"})
        if session is None:
            return _error(404, INVALID_REQUEST, "the session has ended")
        if request.method == "DELETE":
            session.end("client")
            return Response(status_code=200)
        return self._get(request, session)

    def _untrusted(self, request: Request) -> str | None:
        """Return the reason why a request may come from a page that has no business here."""
        host = _name("//" + request.headers.get("host", ""))
        if host not in self._options.hosts and "*" not in self._options.hosts:
            return "the Host header is not allowed"
        origin = request.headers.get("origin")
        if origin is None or origin in self._options.origins or "*" in self._options.origins:
            return None
        allowed = origin.startswith(("http://", "https://")) and _name(origin) in self._options.hosts
        return None if allowed else "the Origin is not allowed"

    def _get(self, request: Request, session: ClientSession) -> Response:
        if "text/event-stream" not in request.headers.get("accept", ""):
            return _error(406, INVALID_REQUEST, "the client must accept text/event-stream")
        last = request.headers.get(LAST_EVENT)
        if last is None:
            return self._stream(session, session.general, None)
        at = place(last)
        stream = None if at is None else session.stream(at[0])
        if at is None or stream is None:
            return _error(404, INVALID_REQUEST, "no stream has that event")
        return self._stream(session, stream, at[1])

    async def _post(self, request: Request) -> Response:
        accept = request.headers.get("accept", "*/*")
        if not any(kind in accept for kind in ("application/json", "text/event-stream", "*/*")):
            return _error(
                406, INVALID_REQUEST, "the client must accept application/json and text/event-stream"
            )
        if request.headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
            return _error(415, INVALID_REQUEST, "the body must be application/json")
        try:
            body = await asyncio.wait_for(self._body(request), self._options.patience)
        except (asyncio.TimeoutError, TimeoutError):
            return _error(408, INVALID_REQUEST, "the body takes too long")
        if body is None:
            return _error(413, INVALID_REQUEST, f"the body has more than {self._options.largest} bytes")
        try:
            tree = parse(body)
        except ValueError as problem:
            return _error(400, PARSE_ERROR, str(problem))
        frames = tree if isinstance(tree, list) else [tree]
        if not frames or not all(isinstance(frame, dict) for frame in frames):
            return _error(400, INVALID_REQUEST, "the body is no frame")
        if self._is_modern(request, frames):
            return await self._post_modern(request, tree)
        return await self._post_legacy(request, frames, body)

    async def _body(self, request: Request) -> bytes | None:
        parts, size = [], 0
        async for part in request.stream():
            size += len(part)
            if size > self._options.largest:
                return None
            parts.append(part)
        return b"".join(parts)

    def _is_modern(self, request: Request, frames: list[dict[str, Any]]) -> bool:
        version = request.headers.get(VERSION)
        if frames[0].get("method") == "initialize" and version not in self._revisions.modern:
            return False
        if version is not None and version in self._revisions.legacy:
            return False
        return version is not None or SESSION not in request.headers or _stated(frames[0]) is not None

    # Legacy clients: sessions

    async def _post_legacy(self, request: Request, frames: list[dict[str, Any]], body: bytes) -> Response:
        first = frames[0]
        if first.get("method") == "initialize":
            return await self._initialize(request, first, body)
        name = request.headers.get(SESSION)
        if name is None:
            return _error(400, INVALID_REQUEST, "the header Mcp-Session-Id is missing", first.get("id"))
        session = self._legacy.get(name)
        if session is None:
            return _error(404, INVALID_REQUEST, "the session has ended", first.get("id"))
        return await self._pass_on(request, session, frames, body)

    async def _initialize(self, request: Request, frame: dict[str, Any], body: bytes) -> Response:
        allowed = [one for one in self._revisions.every if one in self._revisions.legacy]
        if not allowed:
            data = {"supported": list(self._revisions.every), "requested": _requested(frame)}
            return _error(
                400, UNSUPPORTED_VERSION, "the bridge has no session for that revision", frame.get("id"), data
            )
        asked = _requested(frame)
        client = asked if asked in allowed else allowed[-1]
        session = await self._open(self._legacy, client, request, rewrites=False)
        if isinstance(session, Response):
            return session
        self._legacy[session.id] = session
        response = await self._pass_on(request, session, [frame], body)
        response.headers["Mcp-Session-Id"] = session.id
        return response

    # Modern clients: requests of one identity share a session

    async def _post_modern(self, request: Request, frame: Any) -> Response:
        if not isinstance(frame, dict) or "method" not in frame:
            return _error(400, INVALID_REQUEST, "the body must be one request or notification")
        id = frame.get("id")
        version = request.headers.get(VERSION)
        known = [one for one in self._revisions.every if one in self._revisions.modern]
        if version is None and not known:
            return _error(400, INVALID_REQUEST, "the header Mcp-Session-Id is missing", id)
        if "id" not in frame:
            return Response(status_code=202 if version is None or version in known else 400)
        if version is not None and version not in known:
            data = {"supported": known or list(self._revisions.every), "requested": version}
            return _error(400, UNSUPPORTED_VERSION, f"no revision {version!r}", id, data)
        if version is not None and _stated(frame) is None:
            return _error(400, INVALID_PARAMS, f"/params/_meta: {VERSION_META} is missing", id)
        if frame["method"] == "initialize":
            return _error(404, METHOD_NOT_FOUND, f"{version} has no initialize", id)
        identity = self._identity(request, frame)
        parameters = self._parameters.get(identity, {}).get(_called(frame), {})
        problem = _repeated(request) or mismatch(frame, request.headers, parameters)
        if problem is not None:
            return _error(400, HEADER_MISMATCH, problem, id)
        session = self._modern.get(identity)
        if session is None:
            opened = await self._open(self._modern, known[-1], request, rewrites=True)
            if isinstance(opened, Response):
                return opened
            session = self._modern.setdefault(identity, opened)
            if session is not opened:  # another request of that identity was faster
                opened.end("client")
            session.key = identity
        session.observer = lambda tools: self._learn(identity, tools)
        return await self._pass_on(request, session, [frame], b"")

    def _identity(self, request: Request, frame: dict[str, Any]) -> str:
        """Return the digest of everything that a session of the server knows about its client."""
        headers = [[name, request.headers.get(name)] for name in self._options.forward]
        if self._stateless_server:  # each request says the rest again
            return hashlib.sha256(json_line(headers)).hexdigest()
        meta = _meta(frame).items()
        stated = {key: value for key, value in meta if key.rpartition("/")[2] in _IDENTITY}
        return hashlib.sha256(json_line([headers, stated])).hexdigest()

    def _learn(self, identity: str, tools: list[Any]) -> None:
        """Remember the arguments that tools want mirrored; a later call must carry them."""
        found = self._parameters.setdefault(identity, {})
        for tool in tools:
            if isinstance(tool, dict) and isinstance(tool.get("name"), str):
                found[tool["name"]] = parameters_of(tool) or {}

    # Both

    async def _open(
        self, table: dict[str, ClientSession], client: str, request: Request, *, rewrites: bool
    ) -> ClientSession | Response:
        sessions = [*self._legacy.values(), *self._modern.values()]
        if len(sessions) >= self._options.sessions:
            idle = [session for session in self._modern.values() if not session.is_busy]
            if not idle:
                return _error(503, INTERNAL_ERROR, "too many sessions", retry=5)
            min(idle, key=lambda session: session.used).end("client")
        session = self._make_session(client, self._forwarded(request), rewrites=rewrites, ended=self._forget)
        try:
            await session.server.start()
        except Refused as refused:
            for problem in refused.problems:
                report(problem.location, problem.message)
            return _error(502, INTERNAL_ERROR, "the server cannot be started")
        return session

    def _forget(self, session: ClientSession) -> None:
        self._legacy.pop(session.id, None)
        if session.key is not None and self._modern.get(session.key) is session:
            del self._modern[session.key]
            self._parameters.pop(session.key, None)

    def _forwarded(self, request: Request) -> dict[str, str]:
        return {name: request.headers[name] for name in self._options.forward if name in request.headers}

    async def _pass_on(
        self, request: Request, session: ClientSession, frames: list[dict[str, Any]], body: bytes
    ) -> Response:
        """Give frames to a session and return the response with its answers."""
        session.used = asyncio.get_running_loop().time()
        id = frames[0].get("id")  # a shared session replaces it
        if session.pending >= self._options.pending:
            return _error(503, INTERNAL_ERROR, "too many open requests", id, retry=1)
        session.set_headers(self._forwarded(request))
        try:
            stream = session.open(frames, body)
        except ValueError as problem:
            return _error(400, INVALID_REQUEST, str(problem), id)
        if stream is None:
            return Response(status_code=202)
        streams = "text/event-stream" in request.headers.get("accept", "*/*").replace(
            "*/*", "text/event-stream"
        )
        soon = SOON_STATELESS if session.is_stateless else SOON
        if not await _first(request, stream, soon if streams else None):
            if session.is_stateless:
                session.cancel(stream)
            return Response(status_code=499)
        only = stream.only()
        if only is None and streams:
            return self._stream(session, stream, None)
        if only is None:
            only = b"[" + b",".join(data for _, data in stream.take()) + b"]"
        session.forget(stream)
        challenge = session.challenge
        if challenge is not None and f"the server answers {challenge[0]}" in _message(only):
            return _challenged(*challenge, id)
        status = STATUS.get(_code(only), 200) if session.is_stateless else 200
        return Response(only, status_code=status, media_type="application/json")

    def _stream(self, session: ClientSession, stream: Stream, after: int | None) -> Response:
        return StreamingResponse(self._events(session, stream, stream.attach(after)), headers=_STREAM)

    async def _events(self, session: ClientSession, stream: Stream, ticket: int) -> AsyncIterator[bytes]:
        session.readers += 1
        try:
            if not stream.started and not session.is_stateless:
                yield PING  # sends the headers
            while stream.is_reader(ticket):
                for number, data in stream.take():
                    yield event(data, None if session.is_stateless else f"{stream.name}-{number}")
                session.taken()
                if stream.finished and not stream.waiting:
                    if stream is not session.general and session.is_stateless:
                        session.forget(stream)
                    return
                if not await stream.changed(KEEP_ALIVE):
                    yield PING
        finally:
            session.readers -= 1
            session.used = asyncio.get_running_loop().time()
            if session.is_stateless and not stream.finished:
                session.cancel(stream)


async def _first(request: Request, stream: Stream, seconds: float | None) -> bool:
    """Wait for the answer, or for a frame that must be streamed; return False if the client is gone."""
    loop = asyncio.get_running_loop()
    end = None if seconds is None else loop.time() + seconds
    gone = asyncio.ensure_future(_disconnected(request))
    try:
        while not (stream.finished or (seconds is not None and stream.started)):
            left = 3600.0 if end is None else end - loop.time()
            if left <= 0:
                return True
            waiting = asyncio.ensure_future(stream.changed(left))
            await asyncio.wait({waiting, gone}, return_when=asyncio.FIRST_COMPLETED)
            if gone.done():
                waiting.cancel()
                return False
        return True
    finally:
        gone.cancel()
        with suppress(asyncio.CancelledError):
            await gone


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


def _error(
    status: int,
    code: int,
    message: str,
    id: Any = None,
    data: Any = None,
    *,
    retry: int | None = None,
    headers: Mapping[str, str] | None = None,
) -> Response:
    found = dict(headers or {})
    if retry is not None:
        found["retry-after"] = str(retry)
    return JSONResponse(error_response(id, code, message, data), status_code=status, headers=found)


def _challenged(status: int, challenge: str, id: Any) -> Response:
    headers = {"www-authenticate": challenge} if challenge else {}
    return _error(status, INVALID_REQUEST, "the server asks for authorization", id, headers=headers)


def _code(data: bytes) -> Any:
    return _fault(data).get("code")


def _message(data: bytes) -> str:
    message = _fault(data).get("message")
    return message if isinstance(message, str) else ""


def _fault(data: bytes) -> Mapping[str, Any]:
    """Return the error of a response; empty for a result, or for a batch."""
    frame = parse(data)
    error = frame.get("error") if isinstance(frame, dict) else None
    return error if isinstance(error, dict) else {}


def _name(address: str) -> str | None:
    """Return the host name in an address, without its port; None for a malformed one."""
    try:
        return urlsplit(address).hostname
    except ValueError:
        return None


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


def _repeated(request: Request) -> str | None:
    """Return a problem where a header that routes is given twice: proxies may read the other one."""
    names = [name.decode("latin-1") for name, _ in request.headers.raw]
    for name in (VERSION, METHOD, NAME):
        if names.count(name) > 1:
            return f"the header {name} is given twice"
    return None
