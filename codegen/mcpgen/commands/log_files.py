"""Log files: the arguments of a command → the text of each log, in chunks of UTF-8.

In: paths, patterns such as `logs/**/*.jsonl.gz`, and `-` for standard input. Out: a `LogFile` for each file.
Rules:

- gzip, zstd, UTF-16 and UTF-32 are recognised by the first bytes, not by the name of the file.
- A chunk has at most `CHUNK` bytes, also of a small file that decompresses to a terabyte.
- A file that ends inside a compressed block or a character gives its text up to there, then `Damaged`.
"""

from __future__ import annotations

import codecs
import glob
import gzip
import io
import re
import sys
import zlib
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from typing import IO, Any

from mcpgen.problems import natural_order, refuse

if sys.version_info >= (3, 14):
    from compression import zstd
else:
    from backports import zstd

CHUNK = 1 << 16
STANDARD_INPUT = "standard input"
Advance = Callable[[int], None]

OPENERS: dict[bytes, tuple[str, Callable[[Any], Any]]] = {
    b"\x1f\x8b": ("gzip", lambda file: gzip.GzipFile(fileobj=file)),
    b"\x28\xb5\x2f\xfd": ("zstd", zstd.ZstdFile),
}
FOREIGN = {
    b"PK\x03\x04": "a zip archive; unpack the archive first",
    b"BZh": "compressed with bzip2; run bunzip2 first, or use gzip or zstd",
    b"\xfd7zXZ": "compressed with xz; run unxz first, or use gzip or zstd",
    b"%PDF": "a PDF document",
    b"\x7fELF": "a program",
    b"SQLite format 3": "an SQLite database",
    b"\xd4\xc3\xb2\xa1": "a capture of packets; export the bodies of the messages first",
    b"\x0a\x0d\x0d\x0a": "a capture of packets; export the bodies of the messages first",
}
# The format of a text without readable JSON, by its first line.
LOOKS = (
    (rb"HTTP/\d", "holds the headers of HTTP; keep the bodies alone"),
    (rb"<", "is HTML or XML"),
    (rb"[^{]*\{.*\"jsonrpc\"", "has text before the JSON of a line; remove it: sed 's/^[^{]*//'"),
    (
        rb"",
        "is no log; expected JSON values, one a line or spread over lines, an array, or server-sent events",
    ),
)
BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16, whose mark is its start
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
# Where the zeros of the first four bytes are, if the text starts with an ASCII character and has no mark.
ZEROS = {
    (True, True, True, False): "utf-32-be",
    (False, True, True, True): "utf-32-le",
    (True, False, True, False): "utf-16-be",
    (False, True, False, True): "utf-16-le",
}


class Damaged(Exception):
    """The rest of a file cannot be decompressed or decoded."""


@dataclass(frozen=True)
class LogFile:
    """A log: its name in messages, and its path, None for standard input."""

    name: str
    path: Path | None

    @contextmanager
    def opened(self) -> Iterator[IO[bytes]]:
        """Yield the file, unbuffered; refuse a file that cannot be read."""
        if self.path is None:
            if sys.stdin is None:
                raise refuse(self.name, "is closed; give a file")
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
    """Return the logs that arguments name, each once; no argument is standard input."""
    found: dict[str, LogFile] = {}
    for argument in arguments or ["-"]:
        if argument == "-":
            found[argument] = LogFile(STANDARD_INPUT, None)
            continue
        for name in _expanded(argument):
            found[name] = LogFile(name, Path(name))
    return list(found.values())


def _expanded(argument: str) -> list[str]:
    """Return the files that a pattern matches, or the argument where it is no pattern or a file itself."""
    if not glob.has_magic(argument) or Path(argument).exists():
        return [argument]
    matches = [name for name in glob.glob(argument, recursive=True) if Path(name).is_file()]
    if not matches:
        raise refuse(argument, "matches no file")
    return sorted(matches, key=natural_order)


def read_text(file: IO[bytes], name: str, advance: Advance | None = None) -> Iterator[bytes]:
    """Yield the text of a log as UTF-8; `advance` gets the number of bytes read from the file.

    Raises `Damaged` after the text before the damage. A file of another kind is refused.
    """
    source = _Source(file, advance)
    head = source.peek(16)
    for mark, kind in FOREIGN.items():
        if head.startswith(mark):
            raise refuse(name, f"is {kind}")
    kind, opener = next((row for mark, row in OPENERS.items() if head.startswith(mark)), ("", None))
    yield from _utf8(source.chunks() if opener is None else _decompressed(kind, opener(source)))


def unreadable_hint(line: bytes) -> str:
    """Return the description of a text without readable JSON, by its first line that is not blank."""
    return next(hint for look, hint in LOOKS if re.match(look, line[:1000], re.DOTALL))


class _Source(io.RawIOBase):
    """A file whose first bytes can be read twice."""

    def __init__(self, file: IO[bytes], advance: Advance | None) -> None:
        self._file = file
        self._advance = advance
        self._head = b""

    def peek(self, size: int) -> bytes:
        """Return the first bytes, fewer of a shorter file, which the next read returns again."""
        while len(self._head) < size and b"\n" not in self._head[4:] and (data := self._file.read(size)):
            self._head += data
        return self._head

    def readable(self) -> bool:
        """Return true."""
        return True

    def read(self, size: int = -1) -> bytes:
        """Return the next bytes, at most `size`; as few as one read of the file gives."""
        size = CHUNK if size < 0 else size
        if self._head:
            data, self._head = self._head[:size], self._head[size:]
        else:
            data = self._file.read(size) or b""
        if self._advance is not None:
            self._advance(len(data))
        return data

    def chunks(self) -> Iterator[bytes]:
        """Yield the bytes as they arrive."""
        return iter(lambda: self.read(CHUNK), b"")


def _decompressed(kind: str, file: Any) -> Iterator[bytes]:
    try:
        while data := file.read1(CHUNK):
            yield data
    except EOFError:
        raise Damaged(f"the {kind} data ends early") from None
    except (gzip.BadGzipFile, zlib.error, zstd.ZstdError):
        raise Damaged(f"the {kind} data is damaged") from None


def _utf8(chunks: Iterator[bytes]) -> Iterator[bytes]:
    """Yield text as UTF-8 without a byte order mark."""
    head = b""
    while len(head) < 4 and (data := next(chunks, b"")):
        head += data
    encoding = next((name for mark, name in BYTE_ORDER_MARKS if head.startswith(mark)), None)
    if encoding is None and len(head) >= 4:
        encoding = ZEROS.get(tuple(byte == 0 for byte in head[:4]))  # type: ignore[arg-type]
    if encoding in (None, "utf-8-sig"):
        yield head.removeprefix(codecs.BOM_UTF8)
        yield from chunks
        return
    # A lone surrogate becomes invalid UTF-8, so its line alone is unreadable.
    decoder = codecs.getincrementaldecoder(encoding)("surrogatepass")
    try:
        for data in chain([head], chunks):
            yield decoder.decode(data).encode("utf-8", "surrogatepass")
        decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        raise Damaged(f"the text is no {encoding[:6].upper()}") from None
