"""The HTTP transport to a server: each frame is a POST, and answers come as JSON or as server-sent events.

Rules:

- The form of a frame selects the transport. A request that names its revision in `_meta` is stateless
  (2026-07-28): headers mirror it, and `notifications/cancelled` closes its stream instead of being sent. Any
  other frame belongs to a session: `Mcp-Session-Id` is repeated, and a GET stream brings frames that answer
  no request.
- A server of 2024-11-05 refuses the POST of `initialize` (400, 404 or 405). Its GET stream names the address
  for frames, and brings all answers.
- Notifications and responses are sent one after the other, and before the requests that follow them.
- A cancellation waits until the server has begun to respond to its request, or has failed: on a connection of
  its own it would overtake the request. A server that answers with JSON begins when it has the answer, so the
  wait is short.
- A request has the headers of the client's request behind it.
- A request without an answer gets an error with the reason, and stderr a line. A session that the server has
  ended (404) ends the server.
- An answer to the server is sent again where the connection breaks, and where the server asks for
  authorization: once a client has an authorization that the server accepts. A server knows a second copy by
  its id.
- A general stream, or a subscription, that breaks is opened again, after pauses that grow, and that is said
  once.
"""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from functools import partial
from typing import Any

import anyio
from mcp_revisions._runtime.bridge.frames import CANCELLED, LISTEN, meta_of, params_of
from mcp_revisions._runtime.errors import INTERNAL_ERROR, METHOD_NOT_FOUND, error_response
from mcp_revisions._runtime.json_line import json_line
from mcp_revisions._runtime.json_values import is_request_id, request_key
from mcp_revisions._runtime.revisions import per_request, reserved_key

from mcp_bridge.diagnostics import public, report
from mcp_bridge.http_client import Challenged, HttpClient, Unanswered, UpstreamFailure
from mcp_bridge.http_headers import HEADER_MISMATCH, VERSION_META, Challenge, ToolMarks, mirrored
from mcp_bridge.options import AUTHORIZATION
from mcp_bridge.upstream_session import (
    CHALLENGES,
    Deliver,
    OldTransport,
    ResumePoint,
    UpstreamSession,
    reason_of,
)

ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
SENT = 30.0  # seconds for a notification to be taken
AGAIN = (0.1, 0.5, 2.0)  # seconds before an answer is sent again to a server that is out of order
BEGUN = 2.0  # seconds for a server to begin to respond to a request that is cancelled
EARLY = 8  # answers that are sent beside the handshake at the same time
UNSENT = 1 << 16  # bytes that may wait for the server before the client is no longer read
PROBE = {"name": "mcp-bridge", "version": "1"}  # the client of a request that does nothing
PAGES = 100  # of a listing of the tools
DELETE_TIME = 2.0  # seconds to end a session
STEADY = 5.0  # seconds after which the end of a stream is no failure: proxies end idle connections
LONGEST_PAUSE = 60.0  # seconds before a broken stream is opened again
OLD_TRANSPORT = (400, 404, 405)
TRY_AGAIN = (408, 429, 500, 502, 503, 504)  # statuses of a server that is out of order


