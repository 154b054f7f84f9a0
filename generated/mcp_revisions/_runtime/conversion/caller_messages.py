"""Check the message that a caller passes to a conversion as a tree or as an object."""

from __future__ import annotations

import sys
from typing import Any

import msgspec

from ..messages.base import Message
from ..messages.plain_trees import place, plain_values, tree_text
from ..messages.unknown_members import declared_class
from ..revisions import order


def is_typed(message: Any) -> bool:
    """Return whether a message, or a frame of a batch, is an object of a generated type."""
    frames = message if isinstance(message, list) else [message]
    return any(isinstance(frame, msgspec.Struct) for frame in frames)


def check_message(message: Any, source: str) -> None:
    """Raise `TypeError` or `ValueError` for a message that is no plain tree and no frame of `source`."""
    if not isinstance(message, (dict, list, msgspec.Struct)):
        kind = type(message).__name__
        raise TypeError(f"message: bytes, a dict, a list or a typed message, not {kind}")
    if not is_typed(message):
        tree_text("message", message)
        return
    for frame in message if isinstance(message, list) else [message]:
        if not isinstance(frame, (Message, dict)):
            raise TypeError(f"message: {type(frame).__name__} is no type of a frame")
    for path, value in plain_values("message", message):
        if isinstance(value, (msgspec.Struct, dict)):
            cls = declared_class(value) if isinstance(value, msgspec.Struct) else type(value)
            package = sys.modules.get(cls.__module__.rpartition(".")[0])
            revision = getattr(package, "REVISION", source)
            if revision != source and revision in order():
                raise TypeError(
                    f"{place('message', path)}: {cls.__name__} is a type of {revision}, not of {source}"
                )
