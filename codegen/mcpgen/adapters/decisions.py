"""Decisions: changes × `schema/changes/A--B.toml` → each change with its actions in both directions.

The file holds the named changes between two neighbours, A the older one, as an array of tables:

    [[change]]
    id = "T2.5"                        cited by every report of a loss
    title = "Structured tool output"
    reference = "PR #371"              a SEP, a pull request, or a page of the specification
    covers = ["Tool.outputSchema", "FIELD_ADDED_OPTIONAL CallToolResult.structuredContent"]
    up = "keep"                        from A to B
    down = {"Tool.outputSchema" = "drop", "*" = "rule:structured_content_as_text"}
    reason = "the reason, in our own words"

A pattern of `covers` is `PLACE`, `RULE PLACE` or `RULE PLACE DETAIL`; `*` stands for any text, every other
character for itself. `up` and `down` hold the actions of all covered changes, or a table from patterns to
actions, in which the first matching pattern decides. Actions are plain text here; `actions` parses them.

Rules kept here: exactly one entry decides a change; without an entry the default action of its rule does.
Every entry, and every pattern of an entry, matches a change. All problems are collected and refused at once;
for undecided changes the refusal carries a scaffold, entries that are refused until they are filled in.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.frontend.toml_document import read_toml
from mcpgen.frontend.toml_edit import entry_text
from mcpgen.problems import Problem, Refused, printable, unaccepted


@dataclass(frozen=True, slots=True)
class Pattern:
    """A pattern of changes, and its line in the file."""

    text: str
    line: int

    def matches(self, change: ProtocolChange) -> bool:
        """Return whether the pattern matches a change."""
        words = self.text.split(maxsplit=2)
        facts = (change.at,) if len(words) == 1 else (change.rule, change.at, change.detail)
        return all(glob(word, fact) for word, fact in zip(words, facts, strict=False))


PatternActions: TypeAlias = tuple[tuple[Pattern, str], ...]  # the first pattern that matches decides


@dataclass(frozen=True, slots=True)
class Entry:
    """A named change: its reference, the changes that it covers, and their actions in both directions."""

    id: str
    title: str
    reference: str
    covers: tuple[Pattern, ...]
    up: PatternActions
    down: PatternActions
    reason: str
    line: int
    proposed: str = ""  # the revision whose ingest proposed the entry, until a person accepts it

    def matches(self, change: ProtocolChange) -> bool:
        """Return whether the entry covers a change."""
        return any(pattern.matches(change) for pattern in self.covers)


@dataclass(frozen=True, slots=True)
class Decided:
    """A change with its actions; `entry` is None where the rule of the change decides."""

    change: ProtocolChange
    entry: Entry | None
    up: str
    down: str

    @property
    def id(self) -> str | None:
        """Return the id of the named change, None without an entry."""
        return self.entry.id if self.entry else None


class Undecided(Refused):
    """Some changes have no decision; `scaffold` is TOML text with an entry to fill in for each place."""

    def __init__(self, problems: Iterable[Problem], scaffold: str = "") -> None:
        super().__init__(problems)
        self.scaffold = scaffold


def source_of(old: str, new: str) -> str:
    """Return the path of the file that decides the changes between two neighbours."""
    return f"schema/changes/{old}--{new}.toml"


def read_entries(data: bytes, source: str) -> tuple[Entry, ...]:
    """Return the named changes in a TOML file; refuse, located, a file that breaks `changes.schema.json`."""
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


def decide(changes: Sequence[ProtocolChange], entries: Sequence[Entry], source: str) -> tuple[Decided, ...]:
    """Return every change with its actions, in order; refuse undecided, twice decided and idle entries."""
    problems: list[Problem] = []
    decided: list[Decided] = []
    undecided: list[ProtocolChange] = []
    for change in changes:
        hits = [entry for entry in entries if entry.matches(change)]
        if len(hits) > 1:
            names = " and ".join(entry.id for entry in hits)
            line = next(pattern.line for pattern in hits[-1].covers if pattern.matches(change))
            problems.append(
                Problem(f"{source}:{line}", f"{_phrase(change)} is covered by {names}; leave it to one")
            )
        elif hits:
            up, down = _actions(hits[0].up, change), _actions(hits[0].down, change)
            for name, actions in (("up", up), ("down", down)):
                if actions is None:
                    message = f"{hits[0].id}: {name} does not say what to do with {_phrase(change)}"
                    problems.append(Problem(f"{source}:{hits[0].line}", message))
            decided.append(Decided(change, hits[0], up or "", down or ""))
        elif (action := CHANGE_RULES[change.rule].action) is not None:
            decided.append(Decided(change, None, *action))
        else:
            undecided.append(change)
    for entry in entries:
        problems += _idle(entry, changes, source)
    problems += [
        Problem(source, f"undecided: {_phrase(change)}, {change.severity}; add an entry: {_inline(change)}")
        for change in undecided
    ]
    if undecided:
        raise Undecided(problems, scaffold(undecided))
    if problems:
        raise Refused(problems)
    return tuple(decided)


def proposed(entries: Iterable[Entry], source: str) -> Iterator[Problem]:
    """Yield a problem for each entry that is proposed, and one that says how to accept them all."""
    waiting = [entry for entry in entries if entry.proposed]
    for entry in waiting:
        ways = "; ".join(
            f"{direction} " + ", ".join(dict.fromkeys(action for _, action in getattr(entry, direction)))
            for direction in ("up", "down")
        )
        message = f"{entry.id} is proposed ({ways}): {entry.title}; read it, then remove the line `proposed`"
        yield Problem(f"{source}:{entry.line}", message)
    for revision in dict.fromkeys(entry.proposed for entry in waiting):
        count = sum(entry.proposed == revision for entry in waiting)
        yield unaccepted(source, f"proposed entries: {count}", f"--revision {revision}")


def _actions(table: PatternActions, change: ProtocolChange) -> str | None:
    """Return the actions of the first pattern that matches, None where no pattern does."""
    return next((actions for pattern, actions in table if pattern.matches(change)), None)


def _idle(entry: Entry, changes: Sequence[ProtocolChange], source: str) -> list[Problem]:
    """Return a problem for each pattern of an entry that matches no change, or for the whole entry."""
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


def scaffold(changes: Iterable[ProtocolChange]) -> str:
    """Return entries to fill in as TOML text, one for each type or method."""
    places: dict[str, list[ProtocolChange]] = {}
    for change in changes:
        places.setdefault(change.at if change.member is None else change.at.split(".")[0], []).append(change)
    parts: list[str] = []
    for place, inside in places.items():
        notes = [
            printable(f"# {_phrase(change)}: {change.to_new} going up, {change.to_old} coming down")
            for change in inside
        ]
        covers = [pattern_of(change) for change in inside]
        empty = {"up": "", "down": "", "reason": ""}
        entry = entry_text("change", id="", title=place, reference="", covers=covers, **empty)
        parts.append("\n".join([*notes, entry]))
    return "\n\n".join(parts) + "\n" if parts else ""


def glob(pattern: str, text: str) -> bool:
    """Return whether a text matches a pattern in which `*` stands for any text."""
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
        spellings = (f'"{text}"', f"'{text}'")
        found = (
            number for number in range(start, end) if any(each in lines[number - 1] for each in spellings)
        )
        return Pattern(text, next(found, start))

    def actions(name: str) -> PatternActions:
        value = table[name]
        return tuple(
            (pattern(text), action)
            for text, action in ({"*": value} if isinstance(value, str) else value).items()
        )

    covers = tuple(map(pattern, table["covers"]))
    texts = (table["id"], table["title"], table["reference"])
    proposed = table.get("proposed", "")
    return Entry(*texts, covers, actions("up"), actions("down"), table["reason"].strip(), start, proposed)


def _phrase(change: ProtocolChange) -> str:
    """Return a change in one phrase."""
    detail = f" ({change.detail})" if change.detail else ""
    by = "either side" if change.sender == "both" else f"the {change.sender}"
    return f"{change.rule} {change.at}{detail}, sent by {by}"


def pattern_of(change: ProtocolChange) -> str:
    """Return the pattern that covers this change; the detail only where it is one word."""
    plain = change.detail and " " not in change.detail and "*" not in change.detail
    place = re.sub(r"\s+", "*", change.at)  # a pattern is split at blanks
    return f"{change.rule} {place}" + (f" {change.detail}" if plain else "")


def _inline(change: ProtocolChange) -> str:
    """Return the entry to fill in, on one line."""
    return (
        f'[[change]] id = "", title = "", reference = "", covers = [{json.dumps(pattern_of(change))}], '
        'up = "", down = "", reason = ""'
    )
