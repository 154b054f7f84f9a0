"""Both ends of a session as Python objects in this process: a router as the server, and calls as the client.

Both are a `Peer` of one revision, usually the newest. The bridge between the peer and the other side converts
every message, so the other side may use any revision.
"""

from __future__ import annotations

import asyncio
import logging
import math
import sys
from collections import deque
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from contextlib import suppress
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, TypeVar, overload

import mcp_revisions as mr
from mcp_revisions import latest
from mcp_revisions.jsonrpc import INTERNAL_ERROR, parse

from mcp_bridge import interactive_handlers
from mcp_bridge.core.frames import CANCELLED, Ended, Frame, meta_of
from mcp_bridge.core.revisions import reserved_key
from mcp_bridge.core.sides import Side
from mcp_bridge.diagnostics import method_of, report
from mcp_bridge.session import Parts, Session, Upstream

if TYPE_CHECKING:
    from mcp_revisions.extensions import tasks

P = TypeVar("P")
R = TypeVar("R")
F = TypeVar("F")
InputHandler: TypeAlias = Callable[[P], R | Awaitable[R]]
InputHandlers = TypedDict(
    "InputHandlers",
    {
        # A client that declares only one mode of elicitation may take the params of that mode only.
        "elicitation/create": (
            InputHandler[latest.ElicitRequestFormParams, latest.ElicitResult]
            | InputHandler[latest.ElicitRequestURLParams, latest.ElicitResult]
        ),
        "roots/list": InputHandler[latest.ListRootsRequestParams, latest.ListRootsResult],
        "sampling/createMessage": InputHandler[latest.CreateMessageRequestParams, latest.CreateMessageResult],
    },
    total=False,
)
"""The functions, plain or async, that answer the input requests of a server, by method."""
OnProgress: TypeAlias = Callable[[latest.ProgressNotificationParams], object]
OnNotification: TypeAlias = Callable[[mr.Notification], object]
OnState: TypeAlias = "Callable[[tasks.GetTaskResult], object]"
_logger = logging.getLogger("mcp_bridge")
TASKS = "io.modelcontextprotocol/tasks"
POLL_INTERVAL = 1.0  # seconds between two `tasks/get`, if the server names no interval
SHORTEST, LONGEST = 0.1, 3600.0  # the bounds of the interval that a server may name
PATIENCE = 60.0  # seconds until the response to `tasks/cancel` is no longer expected
ENTRY = 200  # bytes of memory that a stored message takes in addition to its text
TOO_SLOW = "the client reads too slowly, and too much data is stored for it"


class _HandlerTasks:
    """The asyncio tasks in which handlers run, each for one message of the other side."""

    def __init__(self) -> None:
        self._running: dict[asyncio.Task[None], bytes] = {}  # each with its message

    def start(self, work: Coroutine[Any, Any, None], data: bytes) -> None:
        """Run `work`, which handles the message `data`."""
        task = asyncio.get_running_loop().create_task(work)
        self._running[task] = data
        task.add_done_callback(self._running.pop)

    async def cancel(self, grace: float) -> None:
        """Cancel the handlers, and wait until they have ended, but at most `grace` seconds.

        First the event loop runs once, so that each handler starts, and a handler that never waits finishes.
        Report the handlers that still run at the end.
        """
        if self._running:
            await asyncio.wait(self._running, timeout=0)
        cancelled = tuple(self._running)
        for task in cancelled:
            task.cancel()
        if cancelled:
            await asyncio.wait([asyncio.gather(*cancelled, return_exceptions=True)], timeout=grace)
        for data in self._running.values():
            name = method_of(data)
            report("router", f"the handler of {name} still runs {grace:g} seconds after it was cancelled")


