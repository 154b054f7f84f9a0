"""README.md: its examples run, type checkers accept them, and docs/measured.md has its figures. CHANGELOG.md.

`test_shell_lines.py` runs its shell lines, and `test_page_limits.py` holds its size.
"""

from __future__ import annotations

import re
import sys

import pytest

from mcpgen import __version__
from support.inferences import FOLDER, readme
from support.paths import ROOT
from support.snippets import answered_lines, blocks

README = (ROOT / "README.md").read_text("utf-8")
COMMANDS = {"build", "diff", "explain", "validate", "convert", "init", "ingest", "forget"}


def test_python_blocks_give_what_their_comments_say(capsys: pytest.CaptureFixture[str]) -> None:
    """Each expression that a comment answers has that value, and each `print` prints its comment."""
    answers = list(answered_lines(README))
    assert [line for line, value, expected in answers if value != expected] == []
    printed = re.findall(r"^ +print\(.*\)  # (.*)$", README, re.MULTILINE)
    assert len(answers) >= 5 and capsys.readouterr().out.splitlines() == printed != []


def test_type_checkers_accept_the_python_blocks() -> None:
    """`make lint` gives mypy and pyright a module with the Python of the page."""
    assert (FOLDER / "readme.py").read_text("utf-8") == readme(), "run `make golden`"


def test_every_block_is_of_a_language_that_tests_run() -> None:
    """The page has blocks of Python and of shell lines, and no other."""
    fences = re.findall(r"^```(.*)$", README, re.MULTILINE)
    assert set(fences[::2]) == {"python", "sh"} and set(fences[1::2]) == {""}


def test_the_first_screen_has_an_example() -> None:
    """A whole block of Python ends within the first 30 lines."""
    first = blocks(README, "python")[0]
    assert README[: README.index(first) + len(first)].count("\n") < 30


def test_every_figure_has_a_link() -> None:
    """The page states at most two figures of speed, in one paragraph with a link to all of them."""
    (claimed,) = [each for each in re.split(r"\n(?=- |\n)", README) if re.search(r"\d times", each)]
    assert claimed.count(" times as long as") <= 2 and "](docs/measured.md)" in claimed


@pytest.mark.parametrize("name", ["codegen", "generated", "bridge"])
def test_pages_of_the_index_hold(name: str) -> None:
    """The page of a distribution links the docs, and its Python gives what its comments say."""
    page = (ROOT / name / "README.md").read_text("utf-8")
    assert re.search(r"\]\(\S*/docs/\S+\)", page)
    answers = list(answered_lines(page))
    assert [line for line, value, expected in answers if value != expected] == []
    assert bool(answers) == ("```python" in page)
    project = ROOT / ("" if name == "codegen" else name) / "pyproject.toml"
    wanted = "codegen/README.md" if name == "codegen" else "README.md"
    assert f'readme = "{wanted}"' in project.read_text("utf-8")


def test_the_page_of_the_generator_has_its_first_steps() -> None:
    """Commands for a schema folder of one's own, and exit statuses, stand on the index too."""
    page = (ROOT / "codegen" / "README.md").read_text("utf-8")
    assert {command for command in COMMANDS if f"\nmcpgen {command} " in page} == COMMANDS
    assert "Exit status: 0 clean, 1 findings or drift, 2 unusable input" in page


def test_the_table_of_figures_has_every_kind_of_frame() -> None:
    """The table of figures by kind of frame has the rows that its benchmark prints, in that order."""
    sys.path.insert(0, str(ROOT / "tests" / "bench"))
    from bench_kinds import KINDS, WITH_UNKNOWN

    page = (ROOT / "docs" / "measured-kinds.md").read_text("utf-8")
    rows = re.findall(r"^\| ([^|]+) \| \d+ \| [^|]+ \| [^|]+ \| [^|]+ \|$", page, re.MULTILINE)
    assert rows == [*KINDS, *(f"{name} with an unknown member" for name in WITH_UNKNOWN)]


def test_the_claim_of_speed_is_read_off_the_table() -> None:
    """The README says of speed what the table of figures says."""
    sys.path.insert(0, str(ROOT / "tests" / "bench"))
    from bench_figures import HEADING, claim, write

    figures = [
        *HEADING,
        "| decode, mean of all revisions | 1.25 | 1.31 | 0.26 | 0.40 | 0.85 |",
        "| decode of a call with an unknown member | 8.00 | 12.10 | 0.26 | 0.40 | 0.85 |",
        "| encode, over `orjson.dumps` | 2.60 | 2.50 | – | 0.40 | 0.90 |",
        "| conversion between neighbours up to a, to the newer | 1.30 | 1.22 | 0.19 | 0.40 | 0.90 |",
        "| conversion between neighbours up to a, to the older | 1.30 | 1.41 | 0.19 | 0.40 | 0.90 |",
        "| conversion between neighbours, `answering` is a function | 2.00 | 2.41 | 0.19 | 0.40 | 0.90 |",
        "| conversion from a to b | 3.20 | 3.14 | 0.19 | 0.40 | 0.90 |",
        "| conversion of an error response that stays as it is | 2.50 | 4.77 | 0.21 | 0.29 | 1.08 |",
    ]
    page = write("<!-- figures -->\n\nx\n", "figures", figures)
    assert write(page, "figures", figures) == page
    said = " ".join(claim(page).split())
    assert (
        "decode takes 1.3 times as long as" in said and "conversion takes 1.2 to 3.1 times as long as" in said
    )
    measured = (ROOT / "docs" / "measured.md").read_text("utf-8")
    assert claim(measured) in README


def test_the_changelog_has_one_short_entry() -> None:
    """Nothing was released, so the changelog says what the first release contains, not what changed since."""
    page = (ROOT / "CHANGELOG.md").read_text("utf-8")
    assert re.findall(r"^## (.*)$", page, re.MULTILINE) == [
        __version__
    ], "correct the entry; git has the history"
    assert page.count("\n") <= 60
