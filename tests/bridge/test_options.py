"""The options of `mcp-bridge`: each has an effect, or is refused in one line."""

from __future__ import annotations

import re
import subprocess
import sys
from typing import Any

import pytest
import typer

import mcp_bridge
from mcp_bridge.cli import app, run
from mcp_bridge.options import OWNERS, refuse_unused
from mcp_bridge.problems import Refused
from support.paths import ROOT

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
FLAGS = {"--quiet", "--version"}
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


def test_the_table_of_the_readme_has_every_option() -> None:
    """Both rows of the command together show its options."""
    rows = re.findall(r"^\| `mcp-bridge (.*?)` \|", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)
    shown = set(re.findall(r"--[a-z-]+", " ".join(rows)))
    assert shown == set(OPTIONS) - {"--version"}


def test_each_option_has_a_side() -> None:
    """An option belongs to every bridge, or to options in the table."""
    assert set(OPTIONS) == ALWAYS | FLAGS | set(OWNERS)
    assert not ALWAYS & set(OWNERS)
    assert {owner for owners in OWNERS.values() for owner in owners} <= ALWAYS


@pytest.mark.parametrize("option", OWNERS)
def test_an_option_without_its_owner_is_refused(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """Each missing owner is named; with all of them the option is taken."""
    owners = OWNERS[option]
    for missing in owners:
        others = [word for owner in owners if owner != missing for word in (owner, "http://127.0.0.1:9")]
        line = refused(*value_of(option), *others, "--", "true", capsys=capsys)
        assert line == f"{option}: has no effect without {missing}"
    if len(owners) > 1:
        line = refused(*value_of(option), "--", "true", capsys=capsys)
        assert line == f"{option}: has no effect without {' and '.join(owners)}"
    refuse_unused({option: "x", **dict.fromkeys(owners, "x")})


@pytest.mark.parametrize("option", sorted(name for name, param in OPTIONS.items() if not param.is_flag))
def test_an_option_before_the_command_needs_a_value(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--` is no value: the line names the option, and no file or session of that name is made."""
    line = refused(option, "--", "true", capsys=capsys)
    assert line.startswith(f"{option}: ") and ("needs a value before --" in line or "'--' is" in line)


def test_several_options_without_effect_are_lines_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    """All are named at once."""
    assert run(["--idle", "5", "--header", "a: b", "--", "true"]) == 2
    assert capsys.readouterr().err.splitlines() == [
        "--header: has no effect without --connect",
        "--idle: has no effect without --listen",
    ]


def test_a_probe_of_a_server_whose_revision_is_given_is_refused(capsys: pytest.CaptureFixture[str]) -> None:
    """Nothing is probed there."""
    line = refused("--probe", "5", "--server", "2025-06-18", "--", "true", capsys=capsys)
    assert line == "--probe: has no effect with --server 2025-06-18: nothing is probed"


def test_headers_for_a_command_are_refused_by_the_function() -> None:
    """As by the command."""
    with pytest.raises(Refused, match="headers: have no effect for a command"):
        mcp_bridge.app(("true",), headers={"a": "b"})


URL = "http://127.0.0.1:9"
WRONG_ARGUMENTS = [
    ({"server": "ftp://example.com/mcp"}, "server: is no http or https URL; "),
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


INSTALL = "mcp-bridge: is not installed; run: pip install mcp-revisions-bridge, or pip install "


@pytest.mark.parametrize(
    "before, line",
    [
        ("pass", "--client: '1999-01-01' is no revision; the revisions are 2024-11-05, "),
        ("sys.modules['mcp_bridge'] = None", INSTALL),
    ],
)
def test_the_code_generator_runs_the_bridge_or_says_how_to_install_it(before: str, line: str) -> None:
    """`mcpgen bridge` becomes `mcp-bridge` with the same arguments; without it there is one line."""
    given = ["bridge", "--client", "1999-01-01", "--", "true"]
    code = f"import sys; sys.argv[1:] = {given}; {before}; from mcpgen.cli import main; main()"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert done.stderr.startswith(line)


@pytest.mark.parametrize("option", ["--login", "--client-id"])
def test_a_login_serves_one_person(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """A login is refused beside a listener, whose clients bring tokens of their own."""
    given = [*value_of(option), "--connect", "http://127.0.0.1:9", "--listen", "127.0.0.1:0"]
    assert refused(*given, capsys=capsys).startswith(f"{option}: serves one person")
