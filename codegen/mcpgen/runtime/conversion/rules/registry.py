"""The registry of conversion rules: name of the function → function and ids of the rules that it carries out.

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
    """A function that edits frames, and the ids of the rules that the function carries out.

    `adapts`: the function loses nothing of the message. It respells values, adds those that the target
    requires, or removes those that the target says by its session or by absence. `leaves` is a shape: the
    function changes no value that fits it, and reports nothing. `fills_request_meta`: it is the flat edit
    `RequestMeta`.
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
    """Register a function under its name, with the ids of `docs/rules.toml` that it carries out."""

    def register(function: F) -> F:
        RULES[function.__name__] = ConversionRule(function, ids, adapts, leaves, fills_request_meta)
        return function

    return register
