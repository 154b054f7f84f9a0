"""Type pages: the list of types × revisions, and a page for each type with its members by revision."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from mcpgen.commands.atlas.book import Book, History, Tree, type_address
from mcpgen.commands.atlas.method_pages import about
from mcpgen.commands.atlas.page import Page
from mcpgen.commands.atlas.words import (
    Fact,
    Piece,
    place_pieces,
    row,
    sentence_of,
    type_pieces,
    unless,
)


def type_pages(book: Book) -> Iterator[Page]:
    """Yield the list of all types, then a page for each."""
    rows = [
        row(name, book.revisions, _presence(history), href=type_address(name), note=sentence_of(history))
        for name, history in book.types.items()
    ]
    content = {"revisions": book.revisions, "rows": tuple(rows)}
    yield Page(
        "types/index.html",
        "atlas/types.html.jinja",
        "Types",
        "Every type of the protocol, by revision",
        content,
    )
    for name, history in book.types.items():
        yield _page(book, name, history)


def _presence(history: History) -> Fact:
    return lambda revision: ("present", "present", ()) if revision in history else None


def _page(book: Book, name: str, history: History) -> Page:
    newest = history[list(history)[-1]]
    users = {user for found in book.users.get(name, {}).values() for user in found}
    used_by = tuple(piece for user in sorted(users) for piece in place_pieces(book, user))
    content = {
        **about(book, history, name),
        "known": tuple(dict.fromkeys(value for each in history.values() for value in each["knownValues"])),
        "rows": tuple(_rows(book, name, history)),
        "users": used_by,
        "no_users": unless(used_by, "No type and no method."),
    }
    summary = "a type of the Model Context Protocol" if newest["kind"] == "record" else "a name for a type"
    return Page(type_address(name), "atlas/type.html.jinja", name, summary, content)


def _rows(book: Book, owner: str, history: History) -> Iterator[Tree]:
    """Yield a row for each member of a record, and one for the type that an alias names."""
    newest = list(history)[-1]
    for name, held in sorted(book.members[owner].items(), key=lambda item: newest not in item[1]):
        note = sentence_of(held)
        replaced = next((each["deprecated"] for each in held.values() if each["deprecated"]), None)
        note += f" Deprecated: use {replaced}." if replaced else ""
        yield row(name, book.revisions, partial(_member, history, held), note=note)
    if any("type" in each or each.get("furtherMembers") for each in history.values()):
        named = any("type" in each for each in history.values())
        yield row("is" if named else "other members", book.revisions, partial(_whole, history))


def _member(history: History, held: History, revision: str) -> tuple[str, str, tuple[Piece, ...]] | None:
    if revision not in history:
        return "missing", "", (Piece("no such type"),)
    member = held.get(revision)
    if member is None:
        return None
    label = "required" if member["required"] else "optional"
    return label, label, type_pieces(member["type"])


def _whole(history: History, revision: str) -> tuple[str, str, tuple[Piece, ...]] | None:
    definition = history.get(revision)
    if definition is None:
        return "missing", "", (Piece("no such type"),)
    found = definition.get("type") or definition.get("furtherMembers")
    return ("optional", "", type_pieces(found)) if found else None
