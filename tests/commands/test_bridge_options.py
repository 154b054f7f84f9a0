"""The options of `mcpgen bridge`: each has an effect, or is refused in one line."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import pytest
import typer

import mcpgen
from mcpgen.cli import app, run
from mcpgen.commands.bridge.options import OWNERS, FrontOptions, refuse_unused
from mcpgen.problems import Refused
from support.paths import ROOT

COMMAND: Any = typer.main.get_command(app)
OPTIONS = {param.opts[0]: param for param in COMMAND.commands["bridge"].params if param.opts[0][:2] == "--"}
# The options of every bridge, and those that name its two sides.
ALWAYS = {"--client", "--server", "--connect", "--listen", "--log", "--quiet", "--log-level", "--tasks"} | {
    "--calls",
    "--waiting",
    "--probe",
}
VALUES = {"--header": "a: b", "--sharing": "turns"}


def value_of(option: str) -> list[str]:
    """Return an option with a value of its kind."""
    return [option] if OPTIONS[option].is_flag else [option, VALUES.get(option, "1")]


def refused(*arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    """Return the line with which a bridge is refused."""
    assert run(["bridge", *arguments]) == 2
    out, err = capsys.readouterr()
    assert out == "" and err.count("\n") == 1
    return err.rstrip("\n")


def test_each_option_has_a_side() -> None:
    """An option belongs to every bridge, or to options in the table."""
    assert set(OPTIONS) == ALWAYS | set(OWNERS)
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


@pytest.mark.parametrize("option", [option for option in OPTIONS if not OPTIONS[option].is_flag])
def test_an_option_before_the_command_needs_a_value(option: str, capsys: pytest.CaptureFixture[str]) -> None:
    """`--` is no value: the line names the option, and no file or session of that name is made."""
    line = refused(option, "--", "true", capsys=capsys)
    assert line.startswith(f"{option}: ") and ("needs a value before --" in line or "'--' is" in line)


def test_several_options_without_effect_are_lines_of_their_own(capsys: pytest.CaptureFixture[str]) -> None:
    """All are named at once."""
    assert run(["bridge", "--idle", "5", "--header", "a: b", "--", "true"]) == 2
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
    with pytest.raises(Refused, match="headers: have no effect without url"):
        mcpgen.bridge_app(command=("true",), headers={"a": "b"})


URL = "http://127.0.0.1:9"
WRONG_ARGUMENTS = [
    ({}, "bridge_app: "),
    ({"url": URL, "command": ("true",)}, "bridge_app: "),
    ({"url": "ftp://example.com/mcp"}, "url: is no http or https URL; "),
    ({"url": URL, "client": "2025"}, "client: "),
    ({"url": URL, "server": "2025"}, "server: "),
    ({"url": URL, "headers": {"a b": "c"}}, "headers: "),
    ({"url": URL, "front": FrontOptions(worker="a b")}, "front.worker: "),
    ({"url": URL, "front": FrontOptions(sharing="all")}, "front.sharing: "),  # type: ignore[arg-type]
]


@pytest.mark.parametrize("arguments, start", WRONG_ARGUMENTS, ids=range(len(WRONG_ARGUMENTS)))
def test_the_function_names_its_arguments(arguments: dict[str, Any], start: str) -> None:
    """No message of the function names an option of the command."""
    with pytest.raises(Refused) as refused:
        mcpgen.bridge_app(**arguments)
    assert str(refused.value).startswith(start) and "--" not in str(refused.value)


def test_without_the_extra_the_function_names_the_installation() -> None:
    """Each missing library is an `ImportError` of one sentence, with the command that the README has."""
    code = (
        "import sys, mcpgen\n"
        "for name in ('starlette', 'uvicorn', 'httpx2', 'h11'):\n"
        "    for module in [m for m in sys.modules if m.startswith('mcpgen.commands.bridge.http')]:\n"
        "        del sys.modules[module]\n"
        "    sys.modules[name] = None\n"
        "    try:\n"
        "        mcpgen.bridge_app(url='http://127.0.0.1:9')\n"
        "    except ImportError as error:\n"
        "        assert error.__cause__ is None and error.__suppress_context__\n"
        "        print(error)\n"
        "    del sys.modules[name]\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=False
    )
    install = "pip install '.[http]' ./generated"
    lines = [
        f"{name}: is not installed; run: {install} in a checkout"
        for name in ("starlette", "uvicorn", "httpx2", "h11")
    ]
    assert (done.stdout.splitlines(), done.stderr) == (lines, "")
    assert f"`{install}`" in (ROOT / "README.md").read_text("utf-8")
