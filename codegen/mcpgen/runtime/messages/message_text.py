"""Read facts from the text of a message without decoding or parsing the whole message."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET, UnsetType

from .options import AnyAnswering, answered_method

ERROR_MARK = b'"error"'
"""The mark of an error response: the text of every error response contains it."""

SEARCHED = 4096
"""How many bytes at the start of a text are searched for marks. `rfind` is fast for so few bytes."""


class _ResponseHead(msgspec.Struct, gc=False):
    """The members of a message that say which request it answers. Other members are ignored."""

    id: Any = None
    method: str | UnsetType = UNSET


_head: Any = msgspec.json.Decoder(_ResponseHead).decode


def answered(message: Any, answering: AnyAnswering) -> Any:
    """Return the method that a message answers, or None for a request or notification.

    `answering` is that method, or a function that returns the method for the id of a response. `answering` is
    returned unchanged if it is not a function, or if the id cannot be read without parsing the message.
    """
    if not callable(answering):
        return answering
    try:
        head = _head(message)
    except (ValueError, TypeError, BufferError, RecursionError):
        return answering
    return None if head.method is not UNSET else answered_method(answering, head.id)
