"""The frames for one request of a client over HTTP, or for the standalone stream of a session.

A `Stream` is the key of its request in the `Bridge`, so each frame and the end of the request name it. The id
of an event is `STREAM-READER-NUMBER`: the stream, the response, and the last message in it. So
`Last-Event-ID` tells which response broke, and which messages the client has. Rules:

- A stream stores each message until its reader has taken it, and continues when a reader resumes it.
- A stream may have several readers. Only the newest gets messages, and the others stay open. If they were
  closed, a client that has two readers, and reconnects each reader that ends, would close one by opening the
  other, again and again. When the newest reader leaves, the one before it gets messages again.
- A client that resumes gets the messages that were sent to no reader, to the reader that it names, or to a
  reader that has left. It does not get notifications and requests that were sent to another open response.
  But it gets JSON-RPC responses again: that HTTP response may be broken, and a second copy does no harm.
- Frames without a reader are stored for a client that may resume: the newest `KEPT` bytes and `MOST` messages
  of a stream, within the budget of the client. A stream that nobody can resume stores nothing that was taken.
- A large frame is sent in parts, so that a slow connection buffers only one part.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Any

import anyio

from mcp_bridge.core.budget import Budget
from mcp_bridge.http_clients import Use
from mcp_bridge.http_headers import Challenge

KEPT = 4 << 20  # bytes of frames that a stream stores for a client that may resume
MOST = 10_000  # frames that it stores: a client that resumes has the bridge look at each of them
ENTRY = 200  # bytes of memory for a stored frame besides its text
PART = 1 << 16  # bytes of a frame that are sent at once
WAITING = 0  # the ticket of a request whose response has not begun
NOBODY, CONFIRMED = -1, -2  # instead of a ticket: sent to no reader, and received by the client
_EVENT_ID = re.compile(r"([0-9]{1,15})-([0-9]{1,15})-([0-9]{1,15})")
RETRY_MILLISECONDS = 1000  # time after which a client resumes a broken stream


class Stream:
    """The messages for one request of a client, or for the standalone stream. The newest reader gets them.

    - `counted`: a function that gets each increase or decrease of the number of bytes that wait for a reader.
    - `is_kept`: whether messages stay stored after a reader has taken them, so that the client may resume.
    - `is_awaited`: whether a request waits for the first messages.

    The other arguments describe the request, and are attributes:

    Attributes:
        headers: The headers to send to the server with everything that the request causes.
        takes_events: Whether the client accepts a stream of events.
        is_call: Whether the request is a call. If a frame of the server names no request, it may belong to an
            open call.
        logs: Whether the request asks for log messages.
        use: What the body of the request takes from the budgets of the client. None for the standalone
            stream, which has no body.
    """

    def __init__(  # noqa: PLR0913 - the facts about a request
        self,
        name: str,
        budget: Budget,
        counted: Callable[[int], None],
        *,
        is_kept: bool,
        is_awaited: bool = True,
        headers: Mapping[str, str] = MappingProxyType({}),
        takes_events: bool = True,
        is_call: bool = False,
        logs: bool = False,
        use: Use | None = None,
    ) -> None:
        self.name = name
        self.headers, self.takes_events, self.is_call = headers, takes_events, is_call
        self.use, self.logs = use, logs
        self.is_kept = is_kept
        self.is_read = is_awaited  # a client waits for the messages
        self.is_begun = False  # the client has seen the id of an event, so it may resume
        self.is_over = False  # no frame follows
        self.moved: float | None = None  # the time when a reader took the last part; None before a response
        self.error: Any = None  # the error of the last response
        self.refusal: str | None = None  # why a notification is not passed on
        self.challenge: Challenge | None = None
        self._budget = budget
        self._counted = counted
        self._events: dict[int, bytes] = {}  # by number, in order
        self._sent_to: dict[int, int] = {}  # for each event: the ticket of its reader, NOBODY or CONFIRMED
        self._first = 1  # the number of the first event that is kept
        self._responses: set[int] = set()  # the numbers of the stored events that are responses
        self._lost_response = (
            0  # the number of the last response that was deleted before the client confirmed it
        )
        self._taken = 0  # the number of the last event that a reader has taken
        self._size = 0
        self._unread = 0  # bytes that are not taken
        self._held = 0  # bytes that no reader waits for
        self._changed = asyncio.Event()
        self._readers = [WAITING] if is_awaited else []  # the tickets of the readers, the newest last
        self._last_ticket = 0

    @property
    def count(self) -> int:
        """The number of frames that the stream has got so far."""
        return self._first + len(self._events) - 1

    @property
    def taken(self) -> int:
        """The number of the last message that a reader has taken."""
        return self._taken

    @property
    def tickets(self) -> tuple[int, ...]:
        """The tickets (numbers) of the readers, newest last."""
        return tuple(self._readers)

    def is_resumable(self, after: int) -> bool:
        """Return whether a client that has the messages up to this number may resume the stream.

        Every later response must still be stored. So must every later message, if the stream is over.
        """
        return after >= self._lost_response and not (self.is_over and after + 1 < self._first)

    def has_left(self, after: int, of: int) -> bool:
        """Return whether a client that resumes the stream will get messages.

        The client has the messages up to the number `after`, which it got as the reader `of`. Requests and
        notifications that another open response has got do not count.
        """
        others = {*self._readers} - {of}
        return not self.is_over or any(
            self._events[number] and (number in self._responses or self._sent_to[number] not in others)
            for number in range(max(after + 1, self._first), self.count + 1)
        )

    def was_sent_to(self, number: int, ticket: int) -> bool:
        """Return whether the message with this number was sent to this reader, and is not confirmed."""
        return self._sent_to.get(number) == ticket

    def is_confirmed(self, number: int) -> bool:
        """Return whether it is certain that a client has received the message with this number.

        That is so if the client has resumed the stream after the message.
        """
        return self._sent_to.get(number) == CONFIRMED

    @property
    def is_unread(self) -> bool:
        """Whether the stream stores a frame that no reader has taken."""
        return self._taken < self.count

    def put(self, data: bytes, *, is_response: bool = False) -> int:
        """Add a frame, and return its number."""
        number = self.count + 1
        self._events[number], self._sent_to[number] = data, NOBODY
        if is_response:
            self._responses.add(number)
        self._count(len(data), len(data))
        self._trim()
        self._changed.set()
        return self.count

    def withdraw(self, number: int) -> None:
        """Replace the frame with this number by an empty one, which is never sent."""
        if number in self._events:
            size = len(self._events[number])
            self._events[number] = b""
            self._count(-size, -size if number > self._taken else 0)

    def end(self) -> None:
        """Record that the stream gets no more frames."""
        self.is_over = True
        self._changed.set()

    def touch(self) -> None:
        """Wake the readers, so that they check the stream."""
        self._changed.set()

    def attach(self, after: int | None = None, of: int = WAITING) -> int:
        """Add a reader as the newest reader, and return its ticket (its number).

        `after` is the last message that the new reader has. By default, the new reader starts where the last
        reader is. The new reader replaces the reader with the ticket `of`. By default, that is the first
        reader: the HTTP request that opened the stream, before its response begins.
        """
        unread = self._unread
        self._readers = [ticket for ticket in self._readers if ticket != of]
        if after is not None:
            for number in range(self._first, min(after, self.count) + 1):
                if self._sent_to[number] == of:
                    self._sent_to[number] = CONFIRMED
            self._taken = max(min(after, self.count), self._first - 1)
            unread = sum(map(len, self.unread()))
        self._set_read(True, unread)
        self.moved = None
        self._last_ticket += 1
        self._readers.append(self._last_ticket)
        self._changed.set()
        return self._last_ticket

    def detach(self, ticket: int) -> bool:
        """Remove a reader. Return whether it was the newest."""
        if ticket not in self._readers:
            return False
        is_newest = self.is_newest(ticket)
        self._readers.remove(ticket)
        if is_newest and self._readers:
            self.moved = None
        elif is_newest:
            self._set_read(False, self._unread)
            self._trim()
        self._changed.set()
        return is_newest

    def is_reader(self, ticket: int) -> bool:
        """Return whether a ticket belongs to a reader that was not removed."""
        return ticket in self._readers

    def is_newest(self, ticket: int) -> bool:
        """Return whether a ticket belongs to the reader that gets the messages."""
        return self._readers[-1:] == [ticket]

    def unread(self) -> list[bytes]:
        """Return the frames that no reader has taken."""
        first = max(self._taken + 1, self._first)
        return [self._events[number] for number in range(first, self.count + 1)]

    def next_unread(self) -> tuple[int, bytes] | None:
        """Return the first frame that no reader has taken, with its number, or None."""
        while self.is_unread:
            number = max(self._taken + 1, self._first)
            if number in self._responses or self._sent_to[number] not in self._readers[:-1]:
                return number, self._events[number]
            self._taken = number  # another open HTTP response has it
            self._count(0, -len(self._events[number]))
        return None

    def take(self, number: int) -> None:
        """Record that the reader has taken the frame with this number."""
        if self._taken < number <= self.count:
            self._taken = number
            if self._sent_to[number] != CONFIRMED:
                self._sent_to[number] = self._readers[-1] if self._readers else NOBODY
            self._count(0, -len(self._events[number]))
            while not self.is_kept and self._events and self._first <= number:
                self._forget_oldest()

    def evict(self) -> None:
        """Delete the frames that no reader waits for, because the budget needs room."""
        while self._events and not self._is_awaited(self._first):
            self._forget_oldest()

    def close(self) -> None:
        """Delete every frame."""
        self._first, self._taken = self.count + 1, max(self._taken, self.count)
        self._events.clear()
        self._sent_to.clear()
        self._responses.clear()
        self._readers.clear()
        self._size = 0
        self._set_read(False, 0)
        self._changed.set()

    async def change(self, seconds: float | None) -> bool:
        """Wait until a frame, the end or another reader arrives. Return False if `seconds` pass first."""
        with anyio.move_on_after(seconds):
            await self._changed.wait()
            self._changed.clear()
            return True
        return False

    def _is_awaited(self, number: int) -> bool:
        return self.is_read and number > self._taken

    def _trim(self) -> None:
        """Delete the oldest frames beyond `KEPT` bytes or `MOST`, except frames that a reader waits for."""
        while (
            (self._size > KEPT or len(self._events) > MOST)
            and len(self._events) > 1
            and not self._is_awaited(self._first)
        ):
            self._forget_oldest()

    def _forget_oldest(self) -> None:
        data, sent_to = self._events.pop(self._first), self._sent_to.pop(self._first)
        if self._first in self._responses:
            self._responses.discard(self._first)
            if sent_to != CONFIRMED:
                self._lost_response = self._first
        is_unread = self._first > self._taken
        self._taken = max(self._taken, self._first)
        self._first += 1
        self._count(-len(data), -len(data) if is_unread else 0)

    def _set_read(self, is_read: bool, unread: int) -> None:
        self._counted(unread * is_read - self._unread * self.is_read)
        self.is_read, self._unread = is_read, unread
        self._count(0, 0)

    def _count(self, size: int, unread: int) -> None:
        """Add `size` to the number of stored bytes, and `unread` to the number of those not taken.

        Both may be negative.
        """
        self._size += size
        self._unread += unread
        if self.is_read:
            self._counted(unread)
        awaited = self.count - max(self._taken, self._first - 1) if self.is_read else 0
        held = self._size - self._unread * self.is_read + ENTRY * (len(self._events) - awaited)
        more, self._held = held - self._held, held
        if more:
            self._budget.resize(self, more)


def event_parts(data: bytes, id: str | None = None) -> Iterator[bytes]:
    """Yield one line of JSON as a server-sent event, in parts of limited size."""
    head = b"" if id is None else b"id: " + id.encode() + b"\r\n"
    head = b"event: message\r\n" + head + b"data: "
    if len(data) <= PART:
        yield head + data + b"\r\n\r\n"
        return
    yield head
    yield from parts(data)
    yield b"\r\n\r\n"


def parts(data: bytes) -> Iterator[bytes]:
    """Yield bytes in parts of limited size."""
    for start in range(0, len(data), PART):
        yield data[start : start + PART]


def priming(id: str) -> bytes:
    """Return an event without data. With its id, a client can resume the stream from the start."""
    return b"id: " + id.encode() + b"\r\nretry: " + str(RETRY_MILLISECONDS).encode() + b"\r\ndata:\r\n\r\n"


def endpoint_event(url: str) -> bytes:
    """Return the first event of the HTTP+SSE transport. It names the URL for the bodies of the client."""
    return b"event: endpoint\r\ndata: " + url.encode() + b"\r\n\r\n"


def event_id(stream: Stream, ticket: int, number: int) -> str:
    """Return the id of the event for a message: the stream, the reader and the number of the message."""
    return f"{stream.name}-{ticket}-{number}"


def place(last_event_id: str) -> tuple[str, int, int] | None:
    """Parse the id of an event into stream, reader and number. Return None for any other text."""
    found = _EVENT_ID.fullmatch(last_event_id)
    return None if found is None else (found[1], int(found[2]), int(found[3]))
