"""Functions that convert facts between their forms in 2025-11-25 and in 2026-07-28.

The functions read parts of messages and return new JSON values. They report losses to a `Differences`, and
change no input. `converters.convert` handles other revisions. Rules:

- R-INIT: `initialize` states the same as `_meta` of each stateless request, and its result the same as the
  result of `server/discover`.
- R-CAPS: a stateless side has no tasks of 2025-11-25, and a side with a handshake has no tasks extension.
  Other capabilities and extensions mean the same on both sides. R-TASK: the bridge converts between the tasks
  extension and the tasks of 2025-11-25.
- R-MRTR: an input request (`sampling/createMessage`, `elicitation/create`, `roots/list`) is a request of a
  server with a handshake. A stateless server puts it into an input-required result, without `_meta` and
  `task`.
- R-42: only in 2025-11-25 does a URL elicitation have an id. Its error -32042, which asks for URL
  elicitations, becomes an input-required result.

The last part of the module is about tasks: which side has them, and the parts of frames that both directions
share. `task_table` has the states of tasks.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from math import inf, isnan, nextafter
from typing import Any, Literal

import mcp_revisions as mr
from mcp_revisions import Change, DecodeError, Loss
from mcp_revisions.jsonrpc import json_pointer, member

from mcp_bridge.core.differences import Differences, Path
from mcp_bridge.core.frames import JsonObject, OwnError, Refused, loss_by, object_in, params_of
from mcp_bridge.core.revisions import facts_of, per_request, reserved_key, with_handshake
from mcp_bridge.core.sides import Side

# The last revision with a handshake and the first without; "" in a package that has none.
LAST_WITH_HANDSHAKE = ("", *with_handshake())[-1]
FIRST_STATELESS = (*per_request(), "")[0]
# The names of error codes in the facts of a revision.
UNSUPPORTED, MISSING = "UNSUPPORTED_PROTOCOL_VERSION", "MISSING_REQUIRED_CLIENT_CAPABILITY"
VERSION, CAPABILITIES, CLIENT_INFO, LEVEL, SUBSCRIPTION, SERVER_INFO = (
    reserved_key(name)
    for name in (
        "protocolVersion",
        "clientCapabilities",
        "clientInfo",
        "logLevel",
        "subscriptionId",
        "serverInfo",
    )
)
# The code of the error with which a 2025-11-25 server asks for a visit to a URL.
VISIT_REQUIRED = facts_of(LAST_WITH_HANDSHAKE).errors.get("URL_ELICITATION_REQUIRED")
# Requests whose results may hold input requests.
INPUT_METHODS = facts_of(FIRST_STATELESS).input_methods
# Notifications of changed lists, and the member of a stream's filter that asks for each.
LIST_CHANGES = facts_of(FIRST_STATELESS).list_changes
# The log levels, least severe first. The order is stated in the overlay, because an enumeration has none.
LEVELS = facts_of(FIRST_STATELESS).levels
# Methods whose results may have newer content, which `revision_of_result` accepts.
RESULTS_WITH_CONTENT = ("tools/call", "prompts/get")
# Client capabilities that allow input requests. Only the text of the specification states them.
INPUT_CAPABILITIES = ("roots", "sampling", "elicitation.form", "elicitation.url", "sampling.tools")
UNKNOWN_IMPLEMENTATION = {"name": "unknown", "version": "0"}

WITHOUT_METADATA = Change(
    "R-MRTR", "An input request in a result has neither an id nor metadata, so both were removed."
)
VISIT_ID = Change("R-42", "Only 2025-11-25 has ids of URL elicitations, so the id was added or removed.")
OBJECTS_ONLY = Change(
    "R-STRUCT",
    "Older revisions allow only objects as structured output, so the value or its schema was changed.",
)


# Capabilities


def named_capabilities(client_capabilities: Any) -> frozenset[str]:
    """Return the names of the declared client capabilities that concern input requests and tasks."""
    asked = {name for name in INPUT_CAPABILITIES if mr.capabilities.declared(client_capabilities, name)}
    return frozenset(asked | {TASKS} if declares_extension(client_capabilities) else asked)


def named_in(client_capabilities: Any, names: Iterable[str]) -> bool:
    """Return whether a client declared at least one of the capabilities `names`."""
    return any(mr.capabilities.declared(client_capabilities, name) for name in names)


def can_ask(capabilities: frozenset[str], method: str, params: Mapping[str, Any]) -> bool:
    """Return whether a client with these capabilities accepts an input request.

    `method` and `params` are those of the input request.
    """
    return needed_capability(method, params) in capabilities


def needed_capability(method: str, params: Mapping[str, Any]) -> str | None:
    """Return the capability that a client needs for an input request.

    Return None if `method` is not the method of an input request.
    """
    if method == "elicitation/create":
        return "elicitation.url" if params.get("mode") == "url" else "elicitation.form"
    if method == "sampling/createMessage":
        return "sampling.tools" if "tools" in params or "toolChoice" in params else "sampling"
    return "roots" if method == "roots/list" else None


def missing_capability(name: str, said: str) -> JsonObject:
    """Return the error for a request that fails because the client lacks the capability `name`.

    `said` is the message of the server's own error. The returned error quotes it.
    """
    message = f"the request needs the client capability {name}: {said}"
    code = facts_of(FIRST_STATELESS).errors[MISSING]
    return OwnError("refused", message, code, mr.capabilities.required(name))


def undeclared_capabilities(client_capabilities: Mapping[str, Any], revision: str) -> tuple[str, ...]:
    """Return the capabilities for input requests that a client did not declare.

    Only capabilities that the revision defines are returned.
    """
    known = facts_of(revision).capabilities
    # Before 2025-11-25, forms were the only mode.
    form = "elicitation.form" if "elicitation" in known else None
    asked = [name for name in INPUT_CAPABILITIES if name in known or name == form]
    return tuple(name for name in asked if not mr.capabilities.declared(client_capabilities, name))


# The handshake


def initialize_params(meta: Mapping[str, Any]) -> JsonObject:
    """Return the params of a 2025-11-25 `initialize` from the `_meta` of a 2026-07-28 request."""
    return {
        "protocolVersion": LAST_WITH_HANDSHAKE,
        "capabilities": without_tasks_extension(meta[CAPABILITIES]),
        "clientInfo": meta.get(CLIENT_INFO, UNKNOWN_IMPLEMENTATION),
    }


def initialize_result(
    discovered: Mapping[str, Any], revision: str, tasks: JsonObject | None = None
) -> JsonObject:
    """Return a 2025-11-25 `initialize` result that names `revision`, from a `server/discover` result.

    `tasks` is the capability for tasks to declare, or None.
    """
    info = member(discovered, "_meta", SERVER_INFO)
    result: JsonObject = {
        "protocolVersion": revision,
        "capabilities": without_tasks_extension(discovered.get("capabilities", {}))
        | ({} if tasks is None else {"tasks": tasks}),
        "serverInfo": UNKNOWN_IMPLEMENTATION if info is None else info,
    }
    if "instructions" in discovered:
        result["instructions"] = discovered["instructions"]
    return result


def discover_result(initialized: Mapping[str, Any], *, extended: bool = False) -> JsonObject:
    """Return a `server/discover` result from a 2025-11-25 `initialize` result.

    If `extended` is true, the result declares the tasks extension.
    """
    capabilities = _without(initialized.get("capabilities", {}), "tasks")
    result: JsonObject = {
        "resultType": "complete",
        "supportedVersions": [FIRST_STATELESS],
        "capabilities": with_extension(capabilities) if extended else capabilities,
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": {SERVER_INFO: initialized.get("serverInfo", UNKNOWN_IMPLEMENTATION)},
    }
    if "instructions" in initialized:
        result["instructions"] = initialized["instructions"]
    return result


# The metadata of requests


def check_required_metadata(meta: Any) -> None:
    """Raise `DecodeError` unless `_meta` of a request states the client's revision and capabilities."""
    if (
        type(meta) is not dict
        or type(meta.get(VERSION)) is not str
        or type(meta.get(CAPABILITIES)) is not dict
    ):
        raise DecodeError("/params/_meta", f"{VERSION} and {CAPABILITIES} are required")


