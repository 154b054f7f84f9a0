"""`mcp-bridge check`: the revisions of a server, and what a client of each revision gets through the bridge.

The input is a URL or a command. The output is one screen on stdout. The exit status is 0 if nothing is wrong,
1 for findings, and 2 with one line on stderr if the server answers no revision. Each row of the output is a
session: a handshake or discovery, and the lists that the server offers. Every frame to the client is decoded
in the client's revision. A command is started once per session. It has `START` seconds for its first answer.
After that answer, it has twice the time that it needed, plus `SOON` seconds. Rules:

- A session with the same revision on both sides shows whether the server speaks that revision. If the bridge
  would choose that revision of the server anyway for a client of the same revision, the client's row shows
  this session, and the check opens no other session for the row.
- If a frame is not an answer, a request or a notification, the open requests end.
- The check ends early if the other side is not an MCP server. That is so if it sends the frames of the bridge
  back, if its first answer is not valid, if it writes `NOISE` lines that are not frames, or if it answers
  neither the oldest nor the newest revision.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import anyio
import mcp_revisions as mr
from mcp_revisions import DecodeError
from mcp_revisions.jsonrpc import is_request_id, json_line, member, parse, request_key

from mcp_bridge.command import upstreams
from mcp_bridge.core.bridge import AUTO, Bridge
from mcp_bridge.core.frames import DISCOVER, kind_of
from mcp_bridge.core.lists import LEFT_OUT
from mcp_bridge.core.revisions import facts_of, per_request, with_handshake
from mcp_bridge.core.sides import Side
from mcp_bridge.diagnostics import (
    COMMAND_REMEDY,
    REPORTED,
    UNREACHED_STEP,
    URL_REMEDY,
    WIDTH,
    SessionLog,
    description_of,
    excerpt,
    is_remarkable,
    leave_line,
    method_of_losses,
    public,
    report,
    without_indices,
)
from mcp_bridge.http_headers import Challenge
from mcp_bridge.options import BridgeOptions, check, new_bridge, refuse_missing_command
from mcp_bridge.problems import Problem, refuse
from mcp_bridge.session import Session, ending

START = 30.0  # seconds for the first answer of a server
SOON = 5.0  # seconds for the first answer in a session, besides those that the server needs to start
TIME = 20.0  # seconds for any other answer
NOTICE = 1.0  # seconds until progress is shown
SILENCE = 2.0  # seconds until the check says that it waits for the first answer of a session
AFTER_SILENCE = 10.0  # seconds for the first answer, if the server answered nothing in the session before
LISTINGS = {"tools": "tools/list", "prompts": "prompts/list", "resources": "resources/list"}
PAGES = 50  # pages of a list that are read at most
NAMED = 5  # items left out of one page that are named
INPUT_REQUESTS = ("sampling/createMessage", "elicitation/create", "roots/list")
CLIENT = {"name": "mcp-bridge check", "version": "1"}
NOISE = 1000  # after this many lines that are not JSON, the check expects no answer
SESSIONS = 2 * len(mr.REVISIONS) - 1  # the highest number of sessions in one check
FRAME = {"jsonrpc", "id", "method", "result", "error"}  # an object with none of them may be a line of a log
ECHO = "echoes its input, which an MCP server does not do"


@dataclass
class ClientReport:
    """The result of a check for a client of one revision: the server's answers, the losses and findings."""

    client: str
    server: str = ""
    listed: dict[str, int] = field(default_factory=dict)  # the number of entries by method
    losses: Counter[str] = field(default_factory=Counter)  # the number of losses by kind
    lossy: Counter[str] = field(default_factory=Counter)  # the number of losses by location, kind and change
    findings: list[str] = field(default_factory=list)
    challenge: Challenge | None = None
    started: float | None = None  # the seconds until the server's first answer
    name: str = ""  # the name of the server
    failure: str = ""  # the reason why no session was opened
    noise: list[str] = field(default_factory=list)  # the first lines of the server that are not frames
    answer: str = ""  # the beginning of the server's first result
    is_answered: bool = False  # whether the server has answered any request
    is_refused: bool = False  # whether the server has answered with an error
    is_foreign: bool = False  # whether the other side is not an MCP server

    @property
    def is_open(self) -> bool:
        """Whether the session was opened, so that the client could send requests."""
        return bool(self.server)


