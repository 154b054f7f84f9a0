"""`docs/cli.md` has the commands and options that `--help` prints. README names no other commands."""

from __future__ import annotations

import re

import pytest

import mcp_bridge.cli
from mcpgen import cli
from support.paths import ROOT

PAGE = (ROOT / "docs" / "cli.md").read_text("utf-8")
SECTIONS = dict(re.findall(r"^##+ (mcp\S+(?: [a-z]+)?)\n(.*?)(?=^##|\Z)", PAGE, re.MULTILINE | re.DOTALL))
OPTION = re.compile(r"^(?:  |\| `)(?:-\w, )?(--[a-z-]+)", re.MULTILINE)
SHARED = {"--help", "--install-completion", "--show-completion"}


@pytest.mark.parametrize("name", sorted(set(SECTIONS) - {"mcpgen", "mcpgen bridge"}))
def test_a_section_has_the_options_of_the_help(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The table of a command lists the options that its `--help` prints."""
    command, *words = name.split()
    run = cli.run if command == "mcpgen" else mcp_bridge.cli.run
    assert run([*words, "--help"]) == 0
    listed = capsys.readouterr().out.partition("\nOptions:\n")[2]
    assert set(OPTION.findall(SECTIONS[name])) == set(OPTION.findall(listed)) - SHARED


def test_the_page_has_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The page has a section for each command that `mcpgen --help` and `mcp-bridge --help` list."""
    assert cli.run(["--help"]) == 0
    listed = re.findall(r"^  ([a-z]+)  ", capsys.readouterr().out, re.MULTILINE)
    others = ["mcpgen", "mcp-bridge", *(f"mcp-bridge {name}" for name in mcp_bridge.cli.COMMANDS)]
    assert set(SECTIONS) == {*others, *(f"mcpgen {name}" for name in listed)}
    assert len(listed) > 10


def test_the_readme_names_commands_that_exist() -> None:
    """Every command that README shows has a section of the page."""
    readme = (ROOT / "README.md").read_text("utf-8")
    assert {f"mcpgen {name}" for name in re.findall(r"mcpgen ([a-z]+)\b", readme)} <= set(SECTIONS)