class HttpUpstream:
    """A server behind a URL; `session` gets its frames and its end."""

    def __init__(self, url: str, client: HttpClient, session: Any, headers: Mapping[str, str]) -> None:
        self.name = public(url)
        self.headers = dict(headers)
        self.unsent = 0
        self._url = url
        self._client = client
        self._session = session
        self._is_wanted = asyncio.Event()  # cleared while clients are slow
        self._is_wanted.set()
        self._http = self._connection(session.from_server)
        self._old: OldTransport | None = None
        self._queue: asyncio.Queue[tuple[Any, bytes, Mapping[str, str]]] = asyncio.Queue()
        self._is_opening = False  # `initialize` is not answered yet
        self._early = 0  # answers that are being sent beside the handshake
        self._writer: asyncio.Task[None] | None = None
        self._listener: asyncio.Task[None] | None = None
        # By id; those of a session with whether the server has begun to respond.
        self._requests: dict[Any, tuple[asyncio.Task[None], asyncio.Event | None]] = {}
        self._others: set[asyncio.Task[None]] = set()  # of the general stream, and of early answers
        self._cancellations: set[asyncio.Task[None]] = set()
        self._marks = ToolMarks()
        self._may_listen = asyncio.Event()  # cleared while the general stream is refused for want of a token
        self._may_listen.set()
        self._refused: list[tuple[Any, bytes]] = []  # answers, for want of a token
        self._has_failed = self._has_answered = self._ended = False
        self._opening_failure = ""  # the last reason why the session did not open

    def _connection(self, deliver: Deliver) -> UpstreamSession:
        return UpstreamSession(self._url, self._client, deliver, self._end, self._is_wanted)

    @property
    def is_unusable(self) -> bool:
        """Whether requests failed, and none was answered."""
        return self._has_failed and not self._has_answered

    @property
    def names_requests(self) -> bool:
        """Whether each frame comes on the connection of its request."""
        return self._old is None

    async def start(self) -> None:
        """Start to send."""
        await self._client.start()
        self._writer = asyncio.get_running_loop().create_task(self._write_all())

    def send(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Send a frame with the headers of the client's request behind it."""
        tree, headers = frame.tree, {**self.headers, **headers}
        if self._is_opening and "method" not in tree and self._early < EARLY:
            self._early += 1
            self._start(partial(self._send_early, frame, data, headers), "takes no answer")
            return
        self._queue.put_nowait((frame, data, headers))
        self._count(len(data))

    def flush(self) -> None:
        """Do nothing: each frame is a request of its own."""

    async def taken(self) -> None:
        """Wait until the server has taken, or refused, every notification and answer that was sent."""
        assert self._writer is not None
        joined = asyncio.ensure_future(self._queue.join())
        await asyncio.wait({joined, self._writer}, timeout=SENT, return_when=asyncio.FIRST_COMPLETED)
        joined.cancel()

    def authorized(self) -> None:
        """Send again each request that the server refused for want of an authorization that it accepts."""
        self._may_listen.set()
        refused, self._refused = self._refused, []
        for frame, data in refused:
            self._queue.put_nowait((frame, data, {**self.headers, **self._session.headers}))

    def pause(self, paused: bool) -> None:
        """Stop reading, or resume."""
        (self._is_wanted.clear if paused else self._is_wanted.set)()

    @property
    def judges(self) -> bool:
        """Whether the server has refused an authorization: one that it answers is accepted."""
        return self._client.is_strict

    @property
    def knows_owner(self) -> bool:
        """Whether the server has a session of its own, which an authorization opened."""
        return self._http.id is not None or self._old is not None

    async def accepts(self, headers: Mapping[str, str], *, is_first: bool) -> bool:
        """Say whether the server accepts the authorization in these headers; raise `Challenged` if not.

        A server that takes any authorization accepts none, but the first of a session without one.
        """
        headers = {**self.headers, **headers}
        if not (self._client.is_strict or is_first):
            nobody = {**headers, AUTHORIZATION: f"Bearer {secrets.token_urlsafe(24)}"}
            try:
                self._client.is_strict = not await self._probe(nobody)
            except Challenged:
                self._client.is_strict = True
        return (self._client.is_strict or is_first) and await self._probe(headers)

    async def _probe(self, headers: Mapping[str, str]) -> bool:
        """Say whether the server answers a request that does nothing; raise `Challenged` where it asks."""
        request: dict[str, Any] = {"jsonrpc": "2.0", "id": "accepts", "method": "ping"}
        if self._http.version is None:
            facts = {"protocolVersion": per_request()[0], "clientInfo": PROBE, "clientCapabilities": {}}
            meta = {reserved_key(name): value for name, value in facts.items()}
            request |= {"method": "server/discover", "params": {"_meta": meta}}
            headers = {**headers, **mirrored(request, {})}
        url = self._http.url if self._old is None or self._old.address is None else self._old.address
        try:
            async with self._http.posted(url, json_line(request), self._http.headers(headers)) as response:
                if response.status in CHALLENGES:
                    await self._http.check(response)
                return 200 <= response.status < 300
        except UpstreamFailure:
            return False

    async def kill(self) -> None:
        """Close every stream."""
        await self.stop(0)

    def terminate(self) -> None:
        """End at once."""
        self._end()

    async def stop(self, grace: float) -> int | None:
        """Let frames out that wait, close every stream, and end the session.

        The server ends the streams of a session with it, and would be reported for that.
        """
        with anyio.move_on_after(min(grace, DELETE_TIME)):
            await self._queue.join()
            for _, begun in self._requests.values():
                if begun is not None:
                    begun.set()
            await asyncio.gather(*self._cancellations)
        has_ended, self._ended = self._ended, True
        tasks = [*(task for task, _ in self._requests.values()), *self._others, *self._cancellations]
        tasks += [task for task in (self._writer, self._listener) if task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if self._http.id is not None and not has_ended:
            with suppress(UpstreamFailure), anyio.move_on_after(DELETE_TIME):
                await self._http.delete({**self.headers, **self._session.headers})
        return None

    # Frames to the server

    async def _write_all(self) -> None:
        while True:
            frame, data, headers = await self._queue.get()
            try:
                await self._write_one(frame, data, headers)
            finally:
                self._queue.task_done()
                self._count(-len(data))

    def _count(self, size: int) -> None:
        """Count bytes that wait for the server; tell the session where they pass the bound."""
        was_full = self.unsent > UNSENT
        self.unsent += size
        if (self.unsent > UNSENT) != was_full:
            self._session.upstream_full(not was_full)

    async def _write_one(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        method, id = frame.tree.get("method"), frame.tree.get("id")
        if method == CANCELLED:
            self._cancel(frame, data, headers)
        elif type(method) is not str or not is_request_id(id):
            is_answer = "method" not in frame.tree
            sending = partial(self._answer if is_answer else self._send, frame, data, headers)
            await self._reported(sending, "takes no answer" if is_answer else "takes no notification")
            if method == "notifications/initialized" and self._old is None and self._listener is None:
                self._listener = asyncio.get_running_loop().create_task(
                    self._reported(self._listen, "ended a stream")
                )
        else:
            begun, key = asyncio.Event(), request_key(id)
            task = asyncio.get_running_loop().create_task(self._request(frame, data, headers, begun))
            self._requests[key] = task, None if _is_stateless(frame.tree) else begun
            task.add_done_callback(partial(self._forget, key))
            if method == "initialize":
                self._is_opening = True
                await asyncio.wait([task])
                self._is_opening = False

    def _cancel(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Close the stream of a stateless request; cancel a request of a session."""
        task, begun = self._requests.get(request_key(params_of(frame.tree).get("requestId")), (None, None))
        if task is not None and begun is None:
            task.cancel()
        elif self._http.version is not None or self._old is not None:
            sending = partial(self._send_cancellation, begun, frame, data, headers)
            self._start(sending, "takes no notification", self._cancellations)

    async def _send_cancellation(
        self, begun: asyncio.Event | None, frame: Any, data: bytes, headers: Mapping[str, str]
    ) -> None:
        """Cancel a request that the server knows."""
        if begun is not None:
            with anyio.move_on_after(BEGUN):
                await begun.wait()
        await self._send(frame, data, headers)

    def _forget(self, key: Any, task: asyncio.Task[None]) -> None:
        known, begun = self._requests.get(key, (None, None))
        if known is task:
            del self._requests[key]
            if begun is not None:
                begun.set()

    async def _send_early(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Send an answer that the server may wait for before it answers the handshake."""
        try:
            await self._answer(frame, data, headers)
        finally:
            self._early -= 1

    async def _answer(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Post a response, again where its connection breaks; keep one that is refused for its token."""
        for pause in (*AGAIN, None):
            try:
                await self._send(frame, data, headers)
                return
            except Challenged as challenged:
                if not self._keep(frame, data, headers.get(AUTHORIZATION), challenged.challenge):
                    raise
                return
            except UpstreamFailure as failure:
                is_final = isinstance(failure, Unanswered) and failure.status not in TRY_AGAIN
                if pause is None or is_final:
                    raise
                await asyncio.sleep(pause)

    def _keep(self, frame: Any, data: bytes, refused: str | None, challenge: Challenge) -> bool:
        """Keep an answer whose authorization is refused; say whether a client can give another one."""
        accepted = self._session.headers.get(AUTHORIZATION, self.headers.get(AUTHORIZATION))
        if refused == self.headers.get(AUTHORIZATION):
            return False
        self._count(len(data))
        self._refused.append((frame, data))
        self._client.is_strict = True
        if refused != accepted:  # the server has accepted another one since
            self.authorized()
        else:
            self._session.challenged(frame.stream, challenge)
        return True

    async def _send(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Post a notification or a response; nothing comes back."""
        http, url = self._http, self._http.url if self._old is None else self._old.address
        assert url is not None
        with anyio.fail_after(SENT):
            async with http.posted(url, data, http.headers(headers)) as response:
                if response.status in CHALLENGES:
                    await http.check(response)
                if response.status == 404 and http.id is not None:
                    report(self.name, "ended the session before the client did")
                    self._end()
                elif response.status >= 400:
                    method, reason = frame.tree.get("method"), await reason_of(response)
                    if method is None:
                        said = f": {reason}" if reason else ""
                        raise Unanswered(response.status, f"the server answers {response.status}{said}")
                    if reason:
                        report(self.name, f"answers {method} with {response.status}: {reason}")

    # Requests

    async def _request(
        self, frame: Any, data: bytes, headers: Mapping[str, str], begun: asyncio.Event
    ) -> None:
        """Deliver the answer to a request: the server's, or an error with the reason why none came."""
        tree = frame.tree
        try:
            await self._exchange(tree, data, headers, begun)
        except Challenged as challenged:
            self._client.is_strict |= bool(headers.get(AUTHORIZATION))
            self._session.challenged(frame.stream, challenged.challenge)
            self._fail(tree, str(challenged), challenged.challenge.data)
        except UpstreamFailure as failure:
            self._report(str(failure))
            is_unknown = isinstance(failure, Unanswered) and failure.status == 404 and _is_stateless(tree)
            self._fail(tree, str(failure), code=METHOD_NOT_FOUND if is_unknown else INTERNAL_ERROR)
        except Exception as defect:
            report(self.name, f"internal error: {type(defect).__name__}: {defect}")
            self._fail(tree, "the bridge failed at the server's answer")
        else:
            self._has_answered = True
            self._session.accepted(_without(headers, self.headers))

    def _report(self, reason: str) -> None:
        """Report a failure; the requests that search for a revision fail for the same reason once."""
        is_opening = self._session.bridge.state == "opening"
        if not (is_opening and reason == self._opening_failure):
            report(self.name, reason)
        self._opening_failure = reason if is_opening else ""

    def _fail(self, tree: Any, reason: str, data: Any = None, code: int = INTERNAL_ERROR) -> None:
        """Answer a request with an error."""
        self._has_failed = True
        error = error_response(tree["id"], code, reason, data)
        self._session.from_server(error, json_line(error), tree["id"])

    async def _exchange(
        self, tree: Any, data: bytes, headers: Mapping[str, str], begun: asyncio.Event
    ) -> None:
        """Post a request until its answer is delivered, or posted where that comes on an old stream."""
        if _is_stateless(tree):
            await self._exchange_alone(tree, data, headers)
        elif self._old is not None:
            await self._old.post(data, headers)
        elif tree["method"] == "initialize":
            await self._initialize(tree, data, headers)
        else:
            await self._http.exchange(tree, data, self._http.headers(headers), begun)

    # Stateless requests

    async def _exchange_alone(self, tree: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Post a stateless request; a server that misses the headers of a call gets them once."""
        if tree["method"] == LISTEN:
            await self._subscribe(tree, data, headers)
            return
        is_listing, is_first = tree["method"] == "tools/list", tree["method"] == "tools/call"

        def deliver(frame: Any, text: bytes, id: Any) -> None:
            found = getattr(frame, "tree", frame)
            is_answer = isinstance(found, dict) and "method" not in found
            if is_answer and is_first and _code(found) == HEADER_MISMATCH:
                return  # the call is sent again
            if is_answer and is_listing and self._learn(found.get("result")):
                frame, text = found, json_line(found)  # without the tools that are hidden
            self._session.from_server(frame, text, id)

        http = self._connection(deliver)
        answer = await self._post_alone(http, tree, data, headers)
        if is_first and _code(answer) == HEADER_MISMATCH:
            is_first = False
            await self._list_tools(tree, headers)
            await self._post_alone(http, tree, data, headers)

    async def _post_alone(
        self, http: UpstreamSession, tree: Any, data: bytes, headers: Mapping[str, str]
    ) -> Any:
        return await http.exchange(tree, data, {**headers, **mirrored(tree, self._marks.of(tree))})

    async def _list_tools(self, call: Any, headers: Mapping[str, str]) -> None:
        """List the tools, because the server misses the headers of a call."""
        http = self._connection(lambda *frame: None)
        params: dict[str, Any] = {"_meta": call["params"]["_meta"]}
        for _ in range(PAGES):
            listing = {"jsonrpc": "2.0", "id": "tools", "method": "tools/list", "params": params}
            result = (await self._post_alone(http, listing, json_line(listing), headers)).get("result")
            self._learn(result)
            cursor = result.get("nextCursor") if isinstance(result, dict) else None
            if not isinstance(cursor, str):
                return
            params = {**params, "cursor": cursor}

    def _learn(self, result: Any) -> bool:
        """Note the marks of listed tools, and hide tools with a wrong one; say whether there are any."""
        tools = result.get("tools") if isinstance(result, dict) else None
        if not isinstance(tools, list):
            return False
        kept = []
        for tool in tools:
            if self._marks.learn(tool):
                kept.append(tool)
            else:
                report(self.name, f"the tool {tool.get('name')!r} is hidden: a mark x-mcp-header is wrong")
        result["tools"] = kept
        return len(kept) < len(tools)

    async def _subscribe(self, tree: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Post a subscription, and again where its stream breaks; its acknowledgement is delivered once."""
        is_open = False

        def deliver(frame: Any, text: bytes, id: Any) -> None:
            nonlocal is_open
            found = getattr(frame, "tree", frame)
            is_again = isinstance(found, dict) and found.get("method") == ACKNOWLEDGED
            if not (is_again and is_open):
                self._session.from_server(frame, text, id)
            is_open |= is_again

        http = self._connection(deliver)
        pauses = Pauses(self.name, "a subscription")
        while True:
            pauses.begin()
            try:
                await self._post_alone(http, tree, data, headers)
                return
            except UpstreamFailure as failure:
                if not is_open:
                    raise
                await pauses.wait(str(failure))

    # Sessions

    async def _initialize(self, tree: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Post `initialize`; its result settles the session, whose id may have come before."""
        http, result = self._http, None
        earlier, http.id, http.version = (http.id, http.version), None, None
        try:
            answer = await http.exchange(tree, data, headers)
            result = answer.get("result")
        except Unanswered as refusal:
            if refusal.status not in OLD_TRANSPORT:
                raise
            await self._open_old(data, headers, refusal)
            return
        finally:
            if not isinstance(result, dict):
                http.id, http.version = earlier
        if isinstance(result, dict):
            version = result.get("protocolVersion")
            http.version = version if _is_visible(version) else None

    async def _listen(self) -> None:
        """Deliver the frames of the server's general stream, until the server offers none."""
        place, pauses, http = ResumePoint(), Pauses(self.name, "the general stream"), self._http
        while True:
            await self._may_listen.wait()
            pauses.begin()
            reason = "it ended"
            try:
                headers = http.headers({**self.headers, **self._session.headers})
                async with http.stream(place, headers) as response:
                    if response.status in CHALLENGES:
                        self._may_listen.clear()
                        continue
                    if response.status != 200 and response.status not in TRY_AGAIN:
                        return
                    async for event in http.events(response, place):
                        pauses.reset()
                        http.pass_on(event)
            except UpstreamFailure as failure:
                reason = str(failure)
            await pauses.wait(reason, place.retry)

    async def _open_old(self, data: bytes, headers: Mapping[str, str], refusal: Unanswered) -> None:
        """Open the transport of 2024-11-05 after a refusal, and post `initialize` there."""
        old = OldTransport(self._http)
        self._start(partial(self._listen_old, old, headers), "ended a stream")
        try:
            await old.opened()
        except Unanswered as second:
            if second.status == refusal.status:
                raise refusal from None
            raise UpstreamFailure(f"{refusal}; {second}") from None
        self._old = old
        await old.post(data, headers)

    async def _listen_old(self, old: OldTransport, headers: Mapping[str, str]) -> None:
        """Deliver the frames of the stream of all answers; its end is the end of the server."""
        await old.listen(headers)
        if old.address is not None and not self._ended:
            report(self.name, "ended the stream of all answers before the client did")
            self._end()

    # The end

    def _start(
        self,
        work: Callable[[], Awaitable[None]],
        subject: str,
        tasks: set[asyncio.Task[None]] | None = None,
    ) -> None:
        tasks = self._others if tasks is None else tasks
        task = asyncio.get_running_loop().create_task(self._reported(work, subject))
        tasks.add(task)
        task.add_done_callback(tasks.discard)

    async def _reported(self, work: Callable[[], Awaitable[None]], subject: str) -> None:
        """Do `work`, which begins with its task; a failure is a line on stderr."""
        try:
            await work()
        except (Challenged, UpstreamFailure, TimeoutError) as failure:
            report(self.name, f"{subject}: {str(failure) or 'the server takes too long'}")
        except Exception as defect:
            report(self.name, f"internal error: {type(defect).__name__}: {defect}")

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            asyncio.get_running_loop().call_soon(self._session.upstream_ended, self)


class Pauses:
    """The pauses before a broken stream is opened again: each is longer, and the first is said."""

    def __init__(self, name: str, subject: str) -> None:
        self._name = name
        self._subject = subject
        self._failures = 0
        self._began = 0.0

    def begin(self) -> None:
        """Note that the stream is opened."""
        self._began = time.monotonic()

    def reset(self) -> None:
        """Note that the stream works."""
        self._failures = 0

    async def wait(self, reason: str, least: float = 1.0) -> None:
        """Wait before the stream is opened again."""
        if time.monotonic() - self._began >= STEADY:
            self._failures = 0
        if self._failures == 1:  # a single end is usual
            report(self._name, f"{self._subject} breaks and is opened again: {reason}")
        pause = min(least * 2**self._failures, LONGEST_PAUSE)
        self._failures = min(self._failures + 1, 16)
        await asyncio.sleep(pause)


def _without(headers: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """Return the headers of the client alone."""
    return {name: value for name, value in headers.items() if own.get(name) != value}


def _is_stateless(tree: Any) -> bool:
    return VERSION_META in meta_of(tree)


def _is_visible(version: Any) -> bool:
    return isinstance(version, str) and version.isascii() and version.isprintable()


def _code(answer: Any) -> Any:
    error = answer.get("error")
    return error.get("code") if isinstance(error, dict) else None
