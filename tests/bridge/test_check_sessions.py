"""The sessions of `mcp-bridge check` with servers in its own loop, whose time is instant."""

from __future__ import annotations

import asyncio
import json
import sys
from collections.abc import Callable, Mapping
from types import SimpleNamespace
from typing import Any

import mcp_revisions as mr
import pytest

from mcp_bridge import check, diagnostics
from mcp_bridge.check import TIME, check_server
from mcp_bridge.http_client import Unanswered, UpstreamFailure
from mcp_bridge.http_headers import VERSION_META, Challenge
from mcp_bridge.options import BridgeOptions
from mcp_bridge.problems import Refused
from support.instant_loop import run_at_once
from support.listed_server import ListedServer

LEGACY, NEWEST, MODERN = "2025-06-18", "2025-11-25", "2026-07-28"
PAGES, NOISE = 5, 20  # in these tests
Answer = Callable[["Server", Any], Any]  # of a request: the members of the response, frames, or nothing


class Server(ListedServer):
    """A server that answers requests by a function, each after some seconds."""

    def __init__(self, session: Any, answer: Answer, seconds: float = 0.0) -> None:
        super().__init__(session)
        self.answer, self.seconds = answer, seconds
        self.code = 5

    def send(self, frame: Any, data: bytes, headers: Mapping[str, str]) -> None:
        """Answer a request."""
        super().send(frame, data, headers)
        if self.sent[-1].keys() >= {"id", "method"}:
            asyncio.get_running_loop().call_later(self.seconds, self._respond, self.sent[-1])

    def _respond(self, frame: Any) -> None:
        found = self.answer(self, frame)
        if found is not None:
            self.say({"jsonrpc": "2.0", "id": frame["id"], **found})

    def say(self, frame: Any) -> None:
        """Write a frame, or a line."""
        line = frame if isinstance(frame, bytes) else json.dumps(frame).encode()
        self.session.from_lines("server", [line])


def speaking(*revisions: str, **able: Callable[[Any], Any]) -> Answer:
    """Return the answers of a server of these revisions; each capability has a function of the params."""
    legacy = [each for each in revisions if each < MODERN]
    modern = [each for each in revisions if each >= MODERN]
    cached = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}

    def answer(server: Server, frame: Any) -> Any:
        method, params = frame["method"], frame.get("params", {})
        requested = params.get("_meta", {}).get(VERSION_META)
        if modern and requested not in (None, *modern):
            known = {"supported": modern, "requested": requested}
            return {"error": {"code": -32022, "message": "no such revision", "data": known}}
        capability = method.partition("/")[0]
        about = {"capabilities": {name: {} for name in able}, "serverInfo": {"name": "s", "version": "1"}}
        if method == "initialize" and legacy:
            asked = params["protocolVersion"]
            return {"result": {**about, "protocolVersion": asked if asked in legacy else legacy[-1]}}
        if method == "server/discover" and modern:
            return {"result": {**about, **cached, "supportedVersions": modern}}
        if capability in able:
            found = able[capability](params)
            if found is None or "error" in found:
                return found
            return {"result": {**found, **(cached if "_meta" in params else {})}}
        return {"error": {"code": -32601, "message": "no"}}

    return answer


def tools(params: Any) -> Any:
    """Return two tools."""
    return {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in "ab"]}


class Checked:
    """The screen of a check, and the servers of its sessions."""

    def __init__(self, answer: Answer, seconds: float = 0.0, url: str | None = None) -> None:
        self.servers: list[Server] = []
        self.err: list[str] = []
        self.out = ""
        self.status: int | None = None
        self.closed = 0

        def make(session: Any) -> Server:
            self.servers.append(Server(session, answer, seconds))
            return self.servers[-1]

        async def close() -> None:
            self.closed += 1

        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(check, "upstreams", lambda options: (make, close))
            patch.setattr(asyncio, "run", run_at_once)
            patch.setattr(check, "refuse_missing_command", lambda *given, **named: None)
            patch.setattr(diagnostics, "_lines", diagnostics.RepeatedLines(self.err.append))
            patch.setattr(check, "leave_line", lambda: None)
            patch.setattr("builtins.print", self._print)
            command = () if url else ("server",)
            self.status = check_server(BridgeOptions("auto", "auto", command, url=url))
        assert self.closed == 1

    def _print(self, text: str) -> None:
        self.out += text + "\n"

    @property
    def rows(self) -> dict[str, list[str]]:
        """The columns of each client."""
        lines = self.out.splitlines()[2 : 2 + len(mr.REVISIONS)]
        columns = (12, 24, 76, 98)
        return {
            line[:12].strip(): [line[a:b].strip() for a, b in zip(columns, (*columns[1:], None), strict=True)]
            for line in lines
        }

    @property
    def findings(self) -> list[str]:
        """The lines after the table."""
        return self.out.splitlines()[2 + len(mr.REVISIONS) :]


