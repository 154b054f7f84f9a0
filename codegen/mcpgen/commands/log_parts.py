"""Divide a large log into parts, so that several processes can validate or convert it.

The type of a response depends on its request, which may be anywhere before it. Therefore each process reads
the log from its start, but validates or converts only the lines of its part. The lines before only show which
requests are open, and the revision and state of each session. Reading such a line takes about a third of the
time of validating it, so the first part is the largest.

Only JSON Lines in a plain file are divided. Standard input and compressed data can only be read from the
start, and the other formats of a log are read as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mcpgen.commands.log_files import OPENERS, LogFile, read_lines
from mcpgen.commands.logs import is_json
from mcpgen.problems import Refused

LEAST = 4 << 20  # a log with fewer bytes is not divided
FOLLOWED = 0.3  # the time to read a line of an earlier part, as a fraction of the time to validate it
_BLOCK = 1 << 20


@dataclass(frozen=True)
class LogPart:
    """The lines of a log from number `first` up to, but not including, number `end`.

    If `end` is None, the part ends with the log.
    """

    file: LogFile
    first: int = 1
    end: int | None = None


def log_parts(files: Sequence[LogFile], jobs: int, least: int = LEAST) -> list[LogPart]:
    """Return the parts of logs, in order, for `jobs` processes.

    A log with less than `least` bytes is one part.
    """
    found: list[LogPart] = []
    for file in files:
        ends = _ends(file, jobs // len(files), least)
        starts = [1, *ends]
        found += [LogPart(file, *lines) for lines in zip(starts, [*ends, None], strict=True) if _some(*lines)]
    return found


def _some(first: int, end: int | None) -> bool:
    return end is None or first < end


def _ends(file: LogFile, count: int, least: int) -> list[int]:
    """Return the numbers of the lines after which the parts of a log end.

    Return [] if the log is not divided.
    """
    if count < 2 or file.path is None or not file.path.is_file() or file.path.stat().st_size < least:
        return []
    if not _has_lines(file):
        return []
    # Each process should need the same time to read the parts before its own, and to validate its own part.
    whole = 1 - (1 - FOLLOWED) ** count
    shares = [(1 - (1 - FOLLOWED) ** part) / whole for part in range(1, count)]
    left = [int(file.path.stat().st_size * share) for share in shares]
    ends: list[int] = []
    line, position = 1, 0
    with file.path.open("rb") as data:
        while left and (block := data.read(min(_BLOCK, left[0] - position))):
            line += block.count(b"\n")
            position += len(block)
            if position == left[0]:
                ends.append(line)
                left.pop(0)
    return ends


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
