"""Run the official conformance suite through the bridge, cell by cell, and write docs/conformance.md.

A cell of *server scenarios* is a revision of the client (the suite), a revision of the server (the fixture
beside this file), and the transport behind the bridge. A cell of *client scenarios* is a revision of the
server (the suite), a revision of the client (`client.py` beside this file), and the transport before the
bridge. `run.py server` and `run.py client` run one half, and take the other from the last run.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from suite import SUITE, client_scenarios, play, server_scenarios

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
KEPT = ROOT / "build" / "conformance.json"
REVISIONS = ("2025-06-18", "2025-11-25", "2026-07-28")
SERVERS = ("2025-11-25", "2026-07-28")
CLIENTS = {"2025-11-25": "legacy", "2026-07-28": "auto"}  # with the mode of PyPI `mcp`
DIRECTLY = "directly"
LOGIN = "stdio with a login"

# Why a scenario cannot pass, by the revisions of client and server, and who is at fault.
REASONS: dict[tuple[str, str], dict[str, str]] = {
    ("2026-07-28", "2025-11-25"): {
        "input-required-result-basic-elicitation": "the suite: it expects the key `user_name`, but an "
        "input request of 2025-11-25 has no key",
    },
    ("2026-07-28", "2026-07-28"): {
        "sep-2322-client-request-state": "PyPI `mcp`: all checks pass, then the client refuses a result "
        "without `resultType`, which the suite sends; also directly",
    },
}
Cells = dict[str, dict[str, bool]]  # by "client, server, transport": the scenarios, and whether each passed


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


def bridged(server: str, behind: str, client: str, url: str) -> dict[str, bool]:
    """Run the server scenarios of a client's revision through the bridge."""
    reach = ["--connect", url] if behind == "HTTP" else ["--", sys.executable, str(HERE / "fixture.py")]
    options = ["--quiet", "--listen", "127.0.0.1:0", "--client", "auto", "--server", server]
    with process([sys.executable, "-m", "mcp_bridge", *options, *reach], "--listen: ") as line:
        return server_scenarios(line.removeprefix("--listen: ").strip(), client)


def server_cells() -> Cells:
    """Run the cells of server scenarios."""
    cells: Cells = {}
    with fixture(8907) as url:
        for client in REVISIONS:
            cells[f"{client}, {DIRECTLY}"] = server_scenarios(url, client)
            for server in SERVERS:
                for behind in ("stdio", "HTTP"):
                    cells[f"{client}, {server}, {behind}"] = bridged(server, behind, client, url)
                    _print(f"{client}, {server}, {behind}", cells)
    return cells


def client_cells() -> Cells:
    """Run the cells of client scenarios; authorization needs HTTP, or the bridge that logs in."""
    cells: Cells = {}
    for server in REVISIONS:
        names = client_scenarios(server)
        plain = [name for name in names if not name.startswith("auth/")]
        for client, mode in CLIENTS.items():
            ways = {"HTTP": ("http", names), "stdio": ("stdio", plain)}
            ways[LOGIN] = ("login", [name for name in names if name not in plain])
            if client == server or (server not in CLIENTS and mode == "legacy"):
                ways[DIRECTLY] = ("nothing", names)
            for way, (behind, chosen) in ways.items():
                command = [sys.executable, str(HERE / "client.py"), "--mode", mode, "--behind", behind]
                place = f"{client}, {server}, {way}"
                cells[place] = dict(play([*command, "--server", server], server, chosen))
                _print(place, cells)
    return cells


def _print(place: str, cells: Cells) -> None:
    failed = [name for name, passed in cells[place].items() if not passed]
    print(place, _share(cells[place]), *failed, flush=True)


def _share(cell: Mapping[str, bool]) -> str:
    return f"{sum(cell.values())}/{len(cell)}"


def _failures(
    cells: Cells, direct: Mapping[str, Mapping[str, bool]]
) -> Iterator[tuple[str, str, str | None]]:
    """Yield place, scenario and reason of each failure; `direct` has the results without a bridge."""
    for place, cell in cells.items():
        client, *rest = place.split(", ")
        for name in [name for name, passed in cell.items() if not passed]:
            reason = REASONS.get((client, rest[0]), {}).get(name)
            if reason is None and rest[-1] != DIRECTLY and not direct[place].get(name, True):
                reason = "also fails directly"
            yield f"{client} | {', '.join(rest)}", name, reason


