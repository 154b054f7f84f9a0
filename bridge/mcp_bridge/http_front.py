"""The HTTP front as an ASGI application: Streamable HTTP of every revision for clients.

Rules:

- A request that names a stateless revision (in a header or in `_meta`) needs no session. Its headers must
  agree with its body, its stream ends with its response, and a client that disconnects cancels it.
- `initialize` opens a session for a client with a handshake. Every later request names the session in
  `Mcp-Session-Id`, and needs an authorization of the session's owner. A session that has ended, or that has
  another owner, is answered with 404.
- A body is read once, within limits of time and size. A body with several frames is accepted only in a
  session of a revision with batches.
- A reply is JSON if the answer comes first and soon, or if the client accepts only JSON. Otherwise it is a
  stream of server-sent events. In a session, a stream begins with an event that has an id and no data, for
  clients that understand such events. The client can resume the stream with `Last-Event-ID`.
- A GET that asks only for events opens a session of the HTTP+SSE transport (2024-11-05). The first event
  names the URL for the bodies of the client, and that URL names the session. All frames for the client come
  on this one stream, and the session ends with it.
- `Host` and `Origin` must be allowed. Sessions, open requests and bodies are limited. A page of an origin
  that is allowed by name may read the responses (CORS).
- A server in this process answers every other path itself.
"""

from __future__ import annotations

import asyncio
import math
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from functools import partial
from typing import Any
from urllib.parse import quote

import anyio
from mcp_revisions import DecodeError
from mcp_revisions.jsonrpc import (
    INTERNAL_ERROR,
    METHOD_NOT_FOUND,
    Collected,
    error_response,
    is_request_id,
    json_line,
    member,
    request_key,
    shown,
)
from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from mcp_bridge.core.bridge import AUTO, Bridge
from mcp_bridge.core.frames import CANCELLED, kind_of, meta_of, params_of
from mcp_bridge.core.revisions import facts_of, per_request, reads_empty_events, with_handshake
from mcp_bridge.core.rules import check_required_metadata
from mcp_bridge.diagnostics import report_limit
from mcp_bridge.http_client import Challenged, UpstreamFailure, fair
from mcp_bridge.http_clients import Use
from mcp_bridge.http_headers import (
    HEADER_MISMATCH,
    LAST_EVENT,
    METHOD,
    SESSION,
    STATUS,
    UNSUPPORTED_VERSION,
    VERSION,
    VERSION_META,
    mismatch,
)
from mcp_bridge.http_session import HttpSession
from mcp_bridge.http_streams import (
    PART,
    WAITING,
    Stream,
    endpoint_event,
    event_id,
    event_parts,
    parts,
    place,
    priming,
)
from mcp_bridge.http_trust import (
    BODIES_MORE,
    HOST,
    ORIGIN,
    REQUESTS_MORE,
    Head,
    Refusal,
    check_head,
    granted_origin,
    later,
    reached,
    too_many_requests,
)
from mcp_bridge.modules import import_modules
from mcp_bridge.session_pool import SessionPool

METHODS = ("GET", "POST", "DELETE")
NO_METHOD = f"the method: must be one of {', '.join(METHODS)}"
PREFLIGHT_AGE = "600"  # seconds for which a browser remembers that a page may send requests
JSON, EVENTS = "application/json", "text/event-stream"
EVENT_HEADERS = {"content-type": EVENTS, "cache-control": "no-cache, no-transform", "x-accel-buffering": "no"}
ENDPOINT_SESSION = "sessionId"  # the parameter that names the session in the URL of an `endpoint` event
NO_SESSION = "Mcp-Session-Id: is missing; send initialize, then send this header of its response each time"
NEITHER = f"{NO_SESSION}; a stateless request needs MCP-Protocol-Version instead"
ONE_STREAM = "the HTTP+SSE transport begins with initialize; post a stateless request to the URL of the GET"
NO_SESSION_FITS = "a notification must belong to exactly one open session; send a request first"
INITIALIZED = "notifications/initialized"
READERS = 16  # open responses of a stream, including those on connections that broke unnoticed
SOON = 1.0  # seconds in which an answer becomes plain JSON; a stream can then be resumed
SOON_STATELESS = 10.0  # the same for stateless clients, for whom the HTTP status matters more
UNWATCHED = 0.05  # after a longer wait, the front checks whether the client has hung up
UNNOTICED = 2  # parts that are written in one turn: asyncio logs each write after an unnoticed hang-up
KEEP_ALIVE = 15.0  # seconds between comments in a silent stream
PING = b": ping\r\n\r\n"
_REFUSED = re.compile(r"q=0(?:\.0{0,3})?")  # the quality of a kind that a client does not accept


