"""Measure conversion: bytes to converted bytes, over `orjson.loads` and `orjson.dumps` of the same frame.

In: every frame of the recorded traffic. Out: geometric means for each pair. A `converter` has the means of
all frames, of short and of long ones, and of those that pass unchanged. `convert` has the means of all
frames, without and with the losses read. Beside them stand the physical limits: msgspec checks the grammar
alone, reads the head alone, reads and writes untyped. Then come two long frames, and the time for a tool in a
page of 1,000, 10,000 and 30,000. Times are of this process's CPU, and the works of a frame take turns.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import exp, log
from pathlib import Path
from timeit import Timer
from typing import Any

import mcp_revisions as mr
import msgspec
import orjson

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.conversion_cases import mended
from support.traffic import messages

SMALL = 500
OLDEST, LATEST = mr.REVISIONS[0], mr.REVISIONS[-1]


Work = Callable[[], Any]


class Head(msgspec.Struct, gc=False):
    """The members that tell the kind of a frame; msgspec passes over the others."""

    jsonrpc: str | msgspec.UnsetType = msgspec.UNSET
    id: int | float | str | None | msgspec.UnsetType = msgspec.UNSET
    method: str | msgspec.UnsetType = msgspec.UNSET


GRAMMAR = msgspec.json.Decoder(msgspec.Raw).decode
HEAD = msgspec.json.Decoder(Head).decode
READ, WRITE = msgspec.json.Decoder().decode, msgspec.json.Encoder().encode


def microseconds(*works: Work) -> list[float]:
    """Return the least CPU time that each work takes; the works take turns."""
    timers = [Timer(work, timer=time.process_time) for work in works]
    rounds = [max(1, int(0.0005 / (timer.timeit(3) / 3 + 1e-9))) for timer in timers]
    turns = [[t.timeit(n) / n for t, n in zip(timers, rounds, strict=True)] for _ in range(4)]
    return [min(times) * 1e6 for times in zip(*turns, strict=True)]


def over_orjson(data: bytes, *works: Work) -> list[float]:
    """Return the times of works, and those of the three limits, over `orjson` for a frame."""
    limits = (lambda: GRAMMAR(data), lambda: HEAD(data), lambda: WRITE(READ(data)))
    plain, *others = microseconds(lambda: orjson.dumps(orjson.loads(data)), *works, *limits)
    return [each / plain for each in others]


def ratios(source: str, target: str) -> list[tuple[int, bool, list[float]]]:
    """Return size, whether the frame stays unchanged, and ratios.

    The ratios are of a converter, `convert`, `convert` with the losses read, and of the limits.
    """
    found = []
    converters = {sender: mr.converter(source, target, sender=sender) for sender in ("client", "server")}
    for message in messages(source):
        data, sender, answering = orjson.dumps(message.frame), message.sender, message.answering
        converts = converters[sender]

        def bound(data: bytes = data, converts: Any = converts, answering: str | None = answering) -> Any:
            return converts(data, answering)

        def converted(data: bytes = data, sender: Any = sender, answering: str | None = answering) -> Any:
            return mr.convert(data, source, target, sender=sender, answering=answering)

        def reported(convert: Callable[[], Any] = converted) -> Any:
            return convert().losses

        try:
            stays = converted().message is data
        except ValueError:
            continue
        found.append((len(data), stays, over_orjson(data, bound, converted, reported)))
    return found


def mean(found: list[float]) -> str:
    """Return the geometric mean."""
    return f"{exp(sum(map(log, found)) / len(found)) if found else float('nan'):7.2f}"


def page(size: int) -> str:
    """Return what a tool takes in a page of that size, with four losses each, beside what it takes orjson."""
    schema = {"type": "object", "$schema": "s", "properties": {"a": {"type": "string"}}}
    tool = {"name": "t", "title": "T", "icons": [{"src": "x"}], "inputSchema": schema, "execution": {}}
    data = orjson.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool] * size}})

    def converted() -> Any:
        return mr.convert(data, "2025-11-25", OLDEST, sender="server", answering="tools/list")

    plain, ours = microseconds(lambda: orjson.dumps(orjson.loads(data)), converted)
    return f"{size:,}: {ours / size:.1f} µs, orjson {plain / size:.1f} µs"


def long_frame(name: str, result: Any, source: str, target: str, answering: str) -> str:
    """Return the row of a long result: size, ratio, limits."""
    data = orjson.dumps({"jsonrpc": "2.0", "id": 1, "result": result})
    converts = mr.converter(source, target, sender="server")
    ours, grammar, head, untyped = over_orjson(data, lambda: converts(data, answering))
    limits = f"grammar {grammar:.2f}, head {head:.2f}, untyped {untyped:.2f}"
    return f"{name}, {len(data):,} bytes, {source} to {target}: {ours:.2f}  | {limits}"


def long_frames() -> Iterator[str]:
    """Yield the rows of a page of 100 tools between neighbours, and of a structured result at the border."""
    schema = {
        "type": "object",
        "properties": {name: {"type": "string", "description": "t" * 60} for name in "abc"},
    }
    tools = [{"name": f"t{i}", "description": "d" * 120, "inputSchema": schema} for i in range(100)]
    for older, newer in pairwise(mr.REVISIONS[:-1]):
        yield long_frame("a page of 100 tools", {"tools": tools}, older, newer, "tools/list")
    rows = [{"id": i, "title": f"row {i}", "tags": ["a", "b"], "score": i / 7} for i in range(200)]
    content = [{"type": "text", "text": "200 rows"}]
    result = {"content": content, "structuredContent": {"rows": rows}}
    yield long_frame("a structured result", result, mr.REVISIONS[-2], LATEST, "tools/call")
    result["resultType"] = "complete"
    yield long_frame("a structured result", result, LATEST, mr.REVISIONS[-2], "tools/call")


def main() -> None:
    """Print the tables."""
    print("conversion over orjson, geometric means")
    print("  by a converter: all; below 500 bytes, from 500 bytes; unchanged")
    print("  by convert: all; all with the losses read")
    print("  limits: the grammar, the head, untyped msgspec")
    ways = [*pairwise(mr.REVISIONS), *pairwise(reversed(mr.REVISIONS)), (OLDEST, LATEST), (LATEST, OLDEST)]
    for source, target in [*ways, (LATEST, LATEST)]:
        found = ratios(source, target)
        bound, plain, read, *limits = (mean([each[2][i] for each in found]) for i in range(6))
        small, large = (mean([f[0] for size, _, f in found if (size < SMALL) is s]) for s in (True, False))
        kept = mean([f[0] for _, stays, f in found if stays])
        frames = f"{len(found)} frames, {sum(stays for _, stays, _ in found)} unchanged"
        ours = f"{bound} {small}{large} {kept}  | {plain} {read}"
        print(f"{source} to {target} {ours}  | {''.join(limits)}  {frames}")
    for line in long_frames():
        print(line)
    for revision in mr.REVISIONS[:3]:
        frames, before, after = mended(revision)
        print(f"reference server at {revision}: {frames} frames, {before} invalid there; converted: {after}")
    print(f"a tool in a page of {page(1000)}; of {page(10_000)}; of {page(30_000)}")


if __name__ == "__main__":
    main()
