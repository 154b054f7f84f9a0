"""Handlers that wait for input of the client: `await context.elicit(...)` in the middle of a coroutine.

A server asks for input in the result of a request, and the client repeats the request with the answers. Here
the handler stays suspended in this process until then. Rules:

- The handler runs in a task of its own. When it asks for input, the request gets an `InputRequiredResult`.
  The `requestState` cannot be guessed, and the retry with this state continues the handler.
- A retry must repeat the params of the first request, except `_meta`, `inputResponses` and `requestState`.
  Any other retry is refused, and the handler stays suspended. If a retry lacks the answer to an input
  request, the client gets that input request again.
- Input that the client does not support is refused when the handler asks for it, so the handler can do
  without. If the handler does not catch this error, the client gets it.
- A suspended handler is cancelled after `expiry` seconds. If `most` handlers are suspended, no other handler
  may ask for input.
- If the client cancels the request, or its connection ends, the handler that runs for it is cancelled. This
  includes a suspended handler, if the client has a handshake.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Coroutine, Mapping
from functools import partial, wraps
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

import mcp_revisions as mr
from mcp_revisions import capabilities
from mcp_revisions.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS

from mcp_bridge.diagnostics import report
from mcp_bridge.options import misfits
from mcp_bridge.problems import Refused

if TYPE_CHECKING:  # handlers use the types of the revision of their router
    from mcp_revisions import latest

EXPIRY = 600.0  # seconds; people answer forms
MOST = 1000
NOT_REPEATED = ("_meta", "inputResponses", "requestState")  # params in which a retry differs from its request
UNKNOWN = "this request state is unknown or has expired; send the request again without it"
OTHER_PARAMS = "this request state belongs to a request with other params; repeat that request"
TOO_MANY = "too many requests wait for input; try again later"


# What cancels each suspended handler of this process, by the request state that its client has.
_suspended: dict[str, Callable[[], None]] = {}


def abandon(state: str) -> None:
    """Cancel the handler that is suspended with a request state, because no retry follows."""
    if state in _suspended:
        _suspended[state]()


class RepeatedParams(Protocol):
    """The params of a request whose result may ask for input, with the members that a retry uses."""

    @property
    def input_responses(self) -> Mapping[str, Any] | mr.UnsetType:
        """The client's answers, by the keys of the input requests."""
        ...

    @property
    def request_state(self) -> str | mr.UnsetType:
        """The `request_state` of the result that asked for input. The client sends it back."""
        ...


P = TypeVar("P", bound=RepeatedParams)
R = TypeVar("R")


class InputContext:
    """The context of a handler that waits for input.

    `request` is the `Context` of the newest attempt: of the first request, or of its last retry. Do not store
    it, because each retry replaces it. `report_progress` and `log` always use the newest attempt.
    """

    def __init__(self, run: Run) -> None:
        self._run = run

    @property
    def request(self) -> latest.Context:
        """The context of the newest attempt."""
        return self._run.request

    @property
    def cancelled(self) -> bool:
        """Whether the handler was cancelled, for handlers in threads."""
        return self._run.is_cancelled or self.request.cancelled

    def report_progress(
        self, progress: float, total: float | None = None, message: str | None = None
    ) -> None:
        """Send progress for the newest attempt, as `Context.report_progress` does."""
        self.request.report_progress(progress, total, message)

    def log(self, level: str, data: object, logger: str | None = None) -> None:
        """Send a log message for the newest attempt, as `Context.log` does."""
        self.request.log(level, data, logger)

    async def elicit(
        self, message: str, schema: Mapping[str, object] | latest.ElicitRequestedSchema
    ) -> latest.ElicitResult:
        """Show the user a form with a message and return the answer, as `ask` does.

        `schema` describes the fields of the form. Raises `mr.DecodeError` for an invalid schema.
        """
        types = self._run.types
        form = types.ElicitRequestFormParams(
            message=message, requested_schema=types.decode(schema, types.ElicitRequestedSchema)
        )
        request: mr.Request[latest.ElicitResult] = types.ElicitRequest(params=form)
        return await self.ask(request)

    async def ask(self, request: mr.Request[R]) -> R:
        """Send an input request to the client, such as `mcp.CreateMessageRequest`, and return its result.

        Raises `mr.ProtocolError` if the client does not support it, or if too many handlers wait for input,
        and `mr.EncodeError` for an invalid request.
        """
        result: R = await self._run.ask(request)
        return result


