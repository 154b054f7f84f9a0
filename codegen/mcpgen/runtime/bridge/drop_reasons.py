"""Why a bridge drops a frame: the rule id and the sentence that `Frame.losses` reports."""

from __future__ import annotations

from ..conversion.losses import Change, NoCounterpart
from ..errors import DecodeError

# Any two revisions
SESSION_CLOSED = Change("closed", "The bridge is stopping, or a side of the session is gone.")
SESSION_NOT_OPEN = Change("R-INIT", "The session is not open yet: the revision of a side is unknown.")
NOTHING_CONFIRMED = Change("R-INIT", "No handshake has succeeded that the notification could confirm.")
QUEUE_FULL = Change("limit", "Too many frames wait for the server to answer the handshake.")
NOT_KEPT = Change("limit", "Too much is kept for clients that may come back.")
UNREADABLE = Change("R-ERRID", "The sender's revision has no error response without an id.")
HALF_PAIR = Change(
    "unicode", "Half of a surrogate pair is no character (RFC 8259, section 8.2); U+FFFD stands in its place."
)
ERROR_WITHOUT_ID = Change("R-ERRID", "An error without an id belongs to no request of the other side.")
NO_OPEN_REQUEST = Change("answer", "The response answers no open request.")
REQUEST_ENDED = Change("answer", "The request has ended.")
NOT_CANCELLABLE = Change("R-CANCEL", "The sender has no open request under this id that can be cancelled.")
ASKER_GONE = Change("gone", "The client that asked is gone.")
NO_PROGRESS_TOKEN = Change("R-PROG", "No open request reports progress under this token.")

# A legacy client, a modern server
SERVER_WITHOUT_SESSION = Change("R-INIT", "A server without a handshake has no session to confirm.")
ROOTS_ASKED_AGAIN = Change(
    "R-CAPS", "A modern server requests the roots again whenever a request needs them."
)
CLIENT_PROGRESS = Change(
    "R-PROG", "A modern server sends no requests that a client could report progress on."
)
NO_SERVER_STREAM = Change(
    "R-SUB", "No stream of this bridge carries the notification, or another one did already."
)
STREAM_ENDED = Change("R-SUB", "The server ended the stream.")

# A modern client, a legacy server
LEVEL_NOT_REQUESTED = Change("R-LOG", "No open request asked for messages of this level.")
NO_CLIENT_STREAM = Change("R-SUB", "No stream of the client asked for this notification.")
QUESTION_CANCELLED = Change("R-CANCEL", "A cancelled question is removed here, or is not open any more.")
TASK_STATUS = Change("T4.12", "A modern client knows no tasks.")
STATUS_NOTED = Change("R-TASK", "The bridge waits for the task, and sends new status messages as progress.")
VISIT_COMPLETED = Change("R-42", "A modern client repeats its request when a visit is complete.")

# Frames that a session drops as a rule: neither side misses anything.
ROUTINE = frozenset(
    (
        ASKER_GONE,
        NO_OPEN_REQUEST,
        REQUEST_ENDED,
        NOT_CANCELLABLE,
        NO_PROGRESS_TOKEN,
        NOTHING_CONFIRMED,
        SERVER_WITHOUT_SESSION,
        ROOTS_ASKED_AGAIN,
        CLIENT_PROGRESS,
        NO_SERVER_STREAM,
        STREAM_ENDED,
        LEVEL_NOT_REQUESTED,
        NO_CLIENT_STREAM,
        QUESTION_CANCELLED,
        STATUS_NOTED,
        VISIT_COMPLETED,
    )
)


def drop_reason_of(refusal: NoCounterpart | DecodeError) -> Change:
    """Return why a notification that cannot be converted is dropped."""
    if isinstance(refusal, NoCounterpart):
        return Change(refusal.change, refusal.reason)
    return Change("malformed", str(refusal))
