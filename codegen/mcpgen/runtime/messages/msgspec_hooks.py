"""The `dec_hook` of msgspec's decoders: mappings, untagged unions and constants that msgspec cannot read.

In: a plain value and a `Mapping`, `Untagged` or `Constants` class. Out: an object without unknown members,
converted by msgspec, or a `Mismatch` without details, which the strict decoder finds. Recursive untagged
unions are left to the strict decoder: one that tries several members for each value would take time
exponential in the depth of the value.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
from msgspec import UNSET, UnsetType
from msgspec import inspect as mi

from .base import Constants, Mapping
from .build_lock import build_lock, json_decoder, type_node
from .mismatch import Mismatch
from .type_info import evaluated, is_recursive, members_of, reachable
from .union_decoders import union_member

Hook: TypeAlias = Callable[[Any, Any], Any]
Convert: TypeAlias = Callable[[Any], Any]

# The exceptions of a conversion for a value that does not fit, or has unknown members.
CONVERT_ERRORS = (msgspec.ValidationError, Mismatch)


def exact_hook() -> Hook:
    """Return a `dec_hook` that converts values without unknown members and raises `Mismatch` for others."""
    converters: dict[Any, Convert] = {}

    def hook(type_: Any, value: Any) -> Any:
        convert = converters.get(type_)
        if convert is None:
            with build_lock:
                convert = converters[type_] = _exact(type_, hook)
        return convert(value)

    return hook


def _exact(type_: Any, hook: Hook) -> Convert:
    if issubclass(type_, Constants):
        return _same  # msgspec asks the class whether the value is an instance
    return exact_mapping(type_, hook) if issubclass(type_, Mapping) else exact_union(type_, hook)


def _same(value: Any) -> Any:
    return value


def exact_union(cls: Any, hook: Hook) -> Convert:
    """Return a function that converts an object to the first union member without unknown members.

    A union member whose guard holds decides alone. Another is tried only if the object has a member that no
    other union member requires; a constant that all union members require selects those to try.
    """
    if is_recursive(cls):
        return _no_conversion
    members = [union_member(type_, converter(type_, hook)) for type_ in cls.types()]
    guarded = [member for member in members if member.guard is not None]
    common = frozenset.intersection(*(member.required for member in members))
    tag = next((name for name in sorted(common) if all(name in dict(m.constants) for m in members)), None)
    every: list[tuple[str | None, Convert]] = []
    by_tag: dict[Any, list[tuple[str | None, Convert]]] = {}
    for member in members:
        if member.guard is None:
            candidate = (min(member.required - common, default=None), member.decode)
            every.append(candidate)
            for constant in dict(member.constants)[tag] if tag else ():
                by_tag.setdefault(constant, []).append(candidate)

    def convert_union(value: Any) -> Any:
        if type(value) is dict:
            for member in guarded:
                if member.guard_holds(value):
                    return member.decode(value)
            for own, convert in every if tag is None else by_tag.get(value.get(tag), ()):
                if own is None or own in value:
                    try:
                        return convert(value)
                    except CONVERT_ERRORS:
                        pass
        raise Mismatch("no union member fits exactly")

    return convert_union


def _no_conversion(value: Any) -> Any:
    raise Mismatch("a recursive union")


def exact_mapping(cls: type[Mapping], hook: Hook) -> Convert:
    """Return a function that checks the known members of a mapping in one conversion and keeps them all."""
    fields: list[Any] = []
    for index, (name, (type_, needed)) in enumerate(members_of(cls).items()):
        field = msgspec.field(name=name) if needed else msgspec.field(name=name, default=UNSET)
        fields.append((f"m{index}", type_ if needed else type_ | UnsetType, field))
    check = converter(msgspec.defstruct(cls.__name__, fields, kw_only=True, gc=False), hook)
    check_additional = None
    if cls.__additional__ is not None:
        values = types.GenericAlias(dict, (str, evaluated(cls, cls.__additional__)))
        check_additional = converter(values, hook)
    known, absent = frozenset(members_of(cls)), frozenset(cls.__absent__)

    def convert_mapping(value: Any) -> Any:
        check(value)
        if not absent.isdisjoint(value):
            raise Mismatch("a member that is never legal")
        if check_additional is not None:
            check_additional({name: item for name, item in value.items() if name not in known})
        return cls(value)

    return convert_mapping


def converter(type_: Any, hook: Hook) -> Convert:
    """Return a function that converts a plain value; without a hook, msgspec is five times as fast."""
    json_decoder(type_, hook)  # describes the structs inside, which `convert` would do lazily
    convert = msgspec.convert
    if any(isinstance(node, mi.CustomType) for node in reachable(type_node(type_))):
        return lambda value: convert(value, type_, dec_hook=hook)
    return lambda value: convert(value, type_)
