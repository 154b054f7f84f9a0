"""Find the members that identify a message in JSON text that no decoder accepts.

The text may be cut off, or may have a flaw anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

import msgspec

_BOM = b"\xef\xbb\xbf"
_MEMBERS = ("id", "method", "result", "error")
# A string, which the end of the text may cut off; a bracket, a colon or a comma; or another scalar.
_TOKEN = rb'"[^"\\]*(?:\\.[^"\\]*)*(?:"|\\?\Z)|[][{}:,]|[^][{}:,"\s]+'
_OPENING, _CLOSING = (b"{", b"["), (b"}", b"]")
_BRACKETS = _OPENING + _CLOSING
_decode = msgspec.json.Decoder().decode


def message_heads(text: bytes) -> list[dict[str, Any]]:
    """Return the identifying members of the object in an unreadable text, or of each object in its array.

    The identifying members are `id` and `method` with their values, `result` and `error` with None, and
    `params` with the `requestId` of a cancellation. A value that cannot be read is None. If the text was cut
    off, members after the cut are absent.

    Return an empty list for a text that does not begin with `{` or `[`, such as a line of a log that quotes a
    message. Text after the end of the object or array is ignored. Takes linear time.
    """
    heads: list[dict[str, Any]] = []
    text = text.removeprefix(_BOM)
    at = 2 if text.lstrip()[:1] == b"[" else 1  # the depth of the members
    names: dict[int, Any] = {}  # the current name of a member, by depth: in the message and in `params`
    for depth, previous, token in _tokens(text):
        if depth <= 0 and (token not in _CLOSING or not (heads and heads[-1])):
            break  # the rest follows the message, or the line is a log line that begins with brackets
        if token == b"{" and depth == at:
            heads.append({})
        elif not heads or depth not in (at, at + 1) or token in _BRACKETS:
            continue
        elif token == b":":
            names[depth] = _scalar(previous)
            if depth == at and names[at] in _MEMBERS:
                heads[-1][names[at]] = None
        elif previous == b":" and depth == at and names.get(at) in ("id", "method"):
            heads[-1][names[at]] = _scalar(token)
        elif previous == b":" and depth > at and (names.get(at), names.get(depth)) == ("params", "requestId"):
            heads[-1]["params"] = {"requestId": _scalar(token)}
    return heads


def _tokens(text: bytes) -> Iterator[tuple[int, bytes, bytes]]:
    """Yield each JSON token as `(depth, previous token, token)`. The depth is the nesting depth.

    A bracket has the depth of the values inside.
    """
    depth, previous = 0, b""
    for found in re.compile(_TOKEN, re.DOTALL).finditer(text):  # compiled at its first use
        token = found[0]
        depth += (token in _OPENING) - (token in _CLOSING)
        yield depth, previous, token
        previous = token


def _scalar(text: bytes) -> Any:
    try:
        return _decode(text)
    except ValueError:
        return None
