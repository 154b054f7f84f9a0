"""Compute the coordinates of the SVG charts that templates print.

Each chart also has its numbers as text, for readers who cannot see it.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from mcpgen.commands.atlas.book import Book, JsonObject, pair_address
from mcpgen.commands.atlas.panels import OUTCOMES, outcome_of
from mcpgen.commands.atlas.words import Piece
from mcpgen.runtime.conversion.adapter_tables import GRADES

HEIGHT, TOP, BAR, GAP = 120, 22, 36, 50  # bar chart: height, top margin, bar width, gap between groups
SIDE, LEFT, HEAD = 84, 92, 28  # heat map: side of a cell, left margin, top margin


def growth(book: Book) -> list[JsonObject]:
    """Return three bar charts: the numbers of methods, of types and of members in each revision."""
    revisions = book.by_revision
    counts = {
        "methods": {name: {"methods": len(each["methods"])} for name, each in revisions.items()},
        "types": {name: {"types": len(each["types"])} for name, each in revisions.items()},
        "members of types": {name: {"members": len(_members(book, name))} for name in revisions},
    }
    return [
        _chart(f"growth-{things.partition(' ')[0]}", f"{things} in each revision", groups)
        for things, groups in counts.items()
    ]


def churn(book: Book) -> JsonObject:
    """Return a bar chart with the numbers of members that each revision adds, changes and removes."""
    groups = {}
    for step in book.steps:
        old, new = (_members(book, step[end]) for end in ("older", "newer"))
        groups[f"to {step['newer']}"] = {
            "added": len(new.keys() - old.keys()),
            "changed": sum(old[name] != new[name] for name in old.keys() & new.keys()),
            "removed": len(old.keys() - new.keys()),
        }
    return _chart("churn", "members added, changed and removed by each revision", groups)


def _members(book: Book, revision: str) -> dict[tuple[str, str], tuple[bool, JsonObject]]:
    """Map the type name and member name of each member of a revision to a pair.

    The pair says whether the member is required, and what its type is.
    """
    return {
        (owner, name): (history[revision]["required"], history[revision]["type"])
        for owner, members in book.members.items()
        for name, history in members.items()
        if revision in history
    }


def _chart(id: str, title: str, groups: Mapping[str, Mapping[str, int]]) -> JsonObject:
    """Return the template variables of a bar chart, with a text that describes it.

    `groups` maps the label of each group of bars to its bars. A bar is a CSS class with a number.
    """
    most = max((number for group in groups.values() for number in group.values()), default=1) or 1
    bars, labels, x = [], [], 0
    for name, group in groups.items():
        labels.append({"x": x + (GAP + len(group) * BAR) / 2, "text": name})
        for index, (state, number) in enumerate(group.items()):
            height = round(number / most * HEIGHT)
            at = {"x": x + GAP // 2 + index * BAR, "y": TOP + HEIGHT - height}
            bars.append({**at, "height": height, "state": state, "value": number})
        x += GAP + len(group) * BAR
    texts = {name: ", ".join(f"{n} {state}" for state, n in group.items()) for name, group in groups.items()}
    description = "; ".join(f"{name}: {counted}" for name, counted in texts.items())
    return {
        "id": id,
        "title": title,
        "description": description,
        "width": x,
        "bars": bars,
        "labels": labels,
    }


def heat_map(book: Book) -> JsonObject:
    """Return the template variables of a heat map that shows how many messages convert without loss.

    Each row is a source revision, and each column a target revision. A cell has the share of the recorded
    messages of the source that convert to the target without loss.
    """
    offsets = {revision: index * SIDE for index, revision in enumerate(book.revisions)}
    rows = [
        {
            "source": source,
            "y": HEAD + y,
            "cells": [{**_heat(book, source, target), "x": LEFT + x} for target, x in offsets.items()],
        }
        for source, y in offsets.items()
    ]
    columns = [{"text": revision, "x": LEFT + x} for revision, x in offsets.items()]
    return {"size": LEFT + len(offsets) * SIDE, "table": rows, "columns": columns}


def _heat(book: Book, source: str, target: str) -> JsonObject:
    """Return the cell of the heat map for one conversion.

    If source and target are the same revision, the cell has no number and no link. If there are no recorded
    messages of the source, the cell has no share.
    """
    if source == target:
        return {"state": "itself", "text": "the same revision", "title": "", "links": ()}
    counts = outcomes(book, source, target)
    lossless, total = counts["whole"] + counts["adapted"], sum(counts.values())
    text = ", ".join(f"{number} {outcome}" for outcome, number in counts.items() if number)
    address = pair_address(*sorted((source, target), key=book.revisions.index))
    if not total:
        no_message = f"no recorded message of {source}"
        return {
            "state": "heat-none",
            "text": no_message,
            "title": no_message,
            "links": (Piece("–", address),),
        }
    return {
        "state": f"heat-{min(4, int(lossless / total * 5))}",
        "text": f"{lossless / total:.0%} ({text})",
        "title": f"{lossless} of {total} recorded messages lose nothing from {source} to {target}: {text}",
        "links": (Piece(f"{lossless / total:.0%}", address),),
    }


def outcomes(book: Book, source: str, target: str) -> Counter[str]:
    """Return how many recorded messages of `source` have each outcome in the conversion to `target`.

    Samples of changes and messages that are not valid in `source` do not count.
    """
    recorded = (
        entry["conversions"][target]
        for entry in book.corpus
        if entry["revision"] == source
        and entry["change"] is None
        and entry["verdicts"][source]["verdict"] == "valid"
    )
    counts = Counter(dict.fromkeys(OUTCOMES, 0))
    counts.update(map(outcome_of, recorded))
    return counts


def counted_grades(book: Book, source: str, target: str) -> str:
    """Return how many kinds of messages have each grade, as one line: `70 whole, 3 adapted, …`."""
    return ", ".join(f"{number} {grade}" for grade, number in grades(book, source, target).items())


def grades(book: Book, source: str, target: str) -> dict[str, int]:
    """Return how many kinds of messages have each grade.

    A kind is the request, the notification or the result of one method.
    """
    counts: dict[str, int] = dict.fromkeys(GRADES, 0)
    for row in book.document["fidelity"]:
        if (row["source"], row["target"]) == (source, target):
            for grade in (row["call"], row["result"]):
                if grade is not None:
                    counts[grade] += 1
    return counts
