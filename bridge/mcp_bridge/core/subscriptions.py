"""Subscriptions (R-SUB): parts of the session if there is a handshake, else requests that stay open.

*A stateless client and a server with a handshake.* Each `subscriptions/listen` request of the client is a
*subscription*. The bridge sends `resources/subscribe` and `resources/unsubscribe` to the server, acknowledges
subscriptions, and sends a copy of each notification on every subscription that wants it. Rules:

- The bridge acknowledges a subscription when the server has answered `resources/subscribe` for each of its
  resources.
- The bridge subscribes to a resource once, and unsubscribes when no subscription wants the resource any more.
- An update goes to the subscriptions with a resource that covers it. If there are none, it goes to all
  subscriptions with resources.

*A client with a handshake and a stateless server.* Each `subscriptions/listen` request of the bridge is a
*subscription*. After the handshake, the bridge opens one for the notifications about changed lists. It opens
another one for each resource to which the client subscribes. Rules:

- The bridge sends `resources/subscribe` as `subscriptions/listen`. It answers the client when the server has
  acknowledged the subscription, or after `Limits.opening` seconds. The subscription then stays open as a
  request of the bridge.
- If the server sends an update on several subscriptions, the bridge forwards it once.
- If the server ends a subscription that it had acknowledged, the bridge opens the subscription again after a
  pause, because the client cannot. The pause doubles with each end, from 1 second to `LONGEST_PAUSE`. It is 1
  second again after a subscription that stayed open for `STEADY` seconds.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import mcp_revisions as mr
from mcp_revisions import DecodeError, Loss
from mcp_revisions.jsonrpc import INVALID_PARAMS, METHOD_NOT_FOUND, member

from mcp_bridge.core.conversation import Conversation, Part
from mcp_bridge.core.frames import (
    ACKNOWLEDGEMENT,
    ALREADY_DELIVERED,
    LISTEN,
    NO_SERVER_SUBSCRIPTION,
    NOT_SUBSCRIBED,
    REFUSED,
    SUBSCRIPTION_ENDED,
    JsonObject,
    OwnError,
    Refused,
    frame_of,
    meta_of,
    params_of,
)
from mcp_bridge.core.requests import TOO_MANY_SUBSCRIPTIONS, Request, ignore_response
from mcp_bridge.core.rules import LIST_CHANGES, SUBSCRIPTION, covers
from mcp_bridge.core.sides import Side

STEADY = 5.0  # seconds after which the end of a subscription does not make the pause longer
LONGEST_PAUSE = 60.0  # seconds before a subscription is opened again
LONGEST_URIS = 1 << 20  # characters of the URIs to which a session is subscribed, together
_MOST_PAUSES = 6  # counted pauses: 2 to this power is above `LONGEST_PAUSE`


class ListenIntoSubscribe(Part):
    """Turns each `subscriptions/listen` of a stateless client into `resources/subscribe` to the server.

    An object of this class has the subscriptions of the client, and the resources to which the bridge has
    subscribed.
    """

    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        self.confirmed: dict[str, bool] = {}  # by URI: whether the server has confirmed the subscription

    @property
    def subscriptions(self) -> list[Request]:
        """The open subscriptions, oldest first."""
        return [each for each in self.core.subscriptions if each.state in ("asking", "subscribed")]

    def listen(
        self,
        subscription: Request,
        frame: JsonObject,
        server_capabilities: JsonObject,
        *,
        tasks: bool = False,
    ) -> None:
        """Open a subscription of the client.

        Refuse a malformed filter, and a subscription beyond the limits. If `tasks` is true, the filter may
        also ask for the status of tasks.
        """
        core = self.core
        wanted = frame["params"].get("notifications")
        uris: Any = wanted.get("resourceSubscriptions", []) if type(wanted) is dict else None
        ids: Any = wanted.get("taskIds", []) if tasks and type(wanted) is dict else []
        if not (_are_strings(uris) and _are_strings(ids)):
            raise DecodeError("/params/notifications", "expected a subscription filter")
        asked = {*self.confirmed, *uris}
        crowded = len(asked) > core.limits.pending or sum(map(len, asked)) > LONGEST_URIS
        if crowded or core.is_saturated("server") or len(ids) > core.limits.pending:
            raise Refused(TOO_MANY_SUBSCRIPTIONS, why="limit")
        granted = mr.capabilities.granted(wanted, server_capabilities)
        subscription.filter = granted | ({"taskIds": ids} if ids else {})
        subscription.uris = tuple(dict.fromkeys(subscription.filter.get("resourceSubscriptions", [])))
        subscription.unanswered = frozenset(uri for uri in subscription.uris if not self.confirmed.get(uri))
        subscription.happens("ask")
        subscription.at_end(self._forget)
        for uri in subscription.uris:
            if uri not in self.confirmed:
                self.confirmed[uri] = False
                self._request("resources/subscribe", uri)
        self._acknowledge(subscription)

    def _forget(self, subscription: Request, reason: str | None) -> None:
        """Unsubscribe from those resources of an ended subscription that no other subscription wants."""
        for uri in subscription.uris:
            if self.confirmed.get(uri) and not self._is_wanted(uri):
                self._unsubscribe(uri)

    def complete_all(self) -> None:
        """End all subscriptions with a result, because the server is gone."""
        for subscription in self.subscriptions:
            subscription.on_end = ()
            meta = {SUBSCRIPTION: subscription.requestor_id}
            subscription.respond_result({"resultType": "complete", "_meta": meta})

    # Resources

    def _request(self, method: str, uri: str) -> None:
        subscribes = method == "resources/subscribe"
        on_response = partial(self._subscribed, uri) if subscribes else ignore_response
        self.core.ask("server", frame_of(method, {"uri": uri}), on_response)

    def _unsubscribe(self, uri: str) -> None:
        del self.confirmed[uri]
        self._request("resources/unsubscribe", uri)

    def _is_wanted(self, uri: str) -> bool:
        return any(uri in subscription.uris for subscription in self.subscriptions)

    def _subscribed(self, uri: str, request: Request, frame: JsonObject) -> None:
        """Handle the answer to `resources/subscribe`. Acknowledge the subscriptions that waited for it."""
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
        """Acknowledge a subscription, if the server has answered `resources/subscribe` for each resource."""
        if subscription.unanswered or not subscription.happens("acknowledge"):
            return
        filter = {
            name: value for name, value in subscription.filter.items() if name != "resourceSubscriptions"
        }
        if subscription.uris:
            filter["resourceSubscriptions"] = [*subscription.uris]
        params = {"_meta": {SUBSCRIPTION: subscription.requestor_id}, "notifications": filter}
        frame = frame_of("notifications/subscriptions/acknowledged", params)
        self.core.send("client", frame, request=subscription)

    # Notifications of the server

    def handle_list_changed(self, side: Side, frame: JsonObject) -> None:
        """Forward a list change to every subscription that asked for it."""
        name = LIST_CHANGES[frame["method"]]
        self._publish(frame, [each for each in self._acknowledged() if each.filter.get(name) is True])

    def handle_updated(self, side: Side, frame: JsonObject) -> None:
        """Forward an update to the subscriptions that cover its resource.

        If there are none, forward it to all subscriptions with resources.
        """
        uri = params_of(frame).get("uri")
        listening = [each for each in self._acknowledged() if each.uris]
        covering = [each for each in listening if any(covers(own, uri) for own in each.uris)]
        self._publish(frame, covering or listening)

    def _acknowledged(self) -> list[Request]:
        return [each for each in self.subscriptions if each.state == "subscribed"]

    def of_task(self, task_id: str) -> list[Request]:
        """Return the subscriptions that asked for the status of a task."""
        return [each for each in self._acknowledged() if task_id in each.filter.get("taskIds", ())]

    def _publish(self, frame: JsonObject, subscriptions: list[Request]) -> None:
        if not subscriptions:
            self.core.drop(frame, NOT_SUBSCRIBED)
            return
        try:
            message, losses = self.converters.convert(frame, "server")
        except REFUSED as refusal:
            self.core.drop_refused(frame, refusal)
            return
        self.send_to(subscriptions, message, losses)

    def send_to(self, subscriptions: list[Request], message: JsonObject, losses: tuple[Loss, ...]) -> None:
        """Send a converted notification on each of `subscriptions`."""
        for subscription in subscriptions:
            meta = {**meta_of(message), SUBSCRIPTION: subscription.requestor_id}
            params = {**params_of(message), "_meta": meta}
            self.core.send("client", {**message, "params": params}, losses, request=subscription)


class SubscribeIntoListen(Part):
    """Turns each `resources/subscribe` of a client into `subscriptions/listen` to a stateless server.

    The bridge has one subscription at the server for the lists, and one for each resource.
    """

    def __init__(self, conversation: Conversation) -> None:
        super().__init__(conversation)
        self.updates: dict[str, set[int | str]] = {}  # by URI: the subscriptions that carried the last update
        self.paused: dict[Request, None] = {}  # subscriptions that the server ended, to open again

    @property
    def subscriptions(self) -> list[Request]:
        """The open subscriptions at the server, oldest first, and then those that are paused."""
        at_server = [each for each in self.core.sent["server"].values() if each.sent_method == LISTEN]
        return [*at_server, *self.paused]

    # The client subscribes

    def follow_lists(self, server_capabilities: JsonObject) -> None:
        """Open the subscription for the lists whose changes the server announces."""
        filter = mr.capabilities.granted(dict.fromkeys(LIST_CHANGES.values(), True), server_capabilities)
        if filter:
            subscription = Request(self.core, None, None, LISTEN)
            subscription.stream = self.core.stream
            self._open(subscription, filter)

    def subscribe(self, request: Request, frame: JsonObject, server_capabilities: JsonObject | None) -> None:
        """Open the subscription for a resource, unless it is open already.

        `server_capabilities` is None before the handshake.
        """
        uri = _uri_of(frame)
        declared = mr.capabilities.declared
        if server_capabilities is not None and not declared(server_capabilities, "resources.subscribe"):
            raise Refused("the server does not support subscriptions to resources", METHOD_NOT_FOUND)
        if any(each.uris == (uri,) and each.state == "subscribed" for each in self.subscriptions):
            request.respond_result({})
        else:
            for paused in [each for each in self.paused if each.uris == (uri,)]:
                paused.cancel()
            request.uris = (uri,)
            self._open(request, {"resourceSubscriptions": [uri]})

    def unsubscribe(self, request: Request, frame: JsonObject) -> None:
        """Close the subscriptions for a resource."""
        uri = _uri_of(frame)
        reason = "the subscription was ended before it began"
        for subscription in [each for each in self.subscriptions if each.uris == (uri,)]:
            self._close(subscription, OwnError("cancelled", reason))
        request.respond_result({})

    def _open(self, subscription: Request, filter: JsonObject) -> None:
        core, limits = self.core, self.core.limits
        most = min(limits.streams, core.at_once)
        if len(self.subscriptions) >= most:
            if subscription.requestor is not None:
                raise Refused(f"more than {most} subscriptions are open", why="limit")
            return
        uris = [uri for each in (*self.subscriptions, subscription) for uri in each.uris]
        if sum(map(len, uris)) > LONGEST_URIS:
            raise Refused(TOO_MANY_SUBSCRIPTIONS, why="limit")
        subscription.filter = filter
        subscription.at_end(self._forget)
        self._send(subscription, 0 if subscription.requestor is None else limits.opening)

    def _send(self, subscription: Request, seconds: float = 0) -> None:
        params = {"_meta": self.conversation.metadata(), "notifications": subscription.filter}
        subscription.send("server", frame_of(LISTEN, params), self._handle_response, seconds=seconds)

    # A subscription ends

    def _close(self, subscription: Request, answer: JsonObject) -> None:
        """End a subscription.

        If the client still waits for the response to its `resources/subscribe`, the client gets `answer`.
        """
        if subscription.requestor is None:
            subscription.cancel()
        else:
            self.conversation.pass_response(subscription, answer)

    def _forget(self, subscription: Request, reason: str | None) -> None:
        """Remove an ended subscription from the records."""
        self.paused.pop(subscription, None)
        self._forget_updates(subscription)

    def _forget_updates(self, subscription: Request) -> None:
        for uri, carriers in list(self.updates.items()):
            carriers.discard(subscription.sent_id)
            if not carriers:
                del self.updates[uri]

    def _handle_response(self, subscription: Request, frame: JsonObject) -> None:
        """Handle the response to a subscription: the server ended it, or did not open it.

        A client that waits for its `resources/subscribe` gets an error. Other responses are dropped.
        """
        if subscription.requestor is None or "error" not in frame:
            self.core.drop(frame, SUBSCRIPTION_ENDED)
        self._ended(subscription, frame if "error" in frame else _ended_early())

    def handle_cancelled(self, side: Side, frame: JsonObject) -> None:
        """Remove a subscription that the server cancels."""
        subscription = self.core.subscription_at_server(params_of(frame).get("requestId"))
        self.core.drop(frame, NO_SERVER_SUBSCRIPTION if subscription is None else SUBSCRIPTION_ENDED)
        if subscription is not None:
            subscription.happens("no answer", self._ended, _ended_early())

    def _ended(self, subscription: Request, answer: JsonObject) -> None:
        """Handle the end of a subscription at the server.

        If the server had acknowledged the subscription, the bridge opens it again after a pause. Otherwise
        the subscription ends, and a client that waits for it gets `answer`.
        """
        if subscription.requestor is not None or not self._pause(subscription):
            self._close(subscription, answer)

    # A subscription is opened again

    def _pause(self, subscription: Request) -> bool:
        """Wait, and then open a subscription again.

        Return False, without waiting, if the server never acknowledged the subscription.
        """
        began, subscription.acknowledged_at = subscription.acknowledged_at, None
        if began is None and not subscription.pauses:
            return False
        if began is not None and self.core.seconds_since(began) >= STEADY:
            subscription.pauses = 0
        seconds = min(2.0**subscription.pauses, LONGEST_PAUSE)
        subscription.pauses = min(subscription.pauses + 1, _MOST_PAUSES)
        self._forget_updates(subscription)
        self.paused[subscription] = None
        return subscription.happens("pause", seconds, partial(self._open_again, subscription))

    def _open_again(self, subscription: Request) -> None:
        del self.paused[subscription]
        subscription.stream = None  # the client's frame for which it was first opened has ended
        self._send(subscription)

    # Notifications of the server

    def handle_acknowledged(self, side: Side, frame: JsonObject) -> None:
        """Answer `resources/subscribe`, because the server has acknowledged the subscription."""
        subscription = self._subscription_of(frame)
        self.core.drop(frame, NO_SERVER_SUBSCRIPTION if subscription is None else ACKNOWLEDGEMENT)
        if subscription is None or subscription.state != "sent":
            return
        uris = member(frame, "params", "notifications", "resourceSubscriptions")
        if not subscription.uris or (type(uris) is list and subscription.uris[0] in uris):
            subscription.acknowledged_at = self.core.now
            subscription.happens("acknowledge", {})
        else:
            reason = f"the server does not report changes of {subscription.uris[0]}"
            self._close(subscription, OwnError("refused", reason, INVALID_PARAMS))

    def handle_list_changed(self, side: Side, frame: JsonObject) -> None:
        """Forward a list change if it came on an open subscription."""
        if self._subscription_of(frame) is None:
            self.core.drop(frame, NO_SERVER_SUBSCRIPTION)
        else:
            self.conversation.forward_notification(side, frame)

    def handle_updated(self, side: Side, frame: JsonObject) -> None:
        """Forward a resource update, unless the same update already came on another subscription."""
        subscription, uri = self._subscription_of(frame), params_of(frame).get("uri")
        if subscription is None or type(uri) is not str:
            self.core.drop(frame, NO_SERVER_SUBSCRIPTION)
            return
        carriers = self.updates.get(uri)
        if carriers is not None and subscription.sent_id not in carriers:
            carriers.add(subscription.sent_id)
            self.core.drop(frame, ALREADY_DELIVERED)
            return
        if len(self.updates) >= self.core.limits.pending:
            self.updates.clear()
        self.updates[uri] = {subscription.sent_id}
        self.conversation.forward_notification(side, frame)

    def _subscription_of(self, frame: JsonObject) -> Request | None:
        return self.core.subscription_at_server(meta_of(frame).get(SUBSCRIPTION))


def _uri_of(frame: JsonObject) -> str:
    uri = params_of(frame).get("uri")
    if type(uri) is not str:
        raise DecodeError("/params/uri", "expected a string")
    return uri


def _ended_early() -> JsonObject:
    return OwnError("lost", "the server ended the subscription before it began")


def _are_strings(value: Any) -> bool:
    return type(value) is list and all(type(each) is str for each in value)
