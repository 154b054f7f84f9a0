"""Check whether a type that a caller passes to `decode` is supported, and decode its values.

A type is handled by the object that `msgspec.inspect` returns for it (a *type node*). Type nodes have
generics and aliases resolved.
"""

from __future__ import annotations

import re
from _thread import allocate_lock, start_new_thread
from functools import cache
from types import GenericAlias
from typing import Annotated, Any, Literal, Union

import msgspec
from msgspec import inspect as mi

from .build_lock import json_decoder, type_node
from .mismatch import DecodeFn, DecodeState, Mismatch
from .type_info import contained, is_generated, limits_of, reachable

_SCALARS: dict[type[mi.Type], Any] = {
    mi.AnyType: Any,
    mi.NoneType: None,
    mi.BoolType: bool,
    mi.IntType: int,
    mi.FloatType: float,
    mi.StrType: str,
    mi.BytesType: bytes,
    mi.ByteArrayType: bytearray,
    mi.MemoryViewType: memoryview,
    mi.RawType: msgspec.Raw,
}
_JSON = (
    mi.AnyType,
    mi.NoneType,
    mi.BoolType,
    mi.IntType,
    mi.FloatType,
    mi.StrType,
    mi.LiteralType,
    mi.UnionType,
    mi.ListType,
    mi.Metadata,
)
_NO_JSON = "not a type of JSON values"
_UNHASHABLE = "a set or a key cannot be a message, which has no hash"


def checked_type(type_: Any) -> mi.Type:
    """Return the node of `msgspec.inspect` for a type. Raise `TypeError` if `decode` does not support it."""
    try:
        node, found = _described(type_)
    except RecursionError:
        node, found = _described_elsewhere(type_)
    for one in found:
        if isinstance(one, mi.CustomType) and not is_generated(one):
            raise _refused(type_, f"{_name(one.cls)} is not a type of JSON values")
        if getattr(one, "array_like", False) and any(map(holds_messages, contained(one))):
            name = _name(one.cls)  # type: ignore[attr-defined]
            raise _refused(type_, f"{name} has array_like=True, so its fields cannot be messages")
        if isinstance(one, (mi.SetType, mi.FrozenSetType)) and holds_messages(one.item_type):
            raise _refused(type_, _UNHASHABLE)
        if isinstance(one, (mi.DecimalType, mi.RawType)) and holds_messages(node):
            raise _refused(
                type_, "a type that contains generated types cannot also contain `Decimal` or `Raw`"
            )
        if isinstance(one, mi.DictType) and holds_messages(one.key_type):
            raise _refused(type_, _UNHASHABLE)
    return node


def _described(type_: Any) -> tuple[mi.Type, list[mi.Type]]:
    """Return the node of `msgspec.inspect` for a type, and the nodes of all types inside it.

    Raises `TypeError` for a type that msgspec does not know.
    """
    try:
        node = type_node(type_)
        hash(type_)
        return node, list(reachable(node))
    except (TypeError, NameError, AttributeError) as error:
        reason = "union" in str(error) and "the members of a union must differ by JSON type or by tag"
        raise _refused(type_, reason or _NO_JSON) from error


def _described_elsewhere(type_: Any) -> tuple[mi.Type, list[mi.Type]]:
    """Call `_described` in a new thread, because the stack of the caller may be nearly full.

    Raises `TypeError` for a type that contains itself, or that is nested too deeply for the new stack as
    well.
    """
    found: list[tuple[mi.Type, list[mi.Type]]] = []
    failed: list[Exception] = []

    def describe() -> None:
        try:
            found.append(_described(type_))
        except Exception as error:
            failed.append(_refused(type_, _NO_JSON) if isinstance(error, RecursionError) else error)
        finally:
            running.release()

    # `threading.Thread` would need an import, for which the stack may be too full.
    running = allocate_lock()
    running.acquire()
    start_new_thread(describe, ())
    with running:
        pass
    for error in failed:
        raise error
    return found[0]


def _refused(type_: Any, reason: str) -> TypeError:
    return TypeError(f"type_: {_name(type_)} cannot be decoded: {reason}")


def _name(type_: Any) -> str:
    try:
        name = type_.__name__ if isinstance(type_, type) else str(type_)
    except RecursionError:
        name = type(type_).__name__
    return name if len(name) <= 100 else f"{name[:100]}..."


