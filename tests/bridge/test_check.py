"""`mcp-bridge check`: one screen about a server, and an exit status."""

from __future__ import annotations

import json
import os
import socketserver
import subprocess
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

import mcp_revisions as mr
import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from mcp_bridge import check, diagnostics
from mcp_bridge.check import FRAME, NAMED, SESSIONS, check_server
from mcp_bridge.diagnostics import COMMAND_REMEDY, URL_REMEDY
from mcp_bridge.options import BridgeOptions
from support.bridge_process import BRIDGE, LENIENT, MAIN
from support.http_bridge import Scripted, well
from support.paths import ROOT
from support.waiting import NEVER

SERVER = str(ROOT / "docs" / "examples" / "stdio_server.py")
# On a slow machine a server may need long to start and to answer.
PATIENT = f"import mcp_bridge.check as check; check.SOON = check.TIME = check.SILENCE = {NEVER}"
CHECK = [sys.executable, "-c", f"{LENIENT}\n{PATIENT}\n{MAIN}", "check"]
LONGEST = "3600"  # seconds that --probe accepts at most


def checked(*target: str, probe: str = LONGEST, start: list[str] = CHECK) -> tuple[int, list[str], list[str]]:
    """Return the exit status and the lines of a check, without empty lines."""
    done = subprocess.run([*start, "--probe", probe, *target], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines(), [line for line in done.stderr.splitlines() if line]


def test_a_check_says_what_it_waits_for() -> None:
    """A server that answers nothing is a line for each method, and one line at the end."""
    command = [*BRIDGE, "check", "--probe", "4", "--", "sleep", "1000"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    wait = "the check waits 4 seconds (--probe sets the longest wait)"
    reasons = "; ".join(f"no answer to {method} in 4 seconds" for method in ("initialize", "server/discover"))
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.splitlines() == [
        f"sleep: has not yet answered initialize; {wait}",
        f"sleep: has not yet answered server/discover; {wait}",
        "",
        f"sleep: {reasons}; {COMMAND_REMEDY}",
    ]


def test_a_check_says_how_to_skip_the_wait_for_discover() -> None:
    """An older server may never answer server/discover."""
    script = "import json,sys\n" + (
        "for line in sys.stdin:\n frame=json.loads(line)\n if frame.get('method')=='initialize':\n"
        "  facts={**frame['params'],'capabilities':{},'serverInfo':{'name':'s','version':'1'}}\n"
        "  print(json.dumps({'jsonrpc':'2.0','id':frame['id'],'result':facts}),flush=True)"
    )
    command = [*BRIDGE, "check", "--", sys.executable, "-c", script]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    said = [line for line in done.stderr.splitlines() if "server/discover" in line]
    assert len(said) == 1 and "mcp-bridge without check skips this wait with --server REVISION" in said[0]
    assert done.returncode == 0 and done.stdout.endswith("nothing is wrong\n")


def test_a_sound_server_is_one_screen() -> None:
    """Each client has a row with what it gets, and nothing is wrong."""
    status, out, err = checked("--", sys.executable, SERVER)
    assert (status, err, out[-1]) == (0, [], "nothing is wrong") and len(out) <= 24
    assert "entries (at least)" in out[1]  # a client that declares capabilities may get more
    rows = {line.split()[0]: line for line in out[2:-1]}
    assert list(rows) == list(mr.REVISIONS)
    assert all("tools/list 1" in row for row in rows.values())


PAGED = """
import json, sys
for line in sys.stdin:
    frame = json.loads(line)
    if "id" not in frame:
        continue
    page = int(frame.get("params", {}).get("cursor", 0)) + 1
    result = {"tools": [{"name": f"t{page}", "inputSchema": {"type": "object"}}]}
    if page != int(sys.argv[1]):
        result["nextCursor"] = str(page)
    if frame["method"] == "initialize":
        result = {"protocolVersion": frame["params"]["protocolVersion"], "capabilities": {"tools": {}},
                  "serverInfo": {"name": "s", "version": "1"}}
    answer = {"result": result}
    if frame["method"] == "server/discover":
        answer = {"error": {"code": -32601, "message": "no"}}
    if frame["method"] == "tools/list" and len(sys.argv) > 2:
        answer = json.loads(sys.argv[2])
    print(json.dumps({"jsonrpc": "2.0", "id": frame["id"], **answer}), flush=True)
"""


@pytest.mark.parametrize("pages", [1, 3])
def test_every_page_of_a_list_is_read(pages: int) -> None:
    """A count is that of all pages."""
    status, out, err = checked("--", sys.executable, "-c", PAGED, str(pages))
    assert (status, err, out[-1]) == (0, [], "nothing is wrong")
    assert all(f"tools/list {pages}" in line for line in out[2:-1]), out


def test_items_that_the_bridge_leaves_out_are_findings() -> None:
    """A client of another revision gets the other items, as from the bridge itself."""
    tools = [
        {"name": "good", "inputSchema": {"type": "object"}},
        *({"name": f"bad{n}"} for n in range(NAMED + 2)),
    ]
    server = PAGED.replace('frame["params"]["protocolVersion"]', '"2025-06-18"')
    answer = json.dumps({"result": {"tools": tools}})
    status, out, err = checked("--", sys.executable, "-c", server, "1", answer)
    rows = {line.split()[0]: line for line in out[2 : 2 + len(mr.REVISIONS)]}
    assert (status, err) == (1, [])
    for client in ("2025-11-25", "2026-07-28"):
        assert "tools/list 1 " in rows[client] and f" {NAMED + 2} dropped " in rows[client], out
        found = [line for line in out if line.startswith(f"{client}: tools/list: ")]
        reason = "/inputSchema: expected an object."
        named = [f"{client}: tools/list: The item 'bad{n}' was left out: {reason}" for n in range(NAMED)]
        assert found == [*named, f"{client}: tools/list: 2 more items were left out."]


def test_losses_are_listed_if_that_is_asked() -> None:
    """Each location and change has a line, with the number of items that it concerns."""
    tools = [{"name": f"t{n}", "title": "T", "inputSchema": {"type": "object"}} for n in range(3)]
    server = PAGED.replace('frame["params"]["protocolVersion"]', '"2025-06-18"')
    command = [sys.executable, "-c", server, "1", json.dumps({"result": {"tools": tools}})]
    for options in ([], ["--losses"]):
        status, out, err = checked(*options, "--", *command)
        assert (status, err, out[-1]) == (0, [], "nothing is wrong")
        hint = "a loss is a value that the client's revision cannot express; --losses lists each"
        assert out.count(hint) == (not options)
        lines = [line for line in out if line.startswith("2024-11-05: ")]
        assert all(line.startswith("2024-11-05: tools/list/result/tools/*/title: ") for line in lines)
        assert [line.rpartition(" (")[2] for line in lines] == ["3 times)"] * len(options)
        assert " 3 " in next(line for line in out if line.startswith("2024-11-05 "))


def test_a_list_without_an_end_is_a_finding() -> None:
    """The pages are bounded."""
    status, out, _ = checked("--", sys.executable, "-c", PAGED, "0")
    assert status == 1 and any("tools/list: the server always names a next page" in line for line in out), out


@pytest.mark.parametrize(
    "answer",
    ['{"result": null}', '{"result": []}', '{"result": {"tools": 1}}', '{"error": 1}', '{"error": null}'],
)
def test_an_odd_answer_to_a_list_is_a_finding(answer: str) -> None:
    """No answer ends the check."""
    status, out, err = checked("--", sys.executable, "-c", PAGED, "1", answer)
    assert status == 1 and not any("Traceback" in line for line in err)
    assert any("tools/list: " in line for line in out), out


@pytest.mark.long
def test_a_server_that_starts_slowly_is_waited_for() -> None:
    """The first session tells how long the command takes to start, and no row is without a server."""
    hasty = f"{LENIENT}\n{PATIENT}; check.SOON = 0.2\n{MAIN}"
    slow = f"sleep 2; exec {sys.executable} {SERVER}"
    status, out, err = checked("--", "sh", "-c", slow, start=[sys.executable, "-c", hasty, "check"])
    assert (status, err, out[-1]) == (0, [], "nothing is wrong") and not any(
        " none " in row[12:24] for row in out
    )


def test_a_server_that_does_not_answer_is_given_up(tmp_path: Path) -> None:
    """The option bounds the wait, and no client is bridged to a server that has answered none."""
    starts = tmp_path / "starts"
    server = ("sh", "-c", f"echo >> {starts}; cat > /dev/null")
    status, out, err = checked("--", *server, probe="0.3")
    reasons = "; ".join(
        f"no answer to {method} in 0.3 seconds" for method in ("initialize", "server/discover")
    )
    assert (status, out, err) == (2, [], [f"sh: {reasons}; {COMMAND_REMEDY}"])
    assert len(starts.read_text()) <= 2  # noqa: PLR2004 - one session, which may start the command again


@pytest.mark.parametrize("notice", [0, 60])
def test_progress_is_shown_on_a_terminal(notice: int) -> None:
    """Standard error has a bar after the time, then its cursor again; a quicker check shows none."""
    code = (
        f"import mcp_bridge.check as check; check.NOTICE = {notice}; from mcp_bridge.cli import main; main()"
    )
    ours, theirs = os.openpty()
    shown = b""
    with subprocess.Popen(
        [sys.executable, "-c", code, "check", "--", "false"],
        stdout=-3,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm"},
    ) as done:
        os.close(theirs)
        with suppress(OSError):  # the end of a terminal
            while part := os.read(ours, 1 << 16):
                shown += part
    os.close(ours)
    assert done.returncode == 2 and b"false: ended with exit status 1" in shown
    assert (b"sessions" in shown) == (notice == 0)
    hidden, again = b"\x1b[?25l", b"\x1b[?25h"
    assert shown.count(hidden) == shown.count(again) == (notice == 0)


def test_an_answer_that_the_client_cannot_read_is_a_finding() -> None:
    """A server behind a URL whose tools have no schema: each client is named with the place."""

    def wrong(command: str, headers: dict[str, str], frame: object) -> object:
        status, extra, body = well(command, headers, frame)
        if body and "tools" in body.get("result", {}):
            body["result"]["tools"] = [{"name": 5}]
        return status, extra, body

    with Scripted(wrong) as server:
        status, out, err = checked(server.url)
    assert (status, err) == (1, []) and out[0] == "speaks 2025-06-18"
    assert any(line.startswith("2025-11-25: tools/list: ") for line in out)


def test_a_server_that_answers_nothing_is_unusable() -> None:
    """The reason is a line on stderr; so is a missing target."""
    status, out, err = checked("--", "false")
    ended = [f"false: ended with exit status 1 before the client did; {COMMAND_REMEDY}"]
    assert (status, out, err) == (2, [], ended)
    remedy = "write the URL of the server, or its command after --"
    assert checked() == (2, [], [f"URL: this argument is missing; {remedy}"])
    both = ["URL: give a URL or a command, not both"]
    assert checked("http://127.0.0.1:1/mcp", "--", "true") == (2, [], both)


def test_a_line_that_is_no_json_is_a_finding() -> None:
    """A server that greets on stdout is named with the line's fault, for each client."""
    status, out, err = checked("--", "sh", "-c", f"echo hello; exec {sys.executable} {SERVER}")
    assert (status, err) == (1, [])
    for revision in mr.REVISIONS:
        assert any(line == f"{revision}: a line of the server is not JSON-RPC: 'hello'" for line in out)


@pytest.mark.parametrize(
    ("url", "reason"),
    [
        ("http://127.0.0.1:9/mcp", "the server cannot be reached: Connection refused"),
        ("http://none.invalid/mcp", "the server cannot be reached: "),
        ("https://{plain}/mcp", "the server cannot be reached: the server does not speak TLS; try http://"),
        ("http://{silent}/mcp", "the server ended an answer early"),
        ("http://{junk}/mcp", "the server cannot be reached: the server does not speak HTTP"),
    ],
)
def test_a_server_that_cannot_be_reached_is_one_line(url: str, reason: str) -> None:
    """The reason has the URL, and stands on stderr once, with the remedy, after one session."""
    with Scripted(well) as plain, replying(b"") as silent, replying(b"junk\r\n\r\n") as junk:
        url = url.format(plain=plain.url.split("/")[2], silent=silent, junk=junk)
        status, out, err = checked(url)
    assert (status, out, len(err)) == (2, [], 1)
    assert err[0].startswith(f"{url}: {reason}") and err[0].endswith(f"; {URL_REMEDY}"), err


def test_an_empty_line_separates_the_report_from_a_traceback_of_the_server() -> None:
    """Both are on stderr."""
    command = [*BRIDGE, "check", "--", sys.executable, "-c", "raise ValueError('broken')"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    traceback, empty, line = done.stderr.splitlines()[-3:]
    assert (done.returncode, traceback, empty) == (2, "ValueError: broken", "")
    assert "ended with exit status 1" in line and line.endswith(COMMAND_REMEDY)


@contextmanager
def replying(answer: bytes) -> Iterator[str]:
    """Yield the address of a listener that answers every connection with these bytes, and closes it."""

    class Handler(socketserver.BaseRequestHandler):
        def handle(self) -> None:
            self.request.recv(1 << 16)
            self.request.sendall(answer)

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Handler) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"127.0.0.1:{server.server_address[1]}"
        server.shutdown()


SHELL = "while read -r line; do echo "
FORMS = ("1", "null", "[]", "[1]", '"x"', "{}", '{"id":1}', '{"id":{},"result":1}', '{"id":[],"method":[]}')
NO_SERVERS = [
    (("cat",), "echoes its input"),
    (("tee", os.devnull), "echoes its input"),
    (("sh", "-c", SHELL + '"$line" "$line"; done'), "the response of the server is unreadable: not JSON"),
    (("sh", "-c", SHELL + '"[$line]"; done'), "echoes its input"),
    *(
        (("sh", "-c", f"{SHELL}'{form}'; done"), f"answers '{form}', which is not a JSON-RPC 2.0 message")
        for form in FORMS
    ),
    (("yes",), "answers nothing, and writes lines that are not JSON-RPC, such as 'y'"),
    (("echo", "hello"), "ended with exit status 0 before the client did, and writes lines that are not JSON"),
    (("true",), "ended with exit status 0 before the client did"),
]


@pytest.mark.parametrize(("command", "reason"), NO_SERVERS, ids=range(len(NO_SERVERS)))
def test_a_program_that_is_no_server_is_named_as_such(command: tuple[str, ...], reason: str) -> None:
    """One line names the observation and a remedy; a line that no server writes ends the check at once."""
    status, out, err = checked("--", *command)
    assert (status, out, len(err)) == (2, [], 1) and err[0].endswith(f"; {COMMAND_REMEDY}"), err
    assert err[0].startswith(f"{command[0]}: {reason}"), err


# A server that answers each request, in the method of its second argument or in all, with its first one.
WRONG = """
import json, os, sys
sys.stderr.write("started\\n")
for line in sys.stdin:
    frame = json.loads(line)
    if "id" in frame:
        answer = sys.argv[1].replace('"ID"', json.dumps(frame["id"]))
        if sys.argv[2] not in ("", frame["method"]):
            result = {"tools": []}
            if frame["method"] == "initialize":
                result = {"protocolVersion": frame["params"]["protocolVersion"],
                          "capabilities": {"tools": {}}, "serverInfo": {"name": "s", "version": "1"}}
            answer = json.dumps({"jsonrpc": "2.0", "id": frame["id"], "result": result})
            if frame["method"] == "server/discover":
                error = {"code": -32601, "message": "no"}
                answer = json.dumps({"jsonrpc": "2.0", "id": frame["id"], "error": error})
        print(answer, flush=True)
"""
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=3),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.text(max_size=3), inner, max_size=2),
    max_leaves=4,
)
RESPONSES = st.fixed_dictionaries(
    {"id": st.sampled_from(["ID", 77, None, "other", 1.5, [], "ID"])},
    optional={
        "jsonrpc": st.sampled_from(["2.0", "1.0", 2]),
        "result": VALUES,
        "error": VALUES | st.just({"code": -1, "message": "no \x1b[31m"}),
        "x" * 2000: st.just(1),
    },
)


