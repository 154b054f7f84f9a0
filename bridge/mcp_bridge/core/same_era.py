"""Two sides of different revisions that both have a handshake, or are both stateless.

Each frame is converted by itself. Rules of two sides with a handshake:

- R-INIT: the handshake tells each side its own revision (basic/lifecycle#version-negotiation). A side whose
  revision has no tasks declares none.
- R-TASK: if the client has no tasks and the server has tasks of 2025-11-25, the bridge waits for the tasks
  (`task_table`). It lists a tool that requires a task, and calls it as a task. If a tool allows a task but
  does not require it, the bridge calls the tool without a task. Beyond `Limits.tasks` waiting calls, it
  refuses a call and cancels its task.
- An input request of a task is forwarded as any other request of the server. `task` in its params is dropped,
  so the client answers without a task.

Rules of two stateless sides, where a subscription is a request that stays open (R-SUB):

- The id of a subscription is the id of its request, so the metadata of its frames gets the requestor's id.
- If a server cancels a subscription, the request ends. If the cancellation cannot be converted, the request
  ends with an error.
"""

from __future__ import annotations

from typing import Any, Generic, TypeVar

from mcp_revisions import Loss
from mcp_revisions.jsonrpc import INTERNAL_ERROR, INVALID_PARAMS, shown

from mcp_bridge.core.conversation import Conversation
from mcp_bridge.core.frames import (
    LISTEN,
    NOT_SUBSCRIBED,
    REFUSED,
    STATUS_NOTED,
    EndReason,
    JsonObject,
    Refused,
    meta_of,
    params_of,
)
from mcp_bridge.core.requests import Core, OnResponse, Request
from mcp_bridge.core.revisions import facts_of, with_handshake
from mcp_bridge.core.rules import SUBSCRIPTION, TaskSides, without_tasks
from mcp_bridge.core.sides import OTHER, Side
from mcp_bridge.core.task_table import HandshakeServerTasks

TasksT = TypeVar("TasksT", bound=HandshakeServerTasks)


class HandshakeServerConversation(Conversation, Generic[TasksT]):
    """A conversation with a server that has a handshake and may have tasks of 2025-11-25."""

    tasks: TasksT
    known_result: JsonObject | None = None  # the server's result of an `initialize` that the bridge sent

    @property
    def translates_tasks(self) -> bool:  # type: ignore[override]
        """Whether the bridge translates tasks of the server for the client.

        The bridge does so if the server has tasks, and the client has no tasks or uses the tasks extension.
        """
        return self.tasks.are_known

    def accept_server_revision(self, answered: Any) -> bool:
        """Set the server's revision to `answered`, the revision in the `initialize` result.

        Return False for an unknown revision.
        """
        if answered not in with_handshake():
            return False
        self.core.revision["server"] = answered
        return True

    def cancel(self, request: Request, reason: str | None, end: EndReason = "cancelled") -> None:
        """End a request that its requestor cancelled, and cancel it at its receiver.

        If the request is a call for which the server is about to create a task, cancel that task once it
        exists.
        """
        if not self.tasks.let_go(request, reason, end):
            super().cancel(request, reason, end)

    def cancel_awaited_tasks(self) -> None:
        """Cancel the tasks of the server for which calls of the client wait."""
        self.tasks.cancel_awaited()

    def as_sent(self, request: Request, message: JsonObject) -> JsonObject:
        """Return a converted request with the changes that the server needs.

        A tool call asks for a task if the tool and the client allow that.
        """
        if self.translates_tasks and request.method == "tools/call":
            message, losses = self.tasks.call_as_sent(request, message)
            request.losses += losses
        return message

    def handle_response(self, request: Request, frame: JsonObject) -> None:
        """Pass on a response, or wait for the task that the response names."""
        if self.translates_tasks and request.receiver == "server":
            if request.method == "tools/list":
                frame, losses = self.tasks.note_tools(frame)
                request.losses += losses
            elif request.method == "tools/call" and self.tasks.handle_call_response(request, frame):
                return
        self.handle_outcome(request, frame)


