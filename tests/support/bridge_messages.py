"""Messages that random clients and servers send in the model of the bridge, all valid in a revision.

The functions take a method, a revision, and `pick`, which chooses one of several options. They return params,
results and capabilities, of few kinds.
"""

from __future__ import annotations

from functools import cache
from typing import Any

from mcpgen import schema_folder
from mcpgen.compare.sample_values import SampleValues
from mcpgen.ir import Method, Ref
from support.bridge_pair import MODERN, PER_REQUEST, PREFIX, Frame, discovery, welcome

TEN = range(10)
LISTS = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")
INPUT = ("tools/call", "prompts/get", "resources/read")
INPUT_REQUESTS = ("sampling/createMessage", "elicitation/create", "roots/list")
URIS = ("file:///a", "file:///a/b", "file:///c")
CROWD = tuple(f"file:///{number}" for number in range(40))
LEVELS = ("debug", "warning", "emergency")
OFFERED: Frame = {
    "tools": {"listChanged": True},
    "prompts": {},
    "resources": {"subscribe": True, "listChanged": True},
    "logging": {},
}
FORM = {
    "type": "object",
    "properties": {"n": {"type": "string"}, "c": {"type": "string", "enum": ["a", "b"]}},
}
MANY = {"d": {"type": "array", "items": {"type": "string", "enum": ["x", "y"]}}}
PAGE = {"mode": "url", "message": "m", "url": "https://example.com/"}
TEXT = {"type": "text", "text": "t"}
TOOL = {"name": "t", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}
NOW = "2026-01-02T03:04:05Z"
TASK = {"taskId": "t", "status": "working", "createdAt": NOW, "lastUpdatedAt": NOW, "ttl": None}
RESULTS: dict[str, Frame] = {
    "prompts/list": {"prompts": [{"name": "p"}], "nextCursor": "n"},
    "prompts/get": {"messages": [{"role": "user", "content": TEXT}]},
    "resources/list": {"resources": [{"uri": "file:///a", "name": "a"}]},
    "resources/templates/list": {"resourceTemplates": []},
    "resources/read": {"contents": [{"uri": "file:///a", "text": ""}]},
    "completion/complete": {"completion": {"values": ["a"]}},
    "tasks/list": {"tasks": []},
    "tasks/get": TASK,
    "tasks/cancel": TASK,
}


# The methods whose messages are written here; those of a later revision have the smallest that it accepts.
KNOWN = {
    name
    for known in schema_folder.revisions()
    if known <= MODERN
    for name in schema_folder.protocol(known).methods
}


def method_of(revision: str, method: str) -> Method:
    """Return a method of a revision."""
    return schema_folder.protocol(revision).methods[method]


def smallest(revision: str, name: str | None) -> Frame:
    """Return the smallest value of a type, without metadata."""
    if name is None:
        return {}
    found: Frame = SampleValues(schema_folder.protocol(revision)).smallest(Ref(name))
    return {key: value for key, value in found.items() if key != "_meta"}


@cache
def tool(revision: str) -> Frame:
    """Return a tool with each member that a revision requires."""
    return smallest(revision, "Tool") | TOOL


def able(revision: str, pick: Any) -> Frame:
    """Return capabilities that a client of a revision may declare."""
    made: Frame = {}
    if pick(TEN):
        made["roots"] = {} if revision in PER_REQUEST else {"listChanged": True}
    if pick(TEN):
        made["sampling"] = {"tools": {}} if revision >= "2025-11-25" and pick([False, True]) else {}
    if revision >= "2025-06-18" and pick(TEN):
        urls = revision >= "2025-11-25" and pick(TEN) > 2
        made["elicitation"] = {"form": {}, "url": {}} if urls else {}
    return made


