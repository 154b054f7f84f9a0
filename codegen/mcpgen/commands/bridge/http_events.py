"""Server-sent events of a server, read within bounds.

In: the bytes of a stream, cut anywhere. Out: events. Rules:

- An event has at most `LARGEST` bytes, whether its lines end or not. Comments do not count.
- An id that no header can carry back is no id: a stream cannot be taken up there.
"""

from __future__ import annotations

import codecs
import re
from collections.abc import Iterator
from typing import NamedTuple

LARGEST = 64 << 20  # bytes
_ID = re.compile(r"[ -~]{1,4096}")


class TooLarge(Exception):
    """An event has more than `LARGEST` bytes."""


class Event(NamedTuple):
    """A server-sent event; `id` is empty without an id, `retry` is in milliseconds."""

    name: str
    data: bytes
    id: str
    retry: int | None


class EventParser:
    """Split bytes into lines, and lines into events."""

    def __init__(self) -> None:
        self._parts: list[bytes] = []  # of the line that has begun
        self._part_size = 0
        self._data: list[bytes] = []
        self._data_size = 0
        self._name = "message"
        self._id = ""
        self._retry: int | None = None
        self._is_open = False  # whether a line of an event has come
        self._after_cr = False
        self._is_first = True  # a byte order mark may begin the first line

    @property
    def has_begun(self) -> bool:
        """Whether the end of an event is missing."""
        return self._is_open or self._part_size > 0

    @property
    def size(self) -> int:
        """The bytes of the event that has begun."""
        return self._part_size + self._data_size

    def feed(self, data: bytes) -> Iterator[Event]:
        """Yield the events that the bytes complete; raise `TooLarge` for an event beyond the bound."""
        if self._after_cr and data[:1] == b"\n":
            data = data[1:]
        self._after_cr = data[-1:] == b"\r"
        *lines, rest = data.replace(b"\r\n", b"\n").replace(b"\r", b"\n").split(b"\n")
        for line in lines:
            whole = b"".join([*self._parts, line])
            self._parts, self._part_size = [], 0
            event = self._add(whole)
            if event is not None:
                yield event
        if rest:
            self._parts.append(rest)
            self._part_size += len(rest)
        self._check_size()

    def _add(self, line: bytes) -> Event | None:
        """Note a field; return the event that a blank line ends."""
        if self._is_first:
            self._is_first, line = False, line.removeprefix(codecs.BOM_UTF8)
        if not line:
            return self._end() if self._is_open else None
        field, _, value = line.partition(b":")
        if not field:
            return None
        self._is_open = True
        value = value[1:] if value[:1] == b" " else value
        if field == b"data":
            self._data.append(value)
            self._data_size += len(value) + 1
            self._check_size()
        elif field == b"event":
            self._name = value.decode("utf-8", "replace") or "message"
        elif field == b"id":
            text = value.decode("utf-8", "replace")
            self._id = text if _ID.fullmatch(text) else ""
        elif field == b"retry" and value.isdigit() and len(value) < 10:
            self._retry = int(value)
        return None

    def _end(self) -> Event:
        event = Event(self._name, b"\n".join(self._data), self._id, self._retry)
        self._data, self._data_size, self._name, self._retry, self._is_open = [], 0, "message", None, False
        return event

    def _check_size(self) -> None:
        if self.size > LARGEST:
            raise TooLarge
