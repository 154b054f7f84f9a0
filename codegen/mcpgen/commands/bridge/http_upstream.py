"""The HTTP transport to a server: each frame is a POST, and answers come as JSON or as server-sent events.

Rules:

- The frames themselves tell the era. A request that names its revision in `_meta` is stateless (2026-07-28):
  headers mirror it, and `notifications/cancelled` closes its stream instead of being sent. Any other frame
  belongs to a session: `Mcp-Session-Id` is repeated, and a GET stream brings frames that answer no request.
- A server of 2024-11-05 refuses the POST of `initialize` (400, 404 or 405). Its GET stream names the address
  for frames, and brings all answers.
- Notifications and responses are sent one after the other, and before the requests that follow them.
- A request without an answer gets an error. A session that the server has ended (404) ends the server.
- No redirect is followed, no cookie is kept, no header is sent that the caller did not name.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, Mapping
from contextlib import aclosing, suppress
from functools import partial
from http.cookiejar import CookieJar, DefaultCookiePolicy
from typing import Any, Protocol
from urllib.parse import urljoin, urlsplit

import httpx2

from mcpgen.commands.bridge.diagnostics import public, report
from mcpgen.commands.bridge.http_headers import (
    HEADER_MISMATCH,
    LAST_EVENT,
    SESSION,
    VERSION,
    VERSION_META,
    mirrored,
    parameters_of,
)
from mcpgen.commands.logs import Side
from mcpgen.runtime.errors import INTERNAL_ERROR, METHOD_NOT_FOUND, error_response
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.json_values import is_request_id
from mcpgen.runtime.messages.json_text import parse

CONNECT = 10.0  # seconds for a connection
SEND = 30.0  # seconds for a body
UNSENT = 1 << 16  # bytes that may wait for the server before the client is no longer read
LARGEST = 64 << 20  # bytes of a frame
RETRIES = 5  # times that a broken stream is taken up again
RETRY = 1.0  # seconds before that, unless the server names others
LONGEST_RETRY = 30.0
OLD_TRANSPORT = (400, 404, 405)
CHALLENGES = (401, 403)
LEAVE = 2.0  # seconds to end a session
TOOLS = 10_000  # tools whose marked arguments are remembered
_FAILURES = (
    httpx2.HTTPError,
    httpx2.InvalidURL,
    httpx2.StreamError,
    asyncio.TimeoutError,
    OSError,
    ValueError,
)
_ACCEPT = {"accept": "application/json, text/event-stream", "content-type": "application/json"}


class ServerListener(Protocol):
    """The owner of a server, as the transport sees it."""

    def received(self, side: Side, lines: list[bytes]) -> None:
        """Handle lines of the server."""

    def server_ended(self, server: Any) -> None:
        """Handle the end of the server."""

    def paused(self, side: Side, paused: bool) -> None:
        """Handle that frames wait for the server beyond a bound, or no longer."""

    def unauthorized(self, status: int, challenge: str) -> None:
        """Handle that the server asks for authorization: 401 or 403, and `WWW-Authenticate`."""


def http_client() -> httpx2.AsyncClient:
    """Return a client that many servers share: without cookies, and without redirects."""
    jar = CookieJar(policy=DefaultCookiePolicy(allowed_domains=[]))
    return httpx2.AsyncClient(
        cookies=jar,
        timeout=httpx2.Timeout(None, connect=CONNECT, write=SEND),
        limits=httpx2.Limits(max_connections=None, max_keepalive_connections=100),
    )


class HttpUpstream:
    """A server behind a URL."""

    def __init__(
        self, url: str, client: httpx2.AsyncClient, listener: ServerListener, headers: Mapping[str, str]
    ) -> None:
        self.name = public(url)
        self.headers = dict(headers)  # the caller may change them between frames
        self._url = url
        self._client = client
        self._listener = listener
        self._session: str | None = None
        self._version: str | None = None
        self._endpoint: str | None = None  # of a server of 2024-11-05
        self._queue: asyncio.Queue[tuple[dict[str, Any], int]] = asyncio.Queue()  # frames and their bytes
        self._unsent = 0
        self._writer: asyncio.Task[None] | None = None
        self._streams: dict[Any, asyncio.Task[None]] = {}  # the requests in flight, by id
        self._others: set[asyncio.Task[None]] = set()
        self._parameters: dict[str, dict[str, tuple[str, ...]]] = {}  # of tools, by name
        self._unheard = False  # whether the general stream was refused for want of authorization
        self._resumed = asyncio.Event()
        self._resumed.set()
        self._ended = False

    async def start(self) -> None:
        """Start to send."""
        self._writer = asyncio.get_running_loop().create_task(self._write_all())

    def write(self, data: bytes) -> None:
        """Send lines."""
        for line in data.split(b"\n"):
            found = parse(line) if line else []
            for frame in found if isinstance(found, list) else [found]:
                self._queue.put_nowait((frame, len(line)))
                self._count(len(line))

    def pause(self, paused: bool) -> None:
        """Stop reading, or resume."""
        (self._resumed.clear if paused else self._resumed.set)()

    def rest(self) -> bytes:
        """Return no bytes: HTTP has whole frames."""
        return b""

    async def kill(self) -> None:
        """Do nothing: a server behind HTTP that has ended holds nothing."""

    def terminate(self) -> None:
        """End at once."""
        self._end()

    async def stop(self, patience: float) -> int | None:
        """Let frames out that wait, end the session, and close every stream."""
        with suppress(asyncio.TimeoutError, TimeoutError):
            await asyncio.wait_for(self._queue.join(), min(patience, LEAVE))
        if self._session is not None and not self._ended:
            with suppress(*_FAILURES):
                headers = self._session_headers()
                await asyncio.wait_for(self._client.delete(self._url, headers=headers), LEAVE)
        self._ended = True
        tasks = [*self._streams.values(), *self._others]
        if self._writer is not None:
            tasks.append(self._writer)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        return None

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

    async def _write_one(self, frame: dict[str, Any]) -> None:
        method, id = frame.get("method"), frame.get("id")
        if method == "notifications/cancelled" and self._version is None:
            params = frame.get("params")
            task = self._streams.get(_key(params.get("requestId") if isinstance(params, dict) else None))
            if task is not None:
                task.cancel()
            return
        if method is None or not is_request_id(id):
            with suppress(*_FAILURES):
                await asyncio.wait_for(self._send(frame), SEND)
            return
        task = asyncio.get_running_loop().create_task(self._request(frame))
        self._streams[_key(id)] = task
        task.add_done_callback(partial(self._forget, _key(id)))
        if method == "initialize":
            await asyncio.wait([task])

    def _forget(self, key: Any, task: asyncio.Task[None]) -> None:
        if self._streams.get(key) is task:
            del self._streams[key]

    async def _send(self, frame: dict[str, Any]) -> None:
        """Post a notification or a response; nothing comes back."""
        url = self._endpoint or self._url
        headers = {**self._session_headers(), **_ACCEPT}
        async with self._client.stream("POST", url, content=json_line(frame), headers=headers) as response:
            if response.status_code == 404 and self._session is not None:
                self._end()
        if frame.get("method") == "notifications/initialized" and self._endpoint is None:
            self._start(self._listen())

    async def _request(self, frame: dict[str, Any]) -> None:
        """Post a request, and pass on everything that comes back; its answer is the last."""
        id = frame["id"]
        try:
            reason = await self._exchange(frame)
        except _FAILURES as error:
            reason = f"the server cannot be reached: {_words(error)}"
        if reason is not None:
            self._deliver(error_response(id, INTERNAL_ERROR, reason))

    async def _exchange(self, frame: dict[str, Any], *, again: bool = True) -> str | None:
        """Post a request once; return the reason why no answer came, None after an answer."""
        params = frame.get("params")
        meta = params.get("_meta") if isinstance(params, dict) else None
        stateless = isinstance(meta, dict) and VERSION_META in meta
        url = self._endpoint or self._url
        mirror = mirrored(frame, self._marked(frame)) if stateless else {}
        headers = {**self.headers, **mirror} if stateless else self._session_headers()
        async with self._client.stream(
            "POST", url, content=json_line(frame), headers={**headers, **_ACCEPT}
        ) as response:
            status = response.status_code
            if status in CHALLENGES:
                self._listener.unauthorized(status, response.headers.get("www-authenticate", ""))
                return f"the server answers {status}"
            if self._endpoint is not None and 200 <= status < 300:
                return None  # the answer comes on the stream of the session
            if response.is_redirect:
                return "the server redirects, and no redirect is followed"
            if status == 404 and SESSION in headers:
                self._end()
                return "the session has ended"
            kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
            if kind == "text/event-stream" and status == 200:
                return await self._stream(response, frame)
            answer = await _body(response, kind)
            session = response.headers.get(SESSION)
        answered = _answer_to(answer, frame["id"])
        if answered is None and frame["method"] == "initialize" and status in OLD_TRANSPORT:
            return await self._open_old(frame)
        if answered is None and stateless and status >= 400:
            answered = error_response(frame["id"], METHOD_NOT_FOUND, f"the server answers {status}")
        if answered is None:
            return f"the server answers {status} without an answer"
        if stateless and again and _code(answered) == HEADER_MISMATCH and frame["method"] == "tools/call":
            await self._learn(frame)
            return await self._exchange(frame, again=False)
        self._note(frame, answered, session)
        self._listen_again()
        for other in answer if isinstance(answer, list) else [answered]:
            self._deliver(other)
        return None

    async def _stream(self, response: httpx2.Response, frame: dict[str, Any]) -> str | None:
        """Pass on the events of a response; take a stream of a session up again that breaks or is closed."""
        session, last, retry, failures = response.headers.get(SESSION), "", RETRY, 0
        while True:
            failures += 1
            with suppress(*_FAILURES):
                async with aclosing(self._events(response)) as events:
                    async for event in events:
                        last, retry, failures = event.id or last, _seconds(event.retry, retry), 0
                        for found in _frames(event):
                            if _answers(found, frame["id"]):
                                self._note(frame, found, session)
                                self._listen_again()
                                self._deliver(found)
                                return None
                            self._deliver(found)
            while True:
                if not last or self._session is None or failures > RETRIES:
                    return "the server ended the stream before its answer"
                await asyncio.sleep(retry)
                with suppress(*_FAILURES):
                    response = await self._get(last)
                    break
                failures += 1

    async def _get(self, last: str = "") -> httpx2.Response:
        """Open the general stream, or take up the stream of the last event."""
        headers = {**self._session_headers(), "accept": "text/event-stream"}
        if last:
            headers[LAST_EVENT] = last
        request = self._client.build_request("GET", self._url, headers=headers)
        return await self._client.send(request, stream=True)

    async def _events(self, response: httpx2.Response) -> AsyncGenerator[Any, None]:
        try:
            async for event in httpx2.EventSource(response, max_event_size=LARGEST):
                await self._resumed.wait()
                yield event
        finally:
            await response.aclose()

    async def _listen(self) -> None:
        """Pass on the frames of the server's general stream, until the server offers none."""
        last, retry, failures = "", RETRY, 0
        while failures < RETRIES:
            try:
                response = await self._get(last)
                if response.status_code != 200:
                    await response.aclose()
                    self._unheard = response.status_code in CHALLENGES
                    return
                async with aclosing(self._events(response)) as events:
                    async for event in events:
                        last, retry, failures = event.id or last, _seconds(event.retry, retry), 0
                        for found in _frames(event):
                            self._deliver(found)
            except _FAILURES:
                pass
            failures += 1
            await asyncio.sleep(retry)

    def _listen_again(self) -> None:
        """Open the general stream after all, once the server has accepted an authorization."""
        if self._unheard:
            self._unheard = False
            self._start(self._listen())

    # Sessions

    def _session_headers(self) -> dict[str, str]:
        found = dict(self.headers)
        if self._session is not None:
            found[SESSION] = self._session
        if self._version is not None:
            found[VERSION] = self._version
        return found

    def _note(self, frame: dict[str, Any], answer: dict[str, Any], session: str | None) -> None:
        """Remember the session of a handshake, and the arguments that tools want mirrored."""
        result = answer.get("result")
        if not isinstance(result, dict):
            return
        if frame["method"] == "initialize":
            version = result.get("protocolVersion")
            self._session, self._version = session, version if isinstance(version, str) else None
        elif frame["method"] == "tools/list" and self._version is None:
            self._learn_from(result)

    def _learn_from(self, result: dict[str, Any]) -> None:
        """Note the marked arguments of tools; hide tools with a wrong mark, as every client must."""
        tools = result.get("tools")
        if not isinstance(tools, list):
            return
        kept = []
        for tool in tools:
            name = tool.get("name") if isinstance(tool, dict) else None
            parameters = parameters_of(tool) if isinstance(tool, dict) else {}
            if parameters is None:
                report("the server", f"the tool {name!r} is hidden: a mark x-mcp-header is wrong")
                continue
            kept.append(tool)
            if len(self._parameters) < TOOLS and isinstance(name, str):
                self._parameters[name] = parameters
        result["tools"] = kept

    def _marked(self, frame: dict[str, Any]) -> Mapping[str, tuple[str, ...]]:
        params = frame.get("params")
        name = params.get("name") if frame["method"] == "tools/call" and isinstance(params, dict) else None
        return self._parameters.get(name, {}) if isinstance(name, str) else {}

    async def _learn(self, call: dict[str, Any]) -> None:
        """List the tools, because the server misses the headers of a call."""
        params: dict[str, Any] = {"_meta": call["params"]["_meta"]}
        for _ in range(100):
            listing = {"jsonrpc": "2.0", "id": "tools", "method": "tools/list", "params": params}
            headers = {**self.headers, **mirrored(listing, {}), **_ACCEPT}
            async with self._client.stream(
                "POST", self._url, content=json_line(listing), headers=headers
            ) as response:
                kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
                if kind == "text/event-stream":
                    async with aclosing(self._events(response)) as events:
                        found = [frame async for event in events for frame in _frames(event)]
                else:
                    answer = await _body(response, kind)
                    found = [answer] if isinstance(answer, dict) else []
            result: dict[str, Any] = next(
                (frame["result"] for frame in found if isinstance(frame.get("result"), dict)), {}
            )
            self._learn_from(result)
            if not isinstance(result.get("nextCursor"), str):
                return
            params = {**params, "cursor": result["nextCursor"]}

    async def _open_old(self, frame: dict[str, Any]) -> str | None:
        """Open the transport of 2024-11-05: a stream for all answers, and an address for frames."""
        headers = {**self.headers, "accept": "text/event-stream"}
        request = self._client.build_request("GET", self._url, headers=headers)
        response = await self._client.send(request, stream=True)
        kind = response.headers.get("content-type", "").partition(";")[0].strip().lower()
        if response.status_code != 200 or kind != "text/event-stream":
            await response.aclose()
            return f"the server refuses initialize, and answers {response.status_code} to GET"
        opened: asyncio.Future[str | None] = asyncio.get_running_loop().create_future()
        self._start(self._listen_old(response, opened))
        endpoint = await asyncio.wait_for(opened, CONNECT)
        if endpoint is None:
            return "the stream of the server names no address of the same origin"
        self._endpoint = endpoint
        return await self._exchange(frame)

    async def _listen_old(self, response: httpx2.Response, opened: asyncio.Future[str | None]) -> None:
        try:
            async with aclosing(self._events(response)) as events:
                async for event in events:
                    if event.event == "endpoint" and not opened.done():
                        url = urljoin(self._url, event.data)
                        same = urlsplit(url)[:2] == urlsplit(self._url)[:2]
                        opened.set_result(url if same else None)
                    for found in _frames(event):
                        self._deliver(found)
        finally:
            if not opened.done():
                opened.set_result(None)
            self._end()

    # The end

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(_quietly(work))
        self._others.add(task)
        task.add_done_callback(self._others.discard)

    def _deliver(self, frame: Any) -> None:
        self._listener.received("server", [json_line(frame)])

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            asyncio.get_running_loop().call_soon(partial(self._listener.server_ended, self))


