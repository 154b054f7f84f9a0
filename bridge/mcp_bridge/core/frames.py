"""Members of JSON-RPC frames, the events that a bridge returns, and the reasons why it drops a frame.

The functions read parsed frames and return members or new frames. They change no frame. The public names are
`Frame` and `Ended`.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import Any, Literal, NamedTuple

from mcp_revisions import Change, DecodeError, Loss, LossKind, NoCounterpart, Why, jsonrpc
from mcp_revisions.jsonrpc import (
    INTERNAL_ERROR,
    INVALID_REQUEST,
    error_response,
    is_request_id,
    json_line,
    parse,
)

from mcp_bridge.core.sides import Side

JsonObject = dict[str, Any]
FrameKind = Literal["request", "notification", "response", "error without id"]

# Methods for which the bridge has special cases
CANCELLED, PROGRESS = "notifications/cancelled", "notifications/progress"
DISCOVER = "server/discover"
LISTEN = "subscriptions/listen"  # a request that stays open


def kind_of(frame: Any) -> FrameKind:
    """Return whether a frame is a request, a notification, a response or an error without an id.

    Raise `DecodeError` if it is not a frame of JSON-RPC 2.0.
    """
    if type(frame) is not dict or frame.get("jsonrpc") != "2.0":
        raise DecodeError("", 'a message must be an object with "jsonrpc": "2.0"', INVALID_REQUEST)
    kind = jsonrpc.kind_of(frame)
    if kind in ("request", "notification"):
        if type(frame["method"]) is not str or type(frame.get("params", {})) is not dict:
            raise DecodeError("", "a method must be a string, and params must be an object", INVALID_REQUEST)
        if kind == "notification":
            return "notification"
        if not is_request_id(frame["id"]):
            raise DecodeError("", "an id must be a string or an integer", INVALID_REQUEST)
        return "request"
    if "id" in frame:
        return "response"
    if kind == "error":
        return "error without id"
    raise DecodeError("", "'id' is missing", INVALID_REQUEST)


def frame_of(method: str, params: JsonObject | None = None) -> JsonObject:
    """Return a notification, or a request that gets its id later. `params` is left out if it is None."""
    frame: JsonObject = {"jsonrpc": "2.0", "method": method}
    if params is not None:
        frame["params"] = params
    return frame


def object_in(tree: Any, *names: str) -> JsonObject:
    """Return the object at a path of member names, or an empty object if there is none."""
    found = jsonrpc.member(tree, *names)
    return found if type(found) is dict else {}


def params_of(frame: JsonObject) -> JsonObject:
    """Return the params of a frame, or an empty object if the frame has none."""
    params = frame.get("params")
    return params if type(params) is dict else {}


def meta_of(frame: JsonObject) -> JsonObject:
    """Return the `_meta` of the params of a frame, or an empty object if the frame has none."""
    meta = params_of(frame).get("_meta")
    return meta if type(meta) is dict else {}


def progress_token_of(frame: JsonObject) -> int | float | str | None:
    """Return the progress token of a request, or None if the request has none."""
    token = meta_of(frame).get("progressToken")
    return token if is_request_id(token) else None


def with_progress_token(frame: JsonObject, token: int | str | None) -> JsonObject:
    """Return a copy of a request in which `token` replaces the progress token.

    If `token` is None, the copy has no progress token. A request without a progress token is returned
    unchanged.
    """
    meta = meta_of(frame)
    if "progressToken" not in meta:
        return frame
    if token is None:
        meta = {name: value for name, value in meta.items() if name != "progressToken"}
    else:
        meta = {**meta, "progressToken": token}
    return {**frame, "params": {**frame["params"], "_meta": meta}}


# Events

# Why a frame of the client is over: a response of the server or of the bridge, an error of the bridge,
# a cancellation, `gone`, `closed`, or a frame without requests.
EndReason = Literal["answered", "refused", "cancelled", "gone", "closed", "taken"]


class Frame(NamedTuple):
    """A frame for one side, with the losses of its conversion and the streams to which it belongs.

    - `to`: the receiver. It is None for a frame that the bridge drops; `losses` then has the reason.
    - `content`: what the bridge has of the frame: a parsed message, or bytes that it forwards unparsed or
      cannot read. Use `tree` and `data` instead, which do not depend on that.
    - `stream`: the key of the client's request to which the frame belongs, or None. In a frame to the client,
      that request is still open. In a frame to the server, the request may have ended.
    - `server_stream`: set only in a response to a request of the server. It is the key with which that
      request came.
    - `sender`: the side that sent a frame which the bridge drops. It is None if the bridge itself made the
      dropped frame, and for every frame that is not dropped.
    - `answering`: the method of the request that a response answers, if that request was open. Otherwise
      None.
    - `why`: why the bridge made this error response itself, as in `mr.CallError.why`. None for a frame of the
      other side, and for a frame that is not an error response.
    """

    to: Side | None
    content: Any
    losses: tuple[Loss, ...] = ()
    stream: Hashable = None
    server_stream: Hashable = None
    sender: Side | None = None
    answering: str | None = None
    why: Why | None = None

    @property
    def data(self) -> bytes:
        """The frame as JSON text on one line. The bytes of a frame that the bridge drops may be anything."""
        return self.content if type(self.content) is bytes else json_line(self.content)

    @property
    def tree(self) -> Any:
        """The frame as parsed JSON: a dict, or a list for a batch. None for bytes that cannot be parsed.

        If the bridge forwards the bytes of a frame unparsed, each use of `tree` parses them.
        """
        if type(self.content) is not bytes:
            return self.content
        try:
            return parse(self.content)
        except ValueError:
            return None

    @property
    def id(self) -> Any:
        """The id of a request or a response, or of the request that a cancellation names. Otherwise None."""
        tree = self.tree
        if type(tree) is not dict:
            return None
        return params_of(tree).get("requestId") if tree.get("method") == CANCELLED else tree.get("id")


class Ended(NamedTuple):
    """An event: everything that a frame of the client asked for is over.

    `stream` is the key that the client's frame came with.
    """

    stream: Hashable
    reason: EndReason


# Why the bridge drops a frame: the id of a rule, and the sentence that `Frame.losses` reports

ROUTINE: set[Change] = set()  # reasons that occur in every ordinary session: neither side misses anything


def _routine(change: Change) -> Change:
    ROUTINE.add(change)
    return change


# Any two revisions
SESSION_CLOSED = Change(
    "closed", "The bridge is stopping, or the client or server of the session has disconnected."
)
SESSION_NOT_OPEN = Change(
    "R-INIT", "The session is not open yet, because the revision of the client or of the server is unknown."
)
NOTHING_CONFIRMED = _routine(
    Change("R-INIT", "The notification confirms a handshake, but no handshake has succeeded.")
)
QUEUE_FULL = Change("limit", "Too many messages wait for the server to answer the handshake.")
NOT_STORED = Change("limit", "Too much data is stored for clients that may reconnect.")
UNREADABLE = Change("unreadable", "The message cannot be read, and it has no id for an error response.")
TOO_LONG = _routine(Change("limit", "The message is longer than the transport accepts."))  # which reports it
HALF_PAIR = Change(
    "unicode", "Half of a surrogate pair is not a character (RFC 8259, section 8.2), so it became U+FFFD."
)
DIGITS = Change(
    "digits",
    "The number has more digits than a double holds (RFC 8259, section 6), so the nearest double was sent.",
)
ERROR_WITHOUT_ID = Change("R-ERRID", "The error has no id, so it answers no request of the other side.")
NO_OPEN_REQUEST = _routine(Change("answer", "The response answers no open request."))
NEVER_ASKED = Change("answer", "No request was sent with the id of this response.")
REQUEST_ENDED = _routine(Change("answer", "The request has ended."))
NOT_CANCELLABLE = _routine(
    Change("R-CANCEL", "The sender has no open request with this id that can be cancelled.")
)
REQUESTOR_GONE = _routine(Change("gone", "The client that sent the request has disconnected."))
NO_PROGRESS_TOKEN = _routine(Change("R-PROG", "No open request reports progress under this token."))

# A client with a handshake, a stateless server
SERVER_WITHOUT_SESSION = _routine(
    Change(
        "R-INIT",
        "A stateless server has no session, so the client's confirmation of the handshake was not sent.",
    )
)
ROOTS_ASKED_AGAIN = _routine(
    Change(
        "R-CAPS",
        "A stateless server requests the roots when it needs them, so the notification was not sent.",
    )
)
CLIENT_PROGRESS = _routine(
    Change("R-PROG", "A stateless server sends no requests, so a client cannot report progress to it.")
)
ACKNOWLEDGEMENT = _routine(
    Change(
        "R-SUB",
        "The bridge opened the subscription, so the acknowledgement is for the bridge, not for the client.",
    )
)
NO_SERVER_SUBSCRIPTION = _routine(Change("R-SUB", "The notification belongs to no open subscription."))
ALREADY_DELIVERED = _routine(Change("R-SUB", "Another subscription delivered the same update already."))
SUBSCRIPTION_ENDED = _routine(Change("R-SUB", "The subscription at the server has ended."))

# A stateless client, a server with a handshake
LEVEL_NOT_REQUESTED = _routine(Change("R-LOG", "No open request asked for messages of this level."))
NOT_SUBSCRIBED = _routine(Change("R-SUB", "No subscription of the client asked for this notification."))
INPUT_REQUEST_CANCELLED = _routine(
    Change(
        "R-CANCEL", "The server cancelled an input request, which the bridge removed if it was still open."
    )
)
STATUS_NOTED = _routine(
    Change("R-TASK", "The bridge waits for the task, and sends new status messages as progress.")
)
VISIT_COMPLETED = _routine(
    Change(
        "R-42",
        "A stateless client repeats its request once the user has visited the URL, so it was not told that "
        "the URL elicitation is complete.",
    )
)


# The exceptions that a frame raises if it cannot be converted
REFUSED = (NoCounterpart, DecodeError)
Refusal = NoCounterpart | DecodeError


def loss_by(change: Change, kind: LossKind, pointer: str, value: Any) -> Loss:
    """Return a `Loss` of the value at `pointer`, with the id and the reason of `change`."""
    return Loss(kind, pointer, value, change.reason, change.id)


class Refused(DecodeError):
    """Raised by the handler of a request to refuse the request with an error response.

    `Request.attempt` sends that response.
    """

    def __init__(
        self, reason: str, code: int = INTERNAL_ERROR, data: Any = None, *, why: Why = "refused"
    ) -> None:
        super().__init__("", reason, code)
        self.data = data
        self.why: Why = why


class OwnError(JsonObject):
    """An error response that the bridge makes itself, in place of a response of the other side.

    `why` is the cause, as in `mr.CallError.why`. The error needs no conversion. A copy of it is a plain frame
    without `why`.
    """

    def __init__(
        self, why: Why, message: str, code: int = INTERNAL_ERROR, data: Any = None, id: Any = None
    ) -> None:
        super().__init__(error_response(id, code, message, data))
        self.why: Why = why


def why_of(frame: JsonObject) -> Why | None:
    """Return why the bridge made an error response, or None if the client or the server made the frame."""
    return frame.why if isinstance(frame, OwnError) else None


def with_why(frame: JsonObject, why: Why | None) -> JsonObject:
    """Return a stored response. If `why` is given, the bridge made this error: return it as an `OwnError`."""
    if why is None:
        return frame
    error = frame["error"]
    return OwnError(why, error["message"], error["code"], error.get("data"), frame["id"])


def unconvertible(subject: str, refusal: Refusal) -> OwnError:
    """Return the error response to send in place of a response that cannot be converted.

    `subject` names that response in the error, such as `the response of the server`.
    """
    return OwnError("invalid", f"{subject} cannot be converted: {refusal}")
