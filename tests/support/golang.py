"""Go, if the machine has it. Without it, the tests of the Go module are skipped."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path

from support.paths import ROOT

MODULE = ROOT / "go"
GO = shutil.which("go")


def go(*arguments: str, cwd: Path = MODULE, **variables: str) -> str:
    """Run a command of Go in the module and return its output; a failure shows what it printed."""
    assert GO is not None
    environment = {**os.environ, **variables}
    done = subprocess.run(
        [GO, *arguments], cwd=cwd, env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def built_testee(folder: Path, module: Path = MODULE) -> tuple[str]:
    """Build the testee of a module in a folder; return the command that starts it."""
    path = folder / "testee"
    go("build", "-o", str(path), "./cmd/testee", cwd=module)
    return (str(path),)


def unformatted() -> str:
    """Return the names of the files of the module that gofmt would change."""
    done = subprocess.run(["gofmt", "-l", "."], cwd=MODULE, capture_output=True, text=True, check=True)
    return done.stdout
