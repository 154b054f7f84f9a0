"""Measure builds, each as a user runs it: a process of its own, the best of three. Prints a table."""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path

ROUNDS = 3
MCPGEN = (sys.executable, "-m", "mcpgen")


def seconds(command: Sequence[str], out: Path | None = None, rounds: int = ROUNDS) -> float:
    """Return the least time that a command takes, where `out` is given each time without what it wrote."""
    best = float("inf")
    for _ in range(rounds):
        if out:
            subprocess.run(["rm", "-rf", str(out)], check=True)
        start = time.perf_counter()
        subprocess.run(command, check=True, capture_output=True)
        best = min(best, time.perf_counter() - start)
    return best


def main() -> None:
    """Print what each command takes, beside what it may take."""
    with tempfile.TemporaryDirectory() as folder:
        out = Path(folder) / "out"
        build = (*MCPGEN, "build", "--out", str(out))
        rows = [
            ("mcpgen build, five revisions", seconds(build, out), 10.0),
            ("mcpgen build --check", seconds((*build, "--check")), None),
            ("mcpgen build --revision 2025-11-25", seconds((*build, "--revision", "2025-11-25"), out), 4.0),
            ("mcpgen build --revision 2026-07-28", seconds((*build, "--revision", "2026-07-28"), out), 4.0),
            ("mcpgen --help", seconds((*MCPGEN, "--help")), None),
            ("python -c pass", seconds((sys.executable, "-c", "pass")), None),
        ]
    print(f"Builds, on {os.cpu_count()} cores, best of {ROUNDS}\n")
    print(f"{'command':38}{'seconds':>9}{'at most':>9}")
    full = rows[0][1]
    for name, taken, limit in rows:
        allowed = (
            f"{limit:9.0f}" if limit else f"{max(full * 1.1, full + 0.3):9.2f}" if "check" in name else ""
        )
        print(f"{name:38}{taken:9.2f}{allowed}")
    print()


if __name__ == "__main__":
    main()
