"""Ingest a revision: from an official schema file, prepare every file that a build of it needs.

The input is the schema file. If the revision is pinned already, there may be no input. These files of the
schema folder are written in one step: the snapshot, the pin, an overlay adapted from the most similar
revision, proposed entries for the changes to the adjacent revisions, and stubs for descriptions.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from itertools import count, pairwise
from typing import Any

from mcpgen.adapters.actions import VERBS
from mcpgen.adapters.decisions import (
    OTHERS,
    Decided,
    in_words,
    other_paths,
    read_entries,
    source_of,
    unused_names,
    why_by_name,
)
from mcpgen.adapters.proposals import Proposal, entries_text, propose, table_of
from mcpgen.classes.stubs import DescriptionPath, accepted_stubs, with_pages, with_stubs
from mcpgen.commands.explain_renames import relocations
from mcpgen.compare.changes import find_changes
from mcpgen.compare.outdated_descriptions import outdated_descriptions
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.frontend import ingest as snapshot
from mcpgen.frontend.carry_over import (
    HEAD,
    PinnedOverlay,
    carry_over,
    copied_text,
    inheriting_text,
    nearest,
)
from mcpgen.frontend.inheritance import base_of
from mcpgen.frontend.overlay import BY_NAME, NO_OVERLAY, names_of, overlay_of, read_overlay
from mcpgen.frontend.overlay import why_by_name as overlay_why_by_name
from mcpgen.frontend.read import SchemaSource
from mcpgen.frontend.sources import source
from mcpgen.frontend.toml_document import Form, read_toml
from mcpgen.frontend.toml_edit import removed
from mcpgen.ir import Protocol
from mcpgen.names import check_revision_name, module
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.schema_folder import SchemaFolder, folder_of, read_pins, to_carry_over

SHOWN = 40  # the maximum lines to print of a list
WIDTH = 400  # the maximum columns of such a line
LINE = 180  # the maximum columns of a proposal that is printed on one line
DOCS, PINS = "schema/docs.toml", "schema/pins.json"
TAKEN = {"changes", "extensions"}  # subfolders of a schema folder that are not revisions


@dataclass(frozen=True)
class Options:
    """The command-line options of `mcpgen ingest`."""

    revision: str
    accept: bool = False
    commit: str | None = None
    update: bool = False
    named: tuple[str, ...] = ()  # the names of proposed entries that must be accepted by name


def check_folder_name(revision: str, pins: Mapping[str, Any]) -> None:
    """Refuse a name for a revision if its folder is taken, or if it looks like a date but is not one."""
    if revision in TAKEN:
        message = f"{revision} is reserved for another folder in schema/; choose another name"
        raise refuse("--revision", message)
    if re.fullmatch(r"\d{4}-\d{1,2}-\d{1,2}", revision):
        try:
            if len(revision) < 10:
                raise ValueError("write two digits for the month and for the day")
            date.fromisoformat(revision)
        except ValueError as error:
            raise refuse("--revision", f"{revision} is not a date: {error}") from None
    for other in pins:
        if other != revision and module(other) == module(revision):
            raise refuse(
                "--revision", f"{revision} would use the same folder as {other}; choose another name"
            )


class RevisionIngest:
    """The ingest of one revision. `sources` has the edited files, and `report` has the lines to print."""

    def __init__(self, folder: SchemaFolder, options: Options) -> None:
        check_revision_name(options.revision)
        self.options, self.revision = options, options.revision
        source(folder.sources, DOCS)
        check_folder_name(options.revision, folder.pins)
        self.before, self.sources = folder.sources, dict(folder.sources)
        self.report: list[str] = []

    def run(self, data: bytes | None, source: str) -> None:
        """Pin the schema file `data`, if it is given, and propose missing entries.

        Then accept the proposals that the options select. `source` is the name of the file in messages.
        """
        if data is not None:
            self.pin(data, source)
        self.propose()
        if self.options.accept or self.options.named:
            self.accept()
        self.describe()

    def files(self) -> dict[str, bytes]:
        """Return the content of each file that has changed, by names such as `schema/pins.json`."""
        return {name: data for name, data in self.sources.items() if self.before.get(name) != data}

    def pin(self, data: bytes, source: str) -> None:
        """Add the snapshot, the pin and the overlay of the schema file `data` to the files to write.

        Refuse a file that cannot be read as a protocol. `source` is its name in messages.
        """
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
            own = self.sources[overlay].decode()
            base = base_of(read_overlay(own.encode(), overlay), self.sources)
            old, origin = PinnedOverlay(revision, old_schema, base), "kept"
        else:
            old, own, origin = self._nearest(schema)
        carried = carry_over(schema, revision, old, own, overlay, proposing=True)
        self.sources |= pinned | {overlay: carried.text.encode()}
        self.report += [f"{PINS}: {revision} is pinned", *differences]
        changed = [
            *(f"renamed: {line}" for line in carried.renamed),
            *(f"dropped: {line}" for line in carried.dropped),
            *(f"added: {line}" for line in carried.added),
        ]
        self._tell(f"{overlay}: {origin}; compare this overlay with the specification's changelog", changed)
        self.sources[DOCS] = with_pages(self.sources[DOCS].decode(), DOCS, old.name, revision).encode()

    def _nearest(self, schema: SchemaSource) -> tuple[PinnedOverlay, str, str]:
        """Return the most similar revision, the text of the new overlay, and where the text is from.

        The new overlay inherits the overlay of that revision. If the revision is not in this schema folder,
        the new overlay has copies of the entries instead.
        """
        found, _ = nearest(schema, to_carry_over(self.sources))
        if found is None:
            return PinnedOverlay("no revision", {}, NO_OVERLAY), HEAD.format(self.revision), "new"
        if overlay_of(found.name) in self.sources:
            return found, inheriting_text(self.revision, found.name), f"inherits {found.name}"
        text = copied_text(self.revision, found.schema, found.overlay)
        return found._replace(overlay=NO_OVERLAY), text, f"copied from {found.name}"

    def propose(self) -> None:
        """Propose entries for the changes between the revision and its neighbours."""
        revision = self.revision
        order = list(read_pins(self.sources))
        if revision not in order:
            raise refuse("--revision", f"{revision} is not pinned; give its schema FILE")
        at = order.index(revision)
        for old, new in pairwise(order[max(at - 1, 0) : at + 2]):
            self._propose_changes(old, new)

    def describe(self) -> None:
        """Add a stub for each missing description.

        With `--accept-proposals`, a build accepts the stubs until someone writes the descriptions.
        A renamed or moved name gets the description of its former name. Until a person has accepted the
        rename or move, that description is in the stub.
        """
        order, accepted = list(read_pins(self.sources)), self.options.accept
        folder = folder_of(self.sources)
        protocol = folder.protocol(self.revision)
        if self.options.update:  # the new schema file may lack names that have descriptions
            with suppress(Refused):  # a build reports an unfinished revision
                self._refused_by_build(DOCS, folder.descriptions.stale(map(folder.protocol, order)))
        before = order[max(order.index(self.revision) - 1, 0)]
        changes, proposed = (
            self._changes(before, proposed=proposed) if before != self.revision else ()
            for proposed in (False, True)
        )
        former, likely = (
            _former_names(folder.protocol(before), protocol, each) for each in (changes, proposed)
        )
        text = self.sources[DOCS].decode()
        found = with_stubs(text, DOCS, protocol, accepted=accepted, former=former, likely=likely)
        self.sources[DOCS] = found.text.encode()
        if found.copied:
            number = counted(len(found.copied), "description is", "descriptions are")
            lines = (f"{'.'.join(path)} as {'.'.join(old)}" for path, old in found.copied.items())
            self._tell(
                f"{DOCS}: {number} copied from the types and members that were renamed; check each text",
                lines,
            )
        if outdated := [*outdated_descriptions(folder.descriptions, protocol, changes)]:
            number = counted(len(outdated), "description has", "descriptions have")
            lines = (f"{'.'.join(each.path)}: {each.text}" for each in outdated)
            self._tell(f"{DOCS}: {number} a constant that {self.revision} does not have; correct each", lines)
        if found.stubs:
            begin = "To be described" if accepted else "TODO"
            number = counted(len(found.stubs), "stub", "stubs")
            self._tell(
                f"{DOCS}: {number} added; replace each text that begins with {begin!r} by a description",
                [".".join(path) for path in found.stubs],
            )
        if accepted:
            accepted_text, count = accepted_stubs(found.text, DOCS, protocol)
            self.sources[DOCS] = accepted_text.encode()
            if count:
                stubs = counted(count, "stub is", "stubs are")
                self.report.append(
                    f"{DOCS}: {stubs} accepted, so that a build works without these descriptions"
                )

    def _changes(self, before: str, *, proposed: bool) -> tuple[ProtocolChange, ...]:
        """Return the changes since the revision `before`, with renames and moves that a person accepted.

        If `proposed` is true, the renames and moves that are only proposed count too.
        """
        location = source_of(before, self.revision)
        entries = read_entries(self.sources[location], location) if location in self.sources else ()
        stated = other_paths(entry for entry in entries if proposed or not entry.proposed)
        older, newer = (folder_of(self.sources).protocol(name) for name in (before, self.revision))
        return find_changes(older, newer, stated)

    def accept(self) -> None:
        """Accept the proposals of the revision that the options select, also those of earlier runs.

        Refuse a name in `--accept` that no entry of the revision has.
        """
        known = {name for table, entry in self._entries() for name in _names(table, entry)}
        unknown = [name for name in self.options.named if name not in known]
        if unknown:
            waiting = [
                name
                for table, entry in self._entries()
                if "proposed" in entry and (table == "change" or _why_by_name(table, entry, ()))
                for name in _names(table, entry)
            ]
            named = f"the proposals are {', '.join(waiting)}" if waiting else "nothing is proposed"
            reason = f"is not the name of a proposal for {self.revision}; {named}"
            raise Refused(Problem("--accept", f"{name!a} {reason}") for name in unknown)
        for name, data in list(self.sources.items()):
            form = _form(name, self.revision)
            if form:
                self.sources[name], number = accepted_entries(data, name, form, self.options)
                if number:
                    self.report.append(f"{name}: accepted {counted(number, 'proposal', 'proposals')}")

    def _entries(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """Yield each entry of the overlay and of the files in `schema/changes/`, with its table."""
        for name, data in self.sources.items():
            if form := _form(name, self.revision):
                for table, entries in read_toml(data, name, form).tables.items():
                    yield from ((table, entry) for entry in entries)

    def _open(self) -> tuple[list[tuple[str, str]], bool]:
        """Return which proposals are not accepted yet, including those of earlier runs.

        The first value has the names of proposals that must be accepted by name, each with the reason. The
        second value says whether there are other proposals or stubs, which one command accepts together.
        """
        by_name: list[tuple[str, str]] = []
        others = 0
        for name, data in self.sources.items():
            form = _form(name, self.revision)
            tables = read_toml(data, name, form).tables if form else {}
            for table, entries in tables.items():
                for entry in (one for one in entries if one.get("proposed") == self.revision):
                    why = _why_by_name(table, entry, entries)
                    by_name += [(_names(table, entry)[0], why)] if why else []
                    others += not why
        protocol = folder_of(self.sources).protocol(self.revision)
        stubs = accepted_stubs(self.sources[DOCS].decode(), DOCS, protocol)[1]
        return by_name, others > 0 or stubs > 0

    def _propose_changes(self, old: str, new: str) -> None:
        """Add a proposed entry for each change between two adjacent revisions that no entry covers."""
        location = source_of(old, new)
        older, newer = (folder_of(self.sources).protocol(name) for name in (old, new))
        is_new = location not in self.sources
        text = _head(old, new) if is_new else self._without_idle(location, older, newer)
        entries = read_entries(text.encode(), location)
        proposals = propose(older, newer, entries, is_new=is_new)
        accepted = self.options.accept
        ids = self._ids(location)
        for each in proposals:
            text += entries_text(
                [each], ids, new, self.revision if each.why_by_name or not accepted else None
            )
        self.sources[location] = text.encode()
        if proposals:
            lines = map(_of_proposal, proposals)
            number = counted(len(proposals), "entry", "entries")
            by_name = sum(bool(each.why_by_name) for each in proposals) if accepted else 0
            outcome = "accepted" if accepted else "proposed"
            waiting = f"; {by_name} must be accepted by name" if by_name else ""
            self._tell(f"{location}: {number} {outcome}{waiting}", lines)

    def _without_idle(self, location: str, older: Protocol, newer: Protocol) -> str:
        """Return the text of a file of `schema/changes/`, without proposals that no longer cover a change.

        Accepted entries that no longer cover a change stay in the file, and are reported.
        """
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
            location, (each for entry in rest for each in unused_names(entry, changes, location))
        )
        return removed(document, idle)

    def _refused_by_build(self, location: str, problems: Iterable[Problem]) -> None:
        """Report entries and descriptions of names that the new schema does not have.

        A build will refuse them. `problems` has a problem for each of them, and `location` is the file that
        has them.
        """
        if lines := [problem.message for problem in problems]:
            number = counted(len(lines), "entry is", "entries are")
            self._tell(
                f"{location}: {number} about facts that the new schema does not have; correct or remove them",
                lines,
            )

    def _ids(self, source: str) -> Iterator[str]:
        """Yield unused ids, such as `T5.3`, for new entries of the file `source` of `schema/changes/`.

        The first number belongs to the file, the second to the entry.
        """
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
        """Yield lines that say what must be accepted, and which command to run next."""
        if read_pins(self.sources)[self.revision]["commit"] is None:
            yield f"{PINS}: the pin has no specification commit; ingest the file again with --commit SHA"
        by_name, has_more = self._open()
        steps = []
        if has_more:
            accept = f"mcpgen ingest --revision {self.revision} --accept-proposals{option}"
            steps.append(f"read and correct the proposed entries and stubs, or accept them all: {accept}")
        if by_name:
            names = " ".join(f"--accept {name}" for name in dict(by_name))
            accept = f"mcpgen ingest --revision {self.revision} {names}{option}"
            it = "this proposal" if len(by_name) == 1 else "each of these proposals"
            lines = [f"  {_of_one_reason(by_name, why)}" for why in dict.fromkeys(dict(by_name).values())]
            steps.append("\n".join([f"read {it}; if it is right, accept it by name: {accept}", *lines]))
        for word, step in zip(
            ["next", *["then"] * len(steps)], [*steps, f"mcpgen build{option}"], strict=True
        ):
            yield from f"{word}: {step}".split("\n")

    def _tell(self, heading: str, lines: Iterable[str]) -> None:
        """Add a heading and lines to the report. If there are many lines, only the first ones are added."""
        listed = list(lines)
        self.report.append(heading)
        self.report += [f"  {shorten(line)}" for shown in listed[:SHOWN] for line in shown.split("\n")]
        if len(listed) > SHOWN:
            self.report.append(f"  … and {len(listed) - SHOWN} more")


def _former_names(
    older: Protocol, newer: Protocol, changes: Iterable[ProtocolChange]
) -> dict[DescriptionPath, DescriptionPath]:
    """Return the path in `docs.toml` of each renamed or moved name, with the path of its former name."""
    found: dict[DescriptionPath, DescriptionPath] = {}
    named = (change for change in changes if change.rule != "ERROR_CODE_MOVED")  # the name stays the same
    for one in relocations(older, newer, (Decided(change, None) for change in named)):
        found[_description_path(newer, one.new)] = _description_path(older, one.old)
    return found


def _description_path(protocol: Protocol, name: str) -> DescriptionPath:
    """Return the path in `docs.toml` of a method, a type or a member such as `Tool.title`."""
    if name in protocol.methods:
        return ("methods", name)
    type_, dot, member = name.partition(".")
    return ("types", type_, "fields", member) if dot else ("types", type_)


def _of_proposal(proposal: Proposal) -> str:
    """Return the summary of a proposal with its actions, on three lines if it is too long for one."""
    up, down = (in_words(table_of(actions)) for actions in (proposal.up, proposal.down))
    line = f"{proposal.summary}: up {up}; down {down}"
    return line if len(line) <= LINE else f"{proposal.summary}:\n  up {up}\n  down {down}"


def _of_one_reason(by_name: Iterable[tuple[str, str]], why: str) -> str:
    """Return the proposals that a person must accept by name for the reason `why`, and the reason, as text.

    `by_name` has the name and reason of each such proposal. The text may be `T5.1 and T5.2, each of which
    assumes ...`.
    """
    *others, last = (name for name, each in by_name if each == why)
    return f"{', '.join(others)} and {last}, each of {why}" if others else f"{last}, {why}"


def counted(number: int, one: str, many: str) -> str:
    """Return a number with its noun in the singular or plural."""
    return f"{number} {one if number == 1 else many}"


def shorten(line: str) -> str:
    """Return a line that is cut off to fit a terminal."""
    return line if len(line) <= WIDTH else line[: WIDTH - 1] + "…"


def _head(old: str, new: str) -> str:
    """Return the comment at the top of a new file of `schema/changes/`.

    It explains the words with which actions begin, such as `drop`.
    """
    verbs_used = {f"{name}:{verb.argument}".rstrip(":"): verb.meaning for name, verb in VERBS.items()}
    verbs = [f"#   {verb:24}{meaning}" for verb, meaning in verbs_used.items()]
    return "\n".join(
        [
            "#:schema ../changes.schema.json",
            f"# The changes from {old} to {new}. `#:schema` names the file that explains each key.",
            "#",
            f"# `up` has the actions that convert from {old} to {new}, `down` those from {new} to {old}.",
            "# Separate actions with `;`. An action begins with one of the verbs below. To limit it to some",
            "# members, types or methods, write `VERB@LOCATION,LOCATION`.",
            *verbs,
            "",
        ]
    )


def _form(name: str, revision: str) -> Form | None:
    """Return the kind of a TOML file that may have proposals for a revision, or None for another file.

    The kinds are `changes` for a file of `schema/changes/`, and `overlay` for the revision's overlay.
    """
    if name.startswith("schema/changes/") and name.endswith(".toml"):
        return "changes"
    return "overlay" if name == f"schema/{revision}/overlay.toml" else None


def accepted_entries(data: bytes, source: str, form: Form, options: Options) -> tuple[bytes, int]:
    """Accept proposed entries in a file. Return the new text, and the number of accepted entries.

    An entry that must be accepted by name is accepted only if its name is in `options.named`.
    """
    document = read_toml(data, source, form)
    accepted = [
        (table, index)
        for table, entries in document.tables.items()
        for index, entry in enumerate(entries)
        if entry.get("proposed") == options.revision
        if _is_accepted(table, entry, entries, options)
    ]
    marks: list[tuple[str | int, ...]] = [
        (*path, key)
        for path in accepted
        for key in ("proposed", *BY_NAME)
        if key in document.data[path[0]][path[1]]
    ]
    return (removed(document, marks).encode() if marks else data), len(accepted)


def _is_accepted(
    table: str, entry: Mapping[str, Any], entries: Sequence[Mapping[str, Any]], options: Options
) -> bool:
    """Return whether the options accept a proposed entry of an overlay or of a file of `schema/changes/`.

    `entries` are all entries of the file in the same table.
    """
    why = _why_by_name(table, entry, entries)
    is_named = not {*_names(table, entry)}.isdisjoint(options.named)
    return is_named if why else options.accept or (is_named and table == "change")


def _names(table: str, entry: Mapping[str, Any]) -> list[str]:
    """Return the names by which `--accept` selects an entry: its id, or what it is about, such as methods."""
    return [entry["id"]] if table == "change" else names_of(table, entry)


def _why_by_name(table: str, entry: Mapping[str, Any], entries: Sequence[Mapping[str, Any]]) -> str:
    """Return why an entry must be accepted by name, or '' if `--accept-proposals` is enough.

    `entries` are all entries of the file in the same table.
    """
    if table != "change":
        why = overlay_why_by_name(entry)
        return f"which is a proposed [[{table}]], {why}" if why else ""
    tables = [entry["up"], entry["down"]]
    named = [each if isinstance(each, dict) else {OTHERS: each} for each in tables]
    return why_by_name(entry["covers"], named, [name for each in entries for name in each["covers"]])
