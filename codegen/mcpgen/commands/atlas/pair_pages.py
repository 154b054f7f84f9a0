"""Make a page for every two revisions, with named changes, example messages and conversion results.

For each named change, the page shows a message of the corpus and its conversions in both directions. If
possible, it is a message whose conversion cites the change. Otherwise it is a sample of the change, or a
message that uses a name which the change affects. If there is no such message, the page says why.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mcpgen.commands.atlas.book import Book, JsonObject, method_address, pair_address
from mcpgen.commands.atlas.page import Page
from mcpgen.commands.atlas.panels import panel
from mcpgen.commands.atlas.plots import counted_grades, heat_map
from mcpgen.commands.atlas.words import GRADES_WITH_MEANINGS, Piece, location_pieces, named_change

SILENT = frozenset({"definition", "annotation"})  # kinds of changes that do not affect the text of messages
SHAPES = ("request", "notification", "batch", "result", "error")  # preferred shapes first
OUTCOMES = (
    "converted",
    "refused",
    "unconverted",
)  # preferred outcomes first, among conversions that do not cite the change
ONLY_NAMES = "Only names and splits of types change. Every message has the same text in both revisions."
ONLY_MEANING = (
    "Only names, deprecations and defaults change. Every message has the same text in both revisions."
)
NOT_RECORDED = "No recorded message uses what this change affects."


def pair_pages(book: Book) -> Iterator[Page]:
    """Yield the overview of all pairs, and then a page for each pair."""
    content = {"revisions": book.revisions, "heat": heat_map(book), "steps": tuple(_steps(book))}
    yield Page(
        "changes/index.html",
        "atlas/changes.html.jinja",
        "Changes",
        "Every change of the protocol, and how messages are converted between any two revisions",
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
        "meanings": GRADES_WITH_MEANINGS,
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
    summary = f"{len(sections)} named changes, and how each method converts in both directions"
    title = f"{older} → {newer}"
    return Page(pair_address(older, newer), "atlas/pair.html.jinja", title, summary, content)


def _section(
    book: Book, step: JsonObject, named: JsonObject, ends: tuple[str, str], detailed: bool
) -> JsonObject:
    older, newer = ends
    found = [
        (target, message_of_change(book, named, source, target))
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
        "remarks": () if panels else (why_no_message(book, named, older, newer),),
    }


def _covered(book: Book, changes: list[JsonObject]) -> JsonObject:
    """Return the template variables of a table of changes, which one entry of `schema/changes/` covers."""
    rows = [{**change, "place": location_pieces(book, change["place"])} for change in changes]
    return {"title": "1 covered change" if len(rows) == 1 else f"{len(rows)} covered changes", "rows": rows}


def _method_row(book: Book, name: str, side: str, older: str, newer: str) -> JsonObject:
    """Return a table row that says how faithfully messages of a method are converted.

    The row has four grades: for the request and the result in the conversion from `older` to `newer`, and
    for both in the other direction. `side` sends the request.
    """
    shown = []
    for source, target in ((older, newer), (newer, older)):
        row = book.fidelity.get((source, target, name, side))
        for part, label in (("call", "request"), ("result", "result")):
            grade, lacking = row and row[part], "no result" if row else "no method"
            column = f"{label} to {target}"
            shown.append({"state": grade or "ungraded", "text": grade or lacking, "column": column})
    anchor = f"{name}.{side}"
    return {"anchor": anchor, "name": (Piece(name, method_address(name)),), "sender": side, "grades": shown}


# The message that shows a change


@dataclass(frozen=True)
class Shown:
    """A message of the corpus that serves as the example of a named change.

    `cites` says whether a loss of the conversion names the change. `uses` lists the types and members that
    the change affects and that occur in the message.
    """

    entry: JsonObject
    cites: bool
    uses: tuple[str, ...]


def message_of_change(book: Book, named: JsonObject, source: str, target: str) -> Shown | None:
    """Return the message of `source` that best shows a named change when it is converted, or None."""
    if _is_silent(named):
        return None
    affected = {name for change in named["changes"] for name in _affected_names(book, change)}
    best: tuple[tuple[Any, ...], Shown] | None = None
    for number, entry in enumerate(book.corpus):
        if entry["revision"] != source:
            continue
        conversion = entry["conversions"][target]
        cited = Counter(loss["change"] for loss in conversion.get("losses", ()))
        cites = named["id"] in cited or conversion.get("change") == named["id"]
        own = () if entry["shape"] == "error" or not entry["uses"] else (*entry["uses"], entry["method"])
        uses = tuple(sorted(affected.intersection(own)))
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


def why_no_message(book: Book, named: JsonObject, older: str, newer: str) -> str:
    """Return a sentence that says why the page of a named change has no example message."""
    kinds = {change["kind"] for change in named["changes"]}
    if kinds <= {"definition"}:
        return ONLY_NAMES
    if _is_silent(named):
        return ONLY_MEANING
    visible = [change for change in named["changes"] if change["kind"] not in SILENT]
    if any(_has_affected(book, revision, change) for revision in (older, newer) for change in visible):
        return NOT_RECORDED
    if any(change["rule"].startswith("BATCHES_") for change in visible):
        affected = "batches"
    else:
        affected = ", ".join(
            dict.fromkeys(name for change in visible for name in _affected_names(book, change))
        )
    return f"No message can show it: neither {older} nor {newer} has {affected}."


def _is_silent(named: JsonObject) -> bool:
    return {change["kind"] for change in named["changes"]} <= SILENT


def _affected_names(book: Book, change: JsonObject) -> Iterator[str]:
    """Yield the names that a change affects in either revision: methods, types, or `Type.member`."""
    member = change["detail"].rpartition(" ")[2]
    if change["rule"].startswith("VARIANT_") and member in book.types:
        yield member
    elif change["kind"] not in SILENT:
        yield from dict.fromkeys(
            name if name in book.methods else ".".join(name.split(".")[:2])
            for name in (change["place"], change["formerPlace"])
        )


def _has_affected(book: Book, revision: str, change: JsonObject) -> bool:
    """Return whether a revision has a name that a change affects.

    For a change of batches, return whether the revision has batches.
    """
    if change["rule"].startswith("BATCHES_"):
        return bool(book.by_revision[revision]["batches"])
    return any(_is_defined(book, revision, name) for name in _affected_names(book, change))


def _is_defined(book: Book, revision: str, name: str) -> bool:
    if name in book.methods:
        return revision in book.methods[name]
    if any(error["name"] == name or error["type"] == name for error in book.by_revision[revision]["errors"]):
        return True
    owner, _, member = name.partition(".")
    history = book.members.get(owner, {}).get(member, {}) if member else book.types.get(owner, {})
    return revision in history
