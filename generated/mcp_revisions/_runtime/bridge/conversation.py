"""A client and a server of different revisions: each frame is converted by itself.

In: requests, notifications and responses, told apart. Out: frames in the `ExchangeTable`. Subclasses list in
two tables the methods that need more than a conversion.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from ..conversion.losses import Change, Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, DecodeError
from ..revisions import with_handshake
from . import later_revisions
from .converters import Converters
from .drop_reasons import NO_PROGRESS_TOKEN, NOT_CANCELLABLE, drop_reason_of
from .exchanges import Exchange, ExchangeTable
from .frames import OTHER, Side, Tree, params_of
from .rules import RESULTS_WITH_CONTENT, revision_of_result

RequestHandler = Callable[[Exchange, Tree], None]
NotificationHandler = Callable[[Side, Tree], None]


class Conversation:
    """The state of the bridge between two sides whose revisions are known."""

    opens_session = False  # whether the bridge, not the client, opens the session with the server

    def __init__(self, table: ExchangeTable) -> None:
        self.table = table
        self.converters = Converters(table.revision)
        self.request_handlers: dict[tuple[Side, str], RequestHandler] = {}
        self.notification_handlers: dict[tuple[Side, str], NotificationHandler] = {}
        self.notification_losses: tuple[Loss, ...] = ()  # of the notification that is handled
        for side in OTHER:
            self.notification_handlers[side, "notifications/cancelled"] = self.handle_cancelled
            self.notification_handlers[side, "notifications/progress"] = self.handle_progress

    # Frames

    def admits(self, exchange: Exchange, frame: Tree) -> bool:
        """Say whether a request of the client has the metadata of its revision; refuse the request if not."""
        return True

    def open_session(self, frame: Tree, then: Callable[[Tree | None], None]) -> None:
        """Open the session with the metadata of a request; pass `then` an error response, or None."""
        raise NotImplementedError

    def handle_request(self, side: Side, exchange: Exchange, frame: Tree) -> None:
        """Pass a request to its handler, or forward it."""
        try:
            frame, losses = later_revisions.received(self.table.revision, side, frame)
        except (NoCounterpart, DecodeError) as refusal:
            self.table.respond_refusal(exchange, refusal)
            return
        exchange.losses += losses
        handler = self.request_handlers.get((side, frame["method"]))
        if handler is not None:
            handler(exchange, frame)
        else:
            self.forward(side, exchange, frame)

    def handle_notification(self, side: Side, frame: Tree) -> None:
        """Pass a notification to its handler, or forward it."""
        try:
            frame, self.notification_losses = later_revisions.received(self.table.revision, side, frame)
        except (NoCounterpart, DecodeError) as refusal:
            self.table.drop(frame, drop_reason_of(refusal))
            return
        self.notification_handlers.get((side, frame["method"]), self.forward_notification)(side, frame)

    def answer_ping(self, exchange: Exchange, frame: Tree) -> None:
        """Answer `ping` for a side whose peer has no such method."""
        self.table.respond_result(exchange, {})

    def close(self, side: Side) -> None:
        """Refuse the other side's open requests, and cancel those sent to it, because a side is gone."""
        table, other = self.table, OTHER[side]
        table.timers.clear()
        for exchange in list(table.sent[other].values()):
            table.cancel(exchange, f"the {side} is gone")
        for exchange in list(table.received[other].values()):
            table.respond_error(exchange, INTERNAL_ERROR, f"the {side} is gone")
        table.received[side].clear()
        table.streams.clear()
        table.sent[side].clear()

    # Forwarding

    def forward(self, side: Side, exchange: Exchange, frame: Tree) -> None:
        """Send a request to the other side, converted; refuse a request that cannot be converted."""
        try:
            message, losses = self.converters.convert(frame, side, context=self.request_context())
        except (NoCounterpart, DecodeError) as refusal:
            self.table.respond_refusal(exchange, refusal)
            return
        message = self.as_sent(exchange, message)
        losses += self.losses_beside_conversion(exchange)
        self.table.send_request(OTHER[side], message, exchange, self.handle_response, losses)

    def request_context(self) -> Mapping[str, Any] | None:
        """Return the `context` that requests are converted with."""
        return None

    def as_sent(self, exchange: Exchange, message: Tree) -> Tree:
        """Record a converted request that is about to be sent; return the request as the receiver gets it."""
        return message

    def losses_beside_conversion(self, exchange: Exchange) -> tuple[Loss, ...]:
        """Return the losses of a request that its conversion does not report."""
        return ()

    def handle_response(self, exchange: Exchange, frame: Tree) -> None:
        """Treat the response to a forwarded request."""
        self.pass_response(exchange, frame)

    def pass_response(self, exchange: Exchange, frame: Tree) -> None:
        """Answer a request with a response of the other side, converted."""
        assert exchange.asker is not None
        side = OTHER[exchange.asker]
        source = later_revisions.spoken(self.table.revision, side)
        if exchange.method in RESULTS_WITH_CONTENT:
            source = revision_of_result(frame.get("result"), source)
        try:
            message, losses = self.converters.convert(frame, side, answering=exchange.method, source=source)
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the response of the {side} cannot be converted: {refusal}"
            self.table.respond_error(exchange, INTERNAL_ERROR, reason)
            return
        self.table.respond(exchange, message, losses)

    def forward_notification(self, side: Side, frame: Tree) -> None:
        """Send a notification to the other side, converted; drop a notification that cannot be converted."""
        try:
            message, losses = self.converters.convert(frame, side)
        except (NoCounterpart, DecodeError) as refusal:
            self.table.drop(frame, drop_reason_of(refusal))
            return
        self.table.send(OTHER[side], message, self.notification_losses + losses)

    def dropping(self, reason: Change) -> NotificationHandler:
        """Return a handler that drops notifications for a reason."""
        return lambda side, frame: self.table.drop(frame, reason)

    # Cancellation and progress

    def handle_cancelled(self, side: Side, frame: Tree) -> None:
        """Cancel a request of the sender (R-CANCEL)."""
        params = params_of(frame)
        exchange = self.table.cancelled_exchange(side, params.get("requestId"))
        if exchange is None or exchange.method == "initialize":
            self.table.drop(frame, NOT_CANCELLABLE)
            return
        self.table.end_exchange(exchange)
        reason = params.get("reason")
        self.cancel(exchange, reason if type(reason) is str else None)

    def cancel(self, exchange: Exchange, reason: str | None) -> None:
        """Stop the work on a request that its asker cancelled."""
        self.table.cancel(exchange, reason)

    def handle_progress(self, side: Side, frame: Tree) -> None:
        """Send progress on under the progress token of the asker (R-PROG)."""
        exchange = self.exchange_of_progress(side, params_of(frame).get("progressToken"))
        if exchange is None or exchange.progress_token is None or exchange.asker is None:
            self.table.drop(frame, NO_PROGRESS_TOKEN)
            return
        progress = frame["params"].get("progress")
        if type(progress) in (int, float):
            exchange.progress = progress
        params = {**frame["params"], "progressToken": exchange.progress_token}
        self.forward_notification(side, {**frame, "params": params})

    def exchange_of_progress(self, side: Side, token: Any) -> Exchange | None:
        """Return the request whose progress a side reports under a token, None if there is none."""
        return self.table.sent_exchange(side, token)


def accept_server_revision(table: ExchangeTable, answered: Any) -> bool:
    """Take the server's revision from its `initialize` result; return False for an unknown revision."""
    if answered not in with_handshake():
        return False
    table.revision["server"] = answered
    return True
