"""The HTTP client for servers at URLs: limits against a hostile server, and failures without secrets.

Rules:

- The client follows no redirect, stores no cookie and reads no compressed body, because the size of a
  compressed body is unknown until it is unpacked.
- There are time limits for a connection, a body to the server, the headers of a response, and a JSON body.
  There are size limits for a body and an event. There is no time limit between two events.
- If a response has many small parts, other tasks run in between.
- The connections of a session carry only its own requests (`HttpClient.separate`). If a connection holds
  bytes after the end of a response, or a response fits no request, the connection is closed. Otherwise those
  bytes would be read as the response to the next request.
- Every failure is an `UpstreamFailure` with one sentence, without headers or parts of a URL. The libraries
  write both to their logs, so their log records about these requests are suppressed.
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

from mcp_bridge.diagnostics import UNREACHED_STEP, public
from mcp_bridge.http_headers import SESSION, Challenge
from mcp_bridge.http_proxy import proxy_of, through
from mcp_bridge.http_syntax import is_host

CONNECT = 10.0  # seconds for a connection
SEND = 30.0  # seconds for a body
BEGIN = 3600.0  # seconds for the headers of a response: a call may take long
SILENT = 12.0  # seconds in which a server begins no response; longer than `CONNECT`, which has its own error
DOUBT = 60.0  # seconds after a session was replaced in doubt, in which new sessions are not
QUIET = 5.0  # seconds after which connections that nobody uses are closed
BODY = 300.0  # seconds for a body of JSON
LARGEST = 64 << 20  # bytes of a body or an event
ANSWER = 1 << 20  # bytes of an answer during a login
LINE = 64  # bytes of memory for a line of an event besides its characters
SMALL = 1024  # characters of an unfinished line of events that wait for more
TURN = 64  # after this many parts of an answer, other tasks run
JSON, EVENTS = "application/json", "text/event-stream"
INSIDE = "http://127.0.0.1:8000"  # the address of an ASGI application, which may check `Host`
APPLICATION = "the application"

_logger = logging.getLogger("mcp_bridge")


class UpstreamFailure(Exception):
    """A request to the server got no answer. The text of the exception is the reason."""


class Late(UpstreamFailure):
    """The server did not connect, read the request or begin a response in time."""


class LoginFailed(UpstreamFailure):
    """A login gave no token. The text of the exception is the reason."""


NETWORK = (TimeoutError, httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError)
_FAILURES = (*NETWORK, ValueError)
# What to do if a server cannot be reached through a proxy, or if its certificate is refused
PROXY_STEP = "check the URL and the proxy"
CERTIFICATE_STEP = "SSL_CERT_FILE names the issuers that you trust"
EARLY_END = "the server ended an answer early"
# The reasons that versions of OpenSSL give for an answer that is not TLS.
_NO_TLS = ("WRONG_VERSION_NUMBER", "UNKNOWN_PROTOCOL", "HTTP_REQUEST", "RECORD_LAYER_FAILURE")
# The errors of the library about a connection that the server closed; others are about the form of an answer.
_CLOSED = ("Server disconnected", "peer closed connection")
# Group 1: the credentials. Group 2: everything after the host and port.
_URL = re.compile(r"(?i:https?)://([^/?#]*@)?(?:\[[^]]*\]|[^/?#@:[\]]+)(?::[0-9]*)?([/?#].*)?", re.DOTALL)
_BLANK = re.compile(r"\n\n|\n\r|\r\r")  # the end of a line, and a line without characters
_LOGGERS = ("httpx2", *(f"httpcore2.{name}" for name in ("connection", "http11", "http2", "proxy", "socks")))
_is_ours: ContextVar[bool] = ContextVar("_is_ours", default=False)


class Unanswered(UpstreamFailure):
    """The server replied with an HTTP status and without a JSON-RPC answer."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Challenged(Exception):
    """The server asks for authorization. This is not an `UpstreamFailure`, so that it causes no retry."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__(challenge.message)
        self.challenge = challenge


class HttpResponse:
    """A response whose headers have arrived."""

    def __init__(self, response: httpx2.Response) -> None:
        self._response = response
        self._is_trusted = True
        self.status = response.status_code
        self.kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()

    def distrust(self) -> None:
        """Mark that the response does not fit its request, so that its connection is not used again."""
        self._is_trusted = False

    async def close(self) -> None:
        """Close the response. Its connection is used again only if no byte is left on it."""
        connection = self._response.extensions.get("network_stream")
        if connection is not None and not (self._is_trusted and _is_read_to_its_end(self._response)):
            await connection.aclose()
        await self._response.aclose()

    @property
    def is_stream(self) -> bool:
        """Whether the body is a stream of server-sent events."""
        return self.status == 200 and self.kind == EVENTS

    @property
    def session(self) -> str | None:
        """The session id that the server sent.

        It is None if there is no id, or if the id cannot be sent back in a header.
        """
        name: str | None = self._response.headers.get(SESSION)
        return name if name and name.isascii() and name.isprintable() and " " not in name else None

    @property
    def named(self) -> str | None:
        """The session id in the request that got this response."""
        name: str | None = self._response.request.headers.get(SESSION)
        return name

    @property
    def challenge(self) -> str:
        """The value of the header `WWW-Authenticate`, or '' if there is none or it is not printable.

        A question mark replaces each character that is not ASCII.
        """
        text: str = self._response.headers.get("www-authenticate", "")
        shown = text.encode("ascii", "replace").decode()
        return shown if shown.isprintable() else ""

    @property
    def location(self) -> str:
        """The target of a redirect."""
        text: str = self._response.headers.get("location", "")
        return text

    async def body(self) -> bytes | None:
        """Return the body if it is JSON, otherwise None. Raise `UpstreamFailure` if it exceeds a limit."""
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
    """The text of a response, in the form that `httpx2.EventSource` reads. Other tasks run between parts."""

    def __init__(self, response: httpx2.Response) -> None:
        self.headers = response.headers
        self.request = response.request
        self.aiter_text: Callable[[], AsyncIterator[str]] = lambda: _bounded_lines(
            _gathered(fair(response.aiter_text(), TURN))
        )


async def _gathered(texts: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield texts, with small parts of one line joined.

    Many small strings would need more memory than one string.
    """
    found = ""
    async for text in texts:
        found += text
        if len(found) >= SMALL or "\n" in text or "\r" in text:
            yield found
            found = ""
    if found:
        yield found


