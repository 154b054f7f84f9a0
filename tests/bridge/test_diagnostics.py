"""The lines of `mcp-bridge` on stderr: bounded, folded, one for each thing that a person may act on."""

from __future__ import annotations

import errno
import json
import logging
import re
import signal
import subprocess
import sys
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from itertools import count
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import httpx2
import mcp_revisions as mr
import pytest
from mcp_revisions import Loss

import mcp_bridge
from mcp_bridge.diagnostics import (
    BOILERPLATE,
    COMMAND_REMEDY,
    LINES,
    NAMED,
    PAUSE,
    WIDTH,
    LossReport,
    Recorder,
    RepeatedLines,
    SessionLog,
    is_remarkable,
    report,
    report_limit,
    reporting,
)
from mcp_bridge.options import STOPPING
from mcp_bridge.problems import Refused
from mcpgen.cli import run
from support.bridge_process import BRIDGE, HELLO, call, gone, odd
from support.http_bridge import (
    ACCEPT,
    INITIALIZED,
    LegacyClient,
    ListeningBridge,
    Scripted,
    frames,
    modern,
    well,
)
from support.paths import ROOT
from support.waiting import CEILING

SAME = "bridge: client 2025-06-18, server 2025-06-18; messages pass unchanged"


# Bounds


def test_a_line_is_printed_once_in_a_pause_and_then_counted() -> None:
    """The number follows with the first line after the pause, and no line is lost in it."""
    lines: list[str] = []
    now = [0.0]
    repeated = RepeatedLines(lines.append, lambda: now[0])
    for line in ("a", "b", "a", "a"):
        repeated.add(line)
    assert lines == ["a", "b"]
    now[0] = PAUSE
    repeated.add("b")
    assert lines == ["a", "b", "a (2 more)", "b"]
    repeated.end_pause()
    assert lines[4:] == []


def test_a_line_names_its_session() -> None:
    """Another session that repeats the line is named with the number of repetitions, `NAMED` at most."""
    lines: list[str] = []
    repeated = RepeatedLines(lines.append, lambda: 0.0)
    repeated.add("a", 3)
    repeated.add("b", 4)
    repeated.add("b", 4)
    for session in (5, 7, 5):
        repeated.add("a", session)
    for session in range(2 * NAMED):
        repeated.add("c", session)
    assert lines == ["a (session 3)", "b (session 4)", "c (session 0)"]
    repeated.end_pause()
    named = ", ".join(map(str, range(1, NAMED + 1)))
    assert lines[3:5] == ["a (3 more; session 5, 7)", "b (1 more; session 4)"]
    assert lines[5:] == [f"c ({2 * NAMED - 1} more; session {named})"]


@pytest.mark.parametrize("step", [0.0, PAUSE / 960])
def test_lines_that_a_peer_makes_up_are_bounded(step: float) -> None:
    """Of 9,600 different long lines, `LINES` are printed in a pause, each of a bounded width."""
    lines: list[str] = []
    clock = count(1.0, step)
    repeated = RepeatedLines(lines.append, lambda: next(clock))
    for number in range(9600):
        repeated.add(f"{number} {'x' * WIDTH}")
    repeated.end_pause()
    pauses = 1 if step == 0 else 10
    assert len(lines) == pauses * (LINES + 1)
    assert max(map(len, lines)) == WIDTH + 3
    left_out = [line for line in lines if "are not shown" in line]
    assert (
        left_out
        == [f"mcp-bridge: {9600 // pauses - LINES} more lines are not shown; the limit is {LINES} lines"]
        * pauses
    )


def test_a_line_that_is_forgotten_is_printed_again_and_not_counted() -> None:
    """A front that begins in the same process prints no number of another one's lines."""
    lines: list[str] = []
    repeated = RepeatedLines(lines.append, lambda: 0.0)
    for line in (*map(str, range(LINES + 1)), "0", "0"):
        repeated.add(line)
    for _ in range(2):
        repeated.add_limit("sessions", "c", "9")
    repeated.forget()
    repeated.add_limit("sessions", "c", "9")
    repeated.end_pause()
    assert lines == [*map(str, range(LINES)), "clients: c is refused: 9"]


