"""The ingest of a revision: an official schema file → every file that a build needs for it.

In: the file, or the file that is pinned already. Out, in the schema folder: the snapshot, the overlay of the
nearest revision as it holds for the file, and the pin; proposals for the changes to both neighbours, and
stubs for descriptions. All files change in one step.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import count, pairwise
from typing import Any

from mcpgen.adapters.actions import VERBS
from mcpgen.adapters.decisions import (
    OTHERS,
    both_ways,
    idle_names,
    other_paths,
    read_entries,
    source_of,
    why_held,
)
from mcpgen.adapters.proposals import entries_text, propose, table_of
from mcpgen.classes.stubs import accepted_stubs, with_pages, with_stubs
from mcpgen.compare.changes import find_changes
from mcpgen.frontend import ingest as snapshot
from mcpgen.frontend.carry_over import HEAD, PinnedOverlay, carry_over, nearest
from mcpgen.frontend.read import SchemaSource
from mcpgen.frontend.sources import source
from mcpgen.frontend.toml_document import Form, read_toml
from mcpgen.frontend.toml_edit import removed
from mcpgen.ir import Protocol
from mcpgen.names import check_revision_name, module
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.schema_folder import SchemaFolder, of_sources, read_pins, to_carry_over

SHOWN = 12  # lines of a list that are printed
WIDTH = 180  # columns of such a line
DOCS, PINS = "schema/docs.toml", "schema/pins.json"
TAKEN = {"changes", "extensions"}  # names in a schema folder that are no revisions


@dataclass(frozen=True)
class Options:
    """The command line options of `mcpgen ingest`."""

    revision: str
    accept: bool = False
    commit: str | None = None
    update: bool = False
    named: tuple[str, ...] = ()  # ids of proposed entries to accept, those that rename too


def check_folder_name(revision: str, pins: Mapping[str, Any]) -> None:
    """Refuse a revision that has no folder of its own, here or in the package, and a date that is none."""
    if revision in TAKEN:
        raise refuse("--revision", f"{revision} is another folder of the protocol; choose another name")
    if re.fullmatch(r"\d{4}-\d{1,2}-\d{1,2}", revision):
        try:
            if len(revision) < 10:
                raise ValueError("month and day have two digits")
            date.fromisoformat(revision)
        except ValueError as error:
            raise refuse("--revision", f"{revision} is not a date: {error}") from None
    for other in pins:
        if other != revision and module(other) == module(revision):
            raise refuse(
                "--revision", f"{revision} would use the same folder as {other}; choose another name"
            )


class RevisionIngest:
    """One ingest: `sources` grow by the files to write, `report` by the lines to print."""

    def __init__(self, folder: SchemaFolder, options: Options) -> None:
        check_revision_name(options.revision)
        self.options, self.revision = options, options.revision
        source(folder.sources, DOCS)
        check_folder_name(options.revision, folder.pins)
        self.before, self.sources = folder.sources, dict(folder.sources)
        self.report: list[str] = []

    def run(self, data: bytes | None, source: str) -> None:
        """Pin a file, called `source` in messages, or go on with the pinned one; propose missing entries."""
        if data is not None:
            self.pin(data, source)
        self.propose()
        if self.options.accept or self.options.named:
            self.accept()

    def files(self) -> dict[str, bytes]:
        """Return the files that differ from those read, by their names below `schema/`."""
        return {name: data for name, data in self.sources.items() if self.before.get(name) != data}

    def pin(self, data: bytes, source: str) -> None:
        """Add the snapshot, the pin and the overlay; refuse a file that cannot be read as a protocol."""
        revision, overlay = self.revision, f"schema/{self.revision}/overlay.toml"
        commit, update = self.options.commit, self.options.update
        files, differences = snapshot.ingest(
            data, source, revision, self.sources, commit=commit, update=update
        )
        pinned = {name: text.encode() for name, text in files.items()}
        facts = pinned[f"schema/{revision}/schema.json"]
        schema = SchemaSource(facts, source, is_checked=True)
        if overlay in self.sources:
            old_schema = json.loads(self.sources.get(f"schema/{revision}/schema.json", b"{}"))
            old, origin = PinnedOverlay(revision, old_schema, self.sources[overlay].decode()), "kept"
        else:
            found, _ = nearest(schema, to_carry_over(self.sources))
            old = found or PinnedOverlay("no revision", {}, HEAD.format(revision))
            origin = f"carried over from {old.name}"
        carried = carry_over(schema, revision, old, overlay, proposing=True)
        self.sources |= pinned | {overlay: carried.text.encode()}
        self.report += [f"{PINS}: {revision} is pinned", *differences]
        changed = [
            *(f"renamed: {line}" for line in carried.renamed),
            *(f"dropped: {line}" for line in carried.dropped),
            *(f"added: {line}" for line in carried.added),
        ]
        self._tell(f"{overlay}: {origin}; compare it with the changelog", changed)
        self.sources[DOCS] = with_pages(self.sources[DOCS].decode(), DOCS, old.name, revision).encode()

    def propose(self) -> None:
        """Add proposals for the changes to both neighbours, and stubs for the descriptions that lack."""
        revision = self.revision
        order = list(read_pins(self.sources))
        if revision not in order:
            raise refuse("--revision", f"{revision} is not pinned; give its FILE")
        at = order.index(revision)
        for old, new in pairwise(order[max(at - 1, 0) : at + 2]):
            self._propose_changes(old, new)
        folder = of_sources(self.sources)
        protocol = folder.protocol(revision)
        if self.options.update:  # it may take facts away
            with suppress(Refused):  # another revision is unfinished
                self._refused_by_build(DOCS, folder.descriptions.stale(map(folder.protocol, order)))
        text, stubs = with_stubs(self.sources[DOCS].decode(), DOCS, protocol, accepted=self.options.accept)
        self.sources[DOCS] = text.encode()
        if stubs:
            begin = "To be described" if self.options.accept else "TODO"
            number = counted(len(stubs), "stub", "stubs")
            self._tell(
                f"{DOCS}: {number}; write a description over each text that begins with {begin!r}",
                [".".join(place) for place in stubs],
            )

    def accept(self) -> None:
        """Accept every proposal and stub of the revision, those of an earlier ingest too.

        Refuse a name that no entry of the revision has.
        """
        known = {name for entry in self._entries() for name in (entry.get("id"), *entry.get("methods", ()))}
        unknown = [name for name in self.options.named if name not in known]
        if unknown:
            waiting = [name for entry in self._entries() if "proposed" in entry for name in _names(entry)]
            named = f"the proposals are {', '.join(waiting)}" if waiting else "nothing is proposed"
            reason = f"names no entry of {self.revision}; {named}"
            raise Refused(Problem("--accept", f"{name!a} {reason}") for name in unknown)
        for name, data in list(self.sources.items()):
            form = _form(name, self.revision)
            if form:
                self.sources[name], number = accepted_entries(data, name, form, self.options)
                if number:
                    self.report.append(f"{name}: {counted(number, 'proposal is', 'proposals are')} accepted")
        if not self.options.accept:
            return
        protocol = of_sources(self.sources).protocol(self.revision)
        text, number = accepted_stubs(self.sources[DOCS].decode(), DOCS, protocol)
        self.sources[DOCS] = text.encode()
        if number:
            self.report.append(
                f"{DOCS}: {counted(number, 'stub is', 'stubs are')} accepted until descriptions are written"
            )

    def _entries(self) -> Iterator[dict[str, Any]]:
        """Yield the entries of the overlay of the revision, and of the changes."""
        for name, data in self.sources.items():
            if form := _form(name, self.revision):
                for table in read_toml(data, name, form).data.values():
                    yield from table

    def _open(self) -> tuple[list[tuple[str, str]], bool]:
        """Return the entries that a person must name, and whether another proposal or a stub waits.

        Those of an earlier ingest count too.
        """
        waiting = [entry for entry in self._entries() if entry.get("proposed") == self.revision]
        held = [(_names(entry)[0], why) for entry in waiting if (why := _why_held(entry))]
        protocol = of_sources(self.sources).protocol(self.revision)
        stubs = accepted_stubs(self.sources[DOCS].decode(), DOCS, protocol)[1]
        return held, len(waiting) > len(held) or stubs > 0

    def _propose_changes(self, old: str, new: str) -> None:
        """Add entries for the changes between two neighbours that no entry covers."""
        location = source_of(old, new)
        older, newer = (of_sources(self.sources).protocol(name) for name in (old, new))
        is_new = location not in self.sources
        text = _head(old, new) if is_new else self._without_idle(location, older, newer)
        entries = read_entries(text.encode(), location)
        proposals = propose(older, newer, entries, is_new=is_new)
        accepted = self.options.accept
        ids = self._ids(location)
        for each in proposals:
            text += entries_text([each], ids, new, self.revision if each.why_held or not accepted else None)
        self.sources[location] = text.encode()
        if proposals:
            lines = (
                f"{each.said}: {both_ways(table_of(each.up), table_of(each.down))}" for each in proposals
            )
            number = counted(len(proposals), "entry", "entries")
            held = sum(bool(each.why_held) for each in proposals) if accepted else 0
            outcome = "accepted" if accepted else "proposed"
            waiting = f", {held} of them only by name" if held else ""
            self._tell(f"{location}: {number} {outcome}{waiting}", lines)

    def _without_idle(self, location: str, older: Protocol, newer: Protocol) -> str:
        """Remove proposed entries that no longer cover a change, and report other such entries."""
        document = read_toml(self.sources[location], location, "changes")
        entries = read_entries(self.sources[location], location)
        changes = find_changes(older, newer, other_paths(entries))
        idle: list[tuple[str | int, ...]] = [
            ("change", index)
            for index, entry in enumerate(entries)
            if entry.proposed and not any(entry.is_covering(change) for change in changes)
        ]
        rest = [entry for index, entry in enumerate(entries) if ("change", index) not in idle]
        self._refused_by_build(
            location, (each for entry in rest for each in idle_names(entry, changes, location))
        )
        return removed(document, idle)

    def _refused_by_build(self, location: str, problems: Iterable[Problem]) -> None:
        """Report accepted entries and written descriptions about facts that the revision has no more."""
        if lines := [problem.message for problem in problems]:
            number = counted(len(lines), "statement is", "statements are")
            self._tell(f"{location}: {number} about facts that are gone; a build refuses them", lines)

    def _ids(self, source: str) -> Iterator[str]:
        """Yield unused entry ids such as `T5.3`: the number of the file, then the number of the entry."""
        ids = {
            name: re.findall(r'^id = "T(\d+)\.(\d+)"', data.decode(), re.MULTILINE)
            for name, data in self.sources.items()
            if name.startswith("schema/changes/") and name.endswith(".toml")
        }
        numbers = {int(number) for found in ids.values() for number, _ in found}
        own = [(int(number), int(entry)) for number, entry in ids.get(source, [])]
        number = own[0][0] if own else max(numbers, default=0) + 1
        first = max((entry for each, entry in own if each == number), default=0) + 1
        return (f"T{number}.{entry}" for entry in count(first))

    def next_steps(self, option: str) -> Iterator[str]:
        """Yield the lines with the missing decisions and the next command."""
        if read_pins(self.sources)[self.revision]["commit"] is None:
            yield f"{PINS}: no commit of the specification is stated; ingest the file with --commit SHA"
        held, has_more = self._open()
        steps = []
        if has_more:
            accept = f"mcpgen ingest --revision {self.revision} --accept-proposals{option}"
            steps.append(f"read and mend the proposed entries and stubs, or accept them all: {accept}")
        if held:
            read = ", and ".join(f"{name}, {why}" for name, why in held)
            names = " ".join(f"--accept {name}" for name, _ in held)
            accept = f"mcpgen ingest --revision {self.revision} {names}{option}"
            steps.append(
                f"read {read}; accept {'it if it is' if len(held) == 1 else 'those that are'} right: {accept}"
            )
        for word, step in zip(
            ["next", *["then"] * len(steps)], [*steps, f"mcpgen build{option}"], strict=True
        ):
            yield f"{word}: {step}"

    def _tell(self, heading: str, lines: Iterable[str]) -> None:
        """Report a heading and the first of its lines."""
        listed = list(lines)
        self.report.append(heading)
        self.report += [f"  {shorten(line)}" for line in listed[:SHOWN]]
        if len(listed) > SHOWN:
            self.report.append(f"  … and {len(listed) - SHOWN} more")


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun."""
    return f"{number} {one if number == 1 else many}"


