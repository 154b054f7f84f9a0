"""The options of `mcp-bridge`: each has an effect, or is refused in one line."""

from __future__ import annotations

import io
import os
import re
import signal
import subprocess
import sys
import tempfile
from inspect import signature
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import httpx2
import mcp_revisions as mr
import pytest
import typer
from hypothesis import given, settings
from hypothesis import strategies as st

import mcp_bridge
from mcp_bridge.cli import COMMANDS, app, run
from mcp_bridge.diagnostics import reporting
from mcp_bridge.options import (
    LIMITS,
    OWNERS,
    BridgeOptions,
    FrontOptions,
    check_url,
    checked_front,
    front_limits,
    headers_of,
    levels,
    new_bridge,
    refuse_unused,
    shown,
)
from mcp_bridge.problems import Problem, Refused
from support.bridge_process import BRIDGE
from support.paths import ROOT
from support.waiting import CEILING

COMMAND: Any = typer.main.get_command(app)
OPTIONS = {
    param.opts[0]: param
    for param in COMMAND.params
    if param.opts[0][:2] == "--" and not param.opts[0].endswith("-completion")
}
# The options of every bridge, and those that name its two sides.
ALWAYS = set(
    [
        "--client",
        "--server",
        "--connect",
        "--listen",
        "--log",
        "--log-level",
        "--tasks",
        "--offer",
        "--calls",
        "--waiting",
        "--probe",
    ]
)
FLAGS = {"--quiet", "--strict-lists", "--version"}
VALUES = {"--header": "a: b"}


def value_of(option: str) -> list[str]:
    """Return an option with a value of its kind."""
    return [option] if OPTIONS[option].is_flag else [option, VALUES.get(option, "1")]