@dataclass
class SentBody:
    """A body that was sent to the server of a session. Its answers arrive on `stream`."""

    session: HttpSession
    stream: Stream
    id: Any  # the id of the first frame, or None
    is_batch: bool
    has_response: bool  # whether the body has a response to a request of the server


Reply = Callable[[], Awaitable[Response]]  # waits for the answers to a body, and returns the reply


class HttpFront:
    """Answers the HTTP requests of all clients.

    `asked` is the revision that all clients must speak, or `auto`. `pages` is the ASGI application of a
    server in this process, if there is one. It answers the paths that neither the bridge nor the server's MCP
    endpoint uses.
    """

    def __init__(self, pool: SessionPool, asked: str, pages: Any = None) -> None:
        self.pool = pool
        self._options = pool.options
        self._asked = asked
        # The revisions of clients.
        self._revisions = (*with_handshake(), *per_request()) if asked == AUTO else (asked,)
        self._with_handshake = [revision for revision in self._revisions if revision in with_handshake()]
        self._stateless = [revision for revision in self._revisions if revision in per_request()]
        self._pages = pages

    def application(self) -> Starlette:
        """Return the ASGI application. Its lifespan starts and ends the sessions."""

        @asynccontextmanager
        async def lifespan(app: Starlette) -> AsyncIterator[None]:
            self.pool.open_again()
            await import_modules()
            await self._start_server()
            sweeper = asyncio.create_task(self._sweep())
            try:
                yield
            finally:
                sweeper.cancel()
                await self.pool.close()

        route = Route(self._options.path, self.respond, methods=METHODS)
        # Without HEAD, which would take the frames that a reader of the stream waits for.
        route.methods = {*METHODS, "OPTIONS"}
        refused = (404, 405, Refusal, Challenged, ClientDisconnect, UpstreamFailure)
        handlers: dict[Any, Any] = dict.fromkeys(refused, self._refuse)
        app = Starlette(routes=[route], lifespan=lifespan, exception_handlers=handlers)
        not_found = app.router.default

        async def others(scope: Any, receive: Any, send: Any) -> None:
            is_server = any(_is_below(scope, path) for path in (self._options.path, self._pages.path))
            await (not_found if is_server else self._pages)(scope, receive, send)

        if self._pages is not None:
            app.router.default = others
        app.router.redirect_slashes = False  # the address of a redirect would repeat any `Host`
        app.state.bridge = self
        return app

    async def _start_server(self) -> None:
        """Start the lifespan of a server in this process.

        If it fails, this application fails to start, too.
        """
        if self._pages is not None:
            await self._pages.start()

    async def _sweep(self) -> None:
        while True:
            await asyncio.sleep(min(1.0, self._options.idle))
            self.pool.sweep()

    async def respond(self, request: Request) -> Response:
        """Return the reply to a request. Pages of an allowed origin may read the reply (CORS)."""
        return self._readable(request, await self._reply(request))

    async def _reply(self, request: Request) -> Response:
        self.pool.sweep()  # also here, because nothing else does it if no lifespan runs
        head = _head(request)
        check_head(head, self._options)
        if request.method == "OPTIONS":
            return self._preflight(head)
        if request.method == "POST":
            return await self._post(request, head)
        if request.method == "GET" and self._with_handshake and _opens_one_stream(head.headers):
            return await self._open_one_stream(request, head)
        session = await self._session(head)
        if request.method == "DELETE":
            session.close(head.forwarded(self._options))
            return Response()
        return self._get(session, head)

    def _preflight(self, head: Head) -> Response:
        """Return the reply that allows a page of an allowed origin to send requests (CORS).

        Refuse other OPTIONS requests.
        """
        asked = head.headers.get("access-control-request-method")
        if asked not in METHODS or granted_origin(head, self._options) is None:
            raise Refusal(405, NO_METHOD, headers={"allow": ", ".join(METHODS)})
        headers = {
            "access-control-allow-methods": ", ".join(METHODS),
            "access-control-allow-headers": head.headers.get("access-control-request-headers", ""),
            "access-control-max-age": PREFLIGHT_AGE,
        }
        return Response(status_code=204, headers=headers)

    def _readable(self, request: Request, response: Response) -> Response:
        """Return the response with the headers that let a page of an allowed origin read it (CORS)."""
        origin = granted_origin(_head(request), self._options)
        if origin is not None:
            response.headers["access-control-allow-origin"] = origin
            response.headers["access-control-expose-headers"] = "Mcp-Session-Id, WWW-Authenticate"
            response.headers["vary"] = "Origin"
        return response

    async def _refuse(self, request: Request, error: Exception) -> Response:
        """Return the reply that refuses a request, with the id of its frame if that is known."""
        if isinstance(error, HTTPException):
            try:
                check_head(_head(request), self._options)  # a refused page must not learn the path
            except Refusal as refusal:
                error = refusal
        return self._readable(request, self._refusal(request, error))

    def _refusal(self, request: Request, error: Exception) -> Response:
        id = getattr(request.state, "id", None)
        if isinstance(error, Challenged):
            return _challenged(error.challenge, str(error), id)
        if isinstance(error, HTTPException):
            path = request.scope.get("root_path", "") + self._options.path
            reason = f"this path is not served; the path of the bridge is {path}"
            error = Refusal(error.status_code, reason)
            if error.status == 405:
                error = Refusal(405, NO_METHOD, headers={"allow": ", ".join(METHODS)})
        return _refused(error if isinstance(error, Refusal) else Refusal(502, str(error)), id, _head(request))

    # Streams

    def _get(self, session: HttpSession, head: Head) -> Response:
        """Return the standalone stream of a session, or the rest of a stream whose connection broke."""
        if not accepts(head.headers, EVENTS):
            raise Refusal(406, "the client must accept text/event-stream")
        last, behind = head.headers.get(LAST_EVENT), list[int]()
        if last is None:
            stream = session.general
        else:
            stream, *behind = self._resumed(session, head, last)
            if not stream.has_left(*behind):
                return Response(status_code=204)  # 200 without an event would be resumed again and again
        if len(stream.tickets) >= READERS:
            raise Refusal(409, f"{READERS} connections already read that stream; close one first")
        return _streamed(session, stream, *behind)

    def _resumed(self, session: HttpSession, head: Head, last: str) -> tuple[Stream, int, int]:
        """Return the stream that a client resumes, the number of the last event that it got, and a ticket.

        The ticket identifies the response that sent this event. If the event is unknown, the status is 400,
        not 404, because a client must answer 404 with a new session.
        """
        at = place(last)
        stream = None if at is None else session.stream(at[0], head)
        if at is None or stream is None or not stream.is_resumable(at[2]):
            raise Refusal(
                400,
                f"{LAST_EVENT}: the messages after that event are no longer stored; the session continues",
            )
        return stream, at[2], at[1]

    async def _open_one_stream(self, request: Request, head: Head) -> Response:
        """Open a session of the HTTP+SSE transport, and return its only stream."""
        session = await self.pool.open(self._asked, head, has_one_stream=True)
        path = quote(request.scope.get("root_path", "") + self._options.path, safe="/:@!$&'()*+,;=%")
        return _streamed(session, session.general, endpoint=f"{path}?{ENDPOINT_SESSION}={session.id}")

    async def _session(self, head: Head) -> HttpSession:
        """Return the session that a request names."""
        version = head.headers.get(VERSION)
        if SESSION not in head.headers and version in per_request():
            raise Refusal(
                405, f"{version} has no sessions: every request is a POST", headers={"allow": "POST"}
            )
        if SESSION not in head.headers:
            raise Refusal(400, NO_SESSION)
        if version is not None and version not in (*with_handshake(), *per_request()):
            raise self._unsupported(version)
        return await self.pool.named(head.headers[SESSION], head)

    # Bodies

    async def _post(self, request: Request, head: Head) -> Response:
        """Read a body within the limits, and return the reply with the answers to its frames."""
        self._check_body(head.headers)
        use = Use(self.pool.clients.of(head))
        try:
            found = await self._pass_on(request, head, await self._body(request, use), use)
        finally:
            if not use.is_sent:
                use.release()
        return found if isinstance(found, Response) else await found()

    async def _pass_on(self, request: Request, head: Head, data: bytes, use: Use) -> Response | Reply:
        """Send the frames of a body to the server.

        Return the reply, or a function that waits for the answers. While that function waits, nothing refers
        to the parsed frames, which may take 25 times as much memory as the body.
        """
        read = Bridge.read(data)
        if read.problem is not None:
            raise Refusal(400, read.problem.reason, code=read.problem.code)
        tree = read.tree
        if isinstance(tree, dict) and "method" in tree and is_request_id(tree.get("id")):
            request.state.id = tree["id"]
        problem = _problem_of(tree)
        if problem is not None:
            raise Refusal(400, problem)
        first = tree[0] if isinstance(tree, list) else tree
        id = request.query_params.get(ENDPOINT_SESSION)
        if id is not None:
            return await self._post_to_endpoint(request, head, id, read, data, use)
        if self._is_stateless(head.headers, first):
            return await self._post_alone(request, head, read, data, use)
        if first.get("method") == "initialize":
            return await self._initialize(request, head, read, data, use)
        return await self._post_to_session(request, head, read, data, use)

    def _check_body(self, headers: Mapping[str, str]) -> None:
        if not accepts(headers, JSON, EVENTS):
            raise Refusal(406, "the client must accept application/json or text/event-stream")
        if headers.get("content-type", "").partition(";")[0].strip().lower() != JSON:
            raise Refusal(415, "the body must be application/json")
        if headers.get("content-encoding", "identity").strip().lower() != "identity":
            raise Refusal(415, "the body must not be compressed", headers={"accept-encoding": "identity"})
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()):
            raise Refusal(400, "Content-Length is not a number")
        if float(length) > self._options.largest:
            raise self._too_large()

    def _too_large(self) -> Refusal:
        return Refusal(413, f"the body has more than {self._options.largest} bytes")

    async def _body(self, request: Request, use: Use) -> bytes:
        """Read the body of a request within the limits. Count its bytes in `use`."""
        found = Collected(self._options.largest)
        try:
            with anyio.fail_after(self._options.request_time):
                async for part in request.stream():
                    if not use.add_bytes(len(part)):
                        reason = "the open requests of this client, or of all clients, have too many bytes"
                        raise reached("bodies", f"{reason}; {BODIES_MORE}")
                    if part and not found.add(part):  # the last part is empty
                        raise self._too_large()
        except TimeoutError:
            raise Refusal(408, "the body did not arrive in time") from None
        return found.taken()

    def _count_requests(self, tree: Any, use: Use) -> None:
        """Count the requests of a body in the budget of its client. Refuse them if the budget has no room."""
        frames = tree if isinstance(tree, list) else [tree]
        if not use.add_requests(sum("method" in frame and "id" in frame for frame in frames)):
            reason = "too many requests of this client, or of all clients, are open"
            raise reached("requests", f"{reason}; {REQUESTS_MORE}")

    def _count_alone(self, use: Use) -> None:
        """Count a body that names no session. Refuse it if its client has too many of them."""
        if not use.add_alone(self._options.streams):
            raise too_many_requests("this client", self._options)

    def _is_stateless(self, headers: Mapping[str, str], first: dict[str, Any]) -> bool:
        """Return whether a request is handled as a request of a stateless client.

        That is so if the request names a stateless revision, in its header or in `_meta`, or if it names
        neither a session nor another revision. `first` is the first frame of the body.
        """
        version = headers.get(VERSION)
        if first.get("method") == "initialize" and version not in per_request():
            return False
        if version is not None and (version in with_handshake() or SESSION in headers):
            return version in per_request()
        return version is not None or SESSION not in headers or VERSION_META in meta_of(first)

    # Clients with a session

    async def _initialize(self, request: Request, head: Head, read: Any, data: bytes, use: Use) -> Reply:
        """Open a session for the `initialize` of a client."""
        asked = params_of(read.tree).get("protocolVersion")
        stated = head.headers.get(VERSION)
        if not self._with_handshake:
            raise self._unsupported(asked)
        if stated is not None and stated not in with_handshake():
            raise self._unsupported(stated)
        self._count_requests(read.tree, use)
        session = await self.pool.open(
            asked if asked in self._with_handshake else self._with_handshake[-1], head
        )
        sent = self._send(session, head, read, data, use)
        return partial(self._answer_initialize, request, head, sent)

    async def _answer_initialize(self, request: Request, head: Head, sent: SentBody) -> Response:
        """Return the reply with the answer to `initialize`, and the id of the session if it is open."""
        response = await self._answer(request, head, sent)
        if response.status_code >= 400 or (sent.stream.is_over and sent.stream.error is not None):
            sent.session.close()  # nobody learns the id of the session
        else:
            response.headers["mcp-session-id"] = sent.session.id
        return response

    async def _post_to_session(self, request: Request, head: Head, read: Any, data: bytes, use: Use) -> Reply:
        tree = read.tree
        if SESSION not in head.headers:
            raise Refusal(400, NO_SESSION)
        session = await self._session(head)
        self._check_frames(session, tree, use)
        sent = self._send(session, head, read, data, use)
        if sent.stream.is_over and not sent.stream.is_unread:
            session.forget(sent.stream)
            return partial(self._accepted, sent)
        return partial(self._answer, request, head, sent)

    def _check_frames(self, session: HttpSession, tree: Any, use: Use) -> None:
        """Refuse a body with more messages or requests than a session or its client may have."""
        frames = tree if isinstance(tree, list) else [tree]
        if isinstance(tree, list) and not facts_of(session.bridge.client).batches:
            raise Refusal(400, f"{session.bridge.client} has no batches; send one message in each body")
        requests = sum("method" in frame and "id" in frame for frame in frames)
        if requests > self._options.streams or len(frames) > 8 * self._options.streams:
            raise Refusal(413, "the batch has more messages than a session may send at once")
        if requests and session.bridge.pending + requests > self._options.streams:
            raise too_many_requests("this session", self._options)
        self._count_requests(tree, use)

    async def _accepted(self, sent: SentBody) -> Response:
        """Return the reply to a body whose answers are not in the reply: 202, or the server's challenge.

        The answers, if there are any, come on another stream.
        """
        if sent.has_response:
            await sent.session.upstream.taken()
        challenge = sent.stream.challenge
        if challenge is not None:  # the client comes with another authorization
            return _challenged(challenge, challenge.message, None)
        return Response(status_code=202)

    async def _post_to_endpoint(
        self, request: Request, head: Head, id: str, read: Any, data: bytes, use: Use
    ) -> Response | Reply:
        """Send a body of the HTTP+SSE transport to the server. Its answers come on the stream of the session.

        A request beyond a limit gets its error on that stream, too, because the clients of this transport end
        their session after an HTTP error. If the server answers `initialize` with a challenge, the reply is
        that HTTP error, so that the client logs in.
        """
        session, tree = await self.pool.named(id, head, has_one_stream=True), read.tree
        await session.readers_go_on()
        if session.bridge.client == AUTO and isinstance(tree, dict) and VERSION_META in meta_of(tree):
            raise Refusal(400, ONE_STREAM)
        try:
            self._check_frames(session, tree, use)
            sent = self._send(session, head, read, data, use)
        except Refusal as refusal:
            if session.is_over or isinstance(tree, list) or not ("method" in tree and "id" in tree):
                raise
            session.general.put(bytes(_refused(refusal, tree["id"], head).body))
            return Response(status_code=202)
        return partial(self._accept_at_endpoint, request, sent)

    async def _accept_at_endpoint(self, request: Request, sent: SentBody) -> Response:
        if sent.stream.is_read:
            try:
                await _wait(request, sent.stream, SOON)
            finally:
                sent.session.detach(sent.stream, WAITING)
        return await self._accepted(sent)

    def _send(self, session: HttpSession, head: Head, read: Any, data: bytes, use: Use) -> SentBody:
        """Send a body to the server of a session. Refuse it if too many bytes wait for the server."""
        if session.is_over:
            raise Refusal(404, "the session has ended")
        if session.upstream.unsent + len(data) > self._options.waiting:
            raise later(
                503, "too many bytes wait for the server, which has not read the earlier messages yet"
            )
        if session.open_bytes + len(data) > self._options.waiting:
            reason = f"the open requests of the session have more than {self._options.waiting} bytes"
            raise later(503, reason)
        takes_events = accepts(head.headers, EVENTS)
        stream = session.post(read, data, head, use, takes_events=takes_events)
        frames = read.tree if isinstance(read.tree, list) else [read.tree]
        has_response = any("method" not in frame for frame in frames)
        return SentBody(session, stream, frames[0].get("id"), isinstance(read.tree, list), has_response)

    # Clients without a session

    async def _post_alone(
        self, request: Request, head: Head, read: Any, data: bytes, use: Use
    ) -> Response | Reply:
        """Send a request that names no session to the server, in a session that the pool chooses."""
        frame = read.tree
        if not isinstance(frame, dict) or "method" not in frame:
            raise Refusal(400, "the body must be one request or notification")
        self._check_stateless(head.headers, frame)
        if "id" not in frame:
            return await self._notify(head, read, data, use)
        identity = self.pool.identity(head, frame)
        reason = mismatch(frame, head.headers, identity.caller.marks.of(frame))
        if reason is not None:
            raise Refusal(400, reason, code=HEADER_MISMATCH)
        self._count_alone(use)
        self._count_requests(frame, use)
        began = asyncio.get_running_loop().time()
        async with self.pool.turn(identity, head, frame) as session:
            waited = asyncio.get_running_loop().time() - began
            if waited > UNWATCHED and await request.is_disconnected():
                return Response(status_code=499)  # a call that is sent and cancelled would cost the server
            if session.is_over:
                raise later(503, "the server is gone")
            sent = self._send(session, head, read, data, use)
        return partial(self._answer, request, head, sent)

    async def _notify(self, head: Head, read: Any, data: bytes, use: Use) -> Response:
        """Send the server a notification from a client without a session. Raise `Refusal` if this fails.

        Two notifications are accepted, but not sent. `notifications/initialized` has no meaning without a
        handshake. `notifications/cancelled` could cancel the request of another client that uses the same id:
        a client cancels its call by closing the stream of the call. Official clients also send the
        notification, and would end their connection if the bridge refused it.
        """
        frame, method = read.tree, head.headers.get(METHOD)
        if VERSION not in head.headers:
            raise Refusal(400, f"the header {VERSION} is missing", code=HEADER_MISMATCH)
        if method is not None and method != frame["method"]:
            reason = f"the header {METHOD} is {shown(method)}, but the body has {shown(frame['method'])}"
            raise Refusal(400, reason, code=HEADER_MISMATCH)
        if frame["method"] in (CANCELLED, INITIALIZED):
            return Response(status_code=202)
        self._count_alone(use)
        session = self.pool.addressed(head)
        if session is not None:
            stream = self._send(session, head, read, data, use).stream
        elif self.pool.server_is_stateless:
            async with self.pool.turn(self.pool.identity(head, frame), head, frame) as session:
                stream = self._send(session, head, read, data, use).stream
        else:
            raise Refusal(400, f"{frame['method']} is not passed on: {NO_SESSION_FITS}")
        session.forget(stream)
        if stream.refusal is not None:
            raise Refusal(400, f"{frame['method']} is not passed on: {stream.refusal}")
        return Response(status_code=202)

    def _check_stateless(self, headers: Mapping[str, str], frame: dict[str, Any]) -> None:
        """Refuse a frame unless it names a stateless revision that the front supports."""
        version = headers.get(VERSION)
        known = self._stateless
        if version is None and not known:
            raise Refusal(400, NO_SESSION)
        if version is None and VERSION_META not in meta_of(frame):
            raise Refusal(400, NEITHER, code=HEADER_MISMATCH)
        if version is not None and version not in known:
            raise self._unsupported(version, known)
        if "id" in frame and version is not None:
            try:
                check_required_metadata(params_of(frame).get("_meta"))
            except DecodeError as problem:
                raise Refusal(400, str(problem), code=problem.code) from None
        if frame["method"] == "initialize":
            raise Refusal(404, f"{version} has no initialize", code=METHOD_NOT_FOUND)

    def _unsupported(self, version: Any, supported: Sequence[str] = ()) -> Refusal:
        """Return the error for an unsupported revision.

        `supported` has the revisions that the error lists. By default, it lists all revisions of clients.
        """
        data = {"supported": list(supported or self._revisions), "requested": version}
        return Refusal(
            400,
            f"{version!r} is not a supported revision; see `supported` in the error",
            code=UNSUPPORTED_VERSION,
            data=data,
        )

    # Answers

    async def _answer(self, request: Request, head: Head, sent: SentBody) -> Response:
        """Wait for the answers to the frames of a body, and return the reply with them."""
        session, stream, id, is_batch = sent.session, sent.stream, sent.id, sent.is_batch
        soon = SOON_STATELESS if session.is_stateless else SOON
        try:
            # The first answer of an array must be there: none is empty (JSON-RPC 2.0, section 6).
            is_there = await _wait(
                request, stream, soon if stream.takes_events else math.inf if is_batch else None
            )
        except BaseException:
            session.detach(stream, 0)
            raise
        if not is_there:
            session.detach(stream, 0)
            return Response(status_code=499)
        frames = stream.unread()
        takes_json = accepts(head.headers, JSON)
        is_alone = stream.is_over and len(frames) == 1 == stream.count
        if stream.challenge is not None and (is_alone or (stream.is_over and not stream.count)):
            session.forget(stream)
            message = member(stream.error, "message") or stream.challenge.message
            return _challenged(stream.challenge, str(message), id)
        if stream.takes_events and not (is_alone and takes_json):
            return _streamed(session, stream)
        code = member(stream.error, "code")
        has_status = session.is_stateless and isinstance(code, (int, float))  # a server may write any JSON
        status = STATUS.get(code, 200) if has_status else 200
        if is_batch and not frames and stream.is_over:
            session.forget(stream)
            return Response(status_code=202)
        if is_batch or sum(map(len, frames)) > PART:
            ticket = session.attach(stream)
            done = partial(session.detach, stream, ticket)
            content = _noted(stream, ticket, _json(stream, ticket, is_batch))
            return _Parts(content, status, {"content-type": JSON}, done)
        session.forget(stream)
        cancelled = error_response(id, INTERNAL_ERROR, "the request was cancelled")
        return Response(frames[0] if frames else json_line(cancelled), status, media_type=JSON)


