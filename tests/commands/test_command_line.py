"""The command `mcpgen`: its imports, its output and diagnostics, and its exit status."""

from __future__ import annotations

import json
import os
import pty
import re
import select
import shlex
import signal
import subprocess
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

import pytest

from mcpgen import cli
from mcpgen.commands.convert import check_outputs
from mcpgen.problems import Refused
from support.waiting import CEILING

Run = Callable[..., "subprocess.CompletedProcess[str]"]

# typer itself reads options with pydantic
HEAVY = (
    "datamodel_code_generator",
    "black",
    "jinja2",
    "jsonschema",
    "msgspec",
    "rich",
    "watchfiles",
)
COMMANDS = ("build", "ingest", "init", "diff", "validate", "convert", "explain", "revisions", "bridge")
CONVERT = ["convert", "--from", "2025-11-25", "--to", "2025-06-18"]


def modules_after(*arguments: str) -> set[str]:
    """Return the top-level packages loaded once the command has run."""
    code = f"""
import sys
sys.argv = ["mcpgen", *{arguments!r}]
from mcpgen.cli import run
status = run(sys.argv[1:])
print("\\nLOADED", *sorted({{name.partition(".")[0] for name in sys.modules}}))
raise SystemExit(status)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    return set(done.stdout.partition("\nLOADED ")[2].split())


# --- imports ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("arguments", [("--help",), ("build", "--help"), ("diff", "--help")], ids=" ".join)
def test_help_loads_no_generator(arguments: tuple[str, ...]) -> None:
    """Help starts at once: it imports neither a heavy package nor the package that mcpgen writes."""
    assert modules_after(*arguments).isdisjoint({*HEAVY, "mcp_revisions"})


def test_listing_revisions_loads_no_generator() -> None:
    """`revisions` parses the schemas without the packages that print and format classes."""
    assert modules_after("revisions").isdisjoint({"datamodel_code_generator", "black", "mcp_revisions"})


# --- output -------------------------------------------------------------------------------------------------


def test_help_lists_every_command(mcpgen_process: Run) -> None:
    """`mcpgen`, `-h` and `--help` print the same: every command, one line each."""
    texts = {mcpgen_process(*arguments).stdout for arguments in ((), ("-h",), ("--help",))}
    assert len(texts) == 1
    (text,) = texts
    assert set(COMMANDS) <= set(re.findall(r"^  ([a-z]+)  ", text, re.MULTILINE))


def test_summaries_are_whole(mcpgen_process: Run) -> None:
    """On a terminal of 80 columns, the summary of each command is one line that ends with a full stop."""
    rows = re.findall(r"^  ([a-z]+)  +(.*)$", mcpgen_process(env={"COLUMNS": "80"}).stdout, re.MULTILINE)
    assert {name for name, _ in rows} >= set(COMMANDS)
    assert [summary for _, summary in rows if not re.search(r"[^.]\.$", summary)] == []


@pytest.mark.parametrize("command", COMMANDS[:-1])
def test_help_of_each_command(mcpgen_process: Run, command: str) -> None:
    """Every command explains itself, and each argument and option with a description."""
    done = mcpgen_process(command, "--help")
    assert done.returncode == 0 and done.stderr == ""
    assert f"mcpgen {command}" in done.stdout
    rows = re.findall(r"^  ((?:--)?[A-Za-z-]+).*?  +(\S.*(?:\n {6,}.*)*)", done.stdout, re.MULTILINE)
    assert len(rows) >= 1
    for name, text in rows:
        description = re.sub(r"\s*\[(default|required)[^]]*\]$", "", text)
        assert description.endswith("."), f"{name}: {text!r}"


def test_build_has_every_option(mcpgen_process: Run) -> None:
    """`build` has the options that its documentation names."""
    text = mcpgen_process("build", "--help").stdout
    for option in ("revision", "out", "check", "watch", "schema", "overlay", "keep-descriptions"):
        assert f"--{option}" in text


def test_revisions(mcpgen_process: Run, root: Path) -> None:
    """`revisions` lists the pins in order, as text and as JSON."""
    pins = json.loads((root / "schema" / "pins.json").read_bytes())
    text, data = mcpgen_process("revisions"), mcpgen_process("revisions", "--format", "json")
    assert (text.returncode, data.returncode, text.stderr, data.stderr) == (0, 0, "", "")
    rows = json.loads(data.stdout)
    assert [row["revision"] for row in rows] == [line.split()[0] for line in text.stdout.splitlines()]
    assert {row["revision"] for row in rows} == set(pins.get("revisions", pins))
    assert all(row["types"] > 50 and row["methods"] > 10 for row in rows)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["build", "--nonsense"], "--nonsense: is not an option of mcpgen build"),
        (["nonsense"], "nonsense: is not a command"),
        (["build", "extra"], "extra: is one argument too many"),
        (["build", "--revision"], "--revision: needs a value"),
        (["build", "--revision", "../../etc"], "--revision: "),
        (["build", "--revision", ""], "--revision: "),
        (["build", "--revision", "a\nb\x1b[31m"], "--revision: "),
        (["build", "--schema", "absent.json", "--revision", "x"], "absent.json: "),
        (["build", "--schema", ".", "--revision", "x"], ".: "),
        (["build", "--schema", "absent.json"], "--revision: "),
        (["build", "--schema", "absent.json", "--revision", "x", "--revision", "y"], "--revision: "),
        (["build", "--schema", "absent.json", "--revision", "x", "--overlay", "none.toml"], ""),
        (["build", "--keep-descriptions"], "--schema: "),
        (["build", "--overlay", "absent.toml"], "--schema: "),
        (["build", "--check", "--watch"], "--watch: "),
        (["build", "--watch", "--schema", "absent.json", "--revision", "x"], "absent.json: "),
        (["ingest", "absent.json", "--revision", "2025-11-25"], "absent.json: "),
        (["ingest", "absent.json"], "--revision: this option is missing; give --revision REVISION"),
        (["revisions", "--format", "yaml"], "--format: 'yaml' is unknown"),
        ([*CONVERT, "--keep-key", "absent.key"], "absent.key: "),
        ([*CONVERT, "--keep-key", "/dev/null"], "--keep-key: a key must have at least 16 bytes"),
    ],
    ids=lambda value: " ".join(map(ascii, value)) if isinstance(value, list) else "",
)
def test_unusable_input(
    tmp_path: Path,
    arguments: list[str],
    told: str,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    """Unusable input is one line `location: message` on stderr and status 2; no file is written."""
    monkeypatch.chdir(tmp_path)
    status, (out, error) = cli.run(arguments), capsys.readouterr()
    assert (status, out) == (2, "")
    assert error.startswith(told) and error.count("\n") == 1
    assert ": " in error and "\x1b" not in error
    assert "Traceback" not in error and "internal error" not in error
    assert not any(path.name.startswith("mcp_revisions") for path in tmp_path.rglob("*"))


def test_a_closed_pipe(tmp_path: Path) -> None:
    """A reader that goes away ends the command without a traceback."""
    command = f"{sys.executable} -m mcpgen build --check --revision 2024-11-05 --out {tmp_path} | head -1"
    done = subprocess.run(["sh", "-c", command], capture_output=True, text=True, check=False)
    assert done.stdout.count("\n") == 1
    assert "Traceback" not in done.stderr and "Error" not in done.stderr


@pytest.mark.parametrize(
    "arguments", [["--version"], ["build", "--help"], ["revisions"], ["explain", "Tool"]]
)
@pytest.mark.parametrize("buffering", [1, -1])
def test_a_reader_that_goes_away_is_no_finding(
    arguments: list[str], buffering: int, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """Where nobody reads the output, the status is 2, at the first line and at the end."""
    reader, writer = os.pipe()
    os.close(reader)
    unread = open(writer, "w", buffering, encoding="utf-8")  # noqa: SIM115
    monkeypatch.setattr(sys, "stdout", unread)
    assert cli.run(arguments) == 2
    assert capfd.readouterr().err == ""
    with suppress(OSError):
        unread.close()


@pytest.mark.parametrize("closed", ["<&-", ">&-"])
def test_a_closed_stream(tmp_path: Path, closed: str) -> None:
    """Without a standard input or output the command ends with one line that names the stream."""
    command = f"{sys.executable} -m mcpgen validate --revision 2025-11-25 {closed}"
    done = subprocess.run(["sh", "-c", command], cwd=tmp_path, capture_output=True, text=True, check=False)
    stream, instead = (
        ("standard input", "pass a file")
        if closed == "<&-"
        else ("standard output", "redirect it to /dev/null instead")
    )
    assert (done.returncode, done.stderr) == (2, f"{stream}: is closed; {instead}\n")


ANSWERS = [
    pytest.param(arguments, marks=marks, id=" ".join(arguments))
    for arguments, *marks in (
        (["diff", "2024-11-05", "2025-03-26"],),
        (["--help"], pytest.mark.long),
        (["revisions"], pytest.mark.long),
        (["explain", "Tool"], pytest.mark.long),
        (["explain", "Nothing"], pytest.mark.long),
        ([*CONVERT, "log.jsonl"], pytest.mark.long),
        (["validate", "--revision", "2025-11-25", "log.jsonl"], pytest.mark.long),
    )
]


@pytest.mark.parametrize("arguments", ANSWERS)
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="has no device that is always full")
def test_output_that_cannot_be_written(mcpgen_process: Run, tmp_path: Path, arguments: list[str]) -> None:
    """Output that waits in a buffer fails with one line and status 2; without stderr the status stays."""
    (tmp_path / "log.jsonl").write_text('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    options = {"env": {"PYTHONUNBUFFERED": ""}, "cwd": tmp_path, "capture_output": False}
    with open("/dev/full", "w") as full:
        done = mcpgen_process(*arguments, stdout=full, stderr=subprocess.PIPE, **options)
        silent = mcpgen_process(*arguments, stdout=full, stderr=full, **options)
    failures = [line for line in done.stderr.splitlines() if not line.startswith(("Nothing:", "log.jsonl:"))]
    assert done.returncode == 2 and silent.returncode in (2, 120)  # 120: Python cannot flush stderr
    assert failures == ([] if "Nothing" in arguments else ["mcpgen: No space left on device"])


@pytest.mark.parametrize("arguments", ANSWERS)
def test_closed_and_narrow_streams(tmp_path: Path, arguments: list[str]) -> None:
    """A reader that goes away, a closed stderr and a narrow encoding end no run in a defect."""
    (tmp_path / "log.jsonl").write_text('{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
    command = shlex.join([sys.executable, "-m", "mcpgen", *arguments])
    environment = {**os.environ, "PYTHONUNBUFFERED": ""}

    def run(line: str, **variables: str) -> subprocess.CompletedProcess[bytes]:
        env = {**environment, **variables}
        return subprocess.run(["sh", "-c", line], cwd=tmp_path, env=env, capture_output=True, check=False)

    plain, ascii_only = run(command), run(command, PYTHONIOENCODING="ascii")
    unread, silent = run(f"{command} | true"), run(f"{command} 2>&-")
    assert plain.returncode == ascii_only.returncode == silent.returncode and plain.stdout == silent.stdout
    assert ascii_only.stdout.isascii() and ascii_only.stdout.count(b"\n") == plain.stdout.count(b"\n")
    assert not re.search(rb"Error|Exception|internal", plain.stderr + ascii_only.stderr + unread.stderr)


def test_a_link_to_itself_is_no_place_for_a_package(
    tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """A package, or a folder above it, that links to itself is refused in one line."""
    (tmp_path / "mcp_revisions").symlink_to("mcp_revisions")
    for out in (tmp_path, tmp_path / "mcp_revisions"):
        assert cli.run(["build", "--revision", "2024-11-05", "--out", str(out)]) == 2
        err = capfd.readouterr().err
        assert err.startswith(str(out)) and err.count("\n") == 1 and "internal" not in err


def test_losses_never_overwrite_an_input(mcpgen_process: Run, tmp_path: Path) -> None:
    """`--losses` that names a log or the key, also by a link, is refused before the text is gone."""
    inputs = {"log.jsonl": b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n', "key": bytes(32)}
    for name, text in inputs.items():
        (tmp_path / name).write_bytes(text)
        (tmp_path / f"{name}.link").symlink_to(name)
        (tmp_path / f"{name}.hard").hardlink_to(tmp_path / name)
    read = [tmp_path / name for name in inputs]
    for losses in [Path(f"{path}{ending}") for path in read for ending in ("", ".link", ".hard")]:
        with pytest.raises(Refused, match="is also an input"):
            check_outputs(losses, [None, *read])
    check_outputs(Path(os.devnull), [Path(os.devnull), *read])
    done = mcpgen_process(*CONVERT, "log.jsonl", "--losses", "log.jsonl", cwd=tmp_path)
    assert (done.returncode, done.stderr) == (
        2,
        "--losses: log.jsonl is also an input; choose another file\n",
    )
    assert read[0].read_bytes() == inputs["log.jsonl"]


def test_an_error_code_is_a_name(mcpgen_process: Run) -> None:
    """The minus of an error code does not make the code an option, also behind `--`."""
    for arguments in (["-32602"], ["--", "-32602"], ["-32602", "--revision", "2025-11-25"]):
        done = mcpgen_process("explain", *arguments)
        assert (done.returncode, done.stderr) == (0, "") and done.stdout.startswith("INVALID_PARAMS -32602")


def test_no_words_of_a_library(mcpgen_process: Run) -> None:
    """A value that an option does not have is answered with those that the option has."""
    done = mcpgen_process("revisions", "--format", "yaml")
    expected = "--format: 'yaml' is unknown; the values are text, json (see mcpgen revisions --help)\n"
    assert (done.returncode, done.stderr) == (2, expected)


def test_a_check_without_a_package(mcpgen_process: Run, tmp_path: Path) -> None:
    """`build --check` says in one line that there is no package, and prints no diff."""
    done = mcpgen_process("build", "--check", "--out", tmp_path / "new")
    assert done.returncode == 1
    assert done.stdout == f"{tmp_path / 'new' / 'mcp_revisions'}: is missing; run mcpgen build\n"


def test_an_unknown_revision_of_a_diff_names_the_argument(mcpgen_process: Run) -> None:
    """`diff` locates an unknown revision at OLD or NEW and names the option for its file."""
    done = mcpgen_process("diff", "2025-11-25", "nope")
    assert done.stderr.startswith("NEW: 'nope' is not pinned; give its file with --schema-new")


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("mcpgen validate --format ", {"text", "json", "junit"}),
        ("mcpgen validate --only ", {"invalid", "findings"}),
        ("mcpgen convert --loss ", {"report", "error", "allow"}),
        ("mcpgen validate --revision a", {"auto"}),
        ("mcpgen diff 2025-1", {"2025-11-25"}),
    ],
)
def test_values_complete_in_shells(mcpgen_process: Run, line: str, expected: set[str]) -> None:
    """bash, zsh and fish are offered the values of an option, and the pinned revisions."""
    words = {"COMP_WORDS": line, "COMP_CWORD": str(len(line.split(" ")) - 1), "_TYPER_COMPLETE_ARGS": line}
    for shell in ("bash", "zsh", "fish"):
        env = {**words, "_MCPGEN_COMPLETE": f"complete_{shell}", "_TYPER_COMPLETE_FISH_ACTION": "get-args"}
        assert set(re.findall(r"[\w.-]+", mcpgen_process(env=env).stdout)) - {"_arguments"} == expected, shell


# --- progress -----------------------------------------------------------------------------------------------


def on_terminal(*command: str) -> tuple[int, str]:
    """Run a command whose stderr is a terminal; return the exit status and the text on the terminal."""
    master, slave = pty.openpty()
    env = {**os.environ, "TERM": "xterm", "COLUMNS": "100"}
    for name in ("NO_COLOR", "CI", "TTY_COMPATIBLE", "TTY_INTERACTIVE"):
        env.pop(name, None)
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=slave, env=env)
    os.close(slave)
    seen = b""
    while select.select([master], [], [], 60)[0]:
        try:
            data = os.read(master, 65536)
        except OSError:  # how a terminal says that the other end is closed
            break
        if not data:
            break
        seen += data
    os.close(master)
    return process.wait(), seen.decode()


def test_progress_on_a_terminal(tmp_path: Path) -> None:
    """On a terminal a build shows a bar, clears the bar, and prints the same last line as elsewhere."""
    arguments = ("-m", "mcpgen", "build", "--revision", "2024-11-05", "--out", str(tmp_path))
    status, seen = on_terminal(sys.executable, *arguments)
    assert status == 0
    assert re.search("[0-9]+/[1-9][0-9]*", seen) and "━" in seen, "a bar that counts the steps"
    assert re.sub(r"\x1b\[[0-9;?]*[A-Za-z]|\r", "", seen).rstrip().endswith(f"PYTHONPATH={tmp_path}")
    last = seen.rstrip().splitlines()[-1]
    assert "wrote" in last and "━" not in last.rpartition("\x1b")[2]


def test_plain_lines_elsewhere(mcpgen_process: Run, tmp_path: Path) -> None:
    """Elsewhere a build prints plain lines on stderr, without colours or control characters."""
    done = mcpgen_process("build", "--revision", "2024-11-05", "--out", tmp_path, env={"FORCE_COLOR": "1"})
    assert (done.returncode, done.stdout) == (0, "")
    found = f"; to use it, set PYTHONPATH={re.escape(str(tmp_path))}"
    lines = r"(\S+: stubs [ -~]+\n)?wrote \d+ files to [ -~]+: 2024-11-05" + found + r"\n"
    assert re.fullmatch(lines, done.stderr)


def test_version(mcpgen_process: Run) -> None:
    """`--version` prints the version, without a command."""
    assert mcpgen_process("--version").stdout == f"mcpgen {version('mcpgen')}\n"


INTERRUPTED_IMPORT = """
import os, signal, sys