def refused(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the line with which a bridge is refused."""
    assert run(arguments) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err.rstrip("\n")


def test_the_version_is_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is bridged."""
    assert run(["--version"]) == 0
    assert capsys.readouterr() == (f"mcp-bridge {mcp_bridge.__version__}\n", "")


def test_a_bridge_without_stdout_is_refused(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A host that closes standard output gets a line and the status of unusable input."""
    monkeypatch.setattr(sys, "stdout", None)
    assert run(["--", "cat"]) == 2
    assert capsys.readouterr().err == "standard output: is closed; redirect it to /dev/null instead\n"


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have no device that is full")
def test_a_help_that_nobody_gets_has_the_status_of_a_failure() -> None:
    """Where nobody reads, the status is not that of findings, without a line; a full disk is one line."""
    ours, theirs = os.pipe()
    os.close(ours)
    with open(theirs, "wb") as unread, open("/dev/full", "wb") as full:
        for out, line in ((unread, ""), (full, "mcp-bridge: No space left on device\n")):
            done = subprocess.run([*BRIDGE, "--help"], stdout=out, stderr=-1, text=True, check=False)
            assert (done.returncode, done.stderr) == (2, line)


def test_an_interrupt_of_a_check_is_its_status() -> None:
    """No traceback follows."""
    asked = (
        "import sys, time; sys.stdin.readline(); print('asked', file=sys.stderr, flush=True); time.sleep(60)"
    )
    # Tests that run in the background of a shell, and their children, ignore the signal.
    heed = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
    start = f"{heed}; from mcp_bridge.cli import main; main()"
    command = [sys.executable, "-c", start, "check", "--", sys.executable, "-c", asked]
    with subprocess.Popen(command, stdout=-1, stderr=-1, text=True) as process:
        assert process.stderr is not None and process.stderr.readline() == "asked\n"
        process.send_signal(signal.SIGINT)
        assert (*process.communicate(timeout=CEILING), process.returncode) == ("", "", 130)


ONE_ARGUMENT = "is one argument; write each word as an argument of its own"
ONLY_URL = "is not an option of mcp-bridge; write the URL without an option: mcp-bridge check URL"


@pytest.mark.parametrize(
    "line, said",
    [
        ("--nope", "--nope: is not an option of mcp-bridge; write the server's command after --"),
        ("check --nope", "--nope: is not an option of mcp-bridge; write the server's command after --"),
        ("npx -y foo", "-y: is not an option of mcp-bridge; write the server's command after --"),
        ("--conect http://h/mcp", "--conect: is not an option of mcp-bridge (do you mean --connect?)"),
        ("check --connect http://h/mcp", f"--connect: {ONLY_URL}"),
        ("check --conect http://h/mcp", f"--conect: {ONLY_URL}"),
        ("-connect http://h/mcp", "-connect: is not an option of mcp-bridge (do you mean --connect?)"),
        ("check -connect http://h/mcp", f"-connect: {ONLY_URL}"),
        ("--nope -- foo", "--nope: is not an option of mcp-bridge ("),
        ("login --nope", "--nope: is not an option of mcp-bridge ("),
        ("--quiet=1", "--quiet: takes no value"),
        ("--quiet --client", "--client: needs a value"),
        ("--idle soon", "--idle: 'soon' is not a number"),
        ("check --probe soon", "--probe: 'soon' is not a number"),
        ("--sessions 1.5", "--sessions: '1.5' is not a whole number"),
        ("--tasks perhaps", "--tasks: 'perhaps' is unknown; the values are"),
        ("login", "URL: this argument is missing"),
    ],
)
def test_a_misuse_names_the_option_and_the_help(
    line: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The words are those of the bridge, whatever the parser says."""
    name = " ".join(["mcp-bridge", *(word for word in line.split()[:1] if word in COMMANDS)])
    found = refused(*line.split(), capsys=capsys)
    assert found.startswith(said) and found.endswith(f" (see {name} --help)")


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["--connect http://h/mcp"],
            "--connect: is not an option of mcp-bridge together with its value; "
            "write --connect and the value as two arguments (see mcp-bridge --help)",
        ),
        (["check", "--connect http://h/mcp"], f"--connect: {ONLY_URL} (see mcp-bridge check --help)"),
        (["chek", "--", "node"], "chek: is neither a command of mcp-bridge nor in PATH (do you mean check?)"),
        (
            ["logn", "http://h/mcp"],
            "logn: is neither a command of mcp-bridge nor in PATH (do you mean login?)",
        ),
        (["--", "sh server stdio"], f"sh server stdio: {ONE_ARGUMENT}: sh server stdio"),
        (["check", "sh server stdio"], f"sh server stdio: {ONE_ARGUMENT}: sh server stdio"),
        (
            ["check", "localhost:38102/sse"],
            "localhost:38102/sse: is not a command; "
            "if it is a URL, write http://localhost:38102/sse (or https://...)",
        ),
        (
            ["--", "mcp.example.com/mcp"],
            "mcp.example.com/mcp: is not a command; "
            "if it is a URL, write --connect http://mcp.example.com/mcp (or https://...)",
        ),
        (["--", "./server.py"], "./server.py: No such file or directory"),
        (["--", "servers/x.py"], "servers/x.py: No such file or directory"),
    ],
)
def test_a_typing_mistake_is_a_line_with_the_right_form(
    words: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A word that is misspelt, two arguments in one, a URL without its scheme."""
    assert refused(*words, capsys=capsys) == said


@pytest.mark.parametrize("name", ["", "check"])
def test_an_option_after_the_command_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each option could be meant for the server, so the user says which one is meant."""
    params = typer.main.get_command(COMMANDS[name] if name else app).params
    options: list[Any] = [each for each in params if each.param_type_name == "option"]
    assert len(options) > 2
    for option in options:
        line = f"{option.opts[0]}: comes after the command 'python'; write mcp-bridge's own options"
        for after in ([option.opts[0], *["1"] * (not option.is_flag)], [f"{option.opts[0]}=1"]):
            for before in ([], ["--probe", "5"]):
                words = [*name.split(), *before, "python", "server.py", *after]
                assert refused(*words, capsys=capsys).startswith(line)


def test_an_option_after_the_dashes_or_a_url_is_clear(capsys: pytest.CaptureFixture[str]) -> None:
    """After -- it belongs to the server; after the URL of a check it belongs to the check."""
    print_arguments = "import sys; print(sys.argv[1:], file=sys.stderr)"
    command = [*BRIDGE, "--", sys.executable, "-c", print_arguments, "--quiet"]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    assert done.stderr.startswith("['--quiet']\n")
    assert refused("check", "http://127.0.0.1:9/", "--probe", "0", capsys=capsys).startswith(
        "--probe: '0' is not"
    )


@pytest.mark.parametrize(
    "line, found",
    [
        ("--log-level war", {"warning"}),
        ("--log-level ", {*levels()}),
        ("--client 2025-1", {"2025-11-25"}),
        ("--server ", {*mr.REVISIONS, "auto"}),
    ],
)
def test_values_complete_in_a_shell(line: str, found: set[str]) -> None:
    """Bash is offered the values of an option that begin as the word does."""
    words = {"COMP_WORDS": f"mcp-bridge {line}", "COMP_CWORD": "2", "_MCP_BRIDGE_COMPLETE": "complete_bash"}
    done = subprocess.run(BRIDGE, env={**os.environ, **words}, capture_output=True, text=True, check=False)
    assert set(done.stdout.split()) == found, done.stderr


def test_the_help_names_every_command_and_no_type_of_python(capsys: pytest.CaptureFixture[str]) -> None:
    """The first words are named; a value is a metavar or a choice."""
    for name in ("", *COMMANDS):
        assert run([*name.split(), "--help"]) == 0
        text = capsys.readouterr().out
        assert not re.search("<(int|float|str|list|path)", text)
        assert bool(name) or all(f"mcp-bridge {each}" in " ".join(text.split()) for each in COMMANDS)


def test_exit_statuses_of_the_help_are_those_of_the_page(capsys: pytest.CaptureFixture[str]) -> None:
    """The page of the distribution has the words of `--help` for each command."""
    page = (ROOT / "bridge" / "README.md").read_text("utf-8")
    rows = dict(re.findall(r"^\| `(mcp-bridge[a-z ]*)` \| (0 .*) \|$", page, re.MULTILINE))
    assert set(rows) == {"mcp-bridge", *(f"mcp-bridge {name}" for name in COMMANDS)}
    for name, statuses in rows.items():
        assert run([*name.split()[1:], "--help"]) == 0
        assert f"Exit status: {statuses}." in " ".join(capsys.readouterr().out.split()), name


@pytest.mark.parametrize(
    "arguments, line",
    [
        (
            [],
            "COMMAND: this argument is missing; "
            "write the server's command after --, or its URL after --connect",
        ),
        (["http://u:secret@127.0.0.1:9/mcp"], "COMMAND: is a URL; write it after --connect"),
        (["--", "https://127.0.0.1:9/mcp"], "COMMAND: is a URL; write it after --connect"),
    ],
)
def test_a_server_that_is_not_named_is_one_line(
    arguments: list[str], line: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody reads help where stdin is a pipe."""
    monkeypatch.setattr("sys.stdin", io.StringIO())
    assert refused(*arguments, capsys=capsys) == line


def test_help_is_for_a_terminal(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The command alone prints its help where a person types."""
    monkeypatch.setattr("sys.stdin", SimpleNamespace(isatty=lambda: True))
    assert run([]) == 0 and capsys.readouterr().out.startswith("Usage: mcp-bridge")


@pytest.mark.parametrize("address", ["10.0.0.1", "10.0.0.1/8", "::1"])
def test_a_proxy_is_an_address_or_a_network(address: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A name, such as that of a host, would trust nobody."""
    checked_front(FrontOptions(proxies=(address,)))
    for wrong in ("foo", "*", "", f"{address}/200"):
        line = refused("--listen", "127.0.0.1:0", "--trust-proxy", wrong, "--", "true", capsys=capsys)
        assert line.startswith(f"--trust-proxy: {wrong!r} is not an IP address or network")


@pytest.mark.parametrize(
    ("option", "value", "line"),
    [
        ("--allow-host", "http://x/", "--allow-host: 'http://x/' is not a valid host name; write it without"),
        (
            "--allow-host",
            "x.example:80",
            "--allow-host: 'x.example:80' is not a valid host name; write it without",
        ),
        ("--forward-header", "X-A: b", "--forward-header: 'x-a: b' is not a valid header name; write only"),
        ("--listen", "8000", "--listen: '8000' is not HOST:PORT; write 127.0.0.1:8000"),
        ("--listen", "127.0.0.1:99999", "--listen: the port 99999 is too high; choose one up to 65535"),
        ("--listen", f"[::1]:{'9' * 5000}", "--listen: the port 9"),
    ],
)
def test_a_value_of_the_front_that_fits_nothing_is_refused(
    option: str, value: str, line: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The bridge does not start with a name that no request has; the line shows how to write it."""
    listen = [] if option == "--listen" else ["--listen", "127.0.0.1:0"]
    connect = ["--connect", "http://127.0.0.1:9/mcp"]
    assert refused(*listen, *connect, option, value, capsys=capsys).startswith(line)


HEADERS = st.dictionaries(
    st.text("abcXYZ-", min_size=1, max_size=8),
    st.text("ab:; @", max_size=8).map(str.strip),
    min_size=1,
    max_size=4,
)


@settings(max_examples=50, deadline=None)
@given(
    headers=HEADERS,
    blanks=st.sampled_from(["\n", "\r\n", "\n\n", "\n \n"]),
    bom=st.sampled_from(["", "\ufeff"]),
)
def test_headers_of_a_file_are_those_of_the_command_line(
    headers: dict[str, str], blanks: str, bom: str
) -> None:
    """As curl reads them: a header a line."""
    lines = [f"{name}: {value}" for name, value in headers.items()]
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "headers.txt")
        file.write_bytes((bom + blanks.join(["", *lines, ""])).encode())
        assert headers_of([f"@{file}"]) == headers_of(lines)
        assert headers_of(["x-one: 1", f"@{file}", "x-two: 2"]) == headers_of(
            ["x-one: 1", *lines, "x-two: 2"]
        )


@pytest.mark.skipif(os.name != "posix", reason="has no modes of files")
@pytest.mark.parametrize("mode", [0o600, 0o640, 0o604])
def test_a_file_of_headers_that_others_can_read_is_reported(
    mode: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its headers are used, and the line says what to do."""
    file = tmp_path / "headers.txt"
    file.write_text("x-one: 1")
    file.chmod(mode)
    with reporting():
        assert headers_of([f"@{file}"]) == {"x-one": "1"}
    line = f"--header: @{file}: other users can read this file; run chmod 600"
    assert capsys.readouterr().err.splitlines() == ([] if mode == 0o600 else [line])


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        (None, ": No such file or directory; name a file with one header per line"),
        (b"", ": is empty; name a file with one header per line"),
        (b"\xef\xbb\xbf\r\n \n", ": is empty; name a file with one header per line"),
    ],
)
def test_a_file_of_no_headers_is_refused(
    text: bytes | None, reason: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is missing, or has nothing in it: a header was wanted."""
    file = tmp_path / "headers"
    if text is not None:
        file.write_bytes(text)
    line = refused("--header", f"@{file}", "--connect", URL, capsys=capsys)
    assert line == f"--header: @{file}{reason}"
    assert refused("--header", "@/dev/null", "--connect", URL, capsys=capsys).startswith("--header: @/dev/nu")


WRONG_LINES = [
    "no-colon-but-a-secret",
    "\x0bno-colon-but-a-secret",
    "na me: secret",
    ": secret",
    "\xff: secret",
    "x-a: se\xffcret",
    "x-a: a\rsecret",
    "Host: secret",
    *(f"x-a: secret{end}{more}" for end in "\x0b\x0c\x1c\x85" for more in ("", "x-b: 2")),
    "x-a: secret\xe2\x80\xa8",  # U+2028
]


@settings(max_examples=50, deadline=None)
@given(
    before=st.lists(st.sampled_from(["x-b: 1", "x-c: a b", "", " ", "\r"]), max_size=5),
    wrong=st.sampled_from(WRONG_LINES),
    after=st.lists(st.sampled_from([*WRONG_LINES, "x-d: 1"]), max_size=2),
)
def test_a_wrong_line_of_a_file_is_named(before: list[str], wrong: str, after: list[str]) -> None:
    """The first one, by file and number, without its value."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "headers.txt")
        file.write_bytes("\n".join([*before, wrong, *after]).encode("latin-1"))
        with pytest.raises(Refused) as refusal:
            headers_of(["x-one: 1", f"@{file}"])
    line = str(refusal.value)
    assert line.startswith(f"--header: @{file}, line {len(before) + 1}: ") and "secret" not in line
    assert "\n" not in line


@pytest.mark.parametrize("headers", ["A: secret", {"authorization": b"secret"}, [("a", "secret")]])
def test_a_header_of_another_type_is_not_shown(headers: Any) -> None:
    """The error names the type alone."""
    with pytest.raises(
        mcp_bridge.Refused,
        match=r"^headers: must be a mapping of strings to strings, not a value of type \w+",
    ) as refusal:
        mcp_bridge.app(URL, headers=headers)
    assert "secret" not in str(refusal.value)


OWN = ["Host", "content-length", "Transfer-Encoding", "Mcp-Session-Id", "Connection"]


@pytest.mark.parametrize("name", OWN)
def test_a_header_of_the_bridge_is_refused(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A second one would contradict the first; on the command line and in a program."""
    line = refused("--header", f"{name}: 1", "--connect", URL, capsys=capsys)
    assert line == f"--header: {name.lower()!r} is a header that the bridge writes itself; remove it"
    with pytest.raises(mcp_bridge.Refused, match="^headers: .* writes itself"):
        mcp_bridge.app(URL, headers={name: "1"})


def test_an_endless_file_of_headers_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """The file is read up to a bound."""
    line = refused("--header", "@/dev/zero", "--connect", URL, capsys=capsys)
    assert line == "--header: @/dev/zero: has more than 64 KiB; name a file with one header per line"


def test_each_option_has_a_side() -> None:
    """An option belongs to every bridge, or to options in the table, which belong to a bridge in turn."""
    assert set(OPTIONS) == ALWAYS | FLAGS | set(OWNERS)
    assert not ALWAYS & set(OWNERS)
    owners = {owner for owners in OWNERS.values() for owner in owners}
    assert all(owner in ALWAYS or set(OWNERS[owner]) <= ALWAYS for owner in owners)


@pytest.mark.parametrize("option", OWNERS)
def test_an_option_without_its_owner_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each missing owner is named; with all of them the option is taken."""
    owners = OWNERS[option]
    for missing in owners:
        others = [word for owner in owners if owner != missing for word in (owner, "http://127.0.0.1:9")]
        line = refused(*value_of(option), *others, "--", "true", capsys=capsys)
        assert line == f"{option}: has no effect without {missing}; add {missing}, or remove {option}"
    if len(owners) > 1:
        needed = " and ".join(owners)
        line = refused(*value_of(option), "--", "true", capsys=capsys)
        assert line == f"{option}: has no effect without {needed}; add {needed}, or remove {option}"
    refuse_unused({option: "x", **dict.fromkeys(owners, "x"), "--connect": "x"})


@pytest.mark.parametrize("option", sorted(name for name, param in OPTIONS.items() if not param.is_flag))
def test_an_option_before_the_command_needs_a_value(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--` is no value: the line names the option, and no file or session of that name is made."""
    line = refused(option, "--", "true", capsys=capsys)
    assert line.startswith(f"{option}: ") and ("needs a value before --" in line or "'--' is" in line)


def test_several_options_without_effect_are_lines_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    """All are named at once."""
    assert run(["--idle", "5", "--header", "a: b", "--", "true"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "--header: has no effect without --connect; add --connect, or remove --header",
        "--idle: has no effect without --listen; add --listen, or remove --idle",
    ]


def test_a_probe_of_a_server_whose_revision_is_given_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is probed there."""
    line = refused("--probe", "5", "--server", "2025-06-18", "--", "true", capsys=capsys)
    assert line == "--probe: has no effect with --server 2025-06-18; remove --probe, or use --server auto"


@pytest.mark.parametrize(
    "named, meant",
    [
        ("latest", mr.LATEST),
        ("Newest", mr.LATEST),
        ("2025-6-18", "2025-06-18"),
        ("20251125", "2025-11-25"),
        ("Auto", "auto"),
        ("x" * 200, None),
        ("\x1b[1m", None),
    ],
)
@pytest.mark.parametrize("option", ["--client", "--server"])
def test_a_revision_that_is_none_names_the_one_that_is_meant(
    option: str, named: str, meant: str | None, capsys: pytest.CaptureFixture[str]
) -> None:
    """The line has the nearest one alone, every known one, and no more of a long name than it needs."""
    line = refused(option, named, "--", "true", capsys=capsys)
    hint = "" if meant is None else f" (do you mean {meant}?)"
    known = ", ".join([*mr.REVISIONS, "auto"])
    assert line == f"{option}: {named[:80]!a} is not a known revision{hint}; the revisions are {known}"


@pytest.mark.parametrize(
    "url, fits",
    [
        ("http://localhost:1/mcp", True),
        ("https://example.com", True),
        ("http://localhost:0/mcp", False),
        ("http://localhost:65536/mcp", False),
        ("http://localhost:x/mcp", False),
        ("http://[::1", False),
        ("http:///mcp", False),
        ("ftp://localhost/", False),
    ],
)
def test_a_server_over_http_has_an_address(url: str, fits: bool) -> None:
    """A port of 0 and a text that no client can split are refused before anything starts."""
    if fits:
        check_url(url, "--connect")
    else:
        with pytest.raises(Refused, match="--connect: is not an http or https URL"):
            check_url(url, "--connect")


@pytest.mark.parametrize("token", ["", "session"])
def test_a_state_cannot_be_guessed_and_names_its_session(token: str) -> None:
    """Each is 16 random bytes, after the name of the session where one is given."""
    bridge = new_bridge("2026-07-28", BridgeOptions("2026-07-28", "2025-06-18"), token)
    states = [bridge._core.nonce() for _ in range(2)]
    prefix = re.escape(f"{token}." if token else "")
    assert all(re.fullmatch(f"{prefix}[0-9a-f]{{32}}", state) for state in states)
    assert states[0] != states[1]


@pytest.mark.parametrize("level, requested", [("off", None), ("info", "info"), ("error", "error")])
def test_a_level_is_requested_unless_the_log_is_off(level: str, requested: str | None) -> None:
    """The protocol object gets None for a client that wants no log."""
    bridge = new_bridge("auto", BridgeOptions("auto", "auto", log_level=level))
    assert bridge._log_level == requested


def test_a_refusal_has_a_line_for_each_problem_once() -> None:
    """In the order of the locations; a line never obeys a terminal."""
    problems = [Problem("b", "x\n\x1by"), Problem("a", "two"), Problem("a", "one"), Problem("a", "two")]
    refusal = Refused(iter(problems))
    assert str(refusal) == "a: one\na: two\nb: x\\n\\x1by"
    assert [problem.message for problem in refusal.problems] == ["one", "two", "x\n\x1by"]


def test_headers_for_a_command_are_refused_by_the_function() -> None:
    """As by the command."""
    with pytest.raises(Refused, match="headers: work only if the server is a URL"):
        mcp_bridge.app(("true",), headers={"a": "b"})


URL = "http://127.0.0.1:9"
NO_URL = "is not an http or https URL; write http://HOST:PORT/PATH or https://..., with %20 for a space"
WRONG_ARGUMENTS = [
    ({"server": "ftp://example.com/mcp"}, "server: is not an http or https URL; "),
    ({"server": URL, "client_revision": "2025"}, "client_revision: "),
    ({"server": URL, "server_revision": "2025"}, "server_revision: "),
    ({"server": URL, "headers": {"a b": "c"}}, "headers: "),
]


@pytest.mark.parametrize("arguments, start", WRONG_ARGUMENTS, ids=range(len(WRONG_ARGUMENTS)))
def test_the_function_names_its_arguments(arguments: dict[str, Any], start: str) -> None:
    """No message of the function names an option of the command."""
    with pytest.raises(Refused) as refused:
        mcp_bridge.app(**arguments)
    assert str(refused.value).startswith(start) and "--" not in str(refused.value)


HOSTS = [
    "a",
    "127.0.0.1",
    "[::1]",
    "m\xfcnchen.example",
    "A.Example",
    "a_b-c",
    "",
    "a b",
    "-",
    "a..b",
    "\u2603.net",
    "%",
]
PIECES = [
    "",
    "/",
    "/mcp",
    "?a=b",
    "#c",
    " ",
    "\t",
    "\r\n",
    "\x00",
    "\x7f",
    "\x85",
    "\xa0",
    "\xe9",
    "%20",
    "%",
    "{",
    '"',
    "/..",
    "//",
    "@",
    ":",
    "\ud800",
    "\\",
]
URLS = st.builds(
    "{}{}{}{}{}".format,
    st.sampled_from(["http://", "https://", "HTTP://", "http:", "ftp://", " http://", ""]),
    st.sampled_from(["", "", "", "u:p@", "u p@", "@", "\xfc@"]),
    st.sampled_from(HOSTS) | st.text(max_size=5),
    st.sampled_from(["", ":80", ":443", ":0", ":99999", ":-1", ":x", ":", ":\u0663"]),
    st.lists(st.sampled_from(PIECES) | st.characters(), max_size=4).map("".join),
)


def accepted(url: str) -> bool:
    """Say whether a URL is taken; the line of a refusal has the place and the remedy, nothing of the URL."""
    try:
        check_url(url, "PLACE")
    except Refused as refusal:
        assert str(refusal) == f"PLACE: {NO_URL}"
        return False
    return True


@settings(max_examples=1000, deadline=None)
@given(url=URLS | st.text(max_size=20))
def test_any_text_is_a_url_as_it_stands_or_refused(url: str) -> None:
    """The library sends an address that is taken unchanged, to a host that a resolver takes."""
    if accepted(url):
        found = httpx2.URL(url)
        assert found.scheme in ("http", "https") and url.isprintable() and " " not in url
        rest = re.fullmatch(r"(?i:https?)://[^/?#]*(.*)", url)
        assert rest is not None and (rest[1] == "" or str(found).endswith(rest[1]))
        sent = rest[1].partition("#")[0].removesuffix("?")
        assert found.raw_path.decode() in (sent, f"/{sent}"), url
        assert found.userinfo.decode() in url and found.host.encode("idna")


@pytest.mark.parametrize(
    "url", ["http://a b/", "http://h/\r\nx: y", "https://\u2603.net/", "http://h/\x1b[31m", "ftp://h/"]
)
def test_every_option_with_a_url_refuses_a_wrong_one(
    url: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """One line with the place and the remedy, from every command and function."""
    token = ("--header", "Authorization: Bearer x")
    for place, *arguments in (
        ("--connect", "--connect", url),
        ("--connect", "--listen", "127.0.0.1:0", "--connect", url),
        ("--connect", "--login", "--connect", url),
        ("URL", "check", url),
        ("URL", "check", *token, url),
        ("URL", "login", url),
        ("URL", "logout", url),
    ):
        assert refused(*arguments, capsys=capsys) == f"{place}: {NO_URL}", arguments
    if url.startswith("https://"):
        line = refused("login", URL, "--client-id", url, capsys=capsys)
        assert line == f"--client-id: {NO_URL}"
    with pytest.raises(Refused, match=f"^server: {re.escape(NO_URL)}$"):
        mcp_bridge.app(url)


ORIGINS = ["https://a.example", "http://A.example:8000", "vscode-webview://1-2", "null", "*"]
NO_ORIGINS = [
    "",
    "a.example",
    "https://",
    "https://a/",
    "https://a?",
    "https://a b",
    "https://u@a",
    "https://\xe9",
    "1://a",
]


def test_an_origin_is_one_that_a_page_has() -> None:
    """Its case does not count; another text would let nobody in."""
    for origin in ORIGINS:
        assert checked_front(FrontOptions(origins=(origin,))).origins == (origin.lower(),)
    for origin in NO_ORIGINS:
        with pytest.raises(
            Refused, match="^front.origins: .* is not a valid origin; write it without a path, as"
        ):
            checked_front(FrontOptions(origins=("*", origin)))


@settings(max_examples=100, deadline=None)
@given(
    bound=st.tuples(st.just("idle"), st.floats() | st.sampled_from([0.1, 1, 1e6, 1e9]))
    | st.tuples(st.just("sessions"), st.integers(-3, 3) | st.just(10**12))
)
def test_a_bound_is_refused_by_the_command_as_by_the_function(bound: tuple[str, Any]) -> None:
    """Both have the same line, after their own name of the bound."""
    (name, value), lines = bound, []
    words = ["--connect", URL, "--listen", "no address"]
    for place, take in (
        (f"front.{name}", lambda: FrontOptions(**{name: value})),
        (f"--{name}", lambda: COMMAND.main([*words, f"--{name}={value}"], standalone_mode=False)),
    ):
        try:
            take()
            lines.append("")
        except Refused as refusal:
            location, _, message = str(refusal).partition(": ")
            lines.append(message if location == place else "")
    is_taken = value >= 1 if name == "sessions" else 0.1 <= value <= 1_000_000
    assert lines[0] == lines[1] and (lines[0] == "") == is_taken, lines


ODD = [
    None,
    3,
    -1,
    0,
    True,
    1.5,
    float("nan"),
    float("inf"),
    "",
    [""],
    "x",
    b"x",
    (),
    ["a", 3],
    {"a": 1},
    {1: "a"},
    object(),
    "\0",
    "{",
]
FRONT = vars(FrontOptions())


@settings(max_examples=400, deadline=None)
@given(name=st.sampled_from([*signature(mcp_bridge.app).parameters, *FRONT]), data=st.data())
def test_any_value_of_any_parameter_is_taken_or_refused(name: str, data: Any) -> None:
    """One error with the parameter as its location stands for each wrong value; none is raised raw."""
    value = data.draw(st.sampled_from(ODD) | st.text(max_size=3) | st.lists(st.text(max_size=3), max_size=2))
    arguments: dict[str, Any] = {"server": URL}
    try:
        arguments |= (
            {"front": FrontOptions(**{name: value})} if name in FRONT and name != "path" else {name: value}
        )
        mcp_bridge.app(**arguments)
    except Refused as refused:
        (problem,) = refused.problems
        known = {"server": ("server", *([value[0]] if isinstance(value, list) and value else []))}
        assert problem.location in known.get(name, (name, f"front.{name}")), (name, value, problem)
        assert problem.location and problem.message
        assert "--" not in problem.message or "--" in str(value)


@pytest.mark.parametrize("name", FRONT)
def test_a_bound_of_another_type_is_refused(name: str) -> None:
    """Neither a number for a name, nor a name for a number; several wrong values are several lines."""
    wrong: dict[str, Any] = {"sessions": "3", "hosts": "localhost", name: {1: 2}}
    with pytest.raises(Refused) as refused:
        FrontOptions(**wrong)
    assert {problem.location for problem in refused.value.problems} == {f"front.{each}" for each in wrong}


@pytest.mark.parametrize("path", ["", "mcp", "/a b", "/{a}", "/a?b", "/a#b"])
def test_a_path_that_no_request_has_is_refused(path: str) -> None:
    """By its name among the options."""
    with pytest.raises(Refused) as refused:
        checked_front(FrontOptions(path=path))
    assert [problem.location for problem in refused.value.problems] == ["front.path"]
    assert checked_front(FrontOptions(path="/a/b")).path == "/a/b"


def test_a_header_has_its_name_in_lower_case_and_its_value_without_blanks() -> None:
    """The last of two with one name counts."""
    assert headers_of(["X-One:  a: b\t", "x-two:", "X-TWO: c"]) == {"x-one": "a: b", "x-two": "c"}


@pytest.mark.parametrize(
    ("value", "words"),
    [(5, "5"), (None, "None"), (True, "True"), ("x", "a value of type str"), (10**90, "1" + "0" * 79)],
)
def test_a_wrong_value_is_shown_in_a_few_characters(value: Any, words: str) -> None:
    """A text is not shown."""
    assert shown(value) == words


def test_names_are_compared_in_lower_case() -> None:
    """As those of the command."""
    front = mcp_bridge.app(
        URL, front=FrontOptions(hosts=("Example.COM",), forward=("X-Tenant",))
    ).state.bridge
    assert (front.pool.options.hosts, front.pool.options.forward) == (("example.com",), ("x-tenant",))


@pytest.mark.parametrize(
    "before, line",
    [
        ("pass", "--client: '1999-01-01' is not a known revision; the revisions are 2024-11-05, "),
        (
            "sys.modules['mcp_bridge'] = None",
            "mcp-bridge: is not installed; run in a checkout of mcpgen: pip install ./generated ./bridge\n",
        ),
    ],
)
def test_the_code_generator_runs_the_bridge_or_says_how_to_install_it(before: str, line: str) -> None:
    """`mcpgen bridge` becomes `mcp-bridge` with the same arguments; without it there is one line."""
    given = ["bridge", "--client", "1999-01-01", "--", "true"]
    code = f"import sys; sys.argv[1:] = {given}; {before}; from mcpgen.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=CEILING, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(line)


@pytest.mark.parametrize("option", ["--login", "--client-id"])
def test_a_login_serves_one_person(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A login is refused beside a listener, whose clients bring tokens of their own."""
    given = [*value_of(option), "--connect", "http://127.0.0.1:9", "--listen", "127.0.0.1:0"]
    assert refused(*given, capsys=capsys).startswith(f"{option}: is for one person")


def test_a_client_id_needs_a_login(capsys: pytest.CaptureFixture[str]) -> None:
    """An id of a client without a login would have no effect; a document without https names no client."""
    given = ["--connect", "http://127.0.0.1:9", "--client-id"]
    assert refused(*given, "me", capsys=capsys).startswith("--client-id: has no effect without --login")
    unsafe = refused(*given, "http://app.example/client.json", "--login", capsys=capsys)
    assert unsafe.startswith("--client-id: the URL of a client id metadata document must begin with https://")


@pytest.mark.parametrize(
    ("given", "message"),
    [
        ("paralel=3", "'paralel' is not a limit (do you mean parallel?); the limits are largest, bodies,"),
        ("sessions=3", "'sessions' is not a limit"),
        ("hosts=a", "'hosts' is not a limit"),
        ("", "'' is not a limit"),
        ("parallel", "parallel must be a whole number of 1 or more, not ''"),
        ("parallel=0", "parallel must be a whole number of 1 or more, not '0'"),
        ("parallel=1.5", "parallel must be a whole number of 1 or more, not '1.5'"),
        ("request_time=nan", "request_time must be a number of seconds from 0.1 to 1000000, not 'nan'"),
        ("bodies=" + "9" * 5000, "bodies must be a whole number"),
    ],
)
def test_an_invalid_limit_is_refused(given: str, message: str) -> None:
    """The line names the limits, or what the value must be."""
    with pytest.raises(Refused) as caught:
        front_limits(["streams=2", given])
    assert str(caught.value).startswith(f"--limit: {message}")


def test_limits_are_members_of_the_options_of_the_front() -> None:
    """Every number has an option of the command."""
    given = {name: kind(7) for name, kind in LIMITS.items()}
    front = FrontOptions(**front_limits(f"{name}=7" for name in LIMITS))
    numbers = {name for name, value in vars(FrontOptions()).items() if isinstance(value, int | float)}
    assert {name: vars(front)[name] for name in LIMITS} == given
    assert numbers == {*LIMITS, "sessions", "idle"}
