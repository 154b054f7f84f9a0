"""What crosses between a session and 2026-07-28 in another form: pure functions from one JSON tree to another.

In: parts of messages of 2025-11-25 on one side of the border, of 2026-07-28 on the other; `convert` brings other revisions
there. Out: new trees, and losses reported to a `Crossing`. Nothing that came in is changed. Rules:

- R-INIT: what `initialize` and its answer say is what `_meta` of every request and `server/discover` say.
- R-CAPS: tasks end at the border upward, extensions downward; all other capabilities mean the same on both sides.
- R-MRTR: a question, `sampling/createMessage`, `elicitation/create` or `roots/list`, is a request of the server on one side and
  stands in an input-required result on the other, without `_meta` and `task`.
- R-42: a page to visit has an id on the older side only.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..conversion.log import ConversionLog as Crossing
from ..conversion.log import Path
from ..conversion.losses import Change
from ..conversion.rules import (
    META,
    output_schema_of_object,
    schema_of_objects,
    structured_content_only_object,
)
from ..revisions import within
from ..specification.capabilities import declared

BORDER = "2025-11-25"  # the last revision with a handshake
MODERN = "2026-07-28"  # the first without
VERSION, CAPABILITIES, INFO, LEVEL, SUBSCRIPTION, SERVER = (
    META + name
    for name in (
        "protocolVersion",
        "clientCapabilities",
        "clientInfo",
        "logLevel",
        "subscriptionId",
        "serverInfo",
    )
)
# Requests that may be answered with questions (basic/patterns/mrtr#supported-requests).
INPUT_METHODS = ("tools/call", "prompts/get", "resources/read")
# Severity order, which the schema's enumeration does not have.
LEVELS = ("debug", "info", "notice", "warning", "error", "critical", "alert", "emergency")
# Content that came later than 2024-11-05.
SINCE = {"audio": "2025-03-26", "resource_link": "2025-06-18"}
# Capabilities of a client that let a server ask, and the revision from which on it does.
ASKED_SINCE = {
    "roots": "2024-11-05",
    "sampling": "2024-11-05",
    "elicitation.form": "2025-06-18",
    "elicitation.url": BORDER,
    "sampling.tools": BORDER,
}
UNKNOWN = {"name": "unknown", "version": "0"}

Tree = dict[str, Any]

INIT = Change("R-INIT", "A session says it once, in the handshake; 2026-07-28 says it with every request.")
CAPS = Change("R-CAPS", "The other side of the bridge has no such capability.")
MRTR = Change("R-MRTR", "A question in a result has neither an id nor metadata of its own.")
PAGE = Change("R-42", "Only 2025-11-25 gives the visit to a page an id.")
STRUCT = Change(
    "R-STRUCT", "An older peer expects the schema of an object, and an object as structured content."
)


def gate(method: str, params: Mapping[str, Any]) -> str:
    """Return the capability that a client needs to be asked this, or '' for what no client is asked."""
    if method == "elicitation/create":
        return "elicitation.url" if params.get("mode") == "url" else "elicitation.form"
    if method == "sampling/createMessage":
        return "sampling.tools" if "tools" in params or "toolChoice" in params else "sampling"
    return "roots" if method == "roots/list" else ""


def may_ask(client: Any, method: str, params: Mapping[str, Any]) -> bool:
    """Say whether a client with these capabilities can be asked a question."""
    needed = gate(method, params)
    return needed != "" and declared(client, needed)


def lacking(capabilities: Mapping[str, Any], revision: str) -> tuple[str, ...]:
    """Return the capabilities behind questions of a server of a revision that a client did not declare."""
    return tuple(
        name
        for name, since in ASKED_SINCE.items()
        if within(revision, since) and not declared(capabilities, name)
    )


def client_capabilities_down(capabilities: Mapping[str, Any]) -> Tree:
    """Return the capabilities of a client of 2026-07-28 as one of 2025-11-25 declares them."""
    return _without(capabilities, "extensions")


def server_capabilities_up(capabilities: Mapping[str, Any]) -> Tree:
    """Return the capabilities of a server of 2025-11-25 as one of 2026-07-28 declares them."""
    return _without(capabilities, "tasks")


def handshake(meta: Mapping[str, Any]) -> Tree:
    """Return the params of the `initialize` of 2025-11-25 that say what the `_meta` of a request says."""
    return {
        "protocolVersion": BORDER,
        "capabilities": client_capabilities_down(meta[CAPABILITIES]),
        "clientInfo": meta.get(INFO, UNKNOWN),
    }


def initialized(discovered: Mapping[str, Any]) -> Tree:
    """Return a discovery as the answer to an `initialize` of 2025-11-25."""
    meta = discovered.get("_meta")
    info = meta.get(SERVER) if isinstance(meta, Mapping) else None
    result: Tree = {
        "protocolVersion": BORDER,
        "capabilities": _without(discovered.get("capabilities", {}), "extensions"),
        "serverInfo": UNKNOWN if info is None else info,
    }
    if "instructions" in discovered:
        result["instructions"] = discovered["instructions"]
    return result


def discovery(initialized: Mapping[str, Any]) -> Tree:
    """Return the answer to an `initialize` of 2025-11-25 as a discovery."""
    result: Tree = {
        "resultType": "complete",
        "supportedVersions": [MODERN],
        "capabilities": server_capabilities_up(initialized.get("capabilities", {})),
        "ttlMs": 0,
        "cacheScope": "private",
        "_meta": {SERVER: initialized.get("serverInfo", UNKNOWN)},
    }
    if "instructions" in initialized:
        result["instructions"] = initialized["instructions"]
    return result


def question_up(method: str, params: Mapping[str, Any], way: Crossing) -> Tree:
    """Return a request of a server of 2025-11-25 as it stands in an input-required result."""
    at: Path = (None, "params")
    new = dict(params)
    for name in ("_meta", "task"):
        if name in new:
            way.drop(new, name, at, MRTR)
    if "elicitationId" in new:
        way.drop(new, "elicitationId", at, PAGE)
    if type(new.get("tools")) is list:
        new["tools"] = [_without(tool, "execution") if type(tool) is dict else tool for tool in new["tools"]]
    return {"method": method, "params": new} if new or method != "roots/list" else {"method": method}


def question_down(question: Mapping[str, Any], nonce: str, way: Crossing) -> tuple[str, Tree]:
    """Return the method and the params of a question as a server of 2025-11-25 asks it; `nonce` names a visit."""
    method = question["method"]
    at: Path = (None, "params")
    params = dict(question.get("params") or {})
    if method == "elicitation/create" and params.get("mode") == "url":
        way.fill(params, "elicitationId", nonce, at, PAGE)
    if type(params.get("tools")) is list:
        tools: Path = (at, "tools")
        params["tools"] = [_tool_down(tool, (tools, i), way) for i, tool in enumerate(params["tools"])]
    if type(params.get("messages")) is list:
        place: Path = (at, "messages")
        params["messages"] = [_said_down(m, (place, i), way) for i, m in enumerate(params["messages"])]
    return method, params


def answer_up(method: str, result: Mapping[str, Any], way: Crossing) -> Tree:
    """Return the answer of a client of 2025-11-25 as it stands among input responses."""
    new = dict(result)
    if "_meta" in new and method != "sampling/createMessage":
        way.drop(new, "_meta", (None, "result"), MRTR)
    return new


def answer_down(method: str, answer: Mapping[str, Any], way: Crossing) -> Tree:
    """Return an input response as the answer of a client of 2025-11-25."""
    return (
        _said_down(dict(answer), (None, "result"), way)
        if method == "sampling/createMessage"
        else dict(answer)
    )


def pages(data: Any, way: Crossing) -> dict[str, Tree]:
    """Return the visits that error -32042 of 2025-11-25 requires as questions, by their ids; none if it is malformed."""
    wanted = data.get("elicitations") if isinstance(data, Mapping) else None
    found: dict[str, Tree] = {}
    for page in wanted if isinstance(wanted, list) else []:
        if not isinstance(page, Mapping) or not isinstance(page.get("elicitationId"), str):
            return {}
        if not all(isinstance(page.get(name), str) for name in ("url", "message")):
            return {}
        found[page["elicitationId"]] = question_up("elicitation/create", {**page, "mode": "url"}, way)
    return found


def most_verbose(levels: list[str]) -> str | None:
    """Return the level of those that lets most through, None if there are none."""
    return min(levels, key=LEVELS.index, default=None)


def passes(level: Any, threshold: str | None) -> bool:
    """Say whether a message of this level is severe enough for a threshold; without one, nothing is."""
    return threshold is not None and level in LEVELS and LEVELS.index(level) >= LEVELS.index(threshold)


def speaks(result: Any, revision: str) -> str:
    """Return the revision that a result really is in: content that came later makes it one of 2025-11-25.

    Servers agree on an older revision and send audio or resource links all the same (server-everything does).
    """
    if not isinstance(result, Mapping) or within(revision, SINCE["resource_link"]):
        return revision
    listed = result.get("content"), result.get("messages")
    items = next((items for items in listed if isinstance(items, list)), [])
    for item in items:
        block = item.get("content", item) if isinstance(item, Mapping) else None
        kind = block.get("type") if isinstance(block, Mapping) else None
        if kind in SINCE and not within(revision, SINCE[kind]):
            return BORDER
    return revision


def concerns(subscribed: str, uri: Any) -> bool:
    """Say whether a resource is one that was subscribed to, or lies below it."""
    return isinstance(uri, str) and (uri == subscribed or uri.startswith(subscribed.rstrip("/") + "/"))


def _without(tree: Mapping[str, Any], name: str) -> Tree:
    return {key: value for key, value in tree.items() if key != name}


def _tool_down(tool: Any, at: Path, way: Crossing) -> Any:
    if type(tool) is not dict:
        return tool
    new = dict(tool)
    for name in ("inputSchema", "outputSchema"):
        if type(new.get(name)) is dict:
            schema = dict(new[name])
            if type(schema.get("properties")) is dict:
                schema["properties"] = dict(schema["properties"])
            new[name] = schema_of_objects(schema, (at, name), way, STRUCT)
    if "outputSchema" in new:
        output_schema_of_object(new, at, way, STRUCT)
    return new


def _said_down(message: Any, at: Path, way: Crossing) -> Any:
    # A message of a sampling request, or the result of one: one block or several.
    if type(message) is not dict or "content" not in message:
        return message
    content = message["content"]
    place: Path = (at, "content")
    if type(content) is list:
        return {
            **message,
            "content": [_block_down(block, (place, i), way) for i, block in enumerate(content)],
        }
    return {**message, "content": _block_down(content, place, way)}


def _block_down(block: Any, at: Path, way: Crossing) -> Any:
    if type(block) is not dict or "structuredContent" not in block:
        return block
    new = dict(block)
    structured_content_only_object(new, at, way, STRUCT)
    return new
