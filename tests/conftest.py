"""Fixtures of several test modules: the checkout, the command as a child process, a package built once."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings

from support.paths import ROOT

# Modules whose tests build packages, start processes by the dozen or draw thousands of frames: `make test`
# leaves them out, `make check` runs them.
SLOW = frozenset(
    {
        "test_assumptions", "test_build", "test_draft_chain", "test_exceptions", "test_extension_commands",
        "test_growth", "test_hostile_schemas", "test_inferences", "test_ingest_command", "test_mutants",
        "test_new_revision_page", "test_packaging", "test_pipeline", "test_python_versions",
        "test_schema_edits", "test_shell_lines", "test_sixth_revision",
        "test_generated_types", "test_http", "test_hostile_upstream", "test_trust", "test_memory",
        "test_http_peers", "test_pressure", "test_sharing",
    }
)  # fmt: skip

Run = Callable[..., "subprocess.CompletedProcess[str]"]

# The time of a single input says more about the load of the machine than about the code.
settings.register_profile("shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared machine")


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the tests of slow modules."""
    for item in items:
        if item.path.stem in SLOW:
            item.add_marker(pytest.mark.slow)


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the top of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def mcpgen(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a function that runs the command outside the checkout; keywords go to `subprocess.run`."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")

    def run(
        *arguments: object, env: dict[str, str] | None = None, **options: object
    ) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "mcpgen", *map(str, arguments)]
        given: dict[str, object] = {
            "capture_output": True,
            "text": True,
            "cwd": elsewhere,
            **options,
        }
        return subprocess.run(command, env={**os.environ, **(env or {})}, check=False, **given)  # type: ignore[call-overload]

    return run


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory, mcpgen: Run) -> Path:
    """Return a folder that a full build has just written; tests only read it."""
    out = tmp_path_factory.mktemp("built")
    done = mcpgen("build", "--out", out)
    assert done.returncode == 0, done.stderr
    return out
