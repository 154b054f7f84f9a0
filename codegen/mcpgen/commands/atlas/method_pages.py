"""Method pages: the table of methods × revisions, and a page for each method."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from mcpgen.commands.atlas.book import (
    Book,
    History,
    PlacedChange,
    Tree,
    concerns_extensions,
    method_address,
    type_address,
)
from mcpgen.commands.atlas.page import Page
from mcpgen.commands.atlas.panels import caption
from mcpgen.commands.atlas.words import (
    KINDS,
    Fact,
    Piece,
    gate,
    listed,
    place_pieces,
    row,
    senders,
    sentence_of,
    unless,
)
from mcpgen.runtime.conversion.fidelity import together

GROUPS = {
    ("client",): "Sent by the client",
    ("server",): "Sent by the server",
    ("client", "server"): "Sent by either side",
}


def method_pages(book: Book) -> Iterator[Page]:
    """Yield the table of all methods, then a page for each."""
    yield Page(
        "methods/index.html",
        "atlas/methods.html.jinja",
        "Methods",
        "Every request and notification of the protocol, by revision",
        {"revisions": book.revisions, "groups": tuple(_groups(book))},
    )
    for name, history in book.methods.items():
        yield _page(book, name, history)


def _groups(book: Book) -> Iterator[Tree]:
    """Yield the methods of each direction."""
    for sides, title in GROUPS.items():
        rows = [
            row(
                name,
                book.revisions,
                _state(book, name, history),
                href=method_address(name),
                note=gate(_newest(history)),
                wide=False,
            )
            for name, history in book.methods.items()
            if tuple(sorted(_newest(history)["senders"])) == sides
        ]
        yield {"anchor": "-or-".join(sides), "title": title, "rows": rows}


def _state(book: Book, name: str, history: History) -> Fact:
    """Return the state of a method in a revision: its kind, and how its messages fare from the one before."""

    def fact(revision: str) -> tuple[str, str, tuple[Piece, ...]] | None:
        method = history.get(revision)
        index = book.revisions.index(revision)
        before = book.revisions[index - 1] if index else None
        if method is None:
            return _removed(book, name, revision) if before in history else None
        if method["kind"] == "embedded":
            return "embedded", KINDS["embedded"], ()
        if before is None or before not in history:
            return ("new", "new", ()) if before else ("present", "yes", ())
        worst = {
            grade
            for side in method["senders"]
            for ends in ((before, revision), (revision, before))
            for judged in [book.fidelity.get((*ends, name, side))]
            for grade in ((judged["call"], judged["result"]) if judged else ("none",))
        }
        return ("changed", "changed", ()) if worst & {"adapted", "lossy", "none"} else ("present", "same", ())

    return fact


def _removed(book: Book, name: str, revision: str) -> tuple[str, str, tuple[Piece, ...]]:
    """Return the cell of the revision that removes a method, with a link to the named change."""
    named = {
        one.named["id"]: one.named
        for one in book.changes_of(name)
        if one.named and one.step["newer"] == revision and one.change["rule"] == "METHOD_REMOVED"
    }
    links = listed(Piece(id, book.change_address(id)) for id in named)
    moved = any(map(concerns_extensions, named.values()))
    state, label = ("moved", "to an extension") if moved else ("removed", "removed")
    return state, label, (Piece(" "), *links) if links else ()


def _page(book: Book, name: str, history: History) -> Page:
    newest = _newest(history)
    message, params = newest["message"], newest["params"]
    names = {name, *(each[part] for each in history.values() for part in ("message", "params") if each[part])}
    names |= {result for each in history.values() for result in each["results"]}
    frames = [
        Piece(f"{entry['revision']}: {caption(entry)}", book.addresses[id(entry)])
        for entry in book.frames_of(name)
    ]
    content = {
        **about(book, history, *sorted(names)),
        "facts": tuple(_facts(book, history)),
        "grades": tuple(_grade_rows(book, history)),
        "frames": tuple(frames),
        "no_frames": unless(frames, "No recording has the method."),
        "types": tuple(
            Piece(each, type_address(each)) for each in (message, params, *newest["results"]) if each
        ),
    }
    summary = f"{KINDS[newest['kind']]}, {senders(newest)}"
    return Page(method_address(name), "atlas/method.html.jinja", name, summary, content)


def _facts(book: Book, history: History) -> Iterator[Tree]:
    def facts(read: Callable[[Tree], tuple[Piece, ...]]) -> Fact:
        return lambda revision: ("present", "", read(history[revision])) if revision in history else None

    def types(names: Iterable[str | None]) -> tuple[Piece, ...]:
        found = [Piece(name, type_address(name)) for name in names if name]
        return listed(found, " or ") if found else (Piece("none"),)

    rows: dict[str, Callable[[Tree], tuple[Piece, ...]]] = {
        "kind": lambda method: (Piece(KINDS[method["kind"]]),),
        "direction": lambda method: (Piece(senders(method)),),
        "message": lambda method: types([method["message"]]),
        "params": lambda method: types([method["params"]]),
        "result": lambda method: types(method["results"]),
        "capability": lambda method: (Piece(gate(method) or "none"),),
    }
    for name, read in rows.items():
        yield row(name, book.revisions, facts(read))


def about(book: Book, history: History, *names: str) -> Tree:
    """Return the parts of a page that methods and types share, with the changes of `names`."""
    pages = [Piece(revision, each["page"]) for revision, each in history.items() if each["page"]]
    changes = _change_rows(book, book.changes_of(*names))
    return {
        "doc": sentence_of(history),
        "pages": pages,
        "no_pages": unless(pages, "no page"),
        "deprecated": list(dict.fromkeys(m["deprecated"] for m in history.values() if m["deprecated"])),
        "revisions": book.revisions,
        "changes": changes,
        "no_changes": unless(changes, "No change shows in a frame."),
    }


def _change_rows(book: Book, changes: list[PlacedChange]) -> list[Tree]:
    """Return the changes that show in a frame or in its meaning as rows, each once."""
    rows: list[Tree] = []
    for one in changes:
        change, named = one.change, one.named
        link = Piece(f"{named['id']} {named['title']}", book.change_address(named["id"])) if named else None
        row = {
            **{name: change[name] for name in ("purpose", "detail", "toOld", "toNew")},
            "revision": one.step["newer"],
            "place": place_pieces(book, change["place"]),
            "named": (link,) if link else (),
        }
        if change["kind"] != "definition" and row not in rows:
            rows.append(row)
    return rows


def _grade_rows(book: Book, history: History) -> Iterator[Tree]:
    """Yield a row for each source revision: the grades of call and result for each target."""
    for source, method in history.items():
        if method["kind"] != "embedded":
            yield {
                "source": source,
                "cells": [_grades(book, method, source, each) for each in book.revisions],
            }


def _grades(book: Book, method: Tree, source: str, target: str) -> Iterator[Tree]:
    """Yield the CSS class and the text of the grade of a call, then of its result."""
    if source == target:
        yield {"state": "unjudged", "text": "–"}
        return
    judged = [book.fidelity[source, target, method["name"], side] for side in method["senders"]]
    for part in ("call", "result"):
        if found := [each[part] for each in judged if each[part]]:
            grade = together(found)
            yield {"state": grade, "text": f"{part} {grade}"}


def _newest(history: History) -> Tree:
    return history[list(history)[-1]]