def revision_of(request: latest.Context) -> Any:
    """Return the module of the revision of the router that calls a handler."""
    return mr.revision(mr.revision_name(request.revision))


def report_failure(what: str, error: BaseException) -> None:
    """Report an exception of a handler: one line on stderr, and the traceback in the log."""
    report("router", f"{what} failed: {type(error).__name__}: {error}")
    logging.getLogger("mcp_bridge").debug("the traceback of the failed handler", exc_info=error)


def _report_end(task: asyncio.Task[Any]) -> None:
    if not task.cancelled() and (error := task.exception()) is not None:
        report_failure("a cancelled handler", error)


class Run:
    """A handler that runs, and the input for which it waits. `types` is the module of its revision."""

    def __init__(self, request: latest.Context) -> None:
        self.request = request
        self.types = revision_of(request)
        self.task: asyncio.Task[Any]
        self.is_cancelled = False
        self.asked: dict[str, tuple[Any, asyncio.Future[Any]]] = {}  # by key, until they are answered
        self._count = 0

    @property
    def requests(self) -> dict[str, Any]:
        """The unanswered input requests, by key."""
        return {key: request for key, (request, _) in self.asked.items()}

    def start(self, work: Awaitable[Any]) -> None:
        """Run the handler in a task of its own."""
        self.task = asyncio.ensure_future(self.finished(work))

    async def finished(self, work: Awaitable[Any]) -> Any:
        """Return the result of the handler. `SystemExit` would end the server, so raise another error."""
        try:
            return await work
        except SystemExit as error:
            raise RuntimeError("the handler raised SystemExit") from error

    def cancel(self) -> None:
        """Cancel the handler, whose result nobody gets. If it fails nevertheless, report that."""
        self.is_cancelled = True
        self.task.add_done_callback(_report_end)
        self.task.cancel()

    def note_change(self) -> None:
        """React to a change of the input requests that the handler waits for. Subclasses override this."""

    def check_room(self) -> None:
        """Raise `ProtocolError` if the handler may not wait, because too many others do."""

    async def ask(self, request: Any) -> Any:
        """Wait until the client has answered an input request."""
        method = self.types.METHODS.get(getattr(request, "method", ""))
        if method is None or method.kind != "embedded":
            raise TypeError(f"request: expected an input request, not {type(request).__name__}")
        result = self.types.InputRequiredResult(input_requests={"0": request})
        self.types.encode(result, validate=True)
        found = capabilities.allows(
            self.types.REVISION, "server", result, client=self.request.client_capabilities
        )
        if not found:
            raise mr.ProtocolError(found.code or INVALID_PARAMS, found.reason, found.data)
        if self.is_cancelled:  # nobody could answer
            raise asyncio.CancelledError
        self.check_room()
        self._count += 1
        key, answer = str(self._count), asyncio.get_running_loop().create_future()
        self.asked[key] = request, answer
        self.note_change()
        try:
            return await answer
        finally:  # also if the handler no longer waits
            if self.asked.pop(key, None) is not None:
                self.note_change()

    def give(self, answers: Mapping[str, Any]) -> None:
        """Give answers to the handler. Raise `ProtocolError` for an answer of another type.

        Ignore answers to what is not asked.
        """
        known = {key: self.asked[key] for key in answers if key in self.asked}
        for key, (asked, _) in known.items():
            if not isinstance(answers[key], self.types.METHODS[asked.method].results):
                reason = f"the input response {key!r} does not answer {asked.method}"
                raise mr.ProtocolError(INVALID_PARAMS, reason)
        for key, (_, answer) in known.items():
            del self.asked[key]
            if not answer.done():
                answer.set_result(answers[key])
        self.note_change()