def shorten(line: str) -> str:
    """Return a line that fits a terminal."""
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def _head(old: str, new: str) -> str:
    """Return the comment of a new file, which explains the verbs."""
    spelled = {f"{name}:{verb.argument}".rstrip(":"): verb.meaning for name, verb in VERBS.items()}
    verbs = [f"#   {verb:24}{meaning}" for verb, meaning in spelled.items()]
    return "\n".join(
        [
            "#:schema ../changes.schema.json",
            f"# The named changes from {old} to {new}. The schema above explains every key.",
            "#",
            f"# `up` converts from {old} to {new}, `down` from {new} to {old}, by these verbs:",
            "#",
            *verbs,
            "",
        ]
    )


def _form(name: str, revision: str) -> Form | None:
    """Return the form of a file that may hold proposals for a revision, None for other files."""
    if name.startswith("schema/changes/") and name.endswith(".toml"):
        return "changes"
    return "overlay" if name == f"schema/{revision}/overlay.toml" else None


def accepted_entries(data: bytes, source: str, form: Form, options: Options) -> tuple[bytes, int]:
    """Accept the entries that are proposed for the revision. Return the new text and the number accepted.

    An entry that needs a person's decision is accepted only if the options name it.
    """
    document = read_toml(data, source, form)
    accepted = [
        (table, index)
        for table, entries in document.data.items()
        for index, entry in enumerate(entries)
        if entry.get("proposed") == options.revision
        if {*_names(entry)} & {*options.named} or (options.accept and not _why_held(entry))
    ]
    marks: list[tuple[str | int, ...]] = [
        (*path, key)
        for path in accepted
        for key in ("proposed", "was_gated")
        if key in document.data[path[0]][path[1]]
    ]
    return (removed(document, marks).encode() if marks else data), len(accepted)


def _names(entry: Mapping[str, Any]) -> list[str]:
    """Return the names that accept this entry individually: its id, or its methods without a gate."""
    return [entry["id"]] if "id" in entry else entry["methods"] if "was_gated" in entry else []


def _why_held(entry: Mapping[str, Any]) -> str:
    """Return why an entry must be accepted by name, or '' if `--accept-proposals` is enough."""
    if "was_gated" in entry:
        return f"which needs no gate, though that of {', '.join(entry['was_gated'])} is gone"
    tables = [entry.get("up", ""), entry.get("down", "")]
    named = [each if isinstance(each, dict) else {OTHERS: each} for each in tables]
    return why_held(entry.get("covers", ()), named)
