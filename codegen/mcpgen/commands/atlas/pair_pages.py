"""Pair pages: for every two revisions, the named changes, real frames converted both ways, and each method.

A frame shows a change, best first: its conversion cites the change; it is a sample of the change; it uses a
place of the change. The reasons for no frame are read from the changes that the named change covers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mcpgen.commands.atlas.book import Book, Tree, method_address, pair_address
from mcpgen.commands.atlas.page import Page
from mcpgen.commands.atlas.panels import panel
from mcpgen.commands.atlas.plots import counted_grades, heat_map
from mcpgen.commands.atlas.words import Piece, named_change, place_pieces

SILENT = frozenset({"definition", "annotation"})  # kinds of changes that leave the text of every message
SHAPES = ("request", "notification", "batch", "result", "error")  # the order of preference of frames
OUTCOMES = ("converted", "refused", "unconverted")  # the order of preference of frames that cite nothing
NAMES_ALONE = "Names and splits of types alone change: every message has the same text in both revisions."
MEANING_ALONE = (
    "Names, deprecations and defaults alone change: every message has the same text in both revisions."
)
NOT_RECORDED = "No frame of the corpus uses a place of this change."


def pair_pages(book: Book) -> Iterator[Page]:
    """Yield the overview of all pairs, then a page for each."""
    content = {"revisions": book.revisions, "heat": heat_map(book), "steps": tuple(_steps(book))}
    yield Page(
        "changes/index.html",
        "atlas/changes.html.jinja",
        "Changes",
        "Every named change of the protocol, and the fate of a message between any two revisions",
        content,
    )
    for older, newer in book.pairs():
        yield _page(book, older, newer)


def _steps(book: Book) -> Iterator[dict[str, Any]]:
    for step in book.steps:
        address = pair_address(step["older"], step["newer"])
        yield {
            "title": f"{step['older']} → {step['newer']}",
            "anchor": f"{step['older']}--{step['newer']}",
            "href": address,
            "changes": [named_change(step, named) for named in step["named"]],
        }


def _page(book: Book, older: str, newer: str) -> Page:
    steps = book.steps_between(older, newer)
    neighbours = len(steps) == 1
    sections = [
        _section(book, step, named, (older, newer), neighbours) for step in steps for named in step["named"]
    ]
    methods = sorted(
        {
            (name, side)
            for name, history in book.methods.items()
            for end in (older, newer)
            if end in history and history[end]["kind"] != "embedded"
            for side in history[end]["senders"]
        }
    )
    content = {
        "older": older,
        "newer": newer,
        "revisions": book.revisions,
        "sections": tuple(sections),
        "methods": tuple(_method_row(book, name, side, older, newer) for name, side in methods),
        "totals": [
            {"source": source, "target": target, "counts": counted_grades(book, source, target)}
            for source, target in ((older, newer), (newer, older))
        ],
        "parts": tuple(
            Piece(f"{step['older']} → {step['newer']}", pair_address(step["older"], step["newer"]))
            for step in (() if neighbours else steps)
        ),
    }
    summary = f"{len(sections)} named changes, and the fate of each method in both directions"
    title = f"{older} → {newer}"
    return Page(pair_address(older, newer), "atlas/pair.html.jinja", title, summary, content)


def _section(book: Book, step: Tree, named: Tree, ends: tuple[str, str], detailed: bool) -> Tree:
    older, newer = ends
    found = [
        (target, frame_of_change(book, named, source, target))
        for source, target in ((older, newer), (newer, older))
    ]
    any_cites = any(shown.cites for _, shown in found if shown)
    panels = [
        panel(book, shown.entry, target, shown.uses)
        for target, shown in found
        if shown and (shown.cites or not any_cites)
    ]
    return {
        **named_change(step, named),
        "tables": (_covered(book, named["changes"]),) if detailed else (),
        "panels": panels,
        "remarks": () if panels else (reason_without_frame(book, named, older, newer),),
    }


def _covered(book: Book, changes: list[Tree]) -> Tree:
    """Return the table of the changes that a named change covers."""
    rows = [{**change, "place": place_pieces(book, change["place"])} for change in changes]
    return {"title": "1 covered change" if len(rows) == 1 else f"{len(rows)} covered changes", "rows": rows}


def _method_row(book: Book, name: str, side: str, older: str, newer: str) -> Tree:
    """Return the grades of a method between two revisions: call and result up, call and result down."""
    shown = []
    for source, target in ((older, newer), (newer, older)):
        judged = book.fidelity.get((source, target, name, side))
        for part in ("call", "result"):
            grade, lacking = judged and judged[part], "no result" if judged else "no method"
            column = f"{part} to {target}"
            shown.append({"state": grade or "unjudged", "text": grade or lacking, "column": column})
    anchor = f"{name}.{side}"
    return {"anchor": anchor, "name": (Piece(name, method_address(name)),), "sender": side, "grades": shown}


# The frame that shows a change


@dataclass(frozen=True)
class Shown:
    """A frame that shows a change: its conversion cites the change, or it uses places of the change."""

    entry: Tree
    cites: bool
    uses: tuple[str, ...]


def frame_of_change(book: Book, named: Tree, source: str, target: str) -> Shown | None:
    """Return the frame of `source` that shows a named change best on the way to `target`."""
    if _is_silent(named):
        return None
    places = {place for change in named["changes"] for place in _places_of(book, change)}
    best: tuple[tuple[Any, ...], Shown] | None = None
    for number, entry in enumerate(book.corpus):
        if entry["revision"] != source:
            continue
        conversion = entry["conversions"][target]
        cited = Counter(loss["change"] for loss in conversion.get("losses", ()))
        cites = named["id"] in cited or conversion.get("change") == named["id"]
        own = () if entry["shape"] == "error" or not entry["uses"] else (*entry["uses"], entry["method"])
        uses = tuple(sorted(places.intersection(own)))
        if not cites and entry["change"] != named["id"] and not uses:
            continue
        key = (
            not cites,
            0 if cites else OUTCOMES.index(conversion["outcome"]),
            entry["change"] is not None if cites else entry["change"] != named["id"],
            0 if cites else -len(uses),
            SHAPES.index(entry["shape"]),
            len(cited),
            len(json.dumps(entry["frame"])),
            number,
        )
        if best is None or key < best[0]:
            best = key, Shown(entry, cites, () if cites or entry["change"] == named["id"] else uses)
    return best[1] if best else None


def reason_without_frame(book: Book, named: Tree, older: str, newer: str) -> str:
    """Return the reason that no frame shows a change between two revisions."""
    kinds = {change["kind"] for change in named["changes"]}
    if kinds <= {"definition"}:
        return NAMES_ALONE
    if _is_silent(named):
        return MEANING_ALONE
    visible = [change for change in named["changes"] if change["kind"] not in SILENT]
    if any(_has_place(book, revision, change) for revision in (older, newer) for change in visible):
        return NOT_RECORDED
    if any(change["rule"].startswith("BATCHES_") for change in visible):
        places = "batches"
    else:
        places = ", ".join(dict.fromkeys(place for change in visible for place in _places_of(book, change)))
    return f"No frame can show it: neither {older} nor {newer} has {places}."


def _is_silent(named: Tree) -> bool:
    return {change["kind"] for change in named["changes"]} <= SILENT


def _places_of(book: Book, change: Tree) -> Iterator[str]:
    """Yield the places by which a frame shows a change: a method, a type, or a member of a type."""
    member = change["detail"].rpartition(" ")[2]
    if change["rule"].startswith("UNION_MEMBER_") and member in book.types:
        yield member
    elif change["kind"] not in SILENT:
        yield from dict.fromkeys(
            place if place in book.methods else ".".join(place.split(".")[:2])
            for place in (change["place"], change["formerPlace"])
        )


def _has_place(book: Book, revision: str, change: Tree) -> bool:
    """Return whether a revision has the place of a change."""
    if change["rule"].startswith("BATCHES_"):
        return bool(book.by_revision[revision]["batches"])
    return any(_is_defined(book, revision, place) for place in _places_of(book, change))


def _is_defined(book: Book, revision: str, place: str) -> bool:
    if place in book.methods:
        return revision in book.methods[place]
    if any(
        error["name"] == place or error["type"] == place for error in book.by_revision[revision]["errors"]
    ):
        return True
    owner, _, member = place.partition(".")
    history = book.members.get(owner, {}).get(member, {}) if member else book.types.get(owner, {})
    return revision in history