class HandshakePair(HandshakeServerConversation[HandshakeServerTasks]):
    """A conversation between a client and a server that both have a handshake."""

    def __init__(self, core: Core, task_sides: TaskSides) -> None:
        super().__init__(core)
        self.tasks = HandshakeServerTasks(self, task_sides)

    # The handshake

    def initialize(self, request: Request, frame: JsonObject) -> None:
        """Forward `initialize` with the revision of the server."""
        self.send_initialize(request, frame, self.confirm_initialize)

    def send_initialize(
        self, request: Request, frame: JsonObject, on_response: OnResponse, *, seconds: float = 0
    ) -> None:
        """Send `initialize` with the revision of the server.

        Raise `NoCounterpart` or `DecodeError` if the request cannot be converted.
        """
        core = self.core
        frame, undeclared = self._with_own_tasks("client", frame, "params")
        message, losses = self.converters.convert(frame, "client")
        losses += undeclared
        params = message.get("params")
        if type(params) is dict and type(params_of(frame).get("protocolVersion")) is str:
            message = {**message, "params": {**params, "protocolVersion": core.revision["server"]}}
        request.send("server", message, on_response, losses, seconds=seconds)

    def confirm_initialize(self, request: Request, frame: JsonObject) -> None:
        """Answer `initialize` with the server's response and the client's revision."""
        core = self.core
        if "error" in frame and self.known_result is not None:  # the server accepts only one handshake
            frame = {"jsonrpc": "2.0", "id": None, "result": self.known_result}
        result, revision = frame.get("result"), core.revision["client"]
        if type(result) is dict:
            answered = result.get("protocolVersion")
            if not self.accept_server_revision(answered):
                data = {"supported": [revision], "requested": revision}
                raise Refused(f"the server speaks {shown(answered)}, not {revision}", INVALID_PARAMS, data)
            frame = {**frame, "result": {**result, "protocolVersion": revision}}
            core.agreed = True
            frame, losses = self._with_own_tasks("server", frame, "result")
            request.losses += losses
            self.tasks.note_server(frame["result"].get("capabilities"))
        self.pass_response(request, frame)

    def _with_own_tasks(
        self, side: Side, frame: JsonObject, part: str
    ) -> tuple[JsonObject, tuple[Loss, ...]]:
        """Remove the declaration of tasks from a handshake frame of a side whose revision has no tasks.

        Return the frame, and the loss if a declaration was removed. If neither side's revision has tasks, the
        frame is not changed. `part` is the member of the frame that contains the declaration: `params` or
        `result`.
        """
        declares_in_vain = self._has_tasks(OTHER[side]) and not self._has_tasks(side)
        return without_tasks(frame, part) if declares_in_vain else (frame, ())

    def _has_tasks(self, side: Side) -> bool:
        """Return whether the revision of a side has tasks."""
        return "tasks" in facts_of(self.core.revision[side]).capabilities

    def handle_task_status(self, side: Side, frame: JsonObject) -> None:
        """Handle the status of a task for which the bridge waits. Forward any other status."""
        if self.tasks.note_status(frame):
            self.core.drop(frame, STATUS_NOTED)
        else:
            self.forward_notification(side, frame)


class StatelessPair(Conversation):
    """A conversation between a stateless client and a stateless server of different revisions."""

    eras = ("stateless", "stateless")

    def forward_notification(self, side: Side, frame: JsonObject) -> None:
        """Forward a notification of `side` to the other side.

        If it belongs to a subscription, replace the bridge's id of the subscription by the requestor's id.
        """
        meta = meta_of(frame)
        if side == "server" and SUBSCRIPTION in meta:
            subscription = self.core.subscription_at_server(meta[SUBSCRIPTION])
            if subscription is None:
                self.core.drop(frame, NOT_SUBSCRIBED)
                return
            frame = {**frame, "params": {**frame["params"], "_meta": _with_id(meta, subscription)}}
            self.core.stream = subscription.stream
        super().forward_notification(side, frame)

    def pass_response(self, request: Request, frame: JsonObject) -> None:
        """Answer a request with the response of the server.

        In the response to a subscription, replace the bridge's id of the subscription by the requestor's id.
        """
        result = frame.get("result") if request.method == LISTEN else None
        meta = result.get("_meta") if type(result) is dict else None
        if type(meta) is dict and SUBSCRIPTION in meta:
            frame = {**frame, "result": {**frame["result"], "_meta": _with_id(meta, request)}}
        super().pass_response(request, frame)

    def handle_cancelled(self, side: Side, frame: JsonObject) -> None:
        """Cancel a request of the sender, or end a subscription that the server cancels."""
        subscription = self.core.subscription_at_server(params_of(frame).get("requestId"))
        if side == "client" or subscription is None:
            super().handle_cancelled(side, frame)
            return
        subscription.happens("no answer", self._pass_cancellation, frame)

    def _pass_cancellation(self, subscription: Request, frame: JsonObject) -> None:
        """End a subscription that the server cancelled with `frame`, and tell the client."""
        params: JsonObject = {**params_of(frame), "requestId": subscription.requestor_id}
        if SUBSCRIPTION in meta_of(frame):
            params["_meta"] = _with_id(meta_of(frame), subscription)
        try:
            message, losses = self.converters.convert({**frame, "params": params}, "server")
        except REFUSED as refusal:
            self.core.drop_refused(frame, refusal)
            subscription.respond_error(INTERNAL_ERROR, "the server cancelled the subscription", why="lost")
            return
        self.core.send("client", message, self.notification_losses + losses, request=subscription)
        subscription.cancel()


def _with_id(meta: JsonObject, subscription: Request) -> JsonObject:
    return {**meta, SUBSCRIPTION: subscription.requestor_id}