def check_metadata(meta: Any, revision: str) -> None:
    """Raise `DecodeError` if the `_meta` of a request is incomplete or invalid in a revision."""
    check_required_metadata(meta)
    facts = facts_of(revision)
    if meta[VERSION] != revision:
        raise unsupported_revision(meta[VERSION], [revision])
    levels = facts.levels
    if LEVEL in facts.request_meta.values() and LEVEL in meta and meta[LEVEL] not in levels:
        raise DecodeError("/params/_meta", f"the level must be one of {', '.join(levels)}")


def unsupported_revision(named: str, supported: Sequence[str]) -> Refused:
    """Return the refusal of a request that names an unsupported revision. `supported` is oldest first."""
    code = facts_of(supported[-1]).errors[UNSUPPORTED]
    data = {"supported": [*supported], "requested": named}
    return Refused("Unsupported protocol version", code, data)


# Input requests


def as_input_request(method: str, params: Mapping[str, Any], log: Differences) -> JsonObject:
    """Convert an input request of a 2025-11-25 server to the form that it has in `inputRequests`.

    The form always has `params`, although the schema requires them only for some methods: clients of the Go
    SDK refuse `roots/list` without them. The differences are added to `log`.
    """
    at: Path = ("params",)
    new = dict(params)
    for name in ("_meta", "task"):
        if name in new:
            log.drop(new, name, at, WITHOUT_METADATA)
    if "elicitationId" in new:
        log.drop(new, "elicitationId", at, VISIT_ID)
    if type(new.get("tools")) is list:
        new["tools"] = [_without(tool, "execution") if type(tool) is dict else tool for tool in new["tools"]]
    return {"method": method, "params": new}