class _TimedPeer(mr.Peer):
    """A peer that uses the clock of the event loop, and ends each call whose deadline has passed."""

    def __init__(
        self,
        session: Session,
        router: mr.Router,
        write: Callable[..., object],
        on_unreadable: Callable[[Any, mr.DecodeError], object],
        meta: Any = None,
    ) -> None:
        super().__init__(router, write, meta=meta, on_deadline=self._set_timer, on_unreadable=on_unreadable)
        self._session = session
        self._loop = asyncio.get_running_loop()
        self._timer: asyncio.TimerHandle | None = None
        self._listeners: dict[int, OnNotification] = {}  # by the id of the call

    async def outcome(self, call: mr.PendingCall[R], on_notification: OnNotification | None) -> R:
        """Wait for the result of a call, and pass the notifications of its subscription on.

        If the asyncio task is cancelled, cancel the call.
        """
        is_done = asyncio.Event()
        call.when_done(is_done.set)
        if on_notification is not None:
            self._listeners[call.id] = on_notification
        try:
            await is_done.wait()
        except asyncio.CancelledError:
            call.cancel()
            raise
        finally:
            self._listeners.pop(call.id, None)
        return call.result()

    def _is_heard(self, tree: Any) -> bool:
        """Pass a notification to the call whose subscription it names. Return False if there is none."""
        if type(tree) is not dict or "id" in tree:
            return False
        id = meta_of(tree).get(reserved_key("subscriptionId"))
        listener = self._listeners.get(id) if type(id) is int else None
        if listener is None:
            return False
        try:
            message = self.router.codec.decode_parsed(tree, self.router.sender)
        except mr.DecodeError:
            return False  # the router logs it
        try:
            listener(message)
        except Exception as error:
            _logger.error("`on_notification` raised an exception", exc_info=error)
        return True

    def _set_timer(self, due: float | None) -> None:
        if self._timer is not None:
            self._timer.cancel()
        ring = self._session.guarded(self._ring)
        self._timer = None if due is None else self._loop.call_at(due, ring, due)

    def _ring(self, due: float) -> None:
        self.tick(max(due, self._loop.time()))  # the event loop may call this slightly before `due`

    async def take(self, frame: Frame, data: bytes) -> None:
        """Handle a frame.

        If the frame is an error that the bridge made itself, end its call with a `CallError` that has the
        `why` of the frame. If anything but a handler raises an exception, end the session.
        """
        try:
            if frame.why is None:
                if not (self._listeners and self._is_heard(frame.tree)):
                    await self.receive(data)
                return
            error = frame.tree["error"]
            self.fail(frame.id, mr.CallError(frame.why, error["message"], error["code"], error.get("data")))
        except Exception as defect:
            self._session.fail(defect)