class _Attempts(Run):
    """A handler whose client sends its request again, with the answers."""

    def __init__(self, request: latest.Context, repeated: Any, has_room: Callable[[], bool]) -> None:
        super().__init__(request)
        self.repeated = repeated
        self._has_room = has_room
        self._is_asking = asyncio.Event()

    def note_change(self) -> None:
        """Tell `step` whether the handler waits for input."""
        if self.asked:
            self._is_asking.set()
        else:
            self._is_asking.clear()

    def check_room(self) -> None:
        """Raise `ProtocolError` if too many handlers are suspended."""
        if not self._has_room():
            raise mr.ProtocolError(INTERNAL_ERROR, TOO_MANY)

    async def step(self) -> dict[str, Any]:
        """Wait until the handler ends or asks for input. Return its input requests, or {} at the end."""
        try:
            while not (self.task.done() or self.asked):
                asking = asyncio.ensure_future(self._is_asking.wait())
                try:
                    await asyncio.wait([self.task, asking], return_when=asyncio.FIRST_COMPLETED)
                finally:  # also if the request is cancelled
                    asking.cancel()
                    await asyncio.wait([asking])
                await asyncio.sleep(0)  # several coroutines of the handler may ask at the same time
        except asyncio.CancelledError:
            self.cancel()
            await asyncio.wait([self.task])
            raise
        return {} if self.task.done() else self.requests


def interactive(
    handler: Callable[[P, InputContext], Awaitable[R]], *, expiry: float = EXPIRY, most: int = MOST
) -> Callable[[P, latest.Context], Coroutine[Any, Any, R | latest.InputRequiredResult]]:
    """Return a handler for `Router.on` that may wait for input of the client.

    `handler` is a coroutine function. It takes the params and an `InputContext`, and may call `await
    context.elicit(...)` or `await context.ask(...)` anywhere:

        @router.on("tools/call")
        @mcp_bridge.interactive
        async def call_tool(params: mcp.CallToolRequestParams, context: mcp_bridge.InputContext) -> ...:
            answer = await context.elicit("Who are you?", {"type": "object", "properties": {...}})

    The handler waits in this process, so the client's retry must reach the same process. A handler that waits
    for longer than `expiry` seconds is cancelled. At most `most` handlers wait at the same time.

    Raise `Refused` for an `expiry` or a `most` of another type or size.
    """
    if problems := misfits("", {"expiry": expiry, "most": most}, {"expiry": float, "most": int}):
        raise Refused(problems)
    waiting: dict[str, tuple[_Attempts, asyncio.TimerHandle]] = {}
    ending: set[asyncio.Task[Any]] = set()  # the event loop has only weak references

    def resumed(state: str) -> _Attempts:
        """Return the handler that is suspended with a state. Afterwards the state is invalid."""
        run, timer = waiting.pop(state)
        timer.cancel()
        del _suspended[state]
        return run

    def cancel(state: str) -> None:
        run = resumed(state)
        ending.add(run.task)
        run.task.add_done_callback(ending.discard)
        run.cancel()

    def retried(state: str, params: P, context: latest.Context, repeated: Any) -> _Attempts:
        """Return the suspended handler that a retry continues, and give it the answers."""
        if state not in waiting:
            raise mr.ProtocolError(INVALID_PARAMS, UNKNOWN)
        run, _ = waiting[state]
        if run.repeated != repeated:
            raise mr.ProtocolError(INVALID_PARAMS, OTHER_PARAMS)
        run.give(params.input_responses or {})
        run.request = context
        return resumed(state)

    @wraps(handler)
    async def handle(params: P, context: latest.Context) -> R | latest.InputRequiredResult:
        members: dict[str, Any] = revision_of(context).to_builtins(params)
        repeated = {name: value for name, value in members.items() if name not in NOT_REPEATED}
        if params.request_state:
            run = retried(params.request_state, params, context, repeated)
        else:
            run = _Attempts(context, repeated, lambda: len(waiting) < most)
            run.start(handler(params, InputContext(run)))
        asked = await run.step()
        if not asked:
            found: R = run.task.result()
            return found
        state = secrets.token_urlsafe()
        waiting[state] = run, asyncio.get_running_loop().call_later(expiry, cancel, state)
        _suspended[state] = partial(cancel, state)
        result: latest.InputRequiredResult = run.types.InputRequiredResult(
            input_requests=asked, request_state=state
        )
        return result

    return handle
