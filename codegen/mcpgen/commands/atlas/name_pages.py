"""Make the pages of methods and types: a table of all methods, a table of all types, and a page per name."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mcpgen.commands.atlas.book import (
    Book,
    History,
    JsonObject,
    PlacedChange,
    concerns_extensions,
    method_address,
    type_address,
)
from mcpgen.commands.atlas.page import Page
from mcpgen.commands.atlas.panels import caption
from mcpgen.commands.atlas.words import (
    GRADES_WITH_MEANINGS,
    KINDS,
    Cell,
    Piece,
    description_of,
    gate,
    listed,
    location_pieces,
    present,
    row,
    senders,
    type_pieces,
    unless,
)
from mcpgen.runtime.conversion.fidelity import together

SAME_MESSAGES = (
    "MEMBERS_OPENED",
    "MEMBERS_CLOSED",
)  # what a reader does with members changed, no message did
GROUPS = {
    ("client",): "Sent by the client",
    ("server",): "Sent by the server",
    ("client", "server"): "Sent by either side",
}


# Methods


def method_pages(book: Book) -> Iterator[Page]:
    """Yield the page with the table of all methods, then a page for each method."""
    yield Page(
        "methods/index.html",
        "atlas/methods.html.jinja",
        "Methods",
        "Every request and notification of the protocol, by revision",
        {"revisions": book.revisions, "groups": tuple(_groups(book))},
    )
    for name, history in book.methods.items():
        yield _method_page(book, name, history)


def _groups(book: Book) -> Iterator[JsonObject]:
    """Yield a table of methods for each direction: client to server, server to client, and both."""
    for sides, title in GROUPS.items():
        rows = [
            row(
                name,
                book.revisions,
                dict(_states(book, name, history)),
                href=method_address(name),
                note=gate(_newest(history)),
                wide=False,
            )
            for name, history in book.methods.items()
            if tuple(sorted(_newest(history)["senders"])) == sides
        ]
        yield {"anchor": "-or-".join(sides), "title": title, "rows": rows}


def _states(book: Book, name: str, history: History) -> Iterator[tuple[str, Cell]]:
    """Yield each revision, with the table cell that says what happened to a method in this revision.

    The cell says that the method is new, removed, changed since the previous revision, or embedded: sent
    inside a result, and not as a message of its own. It says `same` if neither the method nor a type inside
    its messages changed.
    """
    for before, revision in zip((None, *book.revisions), book.revisions, strict=False):
        method = history.get(revision)
        if method is None:
            if before in history:
                yield revision, _removed(book, name, revision)
        elif method["kind"] == "embedded":
            yield revision, ("embedded", KINDS["embedded"], ())
        elif before is None:
            yield revision, ("present", "yes", ())
        elif before not in history:
            yield revision, ("new", "new", ())
        else:
            names = {name, *book.types_inside(method, revision), *book.types_inside(history[before], before)}
            is_changed = any(
                one.step["newer"] == revision
                and one.change["kind"] in ("message", "value")
                and one.change["rule"] not in SAME_MESSAGES
                for one in book.changes_of(*names)
            )
            yield revision, ("changed", "changed", ()) if is_changed else ("present", "same", ())


def _removed(book: Book, name: str, revision: str) -> Cell:
    """Return the table cell for the revision that removed a method.

    The cell links to the entries of `schema/changes/` that name the removal.
    """
    named = {
        one.named["id"]: one.named
        for one in book.changes_of(name)
        if one.named and one.step["newer"] == revision and one.change["rule"] == "METHOD_REMOVED"
    }
    links = listed(Piece(id, book.change_address(id)) for id in named)
    moved = any(map(concerns_extensions, named.values()))
    state, label = ("moved", "to an extension") if moved else ("removed", "removed")
    return state, label, (Piece(" "), *links) if links else ()


def _method_page(book: Book, name: str, history: History) -> Page:
    newest = _newest(history)
    message, params = newest["message"], newest["params"]
    names = {name, *(each[part] for each in history.values() for part in ("message", "params") if each[part])}
    results = [result for each in history.values() for result in each["results"]]
    names |= {*results}
    examples = [
        Piece(f"{entry['revision']}: {caption(entry)}", book.addresses[id(entry)])
        for entry in book.entries_of(name)
    ]
    content = {
        **_about(book, history, *sorted(names)),
        "facts": tuple(_facts(book, history)),
        "grades": tuple(_grade_rows(book, history)),
        "meanings": GRADES_WITH_MEANINGS,
        "kind": "notification" if newest["kind"] == "notification" else "request",
        "frames": tuple(examples),
        "no_frames": unless(examples, "No recorded message has this method."),
        "types": tuple(
            Piece(each, type_address(each)) for each in dict.fromkeys((message, params, *results)) if each
        ),
    }
    summary = f"{KINDS[newest['kind']]}, {senders(newest)}"
    return Page(method_address(name), "atlas/method.html.jinja", name, summary, content)


def _facts(book: Book, history: History) -> Iterator[JsonObject]:
    def types(names: Iterable[str | None]) -> tuple[Piece, ...]:
        return listed((Piece(name, type_address(name)) for name in names if name), " or ") or (Piece("none"),)

    rows: dict[str, Callable[[JsonObject], tuple[Piece, ...]]] = {
        "kind": lambda method: (Piece(KINDS[method["kind"]]),),
        "direction": lambda method: (Piece(senders(method)),),
        "message": lambda method: types([method["message"]]),
        "params": lambda method: types([method["params"]]),
        "result": lambda method: types(method["results"]),
        "capability": lambda method: (Piece(gate(method) or "none"),),
    }
    for name, pieces in rows.items():
        yield row(name, book.revisions, present(history, pieces))


def _grade_rows(book: Book, history: History) -> Iterator[JsonObject]:
    """Yield a table row for each source revision: how faithfully a method is converted to each target."""
    for source, method in history.items():
        if method["kind"] != "embedded":
            yield {
                "source": source,
                "cells": [_grades(book, method, source, each) for each in book.revisions],
            }


def _grades(book: Book, method: JsonObject, source: str, target: str) -> Iterator[JsonObject]:
    """Yield how faithfully messages of a method are converted from `source` to `target`.

    There is one item for the request or notification, and one for the result. In an item, `text` is the text
    of a table cell, such as `request adapted`, and `state` is the CSS class of the cell.
    """
    if source == target:
        yield {"state": "ungraded", "text": "–"}
        return
    rows = [book.fidelity[source, target, method["name"], side] for side in method["senders"]]
    for part, label in (("call", method["kind"]), ("result", "result")):
        if found := [each[part] for each in rows if each[part]]:
            grade = together(found)
            yield {"state": grade, "text": f"{label} {grade}"}


def _newest(history: History) -> JsonObject:
    return history[list(history)[-1]]


# Types


def type_pages(book: Book) -> Iterator[Page]:
    """Yield the page with the table of all types, then a page for each type."""
    rows = [
        row(
            name,
            book.revisions,
            dict.fromkeys(history, ("present", "present", ())),
            href=type_address(name),
            note=description_of(history),
        )
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
        yield _type_page(book, name, history)


def _type_page(book: Book, name: str, history: History) -> Page:
    newest = history[list(history)[-1]]
    users = {user for found in book.users.get(name, {}).values() for user in found}
    used_by = tuple(piece for user in sorted(users) for piece in location_pieces(book, user))
    content = {
        **_about(book, history, name),
        "known": tuple(dict.fromkeys(value for each in history.values() for value in each["knownValues"])),
        "rows": tuple(_rows(book, name, history)),
        "users": used_by,
        "no_users": unless(used_by, "No other type and no method uses this type."),
    }
    summary = "a type of the Model Context Protocol" if newest["kind"] == "record" else "a name for a type"
    return Page(type_address(name), "atlas/type.html.jinja", name, summary, content)


def _rows(book: Book, owner: str, history: History) -> Iterator[JsonObject]:
    """Yield the rows of the table on the page of a type: one for each member, or one for an alias.

    If senders may add members with any name, as in `_meta`, the last row stands for all of these.
    """
    missing: dict[str, Cell] = {
        revision: ("missing", "", (Piece("no such type"),))
        for revision in book.revisions
        if revision not in history
    }
    newest = list(history)[-1]
    for name, by_revision in sorted(book.members[owner].items(), key=lambda item: newest not in item[1]):
        note = description_of(by_revision)
        replaced = next((each["deprecated"] for each in by_revision.values() if each["deprecated"]), None)
        note += f" Deprecated: use {replaced}." if replaced else ""
        cells: dict[str, Cell] = {}
        for revision, member in by_revision.items():
            need = "required" if member["required"] else "optional"
            cells[revision] = need, need, type_pieces(member["type"])
        yield row(name, book.revisions, missing | cells, note=note)
    whole: dict[str, Cell] = {
        revision: ("optional", "", type_pieces(found))
        for revision, each in history.items()
        if (found := each.get("type") or each.get("furtherMembers"))
    }
    if whole:
        is_alias = any("type" in each for each in history.values())
        yield row("is" if is_alias else "other members", book.revisions, missing | whole)


# Methods and types


def _about(book: Book, history: History, *names: str) -> JsonObject:
    """Return the template variables that the pages of methods and of types share.

    `names` are the methods and types whose changes the page lists.
    """
    pages = [Piece(revision, each["page"]) for revision, each in history.items() if each["page"]]
    changes = _change_rows(book, book.changes_of(*names))
    return {
        "doc": description_of(history),
        "pages": pages,
        "no_pages": unless(pages, "no page"),
        "deprecated": list(dict.fromkeys(m["deprecated"] for m in history.values() if m["deprecated"])),
        "revisions": book.revisions,
        "changes": changes,
        "no_changes": unless(changes, "No change of the protocol affects these messages."),
    }


def _change_rows(book: Book, changes: list[PlacedChange]) -> list[JsonObject]:
    """Return a row for each change that affects messages or their meaning, without duplicates."""
    rows: list[JsonObject] = []
    for one in changes:
        change, named = one.change, one.named
        link = Piece(f"{named['id']} {named['title']}", book.change_address(named["id"])) if named else None
        row = {
            **{name: change[name] for name in ("purpose", "detail", "toOld", "toNew")},
            "revision": one.step["newer"],
            "place": location_pieces(book, change["place"]),
            "named": (link,) if link else (),
        }
        if change["kind"] != "definition" and row not in rows:
            rows.append(row)
    return rows
