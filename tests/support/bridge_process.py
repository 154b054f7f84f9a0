"""`mcp-bridge` as a child process between a test and a scripted server."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from support.paths import PEERS
from support.waiting import CEILING, NEVER

MAIN = "from mcp_bridge.cli import main; main()"
# A busy machine is slow. Let the bridge neither report nor give up a server that is slow to start, to
# connect or to answer, also for a client that hung up, nor print a line again after a time.
LENIENT = f"""
from mcp_bridge import diagnostics, http_client, http_exchange, http_upstream, options, session, stdio_session
session.SILENCE = http_client.CONNECT = http_client.SEND = http_client.SILENT = diagnostics.PAUSE = {NEVER}
http_exchange.ASKED = http_exchange.ENDPOINT = http_upstream.HANDSHAKE = stdio_session.PATIENCE = {NEVER}
session.EXIT = {NEVER}

def limits(Limits=options.Limits, **given):
    if "opening" not in given:  # the bridge, not `mcp-bridge check`
        given["opening"] = {NEVER}
        if given.get("probe") == Limits.probe:  # no `--probe`
            given["probe"] = {NEVER}
    return Limits(**given)

options.Limits = limits
"""
BRIDGE = [sys.executable, "-c", f"from mcp_bridge import signals; signals.install()\n{LENIENT}\n{MAIN}"]
# Let a response over HTTP be one JSON object, however long its answer takes.
IN_ONE = f"from mcp_bridge import http_front; http_front.SOON = http_front.SOON_STATELESS = {NEVER}"
BRIDGE_IN_ONE = [sys.executable, "-c", f"{LENIENT}\n{IN_ONE}\n{MAIN}"]
# At its end, let the bridge wait for the server's answer to DELETE, however slow the machine is.
GIVE_BACK = f"from mcp_bridge import http_upstream; http_upstream.DELETE_TIME = {NEVER}"
# Let the bridge soon end calls that the server never answers, after the client has hung up.
HASTE = "stdio_session.PATIENCE = 1.0"
GIVING_BACK_BRIDGE = [sys.executable, "-c", f"{LENIENT}\n{HASTE}\n{GIVE_BACK}\n{MAIN}"]
# Let SIGUSR1 end the idle time of `--idle`: sessions that nobody uses end soon after it.
IDLE = """
import signal
from mcp_bridge import session_pool

pools = []
init = session_pool.SessionPool.__init__

def keep(pool, *given, **options):
    init(pool, *given, **options)
    pools.append(pool)

def end_idle_time(number, frame):
    for pool in pools:
        object.__setattr__(pool.options, "idle", 0.1)

session_pool.SessionPool.__init__ = keep
signal.signal(signal.SIGUSR1, end_idle_time)
"""
IDLE_BRIDGE = [sys.executable, "-c", f"{LENIENT}\n{IDLE}\n{GIVE_BACK}\n{MAIN}"]
HELLO = {
    "jsonrpc": "2.0",
    "id": 0,
    "method": "initialize",
    "params": {
        "protocolVersion": "2025-11-25",
        "capabilities": {},
        "clientInfo": {"name": "c", "version": "1"},
    },
}


def gone(code: int) -> str:
    """Return the message of an error about a server whose process ended with an exit status."""
    return f"the server is gone: it ended with exit status {code}; read its own messages on stderr"


def odd(*kind: object) -> list[str]:
    """Return the command of a server that misbehaves as the arguments state."""
    return [sys.executable, str(PEERS / "odd.py"), *map(str, kind)]


def call(id: Any = 1, **params: Any) -> dict[str, Any]:
    """Return a tool call."""
    return {"jsonrpc": "2.0", "id": id, "method": "tools/call", "params": {"name": "t", **params}}


@contextmanager
def running(
    *server: str,
    client: str = "2025-11-25",
    to: str = "2025-06-18",
    log: Path | None = None,
    fault: str | None = None,
    options: Sequence[str] = (),
) -> Iterator[subprocess.Popen[bytes]]:
    """Start a bridge between pipes and `server`, and stop it after the test.

    `fault` is code that the process runs first, after `LENIENT`.
    """
    extra = [*options, *([] if log is None else ["--log", str(log)])]
    start = [sys.executable, "-c", f"{LENIENT}\n{fault or ''}\n{MAIN}"]
    command = [*start, "--client", client, "--server", to, *extra, "--", *server]
    process = subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1)
    try:
        yield process
    finally:
        process.kill()
        process.wait(CEILING)
        for pipe in (
            process.stdin,
            process.stdout,
            process.stderr,
        ):  # a child of the server may hold the other ends
            if pipe is not None:
                with suppress(BrokenPipeError):
                    pipe.close()


def say(process: subprocess.Popen[bytes], *frames: Any) -> None:
    """Write frames to the bridge as its client."""
    assert process.stdin is not None
    process.stdin.write(b"".join(json.dumps(frame).encode() + b"\n" for frame in frames))
    process.stdin.flush()


def hear(process: subprocess.Popen[bytes]) -> Any:
    """Return the next frame that the bridge writes to its client."""
    assert process.stdout is not None
    return json.loads(process.stdout.readline())


def finish(process: subprocess.Popen[bytes]) -> tuple[list[Any], str, int]:
    """Close the client's side.

    Return the last messages of the bridge, its diagnostics and its exit status.
    """
    out, err = process.communicate(timeout=CEILING)
    assert b"Traceback" not in err, err.decode()
    return [json.loads(line) for line in out.splitlines()], err.decode(), process.returncode


def paced(*kind: object) -> list[str]:
    """Return the command of a server that reads, writes or answers slowly, as the arguments state."""
    return [sys.executable, str(PEERS / "paced.py"), *map(str, kind)]


def alive(pid: int) -> bool:
    """Return whether a process runs. A zombie does not run."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def descendants(pid: int) -> list[int]:
    """Return the children of a process, and the children of these children."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread or child that has just ended
            for child in task.read_text().split():
                found += [int(child), *descendants(int(child))]
    return found
