"""Parse JSON text. Invalid JSON raises `DecodeError` with the code of a parse error.

A parsed or typed message is first written as text, so that it decodes to the same result as its text.
"""

from __future__ import annotations

from math import isinf
from typing import Any

import msgspec

from ..errors import NUMBER_LIMITS, PARSE_ERROR, DecodeError, too_deep
from ..json_flaws import json_flaw
from .mismatch import shown
from .options import Data
from .plain_json import plain_values, text_of_plain_json

_DECODER = msgspec.json.Decoder()
_GRAMMAR = msgspec.json.Decoder(msgspec.Raw)


def as_bytes(data: Data) -> bytes:
    """Return JSON text, parsed JSON (`dict`, `list`) or a typed message as the bytes of JSON text.

    Raises `TypeError` or `ValueError` for a value that is none of these, and `DecodeError` for a `str` with a
    lone surrogate. Bytes are not checked.
    """
    if type(data) is bytes:
        return data
    if isinstance(data, str):
        try:
            return data.encode()
        except UnicodeEncodeError:
            raise DecodeError("", "not UTF-8: a lone surrogate", PARSE_ERROR) from None
    if isinstance(data, (dict, list, msgspec.Struct)):
        return text_of_plain_json("data", data)
    try:
        return bytes(memoryview(data))  # type: ignore[arg-type]
    except TypeError:
        kind = type(data).__name__
        raise TypeError(f"data: expected JSON text, a dict, a list or a message, not {kind}") from None


def parse(text: bytes) -> Any:
    """Parse JSON text. Raise `DecodeError` if it is invalid."""
    pointer = ""
    try:
        return _DECODER.decode(text)
    except UnicodeDecodeError:
        reason = "not UTF-8"
    except msgspec.ValidationError:
        reason = NUMBER_LIMITS
    except msgspec.DecodeError as error:
        reason = f"not JSON: {json_flaw(error, text)}"
        if "surrogate" in reason:
            pointer = _pointer_to_surrogate(text)
    except RecursionError:
        raise too_deep() from None
    raise DecodeError(pointer, reason, PARSE_ERROR)


def parse_spelled(text: bytes) -> Any:
    """Parse JSON text as `parse` does, but return a number that is out of range as a `msgspec.Raw`."""
    try:
        return _DECODER.decode(text)
    except (ValueError, RecursionError):
        pass
    import json

    try:
        _GRAMMAR.decode(text)  # stricter than `json.loads`
        return json.loads(text.decode(), parse_float=_spelled_float, parse_int=_spelled_integer)
    except (ValueError, RecursionError):
        return parse(text)


def _spelled_float(digits: str) -> Any:
    value = float(digits)
    return msgspec.Raw(digits.encode()) if isinf(value) else value


def _spelled_integer(digits: str) -> Any:
    try:
        return int(digits)
    except ValueError:
        return msgspec.Raw(digits.encode())


def _pointer_to_surrogate(text: bytes) -> str:
    """Return the JSON Pointer to the first lone surrogate in a text. Return "" if none is found."""
    import json

    try:
        for _ in plain_values("text", json.loads(text.decode())):
            pass
    except DecodeError as error:
        return error.pointer
    except (ValueError, RecursionError):
        pass
    return ""


def refuse_duplicates(text: bytes) -> None:
    """Raise `DecodeError` if an object in JSON text has two members with the same name.

    Text that is not JSON is accepted here, because the decode reports it.
    """
    import json

    def check(pairs: list[tuple[str, Any]]) -> None:
        names = set()
        for name, _ in pairs:
            if name in names:
                raise DecodeError("", f"{shown(name)} is given twice in one object", PARSE_ERROR)
            names.add(name)

    try:
        json.loads(text.decode(), object_pairs_hook=check)
    except DecodeError:
        raise
    except RecursionError:
        raise too_deep() from None
    except ValueError:
        pass
