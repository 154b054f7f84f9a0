"""The search for the revision of a server (`server="auto"`), without I/O.

The first request of a client starts the search. The bridge sends the server one request at a time, until the
server has agreed to a revision. Rules:

- A client with a handshake: the bridge first sends its `initialize`, for the newest revision with a
  handshake. With `offer="own"`, `initialize` names the client's revision. If the server refuses, the bridge
  sends `initialize` again, for the newest revision that the error lists as supported, or for the client's
  revision if the error lists none. If the bridge has tried all of these, or if the server has no `initialize`
  or does not answer it, the bridge sends `server/discover`.
- A stateless client: the bridge first sends `server/discover`. If the server lists stateless revisions, the
  bridge uses the client's revision if it is listed, and otherwise the newest one listed. If the server lists
  none, or does not answer within `Limits.probe` seconds, the bridge sends `initialize`, for the newest
  revision that the server listed, or for 2025-11-25 if it listed none. If the server did not answer
  `server/discover` in time and then refuses `initialize`, perhaps it only started slowly. So the bridge sends
  `server/discover` again.
- No other request is sent twice. If nothing is left to try, the client gets the server's first refusal.
- A server process that ends during the search may be started again. If it has answered a request before its
  end, the bridge sends the open request to the new process. Otherwise, the open request counts as refused.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

import mcp_revisions as mr
from mcp_revisions.jsonrpc import INTERNAL_ERROR, METHOD_NOT_FOUND, member

from mcp_bridge.core import rules
from mcp_bridge.core.conversation import Conversation
from mcp_bridge.core.frames import DISCOVER, REFUSED, JsonObject, OwnError, frame_of, meta_of, why_of
from mcp_bridge.core.requests import OPENING, Core, Request
from mcp_bridge.core.revisions import facts_of, per_request, position, with_handshake
from mcp_bridge.core.same_era import HandshakePair

Offer = Literal["newest", "own"]
OFFERS: tuple[Offer, ...] = ("newest", "own")
NOT_OPENED = "the session did not open"


class Opening:
    """The search for the revision of a server by trials. A *trial* is a revision, or `server/discover`.

    - `set_revision`: a function that sets the revision of the server and returns the conversation.
    - `opened`: a function that is called when the search is over. It gets None for success, or an error
      response for the client's queued requests.
    - `request`: the client's `initialize`, or None for a stateless client.
    """

    def __init__(
        self,
        core: Core,
        set_revision: Callable[[str], Conversation],
        opened: Callable[[JsonObject | None], None],
        request: Request | None,
        frame: JsonObject,
        offer: Offer,
    ) -> None:
        self._core = core
        self._set_server_revision = set_revision
        self._opened = opened
        self._request = request
        self._frame = frame
        # The trials that were made, without a `server/discover` whose answer came late.
        self._tried: set[str] = set()
        self._refusal: JsonObject | None = None  # the first response that refused a handshake
        self._answered = False  # whether the running process of the server has answered a request
        self._offered = core.revision["client"] if offer == "own" else rules.LAST_WITH_HANDSHAKE

    def start(self) -> None:
        """Send the first request that tries to find out the server's revision."""
        self._try(DISCOVER if self._request is None else self._offered)

    def identified(self, frame: Any) -> Any:
        """Return a frame of the server, with the id that a response may have left out.

        During the search, only one request to the server is open. If a response has no id, it gets the id of
        that request.
        """
        if type(frame) is not dict or "method" in frame or frame.get("id") is not None:
            return frame
        sent_id = next(iter(self._core.sent["server"]), None)
        if sent_id is None or ("result" in frame) == ("error" in frame):
            return frame
        return {**frame, "id": sent_id}

    # Restarts

    @property
    def probing(self) -> bool:
        """Whether the server has not answered `server/discover` yet."""
        return any(request.method == DISCOVER for request in self._core.sent["server"].values())

    @property
    def restartable(self) -> bool:
        """Whether a server that ends now may be started again."""
        return self._answered or self.probing

    def restarted(self) -> None:
        """Send the open request to the server's new process.

        If the old process answered no request at all, send nothing: the open request counts as refused.
        """
        core = self._core
        for request in list(core.sent["server"].values()):
            if self._answered:
                self._answered = False
                request.happens("no answer", self._send_to_new_process)
            else:
                error = OwnError("closed", "the server is gone", id=request.sent_id)
                core.deliver_response("server", error)
                self._answered = False

    def _send_to_new_process(self, unanswered: Request) -> None:
        self._send()

    # Trials

    def _try(self, trial: str) -> None:
        self._trial, self._asked = trial, self._core.now
        self._tried.add(trial)
        if trial != DISCOVER:
            self._conversation = self._set_server_revision(trial)
        elif self._request is not None:
            self._request.happens("ask")
        self._send()

    def _send(self) -> None:
        """Send the request of the current trial.

        The id of the request is a string, so that it differs from the numbers that the client may use on the
        same connection.
        """
        core, request = self._core, self._request
        sent_id = f"{OPENING}{core.nonce()}"
        if self._trial == DISCOVER:
            probe, seconds = frame_of(DISCOVER, {"_meta": self._probe_meta()}), core.limits.probe
            core.ask("server", probe, self._discovered, seconds=seconds, sent_id=sent_id)
        elif request is not None:
            assert isinstance(self._conversation, HandshakePair)
            request.sent_id = sent_id
            try:
                self._conversation.send_initialize(
                    request, self._frame, self._initialized, seconds=core.limits.opening
                )
            except REFUSED as refusal:
                request.respond_refusal(refusal)
                self._opened(OwnError("refused", NOT_OPENED))
        else:
            self._conversation.open_session(self._frame, self._handshaken)

    def _probe_meta(self) -> JsonObject:
        if self._request is not None:
            return {rules.VERSION: mr.known_revisions()[-1], rules.CAPABILITIES: {}}
        return {name: value for name, value in meta_of(self._frame).items() if name != "progressToken"}

    def _discovered(self, request: Request, answer: JsonObject) -> None:
        """Handle the answer to `server/discover`: use a revision that it lists, or try a handshake."""
        self._answered = True
        if self._core.seconds_since(self._asked) >= self._core.limits.probe:
            self._tried.discard(DISCOVER)  # the answer came late
        probed, versions = self._probe_meta()[rules.VERSION], member(answer, "result", "supportedVersions")
        listed = versions if type(versions) is list else supported_versions(answer)
        spoken = [revision for revision in per_request() if revision in listed]
        if versions is not listed and probed in spoken:
            spoken.remove(probed)  # the server has just refused it
        revision = self._untried(listed)
        if spoken:
            conversation = self._set_server_revision(probed if probed in spoken else spoken[-1])
            self._opened(None)
            if self._request is not None:
                self._request.attempt(conversation.handle_request, "client", self._frame, self._request)
        elif revision is not None:
            self._try(revision)
        elif _refuses_all(answer):
            data = member(answer, "error", "data")
            self._fail(OwnError("refused", f"the server speaks {listed}", data=data))
        elif self._request is not None or rules.LAST_WITH_HANDSHAKE in self._tried:
            self._fail(answer)
        else:
            self._try(rules.LAST_WITH_HANDSHAKE)

    def _initialized(self, request: Request, frame: JsonObject) -> None:
        """Handle the answer to the client's `initialize`: confirm the handshake, or make the next trial."""
        request.sent_id = None
        assert isinstance(self._conversation, HandshakePair)
        if member(frame, "result", "protocolVersion") in with_handshake():
            self._conversation.confirm_initialize(request, frame)
            self._opened(None)
        else:
            self._handshaken(frame)

    def _handshaken(self, refusal: JsonObject | None) -> None:
        """Handle the end of a handshake: open the session, or make the next trial after a refusal.

        `refusal` is the response of the server that refused the handshake, or None.
        """
        if refusal is None:
            self._opened(None)
            return
        self._answered = True
        self._refusal = self._refusal or refusal
        listed = supported_versions(refusal)
        has_none = member(refusal, "error", "code") == METHOD_NOT_FOUND
        is_late = why_of(refusal) == "timeout"
        is_late = is_late or self._core.seconds_since(self._asked) >= self._core.limits.opening
        if not (listed or self._request is None or has_none or is_late):
            listed = [self._core.revision["client"]]
        trial = self._untried(listed) or DISCOVER
        if trial in self._tried:
            self._fail(refusal)
        else:
            self._try(trial)

    def _untried(self, listed: list[Any]) -> str | None:
        """Return the newest revision with a handshake that is in `listed` and was not tried yet, or None."""
        known = [revision for revision in with_handshake() if revision in listed]
        return max(set(known) - self._tried, key=position, default=None)

    def _fail(self, error: JsonObject) -> None:
        """Answer the client with the server's first refusal, or with `error` if there was none.

        If the server did not answer `server/discover` and `initialize` in time, the error names both, and how
        long the bridge waited for each.
        """
        refusal = self._refusal or error
        if why_of(refusal) == why_of(error) == "timeout" and refusal is not error:
            reasons = (refusal["error"]["message"], error["error"]["message"])
            # How long the client has waited in all. Over HTTP, both reasons may be the same.
            refusal = OwnError("timeout", "; ".join(dict.fromkeys(reasons)))
        if self._request is None:
            self._opened(refusal)
            return
        conversation = self._set_server_revision(self._core.revision["client"])
        assert isinstance(conversation, HandshakePair)
        if "error" in refusal or type(refusal.get("result")) is dict:
            self._request.attempt(conversation.confirm_initialize, self._request, refusal)
        else:
            reason = "the server's answer to initialize is malformed: expected an object"
            self._request.respond_error(INTERNAL_ERROR, reason, why="invalid")
        message = member(refusal, "error", "message")
        reason = message if type(message) is str else NOT_OPENED
        self._opened(OwnError(why_of(refusal) or "refused", reason))


def supported_versions(answer: JsonObject) -> list[Any]:
    """Return the versions that an error lists as supported, or an empty list."""
    versions = member(answer, "error", "data", "supported")
    return versions if type(versions) is list else []


def _refuses_all(answer: JsonObject) -> bool:
    """Return whether an error refuses the version and lists no revision with a handshake as supported.

    An error without such a list gives False.
    """
    newest = facts_of(mr.known_revisions()[-1])
    is_unsupported = member(answer, "error", "code") == newest.errors.get(rules.UNSUPPORTED)
    listed = supported_versions(answer)
    return is_unsupported and bool(listed) and not any(revision in listed for revision in with_handshake())
