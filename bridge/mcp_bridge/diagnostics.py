"""The diagnostics of a bridge: lines on stderr, each kind of loss once, and the log file of both connections.

All sessions of the process share stderr and its limits. `report` prints a line at once, and then only counts
repetitions of that line for `PAUSE` seconds, also those of other sessions. A line of a numbered session ends
with its number, and the line that counts repetitions names the first `NAMED` sessions. A peer may choose
names in a line, so a line has at most `WIDTH` characters, and at most `LINES` lines are printed in that time.
The line about a client that is refused at a limit is printed again only if no client was refused at this
limit in the last `PAUSE` seconds. Until then, one line every `PAUSE` seconds says how many more requests were
refused.

A line of the log file is `{"from", "to", "side", "time", "message"}`. `from` and `to` are "client" and
"server". `side` is the connection of the frame. `time` is in UTC, as in RFC 3339. The lines with the same
`side` are the whole session in the revision of that side. If there are many sessions, `session` comes first.
It is a number, because the id of a session is a secret. A line that is not JSON is logged as a string. If the
bridge answers with an error instead of the server, the line has `"by": "bridge"` before the message.
"""

from __future__ import annotations

import json
import logging
import os
import re
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from datetime import datetime, timezone
from hashlib import sha256
from math import inf
from pathlib import Path
from traceback import extract_tb
from typing import Any, TypeAlias
from urllib.parse import urlsplit

from mcp_revisions import LOSSLESS, Change
from mcp_revisions.jsonrpc import as_json_line, member, parse, shown

from mcp_bridge.core.bridge import AUTO
from mcp_bridge.core.frames import NEVER_ASKED, ROUTINE, UNREADABLE, Frame
from mcp_bridge.core.lists import LEFT_OUT
from mcp_bridge.core.revisions import per_request, with_handshake
from mcp_bridge.core.sides import OTHER, Side
from mcp_bridge.problems import Problem, refuse

# Members that one revision requires and another lacks, and that no user of a host sees.
BOILERPLATE = frozenset(("ttlMs", "cacheScope", "elicitationId", "execution", "$schema"))
RESERVED = "/_meta/io.modelcontextprotocol~1"  # members of the protocol itself
REPORTED = 1000  # kinds of losses that are remembered as reported
PAUSE = 60.0  # seconds in which a repeated line is counted
NAMED = 10  # sessions of a repeated line that are named
LINES = 200  # different lines in that time
WIDTH = 1000  # characters of a line
# What to do if no session with the server was opened
COMMAND_REMEDY = (
    "check the command and its arguments: an MCP server that you start by hand waits silently for input"
)
URL_REMEDY = "give the address of an MCP endpoint, which often ends with /mcp, of a server that runs"
UNREACHED_STEP = "check the URL, and that the server runs"  # what to do if a server cannot be reached
OnLosses: TypeAlias = Callable[[Frame], object]
_CONTROLS = re.compile(rb"\x7f|\xc2[\x80-\x9f]")  # DEL and C1, which JSON permits in a text; in UTF-8


def method_of(frame: Any) -> str:
    """Return the word that stands for a frame in a line on stderr: the frame's method, if it has one.

    `frame` is JSON text or parsed. The word is "answer" for an object without a method, and "frame" for
    anything else.
    """
    if isinstance(frame, bytes):
        try:
            frame = parse(frame)
        except ValueError:
            return "frame"
    return str(frame.get("method", "answer")) if isinstance(frame, dict) else "frame"


def public(url: str) -> str:
    """Return a URL as diagnostics show it: without credentials, query and fragment."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}{parts.path}"


def excerpt(text: bytes) -> str:
    """Return the beginning of a peer's text as diagnostics show it: quoted, on one line."""
    return ascii(text[:80].decode("utf-8", "replace")) + "..." * (len(text) > 80)


class _Repeats:
    """How often a line was repeated, and the sessions of these repetitions, `NAMED` at most."""

    def __init__(self) -> None:
        self.number = 0
        self._sessions: list[int] = []

    def add(self, session: int | None) -> None:
        self.number += 1
        if session is not None and session not in self._sessions and len(self._sessions) < NAMED:
            self._sessions.append(session)

    def __str__(self) -> str:
        sessions = ", ".join(map(str, sorted(self._sessions)))
        return f"{self.number} more" + (f"; session {sessions}" if sessions else "")


