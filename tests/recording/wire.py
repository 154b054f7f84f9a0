"""MCP over stdio, one JSON-RPC frame a line, recorded exactly as it went over the wire.

In: a server's command. Out: lines of `{"from": "client"|"server", "message": frame}`, where `frame` is the
text that was sent, byte for byte; only long base64 payloads are cut (to valid base64). Two recorders:
`Session`, a raw client of our own, and `wire.py --tee LOG -- COMMAND`, which stands between somebody else's
client and a server.

Servers run with `ENVIRONMENT` alone, so a server that shows its environment shows nothing of the machine;
`write` refuses to write a recording that names the machine all the same. Every wait has a limit, and no
server outlives its recorder.
"""

from __future__ import annotations

import argparse
import getpass
import json
import os
import re
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from types import FrameType
from typing import Any, BinaryIO

from typing_extensions import Self

Frame = dict[str, Any]
Answer = Callable[[Frame], Any]

ENVIRONMENT = {"GREETING": "hello", "LANG": "C.UTF-8", "TZ": "UTC"}
TIMEOUT = 20.0
LONG_BASE64 = re.compile(
    r"(?<![A-Za-z0-9+/])((?:[A-Za-z0-9+/]{4}){24})(?:[A-Za-z0-9+/]{4}){26,}(?:[A-Za-z0-9+/]{2,3}={1,2})?(?=\")"
)
MACHINE_PATH = re.compile(
    r"(?<![\w./])/(?:Users|home|opt|private|root|srv|tmp|usr|var|work)\b|site-packages|node_modules"
)


class Refusal(Exception):
    """The JSON-RPC error with which a client answers a server's request."""

    def __init__(self, code: int, message: str) -> None:
        super().__init__(message)
        self.code = code


class Recording:
    """The lines of one session, in the order in which the recorder saw them."""

    def __init__(self, log: Path | None = None) -> None:
        self.lines: list[str] = []
        self._log = log
        self._lock = threading.Lock()

    def add(self, sender: str, text: str) -> Frame:
        """Record the frame in `text` and return it; ValueError if it is not one JSON object or array."""
        frame = json.loads(text)
        line = f'{{"from":"{sender}","message":{LONG_BASE64.sub(lambda found: found[1], text.strip())}}}'
        with self._lock:
            self.lines.append(line)
            if self._log is not None:
                with self._log.open("a", encoding="utf-8") as log:
                    log.write(line + "\n")
        return frame  # type: ignore[no-any-return]


def write(lines: Sequence[str], path: Path) -> None:
    """Write a recording; ValueError, and no file, if a line names the machine it was made on."""
    named = {socket.gethostname(), *(v for v in os.environ.values() if len(v) > 7)} - set(
        ENVIRONMENT.values()
    )
    if len(getpass.getuser()) > 4:
        named.add(getpass.getuser())
    for number, line in enumerate(lines, 1):
        json.loads(line)
        if found := MACHINE_PATH.search(line):
            raise ValueError(f"{path.name}:{number}: machine path {found[0]!r}")
        if seen := [name for name in sorted(named) if name in line]:
            raise ValueError(f"{path.name}:{number}: names the machine: {seen[0]!r}")
    path.write_text("".join(line + "\n" for line in lines), encoding="utf-8")
    print(f"{path.name}: {len(lines)} messages, {path.stat().st_size} bytes")


def spawn(command: Sequence[str]) -> subprocess.Popen[bytes]:
    """Start a server in its own process group; its stderr is dropped unless RECORD_STDERR is set."""
    stderr = None if os.environ.get("RECORD_STDERR") else subprocess.DEVNULL
    return subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=stderr,
        env=ENVIRONMENT,
        start_new_session=True,
    )


def stop(server: subprocess.Popen[bytes]) -> None:
    """Close the server's stdin, give it three seconds, then kill its process group."""
    try:
        if server.stdin is not None:
            server.stdin.close()
    except OSError:
        pass
    try:
        server.wait(3)
    except subprocess.TimeoutExpired:
        os.killpg(server.pid, signal.SIGKILL)
        server.wait(3)


