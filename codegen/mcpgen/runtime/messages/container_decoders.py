"""Build the strict decoders of objects and arrays from the decoders of their members or items.

A strict decoder is a function that decodes a parsed JSON value. Members that a generated type does not
declare are valid: they are kept on the object, or dropped with `DecodeState.drop`. A class of the caller
ignores them, or refuses them with `forbid_unknown_fields`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, TypeAlias

import msgspec
from msgspec import UNSET
from msgspec import inspect as mi

from .base import Mapping
from .mismatch import DecodeFn, DecodeState, Mismatch, shown, unexpected
from .printed_decoders import PrintedObject, ValueDecoder, printed_decoder
from .type_info import limits_of
from .unknown_members import UnknownMembers, class_with_unknowns

CallerObject: TypeAlias = mi.StructType | mi.DataclassType | mi.TypedDictType


class ObjectShape(NamedTuple):
    """The declared members of a generated class, by wire name, and the rules for other members.

    - `required`: the wire names of required members. An absent member becomes `UNSET`.
    - `additional`: the decoder of undeclared members, if senders may choose their names freely. If it is
      None, undeclared members are unknown members.
    - `closed`: whether undeclared members are invalid.
    - `absent`: the names of members that are always invalid.
    """

    cls: Any
    members: dict[str, ValueDecoder]
    required: tuple[str, ...]
    additional: ValueDecoder | None = None
    closed: bool = False
    absent: tuple[str, ...] = ()


def object_decoder(shape: ObjectShape) -> DecodeFn:
    """Return a decoder that converts JSON objects to instances of a generated class."""
    return printed_decoder(
        PrintedObject(
            shape.members,
            shape.required,
            shape.cls,
            class_with_unknowns(shape.cls),
            _keeper(shape),
            skips_constructor=type(shape.cls) is not msgspec.StructMeta,
        )
    )


def caller_object_decoder(
    node: CallerObject, members: dict[str, ValueDecoder], required: tuple[str, ...]
) -> DecodeFn:
    """Return a decoder that converts JSON objects to instances of a class that the caller defined."""
    forbids, cls = getattr(node, "forbid_unknown_fields", False), node.cls
    constructor = _caller_constructor(node)

    def construct(**made: Any) -> Any:
        try:
            return constructor(**made)
        except (TypeError, ValueError) as error:  # raised by `__post_init__`; msgspec reports these too
            raise Mismatch(str(error)) from None

    def keep_none(others: dict[str, Any], state: DecodeState) -> None:
        if forbids:
            raise Mismatch(f"{shown(next(iter(others)))} is not a member of {cls.__name__}")

    return printed_decoder(PrintedObject(members, required, construct, construct, keep_none, leaves_out=True))


def _caller_constructor(node: CallerObject) -> Callable[..., Any]:
    """Return a function that creates an object of the caller's class from its members."""
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


def _keeper(shape: ObjectShape) -> Callable[[dict[str, Any], DecodeState], UnknownMembers | None] | None:
    """Return a function that checks the undeclared members of an object, and returns those to be stored.

    Return None if the members need no check. The function that `printed_decoders` generates then counts and
    stores the members itself.
    """
    decode_others = None
    if shape.additional is not None:
        decode_others = dict_decoder(mi.DictType(mi.StrType(), mi.AnyType()), shape.additional)
    elif not shape.closed and not shape.absent:
        return None

    def keep(others: dict[str, Any], state: DecodeState) -> UnknownMembers | None:
        for name in others:
            if shape.closed or name in shape.absent:
                raise Mismatch("this member is not allowed", path=[name])
        if decode_others is not None:
            others = decode_others(others, state)
        else:
            state.unknown += len(others)
            if state.drop:
                return None
        return UnknownMembers(others)

    return keep


def mapping_decoder(
    cls: type[Mapping], members: dict[str, ValueDecoder], required: tuple[str, ...], values: ValueDecoder
) -> DecodeFn:
    """Return the decoder of a `Mapping`. It validates the members, which stay plain JSON."""
    absent = cls.__absent__

    def construct(value: dict[str, Any]) -> Mapping:
        for wire in absent:
            if wire in value:
                raise Mismatch("this member is not allowed", path=[wire])
        return cls(value)

    made = construct if absent else cls
    return printed_decoder(PrintedObject(members, required, made, whole=True, rest=values))


def dict_decoder(node: mi.DictType, values: ValueDecoder, names: DecodeFn | None = None) -> DecodeFn:
    """Return the decoder of a dictionary.

    `values` decodes the values of the dictionary, and `names` the member names.
    """
    is_limited = bool(limits_of(node))
    check = _length_check(node, dict, "an object", "members")
    plain, decode_value = values.plain, values.decode

    def decode(value: Any, state: DecodeState) -> Any:
        if is_limited or type(value) is not dict:
            check(value)
        if decode_value is None and names is None:
            return value
        made = {}
        wire = ""
        try:
            for wire, item in value.items():
                name = wire if names is None else names(wire, state)
                made[name] = (
                    item if decode_value is None or type(item) in plain else decode_value(item, state)
                )
        except Mismatch as mismatch:
            mismatch.path.append(wire)
            raise
        return made

    return decode


def list_decoder(node: mi.ListType | mi.VarTupleType, items: ValueDecoder) -> DecodeFn:
    """Return the decoder of an array. `items` decodes its items."""
    check = _length_check(node, list, "an array", "items")
    plain, decode_item = items.plain, items.decode

    is_limited = bool(limits_of(node))

    def decode(value: Any, state: DecodeState) -> Any:
        if is_limited or type(value) is not list:
            check(value)
        if decode_item is None:
            return value
        made: list[Any] = []
        try:
            for item in value:
                made.append(item if type(item) in plain else decode_item(item, state))
        except Mismatch as mismatch:
            mismatch.path.append(len(made))
            raise
        return made

    return decode


def row_decoder(items: Sequence[DecodeFn], required: int, construct: Callable[..., Any]) -> DecodeFn:
    """Return the decoder of an array in which each item has its own type, such as a tuple.

    `items` has a decoder for each item. Only the first `required` items must be present. `construct` creates
    the result from the decoded items.
    """
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
    """Return a decoder of arrays. It skips invalid items, and records them in the state of the decode.

    `member` is the name of the member that holds the array.
    """
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
