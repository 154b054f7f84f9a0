"""The reply to frames that a bridged server was sent: their answers, as JSON or as server-sent events.

Rules:

- A reply is JSON where the answer comes first and soon, otherwise a stream of server-sent events.
- A stream of a session begins with a priming event, for clients that know an event without data. A stream
  that breaks is taken up again with `Last-Event-ID`.
- A large answer leaves in parts, and counts in the memory of the process until the client has taken them.
- A stateless request ends with its response: a client that hangs up cancels the request.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from typing import Any

from mcpgen.commands.bridge.http_bridged import BridgedServer
from mcpgen.commands.bridge.http_headers import STATUS
from mcpgen.commands.bridge.http_replies import EVENTS, JSON, Reply, challenged, invalid
from mcpgen.commands.bridge.http_streams import PART, PING, Stream, event_parts, parts, place, priming
from mcpgen.commands.bridge.options import AUTO
from mcpgen.runtime.revisions import within

SOON = 1.0  # seconds in which an answer becomes plain JSON; a stream can then be taken up again
SOON_STATELESS = 10.0  # the same without sessions, where the status says more than a stream
UNWATCHED = 0.05  # seconds in which nobody looks whether the client has hung up
_REFUSED = re.compile(r"q=0(?:\.0{0,3})?")  # the quality of a kind that a client does not accept
UNNOTICED = 2  # parts between turns of the loop: asyncio logs each write after a hang-up that is unseen
AN_HOUR = 3600.0  # seconds of one wait without an end; a further wait follows
KEEP_ALIVE = 15.0  # seconds between comments in a silent stream

Gone = Callable[[], Awaitable[None]]  # returns when the client has hung up


@dataclass(frozen=True, slots=True)
class Accepted:
    """Frames that a server was sent: the stream of their answers, and the id of the first request.

    `opens_session` says that the answer decides whether the session stays.
    """

    bridged: BridgedServer
    stream: Stream
    id: Any
    opens_session: bool = False


async def answer(accepted: Accepted, headers: Mapping[str, str], gone: Gone) -> Reply:
    """Wait for the answers to frames that a server was sent, and return the reply with them."""
    bridged, stream = accepted.bridged, accepted.stream
    streams = accepts(headers, "text/event-stream")
    soon = SOON_STATELESS if bridged.stateless else SOON
    with _reading(bridged):
        is_there = await _wait_for_frame(gone, stream, soon if streams else None)
    if not is_there:
        _leave(bridged, stream)
        return Reply(499)
    only = stream.only()
    if only is None and streams:
        return _streamed(bridged, stream, None)
    error = stream.error if isinstance(stream.error, dict) else {}
    challenge = bridged.challenge
    if challenge is not None and error.get("data") == challenge.data:
        bridged.forget(stream)
        return challenged(challenge, str(error.get("message")), accepted.id)
    code: Any = error.get("code")
    has_status = bridged.stateless and isinstance(code, (int, float))  # a server may write any JSON
    status = STATUS.get(code, 200) if has_status else 200
    whole = [only] if only is not None else [b"[", *_separated(stream.unread()), b"]"]
    size = sum(map(len, whole))
    if size <= PART:
        bridged.forget(stream)
        return Reply(status, b"".join(whole), dict(JSON), is_error=bool(error))
    headers_of_size = {**JSON, "content-length": str(size)}
    return Reply(status, b"", headers_of_size, _body_parts(bridged, stream, whole), is_error=bool(error))


def _separated(frames: Iterable[bytes]) -> Iterator[bytes]:
    for number, frame in enumerate(frames):
        if number:
            yield b","
        yield frame


async def _body_parts(bridged: BridgedServer, stream: Stream, whole: list[bytes]) -> AsyncIterator[bytes]:
    """Yield a large body in parts; the stream counts the body until the client has taken the last."""
    try:
        with _reading(bridged):
            for number, part in enumerate(part for piece in whole for part in parts(piece)):
                yield part
                await _notice_hang_up(number)
    finally:
        bridged.forget(stream)


async def _notice_hang_up(parts_sent: int) -> None:
    """Give the loop a turn after every `UNNOTICED` parts of a reply."""
    if parts_sent % UNNOTICED == 0:
        await asyncio.sleep(0)


def _leave(bridged: BridgedServer, stream: Stream) -> None:
    """Note that a client is gone; a stateless request ends, a stream of a session may be taken up again."""
    stream.leave()
    bridged.adjust_reading()
    if bridged.stateless:
        bridged.cancel(stream)
    elif bridged.is_over:
        bridged.forget(stream)


def listen(bridged: BridgedServer, last: str | None) -> Reply:
    """Return the general stream of a session, or the rest of the stream of the last event."""
    if last is None:
        return _streamed(bridged, bridged.streams.general, None)
    at = place(last)
    stream = None if at is None else bridged.streams.stream(at[0])
    if at is None or stream is None:
        return invalid(404, "no stream has that event")
    return _streamed(bridged, stream, at[1])


def accepts(headers: Mapping[str, str], *kinds: str) -> bool:
    """Say whether a client accepts one of these kinds; a client without the header accepts each.

    The range that fits best decides (RFC 9110, section 12.5.1): a kind, its family, or all.
    """
    ranges: dict[str, bool] = {}
    for part in headers.get("accept", "*/*").lower().split(","):
        name, *parameters = (text.strip() for text in part.split(";"))
        ranges[name] = not any(map(_REFUSED.fullmatch, parameters))
    for kind in kinds:
        family = f"{kind.partition('/')[0]}/*"
        if next((ranges[name] for name in (kind, family, "*/*") if name in ranges), False):
            return True
    return False


def _streamed(bridged: BridgedServer, stream: Stream, after: int | None) -> Reply:
    ticket = stream.attach(after)
    return Reply(200, headers=dict(EVENTS), events=_events(bridged, stream, ticket, after))


async def _events(
    bridged: BridgedServer, stream: Stream, ticket: int, after: int | None
) -> AsyncIterator[bytes]:
    try:
        with _reading(bridged):
            if not bridged.stateless and after is None:
                yield priming(f"{stream.name}-0") if _is_primed(bridged) else PING  # sends the headers
            parts_sent = 0
            while stream.is_reader(ticket):
                while stream.is_reader(ticket) and (found := stream.next_unread()) is not None:
                    number, data = found
                    for part in event_parts(data, None if bridged.stateless else f"{stream.name}-{number}"):
                        yield part
                        parts_sent += 1
                        await _notice_hang_up(parts_sent)
                    if stream.is_reader(ticket):
                        stream.note_taken(number)
                        bridged.adjust_reading()
                if stream.finished and not stream.waiting:
                    return
                if not await stream.changed(KEEP_ALIVE):
                    yield PING
    finally:
        if stream.is_reader(ticket):
            if stream.finished and bridged.stateless:
                bridged.forget(stream)
            else:
                _leave(bridged, stream)


@contextmanager
def _reading(bridged: BridgedServer) -> Iterator[None]:
    """Count a client that waits or reads: its server is not idle."""
    bridged.users += 1
    try:
        yield
    finally:
        bridged.users -= 1
        bridged.used = asyncio.get_running_loop().time()


def _is_primed(bridged: BridgedServer) -> bool:
    """Say whether the client's revision knows events without data; older clients read no JSON in them."""
    revision = bridged.revision
    return revision != AUTO and within(revision, since="2025-11-25")


async def _wait_for_frame(gone: Gone, stream: Stream, seconds: float | None) -> bool:
    """Wait for the answer, or for a frame that must be streamed; return False if the client is gone."""

    def is_ready() -> bool:
        return stream.finished or (seconds is not None and stream.started)

    while not is_ready() and await stream.changed(UNWATCHED):
        pass
    if is_ready():
        return True
    loop = asyncio.get_running_loop()
    end = None if seconds is None else loop.time() + seconds
    hung_up = asyncio.ensure_future(gone())
    try:
        while not is_ready():
            left = AN_HOUR if end is None else end - loop.time()
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
