"""Measure decoding: bytes to typed messages over `orjson.loads`, beside the official Python types.

In: the recorded traffic, every message that its revision accepts. Out: a table with the geometric mean of
each revision, of CPU times of this process. Over `orjson` stand decode where all members are known, decode
where some are unknown, and encode. The official types (`mcp-types`) stand over `orjson.loads` and over our
decode. Beside them stand the limits over `orjson.loads`: msgspec's check of the grammar, its decode of the
head alone, and its untyped decode. Then come the time and memory that import and a first decode add to a
bare interpreter, and the memory that decoded messages keep.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
import time
import tracemalloc
from collections.abc import Callable
from contextlib import suppress
from itertools import cycle, islice
from math import exp, log
from pathlib import Path
from timeit import Timer
from typing import Any

import mcp_revisions as mr
import mcp_types
import mcp_types.methods as official
import msgspec
import orjson
from bench_convert import GRAMMAR, HEAD, READ

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.traffic import Message, messages

START = """
import time
began = time.process_time()
{}
taken = time.process_time() - began
peak = next(line for line in open("/proc/self/status") if line.startswith("VmHWM"))
print(taken, int(peak.split()[1]) / 1024)
"""
OURS = """
from mcp_revisions import v2025_11_25 as mcp
mcp.decode_message(b'{"jsonrpc":"2.0","id":1,"method":"tools/list"}', "client")
"""


def timer_of(work: Callable[..., Any], *given: Any) -> Timer:
    """Return a timer of the CPU time of a call."""
    names = [f"given{i}" for i in range(len(given))]
    setup = f"(work, {', '.join(names)},) = everything" if given else "(work,) = everything"
    return Timer(f"work({', '.join(names)})", setup, time.process_time, {"everything": (work, *given)})


def in_turns(*calls: tuple[Any, ...]) -> list[float]:
    """Return the least CPU microseconds of each call, a function with its arguments; the calls take turns."""
    timers = [timer_of(*call) for call in calls]
    rounds = [max(1, int(0.002 / (timer.timeit(3) / 3 + 1e-9))) for timer in timers]
    turns = [[t.timeit(n) / n for t, n in zip(timers, rounds, strict=True)] for _ in range(7)]
    return [min(times) * 1e6 for times in zip(*turns, strict=True)]


def microseconds(work: Callable[..., Any], *given: Any) -> float:
    """Return the least CPU microseconds of a call."""
    return in_turns((work, *given))[0]


def mean(ratios: list[float]) -> str:
    """Return the geometric mean."""
    return f"{exp(sum(map(log, ratios)) / len(ratios)):.2f}" if ratios else "-"


def official_reading(message: Message, data: bytes) -> Callable[[], Any] | None:
    """Return a decode of the same message by the official types, `None` where they refuse it."""
    side, version = message.sender, message.revision
    kind = "result" if "result" in message.frame else "request" if "id" in message.frame else "notification"
    if "error" in message.frame or (kind == "result" and message.answering is None):
        return None
    parse: Any = getattr(official, f"parse_{side}_{kind}")
    adapter = mcp_types.jsonrpc_message_adapter

    def read() -> Any:
        frame: Any = adapter.validate_json(data)
        if kind == "result":
            return parse(message.answering, version, frame.result)
        return parse(frame.method, version, frame.params)

    try:
        read()
    except (ValueError, KeyError):
        return None
    return read


def measure(revision: str) -> list[str]:
    """Return the row of a revision."""
    mcp: Any = mr.revision(revision)
    known, unknown, encoded, theirs, against = [], [], [], [], []
    limits: tuple[list[float], ...] = ([], [], [])
    seen = set()
    for message in messages(revision):
        data = json.dumps(message.frame, separators=(",", ":"), ensure_ascii=False).encode()
        sender, decode, encode = message.sender, mcp.decode_message, mcp.encode
        answering = message.answering if message.answering in mcp.METHODS else None
        if (sender, answering, data) in seen:
            continue
        seen.add((sender, answering, data))
        try:
            decoded = decode(data, sender, answering)
        except mr.DecodeError:
            continue
        asked = (data, sender) if answering is None else (data, sender, answering)
        plain, ours, *best = in_turns(
            (orjson.loads, data), (decode, *asked), *((limit, data) for limit in (GRAMMAR, HEAD, READ))
        )
        (unknown if decoded.unknown else known).append(ours / plain)
        for found, least in zip(limits, best, strict=True):
            found.append(least / plain)
        tree = orjson.loads(data)
        encoded.append(microseconds(encode, decoded) / microseconds(orjson.dumps, tree))
        if reading := official_reading(message, data):
            official_time = microseconds(reading)
            theirs.append(official_time / plain)
            against.append(official_time / ours)
    columns = (known, unknown, known + unknown, encoded, theirs, against, *limits)
    return [revision, str(len(seen)), *map(mean, columns)]


def started(code: str) -> tuple[float, float]:
    """Return the least CPU milliseconds and resident megabytes of a fresh interpreter that runs some code."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
        environment["PYTHONPYCACHEPREFIX"] = folder
        command = [sys.executable, "-c", START.format(code)]
        runs = [
            subprocess.run(command, capture_output=True, text=True, check=True, env=environment).stdout
            for _ in range(9)
        ]
    pairs = [tuple(map(float, run.split())) for run in runs]
    return min(p[0] for p in pairs) * 1000, min(p[1] for p in pairs)


