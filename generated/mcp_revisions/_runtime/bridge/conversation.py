"""A client and a server of different revisions: each frame is converted by itself.

In: requests, notifications and responses, told apart. Out: frames in the `Core`. `dispatch` lists
the methods that need more than a conversion.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from operator import attrgetter
from typing import Any

from ..conversion.losses import Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, DecodeError
from ..revisions import with_handshake
from .converters import Converters, as_read, known_methods, spoken
from .core import LISTEN, Core
from .dispatch import DISPATCH, Era
from .drop_reasons import NO_PROGRESS_TOKEN, NOT_CANCELLABLE, drop_reason_of
from .events import EndReason
from .frames import OTHER, Side, Tree, params_of
from .requests import Request
from .rules import RESULTS_WITH_CONTENT, revision_of_result
from .tasks import ABOUT_TASKS

# Notifications that belong to no request, by their last words: changes of lists, of resources, of tasks.
OF_THE_SESSION = ("/list_changed", "/resources/updated", "/tasks/status")
# Requests to which a frame of the server belongs only if the frame names them.
SILENT = (LISTEN, *ABOUT_TASKS)


class Conversation:
    """The state of the bridge between two sides whose revisions are known."""

    eras: tuple[Era, Era] = ("modern", "modern")  # of the client and of the server
    opens_session = False  # whether the bridge, not the client, opens the session with the server

    def __init__(self, core: Core) -> None:
        self.core = core
        self.converters = Converters(core.revision)
        self._handlers: dict[str, Callable[..., None]] = {}  # by name in the dispatch, made on first use
        self.notification_losses: tuple[Loss, ...] = ()  # of the notification that is handled

    # Frames

    def admits(self, request: Request, frame: Tree) -> bool:
        """Say whether a request of the client has the metadata of its revision; refuse the request if not."""
        return True

    def returns(self, request: Request, frame: Tree) -> bool:
        """Say whether the client comes back with a request to another that the server has already."""
        return False

    def open_session(self, frame: Tree, then: Callable[[Tree | None], None]) -> None:
        """Open the session with the metadata of a request; pass `then` an error response, or None."""
        raise NotImplementedError

    def handle_request(self, side: Side, request: Request, frame: Tree) -> None:
        """Pass a request to its handler, or forward it."""
        try:
            frame, losses = as_read(self.core.revision, side, frame)
        except (NoCounterpart, DecodeError) as refusal:
            self.core.respond_refusal(request, refusal)
            return
        request.losses += losses
        name = DISPATCH[self.eras].requests.get((side, frame["method"]))
        if name is None:
            self.forward(side, request, frame)
        else:
            self._handler(name)(request, frame)

    def handle_notification(self, side: Side, frame: Tree) -> None:
        """Pass a notification to its handler, or forward it."""
        try:
            frame, self.notification_losses = as_read(self.core.revision, side, frame)
        except (NoCounterpart, DecodeError) as refusal:
            self.core.drop(frame, drop_reason_of(refusal))
            return
        name = DISPATCH[self.eras].notifications.get((side, frame["method"]))
        if name is None:
            self.forward_notification(side, frame)
        else:
            self._handler(name)(side, frame)

    def _handler(self, name: str) -> Callable[..., None]:
        """Return the handler of a row of the dispatch."""
        if name not in self._handlers:
            self._handlers[name] = attrgetter(name)(self)
        return self._handlers[name]

    def answer_ping(self, request: Request, frame: Tree) -> None:
        """Answer `ping` for a side whose peer has no such method."""
        self.core.respond_result(request, {})

    def close(self, side: Side, reason: str) -> None:
        """End every request, because a side is gone."""
        self.core.close(side, reason)

    # Forwarding

    def forward(self, side: Side, request: Request, frame: Tree) -> None:
        """Send a request to the other side, converted; refuse a request that cannot be converted."""
        if side == "server":
            request.stream = self.stream_for(frame["method"])
        try:
            message, losses = self.converters.convert(frame, side, context=self.request_context())
        except (NoCounterpart, DecodeError) as refusal:
            if self._passes(side, frame):
                message = self.as_foreign(side, frame)
                self.core.send_request(OTHER[side], message, request, self.pass_foreign)
            else:
                self.core.respond_refusal(request, refusal)
            return
        message = self.as_sent(request, message)
        losses += self.losses_beside_conversion(frame)
        self.core.send_request(OTHER[side], message, request, self.handle_response, losses)

    # Methods of extensions, and of nobody that the project knows

    def _passes(self, side: Side, frame: Tree) -> bool:
        """Say whether a frame passes as it came because no known revision has its method."""
        return frame["method"] not in known_methods() and self.shares_extension(side, frame)

    def shares_extension(self, side: Side, frame: Tree) -> bool:
        """Say whether both sides declared an extension that a frame of an unknown method may belong to."""
        return False

    def as_foreign(self, side: Side, frame: Tree) -> Tree:
        """Return a frame of an unknown method as its receiver gets it."""
        return frame

    def pass_foreign(self, request: Request, frame: Tree) -> None:
        """Answer a request of an unknown method with a response of the other side."""
        self.core.respond(request, frame)

    def request_context(self) -> Mapping[str, Any] | None:
        """Return the `context` that requests are converted with."""
        return None

    def as_sent(self, request: Request, message: Tree) -> Tree:
        """Record a converted request that is about to be sent; return the request as the receiver gets it."""
        return message

    def losses_beside_conversion(self, frame: Tree) -> tuple[Loss, ...]:
        """Return the losses of a request that its conversion does not report."""
        return ()

    def handle_response(self, request: Request, frame: Tree) -> None:
        """Treat the response to a forwarded request."""
        self.pass_response(request, frame)

    def pass_response(self, request: Request, frame: Tree) -> None:
        """Answer a request with a response of the other side, converted."""
        side: Side = "client" if request.asker == "server" else "server"
        source = spoken(self.core.revision, side)
        if request.method in RESULTS_WITH_CONTENT:
            source = revision_of_result(frame.get("result"), source)
        try:
            message, losses = self.converters.convert(frame, side, answering=request.method, source=source)
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the response of the {side} cannot be converted: {refusal}"
            self.core.respond_error(request, INTERNAL_ERROR, reason)
            return
        self.core.respond(request, message, losses)

    def forward_notification(self, side: Side, frame: Tree) -> None:
        """Send a notification to the other side, converted; drop a notification that cannot be converted."""
        try:
            message, losses = self.converters.convert(frame, side)
        except (NoCounterpart, DecodeError) as refusal:
            if not self._passes(side, frame):
                self.core.drop(frame, drop_reason_of(refusal))
                return
            message, losses = self.as_foreign(side, frame), ()
        if side == "server":
            self.core.stream = self.stream_for(frame["method"])
        self.core.send(OTHER[side], message, self.notification_losses + losses)

    # Streams

    def stream_for(self, method: str) -> Hashable:
        """Return the key of the client's request that a frame of the server belongs to.

        Where nothing tells, that is the youngest request of the client which the server may talk about.
        """
        core = self.core
        if core.stream is not None or not core.arrivals or method.endswith(OF_THE_SESSION):
            return core.stream
        for request in reversed(core.open["client"].values()):
            if request.method not in SILENT and request.arrival is not None:
                return request.stream
        return None

    # Cancellation and progress

    def handle_cancelled(self, side: Side, frame: Tree) -> None:
        """Cancel a request of the sender (R-CANCEL); `initialize` cannot be cancelled."""
        params = params_of(frame)
        request = self.core.asked_request(side, params.get("requestId"))
        if request is None or request.method == "initialize":
            self.core.drop(frame, NOT_CANCELLABLE)
            return
        reason = params.get("reason")
        self.cancel(request, reason if type(reason) is str else None)

    def lose(self, request: Request) -> None:
        """End a request whose asker is gone, as if the asker had cancelled it."""
        if request.method == "initialize":
            self.core.lose_asker(request)
        else:
            self.cancel(request, "the client is gone", "gone")

    def cancel(self, request: Request, reason: str | None, end: EndReason = "cancelled") -> None:
        """End a request that its asker cancelled, and the work on it."""
        self.core.cancel(request, reason, end)

    def handle_progress(self, side: Side, frame: Tree) -> None:
        """Send progress on under the progress token of the asker (R-PROG)."""
        request = self.request_of_progress(side, params_of(frame).get("progressToken"))
        if request is None or request.progress_token is None or request.asker is None:
            self.core.drop(frame, NO_PROGRESS_TOKEN)
            return
        self.core.stream = request.stream
        progress = frame["params"].get("progress")
        if type(progress) in (int, float):
            request.progress = progress
        params = {**frame["params"], "progressToken": request.progress_token}
        self.forward_notification(side, {**frame, "params": params})

    def request_of_progress(self, side: Side, token: Any) -> Request | None:
        """Return the request whose progress a side reports under a token, None if there is none."""
        return self.core.sent_request(side, token)


def accept_server_revision(core: Core, answered: Any) -> bool:
    """Take the server's revision from its `initialize` result; return False for an unknown revision."""
    if answered not in with_handshake():
        return False
    core.revision["server"] = answered
    return True
