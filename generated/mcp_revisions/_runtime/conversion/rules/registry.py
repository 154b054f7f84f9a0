"""The registry of conversion rules: name of the function → function and ids of the rules that it carries out.

`schema/changes/*.toml` names the functions, and the planner of adapters looks them up here.
`rule_definitions` states the meaning of each id.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ...rule_definitions import DEFINITIONS

Tree = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])


class ConversionRule(NamedTuple):
    """A function that edits frames, and the ids of the rules that the function carries out."""

    function: Callable[..., Any]
    ids: tuple[str, ...]


RULES: dict[str, ConversionRule] = {}


def rule(*ids: str) -> Callable[[F], F]:
    """Register a function under its name; raise `KeyError` for an id without a definition."""
    for id in ids:
        DEFINITIONS[id]

    def register(function: F) -> F:
        RULES[function.__name__] = ConversionRule(function, ids)
        return function

    return register
