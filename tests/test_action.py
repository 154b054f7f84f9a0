"""The GitHub Action: its step runs the command, and its matchers read what the commands print."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from support.paths import ROOT

STEP = ROOT / ".github" / "mcpgen-action"
MATCHERS = json.loads((ROOT / ".github" / "mcpgen-matcher.json").read_text("utf-8"))["problemMatcher"]

QUIET = "## [error]on stderr"


def step(folder: Path, command: str, arguments: str) -> subprocess.CompletedProcess[str]:
    """Run the step with a command `mcpgen` that prints its arguments, one a line."""
    fake = folder / "mcpgen"
    fake.write_text('#!/usr/bin/env bash\nprintf "%s\\n" "$@"\necho "##[error]on stderr" >&2\nexit 1\n')
    fake.chmod(0o755)
    env = {"PATH": f"{folder}:{os.environ['PATH']}", "COMMAND": command, "ARGUMENTS": arguments}
    return subprocess.run(["bash", STEP], env=env, capture_output=True, text=True, check=False)


@pytest.mark.skipif(shutil.which("sed") is None, reason="sed is not installed")
def test_the_step_passes_words_and_the_status(tmp_path: Path) -> None:
    """A line is a word, whatever it holds; the status is the command's, no line is for the runner."""
    done = step(tmp_path, "diff", "2025-11-25\na b\n$(touch x)\n")
    assert done.stdout.splitlines() == [
        "diff",
        "--format",
        "github",
        "2025-11-25",
        "a b",
        "$(touch x)",
        QUIET,
    ]
    assert done.returncode == 1 and not done.stderr
    done = step(tmp_path, "validate", "log.jsonl")
    assert done.stdout.splitlines()[0].startswith("::add-matcher::")
    assert done.stdout.splitlines()[1:] == ["validate", "log.jsonl", QUIET]
    refused = step(tmp_path, "bridge; ls", "")
    assert (refused.returncode, refused.stdout) == (2, "") and refused.stderr.startswith("command: ")


@pytest.mark.parametrize(
    ("owner", "line", "groups"),
    [
        (
            "validate",
            "logs/a.jsonl:7: client request tools/call: invalid: /params: 'name' is missing",
            ("logs/a.jsonl", "7"),
        ),
        ("validate", "a.jsonl:1: unreadable: not JSON: a value is missing", ("a.jsonl", "1")),
        ("validate", "a.jsonl:1: client request ping: valid", None),
        (
            "testees",
            "run/failures.txt: new difference, not in this file: decode 2025-11-25 client ping",
            ("run/failures.txt",),
        ),
        (
            "testees",
            "run/failures.txt: skipped in this run: decode 2025-11-25 client ping",
            ("run/failures.txt",),
        ),
    ],
)
def test_the_matchers_read_lines_of_the_commands(
    owner: str, line: str, groups: tuple[str, ...] | None
) -> None:
    """A finding gets its file and line; a valid message is no finding."""
    (pattern,) = next(each["pattern"] for each in MATCHERS if each["owner"] == f"mcpgen-{owner}")
    found = re.match(pattern["regexp"], line)
    assert (found and found.groups()[: len(groups or ())]) == groups


def test_the_words_of_the_matcher_are_those_of_validate() -> None:
    """An invalid and an unreadable message are printed as the matcher expects."""
    log = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{}}\n{\n'
    done = subprocess.run(
        [sys.executable, "-m", "mcpgen", "validate", "--revision", "2025-11-25"],
        input=log,
        capture_output=True,
        text=True,
        check=False,
    )
    pattern = MATCHERS[0]["pattern"][0]["regexp"]
    assert [bool(re.match(pattern, line)) for line in done.stdout.splitlines()] == [True, True, False]
