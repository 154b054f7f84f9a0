"""A server that reads, writes or answers at its own pace, as its first argument says, without any SDK.

`floods FILE`: after the first call, writes log messages of 64 KiB without end, and their count to FILE;
`sleeps FILE`: after the handshake, reads nothing until FILE exists; `puts-off`, a server of 2026-07-28: never
acknowledges a subscription, and puts a call off once; `lists`: every tool of a list has icons;
`slow`: answers a call after two seconds; `plain`: lists a tool, which says the metadata of its call.
"""

from __future__ import annotations

import json
import sys
import time
from pathlib import Path
from typing import Any


def say(frame: dict[str, Any]) -> None:
    """Write one frame."""
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **frame}) + "\n")
    sys.stdout.flush()


def flood(counter: Path) -> None:
    """Write log messages until the pipe breaks."""
    written = 0
    while True:
        told = {"level": "info", "data": "x" * (1 << 16)}
        say({"method": "notifications/message", "params": told})
        written += 1
        counter.write_text(str(written))


def result(kind: str, frame: dict[str, Any]) -> dict[str, Any] | None:
    """Return the result for a request, None for no answer."""
    match frame["method"]:
        case "initialize":
            capabilities = {"tools": {}, "logging": {}}
            info = {"name": "paced", "version": "1"}
            revision = frame["params"]["protocolVersion"]
            return {"protocolVersion": revision, "capabilities": capabilities, "serverInfo": info}
        case "server/discover":
            able = {"tools": {}, "resources": {"subscribe": True}, "logging": {}}
            versions = ["2026-07-28"]
            cached = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
            return {**cached, "supportedVersions": versions, "capabilities": able}
        case "subscriptions/listen":
            return None
        case "tools/call" if kind == "puts-off" and "requestState" not in frame["params"]:
            return {"resultType": "input_required", "requestState": "later"}
        case "tools/list" if kind == "plain":
            listed = {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}
            modern = "_meta" in frame.get("params", {})
            return (
                {"resultType": "complete", "ttlMs": 0, "cacheScope": "private", **listed}
                if modern
                else listed
            )
        case "tools/list":
            icons = [{"src": "https://example.com/i.png"}]
            return {
                "tools": [
                    {"name": f"t{n}", "inputSchema": {"type": "object"}, "icons": icons} for n in range(3)
                ]
            }
        case "tools/call" if kind == "plain":
            text = json.dumps(frame["params"].get("_meta", {}))
            return {"resultType": "complete", "content": [{"type": "text", "text": text}]}
        case "tools/call":
            time.sleep(2 if kind == "slow" else 0)
            made = {"content": [{"type": "text", "text": "done"}]}
            return made | ({"resultType": "complete"} if kind == "puts-off" else {})
        case _:
            return {}


def main(kind: str, file: Path) -> None:
    """Answer until stdin ends."""
    for line in sys.stdin:
        frame = json.loads(line)
        if "id" not in frame:
            continue
        if kind == "floods" and frame["method"] == "tools/call":
            flood(file)
        made = result(kind, frame)
        if made is not None:
            say({"id": frame["id"], "result": made})
        while kind == "sleeps" and not file.exists():
            time.sleep(0.02)


if __name__ == "__main__":
    main(sys.argv[1], Path(sys.argv[2] if len(sys.argv) > 2 else "unused"))
