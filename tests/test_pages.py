"""The pages of `docs/` are run: each Python block, and each command of a tutorial with its output.

A page of reference may show fragments, whose names the text explains; `FRAGMENTS` names these pages.
"""

from __future__ import annotations

import ast
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import RECORDINGS, ROOT
from support.snippets import answered_lines, blocks, commands

DOCS = ROOT / "docs"
PAGES = {path.name: path.read_text("utf-8") for path in sorted(DOCS.glob("*.md"))}
FRAGMENTS = {"bridge.md", "conversion.md"}
PROGRAMS = {"server.md"}  # a whole program, which `runtime/test_stdio_server.py` runs
RUN = [name for name, page in PAGES.items() if blocks(page, "python") and ">>>" not in page]
TUTORIALS = [name for name in PAGES if name.startswith("tutorial-")]
ENGINES = ("duckdb==2.0.0", "numpy>=2", "dask[distributed]==2026.8.0")


@pytest.mark.parametrize("name", sorted({*RUN} - FRAGMENTS - PROGRAMS))
def test_python_blocks_give_what_their_comments_say(name: str) -> None:
    """Each block runs after those before it, and each expression that a comment answers has that value."""
    answers = list(answered_lines(PAGES[name]))
    assert [line for line, value, expected in answers if value != expected] == []
    assert answers


@pytest.mark.parametrize("name", sorted(FRAGMENTS))
def test_fragments_are_python(name: str) -> None:
    """Each fragment of a page of reference parses, and the page has one."""
    fragments = blocks(PAGES[name], "python")
    assert fragments
    for fragment in fragments:
        ast.parse(fragment)


@pytest.mark.parametrize("name", [name for name in TUTORIALS if blocks(PAGES[name], "console")])
def test_commands_print_what_the_page_shows(name: str, tmp_path: Path) -> None:
    """Each command of a tutorial, run in an empty folder, prints the output below it."""
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    for command, expected in commands(PAGES[name]):
        done = subprocess.run(
            ["sh", "-c", command],
            cwd=tmp_path,
            env={**os.environ, "PATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.stdout == expected, (command, done.stderr)


def test_every_page_is_in_the_site() -> None:
    """The navigation of the site names every page of `docs/`, and no other."""
    site = (ROOT / "mkdocs.yml").read_text("utf-8")
    assert set(re.findall(r": ([\w-]+\.md)$", site, re.MULTILINE)) == set(PAGES)


def test_every_function_of_the_interface_is_in_the_reference() -> None:
    """Each module that the API page names exists, and each public function has its place there."""
    from importlib import import_module

    for target in re.findall(r"^::: (\S+)$", PAGES["api.md"], re.MULTILINE):
        module, _, attribute = target.rpartition(".")
        try:
            import_module(target)
        except ModuleNotFoundError:
            assert hasattr(import_module(module), attribute), target


@pytest.mark.long
def test_engines_map_the_function(tmp_path: Path) -> None:
    """DuckDB and a local Dask cluster count the same findings in the recordings as a loop."""
    engines = tmp_path / "engines"
    pip = [sys.executable, "-m", "pip", "--quiet", "--disable-pip-version-check", "install"]
    installed = subprocess.run([*pip, "--target", str(engines), *ENGINES], capture_output=True, check=False)
    if installed.returncode:
        pytest.skip(f"cannot be installed: {', '.join(ENGINES)}")
    page, revision = PAGES["how-to-month-of-logs.md"], "2025-06-18"
    pattern = RECORDINGS / f"*-{revision}.jsonl"
    check = """
import glob
paths = sorted(glob.glob(pattern))
alone = {path.rpartition("/")[2]: sum(1 for _ in findings(open(path), revision)) for path in paths}
assert sum(alone.values()) > 0
"""
    code = [
        f"import sys; sys.path.insert(0, {str(engines)!r})",
        f"pattern, revision = {str(pattern)!r}, {revision!r}",
        *blocks(page, "python"),
        check,
        *blocks(page, "python engine"),
        "assert dict(rows) == alone, rows",
        "assert dict(counted) == alone, counted",
    ]
    script = tmp_path / "engines.py"
    script.write_text("\n".join(code), "utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
