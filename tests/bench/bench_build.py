"""Measure builds, each as a user runs it: a process of its own, the best of three. Prints a table.

Beside the time that passed stand the processors' own time, which is the time of the limit, and the memory. A
build runs in one process. Where other work shares the processors, their time grows too, by half and more.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 3
MCPGEN = (sys.executable, "-m", "mcpgen")
# a command, whether its output is taken away before each round, and how many seconds of CPU it may take
FRESH, BUILT = True, False
ROWS = (
    ("mcpgen build, five revisions", (*MCPGEN, "build"), FRESH, 7.0),
    ("mcpgen build --check", (*MCPGEN, "build", "--check"), BUILT, 7.0),
    ("mcpgen build --revision 2025-11-25", (*MCPGEN, "build", "--revision", "2025-11-25"), FRESH, 3.0),
    ("mcpgen build --revision 2026-07-28", (*MCPGEN, "build", "--revision", "2026-07-28"), FRESH, 3.0),
    ("mcpgen --help", (*MCPGEN, "--help"), BUILT, None),
    ("python -c pass", (sys.executable, "-c", "pass"), BUILT, None),
)


def measure(command: tuple[str, ...], folder: Path, fresh: bool) -> tuple[float, float, float]:
    """Return the least that a command takes in `folder`: seconds passed and of CPU, and MB of memory."""
    rounds = []
    for _ in range(ROUNDS):
        if fresh:
            shutil.rmtree(folder / "generated", ignore_errors=True)
        start = time.perf_counter()
        process = subprocess.Popen(command, cwd=folder, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        _, status, used = os.wait4(process.pid, 0)
        if status:
            raise subprocess.CalledProcessError(os.waitstatus_to_exitcode(status), command)
        rounds.append((time.perf_counter() - start, used.ru_utime + used.ru_stime, used.ru_maxrss / 1024))
    passed, spent, memory = zip(*rounds, strict=True)
    return min(passed), min(spent), min(memory)


def main() -> None:
    """Print the time of each command beside its bound."""
    print(f"Builds, on {os.cpu_count()} cores, best of {ROUNDS}\n")
    print(f"{'command':38}{'seconds':>9}{'of CPU':>9}{'at most':>9}{'MB':>6}")
    with tempfile.TemporaryDirectory() as folder:
        for name, command, fresh, limit in ROWS:
            passed, spent, memory = measure(command, Path(folder), fresh)
            most = f"{limit:9.0f}" if limit else " " * 9
            print(f"{name:38}{passed:9.2f}{spent:9.2f}{most}{memory:6.0f}", flush=True)
    print()


if __name__ == "__main__":
    main()
