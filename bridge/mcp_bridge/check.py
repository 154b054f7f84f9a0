"""`mcp-bridge check`: the revisions of a server, and the results of a client of each through the bridge.

In: a URL or a command. Out: one screen on stdout, exit status 0 where nothing is wrong, 1 with findings, 2
where the server answers no revision. Each row is a session of its own: the handshake or the discovery, and
the listings that the server offers. Every frame to the client is decoded by its revision. A command is
started for each session: it has `START` seconds for its first answer, and when it has given one, as many as
it needed, doubled, and `SOON`. A program that is no server is given up early: one that sends frames back,
writes `NOISE` lines that are no JSON, or answers neither the oldest nor the newest revision.
"""

from __future__ import annotations

import asyncio
import sys
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

import anyio
import mcp_revisions as mr
from mcp_revisions._runtime.bridge.frames import DISCOVER, member
from mcp_revisions._runtime.json_line import json_line
from mcp_revisions._runtime.messages.json_text import parse
from mcp_revisions._runtime.revisions import facts_of, per_request, with_handshake
from mcp_revisions._runtime.sides import Side

from mcp_bridge.command import upstreams
from mcp_bridge.diagnostics import SessionLog, is_remarkable, public, report
from mcp_bridge.http_headers import Challenge
from mcp_bridge.options import AUTO, BridgeOptions, check, new_bridge, refuse_missing_command
from mcp_bridge.problems import refuse
from mcp_bridge.session import Session
from mcp_bridge.stdio import ending

START = 30.0  # seconds for the first answer of a server
SOON = 5.0  # seconds for the first answer in a session, besides those that the server needs to start
TIME = 20.0  # seconds for any other answer
NOTICE = 1.0  # seconds until progress is shown
LISTINGS = {"tools": "tools/list", "prompts": "prompts/list", "resources": "resources/list"}
PAGES = 50  # of a list that are read
INPUT_REQUESTS = ("sampling/createMessage", "elicitation/create", "roots/list")
CLIENT = {"name": "mcp-bridge check", "version": "1"}
NOISE = 1000  # lines that are no JSON, after which no answer is expected
ECHO = "sends back the frames that it gets, as no MCP server does"
COMMAND_REMEDY = (
    "is no MCP server on stdio, or lacks arguments; in a terminal, a server waits and prints nothing"
)
URL_REMEDY = "give the address of an MCP endpoint, which often ends with /mcp, of a server that runs"


@dataclass
class ClientReport:
    """The answers and losses of a client of one revision."""

    client: str
    server: str = ""
    listed: dict[str, int] = field(default_factory=dict)  # the number of entries by method
    losses: Counter[str] = field(default_factory=Counter)
    findings: list[str] = field(default_factory=list)
    challenge: Challenge | None = None
    started: float | None = None  # the seconds until the server's first answer
    name: str = ""  # of the server
    unreadable: list[str] = field(default_factory=list)  # findings about lines of the server
    failure: str = ""  # the reason why no session was opened
    noise: list[str] = field(default_factory=list)  # the first lines of the server that are no JSON
    is_foreign: bool = False  # the other side is no server

    @property
    def is_open(self) -> bool:
        """Whether the session was opened."""
        return bool(self.server)


class LossCount(SessionLog):
    """The log of a probe: the losses on the way to the client that matter to a person.

    `give_up` is called with the reason once the other side is seen to be no server.
    """

    def __init__(self, report: ClientReport, give_up: Callable[[str], None]) -> None:
        super().__init__(report.client, is_quiet=True)
        self._report, self._give_up = report, give_up

    def received(self, side: Side, line: bytes) -> None:
        """Look for a request that clients alone send, and for lines that are no JSON, before an answer."""
        row = self._report
        if side == "client" or row.is_foreign or row.started is not None:
            return
        try:
            row.is_foreign = member(parse(line), "method") in ("initialize", DISCOVER)
        except ValueError:
            row.noise.append(line[:60].decode("utf-8", "replace"))
            row.is_foreign = len(row.noise) == NOISE
        if row.is_foreign:
            self._give_up(ECHO if len(row.noise) < NOISE else "answers nothing")

    def lost(self, receiver: Side | None, frame: Any, losses: Any) -> None:
        """Count the losses of a frame."""
        if receiver is None:
            unread = [loss for loss in losses if loss.reason.startswith("not JSON")]
            self._report.unreadable += [f"a line of the server is lost: {loss.reason}" for loss in unread]
        if receiver == "client":
            self._report.losses.update(loss.kind for loss in losses if is_remarkable(loss))

    def is_agreed(self, bridge: Any) -> bool:
        """Report no revisions."""
        return True


