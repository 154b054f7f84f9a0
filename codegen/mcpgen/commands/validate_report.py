"""The report of `mcpgen validate`: verdicts → text, one JSON document, or JUnit.

In: verdicts, one after the other, from a log of any length. Out: text (`location: message`, a line for each
verdict and each detail), JSON (`schema/validate.schema.json`) or JUnit. Every writer returns the counts of
the summary.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, Literal, NamedTuple, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from mcpgen.commands.logs import Side
from mcpgen.problems import printable

Format = Literal["text", "json", "junit"]
Counts: TypeAlias = dict[str, int]


class Advice(NamedTuple):
    """A finding of the rules: rule, severity, place, reason, and the section that states the rule."""

    rule: str
    severity: str
    pointer: str
    reason: str
    reference: str


@dataclass
class Verdict:
    """The verdict on one line, and the details that the report adds."""

    line: int
    verdict: Literal["valid", "invalid", "unreadable"]
    sender: Side | None = None
    method: str | None = None
    answers: str | None = None
    kind: str | None = None  # request, notification, response, error or batch
    pointer: str | None = None
    reason: str | None = None
    code: int | None = None
    hint: str | None = None
    # the pointer of each unknown member, and the revisions that know it
    unknown: list[tuple[str, str | None]] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    advice: list[Advice] = field(default_factory=list)


def _count(verdicts: Iterable[Verdict], write: Callable[[Verdict], None]) -> Counts:
    counts = {"messages": 0, "valid": 0, "invalid": 0, "unreadable": 0, "unknown": 0, "advice": 0}
    for verdict in verdicts:
        counts["messages"] += 1
        counts[verdict.verdict] += 1
        counts["unknown"] += bool(verdict.unknown)
        counts["advice"] += bool(verdict.advice)
        write(verdict)
    return counts


def _subject(verdict: Verdict) -> str:
    parts = (verdict.sender, verdict.kind, f"to {verdict.answers}" if verdict.answers else verdict.method)
    return " ".join(filter(None, parts))


def _finding(verdict: Verdict) -> str:
    if verdict.verdict == "valid":
        return "valid"
    where = f"{verdict.pointer}: " if verdict.pointer else ""
    hint = f" ({verdict.hint})" if verdict.hint else ""
    return f"{verdict.verdict}: {where}{verdict.reason}{hint}"


def _details(verdict: Verdict) -> Iterator[str]:
    # An unknown member that many items of an array have is one detail.
    alike: dict[tuple[str, str | None], int] = {}
    for pointer, span in verdict.unknown:
        key = re.sub(r"/[0-9]+(?=/)", "/*", pointer), span
        alike[key] = alike.get(key, 0) + 1
    for (pointer, span), count in alike.items():
        yield f"unknown member {pointer}" + (f", {count} times" if count > 1 else "") + (
            f" ({span})" if span else ""
        )
    yield from verdict.notes
    for advice in verdict.advice:
        where = f"{advice.pointer}: " if advice.pointer else ""
        yield f"{advice.severity} {advice.rule}: {where}{advice.reason}"


def _text(verdicts: Iterable[Verdict], source: str, revision: str, out: IO[str]) -> Counts:
    def write(verdict: Verdict) -> None:
        location = f"{source}:{verdict.line}"
        subject = _subject(verdict)
        out.write(printable(f"{location}: " + (f"{subject}: " if subject else "") + _finding(verdict)) + "\n")
        for detail in _details(verdict):
            out.write(printable(f"{location}:   {detail}") + "\n")

    counts = _count(verdicts, write)
    shown = {name: count for name, count in counts.items() if count or name == "messages"}
    words = _LABELS if counts["messages"] != 1 else {**_LABELS, "messages": "message"}
    out.write(
        printable(f"{source}: " + ", ".join(f"{n} {words.get(name, name)}" for name, n in shown.items()))
        + "\n"
    )
    return counts


_LABELS = {"unknown": "with unknown members", "advice": "with advice"}


def _json(verdicts: Iterable[Verdict], source: str, revision: str, out: IO[str]) -> Counts:
    first = True

    def write(verdict: Verdict) -> None:
        nonlocal first
        row = {
            "line": verdict.line,
            "verdict": verdict.verdict,
            "from": verdict.sender,
            "kind": verdict.kind,
            "method": verdict.method,
            "answers": verdict.answers,
            "pointer": verdict.pointer,
            "reason": verdict.reason,
            "code": verdict.code,
            "hint": verdict.hint,
            "unknown": [{"pointer": pointer, "hint": span} for pointer, span in verdict.unknown],
            "notes": verdict.notes,
            "advice": [advice._asdict() for advice in verdict.advice],
        }
        out.write(
            ("\n  " if first else ",\n  ") + json.dumps({k: v for k, v in row.items() if v is not None})
        )
        first = False

    out.write(f'{{"revision": {json.dumps(revision)}, "source": {json.dumps(source)}, "messages": [')
    counts = _count(verdicts, write)
    out.write(f'\n], "summary": {json.dumps(counts)}}}\n')
    return counts


def _junit(verdicts: Iterable[Verdict], source: str, revision: str, out: IO[str]) -> Counts:
    # The counts precede the cases in JUnit, so the cases wait in a file.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as body:

        def write(verdict: Verdict) -> None:
            name = f"line {verdict.line} {_subject(verdict)}".rstrip()
            case = f"<testcase classname={_attribute(source)} name={_attribute(name)}"
            inner = ""
            if verdict.verdict != "valid":
                inner = (
                    f"<failure type={_attribute(verdict.verdict)} message={_attribute(_finding(verdict))}/>"
                )
            details = "\n".join(map(printable, _details(verdict)))
            inner += f"<system-out>{escape(details)}</system-out>" if details else ""
            body.write(f"{case}>{inner}</testcase>\n" if inner else f"{case}/>\n")

        counts = _count(verdicts, write)
        totals = (
            f'tests="{counts["messages"]}" failures="{counts["invalid"] + counts["unreadable"]}" errors="0"'
        )
        out.write('<?xml version="1.0" encoding="UTF-8"?>\n')
        out.write(
            f"<testsuites {totals}><testsuite name={_attribute(f'mcpgen validate {revision}')} {totals}>\n"
        )
        body.seek(0)
        while chunk := body.read(1 << 16):
            out.write(chunk)
        out.write("</testsuite></testsuites>\n")
    return counts


def _attribute(text: str) -> str:
    return quoteattr(printable(text))


WRITERS: dict[Format, Callable[[Iterable[Verdict], str, str, IO[str]], Counts]] = {
    "text": _text,
    "json": _json,
    "junit": _junit,
}
