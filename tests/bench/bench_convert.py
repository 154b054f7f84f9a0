"""Measure conversion: bytes to converted bytes, over `orjson.loads` and `orjson.dumps` of the same frame.

In: every frame of the recorded traffic. Out: geometric means for each pair. A `converter` has the means of
all frames, of short and of long ones, and of those that pass unchanged. `convert` has the means of all
frames, without and with the losses read. Then comes the time for a tool in a page of 1,000, 10,000 and
30,000. Times are of this process's CPU.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from itertools import pairwise
from math import exp, log
from pathlib import Path
from timeit import Timer
from typing import Any

import mcp_revisions as mr
import orjson

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.conversion_cases import mended
from support.traffic import messages

SMALL = 500
OLDEST, LATEST = mr.REVISIONS[0], mr.REVISIONS[-1]


def microseconds(work: Callable[[], Any]) -> float:
    """Return the least CPU time that `work` takes."""
    timer = Timer(work, timer=time.process_time)
    rounds = max(1, int(0.0005 / (timer.timeit(3) / 3 + 1e-9)))
    return min(timer.repeat(4, rounds)) / rounds * 1e6


def ratios(source: str, target: str) -> list[tuple[int, bool, list[float]]]:
    """Return size, whether the frame stays unchanged, and ratios: converter, convert, convert and losses."""
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

        def read_and_written(data: bytes = data, loads: Any = orjson.loads, dumps: Any = orjson.dumps) -> Any:
            return dumps(loads(data))

        try:
            stays = converted().message is data
        except ValueError:
            continue
        plain = microseconds(read_and_written)
        works = (bound, converted, reported)
        found.append((len(data), stays, [microseconds(work) / plain for work in works]))
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

    plain = microseconds(lambda: orjson.dumps(orjson.loads(data))) / size
    return f"{size:,}: {microseconds(converted) / size:.1f} µs, orjson {plain:.1f} µs"


def main() -> None:
    """Print the tables."""
    print("conversion over orjson, geometric means")
    print("  by a converter: all; below 500 bytes, from 500 bytes; unchanged")
    print("  by convert: all; all with the losses read")
    ways = [*pairwise(mr.REVISIONS), *pairwise(reversed(mr.REVISIONS)), (OLDEST, LATEST), (LATEST, OLDEST)]
    for source, target in [*ways, (LATEST, LATEST)]:
        found = ratios(source, target)
        bound, plain, read = (mean([each[2][i] for each in found]) for i in range(3))
        small, large = (mean([f[0] for size, _, f in found if (size < SMALL) is s]) for s in (True, False))
        kept = mean([f[0] for _, stays, f in found if stays])
        frames = f"{len(found)} frames, {sum(stays for _, stays, _ in found)} unchanged"
        print(f"{source} to {target} {bound} {small}{large} {kept}  | {plain} {read}  {frames}")
    for revision in mr.REVISIONS[:3]:
        frames, before, after = mended(revision)
        print(f"reference server at {revision}: {frames} frames, {before} invalid there; converted: {after}")
    print(f"a tool in a page of {page(1000)}; of {page(10_000)}; of {page(30_000)}")


if __name__ == "__main__":
    main()
