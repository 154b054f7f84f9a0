"""Refuse None where the type of a member does not allow null, and numbers that msgspec writes as null.

Python code writes `None` for an absent member, and msgspec encodes any value as it is. An infinite number, or
one that is none, becomes null too. The encoder asks this module only about texts with `null` inside.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import cache, cached_property
from math import isfinite
from typing import Any

import msgspec
from msgspec import inspect as mi

from ..errors import EncodeError
from ..json_values import json_pointer
from .base import Constants, Mapping, Struct, Untagged
from .build_lock import type_node
from .type_info import additional_of, members_of, struct_of
from .unknown_members import children

# Follows the name of an optional member in a reason.
REMEDY = " (leave the member out, or set it to `UNSET`)"
# Values without null and without anything below: most members.
LEAVES = (str, int, msgspec.UnsetType)


class NullRule:
    """Whether a type allows null, and the rules of its items and values; each is computed on first use."""

    def __init__(self, node: mi.Type) -> None:
        self._node = node

    @cached_property
    def allows_null(self) -> bool:
        """Return whether null is a value of the type."""
        return any(
            isinstance(each, (mi.AnyType, mi.NoneType)) or any(value is None for value in _constants(each))
            for each in _alternatives(self._node)
        )

    @cached_property
    def items(self) -> NullRule:
        """Return the rule of the items of an array."""
        return self._below(mi.ListType, "item_type")

    @cached_property
    def values(self) -> NullRule:
        """Return the rule of the values of an object with free names."""
        return self._below(mi.DictType, "value_type")

    def _below(self, kind: type, attribute: str) -> NullRule:
        """Return the rule of the items or values where one alternative states them, else of any type."""
        alternatives = list(_alternatives(self._node))
        found = [getattr(each, attribute) for each in alternatives if isinstance(each, kind)]
        has_constant = any(isinstance(v, (list, dict)) for each in alternatives for v in _constants(each))
        return NullRule(found[0]) if len(found) == 1 and not has_constant else ANY


ANY = NullRule(mi.AnyType())
# A child of a value: its name or index, the value, the rule of its type, and its Python name in words.
Child = tuple[str | int, Any, NullRule, str]
# Lists the children of a value, leaves left out, from the value, the rule of its type, and its Python name.
ChildrenFn = Callable[[Any, NullRule, str], Iterable[Child]]


def refuse_nulls(value: Any) -> None:
    """Raise `EncodeError` at the first number without a JSON form, or None that its type does not allow."""
    try:
        _walk(value, ANY, [], "")
    except RecursionError:
        raise EncodeError("nested too deeply") from None


def _walk(value: Any, rule: NullRule, path: list[str | int], place: str) -> None:
    if value is None:
        if not rule.allows_null:
            raise EncodeError(f"null is not allowed as {place}", json_pointer(path))
    elif isinstance(value, float):
        if not isfinite(value):
            raise EncodeError(f"{value!r} is no number of JSON", json_pointer(path))
    else:
        cls: type = type(value)
        for key, child, below, within in _children_of(cls)(value, rule, place):
            path.append(key)
            _walk(child, below, path, within)
            path.pop()


@cache
def _children_of(cls: type) -> ChildrenFn:
    """Return the lister of the children of the instances of a class."""
    if issubclass(cls, msgspec.Struct):
        return _children_of_struct(cls)
    if issubclass(cls, Mapping):
        return _children_of_mapping(cls)
    if issubclass(cls, (list, tuple)):
        return _items
    return _values if issubclass(cls, dict) else _fields


def _items(value: Iterable[Any], rule: NullRule, place: str) -> Iterable[Child]:
    items, place = rule.items, f"an item of {place}"
    return ((index, item, items, place) for index, item in enumerate(value) if not isinstance(item, LEAVES))


def _values(value: dict[str, Any], rule: NullRule, place: str) -> Iterable[Child]:
    values, place = rule.values, f"a value of {place}"
    return ((name, item, values, place) for name, item in value.items() if not isinstance(item, LEAVES))


def _fields(value: Any, rule: NullRule, place: str) -> Iterable[Child]:
    return ((name, child, ANY, "") for name, child in children(value))


def _children_of_mapping(cls: type[Mapping]) -> ChildrenFn:
    declared = {name: NullRule(type_node(type_)) for name, (type_, _) in members_of(cls).items()}
    additional = NullRule(additional_of(cls))

    def members(value: Mapping, rule: NullRule, place: str) -> Iterable[Child]:
        for name, item in value.items():
            if not isinstance(item, LEAVES):
                yield name, item, declared.get(name, additional), f"{cls.__name__}[{name!r}]"

    return members


def _children_of_struct(with_unknowns: type[msgspec.Struct]) -> ChildrenFn:
    cls = getattr(with_unknowns, "__declared__", with_unknowns)
    rows = tuple(_rows(cls))

    def members(value: msgspec.Struct, rule: NullRule, place: str) -> Iterable[Child]:
        for name, wire, member_rule, words in rows:
            child = getattr(value, name)
            if not isinstance(child, LEAVES):
                yield wire, child, member_rule, words
        kept = getattr(value, "__unknown_members__", None)
        if kept is not None:
            for name, child in kept.members.items():
                yield name, child, ANY, f"{cls.__name__}[{name!r}]"

    return members


def _rows(cls: type[msgspec.Struct]) -> Iterator[tuple[str, str, NullRule, str]]:
    """Yield of every declared member: the Python name, the wire name, the rule, and the name in words."""
    if not issubclass(cls, Struct):  # a class of the caller declares its own nulls
        for name, wire in zip(cls.__struct_fields__, cls.__struct_encode_fields__, strict=True):
            yield name, wire, ANY, f"{cls.__name__}.{name}"
        return
    for field in struct_of(cls).fields:
        words = f"{cls.__name__}.{field.name}{'' if field.required else REMEDY}"
        yield field.name, field.encode_name, NullRule(field.type), words


def _alternatives(node: mi.Type) -> Iterator[mi.Type]:
    """Yield the members of unions, or the node itself."""
    if isinstance(node, mi.Metadata):
        yield from _alternatives(node.type)
    elif isinstance(node, mi.UnionType):
        for member in node.types:
            yield from _alternatives(member)
    elif isinstance(node, mi.CustomType) and issubclass(node.cls, Untagged):
        for type_ in node.cls.types():
            yield from (mi.AnyType(),) if type_ is node.cls else _alternatives(type_node(type_))
    else:
        yield node


def _constants(node: mi.Type) -> tuple[Any, ...]:
    if isinstance(node, mi.CustomType) and issubclass(node.cls, Constants):
        return node.cls.values
    return node.values if isinstance(node, mi.LiteralType) else ()
