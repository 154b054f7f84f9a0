"""The official Python SDK, version 1 (PyPI `mcp`), as a testee (docs/testees.md)."""

from __future__ import annotations

import importlib.metadata
import json
import sys
from typing import Any

import mcp.types as official
from mcp.shared.version import SUPPORTED_PROTOCOL_VERSIONS
from pydantic import ValidationError

Tree = dict[str, Any]
# The type of the result of each method, as the client and server sessions of the SDK ask for it.
RESULTS = {
    "initialize": official.InitializeResult,
    "tools/list": official.ListToolsResult,
    "tools/call": official.CallToolResult,
    "prompts/list": official.ListPromptsResult,
    "prompts/get": official.GetPromptResult,
    "resources/list": official.ListResourcesResult,
    "resources/read": official.ReadResourceResult,
    "resources/templates/list": official.ListResourceTemplatesResult,
    "completion/complete": official.CompleteResult,
    "sampling/createMessage": official.CreateMessageResultWithTools,
    "roots/list": official.ListRootsResult,
    "elicitation/create": official.ElicitResult,
    "tasks/get": official.GetTaskResult,
    "tasks/list": official.ListTasksResult,
    "tasks/cancel": official.CancelTaskResult,
    **dict.fromkeys(
        ("ping", "logging/setLevel", "resources/subscribe", "resources/unsubscribe"), official.EmptyResult
    ),
}


def hello() -> Tree:
    """Return what the implementation says of itself."""
    about = {"implementation": "mcp", "version": importlib.metadata.version("mcp"), "language": "Python"}
    revisions = list(SUPPORTED_PROTOCOL_VERSIONS)
    return {**about, "claim": "version-free", "revisions": revisions, "operations": ["decode"]}


def decode(sender: str, answering: str | None, frame: Any, **_: Any) -> Tree:
    """Return the verdict: of JSON-RPC, then of the union of the sender, or of the type of the result."""
    if isinstance(frame, list):
        return {"verdict": "skipped"}  # the SDK reads single messages
    if "result" in frame and answering is not None and answering not in RESULTS:
        return {"verdict": "skipped"}
    try:
        official.JSONRPCMessage.model_validate(frame)
        if "method" in frame:
            kind = "Request" if "id" in frame else "Notification"
            body = {name: value for name, value in frame.items() if name not in ("jsonrpc", "id")}
            getattr(official, f"{sender.title()}{kind}").model_validate(body)
        elif "result" in frame and answering is not None:
            RESULTS[answering].model_validate(frame["result"])
    except ValidationError:
        return {"verdict": "invalid"}
    return {"verdict": "valid"}


for line in sys.stdin:
    question = json.loads(line)
    operation = question.pop("op")
    answer = hello() if operation == "hello" else decode(**question)
    print(json.dumps({"id": question["id"], **answer}), flush=True)