ALL = "sampling, elicitation, roots"
ASKED = {"2024-11-05": "sampling, roots", "2025-03-26": "sampling, roots", LEGACY: ALL, NEWEST: ALL}


@pytest.mark.parametrize("revisions", [(LEGACY,), (LEGACY, NEWEST), (MODERN,), ("2024-11-05", MODERN)])
def test_the_screen_of_a_sound_server(revisions: tuple[str, ...]) -> None:
    """The row of a client has the revision of the bridge, its results, and the requests that it may get."""
    found = Checked(speaking(*revisions, tools=tools))
    assert found.status == 0 and found.err == [] and found.findings == ["nothing is wrong"]
    assert found.out.splitlines()[0] == f"speaks {', '.join(revisions)}"
    assert [*found.rows] == list(mr.REVISIONS)
    for client, (server, gets, losses, asked) in found.rows.items():
        assert server in revisions and gets == "tools/list 2" and losses in ("none", "1 dropped", "2 dropped")
        assert asked == ASKED.get(client, f"in results: {ALL}")
    # A session in the revision of both sides is the row of its client where the bridge talks in no other way.
    alone = (
        3 if mr.REVISIONS[-1] == MODERN else 4
    )  # the row of the newest revision, tried first, serves twice
    others = {(LEGACY,): 2, (LEGACY, NEWEST): 3, (MODERN,): alone, ("2024-11-05", MODERN): 2}
    assert len(found.servers) == len(mr.REVISIONS) + others[revisions] <= check.SESSIONS


def test_a_server_without_lists_gets_nothing_for_a_client() -> None:
    """The column says so."""
    found = Checked(speaking(NEWEST))
    assert {gets for _, gets, _, _ in found.rows.values()} == {"nothing"} and found.status == 0


def test_the_pages_of_a_list(monkeypatch: pytest.MonkeyPatch) -> None:
    """All are counted, up to a bound; a list that takes long, or is none, is a finding."""

    def pages(params: Any) -> Any:
        at = int(params.get("cursor", 0))
        return {**tools(params), **({"nextCursor": str(at + 1)} if at < last else {})}

    monkeypatch.setattr(check, "PAGES", PAGES)
    for last in (0, 1, PAGES - 1):
        found = Checked(speaking(NEWEST, tools=pages))
        assert found.status == 0 and found.rows[NEWEST][1] == f"tools/list {2 * (last + 1)}"
    last = PAGES
    found = Checked(speaking(NEWEST, tools=pages))
    assert found.status == 1 and found.rows[NEWEST][1] == f"tools/list {2 * PAGES}"
    end = "tools/list: the server always names a next page; the rest is not checked"
    assert found.findings == [f"{each}: {end}" for each in mr.REVISIONS]
    monkeypatch.setattr(check, "PAGES", 50)
    last = 9
    found = Checked(speaking(NEWEST, tools=pages), seconds=TIME / 4)
    assert found.rows[NEWEST][1] == "tools/list 10" and found.findings == [
        f"{each}: {end}" for each in mr.REVISIONS
    ]
    for answer, said in (
        ({"error": {"code": 1, "message": "why"}}, "why"),
        (None, f"no answer in {TIME:g} seconds"),
    ):
        found = Checked(speaking(NEWEST, tools=lambda params: answer))  # noqa: B023
        assert found.status == 1 and f"{NEWEST}: tools/list: {said}" in found.findings
        assert found.rows[NEWEST][1] == "nothing"


