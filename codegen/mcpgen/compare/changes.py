"""Find every difference between two aligned protocols. The result is a sorted tuple of `ProtocolChange`.

`definition_changes` finds the changes of names, and this module finds all others. `locations` names the
location of a change, and `protocol_change` rates the change by its rule in `change_rules`.
`adapters/decisions` finds what an adapter does about the change, and `commands/diff` prints it.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from itertools import product

from mcpgen.compare.alignment import (
    MESSAGE_UNIONS,
    NULL,
    AlignedMember,
    Alignment,
    Items,
    Leaf,
    Link,
    Location,
    MethodPair,
    Node,
    Objects,
    OtherPaths,
    Unions,
    Values,
    align,
)
from mcpgen.compare.definition_changes import annotation_changes, definition_changes
from mcpgen.compare.describe import describe
from mcpgen.compare.likeness import match_types, possible_moves, possible_renames
from mcpgen.compare.locations import NamedLocation, sent_by
from mcpgen.compare.protocol_change import Changes, ProtocolChange
from mcpgen.ir import Anything, Array, Choice, Method, Protocol, Record, Ref, Scalar, Side, Type
from mcpgen.runtime.sides import OTHER
from mcpgen.subtypes import Subtypes

# For each limit, whether a higher value is less strict. None means that its values have no order.
LOOSER_IS_HIGHER: dict[str, bool | None] = {
    "minimum": False,
    "maximum": True,
    "min_length": False,
    "max_length": True,
    "min_items": False,
    "max_items": True,
    "pattern": None,
}


def find_changes(
    old: Protocol, new: Protocol, others: OtherPaths | None = None
) -> tuple[ProtocolChange, ...]:
    """Return every change from `old` to `new`, sorted by location.

    With swapped arguments, the result has the reverse of each change.
    """
    return changes_of(align(old, new, others))


def changes_of(alignment: Alignment) -> tuple[ProtocolChange, ...]:
    """Return every change between two aligned protocols, sorted by location."""
    found = Changes(alignment)
    _message_changes(found)
    annotation_changes(found)
    values = _ValueChanges(found)
    for pair in alignment.locations:
        values.read(alignment.types[pair], Location(pair))
    definition_changes(found)
    return tuple(sorted(found, key=ProtocolChange.sort_key))


class _ValueChanges:
    """Finds the differences between the JSON values that the paired types of an alignment accept."""

    def __init__(self, changes: Changes) -> None:
        self._changes, self._add = changes, changes.add
        self._old, self._new = changes.alignment.protocols[0]
        self._subtypes = tuple(Subtypes(*pair) for pair in changes.alignment.protocols)

    def read(self, node: Node, location: Location) -> None:
        """Add the changes between two paired types and between their parts.

        A part that is a `Link`, a pair of named types, is left out, because `changes_of` reads that pair
        itself.
        """
        match node:
            case Leaf(Ref(name) as old, Ref() as new) if old == new and name in MESSAGE_UNIONS:
                self._listed(old, new, location)
            case Leaf():
                self._leaf(node.old, node.new, location)
            case Items():
                self._bounds(node.old, node.new, location)
                self.read(node.inside, location)
            case Values():
                self.read(node.inside, location)
            case Unions():
                self._union(node, location)
            case Objects():
                self._object(node, location)
            case Link():
                pass  # `changes_of` reads the node of the link on its own

    # Objects

    def _object(self, node: Objects, location: Location) -> None:
        old, new = node.old, node.new
        for member in node.members:
            self._member(member, old, new, member.location(location.pair))
        self._uncertain_changes(node, location)
        before, after = (None if record.opened else record.open for record in (old, new))
        if node.others is not None:
            self.read(node.others, location)
        elif after is not None and before is None:
            self._add("MEMBERS_OPENED", location, None, after)
            if not self._new.accepts_anything(after):
                self._retype("TYPE_NARROWED", location, Anything(), after)
        elif before is not None and after is None:
            self._add("MEMBERS_CLOSED", location, before, None)
            if not self._old.accepts_anything(before):
                self._retype("TYPE_WIDENED", location, before, Anything())
        self._refused_members(old, new, location)

    def _uncertain_changes(self, node: Objects, location: Location) -> None:
        """Add the changes for members that may have moved or may have been renamed."""
        old, new = node.old, node.new
        ends = {path for each in node.members if each.paths[0] != each.paths[1] for path in each.paths}
        for paths in possible_moves(self._old, self._new, old, new, ends):
            if any("." in name for path in paths for name in path[:-1]):
                continue  # the location would not say where each name of the path ends
            before, after = self._old.along(old, paths[0])[-1], self._new.along(new, paths[1])[-1]
            moved = AlignedMember(before, after, within=(paths[0][:-1], paths[1][:-1]))
            detail = " → ".join(map(".".join, paths))
            self._add("FIELD_PERHAPS_MOVED", moved.location(location.pair), before, after, detail)
            ends |= {*paths}
        removed = [each.old for each in node.members if each.old and not each.new]
        added = [each.new for each in node.members if each.new and not each.old]
        rest = [[each for each in alone if (each.name,) not in ends] for alone in (removed, added)]
        for one, other in possible_renames(self._old, self._new, *rest):
            renamed = Location(location.pair, other.name, one.name)
            self._add("FIELD_PERHAPS_RENAMED", renamed, one, other, f"{one.name} → {other.name}")

    def _member(self, member: AlignedMember, old: Record, new: Record, location: Location) -> None:
        match member.old, member.new:
            case None, after if after is not None:
                self._add(f"FIELD_ADDED_{_necessity(after.required)}", location, None, after)
                if _was_data(old, after.required) and not self._new.accepts_anything(after.type):
                    self._retype("TYPE_NARROWED", location, old.open or Anything(), after.type)
            case before, None if before is not None:
                self._add(f"FIELD_REMOVED_{_necessity(before.required)}", location, before, None)
                if _was_data(new, before.required) and not self._old.accepts_anything(before.type):
                    self._retype("TYPE_WIDENED", location, before.type, new.open or Anything())
            case before, after if before is not None and after is not None and member.inside is not None:
                if any(member.within):
                    self._add("FIELD_MOVED", location, before, after, " → ".join(map(".".join, member.paths)))
                elif location.was is not None:
                    self._add("FIELD_RENAMED", location, before, after, f"{before.name} → {after.name}")
                if before.required != after.required:
                    self._add(f"FIELD_BECAME_{_necessity(after.required)}", location, before, after)
                if before.framed != after.framed:
                    rule = "FIELD_UNDECLARED" if after.framed else "FIELD_DECLARED"
                    self._add(rule, location, before, after)
                if before.default != after.default:
                    detail = f"{json.dumps(before.default)} → {json.dumps(after.default)}"
                    self._add("DEFAULT_CHANGED", location, before, after, detail)
                self.read(member.inside, location)

    def _refused_members(self, old: Record, new: Record, location: Location) -> None:
        """Add a change if only one of two object types refuses undeclared members.

        A type can also refuse only certain members, which `Record.absent` names. Then there is one change for
        each name that only one of the types refuses.
        """
        if old.closed != new.closed:
            self._add("MEMBERS_REFUSED" if new.closed else "MEMBERS_ADMITTED", location, old, new)
        for rule, before, after in (("MEMBERS_REFUSED", old, new), ("MEMBERS_ADMITTED", new, old)):
            for name in after.absent:
                if name not in before.absent and not before.closed:
                    self._add(rule, location, old, new, name)

    # Values

    def _union(self, node: Unions, location: Location) -> None:
        for member in node.members:
            match member.old, member.new:
                case None, new if new is not None:
                    if new == NULL:
                        self._add("NULL_ADMITTED", location, node.old, node.new)
                    else:
                        self._add("VARIANT_ADDED", location, None, new, describe(new))
                case old, None if old is not None:
                    if old == NULL:
                        self._add("NULL_REFUSED", location, node.old, node.new)
                    else:
                        self._add("VARIANT_REMOVED", location, old, None, describe(old))
            if member.inside is not None:
                self.read(member.inside, location)

    def _leaf(self, old: Type, new: Type, location: Location) -> None:
        anything = self._old.accepts_anything(old), self._new.accepts_anything(new)
        if any(anything):
            if not all(anything):
                self._retyped(old, new, location)
            return
        match old, new:
            case (Choice(), Choice()):
                self._choices(old, new, location)
            case (Scalar(), Scalar()) if old.kind == new.kind:
                self._bounds(old, new, location)
                if old.format != new.format:
                    detail = f"{old.format or 'none'} → {new.format or 'none'}"
                    self._add("FORMAT_CHANGED", location, old, new, detail)
            case _:
                self._retyped(old, new, location)

    def _choices(self, old: Choice, new: Choice, location: Location) -> None:
        """Add the changes between two enumerations.

        If both have only one value, add the change of a constant.
        """
        if old == new:
            return
        if len(old.values) == len(new.values) == 1:
            self._add("CONST_CHANGED", location, old, new, f"{describe(old)} → {describe(new)}")
            return
        old_values = [Choice((value,)) for value in old.values]
        new_values = [Choice((value,)) for value in new.values]
        for before, after in self._changes.renamed_values(old, new, location):
            old_values.remove(before)
            new_values.remove(after)
            self._add(
                "ENUM_VALUE_RENAMED", location, before, after, f"{describe(before)} → {describe(after)}"
            )
        for value in old_values:
            if value not in new_values:
                self._add("ENUM_VALUE_REMOVED", location, value, None, describe(value))
        for value in new_values:
            if value not in old_values:
                self._add("ENUM_VALUE_ADDED", location, None, value, describe(value))

    def _bounds(self, old: Scalar | Array, new: Scalar | Array, location: Location) -> None:
        """Add the changes of limits, such as `minLength`, between two types.

        Both are array types, or scalar types of the same kind.
        """
        for name, is_higher in LOOSER_IS_HIGHER.items():
            before, after = getattr(old, name, None), getattr(new, name, None)
            if before == after:
                continue
            rules = ["CONSTRAINT_TIGHTENED", "CONSTRAINT_LOOSENED"]
            if before is None or after is None or is_higher is not None:
                loosened = after is None or (before is not None and (after > before) == is_higher)
                rules = rules[1:] if loosened else rules[:1]
            first, *rest = name.split("_")
            keyword = first + "".join(map(str.title, rest))  # the name of the keyword in JSON Schema
            detail = f"{keyword} {json.dumps(before)} → {keyword} {json.dumps(after)}"
            for rule in rules:
                self._add(rule, location, old, new, detail)

    def _retyped(self, old: Type, new: Type, location: Location) -> None:
        """Add the change that a type was widened, was narrowed, or became another type.

        The subtype relation between the two types decides which of these changes it is.
        """
        up, down = self._subtypes
        wider, narrower = up.holds(old, new), down.holds(new, old)
        rule = "TYPE_CHANGED" if wider == narrower else "TYPE_WIDENED" if wider else "TYPE_NARROWED"
        self._retype(rule, location, old, new)

    def _retype(self, rule: str, location: Location, old: Type, new: Type) -> None:
        self._add(rule, location, old, new, f"{describe(old)} → {describe(new)}")

    def _listed(self, old: Ref, new: Ref, location: Location) -> None:
        """Add a change for each message that only one of two message unions lists.

        A message union is `ClientRequest`, for example.
        """
        old_variants, new_variants = self._old.variants(old), self._new.variants(new)
        removed, added = [one for one in old_variants if one not in new_variants], [
            one for one in new_variants if one not in old_variants
        ]
        renamed = match_types(self._old, self._new, removed, added)
        for member in removed:
            if member not in [one for one, _ in renamed]:
                self._add("MESSAGE_UNLISTED", location, member, None, describe(member))
        for member in added:
            if member not in [other for _, other in renamed]:
                self._add("MESSAGE_LISTED", location, None, member, describe(member))


def _was_data(record: Record, is_required: bool) -> bool:
    """Return whether objects of a revision may have a member that only another revision declares.

    They may if the object type allows data with any name, as a JSON Schema does. `record` is the object type
    in the revision that does not declare the member. `is_required` says whether the other revision requires
    the member. If it does, the result is false.
    """
    return record.mapping and record.open is not None and not is_required


def _necessity(is_required: bool) -> str:
    """Return `REQUIRED` or `OPTIONAL`, as in the rule `FIELD_ADDED_REQUIRED`."""
    return "REQUIRED" if is_required else "OPTIONAL"


# Methods, error codes and batches


def _message_changes(changes: Changes) -> None:
    """Add the changes of JSON-RPC batches, methods and error codes."""
    alignment = changes.alignment
    if alignment.old.batches != alignment.new.batches:
        rule = "BATCHES_ADMITTED" if alignment.new.batches else "BATCHES_REFUSED"
        name = "JSONRPCMessage"
        was, now = (name if name in each.definitions else None for each in alignment.protocols[0])
        changes.add(rule, NamedLocation(name, name, "both", (was, now)))
    for pair in alignment.methods:
        _method_changes(changes, pair)
    removed = {pair.old.message: pair.old for pair in alignment.methods if pair.old and not pair.new}
    for pair in alignment.methods:
        if pair.new and not pair.old and (past := removed.get(pair.new.message)):
            detail = f"{past.name} → {pair.new.name}"
            changes.add("METHOD_PERHAPS_RENAMED", _location(past, pair.new), past, pair.new, detail)
    for before, after in alignment.errors:
        if before is not None and after is not None:
            if before.code != after.code:
                at, was = after.type or after.name, before.type or before.name
                detail = f"{before.code} → {after.code}"
                location = NamedLocation(at, was, "both", (before.type, after.type))
                changes.add("ERROR_CODE_MOVED", location, before, after, detail)
            continue
        present = after or before
        assert present is not None
        name = present.type or present.name
        owners = (before.type if before else None, after.type if after else None)
        rule = "ERROR_CODE_ADDED" if before is None else "ERROR_CODE_RETIRED"
        changes.add(rule, NamedLocation(name, name, "both", owners), before, after, str(present.code))


def _method_changes(changes: Changes, pair: MethodPair) -> None:
    match pair.old, pair.new:
        case None, Method() as after:
            changes.add("METHOD_ADDED", _location(None, after), None, after, after.kind)
        case Method() as before, None:
            changes.add("METHOD_REMOVED", _location(before, None), before, None, before.kind)
        case Method() as before, Method() as after:
            location = _location(before, after)
            if before.name != after.name:
                changes.add("METHOD_RENAMED", location, before, after, f"{before.name} → {after.name}")
            if before.kind != after.kind:
                changes.add("KIND_CHANGED", location, before, after, f"{before.kind} → {after.kind}")
            if (before.owner, before.capability) != (after.owner, after.capability):
                detail = f"{_gate(before)} → {_gate(after)}"
                changes.add("CAPABILITY_CHANGED", location, before, after, detail)
            for side, (rule, one, other) in product(
                OTHER, (("DIRECTION_ADDED", after, before), ("DIRECTION_REMOVED", before, after))
            ):
                if side in one.senders and side not in other.senders:
                    located = _location(before, after, senders=(side,))
                    changes.add(rule, located, before, after, f"sent by the {side}")
            answers = NamedLocation(after.name, before.name, sent_by(OTHER[side] for side in after.senders))
            for result in pair.results:
                if result.old is None and result.new is not None:
                    changes.add("RESULT_ADDED", answers, None, Ref(result.new), result.new)
                elif result.new is None and result.old is not None:
                    changes.add("RESULT_REMOVED", answers, Ref(result.old), None, result.old)


def _location(
    before: Method | None, after: Method | None, *, senders: Iterable[Side] | None = None
) -> NamedLocation:
    """Return the location of a method with its names in both revisions.

    `senders` are the sides that send the changed messages. By default, these are all senders of the method.
    """
    present, past = after or before, before or after
    assert present is not None
    assert past is not None
    owners = (before.message if before else None, after.message if after else None)
    return NamedLocation(present.name, past.name, sent_by(senders or present.senders), owners)


def _gate(method: Method) -> str:
    """Return the required capability of a method, after the side that declares it: `server:tools`.

    Return `none` if the method needs no capability.
    """
    return "none" if method.capability is None else f"{method.owner}:{method.capability}"
