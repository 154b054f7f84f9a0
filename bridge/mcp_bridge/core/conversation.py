"""The dispatch table of the bridge, and the handling of frames that all pairs of revisions share.

`DISPATCH` is indexed by the eras of client and server (with a handshake, or stateless), the sending side, and
the method. An entry names a handler, which is an attribute of the conversation of that pair, or states why a
notification is dropped. Rules:

- A frame without an entry is converted and sent. If it cannot be converted, a request is refused, and a
  notification is dropped.
- A request has an entry only for the side that may send it. If the receiver's revision has no such method,
  the conversion raises `NoCounterpart`.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from functools import partial
from operator import attrgetter
from typing import Any, Literal, NamedTuple

from mcp_revisions import Change, Loss
from mcp_revisions.jsonrpc import is_request_id

from mcp_bridge.core import rules
from mcp_bridge.core.converters import Converters, as_read, spoken
from mcp_bridge.core.frames import (
    CANCELLED,
    CLIENT_PROGRESS,
    LISTEN,
    NO_PROGRESS_TOKEN,
    NOT_CANCELLABLE,
    PROGRESS,
    REFUSED,
    ROOTS_ASKED_AGAIN,
    VISIT_COMPLETED,
    EndReason,
    JsonObject,
    OwnError,
    params_of,
    unconvertible,
)
from mcp_bridge.core.lists import LISTS, without_refused_items
from mcp_bridge.core.requests import Core, Request
from mcp_bridge.core.sides import OTHER, Side

Era = Literal["handshake", "stateless"]
Rows = dict[tuple[Side, str], str | Change]


class Dispatch(NamedTuple):
    """The handlers of requests and of notifications, for one pair of eras of client and server.

    An era is `handshake` or `stateless`. The keys of both tables are the sending side and the method.
    """

    requests: Rows
    notifications: Rows


# Cancellation and progress name a request, in every pair.
_EVERY: Rows = {
    ("client", CANCELLED): "handle_cancelled",
    ("server", CANCELLED): "handle_cancelled",
    ("client", PROGRESS): "handle_progress",
    ("server", PROGRESS): "handle_progress",
}
_LISTS: Rows = {("server", method): "subscriptions.handle_list_changed" for method in rules.LIST_CHANGES}

# The keys are the eras of the client and of the server.
DISPATCH: dict[tuple[Era, Era], Dispatch] = {
    ("handshake", "handshake"): Dispatch(
        requests={("client", "initialize"): "initialize"},
        notifications={**_EVERY, ("server", "notifications/tasks/status"): "handle_task_status"},
    ),
    ("handshake", "stateless"): Dispatch(
        requests={
            ("client", "initialize"): "initialize",
            ("client", "ping"): "answer_ping",
            ("client", "logging/setLevel"): "set_level",
            ("client", "resources/subscribe"): "subscribe",
            ("client", "resources/unsubscribe"): "subscriptions.unsubscribe",
            ("client", "tools/call"): "call_tool",
            ("client", "tasks/get"): "handle_about_task",
            ("client", "tasks/result"): "tasks.result",
            ("client", "tasks/cancel"): "handle_about_task",
        },
        notifications={
            **_EVERY,
            **_LISTS,
            ("client", "notifications/initialized"): "handle_initialized",
            ("client", "notifications/roots/list_changed"): ROOTS_ASKED_AGAIN,
            ("client", PROGRESS): CLIENT_PROGRESS,
            ("server", CANCELLED): "subscriptions.handle_cancelled",
            ("server", "notifications/subscriptions/acknowledged"): "subscriptions.handle_acknowledged",
            ("server", "notifications/resources/updated"): "subscriptions.handle_updated",
        },
    ),
    ("stateless", "handshake"): Dispatch(
        requests={
            ("client", "server/discover"): "discover",
            ("client", LISTEN): "listen",
            **{("client", method): "handle_input_method" for method in rules.INPUT_METHODS},
            ("client", "tasks/get"): "tasks.get",
            ("client", "tasks/update"): "tasks.update",
            ("client", "tasks/cancel"): "tasks.cancel",
            ("server", "ping"): "answer_ping",
            ("server", "sampling/createMessage"): "handle_input_request",
            ("server", "elicitation/create"): "handle_input_request",
            ("server", "roots/list"): "handle_input_request",
        },
        notifications={
            **_EVERY,
            **_LISTS,
            ("server", CANCELLED): "handle_cancelled_input_request",
            ("server", "notifications/message"): "handle_log_message",
            ("server", "notifications/resources/updated"): "subscriptions.handle_updated",
            ("server", "notifications/tasks/status"): "tasks.handle_status_message",
            ("server", "notifications/elicitation/complete"): VISIT_COMPLETED,
        },
    ),
    ("stateless", "stateless"): Dispatch(requests={}, notifications=_EVERY),
}

# Notifications that belong to no request, by the ends of their methods: changes of lists, resources and
# tasks.
OF_THE_SESSION = ("/list_changed", "/resources/updated", "/tasks/status")
# Methods of requests to which a frame of the server belongs only if the frame names the request.
SILENT = (LISTEN, *rules.ABOUT_TASKS)
# Methods that have a handler only where the bridge translates tasks.
OF_TASKS = (*rules.ABOUT_TASKS, "tasks/result", "notifications/tasks/status")


class Conversation:
    """The state of the bridge between a client and a server whose revisions are known."""

    eras: tuple[Era, Era] = ("handshake", "handshake")  # the eras of client and server
    opens_session = False  # whether the bridge, not the client, opens the session with the server
    translates_tasks = False  # whether the bridge translates between two kinds of tasks

    # Only conversations between two eras have these methods. `metadata` returns the `_meta` of a request to a
    # stateless server. `send_again` sends a request again. `open_session` opens the session with the metadata
    # of a request, and calls a function with an error response or None.
    metadata: Callable[[], JsonObject]
    send_again: Callable[[Request], None]
    open_session: Callable[[JsonObject, Callable[[JsonObject | None], None]], None]

    def __init__(self, core: Core) -> None:
        self.core = core
        self.converters = Converters(
            core.revision, self.missing_extension, passes_unknown=core.passes_unknown
        )
        self.notification_losses: tuple[Loss, ...] = ()  # losses of the notification that is handled

    def decline(self, request_state: str, keys: Iterable[str]) -> None:
        """Refuse input requests that the client has no handler for (see `Bridge.decline`)."""

    def abandon(self, request_state: str, code: int, reason: str) -> None:
        """Cancel a call that the client will not retry (see `Bridge.abandon`)."""

    @property
    def awaiting_retry(self) -> int:
        """The number of calls that were answered with input requests and that the client may retry."""
        return 0

    # Frames

    def admit(self, frame: JsonObject) -> None:
        """Refuse a request of the client that lacks the metadata of its revision.

        If the server has the same revision, the server checks the metadata.
        """
        client, server = self.core.revision["client"], self.core.revision["server"]
        if self.eras[0] == "stateless" and client != server:
            rules.check_metadata(params_of(frame).get("_meta"), client)

    def is_retry(self, request: Request, frame: JsonObject) -> bool:
        """Return whether a request is the retry of a request that the server still works on."""
        return False

    def handle_request(self, side: Side, frame: JsonObject, request: Request) -> None:
        """Pass a request to its handler, or forward it if its method has none.

        If the request must be refused, raise an exception with the reason. The client sees the refusal of its
        own request, but not that of a request of the server, so the latter is also reported as dropped.
        """
        try:
            self._handle_request(side, frame, request)
        except REFUSED as refusal:
            if side == "server":
                self.core.drop_refused(frame, refusal)
            raise

    def _handle_request(self, side: Side, frame: JsonObject, request: Request) -> None:
        frame, losses = as_read(self.core.revision, side, frame)
        request.losses += losses
        row = self._row(DISPATCH[self.eras].requests, side, frame["method"])
        if row is None:
            self.forward(side, request, frame)
        else:
            self._handler(row)(request, frame)

    def handle_notification(self, side: Side, frame: JsonObject) -> None:
        """Pass a notification to its handler, or forward it if its method has none."""
        self.core.sender = side  # the frame may have been queued, so the current sender may be the other side
        try:
            frame, self.notification_losses = as_read(self.core.revision, side, frame)
        except REFUSED as refusal:
            self.core.drop_refused(frame, refusal)
            return
        row = self._row(DISPATCH[self.eras].notifications, side, frame["method"])
        if row is None:
            self.forward_notification(side, frame)
        elif isinstance(row, Change):
            self.core.drop(frame, row)
        else:
            self._handler(row)(side, frame)

    def _row(self, rows: Rows, side: Side, method: str) -> str | Change | None:
        """Return the entry of a method in one of the two dispatch tables, or None.

        Methods of tasks have no entry unless the bridge translates tasks.
        """
        return None if method in OF_TASKS and not self.translates_tasks else rows.get((side, method))

    def _handler(self, row: Any) -> Callable[..., None]:
        """Return the method that an entry of the dispatch table names."""
        handler: Callable[..., None] = attrgetter(row)(self)
        return handler

    def answer_ping(self, request: Request, frame: JsonObject) -> None:
        """Answer `ping`, because the other side's revision has no such method."""
        request.respond_result({})

    def close(self, side: Side, reason: str) -> None:
        """End every open request, because `side` is gone.

        If the client is gone, also cancel the tasks for which its calls waited.
        """
        self.core.close(side, reason)
        if side == "client":
            self.cancel_awaited_tasks()

    def cancel_awaited_tasks(self) -> None:
        """Cancel the tasks of the server for which calls of the client wait. By default, there are none."""

    # Forwarding

    def forward(self, side: Side, request: Request, frame: JsonObject) -> None:
        """Convert a request of `side` and send it to the other side.

        If the request cannot be converted, raise `NoCounterpart` or `DecodeError`.
        """
        if side == "server":
            request.stream = self.stream_for(frame["method"])
        message, losses = self.converters.convert(frame, side)
        message = self.as_sent(request, message)
        request.send(OTHER[side], message, self.handle_response, self.losses_of(request, losses))

    def missing_extension(self, side: Side, frame: JsonObject) -> str | None:
        """Return None if a frame of an unknown method may belong to an extension that both sides declared.

        Otherwise return a text that says which declaration is missing, or "" if no declaration would help. By
        default, the result is None, because two sides of the same era check unknown methods themselves.
        """
        return None

    def as_sent(self, request: Request, message: JsonObject) -> JsonObject:
        """Return a converted request with the changes that its receiver needs. By default there are none.

        Subclasses add metadata to the request, and may store what they need to handle the response.
        """
        return message

    def losses_of(self, request: Request, losses: tuple[Loss, ...]) -> tuple[Loss, ...]:
        """Return the losses to report for a converted request or its response.

        If the receiver gets a value in another message, a subclass does not report that value as lost.
        """
        return losses

    def handle_response(self, request: Request, frame: JsonObject) -> None:
        """Handle the response to a forwarded request."""
        self.pass_response(request, frame)

    def pass_response(self, request: Request, frame: JsonObject) -> None:
        """Convert a response and send it to the requestor of the request."""
        side: Side = "client" if request.requestor == "server" else "server"
        if isinstance(frame, OwnError):
            request.respond(frame)
            return
        source = spoken(self.core.revision, side)
        if request.method in rules.RESULTS_WITH_CONTENT:
            source = rules.revision_of_result(frame.get("result"), source)
        convert = partial(self.converters.convert, sender=side, answering=request.method, source=source)
        try:
            message, losses = convert(frame)
        except REFUSED as refusal:
            listed = None if self.core.strict_lists else LISTS.get(request.method)
            kept = None if listed is None else without_refused_items(frame, listed, convert)
            if kept is None:
                reply = unconvertible(f"the response of the {side}", refusal)
                request.respond(reply, end="refused")
                return
            message, losses = kept
        request.respond(message, self.losses_of(request, losses))

    def handle_outcome(self, request: Request, frame: JsonObject) -> None:
        """Handle the final response to a request: the response of the server, or the outcome of its task."""
        self.pass_response(request, frame)

    def forward_notification(self, side: Side, frame: JsonObject) -> None:
        """Convert a notification and send it to the other side.

        Drop a notification that cannot be converted.
        """
        try:
            message, losses = self.converters.convert(frame, side)
        except REFUSED as refusal:
            self.core.drop_refused(frame, refusal)
            return
        if side == "server":
            self.core.stream = self.stream_for(frame["method"])
        self.core.send(OTHER[side], message, self.notification_losses + losses)

    # Streams

    def stream_for(self, method: str) -> Hashable:
        """Return the key of the client's stream on which to send the server's frame that is handled now.

        If the frame or its connection does not tell the stream, return the stream of the client's newest open
        request to which a frame with the method `method` may belong, or None. A frame that came on the
        connection of a request which has ended belongs to no other request.
        """
        core = self.core
        is_told = core.stream is not None or core.may_have_sent(core.server_stream)
        if is_told or not core.arrivals or method.endswith(OF_THE_SESSION):
            return core.stream
        for request in reversed(core.open["client"].values()):
            if request.method not in SILENT and request.arrival is not None:
                return request.stream
        return None

    # Cancellation and progress

    def handle_cancelled(self, side: Side, frame: JsonObject) -> None:
        """Cancel a request of the sender (rule R-CANCEL). `initialize` cannot be cancelled."""
        params = params_of(frame)
        request = self.core.asked_request(side, params.get("requestId"))
        if request is None or request.method == "initialize":
            self.core.drop(frame, NOT_CANCELLABLE)
            return
        reason = params.get("reason")
        self.cancel(request, reason if type(reason) is str else None)

    def note_requestor_gone(self, request: Request) -> None:
        """End a request whose requestor is gone, as if the requestor had cancelled the request."""
        if request.method == "initialize":
            request.note_requestor_gone()
        else:
            self.cancel(request, "the client is gone", "gone")

    def cancel(self, request: Request, reason: str | None, end: EndReason = "cancelled") -> None:
        """End a request that its requestor cancelled, and cancel it at its receiver.

        `reason` is the reason in the cancellation, or None.
        """
        request.cancel(reason, end)

    def handle_progress(self, side: Side, frame: JsonObject) -> None:
        """Forward a progress notification under the progress token of the requestor (rule R-PROG)."""
        request = self.request_of_progress(side, params_of(frame).get("progressToken"))
        if request is None or request.progress_token is None or request.requestor is None:
            self.core.drop(frame, NO_PROGRESS_TOKEN)
            return
        self.core.stream = request.stream
        progress = frame["params"].get("progress")
        if type(progress) in (int, float):
            request.progress = progress
        params = {**frame["params"], "progressToken": request.progress_token}
        self.forward_notification(side, {**frame, "params": params})

    def request_of_progress(self, side: Side, token: Any) -> Request | None:
        """Return the open request for which a side reports progress under a token, or None."""
        request = self.core.sent_request(side, token)
        # The token may be that of a call that waits for its task.
        if request is None and side == "server" and is_request_id(token):
            calls = self.core.open["client"].values()
            return next((each for each in calls if each.sent_id == token and each.task_id), None)
        return request


class Part:
    """The base class for a part of a conversation with its own state, such as the tasks or subscriptions."""

    def __init__(self, conversation: Conversation) -> None:
        self.conversation = conversation
        self.core = conversation.core
        self.converters = conversation.converters
