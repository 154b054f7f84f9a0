"""The bridge against random clients and servers of all pairs of revisions.

A state machine plays both ends: requests with fresh, repeated and clashing ids, answers in any order,
input requests in both directions, cancellation, progress, subscriptions, time, unreadable lines, and ends.
`bridge_machine.py` states the laws, and holds them after every step against limits of a few entries.

A run is a function of its seed. The short tests use the seed `SEED`; the long tests draw a seed and print the
seed. To replay a run: `BRIDGE_MODEL_SEED=7 pytest -m "long or not long" -k TEST`.
"""

from __future__ import annotations

import json
import os
from random import Random, randrange
from typing import Any

import mcp_revisions as mr
import pytest
from hypothesis import HealthCheck, seed, settings
from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    precondition,
    rule,
    run_state_machine_as_test,
)

import mcp_bridge
from support import bridge_tasks
from support.bridge_machine import LIMITS, PICKS, BridgeMachine, picker
from support.bridge_messages import (
    CROWD,
    INPUT,
    LEVELS,
    PAGE,
    TEN,
    URIS,
    input_request,
    params,
    reply,
)
from support.bridge_pair import MODERN, PER_REQUEST, PREFIX, Frame, key, meta
from support.bridge_tables import tables
from support.oracle import OTHER, oracle

SEED = 20260728
KINDS = (
    *("asks", "calls", "tells", "subscribes", "updates", "levels"),
    *("input requests", "visits", "away", "expires", "returns", "tasks", "asking tasks"),
)