def page(servers: Cells, clients: Cells) -> tuple[str, list[str]]:
    """Return the page, and the failures without a reason."""
    direct_servers = {place: servers[f"{place.split(', ')[0]}, {DIRECTLY}"] for place in servers}
    direct_clients = {}
    for place in clients:
        _, server, _ = place.split(", ")
        direct = [cell for at, cell in clients.items() if at.endswith(f"{server}, {DIRECTLY}")]
        direct_clients[place] = direct[0]
    failures = [*_failures(servers, direct_servers), *_failures(clients, direct_clients)]
    rows = [
        f"| {server}, {behind} | "
        + " | ".join(_share(servers[f"{client}, {server}, {behind}"]) for client in REVISIONS)
        + " |"
        for server in SERVERS
        for behind in ("stdio", "HTTP")
    ]
    direct_row = " | ".join(_share(servers[f"{client}, {DIRECTLY}"]) for client in REVISIONS)
    ways = (DIRECTLY, "HTTP", "stdio", LOGIN)
    client_rows = [
        f"| {client}, {way} | "
        + " | ".join(
            _share(cell) if (cell := clients.get(f"{client}, {server}, {way}")) else "–"
            for server in REVISIONS
        )
        + " |"
        for way in ways
        for client in CLIENTS
    ]
    listed = [f"| {place} | {name} | {reason or 'unexplained'} |" for place, name, reason in failures]
    text = f"""# Conformance

`make conformance` runs the official suite (npm `{SUITE}`) directly and through `mcp-bridge`, and writes
this page. Each cell has the number of scenarios that pass, and the number that the suite requires for the
revision. If the suite has no list of requirements for a revision, all its scenarios count. Scenarios of
extensions are left out. A scenario that fails is run again alone, at most twice.

## Server scenarios

The suite is the client. The server is `tests/conformance/fixture.py`, written with PyPI `mcp` for revisions
with and without a handshake. The server runs behind `mcp-bridge --listen`, over stdio and over HTTP.

| server \\ client | {" | ".join(REVISIONS)} |
|---|---|---|---|
| directly | {direct_row} |
{chr(10).join(rows)}

## Client scenarios

The suite is the server, over HTTP. The client is `tests/conformance/client.py`, written with PyPI `mcp`. This
client connects to the bridge over HTTP or stdio. Authorization needs HTTP: the bridge passes 401, 403 and
`WWW-Authenticate` on, and the official client runs the whole flow. For authorization, the bridge has the
server's public URL, as behind a gateway that routes one path. The rows *{LOGIN}* have only the scenarios of
authorization: the client knows no authorization, and `mcp-bridge --login` logs in for it.

| client \\ server | {" | ".join(REVISIONS)} |
|---|---|---|---|
{chr(10).join(client_rows)}

## The scenarios that do not pass

| client | server | scenario | cause |
|---|---|---|---|
{chr(10).join(listed) or "| | | none | |"}
"""
    return text, [f"{place}: {name}" for place, name, reason in failures if reason is None]


def main() -> None:
    """Run the cells and write the page."""
    kept: dict[str, Cells] = json.loads(KEPT.read_text("utf-8")) if KEPT.exists() else {}
    for half, cells in (("server", server_cells), ("client", client_cells)):
        if half in sys.argv[1:] or not sys.argv[1:]:
            kept[half] = cells()
            KEPT.parent.mkdir(exist_ok=True)
            KEPT.write_text(json.dumps(kept, indent=1), "utf-8")
    if missing := {"server", "client"} - set(kept):
        raise SystemExit(f"the page needs the other half too; run: {Path(__file__).name} {missing.pop()}")
    text, unexplained = page(kept["server"], kept["client"])
    (ROOT / "docs" / "conformance.md").write_text(text, "utf-8")
    if unexplained:
        raise SystemExit("no reason is given for:\n" + "\n".join(unexplained))


if __name__ == "__main__":
    main()
