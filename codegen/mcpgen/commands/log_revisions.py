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

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
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
    read_record,
    reserved_key,
    revisions_package,
)
from mcpgen.problems import refuse
from mcpgen.runtime.bridge.frames import meta_of, params_of

AUTO = "auto"
HELD = 1000  # lines
HELD_BYTES = 64 << 20


@dataclass
class LogSession:
    """The lines between two statements of a connection, and their revision once it is known.

    `asked` is the id of an open `initialize`, and the revision that it asks for.
    """

    revision: str | None = None
    asked: tuple[Any, str] | None = None
    is_readable: bool = False

    def state(self, stated: str, known: Known, *, handshake: bool) -> str | None:
        """Take the stated revision, or the known one that replaces it; return a note in that case."""
        self.asked = None
        self.revision, note = known.chosen(stated, handshake=handshake)
        return note


@dataclass
class LogLine:
    """A record as a line, its connection and session; a note where the line states an unknown revision."""

    record: LogRecord
    line: Line | Unreadable
    session: LogSession
    side: str | None = None
    note: str | None = None

    @property
    def revision(self) -> str:
        """Return the revision of the session, which is known when the line is read."""
        assert self.session.revision is not None
        return self.session.revision


@contextmanager
def opened_log(file: LogFile, revision: str, label: str) -> Iterator[Iterator[LogRecord]]:
    """Yield the records of a log of a revision, or of `auto`; a bar named `label` shows the progress."""
    has_batches = revision != AUTO and module_of(revisions_package(), revision).BATCHES
    with file.opened() as raw, progress.reading(raw, label) as counted:
        yield records(read_lines(counted), is_batch if has_batches else lambda text: False)


def log_lines(found: Iterable[LogRecord], revision: str, name: str) -> Iterator[LogLine]:
    """Yield the records of a log, called `name`, as lines of a revision, or of those that the log states."""
    package = revisions_package()
    if revision == AUTO:
        yield from _with_revisions(found, Known.of(package), name)
        return
    sides, session = module_of(package, revision).Router.codec.peers, LogSession(revision)
    for record in found:
        yield LogLine(record, read_record(record, sides), session)


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


def _with_revisions(found: Iterable[LogRecord], known: Known, name: str) -> Iterator[LogLine]:
    """Yield each line with its revision; refuse a log that states none within the lines that may wait."""
    sessions: dict[str | None, LogSession] = {}  # the last one of each connection
    waiting: deque[LogLine] = deque()
    size = 0
    for record in found:
        line = read_record(record)
        wrapper = line.wrapper if isinstance(line, Line) else None
        stated = (wrapper or {}).get("side")
        side = stated if isinstance(stated, str) else None
        entry = LogLine(record, line, sessions.setdefault(side, LogSession()), side)
        for frame in line.frames if isinstance(line, Line) else ():
            _follow(entry, frame, known)
            entry.session.is_readable = True
        sessions[side] = entry.session
        waiting.append(entry)
        size += len(line.message) if isinstance(line, Line) else 0
        if len(waiting) > HELD or size > HELD_BYTES:
            _decide(waiting, known, name)
        while waiting and waiting[0].session.revision is not None:
            yield waiting.popleft()
        size = size if waiting else 0
    _decide(waiting, known, name)
    yield from waiting


def _follow(entry: LogLine, frame: Frame, known: Known) -> None:
    """Give the session of a line the revision that a frame of the line states, or begin a session."""
    session = entry.session
    if (version := _requested(frame)) is not None:
        if session.asked is not None:
            session.state(session.asked[1], known, handshake=True)
        if session.revision is not None:
            session = entry.session = LogSession()
        session.asked = frame.get("id"), version
    elif session.asked is not None and "method" not in frame and frame.get("id") == session.asked[0]:
        entry.note = session.state(_answered(frame) or session.asked[1], known, handshake=True)
    elif (stated := _repeated(frame)) is not None:
        if session.revision is not None:
            session = entry.session = LogSession()
        entry.note = session.state(stated, known, handshake=False)


def _decide(waiting: Iterable[LogLine], known: Known, name: str) -> None:
    """Give a revision to the sessions of all waiting lines."""
    for session in (entry.session for entry in waiting if entry.session.revision is None):
        if session.asked is not None:
            session.state(session.asked[1], known, handshake=True)
        elif session.is_readable:
            raise refuse(
                name,
                f"states no revision by `initialize` or `_meta` in its first {HELD:,} messages; "
                "name the revision instead of `auto`",
            )
        else:
            session.revision = known.revisions[-1]


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
