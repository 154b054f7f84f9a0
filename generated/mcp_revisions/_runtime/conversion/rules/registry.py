"""The registry of conversion rules: from the name of a function to the function and the ids of its rules.

`schema/changes/*.toml` names the functions, and the planner of adapters looks them up here.
`docs/rules.toml` states the meaning of each id.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ..value_checks import NEVER, Shape

Tree = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])


class ConversionRule(NamedTuple):
    """A function that edits messages, and the ids of the rules that it carries out.

    `adapts` says that the function loses nothing. It respells values, adds those that the target requires, or
    removes those that the target expresses in its session or by absence. `leaves` is the unchanged shape: the
    function does not change values of this shape, and reports nothing for them. `fills_request_meta` says
    that the flat edit `RequestMeta` is equivalent to the function.
    """

    function: Callable[..., Any]
    ids: tuple[str, ...]
    adapts: bool
    leaves: Shape
    fills_request_meta: bool


RULES: dict[str, ConversionRule] = {}


def rule(
    *ids: str, adapts: bool = False, leaves: Shape = NEVER, fills_request_meta: bool = False
) -> Callable[[F], F]:
    """Register a function under its name. `ids` names the rules of `docs/rules.toml` that it carries out."""

    def register(function: F) -> F:
        RULES[function.__name__] = ConversionRule(function, ids, adapts, leaves, fills_request_meta)
        return function

    return register
