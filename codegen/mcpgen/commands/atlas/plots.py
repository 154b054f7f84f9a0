"""Plots: counts by revision → coordinates of SVG shapes, which a template prints.

Each plot has its numbers as text too: a reader of the page needs neither colours nor shapes.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import get_args

from mcpgen.commands.atlas.book import Book, Tree, pair_address
from mcpgen.commands.atlas.words import PageLink
from mcpgen.runtime.conversion.adapter_tables import Fidelity

HEIGHT, TOP, BAR, GAP = 120, 22, 44, 22
GRADES = get_args(Fidelity)


@dataclass(frozen=True)
class Bar:
    """A bar with its value above, and its label at the foot."""

    x: float
    y: float
    width: float
    height: float
    state: str
    value: str
    middle: float
    value_y: float


@dataclass(frozen=True)
class Label:
    """A text below a group of bars."""

    x: float
    text: str


@dataclass(frozen=True)
class Plot:
    """A bar chart: its size, its shapes, and the sentence that says the same."""

    id: str
    title: str
    description: str
    width: float
    bars: tuple[Bar, ...]
    labels: tuple[Label, ...]
    height: float = HEIGHT + TOP + 28
    baseline: float = HEIGHT + TOP
    label_y: float = HEIGHT + TOP + 20


@dataclass(frozen=True)
class HeatCell:
    """The fate of all methods from one revision to another; `links` is empty for a revision to itself."""

    x: float
    y: float
    state: str
    text: str
    title: str
    links: tuple[PageLink, ...]
    middle: float
    text_y: float


@dataclass(frozen=True)
class HeatRow:
    """The cells of one source revision, by target."""

    source: str
    cells: tuple[HeatCell, ...]


@dataclass(frozen=True)
class HeatMap:
    """A square of cells: rows are sources, columns are targets."""

    size: float
    table: tuple[HeatRow, ...]
    rows: tuple[Bar, ...]
    columns: tuple[Label, ...]


def growth(book: Book) -> tuple[Plot, ...]:
    """Return the numbers of methods, types and members over the revisions."""
    counts = {
        "methods": [len(each["methods"]) for each in book.document["revisions"]],
        "types": [len(each["types"]) for each in book.document["revisions"]],
        "members of types": [len(_members(each)) for each in book.document["revisions"]],
    }
    return tuple(_bars(f"growth-{name.split()[0]}", name, book.revisions, n) for name, n in counts.items())


def churn(book: Book) -> Plot:
    """Return the members that each step adds, changes and removes, as three bars side by side."""
    states = ("added", "changed", "removed")
    counts = [_churn(book, step) for step in book.steps]
    most = max((each for row in counts for each in row), default=1) or 1
    width = 3 * (BAR * 0.75) + GAP * 1.5
    bars = []
    for index, row in enumerate(counts):
        for place, (state, number) in enumerate(zip(states, row, strict=True)):
            bars.append(_bar(GAP + index * width + place * BAR * 0.75, number, most, state, BAR * 0.7))
    middle = [GAP + index * width + BAR * 0.75 * 1.5 for index in range(len(counts))]
    labels = [Label(x, f"to {step['newer']}") for x, step in zip(middle, book.steps, strict=True)]
    said = "; ".join(
        f"{step['older']} to {step['newer']}: {row[0]} added, {row[1]} changed, {row[2]} removed"
        for step, row in zip(book.steps, counts, strict=True)
    )
    title = "members added, changed and removed by each revision"
    return Plot("churn", title, said, GAP + len(counts) * width, tuple(bars), tuple(labels))


def heat_map(book: Book) -> HeatMap:
    """Return the share of requests, notifications and results that lose nothing, for each ordered pair."""
    side, left, top = 84, 92, 28
    order = {revision: index for index, revision in enumerate(book.revisions)}
    table = []
    for source in book.revisions:
        cells = []
        for target in book.revisions:
            x, y = left + order[target] * side, top + order[source] * side
            middle, text_y = x + side / 2 - 2, y + side / 2 + 5
            if source == target:
                cells.append(HeatCell(x, y, "itself", "the same revision", "", (), middle, text_y))
                continue
            counts = grades(book, source, target)
            share = (counts["whole"] + counts["adapted"]) / (sum(counts.values()) or 1)
            said, percent = counted_grades(book, source, target), f"{share:.0%}"
            link = PageLink(percent, pair_address(*sorted((source, target), key=order.__getitem__)))
            state, title = (
                f"heat-{min(4, int(share * 5))}",
                f"{percent} lose nothing from {source} to {target}: {said}",
            )
            cells.append(HeatCell(x, y, state, f"{percent} ({said})", title, (link,), middle, text_y))
        table.append(HeatRow(source, tuple(cells)))
    rows = [Bar(0, 0, 0, 0, "", r, left - 8, top + i * side + side / 2 + 4) for r, i in order.items()]
    columns = [Label(left + index * side + side / 2 - 2, revision) for revision, index in order.items()]
    return HeatMap(left + len(order) * side, tuple(table), tuple(rows), tuple(columns))


def counted_grades(book: Book, source: str, target: str) -> str:
    """Return how many messages have each grade between two revisions, in words."""
    return ", ".join(f"{number} {grade}" for grade, number in grades(book, source, target).items())


def grades(book: Book, source: str, target: str) -> dict[str, int]:
    """Return how many requests, notifications and results have each grade between two revisions."""
    counts = dict.fromkeys(GRADES, 0)
    for row in book.document["fidelity"]:
        if (row["source"], row["target"]) == (source, target):
            for grade in (row["call"], row["result"]):
                if grade is not None:
                    counts[grade] += 1
    return counts


def _bars(id: str, title: str, revisions: Iterable[str], counts: Sequence[int]) -> Plot:
    most = max(counts, default=1) or 1
    pitch = BAR + GAP * 2
    bars = [_bar(GAP + index * pitch, number, most, "count", BAR) for index, number in enumerate(counts)]
    labels = [Label(bar.middle, revision) for bar, revision in zip(bars, revisions, strict=True)]
    said = ", ".join(f"{label.text}: {bar.value}" for label, bar in zip(labels, bars, strict=True))
    return Plot(id, title, said, GAP + len(counts) * pitch, tuple(bars), tuple(labels))


def _bar(x: float, number: int, most: int, state: str, width: float) -> Bar:
    height = round(number / most * HEIGHT, 1)
    y = TOP + HEIGHT - height
    return Bar(round(x, 1), y, round(width, 1), height, state, str(number), round(x + width / 2, 1), y - 6)


def _members(revision: Tree) -> dict[str, tuple[bool, str]]:
    return {
        f"{each['name']}.{member['name']}": (member["required"], repr(member["type"]))
        for each in revision["types"]
        if each["kind"] == "record"
        for member in each["members"]
    }


def _churn(book: Book, step: Tree) -> tuple[int, int, int]:
    old, new = (_members(book.by_revision[step[name]]) for name in ("older", "newer"))
    changed = sum(old[name] != new[name] for name in old.keys() & new.keys())
    return len(new.keys() - old.keys()), changed, len(old.keys() - new.keys())
