"""Requests of modern clients (from 2026-07-28 on): checked against their headers, and given to a server.

Rules:

- A request names its revision in a header and in `_meta`. The headers must say the same as the body.
- The identity of a client is the revision, the forwarded headers, and all that a session of the server knows
  about its client. A session knows client info and capabilities, unless each request repeats them to the
  server. The identity of a client without an authorization has its address too. `http_turns` gives the
  requests of an identity to servers.
- A frame goes on as it was read, so that the server and the check of the headers read the same members.
"""

from __future__ import annotations

import asyncio
import hashlib
from collections.abc import Mapping
from typing import Any

from mcpgen.commands.bridge.http_answers import Accepted
from mcpgen.commands.bridge.http_headers import (
    HEADER_MISMATCH,
    UNSUPPORTED_VERSION,
    VERSION,
    VERSION_META,
    mismatch,
)
from mcpgen.commands.bridge.http_memory import Charge
from mcpgen.commands.bridge.http_replies import NEITHER, NO_SESSION, Reply, invalid, later, refusal, too_slow
from mcpgen.commands.bridge.http_servers import BridgedServers
from mcpgen.commands.bridge.http_tool_marks import marks_of
from mcpgen.commands.bridge.http_trust import AUTHORIZATION, Head, repeated_mirror
from mcpgen.commands.bridge.http_turns import Identity, Turns
from mcpgen.commands.bridge.options import FrontOptions
from mcpgen.runtime.bridge.frames import meta_of
from mcpgen.runtime.errors import INVALID_PARAMS, METHOD_NOT_FOUND
from mcpgen.runtime.json_line import json_line

WAITED = 0.1  # seconds of waiting for a turn after which a client may have hung up
_KNOWN_TO_SESSION = ("clientInfo", "clientCapabilities")


class ModernRequests:
    """Requests without a session. `known` are the modern revisions, `every` all that the front speaks."""

    def __init__(
        self,
        options: FrontOptions,
        servers: BridgedServers,
        turns: Turns,
        known: list[str],
        every: list[str],
        *,
        server_is_modern: bool,
    ) -> None:
        self._options = options
        self._servers = servers
        self._turns = turns
        self._known = known
        self._every = every
        self._server_is_modern = server_is_modern

    async def post(self, head: Head, frame: Any, charge: Charge) -> Accepted | Reply:
        """Pass a frame on to the server whose turn it is, or refuse the request."""
        if not isinstance(frame, dict) or "method" not in frame:
            return invalid(400, "the body must be one request or notification")
        problem = self._refuse(head.headers, frame)
        if problem is not None:
            return problem
        id = frame["id"]
        identity = self._turns.identity(self._name(head, frame), self._servers.new_allowance)
        reason = repeated_mirror(head.pairs) or mismatch(frame, head.headers, marks_of(identity.marks, frame))
        if reason is not None:
            return refusal(400, HEADER_MISMATCH, reason, id)
        if not identity.allowance.rate.admits():
            return later(429, "too many requests", 1, id)
        if not await charge.enter(identity.allowance.room, charge.size, self._options.request_time):
            return too_slow()
        return await self._send(head, identity, frame, charge)

    async def _send(
        self, head: Head, identity: Identity, frame: dict[str, Any], charge: Charge
    ) -> Accepted | Reply:
        loop, headers = asyncio.get_running_loop(), head.headers
        began = loop.time()
        turn = await self._turns.take(
            identity,
            frame,
            lambda: self._servers.start(
                headers[VERSION], headers, stateless=True, allowance=identity.allowance
            ),
        )
        if isinstance(turn, Reply):
            return turn
        bridged, id = turn.bridged, frame["id"]  # the server gets another id
        try:
            if bridged.is_over:
                return later(503, "the server has ended", 1, id)
            if loop.time() - began > WAITED and await head.is_gone():
                return Reply(499)  # a call that is sent and cancelled would cost the server
            bridged.used = loop.time()
            bridged.set_headers(self._servers.forwarded(headers))
            stream = bridged.send([frame], b"", charge)
        finally:
            self._turns.release(identity, turn)
        assert stream is not None
        return Accepted(bridged, stream, id)

    def _refuse(self, headers: Mapping[str, str], frame: dict[str, Any]) -> Reply | None:
        """Return the reply to a frame that is no request of a revision that the front speaks."""
        id, version, known = frame.get("id"), headers.get(VERSION), self._known
        if version is None and not known:
            return invalid(400, NO_SESSION, id)
        if version is None and meta_of(frame).get(VERSION_META) is None:
            return refusal(400, HEADER_MISMATCH, NEITHER, id)
        if "id" not in frame:
            return Reply(202 if version is None or version in known else 400)
        if version is not None and version not in known:
            data = {"supported": known or self._every, "requested": version}
            return refusal(400, UNSUPPORTED_VERSION, f"no revision {version!r}", id, data)
        if version is not None and meta_of(frame).get(VERSION_META) is None:
            return refusal(400, INVALID_PARAMS, f"/params/_meta: {VERSION_META} is missing", id)
        if frame["method"] == "initialize":
            return refusal(404, METHOD_NOT_FOUND, f"{version} has no initialize", id)
        return None

    def _name(self, head: Head, frame: dict[str, Any]) -> str:
        """Return the digest of an identity."""
        names = (VERSION, AUTHORIZATION, *self._options.forward)
        found: list[Any] = [[name, head.headers.get(name)] for name in names]
        if AUTHORIZATION not in head.headers:
            found.append(head.address)
        if not self._server_is_modern:  # a modern server is told the rest in each request
            meta = meta_of(frame).items()
            found.append({key: value for key, value in meta if key.rpartition("/")[2] in _KNOWN_TO_SESSION})
        return hashlib.sha256(json_line(found)).hexdigest()