class RepeatedLines:
    """Prints each different line once in `PAUSE` seconds.

    At the end of that time, it prints how often lines were repeated.
    """

    def __init__(self, write: Callable[[str], None], clock: Callable[[], float] = time.monotonic) -> None:
        self._write = write
        self._clock = clock
        self._until = 0.0  # the end of the pause
        self._repeats: dict[str, _Repeats] = {}  # the repetitions of each line since it was printed
        self._left_out = 0
        self._limits: dict[str, float] = {}  # for each limit, the last time that it was reached
        self._refused: dict[str, int] = {}  # by message: how many requests were refused without a line

    def add(self, line: str, session: int | None = None) -> None:
        """Print a line, with the number of its session.

        Do not print it if it was printed in the last `PAUSE` seconds, or if too many others were printed.
        """
        self._begin_pause()
        line = line if len(line) <= WIDTH else line[:WIDTH] + "..."
        if line in self._repeats:
            self._repeats[line].add(session)
        elif len(self._repeats) < LINES:
            self._repeats[line] = _Repeats()
            self._write(line if session is None else f"{line} (session {session})")
        else:
            self._left_out += 1

    def add_limit(self, limit: str, client: str, message: str) -> None:
        """Print that a client reached a limit, and why its request is refused.

        If another request reached the same limit in the last `PAUSE` seconds, only count the request.
        """
        self._begin_pause()
        now = self._clock()
        last, self._limits[limit] = self._limits.get(limit), now
        if last is None or now - last >= PAUSE:
            self.add(str(Problem("clients", f"{client} is refused: {message}")))
        else:
            self._refused[message] = self._refused.get(message, 0) + 1

    def _begin_pause(self) -> None:
        """If a pause is over, print what was counted in it, and begin the next one."""
        now = self._clock()
        if now >= self._until:
            self.end_pause()
            self._until = now + PAUSE

    def end_pause(self) -> None:
        """Print how many lines were repeated, refused or left out, and start to count again."""
        for line, repeats in self._repeats.items():
            if repeats.number:
                self._write(f"{line} ({repeats})")
        for message, number in self._refused.items():
            self._write(str(Problem("clients", f"{number} further requests were refused: {message}")))
        if self._left_out:
            self._write(f"mcp-bridge: {self._left_out} more lines are not shown; the limit is {LINES} lines")
        self._repeats, self._refused, self._left_out = {}, {}, 0

    def forget(self) -> None:
        """Forget which lines were printed and which limits were reached, so that they are printed again."""
        self._repeats, self._refused, self._left_out, self._limits = {}, {}, 0, {}


class _Output:
    """Where lines go: to stderr in a command, otherwise to the logger `mcp_bridge` as warnings."""

    commands = 0  # how many blocks of `reporting` run

    def write(self, line: str) -> None:
        """Write a line."""
        if not self.commands:
            logging.getLogger("mcp_bridge").warning("%s", line)
            return
        with suppress(OSError):  # a session continues even if nobody reads stderr
            print(line, file=sys.stderr, flush=True)


_output = _Output()
_lines = RepeatedLines(_output.write)


def report(location: str, message: str, session: int | None = None) -> None:
    """Print a diagnostic on stderr, unless the same line was printed in the last `PAUSE` seconds.

    Outside of `reporting`, the logger `mcp_bridge` gets the line as a warning. `session` is the number of the
    session that the diagnostic is about, if it has one.
    """
    _lines.add(str(Problem(location, message)), session)


def leave_line() -> None:
    """Print an empty line on stderr, which separates the next line from the output of a server there."""
    _output.write("")


def report_limit(limit: str, client: str, message: str) -> None:
    """Report that a client is refused. If the limit was reached in the last `PAUSE` seconds, only count."""
    _lines.add_limit(limit, client, message)


class _LibraryLines(logging.Handler):
    """Report each log record of a library as one line, with the last location of its traceback."""

    def emit(self, record: logging.LogRecord) -> None:
        """Report the first line of a log record, or the last line of its traceback."""
        lines = record.getMessage().strip().splitlines() or [""]
        text = lines[-1 if lines[0].startswith("Traceback") else 0]
        error = record.exc_info[1] if record.exc_info else None
        if error is not None:
            text += f": {type(error).__name__}: {error}"
            for frame in extract_tb(error.__traceback__, limit=-1):
                text += f" ({Path(frame.filename).name}, line {frame.lineno})"
        report("mcp-bridge", text)


