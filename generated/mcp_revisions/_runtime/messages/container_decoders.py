"""Strict decoders of objects and arrays.

In: decoders of the members or items. Out: a function that decodes a `dict` or `list` of a plain tree. Members
that a generated type does not declare are legal: they are kept on the object, or left out with
`DecodeState.drop`. A class of the caller ignores them, or refuses them with `forbid_unknown_fields`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET
from msgspec import inspect as mi

from . import base
from .mismatch import DecodeFn, DecodeState, Mismatch, missing, shown, unexpected
from .scalar_decoders import any_value
from .unknown_members import UnknownMembers, class_with_unknowns

CallerObject: TypeAlias = mi.StructType | mi.DataclassType | mi.TypedDictType
# From an object, its declared members by Python name and the others, to the value.
Finish: TypeAlias = Callable[[dict[str, Any], dict[str, Any], dict[str, Any], DecodeState], Any]


class MemberDecoder(NamedTuple):
    """The decoder of a member; `name` is its Python name, `None` for a tag, which instances do not store."""

    name: str | None
    decode: DecodeFn


def object_decoder(
    cls: Any,
    members: Mapping[str, MemberDecoder],
    required: tuple[str, ...],
    optional: tuple[str, ...] = (),
    additional: DecodeFn | None = None,
    closed: bool = False,
) -> DecodeFn:
    """Return the decoder of objects to instances of a generated class, from its members by wire name.

    `required` are wire names; `optional` are Python names that become `UNSET` if absent. `additional` decodes
    the other members where they are data; without `additional` they are unknown members. A `closed` object
    has no other members.
    """
    construct = _constructor(cls)
    decode_others = None if additional is None else dict_decoder(_ANY_OBJECT, additional)
    wider: list[Callable[..., Any]] = []  # the constructor of the class with unknown members, once needed

    def finish(
        value: dict[str, Any], made: dict[str, Any], others: dict[str, Any], state: DecodeState
    ) -> Any:
        if not others:
            return construct(**made)
        _refuse(others if closed else cls.__absent__, others)
        if decode_others is not None:
            others = decode_others(others, state)
        else:
            state.unknown += len(others)
            if state.drop:
                return construct(**made)
        if not wider:
            wider.append(_constructor(class_with_unknowns(cls)))
        return wider[0](**made, __unknown_members__=UnknownMembers(others))

    return _object_decoder(members, required, optional, finish)


def mapping_decoder(
    cls: type[base.Mapping], members: Mapping[str, MemberDecoder], required: tuple[str, ...], values: DecodeFn
) -> DecodeFn:
    """Return the decoder of a `Mapping`: members are checked and stay plain JSON, so none is unknown."""
    check_others = dict_decoder(_ANY_OBJECT, values)

    def finish(
        value: dict[str, Any], made: dict[str, Any], others: dict[str, Any], state: DecodeState
    ) -> Any:
        _refuse(cls.__absent__, others)
        check_others(others, state)
        return cls(value)

    decode_object = _object_decoder(members, required, (), finish)

    def decode(value: Any, state: DecodeState) -> Any:
        unknown = state.unknown
        found = decode_object(value, state)
        state.unknown = unknown
        return found

    return decode


def caller_object_decoder(
    node: CallerObject, members: Mapping[str, MemberDecoder], required: tuple[str, ...]
) -> DecodeFn:
    """Return the decoder of objects to instances of a class of the caller."""
    forbids, cls = getattr(node, "forbid_unknown_fields", False), node.cls
    construct = _caller_constructor(node)

    def finish(
        value: dict[str, Any], made: dict[str, Any], others: dict[str, Any], state: DecodeState
    ) -> Any:
        if others and forbids:
            raise Mismatch(f"{shown(next(iter(others)))} is no member of {cls.__name__}")
        try:
            return construct(**made)
        except (TypeError, ValueError) as error:  # of `__post_init__`, which msgspec reports likewise
            raise Mismatch(str(error)) from None

    return _object_decoder(members, required, (), finish)


def _caller_constructor(node: CallerObject) -> Callable[..., Any]:
    """Return a function from members to an object of a class of the caller."""
    if not isinstance(node, mi.DataclassType):
        return dict if isinstance(node, mi.TypedDictType) else node.cls
    # A dataclass or an attrs class is made without `__init__`, as in msgspec.
    cls: Any = getattr(node.cls, "__origin__", node.cls)
    after = [name for name in ("__post_init__", "__attrs_post_init__") if hasattr(cls, name)]

    def construct(**made: Any) -> Any:
        found = cls.__new__(cls)
        for field in node.fields:
            value = made.get(field.name, field.default)
            if value is msgspec.NODEFAULT:  # the description has no default for `UNSET`
                factory: Any = field.default_factory
                value = UNSET if factory is msgspec.NODEFAULT else factory()
            object.__setattr__(found, field.name, value)  # the class may be frozen
        for name in after:
            getattr(found, name)()
        return found

    return construct


def _object_decoder(
    members: Mapping[str, MemberDecoder], required: tuple[str, ...], optional: tuple[str, ...], finish: Finish
) -> DecodeFn:
    # Python unpacks a plain tuple in a fifth of the time of a named tuple.
    known: Any = {name: tuple(member) for name, member in members.items()}.get
    absent = dict.fromkeys(optional, UNSET)

    def decode(value: Any, state: DecodeState) -> Any:
        if type(value) is not dict:
            raise unexpected("an object", value)
        made: dict[Any, Any] = absent.copy()
        others: dict[str, Any] = {}
        wire = ""
        try:
            for wire, item in value.items():
                member = known(wire)
                if member is None:
                    others[wire] = item
                    continue
                name, decode_member = member
                found = decode_member(item, state)
                if name is not None:
                    made[name] = found
        except Mismatch as mismatch:
            mismatch.path.append(wire)
            raise
        for wire in required:
            if wire not in value:
                raise missing(required, value)
        return finish(value, made, others, state)

    return decode


def _refuse(names: Iterable[str], others: dict[str, Any]) -> None:
    """Refuse the first of these members that an object has."""
    for name in names:
        if name in others:
            raise Mismatch("this member is not allowed", path=[name])


def _constructor(cls: Any) -> Callable[..., Any]:
    """Return the constructor of a class, without the default that `Message` adds for Python callers."""
    return cls if type(cls) is msgspec.StructMeta else partial(msgspec.StructMeta.__call__, cls)


def dict_decoder(node: mi.DictType, values: DecodeFn, names: DecodeFn | None = None) -> DecodeFn:
    """Return the decoder of an object whose members all have one type; `names` decodes their names."""
    check = _length_check(node, dict, "an object", "members")

    def decode(value: Any, state: DecodeState) -> Any:
        check(value)
        if values is any_value and names is None:
            return value
        made = {}
        wire = ""
        try:
            for wire, item in value.items():
                name = wire if names is None else names(wire, state)
                made[name] = values(item, state)
        except Mismatch as mismatch:
            mismatch.path.append(wire)
            raise
        return made

    return decode


def list_decoder(node: mi.ListType | mi.VarTupleType, items: DecodeFn) -> DecodeFn:
    """Return the decoder of an array."""
    check = _length_check(node, list, "an array", "items")

    def decode(value: Any, state: DecodeState) -> Any:
        check(value)
        if items is any_value:
            return value
        made: list[Any] = []
        try:
            for item in value:
                made.append(items(item, state))
        except Mismatch as mismatch:
            mismatch.path.append(len(made))
            raise
        return made

    return decode


def row_decoder(items: Sequence[DecodeFn], required: int, construct: Callable[..., Any]) -> DecodeFn:
    """Return the decoder of an array whose items have a type each; some at the end may be absent."""
    lengths = str(required) if required == len(items) else f"{required} to {len(items)}"

    def decode(value: Any, state: DecodeState) -> Any:
        if type(value) is not list:
            raise unexpected("an array", value)
        if not required <= len(value) <= len(items):
            raise Mismatch(f"{lengths} items are needed, not {len(value)}")
        made: list[Any] = []
        try:
            for decode_item, item in zip(items, value, strict=False):
                made.append(decode_item(item, state))
        except Mismatch as mismatch:
            mismatch.path.append(len(made))
            raise
        return construct(*made)

    return decode


def skipping_list_decoder(node: mi.ListType, items: DecodeFn, member: str) -> DecodeFn:
    """Return the decoder of the array under `member` that skips items and collects their mismatches."""
    check = _length_check(node, list, "an array", "items")

    def decode(value: Any, state: DecodeState) -> Any:
        check(value)
        made: list[Any] = []
        skipped: list[Mismatch] = []
        for index, item in enumerate(value):
            unknown = state.unknown
            try:
                made.append(items(item, state))
            except Mismatch as mismatch:
                mismatch.path += (index, member)
                state.unknown = unknown
                skipped.append(mismatch.copy())
        state.skipped += tuple(skipped)
        return made

    return decode


def _length_check(
    node: mi.ListType | mi.VarTupleType | mi.DictType, kind: type[Any], form: str, parts: str
) -> Callable[[Any], None]:
    at_least, at_most = node.min_length or 0, node.max_length

    def check(value: Any) -> None:
        if type(value) is not kind:
            raise unexpected(form, value)
        if at_most is not None and len(value) > at_most:
            raise Mismatch(f"at most {at_most} {parts} are allowed, not {len(value)}")
        if len(value) < at_least:
            raise Mismatch(f"at least {at_least} {parts} are needed, not {len(value)}")

    return check


_ANY_OBJECT = mi.DictType(mi.StrType(), mi.AnyType())
