"""The mutation run: its table names real paths, its mutants are valid code, its samples are repeatable."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from mutants import CODE, TABLE, expanded, modules, sampled
from support.code_mutants import mutants
from support.paths import ROOT, TESTS

SOURCE = """
def f(a: int = 1) -> bool:
    if a < 2 and not a:
        raise ValueError("é", a)
    self.x[a] = f"{a + 1}"
    local = [b for b in a if b]
    return True
"""


@pytest.mark.parametrize("row", TABLE, ids=lambda row: row[0][0])
def test_every_path_of_the_table_exists(row: tuple[tuple[str, ...], tuple[str, ...]]) -> None:
    """A pattern that names no module, or no test, is a leftover of a move."""
    patterns, tests = row
    assert [pattern for pattern in patterns if not list((ROOT / CODE).glob(pattern))] == []
    assert [test for test in tests if not list(TESTS.glob(test))] == []


def test_every_kind_of_mutant_is_found_once() -> None:
    """Each decision of a function changes in each way; annotations, f-strings and docstrings stay."""
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
        (7, "return True", "pass"),
        (7, "True", "False"),
    }


@pytest.mark.parametrize("path", modules(), ids=str)
def test_mutants_are_valid_code_that_differs(path: Path) -> None:
    """Every mutant of every module of the table parses, and its syntax tree is another one."""
    source = (ROOT / path).read_text("utf-8")
    before = ast.dump(ast.parse(source))
    for mutant in sampled(source, 40, "1"):
        assert ast.dump(ast.parse(mutant.applied(source))) != before


def test_a_sample_is_repeatable() -> None:
    """The same seed picks the same mutants, another seed others."""
    assert sampled(SOURCE, 5, "0") == sampled(SOURCE, 5, "0") != sampled(SOURCE, 5, "1")


def test_tests_of_the_table_are_paths() -> None:
    """Globs of tests become paths below the checkout."""
    assert all((ROOT / test).exists() for _, tests in TABLE for test in expanded(tests))
