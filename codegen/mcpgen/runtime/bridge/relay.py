"""Two sides of one revision, with one connection each: frames pass as they came.

In: frames of either side, as texts or trees. Out: the same frames in a `Core`, a text as one line. Rules:

- Of a text, the id and the method are read. So each request is open in the `Core` until its response passes,
  and is answered when a side is gone.
- An unreadable request is refused under its id; an error stands in the place of an unreadable response.
- A server without a session cancels streams of the client, as it has no requests of its own.
- At most `Limits.pending` and `Limits.held` requests of a side are open; a further one is refused.
"""

from __future__ import annotations

from typing import Any, TypedDict

import msgspec

from ..errors import INTERNAL_ERROR, error_response
from ..json_line import as_json_line, has_one_line
from ..json_values import is_request_id, table_key
from ..revisions import per_request
from ..sides import OTHER, Side
from .core import LIMIT, Core
from .frames import CANCELLED, UNREADABLE, Frame
from .requests import Request
from .unreadable import heads_of, replacements


class _Head(TypedDict, total=False):
    """The members of a frame that tell which request it is, answers or cancels."""

    id: Any
    method: Any
    params: msgspec.Raw


class _Cancelled(TypedDict, total=False):
    requestId: Any


_head_of = msgspec.json.Decoder(_Head).decode
_cancelled_in = msgspec.json.Decoder(_Cancelled).decode


def forward(core: Core, side: Side, frame: Any) -> None:
    """Send a frame to the other side, or the errors in its place."""
    try:
        heads = heads_in(frame)
        line = frame if type(frame) is not bytes or has_one_line(frame) else as_json_line(frame)
    except ValueError as problem:
        _refuse(core, side, frame, f"not JSON: {problem}")
        return
    for head in heads:
        reason = _note(core, side, head) if type(head) is dict else None
        if reason is not None:
            core.output.append(Frame(side, error_response(head["id"], INTERNAL_ERROR, reason)))
            return
    core.output.append(Frame(OTHER[side], line))


def heads_in(frame: Any) -> list[Any]:
    """Return the heads of the frames in a text, or the frames in a tree; raise `ValueError` if unreadable."""
    if type(frame) is bytes:
        try:
            return [_head_of(frame)]
        except (ValueError, RecursionError):  # no object, no JSON, or JSON that msgspec refuses
            as_json_line(frame)
    return heads_of(frame)


def _note(core: Core, side: Side, head: Any) -> str | None:
    """Note the request that a frame opens or ends; return why the request is refused, None if it is not."""
    id, requestor, is_cancellation = head.get("id"), OTHER[side], head.get("method") == CANCELLED
    if is_cancellation:
        id = _cancelled_id(head)
        requestor = "client" if core.revision["client"] in per_request() else side
    if not is_request_id(id):
        return None
    if is_cancellation or "method" not in head:
        core.open[requestor].pop(table_key(id), None)
        return None
    most = core.limits.pending + core.limits.held
    if len(core.open[side]) >= most:
        return f"more than {most} requests are open ({LIMIT[side]}); wait for answers"
    request = Request(side, id, head["method"])
    request.state = "sent"
    core.open[side][request.requestor_key] = request
    return None


def _cancelled_id(head: Any) -> Any:
    params = head.get("params")
    try:
        named = _cancelled_in(params) if type(params) is msgspec.Raw else params
    except (ValueError, RecursionError):
        return None
    return named.get("requestId") if type(named) is dict else None


def _refuse(core: Core, side: Side, line: bytes, reason: str) -> None:
    """Send the errors for an unreadable line; drop a line without any."""
    found = replacements(side, line, reason)
    for to, error in found:
        if to != side:
            core.open[to].pop(table_key(error["id"]), None)
        core.output.append(Frame(to, error))
    if not found:
        core.drop(line, UNREADABLE, reason)