def _opens_one_stream(headers: Mapping[str, str]) -> bool:
    """Return whether a GET opens a session of the HTTP+SSE transport.

    Such a GET has none of the headers of later transports. It must accept only events, because a GET of a
    browser or a health check must not open a session.
    """
    is_later = SESSION in headers or VERSION in headers or LAST_EVENT in headers
    return not is_later and _accepted(headers) == {EVENTS: True}


def _is_below(scope: Any, path: str) -> bool:
    """Return whether a request is for a path, or for a path below it."""
    asked = scope["path"].removeprefix(scope.get("root_path", ""))
    return f"{asked}/".startswith(f"{path.rstrip('/')}/")


def _head(request: Request) -> Head:
    return Head(request.headers, "" if request.client is None else request.client.host)


def _error_body(id: Any, code: int, message: str, data: Any) -> bytes:
    """Return a JSON-RPC error. It has no id if the id of the request is unknown."""
    error = error_response(id, code, message, data)
    if id is None:
        del error["id"]
    return json_line(error)


def _refused(refusal: Refusal, id: Any, head: Head) -> Response:
    if refusal.limit is not None:
        value = head.headers.get(refusal.limit) if refusal.limit in (HOST, ORIGIN) else None
        named = "" if value is None else f" with the {refusal.limit} {ascii(value[:80])}"
        report_limit(refusal.limit, f"{head.address or 'a client'}{named}", refusal.message)
    body = _error_body(id, refusal.code, refusal.message, refusal.data)
    return Response(body, refusal.status, refusal.headers, media_type=JSON)