class Probe(Session):
    """The session of a client of a revision."""

    def __init__(self, row: ClientReport, bridge: Any, make: Any, *, names_streams: bool) -> None:
        super().__init__((bridge, make, LossCount(row, self.give_up)), names_streams=names_streams)
        self.row = row
        self._answers: dict[int, tuple[str, asyncio.Future[Any]]] = {}

    async def ask(self, method: str, params: dict[str, Any], seconds: float = TIME) -> Any:
        """Send a request; return its response, an error without an id after the time."""
        number, answer = len(self._answers) + 1, asyncio.get_running_loop().create_future()
        self._answers[number] = method, answer
        self.tell({"jsonrpc": "2.0", "id": number, "method": method, "params": params})
        with anyio.move_on_after(seconds):
            return await answer
        return {"error": {"message": f"no answer in {seconds:g} seconds"}}

    def tell(self, frame: dict[str, Any]) -> None:
        """Send a frame."""
        self.from_lines("client", [json_line(frame)])

    def to_client(self, frame: Any, data: bytes) -> None:
        """Check a frame by the revision of the client; note an answer, refuse an input request."""
        tree = mr.Bridge.read(data).tree
        id, asked = member(tree, "id"), member(tree, "method")
        method, answer = (
            self._answers.get(id, ("", None)) if asked is None and type(id) is int else ("", None)
        )
        try:
            mr.revision(self.row.client).decode_message(data, sender="server", answering=method or None)
        except mr.DecodeError as error:
            self.row.findings.append(f"{asked or method or 'a frame'}: {error}")
        if answer is not None and not answer.done():
            answer.set_result(tree)
        elif asked is not None and id is not None:
            self.tell({"jsonrpc": "2.0", "id": id, "error": {"code": -32601, "message": "only a check"}})

    def over(self, side: Side) -> None:
        """End the requests that are open."""
        self.give_up("the server is gone")

    def give_up(self, reason: str) -> None:
        """Answer the requests that are open with an error."""
        for _, answer in self._answers.values():
            if not answer.done():
                answer.set_result({"error": {"message": reason}})

    def challenged(self, stream: Any, challenge: Any) -> None:
        """Note the challenge."""
        self.row.challenge = challenge
        self.row.findings.append(challenge.message)


def check_server(options: BridgeOptions, longest: float = START) -> int:
    """Print the revisions of the server and the results of each client; return the exit status.

    The server has at most `longest` seconds for the first answer in a session.
    """
    check(options)
    refuse_missing_command(options)
    spoken, rows = asyncio.run(_check(options, longest))
    if not any(row.is_open for row in rows):
        if rows[-1].challenge is not None:
            name = public(str(options.url))
            remedy = f"run: mcp-bridge login {name}, or give --header @FILE"
            remedy += " with the line Authorization: ... in the file"
            raise refuse(name, f"{rows[-1].challenge.message}; {remedy}")
        for row in rows:
            noise = f", and writes lines that are no JSON, such as {row.noise[0]!a}" if row.noise else ""
            report(row.name, f"{row.failure}{noise}")  # prints no line again, of the upstream neither
        report(rows[0].name, COMMAND_REMEDY if options.url is None else URL_REMEDY)
        return 2
    print(f"speaks {', '.join(spoken) or 'no revision that is known'}")
    print(f"{'client':12}{'server':12}{'gets':52}{'losses':22}may be asked")
    for row in rows:
        gets = ", ".join(f"{method} {count}" for method, count in row.listed.items()) or "nothing"
        losses = ", ".join(f"{count} {kind}" for kind, count in row.losses.items()) or "none"
        print(f"{row.client:12}{row.server or 'none':12}{gets:52}{losses:22}{_input_requests(row.client)}")
    findings = [f"{row.client}: {finding}" for row in rows for finding in dict.fromkeys(row.findings)]
    print("\n".join(findings) or "nothing is wrong")
    return 1 if findings else 0


