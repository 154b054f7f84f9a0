"""Generate `docs/cli.md` from the typer apps of `mcpgen` and `mcp-bridge`."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator
from typing import Any

import typer

import mcp_bridge.cli
import mcpgen.cli
from mcpgen.cli import HEADINGS

_INTRODUCTION = """# Command line

There are two commands. `mcpgen` looks up the protocol, checks messages and builds types. `mcp-bridge`
connects clients to servers of another revision. `make pages` writes this page from the output of `--help`.

Findings go to standard output. Diagnostics go to standard error as `location: message`. A terminal gets
colours; set `NO_COLOR=1` to turn them off.
"""
_COMMON = {"help", "install_completion", "show_completion"}  # options of every command


def cli_page() -> str:
    """Return `docs/cli.md`: the commands, arguments, options, help texts and exit statuses."""
    return "\n".join([_INTRODUCTION, *_mcpgen(), *_mcp_bridge()])


def _mcpgen() -> Iterator[str]:
    group = _command(mcpgen.cli.app)
    yield from ("## mcpgen", "", *_text(group.help), *_text(group.epilog))
    for heading in HEADINGS:
        commands = {n: each for n, each in group.commands.items() if each.rich_help_panel == heading}
        yield from (f"| {heading.lower()} | |", "|---|---|")
        yield from (_row(f"[`mcpgen {n}`](#mcpgen-{n})", _summary(each)) for n, each in commands.items())
        yield ""
    for heading in HEADINGS:
        for name, command in group.commands.items():
            if command.rich_help_panel == heading:
                yield from _section(f"mcpgen {name}", command, "###")


def _mcp_bridge() -> Iterator[str]:
    yield from _section("mcp-bridge", _command(mcp_bridge.cli.app), "##")
    for name, app in mcp_bridge.cli.COMMANDS.items():
        yield from _section(f"mcp-bridge {name}", _command(app), "###")


def _section(name: str, command: Any, level: str) -> Iterator[str]:
    """Yield the lines about a command: its usage, its help, and tables of its arguments and options."""
    context = command.make_context(name, [], resilient_parsing=True)
    usage = " ".join(command.collect_usage_pieces(context))
    yield from (f"{level} {name}", "", "```text", f"{name} {usage}", "```", "", *_text(command.help))
    rows = [
        record
        for param in command.params
        if param.name not in _COMMON and (record := param.get_help_record(context))
    ]
    if rows:
        yield from ("| argument or option | meaning |", "|---|---|")
        yield from (_row(f"`{record[0]}`", record[1]) for record in rows)
        yield ""


def _command(app: typer.Typer) -> Any:
    return typer.main.get_command(app)


def _summary(command: Any) -> str:
    return str(command.get_short_help_str(200))


def _text(text: str | None) -> Iterator[str]:
    """Yield the paragraphs of a help text, each with an empty line below it."""
    for paragraph in inspect.cleandoc(text or "").split("\n\n"):
        yield from (" ".join(paragraph.split()), "")


def _row(*cells: str) -> str:
    return f"| {' | '.join(_cells(cells))} |"


def _cells(cells: Iterable[str]) -> Iterator[str]:
    for cell in cells:
        yield " ".join(cell.split()).replace("|", "\\|")