def _challenged(challenge: Any, message: str, id: Any) -> Response:
    """Return the reply by which the client learns that the server asks for authorization."""
    headers = {"www-authenticate": challenge.header} if challenge.header else {}
    body = _error_body(id, INTERNAL_ERROR, message, challenge.data)
    return Response(body, challenge.status, headers, media_type=JSON)


def _problem_of(tree: Any) -> str | None:
    """Return the reason why a body is neither a frame nor a batch, or None.

    An unreadable response is not refused here. The session needs it, to end the request that it answers.
    """
    frames = tree if isinstance(tree, list) else [tree]
    if not frames:
        return "the body is not a JSON-RPC message"
    for frame in frames:
        try:
            kind_of(frame)
        except DecodeError as problem:
            if not (isinstance(frame, dict) and "method" not in frame and frame.keys() & {"result", "error"}):
                return problem.reason
    ids = [request_key(frame["id"]) for frame in frames if "method" in frame and "id" in frame]
    if len(set(ids)) < len(ids):
        return "two requests have the same id"
    if isinstance(tree, list) and any(frame.get("method") == "initialize" for frame in frames):
        return "initialize must not be in a batch"
    return None


def accepts(headers: Mapping[str, str], *kinds: str) -> bool:
    """Return whether a client accepts at least one of the media types `kinds`.

    A client without an `Accept` header accepts all. Of several ranges in the header, the most specific one
    decides (RFC 9110, section 12.5.1).
    """
    ranges = _accepted(headers)
    for kind in kinds:
        family = f"{kind.partition('/')[0]}/*"
        if next((ranges[name] for name in (kind, family, "*/*") if name in ranges), False):
            return True
    return False


