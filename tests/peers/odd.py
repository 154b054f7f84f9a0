"""Serve 2025-06-18 without an SDK, with the misbehaviour that the first argument names.

`well`; `dies`: at the first tool call, with status 3; `half`: writes half a line and ends; `deaf`: ignores
SIGTERM and the end of its stdin; `parent`: leaves a child behind that holds its pipes; `echo N`: a tool
result of N bytes; `noise`: lines that are no frames; `silent`: never answers a call; `prude`: ends when it is
asked `server/discover`; `quits`: refuses `server/discover`, without an id, and ends; `slow FILE`: answers
`server/discover` when FILE exists; `cut`: a text that ends inside a surrogate pair; `latin`: bytes that
are no UTF-8; `last N`: answers a call with N bytes on a line without an end, and exits; `endless N`: writes N
bytes on a line without an end; `lax`: agrees to any revision and answers with a resource link.
"""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
from typing import Any


def say(frame: dict[str, Any]) -> None:
    """Write one frame."""
    sys.stdout.write(json.dumps({"jsonrpc": "2.0", **frame}) + "\n")
    sys.stdout.flush()


def main(kind: str, argument: str) -> None:  # noqa: PLR0915 - a case for each kind
    """Answer until stdin ends."""
    size = int(argument) if argument.isdecimal() else 0
    if kind == "deaf":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
    if kind in ("parent", "deaf"):
        child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(60)"])
        print(f"child {child.pid} {os.getpid()}", file=sys.stderr, flush=True)
    for line in sys.stdin:
        frame = json.loads(line)
        match frame.get("method"):
            case "initialize":
                able = {"tools": {}}
                info = {"name": "odd", "version": "1"}
                agreed = frame["params"]["protocolVersion"] if kind == "lax" else "2025-06-18"
                hello = {"protocolVersion": agreed, "capabilities": able, "serverInfo": info}
                say({"id": frame["id"], "result": hello})
                if kind == "noise":
                    sys.stdout.write("Starting up...\n\n  \n[1,\n")
            case "server/discover" if kind == "prude":
                sys.exit(1)
            case "server/discover" if kind == "quits":
                say({"id": None, "error": {"code": -32600, "message": "initialize first"}})
                sys.exit(0)
            case "server/discover" if kind == "slow":
                while not os.path.exists(argument):
                    time.sleep(0.02)
                say({"id": frame["id"], "error": {"code": -32601, "message": "no"}})
            case "tools/call" if kind == "dies":
                sys.exit(3)
            case "tools/call" if kind == "half":
                sys.stdout.write('{"jsonrpc":"2.0","id":')
                return
            case "tools/call" if kind == "last":
                content = [{"type": "text", "text": "x" * size}]
                answer = {"jsonrpc": "2.0", "id": frame["id"], "result": {"content": content}}
                sys.stdout.write(json.dumps(answer))
                return
            case "tools/call" if kind == "endless":
                for _ in range(size >> 20):
                    sys.stdout.write("x" * (1 << 20))
            case "tools/call" if kind == "lax":
                link = {"type": "resource_link", "uri": "file:///a", "name": "a"}
                say({"id": frame["id"], "result": {"content": [link]}})
            case "tools/call" if kind == "silent":
                pass
            case "tools/call" if kind == "latin":
                sys.stdout.buffer.write(
                    b'{"jsonrpc":"2.0","id":%s,"result":{"content":"\xe9"}}\n'
                    % json.dumps(frame["id"]).encode()
                )
                sys.stdout.buffer.flush()
            case "tools/call" if kind == "cut":
                say({"id": frame["id"], "result": {"content": [{"type": "text", "text": "\ud83d"}]}})
            case "tools/call":
                text = "x" * size or json.dumps(frame["params"])[:100]
                say({"id": frame["id"], "result": {"content": [{"type": "text", "text": text}]}})
            case _ if "id" in frame:
                say({"id": frame["id"], "result": {}})
    if kind == "deaf":
        time.sleep(60)


if __name__ == "__main__":
    main(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "")