def test_what_a_client_cannot_read_is_a_finding() -> None:
    """Once for each client, with its request; a request of the server is refused, and none is asked twice."""

    def odd(params: Any) -> Any:
        return {"tools": [{"name": 5}]}

    def asking(server: Server, frame: Any) -> Any:
        if frame["method"] == "tools/list":
            server.say({"jsonrpc": "2.0", "id": "q", "method": "ping"})
            server.say({"jsonrpc": "2.0", "id": "r", "method": "roots/list"})
            server.say({"jsonrpc": "2.0", "method": "notifications/tools/list_changed"})
        return speaking(NEWEST, tools=tools)(server, frame)

    found = Checked(speaking(NEWEST, tools=odd))
    assert found.status == 1
    assert any(line.startswith(f"{NEWEST}: tools/list: ") for line in found.findings)
    found = Checked(asking)
    answers = {frame["id"]: frame for server in found.servers for frame in server.sent if "error" in frame}
    assert answers.keys() == {"q", "r"} and answers["q"]["error"]["message"] == "only a check"
    assert all("notifications/tools" not in line for line in found.findings)
    assert all(len({frame["id"] for frame in each}) == len(each) for each in requests(found))


def requests(found: Checked) -> list[list[Any]]:
    """Return the requests of each session."""
    return [[each for each in one.sent if "id" in each and "method" in each] for one in found.servers]


@pytest.mark.parametrize("seconds", [0.5, 1.5])
def test_progress_is_shown_after_a_while(seconds: float, monkeypatch: pytest.MonkeyPatch) -> None:
    """And not once the sessions are over, while the connections are closed."""
    calls: list[str] = []

    class Bar(SimpleNamespace):
        """A bar that is counted."""

        def __init__(self, *columns: Any, **options: Any) -> None:
            super().__init__(live=SimpleNamespace(is_started=False))

        def add_task(self, name: str, total: int) -> int:
            return total

        def start(self) -> None:
            calls.append("start")
            self.live.is_started = True

        def advance(self, task: int) -> None:
            calls.append(f"advance {task}")

        def stop(self) -> None:
            calls.append("stop")

    monkeypatch.setattr("rich.progress.Progress", Bar)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: True, raising=False)

    async def work() -> None:
        with check._progress(9) as advance:
            await asyncio.sleep(seconds)
            advance()
        await asyncio.sleep(10)

    run_at_once(work())
    assert calls == (["start", "advance 9", "stop"] if seconds > check.NOTICE else ["advance 9"])


# What is no server


@pytest.mark.parametrize("noise", [NOISE - 1, NOISE])
@pytest.mark.parametrize("first", [False, True])
def test_a_program_that_writes_lines_alone(noise: int, first: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """So many lines without an answer are enough; after an answer they are a finding."""
    monkeypatch.setattr(check, "NOISE", NOISE)
    sound = speaking(NEWEST, tools=tools)

    def answer(server: Server, frame: Any) -> Any:
        if (frame["method"] == "tools/list") is first:
            for _ in range(noise):
                server.say(b"a log")
        return sound(server, frame)

    found = Checked(answer)
    if first or noise < NOISE:
        assert found.status == 1 and found.err == []
        assert f"{NEWEST}: a line of the server is not JSON-RPC: 'a log'" in found.findings
    else:
        (line,) = found.err
        assert found.status == 2 and line.startswith("server: answers nothing, and writes lines that are no")
        assert line.endswith(check.COMMAND_REMEDY) and len(found.servers) == 1


@pytest.mark.parametrize("line", ["hello", '{"level":"info"}'])
def test_a_program_that_writes_a_line_for_each_request(line: str) -> None:
    """Lines that are no answers are named with the time that the check has waited."""
    found = Checked(lambda server, frame: server.say(line.encode()))
    noise = f"and writes lines that are not JSON-RPC, such as {line!r}"
    waits = ("initialize in 30 seconds", "server/discover in 10 seconds")
    reasons = "; ".join(f"no answer to {wait}, {noise}" for wait in waits)
    assert found.status == 2 and len(found.servers) == 2
    assert found.err[-1] == f"server: {reasons}; {check.COMMAND_REMEDY}"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ({"jsonrpc": "2.0", "id": 1, "method": "initialize"}, check.ECHO),
        ({"jsonrpc": "1.0", "id": 1, "result": {}}, "which is not a JSON-RPC 2.0 message"),
        ({"jsonrpc": "2.0", "id": "other", "result": {}}, "whose id belongs to no request"),
        ([], "which is not a JSON-RPC 2.0 message"),
        (5, "which is not a JSON-RPC 2.0 message"),
    ],
)
def test_a_first_frame_that_no_server_writes(line: Any, reason: str) -> None:
    """One session is enough, and no time passes."""
    found = Checked(lambda server, frame: server.say(line))
    assert found.status == 2 and len(found.servers) == 1 and reason in found.err[0]
    assert len(found.err) == 1 and check.COMMAND_REMEDY in found.err[0]


