"""Streams of a bridge at a modern server, for the subscriptions of a legacy client (R-SUB).

In: `resources/subscribe` and `resources/unsubscribe`, notifications of the server. Out: one
`subscriptions/listen` for the lists, opened after the handshake, and one for each resource. Rules:

- A subscription is answered when the server has acknowledged its stream, or not within `Limits.opening`.
- An update that the server sends on several streams is forwarded once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, error_response
from ..json_values import is_request_id
from ..specification.capabilities import declared
from .drop_reasons import NO_SERVER_STREAM, STREAM_ENDED
from .exchanges import Exchange, ExchangeTable
from .frames import Side, Tree, meta_of, params_of
from .rules import SUBSCRIPTION

LISTS = ("tools", "prompts", "resources")


class ServerStream:
    """A `subscriptions/listen` request of the bridge: for a resource, or for the lists."""

    __slots__ = ("exchange", "uri", "waiting")

    def __init__(self, uri: str | None, waiting: Exchange | None) -> None:
        self.uri = uri  # None: the lists
        self.waiting = waiting  # the client's request, until the server has acknowledged the stream
        self.exchange = Exchange(None, None, "subscriptions/listen")

    @property
    def id(self) -> int | str:
        """The id of the request, which notifications of the stream carry."""
        return self.exchange.sent_id


class ServerStreams:
    """All streams of the bridge at the server.

    `metadata` returns the `_meta` of requests. `pass_response` answers a request with a response of the
    server. `forward` sends a notification of the server on.
    """

    def __init__(
        self,
        table: ExchangeTable,
        metadata: Callable[[], Tree],
        pass_response: Callable[[Exchange, Tree], None],
        forward: Callable[[Side, Tree], None],
    ) -> None:
        self.table = table
        self.metadata = metadata
        self.pass_response = pass_response
        self.forward = forward
        self.streams: dict[int | str, ServerStream] = {}  # by `ServerStream.id`
        self.updates: dict[str, set[int | str]] = {}  # by URI: the streams that carried the last update

    # The client subscribes

    def follow_lists(self, server_capabilities: Tree) -> None:
        """Open the stream for the lists whose changes the server announces."""
        announced = [name for name in LISTS if declared(server_capabilities, f"{name}.listChanged")]
        filter: Tree = {f"{name}ListChanged": True for name in announced}
        if filter:
            self._open(ServerStream(None, None), filter)

    def subscribe(self, exchange: Exchange, frame: Tree, server_capabilities: Tree | None) -> None:
        """Open a stream for a resource unless one is open; capabilities are None before the handshake."""
        uri = params_of(frame).get("uri")
        if type(uri) is not str:
            self.table.respond_error(exchange, INVALID_PARAMS, "/params/uri: expected a string")
        elif server_capabilities is not None and not declared(server_capabilities, "resources.subscribe"):
            reason = "the server has no subscriptions to resources"
            self.table.respond_error(exchange, METHOD_NOT_FOUND, reason)
        elif any(stream.uri == uri and stream.waiting is None for stream in self.streams.values()):
            self.table.respond_result(exchange, {})
        else:
            self._open(ServerStream(uri, exchange), {"resourceSubscriptions": [uri]})

    def unsubscribe(self, exchange: Exchange, frame: Tree) -> None:
        """Close the streams for a resource."""
        uri = params_of(frame).get("uri")
        if type(uri) is not str:
            self.table.respond_error(exchange, INVALID_PARAMS, "/params/uri: expected a string")
            return
        reason = "the subscription was ended before it began"
        for stream in [stream for stream in self.streams.values() if stream.uri == uri]:
            self.close(stream, error_response(None, INTERNAL_ERROR, reason))
        self.table.respond_result(exchange, {})

    def _open(self, stream: ServerStream, filter: Tree) -> None:
        table, limits = self.table, self.table.limits
        if len(self.streams) >= limits.streams:
            if stream.waiting is not None:
                reason = f"more than {limits.streams} subscriptions are open"
                table.respond_error(stream.waiting, INTERNAL_ERROR, reason)
            return
        params = {"_meta": self.metadata(), "notifications": filter}
        frame: Tree = {"jsonrpc": "2.0", "method": "subscriptions/listen", "params": params}
        exchange = table.send_own_request("server", frame, self._handle_response, attached=stream)
        if table.sent_exchange("server", exchange.sent_id) is not exchange:
            return  # the server's revision cannot express the request, which `_handle_response` treated
        stream.exchange = exchange
        self.streams[stream.id] = stream
        if stream.waiting is not None:
            stream.waiting.attached = stream
            late = error_response(None, INTERNAL_ERROR, f"no subscription in {limits.opening:g} seconds")
            exchange.timer = table.start_timer(limits.opening, lambda: self.close(stream, late))

    # A stream ends

    def close(self, stream: ServerStream, answer: Tree) -> None:
        """End a stream at the server; answer the client's request with `answer` if it still waits."""
        self.table.cancel(stream.exchange)
        self._remove(stream, answer)

    def _remove(self, stream: ServerStream, answer: Tree) -> None:
        self.streams.pop(stream.id, None)
        for uri, carriers in list(self.updates.items()):
            carriers.discard(stream.id)
            if not carriers:
                del self.updates[uri]
        if stream.waiting is not None:
            waiting, stream.waiting = stream.waiting, None
            self.pass_response(waiting, answer)

    def _handle_response(self, exchange: Exchange, frame: Tree) -> None:
        """Remove a stream that the server ended or refused to open."""
        self.table.drop(frame, STREAM_ENDED)
        self._remove(exchange.attached, frame if "error" in frame else _ended_early())

    def handle_cancelled(self, side: Side, frame: Tree) -> None:
        """Remove a stream that the server cancels."""
        stream = self._stream(params_of(frame).get("requestId"))
        self.table.drop(frame, NO_SERVER_STREAM if stream is None else STREAM_ENDED)
        if stream is not None:
            self.table.forget_sent(stream.exchange)
            self._remove(stream, _ended_early())

    # Notifications of the server

    def handle_acknowledged(self, side: Side, frame: Tree) -> None:
        """Answer the client's subscription when the server has acknowledged its stream."""
        stream = self._stream_of(frame)
        self.table.drop(frame, NO_SERVER_STREAM)
        if stream is None or stream.waiting is None:
            return
        filter = params_of(frame).get("notifications")
        uris = filter.get("resourceSubscriptions") if type(filter) is dict else None
        if type(uris) is list and stream.uri in uris:
            self.table.stop_timer(stream.exchange.timer)
            waiting, stream.waiting = stream.waiting, None
            self.table.respond_result(waiting, {})
        else:
            reason = f"the server does not report changes of {stream.uri}"
            self.close(stream, error_response(None, INVALID_PARAMS, reason))

    def handle_list_changed(self, side: Side, frame: Tree) -> None:
        """Forward a change of a list if a stream carries the notification."""
        if self._stream_of(frame) is None:
            self.table.drop(frame, NO_SERVER_STREAM)
        else:
            self.forward(side, frame)

    def handle_updated(self, side: Side, frame: Tree) -> None:
        """Forward an update of a resource unless another stream carried the same update."""
        stream, uri = self._stream_of(frame), params_of(frame).get("uri")
        if stream is None or type(uri) is not str:
            self.table.drop(frame, NO_SERVER_STREAM)
            return
        carriers = self.updates.get(uri)
        if carriers is not None and stream.id not in carriers:
            carriers.add(stream.id)
            self.table.drop(frame, NO_SERVER_STREAM)
            return
        if len(self.updates) >= self.table.limits.pending:
            self.updates.clear()
        self.updates[uri] = {stream.id}
        self.forward(side, frame)

    def _stream_of(self, frame: Tree) -> ServerStream | None:
        return self._stream(meta_of(frame).get(SUBSCRIPTION))

    def _stream(self, sent_id: Any) -> ServerStream | None:
        return self.streams.get(sent_id) if is_request_id(sent_id) else None


def _ended_early() -> Tree:
    return error_response(None, INTERNAL_ERROR, "the server ended the subscription before it began")
