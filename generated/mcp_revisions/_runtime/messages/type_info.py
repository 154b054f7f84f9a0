"""Questions about types, as `msgspec.inspect` describes them: which values fit as they are, what to expect, what is inside."""

from __future__ import annotations

import sys
from typing import Any

from msgspec import inspect as mi

from .base import Mapping, Member, Untagged


def plain_classes(node: mi.Type) -> tuple[type, ...]:
    """Return the classes whose values all fit `node` as they are."""
    if isinstance(node, mi.StrType):
        return (str,) if (node.min_length, node.max_length, node.pattern) == (None,) * 3 else ()
    if isinstance(node, mi.IntType):
        return (int,) if (node.ge, node.le, node.gt, node.lt) == (None,) * 4 else ()
    if isinstance(node, mi.FloatType):
        return (int, float) if (node.ge, node.le, node.gt, node.lt) == (None,) * 4 else ()
    if isinstance(node, mi.BoolType):
        return (bool,)
    if isinstance(node, mi.DictType):
        return (dict,) if isinstance(node.value_type, mi.AnyType) else ()
    if isinstance(node, mi.ListType):
        free = (node.min_length, node.max_length) == (None, None)
        return (list,) if free and isinstance(node.item_type, mi.AnyType) else ()
    if isinstance(node, mi.UnionType):
        return tuple({kind for arm in node.types for kind in plain_classes(arm)})
    return ()


def is_scalar(node: mi.Type) -> bool:
    """Say whether no value of `node` is an object or an array."""
    scalars = (mi.StrType, mi.IntType, mi.FloatType, mi.BoolType, mi.NoneType, mi.LiteralType)
    return isinstance(node, scalars) or (isinstance(node, mi.UnionType) and all(map(is_scalar, node.types)))


def kinds_of(node: mi.Type) -> tuple[type, ...]:
    """Return the classes of the JSON values that may fit `node`."""
    if isinstance(node, (mi.IntType, mi.FloatType)):
        return (int, float)
    if isinstance(node, mi.LiteralType):
        kinds = {type(v) for v in node.values}
        return tuple(kinds | ({float} if int in kinds else set()))
    if isinstance(node, mi.Metadata):
        return kinds_of(node.type)
    if isinstance(node, mi.CustomType) and issubclass(node.cls, Untagged):
        return (dict, list, str, int, float, bool, type(None))
    simple = {mi.StrType: str, mi.BoolType: bool, mi.NoneType: type(None), mi.ListType: list}
    return (simple.get(type(node), dict),)


def expectation(node: mi.Type) -> str:
    """Return what a value of `node` is, in words."""
    if isinstance(node, mi.LiteralType):
        return f"one of {', '.join(map(str, node.values))}"
    words = {
        mi.StrType: "a string",
        mi.IntType: "an integer",
        mi.FloatType: "a number",
        mi.BoolType: "true or false",
        mi.NoneType: "null",
        mi.ListType: "an array",
    }
    return words.get(type(node), "an object")


def has_custom(node: mi.Type, seen: set[Any]) -> bool:
    """Say whether reading a type calls on our hook anywhere."""
    if isinstance(node, mi.CustomType):
        return True
    if isinstance(node, mi.StructType):
        if node.cls in seen:
            return False
        seen.add(node.cls)
        return any(has_custom(field.type, seen) for field in node.fields)
    if isinstance(node, mi.UnionType):
        return any(has_custom(arm, seen) for arm in node.types)
    inner = (
        getattr(node, "item_type", None) or getattr(node, "value_type", None) or getattr(node, "type", None)
    )
    return isinstance(inner, mi.Type) and has_custom(inner, seen)


def members_of(cls: type[Mapping]) -> dict[str, tuple[Any, bool]]:
    """Return the known members of a mapping by wire name: the type, and whether it is required."""
    found: dict[str, tuple[Any, bool]] = {}
    annotations = cls.__dict__.get("__annotations__", {})  # noqa: RUF063 - `inspect` is slow to import
    for name, annotation in annotations.items():
        member = getattr(cls, name, None)
        if isinstance(member, Member):
            found[member.name] = (evaluated(cls, annotation).__args__[0], member.required)
    return found


def additional_of(cls: Any) -> mi.Type:
    """Return the type of the further members of an open class."""
    return mi.AnyType() if cls.__additional__ is None else mi.type_info(evaluated(cls, cls.__additional__))


def struct_of(type_: Any) -> mi.StructType:
    """Return what msgspec says of a struct."""
    node = mi.type_info(type_)
    assert isinstance(node, mi.StructType)
    return node


def evaluated(cls: type, expression: str) -> Any:
    """Evaluate an annotation of a generated class in the names of its module."""
    return eval(expression, vars(sys.modules[cls.__module__]))
