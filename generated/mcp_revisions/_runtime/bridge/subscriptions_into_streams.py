"""Subscriptions of a legacy client as streams at a modern server (R-SUB).

In: `resources/subscribe` and `resources/unsubscribe`, notifications of the server. Out: one
`subscriptions/listen` for the lists, opened after the handshake, and one for each resource. Rules:

- `resources/subscribe` is sent as `subscriptions/listen`. It is answered when the server has acknowledged the
  stream, or not within `Limits.opening`, and goes on as a stream of the bridge.
- An update that the server sends on several streams is forwarded once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, error_response
from ..json_values import is_request_id
from ..specification.capabilities import declared
from .core import LISTEN, Core
from .drop_reasons import NO_SERVER_STREAM, STREAM_ENDED
from .frames import Side, Tree, meta_of, params_of
from .requests import Request
from .rules import SUBSCRIPTION

LISTS = ("tools", "prompts", "resources")


class SubscriptionsIntoStreams:
    """All streams at the server: requests of the client for a resource, one of the bridge for the lists.

    `metadata` returns the `_meta` of requests. `pass_response` answers a request with a response of the
    server. `forward` sends a notification of the server on.
    """

    def __init__(
        self,
        core: Core,
        metadata: Callable[[], Tree],
        pass_response: Callable[[Request, Tree], None],
        forward: Callable[[Side, Tree], None],
    ) -> None:
        self.core = core
        self.metadata = metadata
        self.pass_response = pass_response
        self.forward = forward
        self.streams: dict[int | str, Request] = {}  # by `sent_id`, which notifications of the stream carry
        self.updates: dict[str, set[int | str]] = {}  # by URI: the streams that carried the last update

    # The client subscribes

    def follow_lists(self, server_capabilities: Tree) -> None:
        """Open the stream for the lists whose changes the server announces."""
        announced = [name for name in LISTS if declared(server_capabilities, f"{name}.listChanged")]
        filter: Tree = {f"{name}ListChanged": True for name in announced}
        if filter:
            stream = Request(None, None, LISTEN)
            stream.stream = self.core.stream
            self._open(stream, filter)

    def subscribe(self, request: Request, frame: Tree, server_capabilities: Tree | None) -> None:
        """Open a stream for a resource unless one is open; capabilities are None before the handshake."""
        uri = params_of(frame).get("uri")
        if type(uri) is not str:
            self.core.respond_error(request, INVALID_PARAMS, "/params/uri: expected a string")
        elif server_capabilities is not None and not declared(server_capabilities, "resources.subscribe"):
            reason = "the server has no subscriptions to resources"
            self.core.respond_error(request, METHOD_NOT_FOUND, reason)
        elif any(stream.uris == (uri,) and stream.state == "stream" for stream in self.streams.values()):
            self.core.respond_result(request, {})
        else:
            request.uris = (uri,)
            self._open(request, {"resourceSubscriptions": [uri]})

    def unsubscribe(self, request: Request, frame: Tree) -> None:
        """Close the streams for a resource."""
        uri = params_of(frame).get("uri")
        if type(uri) is not str:
            self.core.respond_error(request, INVALID_PARAMS, "/params/uri: expected a string")
            return
        reason = "the subscription was ended before it began"
        for stream in [stream for stream in self.streams.values() if stream.uris == (uri,)]:
            self._close(stream, error_response(None, INTERNAL_ERROR, reason))
        self.core.respond_result(request, {})

    def _open(self, stream: Request, filter: Tree) -> None:
        core, limits = self.core, self.core.limits
        if len(self.streams) >= limits.streams:
            if stream.asker is not None:
                reason = f"more than {limits.streams} subscriptions are open"
                core.respond_error(stream, INTERNAL_ERROR, reason)
            return
        params = {"_meta": self.metadata(), "notifications": filter}
        frame: Tree = {"jsonrpc": "2.0", "method": LISTEN, "params": params}
        seconds = 0 if stream.asker is None else limits.opening
        core.at_end(stream, self._forget)
        core.send_request("server", frame, stream, self._handle_response, seconds=seconds)
        if stream.state == "sent":  # else the server's revision cannot express the request
            self.streams[stream.sent_id] = stream

    # A stream ends

    def _close(self, stream: Request, answer: Tree) -> None:
        """End a stream at the server; answer the client's request with `answer` if it still waits."""
        if stream.asker is None:
            self.core.cancel(stream)
        else:
            self.pass_response(stream, answer)

    def _forget(self, stream: Request, reason: str | None) -> None:
        """Forget a stream that ended."""
        self.streams.pop(stream.sent_id, None)
        for uri, carriers in list(self.updates.items()):
            carriers.discard(stream.sent_id)
            if not carriers:
                del self.updates[uri]

    def _handle_response(self, stream: Request, frame: Tree) -> None:
        """Treat the end of a stream that the server ended or refused to open."""
        self.core.drop(frame, STREAM_ENDED)
        if stream.asker is not None:
            self.pass_response(stream, frame if "error" in frame else _ended_early())

    def handle_cancelled(self, side: Side, frame: Tree) -> None:
        """Remove a stream that the server cancels."""
        stream = self._stream(params_of(frame).get("requestId"))
        self.core.drop(frame, NO_SERVER_STREAM if stream is None else STREAM_ENDED)
        if stream is not None and self.core.happens(stream, "lost"):
            self._close(stream, _ended_early())

    # Notifications of the server

    def handle_acknowledged(self, side: Side, frame: Tree) -> None:
        """Answer the client's subscription when the server has acknowledged its stream."""
        stream = self._stream_of(frame)
        self.core.drop(frame, NO_SERVER_STREAM)
        if stream is None or stream.state != "sent":
            return
        filter = params_of(frame).get("notifications")
        uris = filter.get("resourceSubscriptions") if type(filter) is dict else None
        if not stream.uris or (type(uris) is list and stream.uris[0] in uris):
            self.core.happens(stream, "acknowledge", {})
        else:
            reason = f"the server does not report changes of {stream.uris[0]}"
            self._close(stream, error_response(None, INVALID_PARAMS, reason))

    def handle_list_changed(self, side: Side, frame: Tree) -> None:
        """Forward a change of a list if a stream carries the notification."""
        if self._stream_of(frame) is None:
            self.core.drop(frame, NO_SERVER_STREAM)
        else:
            self.forward(side, frame)

    def handle_updated(self, side: Side, frame: Tree) -> None:
        """Forward an update of a resource unless another stream carried the same update."""
        stream, uri = self._stream_of(frame), params_of(frame).get("uri")
        if stream is None or type(uri) is not str:
            self.core.drop(frame, NO_SERVER_STREAM)
            return
        carriers = self.updates.get(uri)
        if carriers is not None and stream.sent_id not in carriers:
            carriers.add(stream.sent_id)
            self.core.drop(frame, NO_SERVER_STREAM)
            return
        if len(self.updates) >= self.core.limits.pending:
            self.updates.clear()
        self.updates[uri] = {stream.sent_id}
        self.forward(side, frame)

    def _stream_of(self, frame: Tree) -> Request | None:
        return self._stream(meta_of(frame).get(SUBSCRIPTION))

    def _stream(self, sent_id: Any) -> Request | None:
        return self.streams.get(sent_id) if is_request_id(sent_id) else None


def _ended_early() -> Tree:
    return error_response(None, INTERNAL_ERROR, "the server ended the subscription before it began")
