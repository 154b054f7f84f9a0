"""Subscriptions of a modern client at a legacy server (R-SUB).

In: `subscriptions/listen` requests, each a *subscription*, and notifications of changes. Out:
`resources/subscribe` and `resources/unsubscribe`, acknowledgements, and notifications stamped for each
subscription. Rules:

- A subscription is acknowledged when the server has answered `resources/subscribe` for each of its resources.
- The bridge subscribes to a resource once, and unsubscribes when no subscription wants the resource any more.
- A subscription without a resource that covers an update gets the update only if no other one has such a
  resource.
"""

from __future__ import annotations

from functools import partial
from typing import Any

from ..conversion.losses import Loss
from ..errors import INTERNAL_ERROR, INVALID_PARAMS
from ..sides import Side
from ..specification.capabilities import granted
from .converters import Converters
from .core import Core, ignore_response
from .frames import NOT_SUBSCRIBED, REFUSED, Tree, meta_of, notification, params_of
from .requests import Request
from .rules import LIST_CHANGES, SUBSCRIPTION, covers


class ListenIntoSubscribe:
    """The subscriptions of the client, and the resources that the bridge has subscribed to."""

    def __init__(self, core: Core, converters: Converters) -> None:
        self.core = core
        self.converters = converters
        self.confirmed: dict[str, bool] = {}  # by URI: whether the server has confirmed the subscription

    @property
    def subscriptions(self) -> list[Request]:
        """The open subscriptions, oldest first."""
        return [each for each in self.core.subscriptions if each.state in ("asking", "subscribed")]

    def listen(
        self, subscription: Request, frame: Tree, server_capabilities: Tree, *, tasks: bool = False
    ) -> None:
        """Open a subscription, also for `tasks`; refuse a malformed filter, and one beyond the limits."""
        core = self.core
        wanted = frame["params"].get("notifications")
        uris: Any = wanted.get("resourceSubscriptions", []) if type(wanted) is dict else None
        ids: Any = wanted.get("taskIds", []) if tasks and type(wanted) is dict else []
        if not (_are_strings(uris) and _are_strings(ids)):
            reason = "/params/notifications: expected a filter of subscriptions"
            core.respond_error(subscription, INVALID_PARAMS, reason)
            return
        crowded = len(self.confirmed) + len(uris) > core.limits.pending or core.is_saturated("server")
        if crowded or len(ids) > core.limits.pending:
            core.respond_error(subscription, INTERNAL_ERROR, "too many subscriptions are open")
            return
        subscription.filter = granted(wanted, server_capabilities) | ({"taskIds": ids} if ids else {})
        subscription.uris = tuple(dict.fromkeys(subscription.filter.get("resourceSubscriptions", [])))
        subscription.unanswered = frozenset(uri for uri in subscription.uris if not self.confirmed.get(uri))
        core.happens(subscription, "ask")
        core.at_end(subscription, self._forget)
        for uri in subscription.uris:
            if uri not in self.confirmed:
                self.confirmed[uri] = False
                self._request("resources/subscribe", uri)
        self._acknowledge(subscription)

    def _forget(self, subscription: Request, reason: str | None) -> None:
        """Forget a subscription that ended; unsubscribe from resources that no other subscription wants."""
        for uri in subscription.uris:
            if self.confirmed.get(uri) and not self._is_wanted(uri):
                self._unsubscribe(uri)

    def complete_all(self) -> None:
        """Answer the requests of all subscriptions, because the server is gone."""
        for subscription in self.subscriptions:
            subscription.on_end = ()
            meta = {SUBSCRIPTION: subscription.requestor_id}
            self.core.respond_result(subscription, {"resultType": "complete", "_meta": meta})

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
        return any(uri in subscription.uris for subscription in self.subscriptions)

    def _subscribed(self, uri: str, request: Request, frame: Tree) -> None:
        """Note the answer to `resources/subscribe`; acknowledge the subscriptions that waited for it."""
        if uri not in self.confirmed:
            return
        succeeded = "result" in frame
        if succeeded:
            self.confirmed[uri] = True
        else:
            del self.confirmed[uri]
        for subscription in self.subscriptions:
            if uri in subscription.unanswered:
                subscription.unanswered -= {uri}
                if not succeeded:
                    subscription.uris = tuple(other for other in subscription.uris if other != uri)
                self._acknowledge(subscription)
        if succeeded and not self._is_wanted(uri):
            self._unsubscribe(uri)

    def _acknowledge(self, subscription: Request) -> None:
        """Acknowledge a subscription once, when the server has answered for each of its resources."""
        if subscription.unanswered or not self.core.happens(subscription, "acknowledge"):
            return
        filter = {
            name: value for name, value in subscription.filter.items() if name != "resourceSubscriptions"
        }
        if subscription.uris:
            filter["resourceSubscriptions"] = [*subscription.uris]
        params = {"_meta": {SUBSCRIPTION: subscription.requestor_id}, "notifications": filter}
        frame = notification("notifications/subscriptions/acknowledged", params)
        self.core.send("client", frame, request=subscription)

    # Notifications of the server

    def handle_list_changed(self, side: Side, frame: Tree) -> None:
        """Send a change of a list to every subscription that asked for it."""
        name = LIST_CHANGES[frame["method"]]
        self._publish(frame, [each for each in self._acknowledged() if each.filter.get(name) is True])

    def handle_updated(self, side: Side, frame: Tree) -> None:
        """Send an update to the subscriptions that cover its resource, else to all that have resources."""
        uri = params_of(frame).get("uri")
        listening = [each for each in self._acknowledged() if each.uris]
        covering = [each for each in listening if any(covers(own, uri) for own in each.uris)]
        self._publish(frame, covering or listening)

    def _acknowledged(self) -> list[Request]:
        return [each for each in self.subscriptions if each.state == "subscribed"]

    def of_task(self, task_id: str) -> list[Request]:
        """Return the subscriptions that asked for the status of a task."""
        return [each for each in self._acknowledged() if task_id in each.filter.get("taskIds", ())]

    def _publish(self, frame: Tree, subscriptions: list[Request]) -> None:
        if not subscriptions:
            self.core.drop(frame, NOT_SUBSCRIBED)
            return
        try:
            message, losses = self.converters.convert(frame, "server")
        except REFUSED as refusal:
            self.core.drop_refused(frame, refusal)
            return
        self.send_to(subscriptions, message, losses)

    def send_to(self, subscriptions: list[Request], message: Tree, losses: tuple[Loss, ...]) -> None:
        """Send a converted notification on each of these subscriptions."""
        for subscription in subscriptions:
            meta = {**meta_of(message), SUBSCRIPTION: subscription.requestor_id}
            params = {**params_of(message), "_meta": meta}
            self.core.send("client", {**message, "params": params}, losses, request=subscription)


def _are_strings(value: Any) -> bool:
    return type(value) is list and all(type(each) is str for each in value)
