"""Two sides of different revisions that both have a handshake, or both have none.

In and out: see `conversation`. Each frame is converted by itself. Rules of two sides with a handshake:

- R-INIT: the handshake tells each side its own revision (basic/lifecycle#version-negotiation). A side whose
  revision has no tasks declares none.
- R-TASK: for a client without tasks the bridge waits for those of a server of 2025-11-25 (`task_table`). A
  tool that requires a task is listed and called as a task, a tool that allows one is called plainly. Beyond
  `Limits.tasks` calls that wait, a call is refused and its task cancelled.
- An input request of a task is a request of the server, as any other. `task` in the params of an input
  request is dropped, so the client answers plainly.

Rules of two sides without one, where a subscription is a request that stays open (R-SUB):

- The id of a subscription is that of the request, so its frames get the requestor's id in their metadata.
- A server that cancels a subscription ends the request; if the cancellation cannot be converted, with an
  error.
"""

from __future__ import annotations

from typing import Any

from ..conversion.losses import Loss
from ..errors import INTERNAL_ERROR, INVALID_PARAMS
from ..messages.mismatch import shown
from ..revisions import facts_of
from ..sides import OTHER, Side
from ..specification.declared_paths import declares
from .conversation import Conversation, LegacyServerConversation
from .core import Core
from .frames import LISTEN, NOT_SUBSCRIBED, REFUSED, STATUS_NOTED, Tree, meta_of, params_of
from .requests import OnResponse, Request
from .rules import SUBSCRIPTION, TaskSides, calls_tasks, has_tasks, metadata_error, without_tasks
from .task_table import LegacyServerTasks, without_requirement


class LegacyPair(LegacyServerConversation[LegacyServerTasks]):
    """A session between a client and a server that both have a handshake."""

    eras = ("legacy", "legacy")

    def __init__(self, core: Core, task_sides: TaskSides) -> None:
        super().__init__(core)
        self.task_sides: TaskSides = task_sides
        self.known_result: Tree | None = None  # of an earlier `initialize`, which the bridge sent
        self.waits_for_tasks = False  # the server has tasks, and the revision of the client has none
        self.tasks = LegacyServerTasks(core, self.converters, self.pass_response, self.handle_response)

    def shares_extension(self, side: Side, frame: Tree) -> bool:
        """Pass methods that no known revision has: extensions of a session need not be declared."""
        return True

    # The handshake

    def initialize(self, request: Request, frame: Tree) -> None:
        """Send `initialize` on, with the revision of the server."""
        try:
            self.send_initialize(request, frame, self.confirm_initialize)
        except REFUSED as refusal:
            self.core.respond_refusal(request, refusal)

    def send_initialize(
        self, request: Request, frame: Tree, on_response: OnResponse, *, seconds: float = 0
    ) -> None:
        """Send an `initialize` on, with the server's revision; raise `NoCounterpart` or `DecodeError`."""
        core = self.core
        frame, undeclared = self._with_own_tasks("client", frame, "params")
        message, losses = self.converters.convert(frame, "client")
        losses += undeclared
        params = message.get("params")
        if type(params) is dict and type(params_of(frame).get("protocolVersion")) is str:
            message = {**message, "params": {**params, "protocolVersion": core.revision["server"]}}
        core.send_request("server", message, request, on_response, losses, seconds=seconds)

    def confirm_initialize(self, request: Request, frame: Tree) -> None:
        """Answer `initialize` with the server's response, with the client's revision."""
        core = self.core
        if "error" in frame and self.known_result is not None:  # the server begins one session only
            frame = {"jsonrpc": "2.0", "id": None, "result": self.known_result}
        result, revision = frame.get("result"), core.revision["client"]
        if type(result) is dict:
            answered = result.get("protocolVersion")
            if not self.accept_server_revision(answered):
                data = {"supported": [revision], "requested": revision}
                core.respond_error(request, INVALID_PARAMS, f"the server speaks {shown(answered)}", data)
                return
            frame = {**frame, "result": {**result, "protocolVersion": revision}}
            core.agreed = True
            frame, losses = self._with_own_tasks("server", frame, "result")
            request.losses += losses
            self._note_tasks(frame["result"].get("capabilities"))
        self.pass_response(request, frame)

    def _with_own_tasks(self, side: Side, frame: Tree, part: str) -> tuple[Tree, tuple[Loss, ...]]:
        """Return a frame of the handshake without tasks that its sender's revision lacks, and the loss."""
        declares_in_vain = self._has_tasks(OTHER[side]) and not self._has_tasks(side)
        return without_tasks(frame, part) if declares_in_vain else (frame, ())

    def _has_tasks(self, side: Side) -> bool:
        """Say whether the revision of a side has tasks."""
        return "tasks" in facts_of(self.core.revision[side]).capabilities

    # Tasks

    def _note_tasks(self, capabilities: Any) -> None:
        """Note from the capabilities of the server whether the bridge waits for tasks."""
        offered = capabilities if type(capabilities) is dict else {}
        offers = has_tasks(self.task_sides, "server", calls_tasks(offered))
        self.waits_for_tasks = self._has_tasks("server") and not self._has_tasks("client") and offers
        self.tasks.can_cancel = declares(offered, "tasks.cancel")

    def as_sent(self, request: Request, message: Tree) -> Tree:
        """Return a converted request as the receiver gets it; note a call that may run as a task."""
        if self.waits_for_tasks and request.method == "tools/call":
            message, losses = self.tasks.tools.with_task(message, where_optional=False)
            request.losses += losses
        return message

    def handle_response(self, request: Request, frame: Tree) -> None:
        """Pass a response back, or wait for the task in the response."""
        if self.waits_for_tasks and request.requestor == "client":
            if request.method == "tools/list":
                self.tasks.tools.note(frame.get("result"))
                frame, losses = without_requirement(frame)
                request.losses += losses
            elif request.method == "tools/call" and self.tasks.handle_call_response(request, frame):
                return
        self.pass_response(request, frame)

    def handle_task_status(self, side: Side, frame: Tree) -> None:
        """Note the status of a task that the bridge waits for, or send it on."""
        if self.tasks.note_status(frame):
            self.core.drop(frame, STATUS_NOTED)
        else:
            self.forward_notification(side, frame)


