"""Streams of server-sent events: the frames of one response, kept for a client that comes back.

An event has the id `STREAM-NUMBER`, so that `Last-Event-ID` names the stream and the last event that the
client has seen. A stream keeps `KEPT` bytes of events at most; the client that falls behind further has lost
them, and the request is answered by an error when the client comes back.
"""

from __future__ import annotations

import asyncio
from collections import deque

KEPT = 4 << 20
HIGH, LOW = 1 << 20, 1 << 18  # unread bytes at which the owner stops reading from the server, and resumes


class Stream:
    """The events of one response, or of a client's general stream; one reader at a time.

    `keeps` says that a client may come back for events that it has read.
    """

    def __init__(self, name: str, *, keeps: bool) -> None:
        self.name = name
        self.finished = False
        self.waiting = 0  # bytes that the reader has not taken
        self._keeps = keeps
        self._unread: deque[tuple[int, bytes]] = deque()
        self._kept: deque[tuple[int, bytes]] = deque()
        self._kept_size = 0
        self._last = 0
        self._changed = asyncio.Event()
        self._reader = 0

    def put(self, data: bytes) -> None:
        """Add a frame."""
        self._last += 1
        self._unread.append((self._last, data))
        self.waiting += len(data)
        while self.waiting > KEPT and len(self._unread) > 1:
            self.waiting -= len(self._unread.popleft()[1])
        if self._keeps:
            self._kept.append((self._last, data))
            self._kept_size += len(data)
            while self._kept_size > KEPT and len(self._kept) > 1:
                self._kept_size -= len(self._kept.popleft()[1])
        self._changed.set()

    def finish(self) -> None:
        """Note that no frame follows."""
        self.finished = True
        self._changed.set()

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
        self._changed.set()
        return self._reader

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
        try:
            await asyncio.wait_for(self._changed.wait(), timeout)
        except (asyncio.TimeoutError, TimeoutError):
            return False
        self._changed.clear()
        return True


def event(data: bytes, id: str | None = None) -> bytes:
    """Return one line of JSON as a server-sent event."""
    head = b"" if id is None else b"id: " + id.encode() + b"\r\n"
    return b"event: message\r\n" + head + b"data: " + data + b"\r\n\r\n"


PING = b": ping\r\n\r\n"


def place(last_event_id: str) -> tuple[str, int] | None:
    """Return the stream and the number in the id of an event; None for any other text."""
    name, _, number = last_event_id.rpartition("-")
    return (
        (name, int(number)) if name and number.isascii() and number.isdigit() and len(number) < 16 else None
    )
