"""Measure the bridge: the protocol object alone, and `mcp-bridge` beside a plain line relay.

In: calls of a tool with short results, pages of fifty tools. Out: two tables. *Object*: CPU time a frame,
bytes in, bytes out, and how much more a call costs while 10,000 others are open than while 100 are. *Pipes*:
three processes, a client, the bridge or the relay, a server. The table has frames a second with 32 open
calls, the round trip of one call, median and 99th percentile, and the memory of the bridge after about 10,000
and 20,000 calls. The bridge and the relay take turns of `TURN` calls, so that the load of the machine meets
both.
"""

from __future__ import annotations

import itertools
import json
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median, quantiles
from typing import Any, NamedTuple

sys.path.insert(0, str(Path(__file__).parents[1]))

import mcp_revisions as mr  # noqa: E402

import mcp_bridge  # noqa: E402
from support.bridge_pair import MODERN, modern, opened  # noqa: E402
from support.bridge_process import BRIDGE  # noqa: E402
from support.random_sessions import resident  # noqa: E402

TURN, TURNS = 50, 100  # calls one after the other
BURST, BURSTS = 1024, 15  # calls of which `UNDER_WAY` are open
HALF = 5  # bursts before the memory is read for the first time
FEW, MANY = 100, 10_000  # open calls
UNDER_WAY = 32
CALLS = TURN * (TURNS + 1) + BURST * HALF, TURN * (TURNS + 1) + BURST * BURSTS
AIM = 15.0
PAIRS = [  # client, server, and the aim: times the relay's median
    ("2025-11-25", MODERN, 2.0),
    (MODERN, "2025-11-25", 2.0),
    ("2024-11-05", "2025-11-25", 2.0),
    ("2025-11-25", "2025-11-25", 1.25),
    (MODERN, MODERN, 1.25),
]
TOOL = {
    "name": "add",
    "description": "Add two numbers and say what comes of it.",
    "inputSchema": {
        "type": "object",
        "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
        "required": ["a", "b"],
    },
}

RELAY = """
import subprocess, sys, threading
server = subprocess.Popen(sys.argv[1:], stdin=-1, stdout=-1)
def carry(source, target):
    for line in source:
        target.write(line)
        target.flush()
threading.Thread(target=carry, args=(server.stdout, sys.stdout.buffer), daemon=True).start()
carry(sys.stdin.buffer, server.stdin)
server.stdin.close()
server.wait()
"""
SERVER = """
import json, sys
kind = sys.argv[1]
for line in sys.stdin.buffer:
    frame = json.loads(line)
    if "id" not in frame:
        continue
    method = frame["method"]
    if method == "initialize":
        info = {"name": "s", "version": "1"}
        result = {"protocolVersion": kind, "capabilities": {"tools": {}}, "serverInfo": info}
    elif method == "server/discover":
        result = {"supportedVersions": [kind], "capabilities": {"tools": {}}}
        result.update(ttlMs=0, cacheScope="private")
    else:
        result = {"content": [{"type": "text", "text": "It is three, to the best of my knowledge."}]}
    if kind == "2026-07-28":
        result["resultType"] = "complete"
    answer = {"jsonrpc": "2.0", "id": frame["id"], "result": result}
    sys.stdout.buffer.write(json.dumps(answer).encode() + b"\\n")
    sys.stdout.buffer.flush()
"""


def complete(revision: str, result: dict[str, Any], listed: bool) -> dict[str, Any]:
    """Return a result with the members that its revision requires."""
    if revision != MODERN:
        return result
    return {**result, "resultType": "complete", **({"ttlMs": 0, "cacheScope": "private"} if listed else {})}