async def _check(options: BridgeOptions, longest: float) -> tuple[list[str], list[ClientReport]]:
    make, close = upstreams(options)
    direct: list[ClientReport] = []
    rows: list[ClientReport] = []
    seconds = longest
    try:
        with _progress(2 * len(mr.REVISIONS)) as advance:
            oldest, *others, newest = mr.REVISIONS
            for revision in (oldest, newest, *others):
                direct.append(await _row(revision, revision, options, make, seconds))
                started = [row.started for row in direct if row.started is not None]
                if started:
                    seconds = min(longest, SOON + 2 * max(started))
                advance()
                if direct[-1].challenge is not None and not direct[-1].is_open:
                    return [], direct
                if direct[-1].is_foreign or not (started or revision == oldest):
                    return [], direct
            direct.sort(key=lambda row: mr.REVISIONS.index(row.client))
            for revision in mr.REVISIONS:
                rows.append(await _row(revision, AUTO, options, make, seconds))
                rows[-1].findings += [*direct[len(rows) - 1].unreadable, *rows[-1].unreadable]
                advance()
    finally:
        await close()
    return [row.client for row in direct if row.is_open and row.server == row.client], rows


@contextmanager
def _progress(total: int) -> Iterator[Callable[[], None]]:
    """Show a bar of the sessions after a while, on a terminal; yield the function that completes one."""
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


async def _row(revision: str, server: str, options: BridgeOptions, make: Any, seconds: float) -> ClientReport:
    """Hold a session as a client of a revision; the server has so many seconds for its first answer."""
    row = ClientReport(revision)
    limits = {"opening": seconds, "probe": seconds}
    bridge = new_bridge(revision, BridgeOptions(revision, server, limits=limits))
    probe = Probe(row, bridge, make, names_streams=options.url is not None)
    await probe.start()
    try:
        # The bridge asks up to three times, each for so many seconds, to find out a revision.
        await _talk(probe, row, seconds if server != AUTO else 3 * seconds + SOON)
    finally:
        is_first = probe.is_over
        probe.end("client")
        code = await probe.upstream.stop(0.5)
    row.name = probe.upstream.name
    if is_first and code is not None and not row.is_open:
        row.failure = ending(code)
        row.findings = [f"no session: {row.name} {row.failure}"]
    return row


async def _talk(probe: Probe, row: ClientReport, seconds: float) -> None:
    """Open the session and list the tools, prompts and resources of the server."""
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
        row.failure = str(opened.get("error", {}).get("message"))
        row.findings.append(f"no session: {row.failure}")
        return
    bridge = probe.bridge
    row.server = bridge.server if bridge.server != row.client else result.get("protocolVersion", row.client)
    for capability, method in LISTINGS.items():
        if capability in result.get("capabilities", {}):
            await _list(probe, row, method, params)


async def _list(probe: Probe, row: ClientReport, method: str, params: dict[str, Any]) -> None:
    """Count the items on the pages of a list, `PAGES` at most; no further one after `TIME`."""
    cursor: dict[str, str] = {}
    end = asyncio.get_running_loop().time() + TIME
    for _ in range(PAGES):
        answer = await probe.ask(method, {**params, **cursor})
        listed = member(answer, "result", method.partition("/")[0])
        if not isinstance(listed, list):
            row.findings.append(f"{method}: {member(answer, 'error', 'message') or 'no list'}")
            return
        row.listed[method] = row.listed.get(method, 0) + len(listed)
        following = member(answer, "result", "nextCursor")
        if not isinstance(following, str):
            return
        if asyncio.get_running_loop().time() > end:
            break
        cursor = {"cursor": following}
    row.findings.append(f"{method}: lists no end; the rest is not checked")


def _input_requests(revision: str) -> str:
    """Return the input requests that a client of a revision may get."""
    known = mr.revision(revision).METHODS
    if revision in per_request():
        return "in results: " + ", ".join(name.partition("/")[0] for name in INPUT_REQUESTS)
    return ", ".join(name.partition("/")[0] for name in INPUT_REQUESTS if name in known)
