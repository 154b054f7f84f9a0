"""Check JSON values against the types of a protocol.

A type is converted to a shape, a data structure by which the runtime checks values (`value_checks`). The
checks accept the same values as the corrected schema, with one exception. A pattern is untrusted, so it is
never run. Every value then counts as invalid for a string type with a pattern.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, TypeAlias

from mcpgen.ir import Alias, Array, Choice, Map, Protocol, Ref, Scalar, Type, Union, json_value
from mcpgen.patterns import python_pattern
from mcpgen.runtime.conversion.value_checks import NEVER, Shape, fits
from mcpgen.variants import guard_of, in_order

Json: TypeAlias = Any


class Shapes:
    """Makes shapes: data structures that describe the valid values of a type, for the checks of the runtime.

    The function `refer` takes the name of a definition and returns its shape. If `patterns` is false, no
    pattern is run, and every value counts as invalid for a string type with a pattern. If `whole` is true,
    shapes list every declared member. The variants of a union are then in the order in which decode tries
    them (see `variant_choice`).
    """

    def __init__(
        self,
        protocol: Protocol,
        refer: Callable[[str], Shape],
        *,
        patterns: bool = True,
        whole: bool = False,
    ) -> None:
        self._protocol, self._refer, self._patterns, self._whole = protocol, refer, patterns, whole

    def of(self, type_: Type) -> Shape:
        """Return the shape of a type, which describes its valid values, or None if every value is valid."""
        if self._protocol.accepts_anything(type_):
            return None  # `Anything`, or a union or an alias with the same meaning
        match type_:
            case Scalar("string", min_length=least, max_length=most, pattern=pattern):
                if pattern is not None and not self._patterns:
                    return NEVER
                python = None if pattern is None else python_pattern(pattern)
                return _limited("string", ("string",), least, most, python)
            case Scalar(kind, least, most):
                return _limited(kind, ("number", kind), least, most)
            case Choice(values):
                return ("choice", *map(json_value, values))
            case Array(items, least, most):
                return _limited(("array", self.of(items)), ("array", self.of(items)), least, most)
            case Map(values, names):
                inner, limit = self.of(values), None if names is None else self.of(names)
                if limit is not None:
                    return ("map", inner, limit)
                return ("map",) if inner is None else ("map", inner)
            case Union(variants):
                types = in_order(variants, self._protocol) if self._whole else variants
                return ("union", *map(self.variant if self._whole else self.of, types))
            case Ref(name):
                return self._refer(name)
            case _:
                return None

    def variant(self, type_: Type, *, is_result: bool = False) -> Shape:
        """Return the shape of a variant of a union. If the variant has a guard, the shape contains the guard.

        A guard is a member with a value that identifies the variant. If `is_result` is true, only the guard
        selects the variant.
        """
        guard, shape = guard_of(self._protocol, type_), self.of(type_)
        return shape if guard is None else ("guarded", guard[0], json_value(guard[1]), shape, is_result)

    def definition(self, name: str) -> Shape:
        """Return the shape of a definition, which describes its valid values."""
        definition = self._protocol.definitions[name]
        if isinstance(definition, Alias):
            return self.of(definition.type)
        shapes = {field.name: self.of(field.type) for field in definition.fields}
        shapes |= dict.fromkeys(definition.absent, NEVER)
        rest = NEVER if definition.closed else None if definition.open is None else self.of(definition.open)
        if self._whole and definition.open is not None and rest is None:
            rest = "any"
        is_listed = self._whole or rest is not None
        named = {name: shape for name, shape in shapes.items() if shape is not None or is_listed}
        required = tuple(field.name for field in definition.fields if field.required)
        options = (required,) if required or rest is not None else ()
        return ("object", named, *options, *([rest] if rest is not None else []))


def _limited(plain: Shape, head: tuple[Any, ...], *limits: object) -> Shape:
    """Return a shape with limits, such as a maximum length: `head` followed by the limits.

    If all limits are None, return `plain`, the shape without limits.
    """
    return plain if all(limit is None for limit in limits) else (*head, *limits)


class Validity:
    """Checks whether values are valid for types of one protocol."""

    def __init__(self, protocol: Protocol) -> None:
        self._shapes = Shapes(
            protocol, lambda name: ("later", partial(self._definition, name)), patterns=False
        )
        self._definitions: dict[str, Shape] = {}

    def _definition(self, name: str) -> Shape:
        if name not in self._definitions:
            self._definitions[name] = self._shapes.definition(name)
        return self._definitions[name]

    def is_valid(self, type_: Type, value: Json) -> bool:
        """Return whether a value is valid for a type. No value is valid for a string type with a pattern."""
        return fits(value, self._shapes.of(type_))


def is_valid(protocol: Protocol, type_: Type, value: Json) -> bool:
    """Return whether a value is valid for a type. No value is valid for a string type with a pattern.

    To check many values, use the class `Validity`, which caches the shapes of types.
    """
    return Validity(protocol).is_valid(type_, value)
