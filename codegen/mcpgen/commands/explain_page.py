"""Compose the page of `mcpgen explain` for a method, type, member or error code of a revision.

A page has a description, the direction, results and required capability of a method, the members, the uses,
the history, and an example. All of this except the example comes from the document that `mcpgen export`
writes. The page has at most `SCREEN_LINES` lines. A section that is too long is shortened,
and its last line says by how much.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import pairwise
from typing import Any

from mcpgen.adapters.decisions import Decided
from mcpgen.classes.descriptions import extension_descriptions, with_extensions
from mcpgen.commands.atlas.book import Book, JsonObject, PlacedChange
from mcpgen.commands.atlas.words import plain, type_pieces
from mcpgen.commands.explain_names import RecordMember, Subject, find_subject
from mcpgen.commands.explain_renames import Relocation, listed, relocations, renamed_from, renamed_to
from mcpgen.commands.export.document import History, document
from mcpgen.commands.schema_dir import cite_files
from mcpgen.commands.terminal import Screen, Style
from mcpgen.compare.changes import find_changes
from mcpgen.compare.sample_values import SampleValues
from mcpgen.ir import Alias, ErrorCode, Method, Protocol, Record, Ref, Type
from mcpgen.names import revision_span
from mcpgen.problems import Refused, printable
from mcpgen.schema_folder import SchemaFolder

LABEL = 12
SCREEN_LINES = 40
INDENT = "  "
_SEVERITY = re.compile(r"^( *)(breaking|dangerous)(?=  )")


@dataclass
class Section:
    """A part of a page: a title, and items of one or more lines.

    If the page is too long, the shorter `compact` items replace `items`. If these do not fit either, the
    last ones are omitted, or the first ones if `keeps_last` is true.
    """

    title: str
    items: list[list[str]]
    keeps_last: bool = False
    compact: list[list[str]] = field(default_factory=list)

    def __len__(self) -> int:
        return sum(map(len, self.items))

    def shortened(self, most: int) -> list[str]:
        """Return the section as at most `most` lines. If items are omitted, one line says how many."""
        if len(self) <= most:
            return [line for item in self.items for line in item]
        kept: list[list[str]] = []
        for item in self.items[::-1] if self.keeps_last else self.items:
            if len(item) + sum(map(len, kept)) >= most:
                break
            kept.append(item)
        more = f"… {len(self.items) - len(kept)} more"
        if self.keeps_last:
            return [more, *(line for item in reversed(kept) for line in item)]
        return [*(line for item in kept for line in item), more]


@dataclass
class NamePage:
    """A page about a name: the lines at its top, its sections, and the lines at its end."""

    screen: Screen
    head: list[str] = field(default_factory=list)
    sections: list[Section] = field(default_factory=list)
    foot: list[str] = field(default_factory=list)

    def row(self, label: str, text: str) -> None:
        """Append a label with its text to the top of the page. Do nothing if the text is empty."""
        if text:
            first, *rest = self.screen.wrap(text, " " * LABEL, " " * LABEL)
            self.head += [f"{label:<{LABEL}}{first[LABEL:]}", *rest]

    def text(self, text: str) -> None:
        """Append a paragraph to the introduction of the page, before its first section."""
        self.head += self.screen.wrap(text)

    def section(
        self,
        title: str,
        items: Iterable[list[str]],
        *,
        keeps_last: bool = False,
        compact: Iterable[list[str]] = (),
    ) -> None:
        """Append a section to the page. Do nothing if it has no items."""
        if listed := list(items):
            self.sections.append(Section(title, listed, keeps_last, list(compact)))

    def lines(self, name: str, *, whole: bool) -> list[str]:
        """Return the lines of the page: all of them if `whole` is true, otherwise at most `SCREEN_LINES`.

        If lines are omitted, the last line says how to print all of them: `mcpgen explain NAME --all`. `name`
        is the NAME.
        """
        lines = [*self.head]
        frame = len(self.head) + len(self.foot) + 2 * len(self.sections)
        is_short = whole or frame + sum(map(len, self.sections)) <= SCREEN_LINES
        most = max(map(len, self.sections), default=0)
        sections = self.sections
        if not is_short:
            sections = [replace(each, items=each.compact or each.items) for each in self.sections]
            lengths = [len(each) for each in sections]
            left = SCREEN_LINES - frame - 2
            most = max(cap for cap in range(left + 1) if sum(min(each, cap) for each in lengths) <= left)
        for each in sections:
            lines += ["", each.title, *(f"{INDENT}{line}" for line in each.shortened(most))]
        lines += self.foot
        return lines if is_short else [*lines, "", f"the whole page: mcpgen explain {name} --all"]


def painted(lines: Sequence[str], screen: Screen) -> str:
    """Return the lines of a page as one text.

    On a terminal, the titles of the page and of its sections are bold, and severities have colours.
    """
    shown = []
    for index, line in enumerate(map(printable, lines)):
        is_title = index == 0 or (lines[index - 1] == "" and not line.startswith(INDENT) and ": " not in line)
        label = line[:LABEL]
        severity = _SEVERITY.match(line)
        if severity:
            style: Style = "breaking" if severity[2] == "breaking" else "dangerous"
            shown.append(f"{severity[1]}{screen.paint(severity[2], style)}{line[severity.end() :]}")
        elif is_title and INDENT not in line:
            shown.append(screen.paint(line, "heading"))
        elif label.strip() == "deprecated":
            shown.append(screen.paint(line, "dangerous"))
        else:
            shown.append(line)
    return "\n".join(shown) + "\n"


def example(protocol: Protocol, type_: Type, name: str = "") -> Any:
    """Return a small valid value of a type or member.

    Each text in the value is one of those that the specification lists for the member, or else the name of
    the member.
    """
    known: dict[str, Any] = {name.rpartition(".")[2]: values[0] for name, values in protocol.known.items()}
    known |= {name[:1].lower() + name[1:]: value for name, value in known.items()}
    return _with_texts(
        SampleValues(protocol).smallest(type_),
        name,
        known | {"protocolVersion": protocol.revision.partition("+")[0], "requestId": 1},
    )


# --- the facts --------------------------------------------------------------------------------------------


def unreadable(folder: SchemaFolder, wanted: str | None = None) -> dict[str, str]:
    """Return the revisions that cannot be parsed, each with its first problem.

    If `wanted` cannot be parsed, raise its error.
    """
    found = {}
    for revision in folder.revisions:
        try:
            folder.protocol(revision)
        except Refused as refused:
            if revision == wanted:
                raise
            found[revision] = cite_files(str(refused.problems[0]), folder.path)
    return found


@dataclass(frozen=True)
class Facts:
    """What the pages of `mcpgen explain` need: the protocol of a revision, and facts about all revisions.

    `book` has the facts, as `mcpgen export` writes them. In it, a revision with extensions comes right after
    the revision itself. `problems` and `relocations` are about pairs of adjacent revisions. Their keys are
    the newer revision of each pair. `problems` says why the decision file of the pair cannot be used.
    `relocations` has the renames and moves that this file confirms. In `relocations`, the newer revision may
    have an extension.
    """

    folder: SchemaFolder
    protocol: Protocol
    book: Book
    problems: Mapping[str, str]
    relocations: Mapping[str, Sequence[Relocation]]

    @classmethod
    @lru_cache(maxsize=4)
    def of(cls, folder: SchemaFolder, revision: str) -> Facts:
        """Return the facts about a revision, such as `2025-11-25`, or `2025-11-25+tasks` with an extension.

        If the files of another revision cannot be parsed, the facts leave out that revision.
        """
        base, *names = revision.split("+")
        left_out, problems = unreadable(folder), dict[str, str]()
        protocols = [folder.protocol(one) for one in folder.revisions if one not in left_out]
        if names:
            protocols[protocols.index(folder.protocol(base)) + 1 :] = [folder.protocol(revision)]

        def decided(older: Protocol, newer: Protocol) -> Sequence[Decided]:
            if newer.revision not in folder.revisions:
                return [Decided(each, None) for each in find_changes(older, newer)]
            if (older.revision, newer.revision) not in pairwise(folder.revisions):
                return ()
            try:
                return folder.decided(older.revision, newer.revision).changes
            except Refused as refused:
                problems[newer.revision] = cite_files(str(refused.problems[0]), folder.path)
                return ()

        decisions = [decided(*pair) for pair in pairwise(protocols)]
        further = [(folder.extension(one), extension_descriptions(folder.sources, one)) for one in names]
        history = History(protocols, decisions, with_extensions(folder.descriptions, further), folder.pins)
        renames = {
            newer.revision: [*relocations(older, newer, found)]
            for (older, newer), found in zip(pairwise(protocols), decisions, strict=True)
            if newer.revision in folder.revisions
        }
        renames |= _extension_renames(folder, left_out)
        return cls(folder, folder.protocol(revision), Book(document(history, ()), ()), problems, renames)

    def history(self, found: Subject) -> Mapping[str, JsonObject]:
        """Return the data in `book` about a method, type, member or error code: one object per revision."""
        match found:
            case Method():
                return self.book.methods[found.name]
            case RecordMember(record, field):
                return self.book.members[record.name][field.name]
            case ErrorCode():
                return self.book.errors[str(found.code)]
            case _:
                return self.book.types[found.name]


def _extension_renames(folder: SchemaFolder, left_out: Iterable[str]) -> dict[str, list[Relocation]]:
    """Return the renames and moves of methods, types and members from the core to an extension.

    The older name is in the core of a revision, and the newer one in an extension of the next revision. The
    result maps the newer revision, such as `2026-07-28+tasks`, to a list. Revisions in `left_out` are
    skipped.
    """
    found = {}
    for older, newer in folder.steps:
        base, _, extension = newer.partition("+")
        if not extension or {older, base} & {*left_out} or older == base:
            continue
        with suppress(Refused):  # a build reports the problems of a decision file
            decided = folder.decided(older, newer).changes
            found[newer] = [*relocations(folder.protocol(older), folder.protocol(newer), decided)]
    return found


# --- the page ---------------------------------------------------------------------------------------------


def page_of(facts: Facts, name: str, found: Subject, screen: Screen) -> NamePage:
    """Return the page that describes a method, type, member or error code of a revision."""
    book, revision, order = facts.book, facts.protocol.revision, facts.folder.revisions
    page = NamePage(screen)
    having = facts.history(found)
    facts_of_name, known = having[revision], [each for each in order if each in having]
    listed: str | None = None  # the type whose members the page lists
    match found:
        case Method():
            listed = found.params
            kind = {"embedded": "request inside a result"}.get(found.kind, found.kind)
            _title(page, f"{name} · {kind} of {revision}", facts_of_name)
            _method(page, facts_of_name)
            _extension_gates(page, facts, name)
        case Record() | Alias():
            listed = name
            _title(page, f"{name} · type of {revision}", facts_of_name)
            _uses(page, book, name, revision)
            _extension_gates(page, facts, name)
        case RecordMember(record):
            located = {**facts_of_name, "page": book.types[record.name][revision]["page"]}
            _title(page, f"{name} · member of {revision}", located)
            page.row("type", plain(type_pieces(facts_of_name["type"])))
            page.row("required", "yes" if facts_of_name["required"] else "no")
        case ErrorCode():
            listed = found.type
            _title(page, f"{found.name} {found.code} · error code of {revision}", facts_of_name)
            page.row("type", found.type or "")
    stated = (
        facts_of_name,
        *(each for each in book.by_revision[revision]["methods"] if each["message"] == name),
    )
    if replacement := next((each["deprecated"] for each in stated if each.get("deprecated")), None):
        page.row("deprecated", f"use {replacement}")
    for member in book.types[listed][revision].get("members", ()) if listed else ():
        if member["deprecated"]:
            page.row("deprecated", f"{member['name']}: use {member['deprecated']}")
    # If an extension defines the name, it means something else in other revisions.
    if revision.partition("+")[0] not in known:
        known = []
    span = revision_span(known, order) if known else revision
    page.row("revisions", "all" if known == [*order] else span)
    if listed:
        label = f"params: {listed}" if isinstance(found, Method) else "members"
        _members(page, book, revision, listed, label)
    known_or_this = {*known, revision}
    history = (
        screen.wrap(f"{INDENT}{text}", rest=" " * (LABEL + 2))
        for text in _history(facts, name, found, known_or_this)
    )
    page.section("history", ([line[2:] for line in item] for item in history), keeps_last=True)
    values = [*_examples(facts.protocol, found)]
    page.section(
        "example",
        ([line] for value in values for line in _json(value, screen)),
        compact=[
            Screen(width=screen.width - 2).wrap(json.dumps(value, ensure_ascii=False)) for value in values
        ],
    )
    return page


def _title(page: NamePage, title: str, facts_of_name: JsonObject) -> None:
    page.head.append(title)
    page.text(facts_of_name["doc"])
    page.head += [facts_of_name["page"], ""] if facts_of_name["page"] else [""]


def _method(page: NamePage, method: JsonObject) -> None:
    other = {"client": "server", "server": "client", "host": "app", "app": "host"}
    page.row("sent by", " or ".join(f"the {side} to the {other[side]}" for side in method["senders"]))
    page.row("answered by", " or ".join(method["results"]))
    gate = method["gate"]
    page.row("capability", f"{_declaring(gate['declaredBy'])} `{gate['capability']}`" if gate else "none")


def _extension_gates(page: NamePage, facts: Facts, name: str) -> None:
    """Add a row to the page for each extension that adds results or members to the method or type `name`.

    Only extensions of the page's revision are considered, such as `tasks` for `2026-07-28+tasks`.
    """
    for one in map(facts.folder.extension, facts.protocol.revision.split("+")[1:]):
        added = [*one.answers.get(name, ())]
        if name in one.additions:
            record = one.protocol.definitions[one.additions[name]]
            added += [field.name for field in record.fields] if isinstance(record, Record) else []
        if added and one.declared_by:
            declares = _declaring("both" if len(one.declared_by) > 1 else one.declared_by[0])
            page.row("extension", f'{", ".join(added)} if {declares} `extensions["{one.identifier}"]`')


def _declaring(owner: str) -> str:
    return "both sides declare" if owner == "both" else f"the {owner} declares"


def _members(page: NamePage, book: Book, revision: str, name: str, label: str) -> None:
    """Add a section with the members of a type.

    For an alias, show its definition and the members of its variants.
    """
    definition = book.types[name][revision]
    if definition["kind"] == "record":
        members = sorted(definition["members"], key=lambda each: not each["required"])
        rows = [member_row(each["name"], each) for each in members]
        if further := definition["furtherMembers"]:
            rows.append(("…", plain(type_pieces(further)), "Further members are data."))
        page.section(label, table(rows, page.screen))
        return
    stated = f"{INDENT}is {plain(type_pieces(definition['type']))}"
    page.section(label, [[line[2:] for line in page.screen.wrap(stated, rest=INDENT)]])
    references = [each["name"] for each in definition["type"].get("members", ()) if "name" in each]
    for each in references if len(references) <= 3 else ():
        _members(page, book, revision, each, each)


def member_row(name: str, member: JsonObject) -> tuple[str, str, str]:
    """Return the name, type and description of a member, for a table. `?` follows an optional member."""
    return name + ("" if member["required"] else "?"), plain(type_pieces(member["type"])), member["doc"]


def table(rows: list[tuple[str, str, str]], screen: Screen) -> Iterator[list[str]]:
    """Yield the lines for each row in a table of members."""
    name_width = min(max((len(name) for name, _, _ in rows), default=0), 28)
    type_width = min(max((len(type_) for _, type_, _ in rows), default=0), 30)
    column = name_width + type_width + 4
    narrow = Screen(width=max(screen.width - len(INDENT), column + 30))
    for name, type_, description in rows:
        left = f"{name:<{name_width}}  {type_:<{type_width}}  "
        lines = narrow.wrap(description, " " * column, " " * column) or [""]
        if len(left) > column:
            yield [left.rstrip(), *lines]
        else:
            yield [(left + lines[0][column:]).rstrip(), *lines[1:]]


def _uses(page: NamePage, book: Book, name: str, revision: str) -> None:
    users = book.users.get(name, {}).get(revision, ())
    members = [each for each in users if each not in book.methods]
    page.row("of method", ", ".join(each for each in users if each in book.methods))
    more = f" and {len(members) - 8} more" if len(members) > 8 else ""
    page.row("used in", ", ".join(members[:8]) + more)


# --- examples ---------------------------------------------------------------------------------------------


def _examples(protocol: Protocol, found: Subject) -> Iterator[Any]:
    """Yield small valid values of what a page is about: a request and its result, or one value."""
    match found:
        case Method():
            frame = example(protocol, Ref(found.message))
            yield frame
            if found.results and found.kind == "request":
                envelope = {"jsonrpc": "2.0", "id": frame.get("id", 1)}
                yield {**envelope, "result": example(protocol, Ref(found.results[0]))}
            elif found.results:
                yield example(protocol, Ref(found.results[0]))
        case RecordMember(_, field):
            yield {field.name: example(protocol, field.type, field.name)}
        case ErrorCode():
            if found.type is not None:
                yield example(protocol, Ref(found.type))
        case _:
            yield example(protocol, Ref(found.name))


def _with_texts(value: Any, key: str, known: dict[str, Any]) -> Any:
    """Return a value in which example texts replace the empty texts.

    The text for a member is the one in `known`, or else the name of the member.
    """
    match value:
        case dict():
            named = known if "jsonrpc" not in value else {**known, "id": 1}
            return {name: _with_texts(inner, name, named) for name, inner in value.items()}
        case list():
            return [_with_texts(inner, key, known) for inner in value]
        case "":
            plain = key.rpartition("/")[2]
            return known.get(plain, plain or "text")
        case _:
            return value


def _json(value: Any, screen: Screen) -> list[str]:
    """Return the lines of a value as JSON: one line if it fits the screen, otherwise indented lines."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) <= screen.width - len(INDENT):
        return [line]
    return json.dumps(value, ensure_ascii=False, indent=2).split("\n")


