"""Protocol side: one of two aligned protocols, with facts about its definitions that a comparison needs."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from mcpgen.compare.reachability import reachable, senders_by_definition
from mcpgen.ir import Map, Protocol, Record, Ref, Side, Type, flatten, is_anything


@dataclass(frozen=True)
class ProtocolSide:
    """One of the two protocols of an alignment."""

    protocol: Protocol

    @cached_property
    def senders(self) -> dict[str, frozenset[Side]]:
        """The sides that send each definition that a method reaches."""
        return senders_by_definition(self.protocol)

    @cached_property
    def on_wire(self) -> frozenset[str]:
        """The definitions that a frame can hold."""
        errors = [error.type for error in self.protocol.errors if error.type is not None]
        frames = reachable(self.protocol, [Ref(name) for name in ("JSONRPCMessage", *errors)])
        return frozenset(frames | self.senders.keys())

    def body(self, type_: Type) -> Record | Type:
        """Return the definition behind a reference, one step; another type is its own body."""
        if not isinstance(type_, Ref):
            return type_
        definition = self.protocol.definitions[type_.name]
        return definition if isinstance(definition, Record) else definition.type

    def union_members(self, type_: Type) -> list[Type]:
        """Return the members of a union with aliases followed and unions flattened, or the type alone."""
        return list(dict.fromkeys(flatten(type_, self.protocol.definitions)))

    def record(self, type_: Type) -> Record | None:
        """Return the record that a reference names directly."""
        found = self.protocol.definitions[type_.name] if isinstance(type_, Ref) else None
        return found if isinstance(found, Record) else None

    def accepts_anything(self, type_: Type) -> bool:
        """Return whether the type accepts every JSON value."""
        return is_anything(type_, self.protocol.definitions)

    def is_inline(self, name: str) -> bool:
        """Return whether the official file states that definition inline, without a name."""
        return self.protocol.definitions[name].at.count("/") > 2


def as_record(body: Record | Map) -> Record:
    """Return an object with free names as a record that declares no member."""
    return body if isinstance(body, Record) else Record("", (), open=body.values)