@example(answer={"jsonrpc": "2.0", "id": [], "error": {"code": -1, "message": "no"}}, method="tools/list")
@example(answer={"jsonrpc": "2.0", "id": None, "error": {"code": -1, "message": "no"}}, method="tools/list")
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(answer=st.one_of(RESPONSES, RESPONSES, VALUES), method=st.sampled_from(["", "tools/list"]))
def test_a_wrong_answer_ends_its_session_at_once(
    answer: Any, method: str, capfd: pytest.CaptureFixture[str]
) -> None:
    """No time is waited for, and a line of bounded length says how a program answers that is no server."""
    is_log = isinstance(answer, dict) and answer and not answer.keys() & FRAME
    assume(not is_log)
    command = (sys.executable, "-S", "-E", "-c", WRONG, json.dumps(answer), method)
    diagnostics._lines.forget()
    with diagnostics.reporting():  # as the command does
        status = check_server(BridgeOptions("auto", "auto", command), NEVER)
    out, err = capfd.readouterr()
    starts = err.count("started\n")
    lines = [line for line in err.splitlines() if line not in ("", "started")]
    assert "no answer" not in out + err and "\x1b" not in out + err, (out, err)
    assert starts <= SESSIONS
    if status == 2:
        assert out == "" and len(lines) == 1 and len(lines[0]) < 1000, (answer, lines)
        is_error = isinstance(answer, dict) and isinstance(answer.get("error"), dict)
        assert is_error or starts <= 2, (answer, lines)
        assert is_error or "answer" in lines[0] or "unreadable" in lines[0], lines
    elif method:
        assert all(len(line) < 1000 for line in out.splitlines())


