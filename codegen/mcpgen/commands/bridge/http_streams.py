"""Streams of server-sent events: the frames of one response, kept for a client that comes back.

An event has the id `STREAM-NUMBER`, so that `Last-Event-ID` names the stream and the last event that the
client has seen. Rules:

- A stream with a reader keeps every frame until the reader has taken the frame. The owner stops reading from
  the server while `waiting` is high.
- A stream without a reader keeps `KEPT` bytes of frames, the newest. A client that comes back later than that
  has lost the oldest.
"""

from __future__ import annotations

import asyncio
from collections import deque
from typing import Any

KEPT = 4 << 20
HIGH, LOW = 1 << 20, 1 << 18  # unread bytes at which the owner stops reading from the server, and resumes
RETRY = 1000  # milliseconds after which a client takes up a broken stream


class Stream:
    """The events of one response, or of a client's general stream; one reader at a time.

    `keeps` says that a client may come back for events that it has read. `is_read` says that a client waits
    for the frames, so that none may be lost.
    """

    def __init__(self, name: str, *, keeps: bool, is_read: bool) -> None:
        self.name = name
        self.is_read = is_read
        self.finished = False
        self.waiting = 0  # bytes that the reader has not taken
        self.error: Any = None  # of the last answer
        self._keeps = keeps
        self._unread: deque[tuple[int, bytes]] = deque()
        self._kept: deque[tuple[int, bytes]] = deque()
        self._kept_size = 0
        self._last = 0
        self._is_changed = False
        self._waiter: asyncio.Future[bool] | None = None
        self._reader = 0

    def put(self, data: bytes) -> None:
        """Add a frame."""
        self._last += 1
        self._unread.append((self._last, data))
        self.waiting += len(data)
        while not self.is_read and self.waiting > KEPT and len(self._unread) > 1:
            self.waiting -= len(self._unread.popleft()[1])
        if self._keeps:
            self._kept.append((self._last, data))
            self._kept_size += len(data)
            while self._kept_size > KEPT and len(self._kept) > 1:
                self._kept_size -= len(self._kept.popleft()[1])
        self._change()

    def finish(self) -> None:
        """Note that no frame follows."""
        self.finished = True
        self._change()

    def only(self) -> bytes | None:
        """Return the unread frame of a finished stream with one frame."""
        return self._unread[0][1] if self.finished and self._last == 1 and self._unread else None

    @property
    def started(self) -> bool:
        """Whether the stream has a frame, or will have none."""
        return self._last > 0 or self.finished

    def attach(self, after: int | None = None) -> int:
        """Become the reader, from the event after a number on; an earlier reader ends. Return the ticket."""
        if after is not None:
            self._unread = deque((number, data) for number, data in self._kept if number > after)
            self.waiting = sum(len(data) for _, data in self._unread)
        self._reader += 1
        self.is_read = True
        self._change()
        return self._reader

    def detach(self, ticket: int) -> None:
        """Note that a reader is gone, unless a later reader has taken over."""
        if ticket == self._reader:
            self.is_read = False

    def is_reader(self, ticket: int) -> bool:
        """Say whether no later reader has taken over."""
        return ticket == self._reader

    def take(self) -> list[tuple[int, bytes]]:
        """Return the events that were not read, and note them as read."""
        found = list(self._unread)
        self._unread.clear()
        self.waiting = 0
        return found

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


def event(data: bytes, id: str | None = None) -> bytes:
    """Return one line of JSON as a server-sent event."""
    head = b"" if id is None else b"id: " + id.encode() + b"\r\n"
    return b"event: message\r\n" + head + b"data: " + data + b"\r\n\r\n"


def priming(id: str) -> bytes:
    """Return an event without data: its id and its delay let a client take up a stream from the start."""
    return b"id: " + id.encode() + b"\r\nretry: " + str(RETRY).encode() + b"\r\ndata:\r\n\r\n"


PING = b": ping\r\n\r\n"


def place(last_event_id: str) -> tuple[str, int] | None:
    """Return the stream and the number in the id of an event; None for any other text."""
    name, _, number = last_event_id.rpartition("-")
    return (
        (name, int(number)) if name and number.isascii() and number.isdigit() and len(number) < 16 else None
    )
