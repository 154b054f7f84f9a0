"""Refuse None where the type of a member does not allow null, and numbers that msgspec writes as null.

Python code writes `None` for an absent member, and msgspec encodes any value as it is. An infinite number, or
one that is none, becomes null too. The encoder asks this module only about texts with `null` inside.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from math import isfinite
from typing import Any, NoReturn

import msgspec
from msgspec import inspect as mi

from ..errors import EncodeError
from ..json_values import json_pointer
from .base import Constants, Mapping, Struct, Untagged
from .type_info import additional_of, members_of
from .unknown_members import declared_class, field_names

ANY = mi.AnyType()
# Follows the name of an optional member in a reason.
REMEDY = " (leave the member out, or set it to `UNSET`)"


def refuse_nulls(value: Any) -> None:
    """Raise `EncodeError` at the first number without a JSON form, or None that its type does not allow."""
    path: list[str | int] = []
    try:
        _walk(value, ANY, path, "")
    except RecursionError:
        raise EncodeError("nested too deeply") from None


def _walk(value: Any, node: mi.Type, path: list[str | int], place: str) -> None:
    if value is None:
        if not _allows_null(node):
            _refuse(path, place)
        return
    if isinstance(value, float):
        if not isfinite(value):
            raise EncodeError(f"{value!r} is no number of JSON", json_pointer(path))
        return
    children: Iterator[tuple[str | int, Any, mi.Type, str]]
    if isinstance(value, (msgspec.Struct, Mapping)):
        children = _members(value)
    elif isinstance(value, (list, tuple)):
        items = _below(node, mi.ListType, "item_type")
        children = ((index, item, items, f"an item of {place}") for index, item in enumerate(value))
    elif isinstance(value, dict):
        values = _below(node, mi.DictType, "value_type")
        children = ((name, item, values, f"a value of {place}") for name, item in value.items())
    else:
        children = ((name, getattr(value, name), ANY, "") for name in field_names(value))
    for key, child, below, within in children:
        if child is None or not isinstance(child, (str, int)):
            path.append(key)
            _walk(child, below, path, within)
            path.pop()


def _members(value: msgspec.Struct | Mapping) -> Iterator[tuple[str | int, Any, mi.Type, str]]:
    """Yield the members of an object: the wire name, the value, the type, and the Python name in words."""
    if isinstance(value, Mapping):
        declared, additional = _of_mapping(type(value))
        for name, item in value.items():
            yield name, item, declared.get(name, additional), f"{type(value).__name__}[{name!r}]"
        return
    cls = declared_class(value)
    for name, wire, node, required in _of_struct(cls):
        remedy = "" if required else REMEDY
        yield wire, getattr(value, name), node, f"{cls.__name__}.{name}{remedy}"
    kept = getattr(value, "__unknown_members__", None)
    for name, item in ({} if kept is None else kept.members).items():
        yield name, item, ANY, f"{cls.__name__}[{name!r}]"


@cache
def _of_struct(cls: type[msgspec.Struct]) -> tuple[tuple[str, str, mi.Type, bool], ...]:
    if not issubclass(cls, Struct):  # a class of the caller says itself what it allows
        names = zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True)
        return tuple((name, wire, ANY, True) for name, wire in names)
    node = mi.type_info(cls)
    assert isinstance(node, mi.StructType)
    return tuple((field.name, field.encode_name, field.type, field.required) for field in node.fields)


@cache
def _of_mapping(cls: type[Mapping]) -> tuple[dict[str, mi.Type], mi.Type]:
    return {name: mi.type_info(t) for name, (t, _) in members_of(cls).items()}, additional_of(cls)


def _alternatives(node: mi.Type) -> Iterator[mi.Type]:
    """Yield the members of unions, or the node itself."""
    if isinstance(node, mi.Metadata):
        yield from _alternatives(node.type)
    elif isinstance(node, mi.UnionType):
        for member in node.types:
            yield from _alternatives(member)
    elif isinstance(node, mi.CustomType) and issubclass(node.cls, Untagged):
        for type_ in node.cls.types():
            yield from (ANY,) if type_ is node.cls else _alternatives(mi.type_info(type_))
    else:
        yield node


def _allows_null(node: mi.Type) -> bool:
    return any(
        isinstance(one, (mi.AnyType, mi.NoneType)) or any(value is None for value in _constants(one))
        for one in _alternatives(node)
    )


def _constants(node: mi.Type) -> tuple[Any, ...]:
    if isinstance(node, mi.CustomType) and issubclass(node.cls, Constants):
        return node.cls.values
    return node.values if isinstance(node, mi.LiteralType) else ()


def _below(node: mi.Type, kind: type, attribute: str) -> mi.Type:
    """Return the type of the items or values where one alternative states it, else any type."""
    alternatives = list(_alternatives(node))
    found = [getattr(one, attribute) for one in alternatives if isinstance(one, kind)]
    has_constant = any(isinstance(value, (list, dict)) for one in alternatives for value in _constants(one))
    return found[0] if len(found) == 1 and not has_constant else ANY


def _refuse(path: list[str | int], place: str) -> NoReturn:
    raise EncodeError(f"null is not allowed as {place}", json_pointer(path))
