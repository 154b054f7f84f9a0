"""The frames for one request of a client over HTTP, or for the general stream of a session.

A `Stream` is the key of its request in the protocol object, so that each frame and the end of the request
name it. An event has the id `STREAM-NUMBER`, so that `Last-Event-ID` names the stream and the last event that
the client has seen. Rules:

- A stream keeps each frame until its reader has taken the frame, and goes on where a reader comes back.
- Frames that no reader waits for are kept for a client that comes back: the newest `KEPT` bytes of a stream,
  within the budget of the client. A stream that nobody can take up again keeps nothing that was taken.
- A large frame leaves in parts, so that a slow connection holds one part.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import anyio
from mcp_revisions._runtime.bridge.budget import Budget

from mcp_bridge.http_headers import Challenge

KEPT = 4 << 20  # bytes of frames for a client that may come back
PART = 1 << 16  # bytes of a frame that leave at once
RETRY_MILLISECONDS = 1000  # after which a client takes up a broken stream


class Stream:
    """The frames for a request of a client; one reader at a time, the last that came.

    `counted` is told so many bytes more, or less, that a reader waits for. `is_kept` says that the client may
    come back for events that it has taken. The facts about the request are:

    Attributes:
        headers: The headers that go on to the server with all that the request causes.
        takes_events: Whether the client accepts a stream of events.
        is_call: Whether frames of the server may belong to the request without naming it.
        client: Whose limit the request counts in.
        size: The bytes of its body.
    """

    def __init__(  # noqa: PLR0913 - the facts about a request
        self,
        name: str,
        budget: Budget,
        counted: Callable[[int], None],
        *,
        is_kept: bool,
        headers: Mapping[str, str] = MappingProxyType({}),
        takes_events: bool = True,
        is_call: bool = False,
        client: object = None,
        size: int = 0,
    ) -> None:
        self.name = name
        self.headers, self.takes_events, self.is_call = headers, takes_events, is_call
        self.client, self.size = client, size
        self.is_kept = is_kept
        self.is_read = True  # a client waits for the frames
        self.is_begun = False  # the client has seen an id, and may come back
        self.is_over = False  # no frame follows
        self.moved: float | None = None  # the time when a reader took the last part; None before a response
        self.error: Any = None  # of the last response
        self.challenge: Challenge | None = None
        self._budget = budget
        self._counted = counted
        self._events: deque[bytes] = deque()
        self._first = 1  # the number of the first event that is kept
        self._taken = 0  # the number of the last event that a reader has taken
        self._size = 0
        self._unread = 0  # bytes that are not taken
        self._held = 0  # bytes that no reader waits for
        self._changed = asyncio.Event()
        self._reader = 0

    @property
    def count(self) -> int:
        """The number of frames so far."""
        return self._first + len(self._events) - 1

    def is_taken(self, number: int) -> bool:
        """Say whether a reader has taken the frame with this number."""
        return number <= self._taken

    @property
    def is_unread(self) -> bool:
        """Whether a frame is kept that no reader has taken."""
        return self._taken < self.count

    def put(self, data: bytes) -> int:
        """Add a frame; return its number."""
        self._events.append(data)
        self._count(len(data), len(data))
        self._trim()
        self._changed.set()
        return self.count

    def withdraw(self, number: int) -> None:
        """Replace a frame by an empty one, which no reader is sent."""
        if self._first <= number <= self.count:
            size = len(self._events[number - self._first])
            self._events[number - self._first] = b""
            self._count(-size, -size if number > self._taken else 0)

    def end(self) -> None:
        """Note that no frame follows."""
        self.is_over = True
        self._changed.set()

    def touch(self) -> None:
        """Let the reader look again."""
        self._changed.set()

    def attach(self, after: int | None = None) -> int:
        """Become the reader, from the event after a number on; an earlier reader ends. Return the ticket."""
        unread = self._unread
        if after is not None:
            self._taken = max(min(after, self.count), self._first - 1)
            unread = sum(map(len, self.unread()))
        self._set_read(True, unread)
        self.moved = None
        self._reader += 1
        self._changed.set()
        return self._reader

    def detach(self, ticket: int) -> bool:
        """Note that a reader is gone; say whether it was the last that came."""
        if ticket != self._reader:
            return False
        self._set_read(False, self._unread)
        self._trim()
        return True

    def is_reader(self, ticket: int) -> bool:
        """Say whether no later reader has taken over."""
        return ticket == self._reader

    def unread(self) -> list[bytes]:
        """Return the frames that were not taken."""
        skipped = max(self._taken + 1 - self._first, 0)
        return [data for place, data in enumerate(self._events) if place >= skipped]

    def next_unread(self) -> tuple[int, bytes] | None:
        """Return the first frame that was not taken, with its number."""
        if not self.is_unread:
            return None
        number = max(self._taken + 1, self._first)
        return number, self._events[number - self._first]

    def take(self, number: int) -> None:
        """Note that the reader has taken the frame with this number."""
        if self._taken < number <= self.count:
            self._taken = number
            self._count(0, -len(self._events[number - self._first]))
            while not self.is_kept and self._events and self._first <= number:
                self._forget_oldest()

    def evict(self) -> None:
        """Forget the frames that no reader waits for."""
        while self._events and not self._is_awaited(self._first):
            self._forget_oldest()

    def close(self) -> None:
        """Forget every frame."""
        self._first, self._taken = self.count + 1, max(self._taken, self.count)
        self._events.clear()
        self._size = 0
        self._set_read(False, 0)

    async def change(self, seconds: float | None) -> bool:
        """Wait for a frame, the end or another reader; return False after the time."""
        with anyio.move_on_after(seconds):
            await self._changed.wait()
            self._changed.clear()
            return True
        return False

    def _is_awaited(self, number: int) -> bool:
        return self.is_read and number > self._taken

    def _trim(self) -> None:
        """Forget the oldest frames beyond the bound."""
        while self._size > KEPT and len(self._events) > 1 and not self._is_awaited(self._first):
            self._forget_oldest()

    def _forget_oldest(self) -> None:
        data = self._events.popleft()
        is_unread = self._first > self._taken
        self._taken = max(self._taken, self._first)
        self._first += 1
        self._count(-len(data), -len(data) if is_unread else 0)

    def _set_read(self, is_read: bool, unread: int) -> None:
        self._counted(unread * is_read - self._unread * self.is_read)
        self.is_read, self._unread = is_read, unread
        self._count(0, 0)

    def _count(self, size: int, unread: int) -> None:
        """Count so many bytes more, or less: those that the reader waits for, and the others as kept."""
        self._size += size
        self._unread += unread
        if self.is_read:
            self._counted(unread)
        held = self._size - self._unread * self.is_read
        more, self._held = held - self._held, held
        if more:
            self._budget.hold(self, more)


def event_parts(data: bytes, id: str | None = None) -> Iterator[bytes]:
    """Yield one line of JSON as a server-sent event, in parts that a connection buffers one at a time."""
    head = b"" if id is None else b"id: " + id.encode() + b"\r\n"
    head = b"event: message\r\n" + head + b"data: "
    if len(data) <= PART:
        yield head + data + b"\r\n\r\n"
        return
    yield head
    yield from parts(data)
    yield b"\r\n\r\n"


def parts(data: bytes) -> Iterator[bytes]:
    """Yield bytes in parts that a connection buffers one at a time."""
    for start in range(0, len(data), PART):
        yield data[start : start + PART]


def priming(id: str) -> bytes:
    """Return an event without data: its id and its delay let a client take up a stream from the start."""
    return b"id: " + id.encode() + b"\r\nretry: " + str(RETRY_MILLISECONDS).encode() + b"\r\ndata:\r\n\r\n"


def place(last_event_id: str) -> tuple[str, int] | None:
    """Return the stream and the number in the id of an event; None for any other text."""
    name, _, number = last_event_id.rpartition("-")
    return (
        (name, int(number)) if name and number.isascii() and number.isdigit() and len(number) < 16 else None
    )
