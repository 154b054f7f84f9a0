"""Log records: the text of a log → its values of JSON, each with the line where it starts.

In: chunks of UTF-8. Out: a `Record` for each value. The first line that is not blank tells the format:

- `data:`, `event:`, `id:`, `retry:` or a comment: server-sent events. Of events without a type or of the type
  `message`, the data is a record.
- An array that does not end on its line, or that stands alone: each item is a record. Where the revision has
  batches, an array alone on a line is one record if its items can be a batch.
- Otherwise JSON values: one a line, or spread over lines.

A broken value does not stop the others: its first line is reported, and those of its lines that are not
indented are read on their own. No text is read twice more, and no record is longer than `LIMIT`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple

from mcpgen.commands.log_files import Damaged

LIMIT = 64 << 20  # bytes of one record
HEAD = 1 << 20  # bytes of the first line that are read to recognise the format
TOO_LONG = f"longer than {LIMIT >> 20} MiB"
OPEN_STRING = "a string has no end on its line"
OPEN_ARRAY = "the array has no end"
NO_COMMA = "a comma is missing before the next value"
TOO_DEEP = "nested too deeply"
DEPTH = 10_000  # no decoder reads a value that is nested deeper
# After these flaws, the items of an array cannot be told apart.
UNENDED = (OPEN_STRING, OPEN_ARRAY, NO_COMMA, TOO_DEEP)
CLOSERS = {ord("{"): ord("}"), ord("["): ord("]")}

_EVENT = re.compile(rb"(?:data|event|id|retry)(?::|$)|:")
_TOKEN = re.compile(rb'["\[\]{},:]')
_IN_STRING = re.compile(rb'["\\]')


class Record(NamedTuple):
    """A value of a log: the number of its first line, and its text, or the flaw that makes it unreadable."""

    line: int
    text: bytes
    flaw: str | None = None


class Fragment(NamedTuple):
    """A part of a line, with the number of the line; `ends` if the line ends with the part."""

    line: int
    text: bytes
    ends: bool


class Broken(Exception):
    """A value that cannot end."""


def numbered(lines: Iterable[bytes]) -> Iterator[Record]:
    """Yield a record for each line of JSON Lines that is not blank."""
    for number, line in enumerate(lines, 1):
        if text := _stripped(line):
            yield Record(number, text)


def records(chunks: Iterator[bytes], is_batch: Callable[[bytes], bool]) -> Iterator[Record]:
    """Yield the records of a text; `is_batch` tells whether an array that stands alone is one frame."""
    text = Text(chunks)
    try:
        head, ends = text.first_line()
        if _EVENT.match(head):
            yield from _events(text)
            return
        is_list = head.startswith(b"[") and _is_list(text, head, ends, is_batch)
        if is_list:
            yield from _items(text)
        yield from _values(text, is_list)
    except Damaged as damage:
        yield Record(text.line, b"", str(damage))


def _is_list(text: Text, head: bytes, ends: bool, is_batch: Callable[[bytes], bool]) -> bool:
    """Return whether the array that starts a text is a list of records, and no frame of its own."""
    if not ends or not head.endswith(b"]"):
        return True
    return not text.has_second_line() and not is_batch(head)


class Text:
    """The lines of a text, whole or in fragments, read once."""

    def __init__(self, chunks: Iterator[bytes]) -> None:
        self.line = 1  # the line that was read last
        self._fragments = _fragments(chunks)
        self._returned: list[Fragment] = []  # the next at the end

    def fragment(self) -> Fragment | None:
        """Return the next fragment, None at the end."""
        found = self._returned.pop() if self._returned else next(self._fragments, None)
        if found is not None:
            self.line = found.line
        return found

    def give_back(self, fragments: Iterable[Fragment]) -> None:
        """Return fragments to the text, in their order."""
        self._returned += reversed(list(fragments))

    def whole_line(self) -> Record | None:
        """Return the next line, None at the end; a line that is too long is a flaw."""
        parts: list[bytes] = []
        size = 0
        while (found := self.fragment()) is not None:
            size += len(found.text)
            if size <= LIMIT:
                parts.append(found.text)
            else:
                parts.clear()
            if found.ends:
                break
        if found is None and not size:
            return None
        return Record(self.line, b"".join(parts), TOO_LONG if size > LIMIT else None)

    def first_line(self) -> tuple[bytes, bool]:
        """Return the start of the first line that is not blank, and whether the line ends there."""
        seen: list[Fragment] = []
        line = b""
        while (found := self.fragment()) is not None:
            seen.append(found)
            line = (line + found.text).lstrip()
            if found.ends and line:
                break
            if not line:
                seen = [found]
            elif len(line) > HEAD:
                break
        self.give_back(seen)
        return _stripped(line), found is None or found.ends

    def has_second_line(self) -> bool:
        """Return whether text follows the line that comes next."""
        seen: list[Fragment] = []
        lines = 0
        while (found := self.fragment()) is not None:
            if not lines or found.text.strip():
                seen.append(found)
            if lines and found.text.strip():
                break
            lines += found.ends
        self.give_back(seen)
        return found is not None


def _fragments(chunks: Iterator[bytes]) -> Iterator[Fragment]:
    number = 1
    for chunk in chunks:
        *lines, rest = chunk.split(b"\n")
        if len(lines) > 2 and chunk.isspace():  # a run of blank lines is one
            yield Fragment(number, lines[0], True)
            number += len(lines) - 1
            lines = [b""]
        for line in lines:
            yield Fragment(number, line, True)
            number += 1
        if rest:
            yield Fragment(number, rest, False)


# JSON values


def _values(text: Text, listed: bool) -> Iterator[Record]:
    """Yield values of one line or several; `listed` if they may be the rest of a broken array."""
    while (line := text.whole_line()) is not None:
        start = _stripped(line.text)
        if listed:
            start = start.rstrip(b", \t")
            if start == b"]":
                continue
        if line.flaw:
            yield line
        elif start[:1] in (b"{", b"[") and start[-1] != CLOSERS[start[0]]:
            yield from _spread(text, line, listed)
        elif start:
            yield Record(line.line, start)


def _spread(text: Text, first: Record, listed: bool) -> Iterator[Record]:
    """Yield the value that starts with a line and ends with a later one."""
    scan, lines, size = Scan(), [first], 0
    try:
        while scan.feed(lines[-1].text) < 0:
            if scan.in_string:
                raise Broken(OPEN_STRING)
            line = text.whole_line()
            if line is None:
                raise Broken("the value has no end")
            lines.append(line)
            size += len(line.text)
            if line.flaw or size > LIMIT:
                raise Broken(TOO_LONG)
    except Broken as flaw:
        yield Record(first.line, b"", str(flaw))
        yield from _not_indented(lines[1:])
        return
    value = b"\n".join(line.text for line in lines)
    yield Record(first.line, _stripped(value).rstrip(b", \t") if listed else _stripped(value))


def _not_indented(lines: Iterable[Record]) -> Iterator[Record]:
    """Yield the lines of a broken value that may be records of their own."""
    for line in lines:
        if line.text[:1].strip(b" \t\r}],"):
            yield Record(line.line, _stripped(line.text), line.flaw)


# An array of records


def _items(text: Text) -> Iterator[Record]:
    """Yield the items of the array that comes next; after a flaw, the rest of the text is left."""
    while (found := text.fragment()) is not None and b"[" not in found.text:
        pass
    assert found is not None
    text.give_back([found._replace(text=found.text.partition(b"[")[2])])
    ended, items = False, 0
    while not ended:
        item, ended, flaw = _item(text)
        value = _stripped(b"\n".join(map(_joined, _by_line(item))))
        if not value and not flaw and not (ended and items == 0):
            flaw = "an item is missing"
        start = next((part.line for part in item if part.text.strip()), text.line)
        if flaw or value:
            yield Record(start, value if flaw is None else b"", flaw)
        items += 1
        if flaw in UNENDED:
            text.give_back(part for part in item if part.line > start)
            return


def _item(text: Text) -> tuple[list[Fragment], bool, str | None]:
    """Return the fragments of the next item, whether the array ends with the item, and a flaw."""
    scan, parts, size, flaw = Scan(listed=True), list[Fragment](), 0, None
    while (found := text.fragment()) is not None:
        try:
            end = scan.feed(found.text)
        except Broken as broken:
            return [*parts, found], False, str(broken)
        size += len(found.text) if end < 0 else end
        if size > LIMIT:
            parts, flaw = parts[:1], TOO_LONG
        elif end < 0:
            parts.append(found)
        if end >= 0:
            parts.append(found._replace(text=found.text[: end - 1]))
            text.give_back([found._replace(text=found.text[end:])])
            return parts, found.text[end - 1 : end] == b"]", flaw
        if found.ends and scan.in_string:
            return parts, False, OPEN_STRING
    return parts, True, flaw or OPEN_ARRAY


def _by_line(parts: Iterable[Fragment]) -> list[list[Fragment]]:
    lines: dict[int, list[Fragment]] = {}
    for part in parts:
        lines.setdefault(part.line, []).append(part)
    return list(lines.values())


def _joined(parts: Iterable[Fragment]) -> bytes:
    return b"".join(part.text for part in parts)


class Scan:
    """Finds the end of a value by its brackets and strings, fragment by fragment.

    With `listed`, the value is an item: a comma or a bracket after the item ends it.
    """

    def __init__(self, listed: bool = False) -> None:
        self.in_string = False
        self._listed = listed
        self._escaped = False
        self._depth = 0
        self._complete = False  # a string or container has ended, and no comma or colon followed

    def feed(self, text: bytes) -> int:
        """Return the index behind the value, or -1 if the value goes on; raise `Broken`."""
        at = 0
        if self._escaped and text:
            self._escaped, at = False, 1
        while found := (_IN_STRING if self.in_string else _TOKEN).search(text, at):
            at, token = found.end(), found[0]
            if token == b"\\":
                self._escaped = at == len(text)
                at += 1
            elif token == b'"' and self.in_string:
                self.in_string, self._complete = False, True
            elif self._ends(token):
                return at
        return -1

    def _ends(self, token: bytes) -> bool:
        """Take a token outside of strings; return whether the value ends with the token."""
        if token in b'{["':
            if self._complete:
                raise Broken(NO_COMMA)
            self.in_string = token == b'"'
            self._depth += token != b'"'
            if self._depth > DEPTH:
                raise Broken(TOO_DEEP)
            return False
        self._complete = token in b"}]"
        if token in b"}]":
            self._depth -= 1
            return self._depth == (-1 if self._listed else 0)
        return token == b"," and self._listed and self._depth == 0


# Server-sent events


def _events(text: Text) -> Iterator[Record]:
    """Yield the data of events; a line that is no field is a record."""
    event = Event()
    while (line := text.whole_line()) is not None:
        if line.flaw:
            yield line
            continue
        for row in line.text.removesuffix(b"\r").split(b"\r"):
            if not row:
                yield from event.end()
            elif not event.add(line.line, row) and row.strip():
                yield Record(line.line, row.strip())
    yield from event.end()


class Event:
    """The fields of one event, as they are read."""

    def __init__(self) -> None:
        self._clear()

    def _clear(self) -> None:
        self._start = self._size = 0
        self._kind = b""
        self._data: list[bytes] = []

    def add(self, line: int, row: bytes) -> bool:
        """Add a field or a comment; return whether the row is one."""
        if row.startswith(b":"):
            return True
        name, _, value = row.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"data":
            self._start = self._start or line
            self._size += len(value)
            if self._size <= LIMIT:
                self._data.append(value)
        elif name == b"event":
            self._kind = value
        return name in (b"data", b"event", b"id", b"retry")

    def end(self) -> Iterator[Record]:
        """Yield the record of the event, if the event is a message, and start the next event."""
        value = b"\n".join(self._data).strip()
        if self._size > LIMIT:
            yield Record(self._start, b"", TOO_LONG)
        elif value and self._kind in (b"", b"message"):
            yield Record(self._start, value)
        self._clear()


def _stripped(line: bytes) -> bytes:
    return line.strip().removeprefix(b"\xef\xbb\xbf")
