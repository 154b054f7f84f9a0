"""A server of 2025-06-18 on stdio whose calls say their name in log messages, progress and input requests.

A call has the arguments `who` and `acts`, a list of `log`, `progress`, `ask`, `wait`, `hang` and paths of
files that the call waits for; calls run at the same time. The result is the name, the answers to the input
requests, and the number of calls of this process. The process waits for a file that its argument names.
"""

from __future__ import annotations

import json
import os
import sys
import threading
import time
from typing import Any

lock = threading.Lock()
answers: dict[str, Any] = {}
arrived = threading.Condition()
calls = 0


def say(frame: dict[str, Any]) -> None:
    """Write one frame."""
    with lock:
        sys.stdout.write(json.dumps({"jsonrpc": "2.0", **frame}) + "\n")
        sys.stdout.flush()


def wait_for(path: str) -> None:
    """Wait until a file exists."""
    while not os.path.exists(path):
        time.sleep(0.02)


def ask(id: str, who: str) -> Any:
    """Ask the client, and return the answer."""
    schema = {"type": "object", "properties": {"word": {"type": "string"}}}
    say({"id": id, "method": "elicitation/create", "params": {"message": who, "requestedSchema": schema}})
    with arrived:
        arrived.wait_for(lambda: id in answers)
        answer = answers.pop(id)
    return answer.get("result", {}).get("content", {}).get("word")


def work(frame: dict[str, Any], number: int) -> None:
    """Act, then answer the call."""
    who, acts = frame["params"]["arguments"]["who"], frame["params"]["arguments"]["acts"]
    token, words = frame["params"].get("_meta", {}).get("progressToken"), []
    for place, act in enumerate(acts):
        if act == "log":
            say({"method": "notifications/message", "params": {"level": "error", "data": who}})
        elif act == "progress" and token is None:
            pass
        elif act == "progress":
            params = {"progressToken": token, "progress": place + 1, "message": who}
            say({"method": "notifications/progress", "params": params})
        elif act == "ask":
            words.append(ask(f"{number}-{place}", who))
        elif act == "wait":
            time.sleep(0.03)
        elif act == "hang":
            time.sleep(3600)
        else:
            wait_for(act)
    text = json.dumps({"who": who, "words": words, "calls": number})
    say({"id": frame["id"], "result": {"content": [{"type": "text", "text": text}]}})


if len(sys.argv) > 1:
    wait_for(sys.argv[1])
for line in sys.stdin:
    frame = json.loads(line)
    method = frame.get("method")
    if method is None:
        with arrived:
            answers[frame["id"]] = frame
            arrived.notify_all()
    elif method == "initialize":
        info = {"name": "talker", "version": "1"}
        capabilities = {"tools": {"listChanged": True}, "logging": {}}
        result = {"protocolVersion": "2025-06-18", "capabilities": capabilities, "serverInfo": info}
        say({"id": frame["id"], "result": result})
    elif method == "tools/call":
        calls += 1
        threading.Thread(target=work, args=(frame, calls), daemon=True).start()
    elif method == "tools/list":
        say({"id": frame["id"], "result": {"tools": [{"name": "t", "inputSchema": {"type": "object"}}]}})
    elif "id" in frame:
        say({"id": frame["id"], "result": {}})
