"""Plan the functions that convert values between the types of two adjacent revisions.

The planner gets a type of the source, a type of the target, and the decisions about their changes. It returns
a `Call` and adds each `Function` that the call needs. It returns None if every value stays unchanged.

- A type that changes has a function, and each change has an edit. No edit is made for a member whose valid
  values all stay valid in the target.
- Every object is open, so a source may send a member that only the target declares. The member stays if it is
  valid for the type of the target. Otherwise it is dropped.
- Without a decision, a member that the target does not declare is dropped. A message without a newly required
  member is refused. A value that is invalid for a narrower type, or of a removed variant, is dropped if the
  member is optional; otherwise the message is refused. Decisions replace these defaults.
- If a union loses a variant and changes another, the function of the union first converts the value. Then the
  value of the lost variant is still invalid, and is dropped, replaced or refused.
- A member that moves has a location in the source and one in the target. If one of them is in a nested
  object, the value is converted at the other. If both are, it is converted at the location in the source.
- A recursive type is first assumed to stay unchanged. If it does change, it is planned again with its
  function.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice, takewhile
from typing import Literal, TypeAlias, TypeVar

from mcpgen.adapters.actions import VERBS, Action, ActionTable, Citations, Key, Presence, Renaming
from mcpgen.adapters.decisions import listed
from mcpgen.adapters.given_values import given_value
from mcpgen.adapters.plan import (
    Become,
    CallRule,
    ChangeConstant,
    Convert,
    Direction,
    Drop,
    DropInside,
    DropOnly,
    DropOthers,
    Fits,
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
from mcpgen.adapters.rule_places import SHOWN, RulePlaces
from mcpgen.adapters.union_tests import UnionTests
from mcpgen.compare.alignment import (
    NULL,
    AlignedMember,
    AlignedVariant,
    Alignment,
    Items,
    Leaf,
    Link,
    Location,
    Node,
    Objects,
    TypePair,
    Unions,
    Values,
)
from mcpgen.compare.describe import describe
from mcpgen.compare.likeness import Path
from mcpgen.compare.moves import Moves
from mcpgen.compare.protocol_change import is_named
from mcpgen.compare.validity import is_valid
from mcpgen.compare.witness import counterexamples
from mcpgen.ir import Anything, Choice, Constant, Field, Map, Protocol, Record, Ref, Type, json_value, kind_of
from mcpgen.names import snake
from mcpgen.problems import Problem
from mcpgen.subtypes import Subtypes, allows_every_length, constants, required_constants
from mcpgen.variants import are_disjoint, kinds_of, literals

End = TypeVar("End")


class NotConvertible(Exception):
    """Raised if a value of the source may be invalid in the target, and no planned edit makes it valid.

    `misfits` are the keys (`actions.Key`) of the types or members whose values may be invalid. For a union,
    `refusing` returns a call that refuses the invalid values, and `partly` returns a call that converts the
    valid values and leaves the invalid ones unchanged. Each is None if there is no such call.
    """

    def __init__(
        self,
        misfits: Sequence[Key],
        refusing: Callable[[], Call] | None = None,
        partly: Callable[[], Call] | None = None,
    ) -> None:
        super().__init__(misfits)
        self.misfits = tuple(dict.fromkeys(misfits))
        self.refusing, self.partly = refusing, partly


_WHOLE = ("rule", "instead", "set", "dropOnly", "dropInside")  # verbs that decide everything about a member
_ERASING = ("drop", "set", "dropOnly")  # verbs that remove or replace a value which the target has
_GIVING = ("const", "fill")  # verbs that set a member which is absent or invalid
_HERE = "@\0"  # in an action of an error message: the locations of the problem


@dataclass(frozen=True, slots=True)
class Call:
    """A call of a generated function on a value, or on each item or value of a container."""

    function: str
    loop: Loop | None = None


_Key: TypeAlias = Link | tuple[Node, Location] | tuple[Node, Location, "_Lost"]
_Lost: TypeAlias = Literal["refuse", "keep"]  # what a function does with the values of lost variants


@dataclass(frozen=True, slots=True)
class _MemberCase:
    """A member for which edits are planned. The source, the target or both declare it.

    `where` is the member as `Type.member`, for error messages. `cited` has keys (`actions.Key`) of parts of
    the protocol. A report about the member names a change of one of these parts.
    """

    source: Field | None
    target: Field | None
    inside: Node | None
    location: Location
    where: str
    cited: Sequence[Key]

    @property
    def name(self) -> str:
        """The name of the member in the target, or in the source if only the source declares it."""
        present = self.target or self.source
        return present.name if present else ""


class _OpenPair:
    """A pair of types for which a plan is being made.

    If the values are known to change, `call` is the call of the function that converts them. `recursive`
    becomes true if the types contain themselves.
    """

    def __init__(self) -> None:
        self.call: Call | None = None
        self.recursive = False


class TypePlanner:
    """Plans the functions that convert the values of types, in one direction between two revisions.

    Calls of its methods add to `functions`, `effects` and the problems. If `is_proposing` is true, a change
    without an entry gets the action that would be proposed for it, which may invent a value.
    """

    def __init__(
        self,
        direction: Direction,
        alignment: Alignment,
        actions: ActionTable,
        citations: Citations,
        decisions: str,
        *,
        is_proposing: bool = False,
    ) -> None:
        self.is_proposing = is_proposing
        self.direction: Direction = direction
        self.alignment = alignment
        self.source, self.target = alignment.protocols[direction == "down"]
        self.functions: dict[str, Function] = {}
        self._problems: list[Problem] = []
        self._unsettled: dict[tuple[str, str, tuple[str, ...]], list[str]] = {}
        self.effects: dict[Key, dict[str, set[str]]] = {}
        self._subtypes = Subtypes(self.source, self.target)
        self._moves = Moves(alignment)
        self.rules, self.places = actions.rules, RulePlaces(self.source, self.target, actions.rules)
        self._actions, self._citations, self._decisions = actions, citations, decisions
        self._calls: dict[_Key, Call | None | NotConvertible] = {}
        self._open: dict[_Key, _OpenPair] = {}
        self._entered = 0  # how often a type was found to contain itself

    # Decisions

    def action(self, *keys: Key, verbs: Iterable[str] = VERBS) -> Action | None:
        """Return the action for the first of `keys` that has one. A key stands for a part of the protocol.

        Return None if none of the keys has an action, or if the verb of the action is not in `verbs`.
        """
        return self._actions.find(*keys, verbs=verbs)

    def note(self, effect: Action | str, *keys: Key, where: str = "") -> None:
        """Record that the adapter does `effect`, such as `drop`, in the parts of the protocol in `keys`.

        `where` is the member to which `effect` is applied. It is '' if `keys` already stand for the member,
        or if no member holds the value, as for an item of an array in a union.
        """
        for key in keys:
            self.effects.setdefault(key, {}).setdefault(str(effect), set()).add(where)

    def cite(self, title: str, keys: Sequence[Key], action: Action | None = None) -> ChangeConstant:
        """Return the constant in the generated module with which the adapter reports a change.

        The change is the entry that states `action`. Without `action`, it is the first entry for one of
        `keys`. If there is no such entry, the constant names the location `title`.
        """
        return self._citations.cite(self.direction, title, keys, action.entry if action else None)

    def unsettled(self, where: str, fact: str, *verbs: str, action: Action | None = None) -> None:
        """Add a problem: the decision file must state one of the actions `verbs` for the location `where`.

        `fact` says why. If the file states the unsuitable action `action` for this location, the problem
        points to the line of that action.
        """
        if action is not None and action.text:  # at a location, `keep` is only an exception to another action
            verbs = tuple(verb for verb in verbs if verb != "keep")
        steps = tuple(verb.replace(f"@{where}", _HERE) for verb in verbs)
        line = action.line if action else self._decisions
        self._unsettled.setdefault((line, fact, steps), []).append(where)

    @property
    def problems(self) -> list[Problem]:
        """The problems of the decision file. One fact about several locations is one problem."""
        found = self._problems.copy()
        for (line, fact, steps), locations in self._unsettled.items():
            *first, last = dict.fromkeys(locations)
            named = f"{', '.join(first)} and {last}" if first else last
            verbs = " or ".join(steps).replace(_HERE, f"@{','.join([*first, last])}")
            it = "them" if first else "it"
            step = f"write {verbs} for {it}" if steps else "remove this action"
            message = f"{named}: {fact}; in `{self.direction}`, {step}"
            found.append(Problem(line, message))
        return found

    def proved(
        self,
        source: Type,
        target: Type,
        where: str,
        fact: str,
        *verbs: str,
        action: Action | None = None,
    ) -> bool:
        """Return whether every value of the source type is valid for the target type.

        If this cannot be proved, record a problem with an example. The other parameters are those of
        `unsettled`.
        """
        if self._subtypes.holds(source, target):
            return True
        found = list(islice(counterexamples(self.source, source, self.target, target), 1))
        shown = f", such as {json.dumps(found[0])[:SHOWN]}" if found else ""
        self.unsettled(where, f"{fact}{shown}", *verbs, action=action)
        return False

    def check_rule(self, rule: Action, where: str, complaint: str | None, *verbs: str) -> None:
        """Record a problem if a conversion rule cannot be called at a location, because of `complaint`.

        `verbs` are the actions that the problem suggests in place of the rule.
        """
        if complaint is not None:
            self.unsettled(where, f"`{rule}` {complaint}", *verbs, action=rule)

    # Types

    def ends(self, old: End, new: End) -> tuple[End, End]:
        """Return `(old, new)` in the order source, target: unchanged for `up`, and swapped for `down`.

        `old` belongs to the old revision, and `new` to the new one. A second call restores the order.
        """
        return (old, new) if self.direction == "up" else (new, old)

    def node(self, source: Type, target: Type) -> Link | Leaf:
        """Return the node of the alignment that pairs a type of the source with a type of the target."""
        return self.alignment.node(*self.ends(source, target))

    def plan(self, node: Node, location: Location) -> Call | None:
        """Return the call that converts values of two paired types, or None if every value stays unchanged.

        `node` is the pair of types in the alignment, and `location` is where it occurs. Raise
        `NotConvertible` if a value may stay invalid in the target.
        """
        while isinstance(node, Link) and isinstance(body := self.alignment.types[node.old, node.new], Link):
            node = body  # an alias of a named type uses the function of that type
        key = node if isinstance(node, Link) else (node, location)
        if key in self._calls:
            found = self._calls[key]
            if isinstance(found, NotConvertible):
                raise found
            return found
        if key in self._open:
            self._open[key].recursive = True
            self._entered += 1
            return self._open[key].call
        before = dict(self._calls), dict(self.functions)
        try:
            call = self._linked(node) if isinstance(node, Link) else self._compare(node, location, None)
        except NotConvertible as refusal:
            self._calls, self.functions = before  # discard calls that assumed that the type stays unchanged
            self._calls[key] = refusal
            raise
        self._calls[key] = call
        return call

    def _linked(self, link: Link) -> Call | None:
        """Return the call that converts values of two paired types of which at least one has a name.

        Types with names may be recursive.
        """
        pair = self._open[link] = _OpenPair()
        before = dict(self._calls), dict(self.functions)
        source, _ = self.ends(link.old, link.new)
        body, location = self.alignment.types[link.old, link.new], Location((link.old, link.new))
        try:
            try:
                call = self._compare(body, location, None)
            except NotConvertible as misfit:
                if not pair.recursive or misfit.refusing is None:
                    raise
            else:
                if call is None or not pair.recursive:
                    return call
            self._calls, self.functions = before
            name = self.unused(source.name if isinstance(source, Ref) else "value")
            pair.call = Call(name)
            call = self._compare(body, location, name)
            if call is not None and call.loop is not None:
                self.functions[name] = loop_function(name, call.function, call.loop)
            return pair.call
        finally:
            del self._open[link]

    def _compare(self, node: Node, location: Location, name: str | None) -> Call | None:
        """Return the call of a function that converts the values of two paired types.

        Return None if no value changes. `name` is the name to give to the function. If `name` is None, the
        function gets an unused name.
        """
        source, target = self.ends(*(location.pair if isinstance(node, Objects) else (node.old, node.new)))
        match node:
            case Link():
                return self.plan(node, location)
            case Items(inside=inside) if allows_every_length(source, target):
                return self._container(node, "items", inside, location)
            case Values(inside=inside):
                return self._container(node, "values", inside, location)
            case Unions():
                return self._union(node, location, name)
            case Objects():
                limited = self.target.resolve(target)
                if not isinstance(limited, Map) or limited.names is None:
                    return self._object(node, location.pair, name)
            case Leaf(old=Choice() as old, new=Choice() as new):
                if renamed := [*self._renamed_values(old, new, location)]:
                    return self._renaming(node, renamed, location, name)
        if not self._subtypes.holds(source, target):
            raise NotConvertible([location])
        self.note("keep", location)
        return None

    def _renamed_values(
        self, old: Choice, new: Choice, location: Location
    ) -> Iterator[tuple[Constant, Constant, Action]]:
        """Yield each renamed enumeration value: in the source, in the target, and the decision about it."""
        for after in (Choice((value,)) for value in new.values if value not in old.values):
            action = self.action((location, after), verbs=("rename",))
            for before in (Choice((value,)) for value in old.values if value not in new.values):
                if action is not None and is_named(before, action.argument):
                    self.note(action, (location, after))
                    source, target = self.ends(before, after)
                    yield source.values[0], target.values[0], action

    def _renaming(
        self,
        node: Leaf,
        renamed: Sequence[tuple[Constant, Constant, Action]],
        location: Location,
        name: str | None,
    ) -> Call:
        """Return the call of a function that replaces the renamed values of an enumeration.

        `renamed` has, for each such value, the value in the source, the value in the target, and the
        decision.
        """
        source, target = self.ends(node.old, node.new)
        assert isinstance(source, Choice) and isinstance(target, Choice)
        variants = [
            Variant(
                describe(Choice((value,))),
                Become(other, self.cite(describe(source), [], action)),
                tests=(Fits(Choice((value,))),),
            )
            for value, other, action in renamed
        ]
        titles = [type_.name for type_ in self.ends(*location.pair) if isinstance(type_, Ref)] or ["value"]
        title = titles[0] if location.member is None else f"{titles[0]}_{location.member}"

        def call() -> Call:
            function = name or self.unused(title)
            self.functions[function] = UnionFunction(function, tuple(variants))
            return Call(function)

        kept = {*target.values, *(value for value, _, _ in renamed)}
        if any(value not in kept for value in source.values):
            raise NotConvertible([location], partly=call)
        self.note("keep", location)
        return call()

    def function(self, source: Type, target: Type) -> str | None:
        """Return the name of the function that converts from one type to another, wherever the types occur.

        Return None if every value is valid in the target. Raise `NotConvertible` if a value may stay invalid.
        """
        node = self.node(source, target)
        try:
            call = self.plan(node, Location((node.old, node.new)))
        except NotConvertible as misfit:
            if misfit.refusing is None:
                raise
            self.note("refuse", *misfit.misfits)
            call = misfit.refusing()
        if call is None or call.loop is None:
            return call.function if call else None
        return self._looping(call.function, call.loop).function

    def _looping(self, function: str, loop: Loop) -> Call:
        """Add a function that calls `function` for each item of an array or each value of an object.

        Return a call of the new function.
        """
        name = self.unused(f"{function.removesuffix('_' + self.direction)}_list")
        self.functions[name] = loop_function(name, function, loop)
        return Call(name)

    def _container(self, node: Items | Values, loop: Loop, inside: Node, location: Location) -> Call | None:
        """Return the call that converts each item or value of a container, or None if no change is needed."""
        try:
            call = self.plan(inside, location)
        except NotConvertible as misfit:
            refusing, partly = self._looped(loop, misfit.refusing), self._looped(loop, misfit.partly)
            raise NotConvertible(misfit.misfits, refusing, partly) from None
        return call and self._loop(loop, call)

    def _looped(self, loop: Loop, planned: Callable[[], Call] | None) -> Callable[[], Call] | None:
        """Return a function that plans the call for a whole container: `planned` plans the call for one item.

        Return None if `planned` is None.
        """
        return None if planned is None else lambda: self._loop(loop, planned())

    def _loop(self, loop: Loop, call: Call) -> Call:
        """Return a call that applies `call` to each item of an array or each value of a map.

        If `call` itself loops over a container, its loop becomes a separate function.
        """
        inner = call if call.loop is None else self._looping(call.function, call.loop)
        return Call(inner.function, loop)

    def unused(self, stem: str) -> str:
        """Return a name for a new function, derived from `stem`, that no other function of the plan has."""
        name = base = f"{snake(stem)}_{self.direction}"
        reserved = (pair.call.function for pair in self._open.values() if pair.call)
        taken = {*self.functions, *reserved}
        number = 2
        while name in taken:
            name, number = f"{base}_{number}", number + 1
        return name

    # Objects

    def _object(self, node: Objects, pair: TypePair, name: str | None) -> Call | None:
        """Return the call that edits an object, or None if the object does not change."""
        source, target = self.ends(node.old, node.new)
        title = source.name or target.name
        whole = self.action(Location(pair), verbs=("rule", "instead"))
        rule: Replacement | None = None
        if whole is not None:
            rule = Replacement(whole.argument, self.cite(title, [], whole))
            self.note(whole, Location(pair))
            self._check_value_rule(whole, *self.ends(*pair), title, whole=whole.verb == "instead")
        edits: list[MemberEdit] = []
        if whole is None or whole.verb != "instead":
            order = [field.name for field in (*source.fields, *target.fields)]

            def rank(member: AlignedMember) -> tuple[bool, int]:
                name = self._name(member)
                return not any(member.within), order.index(name) if name in order else 0

            for member in sorted(node.members, key=rank):  # moved members first
                edits += self._member(source, target, member, member.location(pair))
            edits = _given_first(
                [*self._graded(edits, source), *self._others(source, target, Location(pair))]
            )
            edits.sort(
                key=lambda edit: not _is_whole(edit)
            )  # edits that decide everything about a member must see the original object
        if rule is None and not edits:
            return None
        stem = node.variant or title
        return Call(self.new_function(ObjectFunction(name or self.unused(stem), title, tuple(edits), rule)))

    def _graded(self, edits: Sequence[MemberEdit], source: Record) -> Iterator[MemberEdit]:
        """Yield the edits of an object, with `known` of each `Drop` false if moves always empty its member.

        The removal of this member then loses nothing.
        """
        moves = [edit for edit in edits if isinstance(edit, Move)]
        for edit in edits:
            is_emptied = isinstance(edit, Drop) and self._is_emptied(edit, source, moves)
            yield replace(edit, known=False) if isinstance(edit, Drop) and is_emptied else edit

    def _is_emptied(self, edit: Drop, source: Record, moves: Sequence[Move]) -> bool:
        """Return whether moves have always emptied the member that an edit removes."""
        member = source.field(edit.member) if edit.type is None else None
        record = self.source.record_of(member.type) if member else None
        moved = {
            move.source[1]
            for move in moves
            if member and move.clears and len(move.source) == 2 and move.source[0] == member.name
        }
        return record is not None and bool(record.required) and {each.name for each in record.fields} <= moved

    def _check_value_rule(
        self, rule: Action, source: Type, target: Type, where: str, *, whole: bool, of_variant: bool = False
    ) -> None:
        """Record a problem if a rule does not accept every value of the type `source`.

        `of_variant` says that the type is a variant of a union, and `where` names it in the problem. If
        `whole` is true, no other edit follows, so it is also a problem if a value may be invalid after the
        call.
        """
        complaint = self.places.of_value(
            rule.argument,
            source,
            target,
            whole=whole,
            converts=lambda: self._subtypes.holds(source, target),
        )
        verbs = ("drop", "refuse") if of_variant else ("keep",)
        self.check_rule(rule, where, complaint, *verbs)

    def new_function(self, function: ObjectFunction) -> str:
        """Add a function to the plan, and return its name. A function without a name gets an unused one."""
        name = function.name or self.unused(function.type_name)
        self.functions[name] = replace(function, name=name)
        return name

    def _name(self, member: AlignedMember) -> str:
        """Return the name of a member in the source, or in the target if only the target declares it."""
        return member.name if any(member.within) else self.ends(*member.paths)[0][-1]

    def _others(self, source: Record, target: Record, location: Location) -> Iterator[MemberEdit]:
        """Yield the edits that remove undeclared members which the target does not allow."""
        title = target.name or source.name or "object"
        change = self.cite(title, [location, target.name, source.name])
        rest = source.open or Anything()
        edits: list[MemberEdit] = []
        if not source.closed and (target.closed or not self._subtypes.holds(rest, target.open or Anything())):
            declared = tuple(field.name for field in target.fields)
            type_ = None if target.closed else target.open
            known = source.open is not None and not source.opened
            edits.append(DropOthers(title, declared, change, type_, known))
        for name in target.absent:
            if source.field(name) is None and self._subtypes.may_have(source, name):
                edits.append(Drop(name, change))
        self.note("drop" if edits else "keep", location)
        yield from edits

    def _member(
        self, source: Record, target: Record, member: AlignedMember, location: Location
    ) -> Iterator[MemberEdit]:
        """Yield the edits for one member of an object."""
        source_field, target_field = self.ends(member.old, member.new)
        present = target_field or source_field
        name = present.name if present and not any(member.within) else member.name
        owner = target.name or source.name
        where = f"{owner}.{name}" if owner else name
        cited: list[Key] = [
            Renaming(location),
            Presence(location),
            location,
            Location(location.pair),
            source.name,
            target.name,
        ]
        cited += _pairs_inside(member.inside)
        found = _MemberCase(source_field, target_field, member.inside, location, where, cited)
        presence, value = self.action(Presence(location)), self.action(location)
        moved = self.action(Renaming(location), verbs=("rename", "move"))
        move = self._move(source, target, member, location, self.cite(where, cited, moved or presence))
        if moved is not None and move is not None:
            self.note(moved, Renaming(location))
        if move is not None and source_field is not None and target_field is not None:
            source_field, target_field = replace(source_field, name=name), replace(target_field, name=name)
            found = replace(found, source=source_field, target=target_field)
        if move is not None and all(member.within):
            yield from self._edits_below(source, found, move.source, value)
            yield move
            return
        edits = list(self._edits_of(found, presence, value, target))
        yield from [move] if move is not None and move.target == (name,) else []
        yield from edits
        yield from [move] if move is not None and move.target != (name,) else []

    def _edits_below(
        self, source: Record, member: _MemberCase, path: Path, value: Action | None
    ) -> Iterator[MemberEdit]:
        """Yield the edits for the value of a member that moves from one nested object to another.

        `path` is the path of the member in the source. The edits of the two nested objects decide whether the
        member is present.
        """
        assert member.source is not None and member.target is not None
        one, other = (replace(end, name=path[-1], required=False) for end in (member.source, member.target))
        edits = tuple(self._value_edits(replace(member, source=one, target=other), value))
        for end in range(len(path) - 1, 0, -1) if edits else ():
            holder = self._record(self.source, source, path[:end])
            title = holder.name if holder else ""
            name = self.new_function(ObjectFunction(self.unused(f"{title}_{path[end]}"), title, edits))
            edits = (Visit(path[end - 1], name, None, always=False),)
        yield from edits

    def _move(
        self,
        source: Record,
        target: Record,
        member: AlignedMember,
        location: Location,
        change: ChangeConstant,
    ) -> Move | None:
        """Return the edit that moves or renames a member, or None if its path stays the same."""
        if member.old is None or member.new is None:
            return None
        one, other = self.ends(*member.paths)
        # Create a missing object that the source does not declare, or in which no other member is required.
        ways = [other[:end] for end in range(1, len(other))]
        holders = [(self._record(self.source, source, p), self._record(self.target, target, p)) for p in ways]
        makes = bool(holders) and all(
            here is None or there is None or not here.required and there.required <= {name}
            for (here, there), name in zip(holders, other[1:], strict=True)
        )
        new = next((n for n, (here, there) in enumerate(holders) if here is None and there is not None), 0)
        if new and (fact := self._lacking(holders[new][1], ways[new], location, None)):
            step = "state the removal and the addition of the member instead of the move"
            message = f"{'.'.join((target.name or source.name, *one))}: {fact}; {step}"
            self._problems.append(Problem(self._line_of_move(location), message))
        around = [one[:end] for end in range(len(one) - 1, 0, -1)]
        clears = len([*takewhile(lambda way: self._is_cleared(target, way, location), around)])
        if one != other and self.target.along(target, one[:-1]):
            self._check_only_move(source, one, ".".join(other), location)
        if one == other:
            return None
        removal = self._citations.cite_removal(
            self.direction, change, may_lack_object=bool(holders) and not makes
        )
        return Move(one, other, change, removal, makes, clears)

    def _is_cleared(self, target: Record, way: Path, location: Location) -> bool:
        """Return whether a move that leaves the object at the path `way` empty also removes this object.

        An object that the target requires stays, and so does one into which another member moves. `location`
        is the location of the object type in which `way` starts.
        """
        steps = self.target.along(target, way)
        if steps and steps[-1].required:
            return False
        return not any(there[: len(way)] == way for there in self._new_paths(location))

    def _new_paths(self, location: Location) -> list[Path]:
        """Return the path in the target of each renamed or moved member of the object type at a location."""
        node = self.alignment.types.get(location.pair)
        members = node.members if isinstance(node, Objects) else ()
        return [self.ends(*member.paths)[1] for member in members if member.is_moved]

    def _lacking(self, made: Record | None, way: Path, location: Location, given: object) -> str:
        """Return what a new object lacks into which members move, for an error message, or ''.

        It lacks each required member that neither moves into it nor is in `given`, the valid value that a
        decision gives it. `made` is its type, and `way` its path in the object type at `location`.
        """
        inside = [path[len(way) :] for path in self._new_paths(location) if path[: len(way)] == way != path]
        lacking = sorted(made.required - {path[0] for path in inside}) if made is not None and inside else []
        if lacking and not isinstance(given, dict):
            return f"a move makes {'.'.join(way)!r} without {listed([*map(repr, lacking)], 'and')}"
        for name in dict.fromkeys(path[0] for path in inside if len(path) > 1):
            member = made.field(name) if made is not None else None
            record = self.target.record_of(member.type) if member is not None else None
            value = given.get(name) if isinstance(given, dict) else None
            if fact := self._lacking(record, (*way, name), location, value):
                return fact
        return ""

    def _line_of_move(self, location: Location) -> str:
        """Return the file and line of the entry that renames or moves a member."""
        action = self.action(Renaming(location), verbs=("rename", "move"))
        return action.line if action is not None else self._decisions

    def _check_only_move(self, record: Record, path: Path, other: str, location: Location) -> None:
        """Record a problem if a member moves out of a nested object, but is paired with a member inside it.

        The alignment contradicts the move if it pairs the member with a required member of the nested
        object's type in the target. `record` is the object that contains the nested object. `path` and
        `other` are the paths of the member in `record`, in the source and in the target, and `location` is
        its location.
        """
        holder = self._record(self.source, record, path[:-1])
        if holder is None or not holder.name:
            return
        for node in self.alignment.types.values():
            if not isinstance(node, Objects) or self.ends(node.old, node.new)[0].name != holder.name:
                continue
            for member in node.members:
                before, after = self.ends(member.old, member.new)
                if before is None or after is None or before.name != path[-1] or any(member.within):
                    continue
                if not after.required:
                    continue
                fact = f"moves to {record.name}.{other}, and {holder.name} requires it as {after.name}"
                message = f"{holder.name}.{before.name}: {fact}; state only one of the two"
                self._problems.append(Problem(self._line_of_move(location), message))

    @staticmethod
    def _record(protocol: Protocol, record: Record, path: Sequence[str]) -> Record | None:
        """Return the record (object type) at a path of member names that starts in `record`, or None."""
        steps = protocol.along(record, path)
        found = protocol.resolve(steps[-1].type) if steps else None
        return found if isinstance(found, Record) else None

    def _edits_of(
        self, member: _MemberCase, presence: Action | None, value: Action | None, target: Record
    ) -> Iterator[MemberEdit]:
        """Yield the edits of a member, according to the decisions about it.

        `presence` is the decision about its presence, and `value` the decision about its value.
        """
        if member.target is None and self._leaves(member):
            self.note("keep", Presence(member.location), member.location)
            return
        whole = next((each for each in (presence, value) if each is not None and each.verb in _WHOLE), None)
        problem = self._move_problem(member, target, presence) if member.source is None else None
        if problem is not None and (presence is not None or not self.is_proposing):
            self.unsettled(member.where, *problem, action=presence)
            if presence is not None:
                self.note(presence, Presence(member.location), member.location)  # avoids a second problem
            return
        if whole is not None:
            yield from self._whole_edits(member, whole, target)
        elif member.target is None:
            yield from self._edits_of_removed(member, presence or value, target)
        elif member.source is None:
            yield from self._edits_of_added(member, presence or value, member.target)
        else:
            yield from self._edits_of_shared(member, presence, value, member.source, member.target)

    def _leaves(self, member: _MemberCase) -> bool:
        """Return whether a member moves out of its object at every location of the object in messages."""
        side = 0 if self.direction == "up" else 1
        return self._moves.take_out(member.location.pair, (member.name,), side)

    def _move_problem(
        self, member: _MemberCase, target: Record, action: Action | None
    ) -> tuple[str, str] | None:
        """Return why the decision about a new member contradicts a move, and what to write instead, or None.

        It may not erase a member to which another member moves, or decide everything about a member into
        which another member moves. It must give such an object the required members that the moves do not.
        """
        name, here = f"{target.name}.{member.name}", member.where
        moved, into = self._moved_to.get(name), self._moved_into.get(name)
        verb = action.verb if action is not None else ""
        given = json.loads(action.argument) if action is not None and verb == "fill" else None
        if not (_required(member.target) and verb in ("", "refuse")) and (
            fact := self._incomplete(member, given)
        ):
            return fact, f"fill:JSON@{here}"
        if isinstance(given, dict) and member.target is not None and into is not None:
            inside = [path[1:] for path in self._new_paths(member.location) if path[0] == member.name]
            rest = _without(given, inside)
            if rest != given and is_valid(self.target, member.target.type, rest):
                return f"`{action}` gives what {into} moves to", f"fill:{json.dumps(rest)}@{here}"
        if moved is not None and verb in _ERASING:
            return f"`{action}` would undo the move of {moved} to this member", "keep"
        if into is not None and verb in (*_ERASING, *_WHOLE):
            return f"`{action}` decides about the whole object into which {into} moves", "keep"
        return None

    def _incomplete(self, member: _MemberCase, given: object) -> str:
        """Return what the value of a new member lacks into which other members move, or '' (`_lacking`)."""
        record = self.target.record_of(member.target.type) if member.target is not None else None
        return self._lacking(record, (member.name,), member.location, given)

    @cached_property
    def _moved_to(self) -> dict[str, str]:
        """The source path of each renamed or moved member, by the member that the target declares for it.

        A path begins with the name of the object type, such as `Tool.annotations.title`.
        """
        ends = (self.ends(*each) for each in self._moves.ends)
        return {target.declared: source.name for source, target in ends}

    @cached_property
    def _moved_into(self) -> dict[str, str]:
        """The source path of each member that moves into a nested object.

        The keys are the members of the target that contain this object.
        """
        ends = (self.ends(*each) for each in self._moves.ends)
        return {name: source.name for source, target in ends for name in target.through}

    def _whole_edits(self, member: _MemberCase, action: Action, target: Record) -> Iterator[MemberEdit]:
        """Yield the edits for a decision such as `set` or `rule`. The member needs no other edits then."""
        change = self.cite(member.where, member.cited, action)
        always = action.verb == "set" or (_required(member.target) and not _required(member.source))
        if member.source is None and action.verb in ("rule", "instead"):
            always = always or self.rules[action.argument].adds
        self.note(action, Presence(member.location), member.location)
        if action.verb == "set" and member.target is None:
            fact = f"the target has no member that `{action}` could set"
            self.unsettled(member.where, fact, *self._verbs(member, action), action=action)
        elif action.verb == "set" and member.target is not None:
            self._check_given(member, member.target, action)
        elif action.verb in ("dropOnly", "dropInside"):
            self._check_removed(member, action, target)
        else:
            self._check_member_rule(member, action, target)
        yield _whole_edit(member.name, action, change, always, known=member.source is not None)
        if action.verb == "rule":
            with suppress(NotConvertible):  # the rule makes the value valid
                yield from self._visited(member, self._refusing)

    def _check_member_rule(self, member: _MemberCase, rule: Action, target: Record) -> None:
        """Record a problem if a rule cannot be called for a member."""
        one, other = member.source, member.target
        owner, holder = self.ends(*member.location.pair)

        def converts() -> bool:
            if one is None or other is None:
                return False
            is_valid_already = self._subtypes.holds(one.type, other.type)
            return is_valid_already or (rule.verb == "rule" and not self._may_misfit(member))

        whole = self.target.record_of(holder) or target  # `target` may be one variant of `holder`
        complaint = self.places.of_member(rule.argument, owner, whole, (one, other), converts)
        if complaint is not None:
            self.check_rule(rule, member.where, complaint, *self._verbs(member, rule))

    def _check_removed(self, member: _MemberCase, action: Action, target: Record) -> None:
        """Record a problem if `dropOnly` or `dropInside` cannot remove what it states from every message.

        Each value of the member must have the JSON type that the action names, and the member must be valid
        in the target afterwards.
        """
        if member.source is None:
            fact = f"`{action}` is for a member that the source declares"
            self.unsettled(member.where, fact, *self._verbs(member, action), action=action)
            return
        stated = json.loads(action.argument)
        kind = "object" if action.verb == "dropInside" else kind_of(stated)
        others = sorted(kinds_of(self.source, member.source.type) - {kind})
        if others:
            fact = f"`{action}` is for the JSON type {kind}, and the member may be {listed(others, 'or')}"
            self.unsettled(member.where, fact, *self._verbs(member, action), action=action)
            return
        left: Record | None = None
        if (
            action.verb == "dropOnly"
            and kind != "object"
            and not is_valid(self.source, member.source.type, stated)
        ):
            fact = f"the member never has the value of `{action}`"
            self.unsettled(member.where, fact, *self._verbs(member, action), action=action)
        if action.verb == "dropInside":
            left = self._left_inside(member, member.source, stated, action)
        if _required(member.target) and not (left and left.required):
            fact = f"`{action}` may remove the member, which the target requires"
            self.unsettled(member.where, fact, *self._verbs(member, action), action=action)
        elif left and not self._may_hold(target, member, left):
            fact = f"what `{action}` leaves may be invalid in the target"
            self.unsettled(member.where, fact, *self._verbs(member, action), action=action)

    def _may_hold(self, target: Record, member: _MemberCase, value: Record) -> bool:
        """Return whether every object of the type `value` is valid as the value of a member in `target`."""
        if member.target is not None:
            return self._subtypes.holds_of_object(value, member.target.type)
        is_allowed = not target.closed and member.name not in target.absent
        return is_allowed and self._subtypes.holds_of_object(value, target.open or Anything())

    def _left_inside(
        self, member: _MemberCase, source: Field, names: Sequence[str], action: Action
    ) -> Record | None:
        """Return the type of a member's object after the inner members `names` are removed from it.

        Return None if the member is not an object. Record a problem for each of `names` that neither revision
        declares, unless the object may have any member names.
        """
        record = self.source.record_of(source.type)
        other = self.target.record_of(member.target.type) if member.target else None
        if record is None:
            return None
        known = [field.name for each in (record, other) if each for field in each.fields]
        if unknown := [name for name in names if record.fields and name not in known]:
            fact = f"the object has no member {listed([*map(repr, unknown)], 'or')}"
            verbs = "the name of a member that the object has", *self._verbs(member, action)
            self.unsettled(member.where, fact, *verbs, action=action)
        fields = tuple(field for field in record.fields if field.name not in names)
        return replace(record, fields=fields, absent=(*record.absent, *names))

    def _edits_of_removed(
        self, member: _MemberCase, action: Action | None, target: Record
    ) -> Iterator[MemberEdit]:
        """Yield the edit for a member that the target does not declare.

        By default, this edit drops the member.
        """
        keys = Presence(member.location), member.location
        change = self.cite(member.where, member.cited, action)
        if (
            action is not None
            and action.verb == "keep"
            and not (target.closed or member.name in target.absent)
        ):
            self._check_stay(member.source, target, member.where, action)
            self.note("keep", *keys)
        elif action is not None and action.verb == "refuse":
            self.note(action, *keys)
            yield RefuseMember(member.name, change, code=action.code)
        else:
            self.note("drop", *keys)
            yield Drop(member.name, change)

    def _edits_of_added(
        self, member: _MemberCase, action: Action | None, target: Field
    ) -> Iterator[MemberEdit]:
        """Yield the edits for a member that only the target declares.

        A message of the source may already have it as an undeclared member, with any value.
        """
        keys = Presence(member.location), member.location
        change = self.cite(member.where, member.cited, action)
        anything = self.target.accepts_anything(target.type)
        if action is None and (target.required or self._incomplete(member, None)):
            action = self._proposed(target)
        verb = action.verb if action else ""
        if action is not None and verb in _GIVING:
            yield from self._given(member, target, action, change, always=True)
            self.note(action, *keys)
        elif target.required:
            self.note(action if action is not None and verb == "refuse" else "refuse", *keys)
            type_ = Anything() if anything else target.type
            code = action.code if action is not None else None
            yield RefuseMember(target.name, change, type_, always=True, code=code, known=False)
        elif verb == "drop":
            self.note("drop", *keys)
            yield Drop(target.name, change)
        else:
            self.note("keep", *keys)
            if not anything:
                yield Drop(target.name, change, target.type, known=False)

    def _edits_of_shared(
        self,
        member: _MemberCase,
        presence: Action | None,
        value: Action | None,
        source: Field,
        target: Field,
    ) -> Iterator[MemberEdit]:
        """Yield the edits for a member that both revisions declare.

        The edits convert the value of the member, or set the member if it is absent.
        """
        key = Presence(member.location)
        if not target.required or source.required:
            self.note("keep", key)
            yield from self._value_edits(member, value)
            return
        action = presence if presence is not None else self._proposed(target)
        change = self.cite(member.where, member.cited, action)
        if action is None or action.verb not in _GIVING:
            self.note(action if action is not None and action.verb == "refuse" else "refuse", key)
            code = action.code if action is not None else None
            yield RefuseMember(target.name, change, Anything(), always=True, code=code)
            yield from self._value_edits(member, value)
            return
        self.note(action, key)
        yield from self._value_edits(member, value, given=action)
        is_replacing = self._may_misfit(member)
        yield from self._given(member, target, action, change, always=True, is_replacing=is_replacing)

    def _value_edits(
        self, member: _MemberCase, value: Action | None, given: Action | None = None
    ) -> Iterator[MemberEdit]:
        """Yield the edits that convert the value of a member which both revisions declare.

        `value` is the decision about the value. `given` is the decision that sets the member if it is absent.
        If there is no decision about the value, `given` also replaces a value that is invalid in the target.
        """
        try:
            edits = list(self._visited(member))
        except NotConvertible as misfit:
            action = self._misfit_action(member, misfit, value, given)
            yield from self._misfit_edits(member, misfit, action, is_set=action is given)
        else:
            self.note("keep", member.location)
            yield from edits

    def _may_misfit(self, member: _MemberCase) -> bool:
        """Return whether a value of a member that both revisions declare may be invalid in the target."""
        try:
            [*self._visited(member)]
        except NotConvertible:
            return True
        return False

    def _misfit_action(
        self, member: _MemberCase, misfit: NotConvertible, value: Action | None, given: Action | None
    ) -> Action | None:
        """Return the decision about the values of a member that are invalid in the target, or None.

        Record what the adapter does with such values. `_value_edits` explains the parameters.
        """
        assert member.target is not None
        decisive = ("drop", "refuse", *_GIVING)
        action = value if value is not None and value.verb in decisive else None
        action = action or self.action(*misfit.misfits, verbs=decisive) or given or self._constant(member)
        keys, here = [*misfit.misfits, *([member.location] if value is not None else [])], member.where
        verb = action.verb if action else ""
        if verb == "drop" and member.target.required and action is not value:
            verbs = f"refuse@{here}", f"fill:JSON@{here}"
            self.unsettled(here, "`drop` removes a required member", *verbs, action=action)
            self.note("drop", *keys, where=here)  # avoids a second problem for the same part
        is_stated = verb in (*_GIVING, "refuse")
        default = "refuse" if member.target.required else "drop"
        self.note(action if action is not None and is_stated else default, *keys, where=here)
        return action if is_stated or verb == "drop" else None

    def _misfit_edits(
        self, member: _MemberCase, misfit: NotConvertible, action: Action | None, *, is_set: bool
    ) -> Iterator[MemberEdit]:
        """Yield the edits for a member if some of its values are invalid in the target.

        First, the values that can be converted are converted. Then `action`, the decision about the other
        values, is applied. If `is_set` is true, the caller makes the edit that applies `action`.
        """
        assert member.target is not None
        target, verb = member.target, action.verb if action else ""
        change = self.cite(member.where, [*misfit.misfits, *member.cited], action)
        is_refused = verb == "refuse" or (target.required and verb not in _GIVING)
        code = action.code if action is not None else None
        stated = [self.action(key) for key in misfit.misfits]
        if is_refused and misfit.refusing is not None and (code is None or action in stated):
            yield self._visit(member, misfit.refusing())
            return
        if misfit.partly is not None:
            yield self._visit(member, misfit.partly())
        if action is not None and verb in _GIVING:
            if not is_set:
                yield from self._given(member, target, action, change, always=target.required)
        elif is_refused:
            yield RefuseMember(target.name, change, target.type, code=code)
        else:
            yield Drop(target.name, change, target.type)

    def _given(
        self,
        member: _MemberCase,
        target: Field,
        action: Action,
        change: ChangeConstant,
        *,
        always: bool,
        is_replacing: bool = True,
    ) -> Iterator[MemberEdit]:
        """Yield the edit that sets a member to the target's constant, or to the value that `action` states.

        A value that is valid in the target is not replaced. `is_replacing` is true if the source may have
        values that are invalid in the target.
        """
        if action.verb == "const":
            values = [json_value(value) for value in constants(self.target, target.type)]
            if len(values) != 1:
                verbs = self._verbs(member, action)
                fact = "`const` is for a member with one value"
                self.unsettled(member.where, fact, *verbs, action=action)
                return
            (value,) = values
        else:
            value = json.loads(action.argument)
            self._check_given(member, target, action)
        known = member.source is not None
        replaces = known and is_replacing
        yield Set(target.name, value, change, always, known, target.type, replaces=replaces)

    def _check_given(self, member: _MemberCase, target: Field, action: Action) -> None:
        """Record a problem if the value that a decision gives to a member is not valid in the target."""
        if not is_valid(self.target, target.type, json.loads(action.argument)):
            fact, given = f"`{action}` is not a value of the target", given_value(target, self.target)
            verbs = [verb for verb in self._verbs(member, action) if not verb.startswith("fill:")]
            if given.startswith("fill:"):  # a valid value, in the place of the stated one
                at = f"@{member.where}" if action.text or isinstance(action.keys[0], tuple) else ""
                verbs = [given.replace("fill", action.verb, 1) + at, *verbs]
            self.unsettled(member.where, fact, *verbs, action=action)

    def _verbs(self, member: _MemberCase, action: Action) -> list[str]:
        """Return the actions that an adapter can carry out for a member, to suggest instead of `action`."""
        at = f"@{member.where}" if action.text or not isinstance(action.keys[0], Presence) else ""
        if member.target is None:
            return [f"drop{at}", f"refuse{at}"]
        given = [f"refuse{at}", f"fill:JSON{at}"]
        if member.source is None:
            is_moved = member.where in self._moved_to or member.where in self._moved_into
            return given if member.target.required else ["keep", *([] if is_moved else [f"drop{at}"])]
        if member.target.required:
            return given if not member.source.required or self._may_misfit(member) else ["keep"]
        return [f"drop{at}", *given] if self._may_misfit(member) else ["keep"]

    def _constant(self, member: _MemberCase) -> Action | None:
        """Return the action that sets a member to the target's constant.

        If the member is not a constant in both revisions, return None.
        """
        fields = (self.source, member.source), (self.target, member.target)
        values = [constants(side, field.type) for side, field in fields if field is not None]
        return Action("const", "", (), "", None, "") if [len(each) for each in values] == [1, 1] else None

    def _proposed(self, target: Field) -> Action | None:
        """Return the action to propose for a newly required member, or None to refuse messages without it.

        If `is_proposing` is false, the result is always None.
        """
        text = given_value(target, self.target) if self.is_proposing else "refuse"
        verb, _, argument = text.partition(":")
        return None if verb == "refuse" else Action(verb, argument, (), "", None, "")

    def _check_stay(self, source: Field | None, target: Record, location: str, action: Action) -> None:
        """Record a problem if the decision keeps a member whose values may be invalid in the target.

        The target does not declare the member, so its values must be valid for the type of undeclared
        members.
        """
        if source is not None and target.open is not None:
            fact = "the target refuses some values of the member"
            self.proved(source.type, target.open, location, fact, "drop", "refuse", action=action)

    def _visited(
        self, member: _MemberCase, plan: Callable[[Node, Location], Call | None] | None = None
    ) -> Iterator[MemberEdit]:
        """Yield the edit that converts the value of a member, or nothing if no value changes.

        The function `plan` returns the call that converts the value. By default, it is the method `plan`.
        """
        call = (plan or self.plan)(member.inside, member.location) if member.inside is not None else None
        if member.source is not None and call is not None:
            yield self._visit(member, call)

    @staticmethod
    def _visit(member: _MemberCase, call: Call) -> Visit:
        """Return the edit that calls a function on the value of a member."""
        assert member.source is not None
        return Visit(member.source.name, call.function, call.loop, member.source.required)

    # Unions

    def _union(
        self, node: Unions, location: Location, name: str | None, lost: _Lost | None = None
    ) -> Call | None:
        """Return the call of a function that recognises the variant of a value and converts the value.

        Return None if no value changes. If values of a variant are invalid in the target, and no decision
        says what to do with them, the function refuses or keeps them, as `lost` says. If `lost` is None in
        that case, raise `NotConvertible`.
        """
        source, target = self.ends(node.old, node.new)
        members = {self.ends(member.old, member.new)[0]: member for member in node.members}
        sources = self.source.variants(source)
        parts = [(one, members[one]) for one in sources]
        if node.tag is not None and len(sources) == 1:  # each value of the tag has its own variant
            parts = [(sources[0], member) for member in node.members]
        titles = [type_.name for type_ in self.ends(*location.pair) if isinstance(type_, Ref)]
        titles = titles if location.member is None else []
        variants: list[Variant] = []
        misfits: list[Key] = []
        entered = self._entered
        partial: list[Key] = []  # variants with values that may stay invalid
        for one, member in parts:
            try:
                variant = self._variant(titles, one, member, target, location)
            except NotConvertible as misfit:
                partial += misfit.misfits
                continue
            if variant is None:
                misfits.append(_key_of(location, one))
                title = f"{titles[0]}.{describe(one)}" if titles else describe(one)
                change = self.cite(title, [misfits[-1], location, *titles, describe(one)])
                stated = self.action(misfits[-1], verbs=("refuse",))
                refusal = self._refusal(one, target, change, stated.code if stated else None)
                variant = Variant(describe(one), Unchanged() if lost == "keep" else refusal)
            variants.append(variant)
        if partial:
            raise NotConvertible([*misfits, *partial])
        if all(isinstance(variant.outcome, Unchanged) for variant in variants):
            return None
        changed = sum(not isinstance(variant.outcome, Unchanged) for variant in variants)
        if lost is None and misfits and changed == len(misfits):
            raise NotConvertible(misfits, lambda: self._union_function(node, variants, titles, name))
        if lost is None and misfits and entered == self._entered:
            refusing, partly = (self._lossy(node, location, name, lost) for lost in ("refuse", "keep"))
            raise NotConvertible(misfits, refusing, partly)
        if lost is None:  # a recursive union has one function, which refuses
            self.note("refuse", *misfits)
        return self._union_function(node, variants, titles, name)

    def _lossy(self, node: Unions, location: Location, name: str | None, lost: _Lost) -> Callable[[], Call]:
        """Return a function that plans the call for a union with values that are invalid in the target.

        `lost` says what to do with these values: `refuse` or `keep`. The plan is made at the first call.
        Later calls return the same plan.
        """

        def call() -> Call:
            key = node, location, lost
            found = self._calls.get(key)
            if not isinstance(found, Call):
                found = self._calls[key] = self._union(node, location, name, lost)
            assert isinstance(found, Call)
            return found

        return call

    def _union_function(
        self, node: Unions, variants: Sequence[Variant], titles: Sequence[str], name: str | None
    ) -> Call:
        """Add a function that recognises the variant of a value and converts the value.

        Return a call of it.
        """
        source, _ = self.ends(node.old, node.new)
        sources = self.source.variants(source)
        if node.tag is not None and len(sources) == 1:
            name = name or self.unused(titles[0] if titles else "value")
            self.functions[name] = UnionFunction(name, self._divided(node, node.tag, variants), node.tag)
            return Call(name)
        union = UnionTests(self.source, sources, variants)
        variants = union.recognised()
        if name is None and len(variants) == 1 and not variants[0].tests:
            match variants[0].outcome:
                case Convert(str(function), None, None):
                    return Call(function)
        name = name or self.unused(titles[0] if titles else "value")
        objects = union.tag is None and all(self.source.record_of(each) is not None for each in sources)
        self.functions[name] = UnionFunction(name, variants, union.tag, "object" if objects else None)
        return Call(name)

    def _divided(self, node: Unions, tag: str, variants: Sequence[Variant]) -> tuple[Variant, ...]:
        """Return the variants of an object type that is a tagged union in the target, each with its tag."""
        found: list[Variant] = []
        for variant, member in zip(variants, node.members, strict=True):
            _, type_ = self.ends(member.old, member.new)
            record = self.target.record_of(type_) if type_ is not None else None
            assert type_ is not None and record is not None
            value = required_constants(record)[tag].values[0]
            found.append(replace(variant, name=describe(type_), tag=value))
        return tuple(found)

    def _variant(
        self, titles: Sequence[str], source: Type, member: AlignedVariant, target: Type, location: Location
    ) -> Variant | None:
        """Return a variant of a union in the source, with its outcome: what the adapter does with its values.

        Return None if the variant has no equivalent in the target and no decision.
        """
        name, key = describe(source), _key_of(location, source)
        inside = member.inside or (self.node(source, member.nearest) if member.nearest else None)
        is_alone = member.inside is None
        action = self.action(key) if key != location else None
        if is_alone and (key == location or (action is None and (inside is None or self.is_proposing))):
            return None
        if action is None:
            return Variant(name, self._outcome(self._refusing(inside, location) if inside else None))
        if is_alone and (
            action.verb in ("drop", *_GIVING)
            or (action.verb == "refuse" and self._actions.is_excepted(action))
        ):
            return None  # each member that holds the variant is edited by its own action
        self.note(action, key)
        change = self.cite(name, [], action)
        if action.verb == "refuse":
            return Variant(name, self._refusal(source, target, change, action.code))
        rule = Replacement(action.argument, change) if action.verb in ("rule", "instead") else None
        if rule is not None:
            whole = action.verb == "instead" or inside is None
            self._check_value_rule(action, source, target, name, whole=whole, of_variant=True)
        if action.verb == "instead" or (rule is not None and inside is None):
            return Variant(name, self._outcome(None, rule))
        if inside is None:
            fact = "the target has no such variant, and refuses some values"
            self.proved(source, target, name, fact, "drop", "refuse", "instead:NAME", action=action)
            return Variant(name, Unchanged())
        return Variant(name, self._outcome(self._refusing(inside, location), rule))

    def _refusing(self, node: Node, location: Location) -> Call | None:
        """Return the call that converts values of two paired types, and refuses those that it cannot convert.

        If `plan` returns a call, return that call. If `plan` raises `NotConvertible` for a union, return the
        call of a function that refuses the other values.
        """
        try:
            return self.plan(node, location)
        except NotConvertible as misfit:
            if misfit.refusing is None or misfit.partly is None:
                raise
            self.note("refuse", *misfit.misfits)
            return misfit.refusing()

    def _refusal(self, source: Type, target: Type, change: ChangeConstant, code: int | None = None) -> Refuse:
        """Return the outcome for a variant without an equivalent in the target: its values are refused.

        A value that is valid for the type `target` is not refused. If a constant member of the variant is
        never valid for `target`, every value is refused without a test.
        """
        record = self.source.record_of(source)
        others = self.target.variants(target)
        if record is not None and record.name:
            is_marked = any(
                member.required and literals(self.source, member.type) for member in record.fields
            )
            may_fit = not is_marked and any(self.target.record_of(other) is not None for other in others)
        else:
            may_fit = any(not are_disjoint(self.target, source, other) for other in others)
        return Refuse(change, code, target if may_fit else None)

    @staticmethod
    def _outcome(call: Call | None, rule: Replacement | None = None) -> Outcome:
        if call is None:
            return Convert(rule=rule) if rule else Unchanged()
        return Convert(call.function, call.loop, rule)


def _whole_edit(
    name: str, action: Action, change: ChangeConstant, always: bool, *, known: bool
) -> MemberEdit:
    """Return the edit for an action such as `set` or a rule, after which the member needs no other edits.

    `known` says that the source declares the member.
    """
    match action.verb:
        case "set":
            return Set(name, json.loads(action.argument), change, always, known, replaces=known)
        case "dropOnly":
            return DropOnly(name, json.loads(action.argument), change)
        case "dropInside":
            return DropInside(name, tuple(json.loads(action.argument)), change)
        case _:
            return CallRule(name, action.argument, change, always)


def _without(value: dict[str, object], paths: Iterable[Path]) -> dict[str, object]:
    """Return a JSON object without the members at some paths."""
    found: dict[str, object] = json.loads(json.dumps(value))
    for *way, name in paths:
        holder: object = found
        for step in way:
            holder = holder.get(step) if isinstance(holder, dict) else None
        if isinstance(holder, dict):
            holder.pop(name, None)
    return found


def _given_first(edits: Sequence[MemberEdit]) -> list[MemberEdit]:
    """Return the edits of an object, so that each `Set` of a new member precedes the moves into its value.

    If a member moves deeper into the value, the `Set` is repeated after it: the move may have made an object
    without a required member in a value that came with the message.
    """
    into = {
        edit.target[0]: len(edit.target) for edit in edits if isinstance(edit, Move) if len(edit.target) > 1
    }
    given = [edit for edit in edits if isinstance(edit, Set) and not edit.known and edit.member in into]
    return [*given, *(edit for edit in edits if edit not in given or into.get(edit.member, 0) > 2)]


def _is_whole(edit: MemberEdit) -> bool:
    """Return whether an edit decides everything about its member, so that the member needs no other edit.

    The edits that do so are a call of a rule, the removal of a given value or of inner members, and a `Set`
    without a type.
    """
    return isinstance(edit, (CallRule, DropOnly, DropInside)) or (isinstance(edit, Set) and edit.type is None)


def _required(member: Field | None) -> bool:
    return member is not None and member.required


def _key_of(location: Location, variant: Type) -> Key:
    """Return the key (`actions.Key`) of a variant of the union at a location.

    For the variant null, this is the key of the whole union.
    """
    return location if variant == NULL else (location, variant)


def _pairs_inside(node: Node | None) -> list[Key]:
    """Return the locations of the named types to which a node of the alignment (two paired types) refers.

    Types inside these named types are left out.
    """
    match node:
        case Link(old, new):
            return [Location((old, new))]
        case Items(inside=inside) | Values(inside=inside):
            return _pairs_inside(inside)
        case Unions(members=members):
            return [key for member in members for key in _pairs_inside(member.inside)]
        case _:
            return []
