"""The state of one strict decode, and the type of the functions that share it."""

from __future__ import annotations

from collections.abc import Callable
from functools import cached_property
from typing import Any, TypeAlias

from .mismatch import Mismatch


class DecodeState:
    """Counts unknown members and collects skipped items of one decode; `drop` leaves unknown members out."""

    drop = False
    unknown = 0
    skipped: tuple[Mismatch, ...] = ()

    @cached_property
    def outcomes(self) -> dict[tuple[int, int], Any]:
        """Return the outcomes of recursive unions by value, so that no value is decoded twice."""
        return {}


DecodeFn: TypeAlias = Callable[[Any, DecodeState], Any]
