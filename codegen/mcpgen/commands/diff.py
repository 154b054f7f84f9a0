"""Diff: what changed between two revisions, and whom it breaks, as text, JSON or Markdown.

`between` reads both revisions (pinned, or schema files) and names every change by the entry of `schema/changes/` that
decides it; between revisions that are no neighbours the changes are found directly and take the names of the
neighbours' changes on the way. A schema file has no overlay and no decisions: if either side is one, both are read by
the plain rules, and no change has a name.

*Severity by direction.* A change names the side that sends the value. The other side is the receiver, in either of two
situations: it speaks OLD and hears NEW, or it speaks NEW and hears OLD. `receivers` grades both, for each receiving
side: `{"client": {"old": "breaking", "new": "safe"}}` says that a client of the old revision breaks on what a new server
sends. `severity` is the worst of them. `safe`: the value is valid and means the same; `dangerous`: it is legal, but
something it says is lost or read differently; `breaking`: it is invalid or unknown there.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path
from typing import Any, Literal, TypeAlias

from mcpgen import pipeline
from mcpgen.adapters.decisions import Decided, Entry
from mcpgen.compare.change_rules import CHANGE_RULES, SEVERITIES, Severity
from mcpgen.compare.changes import find_changes
from mcpgen.compare.protocol_change import ProtocolChange, mirrored
from mcpgen.compare.sample_values import SampleValues
from mcpgen.compare.witness import Witness, find_witness
from mcpgen.frontend.package_data import data_root
from mcpgen.ir import Protocol
from mcpgen.problems import Problem, printable, refuse

Format: TypeAlias = Literal["text", "json", "markdown"]
Threshold: TypeAlias = Literal["dangerous", "breaking"]

UNNAMED = "Changes without a name"


@dataclass(frozen=True, slots=True)
class Row:
    """A change, the entry that names it, and a value that shows it."""

    change: ProtocolChange
    entry: Entry | None
    witness: Witness | None


@dataclass(frozen=True, slots=True)
class Difference:
    """Everything that changed from one revision to another, in the order of its names."""

    old: str
    new: str
    rows: tuple[Row, ...]

    def groups(self) -> list[tuple[Entry | None, list[Row]]]:
        """Return the rows by the entry that names them, those without a name last."""
        found: dict[Entry | None, list[Row]] = {}
        for row in self.rows:
            found.setdefault(row.entry, []).append(row)
        return sorted(found.items(), key=lambda group: group[0] is None)


def between(old: str, new: str, schema_old: Path | None = None, schema_new: Path | None = None) -> Difference:
    """Return what changed from `old` to `new`: pinned revisions, or names for the schema files given."""
    if schema_old is None and schema_new is None:
        return _between_pins(old, new)
    one, other = (
        pipeline.protocol_from_file(path or _snapshot(name), name, warn=_ignore)
        for name, path in ((old, schema_old), (new, schema_new))
    )
    return _difference(one, other, find_changes(one, other), lambda change: None)


def render(difference: Difference, format: Format) -> str:
    """Return the difference as text, JSON or Markdown, with a newline at its end."""
    return {"text": _text, "json": _json, "markdown": _markdown}[format](difference)


def status(difference: Difference, fail_on: Threshold | None) -> int:
    """Return 1 if a change is as severe as `fail_on`, else 0."""
    grades = SEVERITIES[SEVERITIES.index(fail_on) :] if fail_on else ()
    return int(any(row.change.severity in grades for row in difference.rows))


# Naming


def _between_pins(old: str, new: str) -> Difference:
    one, other = pipeline.protocol(old), pipeline.protocol(new)
    order = pipeline.revisions()
    start, end = sorted((order.index(old), order.index(new)))
    names = Names.of(pipeline.decided(a, b) for a, b in pairwise(order[start : end + 1]))
    upwards = order.index(old) <= order.index(new)
    return _difference(
        one,
        other,
        find_changes(one, other),
        lambda change: names.entry(change if upwards else mirrored(change)),
    )


@dataclass(frozen=True, slots=True)
class Names:
    """The named changes of some consecutive steps, by what they say, by place, and in order."""

    facts: Mapping[tuple[str, str, str], Entry]
    places: Mapping[str, Entry]
    entries: Sequence[Entry]

    @classmethod
    def of(cls, steps: Iterable[Iterable[Decided]]) -> Names:
        """Return the names of decided steps; where two steps speak of one thing the later one counts."""
        rows = [(row.change, row.entry) for step in steps for row in step if row.entry is not None]
        places = {place: entry for change, entry in rows for place in (change.was, change.at)}
        entries = list({entry.id: entry for _, entry in rows}.values())
        return cls({_fact(change): entry for change, entry in rows}, places, entries[::-1])

    def entry(self, change: ProtocolChange) -> Entry | None:
        """Return the entry that names a change found across the steps.

        It is that of the same change in one of the steps, else one that covers the change, else that of the same place: a
        member that was added and later became required is one change across both.
        """
        covering = next((entry for entry in self.entries if entry.matches(change)), None)
        nearby = self.places.get(change.at) or self.places.get(change.was)
        return self.facts.get(_fact(change)) or covering or nearby


def _fact(change: ProtocolChange) -> tuple[str, str, str]:
    return change.rule, change.at, change.detail


def _difference(
    one: Protocol,
    other: Protocol,
    changes: Iterable[ProtocolChange],
    named: Callable[[ProtocolChange], Entry | None],
) -> Difference:
    sides = SampleValues(one), SampleValues(other)
    rows = [Row(change, named(change), find_witness(*sides, change)) for change in changes]
    ids = {row.entry.id: row.entry for row in rows if row.entry}
    order = {id: position for position, id in enumerate(sorted(ids, key=_natural))}
    rows.sort(key=lambda row: (order[row.entry.id] if row.entry else len(order)))
    return Difference(one.revision, other.revision, tuple(rows))


def _natural(id: str) -> list[tuple[int, str]]:
    """Return what sorts `T3.10` after `T3.9`."""
    parts = "".join(c if c.isdigit() else f" {c} " for c in id).split()
    return [(int(part), "") if part.isdigit() else (-1, part) for part in parts]


def _snapshot(revision: str) -> Path:
    if revision not in pipeline.pins():
        known = ", ".join(pipeline.pins())
        raise refuse("mcpgen diff", f"{revision!a} is not pinned; give its file, or one of {known}")
    return data_root("schema") / revision / "schema.json"


def _ignore(problem: Problem) -> None:
    """Let the plain rules hold: both sides are read by them."""


# Printing


def graded(change: ProtocolChange) -> dict[str, dict[str, Severity]]:
    """Return, for each side that receives the value, how it fares where it speaks OLD and where it speaks NEW."""
    return {side: {"old": change.to_old, "new": change.to_new} for side in change.receivers}


def verdict(changes: Iterable[ProtocolChange]) -> str:
    """Return whom changes break, in words."""
    worst: dict[str, Severity] = {}
    for change in changes:
        for side, grades in graded(change).items():
            for age, grade in grades.items():
                who = f"{age} {side}s"
                worst[who] = max(worst.get(who, "safe"), grade, key=SEVERITIES.index)
    order = [
        who for age in ("old", "new") for side in ("client", "server") if (who := f"{age} {side}s") in worst
    ]
    said = [
        f"{grade} for {' and '.join(hit)}"
        for grade in ("breaking", "dangerous")
        if (hit := [who for who in order if worst[who] == grade])
    ]
    return "; ".join(said) or "safe"


def _json(difference: Difference) -> str:
    changes = [_object(row) for row in difference.rows]
    return json.dumps({"old": difference.old, "new": difference.new, "changes": changes}, indent=2) + "\n"


def _object(row: Row) -> Mapping[str, Any]:
    change, entry = row.change, row.entry
    result: dict[str, Any] = {
        "id": entry.id if entry else None,
        "rule": change.rule,
        "at": change.at,
        "detail": change.detail,
        "sender": change.sender,
        "severity": change.severity,
        "receivers": graded(change),
        "title": entry.title if entry else CHANGE_RULES[change.rule].purpose,
        "reference": entry.reference if entry else None,
    }
    if row.witness is not None:
        result["witness"] = row.witness.value
        result["witness_type"] = row.witness.type
        result["witness_valid_in"] = row.witness.valid_in
    return result


def _text(difference: Difference) -> str:
    lines = [_headline(difference)]
    if difference.rows:
        lines += [
            f"An old client speaks {difference.old} and hears a server of {difference.new}; a new one the other way round.",
        ]
    for entry, rows in difference.groups():
        title = f"{entry.id}  {entry.title} ({entry.reference})" if entry else UNNAMED
        lines += ["", f"{title}: {verdict(row.change for row in rows)}"]
        for row in rows:
            if row.change.severity != "safe":
                lines.append(f"  {row.change.severity:9}  {_phrase(row.change)}: {verdict([row.change])}")
                lines += [f"             {shown}" for shown in [_shown(difference, row.witness)] if shown]
        for rule, changes in _by_rule(rows).items():
            places = ", ".join(f"{c.at} ({c.detail})" if c.detail else c.at for c in changes)
            lines.append(f"  safe       {rule} {places}")
    return "".join(printable(line) + "\n" for line in lines)


def _markdown(difference: Difference) -> str:
    lines = [f"# {_headline(difference)}"]
    if difference.rows:
        ages = f"An *old client* speaks {difference.old} and hears a server of {difference.new}"
        lines += ["", f"{ages}; a *new client* the other way round. Sides that only send are not affected."]
    for entry, rows in difference.groups():
        title = f"{entry.id}: {entry.title}" if entry else UNNAMED
        lines += ["", f"## {_plain(title)}", ""]
        if entry:
            lines += [f"{_plain(entry.reference)}: {_plain(entry.reason)}", ""]
        lines += ["| change | at | sent by | severity |", "|---|---|---|---|"]
        for row in rows:
            change = row.change
            at = _code(change.at) + (f" ({_plain(change.detail)})" if change.detail else "")
            sent = "both" if change.sender == "both" else f"the {change.sender}"
            lines.append(f"| {change.rule} | {at} | {sent} | {verdict([change])} |")
        for row in rows:
            if row.witness is not None and row.change.severity != "safe":
                valid = difference.old if row.witness.valid_in == "old" else difference.new
                lines += [
                    "",
                    f"Only {valid} accepts this {_code(row.witness.type)} ({_code(row.change.at)}):",
                    "",
                ]
                lines += [f"    {_short(row.witness.value, 500)}"]
    return "".join(printable(line) + "\n" for line in lines)


def _headline(difference: Difference) -> str:
    counts = [
        f"{number} {severity}"
        for severity in reversed(SEVERITIES)
        if (number := sum(row.change.severity == severity for row in difference.rows))
    ]
    return f"{difference.old} → {difference.new}: {', '.join(counts) or 'no change on the wire'}"


def _phrase(change: ProtocolChange) -> str:
    detail = f" ({change.detail})" if change.detail else ""
    return f"{change.rule} {change.at}{detail}"


def _shown(difference: Difference, found: Witness | None) -> str | None:
    if found is None:
        return None
    revision = difference.old if found.valid_in == "old" else difference.new
    return f"only {revision} accepts this {found.type}: {_short(found.value, 160)}"


def _short(value: Any, limit: int) -> str:
    text = json.dumps(value)
    return text if len(text) <= limit else text[: limit - 2] + " …"


def _by_rule(rows: Iterable[Row]) -> dict[str, list[ProtocolChange]]:
    found: dict[str, list[ProtocolChange]] = {}
    for row in rows:
        if row.change.severity == "safe":
            found.setdefault(row.change.rule, []).append(row.change)
    return found


def _code(text: str) -> str:
    """Return text as a Markdown code span that it cannot leave."""
    return "`" + text.replace("`", "'").replace("|", "\\|") + "`"


def _plain(text: str) -> str:
    """Return text that Markdown prints as it is, inside a table too."""
    return "".join(f"\\{c}" if c in "\\`*_{}[]<>|#!" else c for c in text)