def _accepted(headers: Mapping[str, str]) -> dict[str, bool]:
    """Return the media ranges of a client's `Accept` header, and whether the client accepts each."""
    ranges: dict[str, bool] = {}
    given = [value for name, value in headers.items() if name == "accept"]  # a list, maybe in parts
    for part in ",".join(given or ["*/*"]).lower().split(","):
        name, *parameters = (text.strip() for text in part.split(";"))
        ranges[name] = not any(map(_REFUSED.fullmatch, parameters))
    return ranges


async def _wait(request: Request, stream: Stream, seconds: float | None) -> bool:
    """Wait until a stream is complete. Return False if the client disconnects first.

    If `seconds` is given, the wait also ends at the first frame, and after that time.
    """
    loop = asyncio.get_running_loop()
    end = None if seconds is None else loop.time() + seconds

    def is_ready() -> bool:
        return stream.is_over or (end is not None and (stream.count > 0 or loop.time() >= end))

    if not is_ready():
        await stream.change(UNWATCHED)
    if is_ready():
        return True
    hung_up = asyncio.ensure_future(_hang_up(request))
    hung_up.add_done_callback(lambda done: stream.touch())
    try:
        while not is_ready() and not hung_up.done():
            await stream.change(None if end is None else end - loop.time())
        return is_ready()
    finally:
        hung_up.cancel()
        with suppress(asyncio.CancelledError):
            await hung_up


