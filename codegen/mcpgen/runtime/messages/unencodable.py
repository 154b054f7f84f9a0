"""Find the value that JSON cannot carry in a value that msgspec refused to encode."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from ..errors import EncodeError
from ..json_values import json_pointer
from .unknown_members import declared_class, field_names


def refusal(value: Any, encode: Callable[[Any], bytes]) -> EncodeError:
    """Return the error for a value that `encode` refuses, with the place of the innermost such value."""
    path: list[str | int] = []
    while True:
        reason = ""
        try:
            encode(value)
        except RecursionError:
            return EncodeError("nested too deeply", json_pointer(path))
        except UnicodeEncodeError:
            reason = "a lone surrogate is no text of JSON"
        except TypeError:
            reason = (
                "a key is no text" if isinstance(value, dict) else f"{type(value).__name__} is no JSON value"
            )
        except (ValueError, OverflowError):
            reason = "a number out of range"
        found = next((each for each in _children(value) if _is_refused(each[1], encode)), None)
        if found is None:
            return EncodeError(reason, json_pointer(path))
        path.append(found[0])
        value = found[1]


def _is_refused(value: Any, encode: Callable[[Any], bytes]) -> bool:
    try:
        encode(value)
    except (TypeError, ValueError, RecursionError, OverflowError):
        return True
    return False


def _children(value: Any) -> Iterable[tuple[Any, Any]]:
    if isinstance(value, dict):
        return value.items()
    if isinstance(value, (list, tuple)):
        return enumerate(value)
    if isinstance(value, msgspec.Struct):
        cls = declared_class(value)
        names = zip(cls.__struct_encode_fields__, cls.__struct_fields__, strict=True)
        kept = getattr(value, "__unknown_members__", None)
        members = {} if kept is None else kept.members
        found = {wire: getattr(value, name) for wire, name in names} | members
        return ((wire, item) for wire, item in found.items() if item is not msgspec.UNSET)
    return ((name, getattr(value, name)) for name in field_names(value))
