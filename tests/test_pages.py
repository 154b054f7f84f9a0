"""The pages of `docs/` are run: each Python block, and each command of a tutorial with its output.

`test_shell_lines.py` runs the commands of the other pages.
"""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

import mcp_revisions as mr
import pytest

import mcpgen
from support.paths import RECORDINGS, ROOT
from support.snippets import answered_lines, blocks, commands

DOCS = ROOT / "docs"
PAGES = {path.name: path.read_text("utf-8") for path in sorted(DOCS.glob("*.md"))}
PROGRAMS = {"client.md", "server.md"}  # whole programs, which `bridge/test_serve.py` runs
DOCTESTS = {"semantics.md"}  # `runtime/specification/test_semantics.py` runs the page
RUN = {name for name, page in PAGES.items() if blocks(page, "python")} - PROGRAMS - DOCTESTS
TUTORIALS = [name for name in PAGES if name.startswith("tutorial-")]
ENGINES = ("duckdb==2.0.0", "numpy>=2", "dask[distributed]==2026.8.0")


@pytest.mark.parametrize("name", sorted(PAGES))
def test_the_site_reads_each_fence(name: str) -> None:
    """A fence with a name after its language, which the tests read, reaches the site without the name."""
    read = runpy.run_path(str(DOCS / "site_hooks.py"))["on_page_markdown"]
    assert re.findall(r"^ *```\w+ .*$", read(PAGES[name]), re.MULTILINE) == []


@pytest.mark.parametrize("name", sorted(RUN))
def test_python_blocks_give_what_their_comments_say(name: str) -> None:
    """Each block runs after those before it, and each expression that a comment answers has that value."""
    answers = list(answered_lines(PAGES[name]))
    assert [line for line, value, expected in answers if value != expected] == []
    assert answers


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
    """The navigation of the site names every page of `docs/`, the READMEs of packages, and no other page.

    It gives no page a second name: a page has the name of its heading.
    """
    site = (ROOT / "mkdocs.yml").read_text("utf-8")
    readmes = runpy.run_path(str(DOCS / "site_hooks.py"))["READMES"]
    assert re.findall(r": ([\w-]+\.md)$", site, re.MULTILINE) == ["index.md"]
    assert set(re.findall(r"[-:] ([\w-]+\.md)\b", site)) == {*PAGES, *readmes.values()}
    assert all((ROOT / readme).is_file() for readme in readmes)


def test_the_site_has_the_readmes_of_packages() -> None:
    """Links to a README lead to its page, and links in it lead to pages; another file becomes its name."""
    hooks = runpy.run_path(str(DOCS / "site_hooks.py"))
    read = hooks["on_page_markdown"]
    link = "[npm](../typescript/README.md#use), [code](../go/msg.go)"
    assert read(link) == "[npm](typescript.md#use), code (`go/msg.go`)"
    readme = "[figures](../docs/measured.md#go), [relay](a/b.go), [site](https://x.org), [below](#use)"
    moved = "[figures](measured.md#go), relay (`go/a/b.go`), [site](https://x.org), [below](#use)"
    assert read(hooks["page_of"]("go/README.md", readme)) == moved
    other = "[TypeScript](../typescript/README.md)"
    assert read(hooks["page_of"]("go/README.md", other)) == "[TypeScript](typescript.md)"


def test_the_first_page_links_every_other() -> None:
    """The first page of the site links each other page."""
    assert set(re.findall(r"\]\(([\w-]+\.md)\)", PAGES["index.md"])) == {*PAGES} - {"index.md"}


def test_every_public_name_is_in_the_reference() -> None:
    """Each public name of `mcp_revisions`, of a revision and of `mcpgen` has its place in the API page."""
    page = runpy.run_path(str(DOCS / "site_hooks.py"))["on_page_markdown"](PAGES["api.md"])
    documented = [documented_object(target) for target in re.findall(r"^::: (\S+)$", page, re.MULTILINE)]
    assert "::: " not in PAGES["api.md"]  # GitHub would show it
    modules = [each for each in documented if isinstance(each, ModuleType)]
    for prefix, package in (("mr", mr), ("mcpgen", mcpgen)):
        for name in public_names(package):
            value = getattr(package, name)
            shown = any(value is each for each in documented)
            shown |= any(value is member for module in modules for member in vars(module).values())
            assert shown or f"`{prefix}.{name}`" in page, f"{prefix}.{name}"
    for revision in map(mr.revision, mr.REVISIONS):
        codes = set(revision.ERRORS.values())
        for name in {*public_names(revision)} - {*public_names(revision.types)} - codes:
            assert f"`mcp.{name}`" in page, name


def documented_object(target: str) -> Any:
    """Return the module, or the member of a module, that the API page names."""
    try:
        return import_module(target)
    except ModuleNotFoundError:
        module, _, attribute = target.rpartition(".")
        return getattr(import_module(module), attribute)


def public_names(module: ModuleType) -> list[str]:
    """Return the names that a module offers; imported submodules and typing's names are none of them."""
    return [
        name
        for name in dir(module)
        if not name.startswith("_")
        and name not in ("annotations", "Any")
        and getattr(getattr(module, name), "__name__", "") != f"{module.__name__}.{name}"
    ]


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
        "if __name__ == '__main__':",
        "    assert dict(counted) == alone, counted",
        "    print(len(counted), 'files counted')",
    ]
    script = tmp_path / "engines.py"
    script.write_text("\n".join(code), "utf-8")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.endswith(" files counted\n"), done.stdout
