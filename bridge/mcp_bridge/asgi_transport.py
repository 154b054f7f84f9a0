"""An HTTP transport that calls an ASGI application in this process, and runs its lifespan."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from typing import Any

import anyio
import httpx2

from mcp_bridge.diagnostics import report
from mcp_bridge.http_client import APPLICATION, ApplicationTransport, UpstreamFailure

STARTUP = 60.0  # seconds for the lifespan of an application to begin
ENDING = 5.0  # seconds for the calls of an application to end when the bridge does
SHUTDOWN = 10.0  # seconds for the lifespan of the application to end after that
LEFT = 4096  # calls of an application that may continue although nobody reads their responses
# Members of the scope that belong to the front, and that the application must not get.
_OF_THE_FRONT = ("app", "router", "starlette.exception_handlers")

_logger = logging.getLogger("mcp_bridge")


class AsgiTransport(ApplicationTransport):
    """Send requests to an ASGI application in this process, and receive its responses part by part.

    `path` is the path of the server in the application. If nobody reads the response of a call any more, the
    application receives `http.disconnect`, as it would behind an HTTP server. The call may continue, because
    the application may have to finish its work. If more than `LEFT` such calls are open, the oldest is
    cancelled. When the bridge ends, all of them are cancelled.
    """

    def __init__(self, app: Any, path: str) -> None:
        self._app, self.path = app, path
        self._left: dict[asyncio.Task[None], None] = {}  # calls that continue without a reader, oldest first
        self._lifespan: asyncio.Task[None] | None = None
        self._is_started: asyncio.Future[None] | None = None
        self._to_lifespan: asyncio.Queue[dict[str, str]] = asyncio.Queue()
        self._state: dict[str, Any] = {}  # the state that the lifespan sets for requests

    async def __call__(self, scope: Mapping[str, Any], receive: Any, send: Any) -> None:
        """Pass an ASGI request to the application, which sends its response with `send`.

        Raise `UpstreamFailure` if the application does not start.
        """
        await self.start()
        own = {name: value for name, value in scope.items() if name not in _OF_THE_FRONT}
        await self._app({**own, "state": dict(self._state)}, receive, send)

    async def start(self) -> None:
        """Start the lifespan of the application. Raise `UpstreamFailure` if it does not start in time."""
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
        """Wait until the open calls have ended, then end the lifespan.

        Cancel the calls that do not end in time.
        """
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
        # The next start begins another lifespan, which may run in another event loop.
        self._lifespan, self._is_started, self._to_lifespan, self._state = None, None, asyncio.Queue(), {}

    def leave(self, call: asyncio.Task[None]) -> None:
        """Let a call continue although nobody reads its response.

        If more than `LEFT` such calls are open, cancel the oldest one.
        """
        if call.done():
            return
        self._left[call] = None
        call.add_done_callback(lambda ended: self._left.pop(ended, None))
        if len(self._left) > LEFT:
            report(
                APPLICATION,
                f"more than {LEFT} calls continue after their clients have left; the oldest is cancelled",
            )
            oldest = next(iter(self._left))
            del self._left[oldest]
            oldest.cancel()

    async def _live(self) -> None:
        started = self._is_started
        assert started is not None

        async def send(message: dict[str, Any]) -> None:
            await asyncio.sleep(0)  # lets other tasks run, as `_AsgiCall._send` does
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
        except Exception:  # an application without a lifespan may raise anything
            pass
        finally:
            if not started.done():
                started.set_result(None)

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Call the application, and return its response when the headers have arrived."""
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
    """One call of an application: a request, and its response. A slow reader makes the application wait.

    If the application sends a message that ASGI does not define, it gets an exception. If the application
    raises an exception, the exception is logged once, and the reader of the response gets an
    `UpstreamFailure` that names only its class.
    """

    def __init__(
        self, app: Any, scope: dict[str, Any], body: bytes, leave: Callable[[asyncio.Task[None]], None]
    ) -> None:
        self._sending, self._messages = anyio.create_memory_object_stream[Any]()
        self._body: bytes | None = body
        self._has_begun = self._is_whole = False
        self._failure = "sends no response"
        self._is_closed = asyncio.Event()  # the response is complete, or nobody reads it
        self._leave = leave
        self._task = asyncio.create_task(self._run(app, scope))

    async def response(self) -> httpx2.Response:
        """Return the response once its headers have arrived."""
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
        """Tell the application that nobody reads the response any more.

        The call continues until the application has finished it.
        """
        self._is_closed.set()
        self._messages.close()
        self._leave(self._task)

    async def _run(self, app: Any, scope: dict[str, Any]) -> None:
        async with self._sending:
            try:
                await app(scope, self._receive, self._send)
            except Exception as error:
                has_reader = not self._is_closed.is_set()
                # Otherwise the application failed because its reader had left.
                if self._is_whole or has_reader:
                    self._failure = f"raises {type(error).__name__}; its log has the traceback"
                    _logger.error("%s raises an exception", APPLICATION, exc_info=error)

    async def _receive(self) -> dict[str, Any]:
        if self._body is not None:
            body, self._body = self._body, None
            return {"type": "http.request", "body": body, "more_body": False}
        await self._is_closed.wait()
        await asyncio.sleep(0)  # an application that receives in a loop must not block other tasks
        return {"type": "http.disconnect"}

    async def _send(self, message: dict[str, Any]) -> None:
        await asyncio.sleep(0)  # an application that sends in a loop must not block other tasks
        if self._is_whole:
            raise RuntimeError(f"the application sent {message['type']!r} after the end of the response")
        if self._is_closed.is_set():
            return
        kind = "http.response.body" if self._has_begun else "http.response.start"
        if message["type"] != kind:
            raise RuntimeError(f"the application sent {message['type']!r} instead of {kind!r}")
        part: Any
        if self._has_begun:
            part = bytes(memoryview(message.get("body", b"")))
        else:
            headers = list(message.get("headers", ()))
            status = int(message["status"])
            if not 100 <= status <= 599:
                raise ValueError(
                    f"the application sent the HTTP status {status:.6g}, not one from 100 to 599"
                )
            part = httpx2.Response(status, headers=headers, stream=self)
            self._has_begun, self._failure = True, "ends a response early"
        if part:
            try:
                await self._sending.send(part)
            except anyio.BrokenResourceError:  # nobody reads the response any more
                return
        if kind == "http.response.body" and not message.get("more_body"):
            self._is_whole = True
            self._is_closed.set()
            self._sending.close()
