"""Agree on a revision: by the `initialize` handshake up to 2025-11-25, by `server/discover` from 2026-07-28 on.

In: what one side offers and what the other supports, as revision strings. Out: an `Agreement`, and the error
frame that the specification prescribes when nothing fits. Rules: a string that no one knows is data like any
other; the order of revisions is that of publication (`eras`), and after them that of the supporting side's
list; strings are never compared as text. A handshake cannot agree on a revision without a handshake, nor the
other way round.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from ..revisions import HANDSHAKE, ORDER, PER_REQUEST, position

Way = Literal["initialize", "server/discover"]
INVALID_PARAMS = -32602
UNSUPPORTED_PROTOCOL_VERSION = -32022


class Agreement(msgspec.Struct, frozen=True):
    """The revision that both sides speak, or `None`, with the code and data of the error that says so.

    `way` is how the revision came about, or would have. With `exact=False` the server answers an `initialize`
    with another revision than the client asked for: a client that does not support it should disconnect
    (basic/lifecycle#version-negotiation).
    """

    revision: str | None
    way: Way
    exact: bool = True
    code: int | None = None
    data: dict[str, Any] | None = None

    def reply(self, id: str | int) -> dict[str, Any] | None:
        """Return the error frame that refuses the request `id`, or `None` where nothing is refused."""
        if self.code is None:
            return None
        error = {"code": self.code, "message": "Unsupported protocol version", "data": self.data}
        return {"jsonrpc": "2.0", "id": id, "error": error}


def negotiate(offered: str | Iterable[str], supported: Iterable[str], *, way: Way | None = None) -> Agreement:
    """Return what an offer comes to.

    A server hands in the one revision that a request names (`initialize`, or `_meta` of any request from
    2026-07-28 on) and those it supports. A client hands in the list that `server/discover`, or an error's
    `supported`, gave it, and those it supports: the newest of both wins. `way` is how the request came; if it
    is not given, a revision that is known to need no handshake came without one, and any other by
    `initialize`. Raise `TypeError` for what is no text.
    """
    ours = _texts(supported, "supported")
    if not isinstance(offered, str):
        theirs = _texts(offered, "offered")
        common = newest(revision for revision in ours if revision in theirs)
        return Agreement(common, "initialize" if common in HANDSHAKE else "server/discover")
    if way is None:
        way = "server/discover" if offered in PER_REQUEST else "initialize"
    fitting = [
        revision for revision in ours if revision not in (PER_REQUEST if way == "initialize" else HANDSHAKE)
    ]
    if offered in fitting:
        return Agreement(offered, way)
    data = {"supported": list(ours), "requested": offered}
    if way == "server/discover":
        return Agreement(None, way, False, UNSUPPORTED_PROTOCOL_VERSION, data)
    # A string of next year may need no handshake: only a revision known to have one is offered in return.
    other = newest(revision for revision in fitting if revision in HANDSHAKE)
    return Agreement(other, way, False) if other else Agreement(None, way, False, INVALID_PARAMS, data)


def newest(revisions: Iterable[str]) -> str | None:
    """Return the newest of some revisions: the last published, unknown ones after those, in the order given."""
    listed = list(revisions)
    return max(enumerate(listed), key=lambda pair: (position(pair[1]), _late(pair)), default=(0, None))[1]


def _late(pair: tuple[int, str]) -> int:
    place, revision = pair
    return place if revision not in ORDER else 0


def _texts(values: Iterable[str], name: str) -> tuple[str, ...]:
    texts = (values,) if isinstance(values, str) else tuple(values)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"{name}: a revision is text, not {text!r}")
    return texts