class LossCount(SessionLog):
    """The log of one session of `mcp-bridge check`. It counts the losses that matter to a person.

    If the lines of the server show that it is not an MCP server, `give_up` is called with the reason.
    """

    def __init__(self, report: ClientReport, give_up: Callable[[str], None]) -> None:
        super().__init__(report.client, is_quiet=True)
        self._report, self._give_up = report, give_up
        self._asked: set[Any] = set()  # the ids of the requests that went to the server

    def sent(self, side: Side, line: bytes) -> None:
        """Record the id of a request that is sent to the server. Ignore any other line."""
        tree = parse(line)
        if side == "server" and member(tree, "method") is not None and is_request_id(member(tree, "id")):
            self._asked.add(request_key(member(tree, "id")))

    def received(self, side: Side, line: bytes, *, is_own: bool = False) -> None:
        """Look for faults in a line of the server, such as a request that only clients send."""
        row = self._report
        if side == "client" or row.is_foreign:
            return
        try:
            tree = parse(line)
        except ValueError:
            tree = {"": line}  # a line of a log, too
        frames = tree if isinstance(tree, list) and tree else [tree]
        faults = [fault for frame in frames for fault in self._faults(frame)]
        if isinstance(tree, dict) and tree and not tree.keys() & FRAME:
            row.noise += [excerpt(line)] if len(row.noise) < NOISE else []
            faults = ["answers nothing"] if len(row.noise) == NOISE and not row.is_answered else []
        if faults:
            row.is_foreign = not row.is_answered
            self._give_up(faults[0].format(excerpt(line)))

    def _faults(self, frame: Any) -> Iterator[str]:
        """Yield the reasons why a frame cannot come from an MCP server, if there are any.

        If the frame is a response, record in the report that the server has answered.
        """
        row, is_error = self._report, isinstance(member(frame, "error"), dict)
        if member(frame, "method") in ("initialize", DISCOVER):
            yield ECHO
            return
        try:
            kind = kind_of(frame)
        except DecodeError:
            yield "answers {}, which is not a JSON-RPC 2.0 message"
            return
        is_known = kind == "response" and request_key(frame["id"]) in self._asked
        if kind == "response" and not is_known and (frame["id"] is not None or not is_error):
            yield "answers {}, whose id belongs to no request"
        elif kind in ("response", "error without id"):
            row.is_answered = True
            row.is_refused |= is_error
            row.answer = row.answer or ("" if is_error else excerpt(json_line(frame)))
            if not is_known:
                yield "answers {}, which names no request"

    def lost(self, frame: Any, place: str) -> None:
        """Count the losses of a frame to the client. Record a finding for each item left out of a list."""
        if frame.to != "client":
            return
        self._count([loss for loss in frame.losses if is_remarkable(loss)], method_of_losses(frame))
        left_out = [loss for loss in frame.losses if loss.change == LEFT_OUT.id]
        for loss in left_out[:NAMED]:
            self._report.findings.append(f"{LISTINGS[loss.pointer.split('/')[2]]}: {loss.reason}")
        if left_out[NAMED:]:
            method = LISTINGS[left_out[0].pointer.split("/")[2]]
            self._report.findings.append(f"{method}: {len(left_out) - NAMED} more items were left out.")

    def _count(self, losses: list[Any], method: str) -> None:
        self._report.losses.update(loss.kind for loss in losses)
        lossy = self._report.lossy
        for loss in losses:
            line = f"{method}{without_indices(loss.pointer)}: {description_of(loss)}"[:WIDTH]
            if line in lossy or len(lossy) < REPORTED:
                lossy[line] += 1

    def is_agreed(self, bridge: Any) -> bool:
        """Return True, so that the session does not report the revisions. The check prints them itself."""
        return True