# --- history ----------------------------------------------------------------------------------------------


def _history(facts: Facts, name: str, found: Subject, having: set[str]) -> Iterator[str]:
    """Yield a line for each change of a name between revisions. `having` lists the revisions that have it."""
    match found:
        case Method():
            names = {name, found.message, found.params or name, *found.results[:1]}
        case ErrorCode():
            names = {found.name, str(found.code), found.type or found.name}
        case _:
            names = {name}
    changes = facts.book.changes_of(*names)
    stated = str(found.code) if isinstance(found, ErrorCode) else name  # an error is known by its code
    for step in facts.book.steps:
        old, new = step["older"], step["newer"]
        here = [one for one in changes if one.step is step]
        relocated = facts.relocations.get(new, [])
        if new not in facts.folder.revisions and (before := _renamed(facts, relocated, stated, was=True)):
            yield from (f"{new}  {text}" for text in before)
            here = [one for one in here if one.change["place"] != name]
        if {old, new} <= having or new not in facts.folder.revisions:
            if new in facts.problems:
                yield f"{new}  {facts.problems[new]}"
            lines = (_change(one, name) for one in here)
            yield from (f"{new}  {text}" for text in dict.fromkeys(filter(None, lines)))
        elif (old, new) in set(pairwise(facts.folder.revisions)) and {old, new} & having:
            is_new = new in having
            texts = _renamed(facts, relocated, stated, was=is_new) or ["added" if is_new else "removed"]
            yield from (f"{new}  {text}" for text in texts)
    if facts.protocol.revision in facts.folder.revisions:
        for new, found_in in facts.relocations.items():
            if new not in facts.folder.revisions:
                yield from (f"{new}  {text}" for text in _renamed(facts, found_in, stated, was=False))


