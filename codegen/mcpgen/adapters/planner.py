"""Planner: a source type and a target type of two neighbours → the function that converts values.

In: a type of the source, a type of the target, and the decisions on their changes. Out: a `Call`, with
the `Function`s behind it, or None where every value stays as it is. Rules kept here:

- A type that changes gets a function, a change an edit. A value that is valid in the target whenever it is
  valid in the source is not visited.
- Every object is open, so a source may send a member that only the target declares: it stays if it fits the
  type of the target, and is dropped otherwise.
- Without a decision, a member that the target does not declare is dropped. A member that the target newly
  requires refuses the frame when absent. A narrower type drops an optional member that does not fit and
  refuses a required one; a union member that the target lacks is refused. Everything else is decided, by
  the actions of its place.
- A member that moves is edited at the end of its way that stands in the object itself; between two objects
  below, where the source has it.
- A recursive type is first taken to stay as it is. Where it changes after all, it is planned again with its
  function.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from itertools import islice
from typing import TypeAlias, TypeVar

from mcpgen.adapters.actions import VERBS, Action, ActionTable, Citations, Key
from mcpgen.adapters.decisions import Entry
from mcpgen.adapters.plan import (
    CallRule,
    ChangeConstant,
    Convert,
    Direction,
    Drop,
    DropInside,
    DropOnly,
    DropOthers,
    Function,
    Loop,
    MemberEdit,
    Move,
    ObjectFunction,
    Outcome,
    Refuse,
    RefuseMember,
    Replacement,
    Set,
    Unchanged,
    UnionFunction,
    Variant,
    Visit,
    loop_function,
)
from mcpgen.adapters.union_tests import recognised, tag_of
from mcpgen.compare.alignment import (
    AlignedMember,
    AlignedUnionMember,
    Alignment,
    Items,
    Leaf,
    Link,
    Node,
    Objects,
    Place,
    TypePair,
    Unions,
    Values,
)
from mcpgen.compare.describe import describe
from mcpgen.compare.likeness import Path
from mcpgen.compare.validity import is_valid
from mcpgen.compare.witness import counterexamples
from mcpgen.ir import Anything, Field, Map, Protocol, Record, Ref, Type, json_value
from mcpgen.names import snake
from mcpgen.problems import Problem
from mcpgen.subtypes import Subtypes, constants, has_room

End = TypeVar("End")
SHOWN = 200  # characters of a value in a message


class NotConvertible(Exception):
    """A value that is valid in the source may be invalid in the target, and no edit inside mends it."""


# Why no member is renamed or moved, by verb.
_NOT_ALONE = {
    "rename": "finds no member of that name that goes away",
    "move": "finds no two ends, each in one revision alone, through objects that stay in place,",
}


@dataclass(frozen=True, slots=True)
class Call:
    """Call a function on a value, or on each item or value of a container."""

    function: str
    loop: Loop | None = None


_Key: TypeAlias = Link | Leaf | tuple[Node, Place]


@dataclass(frozen=True, slots=True)
class _MemberCase:
    """A member under one name, of both sides or one; `where` names it in messages, `cited` are its nodes."""

    source: Field | None
    target: Field | None
    inside: Node | None
    place: Place
    where: str
    cited: Sequence[Key]

    @property
    def name(self) -> str:
        """Return the name."""
        present = self.target or self.source
        return present.name if present else ""


class _OpenPair:
    """A pair of types that is being planned; `call` is its function once the pair is known to change."""

    def __init__(self) -> None:
        self.call: Call | None = None
        self.recursive = False


class TypePlanner:
    """Plans one direction of an alignment; `functions` and `problems` grow with each call."""

    def __init__(
        self,
        direction: Direction,
        alignment: Alignment,
        actions: ActionTable,
        citations: Citations,
        decisions: str,
    ) -> None:
        self.direction: Direction = direction
        self.alignment = alignment
        self.source, self.target = alignment.protocols[direction == "down"]
        self.functions: dict[str, Function] = {}
        self.problems: list[Problem] = []
        self._subtypes = Subtypes(self.source, self.target)
        self.rules = actions.rules
        self._actions, self._citations, self._decisions = actions, citations, decisions
        self._calls: dict[_Key, Call | None | NotConvertible] = {}
        self._open: dict[_Key, _OpenPair] = {}

    # Decisions

    def action(self, *keys: Key, verbs: Iterable[str] = VERBS) -> Action | None:
        """Return the action of the first of the nodes that has one, if its verb is one of these."""
        return self._actions.take(*keys, verbs=verbs)

    def cite(self, title: str, keys: Sequence[Key], entry: Entry | None = None) -> ChangeConstant:
        """Return the constant of the change behind the first of the nodes that has one, else of a title."""
        return self._citations.cite(self.direction, title, keys, entry)

    def unsettled(self, where: str, fact: str, *verbs: str, action: Action | None = None) -> None:
        """Note that a decision does not say enough about a place, and the verbs that would settle it.

        `action` is the one that does not, if there is one: its entry has a line.
        """
        settled = f": {' or '.join(verbs)}" if verbs else ""
        message = f"{where}: {fact} {self.direction}ward; say `{self.direction}` for it{settled}"
        self.problems.append(Problem(action.location if action else self._decisions, message))

    def proved(
        self,
        source: Type,
        target: Type,
        where: str,
        fact: str,
        *verbs: str,
        action: Action | None = None,
    ) -> bool:
        """Return whether every value of the source stays valid; note, with a value, where that is not so."""
        if self._subtypes.holds(source, target):
            return True
        found = list(islice(counterexamples(self.source, source, self.target, target), 1))
        shown = f", such as {json.dumps(found[0])[:SHOWN]}," if found else ""
        self.unsettled(where, f"{fact}{shown}", *verbs, action=action)
        return False

    # Types

    def ends(self, old: End, new: End) -> tuple[End, End]:
        """Return the source and the target of an old and a new part, or the old and the new part of these."""
        return (old, new) if self.direction == "up" else (new, old)

    def node(self, source: Type, target: Type) -> Link | Leaf:
        """Return the node of two types."""
        return self.alignment.node(*self.ends(source, target))

    def plan(self, node: Node, place: Place) -> Call | None:
        """Return the call that converts a value of the source, None where every value fits the target.

        Raises `NotConvertible` where some value may not fit.
        """
        while isinstance(node, Link) and isinstance(body := self.alignment.types[node.old, node.new], Link):
            node = body  # a name for another name has no function of its own
        key = node if isinstance(node, (Link, Leaf)) else (node, place)
        if key in self._calls:
            found = self._calls[key]
            if isinstance(found, NotConvertible):
                raise found
            return found
        if key in self._open:
            self._open[key].recursive = True
            return self._open[key].call
        before = dict(self._calls), dict(self.functions)
        try:
            call = self._linked(node) if isinstance(node, Link) else self._compare(node, place, None)
        except NotConvertible as refusal:
            self._calls, self.functions = before  # calls planned meanwhile took the type to stay as it is
            self._calls[key] = refusal
            raise
        self._calls[key] = call
        return call

    def _linked(self, link: Link) -> Call | None:
        """Return the call for types that may contain themselves."""
        pair = self._open[link] = _OpenPair()
        before = dict(self._calls), dict(self.functions)
        source, _ = self.ends(link.old, link.new)
        body, place = self.alignment.types[link.old, link.new], Place((link.old, link.new))
        try:
            call = self._compare(body, place, None)
            if call is None or not pair.recursive:
                return call
            self._calls, self.functions = before
            name = self._unused(source.name if isinstance(source, Ref) else "value")
            pair.call = Call(name)
            call = self._compare(body, place, name)
            if call is not None and call.loop is not None:
                self.functions[name] = loop_function(name, call.function, call.loop)
            return pair.call
        finally:
            del self._open[link]

    def _compare(self, node: Node, place: Place, name: str | None) -> Call | None:
        """Return the call for two types; `name` is that of the function, None where any name will do."""
        source, target = self.ends(*(place.pair if isinstance(node, Objects) else (node.old, node.new)))
        match node:
            case Link():
                return self.plan(node, place)
            case Items(inside=inside) if has_room(source, target):
                return self._container("items", inside, place)
            case Values(inside=inside):
                return self._container("values", inside, place)
            case Unions():
                return self._union(node, place, name)
            case Objects():
                limited = self.target.resolve(target)
                if not isinstance(limited, Map) or limited.names is None:
                    return self._object(node, place.pair, name)
        if not self._subtypes.holds(source, target):
            raise NotConvertible
        return None

    def function(self, source: Type, target: Type) -> str | None:
        """Return the function that converts two types that stand in no place, None where every value fits.

        Raises `NotConvertible` where some value may not fit.
        """
        node = self.node(source, target)
        call = self.plan(node, Place((node.old, node.new)))
        if call is None or call.loop is None:
            return call.function if call else None
        return self._looping(call.function, call.loop).function

    def _looping(self, function: str, loop: Loop) -> Call:
        """Return the call of a new function that loops."""
        name = self._unused(f"{function.removesuffix('_' + self.direction)}_list")
        self.functions[name] = loop_function(name, function, loop)
        return Call(name)

    def _container(self, loop: Loop, inside: Node, place: Place) -> Call | None:
        """Return a loop over a container; a loop within a loop gets a function of its own."""
        call = self.plan(inside, place)
        if call is None or call.loop is None:
            return call and Call(call.function, loop)
        return Call(self._looping(call.function, call.loop).function, loop)

    def _unused(self, stem: str) -> str:
        name = base = f"{snake(stem)}_{self.direction}"
        reserved = (pair.call.function for pair in self._open.values() if pair.call)
        taken = {*self.functions, *reserved}
        number = 2
        while name in taken:
            name, number = f"{base}_{number}", number + 1
        return name

    # Objects

    def _object(self, node: Objects, pair: TypePair, name: str | None) -> Call | None:
        """Return the function that edits an object, if anything about it changes."""
        source, target = self.ends(node.old, node.new)
        title = source.name or target.name
        whole = self.action(Place(pair), verbs=("rule", "instead"))
        rule: Replacement | None = None
        if whole is not None:
            rule = Replacement(whole.argument, self.cite(title, [], whole.entry))
        edits: list[MemberEdit] = []
        if whole is None or whole.verb != "instead":
            order = [field.name for field in (*source.fields, *target.fields)]

            def rank(member: AlignedMember) -> tuple[bool, int]:
                name = self._name(member)
                return not any(member.within), order.index(name) if name in order else 0

            for member in sorted(node.members, key=rank):  # moves go first
                edits += self._member(source, target, member, member.place(pair))
            edits += self._others(source, target, Place(pair))
            edits.sort(key=lambda edit: not _is_whole(edit))  # those find the object of the sender
        if rule is None and not edits:
            return None
        return Call(self.new_function(ObjectFunction(name or "", title, tuple(edits), rule)))

    def new_function(self, function: ObjectFunction) -> str:
        """Add a function under its name, or under a new one where it has none, and return the name."""
        name = function.name or self._unused(function.type_name)
        self.functions[name] = replace(function, name=name)
        return name

    def _name(self, member: AlignedMember) -> str:
        """Return the name of a member in the source, else in the target."""
        return member.name if any(member.within) else self.ends(*member.paths)[0][-1]

    def _others(self, source: Record, target: Record, place: Place) -> Iterator[MemberEdit]:
        """Yield the edits of members that neither type declares, where the target does not admit them."""
        title = target.name or source.name or "object"
        change = self.cite(title, [place, target.name, source.name])
        rest = source.open or Anything()
        if source.closed or (not target.closed and self._subtypes.holds(rest, target.open or Anything())):
            pass
        else:
            declared = tuple(field.name for field in target.fields)
            yield DropOthers(title, declared, change, None if target.closed else target.open)
        for name in target.absent:
            if source.field(name) is None and self._subtypes.may_have(source, name):
                yield Drop(name, change)

    def _member(
        self, source: Record, target: Record, member: AlignedMember, place: Place
    ) -> Iterator[MemberEdit]:
        """Yield the edits of one member of an object."""
        source_field, target_field = self.ends(member.old, member.new)
        present = target_field or source_field
        name = present.name if present and not any(member.within) else member.name
        owner = target.name or source.name
        where = f"{owner}.{name}" if owner else name
        cited: list[Key] = [place, Place(place.pair), source.name, target.name]
        cited += _pairs_inside(member.inside)
        action = self.action(place)
        move = self._move(source, target, member, self.cite(where, cited, action.entry if action else None))
        if action is not None and action.verb in ("rename", "move"):
            if move is None:
                self.unsettled(
                    where, f"`{action.verb}:{action.argument}` {_NOT_ALONE[action.verb]}", action=action
                )
            action = None
        if move is not None and source_field is not None and target_field is not None:
            source_field, target_field = replace(source_field, name=name), replace(target_field, name=name)
        found = _MemberCase(source_field, target_field, member.inside, place, where, cited)
        if move is not None and all(member.within):
            yield from self._edits_below(source, found, move.source)
            yield move
            return
        edits = self._decided_member(found, action, target)
        yield from [move] if move is not None and move.target == (name,) else []
        yield from edits
        yield from [move] if move is not None and move.target != (name,) else []

    def _edits_below(self, source: Record, member: _MemberCase, path: Path) -> Iterator[MemberEdit]:
        """Yield the visit that edits the value of a member in an object below, which then moves to another.

        The objects at either end see to its presence.
        """
        assert member.source is not None and member.target is not None
        one, other = (replace(end, name=path[-1], required=False) for end in (member.source, member.target))
        edits = tuple(self._typed_member(replace(member, source=one, target=other)))
        for end in range(len(path) - 1, 0, -1) if edits else ():
            holder = self._record(self.source, source, path[:end])
            title = holder.name if holder else ""
            name = self.new_function(ObjectFunction(self._unused(f"{title}_{path[end]}"), title, edits))
            edits = (Visit(path[end - 1], name, None, always=False),)
        yield from edits

    def _move(
        self, source: Record, target: Record, member: AlignedMember, change: ChangeConstant
    ) -> Move | None:
        """Return the edit that gives a member of both sides its path in the target, if that is another."""
        if member.old is None or member.new is None:
            return None
        one, other = self.ends(*member.paths)
        # An object is made where the source declares none, or where it lacks nothing in either revision.
        ways = [other[:end] for end in range(1, len(other))]
        holders = [(self._record(self.source, source, p), self._record(self.target, target, p)) for p in ways]
        makes = bool(holders) and all(
            here is None or there is None or not here.required and there.required <= {name}
            for (here, there), name in zip(holders, other[1:], strict=True)
        )
        clears = sum(not self.target.along(target, one[:end]) for end in range(1, len(one)))
        return None if one == other else Move(one, other, change, makes, clears)

    @staticmethod
    def _record(protocol: Protocol, record: Record, path: Sequence[str]) -> Record | None:
        """Return the record at a path of members."""
        steps = protocol.along(record, path)
        found = protocol.resolve(steps[-1].type) if steps else None
        return found if isinstance(found, Record) else None

    def _decided_member(
        self, member: _MemberCase, action: Action | None, target: Record
    ) -> Iterator[MemberEdit]:
        """Yield the edits of a member in an object of the target."""
        name, where = member.name, member.where
        if action is None:
            yield from self._typed_member(member)
            return
        change = self.cite(member.where, member.cited, action.entry)
        match action.verb, member.target:
            case "rule" | "instead" | "set" | "dropOnly" | "dropInside", _:
                always = _required(member.target) and not _required(member.source)
                yield _whole_edit(name, action, change, always, known=member.source is not None)
                if action.verb == "rule":
                    with suppress(NotConvertible):  # the rule has seen to the value
                        yield from self._visited(member)
            case "keep", None if not (target.closed or name in target.absent):
                self._check_stay(member.source, target, where, action)
            case "refuse", None:
                yield RefuseMember(name, change, code=action.code)
            case "drop", Field(required=True):
                self.unsettled(
                    where, "`drop` removes a required member", "fill:JSON", "refuse", action=action
                )
            case "drop", Field(type=type_) if member.source is not None:
                yield Drop(name, change, type_)
            case "drop", _:
                yield Drop(name, change)
            case "const" | "fill", _:
                yield from self._given(member, action, change)
            case _:
                yield from self._typed_member(member, action)

    def _given(self, member: _MemberCase, action: Action, change: ChangeConstant) -> Iterator[MemberEdit]:
        """Yield the edit that gives a member the constant of the target, or the value of the decision."""
        target, place, known = member.target, member.where, member.source is not None
        if target is None:
            self.unsettled(
                place, f"`{action.verb}` is for a member of the target; this one goes away", action=action
            )
            return
        if action.verb == "const":
            values = [json_value(value) for value in constants(self.target, target.type)]
            if len(values) != 1:
                self.unsettled(place, "`const` is for a member with one value", action=action)
                return
            yield Set(target.name, values[0], change, target.required, known, target.type)
            return
        yield self._fill(target, action, change, place, always=True, known=known)

    def _fill(
        self, target: Field, action: Action, change: ChangeConstant, where: str, *, always: bool, known: bool
    ) -> Set:
        """Return the edit that gives a member the value of a decision."""
        value = json.loads(action.argument)
        if not is_valid(self.target, target.type, value):
            self.unsettled(where, f"`fill:{action.argument}` is no value of the target", action=action)
        return Set(target.name, value, change, always, known, target.type)

    def _check_stay(self, source: Field | None, target: Record, place: str, action: Action) -> None:
        """Note a kept member that the target does not declare, and whose values it may refuse."""
        if source is not None and target.open is not None:
            fact = "the target refuses some values of the member"
            self.proved(source.type, target.open, place, fact, "drop", "refuse", action=action)

    def _typed_member(self, member: _MemberCase, action: Action | None = None) -> Iterator[MemberEdit]:
        """Yield the edits that follow from the types of a member; `action` keeps it or refuses a misfit."""
        source, target, where = member.source, member.target, member.where
        change = self.cite(member.where, member.cited)
        if target is None:
            yield from [] if source is None else [Drop(source.name, change)]
        elif source is None:
            if target.required and action is not None and action.verb == "refuse":
                anything = self.target.accepts_anything(target.type)
                type_ = Anything() if anything else target.type
                yield RefuseMember(target.name, change, type_, always=True)
            elif target.required:
                self.unsettled(where, "a member becomes required", "fill:JSON", "refuse", action=action)
            elif not self.target.accepts_anything(target.type):
                yield Drop(target.name, change, target.type, known=False)
        else:
            if target.required and not source.required:
                yield RefuseMember(target.name, change, Anything(), always=True)
            try:
                yield from self._visited(member)
            except NotConvertible:
                filled = self._filled(member, target)
                if filled is not None:
                    yield filled
                elif target.required or (action and action.verb == "refuse"):
                    yield RefuseMember(target.name, change, target.type)
                else:
                    yield Drop(target.name, change, target.type)

    def _filled(self, member: _MemberCase, target: Field) -> Set | None:
        """Return the edit of a member whose alias has the action `fill`, for values that the alias lost."""
        inside = member.inside
        if not isinstance(inside, Link):
            return None
        action = self.action(Place((inside.old, inside.new)), verbs=("fill",))
        if action is None:
            return None
        change = self.cite(member.where, member.cited, action.entry)
        return self._fill(target, action, change, member.where, always=target.required, known=True)

    def _visited(self, member: _MemberCase) -> Iterator[MemberEdit]:
        """Yield the visit of a member that both revisions declare, if its values change."""
        source = member.source
        call = self.plan(member.inside, member.place) if member.inside is not None else None
        if source is not None and call is not None:
            yield Visit(source.name, call.function, call.loop, source.required)

    # Unions

    def _union(self, node: Unions, place: Place, name: str | None) -> Call | None:
        """Return the function that recognises the member of a value and converts it, if any changes."""
        source, target = self.ends(node.old, node.new)
        sources = self.source.union_members(source)
        members = {self.ends(member.old, member.new)[0]: member for member in node.members}
        titles = [type_.name for type_ in self.ends(*place.pair) if isinstance(type_, Ref)]
        titles = titles if place.member is None else []
        variants = [self._variant(titles, one, members[one], target, place) for one in sources]
        variants = list(recognised(self.source, sources, variants))
        if all(isinstance(variant.outcome, Unchanged) for variant in variants):
            return None
        if name is None and len(variants) == 1 and not variants[0].tests:
            match variants[0].outcome:
                case Convert(str(function), None, None):
                    return Call(function)
        name = name or self._unused(titles[0] if titles else "value")
        tag = tag_of(self.source, sources)
        objects = tag is None and all(self.source.record_of(arm) is not None for arm in sources)
        self.functions[name] = UnionFunction(name, tuple(variants), tag, "object" if objects else None)
        return Call(name)

    def _variant(
        self, titles: Sequence[str], source: Type, member: AlignedUnionMember, target: Type, place: Place
    ) -> Variant:
        """Return a union member with its outcome; one that no edit converts is a value of the target."""
        name = describe(source)
        inside = member.inside or (self.node(source, member.nearest) if member.nearest else None)
        action = self.action((place, source))
        if action is None:
            if inside is None:
                title = f"{titles[0]}.{name}" if titles else name
                change = self.cite(title, [(place, source), place, *titles, name])
                return Variant(name, Refuse(change))
            return Variant(name, self._outcome(self.plan(inside, place)))
        change = self.cite(name, [], action.entry)
        if action.verb == "refuse":
            return Variant(name, Refuse(change, action.code))
        rule = Replacement(action.argument, change) if action.verb in ("rule", "instead") else None
        if action.verb == "instead" or (rule is not None and inside is None):
            return Variant(name, self._outcome(None, rule))
        if inside is None:
            fact = "the target has no such union member, and refuses some values"
            self.proved(source, target, name, fact, "refuse", "instead:NAME", action=action)
            return Variant(name, Unchanged())
        return Variant(name, self._outcome(self.plan(inside, place), rule))

    @staticmethod
    def _outcome(call: Call | None, rule: Replacement | None = None) -> Outcome:
        if call is None:
            return Convert(rule=rule) if rule else Unchanged()
        return Convert(call.function, call.loop, rule)


def _whole_edit(
    name: str, action: Action, change: ChangeConstant, always: bool, *, known: bool
) -> MemberEdit:
    """Return the edit of a member that an action states as a whole; `known`: the source declares it."""
    match action.verb:
        case "set":
            return Set(name, json.loads(action.argument), change, always, known)
        case "dropOnly":
            return DropOnly(name, json.loads(action.argument), change)
        case "dropInside":
            return DropInside(name, tuple(json.loads(action.argument)), change)
        case _:
            return CallRule(name, action.argument, change, always)


def _is_whole(edit: MemberEdit) -> bool:
    """Say whether an action states an edit as a whole."""
    return isinstance(edit, (CallRule, DropOnly, DropInside)) or (isinstance(edit, Set) and edit.type is None)


def _required(member: Field | None) -> bool:
    return member is not None and member.required


def _pairs_inside(node: Node | None) -> list[Key]:
    """Return the pairs of types that a node leads to."""
    match node:
        case Link(old, new):
            return [Place((old, new))]
        case Items(inside=inside) | Values(inside=inside):
            return _pairs_inside(inside)
        case Unions(members=members):
            return [key for member in members for key in _pairs_inside(member.inside)]
        case _:
            return []
