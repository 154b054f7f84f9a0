"""Find the value that JSON cannot carry in a value that msgspec refused to encode."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import EncodeError
from ..json_values import json_pointer
from .unknown_members import children


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
        found = next((each for each in children(value) if _is_refused(each[1], encode)), None)
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
