"""Diff report: named and graded changes → text, JSON (`schema/diff.schema.json`), Markdown, or annotations.

Annotations for code review are GitHub workflow commands, or SARIF 2.1.0. A change is located at the line of
its type or method in the schema file of NEW, or of OLD for a change whose place NEW lacks. Breaking changes
are errors, dangerous ones warnings, safe ones notes.

A change names the side that sends the value; the other side receives. A receiver speaks OLD with a peer of
NEW, or NEW with a peer of OLD. `severity_by_receiver` grades both for each receiving side:
`{"client": {"old": "breaking", "new": "safe"}}` says that a client of the old revision breaks on the values
of a new server.
"""

from __future__ import annotations

import json
import re
import textwrap
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import quote

from mcpgen.adapters.decisions import Entry
from mcpgen.compare.change_rules import CHANGE_RULES, SEVERITIES, Severity
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.compare.witness import Witness
from mcpgen.problems import one_word, printable

Format: TypeAlias = Literal["text", "json", "markdown", "github", "sarif"]
Threshold: TypeAlias = Literal["dangerous", "breaking"]

UNNAMED = "Changes without a name"
WIDTH = 110
SCREEN = 160  # the longest line that is printed for people
LISTED = 12  # the places of a list that a terminal shows
INDENT = 13  # the column of the text beside a severity
WITNESS_WIDTH = {"text": 160, "markdown": 500}  # the longest witness that is printed whole
RUN = 3  # the longest run of equal items that is printed whole
LETTERS = 20  # the longest run of one letter that is printed whole
GITHUB: Mapping[Severity, str] = {"breaking": "error", "dangerous": "warning", "safe": "notice"}
SARIF: Mapping[Severity, str] = {"breaking": "error", "dangerous": "warning", "safe": "note"}


@dataclass(frozen=True, slots=True)
class ReportedChange:
    """A change, the entry that names it, and a value that shows it."""

    change: ProtocolChange
    entry: Entry | None
    witness: Witness | None


@dataclass(frozen=True, slots=True)
class DiffReport:
    """The changes from one revision to another, in the order of their names."""

    old: str
    new: str
    changes: tuple[ReportedChange, ...]
    ignored: int = 0  # changes that were accepted and are left out
    files: tuple[Path, Path] = (Path(), Path())  # the schema files of both sides

    def groups(self) -> list[tuple[Entry | None, list[ReportedChange]]]:
        """Return the changes by the entry that names them."""
        found: dict[Entry | None, list[ReportedChange]] = {}
        for each in self.changes:
            found.setdefault(each.entry, []).append(each)
        return list(found.items())


def render(report: DiffReport, format: Format) -> str:
    """Return the report in a format, with a newline at its end."""
    forms = {"text": _text, "json": _json, "markdown": _markdown, "github": github, "sarif": sarif}
    return forms[format](report)


def render_for_people(report: DiffReport, *, is_terminal: bool) -> str:
    """Return the text with lines that fit a screen; on a terminal, long lists are folded."""
    text = _text(report, LISTED if is_terminal else None)
    return "".join(f"{printable(part)}\n" for line in text.splitlines() for part in _fitted(line))


def _fitted(line: str) -> list[str]:
    """Return a line as lines of at most `SCREEN` columns, the further ones indented."""
    if len(line) <= SCREEN:
        return [line]
    return textwrap.wrap(line, SCREEN, subsequent_indent=" " * INDENT, break_on_hyphens=False)


def failure(report: DiffReport, fail_on: Threshold | None) -> str:
    """Return the changes that are as severe as `fail_on`, in a line; '' for none."""
    failing = SEVERITIES[SEVERITIES.index(fail_on) :] if fail_on else ()
    places = list(
        dict.fromkeys(place_of(each.change) for each in report.changes if each.change.severity in failing)
    )
    if not places:
        return ""
    more = f" and {len(places) - 5} more" if len(places) > 5 else ""
    count = f"{len(places)} place{'s' if len(places) > 1 else ''} changed"
    return f"{count} with severity {' or '.join(failing)}: {', '.join(places[:5])}{more}"


# Severity


def severity_by_receiver(change: ProtocolChange) -> dict[str, dict[str, Severity]]:
    """Return the severity for each receiving side, where it speaks OLD and where it speaks NEW."""
    return {side: {"old": change.to_old, "new": change.to_new} for side in change.receivers}