class Interrupting:
    def find_spec(self, name, path=None, target=None):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)

signal.signal(signal.SIGINT, signal.default_int_handler)  # ignored below a shell's background
sys.meta_path.insert(0, Interrupting())
from mcpgen.__main__ import main
main()
"""


INTERRUPTED_EXIT = """
import os, signal
from mcpgen import cli

real = signal.signal

def interrupted(*arguments):
    signal.signal = real
    os.kill(os.getpid(), signal.SIGINT)
    return real(*arguments)

def run(arguments):
    signal.signal = interrupted
    return 1

signal.signal(signal.SIGINT, signal.default_int_handler)
cli.run = run
cli.main([])
"""


def test_an_interrupt_after_the_command_prints_nothing() -> None:
    """An interrupt between the end of a command and the end of the process leaves the exit status."""
    ended = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_EXIT], capture_output=True, check=False, timeout=CEILING
    )
    assert (ended.returncode, ended.stderr) == (1, b"")


def test_an_interrupt_of_the_imports_prints_nothing() -> None:
    """An interrupt before the command runs ends the process by the signal, without a traceback."""
    program = [sys.executable, "-c", INTERRUPTED_IMPORT]
    ended = subprocess.run(program, capture_output=True, check=False, timeout=CEILING)
    assert (ended.returncode, ended.stderr) == (-signal.SIGINT, b"")


@pytest.mark.parametrize(
    "arguments",
    [
        ["diff", "{}", "2025-11-25"],
        ["explain", "{}"],
        ["build", "--revision", "{}"],
        ["{}"],
        ["forget", "{}"],
    ],
    ids=" ".join,
)
def test_a_very_long_name_is_not_echoed(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    """A name of 100,000 characters is cut in the one line that refuses it."""
    name = "n" * 100_000
    assert cli.run([each.format(name) for each in arguments]) == 2
    err = capsys.readouterr().err
    assert err.count("\n") == 1 and len(err) < 2_000
