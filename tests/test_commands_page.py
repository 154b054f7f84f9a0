"""`docs/commands.md` lists every command of `mcpgen`, each with its options."""

from __future__ import annotations

import re

import pytest

from mcpgen.cli import run
from support.paths import ROOT

PAGE = (ROOT / "docs" / "commands.md").read_text("utf-8")
README = (ROOT / "README.md").read_text("utf-8")


def _rows() -> dict[str, str]:
    """Return the cells of the table of commands by command; a command may have several."""
    rows: dict[str, str] = {}
    for cell, command in re.findall(r"^\| `(mcpgen ([a-z]+).*?)` \|", PAGE, re.MULTILINE):
        rows[command] = rows.get(command, "") + cell
    return rows


def test_the_table_has_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The table lists the commands that `mcpgen --help` lists."""
    assert run(["--help"]) == 0
    commands = re.search(r"^Commands:\n(.*)", capsys.readouterr().out, re.MULTILINE | re.DOTALL)
    assert commands
    assert set(_rows()) == set(re.findall(r"^  ([a-z]+) ", commands[1], re.MULTILINE))


@pytest.mark.parametrize("command", sorted(set(_rows()) - {"bridge"}))
def test_the_table_has_every_option(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The row of a command shows its options, and no others."""
    assert run([command, "--help"]) == 0
    options = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", capsys.readouterr().out, re.MULTILINE)) - {"--help"}
    assert set(re.findall(r"--[a-z-]+", _rows()[command])) == options
