"""Find variants of two unions that are the same variant, and members that may have been renamed or moved.

Variants are paired by name, then by their required constants and members, then by JSON type.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import replace
from difflib import SequenceMatcher
from itertools import islice, product
from typing import TypeAlias

from mcpgen.ir import Array, Choice, Field, Map, Protocol, Record, Ref, Scalar, Type
from mcpgen.subtypes import Subtypes, required_constants

MATCH = 0.5  # two variants are paired if their similarity is at least this
APART = 0.0  # the similarity of variants that are never paired
NEAR = 0.6  # two names are alike if `difflib` gives at least this similarity
DEEP = 2  # a member may have moved through at most this number of nested objects
MOST_MEMBERS = 1000  # the maximum members, including nested ones, among which moves are searched
MOST_ENDS = 8  # if more members than this have the same name and type, none is searched for

ONLY_HERE = Ref("")  # a type whose name only one of two revisions has
Path: TypeAlias = tuple[str, ...]  # the member names that lead from an object to a member in it


def match_types(
    old: Protocol, new: Protocol, old_types: list[Type], new_types: list[Type]
) -> list[tuple[Type, Type]]:
    """Pair each variant of an old union with the variant of a new union that is the same variant.

    Variants are the same if they are equal or similar enough. Equal variants come first in the result, then
    the most similar ones.
    """
    result = [(member, member) for member in old_types if member in new_types]
    old_rest = [member for member in old_types if member not in new_types]
    new_rest = [member for member in new_types if member not in old_types]
    tags = _unique_tags(old, old_types) & _unique_tags(new, new_types)
    scored = [
        (_likeness(old, new, old_type, new_type, tags), old_place, new_place)
        for old_place, old_type in enumerate(old_rest)
        for new_place, new_type in enumerate(new_rest)
    ]
    scored.sort(key=lambda pair: -pair[0])  # pairs with equal similarity stay in the order of the unions
    old_paired, new_paired = set[int](), set[int]()
    for score, old_place, new_place in scored:
        if score >= MATCH and old_place not in old_paired and new_place not in new_paired:
            old_paired.add(old_place)
            new_paired.add(new_place)
            result.append((old_rest[old_place], new_rest[new_place]))
    return result


def _likeness(
    old: Protocol,
    new: Protocol,
    old_type: Type,
    new_type: Type,
    tags: set[tuple[str, Choice]],
) -> float:
    """Return how similar an old and a new variant are, as a number. From `MATCH` upwards, they are the same.

    `tags` are constants that identify a variant, because only one variant of each union requires the
    constant.
    """
    old_record, new_record = old.body(old_type), new.body(new_type)
    if isinstance(old_record, Record) and isinstance(new_record, Record):
        return _record_likeness(old_record, new_record, tags)
    match old_type, new_type:
        case (Scalar(kind), Scalar(other_kind)):
            if kind == other_kind:
                return 1
            return MATCH if {kind, other_kind} == {"integer", "number"} else APART
        case (Array(), Array()) | (Map(), Map()) | (Choice(), Choice()):
            return 0.75
        case (Choice(), Scalar()) | (Scalar(), Choice()):
            return 0.6 if _are_nested(old, new, old_type, new_type) else APART
        case (Map(), Ref()) | (Ref(), Map()):
            return MATCH
        case _:
            return APART


def _record_likeness(one: Record, other: Record, tags: set[tuple[str, Choice]]) -> float:
    """Return the share of members that two records have in common, from 0 to 1, or more for a shared tag.

    The result is 1 more if both records require the same constant in `tags`. It is 0 if they require
    different constants for a member.
    """
    constants, others = required_constants(one), required_constants(other)
    shared = [name for name in constants if name in others]
    if any(constants[name] != others[name] for name in shared):
        return APART
    names, more = {f.name for f in one.fields}, {f.name for f in other.fields}
    tagged = any((name, constants[name]) in tags for name in shared)
    return len(names & more) / max(len(names | more), 1) + tagged


def may_be_same_record(one: Record, other: Record) -> bool:
    """Return whether two records with different names at one location may be one renamed type."""
    names, others = {f.name for f in one.fields}, {f.name for f in other.fields}
    smaller = min(len(names), len(others))
    constants = required_constants(other)
    conflict = any(constants.get(name, value) != value for name, value in required_constants(one).items())
    return not conflict and (smaller == 0 or len(names & others) / smaller >= MATCH)


def _unique_tags(protocol: Protocol, members: list[Type]) -> set[tuple[str, Choice]]:
    """Return the required constants that only one variant of the union has, each with its member name."""
    counts = Counter(
        tag
        for record in map(protocol.body, members)
        if isinstance(record, Record)
        for tag in required_constants(record).items()
    )
    return {tag for tag, count in counts.items() if count == 1}


def possible_renames(
    old: Protocol, new: Protocol, removed: Sequence[Field], added: Sequence[Field]
) -> Iterator[tuple[Field, Field]]:
    """Yield pairs of a removed and an added member that may be one renamed member, the most similar first.

    Two members may be one if their types are equal, if one type accepts all values of the other, or if their
    names share most letters.
    """
    scored = []
    for before, after in product(removed, added):
        likeness = SequenceMatcher(None, before.name.lower(), after.name.lower()).ratio()
        same = before.type == after.type
        if same or likeness >= NEAR or _are_near(old, new, before.type, after.type):
            scored.append((same + likeness, before, after))
    seen: set[str] = set()  # the names in earlier pairs, which are not used again
    for _, before, after in sorted(scored, key=lambda each: -each[0]):
        ends = {before.name, after.name}
        if not seen & ends:
            seen |= ends
            yield before, after


def possible_moves(
    old: Protocol, new: Protocol, one: Record, other: Record, paired: Collection[Path]
) -> Iterator[tuple[Path, Path]]:
    """Yield the old and the new path of each member that may have moved, the shortest paths first.

    A member may have moved if both revisions have a member with this name and type, each at a path that the
    other revision lacks. Two types with different names count as one type if each name is only in one
    revision, and the types have similar members. `paired` has the paths of renames and moves that decision
    files state. These members are skipped:

    - a member with a required constant
    - a member of an object that may itself have moved
    - a member of an object that may have been renamed, so that the member itself stayed where it was
    - a member that a path in `paired` leads to or through
    """
    removed, added = _ends(old, one, new, other), _ends(new, other, old, one)
    found = [
        (before, after)
        for kind in removed.keys() & added.keys()
        if max(len(removed[kind]), len(added[kind])) <= MOST_ENDS
        for before, after in product(removed[kind], added[kind])
        if before[0] != after[0] and len(before) + len(after) > 2
        if _are_one_type(old, new, old.along(one, before)[-1].type, new.along(other, after)[-1].type)
        if min(len(before), len(after)) == 1 or new.along(other, before[:1]) or old.along(one, after[:1])
        if not any(path[:end] in paired for path in (before, after) for end in range(1, len(path) + 1))
    ]
    seen: set[tuple[int, Path]] = set()
    for before, after in sorted(found, key=lambda pair: (sum(map(len, pair)), *sorted(pair))):
        ends = {(0, before), (1, after)}
        around = {(side, path[:end]) for side, path in ends for end in range(1, len(path) + 1)}
        if not seen & around:
            seen |= ends
            yield before, after


def _ends(
    side: Protocol, record: Record, partner: Protocol, opposite: Record
) -> dict[tuple[str, Type], list[Path]]:
    """Return the paths of the members that `record` has and `opposite` does not have, also nested ones.

    The result maps the name and type of a member to its paths. In this type, `ONLY_HERE` replaces the name
    of each type that the other revision (`partner`) does not have.
    """
    found: dict[tuple[str, Type], list[Path]] = {}
    for path, (name, type_) in islice(_members_below(side, record), MOST_MEMBERS):
        if not partner.along(opposite, path):
            found.setdefault((name, _without_own_names(type_, partner)), []).append(path)
    return found


def _without_own_names(type_: Type, partner: Protocol) -> Type:
    """Return a type with `ONLY_HERE` for each name that `partner` does not have."""
    match type_:
        case Ref(name) if name not in partner.definitions:
            return ONLY_HERE
        case Array(items=items):
            return replace(type_, items=_without_own_names(items, partner))
        case Map(values=values):
            return replace(type_, values=_without_own_names(values, partner))
        case _:
            return type_


def _are_one_type(old: Protocol, new: Protocol, one: Type, other: Type) -> bool:
    """Return whether two types may be one type that was renamed.

    The two may differ in the names of types that only one of the revisions defines.
    """
    match one, other:
        case Ref(), Ref() if one != other:
            before, after = old.body(one), new.body(other)
            if isinstance(before, Record) and isinstance(after, Record):
                return bool(before.fields and after.fields) and may_be_same_record(before, after)
            return before == after
        case Array(), Array():
            return _are_one_type(old, new, one.items, other.items)
        case Map(), Map():
            return _are_one_type(old, new, one.values, other.values)
        case _:
            return one == other


def _members_below(
    side: Protocol, record: Record, path: Path = (), held: tuple[str, ...] = ()
) -> Iterator[tuple[Path, tuple[str, Type]]]:
    """Yield the members of an object, and of objects nested in it, each with its path, name and type.

    `held` has the types of the objects around `record`. They are not searched again.
    """
    constants = required_constants(record)
    for member in record.fields:
        if "." in member.name or member.name in constants:
            continue
        below = side.resolve(member.type)
        yield (*path, member.name), (member.name, member.type)
        if isinstance(below, Record) and len(path) < DEEP and below.name not in held:
            yield from _members_below(side, below, (*path, member.name), (*held, below.name))


def _are_near(old: Protocol, new: Protocol, one: Type, other: Type) -> bool:
    """Return whether one of two types accepts every value of the other.

    Return False if one of them accepts every JSON value, because this says nothing about the two types.
    """
    anything = old.accepts_anything(one) or new.accepts_anything(other)
    return not anything and _are_nested(old, new, one, other)


def _are_nested(old: Protocol, new: Protocol, old_type: Type, new_type: Type) -> bool:
    """Return whether one of two types accepts every value of the other."""
    up, down = Subtypes(old, new), Subtypes(new, old)
    return up.holds(old_type, new_type) or down.holds(new_type, old_type)


def nearest(source: Protocol, target: Protocol, member: Type, others: Sequence[Type]) -> Type | None:
    """Return the variant of the target to which values of a source variant may be converted, or None.

    `others` are the variants of the target. For an object, the result is the object with the most members in
    common, unless a constant or a required member excludes it. For another value, it is a type that accepts
    the value. For an array, it may also be another array.
    """
    record = source.record_of(member)
    if record is None:
        subtypes = Subtypes(source, target)
        wider = next((other for other in others if subtypes.holds(member, other)), None)
        arrays = (other for other in others if isinstance(member, Array) and isinstance(other, Array))
        return wider or next(arrays, None)
    best: tuple[int, Type] | None = None
    for other in others:
        found = target.record_of(other)
        if found is not None and _may_become(target, record, found):
            shared = len(record.by_name.keys() & found.by_name.keys())
            if best is None or shared > best[0]:
                best = shared, other
    return best[1] if best else None


def _may_become(target: Protocol, one: Record, other: Record) -> bool:
    """Return whether an object of the source may be converted to an object type of the target.

    The object may be converted if no constant differs, and if the source declares every member that the
    target requires.
    """
    constants = required_constants(one)
    for member in other.fields:
        found = one.field(member.name)
        if member.required and found is None:
            return False
        constant, allowed = constants.get(member.name), target.resolve(member.type)
        if (
            constant is not None
            and isinstance(allowed, Choice)
            and not {*constant.values} & {*allowed.values}
        ):
            return False
    return True
