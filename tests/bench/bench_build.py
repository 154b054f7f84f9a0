"""Measure builds, each as a user runs it: a process of its own, the best of three. Prints a table.

Beside the time that passed stands the processors' own time, which other work on the machine does not stretch.
"""

from __future__ import annotations

import os
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from pathlib import Path

ROUNDS = 3
MCPGEN = (sys.executable, "-m", "mcpgen")
# what runs, where what it wrote is taken away before each round, and how many seconds it may take
FRESH, BUILT = True, False
ROWS = (
    ("mcpgen build, five revisions", (*MCPGEN, "build"), FRESH, 10.0),
    ("mcpgen build --check", (*MCPGEN, "build", "--check"), BUILT, 10.0),
    ("mcpgen build --revision 2025-11-25", (*MCPGEN, "build", "--revision", "2025-11-25"), FRESH, 4.0),
    ("mcpgen build --revision 2026-07-28", (*MCPGEN, "build", "--revision", "2026-07-28"), FRESH, 4.0),
    ("mcpgen --help", (*MCPGEN, "--help"), BUILT, None),
    ("python -c pass", (sys.executable, "-c", "pass"), BUILT, None),
)


def measure(command: tuple[str, ...], folder: Path, fresh: bool) -> tuple[float, float]:
    """Return the least seconds that a command takes in `folder`, passed and spent on the processors."""
    rounds = []
    for _ in range(ROUNDS):
        if fresh:
            shutil.rmtree(folder / "generated", ignore_errors=True)
        before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
        subprocess.run(command, cwd=folder, check=True, capture_output=True)
        passed, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
        rounds.append((passed, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime))
    return min(rounds)


def main() -> None:
    """Print what each command takes, beside what it may take."""
    print(f"Builds, on {os.cpu_count()} cores, best of {ROUNDS}\n")
    print(f"{'command':38}{'seconds':>9}{'of CPU':>9}{'at most':>9}")
    with tempfile.TemporaryDirectory() as folder:
        for name, command, fresh, limit in ROWS:
            passed, spent = measure(command, Path(folder), fresh)
            print(f"{name:38}{passed:9.2f}{spent:9.2f}{f'{limit:9.0f}' if limit else ''}", flush=True)
    print()


if __name__ == "__main__":
    main()
