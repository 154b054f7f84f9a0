"""Print the results of `mcpgen validate` as text, as one JSON document, or as JUnit.

Results are printed one by one, so logs may have any length. Text has a line `location: message` for each
result and each detail, and then the counts of each log. JSON follows `schema/validate.schema.json`. If
several processes validate a log, each writes the rows of its part to a file, and these files are copied.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from html import escape
from pathlib import Path
from typing import IO, Literal, NamedTuple

from mcpgen.commands.logs import Side
from mcpgen.commands.terminal import Screen, Style
from mcpgen.problems import printable
from mcpgen.runtime.specification.json_schema import shortened
from mcpgen.runtime.specification.spec_rule import Finding

Format = Literal["text", "json", "junit"]


@dataclass
class LineResult:
    """The validation result of one line. Its attributes are in the order in which JSON has them."""

    line: int
    revision: str
    verdict: Literal["valid", "invalid", "unreadable"]
    sender: Side | None = None
    kind: str | None = None  # request, notification, response, error or batch
    method: str | None = None
    answers: str | None = None
    pointer: str | None = None
    reason: str | None = None
    code: int | None = None
    hint: str | None = None
    # pointers to unknown members, each with a description of the revisions that define it
    unknown: Sequence[tuple[str, str | None]] = ()
    notes: tuple[str, ...] = ()
    advice: Sequence[Finding] = ()

    @property
    def has_details(self) -> bool:
        """Whether there is more to say about the line than its verdict."""
        return bool(self.unknown or self.notes or self.advice)


COUNTED = ("messages", "valid", "invalid", "unreadable", "unknown", "advice")
ADVICE = ("rule", "severity", "pointer", "reason", "reference")  # the members of a finding in JSON
INDENT = "  "
METHOD_WIDTH, POINTER_WIDTH = 80, 1000  # the maximum characters in text and JUnit; JSON is not shortened
_JSON_NAMES = {"sender": "from"}  # members that have another name in JSON
_LABELS = {"unknown": "with unknown members", "advice": "with advice"}


class Counts(Counter[str]):
    """The numbers of results by kind, and of messages with unknown members and with advice."""

    def add(self, result: LineResult) -> None:
        """Count a result."""
        self["messages"] += 1
        self[result.verdict] += 1
        if result.unknown:
            self["unknown"] += 1
        if result.advice:
            self["advice"] += 1

    def rows(self) -> dict[str, int]:
        """Return every count by its name, even if it is zero."""
        return {name: self[name] for name in COUNTED}

    def __str__(self) -> str:
        """Return a summary such as `3 messages, 1 invalid`. Zeros are omitted."""
        labels = _LABELS if self["messages"] != 1 else {**_LABELS, "messages": "message"}
        shown = {name: count for name, count in self.rows().items() if count or name == "messages"}
        return ", ".join(f"{count} {labels.get(name, name)}" for name, count in shown.items())


class LogCounts(NamedTuple):
    """The counts of one log and its exit status. If the log is refused or unreadable, `hint` says why."""

    name: str
    counts: Counts
    status: int
    hint: str | None = None
    is_refused: bool = False


def _subject(result: LineResult) -> str:
    method = shortened(result.answers or result.method or "", METHOD_WIDTH)
    parts = (result.sender, result.kind, f"to {method}" if result.answers else method)
    return " ".join(filter(None, parts))


def _finding(result: LineResult) -> str:
    if result.verdict == "valid":
        return "valid"
    where = f"{shortened(result.pointer, POINTER_WIDTH)}: " if result.pointer else ""
    hint = f" ({result.hint})" if result.hint else ""
    return f"{result.verdict}: {where}{result.reason}{hint}"


def _details(result: LineResult) -> Iterator[str]:
    # Many items of an array may have the same unknown member. This gives one detail.
    alike: dict[tuple[str, str | None], int] = {}
    for pointer, span in result.unknown:
        key = re.sub(r"/[0-9]+(?=/)", "/*", pointer), span
        alike[key] = alike.get(key, 0) + 1
    for (pointer, span), count in alike.items():
        times = f", {count} times" if count > 1 else ""
        hint = f" ({span})" if span else ""
        yield f"unknown member {shortened(pointer, POINTER_WIDTH)}{times}{hint}"
    yield from result.notes
    for advice in result.advice:
        where = f"{shortened(advice.pointer, POINTER_WIDTH)}: " if advice.pointer else ""
        yield f"{advice.severity} {advice.rule}: {where}{advice.reason}"


def _text_row(result: LineResult, source: str, screen: Screen) -> Iterator[str]:
    """Yield a line for a result, and a line for each of its details.

    On a terminal, lines do not name the log.
    """
    location = f"{INDENT}{result.line}" if screen.is_terminal else f"{source}:{result.line}"
    subject = f"{subject}: " if (subject := _subject(result)) else ""
    style: Style = "valid" if result.verdict == "valid" else "breaking"
    head, finding = printable(f"{location}: {subject}"), printable(_finding(result))
    yield f"{head}{screen.paint(finding, style)}\n"
    if result.has_details:
        for detail in _details(result):
            yield printable(f"{location}: ") + screen.paint(printable(f"  {detail}"), "dim") + "\n"


def _json_row(result: LineResult, source: str, screen: Screen) -> Iterator[str]:
    row = {
        "source": source,
        **vars(result),
        "unknown": [{"pointer": pointer, "hint": span} for pointer, span in result.unknown],
        "advice": [{name: getattr(each, name) for name in ADVICE} for each in result.advice],
    }
    yield json.dumps({_JSON_NAMES.get(name, name): value for name, value in row.items() if value is not None})


def _junit_row(result: LineResult, source: str, screen: Screen) -> Iterator[str]:
    name = f"line {result.line} {_subject(result)}".rstrip()
    case = f"<testcase classname={_attribute(source)} name={_attribute(name)}"
    inner = ""
    if result.verdict != "valid":
        inner = f"<failure type={_attribute(result.verdict)} message={_attribute(_finding(result))}/>"
    details = "\n".join(map(printable, _details(result)))
    inner += f"<system-out>{_xml(details)}</system-out>" if details else ""
    yield f"{case}>{inner}</testcase>\n" if inner else f"{case}/>\n"


ROWS: dict[Format, tuple[Callable[[LineResult, str, Screen], Iterator[str]], str]] = {
    "text": (_text_row, ""),
    "json": (_json_row, ",\n  "),
    "junit": (_junit_row, ""),
}


class Rows:
    """Writes the rows of a report to a stream in one format, with separators between the rows."""

    def __init__(self, format: Format, out: IO[str], screen: Screen | None = None) -> None:
        self._row, self._separator = ROWS[format]
        self._screen = screen or Screen()
        self._has_headings = format == "text" and self._screen.is_terminal
        self._out = out
        self._is_empty = True

    def begin(self, source: str) -> None:
        """Write the name of a log as a heading if the format is text for a terminal."""
        if self._has_headings:
            self._out.write(self._screen.paint(printable(source), "heading") + "\n")

    def add(self, result: LineResult, source: str) -> None:
        """Write the row of a result.

        The row is written in pieces, because advice can make a row longer than the message.
        """
        self._write(self._row(result, source, self._screen))

    def add_file(self, path: Path) -> None:
        """Copy the rows in a file to the stream."""
        with path.open(encoding="utf-8", newline="") as file:
            if path.stat().st_size:
                self._write(_parts(file))

    def _write(self, parts: Iterator[str]) -> None:
        if self._separator and not self._is_empty:
            self._out.write(self._separator)
        self._out.writelines(parts)
        self._is_empty = False


class Report:
    """The report on several logs.

    For each log, write its results to `rows`, and then pass its counts to `add`.
    """

    def __init__(
        self, format: Format, revision: str, names: Sequence[str], out: IO[str], screen: Screen | None = None
    ) -> None:
        self._screen = screen or Screen()
        self.logs: list[LogCounts] = []
        self.total = Counts()
        self._format = format
        self._revision = revision
        self._out = out
        # In JUnit, the counts come before the cases, so the cases are stored in a file until the end.
        self._cases = _temporary_file() if format == "junit" else None
        self.rows = Rows(format, self._cases or out, self._screen)
        if format == "json":
            source = f' "source": {json.dumps(names[0])},' if len(names) == 1 else ""
            out.write(f'{{"revision": {json.dumps(revision)},{source} "messages": [\n  ')

    def add(self, log: LogCounts, rows: Sequence[Path] = ()) -> None:
        """Add the counts of a log.

        If the rows of its results are in the files `rows`, copy them to the report.
        """
        for path in rows:
            self.rows.add_file(path)
        self.logs.append(log)
        self.total.update(log.counts)
        if self._format == "text" and (log.counts["messages"] or not log.is_refused):
            name = "" if self._screen.is_terminal else f"{log.name}: "
            self._out.write(printable(f"{name}{log.counts}") + "\n")

    def finish(self) -> None:
        """Write the end of the report."""
        if self._format == "json":
            logs = [{"source": log.name, **log.counts.rows()} for log in self.logs]
            self._out.write(
                f'\n], "logs": {json.dumps(logs)}, "summary": {json.dumps(self.total.rows())}}}\n'
            )
        elif self._format == "text" and len(self.logs) > 1:
            self._out.write(f"{len(self.logs)} logs: {self.total}\n")
        elif self._cases is not None:
            self._write_junit(self._cases)

    def _write_junit(self, cases: IO[str]) -> None:
        total = self.total
        totals = f'tests="{total["messages"]}" failures="{total["invalid"] + total["unreadable"]}" errors="0"'
        name = _attribute(f"mcpgen validate {self._revision}")
        self._out.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        self._out.write(f"<testsuites {totals}><testsuite name={name} {totals}>\n")
        with cases:
            cases.seek(0)
            self._out.writelines(_parts(cases))
        self._out.write("</testsuite></testsuites>\n")


def _temporary_file() -> IO[str]:
    return tempfile.TemporaryFile("w+", encoding="utf-8")


def _parts(file: IO[str]) -> Iterator[str]:
    return iter(partial(file.read, 1 << 16), "")


def _attribute(text: str) -> str:
    return f'"{_xml(printable(text))}"'


def _xml(text: str) -> str:
    """Return text as XML that uses only ASCII, so that the encoding of the file does not matter."""
    return escape(text).encode("ascii", "xmlcharrefreplace").decode()
