"""The page of `mcpgen explain`: a method, type, member or error code of a revision → lines for a screen.

A page holds a description, the direction, the results, the gate, the members, the uses, the history and an
example. All but the example is read from the document that `mcpgen export` writes and the atlas shows.
"""

from __future__ import annotations

import json
import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import pairwise
from typing import Any

from mcpgen.adapters.decisions import Decided
from mcpgen.classes.descriptions import extension_descriptions, with_extensions
from mcpgen.commands.atlas.book import Book, PlacedChange, Tree
from mcpgen.commands.atlas.words import plain, type_pieces
from mcpgen.commands.explain_names import RecordMember, Subject
from mcpgen.commands.export.document import History, document
from mcpgen.commands.schema_dir import cite_files
from mcpgen.compare.changes import find_changes
from mcpgen.compare.sample_values import SampleValues
from mcpgen.ir import Alias, ErrorCode, Method, Protocol, Record, Ref, Type
from mcpgen.names import revision_span
from mcpgen.problems import Refused
from mcpgen.schema_folder import SchemaFolder

WIDTH = 100
LABEL = 12


def row(label: str, text: str) -> Iterator[str]:
    """Yield a label and its text; nothing where the text is empty."""
    if text:
        lines = textwrap.wrap(text, WIDTH - LABEL, break_on_hyphens=False)
        yield f"{label:<{LABEL}}{lines[0]}"
        yield from (" " * LABEL + line for line in lines[1:])


def section(title: str, lines: Iterable[str]) -> Iterator[str]:
    """Yield a title and its lines; nothing where there are none."""
    if listed := list(lines):
        yield ""
        yield title
        yield from (f"  {line}" for line in listed)


def example(protocol: Protocol, type_: Type, name: str = "") -> Any:
    """Return a small valid value of a type or member; its texts name the members that hold them."""
    known: dict[str, Any] = {place.rpartition(".")[2]: values[0] for place, values in protocol.known.items()}
    known |= {place[:1].lower() + place[1:]: value for place, value in known.items()}
    return _with_texts(
        SampleValues(protocol).smallest(type_),
        name,
        known | {"protocolVersion": protocol.revision.partition("+")[0], "requestId": 1},
    )


# --- the facts --------------------------------------------------------------------------------------------


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


@dataclass(frozen=True)
class Facts:
    """A revision, the document on it and the others, and the pairs without decisions by newer end.

    A composition stands behind its revision.
    """

    folder: SchemaFolder
    protocol: Protocol
    book: Book
    problems: Mapping[str, str]

    @classmethod
    @lru_cache(maxsize=4)
    def of(cls, folder: SchemaFolder, revision: str) -> Facts:
        """Return the facts about a revision or a composition; revisions that cannot be read are left out."""
        base, *names = revision.split("+")
        left_out, problems = unreadable(folder), dict[str, str]()
        protocols = [folder.protocol(one) for one in folder.revisions if one not in left_out]
        if names:
            protocols[protocols.index(folder.protocol(base)) + 1 :] = [folder.protocol(revision)]

        def decided(older: Protocol, newer: Protocol) -> Sequence[Decided]:
            if newer.revision not in folder.revisions:
                return [Decided(each, None, "", "") for each in find_changes(older, newer)]
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
        return cls(folder, folder.protocol(revision), Book(document(history, ()), ()), problems)

    def history(self, found: Subject) -> Mapping[str, Tree]:
        """Return the facts of the document about a subject, by revision."""
        match found:
            case Method():
                return self.book.methods[found.name]
            case RecordMember(record, field):
                return self.book.members[record.name][field.name]
            case ErrorCode():
                return self.book.errors[str(found.code)]
            case _:
                return self.book.types[found.name]


# --- the page ---------------------------------------------------------------------------------------------