def in_object(client: str, server: str, method: str, rounds: int) -> float:
    """Return the microseconds of CPU a frame in the protocol object, mean of requests and responses."""
    bridge = opened(client, server, offered={"tools": {}}).bridge.lines
    given: dict[str, Any] = {"name": "add", "arguments": {"a": 1, "b": 2}} if method == "tools/call" else {}
    params = modern(given) if client == MODERN else given
    result = {"content": [{"type": "text", "text": "It is three, to the best of my knowledge."}]}
    if method == "tools/list":
        result = {"tools": [TOOL] * 50}
    answer = json.dumps(complete(server, result, method == "tools/list"))[1:]
    best = float("inf")
    for _ in range(5):
        asked = [
            json.dumps({"jsonrpc": "2.0", "id": f"i{n}", "method": method, "params": params}).encode()
            for n in range(rounds)
        ]
        spent = 0.0
        for line in asked:
            begin = time.process_time()
            (sent,) = bridge.from_client(line)
            data = sent.data
            spent += time.process_time() - begin
            reply = (
                f'{{"jsonrpc":"2.0","id":{json.dumps(json.loads(data)["id"])},"result":{{{answer}}}'.encode()
            )
            begin = time.process_time()
            (sent,) = bridge.from_server(reply)
            data = sent.data
            spent += time.process_time() - begin
        best = min(best, spent / rounds / 2 * 1e6)
    return best


def beside_open_calls() -> float:
    """Return the CPU time of a call beside `MANY` open calls, over that beside `FEW`. Both take turns."""
    spent: dict[int, list[float]] = {FEW: [], MANY: []}
    bridges = {}
    for count in spent:
        limits = mcp_bridge.Limits(pending=2 * count)
        bridges[count] = opened("2024-11-05", "2025-11-25", offered={"tools": {}}, limits=limits).bridge.lines
        for n in range(count):
            assert bridges[count].from_client(asked(f"open{n}"))
    for number in range(TURNS):
        for count, bridge in bridges.items():
            begin = time.process_time()
            for n in range(TURN):
                (sent,) = bridge.from_client(asked(f"{number}.{n}"))
                bridge.from_server({"jsonrpc": "2.0", "id": sent.id, "result": {"content": []}})
            spent[count].append(time.process_time() - begin)
    return median(spent[MANY]) / median(spent[FEW])


def asked(id: str) -> dict[str, Any]:
    """Return a call."""
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "add"}}


class Talk:
    """A client that writes and reads lines of a command."""

    def __init__(self, command: Sequence[str], client: str) -> None:
        self.process = subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-3)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.modern = client == MODERN
        self.ids = itertools.count(1)
        if not self.modern:
            hello = {
                "protocolVersion": client,
                "capabilities": {},
                "clientInfo": {"name": "c", "version": "1"},
            }
            self.send([{"jsonrpc": "2.0", "id": "h", "method": "initialize", "params": hello}])
            self.stdout.readline()
            self.send([{"jsonrpc": "2.0", "method": "notifications/initialized"}])
        else:
            self.send([self.call(0)])
            self.stdout.readline()

    def call(self, n: int) -> dict[str, Any]:
        """Return a call."""
        given: dict[str, Any] = {"name": "add", "arguments": {"a": 1, "b": n}}
        return {
            "jsonrpc": "2.0",
            "id": f"i{n}",
            "method": "tools/call",
            "params": modern(given) if self.modern else given,
        }

    def send(self, frames: list[dict[str, Any]]) -> None:
        """Write frames."""
        self.stdin.write(b"".join(json.dumps(frame).encode() + b"\n" for frame in frames))
        self.stdin.flush()

    def latencies(self) -> list[float]:
        """Return the microseconds of each call of a turn, one call open at a time."""
        lines = [json.dumps(self.call(next(self.ids))).encode() + b"\n" for _ in range(TURN)]
        found = []
        for line in lines:
            begin = time.perf_counter()
            self.stdin.write(line)
            self.stdin.flush()
            self.stdout.readline()
            found.append((time.perf_counter() - begin) * 1e6)
        return found

    def throughput(self) -> float:
        """Return the frames a second, requests and responses together, with many open calls."""
        lines = [json.dumps(self.call(next(self.ids))).encode() + b"\n" for _ in range(BURST)]
        begin = time.perf_counter()
        for n, line in enumerate(lines, 1):
            self.stdin.write(line)
            if n % UNDER_WAY == 0:
                self.stdin.flush()
                for _ in range(UNDER_WAY):
                    self.stdout.readline()
        return 2 * BURST / (time.perf_counter() - begin)

    def end(self) -> None:
        """Hang up."""
        self.process.communicate(timeout=20)


