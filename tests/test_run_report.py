"""What a test run says beside its dots."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support.paths import ROOT
from support.waiting import CEILING

TESTS = """
import pytest

@pytest.mark.parametrize("number", range(3))
def test_with_go(number):
    pytest.skip("go is not installed")

@pytest.mark.skipif(True, reason="no Node")
def test_with_node():
    pass

def test_with_nothing():
    pass
"""


def lines_of_a_run(folder: Path, tests: str, *options: str) -> list[str]:
    """Return the lines of a run of these tests."""
    (folder / "test_few.py").write_text(tests)
    (folder / "pytest.ini").write_text(f"[pytest]\npythonpath = {ROOT / 'tests'}\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "support.run_report"]
    done = subprocess.run(
        [*command, *options], cwd=folder, capture_output=True, text=True, check=False, timeout=CEILING
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout.splitlines()


def test_skipped_tests_are_one_line(tmp_path: Path) -> None:
    """It counts them by reason; a run without any says nothing."""
    said = lines_of_a_run(tmp_path, TESTS, "--numprocesses", "0")
    assert "skipped tests: 3 (go is not installed), 1 (no Node)" in said
    assert not any("workers" in line for line in said)
    said = lines_of_a_run(tmp_path, "def test(): pass\n", "--numprocesses", "0")
    assert not any("skipped" in line for line in said)


def test_what_needs_a_registry_is_skipped_without_it(tmp_path: Path) -> None:
    """A test of the npm package fails on any other error."""
    tests = "from support.node import NoRegistryError\n\ndef test(): raise NoRegistryError\n"
    assert "skipped tests: 1 (npm's registry cannot be reached)" in lines_of_a_run(tmp_path, tests)


def test_the_collection_of_workers_is_reported(tmp_path: Path) -> None:
    """A run is not silent until its first test."""
    said = lines_of_a_run(tmp_path, TESTS, "--numprocesses", "2")
    assert said.index("collecting the tests in 2 workers") < said.index(
        "1 of 2 workers are ready, with 5 tests"
    )
    assert "2 of 2 workers are ready, with 5 tests" in said
    assert "skipped tests: 3 (go is not installed), 1 (no Node)" in said
