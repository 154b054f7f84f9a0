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

BRIDGE = [sys.executable, "-m", "mcp_bridge"]
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


def odd(*kind: object) -> list[str]:
    """Return the command of a server that misbehaves in that way."""
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
    """Start the bridge and make sure that it ends with the test; `fault` is code that runs before."""
    extra = [*options, *([] if log is None else ["--log", str(log)])]
    code = f"{fault}\nfrom mcp_bridge.cli import main\nmain()"
    start = BRIDGE if fault is None else [sys.executable, "-c", code]
    command = [*start, "--client", client, "--server", to, *extra, "--", *server]
    process = subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1)
    try:
        yield process
    finally:
        process.kill()
        process.wait(10)
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
    """Hang up and return what the bridge still wrote, its diagnostics and its status."""
    out, err = process.communicate(timeout=30)
    assert b"Traceback" not in err, err.decode()
    return [json.loads(line) for line in out.splitlines()], err.decode(), process.returncode


def paced(*kind: object) -> list[str]:
    """Return the command of a server that reads, writes or answers at its own pace."""
    return [sys.executable, str(PEERS / "paced.py"), *map(str, kind)]


def alive(pid: int) -> bool:
    """Say whether a process runs; a zombie does not."""
    try:
        state = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except FileNotFoundError:
        return False
    return state != "Z"


def descendants(pid: int) -> list[int]:
    """Return the children of a process, and theirs."""
    found = []
    for task in Path(f"/proc/{pid}/task").glob("*/children"):
        with suppress(FileNotFoundError, ProcessLookupError):  # a thread or child that has just ended
            for child in task.read_text().split():
                found += [int(child), *descendants(int(child))]
    return found