def server_request(input_request: Mapping[str, Any], nonce: str, log: Differences) -> JsonObject:
    """Return the params of an input request as a 2025-11-25 server would send them.

    `input_request` is an entry of `inputRequests`. `nonce` becomes the `elicitationId` of a URL elicitation.
    The differences are added to `log`.
    """
    at: Path = ("params",)
    params = dict(input_request.get("params") or {})
    if input_request["method"] == "elicitation/create" and params.get("mode") == "url":
        log.fill(params, "elicitationId", nonce, at, VISIT_ID)
    if type(params.get("tools")) is list:
        tools: Path = (*at, "tools")
        params["tools"] = [_older_tool(tool, (*tools, i), log) for i, tool in enumerate(params["tools"])]
    if type(params.get("messages")) is list:
        messages: Path = (*at, "messages")
        params["messages"] = [
            _older_message(message, (*messages, i), log) for i, message in enumerate(params["messages"])
        ]
    return params


def input_response(method: str, result: Mapping[str, Any], log: Differences) -> JsonObject:
    """Convert the result of a 2025-11-25 client to the form that it has in `inputResponses`.

    `method` is the method of the input request. The differences are added to `log`.
    """
    new = dict(result)
    if "_meta" in new and method != "sampling/createMessage":
        log.drop(new, "_meta", ("result",), WITHOUT_METADATA)
    return new


def client_result(method: str, response: Mapping[str, Any], log: Differences) -> JsonObject:
    """Convert a client's answer in `inputResponses` to the result that a 2025-11-25 client would send.

    `method` is the method of the input request. The differences are added to `log`.
    """
    result = dict(response)
    return _older_message(result, ("result",), log) if method == "sampling/createMessage" else result


def required_visits(data: Any, log: Differences) -> dict[str, JsonObject]:
    """Return the URL visits that error -32042 requires, as input requests by id.

    `data` is the `data` of the error. Return {} if it is invalid. The differences are added to `log`.
    """
    pages = member(data, "elicitations")
    visits: dict[str, JsonObject] = {}
    for page in pages if type(pages) is list else []:
        if not all(type(member(page, name)) is str for name in ("elicitationId", "url", "message")):
            return {}
        visits[page["elicitationId"]] = as_input_request("elicitation/create", {**page, "mode": "url"}, log)
    return visits


# Log levels, content, resources


def most_verbose(levels: list[str]) -> str | None:
    """Return the most verbose of these log levels, or None if there are none."""
    return min(levels, key=LEVELS.index, default=None)


def is_severe_enough(level: Any, threshold: str | None) -> bool:
    """Return whether a log level is at least as severe as a threshold.

    If the threshold is None, return False.
    """
    return threshold is not None and level in LEVELS and LEVELS.index(level) >= LEVELS.index(threshold)


def revision_of_result(result: Any, revision: str) -> str:
    """Return the revision in which to read a result of a server.

    Return 2025-11-25 for a result with content that `revision` does not have, otherwise `revision`. Some
    servers agree on an older revision and still send audio or resource links, for example server-everything.
    """
    younger = _younger_content(revision)
    if not younger:
        return revision
    lists = member(result, "content"), member(result, "messages")
    items = next((items for items in lists if type(items) is list), [])
    blocks = [item.get("content", item) if type(item) is dict else None for item in items]
    kinds = [member(block, "type") for block in blocks]
    return LAST_WITH_HANDSHAKE if any(type(kind) is str and kind in younger for kind in kinds) else revision


@cache  # read for every result with content
def _younger_content(revision: str) -> frozenset[str]:
    """Return the kinds of content that later revisions with a handshake have and this revision lacks."""
    known = (facts_of(each).content for each in with_handshake())
    return frozenset[str]().union(*known) - {*facts_of(revision).content}