class Probe(Session):
    """A session in which `mcp-bridge check` acts as a client of one revision."""

    def __init__(self, row: ClientReport, bridge: Any, make: Any, *, names_streams: bool) -> None:
        super().__init__((bridge, make, LossCount(row, self.give_up)), names_streams=names_streams)
        self.row = row
        self._answers: dict[int, tuple[str, asyncio.Future[Any]]] = {}

    async def ask(self, method: str, params: dict[str, Any], seconds: float = TIME) -> Any:
        """Send a request and return its response, or an empty object if there is none in time.

        If the server is gone or given up, return an error without an id.
        """
        number, answer = len(self._answers) + 1, asyncio.get_running_loop().create_future()
        self._answers[number] = method, answer
        self.tell({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        with anyio.move_on_after(seconds):
            return await answer
        return {}

    def tell(self, frame: dict[str, Any]) -> None:
        """Send a notification."""
        self.from_lines("client", [json_line(frame)])

    def to_client(self, frame: Any, data: bytes) -> None:
        """Validate a frame of the server in the client's revision, and record a finding if it is invalid.

        If the frame is an answer, hand it to the `ask` that waits for it. If it is an input request, refuse
        it.
        """
        tree = Bridge.read(data).tree
        id, asked = member(tree, "id"), member(tree, "method")
        method, answer = (
            self._answers.get(id, ("", None)) if asked is None and type(id) is int else ("", None)
        )
        try:
            mr.revision(mr.revision_name(self.row.client)).decode_message(
                data, sender="server", answering=method or None
            )
        except mr.DecodeError as error:
            self.row.findings.append(f"{asked or method or 'a message'}: {error}")
        if answer is not None and not answer.done():
            answer.set_result(tree)
        elif asked is not None and id is not None:
            self.tell({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "only a check"}})

    def over(self, side: Side) -> None:
        """Answer the open requests with an error, because the server is gone."""
        self.give_up("the server is gone")

    def give_up(self, reason: str) -> None:
        """Answer the open requests with an error that states `reason`."""
        for _, answer in self._answers.values():
            if not answer.done():
                answer.set_result({"error": {"message": reason}})

    def upstream_failed(self, name: str, failure: Exception) -> None:
        """Record that the URL gave no valid answer. The error response to the request arrives afterwards."""
        self.row.is_foreign |= not (self.row.is_answered or hasattr(failure, "status"))

    def timed_out(self, reason: str) -> None:
        """Report nothing now, because the report of the client will contain the reason."""

    def challenged(self, stream: Any, challenge: Any) -> None:
        """Record that the server asks for authorization."""
        self.row.challenge = challenge
        self.row.findings.append(challenge.message)


def check_server(options: BridgeOptions, longest: float = START, *, lists_losses: bool = False) -> int:
    """Print the revisions of the server and the report of each client. Return the exit status.

    The server has at most `longest` seconds for the first answer in a session. `lists_losses` also prints
    the location, the kind, the reason and the change of each loss.
    """
    check(options)
    refuse_missing_command(options, before_url="")
    spoken, rows = asyncio.run(_check(options, longest))
    if not any(row.is_open for row in rows):
        if rows[-1].challenge is not None:
            name = public(str(options.url))
            remedy = f"run: mcp-bridge login {name}, or give --header @FILE"
            remedy += " with the line Authorization: ... in the file"
            raise refuse(name, f"{rows[-1].challenge.message}; {remedy}")
        reasons = [
            row.failure.removesuffix(f"; {UNREACHED_STEP}")  # the remedy says more
            + (f", and writes lines that are not JSON-RPC, such as {row.noise[0]}" if row.noise else "")
            for row in rows
        ]
        remedy = URL_REMEDY
        if options.url is None:
            remedy = COMMAND_REMEDY
            leave_line()  # a server that fails often writes a traceback to the same stderr
        report(rows[0].name, "; ".join([*dict.fromkeys(reasons), remedy]))
        return 2
    print(f"speaks {', '.join(spoken) or 'no known revision'}")
    print(f"{'client':12}{'server':12}{'entries (at least)':52}{'losses':22}may be asked for")
    for row in rows:
        gets = ", ".join(f"{method} {count}" for method, count in row.listed.items()) or "nothing"
        losses = ", ".join(f"{count} {kind}" for kind, count in row.losses.items()) or "none"
        print(f"{row.client:12}{row.server or 'none':12}{gets:52}{losses:22}{_input_requests(row.client)}")
    for row in rows if lists_losses else ():
        for line, count in row.lossy.items():
            print(f"{row.client}: {line}" + (f" ({count} times)" if count > 1 else ""))
    found = [Problem(row.client, finding) for row in rows for finding in dict.fromkeys(row.findings)]
    findings = [str(problem)[:WIDTH] for problem in found]
    if any(row.losses for row in rows) and not lists_losses:
        print("a loss is a value that the client's revision cannot express; --losses lists each")
    print("\n".join(findings) or "nothing is wrong")
    return 1 if findings else 0


async def _check(options: BridgeOptions, longest: float) -> tuple[list[str], list[ClientReport]]:
    """Run all sessions of a check. Return the revisions that the server speaks, and all reports.

    The list of revisions is empty if the server answers no revision.
    """
    make, close = upstreams(options)
    # Reports of sessions with one revision on both sides, by that revision.
    alone: dict[str, ClientReport] = {}
    rows: dict[str, ClientReport] = {}
    started: list[float] = []
    silent: set[str] = set()  # the methods for which the check has said that it waits
    try:
        with _progress(SESSIONS) as advance:

            async def hold(client: str, server: str) -> ClientReport:
                seconds = min(longest, round(SOON + 2 * max(started), 1)) if started else longest
                if not any(each.is_answered for each in alone.values()) and alone:
                    seconds = min(seconds, AFTER_SILENCE)
                row = await _row(client, server, options, make, seconds, silent)
                started.extend([] if row.started is None else [row.started])
                advance()
                return row

            for revision in (mr.REVISIONS[0], mr.REVISIONS[-1]):
                alone[revision] = row = await hold(revision, revision)
                if row.is_open:
                    break
                if row.is_foreign or row.challenge is not None:
                    return [], list(alone.values())
            if not any(row.is_open or row.is_refused for row in alone.values()):
                return [], list(alone.values())
            newest = with_handshake()[-1]
            for revision in reversed(mr.REVISIONS):
                found = alone.get(revision)
                # The bridge offers the newest revision. If the server answers with `revision`, the
                # session with equal revisions shows what such a client gets.
                is_same = revision in per_request() or (newest in rows and rows[newest].server == revision)
                is_row = found is not None and found.is_open and is_same
                rows[revision] = found if found is not None and is_row else await hold(revision, AUTO)
            for older in with_handshake()[:-1]:
                if older not in alone and rows[older].server != older:
                    alone[older] = await hold(older, older)
    finally:
        await close()
    spoken: list[str] = []
    for revision in mr.REVISIONS:
        row, found = rows[revision], alone.get(revision, rows[revision])
        row.findings += [f"a line of the server is not JSON-RPC: {line}" for line in row.noise[:1]]
        spoken += [revision] if revision in (row.server, found.server) else []
    return spoken, [rows[revision] for revision in mr.REVISIONS]


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """Show a progress bar on a terminal after a short time. Yield a function that advances the bar."""
    if not sys.stderr.isatty():
        yield lambda: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    bar = Progress(*columns, console=Console(file=sys.stderr), transient=True, redirect_stdout=False)
    task = bar.add_task("sessions", total=total)
    timer = asyncio.get_running_loop().call_later(NOTICE, bar.start)
    try:
        yield lambda: bar.advance(task)
    finally:
        timer.cancel()
        if bar.live.is_started:
            bar.stop()


async def _row(
    revision: str, server: str, options: BridgeOptions, make: Any, seconds: float, silent: set[str]
) -> ClientReport:
    """Act as a client that speaks `revision`, in a session with the server, and return the report.

    `server` is the revision of the server, or `auto`. `make` creates the transport to the server. The server
    has `seconds` for its first answer. If the first answer takes long, a line on stderr names the request's
    method. `silent` has the methods that such lines have named, so that none is named twice.
    """
    row = ClientReport(revision)
    limits = {"opening": seconds, "probe": seconds}
    bridge = new_bridge(revision, BridgeOptions(revision, server, limits=limits))
    probe = Probe(row, bridge, make, names_streams=options.url is not None)
    await probe.start()
    method = "initialize" if revision in with_handshake() else DISCOVER
    told = partial(_report_silence, probe, method, seconds, silent, tries_next=server == AUTO)
    notice = asyncio.get_running_loop().call_later(SILENCE, told)
    try:
        # To find out a revision, the bridge asks up to three times, each time for `seconds`.
        await _talk(probe, row, seconds if server != AUTO else 3 * seconds + SOON)
    finally:
        notice.cancel()
        is_first = probe.is_over
        probe.end("client")
        code = await probe.upstream.stop(0.5)
    row.name = probe.upstream.name
    if is_first and code is not None and not row.is_open:
        row.failure = ending(code)
        row.findings = [f"no session: {row.name} {row.failure}"]
    return row


def _report_silence(probe: Probe, method: str, seconds: float, silent: set[str], *, tries_next: bool) -> None:
    """Report that the server has not answered the session's first request yet, and what the check does next.

    A line is written only once for each `method`. `silent` has the methods with a line.
    """
    if probe.row.is_answered or method in silent:
        return
    silent.add(method)
    follows = f"the check waits {seconds:g} seconds (--probe sets the longest wait)"
    if tries_next and method == DISCOVER:
        follows = f"the check tries initialize after {seconds:g} seconds; "
        follows += (
            "some servers never answer; mcp-bridge without check skips this wait with --server REVISION"
        )
    report(probe.upstream.name, f"has not yet answered {method}; {follows}")


async def _talk(probe: Probe, row: ClientReport, seconds: float) -> None:
    """Open the session, and list the tools, prompts and resources of the server. Record all in `row`."""
    params: dict[str, Any] = {}
    loop = asyncio.get_running_loop()
    began = loop.time()
    if row.client in with_handshake():
        hello = {"protocolVersion": row.client, "capabilities": {}, "clientInfo": CLIENT}
        opened = await probe.ask("initialize", hello, seconds)
        if "result" in opened:
            probe.tell({"jsonrpc": "2.0", "method": "notifications/initialized"})
    else:
        facts = {"protocolVersion": row.client, "clientInfo": CLIENT, "clientCapabilities": {}}
        meta = facts_of(row.client).request_meta
        params = {"_meta": {meta[name]: value for name, value in facts.items()}}
        opened = await probe.ask("server/discover", params, seconds)
    if "id" in opened:
        row.started = loop.time() - began
    result = opened.get("result")
    if not isinstance(result, dict):
        method = "initialize" if row.client in with_handshake() else DISCOVER
        silence = "" if opened else f"no answer to {method} in {seconds:g} seconds"
        row.failure = silence or str(member(opened, "error", "message") or "answers without a result")
        if row.is_refused:
            row.failure = f"answers with the error: {row.failure}"
        elif row.answer:
            row.failure += f", to the answer {row.answer}"
        row.findings.append(f"no session: {row.failure}")
        return
    bridge = probe.bridge
    row.server = bridge.server if bridge.server != row.client else result.get("protocolVersion", row.client)
    for capability, method in LISTINGS.items():
        if capability in result.get("capabilities", {}):
            await _list(probe, row, method, params)


async def _list(probe: Probe, row: ClientReport, method: str, params: dict[str, Any]) -> None:
    """Count the items of one list of the server, page by page, and record the number in `row`.

    Stop after `PAGES` pages or `TIME` seconds.
    """
    cursor: dict[str, str] = {}
    end = asyncio.get_running_loop().time() + TIME
    for _ in range(PAGES):
        answer = await probe.ask(method, {**params, **cursor})
        listed = member(answer, "result", method.partition("/")[0])
        if not isinstance(listed, list):
            silence = "" if answer else f"no answer in {TIME:g} seconds"
            row.findings.append(f"{method}: {silence or member(answer, 'error', 'message') or 'no list'}")
            return
        row.listed[method] = row.listed.get(method, 0) + len(listed)
        following = member(answer, "result", "nextCursor")
        if not isinstance(following, str):
            return
        if asyncio.get_running_loop().time() > end:
            break
        cursor = {"cursor": following}
    row.findings.append(f"{method}: the server always names a next page; the rest is not checked")


def _input_requests(revision: str) -> str:
    """Return the names of the input requests that a client of a revision may get, as text."""
    known = mr.revision(mr.revision_name(revision)).METHODS
    if revision in per_request():
        return "in results: " + ", ".join(name.partition("/")[0] for name in INPUT_REQUESTS)
    return ", ".join(name.partition("/")[0] for name in INPUT_REQUESTS if name in known)
