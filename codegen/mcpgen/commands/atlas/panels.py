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
from mcpgen.commands.atlas.words import Link, Piece, linked, prose

CONTEXT, FOLDED = 3, 9  # lines kept beside a difference; longer equal runs are folded
LONGEST, MOST = 150, 90  # characters of a line, lines of a column


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
        loss["kind"], loss["pointer"] or "(whole frame)", _cut(value, 80), prose(loss["reason"]), (change,)
    )


def sides(before: Any, after: Any, *, compared: bool) -> tuple[tuple[CodeLine, ...], tuple[CodeLine, ...]]:
    """Return both values as JSON lines; `compared` marks the lines that differ."""
    left, right = code(before), code(after) if after is not None else [CodeLine("skip", "nothing")]
    if compared:
        left, right = _compared([line.text for line in left], [line.text for line in right])
    return tuple(_limited(left)), tuple(_limited(right))


def code(value: Any) -> list[CodeLine]:
    """Return a value as lines of JSON."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return [CodeLine("same", line) for line in text.splitlines()]


def _compared(old: list[str], new: list[str]) -> tuple[list[CodeLine], list[CodeLine]]:
    """Return two columns with their differences marked; long equal runs are one line in both."""
    left: list[CodeLine] = []
    right: list[CodeLine] = []
    for tag, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if tag == "equal":
            run = _folded(old[a:b], is_first=a == 0, is_last=b == len(old))
            left += run
            right += run
        else:
            left += [CodeLine("gone", line) for line in old[a:b]]
            right += [CodeLine("come", line) for line in new[c:d]]
    return left, right


def _folded(lines: list[str], *, is_first: bool, is_last: bool) -> list[CodeLine]:
    """Return an equal run; of a long run, the lines beside a difference alone."""
    head, tail = 0 if is_first else CONTEXT, 0 if is_last else CONTEXT
    hidden = len(lines) - head - tail
    shown = [CodeLine("same", line) for line in lines]
    if len(lines) <= FOLDED or hidden < 2:
        return shown
    return [*shown[:head], CodeLine("skip", f"… {hidden} equal lines"), *shown[len(lines) - tail :]]


def _limited(lines: Sequence[CodeLine]) -> Iterator[CodeLine]:
    """Yield the first lines, each cut to a length, and the number of the others."""
    for line in lines[:MOST]:
        yield CodeLine(line.state, _cut(line.text, LONGEST))
    if len(lines) > MOST:
        yield CodeLine("skip", f"… {len(lines) - MOST} more lines")


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"
