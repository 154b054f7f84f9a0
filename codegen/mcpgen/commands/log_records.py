"""Split the lines of a log into JSON values, each with the number of its first line.

The first line that is not blank decides the format:

- `data:`, `event:`, `id:`, `retry:` or a comment: server-sent events. The data of an event is a record if the
  event has no type, or the type `message`.
- The start of an array or object that ends on a later line: JSON over several lines. The whole log is read
  into memory, up to `LIMIT` bytes. Each value, or each item of the array, is a record.
- An array that is the only line of the log: each item is a record. If the revision has batches and the items
  can be a batch, the array is one record.
- Anything else: JSON Lines.

A broken record does not end the reading. In JSON over several lines, reading continues with the next line
that starts a value. It stops after `_FLAWS` broken values.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import chain

from mcpgen.commands.log_files import LIMIT, TOO_LONG, LogRecord
from mcpgen.commands.logs import is_json

# Imported from the generator's own runtime: these modules need no generated data.
from mcpgen.runtime.collected import Collected
from mcpgen.runtime.json_flaws import json_flaw

_EVENT = re.compile(rb"(?:data|event|id|retry)(?::|$)|:")
_OPEN = re.compile(rb"\{|\[\s*(?:[\[{\]]|$)")  # the start of a value over several lines
_VALUE = re.compile(r"[^\s,\]]")  # the first character of a value: not a space, a comma or a closing bracket
_FLAWS = 100  # the maximum number of broken values to skip; for each, lines must be counted
_START = re.compile(r"^\[?\{", re.MULTILINE)
# Numbers are kept as text, because Python limits the digits of an integer.
_read_value = json.JSONDecoder(parse_int=str, parse_float=str, parse_constant=str).raw_decode


def records(lines: Iterator[LogRecord], is_batch: Callable[[bytes], bool]) -> Iterator[LogRecord]:
    """Yield the records of a log.

    If the log has only one line, which is an array, the function `is_batch` says whether the array is one
    record.
    """
    rows = _not_blank(lines)
    first = next(rows, None)
    if first is None:
        return
    is_array, is_alone = first.text.startswith(b"["), is_json(first.text)
    if _EVENT.match(first.text):
        yield from _events(chain([first], lines))
    elif is_alone and is_array:
        second = next(rows, None)
        if second is None and not is_batch(first.text):
            yield from _values(first.line, first.text)
        else:
            yield from chain([first], [second] if second else [], rows)
    elif not is_alone and _OPEN.match(first.text):
        yield from _spread(first, lines)
    else:
        yield from chain([first], rows)


def numbered(lines: Iterable[bytes]) -> Iterator[LogRecord]:
    """Yield a record for each line that is not blank. The first line has the number 1."""
    return _not_blank(LogRecord(number, line) for number, line in enumerate(lines, 1))


def ending(counts: Mapping[str, int], unreadable: bytes | None) -> tuple[int, str | None]:
    """Return the exit status for a log, and a hint if the log cannot be read as messages.

    `counts` has the number of all `messages`, and of those that are `valid`, `invalid` or `unreadable`.
    `unreadable` is the first text that is not JSON.
    """
    if not counts["messages"]:
        return 2, "has no messages; give a log of MCP messages"
    hint, status = None, int(counts["messages"] > counts["valid"])
    if counts["messages"] == counts["unreadable"]:
        hint, status = "has no message that can be read", 2
    if unreadable is not None and not counts["valid"] and counts["unreadable"] > counts["invalid"]:
        hint = _unreadable_hint(unreadable)
    return status, hint


def _unreadable_hint(line: bytes) -> str:
    """Return a hint about a log without readable JSON. `line` is its first line that is not blank."""
    if re.match(rb"(?!\[?\s*\{)[^{]*\{.*\"jsonrpc\"", line[:1000], re.DOTALL):
        return "has text before the JSON on a line; remove it: sed 's/^[^{]*//'"
    return (
        "is not a log; give JSON Lines, JSON values over several lines, an array or server-sent events, "
        "in UTF-8, plain, gzip or zstd"
    )


def _not_blank(lines: Iterable[LogRecord]) -> Iterator[LogRecord]:
    for line in lines:
        text = line.text.strip()
        if text or line.flaw:
            yield LogRecord(line.line, text, line.flaw)


# Values over several lines


def _spread(first: LogRecord, lines: Iterable[LogRecord]) -> Iterator[LogRecord]:
    """Yield the JSON values of a log in which a value may extend over several lines.

    If the log is one array, yield the items of the array. `first` is the first line of the log.
    """
    read, end = Collected(LIMIT + 1), None
    read.add(first.text)
    read.add(b"\n")
    for line in lines:
        if line.flaw or len(read) + len(line.text) > LIMIT:
            end = LogRecord(
                line.line,
                b"",
                line.flaw or f"{TOO_LONG}; write one value on each line, for example with jq -c .",
            )
            break
        read.add(line.text)
    yield from _values(first.line, read.taken())
    if end is not None:
        yield end


def _values(line: int, text: bytes) -> Iterator[LogRecord]:
    """Yield the JSON values in a text. If the text is one array, yield the items of the array instead.

    `line` is the number of the line at which the text starts.
    """
    # `surrogateescape` keeps bytes that are not UTF-8, so only the record that contains them is unreadable.
    shown = text.decode("utf-8", "surrogateescape")
    is_open = shown.startswith("[")
    at, counted, flaws = int(is_open), 0, 0
    while (start := _VALUE.search(shown, at)) is not None:
        is_open = is_open and "]" not in shown[at : start.start()]
        at = start.start()
        line += shown.count("\n", counted, at)
        counted = at
        try:
            _, end = _read_value(shown, at)
        except RecursionError:
            yield LogRecord(line, b"", "nested too deeply, so the rest of the file is not read")
            return
        except json.JSONDecodeError as error:
            flaws += 1
            shown_line = shown[at : at + 1000].partition("\n")[0].encode("utf-8", "surrogateescape")
            yield LogRecord(line, shown_line, f"not JSON: {json_flaw(error)}")
            broken = shown.rfind("\n", at, error.pos) + 1  # continue after the line with the error
            following = _START.search(shown, max(broken, at + 1))
            if following is None or flaws == _FLAWS:
                return
            at = following.start() + (shown[following.start()] == "[")
            continue
        yield LogRecord(line, shown[at:end].encode("utf-8", "surrogateescape"))
        at = end
    if is_open and "]" not in shown[at:]:
        yield LogRecord(line + shown.rstrip().count("\n", counted), b"", "the text ends inside an array")


# Server-sent events


def _events(lines: Iterable[LogRecord]) -> Iterator[LogRecord]:
    """Yield the data of each server-sent event that has a message.

    A line that does not belong to an event is a record too.
    """
    start, kind, data = 0, b"", Collected(LIMIT, b"\n")
    for line in chain(lines, [LogRecord(0, b"")]):  # the last event may end without a blank line
        if line.flaw:
            yield line
            continue
        for row in line.text.removesuffix(b"\n").removesuffix(b"\r").split(b"\r"):
            name, _, value = row.partition(b":")
            value = value.removeprefix(b" ")
            if not row:
                is_beyond, text = data.is_beyond, data.taken().strip()
                if is_beyond:
                    yield LogRecord(start, b"", TOO_LONG)
                elif text and kind in (b"", b"message"):
                    yield LogRecord(start, text)
                start, kind = 0, b""
            elif name == b"data":
                start = start or line.line
                data.add(value)
            elif name == b"event":
                kind = value
            elif name not in (b"", b"id", b"retry") and row.strip():
                yield LogRecord(line.line, row.strip())
