"""Measure conversion: bytes to converted bytes, over `orjson.loads` and `orjson.dumps` of the same frame.

In: the recorded traffic, of each revision one frame of each kind and size. Out: a table with the geometric mean for each
pair, for the losses as reported and as allowed; and how a page of tools converts at 1,000 and at 10,000. Times are of this process's CPU.
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable, Iterator
from itertools import pairwise
from math import exp, log
from pathlib import Path
from timeit import Timer
from typing import Any, Literal

import mcp_revisions as mr
import orjson

sys.path.insert(0, str(Path(__file__).parents[1]))
from conversions import mended
from traffic import Message, messages

SMALL = 500
OLDEST, LATEST = mr.REVISIONS[0], mr.REVISIONS[-1]


def microseconds(work: Callable[[], Any]) -> float:
    """Return the least CPU time that `work` takes."""
    timer = Timer(work, timer=time.process_time)
    rounds = max(1, int(0.002 / (timer.timeit(3) / 3 + 1e-9)))
    return min(timer.repeat(5, rounds)) / rounds * 1e6


def kinds(revision: str) -> Iterator[Message]:
    """Yield one recorded message of each sender, method and order of size."""
    seen = set()
    for message in messages(revision):
        kind = (
            message.sender,
            message.frame.get("method"),
            message.answering,
            len(str(message.frame)) // 200,
        )
        if kind not in seen:
            seen.add(kind)
            yield message


def ratios(source: str, target: str, loss: Literal["report", "allow"]) -> list[tuple[int, float]]:
    """Return the size and the ratio of every frame that has a counterpart."""
    found = []
    for message in kinds(source):
        data, sender, answering = orjson.dumps(message.frame), message.sender, message.answering
        convert: Any = mr.convert

        def converted(
            data: bytes = data,
            sender: str = sender,
            answering: str | None = answering,
            convert: Any = convert,
        ) -> Any:
            return convert(data, source, target, sender=sender, answering=answering, loss=loss)

        def read_and_written(data: bytes = data, loads: Any = orjson.loads, dumps: Any = orjson.dumps) -> Any:
            return dumps(loads(data))

        try:
            converted()
        except ValueError:
            continue
        found.append((len(data), microseconds(converted) / microseconds(read_and_written)))
    return found


def mean(found: list[tuple[int, float]]) -> str:
    """Return the geometric mean, and that of the frames below and from 500 bytes."""
    parts = (found, [f for f in found if f[0] < SMALL], [f for f in found if f[0] >= SMALL])
    means = [
        exp(sum(log(ratio) for _, ratio in part) / len(part)) if part else float("nan") for part in parts
    ]
    return "".join(f"{each:7.2f}" for each in means)


def page(size: int) -> float:
    """Return the microseconds a tool takes in a page of that size, with four losses each."""
    schema = {"type": "object", "$schema": "s", "properties": {"a": {"type": "string"}}}
    tool = {"name": "t", "title": "T", "icons": [{"src": "x"}], "inputSchema": schema, "execution": {}}
    data = orjson.dumps({"jsonrpc": "2.0", "id": 1, "result": {"tools": [tool] * size}})

    def converted() -> Any:
        return mr.convert(data, "2025-11-25", OLDEST, sender="server", answering="tools/list")

    return microseconds(converted) / size


def main() -> None:
    """Print the tables."""
    print("conversion over orjson, geometric mean:")
    print("                                losses reported         losses allowed")
    print("                              all   <500   500+      all   <500   500+ bytes  frames")
    ways = [*pairwise(mr.REVISIONS), *pairwise(reversed(mr.REVISIONS)), (OLDEST, LATEST), (LATEST, OLDEST)]
    for source, target in [*ways, (LATEST, LATEST)]:
        reported, allowed = ratios(source, target, "report"), ratios(source, target, "allow")
        print(f"{source} to {target}  {mean(reported)}  {mean(allowed)}  {len(reported):10}")
    for revision in mr.REVISIONS[:3]:
        frames, before, after = mended(revision)
        print(f"reference server at {revision}: {frames} frames, {before} invalid there; converted: {after}")
    print(f"a tool in a page of 1,000: {page(1000):.1f} µs; of 10,000: {page(10_000):.1f} µs")


if __name__ == "__main__":
    main()
