"""Verdicts: what `validate` says of each line of a log, and the forms in which it is written.

In: verdicts, one after the other, from a log of any length. Out: text (findings one a line, `location: message`), one
JSON document (`schema/validate.schema.json`), or JUnit; each writer returns how many there were of each.
"""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from typing import IO, Literal, NamedTuple, TypeAlias
from xml.sax.saxutils import escape, quoteattr

from mcpgen.problems import printable

Format = Literal["text", "json", "junit"]
Counts: TypeAlias = dict[str, int]


class Found(NamedTuple):
    """A piece of advice: which rule, how strong, where, why, and the section that says so."""

    rule: str
    severity: str
    pointer: str
    reason: str
    reference: str


@dataclass
class Verdict:
    """What is to be said of one line."""

    line: int
    verdict: Literal["valid", "invalid", "unreadable"]
    sender: str | None = None
    method: str | None = None
    answers: str | None = None
    kind: str | None = None  # request, notification, response, error or batch
    pointer: str | None = None
    reason: str | None = None
    code: int | None = None
    hint: str | None = None
    unknown: list[tuple[str, str | None]] = field(
        default_factory=list
    )  # pointer, and which revisions know it
    notes: list[str] = field(default_factory=list)
    advice: list[Found] = field(default_factory=list)


def _count(verdicts: Iterable[Verdict], write: Callable[[Verdict], None]) -> Counts:
    counts = {"messages": 0, "valid": 0, "invalid": 0, "unreadable": 0, "unknown": 0, "advice": 0}
    for verdict in verdicts:
        counts["messages"] += 1
        counts[verdict.verdict] += 1
        counts["unknown"] += bool(verdict.unknown)
        counts["advice"] += bool(verdict.advice)
        write(verdict)
    return counts


def _what(verdict: Verdict) -> str:
    parts = (verdict.sender, verdict.kind, f"to {verdict.answers}" if verdict.answers else verdict.method)
    return " ".join(filter(None, parts))


def _says(verdict: Verdict) -> str:
    if verdict.verdict == "valid":
        return "valid"
    where = f"{verdict.pointer}: " if verdict.pointer else ""
    hint = f" ({verdict.hint})" if verdict.hint else ""
    return f"{verdict.verdict}: {where}{verdict.reason}{hint}"


def _asides(verdict: Verdict) -> Iterator[str]:
    # The same member in each of many items is said once.
    alike: dict[tuple[str, str | None], int] = {}
    for pointer, span in verdict.unknown:
        key = re.sub(r"/[0-9]+(?=/)", "/*", pointer), span
        alike[key] = alike.get(key, 0) + 1
    for (pointer, span), count in alike.items():
        yield f"unknown member {pointer}" + (f", {count} times" if count > 1 else "") + (
            f" ({span})" if span else ""
        )
    yield from verdict.notes
    for found in verdict.advice:
        where = f"{found.pointer}: " if found.pointer else ""
        yield f"{found.severity} {found.rule}: {where}{found.reason}"


def _text(verdicts: Iterable[Verdict], source: str, revision: str, out: IO[str]) -> Counts:
    def write(verdict: Verdict) -> None:
        location = f"{source}:{verdict.line}"
        what = _what(verdict)
        out.write(printable(f"{location}: " + (f"{what}: " if what else "") + _says(verdict)) + "\n")
        for aside in _asides(verdict):
            out.write(printable(f"{location}:   {aside}") + "\n")

    counts = _count(verdicts, write)
    shown = {name: count for name, count in counts.items() if count or name == "messages"}
    words = _TOLD if counts["messages"] != 1 else {**_TOLD, "messages": "message"}
    out.write(
        printable(f"{source}: " + ", ".join(f"{n} {words.get(name, name)}" for name, n in shown.items()))
        + "\n"
    )
    return counts


_TOLD = {"unknown": "with unknown members", "advice": "with advice"}


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
            "advice": [found._asdict() for found in verdict.advice],
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
    # The counts stand before what they count, so the cases wait in a file.
    with tempfile.TemporaryFile("w+", encoding="utf-8") as body:

        def write(verdict: Verdict) -> None:
            name = f"line {verdict.line} {_what(verdict)}".rstrip()
            case = f"<testcase classname={_attribute(source)} name={_attribute(name)}"
            inner = ""
            if verdict.verdict != "valid":
                inner = f"<failure type={_attribute(verdict.verdict)} message={_attribute(_says(verdict))}/>"
            asides = "\n".join(map(printable, _asides(verdict)))
            inner += f"<system-out>{escape(asides)}</system-out>" if asides else ""
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