class Seen(NamedTuple):
    """The measurements of the bridge or the relay: frames a second, microseconds, mebibytes."""

    rate: float
    middle: float
    late: float
    memory: tuple[float, float]

    def over(self, other: Seen) -> tuple[float, float, float]:
        """Return the times of this as multiples of another's: a frame among many, median, 99th percentile."""
        return other.rate / self.rate, self.middle / other.middle, self.late / other.late


def measured(talks: Sequence[Talk]) -> list[Seen]:
    """Let the ways take turns."""
    times: list[list[float]] = [[] for _ in talks]
    rates: list[list[float]] = [[] for _ in talks]
    for talk in talks:
        talk.latencies()
    for _ in range(TURNS):
        for talk, found in zip(talks, times, strict=True):
            found.extend(talk.latencies())
    halves: list[float] = []
    for number in range(BURSTS):
        if number == HALF:
            halves = [resident(talk.process.pid) for talk in talks]
        for talk, rate in zip(talks, rates, strict=True):
            rate.append(talk.throughput())
    wholes = [resident(talk.process.pid) for talk in talks]
    return [
        Seen(median(rate), median(found), quantiles(found, n=100)[98], memory)
        for rate, found, memory in zip(rates, times, zip(halves, wholes, strict=True), strict=True)
    ]


def in_the_middle() -> Iterator[tuple[str, str, float, Seen, Seen]]:
    """Yield client, server, the aim, and the measurements of the relay and of the bridge."""
    for client, server, aim in PAIRS:
        end = [sys.executable, "-c", SERVER, server]
        # The relay carries what the server's side sees, so that both servers do the same work.
        talks = (
            Talk([sys.executable, "-c", RELAY, *end], server),
            Talk([*BRIDGE, "--client", client, "--server", server, "--", *end], client),
        )
        relay, bridge = measured(talks)
        for talk in talks:
            talk.end()
        yield client, server, aim, relay, bridge


def main() -> None:
    """Print both tables."""
    print(f"| client to server | microseconds a frame: tools/call | tools/list of 50 | aim {AIM:g} |")
    print("|---|---|---|---|")
    for client, server in itertools.product(mr.REVISIONS, repeat=2):
        if client == server:
            continue
        call = in_object(client, server, "tools/call", 1000)
        page = in_object(client, server, "tools/list", 50)
        print(
            f"| {client} to {server} | {call:.1f} | {page:.1f} | {'met' if call < AIM else 'missed'} |",
            flush=True,
        )
    print(f"\na call beside {MANY:,} open ones takes {beside_open_calls():.2f} times as long as beside {FEW}")
    times = "times the relay's time: frames, median, 99th, aim of the median"
    memory = f"MiB after {CALLS[0]:,} and {CALLS[1]:,} calls"
    print(f"\n| in the middle | frames/s | call, median | call, 99th | {times} | {memory} |")
    print("|---|---|---|---|---|---|")
    for client, server, aim, relay, bridge in in_the_middle():
        shown = ", ".join(f"{ratio:.2f}" for ratio in bridge.over(relay)) + f", {aim:g}"
        kept = f"{bridge.memory[0]:.1f}, {bridge.memory[1]:.1f}"
        for name, one, more in (
            (f"relay, {server}", relay, "| |"),
            (f"bridge, {client} to {server}", bridge, f"{shown} | {kept} |"),
        ):
            print(
                f"| {name} | {one.rate:,.0f} | {one.middle:.0f} µs | {one.late:.0f} µs | {more}", flush=True
            )


if __name__ == "__main__":
    main()