class ModernPair(Conversation):
    """Requests of a modern client at a modern server."""

    eras = ("modern", "modern")

    def admits(self, request: Request, frame: Tree) -> bool:
        """Say whether the metadata of a request is complete and valid; refuse the request otherwise.

        A server of the client's own revision judges the metadata itself.
        """
        revision = self.core.revision
        if revision["client"] == revision["server"]:
            return True
        error = metadata_error(params_of(frame).get("_meta"), revision["client"])
        if error is not None:
            self.core.respond(request, error)
        return error is None

    def shares_extension(self, side: Side, frame: Tree) -> bool:
        """Pass methods that no known revision has: each request declares its extensions itself."""
        return True

    def forward_notification(self, side: Side, frame: Tree) -> None:
        """Send a notification on; a notification of a subscription under the requestor's id."""
        meta = meta_of(frame)
        if side == "server" and SUBSCRIPTION in meta:
            subscription = self.core.subscription_at_server(meta[SUBSCRIPTION])
            if subscription is None:
                self.core.drop(frame, NOT_SUBSCRIBED)
                return
            frame = {**frame, "params": {**frame["params"], "_meta": _with_id(meta, subscription)}}
            self.core.stream = subscription.stream
        super().forward_notification(side, frame)

    def pass_response(self, request: Request, frame: Tree) -> None:
        """Answer a request; the response to a subscription names the requestor's id."""
        result = frame.get("result") if request.method == LISTEN else None
        meta = result.get("_meta") if type(result) is dict else None
        if type(meta) is dict and SUBSCRIPTION in meta:
            frame = {**frame, "result": {**frame["result"], "_meta": _with_id(meta, request)}}
        super().pass_response(request, frame)

    def handle_cancelled(self, side: Side, frame: Tree) -> None:
        """Cancel a request of the sender, or end a subscription that the server cancels."""
        subscription = self.core.subscription_at_server(params_of(frame).get("requestId"))
        if side == "client" or subscription is None:
            super().handle_cancelled(side, frame)
            return
        self.core.happens(subscription, "no answer")
        params: Tree = {**params_of(frame), "requestId": subscription.requestor_id}
        if SUBSCRIPTION in meta_of(frame):
            params["_meta"] = _with_id(meta_of(frame), subscription)
        try:
            message, losses = self.converters.convert({**frame, "params": params}, side)
        except REFUSED as refusal:
            self.core.drop_refused(frame, refusal)
            self.core.respond_error(subscription, INTERNAL_ERROR, "the server cancelled the subscription")
            return
        self.core.send("client", message, self.notification_losses + losses, request=subscription)
        self.core.cancel(subscription)


def _with_id(meta: Tree, subscription: Request) -> Tree:
    return {**meta, SUBSCRIPTION: subscription.requestor_id}