def params(method: str, revision: str, pick: Any) -> Frame | None:
    """Return params of a request of a client."""
    match method:
        case "initialize":
            info = {"name": "c", "version": "1"}
            asked = pick([revision, "2030-01-01"])
            return {"protocolVersion": asked, "capabilities": able(revision, pick), "clientInfo": info}
        case "tools/call":
            return {"name": "t", "arguments": {"a": pick(["x", 1, None])}}
        case "prompts/get":
            return {"name": "p"}
        case "resources/read" | "resources/subscribe" | "resources/unsubscribe":
            return {"uri": pick(pick([URIS, CROWD]))}
        case "completion/complete":
            return {"ref": {"type": "ref/prompt", "name": "p"}, "argument": {"name": "a", "value": ""}}
        case "logging/setLevel":
            return {"level": pick(LEVELS)}
        case "tasks/get" | "tasks/result" | "tasks/cancel":
            return {"taskId": "t"}
        case "subscriptions/listen":
            wanted = pick([{}, {"toolsListChanged": True}, {"promptsListChanged": True}])
            few = [[], ["file:///a"], ["file:///a", "file:///a/b"], ["file:///c", "file:///c"]]
            uris = pick([*few, list(CROWD)])
            return {"notifications": wanted | ({"resourceSubscriptions": uris} if uris else {})}
        case _ if method in KNOWN:
            return pick([None, {}]) if revision not in PER_REQUEST else {}
        case _:
            return smallest(revision, method_of(revision, method).params)


def result(method: str, revision: str, pick: Any) -> Frame:
    """Return a result of a server."""
    if method == "initialize":
        return welcome(revision, OFFERED if pick(TEN) else {"tools": {}})
    if method == "server/discover":
        unknown = {"supportedVersions": ["2030-01-01"]}
        made = discovery(OFFERED if pick(TEN) else {}, revision)
        return made | (unknown if pick([*TEN, *TEN]) == 1 else {})
    if method == "subscriptions/listen":
        return {"resultType": "complete", "_meta": {f"{PREFIX}subscriptionId": 0}}
    if method in KNOWN:
        made = dict(RESULTS.get(method, {}))
    elif method in schema_folder.protocol(revision).methods:
        made = smallest(revision, method_of(revision, method).results[0])
    else:  # rubbish that reached the server
        made = {}
    if method == "tools/list":
        schema = {"type": pick(["object", "array"])}
        made = {"tools": [tool(revision) | ({"outputSchema": schema} if revision in PER_REQUEST else {})]}
    if method == "tools/call":
        made = called(revision, pick)
    if revision in PER_REQUEST:
        made["resultType"] = "complete"
        if method in (*LISTS, "resources/read"):
            made |= {"ttlMs": 1, "cacheScope": "public"}
    return made


def called(revision: str, pick: Any) -> Frame:
    """Return the result of a tool, with content that the revision knows."""
    blocks = [TEXT]
    if revision >= "2025-03-26":
        blocks.append({"type": "audio", "data": "AAA=", "mimeType": "audio/wav"})
    if revision >= "2025-06-18":
        blocks.append({"type": "resource_link", "uri": "file:///a", "name": "a"})
    made: Frame = {"content": [pick(blocks)]}
    if revision in PER_REQUEST:
        made["structuredContent"] = pick([{}, [1], None])
    return made


def input_request(method: str, revision: str, pick: Any) -> Frame | None:
    """Return params of an input request of a server."""
    match method:
        case "elicitation/create":
            many = {"properties": MANY, "type": "object", "required": pick([[], ["d"]])}
            rich = [
                {**PAGE, **({"elicitationId": "e"} if revision not in PER_REQUEST else {})},
                {"requestedSchema": many, "message": "m"},
            ]
            plain = {"message": "m", "requestedSchema": FORM}
            chosen: Frame = pick([plain, *(rich if revision >= "2025-11-25" else [])])
            return chosen
        case "sampling/createMessage":
            content: Any = TEXT
            if revision >= "2025-11-25":
                content = pick([TEXT, [TEXT, TEXT], []])
            asked: Frame = {"messages": [{"role": "user", "content": content}], "maxTokens": 1}
            if revision >= "2025-11-25" and pick([False, True]):
                asked["tools"] = [tool(revision)]
            return asked
        case _:
            return None


def reply(method: str, asked: Frame, revision: str, pick: Any) -> Frame:
    """Return the answer of a client to an input request."""
    match method:
        case "elicitation/create":
            if pick([False, True]) and asked.get("mode") != "url":
                several = revision >= "2025-11-25" and "d" in asked["requestedSchema"]["properties"]
                return {"action": "accept", "content": {"d": ["x", "y"]} if several else {"n": "x"}}
            return {"action": pick(["decline", "cancel"])}
        case "sampling/createMessage":
            content: Any = [TEXT] if revision >= "2025-11-25" and pick([False, True]) else TEXT
            return {"role": "assistant", "content": content, "model": "m"}
        case "roots/list":
            return {"roots": [{"uri": "file:///r"}]}
        case _:
            return {}
