"""The README's Python is run as it stands, and every command line that it shows is one that `mcpgen` has."""

from __future__ import annotations

import ast
import re
import sys

import pytest

from mcpgen.cli import run
from support.paths import ROOT
from support.snippets import answered_lines

README = (ROOT / "README.md").read_text("utf-8")


def test_python_blocks_give_what_their_comments_say() -> None:
    """Each expression that a comment answers has that value."""
    answers = list(answered_lines(README))
    assert [line for line, value, expected in answers if value != expected] == []
    assert len(answers) >= 3


def test_python_refusals_are_as_shown() -> None:
    """The refusal that the README shows has the pointer, reason and code that it gives."""
    import mcp_revisions as mr

    with pytest.raises(mr.DecodeError) as refused:
        mr.revision("2025-11-25").decode_message(
            b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}', sender="client"
        )
    shown = re.search(r"error\.pointer, error\.reason, error\.code\s+# (.*)", README)
    assert shown and (refused.value.pointer, refused.value.reason, refused.value.code) == ast.literal_eval(
        shown[1]
    )


@pytest.mark.parametrize("name", ["codegen", "generated", "bridge"])
def test_pages_of_the_index_stand_alone(name: str) -> None:
    """The page of a distribution has no relative link, and its Python gives what its comments say."""
    page = (ROOT / name / "README.md").read_text("utf-8")
    prose = re.sub(r"^```.*?^```$", "", page, flags=re.MULTILINE | re.DOTALL)
    links = re.findall(r"\]\(([^)\s]+)\)", prose)
    assert links and all(link.startswith("https://") for link in links)
    answers = list(answered_lines(page))
    assert [line for line, value, expected in answers if value != expected] == []
    assert bool(answers) == ("```python" in page)
    project = ROOT / ("" if name == "codegen" else name) / "pyproject.toml"
    wanted = "codegen/README.md" if name == "codegen" else "README.md"
    assert f'readme = "{wanted}"' in project.read_text("utf-8")


def test_the_page_of_the_generator_has_its_first_steps() -> None:
    """Commands for a schema folder of one's own, and exit statuses, stand on the index too."""
    page = (ROOT / "codegen" / "README.md").read_text("utf-8")
    shown = {command for command in _rows() if f"\nmcpgen {command} " in page}
    assert shown >= {"build", "diff", "explain", "validate", "convert", "init", "ingest", "forget"}
    assert "Exit status: 0 clean, 1 findings or drift, 2 unusable input" in page


def test_the_page_is_short() -> None:
    """The README has at most 200 lines."""
    assert README.count("\n") <= 200


def test_the_table_of_figures_has_every_kind_of_frame() -> None:
    """The table of figures by kind of frame has the rows that its benchmark prints, in that order."""
    sys.path.insert(0, str(ROOT / "tests" / "bench"))
    from bench_kinds import KINDS, WITH_UNKNOWN

    page = (ROOT / "docs" / "measured.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|]+) \| \d+ \| [^|]+ \| [^|]+ \| [^|]+ \|$", page, re.MULTILINE)
    assert rows == [*KINDS, *(f"{name} with an unknown member" for name in WITH_UNKNOWN)]


def test_the_claim_of_speed_is_read_off_the_tables() -> None:
    """The README says of speed what the tables of figures say, the slow kinds by name."""
    sys.path.insert(0, str(ROOT / "tests" / "bench"))
    from bench_figures import FIRST_MODERN, HEADING, claim, write

    figures = [
        *HEADING,
        "| decode, mean of all revisions | 1.25 | 1.31 | 0.26 | 0.40 | 0.85 |",
        "| decode of a call with an unknown member | 8.00 | 12.10 | 0.26 | 0.40 | 0.85 |",
        "| encode, over `orjson.dumps` | 2.60 | 2.50 | – | 0.40 | 0.90 |",
        "| conversion between neighbours, up | 1.30 | 1.22 | 0.19 | 0.40 | 0.90 |",
        "| conversion of a to b | 3.20 | 3.14 | 0.19 | 0.40 | 0.90 |",
    ]
    kinds = ["| a | b | c | d | e |", "|---|---|---|---|---|"]
    kinds += [
        "| error answer | 9 | 1.91, 9.17 | 2.68, 8.00 | – |",
        "| `ping` | 9 | 3.00, 3.10 | 3.68, 8.00 | – |",
    ]
    page = write(write("<!-- figures -->\n\nx\n<!-- kinds -->\n", "figures", figures), "kinds", kinds)
    assert write(page, "kinds", kinds) == page
    said = " ".join(claim(page).split())
    assert "decode takes 1.3 times" in said and "with an unknown member 12 to 12 times" in said
    assert "A conversion takes 1.2 to 3.1 times" in said
    assert f"to decode, `ping`; to convert up to {FIRST_MODERN}, `ping`; and back, none" in said
    measured = (ROOT / "docs" / "measured.md").read_text("utf-8")
    assert claim(measured) in README if "| aim |" in measured else "**Fast.**" in README


def _rows() -> dict[str, str]:
    """Return the cells of the table of commands by command; a command may have several."""
    rows: dict[str, str] = {}
    for cell, command in re.findall(r"^\| `(mcpgen ([a-z]+).*?)` \|", README, re.MULTILINE):
        rows[command] = rows.get(command, "") + cell
    return rows


def test_the_table_has_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    """The table lists the commands that `mcpgen --help` lists."""
    assert run(["--help"]) == 0
    commands = capsys.readouterr().out.partition("Look up the protocol:")[2]
    assert set(_rows()) == set(re.findall(r"^  ([a-z]+)  ", commands, re.MULTILINE))


@pytest.mark.parametrize("command", sorted(set(_rows()) - {"bridge"}))
def test_the_table_has_every_option(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    """The row of a command shows its options, and no others."""
    assert run([command, "--help"]) == 0
    options = set(re.findall(r"^  (?:-\w, )?(--[a-z-]+)", capsys.readouterr().out, re.MULTILINE)) - {"--help"}
    assert set(re.findall(r"--[a-z-]+", _rows()[command])) == options


@pytest.mark.parametrize("command", sorted(set(re.findall(r"mcpgen ([a-z]+)", README))))
def test_commands_exist(command: str) -> None:
    """Every command that the README names is in its table."""
    assert command in _rows()
