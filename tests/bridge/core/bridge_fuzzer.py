"""Fuzz a bridge: `PYTHONPATH=tests python tests/bridge/core/bridge_fuzzer.py --frames 1000000 [--seed N]`.

In: a seed. Out: a session between a client and a server that open the session as a rule and then send broken
frames (`broken_frames`). Laws, for every pair of revisions and `auto`:

- No event raises. Every frame that the bridge sends is one line of JSON.
- A side gets one response to each of its requests, and none to a request that it did not send. Ids are JSON
  numbers: `1.0` is 1, `true` is no id. A server gets no error without an id.
- An answer ends its request, however malformed the answer is, if its id can be told: after both sides have
  answered everything and all timers have run, no request is open.
"""

from __future__ import annotations

import argparse
import json
import reprlib
import sys
from collections import Counter
from dataclasses import replace
from random import Random
from typing import Any

import mcp_revisions as mr
import msgspec

import mcp_bridge
from support.bridge_pair import LEGACY, MODERN, PER_REQUEST, Frame, discovery, meta, welcome
from support.broken_frames import CAPABILITIES, GARBAGE, FrameSource
from support.oracle import OTHER, REVISIONS

PAIRS = tuple((client, server) for client in REVISIONS for server in (*REVISIONS, "auto"))
FRAMES = 100  # of one session


class Shown(reprlib.Repr):
    """A short text of any frame, also with integers of more digits than Python prints."""

    def repr_int(self, x: int, level: int) -> str:
        """Show an integer, a long one in hexadecimal digits."""
        return super().repr_int(x, level) if x.bit_length() < 10_000 else f"{hex(x)[:30]}..."


SHOWN = Shown()
SHOWN.maxdict = SHOWN.maxlist = SHOWN.maxlevel = 20
SHOWN.maxstring = SHOWN.maxother = 1000


def is_id(value: Any) -> bool:
    """Say whether MCP allows a value as an id."""
    return type(value) in (int, str) or (type(value) is float and value == int(value))


