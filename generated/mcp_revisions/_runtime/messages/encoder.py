"""Encode values of generated types as JSON text, including their unknown members.

msgspec encodes structs in C. It calls `enc_hook` only for `UnknownMembers`. The hook cannot write members
into the enclosing object, so it writes a NUL, followed by the members without their braces, as the value of
the field. JSON text never contains a NUL. Deleting the name of the field, the colon and the NUL afterwards
leaves the members in the enclosing object.
"""

from __future__ import annotations

from typing import Any

import msgspec

from ..errors import NUMBER_LIMITS, EncodeError
from ..json_line import escaped
from ..json_values import json_pointer
from .unknown_members import FIELD_NAME, UnknownMembers, children

_UNENCODABLE = (TypeError, ValueError, RecursionError, OverflowError)


class Encoder:
    """Encodes the values of one revision, or of all revisions if `revision` is empty."""

    revision: str = ""

    def encode(self, value: object, validate: bool = False) -> bytes:
        """Encode an object of a generated type, or plain JSON, as one line of JSON.

        `validate=True` also validates the value against the schema of its type. The value must then be an
        object of a generated type of this revision, or a list of such objects. Any other value raises
        `TypeError`.

        Raises `EncodeError` for a value that JSON cannot represent, for a member that is None although its
        type does not allow null, and, with `validate`, for an invalid value. Raises `ValueError` for a wrong
        `validate`.
        """
        try:
            text = _encode_plain(value)
        except _UNENCODABLE:
            try:
                text = _spliced(value)
            except _UNENCODABLE:
                raise _refusal(value) from None
        if text.rpartition(_NULL)[1]:  # the fastest search for a text of a few hundred bytes
            from .null_members import refuse_nulls

            refuse_nulls(value)
        if validate is not False:
            from .validated import check_values

            check_values(value, validate, written, self.revision)
        return text if text.isascii() else escaped(text)


def written(value: Any) -> bytes:
    """Encode a value as `encode` does, but without its checks. Exceptions of msgspec pass through."""
    try:
        text = _encode_plain(value)
    except TypeError:
        text = _spliced(value)
    return text if text.isascii() else escaped(text)


def _refusal(value: Any) -> EncodeError:
    """Return the error for a value that cannot be encoded.

    A container cannot be encoded if a value inside it cannot. So the pointer of the error leads to the
    innermost value that cannot be encoded, or to the first of several.
    """
    path: list[str | int] = []
    while True:
        reason = ""
        try:
            _encode_marked(value)
        except RecursionError:
            return EncodeError("nested too deeply", json_pointer(path))
        except UnicodeEncodeError:
            reason = "a lone surrogate is not valid JSON text"
        except TypeError:
            reason = (
                "a key is not a string"
                if isinstance(value, dict)
                else f"{type(value).__name__} is not a JSON value"
            )
        except (ValueError, OverflowError):
            reason = NUMBER_LIMITS
        found = next((each for each in children(value) if _is_refused(each[1])), None)
        if found is None:
            return EncodeError(reason, json_pointer(path))
        path.append(found[0])
        value = found[1]


def _is_refused(value: Any) -> bool:
    try:
        _encode_marked(value)
    except _UNENCODABLE:
        return True
    return False


def _spliced(value: Any) -> bytes:
    text = _encode_marked(value).replace(_MARK, b"")
    if _NUL in text:  # an object whose unknown members are all deleted
        text = text.replace(b",\0", b"").replace(b"\0", b"")
    return text


def _write_unknown_members(value: Any) -> Any:
    if type(value) is UnknownMembers:
        return msgspec.Raw(b"\0" + _encode_marked(value.members)[1:-1] if value.members else b"\0\0")
    raise TypeError(f"{type(value).__name__} is not a JSON value")


_encode_plain = msgspec.json.Encoder().encode
_encode_marked = msgspec.json.Encoder(enc_hook=_write_unknown_members).encode
_NULL = b"null"
_MARK = b'"%b":\0' % FIELD_NAME.encode()
_NUL = 0

# Encodes the values of every revision.
encode = Encoder().encode
