"""JSON-RPC frames as trees: their kinds, and the members that a bridge reads or replaces.

In: decoded JSON. Out: the kind of a frame, members, new frames. No frame is changed.
"""

from __future__ import annotations

from typing import Any, Literal

from ..errors import INVALID_REQUEST, DecodeError
from ..json_values import is_request_id
from ..messages import frame_kinds

Side = Literal["client", "server"]
Tree = dict[str, Any]
FrameKind = Literal["request", "notification", "response", "error without id"]

OTHER: dict[Side, Side] = {"client": "server", "server": "client"}


def kind_of(frame: Any) -> FrameKind:
    """Return the kind of a frame; raise `DecodeError` for a value that is no frame of JSON-RPC 2.0."""
    if type(frame) is not dict or frame.get("jsonrpc") != "2.0":
        raise DecodeError("", 'a frame is an object with "jsonrpc": "2.0"', INVALID_REQUEST)
    kind = frame_kinds.kind_of(frame)
    if frame_kinds.is_call(kind):
        if type(frame["method"]) is not str or type(frame.get("params", {})) is not dict:
            raise DecodeError("", "a method is a string and params are an object", INVALID_REQUEST)
        if kind == "notification":
            return "notification"
        if not is_request_id(frame["id"]):
            raise DecodeError("", "an id is a string or an integer", INVALID_REQUEST)
        return "request"
    if "id" in frame:
        return "response"
    if kind == "error":
        return "error without id"
    raise DecodeError("", "'id' is missing", INVALID_REQUEST)


def notification(method: str, params: Tree | None = None) -> Tree:
    """Return a notification; without `params` if that is None."""
    frame: Tree = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        frame["params"] = params
    return frame


def params_of(frame: Tree) -> Tree:
    """Return the params of a frame, empty if the frame has none."""
    params = frame.get("params")
    return params if type(params) is dict else {}


def meta_of(frame: Tree) -> Tree:
    """Return the `_meta` of the params of a frame, empty if the frame has none."""
    meta = params_of(frame).get("_meta")
    return meta if type(meta) is dict else {}


def progress_token_of(frame: Tree) -> int | float | str | None:
    """Return the progress token of a request, None if the request has none."""
    token = meta_of(frame).get("progressToken")
    return token if is_request_id(token) else None


def with_progress_token(frame: Tree, token: int | str | None) -> Tree:
    """Return a request with its progress token replaced, or removed if `token` is None."""
    meta = meta_of(frame)
    if "progressToken" not in meta:
        return frame
    if token is None:
        meta = {name: value for name, value in meta.items() if name != "progressToken"}
    else:
        meta = {**meta, "progressToken": token}
    return {**frame, "params": {**frame["params"], "_meta": meta}}
