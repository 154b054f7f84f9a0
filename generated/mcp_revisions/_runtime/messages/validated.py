"""Validate objects of generated types for `encode`, because Python code may have set invalid members."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from msgspec import UNSET, Struct

from ..errors import DecodeError, EncodeError
from ..revisions import order
from .base import Mapping, codec_of
from .frames import ErrorResponse, Response
from .options import checked_option
from .unknown_members import declared_class


def check_values(value: Any, validate: bool, write: Callable[[Any], bytes], revision: str) -> None:
    """Raise `EncodeError` unless an object, or each object in a list, is valid for its type.

    `write` encodes an object as JSON text. The types must belong to `revision`, unless it is empty. Raises
    `ValueError` if `validate` is not a bool, and `TypeError` for a value whose type is not generated or
    belongs to another revision.
    """
    checked_option("validate", validate)
    for pointer, one in _objects(value):
        type_ = _type_of(one)
        codec = codec_of(type_)
        if revision:
            _refuse_other_revision(type_, codec.revision, revision)
        if isinstance(one, ErrorResponse) and one.id is UNSET and codec.error_id_required:
            raise EncodeError("'id' is missing", pointer)
        try:
            codec.decode(write(one), type_)
        except DecodeError as error:
            raise EncodeError(error.reason, pointer + error.pointer) from None


def _refuse_other_revision(type_: Any, found: str, expected: str) -> None:
    """Raise `TypeError` if a type belongs to another revision than expected.

    `found` and `expected` are the names of codecs: a revision, an extension, or a revision with extensions.
    An extension and its revision may use the types of each other.
    """
    revision, *_ = expected.split()
    if found != revision and {found, revision} <= {*order()}:
        (cls,) = get_args(type_) or (type_,)
        raise TypeError(f"validate: {cls.__name__} is a type of {found}, not of {expected}")


def _objects(value: Any) -> list[tuple[str, Any]]:
    """Return each object in a list with its JSON Pointer. A value that is not a list has the pointer `""`."""
    if isinstance(value, (list, tuple)):
        return [(f"/{index}", one) for index, one in enumerate(value)]
    return [("", value)]


def _type_of(value: Any) -> Any:
    """Return the generated type of an object. For a response, it includes the type of its result or error."""
    if not isinstance(value, (Struct, Mapping)):
        kind = type(value).__name__
        raise TypeError(
            f"validate: expected an object of a generated type, not {kind}; "
            "for parsed JSON, call `decode` or `decode_message`"
        )
    if isinstance(value, Response):
        return Response[_type_of(value.result)]  # type: ignore[misc]
    if isinstance(value, ErrorResponse):
        return ErrorResponse[_type_of(value.error)]  # type: ignore[misc]
    return declared_class(value) if isinstance(value, Struct) else type(value)
