"""Error codes whose meaning differs between 2025-11-25 and 2026-07-28."""

from __future__ import annotations

from typing import Any

from ...errors import INTERNAL_ERROR, INVALID_PARAMS
from ...reserved_meta import CAPABILITIES
from ..log import ConversionLog, Path
from ..losses import Change
from .forms import are_strings
from .registry import Tree, rule

_RESOURCE_NOT_FOUND, _URL_REQUIRED = -32002, -32042  # until 2025-11-25
_HEADER_MISMATCH, _MISSING_CAPABILITY, _UNSUPPORTED_VERSION = -32020, -32021, -32022  # from 2026-07-28 on
_INPUT_METHODS = ("tools/call", "prompts/get", "resources/read")
_RESERVED = frozenset(range(-32099, -32019))  # by the specification, since 2026-07-28
# The method of the answered request → the codes that may change; other methods have the default.
_CHANGE_UP = {
    "initialize": _RESERVED | {INVALID_PARAMS},
    "resources/read": _RESERVED | {_RESOURCE_NOT_FOUND},
    "resources/subscribe": _RESERVED | {_RESOURCE_NOT_FOUND},
}
_MODERN_ONLY = frozenset({_HEADER_MISMATCH, _MISSING_CAPABILITY})
_CHANGE_DOWN = {
    "initialize": _MODERN_ONLY | {_UNSUPPORTED_VERSION},
    "resources/read": _MODERN_ONLY | {INVALID_PARAMS},
}


@rule("R-ERR", "R-42")
def errors_up(frame: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Renumber an error for 2026-07-28; replace required URL elicitations by an input-required result."""
    error, answering = frame["error"], log.answering
    code, data, place = error["code"], error.get("data"), (at, "error")
    if code not in _CHANGE_UP.get(answering or "", _RESERVED):
        return
    if code == _RESOURCE_NOT_FOUND:
        new = INVALID_PARAMS
    elif code == INVALID_PARAMS:
        if type(data) is not dict or "supported" not in data:
            return
        new = _UNSUPPORTED_VERSION
    elif code == _URL_REQUIRED and answering in _INPUT_METHODS and _opens_urls(log) and _url_requests(data):
        log.drop(frame, "error", at, change)
        frame["result"] = {"resultType": "input_required", "inputRequests": _url_requests(data)}
        log.invented((at, "result"), frame["result"], change)
        return
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


def _opens_urls(log: ConversionLog) -> bool:
    """Say whether the context declares that the client opens URLs."""
    stated = log.context.stated if log.context else {}
    modes: Any = stated.get(CAPABILITIES, {}).get("elicitation")
    return type(modes) is dict and "url" in modes


def _url_requests(data: Any) -> Tree:
    """Return an input request for each listed elicitation, by id; empty if an elicitation is malformed."""
    listed = data.get("elicitations") if type(data) is dict else None
    requests: Tree = {}
    for each in listed if type(listed) is list else ():
        members = [each.get(n) for n in ("elicitationId", "message", "url")] if type(each) is dict else [None]
        if not are_strings(members):
            return {}
        id, message, url = members
        params = {"mode": "url", "message": message, "url": url}
        requests[str(id)] = {"method": "elicitation/create", "params": params}
    return requests


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
