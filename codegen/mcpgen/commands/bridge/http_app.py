"""The HTTP front as an ASGI application: requests in, replies of `Front` out.

Rules: a body is read within a time and a size, once its session has room, and all bodies together are
bounded. A client that hangs up while a request waits ends the wait. The lifespan of the application is the
lifespan of the sessions.
"""

from __future__ import annotations

import asyncio
import sys
from collections.abc import AsyncIterator, Coroutine
from contextlib import asynccontextmanager
from typing import Any, TypeVar

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from mcpgen.commands.bridge.http_answers import Accepted
from mcpgen.commands.bridge.http_front import Front
from mcpgen.commands.bridge.http_memory import Charge, tree_weight
from mcpgen.commands.bridge.http_replies import Reply, full, invalid, too_large, too_slow
from mcpgen.commands.bridge.http_trust import Head

METHODS: tuple[str, ...] = ("GET", "POST", "DELETE")
Result = TypeVar("Result")


def application(front: Front) -> Starlette:
    """Return the ASGI application of a front."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        async with front.running():
            yield

    async def respond(request: Request) -> Response:
        try:
            reply = await _reply(front, request, _head_of(request))
        except ClientDisconnect:
            return Response(status_code=400)
        if reply.events is not None:
            return StreamingResponse(reply.events, status_code=reply.status, headers=reply.headers)
        return Response(reply.body, status_code=reply.status, headers=reply.headers)

    async def refuse(request: Request, error: Exception) -> Response:
        assert isinstance(error, HTTPException)
        path = request.scope.get("root_path", "") + front.options.path
        reason = f"the path: is not served; the bridge is at {path}"
        if error.status_code == 405:
            reason = f"the method: is none of {', '.join(METHODS)}"
        reply = invalid(error.status_code, reason)
        return Response(reply.body, error.status_code, {**(error.headers or {}), **reply.headers})

    route = Route(front.options.path, respond, methods=METHODS)
    route.methods = set(METHODS)  # HEAD would take the frames that a reader of the stream waits for
    app = Starlette(routes=[route], lifespan=lifespan, exception_handlers={404: refuse, 405: refuse})
    app.router.redirect_slashes = False  # the address of a redirect would repeat any `Host`
    return app


def _head_of(request: Request) -> Head:
    pairs = [(name.decode("latin-1"), value.decode("latin-1")) for name, value in request.headers.raw]
    headers = dict(reversed(pairs))
    if "accept" in headers:  # a list, which may be given in parts
        headers["accept"] = ", ".join(value for name, value in pairs if name == "accept")
    address = "" if request.client is None else request.client.host
    return Head(pairs, headers, address, request.is_disconnected)


async def _reply(front: Front, request: Request, head: Head) -> Reply:
    front.sweep_if_due()
    problem = front.refuse(head)
    if problem is not None:
        return problem
    if request.method == "DELETE":
        return front.delete(head.headers)
    if request.method != "POST":
        return front.get(head.headers)
    charge = Charge(front.memory)
    try:
        accepted = await _pass_on(front, request, head, charge)
    finally:
        charge.drop()
    if isinstance(accepted, Reply):
        return accepted
    return await front.answer(accepted, head.headers, lambda: _disconnected(request))


async def _pass_on(front: Front, request: Request, head: Head, charge: Charge) -> Accepted | Reply:
    """Read a body and pass its frames on, or refuse the request."""
    headers, seconds = head.headers, front.options.request_time
    problem = front.refuse_body(headers)
    if problem is not None:
        return problem
    room, length = front.room(headers), headers.get("content-length")
    if room is not None and length is not None and not await charge.enter(room, int(length), seconds):
        return too_slow()  # the body is still unread
    try:
        body = await _within(seconds, _body(front, request, charge))
    except TimeoutError:
        return invalid(408, "the body takes too long")
    if isinstance(body, Reply):
        return body
    weight = tree_weight(body)
    if len(body) + weight > front.memory.most:
        return invalid(413, "the body has more values than the memory of the bridge has room for")
    if not charge.grow(weight):
        return full()
    return await front.post(head, body, charge)


async def _body(front: Front, request: Request, charge: Charge) -> bytes | Reply:
    """Return the body of a request, or the refusal of a body beyond the bounds."""
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > front.options.largest:
            return too_large(front.options.largest)
        if not charge.grow(len(part)):
            return full()
        parts.append(part)
    return b"".join(parts)


async def _within(seconds: float, work: Coroutine[Any, Any, Result]) -> Result:
    """Await `work`; raise `TimeoutError` after some seconds. No task is made, unlike `asyncio.wait_for`."""
    task = asyncio.current_task()
    assert task is not None
    late = object()
    timer = asyncio.get_running_loop().call_later(seconds, task.cancel, late)
    try:
        return await work
    except asyncio.CancelledError as cancelled:
        if cancelled.args != (late,):
            raise
        if sys.version_info >= (3, 11):  # older versions count no cancellations
            task.uncancel()
        raise TimeoutError from None
    finally:
        timer.cancel()


async def _disconnected(request: Request) -> None:
    while (await request.receive())["type"] != "http.disconnect":
        pass
