"""The exchange with a server over HTTP: post a frame, and receive frames in a body or on a stream.

Each frame of the server is delivered with the id of the request whose connection carried it, even if it is
unreadable. An exchange returns the answer, or raises the reason why there is none. Rules:

- A server answers with JSON or with server-sent events. Every request has the id and the revision of the
  session, once they are known.
- If a stream that should contain an answer breaks, or the server closes it after an event with an id, the
  bridge resumes it with GET until the answer has arrived.
- A server that has lost a session answers with 404. Some answer with 400, which may also concern only the
  request. To GET, a server without the standalone stream may answer with 404, too. So after a 400, and after
  a 404 to GET, the bridge sends a `ping` in that session. If the answer is 400 or 404 too, the session is
  lost, and is replaced. But if a session has accepted nothing after `initialize`, perhaps the server refuses
  everything in every session. So the bridge replaces one such session, and not the next ones
  (`HttpClient.may_have_lost`): there, the client gets the error of the server.
- The transport of 2024-11-05 (HTTP with SSE) has one stream for all answers. The first event names the URL
  for frames, which must have the same origin as the stream.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import AbstractAsyncContextManager, suppress
from dataclasses import dataclass
from typing import Any, NoReturn
from urllib.parse import urljoin, urlsplit

import anyio
from mcp_revisions.jsonrpc import METHOD_NOT_FOUND, json_line, member, request_key

from mcp_bridge.core.bridge import Bridge
from mcp_bridge.diagnostics import method_of, public, report
from mcp_bridge.http_client import Challenged, HttpClient, HttpResponse, Unanswered, UpstreamFailure
from mcp_bridge.http_headers import LAST_EVENT, SESSION, VERSION, Challenge

RETRIES = 5  # times that a broken stream with an answer is resumed without an event
# Seconds before each resumption: the default, the least and the most.
RETRY, SOONEST, LATEST = 1.0, 0.05, 3600.0
LONGEST_ID = 4096  # characters of the id of an event that a header carries back
ASKED = 10.0  # seconds for a server to answer whether it knows a session
ENDPOINT = 10.0  # seconds for a server of the old transport to name its address
CHALLENGES = (401, 403)
REDIRECTS = (301, 302, 303, 307, 308)
WRONG_PATH = "; check the path of the URL"
ACCEPT = {"accept": "application/json, text/event-stream", "content-type": "application/json"}
_STREAM = {"accept": "text/event-stream"}

Deliver = Callable[[Any, bytes, Any], None]  # gets a parsed frame, its text, and the id of its request


@dataclass
class ResumePoint:
    """How to resume a stream: the id of the last event, and the delay that the server asked for.

    The object also counts the failed attempts.
    """

    last: str = ""
    retry: float = RETRY
    failures: int = 0

    def note(self, id: str, retry: int | None) -> None:
        """Record the id of an event that has arrived, and the delay that the event asks for."""
        if id.isascii() and id.isprintable() and len(id) <= LONGEST_ID:
            self.last = id or self.last
        self.failures = 0
        if retry is not None:
            self.retry = min(max(min(retry, 10**9) / 1000, SOONEST), LATEST)


class SessionEnded(Unanswered):
    """Raised if the server no longer knows the session `id`, so that it has not processed the request."""

    def __init__(self, id: str, reason: str) -> None:
        super().__init__(404, "the server is gone: it ended the session" + (f": {reason}" if reason else ""))
        self.id = id


@dataclass
class UpstreamSession:
    """The requests and streams of one session with a server.

    `deliver` is called with each frame. `ended` is called with the id of a session that the server has ended.
    `is_silent` is called with the method of a message and the seconds in which the server began no response.
    Streams are read only while `is_wanted` is set.
    """

    url: str
    client: HttpClient
    deliver: Deliver
    ended: Callable[[str], None]
    is_silent: Callable[[str, float], None]
    is_wanted: asyncio.Event
    id: str | None = None
    version: str | None = None
    opened: float = 0.0  # when the server answered `initialize`, in the time of the event loop
    # The id of the last session in which the server has accepted a frame after `initialize`.
    proven: str | None = None
    # The session whose id a `ping` sends, and the task that returns whether the server does not know it.
    asking: tuple[str, asyncio.Task[bool]] | None = None

    def _headers(self, given: Mapping[str, str]) -> dict[str, str]:
        known = {SESSION: given.get(SESSION, self.id), VERSION: self.version}
        return {**given, **{name: value for name, value in known.items() if value is not None}}

    # Requests

    async def exchange(
        self,
        id: Any,
        method: str,
        data: bytes,
        headers: Mapping[str, str],
        begun: asyncio.Event | None = None,
    ) -> Any:
        """Post a request, deliver all frames that arrive, and return the answer.

        `data` is the text of the request, which has this id and this method. `begun` is set once the server
        has begun to respond, and has not refused the request. Raise `Challenged`, `Unanswered`, or
        `UpstreamFailure` with the reason why there is no answer.
        """
        place, session = ResumePoint(), self.id
        async with self.posted(data, headers) as response:
            await self.check(response)  # a request that the server did not take may be sent again
            lost = await self.lost(response, headers)
            if lost is not None:
                await self._refuse(lost, response)
            if begun is not None:
                begun.set()
            if method == "initialize":
                session = self.id = response.session  # answers before the result name the session
                self.opened = asyncio.get_running_loop().time()
            if not response.is_stream:
                return await self._read_body(response, id)
            answer = await self._read_stream(response, id, place)
        return answer or await self._take_up(id, place, headers, session)

    def posted(
        self, data: bytes, headers: Mapping[str, str], url: str | None = None
    ) -> AbstractAsyncContextManager[HttpResponse]:
        """Post a frame, and return a context manager that yields the response.

        `url` replaces the URL of the session.
        """
        return self.client.open(
            "POST",
            url or self.url,
            {**self._headers(headers), **ACCEPT},
            data,
            lambda seconds: self.is_silent(method_of(data), seconds),
        )

    async def delete(self, headers: Mapping[str, str]) -> None:
        """End the session at the server."""
        async with self.client.open("DELETE", self.url, self._headers(headers)):
            pass

    async def check(self, response: HttpResponse) -> None:
        """Raise an exception if the server asks for authorization, redirects, or has lost the session.

        The exception has the reason that the body states.
        """
        status = response.status
        if status in CHALLENGES:
            raise Challenged(Challenge(status, response.challenge, await reason_of(response)))
        if status in REDIRECTS:
            raise Unanswered(
                status, f"the server redirects{self._target(response)}; the bridge does not follow redirects"
            )
        if status == 404 and response.named is not None:
            await self._refuse(response.named, response)

    async def _refuse(self, id: str, response: HttpResponse) -> NoReturn:
        """Raise `SessionEnded` for a session that the server has lost, with the reason in the body."""
        reason = await reason_of(response)
        self.ended(id)
        raise SessionEnded(id, reason)

    async def lost(
        self, response: HttpResponse, headers: Mapping[str, str], *, is_get: bool = False
    ) -> str | None:
        """Return the id of the session of a request if the server has lost that session, otherwise None.

        `headers` are those of the request. A status of 400 does not prove the loss, nor does a status of 404
        of a GET request, because a server need not have the standalone stream. Then a `ping` is sent in the
        session. Requests that need its answer at the same time share one `ping`.
        """
        id = response.named
        if id is None or response.status not in (400, 404):
            self.proven = id if response.status < 300 else self.proven
            return None
        is_replaced = self.id is not None and id != self.id
        if (response.status == 404 and not is_get) or is_replaced:
            return id
        if self.asking is None or self.asking[0] != id or self.asking[1].done():
            self.asking = id, asyncio.get_running_loop().create_task(self._does_not_know(id, headers))
        if not await asyncio.shield(self.asking[1]):
            return None
        if id == self.proven or self.client.may_have_lost(self.opened):
            return id
        report(
            self.client.shown(self.url),
            "answers with 400 in a new session too, so the bridge opens no other; clients get the error",
        )
        return None

    async def _does_not_know(self, id: str, headers: Mapping[str, str]) -> bool:
        """Return whether the server answers a `ping` in a session with 400 or 404.

        The error "method not found" shows that the server knows the session.
        """
        ping = {"jsonrpc": "2.0", "id": own_id("session"), "method": "ping"}
        with suppress(UpstreamFailure), anyio.move_on_after(ASKED):
            async with self.posted(json_line(ping), {**headers, SESSION: id}) as response:
                if response.status == 400:
                    body = Bridge.read(await response.body() or b"").tree
                    return bool(member(body, "error", "code") != METHOD_NOT_FOUND)
                return response.status == 404
        return False

    def _target(self, response: HttpResponse) -> str:
        """Return the target of a redirect as ` to URL` for a diagnostic, without the query of the URL.

        Return '' for a malformed target.
        """
        try:
            return f" to {self.client.shown(urljoin(public(self.url), response.location))}"
        except ValueError:
            return ""

    async def _read_body(self, response: HttpResponse, id: Any) -> Any:
        """Deliver the frames in a JSON body, and return the answer to the request `id`."""
        await self.is_wanted.wait()
        data = await response.body() or b""
        read = Bridge.read(data)
        if read.problem is not None and data and response.status == 200:
            raise UpstreamFailure(f"the answer cannot be read: {read.problem.reason}")
        is_refusal = response.status >= 400
        frames = read.tree if isinstance(read.tree, list) else [read.tree]
        if not any(_answers(frame, id, is_refusal=is_refusal) for frame in frames):
            response.distrust()
            raise Unanswered(response.status, self._why_not(response, frames))
        if len(frames) > 1:
            response.distrust()  # one of the frames may answer another request
        return self._pass_on(read, data, id, is_refusal=is_refusal)

    def _why_not(self, response: HttpResponse, frames: list[Any]) -> str:
        """Return the reason why none of the frames in a JSON body answers the request."""
        if any(is_response(frame) for frame in frames):
            return f"the server answers {response.status} with a JSON-RPC response that has another id"
        hint = WRONG_PATH if response.status == 404 else ""
        if response.status >= 400 and (proxied := self.client.through(self.url)):
            hint = f"; the request went{proxied}, which may have answered"
        content = response.kind or "nothing"
        return f"the server answers {response.status} with {content}, not with a JSON-RPC response{hint}"

    async def _read_stream(self, response: HttpResponse, id: Any, place: ResumePoint) -> Any:
        """Deliver the frames of a stream up to the answer to the request `id`, and return the answer.

        Return None if the stream ends without the answer.
        """
        try:
            async for event in self.events(response, place):
                answer = self.pass_on(event, id)
                if answer is not None:
                    return answer
        except UpstreamFailure as failure:
            if isinstance(failure, SessionEnded) or not place.last or self.id is None:
                raise
        return None

    def pass_on(self, event: Any, id: Any = None) -> Any:
        """Deliver the frames of an event. Return the answer to the request `id` if it is among them."""
        if event.event != "message" or not event.data:
            return None
        data = event.data.encode("utf-8", "replace")
        return self._pass_on(Bridge.read(data), data, id)

    def _pass_on(self, read: Any, data: bytes, id: Any, *, is_refusal: bool = False) -> Any:
        """Deliver the frames in a text, the answer to the request `id` last. Return that answer.

        If the answer has no id or another id, it gets the id of the request.
        """
        answer = None
        batch = read.tree if isinstance(read.tree, list) else None
        for frame in [read] if batch is None else batch:
            tree = getattr(frame, "tree", frame)
            if answer is None and id is not None and _answers(tree, id, is_refusal=is_refusal):
                answer = tree
            else:
                self.deliver(frame, data if batch is None else json_line(frame), id)
        if answer is None:
            return None
        if answer is read.tree and request_key(answer.get("id")) == request_key(id):
            self.deliver(read, data, id)
        else:
            named = {**answer, "id": id}
            self.deliver(named, json_line(named), id)
        return answer

    async def _take_up(
        self, id: Any, place: ResumePoint, headers: Mapping[str, str], session: str | None
    ) -> Any:
        """Resume a stream until the answer to the request `id` arrives, and return the answer.

        Before each attempt, wait as long as the server asked for. Raise `UpstreamFailure` if no answer
        arrives.
        """
        while place.last and self.id == session is not None and place.failures < RETRIES:
            place.failures += 1
            await asyncio.sleep(place.retry)
            try:
                async with self.stream(place, headers) as response:
                    answer = await self._read_stream(response, id, place)
                if answer is not None:
                    return answer
            except SessionEnded as ended:  # the request may have been processed
                raise UpstreamFailure(str(ended)) from None
            except UpstreamFailure:
                continue
        raise UpstreamFailure("the server ended the SSE stream before it answered the request")

    # Streams

    def stream(
        self, place: ResumePoint, headers: Mapping[str, str]
    ) -> AbstractAsyncContextManager[HttpResponse]:
        """Open a stream with GET, and return a context manager that yields the response.

        If `place` has an event id, the stream resumes after that event. Otherwise it is the standalone
        stream.
        """
        found = {**self._headers(headers), **_STREAM}
        if place.last:
            found[LAST_EVENT] = place.last
        return self.client.open("GET", self.url, found)

    async def events(self, response: HttpResponse, place: ResumePoint) -> AsyncIterator[Any]:
        """Yield the events of a stream. Stop reading while the session wants no more frames."""
        await self.check(response)
        if not response.is_stream:
            content = response.kind or "nothing"
            raise Unanswered(
                response.status,
                f"the server answers a GET with status {response.status} and {content}, not with a stream",
            )
        async for event in response.events():
            await self.is_wanted.wait()
            place.note(event.id, event.retry)
            yield event


class OldTransport:
    """The HTTP+SSE transport to a 2024-11-05 server: its stream, and the URL for frames.

    The first event of the stream names that URL.
    """

    def __init__(self, session: UpstreamSession) -> None:
        self.address: str | None = None
        self._session = session
        self._named: asyncio.Future[None] = asyncio.get_running_loop().create_future()

    async def opened(self) -> None:
        """Wait for the URL for frames. Raise `UpstreamFailure` if the server names none."""
        try:
            with anyio.fail_after(ENDPOINT):
                await asyncio.shield(self._named)
        except TimeoutError:
            raise UpstreamFailure(
                f"the server sent no `endpoint` event within {ENDPOINT:g} seconds"
            ) from None

    async def post(self, data: bytes, headers: Mapping[str, str]) -> None:
        """Post a request. Its answer arrives on the stream."""
        assert self.address is not None
        session = self._session
        async with session.posted(data, headers, self.address) as response:
            await session.check(response)
            if not 200 <= response.status < 300:
                reason = await reason_of(response)
                said = f": {reason}" if reason else ", no answer"
                raise Unanswered(response.status, f"the server answers {response.status}{said}")

    async def listen(self, headers: Mapping[str, str]) -> None:
        """Deliver the frames of the stream until it ends."""
        session = self._session
        try:
            async with session.stream(ResumePoint(), headers) as response:
                async for event in session.events(response, ResumePoint()):
                    if event.event == "endpoint" and not self._named.done():
                        self.address = self._same_origin(event.data)
                        self._named.set_result(None)
                    session.pass_on(event)
        except (Challenged, UpstreamFailure) as failure:
            self._refuse(failure)
        finally:
            self._refuse(UpstreamFailure("the SSE stream of the server ended without an `endpoint` event"))

    def _refuse(self, failure: Exception) -> None:
        if not self._named.done():
            self._named.set_exception(failure)
            self._named.exception()  # the wait may have ended before

    def _same_origin(self, data: str) -> str:
        """Return the URL that an `endpoint` event names. Refuse a URL of another origin."""
        with suppress(ValueError):
            own, named = urlsplit(self._session.url), urlsplit(urljoin(self._session.url, data))
            if (own.scheme, own.hostname, own.port) == (named.scheme, named.hostname, named.port):
                return named._replace(netloc=own.netloc).geturl()
        raise UpstreamFailure("the `endpoint` event of the server names a URL of another origin")


def own_id(purpose: str) -> str:
    """Return an id for a request of the transport itself, which no other request has."""
    return f"{purpose}-{secrets.token_hex(8)}"


async def reason_of(response: HttpResponse) -> str:
    """Return the message of the JSON-RPC error in a body, or '' if there is none."""
    with suppress(UpstreamFailure):
        message = member(Bridge.read(await response.body() or b"").tree, "error", "message")
        return message if isinstance(message, str) else ""
    return ""


def is_response(frame: Any) -> bool:
    """Return whether a frame is a JSON-RPC response."""
    return isinstance(frame, dict) and "method" not in frame and ("result" in frame) != ("error" in frame)


def _answers(frame: Any, id: Any, *, is_refusal: bool = False) -> bool:
    """Return whether a frame in the response to a request answers that request.

    A frame with the request's id answers the request. So does an error without an id. If the HTTP status is
    an error, any JSON-RPC error answers the request, because some servers invent an id.
    """
    if not isinstance(frame, dict) or "method" in frame:
        return False
    if is_response(frame) and request_key(frame.get("id")) == request_key(id):
        return True
    return isinstance(frame.get("error"), dict) and (is_refusal or frame.get("id") is None)
