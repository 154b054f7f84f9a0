"""`make` with a Python that is too old: one line, and no environment that the next call would use."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

import pytest

OLD = """#!/bin/sh
case "$1" in
    --version) echo Python 3.9.18 ;;
    *) exit 1 ;;
esac
"""


@pytest.fixture
def checkout(root: Path, tmp_path: Path) -> Path:
    """Return a folder with the Makefile and its inputs, and an interpreter that calls itself 3.9."""
    shutil.copy(root / "Makefile", tmp_path)
    for name in ("pyproject.toml", "constraints.txt", "generated/pyproject.toml", "bridge/pyproject.toml"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_text("")
    (tmp_path / "python3.9").write_text(OLD)
    (tmp_path / "python3.9").chmod(0o755)
    return tmp_path


def make(folder: Path, python: object) -> subprocess.CompletedProcess[str]:
    """Make the environment; nothing is installed."""
    command = ["make", f"PYTHON={python}", "PIP=true", ".venv/installed"]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_an_old_python_leaves_nothing(checkout: Path) -> None:
    """The message names the Python that is needed and the one that was given; no environment is made."""
    done = make(checkout, checkout / "python3.9")
    assert done.returncode != 0
    assert f"Python 3.10 or later is needed, and {checkout}/python3.9 is Python 3.9.18" in done.stderr
    assert not (checkout / ".venv").exists()


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_an_old_environment_is_made_again(checkout: Path) -> None:
    """An environment that an old Python has left is replaced."""
    old = checkout / ".venv" / "bin" / "python"
    old.parent.mkdir(parents=True)
    shutil.copy(checkout / "python3.9", old)
    done = make(checkout, sys.executable)
    assert done.returncode == 0, done.stderr
    subprocess.run([old, "-c", "import sys; assert sys.version_info >= (3, 10)"], check=True)


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
@pytest.mark.parametrize("python", ["no-such-python", "/bin/false"])
def test_a_python_that_does_not_run_is_named(checkout: Path, python: str) -> None:
    """The message has one line that names the command, whatever the command prints."""
    done = make(checkout, python)
    assert done.returncode != 0 and not (checkout / ".venv").exists()
    assert f"make: Python 3.10 or later is needed, and {python} is no Python that runs; choose" in done.stderr


@pytest.mark.skipif(shutil.which("make") is None, reason="make is not installed")
def test_an_empty_choice_is_the_default(checkout: Path) -> None:
    """`make PYTHON= build` takes python3."""
    done = subprocess.run(
        ["make", "PYTHON=", "--dry-run", ".venv/installed"],
        cwd=checkout,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0 and "python3 -m venv" in done.stdout


def test_a_python_that_is_absent_hides_no_other(checkout: Path) -> None:
    """`make dist` installs with every Python that runs, although the last of the list is absent."""
    for name in ("python3.11", "python3.13"):
        (checkout / name).write_text("#!/bin/sh\n")
        (checkout / name).chmod(0o755)
    path = f"{checkout}:/usr/bin:/bin"
    command = ["make", "--dry-run", "dist", f"PATH={path}", "PYTHON=python3.11"]
    done = subprocess.run(
        command, cwd=checkout, env={"PATH": path}, capture_output=True, text=True, check=False
    )
    pythons = done.stdout.partition("--pythons ")[2].split()
    assert {f"{checkout}/python3.11", f"{checkout}/python3.13"} <= set(pythons), done.stderr
