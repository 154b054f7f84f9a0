"""Record live MCP sessions over stdio into `tests/recordings/<server>-<revision>.jsonl`.

In: npm's `@modelcontextprotocol/server-everything` and old releases of PyPI's `mcp`, installed into a
temporary folder at the versions below, and the `mcp` of this environment. Out: one file a session.
`everything-R` and `python-R` are a raw client of ours with the reference server and with `server.py`;
`everything-from-mcp-V-R` and `python-from-mcp-V-R` are the official Python client, release V, behind a tee.

A recording that fails leaves the others and the old file as they were, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from functools import partial
from importlib.metadata import version
from pathlib import Path

import everything
import reference
from wire import write

HERE = Path(__file__).parent
EVERYTHING = "@modelcontextprotocol/server-everything@2026.8.31"
MCP = "mcp==2.3.0"
RELEASES = {  # releases of `mcp` 1.x by the newest revision that they know
    # Up to 1.13, `mcp` imports what pydantic has since removed.
    "2024-11-05": ("mcp==1.2.1", "pydantic==2.11.7"),
    "2025-03-26": ("mcp==1.9.4", "pydantic==2.11.7"),
    "2025-06-18": ("mcp==1.13.1", "pydantic==2.11.7"),
    "2025-11-25": ("mcp==1.25.0",),
}


def run(command: Sequence[str | Path], seconds: float, cwd: Path | None = None) -> None:
    """Run a command to its end; its output is shown only if it fails."""
    process = subprocess.Popen(
        command, cwd=cwd, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, start_new_session=True
    )
    try:
        output, _ = process.communicate(timeout=seconds)
    except BaseException:
        os.killpg(process.pid, signal.SIGKILL)
        process.communicate()
        raise
    if process.returncode:
        raise RuntimeError(f"{Path(command[0]).name} failed:\n{output}")


def install_everything(folder: Path) -> list[str]:
    """Install the reference server and return its command."""
    npm, node = shutil.which("npm"), shutil.which("node")
    if npm is None or node is None:
        raise RuntimeError("npm and node are needed to record server-everything")
    run([npm, "install", "--prefix", folder, "--no-audit", "--no-fund", EVERYTHING], 300)
    package = folder / "node_modules" / EVERYTHING.rpartition("@")[0]
    return [node, str(package / "dist" / "index.js"), "stdio"]


def install_client(folder: Path, requirements: Sequence[str]) -> str:
    """Make a virtual environment with one release of `mcp` and return its interpreter."""
    environment = folder / requirements[0]
    run([sys.executable, "-m", "venv", environment], 120)
    run([environment / "bin" / "pip", "install", "-q", "--disable-pip-version-check", *requirements], 300)
    return str(environment / "bin" / "python")


def overhear(python: str, client: str, folder: Path, command: Sequence[str]) -> list[str]:
    """Let a client script talk to a server through the tee and return the lines."""
    log = folder / "session.jsonl"
    log.unlink(missing_ok=True)
    tee = [sys.executable, str(HERE / "wire.py"), "--tee", str(log), "--", *command]
    try:
        run([python, HERE / client, *tee], 90)
    finally:
        with suppress(OSError, ValueError):
            os.killpg(int(log.with_suffix(".pid").read_text()), signal.SIGKILL)
    return log.read_text(encoding="utf-8").splitlines()


def sessions(folder: Path) -> dict[str, Callable[[], list[str]]]:
    """Return every session by the name of its file; a session installs its server and client first."""
    installed: dict[str, list[str]] = {}

    def node() -> list[str]:
        if "node" not in installed:
            installed["node"] = install_everything(folder)
        return installed["node"]

    def python() -> list[str]:
        return [sys.executable, str(HERE / "server.py")]

    def raw(
        record: Callable[[Sequence[str], str], list[str]], server: Callable[[], list[str]], revision: str
    ) -> list[str]:
        return record(server(), revision)

    def old(requirements: Sequence[str]) -> list[str]:
        return overhear(install_client(folder, requirements), "client_v1.py", folder, node())

    def new(server: Callable[[], list[str]]) -> list[str]:
        return overhear(sys.executable, "client_v2.py", folder, server())

    table: dict[str, Callable[[], list[str]]] = {}
    for revision in everything.REVISIONS:
        table[f"everything-{revision}"] = partial(raw, everything.record, node, revision)
    for revision in (*everything.REVISIONS, reference.LATEST):
        table[f"python-{revision}"] = partial(raw, reference.record, python, revision)
    for revision, requirements in RELEASES.items():
        name = requirements[0].replace("==", "-")
        table[f"everything-from-{name}-{revision}"] = partial(old, requirements)
    newest = MCP.replace("==", "-")
    table[f"everything-from-{newest}-{everything.REVISIONS[-1]}"] = partial(new, node)
    table[f"python-from-{newest}-{reference.LATEST}"] = partial(new, python)
    return table


def main() -> int:
    """Record the sessions asked for, all by default."""
    parser = argparse.ArgumentParser(description="Record live MCP sessions.")
    parser.add_argument("--out", type=Path, default=HERE.parent / "recordings")
    parser.add_argument("--only", metavar="NAME", help="record only the sessions whose name contains NAME")
    arguments = parser.parse_args()
    if f"mcp=={version('mcp')}" != MCP:
        parser.error(f"this environment has mcp {version('mcp')}, recordings are made with {MCP}")
    arguments.out.mkdir(parents=True, exist_ok=True)
    failed = False
    with tempfile.TemporaryDirectory() as folder:
        for name, record in sessions(Path(folder)).items():
            if arguments.only is None or arguments.only in name:
                try:
                    write(record(), arguments.out / f"{name}.jsonl")
                except (OSError, RuntimeError, ValueError, subprocess.TimeoutExpired) as problem:
                    print(f"{name}: {problem}", file=sys.stderr)
                    failed = True
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
