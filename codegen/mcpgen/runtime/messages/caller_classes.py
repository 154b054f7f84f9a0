"""Strict decoders of types of the caller that hold generated types: classes, tuples, dictionaries, unions.

Members of generated types are decoded by the letter of JSON Schema, all others by msgspec. A member that the
class does not declare is ignored, as in msgspec, or refused where the class says `forbid_unknown_fields`.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import msgspec
from msgspec import inspect as mi

from .caller_types import converted, holds_messages
from .container_decoders import ValueDecoder, list_decoder
from .decode_state import DecodeFn, DecodeState
from .mismatch import Mismatch, missing, shown, unexpected
from .scalar_decoders import any_value, constants
from .type_info import ARRAYS, OBJECTS, expectation
from .union_decoders import kind_decoder, tagged_decoder

CallerObject: TypeAlias = mi.StructType | mi.DataclassType | mi.TypedDictType
Build: TypeAlias = Callable[[Any], DecodeFn]


def caller_type_decoder(node: Any, build_class: Build) -> DecodeFn:
    """Return the decoder of a type of the caller; `build_class` builds the decoders of classes."""
    if not holds_messages(node):
        return converted(node)

    def build(below: mi.Type) -> DecodeFn:
        return caller_type_decoder(below, build_class)

    if isinstance(node, mi.Metadata):
        return build(node.type)
    if isinstance(node, (*OBJECTS, mi.CustomType)):
        return build_class(node)
    if isinstance(node, mi.UnionType):
        return _union_decoder(node, build)
    if isinstance(node, mi.DictType):
        return _dict_decoder(node, build(node.value_type))
    if isinstance(node, mi.ListType):
        return list_decoder(node, ValueDecoder(None, (), build(node.item_type)))
    if isinstance(node, mi.VarTupleType):
        return _tuple_of(list_decoder(node, ValueDecoder(None, (), build(node.item_type))))
    if isinstance(node, mi.TupleType):
        return _row_decoder(tuple(map(build, node.item_types)), len(node.item_types), _tuple)
    assert isinstance(node, mi.NamedTupleType)
    items = tuple(build(field.type) for field in node.fields)
    return _row_decoder(items, sum(field.required for field in node.fields), node.cls)


def caller_class_decoder(node: CallerObject, build: Build) -> DecodeFn:
    """Return the decoder of objects to instances of a class; `build` builds the decoders of its members."""
    decoders = {field.encode_name: build(field.type) for field in node.fields}
    names = {field.encode_name: field.name for field in node.fields}
    required = [field.encode_name for field in node.fields if field.required]
    if isinstance(node, mi.StructType) and node.tag_field is not None:
        decoders[node.tag_field] = constants((node.tag,))
        required.append(node.tag_field)
    forbids, cls = getattr(node, "forbid_unknown_fields", False), node.cls
    construct = _dataclass_constructor(node) if isinstance(node, mi.DataclassType) else _constructor(node)

    def decode(value: Any, state: DecodeState) -> Any:
        if type(value) is not dict:
            raise unexpected("an object", value)
        made: dict[str, Any] = {}
        for wire, item in value.items():
            decode_member = decoders.get(wire)
            if decode_member is None and forbids:
                raise Mismatch(f"{shown(wire)} is no member of {cls.__name__}")
            if decode_member is not None:
                try:
                    decoded = decode_member(item, state)
                except Mismatch as mismatch:
                    mismatch.path.append(wire)
                    raise
                if wire in names:
                    made[names[wire]] = decoded
        if any(wire not in value for wire in required):
            raise missing(required, value)
        try:
            return construct(made)
        except (TypeError, ValueError) as error:  # of `__post_init__`, which msgspec reports likewise
            raise Mismatch(str(error)) from None

    return decode


def _constructor(node: mi.StructType | mi.TypedDictType) -> Callable[[dict[str, Any]], Any]:
    """Return a function from the members of an object to a struct or a dictionary."""
    construct: Any = dict if isinstance(node, mi.TypedDictType) else node.cls
    return lambda made: construct(**made)


def _dataclass_constructor(node: mi.DataclassType) -> Callable[[dict[str, Any]], Any]:
    """Return a function from members to a dataclass or an attrs class, without `__init__`, as in msgspec."""
    cls: Any = getattr(node.cls, "__origin__", node.cls)
    after = [name for name in ("__post_init__", "__attrs_post_init__") if hasattr(cls, name)]

    def construct(made: dict[str, Any]) -> Any:
        found = cls.__new__(cls)
        for field in node.fields:
            value = made.get(field.name, field.default)
            if value is msgspec.NODEFAULT:  # the description has no default for `UNSET`
                factory: Any = field.default_factory
                value = msgspec.UNSET if factory is msgspec.NODEFAULT else factory()
            object.__setattr__(found, field.name, value)  # the class may be frozen
        for name in after:
            getattr(found, name)()
        return found

    return construct


def _dict_decoder(node: mi.DictType, decode_value: DecodeFn) -> DecodeFn:
    """Return the decoder of an object with free names to a dictionary whose keys msgspec converts."""
    keys = converted(mi.DictType(node.key_type, mi.NoneType()))
    least, most = node.min_length or 0, node.max_length

    def decode(value: Any, state: DecodeState) -> Any:
        if type(value) is not dict:
            raise unexpected("an object", value)
        if not least <= len(value) <= (len(value) if most is None else most):
            raise Mismatch(f"{len(value)} members are too {'few' if len(value) < least else 'many'}")
        made: dict[Any, Any] = {}
        for name, item in value.items():
            try:
                (key,) = keys({name: None}, state)
                made[key] = decode_value(item, state)
            except Mismatch as mismatch:
                mismatch.path.append(name)
                raise
        return made

    return decode


def _row_decoder(items: tuple[DecodeFn, ...], required: int, construct: Callable[..., Any]) -> DecodeFn:
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


def _tuple(*items: Any) -> tuple[Any, ...]:
    return items


def _tuple_of(decode: DecodeFn) -> DecodeFn:
    return lambda value, state: tuple(decode(value, state))


def _union_decoder(node: mi.UnionType, build: Build) -> DecodeFn:
    """Return the decoder of a union: its objects and arrays differ by type or tag, msgspec has all others."""
    if any(isinstance(member, mi.AnyType) for member in node.types):
        return any_value
    by_class: dict[type, DecodeFn] = {}
    by_tag: dict[Any, DecodeFn] = {}
    others: list[mi.Type] = []
    for member in node.types:
        if isinstance(member, mi.StructType) and member.tag_field is not None:
            by_tag[member.tag] = build(member)
            by_class[dict] = tagged_decoder(member.tag_field, by_tag)
        elif isinstance(member, (*OBJECTS, mi.DictType)):
            by_class[dict] = build(member)
        elif isinstance(member, mi.CustomType):  # stands beside None alone
            by_class |= dict.fromkeys((dict, list, str, int, float, bool), build(member))
        elif isinstance(member, ARRAYS):
            by_class[list] = build(member)
        else:
            others.append(member)
    if others:
        decode = converted(mi.UnionType(tuple(others)))
        for kind in (str, int, float, bool, type(None)):
            by_class.setdefault(kind, decode)
    return kind_decoder(by_class, " or ".join(dict.fromkeys(map(expectation, node.types))))