@contextmanager
def reporting() -> Iterator[None]:
    """Print diagnostics, and warnings of libraries as single lines, on stderr while the block runs.

    At the end of the block, print how often lines were repeated.
    """
    _output.commands += 1
    _lines.forget()  # the lines of an earlier front in this process
    handler = _LibraryLines(logging.WARNING)
    logging.getLogger().addHandler(handler)
    try:
        yield
    finally:
        logging.getLogger().removeHandler(handler)
        _lines.end_pause()
        _output.commands -= 1


class LossReport:
    """Reports each kind of loss once.

    Two losses are of the same kind if they have the same receiver, method, kind and change, and the same
    pointer without indices. If an item is left out of a list, each such item is reported by its name.

    Only losses that matter to a person are reported. These are not reported: respelled and invented values,
    dropped values in `BOILERPLATE`, and frames that are dropped in every session.
    """

    def __init__(self, tell: Callable[[str, str, int | None], object] = report) -> None:
        self._tell = tell  # a function of the location, the message and the session
        self._reported: set[bytes] = set()  # digests: methods and pointers are as long as a peer likes

    def add(self, frame: Any, session: int | None = None) -> None:
        """Report the new losses of a `Frame`. A frame without a receiver was dropped by the bridge.

        A loss in a response is reported with the method of the request that the response answers. A request
        that the bridge dropped was refused, so it is reported with the side that does not get it.
        """
        method = method_of_losses(frame)
        tree = frame.tree if frame.to is None else None
        is_refused = isinstance(tree, dict) and tree.keys() >= {"id", "method"}
        to = f"to the {frame.to}"
        if is_refused and frame.sender is not None:
            to = f"to the {OTHER[frame.sender]}"
        elif frame.to is None:
            to = f"ends here from the {frame.sender}" if frame.sender is not None else "ends here"
        for loss in frame.losses:
            if len(self._reported) == REPORTED:
                return
            if not is_remarkable(loss):
                continue
            place = without_indices(loss.pointer)
            named = loss.reason if loss.change == LEFT_OUT.id else ""  # this reason names the item
            kind = repr((to, method, place, loss.kind, loss.change, named)).encode(
                "utf-8", "backslashreplace"
            )
            digest = sha256(kind).digest()
            if digest not in self._reported:
                self._reported.add(digest)
                said = description_of(loss._replace(kind="refused") if is_refused else loss)
                self._tell(f"{to}, {method}{place}", said, session)


def method_of_losses(frame: Any) -> str:
    """Return the method of the message that the losses of a `Frame` concern, as a diagnostic names it."""
    return frame.answering or method_of(frame.tree if frame.to is not None else frame.losses[0].value)


def without_indices(pointer: str) -> str:
    """Return a JSON Pointer with `*` in place of each index."""
    return "/".join("*" if part.isdigit() else part for part in pointer.split("/"))


def description_of(loss: Any) -> str:
    """Return a loss as a diagnostic describes it: its kind, its reason and the id of its change."""
    return f"{loss.kind}: {loss.reason} [{loss.change}]"


def _log_loss(location: str, message: str, session: int | None = None) -> None:
    logging.getLogger("mcp_bridge").info("%s", Problem(location, message))


def _log_fault(location: str, message: str) -> None:
    logging.getLogger("mcp_bridge").warning("%s", Problem(location, message))


_losses, _logged_losses = LossReport(), LossReport(_log_loss)


def is_remarkable(loss: Any) -> bool:
    """Return whether a loss is worth a line on stderr, or a call of `on_losses`.

    Losses that occur in every session, or that concern only members of the protocol itself, are not.
    """
    if loss.kind in LOSSLESS or Change(loss.change, loss.reason) in ROUTINE:
        return False
    return RESERVED not in loss.pointer and loss.pointer.rpartition("/")[2] not in BOILERPLATE


