"""Two sides with a handshake, of different revisions: each frame is converted by itself.

In and out: see `conversation`. Rules:

- R-INIT: the handshake tells each side its own revision (basic/lifecycle#version-negotiation). A side whose
  revision has no tasks declares none.
- R-TASK: for a client without tasks the bridge waits for those of a server of 2025-11-25 (`task_waits`). A
  tool that requires a task is listed and called as a task, a tool that allows one is called plainly
  (`task_tools`). Beyond `Limits.tasks` calls that wait, a call is refused and its task cancelled.
- A question of a task is a request of the server, as any other. `task` in the params of a question is
  dropped, so the client answers plainly.
"""

from __future__ import annotations

from typing import Any

from ..conversion.losses import Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, DecodeError
from ..messages.mismatch import shown
from ..revisions import facts_of
from ..specification.capabilities import declared
from .conversation import Conversation, accept_server_revision
from .drop_reasons import STATUS_NOTED
from .exchanges import Exchange, ExchangeTable, OnResponse
from .frames import OTHER, Side, Tree, params_of
from .task_tools import TaskTools, created_task, without_requirement
from .task_waits import TaskWaits
from .tasks import TaskSides, calls_tasks, has_tasks, without_tasks


class LegacyPairConversation(Conversation):
    """A session between a client and a server that both have a handshake."""

    def __init__(self, table: ExchangeTable, task_sides: TaskSides) -> None:
        super().__init__(table)
        self.task_sides: TaskSides = task_sides
        self.waits_for_tasks = False  # the server has tasks, and the revision of the client has none
        self.tools = TaskTools(table.limits.tasks)
        self.waits = TaskWaits(table, self.converters)
        self.request_handlers["client", "initialize"] = self._initialize
        self.notification_handlers["server", "notifications/tasks/status"] = self._handle_task_status

    # The handshake

    def _initialize(self, exchange: Exchange, frame: Tree) -> None:
        try:
            self.send_initialize(exchange, frame, self.confirm_initialize)
        except (NoCounterpart, DecodeError) as refusal:
            self.table.respond_refusal(exchange, refusal)

    def send_initialize(
        self, exchange: Exchange, frame: Tree, on_response: OnResponse, *, seconds: float = 0
    ) -> None:
        """Send an `initialize` on, with the server's revision; raise `NoCounterpart` or `DecodeError`."""
        table = self.table
        frame, undeclared = self._with_own_tasks("client", frame, "params")
        message, losses = self.converters.convert(frame, "client")
        losses += undeclared
        params = message.get("params")
        if type(params) is dict and type(params_of(frame).get("protocolVersion")) is str:
            message = {**message, "params": {**params, "protocolVersion": table.revision["server"]}}
        table.send_request("server", message, exchange, on_response, losses, seconds=seconds)

    def confirm_initialize(self, exchange: Exchange, frame: Tree) -> None:
        """Answer `initialize` with the server's response, with the client's revision."""
        table = self.table
        result, revision = frame.get("result"), table.revision["client"]
        if type(result) is dict:
            answered = result.get("protocolVersion")
            if not accept_server_revision(table, answered):
                data = {"supported": [revision], "requested": revision}
                table.respond_error(exchange, INVALID_PARAMS, f"the server speaks {shown(answered)}", data)
                return
            frame = {**frame, "result": {**result, "protocolVersion": revision}}
            table.agreed = True
            frame, losses = self._with_own_tasks("server", frame, "result")
            exchange.losses += losses
            self._note_tasks(frame["result"].get("capabilities"))
        self.pass_response(exchange, frame)

    def _with_own_tasks(self, side: Side, frame: Tree, part: str) -> tuple[Tree, tuple[Loss, ...]]:
        """Return a frame of the handshake without tasks that its sender's revision lacks, and the loss."""
        declares_in_vain = self._has_tasks(OTHER[side]) and not self._has_tasks(side)
        return without_tasks(frame, part) if declares_in_vain else (frame, ())

    def _has_tasks(self, side: Side) -> bool:
        """Say whether the revision of a side has tasks."""
        return "tasks" in facts_of(self.table.revision[side]).capabilities

    # Tasks

    def _note_tasks(self, capabilities: Any) -> None:
        """Note from the capabilities of the server whether the bridge waits for tasks."""
        offered = capabilities if type(capabilities) is dict else {}
        offers = has_tasks(self.task_sides, "server", calls_tasks(offered))
        self.waits_for_tasks = self._has_tasks("server") and not self._has_tasks("client") and offers
        self.waits.can_cancel = declared(offered, "tasks.cancel")

    def as_sent(self, exchange: Exchange, message: Tree) -> Tree:
        """Return a converted request as the receiver gets it; note a call that may run as a task."""
        if self.waits_for_tasks and exchange.method == "tools/call":
            message, losses = self.tools.with_task(message, where_optional=False)
            exchange.attached = message
            exchange.losses += losses
        return message

    def handle_response(self, exchange: Exchange, frame: Tree) -> None:
        """Pass a response back, or wait for the task in the response."""
        if self.waits_for_tasks and exchange.asker == "client":
            if exchange.method == "tools/list":
                self.tools.note(frame.get("result"))
                frame, losses = without_requirement(frame)
                exchange.losses += losses
            elif exchange.method == "tools/call" and self._is_about_task(exchange, frame):
                return
        self.pass_response(exchange, frame)

    def _is_about_task(self, exchange: Exchange, frame: Tree) -> bool:
        """Treat the response to a call that is about a task; say whether that is so."""
        repeated = self.tools.repeated(_sent_call(exchange), frame)
        if repeated is not None:
            exchange.attached, losses = repeated
            self.table.send_request("server", exchange.attached, exchange, self.handle_response, losses)
            return True
        task = created_task(frame)
        if task is not None:
            self._wait(exchange, task)
        return task is not None

    def _wait(self, exchange: Exchange, task: Tree) -> None:
        table, limits, task_id = self.table, self.table.limits, task.get("taskId")
        if type(task_id) is not str:
            table.respond_error(exchange, INTERNAL_ERROR, "the server created a task without an id")
        elif len(self.waits.by_exchange) >= limits.tasks:
            self.waits.cancel_task(task_id)
            table.respond_error(exchange, INTERNAL_ERROR, f"more than {limits.tasks} tasks are open")
        else:
            self.waits.begin(exchange, task, self.pass_response)

    def cancel(self, exchange: Exchange, reason: str | None) -> None:
        """Cancel a request, or the task that the request waits for."""
        if not self.waits.cancel(exchange, _sent_call(exchange), reason):
            super().cancel(exchange, reason)

    def exchange_of_progress(self, side: Side, token: Any) -> Exchange | None:
        """Return the request that a side reports progress on; a call that waits for a task is one."""
        call = self.waits.call_of(token) if side == "server" else None
        return call or super().exchange_of_progress(side, token)

    def _handle_task_status(self, side: Side, frame: Tree) -> None:
        if self.waits.note_status(frame):
            self.table.drop(frame, STATUS_NOTED)
        else:
            self.forward_notification(side, frame)


def _sent_call(exchange: Exchange) -> Tree:
    """Return a call as the server got it, empty for a request that was sent before tasks were offered."""
    return exchange.attached if type(exchange.attached) is dict else {}
