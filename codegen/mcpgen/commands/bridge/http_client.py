"""The HTTP client for servers behind URLs: bounds against a hostile server, and reasons without secrets.

Rules:

- No redirect is followed, no cookie is kept, no compressed body is read: a compressed body has no bound
  until it is unpacked.
- A connection, a body to the server, the headers of a response, a body of JSON and a single event have a
  time each. A stream of events has none: between two events a server may take its time.
- Every failure is an `UpstreamFailure` with one sentence, which holds no header and no part of a URL. The
  logs of the libraries hold both, so none is written about these requests.
"""

from __future__ import annotations

import asyncio
import logging
import os
import ssl
import sys
import time
from collections.abc import AsyncIterator, Coroutine, Mapping
from contextlib import asynccontextmanager, suppress
from contextvars import ContextVar
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, TypeVar

import httpx2

from mcpgen.commands.bridge.http_events import LARGEST, Event, EventParser, TooLarge
from mcpgen.commands.bridge.http_headers import SESSION, Challenge
from mcpgen.commands.bridge.http_memory import Memory
from mcpgen.runtime.messages.json_text import parse

Result = TypeVar("Result")

CONNECT = 10.0  # seconds for a connection
SEND = 30.0  # seconds for a body
BEGIN = 3600.0  # seconds for the headers of a response: a call may take long
BODY = 300.0  # seconds for a body of JSON, or for an event that has begun
JSON, EVENTS = "application/json", "text/event-stream"
_TIMEOUTS = (asyncio.TimeoutError, TimeoutError, httpx2.TimeoutException)
_FAILURES = (*_TIMEOUTS, httpx2.HTTPError, httpx2.InvalidURL, httpx2.StreamError, OSError, ValueError)
_LOGGERS = ("httpx2", *(f"httpcore2.{name}" for name in ("connection", "http11", "http2", "proxy", "socks")))
_is_ours: ContextVar[bool] = ContextVar("_is_ours", default=False)


class UpstreamFailure(Exception):
    """A request has no answer; the text is the reason."""


class Unanswered(UpstreamFailure):
    """A server has replied with a status, and without an answer."""

    def __init__(self, status: int, reason: str) -> None:
        super().__init__(reason)
        self.status = status


class Challenged(UpstreamFailure):
    """A server asks for authorization."""

    def __init__(self, challenge: Challenge) -> None:
        super().__init__(challenge.message)
        self.challenge = challenge


class Response:
    """A response whose headers have come; the unfinished part of its body counts in a memory."""

    def __init__(self, response: httpx2.Response, memory: Memory) -> None:
        self._response = response
        self._memory = memory
        self.status = response.status_code
        self.kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()

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

    async def json(self) -> Any:
        """Return the value of a body of JSON, None for any other body.

        Raises `UpstreamFailure` for an answer that takes too long, is too large, or cannot be read.
        """
        if self.kind != JSON:
            return None
        try:
            data = await bounded(self._read(), BODY)
        except _FAILURES as error:
            raise UpstreamFailure(_reason(error, f"the answer takes more than {BODY:g} seconds")) from None
        try:
            return parse(data)
        except ValueError as error:
            if self.status == 200:
                raise UpstreamFailure(f"the answer is unreadable: {error}") from None
            return None

    async def reason(self) -> str:
        """Return the message of the JSON-RPC error in the body, empty without one."""
        with suppress(UpstreamFailure):
            body = await self.json()
            error = body.get("error") if isinstance(body, dict) else None
            message = error.get("message") if isinstance(error, dict) else None
            return message if isinstance(message, str) else ""
        return ""

    async def _read(self) -> bytes:
        parts, size = [], 0
        try:
            async for part in self._parts():
                self._charge(len(part))
                size += len(part)
                if size > LARGEST:
                    raise UpstreamFailure(f"an answer has more than {LARGEST} bytes")
                parts.append(part)
            return b"".join(parts)
        finally:
            self._memory.give(size)

    def _charge(self, size: int) -> None:
        """Charge the memory of the bridge for so many bytes more, or less; refuse bytes without room."""
        if size < 0:
            self._memory.give(-size)
        elif not self._memory.take(size):
            raise UpstreamFailure("the memory of the bridge has no room for the answer")

    async def events(self) -> AsyncIterator[Event]:
        """Yield the events of a stream."""
        parser, parts, end, size = EventParser(), self._parts(), None, 0
        try:
            while True:
                left = None if end is None else max(end - time.monotonic(), 0.0)
                part = await bounded(_next(parts), left)
                if part is None:
                    return
                self._charge(len(part))
                size += len(part)
                for event in parser.feed(part):
                    end = None
                    yield event
                self._charge(parser.size - size)
                size = parser.size
                end = (end or time.monotonic() + BODY) if parser.has_begun else None
        except TooLarge:
            raise UpstreamFailure(f"an event has more than {LARGEST} bytes") from None
        except _FAILURES as error:
            raise UpstreamFailure(_reason(error, f"an event takes more than {BODY:g} seconds")) from None
        finally:
            self._memory.give(size)

    def _parts(self) -> AsyncIterator[bytes]:
        encoding = self._response.headers.get("content-encoding", "identity").strip().lower()
        if encoding not in ("identity", ""):
            raise UpstreamFailure("the server compresses an answer, although no compression is accepted")
        return self._response.aiter_raw()


