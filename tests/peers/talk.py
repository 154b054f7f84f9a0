"""Hold one session of a real client with a real server through the bridge, and judge it.

In: a client and a server by name, and the revisions that they speak. Out: what came of each exchange, and
every frame that the bridge sent and its receiver's revision refuses (none, the tests say). Peers are
installed once, at the releases below, into the folder that the environment variable `MCPGEN_PEERS` names, or
into a temporary one.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tempfile
from functools import cache
from pathlib import Path
from typing import Any, NamedTuple

HERE = Path(__file__).parent
sys.path[:0] = [str(HERE), str(HERE.parent), str(HERE.parent / "recording")]

import record
from exchanges import recipe

from support.oracle import oracle
from support.traffic import REVISIONS

MODERN = "2026-07-28"
# 1.2.1, which the recordings use, cannot be asked to sample.
RELEASES = {**record.RELEASES, "2024-11-05": ("mcp==1.6.0", *record.RELEASES["2024-11-05"][1:])}


class Server(NamedTuple):
    """A server: its name in the table, its kind of recipe, and the revisions that it can be asked for."""

    name: str
    kind: str
    revisions: tuple[str, ...]


SERVERS = (
    Server("server-everything", "everything", REVISIONS[:4]),
    Server("mcp 2.3.0", "v2", REVISIONS),
    *(Server(given[0].replace("==", " "), "v1", (newest,)) for newest, given in RELEASES.items()),
)
CLIENTS = {**{newest: given[0].replace("==", " ") for newest, given in RELEASES.items()}, MODERN: "mcp 2.3.0"}


class Outcome(NamedTuple):
    """What came of a session."""

    exchanges: dict[str, str]  # "ok", or what went wrong
    invalid: list[str]  # frames that the bridge should not have sent
    diagnostics: str


@cache
def folder() -> Path:
    """Return where peers are installed."""
    given = os.environ.get("MCPGEN_PEERS")
    path = Path(given) if given else Path(tempfile.mkdtemp(prefix="mcpgen-peers-"))
    path.mkdir(parents=True, exist_ok=True)
    return path


@cache
def python(newest: str) -> str:
    """Return the interpreter that has the release of `mcp` whose newest revision that is."""
    if newest == MODERN:
        return sys.executable
    requirements = RELEASES[newest]
    ready = folder() / requirements[0] / "bin" / "python"
    return str(ready) if ready.exists() else record.install_client(folder(), requirements)


@cache
def everything() -> tuple[str, ...]:
    """Return the command of the reference server."""
    package = folder() / "node_modules" / record.EVERYTHING.rpartition("@")[0] / "dist" / "index.js"
    return ("node", str(package), "stdio") if package.exists() else tuple(record.install_everything(folder()))


def command(server: Server) -> tuple[str, ...]:
    """Return the command of a server."""
    if server.kind == "everything":
        return everything()
    script = HERE / f"server_{server.kind}.py"
    return (python(server.revisions[0]) if server.kind == "v1" else sys.executable, str(script))


def talk(client: str, server: Server, spoken: str, where: Path) -> Outcome:
    """Hold the session of the client of a revision with a server at another."""
    log, report = where / "log.jsonl", where / "report.json"
    script = HERE / ("client_v2.py" if client == MODERN else "client_v1.py")
    bridge = [
        sys.executable,
        "-m",
        "mcp_bridge",
        "--client",
        client,
        "--server",
        spoken,
        "--log",
        str(log),
    ]
    given = json.dumps(recipe(server.kind, client, spoken))
    # The official client hands only a few variables on, so what the bridge needs goes in through `env`.
    paths = f"PYTHONPATH={os.environ.get('PYTHONPATH', '')}"
    done = subprocess.run(
        [python(client), str(script), given, str(report), "env", paths, *bridge, "--", *command(server)],
        capture_output=True,
        text=True,
        timeout=150,
        check=False,
    )
    found = json.loads(report.read_text()) if report.exists() else {"session": done.stderr[-500:]}
    return Outcome(found, refused(log, client, spoken), done.stderr)


def refused(log: Path, client: str, server: str) -> list[str]:
    """Return the frames in a log that the bridge sent and that are not valid in their receiver's revision."""
    asked: dict[tuple[str, str, str], str] = {}
    wrong: list[str] = []
    for line in log.read_text(encoding="utf-8").splitlines() if log.exists() else []:
        entry: dict[str, Any] = json.loads(line)
        side, sender, frame = entry["side"], entry["from"], entry["message"]
        if not isinstance(frame, dict):
            continue
        answering = None
        if "method" in frame and "id" in frame:
            asked[side, sender, json.dumps(frame["id"])] = frame["method"]
        elif "method" not in frame:
            answering = asked.get((side, entry["to"], json.dumps(frame.get("id"))))
        judge = oracle(client if side == "client" else server)
        if entry["to"] == side and not judge.frame_fits(
            frame, sender, answering if answering in judge.requests else None
        ):
            wrong.append(line[:600])
    return wrong


if __name__ == "__main__":
    # talk.py CLIENT SERVER-NAME SPOKEN
    chosen = next(server for server in SERVERS if server.name == sys.argv[2])
    with tempfile.TemporaryDirectory() as where:
        outcome = talk(sys.argv[1], chosen, sys.argv[3], Path(where))
        print(json.dumps(outcome.exchanges, indent=1))
        print("\n".join(outcome.invalid) or "every frame is valid")
        print(outcome.diagnostics[-3000:], file=sys.stderr)
