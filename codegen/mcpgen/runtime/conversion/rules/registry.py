"""The registry of conversion rules. It maps the name of a function to the function and the ids of its rules.

`schema/changes/*.toml` names the functions, and the planner of adapters looks them up here.
`docs/rules.toml` states the meaning of each id.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

from ..value_checks import NEVER, Shape

JsonObject = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])


class ConversionRule(NamedTuple):
    """A function that edits messages, and the ids of the rules in `docs/rules.toml` that it implements.

    - `adapts`: whether the function loses nothing. Such a function respells values and adds values that the
      target requires. It removes a value only if the target says the same in another way: earlier in the
      session, or by the absence of the member.
    - `leaves`: the shape of values that the function neither changes nor reports.
    - `fills_request_meta`: whether the function has the same effect as the flat edit `RequestMeta`.
    - `adds`: whether the function is also called if its member is absent. This is useful for a member that
      only the target revision defines.
    """

    function: Callable[..., Any]
    ids: tuple[str, ...]
    adapts: bool
    leaves: Shape
    fills_request_meta: bool
    adds: bool


RULES: dict[str, ConversionRule] = {}


def rule(
    *ids: str,
    adapts: bool = False,
    leaves: Shape = NEVER,
    fills_request_meta: bool = False,
    adds: bool = False,
) -> Callable[[F], F]:
    """Return a decorator that registers a function under its name. See `ConversionRule` for the arguments."""

    def register(function: F) -> F:
        RULES[function.__name__] = ConversionRule(function, ids, adapts, leaves, fills_request_meta, adds)
        return function

    return register
