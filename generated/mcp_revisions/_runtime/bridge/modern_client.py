"""A modern client (2026-07-28) and a legacy server (2024-11-05 to 2025-11-25).

In and out: see `conversation`. The handshake states once the facts that the client states in every request:

- R-INIT: the metadata of the first request opens the session; the bridge answers `server/discover` itself.
  A server has one session: capabilities that only later requests declare stay unused, and are reported as
  weakened.
- R-MRTR, R-42: questions of the server travel in results; see `modern_requests`.
- R-LOG: the bridge sets the level of the server's log; see `modern_log_level`. Messages below the level of
  every open request are dropped.
- R-SUB: streams of the client share the subscriptions of the session; see `modern_streams`.
- R-TASK: tasks of the server become tasks of the extension; see `modern_tasks`.
- R-PING is answered here; completed visits are dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..conversion.log import Path, pointer
from ..conversion.losses import Change, Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, DecodeError, error_response
from ..messages.mismatch import shown
from ..revisions import facts_of
from ..specification.capabilities import declared
from .conversation import Conversation, accept_server_revision
from .drop_reasons import LEVEL_NOT_REQUESTED, TASK_STATUS, VISIT_COMPLETED
from .exchanges import Exchange, ExchangeTable
from .frame_conversion import convert
from .frames import Side, Tree, meta_of, notification, params_of
from .later_revisions import received
from .modern_log_level import LogLevel
from .modern_requests import OpenRequest, OpenRequests
from .modern_streams import ClientStream, ClientStreams
from .modern_tasks import ModernTasks
from .request_metadata import metadata_error
from .rules import (
    BORDER,
    CAPABILITIES,
    INPUT_METHODS,
    LIST_CHANGES,
    MODERN,
    SERVER_INFO,
    discover_result,
    initialize_params,
    undeclared_capabilities,
)
from .tasks import ABOUT_TASKS, TaskSides, calls_tasks, declares_extension, has_tasks

UNUSED_CAPABILITIES = Change(
    "R-INIT", "A request whose client declared less opened the session, so the server asks no more than that."
)
CAPABILITIES_PATH: Path = (((None, "params"), "_meta"), CAPABILITIES)


class ModernClientConversation(Conversation):
    """Requests of a modern client in one session with a legacy server."""

    opens_session = True

    def __init__(self, table: ExchangeTable, task_sides: TaskSides) -> None:
        super().__init__(table)
        self.task_sides: TaskSides = task_sides
        self.initialize_result: Tree = {}  # of the server, in the revision 2025-11-25
        self.client_capabilities: Tree = {}  # declared in the handshake
        self.undeclared: tuple[str, ...] = ()  # capabilities that the handshake did not declare
        self.requests = OpenRequests(table, self.pass_response, self._send_again)
        self.log_level = LogLevel(table, self.requests)
        self.streams = ClientStreams(table, self.converters)
        self.tasks = ModernTasks(
            table, self.converters, self.requests, self.streams, self._has_extension, self.handle_response
        )
        self.requests.tasks = self.tasks
        self.request_handlers = {
            ("client", "server/discover"): self._discover,
            ("client", "subscriptions/listen"): self._listen,
            ("server", "ping"): self.answer_ping,
            ("server", "sampling/createMessage"): self.requests.handle_question,
            ("server", "elicitation/create"): self.requests.handle_question,
            ("server", "roots/list"): self.requests.handle_question,
        }
        for method in ABOUT_TASKS:
            self.request_handlers["client", method] = self._handle_about_task
        for method in INPUT_METHODS:
            self.request_handlers["client", method] = self._handle_input_method
        self.notification_handlers |= {
            ("server", "notifications/cancelled"): self._handle_cancelled_question,
            ("server", "notifications/message"): self._handle_log_message,
            ("server", "notifications/resources/updated"): self.streams.handle_updated,
            ("server", "notifications/tasks/status"): self._handle_task_status,
            ("server", "notifications/elicitation/complete"): self.dropping(VISIT_COMPLETED),
        }
        for method in LIST_CHANGES:
            self.notification_handlers["server", method] = self.streams.handle_list_changed

    @property
    def server_capabilities(self) -> Tree:
        """The capabilities that the server declared, empty before the handshake."""
        capabilities: Tree = self.initialize_result.get("capabilities", {})
        return capabilities

    # The handshake

    def admits(self, exchange: Exchange, frame: Tree) -> bool:
        """Say whether the metadata of a request is complete and valid; refuse the request otherwise."""
        error = metadata_error(params_of(frame).get("_meta"), self.table.revision["client"])
        if error is not None:
            self.table.respond(exchange, error)
        return error is None

    def open_session(self, frame: Tree, then: Callable[[Tree | None], None]) -> None:
        """Open the session with the metadata of a request; pass `then` an error response, or None."""
        table, revision = self.table, self.table.revision["server"]
        sample: Tree = {"jsonrpc": "2.0", "id": 0, "method": "server/discover"}
        sample["params"] = {"_meta": meta_of(frame)}
        try:
            read, _ = received(table.revision, "client", sample)
            meta = meta_of(read)
            request: Tree = {**sample, "method": "initialize", "params": initialize_params(meta)}
            request = convert(request, BORDER, revision, sender="client").message
        except (NoCounterpart, DecodeError) as malformed:
            reason = f"the client's capabilities or name are malformed: {malformed}"
            then(error_response(None, INVALID_PARAMS, reason))
            return
        request = {**request, "params": {**request["params"], "protocolVersion": revision}}
        self.client_capabilities = meta[CAPABILITIES]

        def on_response(exchange: Exchange, answer: Tree) -> None:
            then(self._confirm_session(answer))

        table.send_own_request("server", request, on_response, seconds=table.limits.opening)

    def _confirm_session(self, frame: Tree) -> Tree | None:
        """Confirm the server's answer to `initialize`; return an error response if that is impossible."""
        table, result = self.table, frame.get("result")
        if type(result) is not dict:
            try:
                answer = convert(frame, BORDER, MODERN, sender="server", answering="initialize")
            except (NoCounterpart, DecodeError) as refusal:
                return error_response(None, INTERNAL_ERROR, f"the server refused the handshake: {refusal}")
            error: Tree = answer.message
            return error
        if not accept_server_revision(table, result.get("protocolVersion")):
            reason = f"the server speaks {shown(result.get('protocolVersion'))}"
            return error_response(None, INTERNAL_ERROR, reason)
        revision = table.revision["server"]
        frame = {"jsonrpc": "2.0", "id": 0, "result": result}
        try:
            answer = convert(frame, revision, BORDER, sender="server", answering="initialize")
            if type(answer.message["result"].get("capabilities")) is not dict:
                raise DecodeError("/result/capabilities", "expected an object")
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the server's initialize result is malformed: {refusal}"
            return error_response(None, INTERNAL_ERROR, reason)
        self.initialize_result = answer.message["result"]
        self.undeclared = undeclared_capabilities(self.client_capabilities, revision)
        extended = "tasks" in facts_of(revision).capabilities and has_tasks(
            self.task_sides, "server", calls_tasks(self.server_capabilities)
        )
        self.converters.has_extension = extended
        self.tasks.note_capabilities(self.server_capabilities)
        table.agreed = True
        info = self.initialize_result.get("serverInfo")
        table.result_meta = {} if info is None else {SERVER_INFO: info}
        table.send("server", notification("notifications/initialized"))
        return None

    def _discover(self, exchange: Exchange, frame: Tree) -> None:
        result = discover_result(self.initialize_result, extended=self.converters.has_extension)
        self.table.respond_result(exchange, result)

    # Requests of the client

    def forward(self, side: Side, exchange: Exchange, frame: Tree) -> None:
        """Send a request on; a request of the client after the log level that the request asks for."""
        if side == "client":
            exchange.attached = OpenRequest(exchange, frame)
            self._set_log_level(exchange.attached)
        super().forward(side, exchange, frame)

    def losses_beside_conversion(self, exchange: Exchange) -> tuple[Loss, ...]:
        """Return the loss of capabilities that a request declares and the handshake did not."""
        request = exchange.attached
        if (
            type(request) is not OpenRequest
            or exchange.method not in INPUT_METHODS
            or not request.capabilities
        ):
            return ()
        if not any(declared(request.capabilities, name) for name in self.undeclared):
            return ()
        id, reason = UNUSED_CAPABILITIES
        return (Loss("weakened", pointer(CAPABILITIES_PATH), request.capabilities, reason, id),)

    def as_sent(self, exchange: Exchange, message: Tree) -> Tree:
        """Record a request of the client as open on the server; ask for a task where tool and client may."""
        request = exchange.attached
        if type(request) is OpenRequest:
            if self.converters.has_extension and exchange.method == "tools/call":
                message, losses = self.tasks.calls.as_sent(request, message)
                exchange.losses += losses
            self.requests.add(request, exchange, message)
        return message

    def handle_response(self, exchange: Exchange, frame: Tree) -> None:
        """Pass a response of the server to the open request, a response of the client back."""
        request = exchange.attached
        if type(request) is not OpenRequest:
            if not (exchange.method in ABOUT_TASKS and self.tasks.handle_about_task(exchange, frame)):
                self.pass_response(exchange, frame)
            return
        if self.converters.has_extension:
            if exchange.method == "tools/list":
                self.tasks.calls.tools.note(frame.get("result"))
            elif exchange.method == "tools/call" and self.tasks.calls.handle_response(
                request, exchange, frame
            ):
                return
        self.requests.handle_response(request, frame)

    def cancel(self, exchange: Exchange, reason: str | None) -> None:
        """Cancel a request at the server, or end a stream."""
        attached = exchange.attached
        if type(attached) is OpenRequest:
            self.requests.end(attached, "the client cancelled the request", reason)
        elif type(attached) is ClientStream:
            self.streams.leave(attached)
        else:
            self.tasks.leave(exchange)
            super().cancel(exchange, reason)

    def close(self, side: Side) -> None:
        """End everything; when the server is gone, streams end with a result."""
        if side == "server":
            self.streams.complete_all()
        super().close(side)

    def _listen(self, exchange: Exchange, frame: Tree) -> None:
        wanted = frame["params"].get("notifications")
        tasks = self.converters.has_extension and type(wanted) is dict and "taskIds" in wanted
        if tasks and not self._has_extension(meta_of(frame)[CAPABILITIES]):
            self.tasks.refuse_undeclared(exchange)
        else:
            self.streams.listen(exchange, frame, self.server_capabilities, tasks=tasks)

    def _handle_input_method(self, exchange: Exchange, frame: Tree) -> None:
        """Send a request on, unless the client comes back with it to an open request."""
        params = frame["params"]
        if "requestState" in params or "inputResponses" in params:
            self.requests.resume(exchange, frame)
        else:
            self.forward("client", exchange, frame)

    def _send_again(self, request: OpenRequest) -> None:
        assert request.client is not None
        self._set_log_level(request)
        self.table.send_request("server", request.frame, request.client, self.handle_response)

    # Tasks

    def _has_extension(self, capabilities: Tree) -> bool:
        """Say whether a request with these capabilities comes from a client with the extension."""
        return has_tasks(self.task_sides, "client", declares_extension(capabilities))

    def _handle_about_task(self, exchange: Exchange, frame: Tree) -> None:
        """Answer a request about a task, or send it on."""
        if self.converters.has_extension and not self.tasks.admits(exchange, frame):
            return
        if self.converters.has_extension and self.tasks.answers(exchange, frame):
            return
        exchange.attached = frame
        super().forward("client", exchange, frame)

    def _handle_task_status(self, side: Side, frame: Tree) -> None:
        if self.converters.has_extension:
            self.tasks.handle_notification(frame)
        else:
            self.table.drop(frame, TASK_STATUS)

    def _handle_cancelled_question(self, side: Side, frame: Tree) -> None:
        self.tasks.drop_question(params_of(frame).get("requestId"))
        self.requests.handle_cancelled_question(side, frame)

    def exchange_of_progress(self, side: Side, token: Any) -> Exchange | None:
        """Return the request that a side reports progress on; a call that waits for a task is one."""
        call = self.tasks.waits.call_of(token) if side == "server" else None
        return call or super().exchange_of_progress(side, token)

    # The log

    def _set_log_level(self, request: OpenRequest) -> None:
        if request.level is not None and declared(self.server_capabilities, "logging"):
            self.log_level.request(request)

    def _handle_log_message(self, side: Side, frame: Tree) -> None:
        if self.log_level.admits(frame):
            self.forward_notification(side, frame)
        else:
            self.table.drop(frame, LEVEL_NOT_REQUESTED)
