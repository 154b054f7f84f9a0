"""The HTTP transport to a server: each frame is a POST, and answers come as JSON or as server-sent events.

Rules:

- The form of a frame selects the transport. A request that names its revision in `_meta` is stateless
  (2026-07-28): headers mirror it, and `notifications/cancelled` closes its stream instead of being sent. Any
  other frame belongs to a session: `Mcp-Session-Id` is repeated, and a GET stream brings frames that answer
  no request.
- A server of 2024-11-05 refuses the POST of `initialize` (400, 404 or 405). Its GET stream names the address
  for frames, and brings all answers.
- Notifications and responses are sent one after the other, and before the requests that follow them.
- A request without an answer gets an error with the reason, and stderr a line. A session that the server has
  ended (404) ends the server.
"""

from __future__ import annotations

import asyncio
import time
from collections.abc import Coroutine, Mapping
from contextlib import suppress
from functools import partial
from typing import Any, Protocol

from mcpgen.commands.bridge.diagnostics import public, report
from mcpgen.commands.bridge.http_client import Challenged, ServerClient, Unanswered, UpstreamFailure, bounded
from mcpgen.commands.bridge.http_connection import CHALLENGES, RETRIES, Frame, Place, ServerConnection
from mcpgen.commands.bridge.http_headers import HEADER_MISMATCH, VERSION_META, Challenge, mirrored
from mcpgen.commands.bridge.http_old_transport import OldTransport
from mcpgen.commands.bridge.http_tool_marks import ToolMarks
from mcpgen.commands.bridge.link import request_key
from mcpgen.commands.logs import Side
from mcpgen.runtime.bridge.frames import meta_of, params_of
from mcpgen.runtime.errors import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
    error_response,
)
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.json_values import is_request_id
from mcpgen.runtime.messages.json_text import parse

SENT = 30.0  # seconds for a notification to be taken
EARLY = 8  # answers that are sent beside the handshake at the same time
UNSENT = 1 << 16  # bytes that may wait for the server before the client is no longer read
PAGES = 100  # of a listing of the tools
DELETE_TIME = 2.0  # seconds to end a session
STEADY = 5.0  # seconds after which the end of the general stream is no failure
OLD_TRANSPORT = (400, 404, 405)
_TIMEOUTS = (asyncio.TimeoutError, TimeoutError)


class ServerListener(Protocol):
    """The owner of a server, as the transport sees it."""

    def received(self, side: Side, lines: list[bytes]) -> None:
        """Handle lines of the server."""

    def server_ended(self, server: Any) -> None:
        """Handle the end of the server."""

    def paused(self, side: Side, paused: bool) -> None:
        """Handle that frames wait for the server beyond a bound, or no longer."""

    def unauthorized(self, challenge: Challenge) -> None:
        """Handle that the server asks for authorization; the error that follows has the challenge's data."""

    def authorized(self) -> None:
        """Handle that the server has answered a request since then."""


