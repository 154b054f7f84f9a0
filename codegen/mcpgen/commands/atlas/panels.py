"""Panels: a frame and its conversion → two columns of JSON lines, with every loss.

Lines that differ are marked. Long runs of equal lines become one line that counts them, and long lines are
cut, so a panel stays short whatever the frame.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from mcpgen.commands.atlas.book import Book, Tree
from mcpgen.commands.atlas.words import Link, Piece, linked

CONTEXT, LONGEST, MOST = 3, 150, 90  # lines kept around a difference, characters of a line, lines of a column


@dataclass(frozen=True)
class CodeLine:
    """A line of JSON; `state` is its CSS class: `same`, `gone`, `come` or `skip`."""

    state: str
    text: str


@dataclass(frozen=True)
class LossRow:
    """A loss in words, with the change that it cites."""

    kind: str
    pointer: str
    value: str
    reason: str
    change: tuple[Piece, ...]


@dataclass(frozen=True)
class Panel:
    """A frame of `source` and the outcome of its conversion to `target`."""

    source: str
    target: str
    caption: str
    links: tuple[Link, ...]
    outcome: str
    before: tuple[CodeLine, ...]
    after: tuple[CodeLine, ...]
    after_title: str
    losses: tuple[LossRow, ...]
    remark: str


def panel(book: Book, entry: Tree, target: str) -> Panel:
    """Return the panel of a corpus entry and a target revision."""
    conversion = entry["conversions"][target]
    outcome, losses = conversion["outcome"], conversion.get("losses", ())
    shown = {"converted": conversion.get("message"), "refused": conversion.get("reply")}.get(outcome)
    before, after = sides(entry["frame"], shown, compared=outcome == "converted")
    title = f"as {target} gets it" if outcome == "converted" else "reply to the sender"
    address = book.addresses.get(id(entry))
    return Panel(
        entry["revision"],
        target,
        caption(entry),
        (Link("all revisions", address),) if address else (),
        outcome_of(conversion),
        before,
        after,
        title,
        tuple(loss_row(book, loss) for loss in losses),
        remark(conversion),
    )


def outcome_of(conversion: Tree) -> str:
    """Return the outcome of a conversion in one word: `unchanged`, `respelled`, `lossy`, `refused`, ..."""
    if conversion["outcome"] != "converted":
        return str(conversion["outcome"])
    kinds = {loss["kind"] for loss in conversion["losses"]}
    return "whole" if kinds <= {"respelled"} else "lossy"


def remark(conversion: Tree) -> str:
    """Return the sentence below a panel."""
    match conversion["outcome"]:
        case "refused":
            reply = "" if conversion["reply"] else " The frame asks for no reply, so none is sent."
            return f"{conversion['reason']} [{conversion['change']}]{reply}"
        case "unconverted":
            return f"The frame is not one of its revision: {conversion['reason']}"
    return "" if conversion["losses"] else "Nothing is lost."


def caption(entry: Tree) -> str:
    """Return the words that say where a frame comes from."""
    article = {"batch": "Batch", "error": "Error answer to", "result": "Result of"}.get(entry["shape"])
    name = f"{article or entry['shape'].capitalize()} {entry['method']}".strip()
    made = f"sample of {entry['change']}" if entry["change"] else f"recorded: {entry['origin']}"
    return f"{name}, sent by the {entry['sender']} ({made})"


def loss_row(book: Book, loss: Tree) -> LossRow:
    """Return a loss in words."""
    value = json.dumps(loss["value"], ensure_ascii=False)
    change = linked(loss["change"], book.change_address(loss["change"]))
    return LossRow(
        loss["kind"], loss["pointer"] or "(whole frame)", _cut(value, 80), loss["reason"], (change,)
    )


def sides(before: Any, after: Any, *, compared: bool) -> tuple[tuple[CodeLine, ...], tuple[CodeLine, ...]]:
    """Return both values as JSON lines; `compared` marks the lines that differ."""
    left, right = code(before), code(after) if after is not None else [CodeLine("skip", "nothing")]
    if not compared:
        return tuple(_shortened(left)), tuple(_shortened(right))
    old, new = ([line.text for line in column] for column in (left, right))
    columns: tuple[list[CodeLine], list[CodeLine]] = ([], [])
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        states = ("same", "same") if tag == "equal" else ("gone", "come")
        for column, state, lines in zip(columns, states, (old[a:b], new[c:d]), strict=True):
            column += [CodeLine(state, text) for text in lines]
    return tuple(_shortened(columns[0])), tuple(_shortened(columns[1]))


def code(value: Any) -> list[CodeLine]:
    """Return a value as lines of JSON."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return [CodeLine("same", line) for line in text.splitlines()]


def _shortened(lines: Sequence[CodeLine]) -> Iterator[CodeLine]:
    """Yield lines with each long run of equal lines replaced by a count."""
    near = [False] * len(lines)
    differing = [index for index, line in enumerate(lines) if line.state != "same"]
    for index in differing or range(min(len(lines), MOST // 2)):
        for place in range(max(0, index - CONTEXT), min(len(lines), index + CONTEXT + 1)):
            near[place] = True
    shown = skipped = 0
    for index, line in enumerate(lines):
        if (near[index] or len(lines) <= MOST // 2) and shown < MOST:
            if skipped:
                yield CodeLine("skip", f"… {skipped} lines")
                skipped = 0
            yield CodeLine(line.state, _cut(line.text, LONGEST))
            shown += 1
        else:
            skipped += 1
    if skipped:
        yield CodeLine("skip", f"… {skipped} lines")


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"
