"""Store and list the unknown members of objects.

An object with unknown members is an instance of a subclass of its type. The subclass has one more field,
`__unknown_members__`, and is created once for each type. So unknown members cost nothing for objects that
have none, and objects of both classes are instances of the type.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeVar, cast

import msgspec

from ..json_values import Pointers, depth_first
from .build_lock import build_lock

S = TypeVar("S", bound=msgspec.Struct)

# The wire name of `__unknown_members__`. No JSON text contains it followed by a NUL (see `encoder`).
FIELD_NAME = "~"


class Skipped(msgspec.Struct, frozen=True):
    """An invalid array item that a decode with `invalid_items="skip"` left out.

    `pointer` is its JSON Pointer in the message. `reason` says what is wrong with it.
    """

    pointer: str
    reason: str


class UnknownMembers:
    """The undeclared members of an object, and the invalid items that a decode skipped inside it."""

    __slots__ = ("members", "skipped")

    def __init__(self, members: dict[str, Any], skipped: tuple[Skipped, ...] = ()) -> None:
        self.members = members
        self.skipped = skipped

    def __eq__(self, other: object) -> bool:
        return (
            isinstance(other, UnknownMembers)
            and self.members == other.members
            and self.skipped == other.skipped
        )

    __hash__ = None  # type: ignore[assignment]


# msgspec shows the class name if it cannot encode an object, so the name is a hint for the caller.
UnknownMembers.__name__ += " (call `encode` or `to_builtins` of the revision, which keep unknown members)"


def class_with_unknowns(cls: type[S]) -> type[S]:
    """Return the subclass of `cls` whose objects store `UnknownMembers`. It is created on first use."""
    made = cls.__dict__.get("__class_with_unknowns__")
    if made is None:
        with build_lock:
            made = cls.__dict__.get("__class_with_unknowns__")
            if made is None:
                namespace = {
                    "__module__": cls.__module__,
                    "__qualname__": cls.__qualname__,
                    "__doc__": cls.__doc__,
                    "__annotations__": {"__unknown_members__": Any},
                    "__unknown_members__": msgspec.field(name=FIELD_NAME, default=None),
                    "__declared__": cls,
                    "__reduce__": _reduce,
                }
                metaclass: Any = type(cls)
                made = metaclass(cls.__name__, (cls,), namespace, kw_only=True)
                cls.__class_with_unknowns__ = made  # type: ignore[attr-defined]
    return cast("type[S]", made)


def declared_class(value: msgspec.Struct) -> type[msgspec.Struct]:
    """Return the generated class of an object, even if the object has the subclass for unknown members."""
    return getattr(type(value), "__declared__", type(value))


def declared_values(value: msgspec.Struct) -> dict[str, Any]:
    """Return the declared members of an object by Python name."""
    return {name: getattr(value, name) for name in declared_class(value).__struct_fields__}


def with_skipped(value: S, skipped: tuple[Skipped, ...]) -> S:
    """Record the items that a decode skipped inside an object, and return the object or a copy of it.

    If the object already stores unknown members, the object itself is changed and returned. Otherwise a copy
    is returned.
    """
    kept: UnknownMembers | None = getattr(value, "__unknown_members__", None)
    if kept is not None:
        kept.skipped = skipped
        return value
    return _restore(type(value), declared_values(value), {}, skipped)


def _reduce(self: Any) -> Any:
    kept = self.__unknown_members__
    return _restore, (self.__declared__, declared_values(self), kept.members, kept.skipped)


def _restore(
    cls: type[S], values: dict[str, Any], members: dict[str, Any], skipped: tuple[Skipped, ...]
) -> S:
    return class_with_unknowns(cls)(**values, __unknown_members__=UnknownMembers(members, skipped))


def unknown_pointers(value: object) -> Pointers:
    """Return the JSON Pointers to all unknown members in `value`, in document order."""
    found: list[Any] = []
    for path, inner in depth_first(value, _containers):
        if isinstance(inner, msgspec.Struct):
            kept = getattr(inner, "__unknown_members__", None)
            if kept is not None and not hasattr(declared_class(inner), "__additional__"):
                found.extend([(path, name) for name in kept.members])
    return Pointers(found)


def _containers(path: Any, value: object) -> Iterator[tuple[Any, object]]:
    """Yield the objects and arrays directly inside a value, each with its linked path.

    A linked path is a pair `(linked path of the container, key)`.
    """
    for key, child in children(value):
        if isinstance(child, (msgspec.Struct, dict, list, tuple)) or field_names(child):
            yield (path, key), child


def children(value: object) -> Iterator[tuple[Any, Any]]:
    """Yield the values directly inside a value, each with its wire name or index. Skip absent members."""
    if isinstance(value, msgspec.Struct):
        cls = declared_class(value)
        for name, wire in zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True):
            child = getattr(value, name)
            if child is not msgspec.UNSET:
                yield wire, child
        kept = getattr(value, "__unknown_members__", None)
        if kept is not None:
            yield from kept.members.items()
    elif isinstance(value, dict):
        yield from value.items()
    elif isinstance(value, (list, tuple)):
        yield from enumerate(value)
    else:
        yield from ((name, getattr(value, name)) for name in field_names(value))


def field_names(value: object) -> tuple[str, ...]:
    """Return the field names of an object of a dataclass or an attrs class. For another value, return ()."""
    cls = type(value)
    found = getattr(cls, "__dataclass_fields__", None)
    if found is not None:
        return tuple(found)
    return tuple(field.name for field in getattr(cls, "__attrs_attrs__", ()))
