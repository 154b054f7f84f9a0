"""The state of a strict decode, and the mismatch between a value and a type: a reason, and the path."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, TypeAlias

from ..json_values import json_pointer


class Mismatch(Exception):
    """A value that does not fit its type.

    Decoders append to `path` while the stack unwinds, innermost step first. `constant` is the value where
    only the `allowed` constants are legal; `missing` names absent members.
    """

    def __init__(
        self,
        reason: str,
        allowed: tuple[Any, ...] = (),
        constant: Any = None,
        missing: tuple[str, ...] = (),
        path: Iterable[str | int] = (),
    ) -> None:
        self.path = list(path)
        self.reason = reason
        self.allowed = allowed
        self.constant = constant
        self.missing = missing

    @property
    def pointer(self) -> str:
        """Return the path as a JSON Pointer."""
        return json_pointer(reversed(self.path))

    def copy(self) -> Mismatch:
        """Return an equal mismatch with a path of its own.

        Decoders keep copies: a raised exception holds the frames of the stack, and a local variable that
        holds the exception makes a circle.
        """
        return Mismatch(self.reason, self.allowed, self.constant, self.missing, self.path)


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


def shown(value: Any) -> str:
    """Return a value as an error message shows it: scalars as they are, objects and arrays by their type."""
    if isinstance(value, dict):
        return "an object"
    if isinstance(value, list):
        return "an array"
    if value is None or isinstance(value, bool):
        return {None: "null", True: "true", False: "false"}[value]
    if isinstance(value, float):
        return repr(value)
    if isinstance(value, int):
        return str(value) if -(10**20) < value < 10**20 else "an integer of many digits"
    text = repr(value[:60])
    return text if len(value) <= 60 else f"{text}..."


def unexpected(expected: str, value: Any) -> Mismatch:
    """Return the mismatch of a value of another JSON type."""
    return Mismatch(f"expected {expected}, got {shown(value)}")


def disallowed(value: Any, allowed: tuple[Any, ...], path: Iterable[str | int] = ()) -> Mismatch:
    """Return the mismatch of a value that is not one of the allowed constants."""
    if len(allowed) == 1:
        reason = f"expected {allowed[0]!r}, got {shown(value)}"
    else:
        reason = f"{shown(value)} is not one of {', '.join(map(str, allowed))}"
    return Mismatch(reason, allowed, value, path=path)


def missing(required: Iterable[str], value: dict[str, Any]) -> Mismatch:
    """Return the mismatch of an object that lacks required members."""
    absent = tuple(dict.fromkeys(name for name in required if name not in value))
    listed = " and ".join(map(repr, absent)) if len(absent) < 3 else ", ".join(map(repr, absent))
    return Mismatch(f"{listed} {'is' if len(absent) == 1 else 'are'} missing", missing=absent)
