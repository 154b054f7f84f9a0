"""Describe what is wrong with JSON text, from the exception of msgspec's or Python's JSON decoder."""

from __future__ import annotations

import re

# Part of a decoder's message, and our description. The first row whose part occurs in the message is used.
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
    ("escape", "an invalid escape in a string"),
    ("control character", "a control character in a string"),
    ("BOM", "a byte order mark"),
    ("Expecting value", "a value is missing"),
    ("number", "a malformed number"),
    ("character", "an unexpected character"),
)


# These patterns are compiled at their first use, because most programs never need them.
_ESCAPE = rb"(?<!\\)(?:\\\\)*\\u([0-9a-fA-F]{0,4})"
# The bytes after the first half of a surrogate pair: the second half, or its start if the text ends there.
_SECOND_HALF = rb"(\\u[dD][c-fC-F]|(\\(u[dD]?)?)?\Z)"
_ESCAPE_SIZE = 12  # bytes of an escaped surrogate pair


def json_flaw(error: Exception, text: bytes = b"") -> str:
    """Describe why a JSON decoder raised `error` for `text`, with the byte offset if the error has one."""
    message = str(error)
    if "truncated" in message and (found := _flaw_of_escape(text)):
        return found
    offset = re.search(r"\(byte \d+\)", message)
    flaw = next((ours for theirs, ours in FLAWS if theirs in message), "not readable")
    return f"{flaw} {offset[0]}" if offset else flaw


def _flaw_of_escape(text: bytes) -> str:
    """Describe an invalid escape near the end of a text. Return "" if the text is only truncated.

    msgspec reads the digits of an escape, or of a surrogate pair, in one step. If the text ends before the
    last digit, msgspec reports a truncated text even if an earlier byte is invalid.
    """
    start = max(0, len(text) - _ESCAPE_SIZE - 1)
    while start and text[start - 1] == ord("\\"):  # not in the middle of a run of backslashes
        start -= 1
    for found in re.compile(_ESCAPE).finditer(text, start):
        digits, end = found[1], found.end()
        if len(digits) < 4 and end < len(text):
            return "an invalid escape in a string"
        is_first = len(digits) == 4 and 0xD800 <= int(digits, 16) < 0xDC00
        if is_first and not re.compile(_SECOND_HALF).match(text, end):
            return "half of a surrogate pair"
    return ""
