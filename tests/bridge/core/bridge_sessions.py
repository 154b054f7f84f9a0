"""Random sessions of a bridge in process, with a clock of their own.

In: a seed, which chooses the revisions, the extensions, keys, limits, a budget, and every step of a client, a
server and a host. Out: the number of events. Calls and input requests carry a mark that their answers repeat.
The sessions of some seeds: `PYTHONPATH=tests python tests/bridge/core/bridge_sessions.py FIRST [LAST]`.
Laws:

- Every key ends exactly once. Every request gets one response, unless its side cancelled it or left.
- The answer to a call carries the mark of the call, the answer to an input request the mark of the input
  request.
- A request is in one table of each side at most, and in a state that fits. What waits is in the queue.
- When both sides have answered everything and time has passed, nothing is open; after `closed`, every table
  is empty and the budget whole.
"""

from __future__ import annotations

import json
import sys
from random import Random
from typing import Any

import mcp_bridge
from mcp_bridge.core.budget import Budget
from support.bridge_pair import LEGACY, MODERN, PER_REQUEST, PREFIX, Frame, discovery, meta, welcome
from support.bridge_streams import Streams
from support.bridge_tables import tables
from support.oracle import REVISIONS

TASKS = f"{PREFIX}tasks"
PAIRS = tuple((client, server) for client in REVISIONS for server in (*REVISIONS, "auto"))
LIMITS = (
    mcp_bridge.Limits(
        pending=4, queued=6, streams=2, rounds=2, tasks=2, opening=20, patience=30, task=40, probe=5
    ),
    mcp_bridge.Limits(rounds=3, opening=20, patience=30, task=40, probe=5, gather=0.5),
    mcp_bridge.Limits(pending=64, tasks=8, opening=20, patience=30, task=40, probe=5),
)
FORM: Frame = {"type": "object", "properties": {"mark": {"type": "string"}}}
LISTEN, CALL = "subscriptions/listen", "tools/call"
CAPABILITIES: Frame = {
    "tools": {"listChanged": True},
    "resources": {"subscribe": True, "listChanged": True},
    "prompts": {},
    "logging": {},
}
LEGACY_TASKS: Frame = {"tasks": {"cancel": {}, "requests": {"tools": {"call": {}}}}}
DATES: Frame = {"createdAt": "2026-01-01T00:00:00Z", "lastUpdatedAt": "2026-01-01T00:00:00Z"}


def key(id: Any) -> str:
    """Return an id as a key that keeps `1` and `"1"` apart."""
    return json.dumps(id)


def text(mark: str) -> Frame:
    """Return the result of a call with a mark."""
    return {"content": [{"type": "text", "text": mark}]}


def input_request(mark: str) -> Frame:
    """Return the params of an input request with a mark."""
    return {"message": mark, "requestedSchema": FORM}


