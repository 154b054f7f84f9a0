"""One exchange of the HTTP front: frames of a client into a session, their answers into a reply.

Rules:

- A reply is JSON where the answer comes first and soon, otherwise a stream of server-sent events.
- A stream of a session begins with a priming event, for clients that know an event without data. A stream
  that breaks is taken up again with `Last-Event-ID`.
- A stateless request ends with its response: a client that hangs up cancels the request.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from contextlib import contextmanager, suppress
from typing import Any

from mcpgen.commands.bridge.http_headers import STATUS
from mcpgen.commands.bridge.http_replies import EVENTS, JSON, Reply, challenged, invalid
from mcpgen.commands.bridge.http_session import ClientSession
from mcpgen.commands.bridge.http_streams import PING, Stream, event, place, priming
from mcpgen.commands.bridge.options import AUTO
from mcpgen.runtime.revisions import within

SOON = 1.0  # seconds in which an answer becomes plain JSON; a stream can then be taken up again
SOON_STATELESS = 10.0  # the same without sessions, where the status says more than a stream
AT_ONCE = 0.05  # seconds in which nobody looks whether the client has hung up
KEEP_ALIVE = 15.0  # seconds between comments in a silent stream

Gone = Callable[[], Awaitable[None]]  # returns when the client has hung up


async def answer(
    session: ClientSession,
    frames: list[dict[str, Any]],
    body: bytes,
    headers: Mapping[str, str],
    gone: Gone,
) -> Reply:
    """Give the frames of a body to a session and return the reply with their answers."""
    id = frames[0].get("id")  # a shared session replaces it
    try:
        stream = session.open(frames, body)
    except ValueError as problem:
        return invalid(400, str(problem), id)
    if stream is None:
        return Reply(202)
    streams = accepts(headers, "text/event-stream", "*/*")
    soon = SOON_STATELESS if session.is_stateless else SOON
    with _reading(session):
        is_there = await _first(gone, stream, soon if streams else None)
    if not is_there:
        stream.is_read = False
        if session.is_stateless:
            session.cancel(stream)
        return Reply(499)
    only = stream.only()
    if only is None and streams:
        return _streamed(session, stream, None)
    if only is None:
        only = b"[" + b",".join(data for _, data in stream.take()) + b"]"
    session.forget(stream)
    error = stream.error if isinstance(stream.error, dict) else {}
    challenge = session.challenge
    if challenge is not None and f"the server answers {challenge[0]}" in str(error.get("message")):
        return challenged(*challenge, id)
    code: Any = error.get("code")
    status = STATUS.get(code, 200) if session.is_stateless else 200
    return Reply(status, only, dict(JSON), is_error=bool(error))


def listen(session: ClientSession, last: str | None) -> Reply:
    """Return the general stream of a session, or the rest of the stream of the last event."""
    if last is None:
        return _streamed(session, session.general, None)
    at = place(last)
    stream = None if at is None else session.stream(at[0])
    if at is None or stream is None:
        return invalid(404, "no stream has that event")
    return _streamed(session, stream, at[1])


def accepts(headers: Mapping[str, str], *kinds: str) -> bool:
    """Say whether a client accepts one of these kinds; a client that names none accepts `*/*`."""
    accept = headers.get("accept", "*/*")
    return any(kind in accept for kind in kinds)


def _streamed(session: ClientSession, stream: Stream, after: int | None) -> Reply:
    ticket = stream.attach(after)
    return Reply(200, headers=dict(EVENTS), events=_events(session, stream, ticket, after))


async def _events(
    session: ClientSession, stream: Stream, ticket: int, after: int | None
) -> AsyncIterator[bytes]:
    try:
        with _reading(session):
            if not session.is_stateless and after is None:
                yield priming(f"{stream.name}-0") if _is_primed(session) else PING  # sends the headers
            while stream.is_reader(ticket):
                for number, data in stream.take():
                    yield event(data, None if session.is_stateless else f"{stream.name}-{number}")
                session.taken()
                if stream.finished and not stream.waiting:
                    if session.is_stateless:
                        session.forget(stream)
                    return
                if not await stream.changed(KEEP_ALIVE):
                    yield PING
    finally:
        stream.detach(ticket)
        session.taken()
        if session.is_stateless and not stream.finished:
            session.cancel(stream)


@contextmanager
def _reading(session: ClientSession) -> Iterator[None]:
    """Count a client that waits or reads: its session is not idle."""
    session.readers += 1
    try:
        yield
    finally:
        session.readers -= 1
        session.used = asyncio.get_running_loop().time()


def _is_primed(session: ClientSession) -> bool:
    """Say whether the client's revision knows events without data; older clients read no JSON in them."""
    revision = session.revision
    return revision != AUTO and within(revision, since="2025-11-25")


async def _first(gone: Gone, stream: Stream, seconds: float | None) -> bool:
    """Wait for the answer, or for a frame that must be streamed; return False if the client is gone."""

    def is_ready() -> bool:
        return stream.finished or (seconds is not None and stream.started)

    while not is_ready() and await stream.changed(AT_ONCE):
        pass
    if is_ready():
        return True
    loop = asyncio.get_running_loop()
    end = None if seconds is None else loop.time() + seconds
    hung_up = asyncio.ensure_future(gone())
    try:
        while not is_ready():
            left = 3600.0 if end is None else end - loop.time()
            if left <= 0:
                return True
            waiting = asyncio.ensure_future(stream.changed(left))
            await asyncio.wait({waiting, hung_up}, return_when=asyncio.FIRST_COMPLETED)
            if hung_up.done():
                waiting.cancel()
                return False
        return True
    finally:
        hung_up.cancel()
        with suppress(asyncio.CancelledError):
            await hung_up
