"""Plots: counts by revision → coordinates of SVG shapes, which a template prints.

Each plot has its numbers as text too: a reader of the page needs neither colours nor shapes.
"""

from __future__ import annotations

from collections.abc import Sequence

from mcpgen.commands.atlas.book import Book, Tree, pair_address
from mcpgen.commands.atlas.words import Piece
from mcpgen.runtime.conversion.adapter_tables import GRADES

HEIGHT, TOP, BAR, GAP = 120, 22, 44, 22
SIDE, LEFT, HEAD = 84, 92, 28  # of a cell of the heat map, and of its margins


def growth(book: Book) -> list[Tree]:
    """Return the bar charts of the numbers of methods, types and members over the revisions."""
    counts = {
        "methods": [len(each["methods"]) for each in book.document["revisions"]],
        "types": [len(each["types"]) for each in book.document["revisions"]],
        "members of types": [len(_members(each)) for each in book.document["revisions"]],
    }
    return [_growth(name, book.revisions, numbers) for name, numbers in counts.items()]


def _growth(title: str, revisions: Sequence[str], counts: Sequence[int]) -> Tree:
    most, pitch = max(counts, default=1) or 1, BAR + GAP * 2
    bars = [_bar(GAP + index * pitch, number, most, "count", BAR) for index, number in enumerate(counts)]
    labels = [{"x": bar["middle"], "text": name} for bar, name in zip(bars, revisions, strict=True)]
    said = ", ".join(f"{name}: {number}" for name, number in zip(revisions, counts, strict=True))
    return _plot(f"growth-{title.partition(' ')[0]}", title, said, GAP + len(counts) * pitch, bars, labels)


def churn(book: Book) -> Tree:
    """Return the members that each step adds, changes and removes, as three bars side by side."""
    counts = [_churn(book, step) for step in book.steps]
    most = max((number for row in counts for number in row.values()), default=1) or 1
    width = 3 * (BAR * 0.75) + GAP * 1.5
    bars = [
        _bar(GAP + index * width + place * BAR * 0.75, number, most, state, BAR * 0.7)
        for index, row in enumerate(counts)
        for place, (state, number) in enumerate(row.items())
    ]
    labels = [
        {"x": GAP + index * width + BAR * 0.75 * 1.5, "text": f"to {step['newer']}"}
        for index, step in enumerate(book.steps)
    ]
    said = "; ".join(
        f"{step['older']} to {step['newer']}: {', '.join(f'{row[state]} {state}' for state in row)}"
        for step, row in zip(book.steps, counts, strict=True)
    )
    title = "members added, changed and removed by each revision"
    return _plot("churn", title, said, GAP + len(counts) * width, bars, labels)


def heat_map(book: Book) -> Tree:
    """Return the share of requests, notifications and results that lose nothing, for each ordered pair.

    Rows are sources, columns are targets.
    """
    places = {revision: index * SIDE for index, revision in enumerate(book.revisions)}
    table = [
        {
            "source": source,
            "cells": [
                {
                    **_heat(book, source, target),
                    "x": LEFT + x,
                    "y": HEAD + y,
                    "middle": LEFT + x + SIDE / 2 - 2,
                    "text_y": HEAD + y + SIDE / 2 + 5,
                }
                for target, x in places.items()
            ],
        }
        for source, y in places.items()
    ]
    return {
        "size": LEFT + len(places) * SIDE,
        "table": table,
        "rows": [{"text": r, "x": LEFT - 8, "y": HEAD + y + SIDE / 2 + 4} for r, y in places.items()],
        "columns": [{"text": r, "x": LEFT + x + SIDE / 2 - 2} for r, x in places.items()],
    }


def _heat(book: Book, source: str, target: str) -> Tree:
    """Return the fate of all messages from one revision to another; no link from a revision to itself."""
    if source == target:
        return {"state": "itself", "text": "the same revision", "title": "", "links": ()}
    counts, said = grades(book, source, target), counted_grades(book, source, target)
    share = (counts["whole"] + counts["adapted"]) / (sum(counts.values()) or 1)
    return {
        "state": f"heat-{min(4, int(share * 5))}",
        "text": f"{share:.0%} ({said})",
        "title": f"{share:.0%} lose nothing from {source} to {target}: {said}",
        "links": (Piece(f"{share:.0%}", pair_address(*sorted((source, target), key=book.revisions.index))),),
    }


def counted_grades(book: Book, source: str, target: str) -> str:
    """Return how many messages have each grade between two revisions, in words."""
    return ", ".join(f"{number} {grade}" for grade, number in grades(book, source, target).items())


def grades(book: Book, source: str, target: str) -> dict[str, int]:
    """Return how many requests, notifications and results have each grade between two revisions."""
    counts: dict[str, int] = dict.fromkeys(GRADES, 0)
    for row in book.document["fidelity"]:
        if (row["source"], row["target"]) == (source, target):
            for grade in (row["call"], row["result"]):
                if grade is not None:
                    counts[grade] += 1
    return counts


def _plot(id: str, title: str, said: str, width: float, bars: list[Tree], labels: list[Tree]) -> Tree:
    """Return a bar chart: its size, its shapes, and the sentence that says the same."""
    foot = HEIGHT + TOP
    size = {"width": width, "height": foot + 28, "baseline": foot, "label_y": foot + 20}
    return {"id": id, "title": title, "description": said, "bars": bars, "labels": labels, **size}


def _bar(x: float, number: int, most: int, state: str, width: float) -> Tree:
    """Return a bar with its value above."""
    height = round(number / most * HEIGHT, 1)
    y = TOP + HEIGHT - height
    text = {"value": str(number), "middle": round(x + width / 2, 1), "value_y": y - 6}
    return {"x": round(x, 1), "y": y, "width": round(width, 1), "height": height, "state": state, **text}


def _members(revision: Tree) -> dict[str, tuple[bool, str]]:
    return {
        f"{each['name']}.{member['name']}": (member["required"], repr(member["type"]))
        for each in revision["types"]
        if each["kind"] == "record"
        for member in each["members"]
    }


def _churn(book: Book, step: Tree) -> dict[str, int]:
    """Return how many members a step adds, changes and removes."""
    old, new = (_members(book.by_revision[step[name]]) for name in ("older", "newer"))
    changed = sum(old[name] != new[name] for name in old.keys() & new.keys())
    added, removed = new.keys() - old.keys(), old.keys() - new.keys()
    return {"added": len(added), "changed": changed, "removed": len(removed)}
