"""Strict decoders of classes of the caller that hold generated types: structs, dataclasses, `TypedDict`s.

Members of generated types are decoded by the letter of JSON Schema, all others by msgspec. A member that the
class does not declare is ignored, as in msgspec, or refused where the class says `forbid_unknown_fields`.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, get_args, get_origin, get_type_hints

import msgspec
from msgspec import inspect as mi

from .decode_state import DecodeFn, DecodeState
from .mismatch import Mismatch, missing, shown, unexpected
from .scalar_decoders import constants


def caller_class_decoder(
    node: mi.StructType | mi.DataclassType | mi.TypedDictType, member: Callable[[Any], DecodeFn]
) -> DecodeFn:
    """Return the decoder of objects to instances of a class; `member` builds the decoders of its members."""
    if getattr(node, "array_like", False):
        raise TypeError(f"{node.cls.__name__}: a class that is an array in JSON cannot hold messages")
    types = _types(node)
    names = {field.encode_name: field.name for field in node.fields}
    decoders = {wire: member(types[name]) for wire, name in names.items()}
    required = [field.encode_name for field in node.fields if field.required]
    if isinstance(node, mi.StructType) and node.tag_field is not None:
        decoders[node.tag_field] = constants((node.tag,))
        required.append(node.tag_field)
    forbids = getattr(node, "forbid_unknown_fields", False)
    construct: Any = dict if isinstance(node, mi.TypedDictType) else node.cls

    def decode(value: Any, state: DecodeState) -> Any:
        if type(value) is not dict:
            raise unexpected("an object", value)
        made: dict[str, Any] = {}
        for wire, item in value.items():
            decode_member = decoders.get(wire)
            if decode_member is None and forbids:
                raise Mismatch(f"{shown(wire)} is no member of {construct.__name__}")
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
            return construct(**made)
        except (TypeError, ValueError) as error:  # of `__post_init__`, which msgspec reports likewise
            raise Mismatch(str(error)) from None

    return decode


def _types(node: mi.StructType | mi.DataclassType | mi.TypedDictType) -> dict[str, Any]:
    """Return the types of the members by Python name."""
    if isinstance(node, mi.StructType):
        return {field.name: field.type for field in msgspec.structs.fields(node.cls)}
    hints = get_type_hints(node.cls, include_extras=True)
    return {name: _without_marks(hint) for name, hint in hints.items()}


def _without_marks(hint: Any) -> Any:
    marked = getattr(get_origin(hint), "_name", None) in ("NotRequired", "Required", "ReadOnly")
    return _without_marks(get_args(hint)[0]) if marked else hint


def converted(type_: Any) -> DecodeFn:
    """Return the decoder that leaves a value to msgspec."""

    def decode(value: Any, state: DecodeState) -> Any:
        try:
            return msgspec.convert(value, type_, str_keys=True)
        except msgspec.ValidationError as error:
            reason, _, place = str(error).partition(" - at `$")
            steps = [name or int(index) for name, index in _STEP.findall(place)]
            raise Mismatch(reason[:1].lower() + reason[1:], path=reversed(steps)) from None

    return decode


_STEP = re.compile(r"\.([^.\[`]+)|\[(\d+)\]")
