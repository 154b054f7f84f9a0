"""The exception for a value that does not fit its type, and the state of one strict decode."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, TypeAlias

from ..json_values import json_pointer


class Mismatch(Exception):
    """Raised by strict decoders for a value that does not fit its type.

    - `path`: the keys that lead to the value, the innermost first. While the exception propagates, each
      decoder appends its key.
    - `allowed`: the constants that are valid, if only constants are. `constant` is then the value that was
      found.
    - `missing`: the names of required members that are absent.
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
        """Return an equal mismatch that was never raised.

        Decoders store copies. A raised exception refers to its stack frames, so a local variable that holds
        the exception would make a reference cycle.
        """
        return Mismatch(self.reason, self.allowed, self.constant, self.missing, self.path)


class DecodeState:
    """The state of one strict decode.

    - `drop`: whether to drop unknown members.
    - `unknown`: the number of unknown members that were found.
    - `skipped`: the mismatches of the array items that were skipped.
    """

    drop = False
    unknown = 0
    skipped: tuple[Mismatch, ...] = ()

    @cached_property
    def outcomes(self) -> dict[tuple[int, int], Any]:
        """The results of decoding values of recursive unions, so that no value is decoded twice.

        A key has the identities of the value and of the union's decoder.
        """
        return {}


DecodeFn: TypeAlias = Callable[[Any, DecodeState], Any]


def shown(value: Any) -> str:
    """Describe a value for an error message. An object or an array is described only by its type."""
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
    """Return the mismatch for a value whose JSON type is wrong. `expected` describes the right type."""
    return Mismatch(f"expected {expected}, got {shown(value)}")


def disallowed(value: Any, allowed: tuple[Any, ...], path: Iterable[str | int] = ()) -> Mismatch:
    """Return the mismatch for a value that is not one of the allowed constants."""
    if len(allowed) == 1:
        reason = f"expected {allowed[0]!r}, got {shown(value)}"
    else:
        reason = f"{shown(value)} is not one of {', '.join(map(str, allowed))}"
    return Mismatch(reason, allowed, value, path=path)


def missing(required: Iterable[str], value: dict[str, Any]) -> Mismatch:
    """Return the mismatch for an object that lacks required members."""
    absent = tuple(dict.fromkeys(name for name in required if name not in value))
    listed = " and ".join(map(repr, absent)) if len(absent) < 3 else ", ".join(map(repr, absent))
    return Mismatch(f"{listed} {'is' if len(absent) == 1 else 'are'} missing", missing=absent)
