"""`mcp-bridge` over real pipes: lines, ends, signals, logs, and no process left behind."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from mcp_bridge import stdio, stdio_session
from mcp_bridge.options import STOPPING
from mcp_bridge.session import INTERNAL
from support.bridge_pair import PER_REQUEST, modern
from support.bridge_process import (
    BRIDGE,
    HASTE,
    HELLO,
    alive,
    call,
    finish,
    gone,
    hear,
    odd,
    paced,
    running,
    say,
)
from support.http_bridge import Scripted, well
from support.waiting import CEILING, NEVER, wait_until


def test_a_client_that_hangs_up_gets_its_answers_and_status_0(tmp_path: Path) -> None:
    """Requests before the end are answered, and the log has each side as a session of its revision."""
    log = tmp_path / "bridge.jsonl"
    with running(*odd("well"), log=log) as process:
        say(process, HELLO, {"jsonrpc": "2.0", "method": "notifications/initialized"}, call("a"))
        frames, _, status = finish(process)
    assert status == 0 and [frame["id"] for frame in frames] == [0, "a"]
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    assert {tuple(line) for line in lines} == {("from", "to", "side", "time", "message")}
    for side, revision in (("client", "2025-11-25"), ("server", "2025-06-18")):
        told = [line["message"] for line in lines if line["side"] == side]
        assert told[0]["params"]["protocolVersion"] == revision and len(told) == 5
        assert [line["from"] for line in lines if line["side"] == side][:1] == ["client"]


@pytest.mark.parametrize("to", ["2025-06-18", "2025-11-25"])
def test_a_client_that_hangs_up_gets_an_error_where_the_server_is_silent(to: str) -> None:
    """A line on stderr reports a call that the server does not answer in time, and the status is 1."""
    with running(*odd("silent"), to=to, fault=HASTE) as process:
        say(process, HELLO)
        assert hear(process)["id"] == 0
        say(process, call("a"))
        frames, err, status = finish(process)
    assert status == 1 and "ended" not in err
    reason = "the client hung up, and the server did not answer in 1 seconds"
    assert [(frame["id"], frame["error"]["message"]) for frame in frames] == [("a", reason)]
    assert f"client: {reason}; requests without an answer: 1\n" in err


@pytest.mark.parametrize("to", ["2025-06-18", "2025-11-25"])
@pytest.mark.parametrize("code", [0, 3])
def test_a_server_that_ends_after_its_client_hung_up_is_status_1(to: str, code: int) -> None:
    """The open call gets an error, although the server answered the handshake."""
    result = {"protocolVersion": to, "capabilities": {}, "serverInfo": {"name": "s", "version": "1"}}
    script = f"""
