"""Why a value does not fit: one line in words, the path to it, and what a caller may want to add."""

from __future__ import annotations

from typing import Any

from .base import escape


class Refusal(Exception):
    """A value that does not fit. `path` leads to it, innermost step first.

    `constant` is the value where only certain ones are legal (`allowed`), `missing` the absent members.
    """

    def __init__(
        self, reason: str, allowed: tuple[Any, ...] = (), constant: Any = None, missing: tuple[str, ...] = ()
    ) -> None:
        self.path: list[str | int] = []
        self.reason = reason
        self.allowed = allowed
        self.constant = constant
        self.missing = missing

    @property
    def pointer(self) -> str:
        """Return the path as a JSON Pointer."""
        return "".join(f"/{escape(str(step))}" for step in reversed(self.path))


def shown(value: Any) -> str:
    """Return a value in a few words."""
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


def unexpected(expected: str, value: Any) -> Refusal:
    """Return the refusal of a value of another kind."""
    return Refusal(f"expected {expected}, got {shown(value)}")


def disallowed(value: Any, allowed: tuple[Any, ...]) -> Refusal:
    """Return the refusal of a value where only certain ones are legal."""
    match allowed:
        case (only,):
            reason = f"expected {only!r}, got {shown(value)}"
        case _:
            reason = f"{shown(value)} is not one of {', '.join(map(str, allowed))}"
    return Refusal(reason, allowed, value)


def missing(required: list[str], value: dict[str, Any]) -> Refusal:
    """Return the refusal of an object that lacks members."""
    absent = tuple(dict.fromkeys(name for name in required if name not in value))
    listed = " and ".join(map(repr, absent)) if len(absent) < 3 else ", ".join(map(repr, absent))
    return Refusal(f"{listed} {'is' if len(absent) == 1 else 'are'} missing", missing=absent)
