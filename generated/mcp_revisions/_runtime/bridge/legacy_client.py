"""A legacy client (2024-11-05 to 2025-11-25) and a modern server (2026-07-28).

In and out: see `conversation`. Every request to the server states the facts that the client stated once, in
the handshake:

- R-INIT: the bridge answers `initialize` from the server's answer to `server/discover`, and drops
  `notifications/initialized`.
- R-META5, R-LOG: each request carries the client's name and capabilities, and the level of the last
  `logging/setLevel`, before the first one `log_level`.
- R-MRTR: questions in input-required results become requests; see `legacy_requests`.
- R-SUB: subscriptions become streams; see `legacy_streams`.
- R-TASK: tasks of a server with the extension become tasks of 2025-11-25; see `legacy_tasks`.
- R-PING is answered here. Progress of the client and changes of roots are dropped, as no modern server uses
  them.
"""

from __future__ import annotations

from functools import partial

from ..conversion.losses import Loss, NoCounterpart
from ..errors import (
    INTERNAL_ERROR,
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    DecodeError,
    error_response,
)
from ..revisions import facts_of
from ..specification.capabilities import declared
from .conversation import Conversation
from .drop_reasons import CLIENT_PROGRESS, ROOTS_ASKED_AGAIN, SERVER_WITHOUT_SESSION
from .exchanges import Exchange, ExchangeTable, OnResponse
from .followed_tasks import FollowedTask
from .frame_conversion import convert
from .frames import Side, Tree, params_of
from .legacy_requests import InputRounds, RepeatableRequest
from .legacy_streams import LISTS, ServerStream, ServerStreams
from .legacy_tasks import LegacyTasks
from .opening import DISCOVER, supported_versions
from .rules import (
    BORDER,
    CAPABILITIES,
    INPUT_METHODS,
    LEVELS,
    MODERN,
    UNSUPPORTED,
    initialize_result,
)
from .tasks import (
    ABOUT_TASKS,
    SERVER_TASKS,
    TaskSides,
    declares_extension,
    has_tasks,
    task_id_of,
    with_extension,
)


