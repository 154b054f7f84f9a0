"""The bridge against random clients and servers of all pairs of revisions.

A state machine plays both ends: requests with fresh, repeated and clashing ids, answers in any order, questions in both ways,
cancellation, progress, subscriptions, time, lines that cannot be read, and ends. `bridged.py` checks every frame on the way;
the machine adds: nothing raises, tables stay within their limits, and when both ends answer what they are asked, nothing stays open.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from support.bridge_pair import MODERN, PREFIX, Bridged, Frame, discovery, key, meta, welcome
from support.bridge_tables import tables
from support.oracle import OTHER, oracle

PICKS = st.randoms(use_true_random=True).map(lambda random: lambda options: random.choice(list(options)))
TEN = range(10)
LIMITS = mr.BridgeLimits(pending=5, held=3, streams=3, rounds=2, opening=30, probe=3, patience=40, pause=0.5)
LISTS = ("tools/list", "prompts/list", "resources/list", "resources/templates/list")
INPUT = ("tools/call", "prompts/get", "resources/read")
QUESTIONS = ("sampling/createMessage", "elicitation/create", "roots/list")
URIS = ("file:///a", "file:///a/b", "file:///c")
LEVELS = ("debug", "warning", "emergency")
OFFERED: Frame = {
    "tools": {"listChanged": True},
    "prompts": {},
    "resources": {"subscribe": True, "listChanged": True},
    "logging": {},
}
FORM = {
    "type": "object",
    "properties": {"n": {"type": "string"}, "c": {"type": "string", "enum": ["a", "b"]}},
}
MANY = {"d": {"type": "array", "items": {"type": "string", "enum": ["x", "y"]}}}
PAGE = {"mode": "url", "message": "m", "url": "https://example.com/"}
TEXT = {"type": "text", "text": "t"}
TOOL = {"name": "t", "inputSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}


def able(revision: str, pick: Any) -> Frame:
    """Return capabilities that a client of a revision may declare."""
    made: Frame = {}
    if pick(TEN):
        made["roots"] = {} if revision == MODERN else {"listChanged": True}
    if pick(TEN):
        made["sampling"] = {"tools": {}} if revision >= "2025-11-25" and pick([False, True]) else {}
    if revision >= "2025-06-18" and pick(TEN):
        urls = revision >= "2025-11-25" and pick(TEN) > 2
        made["elicitation"] = {"form": {}, "url": {}} if urls else {}
    return made


def params(method: str, revision: str, pick: Any) -> Frame | None:
    """Return params of a request of a client."""
    match method:
        case "initialize":
            info = {"name": "c", "version": "1"}
            asked = pick([revision, "2030-01-01"])
            return {"protocolVersion": asked, "capabilities": able(revision, pick), "clientInfo": info}
        case "tools/call":
            return {"name": "t", "arguments": {"a": pick(["x", 1, None])}}
        case "prompts/get":
            return {"name": "p"}
        case "resources/read" | "resources/subscribe" | "resources/unsubscribe":
            return {"uri": pick(URIS)}
        case "completion/complete":
            return {"ref": {"type": "ref/prompt", "name": "p"}, "argument": {"name": "a", "value": ""}}
        case "logging/setLevel":
            return {"level": pick(LEVELS)}
        case "tasks/get" | "tasks/result" | "tasks/cancel":
            return {"taskId": "t"}
        case "subscriptions/listen":
            wanted = pick([{}, {"toolsListChanged": True}, {"promptsListChanged": True}])
            uris = pick([[], ["file:///a"], ["file:///a", "file:///a/b"], ["file:///c", "file:///c"]])
            return {"notifications": wanted | ({"resourceSubscriptions": uris} if uris else {})}
        case _:
            return pick([None, {}]) if revision != MODERN else {}


def result(method: str, revision: str, pick: Any) -> Frame:
    """Return a result of a server."""
    made: Frame
    match method:
        case "initialize":
            made = welcome(revision, OFFERED if pick(TEN) else {"tools": {}})
            return made
        case "server/discover":
            made = discovery(OFFERED if pick(TEN) else {})
            if pick([*TEN, *TEN]) == 1:
                made["supportedVersions"] = ["2030-01-01"]
            return made
        case "tools/list":
            schema = {"type": "object"} if pick([False, True]) else {"type": "array"}
            more = {"outputSchema": schema} if revision == MODERN else {}
            made = {"tools": [TOOL | more]}
        case "tools/call":
            blocks = [TEXT]
            if revision >= "2025-03-26":
                blocks.append({"type": "audio", "data": "AAA=", "mimeType": "audio/wav"})
            if revision >= "2025-06-18":
                blocks.append({"type": "resource_link", "uri": "file:///a", "name": "a"})
            made = {"content": [pick(blocks)]}
            if revision == MODERN:
                made["structuredContent"] = pick([{}, [1], None])
        case "prompts/list":
            made = {"prompts": [{"name": "p"}], "nextCursor": "n"}
        case "prompts/get":
            made = {"messages": [{"role": "user", "content": TEXT}]}
        case "resources/list":
            made = {"resources": [{"uri": "file:///a", "name": "a"}]}
        case "resources/templates/list":
            made = {"resourceTemplates": []}
        case "resources/read":
            made = {"contents": [{"uri": "file:///a", "text": ""}]}
        case "completion/complete":
            made = {"completion": {"values": ["a"]}}
        case "subscriptions/listen":
            return {"resultType": "complete", "_meta": {f"{PREFIX}subscriptionId": 0}}
        case "tasks/list":
            made = {"tasks": []}
        case "tasks/get" | "tasks/cancel":
            at = "2026-01-02T03:04:05Z"
            made = {"taskId": "t", "status": "working", "createdAt": at, "lastUpdatedAt": at, "ttl": None}
        case _:
            made = {}
    if revision == MODERN:
        made["resultType"] = "complete"
        if method in (*LISTS, "resources/read"):
            made |= {"ttlMs": 1, "cacheScope": "public"}
    return made


def question(method: str, revision: str, pick: Any) -> Frame | None:
    """Return params of a question of a server."""
    match method:
        case "elicitation/create":
            many = {"properties": MANY, "type": "object", "required": pick([[], ["d"]])}
            rich = [
                {**PAGE, **({"elicitationId": "e"} if revision != MODERN else {})},
                {"requestedSchema": many, "message": "m"},
            ]
            plain = {"message": "m", "requestedSchema": FORM}
            chosen: Frame = pick([plain, *(rich if revision >= "2025-11-25" else [])])
            return chosen
        case "sampling/createMessage":
            content: Any = TEXT
            if revision >= "2025-11-25":
                content = pick([TEXT, [TEXT, TEXT], []])
            asked: Frame = {"messages": [{"role": "user", "content": content}], "maxTokens": 1}
            if revision >= "2025-11-25" and pick([False, True]):
                asked["tools"] = [TOOL]
            return asked
        case _:
            return None


def reply(method: str, asked: Frame, revision: str, pick: Any) -> Frame:
    """Return the answer of a client to a question."""
    match method:
        case "elicitation/create":
            if pick([False, True]) and asked.get("mode") != "url":
                several = revision >= "2025-11-25" and "d" in asked["requestedSchema"]["properties"]
                return {"action": "accept", "content": {"d": ["x", "y"]} if several else {"n": "x"}}
            return {"action": pick(["decline", "cancel"])}
        case "sampling/createMessage":
            content: Any = [TEXT] if revision >= "2025-11-25" and pick([False, True]) else TEXT
            return {"role": "assistant", "content": content, "model": "m"}
        case "roots/list":
            return {"roots": [{"uri": "file:///r"}]}
        case _:
            return {}


class Conversations(RuleBasedStateMachine):
    """One bridge, a random client, a random server."""

    @initialize(
        client=st.sampled_from(mr.REVISIONS), server=st.sampled_from([*mr.REVISIONS, "auto"]), pick=PICKS
    )
    def meet(self, client: str, server: str, pick: Any) -> None:
        self.link = Bridged(client, server, limits=LIMITS)
        self.client = client
        self.forwards = client == server
        self.now = 0.0
        self.counted = 0
        self.tokens: dict[str, list[Any]] = {"client": [], "server": []}  # by side: tokens that it was given
        self.states: list[tuple[str, Frame, list[str]]] = (
            []
        )  # questions that a client of 2026-07-28 was asked
        self.seen = {"client": 0, "server": 0}
        self.over = False
        self.busy = False  # a step has begun and not ended: it raised
        if pick(TEN) and not self.forwards:
            self.open(pick)

    def open(self, pick: Any) -> None:
        """Let both ends meet."""
        method = "tools/list" if self.client == MODERN else "initialize"
        frame = {"jsonrpc": "2.0", "id": self.fresh(pick), "method": method}
        self.send("client", {**frame, "params": self.modern(params(method, self.client, pick), pick)})
        for _ in range(3):
            for asked in list(self.link.asking["server"].values()):
                if asked["method"] != "subscriptions/listen" and not self.direct():
                    self.answer("server", asked, pick, plain=True)
        if self.client != MODERN:
            self.send("client", {"jsonrpc": "2.0", "method": "notifications/initialized"})

    @property
    def server(self) -> str:
        """The revision that the server speaks; one that is not found out yet may be any."""
        return "2025-11-25" if self.link.bridge.server == "auto" else self.link.bridge.server

    def revision(self, side: str) -> str:
        return self.client if side == "client" else self.server

    def send(self, side: str, frame: Frame) -> None:
        """Send a frame that is valid in the sender's revision, and remember what comes of it."""
        self.busy = True
        self._send(side, frame)
        self.busy = False

    def _send(self, side: str, frame: Frame) -> None:
        if self.forwards or self.direct():
            take = self.link.bridge.from_client if side == "client" else self.link.bridge.from_server
            assert take(frame) == [(OTHER[side], frame, ())]
            return
        asked = self.link.asking[side].get(key(frame.get("id")), {}) if "method" not in frame else {}
        judge = oracle(self.revision(side))
        answering = asked.get("method") if asked.get("method") in judge.requests else None
        if self.link.bridge.server != "auto" or side == "client":
            assert judge.frame_fits(frame, side, answering), frame
        self.link.send(side, frame)
        self.look()

    def direct(self) -> bool:
        """Say whether the server was found to speak what the client speaks, without a handshake."""
        return self.client == MODERN == self.link.bridge.server

    def look(self) -> None:
        """Note tokens and states in what arrived since."""
        for side in OTHER:
            for frame in self.link.got[side][self.seen[side] :]:
                given = (frame.get("params") or {}).get("_meta", {}).get("progressToken")
                if given is not None:
                    self.tokens[side].append(given)
                result = frame.get("result", {})
                if result.get("resultType") == "input_required":
                    self.states.append((result["requestState"], result["inputRequests"], []))
            self.seen[side] = len(self.link.got[side])

    def fresh(self, pick: Any) -> Any:
        self.counted += 1
        return pick([self.counted, str(self.counted), f"id-{self.counted}"])

    def modern(self, given: Frame | None, pick: Any) -> Frame | None:
        if self.client != MODERN:
            return given
        level = {"logLevel": pick(LEVELS)} if pick([False, True]) else {}
        return {**(given or {}), "_meta": meta(able(MODERN, pick), **level)}

    def marked(self, frame: Frame, pick: Any) -> Frame:
        """Ask for progress, sometimes."""
        if pick(TEN[:3]) == 0:
            params = frame.get("params") or {}
            token = pick(["p", 1, 2, 77])
            return {
                **frame,
                "params": {**params, "_meta": {**params.get("_meta", {}), "progressToken": token}},
            }
        return frame

    @rule(pick=PICKS)
    def client_asks(self, pick: Any) -> None:
        methods = [m for (side, kind, m) in oracle(self.client).sent if (side, kind) == ("client", "Request")]
        method = pick([*sorted(methods), *INPUT, *INPUT, *(m for m in methods if "subscri" in m)])
        frame: Frame = {"jsonrpc": "2.0", "id": self.fresh(pick), "method": method}
        given = self.modern(params(method, self.client, pick), pick)
        if given is not None:
            frame["params"] = given
        self.send("client", self.marked(frame, pick))

    @rule(pick=PICKS)
    def client_begins(self, pick: Any) -> None:
        if self.client != MODERN:
            given = params("initialize", self.client, pick)
            self.send(
                "client",
                {"jsonrpc": "2.0", "id": self.fresh(pick), "method": "initialize", "params": given},
            )
            self.send("client", {"jsonrpc": "2.0", "method": "notifications/initialized"})

    @rule(side=st.sampled_from(["client", "server"]), pick=PICKS)
    def somebody_repeats_an_id(self, side: str, pick: Any) -> None:
        open_ = sorted(self.link.asked[side])
        if open_ and not self.over and self.revision(side) != MODERN:
            id = json.loads(pick(open_))
            self.send(side, {"jsonrpc": "2.0", "id": id, "method": "ping"})

    @precondition(lambda self: self.client == MODERN)
    @rule(pick=PICKS)
    def client_comes_back(self, pick: Any) -> None:
        if not self.states:
            return
        state, questions, _ = pick(self.states)
        chosen = [name for name in questions if pick(TEN[:5])]
        answers = {
            name: reply(questions[name]["method"], questions[name].get("params", {}), MODERN, pick)
            for name in chosen
        }
        method = pick(INPUT)
        given = {
            **(params(method, MODERN, pick) or {}),
            "requestState": state,
            "inputResponses": answers,
        }
        frame = {
            "jsonrpc": "2.0",
            "id": self.fresh(pick),
            "method": method,
            "params": self.modern(given, pick),
        }
        self.send("client", self.marked(frame, pick))

    @rule(times=st.integers(1, 3), pick=PICKS)
    def somebody_answers(self, times: int, pick: Any) -> None:
        for _ in range(times):
            asked = [(side, frame) for side in OTHER for frame in self.link.asking[side].values()]
            if asked and not self.forwards and not self.direct():
                side, frame = pick(asked)
                if frame["method"] != "subscriptions/listen" or pick(TEN) == 0:
                    self.answer(side, frame, pick)

    @precondition(lambda self: self.server == MODERN and not self.forwards)
    @rule(pick=PICKS)
    def server_acknowledges(self, pick: Any) -> None:
        for asked in list(self.link.asking["server"].values()):
            if asked["method"] == "subscriptions/listen" and not self.direct():
                wanted = asked["params"]["notifications"] if pick(TEN) > 1 else {}
                given = {"_meta": {f"{PREFIX}subscriptionId": asked["id"]}, "notifications": wanted}
                self.send(
                    "server",
                    {"jsonrpc": "2.0", "method": "notifications/subscriptions/acknowledged", "params": given},
                )

    def answer(self, side: str, asked: Frame, pick: Any, plain: bool = False) -> None:
        kind = 9 if plain else pick(TEN)
        method, revision = asked["method"], self.revision(side)
        frame: Frame = {"jsonrpc": "2.0", "id": asked["id"]}
        if kind == 0 and pick([0, 1]):
            code = pick([-32601, -32602, -32603, -32002, -32042, -32050, -32022, 7])
            frame["error"] = {"code": code, "message": "no"}
            if code == -32042 and pick([False, True]):
                frame["error"]["data"] = {"elicitations": [{**PAGE, "elicitationId": "e"}]}
            if code == -32022:
                frame["error"]["data"] = {"supported": ["2025-06-18"], "requested": MODERN}
        elif kind < 5 and side == "server" and method in INPUT and self.server == MODERN:
            frame["result"] = {"resultType": "input_required", "requestState": "s"}
            wanted = pick([[], *([q] for q in QUESTIONS), QUESTIONS[:2], QUESTIONS[1:]])
            if wanted:
                frame["result"]["inputRequests"] = {
                    m: {"method": m} | ({"params": p} if (p := question(m, MODERN, pick)) else {})
                    for m in wanted
                }
        elif side == "client":
            frame["result"] = reply(method, asked.get("params", {}), revision, pick)
        elif method == "initialize" and self.link.bridge.server == "auto":
            frame["result"] = result(method, pick(["2025-03-26", "2025-11-25"]), pick)
        else:
            frame["result"] = result(method, revision, pick)
            if method == "subscriptions/listen":
                frame["result"]["_meta"] = {f"{PREFIX}subscriptionId": asked["id"]}
        self.send(side, frame)

    @precondition(lambda self: self.link.bridge.server not in (MODERN, "auto"))
    @rule(pick=PICKS)
    def server_asks(self, pick: Any) -> None:
        known = [m for (side, kind, m) in oracle(self.server).sent if (side, kind) == ("server", "Request")]
        method = pick(sorted(known))
        if method.startswith("tasks/"):
            return
        frame: Frame = {"jsonrpc": "2.0", "id": self.fresh(pick), "method": method}
        given = question(method, self.server, pick)
        if given is not None:
            frame["params"] = given
        self.send("server", self.marked(frame, pick))

    @rule(side=st.sampled_from(["client", "server"]), known=st.booleans(), pick=PICKS)
    def somebody_cancels(self, side: str, known: bool, pick: Any) -> None:
        open_ = [id for id, method in self.link.asked[side].items() if method != "initialize"]
        id: Any = "never"
        if side == "server" and self.server == MODERN:
            listens = [f["id"] for f in self.link.got["server"] if f.get("method") == "subscriptions/listen"]
            if not listens:
                return
            id = pick(listens)
        elif known and open_:
            id = json.loads(pick(sorted(open_)))
        if self.over:
            return
        self.link.asked[side].pop(key(id), None)
        self.send(side, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}})

    @rule(side=st.sampled_from(["client", "server"]), pick=PICKS)
    def somebody_reports_progress(self, side: str, pick: Any) -> None:
        if self.tokens[side] and not (side == "client" and self.client == MODERN):
            token = pick(self.tokens[side])
            told = {"progressToken": token, "progress": pick([1, 0.5])}
            self.send(side, {"jsonrpc": "2.0", "method": "notifications/progress", "params": told})

    @rule(pick=PICKS)
    def server_tells(self, pick: Any) -> None:
        kind = pick(["list", "updated", "message", "acknowledged", "complete"])
        revision = self.server
        listens = [f for f in self.link.got["server"] if f.get("method") == "subscriptions/listen"]
        stamp: Frame = {}
        if revision == MODERN and (listens or kind == "acknowledged"):
            if not listens:
                return
            listen = pick(listens)
            stamp = {"_meta": {f"{PREFIX}subscriptionId": listen["id"]}}
        frame: Frame = {"jsonrpc": "2.0"}
        if kind == "list":
            name = pick(["tools", "prompts", "resources"])
            frame |= {"method": f"notifications/{name}/list_changed"} | ({"params": stamp} if stamp else {})
        elif kind == "updated":
            given = {"uri": pick([*URIS, "file:///other"])}
            frame |= {"method": "notifications/resources/updated", "params": {**given, **stamp}}
        elif kind == "message":
            given = {"level": pick(LEVELS), "data": [1, None]}
            frame |= {"method": "notifications/message", "params": given}
        elif kind == "acknowledged" and revision == MODERN:
            wanted = listen["params"]["notifications"] if pick([False, True]) else {}
            given = {**stamp, "notifications": wanted}
            frame |= {"method": "notifications/subscriptions/acknowledged", "params": given}
        elif kind == "complete" and revision == "2025-11-25":
            frame |= {"method": "notifications/elicitation/complete", "params": {"elicitationId": "e"}}
        else:
            return
        self.send("server", frame)

    @rule(
        side=st.sampled_from(["client", "server"]),
        line=st.sampled_from(
            [b"{", b"[]", b"7", b'{"id":1}', b"\xff\x00", b'{"jsonrpc":"2.0","id":null,"method":"ping"}']
        ),
    )
    def somebody_sends_rubbish(self, side: str, line: bytes) -> None:
        take = self.link.bridge.from_client if side == "client" else self.link.bridge.from_server
        if self.forwards or self.direct():
            assert take(line)[0].data == line
        else:
            self.link.take(take(line))

    @precondition(lambda self: self.client == "2025-03-26" and not self.forwards)
    @rule(pick=PICKS)
    def client_sends_an_array(self, pick: Any) -> None:
        frames: list[Frame] = []
        for method in ("ping", "tools/list"):
            frames.append({"jsonrpc": "2.0", "id": self.fresh(pick), "method": method})
            self.link.asked["client"][key(frames[-1]["id"])] = method
        frames.append({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
        self.link.take(self.link.bridge.from_client(frames))
        self.look()

    @rule(seconds=st.sampled_from([0.1, 1, 5, 50]))
    def time_passes(self, seconds: float) -> None:
        self.now += seconds
        self.link.tick(self.now)
        self.look()

    @precondition(lambda self: not self.over)
    @rule(side=st.sampled_from(["client", "server"]), really=st.integers(0, 9))
    def somebody_goes(self, side: str, really: int) -> None:
        if really == 0 and not (self.forwards or self.direct()):
            self.link.close(side)
            self.check_over(side)

    def check_over(self, side: str) -> None:
        """Nothing that the other side asked is unanswered; nothing is remembered."""
        self.over = True
        assert not self.link.asked[OTHER[side]], (side, self.link.asked)
        self.link.asked[side].clear()
        assert not any(tables(self.link.bridge.trees))

    @invariant()
    def tables_are_bounded(self) -> None:
        if hasattr(self, "link"):
            sizes = [len(table) for table in tables(self.link.bridge.trees)]
            assert max(sizes, default=0) <= 2 * LIMITS.pending + LIMITS.streams, sizes

    def teardown(self) -> None:
        """When both ends answer everything and time passes, nothing stays open; then both go."""
        if not hasattr(self, "link") or self.forwards or self.over or self.busy or self.direct():
            return
        pick = _first
        for _ in range(40):
            if self.direct():
                return
            todo = [(side, frame) for side in OTHER for frame in list(self.link.asking[side].values())]
            for side, frame in todo:
                if frame["method"] != "subscriptions/listen" and key(frame["id"]) in self.link.asking[side]:
                    self.answer(side, frame, pick, plain=True)
            states, self.states = self.states, []
            for state, questions, _ in states:
                answers = {
                    n: reply(q["method"], q.get("params", {}), MODERN, pick) for n, q in questions.items()
                }
                for method in INPUT:
                    given = {
                        **(params(method, MODERN, pick) or {}),
                        "requestState": state,
                        "inputResponses": answers,
                    }
                    frame = {
                        "jsonrpc": "2.0",
                        "id": self.fresh(pick),
                        "method": method,
                        "params": self.modern(given, pick),
                    }
                    self.send("client", frame)
            self.time_passes(20)
            repeated = any(
                frame["method"] != "subscriptions/listen"
                for side in OTHER
                for frame in self.link.asking[side].values()
            )
            if not todo and not states and not repeated:
                break
        left = [method for method in self.link.asked["client"].values() if method != "subscriptions/listen"]
        assert not left and not self.link.asked["server"], (self.link.asked, self.link.asking)
        side = "client" if self.counted % 2 else "server"
        self.link.close(side)
        self.check_over(side)


def _first(options: Any) -> Any:
    """Choose the first: for what happens outside of hypothesis's control."""
    return next(iter(options))


class Rubbish(Conversations):
    """The same, but any part of any frame may be replaced by something else: nothing raises, tables stay bounded."""

    def _send(self, side: str, frame: Frame) -> None:
        random = Random(self.counted * 1000 + len(self.link.got["client"]) + len(self.link.got["server"]))
        self.link.judging = False
        frame = json.loads(json.dumps(frame))
        if random.random() < 0.3:
            spoil(frame, random)
        take = self.link.bridge.from_client if side == "client" else self.link.bridge.from_server
        for send in take(json.dumps(frame).encode()):
            if send.to is not None and not self.forwards:
                json.loads(send.data)
                arrived = json.loads(send.data)
                self.link.got[send.to].append(arrived)
                if "method" in arrived and "id" in arrived:
                    self.link.asking[send.to][key(arrived["id"])] = arrived
        if "method" not in frame:
            self.link.asking[side].pop(key(frame.get("id")), None)

    def look(self) -> None:
        pass

    def check_over(self, side: str) -> None:
        self.over = True
        assert not any(tables(self.link.bridge.trees))

    def teardown(self) -> None:
        if (
            hasattr(self, "link")
            and not self.busy
            and not self.over
            and not self.forwards
            and not self.direct()
        ):
            self.link.close("client" if self.counted % 2 else "server")
            self.check_over("")


def spoil(frame: Any, random: Random) -> None:
    """Replace something in a frame by something else."""
    while isinstance(frame, (dict, list)) and frame:
        name = random.choice(list(frame) if isinstance(frame, dict) else list(range(len(frame))))
        inner = frame[name]
        if random.random() < 0.4 or not isinstance(inner, (dict, list)) or not inner:
            frame[name] = random.choice(
                [None, 1, "x", [], {}, True, 1.5, [[1]], {"a": {"b": []}}, -32042, "debug"]
            )
            return
        frame = inner


def check(examples: int, steps: int, machine: type[RuleBasedStateMachine] = Conversations) -> None:
    """Run a machine."""
    machine.TestCase.settings = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
        database=None,
    )
    machine.TestCase("runTest").runTest()


def test_random_conversations() -> None:
    """The invariants of the module hold in some thousand steps."""
    check(80, 40)


def test_rubbish_in_frames_raises_nothing() -> None:
    """Whatever stands in a frame, the bridge answers, passes on or drops."""
    check(80, 40, Rubbish)


@pytest.mark.long
def test_very_many_random_conversations() -> None:
    """The invariants of the module hold in more than a hundred thousand steps."""
    check(2600, 50)


@pytest.mark.long
def test_very_much_rubbish() -> None:
    """The same in very many steps."""
    check(1000, 50, Rubbish)
