"""Arms of unions that no constant tells apart: what an object shows of which arm it may be, before it is read."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from msgspec import inspect as mi

from .base import FramedMessage


class Arm(NamedTuple):
    """One arm of an untagged union, and what tells without reading that an object cannot be one."""

    read: Callable[..., Any]
    guard: tuple[str, str] | None
    name: str
    required: frozenset[str]
    constants: tuple[tuple[str, frozenset[str]], ...]

    def excludes(self, value: dict[str, Any]) -> bool:
        """Say whether a required member is absent or a constant is another one."""
        if not self.required <= value.keys():
            return True
        for name, allowed in self.constants:
            if name in value and not (type(value[name]) is str and value[name] in allowed):
                return True
        return False

    def met(self, value: Any) -> bool:
        """Say whether the guard holds."""
        return self.guard is None or (type(value) is dict and value.get(self.guard[0]) == self.guard[1])


def arm_of(type_: Any, read: Callable[..., Any]) -> Arm:
    """Return a type as an arm that `read` reads."""
    required: list[str] = []
    constants: list[tuple[str, frozenset[str]]] = []
    node = mi.type_info(type_)
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
    return Arm(read, guard, name, frozenset(required), tuple(constants))
