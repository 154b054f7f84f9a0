"""Print the result of `mcpgen diff` for people: a table that counts the changes, then each change.

The table is in the order of the ids. Below it, the named changes with the worst severity come first.
A change says which receivers it affects. Example values and the ends of long lists are printed only if the
user asks for them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mcpgen.adapters.decisions import Entry
from mcpgen.commands.diff_report import (
    DiffReport,
    ReportedChange,
    abridged,
    accepting,
    headline,
    impact,
    location_of,
    peers,
    shown_member,
)
from mcpgen.commands.terminal import Screen, Style
from mcpgen.compare.change_rules import CHANGE_RULES, SEVERITIES, Severity
from mcpgen.problems import printable

UNNAMED = "Changes that no entry of schema/changes names"
LISTED = 12  # the maximum number of locations that a list on a terminal shows
INDENT = 13  # the column of the text beside a severity
WITNESS_WIDTH = 160  # an example value with at most this number of characters is printed whole
COUNT = 9  # the width of a number in the table
STYLES: dict[Severity, Style | None] = {"breaking": "breaking", "dangerous": "dangerous", "safe": None}
WORST_FIRST = tuple(reversed(SEVERITIES))


def diff_text(report: DiffReport, screen: Screen | None = None, *, verbose: bool = False) -> str:
    """Return the report as text for a screen.

    If `verbose` is true, the text includes example values and whole lists.
    """
    screen = screen or Screen()
    lines = [screen.paint(printable(headline(report)), "heading")]
    if report.changes:
        lines += screen.wrap(printable(peers(report)))
        lines += ["", *_table(report, screen)]
    for entry, changes in sorted(report.groups(), key=_rank):
        lines += ["", *_heading(report, entry, changes, screen)]
        for each in sorted(changes, key=lambda one: WORST_FIRST.index(one.severity)):
            if each.severity != "safe":
                lines += _severe(report, each, screen, verbose=verbose)
        lines += _safe(changes, screen, LISTED if screen.is_terminal and not verbose else None)
    witnesses = sum(each.witness is not None for each in report.folded() if each.severity != "safe")
    if witnesses and not verbose:
        lines += ["", "Pass --verbose to see every location, and a value that shows each change."]
    return "".join(f"{line}\n" for line in lines)


def _rank(group: tuple[Entry | None, list[ReportedChange]]) -> tuple[bool, int]:
    """Return a key that sorts the worst severity first, and changes without an entry last."""
    entry, changes = group
    return entry is None, min(WORST_FIRST.index(each.severity) for each in changes)


# The table


def _table(report: DiffReport, screen: Screen) -> Iterator[str]:
    """Yield the lines of the table: one for each named change, and one for each rule of the other changes."""
    yield _row("change", dict.fromkeys(SEVERITIES, ""), screen, heading=True)
    for entry, changes in report.groups():
        if entry is not None:
            yield from _counted(f"{entry.id:5} {report.title_of(entry)}", changes, screen)
            continue
        rules: dict[str, list[ReportedChange]] = {}
        for each in sorted(changes, key=lambda one: WORST_FIRST.index(one.severity)):
            rules.setdefault(each.change.rule, []).append(each)
        for rule, found in rules.items():
            yield from _counted(CHANGE_RULES[rule].purpose, found, screen)


def _counted(title: str, changes: list[ReportedChange], screen: Screen) -> Iterator[str]:
    """Yield the lines for one row of the table: a title, and the number of changes of each severity."""
    column = Screen(width=screen.width - len(SEVERITIES) * (COUNT + 2))
    first, *rest = column.wrap(printable(title), rest=" " * 6) or [""]
    numbers = {
        severity: str(sum(each.severity == severity for each in changes) or "–") for severity in SEVERITIES
    }
    yield _row(first, numbers, screen)
    yield from rest


def _row(title: str, numbers: dict[Severity, str], screen: Screen, *, heading: bool = False) -> str:
    width = screen.width - len(SEVERITIES) * (COUNT + 2)
    cells = [title.ljust(width)]
    for severity in WORST_FIRST:
        text = severity if heading else numbers[severity]
        is_zero = text == "–"
        style: Style | None = "dim" if heading or is_zero else STYLES[severity]
        cells.append("  " + screen.paint(text.rjust(COUNT), style))
    return "".join(cells).rstrip()


# The changes


def _heading(
    report: DiffReport, entry: Entry | None, changes: Iterable[ReportedChange], screen: Screen
) -> list[str]:
    title = f"{entry.id}  {report.title_of(entry)}" if entry else UNNAMED
    source = f"; {entry.reference}" if entry else ""
    found = [screen.paint(line, "heading") for line in screen.wrap(printable(title), rest=" " * 6)]
    return found + screen.wrap(printable(f"{impact(changes)}{source}"), *[" " * 6] * 2)


def _severe(report: DiffReport, reported: ReportedChange, screen: Screen, *, verbose: bool) -> list[str]:
    change, rule = reported.change, CHANGE_RULES[reported.change.rule]
    text = f"{location_of(change)}: {rule.purpose} [{rule.id}]; {impact([reported])}"
    lines = _labelled(reported.severity, text, screen)
    if reported.parts:
        parts = ", ".join(
            f"{CHANGE_RULES[part.change.rule].purpose} [{part.change.rule}] {location_of(part.change)}"
            for part in reported.parts
        )
        lines += screen.wrap(printable(f"consists of: {parts}"), *[" " * INDENT] * 2)
    for one in (reported, *reported.parts) if verbose else ():
        if one.witness is not None:
            value = abridged(one.witness.value, shown_member(one.change), WITNESS_WIDTH)
            shown = f"only {accepting(report, one.witness)} accepts this {one.witness.type}: {value}"
            wrapped = screen.wrap(printable(shown), *[" " * INDENT] * 2)
            lines += [screen.paint(line, "dim") for line in wrapped]
    return lines


def _safe(changes: Iterable[ReportedChange], screen: Screen, listed: int | None) -> Iterator[str]:
    """Yield the lines about safe changes. All changes with the same rule are one item of the list."""
    by_rule: dict[str, list[str]] = {}
    for each in changes:
        if each.severity == "safe":
            by_rule.setdefault(each.change.rule, []).append(location_of(each.change))
    for rule, found_at in by_rule.items():
        more = f" and {len(found_at) - listed} more" if listed and len(found_at) > listed else ""
        text = f"{CHANGE_RULES[rule].purpose} [{rule}]: {', '.join(found_at[:listed])}{more}"
        yield from _labelled("safe", text, screen)


def _labelled(severity: Severity, text: str, screen: Screen) -> list[str]:
    """Return a text as wrapped lines, with its severity in colour at the left."""
    first, *rest = screen.wrap(printable(text), *[" " * INDENT] * 2)
    label = screen.paint(severity, STYLES[severity]) + " " * (INDENT - 2 - len(severity))
    return [f"  {label}{first[INDENT:]}", *rest]
