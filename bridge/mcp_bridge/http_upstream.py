"""The HTTP transport to a server: the order of the frames, and what happens if one fails.

It sends the frames of a session by exchanges (`http_exchange`), and gives each request an answer. Rules:

- The content of a frame selects the transport. A request that names its revision in `_meta` is stateless
  (2026-07-28): headers mirror it, and `notifications/cancelled` closes its stream instead of being sent. Any
  other frame belongs to a session: it repeats `Mcp-Session-Id`, and a GET stream brings the frames that
  answer no request.
- A server of 2024-11-05 (HTTP with SSE) refuses the POST of `initialize` (400, 404 or 405). It sends all
  answers on one stream. When that stream ends, the server counts as ended.
- Notifications and responses are sent one after the other, and before the requests that follow them. Frames
  after a `logging/setLevel` request wait for its answer, at most `SETTLED` seconds.
- A cancellation waits until the server has begun to respond to the cancelled request, the request has failed,
  or `BEGUN` seconds have passed. Otherwise the cancellation could overtake the request on another connection.
  A server that answers with JSON begins only when it has the answer, so the wait is short. If a server begins
  to respond after the wait, it gets the cancellation again.
- A server need not answer a cancelled request, and may leave the response open. So the bridge closes the
  connection `LATE` seconds after the server has accepted the cancellation. It closes connections earlier if
  the open cancelled requests of a session are more than `CANCELLED_OPEN`, or have more than `CANCELLED_BYTES`
  bytes.
- A frame is sent with the headers of the client's request that caused it.
- A request without an answer gets an error with the reason, and stderr gets a line.
- A server has ended a session if it answers a frame with 404. It has also ended the session if it answers a
  frame with 400, and the `ping` that the bridge then sends with 400 or 404 (`http_exchange`). If the client
  can open a new session itself, the server then counts as ended. Otherwise the bridge opens a new session. It
  repeats the recorded handshake, which must have the same result, and sets the log level and the
  subscriptions again. It then repeats the request that got the 404, because the server did not process it. A
  request that is cancelled before that is not sent again. If a new session has answered no call, it is not
  replaced again. A notification that gets the 404 is handled in the same way. The server's requests in the
  old session are over, so the new session gets neither answers to them nor progress.
- At the end, the bridge sends a DELETE request for each session that a server has opened for it. If a
  handshake is under way, the bridge waits for the id of that session, at most `DELETE_TIME` seconds.
- If the connection breaks, a notification or an answer is sent again. If the server asks for authorization,
  an answer is sent again once a client has an authorization that the server accepts. A server recognizes a
  second copy of an answer by its id, and a second cancellation changes nothing.
- A broken standalone stream or subscription is opened again, after growing pauses. This is reported once.
  If the server then answers that it has lost the session, this is handled as for a notification.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Hashable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Any
from urllib.parse import urlsplit

import anyio
from mcp_revisions import Why
from mcp_revisions.jsonrpc import (
    INTERNAL_ERROR,
    METHOD_NOT_FOUND,
    is_request_id,
    json_line,
    member,
    parse,
    request_key,
)

from mcp_bridge.core.bridge import Bridge
from mcp_bridge.core.frames import CANCELLED, DISCOVER, LISTEN, PROGRESS, meta_of, params_of
from mcp_bridge.core.revisions import per_request, reserved_key, with_handshake
from mcp_bridge.http_client import (
    Challenged,
    HttpClient,
    Late,
    LoginFailed,
    Unanswered,
    UpstreamFailure,
)
from mcp_bridge.http_exchange import (
    ACCEPT,
    ASKED,
    CHALLENGES,
    REDIRECTS,
    Deliver,
    OldTransport,
    ResumePoint,
    SessionEnded,
    UpstreamSession,
    own_id,
    reason_of,
)
from mcp_bridge.http_headers import (
    HEADER_MISMATCH,
    METHOD,
    SESSION,
    VERSION,
    VERSION_META,
    Challenge,
    ToolMarks,
    encoded,
    mirrored,
    misnamed,
)
from mcp_bridge.options import AUTHORIZATION
from mcp_bridge.problems import refuse
from mcp_bridge.session import INTERNAL, Session, Upstream

SET_LEVEL = "logging/setLevel"
CANCEL_TASK = "tasks/cancel"
SUBSCRIBE, UNSUBSCRIBE = "resources/subscribe", "resources/unsubscribe"
# Methods of frames about a request, which exists only in its session. A response has no method.
ABOUT_REQUESTS = (None, CANCELLED, PROGRESS, "notifications/tasks/status")
ACKNOWLEDGED = "notifications/subscriptions/acknowledged"
SENT = 30.0  # seconds for the server to accept a notification
AGAIN = (0.1, 0.5, 2.0)  # seconds before an answer is sent again to a server that is unavailable
BEGUN = 2.0  # seconds for a server to begin to respond to a request that is cancelled
LATE = 5.0  # seconds for a server to end the response to a cancelled request
LATEST_BEGIN = 60.0  # seconds in which a server that begins to respond gets the cancellation again
CANCELLED_OPEN = 32  # cancelled requests of a session whose connections are open, and cancellations
CANCELLED_BYTES = 1 << 20  # bytes of these requests together
SETTLED = 2.0  # seconds for a server to set the level of its log, before it gets the next frame
EARLY = 8  # answers that are sent beside the handshake at the same time
UNSENT = 1 << 16  # bytes that may wait for the server before the client is no longer read
PROBE = {"name": "mcp-bridge", "version": "1"}  # the client of a request that does nothing
# Statuses of a server that does not know a request. It may not have checked the authorization before.
NOT_MET = (400, 404, 405)
PAGES = 100  # pages of a tool list that are read at most
DELETE_TIME = 2.0  # seconds to end a session
STEADY = 5.0  # seconds after which the end of a stream is no failure: proxies end idle connections
# Seconds before a broken stream is opened again, also if the server asks for less.
SHORTEST_PAUSE, LONGEST_PAUSE = 1.0, 60.0
OLD_TRANSPORT = (400, 404, 405)
TRY_AGAIN = (408, 429, 500, 502, 503, 504)  # statuses of a server that is unavailable
HANDSHAKE = 60.0  # seconds to open a new session in place of a lost one
LASTING = 256  # requests with a lasting effect that are sent again, of at most so many bytes each:
LARGEST_LASTING = 4096
AGREED = ("protocolVersion", "capabilities")  # members of a result of `initialize` that frames depend on
INITIALIZED = {"jsonrpc": "2.0", "method": "notifications/initialized"}


@dataclass
class PostedRequest:
    """A request that the bridge posts, until its task ends.

    The request is stored as text, because a parsed message may take 25 times as much memory. `mirrored` has
    the headers that repeat facts of a stateless request. `begun` is set when the server has begun to respond,
    or when the request has ended.
    """

    id: Any
    method: str
    data: bytes
    headers: Mapping[str, str]  # those of the client's request, and those of the options
    stream: Hashable
    mirrored: Mapping[str, str] | None  # None for a server with a handshake
    begun: asyncio.Event = field(default_factory=asyncio.Event)
    is_cancelled: bool = False
    waits_for_session: bool = False  # the server has lost the session, and the bridge opens a new one
    task: asyncio.Task[None] = field(init=False)

    @property
    def tree(self) -> Any:
        """The parsed request. Each use parses the text."""
        return parse(self.data)

    @property
    def is_stateless(self) -> bool:
        """Whether the request names its revision in `_meta`."""
        return self.mirrored is not None

    @property
    def ends_with_task(self) -> bool:
        """Whether the request is cancelled by ending its task, so that the server gets no cancellation.

        The end of the task closes the stream of a stateless request. A request that waits for a new session
        is not at the server.
        """
        return self.is_stateless or self.waits_for_session


class AnotherSession(UpstreamFailure):
    """Raised if a new session cannot replace a lost one, because the new handshake has another result."""


class HttpUpstream(Upstream):
    """The transport to a server at a URL. It sends the frames in order, and handles failures.

    `session` receives the frames of the server, and a notice when the server has ended.
    """

    def __init__(self, url: str, client: HttpClient, session: Session, headers: Mapping[str, str]) -> None:
        self.name = client.shown(url)
        self.headers = dict(headers)
        self._unsent = 0
        self._url = url
        self._client = client = client.separate()
        self._session = session
        self._is_wanted = asyncio.Event()  # cleared while clients are slow
        self._is_wanted.set()
        self._http = self._connection(session.from_server)
        self._old: OldTransport | None = None
        self._queue: asyncio.Queue[tuple[Any, bytes, Mapping[str, str]]] = asyncio.Queue()
        self._opening_task: asyncio.Task[None] | None = None  # set until `initialize` is answered
        self._early = 0  # answers that are being sent beside the handshake
        self._writer: asyncio.Task[None]  # set by `start`
        # Set when the client has sent `notifications/initialized`.
        self._listening: asyncio.Task[None] | None = None
        # The `initialize` of a session that may be opened again, and the members that its result must have.
        self._opening: tuple[Any, dict[str, Any]] | None = None
        self._lasting: dict[Any, Any] = {}  # requests with a lasting effect, by what they set
        self._renewal: asyncio.Task[None] | None = None  # the task that has opened a session again last
        self._has_served = True  # whether the session has answered a call since it was opened again
        self._requests: dict[Any, PostedRequest] = {}  # by id
        self._tasks: set[asyncio.Task[None]] = set()
        self._cancellations: set[asyncio.Task[None]] = set()  # the tasks that send cancellations
        self._cancelling = asyncio.Semaphore(CANCELLED_OPEN)  # for cancellations that are being sent
        self._cancelled: deque[PostedRequest] = deque()  # cancelled requests with an open connection
        self._marks = ToolMarks()
        # Cleared while the server refuses the standalone stream because a token is missing.
        self._may_listen = asyncio.Event()
        self._may_listen.set()
        # Answers that the server refused because a token is missing.
        self._refused: list[tuple[Any, bytes]] = []
        self._has_failed = self._has_answered = self._ended = False
        self._opening_failure = ""  # the last reason why the session did not open

    @property
    def has_credentials(self) -> bool:
        """Whether the headers, the URL or a login of the bridge have credentials for the server."""
        return AUTHORIZATION in self.headers or "@" in urlsplit(self._url).netloc or self._client.has_login

    def _connection(self, deliver: Deliver) -> UpstreamSession:
        return UpstreamSession(
            self._url, self._client, deliver, self._forgotten, self._report_silence, self._is_wanted
        )

    def _report_silence(self, method: str, seconds: float) -> None:
        """Report that the server has not begun to answer. While the session opens, the session does so."""
        if not self._session.is_opening:
            what = {"answer": "the client's response", "frame": "the client's batch"}
            named = what.get(method, method)
            self._session.report(self.name, f"has not answered {named} for {seconds:.0f} s")

    @property
    def unsent(self) -> int:
        """The bytes of notifications and answers that wait for the server or for an authorization."""
        return self._unsent

    @property
    def is_unusable(self) -> bool:
        """Whether at least one request failed and none was answered."""
        return self._has_failed and not self._has_answered

    @property
    def names_requests(self) -> bool:
        """Whether each frame of the server arrives on the connection of the request to which it belongs."""
        return self._old is None

    @property
    def is_waiting(self) -> bool:
        """Whether a login waits for a person."""
        return self._client.is_waiting

    async def start(self) -> None:
        """Let a person log in if that is needed, and start sending. Raise a refusal if the login fails."""
        await self._client.start()
        if self._client.asks_person:
            try:
                await meet(self._client, self._url, self.headers)
            except LoginFailed as failure:
                raise refuse("--login", str(failure)) from None
            except UpstreamFailure:
                pass  # the next request reports the failure
        self._writer = self._start(self._write_all, "takes nothing")

    def send(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Send a frame with the headers of the client's request that caused it."""
        tree, headers = frame.tree, {**self.headers, **headers}
        if "method" not in tree and self._http.id is not None:
            # The session that asked, because another one may have a request with this id.
            headers[SESSION] = self._http.id
        if self._opening_task is not None and "method" not in tree and self._early < EARLY:
            self._early += 1
            self._start(partial(self._send_early, frame, data, headers), "takes no answer")
            return
        self._queue.put_nowait((frame, data, headers))
        self._count(len(data))

    async def taken(self) -> None:
        """Wait until the server has accepted or refused all notifications and answers that were sent."""
        joined = asyncio.ensure_future(self._queue.join())
        await asyncio.wait({joined, self._writer}, timeout=SENT, return_when=asyncio.FIRST_COMPLETED)
        joined.cancel()

    def authorized(self) -> None:
        """Send again the answers that the server refused because they lacked a valid authorization."""
        self._may_listen.set()
        refused, self._refused = self._refused, []
        for frame, data in refused:
            self._queue.put_nowait((frame, data, {**self.headers, **self._session.headers}))

    def pause(self, paused: bool) -> None:
        """Stop reading the server if `paused` is True, or continue reading."""
        (self._is_wanted.clear if paused else self._is_wanted.set)()

    @property
    def knows_owner(self) -> bool:
        """Whether the server has a session of its own, and so knows which authorization opened it."""
        return self._http.id is not None or self._old is not None

    async def accepts(self, headers: Mapping[str, str], *, is_first: bool) -> bool:
        """Return whether the server accepts the authorization in these headers.

        Raise `Challenged` if the server refuses the authorization.

        A server that also answers without an authorization does not check any in this request, although it
        may in others. Then the result is True only for the first authorization of a session (`is_first`).
        """
        headers = {**self.headers, **headers}
        request: dict[str, Any] = {"jsonrpc": "2.0", "id": own_id("accepts"), "method": "ping"}
        if self._http.version is None:
            request = discovery(request["id"])
            headers |= mirrored(request, {})
        if not (is_first or self._client.checks(request["method"])):
            without = {name: value for name, value in headers.items() if name != AUTHORIZATION}
            with suppress(Challenged):
                await self._probe(request, without)
            if not self._client.checks(request["method"]):
                return False
        return await self._probe(request, headers)

    async def _probe(self, request: Mapping[str, Any], headers: Mapping[str, str]) -> bool:
        """Return whether the server answers a request that has no effect within `ASKED` seconds.

        Raise `Challenged` if the server asks for authorization.
        """
        url = None if self._old is None else self._old.address
        with suppress(UpstreamFailure), anyio.move_on_after(ASKED):
            async with self._http.posted(json_line(request), headers, url) as response:
                if response.status in CHALLENGES:
                    self._client.note_refused(request["method"])
                    await self._http.check(response)
                return 200 <= response.status < 300
        return False

    def terminate(self) -> None:
        """End the connection at once, and tell the session that its server has ended."""
        self._end()

    async def stop(self, grace: float) -> int | None:
        """Send the frames that wait, close every stream, and end the session.

        The session is ended last. Otherwise the server would end the streams, and the bridge would report
        that. If a handshake is under way, the bridge waits for it, because only its response names the
        session.
        """
        has_ended, self._ended = self._ended, True
        for request in self._requests.values():
            if request.waits_for_session:
                request.task.cancel()
        with anyio.move_on_after(min(grace, DELETE_TIME)):
            await self._queue.join()
            for request in self._requests.values():
                request.begun.set()
            if self._cancellations:
                await asyncio.wait(self._cancellations)
        handshakes = {task for task in (self._opening_task, self._renewal) if task is not None}
        await _cancel(self._tasks - handshakes)
        if not has_ended:
            with anyio.move_on_after(DELETE_TIME):
                if handshakes:
                    await asyncio.wait(handshakes)
                await self._give_back(self._http, {**self.headers, **self._session.headers})
        await _cancel(handshakes)
        await self._client.close()
        return None

    # Frames to the server

    async def _write_all(self) -> None:
        while True:
            await self._write_next()

    async def _write_next(self) -> None:
        """Send the next frame. No frame is referenced while the queue is empty."""
        frame, data, headers = await self._queue.get()
        try:
            await self._write_one(frame, data, headers)
        finally:
            self._queue.task_done()
            self._count(-len(data))

    def _count(self, size: int) -> None:
        """Add `size` to the bytes that wait for the server. Tell the session when they cross the limit."""
        was_full = self._unsent > UNSENT
        self._unsent += size
        if (self._unsent > UNSENT) != was_full:
            self._session.full(not was_full)

    async def _write_one(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        tree = frame.tree
        method, id = tree.get("method"), tree.get("id")
        if method == CANCELLED:
            self._cancel(frame, data, headers)
        elif type(method) is not str or not is_request_id(id):
            sending = partial(self._send_again, frame, data, {**headers, **self._mirrored(method)})
            await self._reported(sending, "takes no notification" if method else "takes no answer")
            if method == "notifications/initialized" and self._old is None and self._listening is None:
                self._listening = self._start(self._listen, "ended a stream")
        else:
            is_stateless = _is_stateless(tree)
            problem = misnamed(tree) if is_stateless else None
            if problem is not None:
                self._session.unanswered(id, str(problem), why="refused", code=problem.code)
                return
            marked = self._marked(tree) if is_stateless else None
            request, key = PostedRequest(id, method, data, headers, frame.stream, marked), request_key(id)
            request.task = self._start(partial(self._request, request), "takes no request")
            self._requests[key] = request
            if method == CANCEL_TASK:
                self._note_cancellation(request.task)
            request.task.add_done_callback(partial(self._forget, key, request))
            if method == "initialize":
                self._opening_task = request.task
                await asyncio.wait([request.task])
                self._opening_task = None
            elif method == SET_LEVEL and not request.is_stateless:
                await asyncio.wait([request.task], timeout=SETTLED)

    def _mirrored(self, method: Any) -> dict[str, str]:
        """Return the headers that repeat the revision and the method of a notification.

        Return {} for a server with a handshake, whose revision has no such headers.
        """
        revision = self._session.bridge.server
        if type(method) is not str or revision not in per_request():
            return {}
        return {METHOD: encoded(method), VERSION: revision}

    def _cancel(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Cancel a request: end its task if that suffices, otherwise send the cancellation."""
        request = self._requests.get(request_key(params_of(frame.tree).get("requestId")))
        if request is not None:
            request.is_cancelled = True
        if request is not None and request.ends_with_task:
            request.task.cancel()
        elif self._http.version is not None or self._old is not None:
            if request is not None:
                self._cancelled.append(request)
                while (
                    len(self._cancelled) > CANCELLED_OPEN
                    or sum(len(each.data) for each in self._cancelled) > CANCELLED_BYTES
                ):
                    self._cancelled.popleft().task.cancel()
            self._count(len(data))
            work = partial(self._send_cancellation, request, frame, data, headers)
            self._note_cancellation(self._start(work, "takes no notification"))

    def _note_cancellation(self, task: asyncio.Task[None]) -> None:
        """Record a task that sends a cancellation, so that `stop` waits for it."""
        self._cancellations.add(task)
        task.add_done_callback(self._cancellations.discard)

    async def _send_cancellation(
        self, request: PostedRequest | None, frame: Any, data: bytes, headers: Mapping[str, str]
    ) -> None:
        """Send the cancellation of a request once the server has begun to respond to that request.

        The cancellation counts as unsent until then.
        """
        is_early = False
        try:
            if request is not None:
                with anyio.move_on_after(BEGUN):
                    await request.begun.wait()
                is_early = not request.begun.is_set()
            if request is None or not request.waits_for_session:
                async with self._cancelling:
                    await self._send_again(frame, data, headers)
        finally:
            self._count(-len(data))
            if request is not None and is_early:
                again = partial(self._cancel_again, request, headers)
                self._note_cancellation(self._start(again, "takes no notification"))
            elif request is not None:
                self._await_end(request)

    async def _cancel_again(self, request: PostedRequest, headers: Mapping[str, str]) -> None:
        """Send a cancellation again after the server has begun to respond to the cancelled request.

        Wait at most `LATEST_BEGIN` seconds for the beginning. If the response has already ended, send
        nothing. The second cancellation has no `reason`: a `reason` may be long, so the first one is not
        stored.
        """
        try:
            with anyio.move_on_after(LATEST_BEGIN):
                await request.begun.wait()
            if request.begun.is_set() and not request.task.done():
                tree = {"jsonrpc": "2.0", "method": CANCELLED, "params": {"requestId": request.id}}
                data = json_line(tree)
                async with self._cancelling:
                    await self._send_again(Bridge.read(data), data, headers)
        finally:
            self._await_end(request)

    def _await_end(self, request: PostedRequest) -> None:
        """Start the task that ends a cancelled request."""
        self._start(partial(self._end_cancelled, request), "did not end its response to a cancelled request")

    async def _end_cancelled(self, request: PostedRequest) -> None:
        """Close the connection of a cancelled request, unless the server ends its response soon."""
        await asyncio.wait([request.task], timeout=LATE)
        request.task.cancel()

    def _forget(self, key: Any, request: PostedRequest, task: asyncio.Task[None]) -> None:
        request.begun.set()
        if self._requests.get(key) is request:
            del self._requests[key]
        with suppress(ValueError):
            self._cancelled.remove(request)

    async def _send_early(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Send an answer that the server may need before it answers the handshake."""
        try:
            await self._send_again(frame, data, headers)
        finally:
            self._early -= 1

    async def _send_again(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Post a notification or a response, and repeat it if the connection breaks.

        If the server has lost the session, a notification is sent again in a new session. A frame that
        belongs to a request of the lost session is dropped. A line on stderr reports that, except for a
        cancellation.
        """
        lost = await self._post(frame, data, headers)
        method = frame.tree.get("method")
        if lost is not None and method not in ABOUT_REQUESTS and self._may_begin_again(lost):
            await self._begin_again(SessionEnded(lost, ""), headers)
            lost = await self._post(frame, data, headers)
        if lost is None:
            return
        if not self._may_begin_again(lost):
            await self._replace(lost, headers)
        elif method != CANCELLED:
            what = "an answer to a request" if method is None else f"{method} about a request"
            self._session.report(
                self.name, f"no longer knows the session, so the bridge drops {what} of that session"
            )

    async def _replace(self, lost: str, headers: Mapping[str, str]) -> None:
        """Open a new session in place of the session `lost`, or end this transport if that is impossible."""
        if self._may_begin_again(lost):
            await self._begin_again(SessionEnded(lost, ""), headers)
        else:
            self._session.report(self.name, "ended the session before the client did")
            self._forgotten(lost)

    async def _post(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> str | None:
        """Post a notification or a response, and repeat it if the connection breaks.

        A response that is refused because of its authorization is stored. Return the id of the session if the
        server has lost it, otherwise None.
        """
        pauses = iter(AGAIN)
        while True:
            try:
                return await self._post_once(frame, data, headers)
            except Challenged as challenged:
                is_answer = "method" not in frame.tree
                if not (is_answer and self._keep(frame, data, headers, challenged.challenge)):
                    raise
                return None
            except UpstreamFailure as failure:
                is_final = isinstance(failure, Unanswered) and failure.status not in TRY_AGAIN
                pause = None if is_final else next(pauses, None)
                if pause is None:
                    raise
                await asyncio.sleep(pause)

    def _keep(self, frame: Any, data: bytes, headers: Mapping[str, str], challenge: Challenge) -> bool:
        """Store an answer whose authorization the server refused, to send it again.

        Return False if the authorization comes from the options, because no client can replace it.
        """
        refused = headers.get(AUTHORIZATION)
        accepted = self._session.headers.get(AUTHORIZATION, self.headers.get(AUTHORIZATION))
        if refused == self.headers.get(AUTHORIZATION):
            return False
        self._count(len(data))
        self._refused.append((frame, data))
        if refused != accepted:  # the server has accepted another one since
            self.authorized()
        else:
            self._session.challenged(frame.stream, challenge)
        return True

    async def _post_once(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> str | None:
        """Post a notification or a response, for which the server sends no answer.

        Return the id of the session if the server has lost it, otherwise None.
        """
        http, url = self._http, None if self._old is None else self._old.address
        with anyio.fail_after(SENT):
            async with http.posted(data, headers, url) as response:
                if response.status in (*CHALLENGES, *REDIRECTS):
                    await http.check(response)
                lost = await http.lost(response, headers)
                if lost is not None:
                    return lost
                if response.status >= 300:
                    method, reason = frame.tree.get("method"), await reason_of(response)
                    said = f": {reason}" if reason else ""
                    if method is None:
                        raise Unanswered(response.status, f"the server answers {response.status}{said}")
                    self._session.report(self.name, f"answers {method} with {response.status}{said}")
        return None

    # Requests

    async def _request(self, request: PostedRequest) -> None:
        """Post a request and deliver its answer.

        If the server does not answer it, deliver an error with the reason.
        """
        try:
            await self._exchange(request)
        except Challenged as challenged:
            if request.headers.get(AUTHORIZATION):
                self._client.note_refused(request.method)
            self._session.challenged(request.stream, challenged.challenge)
            self._fail(request, str(challenged), challenged.challenge.data)
        except UpstreamFailure as failure:
            if not self._tries_handshake_next(request, failure):
                self._report(failure)
            is_unknown = isinstance(failure, Unanswered) and failure.status == 404 and request.is_stateless
            code = METHOD_NOT_FOUND if is_unknown else INTERNAL_ERROR
            why: Why = "timeout" if isinstance(failure, Late) else "lost"
            self._fail(request, str(failure), code=code, why=why)
        except Exception as defect:
            self._session.report(self.name, f"internal error: {type(defect).__name__}: {defect}")
            self._fail(request, INTERNAL)
        else:
            self._has_answered = True
            is_proven = self._client.checks(request.method)
            self._session.accepted(_without(request.headers, self.headers), is_proven=is_proven)

    def _tries_handshake_next(self, request: PostedRequest, failure: UpstreamFailure) -> bool:
        """Return whether a failed `server/discover` only shows that the server has a handshake.

        The bridge then sends `initialize`. If that request fails too, its failure is reported.
        """
        bridge = self._session.bridge
        is_first = bridge.state == "opening" and bridge.client in per_request()
        is_refused = isinstance(failure, Unanswered) and failure.status in OLD_TRANSPORT
        return is_first and is_refused and request.method == DISCOVER

    def _report(self, failure: UpstreamFailure) -> None:
        """Report a failure.

        While the bridge looks for the server's revision, several requests may fail for one reason. The reason
        is then reported once.
        """
        reason = str(failure)
        is_opening = self._session.bridge.state == "opening"
        if not (is_opening and reason == self._opening_failure):
            self._session.upstream_failed(self.name, failure)
        self._opening_failure = reason if is_opening else ""

    def _fail(
        self,
        request: PostedRequest,
        reason: str,
        data: Any = None,
        code: int = INTERNAL_ERROR,
        why: Why = "lost",
    ) -> None:
        """Answer a request with an error."""
        self._has_failed = True
        self._session.unanswered(request.id, reason, why=why, code=code, data=data)

    async def _exchange(self, request: PostedRequest) -> None:
        """Post a request and deliver its answer.

        On the 2024-11-05 transport, the answer comes later, on the stream of that transport.
        """
        if request.is_stateless:
            await self._exchange_alone(request)
        elif self._old is not None:
            await self._old.post(request.data, request.headers)
        elif request.method == "initialize":
            await self._initialize(request)
        else:
            try:
                answer = await self._post_request(self._http, request)
            except SessionEnded as ended:
                request.waits_for_session = True
                if request.is_cancelled:
                    raise asyncio.CancelledError from None  # ends the task, as `_cancel` does
                try:
                    await self._begin_again(ended, request.headers)
                except AnotherSession:
                    self._end()  # takes effect later, so the requests get the reason first
                    raise
                request.waits_for_session = False
                answer = await self._post_request(self._http, request)
            self._has_served = True
            self._note_lasting(request, answer)

    @staticmethod
    async def _post_request(http: UpstreamSession, request: PostedRequest) -> Any:
        """Post a request in a session or on a connection, and return its answer."""
        headers = {**request.headers, **(request.mirrored or {})}
        return await http.exchange(request.id, request.method, request.data, headers, request.begun)

    # Stateless requests

    async def _exchange_alone(self, request: PostedRequest) -> None:
        """Post a stateless request, and deliver its answer.

        If the server refuses a tool call because headers are missing, add the headers and post the call once
        more.
        """
        if request.method == LISTEN:
            await self._subscribe(request)
            return
        is_listing, is_first = request.method == "tools/list", request.method == "tools/call"

        def deliver(frame: Any, text: bytes, id: Any) -> None:
            found = getattr(frame, "tree", frame)
            is_answer = isinstance(found, dict) and "method" not in found
            if is_answer and is_first and member(found, "error", "code") == HEADER_MISMATCH:
                return  # the call is sent again
            if is_answer and is_listing and self._learn(found.get("result")):
                frame, text = found, json_line(found)  # without the tools that are hidden
            self._session.from_server(frame, text, id)

        http = self._connection(deliver)
        answer = await self._post_request(http, request)
        if is_first and member(answer, "error", "code") == HEADER_MISMATCH:
            is_first = False
            await self._list_tools(meta_of(request.tree), request.headers)
            request.mirrored = self._marked(request.tree)
            await self._post_request(http, request)

    def _marked(self, tree: Any) -> Mapping[str, str]:
        """Return the headers that repeat facts of a stateless request, also of its marked arguments."""
        return mirrored(tree, self._marks.of(tree))

    async def _list_tools(self, meta: Any, headers: Mapping[str, str]) -> None:
        """Request the list of tools, to learn which arguments of tools the server also requires as headers.

        The server has refused a tool call because its headers did not match. `meta` is the `_meta` of that
        call.
        """
        http = self._connection(lambda *frame: None)
        params: dict[str, Any] = {"_meta": meta}
        for _ in range(PAGES):
            id, method = own_id("tools"), "tools/list"
            listing = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
            own = {**headers, **self._marked(listing)}
            result = (await http.exchange(id, method, json_line(listing), own)).get("result")
            self._learn(result)
            cursor = result.get("nextCursor") if isinstance(result, dict) else None
            if not isinstance(cursor, str):
                return
            params = {**params, "cursor": cursor}

    def _learn(self, result: Any) -> bool:
        """Record the arguments that listed tools mark with `x-mcp-header`.

        Remove tools with an invalid mark from `result`, and return whether there were any.
        """
        tools = result.get("tools") if isinstance(result, dict) else None
        if not isinstance(tools, list):
            return False
        kept = []
        for tool in tools:
            if self._marks.learn(tool):
                kept.append(tool)
            else:
                self._session.report(
                    self.name,
                    f"the tool {tool.get('name')!r} is left out: its x-mcp-header annotation is invalid",
                )
        result["tools"] = kept
        return len(kept) < len(tools)

    async def _subscribe(self, request: PostedRequest) -> None:
        """Post a subscription. If its stream breaks, post it again.

        The acknowledgement of the server is delivered only once.
        """
        is_open = False

        def deliver(frame: Any, text: bytes, id: Any) -> None:
            nonlocal is_open
            found = getattr(frame, "tree", frame)
            is_again = isinstance(found, dict) and found.get("method") == ACKNOWLEDGED
            if not (is_again and is_open):
                self._session.from_server(frame, text, id)
            is_open |= is_again

        http = self._connection(deliver)
        pauses = Pauses(partial(self._session.report, self.name), "a subscription")
        while True:
            pauses.begin()
            try:
                await self._post_request(http, request)
                return
            except UpstreamFailure as failure:
                if not is_open:
                    raise
                await pauses.wait(str(failure))

    # Sessions

    async def _initialize(self, request: PostedRequest) -> None:
        """Post `initialize` and record the session. The id of the session may arrive before the result.

        If the handshake fails, the earlier session remains, and a DELETE request ends the session that the
        server may have opened. If the handshake succeeds, a DELETE request ends the earlier session.
        """
        http, headers, result = self._http, request.headers, None
        earlier = replace(http)
        http.id = http.version = None
        try:
            answer = await self._post_request(http, request)
            result = answer.get("result")
        except Unanswered as refusal:
            if refusal.status not in OLD_TRANSPORT:
                raise
            await self._open_old(request, refusal)
            return
        finally:
            unused = earlier
            if not isinstance(result, dict):
                unused = replace(http)
                http.id, http.version = earlier.id, earlier.version
            if unused.id != http.id:
                await self._give_back(unused, headers)
        if isinstance(result, dict):
            version = result.get("protocolVersion")
            http.version = version if _is_visible(version) else None
            if self._session.begins_again:
                self._opening = request.tree, {name: result.get(name) for name in AGREED}
                self._lasting.clear()

    def _may_begin_again(self, id: str) -> bool:
        """Return whether the bridge may replace a session that the server has lost, or has done so already.

        `id` is the id of the lost session.
        """
        return id != self._http.id or (self._opening is not None and self._has_served)

    def _forgotten(self, id: str) -> None:
        """End this transport if the server has lost the session `id` and the bridge cannot replace it."""
        if not self._may_begin_again(id):
            self._end()

    def _note_lasting(self, request: PostedRequest, answer: Any) -> None:
        """Record a request whose effect lasts as long as the session, such as a subscription."""
        is_set = self._opening is not None and isinstance(answer.get("result"), dict)
        if request.method not in (SET_LEVEL, SUBSCRIBE, UNSUBSCRIBE) or not is_set:
            return
        tree = request.tree
        uri = params_of(tree).get("uri")
        if not isinstance(uri, str | None):
            return
        if request.method == UNSUBSCRIBE:
            self._lasting.pop(uri, None)
        elif len(request.data) <= LARGEST_LASTING:
            self._lasting.pop(uri, None)
            self._lasting[uri] = tree
            if len(self._lasting) > LASTING:
                del self._lasting[next(iter(self._lasting))]

    async def _begin_again(self, ended: SessionEnded, headers: Mapping[str, str]) -> None:
        """Wait for a new session in place of one that the server lost.

        If several requests notice the loss, the new session is opened once. Raise `UpstreamFailure` if that
        is impossible, or if the new handshake has another result. All requests that wait for the new session
        get the same exception.
        """
        if self._http.id != ended.id:
            return
        if self._renewal is None or self._renewal.done():
            if self._opening is None or self._ended or not self._may_begin_again(ended.id):
                raise ended
            self._renewal = asyncio.get_running_loop().create_task(self._renew(ended, headers))
            # The requests that wait may all be cancelled. Then nobody else looks at a failure.
            self._renewal.add_done_callback(lambda done: done.cancelled() or done.exception())
        renewal = self._renewal
        await asyncio.wait([renewal])  # goes on if this request is cancelled
        renewal.result()

    async def _renew(self, ended: SessionEnded, headers: Mapping[str, str]) -> None:
        """Open a new session, and continue the standalone stream there."""
        http = self._http
        again = replace(http, deliver=lambda *frame: None, id=None, version=None)
        try:
            with anyio.fail_after(HANDSHAKE):
                lost = await self._open_again(again, ended, headers)
        except BaseException as problem:
            await self._give_back(again, headers)
            if isinstance(problem, TimeoutError):
                problem = UpstreamFailure(f"no new session began within {HANDSHAKE:g} seconds")
            raise problem from None
        http.id, http.version, http.opened = again.id, again.version, again.opened
        self._has_served = False
        if self._ended:
            return  # `stop` gives the session back
        self._session.begun_again()
        if self._listening is not None:
            self._listening.cancel()
            self._listening = self._start(self._listen, "ended a stream")
        more = f"; {lost} subscriptions or log levels could not be restored" if lost else ""
        self._session.report(self.name, f"no longer knows the session; the bridge started a new one{more}")

    async def _open_again(
        self, again: UpstreamSession, ended: SessionEnded, headers: Mapping[str, str]
    ) -> int:
        """Repeat the handshake in the session `again`.

        Then repeat the requests whose effect lasts as long as a session, such as subscriptions. Return how
        many of them the server refused.
        """
        assert self._opening is not None
        tree, before = self._opening
        answer = await again.exchange(tree["id"], tree["method"], json_line(tree), headers)
        result = answer.get("result")
        if any(member(result, name) != agreed for name, agreed in before.items()):
            raise AnotherSession(
                f"{ended}; the bridge cannot open another session: the server now has another revision or "
                "other capabilities"
            )
        again.version = self._http.version
        if self._listening is not None:
            async with again.posted(json_line(INITIALIZED), headers):
                pass
        lost = 0
        for lasting in self._lasting.values():
            id = own_id("again")
            data = json_line({**lasting, "id": id})
            lost += "result" not in await again.exchange(id, lasting["method"], data, headers)
        return lost

    @staticmethod
    async def _give_back(http: UpstreamSession, headers: Mapping[str, str]) -> None:
        """End a session at the server by a DELETE request. Ignore failures.

        The request is sent twice if it fails, because a server may close an idle connection just then.
        """
        if http.id is not None:
            with suppress(Challenged), anyio.move_on_after(DELETE_TIME):
                for _ in range(2):
                    with suppress(UpstreamFailure):
                        await http.delete(headers)
                        break

    async def _listen(self) -> None:
        """Deliver the frames of the standalone stream. Return if the server does not offer such a stream."""
        place, pauses, http = (
            ResumePoint(),
            Pauses(partial(self._session.report, self.name), "the standalone stream"),
            self._http,
        )
        while True:
            await self._may_listen.wait()
            pauses.begin()
            reason = "it ended"
            try:
                headers = {**self.headers, **self._session.headers}
                async with http.stream(place, headers) as response:
                    if response.status in CHALLENGES:
                        self._may_listen.clear()
                        continue
                    if response.status in NOT_MET:
                        lost = await http.lost(response, headers, is_get=True)
                        if lost is not None:
                            await self._replace(lost, headers)
                    if response.status != 200 and response.status not in TRY_AGAIN:
                        return
                    async for event in http.events(response, place):
                        pauses.reset()
                        http.pass_on(event)
            except UpstreamFailure as failure:
                reason = str(failure)
            await pauses.wait(reason, max(place.retry, SHORTEST_PAUSE))

    async def _open_old(self, request: PostedRequest, refusal: Unanswered) -> None:
        """Open the HTTP+SSE transport of 2024-11-05 after an error, and post `initialize` there."""
        old = OldTransport(self._http)
        listening = self._start(partial(self._listen_old, old, request.headers), "ended a stream")
        try:
            await old.opened()
        except Unanswered as second:
            if second.status == refusal.status:
                raise refusal from None
            raise UpstreamFailure(f"{refusal}; {second}") from None
        finally:
            if old.address is None:
                listening.cancel()
        self._old = old
        await old.post(request.data, request.headers)

    async def _listen_old(self, old: OldTransport, headers: Mapping[str, str]) -> None:
        """Deliver the frames of the 2024-11-05 stream. When the stream ends, the server has ended."""
        await old.listen(headers)
        if old.address is not None and not self._ended:
            self._session.report(self.name, "closed the SSE stream while the client was still connected")
            self._end()

    # The end

    def _start(self, work: Callable[[], Awaitable[None]], subject: str) -> asyncio.Task[None]:
        """Run `work` in a task that ends with this transport.

        If `work` raises an exception, stderr gets a line with the server, `subject` and the reason. `subject`
        says what the server fails to do, such as `takes no answer`.
        """
        task = asyncio.get_running_loop().create_task(self._reported(work, subject))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return task

    async def _reported(self, work: Callable[[], Awaitable[None]], subject: str) -> None:
        """Run `work`. Report a failure on stderr."""
        try:
            await work()
        except (Challenged, UpstreamFailure, TimeoutError) as failure:
            self._session.report(
                self.name, f"{subject}: {str(failure) or 'the server did not answer in time'}"
            )
        except Exception as defect:
            self._session.report(self.name, f"internal error: {type(defect).__name__}: {defect}")

    def _end(self) -> None:
        if not self._ended:
            self._ended = True
            asyncio.get_running_loop().call_soon(self._session.upstream_ended, self)


async def meet(client: HttpClient, url: str, headers: Mapping[str, str]) -> int:
    """Send a first request, so that a person can log in while no client waits. Return the HTTP status.

    A server may protect only some requests, or read the body before the token. So the function tries the
    first request of three kinds of clients: with a handshake, stateless, and with the 2024-11-05 transport.
    """
    headers, status = {**headers, **ACCEPT}, 0
    hello = {"protocolVersion": with_handshake()[-1], "capabilities": {}, "clientInfo": PROBE}
    initialize = {"jsonrpc": "2.0", "id": own_id("login"), "method": "initialize", "params": hello}
    discover = discovery(own_id("login"))
    for method, frame, more in (
        ("POST", initialize, {}),
        ("POST", discover, mirrored(discover, {})),
        ("GET", None, {}),
    ):
        content = None if frame is None else json_line(frame)
        async with client.open(method, url, {**headers, **more}, content) as response:
            status, session = response.status, response.session
        if session is not None and status == 200:  # nobody uses this session
            with suppress(UpstreamFailure), anyio.move_on_after(DELETE_TIME):
                async with client.open("DELETE", url, {**headers, SESSION: session}):
                    pass
        if status not in NOT_MET:
            break
    return status


def discovery(id: str) -> dict[str, Any]:
    """Return a `server/discover` request of the bridge itself."""
    facts = {"protocolVersion": per_request()[0], "clientInfo": PROBE, "clientCapabilities": {}}
    meta = {reserved_key(name): value for name, value in facts.items()}
    return {"jsonrpc": "2.0", "id": id, "method": "server/discover", "params": {"_meta": meta}}


async def _cancel(tasks: set[asyncio.Task[None]]) -> None:
    """Cancel tasks, and wait until they have ended."""
    for task in tasks:
        task.cancel()
    await asyncio.gather(*tasks, return_exceptions=True)


class Pauses:
    """The growing pauses before a broken stream is opened again.

    The second failure in a row is reported.
    """

    def __init__(self, report: Callable[[str], object], subject: str) -> None:
        self._report = report
        self._subject = subject
        self._failures = 0
        self._began = 0.0

    def begin(self) -> None:
        """Record that the stream is being opened."""
        self._began = asyncio.get_running_loop().time()

    def reset(self) -> None:
        """Record that the stream works."""
        self._failures = 0

    async def wait(self, reason: str, least: float = SHORTEST_PAUSE) -> None:
        """Wait before the stream is opened again."""
        if asyncio.get_running_loop().time() - self._began >= STEADY:
            self._failures = 0
        if self._failures == 1:  # a single end is usual
            self._report(f"{self._subject} broke, and the bridge opens it again: {reason}")
        pause = min(least * 2**self._failures, LONGEST_PAUSE)
        self._failures = min(self._failures + 1, 16)
        await asyncio.sleep(pause)


def _without(headers: Mapping[str, str], own: Mapping[str, str]) -> dict[str, str]:
    """Return the `headers` that come from the client. Headers of the options (`own`) are omitted."""
    return {name: value for name, value in headers.items() if own.get(name) != value}


def _is_stateless(tree: Any) -> bool:
    return VERSION_META in meta_of(tree)


def _is_visible(version: Any) -> bool:
    return isinstance(version, str) and version.isascii() and version.isprintable()