class Recorder:
    """Appends the messages of both connections to a log file.

    If a line cannot be written, nothing is logged for `PAUSE` seconds, and the bridge continues. A new file
    has mode 0600, because messages may contain private data.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock = clock
        self._resumes = -inf  # the time at which lines are written again
        self._is_cut = False  # whether the last line is incomplete
        try:
            descriptor = os.open(path, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
            self._file = os.fdopen(descriptor, "ab", buffering=0)
        except OSError as error:
            reason = f"{path}: {error.strerror or error}"
            raise refuse(
                "--log", f"{reason}; name a file that can be written, in a folder that exists"
            ) from None
        self._path = path

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def record(self, sender: Side, side: Side, line: bytes, session: str = "", by: str = "") -> None:
        """Append a message that `sender` sent on the connection of `side`.

        `session` and `by` are members for the line of the log, as JSON text such as `"session":1,`, or ''.
        """
        if self._clock() < self._resumes:
            return
        ends = f'"from":"{sender}","to":"{OTHER[sender]}"'
        now = datetime.now(timezone.utc).isoformat(timespec="milliseconds")
        start = f'{{{session}{ends},"side":"{side}","time":"{now}",{by}"message":'.encode()
        rest = b"\n" * self._is_cut + start + _as_json(line) + b"}\n"
        try:
            while rest:
                rest = rest[self._file.write(rest) :]
                self._is_cut = True
            self._is_cut = False
        except OSError as error:
            self._resumes = self._clock() + PAUSE
            reason = f"{self._path}: {error.strerror or error}"
            report("--log", f"{reason}; logging has stopped for a minute, but the bridge continues")


class SessionLog:
    """The log of one session: its frames and its new losses. It reports the agreed revisions once.

    - `given`: the client's revision in the options, or `"auto"`.
    - `server`: the server's revision in the options, or `"auto"`.
    - `is_quiet`: do not report losses, mistakes in frames, revisions and requests without an answer.
    - `tells_mistakes`: report mistakes in frames although `is_quiet` is true.
    - `is_logged`: if losses and mistakes are not reported on stderr, write them to the logger `mcp_bridge`.
      There is no command line then, so lines name parameters instead of options.
    - `on_losses`: a function that gets each frame with a remarkable loss, or None.
    - `number`: the number of the session, if there are many.
    """

    def __init__(  # noqa: PLR0913 - one call with every option
        self,
        given: str,
        *,
        server: str = AUTO,
        recorder: Recorder | None = None,
        is_quiet: bool = False,
        tells_mistakes: bool = False,
        is_logged: bool = False,
        on_losses: OnLosses | None = None,
        number: int | None = None,
    ) -> None:
        self._is_logged = is_logged
        self._on_losses = on_losses
        self._given = given
        self._server = server  # `"auto"` once the server has answered a request
        self._recorder = recorder
        self._is_quiet = is_quiet
        self._tells_mistakes = tells_mistakes or not is_quiet
        self.number = number
        self._session = "" if number is None else f'"session":{number},'
        self._requested: str | None = None  # the client's last request for a revision
        self._has_agreed = False
        self._told: set[tuple[Side | None, str]] = set()  # faults in the frames of a side that were reported

    def report(self, location: str, message: str) -> None:
        """Print a diagnostic about this session on stderr."""
        report(location, message, self.number)

    def silence(self, method: str, next_in: float | None = None) -> None:
        """Report that the server has not answered `method`, its first request.

        The line also says that the bridge sends `initialize` after `next_in` seconds, unless this is None.
        """
        follows = ""
        if next_in is not None:
            tried = f"the bridge tries initialize in {next_in:.0f} seconds"
            named = "server_revision" if self._is_logged else "--server REVISION"
            follows = f"; {tried} (to skip the wait, pass {named})"
        self.report("server", f"has not yet answered {method}{follows}")

    def received(self, side: Side, line: bytes, *, is_own: bool = False) -> None:
        """Record a line that a side sent.

        If `is_own` is true, the bridge wrote the line in place of a frame of that side.
        """
        if self._recorder is not None:
            by = '"by":"bridge",' if is_own else ""
            self._recorder.record(side, side, line, self._session, by)
        if side == "server" and self._server != AUTO and not is_own:
            self._note_answer(line)

    def _note_answer(self, line: bytes) -> None:
        """Report a wrong `--server`, if the first answer of the server is an error."""
        try:
            frame = parse(line)
        except ValueError:
            return
        error = member(frame, "error")
        if isinstance(error, dict):
            said = shown(error.get("message"))
            self.report("server", f"answers the bridge's first request with the error {said}{self.remedy()}")
        elif isinstance(frame, dict) and "result" in frame:
            self._server = AUTO

    def remedy(self) -> str:
        """Return the end of a line about a refused request, which suggests to remove a wrong `--server`.

        Return '' if no revision is given, or if the server has answered a request before.
        """
        server, self._server = self._server, AUTO
        return "" if server == AUTO else f"; if it does not speak {server}, remove --server"

    def sent(self, side: Side, line: bytes) -> None:
        """Record a line that the bridge sent to a side."""
        if self._recorder is not None:
            self._recorder.record(OTHER[side], side, line, self._session)

    def lost(self, frame: Any, place: str) -> None:
        """Report or log the new losses of a `Frame`, or the mistake for which the bridge dropped the frame.

        Each kind of mistake is reported once. `place` is the location of the frame in the output of its
        sender.
        """
        if self._on_losses is not None and any(map(is_remarkable, frame.losses)):
            try:
                self._on_losses(frame)
            except Exception:
                logging.getLogger("mcp_bridge").exception("`on_losses` failed")
        fault = _fault(frame, place)
        if fault is None:
            if not self._is_quiet:
                _losses.add(frame, self.number)
            elif self._is_logged:
                _logged_losses.add(frame)
        elif (self._tells_mistakes or self._is_logged) and (
            key := (frame.sender, frame.losses[0].change)
        ) not in self._told:
            self._told.add(key)
            tell = self.report if self._tells_mistakes else _log_fault
            tell(frame.sender, fault)

    def unanswered(self, number: int, reason: str) -> None:
        """Report that `number` requests of a client that has hung up got no answer, and why."""
        if not self._is_quiet:
            self.report("client", f"{reason}; requests without an answer: {number}")

    def is_agreed(self, bridge: Any) -> bool:
        """Return whether both revisions are agreed. Report them once they are.

        Report also each revision that the client requests and the bridge does not use.
        """
        if self._has_agreed:
            return True
        client, requested = bridge.client, bridge.requested
        if requested is not None and requested != self._requested:
            self._requested = requested
            is_old = requested in with_handshake()
            if client == AUTO:  # the request was not `initialize`
                what = "which needs initialize" if is_old else "an unknown revision"
                self.report(
                    "client",
                    f"requests revision {requested!r}, {what}; the client may retry with another revision",
                )
            elif requested != client:
                is_fixed = self._given == client and (is_old or requested in per_request())
                step = "; remove --client, or write --client auto" if is_fixed else ""
                self.report(
                    "client", f"requests revision {requested!r}; the bridge speaks revision {client}{step}"
                )
            elif self._given not in (client, AUTO):
                self.report(
                    "client",
                    f"requests revision {client}, so the bridge ignores --client {self._given}; "
                    "remove that option",
                )
        self._has_agreed = bool(bridge.agreed)
        if self._has_agreed and not self._is_quiet:
            same = "; messages pass unchanged" if client == bridge.server else ""
            self.report("bridge", f"client {client}, server {bridge.server}{same}")
        return self._has_agreed


def _fault(frame: Any, place: str) -> str | None:
    """Return the mistake of a side that made the bridge drop its frame, as text, or None."""
    loss = frame.losses[0]
    if frame.to is not None or frame.sender is None:
        return None
    if loss.change == UNREADABLE.id:
        remedy = "; write each message on one line, and logs to stderr" if "line" in place else ""
        return f"{place} is not a JSON-RPC message: {excerpt(frame.data)}: {loss.reason}{remedy}"
    if Change(loss.change, loss.reason) != NEVER_ASKED:
        return None
    id = shown(member(frame.tree, "id"))
    return f"answers with the id {id}, but no open request has this id, so the answer is dropped"


def _as_json(line: bytes) -> bytes:
    """Return a line as JSON without characters that control a terminal."""
    try:
        text = as_json_line(line)
    except ValueError:
        text = json.dumps(line.decode("utf-8", "replace")).encode()
    return _CONTROLS.sub(lambda found: b"\\u00%02x" % found[0][-1], text)
