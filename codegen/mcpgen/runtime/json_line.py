"""Write JSON text on one line. Every message is sent in this form, because on stdio each line is a message.

If a message took several lines, the receiver would read each line as a message that nobody has validated.
Readers differ in the characters that end a line, so every line end that `str.splitlines` knows is escaped.
JSON text may contain LF and CR between tokens, and U+0085, U+2028 and U+2029 in strings.
"""

from __future__ import annotations

from typing import Any, NoReturn

import msgspec

_encode = msgspec.json.Encoder().encode
# Checks the grammar and the depth of a text without building objects. Not checked: UTF-8, range of numbers.
_check_grammar = msgspec.json.Decoder(msgspec.Raw).decode
LF, CR = b"\n\r"


def json_line(value: Any) -> bytes:
    """Encode plain JSON as one line. For any other value, raise the exceptions of msgspec's encoder."""
    return escaped(_encode(value))


def escaped(text: bytes) -> bytes:
    """Escape U+0085, U+2028 and U+2029 in JSON text. The text must not contain LF or CR."""
    if text.isascii():
        return text
    line = text.decode()
    if not ("\u2028" in line or "\u2029" in line or "\x85" in line):
        return text
    return line.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029").replace("\x85", "\\u0085").encode()


def has_one_line(text: bytes) -> bool:
    """Return whether bytes are valid UTF-8 without any line end."""
    if LF in text or CR in text:
        return False
    if text.isascii():
        return True
    try:
        line = text.decode()
    except UnicodeDecodeError:
        return False
    return not ("\u2028" in line or "\u2029" in line or "\x85" in line)


def is_json_line(text: bytes) -> bool:
    """Return whether bytes are valid JSON on one line. An escaped lone surrogate is not valid."""
    try:
        _check_grammar(text)
    except (msgspec.DecodeError, RecursionError):
        return False
    return has_one_line(text)


def as_json_line(text: bytes) -> bytes:
    """Return JSON text on one line, with lone surrogates escaped. Raise `ValueError` if it is not JSON."""
    if is_json_line(text):
        return text
    import json

    try:
        return json.dumps(json.loads(text.decode(), parse_constant=_refuse), allow_nan=False).encode()
    except RecursionError:
        raise ValueError("nested too deeply") from None


def _refuse(name: str) -> NoReturn:
    raise ValueError(f"{name} is not JSON")
