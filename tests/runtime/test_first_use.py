"""The first use of the package in a process, by eight threads at once: what is built lazily is built once."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from support.paths import ROOT

PROGRAM = ROOT / "tests" / "support" / "first_use.py"


def run(seed: int) -> tuple[int, str]:
    """Run the program in a fresh process; return its exit status (negative for a signal) and its errors."""
    command = [sys.executable, str(PROGRAM), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=120)
    return done.returncode, done.stderr


def check(seeds: range) -> None:
    """Hold every process to success."""
    with ThreadPoolExecutor(2) as pool:
        outcomes = dict(zip(seeds, pool.map(run, seeds), strict=True))
    assert {seed: outcome for seed, outcome in outcomes.items() if outcome != (0, "")} == {}


def test_threads_use_the_package_for_the_first_time() -> None:
    """Eight threads decode, encode, convert, route and judge in a fresh process without a failure."""
    check(range(20))


@pytest.mark.long
def test_two_hundred_processes() -> None:
    """Two hundred fresh processes survive."""
    check(range(100, 300))
