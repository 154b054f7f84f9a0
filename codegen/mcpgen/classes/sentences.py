"""Sentences: `schema/docs.toml` → sentence and page of every type, member, method and error code.

- An entry serves every revision that has the name; its `doc_in` overrides `doc` for the revisions it lists.
- The sentence of a member comes from its type's `fields`, else from the `fields` of the type named in `like`,
  else from the top-level `fields`. Members in `plain` need no sentence. A type without an entry has no
  documented members.
- `page` lists candidates: the first that `pages` lists under the revision is linked.
- A revision that the file does not list (a draft) has every `doc` and no links.

`missing` reports names of a protocol without a sentence, `stale` sentences without a name in any protocol.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, TypeAlias

from mcpgen.frontend.overlay import parse_toml
from mcpgen.ir import Protocol, Record
from mcpgen.problems import Problem, Refused

SITE = "https://modelcontextprotocol.io/specification"

EntryKind: TypeAlias = Literal["types", "methods", "errors"]
KINDS: tuple[EntryKind, ...] = ("types", "methods", "errors")
TABLES = {*KINDS, "fields", "pages", "plain"}
ENTRY_KEYS = {"doc", "doc_in", "page"}


@dataclass(frozen=True)
class Sentence:
    """The sentence for a name, and the sentences of revisions that need another."""

    doc: str
    doc_in: Mapping[str, str] = field(default_factory=dict)

    def text(self, revision: str) -> str:
        """Return the sentence for a revision."""
        return self.doc_in.get(revision, self.doc)


@dataclass(frozen=True)
class Entry:
    """The table of a type, method or error code; `pages` are paths, in order of preference.

    A type falls back to the member sentences of the type named in `like`.
    """

    sentence: Sentence
    pages: tuple[str, ...] = ()
    like: str = ""
    fields: Mapping[str, Sentence] = field(default_factory=dict)


@dataclass(frozen=True)
class Sentences:
    """The whole file, located by `source`; a name without a sentence reads as ''."""

    source: str
    entries: Mapping[EntryKind, Mapping[str, Entry]]
    fields: Mapping[str, Sentence]
    plain: frozenset[str]
    pages: Mapping[str, frozenset[str]]

    def of_type(self, name: str, revision: str) -> str:
        """Return the sentence for a type."""
        return self._text("types", name, revision)

    def of_method(self, name: str, revision: str) -> str:
        """Return the sentence for a method."""
        return self._text("methods", name, revision)

    def of_error(self, name: str, revision: str) -> str:
        """Return the sentence for an error code, by its name (`PARSE_ERROR`)."""
        return self._text("errors", name, revision)

    def of_member(self, type_name: str, member: str, revision: str) -> str:
        """Return the sentence for a member of a type, by its wire name."""
        found = self._member(type_name, member)
        return found[1].text(revision) if found else ""

    def page(self, kind: EntryKind, name: str, revision: str) -> str | None:
        """Return the address of the specification page of a name, or None."""
        entry = self.entries[kind].get(name)
        known = self.pages.get(revision, frozenset())
        for page in entry.pages if entry else ():
            if page.partition("#")[0] in known:
                return f"{SITE}/{revision}/{page}"
        return None

    def missing(self, protocol: Protocol) -> list[Problem]:
        """Return a problem for each type, member, method and error code of a protocol without a sentence."""
        revision = protocol.revision
        unwritten = [
            f"{_table(kind, name)} has no sentence, which {revision} needs; write its `doc` in our own words"
            for kind, name in _names(protocol)
            if not self._text(kind, name, revision)
        ]
        unwritten += [
            f"{_table('types', type_name, 'fields')} has no sentence for {member!r}, which {revision} needs; "
            "write one there or in [fields], or add the name to `plain`"
            for type_name, member in _members(protocol)
            if member not in self.plain and not self.of_member(type_name, member, revision)
        ]
        return [Problem(self.source, message) for message in unwritten]

    def stale(self, protocols: Iterable[Protocol]) -> list[Problem]:
        """Return a problem for each sentence, override and plain member that none of the protocols uses."""
        used: dict[tuple[str, ...], set[str]] = {}  # place of a sentence → revisions that read the sentence
        for protocol in protocols:
            for kind, name in _names(protocol):
                used.setdefault((kind, name), set()).add(protocol.revision)
            for type_name, member in _members(protocol):
                found = self._member(type_name, member)
                used.setdefault(found[0] if found else ("plain", member), set()).add(protocol.revision)
        unread = [
            f"{_table(*place)} matches nothing in any revision; remove it"
            for place, _ in self.items()
            if place not in used
        ]
        unread += [
            f"{_table(*place, 'doc_in')} overrides {revision}, which has no such name; remove it"
            for place, sentence in self.items()
            for revision in sentence.doc_in
            if place in used and revision not in used[place]
        ]
        unread += [
            f"plain: no type has a member {name!r} without a sentence; remove the name"
            for name in sorted(self.plain)
            if ("plain", name) not in used
        ]
        return [Problem(self.source, message) for message in unread]

    def _text(self, kind: EntryKind, name: str, revision: str) -> str:
        entry = self.entries[kind].get(name)
        return entry.sentence.text(revision) if entry else ""

    def _member(self, type_name: str, member: str) -> tuple[tuple[str, ...], Sentence] | None:
        """Return the sentence of a member and its place, or None."""
        types = self.entries["types"]
        if type_name not in types:
            return None
        for name in (type_name, types[type_name].like):
            if name in types and member in types[name].fields:
                return ("types", name, "fields", member), types[name].fields[member]
        return (("fields", member), self.fields[member]) if member in self.fields else None

    def items(self) -> Iterator[tuple[tuple[str, ...], Sentence]]:
        """Yield every sentence after its place."""
        for member, sentence in self.fields.items():
            yield ("fields", member), sentence
        for kind, entries in self.entries.items():
            for name, entry in entries.items():
                yield (kind, name), entry.sentence
                for member, sentence in entry.fields.items():
                    yield (kind, name, "fields", member), sentence


def read_sentences(data: bytes, source: str) -> Sentences:
    """Return the sentences in `data`; refuse unknown tables, keys, revisions or pages, or empty sentences."""
    return _Reader(parse_toml(data, source), source).run()


class _Reader:
    """Reads one document and collects its problems."""

    def __init__(self, document: dict[str, Any], source: str) -> None:
        self.document, self.source = document, source
        self.problems: list[Problem] = []
        types = document.get("types")
        self.type_names = set(types) if isinstance(types, dict) else set()

    def run(self) -> Sentences:
        for name in self.document.keys() - TABLES:
            self.wrong((name,), f"is no table of this file; its tables are {', '.join(sorted(TABLES))}")
        self.pages = {
            revision: frozenset(self.strings(pages, ("pages", revision)))
            for revision, pages in self.table(self.document.get("pages", {}), ("pages",)).items()
        }
        result = Sentences(
            self.source,
            {kind: self.entries(kind) for kind in KINDS},
            self.sentences(self.document.get("fields", {}), ("fields",)),
            frozenset(self.strings(self.document.get("plain", []), ("plain",))),
            self.pages,
        )
        if self.problems:
            raise Refused(self.problems)
        return result

    def wrong(self, place: tuple[str, ...], message: str) -> None:
        self.problems.append(Problem(self.source, f"{_table(*place)} {message}"))

    def table(self, value: Any, place: tuple[str, ...]) -> dict[str, Any]:
        if isinstance(value, dict):
            return value
        self.wrong(place, "is not a table")
        return {}

    def strings(self, value: Any, place: tuple[str, ...]) -> list[str]:
        if isinstance(value, list) and all(isinstance(item, str) for item in value):
            return value
        self.wrong(place, "is not an array of strings")
        return []

    def entries(self, kind: EntryKind) -> dict[str, Entry]:
        allowed = ENTRY_KEYS | {"fields", "like"} if kind == "types" else ENTRY_KEYS
        entries = {}
        for name, value in self.table(self.document.get(kind, {}), (kind,)).items():
            place = (kind, name)
            table = self.table(value, place)
            for key in table.keys() - allowed:
                self.wrong(place, f"has an unknown key {key!r}; known are {', '.join(sorted(allowed))}")
            entries[name] = Entry(
                self.sentence({key: table[key] for key in ("doc", "doc_in") if key in table}, place),
                self.page_list(table.get("page", []), place),
                self.like(table.get("like", ""), place),
                self.sentences(table.get("fields", {}), (*place, "fields")),
            )
        return entries

    def like(self, value: Any, place: tuple[str, ...]) -> str:
        if value and str(value) not in self.type_names:
            self.wrong((*place, "like"), f"names {value!r}, which is no type of this file")
        return str(value)

    def page_list(self, value: Any, place: tuple[str, ...]) -> tuple[str, ...]:
        pages = self.strings([value] if isinstance(value, str) else value, (*place, "page"))
        for page in pages:
            if not any(page.partition("#")[0] in known for known in self.pages.values()):
                self.wrong((*place, "page"), f"names {page!r}, which is in no list of `pages`")
        return tuple(pages)

    def sentences(self, value: Any, place: tuple[str, ...]) -> dict[str, Sentence]:
        return {
            member: self.sentence(text, (*place, member)) for member, text in self.table(value, place).items()
        }

    def sentence(self, value: Any, place: tuple[str, ...]) -> Sentence:
        table = {"doc": value} if isinstance(value, str) else self.table(value, place)
        for key in table.keys() - {"doc", "doc_in"}:
            self.wrong(place, f"has an unknown key {key!r}; known are doc, doc_in")
        doc_in = self.table(table.get("doc_in", {}), (*place, "doc_in"))
        for revision in doc_in.keys() - self.pages.keys():
            self.wrong((*place, "doc_in"), f"overrides {revision!r}, which `pages` does not list")
        for text in [table.get("doc"), *doc_in.values()]:
            if not isinstance(text, str) or not text.strip():
                self.wrong(place, "has no sentence; write one")
        return Sentence(str(table.get("doc", "")), doc_in)


def _names(protocol: Protocol) -> Iterator[tuple[EntryKind, str]]:
    yield from (("types", name) for name in protocol.definitions)
    yield from (("methods", name) for name in protocol.methods)
    yield from (("errors", error.name) for error in protocol.errors)


def _members(protocol: Protocol) -> Iterator[tuple[str, str]]:
    for definition in protocol.definitions.values():
        if isinstance(definition, Record):
            yield from ((definition.name, member.name) for member in definition.fields)


def _table(*path: str) -> str:
    """Return a path as the header of a TOML table."""
    return "[" + ".".join(key if key.replace("_", "a").isalnum() else f'"{key}"' for key in path) + "]"
