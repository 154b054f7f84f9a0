"""The rules of a schema folder of one's own."""

from typing import Any

from ..log import ConversionLog, Path, array
from ..losses import Change
from .registry import JsonObject, rule


@rule(adapts=True)
def lines_of_note(owner: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Give the lines of the note as notes."""
    note: Any = owner.pop("note")
    log.report("respelled", (at, "note"), note, change)
    owner["notes"] = note.split("\n")
    log.moved([((at, "notes"), (at, "note"))])


@rule(adapts=True)
def note_of_lines(owner: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Give the notes as the lines of a note."""
    notes = array(owner, "notes", at)
    log.report("respelled", (at, "notes"), notes, change)
    owner["note"] = "\n".join(notes)
    del owner["notes"]
    log.moved([((at, "note"), (at, "notes"))])