def _renamed(facts: Facts, found: Sequence[Relocation], name: str, *, was: bool) -> list[str]:
    """Return lines that say how a method, type or member is called in the previous or the next revision.

    The lines are about the previous revision if `was` is true. `found` has the renames and moves between the
    two revisions. Return [] if the name stays the same.
    """
    others: dict[str, list[str]] = {}
    for one in renamed_from(found, name) if was else renamed_to(found, name):
        other_name = one.old if was else one.new
        protocol = facts.folder.protocol(one.older if was else one.newer)
        if find_subject(protocol, name) is None and find_subject(protocol, other_name) is not None:
            cited = f" [{one.entry.id} {one.entry.title}, {one.entry.reference}]" if one.entry else ""
            others.setdefault(f"{one.verb} {'from' if was else 'to'} {{}}{cited}", []).append(other_name)
    return [text.replace("{}", listed(names), 1) for text, names in others.items()]


def _entry(one: PlacedChange) -> str:
    """Return the id, title and reference of the entry in `schema/changes` that covers a change.

    They are in brackets. Return '' if no entry covers the change.
    """
    named = one.named
    return f" [{named['id']} {named['title']}, {named['reference']}]" if named else ""


def _change(one: PlacedChange, name: str) -> str:
    """Describe a change in one line. Return '' for a change that does not affect messages."""
    change = one.change
    if change["kind"] == "definition":
        return ""
    location = f"{change['place'].removeprefix(f'{name}.')}: " if change["place"] != name else ""
    detail = f" ({change['detail']})" if change["detail"] else ""
    return f"{location}{change['purpose']}{detail}{_entry(one)}"
