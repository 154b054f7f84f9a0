"""Places: a decoded frame → the types and members of its revision that the frame uses.

A place is `Type` or `Type.member`, in the names of the schema. A member counts where the frame has a value
for the member. The envelope of a response is no type of a schema and has no place.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any


class PlaceFinder:
    """Finds the places of the messages of one revision; `module` is its module, `unset` marks no value."""

    def __init__(self, module: Any, unset: object) -> None:
        self._module = module
        self._unset = unset
        self._classes: dict[Any, tuple[str | None, list[tuple[str, str]]]] = {}

    def places(self, message: Any) -> list[str]:
        """Return the places that a decoded message uses, sorted, each once."""
        return sorted(set(self._places(message)))

    def _places(self, value: Any) -> Iterator[str]:
        if isinstance(value, dict | list | tuple):
            for inner in value.values() if isinstance(value, dict) else value:
                yield from self._places(inner)
        elif hasattr(value, "__struct_fields__"):
            name, members = self._members(type(value))
            if name:
                yield name
            for attribute, member in members:
                inner = getattr(value, attribute)
                if inner is not self._unset and inner is not None:
                    if name:
                        yield f"{name}.{member}"
                    yield from self._places(inner)

    def _members(self, of_value: Any) -> tuple[str | None, list[tuple[str, str]]]:
        """Return the name that a class has in its module, and its attributes with their wire names."""
        if of_value not in self._classes:
            name = next((e.__name__ for e in of_value.__mro__ if hasattr(self._module, e.__name__)), None)
            attributes, members = of_value.__struct_fields__, of_value.__struct_encode_fields__
            self._classes[of_value] = name, list(zip(attributes, members, strict=True))
        return self._classes[of_value]
