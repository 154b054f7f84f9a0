"""Change frames: a named change × two revisions → the frame that shows the change best, or why there is none.

A frame shows a change, best first: its conversion cites the change; it is a sample of the change; it uses a
place of the change. The reasons for no frame are read from the changes that the named change covers.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from mcpgen.commands.atlas.book import Book, Tree

SILENT = frozenset({"definition", "annotation"})  # kinds of changes that leave the text of every message
SHAPES = ("request", "notification", "batch", "result", "error")  # the order of preference of frames
OUTCOMES = ("converted", "refused", "unconverted")  # the order of preference of frames that cite nothing
NAMES_ALONE = "Names and splits of types alone change: every message has the same text in both revisions."
MEANING_ALONE = (
    "Names, deprecations and defaults alone change: every message has the same text in both revisions."
)
NOT_RECORDED = "No frame of the corpus uses a place of this change."


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
    definition = book.types.get(owner, {}).get(revision)
    if definition is None:
        return False
    return not member or any(each["name"] == member for each in definition.get("members", ()))
