"""Actions: the `up` and `down` of decided changes → the steps of an adapter, and their places.

In: `Decided` changes, whose `up` and `down` hold actions, separated by `;`, each `verb` or
`verb@place,place`. Out: `Action`s. A text that is no action, or names no rule, is refused at the line of
its entry.

  =========================  ===============================================================================
  `keep`                     leave the value as it is
  `drop`                     remove the member; where both revisions have it, only a value that does not fit
  `const`                    give the member the constant of the target
  `fill:JSON`                give the member a value, where it is absent or does not fit
  `refuse`, `refuse:CODE`    refuse a frame that holds the value; CODE is the error code of the reply
  `rule:FUNCTION`            call a function of `runtime/conversion/rules/`, and go on inside the value
  `instead:FUNCTION`         call a function of `runtime/conversion/rules/`, which does everything there
  =========================  ===============================================================================

In a union the edits inside an arm come before its `rule:FUNCTION`, everywhere else after. An action without a
place is for the place of the change itself. Otherwise a place is `Type.member`, a `Type`, an arm `Union.Arm`,
a method, `method:sender`, or `errors`; `*` stands for any text. `fill:JSON` of an enumeration is for each
member of that type.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from mcpgen.adapters.decisions import Decided, Entry, glob
from mcpgen.adapters.plan import Direction
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.problems import Problem, Refused
from mcpgen.runtime.conversion.rules import RULES

VERBS = ("keep", "drop", "const", "fill", "refuse", "rule", "instead")


@dataclass(frozen=True, slots=True)
class Action:
    """A verb of a decision with its places; `argument` is a function, a JSON text or an error code.

    `elsewhere` says that the decision names the places; otherwise they are those of the change itself.
    """

    verb: str
    argument: str
    places: tuple[str, ...]
    elsewhere: bool
    entry: Entry | None
    location: str

    @property
    def code(self) -> int | None:
        """Return the error code of a refusal, None where it names none."""
        return int(self.argument) if self.verb == "refuse" and self.argument else None


class ActionTable:
    """The actions of one direction by place, and which of them were taken."""

    def __init__(self, decided: Sequence[Decided], direction: Direction, source: str) -> None:
        found = dict.fromkeys(action for one in decided for action in actions(one, direction, source))
        # An action that names its place goes first. `keep` goes last: at one place any other action wins.
        self._actions = sorted(found, key=lambda action: (not action.elsewhere, action.verb == "keep"))
        self._direction = direction
        self._taken: set[tuple[str, str]] = set()

    def take(self, places: Iterable[str]) -> Action | None:
        """Return the action for the first of the places that has one."""
        for place in places:
            for action in self._actions:
                for pattern in action.places:
                    if glob(pattern, place) if action.elsewhere else pattern == place:
                        self._taken.add((action.location, pattern))
                        return action
        return None

    def idle(self) -> Iterator[Problem]:
        """Yield a problem for each place that a decision names and where no change took the action."""
        for action in self._actions:
            for place in action.places:
                if action.elsewhere and (action.location, place) not in self._taken:
                    message = (
                        f"{self._direction}: {action.verb}: nothing changes at {place!r}; remove the action"
                    )
                    yield Problem(action.location, message)


def actions(decided: Decided, direction: Direction, source: str) -> tuple[Action, ...]:
    """Return the actions of one direction; refuse, located, a text that is no action or names no rule."""
    entry = decided.entry
    location = f"{source}:{entry.line}" if entry else source
    found: list[Action] = []
    problems: list[Problem] = []
    for text in filter(None, map(str.strip, getattr(decided, direction).split(";"))):
        phrase, _, at = text.partition("@")
        verb, _, argument = phrase.strip().partition(":")
        places = tuple(filter(None, map(str.strip, at.split(","))))
        complaint = _complaint(verb, argument)
        if complaint:
            subject = entry.id if entry else decided.change.at
            problems.append(Problem(location, f"{subject}: {text!r}: {complaint}"))
        else:
            own = places_of(decided.change)
            found.append(Action(verb, argument, places or own, bool(places), entry, location))
    if problems:
        raise Refused(problems)
    return tuple(found)


def places_of(change: ProtocolChange) -> tuple[str, ...]:
    """Return the places of a change by the names of both revisions; an arm or a result follows its owner."""
    if change.rule in ("DIRECTION_ADDED", "DIRECTION_REMOVED"):
        return (f"{change.at}:{change.sender}",)
    parted = change.rule in ("UNION_MEMBER_ADDED", "UNION_MEMBER_REMOVED", "RESULT_ADDED", "RESULT_REMOVED")
    part = f".{change.detail}" if parted else ".capability" if change.rule == "CAPABILITY_CHANGED" else ""
    member = f".{change.member}" if change.member else ""
    owned = [f"{owner}{member}{part}" for owner in change.owners if owner]
    return tuple(dict.fromkeys([f"{change.at}{part}", f"{change.was}{part}", *owned]))


def _complaint(verb: str, argument: str) -> str | None:
    """Return a complaint about a verb and its argument, None where they are an action."""
    if verb not in VERBS:
        return f"a verb is one of {', '.join(VERBS)}"
    if verb in ("rule", "instead") and argument not in RULES:
        return f"codegen/mcpgen/runtime/conversion/rules/ has no function {argument!r}"
    if verb == "fill":
        try:
            json.loads(argument)
        except ValueError:
            return "`fill:` takes a JSON value"
    if verb == "refuse" and not re.fullmatch(r"(-?\d+)?", argument):
        return "`refuse:` takes a JSON-RPC error code"
    if verb in ("keep", "drop", "const") and argument:
        return f"`{verb}` takes nothing"
    return None