class LegacyClientConversation(Conversation):
    """A session of a legacy client with a modern server."""

    def __init__(self, table: ExchangeTable, log_level: str | None, task_sides: TaskSides) -> None:
        super().__init__(table)
        self.task_sides: TaskSides = task_sides
        self.log_level = log_level  # for a client that sets no level
        self.context: Tree = {}  # stated by the client once, repeated in every request
        self.server_capabilities: Tree = {}
        self.initialized = False  # the client has sent `initialize`, and the server did not refuse
        self.confirmed = False  # the client has sent `notifications/initialized`
        self.follows_lists = False
        self.rounds = InputRounds(table, self.handle_response)
        self.streams = ServerStreams(table, self._metadata, self.pass_response, self.forward_notification)
        self.tasks = LegacyTasks(table, self.converters, self.rounds, self._metadata, self.pass_response)
        self.request_handlers = {
            ("client", "initialize"): self._initialize,
            ("client", "ping"): self.answer_ping,
            ("client", "logging/setLevel"): self._set_level,
            ("client", "resources/subscribe"): self._subscribe,
            ("client", "resources/unsubscribe"): self.streams.unsubscribe,
            ("client", "tools/call"): self._call_tool,
            ("client", "tasks/get"): self._get_task,
            ("client", "tasks/result"): self._result_of_task,
            ("client", "tasks/cancel"): self._cancel_task,
        }
        self.notification_handlers |= {
            ("client", "notifications/initialized"): self._handle_initialized,
            ("client", "notifications/roots/list_changed"): self.dropping(ROOTS_ASKED_AGAIN),
            ("client", "notifications/progress"): self.dropping(CLIENT_PROGRESS),
            ("server", "notifications/cancelled"): self.streams.handle_cancelled,
            ("server", "notifications/subscriptions/acknowledged"): self.streams.handle_acknowledged,
            ("server", "notifications/resources/updated"): self.streams.handle_updated,
        }
        for name in LISTS:
            handler = self.streams.handle_list_changed
            self.notification_handlers["server", f"notifications/{name}/list_changed"] = handler

    # The handshake

    def _initialize(self, exchange: Exchange, frame: Tree) -> None:
        table, params = self.table, params_of(frame)
        if self.initialized:
            reason = "the session has been initialized already"
            table.respond_error(exchange, INVALID_REQUEST, reason)
            return
        stated = {"clientCapabilities": params.get("capabilities"), "clientInfo": params.get("clientInfo")}
        try:
            if type(params.get("protocolVersion")) is not str or None in stated.values():
                raise ValueError("initialize requires protocolVersion, capabilities and clientInfo")
            meta, losses = self._converted_metadata(stated)
        except ValueError as malformed:
            table.respond_error(exchange, INVALID_PARAMS, str(malformed))
            return
        self.context = {**self.context, **stated}
        self.initialized = True
        self.rounds.client_capabilities = meta[CAPABILITIES]
        exchange.attached = params["protocolVersion"]
        self._discover(exchange, meta, partial(self._discovered, again=True), losses)

    def _discover(
        self, exchange: Exchange, meta: Tree, on_response: OnResponse, losses: tuple[Loss, ...] = ()
    ) -> None:
        request: Tree = {"jsonrpc": "2.0", "method": DISCOVER, "params": {"_meta": meta}}
        seconds = self.table.limits.opening
        self.table.send_request("server", request, exchange, on_response, losses, seconds=seconds)

    def _discovered(self, exchange: Exchange, frame: Tree, *, again: bool = False) -> None:
        """Answer `initialize` from the server's answer to `server/discover`.

        A server that refuses a revision which its error lists as supported is asked once `again`.
        """
        table, revision = self.table, self.table.revision["client"]
        result = frame.get("result")
        if again and "result" not in frame and MODERN in supported_versions(frame):
            self._discover(exchange, self._metadata(), self._discovered)
            return
        self.initialized = False  # so that the client may try again after an error
        if type(result) is not dict and "result" not in frame:
            self.handle_response(exchange, frame)
            return
        versions = result.get("supportedVersions") if type(result) is dict else [MODERN]
        if type(versions) is not list or MODERN not in versions:
            data = {"supported": [revision], "requested": exchange.attached}
            reason = f"the server does not speak {table.revision['server']}"
            table.respond_error(exchange, INVALID_PARAMS, reason, data)
            return
        try:
            if type(result) is not dict:
                raise DecodeError("/result", "expected an object")
            if type(result.get("capabilities")) is not dict:
                raise DecodeError("/result/capabilities", "expected an object")
            extended = has_tasks(self.task_sides, "server", declares_extension(result["capabilities"]))
            tasks = SERVER_TASKS if extended and self.tasks.client_has_tasks else None
            answer: Tree = {"jsonrpc": "2.0", "id": None, "result": initialize_result(result, tasks)}
            converted = convert(answer, BORDER, revision, sender="server", answering="initialize")
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the server's discover result is malformed: {refusal}"
            table.respond_error(exchange, INTERNAL_ERROR, reason)
            return
        self.initialized = table.agreed = True
        self.server_capabilities = result["capabilities"]
        self.converters.has_extension = extended
        if extended:
            capabilities = with_extension(self.context["clientCapabilities"])
            self.context = {**self.context, "clientCapabilities": capabilities}
        if self.log_level is not None and declared(self.server_capabilities, "logging"):
            self.context = {"logLevel": self.log_level, **self.context}
        answer = converted.message
        answer = {**answer, "result": {**answer["result"], "protocolVersion": revision}}
        table.respond(exchange, answer, converted.losses)
        self._follow_lists()

    def _converted_metadata(self, context: Tree) -> tuple[Tree, tuple[Loss, ...]]:
        """Return the `_meta` of a converted sample request, and its losses; raise `ValueError` if unfit."""
        frame = {"jsonrpc": "2.0", "id": 0, "method": "tools/list"}
        revision = self.table.revision["client"]
        message, losses = convert(frame, revision, MODERN, sender="client", context=context)
        return message["params"]["_meta"], losses

    def _metadata(self) -> Tree:
        return self._converted_metadata(self.context)[0]

    def _handle_initialized(self, side: Side, frame: Tree) -> None:
        self.table.drop(frame, SERVER_WITHOUT_SESSION)
        self.confirmed = True
        self._follow_lists()

    def _follow_lists(self) -> None:
        """Open the stream of list changes once, when the client has confirmed and the server is known."""
        if self.server_capabilities and self.confirmed and not self.follows_lists:
            self.follows_lists = True
            self.streams.follow_lists(self.server_capabilities)

    # Requests of the client

    def request_context(self) -> Tree:
        """Return the client's name, its capabilities and its log level."""
        return self.context

    def as_sent(self, exchange: Exchange, message: Tree) -> Tree:
        """Record a request that may be answered with questions."""
        if exchange.method in INPUT_METHODS:
            exchange.attached = RepeatableRequest(message)
        return message

    def handle_response(self, exchange: Exchange, frame: Tree) -> None:
        """Pass a response back, or ask the questions in it."""
        result, error, request = frame.get("result"), frame.get("error"), exchange.attached
        if type(request) is RepeatableRequest and self._is_about_task(exchange, request, frame):
            return
        if exchange.method in ABOUT_TASKS and type(result) is dict:
            self._handle_task(exchange, frame)
            return
        asks = type(result) is dict and result.get("resultType") == "input_required"
        refused = type(error) is dict and error.get("code") == facts_of(MODERN).errors[UNSUPPORTED]
        if asks and type(request) is RepeatableRequest:
            assert result is not None
            self.rounds.handle_result(exchange, request, result)
        elif refused and exchange.method != "initialize":
            reason = f"the server does not speak {self.table.revision['server']}"
            self.table.respond_error(exchange, INTERNAL_ERROR, reason, error)
        else:
            self.pass_response(exchange, frame)

    def cancel(self, exchange: Exchange, reason: str | None) -> None:
        """Cancel a request at the server, and the questions or the stream that belong to the request."""
        self.table.cancel(exchange, reason)
        if type(exchange.attached) is RepeatableRequest:
            self.rounds.cancel_questions(exchange.attached, reason)
            self.tasks.leave(exchange)
        elif type(exchange.attached) is FollowedTask:
            self.tasks.leave(exchange)
        elif type(exchange.attached) is ServerStream:
            self.streams.close(exchange.attached, error_response(None, INTERNAL_ERROR, "cancelled"))

    # Tasks

    def _call_tool(self, exchange: Exchange, frame: Tree) -> None:
        """Send a call on, and note whether it is to run as a task."""
        task = params_of(frame).get("task")
        self.forward("client", exchange, frame)
        request = exchange.attached
        wanted = self.converters.has_extension and self.tasks.client_has_tasks and type(task) is dict
        if wanted and type(request) is RepeatableRequest:
            request.task = task

    def _is_about_task(self, exchange: Exchange, request: RepeatableRequest, frame: Tree) -> bool:
        """Treat the response to a call if a task is created, or was asked for; say whether that is so."""
        result = frame.get("result")
        if not self.converters.has_extension or exchange.method != "tools/call" or type(result) is not dict:
            return False
        kind = result.get("resultType", "complete")
        if kind == "task":
            self.tasks.handle_created(exchange, request, frame)
        elif kind == "complete" and request.task is not None:
            self.tasks.keep(exchange, request, frame)
        else:
            return False
        return True

    def _get_task(self, exchange: Exchange, frame: Tree) -> None:
        if not self.converters.has_extension or not self.tasks.answer_kept(exchange, frame):
            self._forward_about_task(exchange, frame)

    def _result_of_task(self, exchange: Exchange, frame: Tree) -> None:
        if self.converters.has_extension and self.tasks.client_has_tasks:
            self.tasks.result(exchange, frame)
        else:
            self.forward("client", exchange, frame)

    def _cancel_task(self, exchange: Exchange, frame: Tree) -> None:
        if not self.converters.has_extension or not self.tasks.cancel_task(exchange, frame):
            self._forward_about_task(exchange, frame)

    def _forward_about_task(self, exchange: Exchange, frame: Tree) -> None:
        exchange.attached = task_id_of(frame)
        self.forward("client", exchange, frame)

    def _handle_task(self, exchange: Exchange, frame: Tree) -> None:
        """Treat the server's answer to a request about a task."""
        if exchange.method == "tasks/get":
            self.tasks.handle_status(exchange, exchange.attached, frame)
        else:
            self.tasks.handle_cancelled(exchange, exchange.attached)

    def _set_level(self, exchange: Exchange, frame: Tree) -> None:
        level = params_of(frame).get("level")
        if level not in LEVELS:
            reason = f"a level is one of {', '.join(LEVELS)}"
            self.table.respond_error(exchange, INVALID_PARAMS, reason)
        elif self.initialized and not declared(self.server_capabilities, "logging"):
            self.table.respond_error(exchange, METHOD_NOT_FOUND, "the server keeps no log")
        else:
            self.context = {**self.context, "logLevel": level}
            self.table.respond_result(exchange, {})

    def _subscribe(self, exchange: Exchange, frame: Tree) -> None:
        known = self.server_capabilities if self.initialized else None
        self.streams.subscribe(exchange, frame, known)
