"""A modern client (2026-07-28) and a legacy server (2024-11-05 to 2025-11-25).

In and out: see `conversation`. The handshake states once the facts that the client states in every request:

- R-INIT: the metadata of the first request opens the session; the bridge answers `server/discover` itself.
  A server has one session: capabilities that only later requests declare stay unused, and are reported as
  weakened.
- R-MRTR, R-42: input requests of the server travel in results; see `input_requests_into_results`.
- R-LOG: the bridge sets the level of the server's log; messages below the level of
  every open request are dropped.
- R-SUB: requests of the client that stay open share the subscriptions of the session; see
  `listen_into_subscribe`.
- R-TASK: tasks of the server become tasks of the extension; see `tasks_into_extension`.
- R-PING is answered here; completed visits are dropped.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from ..conversion.log import Path
from ..conversion.losses import Change, Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, DecodeError, error_response
from ..json_tree import tree
from ..json_values import linked_pointer
from ..messages.mismatch import shown
from ..revisions import facts_of
from ..sides import Side
from ..specification.declared_paths import declares
from ..task_names import TASKS
from .conversation import LegacyServerConversation
from .converters import as_read, convert
from .core import NO_ROOM_FOR_SESSION, Core, ignore_response
from .frames import (
    INPUT_REQUEST_CANCELLED,
    LEVEL_NOT_REQUESTED,
    TASK_STATUS,
    Tree,
    meta_of,
    notification,
    params_of,
)
from .input_requests_into_results import InputRequestsIntoResults
from .listen_into_subscribe import ListenIntoSubscribe
from .requests import Request
from .rules import (
    ABOUT_TASKS,
    CAPABILITIES,
    FIRST_MODERN,
    INPUT_METHODS,
    LAST_LEGACY,
    LEVEL,
    SERVER_INFO,
    TaskSides,
    calls_tasks,
    discover_result,
    has_tasks,
    initialize_params,
    is_severe_enough,
    metadata_error,
    most_verbose,
    named_capabilities,
    shared_extensions,
    task_id_of,
    undeclared_capabilities,
)
from .tasks_into_extension import TasksIntoExtension

UNUSED_CAPABILITIES = Change(
    "R-INIT", "A request whose client declared less opened the session, so the server asks no more than that."
)
CAPABILITIES_PATH: Path = (((None, "params"), "_meta"), CAPABILITIES)


class ModernToLegacy(LegacyServerConversation[TasksIntoExtension]):
    """Requests of a modern client in one session with a legacy server."""

    eras = ("modern", "legacy")
    opens_session = True

    def __init__(self, core: Core, task_sides: TaskSides) -> None:
        super().__init__(core)
        self.task_sides: TaskSides = task_sides
        self.known_result: Tree | None = None  # of `initialize`, as the server wrote it
        self.initialize_result: Tree = {}  # of the server, in the revision 2025-11-25
        self.client_capabilities: Tree = {}  # declared in the handshake
        self.undeclared: tuple[str, ...] = ()  # capabilities that the handshake did not declare
        self.level: str | None = None  # that the server was asked for last
        self.subscriptions = ListenIntoSubscribe(core, self.converters)
        self.tasks = TasksIntoExtension(
            core,
            self.converters,
            self.subscriptions,
            self._has_extension,
            self._handle_outcome,
            self.handle_response,
            self._answer_input_request,
        )
        self.input_requests = InputRequestsIntoResults(
            core, self.tasks, self.pass_response, self._send_again, self.cancel
        )

    @property
    def server_capabilities(self) -> Tree:
        """The capabilities that the server declared, empty before the handshake."""
        capabilities: Tree = self.initialize_result.get("capabilities", {})
        return capabilities

    # The handshake

    def admits(self, request: Request, frame: Tree) -> bool:
        """Say whether the metadata of a request is complete and valid; refuse the request otherwise."""
        error = metadata_error(params_of(frame).get("_meta"), self.core.revision["client"])
        if error is not None:
            self.core.respond(request, error)
        return error is None

    def open_session(self, frame: Tree, then: Callable[[Tree | None], None]) -> None:
        """Open the session with the metadata of a request; pass `then` an error response, or None."""
        core, revision = self.core, self.core.revision["server"]
        sample: Tree = {"jsonrpc": "2.0", "id": 0, "method": "server/discover"}
        sample["params"] = {"_meta": meta_of(frame)}
        try:
            read, _ = as_read(core.revision, "client", sample)
            meta = meta_of(read)
            request: Tree = {**sample, "method": "initialize", "params": initialize_params(meta)}
            request = convert(request, LAST_LEGACY, revision, sender="client").message
        except (NoCounterpart, DecodeError) as malformed:
            reason = f"the client's capabilities or name are malformed: {malformed}"
            then(error_response(None, INVALID_PARAMS, reason))
            return
        if not core.account.count("client", meta[CAPABILITIES]):
            then(error_response(None, INTERNAL_ERROR, NO_ROOM_FOR_SESSION))
            return
        request = {**request, "params": {**request["params"], "protocolVersion": revision}}
        self.client_capabilities = meta[CAPABILITIES]

        def on_response(request: Request, answer: Tree) -> None:
            then(self._confirm_session(answer))

        core.send_own_request("server", request, on_response, seconds=core.limits.opening)

    def _confirm_session(self, frame: Tree) -> Tree | None:
        """Confirm the server's answer to `initialize`; return an error response if that is impossible."""
        core, result = self.core, frame.get("result")
        if type(result) is not dict:
            try:
                answer = convert(frame, LAST_LEGACY, FIRST_MODERN, sender="server", answering="initialize")
            except (NoCounterpart, DecodeError) as refusal:
                return error_response(None, INTERNAL_ERROR, f"the server refused the handshake: {refusal}")
            error: Tree = answer.message
            return error
        if not self.accept_server_revision(result.get("protocolVersion")):
            reason = f"the server speaks {shown(result.get('protocolVersion'))}"
            return error_response(None, INTERNAL_ERROR, reason)
        revision = core.revision["server"]
        frame = {"jsonrpc": "2.0", "id": 0, "result": result}
        try:
            answer = convert(frame, revision, LAST_LEGACY, sender="server", answering="initialize")
            if type(tree(answer.message["result"].get("capabilities"))) is not dict:
                raise DecodeError("/result/capabilities", "expected an object")
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the server's initialize result is malformed: {refusal}"
            return error_response(None, INTERNAL_ERROR, reason)
        if not core.account.count("server", result):
            return error_response(None, INTERNAL_ERROR, NO_ROOM_FOR_SESSION)
        self.known_result, self.initialize_result = result, answer.message["result"]
        self.undeclared = undeclared_capabilities(self.client_capabilities, revision)
        extended = "tasks" in facts_of(revision).capabilities and has_tasks(
            self.task_sides, "server", calls_tasks(self.server_capabilities)
        )
        self.converters.has_extension = extended
        self.tasks.can_cancel = declares(self.server_capabilities, "tasks.cancel")
        core.agreed = True
        info = self.initialize_result.get("serverInfo")
        core.result_meta = {} if info is None else {SERVER_INFO: info}
        core.send("server", notification("notifications/initialized"))
        return None

    def discover(self, request: Request, frame: Tree) -> None:
        """Answer `server/discover` from the handshake."""
        result = discover_result(self.initialize_result, extended=self.converters.has_extension)
        self.core.respond_result(request, result)

    def shares_extension(self, side: Side, frame: Tree) -> bool:
        """Say whether the client declared the extension of the server, with this request or before.

        The client takes no requests of the server.
        """
        if side == "server" and "id" in frame:
            return False
        capabilities = meta_of(frame).get(CAPABILITIES) or self.client_capabilities
        return bool(shared_extensions(capabilities, self.server_capabilities))

    def pass_foreign(self, request: Request, frame: Tree) -> None:
        """Answer with a response of the server, whose result gets the type that each result has."""
        result = frame.get("result")
        if type(result) is dict:
            frame = {**frame, "result": {"resultType": "complete", **result}}
        super().pass_foreign(request, frame)

    # Requests of the client

    def forward(self, side: Side, request: Request, frame: Tree) -> None:
        """Send a request on; a request of the client after the log level that the request asks for."""
        if side == "client":
            meta = meta_of(frame)
            request.capabilities, request.level = named_capabilities(meta[CAPABILITIES]), meta.get(LEVEL)
            self._set_log_level(request)
        super().forward(side, request, frame)

    def losses_beside_conversion(self, frame: Tree) -> tuple[Loss, ...]:
        """Return the loss of capabilities that a request declares and the handshake did not."""
        if not self.undeclared or frame["method"] not in INPUT_METHODS:
            return ()
        capabilities = meta_of(frame)[CAPABILITIES]
        if not any(declares(capabilities, name) for name in self.undeclared):
            return ()
        id, reason = UNUSED_CAPABILITIES
        return (Loss("weakened", linked_pointer(CAPABILITIES_PATH), capabilities, reason, id),)

    def as_sent(self, request: Request, message: Tree) -> Tree:
        """Note a request that is about to be sent; ask for a task where tool and client may."""
        if request.requestor != "client" or request.method in ABOUT_TASKS:
            return message
        if self.converters.has_extension and request.method == "tools/call":
            message, losses = self.tasks.call_as_sent(request, message)
            request.losses += losses
        return message

    def handle_response(self, request: Request, frame: Tree) -> None:
        """Pass a response of the server to the client, unless it is about a task or asks for visits."""
        method = request.method
        if method in ABOUT_TASKS:
            if not self.tasks.handle_about_task(request, frame):
                self.pass_response(request, frame)
            return
        if self.converters.has_extension:
            if method == "tools/list":
                self.tasks.tools.note(frame.get("result"))
            elif method == "tools/call" and self.tasks.handle_call_response(request, frame):
                return
        self.input_requests.handle_response(request, frame)

    def _handle_outcome(self, request: Request, frame: Tree) -> None:
        self.input_requests.handle_response(request, frame)

    def _answer_input_request(self, input_request: Request, answer: Any) -> None:
        self.input_requests.answer(input_request, answer)

    def close(self, side: Side, reason: str) -> None:
        """End everything; when the server is gone, subscriptions end with a result."""
        if side == "server":
            self.subscriptions.complete_all()
        super().close(side, reason)

    def listen(self, request: Request, frame: Tree) -> None:
        """Open a subscription of the client."""
        wanted = frame["params"].get("notifications")
        tasks = self.converters.has_extension and type(wanted) is dict and "taskIds" in wanted
        if tasks and not self._has_extension(named_capabilities(meta_of(frame)[CAPABILITIES])):
            self.tasks.refuse_undeclared(request)
        else:
            self.subscriptions.listen(request, frame, self.server_capabilities, tasks=tasks)

    def handle_input_method(self, request: Request, frame: Tree) -> None:
        """Send a request on, unless the client comes back with it to an open request."""
        params = frame["params"]
        if "requestState" in params or "inputResponses" in params:
            self.input_requests.resume(request, frame)
        else:
            self.forward("client", request, frame)

    @property
    def away(self) -> int:
        """The number of calls whose client is away with input requests."""
        return len(self.input_requests.away)

    def returns(self, request: Request, frame: Tree) -> bool:
        """Say whether a request names one whose client is away with input requests."""
        return request.method in INPUT_METHODS and self.input_requests.request_of(frame) is not None

    def _send_again(self, request: Request) -> None:
        self._set_log_level(request)
        self.core.send_request("server", request.frame, request, self.handle_response)

    # Tasks

    def _has_extension(self, capabilities: frozenset[str]) -> bool:
        """Say whether a request with these capabilities comes from a client with the extension."""
        return has_tasks(self.task_sides, "client", TASKS in capabilities)

    def handle_about_task(self, request: Request, frame: Tree) -> None:
        """Answer a request about a task, or send it on."""
        request.capabilities = named_capabilities(meta_of(frame)[CAPABILITIES])
        if self.converters.has_extension and not self.tasks.admits(request, frame):
            return
        if self.converters.has_extension and self.tasks.answers(request, frame):
            return
        request.task_id = task_id_of(frame)
        super().forward("client", request, frame)

    def handle_task_status(self, side: Side, frame: Tree) -> None:
        """Send the status of a task to the subscriptions that asked for it."""
        if self.converters.has_extension:
            self.tasks.handle_notification(frame)
        else:
            self.core.drop(frame, TASK_STATUS)

    def handle_cancelled_input_request(self, side: Side, frame: Tree) -> None:
        """Forget an input request that the server cancels (R-CANCEL)."""
        input_request = self.core.asked_request("server", params_of(frame).get("requestId"))
        self.core.drop(frame, INPUT_REQUEST_CANCELLED)
        if input_request is not None:
            self.core.cancel(input_request)

    # The log

    def _set_log_level(self, asking: Request) -> None:
        """Send `logging/setLevel` if a request that is about to be sent changes the most verbose level."""
        if asking.level is None or not declares(self.server_capabilities, "logging"):
            return
        if self.core.is_saturated("server"):
            return
        levels = [request.level for request in self.input_requests.at_server if request.level is not None]
        wanted = most_verbose([asking.level, *levels])
        if wanted is not None and wanted != self.level:
            self.level = wanted
            frame: Tree = {"jsonrpc": "2.0", "method": "logging/setLevel", "params": {"level": wanted}}
            self.core.send_own_request("server", frame, ignore_response, seconds=self.core.limits.opening)

    def handle_log_message(self, side: Side, frame: Tree) -> None:
        """Send a log message on if a request with a waiting client asked for its level."""
        waiting = [request for request in self.input_requests.at_server if request.state != "away"]
        levels = [request.level for request in waiting if request.level is not None]
        if is_severe_enough(params_of(frame).get("level"), most_verbose(levels)):
            self.forward_notification(side, frame)
        else:
            self.core.drop(frame, LEVEL_NOT_REQUESTED)
