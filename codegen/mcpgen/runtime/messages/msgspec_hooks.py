"""The fast pass through what msgspec does not know: mappings and unions that no constant tells apart (`dec_hook`).

In: a plain value and one of our marker types. Out: an object without unknown members, read by `msgspec.convert`, or a
`Refusal` without words: the careful pass finds them.
"""

from __future__ import annotations

import types
from collections.abc import Callable
from typing import Any

import msgspec
from msgspec import UNSET, UnsetType
from msgspec import inspect as mi

from .base import Mapping
from .mismatch import Refusal
from .type_info import evaluated, has_custom, members_of
from .union_members import arm_of

Hook = Callable[[Any, Any], Any]

# What a conversion raises for a value that does not fit exactly.
UNFIT = (msgspec.ValidationError, Refusal)


def exact_hook() -> Hook:
    """Return the function that reads for msgspec what it does not know, with no unknown members, or refuses."""

    class Readers(dict[Any, Callable[[Any], Any]]):
        def __missing__(self, cls: Any) -> Callable[[Any], Any]:
            made = exact_mapping(cls, hook) if issubclass(cls, Mapping) else exact_union(cls.types(), hook)
            self[cls] = made
            return made

    readers = Readers()

    def hook(type_: Any, value: Any) -> Any:
        return readers[type_](value)

    return hook


def exact_union(arm_types: tuple[Any, ...], hook: Hook) -> Callable[[Any], Any]:
    """Return the function that takes the first arm that msgspec can read.

    An arm whose guard holds decides alone. Else an arm without a guard is tried only if the object has one
    member that this arm alone requires. A member that every arm requires with its own constants selects the arms
    to try.
    """
    arms = [arm_of(t, converter(t, hook)) for t in arm_types]
    guarded = [arm for arm in arms if arm.guard is not None]
    common = frozenset.intersection(*(arm.required for arm in arms))
    tag = next((name for name in sorted(common) if all(name in dict(arm.constants) for arm in arms)), None)
    every: list[tuple[str | None, Callable[[Any], Any]]] = []
    by_tag: dict[Any, list[tuple[str | None, Callable[[Any], Any]]]] = {}
    for arm in arms:
        if arm.guard is None:
            tried = (min(arm.required - common, default=None), arm.read)
            every.append(tried)
            for constant in dict(arm.constants)[tag] if tag else ():
                by_tag.setdefault(constant, []).append(tried)

    def read(value: Any) -> Any:
        if type(value) is dict:
            for arm in guarded:
                if arm.met(value):
                    return arm.read(value)
            for own, convert in every if tag is None else by_tag.get(value.get(tag), ()):
                if own is None or own in value:
                    try:
                        return convert(value)
                    except UNFIT:
                        pass
        raise Refusal("no arm fits exactly")

    return read


def exact_mapping(cls: type[Mapping], hook: Hook) -> Callable[[Any], Any]:
    """Return the function that checks the known members of a mapping, all in one conversion, and keeps every member."""
    fields: list[Any] = []
    for index, (name, (type_, needed)) in enumerate(members_of(cls).items()):
        field = msgspec.field(name=name) if needed else msgspec.field(name=name, default=UNSET)
        fields.append((f"m{index}", type_ if needed else type_ | UnsetType, field))
    check = converter(msgspec.defstruct(cls.__name__, fields, kw_only=True, gc=False), hook)
    further = None
    if cls.__additional__ is not None:
        further = converter(types.GenericAlias(dict, (str, evaluated(cls, cls.__additional__))), hook)
    known = frozenset(members_of(cls))

    def read(value: Any) -> Any:
        check(value)
        if further is not None:
            further({name: item for name, item in value.items() if name not in known})
        return cls(value)

    return read


def converter(type_: Any, hook: Hook) -> Callable[[Any], Any]:
    """Return the function that converts a plain value to a type; five times as fast if no hook is needed."""
    if has_custom(mi.type_info(type_), set()):
        return lambda value: msgspec.convert(value, type_, dec_hook=hook)
    convert = msgspec.convert
    return lambda value: convert(value, type_)
