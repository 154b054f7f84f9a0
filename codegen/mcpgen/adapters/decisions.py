"""Decisions: changes × `schema/changes/A--B.toml` → each change with what is to be done about it, in both directions.

The file holds the named changes between two neighbours, A the older one, as an array of tables:

    [[change]]
    id = "T2.5"                        cited by every report of a loss
    title = "Structured tool output"
    reference = "PR #371"              a SEP, a pull request, or a page of the specification
    covers = ["Tool.outputSchema", "FIELD_ADDED_OPTIONAL CallToolResult.structuredContent"]
    up = "keep"                        from A to B
    down = {"Tool.outputSchema" = "drop", "*" = "rule:structured_content_as_text"}
    reason = "why so, in our own words"

A pattern of `covers` is `PLACE`, `RULE PLACE` or `RULE PLACE DETAIL`; `*` stands for any text and nothing else does.
`up` and `down` are one verb for all that is covered, or a table from patterns to verbs, in which the first pattern that
matches decides. The verbs are opaque here; `adapt` knows them.

Rules kept here: a change is decided by exactly one entry, or by its rule alone where that is in `MECHANICAL`; an entry, and
every single pattern of it, covers something. All that is wrong is collected and refused at once; what nothing
decides comes back as a scaffold that needs filling in and is refused until it is.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from mcpgen.compare.changes import Change
from mcpgen.frontend.toml_document import read_toml
from mcpgen.problems import Problem, Refused, printable

# What needs no entry: how it goes up, how it comes down.
MECHANICAL: dict[str, tuple[str, str]] = {
    "FIELD_ADDED_OPTIONAL": ("keep", "drop"),
    "UNION_ARM_ADDED": ("keep", "refuse"),
    "ENUM_VALUE_ADDED": ("keep", "refuse"),
    "TYPE_WIDENED": ("keep", "refuse"),
    "NULL_ADMITTED": ("keep", "refuse"),
    "CONSTRAINT_LOOSENED": ("keep", "refuse"),
    "CONST_CHANGED": ("const", "const"),
    "ERROR_CODE_ADDED": ("keep", "keep"),
    **dict.fromkeys(
        (
            *("FIELD_DECLARED", "FIELD_UNDECLARED", "MEMBERS_OPENED", "MEMBERS_CLOSED"),
            *("DEFAULT_CHANGED", "FORMAT_CHANGED", "KNOWN_VALUE_ADDED", "KNOWN_VALUE_REMOVED"),
            *("DEPRECATED", "REINSTATED", "MESSAGE_LISTED", "MESSAGE_UNLISTED"),
            *("TYPE_RENAMED", "TYPE_EXTRACTED", "TYPE_INLINED", "TYPE_ADDED", "TYPE_REMOVED"),
        ),
        ("keep", "keep"),
    ),
}


@dataclass(frozen=True, slots=True)
class Pattern:
    """What a cover or a table of verbs says of changes, and the line where it says so."""

    text: str
    line: int

    def matches(self, change: Change) -> bool:
        """Return whether the pattern means that change."""
        words = self.text.split(maxsplit=2)
        facts = (change.at,) if len(words) == 1 else (change.rule, change.at, change.detail)
        return all(glob(word, fact) for word, fact in zip(words, facts, strict=False))


Verbs: TypeAlias = tuple[tuple[Pattern, str], ...]


@dataclass(frozen=True, slots=True)
class Entry:
    """A named change: what people call it, where it is written down, and what it decides."""

    id: str
    title: str
    reference: str
    covers: tuple[Pattern, ...]
    up: Verbs
    down: Verbs
    reason: str
    line: int

    def matches(self, change: Change) -> bool:
        """Return whether the entry covers a change."""
        return any(pattern.matches(change) for pattern in self.covers)


@dataclass(frozen=True, slots=True)
class Decided:
    """A change and what decides it; `entry` is `None` where its rule alone does."""

    change: Change
    entry: Entry | None
    up: str
    down: str

    @property
    def id(self) -> str | None:
        """Return the name of the change, if it has one."""
        return self.entry.id if self.entry else None


class Undecided(Refused):
    """Some changes are not decided; `scaffold` is TOML text with an entry to fill in for each place."""

    def __init__(self, problems: Iterable[Problem], scaffold: str = "") -> None:
        super().__init__(problems)
        self.scaffold = scaffold


def source_of(old: str, new: str) -> str:
    """Return the file that decides the changes between two neighbours, as messages name it."""
    return f"schema/changes/{old}--{new}.toml"


def read_entries(data: bytes, source: str) -> tuple[Entry, ...]:
    """Return the named changes in a TOML file; refuse what `changes.schema.json` does not admit, with its line."""
    document = read_toml(data, source, "changes")
    tables = document.data.get("change", [])
    lines = document.text.splitlines()
    starts = [document.line("change", index) for index in range(len(tables))]
    first: dict[str, int] = {}
    entries: list[Entry] = []
    problems: list[Problem] = []
    for table, start, end in zip(tables, starts, [*starts[1:], len(lines) + 1], strict=False):
        line = first.setdefault(table["id"], start)
        if line != start:
            message = f"{table['id']} is the id of line {line} as well; merge the entries"
            problems.append(Problem(f"{source}:{start}", message))
        entries.append(_entry(table, start, end, lines))
    if problems:
        raise Refused(problems)
    return tuple(entries)


def decide(changes: Sequence[Change], entries: Sequence[Entry], source: str) -> tuple[Decided, ...]:
    """Return every change with what decides it, in order; refuse what is not decided exactly once, and idle entries."""
    problems: list[Problem] = []
    decided: list[Decided] = []
    undecided: list[Change] = []
    for change in changes:
        hits = [entry for entry in entries if entry.matches(change)]
        if len(hits) > 1:
            names = " and ".join(entry.id for entry in hits)
            line = next(pattern.line for pattern in hits[-1].covers if pattern.matches(change))
            problems.append(
                Problem(f"{source}:{line}", f"{_said(change)} is covered by {names}; leave it to one")
            )
        elif hits:
            up, down = _verb(hits[0].up, change), _verb(hits[0].down, change)
            for name, verb in (("up", up), ("down", down)):
                if verb is None:
                    message = f"{hits[0].id}: {name} does not say what to do with {_said(change)}"
                    problems.append(Problem(f"{source}:{hits[0].line}", message))
            decided.append(Decided(change, hits[0], up or "", down or ""))
        elif change.rule in MECHANICAL:
            decided.append(Decided(change, None, *MECHANICAL[change.rule]))
        else:
            undecided.append(change)
    for entry in entries:
        problems += _idle(entry, changes, source)
    problems += [
        Problem(source, f"undecided: {_said(change)}, {change.severity}; add an entry: {_inline(change)}")
        for change in undecided
    ]
    if undecided:
        raise Undecided(problems, scaffold(undecided))
    if problems:
        raise Refused(problems)
    return tuple(decided)


def _verb(verbs: Verbs, change: Change) -> str | None:
    """Return the verb of the first pattern that matches."""
    return next((verb for pattern, verb in verbs if pattern.matches(change)), None)


def _idle(entry: Entry, changes: Sequence[Change], source: str) -> list[Problem]:
    """Return what an entry says of changes that do not exist, or that it does not cover."""
    covered = [change for change in changes if entry.matches(change)]
    if not covered:
        return [Problem(f"{source}:{entry.line}", f"{entry.id} covers no change; drop it")]
    patterns = dict.fromkeys([*entry.covers, *(pattern for pattern, _ in (*entry.up, *entry.down))])
    return [
        Problem(
            f"{source}:{pattern.line}",
            f"{entry.id}: {pattern.text!r} matches no change that it covers; drop it",
        )
        for pattern in patterns
        if not any(pattern.matches(change) for change in covered)
    ]


def scaffold(changes: Iterable[Change]) -> str:
    """Return entries to fill in, one for each type or method, ready to be added to a file of named changes."""
    places: dict[str, list[Change]] = {}
    for change in changes:
        places.setdefault(change.at if change.member is None else change.at.split(".")[0], []).append(change)
    parts: list[str] = []
    for place, inside in places.items():
        notes = [
            printable(f"# {_said(change)}: {change.to_new} going up, {change.to_old} coming down")
            for change in inside
        ]
        covers = [f"    {json.dumps(_pattern(change))}," for change in inside]
        parts.append(
            "\n".join(
                [
                    *notes,
                    "[[change]]",
                    'id = ""',
                    f"title = {json.dumps(place)}",
                    'reference = ""',
                    "covers = [",
                    *covers,
                    "]",
                    'up = ""',
                    'down = ""',
                    'reason = ""',
                ]
            )
        )
    return "\n\n".join(parts) + "\n" if parts else ""


def glob(pattern: str, text: str) -> bool:
    """Return whether `text` is what `pattern` says, where `*` stands for any text and all else for itself."""
    first, *rest = pattern.split("*")
    if not rest:
        return text == pattern
    if not text.startswith(first):
        return False
    *middle, last = rest
    place = len(first)
    for part in middle:  # the leftmost place of each part leaves the most for those that follow
        found = text.find(part, place)
        if found < 0:
            return False
        place = found + len(part)
    return len(text) - len(last) >= place and text.endswith(last)


def _entry(table: Mapping[str, Any], start: int, end: int, lines: Sequence[str]) -> Entry:
    def pattern(text: str) -> Pattern:
        quoted = (f'"{text}"', f"'{text}'")
        found = (n for n in range(start, end) if any(q in lines[n - 1] for q in quoted))
        return Pattern(text, next(found, start))

    def verbs(name: str) -> Verbs:
        value = table[name]
        return tuple(
            (pattern(text), verb)
            for text, verb in ({"*": value} if isinstance(value, str) else value).items()
        )

    covers = tuple(map(pattern, table["covers"]))
    texts = (table["id"], table["title"], table["reference"])
    return Entry(*texts, covers, verbs("up"), verbs("down"), table["reason"].strip(), start)


def _said(change: Change) -> str:
    """Return a change in one phrase."""
    detail = f" ({change.detail})" if change.detail else ""
    by = "either side" if change.sender == "both" else f"the {change.sender}"
    return f"{change.rule} {change.at}{detail}, sent by {by}"


def _pattern(change: Change) -> str:
    """Return the pattern that covers this change; the detail only where it is one word."""
    plain = change.detail and " " not in change.detail and "*" not in change.detail
    place = re.sub(r"\s+", "*", change.at)  # a pattern is split at blanks
    return f"{change.rule} {place}" + (f" {change.detail}" if plain else "")


def _inline(change: Change) -> str:
    """Return the entry to fill in on one line, members as TOML writes them."""
    return (
        f'[[change]] id = "", title = "", reference = "", covers = [{json.dumps(_pattern(change))}], '
        'up = "", down = "", reason = ""'
    )