class RouterServer(Upstream):
    """A router as the server of a session. Several sessions may use one router.

    While the client reads slowly, the messages of the handlers are stored in the budget of the session. If
    the budget has no room, a handler that sends a message gets `mr.CallError`, and an error replaces a
    response.
    """

    name = "the router"

    def __init__(self, router: mr.Router, session: Session) -> None:
        self._session = session
        self._peer = _TimedPeer(session, router, self._write, self._unreadable)
        self._tasks = _HandlerTasks()
        self._is_paused = False
        # The messages that wait for the client: text, related request, and the bytes reserved in the budget.
        self._waiting: deque[tuple[bytes, str | int | None, int]] = deque()

    @property
    def unsent(self) -> int:
        """The number of bytes that wait for the server: 0, because a router takes each frame at once."""
        return 0

    async def start(self) -> None:
        """Do nothing: a router is always ready."""

    def send(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Let the router handle a frame, in a task of its own."""
        self._tasks.start(self._peer.take(frame, data), data)

    def pause(self, paused: bool) -> None:
        """Store the messages that the handlers send, or stop storing and pass the stored ones on."""
        self._is_paused = paused
        while self._waiting and not self._is_paused:  # a message that is passed on may pause the router again
            data, related, reserved = self._waiting.popleft()
            self._session.budget.release(reserved)
            self._session.from_server(data, data, related)

    def abandon(self, state: str) -> None:
        """Cancel the interactive handler that waits for the retry with this `requestState`."""
        interactive_handlers.abandon(state)

    def terminate(self) -> None:
        """Do nothing: `stop` cancels the handlers."""

    async def stop(self, grace: float) -> int | None:
        """Cancel the handlers, and wait at most `grace` seconds for their end. Return None."""
        self._peer.close("the client is gone")
        while self._waiting:
            self._session.budget.release(self._waiting.popleft()[2])
        await self._tasks.cancel(grace)
        return None

    def _unreadable(self, data: Any, error: mr.DecodeError) -> None:
        self._session.unreadable("client", data, str(error))

    def _write(self, data: bytes, related: str | int | None) -> None:
        """Pass a message of the router to the session, or store it while the client reads slowly.

        `related` is the id of the request that the message is for. Raise `mr.CallError` if a message of a
        handler cannot be stored.
        """
        if not (self._is_paused or self._waiting):
            self._session.from_server(data, data, related)
            return
        size = len(data) + ENTRY
        if self._session.budget.reserve(size):
            self._waiting.append((data, related, size))
            return
        message = parse(data)
        if type(message) is dict and message.get("method") == CANCELLED:
            self._waiting.append((data, related, 0))  # at most one for each call that was sent before
        elif type(message) is dict and "method" in message:
            raise mr.CallError("limit", TOO_SLOW)
        else:
            self._refuse(message if type(message) is list else [message])

    def _refuse(self, responses: list[Any]) -> None:
        """Send an error in place of each response. The session delivers these errors at once."""
        for response in responses:
            self._session.unanswered(response.get("id"), TOO_SLOW)


def _seconds(name: str, timeout: object) -> float:
    """Return `timeout`, the argument `name`, as a float.

    Raise `ValueError` unless it is a number of seconds, 0 or more.
    """
    is_number = isinstance(timeout, (int, float)) and type(timeout) is not bool
    if is_number and (0 <= timeout <= sys.float_info.max or timeout == math.inf):  # type: ignore[operator]
        return float(timeout)  # type: ignore[arg-type]
    raise ValueError(f"{name}: expected a number of seconds, 0 or more, or None")


class ServerConnection:
    """A connection to a server of any revision, with the types of one revision.

    `mcp_bridge.connect` opens it. Use it in the event loop in which it was opened.
    """

    def __init__(self, session: ClientSession) -> None:
        self._session = session

    @property
    def revision(self) -> str:
        """The revision that the server speaks, or `auto` before its first response."""
        found: str = self._session.bridge.server
        return found

    @overload
    async def call(
        self,
        request: mr.Request[R],
        *,
        timeout: float | None = None,
        max_timeout: float | None = None,
        reset_timeout_on_progress: bool = False,
        on_progress: OnProgress | None = None,
        on_notification: OnNotification | None = None,
        inputs: None = None,
    ) -> R: ...
    @overload
    async def call(
        self,
        request: mr.Request[object, F],
        *,
        timeout: float | None = None,
        max_timeout: float | None = None,
        reset_timeout_on_progress: bool = False,
        on_progress: OnProgress | None = None,
        on_notification: OnNotification | None = None,
        inputs: InputHandlers,
    ) -> F: ...
    async def call(
        self,
        request: Any,
        *,
        timeout: float | None = None,
        max_timeout: float | None = None,
        reset_timeout_on_progress: bool = False,
        on_progress: OnProgress | None = None,
        on_notification: OnNotification | None = None,
        inputs: InputHandlers | None = None,
    ) -> Any:
        """Send a request and return its result. The connection replaces the `id` of the request.

        `on_progress` gets the params of each progress notification. `on_notification` gets each notification
        of the subscription that a `subscriptions/listen` request opens, instead of the router.

        `inputs` answers a server that asks for input: it has a function for each method, such as
        `elicitation/create`. The function, plain or async, takes the params and returns the result. The
        connection repeats the request with the answers until the server gives the final result. Without
        `inputs`, you get the `InputRequiredResult`.

        `timeout` is in seconds, and applies to each repetition separately. None waits as long as the
        connection is open. With `reset_timeout_on_progress=True`, each progress notification restarts
        `timeout`, but a repetition never takes more than `max_timeout` seconds.

        If `inputs` has no function for a method, a server with a handshake gets "method not found" (-32601),
        and the call goes on. A call to a stateless server ends with `mr.CallError`, because an input request
        of such a server cannot be refused.

        Raises `mr.CallError` if there is no result, `ValueError` or `mr.EncodeError` for a request that
        cannot be sent, and `ValueError` or `TypeError` for an argument that it cannot use. Raises `TypeError`
        if a function of `inputs` returns another type. Exceptions of these functions pass through. A server
        with a handshake then gets an error for its input requests: the `mr.ProtocolError` that the function
        raised, otherwise an internal error (-32603). If the task is cancelled or such a function fails, the
        request is cancelled, too.
        """
        now = asyncio.get_running_loop().time
        limits = [
            None if each is None else _seconds(name, each)
            for name, each in (("timeout", timeout), ("max_timeout", max_timeout))
        ]
        seconds, most = limits
        if type(reset_timeout_on_progress) is not bool:
            kind = type(reset_timeout_on_progress).__name__
            raise TypeError(f"reset_timeout_on_progress: expected true or false, not {kind}")
        if not (on_notification is None or callable(on_notification)):
            kind = type(on_notification).__name__
            raise TypeError(f"on_notification: expected a function, not {kind}")
        peer = self._session.peer

        async def once(request: Any) -> Any:
            last = None if most is None else now() + most

            def deadline() -> float | None:
                known = [
                    each for each in (None if seconds is None else now() + seconds, last) if each is not None
                ]
                return min(known, default=None)

            renew = deadline if reset_timeout_on_progress else None
            sent = peer.send(request, deadline=deadline(), on_progress=on_progress, renew_deadline=renew)
            return await peer.outcome(sent, on_notification)

        if inputs is None:
            return await once(request)
        return await mr.call_with_inputs(once, request, inputs, decline=self._decline, abandon=self._abandon)

    def _abandon(self, result: Any, failure: BaseException) -> None:
        """Tell the server that no retry follows, because of an exception of the client."""
        if isinstance(result.request_state, str):
            self._session.abandon(result.request_state, *_error_of(failure))

    def _decline(self, result: Any, missing: Mapping[str, str]) -> None:
        """Refuse the input requests in `result` that have no function. `missing` has their methods by key.

        If the server is stateless, raise `CallError`, because the call cannot continue. If the server has a
        handshake, send it the error "method not found": it may have sent the input request for another call.
        """
        if not mr.facts(self.revision).handshake:
            method = next(iter(missing.values()))
            raise mr.CallError(
                "invalid", f"the server asks for {method}, and `inputs` has no function for it"
            )
        self._session.decline(result.request_state, missing)

    async def task_result(
        self,
        task: tasks.CreateTaskResult | str,
        *,
        inputs: InputHandlers | None = None,
        on_state: OnState | None = None,
    ) -> latest.CallToolResult:
        """Wait for the end of a task that the server created for a tool call, and return the result.

        `task` is the `CreateTaskResult`, or the id of a task, for example one of an earlier connection. The
        router must be of a revision with the tasks extension. The connection sends `tasks/get` at the
        interval that the server names, and `on_state` gets each state, such as a `WorkingTaskResult` with its
        `status_message`. The functions of `inputs` answer the input requests of the task, each once.

        If the asyncio task of the caller is cancelled, a function fails or `inputs` lacks one, the connection
        sends `tasks/cancel`. To limit the time, use `asyncio.wait_for`.

        Raises `mr.CallError` if there is no result: its `why` is `error` with the error of a failed task,
        `cancelled` for a cancelled one, `invalid` if `inputs` lacks a function, otherwise as in `call`.
        Raises `ValueError` or `TypeError` for an argument that it cannot use. Exceptions of the functions
        pass through.
        """
        mcp: Any = self._session.peer.router.composed
        if TASKS not in getattr(mcp, "EXTENSIONS", ()):
            revision = self._session.peer.router.revision
            raise ValueError(f"router: {revision} has no tasks; use the `Router` of a revision with {TASKS}")
        id = task if isinstance(task, str) else getattr(task, "task_id", None)
        if not isinstance(id, str):
            kind = type(task).__name__
            raise TypeError(f"task: expected a CreateTaskResult or the id of a task, not {kind}")
        params = mcp.TaskIdParams(task_id=id)
        answered: set[str] = set()
        failed: mr.CallError | None = None

        async def call(request: Any) -> Any:
            nonlocal failed
            try:
                return await self.call(request)
            except mr.CallError as error:
                failed = error
                raise

        try:
            state: Any = task
            while True:
                if state is not id:
                    await asyncio.sleep(_interval(state))
                state = await call(mcp.GetTaskRequest(params=params))
                if on_state is not None:
                    on_state(state)
                if state.status not in ("working", "input_required"):
                    break
                asked = {
                    key: each
                    for key, each in getattr(state, "input_requests", {}).items()
                    if key not in answered
                }
                answers = {key: await mr.answer_input(each, inputs or {}) for key, each in asked.items()}
                if answers:
                    answered.update(answers)
                    given = mcp.UpdateTaskRequestParams(task_id=id, input_responses=answers)
                    await call(mcp.UpdateTaskRequest(params=given))
        except (Exception, asyncio.CancelledError) as failure:
            if failure is not failed:  # if the server cannot be reached, the task may go on
                self._cancel_task(mcp.CancelTaskRequest(params=params))
            raise
        return _result_of(state, mcp)

    def _cancel_task(self, request: Any) -> None:
        """Send `tasks/cancel`, unless the connection has ended. Nobody waits for the response."""
        with suppress(mr.CallError):
            self._session.peer.send(request, deadline=asyncio.get_running_loop().time() + PATIENCE)

    def notify(self, notification: mr.Notification | mr.VendorMessage[None]) -> None:
        """Send a notification. Raises `ValueError` for a message that is not a notification."""
        self._session.peer.notify(notification)


def _interval(task: Any) -> float:
    """Return the seconds to wait before the next `tasks/get`."""
    if task.poll_interval_ms is mr.UNSET:
        return POLL_INTERVAL
    return float(min(max(task.poll_interval_ms / 1000, SHORTEST), LONGEST))


def _result_of(task: Any, mcp: Any) -> latest.CallToolResult:
    """Return the result of a task that has ended, or raise `CallError`."""
    where = f"tools/call (task {task.task_id})"
    if task.status == "failed":
        data = None if task.error.data is mr.UNSET else task.error.data
        raise mr.CallError("error", task.error.message, task.error.code, data)
    if task.status == "cancelled":
        raise mr.CallError("cancelled", f"{where}: the task was cancelled")
    result = {"resultType": "complete", **task.result}  # it may be absent here, as the specification shows
    try:
        found: latest.CallToolResult = mcp.decode(result, mcp.CallToolResult)
    except mr.DecodeError as error:
        raise mr.CallError("invalid", f"{where}: the result is invalid: {error}") from None
    return found


def _error_of(failure: BaseException) -> tuple[int, str]:
    """Return the code and the message of the error with which the client refuses input requests."""
    if isinstance(failure, mr.ProtocolError):
        return failure.code, failure.message
    return INTERNAL_ERROR, "the client could not answer"


class ClientSession(Session):
    """A session whose client is a `Peer` in this process."""

    def __init__(self, parts: Parts, router: mr.Router, meta: Any, *, names_streams: bool) -> None:
        super().__init__(parts, names_streams=names_streams)
        self.peer = _TimedPeer(self, router, self._write, self._unreadable, meta)
        self._tasks = _HandlerTasks()

    @property
    def begins_again(self) -> bool:
        """Whether the bridge replaces a session that the server lost, which the peer does not know."""
        return True

    def to_client(self, frame: Any, data: bytes) -> None:
        """Pass a frame of the server to the peer, which handles it in a task of its own."""
        self._tasks.start(self.peer.take(frame, data), data)

    def over(self, side: Side) -> None:
        """End the open calls, because a side has ended the connection."""
        reason = self.how_ended if side == "server" else None
        self._loop.call_soon(self.peer.close, reason or f"the {side} has ended the connection")

    async def stop(self, grace: float) -> None:
        """End the session and its server. Wait at most `grace` seconds for the handlers."""
        self.end("client")
        await self._tasks.cancel(grace)
        self.peer.close()
        await self.stop_upstream(grace)

    def _events_of(self, event: Callable[..., list[Any]], *arguments: Any) -> list[Any]:
        """Return the events of the bridge. After the end, leave out its error responses to the client.

        The bridge made these error responses, not the server. They would end the calls that still wait for a
        response, but the method `over` ends these calls with a `CallError` whose `why` is `closed`.
        """
        events = super()._events_of(event, *arguments)
        return [each for each in events if not _is_error_for_client(each)] if self._is_closed else events

    def _unreadable(self, data: Any, error: mr.DecodeError) -> None:
        self.unreadable("server", data, str(error))

    def _write(self, data: bytes, related: str | int | None) -> None:
        self.from_lines("client", [data])


def _is_error_for_client(event: Any) -> bool:
    """Return whether an event sends the client an error response that the bridge itself has made."""
    return not isinstance(event, Ended) and event.to == "client" and event.why is not None
