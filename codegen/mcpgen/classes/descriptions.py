"""Read `schema/docs.toml`: our descriptions of types, members, methods and error codes.

- An entry describes a name in every revision. Its `doc_in` replaces `doc` in the revisions that it lists.
- The description of a member is in `fields` of its type. If it is not there, it is in `fields` of the type
  that `like` names, or else in the top-level `fields`. Members in `plain` need no description. If a type has
  no entry, its members have no descriptions.
- `page` lists possible pages of the specification. A description links to the first one that exists in the
  revision, as `pages` says.
- A draft has no list of pages. In a draft, every name has its `doc`, and no link.

`missing` reports names of a protocol that have no description. `stale` reports descriptions that no protocol
uses. A description that begins with `TODO` is a stub (`stubs`). A build refuses it until a person writes the
description or accepts the stub.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal, TypeAlias

from mcpgen.frontend.sources import Sources, source
from mcpgen.frontend.toml_document import read_toml
from mcpgen.ir import Extension, Protocol
from mcpgen.problems import Problem, Refused, unaccepted

TODO = "TODO: "  # a stub that a build refuses begins with this
STAND_IN = "To be described: "  # a stub that a build accepts begins with this
SITE = "https://modelcontextprotocol.io/specification"

EntryKind: TypeAlias = Literal["types", "methods", "errors"]
KINDS: tuple[EntryKind, ...] = ("types", "methods", "errors")


@dataclass(frozen=True)
class Description:
    """The description of a type, member, method or error code.

    `doc` is the description. `doc_in` has other descriptions for some revisions.
    """

    doc: str
    doc_in: Mapping[str, str] = field(default_factory=dict)

    def text(self, revision: str) -> str:
        """Return the description that applies to a revision."""
        return self.doc_in.get(revision, self.doc)


@dataclass(frozen=True)
class DescriptionEntry:
    """The table in `docs.toml` that describes a type, a method or an error code.

    `pages` are paths of specification pages, in order of preference. `fields` has the descriptions of a
    type's members. A member that is not in `fields` is described as in the type `like`.
    """

    description: Description
    pages: tuple[str, ...] = ()
    like: str = ""
    fields: Mapping[str, Description] = field(default_factory=dict)


@dataclass(frozen=True)
class Descriptions:
    """The content of a `docs.toml`. `source` is its location.

    If a name has no description, the methods return '' as its text.
    """

    source: str
    entries: Mapping[EntryKind, Mapping[str, DescriptionEntry]]
    fields: Mapping[str, Description]
    plain: frozenset[str]
    pages: Mapping[str, frozenset[str]]
    lines: Mapping[tuple[str, ...], int] = field(
        default_factory=dict
    )  # the line of each description by its path

    def of_type(self, name: str, revision: str) -> str:
        """Return the description of a type."""
        return self._text("types", name, revision)

    def of_method(self, name: str, revision: str) -> str:
        """Return the description of a method."""
        return self._text("methods", name, revision)

    def of_error(self, name: str, revision: str) -> str:
        """Return the description of an error code. `name` is a name such as `PARSE_ERROR`."""
        return self._text("errors", name, revision)

    def of_member(self, type_name: str, member: str, revision: str) -> str:
        """Return the description of a member of a type.

        `member` is the name that the member has in messages.
        """
        found = self._member(type_name, member)
        return found[1].text(revision) if found else ""

    def page(self, kind: EntryKind, name: str, revision: str) -> str | None:
        """Return the URL of the page of the specification that describes a name, or None."""
        entry = self.entries[kind].get(name)
        known = self.pages.get(revision, frozenset())
        for page in entry.pages if entry else ():
            if page.partition("#")[0] in known:
                return f"{SITE}/{revision}/{page}"
        return None

    def missing(self, protocol: Protocol, ingest: str = "") -> list[Problem]:
        """Return a problem for each type, member, method or error code with no description, or only a stub.

        If there are stubs (placeholders), the last problem names the `mcpgen ingest` command that accepts
        them. `ingest` has the arguments of that command, by default `--revision R`.
        """
        revision = protocol.revision
        problems = [
            Problem(
                self.source,
                f"{_table(kind, name)} has no description for {revision}; write `doc` in your own words",
            )
            for kind, name in names(protocol)
            if not self._text(kind, name, revision)
        ]
        problems += [
            Problem(
                self._location("types", type_name),
                f"{_table('types', type_name, 'fields')} has no description of {member.name!r} for "
                f"{revision}; write one there or in [fields], or add the name to the list `plain` if it "
                "needs no description",
            )
            for type_name, member in protocol.members()
            if member.name not in self.plain and not self.of_member(type_name, member.name, revision)
        ]
        docs = {path: description.text(revision) for path, description in self.items()}
        todo = [path for path in dict.fromkeys(self.paths(protocol)) if docs.get(path, "").startswith(TODO)]
        problems += [
            Problem(
                self._location(*path), f"{_table(*path)} is a stub; write a description in your own words"
            )
            for path in todo
        ]
        if todo:
            counted = f"stubs to be written: {len(todo)}"
            problems.append(unaccepted(self.source, counted, ingest or f"--revision {revision}"))
        return problems

    def stubs(self, protocols: Iterable[Protocol]) -> list[Problem]:
        """Return one problem that counts the accepted stubs of each revision, or [] if there are none.

        A stub is a placeholder for a description.
        """
        counts: list[str] = []
        for protocol in protocols:
            texts = [self._text(kind, name, protocol.revision) for kind, name in names(protocol)]
            members = protocol.members()
            texts += [self.of_member(owner, member.name, protocol.revision) for owner, member in members]
            count = sum(text.startswith(STAND_IN) for text in texts)
            counts += [f"{count} for {protocol.revision}"] if count else []
        message = (
            f"stubs are used as descriptions: {', '.join(counts)}; each begins with {STAND_IN.strip()!r}"
        )
        return [Problem(self.source, message)] if counts else []

    def stale(self, protocols: Iterable[Protocol]) -> list[Problem]:
        """Return a problem for each part of `docs.toml` that matches nothing in `protocols`.

        A part is a description, the description for one revision (`doc_in`), or a name in `plain`, the list
        of members that need no description.
        """
        used: dict[tuple[str, ...], set[str]] = {}  # path of a description → revisions that use it
        for protocol in protocols:
            for path in self.paths(protocol):
                used.setdefault(path, set()).add(protocol.revision)
        unread = [
            f"{_table(*path)} matches nothing in any revision; remove it"
            for path, description in self.items()
            if path not in used and not description.doc.startswith((TODO, STAND_IN))
        ]
        unread += [
            f"{_table(*path, 'doc_in')} is for {revision}, which has no such name; remove it"
            for path, description in self.items()
            for revision in description.doc_in
            if path in used and revision not in used[path]
        ]
        unread += [
            f"plain: no type has a member {name!r} without a description; remove the name"
            for name in sorted(self.plain)
            if ("plain", name) not in used
        ]
        return [Problem(self.source, message) for message in unread]

    def paths(self, protocol: Protocol) -> Iterator[tuple[str, ...]]:
        """Yield the path in `docs.toml` of each description that a protocol uses.

        For example, the path of a type is `("types", "Tool")`. If a member has no description, the path is
        `("plain", NAME)`, because the list `plain` names the members that need no description.
        """
        yield from names(protocol)
        for type_name, member in protocol.members():
            found = self._member(type_name, member.name)
            yield found[0] if found else ("plain", member.name)

    def problem(self, path: tuple[str, ...], message: str) -> Problem:
        """Return the problem `message` at the line of the description at `path` in `docs.toml`."""
        return Problem(self._location(*path), f"{_table(*path)} {message}")

    def _location(self, *path: str) -> str:
        return f"{self.source}:{self.lines[path]}" if path in self.lines else self.source

    def _text(self, kind: EntryKind, name: str, revision: str) -> str:
        entry = self.entries[kind].get(name)
        return entry.description.text(revision) if entry else ""

    def _member(self, type_name: str, member: str) -> tuple[tuple[str, ...], Description] | None:
        """Return the path of a member's description in `docs.toml`, and the description.

        Return None if the member has no description.
        """
        types = self.entries["types"]
        if type_name not in types:
            return None
        for name in (type_name, types[type_name].like):
            if name in types and member in types[name].fields:
                return ("types", name, "fields", member), types[name].fields[member]
        return (("fields", member), self.fields[member]) if member in self.fields else None

    def items(self) -> Iterator[tuple[tuple[str, ...], Description]]:
        """Yield every description with its path in `docs.toml`."""
        for member, description in self.fields.items():
            yield ("fields", member), description
        for kind, entries in self.entries.items():
            for name, entry in entries.items():
                yield (kind, name), entry.description
                for member, description in entry.fields.items():
                    yield (kind, name, "fields", member), description


def read_descriptions(data: bytes, source: str) -> Descriptions:
    """Parse a `docs.toml`.

    Refuse a file that violates its schema or names an unknown revision, page or type.
    """
    document = read_toml(data, source, "docs")
    parsed = document.data
    result = Descriptions(
        source,
        {kind: {name: _entry(table) for name, table in parsed.get(kind, {}).items()} for kind in KINDS},
        _members_of(parsed.get("fields", {})),
        frozenset(parsed.get("plain", [])),
        {revision: frozenset(pages) for revision, pages in parsed.get("pages", {}).items()},
    )
    result = replace(result, lines={path: document.line(*path) for path, _ in result.items()})
    problems = [document.problem(path, f"{_table(*path)} {text}") for path, text in _dangling(result)]
    if problems:
        raise Refused(problems)
    return result


NO_DESCRIPTIONS = Descriptions("", {"types": {}, "methods": {}, "errors": {}}, {}, frozenset(), {})


_UNDESCRIBED = DescriptionEntry(Description(""))


def extension_descriptions(sources: Sources, name: str) -> Descriptions:
    """Return our descriptions of an extension."""
    location = f"schema/extensions/{name}/docs.toml"
    return read_descriptions(source(sources, location), location)


def with_extensions(
    descriptions: Descriptions, further: Sequence[tuple[Extension, Descriptions]]
) -> Descriptions:
    """Return the descriptions of a revision, merged with those of some of its extensions."""
    entries = {kind: dict(found) for kind, found in descriptions.entries.items()}
    for extension, one in further:
        for kind, found in one.entries.items():
            for name, entry in found.items():
                fields = {**one.fields, **entry.fields} if kind == "types" else entry.fields
                entries[kind][name] = replace(entry, fields=fields)
        types = entries["types"]
        for name, owner in extension.additions.items():  # an extension from a single file has no descriptions
            type_, added = types.get(name, _UNDESCRIBED), types.get(owner, _UNDESCRIBED)
            types[name] = replace(type_, fields={**type_.fields, **added.fields})
    return replace(descriptions, entries=entries)


def _entry(table: Mapping[str, Any]) -> DescriptionEntry:
    page = table.get("page", [])
    return DescriptionEntry(
        _description(table),
        (page,) if isinstance(page, str) else tuple(page),
        table.get("like", ""),
        _members_of(table.get("fields", {})),
    )


def _members_of(table: Mapping[str, Any]) -> dict[str, Description]:
    return {member: _description(value) for member, value in table.items()}


def _description(value: str | Mapping[str, Any]) -> Description:
    return (
        Description(value) if isinstance(value, str) else Description(value["doc"], value.get("doc_in", {}))
    )


def _dangling(descriptions: Descriptions) -> Iterator[tuple[tuple[str, ...], str]]:
    """Yield the path of each entry that names an unknown revision, page or type, with an error message."""
    for path, description in descriptions.items():
        for revision in description.doc_in:
            if revision not in descriptions.pages:
                message = f"describes {revision!r}, which `pages` does not list; add it there"
                yield (*path, "doc_in"), message
    pages = frozenset[str]().union(*descriptions.pages.values())
    for kind, entries in descriptions.entries.items():
        for name, entry in entries.items():
            for page in entry.pages:
                if page.partition("#")[0] not in pages:
                    yield (kind, name, "page"), f"names {page!r}, which is not in `pages`; add it there"
            if entry.like and entry.like not in entries:
                message = f"names {entry.like!r}, which this file does not describe; correct the name"
                yield (kind, name, "like"), message


def names(protocol: Protocol) -> Iterator[tuple[EntryKind, str]]:
    """Yield the kind and name of each definition, method and error code, such as `("types", "Tool")`."""
    yield from (("types", name) for name in protocol.definitions)
    yield from (("methods", name) for name in protocol.methods)
    yield from (("errors", error.name) for error in protocol.errors)


def _table(*path: str) -> str:
    """Return a path as the header of a TOML table: `[types.Tool]`."""
    return "[" + ".".join(key if key.replace("_", "a").isalnum() else f'"{key}"' for key in path) + "]"
