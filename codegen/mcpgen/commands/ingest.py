"""The command `mcpgen ingest`: an official schema file → every file that a build needs for its revision.

In: the file, or the file that is pinned already. Out, in the schema folder: the snapshot, the overlay of the
nearest revision as it holds for the file, and the pin; proposals for the changes to both neighbours, and
stubs for sentences. The pin is written last: a killed run leaves files that no command reads.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date
from itertools import count, pairwise
from pathlib import Path
from typing import Any

from mcpgen import survey
from mcpgen.adapters.decisions import read_entries, source_of
from mcpgen.adapters.proposals import VERBS, entries_text, propose
from mcpgen.classes.stubs import accepted_stubs, with_pages, with_stubs
from mcpgen.commands.init import EMPTY
from mcpgen.commands.schema_dir import cite_files, writable
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.changes import find_changes
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.emit.file_tree import replace_files
from mcpgen.frontend import ingest as snapshot
from mcpgen.frontend.carry_over import HEAD, carry_over, nearest
from mcpgen.frontend.load import MAX_BYTES, load, read_json
from mcpgen.frontend.overlay import read_overlay
from mcpgen.frontend.package_data import data_root
from mcpgen.frontend.prose import without_prose
from mcpgen.frontend.sources import Sources, read_file, read_sources, source
from mcpgen.frontend.toml_document import Form, read_toml
from mcpgen.frontend.toml_edit import quoted, removed
from mcpgen.ir import Protocol
from mcpgen.names import check_revision_name, module
from mcpgen.problems import Problem, refuse
from mcpgen.schema_folder import SchemaFolder

SHOWN = 12  # lines of a list that are printed
WIDTH = 180  # columns of such a line
DOCS, PINS = "schema/docs.toml", "schema/pins.json"
TAKEN = {"changes", "extensions"}  # names in a schema folder that are no revisions


@dataclass(frozen=True)
class Options:
    """The options of one ingest."""

    revision: str
    accept: bool = False
    commit: str | None = None
    update: bool = False


def ingest(file: Path | None, options: Options, schema_dir: Path | None) -> Sequence[str]:
    """Write the files of a revision; return lines with the pin, the proposals and the missing decisions."""
    check_revision_name(options.revision)
    if options.update and options.commit is None:
        raise refuse("--update", "give --commit too: the commit of the specification that has the file")
    data = read_input(file) if file is not None else None
    with writable(schema_dir) as folder:
        sources = {**{f"schema/{name}": text.encode() for name, text in EMPTY.items()}, **read_folder(folder)}
        check_folder_name(options.revision, survey.read_pins(sources))
        work = _Ingest(sources, options)
        if data is not None:
            work.pin(data, location(file), folder.path)
        work.propose()
        if options.accept:
            work.accept()
        replace_files(work.files(folder.path))
        option = f" --schema-dir {schema_dir}" if schema_dir is not None else ""
        return [cite_files(line, folder.path) for line in (*work.report, *work.next_steps(option))]


def check(file: Path, revision: str, folder: SchemaFolder) -> list[str]:
    """Return a line for each wire fact in which a file differs from the pinned revision."""
    survey.check_pinned(revision, folder.pins)
    name = f"schema/{revision}/schema.json"
    official = without_prose(load(read_input(file), location(file)))
    return list(snapshot.difference(read_json(source(folder.sources, name), name), official))


def read_input(file: Path) -> bytes:
    """Return the bytes of an input file, the first too many at most; `-` is standard input."""
    if str(file) != "-":
        return read_file(file, str(file), MAX_BYTES + 1)
    if sys.stdin is None:
        raise refuse(location(file), "is closed; give a FILE")
    return sys.stdin.buffer.read(MAX_BYTES + 1)


def location(file: Path | None) -> str:
    """Return the name of an input file in messages."""
    return "standard input" if str(file) == "-" else str(file)


def read_folder(folder: SchemaFolder) -> Sources:
    """Return the sources of a folder that may not exist yet."""
    return read_sources(folder.path) if folder.path.is_dir() else {}


def check_folder_name(revision: str, pins: Mapping[str, Any]) -> None:
    """Refuse a revision that has no folder of its own, here or in the package, and a date that is none."""
    if revision in TAKEN:
        raise refuse("--revision", f"{revision} is another folder of the protocol; choose another name")
    if re.fullmatch(r"\d{4}-\d\d-\d\d", revision):
        try:
            date.fromisoformat(revision)
        except ValueError as error:
            raise refuse("--revision", f"{revision} is no date: {error}") from None
    for other in pins:
        if other != revision and module(other) == module(revision):
            raise refuse("--revision", f"{revision} has the folder of {other}; choose another name")


class _Ingest:
    """One ingest: `sources` grow by the files to write, `report` by the lines to print."""

    def __init__(self, sources: Sources, options: Options) -> None:
        self.options, self.revision = options, options.revision
        self.read, self.sources = sources, dict(sources)
        self.report: list[str] = []
        self.waiting = 0  # proposals and stubs that nobody accepted

    def files(self, root: Path) -> dict[Path, bytes]:
        """Return the files that differ from those read, the pins last."""
        changed = {name: data for name, data in self.sources.items() if self.read.get(name) != data}
        changed |= {name: data for name, data in self.read.items() if not (root / name[7:]).exists()}
        ordered = sorted(changed, key=lambda name: (name == PINS, name))
        return {root / name.removeprefix("schema/"): self.sources[name] for name in ordered}

    def pin(self, data: bytes, source: str, root: Path) -> None:
        """Add the snapshot, the pin and the overlay; refuse a file that cannot be read as a protocol."""
        revision, overlay = self.revision, f"schema/{self.revision}/overlay.toml"
        others = [name for name in survey.read_pins(self.sources) if name != revision]
        commit, update = self.options.commit, self.options.update
        files, differences = snapshot.ingest(data, source, revision, root, commit=commit, update=update)
        pinned = {
            f"schema/{path.relative_to(root).as_posix()}": text.encode() for path, text in files.items()
        }
        facts = pinned[f"schema/{revision}/schema.json"]
        if overlay in self.sources:
            old, text, origin = revision, self.sources[overlay].decode(), "kept"
        else:
            old, text = self._nearest(json.loads(facts), others)
            origin = f"carried over from {old}"

        def read(overlay_text: bytes, note: Callable[[Problem], None]) -> Protocol:
            return survey.read_schema(facts, read_overlay(overlay_text, overlay), revision, source, note)

        mark = "" if self.options.accept else f"proposed = {quoted(revision)}"
        carried = carry_over(text, old, revision, overlay, read, mark)
        self.sources |= pinned | {overlay: carried.text.encode()}
        self.report += [f"{PINS}: {revision} is pinned", *differences]
        self.waiting += 0 if self.options.accept else len(carried.added)
        changed = [
            *(f"dropped: {line}" for line in carried.dropped),
            *(f"added: {line}" for line in carried.added),
        ]
        self._tell(f"{overlay}: {origin}; compare it with the changelog", changed)
        self.sources[DOCS] = with_pages(self.sources[DOCS].decode(), DOCS, old, revision).encode()

    def _nearest(self, schema: Mapping[str, Any], pinned: Sequence[str]) -> tuple[str, str]:
        """Return the name and the overlay of the nearest revision: pinned here, or of the package."""
        found: dict[str, tuple[Mapping[str, Any], str]] = {}
        for sources in (read_sources(data_root("schema")), self.sources):
            for name in pinned if sources is self.sources else survey.read_pins(sources):
                files = [f"schema/{name}/{file}" for file in ("schema.json", "overlay.toml")]
                if sources.keys() >= set(files):
                    facts, overlay = (sources[file] for file in files)
                    found.pop(name, None)  # the last of equals is nearest
                    found[name] = json.loads(facts), overlay.decode()
        chosen = nearest(schema, {name: facts for name, (facts, _) in found.items()})
        return ("no revision", HEAD.format(self.revision)) if chosen is None else (chosen, found[chosen][1])

    def propose(self) -> None:
        """Add proposals for the changes to both neighbours, and stubs for the sentences that lack."""
        revision = self.revision
        order = list(survey.read_pins(self.sources))
        if revision not in order:
            raise refuse("--revision", f"{revision} is not pinned; give its FILE")
        at = order.index(revision)
        for old, new in pairwise(order[max(at - 1, 0) : at + 2]):
            self._propose_changes(old, new)
        protocol = survey.parse_pinned(self.sources, revision)
        text, stubs = with_stubs(self.sources[DOCS].decode(), DOCS, protocol, accepted=self.options.accept)
        self.sources[DOCS] = text.encode()
        if stubs:
            begin = "To be described" if self.options.accept else "TODO"
            self._tell(
                f"{DOCS}: {len(stubs)} stubs; write a sentence over each text that begins with {begin!r}",
                [".".join(place) for place in stubs],
            )
            self.waiting += 0 if self.options.accept else len(stubs)

    def accept(self) -> None:
        """Accept every proposal and stub of the revision, those of an earlier ingest too."""
        for name, data in list(self.sources.items()):
            is_changes = name.startswith("schema/changes/") and name.endswith(".toml")
            if is_changes or name == f"schema/{self.revision}/overlay.toml":
                form: Form = "changes" if is_changes else "overlay"
                self.sources[name], number = accepted_entries(data, name, form, self.revision)
                if number:
                    self.report.append(f"{name}: {number} proposals are accepted")
        protocol = survey.parse_pinned(self.sources, self.revision)
        text, number = accepted_stubs(self.sources[DOCS].decode(), DOCS, protocol)
        self.sources[DOCS] = text.encode()
        if number:
            self.report.append(f"{DOCS}: {number} stubs are accepted until sentences are written")

    def _propose_changes(self, old: str, new: str) -> None:
        """Add entries for the changes between two neighbours that no entry covers."""
        source = source_of(old, new)
        older, newer = (survey.parse_pinned(self.sources, name) for name in (old, new))
        is_new = source not in self.sources
        found = find_changes(older, newer)
        text = _head(old, new) if is_new else self._without_idle(source, found)
        entries = read_entries(text.encode(), source)
        changes = [
            change
            for change in found
            if not any(entry.matches(change) for entry in entries)
            if is_new or CHANGE_RULES[change.rule].action is None
        ]
        proposals = propose(changes, older, newer)
        accepted = self.options.accept
        text += entries_text(proposals, self._ids(source), new, None if accepted else self.revision)
        self.sources[source] = text.encode()
        self.waiting += 0 if accepted else len(proposals)
        if proposals:
            lines = (f"{each.title}: up {actions(each.up)}; down {actions(each.down)}" for each in proposals)
            self._tell(f"{source}: {len(proposals)} entries {'accepted' if accepted else 'proposed'}", lines)

    def _without_idle(self, source: str, changes: Sequence[ProtocolChange]) -> str:
        """Return a file without proposed entries that cover no change any more."""
        document = read_toml(self.sources[source], source, "changes")
        idle: list[tuple[str | int, ...]] = [
            ("change", index)
            for index, entry in enumerate(read_entries(self.sources[source], source))
            if entry.proposed and not any(entry.matches(change) for change in changes)
        ]
        return removed(document, idle)

    def _ids(self, source: str) -> Iterator[str]:
        """Yield ids that no entry of the folder has: the number of the file, then that of the entry."""
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
        if survey.read_pins(self.sources)[self.revision]["commit"] is None:
            yield f"{PINS}: no commit of the specification is stated; ingest the file with --commit SHA"
        if self.waiting:
            accept = f"mcpgen ingest --revision {self.revision} --accept-proposals{option}"
            yield f"next: read and mend the entries and stubs above, or accept them all: {accept}"
            yield f"then: mcpgen build{option}"
        else:
            yield f"next: mcpgen build{option}"

    def _tell(self, heading: str, lines: Iterable[str]) -> None:
        """Report a heading and the first of its lines."""
        listed = list(lines)
        self.report.append(heading)
        self.report += [f"  {shorten(line)}" for line in listed[:SHOWN]]
        if len(listed) > SHOWN:
            self.report.append(f"  … and {len(listed) - SHOWN} more")


def shorten(line: str) -> str:
    """Return a line that fits a terminal."""
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def actions(table: Mapping[str, str]) -> str:
    """Return the actions of a direction, each once."""
    return ", ".join(dict.fromkeys(table.values()))


def _head(old: str, new: str) -> str:
    """Return the comment of a new file, which explains the verbs."""
    verbs = [f"#   {verb:14}{meaning}" for verb, meaning in VERBS.items()]
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


def accepted_entries(data: bytes, source: str, form: Form, revision: str) -> tuple[bytes, int]:
    """Return a file whose entries proposed for a revision are accepted, and the number of them."""
    document = read_toml(data, source, form)
    marks: list[tuple[str | int, ...]] = [
        (table, index, "proposed")
        for table, entries in document.data.items()
        for index, entry in enumerate(entries)
        if entry.get("proposed") == revision
    ]
    return (removed(document, marks).encode() if marks else data), len(marks)
