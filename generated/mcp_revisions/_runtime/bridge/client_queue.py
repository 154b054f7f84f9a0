"""Frames of the client that wait: for the session to open, or for the server to answer other requests.

In: frames and their exchanges. Out: `handle` gets a request when its turn comes. While the server has
`Limits.pending` requests of the client, further ones wait; a request that carries answers does not. Open
streams do not count, as no response is due. At most `Limits.held` frames wait for the session.
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import INTERNAL_ERROR
from .drop_reasons import QUEUE_FULL
from .exchanges import LISTEN, Exchange, ExchangeTable
from .frames import Tree, params_of


class ClientQueue:
    """The frames that wait, oldest first."""

    def __init__(self, table: ExchangeTable, handle: Callable[[Exchange, Tree], None]) -> None:
        self.table = table
        self.handle = handle
        self.early: list[tuple[Exchange | None, Tree]] = []  # until the session is open
        self.requests: dict[Exchange, Tree] = {}  # until the server has answered others

    def hold(self, exchange: Exchange | None, frame: Tree) -> None:
        """Let a frame wait for the session; refuse or drop a frame beyond the limit."""
        if len(self.early) < self.table.limits.held:
            self.early.append((exchange, frame))
        elif exchange is not None:
            self.table.respond_error(exchange, INTERNAL_ERROR, QUEUE_FULL.reason)
        else:
            self.table.drop(frame, QUEUE_FULL)

    def released(self) -> list[tuple[Exchange | None, Tree]]:
        """Return the frames that waited for the session, without ended requests, and forget them."""
        early, self.early = self.early, []
        return [(exchange, frame) for exchange, frame in early if exchange is None or self._is_open(exchange)]

    def route(self, exchange: Exchange, frame: Tree) -> None:
        """Handle a request, or let it wait while the server has as many as the limit allows."""
        if self._busy() > self.table.limits.pending and "requestState" not in params_of(frame):
            self.requests[exchange] = frame
        else:
            self._handle(exchange, frame)

    def proceed(self) -> None:
        """Handle requests that wait, as many as the limit allows."""
        requests = self.requests
        while requests and self._busy() < self.table.limits.pending:
            exchange = next(iter(requests))
            self._handle(exchange, requests.pop(exchange))

    def _busy(self) -> int:
        """Return how many requests have been handled and have no response yet, without streams."""
        table = self.table
        return len(table.received["client"]) - len(self.requests) - len(table.streams)

    def _handle(self, exchange: Exchange, frame: Tree) -> None:
        if exchange.method == LISTEN:
            self.table.streams.add(exchange)
        self.handle(exchange, frame)

    def cancelled(self, frame: Tree) -> Exchange | None:
        """Return the waiting request that a notification cancels; the conversation decides about that."""
        if frame["method"] != "notifications/cancelled":
            return None
        exchange = self.table.cancelled_exchange("client", params_of(frame).get("requestId"))
        return exchange if exchange in self.requests else None

    def clear(self) -> None:
        """Forget every frame."""
        self.early.clear()
        self.requests.clear()

    def _is_open(self, exchange: Exchange) -> bool:
        return self.table.received["client"].get(exchange.asker_key) is exchange
