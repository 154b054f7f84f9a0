"""Compare two revisions or schema files, and return every difference with its severity and its entry.

The entry, in `schema/changes/`, says what conversions do about the difference. It gives the difference a
name. Between revisions that are not adjacent, it is the entry for a similar difference between two adjacent
revisions. Only pinned revisions have entries. If one of the two is a schema file that is not pinned, no
difference has a name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fnmatch import fnmatchcase
from pathlib import Path

from mcpgen.adapters.decisions import Decided, Entry
from mcpgen.commands.diff_report import DiffReport, ReportedChange
from mcpgen.commands.own_schema import OwnSchema, read_like_nearest
from mcpgen.compare.changes import find_changes
from mcpgen.compare.protocol_change import ProtocolChange, mirrored
from mcpgen.compare.sample_values import SampleValues
from mcpgen.compare.witness import find_witness
from mcpgen.frontend.sources import read_file
from mcpgen.ir import Protocol
from mcpgen.names import meant_revision
from mcpgen.problems import Problem, Refused, natural_order, refuse
from mcpgen.runtime.conversion.chain import path_between
from mcpgen.runtime.endpoints import extensions_in, revision_in
from mcpgen.schema_folder import SchemaFolder, packaged


def diff_revisions(
    old: str,
    new: str,
    schema_old: Path | None = None,
    schema_new: Path | None = None,
    folder: SchemaFolder | None = None,
) -> DiffReport:
    """Return the changes from revision `old` to revision `new`.

    Both must be pinned, or their schema files given in `schema_old` and `schema_new`.
    """
    folder = folder or packaged()
    sides = (("OLD", old, schema_old), ("NEW", new, schema_new))
    problems = [
        _not_pinned(*side[:2], folder) for side in sides if side[2] is None and not folder.is_known(side[1])
    ]
    if problems:
        raise Refused(problems)
    if schema_old is None and schema_new is None:
        found = _diff_pinned(old, new, folder)
    else:
        one, other = (
            (
                folder.protocol(name)
                if path is None
                else read_like_nearest(OwnSchema(path, name), folder.sources)
            )
            for _, name, path in sides
        )
        found = _report(one, other, find_changes(one, other), name_of=lambda change: None)
    files = [path or folder.path / name / "schema.json" for _, name, path in sides]
    return replace(found, files=(files[0], files[1]))


def matches(pattern: str, change: ProtocolChange) -> bool:
    """Return whether a pattern matches a change.

    The pattern has the form `LOCATION`, `RULE LOCATION` or `RULE LOCATION DETAIL`. `*` stands for any text.
    """
    parts = pattern.split(maxsplit=2)
    facts = (change.at,) if len(parts) == 1 else (change.rule, change.at, change.detail)
    return all(glob(part, fact) for part, fact in zip(parts, facts, strict=False))


def glob(pattern: str, text: str) -> bool:
    """Return whether a text matches a pattern. `*` in the pattern stands for any characters."""
    return fnmatchcase(text, re.sub(r"[?\[]", r"[\g<0>]", pattern))


def without_ignored(report: DiffReport, file: Path, warn: Callable[[Problem], None]) -> DiffReport:
    """Return the report without the changes that match a pattern. Each line of `file` is a pattern.

    `warn` receives a problem for each pattern that matches no change.
    """
    try:
        lines = read_file(file, str(file)).decode("utf-8").splitlines()
    except UnicodeDecodeError as error:
        raise refuse(str(file), f"not UTF-8 (byte {error.start}); save the file as UTF-8") from None
    rows = {number: line.strip() for number, line in enumerate(lines, 1)}
    patterns = {number: text for number, text in rows.items() if text and not text.startswith("#")}
    kept = tuple(
        each
        for each in report.changes
        if not any(matches(pattern, each.change) for pattern in patterns.values())
    )
    for number, pattern in patterns.items():
        if not any(matches(pattern, each.change) for each in report.changes):
            warn(Problem(f"{file}:{number}", f"the pattern {pattern!r} matches no change; remove it"))
    return replace(report, changes=kept, ignored=len(report.changes) - len(kept))


def _not_pinned(argument: str, revision: str, folder: SchemaFolder) -> Problem:
    option = f"--schema-{argument.lower()}"
    known = ", ".join(folder.pins)
    near = meant_revision(revision, folder.pins)
    layered = f", or one with an extension (+{', +'.join(folder.extensions)})" if folder.extensions else ""
    message = f"{revision!a} is not pinned{near}; give its file with {option}, or one of {known}{layered}"
    return Problem(argument, message)


def _diff_pinned(old: str, new: str, folder: SchemaFolder) -> DiffReport:
    """Return the changes between two pinned revisions, each of which may have extensions."""
    is_upward = _rank(old, folder) <= _rank(new, folder)
    steps = [*_steps(*((old, new) if is_upward else (new, old)), folder)]
    names = ChangeNames.of(steps)
    one, other = folder.protocol(old), folder.protocol(new)
    changes: Iterable[ProtocolChange] = find_changes(one, other)
    if len(steps) == 1 and not any(row.entry and row.entry.proposed for row in steps[0]):
        # The decisions of a person say which members were renamed or moved.
        changes = (row.change if is_upward else mirrored(row.change) for row in steps[0])
    found = _report(
        one, other, changes, name_of=lambda change: names.entry(change if is_upward else mirrored(change))
    )
    return replace(found, is_reversed=not is_upward)


def _steps(older: str, newer: str, folder: SchemaFolder) -> Iterator[Sequence[Decided]]:
    """Yield the decided changes of each step from one revision to another, in order.

    A step leads to the adjacent revision, or adds or removes an extension.
    """

    def has_step(one: str, other: str) -> bool:
        return not {(one, other), (other, one)}.isdisjoint(folder.steps)

    for one, other in path_between(older, newer, folder.revisions, has_step):
        if _rank(one, folder) < _rank(other, folder):
            yield folder.decided(one, other).changes
        else:
            yield [replace(row, change=mirrored(row.change)) for row in folder.decided(other, one).changes]


def _rank(revision: str, folder: SchemaFolder) -> tuple[int, int]:
    """Return a key that sorts revisions. A revision with extensions follows the revision without them."""
    return folder.revisions.index(revision_in(revision)), len(extensions_in(revision))


def _report(
    one: Protocol,
    other: Protocol,
    changes: Iterable[ProtocolChange],
    *,
    name_of: Callable[[ProtocolChange], Entry | None],
) -> DiffReport:
    """Return the report of `changes`, with examples.

    `name_of` returns the entry of `schema/changes/` that covers a change. The changes are sorted by
    the ids of their entries. Changes without an entry come last.
    """
    old, new = SampleValues(one), SampleValues(other)
    found = [ReportedChange(change, name_of(change), find_witness(old, new, change)) for change in changes]
    found.sort(key=lambda each: (each.entry is None, natural_order(each.entry.id) if each.entry else []))
    return DiffReport(one.revision, other.revision, tuple(found))


@dataclass(frozen=True, slots=True)
class ChangeNames:
    """Finds the entry of `schema/changes/` that names a change between two revisions.

    If the revisions are not adjacent, the entries for all adjacent pairs between them are searched. `entries`
    has these entries, the latest first. `facts` maps the facts of a change (rule, location, detail) to its
    entry, and `by_location` maps a location to the entry of a change there.
    """

    facts: Mapping[tuple[str, str, str], Entry]
    by_location: Mapping[str, Entry]
    entries: Sequence[Entry]

    @classmethod
    def of(cls, steps: Iterable[Iterable[Decided]]) -> ChangeNames:
        """Collect the entries for the changes between all adjacent revisions in `steps`.

        If two pairs have the same change, the entry of the later pair is used.
        """
        rows = [(row.change, row.entry) for step in steps for row in step if row.entry is not None]
        by_location = {location: entry for change, entry in rows for location in (change.was, change.at)}
        entries = list({entry.id: entry for _, entry in rows}.values())
        return cls({_facts(change): entry for change, entry in rows}, by_location, entries[::-1])

    def entry(self, change: ProtocolChange) -> Entry | None:
        """Return the entry that names a change between the first and the last revision, or None.

        These are searched in order: the entry of an adjacent pair's change with the same rule, location and
        detail; an entry whose `covers` matches the change; an entry for the same location; an entry for a
        location inside it. So an entry is also found if several adjacent pairs contribute to a change, as for
        a member that was first added and later became required.
        """
        covering = next((entry for entry in self.entries if entry.is_covering(change)), None)
        nearby = self.by_location.get(change.at) or self.by_location.get(change.was)
        inside = (
            entry
            for location, entry in self.by_location.items()
            if location.startswith((f"{change.at}.", f"{change.was}."))
        )
        return self.facts.get(_facts(change)) or covering or nearby or next(inside, None)


def _facts(change: ProtocolChange) -> tuple[str, str, str]:
    return change.rule, change.at, change.detail
