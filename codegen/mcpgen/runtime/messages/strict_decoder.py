"""The strict decoder: it converts a plain JSON value to an object of a type, exactly as JSON Schema decides.

It accepts a value if and only if the JSON Schema of the type does. Unknown members are valid and kept. A
value that does not fit raises `Mismatch`. While the exception propagates, each decoder adds its key to the
path of the exception.

`DecoderFactory` builds one function for each type, on first use and under `build_lock`. It reads the
annotations of the generated classes, which are the only source for the members of a type.

A caller may pass its own type that contains generated types: a class, tuple, dictionary or union. Values of
generated types are decoded strictly, all others by msgspec.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from msgspec import inspect as mi

from .base import Constants, Mapping, OpenStruct, Untagged
from .build_lock import build_lock, type_node
from .caller_types import converted, holds_messages, is_json, is_text
from .container_decoders import (
    CallerObject,
    ObjectShape,
    caller_object_decoder,
    dict_decoder,
    list_decoder,
    mapping_decoder,
    object_decoder,
    row_decoder,
    skipping_list_decoder,
)
from .mismatch import DecodeFn, DecodeState
from .printed_decoders import ValueDecoder
from .scalar_decoders import SCALARS, any_value, equal_to
from .type_info import (
    OBJECTS,
    PARTED,
    absent_envelope,
    additional_of,
    expectation,
    is_generated,
    is_recursive,
    is_scalar,
    json_classes,
    object_members,
    origin_of,
    plain_classes,
    struct_of,
)
from .union_decoders import (
    decoded_once,
    kind_decoder,
    tagged_decoder,
    untagged_decoder,
    variant_of_type,
    whole_number_decoder,
)

Class: TypeAlias = CallerObject | mi.CustomType
Value: TypeAlias = Callable[[mi.Type], ValueDecoder]


class DecoderFactory:
    """Builds and caches the strict decoders of one revision."""

    def __init__(self) -> None:
        self._decoders: dict[Any, DecodeFn] = {}
        self._messages: dict[Any, DecodeFn] = {}
        self._unfinished: set[type] = set()

    def decoder(self, type_: Any) -> DecodeFn:
        """Return the decoder of a type. If it is a `FramedMessage`, `jsonrpc` and `id` may be absent."""
        return self._decoders.get(type_) or self._cached(type_, lambda: self._outer(type_node(type_)))

    def message(self, type_: Any) -> DecodeFn:
        """Return the decoder of a message type. `jsonrpc` is required, and so is the `id` of a request."""
        made = self._messages.get(type_)
        if made is None:
            with build_lock:
                made = self._messages[type_] = self._struct(struct_of(type_))
        return made

    def skipping(self, type_: Any) -> DecodeFn:
        """Return a decoder of a type that skips invalid array items.

        Only the arrays that are members of the type itself may have such items, not arrays further inside.
        """
        node = type_node(type_)
        if not isinstance(node, mi.StructType) or not is_generated(node):
            return self.decoder(type_)
        return self._cached(("skipping", type_), lambda: self._skipping(struct_of(type_)))

    def results(self, types: tuple[Any, ...], skip: bool) -> DecodeFn:
        """Return the decoder of results that may have any of `types`.

        If `skip` is true, the decoder skips invalid items of arrays.
        """
        decoder = self.skipping if skip else self.decoder
        if len(types) == 1:
            return decoder(types[0])
        return untagged_decoder([variant_of_type(t, decoder(t)) for t in types], guard_required=True)

    def _cached(self, key: Any, build: Callable[[], DecodeFn]) -> DecodeFn:
        made = self._decoders.get(key)
        if made is None:
            with build_lock:
                made = self._decoders[key] = build()
        return made

    def _outer(self, node: mi.Type) -> DecodeFn:
        return self._build(node) if is_json(node) else self._of_caller(node)

    def _build(self, node: mi.Type) -> DecodeFn:
        """Build the decoder of a type that consists only of generated types and plain JSON."""
        scalar = SCALARS.get(type(node))
        return self._with_parts(node, self._value) if scalar is None else scalar(node)

    def _of_caller(self, node: mi.Type) -> DecodeFn:
        """Build the decoder of a type that the caller passed to `decode`.

        If a part of the type contains no generated types, msgspec decodes that part.
        """
        return self._with_parts(node, self._caller_value) if holds_messages(node) else converted(node)

    def _value(self, node: mi.Type) -> ValueDecoder:
        decode = self._build(node)
        constant = node.values[0] if isinstance(node, mi.LiteralType) and len(node.values) == 1 else None
        return ValueDecoder(
            None,
            plain_classes(node),
            None if decode is any_value else decode,
            constant if isinstance(constant, str) else None,
        )

    def _caller_value(self, node: mi.Type) -> ValueDecoder:
        return ValueDecoder(None, (), self._of_caller(node))

    def _with_parts(self, node: mi.Type, value: Value) -> DecodeFn:
        """Build the decoder of a type that contains other types.

        `value` is a function that builds the decoder of a contained type.
        """
        if isinstance(node, mi.Metadata):
            return value(node.type).decode or any_value
        if isinstance(node, (*OBJECTS, mi.CustomType)):
            return self._class(node)
        if isinstance(node, mi.UnionType):
            return self._union(node, value)
        if isinstance(node, mi.ListType):
            return list_decoder(node, value(node.item_type))
        if isinstance(node, mi.DictType):
            return dict_decoder(node, value(node.value_type), self._names(node.key_type))
        if isinstance(node, mi.VarTupleType):
            decode_items = list_decoder(node, value(node.item_type))
            return lambda items, state: tuple(decode_items(items, state))
        if isinstance(node, mi.TupleType):
            return row_decoder([*map(self._of_caller, node.item_types)], len(node.item_types), _row)
        if isinstance(node, mi.NamedTupleType):
            items = [self._of_caller(field.type) for field in node.fields]
            return row_decoder(items, sum(field.required for field in node.fields), node.cls)
        raise TypeError(f"no JSON type: {node}")

    def _names(self, key: mi.Type) -> DecodeFn | None:
        """Build the decoder of the member names of a dictionary. Return None if every name is valid."""
        if key == mi.StrType():
            return None
        if is_text(key):
            return self._build(key)
        keys = converted(mi.DictType(key, mi.NoneType()))  # names are decoded as msgspec decodes them
        return lambda name, state: next(iter(keys({name: None}, state)))

    def _class(self, node: Class) -> DecodeFn:
        """Return the decoder of a class. Build it on first use.

        A class may contain itself. While its decoder is being built, return a function that looks up the
        decoder when it is called.
        """
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
            return caller_object_decoder(node, *self._members(node, self._caller_value))
        if isinstance(node, mi.StructType):
            return self._struct(node, optional=absent_envelope(node))
        assert isinstance(node, mi.CustomType)
        if issubclass(node.cls, Untagged):
            members = [variant_of_type(t, self._build(type_node(t))) for t in node.cls.types()]
            decode = untagged_decoder(members, guard_required=False)
            return decoded_once(decode) if is_recursive(node.cls) else decode
        if issubclass(node.cls, Mapping):
            return self._mapping(node)
        if issubclass(node.cls, Constants):
            return equal_to(node.cls.values)
        raise TypeError(f"no JSON type: {node.cls}")

    def _struct(
        self, node: mi.StructType, optional: tuple[str, ...] = (), instead: dict[str, DecodeFn] | None = None
    ) -> DecodeFn:
        """Build the decoder of a struct type.

        The members named in `optional` may be absent. `instead` has decoders for some members, by wire name.
        Use these decoders in place of those for the types of the members.
        """
        cls = origin_of(node)
        members, required = self._members(node, self._value)
        for wire, decode in (instead or {}).items():
            members[wire] = members[wire]._replace(plain=(), decode=decode, constant=None)
        required = tuple(name for name in required if name not in optional)
        additional = self._value(additional_of(cls)) if issubclass(cls, OpenStruct) else None
        return object_decoder(ObjectShape(cls, members, required, additional, cls.__closed__, cls.__absent__))

    def _skipping(self, node: mi.StructType) -> DecodeFn:
        lists = {
            field.encode_name: skipping_list_decoder(
                field.type, self._build(field.type.item_type), field.encode_name
            )
            for field in node.fields
            if isinstance(field.type, mi.ListType) and not is_scalar(field.type.item_type)
        }
        return self._struct(node, absent_envelope(node), lists)

    def _mapping(self, node: mi.CustomType) -> DecodeFn:
        members, required = self._members(node, self._value)
        return mapping_decoder(node.cls, members, required, self._value(additional_of(node.cls)))

    def _members(self, node: Class, value: Value) -> tuple[dict[str, ValueDecoder], tuple[str, ...]]:
        """Return the decoders of the members of a class by wire name, and the names of required members.

        `value` is a function that builds the decoder of a member's type.
        """
        declared = object_members(node)
        members = {
            wire: (value if info.name else self._value)(info.type)._replace(name=info.name)
            for wire, info in declared.items()
        }
        return members, tuple(wire for wire, info in declared.items() if info.required)

    def _union(self, node: mi.UnionType, value: Value) -> DecodeFn:
        by_class: dict[type, DecodeFn] = {}
        by_tag: dict[Any, DecodeFn] = {}
        left: list[mi.Type] = []  # scalars in a class of the caller
        tag_field = ""
        for member in node.types:
            if isinstance(member, mi.AnyType):
                return any_value
            decode = value(member).decode
            assert decode is not None
            if isinstance(member, mi.StructType) and member.tag_field is not None:
                tag_field = member.tag_field
                by_tag[member.tag] = decode
            elif value == self._value or isinstance(member, PARTED):
                for kind in json_classes(member):
                    by_class.setdefault(kind, decode)
                if isinstance(member, mi.FloatType):
                    by_class[float] = decode
            else:
                left.append(member)
        if left:
            decode = converted(mi.UnionType(tuple(left)))
            for kind in (str, int, float, bool, type(None)):
                by_class.setdefault(kind, decode)
        expected = [expectation(member) for member in node.types if getattr(member, "tag", None) is None]
        if by_tag:
            by_class[dict] = tagged_decoder(tag_field, by_tag)
            expected.append("an object")
        words = " or ".join(dict.fromkeys(expected))
        if any(isinstance(each, mi.IntType) for each in node.types) and by_class.get(float) is by_class[int]:
            by_class[float] = whole_number_decoder(by_class[int], words)
        return kind_decoder(by_class, words)


def _row(*items: Any) -> tuple[Any, ...]:
    return items
