"""The bytes that the HTTP front holds for servers and clients, bounded for the process and for each session.

Rules:

- A body is charged from its first byte until the server has taken its frames and has answered the requests
  among them. A frame for a client is charged until the client has taken the frame.
- A body weighs its bytes and its JSON values: the tree of many small values is larger than their text.
- `Memory` is the process. A body beyond the bound is refused.
- Frames of servers cannot be refused. While they fill half of the memory, no server is read; the clients that
  take frames, or are cut off, end that. Bodies do not count here, because servers must answer them.
- Events kept for a client that may come back make room for anything else, the oldest stream first.
- `Room` is a session. A body waits, unread, until the session has room. A body alone always has room.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

# Bytes in a tree beside the text, by the byte that begins or ends a value.
WEIGHTS = {b"{": 192, b"[": 64, b",": 32}


class Evictable(Protocol):
    """A stream with events that may go."""

    def evict(self) -> None:
        """Forget the events that no client waits for."""


class Memory:
    """The bytes of a process, up to `most`."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.used = 0
        self.frames = 0  # the part of `used` that clients wait for, or may come back for
        self.clients_are_slow = False
        self.changed: Callable[[], None] | None = None  # called when `clients_are_slow` changes
        self._kept: dict[Evictable, None] = {}  # the stream with the latest event is the last

    def take(self, size: int) -> bool:
        """Count bytes of a body where there is room for them; say whether there was."""
        self._evict(self.most - size)
        if self.used + size > self.most:
            return False
        self.used += size
        return True

    def give(self, size: int) -> None:
        """Note that bytes of a body are gone."""
        self.used -= size

    def add_frame(self, size: int) -> None:
        """Count a frame for a client."""
        self.used += size
        self.frames += size
        self._evict(self.most)
        if not self.clients_are_slow and self.frames > self.most // 2:
            self._set_slow(True)

    def remove_frame(self, size: int) -> None:
        """Note that a frame for a client is gone."""
        self.used -= size
        self.frames -= size
        if self.clients_are_slow and self.frames <= self.most // 4:
            self._set_slow(False)

    def keep(self, stream: Evictable) -> None:
        """Note that the latest event belongs to a stream whose events may go."""
        self._kept.pop(stream, None)
        self._kept[stream] = None

    def forget(self, stream: Evictable) -> None:
        """Note that a stream has no events."""
        self._kept.pop(stream, None)

    def _evict(self, most: int) -> None:
        while self._kept and (self.used > most or self.frames > self.most // 2):
            oldest = next(iter(self._kept))
            del self._kept[oldest]
            oldest.evict()

    def _set_slow(self, is_slow: bool) -> None:
        self.clients_are_slow = is_slow
        if self.changed is not None:
            self.changed()


class Room:
    """The bytes of a session, up to `most`; bodies beyond the bound wait their turn."""

    def __init__(self, most: int) -> None:
        self.most = most
        self.used = 0
        self._waiting: deque[tuple[int, asyncio.Future[bool]]] = deque()

    async def enter(self, size: int, seconds: float) -> bool:
        """Count bytes as soon as there is room for them; return False where there is none in time."""
        if not self._waiting and self._has_room(size):
            self.used += size
            return True
        loop = asyncio.get_running_loop()
        turn: asyncio.Future[bool] = loop.create_future()
        timer = loop.call_later(seconds, _resolve, turn, False)
        self._waiting.append((size, turn))
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.result():
                self.leave(size)
            raise
        finally:
            timer.cancel()
            self._admit()

    def leave(self, size: int) -> None:
        """Note that bytes are gone, and admit the bodies that have room now."""
        self.used -= size
        self._admit()

    def _has_room(self, size: int) -> bool:
        return self.used == 0 or self.used + size <= self.most

    def _admit(self) -> None:
        while self._waiting and (self._waiting[0][1].done() or self._has_room(self._waiting[0][0])):
            size, turn = self._waiting.popleft()
            if not turn.done():
                self.used += size
                turn.set_result(True)


class Charge:
    """The bytes of a body in the memory and in the room of its session, until its last holder drops them."""

    def __init__(self, memory: Memory) -> None:
        self._memory = memory
        self._room: Room | None = None
        self._size = 0
        self._entered = 0
        self._holders = 1

    @property
    def size(self) -> int:
        """The bytes that the body counts in the memory."""
        return self._size

    def grow(self, size: int) -> bool:
        """Count more bytes where the memory has room for them; say whether there was."""
        if not self._memory.take(size):
            return False
        self._size += size
        return True

    async def enter(self, room: Room, size: int, seconds: float) -> bool:
        """Wait until a session has room for bytes of the body; return False where there is none in time."""
        if self._room is None:
            if not await room.enter(size, seconds):
                return False
            self._room, self._entered = room, size
        return True

    def hold(self) -> Charge:
        """Note one more holder, and return the charge."""
        self._holders += 1
        return self

    def drop(self) -> None:
        """Note that a holder is gone; the last one gives everything back."""
        self._holders -= 1
        if self._holders:
            return
        self._memory.give(self._size)
        if self._room is not None:
            self._room.leave(self._entered)


def _resolve(turn: asyncio.Future[bool], result: bool) -> None:
    if not turn.done():
        turn.set_result(result)


def tree_weight(body: bytes) -> int:
    """Return the bytes that the tree of a JSON text takes beside the text, roughly and not too few."""
    return sum(weight * body.count(byte) for byte, weight in WEIGHTS.items())