def test_a_record_of_a_library_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Only the last location of a traceback is printed, and no record below a warning."""
    handlers = list(logging.getLogger().handlers)
    report("before", "twice")
    report("before", "twice")
    assert capsys.readouterr().err.count("before") <= 1
    with reporting():
        logging.getLogger("asyncio").info("first")
        logging.getLogger("asyncio").warning("second\nline")
        try:
            raise KeyError("lost")
        except KeyError as error:
            assert error.__traceback__ is not None
            line = error.__traceback__.tb_lineno
            logging.getLogger("uvicorn.error").exception("third")
        logging.getLogger("uvicorn.error").error(
            "Traceback (most recent call last):\n  File\nValueError: x\n"
        )
        report("here", "twice")
        report("here", "twice")
    assert logging.getLogger().handlers == handlers
    assert capsys.readouterr().err.splitlines() == [
        "mcp-bridge: second",
        f"mcp-bridge: third: KeyError: 'lost' (test_diagnostics.py, line {line})",
        "mcp-bridge: ValueError: x",
        "here: twice",
        "here: twice (1 more)",
    ]


# The log


class Records:
    """A recorder that keeps the calls."""

    def __init__(self) -> None:
        self.found: list[Any] = []

    def record(self, *told: Any) -> None:
        """Keep it."""
        self.found.append(told)


def test_a_session_records_its_frames() -> None:
    """On the connection of each side, with the session's number, and the bridge where it is the author."""
    for number, session in ((None, ""), (3, '"session":3,')):
        records: Any = Records()
        log = SessionLog("auto", recorder=records, number=number)
        log.received("client", b"1")
        log.received("server", b"2", is_own=True)
        log.sent("client", b"3")
        log.sent("server", b"4")
        assert records.found == [
            ("client", "client", b"1", session, ""),
            ("server", "server", b"2", session, '"by":"bridge",'),
            ("server", "client", b"3", session),
            ("client", "server", b"4", session),
        ]