async def _quietly(work: Any) -> None:
    with suppress(*_FAILURES):
        await work


async def _body(response: httpx2.Response, kind: str) -> Any:
    """Return the JSON value of a response, None for anything else."""
    parts, size = [], 0
    async for part in response.aiter_bytes():
        size += len(part)
        if size > LARGEST:
            raise ValueError(f"an answer has more than {LARGEST} bytes")
        parts.append(part)
    if kind != "application/json":
        return None
    with suppress(ValueError):
        return parse(b"".join(parts))
    return None


def _frames(event: Any) -> list[dict[str, Any]]:
    """Return the frames of an event; an event without data only brings its id."""
    if event.event != "message" or not event.data:
        return []
    with suppress(ValueError):
        found = parse(event.data.encode("utf-8", "surrogatepass"))
        return [one for one in (found if isinstance(found, list) else [found]) if isinstance(one, dict)]
    return []


def _answers(frame: Mapping[str, Any], id: Any) -> bool:
    return "method" not in frame and frame.get("id") == id and ("result" in frame or "error" in frame)


def _answer_to(body: Any, id: Any) -> dict[str, Any] | None:
    """Return the answer to a request from a body; an error without an id is an answer too."""
    for frame in body if isinstance(body, list) else [body]:
        if not isinstance(frame, dict):
            continue
        if _answers(frame, id):
            return frame
        if isinstance(frame.get("error"), dict) and frame.get("id") is None:
            return {**frame, "id": id}
    return None


def _code(answer: Mapping[str, Any]) -> Any:
    error = answer.get("error")
    return error.get("code") if isinstance(error, dict) else None


def _key(id: Any) -> Any:
    return (type(id) is str, id) if is_request_id(id) else None


def _seconds(milliseconds: int | None, otherwise: float) -> float:
    return otherwise if milliseconds is None else min(max(milliseconds / 1000, 0.0), LONGEST_RETRY)


def _words(error: BaseException) -> str:
    return str(error) or type(error).__name__