class Peers:
    """A client and a server with a bridge in between, driven by one random generator."""

    def __init__(self, seed: int) -> None:
        self.rng = rng = Random(seed)
        self.client, self.server = PAIRS[seed % len(PAIRS)]
        few = mcp_bridge.Limits(pending=6, queued=3, streams=3, rounds=3, tasks=2)
        limits = rng.choice([few, replace(few, pending=1024), replace(few, pending=1024, queued=256)])
        self.bridge: Any = mcp_bridge.Bridge(self.client, self.server, limits=limits)
        self.now = 0.0
        self.bridge.tick(self.now)
        self.counting = True  # until the bridge forwards frames unread
        self.open: dict[str, dict[Any, Frame]] = {"client": {}, "server": {}}  # sent by the bridge, by id
        self.sent: dict[str, Counter[Any]] = {"client": Counter(), "server": Counter()}  # requests, by id
        self.owed: dict[str, Counter[Any]] = {"client": Counter(), "server": Counter()}  # not cancelled
        self.got: dict[str, Counter[Any]] = {"client": Counter(), "server": Counter()}  # responses, by id
        self.source = FrameSource(rng, self.open)
        self.events: list[tuple[str, Any]] = []

    def revision(self, side: str) -> str:
        """Return the revision of a side; a server that is not known yet may speak any."""
        found: str = self.client if side == "client" else self.bridge.server
        return self.rng.choice(REVISIONS) if found == "auto" else found

    # Frames in

    def feed(self, side: str, frame: Any, text: bytes | None = None) -> None:
        """Send a frame of a side, as `text` if that is given; note the responses that are due."""
        for each in frame if type(frame) is list else [frame]:
            if type(each) is dict and is_id(each.get("id")):
                self.note(side, each)
            elif type(each) is dict and each.get("method") == "notifications/cancelled":
                self.note_cancelled(side, each)
        self.pass_on(side, frame if text is None else text)

    def pass_on(self, side: str, data: Any) -> None:
        """Pass a frame to the bridge."""
        self.events.append((side, data))
        self.take(self.bridge.from_client(data) if side == "client" else self.bridge.from_server(data))

    def note(self, side: str, frame: Frame) -> None:
        """Note a frame with an id: a request is owed a response, a response ends a request."""
        if "method" in frame:
            self.sent[side][frame["id"]] += 1
            self.owed[side][frame["id"]] += 1
            self.source.asked[side].append(frame["id"])
        elif "result" in frame or "error" in frame:
            self.open[side].pop(frame["id"], None)

    def note_cancelled(self, side: str, frame: Frame) -> None:
        """Note that a request of a side may get no response any more."""
        params = frame.get("params")
        id = params.get("requestId") if type(params) is dict else None
        if is_id(id) and self.owed[side][id] > self.got[side][id]:
            self.owed[side][id] -= 1

    # Frames out

    def take(self, sends: list[Any]) -> None:
        """Check what the bridge sends."""
        self.counting = self.counting and not self.bridge._forwards
        for send in sends:
            assert send.to in ("client", "server", None)
            assert all(type(loss) is mr.Loss for loss in send.losses)
            if send.to is not None and self.counting:
                assert b"\n" not in send.data
                frame = json.loads(send.data)  # msgspec refuses integers of hundreds of digits
                assert frame["jsonrpc"] == "2.0", frame
                if "method" in frame:
                    self.take_call(send.to, frame)
                else:
                    self.take_response(send.to, frame)

    def take_call(self, to: str, frame: Frame) -> None:
        """Note a request or a notification of the bridge."""
        assert type(frame["method"]) is str and type(frame.get("id", 0)) in (int, str), frame
        if "id" in frame:
            assert frame["id"] not in self.open[to], frame
            self.open[to][frame["id"]] = frame
        elif frame["method"] == "notifications/cancelled" and not self.open[to].pop(
            frame["params"]["requestId"], None
        ):
            self.note_cancelled(to, frame)  # a server ends a stream of its client

    def take_response(self, to: str, frame: Frame) -> None:
        """Note a response of the bridge; a response answers a request of its receiver."""
        assert ("result" in frame) != ("error" in frame), frame
        assert "id" in frame or to == "client", frame
        if "id" in frame:
            assert is_id(frame["id"]), frame
            self.got[to][frame["id"]] += 1
            assert self.got[to][frame["id"]] <= self.sent[to][frame["id"]], f"a response to nothing: {frame}"
        result = frame.get("result")
        if type(result) is dict and type(result.get("requestState")) is str:
            self.source.states.append(result)

    # A session

    def run(self) -> int:
        """Open the session as a rule, send broken frames, end the session; return the number of frames."""
        rng = self.rng
        if rng.random() < 0.8:
            self.handshake()
        for _ in range(FRAMES):
            self.step()
        if rng.random() < 0.7:
            self.drain()
        side = rng.choice(["client", "server"])
        self.take(self.bridge.closed(side))
        self.step()
        self.take(self.bridge.closed(OTHER[side]))
        if self.counting:
            self.check_answered(OTHER[side])
        return len(self.events)

    def handshake(self) -> None:
        """Open the session, with capabilities for everything."""
        modern = self.client in PER_REQUEST
        hello = {**welcome(self.client, CAPABILITIES), "clientInfo": {"name": "c", "version": ""}}
        params = {"_meta": meta(CAPABILITIES, self.client, logLevel="debug")} if modern else hello
        method = "tools/list" if modern else "initialize"
        self.feed("client", {"jsonrpc": "2.0", "id": "first", "method": method, "params": params})
        for _ in range(3):
            for id, asked in list(self.open["server"].items()):
                if asked["method"] in ("server/discover", "initialize"):
                    legacy = self.rng.choice(LEGACY) if self.server == "auto" else self.server
                    modern_server = self.server if self.server in PER_REQUEST else MODERN
                    discovers = asked["method"] == "server/discover"
                    result = (
                        discovery(CAPABILITIES, modern_server) if discovers else welcome(legacy, CAPABILITIES)
                    )
                    frame = {"jsonrpc": "2.0", "id": id, "result": result}
                    self.feed("server", self.source.broken(frame) if self.rng.random() < 0.1 else frame)
        if not modern:
            self.feed("client", {"jsonrpc": "2.0", "method": "notifications/initialized"})

    def step(self) -> None:
        """Let time pass, the server start again, or a side send garbage, a batch, a text or a tree."""
        rng, side = self.rng, self.rng.choice(["client", "server"])
        chance = rng.random()
        if chance < 0.02:
            self.tick(rng.choice([0.01, 1, 70, 700]))
            return
        if chance > 0.9 and self.bridge.restartable:
            self.open["server"].clear()
            for counts in (self.sent, self.owed, self.got):
                counts["server"].clear()  # the new process has asked nothing yet
            self.events.append(("server", "started again"))
            self.take(self.bridge.restarted())
            return
        if 0.89 < chance < 0.9 and self.bridge.agreed:
            for counts in (self.sent, self.owed, self.got):
                counts["server"].clear()  # the new session has asked nothing, and may use the same ids
            self.events.append(("server", "began another session"))
            self.take(self.bridge.restarted())
            assert not self.bridge._core.open["server"]
            return
        if chance < 0.03:
            self.sent[side][1] += 1
            self.pass_on(side, rng.choice(GARBAGE))
            return
        frame: Any = self.source.frame(side, self.revision(side))
        if chance < 0.05:
            frame = [frame, *(self.source.frame(side, self.revision(side)) for _ in range(rng.randrange(3)))]
        elif type(frame) is dict and chance < 0.07:
            frame = self.source.unwritable(frame)
        elif type(frame) is dict and chance < 0.12:
            self.feed(side, frame, self.source.unreadable(frame))
            return
        as_text = rng.random() < 0.7 and not 0.05 <= chance < 0.07
        self.feed(side, frame, msgspec.json.encode(frame) if as_text else None)

    def tick(self, seconds: float) -> None:
        """Let time pass."""
        self.now += seconds
        self.events.append(("tick", self.now))
        self.take(self.bridge.tick(self.now))

    # The end

    def drain(self) -> None:
        """Answer everything and let all timers run; then no request may be open."""
        for _ in range(30):
            for side in OTHER:
                for id in list(self.open[side]):
                    error = {"code": -32603, "message": "the end"}
                    self.feed(side, {"jsonrpc": "2.0", "id": id, "error": error})
            self.tick(1000)
            if not self.counting:
                return
            if not any(self.open.values()) and self.bridge.deadline is None:
                break
        assert self.bridge.pending == 0, "a request of the client hangs"
        assert not self.bridge._core.open["server"], "a request of the server hangs"
        self.check_answered("server")

    def check_answered(self, side: str) -> None:
        """Assert that each request of a side has its response."""
        for id, count in self.owed[side].items():
            assert self.got[side][id] >= count, f"no response to request {id!r} of the {side}"


def session(seed: int) -> int:
    """Run the session of a seed and return the number of its frames; a failure shows the last of them."""
    peers = Peers(seed)
    try:
        return peers.run()
    except Exception as error:
        story = "\n".join(f"{side}: {SHOWN.repr(data)}" for side, data in peers.events[-60:])
        raise AssertionError(f"seed {seed}, {peers.client} to {peers.server}:\n{story}") from error


def fuzz(frames: int, seed: int = 0) -> int:
    """Run sessions of successive seeds until so many frames were sent; return the seed after the last."""
    count = 0
    while count < frames:
        count += session(seed)
        seed += 1
    return seed


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="fuzz Bridge")
    parser.add_argument("--frames", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    print(f"no finding; the next seed is {fuzz(arguments.frames, arguments.seed)}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