def test_a_line_of_the_log_has_its_time(tmp_path: Path) -> None:
    """In UTC, as RFC 3339 writes it, to the millisecond."""
    recorder = Recorder(tmp_path / "log")
    begin = time.time()
    for _ in range(20):
        recorder.record("client", "server", b"{}")
    recorder.close()
    told = [json.loads(line)["time"] for line in (tmp_path / "log").read_text().splitlines()]
    assert all(re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}\+00:00", line) for line in told)
    assert len(told) == 20
    assert begin - 0.001 <= datetime.fromisoformat(told[0]).timestamp()
    assert datetime.fromisoformat(told[-1]).timestamp() <= time.time()


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no device that is always full")
def test_a_log_pauses_after_a_failure(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is written for a minute. Then the next line is tried, and its failure is reported again."""
    now = [0.0]
    recorder = Recorder(Path("/dev/full"), lambda: now[0])
    with reporting():
        for _ in range(3):
            recorder.record("client", "client", b"{}")
    (line,) = capsys.readouterr().err.splitlines()
    assert "logging has stopped for a minute" in line
    now[0] = PAUSE
    with reporting():
        recorder.record("client", "client", b"{}")
    assert capsys.readouterr().err.splitlines() == [line]
    recorder.close()


def test_a_log_continues_on_a_line_of_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """After a minute, a disk that was full for a part of a line has room again."""
    now = [0.0]
    recorder = Recorder(tmp_path / "log", lambda: now[0])

    class Full:
        room = 30

        def write(self, data: bytes) -> int:
            data = data[: self.room]
            if not data:
                raise OSError(errno.ENOSPC, "full")
            self.room -= len(data)
            return file.write(data)

    file, full = recorder._file, Full()
    setattr(recorder, "_file", full)  # noqa: B010 - a disk without room
    with reporting():
        for id in (1, 2):
            recorder.record("client", "client", b'{"id":%d}' % id)
    now[0], full.room = PAUSE, 1000
    recorder.record("client", "client", b'{"id":3}')
    file.close()
    cut, line = (tmp_path / "log").read_text("utf-8").splitlines()
    assert len(cut) == 30 and json.loads(line)["message"] == {"id": 3}
    assert len(capsys.readouterr().err.splitlines()) == 1


# Losses and revisions


@pytest.mark.parametrize(
    ("to", "sender", "start"),
    [
        ("client", None, "to the client, m/a/*/b"),
        ("server", "client", "to the server, m/a/*/b"),
        (None, "server", "ends here from the server, dropped/a/*/b"),
        (None, None, "ends here, dropped/a/*/b"),
    ],
)
def test_a_loss_is_a_line_with_its_receiver(
    to: Any, sender: Any, start: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The indices of items do not tell losses apart; the method is that of the frame that is lost."""
    dropped = {"method": "dropped"}
    report = LossReport()
    with reporting():
        for index in (1, 2):
            values = (dropped, {"method": "other"})
            losses = tuple(Loss("dropped", f"/a/{index}/b", value, "why", "c") for value in values)
            report.add(mcp_bridge.Frame(to, {"method": "m"}, losses, sender=sender))
        quiet = [Loss("respelled", "/x", 1, "w", "c"), Loss("dropped", "/a/ttlMs", 1, "w", "c")]
        report.add(mcp_bridge.Frame(to, {"method": "m"}, tuple(quiet), sender=sender))
    assert capsys.readouterr().err.splitlines() == [f"{start}: dropped: why [c]"]


@pytest.mark.parametrize("given", ["auto", "2025-06-18", "2026-07-28"])
@pytest.mark.parametrize("client", ["auto", "2025-06-18", "2025-11-25", "2026-07-28"])
@pytest.mark.parametrize("requested", [None, "2025-06-18", "2099-01-01"])
@pytest.mark.parametrize("quiet", [False, True])
def test_the_revisions_are_reported_once(
    given: str, client: str, requested: str | None, quiet: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """The wish of a client that it does not simply get; then the revisions, once they are agreed."""
    bridge: Any = SimpleNamespace(client=client, requested=requested, server="2025-06-18", agreed=False)
    log = SessionLog(given, is_quiet=quiet)
    with reporting():
        assert not log.is_agreed(bridge) and not log.is_agreed(bridge)
        bridge.agreed = True
        assert log.is_agreed(bridge) and log.is_agreed(bridge)
    lines = []
    if requested is not None and client == "auto":
        what = "which needs initialize" if requested == "2025-06-18" else "an unknown revision"
        lines.append(
            f"client: requests revision {requested!r}, {what}; the client may retry with another revision"
        )
    elif requested not in (None, client):
        step = "; remove --client, or write --client auto" if given == client and requested < "2099" else ""
        lines.append(f"client: requests revision {requested!r}; the bridge speaks revision {client}{step}")
    elif requested is not None and given not in (client, "auto"):
        line = (
            f"client: requests revision {client}, so the bridge ignores --client {given}; remove that option"
        )
        lines.append(line)
    same = "; messages pass unchanged" if client == "2025-06-18" else ""
    lines += [] if quiet else [f"bridge: client {client}, server 2025-06-18{same}"]
    assert capsys.readouterr().err.splitlines() == lines


@pytest.mark.parametrize("server", ["auto", "2024-11-05"])
@pytest.mark.parametrize("own", [False, True])
def test_a_refusal_of_the_revision_in_the_options_is_reported(
    server: str, own: bool, capsys: pytest.CaptureFixture[str]
) -> None:
    """Only the server's first answer counts."""
    refusal = b'{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"Method not found"}}'
    with reporting():
        log, accepted = (SessionLog("auto", server=server, is_quiet=True) for _ in range(2))
        accepted.received("server", b'{"jsonrpc":"2.0","id":1,"result":{}}')
        accepted.received("server", refusal)
        assert accepted.remedy() == ""
        for line in (b"{", b'{"jsonrpc":"2.0","method":"notifications/message"}'):
            log.received("server", line)
        assert capsys.readouterr().err == ""
        log.received("server", refusal, is_own=own)
        log.received("server", refusal.replace(b"not found", b"unknown"), is_own=own)
    said = "server: answers the bridge's first request with the error 'Method not found'; "
    said += "if it does not speak 2024-11-05, remove --server\n"
    assert capsys.readouterr().err == (said if server != "auto" and not own else "")


@pytest.mark.parametrize(
    "frame, server, methods",
    [
        (HELLO, "2024-11-05", ["initialize"]),
        (HELLO, "2026-07-28", ["server/discover"]),
        (modern("tools/list")[0], "2025-06-18", ["initialize"]),
        (modern("tools/list")[0], "2026-07-28", ["tools/list"]),
    ],
)
def test_a_wrong_server_revision_is_named(frame: Any, server: str, methods: list[str]) -> None:
    """A server that refuses the first request of that revision gets a line that names the option."""
    script = """
import json, sys
for line in sys.stdin:
    frame = json.loads(line)
    print(frame["method"], file=sys.stderr, flush=True)
    error = {"code": -32601, "message": "Method not found"}
    print(json.dumps({"jsonrpc": "2.0", "id": frame["id"], "error": error}), flush=True)
"""
    done = subprocess.run(
        [*BRIDGE, "--server", server, "--", sys.executable, "-c", script],
        input=json.dumps(frame) + "\n",
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )
    assert json.loads(done.stdout)["error"]["message"] == "Method not found"
    said = "server: answers the bridge's first request with the error 'Method not found'; "
    lines = [line for line in done.stderr.splitlines() if not line.startswith("bridge: client ")]
    assert sorted(lines) == sorted([*methods, f"{said}if it does not speak {server}, remove --server"])


@pytest.mark.parametrize("server", ["auto", "2026-07-28"])
def test_a_wrong_server_revision_is_named_for_a_status_without_an_error(server: str) -> None:
    """A server with a handshake may answer a request without a session by a status only."""
    with Scripted(lambda *request: (400, {}, None)) as upstream:
        options = [*BRIDGE, "--server", server, "--quiet", "--connect", upstream.url]
        done = subprocess.run(
            options,
            input="".join(json.dumps(modern("tools/list", id)[0]) + "\n" for id in (1, 2)),
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
        said = f"{upstream.url}: the server answers 400 with nothing, not with a JSON-RPC response"
    named = f"{said}; if it does not speak 2026-07-28, remove --server"
    assert (named in done.stderr.splitlines()) is (server != "auto")
    assert said in done.stderr


def test_a_loss_in_a_response_is_a_line_with_the_method_of_its_request(
    capsys: pytest.CaptureFixture[str],
) -> None:
    """So a person can find the tool call, the list or the prompt that it concerns."""
    bridge = mcp_bridge.Bridge("2024-11-05", "2025-11-25")
    events = bridge.from_client({"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"name": "t"}})
    content = [{"type": "text", "text": "x", "annotations": {"lastModified": "2026-01-01T00:00:00Z"}}]
    result = {"content": content, "structuredContent": {"a": 1}}
    (frame,) = bridge.from_server({"jsonrpc": "2.0", "id": events[0].id, "result": result})
    assert isinstance(frame, mcp_bridge.Frame) and frame.answering == "tools/call"
    with reporting():
        LossReport().add(frame)
    assert "to the client, tools/call/result/" in capsys.readouterr().err


# The HTTP front


def test_sessions_that_agree_on_the_same_revisions_share_a_line() -> None:
    """The first session of each pair of revisions is reported at once, and the others as a number."""
    with Scripted(well) as server, ListeningBridge("--connect", server.url) as bridge:
        for version in ("2025-06-18",) * 6 + ("2025-11-25", "2025-11-25"):
            client = LegacyClient(bridge.url, version)
            client.post(INITIALIZED)
            assert frames(client.call())[-1]["result"]
        frame, headers = modern("tools/call", name="t")
        assert httpx2.post(bridge.url, json=frame, headers=headers, timeout=CEILING).status_code == 200
        lines, status = bridge.stopped()
    assert lines == [
        f"{SAME} (session 1)",
        "bridge: client 2025-11-25, server 2025-06-18 (session 7)",
        "bridge: client 2026-07-28, server 2025-06-18 (session 9)",
        f"{SAME} (5 more; session 2, 3, 4, 5, 6)",
        "bridge: client 2025-11-25, server 2025-06-18 (1 more; session 8)",
    ]
    assert status == 128 + signal.SIGTERM


@pytest.mark.parametrize(
    "options, asked, lines",
    [
        (
            (),
            "2099-01-01",
            ["client: requests revision '2099-01-01'; the bridge speaks revision 2025-11-25 (session 1)"],
        ),
        (("--quiet",), "2025-06-18", []),
    ],
)
def test_a_session_of_the_front_is_reported_as_one_on_stdio(
    options: tuple[str, ...], asked: str, lines: list[str]
) -> None:
    """The lines on stderr are those of a session on stdin and stdout."""
    with ListeningBridge(*options, "--", *odd("well")) as bridge:
        LegacyClient(bridge.url, asked).post(INITIALIZED)
        assert bridge.stopped()[0][: len(lines) or None] == lines


def test_the_log_tells_sessions_apart(tmp_path: Path) -> None:
    """The lines of one number are one session, which `validate` reads; no line has the id of a session."""
    log = tmp_path / "bridge.jsonl"
    with (
        Scripted(well) as server,
        ListeningBridge("--server", "2025-06-18", "--connect", server.url, "--log", str(log)) as bridge,
    ):
        clients = [LegacyClient(bridge.url, "2025-11-25") for _ in range(2)]
        for frame in (INITIALIZED, call(1)):
            for client in clients:
                client.post(frame)
        bridge.stopped()
    lines = log.read_text("utf-8").splitlines(keepends=True)
    assert len(lines) == 2 * 10 and not any(client.session in "".join(lines) for client in clients)
    for number in (1, 2):
        own = [line for line in lines if line.startswith(f'{{"session":{number},')]
        methods = [json.loads(line)["message"].get("method") for line in own]
        assert len(own) == 10 and methods.count("initialize") == methods.count("tools/call") == 2
        one = tmp_path / f"{number}.jsonl"
        one.write_text("".join(own), "utf-8")
        assert run(["validate", "--revision", "auto", str(one)]) == 0
    assert run(["validate", "--revision", "auto", str(log)]) in (0, 1)  # an id may be open twice


@pytest.mark.parametrize("number", [signal.SIGINT])
def test_the_status_of_the_front_has_the_number_of_the_signal(number: signal.Signals) -> None:
    """A second signal does not wait for open responses; no line is printed for those cut off."""
    with ListeningBridge("--quiet", "--", *odd("silent")) as bridge:
        client = LegacyClient(bridge.url)
        client.post(INITIALIZED)
        with client.http.stream("GET", bridge.url) as stream:
            assert stream.status_code == 200
            bridge.process.send_signal(number)
            time.sleep(0.2)
            assert bridge.stopped(number) == ([], 128 + number)


# Commands that cannot be started


def unusable(folder: Path) -> dict[str, tuple[str, str]]:
    """Return commands that cannot be started, with the reason in their line, by kind."""
    (folder / "plain").write_text("text")
    return {
        "no name": (
            "mcpgen-no-such-command",
            "no folder in PATH has this command; install it, or write its absolute path",
        ),
        "no path": (f"{folder}/none", "No such file or directory"),
        "no program": (f"{folder}/plain", "is not executable; run chmod +x"),
        "a folder": (str(folder), "is a folder"),
    }


@pytest.mark.parametrize("kind", ["no name", "no path", "no program", "a folder"])
def test_a_command_that_cannot_be_started_is_refused_at_once(kind: str, tmp_path: Path) -> None:
    """The reason is one line, before a session is opened or a client served."""
    command, reason = unusable(tmp_path)[kind]
    with pytest.raises(Refused) as refused:
        mcp_bridge.app((command, "--flag"))
    assert str(refused.value) == f"{command}: {reason}"
    if kind == "no name":
        for listen in ([], ["--listen", "127.0.0.1:0"]):
            arguments = [*BRIDGE, *listen, "--", command]
            done = subprocess.run(
                arguments, input="", capture_output=True, text=True, timeout=CEILING, check=False
            )
            assert (done.returncode, done.stdout, done.stderr) == (2, "", f"{refused.value}\n")


def test_a_command_that_is_gone_answers_each_client_under_its_id(tmp_path: Path) -> None:
    """The answer has the reason, and stderr one line for all clients."""
    server = tmp_path / "server"
    server.write_text("#!/bin/sh\ncat\n")
    server.chmod(0o755)
    with (
        ListeningBridge("--", str(server)) as bridge,
        httpx2.Client(timeout=CEILING) as http,
    ):
        server.unlink()
        frame, headers = modern("tools/call", id="m", name="t")
        answers = [
            http.post(bridge.url, json=frame, headers=headers),
            http.post(bridge.url, json=HELLO, headers=ACCEPT),
            http.post(bridge.url, json={**HELLO, "id": "l"}, headers=ACCEPT),
        ]
        lines, _ = bridge.stopped()
    assert [answer.status_code for answer in answers] == [502] * 3
    assert [answer.json()["id"] for answer in answers] == ["m", HELLO["id"], "l"]
    reason = "the server cannot be started: No such file or directory"
    assert {answer.json()["error"]["message"] for answer in answers} == {reason}
    line = f"{server}: cannot be started: No such file or directory"
    assert lines == [f"{line} (session 1)", f"{line} (2 more; session 2, 3)"]


def test_the_lines_to_alert_on_are_written() -> None:
    """Each text that the operations page names is part of a message of the bridge."""
    page = (ROOT / "docs/bridge-operations.md").read_text("utf-8")
    section = page.partition("## What to alert on")[2].partition("\n## ")[0]
    named = re.findall("`([^`]+)`", section.partition("stderr lines")[2])
    source = "".join(path.read_text("utf-8") for path in (ROOT / "bridge" / "mcp_bridge").rglob("*.py"))
    messages = re.findall(r'"[^"\n]*"', source)
    assert len(named) == 7 and not [text for text in named if not any(text in each for each in messages)]


def test_a_front_that_is_stopped_says_so(tmp_path: Path) -> None:
    """A call over HTTP that a signal ends names the bridge, to clients with and without a session."""
    for revision in ("2025-11-25", "2026-07-28"):
        log = tmp_path / revision
        with (
            ListeningBridge("--quiet", "--log", str(log), "--", *odd("silent")) as bridge,
            httpx2.Client(timeout=CEILING) as http,
        ):

            def ask(revision: str, bridge: ListeningBridge, http: httpx2.Client) -> Any:
                if revision == "2025-11-25":
                    return frames(LegacyClient(bridge.url, revision).call())[-1]
                frame, headers = modern("tools/call", id="m", name="t")
                return frames(http.post(bridge.url, json=frame, headers=headers))[-1]

            with ThreadPoolExecutor(1) as pool:
                asked = pool.submit(ask, revision, bridge, http)
                while b"tools/call" not in log.read_bytes():
                    time.sleep(0.05)
                assert bridge.stopped()[1] == 128 + signal.SIGTERM
                assert asked.result(CEILING)["error"]["message"] == STOPPING


def test_a_limit_that_is_reached_is_one_line() -> None:
    """Each kind is reported once, with the first client and its name, and then counted."""
    with ListeningBridge("--quiet", "--sessions", "1", "--", *odd("well")) as bridge:
        LegacyClient(bridge.url, "2025-06-18").post(INITIALIZED)
        full = [httpx2.post(bridge.url, json=HELLO, headers=ACCEPT, timeout=CEILING) for _ in range(5)]
        for number in range(5):
            for name, value in (("host", f"a{number}.example"), ("origin", f"http://b{number}.example")):
                assert (
                    httpx2.get(bridge.url, headers={**ACCEPT, name: value}, timeout=CEILING).status_code
                    == 403
                )
        lines, _ = bridge.stopped()
    reason = "1 sessions are open; --sessions of the bridge allows more (in Python: FrontOptions.sessions)"
    assert {(one.status_code, one.json()["error"]["message"]) for one in full} == {(503, reason)}
    hosts = "--allow-host of the bridge allows more (in Python: FrontOptions.hosts)"
    origins = "--allow-origin of the bridge allows more (in Python: FrontOptions.origins)"
    names = f"Host: is not an allowed name; {hosts}", f"Origin: is not an allowed origin; {origins}"
    assert lines == [
        f"clients: 127.0.0.1 is refused: {reason}",
        f"clients: 127.0.0.1 with the Host 'a0.example' is refused: {names[0]}",
        f"clients: 127.0.0.1 with the Origin 'http://b0.example' is refused: {names[1]}",
        *(f"clients: 4 further requests were refused: {each}" for each in (reason, *names)),
    ]


def test_a_limit_is_reported_again_when_it_was_not_reached_for_a_pause(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """If a limit is reached all the time, each later line has the number of requests, also at the end."""
    clock, lines = [0.0], list[str]()
    monkeypatch.setattr("mcp_bridge.diagnostics._lines", RepeatedLines(lines.append, lambda: clock[0]))
    for clock[0] in (0.0, 50.0, 100.0, 150.0, 211.0, 212.0):
        report_limit("sessions", f"c{clock[0]:g}", "many")
    report_limit("servers", "c", "busy")
    mcp_bridge.diagnostics._lines.end_pause()
    counted = "clients: {} further requests were refused: many"
    assert lines == [
        "clients: c0 is refused: many",
        counted.format(1),
        counted.format(2),
        "clients: c211 is refused: many",
        "clients: c is refused: busy",
        counted.format(1),
    ]


def test_a_server_that_ends_at_once_is_one_line_for_all_sessions() -> None:
    """Each session starts the server twice; asyncio prints nothing about processes that are gone."""
    command = ("sh", "-c", "read line; exec >&-; exec sleep 0.005")
    with (
        ListeningBridge("--", *command) as bridge,
        httpx2.Client(timeout=CEILING) as http,
    ):

        def ask(number: int) -> Any:
            frame, headers = modern("tools/call", id=number, name="t")
            answer = http.post(bridge.url, json=frame, headers={**headers, "authorization": f"b{number}"})
            return answer.json()["id"], answer.json()["error"]["message"]

        with ThreadPoolExecutor(4) as pool:
            assert list(pool.map(ask, range(12))) == [(number, gone(0)) for number in range(12)]
        lines, _ = bridge.stopped()
    line = f"sh: ended with exit status 0 before the client did; {COMMAND_REMEDY}"
    first, counted = lines
    named = {*range(1, 13)} - {int(number) for number in re.findall(r"\d+", counted.partition("(")[2])[1:]}
    assert first in {f"{line} (session {number})" for number in named} and len(named) == 2
    assert counted.startswith(f"{line} (11 more; session ")


def test_a_form_of_an_older_client_is_no_loss() -> None:
    """`mode: "form"` is every elicitation before 2025-11-25; another mode is refused."""
    params = {"mode": "form", "message": "m", "requestedSchema": {"type": "object", "properties": {}}}
    asked = {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params}
    [loss] = mr.convert(asked, "2025-11-25", "2025-06-18", sender="server").losses
    assert loss.pointer == "/params/mode" and not is_remarkable(loss)
    params["mode"] = "other"
    with pytest.raises(mr.NoCounterpart):
        mr.convert(asked, "2025-11-25", "2025-06-18", sender="server")


def test_the_documentation_names_the_members_whose_loss_has_no_line() -> None:
    """The members of `BOILERPLATE`."""
    text = (ROOT / "docs/bridge-operations.md").read_text("utf-8")
    (names,) = re.findall(r"the\s+members\s+([^.]*?),\s+which\s+no\s+user\s+sees\.", text)
    assert set(re.findall(r"`([^`]*)`", names)) == BOILERPLATE | {"_meta"}


def test_a_side_is_named_by_its_first_fault_of_each_kind(capsys: pytest.CaptureFixture[str]) -> None:
    """Whatever a line holds, its beginning is one line of ASCII; each session names its own."""
    rng = Random(7)
    with reporting():
        for session in range(20):
            bridge = mcp_bridge.Bridge("2025-06-18", "2025-11-25")
            log = SessionLog("auto", is_quiet=session % 4 == 3)
            for _ in range(5):
                text = rng.randbytes(rng.randrange(1, 300)).replace(b"\n", b"")
                for frame in bridge.from_server(b"%d log %s" % (session, text)):
                    log.lost(frame, "a line on stdout")
            named = capsys.readouterr().err.splitlines()
            assert len(named) == (session % 4 != 3) and all(len(line) < 500 for line in named)
            start = rf"""server: a line on stdout is not a JSON-RPC message: ['"]{session} log """
            assert all(re.match(start, line) for line in named)
            assert all(line.isascii() and line.isprintable() for line in named)


def test_each_item_that_is_left_out_of_a_list_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    """A person can find every one of them at the server, and reads of each once."""
    losses = tuple(
        mr.Loss("dropped", f"/result/tools/{n}", None, f"The item {name} was left out: no.", "invalid-item")
        for n, name in enumerate(["a", "b", "a"])
    )
    report = LossReport()
    with reporting():
        for _ in range(2):
            report.add(mcp_bridge.Frame("client", {"jsonrpc": "2.0", "id": 1, "result": {}}, losses))
    lines = [line for line in capsys.readouterr().err.splitlines() if "left out" in line]
    assert [line.partition("The item ")[2][0] for line in lines] == ["a", "b"]
