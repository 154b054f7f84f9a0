"""The two ends of a bridge as a state machine, with rules that are checked after every step.

Subclasses add the steps. `bridge_pair.py` checks every frame that the bridge sends. The machine adds these
rules:

- No step raises an exception.
- No table of the bridge is larger than `most(limits)`. `bridge_tables.py` finds the tables.
- The numbers of open requests and open streams, counted at the ends, stay within the limits. After both ends
  have answered every request, nothing is open.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from random import Random
from typing import Any

from hypothesis import strategies as st
from hypothesis.stateful import (
    RuleBasedStateMachine,
    invariant,
    rule,
)

import mcp_bridge
from support import bridge_tasks, task_frames
from support.bridge_messages import (
    INPUT,
    INPUT_REQUESTS,
    LEVELS,
    PAGE,
    TEN,
    able,
    input_request,
    params,
    reply,
    result,
)
from support.bridge_pair import MODERN, PER_REQUEST, PREFIX, Bridged, Frame, key, meta
from support.bridge_tables import tables
from support.oracle import OTHER, oracle


def picker(number: int) -> Callable[[Sequence[Any]], Any]:
    """Return a function that chooses at random, with a seed: the same seed gives the same choices."""
    random = Random(number)
    return lambda options: random.choice(list(options))


PICKS = st.integers(0, 2**32).map(picker)
TIMES = {"rounds": 2, "opening": 30, "probe": 3, "patience": 40, "pause": 0.5, "task": 45.0}
LIMITS = (
    mcp_bridge.Limits(pending=5, queued=3, streams=3, tasks=3, **TIMES),
    mcp_bridge.Limits(pending=2, queued=1, streams=1, tasks=1, **TIMES),
)


class BridgeMachine(RuleBasedStateMachine):
    """One bridge, a client and a server that send frames at random."""

    def begin(
        self,
        client: str,
        server: str,
        limits: mcp_bridge.Limits,
        given: str | None = None,
        *,
        with_tasks: bool = False,
        keyed: bool = False,
    ) -> None:
        """Create a bridge between two ends without a handshake.

        `given` is the revision that the bridge assumes.
        """
        self.with_tasks = with_tasks  # where the revisions can have them
        self.link = Bridged(client, server, given=given, extended=with_tasks, keyed=keyed, limits=limits)
        self.keyed = keyed
        self.limits = limits
        self.given = given
        self.working: dict[str, dict[str, str]] = {"client": {}, "server": {}}  # by receiver: ids to methods
        self.client = client
        self.now = 0.0
        self.counted = 0
        self.tokens: dict[str, list[Any]] = {"client": [], "server": []}  # by side: tokens that it was given
        self.states: list[tuple[str, Frame, list[str]]] = (
            []
        )  # input requests that a client of 2026-07-28 was asked
        self.seen = {"client": 0, "server": 0}
        self.over = False
        self.busy = False  # a step has begun and not ended: it raised

    def open(self, pick: Any) -> None:
        """Let the ends exchange their first messages.

        These are the handshake, or the first request of a stateless client.
        """
        method = "tools/list" if self.client in PER_REQUEST else "initialize"
        frame = {"jsonrpc": "2.0", "id": self.fresh(pick), "method": method}
        self.send("client", {**frame, "params": self.modern(params(method, self.client, pick), pick)})
        for _ in range(3):
            for asked in list(self.link.asking["server"].values()):
                if asked["method"] != "subscriptions/listen" and not self.forwards:
                    self.answer("server", asked, pick, plain=True)
        if self.client not in PER_REQUEST:
            self.send("client", {"jsonrpc": "2.0", "method": "notifications/initialized"})

    @property
    def server(self) -> str:
        """The revision of the server. If the bridge has not learned it yet, 2025-11-25 is returned."""
        return "2025-11-25" if self.link.bridge.server == "auto" else self.link.bridge.server

    def revision(self, side: str) -> str:
        """Return the revision of a side."""
        return self.client if side == "client" else self.server

    def send(self, side: str, frame: Frame) -> None:
        """Send a frame that is valid in the sender's revision, and record the frames that it causes."""
        if self.given == "auto" and frame.get("method") == "initialize" and "params" in frame:
            # Of an unknown revision the bridge would offer another than the one that this client speaks.
            frame = {**frame, "params": {**frame["params"], "protocolVersion": self.client}}
        self.busy = True
        self._send(side, frame)
        self.busy = False

    def _send(self, side: str, frame: Frame) -> None:
        if self.forwards:
            take = self.link.bridge.from_client if side == "client" else self.link.bridge.from_server
            (passed,) = take(frame)
            if passed.to == side:
                assert "limit of open requests" in passed.tree["error"]["message"] and self.is_crowded(side)
            else:
                assert passed[:3] == (OTHER[side], frame, ())
            return
        asked = self.link.asking[side].get(key(frame.get("id")), {}) if "method" not in frame else {}
        judge = oracle(self.revision(side))
        extended = self.with_tasks and self.revision(side) == MODERN
        known = asked.get("method") in judge.requests or (
            extended and asked.get("method") in bridge_tasks.NAMES
        )
        answering = asked.get("method") if known else None
        if self.link.bridge.server != "auto" or side == "client":
            fits = task_frames.fits if extended else judge.frame_fits
            assert fits(frame, side, answering), frame
        working = self.working[side]
        working.pop(key(frame.get("id")), None)
        if (
            side == "server"
            and self.server in PER_REQUEST
            and frame.get("method") == "notifications/cancelled"
        ):
            working.pop(key(frame["params"]["requestId"]), None)  # a newer server cancels its streams
        self.link.send(side, frame)
        self.look()

    def is_crowded(self, side: str) -> bool:
        """Return whether a side has as many open requests as forwarded frames may open."""
        open_ = self.link.bridge._core.open[side]
        return len(open_) == self.limits.pending + (self.limits.queued if side == "client" else 0)

    @property
    def forwards(self) -> bool:
        """Whether both sides speak the same revision, so that the bridge forwards every frame."""
        forwards: bool = self.link.bridge._forwards
        return forwards and not self.keyed

    def look(self) -> None:
        """Record the tokens and states in the frames that arrived since the last call."""
        for side in OTHER:
            for frame in self.link.got[side][self.seen[side] :]:
                if "id" in frame and frame.get("method", "initialize") != "initialize":  # never cancelled
                    self.working[side][key(frame["id"])] = frame["method"]
                elif frame.get("method") == "notifications/cancelled":
                    self.working[side].pop(key(frame["params"]["requestId"]), None)
                given = (frame.get("params") or {}).get("_meta", {}).get("progressToken")
                if given is not None:
                    self.tokens[side].append(given)
                result = frame.get("result", {})
                if result.get("resultType") == "input_required" and type(result.get("requestState")) is str:
                    self.states.append((result.get("requestState"), result["inputRequests"], []))
            self.seen[side] = len(self.link.got[side])

    def fresh(self, pick: Any) -> Any:
        """Return an id that no earlier request had."""
        self.counted += 1
        return pick([self.counted, str(self.counted), f"id-{self.counted}"])

    def modern(self, given: Frame | None, pick: Any) -> Frame | None:
        """Return params, with the `_meta` of a 2026-07-28 request if the client is of that revision."""
        if self.client not in PER_REQUEST:
            return given
        level = {"logLevel": pick(LEVELS)} if pick([False, True]) else {}
        capabilities = able(self.client, pick) | (
            bridge_tasks.EXTENSION if self.with_tasks and pick(TEN) else {}
        )
        return {**(given or {}), "_meta": meta(capabilities, self.client, **level)}

    def marked(self, frame: Frame, pick: Any) -> Frame:
        """Return the frame, sometimes with a progress token."""
        if pick(TEN[:3]) == 0:
            params = frame.get("params") or {}
            token = pick(["p", 1, 2, 77])
            return {
                **frame,
                "params": {**params, "_meta": {**params.get("_meta", {}), "progressToken": token}},
            }
        return frame

    def acknowledge(self, asked: Frame, wanted: Frame) -> None:
        """Let the server open a stream."""
        given = {"_meta": {f"{PREFIX}subscriptionId": asked["id"]}, "notifications": wanted}
        method = "notifications/subscriptions/acknowledged"
        self.send("server", {"jsonrpc": "2.0", "method": method, "params": given})

    def answer(self, side: str, asked: Frame, pick: Any, plain: bool = False) -> None:
        """Answer a request: with an error, with input requests, or with a result."""
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
        elif kind < 5 and side == "server" and method in INPUT and self.server in PER_REQUEST:
            frame["result"] = {"resultType": "input_required", "requestState": "s"}
            wanted = pick([[], *([q] for q in INPUT_REQUESTS), INPUT_REQUESTS[:2], INPUT_REQUESTS[1:]])
            if wanted:
                frame["result"]["inputRequests"] = {
                    m: {"method": m} | ({"params": p} if (p := input_request(m, self.server, pick)) else {})
                    for m in wanted
                }
        elif side == "client":
            frame["result"] = reply(method, asked.get("params", {}), revision, pick)
        elif method == "initialize" and self.link.bridge.server == "auto":
            frame["result"] = result(method, pick(["2025-03-26", "2025-11-25"]), pick)
        else:
            made = bridge_tasks.answer(asked, revision, pick, plain=plain) if self.with_tasks else None
            frame["result"] = result(method, revision, pick) if made is None else made
            if self.with_tasks and "capabilities" in frame["result"]:
                frame["result"]["capabilities"] = bridge_tasks.offered(
                    frame["result"]["capabilities"], revision
                )
            if method == "subscriptions/listen":
                frame["result"]["_meta"] = {f"{PREFIX}subscriptionId": asked["id"]}
        self.send(side, frame)

    @rule(seconds=st.sampled_from([0.1, 1, 5, 50]))
    def time_passes(self, seconds: float) -> None:
        """Time passes."""
        self.now += seconds
        self.link.tick(self.now)
        self.look()

    def check_over(self, side: str) -> None:
        """Check that the other side has an answer to every request, and that the bridge stores nothing."""
        self.over = True
        assert not self.link.asked[OTHER[side]], (side, self.link.asked)
        self.link.asked[side].clear()
        assert self.link.bridge.streams is None or not self.link.bridge.streams.open
        assert not any(tables(self.link.bridge.trees)) and not any(tables(self.link.bridge.lines))

    @invariant()
    def tables_are_bounded(self) -> None:
        """Check that no table is larger than the limits allow."""
        if not hasattr(self, "link"):
            return
        self.look()
        for bridge in (self.link.bridge.trees, self.link.bridge.lines):
            largest = max(tables(bridge), key=len)
            assert len(largest) <= most(self.limits), largest
        if not self.forwards:
            self.count_at_the_ends()

    def count_at_the_ends(self) -> None:
        """Check the limits with what the ends can see."""
        limits, asked, working = self.limits, self.link.asked, self.working
        assert len(asked["client"]) <= limits.pending + limits.queued, asked
        assert len(asked["server"]) <= limits.pending, asked
        assert len(working["client"]) <= limits.pending, working
        assert len(working["server"]) <= most(limits), working
        queued = {key(request.requestor_id) for request in self.link.bridge.trees._queue}
        routed = {id: method for id, method in asked["client"].items() if id not in queued}
        for listed in (working["server"], routed if self.link.bridge.state == "open" else {}):
            assert [*listed.values()].count("subscriptions/listen") <= limits.streams, listed

    def teardown(self) -> None:
        """Answer everything, let time pass, and check that nothing is open. Then close both sides."""
        if not hasattr(self, "link") or self.forwards or self.over or self.busy:
            return
        pick = _first
        for _ in range(40):
            if self.forwards:
                return
            todo = [(side, frame) for side in OTHER for frame in list(self.link.asking[side].values())]
            for side, frame in todo:
                if frame["method"] != "subscriptions/listen" and key(frame["id"]) in self.link.asking[side]:
                    self.answer(side, frame, pick, plain=True)
            states, self.states = self.states, []
            for state, input_requests, _ in states:
                answers = {
                    n: reply(q["method"], q.get("params", {}), self.client, pick)
                    for n, q in input_requests.items()
                }
                for method in INPUT:
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
    """Return the first option. Hypothesis makes no choice here."""
    return next(iter(options))


def most(limits: mcp_bridge.Limits) -> int:
    """Return the size of the largest table that limits allow: the requests that are open on the server.

    These are `pending` requests of the client, `pending` whose client is away, one for each stream, and
    requests of the bridge itself. The last are less than twice `pending`, as many unsubscriptions as
    subscriptions, and answers to input requests of tasks. Timers add one for each task, and one for each kept
    result.
    """
    return 6 * limits.pending + limits.streams + 2 * limits.tasks
