"""The events of a bridge, and its limits: the public values besides `Bridge`."""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal, NamedTuple

from ..conversion.losses import Loss
from ..json_line import json_line
from ..messages.options import checked_kind
from .frames import Side, params_of

# A response of the server or of the bridge, an error of the bridge, a cancellation, `gone`, `closed`, or a
# frame without requests.
EndReason = Literal["answered", "refused", "cancelled", "gone", "closed", "taken"]


class Frame(NamedTuple):
    """A frame for one side, with the losses of its conversion and the streams it belongs to.

    `to` is None for a frame that the bridge drops; `losses` then has the reason. `tree` is a tree; a frame
    that the bridge does not read, and one that is no JSON, stays as it came.

    `stream` is the key of the client's request that the frame belongs to, None for a frame of no request. Of
    a frame to the client, the request is still open. Of a frame to the server, it may have ended meanwhile.
    `server_stream` is the key that a request of the server came with, for the response to that request.
    """

    to: Side | None
    tree: Any
    losses: tuple[Loss, ...] = ()
    stream: Hashable = None
    server_stream: Hashable = None

    @property
    def data(self) -> bytes:
        """The frame as JSON text on one line."""
        return self.tree if type(self.tree) is bytes else json_line(self.tree)

    @property
    def id(self) -> Any:
        """The id of a request or a response, or of the request that a cancellation ends; None if none."""
        if type(self.tree) is not dict:
            return None
        is_cancellation = self.tree.get("method") == "notifications/cancelled"
        return params_of(self.tree).get("requestId") if is_cancellation else self.tree.get("id")


class Ended(NamedTuple):
    """The end of a frame that the client sent with a key: nothing of it is open any more."""

    stream: Hashable
    reason: EndReason


class Limits(NamedTuple):
    """Bounds of a bridge's memory and patience; times are in seconds of the clock that `tick` is given."""

    pending: int = 1024  # requests of one side that the other side has at once
    held: int = 8192  # frames of the client that wait for the handshake, or for the server to answer others
    streams: int = 256  # open subscription streams
    rounds: int = 10  # of questions within one request
    opening: float = 60.0  # for the server to answer a handshake or a subscription
    probe: float = 10.0  # for the server to answer `server/discover` before the bridge tries a handshake
    patience: float = 600.0  # for the client to come back with the answers to a question
    gather: float = 0.0  # for further questions of the server, before a result asks the client
    pause: float = 0.05  # before the bridge repeats a request that the server put off; doubles each time
    tasks: int = 256  # tasks that the bridge remembers
    task: float = 3600.0  # for a task to end while the bridge waits for its result
    poll: float = 1.0  # between two looks at a task whose server names no interval


def checked_limits(limits: Limits | None) -> Limits:
    """Return limits, by default the usual ones, or raise `TypeError` for limits that are no numbers."""
    if limits is None:
        return Limits()
    checked_kind("limits", limits, Limits, "a `BridgeLimits`")
    for name, value in limits._asdict().items():
        checked_kind(f"limits: {name}", value, (int, float), "a number")
    return limits
