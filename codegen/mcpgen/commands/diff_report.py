"""Print the result of `mcpgen diff` as JSON (`schema/diff.schema.json`), Markdown, or annotations.

`diff_text` prints it for people. Annotations for code review are GitHub workflow commands, or SARIF 2.1.0.
They are at the line of the type or method in the schema file of NEW. If NEW does not have the type or method,
they are at its line in OLD. Breaking changes are errors, dangerous ones warnings, and safe ones notes.

JSON and annotations list each change separately. Text and Markdown count a rename as one change, although it
consists of an addition and a removal.

A change names the side that sends the value. The other side receives it. `severity_by_receiver` has two
severities for each receiving side: `old` if the receiver speaks OLD and its peer speaks NEW, and `new` for
the reverse. `{"client": {"old": "breaking", "new": "safe"}}` says that a client of the old revision cannot
read values of a new server.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, Literal, TypeAlias
from urllib.parse import quote

from mcpgen.adapters.decisions import Entry
from mcpgen.compare.change_rules import CHANGE_RULES, SEVERITIES, Severity
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.compare.witness import Witness
from mcpgen.ir import Method
from mcpgen.problems import one_word, printable

Format: TypeAlias = Literal["json", "markdown", "github", "sarif"]
Threshold: TypeAlias = Literal["dangerous", "breaking"]

UNNAMED = "Changes without a name"
WITNESS_WIDTH = 500  # an example value with at most this number of characters is printed whole in Markdown
RENAMES_OF_MEMBERS = {"FIELD_RENAMED", "FIELD_PERHAPS_RENAMED", "FIELD_MOVED", "FIELD_PERHAPS_MOVED"}
RUN = 3  # the longest run of equal items that is printed whole
LETTERS = 20  # the longest run of one letter that is printed whole
GITHUB: Mapping[Severity, str] = {"breaking": "error", "dangerous": "warning", "safe": "notice"}
SARIF: Mapping[Severity, str] = {"breaking": "error", "dangerous": "warning", "safe": "note"}


@dataclass(frozen=True, slots=True)
class ReportedChange:
    """A change, the entry of `schema/changes/` that names it, and an example value that shows it.

    If the change is a rename, `parts` are the addition and the removal that it consists of.
    """

    change: ProtocolChange
    entry: Entry | None
    witness: Witness | None
    parts: tuple[ReportedChange, ...] = ()

    @property
    def severity(self) -> Severity:
        """The worst severity of the change and, if it is a rename, of its parts."""
        return max((each.severity for each in self.changes()), key=SEVERITIES.index)

    def changes(self) -> Iterator[ProtocolChange]:
        """Yield the change and then its parts, which only a rename has."""
        yield self.change
        yield from (part.change for part in self.parts)


@dataclass(frozen=True, slots=True)
class DiffReport:
    """The changes from one revision to another, sorted by the id of their named change."""

    old: str
    new: str
    changes: tuple[ReportedChange, ...]
    ignored: int = 0  # the number of changes that the report leaves out
    files: tuple[Path, Path] = (Path(), Path())  # the schema files of both sides
    is_reversed: bool = False  # whether the old revision is newer than the new one

    def folded(self) -> list[ReportedChange]:
        """Return the changes, with each rename as a single change.

        The addition and the removal that a rename consists of become its `parts`, unless another entry names
        them.
        """
        by_location: dict[tuple[Entry | None, str, str], list[ReportedChange]] = {}
        for each in self.changes:
            by_location.setdefault((each.entry, each.change.rule, each.change.at), []).append(each)
        renames = {
            id(each): [
                part
                for rule, location in _parts_of_rename(each.change)
                for entry in {each.entry: None, None: None}
                for part in by_location.get((entry, rule, location), ())
            ]
            for each in self.changes
        }
        inside = {id(part) for parts in renames.values() for part in parts}
        return [
            replace(each, parts=tuple(renames[id(each)])) for each in self.changes if id(each) not in inside
        ]

    def title_of(self, entry: Entry) -> str:
        """Return the title of an entry, followed by `(reversed)` if OLD is the newer revision.

        A title describes the change from the older to the newer revision.
        """
        return f"{entry.title} (reversed)" if self.is_reversed else entry.title

    def groups(self) -> list[tuple[Entry | None, list[ReportedChange]]]:
        """Return the changes, grouped by the entry of `schema/changes/` that decides them.

        The groups are sorted by the id of the entry. Changes without an entry come last.
        """
        found: dict[Entry | None, list[ReportedChange]] = {}
        for each in self.folded():
            found.setdefault(each.entry, []).append(each)
        return list(found.items())


def _parts_of_rename(change: ProtocolChange) -> Iterator[tuple[str, str]]:
    """Yield the rule and location of each addition and removal that may be reported instead of a rename."""
    if change.rule in ("METHOD_RENAMED", "METHOD_PERHAPS_RENAMED"):
        yield from (("METHOD_ADDED", change.at), ("METHOD_REMOVED", change.was))
        message = change.new.message if isinstance(change.new, Method) else None
        yield from (("CONST_CHANGED", f"{message}.method"),) if message else ()
    elif change.rule in RENAMES_OF_MEMBERS:
        for rule in ("FIELD_ADDED_OPTIONAL", "FIELD_ADDED_REQUIRED"):
            yield rule, change.at
        for rule in ("FIELD_REMOVED_OPTIONAL", "FIELD_REMOVED_REQUIRED"):
            yield rule, change.was


def render(report: DiffReport, format: Format) -> str:
    """Return the report in a format, with a newline at the end."""
    forms = {"json": _json, "markdown": _markdown, "github": github, "sarif": sarif}
    return forms[format](report)


def failure(report: DiffReport, fail_on: Threshold | None) -> str:
    """Return a line that counts the changes of severity `fail_on` or worse, or '' if there are none."""
    failing = SEVERITIES[SEVERITIES.index(fail_on) :] if fail_on else ()
    found_at = list(
        dict.fromkeys(location_of(each.change) for each in report.folded() if each.severity in failing)
    )
    if not found_at:
        return ""
    more = f" and {len(found_at) - 5} more" if len(found_at) > 5 else ""
    count = f"{len(found_at)} place{'s' if len(found_at) > 1 else ''} changed"
    return f"{count} with severity {' or '.join(failing)}: {', '.join(found_at[:5])}{more}"


# Severity


def severity_by_receiver(change: ProtocolChange) -> dict[str, dict[str, Severity]]:
    """Return how severe a change is for each side that receives the changed messages.

    A side has two severities: `old` if it speaks the old revision, and `new` if it speaks the new one.
    """
    return {side: {"old": change.to_old, "new": change.to_new} for side in change.receivers}


def impact(reported: Iterable[ReportedChange]) -> str:
    """Say which receivers a change affects: `breaking for old clients`, or `safe` if there are none."""
    worst: dict[tuple[str, str], Severity] = {}
    for change in (change for each in reported for change in each.changes()):
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


# Markdown


def _markdown(report: DiffReport) -> str:
    lines = [f"# {headline(report)}"]
    if report.changes:
        lines += ["", f"{peers(report)} Only the receivers of a value are affected."]
    for entry, changes in report.groups():
        title = f"{entry.id}: {report.title_of(entry)}" if entry else UNNAMED
        lines += ["", f"## {_escaped(title)}", ""]
        if entry:
            lines += [f"{_escaped(entry.reference)}: {_escaped(entry.explanation)}", ""]
        lines += ["| change | rule | at | sent by | severity |", "|---|---|---|---|---|"]
        lines += [_markdown_row(each) for each in changes]
        for each in changes:
            for one in (each, *each.parts):
                lines += _markdown_witness(report, one)
    return "".join(printable(line) + "\n" for line in lines)


def _markdown_row(reported: ReportedChange) -> str:
    """Return the row for a change in the Markdown table.

    For a rename, the row also lists the rule and location of the addition and of the removal.
    """
    changes = [*reported.changes()]
    change = changes[0]
    rules = ", ".join(each.rule for each in changes)
    found_at = ", ".join(_markdown_location(each) for each in changes)
    sender = "both" if change.sender == "both" else f"the {change.sender}"
    cells = (CHANGE_RULES[change.rule].purpose, rules, found_at, sender, impact([reported]))
    return f"| {' | '.join(cells)} |"


def _markdown_location(change: ProtocolChange) -> str:
    return _code_span(change.at) + (f" ({_escaped(change.detail)})" if change.detail else "")


def _markdown_witness(report: DiffReport, reported: ReportedChange) -> list[str]:
    change, witness = reported.change, reported.witness
    if witness is None or change.severity == "safe":
        return []
    accepts = f"Only {accepting(report, witness)} accepts this {_code_span(witness.type)}"
    value = abridged(witness.value, shown_member(change), WITNESS_WIDTH)
    return ["", f"{accepts} ({_code_span(change.at)}):", "", f"    {value}"]


def _code_span(text: str) -> str:
    """Return a text as a Markdown code span.

    Characters that would end the code span or the table cell are replaced.
    """
    return "`" + text.replace("`", "'").replace("|", "\\|") + "`"


def _escaped(text: str) -> str:
    """Return a text with escapes, so that Markdown prints it literally, even in a table."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>|#!" else c for c in text)


