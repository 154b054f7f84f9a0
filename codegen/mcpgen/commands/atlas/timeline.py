"""Timeline: a fact by revision → a row of cells, of which equal neighbours are one wide cell."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TypeAlias

from mcpgen.commands.atlas.book import Tree, anchor_of
from mcpgen.commands.atlas.words import Piece, linked

ABSENT = (Piece("not in this revision"),)


Fact: TypeAlias = Callable[[str], "tuple[str, str, tuple[Piece, ...]] | None"]
"""Tells the state, the label and the pieces of a revision's cell; None where the revision lacks the name."""


@dataclass(frozen=True)
class Cell:
    """A cell over `span` revisions; `state` is its CSS class, `label` a word before the pieces."""

    span: int
    revisions: str
    state: str
    label: str
    pieces: tuple[Piece, ...]


@dataclass(frozen=True)
class FactRow:
    """A named row; `anchor` is the last part of its permanent link, `name` the text of its head."""

    anchor: str
    name: tuple[Piece, ...]
    note: str
    cells: tuple[Cell, ...]


def row(
    name: str,
    revisions: Iterable[str],
    fact: Fact,
    *,
    href: str | None = None,
    note: str = "",
) -> FactRow:
    """Return the row of a fact."""
    facts = [(revision, fact(revision) or ("absent", "", ABSENT)) for revision in revisions]
    cells = []
    for (state, label, pieces), group in groupby(facts, key=lambda each: each[1]):
        run = [revision for revision, _ in group]
        cells.append(Cell(len(run), " to ".join(dict.fromkeys((run[0], run[-1]))), state, label, pieces))
    return FactRow(anchor_of(name), (linked(name, href),), note, tuple(cells))


def apart(wide: FactRow, revisions: Iterable[str]) -> FactRow:
    """Return a row with a cell for each revision: each cell tells of a step of its own."""
    short = [replace(c, label="absent", pieces=()) if c.pieces == ABSENT else c for c in wide.cells]
    cells = [cell for cell in short for _ in range(cell.span)]
    named = zip(cells, revisions, strict=True)
    return replace(wide, cells=tuple(replace(cell, span=1, revisions=revision) for cell, revision in named))


def present(history: dict[str, Tree]) -> Fact:
    """Return the fact that a revision has a name."""
    return lambda revision: ("present", "present", ()) if revision in history else None