class Session:
    """A client, a server and a host, with a bridge between."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.client, self.server = PAIRS[seed % len(PAIRS)]
        told = self.client if rng.random() < 0.8 else "auto"
        self.tasks = rng.random() < 0.5
        self.budget = Budget(rng.choice([400, 1 << 20]))
        options: Any = {"offer": rng.choice(["newest", "own"]), "budget": self.budget}
        self.bridge: Any = mcp_bridge.Bridge(told, self.server, limits=rng.choice(LIMITS), **options)
        self.speaks = self.server if self.server != "auto" else rng.choice(REVISIONS)  # the server, really
        self.keys = Streams() if rng.random() < 0.7 else None
        self.now, self.count, self.events = 0.0, 0, 0
        self.bridge.tick(self.now)
        self.calls: dict[str, Frame] = {}  # open requests of the client, by id
        self.asked: dict[str, str] = {}  # open input requests of the server: marks by id
        self.at_client: dict[str, Frame] = {}  # open requests to the client, by id
        self.at_server: dict[str, Frame] = {}  # open requests to the server, by id
        self.states: list[tuple[Frame, Frame]] = []  # calls, and the results that sent their client away
        self.created: dict[str, str] = {}  # tasks of the server: marks by id
        self.restarts = 0

    # Frames in

    def feed(self, side: str, frame: Any) -> None:
        """Let a side send a frame, or a batch."""
        data = json.dumps(frame).encode() if self.rng.random() < 0.3 else frame
        if self.keys is None:
            self.take(self.bridge.from_client(data) if side == "client" else self.bridge.from_server(data))
        elif side == "client":
            self.take(self.bridge.from_client(data, self.keys.of_client(frame)))
        else:
            self.take(
                self.bridge.from_server(data, self.keys.of_server(frame, [*self.bridge._core.sent["server"]]))
            )

    def request(self, method: str, params: Frame, **more: Any) -> Frame:
        """Return a new request of the client, with the metadata of its revision."""
        self.count += 1
        id: Any = self.count if self.rng.random() < 0.5 else f"c{self.count}"
        if self.client in PER_REQUEST:
            able: Frame = {"elicitation": {"form": {}, "url": {}}} if self.rng.random() < 0.9 else {}
            able |= {"extensions": {TASKS: {}}} if self.tasks and self.rng.random() < 0.7 else {}
            params = {**params, "_meta": {**meta(able, self.client, logLevel="info"), **more}}
        elif more:
            params = {**params, "_meta": more}
        return {"jsonrpc": "2.0", "id": id, "method": method, "params": params}

    def ask(self, frame: Frame) -> None:
        """Let the client send a request."""
        self.calls[key(frame["id"])] = frame
        self.feed("client", frame)

    def reply(self, side: str, asked: Frame, **answer: Any) -> None:
        """Let a side answer a request of the bridge."""
        table = self.at_client if side == "client" else self.at_server
        if table.pop(key(asked["id"]), None) is not None:
            self.feed(side, {"jsonrpc": "2.0", "id": asked["id"], **answer})

    # Frames out

    def take(self, sends: list[Any]) -> None:
        """Hold the laws for the events of one step."""
        self.events += 1
        frames = self.keys.check(sends) if self.keys is not None else sends
        for send in frames:
            if send.to is None:
                continue
            frame = json.loads(send.data)
            if "method" in frame and "id" in frame:
                table = self.at_client if send.to == "client" else self.at_server
                assert key(frame["id"]) not in table, f"an id twice: {frame}"
                table[key(frame["id"])] = frame
            elif frame.get("method") == "notifications/cancelled":
                table = self.at_client if send.to == "client" else self.at_server
                table.pop(key(frame["params"]["requestId"]), None)
                if send.to == "client" and self.client in PER_REQUEST:  # the server ends a stream
                    self.calls.pop(key(frame["params"]["requestId"]), None)
            elif "method" not in frame:
                self.take_answer(send.to, frame)
        self.check_tables()

    def take_answer(self, to: str, frame: Frame) -> None:
        """Hold the law of marks for a response."""
        id = key(frame.get("id"))
        if to == "server":
            assert id in self.asked, f"an answer to nothing: {frame}"
            mark, content = self.asked.pop(id), frame.get("result", {}).get("content", {})
            assert (
                content.get("mark", mark) == mark
            ), f"the answer to another input request than {mark}: {frame}"
            return
        assert id in self.calls, f"an answer to nothing: {frame}"
        call = self.calls.pop(id)
        result = frame.get("result", {})
        if result.get("resultType") == "input_required":
            self.states.append((call, result))
        elif call["method"] in (CALL, "tasks/result") and "content" in result:
            mark = call["params"].get("arguments", {}).get("mark") or self.created[call["params"]["taskId"]]
            assert result["content"][0]["text"] == mark, f"the answer to another call than {mark}: {frame}"

    def check_tables(self) -> None:
        """Hold the law of tables and states."""
        core = self.bridge._core
        waiting = {*map(id, self.bridge._queue)}
        for side, table in core.open.items():
            for request in table.values():
                assert request.requestor == side and request.state not in (
                    "ended",
                    "awaiting retry",
                    "stored",
                ), vars(request)
                assert request.state != "waiting" or side == "server" or id(request) in waiting, vars(request)
        for side, table in core.sent.items():
            for request in table.values():
                assert request.receiver == side and request.state in (
                    "sent",
                    "awaiting retry",
                    "subscribed",
                ), vars(request)
        assert self.budget.used == core.account.used <= self.budget.most
        for task in self.tasks_of_bridge():
            assert all(request.state != "ended" for request in task.waiting), "an ended request waits"

    def tasks_of_bridge(self) -> list[Any]:
        """Return the tasks that the bridge remembers."""
        tasks = getattr(self.bridge._conversation, "tasks", None)
        return [] if tasks is None else [*tasks.by_id.values()]

    # Steps of the client

    def client_calls(self) -> None:
        """Call a tool, maybe for progress, as a task, or in a batch."""
        rng = self.rng
        self.count += 1
        params: Frame = {"name": rng.choice(["plain", "required"]), "arguments": {"mark": f"m{self.count}"}}
        if self.tasks and self.client == LEGACY[-1] and rng.random() < 0.4:
            params["task"] = {}
        more = {"progressToken": self.count} if rng.random() < 0.3 else {}
        frame = self.request(CALL, params, **more)
        if (
            self.client == "2025-03-26"
            and self.bridge.state == "open"
            and not self.bridge._forwards
            and rng.random() < 0.2
        ):
            other = self.request("tools/list", {})
            self.calls |= {key(each["id"]): each for each in (frame, other)}
            self.feed(
                "client", [frame, other, {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"}]
            )
        else:
            self.ask(frame)

    def client_begins(self) -> None:
        """Open the session, if the client has a handshake."""
        if self.client not in PER_REQUEST:
            able = {"elicitation": {}} if self.client != "2024-11-05" else {}
            hello = {
                "protocolVersion": self.client,
                "capabilities": able,
                "clientInfo": {"name": "c", "version": ""},
            }
            self.ask(self.request("initialize", hello))
            self.feed("client", {"jsonrpc": "2.0", "method": "notifications/initialized"})

    def client_lists(self) -> None:
        """Send a request of little interest, of an extension sometimes."""
        self.ask(self.request(self.rng.choice(["tools/list", "prompts/list", "ping", "x/unknown"]), {}))

    def client_subscribes(self) -> None:
        """Subscribe to a resource, or leave it."""
        uri = self.rng.choice(["file:///a", "file:///b"])
        if self.client in PER_REQUEST:
            wanted = {"resourceSubscriptions": [uri], "toolsListChanged": True}
            wanted |= {"taskIds": [*self.created]} if self.created and self.rng.random() < 0.5 else {}
            self.ask(self.request(LISTEN, {"notifications": wanted}))
        else:
            self.ask(
                self.request(
                    self.rng.choice(["resources/subscribe"] * 2 + ["resources/unsubscribe"]), {"uri": uri}
                )
            )

    def client_cancels(self) -> None:
        """Cancel a request, or leave its stream."""
        id = self.rng.choice([*self.calls] or [""])
        if not id or self.calls[id]["method"] == "initialize":
            return
        if self.keys is not None and (self.client in PER_REQUEST or self.rng.random() < 0.3):
            stream = self.keys.asked.get(id)
            for other in self.keys.open.get(stream, ()):
                if other in self.calls and self.calls[other]["method"] != "initialize":
                    del self.calls[other]
            self.take(self.bridge.gone(stream))
        else:
            params = {"requestId": self.calls.pop(id)["id"]}
            self.feed("client", {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})

    def client_answers(self) -> None:
        """Answer an input request of the server, with its mark or an error."""
        if self.at_client:
            self.answer_client(self.rng.choice([*self.at_client.values()]), self.rng.random() < 0.1)

    def answer_client(self, asked: Frame, fails: bool) -> None:
        """Answer a request to the client."""
        if fails or asked["method"] not in ("elicitation/create", "ping"):
            self.reply("client", asked, error={"code": -32601, "message": "no"})
        elif asked["method"] == "ping":
            self.reply("client", asked, result={})
        else:
            mark = asked["params"]["message"]
            self.reply("client", asked, result={"action": "accept", "content": {"mark": mark}})

    def client_comes_back(self) -> None:
        """Come back to a call with the answers to some input requests."""
        if not self.states:
            return
        call, result = self.states.pop(self.rng.randrange(len(self.states)))
        input_requests = {
            name: each for name, each in result.get("inputRequests", {}).items() if self.rng.random() < 0.8
        }
        answers = {
            name: {"action": "accept"}
            | ({} if "url" in each["params"] else {"content": {"mark": each["params"]["message"]}})
            for name, each in input_requests.items()
        }
        given = {name: value for name, value in call["params"].items() if name != "_meta"}
        given |= {"requestState": result["requestState"], "inputResponses": answers}
        self.ask(self.request(CALL, given))

    def client_asks_about_tasks(self) -> None:
        """Ask about a task of the server."""
        if self.tasks and self.created and self.client in (LEGACY[-1], MODERN):
            methods = [
                "tasks/get",
                "tasks/cancel",
                "tasks/result" if self.client == LEGACY[-1] else "tasks/get",
            ]
            self.ask(self.request(self.rng.choice(methods), {"taskId": self.rng.choice([*self.created])}))

    # Steps of the server

    def server_answers(self) -> None:
        """Answer a request, with whatever the method allows."""
        if self.at_server:
            self.answer_server(self.rng.choice([*self.at_server.values()]), plain=False)

    def answer_server(self, asked: Frame, *, plain: bool) -> None:
        """Answer a request to the server; a `plain` answer is the last one."""
        rng, method, params = self.rng, asked["method"], asked.get("params", {})
        chance = 1.0 if plain else rng.random()
        modern = self.speaks in PER_REQUEST
        done = {"resultType": "complete"} if modern else {}
        if method == "initialize":
            if modern:
                self.reply("server", asked, error={"code": -32601, "message": "no"})
            else:
                able = CAPABILITIES | (LEGACY_TASKS if self.tasks and self.speaks == LEGACY[-1] else {})
                self.reply("server", asked, result=welcome(self.speaks, able))
        elif method == "server/discover":
            if modern:
                able = CAPABILITIES | ({"extensions": {TASKS: {}}} if self.tasks else {})
                self.reply("server", asked, result=discovery(able, self.speaks))
            else:
                self.reply("server", asked, error={"code": -32601, "message": "no"})
        elif chance < 0.1:
            self.reply("server", asked, error={"code": rng.choice([-32603, -32601, -32602]), "message": "no"})
        elif method == CALL:
            self.answer_call(asked, chance, done)
        elif method == "tools/list":
            task = (
                {"execution": {"taskSupport": "required"}} if self.speaks == LEGACY[-1] and self.tasks else {}
            )
            tools = [{"name": name, "inputSchema": {"type": "object"}} for name in ("plain", "required")]
            tools[1] |= task
            self.reply(
                "server",
                asked,
                result={"tools": tools, **done, **({"ttlMs": 0, "cacheScope": "private"} if modern else {})},
            )
        elif method == LISTEN:
            if not plain:
                params = {"_meta": self.stamp(asked), "notifications": params["notifications"]}
                self.feed(
                    "server",
                    {
                        "jsonrpc": "2.0",
                        "method": "notifications/subscriptions/acknowledged",
                        "params": params,
                    },
                )
            if plain or chance > 0.8:
                self.reply("server", asked, result={"_meta": self.stamp(asked), **done})
        elif method in ("tasks/get", "tasks/cancel", "tasks/result", "tasks/update"):
            self.answer_about_task(asked, plain, done)
        else:
            self.reply("server", asked, result=done)

    def stamp(self, listen: Frame) -> Frame:
        """Return the metadata of a notification on a stream."""
        return {f"{PREFIX}subscriptionId": listen["id"]}

    def answer_call(self, asked: Frame, chance: float, done: Frame) -> None:
        """Answer a call: with its mark, input requests, a pause, a demand for a visit, or a task."""
        rng, params = self.rng, asked["params"]
        mark = params["arguments"]["mark"]
        for name, answer in params.get("inputResponses", {}).items():
            assert answer.get("content", {}).get("mark", name) == name, f"another answer to {name}: {asked}"
        declared = params.get("_meta", {}).get(f"{PREFIX}clientCapabilities", {})
        if done and chance < 0.35 and "elicitation" in declared:
            self.count += 1
            names = [f"q{self.count}-{n}" for n in range(rng.randrange(3))]
            asks = {
                name: {"method": "elicitation/create", "params": {"mode": "form", **input_request(name)}}
                for name in names
            }
            result: Frame = {"resultType": "input_required", "requestState": mark} | (
                {"inputRequests": asks} if asks else {}
            )
        elif not done and chance < 0.15 and self.client in PER_REQUEST:
            page = {"mode": "url", "elicitationId": mark, "url": "https://example.com", "message": mark}
            data = {"elicitations": [page]}
            self.reply("server", asked, error={"code": -32042, "message": "visit", "data": data})
            return
        elif done and chance < 0.6 and TASKS in declared.get("extensions", {}):
            self.created[f"t-{mark}"] = mark
            result = {
                "resultType": "task",
                "taskId": f"t-{mark}",
                "status": "working",
                "ttlMs": None,
                **DATES,
            }
        elif not done and "task" in params and self.tasks:
            self.created[f"t-{mark}"] = mark
            result = {"task": {"taskId": f"t-{mark}", "status": "working", "ttl": None, **DATES}}
        else:
            result = {**text(mark), **done}
        self.reply("server", asked, result=result)

    def answer_about_task(self, asked: Frame, plain: bool, done: Frame) -> None:
        """Answer a request about a task, which ends with its mark."""
        method, task_id = asked["method"], asked["params"].get("taskId")
        mark = self.created.get(task_id)
        if mark is None or (method == "tasks/result" and self.rng.random() < 0.1):
            self.reply("server", asked, error={"code": -32602, "message": "no task"})
        elif method == "tasks/result":
            related = {"_meta": {f"{PREFIX}related-task": {"taskId": task_id}}}
            self.reply("server", asked, result={**text(mark), **related})
        elif done and method != "tasks/get":
            self.reply("server", asked, result=done)
        else:
            status = (
                "cancelled"
                if method == "tasks/cancel"
                else "completed" if plain else self.rng.choice(["working", "completed", "input_required"])
            )
            task: Frame = {
                "taskId": task_id,
                "status": status,
                "statusMessage": f"s{self.events % 3}",
                **DATES,
                **done,
            }
            task |= {"ttlMs": None} if done else {"ttl": None}
            if done and status == "completed":
                task["result"] = {**text(mark), "resultType": "complete"}
            elif done and status == "input_required":
                name = f"q-{mark}"
                task["inputRequests"] = {
                    name: {"method": "elicitation/create", "params": {"mode": "form", **input_request(name)}}
                }
            self.reply("server", asked, result=task)

    def server_asks(self) -> None:
        """Ask an input request, if the server has a session."""
        if self.speaks in PER_REQUEST or self.bridge.state != "open":
            return
        self.count += 1
        mark = f"q{self.count}"
        params = input_request(mark) if self.speaks >= "2025-06-18" else None
        related = (
            {"_meta": {f"{PREFIX}related-task": {"taskId": self.rng.choice([*self.created])}}}
            if self.created
            else {}
        )
        frame: Frame = {
            "jsonrpc": "2.0",
            "id": f"s{self.count}",
            "method": "elicitation/create" if params else "ping",
        }
        self.asked[key(frame["id"])] = mark
        self.feed("server", frame | ({"params": {**params, **related}} if params else {}))

    def server_cancels(self) -> None:
        """Cancel an input request, or a stream of a modern server."""
        if self.speaks in PER_REQUEST:
            streams = [each for each in self.at_server.values() if each["method"] == LISTEN]
            ids = [each["id"] for each in streams]
        else:
            ids = [json.loads(id) for id in self.asked]
        if not ids:
            return
        id = self.rng.choice(ids)
        self.asked.pop(key(id), None)
        listen = self.at_server.pop(key(id), None)
        if listen is not None and self.bridge._forwards:
            self.calls.pop(key(id), None)  # frames pass: the ids are the client's
        params: Frame = {"requestId": id}
        self.feed("server", {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})

    def server_tells(self) -> None:
        """Report a change, progress, a log message, or the status of a task."""
        rng, stamp = self.rng, {}
        if self.speaks in PER_REQUEST:
            streams = [each for each in self.at_server.values() if each["method"] == LISTEN]
            if not streams:
                return
            stamp = {"_meta": self.stamp(rng.choice(streams))}
        tokens = [each["params"]["_meta"]["progressToken"] for each in self.at_server.values()
                  if "progressToken" in each.get("params", {}).get("_meta", {})]  # fmt: skip
        kinds: list[tuple[str, Frame]] = [
            ("notifications/tools/list_changed", stamp),
            ("notifications/resources/updated", {"uri": "file:///a", **stamp}),
            ("notifications/message", {"level": "info", "data": 1}),
        ]
        kinds += [
            ("notifications/progress", {"progressToken": token, "progress": self.events}) for token in tokens
        ]
        if self.created and self.speaks == LEGACY[-1]:
            status = {
                "taskId": rng.choice([*self.created]),
                "status": rng.choice(["working", "completed"]),
                "ttl": None,
            }
            kinds.append(("notifications/tasks/status", {**status, **DATES}))
        method, params = rng.choice(kinds)
        self.feed("server", {"jsonrpc": "2.0", "method": method, "params": params})

    # Steps of the host

    def host_fails(self) -> None:
        """Fail to deliver a request of the bridge, to either side."""
        side = self.rng.choice(["client", "server"])
        table = self.at_client if side == "client" else self.at_server
        if table and not self.bridge._forwards:
            frame = table.pop(self.rng.choice([*table]))
            self.take(self.bridge.undelivered(mcp_bridge.Frame(side, frame), "nobody reads"))  # type: ignore[arg-type]

    def host_starts_again(self) -> None:
        """Start the server again where the bridge allows that."""
        if self.bridge.restartable and self.restarts < 3:
            self.restarts += 1
            self.at_server.clear()
            self.asked.clear()
            self.take(self.bridge.restarted())

    def time_passes(self, seconds: float = 0) -> None:
        """Let time pass."""
        self.now += seconds or self.rng.choice([0.01, 0.5, 3, 10, 45])
        self.take(self.bridge.tick(self.now))

    # A session

    def run(self, steps: int = 120) -> int:
        """Run a session to its end; return the number of events."""
        actions = [
            *[self.client_calls] * 4, self.client_lists, self.client_subscribes, *[self.client_cancels] * 2,
            *[self.client_answers] * 3, *[self.client_comes_back] * 2, self.client_asks_about_tasks,
            *[self.server_answers] * 6, *[self.server_asks] * 2, self.server_cancels, self.server_tells,
            self.host_fails, self.host_starts_again, self.time_passes,
        ]  # fmt: skip
        self.client_begins()
        for _ in range(steps):
            self.rng.choice(actions)()
        if self.rng.random() < 0.8:
            self.drain()
        side = self.rng.choice(["client", "server"])
        self.take(self.bridge.closed(side))
        left = self.asked if side == "client" else self.calls
        assert not left or self.bridge._forwards, f"without a response after the {side} is gone: {left}"
        assert self.keys is None or not self.keys.open, f"not ended: {self.keys.open}"
        assert self.budget.used == 0, "what is kept is given back"
        full = [table for table in tables(self.bridge) if table]
        assert not full, f"not empty: {full}"
        return self.events

    def drain(self) -> None:
        """Answer everything and let time pass; then nothing may be open."""
        for _ in range(60):
            for id in [id for id, call in self.calls.items() if call["method"] == LISTEN]:
                if self.keys is None:
                    params = {"requestId": self.calls.pop(id)["id"]}
                    self.feed(
                        "client", {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}
                    )
                else:
                    del self.calls[id]
                    self.take(self.bridge.gone(self.keys.asked.get(id)))
            for asked in [*self.at_server.values()]:
                if asked["method"] != LISTEN:
                    self.answer_server(asked, plain=True)
            for asked in [*self.at_client.values()]:
                self.answer_client(asked, fails=False)
            self.time_passes(50)
            busy = [each for each in self.at_server.values() if each["method"] != LISTEN]
            if not (busy or self.at_client or self.calls or self.asked or self.bridge.awaiting_retry):
                break
        assert not self.calls, f"requests of the client hang: {self.calls}"
        assert not self.asked, f"requests of the server hang: {self.asked}"
        assert self.bridge.pending == 0
        kept = sum(sum(map(len, task.stored.values())) for task in self.tasks_of_bridge())
        stated = sum(self.bridge._core.account._counted.values())
        assert self.budget.used == kept + stated, "nothing is kept but the handshake and results of tasks"


def session(seed: int) -> int:
    """Run the session of a seed; return the number of events. A failure names the seed."""
    made = Session(seed)
    try:
        return made.run()
    except Exception as error:
        raise AssertionError(
            f"seed {seed}, {made.client} to {made.server} ({made.speaks}): {error!r:.2000}"
        ) from error


if __name__ == "__main__":
    first, last = int(sys.argv[1]), int(sys.argv[-1])
    found = 0
    for number in range(first, last + 1):
        try:
            session(number)
        except AssertionError as error:
            found += 1
            print(str(error)[:600], flush=True)
            if found == 8 or first == last:
                raise
    print(f"{last + 1 - first} sessions, {found} findings")