# Annotations


def _lines_of_names(path: Path) -> dict[str, int]:
    """Return the line number of each definition and of each method in the schema file `path`."""
    found: dict[str, int] = {}
    for number, line in enumerate(path.read_text("utf-8", "replace").split("\n"), 1):
        for name in re.findall(r'^\s*"([A-Za-z]\w*)": *\{', line) + re.findall(r'"const": *"([^"]+)"', line):
            found.setdefault(name, number)
    return found


def locations(report: DiffReport) -> Iterator[tuple[ReportedChange, str, int]]:
    """Yield each change with its location: the path of a schema file, and the number of a line."""
    newer, older = [(path.as_posix(), _lines_of_names(path)) for path in reversed(report.files)]
    for each in report.changes:
        owners, at, was = each.change.owners, each.change.at, each.change.was
        names = (newer, (owners[1], at, at.split(".")[0])), (older, (owners[0], was, was.split(".")[0]))
        found = [(path, lines[one]) for (path, lines), known in names for one in known if one in lines]
        path, line = found[0] if found else (newer[0], 1)
        yield each, path, line


def github(report: DiffReport) -> str:
    """Return a GitHub workflow command for each change."""
    lines = []
    for each, path, line in locations(report):
        properties = {"file": path, "line": str(line), "title": _title(report, each)}
        stated = ",".join(f"{name}={_encoded(printable(value), ':,')}" for name, value in properties.items())
        lines.append(f"::{GITHUB[each.change.severity]} {stated}::{_encoded(_message(report, each))}\n")
    return "".join(lines)


