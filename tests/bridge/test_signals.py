"""A signal before the session, and after its end; a stdin, stdout or stderr that is closed or full."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from mcp_bridge import signals
from support.bridge_process import HELLO, MAIN, alive, odd
from support.http_bridge import LegacyClient, ListeningBridge
from support.waiting import CEILING, wait_until

RECEIVED = "import signal; from mcp_bridge import signals; signals.install(); signal.raise_signal({0})"
NUMBERS = [
    getattr(signal, f"SIG{name}")
    for name in ("INT", "TERM", "HUP", "QUIT", "USR1", "USR2", "ALRM", "PROF", "POLL")
    if hasattr(signal, f"SIG{name}")
]
ASKED = "".join(
    json.dumps(frame) + "\n" for frame in (HELLO, {"jsonrpc": "2.0", "id": "p", "method": "ping"})
)


def run(code: str, *arguments: str, given: str = "") -> subprocess.CompletedProcess[str]:
    """Run code with arguments and input, and return what came of it."""
    command = [sys.executable, "-c", code, *arguments]
    return subprocess.run(command, input=given, capture_output=True, text=True, timeout=CEILING, check=False)


def in_shell(redirection: str, given: str = ASKED) -> subprocess.CompletedProcess[str]:
    """Run a bridge to a good server with redirected streams."""
    server = " ".join(odd("well"))
    command = (
        f"exec {sys.executable} -m mcp_bridge --client 2025-11-25 --server 2025-06-18 --quiet -- {server}"
    )
    return subprocess.run(
        ["sh", "-c", f"{command} {redirection}"],
        input=given,
        capture_output=True,
        text=True,
        timeout=CEILING,
        check=False,
    )


@pytest.mark.parametrize("number", NUMBERS)
def test_a_signal_before_the_session_answers_what_was_asked(number: signal.Signals) -> None:
    """It comes while modules are imported; the server is not started."""
    done = run(f"{RECEIVED.format(int(number))}; {MAIN}", "--", *odd("well"), given=ASKED)
    assert done.returncode == 128 + number
    assert [json.loads(line)["id"] for line in done.stdout.splitlines()] == [0, "p"]
    assert done.stderr == f"mcp-bridge: stopped by {number.name}\n"


@pytest.mark.parametrize("number", NUMBERS)
def test_a_signal_before_the_front_ends_it(number: signal.Signals) -> None:
    """The front says its address and the signal, and serves nobody."""
    done = run(f"{RECEIVED.format(int(number))}; {MAIN}", "--listen", "127.0.0.1:0", "--", *odd("well"))
    assert done.returncode == 128 + number
    assert done.stderr.splitlines()[1:] == [f"mcp-bridge: stopped by {number.name}"]


@pytest.mark.parametrize("number", NUMBERS)
def test_a_signal_after_the_last_answer_does_not_break_the_exit(number: signal.Signals) -> None:
    """It comes while the interpreter ends."""
    late = f"import atexit, signal; atexit.register(signal.raise_signal, {int(number)})"
    done = run(f"{late}; {MAIN}", "--client", "2025-11-25", "--", *odd("well"), given=ASKED)
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 2


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_a_signal_before_another_command_ends_it(number: signal.Signals) -> None:
    """A command that is not a bridge has nothing to answer."""
    done = run(f"{RECEIVED.format(int(number))}; {MAIN}", "check", "--", *odd("well"))
    assert done.returncode == -number


def test_the_entry_imports_nothing_large_before_its_handlers() -> None:
    """A signal in the time of an import is then remembered."""
    large = "{'typer', 'asyncio', 'msgspec', 'mcp_revisions'}"
    done = run(f"import sys, mcp_bridge.__main__; print(sorted({large} & set(sys.modules)))")
    assert done.stdout == "[]\n"


@pytest.mark.parametrize(
    ("redirection", "said"),
    [
        ("<&-", "standard input: is closed; redirect it from /dev/null instead"),
        (">&-", "standard output: is closed; redirect it to /dev/null instead"),
        (
            "</dev/zero",
            "standard input: is a device but not a terminal; connect a pipe, a file or a terminal",
        ),
        (
            "</dev/full",
            "standard input: is a device but not a terminal; connect a pipe, a file or a terminal",
        ),
        ("0>/dev/null", "standard input: Bad file descriptor"),
        (
            ">/dev/full",
            "standard output: No space left on device; the client does not get the answers from here on",
        ),
        (
            "1</dev/null",
            "standard output: Bad file descriptor; the client does not get the answers from here on",
        ),
    ],
)
def test_a_stream_that_cannot_be_used_is_one_line_and_status_2(redirection: str, said: str) -> None:
    """No answer is lost with status 0."""
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    done = in_shell(redirection)
    assert (done.returncode, done.stdout, done.stderr) == (2, "", said + "\n")


@pytest.mark.parametrize("redirection", ["2>&-", "2>/dev/full"])
def test_a_session_needs_no_stderr(redirection: str) -> None:
    """Diagnostics are lost, and no answer."""
    if "/dev/full" in redirection and not Path("/dev/full").exists():
        pytest.skip("this system has no /dev/full")
    done = in_shell(redirection)
    assert done.returncode == 0 and len(done.stdout.splitlines()) == 2


def test_three_closed_streams_are_a_status() -> None:
    """No file that the bridge opens gets the number of one of them."""
    assert in_shell("<&- >&- 2>&-").returncode == 2


def test_a_front_needs_no_stdin() -> None:
    """A front whose stdin is closed gives its server another one than a socket."""
    code = f"{RECEIVED.format(int(signal.SIGTERM))}; {MAIN}"
    command = f"exec {sys.executable} -c '{code}' --listen 127.0.0.1:0 -- true <&-"
    done = subprocess.run(["sh", "-c", command], capture_output=True, timeout=CEILING, check=False)
    assert done.returncode == 128 + signal.SIGTERM


@pytest.mark.parametrize("later", [[15], [2], [3, 15, 1]])
def test_no_process_of_the_server_is_left_after_several_signals(later: list[int]) -> None:
    """A second signal does not wait for the server, but ends its process group. So does each further one."""
    with ListeningBridge("--quiet", "--", *odd("deaf")) as bridge:
        LegacyClient(bridge.url)
        assert bridge.process.stderr is not None
        processes = [int(pid) for pid in bridge.process.stderr.readline().split()[1:]]
        for number in later:
            bridge.process.send_signal(signal.SIGTERM)
            bridge.process.send_signal(number)
        assert bridge.process.wait(CEILING) > 128
        wait_until(lambda: not any(alive(pid) for pid in processes))


def test_a_signal_that_comes_twice_at_once_counts_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """`timeout` sends its signal to the process and to the group. Another signal, or a later one, counts."""
    now, found = 100.0, list[int]()
    monkeypatch.setattr(signals.time, "monotonic", lambda: now)
    with signals.listening(found.append):
        for later, number in ((0, 15), (0, 15), (0.4, 15), (0.4, 15), (0, 2), (0, 15), (0.6, 15)):
            now += later
            signal.raise_signal(number)
    assert found == [15, 15, 2, 15, 15]


def test_a_handler_of_the_program_stays() -> None:
    """Only the handlers of SIGINT, SIGTERM and SIGHUP are replaced, for a time."""
    before = {number: signal.getsignal(number) for number in (signal.SIGUSR1, signal.SIGTERM)}

    def own(number: int, frame: object) -> None: ...

    try:
        for number in (signal.SIGUSR1, signal.SIGTERM):
            signal.signal(number, own)
        with signals.listening(lambda number: None):
            assert signal.getsignal(signal.SIGUSR1) is own and signal.getsignal(signal.SIGTERM) is not own
        assert signal.getsignal(signal.SIGTERM) is own
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