def impact(changes: Iterable[ProtocolChange]) -> str:
    """Return the receivers that changes affect, in words: `breaking for old clients`, or `safe`."""
    worst: dict[tuple[str, str], Severity] = {}
    for change in changes:
        for side, grades in severity_by_receiver(change).items():
            for age, grade in grades.items():
                worst[age, side] = max(worst.get((age, side), "safe"), grade, key=SEVERITIES.index)
    order = [(age, side) for age in ("old", "new") for side in ("client", "server")]
    parts = []
    for grade in ("breaking", "dangerous"):
        hit = [f"{age} {side}s" for age, side in order if worst.get((age, side)) == grade]
        parts += [f"{grade} for {' and '.join(hit)}"] if hit else []
    return "; ".join(parts) or "safe"


# JSON


def _json(report: DiffReport) -> str:
    changes = [_object(each) for each in report.changes]
    return json.dumps({"old": report.old, "new": report.new, "changes": changes}, indent=2) + "\n"


def _object(reported: ReportedChange) -> Mapping[str, Any]:
    change, entry, witness = reported.change, reported.entry, reported.witness
    result: dict[str, Any] = {
        "id": entry.id if entry else None,
        "rule": change.rule,
        "at": change.at,
        "detail": change.detail,
        "sender": change.sender,
        "severity": change.severity,
        "receivers": severity_by_receiver(change),
        "title": entry.title if entry else CHANGE_RULES[change.rule].purpose,
        "reference": entry.reference if entry else None,
    }
    if witness is not None:
        result["witness"] = witness.value
        result["witness_type"] = witness.type
        result["witness_valid_in"] = witness.valid_in
    return result


# Text


def _text(report: DiffReport, listed: int | None = None) -> str:
    lines = [_headline(report)]
    if report.changes:
        lines.append(
            f"Old clients and servers speak {report.old} with a peer of {report.new}; new ones the reverse."
        )
    for entry, changes in report.groups():
        title = f"{entry.id}  {entry.title} ({entry.reference})" if entry else UNNAMED
        lines += ["", f"{title}: {impact(each.change for each in changes)}"]
        for each in changes:
            if each.change.severity != "safe":
                change, rule = each.change, CHANGE_RULES[each.change.rule]
                text = f"{place_of(change)}: {rule.purpose} [{rule.id}]; {impact([change])}"
                lines += _wrapped(change.severity, text)
                lines += _witness_lines(report, each)
        for id, safe in _safe_by_rule(changes).items():
            places = ", ".join(place_of(change) for change in safe[:listed])
            places += f" and {len(safe) - listed} more" if listed and len(safe) > listed else ""
            lines += _wrapped("safe", f"{CHANGE_RULES[id].purpose} [{id}]: {places}")
    return "".join(printable(line) + "\n" for line in lines)


def _wrapped(severity: Severity, text: str) -> list[str]:
    first, rest = f"  {severity:{INDENT - 4}}  ", " " * INDENT
    return textwrap.wrap(
        printable(text),
        WIDTH,
        initial_indent=first,
        subsequent_indent=rest,
        break_long_words=False,
        break_on_hyphens=False,
    )


def _witness_lines(report: DiffReport, reported: ReportedChange) -> list[str]:
    witness = reported.witness
    if witness is None:
        return []
    value = abridged(witness.value, _shown_member(reported.change), WITNESS_WIDTH["text"])
    return [" " * INDENT + f"only {_accepting(report, witness)} accepts this {witness.type}: {value}"]


def _safe_by_rule(changes: Iterable[ReportedChange]) -> dict[str, list[ProtocolChange]]:
    found: dict[str, list[ProtocolChange]] = {}
    for each in changes:
        if each.change.severity == "safe":
            found.setdefault(each.change.rule, []).append(each.change)
    return found


# Markdown


def _markdown(report: DiffReport) -> str:
    lines = [f"# {_headline(report)}"]
    if report.changes:
        old = f"*Old* clients and servers speak {report.old} with a peer of {report.new}"
        lines += ["", f"{old}; *new* ones the reverse. Only the receivers of a value are affected."]
    for entry, changes in report.groups():
        title = f"{entry.id}: {entry.title}" if entry else UNNAMED
        lines += ["", f"## {_escaped(title)}", ""]
        if entry:
            lines += [f"{_escaped(entry.reference)}: {_escaped(entry.reason)}", ""]
        lines += ["| change | rule | at | sent by | severity |", "|---|---|---|---|---|"]
        lines += [_markdown_row(each.change) for each in changes]
        for each in changes:
            lines += _markdown_witness(report, each)
    return "".join(printable(line) + "\n" for line in lines)


def _markdown_row(change: ProtocolChange) -> str:
    at = _code_span(change.at) + (f" ({_escaped(change.detail)})" if change.detail else "")
    sender = "both" if change.sender == "both" else f"the {change.sender}"
    cells = (CHANGE_RULES[change.rule].purpose, change.rule, at, sender, impact([change]))
    return f"| {' | '.join(cells)} |"


