"""Find the log files that a command's arguments name, and read their lines.

An argument is a path, a pattern such as `logs/**/*.jsonl.gz`, or `-` for standard input. Each file is a
`LogFile`. `read_lines` yields its lines as `LogRecord`s.

- Whether a file is compressed with gzip or zstd is decided by its first bytes, not by its name.
- A line longer than `LIMIT` becomes a record without text, whose `flaw` says why. Thus memory is bounded.
  Reading stops at a line longer than `ENDLESS`. Thus time is bounded.
- If compressed data ends early, the lines before the end are read. A record with a flaw follows them.
"""

from __future__ import annotations

import codecs
import glob
import gzip
import io
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Any, NamedTuple

from mcpgen.problems import natural_order, refuse

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

LIMIT = 64 << 20  # the maximum bytes of one line, and of one record
ENDLESS = 1 << 30  # reading stops at a line with more bytes
BUFFER = 1 << 16
TOO_LONG = f"the text is longer than {LIMIT >> 20} MiB"
STANDARD_INPUT = "standard input"
OPENERS: dict[bytes, tuple[str, Callable[[Any], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda file: gzip.GzipFile(fileobj=file)),
    b"\x28\xb5\x2f\xfd": ("zstd", zstd.ZstdFile),
}


class LogRecord(NamedTuple):
    """The text of a JSON value in a log, and the number of its first line.

    If the record cannot be read, `flaw` says why. Otherwise it is None.
    """

    line: int
    text: bytes
    flaw: str | None = None


@dataclass(frozen=True)
class LogFile:
    """A log: the name that messages use for it, and its path, or None for standard input."""

    name: str
    path: Path | None

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """Open the file unbuffered, and close it after the block. Raise `Refused` if it cannot be read."""
        if self.path is None:
            if sys.stdin is None:
                raise refuse(self.name, "is closed; pass a file")
            yield getattr(sys.stdin.buffer, "raw", sys.stdin.buffer)
            return
        try:
            file = self.path.open("rb", buffering=0)
        except IsADirectoryError:
            raise refuse(self.name, f"is a folder; give its files, such as '{self.name}/*.jsonl'") from None
        except OSError as error:
            raise refuse(self.name, f"cannot be read: {error.strerror}") from None
        with file:
            yield file


def log_files(arguments: Sequence[str]) -> list[LogFile]:
    """Return the logs that the arguments name, without duplicates.

    If there are no arguments, the only log is standard input.
    """
    logs: dict[str, LogFile] = {}
    for argument in arguments or ["-"]:
        if argument == "-":
            logs[argument] = LogFile(STANDARD_INPUT, None)
            continue
        for name in _expanded(argument):
            logs[name] = LogFile(name, Path(name))
    return list(logs.values())


def _expanded(argument: str) -> list[str]:
    """Return the files that a command-line argument stands for, in natural order.

    If the argument is the name of a file, or is not a pattern such as `*.jsonl`, return it unchanged. Refuse
    a pattern that matches no file.
    """
    if not glob.has_magic(argument) or Path(argument).exists():
        return [argument]
    matches = [name for name in glob.glob(argument, recursive=True) if Path(name).is_file()]
    if not matches:
        raise refuse(argument, "matches no file; correct the pattern")
    return sorted(matches, key=natural_order)


def read_lines(file: IO[bytes], first: int = 1) -> Iterator[LogRecord]:
    """Yield the lines of a log, decompressed. If a line is too long or damaged, `flaw` says so.

    `first` is the number of the line at which the file is positioned.
    """
    source = _Source(file)
    kind, opener = next((row for mark, row in OPENERS.items() if source.head.startswith(mark)), ("", None))
    buffered = io.BufferedReader(source, BUFFER)
    text = buffered if opener is None else opener(buffered)
    number = first - 1
    try:
        while line := text.readline(LIMIT + 1):
            number += 1
            flaw, size = TOO_LONG if len(line) > LIMIT else None, len(line)
            while flaw and line and not line.endswith(b"\n"):
                line = text.readline(BUFFER)
                size += len(line)
                if size > ENDLESS:
                    flaw = f"the line is longer than {ENDLESS >> 30} GiB, so the rest of the file is not read"
                    yield LogRecord(number, b"", flaw)
                    return
            if number == 1:
                line = line.removeprefix(codecs.BOM_UTF8)
            yield LogRecord(number, b"" if flaw else line, flaw)
    except EOFError:
        yield LogRecord(number + 1, b"", f"the {kind} data ends early")
    except (gzip.BadGzipFile, zlib.error, zstd.ZstdError):
        yield LogRecord(number + 1, b"", f"the {kind} data is damaged")


class _Source(io.RawIOBase):
    """A file whose first four bytes can be seen in `head` before they are read.

    Each call of `readinto` reads the file at most once, so that the call does not wait for more bytes than a
    pipe has.
    """

    def __init__(self, file: IO[bytes]) -> None:
        self._file = file
        self.head = b""
        while len(self.head) < 4 and (data := file.read(4 - len(self.head))):
            self.head += data
        self._start = self.head

    def readable(self) -> bool:
        """Return True."""
        return True

    def readinto(self, buffer: Any) -> int:
        """Read the next bytes into `buffer`. Return their number, or 0 at the end of the file."""
        data = self._start or self._file.read(len(buffer)) or b""
        self._start = b""
        buffer[: len(data)] = data
        return len(data)
