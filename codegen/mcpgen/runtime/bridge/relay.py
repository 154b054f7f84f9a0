"""Two sides of one revision, with one connection each: frames pass as they came.

In: frames of either side, as texts or trees. Out: the same frames, a text as one line. Rules:

- Of a text, the id and the method are read, so that open requests are answered when a side is gone.
- An unreadable request is refused under its id; an error stands in the place of an unreadable response.
- A server without a session cancels streams of the client, as it has no requests of its own.
- At most `Limits.pending` and `Limits.held` requests of a side are open; a further one is refused.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, TypedDict

import msgspec

from ..errors import INTERNAL_ERROR, error_response
from ..json_line import as_json_line, has_one_line
from ..json_values import is_request_id, table_key
from ..revisions import per_request
from ..sides import OTHER, Side
from .core import LIMIT, LISTEN, Core
from .frames import CANCELLED, UNREADABLE, Frame
from .unreadable import heads_of, replacements


class _RelayedHead(TypedDict, total=False):
    """The members of a frame that tell which request it is, answers or cancels."""

    id: Any
    method: Any
    params: msgspec.Raw


class _Cancelled(TypedDict, total=False):
    requestId: Any


_head_of = msgspec.json.Decoder(_RelayedHead).decode
_cancelled_in = msgspec.json.Decoder(_Cancelled).decode


class Relay:
    """The open requests of two sides whose frames pass."""

    def __init__(self, core: Core) -> None:
        self._core = core
        self._most = core.limits.pending + core.limits.held
        # By requestor and key of the id: the id, and whether the request is a subscription, which stays open.
        self.open: dict[Side, dict[Any, tuple[Any, bool]]] = {"client": {}, "server": {}}

    @property
    def pending(self) -> int:
        """The number of the client's requests without a response, without subscriptions."""
        return sum(not stays for _, stays in self.open["client"].values())

    def forward(self, side: Side, frame: Any) -> list[Frame]:
        """Return a frame for the other side, or the errors in its place."""
        if type(frame) is not bytes:
            return self._passed(side, frame, frame if type(frame) is list else [frame])
        try:
            head = _head_of(frame)
        except (ValueError, RecursionError):  # no object, no JSON, or JSON that msgspec refuses
            return self._forward_odd(side, frame)
        if not has_one_line(frame):
            return self._forward_odd(side, frame)
        return self._passed(side, frame, [head])

    def _forward_odd(self, side: Side, frame: bytes) -> list[Frame]:
        try:
            line = as_json_line(frame)
        except ValueError as problem:
            return self._replace(side, frame, f"not JSON: {problem}")
        return self._passed(side, line, heads_of(line))

    def _passed(self, side: Side, frame: Any, heads: Iterable[Any]) -> list[Frame]:
        """Note the requests that a frame opens or ends; refuse a frame beyond the limit."""
        open_ = self.open[side]
        for head in heads:
            if type(head) is not dict:
                continue
            id, is_cancellation = head.get("id"), head.get("method") == CANCELLED
            if is_cancellation:
                id = _cancelled_id(head)
            if not is_request_id(id):
                continue
            if is_cancellation:
                requestor: Side = "client" if self._server_ends_streams else side
                self.open[requestor].pop(table_key(id), None)
            elif "method" not in head:
                self.open[OTHER[side]].pop(table_key(id), None)
            elif len(open_) < self._most:
                open_[table_key(id)] = id, head["method"] == LISTEN
            else:
                reason = f"more than {self._most} requests are open ({LIMIT[side]}); wait for answers"
                return [Frame(side, error_response(id, INTERNAL_ERROR, reason))]
        return [Frame(OTHER[side], frame)]

    @property
    def _server_ends_streams(self) -> bool:
        """Whether each cancellation names a request of the client, because a server has none of its own."""
        return self._core.revision["client"] in per_request()

    def _replace(self, side: Side, line: bytes, reason: str) -> list[Frame]:
        """Return the errors for an unreadable line; drop a line without any."""
        found = replacements(side, line, reason)
        for to, error in found:
            if to != side:
                self.open[to].pop(table_key(error["id"]), None)
        if not found:
            self._core.drop(line, UNREADABLE, reason)
        return [Frame(to, error) for to, error in found]

    def heads(self, frame: Any) -> list[Any]:
        """Return the heads of the frames in a text, or the frames in a tree."""
        if type(frame) is bytes:
            try:
                return [_head_of(frame)]
            except (ValueError, RecursionError):
                pass
        return heads_of(frame)

    def close(self, side: Side, reason: str) -> None:
        """Answer the open requests of the other side with an error, because a side is gone."""
        other = OTHER[side]
        for id, _ in self.open[other].values():
            self._core.send(other, error_response(id, INTERNAL_ERROR, reason))
        for ids in self.open.values():
            ids.clear()


def _cancelled_id(head: Any) -> Any:
    params = head.get("params")
    try:
        named = _cancelled_in(params) if type(params) is msgspec.Raw else params
    except (ValueError, RecursionError):
        return None
    return named.get("requestId") if type(named) is dict else None
