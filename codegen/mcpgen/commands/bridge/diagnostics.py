"""Diagnostics of a bridge: lines on stderr, each kind of loss once, and the log of both connections.

A line of the log is `{"from", "to", "side", "message"}`: `from` and `to` are "client" and "server", `side` is
the connection of the frame. The lines of one side are a session in the revision of that side. A line that is
no JSON is logged as a string.
"""

from __future__ import annotations

import json
import sys
from contextlib import suppress
from hashlib import sha256
from pathlib import Path
from typing import IO, Any

from mcpgen.commands.logs import OTHER, Side, method_of
from mcpgen.problems import Problem, refuse
from mcpgen.runtime.json_line import as_json_line

REPORTED = 1000  # kinds of losses that are remembered as reported


def report(location: str, message: str) -> None:
    """Print a diagnostic on stderr at once; a session goes on where nobody reads stderr."""
    with suppress(OSError):
        print(Problem(location, message), file=sys.stderr, flush=True)


class LossReport:
    """Report each kind of loss once: the receiver, the method, the place without indices, kind and change.

    A respelled value loses nothing and is not reported.
    """

    def __init__(self) -> None:
        self._reported: set[bytes] = set()  # digests: methods and pointers are as long as a peer likes

    def add(self, receiver: Side | None, frame: Any, losses: Any) -> None:
        """Report the losses of a frame that are new; a frame without receiver ends in the bridge."""
        method = method_of(frame if receiver is not None else losses[0].value)
        to = f"to the {receiver}" if receiver else "ends here"
        for loss in losses:
            if len(self._reported) == REPORTED:
                return
            if loss.kind == "respelled":
                continue
            place = "/".join("*" if part.isdigit() else part for part in loss.pointer.split("/"))
            kind = repr((to, method, place, loss.kind, loss.change)).encode("utf-8", "backslashreplace")
            digest = sha256(kind).digest()
            if digest not in self._reported:
                self._reported.add(digest)
                report(f"{to}, {method}{place}", f"{loss.kind}: {loss.reason} [{loss.change}]")


class Recorder:
    """Append the frames of both connections to a file; the first failure ends the log alone."""

    def __init__(self, path: Path) -> None:
        try:
            self._file: IO[bytes] | None = path.open("ab", buffering=0)
        except OSError as error:
            raise refuse(str(path), error.strerror or "cannot be written") from None

    def received(self, side: Side, line: bytes) -> None:
        """Record a line that a side sent."""
        self._record(side, OTHER[side], side, line)

    def sent(self, side: Side, line: bytes) -> None:
        """Record a line that the bridge sent to a side."""
        self._record(OTHER[side], side, side, line)

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _record(self, sender: Side, receiver: Side, side: Side, line: bytes) -> None:
        if self._file is None:
            return
        start = f'{{"from":"{sender}","to":"{receiver}","side":"{side}","message":'.encode()
        try:
            self._file.write(start + _as_json(line) + b"}\n")
        except OSError as error:
            report("--log", error.strerror or str(error))
            self.close()
            self._file = None


def _as_json(line: bytes) -> bytes:
    try:
        return as_json_line(line)
    except ValueError:
        return json.dumps(line.decode("utf-8", "replace")).encode()
