"""Two sides with a handshake, of different revisions: each frame is converted by itself.

In and out: see `conversation`. Rules:

- R-INIT: the handshake tells each side its own revision (basic/lifecycle#version-negotiation). A side whose
  revision has no tasks declares none.
- R-TASK: for a client without tasks the bridge waits for those of a server of 2025-11-25 (`task_table`). A
  tool that requires a task is listed and called as a task, a tool that allows one is called plainly
  (`task_tools`). Beyond `Limits.tasks` calls that wait, a call is refused and its task cancelled.
- A question of a task is a request of the server, as any other. `task` in the params of a question is
  dropped, so the client answers plainly.
"""

from __future__ import annotations

from typing import Any

from ..conversion.losses import Loss, NoCounterpart
from ..errors import INVALID_PARAMS, DecodeError
from ..messages.mismatch import shown
from ..revisions import facts_of
from ..specification.capabilities import declared
from .conversation import Conversation, accept_server_revision
from .core import Core
from .drop_reasons import STATUS_NOTED
from .events import EndReason
from .frames import OTHER, Side, Tree, params_of
from .requests import OnResponse, Request
from .task_table import LegacyServerTasks
from .task_tools import TaskTools, created_task, without_requirement
from .tasks import TaskSides, calls_tasks, has_tasks, without_tasks


class LegacyPair(Conversation):
    """A session between a client and a server that both have a handshake."""

    eras = ("legacy", "legacy")

    def __init__(self, core: Core, task_sides: TaskSides) -> None:
        super().__init__(core)
        self.task_sides: TaskSides = task_sides
        self.known_result: Tree | None = None  # of an earlier `initialize`, which the bridge sent
        self.waits_for_tasks = False  # the server has tasks, and the revision of the client has none
        self.tools = TaskTools(core.limits.tasks)
        self.tasks = LegacyServerTasks(core, self.converters, self.pass_response)

    def shares_extension(self, side: Side, frame: Tree) -> bool:
        """Pass methods that no known revision has: extensions of a session need not be declared."""
        return True

    # The handshake

    def initialize(self, request: Request, frame: Tree) -> None:
        """Send `initialize` on, with the revision of the server."""
        try:
            self.send_initialize(request, frame, self.confirm_initialize)
        except (NoCounterpart, DecodeError) as refusal:
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
            if not accept_server_revision(core, answered):
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
        self.tasks.can_cancel = declared(offered, "tasks.cancel")

    def as_sent(self, request: Request, message: Tree) -> Tree:
        """Return a converted request as the receiver gets it; note a call that may run as a task."""
        if self.waits_for_tasks and request.method == "tools/call":
            message, losses = self.tools.with_task(message, where_optional=False)
            request.losses += losses
        return message

    def handle_response(self, request: Request, frame: Tree) -> None:
        """Pass a response back, or wait for the task in the response."""
        if self.waits_for_tasks and request.asker == "client":
            if request.method == "tools/list":
                self.tools.note(frame.get("result"))
                frame, losses = without_requirement(frame)
                request.losses += losses
            elif request.method == "tools/call" and self._is_about_task(request, frame):
                return
        self.pass_response(request, frame)

    def _is_about_task(self, request: Request, frame: Tree) -> bool:
        """Treat the response to a call that is about a task; say whether that is so."""
        repeated = self.tools.repeated(request.frame, frame)
        if repeated is not None:
            message, losses = repeated
            self.core.send_request("server", message, request, self.handle_response, losses)
            return True
        task = created_task(frame)
        if task is not None:
            self.tasks.begin(request, task)
        return task is not None

    def cancel(self, request: Request, reason: str | None, end: EndReason = "cancelled") -> None:
        """End a request; a call that becomes a task is cancelled when the server has created the task."""
        if not self.tasks.let_go(request, end):
            super().cancel(request, reason, end)

    def request_of_progress(self, side: Side, token: Any) -> Request | None:
        """Return the request that a side reports progress on; a call that waits for a task is one."""
        call = self.tasks.call_of(token) if side == "server" else None
        return call or super().request_of_progress(side, token)

    def handle_task_status(self, side: Side, frame: Tree) -> None:
        """Note the status of a task that the bridge waits for, or send it on."""
        if self.tasks.note_status(frame):
            self.core.drop(frame, STATUS_NOTED)
        else:
            self.forward_notification(side, frame)
