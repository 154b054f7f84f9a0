"""A peer whose other side sends anything: invalid text, ids of every kind, answers to nothing, and floods."""

from __future__ import annotations

import asyncio
import json
import math
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions import v2025_11_25 as mcp

from support.waiting import run

IDS = [0, 1, 2, 1.0, 2.5, -1, "1", "", 2**53 + 1, 10**30, 1e308, -0.0, True, None, [], {}, "x" * 300]
RESULTS = [{"roots": []}, {}, [], None, 5]
ERRORS = [{"code": 1, "message": "m"}, {}, None, {"code": "x"}]
TOOLS = ["wait", "ask", "fail", "none"]


def hostile(random: Random) -> Any:
    """Return what the other side sends next: a JSON value."""
    id = random.choice(IDS)
    call = {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": random.choice(TOOLS)}}
    cancelled = {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": id}}
    progress = {"progressToken": id, "progress": 1}
    return random.choice(
        [
            *[call] * 4,
            {"jsonrpc": "2.0", "id": id, "result": random.choice(RESULTS)},
            {"jsonrpc": "2.0", "id": id, "error": random.choice(ERRORS)},
            cancelled,
            {"jsonrpc": "2.0", "method": "notifications/progress", "params": progress},
            {"jsonrpc": "2.0", "id": id, "result": {}, "error": {"code": 1, "message": ""}, "method": "ping"},
            {"jsonrpc": "2.0", "id": id, "method": "none", "params": random.choice([[], {}, 5])},
            [{"jsonrpc": "2.0", "id": id, "result": {}}, random.choice([call, cancelled, 5])],
            {"jsonrpc": "2.0", "id": id, "result": {"x": "y" * 2000}},
            *([], [1], "x", 5, None, True, 1.5, {"jsonrpc": "2.0"}, {"method": "ping", "id": id}),
            json.dumps(call),  # a message in a string
        ]
    )


class Hostile:
    """A server whose client sends anything. Its handlers wait, ask the client, and fail."""

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self.written: list[Any] = []
        self.waiting: list[asyncio.Future[None]] = []
        self.received: list[asyncio.Task[None]] = []
        self.ends: list[int] = []  # how often each call ended
        self.clock = 0.0
        router = mcp.Router(sender="client", validate=True)
        router.on("tools/call")(self.call_tool)
        limits = mr.PeerLimits(calls=8, handled=16, size=2000)
        self.told: float | None = None  # the deadline that the peer told last
        self.peer = mr.Peer(
            router,
            lambda data, related: self.written.append(json.loads(data)),
            limits=limits,
            on_deadline=lambda due: setattr(self, "told", due),
        )

    async def call_tool(self, params: Any, context: mr.Context) -> Any:
        """Do what the name of the tool says."""
        if params.name == "wait":
            self.waiting.append(asyncio.get_running_loop().create_future())
            await self.waiting[-1]
        if params.name == "ask":
            await context.call(mcp.ListRootsRequest(id=0), deadline=self.clock + 3)
        if params.name == "fail":
            raise KeyError(params.name)
        return mcp.CallToolResult(content=[])

    def take(self) -> None:
        """Take a random step."""
        match self.random.choice(["receive"] * 6 + ["send", "time", "wake"]):
            case "receive":
                value = hostile(self.random)
                text = json.dumps(value)
                if self.random.random() < 0.05:
                    text = text[: self.random.randrange(len(text) + 1)]
                form = self.random.choice([text, text.encode(), value if isinstance(value, dict) else text])
                self.received.append(asyncio.ensure_future(self.peer.receive(form)))
            case "send":
                self.send(self.random.choice([None, self.clock + 2, math.inf, -math.inf, 10**300]))
            case "time":
                self.clock += self.random.choice([-5, 0, 1, 1e9])
                self.peer.tick(self.random.choice([self.clock, math.nan]))
            case "wake":
                self.wake()

    def send(self, deadline: float | None) -> None:
        """Ask the client, unless too many calls are open."""
        try:
            call = self.peer.send(
                mcp.ListRootsRequest(id=0), deadline=deadline, on_progress=lambda done: None
            )
        except mr.CallError as error:
            assert error.why == "limit"
            return
        index = len(self.ends)
        self.ends.append(0)
        call.when_done(lambda: self.ends.__setitem__(index, self.ends[index] + 1))

    def wake(self) -> None:
        """Let all waiting handlers go on."""
        for future in self.waiting:
            if not future.done():
                future.set_result(None)


@pytest.mark.parametrize("seed", range(40))
def test_anything_may_arrive(seed: int) -> None:
    """Nothing raises, each call ends once, every message of the peer is valid, and every table is empty."""

    async def scenario() -> None:
        it = Hostile(seed)
        for _ in range(120):
            it.take()
            await asyncio.sleep(0)
            assert it.told == it.peer.deadline
        it.peer.close()
        while not all(task.done() for task in it.received):
            it.wake()
            await asyncio.sleep(0)
        assert [task.result() for task in it.received] == [None] * len(it.received)
        assert it.ends == [1] * len(it.ends)
        assert not it.peer._calls
        assert not it.peer.router._running
        assert it.peer._handled == 0
        for message in it.written:
            mcp.decode_message(message, "server")

    run(scenario())


@pytest.mark.parametrize("text", ["5", "null", "true", '"x"', json.dumps(json.dumps({"method": "ping"})), ""])
def test_text_that_is_not_an_object_is_refused(text: str) -> None:
    """The reply is an error without an id. A message in a string is not a message."""
    written: list[Any] = []
    peer = mr.Peer(mcp.Router(sender="client"), lambda data, related: written.append(json.loads(data)))
    for form in (text, text.encode()):
        asyncio.run(peer.receive(form))
    assert [sorted(each) for each in written] == [["error", "jsonrpc"]] * 2
    assert {each["error"]["code"] for each in written} <= {-32600, -32700}


NO_NUMBER, TOO_LARGE = "expected a number or None", "the number is too large for a float"


@pytest.mark.parametrize(
    ("deadline", "reason"),
    [(math.nan, NO_NUMBER), ("soon", NO_NUMBER), (1j, NO_NUMBER), (10**400, TOO_LARGE), (True, NO_NUMBER)],
    ids=range(5),
)
def test_a_deadline_without_an_order_is_refused(deadline: Any, reason: str) -> None:
    """It would keep other deadlines from passing."""
    written: list[Any] = []
    peer = mr.Peer(mcp.Router(sender="client"), lambda data, related: written.append(data))
    with pytest.raises(ValueError, match=f"deadline: {reason}"):
        peer.send(mcp.ListRootsRequest(id=0), deadline=deadline)
    assert not written
    assert peer.deadline is None