class Session:
    """A raw JSON-RPC client of one server; `answers` maps methods of the server to replies."""

    def __init__(self, command: Sequence[str], answers: Mapping[str, Answer]) -> None:
        self.recording = Recording()
        self.frames: list[Frame] = []
        self._answers = answers
        self._arrived = threading.Condition()
        self._ids = iter(range(1, 100_000))
        self._server = spawn(command)
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        stop(self._server)
        self._reader.join(3)

    def _read(self) -> None:
        assert self._server.stdout is not None
        for line in self._server.stdout:
            frame = self.recording.add("server", line.decode("utf-8"))
            with self._arrived:
                self.frames.append(frame)
                self._arrived.notify_all()
            if "method" in frame and "id" in frame:
                self._reply(frame)

    def _reply(self, request: Frame) -> None:
        try:
            answer = self._answers.get(request["method"])
            if answer is None:
                raise Refusal(-32601, "Method not found")
            self.send({"jsonrpc": "2.0", "id": request["id"], "result": answer(request.get("params", {}))})
        except Refusal as refusal:
            error = {"code": refusal.code, "message": str(refusal)}
            self.send({"jsonrpc": "2.0", "id": request["id"], "error": error})

    def send(self, frame: Frame) -> None:
        """Record and send one frame."""
        assert self._server.stdin is not None
        text = json.dumps(frame, ensure_ascii=False, separators=(",", ":"))
        self.recording.add("client", text)
        self._server.stdin.write(text.encode("utf-8") + b"\n")
        self._server.stdin.flush()

    def start(self, method: str, params: Frame | None = None, id: str | int | None = None) -> str | int:
        """Send a request and return its id without waiting for the response."""
        id = next(self._ids) if id is None else id
        self.send(
            {"jsonrpc": "2.0", "id": id, "method": method} | ({} if params is None else {"params": params})
        )
        return id

    def request(self, method: str, params: Frame | None = None, id: str | int | None = None) -> Frame:
        """Send a request and return its response frame."""
        sent = self.start(method, params, id)
        return self.wait(lambda frame: frame.get("id") == sent and "method" not in frame)

    def notify(self, method: str, params: Frame | None = None) -> None:
        """Send a notification."""
        self.send({"jsonrpc": "2.0", "method": method} | ({} if params is None else {"params": params}))

    def wait(self, wanted: Callable[[Frame], bool], seconds: float = TIMEOUT, since: int = 0) -> Frame:
        """Return the first wanted frame after the first `since`; raise TimeoutError for none."""
        end = time.monotonic() + seconds
        with self._arrived:
            while True:
                for frame in self.frames[since:]:
                    if wanted(frame):
                        return frame
                if not self._arrived.wait(max(0.0, end - time.monotonic())) and time.monotonic() >= end:
                    raise TimeoutError(f"no such frame in {seconds} s; last: {self.frames[-1:]}")

    def wait_for(self, method: str, seconds: float = TIMEOUT, since: int = 0) -> Frame:
        """Return the first request or notification of `method` from the server."""
        return self.wait(lambda frame: frame.get("method") == method, seconds, since)


def tee(log: Path, command: Sequence[str]) -> None:
    """Stand between a client (our stdin and stdout) and a server; append every line that passes to `log`.

    The server's process id goes to `log` with the suffix `.pid`, because some clients kill us outright.
    """
    recording = Recording(log)
    server = spawn(command)
    log.with_suffix(".pid").write_text(str(server.pid))
    assert server.stdin is not None and server.stdout is not None

    def terminate(_signal: int, _frame: FrameType | None) -> None:
        os.killpg(server.pid, signal.SIGKILL)
        os._exit(0)

    def pump(sender: str, source: BinaryIO, target: BinaryIO) -> None:
        for line in source:
            recording.add(sender, line.decode("utf-8"))
            target.write(line)
            target.flush()

    signal.signal(signal.SIGTERM, terminate)
    answers = threading.Thread(target=pump, args=("server", server.stdout, sys.stdout.buffer), daemon=True)
    answers.start()
    with suppress(BrokenPipeError):
        pump("client", sys.stdin.buffer, server.stdin)  # type: ignore[arg-type]
    stop(server)
    answers.join(3)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(
        description="Record what a client and a server say to each other over stdio."
    )
    parser.add_argument("--tee", type=Path, required=True, metavar="LOG")
    parser.add_argument("command", nargs="+")
    arguments = parser.parse_args()
    tee(arguments.tee, arguments.command)
