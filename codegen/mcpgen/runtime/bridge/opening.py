"""The opening of a session whose server has an unknown revision (`server="auto"`), without I/O.

In: the first request of a client. Out: requests to the server, one at a time, until the server has agreed to
a revision. Rules:

- A client with a handshake: its `initialize` goes first, for the newest revision with a handshake. So a
  server that agrees to any revision, and then sends frames of a newer one, sends frames that are converted.
  With `offer="own"` it goes for the client's revision. A server that refuses is sent `initialize` for the
  newest revision that its error lists as supported, else for the client's, else `server/discover`. One that
  has no `initialize`, or does not answer, is sent `server/discover` next.
- A client without a handshake: `server/discover` goes first. A server that lists revisions without a
  handshake speaks the client's, else the newest of them. Another server, and one that does not answer within
  `Limits.probe` seconds, is sent `initialize`, for the newest revision that the server listed, else for
  2025-11-25. A server that was late, maybe because it starts slowly, and refuses `initialize` is sent
  `server/discover` again.
- No other request is sent twice. When nothing is left, the client gets the server's first refusal.
- A server that ends after a refusal, or instead of an answer to `server/discover`, may be started again. The
  new process gets the request that the old one did not answer; an unanswered `server/discover` counts as
  refused.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Literal

from ..conversion.losses import NoCounterpart
from ..errors import INTERNAL_ERROR, METHOD_NOT_FOUND, DecodeError, error_response
from ..revisions import facts_of, latest, per_request, position, with_handshake
from .conversation import Conversation
from .core import Core
from .frames import DISCOVER, Tree, meta_of
from .requests import Request
from .rules import CAPABILITIES, LAST_LEGACY, UNSUPPORTED, VERSION
from .same_era import LegacyPair

Offer = Literal["newest", "own"]
OFFERS: tuple[Offer, ...] = ("newest", "own")


class Opening:
    """The search for the revision of a server.

    `set_revision` makes a revision the server's and returns the conversation. `opened` gets None, or an error
    response for the frames that wait. `request` is the client's `initialize`, None for a client without a
    handshake.
    """

    def __init__(
        self,
        core: Core,
        set_revision: Callable[[str], Conversation],
        opened: Callable[[Tree | None], None],
        request: Request | None,
        frame: Tree,
        offer: Offer,
    ) -> None:
        self._core = core
        self._offer = offer
        self._set_server_revision = set_revision
        self._opened = opened
        self._request = request
        self._frame = frame
        self._asked = 0.0  # when the open request was sent
        self._requested: set[str] = set()  # revisions, and `server/discover` unless its answer is late
        self._probed = ""  # the revision that `server/discover` named
        self._refusal: Tree | None = None  # the first response that refused a handshake
        self._answered = False  # the running process of the server has answered a request
        self._send: Callable[[], None]  # the request that is open

    def start(self) -> None:
        """Send the first request."""
        if self._request is None:
            self._discover()
        else:
            self._shake_hands(self._core.revision["client"] if self._offer == "own" else LAST_LEGACY)

    def identified(self, frame: Any) -> Any:
        """Return a frame of the server; a response without an id answers the one open request."""
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
        """Send the open request to the server's new process, or count the request as refused."""
        core = self._core
        for request in list(core.sent["server"].values()):
            if self._answered:
                self._answered = False
                core.happens(request, "no answer")
                if request.requestor is None:
                    core.cancel(request)
                self._send()
            else:
                error = error_response(request.sent_id, INTERNAL_ERROR, "the server is gone")
                core.deliver_response("server", error)
                self._answered = False

    # server/discover

    def _discover(self) -> None:
        self._requested.add(DISCOVER)
        meta: Tree = {VERSION: latest(), CAPABILITIES: {}}
        if self._request is not None:
            self._core.happens(self._request, "ask")
        else:
            meta = {name: value for name, value in meta_of(self._frame).items() if name != "progressToken"}
        self._probed = meta[VERSION]
        probe: Tree = {"jsonrpc": "2.0", "method": DISCOVER, "params": {"_meta": meta}}
        self._send = lambda: self._send_probe(probe)
        self._send()

    def _send_probe(self, probe: Tree) -> None:
        self._asked = self._core.now
        seconds = self._core.limits.probe
        self._core.send_own_request("server", probe, self._discovered, seconds=seconds, sent_id=self._id())

    def _discovered(self, request: Request, answer: Tree) -> None:
        self._answered = True
        if self._is_late(self._core.limits.probe):
            self._requested.discard(DISCOVER)
        result = answer.get("result")
        versions = result.get("supportedVersions") if type(result) is dict else None
        listed = versions if type(versions) is list else supported_versions(answer)
        spoken = [revision for revision in per_request() if revision in listed]
        if versions is not listed and self._probed in spoken:
            spoken.remove(self._probed)  # the server has just refused it
        if spoken:
            self._converse_without_handshake(self._probed if self._probed in spoken else spoken[-1])
            return
        revision = self._untried(listed)
        if revision is not None:
            self._shake_hands(revision)
        elif _refuses_all(answer):
            reason = f"the server speaks {listed}"
            self._fail(error_response(None, INTERNAL_ERROR, reason, answer["error"].get("data")))
        elif self._request is not None or LAST_LEGACY in self._requested:
            self._fail(answer)
        else:
            self._shake_hands(LAST_LEGACY)

    def _converse_without_handshake(self, revision: str) -> None:
        conversation = self._set_server_revision(revision)
        self._opened(None)
        if self._request is not None:
            conversation.handle_request("client", self._request, self._frame)

    # initialize

    def _shake_hands(self, revision: str) -> None:
        self._requested.add(revision)
        self._asked = self._core.now
        conversation = self._set_server_revision(revision)
        if self._request is None:
            self._send = partial(conversation.open_session, self._frame, self._session_opened)
        else:
            assert isinstance(conversation, LegacyPair)
            self._send = partial(self._send_initialize, conversation, self._request)
        self._send()

    def _send_initialize(self, conversation: LegacyPair, request: Request) -> None:
        request.sent_id = self._id()
        on_response = partial(self._initialized, conversation)
        seconds = self._core.limits.opening
        try:
            conversation.send_initialize(request, self._frame, on_response, seconds=seconds)
        except (NoCounterpart, DecodeError) as refusal:
            self._core.respond_refusal(request, refusal)
            self._opened(error_response(None, INTERNAL_ERROR, "the session did not open"))

    def _initialized(self, conversation: LegacyPair, request: Request, frame: Tree) -> None:
        """Confirm a handshake that the client began, or go on after a refusal."""
        request.sent_id = 0
        result = frame.get("result")
        if type(result) is dict and result.get("protocolVersion") in with_handshake():
            conversation.confirm_initialize(request, frame)
            self._opened(None)
        else:
            self._go_on(frame)

    def _session_opened(self, error: Tree | None) -> None:
        """Note that the bridge opened a session itself, or go on after a refusal."""
        if error is None:
            self._opened(None)
        else:
            self._go_on(error)

    def _go_on(self, refusal: Tree) -> None:
        self._answered = True
        self._refusal = self._refusal or refusal
        listed = supported_versions(refusal)
        if not (listed or self._request is None or self._has_no_handshake(refusal)):
            listed = [self._core.revision["client"]]
        revision = self._untried(listed)
        if revision is not None:
            self._shake_hands(revision)
        elif DISCOVER not in self._requested:
            self._discover()
        else:
            self._fail(refusal)

    def _has_no_handshake(self, refusal: Tree) -> bool:
        """Say whether a server lacks `initialize`, or has not answered it."""
        error = refusal.get("error")
        is_unknown = type(error) is dict and error.get("code") == METHOD_NOT_FOUND
        return is_unknown or self._is_late(self._core.limits.opening)

    def _is_late(self, seconds: float) -> bool:
        """Say whether the open request was sent so long ago."""
        return self._core.now - self._asked >= seconds

    # The end

    def _fail(self, error: Tree) -> None:
        """Answer the client with the server's first refusal, or with `error`."""
        refusal = self._refusal or error
        if self._request is None:
            self._opened(refusal)
            return
        conversation = self._set_server_revision(self._core.revision["client"])
        assert isinstance(conversation, LegacyPair)
        if "error" in refusal or type(refusal.get("result")) is dict:
            conversation.confirm_initialize(self._request, refusal)
        else:
            reason = "the server's answer to initialize is malformed: expected an object"
            self._core.respond_error(self._request, INTERNAL_ERROR, reason)
        stated = refusal.get("error")
        message = stated.get("message") if type(stated) is dict else None
        reason = message if type(message) is str else "the session did not open"
        self._opened(error_response(None, INTERNAL_ERROR, reason))

    def _untried(self, listed: list[Any]) -> str | None:
        """Return the newest revision with a handshake among these that was not requested yet."""
        known = [revision for revision in with_handshake() if revision in listed]
        return max(set(known) - self._requested, key=position, default=None)

    def _id(self) -> str:
        # The id is a text because numbers of the client may follow on the same connection.
        return f"opening-{self._core.nonce()}"


def supported_versions(answer: Tree) -> list[Any]:
    """Return the versions that an error lists as supported, empty if the error lists none."""
    error = answer.get("error")
    data = error.get("data") if type(error) is dict else None
    versions = data.get("supported") if type(data) is dict else None
    return versions if type(versions) is list else []


def _refuses_all(answer: Tree) -> bool:
    """Say whether an error for an unsupported version lists unknown versions alone."""
    error = answer.get("error")
    if type(error) is not dict or error.get("code") != facts_of(latest()).errors.get(UNSUPPORTED):
        return False
    listed = supported_versions(answer)
    return bool(listed) and not any(revision in listed for revision in with_handshake())
