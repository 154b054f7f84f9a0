"""The registry of conversion rules. It maps the name of a function to the function and the ids of its rules.

`schema/changes/*.toml` names the functions, and the planner of adapters looks them up here.
`docs/rules.toml` states the meaning of each id.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple, TypeAlias, TypeVar

from ..value_checks import NEVER, Shape

JsonObject = dict[str, Any]
F = TypeVar("F", bound=Callable[..., Any])


class OfMember(NamedTuple):
    """What a rule for a member takes and gives. The rule is called with the object that has the member.

    - `member`: the name of the member.
    - `takes`: the shape of the objects with which the rule can be called.
    - `gives`: an example of each member that the rule sets. The target must allow these values.
    - `mends`: whether the rule replaces each value of the member that is invalid in the target by a valid
      one.
    - `removes`: whether the rule may remove the member.
    - `sets`: whether the rule sets the member from the request context, also if the member is absent.
    """

    member: str
    takes: Shape
    gives: Mapping[str, Any]
    mends: bool = False
    removes: bool = False
    sets: bool = False


class OfValue(NamedTuple):
    """What a rule for the values of a type or a variant takes and gives.

    - `takes`: the shape of the values with which the rule can be called.
    - `turns`: the shape of the values that the rule always replaces.
    - `gives`: an example of a new value. The target must allow it.
    - `mends`: the members of an object that the rule makes valid for the target.
    """

    takes: Shape
    turns: Shape
    gives: Any
    mends: tuple[str, ...] = ()


# For what a decision file may name a rule: a member, a value, error responses, or batches. Only the runtime
# calls a rule with `runtime`. None sets no limits: the author must know for what the rule can be used.
Of: TypeAlias = OfMember | OfValue | Literal["errors", "batches", "runtime"] | None


class ConversionRule(NamedTuple):
    """A function that edits messages, and the ids of the rules in `docs/rules.toml` that it implements.

    - `adapts`: whether the function loses nothing. Such a function respells values and adds values that the
      target requires. It removes a value only if the receiver does not need it: because the receiver got it
      earlier in the session, or because a missing member means the same.
    - `leaves`: the shape of values that the function neither changes nor reports.
    - `fills_request_meta`: whether the function has the same effect as the flat edit `RequestMeta`.
    - `adds`: whether the function is also called if its member is absent. This is useful for a member that
      only the target revision defines.
    - `of`: for what a decision file (`schema/changes/*.toml`) may name the rule, such as a certain member. A
      build refuses the rule for anything else.
    """

    function: Callable[..., Any]
    ids: tuple[str, ...]
    adapts: bool
    leaves: Shape
    fills_request_meta: bool
    adds: bool
    of: Of


RULES: dict[str, ConversionRule] = {}


def rule(
    *ids: str,
    adapts: bool = False,
    leaves: Shape = NEVER,
    fills_request_meta: bool = False,
    adds: bool = False,
    of: Of = None,
) -> Callable[[F], F]:
    """Return a decorator that registers a function under its name. See `ConversionRule` for the arguments."""

    def register(function: F) -> F:
        RULES[function.__name__] = ConversionRule(function, ids, adapts, leaves, fills_request_meta, adds, of)
        return function

    return register