class HttpUpstream:
    """A server behind a URL."""

    def __init__(
        self, url: str, client: ServerClient, listener: ServerListener, headers: Mapping[str, str]
    ) -> None:
        self.name = public(url)
        self._url = url
        self._listener = listener
        self._connection = ServerConnection(url, client, self._receive, self._end)
        self._connection.headers = dict(headers)
        self._client = client
        self._has_failed = self._has_answered = False
        self._pending: set[Any] = set()  # the keys of requests that wait or are in flight
        self._old: OldTransport | None = None
        self._queue: asyncio.Queue[tuple[Frame, int]] = asyncio.Queue()  # frames and their bytes
        self._unsent = 0
        self._is_opening = False  # `initialize` is not answered yet
        self._early = 0  # answers that are being sent beside the handshake
        self._writer: asyncio.Task[None] | None = None
        self._requests: dict[Any, asyncio.Task[None]] = {}  # in flight, by id
        self._others: set[asyncio.Task[None]] = set()  # of the general stream, and of early answers
        self._marks = ToolMarks(self.name)
        self._is_challenged = False
        self._is_unheard = False  # whether the general stream was refused for want of authorization
        self._ended = False

    @property
    def headers(self) -> dict[str, str]:
        """The headers besides those of the transport; the caller may change them between frames."""
        return self._connection.headers

    @property
    def is_unusable(self) -> bool:
        """Whether requests failed, and none was answered."""
        return self._has_failed and not self._has_answered

    @property
    def pending(self) -> int:
        """The number of requests that are not answered."""
        return len(self._pending)

    async def start(self) -> None:
        """Start to send."""
        self._writer = asyncio.get_running_loop().create_task(self._write_all())

    def write(self, data: bytes) -> None:
        """Send lines; a line that is no frame is answered with an error."""
        for line in data.split(b"\n"):
            try:
                found = parse(line) if line else []
            except ValueError as error:
                self._receive(json_line(error_response(None, PARSE_ERROR, str(error))))
                continue
            for frame in found if isinstance(found, list) else [found]:
                self._enqueue(frame, len(line))

    def _enqueue(self, frame: Any, size: int) -> None:
        if not isinstance(frame, dict):
            reason = "a frame is an object"
            self._receive(json_line(error_response(None, INVALID_REQUEST, reason)))
            return
        if self._is_opening and "method" not in frame and self._early < EARLY:
            self._early += 1
            self._start(self._send_early(frame), "takes no answer")
            return
        if type(frame.get("method")) is str and is_request_id(frame.get("id")):
            self._pending.add(request_key(frame["id"]))
        self._queue.put_nowait((frame, size))
        self._count(size)

    async def _send_early(self, frame: Frame) -> None:
        """Send an answer that the server may wait for before it answers the handshake."""
        try:
            await bounded(self._send(frame), SENT)
        finally:
            self._early -= 1

    def pause(self, paused: bool) -> None:
        """Stop reading, or resume."""
        self._connection.pause(paused)

    def rest(self) -> bytes:
        """Return no bytes: HTTP has whole frames."""
        return b""

    async def kill(self) -> None:
        """Do nothing: a server behind HTTP that has ended holds nothing."""

    def terminate(self) -> None:
        """End at once."""
        self._end()

    async def stop(self, grace: float) -> int | None:
        """Let frames out that wait, end the session, and close every stream."""
        with suppress(*_TIMEOUTS):
            await asyncio.wait_for(self._queue.join(), min(grace, DELETE_TIME))
        if self._connection.session is not None and not self._ended:
            with suppress(UpstreamFailure, *_TIMEOUTS):
                await bounded(self._delete(), DELETE_TIME)
        self._ended = True
        tasks = [*self._requests.values(), *self._others]
        if self._writer is not None:
            tasks.append(self._writer)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return None

    async def _delete(self) -> None:
        async with self._client.open("DELETE", self._url, self._connection.session_headers()):
            pass

    # Frames to the server

    async def _write_all(self) -> None:
        while True:
            frame, size = await self._queue.get()
            try:
                await self._write_one(frame)
            finally:
                self._queue.task_done()
                self._count(-size)

    def _count(self, size: int) -> None:
        """Count bytes that wait for the server; tell the listener where they pass the bound."""
        was_full = self._unsent > UNSENT
        self._unsent += size
        if (self._unsent > UNSENT) != was_full:
            self._listener.paused("server", not was_full)

    async def _write_one(self, frame: Frame) -> None:
        method, id = frame.get("method"), frame.get("id")
        if method == "notifications/cancelled" and not self._has_session:
            self._cancel(frame)
        elif type(method) is not str or not is_request_id(id):
            await self._reported(bounded(self._send(frame), SENT), "takes no notification")
        else:
            task = asyncio.get_running_loop().create_task(self._request(frame))
            self._requests[request_key(id)] = task
            task.add_done_callback(partial(self._forget, request_key(id)))
            if method == "initialize":
                self._is_opening = True
                await asyncio.wait([task])
                self._is_opening = False

    @property
    def _has_session(self) -> bool:
        """Whether a handshake has succeeded: a cancellation is then a frame of its own."""
        return self._connection.version is not None or self._old is not None

    def _cancel(self, frame: Frame) -> None:
        """Close the stream of a stateless request."""
        task = self._requests.get(request_key(params_of(frame).get("requestId")))
        if task is not None:
            task.cancel()

    def _forget(self, key: Any, task: asyncio.Task[None]) -> None:
        if self._requests.get(key) is task:
            del self._requests[key]
            self._pending.discard(key)

    async def _send(self, frame: Frame) -> None:
        """Post a notification or a response; nothing comes back."""
        connection, url = self._connection, self._url if self._old is None else self._old.address
        assert url is not None
        async with connection.posted(url, frame, connection.session_headers()) as response:
            if response.status == 404 and connection.session is not None:
                report(self.name, "has ended the session")
                self._end()
            elif response.status >= 400 and (reason := await response.reason()):
                report(
                    self.name, f"answers {frame.get('method', 'a response')} with {response.status}: {reason}"
                )
        if frame.get("method") == "notifications/initialized" and self._old is None:
            self._start(self._listen())

    # Requests

    async def _request(self, frame: Frame) -> None:
        """Pass on the answer to a request: the server's, or an error with the reason why none came."""
        try:
            answer = await self._exchange(frame)
        except Challenged as challenged:
            self._is_challenged = True
            self._listener.unauthorized(challenged.challenge)
            self._fail(frame, str(challenged), challenged.challenge.data)
        except UpstreamFailure as failure:
            report(self.name, str(failure))
            is_unknown = isinstance(failure, Unanswered) and failure.status == 404 and _is_stateless(frame)
            self._fail(frame, str(failure), code=METHOD_NOT_FOUND if is_unknown else INTERNAL_ERROR)
        except Exception as defect:
            report(self.name, f"internal error: {type(defect).__name__}: {defect}")
            self._fail(frame, "the bridge failed at the server's answer")
        else:
            self._note_success()
            self._pending.discard(request_key(frame["id"]))
            if answer is not None:
                self._receive(json_line(answer))

    def _fail(self, frame: Frame, reason: str, data: Any = None, code: int = INTERNAL_ERROR) -> None:
        """Answer a request with an error."""
        self._has_failed = True
        self._pending.discard(request_key(frame["id"]))
        self._receive(json_line(error_response(frame["id"], code, reason, data)))

    def _receive(self, line: bytes) -> None:
        self._listener.received("server", [line])

    async def _exchange(self, frame: Frame) -> Frame | None:
        """Post a request and return its answer, None where that comes on the stream of an old session."""
        if _is_stateless(frame):
            return await self._exchange_alone(frame)
        if self._old is not None:
            await self._old.post(frame)
            return None
        if frame["method"] == "initialize":
            return await self._initialize(frame)
        return await self._connection.post(frame, self._connection.session_headers())

    async def _exchange_alone(self, frame: Frame) -> Frame:
        """Post a stateless request; a server that misses the headers of a call gets them once."""
        answer = await self._post_alone(frame)
        if frame["method"] == "tools/call" and _code(answer) == HEADER_MISMATCH:
            await self._list_tools(frame)
            answer = await self._post_alone(frame)
        if frame["method"] == "tools/list":
            self._marks.learn(answer.get("result"))
        return answer

    async def _post_alone(self, frame: Frame) -> Frame:
        headers = {**self.headers, **mirrored(frame, self._marks.of(frame))}
        return await self._connection.post(frame, headers)

    async def _list_tools(self, call: Frame) -> None:
        """List the tools, because the server misses the headers of a call."""
        params: Frame = {"_meta": call["params"]["_meta"]}
        for _ in range(PAGES):
            listing = {"jsonrpc": "2.0", "id": "tools", "method": "tools/list", "params": params}
            result = (await self._post_alone(listing)).get("result")
            self._marks.learn(result)
            cursor = result.get("nextCursor") if isinstance(result, dict) else None
            if not isinstance(cursor, str):
                return
            params = {**params, "cursor": cursor}

    async def _initialize(self, frame: Frame) -> Frame | None:
        """Post `initialize`; its result settles the session, whose id may have come before."""
        connection, result = self._connection, None
        earlier = connection.session, connection.version
        connection.session = connection.version = None
        try:
            answer = await connection.post(frame, connection.session_headers())
            result = answer.get("result")
        except Unanswered as refusal:
            if refusal.status not in OLD_TRANSPORT:
                raise
            await self._open_old(frame, refusal)
            return None
        finally:
            if not isinstance(result, dict):
                connection.session, connection.version = earlier
        if isinstance(result, dict):
            version = result.get("protocolVersion")
            connection.version = version if _is_visible(version) else None
        return answer

    # The general stream

    async def _listen(self) -> None:
        """Pass on the frames of the server's general stream, until the server offers none.

        A stream that ends after `STEADY` has not failed: proxies end idle connections.
        """
        place = Place()
        while place.failures < RETRIES:
            place.failures += 1
            steady_from = time.monotonic() + STEADY
            with suppress(UpstreamFailure):
                async with self._connection.stream(place) as response:
                    if response.status != 200:
                        self._is_unheard = response.status in CHALLENGES
                        return
                    async for event in self._connection.events(response, place):
                        self._connection.pass_on(event)
            if time.monotonic() >= steady_from:
                place.failures = 0
            await asyncio.sleep(place.retry)
        report(self.name, f"ended the general stream {RETRIES} times without an event")

    def _note_success(self) -> None:
        """Note that the server accepts the authorization; open the general stream that was refused."""
        self._has_answered = True
        if self._is_challenged:
            self._is_challenged = False
            self._listener.authorized()
        if self._is_unheard:
            self._is_unheard = False
            self._start(self._listen())

    async def _open_old(self, frame: Frame, refusal: Unanswered) -> None:
        """Open the transport of 2024-11-05 after a refusal, and post `initialize` there."""
        old = OldTransport(self._url, self._connection)
        self._start(self._listen_old(old))
        try:
            await old.opened()
        except Unanswered as second:
            raise UpstreamFailure(f"{refusal}; {second}") from None
        self._old = old
        await old.post(frame)

    async def _listen_old(self, old: OldTransport) -> None:
        """Pass on the frames of the stream of all answers; its end is the end of the server."""
        await old.listen()
        if old.address is not None and not self._ended:
            report(self.name, "has ended the stream of all answers")
            self._end()

    # The session and its end

    def _start(self, work: Coroutine[Any, Any, None], subject: str = "ended a stream") -> None:
        task = asyncio.get_running_loop().create_task(self._reported(work, subject))
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    async def _reported(self, work: Any, subject: str) -> None:
        """Await `work`; a failure is a line on stderr."""
        try:
            await work
        except (UpstreamFailure, *_TIMEOUTS) as failure:
            report(self.name, f"{subject}: {str(failure) or 'the server takes too long'}")
        except Exception as defect:
            report(self.name, f"internal error: {type(defect).__name__}: {defect}")

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            asyncio.get_running_loop().call_soon(partial(self._listener.server_ended, self))


def _is_stateless(frame: Frame) -> bool:
    return VERSION_META in meta_of(frame)


def _is_visible(version: Any) -> bool:
    return isinstance(version, str) and version.isascii() and version.isprintable()


def _code(answer: Mapping[str, Any]) -> Any:
    error = answer.get("error")
    return error.get("code") if isinstance(error, dict) else None