import json, sys, time
id = json.loads(sys.stdin.readline())["id"]
print(json.dumps({{"jsonrpc": "2.0", "id": id, "result": {result!r}}}), flush=True)
sys.stdin.readline(), sys.stdin.readline()  # the notification and the call
time.sleep(0.5)
sys.exit({code})
"""
    with running(sys.executable, "-c", script, to=to) as process:
        say(process, HELLO)
        assert "result" in hear(process)
        say(process, {"jsonrpc": "2.0", "method": "notifications/initialized"}, call("a"))
        frames, err, status = finish(process)
    assert status == 1
    assert [(frame["id"], frame["error"]["message"]) for frame in frames] == [("a", gone(code))]
    assert f"ended with exit status {code} before" in err


def test_a_subscription_keeps_no_bridge_whose_client_hangs_up() -> None:
    """A stream has no answer to wait for, also between equal revisions: the bridge waits for nothing."""
    wanted = modern({"notifications": {"toolsListChanged": True}})
    listen = {"jsonrpc": "2.0", "id": "l", "method": "subscriptions/listen", "params": wanted}
    for to in ("2025-06-18", "2026-07-28"):
        with running(*odd("well"), client="2026-07-28", to=to) as process:
            say(process, listen)
            assert finish(process)[2] == 0


@pytest.mark.parametrize("to", ["2025-06-18", "2025-11-25"])
def test_a_bridge_that_is_stopped_says_so(to: str) -> None:
    """A call that a signal ends names the bridge, not the server."""
    with running(*odd("silent"), to=to) as process:
        say(process, HELLO, call("a"))
        assert hear(process)["id"] == 0
        process.send_signal(signal.SIGTERM)
        assert hear(process)["error"]["message"] == STOPPING
        assert process.stderr is not None
        err = process.stderr.read()
        assert err.count(b"mcp-bridge: stopped by SIGTERM\n") == 1 and b"silent" not in err


def test_a_server_that_dies_is_an_answer_and_status_1() -> None:
    """The open request is answered with an error, and stderr has the exit status of the server."""
    with running(*odd("dies")) as process:
        say(process, HELLO, call("a"))
        assert hear(process)["id"] == 0
        assert hear(process)["error"]["message"] == gone(3)
        process.wait(CEILING)
        assert process.stderr is not None and b"ended with exit status 3" in process.stderr.read()
        assert process.returncode == 1


def test_half_a_line_is_not_passed_on() -> None:
    """A line that never ends is reported, on either side."""
    with running(*odd("half")) as process:
        say(process, HELLO, call("a"))
        assert hear(process)["id"] == 0
        assert hear(process)["error"]["message"] == gone(0)
        frames, err, status = finish(process)
    assert status == 1 and frames == []
    assert "the server's last line: is incomplete (22 bytes)" in err
    with running(*odd("well")) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(HELLO).encode() + b"\n" + b'{"jsonrpc":')
        frames, err, status = finish(process)
    assert status == 0 and len(frames) == 1 and "the client's last line: is incomplete (11 bytes)" in err


def test_a_last_line_without_its_end_is_a_line() -> None:
    """A frame that is whole is passed on."""
    with running(*odd("well")) as process:
        assert process.stdin is not None
        process.stdin.write(json.dumps(HELLO).encode())
        frames, _, status = finish(process)
    assert status == 0 and len(frames) == 1


def test_lines_that_are_no_frames_do_no_harm() -> None:
    """Text on the stdout of a server is reported and dropped; blank lines are skipped."""
    with running(*odd("noise")) as process:
        say(process, HELLO, call("a"))
        frames, err, status = finish(process)
    assert status == 0 and [frame["id"] for frame in frames] == [0, "a"] and "not JSON" in err


@pytest.mark.parametrize("size", [1 << 20, pytest.param(50_000_000, marks=pytest.mark.long)])
def test_a_long_line_is_a_line(size: int) -> None:
    """A megabyte, and fifty, go through, both ways."""
    with running(*odd("echo", size)) as process:
        say(process, HELLO, call("a", arguments={"text": "y" * size}))
        frames, _, status = finish(process)
    assert status == 0 and len(frames[1]["result"]["content"][0]["text"]) == size


def test_frames_that_trickle_in_are_put_together() -> None:
    """A line may come byte by byte, and several lines at once."""
    with running(*odd("well")) as process:
        assert process.stdin is not None
        text = b"".join(json.dumps(frame).encode() + b"\r\n" for frame in (HELLO, call("a"), call("b")))
        for start in range(0, len(text), 7):
            process.stdin.write(text[start : start + 7])
            process.stdin.flush()
        frames, _, status = finish(process)
    assert status == 0 and [frame["id"] for frame in frames] == [0, "a", "b"]


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT, signal.SIGHUP])
def test_a_signal_ends_both(number: signal.Signals) -> None:
    """The exit status has the number of the signal, and no process is left."""
    with running(*odd("parent")) as process:
        say(process, HELLO)
        hear(process)
        assert process.stderr is not None
        children = [int(pid) for pid in process.stderr.readline().split()[1:]]
        assert all(alive(pid) for pid in children)
        process.send_signal(number)
        assert process.wait(CEILING) == 128 + number
        wait_until(lambda: not any(alive(pid) for pid in children))


@pytest.mark.parametrize("first", ["hang up", "signal"])
def test_a_signal_ends_a_deaf_server_soon(first: str) -> None:
    """No process is left when an official client sends SIGKILL, two seconds after SIGTERM.

    Without the signal, the bridge would wait for the server for ever.
    """
    assert stdio_session.AT_ONCE + stdio.KILL_AFTER < 2.0
    with running(*odd("deaf"), fault=f"stdio_session.EXIT_TIME = {NEVER}") as process:
        say(process, HELLO, call("a"))
        hear(process)
        assert process.stderr is not None and process.stdin is not None
        children = [int(pid) for pid in process.stderr.readline().split()[1:]]
        if first == "hang up":
            process.stdin.close()
            process.stdin = None
            time.sleep(0.3)  # usually the bridge has noticed; if not, it ends by the signal alone
        process.send_signal(signal.SIGTERM)
        assert process.wait(CEILING) == 128 + signal.SIGTERM
        wait_until(lambda: not any(alive(pid) for pid in children))


@pytest.mark.long
def test_a_server_that_does_not_listen_is_killed() -> None:
    """Deaf to the end of its stdin and to SIGTERM, with a child: both are gone in the end."""
    with running(*odd("deaf")) as process:
        say(process, HELLO)
        hear(process)
        assert process.stderr is not None
        children = [int(pid) for pid in process.stderr.readline().split()[1:]]
        _, _, status = finish(process)
    assert status == 0
    wait_until(lambda: not any(alive(pid) for pid in children))


def test_a_client_that_reads_no_more_is_gone() -> None:
    """A broken pipe ends the bridge, not with a traceback, and the server with it."""
    with running(*odd("parent")) as process:
        say(process, HELLO)
        hear(process)
        assert process.stderr is not None and process.stdout is not None
        children = [int(pid) for pid in process.stderr.readline().split()[1:]]
        process.send_signal(signal.SIGSTOP)  # so that the bridge does not end before the calls are written
        os.waitpid(process.pid, os.WUNTRACED)
        process.stdout.close()
        process.stdout = None
        say(process, call("a"), call("b"))
        process.send_signal(signal.SIGCONT)
        assert process.wait(CEILING) == 2
        said = process.stderr.read().decode().splitlines()
        assert said[-1] == "standard output: Broken pipe; the client does not get the answers from here on"
        wait_until(lambda: not any(alive(pid) for pid in children))


def test_requests_of_a_client_that_is_gone_already_are_lost(tmp_path: Path) -> None:
    """The bridge may learn from its stdout that the client is gone before it reads the last requests."""
    read = tmp_path / "read"
    server = (
        "import json, pathlib, sys, time\n"
        "frame = json.loads(sys.stdin.readline())\n"
        "result = {'protocolVersion': '2025-06-18', 'capabilities': {}}\n"
        "result['serverInfo'] = {'name': 's', 'version': '1'}\n"
        "print(json.dumps({'jsonrpc': '2.0', 'id': frame['id'], 'result': result}), flush=True)\n"
        "sys.stdin.read()\n"
        "print('no more input', file=sys.stderr, flush=True)\n"
        "while not pathlib.Path(sys.argv[1]).exists():\n"
        "    time.sleep(0.01)\n"
    )
    command = [sys.executable, "-c", server, str(read)]
    with running(*command, fault=f"stdio_session.EXIT_TIME = {NEVER}") as process:
        say(process, HELLO)
        hear(process)
        assert process.stderr is not None and process.stdout is not None
        process.stdout.close()
        process.stdout = None
        assert any(line == b"no more input\n" for line in process.stderr)
        say(process, call("a"))
        read.touch()
        assert process.wait(CEILING) == 2
        said = process.stderr.read().decode().splitlines()
        assert said[-1] == "standard output: Broken pipe; the client does not get the answers from here on"


def test_a_client_that_is_gone_and_waits_for_nothing_is_status_0() -> None:
    """Its server may still write a notification, which nobody misses."""
    with running(*odd("well")) as process:
        say(process, HELLO)
        hear(process)
        assert process.stderr is not None and process.stdout is not None and process.stdin is not None
        process.stdout.close()
        process.stdout = None
        process.stdin.close()
        process.stdin = None
        assert process.wait(CEILING) == 0
        assert b"standard output" not in process.stderr.read()


@pytest.mark.parametrize(
    "arguments, said",
    [
        (
            ["--client", "2025-11-25", "--server", "2025-06-18", "--", "/no/such/command"],
            "/no/such/command: No such file",
        ),
        (
            ["--client", "2030-01-01", "--server", "2025-06-18", "--", "true"],
            "--client: '2030-01-01' is not a known revision",
        ),
        (["--log-level", "loud", "--", "true"], "--log-level: 'loud' is not a log level"),
        (["--calls", "0", "--", "true"], "--calls: '0' is not a whole number"),
        (
            ["--client", "2025-11-25", "--server", "2025-06-18"],
            "COMMAND: this argument is missing; write the server's command after --",
        ),
        (
            ["--client", "2025-11-25", "--server", "2025-06-18", "--log", "/no/such/log", "--", "true"],
            "--log: /no/such/log: No such file or directory; name a file that can be written",
        ),
        (["login"], "URL: this argument is missing"),
        (["logout"], "URL: this argument is missing"),
        (["login", "ftp://example.com"], "URL: is not an http or https URL"),
        (["logout", "http://["], "URL: is not an http or https URL"),
        (["--connect", "example.com", "--login"], "--connect: is not an http or https URL"),
        (
            ["login", "http://user:secret@127.0.0.1:1/mcp"],
            "http://127.0.0.1:1/mcp: the server cannot be reached",
        ),
    ],
)
def test_what_cannot_be_started_is_one_line_and_status_2(arguments: list[str], said: str) -> None:
    """Unusable input is one line on stderr and status 2."""
    done = subprocess.run(
        [*BRIDGE, *arguments], input="", capture_output=True, text=True, timeout=CEILING, check=False
    )
    assert done.returncode == 2 and done.stdout == "" and said in done.stderr and done.stderr.count("\n") == 1


def test_input_from_a_file_and_output_to_a_file(tmp_path: Path) -> None:
    """Neither needs to be a pipe."""
    asked, answered = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    asked.write_text("\n".join(map(json.dumps, (HELLO, call("a")))) + "\n")
    command = [*BRIDGE, "--client", "2025-11-25", "--server", "2025-06-18", "--", *odd("well")]
    with asked.open() as stdin, answered.open("w") as stdout:
        assert (
            subprocess.run(
                command, stdin=stdin, stdout=stdout, stderr=-3, timeout=CEILING, check=False
            ).returncode
            == 0
        )
    assert [json.loads(line)["id"] for line in answered.read_text().splitlines()] == [0, "a"]


def test_a_server_without_a_login_gets_the_frames_of_its_client_alone() -> None:
    """No person is awaited: a client that hangs up after its request is answered by the server."""
    with Scripted(well) as server:
        command = [*BRIDGE, "--server", "2025-06-18", "--connect", server.url]
        done = subprocess.run(
            command,
            input=json.dumps(HELLO) + "\n",
            capture_output=True,
            text=True,
            timeout=CEILING,
            check=False,
        )
    assert json.loads(done.stdout)["result"]["protocolVersion"] == HELLO["params"]["protocolVersion"]
    assert [frame["method"] for _, _, frame in server.seen if frame] == ["initialize"]


def test_the_same_revision_passes_lines_on(tmp_path: Path) -> None:
    """Bytes in, the same bytes out, in both directions."""
    with running("cat", client="2026-07-28", to="2026-07-28") as process:
        assert process.stdin is not None and process.stdout is not None
        line = b'{"any" : "thing",  "n": 1.0}\n'
        process.stdin.write(line)
        process.stdin.flush()
        assert process.stdout.readline() == line
        assert finish(process)[2] == 0


def test_a_client_of_today_talks_to_a_server_of_yesterday() -> None:
    """`--server auto` detects a legacy server, and a modern client gets modern results."""
    with running(*odd("well"), client="2026-07-28", to="auto") as process:
        say(process, {"jsonrpc": "2.0", "id": "d", "method": "server/discover", "params": modern()})
        assert hear(process)["result"]["supportedVersions"] == ["2026-07-28"]
        say(process, {**call("a"), "params": modern({"name": "t"})})
        assert hear(process)["result"]["resultType"] == "complete"
        os.kill(process.pid, 0)
        assert finish(process)[2] == 0


def test_a_server_that_ends_when_it_is_probed_is_started_again() -> None:
    """Older servers do; the second time the handshake comes first."""
    with running(*odd("prude"), client="2026-07-28", to="auto") as process:
        say(process, {**call("a"), "params": modern({"name": "t"})})
        assert hear(process)["result"]["resultType"] == "complete"
        assert finish(process)[2] == 0
    with running("false", client="2026-07-28", to="auto") as process:
        say(process, {**call("a"), "params": modern({"name": "t"})})
        assert hear(process)["error"]["message"] == gone(1)
        assert process.wait(CEILING) == 1


def test_a_request_that_nobody_has_read_when_the_server_ends_is_answered() -> None:
    """A server may end before the first frame of the client is read: the frame lies in the pipe."""
    fault = """
