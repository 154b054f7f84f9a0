"""Describe what is wrong with JSON text, from the exception of msgspec's or Python's JSON decoder."""

from __future__ import annotations

import re

# The first row whose left side occurs in the exception's message applies.
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


_ESCAPE = re.compile(rb"(?<!\\)(?:\\\\)*\\u([0-9a-fA-F]{0,4})")
# The bytes after the first half of a surrogate pair: the second half, or its start if the text ends there.
_SECOND_HALF = re.compile(rb"(\\u[dD][c-fC-F]|(\\(u[dD]?)?)?\Z)")
_ESCAPE_SIZE = 12  # bytes of an escaped surrogate pair


def json_flaw(error: Exception, text: bytes = b"") -> str:
    """Return what is wrong with a text that a JSON decoder refused, with the byte offset if it is known."""
    message = str(error)
    if "truncated" in message and (found := _flaw_of_escape(text)):
        return found
    place = re.search(r"\(byte \d+\)", message)
    words = next((ours for theirs, ours in FLAWS if theirs in message), "not readable")
    return f"{words} {place[0]}" if place else words


def _flaw_of_escape(text: bytes) -> str:
    """Return what is wrong with an escape near the end of a text, or '' if the text is only truncated.

    msgspec reads all digits of an escape, or of a surrogate pair, at once. If the text ends before that,
    msgspec always says that it is truncated, whatever the bytes are.
    """
    start = max(0, len(text) - _ESCAPE_SIZE - 1)
    while start and text[start - 1] == ord("\\"):  # not in the middle of a run of backslashes
        start -= 1
    for found in _ESCAPE.finditer(text, start):
        digits, end = found[1], found.end()
        if len(digits) < 4 and end < len(text):
            return "an escape that no string can have"
        is_first = len(digits) == 4 and 0xD800 <= int(digits, 16) < 0xDC00
        if is_first and not _SECOND_HALF.match(text, end):
            return "half of a surrogate pair"
    return ""
