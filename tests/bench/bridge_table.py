"""Write the table of ratios in docs/measured.md, on a quiet machine: `python tests/bench/bridge_table.py`.

In: the measurements of `bench_bridge.py` and `bench_http.py`. Out: a row for each pair of revisions, with the
times of the bridge as multiples of the relay's or the proxy's, on stdout and in the page.
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
    """Yield a row for each pair of revisions, on stdio and over HTTP."""
    for client, server, aim, relay, bridge in bench_bridge.in_the_middle():
        yield row("stdio", f"{client} to {server}", bridge.over(relay), aim)
    seen = bench_http.in_the_middle()
    for name, way in seen.items():
        server, _, client = name.partition(", bridge from ")
        if client:
            yield row("HTTP", f"{client} to {server}", way.over(seen[f"{server}, proxy"]), bench_http.AIM)


def row(over: str, pair: str, ratios: Iterable[float], aim: float) -> str:
    """Return a row of the table."""
    return f"| {over} | {pair} | {' | '.join(f'{ratio:.2f}' for ratio in ratios)} | {aim:g} |"


def main() -> None:
    """Print the table, and write it."""
    table = "\n".join([HEAD, *rows()])
    print(table)
    page = PAGE.read_text(encoding="utf-8")
    PAGE.write_text(TABLE.sub(lambda found: f"{MADE_BY}\n\n{table}\n\n<!-- end -->", page), encoding="utf-8")


if __name__ == "__main__":
    main()
