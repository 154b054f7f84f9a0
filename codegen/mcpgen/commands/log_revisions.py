"""The revision of each line of a log, where the log states its revisions itself.

In: lines in order. Out: each line with its revision, in the same order. Rules:

- The result of `initialize` states the revision of a session: the lines from the request on have it. Without
  a result, the session has the revision that the client asked for.
- `io.modelcontextprotocol/protocolVersion` in a request states the revision of this line and of those that
  follow.
- Lines before the first statement have its revision.
- The lines of a bridge's log name the connection as `side`: each connection has its revisions.
- A stated revision that the package lacks is replaced by the newest one with the same kind of statement.
- At most `HELD` lines wait for a statement.
"""

from __future__ import annotations

import sys
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from mcpgen.commands import progress
from mcpgen.commands.log_files import LogFile, LogRecord, read_lines
from mcpgen.commands.log_records import records
from mcpgen.commands.logs import (
    Frame,
    Line,
    Unreadable,
    is_batch,
    module_of,
    peers_of,
    read_record,
    reserved_key,
    revisions_package,
)
from mcpgen.problems import refuse
from mcpgen.runtime.bridge.frames import meta_of, params_of
from mcpgen.runtime.sides import OTHER

AUTO = "auto"
HELD = 1000  # lines
HELD_BYTES = 64 << 20


@dataclass
class LogLine:
    """A record as a line, its connection and its revision, and a note where the stated one was replaced."""

    record: LogRecord
    line: Line | Unreadable
    side: str | None = None
    revision: str = ""
    note: str | None = None


@contextmanager
def opened_log(file: LogFile, revision: str, label: str) -> Iterator[Iterator[LogRecord]]:
    """Yield the records of a log of a revision, or of `auto`; a bar named `label` shows the progress."""
    has_batches = revision != AUTO and module_of(revisions_package(), revision).BATCHES
    with file.opened() as raw, progress.bytes_read(raw, label, sys.stderr) as advance:
        yield records(read_lines(raw, advance), is_batch if has_batches else lambda text: False)


def log_lines(found: Iterable[LogRecord], revision: str, name: str) -> Iterator[LogLine]:
    """Yield the records of a log, called `name`, as lines of a revision, or of those that the log states."""
    package = revisions_package()
    sides = OTHER if revision == AUTO else peers_of(module_of(package, revision))
    read = (LogLine(record, read_record(record, sides)) for record in found)
    if revision == AUTO:
        yield from _with_revisions(read, Known.of(package), name)
        return
    for line in read:
        line.revision = revision
        yield line


@dataclass
class Known:
    """The revisions of a package, oldest first, and the newest ones with and without a handshake."""

    revisions: Sequence[str]
    newest: Mapping[bool, str]

    @classmethod
    def of(cls, package: Any) -> Known:
        """Return the revisions of `mcp_revisions`."""
        names = list(package.REVISIONS)
        kinds = {"initialize" in package.revision(name).METHODS: name for name in names}
        return cls(names, {True: kinds.get(True, names[-1]), False: kinds.get(False, names[-1])})

    def chosen(self, stated: str, *, handshake: bool) -> tuple[str, str | None]:
        """Return the revision to use for a stated one, and a note if that is another."""
        if stated in self.revisions:
            return stated, None
        used = self.newest[handshake]
        return used, f"states the revision {stated[:80]!r}, which is not known; judged by {used}"


@dataclass
class Connection:
    """The state of one connection."""

    revision: str | None = None
    waiting: list[LogLine] = field(default_factory=list)  # the lines without a revision, oldest first
    readable: bool = False
    asked: tuple[Any, str] | None = None  # the id of an open `initialize`, and the revision that it asks for


def _with_revisions(lines: Iterable[LogLine], known: Known, name: str) -> Iterator[LogLine]:
    """Yield each line with its revision; refuse a log that states none within the lines that may wait."""
    connections: dict[str | None, Connection] = {}
    entries: deque[LogLine] = deque()
    size = 0
    for entry in lines:
        line = entry.line if isinstance(entry.line, Line) else None
        side = line.wrapper.get("side") if line is not None and line.wrapper else None
        entry.side = side if isinstance(side, str) else None
        connection = connections.setdefault(entry.side, Connection())
        entries.append(entry)
        connection.waiting.append(entry)
        connection.readable |= line is not None and bool(line.frames)
        _read(connection, line, known)
        size += len(line.message) if line is not None else 0
        if len(entries) > HELD or size > HELD_BYTES:
            _decide(connections, known, name)
        while entries and entries[0].revision:
            yield entries.popleft()
        size = size if entries else 0
    _decide(connections, known, name)
    yield from entries


def _read(connection: Connection, line: Line | None, known: Known) -> None:
    """Give the waiting lines of a connection the revision that its last line states, if any."""
    for frame in line.frames if line is not None else ():
        version = _requested(frame)
        if version is not None:
            _give(connection, connection.revision or _proposed(connection, known), connection.waiting[:-1])
            connection.asked = frame.get("id"), version
            return
        if connection.asked is not None and "method" not in frame and frame.get("id") == connection.asked[0]:
            _state(connection, _answered(frame) or connection.asked[1], known, handshake=True)
        elif (stated := _repeated(frame)) is not None:
            _state(connection, stated, known, handshake=False)
    if connection.asked is None and connection.revision is not None:
        _give(connection, connection.revision, connection.waiting)


def _decide(connections: Mapping[str | None, Connection], known: Known, name: str) -> None:
    """Give a revision to all waiting lines."""
    for connection in connections.values():
        if connection.waiting:
            revision = connection.revision if connection.asked is None else _proposed(connection, known)
            if not connection.readable:
                revision = known.revisions[-1]
            if revision is None:
                raise refuse(
                    name,
                    f"states no revision by `initialize` or `_meta` in its first {HELD:,} messages; "
                    "name the revision instead of `auto`",
                )
            connection.revision, connection.asked = revision, None
            _give(connection, revision, connection.waiting)


def _state(connection: Connection, stated: str, known: Known, *, handshake: bool) -> None:
    connection.revision, note = known.chosen(stated, handshake=handshake)
    connection.asked = None
    connection.waiting[-1].note = note
    _give(connection, connection.revision, connection.waiting)


def _proposed(connection: Connection, known: Known) -> str | None:
    return known.chosen(connection.asked[1], handshake=True)[0] if connection.asked else None


def _give(connection: Connection, revision: str | None, entries: Iterable[LogLine]) -> None:
    if revision is not None:
        given = list(entries)
        for entry in given:
            entry.revision = revision
        del connection.waiting[: len(given)]


def _requested(frame: Frame) -> str | None:
    """Return the revision that `initialize` asks for."""
    return _text(params_of(frame).get("protocolVersion")) if frame.get("method") == "initialize" else None


def _answered(frame: Frame) -> str | None:
    """Return the revision that the result of `initialize` states."""
    result = frame.get("result")
    return _text(result.get("protocolVersion")) if isinstance(result, dict) else None


def _repeated(frame: Frame) -> str | None:
    """Return the revision in the metadata of a request."""
    return _text(meta_of(frame).get(reserved_key("protocolVersion")))


def _text(value: Any) -> str | None:
    return value if isinstance(value, str) else None
