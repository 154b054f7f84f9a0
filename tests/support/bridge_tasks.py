"""Tasks of random clients and servers in the model of the bridge: of 2025-11-25, and of the tasks extension.

The functions take requests, revisions, and `pick`, which chooses one of several options. They return
capabilities, and params and results about a few tasks, or None for a frame that is not about a task.
"""

from __future__ import annotations

from typing import Any

from support.bridge_messages import tool
from support.bridge_pair import MODERN, PER_REQUEST, PREFIX, Frame
from support.task_frames import TASKS

LEGACY = "2025-11-25"
IDS = ("t", "u", "v")
NOW = "2026-01-02T03:04:05Z"
STATUSES = ("working", "working", "input_required", "completed", "failed", "cancelled")
RELATED = f"{PREFIX}related-task"
EXTENSION: Frame = {"extensions": {TASKS: {}}}
CORE: Frame = {"tasks": {"cancel": {}, "requests": {"tools": {"call": {}}}}}
DONE: Frame = {"content": [{"type": "text", "text": "done"}]}
CROWD = tuple(f"task-{number}" for number in range(40))
NAMES = ("tasks/get", "tasks/update", "tasks/cancel")


def offered(capabilities: Frame, revision: str) -> Frame:
    """Return the capabilities of a server, with tasks if its revision can declare them."""
    more = EXTENSION if revision == MODERN else CORE if revision == LEGACY else {}
    return {**capabilities, **more}


def declares(frame: Frame) -> bool:
    """Return whether a request declares the tasks extension."""
    meta = (frame.get("params") or {}).get("_meta") or {}
    return TASKS in meta.get(f"{PREFIX}clientCapabilities", {}).get("extensions", {})


def task(revision: str, pick: Any, *, detailed: bool) -> Frame:
    """Return a task in the form of a revision. `detailed` adds the members that depend on the status."""
    status = pick(STATUSES)
    made: Frame = {
        "taskId": pick(pick([IDS, CROWD])),
        "status": status,
        "createdAt": NOW,
        "lastUpdatedAt": NOW,
    }
    if pick([False, True]):
        made["statusMessage"] = pick(["a", "b"])
    if revision == LEGACY:
        return made | {"ttl": None} | ({"pollInterval": pick([1, 3000])} if pick([0, 1]) else {})
    made |= {"ttlMs": None} | ({"pollIntervalMs": pick([1, 3000])} if pick([0, 1]) else {})
    if detailed and status == "input_required":
        keys = pick([["k"], ["k", "l"], [f"k{number}" for number in range(30)]])
        made["inputRequests"] = {key: {"method": "roots/list"} for key in keys}
    elif detailed and status == "completed":
        made["result"] = DONE | pick([{}, {"isError": True}, {"resultType": "complete"}])
    elif detailed and status == "failed":
        made["error"] = {"code": -32603, "message": "no"}
    return made


def answer(asked: Frame, revision: str, pick: Any, *, plain: bool) -> Frame | None:
    """Return the result of a server for a request about a task, or for a call that becomes a task."""
    method = asked["method"]
    if method == "tools/call" and not plain and pick([False, True]):
        if revision == MODERN and declares(asked):
            return {**task(MODERN, pick, detailed=False), "resultType": "task"}
        if revision == LEGACY and "task" in asked["params"]:
            return {"task": task(LEGACY, pick, detailed=False)}
    if method == "tasks/result" and revision == LEGACY:
        return {**DONE, "_meta": {RELATED: {"taskId": asked["params"].get("taskId", "t")}}}
    if method == "tasks/get":
        made = task(revision, pick, detailed=True)
        if plain:
            made |= {"status": "cancelled"}
        more = {} if revision == LEGACY else {"resultType": "complete"}
        return made | more | {"taskId": asked["params"].get("taskId", "t")}
    if method == "tasks/cancel" and revision == LEGACY:
        return task(LEGACY, pick, detailed=False) | {"status": "cancelled"}
    if method in ("tasks/cancel", "tasks/update"):
        return {"resultType": "complete"}
    if method == "tools/list":
        support = {"execution": {"taskSupport": "required"}} if revision == LEGACY else {}
        cache = (
            {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"} if revision in PER_REQUEST else {}
        )
        return {"tools": [{**tool(revision), "inputSchema": {"type": "object"}, **support}], **cache}
    return None


def request(method: str, revision: str, pick: Any) -> Frame | None:
    """Return the params of a client's request about a task, without metadata."""
    if method == "tools/call" and revision == LEGACY and pick([False, True]):
        return {"name": "t", "task": pick([{}, {"ttl": 5000}])}
    if method == "tasks/update":
        return {
            "taskId": pick(IDS),
            "inputResponses": {key: {"roots": []} for key in pick(["", "1", "k", "kl"])},
        }
    if method.startswith("tasks/") and method != "tasks/list":
        return {"taskId": pick(pick([IDS, CROWD]))}
    if method == "subscriptions/listen":
        return {"notifications": {"taskIds": pick([[], ["t"], list(IDS)])}}
    return None
