"""What the text of a message tells before the whole message is decoded or parsed."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from .options import AnyAnswering, answered_method

ERROR_MARK = b'"error"'
"""A text that error responses contain."""

SEARCHED = 4096
"""How many bytes at the start of a text are searched for marks, with `rfind`: it is fast in short texts."""


class _ResponseHead(msgspec.Struct, gc=False):
    """The members that tell which request a response answers. All other members are ignored."""

    id: Any = None
    method: str | UnsetType = UNSET


_head: Any = msgspec.json.Decoder(_ResponseHead).decode


def answered(message: Any, answering: AnyAnswering) -> AnyAnswering:
    """Return the method that a response answers, or `None` for a call.

    Return `answering` itself if it is not a function, or if the message must be parsed to know.
    """
    if not callable(answering):
        return answering
    try:
        head = _head(message)
    except (ValueError, TypeError, BufferError, RecursionError):
        return answering
    return None if head.method is not UNSET else answered_method(answering, head.id)
