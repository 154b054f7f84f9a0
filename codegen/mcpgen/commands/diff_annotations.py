"""Diff annotations: named and graded changes → GitHub workflow commands, or SARIF 2.1.0, for code review.

A change is located at the line of its type or method in the schema file of NEW, or of OLD for a change whose
place NEW lacks. Breaking changes are errors, dangerous ones warnings, safe ones notes.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote

from mcpgen.commands.diff_report import DiffReport, ReportedChange, impact, place_of
from mcpgen.compare.change_rules import CHANGE_RULES, Severity
from mcpgen.problems import printable

GITHUB: Mapping[Severity, str] = {"breaking": "error", "dangerous": "warning", "safe": "notice"}
SARIF: Mapping[Severity, str] = {"breaking": "error", "dangerous": "warning", "safe": "note"}


class SchemaLines:
    """A schema file with the line of each definition and of each method."""

    def __init__(self, path: Path) -> None:
        self.path = path.as_posix()
        self._lines: dict[str, int] = {}
        for number, line in enumerate(path.read_text("utf-8", "replace").split("\n"), 1):
            for name in re.findall(r'^\s*"([A-Za-z]\w*)": *\{', line) + re.findall(
                r'"const": *"([^"]+)"', line
            ):
                self._lines.setdefault(name, number)

    def line(self, *names: str | None) -> int | None:
        """Return the line of the first of the names that the file has."""
        return next((self._lines[name] for name in names if name in self._lines), None)


def locations(report: DiffReport) -> Iterator[tuple[ReportedChange, str, int]]:
    """Yield each change with the path and the line of a schema file."""
    old, new = map(SchemaLines, report.files)
    for each in report.changes:
        change = each.change
        line = new.line(change.owners[1], change.at, change.at.split(".")[0])
        if line is not None:
            yield each, new.path, line
            continue
        line = old.line(change.owners[0], change.was, change.was.split(".")[0])
        yield (each, new.path, 1) if line is None else (each, old.path, line)


def github(report: DiffReport) -> str:
    """Return a workflow command for each change."""
    lines = []
    for each, path, line in locations(report):
        properties = {"file": path, "line": str(line), "title": _title(each)}
        stated = ",".join(f"{name}={_escaped(value, ':,')}" for name, value in properties.items())
        lines.append(f"::{GITHUB[each.change.severity]} {stated}::{_escaped(_message(report, each))}\n")
    return "".join(lines)


def sarif(report: DiffReport) -> str:
    """Return a SARIF log with a result for each change."""
    used = list(dict.fromkeys(each.change.rule for each in report.changes))
    driver = {
        "name": "mcpgen",
        "rules": [{"id": rule, "shortDescription": {"text": CHANGE_RULES[rule].purpose}} for rule in used],
    }
    results = [_result(report, *located, used.index(located[0].change.rule)) for located in locations(report)]
    run = {"tool": {"driver": driver}, "columnKind": "unicodeCodePoints", "results": results}
    log = {"$schema": "https://json.schemastore.org/sarif-2.1.0.json", "version": "2.1.0", "runs": [run]}
    return json.dumps(log, indent=2) + "\n"


def _result(report: DiffReport, reported: ReportedChange, path: str, line: int, rule: int) -> dict[str, Any]:
    physical = {"artifactLocation": {"uri": quote(path)}, "region": {"startLine": line}}
    logical = {"fullyQualifiedName": reported.change.at}
    return {
        "ruleId": reported.change.rule,
        "ruleIndex": rule,
        "level": SARIF[reported.change.severity],
        "message": {"text": _message(report, reported)},
        "locations": [{"physicalLocation": physical, "logicalLocations": [logical]}],
    }


def _title(reported: ReportedChange) -> str:
    entry, purpose = reported.entry, CHANGE_RULES[reported.change.rule].purpose
    return f"{entry.id} {entry.title}" if entry else purpose


def _message(report: DiffReport, reported: ReportedChange) -> str:
    change = reported.change
    text = f"{place_of(change)}: {CHANGE_RULES[change.rule].purpose} [{change.rule}]; {impact([change])}"
    return printable(f"{report.old} → {report.new}: {text}")


def _escaped(text: str, further: str = "") -> str:
    """Return text in which the characters that end a property or a command are percent-encoded."""
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + further else c for c in text)
