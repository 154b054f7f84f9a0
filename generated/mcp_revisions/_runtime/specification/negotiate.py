"""Agree on a revision: by `initialize` where there is a handshake, else by `server/discover`.

In: the offer of one side and the supported revisions of the other, as strings. Out: an `Agreement`, with the
error that the specification prescribes if no revision fits. An unknown revision is no error. The order of
revisions is the order of publication (`revisions`); unknown revisions follow in the order of the supporting
side's list. No revisions are compared as text. `initialize` never agrees on a revision without a handshake,
nor `server/discover` on a revision with one.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal

import msgspec

from ..errors import INVALID_PARAMS, DecodeError, error_response
from ..messages.json_text import as_bytes, parse
from ..messages.options import Data, checked_option
from ..revisions import facts_of, order, per_request, position, reserved_key, with_handshake

NegotiationMethod = Literal["initialize", "server/discover"]


class Agreement(msgspec.Struct, frozen=True):
    """The revision that both sides speak, or None with the code and data of the error for the offer.

    `method` is the method of the negotiation. `exact=False` with a revision answers an `initialize` with
    another revision than the client requested; a client that does not support this revision should disconnect
    (basic/lifecycle#version-negotiation).
    """

    revision: str | None
    method: NegotiationMethod
    exact: bool = True
    code: int | None = None
    data: dict[str, Any] | None = None

    def reply(self, id: str | int) -> dict[str, Any] | None:
        """Return the error response that refuses the request `id`, or None if nothing is refused."""
        if self.code is None:
            return None
        return error_response(id, self.code, "Unsupported protocol version", self.data)


def negotiate(
    offered: str | Iterable[str], supported: Iterable[str], *, method: NegotiationMethod | None = None
) -> Agreement:
    """Return the agreement of an offer with the supported revisions.

    A server passes the revision that a request names, in `initialize` or in `_meta` from 2026-07-28 on. A
    client passes the list of a `server/discover` result, or the list in an error's `supported`; the newest
    common revision wins. `method` is the method of the negotiation: by default `server/discover` for a
    revision that is known to need no handshake, else `initialize`. Raise `TypeError` for a revision that is
    not text, `ValueError` for another method.
    """
    if method is not None:
        checked_option("method", method)
    ours = _texts(supported, "supported")
    if not isinstance(offered, str):
        theirs = _texts(offered, "offered")
        common = newest(filter(set(theirs).__contains__, ours))
        return Agreement(common, "initialize" if common in with_handshake() else "server/discover")
    if method is None:
        method = "server/discover" if offered in per_request() else "initialize"
    excluded = per_request() if method == "initialize" else with_handshake()
    candidates = [revision for revision in ours if revision not in excluded]
    if offered in candidates:
        return Agreement(offered, method)
    data = {"supported": list(ours), "requested": offered}
    if method == "server/discover":
        return Agreement(None, method, False, _unsupported_code(), data)
    # An unknown revision may need no handshake, so only a known revision with a handshake is a counter-offer.
    other = newest(revision for revision in candidates if revision in with_handshake())
    return Agreement(other, method, False) if other else Agreement(None, method, False, INVALID_PARAMS, data)


def _unsupported_code() -> int:
    """Return the code for an unsupported revision of the last revision without a handshake."""
    modern = per_request()
    errors = facts_of(modern[-1]).errors if modern else {}
    return errors.get("UNSUPPORTED_PROTOCOL_VERSION", INVALID_PARAMS)


def newest(revisions: Iterable[str]) -> str | None:
    """Return the revision that was published last; unknown revisions are newer, in the order given."""
    numbered = enumerate(revisions)
    return max(numbered, key=lambda pair: (position(pair[1]), _tie_break(*pair)), default=(0, None))[1]


def _tie_break(index: int, revision: str) -> int:
    return index if revision not in order() else 0


def requested_revision(data: Data, supported: Iterable[str] | None = None) -> str | None:
    """Return the revision in which a server answers a frame of a client, None if the frame states none.

    `initialize` is negotiated with the supported revisions, by default all. Without a handshake,
    each request names the revision in `_meta`. Raise `TypeError` or `ValueError` for data that is neither
    text nor a plain tree nor a message.
    """
    ours = order() if supported is None else _texts(supported, "supported")
    try:
        frame = parse(as_bytes(data))
    except DecodeError:
        return None
    params = frame.get("params") if isinstance(frame, dict) else None
    if not isinstance(params, dict):
        return None
    if frame.get("method") == "initialize":
        stated = params.get("protocolVersion")
        return negotiate(stated, ours, method="initialize").revision if isinstance(stated, str) else None
    meta = params.get("_meta")
    stated = meta.get(reserved_key("protocolVersion")) if isinstance(meta, dict) else None
    return stated if stated in ours else None


def _texts(values: Iterable[str], name: str) -> tuple[str, ...]:
    if not isinstance(values, Iterable):
        raise TypeError(f"{name}: a {type(values).__name__} holds no revisions")
    texts = (values,) if isinstance(values, str) else tuple(values)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"{name}: a revision is text, not {type(text).__name__}")
    return texts
