"""Find the revision of each line of a log from what its messages say.

The lines stay in order. The rules are:

- A session that starts with `initialize` has the revision in the result of `initialize`, from the request on.
  If there is no result, the session has the revision that the client requested.
- If a request has `io.modelcontextprotocol/protocolVersion`, its line and the following lines have that
  revision.
- Lines before the first message that states a revision have that revision.
- In a bridge's log, each line names its connection as `side`. Each connection has its own revision.
- If the package does not have the stated revision, the newest one of the same kind is used: with
  `initialize`, or stateless.
- At most `HELD` lines are held back until a message states a revision.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from mcpgen.commands import terminal
from mcpgen.commands.log_files import LogRecord, read_lines
from mcpgen.commands.log_parts import LogPart
from mcpgen.commands.log_records import records
from mcpgen.commands.logs import (
    AUTO,
    LogLine,
    Message,
    is_batch,
    module_of,
    read_followed,
    read_record,
    reserved_key,
    revisions_package,
)
from mcpgen.problems import refuse
from mcpgen.runtime.json_values import member

HELD = 1000  # the maximum number of lines that wait for a statement
HELD_BYTES = 64 << 20  # the maximum bytes of these lines


@dataclass
class LogSession:
    """Consecutive lines of a connection that have the same revision.

    `revision` is None until it is known. While an `initialize` request is unanswered, `asked` has its id and
    the revision that it requests. `is_readable` says whether any of the lines has a message.
    """

    revision: str | None = None
    asked: tuple[Any, str] | None = None
    is_readable: bool = False

    def state(self, stated: str, *, handshake: bool) -> str | None:
        """Set the revision of this session to `stated`, the revision that a message states.

        `handshake` is true if `initialize` states the revision, and false if an ordinary request does. If
        the package does not have this revision, set the newest revision of the same kind (with or without
        `initialize`), and return a note about that.
        """
        package = revisions_package()
        self.asked = None
        if stated in package.REVISIONS:
            self.revision = stated
            return None
        methods = {one: package.revision(one).METHODS for one in package.REVISIONS}
        alike = [one for one in methods if ("initialize" in methods[one]) is handshake]
        self.revision = (alike or package.REVISIONS)[-1]
        return f"states the unknown revision {stated[:80]!r}, so it is validated as {self.revision}"


@contextmanager
def opened_log(part: LogPart, revision: str, label: str) -> Iterator[Iterator[LogRecord]]:
    """Open a log, and yield an iterator over the records that are needed to process a part of it.

    These are the records of the part, and earlier ones if the part depends on them. The log is closed after
    the block. `label` is the text of the progress bar. `revision`, which may be `auto`, decides whether an
    array can be a batch.
    """
    has_batches = revision != AUTO and module_of(revisions_package(), revision).BATCHES
    with part.file.opened() as raw, terminal.reading(raw, label) as counted:
        if part.start:
            counted.seek(part.start)
        yield records(read_lines(counted, part.read_from), is_batch if has_batches else lambda text: False)


def log_lines(found: Iterable[LogRecord], revision: str, name: str, first: int = 1) -> Iterator[LogLine]:
    """Yield the parsed lines of a log, each with its revision.

    The revision is `revision`, or the one that the log states if `revision` is `auto`. Lines before number
    `first` are read only to learn the revision. `name` is the name of the log in messages.
    """
    package = revisions_package()
    if revision == AUTO:
        yield from _with_revisions(found, name)
        return
    sides = tuple(module_of(package, revision).Router.codec.peers)
    for record in found:
        line = read_record(record, sides) if record.line >= first else read_followed(record, sides)
        line.revision = revision
        yield line


def _with_revisions(found: Iterable[LogRecord], name: str) -> Iterator[LogLine]:
    """Yield the lines of records, each with the revision that the log states.

    Refuse a log that states no revision in its first `HELD` lines or `HELD_BYTES` bytes.
    """
    sessions: dict[str | None, LogSession] = {}  # the latest session of each connection
    waiting: deque[tuple[LogLine, LogSession]] = deque()

    def ready() -> Iterator[LogLine]:
        while waiting and (revision := waiting[0][1].revision) is not None:
            line, _ = waiting.popleft()
            line.revision = revision
            yield line

    size = 0
    for record in found:
        line = read_record(record)
        stated = (line.wrapper or {}).get("side")
        line.side = stated if isinstance(stated, str) else None
        session = sessions.get(line.side) or LogSession()
        for message in line.messages:
            session = _follow(session, line, message)
            session.is_readable = True
        sessions[line.side] = session
        waiting.append((line, session))
        size += len(line.message)
        if len(waiting) > HELD or size > HELD_BYTES:
            _decide([session for _, session in waiting], name)
        yield from ready()
        size = size if waiting else 0
    _decide([session for _, session in waiting], name)
    yield from ready()


def _follow(session: LogSession, line: LogLine, message: Message) -> LogSession:
    """Learn from a message which revision its session has.

    Return the session of the message, which may be a new one. If the stated revision is unknown, the line
    gets a note.
    """
    version = _text(message, "params", "protocolVersion") if message.get("method") == "initialize" else None
    if version is not None:
        if session.asked is not None:
            session.state(session.asked[1], handshake=True)
        session = session if session.revision is None else LogSession()
        session.asked = message.get("id"), version
    elif session.asked is not None and "method" not in message and message.get("id") == session.asked[0]:
        line.note = session.state(
            _text(message, "result", "protocolVersion") or session.asked[1], handshake=True
        )
    elif (stated := _text(message, "params", "_meta", reserved_key("protocolVersion"))) is not None:
        session = session if session.revision is None else LogSession()
        line.note = session.state(stated, handshake=False)
    return session


def _decide(sessions: Iterable[LogSession], name: str) -> None:
    """Set the revision of each session that does not have one, without waiting for further lines.

    If `initialize` has no response, the session gets the requested revision. A session without messages gets
    the newest revision. Refuse a session with messages that state no revision.
    """
    for session in (each for each in sessions if each.revision is None):
        if session.asked is not None:
            session.state(session.asked[1], handshake=True)
        elif session.is_readable:
            raise refuse(
                name,
                f"states no revision by `initialize` or `_meta` in its first {HELD:,} messages; "
                "give the revision instead of `auto`",
            )
        else:
            session.revision = revisions_package().REVISIONS[-1]


def _text(message: Message, *path: str) -> str | None:
    """Return the text at a path of member names in a message, or None if there is no text."""
    value = member(message, *path)
    return value if isinstance(value, str) else None
