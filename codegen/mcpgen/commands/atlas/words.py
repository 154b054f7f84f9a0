"""Words: trees of the export → pieces of text and links, and rows of cells by revision, for templates.

Equal neighbours of a row are one wide cell.
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
    Tree,
    anchor_of,
    member_address,
    method_address,
    type_address,
)
from mcpgen.runtime.sides import OTHER

BOUNDS = ("minimum", "maximum", "minLength", "maxLength", "minItems", "maxItems", "pattern", "format")
KINDS = {"request": "request", "notification": "notification", "embedded": "inside a result"}
_BREAK = re.compile("(?<=[/_])(?=.)")


@dataclass(frozen=True)
class Piece:
    """A text, a link where it has an address below the top of the site."""

    text: str
    href: str | None = None

    @property
    def plain(self) -> str:
        """Return the text of a piece that is no link."""
        return "" if self.href else self.text

    @property
    def links(self) -> tuple[Piece, ...]:
        """Return the piece if it is a link."""
        return (self,) if self.href else ()

    @property
    def first_part(self) -> str:
        """Return the text up to the first slash or underscore, after which a line may break."""
        return _BREAK.split(self.text)[0]

    @property
    def further_parts(self) -> list[str]:
        """Return the parts of the text after that."""
        return _BREAK.split(self.text)[1:]


Cell: TypeAlias = tuple[str, str, tuple[Piece, ...]]
"""The state, the label and the pieces of a revision's cell."""


def row(
    name: str,
    revisions: Iterable[str],
    cells: Mapping[str, Cell],
    *,
    href: str | None = None,
    note: str = "",
    wide: bool = True,
) -> Tree:
    """Return the row of a fact: its anchor, the text of its head, a note, and the cells.

    A revision without a cell lacks the name. The state of a cell is its CSS class. Where no cell is wide,
    each tells of a step of its own.
    """
    absent = ("absent", "", (Piece("not in this revision"),)) if wide else ("absent", "absent", ())
    found = [(revision, cells.get(revision, absent)) for revision in revisions]
    shown = []
    for (_, (state, label, pieces)), group in groupby(found, key=lambda each: (wide or each[0], each[1])):
        run = [revision for revision, _ in group]
        span = {"span": len(run), "revisions": " to ".join(dict.fromkeys((run[0], run[-1])))}
        shown.append({**span, "state": state, "label": label, "pieces": pieces})
    return {"anchor": anchor_of(name), "name": (Piece(name, href),), "note": note, "cells": shown}


def present(history: History, pieces: Callable[[Tree], tuple[Piece, ...]]) -> dict[str, Cell]:
    """Return the cell of each revision that has a name."""
    return {revision: ("present", "", pieces(each)) for revision, each in history.items()}


def unless(rows: Collection[Any], text: str) -> tuple[str, ...]:
    """Return the text that stands in a table or list without a row; nothing where there is one."""
    return () if rows else (text,)


def listed(pieces: Iterable[Piece], separator: str = ", ") -> tuple[Piece, ...]:
    """Return pieces with separators between them."""
    found: list[Piece] = []
    for piece in pieces:
        found += [Piece(separator), piece] if found else [piece]
    return tuple(found)


def type_pieces(type_: Tree, address: Callable[[str], str] = type_address) -> tuple[Piece, ...]:
    """Return a type in a few words, with a link for each reference."""
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
    """Return pieces as text."""
    return "".join(piece.text for piece in pieces)


def place_pieces(book: Book, place: str) -> tuple[Piece, ...]:
    """Return the place of a change with a link to its method or type."""
    owner, _, rest = place.partition(".")
    if place in book.methods:
        return (Piece(place, method_address(place)),)
    if owner in book.types:
        declared = book.members[owner]
        member = next((name for name in (rest, rest.partition(".")[0]) if name in declared), None)
        return (Piece(place, member_address(owner, member) if member else type_address(owner)),)
    return (Piece(place),)


def short_reference(reference: str) -> str:
    """Return a reference without the address of the site."""
    return reference.partition("/specification/")[2] or reference


def named_change(step: Tree, named: Tree) -> Tree:
    """Return a named change in the words of a page, with its step."""
    words = {"reason": prose(named["reason"]), "short": short_reference(named["reference"])}
    return {**named, **words, "step": f"{step['older']} → {step['newer']}"}


def senders(method: Tree) -> str:
    """Return the direction of a method in words."""
    return " or ".join(f"{side} → {OTHER[side]}" for side in method["senders"])


def gate(method: Tree) -> str:
    """Return the capability that gates a method, and the side that declares it; '' without a gate."""
    found = method["gate"]
    return f"{found['capability']} ({found['declaredBy']})" if found else ""


def description_of(
    history: dict[str, Tree], attribute: Callable[[Tree], Any] = lambda each: each["doc"]
) -> str:
    """Return the newest sentence on a name."""
    return next((prose(str(attribute(each))) for each in reversed(history.values()) if attribute(each)), "")


def prose(text: str) -> str:
    """Return a sentence without the marks of code."""
    return text.replace("`", "")


def _joined(index: int, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
    return (Piece(" | "), *pieces) if index else pieces


def _bounds(type_: Tree) -> tuple[Piece, ...]:
    given = [f"{name} {type_[name]}" for name in BOUNDS if name in type_]
    return (Piece(f" ({', '.join(given)})"),) if given else ()
