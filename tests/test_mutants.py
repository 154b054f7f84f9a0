"""The mutation run: its table names real paths, its mutants are valid code, its samples are repeatable."""

from __future__ import annotations

import ast
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from mutants import PACKAGES, modules, sampled
from support.code_mutants import Listed, listed_mutants, mutants
from support.mutant_runs import IMPORT, Runs
from support.paths import ROOT, TESTS

SOURCE = """
def f(a: int = 1) -> bool:
    if a < 2 and not a:
        raise ValueError("é", a)
    self.x[a] = f"{a + 1}"
    local = [b for b in a if b]
    if a:
        assert_never(a)
    return True
if TYPE_CHECKING:
    T = int if True else str
else:
    T = TypeVar("T", covariant=not 0)
"""

# In a process of its own, which forks before the tests of the copy are imported.
DRIVER = """
import json, sys
from pathlib import Path
from support.mutant_runs import Workplace
place, path = Workplace(Path(sys.argv[1])), Path(sys.argv[2])
runs, text = place.measured(["test_names.py"]), (place.root / path).read_text("utf-8")
line = text[: text.index("    return ")].count("\\n") + 1
tests = runs.of_line(path, line, 60)
found = {"tests": sorted({test.partition("::")[0] for test in tests}), "before": place.passes(tests, 60)}
place.write(path, text.replace("    return ", "    raise KeyError  # "))
found["after"] = place.passes(tests, 60)
place.write(path, text)
print(json.dumps({**found, "again": place.passes(tests, 60)}))
"""


@pytest.mark.parametrize("package", PACKAGES)
def test_packages_and_their_tests_exist(package: str) -> None:
    """A folder of code without modules, or a path of tests that names nothing, is a leftover of a move."""
    assert modules(package)
    assert [test for test in PACKAGES[package] if not (TESTS / test).exists()] == []


def test_a_module_belongs_to_one_room() -> None:
    """A package inside another has its modules alone."""
    found = [path for package in PACKAGES for path in modules(package)]
    assert len(found) == len(set(found))


@pytest.mark.parametrize("one", listed_mutants(), ids=lambda one: f"{one.module}: {one.change}")
def test_a_listed_mutant_exists(one: Listed) -> None:
    """An entry is for one line, else it is a leftover or hides another mutant; each entry has a reason."""
    source = (ROOT / one.module).read_text("utf-8")
    found = [mutant for mutant in mutants(source) if Listed.key(Path(one.module), source, mutant) == one[:3]]
    assert len({mutant.line for mutant in found}) == 1
    assert len(one.reason) > 20


def test_every_kind_of_mutant_is_found_once() -> None:
    """Each decision of a function changes in each way; what only type checkers read stays."""
    assert {(mutant.line, mutant.before, mutant.after) for mutant in mutants(SOURCE)} == {
        (2, "1", "(2)"),
        (2, "1", "(0)"),
        (3, "a < 2 and not a", "(a < 2 or not a)"),
        (3, "a < 2 and not a", "(not (a < 2 and (not a)))"),
        (3, "a < 2", "(a <= 2)"),
        (3, "2", "(3)"),
        (3, "2", "(1)"),
        (3, "not a", "(a)"),
        (4, 'raise ValueError("é", a)', "pass"),
        (5, 'self.x[a] = f"{a + 1}"', "pass"),
        (6, "b", "(not (b))"),
        (7, "a", "(not (a))"),
        (9, "return True", "pass"),
        (9, "True", "False"),
    }


@pytest.mark.parametrize("path", [path for package in PACKAGES for path in modules(package)], ids=str)
def test_mutants_are_valid_code_that_differs(path: Path) -> None:
    """Mutants of every module parse, and their syntax trees are other ones."""
    source = (ROOT / path).read_text("utf-8")
    before = ast.dump(ast.parse(source))
    for mutant in sampled(source, 5, "1"):
        assert ast.dump(ast.parse(mutant.applied(source))) != before


def test_a_sample_is_repeatable() -> None:
    """The same seed picks the same mutants, another seed others."""
    assert sampled(SOURCE, 5, "0") == sampled(SOURCE, 5, "0") != sampled(SOURCE, 5, "1")


def test_tests_of_a_line_come_first() -> None:
    """The tests of a line, quick ones first, then those of its module, then all others, in the seconds."""
    path = Path("a.py")
    seconds = {"slow": 4.0, "quick": 1.0, "first": 2.0, "elsewhere": 0.1}
    runs = Runs(seconds, {path: {2: {"first"}, 5: {"slow", "quick"}}, Path("b.py"): {1: {"elsewhere"}}})
    assert runs.of_line(path, 5, 10) == ["quick", "slow", "first"]
    assert runs.of_line(path, 4, 10) == ["first", "quick", "slow", "elsewhere"]
    assert runs.of_line(path, 1, 10) == ["quick", "first", "slow", "elsewhere"]
    assert runs.of_line(path, 5, 5) == ["quick", "slow"]
    assert runs.of_line(path, 4, 1) == ["first"]
    assert runs.of_line(Path("c.py"), 1, 3) == ["elsewhere", "quick"]


def test_a_line_that_runs_on_import_meets_tests_that_run_no_line() -> None:
    """The tests of its lines, which import it in a process, leave half of the seconds to all others."""
    path = Path("a.py")
    seconds = {"process": 2.0, "process too": 3.0, "inside": 1.0, "elsewhere": 0.5, "far": 1.0}
    runs = Runs(seconds, {path: {1: {IMPORT, "process", "process too"}, 3: {"inside"}}})
    assert runs.of_line(path, 1, 20) == ["process", "process too", "inside", "elsewhere", "far"]
    assert runs.of_line(path, 1, 4) == ["process", "inside", "elsewhere"]
    assert runs.of_line(path, 2, 4) == ["process", "inside", "elsewhere"]


def test_a_change_meets_the_tests_that_run_it(tmp_path: Path) -> None:
    """A changed line fails a test that runs it; the checkout does not change."""
    path, test = Path("codegen/mcpgen/names.py"), "tests/test_names.py"
    text = (ROOT / path).read_text("utf-8")
    done = subprocess.run(
        [sys.executable, "-c", DRIVER, str(tmp_path), str(path)],
        env={**os.environ, "PYTHONPATH": str(TESTS)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    assert json.loads(done.stdout) == {"tests": [test], "before": True, "after": False, "again": True}
    assert (ROOT / path).read_text("utf-8") == text
