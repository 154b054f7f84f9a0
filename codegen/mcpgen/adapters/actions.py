"""Clauses: what `up` and `down` of a decided change say → verbs and the places that they are for.

In: a `Decided` change, whose `up` and `down` hold clauses, separated by `;`, each `verb` or `verb@place,place`. Out: `Clause`s; what
is no clause, or names no rule, is refused at the line of its entry.

  =========================  ==========================================================================================
  `keep`                     leave it as it is
  `drop`                     remove the member, or, where both revisions have it, remove it unless it fits
  `const`                    give the member the constant of the target
  `fill:JSON`                give a member that the target requires a value, where it is absent or does not fit
  `refuse`, `refuse:CODE`    the frame has no counterpart when it holds this; CODE is that of the error to answer with
  `rule:FUNCTION`            call a function of `runtime/rules.py`, and go on inside what it leaves
  `instead:FUNCTION`         call a function of `runtime/rules.py`; it does everything that is to be done there
  =========================  ==========================================================================================

Without a place a clause is for the place of the change itself. Otherwise a place is `Type.member`, a `Type`, an arm
`Union.Arm`, a method, `method:sender`, or `errors`; `*` stands for any text.
"""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcpgen.adapters.decisions import Decided, Entry
from mcpgen.compare.changes import Change
from mcpgen.problems import Problem, Refused
from mcpgen.runtime.conversion.rules import RULES

Way: TypeAlias = Literal["up", "down"]
VERBS = ("keep", "drop", "const", "fill", "refuse", "rule", "instead")


@dataclass(frozen=True, slots=True)
class Clause:
    """One verb of a decision and the places that it is for; `argument` is a function, a JSON text or an error code."""

    verb: str
    argument: str
    places: tuple[str, ...]
    elsewhere: bool  # the places are not those of the change itself
    entry: Entry | None
    location: str


def clauses(decided: Decided, way: Way, source: str) -> tuple[Clause, ...]:
    """Return what is decided for one direction; refuse, with the location, what is no clause or names no rule."""
    entry = decided.entry
    location = f"{source}:{entry.line}" if entry else source
    found: list[Clause] = []
    problems: list[Problem] = []
    for text in filter(None, map(str.strip, (decided.up if way == "up" else decided.down).split(";"))):
        said, _, at = text.partition("@")
        verb, _, argument = said.strip().partition(":")
        places = tuple(filter(None, map(str.strip, at.split(","))))
        problem = _wrong(verb, argument)
        if problem:
            problems.append(
                Problem(location, f"{entry.id if entry else decided.change.at}: {text!r}: {problem}")
            )
        else:
            found.append(
                Clause(verb, argument, places or places_of(decided.change), bool(places), entry, location)
            )
    if problems:
        raise Refused(problems)
    return tuple(found)


def places_of(change: Change) -> tuple[str, ...]:
    """Return the places of a change, in the names of both revisions; an arm or a result stands after what has it."""
    if change.rule in ("DIRECTION_ADDED", "DIRECTION_REMOVED"):
        return (f"{change.at}:{change.sender}",)
    parted = change.rule in ("UNION_ARM_ADDED", "UNION_ARM_REMOVED", "RESULT_ADDED", "RESULT_REMOVED")
    part = f".{change.detail}" if parted else ".capability" if change.rule == "CAPABILITY_CHANGED" else ""
    member = f".{change.member}" if change.member else ""
    owned = [f"{owner}{member}{part}" for owner in change.owners if owner]
    return tuple(dict.fromkeys([f"{change.at}{part}", f"{change.was}{part}", *owned]))


def _wrong(verb: str, argument: str) -> str | None:
    """Say what is wrong with a verb and its argument, if anything is."""
    if verb not in VERBS:
        return f"a verb is one of {', '.join(VERBS)}"
    if verb in ("rule", "instead") and argument not in RULES:
        return f"codegen/mcpgen/runtime/rules.py has no function {argument!r}"
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
