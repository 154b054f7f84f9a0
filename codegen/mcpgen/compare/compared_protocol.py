"""Compared protocol: one side of a comparison, and the counterparts of its definitions so far."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TypeAlias

from mcpgen.compare.reachability import reachable, senders_by_definition
from mcpgen.ir import Protocol, Record, Ref, Side, Type, Union, is_anything

Counterpart: TypeAlias = str | Type  # a definition by name, or an inline type
TypePair: TypeAlias = tuple[Counterpart, Counterpart]


@dataclass
class ComparedProtocol:
    """One side of a comparison.

    `senders` holds the sides that send each definition, `on_wire` the definitions that a frame can hold, and
    `compared_with` counts the counterparts of each definition.
    """

    protocol: Protocol
    senders: dict[str, frozenset[Side]] = field(init=False)
    on_wire: set[str] = field(init=False)
    compared_with: dict[str, Counter[Counterpart]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.senders = senders_by_definition(self.protocol)
        errors = [error.type for error in self.protocol.errors if error.type is not None]
        frames = reachable(self.protocol, [Ref(name) for name in ("JSONRPCMessage", *errors)])
        self.on_wire = frames | self.senders.keys()

    def body(self, part: Counterpart) -> Record | Type:
        """Return the definition behind a name, one step; an inline type is its own body."""
        if not isinstance(part, str):
            return part
        definition = self.protocol.definitions[part]
        return definition if isinstance(definition, Record) else definition.type

    def union_members(self, type_: Type) -> list[Type]:
        """Return the members of a union with aliases followed and unions flattened, or the type alone."""
        if isinstance(type_, Ref):
            definition = self.protocol.definitions[type_.name]
            return [type_] if isinstance(definition, Record) else self.union_members(definition.type)
        if isinstance(type_, Union):
            return list(dict.fromkeys(flat for arm in type_.arms for flat in self.union_members(arm)))
        return [type_]

    def record(self, type_: Type) -> Record | None:
        """Return the record that a type names."""
        found = self.protocol.definitions[type_.name] if isinstance(type_, Ref) else None
        return found if isinstance(found, Record) else None

    def accepts_anything(self, type_: Type) -> bool:
        """Return whether the type accepts every JSON value."""
        return is_anything(type_, self.protocol.definitions)

    def is_inline(self, name: str) -> bool:
        """Return whether the official file states that definition inline, without a name."""
        return self.protocol.definitions[name].at.count("/") > 2

    def add_counterpart(self, part: Counterpart, other: Counterpart) -> None:
        """Count a comparison of a definition with `other`; ignore an inline type."""
        if isinstance(part, str):
            self.compared_with.setdefault(part, Counter())[other] += 1

    def counterpart(self, name: str) -> Counterpart | None:
        """Return the most frequent counterpart; the same name wins, then the order of the walk."""
        counts = self.compared_with.get(name)
        if not counts:
            return None
        return name if name in counts else max(counts, key=lambda part: counts[part])

    def names_pair(self, name: str, other: Counterpart) -> bool:
        """Return whether the comparison with `other` takes the name of this definition."""
        if name == other:
            return True
        return isinstance(self.body(name), (Record, Union)) and self.counterpart(name) == other
