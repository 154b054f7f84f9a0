"""Subscriptions of a legacy client at a modern server (R-SUB).

In: `resources/subscribe` and `resources/unsubscribe`, notifications of the server. Out:
`subscriptions/listen` requests, each a *subscription*: one for the lists, opened after the handshake, and one
for each resource. Rules:

- `resources/subscribe` is sent as `subscriptions/listen`. It is answered when the server has acknowledged
  that, or has not within `Limits.opening`, and goes on as a subscription of the bridge.
- An update that the server sends on several subscriptions is forwarded once.
"""

from __future__ import annotations

from collections.abc import Callable

from ..errors import INTERNAL_ERROR, INVALID_PARAMS, METHOD_NOT_FOUND, error_response
from ..sides import Side
from ..specification.declared_paths import declares
from .core import Core
from .frames import LISTEN, NO_SERVER_SUBSCRIPTION, SUBSCRIPTION_ENDED, Tree, meta_of, params_of
from .requests import Request
from .rules import SUBSCRIPTION

LISTS = ("tools", "prompts", "resources")


class SubscribeIntoListen:
    """The subscriptions at the server: of the client to a resource, one of the bridge to the lists.

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
        self.updates: dict[str, set[int | str]] = {}  # by URI: the subscriptions that carried the last update

    @property
    def subscriptions(self) -> list[Request]:
        """The open subscriptions at the server, oldest first."""
        return [each for each in self.core.sent["server"].values() if each.sent_method == LISTEN]

    # The client subscribes

    def follow_lists(self, server_capabilities: Tree) -> None:
        """Open the subscription for the lists whose changes the server announces."""
        announced = [name for name in LISTS if declares(server_capabilities, f"{name}.listChanged")]
        filter: Tree = {f"{name}ListChanged": True for name in announced}
        if filter:
            subscription = Request(None, None, LISTEN)
            subscription.stream = self.core.stream
            self._open(subscription, filter)

    def subscribe(self, request: Request, frame: Tree, server_capabilities: Tree | None) -> None:
        """Subscribe to a resource, once; capabilities are None before the handshake."""
        uri = params_of(frame).get("uri")
        if type(uri) is not str:
            self.core.respond_error(request, INVALID_PARAMS, "/params/uri: expected a string")
        elif server_capabilities is not None and not declares(server_capabilities, "resources.subscribe"):
            reason = "the server has no subscriptions to resources"
            self.core.respond_error(request, METHOD_NOT_FOUND, reason)
        elif any(each.uris == (uri,) and each.state == "subscribed" for each in self.subscriptions):
            self.core.respond_result(request, {})
        else:
            request.uris = (uri,)
            self._open(request, {"resourceSubscriptions": [uri]})

    def unsubscribe(self, request: Request, frame: Tree) -> None:
        """Close the subscriptions for a resource."""
        uri = params_of(frame).get("uri")
        if type(uri) is not str:
            self.core.respond_error(request, INVALID_PARAMS, "/params/uri: expected a string")
            return
        reason = "the subscription was ended before it began"
        for subscription in [each for each in self.subscriptions if each.uris == (uri,)]:
            self._close(subscription, error_response(None, INTERNAL_ERROR, reason))
        self.core.respond_result(request, {})

    def _open(self, subscription: Request, filter: Tree) -> None:
        core, limits = self.core, self.core.limits
        most = min(limits.streams, core.at_once)
        if len(self.subscriptions) >= most:
            if subscription.requestor is not None:
                reason = f"more than {most} subscriptions are open"
                core.respond_error(subscription, INTERNAL_ERROR, reason)
            return
        params = {"_meta": self.metadata(), "notifications": filter}
        frame: Tree = {"jsonrpc": "2.0", "method": LISTEN, "params": params}
        seconds = 0 if subscription.requestor is None else limits.opening
        core.at_end(subscription, self._forget)
        core.send_request("server", frame, subscription, self._handle_response, seconds=seconds)

    # A subscription ends

    def _close(self, subscription: Request, answer: Tree) -> None:
        """End a subscription at the server; answer the client's request with `answer` if it still waits."""
        if subscription.requestor is None:
            self.core.cancel(subscription)
        else:
            self.pass_response(subscription, answer)

    def _forget(self, subscription: Request, reason: str | None) -> None:
        """Forget a subscription that ended."""
        for uri, carriers in list(self.updates.items()):
            carriers.discard(subscription.sent_id)
            if not carriers:
                del self.updates[uri]

    def _handle_response(self, subscription: Request, frame: Tree) -> None:
        """Treat the end of a subscription that the server ended or refused to open."""
        self.core.drop(frame, SUBSCRIPTION_ENDED)
        if subscription.requestor is not None:
            self.pass_response(subscription, frame if "error" in frame else _ended_early())

    def handle_cancelled(self, side: Side, frame: Tree) -> None:
        """Remove a subscription that the server cancels."""
        subscription = self.core.subscription_at_server(params_of(frame).get("requestId"))
        self.core.drop(frame, NO_SERVER_SUBSCRIPTION if subscription is None else SUBSCRIPTION_ENDED)
        if subscription is not None and self.core.happens(subscription, "no answer"):
            self._close(subscription, _ended_early())

    # Notifications of the server

    def handle_acknowledged(self, side: Side, frame: Tree) -> None:
        """Answer `resources/subscribe` when the server has acknowledged the subscription."""
        subscription = self._subscription_of(frame)
        self.core.drop(frame, NO_SERVER_SUBSCRIPTION)
        if subscription is None or subscription.state != "sent":
            return
        filter = params_of(frame).get("notifications")
        uris = filter.get("resourceSubscriptions") if type(filter) is dict else None
        if not subscription.uris or (type(uris) is list and subscription.uris[0] in uris):
            self.core.happens(subscription, "acknowledge", {})
        else:
            reason = f"the server does not report changes of {subscription.uris[0]}"
            self._close(subscription, error_response(None, INVALID_PARAMS, reason))

    def handle_list_changed(self, side: Side, frame: Tree) -> None:
        """Forward a change of a list if a subscription carries the notification."""
        if self._subscription_of(frame) is None:
            self.core.drop(frame, NO_SERVER_SUBSCRIPTION)
        else:
            self.forward(side, frame)

    def handle_updated(self, side: Side, frame: Tree) -> None:
        """Forward an update of a resource unless another subscription carried the same update."""
        subscription, uri = self._subscription_of(frame), params_of(frame).get("uri")
        if subscription is None or type(uri) is not str:
            self.core.drop(frame, NO_SERVER_SUBSCRIPTION)
            return
        carriers = self.updates.get(uri)
        if carriers is not None and subscription.sent_id not in carriers:
            carriers.add(subscription.sent_id)
            self.core.drop(frame, NO_SERVER_SUBSCRIPTION)
            return
        if len(self.updates) >= self.core.limits.pending:
            self.updates.clear()
        self.updates[uri] = {subscription.sent_id}
        self.forward(side, frame)

    def _subscription_of(self, frame: Tree) -> Request | None:
        return self.core.subscription_at_server(meta_of(frame).get(SUBSCRIPTION))


def _ended_early() -> Tree:
    return error_response(None, INTERNAL_ERROR, "the server ended the subscription before it began")
