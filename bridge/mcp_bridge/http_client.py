"""The HTTP client for servers behind URLs: bounds against a hostile server, and reasons without secrets.

Rules:

- No redirect is followed, no cookie is kept, no compressed body is read: a compressed body has no bound
  until it is unpacked.
- A connection, a body to the server, the headers of a response and a body of JSON have a time each; a body
  and an event have a size. Between two events a server may take its time.
- Many small parts of an answer leave turns to others.
- The connections of a session carry its requests only (`HttpClient.separate`). A connection that holds bytes
  behind the end of a response, or whose response fits no request, is closed: those bytes would be read as the
  response to the next request.
- Every failure is an `UpstreamFailure` with one sentence, which holds no header and no part of a URL. The
  logs of the libraries hold both, so none is written about these requests.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import ssl
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping
from contextlib import asynccontextmanager, contextmanager, suppress
from contextvars import ContextVar
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any

import anyio
import httpx2
from mcp_revisions.jsonrpc import Collected

from mcp_bridge.diagnostics import public, report
from mcp_bridge.http_headers import SESSION, Challenge
from mcp_bridge.options import is_host

CONNECT = 10.0  # seconds for a connection
SEND = 30.0  # seconds for a body
BEGIN = 3600.0  # seconds for the headers of a response: a call may take long
STARTUP = 60.0  # seconds for the lifespan of an application to begin
ENDING = 5.0  # seconds for the calls of an application to end when the bridge does
SHUTDOWN = 10.0  # seconds for its lifespan after that
QUIET = 5.0  # seconds after which connections that nobody uses are closed
LEFT = 4096  # calls of an application that go on although nobody reads their answers
BODY = 300.0  # seconds for a body of JSON
LARGEST = 64 << 20  # bytes of a body or an event
ANSWER = 1 << 20  # bytes of an answer during a login
LINE = 64  # bytes of memory for a line of an event besides its characters
SMALL = 1024  # characters of an unfinished line of events that wait for more
TURN = 64  # parts of an answer after which others get a turn
JSON, EVENTS = "application/json", "text/event-stream"
INSIDE = "http://127.0.0.1:8000"  # the address of an ASGI application, which may check `Host`
APPLICATION = "the application"

_logger = logging.getLogger("mcp_bridge")


class UpstreamFailure(Exception):
    """A request has no answer; the text is the reason."""


class LoginFailed(UpstreamFailure):
    """No token could be had; the text is the reason."""


NETWORK = (TimeoutError, httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError)
_FAILURES = (*NETWORK, ValueError)
_OF_THE_FRONT = ("app", "router", "starlette.exception_handlers")  # members of a scope
EARLY_END = "the server ended an answer early"
# The reasons of OpenSSL for an answer that is no TLS, in its versions.
_NO_TLS = ("WRONG_VERSION_NUMBER", "UNKNOWN_PROTOCOL", "HTTP_REQUEST", "RECORD_LAYER_FAILURE")
# The errors of the library about a connection that the server closed; others are about the form of an answer.
_CLOSED = ("Server disconnected", "peer closed connection")
# The login and the rest, between which are host and port.
_URL = re.compile(r"(?i:https?)://([^/?#]*@)?(?:\[[^]]*\]|[^/?#@:[\]]+)(?::[0-9]*)?([/?#].*)?", re.DOTALL)
_BLANK = re.compile(r"\n\n|\n\r|\r\r")  # the end of a line, and a line without characters
_LOGGERS = ("httpx2", *(f"httpcore2.{name}" for name in ("connection", "http11", "http2", "proxy", "socks")))
_is_ours: ContextVar[bool] = ContextVar("_is_ours", default=False)


class Unanswered(UpstreamFailure):
    """A server has replied with a status, and without an answer."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Challenged(Exception):
    """A server asks for authorization. No failure, so that no retry takes it."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__(challenge.message)
        self.challenge = challenge


class HttpResponse:
    """A response whose headers have come."""

    def __init__(self, response: httpx2.Response) -> None:
        self._response = response
        self._is_trusted = True
        self.status = response.status_code
        self.kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()

    def distrust(self) -> None:
        """Note that the response fits no request: its connection is not used again."""
        self._is_trusted = False

    async def close(self) -> None:
        """Close the response; its connection goes back to the others if nothing is left on it."""
        connection = self._response.extensions.get("network_stream")
        if connection is not None and not (self._is_trusted and _is_read_to_its_end(self._response)):
            await connection.aclose()
        await self._response.aclose()

    @property
    def is_stream(self) -> bool:
        """Whether the body is a stream of events."""
        return self.status == 200 and self.kind == EVENTS

    @property
    def session(self) -> str | None:
        """The session that the server names; None for a text that no header can carry back."""
        name: str | None = self._response.headers.get(SESSION)
        return name if name and name.isascii() and name.isprintable() and " " not in name else None

    @property
    def named(self) -> str | None:
        """The session that the request named."""
        name: str | None = self._response.request.headers.get(SESSION)
        return name

    @property
    def challenge(self) -> str:
        """The header `WWW-Authenticate`; a question mark stands for each character beyond ASCII."""
        text: str = self._response.headers.get("www-authenticate", "")
        shown = text.encode("ascii", "replace").decode()
        return shown if shown.isprintable() else ""

    @property
    def location(self) -> str:
        """The address of a redirect."""
        text: str = self._response.headers.get("location", "")
        return text

    async def body(self) -> bytes | None:
        """Return a body of JSON, None for any other body; raise `UpstreamFailure` for one beyond a bound."""
        if self.kind != JSON:
            return None
        self._refuse_compression()
        found = Collected(LARGEST)
        try:
            with anyio.fail_after(BODY):
                async for part in fair(self._response.aiter_raw(), TURN):
                    if not found.add(part):
                        raise UpstreamFailure(f"an answer has more than {LARGEST} bytes")
        except _FAILURES as error:
            raise UpstreamFailure(_reason(error, f"the answer takes more than {BODY:g} seconds")) from None
        return found.taken()

    async def events(self) -> AsyncIterator[httpx2.ServerSentEvent]:
        """Yield the events of a stream."""
        self._refuse_compression()
        try:
            async for event in httpx2.EventSource(_FairText(self._response), LARGEST):  # type: ignore[arg-type]
                yield event
        except httpx2.SSEError:
            raise UpstreamFailure(f"an event has more than {LARGEST} bytes") from None
        except _FAILURES as error:
            raise UpstreamFailure(_reason(error)) from None

    def _refuse_compression(self) -> None:
        encoding = self._response.headers.get("content-encoding", "identity").strip().lower()
        if encoding not in ("identity", ""):
            raise UpstreamFailure("the server sent a compressed answer, although the bridge asks for none")


class _FairText:
    """A response as `EventSource` reads it."""

    def __init__(self, response: httpx2.Response) -> None:
        self.headers = response.headers
        self.request = response.request
        self.aiter_text: Callable[[], AsyncIterator[str]] = lambda: _bounded_lines(
            _gathered(fair(response.aiter_text(), TURN))
        )


async def _gathered(texts: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield texts; small ones inside a line, which are larger as objects, wait for others."""
    found = ""
    async for text in texts:
        found += text
        if len(found) >= SMALL or "\n" in text or "\r" in text:
            yield found
            found = ""
    if found:
        yield found


