"""The options of a conversion, for type checkers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Literal

from ..messages.options import Answering

Side = Literal["client", "server"]
LossMode = Literal["report", "error", "allow"]

if TYPE_CHECKING:
    from typing_extensions import Required, TypedDict

    class ConverterOptions(TypedDict, total=False):
        """The options of `converter`."""

        sender: Required[Side]
        context: Mapping[str, Any] | None
        loss: LossMode
        keep: bool | bytes
        validate: bool

    class ConvertOptions(ConverterOptions, total=False):
        """The options of `convert`."""

        answering: Answering