async def _hang_up(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass


class _Dropped(Exception):
    """Raised if a response lacks an answer, so that the client must not take it for complete."""


class _Parts(StreamingResponse):
    """A streaming response. It calls `closed` when the client has received it or is gone.

    If `content` raises `_Dropped`, the response stays incomplete, so that the server of the application
    closes the connection.
    """

    def __init__(
        self,
        content: AsyncIterator[bytes],
        status: int,
        headers: Mapping[str, str],
        closed: Callable[[], None],
    ) -> None:
        super().__init__(fair(content, UNNOTICED), status, headers)
        self._closed = closed

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        """Send the response."""
        try:
            await super().__call__(scope, receive, send)
        except _Dropped:
            pass
        finally:
            self._closed()


def _streamed(session: HttpSession, stream: Stream, *behind: int, endpoint: str = "") -> Response:
    """Return a response that sends the messages of a stream as server-sent events.

    For a client that resumes, `behind` has the number of the last message that the client has, and the ticket
    of the reader that got this message. On the HTTP+SSE transport, the first event names the `endpoint`.
    """
    ticket = session.attach(stream, *behind)
    events = _noted(stream, ticket, _events(session, stream, ticket, endpoint))
    return _Parts(events, 200, EVENT_HEADERS, partial(session.detach, stream, ticket))


async def _events(session: HttpSession, stream: Stream, ticket: int, endpoint: str) -> AsyncIterator[bytes]:
    """Yield the events of a stream until its end, for the reader `ticket`.

    While a newer reader gets the messages, yield nothing. Events have ids only if the stream can be resumed.
    """
    can_resume = not (session.is_stateless or session.has_one_stream)
    if endpoint:
        yield endpoint_event(endpoint)
    elif can_resume:
        is_primed = reads_empty_events(session.bridge.client)
        stream.is_begun |= is_primed
        # Sends the headers, and says where to resume even if no message follows: a client that has no event
        # of this response would otherwise ask for the standalone stream.
        yield priming(event_id(stream, ticket, stream.taken)) if is_primed else PING
    while stream.is_reader(ticket):
        while stream.is_newest(ticket) and (found := stream.next_unread()) is not None:
            number, data = found
            id = event_id(stream, ticket, number) if can_resume else None
            stream.is_begun |= can_resume  # now: the client may get the id of an event that is cut off later
            for part in event_parts(data, id) if data else ():
                yield part
            if stream.is_newest(ticket):
                stream.take(number)
        if stream.is_over and not (stream.is_newest(ticket) and stream.is_unread):
            return
        if not await stream.change(KEEP_ALIVE):
            yield PING


async def _json(stream: Stream, ticket: int, is_batch: bool) -> AsyncIterator[bytes]:
    """Yield the answer of a stream as it arrives, for the reader `ticket`. For a batch, yield an array.

    Each answer is yielded at once. If all answers were stored until the last one arrives, they could fill the
    buffer, and the server would no longer be read. Raise `_Dropped` if the reader has not got every answer,
    because it was removed.
    """
    count = 0
    while True:
        while (found := stream.next_unread()) is not None:
            yield (b"," if count else b"[") if is_batch else b""
            for part in parts(found[1]):
                yield part
            stream.take(found[0])
            count += 1
        if stream.is_over or not stream.is_newest(ticket):
            break
        if not await stream.change(KEEP_ALIVE):
            yield b" "
    if count < stream.count or not stream.is_over:
        raise _Dropped
    if is_batch and count:
        yield b"]"


async def _noted(stream: Stream, ticket: int, content: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    """Yield the parts of `content`, and record the time at which the client took each of them.

    Only parts for the newest reader of the stream are recorded.
    """
    clock = asyncio.get_running_loop().time
    stream.moved = clock()
    async for part in content:
        if stream.moved is None and stream.is_newest(ticket):
            stream.moved = clock()
        yield part
        if stream.is_newest(ticket):
            stream.moved = clock()
