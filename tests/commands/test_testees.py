"""Testees: a run compares answers with the corpus, and its failure list hides nothing."""

from __future__ import annotations

import json
import shutil
import sys
from pathlib import Path
from textwrap import dedent
from typing import Any

import pytest

from mcpgen.commands.testees import FAILURES, REPORT, questions, run_testees
from mcpgen.problems import Refused
from support.exported import corpus
from support.node import NODE
from support.npm_package import PACKAGE
from support.paths import TESTS

PYTHON = TESTS / "testees" / "mcp_revisions" / "testee.py"
HELLO = {
    "implementation": "x",
    "version": "1",
    "language": "y",
    "revisions": ["2025-11-25"],
    "operations": ["decode"],
    "claim": "by revision",
}


def program(folder: Path, answer: str, hello: Any = HELLO) -> list[str]:
    """Return the command of a testee whose answer to a `question` is an expression."""
    path = folder / "testee.py"
    path.write_text(
        dedent(f"""
            import json, sys, time
            for line in sys.stdin:
                question = json.loads(line)
                answer = {hello!r} if question["op"] == "hello" else {answer}
                if answer is not None:
                    print(json.dumps({{"id": question["id"], **answer}}), flush=True)
            """),
        "utf-8",
    )
    return [sys.executable, str(path)]


def run(folder: Path, command: list[str], *, accept: bool = False, timeout: float = 60) -> int:
    """Run a testee against a part of the corpus."""
    return run_testees(corpus()[:40], folder, command, accept=accept, timeout=timeout)


def test_this_package_has_no_difference(tmp_path: Path) -> None:
    """The testee of the Python package gives every answer of the corpus, from another process."""
    assert run_testees(corpus(), tmp_path, [sys.executable, str(PYTHON)], accept=False, timeout=60) == 0
    rows = json.loads((tmp_path / REPORT).read_text("utf-8"))["rows"]
    assert sum(row["frames"] for row in rows.values()) > 4000


@pytest.mark.parametrize(
    ("name", "command"),
    [
        ("mcp_types", [sys.executable, str(TESTS / "testees" / "mcp_types" / "testee.py")]),
        ("typescript", [NODE, str(PACKAGE / "test" / "testee.js")]),
    ],
)
def test_a_checked_in_list_is_current(name: str, command: list[str], tmp_path: Path) -> None:
    """The list and the report of a testee that the development tools hold; `make agreement` writes all."""
    kept = TESTS / "testees" / name
    shutil.copy(kept / FAILURES, tmp_path)
    assert run_testees(corpus(), tmp_path, command, accept=False, timeout=60) == 0
    assert (tmp_path / REPORT).read_text("utf-8") == (kept / REPORT).read_text("utf-8")


def test_a_difference_fails_until_it_is_listed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A run with a difference has status 1; `--accept` lists it, and the next run has status 0."""
    lenient = program(tmp_path, '{"verdict": "valid"}')
    assert run(tmp_path, lenient) == 1
    assert "not in the list" in capsys.readouterr().out
    assert run(tmp_path, lenient, accept=True) == 0
    listed = (tmp_path / FAILURES).read_text("utf-8").splitlines()
    assert listed and all(line.endswith("accepts invalid") for line in listed)
    assert run(tmp_path, lenient) == 0


def test_a_stale_line_fails(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A line of the list that no longer differs fails the run and is named."""
    lenient = program(tmp_path, '{"verdict": "valid"}')
    run(tmp_path, lenient, accept=True)
    with (tmp_path / FAILURES).open("a", encoding="utf-8") as file:
        file.write("decode 2025-11-25 client ping 0123456789 accepts invalid\n")
    assert run(tmp_path, lenient) == 1
    assert "differs no longer: decode 2025-11-25 client ping 0123456789" in capsys.readouterr().out


def test_only_stated_revisions_and_operations_are_asked(tmp_path: Path) -> None:
    """`hello` bounds the questions; a question that is skipped is no difference."""
    asked = list(questions(corpus(), HELLO))
    assert {one.asked["op"] for one in asked} == {"decode"}
    assert {one.asked["revision"] for one in asked} == {"2025-11-25"}
    assert run(tmp_path, program(tmp_path, '{"verdict": "skipped"}')) == 0


@pytest.mark.parametrize(
    ("answer", "hello", "message"),
    [
        ("1 / 0", HELLO, "ends without an answer to question 0"),
        ("None", HELLO, "is not answered within 0.5 s"),
        ('{"id": 7}', HELLO, "answered with another id"),
        ("{}", {"implementation": "x"}, "without `revisions`"),
        ("{}", {**HELLO, "implementation": 5}, "without `implementation`"),
        (
            '{"verdict": "valid", "unknown": [1, "a"]}',
            HELLO,
            "with `unknown`, and not as an array of strings",
        ),
        ('{"losses": [{"kind": "dropped"}]}', HELLO, "with `losses`, and not as an array of objects"),
        ('{"losses": 5}', HELLO, "with `losses`, and not as an array of objects"),
    ],
)
def test_a_testee_that_breaks_the_protocol_is_refused(
    tmp_path: Path, answer: str, hello: Any, message: str
) -> None:
    """The protocol is docs/testees.md; a program that does not keep it is one line for the user."""
    with pytest.raises(Refused, match=message):
        run(tmp_path, program(tmp_path, answer, hello), timeout=0.5 if answer == "None" else 60)


def test_the_name_of_a_testee_begins_no_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A name with a line feed or a workflow command stays on its line, escaped."""
    hello = {**HELLO, "implementation": "::error::x\n::error::y"}
    run(tmp_path, program(tmp_path, '{"verdict": "skipped"}', hello))
    out = capsys.readouterr().out
    assert "error" in out and not any(line.startswith("::") for line in out.splitlines())


def test_a_program_that_is_none_is_refused(tmp_path: Path) -> None:
    """A command that cannot be run is named."""
    with pytest.raises(Refused, match="cannot be run"):
        run(tmp_path, [str(tmp_path / "none")])