import asyncio
from mcp_bridge import stdio

async def late(client, opened=stdio.StdioClient.open):
    await asyncio.sleep(1)
    await opened(client)
stdio.StdioClient.open = late
"""
    with running("true", to="2025-06-18", fault=fault) as process:
        say(process, HELLO)
        assert hear(process)["error"]["message"] == gone(0)
        assert process.wait(CEILING) == 1


def test_a_server_that_refuses_the_probe_and_ends_is_started_again() -> None:
    """The refusal has no id; the new process gets the handshake."""
    with running(*odd("quits"), client="2026-07-28", to="auto") as process:
        say(process, {**call("a"), "params": modern({"name": "t"})})
        assert hear(process)["result"]["resultType"] == "complete"
        _, err, status = finish(process)
    assert status == 0 and "bridge: client 2026-07-28, server 2025-06-18" in err.splitlines()


def test_a_server_that_cannot_be_started_again_is_gone(tmp_path: Path) -> None:
    """The client gets an error, the reason is on stderr, and the status is 1."""
    server = tmp_path / "server"
    server.write_text('#!/bin/sh\nrm "$0"\nread line\n')
    server.chmod(0o755)
    with running(str(server), client="2026-07-28", to="auto") as process:
        say(process, {**call("a"), "params": modern({"name": "t"})})
        assert hear(process)["error"]["message"] == "the server is gone"
        assert process.wait(CEILING) == 1
        assert process.stderr is not None and f"{server}: No such file".encode() in process.stderr.read()


# ---- unreadable frames ----------------------------------------------------------------------------


@pytest.mark.parametrize("client", ["2025-11-25", "2025-06-18"])
@pytest.mark.parametrize("kind", ["cut", "latin"])
def test_an_unreadable_answer_is_an_error_at_once(kind: str, client: str) -> None:
    """A text that is no UTF-8 ends its call. Of one cut inside an emoji, U+FFFD or the half is left."""
    with running(*odd(kind), client=client) as process:
        say(process, HELLO)
        assert hear(process)["id"] == 0
        say(process, call("a"))
        answer = hear(process)
        if kind == "cut":
            half = "\ud83d" if client == "2025-06-18" else "\ufffd"
            assert answer["result"]["content"][0]["text"] == half
        else:
            assert answer["id"] == "a" and "is unreadable" in answer["error"]["message"]
        assert finish(process)[2] == 0


def test_unreadable_requests_are_refused_and_the_session_goes_on() -> None:
    """A deep line and bytes that are no UTF-8 are refused, under an id if there is one."""
    with running(*odd("well"), client="2025-11-25") as process:
        assert process.stdin is not None
        say(process, HELLO)
        assert hear(process)["id"] == 0
        start = b'{"jsonrpc":"2.0","id":"%s","method":"tools/call","params":{"name":'
        process.stdin.write(start % b"a" + b'"\xfe"}}\n' + start % b"b" + b'"\xff"}}\n')
        process.stdin.write(start % b"c" + b"[" * 100_000 + b"]" * 100_000 + b"}}\n" + b"[" * 100_000 + b"\n")
        say(process, call("d"))
        frames, _, status = finish(process)
    assert [frame.get("id") for frame in frames] == ["a", "b", "c", None, "d"]
    assert ["error" in frame for frame in frames] == [True] * 4 + [False] and status == 0


# ---- failures inside ------------------------------------------------------------------------------

FAULTS = {  # a method, and the call of it that fails; the bridge reads many lines between two ticks
    "a response": ("requests.Core.deliver_response", 4),
    "a request": ("conversation.Conversation.handle_request", 4),
    "the clock": ("bridge.Bridge.tick", 3),
}


@pytest.mark.parametrize("name", FAULTS)
def test_a_failure_inside_answers_the_open_requests(name: str) -> None:
    """A defect ends the bridge with status 2 and one line; every request is answered, also those after."""
    path, failing = FAULTS[name]
    module, owner, method = path.split(".")
    fault = (
        f"from mcp_bridge.core import {module} as m\n"
        f"known = m.{owner}.{method}\n"
        "count = 0\n"
        "def fail(*given, **options):\n"
        "    global count\n"
        "    count += 1\n"
        f"    if count == {failing}:\n"
        "        raise KeyError('injected\\nfault')\n"
        "    return known(*given, **options)\n"
        f"m.{owner}.{method} = fail\n"
    )
    with running(*odd("well"), fault=fault) as process:
        say(process, HELLO)
        assert hear(process)["id"] == 0
        ids = [f"c{number}" for number in range(6)]
        say(process, *(call(id) for id in ids))
        heard = [hear(process) for _ in ids]
        frames, err, status = finish(process)
    assert sorted(frame["id"] for frame in heard) == ids and frames == []
    reasons = {frame["error"]["message"] for frame in heard if "error" in frame}
    assert reasons == {INTERNAL} and status == 2
    (line,) = [line for line in err.splitlines() if "internal error" in line]
    assert "KeyError" in line and err.splitlines()[-1] == line


def test_a_failure_of_the_diagnostics_comes_after_the_frames() -> None:
    """What is sent is sent before its losses are reported."""
    fault = "from mcp_bridge.diagnostics import LossReport\n" "LossReport.add = lambda *given: 1 / 0\n"
    with running(*odd("well"), fault=fault) as process:
        say(process, HELLO, {"jsonrpc": "2.0", "method": "tools/call"}, call("a"))
        frames, err, status = finish(process)
    assert [frame["id"] for frame in frames] == [0, "a"]
    assert status == 2 and "ZeroDivisionError" in err


# ---- what a person reads on stderr ----------------------------------------------------------------


def hello(revision: str) -> dict[str, Any]:
    """Return an `initialize` that asks for a revision."""
    return {**HELLO, "params": {**HELLO["params"], "protocolVersion": revision}}


@pytest.mark.parametrize(
    "options, asked, answered, lines",
    [
        ([], "2025-11-25", "2025-11-25", ["bridge: client 2025-11-25, server 2025-06-18"]),
        (
            [],
            "2025-06-18",
            "2025-06-18",
            ["bridge: client 2025-06-18, server 2025-06-18; messages pass unchanged"],
        ),
        (
            ["--client", "2024-11-05"],
            "2025-03-26",
            "2025-03-26",
            [
                "client: requests revision 2025-03-26, so the bridge ignores --client 2024-11-05; "
                "remove that option",
                "bridge: client 2025-03-26, server 2025-06-18",
            ],
        ),
        (
            [],
            "2099-01-01",
            "2025-11-25",
            [
                "client: requests revision '2099-01-01'; the bridge speaks revision 2025-11-25",
                "bridge: client 2025-11-25, server 2025-06-18",
            ],
        ),
        (["--quiet"], "2025-11-25", "2025-11-25", []),
    ],
)
def test_stderr_says_which_revisions_were_agreed(
    options: list[str], asked: str, answered: str, lines: list[str]
) -> None:
    """One line for the revisions of a session, one more for a client that asks for another one."""
    command = [*BRIDGE, *options, "--", *odd("well")]
    with subprocess.Popen(command, stdin=-1, stdout=-1, stderr=-1) as process:
        say(process, hello(asked), {"jsonrpc": "2.0", "method": "notifications/initialized"}, call("a"))
        frames, err, status = finish(process)
    assert status == 0 and frames[0]["result"]["protocolVersion"] == answered
    assert frames[1]["id"] == "a" and err.splitlines() == lines


def test_an_unknown_revision_of_a_modern_client_is_explained() -> None:
    """The client gets the error with the known revisions, and stderr has the revision that it asked for."""
    params = modern({"name": "t"})
    params["_meta"]["io.modelcontextprotocol/protocolVersion"] = "2099-01-01"
    with running(*odd("well"), client="auto", to="auto") as process:
        say(process, {**call("a"), "params": params})
        assert hear(process)["error"]["data"]["supported"] == [*PER_REQUEST]
        _, err, status = finish(process)
    assert status == 0
    reason = "an unknown revision; the client may retry with another revision"
    assert err.splitlines() == [f"client: requests revision '2099-01-01', {reason}"]


@pytest.mark.parametrize("client, server", [("2025-11-25", "2026-07-28"), ("2026-07-28", "2025-11-25")])
def test_stderr_has_no_line_for_what_every_session_does(client: str, server: str) -> None:
    """Result types, cache hints, defaults and `notifications/initialized` are no news."""
    lists = {"jsonrpc": "2.0", "id": "l", "method": "tools/list"}
    with running(*paced("plain"), client=client, to=server) as process:
        if client == "2026-07-28":
            say(process, {**lists, "params": modern()})
        else:
            say(process, HELLO, {"jsonrpc": "2.0", "method": "notifications/initialized"}, lists)
            assert hear(process)["id"] == 0
        assert hear(process)["result"]["tools"][0]["name"] == "t"
        _, err, status = finish(process)
    assert status == 0 and err.splitlines() == [f"bridge: client {client}, server {server}"]


def test_a_person_at_a_terminal_reads_that_the_bridge_waits() -> None:
    """If standard input is a terminal, the first line on stderr says that the bridge waits for a client."""
    ours, theirs = os.openpty()
    command = [sys.executable, "-m", "mcp_bridge", "--", sys.executable, "-c", "input()"]
    with subprocess.Popen(command, stdin=theirs, stdout=-3, stderr=subprocess.PIPE) as process:
        os.close(theirs)
        assert process.stderr is not None
        assert process.stderr.readline().startswith(b"standard input: is a terminal; the bridge waits for")
        os.close(ours)  # hangs up
        process.communicate(timeout=CEILING)


NOTICE = "import mcp_bridge.session as opening; opening.SILENCE = 0.1"  # a silent server is reported soon


def test_a_probe_without_an_answer_is_reported(tmp_path: Path) -> None:
    """A person who waits for the session reads what the bridge waits for."""
    gate = tmp_path / "gate"
    slow = odd("slow", gate)
    options = ["--probe", str(CEILING)]
    with running(*slow, client="2026-07-28", to="auto", options=options, fault=NOTICE) as process:
        say(process, {**call("a"), "params": modern({"name": "t"})})
        assert process.stderr is not None
        said = process.stderr.readline().decode()
        assert re.fullmatch(
            r"server: has not yet answered server/discover; the bridge tries initialize in \d+ seconds "
            r"\(to skip the wait, pass --server REVISION\)\n",
            said,
        )
        gate.touch()
        assert hear(process)["result"]["resultType"] == "complete"
        assert finish(process)[2] == 0


def test_a_session_that_did_not_open_has_one_reason() -> None:
    """The requests after a handshake that failed are answered as `initialize` was."""
    arguments = [*BRIDGE, "--connect", "http://127.0.0.1:9/mcp"]
    with subprocess.Popen(arguments, stdin=-1, stdout=-1, stderr=-3) as process:
        say(process, HELLO)
        first = hear(process)["error"]["message"]
        say(process, call("a"))
        second = hear(process)["error"]["message"]
        assert process.stdin is not None
        process.stdin.close()
    step = "check the URL, and that the server runs"
    assert first == second == f"the server cannot be reached: Connection refused; {step}"


@pytest.mark.parametrize(
    "server, method",
    [("auto", "initialize"), ("2024-11-05", "initialize"), ("2026-07-28", "server/discover")],
)
def test_a_handshake_without_an_answer_is_reported(server: str, method: str) -> None:
    """A person reads that the server has not answered the first request, which an option may settle."""
    with running("sh", "-c", "cat > /dev/null", to=server, fault=NOTICE) as process:
        say(process, HELLO)
        assert process.stderr is not None
        assert process.stderr.readline().decode() == f"server: has not yet answered {method}\n"


# ---- limits ---------------------------------------------------------------------------------------


def test_calls_beyond_a_limit_wait() -> None:
    """Three calls at once with a limit of one are answered in order; one beyond both limits is refused."""
    with running(*odd("well"), options=["--calls", "1", "--waiting", "2"]) as process:
        say(process, HELLO)
        assert hear(process)["id"] == 0
        say(process, *(call(id) for id in "abc"))
        frames, _, status = finish(process)
    assert status == 0 and [frame["id"] for frame in frames if "result" in frame] == ["a", "b", "c"]


@pytest.mark.parametrize("level", ["debug", "off"])
def test_a_client_without_a_level_hears_the_log(level: str) -> None:
    """A server of 2026-07-28 is asked for the level of the option, or for no log."""
    with running(*paced("plain"), to="2026-07-28", options=["--log-level", level]) as process:
        say(process, HELLO)
        assert hear(process)["id"] == 0
        say(process, call("a"))
        said = json.loads(hear(process)["result"]["content"][0]["text"])
        assert said.get("io.modelcontextprotocol/logLevel") == (None if level == "off" else level)
        assert finish(process)[2] == 0


# Faults of a side

LOGGING = """
import json, sys
PREFIX, AS_TEXT, LONG = {settings!r}
for line in sys.stdin:
    print(PREFIX + line.strip(), flush=True)
    frame = json.loads(line)
    result = {{"content": []}}
    if frame.get("method") == "initialize":
        info = {{"name": "s", "version": "1"}}
        result = {{"protocolVersion": "2025-06-18", "capabilities": {{"tools": {{}}}}, "serverInfo": info}}
    if "method" in frame and "id" in frame:
        is_call = frame["method"] == "tools/call"
        id = str(frame["id"]) if AS_TEXT and is_call else frame["id"]
        answer = {{"jsonrpc": "2.0", "id": id, "result": result}}
        print(json.dumps(answer, indent=1 if LONG and is_call else None), flush=True)
