"""Plots: counts by revision → coordinates of SVG shapes, which a template prints.

Each plot has its numbers as text too: a reader of the page needs neither colours nor shapes.
"""

from __future__ import annotations

from collections.abc import Mapping

from mcpgen.commands.atlas.book import Book, Tree, pair_address
from mcpgen.commands.atlas.words import Piece
from mcpgen.runtime.conversion.adapter_tables import GRADES

HEIGHT, TOP, BAR, GAP = 120, 22, 36, 50  # of bar charts; a gap is between two groups of bars
SIDE, LEFT, HEAD = 84, 92, 28  # of a cell of the heat map, and of its margins


def growth(book: Book) -> list[Tree]:
    """Return the bar charts of the numbers of methods, types and members over the revisions."""
    revisions = book.by_revision
    counts = {
        "methods": {name: {"methods": len(each["methods"])} for name, each in revisions.items()},
        "types": {name: {"types": len(each["types"])} for name, each in revisions.items()},
        "members of types": {name: {"members": len(_members(book, name))} for name in revisions},
    }
    return [_chart(f"growth-{title.partition(' ')[0]}", title, groups) for title, groups in counts.items()]


def churn(book: Book) -> Tree:
    """Return the members that each step adds, changes and removes, as three bars side by side."""
    groups = {}
    for step in book.steps:
        old, new = (_members(book, step[end]) for end in ("older", "newer"))
        groups[f"to {step['newer']}"] = {
            "added": len(new.keys() - old.keys()),
            "changed": sum(old[name] != new[name] for name in old.keys() & new.keys()),
            "removed": len(old.keys() - new.keys()),
        }
    return _chart("churn", "members added, changed and removed by each revision", groups)


def _members(book: Book, revision: str) -> dict[tuple[str, str], tuple[bool, Tree]]:
    """Return the facts of each member of a type in a revision that may change."""
    return {
        (owner, name): (history[revision]["required"], history[revision]["type"])
        for owner, members in book.members.items()
        for name, history in members.items()
        if revision in history
    }


def _chart(id: str, title: str, groups: Mapping[str, Mapping[str, int]]) -> Tree:
    """Return a bar chart with a bar for each state of a group, and the sentence that says the same."""
    most = max((number for group in groups.values() for number in group.values()), default=1) or 1
    bars, labels, x = [], [], 0
    for name, group in groups.items():
        labels.append({"x": x + (GAP + len(group) * BAR) / 2, "text": name})
        for place, (state, number) in enumerate(group.items()):
            height = round(number / most * HEIGHT)
            at = {"x": x + GAP // 2 + place * BAR, "y": TOP + HEIGHT - height}
            bars.append({**at, "height": height, "state": state, "value": number})
        x += GAP + len(group) * BAR
    words = {name: ", ".join(f"{n} {state}" for state, n in group.items()) for name, group in groups.items()}
    said = "; ".join(f"{name}: {counted}" for name, counted in words.items())
    return {
        "id": id,
        "title": title,
        "description": said,
        "width": x,
        "bars": bars,
        "labels": labels,
    }


def heat_map(book: Book) -> Tree:
    """Return the share of requests, notifications and results that lose nothing, for each ordered pair.

    Rows are sources, columns are targets.
    """
    places = {revision: index * SIDE for index, revision in enumerate(book.revisions)}
    rows = [
        {
            "source": source,
            "y": HEAD + y,
            "cells": [{**_heat(book, source, target), "x": LEFT + x} for target, x in places.items()],
        }
        for source, y in places.items()
    ]
    columns = [{"text": revision, "x": LEFT + x} for revision, x in places.items()]
    return {"size": LEFT + len(places) * SIDE, "table": rows, "columns": columns}


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
