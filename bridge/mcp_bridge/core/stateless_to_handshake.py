"""A stateless client (2026-07-28) and a server with a handshake (2024-11-05 to 2025-11-25).

The handshake states once what the client states in every request. Rules:

- R-INIT: the metadata of the first request opens the session. The bridge answers `server/discover` itself. A
  server has one session: capabilities that only later requests declare are not used, and are reported as
  weakened.
- R-MRTR, R-42: input requests of the server are sent in results (see `input_requests`).
- R-LOG: the bridge sets the log level of the server. It drops messages below the level of every open request.
- R-SUB: the client's subscriptions share the subscriptions of the session (see `subscriptions`).
- R-TASK: tasks of the server become tasks of the extension (see `tasks`).
- R-PING: the bridge answers `ping`. It drops `notifications/elicitation/complete`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

import mcp_revisions as mr
from mcp_revisions import Change, DecodeError
from mcp_revisions.jsonrpc import INVALID_PARAMS, METHOD_NOT_FOUND, json_pointer, shown

from mcp_bridge.core import rules
from mcp_bridge.core.converters import as_read, convert, known_methods
from mcp_bridge.core.frames import (
    INPUT_REQUEST_CANCELLED,
    LEVEL_NOT_REQUESTED,
    REFUSED,
    JsonObject,
    OwnError,
    Refused,
    frame_of,
    loss_by,
    meta_of,
    object_in,
    params_of,
)
from mcp_bridge.core.input_requests import InputRequestsIntoResults, digest_of_repeated
from mcp_bridge.core.requests import NO_ROOM_FOR_SESSION, Core, Request, ignore_response
from mcp_bridge.core.rules import TaskSides
from mcp_bridge.core.same_era import HandshakeServerConversation
from mcp_bridge.core.sides import Side
from mcp_bridge.core.subscriptions import ListenIntoSubscribe
from mcp_bridge.core.tasks import TasksIntoExtension

UNUSED_CAPABILITIES = Change(
    "R-INIT",
    "The server only knows the capabilities of the session's first request, so others had no effect.",
)
COMPLETED = Change("R-VENDOR", "Each result of the client's revision has a `resultType`, so it was added.")
CAPABILITIES_POINTER = json_pointer(["params", "_meta", rules.CAPABILITIES])


class StatelessToHandshake(HandshakeServerConversation[TasksIntoExtension]):
    """The requests of a stateless client, sent in one session with a server that has a handshake."""

    eras = ("stateless", "handshake")
    opens_session = True

    def __init__(self, core: Core, task_sides: TaskSides) -> None:
        super().__init__(core)
        self.initialize_result: JsonObject = {}  # the server's result, in the revision 2025-11-25
        self.client_capabilities: JsonObject = {}  # declared in the handshake
        self.undeclared: tuple[str, ...] = ()  # capabilities that the handshake did not declare
        # The capabilities of the last request, and their names.
        self._stated: tuple[Any, frozenset[str]] = ({}, frozenset())
        self.level: str | None = None  # the level in the last `logging/setLevel`
        self.subscriptions = ListenIntoSubscribe(self)
        self.tasks = TasksIntoExtension(self, task_sides, self.subscriptions)
        self.input_requests = InputRequestsIntoResults(self)

    @property
    def server_capabilities(self) -> JsonObject:
        """The capabilities that the server declared, or an empty object before the handshake."""
        capabilities: JsonObject = self.initialize_result.get("capabilities", {})
        return capabilities

    # The handshake

    def open_session(self, frame: JsonObject, then: Callable[[JsonObject | None], None]) -> None:
        """Send `initialize` to the server, with the facts that the client stated in a request.

        Then call `then`: with None if the session is open, otherwise with an error response.
        """
        core, revision = self.core, self.core.revision["server"]
        sample: JsonObject = {"jsonrpc": "2.0", "id": 0, "method": "server/discover"}
        sample["params"] = {"_meta": meta_of(frame)}
        try:
            read, _ = as_read(core.revision, "client", sample)
            meta = meta_of(read)
            request: JsonObject = {**sample, "method": "initialize", "params": rules.initialize_params(meta)}
            request = convert(request, rules.LAST_WITH_HANDSHAKE, revision, sender="client").message
        except REFUSED as malformed:
            reason = f"the client's capabilities or name are malformed: {malformed}"
            then(OwnError("refused", reason, INVALID_PARAMS))
            return
        if not core.account.count("client", meta[rules.CAPABILITIES]):
            then(OwnError("limit", NO_ROOM_FOR_SESSION))
            return
        request = {**request, "params": {**request["params"], "protocolVersion": revision}}
        self.client_capabilities = meta[rules.CAPABILITIES]

        def on_response(request: Request, answer: JsonObject) -> None:
            then(answer if isinstance(answer, OwnError) else self._confirm_session(answer))

        core.ask("server", request, on_response)

    def _confirm_session(self, frame: JsonObject) -> JsonObject | None:
        """Record the server's answer to `initialize`, and confirm the handshake.

        Return an error response if the answer cannot be used.
        """
        core, result = self.core, frame.get("result")
        if type(result) is not dict:
            try:
                error: JsonObject = convert(
                    frame,
                    rules.LAST_WITH_HANDSHAKE,
                    rules.FIRST_STATELESS,
                    sender="server",
                    answering="initialize",
                ).message
            except REFUSED as refusal:
                return OwnError("invalid", f"the server refused the handshake: {refusal}")
            return error
        if not self.accept_server_revision(result.get("protocolVersion")):
            spoken = shown(result.get("protocolVersion"))
            return OwnError("refused", f"the server speaks {spoken}, which the bridge does not know")
        revision = core.revision["server"]
        frame = {"jsonrpc": "2.0", "id": 0, "result": result}
        try:
            answer = convert(
                frame, revision, rules.LAST_WITH_HANDSHAKE, sender="server", answering="initialize"
            )
            if type(answer.message["result"].get("capabilities")) is not dict:
                raise DecodeError("/result/capabilities", "expected an object")
        except REFUSED as refusal:
            return OwnError("invalid", f"the server's initialize result is malformed: {refusal}")
        if not core.account.count("server", result):
            return OwnError("limit", NO_ROOM_FOR_SESSION)
        self.known_result, self.initialize_result = result, answer.message["result"]
        self.undeclared = rules.undeclared_capabilities(self.client_capabilities, revision)
        self.tasks.note_server(self.server_capabilities)
        core.agreed = True
        info = self.initialize_result.get("serverInfo")
        core.result_meta = {} if info is None else {rules.SERVER_INFO: info}
        core.send("server", frame_of("notifications/initialized"))
        return None

    def discover(self, request: Request, frame: JsonObject) -> None:
        """Answer `server/discover` from the result of the handshake."""
        result = rules.discover_result(self.initialize_result, extended=self.converters.has_extension)
        request.respond_result(result)

    def missing_extension(self, side: Side, frame: JsonObject) -> str | None:
        """Return None if the client and the server both declared the same extension, other than tasks.

        The client may have declared the extension in this frame, or in the request that opened the session.
        If there is no common extension, return a text that says which declaration is missing. For a request
        of the server, return "", because a stateless client accepts no requests.
        """
        if side == "server" and "id" in frame:
            return ""
        capabilities = meta_of(frame).get(rules.CAPABILITIES) or self.client_capabilities
        return rules.missing_extension(capabilities, self.server_capabilities)

    def pass_response(self, request: Request, frame: JsonObject) -> None:
        """Answer a request of the client with the response of the server.

        If the method is unknown, add `resultType` to the result, because a stateless result must have that
        member.
        """
        result = frame.get("result")
        is_unknown = request.method not in known_methods()
        if is_unknown and type(result) is dict and "resultType" not in result:
            frame = {**frame, "result": {"resultType": "complete", **result}}
            request.losses += (loss_by(COMPLETED, "invented", "/result/resultType", "complete"),)
        super().pass_response(request, frame)

    # Requests of the client

    def _note_metadata(self, request: Request, frame: JsonObject) -> None:
        """Record the capabilities and the log level that a request states."""
        meta = meta_of(frame)
        if meta[rules.CAPABILITIES] != self._stated[0]:
            self._stated = meta[rules.CAPABILITIES], rules.named_capabilities(meta[rules.CAPABILITIES])
        request.capabilities, request.level = self._stated[1], meta.get(rules.LEVEL)

    def forward(self, side: Side, request: Request, frame: JsonObject) -> None:
        """Forward a request. Set the log level of the server first if the request asks for another one."""
        is_about_task = request.method in rules.ABOUT_TASKS
        if side == "client" and is_about_task and not self.translates_tasks:
            raise Refused("no tasks are offered in this session", METHOD_NOT_FOUND)
        if side == "client" and not is_about_task:
            self._note_metadata(request, frame)
            self._set_log_level(request)
            stated = meta_of(frame)[rules.CAPABILITIES]
            if request.method in rules.INPUT_METHODS and rules.named_in(stated, self.undeclared):
                request.losses += (loss_by(UNUSED_CAPABILITIES, "weakened", CAPABILITIES_POINTER, stated),)
        super().forward(side, request, frame)

    def handle_outcome(self, request: Request, frame: JsonObject) -> None:
        """Handle the final response of the server to a request of the client.

        A response about a task is converted to the tasks extension. An error that requires the visit of a URL
        becomes an input request. Any other response is passed to the client.
        """
        if request.method not in rules.ABOUT_TASKS:
            self.input_requests.handle_response(request, frame)
        elif not self.tasks.handle_response_about_task(request, frame):
            self.pass_response(request, frame)

    def close(self, side: Side, reason: str) -> None:
        """End every request. If the server is gone, subscriptions end with a result."""
        if side == "server":
            self.subscriptions.complete_all()
        super().close(side, reason)

    def listen(self, request: Request, frame: JsonObject) -> None:
        """Open a subscription of the client."""
        tasks = self.translates_tasks and "taskIds" in object_in(frame, "params", "notifications")
        if tasks:
            self.tasks.admitted(frame)
        self.subscriptions.listen(request, frame, self.server_capabilities, tasks=tasks)

    def handle_input_method(self, request: Request, frame: JsonObject) -> None:
        """Forward a request whose result may contain input requests.

        If the request is a retry, continue the open request that it retries.
        """
        params = frame["params"]
        request.digest = digest_of_repeated(params)
        if "requestState" in params or "inputResponses" in params:
            self._note_metadata(request, frame)
            self.input_requests.resume(request, frame)
        else:
            self.forward("client", request, frame)

    def decline(self, request_state: str, keys: Iterable[str]) -> None:
        """Refuse input requests that the client has no handler for (see `Bridge.decline`)."""
        self.input_requests.decline(request_state, keys)

    def abandon(self, request_state: str, code: int, reason: str) -> None:
        """Cancel a call that the client will not retry (see `Bridge.abandon`)."""
        self.input_requests.abandon(request_state, code, reason)

    @property
    def awaiting_retry(self) -> int:
        """The number of calls that were answered with input requests and that the client may retry."""
        return len(self.input_requests.awaiting_retry)

    def is_retry(self, request: Request, frame: JsonObject) -> bool:
        """Return whether a request is the client's retry after an input-required result."""
        return request.method in rules.INPUT_METHODS and self.input_requests.request_of(frame) is not None

    def send_again(self, request: Request) -> None:
        """Send a request to the server again, unchanged."""
        self._set_log_level(request)
        request.send("server", request.frame, self.handle_response)

    def handle_input_request(self, input_request: Request, frame: JsonObject) -> None:
        """Handle an input request of the server.

        The client gets the input request in the status of the task to which it belongs. If it belongs to no
        task, the client gets it in the result of an open request.
        """
        self.input_requests.keep(input_request, frame)
        if not self.tasks.take_input_request(input_request, frame):
            self.input_requests.carry(input_request, self.tasks.carrier_of(frame))

    def handle_cancelled_input_request(self, side: Side, frame: JsonObject) -> None:
        """Remove an input request that the server cancels (rule R-CANCEL)."""
        input_request = self.core.asked_request("server", params_of(frame).get("requestId"))
        self.core.drop(frame, INPUT_REQUEST_CANCELLED)
        if input_request is not None:
            input_request.cancel()

    # The log

    def _set_log_level(self, asking: Request) -> None:
        """Send `logging/setLevel` to the server if its level differs from the needed level.

        A request may name a level. The needed level is the most verbose level that an open request or
        `asking` names. `asking` is the request that the bridge is about to send.
        """
        if asking.level is None or not mr.capabilities.declared(self.server_capabilities, "logging"):
            return
        if self.core.is_saturated("server"):
            return
        levels = [request.level for request in self.input_requests.at_server if request.level is not None]
        wanted = rules.most_verbose([asking.level, *levels])
        if wanted is not None and wanted != self.level:
            self.level = wanted
            self.core.ask("server", frame_of("logging/setLevel", {"level": wanted}), ignore_response)

    def handle_log_message(self, side: Side, frame: JsonObject) -> None:
        """Forward a log message if an open request of the client asked for messages of its level.

        Requests that wait for a retry of the client do not count.
        """
        waiting = [request for request in self.input_requests.at_server if request.state != "awaiting retry"]
        levels = [request.level for request in waiting if request.level is not None]
        if rules.is_severe_enough(params_of(frame).get("level"), rules.most_verbose(levels)):
            self.forward_notification(side, frame)
        else:
            self.core.drop(frame, LEVEL_NOT_REQUESTED)
