"""History on a page of `mcpgen explain`: the changes between revisions that are about a name → lines."""

from __future__ import annotations

import textwrap
from collections.abc import Container, Iterable, Iterator
from itertools import pairwise

from mcpgen.adapters.decisions import Decided
from mcpgen.commands.explain_rows import LABEL, WIDTH
from mcpgen.commands.explain_subjects import Subject, places_of
from mcpgen.commands.schema_dir import cite_files
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.changes import find_changes
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.ir import Protocol
from mcpgen.problems import Refused
from mcpgen.schema_folder import SchemaFolder


def unreadable(folder: SchemaFolder, wanted: str | None = None) -> dict[str, str]:
    """Return the revisions that cannot be read, and the first problem of each; refuse the wanted one."""
    found = {}
    for revision in folder.revisions:
        try:
            folder.protocol(revision)
        except Refused as refused:
            if revision == wanted:
                raise
            found[revision] = cite_files(str(refused.problems[0]), folder.path)
    return found


def history(
    folder: SchemaFolder, protocol: Protocol, name: str, found: Subject, having: Container[str]
) -> Iterator[str]:
    """Yield a line for each change of a name, from the first revision to the extensions of the protocol."""
    places, left_out = places_of(name, found), unreadable(folder)
    for old, new in pairwise(folder.revisions):
        if {old, new} & left_out.keys():
            continue
        if old in having and new in having:
            try:
                decided = folder.decided(old, new)
            except Refused as refused:
                yield f"{new}  {cite_files(str(refused.problems[0]), folder.path)}"
                continue
            yield from _history_of(new, name, places, decided)
        elif new in having:
            yield f"{new}  added"
        elif old in having:
            yield f"{new}  removed"
    base, _, extensions = protocol.revision.partition("+")
    if extensions:
        added = find_changes(folder.protocol(base), protocol)
        steps = [Decided(change, None, "", "") for change in added]
        yield from _history_of(protocol.revision, name, places, steps)


def _history_of(revision: str, name: str, places: frozenset[str], steps: Iterable[Decided]) -> Iterator[str]:
    """Yield the lines of the changes at some places that a revision made."""
    about = (step for step in steps if _is_about(step.change, places))
    for text in dict.fromkeys(_history_text(step, name) for step in about):
        yield from textwrap.wrap(
            text, WIDTH - 2, initial_indent=f"{revision}  ", subsequent_indent=" " * LABEL
        )


def _is_about(change: ProtocolChange, places: frozenset[str]) -> bool:
    """Return whether a change is at one of the places and shows on the wire."""
    own = {change.at, change.was, *(place.partition(".")[0] for place in (change.at, change.was))}
    return CHANGE_RULES[change.rule].kind != "definition" and bool(own & places)


def _history_text(step: Decided, name: str) -> str:
    change = step.change
    place = f"{change.at.removeprefix(f'{name}.')}: " if change.at != name else ""
    detail = f" ({change.detail})" if change.detail else ""
    entry = f" [{step.entry.id} {step.entry.title}, {step.entry.reference}]" if step.entry else ""
    return f"{place}{CHANGE_RULES[change.rule].purpose}{detail}{entry}"