async def _bounded_lines(texts: AsyncIterator[str]) -> AsyncIterator[str]:
    """Yield the texts of a stream. Raise `SSEError` for an event of too many lines.

    Each line needs memory, and the library limits only the number of characters of an event.
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
    """Yield parts, and let other tasks run after every `turn` parts."""
    count = 0
    async for part in parts:
        yield part
        count += 1
        if count % turn == 0:
            await asyncio.sleep(0)


class _ServerFacts:
    """Facts about one server that all HTTP clients of this server share."""

    def __init__(self) -> None:
        self.is_strict = False
        self.heard = 0.0  # when a response began last, in the time of the event loop
        self.is_silent = False  # whether it was reported that no response has begun for `SILENT` seconds
        self.doubted: float | None = None  # when a session was replaced in doubt (`may_have_lost`)
        self._tls: ssl.SSLContext | None = None

    @property
    def tls(self) -> ssl.SSLContext:
        """The TLS context with the trusted certificate issuers.

        It is created once, because reading the issuers takes longer than a request.
        """
        if self._tls is None:
            self._tls = httpx2.create_ssl_context()
        return self._tls


class ApplicationTransport(httpx2.AsyncBaseTransport):
    """The base class of a transport that calls a server in this process instead of opening connections."""

    async def start(self) -> None:
        """Start the application. Raise `UpstreamFailure` if it does not start in time."""
        raise NotImplementedError


class _Sending:
    """How far a request was sent, by the events of httpcore2.

    A server may close an idle connection just when the bridge uses it again. If such a connection breaks
    before the whole request was sent, the server has not processed the request, so it can be sent again (RFC
    9110, section 9.2.2). Each attempt uses up such a connection, so the last attempt is on a new one.
    """

    def __init__(self) -> None:
        self._events: set[str] = set()

    async def note(self, event: str, info: Any) -> None:
        """Record an event."""
        self._events.add(event)

    def met_closed_connection(self, error: BaseException) -> bool:
        """Return whether the connection had carried an earlier request, and broke before this one was sent.

        asyncio reports some failed writes only to the reader: "broken pipe" is always the error of a write.
        """
        is_begun = "http11.send_request_headers.started" in self._events
        is_new = any(event.endswith(".connect_tcp.started") for event in self._events)
        is_sent = "http11.send_request_body.complete" in self._events
        is_unsent = not is_sent or any(isinstance(each, BrokenPipeError) for each in _causes(error))
        return is_begun and not is_new and is_unsent


class HttpClient:
    """Connections to a server, or to an application in this process if `app` is given.

    `auth` is an authorization flow of httpx2 for every request. It may raise `LoginFailed`. `answer_time` is
    the time in which a response must begin, in seconds, or None for `BEGIN`.
    """

    def __init__(
        self,
        app: ApplicationTransport | None = None,
        auth: httpx2.Auth | None = None,
        answer_time: float | None = None,
    ) -> None:
        self._server = _ServerFacts()
        self._auth = auth
        self._app = app
        self._answer_time = answer_time
        self._client: httpx2.AsyncClient | None = None  # set while there may be connections
        self._open = 0  # open requests
        self._quiet: asyncio.TimerHandle | None = None
        self._closing: asyncio.Task[None]  # the task that closes idle connections

    def separate(self) -> HttpClient:
        """Return a client of the same server that shares no connection with this one."""
        other = HttpClient(self._app, self._auth, self._answer_time)
        other._server = self._server
        return other

    @property
    def is_strict(self) -> bool:
        """Whether the server has refused an authorization before, which shows that it checks authorizations.

        If such a server accepts an authorization, the authorization is valid. Other servers may accept any.
        """
        return self._server.is_strict

    @is_strict.setter
    def is_strict(self, is_strict: bool) -> None:
        self._server.is_strict = is_strict

    def may_have_lost(self, opened: float) -> bool:
        """Return whether the server may have lost a session that it opened at the time `opened`.

        Call this for a session that has accepted nothing, and in which the server answers everything with
        400. Perhaps the server has lost the session. Perhaps it refuses everything in every session: then the
        bridge would open new sessions without end. So the result is False for a session that was opened less
        than `DOUBT` seconds after the result was True for another one.
        """
        doubted = self._server.doubted
        if doubted is not None and doubted <= opened < doubted + DOUBT:
            return False
        if doubted is None or opened > doubted:
            self._server.doubted = asyncio.get_running_loop().time()
        return True

    def shown(self, url: str) -> str:
        """Return a URL as diagnostics show it.

        The address of an application in this process is replaced by a description.
        """
        text = public(url)
        return text if self._app is None else text.replace(f"{INSIDE}/", f"{APPLICATION} at /", 1)

    def through(self, url: str) -> str:
        """Return ` through the proxy URL` for an error about a request, or '' if there is no proxy."""
        return through(url) if self._app is None else ""

    @property
    def has_login(self) -> bool:
        """Whether the bridge logs in to the server itself."""
        return self._auth is not None

    @property
    def asks_person(self) -> bool:
        """Whether a request may ask a person to log in."""
        return getattr(self._auth, "asks_person", False)

    @property
    def is_waiting(self) -> bool:
        """Whether a login waits for a person."""
        return getattr(self._auth, "is_waiting", False)

    def prepare(self, url: str) -> None:
        """Import the libraries of the connections to `url` now, instead of at the first request."""
        with suppress(UpstreamFailure):  # the first request will raise it
            self._client = self._new_client(url)

    async def start(self) -> None:
        """Start the lifespan of the application, if there is one."""
        if self._app is not None:
            await self._app.start()

    @asynccontextmanager
    async def open(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        content: bytes | None = None,
        is_silent: Callable[[float], None] | None = None,
    ) -> AsyncIterator[HttpResponse]:
        """Send a request. Yield the response once its headers have arrived.

        If the server begins no response for `SILENT` seconds, neither to this request nor to another one,
        call `is_silent` with the number of seconds. Do not call it again before the server has begun a
        response.
        """
        with self._counted():
            async with self._exchange(method, url, headers, content, is_silent) as response:
                yield response

    @asynccontextmanager
    async def _exchange(
        self,
        method: str,
        url: str,
        headers: Mapping[str, str],
        content: bytes | None,
        is_silent: Callable[[float], None] | None,
    ) -> AsyncIterator[HttpResponse]:
        client = self._client = self._client or self._new_client(url)
        token = _is_ours.set(True)
        answer_time = BEGIN if self._answer_time is None else self._answer_time
        try:
            with self._watched(is_silent), anyio.fail_after(answer_time):
                while True:
                    sending = _Sending()
                    request = client.build_request(
                        method, url, headers=headers, content=content, extensions={"trace": sending.note}
                    )
                    try:
                        response = HttpResponse(await client.send(request, stream=True, auth=self._auth))
                        break
                    except (httpx2.NetworkError, httpx2.RemoteProtocolError) as error:
                        if not sending.met_closed_connection(error):
                            raise
        except _FAILURES as error:
            late = f"the server began no answer within {answer_time:g} seconds"
            reason = _reason(error, late)
            is_reached = reason in (EARLY_END, late)
            is_late = isinstance(error, (TimeoutError, httpx2.TimeoutException))
            raise (Late if is_late else UpstreamFailure)(
                reason if is_reached else _unreached(self.through(url), reason)
            ) from None
        finally:
            _is_ours.reset(token)
        try:
            yield response
        finally:
            with anyio.CancelScope(shield=True), suppress(*_FAILURES):
                await response.close()

    @contextmanager
    def _watched(self, is_silent: Callable[[float], None] | None) -> Iterator[None]:
        """Record at the end of the block that a response has begun. Call `is_silent` as `open` says."""
        server, loop = self._server, asyncio.get_running_loop()
        sent = loop.time()
        timer: asyncio.TimerHandle

        def look() -> None:
            nonlocal timer
            quiet = loop.time() - max(sent, server.heard)
            if quiet >= SILENT and is_silent is not None and not (server.is_silent or self.is_waiting):
                server.is_silent = True
                is_silent(quiet)
            timer = loop.call_later(SILENT - quiet if quiet < SILENT else SILENT, look)

        timer = loop.call_later(SILENT, look)
        try:
            yield
        finally:
            timer.cancel()
        server.heard, server.is_silent = loop.time(), False

    def _new_client(self, url: str) -> httpx2.AsyncClient:
        return _connecting(
            url,
            self._app,
            self._server.tls if self._app is None else None,
            cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
            headers={"accept-encoding": "identity"},
            timeout=httpx2.Timeout(None, connect=CONNECT, write=SEND),
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=100),
        )

    @contextmanager
    def _counted(self) -> Iterator[None]:
        """Count an open request while the block runs.

        After the last open request, close the connections once they have been idle for a while.
        """
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
        """Close the connections, and let the next request open new ones."""
        self._closing = asyncio.get_running_loop().create_task(self.close())

    def close(self) -> Coroutine[Any, Any, None]:
        """Close the connections. A later request opens new ones, even before this call has finished."""
        client, self._client = self._client, None
        if self._quiet is not None:
            self._quiet.cancel()
            self._quiet = None
        return _closed(client)


def _connecting(
    url: str, transport: httpx2.AsyncBaseTransport | None, tls: ssl.SSLContext | None, **options: Any
) -> httpx2.AsyncClient:
    """Return a client of the library for requests to `url`. It uses the proxy of the environment.

    Raise `UpstreamFailure` for a proxy that cannot be used.
    """
    if transport is not None:
        return httpx2.AsyncClient(transport=transport, verify=False, **options)
    verify = httpx2.create_ssl_context() if tls is None else tls
    try:
        return httpx2.AsyncClient(verify=verify, proxy=proxy_of(url), trust_env=False, **options)
    except (ImportError, ValueError, httpx2.InvalidURL):
        reason = "its URL must be http://HOST:PORT or https://HOST:PORT"
        raise UpstreamFailure(_unreached(through(url), reason)) from None


def _unreached(through: str, reason: str) -> str:
    """Return the failure of a request to a server that cannot be reached, and what to do.

    `through` names the proxy, or is ''.
    """
    step = PROXY_STEP if through else UNREACHED_STEP
    return f"the server cannot be reached{through}: {reason}" + ("" if ";" in reason else f"; {step}")


async def _closed(client: httpx2.AsyncClient | None) -> None:
    if client is not None:
        with suppress(*_FAILURES):
            await client.aclose()


def _is_read_to_its_end(response: httpx2.Response) -> bool:
    """Return whether a response is complete and no further bytes are on its connection.

    Return False if that cannot be known. The library does not show such bytes, and would read them as the
    response to the next request.
    """
    found: Any = response.stream
    for name in ("_stream", "_httpcore_stream", "_stream", "_connection", "_h11_state", "trailing_data"):
        found = getattr(found, name, None)
    return found is not None and found[0] == b""


async def fetch(
    request: httpx2.Request, transport: httpx2.AsyncBaseTransport | None = None
) -> httpx2.Response:
    """Send a request of a login and return the complete response.

    In tests, `transport` replaces the network. Raise `LoginFailed` if the response is not complete after
    `SEND` seconds.
    """
    timeout = httpx2.Timeout(SEND, connect=CONNECT)
    async with _connecting(str(request.url), transport, None, timeout=timeout) as client:

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
        except Exception as error:  # the libraries may raise anything for an unusual address or answer
            raise LoginFailed(f"the authorization server did not answer: {_reason(error)}") from None


async def post_form(url: str, form: Mapping[str, str], headers: Mapping[str, str]) -> httpx2.Response:
    """Post a form of a login and return the complete response. Raise `UpstreamFailure` if there is none."""
    try:
        return await fetch(httpx2.Request("POST", url, data=form, headers=headers))
    except _FAILURES as error:
        raise UpstreamFailure(_reason(error)) from None


def bound(response: httpx2.Response) -> None:
    """Limit the body of a response during a login.

    Reading the body raises `LoginFailed` after `ANSWER` bytes, and at once if the body is compressed.
    """
    assert isinstance(response.stream, httpx2.AsyncByteStream)
    response.stream = _Bounded(response.stream, response.headers.get("content-encoding", "identity"))


class _Bounded(httpx2.AsyncByteStream):
    """The body of a response to a login, with a limit on its size."""

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


def _reason(error: BaseException, late: str = "the connection is silent") -> str:
    """Return the cause of a failure in one sentence. `late` is the sentence for a timeout.

    The sentence does not contain texts of libraries, because they may quote headers.
    """
    if isinstance(error, httpx2.ConnectTimeout):
        return f"no connection in {CONNECT:g} seconds"
    if isinstance(error, httpx2.WriteTimeout):
        return f"it reads nothing of the request for {SEND:g} seconds"
    if isinstance(error, (TimeoutError, httpx2.TimeoutException)):
        return late
    for cause in _causes(error):
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"the certificate is refused: {cause.verify_message}; {CERTIFICATE_STEP}"
        if isinstance(cause, ssl.SSLError):
            is_plain = cause.reason in _NO_TLS
            known = (cause.reason or "the reason is unknown").replace("_", " ").lower()
            return "the server does not speak TLS; try http://" if is_plain else f"TLS fails: {known}"
        if isinstance(cause, OSError) and cause.errno:
            # The name of a host cannot be resolved.
            return os.strerror(cause.errno) if cause.errno > 0 else str(cause.strerror)
    if isinstance(error, httpx2.ProxyError):
        return "the proxy refused the connection"
    if isinstance(error, (httpx2.RemoteProtocolError, httpx2.DecodingError)):
        return EARLY_END if str(error).startswith(_CLOSED) else "the server does not speak HTTP"
    if isinstance(error, httpx2.NetworkError):
        return "the connection failed"
    return "the request cannot be written as HTTP"


def _causes(error: BaseException) -> Iterator[BaseException]:
    """Yield an exception, the exception that caused it, and so on."""
    cause: BaseException | None = error
    while cause is not None:
        yield cause
        cause = cause.__cause__ or cause.__context__


def is_url(text: str) -> bool:
    """Return whether a text is an HTTP URL that a request can use unchanged.

    Differences in the case of scheme and host, in the spelling of an international host, and in a default
    port are allowed.
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
