"""Streams of server-sent events: the frames of one response, kept for a client that comes back.

An event has the id `STREAM-NUMBER`, so that `Last-Event-ID` names the stream and the last event that the
client has seen. Rules:

- A stream with a reader keeps every frame until the reader has taken the frame. The owner stops reading from
  the server while a `Backlog` is high.
- A stream without a reader keeps `KEPT` bytes of frames, the newest, and fewer where the memory of the
  process is full. A client that comes back later than that has lost the oldest.
- A large frame leaves in parts, so that a slow connection holds one part, and the stream counts the rest.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Iterator
from typing import Any

from mcpgen.commands.bridge.http_memory import Memory

KEPT = 4 << 20  # bytes of frames for a client that may come back
HIGH, LOW = 1 << 20, 1 << 18  # unread bytes at which the owner stops reading from the server, and resumes
PART = 1 << 16  # bytes of a frame that leave at once
RETRY_MILLISECONDS = 1000  # after which a client takes up a broken stream


class Backlog:
    """The frames that the clients of one server wait for, in the memory of the process."""

    def __init__(self, memory: Memory) -> None:
        self.memory = memory
        self.unread = 0  # bytes of streams with a reader

    def must_pause(self) -> bool:
        """Say whether the server brings more than its clients take."""
        return self.unread > HIGH or self.memory.clients_are_slow

    def may_resume(self) -> bool:
        """Say whether the clients have taken enough."""
        return self.unread <= LOW and not self.must_pause()


class Stream:
    """The events of one response, or of a client's general stream; one reader at a time.

    `keeps` says that a client may come back for events that it has read. `is_read` says that a client waits
    for the frames, so that none may be lost.
    """

    def __init__(self, name: str, backlog: Backlog, *, keeps: bool, is_read: bool) -> None:
        self.name = name
        self.is_read = is_read
        self.finished = False
        self.waiting = 0  # bytes that the reader has not taken
        self.error: Any = None  # of the last answer
        self._backlog = backlog
        self._keeps = keeps
        self._events: deque[tuple[int, bytes]] = deque()
        self._size = 0
        self._last = 0  # the number of the latest event
        self._taken = 0  # the number of the latest event that the reader has taken
        self._is_closed = False
        self._is_changed = False
        self._waiter: asyncio.Future[bool] | None = None
        self._reader = 0

    def put(self, data: bytes) -> None:
        """Add a frame."""
        if self._is_closed:
            return
        self._last += 1
        self._events.append((self._last, data))
        self._size += len(data)
        self._count(len(data))
        if not self.is_read:
            self._backlog.memory.keep(self)
        self._backlog.memory.add_frame(len(data))
        while self._size > KEPT and len(self._events) > 1 and self._may_go(self._events[0][0]):
            self._forget_oldest()
        self._change()

    def finish(self) -> None:
        """Note that no frame follows."""
        self.finished = True
        self._change()

    def only(self) -> bytes | None:
        """Return the unread frame of a finished stream with one frame, None for any other stream."""
        return self._events[0][1] if self.finished and self._last == 1 and self.waiting else None

    @property
    def started(self) -> bool:
        """Whether the stream has a frame, or will have none."""
        return self._last > 0 or self.finished

    def attach(self, after: int | None = None) -> int:
        """Become the reader, from the event after a number on; an earlier reader ends. Return the ticket."""
        self._set_read(False)
        if after is not None:
            self._taken = min(after, self._last)
            self.waiting = sum(map(len, self.unread()))
            self._backlog.memory.keep(self)
        self._reader += 1
        self._set_read(True)
        self._change()
        return self._reader

    def leave(self) -> None:
        """Note that no client waits for the frames."""
        self._set_read(False)
        if self._events:
            self._backlog.memory.keep(self)

    def is_reader(self, ticket: int) -> bool:
        """Say whether no later reader has taken over."""
        return ticket == self._reader

    def next_unread(self) -> tuple[int, bytes] | None:
        """Return the first event that was not taken, with its number."""
        if not self.waiting:
            return None
        return self._events[max(self._taken + 1 - self._events[0][0], 0)]

    def note_taken(self, number: int) -> None:
        """Note that the reader has taken the next event, which has this number."""
        if number <= self._taken or not self.waiting:
            return
        data = self._events[number - self._events[0][0]][1]
        self._taken = number
        self._count(-len(data))
        if self._keeps:
            self._backlog.memory.keep(self)
        while not self._keeps and self._events and self._events[0][0] <= number:
            self._forget_oldest()

    def unread(self) -> list[bytes]:
        """Return the frames that were not taken."""
        return [data for number, data in self._events if number > self._taken]

    def evict(self) -> None:
        """Forget the events that no client waits for."""
        while self._events and self._may_go(self._events[0][0]):
            self._forget_oldest()

    def close(self) -> None:
        """Forget every event, and take no other."""
        self._is_closed = True
        self._set_read(False)
        self.evict()
        self._backlog.memory.forget(self)

    def _may_go(self, number: int) -> bool:
        return not self.is_read or number <= self._taken

    def _forget_oldest(self) -> None:
        number, data = self._events.popleft()
        self._size -= len(data)
        self._backlog.memory.remove_frame(len(data))
        if number > self._taken:
            self._count(-len(data))
            self._taken = number

    def _count(self, size: int) -> None:
        """Count so many unread bytes more, or less."""
        self.waiting += size
        if self.is_read:
            self._backlog.unread += size

    def _set_read(self, is_read: bool) -> None:
        self._backlog.unread += self.waiting * (is_read - self.is_read)
        self.is_read = is_read

    async def changed(self, timeout: float) -> bool:
        """Wait for a frame, the end or another reader; return False after the time."""
        if not self._is_changed:
            loop = asyncio.get_running_loop()
            waiter = self._waiter = loop.create_future()
            timer = loop.call_later(timeout, _resolve, waiter, False)
            try:
                if not await waiter:
                    return False
            finally:
                timer.cancel()
                if self._waiter is waiter:
                    self._waiter = None
        self._is_changed = False
        return True

    def _change(self) -> None:
        self._is_changed = True
        if self._waiter is not None:
            _resolve(self._waiter, True)


def _resolve(waiter: asyncio.Future[bool], result: bool) -> None:
    if not waiter.done():
        waiter.set_result(result)


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


PING = b": ping\r\n\r\n"


def place(last_event_id: str) -> tuple[str, int] | None:
    """Return the stream and the number in the id of an event; None for any other text."""
    name, _, number = last_event_id.rpartition("-")
    return (
        (name, int(number)) if name and number.isascii() and number.isdigit() and len(number) < 16 else None
    )
