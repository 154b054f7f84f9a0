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
from mcpgen.runtime.bridge.drop_reasons import ROUTINE
from mcpgen.runtime.conversion.losses import Change
from mcpgen.runtime.json_line import as_json_line

AUTO = "auto"
# Members that one revision requires and another lacks, and that no user of a host sees.
BOILERPLATE = frozenset(("resultType", "ttlMs", "cacheScope", "elicitationId", "execution", "$schema"))
RESERVED = "/_meta/io.modelcontextprotocol~1"  # members of the protocol itself
REPORTED = 1000  # kinds of losses that are remembered as reported


def report(location: str, message: str) -> None:
    """Print a diagnostic on stderr at once; a session goes on where nobody reads stderr."""
    with suppress(OSError):
        print(Problem(location, message), file=sys.stderr, flush=True)


class LossReport:
    """Report each kind of loss once: the receiver, the method, the place without indices, kind and change.

    Only what a person may act on is reported: neither respelled and invented values, which lose nothing, nor
    dropped `BOILERPLATE`, nor frames that every session drops.
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
            if not _is_remarkable(loss):
                continue
            place = "/".join("*" if part.isdigit() else part for part in loss.pointer.split("/"))
            kind = repr((to, method, place, loss.kind, loss.change)).encode("utf-8", "backslashreplace")
            digest = sha256(kind).digest()
            if digest not in self._reported:
                self._reported.add(digest)
                report(f"{to}, {method}{place}", f"{loss.kind}: {loss.reason} [{loss.change}]")


def _is_remarkable(loss: Any) -> bool:
    if loss.kind in ("respelled", "invented") or Change(loss.change, loss.reason) in ROUTINE:
        return False
    return RESERVED not in loss.pointer and loss.pointer.rpartition("/")[2] not in BOILERPLATE


class RevisionReport:
    """Report the revisions that the bridge has found out or corrected.

    `given` is the client's revision in the options, or `"auto"`. `quiet` leaves out the revisions agreed.
    """

    def __init__(self, given: str, quiet: bool) -> None:
        self._given = given
        self._quiet = quiet
        self._requested: str | None = None

    def update(self, bridge: Any) -> bool:
        """Report each new state of a protocol object once; say whether the revisions are agreed."""
        client, requested = bridge.client, bridge.requested
        if requested is not None and requested != self._requested:
            self._requested = requested
            if client == AUTO:
                report("client", f"asks for {requested!r}, which the bridge does not know, and may ask again")
            elif requested != client:
                report("client", f"asks for {requested!r}, and the bridge answers for {client}")
            elif self._given not in (client, AUTO):
                report("client", f"asks for {client} and gets it, although --client says {self._given}")
        if bridge.agreed and not self._quiet:
            same = "; frames are passed on as they are" if client == bridge.server else ""
            report("bridge", f"client {client}, server {bridge.server}{same}")
        return bool(bridge.agreed)


def report_probe(seconds: float) -> None:
    """Report that the server has not answered the probe, and may do so for some seconds."""
    report("server", f"has not answered server/discover yet; initialize follows in {seconds:.0f} seconds")


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