def kept(count: int, revision: str = "2025-11-25") -> tuple[float, float]:
    """Return the MiB of `count` recorded messages below 5 kB, and the MiB that they keep when decoded."""
    mcp: Any = mr.revision(revision)
    asked = []
    for message in messages(revision):
        data, answering = json.dumps(message.frame).encode(), message.answering
        asked_one = (data, message.sender, answering if answering in mcp.METHODS else None)
        with suppress(mr.DecodeError):
            mcp.decode_message(*asked_one)
            if len(data) < 5000:
                asked.append(asked_one)
    chosen = list(islice(cycle(asked), count))
    tracemalloc.start()
    decoded = [mcp.decode_message(*each) for each in chosen]
    found = tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    assert len(decoded) == count
    return sum(len(data) for data, *_ in chosen) / 2**20, found / 2**20


def profile(latest: str = "2025-11-25") -> None:
    """Print the time of a frame by its parts: parsers, Python, and an unknown member before it is kept."""
    mcp: Any = mr.revision(latest)
    params = b'{"name":"echo","arguments":{"message":"hi"}}'
    call = b'{"jsonrpc":"2.0","id":3,"method":"tools/call","params":%b}' % params
    text = json.dumps("x\\" + 1000 * "a").encode()
    samples = {"a small request": call, "with a text of 1 kB": call.replace(b'"hi"', text)}
    typed, plain = msgspec.json.Decoder(mcp.CallToolRequest).decode, msgspec.json.Decoder().decode
    print("microseconds of one frame: reading, then writing")
    print(f"{'':>24}  orjson  msgspec untyped  msgspec typed  ours    orjson  msgspec  ours")
    for name, data in samples.items():
        decoded, tree = mcp.decode_message(data, "client"), orjson.loads(data)
        reading = [microseconds(read, data) for read in (orjson.loads, plain, typed)]
        reading += [microseconds(mcp.decode_message, data, "client")]
        writing = [microseconds(orjson.dumps, tree), microseconds(msgspec.json.Encoder().encode, tree)]
        writing += [microseconds(mcp.encode, decoded)]
        a, b, c, d, e, f, g = (f"{each:.2f}" for each in reading + writing)
        print(f"{name:>24}  {a:>6}  {b:>15}  {c:>13}  {d:>4}    {e:>6}  {f:>7}  {g:>4}")

    def refused(data: bytes) -> None:
        with suppress(msgspec.ValidationError):
            typed(data)

    data = call.replace(b'"name"', b'"x":1,"name"')
    print("a small request with an unknown member: orjson; msgspec's refusal, msgspec untyped; ours")
    steps = (microseconds(work, data) for work in (orjson.loads, refused, plain))
    print("  ".join(f"{each:.2f}" for each in (*steps, microseconds(mcp.decode_message, data, "client"))))


def main() -> None:
    """Print the tables."""
    print("decode and encode, geometric means")
    heads = ["revision", "messages", "decode", "unknown", "all", "encode", "mcp-types", "mcp-types/ours"]
    heads += ["grammar", "head", "untyped"]
    widths = [max(10, len(h)) for h in heads]
    print("  ".join(h.rjust(w) for h, w in zip(heads, widths, strict=True)))
    for revision in mr.REVISIONS:
        row = measure(revision)
        print("  ".join(c.rjust(w) for c, w in zip(row, widths, strict=True)), flush=True)
    bare, ours, theirs = started("pass"), started(OURS), started("import mcp_types.methods")
    print("import and first decode, over a bare interpreter")
    for name, (milliseconds, megabytes) in (("ours", ours), ("mcp-types", theirs)):
        print(f"{name:>10}  {milliseconds - bare[0]:6.0f} ms  {megabytes - bare[1]:5.1f} MiB")
    print("10,000 messages of {:.1f} MiB keep {:.1f} MiB".format(*kept(10_000)))
    profile()


if __name__ == "__main__":
    main()
