"""Value shapes: types of one revision → the table of shapes that adapters check values by, as Python text.

Every definition but a scalar is a constant of the table, made when an adapter first refers to it. Both
neighbours of a revision refer to the same table.
"""

from __future__ import annotations

from collections.abc import Callable

from mcpgen.compare.validity import Shapes
from mcpgen.ir import Alias, Protocol, Ref, Scalar, Type
from mcpgen.names import module, snake
from mcpgen.runtime.conversion.value_checks import Shape


class _Code(str):
    """Python text, which prints as it stands."""

    __repr__ = str.__str__


class ValueShapes:
    """The shapes of one revision: Python expressions for types, and the constants that these mention."""

    def __init__(self, protocol: Protocol) -> None:
        self._protocol = protocol
        self._names: dict[str, str] = {}  # of a constant, by definition
        self._texts: dict[str, str] = {}  # by constant, after the constants that a text mentions

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
        return repr(self._shapes(refer).of(type_))

    def _shapes(self, refer: Callable[[str], str]) -> Shapes:
        def named(name: str) -> Shape:
            definition = self._protocol.definitions[name]
            if isinstance(definition, Alias) and isinstance(definition.type, (Scalar, Ref)):
                return self._shapes(refer).of(definition.type)
            constant = self._constant(name)
            if constant in self._texts:
                return _Code(refer(constant))
            return "later", _Code(f"lambda: {constant}")  # a recursive type mentions itself

        return Shapes(self._protocol, named)

    def _constant(self, name: str) -> str:
        if name not in self._names:
            constant, taken = snake(name).upper(), set(self._names.values())
            while constant in taken:
                constant += "_"
            self._names[name] = constant
            self._texts[constant] = repr(self._shapes(str).definition(name))
        return self._names[name]