def covers(subscribed: str, uri: Any) -> bool:
    """Return whether a subscription to a URI covers another URI: the same one, or one below it.

    For example, `file:///a` covers `file:///a/b`.
    """
    return isinstance(uri, str) and (uri == subscribed or uri.startswith(subscribed.rstrip("/") + "/"))


def _without(tree: Mapping[str, Any], name: str) -> JsonObject:
    return {key: value for key, value in tree.items() if key != name}


def _older_tool(tool: Any, at: Path, log: Differences) -> Any:
    if type(tool) is not dict:
        return tool
    new = dict(tool)
    for name in ("inputSchema", "outputSchema"):
        if type(new.get(name)) is dict:
            schema = dict(new[name])
            if type(schema.get("properties")) is dict:
                schema["properties"] = dict(schema["properties"])
            _use_objects(schema, (*at, name), log)
            new[name] = schema
    if "outputSchema" in new and type(new["outputSchema"]) is not dict:
        raise DecodeError(json_pointer((*at, "outputSchema")), "expected an object")
    if "outputSchema" in new and new["outputSchema"].get("type") != "object":
        log.drop(new, "outputSchema", at, OBJECTS_ONLY)
    return new


def _use_objects(schema: JsonObject, at: Path, log: Differences) -> None:
    """Replace boolean schemas of properties by objects, and remove keywords that older revisions refuse.

    Edits `schema` and its `properties` in place.
    """
    properties = schema.get("properties")
    if type(properties) is dict:
        inside = (*at, "properties")
        for name in [name for name, value in properties.items() if type(value) is not dict]:
            if type(properties[name]) is bool:
                log.report("reshaped", (*inside, name), properties[name], OBJECTS_ONLY)
                properties[name] = {} if properties[name] else {"not": {}}
            else:
                log.drop(properties, name, inside, OBJECTS_ONLY)
    elif "properties" in schema:
        log.drop(schema, "properties", at, OBJECTS_ONLY)
    required = schema.get("required", [])
    if type(required) is not list or not all(type(name) is str for name in required):
        log.drop(schema, "required", at, OBJECTS_ONLY)


def _older_message(message: Any, at: Path, log: Differences) -> Any:
    """Return a sampling message or result whose `structuredContent` is an object, as 2025-11-25 requires.

    Other structured content is removed and reported.
    """
    if type(message) is not dict or "content" not in message:
        return message
    content = message["content"]
    place: Path = (*at, "content")
    if type(content) is list:
        return {
            **message,
            "content": [_older_block(each, (*place, i), log) for i, each in enumerate(content)],
        }
    return {**message, "content": _older_block(content, place, log)}


def _older_block(block: Any, at: Path, log: Differences) -> Any:
    if type(block) is not dict or "structuredContent" not in block:
        return block
    new = dict(block)
    if type(block["structuredContent"]) is not dict:
        log.drop(new, "structuredContent", at, OBJECTS_ONLY)
    return new


# Tasks

TaskSides = Literal["auto", "none", "client", "server", "both"]
TASK_SIDES: tuple[TaskSides, ...] = ("auto", "none", "client", "server", "both")
TASKS = "io.modelcontextprotocol/tasks"  # the extension
RELATED = "io.modelcontextprotocol/related-task"  # reserved in the text of the specification, not in a schema
WITH_OUTCOME = ("completed", "failed")  # the statuses of a task that has an outcome
TERMINAL = (*WITH_OUTCOME, "cancelled")
ABOUT_TASKS = ("tasks/get", "tasks/update", "tasks/cancel")
MILLISECONDS = 1000

# The capability of a server of 2025-11-25 whose tools run as tasks. The official Python server (1.25)
# declares `tools: {}` without `call`, the only request of tools.
CALLED = "tasks.requests.tools"
SERVER_TASKS: JsonObject = {"cancel": {}, "requests": {"tools": {"call": {}}}}

AS_TASK = Change(
    "R-TASK",
    "The tool can run as a task, so the bridge asked for a task, and answers the client with its outcome.",
)
NO_INPUT_YET = Change("R-TASK", "The input requests of the task have not arrived yet.")
CANCEL_TAKEN = Change(
    "R-TASK",
    "In 2025-11-25, an answer to `tasks/cancel` means that the task is cancelled, so the status was set.",
)
TASK_FOLLOWS = Change(
    "R-TASK", "The server decides whether it creates a task. If it does not, the bridge creates one."
)
RESULT_FOLLOWS = Change("R-TASK", "The client gets the outcome of the task as the answer to `tasks/result`.")
REQUEST_FOLLOWS = Change("R-TASK", "The client gets the input requests of the task as ordinary requests.")
# Members of a request or of its response. If the bridge converts tasks, it delivers them in other messages.
ELSEWHERE: Mapping[str, Mapping[str, Change]] = {
    "tools/call": {"/params/task": TASK_FOLLOWS},
    "tasks/get": {
        "/result/result": RESULT_FOLLOWS,
        "/result/error": RESULT_FOLLOWS,
        "/result/inputRequests": REQUEST_FOLLOWS,
    },
}
NOT_YET = Change("R-TASK", "The revision of the sender has no tasks.")