class ServerClient:
    """Connections to servers, which many sessions share; `memory` counts answers that have not ended."""

    def __init__(self, memory: Memory | None = None) -> None:
        self._memory = memory or Memory(sys.maxsize)
        self._client = httpx2.AsyncClient(
            cookies=CookieJar(policy=DefaultCookiePolicy(allowed_domains=[])),
            headers={"accept-encoding": "identity"},
            timeout=httpx2.Timeout(None, connect=CONNECT, write=SEND),
            limits=httpx2.Limits(max_connections=None, max_keepalive_connections=100),
        )

    @asynccontextmanager
    async def open(
        self, method: str, url: str, headers: Mapping[str, str], content: bytes | None = None
    ) -> AsyncIterator[Response]:
        """Send a request; yield the response once its headers have come."""
        try:
            request = self._client.build_request(method, url, headers=headers, content=content)
            response = await bounded(self._send(request), BEGIN)
        except _FAILURES as error:
            late = f"no answer has begun after {BEGIN:g} seconds"
            raise UpstreamFailure(f"the server cannot be reached: {_reason(error, late)}") from None
        try:
            yield Response(response, self._memory)
        finally:
            with suppress(*_FAILURES):
                await response.aclose()

    async def close(self) -> None:
        """Close the connections."""
        await self._client.aclose()

    async def _send(self, request: httpx2.Request) -> httpx2.Response:
        token = _is_ours.set(True)
        try:
            return await self._client.send(request, stream=True)
        finally:
            _is_ours.reset(token)


async def bounded(work: Coroutine[Any, Any, Result], seconds: float | None) -> Result:
    """Await `work`; raise `TimeoutError` after some seconds.

    Work that fails while it is cancelled leaves no exception behind, which asyncio would print.
    """
    if seconds is None:
        return await work
    task = asyncio.ensure_future(work)
    task.add_done_callback(lambda done: done.cancelled() or done.exception())
    return await asyncio.wait_for(task, seconds)


async def _next(parts: AsyncIterator[bytes]) -> bytes | None:
    """Return the next part, None after the last."""
    return await anext(parts, None)


def _reason(error: BaseException, late: str = "the connection is silent") -> str:
    """Return the cause of a failure in one sentence, without the texts in which libraries quote headers."""
    if isinstance(error, httpx2.ConnectTimeout):
        return f"no connection in {CONNECT:g} seconds"
    if isinstance(error, _TIMEOUTS):
        return late
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return f"the certificate is refused: {cause.verify_message}"
        if isinstance(cause, OSError) and cause.errno:
            return os.strerror(cause.errno) if cause.errno > 0 else str(cause.strerror)  # of a name
        cause = cause.__cause__ or cause.__context__
    if isinstance(error, (httpx2.RemoteProtocolError, httpx2.DecodingError)):
        return "the server does not speak HTTP, or ended an answer early"
    if isinstance(error, httpx2.NetworkError):
        return "no connection can be made, or the connection is broken"
    return "the request cannot be written as HTTP"


def _log_others(record: logging.LogRecord) -> bool:
    return not _is_ours.get()


for _name in _LOGGERS:
    logging.getLogger(_name).addFilter(_log_others)