SPEAKING = """
import json, os, sys
with open(sys.argv[1], "a") as file:
    file.write(".")
spoken, refuses = sys.argv[2].split(), sys.argv[3] == "refuses"
for line in sys.stdin:
    frame = json.loads(line)
    if "id" not in frame:
        continue
    found = {"error": {"code": -32601, "message": "no"}}
    if frame["method"] == "initialize":
        found["error"]["code"] = -32602
        asked = frame["params"]["protocolVersion"]
        legacy = [name for name in spoken if name < "2026"]
        if legacy and (asked in legacy or not refuses):
            version = asked if asked in legacy else legacy[-1]
            found = {"result": {"protocolVersion": version, "capabilities": {},
                                "serverInfo": {"name": "s", "version": "1"}}}
    modern = [name for name in spoken if name > "2026"]
    if frame["method"] == "server/discover" and modern:
        asked = frame["params"]["_meta"]["io.modelcontextprotocol/protocolVersion"]
        data = {"supported": modern, "requested": asked}
        found = {"error": {"code": -32022, "message": "no", "data": data}}
        if asked in modern:
            found = {"result": {"supportedVersions": modern, "capabilities": {}, "resultType": "complete",
                                "ttlMs": 0, "cacheScope": "private"}}
    print(json.dumps({"jsonrpc": "2.0", "id": frame["id"], **found}), flush=True)
"""


