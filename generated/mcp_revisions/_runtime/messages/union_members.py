"""Members of untagged unions: the object members and constants that each union member requires."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import inspect as mi

from .base import FramedMessage
from .build_lock import type_node


class UnionMember(NamedTuple):
    """One member of an untagged union, its decoder, and the facts that exclude an object without a decode.

    `guard` is a member and its value: with that value the union member is tried first, without only as a last
    resort.
    """

    decode: Callable[..., Any]
    guard: tuple[str, str] | None
    name: str
    required: frozenset[str]
    constants: tuple[tuple[str, frozenset[str]], ...]

    def excludes(self, value: dict[str, Any]) -> bool:
        """Return whether an object lacks a required member or has another constant."""
        for name in self.required:
            if name not in value:
                return True
        return self.contradicts(value)

    def contradicts(self, value: dict[str, Any]) -> bool:
        """Return whether an object has another constant where the union member demands its own."""
        for name, allowed in self.constants:
            if name in value and not (type(value[name]) is str and value[name] in allowed):
                return True
        return False

    def guard_holds(self, value: Any) -> bool:
        """Return whether an object has the value that the guard asks for."""
        return self.guard is None or (type(value) is dict and value.get(self.guard[0]) == self.guard[1])


def union_member(type_: Any, decode: Callable[..., Any]) -> UnionMember:
    """Return a type as a union member with this decoder."""
    required: list[str] = []
    constants: list[tuple[str, frozenset[str]]] = []
    node = type_node(type_)
    if isinstance(node, mi.StructType):
        envelope = ("jsonrpc", "id") if issubclass(node.cls, FramedMessage) else ()
        for field in node.fields:
            if field.required and field.encode_name not in envelope:
                required.append(field.encode_name)
            if isinstance(field.type, mi.LiteralType) and all(isinstance(v, str) for v in field.type.values):
                constants.append((field.encode_name, frozenset(map(str, field.type.values))))
        if node.tag_field is not None:
            required.append(node.tag_field)
            constants.append((node.tag_field, frozenset({str(node.tag)})))
    name, guard = getattr(type_, "__name__", str(type_)), getattr(type_, "__guard__", None)
    return UnionMember(decode, guard, name, frozenset(required), tuple(constants))
