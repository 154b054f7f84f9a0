"""Serve 2026-07-28 with the tasks extension over stdio: the fixture of the task peers, without a library.

Each tool shows one way of a task: `slow` completes, `ask` needs a form, `fail` fails, `bad` reports an error,
`stay` never ends, `quick` creates no task. A status is a function of how often the client looked.
"""

from __future__ import annotations

import json
import sys
from typing import Any

TASKS = "io.modelcontextprotocol/tasks"
META = "io.modelcontextprotocol/"
NOW = "2026-01-02T03:04:05Z"
TOOLS = ("slow", "ask", "fail", "bad", "stay", "quick")
FORM = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
tasks: dict[str, dict[str, Any]] = {}


def text(words: str, **more: Any) -> dict[str, Any]:
    """Return the result of a tool."""
    return {"content": [{"type": "text", "text": words}], "resultType": "complete", **more}


def status(task: dict[str, Any]) -> dict[str, Any]:
    """Return the status of a task, which goes on with each look."""
    task["looks"] += 1
    tool, made = task["tool"], {"status": "working", "statusMessage": f"step {task['looks']}"}
    if task["cancelled"]:
        made = {"status": "cancelled"}
    elif tool == "ask" and task["answer"] is None:
        question = {"method": "elicitation/create", "params": {"message": "Who?", "requestedSchema": FORM}}
        made = {"status": "input_required", "inputRequests": {"who": question}}
    elif tool == "ask":
        made = {"status": "completed", "result": text(f"hello {task['answer']['content']['name']}")}
    elif task["looks"] > 1 and tool == "fail":
        made = {"status": "failed", "error": {"code": -32603, "message": "broken"}}
    elif task["looks"] > 1 and tool == "bad":
        made = {"status": "completed", "result": text("bad", isError=True)}
    elif task["looks"] > 1 and tool == "slow":
        made = {"status": "completed", "result": text("done")}
    return {**base(task["id"]), **made}


def base(id: str) -> dict[str, Any]:
    """Return the members that every status has."""
    return {"taskId": id, "createdAt": NOW, "lastUpdatedAt": NOW, "ttlMs": 60000, "pollIntervalMs": 50}


def answer(method: str, params: dict[str, Any]) -> dict[str, Any]:
    """Return the result or the error of a request."""
    capabilities = params["_meta"][META + "clientCapabilities"]
    has_tasks = TASKS in capabilities.get("extensions", {})
    if method == "server/discover":
        offered = {"tools": {}, "extensions": {TASKS: {}}}
        found = {
            "supportedVersions": ["2026-07-28"],
            "capabilities": offered,
            "ttlMs": 0,
            "cacheScope": "private",
        }
        return {
            "result": {
                **found,
                "resultType": "complete",
                "_meta": {META + "serverInfo": {"name": "e", "version": "1"}},
            }
        }
    if method == "tools/list":
        tools = [{"name": name, "inputSchema": {"type": "object"}} for name in TOOLS]
        return {"result": {"tools": tools, "resultType": "complete", "ttlMs": 0, "cacheScope": "private"}}
    if method == "tools/call" and params["name"] == "quick":
        return {"result": text("quick")}
    if not has_tasks:
        data = {"requiredCapabilities": {"extensions": {TASKS: {}}}}
        return {"error": {"code": -32021, "message": "Missing required client capability", "data": data}}
    if method == "tools/call":
        id = f"task-{len(tasks)}"
        tasks[id] = {"id": id, "tool": params["name"], "looks": 0, "answer": None, "cancelled": False}
        return {"result": {**base(id), "status": "working", "resultType": "task"}}
    task = tasks.get(params.get("taskId", ""))
    if task is None:
        return {"error": {"code": -32602, "message": "Task not found"}}
    if method == "tasks/get":
        return {"result": {**status(task), "resultType": "complete"}}
    if method == "tasks/update":
        task["answer"] = params["inputResponses"].get("who", task["answer"])
    if method == "tasks/cancel":
        task["cancelled"] = True
    return {"result": {"resultType": "complete"}}


for line in sys.stdin:
    frame = json.loads(line)
    if "id" in frame:
        reply = {"jsonrpc": "2.0", "id": frame["id"], **answer(frame["method"], frame["params"])}
        print(json.dumps(reply), flush=True)