def _markdown_witness(report: DiffReport, reported: ReportedChange) -> list[str]:
    change, witness = reported.change, reported.witness
    if witness is None or change.severity == "safe":
        return []
    accepts = f"Only {_accepting(report, witness)} accepts this {_code_span(witness.type)}"
    value = abridged(witness.value, _shown_member(change), WITNESS_WIDTH["markdown"])
    return ["", f"{accepts} ({_code_span(change.at)}):", "", f"    {value}"]


def _code_span(text: str) -> str:
    """Return text as a Markdown code span that the text cannot close."""
    return "`" + text.replace("`", "'").replace("|", "\\|") + "`"


def _escaped(text: str) -> str:
    """Return text that Markdown prints literally, inside a table too."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>|#!" else c for c in text)


# Annotations


def _lines_of_names(path: Path) -> dict[str, int]:
    """Return the line of each definition and of each method in a schema file."""
    found: dict[str, int] = {}
    for number, line in enumerate(path.read_text("utf-8", "replace").split("\n"), 1):
        for name in re.findall(r'^\s*"([A-Za-z]\w*)": *\{', line) + re.findall(r'"const": *"([^"]+)"', line):
            found.setdefault(name, number)
    return found


def locations(report: DiffReport) -> Iterator[tuple[ReportedChange, str, int]]:
    """Yield each change with the path and the line of a schema file."""
    newer, older = [(path.as_posix(), _lines_of_names(path)) for path in reversed(report.files)]
    for each in report.changes:
        owners, at, was = each.change.owners, each.change.at, each.change.was
        names = (newer, (owners[1], at, at.split(".")[0])), (older, (owners[0], was, was.split(".")[0]))
        found = [(path, lines[one]) for (path, lines), known in names for one in known if one in lines]
        path, line = found[0] if found else (newer[0], 1)
        yield each, path, line


def github(report: DiffReport) -> str:
    """Return a workflow command for each change."""
    lines = []
    for each, path, line in locations(report):
        properties = {"file": path, "line": str(line), "title": _title(each)}
        stated = ",".join(f"{name}={_encoded(printable(value), ':,')}" for name, value in properties.items())
        lines.append(f"::{GITHUB[each.change.severity]} {stated}::{_encoded(_message(report, each))}\n")
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


def _encoded(text: str, further: str = "") -> str:
    """Return text in which the characters that end a property or a command are percent-encoded."""
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + further else c for c in text)


# Parts of all


def _headline(report: DiffReport) -> str:
    counts = [
        f"{number} {severity}"
        for severity in reversed(SEVERITIES)
        if (number := sum(each.change.severity == severity for each in report.changes))
    ]
    counts += [f"{report.ignored} ignored"] if report.ignored else []
    return f"{report.old} → {report.new}: {', '.join(counts) or 'no change on the wire'}"


def place_of(change: ProtocolChange) -> str:
    """Return the place of a change, with the part that differs."""
    at = one_word(change.at)
    return f"{at} ({change.detail})" if change.detail else at


def _accepting(report: DiffReport, witness: Witness) -> str:
    return report.old if witness.valid_in == "old" else report.new


def _shown_member(change: ProtocolChange) -> str | None:
    """Return the member of a witness that differs; of a frame that is `method`."""
    return "method" if change.rule.startswith(("METHOD_", "KIND_", "DIRECTION_")) else change.member


def abridged(value: Any, member: str | None, limit: int) -> str:
    """Return a witness as JSON, in full up to `limit` characters.

    A longer witness loses only parts that cannot hold the difference: the values of members beside `member`,
    and the rest of a run of equal items or letters.
    """
    text = json.dumps(value)
    if len(text) <= limit:
        return text
    if not isinstance(value, dict) or member is None:
        return _without_runs(value)
    parts = (
        f"{json.dumps(name)}: {_without_runs(each) if name == member else '…'}"
        for name, each in value.items()
    )
    return "{" + ", ".join(parts) + "}"


def _without_runs(value: Any) -> str:
    """Return JSON text in which a run of equal items or letters is replaced by its length."""
    match value:
        case dict():
            parts = (f"{json.dumps(name)}: {_without_runs(each)}" for name, each in value.items())
            return "{" + ", ".join(parts) + "}"
        case [first, *rest] if len(rest) >= RUN and all(each == first for each in rest):
            return f"[{_without_runs(first)}, … {len(value)} items]"
        case list():
            return "[" + ", ".join(map(_without_runs, value)) + "]"
        case str() if len(value) > LETTERS and len(set(value)) == 1:
            return f'"{value[0]}… {len(value)} characters"'
        case _:
            return json.dumps(value)
