"""Carry over: the overlay of the nearest revision × another schema file → the overlay of that file.

Entries that the new file contradicts are dropped, or lose the names that the file does not have; both are
listed. An order gets the added values of its enumeration last, as a proposal. Each fact that a reading of the
new file chose without an entry becomes an entry. Every other line stays.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Container, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from mcpgen.frontend.methods import unstated_errors
from mcpgen.frontend.overlay import read_overlay
from mcpgen.frontend.toml_document import TomlDocument, read_toml
from mcpgen.frontend.toml_edit import appended, array, end_of
from mcpgen.ir import Protocol
from mcpgen.problems import Problem, Refused

LISTS = {
    "name": "at",
    "gate": "methods",
    "ungated": "methods",
    "result": "results",
}  # entries that may lose an item
HEAD = (
    "#:schema ../overlay.schema.json\n# Statements of the specification of {} that its JSON Schema lacks.\n"
)

Reading = Callable[[bytes, Callable[[Problem], None]], Protocol]
"""Reads the schema file with the overlay given, and reports each fact chosen without an entry."""


@dataclass(frozen=True)
class CarriedOverlay:
    """The overlay of a new file, with a line for each entry that was dropped, shortened or added."""

    text: str
    dropped: Sequence[str]
    added: Sequence[str]


def nearest(schema: Mapping[str, Any], others: Mapping[str, Mapping[str, Any]]) -> str | None:
    """Return the schema that shares the most definitions with `schema`, the last of equals; None for none."""
    own = _definitions(schema)
    shared = {name: len(own & _definitions(other)) for name, other in others.items()}
    near = [name for name in reversed(shared) if shared[name]]
    return max(near, key=lambda name: shared[name], default=None)


def _definitions(schema: Mapping[str, Any]) -> set[str]:
    definitions = schema.get("$defs") or schema.get("definitions") or {}
    return {json.dumps([name, body], sort_keys=True) for name, body in definitions.items()}


def carry_over(text: str, old: str, new: str, source: str, read: Reading, mark: str) -> CarriedOverlay:
    """Return the overlay of `old` as it holds for `new`; refuse a file that no overlay makes readable.

    `mark` is a line for each added entry, or ''.
    """
    text = text.replace(
        f"Statements of the specification of {old} ", f"Statements of the specification of {new} "
    )
    text = _proposed_for(new, text, source)
    dropped: list[str] = []
    ranked: list[str] = []
    while True:
        unstated: list[Problem] = []

        def note(problem: Problem, found: list[Problem] = unstated) -> None:
            if not problem.entry:
                raise Refused([problem])
            found.append(problem)

        try:
            read_overlay(text.encode(), source)
            unstated += unstated_errors(read(text.encode(), note))
        except Refused as refused:
            ordered = _ranked(text, source, refused.problems, ranked, mark)
            shorter = _without(text, source, refused.problems, dropped) if ordered == text else ordered
            if shorter == text:
                raise
            text = shorter
            continue
        for entry in dict.fromkeys(each.entry for each in unstated):
            marked = re.sub(r"^\[\[\w+\]\]$", rf"\g<0>\n{mark}", entry, flags=re.MULTILINE) if mark else entry
            text = appended(text, "\n" + marked)
        return CarriedOverlay(text, dropped, [*ranked, *(each.summary for each in unstated)])


def _proposed_for(revision: str, text: str, source: str) -> str:
    """Return the text whose entries that are still proposed are proposals for that revision."""
    document = read_toml(text.encode(), source, "overlay")
    lines = text.split("\n")
    for table, entries in document.data.items():
        for index, entry in enumerate(entries):
            if "proposed" in entry:
                lines[document.line(table, index, "proposed") - 1] = f'proposed = "{revision}"'
    return "\n".join(lines)


def _ranked(text: str, source: str, problems: Sequence[Problem], ranked: list[str], mark: str) -> str:
    """Return the text with the first incomplete order completed by the values that its enumeration added."""
    document = read_toml(text.encode(), source, "overlay")
    problem = next((problem for problem in problems if problem.kind == "order"), None)
    if problem is None:
        return text
    index, entry = next(
        (n, entry) for n, entry in enumerate(document.data["order"]) if entry["type"] == problem.subject
    )
    ranked.append(f"[[order]] {problem.subject}: {problem.summary}")
    lines = text.split("\n")
    at, start = document.line("order", index, "values"), document.line("order", index)
    lines[at - 1 : end_of(document, ("order", index, "values"))] = problem.entry.split("\n")
    marks = [mark] if mark and "proposed" not in entry else []
    return "\n".join([*lines[:start], *marks, *lines[start:]])


def _without(text: str, source: str, problems: Sequence[Problem], dropped: list[str]) -> str:
    """Return the text without the entries, or the items of entries, that problems are located at."""
    document = read_toml(text.encode(), source, "overlay")
    lines = text.split("\n")
    found: dict[int, list[Problem]] = {}
    for problem in problems:
        place, _, line = problem.location.rpartition(":")
        if place == source and line.isdecimal():
            found.setdefault(int(line), []).append(problem)
        elif problem.kind == "name taken":  # a definition took the name of an entry
            for index, entry in enumerate(document.data.get("name", [])):
                if entry["name"] == problem.subject:
                    found.setdefault(document.line("name", index), []).append(problem)
    entries = [(table, index) for table, tables in document.data.items() for index in range(len(tables))]
    for table, index in sorted(entries, key=lambda entry: -document.line(*entry)):
        if located := found.get(document.line(table, index)):
            lines = _shortened(document, lines, table, index, {problem.subject for problem in located})
            dropped += [f"[[{table}]] {problem.message}" for problem in located]
    return "\n".join(lines)


def _shortened(
    document: TomlDocument, lines: list[str], table: str, index: int, subjects: Container[str]
) -> list[str]:
    """Return the lines without an entry, or without those of its items that problems are about."""
    start, end = document.line(table, index), end_of(document, (table, index))
    name = LISTS.get(table, "")
    items = document.data[table][index].get(name, [])
    kept = [item for item in items if item not in subjects]
    if kept and len(kept) < len(items):
        at = document.line(table, index, name)
        return [
            *lines[: at - 1],
            *array(name, kept).split("\n"),
            *lines[end_of(document, (table, index, name)) :],
        ]
    if start > 1 and not lines[start - 2].strip():
        start -= 1
    return [*lines[: start - 1], *lines[end:]]
