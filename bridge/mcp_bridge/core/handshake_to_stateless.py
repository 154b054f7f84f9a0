"""A client with a handshake (2024-11-05 to 2025-11-25) and a stateless server (2026-07-28).

Every request to the server repeats what the client stated once, in the handshake. Rules:

- R-INIT: the bridge answers `initialize` from the server's answer to `server/discover`, and drops
  `notifications/initialized`.
- R-META5, R-LOG: each request carries the client's name and capabilities, and the log level. The level is
  that of the last `logging/setLevel`, or `log_level` before the first one.
- R-MRTR: input requests in input-required results become requests to the client (see `input_requests`).
- R-SUB: each subscription becomes a request that stays open (see `subscriptions`).
- R-TASK: tasks of a server with the extension become tasks of 2025-11-25 (see `tasks`).
- R-PING: the bridge answers `ping`. It drops the client's progress and the changes of its roots, because a
  stateless server does not use them.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import mcp_revisions as mr
from mcp_revisions import Change, DecodeError, Loss
from mcp_revisions.jsonrpc import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, member

from mcp_bridge.core import rules
from mcp_bridge.core.budget import repeated_size
from mcp_bridge.core.conversation import Conversation
from mcp_bridge.core.converters import convert, known_methods
from mcp_bridge.core.frames import (
    DISCOVER,
    REFUSED,
    SERVER_WITHOUT_SESSION,
    JsonObject,
    Refused,
    frame_of,
    loss_by,
    meta_of,
    params_of,
)
from mcp_bridge.core.input_requests import InputRequestsOutOfResults
from mcp_bridge.core.opening import supported_versions
from mcp_bridge.core.requests import NO_ROOM_FOR_SESSION, Core, OnResponse, Request
from mcp_bridge.core.revisions import facts_of
from mcp_bridge.core.rules import TaskSides
from mcp_bridge.core.sides import Side
from mcp_bridge.core.subscriptions import SubscribeIntoListen
from mcp_bridge.core.tasks import TasksOutOfExtension

COMPLETE = Change("R-VENDOR", "Results of the client's revision have no `resultType`, so it was removed.")


class HandshakeToStateless(Conversation):
    """A session between a client that has a handshake and a stateless server."""

    eras = ("handshake", "stateless")

    def __init__(self, core: Core, log_level: str | None, task_sides: TaskSides) -> None:
        super().__init__(core)
        self.task_sides: TaskSides = task_sides
        self.log_level = log_level  # the level for a client that sets none
        self.context: JsonObject = {}  # the client stated it once, and each request to the server repeats it
        self._metadata: JsonObject | None = None  # computed from `context`
        self.server_capabilities: JsonObject = {}
        self.requested = ""  # the revision that `initialize` names
        self.initialized = False  # the client has sent `initialize`, and the server did not refuse
        self.confirmed = False  # the client has sent `notifications/initialized`
        self.follows_lists = False
        self.input_requests = InputRequestsOutOfResults(self)
        self.subscriptions = SubscribeIntoListen(self)
        self.tasks = TasksOutOfExtension(self, self.input_requests)

    # The handshake

    def initialize(self, request: Request, frame: JsonObject) -> None:
        """Ask the server for its capabilities, in order to answer `initialize`."""
        core, params = self.core, params_of(frame)
        if self.initialized:
            raise Refused("the session has been initialized already", INVALID_REQUEST)
        stated = {"clientCapabilities": params.get("capabilities"), "clientInfo": params.get("clientInfo")}
        if type(params.get("protocolVersion")) is not str or None in stated.values():
            reason = "initialize requires protocolVersion, capabilities and clientInfo"
            raise Refused(reason, INVALID_PARAMS)
        try:
            meta, losses = self._converted_metadata(stated)
        except ValueError as malformed:
            raise Refused(str(malformed), INVALID_PARAMS) from None
        if not core.account.count("client", stated):
            raise Refused(NO_ROOM_FOR_SESSION, why="limit")
        self._state(**stated)
        core.repeated = repeated_size(stated)
        self.initialized = True
        self.input_requests.capabilities = rules.named_capabilities(meta[rules.CAPABILITIES])
        self.requested = params["protocolVersion"]
        self._discover(request, meta, partial(self._discovered, again=True), losses)

    def _discover(
        self, request: Request, meta: JsonObject, on_response: OnResponse, losses: tuple[Loss, ...] = ()
    ) -> None:
        frame, seconds = frame_of(DISCOVER, {"_meta": meta}), self.core.limits.opening
        request.send("server", frame, on_response, losses, seconds=seconds)

    def _discovered(self, request: Request, frame: JsonObject, *, again: bool = False) -> None:
        """Answer `initialize` from the server's answer to `server/discover`.

        A server may refuse a revision that its own error lists as supported. If `again` is true, the bridge
        then asks once more.
        """
        core, revision = self.core, self.core.revision["client"]
        if again and "result" not in frame and rules.FIRST_STATELESS in supported_versions(frame):
            self._discover(request, self.metadata(), self._discovered)
            return
        self.initialized = False  # the client may try again after an error
        if "result" not in frame:
            self.handle_response(request, frame)
            return
        result = frame["result"]
        versions = result.get("supportedVersions") if type(result) is dict else [rules.FIRST_STATELESS]
        if type(versions) is not list or rules.FIRST_STATELESS not in versions:
            data = {"supported": [revision], "requested": self.requested}
            reason = f"the server does not speak {core.revision['server']}"
            raise Refused(reason, INVALID_PARAMS, data)
        try:
            if type(member(result, "capabilities")) is not dict:
                raise DecodeError("/result/capabilities", "expected an object")
            extended = rules.has_tasks(
                self.task_sides, "server", rules.declares_extension(result["capabilities"])
            )
            tasks = rules.SERVER_TASKS if extended and self.tasks.client_has_tasks else None
            answer: JsonObject = {
                "jsonrpc": "2.0",
                "id": None,
                "result": rules.initialize_result(result, revision, tasks),
            }
            converted = convert(
                answer, rules.LAST_WITH_HANDSHAKE, revision, sender="server", answering="initialize"
            )
        except REFUSED as refusal:
            raise Refused(f"the server's discover result is malformed: {refusal}") from None
        if not core.account.count("server", result["capabilities"]):
            raise Refused(NO_ROOM_FOR_SESSION, why="limit")
        self.initialized = core.agreed = True
        self.server_capabilities = result["capabilities"]
        self.converters.has_extension = extended
        if extended:
            self._state(clientCapabilities=rules.with_extension(self.context["clientCapabilities"]))
        if self.log_level is not None and mr.capabilities.declared(self.server_capabilities, "logging"):
            self._state(**{"logLevel": self.log_level, **self.context})
        request.respond_result(converted.message["result"], converted.losses)
        self._follow_lists()

    def _converted_metadata(self, context: JsonObject) -> tuple[JsonObject, tuple[Loss, ...]]:
        """Return the `_meta` that states the facts in `context` to the server, and the losses.

        `context` has the capabilities and the name of the client, and its log level. The bridge converts a
        minimal request to obtain the `_meta`. Raise `ValueError` if `context` is invalid.
        """
        frame = {"jsonrpc": "2.0", "id": 0, "method": "tools/list"}
        revision = self.core.revision["client"]
        message, losses = convert(frame, revision, rules.FIRST_STATELESS, sender="client", context=context)
        return message["params"]["_meta"], losses

    def metadata(self) -> JsonObject:
        """Return the `_meta` for a request, with the facts that the client stated in the handshake."""
        if self._metadata is None:
            self._metadata = self._converted_metadata(self.context)[0]
        return {**self._metadata}

    def _state(self, **facts: Any) -> None:
        """Record facts about the client, such as its log level.

        Each further request to the server repeats them in `_meta`.
        """
        self.context, self._metadata = {**self.context, **facts}, None

    def handle_initialized(self, side: Side, frame: JsonObject) -> None:
        """Subscribe to list changes, because the client has confirmed the handshake."""
        self.core.drop(frame, SERVER_WITHOUT_SESSION)
        self.confirmed = True
        self._follow_lists()

    def _follow_lists(self) -> None:
        """Subscribe to list changes, once per session.

        The client must have sent `notifications/initialized`, and the revision of the server must be known.
        """
        if self.server_capabilities and self.confirmed and not self.follows_lists:
            self.follows_lists = True
            self.subscriptions.follow_lists(self.server_capabilities)

    def missing_extension(self, side: Side, frame: JsonObject) -> str | None:
        """Return None if the client and the server both declared the same extension, other than tasks.

        A frame of an unknown method may belong to this extension. If there is no common extension, return a
        text that says which declaration is missing.
        """
        return rules.missing_extension(self.context.get("clientCapabilities"), self.server_capabilities)

    def pass_response(self, request: Request, frame: JsonObject) -> None:
        """Answer a request of the client with the response of the server.

        If the method is unknown, remove `resultType` from the result, because results of the client's
        revision have no such member.
        """
        result = frame.get("result")
        is_unknown = request.method not in known_methods()
        if is_unknown and type(result) is dict and result.get("resultType") == "complete":
            frame = {**frame, "result": {key: result[key] for key in result if key != "resultType"}}
            request.losses += (loss_by(COMPLETE, "respelled", "/result/resultType", "complete"),)
        super().pass_response(request, frame)

    def as_sent(self, request: Request, message: JsonObject) -> JsonObject:
        """Return a request with the metadata that each request to a stateless server needs."""
        meta = {**meta_of(message), **self.metadata()}
        return {**message, "params": {**params_of(message), "_meta": meta}}

    # Requests of the client

    def handle_response(self, request: Request, frame: JsonObject) -> None:
        """Handle the response of the server to a request of the client.

        If the response has input requests, send these to the client. If it has a task, wait for the task.
        Otherwise pass the response on.
        """
        if self.converters.has_extension and self.tasks.handle_response(request, frame):
            return
        asks = member(frame, "result", "resultType") == "input_required"
        refused = member(frame, "error", "code") == facts_of(rules.FIRST_STATELESS).errors[rules.UNSUPPORTED]
        if asks and request.method in rules.INPUT_METHODS:
            self.input_requests.handle_result(request, frame["result"])
        elif refused and request.method != "initialize":
            reason = f"the server does not speak {self.core.revision['server']}"
            raise Refused(reason, data=frame["error"])
        else:
            self.pass_response(request, frame)

    # Tasks

    @property
    def translates_tasks(self) -> bool:  # type: ignore[override]
        """Whether the client has tasks of 2025-11-25 and the server has the tasks extension."""
        return self.converters.has_extension and self.tasks.client_has_tasks

    def cancel_awaited_tasks(self) -> None:
        """Cancel the tasks of the server for which calls of the client wait."""
        self.tasks.cancel_awaited()

    def losses_of(self, request: Request, losses: tuple[Loss, ...]) -> tuple[Loss, ...]:
        """Return the losses to report.

        A dropped value that the client gets in another message about a task is reported as `respelled`.
        """
        elsewhere = rules.ELSEWHERE.get(request.method, {}) if self.translates_tasks else {}
        return tuple(
            (
                loss_by(elsewhere[loss.pointer], "respelled", loss.pointer, loss.value)
                if loss.kind == "dropped" and loss.pointer in elsewhere
                else loss
            )
            for loss in losses
        )

    def call_tool(self, request: Request, frame: JsonObject) -> None:
        """Forward a tool call, and record whether the client wants it to run as a task."""
        task = params_of(frame).get("task")
        if self.translates_tasks and type(task) is dict:
            request.task_wanted = task
        self.forward("client", request, frame)

    def handle_about_task(self, request: Request, frame: JsonObject) -> None:
        """Answer a request about a task of the bridge, or forward a request about a task of the server.

        The bridge has a task of its own if the client wanted to run a call as a task, and the server answered
        the call at once.
        """
        if not self.tasks.answer_own(request, frame):
            self.forward("client", request, frame)

    def set_level(self, request: Request, frame: JsonObject) -> None:
        """Record the log level for further requests, and answer the client."""
        level = params_of(frame).get("level")
        if level not in rules.LEVELS:
            raise Refused(f"the level must be one of {', '.join(rules.LEVELS)}", INVALID_PARAMS)
        if self.initialized and not mr.capabilities.declared(self.server_capabilities, "logging"):
            raise Refused("the server does not support logging", METHOD_NOT_FOUND)
        self._state(logLevel=level)
        request.respond_result({})

    def subscribe(self, request: Request, frame: JsonObject) -> None:
        """Handle `resources/subscribe`: open a subscription to the resource at the server."""
        known = self.server_capabilities if self.initialized else None
        self.subscriptions.subscribe(request, frame, known)