def sarif(report: DiffReport) -> str:
    """Return a SARIF log with one result for each change."""
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


def _title(report: DiffReport, reported: ReportedChange) -> str:
    entry, purpose = reported.entry, CHANGE_RULES[reported.change.rule].purpose
    return f"{entry.id} {report.title_of(entry)}" if entry else purpose


def _message(report: DiffReport, reported: ReportedChange) -> str:
    change = reported.change
    text = f"{location_of(change)}: {CHANGE_RULES[change.rule].purpose} [{change.rule}]; {impact([reported])}"
    return printable(f"{report.old} → {report.new}: {text}")


def _encoded(text: str, further: str = "") -> str:
    """Percent-encode the characters that would end a workflow command or one of its properties."""
    return "".join(f"%{ord(c):02X}" if c in "%\r\n" + further else c for c in text)


# Parts that several formats share


def headline(report: DiffReport) -> str:
    """Return a line with the two revisions and the number of changes of each severity."""
    found = report.folded()
    counts = [
        f"{number} {severity}"
        for severity in reversed(SEVERITIES)
        if (number := sum(each.severity == severity for each in found))
    ]
    counts += [f"{report.ignored} ignored"] if report.ignored else []
    return f"{report.old} → {report.new}: {', '.join(counts) or 'no change on the wire'}"


def peers(report: DiffReport) -> str:
    """Return the sentences that explain which clients and servers the report calls old and new."""
    reversed_order = (
        f"The order is reversed: {report.old} is the newer revision, but the report calls it old. "
        f"A title that is marked as (reversed) describes the change from {report.new} to {report.old}. "
        if report.is_reversed
        else ""
    )
    return (
        f"{reversed_order}An old client or server speaks {report.old}, and its peer speaks {report.new}. "
        "For a new one, it is the other way round."
    )


def location_of(change: ProtocolChange) -> str:
    """Return the location of a change, followed by its detail in brackets."""
    at = one_word(change.at)
    return f"{at} ({change.detail})" if change.detail else at


def accepting(report: DiffReport, witness: Witness) -> str:
    """Return the revision in which the example value of a change is valid."""
    return report.old if witness.valid_in == "old" else report.new


def shown_member(change: ProtocolChange) -> str | None:
    """Return the name of the member in which an example value differs between the two revisions.

    For a change of a method, this is `method`. Return None if the change is not about one member.
    """
    return "method" if change.rule.startswith(("METHOD_", "KIND_", "DIRECTION_")) else change.member


def abridged(value: Any, member: str | None, limit: int) -> str:
    """Return an example value as JSON, shortened if it has more than `limit` characters.

    If it is shortened, `…` replaces the values of all members except `member`, which shows the change. Runs
    of equal items or letters are shortened too.
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
    """Return a value as JSON. A run of equal items or letters is replaced by one of them and a count."""
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