async def _bounded_lines(texts: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield texts; raise `SSEError` for an event of too many lines, each of which is an object until its end.

    The library bounds the characters of an event alone.
    """
    lines, last = 0, ""
    async for text in texts:
        parts = _BLANK.split(last + text)  # a blank line ends an event
        parts[0] = parts[0][len(last) :]
        for number, part in enumerate(parts):
            lines = (lines if number == 0 else 0) + part.count("\n") + part.count("\r")
            if lines * LINE > LARGEST:
                raise httpx2.SSEError("too many lines")
        last = text[-1:]
        yield text


async def fair(parts: AsyncIterator[Any], turn: int) -> AsyncIterator[Any]:
    """Yield parts, and leave a turn to others after every `turn`: some come, or go, without a wait."""
    count = 0
    async for part in parts:
        yield part
        count += 1
        if count % turn == 0:
            await asyncio.sleep(0)


class _ServerFacts:
    """The facts about a server that its clients share."""

    def __init__(self) -> None:
        self.is_strict = False
        self._tls: ssl.SSLContext | None = None

    @property
    def tls(self) -> ssl.SSLContext:
        """The issuers of certificates that are trusted; reading them takes longer than a request."""
        if self._tls is None:
            self._tls = httpx2.create_ssl_context()
        return self._tls


class HttpClient:
    """Connections to a server; `app` leads to an application instead.

    `auth` is an authorization flow of httpx2 for every request; it may raise `LoginFailed`.
    """

    def __init__(self, app: AsgiTransport | None = None, auth: httpx2.Auth | None = None) -> None:
        self._server = _ServerFacts()
        self._auth = auth
        self._app = app
        self._client: httpx2.AsyncClient | None = None  # while there may be connections
        self._open = 0  # requests
        self._quiet: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None]  # of connections that were silent

    def separate(self) -> HttpClient:
        """Return a client of the same server that shares no connection with this one."""
        other = HttpClient(self._app, self._auth)
        other._server = self._server
        return other

    @property
    def is_strict(self) -> bool:
        """Whether the server has refused an authorization: it judges them."""
        return self._server.is_strict

    @is_strict.setter
    def is_strict(self, is_strict: bool) -> None:
        self._server.is_strict = is_strict

    def shown(self, url: str) -> str:
        """Return an address as messages show it; that of an application is of no use to a person."""
        text = public(url)
        return text if self._app is None else text.replace(f"{INSIDE}/", f"{APPLICATION} at /", 1)

    @property
    def asks_person(self) -> bool:
        """Whether a person may be asked to log in."""
        return getattr(self._auth, "asks_person", False)

    @property
    def is_waiting(self) -> bool:
        """Whether a person is awaited."""
        return getattr(self._auth, "is_waiting", False)

    async def start(self) -> None:
        """Begin the lifespan of the application."""
        if self._app is not None:
            await self._app.start()

    @asynccontextmanager
    async def open(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        content: bytes | None = None,
    ) -> AsyncIterator[HttpResponse]:
        """Send a request; yield the response once its headers have come."""
        with self._counted():
            async with self._exchange(method, url, headers, content) as response:
                yield response

    @asynccontextmanager
    async def _exchange(
        self, method: str, url: str, headers: Mapping[str, str], content: bytes | None
    ) -> AsyncIterator[HttpResponse]:
        client = self._client = self._client or self._new_client()
        token = _is_ours.set(True)
        try:
            request = client.build_request(method, url, headers=headers, content=content)
            with anyio.fail_after(BEGIN):
                response = HttpResponse(await client.send(request, stream=True, auth=self._auth))
        except _FAILURES as error:
            reason = _reason(error, f"no answer began within {BEGIN:g} seconds")
            is_reached = reason == EARLY_END
            raise UpstreamFailure(
                reason if is_reached else f"the server cannot be reached: {reason}"
            ) from None
        finally:
            _is_ours.reset(token)
        try:
            yield response
        finally:
            with anyio.CancelScope(shield=True), suppress(*_FAILURES):
                await response.close()

    def _new_client(self) -> httpx2.AsyncClient:
        return httpx2.AsyncClient(
            transport=self._app,
            verify=self._server.tls if self._app is None else False,
            cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
            headers={"accept-encoding": "identity"},
            timeout=httpx2.Timeout(None, connect=CONNECT, write=SEND),
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=100),
        )

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count an open request; after the last, close the connections once they are silent for a time."""
        self._open += 1
        if self._quiet is not None:
            self._quiet.cancel()
            self._quiet = None
        try:
            yield
        finally:
            self._open -= 1
            if not self._open and self._client is not None:
                self._quiet = asyncio.get_running_loop().call_later(QUIET, self._give_up)

    def _give_up(self) -> None:
        """Let the next request open another connection, and close those that there are."""
        self._closing = asyncio.get_running_loop().create_task(self.close())

    def close(self) -> Coroutine[Any, Any, None]:
        """Close the connections; a later request opens others, also before this is over."""
        client, self._client = self._client, None
        if self._quiet is not None:
            self._quiet.cancel()
            self._quiet = None
        return _closed(client)


async def _closed(client: httpx2.AsyncClient | None) -> None:
    if client is not None:
        with suppress(*_FAILURES):
            await client.aclose()


def _is_read_to_its_end(response: httpx2.Response) -> bool:
    """Say whether a connection holds no byte behind a response; False where that cannot be told.

    The library does not show these bytes, and reads them as the response to the next request.
    """
    found: Any = response.stream
    for name in ("_stream", "_httpcore_stream", "_stream", "_connection", "_h11_state", "trailing_data"):
        found = getattr(found, name, None)
    return found is not None and found[0] == b""


async def fetch(
    request: httpx2.Request, transport: httpx2.AsyncBaseTransport | None = None
) -> httpx2.Response:
    """Send a request of a login and return the whole answer; `transport` stands in place of a network.

    Raise `LoginFailed` for an answer that is not whole after `SEND` seconds.
    """
    timeout = httpx2.Timeout(SEND, connect=CONNECT)
    async with httpx2.AsyncClient(timeout=timeout, transport=transport) as client:

        async def answer() -> httpx2.Response:
            response: httpx2.Response = await client.send(request, stream=True)
            try:
                bound(response)
                await response.aread()
            finally:
                await response.aclose()
            return response

        try:
            return await asyncio.wait_for(answer(), SEND)
        except (asyncio.TimeoutError, TimeoutError):
            raise LoginFailed(f"the authorization server did not answer within {SEND:g} seconds") from None
        except (UpstreamFailure, *_FAILURES):
            raise
        except Exception as error:  # of the libraries, for an address or an answer that they do not foresee
            raise LoginFailed(f"the authorization server did not answer: {_reason(error)}") from None


async def post_form(url: str, form: Mapping[str, str], headers: Mapping[str, str]) -> httpx2.Response:
    """Post a form of a login and return the whole answer; raise `UpstreamFailure` where none comes."""
    try:
        return await fetch(httpx2.Request("POST", url, data=form, headers=headers))
    except _FAILURES as error:
        raise UpstreamFailure(_reason(error)) from None


def bound(response: httpx2.Response) -> None:
    """Let the reader of the body raise `LoginFailed` after `ANSWER` bytes, and for a compressed body."""
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    response.stream = _Bounded(response.stream, response.headers.get("content-encoding", "identity"))


class _Bounded(httpx2.AsyncByteStream):
    """The body of an answer during a login."""

    def __init__(self, stream: httpx2.AsyncByteStream, encoding: str) -> None:
        self._stream = stream
        self._encoding = encoding

    async def __aiter__(self) -> AsyncIterator[bytes]:
        if self._encoding.strip().lower() != "identity":
            raise LoginFailed("the authorization server sent a compressed answer, which is not supported")
        size = 0
        async for part in self._stream:
            size += len(part)
            if size > ANSWER:
                raise LoginFailed(f"an answer of the authorization server has more than {ANSWER} bytes")
            yield part

    async def aclose(self) -> None:
        await self._stream.aclose()


class AsgiTransport(httpx2.AsyncBaseTransport):
    """Requests to an ASGI application in this process; its parts arrive as it sends them.

    `path` is the path of the server in the application. As behind an HTTP server, a call whose answer nobody
    reads any more is told so (`http.disconnect`), and ends by itself: the application may still have to keep
    what the answer has promised. Only the oldest beyond `LEFT`, and those that outlive the bridge, are
    cancelled.
    """

    def __init__(self, app: Any, path: str) -> None:
        self._app, self.path = app, path
        self._left: dict[asyncio.Task[None], None] = {}  # calls that go on without a reader, the oldest first
        self._lifespan: asyncio.Task[None] | None = None
        self._is_started: asyncio.Future[None] | None = None
        self._to_lifespan: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self._state: dict[str, Any] = {}  # that the lifespan leaves for requests

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        """Let the application answer a request as it came; raise `UpstreamFailure` as `start` does."""
        await self.start()
        own = {name: value for name, value in scope.items() if name not in _OF_THE_FRONT}
        await self._app({**own, "state": dict(self._state)}, receive, send)

    async def start(self) -> None:
        """Begin the lifespan of the application; raise `UpstreamFailure` where it does not begin in time."""
        if self._lifespan is None:
            self._is_started = asyncio.get_running_loop().create_future()
            self._to_lifespan.put_nowait({"type": "lifespan.startup"})
            self._lifespan = asyncio.create_task(self._live())
        assert self._is_started is not None
        try:
            await asyncio.wait_for(asyncio.shield(self._is_started), STARTUP)
        except (asyncio.TimeoutError, TimeoutError):
            reason = f"{APPLICATION} does not start: its lifespan is not complete in {STARTUP:g} seconds"
            raise UpstreamFailure(reason) from None

    async def stop(self) -> None:
        """Let the calls end, then the lifespan; cancel those that do not."""
        if self._left:
            await asyncio.wait(self._left, timeout=ENDING)
        if self._left:
            late = f"{len(self._left)} calls go on {ENDING:g} seconds after the end of the bridge"
            report(APPLICATION, f"{late}, and are cancelled")
            for call in self._left:
                call.cancel()
            await asyncio.wait(self._left, timeout=ENDING)
        if self._lifespan is not None:
            self._to_lifespan.put_nowait({"type": "lifespan.shutdown"})
            await asyncio.wait([self._lifespan], timeout=SHUTDOWN)
            self._lifespan.cancel()
        # The next start is that of another lifespan, maybe in another loop.
        self._lifespan, self._is_started, self._to_lifespan, self._state = None, None, asyncio.Queue(), {}

    def leave(self, call: asyncio.Task[None]) -> None:
        """Hold a call that nobody reads until it ends; cancel the oldest where there are too many."""
        if call.done():
            return
        self._left[call] = None
        call.add_done_callback(lambda ended: self._left.pop(ended, None))
        if len(self._left) > LEFT:
            report(
                APPLICATION,
                f"more than {LEFT} calls continue although their clients left; the oldest is cancelled",
            )
            oldest = next(iter(self._left))
            del self._left[oldest]
            oldest.cancel()

    async def _live(self) -> None:
        started = self._is_started
        assert started is not None

        async def send(message: dict[str, Any]) -> None:
            await asyncio.sleep(0)  # as for a call
            if message["type"] == "lifespan.startup.complete" and not started.done():
                started.set_result(None)
            if message["type"] == "lifespan.startup.failed" and not started.done():
                _logger.error("%s does not start: %s", APPLICATION, message.get("message", ""))
                started.set_exception(
                    UpstreamFailure(f"{APPLICATION} does not start; its log has the reason")
                )

        scope = {"type": "lifespan", "asgi": {"version": "3.0"}, "state": self._state}
        try:
            await self._app(scope, self._to_lifespan.get, send)
        except Exception:  # of an application without a lifespan
            pass
        finally:
            if not started.done():
                started.set_result(None)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Call the application; return its response once the headers have come."""
        body = await request.aread()
        scope = {
            "type": "http",
            "asgi": {"version": "3.0", "spec_version": "2.3"},
            "http_version": "1.1",
            "method": request.method,
            "headers": [(name.lower(), value) for name, value in request.headers.raw],
            "scheme": request.url.scheme,
            "path": request.url.path,
            "raw_path": request.url.raw_path.partition(b"?")[0],
            "query_string": request.url.query,
            "server": (request.url.host, request.url.port or 80),
            "client": ("127.0.0.1", 0),
            "root_path": "",
            "state": dict(self._state),
        }
        return await _AsgiCall(self._app, scope, body, self.leave).response()


class _AsgiCall(httpx2.AsyncByteStream):
    """A request to an application: its body in, its messages out; an application waits for its reader.

    The application gets the exception for a message that ASGI does not know. One that it raises is logged
    once, and is an `UpstreamFailure` for the reader, with the name of its class alone.
    """

    def __init__(
        self, app: Any, scope: dict[str, Any], body: bytes, leave: Callable[[asyncio.Task[None]], None]
    ) -> None:
        self._sending, self._messages = anyio.create_memory_object_stream[Any]()
        self._body: bytes | None = body
        self._has_begun = self._is_whole = False
        self._failure = "sends no response"
        self._is_closed = asyncio.Event()  # the answer is whole, or nobody reads on
        self._leave = leave
        self._task = asyncio.create_task(self._run(app, scope))

    async def response(self) -> httpx2.Response:
        """Return the response once its headers have come."""
        try:
            response: httpx2.Response = await self._messages.receive()
            return response
        except BaseException as error:
            await self.aclose()
            if isinstance(error, anyio.EndOfStream):
                raise UpstreamFailure(f"{APPLICATION} {self._failure}") from None
            raise

    async def __aiter__(self) -> AsyncIterator[bytes]:
        async for part in self._messages:
            yield part
        if not self._is_whole:
            raise UpstreamFailure(f"{APPLICATION} {self._failure}")

    async def aclose(self) -> None:
        """Tell the application that nobody reads on, and leave the call to end by itself."""
        self._is_closed.set()
        self._messages.close()
        self._leave(self._task)

    async def _run(self, app: Any, scope: dict[str, Any]) -> None:
        async with self._sending:
            try:
                await app(scope, self._receive, self._send)
            except Exception as error:
                has_reader = not self._is_closed.is_set()
                if self._is_whole or has_reader:  # else that the reader has gone is the reason
                    self._failure = f"raises {type(error).__name__}; its log has the traceback"
                    _logger.error("%s raises an exception", APPLICATION, exc_info=error)

    async def _receive(self) -> dict[str, Any]:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._is_closed.wait()
        await asyncio.sleep(0)  # an application that asks on and on must not stop the others
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        await asyncio.sleep(0)  # an application that sends on and on, to nobody too, must not stop the others
        if self._is_whole:
            raise RuntimeError(f"the message is {message['type']!r}, and the response is complete")
        if self._is_closed.is_set():
            return
        kind = "http.response.body" if self._has_begun else "http.response.start"
        if message["type"] != kind:
            raise RuntimeError(f"the message is {message['type']!r}, and should be {kind!r}")
        part: Any
        if self._has_begun:
            part = bytes(memoryview(message.get("body", b"")))
        else:
            headers = list(message.get("headers", ()))
            status = int(message["status"])
            if not 100 <= status <= 599:
                raise ValueError(f"the status is {status:.6g}, and should be from 100 to 599")
            part = httpx2.Response(status, headers=headers, stream=self)
            self._has_begun, self._failure = True, "ends a response early"
        if part:
            try:
                await self._sending.send(part)
            except anyio.BrokenResourceError:  # nobody reads on
                return
        if kind == "http.response.body" and not message.get("more_body"):
            self._is_whole = True
            self._is_closed.set()
            self._sending.close()


def _reason(error: BaseException, late: str = "the connection is silent") -> str:
    """Return the cause of a failure in one sentence, without the texts in which libraries quote headers."""
    if isinstance(error, httpx2.ConnectTimeout):
        return f"no connection in {CONNECT:g} seconds"
    if isinstance(error, (TimeoutError, httpx2.TimeoutException)):
        return late
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"the certificate is refused: {cause.verify_message}"
        if isinstance(cause, ssl.SSLError):
            is_plain = cause.reason in _NO_TLS
            known = (cause.reason or "the reason is unknown").replace("_", " ").lower()
            return "the server does not speak TLS; try http://" if is_plain else f"TLS fails: {known}"
        if isinstance(cause, OSError) and cause.errno:
            return os.strerror(cause.errno) if cause.errno > 0 else str(cause.strerror)  # of a name
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, (httpx2.RemoteProtocolError, httpx2.DecodingError)):
        return EARLY_END if str(error).startswith(_CLOSED) else "the server does not speak HTTP"
    if isinstance(error, httpx2.NetworkError):
        return "the connection failed"
    return "the request cannot be written as HTTP"


def is_url(text: str) -> bool:
    """Say whether a server can have an address, and a request has it as it stands.

    The case of scheme and host, the spelling of an international host, and a default port may differ.
    """
    try:
        url = httpx2.URL(text)
    except (httpx2.InvalidURL, ValueError):
        return False
    given, sent = _URL.fullmatch(text), _URL.fullmatch(str(url))
    if given is None or sent is None or given.groups() != sent.groups():
        return False
    return is_host(url.raw_host.decode()) and (url.port is None or 0 < url.port < 1 << 16)


def _log_others(record: logging.LogRecord) -> bool:
    return not _is_ours.get()


for _name in _LOGGERS:
    logging.getLogger(_name).addFilter(_log_others)