def test_a_wrong_frame_after_an_answer_is_a_finding() -> None:
    """The server is one; the request that is open ends at once."""
    sound = speaking(NEWEST, tools=tools)

    def answer(server: Server, frame: Any) -> Any:
        if frame["method"] != "tools/list":
            return sound(server, frame)
        server.say({"jsonrpc": "2.0", "id": "other", "result": {}})
        return None

    found = Checked(answer)
    assert found.status == 1 and found.err == []
    assert any(
        "tools/list: answers" in line and "id belongs to no request" in line for line in found.findings
    )


def test_a_server_that_answers_no_revision() -> None:
    """The oldest and the newest are asked; an error says that a server is there, so that all are asked."""
    found = Checked(lambda server, frame: None)
    assert found.status == 2 and len(found.servers) == 2
    assert found.err[-1].startswith(
        "server: no answer to initialize in 30 seconds; no answer to server/discover in 10 seconds; "
    )
    assert [line.partition(";")[0] for line in found.err[:-1]] == [
        "server: has not yet answered initialize",
        "server: has not yet answered server/discover",
    ]
    found = Checked(lambda server, frame: {"error": {"code": -1, "message": "never"}})
    assert found.status == 2 and len(found.servers) > 2
    assert found.err[0].startswith("server: answers with the error: never")
    found = Checked(lambda server, frame: {"result": 5})
    assert found.status == 2 and "without a result, to the answer" in found.err[0]


def test_a_server_that_ends_is_named_by_its_status() -> None:
    """Before it has answered anything."""

    def end(server: Server, frame: Any) -> Any:
        server.session.upstream_ended(server)

    found = Checked(end)
    assert found.status == 2 and found.err[0].startswith("server: ended with exit status 5 before the client")


def test_times_are_shown_with_one_digit_after_the_point() -> None:
    """After a first answer in 2.06 s, a session has 9.1 s for its first answer, and reports just that."""
    first: list[Server] = []
    answers = speaking(mr.REVISIONS[0])

    def answer(server: Server, frame: Any) -> Any:
        first.append(server)
        return answers(server, frame) if server is first[0] else None

    found = Checked(answer, seconds=2.0612)
    silent, slow, end = found.err
    assert "has not yet answered initialize; the check waits 30 seconds" in silent
    assert "has not yet answered server/discover; the check tries initialize after 9.1 seconds" in slow
    assert "no answer to initialize in 9.1 seconds; no answer to server/discover in 9.1 seconds" in end


@pytest.mark.parametrize(("seconds", "is_open"), [(0.0, True), (4.0, True), (29.0, True), (31.0, False)])
def test_a_server_has_the_time_that_it_needed_before(seconds: float, is_open: bool) -> None:
    """It has half a minute for its first answer in the first session."""
    found = Checked(speaking(NEWEST), seconds=seconds)
    assert (found.status == 0) is is_open


def test_a_challenge_says_how_to_log_in() -> None:
    """A server behind a URL that wants an authorization is no defect."""
    url = "https://host.example/mcp"

    def challenge(server: Server, frame: Any) -> Any:
        server.session.challenged(object(), Challenge(401, "Bearer", "why"))
        return {"error": {"code": -1, "message": "no"}}

    with pytest.raises(Refused) as caught:
        Checked(challenge, url=url)
    (problem,) = caught.value.problems
    assert (
        problem.location == url and f"run: mcp-bridge login {url}, or give --header @FILE" in problem.message
    )


@pytest.mark.parametrize(
    ("failure", "sessions"), [(UpstreamFailure("it is gone"), 1), (Unanswered(500, "no answer"), 2)]
)
def test_a_url_without_a_server_is_given_up(failure: Exception, sessions: int) -> None:
    """One that replies with a status may be a server of another revision."""

    def fail(server: Server, frame: Any) -> Any:
        server.session.upstream_failed("server", failure)
        server.session.unanswered(frame["id"], str(failure))

    found = Checked(fail, url="https://host.example/mcp")
    assert found.status == 2 and str(failure) in found.err[0] and found.err[0].endswith(check.URL_REMEDY)
    assert len(found.servers) >= sessions and (len(found.servers) == 1) is (sessions == 1)