class Conversations(BridgeMachine):
    """The steps of a client and a server that send valid frames, as a rule."""

    @initialize(
        client=st.sampled_from(mr.REVISIONS),
        server=st.sampled_from([*mr.REVISIONS, "auto"]),
        limits=st.sampled_from(LIMITS),
        told=st.booleans(),
        with_tasks=st.booleans(),
        keyed=st.booleans(),
        pick=PICKS,
    )
    def meet(  # noqa: PLR0913 - one draw for each choice
        self,
        client: str,
        server: str,
        limits: mcp_bridge.Limits,
        told: bool,
        with_tasks: bool,
        keyed: bool,
        pick: Any,
    ) -> None:
        """Make a bridge, which is told the client's revision or not; the ends meet, as a rule."""
        given = None if told else "auto"
        self.begin(client, server, limits, given, with_tasks=with_tasks, keyed=keyed)
        if pick(TEN) and not self.forwards:
            self.open(pick)

    @rule(pick=PICKS)
    def client_asks(self, pick: Any) -> None:
        """The client sends a request, of any method."""
        methods = [m for (side, kind, m) in oracle(self.client).sent if (side, kind) == ("client", "Request")]
        tasks = bridge_tasks.NAMES if self.with_tasks and self.client == MODERN else ()
        method = pick([*sorted(methods), *INPUT, *INPUT, *(m for m in methods if "subscri" in m), *tasks])
        frame: Frame = {"jsonrpc": "2.0", "id": self.fresh(pick), "method": method}
        about = bridge_tasks.request(method, self.client, pick) if self.with_tasks else None
        given = self.modern(params(method, self.client, pick) if about is None else about, pick)
        if given is not None:
            frame["params"] = given
        self.send("client", self.marked(frame, pick))

    @rule(pick=PICKS)
    def client_begins(self, pick: Any) -> None:
        """A legacy client sends a handshake."""
        if self.client not in PER_REQUEST:
            given = params("initialize", self.client, pick)
            self.send(
                "client",
                {"jsonrpc": "2.0", "id": self.fresh(pick), "method": "initialize", "params": given},
            )
            self.send("client", {"jsonrpc": "2.0", "method": "notifications/initialized"})

    @rule(side=st.sampled_from(["client", "server"]), pick=PICKS)
    def somebody_repeats_an_id(self, side: str, pick: Any) -> None:
        """A side sends a request under an open id."""
        open_ = sorted(self.link.asked[side])
        if open_ and not self.over and self.revision(side) not in PER_REQUEST:
            id = json.loads(pick(open_))
            self.send(side, {"jsonrpc": "2.0", "id": id, "method": "ping"})

    @precondition(lambda self: self.client in PER_REQUEST)
    @rule(pick=PICKS)
    def client_comes_back(self, pick: Any) -> None:
        """A modern client comes back to a request, with some of the answers."""
        if not self.states:
            return
        state, input_requests, _ = pick(self.states)
        chosen = [name for name in input_requests if pick(TEN[:5])]
        answers = {
            name: reply(
                input_requests[name]["method"], input_requests[name].get("params", {}), self.client, pick
            )
            for name in chosen
        }
        method = pick(INPUT)
        given = {
            **(params(method, self.client, pick) or {}),
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
        """Sides answer open requests, in any order."""
        for _ in range(times):
            asked = [(side, frame) for side in OTHER for frame in self.link.asking[side].values()]
            if asked and not self.forwards:
                side, frame = pick(asked)
                if frame["method"] != "subscriptions/listen" or pick(TEN) == 0:
                    self.answer(side, frame, pick)

    @precondition(lambda self: self.server in PER_REQUEST and not self.forwards)
    @rule(pick=PICKS)
    def server_acknowledges(self, pick: Any) -> None:
        """A modern server acknowledges its streams."""
        for asked in list(self.link.asking["server"].values()):
            if asked["method"] == "subscriptions/listen" and not self.forwards:
                self.acknowledge(asked, asked["params"]["notifications"] if pick(TEN) > 1 else {})

    @precondition(lambda self: self.link.bridge.server not in (*PER_REQUEST, "auto"))
    @rule(pick=PICKS)
    def server_asks(self, pick: Any) -> None:
        """A legacy server sends a request."""
        known = [m for (side, kind, m) in oracle(self.server).sent if (side, kind) == ("server", "Request")]
        method = pick(sorted(known))
        if method.startswith("tasks/"):
            return
        frame: Frame = {"jsonrpc": "2.0", "id": self.fresh(pick), "method": method}
        given = input_request(method, self.server, pick)
        if given is not None:
            frame["params"] = given
        if self.with_tasks and self.server == bridge_tasks.LEGACY and pick([False, True]):
            related = {bridge_tasks.RELATED: {"taskId": pick(bridge_tasks.IDS)}}
            frame["params"] = {**(given or {}), "_meta": related}
        self.send("server", self.marked(frame, pick))

    @rule(side=st.sampled_from(["client", "server"]), known=st.booleans(), pick=PICKS)
    def somebody_cancels(self, side: str, known: bool, pick: Any) -> None:
        """A side cancels a request, open or not."""
        open_ = [id for id, method in self.link.asked[side].items() if method != "initialize"]
        id: Any = "never"
        if side == "server" and self.server in PER_REQUEST:
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
        """A side reports progress under a token."""
        if self.tokens[side] and not (side == "client" and self.client in PER_REQUEST):
            token = pick(self.tokens[side])
            told = {"progressToken": token, "progress": pick([1, 0.5])}
            self.send(side, {"jsonrpc": "2.0", "method": "notifications/progress", "params": told})

    @rule(pick=PICKS)
    def server_tells(self, pick: Any) -> None:
        """The server sends a notification."""
        kind = pick(["list", "updated", "message", "acknowledged", "complete", "task"])
        revision = self.server
        listens = [f for f in self.link.got["server"] if f.get("method") == "subscriptions/listen"]
        stamp: Frame = {}
        if revision in PER_REQUEST and (listens or kind == "acknowledged"):
            if not listens:
                return
            listen = pick(listens)
            stamp = {"_meta": {f"{PREFIX}subscriptionId": listen["id"]}}
        frame: Frame = {"jsonrpc": "2.0"}
        if kind == "list":
            name = pick(["tools", "prompts", "resources"])
            frame |= {"method": f"notifications/{name}/list_changed"} | ({"params": stamp} if stamp else {})
        elif kind == "updated":
            given = {"uri": pick(pick([URIS, CROWD]))}
            frame |= {"method": "notifications/resources/updated", "params": {**given, **stamp}}
        elif kind == "message":
            given = {"level": pick(LEVELS), "data": [1, None]}
            frame |= {"method": "notifications/message", "params": given}
        elif kind == "acknowledged" and revision in PER_REQUEST:
            wanted = listen["params"]["notifications"] if pick([False, True]) else {}
            given = {**stamp, "notifications": wanted}
            frame |= {"method": "notifications/subscriptions/acknowledged", "params": given}
        elif kind == "task" and revision == MODERN and self.with_tasks:
            given = {**bridge_tasks.task(MODERN, pick, detailed=True), **stamp}
            frame |= {"method": "notifications/tasks", "params": given}
        elif kind == "task" and revision == bridge_tasks.LEGACY:
            given = bridge_tasks.task(revision, pick, detailed=True)
            frame |= {"method": "notifications/tasks/status", "params": given}
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
        """A side sends a line that is no frame."""
        take = self.link.bridge.from_client if side == "client" else self.link.bridge.from_server
        if self.forwards:
            assert take(line)[0].data == line
        else:
            self.link.take(take(line))

    @precondition(lambda self: self.client == "2025-03-26" and not self.forwards)
    @rule(pick=PICKS)
    def client_sends_an_array(self, pick: Any) -> None:
        """The client sends a batch of 2025-03-26."""
        frames: list[Frame] = []
        for method in ("ping", "tools/list"):
            frames.append({"jsonrpc": "2.0", "id": self.fresh(pick), "method": method})
            self.link.asked["client"][key(frames[-1]["id"])] = method
        frames.append({"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})
        self.link.take(self.link.bridge.from_client(frames))
        self.look()

    @rule(kind=st.sampled_from(KINDS), pick=PICKS)
    def somebody_insists(self, kind: str, pick: Any) -> None:
        """Do one thing again and again, as one who tries to fill a table."""
        self.insist(kind, pick, 15)

    def insist(self, kind: str, pick: Any, times: int) -> None:
        """Take a step so many times and hold the bounds after each."""
        session = self.link.bridge.server not in (*PER_REQUEST, "auto") and not self.forwards
        steps = {"calls": self.client_calls, "tells": self.client_tells, "subscribes": self.client_subscribes}
        if session:
            steps |= {"input requests": self.server_asks, "visits": self.client_has_to_visit}
            steps |= {"away": self.client_is_sent_away, "expires": self.client_stays_away}
            steps |= {"returns": self.client_returns, "levels": self.client_sets_levels}
        elif self.link.bridge.server in PER_REQUEST and not self.forwards:
            steps |= {"updates": self.server_updates}
        if self.with_tasks and not self.forwards:
            steps |= {"tasks": self.client_runs_tasks, "asking tasks": self.client_asks_about_tasks}
        for _ in range(times):
            steps.get(kind, self.client_asks)(pick)
            self.tables_are_bounded()

    def call(self, pick: Any) -> None:
        """Let the client call a tool; a client of 2026-07-28 can be asked for roots and visits."""
        given = params("tools/call", self.client, pick)
        if self.client in PER_REQUEST:
            asked = {"roots": {}, "elicitation": {"form": {}, "url": {}}}
            given = {**(given or {}), "_meta": meta(asked)}
        frame = {"jsonrpc": "2.0", "id": self.fresh(pick), "method": "tools/call", "params": given}
        self.send("client", frame)

    def called(self) -> list[Frame]:
        """Return the calls that the server has not answered."""
        asked = list(self.link.asking["server"].values())
        return [frame for frame in asked if frame["method"] == "tools/call" and not self.forwards]

    def client_calls(self, pick: Any) -> None:
        """Let the client call, and the server answer with an input request if the server can."""
        self.call(pick)
        for asked in self.called():
            if self.server in PER_REQUEST and not self.forwards:
                names = pick(["r", "rst"])
                found: Frame = {"resultType": "input_required"}
                found["inputRequests"] = {name: {"method": "roots/list"} for name in names}
                self.send("server", {"jsonrpc": "2.0", "id": asked["id"], "result": found})

    def client_has_to_visit(self, pick: Any) -> None:
        """Let the client call, and the server demand a visit."""
        self.call(pick)
        for asked in self.called():
            data = {"elicitations": [{**PAGE, "elicitationId": "e"}]}
            error = {"code": -32042, "message": "no", "data": data}
            self.send("server", {"jsonrpc": "2.0", "id": asked["id"], "error": error})

    def client_tells(self, pick: Any) -> None:
        """Let the client send a notification, which is held while the server is opened."""
        if self.client in PER_REQUEST:
            given = {"requestId": "never"}
            self.send("client", {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": given})
        else:
            self.send("client", {"jsonrpc": "2.0", "method": "notifications/roots/list_changed"})

    def client_subscribes(self, pick: Any) -> None:
        """Let the client subscribe to another resource, or to many, and the server agree."""
        uri = CROWD[self.counted % len(CROWD)]
        frame: Frame = {"jsonrpc": "2.0", "id": self.fresh(pick)}
        if self.client in PER_REQUEST:
            wanted = {"notifications": {"resourceSubscriptions": pick([[uri], list(CROWD)])}}
            given = {**wanted, "_meta": meta()}
            self.send("client", {**frame, "method": "subscriptions/listen", "params": given})
        else:
            self.send("client", {**frame, "method": "resources/subscribe", "params": {"uri": uri}})
        for asked in list(self.link.asking["server"].values()):
            if asked["method"] == "subscriptions/listen" and not self.forwards:
                self.acknowledge(asked, asked["params"]["notifications"])

    def server_updates(self, pick: Any) -> None:
        """Let the server report an update of another resource on every stream."""
        if not self.working["server"]:
            self.client_subscribes(pick)
        for id, method in list(self.working["server"].items()):
            if method == "subscriptions/listen" and not self.forwards:
                named = {"_meta": {f"{PREFIX}subscriptionId": json.loads(id)}}
                given = {"uri": CROWD[self.counted % len(CROWD)], **named}
                frame = {"jsonrpc": "2.0", "method": "notifications/resources/updated", "params": given}
                self.send("server", frame)
        self.counted += 1

    def client_is_sent_away(self, pick: Any) -> None:
        """Let the client call, the server ask, and the server withdraw the input request."""
        self.call(pick)
        asked = self.fresh(pick)
        self.send("server", {"jsonrpc": "2.0", "id": asked, "method": "roots/list"})
        if key(asked) in self.link.asked["server"] and not self.over:
            self.link.asked["server"].pop(key(asked))
            withdrawn = {"requestId": asked}
            self.send("server", {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": withdrawn})

    def client_stays_away(self, pick: Any) -> None:
        """Let the client be asked and never come back."""
        self.call(pick)
        self.send("server", {"jsonrpc": "2.0", "id": self.fresh(pick), "method": "roots/list"})
        self.time_passes(50)

    def client_returns(self, pick: Any) -> None:
        """Let the client be asked and come back with the answer, and the server answer the call."""
        self.call(pick)
        self.send("server", {"jsonrpc": "2.0", "id": self.fresh(pick), "method": "roots/list"})
        if self.states and self.client in PER_REQUEST:
            state, input_requests, _ = self.states[-1]
            answers = {
                name: reply(asked["method"], asked.get("params", {}), self.client, pick)
                for name, asked in input_requests.items()
            }
            given = {
                "name": "t",
                "requestState": state,
                "inputResponses": answers,
                "_meta": meta({"roots": {}}),
            }
            frame = {"jsonrpc": "2.0", "id": self.fresh(pick), "method": "tools/call", "params": given}
            self.send("client", frame)
        for asked in self.called():
            self.answer("server", asked, pick, plain=True)

    def client_runs_tasks(self, pick: Any) -> None:
        """Let the client call, and the server create another task, which asks for input."""
        given = {"name": "t"} | ({"task": {}} if self.client == bridge_tasks.LEGACY and pick([0, 1]) else {})
        if self.client in PER_REQUEST:
            given = {**given, "_meta": meta({"roots": {}} | pick([{}, bridge_tasks.EXTENSION]))}
        frame = {"jsonrpc": "2.0", "id": self.fresh(pick), "method": "tools/call", "params": given}
        self.send("client", frame)
        for asked in list(self.link.asking["server"].values()):
            if asked["method"] in ("tools/call", "tasks/get", "tasks/result") and not self.forwards:
                made = bridge_tasks.answer(asked, self.server, pick, plain=False)
                if made is not None and pick([False, True]):
                    self.send("server", {"jsonrpc": "2.0", "id": asked["id"], "result": made})

    def client_asks_about_tasks(self, pick: Any) -> None:
        """Let the client ask about another task, and the server answer with any status."""
        names = ("tasks/get", "tasks/result") if self.client == bridge_tasks.LEGACY else ("tasks/get",)
        if self.client not in (MODERN, bridge_tasks.LEGACY):
            return
        given: Frame = {"taskId": bridge_tasks.CROWD[self.counted % len(bridge_tasks.CROWD)]}
        if self.client in PER_REQUEST:
            given["_meta"] = meta({"roots": {}, **bridge_tasks.EXTENSION})
        frame = {"jsonrpc": "2.0", "id": self.fresh(pick), "method": pick(names), "params": given}
        self.send("client", frame)
        for asked in list(self.link.asking["server"].values()):
            if asked["method"] == "tasks/get" and not self.forwards:
                self.answer("server", asked, pick)

    def client_sets_levels(self, pick: Any) -> None:
        """Let each request of the client ask for another level; the server answers no `logging/setLevel`."""
        if self.client not in PER_REQUEST:
            self.client_asks(pick)
            return
        given = {"_meta": meta(logLevel=LEVELS[self.counted % len(LEVELS)])}
        frame = {"jsonrpc": "2.0", "id": self.fresh(pick), "method": "tools/list", "params": given}
        self.send("client", frame)
        for asked in list(self.link.asking["server"].values()):
            if asked["method"] == "tools/list":
                self.answer("server", asked, pick, plain=True)

    @precondition(lambda self: not self.over)
    @rule(side=st.sampled_from(["client", "server"]), really=st.integers(0, 9))
    def somebody_goes(self, side: str, really: int) -> None:
        """A side hangs up, rarely."""
        if really == 0 and not self.forwards:
            self.link.close(side)
            self.check_over(side)


class Rubbish(Conversations):
    """The same, with any part of any frame replaced at random: nothing raises, tables stay bounded."""

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
        """Note nothing: frames need not be valid."""

    def count_at_the_ends(self) -> None:
        """Count nothing: an end may have replaced an id."""

    def check_over(self, side: str) -> None:
        """Every table is empty."""
        self.over = True
        assert not any(tables(self.link.bridge.trees)) and not any(tables(self.link.bridge.lines))

    def teardown(self) -> None:
        """A side hangs up."""
        if hasattr(self, "link") and not self.busy and not self.over and not self.forwards:
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


def check(
    number: int, examples: int, steps: int, machine: type[RuleBasedStateMachine] = Conversations
) -> None:
    """Run a machine; the number is the seed, unless the environment names another."""
    number = int(os.environ.get("BRIDGE_MODEL_SEED", number))
    print(f"BRIDGE_MODEL_SEED={number}")
    chosen = settings(
        max_examples=examples,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        print_blob=False,
        database=None,
    )
    run_state_machine_as_test(seed(number)(machine), settings=chosen)


def test_random_conversations() -> None:
    """The laws of the module hold in some thousand steps."""
    check(SEED, 80, 40)


@pytest.mark.parametrize("server", [*mr.REVISIONS, "auto"])
@pytest.mark.parametrize("client", mr.REVISIONS)
def test_nothing_grows_beyond_its_limit(client: str, server: str) -> None:
    """One thing done forty times, before and after the handshake, fills no table beyond its limit."""
    for kind in KINDS:
        for opened in (False, True):
            pick = picker(SEED)
            machine = Conversations()
            machine.begin(client, server, LIMITS[1], with_tasks="tasks" in kind)
            if opened and not machine.forwards:
                machine.open(pick)
            else:
                machine.client_asks(pick)
            machine.insist(kind, pick, 40)


def test_rubbish_in_frames_raises_nothing() -> None:
    """Whatever stands in a frame, the bridge answers, passes on or drops the frame, within its limits."""
    check(SEED, 80, 40, Rubbish)


@pytest.mark.long
def test_very_many_random_conversations() -> None:
    """The laws of the module hold in more than a hundred thousand steps."""
    check(randrange(2**32), 2600, 50)


@pytest.mark.long
def test_very_much_rubbish() -> None:
    """The same in very many steps."""
    check(randrange(2**32), 1000, 50, Rubbish)
