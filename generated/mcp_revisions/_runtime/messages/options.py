"""The options of a decode: their types, and the options of one frame together."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, TypeAlias

import msgspec

Data: TypeAlias = "bytes | bytearray | memoryview | str"
Unknown: TypeAlias = Literal["keep", "drop", "error"]
InvalidItems: TypeAlias = Literal["raise", "skip"]
Answering: TypeAlias = "str | Callable[[Any], str | None] | None"


class FrameOptions(msgspec.Struct, frozen=True):
    """The options of one `decode_message`."""

    sender: str
    answering: Answering = None
    unknown: Unknown = "keep"
    invalid_items: InvalidItems = "raise"