def lines_of_page(facts: Facts, name: str, found: Subject) -> Iterator[str]:
    """Yield the lines of the page of a subject, which its revision has under that name."""
    book, revision, order = facts.book, facts.protocol.revision, facts.folder.revisions
    having = facts.history(found)
    tree, known = having[revision], [each for each in order if each in having]
    listed: str | None = None  # the type whose members are on the page
    match found:
        case Method():
            listed = found.params
            kind = {"embedded": "request inside a result"}.get(found.kind, found.kind)
            yield from _title(f"{name} · {kind} of {revision}", tree)
            yield from _method(tree)
            yield from _extension_gates(facts, name)
        case Record() | Alias():
            listed = name
            yield from _title(f"{name} · type of {revision}", tree)
            yield from _uses(book, name, revision)
            yield from _extension_gates(facts, name)
        case RecordMember(record):
            page = {**tree, "page": book.types[record.name][revision]["page"]}
            yield from _title(f"{name} · member of {revision}", page)
            yield from row("type", plain(type_pieces(tree["type"])))
            yield from row("required", "yes" if tree["required"] else "no")
        case ErrorCode():
            listed = found.type
            yield from _title(f"{found.name} {found.code} · error code of {revision}", tree)
            yield from row("type", found.type or "")
    stated = (tree, *(each for each in book.by_revision[revision]["methods"] if each["message"] == name))
    if replacement := next((each["deprecated"] for each in stated if each.get("deprecated")), None):
        yield from row("deprecated", f"use {replacement}")
    for member in book.types[listed][revision].get("members", ()) if listed else ():
        if member["deprecated"]:
            yield from row("deprecated", f"{member['name']}: use {member['deprecated']}")
    if revision.partition("+")[0] not in known:  # an extension defines the name: others have another thing
        known = []
    span = revision_span(known, order) if known else revision
    yield from row("revisions", "all" if known == [*order] else span)
    if listed:
        label = f"params: {listed}" if isinstance(found, Method) else "members"
        yield from _members(book, revision, listed, label)
    yield from section("history", _history(facts, name, found, {*known, revision}))
    yield from section("example", _examples(facts.protocol, found))


def _title(title: str, tree: Tree) -> Iterator[str]:
    yield title
    yield from textwrap.wrap(tree["doc"], WIDTH)
    if tree["page"]:
        yield tree["page"]
    yield ""


def _method(method: Tree) -> Iterator[str]:
    other = {"client": "server", "server": "client", "host": "app", "app": "host"}
    yield from row("sent by", " or ".join(f"the {side} to the {other[side]}" for side in method["senders"]))
    yield from row("answered by", " or ".join(method["results"]))
    gate = method["gate"]
    yield from row("gate", f"{_declaring(gate['declaredBy'])} `{gate['capability']}`" if gate else "none")


def _extension_gates(facts: Facts, name: str) -> Iterator[str]:
    """Yield a row for the results and members that each extension of a composition adds to a name."""
    for one in map(facts.folder.extension, facts.protocol.revision.split("+")[1:]):
        added = [*one.answers.get(name, ())]
        if name in one.additions:
            record = one.protocol.definitions[one.additions[name]]
            added += [field.name for field in record.fields] if isinstance(record, Record) else []
        if added and one.declared_by:
            sides = _declaring("both" if len(one.declared_by) > 1 else one.declared_by[0])
            yield from row("extension", f'{", ".join(added)} if {sides} `extensions["{one.identifier}"]`')


def _declaring(owner: str) -> str:
    return "both sides declare" if owner == "both" else f"the {owner} declares"


def _members(book: Book, revision: str, name: str, label: str) -> Iterator[str]:
    definition = book.types[name][revision]
    if definition["kind"] == "record":
        members = sorted(definition["members"], key=lambda each: not each["required"])
        rows = [member_row(each["name"], each) for each in members]
        if further := definition["furtherMembers"]:
            rows.append(("…", plain(type_pieces(further)), "Further members are data."))
        yield from section(label, table(rows))
        return
    yield from section(label, textwrap.wrap(f"is {plain(type_pieces(definition['type']))}", WIDTH - 2))
    references = [each["name"] for each in definition["type"].get("members", ()) if "name" in each]
    for each in references if len(references) <= 3 else ():
        yield from _members(book, revision, each, each)


def member_row(name: str, member: Tree) -> tuple[str, str, str]:
    """Return the row of a member in a table: its name, its type, its description."""
    return name + ("" if member["required"] else "?"), plain(type_pieces(member["type"])), member["doc"]


