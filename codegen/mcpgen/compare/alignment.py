"""Align two protocols: pair the types that have the same location in both, such as `Tool.inputSchema`.

The result is an `Alignment`, a frozen graph that all later stages read. A `Node` of the graph is a pair of
types at one location: a union with paired variants, an object with paired members, or a container with its
paired items or values. If one of the two types has a name, the node is a `Link`, and `Alignment.types` has
the node with the types' parts. Thus the graph of a recursive type ends at a `Link`. A member or variant that
only one protocol has is in the graph without a partner.

- Types are paired by location, not by name. A type that was extracted, inlined or renamed is paired with the
  type that had its location. After that, definitions with the same name are paired if no location pairs them.
- Members of objects are paired by name, then by the renames and moves that decision files state (the argument
  `others` of `align`). Variants and results are paired by similarity.
- If two names mean different objects, their pair is a `Leaf`: their values are compared as a whole.
- A variant without a partner may have a `nearest`: the variant of the other revision to which its values may
  be converted.
- If one object became a tagged union with a variant for each value of a member, the object is paired with
  each variant. For example, an object whose `type` is `a` or `b` became a union of A and B. In its pair with
  A, the `type` of the object is limited to `a`.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import product
from typing import TypeAlias

from mcpgen.compare.likeness import Path, match_types, may_be_same_record, nearest
from mcpgen.ir import (
    Array,
    Choice,
    ErrorCode,
    Field,
    Map,
    Method,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
)
from mcpgen.subtypes import required_constants
from mcpgen.variants import literals, tag_of

# A definition is paired part by part with at most this number of types. No pinned revision needs five.
PARTNERS = 16
# Unions that only list the messages of methods.
MESSAGE_UNIONS = frozenset(
    side + kind for side in ("Client", "Server") for kind in ("Request", "Notification", "Result")
)

TypePair: TypeAlias = tuple[Type, Type]
# The renames and moves that decision files state. For a member (`Type.member`, or `Type.member.member` in a
# nested object), the path in the other revision. For a method or an enumeration value (`Type "value"`), the
# old name.
OtherPaths: TypeAlias = Mapping[str, Path]
NULL = Scalar("null")


@dataclass(frozen=True, slots=True)
class Location:
    """A location in two protocols: two paired types, or a member of two paired object types.

    `was` is the member's old name if it has another name in the older protocol.
    """

    pair: TypePair
    member: str | None = None
    was: str | None = None

    def mirrored(self) -> Location:
        """Return this location with the old and the new protocol exchanged."""
        return Location(self.pair[::-1], self.was or self.member, self.was and self.member)


@dataclass(frozen=True, slots=True)
class Leaf:
    """A node of an `Alignment`: two types that are compared as a whole. Their parts are not paired."""

    old: Type
    new: Type


@dataclass(frozen=True, slots=True)
class Link:
    """A node of an `Alignment`: two paired types of which at least one has a name.

    The link refers to the node in `Alignment.types` that has the paired parts of the two types. Therefore the
    graph of a recursive type is finite.
    """

    old: Type
    new: Type


@dataclass(frozen=True, slots=True)
class Items:
    """A node of an `Alignment`: two array types. `inside` is the node for the types of their items."""

    old: Array
    new: Array
    inside: Node


@dataclass(frozen=True, slots=True)
class Values:
    """A node of an `Alignment`: two types of maps, which are objects whose member names are not fixed.

    Both types limit the names in the same way. `inside` is the node for the types of their values.
    """

    old: Map
    new: Map
    inside: Node


@dataclass(frozen=True, slots=True)
class AlignedVariant:
    """A variant of the old union, the new union, or both.

    `old` and `new` are its types in the two unions. One of them is None if its union lacks the variant. In
    that case, `nearest` may be a variant of that union to which values of this variant may be converted.

    `inside` is the node for the two types.
    """

    old: Type | None
    new: Type | None
    inside: Node | None = None
    nearest: Type | None = None


@dataclass(frozen=True, slots=True)
class Unions:
    """A node of an `Alignment`: two types of which at least one is a union, with their variants in pairs.

    If one type is an object and the other a tagged union of objects, `members` pairs the object with each
    variant, and `tag` is the member whose value selects the variant.
    """

    old: Type
    new: Type
    members: tuple[AlignedVariant, ...]
    tag: str | None = None


@dataclass(frozen=True, slots=True)
class AlignedMember:
    """A member of the old object, the new object, or both.

    `old` and `new` are its declarations. One is None if that object lacks the member.

    `inside` is the node for its two types. If the member moved into or out of a nested object, `within` has
    the old and the new path of the object that declares it.
    """

    old: Field | None
    new: Field | None
    inside: Node | None = None
    within: tuple[Path, Path] = ((), ())

    @property
    def paths(self) -> tuple[Path, Path]:
        """The old and the new path of the member. They are equal if only one object declares the member."""
        old, new = self.old or self.new, self.new or self.old
        assert old is not None and new is not None
        return (*self.within[0], old.name), (*self.within[1], new.name)

    @property
    def name(self) -> str:
        """The name of the member in the new object, or in the old object if only that object declares it.

        If the member moved between two nested objects, this is its new path, such as `params.name`. If it
        moved from the object itself into a nested object, this is its old name.
        """
        old, new = self.paths
        return old[0] if self.within[1] and not self.within[0] else ".".join(new)

    @property
    def is_moved(self) -> bool:
        """Whether both objects have the member, under different names or paths."""
        return self.old is not None and self.new is not None and self.paths[0] != self.paths[1]

    def location(self, pair: TypePair) -> Location:
        """Return the location of this member.

        `pair` has the old and the new type of the objects that contain it.
        """
        was = self.name if any(self.within) and not all(self.within) else ".".join(self.paths[0])
        return Location(pair, self.name, was if was != self.name else None)


@dataclass(frozen=True)
class Objects:
    """A node of an `Alignment`: two object types. `members` has the members that one or both of them declare.

    `others` is the node for the types of undeclared members. An object with free member names has no declared
    members. If an object became a tagged union (or was one), a node pairs the object with one variant of the
    union, and `variant` is the name of that variant.
    """

    old: Record
    new: Record
    members: tuple[AlignedMember, ...]
    others: Node | None = None
    variant: str = ""


Node: TypeAlias = Leaf | Link | Items | Values | Unions | Objects


@dataclass(frozen=True, slots=True)
class ResultPair:
    """A result type of a method in two revisions: its name in the old and in the new protocol.

    A name is None if that protocol has no such result.
    """

    old: str | None
    new: str | None


@dataclass(frozen=True, slots=True)
class MethodPair:
    """A method in the old and in the new protocol.

    One of the two is None if only one protocol has the method.

    `results` has the types of its results in pairs. The ordinary result is first.
    """

    old: Method | None
    new: Method | None
    results: tuple[ResultPair, ...] = ()


@dataclass(frozen=True)
class Alignment:
    """Two protocols with their types, methods and error codes in pairs.

    - `types` has the node for each pair of types of which one has a name.
    - `locations` has the locations at which each such pair occurs, in search order. A pair that exists only
      because of a `nearest` has no location.
    - `roots` has the pairs of message types, of result types, and of definitions with the same name.
    - `others` has the renames and moves that decision files state.
    """

    old: Protocol
    new: Protocol
    types: Mapping[TypePair, Node]
    locations: Mapping[TypePair, tuple[Location, ...]]
    roots: frozenset[TypePair]
    methods: tuple[MethodPair, ...]
    errors: tuple[tuple[ErrorCode | None, ErrorCode | None], ...]
    others: OtherPaths = field(default_factory=dict)

    @property
    def protocols(self) -> tuple[tuple[Protocol, Protocol], tuple[Protocol, Protocol]]:
        """The protocols as source and target: `(old, new)` for conversions up, and `(new, old)` for down."""
        return (self.old, self.new), (self.new, self.old)

    @cached_property
    def _partners(self) -> tuple[Mapping[str, Counter[Type]], Mapping[str, Counter[Type]]]:
        """For each definition of the old and of the new protocol, how often it is paired with each type."""
        found: tuple[dict[str, Counter[Type]], dict[str, Counter[Type]]] = {}, {}
        for pair, locations in self.locations.items():
            for partners, one, other in zip(found, pair, pair[::-1], strict=True):
                if isinstance(one, Ref):
                    partners.setdefault(one.name, Counter())[other] += len(locations) + (pair in self.roots)
        return found

    def partner(self, side: int, name: str) -> Type | None:
        """Return the type with which a definition is paired, or None.

        `name` is an old definition if `side` is 0, and a new one if `side` is 1. If it is paired with several
        types, return the one with the same name, or else the one with which it is paired most often.
        """
        counts = self._partners[side].get(name)
        if not counts:
            return None
        return Ref(name) if Ref(name) in counts else max(counts, key=lambda type_: counts[type_])

    def node(self, old: Type, new: Type) -> Link | Leaf:
        """Return the node for two types: a `Link` if their parts are paired, otherwise a `Leaf`."""
        return Link(old, new) if (old, new) in self.types else Leaf(old, new)


def align(old: Protocol, new: Protocol, others: OtherPaths | None = None) -> Alignment:
    """Pair the types, methods and error codes of two protocols.

    `others` has the renames and moves that decision files state: for a location, the path or name in the
    other revision.
    """
    aligner = _Aligner(old, new, others or {}, is_dividing=True)
    found = aligner.alignment()
    if not aligner.undivided.isdisjoint(aligner.divided):
        return _Aligner(old, new, others or {}, is_dividing=False).alignment()
    return found


class _Aligner:
    """Builds an `Alignment` by a breadth-first search through two protocols at once.

    An object may be a tagged union in the other protocol. It is then divided: it is paired with each variant.
    `divided` has an item for each of these pairs: both types, limited to the values of the variant, and the
    name of the variant. `undivided` has the pairs that were found in any other way. If a pair was found in
    both ways, the alignment is wrong. Then `align` builds another alignment with `is_dividing` set to false,
    in which no object is divided.
    """

    def __init__(self, old: Protocol, new: Protocol, others: OtherPaths, *, is_dividing: bool) -> None:
        self.old, self.new = old, new
        self.others = others
        self.is_dividing = is_dividing
        self.divided: dict[TypePair, tuple[Record, Record, str]] = {}
        self.undivided: set[TypePair] = set()
        self.types: dict[TypePair, Node] = {}
        self.locations: dict[TypePair, dict[Location, None]] = {}
        self.roots: dict[TypePair, None] = {}
        self.partners: tuple[dict[str, set[Type]], dict[str, set[Type]]] = {}, {}
        self.queue: deque[TypePair] = deque()
        self.nearest: list[TypePair] = []
        self.is_locating = True  # False while types are paired with their `nearest`, which is at no location

    def alignment(self) -> Alignment:
        """Build the alignment of the two protocols, and return it.

        Types that messages contain are paired first. Then definitions with the same name are paired.
        """
        old, new = self.old, self.new
        methods = tuple(self._methods())
        frame = "JSONRPCMessage"
        if frame in old.definitions and frame in new.definitions:
            self._root(frame, frame)
        self._walk()
        for name in old.definitions:
            if name in new.definitions and not self._is_reused(name):
                self._root(name, name)
        self._walk()
        self._walk_nearest()
        errors = tuple(self._errors())
        locations = {pair: tuple(found) for pair, found in self.locations.items()}
        return Alignment(old, new, self.types, locations, frozenset(self.roots), methods, errors, self.others)

    def _errors(self) -> Iterator[tuple[ErrorCode | None, ErrorCode | None]]:
        """Yield pairs of error codes.

        Codes that stand for the same error come first, then codes with the same number, then the rest.
        """
        old_errors, new_errors = list(self.old.errors), list(self.new.errors)
        for is_pair in (self._is_same_error, lambda one, other: one.code == other.code):
            for before in list(old_errors):
                after = next((each for each in new_errors if is_pair(before, each)), None)
                if after is not None:
                    yield before, after
                    old_errors.remove(before)
                    new_errors.remove(after)
        yield from ((before, None) for before in old_errors)
        yield from ((None, after) for after in new_errors)

    def _is_same_error(self, before: ErrorCode, after: ErrorCode) -> bool:
        """Return whether two error codes stand for the same error.

        If both codes have a type for their error object, the types are compared. Otherwise the names of the
        codes are compared.
        """
        if before.type is None or after.type is None:
            return before.name == after.name
        return before.type == after.type or Ref(after.type) in self.partners[0].get(before.type, ())

    # Methods

    def _methods(self) -> Iterator[MethodPair]:
        """Pair the methods of the two protocols, and yield the pairs.

        Methods with the same name come first, then renamed methods, then methods without a partner.
        """
        old, new = self.old.methods, self.new.methods
        removed = [method for method in old.values() if method.name not in new]
        added = [method for method in new.values() if method.name not in old]
        pairs = [(before, new[before.name]) for before in old.values() if before.name in new]
        for before in list(removed):
            after = next((each for each in added if self.others.get(each.name) == (before.name,)), None)
            if after is not None:
                removed.remove(before)
                added.remove(after)
                pairs.append((before, after))
        for before, after in pairs:
            self._root(before.message, after.message)
            yield MethodPair(before, after, tuple(self._results(before, after)))
        yield from (MethodPair(before, None) for before in removed)
        yield from (MethodPair(None, after) for after in added)

    def _results(self, before: Method, after: Method) -> Iterator[ResultPair]:
        """Yield the result types of a method in pairs.

        Renamed types come first, then those with the same name, then those that only one protocol has.
        """
        removed: list[Type] = [Ref(name) for name in before.results if name not in after.results]
        added: list[Type] = [Ref(name) for name in after.results if name not in before.results]
        pairs = [
            (one.name, other.name)
            for one, other in match_types(self.old, self.new, removed, added)
            if isinstance(one, Ref) and isinstance(other, Ref)
        ]
        pairs += [(name, name) for name in before.results if name in after.results]
        for pair in pairs:
            self._root(*pair)
            yield ResultPair(*pair)
        for name in before.results:
            if name not in (one for one, _ in pairs):
                yield ResultPair(name, None)
        for name in after.results:
            if name not in (other for _, other in pairs):
                yield ResultPair(None, name)

    # Types

    def _root(self, old: str, new: str) -> None:
        pair = Ref(old), Ref(new)
        self.roots[pair] = None
        self.undivided.add(pair)
        self._queue(pair)

    def _queue(self, pair: TypePair) -> None:
        """Record that two types are paired. If they were not paired before, add the pair to the queue."""
        if pair not in self.locations:
            self.locations[pair] = {}
            self.queue.append(pair)
        for partners, one, other in zip(self.partners, pair, pair[::-1], strict=True):
            if isinstance(one, Ref):
                partners.setdefault(one.name, set()).add(other)

    def _walk(self) -> None:
        while self.queue:
            pair = self.queue.popleft()
            self.types[pair] = self._body(pair)

    def _body(self, pair: TypePair) -> Node:
        """Pair the parts of two types, at least one of them named, and return the node with these pairs."""
        before, after = pair
        if isinstance(before, Ref) and before == after and before.name in MESSAGE_UNIONS:
            return Leaf(before, after)
        if pair in self.divided:
            mine, theirs, variant = self.divided[pair]
            return replace(self._objects(pair, mine, theirs), variant=variant)
        old, new = self.old.body(before), self.new.body(after)
        if (
            isinstance(old, (Record, Map))
            and isinstance(new, (Record, Map))
            and Record in (type(old), type(new))
        ):
            return self._objects(
                pair,
                *(Record("", (), open=each.values) if isinstance(each, Map) else each for each in (old, new)),
            )
        one, other = (Ref(each.name) if isinstance(each, Record) else each for each in (old, new))
        return self._values(one, other, Location(pair))

    def _objects(self, pair: TypePair, old: Record, new: Record) -> Objects:
        moves = dict(self._moves(old, new))
        older = {after: before for before, after in moves.items()}
        ends: list[tuple[Path, Path]]
        ends = [(older.get((member.name,), (member.name,)), (member.name,)) for member in new.fields]
        ends += [((member.name,), moves.get((member.name,), (member.name,))) for member in old.fields]
        members = [self._aligned(old, new, *each, pair) for each in dict.fromkeys([*ends, *moves.items()])]
        others = None
        if old.open is not None and new.open is not None and not (old.opened or new.opened):
            others = self._paired(old.open, new.open, Location(pair))
        return Objects(old, new, tuple(members), others)

    def _aligned(self, old: Record, new: Record, older: Path, newer: Path, pair: TypePair) -> AlignedMember:
        """Pair the member at the path `older` of an old object with the one at `newer` of a new object.

        If an object has no member at its path, its half of the pair is None.
        """
        before, after = _below(self.old, old, older), _below(self.new, new, newer)
        found = AlignedMember(before, after, within=(older[:-1], newer[:-1]))
        if before is None or after is None:
            return found
        return replace(found, inside=self._paired(before.type, after.type, found.location(pair)))

    def _moves(self, old: Record, new: Record) -> Iterator[tuple[Path, Path]]:
        """Yield the old and the new path of each member for which `others` states a rename or move.

        A path is used only if the other protocol does not declare a member there. A pair of paths is skipped
        if one of them leads through another member that is renamed or moved.
        """
        found: dict[Path, Path] = {}
        for location, other in self.others.items():
            for record in (new, old):
                if record.name and location.startswith(f"{record.name}."):
                    rest = location[len(record.name) + 1 :]
                    for path in ((rest,), tuple(rest.split("."))):
                        ends = [(other, path), *([(path, other)] if other[1:] else [])]
                        for before, after in (each for each in ends if self._is_move(old, new, *each)):
                            if after not in found.values():
                                found.setdefault(before, after)
        for before, after in found.items():
            enters = any(before[:end] in found for end in range(1, len(before)))
            if not enters and not any(after[:end] in found.values() for end in range(1, len(after))):
                yield before, after

    def _is_move(self, old: Record, new: Record, before: Path, after: Path) -> bool:
        """Return whether a member moved from `before` to `after`.

        The member has moved if only the old protocol has it at `before`, and only the new one at `after`.
        """
        (has, had), (gains, lacked) = (
            (self.old.along(old, path), self.new.along(new, path)) for path in (before, after)
        )
        return bool(has and lacked and not had and not gains)

    def _paired(self, old: Type, new: Type, location: Location) -> Node:
        """Return the node of the alignment for two types that occur at the same location.

        Record the pair if one of them has a name.
        """
        if not isinstance(old, Ref) and not isinstance(new, Ref):
            return self._values(old, new, location)
        if isinstance(old, Ref) and isinstance(new, Ref) and self._are_unrelated(old, new):
            return Leaf(old, new)
        return self._link(old, new, location)

    def _link(self, old: Type, new: Type, location: Location) -> Link:
        self.undivided.add((old, new))
        self._connect((old, new), location)
        return Link(old, new)

    def _connect(self, pair: TypePair, location: Location) -> None:
        if self.is_locating:
            self._queue(pair)
            self.locations[pair][location] = None
        else:
            self.nearest.append(pair)

    def _walk_nearest(self) -> None:
        self.is_locating = False
        while self.nearest:
            pair = self.nearest.pop()
            if pair not in self.types:
                self.types[pair] = self._body(pair)

    def _are_unrelated(self, old: Ref, new: Ref) -> bool:
        """Return whether two named types must be compared as a whole, without pairing their parts.

        They must be if their names mean different objects, or if one of them is already paired with
        `PARTNERS` types.
        """
        if old.name == new.name:
            return False
        one, other = self.old.body(old), self.new.body(new)
        if isinstance(one, Record) and isinstance(other, Record) and not may_be_same_record(one, other):
            return True
        counts = self.partners[0].get(old.name, ()), self.partners[1].get(new.name, ())
        return (old, new) not in self.locations and max(map(len, counts)) >= PARTNERS

    def _values(self, old: Type, new: Type, location: Location) -> Node:
        """Pair the parts of two types, such as two unions. Neither type is a reference.

        Return a node of the alignment, with a pair for each part that both types have.
        """
        if self.old.accepts_anything(old) or self.new.accepts_anything(new):
            return Leaf(old, new)
        old_variants, new_variants = self.old.variants(old), self.new.variants(new)
        match old_variants, new_variants:
            case [only_old], [only_new]:
                return self._one(only_old, only_new, location)
        all_old_variants = old_variants
        alone = [
            member
            for member in (*old_variants, *new_variants)
            if member == NULL and (NULL in old_variants) != (NULL in new_variants)
        ]
        old_variants, new_variants = [one for one in old_variants if one not in alone], [
            one for one in new_variants if one not in alone
        ]
        if len(old_variants) == len(new_variants) == 1:
            pairs = [(one, other) for one in old_variants for other in new_variants]
        elif (
            self.is_dividing
            and not alone
            and (members := [*self._division(old_variants, new_variants, location)])
        ):
            return Unions(old, new, tuple(members), self._tag(old_variants, new_variants))
        else:
            pairs = match_types(self.old, self.new, old_variants, new_variants)
        if not pairs:
            return Leaf(old, new)
        members = [AlignedVariant(one, other, self._one(one, other, location)) for one, other in pairs]
        members += [
            AlignedVariant(NULL, None) if NULL in all_old_variants else AlignedVariant(None, NULL)
            for _ in alone
        ]
        for one in old_variants:
            if one not in [paired for paired, _ in pairs]:
                near = nearest(self.old, self.new, one, new_variants)
                members.append(AlignedVariant(one, None, nearest=near))
                self.nearest += [(one, near)] if near else []
        for other in new_variants:
            if other not in [paired for _, paired in pairs]:
                near = nearest(self.new, self.old, other, old_variants)
                members.append(AlignedVariant(None, other, nearest=near))
                self.nearest += [(near, other)] if near else []
        return Unions(old, new, tuple(members))

    def _tag(self, old: Sequence[Type], new: Sequence[Type]) -> str | None:
        """Return the member that divides an object of one protocol into variants of the other, or None.

        One of `old` and `new` has only the object, and the other one has the variants. Each value of the
        member must be the tag of one variant.
        """
        side, (whole, *rest), other, parts = (
            (self.old, old, self.new, new) if len(old) == 1 else (self.new, new, self.old, old)
        )
        record, records = side.record_of(whole), [other.record_of(part) for part in parts]
        tag = tag_of(other, parts) if all(records) and len(parts) > 1 else None
        field = record.field(tag) if record is not None and tag is not None else None
        if rest or field is None or tag is None or not field.required:
            return None
        found = [required_constants(each)[tag].values[0] for each in records if each is not None]
        values = literals(side, field.type)
        return tag if len(values) == len(found) and {*values} == {*found} else None

    def _division(
        self, old: Sequence[Type], new: Sequence[Type], location: Location
    ) -> Iterator[AlignedVariant]:
        """Pair a single object of one protocol with each variant of a tagged union of the other protocol.

        Yield these pairs, or nothing if no member of the object tells which variant it would be.
        """
        tag = self._tag(old, new)
        if tag is None:
            return
        for pair in product(old, new):
            one, other = self.old.record_of(pair[0]), self.new.record_of(pair[1])
            assert one is not None and other is not None
            part = other if len(old) == 1 else one
            value = required_constants(part)[tag]
            self.divided[pair] = _limited(one, tag, value), _limited(other, tag, value), part.name
            self._connect(pair, location)
            yield AlignedVariant(*pair, Link(*pair))

    def _one(self, old: Type, new: Type, location: Location) -> Node:
        """Pair the parts of two types, neither of which is a union. Return the node with these pairs."""
        match old, new:
            case (Ref(), Ref()):
                return self._paired(old, new, location)
            case (Ref(), Map()) | (Map(), Ref()):
                return self._link(old, new, location)
            case (Map(), Map()) if old.names == new.names:
                return Values(old, new, self._paired(old.values, new.values, location))
            case (Array(), Array()):
                return Items(old, new, self._paired(old.items, new.items, location))
            case _:
                return Leaf(old, new)

    def _is_reused(self, name: str) -> bool:
        """Return whether `name` means a record in one protocol, and a union of other records in the other."""
        sides = (self.old, self.partners[0], self.new, self.partners[1])
        for here, partners, there, others in (sides, (*sides[2:], *sides[:2])):
            own = partners.get(name)
            if not own or Ref(name) in own or not isinstance(here.body(Ref(name)), Record):
                continue
            members = there.variants(Ref(name))
            if len(members) > 1 and all(isinstance(m, Ref) and others.get(m.name) for m in members):
                return True
        return False


def _limited(record: Record, tag: str, value: Choice) -> Record:
    """Return a copy of a record that allows only the constant `value` for the member `tag`."""
    fields = (replace(field, type=value) if field.name == tag else field for field in record.fields)
    return replace(record, fields=tuple(fields))


def _below(side: Protocol, record: Record, path: Path) -> Field | None:
    """Return the declaration of the member at a path that starts in `record`, or None.

    The returned member is required only if every member on the path is required.
    """
    steps = side.along(record, path)
    return replace(steps[-1], required=all(step.required for step in steps)) if steps else None
