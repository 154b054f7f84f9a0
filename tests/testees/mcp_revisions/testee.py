"""The Python package `mcp-revisions` as a testee (docs/testees.md)."""

from __future__ import annotations

import importlib.metadata
import json
import sys
from typing import Any

import mcp_revisions as mr

Tree = dict[str, Any]
WITH_TASKS = f"{mr.LATEST}+io.modelcontextprotocol/tasks"


def hello() -> Tree:
    """Return what the implementation says of itself."""
    return {
        "implementation": "mcp-revisions",
        "version": importlib.metadata.version("mcp-revisions"),
        "language": "Python",
        "revisions": [*mr.REVISIONS, WITH_TASKS],
        "operations": ["decode", "convert"],
        "claim": "by revision",
    }


def decode(revision: str, sender: str, answering: str | None, frame: Any, **_: Any) -> Tree:
    """Return the verdict of a revision."""
    module: Any = mr.revision(revision)
    try:
        message = module.decode_message(json.dumps(frame), sender, answering)
    except mr.DecodeError as error:
        return {"verdict": "invalid", "pointer": error.pointer, "code": error.code}
    except ValueError:
        return {"verdict": "inapplicable"}
    if isinstance(message, list):
        unknown = [f"/{i}{pointer}" for i, item in enumerate(message) for pointer in item.unknown]
    else:
        unknown = [*message.unknown]
    return {"verdict": "valid", "unknown": unknown, "frame": json.loads(module.encode(message))}


def convert(source: str, target: str, frame: Any, id: int, **asked: Any) -> Tree:
    """Return the conversion of a frame."""
    try:
        message, losses = mr.convert(frame, source, target, **asked)
    except mr.NoCounterpart as error:
        return {
            "outcome": "refused",
            **{name: getattr(error, name) for name in ("change", "pointer", "reply")},
        }
    except mr.DecodeError as error:
        return {"outcome": "unconverted", "pointer": error.pointer, "code": error.code}
    except ValueError as error:
        return {"outcome": "unconverted", "reason": str(error)}
    return {"outcome": "converted", "message": message, "losses": [loss._asdict() for loss in losses]}


for line in sys.stdin:
    question = json.loads(line)
    operation = question.pop("op")
    answer = (
        hello() if operation == "hello" else {"decode": decode, "convert": convert}[operation](**question)
    )
    print(json.dumps({"id": question["id"], **answer}), flush=True)
