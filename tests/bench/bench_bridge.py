"""Measure the bridge: the protocol object alone, and `mcpgen bridge` beside a plain line relay.

In: calls of a tool with short results, pages of fifty tools. Out: two tables. *Object*: CPU time a frame,
bytes in, bytes out. *Pipes*: three processes, a client, the bridge or the relay, a server. The table has
frames a second with 32 open calls, and the round trip of one call, median and 99th percentile; medians of
`ROUNDS` rounds.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from statistics import median, quantiles
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

import mcp_revisions as mr  # noqa: E402

from support.bridge_pair import MODERN, modern, opened  # noqa: E402

CALLS = 4000
UNDER_WAY = 32
ROUNDS = 5
AIM = 15.0
LAUNCH = [sys.executable, "-m", "mcpgen", "bridge"]
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


class Talk:
    """A client that writes and reads lines of a command."""

    def __init__(self, command: Sequence[str], client: str) -> None:
        self.process = subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-3)
        assert self.process.stdin is not None and self.process.stdout is not None
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        self.modern = client == MODERN
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
        """Return the microseconds of each call, one call open at a time."""
        lines = [json.dumps(self.call(n)).encode() + b"\n" for n in range(1, CALLS // 2)]
        found = []
        for line in lines:
            begin = time.perf_counter()
            self.stdin.write(line)
            self.stdin.flush()
            self.stdout.readline()
            found.append((time.perf_counter() - begin) * 1e6)
        return found[100:]

    def throughput(self) -> float:
        """Return the frames a second, requests and responses together, with many open calls."""
        lines = [json.dumps(self.call(n + CALLS)).encode() + b"\n" for n in range(CALLS)]
        begin = time.perf_counter()
        for n, line in enumerate(lines):
            self.stdin.write(line)
            if n % UNDER_WAY == UNDER_WAY - 1:
                self.stdin.flush()
                for _ in range(UNDER_WAY):
                    self.stdout.readline()
        return 2 * CALLS / (time.perf_counter() - begin)

    def end(self) -> None:
        """Hang up."""
        self.process.communicate(timeout=20)


def through(command: Sequence[str], client: str) -> tuple[float, float, float]:
    """Return the throughput and the latencies of the bridge or the relay."""
    talk = Talk(command, client)
    found = talk.latencies()
    rate = max(talk.throughput() for _ in range(3))
    talk.end()
    return rate, median(found), quantiles(found, n=100)[98]


def main() -> None:
    """Print both tables."""
    print(f"| client to server | microseconds a frame: tools/call | tools/list of 50 | aim {AIM:g} |")
    print("|---|---|---|---|")
    for client, server in product(mr.REVISIONS, repeat=2):
        if client == server:
            continue
        call = in_object(client, server, "tools/call", 1000)
        page = in_object(client, server, "tools/list", 50)
        print(
            f"| {client} to {server} | {call:.1f} | {page:.1f} | {'met' if call < AIM else 'missed'} |",
            flush=True,
        )
    times = "times the relay's time: frames, median, 99th"
    print(f"\n| in the middle | frames/s | call, median | call, 99th | {times} |\n|---|---|---|---|---|")
    for client, server in (
        ("2025-11-25", MODERN),
        (MODERN, "2025-11-25"),
        ("2024-11-05", "2025-11-25"),
        (MODERN, MODERN),
    ):
        end = [sys.executable, "-c", SERVER, server]
        # The relay carries what the server's side sees, so that both servers do the same work.
        ways = (
            (server, [sys.executable, "-c", RELAY, *end]),
            (client, [*LAUNCH, "--client", client, "--server", server, "--", *end]),
        )
        rounds = [[through(command, spoken) for spoken, command in ways] for _ in range(ROUNDS)]
        for index, name in enumerate((f"relay, {server}", f"bridge, {client} to {server}")):
            rate, middle, late = (median(found[index][k] for found in rounds) for k in range(3))
            # A ratio compares two runs that follow each other.
            ratios = (
                median(relay[0] / bridge[0] for relay, bridge in rounds),
                median(bridge[1] / relay[1] for relay, bridge in rounds),
                median(bridge[2] / relay[2] for relay, bridge in rounds),
            )
            times = ", ".join(f"{ratio:.2f}" for ratio in ratios) if index else ""
            print(f"| {name} | {rate:,.0f} | {middle:.0f} µs | {late:.0f} µs | {times} |", flush=True)


if __name__ == "__main__":
    main()
