"""Error codes whose meaning differs between 2025-11-25 and 2026-07-28."""

from __future__ import annotations

from collections.abc import Callable

from ...errors import INTERNAL_ERROR, INVALID_PARAMS
from ..log import ConversionLog, Path
from ..losses import Change
from .registry import Tree, rule

_RESOURCE_NOT_FOUND = -32002  # until 2025-11-25
_HEADER_MISMATCH, _MISSING_CAPABILITY, _UNSUPPORTED_VERSION = -32020, -32021, -32022  # from 2026-07-28 on
STANDARD_CODES = (-32700, -32600, -32601, INVALID_PARAMS, INTERNAL_ERROR)
_READS = ("resources/read", "resources/subscribe")
# Reserved by the specification since 2026-07-28, or given up.
_CHANGE_UP = frozenset({*range(-32099, -32019), _RESOURCE_NOT_FOUND})
# The method of the answered request → the codes that may change; other methods have the default.
_MODERN_ONLY = frozenset({_HEADER_MISMATCH, _MISSING_CAPABILITY})
_CHANGE_DOWN = {
    "initialize": _MODERN_ONLY | {_UNSUPPORTED_VERSION},
    "resources/read": _MODERN_ONLY | {INVALID_PARAMS},
}


def stable_codes(edit: Callable[..., None], answering: str) -> tuple[int, ...]:
    """Return the codes of JSON-RPC with which an edit leaves every error alone that answers a method."""
    if edit is errors_up:
        changing = _CHANGE_UP | ({INVALID_PARAMS} if answering == "initialize" else frozenset())
    elif edit is errors_down:
        changing = _CHANGE_DOWN.get(answering, _MODERN_ONLY)
    else:
        return ()
    return tuple(code for code in STANDARD_CODES if code not in changing)


@rule("R-ERR")
def errors_up(frame: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Renumber an error for 2026-07-28; a code without a counterpart moves to the data."""
    error = frame["error"]
    code, data, place = error["code"], error.get("data"), (at, "error")
    if code == INVALID_PARAMS and log.answering == "initialize":
        if type(data) is not dict or "supported" not in data:
            return
        new = _UNSUPPORTED_VERSION
    elif code not in _CHANGE_UP:
        return
    elif code == _RESOURCE_NOT_FOUND and log.answering in _READS:
        new = INVALID_PARAMS
    else:
        new = INTERNAL_ERROR
        original: Tree = {"code": code}
        if "data" in error:
            original["data"] = data
            log.reshape((place, "data"), data, change)
        else:
            log.invented((place, "data"), original, change)
        error["data"] = original
    log.fill(error, "code", new, place, change)


@rule("R-ERR")
def errors_down(frame: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Renumber an error of 2026-07-28 for earlier revisions."""
    error = frame["error"]
    code, data = error["code"], error.get("data")
    if code not in _CHANGE_DOWN.get(log.answering or "", _MODERN_ONLY):
        return
    if code == INVALID_PARAMS:
        if type(data) is not dict or "uri" not in data:
            return
        new = _RESOURCE_NOT_FOUND
    else:
        new = INTERNAL_ERROR if code == _HEADER_MISMATCH else INVALID_PARAMS
    log.fill(error, "code", new, (at, "error"), change)
