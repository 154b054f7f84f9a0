"""The strict decoder: a plain JSON tree and a type to the object that msgspec would build, or a `Mismatch`.

In: any plain JSON value. Out: an instance of the type, decided by the letter of JSON Schema; unknown members
are legal and kept. A value that does not fit raises `Mismatch`, whose path grows while the stack unwinds.

The factory builds one function for each type from the annotations of the generated classes, on first use and
under `build_lock`. The types are the only statement of each shape.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import inspect as mi

from .base import Constants, FramedMessage, Mapping, OpenStruct, Untagged
from .build_lock import build_lock, type_node
from .caller_classes import caller_class_decoder, caller_type_decoder
from .caller_types import is_json
from .container_decoders import (
    ObjectShape,
    ValueDecoder,
    dict_decoder,
    list_decoder,
    mapping_decoder,
    object_decoder,
    skipping_list_decoder,
)
from .decode_state import DecodeFn, DecodeState
from .scalar_decoders import SCALARS, any_value, constants, equal_to
from .type_info import (
    OBJECTS,
    additional_of,
    expectation,
    is_generated,
    is_recursive,
    is_scalar,
    json_classes,
    limits_names,
    members_of,
    plain_classes,
    struct_of,
)
from .union_decoders import decoded_once, kind_decoder, tagged_decoder, union_member, untagged_decoder

Class: TypeAlias = mi.StructType | mi.DataclassType | mi.TypedDictType | mi.CustomType


class DecoderFactory:
    """Builds and caches the strict decoders of one revision."""

    def __init__(self) -> None:
        self._decoders: dict[Any, DecodeFn] = {}
        self._unfinished: set[type] = set()

    def decoder(self, type_: Any) -> DecodeFn:
        """Return the decoder of a type; a message may lack the envelope where its official type does."""
        return self._cached(type_, lambda: self._outer(type_node(type_)))

    def message(self, type_: Any) -> DecodeFn:
        """Return the decoder of a message that must have its envelope."""
        return self._cached(("message", type_), lambda: self._struct(struct_of(type_)))

    def skipping(self, type_: Any) -> DecodeFn:
        """Return the decoder of a type that leaves out mismatching items of the arrays directly inside."""
        node = type_node(type_)
        if not isinstance(node, mi.StructType) or not is_generated(node):
            return self.decoder(type_)
        return self._cached(("skipping", type_), lambda: self._skipping(struct_of(type_)))

    def results(self, types: tuple[Any, ...], skip: bool) -> DecodeFn:
        """Return the decoder of the results that answer a method; `skip` leaves out mismatching items."""
        decoder = self.skipping if skip else self.decoder
        if len(types) == 1:
            return decoder(types[0])
        return untagged_decoder([union_member(t, decoder(t)) for t in types], guard_required=True)

    def _cached(self, key: Any, build: Callable[[], DecodeFn]) -> DecodeFn:
        made = self._decoders.get(key)
        if made is None:
            with build_lock:
                made = self._decoders[key] = build()
        return made

    def _outer(self, node: mi.Type) -> DecodeFn:
        return self._build(node) if is_json(node) else self._of_caller(node)

    def _of_caller(self, node: mi.Type) -> DecodeFn:
        return caller_type_decoder(node, self._class)

    def _build(self, node: mi.Type) -> DecodeFn:
        scalar = SCALARS.get(type(node))
        if scalar is not None:
            return scalar(node)
        if isinstance(node, mi.Metadata):
            return self._build(node.type)
        if isinstance(node, (*OBJECTS, mi.CustomType)):
            return self._class(node)
        if isinstance(node, mi.UnionType):
            return self._union(node)
        if isinstance(node, mi.ListType):
            return list_decoder(node, self._value(node.item_type))
        if isinstance(node, mi.DictType):
            names = self._build(node.key_type) if limits_names(node) else None
            return dict_decoder(self._value(node.value_type), names)
        raise TypeError(f"no JSON type: {node}")

    def _class(self, node: Class) -> DecodeFn:
        """Build the decoder of a class once; while it is unfinished, return a function that looks it up."""
        cls: Any = node.cls
        if cls in self._decoders:
            return self._decoders[cls]
        if cls in self._unfinished:

            def decode_nested(value: Any, state: DecodeState) -> Any:
                return self.decoder(cls)(value, state)

            return decode_nested
        self._unfinished.add(cls)
        try:
            made = self._decoders[cls] = self._finished(node)
        finally:
            self._unfinished.discard(cls)
        return made

    def _finished(self, node: Class) -> DecodeFn:
        if not isinstance(node, mi.CustomType) and not is_generated(node):
            return caller_class_decoder(node, self._of_caller)
        if isinstance(node, mi.StructType):
            return self._struct(node, optional=_absent_envelope(node))
        assert isinstance(node, mi.CustomType)
        if issubclass(node.cls, Untagged):
            members = [union_member(t, self._build(type_node(t))) for t in node.cls.types()]
            decode = untagged_decoder(members, guard_required=False)
            return decoded_once(decode) if is_recursive(node.cls) else decode
        if issubclass(node.cls, Mapping):
            return self._mapping(node.cls)
        if issubclass(node.cls, Constants):
            return equal_to(node.cls.values)
        raise TypeError(f"no JSON type: {node.cls}")

    def _value(self, node: mi.Type, name: str | None = None) -> ValueDecoder:
        decode = self._build(node)
        return ValueDecoder(name, plain_classes(node), None if decode is any_value else decode)

    def _struct(
        self, node: mi.StructType, optional: tuple[str, ...] = (), instead: dict[str, DecodeFn] | None = None
    ) -> DecodeFn:
        """Build the decoder of a struct; `instead` replaces the decoders of some members."""
        cls = _origin(node)
        members = {field.encode_name: self._value(field.type, field.name) for field in node.fields}
        for wire, decode in (instead or {}).items():
            members[wire] = members[wire]._replace(plain=(), decode=decode)
        required = [
            field.encode_name for field in node.fields if field.required and field.name not in optional
        ]
        if node.tag_field is not None:
            members[node.tag_field] = ValueDecoder(None, (), constants((node.tag,)))
            required.append(node.tag_field)
        additional = self._value(additional_of(cls)) if issubclass(cls, OpenStruct) else None
        shape = ObjectShape(
            cls, members, tuple(required), optional, additional, cls.__closed__, cls.__absent__
        )
        return object_decoder(shape)

    def _skipping(self, node: mi.StructType) -> DecodeFn:
        lists = {
            field.encode_name: skipping_list_decoder(
                field.type, self._build(field.type.item_type), field.encode_name
            )
            for field in node.fields
            if isinstance(field.type, mi.ListType) and not is_scalar(field.type.item_type)
        }
        return self._struct(node, _absent_envelope(node), lists)

    def _mapping(self, cls: type[Mapping]) -> DecodeFn:
        members = {name: self._value(type_node(type_)) for name, (type_, _) in members_of(cls).items()}
        required = tuple(name for name, (_, needed) in members_of(cls).items() if needed)
        return mapping_decoder(cls, members, required, self._value(additional_of(cls)))

    def _union(self, node: mi.UnionType) -> DecodeFn:
        by_class: dict[type, DecodeFn] = {}
        by_tag: dict[Any, DecodeFn] = {}
        expected: list[str] = []
        tag_field = ""
        for member in node.types:
            decode = self._build(member)
            if isinstance(member, mi.AnyType):
                return any_value
            if isinstance(member, mi.StructType) and member.tag_field is not None:
                tag_field = member.tag_field
                by_tag[member.tag] = decode
                continue
            for kind in json_classes(member):
                by_class.setdefault(kind, decode)
            if isinstance(member, mi.FloatType):
                by_class[float] = decode
            expected.append(expectation(member))
        if by_tag:
            by_class[dict] = tagged_decoder(tag_field, by_tag)
            expected.append("an object")
        return kind_decoder(by_class, " or ".join(dict.fromkeys(expected)))


def _origin(node: mi.StructType) -> Any:
    return getattr(node.cls, "__origin__", node.cls)


def _absent_envelope(node: mi.StructType) -> tuple[str, ...]:
    """Return the envelope members that a message may lack because its official type lacks them."""
    if not issubclass(_origin(node), FramedMessage):
        return ()
    return tuple(field.name for field in node.fields if field.name in ("jsonrpc", "id"))
