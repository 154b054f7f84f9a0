"""Negotiate a revision, with `initialize` if there is a handshake, otherwise with `server/discover`.

`negotiate` takes the offer of one side and the revisions that the other side supports. It returns an
`Agreement`, with the prescribed error if no revision fits. Unknown revisions are allowed. They count as newer
than the known ones, in the order of the list of supported revisions. `initialize` never agrees on a revision
without a handshake, and `server/discover` never on a revision with one.
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
    """The result of a negotiation: the agreed `revision`, or None with the `code` and `data` of the error.

    `method` is the method of the negotiation. If `exact` is false, `revision` is a counter-offer to
    `initialize`: a client that does not support it should disconnect (basic/lifecycle#version-negotiation).
    """

    revision: str | None
    method: NegotiationMethod
    exact: bool = True
    code: int | None = None
    data: dict[str, Any] | None = None

    def reply(self, id: str | int) -> dict[str, Any] | None:
        """Return the error response to the request `id`, or None if there is no error."""
        if self.code is None:
            return None
        return error_response(id, self.code, "Unsupported protocol version", self.data)


def negotiate(
    offered: str | Iterable[str], supported: Iterable[str], *, method: NegotiationMethod | None = None
) -> Agreement:
    """Return the agreement between an offer and the supported revisions.

    - A server passes one revision as `offered`: the one that the request states, in the params of
      `initialize` or, from 2026-07-28 on, in `_meta`.
    - A client passes a list as `offered`: the one in a `server/discover` result, or the `supported` of an
      error. The newest common revision is chosen.

    The default for `method` is `server/discover` if the offer is a known revision without a handshake,
    otherwise `initialize`. Raises `TypeError` for a revision that is not a string, and `ValueError` for
    another method.
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
    # An unknown revision may have no handshake, so the counter-offer is a known revision with one.
    other = newest(revision for revision in candidates if revision in with_handshake())
    return Agreement(other, method, False) if other else Agreement(None, method, False, INVALID_PARAMS, data)


def _unsupported_code() -> int:
    """Return the error code for an unsupported revision, as the newest stateless revision defines it."""
    stateless = per_request()
    errors = facts_of(stateless[-1]).errors if stateless else {}
    return errors.get("UNSUPPORTED_PROTOCOL_VERSION", INVALID_PARAMS)


def newest(revisions: Iterable[str]) -> str | None:
    """Return the newest of `revisions`, or None if there are none.

    Unknown revisions count as newer than known ones. The last unknown one counts as the newest.
    """
    numbered = enumerate(revisions)
    return max(numbered, key=lambda pair: (position(pair[1]), _tie_break(*pair)), default=(0, None))[1]


def _tie_break(index: int, revision: str) -> int:
    return index if revision not in order() else 0


def requested_revision(data: Data, supported: Iterable[str] | None = None) -> str | None:
    """Return the revision in which to answer a client's message. Return None if the message states none.

    The revision in `initialize` is negotiated with `supported`, which is all known revisions by default. A
    stateless request states its revision in `_meta`; if it is not in `supported`, the result is None. Raises
    `TypeError` or `ValueError` for data that is not text, a JSON value or a message.
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
        raise TypeError(f"{name}: expected an iterable of revisions, not {type(values).__name__}")
    texts = (values,) if isinstance(values, str) else tuple(values)
    for text in texts:
        if not isinstance(text, str):
            raise TypeError(f"{name}: expected a string as revision, not {type(text).__name__}")
    return texts