"""


def logging(prefix: str, *, as_text: bool = False, long: bool = False) -> list[str]:
    """Return the command of a server that logs each line that it gets on stdout.

    It answers calls maybe under the id as a text, or on many lines.
    """
    return [sys.executable, "-c", LOGGING.format(settings=(prefix, as_text, long))]


@pytest.mark.parametrize("prefix", ["DEBUG got ", "[INFO] ", "{debug} ", "\x1b[31m\u00e9"])
@pytest.mark.parametrize("to", ["2025-06-18", "2025-11-25", "2026-07-28", "auto"])
def test_a_server_that_logs_on_stdout_is_answered_once_and_named(
    tmp_path: Path, to: str, prefix: str
) -> None:
    """Its lines are dropped, the first with a line on stderr; calls go on, and then nothing moves."""
    log = tmp_path / "bridge.jsonl"
    client = "2025-06-18" if to == "auto" else "2025-11-25"
    with running(*logging(prefix), client=client, to=to, log=log) as process:
        hello = {**HELLO, "params": {**HELLO["params"], "protocolVersion": client}}
        say(process, hello, {"jsonrpc": "2.0", "method": "notifications/initialized"}, call("a"), call("b"))
        told = [hear(process) for _ in range(3)]
        time.sleep(0.5)
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        _, err, status = finish(process)
    assert status == 0 and [frame["id"] for frame in told] == [0, "a", "b"]
    sent = [line for line in lines if line["side"] == "server" and line["from"] == "client"]
    noise = [line for line in lines if type(line["message"]) is str]
    assert len(sent) <= 6 and len(noise) == len(sent)
    assert all("method" in line["message"] for line in sent)
    assert all(line["from"] == line["side"] == "server" for line in noise)
    (named,) = [
        line
        for line in err.splitlines()
        if line.startswith("server: a line on stdout is not a JSON-RPC message: ")
    ]
    assert ascii(prefix)[1:-1] in named and named.endswith("and logs to stderr") and named.isascii()


def test_a_client_that_logs_on_stdout_is_answered_once_and_named() -> None:
    """The bridge answers the first line that it cannot read, and the next after another request."""
    with running(*odd("well")) as process:
        say(process, HELLO)
        assert process.stdin is not None
        for number in range(3):
            for _ in range(4):
                process.stdin.write(b"DEBUG client\n")
            say(process, call(number + 1))
        frames, err, status = finish(process)
    assert status == 0
    assert sum("id" not in frame for frame in frames) == 3 and len(frames) == 1 + 3 + 3
    assert err.count("client: a line on stdin is not a JSON-RPC message: 'DEBUG client'") == 1


def test_an_answer_that_no_request_gets_is_named_once() -> None:
    """An id as a text, and JSON on many lines: the call hangs, and one line tells why."""
    for server, line in (
        (logging("#", as_text=True), "server: answers with the id '2', but no open request has this id"),
        (logging("#", long=True), "server: a line on stdout is not a JSON-RPC message: '#"),
    ):
        with running(*server, fault=HASTE, to="2025-06-18") as process:
            say(process, HELLO)
            assert "result" in hear(process)
            say(process, {"jsonrpc": "2.0", "method": "notifications/initialized"}, call("a"), call("b"))
            assert process.stderr is not None
            said = ""
            while line not in said:  # the server has answered before its time is over
                said += (part := process.stderr.readline().decode())
                assert part, said
            frames, err, status = finish(process)
            err = said + err
        assert status == 1 and ["error" in frame for frame in frames] == [True, True]
        assert "requests without an answer: 2\n" in err
        assert err.count(line) == 1 and err.count("answers with the id") == line.count("answers with the id")


@pytest.mark.parametrize(
    "client, to", [("2025-11-25", "2025-11-25"), ("2025-11-25", "auto"), ("auto", "2025-06-18")]
)
@pytest.mark.parametrize("is_gone", [False, True])
@pytest.mark.parametrize("seconds", [0, 0.5])
def test_a_server_that_fails_before_its_first_answer_is_status_1(
    client: str, to: str, is_gone: bool, seconds: float
) -> None:
    """The client gets an error, also if it has hung up behind its first frame."""
    with running("sh", "-c", f"sleep {seconds}; exit 3", client=client, to=to) as process:
        say(process, HELLO)
        if not is_gone:
            assert hear(process)["error"]["message"] == gone(3)
            process.wait(CEILING)
        frames, err, status = finish(process)
    assert status == 1 and ["error" in frame for frame in frames] == [True] * is_gone
    assert "sh: ended with exit status 3 before" in err