def table(rows: list[tuple[str, str, str]]) -> Iterator[str]:
    """Yield the lines of a table of members."""
    name_width = min(max((len(name) for name, _, _ in rows), default=0), 28)
    type_width = min(max((len(type_) for _, type_, _ in rows), default=0), 30)
    for name, type_, description in rows:
        left = f"{name:<{name_width}}  {type_:<{type_width}}  "
        room = WIDTH - 2 - name_width - type_width - 4
        lines = textwrap.wrap(description, max(room, 30)) or [""]
        if len(left) > name_width + type_width + 4:
            yield left.rstrip()
            left = " " * (name_width + type_width + 4)
        yield (left + lines[0]).rstrip()
        yield from (" " * len(left) + line for line in lines[1:])


def _uses(book: Book, name: str, revision: str) -> Iterator[str]:
    users = book.users.get(name, {}).get(revision, ())
    places = [each for each in users if each not in book.methods]
    yield from row("of method", ", ".join(each for each in users if each in book.methods))
    yield from row(
        "used in", ", ".join(places[:8]) + (f" and {len(places) - 8} more" if len(places) > 8 else "")
    )


# --- examples ---------------------------------------------------------------------------------------------


def _examples(protocol: Protocol, found: Subject) -> Iterator[str]:
    match found:
        case Method():
            frame = example(protocol, Ref(found.message))
            yield _json(frame)
            if found.results and found.kind == "request":
                envelope = {"jsonrpc": "2.0", "id": frame.get("id", 1)}
                yield _json({**envelope, "result": example(protocol, Ref(found.results[0]))})
            elif found.results:
                yield _json(example(protocol, Ref(found.results[0])))
        case RecordMember(_, field):
            yield _json({field.name: example(protocol, field.type, field.name)})
        case ErrorCode():
            if found.type is not None:
                yield _json(example(protocol, Ref(found.type)))
        case _:
            yield _json(example(protocol, Ref(found.name)))


def _with_texts(value: Any, key: str, known: dict[str, Any]) -> Any:
    """Return a value whose empty strings are a known value of their member, else its name."""
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


def _json(value: Any) -> str:
    line = json.dumps(value, ensure_ascii=False)
    return (
        line
        if len(line) <= WIDTH - 2
        else json.dumps(value, ensure_ascii=False, indent=2).replace("\n", "\n  ")
    )


# --- history ----------------------------------------------------------------------------------------------


def _history(facts: Facts, name: str, found: Subject, having: set[str]) -> Iterator[str]:
    """Yield a line for each change of a name, which the revisions `having` have."""
    match found:
        case Method():
            names = {name, found.message, found.params or name, *found.results[:1]}
        case ErrorCode():
            names = {found.name, str(found.code), found.type or found.name}
        case _:
            names = {name}
    changes = facts.book.changes_of(*names)
    for step in facts.book.steps:
        old, new = step["older"], step["newer"]
        if {old, new} <= having or new not in facts.folder.revisions:
            if new in facts.problems:
                yield f"{new}  {facts.problems[new]}"
            lines = (_change(one, name) for one in changes if one.step is step)
            for text in dict.fromkeys(filter(None, lines)):
                yield from textwrap.wrap(
                    text, WIDTH - 2, initial_indent=f"{new}  ", subsequent_indent=" " * LABEL
                )
        elif (old, new) in set(pairwise(facts.folder.revisions)) and {old, new} & having:
            yield f"{new}  {'added' if new in having else 'removed'}"


def _change(one: PlacedChange, name: str) -> str:
    """Return a change in a line, '' for a change that does not show on the wire."""
    change, named = one.change, one.named
    if change["kind"] == "definition":
        return ""
    place = f"{change['place'].removeprefix(f'{name}.')}: " if change["place"] != name else ""
    detail = f" ({change['detail']})" if change["detail"] else ""
    entry = f" [{named['id']} {named['title']}, {named['reference']}]" if named else ""
    return f"{place}{change['purpose']}{detail}{entry}"
