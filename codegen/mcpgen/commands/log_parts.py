"""Divide a large log into parts, so that several processes can validate or convert it.

The type of a response depends on its request, which may be anywhere before it. There are two ways to divide:

- An `initialize` request starts a session and closes all earlier requests, so the lines before it do not
  matter. The log is cut into equal parts. If there is such a request shortly before each cut, the cuts move
  to these requests.
- Otherwise each process reads the log from its start, but validates or converts only the lines of its part.
  From the earlier lines, it learns which requests are open, and the revision and state of each session.
  Reading such a line takes about a third of the time of validating it, so the first part is the largest. With
  the revision `auto`, a log is always divided in this way, because it may have the sessions of several
  connections.

Only JSON Lines in a plain file are divided. Standard input and compressed data can only be read from the
start, and the other formats of a log are read as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from mcpgen.commands.log_files import ENDLESS, LIMIT, OPENERS, LogFile, read_lines
from mcpgen.commands.logs import AUTO, is_json, starts_session
from mcpgen.problems import Refused

LEAST = 4 << 20  # a log with fewer bytes is not divided
FOLLOWED = 0.3  # the time to read a line of an earlier part, as a fraction of the time to validate it
NEAR = 1 / 8  # how much earlier than an equal part a part may start, as a fraction of the equal part
_BLOCK = 1 << 20


@dataclass(frozen=True)
class LogPart:
    """The lines of a log from number `first` up to, but not including, number `end`.

    If `end` is None, the part ends with the log. If `start` is not 0, it is the byte at which line `first`
    starts, and the part does not depend on earlier lines. Otherwise the part depends on all earlier lines.
    """

    file: LogFile
    first: int = 1
    end: int | None = None
    start: int = 0

    @property
    def read_from(self) -> int:
        """The number of the first line that must be read."""
        return self.first if self.start else 1


def log_parts(files: Sequence[LogFile], jobs: int, revision: str, least: int = LEAST) -> list[LogPart]:
    """Return the parts of logs, in order, for `jobs` processes.

    `revision` is the revision of the messages, or `auto`. A log with less than `least` bytes is one part.
    """
    return [part for file in files for part in _parts(file, jobs // len(files), revision, least)]


def _parts(file: LogFile, count: int, revision: str, least: int) -> list[LogPart]:
    """Return at most `count` parts of a log."""
    if count < 2 or file.path is None or not file.path.is_file():
        return [LogPart(file)]
    size = file.path.stat().st_size
    if size < least or not _has_lines(file):
        return [LogPart(file)]
    starts = _session_starts(file.path, size, count) if revision != AUTO else []
    lines = _lines_at(file.path, starts or _shares(size, count))
    firsts, ends, starts = [1, *lines], [*lines, None], [0, *(starts or [0] * len(lines))]
    return [
        LogPart(file, first, end, start)
        for first, end, start in zip(firsts, ends, starts, strict=False)
        if end is None or first < end
    ]


def _session_starts(path: Path, size: int, count: int) -> list[int]:
    """Return the bytes at which the parts after the first start, so that each starts with a session.

    Cut the file into `count` equal parts, then move each cut back to the last start of a session before it.
    Return [] if no session starts shortly before one of the cuts.
    """
    equal = size // count
    searched = min(int(equal * NEAR), LIMIT)
    found: list[int] = []
    with path.open("rb") as data:
        for place in range(equal, equal * count, equal):
            data.seek(place - searched)
            start = _last_session(data.read(searched))
            if start is None:
                return []
            found.append(place - searched + start)
    return found


def _last_session(text: bytes) -> int | None:
    """Return the index of the last whole line in a text that starts a session, or None."""
    end = text.rfind(b"\n") + 1
    while (found := text.rfind(b'"initialize"', 0, end)) >= 0:
        start = text.rfind(b"\n", 0, found) + 1
        if start and starts_session(text[start:end].partition(b"\n")[0]):
            return start
        end = start
    return None


def _shares(size: int, count: int) -> list[int]:
    """Return the offsets at which the parts after the first start, if each process reads all earlier lines.

    The parts get smaller, so that each process needs the same time to read the earlier lines and to validate
    its own part.
    """
    whole = 1 - (1 - FOLLOWED) ** count
    return [int(size * (1 - (1 - FOLLOWED) ** part) / whole) for part in range(1, count)]


def _lines_at(path: Path, offsets: Sequence[int]) -> list[int]:
    """Return, for each of the byte offsets in order, the number of the first line that starts there or later.

    Return [] if an earlier line is so long that reading stops there.
    """
    found: list[int] = []
    left = [*offsets]
    line, position, newline = 1, 0, 0
    with path.open("rb") as data:
        while left and (block := data.read(min(_BLOCK, left[0] - position))):
            position += len(block)
            if ends := block.count(b"\n"):
                line, newline = line + ends, position
            elif position - newline > ENDLESS:
                return []
            if position == left[0]:
                found.append(line)
                left.pop(0)
    return found


def _has_lines(file: LogFile) -> bool:
    """Return whether a log is a plain file of JSON Lines: whether its first line is a JSON object."""
    try:
        with file.opened() as data:
            head = data.read(4)
        with file.opened() as data:
            first = next((one for one in read_lines(data) if one.flaw or one.text.strip()), None)
    except (Refused, OSError):
        return False  # the command that reads the log reports the error
    if first is None or head.startswith(tuple(OPENERS)):
        return False
    return first.flaw is None and first.text.strip().startswith(b"{") and is_json(first.text)
