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
from ..json_line import json_line
from ..json_values import is_request_id
from ..messages.json_text import as_bytes, parse
from ..messages.options import Data, checked_option, texts
from ..revisions import facts_of, order, per_request, position, reserved_key, with_handshake

NegotiationMethod = Literal["initialize", "server/discover"]
UNSUPPORTED = "Unsupported protocol version"


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
        return error_response(id, self.code, UNSUPPORTED, self.data)


class Admission(msgspec.Struct, frozen=True):
    """How to handle a message of a client: the `revision` in which to answer, or a `reply` that refuses it.

    For `initialize`, `revision` may be a counter-offer. Both are None in two cases, which only the message
    itself tells apart:

    - The message states no revision. Use the revision of its session.
    - The message states a revision that is refused, and has no id to reply to. Drop the message.
    """

    revision: str | None = None
    reply: bytes | None = None


def negotiate(
    offered: str | Iterable[str], supported: Iterable[str], *, method: NegotiationMethod | None = None
) -> Agreement:
    """Return the agreement between an offer and the supported revisions.

    - A server passes one revision as `offered`: the one that the request states, in the params of
      `initialize` or, from 2026-07-28 on, in `_meta`.
    - A client passes a list as `offered`: the list in a `server/discover` result, or the `supported` of an
      error. The newest common revision is chosen.

    `method` is the method of the negotiation. By default, it is `server/discover` if the offer is a known
    stateless revision, otherwise `initialize`.

    Raises `TypeError` for a revision that is not a string, and `ValueError` for an invalid `method`.
    """
    if method is not None:
        checked_option("method", method)
    ours = texts(supported, "supported")
    if not isinstance(offered, str):
        theirs = texts(offered, "offered")
        common = newest(filter(set(theirs).__contains__, ours))
        return Agreement(common, "initialize" if common in with_handshake() else "server/discover")
    if method is None:
        method = "server/discover" if offered in per_request() else "initialize"
    excluded = per_request() if method == "initialize" else with_handshake()
    candidates = [revision for revision in ours if revision not in excluded]
    if offered in candidates:
        return Agreement(offered, method)
    error = unsupported(offered, ours)
    data = error["data"]
    if method == "server/discover":
        return Agreement(None, method, False, error["code"], data)
    # An unknown revision may have no handshake, so the counter-offer is a known revision with one.
    other = newest(revision for revision in candidates if revision in with_handshake())
    return Agreement(other, method, False) if other else Agreement(None, method, False, INVALID_PARAMS, data)


def unsupported(stated: str, supported: Iterable[str]) -> dict[str, Any]:
    """Return the error for an unsupported revision, with the code of the newest stateless revision."""
    stateless = per_request()
    errors = facts_of(stateless[-1]).errors if stateless else {}
    code = errors.get("UNSUPPORTED_PROTOCOL_VERSION", INVALID_PARAMS)
    return {"code": code, "message": UNSUPPORTED, "data": {"supported": list(supported), "requested": stated}}


def newest(revisions: Iterable[str]) -> str | None:
    """Return the newest of `revisions`, or None if there are none.

    Unknown revisions count as newer than known ones. Among several unknown revisions, the last one of
    `revisions` counts as the newest.
    """
    numbered = enumerate(revisions)
    return max(numbered, key=lambda pair: (position(pair[1]), _tie_break(*pair)), default=(0, None))[1]


def _tie_break(index: int, revision: str) -> int:
    return index if revision not in order() else 0


def admit(message: Data, supported: Iterable[str] | None = None) -> Admission:
    """Return the revision in which to answer a client's message, or the error response that refuses it.

    - `initialize`: its revision is negotiated with `supported`, which is all known revisions by default.
    - A stateless request states its revision in `_meta`. If that is not a supported stateless revision, the
      request is refused.
    - For a message that states no revision, `revision` and `reply` of the result are None.

    Raises `TypeError` or `ValueError` for a message that is not text, a JSON value or a typed message.
    """
    ours = order() if supported is None else texts(supported, "supported")
    try:
        frame = parse(as_bytes(message))
    except DecodeError:
        return Admission()
    params = frame.get("params") if isinstance(frame, dict) else None
    if not isinstance(params, dict):
        return Admission()
    opens = frame.get("method") == "initialize"
    meta = params.get("_meta")
    key = reserved_key("protocolVersion")
    stated = params.get("protocolVersion") if opens else meta.get(key) if isinstance(meta, dict) else None
    if not isinstance(stated, str):
        return Admission()
    found = negotiate(stated, ours, method="initialize" if opens else "server/discover")
    reply = found.reply(frame["id"]) if is_request_id(frame.get("id")) else None
    return Admission(found.revision, json_line(reply) if reply else None)
