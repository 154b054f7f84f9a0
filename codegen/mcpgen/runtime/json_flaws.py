"""Flaws of JSON text: the message of a JSON decoder, of msgspec or of Python → words of our own."""

from __future__ import annotations

import re

# The first row whose left side is in the message holds.
FLAWS = (
    ("truncated", "the text ends inside a value"),
    ("Unterminated string", "the text ends inside a string"),
    ("trailing comma", "a comma that no value follows"),
    ("trailing characters", "text follows the value"),
    ("Extra data", "text follows the value"),
    ("keys must be strings", "a member without a quoted name"),
    ("property name", "a member without a quoted name"),
    ("':'", "a colon is missing"),
    ("','", "a comma or a closing bracket is missing"),
    ("'\"'", "a quotation mark is missing"),
    ("surrogate", "half of a surrogate pair"),
    ("escape", "an escape that no string can have"),
    ("control character", "a control character in a string"),
    ("BOM", "a byte order mark"),
    ("Expecting value", "a value is missing"),
    ("number", "a number that is none"),
    ("character", "a character that cannot stand there"),
)


def json_flaw(error: Exception) -> str:
    """Return the flaw of a text that a JSON decoder refused, with the byte if the decoder names it."""
    message = str(error)
    place = re.search(r"\(byte \d+\)", message)
    words = next((ours for theirs, ours in FLAWS if theirs in message), "not readable")
    return f"{words} {place[0]}" if place else words
