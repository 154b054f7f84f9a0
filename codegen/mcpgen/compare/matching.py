"""Pairs: which type of one revision stands where a type of the other one stood.

A `Revision` is one side of a comparison with what its definitions were compared with so far. The arms of two unions are
paired by name, then by what is constant in them and by their members, then by kind.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

from mcpgen.compare.reachability import reach, senders
from mcpgen.ir import (
    PYTHON_TYPES,
    Anything,
    Array,
    Choice,
    Map,
    Protocol,
    Record,
    Ref,
    Scalar,
    Side,
    Type,
    Union,
    is_anything,
)

Part: TypeAlias = str | Type  # a definition by name, or a type that stands inline
Key: TypeAlias = tuple[Part, Part]


@dataclass
class Revision:
    """One side of the comparison: its protocol, who sends each definition, what each definition was paired with."""

    protocol: Protocol
    senders: dict[str, frozenset[Side]] = field(init=False)
    wire: set[str] = field(init=False)
    uses: dict[str, Counter[Part]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.senders = senders(self.protocol)
        errors = [error.type for error in self.protocol.errors if error.type is not None]
        frames = reach(self.protocol, [Ref(name) for name in ("JSONRPCMessage", *errors)])
        self.wire = frames | self.senders.keys()

    def body(self, part: Part) -> Record | Type:
        """Return the definition behind a name, one step; an inline type is its own."""
        if not isinstance(part, str):
            return part
        definition = self.protocol.definitions[part]
        return definition if isinstance(definition, Record) else definition.type

    def arms(self, type_: Type) -> list[Type]:
        """Return the arms of a type with aliases followed and unions flattened; references name records."""
        if isinstance(type_, Ref):
            definition = self.protocol.definitions[type_.name]
            return [type_] if isinstance(definition, Record) else self.arms(definition.type)
        if isinstance(type_, Union):
            return list(dict.fromkeys(flat for arm in type_.arms for flat in self.arms(arm)))
        return [type_]

    def record(self, type_: Type) -> Record | None:
        """Return the record that a type names."""
        found = self.protocol.definitions[type_.name] if isinstance(type_, Ref) else None
        return found if isinstance(found, Record) else None

    def anything(self, type_: Type) -> bool:
        """Return whether the type accepts every JSON value."""
        return is_anything(type_, self.protocol.definitions)

    def anonymous(self, name: str) -> bool:
        """Return whether the official file leaves that definition without a name."""
        return self.protocol.definitions[name].at.count("/") > 2

    def counterpart(self, name: str) -> Part | None:
        """Return what a definition was most often compared with; its own name wins, then the order of the walk."""
        uses = self.uses.get(name)
        if not uses:
            return None
        return name if name in uses else max(uses, key=lambda part: uses[part])

    def titles(self, name: str, other: Part) -> bool:
        """Return whether the comparison with `other` is named after this definition."""
        if name == other:
            return True
        body = self.body(name)
        return isinstance(body, (Record, Union)) and self.counterpart(name) == other


def covers(revision: Revision, wide: Type, narrow: Type) -> bool:
    """Return whether `wide` plainly accepts all that `narrow` does, two types that are not equal."""
    if revision.anything(wide):
        return True
    match wide, narrow:
        case (Scalar("number"), Scalar("integer")):
            return wide == Scalar("number")
        case (Scalar(kind), Choice(values)) if wide == Scalar(wide.kind):
            return all(
                isinstance(value, PYTHON_TYPES[kind]) and isinstance(value, bool) == (kind == "boolean")
                for value in values
            )
        case (Map(Anything()), Ref() | Map()):
            return True
        case _:
            return False


def matched(old: Revision, new: Revision, olds: list[Type], news: list[Type]) -> list[tuple[Type, Type]]:
    """Return which arms of two unions are the same arm: by name, then by tag and members, then by kind."""
    result = [(arm, arm) for arm in olds if arm in news]
    rest = [arm for arm in olds if arm not in news], [arm for arm in news if arm not in olds]
    lone = _lone_tags(old, olds) & _lone_tags(new, news)
    scored = sorted(
        (
            (likeness(old, new, a, b, lone), -i, -j)
            for i, a in enumerate(rest[0])
            for j, b in enumerate(rest[1])
        ),
        reverse=True,
    )
    taken: tuple[set[int], set[int]] = set(), set()
    for score, i, j in scored:
        if score >= 0.5 and i not in taken[0] and j not in taken[1]:
            taken[0].add(i)
            taken[1].add(j)
            result.append((rest[0][-i], rest[1][-j]))
    return result


def likeness(old: Revision, new: Revision, a: Type, b: Type, lone: set[tuple[str, Choice]]) -> float:
    """Return how surely two arms are the same: 0 never, 0.5 and more perhaps, 1 and more surely."""
    one, other = old.record(a), new.record(b)
    if one is not None and other is not None:
        tags, others = tags_of(one), tags_of(other)
        shared = [name for name in tags if name in others]
        if any(tags[name] != others[name] for name in shared):
            return 0
        names, more = {f.name for f in one.fields}, {f.name for f in other.fields}
        return len(names & more) / max(len(names | more), 1) + any(
            (name, tags[name]) in lone for name in shared
        )
    match a, b:
        case (Scalar(kind), Scalar(other_kind)):
            return 1 if kind == other_kind else 0.5 if {kind, other_kind} == {"integer", "number"} else 0
        case (Array(), Array()) | (Map(), Map()) | (Choice(), Choice()):
            return 0.75
        case (Choice(), Scalar()) | (Scalar(), Choice()):
            return 0.6 if covers(new, b, a) or covers(old, a, b) else 0
        case (Map(), Ref()) | (Ref(), Map()):
            return 0.5
        case _:
            return 0


def _lone_tags(revision: Revision, arms: list[Type]) -> set[tuple[str, Choice]]:
    """Return the required constants that only one of the arms has."""
    counts = Counter(
        tag for record in map(revision.record, arms) if record for tag in tags_of(record).items()
    )
    return {tag for tag, count in counts.items() if count == 1}


def alike(one: Record, other: Record) -> bool:
    """Return whether two records in the same place may be the same object under two names."""
    names, others = {f.name for f in one.fields}, {f.name for f in other.fields}
    smaller = min(len(names), len(others))
    conflict = any(tags_of(other).get(name, value) != value for name, value in tags_of(one).items())
    return not conflict and (smaller == 0 or len(names & others) / smaller >= 0.5)


def tags_of(record: Record) -> dict[str, Choice]:
    """Return the required constants of a record by member."""
    return {
        f.name: f.type
        for f in record.fields
        if f.required and isinstance(f.type, Choice) and len(f.type.values) == 1
    }
