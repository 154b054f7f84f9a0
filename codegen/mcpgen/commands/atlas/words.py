"""Convert parts of the export to texts, links and table rows for the templates.

A table row has a cell for each revision. Equal cells side by side are merged to one wide cell.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Collection, Iterable, Mapping
from dataclasses import dataclass
from itertools import groupby
from typing import Any, TypeAlias

from mcpgen.commands.atlas.book import (
    Book,
    History,
    JsonObject,
    anchor_of,
    member_address,
    method_address,
    type_address,
)
from mcpgen.commands.terms import GRADE_MEANINGS
from mcpgen.runtime.sides import OTHER

BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "format")
GRADES_WITH_MEANINGS = [{"grade": grade, "meaning": text} for grade, text in GRADE_MEANINGS.items()]
KINDS = {"request": "request", "notification": "notification", "embedded": "inside a result"}
_BREAK = re.compile("(?<=[/_])(?=.)")


@dataclass(frozen=True)
class Piece:
    """A part of a text on a page.

    If `href` is not empty, the part is a link to this address, which is relative to the top of the site.
    """

    text: str
    href: str | None = None

    @property
    def plain(self) -> str:
        """The text of the piece if it is not a link, otherwise ''. Templates print `plain`, then `links`."""
        return "" if self.href else self.text

    @property
    def links(self) -> tuple[Piece, ...]:
        """The piece itself if it is a link, in a tuple, otherwise an empty tuple. Templates loop over it."""
        return (self,) if self.href else ()

    @property
    def first_part(self) -> str:
        """The text up to and including its first slash or underscore, after which a line may break."""
        return _BREAK.split(self.text)[0]

    @property
    def further_parts(self) -> list[str]:
        """The parts of the text after the first one. A line may break before each of them."""
        return _BREAK.split(self.text)[1:]


Cell: TypeAlias = tuple[str, str, tuple[Piece, ...]]
"""A table cell of a revision: its state (the CSS class), its label, and its pieces."""


def row(
    name: str,
    revisions: Iterable[str],
    cells: Mapping[str, Cell],
    *,
    href: str | None = None,
    note: str = "",
    wide: bool = True,
) -> JsonObject:
    """Return the template variables of a table row, which shows the history of a name.

    `cells` has a cell for each revision that has the name. For each of the other `revisions`, a cell is made
    that says that the name is absent. If `wide` is true, equal cells side by side are merged.
    """
    absent = ("absent", "", (Piece("not in this revision"),)) if wide else ("absent", "absent", ())
    found = [(revision, cells.get(revision, absent)) for revision in revisions]
    shown = []
    for (_, (state, label, pieces)), group in groupby(found, key=lambda each: (wide or each[0], each[1])):
        run = [revision for revision, _ in group]
        span = {"span": len(run), "revisions": " to ".join(dict.fromkeys((run[0], run[-1])))}
        shown.append({**span, "state": state, "label": label, "pieces": pieces})
    return {"anchor": anchor_of(name), "name": (Piece(name, href),), "note": note, "cells": shown}


def present(history: History, pieces: Callable[[JsonObject], tuple[Piece, ...]]) -> dict[str, Cell]:
    """Return the table cell of each revision in `history`.

    `history` has the definition of a name by revision. The function `pieces` converts a definition to the
    content of the cell.
    """
    return {revision: ("present", "", pieces(each)) for revision, each in history.items()}


def unless(rows: Collection[Any], text: str) -> tuple[str, ...]:
    """Return `(text,)` if the table has no rows, otherwise an empty tuple."""
    return () if rows else (text,)


def listed(pieces: Iterable[Piece], separator: str = ", ") -> tuple[Piece, ...]:
    """Return pieces of text with `separator` between them."""
    found: list[Piece] = []
    for piece in pieces:
        found += [Piece(separator), piece] if found else [piece]
    return tuple(found)


def type_pieces(type_: JsonObject, address: Callable[[str], str] = type_address) -> tuple[Piece, ...]:
    """Describe a type in a short text with links. `address` returns the address of a type's page."""
    match type_["kind"]:
        case "any":
            return (Piece("any value"),)
        case "constants":
            return (Piece(" | ".join(json.dumps(value) for value in type_["values"])),)
        case "array":
            return (Piece("array of "), *type_pieces(type_["items"], address), *_bounds(type_))
        case "object" if type_["values"]["kind"] == "any":
            return (Piece("object"),)
        case "object":
            return (Piece("object of "), *type_pieces(type_["values"], address))
        case "union":
            members = [type_pieces(member, address) for member in type_["members"]]
            return tuple(piece for index, each in enumerate(members) for piece in _joined(index, each))
        case "reference":
            return (Piece(type_["name"], address(type_["name"])),)
        case scalar:
            return (Piece(str(scalar)), *_bounds(type_))


def plain(pieces: Iterable[Piece]) -> str:
    """Return the text of some pieces, without their links."""
    return "".join(piece.text for piece in pieces)


def location_pieces(book: Book, place: str) -> tuple[Piece, ...]:
    """Return the location of a change (a method, a type or `Type.member`) as a link to its page."""
    owner, _, rest = place.partition(".")
    if place in book.methods:
        return (Piece(place, method_address(place)),)
    if owner in book.types:
        declared = book.members[owner]
        member = next((name for name in (rest, rest.partition(".")[0]) if name in declared), None)
        return (Piece(place, member_address(owner, member) if member else type_address(owner)),)
    return (Piece(place),)


def short_reference(reference: str) -> str:
    """Return a URL of the specification without its beginning. Other references are returned unchanged."""
    return reference.partition("/specification/")[2] or reference


def named_change(step: JsonObject, named: JsonObject) -> JsonObject:
    """Return the template variables of a named change. `step` has the older and the newer revision."""
    texts = {"reason": prose(named["reason"]), "short": short_reference(named["reference"])}
    return {**named, **texts, "step": f"{step['older']} → {step['newer']}"}


def senders(method: JsonObject) -> str:
    """Return the direction in which a method is sent, as text: `client → server`."""
    return " or ".join(f"{side} → {OTHER[side]}" for side in method["senders"])


def gate(method: JsonObject) -> str:
    """Return the capability that a method needs, and the side that declares the capability, as text.

    Return '' if the method needs no capability.
    """
    found = method["gate"]
    return f"{found['capability']} ({found['declaredBy']})" if found else ""


def description_of(
    history: dict[str, JsonObject], attribute: Callable[[JsonObject], Any] = lambda each: each["doc"]
) -> str:
    """Return the description of a name in the newest revision that describes it, or ''."""
    return next((prose(str(attribute(each))) for each in reversed(history.values()) if attribute(each)), "")


def prose(text: str) -> str:
    """Return a text without backticks."""
    return text.replace("`", "")


def _joined(index: int, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return (Piece(" | "), *pieces) if index else pieces


def _bounds(type_: JsonObject) -> tuple[Piece, ...]:
    given = [f"{name} {type_[name]}" for name in BOUNDS if name in type_]
    return (Piece(f" ({', '.join(given)})"),) if given else ()
