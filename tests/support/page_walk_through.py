"""Walk through `docs/new-revision.md` in a copy of the checkout: apply its edits, run its commands.

In: the page. Out: the page with the output of each command. A block is one of

  ```diff              the hunks turn the file after `---` into the file after `+++`
  ```toml PATH         the text of a file; any other language does as well
  ```console           `$ command` lines, each with its output

The diffs of `docs/examples/` that the page links are applied first.

`python -m support.page_walk_through` writes the output into the page.
"""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from mcpgen.schema_folder import revisions
from support.paths import ROOT

PAGE = ROOT / "docs" / "new-revision.md"
_BLOCK = re.compile(r"^```(\w+)(?: (\S+))?\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_COPIED = ("codegen", "schema", "templates", "generated")


def walk_through(page: str) -> str:
    """Follow the page in a copy of the checkout. Return the page with the output that its commands print."""
    with TemporaryDirectory() as folder:
        copy = Path(folder)
        for name in _COPIED:
            shutil.copytree(ROOT / name, copy / name, ignore=shutil.ignore_patterns("__pycache__"))
        for revision in later_revisions(page):
            _output(f"mcpgen forget {revision}", copy)
        for diff in re.findall(r"\]\((examples/[\w-]+\.diff)\)", page):
            apply_hunks((PAGE.parent / diff).read_text(encoding="utf-8"), copy)
        return _BLOCK.sub(lambda block: _run(block, copy), page)


def later_revisions(page: str) -> tuple[str, ...]:
    """Return the pinned revisions that are newer than the one that the page edits, latest first."""
    base = re.search(r"\bschema/(\d[^/\s]*)/schema\.json", page)
    assert base is not None
    pinned = revisions()
    return pinned[: pinned.index(base[1]) : -1]


def _run(block: re.Match[str], copy: Path) -> str:
    """Apply or run a block. Return it, with new output if it has commands."""
    language, path, text = block.groups()
    if language == "diff":
        apply_hunks(text, copy)
    elif language == "console":
        commands = re.findall(r"^\$ (.+)\n", text, re.MULTILINE)
        text = "".join(f"$ {command}\n{_output(command, copy)}" for command in commands)
        return f"```console\n{text}```"
    elif path:
        (copy / path).write_text(text, encoding="utf-8")
    return block[0]


def apply_hunks(text: str, copy: Path) -> None:
    """Apply a diff to a file. Find each hunk by its lines, which must occur once."""
    header, *hunks = re.split(r"^@@.*\n", text, flags=re.MULTILINE)
    source, target = re.findall(r"^(?:---|\+\+\+) (\S+)$", header, re.MULTILINE)
    document = (copy / source).read_text(encoding="utf-8")
    for hunk in hunks:
        lines = hunk.splitlines(keepends=True)
        old = "".join(line[1:] for line in lines if line[0] in " -")
        new = "".join(line[1:] for line in lines if line[0] in " +")
        if document.count(old) != 1:
            raise ValueError(f"{source}: {document.count(old)} matches of the hunk\n{hunk}")
        document = document.replace(old, new)
    (copy / target).write_text(document, encoding="utf-8")


def _output(command: str, copy: Path) -> str:
    """Run a command. Return its stdout and stderr together."""
    program, *arguments = shlex.split(command)
    if program == "cp":
        shutil.copy(copy / arguments[0], copy / arguments[1])
        return ""
    if program != "mcpgen":
        raise ValueError(f"the walk-through cannot run {program}")
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(copy / "codegen"), str(copy / "generated")]),
        "PYTHONDONTWRITEBYTECODE": "1",
        "PYTHONUNBUFFERED": "1",
    }
    done = subprocess.run(
        [sys.executable, "-m", "mcpgen", *arguments],
        cwd=copy,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        encoding="utf-8",
        check=False,
    )
    return done.stdout


if __name__ == "__main__":
    PAGE.write_text(walk_through(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
