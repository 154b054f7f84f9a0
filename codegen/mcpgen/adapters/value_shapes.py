"""Value shapes: types of one revision → the table of shapes that the runtime (`value_checks`) reads.

Every definition but a scalar is a constant of the table, made when an adapter first refers to it. Both
neighbours of a revision refer to the same table.
"""

from __future__ import annotations

from collections.abc import Callable

from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    Definition,
    Map,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    is_anything,
    json_value,
)
from mcpgen.names import module, snake


class ValueShapes:
    """The shapes of one revision: Python expressions for types, and the constants that these mention."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._names: dict[str, str] = {}  # of a constant, by definition
        self._texts: dict[str, str] = {}  # by constant, after the constants that a text mentions
        self._unfinished: set[str] = set()

    @property
    def revision(self) -> str:
        """Return the revision of the types."""
        return self._protocol.revision

    @property
    def module(self) -> str:
        """Return the name of the module that holds the table."""
        return f"value_shapes_{module(self.revision)}"

    def constants(self) -> tuple[tuple[str, str], ...]:
        """Return the constants by name, each after those that it mentions."""
        return tuple(self._texts.items())

    def expression(self, type_: Type, refer: Callable[[str], str] = str) -> str:
        """Return the shape of a type, None where every value fits; `refer` spells a constant of the table."""
        if is_anything(type_, self._protocol.definitions):
            return "None"
        match type_:
            case Anything():
                return "None"
            case Scalar("string", min_length=least, max_length=most, pattern=pattern):
                return _limited(repr("string"), "'string'", least, most, pattern)
            case Scalar(kind, least, most):
                return _limited(repr(kind), f"'number', {kind!r}", least, most)
            case Choice(values):
                return repr(("choice", *map(json_value, values)))
            case Array(items, least, most):
                shape = self.expression(items, refer)
                return (
                    f"('array', {shape})" if least is most is None else f"('array', {shape}, {least}, {most})"
                )
            case Map(values, names):
                limit = "None" if names is None else self.expression(names)
                return _map(self.expression(values, refer), limit)
            case Union(arms):
                return f"('union', {', '.join(self.expression(arm, refer) for arm in arms)})"
            case Ref(name):
                definition = self._protocol.definitions[name]
                if isinstance(definition, Alias) and isinstance(definition.type, (Scalar, Ref)):
                    return self.expression(definition.type, refer)
                constant = self._constant(name, definition)
                if constant in self._unfinished:  # a recursive type mentions itself
                    return f"('later', lambda: {constant})"
                return refer(constant)

    def _constant(self, name: str, definition: Definition) -> str:
        if name not in self._names:
            constant, taken = snake(name).upper(), set(self._names.values())
            while constant in taken:
                constant += "_"
            self._names[name] = constant
            self._unfinished.add(constant)
            text = (
                self._record(definition)
                if isinstance(definition, Record)
                else self.expression(definition.type)
            )
            self._unfinished.discard(constant)
            self._texts[constant] = text
        return self._names[name]

    def _record(self, record: Record) -> str:
        shapes = {field.name: self.expression(field.type) for field in record.fields}
        shapes |= dict.fromkeys(record.absent, "'never'")
        rest = "'never'" if record.closed else "None" if record.open is None else self.expression(record.open)
        named = {name: shape for name, shape in shapes.items() if shape != "None" or rest != "None"}
        members = ", ".join(f"{name!r}: {shape}" for name, shape in named.items())
        required = tuple(field.name for field in record.fields if field.required)
        options = f", {required!r}" if required or rest != "None" else ""
        return f"('object', {{{members}}}{options}{f', {rest}' if rest != 'None' else ''})"


def _map(values: str, names: str) -> str:
    """Return the shape of an object with free names."""
    if names != "None":
        return f"('map', {values}, {names})"
    return "('map',)" if values == "None" else f"('map', {values})"


def _limited(plain: str, head: str, *limits: object) -> str:
    """Return the shape of a scalar, with its limits if there are any."""
    if all(limit is None for limit in limits):
        return plain
    return f"({head}, {', '.join(map(repr, limits))})"
