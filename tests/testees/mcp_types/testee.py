"""The official Python types, PyPI `mcp-types`, as a testee (docs/testees.md)."""

from __future__ import annotations

import importlib.metadata
import json
import sys
from typing import Any

import mcp_types.methods as official
from mcp_types.jsonrpc import jsonrpc_message_adapter
from mcp_types.version import KNOWN_PROTOCOL_VERSIONS
from pydantic import ValidationError

Tree = dict[str, Any]


def hello() -> Tree:
    """Return what the implementation says of itself."""
    version = importlib.metadata.version("mcp-types")
    about = {"implementation": "mcp-types", "version": version, "language": "Python", "claim": "by era"}
    return {**about, "revisions": list(KNOWN_PROTOCOL_VERSIONS), "operations": ["decode"]}


def decode(revision: str, sender: str, answering: str | None, frame: Any, **_: Any) -> Tree:
    """Return the verdict: of JSON-RPC, then of the parser for the kind of frame, its sender and revision."""
    if isinstance(frame, list):
        return {"verdict": "skipped"}  # the package reads single messages
    try:
        jsonrpc_message_adapter.validate_python(frame, by_name=False)
        if "method" in frame:
            kind = "request" if "id" in frame else "notification"
            parse: Any = getattr(official, f"parse_{sender}_{kind}")
            parse(frame["method"], revision, frame.get("params"))
        elif "result" in frame and answering is not None:
            getattr(official, f"parse_{sender}_result")(answering, revision, frame["result"])
    except (ValidationError, KeyError):
        return {"verdict": "invalid"}
    return {"verdict": "valid"}


for line in sys.stdin:
    question = json.loads(line)
    operation = question.pop("op")
    answer = hello() if operation == "hello" else decode(**question)
    print(json.dumps({"id": question["id"], **answer}), flush=True)
