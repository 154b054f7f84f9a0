"""Planner: a source type and a target type of two neighbours → the function that converts values.

In: a type of the source, a type of the target, and the decisions on their changes. Out: a `Call`, with
the `Function`s behind it, or None where every value stays as it is. Rules kept here:

- A type that changes gets a function, a change an edit. A value that is valid in the target whenever it is
  valid in the source is not visited.
- Every object is open, so a source may send a member that only the target declares: it stays if it fits the
  type of the target, and is dropped otherwise.
- Without a decision, a member that the target does not declare is dropped. A member that the target newly
  requires refuses the frame when absent. A narrower type drops an optional member that does not fit and
  refuses a required one; an arm of a union that the target lacks is refused. Everything else is decided, by
  the actions of its place.
- A recursive type is first taken to stay as it is. Where it changes after all, it is planned again with its
  function.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass

from mcpgen.adapters.actions import Action, ActionTable
from mcpgen.adapters.citations import Citations
from mcpgen.adapters.decisions import Entry
from mcpgen.adapters.plan import (
    CallRule,
    ChangeConstant,
    Convert,
    Direction,
    Drop,
    DropOthers,
    DropUnfit,
    Function,
    Loop,
    LoopFunction,
    MemberEdit,
    ObjectFunction,
    Outcome,
    Refuse,
    RefuseAbsent,
    RefusePresent,
    RefuseUnfit,
    Require,
    RuleCall,
    Unchanged,
    UnionFunction,
    Variant,
    Visit,
)
from mcpgen.adapters.subtypes import Subtypes, arms_of, constants, record_of, within
from mcpgen.adapters.union_tests import counterpart, recognised, tag_of
from mcpgen.compare.describe import describe
from mcpgen.compare.validity import is_valid
from mcpgen.ir import Array, Field, Map, Protocol, Record, Ref, Type, Union, is_anything, json_value
from mcpgen.names import snake
from mcpgen.problems import Problem


class Narrowed(Exception):
    """A value that is valid in the source may be invalid in the target, and no edit inside mends it."""


@dataclass(frozen=True, slots=True)
class Call:
    """Call a function on a value, or on each item or value of a container."""

    function: str
    loop: Loop | None = None


class _OpenPair:
    """A pair of types that is being planned; `call` is its function once the pair is known to change."""

    def __init__(self) -> None:
        self.call: Call | None = None
        self.recursive = False


class TypePlanner:
    """Plans the functions of one direction; `functions` and `problems` grow with each call."""

    def __init__(
        self,
        direction: Direction,
        source: Protocol,
        target: Protocol,
        actions: ActionTable,
        citations: Citations,
        decisions: str,
    ) -> None:
        self.direction: Direction = direction
        self.source, self.target = source, target
        self.functions: dict[str, Function] = {}
        self.problems: list[Problem] = []
        self._subtypes = Subtypes(source, target)
        self._actions, self._citations, self._decisions = actions, citations, decisions
        self._calls: dict[tuple[Type, Type], Call | None | Narrowed] = {}
        self._open: dict[tuple[Type, Type], tuple[_OpenPair, ...]] = {}

    # Decisions

    def action(self, *places: str) -> Action | None:
        """Return the action for the first of the places that has one."""
        return self._actions.take(places)

    def cite(self, places: Sequence[str], entry: Entry | None = None) -> ChangeConstant:
        """Return the constant of the change behind the places."""
        return self._citations.cite(self.direction, places, entry)

    def undecided(self, where: str, fact: str) -> None:
        """Note that a decision does not say enough about a place."""
        message = f"{where}: {fact} {self.direction}ward; say `{self.direction}` for it"
        self.problems.append(Problem(self._decisions, message))

    # Types

    def plan(self, source: Type, target: Type) -> Call | None:
        """Return the call that converts a value of `source` to `target`, None where every value fits."""
        key = (source, target)
        if key in self._calls:
            found = self._calls[key]
            if isinstance(found, Narrowed):
                raise found
            return found
        # A named type ends a cycle when it comes up again: its function is called. An anonymous type ends
        # one only at its third turn, which a cycle with a named type never reaches.
        around = self._open.get(key, ())
        if len(around) >= (1 if isinstance(source, Ref) else 2):
            around[-1].recursive = True
            return around[-1].call
        try:
            call = self._calls[key] = self._plan_open(source, target)
        except Narrowed as narrowed:
            self._calls[key] = narrowed
            raise
        return call

    def _plan_open(self, source: Type, target: Type) -> Call | None:
        """Return the call for types that may contain themselves."""
        pair = _OpenPair()
        around = self._open.get((source, target), ())
        self._open[source, target] = (*around, pair)
        before = dict(self._calls), dict(self.functions)
        try:
            call = self._compare(source, target, None)
            if call is None or not pair.recursive:
                return call
            self._calls, self.functions = before  # calls planned meanwhile took the type to stay as it is
            name = self._unused(source.name if isinstance(source, Ref) else "value")
            pair.call = Call(name)
            call = self._compare(source, target, name)
            if call is not None and call.loop is not None:
                self.functions[name] = LoopFunction(name, call.function, call.loop)
            return pair.call
        finally:
            self._open[source, target] = around

    def _compare(self, source: Type, target: Type, name: str | None) -> Call | None:
        """Return the call for two types; `name` is that of the function, None where any name will do."""
        if is_anything(target, self.target.definitions):
            return None
        sources, targets = arms_of(self.source, source), arms_of(self.target, target)
        if len(sources) > 1 or len(targets) > 1:
            return self._union(source, target, name)
        source, target = sources[0], targets[0]
        match source, target:
            case Array(), Array():
                if not within(source.min_items, source.max_items, target.min_items, target.max_items):
                    raise Narrowed
                return self._container("items", source.items, target.items)
            case Map(), Map():
                if not self._subtypes.names_hold(source.names, target.names):
                    raise Narrowed
                return self._container("values", source.values, target.values)
            case _:
                source_record, target_record = record_of(self.source, source), record_of(self.target, target)
                named = isinstance(target, Map) and target.names is not None
                if source_record is not None and target_record is not None and not named:
                    return self._object(source_record, target_record, name)
                if not self._subtypes.holds(source, target):
                    raise Narrowed
                return None

    def _container(self, loop: Loop, source: Type, target: Type) -> Call | None:
        """Return a loop over a container; a loop within a loop gets a function of its own."""
        call = self.plan(source, target)
        if call is None or call.loop is None:
            return call and Call(call.function, loop)
        name = self._unused(f"{call.function.removesuffix('_' + self.direction)}_list")
        self.functions[name] = LoopFunction(name, call.function, call.loop)
        return Call(name, loop)

    def _unused(self, stem: str) -> str:
        name = base = f"{snake(stem)}_{self.direction}"
        reserved = (pair.call.function for pairs in self._open.values() for pair in pairs if pair.call)
        taken = {*self.functions, *reserved}
        number = 2
        while name in taken:
            name, number = f"{base}_{number}", number + 1
        return name

    # Objects

    def _object(self, source: Record, target: Record, name: str | None) -> Call | None:
        """Return the function that edits an object, if anything about it changes."""
        title = source.name or target.name
        whole = self.action(*filter(None, (source.name, target.name)))
        rule: RuleCall | None = None
        if whole is not None and whole.verb in ("rule", "instead"):
            rule = RuleCall(whole.argument, self.cite([title], whole.entry))
        edits: list[MemberEdit] = []
        if whole is None or whole.verb != "instead":
            for member in dict.fromkeys(field.name for field in (*source.fields, *target.fields)):
                edits += self._member(source, target, member)
            edits += self._others(source, target)
            edits.sort(key=lambda edit: not isinstance(edit, CallRule))  # rules find the object of the sender
        if rule is None and not edits:
            return None
        name = name or self._unused(title)
        self.functions[name] = ObjectFunction(name, title, tuple(edits), rule)
        return Call(name)

    def _others(self, source: Record, target: Record) -> Iterator[MemberEdit]:
        """Yield the edits of members that neither type declares, where the target does not admit them."""
        places = [record.name for record in (target, source) if record.name] or ["object"]
        if target.closed and not source.closed:
            declared = tuple(field.name for field in target.fields)
            yield DropOthers(places[0], declared, self.cite(places))
        for name in target.absent:
            if source.field(name) is None and self._subtypes.may_have(source, name):
                yield Drop(name, self.cite(places))

    def _member(self, source: Record, target: Record, name: str) -> Iterator[MemberEdit]:
        """Yield the edits of one member of an object."""
        source_field, target_field = source.field(name), target.field(name)
        places = [f"{record.name}.{name}" for record in (target, source) if record.name] or [name]
        cited = [*places, *(record.name for record in (source, target) if record.name)]
        cited += [
            type_name
            for field in (source_field, target_field)
            if field
            for type_name in _mentioned(field.type)
        ]
        action = self.action(*places)
        if action is None:
            yield from self._undecided_member(name, source_field, target_field, places[0], cited)
            return
        change = self.cite(cited, action.entry)
        match action.verb, target_field:
            case "rule" | "instead", _:
                always = _required(target_field) and not _required(source_field)
                yield CallRule(name, action.argument, change, always)
                if action.verb == "rule":
                    with suppress(Narrowed):  # the rule has seen to the value
                        yield from self._inside(source_field, target_field)
            case "keep", None if not (target.closed or name in target.absent):
                return
            case "refuse", None:
                yield RefusePresent(name, change, action.code)
            case "const" | "fill", None:
                self.undecided(
                    places[0], f"`{action.verb}` is for a member of the target; this one goes away"
                )
            case "drop", Field(type=type_) if source_field is not None:
                yield DropUnfit(name, type_, change, known=True)
            case "drop", _:
                yield Drop(name, change)
            case "const", Field(type=type_, required=required):
                values = constants(self.target, type_)
                if len(values) != 1:
                    self.undecided(places[0], "`const` is for a member with one value")
                yield from (
                    Require(name, json_value(value), type_, change, always=required) for value in values[:1]
                )
            case "fill", Field(type=type_):
                yield Require(name, json.loads(action.argument), type_, change, always=True)
            case _:
                yield from self._undecided_member(name, source_field, target_field, places[0], cited, action)

    def _undecided_member(
        self,
        name: str,
        source: Field | None,
        target: Field | None,
        place: str,
        cited: Sequence[str],
        action: Action | None = None,
    ) -> Iterator[MemberEdit]:
        """Yield the edits that follow from the types of a member; `action` keeps it or refuses a misfit."""
        if target is None:
            yield Drop(name, self.cite(cited))
        elif source is None:
            if target.required and action is not None and action.verb == "refuse":
                yield RefuseAbsent(name, self.cite(cited))
                if not is_anything(target.type, self.target.definitions):
                    yield RefuseUnfit(name, target.type, self.cite(cited))
            elif target.required:
                self.undecided(place, "a member becomes required")
            elif not is_anything(target.type, self.target.definitions):
                yield DropUnfit(name, target.type, self.cite(cited), known=False)
        else:
            if target.required and not source.required:
                yield RefuseAbsent(name, self.cite(cited))
            try:
                yield from self._inside(source, target)
            except Narrowed:
                filled = self._filled(name, target, place, cited)
                if filled is not None:
                    yield filled
                elif target.required or (action and action.verb == "refuse"):
                    yield RefuseUnfit(name, target.type, self.cite(cited))
                else:
                    yield DropUnfit(name, target.type, self.cite(cited), known=True)

    def _filled(self, name: str, target: Field, place: str, cited: Sequence[str]) -> Require | None:
        """Return the edit of a member whose alias has the action `fill`, for values that the alias lost."""
        action = self.action(target.type.name) if isinstance(target.type, Ref) else None
        if action is None or action.verb != "fill":
            return None
        value = json.loads(action.argument)
        if not is_valid(self.target, target.type, value):
            self.undecided(place, f"`fill:{action.argument}` is no value of the target")
        return Require(name, value, target.type, self.cite(cited, action.entry), always=target.required)

    def _inside(self, source: Field | None, target: Field | None) -> Iterator[MemberEdit]:
        """Yield the visit of a member that both revisions declare, if its values change."""
        call = self.plan(source.type, target.type) if source is not None and target is not None else None
        if source is not None and call is not None:
            yield Visit(source.name, call.function, call.loop, source.required)

    # Unions

    def _union(self, source: Type, target: Type, name: str | None) -> Call | None:
        """Return the function that recognises the arm of a value and converts it, if any arm changes."""
        sources, targets = arms_of(self.source, source), arms_of(self.target, target)
        titles = [type_.name for type_ in (source, target) if isinstance(type_, Ref)]
        variants = recognised(self.source, sources, [self._variant(titles, arm, targets) for arm in sources])
        if all(isinstance(variant.outcome, Unchanged) for variant in variants):
            return None
        if name is None and len(variants) == 1 and not variants[0].tests:
            match variants[0].outcome:
                case Convert(str(function), None, None):
                    return Call(function)
        name = name or self._unused(titles[0] if titles else "value")
        tag = tag_of(self.source, sources)
        objects = tag is None and all(record_of(self.source, arm) is not None for arm in sources)
        self.functions[name] = UnionFunction(name, variants, tag, objects)
        return Call(name)

    def _variant(self, titles: Sequence[str], source: Type, targets: Sequence[Type]) -> Variant:
        """Return an arm with its outcome."""
        name = describe(source)
        places = [*(f"{title}.{name}" for title in titles), *([name] if isinstance(source, Ref) else [])]
        action = self.action(*places)
        if action is None:
            target = counterpart(self._subtypes, source, targets)
            if target is None:
                change = self.cite([*(f"{title}.{name}" for title in titles), *titles, name])
                return Variant(name, Refuse(change))
            return Variant(name, self._outcome(self.plan(source, target)))
        change = self.cite([name], action.entry)
        if action.verb == "refuse":
            return Variant(name, Refuse(change, action.code))
        rule = RuleCall(action.argument, change) if action.verb in ("rule", "instead") else None
        target = counterpart(self._subtypes, source, targets) if action.verb != "instead" else None
        return Variant(name, self._outcome(self.plan(source, target) if target is not None else None, rule))

    @staticmethod
    def _outcome(call: Call | None, rule: RuleCall | None = None) -> Outcome:
        if call is None:
            return Convert(rule=rule) if rule else Unchanged()
        return Convert(call.function, call.loop, rule)


def _required(member: Field | None) -> bool:
    return member is not None and member.required


def _mentioned(type_: Type) -> list[str]:
    """Return the names of the definitions that a type mentions."""
    match type_:
        case Ref(name):
            return [name]
        case Array(below) | Map(below):
            return _mentioned(below)
        case Union(arms):
            return [name for arm in arms for name in _mentioned(arm)]
        case _:
            return []
