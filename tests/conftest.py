"""Fixtures of several test modules: the checkout, the command in this process or another, a built package."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from collections.abc import Callable, Generator
from contextlib import redirect_stderr, redirect_stdout
from io import BytesIO, TextIOWrapper
from pathlib import Path
from unittest.mock import patch

import pytest
from hypothesis import HealthCheck, settings

from mcpgen import cli
from support.paths import ROOT
from support.slow_tests import SLOW

pytest_plugins = ["support.run_report"]
Run = Callable[..., "subprocess.CompletedProcess[str]"]

# The time of a single input says more about the load of the machine than about the code.
settings.register_profile("shared machine", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("shared machine")


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no slow module where its tests do not run."""
    return True if "not slow" in config.option.markexpr and collection_path.stem in SLOW else None


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Mark the slow tests; put their modules first, so that no worker begins one when the others are done."""
    slow = set()
    for item in items:
        module, test = item.path.stem, item.name.partition("[")[0]
        if {module, f"{module}::{test}", f"{module}::{item.name}"} & SLOW:
            item.add_marker(pytest.mark.slow)
            slow.add(item.path)
    items.sort(key=lambda item: item.path not in slow)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Collect the tests, which live to the end; a search for circles would take a third of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.fixture(scope="session")
def root() -> Path:
    """Return the top of the checkout."""
    return ROOT


@pytest.fixture(scope="session")
def mcpgen(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a function that runs the command in this process, from a folder outside the checkout."""
    elsewhere = tmp_path_factory.mktemp("elsewhere")

    def run(
        *arguments: object, input: str = "", env: dict[str, str] | None = None, cwd: Path = elsewhere
    ) -> subprocess.CompletedProcess[str]:
        told = BytesIO(), BytesIO()
        given, out, err = (TextIOWrapper(each, "utf-8") for each in (BytesIO(input.encode()), *told))
        command, before = [*map(str, arguments)], Path.cwd()
        os.chdir(cwd)
        try:
            with (
                patch.dict(os.environ, env or {}),
                patch.object(sys, "stdin", given),
                redirect_stdout(out),
                redirect_stderr(err),
            ):
                status = cli.run(command)
        finally:
            os.chdir(before)
        out.flush(), err.flush()
        return subprocess.CompletedProcess(
            ["mcpgen", *command], status, *(each.getvalue().decode() for each in told)
        )

    return run


@pytest.fixture(scope="session")
def mcpgen_process(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """Return a function that runs the command in a process of its own; keywords go to `subprocess.run`."""
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
def built(tmp_path_factory: pytest.TempPathFactory, mcpgen_process: Run) -> Path:
    """Return a folder that a full build has just written; tests only read it."""
    out = tmp_path_factory.mktemp("built")
    done = mcpgen_process("build", "--out", out)
    assert done.returncode == 0, done.stderr
    return out