def holds_messages(node: mi.Type) -> bool:
    """Return whether a type is a generated type or contains a generated type."""
    return any(map(is_generated, reachable(node)))


def is_json(node: mi.Type) -> bool:
    """Return whether a type consists only of generated types and plain JSON.

    Values of such a type are validated as messages are.
    """
    if is_generated(node):
        return True
    if isinstance(node, mi.DictType):
        return is_text(node.key_type) and is_json(node.value_type)
    return isinstance(node, _JSON) and all(map(is_json, contained(node)))


def is_text(node: mi.Type) -> bool:
    """Return whether every value of a type is a string. Member names of plain JSON have such a type."""
    if isinstance(node, mi.LiteralType):
        return all(isinstance(value, str) for value in node.values)
    return isinstance(node, mi.StrType)


def python_type(node: mi.Type) -> Any:
    """Return the Python type that a node of `msgspec.inspect` describes: the reverse of `type_node`."""
    plain = _plain_type(node)
    limits = limits_of(node)
    return Annotated[plain, msgspec.Meta(**limits)] if limits else plain


def _plain_type(node: Any) -> Any:
    if type(node) in _SCALARS:
        return _SCALARS[type(node)]
    if isinstance(node, mi.Metadata):
        return python_type(node.type)
    if isinstance(node, mi.UnionType):
        return Union[tuple(map(python_type, node.types))]  # noqa: UP007 - computed members
    if isinstance(node, mi.LiteralType):
        return Literal[node.values]
    if isinstance(node, mi.TupleType):
        return GenericAlias(tuple, tuple(python_type(one) for one in node.item_types))
    if isinstance(node, mi.VarTupleType):
        return GenericAlias(tuple, (python_type(node.item_type), ...))
    if isinstance(node, mi.DictType):
        return GenericAlias(dict, (python_type(node.key_type), python_type(node.value_type)))
    if hasattr(node, "item_type"):
        kinds: dict[type, Any] = {mi.ListType: list, mi.SetType: set, mi.FrozenSetType: frozenset}
        return kinds[type(node)][python_type(node.item_type)]
    return node.cls if hasattr(node, "cls") else _named()[type(node)]


@cache
def _named() -> dict[type[mi.Type], Any]:
    import datetime
    import decimal
    import uuid

    return {
        mi.DateTimeType: datetime.datetime,
        mi.DateType: datetime.date,
        mi.TimeType: datetime.time,
        mi.TimeDeltaType: datetime.timedelta,
        mi.DecimalType: decimal.Decimal,
        mi.UUIDType: uuid.UUID,
    }


def converted(node: mi.Type) -> DecodeFn:
    """Return a decoder for a type that contains no generated type.

    The decoder writes the parsed value as JSON text, and msgspec decodes the text. `msgspec.convert` could
    decode the parsed value directly, but its rules differ from those of `msgspec.json.decode`.
    """
    read = json_decoder(python_type(node)).decode

    def decode(value: Any, state: DecodeState) -> Any:
        try:
            return read(msgspec.json.encode(value))
        except msgspec.ValidationError as error:
            reason, _, location = str(error).partition(" - at `")
            named, _, _ = location.partition("[...]")  # a member of a dictionary, which msgspec does not name
            steps = [name or int(index) for name, index in re.findall(_STEP, named)]
            raise Mismatch(_in_words(reason), path=reversed(steps)) from None

    return decode


def _in_words(reason: str) -> str:
    """Return a message of msgspec in the words that all other errors use."""
    if reason.startswith(_MISSING):
        return f"{reason[len(_MISSING) + 1 : -1]!r} is missing"
    reason = reason[:1].lower() + reason[1:]
    if not reason.startswith("expected"):
        return reason
    return re.sub("`([^`]+)`", lambda found: " or ".join(map(_word, found[1].split(" | "))), reason)


def _word(name: str) -> str:
    return _WORDS.get(name, f"`{name}`")


_MISSING = "Object missing required field "
_WORDS = {
    "array": "an array",
    "bool": "true or false",
    "float": "a number",
    "int": "an integer",
    "null": "null",
    "object": "an object",
    "str": "a string",
}
_STEP = r"\.([^.\[\]`]+)|\[(\d+)\]"  # compiled at its first use
