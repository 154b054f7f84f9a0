"""Shapes: types of a revision → the literals that `runtime/shapes.py` reads; a record gets a constant of its own."""

from __future__ import annotations

from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    Map,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    is_anything,
)
from mcpgen.names import snake


class Shapes:
    """Types of a revision as the literals that `runtime/shapes.py` reads; records get a constant each."""

    def __init__(self) -> None:
        self.named: dict[tuple[str, str], str] = {}
        self.texts: dict[str, str] = {}
        self.open: set[str] = set()

    def of(self, protocol: Protocol, type_: Type) -> str:
        """Return a Python expression for the shape of a type; `None` where every value fits."""
        if is_anything(type_, protocol.definitions):
            return "None"
        match type_:
            case Anything():
                return "None"
            case Scalar(kind="string"):
                limits = (type_.min_length, type_.max_length, type_.pattern)
                return repr(("string", *limits) if any(x is not None for x in limits) else "string")
            case Scalar(kind):
                bounds = (type_.minimum, type_.maximum)
                return repr(("number", kind, *bounds) if any(x is not None for x in bounds) else kind)
            case Choice(values):
                return repr(("choice", *values))
            case Array(items, least, most):
                return f'("array", {self.of(protocol, items)}, {least}, {most})'
            case Map(values):
                return f'("map", {self.of(protocol, values)})'
            case Union(arms):
                return f'("union", {", ".join(self.of(protocol, arm) for arm in arms)})'
            case Ref(name):
                return self.reference(protocol, name)

    def reference(self, protocol: Protocol, name: str) -> str:
        definition = protocol.definitions[name]
        if isinstance(definition, Alias):
            return self.of(protocol, definition.type)
        key = (protocol.revision, name)
        constant = self.named.get(key)
        if constant is None:
            constant = f"{constant_name(name)}_{protocol.revision.replace('-', '')}"
            self.named[key] = constant
            self.open.add(constant)
            self.texts[constant] = self.record(protocol, definition)
            self.open.discard(constant)
            self.texts[constant] = self.texts.pop(constant)  # after what it refers to
        return f'("later", lambda: {constant})' if constant in self.open else constant

    def record(self, protocol: Protocol, record: Record) -> str:
        members = {f.name: self.of(protocol, f.type) for f in record.fields}
        inner = ", ".join(f"{name!r}: {shape}" for name, shape in members.items() if shape != "None")
        required = tuple(f.name for f in record.fields if f.required)
        rest = "None" if record.open is None else self.of(protocol, record.open)
        return f'("object", {{{inner}}}, {required!r}, {rest})'

    def constants(self) -> tuple[tuple[str, str], ...]:
        return tuple(self.texts.items())


def constant_name(name: str) -> str:
    """Return a type's name as the name of a constant."""
    return snake(name).upper()