def without_tasks(frame: JsonObject, part: str) -> tuple[JsonObject, tuple[Loss, ...]]:
    """Return a frame without the `tasks` capability that its params or result declares, and the loss.

    `part` is `params` or `result`. An official SDK declares tasks in every revision, including revisions that
    have no tasks.
    """
    declared = member(frame, part, "capabilities")
    if type(declared) is not dict or "tasks" not in declared:
        return frame, ()
    loss = loss_by(NOT_YET, "dropped", f"/{part}/capabilities/tasks", declared["tasks"])
    return {**frame, part: {**frame[part], "capabilities": _without(declared, "tasks")}}, (loss,)


def has_tasks(sides: TaskSides, side: Side, is_declared: bool) -> bool:
    """Return whether a side uses tasks.

    `sides` is the option of the bridge: the sides that use tasks. If it is `auto`, return `is_declared`.
    """
    return is_declared if sides == "auto" else sides in (side, "both")


def declares_extension(capabilities: Any) -> bool:
    """Return whether capabilities declare the tasks extension."""
    return TASKS in _extensions(capabilities)


def with_extension(capabilities: Mapping[str, Any]) -> JsonObject:
    """Return capabilities that also declare the tasks extension."""
    return {**capabilities, "extensions": {**_extensions(capabilities), TASKS: {}}}


def without_tasks_extension(capabilities: Mapping[str, Any]) -> JsonObject:
    """Return capabilities without the tasks extension."""
    kept, others = _without(capabilities, "extensions"), _without(_extensions(capabilities), TASKS)
    return {**kept, "extensions": others} if others else kept


def missing_extension(client: Any, server: Any) -> str | None:
    """Return None if the client and the server both declare the same extension, other than tasks.

    Otherwise the bridge cannot forward a method that it does not know. Return a text for the error response,
    which says which side must declare the extension that defines the method.
    """
    declared = {
        side: frozenset(_extensions(capabilities)) - {TASKS}
        for side, capabilities in (("client", client), ("server", server))
    }
    if declared["client"] & declared["server"]:
        return None
    without = [side for side, names in declared.items() if not names]
    if not without:
        return "the client and the server declare different extensions in `capabilities.extensions`"
    sides = " and the ".join(without)
    return f"if an extension defines it, the {sides} must declare the extension in `capabilities.extensions`"


def _extensions(capabilities: Any) -> JsonObject:
    return object_in(capabilities, "extensions")


def task_id_of(frame: JsonObject) -> str | None:
    """Return the id of the task that a request names, or None for a malformed request."""
    found = params_of(frame).get("taskId")
    return found if type(found) is str else None


def is_about(result: JsonObject, task_id: str) -> bool:
    """Return whether a result has the status of the task `task_id`. This includes a result without an id."""
    named: bool = result.get("taskId", task_id) == task_id
    return named


def related_task(frame: JsonObject) -> str | None:
    """Return the id of the task to which a 2025-11-25 message relates, or None."""
    found = member(frame, "params", "_meta", RELATED, "taskId")
    return found if type(found) is str else None


def with_related_task(owner: JsonObject, task_id: str) -> JsonObject:
    """Return a copy of params or of a result whose `_meta` names a 2025-11-25 task as related."""
    return {**owner, "_meta": {**object_in(owner, "_meta"), RELATED: {"taskId": task_id}}}


def seconds_of(value: Any, default: float, least: float, most: float) -> float:
    """Convert milliseconds in a frame to seconds between `least` and `most`.

    Return `default` for a non-number.
    """
    if type(value) not in (int, float) or (type(value) is float and isnan(value)):
        return default
    bounded: float = max(least * MILLISECONDS, min(value, most * MILLISECONDS))
    return bounded / MILLISECONDS


def raised(progress: float, step: float) -> float:
    """Return a number greater than `progress`, usually `progress + step`.

    If a float is too large to change by `step`, return the next larger float.
    """
    try:
        found = progress + step
    except OverflowError:  # an integer beyond every float
        return progress + 1
    if found <= progress:
        found = nextafter(progress, inf)
    return int(progress) + 1 if found == inf else found
