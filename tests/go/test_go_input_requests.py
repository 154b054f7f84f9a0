"""Requests for input and their responses convert in Go as the bridge converts them."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions import DecodeError, Loss, NoCounterpart

from mcp_bridge.core import rules
from mcp_bridge.core.converters import convert
from mcp_bridge.core.differences import Differences
from mcp_bridge.core.revisions import with_handshake
from support.frame_mutations import mutated
from support.golang import GO, go

needs_go = pytest.mark.skipif(GO is None, reason="go is not installed")

CHOICES = {"a": {"type": "string", "oneOf": [{"const": "x", "title": "X"}]}, "b": {"type": "integer"}}
SCHEMA = {"type": "object", "properties": {"a": True, "b": {"type": "string"}, "c": 1}, "required": ["a"]}
BLOCKS = [
    {"type": "tool_result", "toolUseId": "u", "content": [], "structuredContent": [1]},
    {"type": "text", "text": "1"},
]
MESSAGES = [
    {"role": "user", "content": {"type": "text", "text": "a", "_meta": {"k": 1}}},
    {"role": "assistant", "content": [{"type": "tool_use", "id": "u", "name": "t", "input": {}}]},
    {"role": "user", "content": BLOCKS},
]
TOOLS = [{"name": "t", "inputSchema": SCHEMA, "outputSchema": {"type": "array"}, "icons": []}]
REQUESTS: list[tuple[str, Any]] = [
    ("elicitation/create", {"message": "m", "requestedSchema": {"type": "object", "properties": CHOICES}}),
    ("elicitation/create", {"mode": "url", "message": "m", "url": "https://a"}),
    ("sampling/createMessage", {"maxTokens": 5, "messages": MESSAGES, "tools": TOOLS, "toolChoice": {}}),
    ("sampling/createMessage", {"maxTokens": 1, "messages": MESSAGES[:1]}),
    ("roots/list", {"_meta": {"a": 1}}),
]
RESULTS: list[tuple[str, Any]] = [
    ("elicitation/create", {"action": "accept", "content": {"a": "x", "b": ["x", "y"]}, "_meta": {"q": 1}}),
    ("roots/list", {"roots": [{"uri": "file:///a", "name": "n", "_meta": {}}], "_meta": {}}),
    ("sampling/createMessage", {"role": "assistant", "model": "m", "content": BLOCKS[1], "_meta": {"q": 1}}),
    ("sampling/createMessage", {"role": "assistant", "model": "m", "content": BLOCKS}),
]
STRAYS: list[Any] = [None, True, 0, 1.5, "", "url", [], {}, [1], {"a": 1}, TOOLS, MESSAGES, SCHEMA, BLOCKS]


def reported(losses: tuple[Loss, ...]) -> list[dict[str, Any]]:
    """Return losses as Go writes them."""
    return [
        {
            "kind": one.kind,
            "pointer": one.pointer,
            "value": one.value,
            "reason": one.reason,
            "change": one.change,
        }
        for one in losses
    ]


def older_request(revision: str, request: dict[str, Any]) -> dict[str, Any]:
    """Return a request for input as the bridge sends it to a client of a revision, with the losses."""
    log = Differences()
    frame: dict[str, Any] = {"jsonrpc": "2.0", "id": "n", "method": request["method"]}
    params = rules.server_request(request, "n", log)
    if params or request["method"] != "roots/list":
        frame["params"] = params
    converted = convert(frame, rules.LAST_WITH_HANDSHAKE, revision, sender="server")
    return {"message": converted.message, "losses": reported((*log, *converted.losses))}


def newer_response(revision: str, method: str, response: dict[str, Any]) -> dict[str, Any]:
    """Return the response of a client of a revision as the bridge puts it into a request, with the losses."""
    log = Differences()
    newest = rules.LAST_WITH_HANDSHAKE
    converted = convert(response, revision, newest, sender="client", answering=method)
    message = rules.input_response(method, converted.message["result"], log)
    return {"message": message, "losses": reported((*converted.losses, *log))}


def expected(operation: str, revision: str, method: str, part: Any) -> dict[str, Any]:
    """Return the outcome of a conversion in Python."""
    try:
        return (
            older_request(revision, part)
            if operation == "request"
            else newer_response(revision, method, part)
        )
    except NoCounterpart as refusal:
        return {"refused": refusal.change, "pointer": refusal.pointer}
    except DecodeError as malformed:
        return {"invalid": malformed.pointer}


def changed(value: dict[str, Any], random: Random) -> dict[str, Any]:
    """Return an object with a few changes inside it."""
    made = mutated(value, random, STRAYS)
    return made if isinstance(made, dict) else value


def cases(random: Random, count: int) -> list[dict[str, Any]]:
    """Return questions with a changed request or response each, and their outcomes in Python."""
    found = []
    for _ in range(count):
        operation, revision = random.choice(("request", "response")), random.choice(with_handshake())
        if operation == "request":
            method, params = random.choice(REQUESTS)
            params = changed(params, random)
            part: dict[str, Any] = {"method": method, "params": params}
        else:
            method, result = random.choice(RESULTS)
            part = {"jsonrpc": "2.0", "id": "n", "result": changed(result, random)}
        outcome = expected(operation, revision, method, part)
        found.append(
            {
                "operation": operation,
                "revision": revision,
                "method": method,
                "part": part,
                "expected": outcome,
            }
        )
    return found


@needs_go
def test_it_agrees_with_the_bridge(tmp_path: Path) -> None:
    """Every message, difference, refusal and pointer is equal, in the same order, for all revisions."""
    asked = cases(Random(49), 3000)
    assert sum("message" in one["expected"] for one in asked) > 1000
    assert {"refused", "invalid"} <= {name for one in asked for name in one["expected"]}
    assert mr.LATEST not in {one["revision"] for one in asked}
    path = tmp_path / "inputs.jsonl"
    path.write_text("".join(f"{json.dumps(one)}\n" for one in asked), "utf-8")
    go("test", "-run", "TestInputCases", "-count=1", ".", MCP_INPUTS=str(path))
