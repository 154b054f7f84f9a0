"""A server that misuses tasks, and clients that call its tools, give up and ask about any task.

In: a seed. Out: a session across a bridge whose server answers everything about tasks with random values. Ids
repeat, are huge or no text; statuses go backwards or are none; poll intervals and times to live have any size
and kind. A status may be that of another task, a result of any kind, and a task may never end. Laws:

- No event raises. Every frame that the bridge sends is JSON.
- Each request of the client gets one response, unless the client cancels the request.
- No table grows beyond its limit, and a tick never leaves a timer that is due.
- A task is polled `1 / Limits.pause` times a second at most, and for `Limits.task` seconds at most.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import mcp_bridge
from support.bridge_machine import most
from support.bridge_pair import LEGACY, MODERN, PREFIX, Frame, modern, opened
from support.bridge_tables import tables
from support.bridge_tasks import CORE, EXTENSION

LIMITS = mcp_bridge.Limits(pending=6, tasks=3, task=40.0, poll=2.0, pause=0.5, opening=7.0, patience=20.0)
OLD = "2025-11-25"
PAIRS = [(client, OLD) for client in (*LEGACY[:-1], MODERN)] + [(client, MODERN) for client in LEGACY]
IDS = [*"ttttuuuu", "", "é😀", "x" * 5000, 7, None, ["t"], {"t": 1}, True, 2.5]
STATUSES: list[Any] = ["working", "input_required", "completed", "failed", "cancelled"] * 3
STATUSES += ["input_required", "input_required", "Working", "", 7, None, []]
TIMES = [0, -1, 1, 0.001, 10**9, 10**400, -(10**400), 1e308, True, None, "5", [], {}]
RESULTS: list[Any] = [{}, [], None, 7, "r", {"content": []}, {"content": 7}, {"task": {}}, {"task": 7}]
INPUT_REQUESTS: list[Any] = [
    *([{"method": "roots/list"}] * 15),
    {"method": "roots/list", "params": []},
    {"method": "elicitation/create", "params": {"message": 7}},
    {"method": "tools/call"},
    {"method": 7},
    None,
]
KINDS = ["call", "call", "about", *(["answer"] * 4), "tell", "give up", "time", "client", "client", "listen"]
ABOUT = ("tasks/get", "tasks/result", "tasks/cancel", "tasks/update", "tasks/list")


class HostileTasks:
    """One session."""

    def __init__(self, seed: int) -> None:
        self.rng = Random(seed)
        self.client, self.server = PAIRS[seed % len(PAIRS)]
        self.eager = self.rng.random() < 0.5  # the server answers polls at once
        able = {"roots": {}, "elicitation": {}, **self.rng.choice([EXTENSION, {}])}
        offered = {"tools": {}, **(EXTENSION if self.server == MODERN else CORE)}
        self.link = opened(self.client, self.server, able={"roots": {}}, offered=offered, limits=LIMITS)
        self.link.judging = False
        self.able: Frame = able
        self.now, self.number = 0.0, 0
        self.owed: set[str] = set()
        self.streams: set[str] = set()  # requests of the client that stay open
        self.later: list[Frame] = []  # the client's answers to input requests, which are not sent yet
        self.open: dict[Any, Frame] = {}  # requests of the bridge at the server
        self.polls = 0
        self.take(self.link.bridge.trees.tick(self.now))

    # What the bridge sends

    def take(self, sends: list[Any]) -> None:
        """Check frames of the bridge and note the requests among them."""
        for send in sends:
            if send.to is None:
                continue
            frame = json.loads(send.data)
            if send.to == "client" and "method" not in frame:
                assert frame["id"] in self.owed | self.streams, f"a response to nothing: {frame}"
                self.owed.discard(frame["id"])
                self.streams.discard(frame["id"])
            elif send.to == "client" and "id" in frame:
                answer = self.rng.choice(
                    [{"result": {"roots": []}}, {"result": 7}, {"error": {"code": 1, "message": ""}}]
                )
                self.later.append({"jsonrpc": "2.0", "id": frame["id"], **answer})
            elif "method" not in frame:
                continue
            elif "id" in frame:
                self.open[frame["id"]] = frame
                self.polls += frame["method"] == "tasks/get"
            elif frame["method"] == "notifications/cancelled":
                self.open.pop(frame["params"]["requestId"], None)

    # What the ends send

    def from_client(self, method: str, params: Frame) -> None:
        """Let the client send a request."""
        self.number += 1
        id = f"c{self.number}"
        self.owed.add(id)
        params = modern(params, self.able) if self.client == MODERN else params
        if method == "tools/call" and self.rng.random() < 0.4:
            params = {**params, "_meta": {**params.get("_meta", {}), "progressToken": id}}
        frame = {"jsonrpc": "2.0", "id": id, "method": method, "params": params}
        self.take(self.link.bridge.trees.from_client(frame))

    def from_server(self, frame: Frame) -> None:
        """Let the server send a frame."""
        self.take(self.link.bridge.trees.from_server({"jsonrpc": "2.0", **frame}))

    def task(self) -> Any:
        """Return a task, or any other value."""
        pick = self.rng.choice
        made: Frame = {
            "taskId": pick(IDS),
            "status": pick(STATUSES),
            "createdAt": "",
            "lastUpdatedAt": pick(["", 7]),
        }
        names = ("ttlMs", "pollIntervalMs") if self.server == MODERN else ("ttl", "pollInterval")
        made |= {name: pick(TIMES) for name in names if pick([0, 1])}
        made |= {"statusMessage": pick(["a", "b", 7, None, "m" * 3000])} if pick([0, 1]) else {}
        if self.server == MODERN:
            made |= pick(
                [{}, {"result": pick(RESULTS)}, {"error": pick([{}, {"code": 1, "message": "m"}, 7])}]
            )
            made |= pick(
                [{}, {"inputRequests": {str(n): pick(INPUT_REQUESTS) for n in range(pick([1, 2, 9]))}}]
            )
        return made if pick(range(12)) else pick(RESULTS)

    def answer(self, asked: Frame) -> None:
        """Let the server answer a request of the bridge."""
        pick, method = self.rng.choice, asked["method"]
        if pick(range(6)) == 0:
            code = pick([-32601, -32602, -32603, -32021])
            self.respond(asked, {"error": {"code": code, "message": "no"}})
        elif method == "tools/call":
            task = self.task()
            created = (
                {**task, "resultType": "task"}
                if self.server == MODERN and type(task) is dict
                else {"task": task}
            )
            self.respond(asked, {"result": pick([created, created, created, pick(RESULTS)])})
        elif method == "tasks/get":
            task, named = self.task(), asked["params"].get("taskId")
            if type(task) is dict and pick(range(4)):
                task = {**task, "taskId": named, "resultType": "complete"}
            self.respond(asked, {"result": task})
        elif method == "tools/list":
            tools = [
                {
                    "name": pick(["a", "b", 7]),
                    "inputSchema": {},
                    "execution": pick([{"taskSupport": "required"}, 7]),
                }
            ]
            self.respond(asked, {"result": {"tools": pick([tools, tools, 7])}})
        else:
            self.respond(asked, {"result": pick([*RESULTS, self.task()])})

    def respond(self, asked: Frame, part: Frame) -> None:
        """Let the server send a response."""
        self.open.pop(asked["id"], None)
        self.from_server({"id": asked["id"], **part})

    def step(self) -> None:
        """Let a side do something, or time pass."""
        pick, trees = self.rng.choice, self.link.bridge.trees
        kind = pick(KINDS)
        if kind == "call":
            task = pick([{}, {}, {"task": pick([{}, {"ttl": pick(TIMES)}, 7])}]) if self.client == OLD else {}
            self.from_client("tools/call", {"name": pick(["a", "b", "other"]), **task})
        elif kind == "about":
            self.from_client(
                pick([*ABOUT, "tools/list"]), {"taskId": pick(IDS), "inputResponses": pick([{}, {"1": 7}])}
            )
        elif kind == "answer" and self.open:
            self.answer(pick(list(self.open.values())))
        elif kind == "tell":
            name = "notifications/tasks" if self.server == MODERN else "notifications/tasks/status"
            self.from_server({"method": name, "params": self.task()})
            related = {"_meta": {f"{PREFIX}related-task": pick([{"taskId": pick(IDS)}] * 9 + [7])}}
            related |= pick([{}, {"task": pick([{}, 7])}])
            if self.server == OLD:
                self.number += 1
                self.from_server({"id": f"s{self.number}", "method": "roots/list", "params": related})
        elif kind == "listen" and self.client == MODERN:
            ids = pick([["t"], ["t", "u"], [], [7], 7])
            self.from_client("subscriptions/listen", {"notifications": {"taskIds": ids}})
            if f"c{self.number}" in self.owed:
                self.owed.remove(f"c{self.number}")
                self.streams.add(f"c{self.number}")
        elif kind == "give up" and self.owed:
            id = pick(sorted(self.owed))
            self.owed.discard(id)
            frame = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}
            self.take(trees.from_client(frame))
        elif kind == "time":
            self.pass_time(pick([0.1, 0.5, 3, 50]))
        elif kind == "client" and self.later:
            self.take(trees.from_client(self.later.pop()))
        largest = max(map(len, tables(trees)))
        assert largest <= most(LIMITS), largest

    def pass_time(self, seconds: float) -> None:
        """Let time pass, in the steps that the bridge asks for."""
        end, trees, first = self.now + seconds, self.link.bridge.trees, self.polls
        steps = 0
        while trees.deadline is not None and trees.deadline <= end:
            self.now = max(self.now, trees.deadline)
            self.take(trees.tick(self.now))
            if self.eager:
                for asked in [asked for asked in self.open.values() if asked["method"] == "tasks/get"]:
                    self.answer(asked)
            assert trees.deadline is None or trees.deadline > self.now, "a timer is due for ever"
            steps += 1
            assert steps < 5000, "the bridge never rests"
        self.now = end
        self.take(trees.tick(end))
        polled = self.polls - first
        assert polled <= (seconds / LIMITS.pause + 1) * most(LIMITS), polled

    # A session

    def run(self, steps: int) -> int:
        """Run a session; then the server refuses forwarded requests alone, and all others end by time."""
        for _ in range(steps):
            self.step()
        for _ in range(200):
            for asked in list(self.open.values()):
                if asked["id"] in self.open and self.is_forwarded(asked["id"]):
                    self.respond(asked, {"error": {"code": -32000, "message": "the end"}})
            self.pass_time(LIMITS.task)
            if not self.owed and not self.open:
                break
        assert not self.owed, f"without a response: {sorted(self.owed)}"
        return self.number

    def is_forwarded(self, id: Any) -> bool:
        """Say whether a request of the bridge at the server is one of the client, as the client sent it."""
        request = self.link.bridge.trees._core.sent["server"].get(id)
        return (
            request is not None
            and request.requestor is not None
            and request.frame["method"] == request.method
        )


def session(seed: int, steps: int = 120) -> int:
    """Run the session of a seed; return the number of requests."""
    try:
        return HostileTasks(seed).run(steps)
    except Exception as error:
        raise AssertionError(f"seed {seed}: {error!r}") from error
