"""Measure the bridge beside a relay and a proxy: `make bridge-figures`.

In: the measurements of `bench_bridge.py` and `bench_http.py`. Out: a row for each pair of revisions, with the
times of the bridge as multiples of the relay's or the proxy's, then the cost of open calls and the memory, on
stdout. With `--write`, on a quiet machine, also in docs/measured.md.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parents[1]))

import bench_bridge  # noqa: E402
import bench_http  # noqa: E402

PAGE = Path(__file__).parents[2] / "docs" / "measured.md"
MADE_BY = "<!-- made by tests/bench/bridge_table.py -->"
TABLE = re.compile(f"{MADE_BY}\n.*?<!-- end -->", re.DOTALL)
COLUMNS = (
    "over",
    "client to server",
    "among many",
    "median of a call",
    "99th percentile",
    "aim of the median",
)
HEAD = f"| {' | '.join(COLUMNS)} |\n{'|---' * len(COLUMNS)}|"


def rows() -> Iterator[str]:
    """Yield a row for each pair of revisions, on stdio and over HTTP, then a sentence about open calls."""
    growth = []
    for client, server, aim, relay, bridge in bench_bridge.in_the_middle():
        yield row("stdio", f"{client} to {server}", bridge.over(relay), aim)
        growth.append(bridge.memory[1] / bridge.memory[0])
    seen = bench_http.in_the_middle()
    for name, way in seen.items():
        server, _, client = name.partition(", bridge from ")
        if client:
            yield row("HTTP", f"{client} to {server}", way.over(seen[f"{server}, proxy"]), bench_http.AIM)
    many, few, (half, whole) = bench_bridge.MANY, bench_bridge.FEW, bench_bridge.CALLS
    ratio = bench_bridge.beside_open_calls()
    yield f"\nBeside {many:,} open calls, a call takes {ratio:.2f} times as long as beside {few}."
    memory = f"{max(growth):.2f} times the memory of {half:,} calls"
    yield f"After {whole:,} calls on stdio, the bridge uses at most {memory}."


def row(over: str, pair: str, ratios: Iterable[float], aim: float) -> str:
    """Return a row of the table."""
    return f"| {over} | {pair} | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} | {aim:g} |"


def main() -> None:
    """Print the table, and write it if that is asked."""
    lines = [HEAD]
    print(HEAD, flush=True)
    for line in rows():
        print(line, flush=True)
        lines.append(line)
    if "--write" not in sys.argv[1:]:
        return
    table = "\n".join(lines)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda found: f"{MADE_BY}\n\n{table}\n\n<!-- end -->", page), encoding="utf-8")


if __name__ == "__main__":
    main()
