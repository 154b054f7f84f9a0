"""Measure extensions: a composition beside its revision, and the frames of extensions.

Out: microseconds of CPU time for each frame: `orjson.loads`, the revision alone, the composition, and encode.
Then come the geometric mean of composition over revision for the recorded frames, and the costs of an import
of an extension and of a composition.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import mcp_revisions as mr
import orjson

sys.path.insert(0, str(Path(__file__).parents[1]))
from bench.bench_decode import mean, microseconds
from support.traffic import messages

REVISION, TASKS, APPS = "2026-07-28", "io.modelcontextprotocol/tasks", "io.modelcontextprotocol/ui"
TASK = {
    "taskId": "786512e2-9e0d-44bd-8f29-789f320fe840",
    "createdAt": "2026-11-22T09:00:00Z",
    "lastUpdatedAt": "2026-11-22T09:00:00Z",
    "ttlMs": 60000,
    "pollIntervalMs": 5000,
}
META = {
    "io.modelcontextprotocol/protocolVersion": REVISION,
    "io.modelcontextprotocol/clientInfo": {"name": "client", "version": "1.0"},
    "io.modelcontextprotocol/clientCapabilities": {"extensions": {TASKS: {}}},
}
RESULT = {"resultType": "complete", "content": [{"type": "text", "text": "Hello, Luca!"}]}


def call(method: str, **params: Any) -> dict[str, Any]:
    """Return a request."""
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": {**params, "_meta": META}}


def answer(**result: Any) -> dict[str, Any]:
    """Return a response."""
    return {"jsonrpc": "2.0", "id": 7, "result": result}


CORE = {
    "tools/call": (call("tools/call", name="echo", arguments={"text": "hello"}), "client", None),
    "tools/call result": (answer(**RESULT), "server", "tools/call"),
    "subscriptions/listen": (
        call("subscriptions/listen", notifications={"toolsListChanged": True}),
        "client",
        None,
    ),
}
OWN = {
    "listen with taskIds": (call("subscriptions/listen", notifications={"taskIds": ["a"]}), "client", None),
    "tools/call → task": (answer(**TASK, status="working", resultType="task"), "server", "tools/call"),
    "tasks/get": (call("tasks/get", taskId="a"), "client", None),
    "tasks/get → working": (answer(**TASK, status="working", resultType="complete"), "server", "tasks/get"),
    "tasks/get → completed": (
        answer(**TASK, status="completed", resultType="complete", result=RESULT),
        "server",
        "tasks/get",
    ),
    "notifications/tasks": (
        {"jsonrpc": "2.0", "method": "notifications/tasks", "params": {**TASK, "status": "working"}},
        "server",
        None,
    ),
    "ui/open-link": (
        {"jsonrpc": "2.0", "id": 1, "method": "ui/open-link", "params": {"url": "https://example.org"}},
        "app",
        None,
    ),
}
START = f"""
import time, mcp_revisions as mr
mr.revision({REVISION!r})
began = time.process_time()
extensions = [mr.extension({TASKS!r}), mr.extension({APPS!r})]
imported = time.process_time()
mr.compose({REVISION!r}, *extensions)
print(imported - began, time.process_time() - imported)
"""


def recorded(base: Any, both: Any) -> Iterator[float]:
    """Yield the cost of the composition over that of the revision for each recorded frame."""
    for message in messages():
        if message.revision != REVISION:
            continue
        frame = orjson.dumps(message.frame), message.sender, message.answering
        with suppress(ValueError):  # `DecodeError`, and a recorded method of nobody
            alone, composed = base.decode_message(*frame), both.decode_message(*frame)
            assert base.encode(alone) == both.encode(composed)
            rounds = [[microseconds(one.decode_message, *frame) for one in (base, both)] for _ in range(3)]
            alone_time, composed_time = map(min, zip(*rounds, strict=True))
            yield composed_time / alone_time


def main() -> None:
    """Print the tables."""
    base: Any = mr.revision(REVISION)
    both: Any = mr.compose(REVISION, TASKS, APPS)
    print(f"extensions: microseconds of one frame; {both}")
    print(f"{'':>24}  orjson  revision  composition  encode")
    for name, (frame, sender, answering) in {**CORE, **OWN}.items():
        data = orjson.dumps(frame)
        parse = microseconds(orjson.loads, data)
        alone = f"{microseconds(base.decode_message, data, sender, answering):.2f}" if name in CORE else "-"
        decode = microseconds(both.decode_message, data, sender, answering)
        encode = microseconds(both.encode, both.decode_message(data, sender, answering))
        print(f"{name:>24}  {parse:6.2f}  {alone:>8}  {decode:11.2f}  {encode:6.2f}", flush=True)
    print(f"recorded frames of {REVISION}: composition over revision {mean(list(recorded(base, both)))}")
    found = [
        list(map(float, subprocess.run([sys.executable, "-c", START], capture_output=True, text=True,
                                       check=True).stdout.split()))
        for _ in range(5)
    ]  # fmt: skip
    imported, composed = (min(column) * 1000 for column in zip(*found, strict=True))
    print(f"after the revision: import of both extensions {imported:.0f} ms, composition {composed:.0f} ms")


if __name__ == "__main__":
    main()
