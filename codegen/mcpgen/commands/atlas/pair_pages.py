"""Pair pages: for every two revisions, the named changes, real frames converted both ways, and each method.

`change_frames` chooses the frame that shows a change, or says why no frame does.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mcpgen.commands.atlas.book import Book, Tree, method_address, pair_address
from mcpgen.commands.atlas.change_frames import frame_of_change, reason_without_frame
from mcpgen.commands.atlas.page import Page
from mcpgen.commands.atlas.panels import Panel, panel
from mcpgen.commands.atlas.plots import GRADES, grades, heat_map
from mcpgen.commands.atlas.words import PageLink, Piece, linked, place_pieces, prose, short_reference


@dataclass(frozen=True)
class CoveredRow:
    """A change that a named change covers, with its actions."""

    purpose: str
    place: tuple[Piece, ...]
    detail: str
    to_old: str
    to_new: str
    up: str
    down: str


@dataclass(frozen=True)
class CoveredTable:
    """The changes that a named change covers, under their number."""

    title: str
    rows: tuple[CoveredRow, ...]


@dataclass(frozen=True)
class NamedSection:
    """A named change with its reference, its covered changes and the frames that show it."""

    id: str
    title: str
    short: str
    url: str
    reason: str
    step: str
    tables: tuple[CoveredTable, ...]
    panels: tuple[Panel, ...]
    remarks: tuple[str, ...]


@dataclass(frozen=True)
class GradeCell:
    """A grade, or the reason for none; `state` is the CSS class, `column` the words above the cell."""

    state: str
    text: str
    column: str


@dataclass(frozen=True)
class PairRow:
    """The grades of a method between two revisions: call and result up, call and result down."""

    anchor: str
    name: tuple[Piece, ...]
    sender: str
    grades: tuple[GradeCell, ...]


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
        links = [
            (PageLink(f"{each['id']} {each['title']}", f"{address}#{each['id']}"), each)
            for each in step["named"]
        ]
        yield {
            "title": f"{step['older']} → {step['newer']}",
            "anchor": f"{step['older']}--{step['newer']}",
            "href": address,
            "changes": [
                {"link": link, "short": short_reference(each["reference"]), "url": each["url"]}
                for link, each in links
            ],
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
        "totals": tuple(_totals(book, *ends) for ends in ((older, newer), (newer, older))),
        "parts": tuple(
            PageLink(f"{step['older']} → {step['newer']}", pair_address(step["older"], step["newer"]))
            for step in (() if neighbours else steps)
        ),
    }
    summary = f"{len(sections)} named changes, and the fate of each method in both directions"
    title = f"{older} → {newer}"
    return Page(pair_address(older, newer), "atlas/pair.html.jinja", title, summary, content, "changes")


def _totals(book: Book, source: str, target: str) -> dict[str, str]:
    counts = grades(book, source, target)
    said = ", ".join(f"{counts[grade]} {grade}" for grade in GRADES)
    return {"source": source, "target": target, "said": said}


def _section(book: Book, step: Tree, named: Tree, ends: tuple[str, str], detailed: bool) -> NamedSection:
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
    return NamedSection(
        named["id"],
        named["title"],
        short_reference(named["reference"]),
        named["url"],
        prose(named["reason"]),
        f"{step['older']} → {step['newer']}",
        (_table(book, _counted(named), named["changes"]),) if detailed else (),
        tuple(panels),
        () if panels else (reason_without_frame(book, named, older, newer),),
    )


def _table(book: Book, title: str, changes: list[Tree]) -> CoveredTable:
    return CoveredTable(title, tuple(_covered(book, change) for change in changes))


def _covered(book: Book, change: Tree) -> CoveredRow:
    return CoveredRow(
        change["purpose"],
        place_pieces(book, change["place"]),
        change["detail"],
        change["toOld"],
        change["toNew"],
        change["up"],
        change["down"],
    )


def _counted(named: Tree) -> str:
    number = len(named["changes"])
    return "1 covered change" if number == 1 else f"{number} covered changes"


def _method_row(book: Book, name: str, side: str, older: str, newer: str) -> PairRow:
    shown: list[GradeCell] = []
    for source, target in ((older, newer), (newer, older)):
        judged = book.fidelity.get((source, target, name, side))
        for part in ("call", "result"):
            grade, lacking = judged and judged[part], "no result" if judged else "no method"
            column = f"{part} to {target}"
            shown.append(GradeCell(grade or "unjudged", grade or lacking, column))
    return PairRow(f"{name}.{side}", (linked(name, method_address(name)),), side, tuple(shown))
