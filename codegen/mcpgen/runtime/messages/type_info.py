"""Find the JSON types, the limits and the contained types of a node.

A node is the description of a type by `msgspec.inspect`.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from typing import Any, NamedTuple

from msgspec import inspect as mi

from .base import Constants, FramedMessage, Mapping, Member, Struct, Untagged
from .build_lock import type_node

OBJECTS = (mi.StructType, mi.DataclassType, mi.TypedDictType)
ARRAYS = (
    mi.ListType,
    mi.SetType,
    mi.FrozenSetType,
    mi.VarTupleType,
    mi.TupleType,
    mi.NamedTupleType,
)
# The types whose values contain other values.
PARTED = (*OBJECTS, *ARRAYS, mi.DictType, mi.CustomType)
# The limits of values, as `msgspec.Meta` names them.
_LIMITS = ("gt", "ge", "lt", "le", "multiple_of", "pattern", "min_length", "max_length", "tz")


def limits_of(node: mi.Type) -> dict[str, Any]:
    """Return the limits of the values of a type as arguments of `msgspec.Meta`, such as `max_length`."""
    return {name: limit for name in _LIMITS if (limit := getattr(node, name, None)) is not None}


def plain_classes(node: mi.Type) -> tuple[type, ...]:
    """Return the Python classes whose values are all valid for a type and need no decoding."""
    if limits_of(node):
        return ()
    if isinstance(node, mi.DictType):
        return (dict,) if isinstance(node.value_type, mi.AnyType) and not limits_names(node) else ()
    if isinstance(node, mi.ListType):
        return (list,) if isinstance(node.item_type, mi.AnyType) else ()
    if isinstance(node, mi.UnionType):
        return tuple({kind for member in node.types for kind in plain_classes(member)})
    scalars = {mi.StrType: (str,), mi.IntType: (int,), mi.FloatType: (int, float), mi.BoolType: (bool,)}
    return scalars.get(type(node), ())


def limits_names(node: mi.DictType) -> bool:
    """Return whether a dictionary type limits the names of its members."""
    return node.key_type != mi.StrType()


def is_scalar(node: mi.Type) -> bool:
    """Return whether `node` allows neither objects nor arrays."""
    scalars = (mi.StrType, mi.IntType, mi.FloatType, mi.BoolType, mi.NoneType, mi.LiteralType)
    return isinstance(node, scalars) or (isinstance(node, mi.UnionType) and all(map(is_scalar, node.types)))


def alternatives(node: mi.Type, within: tuple[Any, ...] = ()) -> Iterator[mi.Type]:
    """Yield the variants of a union, including those of nested unions. For any other type, yield the type.

    Where a union contains itself, `mi.AnyType` is yielded.
    """
    cls = getattr(node, "cls", None)
    if isinstance(node, mi.Metadata):
        yield from alternatives(node.type, within)
    elif isinstance(node, mi.UnionType):
        for member in node.types:
            yield from alternatives(member, within)
    elif isinstance(node, mi.CustomType) and issubclass(node.cls, Untagged):
        for type_ in () if cls in within else node.cls.types():
            yield from alternatives(type_node(type_), (*within, cls))
        if cls in within:
            yield mi.AnyType()
    else:
        yield node


def constants_of(node: mi.Type) -> tuple[Any, ...]:
    """Return the constants that a type consists of. Return () if it is not a type of constants."""
    if isinstance(node, mi.CustomType) and issubclass(node.cls, Constants):
        return node.cls.values
    return node.values if isinstance(node, mi.LiteralType) else ()


def json_classes(node: mi.Type) -> tuple[type, ...]:
    """Return the Python classes that a parsed JSON value of the type may have."""
    return tuple(dict.fromkeys(kind for each in alternatives(node) for kind in _json_classes(each)))


def _json_classes(node: mi.Type) -> tuple[type, ...]:
    constants = constants_of(node)
    if constants:
        kinds = tuple(map(type, constants))
        return (*kinds, float) if int in kinds else kinds
    if isinstance(node, mi.AnyType):
        return (dict, list, str, int, float, bool, type(None))
    if isinstance(node, (mi.IntType, mi.FloatType)):
        return (int, float)
    if isinstance(node, ARRAYS):
        return (list,)
    simple = {mi.StrType: str, mi.BoolType: bool, mi.NoneType: type(None)}
    return (simple.get(type(node), dict),)


def expectation(node: mi.Type) -> str:
    """Describe a type for an error message: its JSON type, as in `a string`, or its constants."""
    if isinstance(node, mi.LiteralType):
        return f"one of {', '.join(map(str, node.values))}"
    descriptions = {
        mi.StrType: "a string",
        mi.IntType: "an integer",
        mi.FloatType: "a number",
        mi.BoolType: "true or false",
        mi.NoneType: "null",
    }
    if isinstance(node, ARRAYS):
        return "an array"
    others = "an object" if isinstance(node, (*OBJECTS, mi.DictType, mi.CustomType)) else "a string"
    return descriptions.get(type(node), others)


def contained(node: mi.Type) -> Iterator[mi.Type]:
    """Yield the types directly inside a type: those of its fields, variants, items or values."""
    if isinstance(node, (*OBJECTS, mi.NamedTupleType)):
        yield from (field.type for field in node.fields)
    elif isinstance(node, mi.TupleType):
        yield from node.item_types
    elif isinstance(node, mi.UnionType):
        yield from node.types
    elif isinstance(node, mi.CustomType) and issubclass(node.cls, Untagged):
        yield from map(type_node, node.cls.types())
    elif isinstance(node, mi.CustomType) and issubclass(node.cls, Mapping):
        yield from (type_node(type_) for type_, _ in members_of(node.cls).values())
        yield additional_of(node.cls)
    else:
        inner = (getattr(node, name, None) for name in ("item_type", "value_type", "type"))
        yield from (each for each in inner if isinstance(each, mi.Type))


def reachable(node: mi.Type) -> Iterator[mi.Type]:
    """Yield a type, and every type inside it at any depth. Each class is yielded once."""
    seen: set[Any] = set()
    left = [node]
    while left:
        node = left.pop()
        cls = getattr(node, "cls", None)
        if cls is not None:
            if cls in seen:
                continue
            seen.add(cls)
        yield node
        left.extend(contained(node))


def is_generated(node: mi.Type) -> bool:
    """Return whether a type is a generated class."""
    cls = getattr(node, "cls", None)
    cls = getattr(cls, "__origin__", cls)
    return isinstance(cls, type) and issubclass(cls, (Constants, Mapping, Struct, Untagged))


def has_bare_tag(type_: Any) -> bool:
    """Return whether a type contains a tagged class that is not in a union.

    For such a class, msgspec would not require the tag.
    """
    return any(
        isinstance(below, mi.StructType) and is_generated(below) and below.tag_field is not None
        for node in reachable(type_node(type_))
        if not is_generated(node) and not _is_tagged(node)
        for below in contained(node)
    )


def _is_tagged(node: mi.Type) -> bool:
    return isinstance(node, mi.UnionType) and sum(isinstance(t, mi.StructType) for t in node.types) > 1


def is_recursive(cls: type[Untagged]) -> bool:
    """Return whether a value of the untagged union that `cls` stands for may contain another such value."""
    inside = (node for type_ in cls.types() for node in reachable(type_node(type_)))
    return any(isinstance(node, mi.CustomType) and node.cls is cls for node in inside)


def members_of(cls: type[Mapping]) -> dict[str, tuple[Any, bool]]:
    """Return the declared members of a `Mapping` by wire name: the type, and whether it is required."""
    found: dict[str, tuple[Any, bool]] = {}
    annotations = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - `inspect` is slow to import
    for name, annotation in annotations.items():
        member = getattr(cls, name, None)
        if isinstance(member, Member):
            found[member.name] = (evaluated(cls, annotation).__args__[0], member.required)
    return found


class MemberInfo(NamedTuple):
    """A declared member of a class. `name` is its Python name, or None for a tag."""

    name: str | None
    type: mi.Type
    required: bool


def object_members(node: Any) -> dict[str, MemberInfo]:
    """Return the declared members of a class by wire name. A tag is included, as the last one."""
    if isinstance(node, mi.CustomType):
        members = members_of(node.cls).items()
        return {wire: MemberInfo(wire, type_node(type_), needed) for wire, (type_, needed) in members}
    found = {field.encode_name: MemberInfo(field.name, field.type, field.required) for field in node.fields}
    if isinstance(node, mi.StructType) and node.tag_field is not None:
        found[node.tag_field] = MemberInfo(None, mi.LiteralType((node.tag,)), True)
    return found


def absent_envelope(node: mi.Type) -> tuple[str, ...]:
    """Return which of `jsonrpc` and `id` a message may lack, because its official type does not have them."""
    if not isinstance(node, mi.StructType) or not issubclass(origin_of(node), FramedMessage):
        return ()
    return tuple(field.name for field in node.fields if field.name in ("jsonrpc", "id"))


def origin_of(node: Any) -> Any:
    """Return the class of a type node, without type arguments."""
    return getattr(node.cls, "__origin__", node.cls)


def additional_of(cls: Any) -> mi.Type:
    """Return the type of the undeclared members of an `OpenStruct` or a `Mapping`."""
    return mi.AnyType() if cls.__additional__ is None else type_node(evaluated(cls, cls.__additional__))


def struct_of(type_: Any) -> mi.StructType:
    """Return what `msgspec.inspect` says about `type_`, which is a struct type."""
    node = type_node(type_)
    assert isinstance(node, mi.StructType)
    return node


def evaluated(cls: type, expression: str) -> Any:
    """Evaluate an annotation of a generated class in the namespace of its module."""
    return eval(expression, vars(sys.modules[cls.__module__]))