@pytest.mark.parametrize("manner", ["refuses", "agrees"])
@pytest.mark.parametrize(
    "spoken", [mr.REVISIONS[:5], mr.REVISIONS[:4], mr.REVISIONS[2:3], mr.REVISIONS[:1], mr.REVISIONS[4:5]]
)
def test_a_program_is_started_as_often_as_needed(
    spoken: tuple[str, ...],
    manner: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The check names each revision that the server speaks, and starts it `SESSIONS` times at most."""
    starts = tmp_path / "starts"
    command = (sys.executable, "-S", "-E", "-c", SPEAKING, str(starts), " ".join(spoken), manner)
    monkeypatch.setattr(check, "SOON", NEVER)
    check_server(BridgeOptions("auto", "auto", command), NEVER)
    out, _ = capsys.readouterr()
    assert out.splitlines()[0] == f"speaks {', '.join(spoken)}"
    assert [line.split()[0] for line in out.splitlines()[2:][: len(mr.REVISIONS)]] == list(mr.REVISIONS)
    assert len(starts.read_text()) <= SESSIONS


ECHOES: list[object] = [lambda frame: frame, lambda frame: [frame], lambda frame: b"<!doctype html><p>hello"]


@pytest.mark.parametrize("answer", ECHOES, ids=range(len(ECHOES)))
def test_a_page_that_is_no_server_is_named_as_such(answer: Callable[[object], object]) -> None:
    """One that sends bodies back, and one that has HTML for every request."""

    def page(command: str, headers: dict[str, str], frame: object) -> object:
        made = answer(frame)
        return 200, {"content-type": "text/html"} if isinstance(made, bytes) else {}, made

    with Scripted(page) as server:
        status, out, err = checked(server.url)
    assert (status, out, len(err)) == (2, [], 1) and err[0].endswith(f"; {URL_REMEDY}"), err
