"""Show a message beside its conversion. Lines that differ are marked, and every difference is listed.

Panels are kept short. One line replaces a long run of equal lines. Long lines, batches and lists of
differences are cut off. If there are too many lines to compare, none are marked. An unchanged message is
shown once. If a batch becomes several messages, each is shown separately.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from typing import Any

from mcpgen.commands.atlas.book import Book, JsonObject
from mcpgen.commands.atlas.words import Piece, prose
from mcpgen.runtime.conversion.losses import LOSSLESS

CONTEXT, FOLDED = 3, 9  # lines shown before and after a difference; longer runs of equal lines are folded
HEAD, EQUAL = 4, 14  # lines shown at the top of a message, and of an unchanged message
LONGEST, MOST = 150, 90  # the maximum characters of a line, and lines of a block
COMPARED = 4_000  # the maximum lines on both sides together: comparing takes quadratic time
PASTED = "pasted"  # the origin of a message from the form
OUTCOMES = ("whole", "adapted", "lossy", "refused", "unconverted")  # of a conversion, the best one first
FRAMES, LOSSES = 20, 200  # the maximum messages of a batch, and losses of a panel


@dataclass(frozen=True)
class CodeLine:
    """A line of JSON, and its CSS class: `same`, `gone` (removed), `come` (added) or `skip` (omitted)."""

    state: str
    text: str


@dataclass(frozen=True)
class Block:
    """Lines of JSON under a title, such as `REVISION, as sent`."""

    title: str
    lines: tuple[CodeLine, ...]


@dataclass(frozen=True)
class Panel:
    """A message of revision `source`, and the outcome of its conversion to `target`."""

    source: str
    target: str
    caption: str
    links: tuple[Piece, ...]
    outcome: str
    blocks: tuple[Block, ...]
    losses: tuple[JsonObject, ...]
    remark: str


def panel(book: Book, entry: JsonObject, target: str, uses: Sequence[str] = ()) -> Panel:
    """Return the panel that shows the conversion of a corpus entry to `target`.

    The caption of the panel lists the names in `uses`.
    """
    conversion = entry["conversions"][target]
    losses = conversion.get("losses", ())
    address = book.addresses.get(id(entry))
    return Panel(
        entry["revision"],
        target,
        caption(entry) + (f", which uses {', '.join(uses[:3])}" if uses else ""),
        (Piece("all revisions", address),) if address else (),
        outcome_of(conversion),
        tuple(_blocks(entry, target)),
        tuple(loss_row(book, loss) for loss in losses[:LOSSES]),
        remark(conversion),
    )


def outcome_of(conversion: JsonObject) -> str:
    """Return the outcome of a conversion: `whole`, `adapted`, `lossy`, `refused` or `unconverted`."""
    if conversion["outcome"] != "converted":
        return str(conversion["outcome"])
    kinds = {loss["kind"] for loss in conversion["losses"]}
    if kinds <= LOSSLESS:
        return "adapted" if kinds else "whole"
    return "lossy"


def remark(conversion: JsonObject) -> str:
    """Return the sentence below a panel, or '' if the list of losses says everything."""
    match conversion["outcome"]:
        case "refused":
            reply = "" if conversion["reply"] else " The message is not a request, so no reply is sent."
            return f"{conversion['reason']} [{conversion['change']}]{reply}"
        case "unconverted":
            return f"The message is not valid in its revision: {conversion['reason']}"
    hidden = len(conversion["losses"]) - LOSSES
    if hidden > 0:
        return f"… {hidden} more losses"
    return "" if conversion["losses"] else "Nothing is lost."


def _blocks(entry: JsonObject, target: str) -> Iterator[Block]:
    """Yield the blocks of a panel: the message, and the converted message or the reply."""
    frame, conversion, source = entry["frame"], entry["conversions"][target], entry["revision"]
    sent, received = f"{source}, as sent", f"{target}, as received"
    match conversion:
        case {"outcome": "converted", "message": list(frames)}:
            yield Block(f"{sent}: a batch of {len(frame)} messages", tuple(limited(code(frame))))
            for number, each in enumerate(frames[:FRAMES], 1):
                title = f"{received}: message {number} of {len(frames)}"
                yield Block(title, tuple(limited(code(each))))
        case {"outcome": "converted", "message": message} if message == frame:
            yield Block(f"{source} and {target}: nothing changes", tuple(limited(code(frame), EQUAL)))
        case {"outcome": "converted", "message": message} if not _comparable(frame, message):
            yield Block(f"{sent}: too long to mark differences", tuple(limited(code(frame))))
            yield Block(received, tuple(limited(code(message))))
        case {"outcome": "converted", "message": message}:
            left, right = compared(frame, message)
            yield Block(sent, tuple(limited(left)))
            yield Block(received, tuple(limited(right)))
        case {"outcome": "refused", "reply": dict(reply)}:
            yield Block(sent, tuple(limited(code(frame))))
            yield Block(f"{source}, as answered", tuple(limited(code(reply))))
        case _:
            yield Block(sent, tuple(limited(code(frame))))


def caption(entry: JsonObject) -> str:
    """Return the caption of a message: its shape, method, sender and origin."""
    article = {"batch": "Batch", "error": "Error answer to", "result": "Result of"}.get(entry["shape"])
    name = f"{article or entry['shape'].capitalize()} {entry['method']}".strip()
    if entry["origin"] == PASTED:
        return f"{name}, sent by the {entry['sender']}"
    made = f"sample of {entry['change']}" if entry["change"] else f"recorded: {entry['origin']}"
    return f"{name}, sent by the {entry['sender']} ({made})"


def loss_row(book: Book, loss: JsonObject) -> JsonObject:
    """Return the template variables of a loss, with a link to the change that it cites."""
    return {
        "kind": loss["kind"],
        "pointer": loss["pointer"] or "(whole message)",
        "value": _cut(json.dumps(loss["value"], ensure_ascii=False), 80),
        "reason": prose(loss["reason"]),
        "change": (Piece(loss["change"], book.change_address(loss["change"])),),
    }


def _comparable(before: Any, after: Any) -> bool:
    """Return whether two values have few enough lines to be compared."""
    return len(code(before)) + len(code(after)) <= COMPARED


def code(value: Any) -> list[CodeLine]:
    """Return a value as lines of indented JSON, none of which is marked."""
    text = json.dumps(value, indent=2, ensure_ascii=False)
    return [CodeLine("same", line) for line in text.splitlines()]


def compared(before: Any, after: Any) -> tuple[list[CodeLine], list[CodeLine]]:
    """Return the JSON lines of two values.

    Lines that differ are marked, and long runs of equal lines are shortened.
    """
    old, new = ([line.text for line in code(value)] for value in (before, after))
    left: list[CodeLine] = []
    right: list[CodeLine] = []
    bare_old, bare_new = ([line.rstrip(",") for line in lines] for lines in (old, new))  # ignore commas
    for tag, a, b, c, d in SequenceMatcher(None, bare_old, bare_new, autojunk=False).get_opcodes():
        if tag == "equal":
            left += _folded(old[a:b], is_first=a == 0, is_last=b == len(old))
            right += _folded(new[c:d], is_first=a == 0, is_last=b == len(old))
        else:
            left += [CodeLine("gone", line) for line in old[a:b]]
            right += [CodeLine("come", line) for line in new[c:d]]
    return left, right


def _folded(lines: list[str], *, is_first: bool, is_last: bool) -> list[CodeLine]:
    """Return a run of equal lines, shortened if it is long.

    One line, which says how many are omitted, then replaces the middle of the run.
    """
    head, tail = HEAD if is_first else CONTEXT, 0 if is_last else CONTEXT
    hidden = len(lines) - head - tail
    shown = [CodeLine("same", line) for line in lines]
    if len(lines) <= FOLDED or hidden < 2:
        return shown
    return [*shown[:head], CodeLine("skip", f"… {hidden} equal lines"), *shown[len(lines) - tail :]]


def limited(lines: Sequence[CodeLine], most: int = MOST, longest: int = LONGEST) -> Iterator[CodeLine]:
    """Yield the first `most` lines, each cut off at `longest` characters, and a line that counts the rest."""
    for line in lines[:most]:
        yield CodeLine(line.state, _cut(line.text, longest))
    if len(lines) > most:
        yield CodeLine("skip", f"… {len(lines) - most} more lines")


def _cut(text: str, length: int) -> str:
    return text if len(text) <= length else f"{text[: length - 1]}…"
