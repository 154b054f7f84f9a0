"""A legacy client (2024-11-05 to 2025-11-25) and a modern server (2026-07-28).

In and out: see `conversation`. Every request to the server states the facts that the client stated once, in
the handshake:

- R-INIT: the bridge answers `initialize` from the server's answer to `server/discover`, and drops
  `notifications/initialized`.
- R-META5, R-LOG: each request carries the client's name and capabilities, and the level of the last
  `logging/setLevel`, before the first one `log_level`.
- R-MRTR: input requests in input-required results become requests; see `input_requests_out_of_results`.
- R-SUB: each subscription becomes a request that stays open; see `subscribe_into_listen`.
- R-TASK: tasks of a server with the extension become tasks of 2025-11-25; see `tasks_out_of_extension`.
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
)
from ..revisions import facts_of
from ..sides import Side
from ..specification.declared_paths import declares
from .budget import repeated_size
from .conversation import Conversation
from .converters import convert
from .core import NO_ROOM_FOR_SESSION, Core
from .frames import DISCOVER, SERVER_WITHOUT_SESSION, Tree, meta_of, params_of
from .input_requests_out_of_results import InputRequestsOutOfResults
from .opening import supported_versions
from .requests import OnResponse, Request
from .rules import (
    ABOUT_TASKS,
    CAPABILITIES,
    FIRST_MODERN,
    INPUT_METHODS,
    LAST_LEGACY,
    LEVELS,
    SERVER_TASKS,
    UNSUPPORTED,
    TaskSides,
    declares_extension,
    has_tasks,
    initialize_result,
    named_capabilities,
    shared_extensions,
    task_id_of,
    with_extension,
)
from .subscribe_into_listen import SubscribeIntoListen
from .tasks_out_of_extension import TasksOutOfExtension


class LegacyToModern(Conversation):
    """A session of a legacy client with a modern server."""

    eras = ("legacy", "modern")

    def __init__(self, core: Core, log_level: str | None, task_sides: TaskSides) -> None:
        super().__init__(core)
        self.task_sides: TaskSides = task_sides
        self.log_level = log_level  # for a client that sets no level
        self.context: Tree = {}  # stated by the client once, repeated in every request
        self.server_capabilities: Tree = {}
        self.requested = ""  # the revision that `initialize` names
        self.initialized = False  # the client has sent `initialize`, and the server did not refuse
        self.confirmed = False  # the client has sent `notifications/initialized`
        self.follows_lists = False
        self.input_requests = InputRequestsOutOfResults(core, self.handle_response)
        self.subscriptions = SubscribeIntoListen(
            core, self._metadata, self.pass_response, self.forward_notification
        )
        self.tasks = TasksOutOfExtension(
            core, self.converters, self.input_requests, self._metadata, self.pass_response
        )

    # The handshake

    def initialize(self, request: Request, frame: Tree) -> None:
        """Ask the server for its capabilities, to answer `initialize`."""
        core, params = self.core, params_of(frame)
        if self.initialized:
            reason = "the session has been initialized already"
            core.respond_error(request, INVALID_REQUEST, reason)
            return
        stated = {"clientCapabilities": params.get("capabilities"), "clientInfo": params.get("clientInfo")}
        try:
            if type(params.get("protocolVersion")) is not str or None in stated.values():
                raise ValueError("initialize requires protocolVersion, capabilities and clientInfo")
            meta, losses = self._converted_metadata(stated)
        except ValueError as malformed:
            core.respond_error(request, INVALID_PARAMS, str(malformed))
            return
        if not core.account.count("client", stated):
            core.respond_error(request, INTERNAL_ERROR, NO_ROOM_FOR_SESSION)
            return
        self.context = {**self.context, **stated}
        core.repeated = repeated_size(stated)
        self.initialized = True
        self.input_requests.capabilities = named_capabilities(meta[CAPABILITIES])
        self.requested = params["protocolVersion"]
        self._discover(request, meta, partial(self._discovered, again=True), losses)

    def _discover(
        self, request: Request, meta: Tree, on_response: OnResponse, losses: tuple[Loss, ...] = ()
    ) -> None:
        frame: Tree = {"jsonrpc": "2.0", "method": DISCOVER, "params": {"_meta": meta}}
        seconds = self.core.limits.opening
        self.core.send_request("server", frame, request, on_response, losses, seconds=seconds)

    def _discovered(self, request: Request, frame: Tree, *, again: bool = False) -> None:
        """Answer `initialize` from the server's answer to `server/discover`.

        A server that refuses a revision which its error lists as supported is asked once `again`.
        """
        core, revision = self.core, self.core.revision["client"]
        result = frame.get("result")
        if again and "result" not in frame and FIRST_MODERN in supported_versions(frame):
            self._discover(request, self._metadata(), self._discovered)
            return
        self.initialized = False  # so that the client may try again after an error
        if type(result) is not dict and "result" not in frame:
            self.handle_response(request, frame)
            return
        versions = result.get("supportedVersions") if type(result) is dict else [FIRST_MODERN]
        if type(versions) is not list or FIRST_MODERN not in versions:
            data = {"supported": [revision], "requested": self.requested}
            reason = f"the server does not speak {core.revision['server']}"
            core.respond_error(request, INVALID_PARAMS, reason, data)
            return
        try:
            if type(result) is not dict:
                raise DecodeError("/result", "expected an object")
            if type(result.get("capabilities")) is not dict:
                raise DecodeError("/result/capabilities", "expected an object")
            extended = has_tasks(self.task_sides, "server", declares_extension(result["capabilities"]))
            tasks = SERVER_TASKS if extended and self.tasks.client_has_tasks else None
            answer: Tree = {"jsonrpc": "2.0", "id": None, "result": initialize_result(result, tasks)}
            converted = convert(answer, LAST_LEGACY, revision, sender="server", answering="initialize")
        except (NoCounterpart, DecodeError) as refusal:
            reason = f"the server's discover result is malformed: {refusal}"
            core.respond_error(request, INTERNAL_ERROR, reason)
            return
        if not core.account.count("server", result["capabilities"]):
            core.respond_error(request, INTERNAL_ERROR, NO_ROOM_FOR_SESSION)
            return
        self.initialized = core.agreed = True
        self.server_capabilities = result["capabilities"]
        self.converters.has_extension = extended
        if extended:
            capabilities = with_extension(self.context["clientCapabilities"])
            self.context = {**self.context, "clientCapabilities": capabilities}
        if self.log_level is not None and declares(self.server_capabilities, "logging"):
            self.context = {"logLevel": self.log_level, **self.context}
        answer = converted.message
        answer = {**answer, "result": {**answer["result"], "protocolVersion": revision}}
        core.respond(request, answer, converted.losses)
        self._follow_lists()

    def _converted_metadata(self, context: Tree) -> tuple[Tree, tuple[Loss, ...]]:
        """Return the `_meta` of a converted sample request, and its losses; raise `ValueError` if unfit."""
        frame = {"jsonrpc": "2.0", "id": 0, "method": "tools/list"}
        revision = self.core.revision["client"]
        message, losses = convert(frame, revision, FIRST_MODERN, sender="client", context=context)
        return message["params"]["_meta"], losses

    def _metadata(self) -> Tree:
        return self._converted_metadata(self.context)[0]

    def handle_initialized(self, side: Side, frame: Tree) -> None:
        """Subscribe to changes of lists."""
        self.core.drop(frame, SERVER_WITHOUT_SESSION)
        self.confirmed = True
        self._follow_lists()

    def _follow_lists(self) -> None:
        """Subscribe to changes of lists once, when the client has confirmed and the server is known."""
        if self.server_capabilities and self.confirmed and not self.follows_lists:
            self.follows_lists = True
            self.subscriptions.follow_lists(self.server_capabilities)

    def shares_extension(self, side: Side, frame: Tree) -> bool:
        """Say whether the handshake declared an extension that the server declared, too."""
        return bool(shared_extensions(self.context.get("clientCapabilities"), self.server_capabilities))

    def as_foreign(self, side: Side, frame: Tree) -> Tree:
        """Return a frame with the metadata that each request to the server has."""
        if side == "server" or "id" not in frame:
            return frame
        meta = {**meta_of(frame), **self._metadata()}
        return {**frame, "params": {**params_of(frame), "_meta": meta}}

    # Requests of the client

    def request_context(self) -> Tree:
        """Return the client's name, its capabilities and its log level."""
        return self.context

    def handle_response(self, request: Request, frame: Tree) -> None:
        """Pass a response back, or send the input requests in it to the client."""
        result, error = frame.get("result"), frame.get("error")
        if request.method == "tools/call" and self._is_about_task(request, frame):
            return
        if request.method in ABOUT_TASKS and type(result) is dict:
            self._handle_task(request, frame)
            return
        asks = type(result) is dict and result.get("resultType") == "input_required"
        refused = type(error) is dict and error.get("code") == facts_of(FIRST_MODERN).errors[UNSUPPORTED]
        if asks and request.method in INPUT_METHODS:
            assert result is not None
            self.input_requests.handle_result(request, result)
        elif refused and request.method != "initialize":
            reason = f"the server does not speak {self.core.revision['server']}"
            self.core.respond_error(request, INTERNAL_ERROR, reason, error)
        else:
            self.pass_response(request, frame)

    # Tasks

    def call_tool(self, request: Request, frame: Tree) -> None:
        """Send a call on, and note whether it is to run as a task."""
        task = params_of(frame).get("task")
        if self.converters.has_extension and self.tasks.client_has_tasks and type(task) is dict:
            request.task_wanted = task
        self.forward("client", request, frame)

    def _is_about_task(self, request: Request, frame: Tree) -> bool:
        """Treat the response to a call if a task is created, or was asked for; say whether that is so."""
        result = frame.get("result")
        if not self.converters.has_extension or type(result) is not dict:
            return False
        kind = result.get("resultType", "complete")
        if kind == "task":
            self.tasks.handle_created(request, frame)
        elif kind == "complete" and request.task_wanted is not None:
            self.tasks.keep(request, frame)
        else:
            return False
        return True

    def get_task(self, request: Request, frame: Tree) -> None:
        """Answer `tasks/get` for a task of the bridge, or send it on."""
        if not self.converters.has_extension or not self.tasks.answer_own(request, frame):
            self._forward_about_task(request, frame)

    def result_of_task(self, request: Request, frame: Tree) -> None:
        """Answer `tasks/result`, or wait for the task."""
        if self.converters.has_extension and self.tasks.client_has_tasks:
            self.tasks.result(request, frame)
        else:
            self.forward("client", request, frame)

    def cancel_task(self, request: Request, frame: Tree) -> None:
        """Refuse to cancel a task of the bridge, or send the request on."""
        if not self.converters.has_extension or not self.tasks.answer_own(request, frame):
            self._forward_about_task(request, frame)

    def _forward_about_task(self, request: Request, frame: Tree) -> None:
        request.task_id = task_id_of(frame)
        self.forward("client", request, frame)

    def _handle_task(self, request: Request, frame: Tree) -> None:
        """Treat the server's answer to a request about a task."""
        if request.method == "tasks/get":
            self.tasks.handle_status(request, frame)
        else:
            self.tasks.handle_cancel_acknowledged(request)

    def set_level(self, request: Request, frame: Tree) -> None:
        """Note the level that each further request asks for."""
        level = params_of(frame).get("level")
        if level not in LEVELS:
            reason = f"a level is one of {', '.join(LEVELS)}"
            self.core.respond_error(request, INVALID_PARAMS, reason)
        elif self.initialized and not declares(self.server_capabilities, "logging"):
            self.core.respond_error(request, METHOD_NOT_FOUND, "the server keeps no log")
        else:
            self.context = {**self.context, "logLevel": level}
            self.core.respond_result(request, {})

    def subscribe(self, request: Request, frame: Tree) -> None:
        """Subscribe to a resource."""
        known = self.server_capabilities if self.initialized else None
        self.subscriptions.subscribe(request, frame, known)
