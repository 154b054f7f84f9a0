"""`mcp-bridge check`: one screen about a server, and an exit status."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable
from contextlib import suppress

import mcp_revisions as mr
import pytest

from mcp_bridge.check import COMMAND_REMEDY, URL_REMEDY
from support.bridge_process import BRIDGE
from support.http_bridge import Scripted, well
from support.paths import ROOT

SERVER = str(ROOT / "docs" / "examples" / "stdio_server.py")


def checked(*target: str, start: list[str] = BRIDGE) -> tuple[int, list[str], list[str]]:
    """Return the exit status and the lines of a check."""
    done = subprocess.run([*start, "check", *target], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout.splitlines(), done.stderr.splitlines()


def test_a_sound_server_is_one_screen() -> None:
    """Each client has a row with what it gets, and nothing is wrong."""
    status, out, err = checked("--", sys.executable, SERVER)
    assert (status, err, out[-1]) == (0, [], "nothing is wrong") and len(out) <= 24
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


def test_a_list_without_an_end_is_a_finding() -> None:
    """The pages are bounded."""
    status, out, _ = checked("--", sys.executable, "-c", PAGED, "0")
    assert status == 1 and any("tools/list: lists no end" in line for line in out), out


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
    hasty = "import mcp_bridge.check as check; check.SOON = 0.2; from mcp_bridge.cli import main; main()"
    slow = f"sleep 2; exec {sys.executable} {SERVER}"
    status, out, err = checked("--", "sh", "-c", slow, start=[sys.executable, "-c", hasty])
    assert (status, err, out[-1]) == (0, [], "nothing is wrong") and not any(
        " none " in row[12:24] for row in out
    )


def test_a_server_that_does_not_answer_is_given_up() -> None:
    """The option bounds the wait, and no client is bridged to a server that has answered none."""
    began = time.monotonic()
    status, out, err = checked("--probe", "0.3", "--", "sleep", "20")
    assert (status, out, err) == (2, [], ["sleep: no answer in 0.3 seconds", f"sleep: {COMMAND_REMEDY}"])
    assert time.monotonic() - began < 60  # five sessions of 30 seconds would be more


@pytest.mark.parametrize("notice", [0, 60])
def test_progress_is_shown_on_a_terminal(notice: int) -> None:
    """Standard error has a bar after the time; a quicker check shows none."""
    code = (
        f"import mcp_bridge.check as check; check.NOTICE = {notice}; from mcp_bridge.cli import main; main()"
    )
    ours, theirs = os.openpty()
    shown = b""
    with subprocess.Popen(
        [sys.executable, "-c", code, "check", "--", "false"], stdout=-3, stderr=theirs
    ) as done:
        os.close(theirs)
        with suppress(OSError):  # the end of a terminal
            while part := os.read(ours, 1 << 16):
                shown += part
    os.close(ours)
    assert done.returncode == 2 and b"false: ended with exit status 1" in shown
    assert (b"sessions" in shown) == (notice == 0)


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
    ended = ["false: ended with exit status 1 before the client did", f"false: {COMMAND_REMEDY}"]
    assert (status, out, err) == (2, [], ended)
    remedy = "write the URL of the server, or its command after --"
    assert checked() == (2, [], [f"URL: is missing; {remedy}"])
    both = ["URL: the server is a URL or a command, not both"]
    assert checked("http://127.0.0.1:1/mcp", "--", "true") == (2, [], both)


def test_a_line_that_is_no_json_is_a_finding() -> None:
    """A server that greets on stdout is named with the line's fault, for each client."""
    status, out, err = checked("--", "sh", "-c", f"echo hello; exec {sys.executable} {SERVER}")
    assert (status, err) == (1, [])
    for revision in mr.REVISIONS:
        assert any(line.startswith(f"{revision}: a line of the server is lost: not JSON") for line in out)


def test_a_server_that_cannot_be_reached_is_one_line() -> None:
    """The reason has the URL, and stands on stderr once, before the remedy."""
    url = "http://127.0.0.1:9/mcp"
    line = f"{url}: the server cannot be reached: Connection refused"
    assert checked(url) == (2, [], [line, f"{url}: {URL_REMEDY}"])


SHELL = "while read -r line; do echo "
FORMS = ("1", "null", "[]", "[1]", '"x"', "{}", '{"id":1}', '{"id":{},"result":1}', '{"id":[],"method":[]}')
NO_SERVERS = [
    (("cat",), "sends back the frames"),
    (("tee", os.devnull), "sends back the frames"),
    (("sh", "-c", SHELL + '"$line" "$line"; done'), "the response of the server is unreadable: not JSON"),
    (("sh", "-c", SHELL + '"[$line]"; done'), "no answer "),
    (
        ("sh", "-c", SHELL + "hello; done"),
        "no answer in 1 seconds, and writes lines that are no JSON, such as",
    ),
    *((("sh", "-c", f"{SHELL}'{form}'; done"), "no answer ") for form in FORMS),
    (("yes",), "answers nothing, and writes lines that are no JSON, such as 'y'"),
    (("echo", "hello"), "ended with exit status 0 before the client did, and writes lines that are no JSON"),
    (("true",), "ended with exit status 0 before the client did"),
]


@pytest.mark.parametrize(("command", "reason"), NO_SERVERS, ids=range(len(NO_SERVERS)))
def test_a_program_that_is_no_server_is_named_as_such(command: tuple[str, ...], reason: str) -> None:
    """The check names the observation and a remedy; a line that no server writes ends it at once."""
    began = time.monotonic()
    status, out, err = checked("--probe", "1", "--", *command)
    assert (status, out) == (2, []) and err[-1] == f"{command[0]}: {COMMAND_REMEDY}", err
    assert err[0].startswith(f"{command[0]}: {reason}"), err
    assert "no answer" in reason or time.monotonic() - began < 8


ECHOES: list[object] = [lambda frame: frame, lambda frame: [frame], lambda frame: b"<!doctype html><p>hello"]


@pytest.mark.parametrize("answer", ECHOES, ids=range(len(ECHOES)))
def test_a_page_that_is_no_server_is_named_as_such(answer: Callable[[object], object]) -> None:
    """One that sends bodies back, and one that has HTML for every request."""

    def page(command: str, headers: dict[str, str], frame: object) -> object:
        made = answer(frame)
        return 200, {"content-type": "text/html"} if isinstance(made, bytes) else {}, made

    with Scripted(page) as server:
        status, out, err = checked("--probe", "2", server.url)
    assert (status, out) == (2, []) and err[-1] == f"{server.url}: {URL_REMEDY}", err
