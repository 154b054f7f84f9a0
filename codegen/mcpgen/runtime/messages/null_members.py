"""Refuse None where the type of a member does not allow null, and numbers that msgspec writes as null."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache, cached_property
from math import isfinite
from typing import Any

import msgspec
from msgspec import inspect as mi

from ..errors import EncodeError
from ..json_values import json_pointer
from .base import Mapping, Struct
from .build_lock import type_node
from .type_info import additional_of, alternatives, constants_of, json_classes, object_members
from .unknown_members import children, declared_class

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
        return type(None) in json_classes(self._node)

    @cached_property
    def items(self) -> NullRule:
        """Return the rule of the items of an array."""
        return self._below(mi.ListType, "item_type")

    @cached_property
    def values(self) -> NullRule:
        """Return the rule of the values of an object with free names."""
        return self._below(mi.DictType, "value_type")

    def _below(self, kind: type, attribute: str) -> NullRule:
        """Return the rules for the values directly inside a value, by name or index."""
        every = list(alternatives(self._node))
        found = [getattr(each, attribute) for each in every if isinstance(each, kind)]
        has_constant = any(isinstance(v, (list, dict)) for each in every for v in constants_of(each))
        return NullRule(found[0]) if len(found) == 1 and not has_constant else ANY


ANY = NullRule(mi.AnyType())
# Of a member, item or value: the rule of its type, and its Python name in words.
Below = Callable[[Any], "tuple[NullRule, str]"]


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
        below = _below(value, rule, place)
        for key, child in children(value):
            if not isinstance(child, LEAVES):
                inner, words = below(key)
                path.append(key)
                _walk(child, inner, path, words)
                path.pop()


def _below(value: Any, rule: NullRule, place: str) -> Below:
    """Return the rules for the values directly inside a value, by name or index."""
    cls = declared_class(value) if isinstance(value, msgspec.Struct) else type(value)
    if issubclass(cls, (msgspec.Struct, Mapping)):
        declared, others = _members(cls)
        return lambda name: declared.get(name) or (others, f"{cls.__name__}[{name!r}]")
    if issubclass(cls, (list, tuple)):
        items = rule.items, f"an item of {place}"
        return lambda _: items
    values = rule.values if issubclass(cls, dict) else ANY, f"a value of {place}"
    return lambda _: values


@cache
def _members(cls: type) -> tuple[dict[str, tuple[NullRule, str]], NullRule]:
    """Return the rules of the declared members of a class by wire name, and the rule of all others."""
    if not issubclass(cls, (Mapping, Struct)):  # a class of the caller declares its own nulls
        return {}, ANY
    found: dict[str, tuple[NullRule, str]] = {}
    for wire, info in object_members(type_node(cls)).items():
        attribute = f"{cls.__name__}.{info.name}{'' if info.required else REMEDY}"
        words = f"{cls.__name__}[{wire!r}]" if issubclass(cls, Mapping) else attribute
        found[wire] = NullRule(info.type), words
    return found, NullRule(additional_of(cls)) if issubclass(cls, Mapping) else ANY
