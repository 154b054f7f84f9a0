"""Refuse a member that is None although its type does not allow null, and a number that is not JSON.

msgspec would write both as null without an error.
"""

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

# Appended to the name of an optional member in a reason.
REMEDY = " (leave the member out, or set it to `UNSET`)"
# Scalars that cannot be null: most members.
LEAVES = (str, int, msgspec.UnsetType)


class NullRule:
    """Says whether a type allows null, and whether the types inside it allow null.

    The types inside are the types of array items and of object values. Each answer is computed on first use.
    """

    def __init__(self, node: mi.Type) -> None:
        self._node = node

    @cached_property
    def allows_null(self) -> bool:
        """Return whether the type allows null."""
        return type(None) in json_classes(self._node)

    @cached_property
    def items(self) -> NullRule:
        """Return the rule for the items of an array."""
        return self._below(mi.ListType, "item_type")

    @cached_property
    def values(self) -> NullRule:
        """Return the rule for the values of an object whose values all have one type."""
        return self._below(mi.DictType, "value_type")

    def _below(self, kind: type, attribute: str) -> NullRule:
        """Return the rule for the items of an array type, or for the values of an object type.

        `kind` is `ListType` or `DictType`. `attribute` is the attribute of such a type node that describes
        its items or values. If several variants of a union have that kind, return `ANY`, the rule that allows
        null everywhere.
        """
        every = list(alternatives(self._node))
        found = [getattr(each, attribute) for each in every if isinstance(each, kind)]
        has_constant = any(isinstance(v, (list, dict)) for each in every for v in constants_of(each))
        return NullRule(found[0]) if len(found) == 1 and not has_constant else ANY


ANY = NullRule(mi.AnyType())
# A function from a name or index to the rule of that value's type, and to its Python name for errors.
Below = Callable[[Any], "tuple[NullRule, str]"]


def refuse_nulls(value: Any) -> None:
    """Raise `EncodeError` for the first value in `value` that msgspec would write as an invalid null.

    The refused value is an infinite number or NaN, or None for a member whose type does not allow null.
    """
    try:
        _walk(value, ANY, [], "")
    except RecursionError:
        raise EncodeError("nested too deeply") from None


def _walk(value: Any, rule: NullRule, path: list[str | int], label: str) -> None:
    if value is None:
        if not rule.allows_null:
            raise EncodeError(f"null is not allowed as {label}", json_pointer(path))
    elif isinstance(value, float):
        if not isfinite(value):
            raise EncodeError(f"{value!r} is not a JSON number", json_pointer(path))
    else:
        below = _below(value, rule, label)
        for key, child in children(value):
            if not isinstance(child, LEAVES):
                inner, child_label = below(key)
                path.append(key)
                _walk(child, inner, path, child_label)
                path.pop()


def _below(value: Any, rule: NullRule, label: str) -> Below:
    """Return a function that takes a member name or an index, and returns the rule for the value there.

    `value` is an object or array, and `rule` is the rule for it. The function also returns the Python name of
    the inner value for error messages.
    """
    cls = declared_class(value) if isinstance(value, msgspec.Struct) else type(value)
    if issubclass(cls, (msgspec.Struct, Mapping)):
        declared, others = _members(cls)
        return lambda name: declared.get(name) or (others, f"{cls.__name__}[{name!r}]")
    if issubclass(cls, (list, tuple)):
        items = rule.items, f"an item of {label}"
        return lambda _: items
    values = rule.values if issubclass(cls, dict) else ANY, f"a value of {label}"
    return lambda _: values


@cache
def _members(cls: type) -> tuple[dict[str, tuple[NullRule, str]], NullRule]:
    """Return the rules for the declared members of a class, and the rule for all other members.

    The first result maps the wire name of each declared member to a pair: the rule, and the member's Python
    name for error messages.
    """
    if not issubclass(cls, (Mapping, Struct)):  # None is not checked in a class of the caller
        return {}, ANY
    found: dict[str, tuple[NullRule, str]] = {}
    for wire, info in object_members(type_node(cls)).items():
        attribute = f"{cls.__name__}.{info.name}{'' if info.required else REMEDY}"
        label = f"{cls.__name__}[{wire!r}]" if issubclass(cls, Mapping) else attribute
        found[wire] = NullRule(info.type), label
    return found, NullRule(additional_of(cls)) if issubclass(cls, Mapping) else ANY
