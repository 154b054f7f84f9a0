"""Subscriptions of a modern client at a legacy server (R-SUB).

In: `subscriptions/listen` requests, notifications of changes. Out: `resources/subscribe` and
`resources/unsubscribe`, acknowledgements, and notifications stamped for each stream. Rules:

- A stream is acknowledged when the server has answered the subscription to every resource of the stream.
- The bridge subscribes to a resource once and unsubscribes when no stream wants the resource any more.
- A stream without a resource that covers an update gets the update only if no other stream has such a
  resource.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..conversion.losses import Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, DecodeError
from ..specification.capabilities import granted
from .converters import Converters
from .core import Core, ignore_response
from .drop_reasons import NO_CLIENT_STREAM, drop_reason_of
from .frames import Side, Tree, meta_of, notification, params_of
from .requests import Request
from .rules import LIST_CHANGES, SUBSCRIPTION, covers


class StreamsIntoSubscriptions:
    """The streams of the client, and the resources that the bridge has subscribed to."""

    def __init__(self, core: Core, converters: Converters) -> None:
        self.core = core
        self.converters = converters
        self.streams: dict[Request, None] = {}
        self.confirmed: dict[str, bool] = {}  # by URI: whether the server has confirmed the subscription

    def listen(self, stream: Request, frame: Tree, server_capabilities: Tree, *, tasks: bool = False) -> None:
        """Open a stream, also for `tasks`; refuse a malformed filter, and a stream beyond the limits."""
        core = self.core
        wanted = frame["params"].get("notifications")
        uris: Any = wanted.get("resourceSubscriptions", []) if type(wanted) is dict else None
        ids: Any = wanted.get("taskIds", []) if tasks and type(wanted) is dict else []
        if not (_are_strings(uris) and _are_strings(ids)):
            reason = "/params/notifications: expected a filter of subscriptions"
            core.respond_error(stream, INVALID_PARAMS, reason)
            return
        crowded = len(self.confirmed) + len(uris) > core.limits.pending or core.is_saturated("server")
        if crowded or len(self.streams) >= core.limits.streams or len(ids) > core.limits.pending:
            core.respond_error(stream, INTERNAL_ERROR, "too many subscriptions are open")
            return
        stream.filter = granted(wanted, server_capabilities) | ({"taskIds": ids} if ids else {})
        stream.uris = tuple(dict.fromkeys(stream.filter.get("resourceSubscriptions", [])))
        stream.unanswered = frozenset(uri for uri in stream.uris if not self.confirmed.get(uri))
        self.streams[stream] = None
        core.happens(stream, "ask")
        core.at_end(stream, self._leave)
        for uri in stream.uris:
            if uri not in self.confirmed:
                self.confirmed[uri] = False
                self._request("resources/subscribe", uri)
        self._acknowledge(stream)

    def _leave(self, stream: Request, reason: str | None) -> None:
        """Forget a stream that ended; unsubscribe from resources that no other stream wants."""
        self.streams.pop(stream, None)
        for uri in stream.uris:
            if self.confirmed.get(uri) and not self._is_wanted(uri):
                self._unsubscribe(uri)

    def complete_all(self) -> None:
        """Answer the requests of all streams, because the server is gone."""
        for stream in list(self.streams):
            stream.on_end = ()
            meta = {SUBSCRIPTION: stream.asker_id}
            self.core.respond_result(stream, {"resultType": "complete", "_meta": meta})

    # Resources

    def _request(self, method: str, uri: str) -> None:
        subscribes = method == "resources/subscribe"
        on_response = partial(self._subscribed, uri) if subscribes else ignore_response
        frame: Tree = {"jsonrpc": "2.0", "method": method, "params": {"uri": uri}}
        self.core.send_own_request("server", frame, on_response, seconds=self.core.limits.opening)

    def _unsubscribe(self, uri: str) -> None:
        del self.confirmed[uri]
        self._request("resources/unsubscribe", uri)

    def _is_wanted(self, uri: str) -> bool:
        return any(uri in stream.uris for stream in self.streams)

    def _subscribed(self, uri: str, request: Request, frame: Tree) -> None:
        """Note the server's answer to a subscription, and acknowledge the streams that waited for that."""
        if uri not in self.confirmed:
            return
        succeeded = "result" in frame
        if succeeded:
            self.confirmed[uri] = True
        else:
            del self.confirmed[uri]
        for stream in list(self.streams):
            if uri in stream.unanswered:
                stream.unanswered -= {uri}
                if not succeeded:
                    stream.uris = tuple(other for other in stream.uris if other != uri)
                self._acknowledge(stream)
        if succeeded and not self._is_wanted(uri):
            self._unsubscribe(uri)

    def _acknowledge(self, stream: Request) -> None:
        """Acknowledge a stream once, when the server has answered all its subscriptions."""
        if stream.unanswered or not self.core.happens(stream, "acknowledge"):
            return
        filter = {name: value for name, value in stream.filter.items() if name != "resourceSubscriptions"}
        if stream.uris:
            filter["resourceSubscriptions"] = [*stream.uris]
        params = {"_meta": {SUBSCRIPTION: stream.asker_id}, "notifications": filter}
        frame = notification("notifications/subscriptions/acknowledged", params)
        self.core.send("client", frame, request=stream)

    # Notifications of the server

    def handle_list_changed(self, side: Side, frame: Tree) -> None:
        """Send a change of a list to every stream that asked for it."""
        name = LIST_CHANGES[frame["method"]]
        self._publish(frame, [stream for stream in self._acknowledged() if stream.filter.get(name) is True])

    def handle_updated(self, side: Side, frame: Tree) -> None:
        """Send an update to the streams that cover its resource, else to all streams with resources."""
        uri = params_of(frame).get("uri")
        listening = [stream for stream in self._acknowledged() if stream.uris]
        covering = [stream for stream in listening if any(covers(each, uri) for each in stream.uris)]
        self._publish(frame, covering or listening)

    def _acknowledged(self) -> list[Request]:
        return [stream for stream in self.streams if stream.state == "stream"]

    def of_task(self, task_id: str) -> list[Request]:
        """Return the streams that asked for the status of a task."""
        return [stream for stream in self._acknowledged() if task_id in stream.filter.get("taskIds", ())]

    def _publish(self, frame: Tree, streams: list[Request]) -> None:
        if not streams:
            self.core.drop(frame, NO_CLIENT_STREAM)
            return
        try:
            message, losses = self.converters.convert(frame, "server")
        except (NoCounterpart, DecodeError) as refusal:
            self.core.drop(frame, drop_reason_of(refusal))
            return
        self.send_to(streams, message, losses)

    def send_to(self, streams: list[Request], message: Tree, losses: tuple[Loss, ...]) -> None:
        """Send a converted notification on each of these streams."""
        for stream in streams:
            meta = {**meta_of(message), SUBSCRIPTION: stream.asker_id}
            params = {**params_of(message), "_meta": meta}
            self.core.send("client", {**message, "params": params}, losses, request=stream)


def _are_strings(value: Any) -> bool:
    return type(value) is list and all(type(each) is str for each in value)
