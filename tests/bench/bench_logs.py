"""Measure `mcpgen validate` and `mcpgen convert` on a large log of recorded traffic.

In: the recorded sessions of one revision, repeated until the log has 50 MB. Out: a row for each command. It
has the megabytes that one process reads in a second of CPU time, that CPU time over a loop of `orjson.loads`,
and the memory. The row also says how many times less wall time `--jobs 2` takes, for which two cores must be
idle. The limit beside it is the machine's: how many times less wall time two independent processes take at
once than one after the other. It is below 2, because two processes share caches and memory.

Every command and the loop run in processes of their own. They take turns, and the best turn counts. A first
turn does not count. It compiles the modules, as the installation of a package does.

- `--size MB` sets the size of the log. `--rounds N` sets how many turns are taken.
"""

from __future__ import annotations

import os
import subprocess
import sys
import tempfile
import time
from argparse import ArgumentParser
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

RECORDINGS = Path(__file__).parents[1] / "recordings"
REVISION, OLDER, NEWER = "2025-11-25", "2025-06-18", "2026-07-28"
COMMANDS = {
    f"`mcpgen validate`, {REVISION}": ("validate", "--revision", REVISION),
    f"`mcpgen convert`, {REVISION} to {OLDER}": ("convert", "--from", REVISION, "--to", OLDER),
    f"`mcpgen convert`, {REVISION} to {NEWER}": ("convert", "--from", REVISION, "--to", NEWER),
}
LOOP = "import orjson, sys\nfor line in open(sys.argv[1], 'rb'): orjson.loads(line)"


class Run(NamedTuple):
    """A finished process: its CPU time and wall time in seconds, and the most memory that it had, in MiB."""

    cpu: float
    wall: float
    memory: float


def run(command: Sequence[str], bytecode: str, processes: int = 1) -> Run:
    """Run a command without its output, in one process or in several at the same time.

    The folder `bytecode` stores the compiled modules. The CPU time and memory are those of the last process.
    """
    environment = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    environment["PYTHONPYCACHEPREFIX"] = bytecode
    nowhere = subprocess.DEVNULL
    start = time.perf_counter()
    started = [
        subprocess.Popen(command, env=environment, stdout=nowhere, stderr=nowhere) for _ in range(processes)
    ]
    for process in started:
        _, status, used = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
        if process.returncode not in (0, 1):
            raise RuntimeError(f"{' '.join(command)}: exit status {process.returncode}")
    return Run(used.ru_utime + used.ru_stime, time.perf_counter() - start, used.ru_maxrss / 1024)


def best(runs: Sequence[Run]) -> Run:
    """Return the least CPU time, wall time and memory of several runs."""
    return Run(*map(min, zip(*runs, strict=True)))


def write_log(path: Path, size: int) -> int:
    """Write a log of at least `size` bytes, and return its size."""
    sessions = [path.read_bytes() for path in sorted(RECORDINGS.glob(f"*{REVISION}.jsonl"))]
    text = b"".join(session.rstrip(b"\n") + b"\n" for session in sessions)
    with path.open("wb") as log:  # in pieces: a process starts with the most memory that this one had
        for _ in range(size // len(text) + 1):
            log.write(text)
    return path.stat().st_size


def main() -> None:
    """Print a row for each command."""
    parser = ArgumentParser(description="Measure the commands that read logs.")
    parser.add_argument("--size", type=int, default=50, help="the size of the log in MB")
    parser.add_argument("--rounds", type=int, default=3, help="how many turns are taken")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder, "log.jsonl")
        size = write_log(log, options.size * 1_000_000)
        mcpgen = [sys.executable, "-m", "mcpgen"]
        works = {"orjson": [sys.executable, "-c", LOOP, str(log)]}
        for name, command in COMMANDS.items():
            works[name] = [*mcpgen, *command, str(log)]
            works[f"{name}, two jobs"] = [*works[name], "--jobs", "2"]
        bytecode = str(Path(folder, "bytecode"))
        turns = [
            {name: run(work, bytecode) for name, work in works.items()}
            | {f"{name}, twice": run(works[name], bytecode, processes=2) for name in COMMANDS}
            for _ in range(options.rounds + 1)
        ][1:]
        found = {name: best([turn[name] for turn in turns]) for name in turns[0]}
    loop = found["orjson"].cpu
    print(f"A log of {size / 1e6:.0f} MB. A loop of `orjson.loads` reads {size / loop / 1e6:.1f} MB/s.")
    heads = (
        "command",
        "MB/s of one core",
        "CPU time over `orjson`",
        "two jobs: times faster",
        "limit",
        "memory, MiB",
    )
    print(f"| {' | '.join(heads)} |")
    print("|---" * len(heads) + "|")
    for name in COMMANDS:
        one, two = found[name], found[f"{name}, two jobs"]
        speed, over, faster = size / one.cpu / 1e6, one.cpu / loop, one.wall / two.wall
        limit = 2 * one.wall / found[f"{name}, twice"].wall
        print(f"| {name} | {speed:.1f} | {over:.1f} | {faster:.2f} | {limit:.2f} | {one.memory:.0f} |")


if __name__ == "__main__":
    main()
