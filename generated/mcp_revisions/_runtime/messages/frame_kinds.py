"""Determine the kind of a parsed message from its members, for decode, convert, the router and the bridge.

Rules:

- A message is an object with exactly one of `method`, `result` and `error` (JSON-RPC 2.0, sections 4 and 5).
  Different readers would read a message with two of them differently, so it is refused.
- A call with an `id`, whatever its value, is a request. A call without one is a notification.
- The revision must define the method of a request as a request, and that of a notification as a notification.
"""

from __future__ import annotations

from typing import Any, Literal, TypeAlias

from ..errors import INVALID_REQUEST, DecodeError
from ..json_values import is_request_id
from .mismatch import shown

FrameKind: TypeAlias = Literal["request", "notification", "result", "error"]


def kind_of(frame: Any) -> FrameKind:
    """Return the kind of a parsed message. It depends only on which members the message has.

    Raises `DecodeError` for a value that is not a message.
    """
    if type(frame) is not dict:
        raise DecodeError("", f"expected an object, got {shown(frame)}", INVALID_REQUEST)
    found = ("method" in frame) + ("result" in frame) + ("error" in frame)
    if found != 1:
        count = ("none", "one", "two", "three")[found]
        reason = f"a message has exactly one of 'method', 'result' and 'error', not {count}"
        raise DecodeError("", reason, INVALID_REQUEST)
    if "method" in frame:
        return "request" if "id" in frame else "notification"
    return "result" if "result" in frame else "error"


def id_of(frame: Any) -> str | int | None:
    """Return the `id` of a parsed message, or None if it has no valid `id` or is not an object."""
    id = frame.get("id") if type(frame) is dict else None
    return id if is_request_id(id) else None


def is_call(kind: FrameKind) -> bool:
    """Return whether `kind` is `request` or `notification`."""
    return kind in ("request", "notification")


def check_call(kind: FrameKind, *, is_request: bool) -> None:
    """Raise `DecodeError` if a request has no id, or a notification has one.

    `is_request` says whether the method is a request. `kind` is `request` if the message has an id.
    """
    if is_request and kind == "notification":
        raise DecodeError("", "'id' is missing", INVALID_REQUEST)
    if kind == "request" and not is_request:
        raise DecodeError("/id", "a notification has no id", INVALID_REQUEST)


def check_batch(frames: list[Any]) -> None:
    """Raise `DecodeError` if a batch mixes calls and responses, or if one of its items is not a message."""
    if len({is_call(kind_of(frame)) for frame in frames}) > 1:
        raise DecodeError("", "a batch holds either calls or responses, not both", INVALID_REQUEST)
